"""Notices where services and servers fail: repeated, taken over, sent once."""

import asyncio
import json

import pytest
from guests import act, mover, started
from notice_table import HOUR_MS
from push_service import CLOSE, ENDLESS, SILENCE

from game.core.rng import Rng
from game.server import http_post
from game.server.http_post import ForbiddenAddress, PostResult, checked_url, post
from game.server.ledger import LeaseLost
from game.server.notices import MOST_TRIES, PAUSE_MS, WAITS_MS
from game.server.replica import LEASE_MS
from game.wire.messages import (
    SeatQuery,
    TellMe,
)


@pytest.mark.parametrize("status", [404, 410])
async def test_a_browser_that_is_gone_is_deleted(table, status):
    who = table.mover
    await table.leaves_open(who, table.service.browser("phone"))
    assert any(key.startswith("push ") for key in await table.attachments())
    table.service.answers = [(status, {})]
    await table.pass_time(PAUSE_MS)
    await table.pass_time(HOUR_MS)
    assert len(table.service.pushes) == 1
    assert not any(key.startswith("push ") for key in await table.attachments())


@pytest.mark.parametrize("status", [400, 403, 413])
async def test_a_refused_notice_is_not_repeated_but_the_next_turn_is_told(table, status):
    rng, who = Rng(3), table.mover
    await table.leaves_open(who, table.service.browser("phone"))
    table.service.answers = [(status, {})]
    await table.pass_time(PAUSE_MS)
    await table.pass_time(HOUR_MS)
    assert len(table.service.pushes) == 1
    await table.comes_back(who)
    await act(who, rng)
    await who.visitor.gone()
    while table.mover is not who:
        await act(table.mover, rng)
    await table.pass_time(PAUSE_MS)
    assert len(table.service.told("phone")) == 1


@pytest.mark.parametrize("answer", [(429, {}), (500, {}), (503, {}), (CLOSE, {}), (ENDLESS, {}), (SILENCE, {})])
async def test_an_overloaded_service_is_tried_again_later_but_not_for_ever(table, answer, monkeypatch):
    monkeypatch.setattr(http_post, "PATIENCE_S", 0.2)
    who = table.mover
    await table.leaves_open(who, table.service.browser("phone"))
    table.service.answers = [answer] * 2
    await table.pass_time(PAUSE_MS)
    assert len(table.service.pushes) == 1
    await table.pass_time(WAITS_MS[0] - 1000)
    assert len(table.service.pushes) == 1
    await table.pass_time(1000)
    assert len(table.service.pushes) == 2
    await table.pass_time(WAITS_MS[1])
    await table.pass_time(HOUR_MS)
    assert [push.status for push in table.service.pushes] == [answer[0], answer[0], 201]
    # and another turn that nobody takes
    table.service.pushes.clear()
    table.service.answers = [answer] * 20
    await table.comes_back(who)
    rng = Rng(3)
    await act(who, rng)
    await who.visitor.gone()
    while table.mover is not who:
        await act(table.mover, rng)
    for _ in range(10):
        await table.pass_time(HOUR_MS)
    assert len(table.service.pushes) == MOST_TRIES


async def test_a_service_says_how_long_to_wait_and_only_those_who_lack_it_are_sent_to_again(table):
    who = table.mover
    await table.leaves_open(who, table.service.browser("phone"), table.service.browser("desk"))
    table.service.answers = [(429, {"Retry-After": "120"}), (201, {})]
    await table.pass_time(PAUSE_MS)
    (late,) = [push.browser for push in table.service.pushes if push.status == 429]
    await table.pass_time(119_000)
    assert len(table.service.pushes) == 2
    await table.pass_time(1_000)
    assert [push.browser for push in table.service.pushes[2:]] == [late]


async def test_a_silent_service_of_one_table_does_not_hold_up_another(table, monkeypatch):
    monkeypatch.setattr(http_post, "PATIENCE_S", 30.0)
    await table.leaves_open(table.mover, table.service.browser("silent"))
    table.service.answers = [(SILENCE, {})]
    heard = asyncio.Event()
    table.service.heard = lambda _push: heard.set()
    table.clock.ms += PAUSE_MS
    table.parties.notifier.look([*table.parties.replicas.values()])
    async with asyncio.timeout(20):
        await heard.wait()
        assert table.parties.notifier.is_sending(table.party)
        guests = await started(table.parties, "push", 2)
        who, name = mover(guests), [*table.parties.replicas][-1]
        subscription = table.service.browser("other").subscription
        await who.say(TellMe((SeatQuery(name, who.token),), **subscription, on=True))
        await who.visitor.gone()
        table.clock.ms += PAUSE_MS
        table.parties.notifier.look([*table.parties.replicas.values()])
        while not table.service.told("other"):
            await asyncio.sleep(0.01)
    assert table.parties.notifier.is_sending(table.party), "it is still silent"


async def test_redirects_are_not_followed_and_waits_are_read(service):
    near = [service.origin]
    service.answers = [
        (302, {"Location": f"{service.origin}/elsewhere"}),
        (429, {"Retry-After": "Wed, 21 Oct 2099 07:28:00 GMT"}),
        (503, {"Retry-After": "soon"}),
    ]
    assert await post(f"{service.origin}/hook", {}, b"{}", near) == PostResult(302)
    assert await post(f"{service.origin}/hook", {}, b"{}", near) == PostResult(429, http_post.LONGEST_WAIT_S)
    assert await post(f"{service.origin}/hook", {}, b"{}", near) == PostResult(503)
    assert len(service.posts) == 3
    with pytest.raises(ForbiddenAddress):
        checked_url(f"{service.origin}/hook")


async def test_a_notice_wakes_a_server_after_a_restart(table):
    who = table.mover
    for guest in table.guests:
        if guest is not who:
            await guest.visitor.gone()
    await table.leaves_open(who, table.service.browser("phone"))
    assert table.ledger.wakes == {table.party: table.clock.ms + PAUSE_MS}
    await table.parties.close()
    again = table.server()
    await again.wake_due()
    assert len(again) == 0, "it is not time yet"
    table.clock.ms += PAUSE_MS
    await again.wake_due()
    await table.pass_time(LEASE_MS, again)
    assert len(table.service.told("phone")) == 1
    assert table.ledger.wakes == {}
    await again.close()


async def test_another_server_takes_over_an_unfinished_claim(table):
    who = table.mover
    await table.leaves_open(who, table.service.browser("phone"))
    other = table.server()
    await other.replica(table.party)
    # the first server has sent, and dies before it has written that down
    put = table.ledger.attach
    writes = []

    async def dies(name, key, text, epoch=0):
        if key.startswith("told "):
            writes.append(text)
            if len(writes) == 2:
                raise LeaseLost(name)
        await put(name, key, text, epoch)

    table.ledger.attach = dies
    await table.pass_time(PAUSE_MS)
    table.ledger.attach = put
    assert len(table.service.told("phone")) == 1
    await table.pass_time(0, other)
    assert len(table.service.told("phone")) == 1, "the first one's lease has not ended"
    await table.parties.close()
    table.clock.ms += LEASE_MS
    await table.pass_time(0, other)
    await table.pass_time(HOUR_MS, other)
    first, second = table.service.told("phone")
    assert first.headers["topic"] == second.headers["topic"]
    assert len(table.service.shown("phone")) == 1, "a browser shows one notice"
    told = json.loads(next(text for key, text in (await table.attachments()).items() if key.startswith("told ")))
    assert told["tries"] == 2
    assert not told["channels"]
    await other.close()


async def test_two_servers_send_a_notice_once(table):
    who = table.mover
    await table.leaves_open(who, table.service.browser("phone"))
    other = table.server()
    await other.replica(table.party)
    table.clock.ms += PAUSE_MS
    await asyncio.gather(table.pass_time(0), table.pass_time(0, other))
    for _ in range(3):
        await asyncio.gather(table.pass_time(HOUR_MS), table.pass_time(0, other))
    assert len(table.service.told("phone")) == 1
    await other.close()
