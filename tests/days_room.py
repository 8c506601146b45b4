"""A table of turns with a ledger and a clock of its own, for tests that take days, and its servers' ends."""

from guests import Guest, ManualClock, gathered, mover, run_pending, server
from memory_ledger import MemoryLedger

from game.server.broadcast import Broadcast
from game.server.log_entries import read_entry
from game.server.parties import Parties
from game.wire.commands import AssignSeat, Play, SetTimeLimit, Start
from game.wire.messages import Nak, Origin, Welcome

HOURS_2, HOUR_MS = 7200, 3_600_000


def refusal(answer) -> str:
    return answer.reason if isinstance(answer, Nak) else "done"


class Room:
    """A table with a ledger and a clock of its own, whose servers can be killed."""

    def __init__(self) -> None:
        self.clock, self.ledger = ManualClock(), MemoryLedger()
        self.parties: Parties = server(self.ledger, self.clock)
        self.guests: list[Guest] = []
        self.name = ""

    async def begin(self, seconds: int, people: int = 2, bots: int = 1) -> None:
        """Start a match of turns."""
        self.guests = await gathered(self.parties, "nein_danke", people)
        self.name = self.guests[0].last(Welcome).party
        for seat in range(people, people + bots):
            await self.guests[0].do(AssignSeat(seat, "easy"))
        if seconds:
            assert refusal(await self.guests[0].do(SetTimeLimit(seconds))) == "done"
        assert refusal(await self.guests[0].do(Start())) == "done"
        while mover(self.guests) is None:
            await run_pending()

    async def everybody_goes(self) -> None:
        """Close all pages."""
        for guest in self.guests:
            await guest.visitor.gone()
        await self.settle()

    async def settle(self) -> None:
        """Do everything that is due, and close what is idle."""
        await self.parties.wake_due()
        if self.name in self.parties.replicas:
            self.parties.replicas[self.name]._changed.set()
        await run_pending(200)
        await self.parties.sweep()
        await run_pending()

    async def kill(self) -> None:
        """End the server as a crash does, and start another one."""
        for replica in self.parties.replicas.values():
            for task in replica._tasks:
                task.cancel()
        await run_pending()
        # its leases are over by the time that another one starts
        self.ledger.leases.clear()
        self.parties = server(self.ledger, self.clock)

    async def back(self, number: int) -> Guest:
        """Open a guest's page again."""
        before, guest = self.guests[number], Guest(self.parties, self.guests[number].token)
        # a request with a known id has been carried out already
        guest.ids, self.guests[number] = before.ids, guest
        await guest.hello(self.name)
        await run_pending()
        return guest

    async def party(self):
        """Return the party as the log tells it."""
        return Broadcast(self.parties.games, self.name, [*await self.ledger.read(self.name)]).party

    async def plays(self) -> list[tuple[Origin, int]]:
        """Return who made each action, by the log."""
        lines = [read_entry(text) for text in await self.ledger.read(self.name)]
        return [(line.origin, line.seat) for line in lines if isinstance(line.command, Play)]
