"""One process's copy of a party: it follows the log, writes into it, and plays for bots.

Any number of processes may have one of the same party. Whatever is to happen is tried on the copy and then appended
where the copy ends; if another process was quicker, the copy follows and it is tried once more. For bots and deadlines
one of them has the log's lease; when it falls silent another one takes that over. What a bot does is the same in all of
them, and it is written once.

A ledger that does not answer for a moment is waited for; after that the party stands still, and everybody is told so.
"""

import asyncio
import logging
import secrets
from collections.abc import Awaitable, Callable, Mapping
from contextlib import suppress

from game.core.game import Action, AnyGame, View
from game.core.match import HUMAN, UNREADABLE
from game.core.rng import Rng
from game.server import live_clock
from game.server import log_entries as log
from game.server.arbiter import LATE_MS, Arbiter
from game.server.broadcast import Broadcast
from game.server.chairs import LONGEST_NAME, Change, CommandRefused, clean_name
from game.server.ledger import DamagedLog, LeaseLost, Ledger, LedgerError, NoLog, Unreachable, is_set
from game.server.party import Party, ServerTask
from game.wire.commands import ANYWHERE, FREE, ChooseGame, Command, LiveMove, PauseTable, Play, Ready, Sit, Start
from game.wire.messages import Close, Origin, PartyPhase, Request

#: how often somebody tries whom others get ahead of
TRIES = 50
#: the log is asked for at least so often, in seconds
ASK_S = 30.0
#: whoever plays for bots has the lease for as long as it renews it within so many milliseconds, and how often others
#: look whether it still does, in seconds
LEASE_MS, LOOK_S = 3_000, 0.5
#: a ledger that does not answer is waited for so long, and asked as often, in seconds
FROZEN_S, AGAIN_S = 3.0, 0.25
#: number of lines of a log that are read before other parties are served
AT_ONCE = 32
#: a clock that is behind by more was set back; by less, clocks of several servers may differ, in milliseconds
SET_BACK_MS = 1_000
#: by so many rounds of the loop whatever lay in its sockets has come here
HEARD_SOON = 3
#: a party is kept so long after the last thing that happened in it, in milliseconds
DAY_MS = 24 * 3600 * 1000
KEPT_MS = {PartyPhase.GATHERING: DAY_MS, PartyPhase.PLAYING: 30 * DAY_MS, PartyPhase.OVER: DAY_MS}
#: a code leads to it so long after somebody was there
CODE_MS = 2 * 3600 * 1000
#: and that is written down not oftener than this
RENEWED_MS = 10 * 60 * 1000
#: the log that says which party a code is for
OF_CODE = "code "
#: a secret of 128 bits, in hexadecimal digits
TOKEN = 32
LONGEST_ID = 32

LOG = logging.getLogger(__name__)

Clock = Callable[[], int]
Listener = Callable[[], None]
CloseListener = Callable[[Close], None]


class SteadyClock:
    """Time that goes on where the system's clock is set back: a party would stand still until it is that time again."""

    def __init__(self, clock: Clock) -> None:
        self._clock = clock
        self._ahead = self._last = 0

    def now_ms(self, least_ms: int) -> int:
        """Return the time in milliseconds, which was ``least_ms`` or later already."""
        now = self._clock()
        behind = max(least_ms, self._last) - now
        self._ahead = max(self._ahead, behind) if behind > SET_BACK_MS else 0
        self._last = now + self._ahead
        return self._last


class Replica:
    """A party in this process."""

    def __init__(self, ledger: Ledger, broadcast: Broadcast, clock: Clock, pause_ms: int) -> None:
        self.broadcast = broadcast
        self._ledger = ledger
        self._clock = clock
        self._steady_clock = SteadyClock(clock)
        #: how long a bot seems to think
        self._pause_ms = pause_ms
        #: called after every line
        self.listeners: set[Listener] = set()
        #: told why, once, if the log cannot be followed any longer
        self.close_listeners: set[CloseListener] = set()
        #: a line has been followed by half
        self._is_damaged = False
        self._order = asyncio.Lock()
        self._changed = asyncio.Event()
        self._retained_ms, self._retained_phase = 0, PartyPhase.GATHERING
        #: by whose name the lease is held here, its epoch or 0, and when it is asked for again, by the loop's clock
        self._holder = secrets.token_hex(8)
        self._epoch, self._renewal = 0, 0.0
        #: decides at a table of real time, as long as that falls to this process
        self._arbiter: Arbiter | None = None
        #: when hands came that are not written down yet
        self._unwritten_ms: list[int] = []
        self._tasks = [asyncio.create_task(self._run(work)) for work in (self._follow(), self._serve())]

    @classmethod
    async def open(
        cls, ledger: Ledger, games: Mapping[str, AnyGame], name: str, clock: Clock, pause_ms: int
    ) -> "Replica":
        """The party of that name; raise NoLog or DamagedLog."""
        lines = await ledger.read(name)
        broadcast = Broadcast(games, name, lines[:1])
        for number, text in enumerate(lines[1:]):
            if not number % AT_ONCE:
                await asyncio.sleep(0)
            broadcast.follow(log.read_entry(text))
        return cls(ledger, broadcast, clock, pause_ms)

    @property
    def party(self) -> Party:
        """The party as it is known here."""
        return self.broadcast.party

    def now_ms(self) -> int:
        """Return the party's time in milliseconds, by which its lines are dated."""
        return self._steady_clock.now_ms(self.party.at)

    async def close(self) -> None:
        """Follow no longer."""
        for task in self._tasks:
            task.cancel()
        await asyncio.gather(*self._tasks, return_exceptions=True)
        if self._epoch:
            # so that another one goes on at once
            with suppress(LedgerError):
                await self._ledger.release(self.broadcast.name, self._epoch)
            self._epoch = 0

    async def _run(self, work: Awaitable[None]) -> None:
        """Do work that lasts as long as the copy; after a bug of ours the table does not just stand still."""
        try:
            await work
        except Exception:
            LOG.exception("A table could not be continued")
            self._notify_closed(Close.SPOILT)

    # ---- following ------------------------------------------------------------------------------

    async def _catch_up(self) -> None:
        if self._is_damaged:
            raise DamagedLog(f"the log of {self.broadcast.name} has a line that can't be followed")
        for text in await self._ledger.read(self.broadcast.name, self.broadcast.length):
            self._take(text)

    def _take(self, text: str, known: tuple[log.LogEntry, Change] | None = None) -> None:
        """Follow the next line, and tell whoever listens; ``known`` is that line with what it does."""
        try:
            line, change = known or (log.read_entry(text), None)
            self.broadcast.follow(line, change)
        except DamagedLog:
            LOG.exception("A table could not be resumed")
            self._is_damaged = True
            self._notify_closed(Close.SPOILT)
            raise
        if self._arbiter is not None and isinstance(line.command, log.LiveMoveMade):
            self._arbiter.hear(line.seat, line.command)
        self._changed.set()
        for listener in [*self.listeners]:
            listener()
        self.broadcast.last.settle()

    async def _follow(self) -> None:
        loop = asyncio.get_running_loop()
        #: until when a ledger that does not answer is waited for
        patience = 0.0
        try:
            while True:
                try:
                    await self._follow_on()
                    patience = 0.0
                except Unreachable:
                    patience = patience or loop.time() + FROZEN_S
                    if loop.time() >= patience:
                        raise
                    await asyncio.sleep(AGAIN_S)
        except NoLog:
            self._notify_closed(Close.NO_PARTY)
        except DamagedLog:
            self._notify_closed(Close.SPOILT)
        except Unreachable:
            self._notify_closed(Close.FROZEN)
        except LedgerError:
            # it may be read again: whoever comes back opens it anew
            self._notify_closed(Close.RESTART)

    async def _follow_on(self) -> None:
        known = self.broadcast.length
        if await self._ledger.wait(self.broadcast.name, known, ASK_S):
            async with self._order:
                # what was written here is known already
                if self.broadcast.length == known:
                    await self._catch_up()

    def _notify_closed(self, why: Close) -> None:
        for listener in [*self.close_listeners]:
            listener(why)

    # ---- writing --------------------------------------------------------------------------------

    async def _write(self, make: Callable[[], log.LogEntry | None], epoch: int = 0) -> int:
        """Append what ``make`` makes of the party as it is then, and return its number; -1 for nothing.

        Raise Refused for what may not happen and LedgerError for what cannot be written.
        """
        async with self._order:
            for _ in range(TRIES):
                if self._is_damaged:
                    raise DamagedLog(f"the log of {self.broadcast.name} has a line that can't be followed")
                line = make()
                if line is None:
                    return -1
                change = self.party.may(line)
                n, text = self.broadcast.length, log.entry_text(line)
                if await self._ledger.append(self.broadcast.name, n, text, epoch):
                    # nothing else has been followed since: whoever does waits for its turn
                    self._take(text, (line, change))
                    await self.keep()
                    return n
                await self._catch_up()
                if self.broadcast.length == n:
                    # what it lies in has lost lines, or was put back from a copy: it is read from its beginning
                    self._notify_closed(Close.RESTART)
                    raise LedgerError(f"the log of {self.broadcast.name} is shorter than it was")
        raise CommandRefused("busy")

    def _line(self, by: Origin, seat: int, command: log.EntryCommand, id_: str = "") -> log.LogEntry:
        return log.LogEntry(max(self.now_ms(), self.party.at), by, seat, id_, command)

    async def keep(self) -> None:
        """Keep the party, and its code, because somebody is there."""
        now, phase = self._clock(), self.party.phase
        if now - self._retained_ms < RENEWED_MS and phase == self._retained_phase:
            return
        self._retained_ms, self._retained_phase = now, phase
        # where nothing can be written now it can be said later
        with suppress(LedgerError):
            await self._ledger.keep(self.broadcast.name, now + KEPT_MS[phase])
            code = f"{OF_CODE}{self.party.code}"
            try:
                await self._ledger.keep(code, now + CODE_MS)
            except NoLog:
                await self._ledger.create(code, self.broadcast.name, now + CODE_MS)

    async def do(self, token: str, request: Request, came_ms: int, rtt_ms: int) -> int:
        """Carry out a request once, and return the number of its log entry; raise CommandRefused.

        It came at ``came_ms``, on a way that takes ``rtt_ms`` there and back, or -1 if that is not known.
        """
        if not (request.id.isascii() and request.id.isalnum() and len(request.id) <= LONGEST_ID):
            raise CommandRefused("id")
        known = -1
        command = request.command
        who = log.token_hash(command.token) if isinstance(command, Sit) else token
        if isinstance(command, Sit) and not (
            len(command.token) == TOKEN and set(command.token) <= set("0123456789abcdef")
        ):
            raise CommandRefused("token")

        def make() -> log.LogEntry | None:
            nonlocal known
            known = self.party.done(who, request.id)
            if known >= 0:
                return None
            if request.n >= self.broadcast.length or self.party.is_stale(command, request.n):
                raise CommandRefused("stale")
            seat = self.party.seat_of(token)
            if isinstance(command, Sit):
                place = self._place(command, who)
                return self._line(Origin.PERSON, place, self._seated(command, place, who), request.id)
            if seat < 0:
                raise CommandRefused("no_seat")
            if isinstance(command, Start):
                dealt = log.MatchDealt(secrets.token_hex(16), secrets.token_hex(16))
                return self._line(Origin.PERSON, seat, dealt, request.id)
            return self._line(Origin.PERSON, seat, self._recorded(command, came_ms, rtt_ms), request.id)

        if not isinstance(command, LiveMove):
            n = await self._write(make)
            return known if n < 0 else n
        # it came now, however long that takes: nobody decides beyond that without it
        self._unwritten_ms.append(came_ms)
        try:
            n = await self._write(make)
        finally:
            self._unwritten_ms.remove(came_ms)
            self._changed.set()
        return known if n < 0 else n

    def _recorded(self, command: Command, came_ms: int, rtt_ms: int) -> log.EntryCommand:
        """A deed as it is written down: an action, and house rules, as the game itself would write them, whatever
        spaces were in them."""
        rtt_ms = rtt_ms if rtt_ms >= 0 else live_clock.UNKNOWN_MS
        if isinstance(command, Ready):
            return log.DeclaredReady(rtt_ms)
        if isinstance(command, LiveMove):
            return self.party.recorded(command, came_ms)
        if isinstance(command, Sit | Start):
            raise CommandRefused("not_yours")
        if isinstance(command, ChooseGame):
            game, options = self.party.chosen(command)
            return ChooseGame(game.name, options)
        if not isinstance(command, Play):
            return command
        game = self.party.game
        try:
            return Play(game.encode(game.decode(command.action)))
        except UNREADABLE as error:
            raise CommandRefused("illegal") from error

    def _place(self, command: Sit, token: str) -> int:
        """Return a free seat; a person without a wish is not refused because another was quicker."""
        if command.seat != ANYWHERE:
            return command.seat
        chairs, own = self.party.chairs, self.party.seat_of(token)
        free = [seat for seat, one in enumerate(chairs) if one.kind == FREE or one.vacant]
        if own < 0 and not free:
            raise CommandRefused("taken")
        return own if own >= 0 else free[0]

    def _seated(self, command: Sit, place: int, token: str) -> log.SeatTaken:
        """Return a person's entry with a readable name that nobody else has."""
        name = clean_name(command.name)
        if not name:
            raise CommandRefused("name")
        own = self.party.seat_of(token)
        taken = {one.name for seat, one in enumerate(self.party.chairs) if one.kind == HUMAN and seat != own}
        numbered = (f"{name[: LONGEST_NAME - 3].strip()} {number}" for number in range(2, len(taken) + 3))
        name = next(found for found in (name, *numbered) if found not in taken)
        return log.SeatTaken(place, name, command.figure, token)

    async def come(self, token: str, session: str) -> None:
        """Record that a person with a seat has come by a new connection; watchers leave no entry."""

        def make() -> log.LogEntry | None:
            seat = self.party.seat_of(token)
            if seat < 0 or self.party.chairs[seat].session == session:
                return None
            return self._line(Origin.HOUSE, seat, log.CameBack(session))

        await self._write(make)

    async def go(self, token: str, session: str) -> None:
        """The line of somebody is gone; nothing if they have come by another one since."""

        def make() -> log.LogEntry | None:
            seat = self.party.seat_of(token)
            if seat < 0 or self.party.chairs[seat].session != session or self.party.chairs[seat].away_ms:
                return None
            return self._line(Origin.HOUSE, seat, log.WentAway(session))

        await self._write(make)

    # ---- bots -----------------------------------------------------------------------------------

    async def _serve(self) -> None:
        """Do what falls to nobody else, one thing after the other."""
        while True:
            self._changed.clear()
            if self.party.clock is not None:
                if not await self._arbitrate():
                    return
                # whatever it comes to, others are served in between
                await asyncio.sleep(0)
                continue
            duty, position = self.party.duty, self.party.played_at
            if duty is None:
                await self._changed.wait()
                continue
            pause = 0 if duty.origin == Origin.CLOCK else self._pause_ms
            wait_ms = duty.at + pause - self.now_ms()
            if wait_ms > 0:
                # a line may change what is to be done
                await is_set(self._changed, wait_ms / 1000)
                continue
            try:
                if not await self._leads():
                    # a line of whoever does, or its silence
                    await is_set(self._changed, LOOK_S)
                    continue
                if self._changed.is_set():
                    # while that was asked somebody else has done something
                    continue
                await self._play(duty, position)
            except LeaseLost:
                self._epoch, self._renewal = 0, 0.0
            except (NoLog, DamagedLog):
                # whoever follows has heard of it
                return
            except (LedgerError, CommandRefused):
                # a full disk, or others were quicker for too long: it is tried again, and nobody is told anything
                await asyncio.sleep(1.0)
            # a party of bots alone must leave time for others
            await asyncio.sleep(0)

    async def _arbitrate(self) -> bool:
        """Decide what is next at a table of real time, or wait for it; return whether there will be more."""
        clock = self.party.clock
        if clock is None or not clock.runs or self.party.phase != PartyPhase.PLAYING:
            self._arbiter = None
            await self._changed.wait()
            return True
        try:
            if not await self._leads():
                self._arbiter = None
                await is_set(self._changed, LOOK_S)
                return True
            await self._decide(clock)
        except LeaseLost:
            self._epoch, self._renewal, self._arbiter = 0, 0.0, None
        except (NoLog, DamagedLog):
            return False
        except (LedgerError, CommandRefused):
            # others were quicker, or nothing can be written: what has been decided here nobody has seen
            self._arbiter = None
            await is_set(self._changed, AGAIN_S)
        return True

    async def _decide(self, clock: live_clock.TableClock) -> None:
        now = self.now_ms()
        if self._arbiter is None:
            if now > clock.start_ms and not clock.untimed:
                # who decided before is gone, and nobody knows what was on its way
                await self._write(lambda: self._line(Origin.HOUSE, -1, PauseTable()), self._epoch)
                return
            self._arbiter = Arbiter(self.party)
        arbiter = self._arbiter
        due = arbiter.next_ms(now)
        if due > now:
            # a hand may come down; and a lease is to be renewed
            await is_set(self._changed, min(due - now, LEASE_MS / 3) / 1000)
            return
        if now - due > LATE_MS and not clock.untimed:
            # this process was asleep, and nobody could do anything
            await self._write(lambda: self._line(Origin.HOUSE, -1, PauseTable()), self._epoch)
            self._arbiter = None
            return
        for _ in range(HEARD_SOON):
            await asyncio.sleep(0)
        if self.party.clock is None or not self.party.clock.runs:
            return
        now = min([now, *self._unwritten_ms])
        if arbiter.next_ms(now) > now:
            # a hand came before that, and is on its way into the log
            await is_set(self._changed, AGAIN_S)
            return
        lived = arbiter.decide(now)
        if lived is not None:
            await self._write(lambda: self._line(Origin.HOUSE, -1, lived), self._epoch)

    async def _leads(self) -> bool:
        """Return True if this process leads: it holds the lease, renewed in time."""
        now = asyncio.get_running_loop().time()
        if now >= self._renewal:
            self._epoch = await self._ledger.lease(self.broadcast.name, self._holder, LEASE_MS)
            self._renewal = now + LEASE_MS / 2000 if self._epoch else 0.0
        return self._epoch > 0

    async def _thought(self, game: AnyGame, view: View, rng: Rng, level: str) -> Action:
        """Return a bot's decision; others are served between slices. Raise Deposed if another process takes over."""
        for thought in game.bots.think(view, rng, level):
            if thought is not None:
                return thought
            if not await self._leads():
                raise LeaseLost(self.broadcast.name)
            await asyncio.sleep(0)
        raise RuntimeError(f"a {level} bot gave up without an action")

    async def _play(self, duty: ServerTask, position: int) -> None:
        match = self.party.match
        assert match is not None, "expected a match in progress, got none"
        game, by, rest = match.game, duty.origin, iter(match.game.legal_actions(match.state))
        action: Action | None = game.next_round() if self.party.is_between_rounds else None
        if action is None:
            rng = Rng(match.seed * 1_000_003 + len(match.actions))
            try:
                action = await self._thought(game, match.view(duty.seat), rng, duty.level)
            except LedgerError:
                raise
            except Exception:
                # the party goes on, everybody is told that it was no bot's choice, and whoever runs the server why
                LOG.exception("A bot of %s (%s) failed after %d actions", game.name, duty.level, len(match.actions))
                by, action = Origin.HOUSE, next(rest, None)
        while action is not None:
            played = Play(game.encode(action))

            def make(by: Origin = by, played: Play = played) -> log.LogEntry | None:
                now = self.party.duty
                is_same = now is not None and now.origin == duty.origin and now.seat == duty.seat
                if not is_same or self.party.played_at != position:
                    return None
                return self._line(by, duty.seat, played)

            try:
                await self._write(make, self._epoch)
                return
            except CommandRefused as refused:
                if refused.reason != "illegal":
                    raise
                LOG.error("The rules of %s refused an automatic action after %d actions", game.name, len(match.actions))
                by, action = Origin.HOUSE, next(rest, None)
        self._notify_closed(Close.SPOILT)
        raise DamagedLog(f"the rules of {game.name} refuse every action")
