"""People who are away are told once: when, in which words, and through which services."""

import asyncio
import base64
import hmac
import http.client
import json
import time
import uuid
from collections.abc import Awaitable, Callable
from contextlib import asynccontextmanager, closing
from datetime import datetime
from urllib.parse import urljoin
from xml.etree import ElementTree

import pytest
from guests import Guest, ManualClock, act, gathered, mover, play_on, started, token
from memory_ledger import MemoryLedger
from push_service import CLOSE, ENDLESS, SILENCE, Browser, PushService

from game.catalogue.registry import GAMES
from game.core.rng import Rng
from game.engine.texts import LANGUAGES, Texts
from game.server import http_post
from game.server.chairs import GRACE_MS, LONGEST_NAME
from game.server.http_post import ForbiddenAddress, PostResult, checked_url, is_public, post
from game.server.ledger import LeaseLost
from game.server.log_entries import token_hash
from game.server.notice_channels import ChannelOptions, InvalidOption, open_channels
from game.server.notices import LIFETIME_S, MOST_BROWSERS, MOST_TRIES, PAUSE_MS, WAITS_MS
from game.server.notifier import Channels
from game.server.parties import SEATS_ASKED, WISHES, Parties
from game.server.replica import LEASE_MS
from game.server.web_push import InvalidKeyFile, WebPush, new_key
from game.server.web_server import WebServer
from game.wire.commands import OVER_DAYS_S, EndMatch, KeepQuiet, Kick, Leave, Play, SetTimeLimit, StandIn, Start
from game.wire.messages import (
    DAY_MS,
    MOST_SEATS,
    Ack,
    AskFeed,
    Close,
    Feed,
    FindFeed,
    Nak,
    NoticeOffer,
    Ping,
    SeatQuery,
    TellMe,
)

WORDS = {language: Texts(language) for language in LANGUAGES}
HOUR_MS = 3_600_000


class Table:
    """Three people at a table of Nein Danke!, and a push service."""

    def __init__(self, service: PushService, webhook: str = "") -> None:
        self.service, self.clock, self.ledger = service, ManualClock(), MemoryLedger()
        self.web_push = WebPush(new_key(), "mailto:host@example.org", [service.origin])
        self.channels = Channels(WORDS, self.web_push, webhook, [service.origin])
        self.parties = self.server()
        self.guests: list[Guest] = []
        self.party = ""

    def server(self) -> Parties:
        """Return a server with this ledger."""
        return Parties(self.ledger, GAMES, self.clock, pause_ms=0, channels=self.channels)

    async def begin(self, game: str = "nein_danke") -> None:
        """Seat people and deal."""
        self.guests = await started(self.parties, game, 3)
        self.party = next(iter(self.parties._replicas))

    @property
    def mover(self) -> Guest:
        """The person to move."""
        return self.guests[self.parties._replicas[self.party].party.to_move]

    async def wish(self, guest: Guest, browser: Browser, on: bool = True) -> NoticeOffer | Nak:
        """Have a device ask for notices, and return the answer."""
        await guest.say(TellMe((SeatQuery(self.party, guest.token),), **browser.subscription, on=on))
        return guest.heard[-1]

    async def leaves_open(self, guest: Guest, *browsers: Browser) -> None:
        """Subscribe a person's browsers, and end their connection."""
        for browser in browsers:
            assert await self.wish(guest, browser) == NoticeOffer(self.web_push.public, 1)
        await guest.visitor.gone()

    async def comes_back(self, guest: Guest) -> None:
        """Connect a person anew."""
        guest.visitor = Guest(self.parties, guest.token).visitor
        guest.visitor._send = guest._hear
        await guest.hello(self.party)

    async def pass_time(self, ms: int, parties: Parties | None = None) -> None:
        """Advance the clock, and wait for what is sent then."""
        self.clock.ms += ms
        parties = parties or self.parties
        parties.notifier.look([*parties._replicas.values()])
        await asyncio.gather(*parties.notifier._tasks.values())

    async def attachments(self) -> dict[str, str]:
        """Return what lies beside the log."""
        return await self.ledger.attachments(self.party)


@asynccontextmanager
async def table_with_service(webhook: bool = False, game: str = "nein_danke"):
    async with PushService() as service:
        table = Table(service, f"{service.origin}/hook" if webhook else "")
        await table.begin(game)
        try:
            yield table
        finally:
            await table.parties.close()


@pytest.fixture
def table():
    return table_with_service()


@pytest.fixture
def service():
    return PushService()


async def test_a_person_who_is_away_is_told_of_their_turn_once(table):
    who = table.mover
    await table.wish(who, table.service.browser("phone"))
    await table.pass_time(10 * PAUSE_MS)
    assert table.service.pushes == [], "at the table"
    await who.visitor.gone()
    await table.pass_time(PAUSE_MS - 1)
    assert table.service.pushes == [], "perhaps on the way back"
    for ms in (1, 10 * PAUSE_MS, 24 * HOUR_MS):
        await table.pass_time(ms)
    (push,) = table.service.told("phone")
    first, second = (f"Guest {n}" for n in range(3) if n != who.seat)
    assert push.data == {
        "title": "Du bist dran",
        "text": f"Nein Danke! mit {first} und {second}",
        "party": table.party,
    }
    assert push.sender == table.web_push.public
    assert who.token not in str(push)


async def test_every_browser_of_a_seat_is_told_in_its_language(table):
    who = table.mover
    await table.leaves_open(who, table.service.browser("phone", "de"), table.service.browser("desk", "en"))
    await table.pass_time(PAUSE_MS)
    assert [push.data["title"] for push in table.service.told("phone")] == ["Du bist dran"]
    assert [push.data["title"] for push in table.service.told("desk")] == ["Your turn"]
    assert " and Guest" in table.service.told("desk")[0].data["text"]


async def test_a_person_who_comes_back_in_time_is_not_told(table):
    who = table.mover
    await table.leaves_open(who, table.service.browser("phone"))
    await table.pass_time(PAUSE_MS - 1)
    await table.comes_back(who)
    await table.pass_time(10 * PAUSE_MS)
    assert table.service.pushes == []


async def test_a_person_whose_page_is_hidden_is_told_elsewhere(table):
    who = table.mover
    await table.wish(who, table.service.browser("phone"))
    table.clock.ms += 50_000
    await who.say(Ping(1))
    table.clock.ms += 50_000
    await who.visitor.look()
    await table.pass_time(PAUSE_MS)
    assert table.service.pushes == [], "the page was seen a moment ago"
    await who.visitor.look()
    await table.pass_time(PAUSE_MS)
    assert len(table.service.told("phone")) == 1
    # as soon as it is seen again, its owner is back
    await who.say(Ping(2))
    assert not table.parties._replicas[table.party].party.chairs[who.seat].away_ms
    assert who.closed is None


async def test_the_next_turn_is_told_anew_and_others_turns_are_not(table):
    rng, who = Rng(3), table.mover
    await table.leaves_open(who, table.service.browser("phone"))
    await table.pass_time(PAUSE_MS)
    await table.comes_back(who)
    await act(who, rng)
    await who.visitor.gone()
    turns = 1
    for _ in range(6):
        if table.mover is who:
            turns += 1
            await table.pass_time(PAUSE_MS)
            await table.comes_back(who)
            await act(who, rng)
            await who.visitor.gone()
        else:
            await table.pass_time(10 * PAUSE_MS)
            await act(table.mover, rng)
        assert len(table.service.told("phone")) == turns
    assert turns > 1


async def turn_in_parts(table: Table, who: Guest, after_each: Callable[[], Awaitable[None]]) -> int:
    """Take a turn of Push in as many parts as it has, going away after each; return their number."""
    rng, count, game = Rng(3), 0, GAMES["push"]
    while table.mover is who and count < 12:
        # every other card can be laid or the turn ended
        actions = [one for one in who.legal if game.encode(one)[0] == 0] or who.legal
        assert isinstance(await who.do(Play(game.encode(rng.choice(actions)))), Ack)
        count += 1
        await who.visitor.gone()
        await after_each()
        await table.comes_back(who)
    return count


async def test_a_turn_of_several_parts_is_told_once_also_by_webhook_and_feed():
    async with table_with_service(webhook=True, game="push") as table:
        who = table.mover
        path = (await asked_for_feed(table, who)).removeprefix("/feed/")
        await table.leaves_open(who, table.service.browser("phone"))
        await table.pass_time(PAUSE_MS)
        first = await table.parties.feed(path, "127.0.0.1")
        await table.comes_back(who)
        feeds = []

        async def pause() -> None:
            if table.mover is who:
                feeds.append(await table.parties.feed(path, "127.0.0.1"))
            await table.pass_time(HOUR_MS)
            # another server finds the same in the log
            await table.parties.close()
            table.parties = table.server()
            await table.parties.replica(table.party)
            await table.pass_time(LEASE_MS)

        assert await turn_in_parts(table, who, pause) > 2
        assert len(table.service.told("phone")) == 1
        assert [told["event"] for told in table.service.posts if told["name"] == f"Guest {who.seat}"] == ["turn"]
        assert {*feeds} == {first}
        assert len(entries(first)) == 1


async def over_days(table: Table) -> list[Guest]:
    """Make it a table over days, and return its people with the one to move first."""
    assert isinstance(await table.guests[0].do(SetTimeLimit(7 * 24 * 3600)), Ack)
    return [table.mover, *(guest for guest in table.guests if guest is not table.mover)]


async def test_over_days_the_question_to_end_a_match_is_told_once_to_each_who_is_away():
    async with table_with_service(webhook=True) as table:
        mover, asks, other = await over_days(table)
        paths = [(await asked_for_feed(table, one)).removeprefix("/feed/") for one in (mover, asks)]
        for number, guest in enumerate((mover, other)):
            await table.leaves_open(guest, table.service.browser(f"browser-{number}"))
        await table.pass_time(PAUSE_MS)
        assert isinstance(await asks.do(EndMatch(True)), Ack)
        await table.pass_time(PAUSE_MS - 1)
        assert len(table.service.pushes) == 1, "a turn"
        for ms in (1, HOUR_MS, 24 * HOUR_MS):
            await table.pass_time(ms)
        table.parties.notifier._settled.clear()
        await table.pass_time(HOUR_MS)
        titles = [[push.data["title"] for push in table.service.told(f"browser-{number}")] for number in range(2)]
        assert titles == [["Du bist dran", "Partie beenden?"], ["Partie beenden?"]]
        text = table.service.told("browser-1")[0].data["text"]
        assert text == f"Guest {asks.seat} möchte Nein Danke! beenden. Bist du einverstanden?"
        assert sorted(told["event"] for told in table.service.posts) == ["ask", "ask", "turn"]
        feeds = [entries(await table.parties.feed(path, "127.0.0.1")) for path in paths]
        assert [[title for _, title in feed] for feed in feeds] == [["Du bist dran", "Partie beenden?"], []]


async def test_a_question_that_was_answered_meanwhile_is_not_told(table):
    _, asks, other = await over_days(table)
    await table.leaves_open(other, table.service.browser("phone"))
    for yes in (True, False):
        assert isinstance(await asks.do(EndMatch(yes)), Ack)
    await table.pass_time(HOUR_MS)
    assert table.service.pushes == []


async def test_a_match_ended_by_agreement_is_told_once_to_those_who_were_away():
    async with table_with_service(webhook=True) as table:
        _, last, away = await over_days(table)
        path = (await asked_for_feed(table, away)).removeprefix("/feed/")
        for guest in table.guests:
            if guest is not last:
                assert isinstance(await guest.do(EndMatch(True)), Ack)
        await table.leaves_open(away, table.service.browser("phone"))
        table.clock.ms += 1_000
        assert isinstance(await last.do(EndMatch(True)), Ack)
        await last.visitor.gone()
        await table.pass_time(PAUSE_MS)
        await table.parties.close()
        table.parties = table.server()
        await table.parties.replica(table.party)
        await table.pass_time(LEASE_MS)
        await table.pass_time(24 * HOUR_MS)
        (push,) = table.service.pushes
        assert push.data["title"] == "Die Partie wurde beendet"
        assert [(told["event"], told["name"]) for told in table.service.posts] == [("ended", f"Guest {away.seat}")]
        assert [title for _, title in entries(await table.parties.feed(path, "127.0.0.1"))] == [push.data["title"]]


async def test_a_match_that_ended_meanwhile_is_told_to_those_who_were_away(table):
    rng, away = Rng(1), table.guests[2]
    for number, guest in enumerate(table.guests):
        await table.wish(guest, table.service.browser(f"browser-{number}"))
    await away.visitor.gone()
    while table.mover is not away:
        await act(table.mover, rng)
    table.clock.ms += GRACE_MS
    assert isinstance(await table.guests[0].do(StandIn(2, True)), Ack)
    await play_on(table.guests[:2], rng)
    # somebody who has seen the result and then goes is told nothing
    table.clock.ms += 1_000
    await table.guests[0].visitor.gone()
    await table.pass_time(PAUSE_MS)
    await table.pass_time(HOUR_MS)
    assert [push.browser for push in table.service.pushes] == ["browser-2"]
    assert table.service.pushes[0].data["title"] == "Die Partie ist zu Ende"


async def test_a_notice_that_is_late_waits_for_the_end_of_the_night(table):
    who = table.mover
    minute = table.clock.ms % DAY_MS // 60_000
    assert isinstance(await who.do(KeepQuiet(0, (minute + 30) % 1440, (minute + 90) % 1440, 0, 0)), Ack)
    await table.leaves_open(who, table.service.browser("phone"))
    # no server has looked before the night began
    await table.pass_time(HOUR_MS)
    assert table.service.pushes == []
    await table.pass_time(HOUR_MS)
    assert len(table.service.told("phone")) == 1


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


async def test_a_turn_that_was_taken_meanwhile_is_not_told_again(table):
    who = table.mover
    await table.leaves_open(who, table.service.browser("phone"))
    table.service.answers = [(503, {})]
    await table.pass_time(PAUSE_MS)
    await table.comes_back(who)
    await act(who, Rng(1))
    await who.visitor.gone()
    if table.mover is not who:
        await table.pass_time(HOUR_MS)
        assert len(table.service.pushes) == 1


async def test_subscriptions_go_with_the_seat_and_stand_in_no_log(table, caplog):
    guests = table.guests
    for number, guest in enumerate(guests):
        await table.wish(guest, table.service.browser(f"browser-{number}"))
    assert len(await table.attachments()) == 3
    keys = [part for browser in table.service.browsers.values() for part in browser.subscription.values()][:9]
    told = "\n".join([*await table.ledger.read(table.party), caplog.text, *(t for g in guests for t in g.texts)])
    assert not any(key in told for key in keys if len(key) > 2)
    beside = "".join((await table.attachments()).values())
    assert not any(guest.token in beside for guest in guests)
    await guests[1].do(Leave())
    assert {key.split(" ")[1] for key in await table.attachments()} == {
        token_hash(guests[0].token),
        token_hash(guests[2].token),
    }
    await guests[0].do(Kick(2))
    assert {key.split(" ")[1] for key in await table.attachments()} == {token_hash(guests[0].token)}
    await table.wish(guests[0], table.service.browsers["browser-0"], on=False)
    assert await table.attachments() == {}


async def test_a_seat_has_few_browsers_and_only_its_own_device_subscribes(table):
    who = table.mover
    for number in range(MOST_BROWSERS + 3):
        assert (await table.wish(who, table.service.browser(f"browser-{number}"))).seats == 1
    assert len(await table.attachments()) == MOST_BROWSERS
    assert any(f"browser-{MOST_BROWSERS + 2}" in text for text in (await table.attachments()).values())
    stranger = Guest(table.parties, token(9))
    assert (await table.wish(stranger, table.service.browser("foreign"))).seats == 0
    await stranger.say(
        TellMe(
            (SeatQuery("house", "x"), SeatQuery("0" * 24, "x"), SeatQuery("../x", "x")),
            "https://a.bc",
            "",
            "",
            "de",
            True,
        )
    )
    assert stranger.last(NoticeOffer).seats == 0
    assert len(await table.attachments()) == MOST_BROWSERS


async def test_wishes_are_bounded_by_number_and_address(table):
    who = table.guests[0]
    for _ in range(WISHES[0]):
        await who.say(TellMe((), "", "", "", "de", True))
    assert who.last(NoticeOffer) == NoticeOffer(table.web_push.public, 0)
    await who.say(TellMe((), "", "", "", "de", True))
    assert who.heard[-1] == Nak("", "slow_down")
    assert who.closed is None
    subscription = table.service.browser("phone").subscription
    await who.say(TellMe((SeatQuery(table.party, who.token),) * (MOST_SEATS + 1), **subscription, on=True))
    assert who.closed == Close.POLICY


@pytest.mark.parametrize(
    "endpoint",
    [
        "http://push.example.org/x",
        "https://127.0.0.1/x",
        "https://[::1]/x",
        "https://localhost/x",
        "https://10.0.0.1/x",
        "https://push.example.org:8443/x",
        "https://me@push.example.org/x",
        "https://push.example.org/a b",
        "https://push.example.org/" + "x" * 1024,
        "https://127.1/x",
        "https://0x7f.0.0.1/x",
        "ftp://push.example.org/x",
        "https://:443/x",
        "https://push.example.org\\@127.0.0.1/x",
        "nonsense",
    ],
)
async def test_addresses_inside_a_network_are_refused(table, endpoint):
    who = table.guests[0]
    subscription = {**table.service.browser("phone").subscription, "endpoint": endpoint}
    await who.say(TellMe((SeatQuery(table.party, who.token),), **subscription, on=True))
    assert who.closed == Close.POLICY
    assert await table.attachments() == {}


@pytest.mark.parametrize(
    ("field", "value"), [("p256dh", "AAAA"), ("p256dh", "!"), ("auth", "AAAA"), ("auth", "ä"), ("language", "xx")]
)
async def test_wrong_keys_and_languages_are_refused(table, field, value):
    who = table.guests[0]
    subscription = table.service.browser("phone").subscription
    await who.say(TellMe((SeatQuery(table.party, who.token),), **{**subscription, field: value}, on=True))
    assert who.closed == Close.POLICY
    assert await table.attachments() == {}


@pytest.mark.parametrize(
    ("address", "public"),
    [
        ("93.184.216.34", True),
        ("2606:2800:220:1::1", True),
        ("127.0.0.1", False),
        ("10.1.2.3", False),
        ("172.16.0.1", False),
        ("192.168.1.1", False),
        ("169.254.169.254", False),
        ("100.64.0.1", False),
        ("0.0.0.0", False),
        ("224.0.0.1", False),
        ("::1", False),
        ("fe80::1", False),
        ("fd00::1", False),
        ("::ffff:127.0.0.1", False),
        ("2002:7f00:1::", False),
        # IPv4 behind a translator of networks that have IPv6 alone, and obsolete forms of it
        ("64:ff9b::5db8:d822", True),
        ("64:ff9b::a00:1", False),
        ("64:ff9b:1::a00:1", False),
        ("::a00:1", False),
        ("::ffff:0:a00:1", False),
        ("fec0::1", False),
    ],
)
def test_private_addresses_are_known(address, public):
    assert is_public(address) == public


async def test_a_public_name_that_leads_into_the_network_is_not_connected_to(monkeypatch):
    asked = []

    async def resolve(host, port, **_):
        asked.append(host)
        return [(0, 0, 0, "", ("93.184.216.34", port)), (0, 0, 0, "", ("10.0.0.5", port))]

    monkeypatch.setattr(asyncio.get_running_loop(), "getaddrinfo", resolve)
    with pytest.raises(ForbiddenAddress):
        await post("https://rebinding.example.org/x", {}, b"")
    assert asked == ["rebinding.example.org"]


async def test_a_notice_lasts_no_longer_at_the_service_than_there_is_something_to_do(table):
    who = table.mover
    assert isinstance(await table.guests[0].do(SetTimeLimit(OVER_DAYS_S * 2)), Ack)
    await table.leaves_open(who, table.service.browser("phone"))
    table.service.answers = [(503, {})]
    await table.pass_time(PAUSE_MS)
    await table.pass_time(HOUR_MS)
    due_ms = table.parties._replicas[table.party].party.due_ms
    first, second = table.service.pushes
    assert int(first.headers["ttl"]) == (due_ms - table.clock.ms + HOUR_MS) // 1000
    assert int(second.headers["ttl"]) == (due_ms - table.clock.ms) // 1000
    assert second.headers["urgency"] == "normal", "over days a low battery may be spared"


async def test_a_notice_at_a_table_where_others_wait_is_urgent_and_is_kept_for_days(table):
    await table.leaves_open(table.mover, table.service.browser("phone"))
    await table.pass_time(PAUSE_MS)
    (push,) = table.service.pushes
    assert (push.headers["urgency"], int(push.headers["ttl"])) == ("high", LIFETIME_S)


async def test_the_end_replaces_an_unread_turn(table):
    who, rng = table.mover, Rng(1)
    await table.leaves_open(who, table.service.browser("phone"))
    await table.pass_time(PAUSE_MS)
    others = [guest for guest in table.guests if guest is not who]
    table.clock.ms += GRACE_MS
    assert isinstance(await others[0].do(StandIn(who.seat, True)), Ack)
    await play_on(others, rng)
    await table.pass_time(PAUSE_MS)
    turn, end = table.service.told("phone")
    assert (turn.data["title"], end.data["title"]) == ("Du bist dran", "Die Partie ist zu Ende")
    assert turn.headers["topic"] == end.headers["topic"]
    assert end.headers["urgency"] == "normal"


async def test_a_browser_that_subscribed_with_another_key_is_not_called_and_gives_way_first(table):
    who = table.mover
    await table.wish(who, table.service.browser("before"))
    table.web_push = WebPush(new_key(), "mailto:host@example.org", [table.service.origin])
    table.parties.notifier._channels = table.channels._replace(web_push=table.web_push)
    for number in range(MOST_BROWSERS - 1):
        await table.wish(who, table.service.browser(f"after-{number}"))
    await who.visitor.gone()
    await table.pass_time(PAUSE_MS)
    assert sorted(push.browser for push in table.service.pushes) == ["after-0", "after-1", "after-2"]
    assert {push.sender for push in table.service.pushes} == {table.web_push.public}
    await table.comes_back(who)
    await table.wish(who, table.service.browser("last"))
    there = "".join((await table.attachments()).values())
    assert "/before" not in there
    assert all(f"/{name}" in there for name in ("after-0", "after-1", "after-2", "last"))


async def test_a_browser_stored_by_an_older_server_is_told(table):
    who = table.mover
    await table.leaves_open(who, table.service.browser("phone"))
    ((key, text),) = (await table.attachments()).items()
    older = {name: value for name, value in json.loads(text).items() if name != "key"}
    await table.ledger.attach(table.party, key, json.dumps(older))
    await table.pass_time(PAUSE_MS)
    assert len(table.service.told("phone")) == 1


async def test_a_token_of_a_seat_that_was_given_up_gets_neither_pushes_nor_a_feed(table):
    who = table.guests[2]
    await table.wish(who, table.service.browser("phone"))
    path = await asked_for_feed(table, who)
    assert await table.parties.feed(path.removeprefix("/feed/"), "127.0.0.1")
    await who.do(Leave())
    thief = Guest(table.parties, who.token)
    await thief.say(
        TellMe((SeatQuery(table.party, who.token),), **table.service.browser("thief").subscription, on=True)
    )
    assert thief.last(NoticeOffer).seats == 0
    await thief.say(AskFeed(SeatQuery(table.party, who.token), "de", True))
    assert thief.last(Feed) == Feed("", False)
    await thief.say(FindFeed(SeatQuery(table.party, who.token)))
    assert thief.last(Feed) == Feed("", False)
    assert await table.parties.feed(path.removeprefix("/feed/"), "127.0.0.1") == ""
    assert await table.attachments() == {}


async def test_a_silent_service_of_one_table_does_not_hold_up_another(table, monkeypatch):
    monkeypatch.setattr(http_post, "PATIENCE_S", 30.0)
    await table.leaves_open(table.mover, table.service.browser("silent"))
    table.service.answers = [(SILENCE, {})]
    heard = asyncio.Event()
    table.service.heard = lambda _push: heard.set()
    table.clock.ms += PAUSE_MS
    table.parties.notifier.look([*table.parties._replicas.values()])
    async with asyncio.timeout(20):
        await heard.wait()
        assert table.parties.notifier.is_sending(table.party)
        guests = await started(table.parties, "push", 2)
        who, name = mover(guests), [*table.parties._replicas][-1]
        subscription = table.service.browser("other").subscription
        await who.say(TellMe((SeatQuery(name, who.token),), **subscription, on=True))
        await who.visitor.gone()
        table.clock.ms += PAUSE_MS
        table.parties.notifier.look([*table.parties._replicas.values()])
        while not table.service.told("other"):
            await asyncio.sleep(0.01)
    assert table.parties.notifier.is_sending(table.party), "it is still silent"


async def test_the_longest_names_fit_into_a_push(service):
    table = Table(service)
    table.guests = await gathered(table.parties, "nein_danke", 5)
    table.party = next(iter(table.parties._replicas))
    for guest in table.guests:
        assert isinstance(await guest.sit(guest.seat, f"{guest.seat}" + "\U0001f9d1" * 30), Ack)
    assert isinstance(await table.guests[0].do(Start()), Ack)
    await table.leaves_open(table.mover, service.browser("phone"))
    await table.pass_time(PAUSE_MS)
    (push,) = service.told("phone")
    assert push.data["text"].count("\U0001f9d1") == 4 * (LONGEST_NAME - 1)
    await table.parties.close()


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


async def test_the_operators_webhook_is_told_of_everybody(service):
    table = Table(service, f"{service.origin}/hook")
    await table.begin()
    who = table.mover
    await who.visitor.gone()
    await table.pass_time(PAUSE_MS)
    await table.pass_time(HOUR_MS)
    (told,) = service.posts
    assert (told["event"], told["game"], told["name"]) == ("turn", "nein_danke", f"Guest {who.seat}")
    assert told["text"]["de"].startswith(f"Guest {who.seat} ist dran: Nein Danke! mit ")
    assert told["text"]["en"].startswith(f"It’s Guest {who.seat}’s turn: Nein Danke! with ")
    assert table.party not in str(told)
    await table.parties.close()


async def asked_for_feed(table: Table, guest: Guest, on: bool = True) -> str:
    """Return the path of a seat's new feed."""
    await guest.say(AskFeed(SeatQuery(table.party, guest.token), "de", on))
    return guest.last(Feed).path


def entries(text: str) -> list[tuple[str, str]]:
    """Return the ids and titles of a feed's entries."""
    atom = {"a": "http://www.w3.org/2005/Atom"}
    rows = ElementTree.fromstring(text).findall("a:entry", atom)
    return [(row.find("a:id", atom).text, row.find("a:title", atom).text) for row in rows]


async def test_a_feed_tells_of_the_seats_turns_and_can_be_revoked(table):
    who = table.mover
    other = table.guests[who.seat - 1]
    path, waiting = await asked_for_feed(table, who), await asked_for_feed(table, other)
    gate = WebServer(table.parties, None)
    port = await gate.open("127.0.0.1", 0)

    async def fetched(at: str) -> tuple[int, str]:
        found = await asyncio.to_thread(get, port, at)
        assert who.token not in found[1]
        assert table.party not in found[1]
        return found

    try:
        status, text = await fetched(path)
        assert status == 200
        assert [title for _, title in entries(text)] == ["Du bist dran"]
        assert entries((await fetched(waiting))[1]) == []
        assert (await fetched(path))[1] == text, "nothing new"
        await act(who, Rng(3))
        assert entries((await fetched(path))[1]) != entries(text)
        again = await asked_for_feed(table, who)
        assert again != path
        assert (await fetched(path))[0] == 404
        assert (await fetched(again))[0] == 200
        assert await asked_for_feed(table, who, on=False) == ""
        assert (await fetched(again))[0] == 404
        for nonsense in ("/feed/", f"/feed/{'0' * 32}", "/feed/../house", "/feed/%00"):
            assert (await fetched(nonsense))[0] == 404
        await other.do(Leave())
        assert (await fetched(waiting))[0] == 404
        statuses = [(await fetched("/feed/x"))[0] for _ in range(SEATS_ASKED[0])]
        assert statuses[-1] == 429
    finally:
        await gate.close()


def get(port: int, path: str) -> tuple[int, str]:
    """Return the status and the body of a page."""
    return fetch(port, path)[::2]


def fetch(port: int, path: str, **heads: str) -> tuple[int, dict[str, str], str]:
    """Return the status, the headers and the body of a page."""
    with closing(http.client.HTTPConnection("127.0.0.1", port, timeout=10)) as connection:
        connection.request("GET", path, headers={name.replace("_", "-"): value for name, value in heads.items()})
        answer = connection.getresponse()
        return answer.status, dict(answer.getheaders()), answer.read().decode()


async def test_a_feed_is_valid_atom_and_is_sent_anew_only_when_it_has_changed(table):
    rng, who = Rng(3), table.mover
    path = await asked_for_feed(table, who)
    gate = WebServer(table.parties, None)
    port = await gate.open("127.0.0.1", 0)
    names = {"a": "http://www.w3.org/2005/Atom"}
    try:
        status, heads, text = await asyncio.to_thread(fetch, port, path)
        assert (status, heads["Content-Type"]) == (200, "application/atom+xml; charset=utf-8")
        root = ElementTree.fromstring(text)
        # RFC 4287, 4.1.1 and 4.1.2
        for parts in (root, root.find("a:entry", names)):
            for name in ("id", "title", "updated"):
                (part,) = parts.findall(f"a:{name}", names)
                assert part.text
            assert uuid.UUID(parts.find("a:id", names).text.removeprefix("urn:uuid:"))
            assert datetime.fromisoformat(parts.find("a:updated", names).text).timestamp() * 1000 <= table.clock.ms
        assert root.find("a:author/a:name", names).text
        assert root.find("a:entry/a:content", names).text
        (link,) = root.findall("a:link[@rel='self']", names)
        assert urljoin(f"https://cards.example.org{path}", link.get("href")) == f"https://cards.example.org{path}"
        for known in (heads["ETag"], f'"other", W/{heads["ETag"]}'):
            status, again, body = await asyncio.to_thread(fetch, port, path, If_None_Match=known)
            assert (status, again["ETag"], body) == (304, heads["ETag"], "")
        first = entries(text)
        await act(who, rng)
        table.clock.ms += HOUR_MS
        while table.mover is not who:
            await act(table.mover, rng)
        status, later, text = await asyncio.to_thread(fetch, port, path, If_None_Match=heads["ETag"])
        assert status == 200
        assert later["ETag"] != heads["ETag"]
        assert {id_ for id_, _ in entries(text)}.isdisjoint(id_ for id_, _ in first), "another turn is another entry"
    finally:
        await gate.close()


async def test_a_webhooks_messages_are_signed_and_repeated_with_the_same_id(service, tmp_path, monkeypatch):
    monkeypatch.setattr(http_post, "PATIENCE_S", 2.0)
    file = tmp_path / "secret"
    file.write_text(f"whsec_{base64.b64encode(bytes(range(32))).decode()}\n", encoding="ascii")
    options = ChannelOptions("", None, "", f"{service.origin}/hook", file, [service.origin])
    table = Table(service)
    table.channels = await open_channels(table.ledger, options, WORDS)
    await table.parties.close()
    table.parties = table.server()
    await table.begin()
    service.answers = [(503, {})] * 20
    await table.mover.visitor.gone()
    for _ in range(12):
        await table.pass_time(HOUR_MS)
    assert len(service.post_heads) == MOST_TRIES
    for heads, body in zip(service.post_heads, service.post_bodies, strict=True):
        said = f"{heads['webhook-id']}.{heads['webhook-timestamp']}.".encode() + body
        digest = hmac.digest(bytes(range(32)), said, "sha256")
        assert heads["webhook-signature"] == f"v1,{base64.b64encode(digest).decode()}"
        assert abs(int(heads["webhook-timestamp"]) - time.time()) < 300
    assert len({heads["webhook-id"] for heads in service.post_heads}) == 1
    await table.parties.close()


@pytest.mark.parametrize("text", ["", "short", "whsec_%%%%", "QUJD", "ä" * 40])
async def test_an_unusable_webhook_key_is_refused_at_the_start(tmp_path, text):
    file = tmp_path / "secret"
    file.write_text(text, encoding="utf-8")
    for path in (file, tmp_path / "missing"):
        options = ChannelOptions("", None, "", "https://example.org/hook", path, [])
        with pytest.raises(InvalidOption, match="--webhook-key"):
            await open_channels(MemoryLedger(), options, WORDS)


async def test_a_key_is_checked_and_tells_its_public_half():
    with pytest.raises(InvalidKeyFile):
        WebPush("nonsense", "mailto:a@b.cd")
    pem = new_key()
    assert WebPush(pem, "mailto:a@b.cd").public == WebPush(pem, "mailto:a@b.cd").public
    assert len(WebPush(pem, "mailto:a@b.cd").public) == 87
