"""Feeds of a seat's turns, and the operator's signed webhook."""

import asyncio
import base64
import hmac
import time
import uuid
from collections.abc import Awaitable, Callable
from datetime import datetime
from urllib.parse import urljoin
from xml.etree import ElementTree

import pytest
from guests import Guest, act
from memory_ledger import MemoryLedger
from notice_table import HOUR_MS, WORDS, Table, asked_for_feed, entries, fetch, table_with_service

from game.catalogue.registry import GAMES
from game.core.rng import Rng
from game.server import http_post
from game.server.notice_channels import ChannelOptions, InvalidOption, open_channels
from game.server.notices import MOST_TRIES, PAUSE_MS
from game.server.parties import SEATS_ASKED
from game.server.replica import LEASE_MS
from game.server.web_server import WebServer
from game.wire.commands import Leave, Play
from game.wire.messages import (
    Ack,
    AskFeed,
    Feed,
    FindFeed,
    NoticeOffer,
    SeatQuery,
    TellMe,
)


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
