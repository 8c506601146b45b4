"""A party in real time without any network: its clock advances when told to, and touches arrive when sent."""

from collections.abc import Callable, Iterable, Iterator
from contextlib import contextmanager

import pytest
from guests import Guest, ManualClock, gathered, run_pending
from memory_ledger import MemoryLedger

from game.catalogue.registry import GAMES
from game.core.game import Action
from game.games.twin_it.bots import matches
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
    """Give every match one seed: two equal cards are visible after two flips."""
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
        """Seat so many guests, and deal."""
        self.guests = await gathered(self.parties, "twin_it", people, options or {})
        for seat in range(people, people + bots):
            assert isinstance(await self.guests[0].do(AssignSeat(seat, level)), Ack)
        with same_deal():
            assert isinstance(await self.guests[0].do(Start()), Ack)

    @property
    def replica(self) -> replica.Replica:
        """Return this server's replica of the party."""
        return next(guest.visitor.replica for guest in self.guests if guest.visitor.replica)

    @property
    def party(self) -> Party:
        """The party on this server."""
        return self.replica.party

    @property
    def table(self) -> live_clock.TableClock:
        """The live table with its clock."""
        assert self.party.clock is not None
        return self.party.clock

    @property
    def shows(self) -> int:
        """The time that the table's clock shows now."""
        return self.table.at(self.clock.ms)

    async def ready(self, rtt: int = 40) -> None:
        """Make all guests ready, with such latencies, and uncover the faces."""
        for guest in self.guests:
            guest.visitor.rtt_ms = rtt
            assert isinstance(await guest.do(Ready()), Ack)
        await self.until(self.table.start_ms)

    async def turn(self) -> None:
        """Run what the server has to do now."""
        self.replica._changed.set()
        await run_pending(12)

    async def until(self, ms: int, step: int = 25) -> None:
        """Advance to a moment of the server's clock."""
        await self.turn()
        while self.clock.ms < ms:
            self.clock.ms = min(ms, self.clock.ms + step)
            await self.turn()

    async def passes(self, ms: int) -> None:
        """Advance by so much time."""
        await self.until(self.clock.ms + ms)

    async def lay(self, guest: Guest, action: Action) -> Ack | Nak:
        """Send a touch that arrives now."""
        return await guest.do(LiveMove(TWIN_IT.encode(action)))

    async def play(self, done: Iterable[Action], delay: Callable[[], int]) -> None:
        """Send touches made by the table's clock, each arriving so much later than its device showed it."""
        delayed = [(action.at_ms + self.table.delay + delay(), action) for action in done]
        for came, action in sorted(delayed, key=lambda row: row[0]):
            await self.until(self.table.when(came))
            assert isinstance(await self.lay(self.guests[action.seat], action), Ack)


def pair_of(room: LiveRoom) -> tuple[int, int]:
    """Return two equal cards on the table, or two different ones."""
    one, other = next(matches(room.party.match.view(0)))
    return one.card, other.card


def shown_time(room: LiveRoom) -> int:
    """Return the table's time as the devices show it."""
    return room.shows - room.table.delay


async def with_a_pair(room: LiveRoom) -> tuple[int, int]:
    """Flip cards until two of them are alike; return these."""
    while next(matches(room.party.match.view(0)), None) is None:
        await room.passes(25)
    # by then everybody sees them
    await room.passes(200)
    return pair_of(room)
