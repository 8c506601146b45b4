"""Subscriptions to notices: few for a seat, to public addresses only, with right keys."""

import asyncio
import json

import pytest
from guests import Guest, token

from game.server.http_post import ForbiddenAddress, is_public, post
from game.server.log_entries import token_hash
from game.server.notices import MOST_BROWSERS, PAUSE_MS
from game.server.parties import WISHES
from game.server.web_push import InvalidKeyFile, WebPush, new_key
from game.wire.commands import Kick, Leave
from game.wire.messages import (
    MOST_SEATS,
    Close,
    Nak,
    NoticeOffer,
    SeatQuery,
    TellMe,
)


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


async def test_a_key_is_checked_and_tells_its_public_half():
    with pytest.raises(InvalidKeyFile):
        WebPush("nonsense", "mailto:a@b.cd")
    pem = new_key()
    assert WebPush(pem, "mailto:a@b.cd").public == WebPush(pem, "mailto:a@b.cd").public
    assert len(WebPush(pem, "mailto:a@b.cd").public) == 87
