"""All the parties that this process knows, how new ones begin and how they are found."""

import asyncio
import secrets
from collections.abc import Mapping
from contextlib import suppress

from game.core.game import AnyGame
from game.core.options import Json
from game.server import chairs, limits, party
from game.server.ledger import DamagedLog, Ledger, LedgerError, NoLog
from game.server.log_entries import RULES, LogEntry, PartyOpened, entry_text
from game.server.replica import CODE_MS, DAY_MS, OF_CODE, Clock, Replica
from game.wire import join_link, messages

#: wrong codes that an address may try within a minute, and parties that it may open within an hour
WRONG_CODES = (10, 60_000)
PARTIES_OPENED = (20, 3_600_000)
#: the log that says which party lies on the table of the house, and for how long one is gone on with
OF_HOUSE, OF_HOUSE_MS, HOUSE_MS = "house", 400 * DAY_MS, DAY_MS // 2
#: how often what nobody needs any longer is looked for, in seconds
SWEEP_S = 60.0
#: the log by whose lease a server shows that it lives, how often it does, in seconds, and after how many milliseconds
#: without that it is held to be silent; whoever was there is away as soon as it was so twice running
OF_SERVER, BEAT_S, BEAT_MS = "server ", 5.0, 15_000


class Parties:
    """The parties of one server process."""

    def __init__(self, ledger: Ledger, games: Mapping[str, AnyGame], clock: Clock, pause_ms: int = 700) -> None:
        self._ledger = ledger
        #: what can be played
        self.games = games
        self.clock = clock
        self._pause_ms = pause_ms
        #: what this server is called in sessions, so that others know who came to it
        self.name = secrets.token_hex(4)
        self._silent: frozenset[str] = frozenset()
        self._replicas: dict[str, Replica] = {}
        #: how many there have been in all
        self.followed = 0
        #: those that nobody follows any longer, until they have ended
        self._ending: set[asyncio.Task[None]] = set()
        #: those that are read just now: each once, and none waits for another
        self._opening: dict[str, asyncio.Task[Replica]] = {}
        self._wrong = limits.RateLimit(*WRONG_CODES)
        self._opened = limits.RateLimit(*PARTIES_OPENED)

    async def open(self, game: str, options: Mapping[str, Json], address: str) -> tuple[str, str]:
        """A new party's name and code; raise Refused, or LedgerError if nothing can be written."""
        now = self.clock()
        if self._opened.is_over(address, now):
            raise chairs.CommandRefused("too_many_tables")
        name = secrets.token_hex(12)
        until = now + DAY_MS
        code = ""
        opening = LogEntry(now, messages.Origin.HOUSE, -1, "", PartyOpened(RULES, code, game, options))
        # what cannot be played is refused before anything of it is written
        options = party.Party(self.games, opening).options
        while not code:
            code = "".join(secrets.choice(join_link.LETTERS) for _ in range(join_link.CODE))
            if not await self._ledger.create(f"{OF_CODE}{code}", name, now + CODE_MS):
                code = ""
        begun = opening._replace(command=PartyOpened(RULES, code, game, options))
        await self._ledger.create(name, entry_text(begun), until)
        self._opened.count(address, now)
        return name, code

    async def of_the_house(self) -> Replica:
        """The party on the one table of whoever runs the server at home: that of before, or a new one.

        It stays as long as the server does. Raise LedgerError if nothing can be written.
        """
        now = self.clock()
        with suppress(NoLog):
            names = await self._ledger.read(OF_HOUSE)
            with suppress(NoLog, DamagedLog):
                found = await self.replica(names[-1])
                if now - found.party.at < HOUSE_MS:
                    await self._stay(found)
                    return found
        name, _code = await self.open(next(iter(self.games)), {}, "")
        if not await self._ledger.create(OF_HOUSE, name, now + OF_HOUSE_MS):
            await self._ledger.append(OF_HOUSE, len(await self._ledger.read(OF_HOUSE)), name)
        found = await self.replica(name)
        await self._stay(found)
        return found

    async def _stay(self, replica: Replica) -> None:
        # whoever listens is there
        replica.listeners.add(lambda: None)
        await replica.keep()
        await self._ledger.keep(OF_HOUSE, self.clock() + OF_HOUSE_MS)

    async def find(self, name: str, code: str, address: str) -> Replica:
        """The party of that name, or of that code; raise Refused if there is none, or after too many tries."""
        try:
            if not name:
                # nobody guesses a name: whoever has one gets back, whatever others of that address try
                if self._wrong.is_over(address, self.clock()):
                    raise chairs.CommandRefused("slow_down")
                if not join_link.is_code(code):
                    raise NoLog(code)
                name = (await self._ledger.read(f"{OF_CODE}{code.upper()}"))[0]
            if not _may_be_party(name):
                raise NoLog(name)
            return await self.replica(name)
        except NoLog:
            self._wrong.count(address, self.clock())
            raise chairs.CommandRefused("no_party") from None

    async def replica(self, name: str) -> Replica:
        """This process's copy of a party; raise NoLog or Damaged."""
        if name in self._replicas:
            return self._replicas[name]
        opening = self._opening.get(name)
        if opening is None:
            opening = self._opening[name] = asyncio.create_task(self._open(name))
            opening.add_done_callback(lambda done: self._opened_one(name, done))
        # whoever gives up leaves it to the others
        return await asyncio.shield(opening)

    async def _open(self, name: str) -> Replica:
        found = await Replica.open(self._ledger, self.games, name, self.clock, self._pause_ms)
        self._replicas[name] = found
        self.followed += 1
        found.mourners.add(lambda _: self._forget(name))
        return found

    def _opened_one(self, name: str, done: asyncio.Task[Replica]) -> None:
        del self._opening[name]
        if not done.cancelled():
            # where nobody waits any longer nobody is told what went wrong
            done.exception()

    def _forget(self, name: str) -> None:
        replica = self._replicas.pop(name, None)
        if replica is not None:
            ending = asyncio.create_task(replica.close())
            self._ending.add(ending)
            ending.add_done_callback(self._ending.discard)

    async def sweep(self) -> None:
        """Forget logs whose time is over, and let go of parties that nobody is at: the next who comes finds them."""
        await self._ledger.expire(self.clock())
        for limit in (self._wrong, self._opened):
            limit.forget(self.clock())
        for name, replica in [*self._replicas.items()]:
            if replica.listeners:
                await replica.keep()
            elif replica.party.duty is None:
                self._forget(name)

    async def look_round(self) -> None:
        """Show that this server lives, and say at its parties who was at one that does not, and has not come back."""
        await self._lease(self.name)
        there: dict[str, list[tuple[Replica, str, str]]] = {}
        for replica in self._replicas.values():
            for chair in replica.party.chairs:
                server = server_of(chair.session) if chair.is_there else ""
                if server not in ("", self.name):
                    there.setdefault(server, []).append((replica, chair.token, chair.session))
        silent = frozenset([server for server in there if await self._is_silent(server)])
        # once it may have been the ledger that was gone for long
        for server in silent & self._silent:
            for replica, token, session in there[server]:
                with suppress(chairs.CommandRefused):
                    await replica.go(token, session)
        self._silent = silent

    async def _lease(self, server: str) -> int:
        log = f"{OF_SERVER}{server}"
        try:
            return await self._ledger.lease(log, self.name, BEAT_MS)
        except NoLog:
            if server != self.name:
                return -1
            await self._ledger.create(log, server, self.clock() + DAY_MS)
            return await self._ledger.lease(log, self.name, BEAT_MS)

    async def _is_silent(self, server: str) -> bool:
        epoch = await self._lease(server)
        if epoch > 0:
            # it was only paused, perhaps
            await self._ledger.release(f"{OF_SERVER}{server}", epoch)
        return epoch != 0

    async def keep_tidy(self) -> None:
        """Look round and sweep now and then, for as long as the server runs."""
        rounds = 0
        while True:
            # a full disk: there is nothing to be gained by ending
            with suppress(LedgerError):
                await self.look_round()
            await asyncio.sleep(BEAT_S)
            rounds += 1
            with suppress(LedgerError):
                if rounds * BEAT_S % SWEEP_S < BEAT_S:
                    await self.sweep()

    async def close(self) -> None:
        """Follow nothing any longer."""
        await asyncio.gather(*self._opening.values(), return_exceptions=True)
        for name in [*self._replicas]:
            self._forget(name)
        await asyncio.gather(*self._ending)

    def __len__(self) -> int:
        return len(self._replicas)


def _may_be_party(name: str) -> bool:
    """Whether a log of that name is a party's: no log that servers keep for themselves is."""
    return name.isascii() and name.isalnum() and len(name) <= messages.LONGEST_WORD and name != OF_HOUSE


def server_of(session: str) -> str:
    """The server that somebody came to, by their session; "" if it does not say."""
    page, _, rest = session.partition(".")
    server, dot, _ = rest.partition(".")
    return server if page and dot else ""
