"""Notices tell nothing that is hidden: by their bytes, through every channel, and in what is logged of them."""

import asyncio
import itertools
import json
import logging
from types import SimpleNamespace

import pytest
from guests import TURNS, Guest, act, play_on
from notice_table import HOUR_MS, Table, asked_for_feed, fetch
from push_service import CLOSE, ENDLESS, PushService

from game.core.rng import Rng
from game.server import feed, http_post, parties
from game.server.chairs import GRACE_MS
from game.server.http_post import ForbiddenAddress
from game.server.log_entries import token_hash
from game.server.notices import PAUSE_MS
from game.server.web_server import WebServer
from game.wire.commands import StandIn
from game.wire.messages import SeatQuery, TellMe

#: so many deals are compared: of three seats one begins two at least
DEALS = 4
KEY = bytes(range(40))


@pytest.fixture
def begin_names(monkeypatch):
    """Return a function that gives tables and feeds the same names from now on as each time; deals stay random."""

    def begin() -> None:
        numbers = itertools.count(1)
        fixed = SimpleNamespace(token_hex=lambda count: f"{next(numbers):0{2 * count}x}", choice=lambda row: row[0])
        monkeypatch.setattr(parties, "secrets", fixed)
        monkeypatch.setattr(feed, "secrets", fixed)

    return begin


async def webhook_table(service: PushService, game: str) -> Table:
    """Return a table in a match whose server has every channel."""
    table = Table(service, f"{service.origin}/hook")
    await table.parties.close()
    table.channels = table.channels._replace(webhook_key=KEY)
    table.parties = table.server()
    await table.begin(game)
    return table


async def told(game: str, is_over: bool) -> tuple[int, str, bytes]:
    """Play until somebody is told; return their seat, the deal's secret, and every byte that they are told."""
    async with PushService() as service:
        table = await webhook_table(service, game)
        who = table.mover
        path = await asked_for_feed(table, who)
        await table.leaves_open(who, service.browser("phone", "de"), service.browser("desk", "en"))
        party = table.parties.replicas[table.party].party
        deal = party.deal
        if is_over:
            table.clock.ms += GRACE_MS
            others = [guest for guest in table.guests if guest is not who]
            await others[0].do(StandIn(who.seat, True))
            await play_on(others, Rng(1))
        await table.pass_time(PAUSE_MS)
        text = await table.parties.feed(path.removeprefix("/feed/"), "127.0.0.1")
        await table.parties.close()
        assert (len(service.pushes), len(service.post_bodies)) == (2, 1)
        pushes = sorted(json.dumps([push.data, push.headers["topic"], push.headers["ttl"]]) for push in service.pushes)
        posted = [service.post_bodies[0].decode(), service.post_heads[0]["webhook-id"]]
        whole = json.dumps([pushes, posted, text]).encode()
    secrets = [deal.seed, deal.nonce, KEY.hex()]
    secrets += [secret for guest in table.guests for secret in (guest.token, token_hash(guest.token))]
    assert [secret for secret in secrets if secret.encode() in whole] == []
    return who.seat, deal.seed, whole


@pytest.mark.parametrize("is_over", [False, True])
@pytest.mark.parametrize("game", TURNS)
async def test_notices_are_the_same_bytes_in_every_deal(begin_names, game, is_over):
    found: dict[int, dict[str, bytes]] = {}
    for _ in range(DEALS):
        begin_names()
        seat, deal, whole = await told(game, is_over)
        found.setdefault(seat, {})[deal] = whole
    assert max(map(len, found.values())) > 1, "several deals are compared"
    assert [seat for seat, row in found.items() if len({*row.values()}) > 1] == []


async def test_no_secret_is_logged_or_answered_when_everything_goes_wrong(caplog, monkeypatch):
    monkeypatch.setattr(http_post, "PATIENCE_S", 0.3)
    answers = [(status, {}) for status in (201, 404, 413, 429, 500, 403, 302, CLOSE, ENDLESS)]
    with caplog.at_level(logging.DEBUG):
        async with PushService() as service:
            table = await webhook_table(service, "nein_danke")
            rng, who, secrets = Rng(3), table.mover, []
            paths = [await asked_for_feed(table, who) for _ in range(2)]
            for number, answer in enumerate(answers):
                browser = service.browser(f"browser-{number}")
                secrets += [browser.subscription[name] for name in ("endpoint", "p256dh", "auth")]
                await table.leaves_open(table.mover, browser)
                service.answers = [answer] * 2
                await table.pass_time(PAUSE_MS)
                await table.pass_time(HOUR_MS)
                mover = table.mover
                await table.comes_back(mover)
                await act(mover, rng)
            # an error of ours, and an address that has become private
            await table.leaves_open(table.mover, browser)
            for error in (RuntimeError("broken"), ForbiddenAddress("private")):

                async def fails(*_, error=error, **__):
                    raise error

                monkeypatch.setattr("game.server.notifier.post", fails)
                monkeypatch.setattr("game.server.web_push.post", fails)
                await table.pass_time(HOUR_MS)
            secrets += [table.web_push._key.private_pem().decode().split("\n")[1], KEY.hex()]
            thief = Guest(table.parties, "e" * 32)
            wish = TellMe((SeatQuery(table.party, thief.token),), **browser.subscription, on=True)
            for one in (wish, wish._replace(endpoint="https://127.0.0.1/secret"), wish):
                await thief.say(one)
            gate = WebServer(table.parties, None)
            port = await gate.open("127.0.0.1", 0)
            try:
                wrong = (f"{paths[1]}x", f"{paths[1]}?a=b", f"{paths[1]}/%00")
                heard = [await asyncio.to_thread(fetch, port, path) for path in (*paths, *wrong)]
                await raw(port, f"POST {paths[1]} HTTP/1.1\r\nHost: a\r\n\r\n")
                await raw(port, f"GET {paths[1]} HTTP/1.1\r\nHost: 127.0.0.1\r\nHost: b\r\n\r\n")
                await raw(port, f"GET {paths[1]} nonsense\r\n\r\n")
            finally:
                await gate.close()
            assert [answer[0] for answer in heard][:2] == [404, 200]
            secrets += [path.removeprefix("/feed/") for path in paths]
            secrets += [secret for guest in (*table.guests, thief) for secret in (guest.token, token_hash(guest.token))]
    logged = caplog.text
    assert "Notices of a table could not be sent" in logged, "what is ours is told to the operator"
    assert [secret for secret in secrets if secret in logged] == []
    said = "\n".join(text for guest in (*table.guests, thief) for text in guest.texts)
    keys = [part for browser in service.browsers.values() for part in browser.subscription.values() if len(part) > 2]
    assert [key for key in keys if key in said] == []


async def raw(port: int, text: str) -> None:
    """Send bytes to a server, and wait until it closes the connection."""
    reader, writer = await asyncio.open_connection("127.0.0.1", port)
    writer.write(text.encode())
    await reader.read()
    writer.close()
