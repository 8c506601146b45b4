"""A device's connections to a server: by the page's own means, and natively in a thread."""

import asyncio
from hashlib import sha256

import pygame
from memory_ledger import MemoryLedger
from stand_in import Bridge
from web_server_client import get

from game.catalogue.registry import GAMES
from game.host import device
from game.host.native_connection import BROKEN, NativeConnection
from game.host.page import WebPage
from game.server.metrics import MeasuredLedger
from game.server.parties import Parties
from game.server.party import Party
from game.server.web_server import FIGURES, WebServer
from game.wire.commands import Command, Kick, Lock, Play, Sit, Start
from game.wire.join_link import PATH
from game.wire.messages import (
    CLIENT_CODEC,
    VERSION,
    Ack,
    ClientMessage,
    Close,
    Hello,
    Nak,
    Open,
    Opened,
    PartyUpdate,
    Ping,
    Pong,
    Request,
    Welcome,
    message_text,
    read_answer,
)


def test_connections_of_a_page_report_texts_and_their_end(stand_in, monkeypatch):
    script = stand_in()
    page = WebPage(Bridge(script))
    monkeypatch.setattr(device, "page", page)
    pygame.display.init()
    assert device.page.can_connect()
    page.server, own = "", page.server
    assert not device.page.can_connect(), "the policy of a page without a server"
    page.server = own
    first, second = device.page.connect(), device.page.connect("wss://cards.example.org/party")
    assert script.dialled == ["ws://127.0.0.1:8790/party", "wss://cards.example.org/party"]
    first.send("Grüße 1")
    assert script.talked == [(1, "Grüße 1")]
    script.happened += [
        {"kind": "line", "number": 1, "text": "Größe"},
        {"kind": "line", "number": 2, "text": "other"},
        {"kind": "line", "number": 1, "text": str(2**128)},
    ]
    device.page.events()
    assert (first.take(), first.take(), second.take()) == (["Größe", str(2**128)], [], ["other"])
    script.happened.append({"kind": "line", "number": 2, "closed": 4004})
    device.page.events()
    assert (first.closed, second.closed) == (None, 4004)
    first.close()
    # a text that was under way when the connection ended is dropped
    script.happened.append({"kind": "line", "number": 1, "text": "late"})
    device.page.events()
    assert (first.closed, first.take()) == (1000, [])


async def until(said, line: NativeConnection) -> list[str]:
    """Return the received events once ``said`` is true of them."""
    heard: list[str] = []
    while not said(heard):
        await asyncio.sleep(0.002)
        heard += line.take()
    return heard


async def test_a_native_connection_carries_texts_and_says_why_it_ended():
    gate = WebServer(Parties(MemoryLedger(), GAMES, lambda: 1), None)
    port = await gate.open("127.0.0.1", 0)
    line, other = (NativeConnection(f"ws://127.0.0.1:{port}{PATH}") for _ in range(2))
    # before it is open
    line.send(message_text(CLIENT_CODEC, Ping(1)))
    line.send(message_text(CLIENT_CODEC, Ping(2)))
    heard = await until(lambda heard: len(heard) == 2, line)
    assert [read_answer(text) for text in heard] == [Pong(1, 1), Pong(2, 1)]
    line.send(message_text(CLIENT_CODEC, Hello(VERSION, "nowhere", "", "", "p", -1, "")))
    await until(lambda _: line.closed == Close.NO_PARTY, line)
    line.send("into a closed line it is lost")
    other.close()
    await until(lambda _: other.closed == Close.DONE, other)
    await gate.close()
    nobody = NativeConnection(f"ws://127.0.0.1:{port}{PATH}")
    await until(lambda _: nobody.closed == BROKEN, nobody)


class Talker:
    """A device that says something and waits for the answer."""

    def __init__(self, port: int, token: str) -> None:
        self.token, self.n, self.count = token, -1, 0
        self.line = NativeConnection(f"ws://127.0.0.1:{port}{PATH}")

    async def ask(self, message: ClientMessage, kind: type) -> object:
        self.line.send(message_text(CLIENT_CODEC, message))
        heard: list[object] = []
        while not any(isinstance(one, kind) for one in heard):
            new = [read_answer(text) for text in await until(lambda texts: texts or self.line.closed, self.line)]
            assert new, self.line.closed
            for one in new:
                if isinstance(one, Welcome | PartyUpdate):
                    self.n = one.n
            heard += new
        return next(one for one in heard if isinstance(one, kind))

    async def do(self, command: Command) -> object:
        self.count += 1
        return await self.ask(Request(f"x{self.count}", self.n, command), Ack | Nak)

    async def come(self, party: str) -> None:
        await self.ask(Hello(VERSION, party, "", self.token, "page", -1, ""), Welcome)


def test_no_secret_of_a_seat_or_a_deal_is_ever_logged(caplog, capfd, monkeypatch):
    """Search the logs, at their lowest level, of the server, of a program at the other end and of their library."""
    secrets = [sha256(name).hexdigest()[:32] for name in (b"first", b"second")]

    async def story():
        ledger = MeasuredLedger(MemoryLedger())
        parties = Parties(ledger, GAMES, lambda: 10**12, pause_ms=0)
        gate = WebServer(parties, None, figures=ledger.metrics)
        port = await gate.open("127.0.0.1", 0)
        first, second = (Talker(port, token) for token in secrets)
        party = (await first.ask(Open(VERSION, "push", {}), Opened)).party
        for seat, one in enumerate((first, second)):
            await one.come(party)
            assert isinstance(await one.do(Sit(seat, f"Guest {seat}", "fox", one.token)), Ack)
        # refused, played, broken by an error of ours, and nonsense with a secret in it
        assert isinstance(await second.do(Sit(0, "Ben", "fox", second.token)), Nak)
        assert isinstance(await second.do(Kick(0)), Nak)
        assert isinstance(await first.do(Start()), Ack)
        there = (await parties.replica(party)).party
        match, mover = there.match, (first, second)[there.to_move]
        mover.n = there.length - 1
        assert isinstance(await mover.do(Play(match.game.encode(match.game.legal_actions(match.state)[0]))), Ack)
        with monkeypatch.context() as broken:
            broken.setattr(Party, "prepare", lambda _party, entry: {}[entry])
            assert (await first.do(Lock(True))).reason == "failed"
        second.line.send(message_text(CLIENT_CODEC, Hello(VERSION + 1, party, "", second.token, "page", -1, "")))
        await until(lambda _: second.line.closed == Close.OLD_SERVER, second.line)
        back = Talker(port, second.token)
        await back.come(party)
        back.line.send(f'{{"is":"Hello","token":"{back.token}"}}')
        await until(lambda _: back.line.closed == Close.POLICY, back.line)
        figures = (await get(port, FIGURES))[2].decode()
        await gate.close()
        return [*secrets, *there.deal], figures

    with caplog.at_level(1):
        hidden, figures = asyncio.run(story())
    assert "A request failed" in caplog.text, "what goes wrong is told"
    written = "".join([caplog.text, figures, *capfd.readouterr()])
    # the library cuts long texts in the middle: no part of a secret is there
    for secret in hidden:
        assert not [secret[at : at + 12] for at in range(21) if secret[at : at + 12] in written]
