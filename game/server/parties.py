"""Parties of one server process: opening, finding and following them."""

import asyncio
import logging
import secrets
from collections.abc import Awaitable, Mapping
from contextlib import suppress

from game.core.game import AnyGame
from game.core.options import Json
from game.server import chairs, limits, party
from game.server.feed import Feeds
from game.server.ledger import DamagedLog, Ledger, LedgerError, NoLog
from game.server.log_entries import RULES, LogEntry, PartyOpened, entry_text
from game.server.notices import Subscription
from game.server.notifier import NO_CHANNELS, Channels, Notifier
from game.server.replica import CODE_MS, OF_CODE, Clock, Replica
from game.server.seat_answers import SeatAnswers
from game.wire import join_link, messages
from game.wire.messages import DAY_MS
from game.wire.refusal import Refusal

#: wrong codes per address and minute, parties opened per address and hour, and questions about seats per address and
#: minute
WRONG_CODES = (10, 60_000)
PARTIES_OPENED = (20, 3_600_000)
#: wishes for notices per address and minute
WISHES = (30, 60_000)
SEATS_ASKED = (120, 60_000)
#: the log that names the house table's party, how long it is kept, and how long an old party is continued
OF_HOUSE, OF_HOUSE_MS, HOUSE_MS = "house", 400 * DAY_MS, DAY_MS // 2
#: interval of the cleanup, in seconds
SWEEP_S = 60.0
#: interval of looking for parties that are due, in seconds, and the most that are opened at once
WAKE_S, WOKEN = 15.0, 32
#: the prefix of the log whose lease shows that a server lives, the interval of renewal in seconds, and the lease in
#: milliseconds; players of a server count as away after it was silent in two consecutive checks
OF_SERVER, BEAT_S, BEAT_MS = "server ", 5.0, 15_000

LOG = logging.getLogger(__name__)


class Parties:
    """Parties of one server process."""

    def __init__(
        self,
        ledger: Ledger,
        games: Mapping[str, AnyGame],
        clock: Clock,
        pause_ms: int = 700,
        channels: Channels = NO_CHANNELS,
    ) -> None:
        self._ledger = ledger
        #: tells people who are away
        self.notifier = Notifier(ledger, channels)
        #: the games that can be played
        self.games = games
        self.clock = clock
        self._pause_ms = pause_ms
        self._feeds = Feeds(ledger, self._party_of_seat, channels.texts)
        #: this server's name in sessions, so that others know who is connected to it
        self.name = secrets.token_hex(4)
        #: the sessions of the devices that are connected to this server
        self.sessions: set[str] = set()
        self._silent_servers: frozenset[str] = frozenset()
        #: the parties that this server knows, by name
        self.replicas: dict[str, Replica] = {}
        #: the total number so far
        self.loaded = 0
        #: parties that are being closed
        self._closing: set[asyncio.Task[None]] = set()
        #: parties that are being read: each once, without waiting for others
        self._opening: dict[str, asyncio.Task[Replica]] = {}
        self._wrong_codes = limits.RateLimit(*WRONG_CODES)
        self._opened = limits.RateLimit(*PARTIES_OPENED)
        self._wishes = limits.RateLimit(*WISHES)
        self._asked = limits.RateLimit(*SEATS_ASKED)
        self._seat_answers = SeatAnswers(ledger, games, self._followed)

    async def open(self, game: str, options: Mapping[str, Json], address: str) -> tuple[str, str]:
        """Open a party and return its name and code; raise CommandRefused, or LedgerError if it cannot be written."""
        now = self.clock()
        if self._opened.is_over(address, now):
            raise chairs.CommandRefused(Refusal.TOO_MANY_TABLES)
        name = secrets.token_hex(12)
        until = now + DAY_MS
        code = ""
        opening = LogEntry(now, messages.Origin.HOUSE, -1, "", PartyOpened(RULES, code, game, options))
        # unplayable games are refused before anything is written
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
        """Return the party of the home server's one table: the previous one, or a new one.

        The previous one is continued on the same day, or over days, unless it is full. The party is kept while the
        server runs. Raise LedgerError if nothing can be written.
        """
        now = self.clock()
        with suppress(NoLog):
            names = await self._ledger.read(OF_HOUSE)
            with suppress(NoLog, DamagedLog):
                found = await self.replica(names[-1])
                is_going = found.party.is_over_days and found.party.phase == messages.PartyPhase.PLAYING
                if (is_going or now - found.party.at < HOUSE_MS) and not found.party.is_full:
                    await self._stay(found)
                    return found
        name, _code = await self.open(next(iter(self.games)), {}, "")
        if not await self._ledger.create(OF_HOUSE, name, now + OF_HOUSE_MS):
            await self._ledger.append(OF_HOUSE, len(await self._ledger.read(OF_HOUSE)), name)
        found = await self.replica(name)
        await self._stay(found)
        return found

    async def _stay(self, replica: Replica) -> None:
        # a listener keeps it from being swept
        replica.listeners.add(_HOUSE)
        await replica.keep()
        await self._ledger.keep(OF_HOUSE, self.clock() + OF_HOUSE_MS)

    async def find(self, name: str, code: str, address: str) -> Replica:
        """Return the party of that name or code; raise CommandRefused if there is none, or after too many attempts."""
        try:
            if not name:
                # names cannot be guessed, so they work even after others at the address tried wrong codes
                if self._wrong_codes.is_over(address, self.clock()):
                    raise chairs.CommandRefused(Refusal.SLOW_DOWN)
                if not join_link.is_code(code):
                    raise NoLog(code)
                name = (await self._ledger.read(f"{OF_CODE}{code.upper()}"))[0]
            if not _may_be_party(name):
                raise NoLog(name)
            return await self.replica(name)
        except NoLog:
            # a name is no guess: many devices of one address may ask for a table that was lost
            if not name:
                self._wrong_codes.count(address, self.clock())
            raise chairs.CommandRefused(Refusal.NO_PARTY) from None

    async def _party_of_seat(self, name: str) -> Replica | None:
        """Return the party that a device or a feed names; None if there is none."""
        if not _may_be_party(name):
            return None
        with suppress(NoLog, DamagedLog):
            return await self.replica(name)
        return None

    def _wish(self, address: str) -> None:
        """Count a wish for notices; raise CommandRefused for too many."""
        if self._wishes.is_over(address, self.clock()):
            raise chairs.CommandRefused(Refusal.SLOW_DOWN)
        self._wishes.count(address, self.clock())

    async def tell(self, wish: messages.TellMe, address: str) -> messages.NoticeOffer:
        """Store or delete a wish for Web Push at a device's seats; raise BadData, CommandRefused or LedgerError."""
        self._wish(address)
        wanted, count = Subscription(wish.endpoint, wish.p256dh, wish.auth, wish.language), 0
        for seat in wish.seats if wish.endpoint else ():
            if (found := await self._party_of_seat(seat.party)) is not None:
                count += await self.notifier.subscribe(found, seat.token, wanted, wish.on)
        return messages.NoticeOffer(self.notifier.push_key, count)

    async def seat_feed(self, wish: messages.AskFeed | messages.FindFeed, address: str) -> messages.Feed:
        """Give a seat a new feed or none, or find out whether it has one; raise CommandRefused or LedgerError."""
        self._wish(address)
        if isinstance(wish, messages.FindFeed):
            return messages.Feed("", await self._feeds.has(wish.seat))
        path = await self._feeds.renew(wish, self.clock())
        return messages.Feed(path, bool(path))

    async def feed(self, secret: str, address: str) -> str:
        """Return a feed, or "" if there is none; raise CommandRefused or LedgerError."""
        if self._asked.is_over(address, self.clock()):
            raise chairs.CommandRefused(Refusal.SLOW_DOWN)
        self._asked.count(address, self.clock())
        return await self._feeds.text(secret, self.clock())

    def _followed(self, name: str) -> party.Party | None:
        replica = self.replicas.get(name)
        return replica.party if replica else None

    async def seats(self, ask: messages.AskSeats, address: str) -> messages.Seats:
        """Return what each of the seats may know of its party; raise CommandRefused after too many questions."""
        now = self.clock()
        if self._asked.is_over(address, now):
            raise chairs.CommandRefused(Refusal.SLOW_DOWN)
        self._asked.count(address, now)
        if not all(_may_be_party(query.party) for query in ask.seats):
            raise chairs.CommandRefused(Refusal.NO_PARTY)
        return messages.Seats(now, await self._seat_answers.rows(ask.seats))

    async def replica(self, name: str) -> Replica:
        """Return this process's replica of a party; raise NoLog or DamagedLog."""
        if name in self.replicas:
            return self.replicas[name]
        opening = self._opening.get(name)
        if opening is None:
            opening = self._opening[name] = asyncio.create_task(self._open(name))
            opening.add_done_callback(lambda done: self._opened_one(name, done))
        # cancelling one caller must not affect the others
        return await asyncio.shield(opening)

    async def _open(self, name: str) -> Replica:
        found = await Replica.open(self._ledger, self.games, name, self.clock, self._pause_ms, self._forget)
        found.next_notice_ms = self.notifier.next_ms
        await self._miss_people(found)
        found.start()
        self.replicas[name] = found
        self.loaded += 1
        return found

    async def _miss_people(self, replica: Replica) -> None:
        """Mark all people as away if the servers that they were connected to have died.

        Then nobody was there, and the turn's time starts anew when somebody is: a deadline has passed meanwhile.
        """
        there = [chair for chair in replica.party.chairs if chair.is_there]
        is_quiet = self.clock() - replica.party.at > BEAT_MS
        if not is_quiet or replica.party.to_move < 0 or any(chair.session in self.sessions for chair in there):
            return
        servers = {server_of(chair.session) for chair in there} - {self.name}
        if all([await self._is_silent(server) for server in servers]):
            for chair in there:
                with suppress(chairs.CommandRefused, LedgerError):
                    await replica.go(chair.token, chair.session)

    def _opened_one(self, name: str, done: asyncio.Task[Replica]) -> None:
        del self._opening[name]
        if not done.cancelled():
            # marks the exception as retrieved if nobody waits any more
            done.exception()

    def _forget(self, name: str) -> None:
        replica = self.replicas.pop(name, None)
        if replica is not None:
            ending = asyncio.create_task(replica.close())
            self._closing.add(ending)
            ending.add_done_callback(self._closing.discard)

    async def sweep(self) -> None:
        """Close idle parties, which the next visitor or their wake-up opens again, and remove expired logs.

        Parties with listeners are kept first: after sleep, or a first look at the network's time, days may have passed.
        """
        for limit in (self._wrong_codes, self._opened, self._wishes, self._asked):
            limit.forget(self.clock())
        for name, replica in [*self.replicas.items()]:
            if replica.listeners:
                await replica.keep()
            elif replica.is_idle and not self.notifier.is_sending(name):
                await replica.set_wake()
                # somebody may have come meanwhile
                if replica.is_idle:
                    self._forget(name)
        await self._ledger.expire(self.clock())

    async def wake_due(self) -> None:
        """Open the parties whose wake-up time has come, which then do what is due."""
        for name in await self._ledger.due(self.clock(), WOKEN):
            try:
                await (await self.replica(name)).set_wake(has_come=True)
            except (NoLog, DamagedLog):
                await self._ledger.wake(name, 0)

    async def look_round(self) -> None:
        """Renew this server's sign of life, and mark as away whose server died or who left while nothing was stored."""
        await self._lease(self.name)
        there: dict[str, list[tuple[Replica, str, str]]] = {}
        for replica in self.replicas.values():
            for chair in replica.party.chairs:
                server = server_of(chair.session) if chair.is_there else ""
                if server == self.name:
                    # a connection that has ended is as silent as a server that died
                    server = "" if chair.session in self.sessions else chair.session
                if server:
                    there.setdefault(server, []).append((replica, chair.token, chair.session))
        silent = frozenset([server for server in there if await self._is_silent(server)])
        # one silence may have been an outage of the ledger
        for server in silent & self._silent_servers:
            for replica, token, session in there[server]:
                with suppress(chairs.CommandRefused):
                    await replica.go(token, session)
        self._silent_servers = silent

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
            # perhaps it was only paused
            await self._ledger.release(f"{OF_SERVER}{server}", epoch)
        return epoch != 0

    async def keep_tidy(self) -> None:
        """Check other servers and clean up at intervals, while the server runs."""
        rounds = 0
        while True:
            await _tried(self.look_round())
            self.notifier.look([*self.replicas.values()])
            await asyncio.sleep(BEAT_S)
            rounds += 1
            # what is woken is idle until its notices are looked for
            if rounds * BEAT_S % SWEEP_S < BEAT_S:
                await _tried(self.sweep())
            if rounds * BEAT_S % WAKE_S < BEAT_S:
                await _tried(self.wake_due())

    async def close(self) -> None:
        """Close all parties."""
        await asyncio.gather(*self._opening.values(), return_exceptions=True)
        await self.notifier.close()
        for name in [*self.replicas]:
            self._forget(name)
        await asyncio.gather(*self._closing)

    def __len__(self) -> int:
        return len(self.replicas)


class _House:
    """Listener by which the home server's table stays open."""

    def entry_added(self) -> None:
        """Do nothing."""

    def party_closed(self, why: messages.Close) -> None:
        """Do nothing."""


_HOUSE = _House()


async def _tried(work: Awaitable[None]) -> None:
    """Do periodic work, whose failure does not end the next: a full disk, or an error of ours, which is logged."""
    try:
        await work
    except LedgerError:
        pass
    except Exception:
        LOG.exception("Periodic work failed")


def _may_be_party(name: str) -> bool:
    """Return True if the log of that name may be a party's, not one of the servers' own."""
    return name.isascii() and name.isalnum() and len(name) <= messages.LONGEST_WORD and name != OF_HOUSE


def server_of(session: str) -> str:
    """Return the server of a session, or "" if it does not say."""
    page, _, rest = session.partition(".")
    server, dot, _ = rest.partition(".")
    return server if page and dot else ""
