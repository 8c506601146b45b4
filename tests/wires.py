"""Connections within one program, with all the faults of real ones: texts that are late, doubled or lost."""

from collections import deque

from game.server.client_connection import ClientConnection
from game.server.parties import Parties
from game.wire.messages import Close

#: the faults of a connection in one step
FAULTS = ("late", "lost", "twice", "half_open", "reset", "old_and_new")


class PlainWire:
    """A connection that carries every text, when :meth:`carry` is called."""

    def __init__(self, parties: Parties, address: str = "127.0.0.1") -> None:
        self.closed: int | None = None
        self.up: deque[str] = deque()
        self.down: deque[str] = deque()
        self._heard: list[str] = []
        self._gone = False
        self.is_half_open = False
        self.visitor = ClientConnection(parties, self.down.append, self._shut, address)

    def _shut(self, why: Close) -> None:
        if not self.is_half_open:
            self._end = why
            self.down.append(f"close {int(why)}")

    def send(self, text: str) -> None:
        if self.closed is None:
            self.up.append(text)

    def take(self) -> list[str]:
        heard, self._heard = self._heard, []
        return heard

    def close(self) -> None:
        """Close the device's end; the other end learns of it at once, unless the connection is half open."""
        if self.closed is None:
            self.closed = 1006

    async def carry(self, fault: str = "") -> None:
        """Carry the texts of both directions."""
        if fault == "reset":
            self.closed = 1006
        if fault == "half_open":
            self.is_half_open = True
        if self.closed is not None and not self.is_half_open and not self._gone:
            self._gone = True
            # texts under way may still arrive
            while self.up:
                await self.visitor.take(self.up.popleft())
            await self.visitor.gone()
            return
        if fault == "late" or self._gone:
            return
        up, down = [*self.up], [*self.down]
        self.up.clear()
        self.down.clear()
        if self.is_half_open or fault == "lost":
            return
        for text in up:
            for _ in range(2 if fault == "twice" else 1):
                await self.visitor.take(text)
        for text in down:
            if text.startswith("close "):
                self.closed = int(text.split()[1])
            else:
                self._heard += [text] * (2 if fault == "twice" else 1)


class Net:
    """All connections to a server; the newest of a device last."""

    def __init__(self, parties: Parties) -> None:
        self.parties = parties
        self.wires: list[PlainWire] = []

    def connect(self) -> PlainWire:
        self.wires.append(PlainWire(self.parties))
        return self.wires[-1]

    async def carry(self, faults: dict[int, str]) -> None:
        """Carry a step on every connection; the server learns of a half-open one long after."""
        for number, wire in enumerate([*self.wires]):
            await wire.carry(faults.get(number % 4, ""))
