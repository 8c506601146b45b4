"""Lines within one program, with all that can happen to a line: texts late, twice or never, and ends unlike."""

from collections import deque

from game.server.client_connection import ClientConnection
from game.server.parties import Parties
from game.wire.messages import Close

#: what can happen to a line in one round
FAULTS = ("late", "lost", "twice", "half_open", "reset", "old_and_new")


class PlainWire:
    """A line that carries every text, when :meth:`carry` is called."""

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
        """The device lets go; the other end hears of it at once, unless the line is half open."""
        if self.closed is None:
            self.closed = 1006

    async def carry(self, fault: str = "") -> None:
        """Carry what was said in both directions."""
        if fault == "reset":
            self.closed = 1006
        if fault == "half_open":
            self.is_half_open = True
        if self.closed is not None and not self.is_half_open and not self._gone:
            self._gone = True
            # texts on their way may still come
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
    """All lines to a server; the newest of a device last."""

    def __init__(self, parties: Parties) -> None:
        self.parties = parties
        self.wires: list[PlainWire] = []

    def connect(self) -> PlainWire:
        self.wires.append(PlainWire(self.parties))
        return self.wires[-1]

    async def carry(self, faults: dict[int, str]) -> None:
        """A round on every line; a half-open one is heard of by the server long after."""
        for number, wire in enumerate([*self.wires]):
            await wire.carry(faults.get(number % 4, ""))
