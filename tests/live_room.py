"""A party in real time without any network: its clock goes on when it is told to, and hands come when they do."""

from collections.abc import Callable, Iterable, Iterator
from contextlib import contextmanager

import pytest
from guests import Guest, ManualClock, gathered, settled
from memory_ledger import MemoryLedger

from game.catalogue.registry import GAMES
from game.core.game import Action
from game.server import live_clock, replica
from game.server.ledger import Ledger
from game.server.parties import Parties
from game.server.party import Party
from game.wire.commands import AssignSeat, LiveMove, Ready, Start
from game.wire.messages import Ack, Nak

TWIN_IT = GAMES["twin_it"]
#: of every match
SEED = "0" * 28 + "4d2a"


@contextmanager
def same_deal() -> Iterator[None]:
    """Let a match that begins have the one seed: two equal cards lie there after two flips."""
    chance = replica.secrets.token_hex
    with pytest.MonkeyPatch.context() as patched:
        patched.setattr(replica.secrets, "token_hex", lambda count: SEED if count == 16 else chance(count))
        yield


class LiveRoom:
    """A server, and guests at a table of Twin It!."""

    def __init__(self, ledger: Ledger | None = None, clock: ManualClock | None = None) -> None:
        self.clock = clock or ManualClock()
        self.ledger = ledger or MemoryLedger()
        self.parties = Parties(self.ledger, GAMES, self.clock, pause_ms=0)
        self.guests: list[Guest] = []

    async def begin(self, people: int, bots: int = 0, options: dict | None = None, level: str = "hard") -> None:
        """Let so many sit down, and deal."""
        self.guests = await gathered(self.parties, "twin_it", people, options or {})
        for seat in range(people, people + bots):
            assert isinstance(await self.guests[0].do(AssignSeat(seat, level)), Ack)
        with same_deal():
            assert isinstance(await self.guests[0].do(Start()), Ack)

    @property
    def replica(self) -> replica.Replica:
        """This process's copy of the party."""
        return next(guest.visitor._replica for guest in self.guests if guest.visitor._replica)

    @property
    def party(self) -> Party:
        """The party as it is known here."""
        return self.replica.party

    @property
    def table(self) -> live_clock.TableClock:
        """Its clock."""
        assert self.party.clock is not None
        return self.party.clock

    @property
    def shows(self) -> int:
        """What the table's clock shows now."""
        return self.table.at(self.clock.ms)

    async def ready(self, rtt: int = 40) -> None:
        """Let all be ready, with ways of such a length there and back, and the faces be uncovered."""
        for guest in self.guests:
            guest.visitor.rtt_ms = rtt
            assert isinstance(await guest.do(Ready()), Ack)
        await self.until(self.table.start_ms)

    async def turn(self) -> None:
        """Let the server do what is due now."""
        self.replica._changed.set()
        await settled(12)

    async def until(self, ms: int, step: int = 25) -> None:
        """Let time pass up to a moment of the server's clock."""
        await self.turn()
        while self.clock.ms < ms:
            self.clock.ms = min(ms, self.clock.ms + step)
            await self.turn()

    async def passes(self, ms: int) -> None:
        """Let so much time pass."""
        await self.until(self.clock.ms + ms)

    async def lay(self, guest: Guest, action: Action) -> Ack | Nak:
        """A hand comes here now."""
        return await guest.do(LiveMove(TWIN_IT.encode(action)))

    async def play(self, done: Iterable[Action], delay: Callable[[], int]) -> None:
        """Let hands that came down by the table's clock come here, each so much later than its device showed it."""
        delayed = [(action.at_ms + self.table.delay + delay(), action) for action in done]
        for came, action in sorted(delayed, key=lambda row: row[0]):
            await self.until(self.table.when(came))
            assert isinstance(await self.lay(self.guests[action.seat], action), Ack)
