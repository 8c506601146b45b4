"""A device's lines to a server: by the page's own means, and natively in a thread."""

from __future__ import annotations

import asyncio
import time

import pygame
from stand_in import Bridge

from game.host import device
from game.host.native_line import BROKEN, NativeLine
from game.host.page import Page
from game.registry import GAMES
from game.server.gate import Gate
from game.server.ledger import MemoryLedger
from game.server.parties import Parties
from game.wire.messages import ASKED, VERSION, Close, Hello, Ping, Pong, answered, packed
from game.wire.way import PATH


def test_a_page_s_lines_are_heard_with_what_happens_on_the_page(stand_in, monkeypatch):
    script = stand_in()
    page = Page(Bridge(script))
    monkeypatch.setattr(device, "page", page)
    pygame.display.init()
    assert device.can_connect()
    first, second = device.connect(), device.connect("wss://cards.example.org/party")
    assert script.dialled == ["ws://127.0.0.1:8790/party", "wss://cards.example.org/party"]
    first.send("Grüße 1")
    assert script.talked == [(1, "Grüße 1")]
    script.happened += [
        {"kind": "line", "number": 1, "text": "Größe"},
        {"kind": "line", "number": 2, "text": "other"},
        {"kind": "line", "number": 1, "text": str(2**128)},
    ]
    device.events()
    assert (first.take(), first.take(), second.take()) == (["Größe", str(2**128)], [], ["other"])
    script.happened.append({"kind": "line", "number": 2, "closed": 4004})
    device.events()
    assert (first.closed, second.closed) == (None, 4004)
    first.close()
    # a text that was on its way when the line ended is nobody's
    script.happened.append({"kind": "line", "number": 1, "text": "late"})
    device.events()
    assert (first.closed, first.take()) == (1000, [])


async def until(said, line: NativeLine) -> list[str]:
    """What is heard until ``said`` is true of it."""
    heard: list[str] = []
    end = time.monotonic() + 5
    while not said(heard):
        assert time.monotonic() < end
        await asyncio.sleep(0.002)
        heard += line.take()
    return heard


def test_a_native_line_carries_texts_and_says_why_it_ended():
    async def story():
        gate = Gate(Parties(MemoryLedger(), GAMES, lambda: 1), None)
        port = await gate.open("127.0.0.1", 0)
        line, other = (NativeLine(f"ws://127.0.0.1:{port}{PATH}") for _ in range(2))
        # before it is open
        line.send(packed(ASKED, Ping(1)))
        line.send(packed(ASKED, Ping(2)))
        heard = await until(lambda heard: len(heard) == 2, line)
        assert [answered(text) for text in heard] == [Pong(1, 1), Pong(2, 1)]
        line.send(packed(ASKED, Hello(VERSION, "nowhere", "", "", "p", -1, "")))
        await until(lambda _: line.closed == Close.NO_PARTY, line)
        line.send("into a closed line it is lost")
        other.close()
        await until(lambda _: other.closed == Close.DONE, other)
        await gate.close()
        nobody = NativeLine(f"ws://127.0.0.1:{port}{PATH}")
        await until(lambda _: nobody.closed == BROKEN, nobody)

    asyncio.run(story())
