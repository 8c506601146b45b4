"""A page and the host that it came from: it can connect there, and to no other host."""

import asyncio
import threading
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest
from memory_ledger import MemoryLedger

from game.catalogue.registry import GAMES
from game.server.parties import Parties
from game.server.static_site import StaticSite
from game.server.web_server import WebServer
from game.wire.messages import CLIENT_CODEC, VERSION, Opened, Ping, Pong, message_text, read_answer
from game.wire.messages import Open as OpenParty

#: messages are recorded here on their way to the game
LISTENING = """() => {
  const plain = kartenkiste.takeEvents;
  window.heard = [];
  kartenkiste.takeEvents = () => {
    const text = plain();
    if (text) heard.push(...JSON.parse(text).filter(event => event.kind === "line"));
    return text;
  };
  setInterval(() => kartenkiste.takeEvents(), 20);
  return JSON.parse(kartenkiste.startInfo()).server;
}"""
DIAL = "address => kartenkiste.connect(JSON.stringify(address))"
CALL = """([address, ...texts]) => {
    const number = kartenkiste.connect(JSON.stringify(address));
    texts.forEach(text => kartenkiste.send(number, JSON.stringify(text)));
    return number;
}"""
TALK = "([number, text]) => kartenkiste.send(number, JSON.stringify(text))"


@pytest.fixture
def host(site: Path) -> Iterator[str]:
    """Return the address of a host, which runs in a thread."""
    opened, ending, found = threading.Event(), threading.Event(), []

    async def run() -> None:
        gate = WebServer(Parties(MemoryLedger(), GAMES, lambda: 1_700_000_000_000), StaticSite(site))
        found.append(f"http://127.0.0.1:{await gate.open('127.0.0.1', 0)}/")
        opened.set()
        await asyncio.to_thread(ending.wait)
        await gate.close()

    thread = threading.Thread(target=asyncio.run, args=(run(),))
    thread.start()
    assert opened.wait(30)
    yield found[0]
    ending.set()
    thread.join(30)


def heard(page: Any, count: int) -> list[dict[str, Any]]:
    """Return the first so many events of connections."""
    page.wait_for_function("count => heard.length >= count", arg=count)
    return list(page.evaluate("heard"))


@pytest.mark.every_engine
def test_a_page_connects_only_to_the_host_that_it_came_from(visit, host):
    guest = visit(base=host)
    guest.expected += ("policy: connect-src", "Content Security Policy", "Content-Security-Policy", "violates")
    page = guest.page
    server = page.evaluate(LISTENING)
    assert server == host.replace("http", "ws") + "party"
    # before the connection is open, and in order; at once, as a server does not wait for long
    said = [message_text(CLIENT_CODEC, one) for one in (Ping(7), OpenParty(VERSION, "push", {}))]
    number = page.evaluate(CALL, [server, *said])
    told = [read_answer(event["text"]) for event in heard(page, 2)]
    assert told[0] == Pong(7, 1_700_000_000_000)
    assert isinstance(told[1], Opened)
    page.evaluate(TALK, [number, "nonsense"])
    assert heard(page, 3)[2] == {"kind": "line", "number": number, "closed": 1008}
    foreign = page.evaluate(DIAL, "wss://cards.example.org/party")
    assert heard(page, 4)[3] == {"kind": "line", "number": foreign, "closed": 1006}
    last = page.evaluate(CALL, [server, message_text(CLIENT_CODEC, Ping(8))])
    assert heard(page, 5)[4]["number"] == last
    page.evaluate("number => kartenkiste.disconnect(number)", last)
    assert heard(page, 6)[5] == {"kind": "line", "number": last, "closed": 1000}
    # a browser may report a request that the policy has blocked
    guest.strangers.clear()
