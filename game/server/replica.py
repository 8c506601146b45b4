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
from typing import Protocol

from game.core.game import Action, AnyGame, View
from game.core.match import HUMAN, UNREADABLE
from game.core.rng import Rng
from game.server import fairness, live_clock, live_moves
from game.server import log_entries as log
from game.server.arbiter import LATE_MS, Arbiter
from game.server.broadcast import Broadcast
from game.server.chairs import LONGEST_NAME, Change, CommandRefused, clean_name
from game.server.ledger import (
    PUT_OFF_MS,
    DamagedLog,
    LeaseLost,
    Ledger,
    LedgerError,
    NoLog,
    Signal,
    Unreachable,
    is_set,
)
from game.server.party import Party
from game.server.party_record import ServerTask
from game.wire.commands import (
    ANYWHERE,
    FREE,
    ChooseGame,
    Command,
    LiveMove,
    PauseTable,
    PlanEvening,
    Play,
    Ready,
    SetTimeLimit,
    Sit,
    StandIn,
    Start,
)
from game.wire.messages import Close, Origin, PartyPhase, Request, kept_ms
from game.wire.refusal import Refusal

#: number of attempts to append while other processes are quicker
TRIES = 50
#: longest interval between checks of the log, in seconds
ASK_S = 30.0
#: duration of the lease of the process that plays for bots, in milliseconds, and the interval at which others check
#: it, in seconds
LEASE_MS, LOOK_S = 3_000, 0.5
#: time for which an unreachable ledger is waited for, and interval of attempts, in seconds
FROZEN_S, AGAIN_S = 3.0, 0.25
#: number of lines of a log that are read before other parties are served
AT_ONCE = 32
#: a clock that is behind by more was set back; by less, clocks of several servers may differ, in milliseconds
SET_BACK_MS = 1_000
#: rounds of the event loop after which messages waiting in sockets have arrived
HEARD_SOON = 3
#: time for which a code is valid after the last presence, in milliseconds
CODE_MS = 2 * 3600 * 1000
#: shortest interval between writes of these times, in milliseconds
RENEWED_MS = 10 * 60 * 1000
#: a replica that nobody listens to is closed if its next task is further away, in milliseconds
FAR_MS = 5 * 60 * 1000
#: prefix of the log that names a code's party
OF_CODE = "code "
#: a secret of 128 bits, in hexadecimal digits
TOKEN = 32
LONGEST_ID = 32

LOG = logging.getLogger(__name__)

Clock = Callable[[], int]


class Listener(Protocol):
    """Object that is told of a party in this process."""

    def entry_added(self) -> None:
        """React to the party's newest entry."""

    def party_closed(self, why: Close) -> None:
        """React to a log that cannot be followed any longer; called once."""


class SteadyClock:
    """Clock that goes on when the system's clock is set back, so that parties do not stand still meanwhile."""

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


def _never(_replica: "Replica") -> int:
    return 0


class Replica:
    """A party in this process."""

    def __init__(
        self, ledger: Ledger, broadcast: Broadcast, clock: Clock, pause_ms: int, closed: Callable[[str], None]
    ) -> None:
        self.broadcast = broadcast
        self._ledger = ledger
        self._clock = clock
        self._steady_clock = SteadyClock(clock)
        #: how long a bot seems to think
        self._pause_ms = pause_ms
        #: the party is kept while there are any
        self.listeners: set[Listener] = set()
        self._closed = closed
        #: an entry could be applied only in part
        self._is_damaged = False
        self._order = asyncio.Lock()
        self._changed = Signal()
        #: when the party's time was last renewed, and for how long
        self._retained_ms, self._retained_for_ms = 0, 0
        #: returns the time of the next notice to people who are away, or 0
        self.next_notice_ms: Callable[[Replica], int] = _never
        #: the wake-up that the ledger has, as far as this process has set it; 0 for none
        self._wake_ms = 0
        #: this process's name for the lease, the lease's epoch or 0, and its renewal by the loop's clock
        self._holder = secrets.token_hex(8)
        self._epoch, self._renewal = 0, 0.0
        #: decides at a table in real time while this process holds the lease
        self._arbiter: Arbiter | None = None
        #: arrival times of live moves that are not written yet
        self._unwritten_ms: list[int] = []
        self._tasks: list[asyncio.Task[None]] = []

    @classmethod
    async def open(
        cls,
        ledger: Ledger,
        games: Mapping[str, AnyGame],
        name: str,
        clock: Clock,
        pause_ms: int,
        closed: Callable[[str], None] = lambda _name: None,
    ) -> "Replica":
        """Return the replica of a party, which :meth:`start` sets going; raise NoLog or DamagedLog.

        ``closed`` is called with its name, before the listeners, if the log cannot be followed any longer.
        """
        lines = await ledger.read(name)
        broadcast = Broadcast(games, name, lines[:1])
        for number, text in enumerate(lines[1:]):
            if not number % AT_ONCE:
                await asyncio.sleep(0)
            broadcast.append(log.read_entry(text))
        return cls(ledger, broadcast, clock, pause_ms, closed)

    def start(self) -> None:
        """Follow the log from now on, and do the server's tasks."""
        self._tasks = [asyncio.create_task(self._run(work)) for work in (self._follow(), self._serve())]

    @property
    def party(self) -> Party:
        """The party as known here."""
        return self.broadcast.party

    def now_ms(self) -> int:
        """Return the party's time in milliseconds, by which its entries are dated."""
        return self._steady_clock.now_ms(self.party.at)

    @property
    def epoch(self) -> int:
        """The epoch of this process's lease of the log, or 0; see :meth:`leads`."""
        return self._epoch

    async def close(self) -> None:
        """Stop following, and release the lease."""
        for task in self._tasks:
            task.cancel()
        await asyncio.gather(*self._tasks, return_exceptions=True)
        if self._epoch:
            # another process can go on at once
            with suppress(LedgerError):
                await self._ledger.release(self.broadcast.name, self._epoch)
            self._epoch = 0

    async def _run(self, work: Awaitable[None]) -> None:
        """Run a background task; after an error of ours, log it and close the table's connections."""
        try:
            await work
        except Exception:
            LOG.exception("A table could not be continued")
            self._notify_closed(Close.SPOILT)

    # ---- following ------------------------------------------------------------------------------

    async def _catch_up(self) -> None:
        if self._is_damaged:
            raise DamagedLog(f"the log of {self.broadcast.name} has an entry that can't be followed")
        for text in await self._ledger.read(self.broadcast.name, self.broadcast.length):
            self._take(text)

    def _take(self, text: str, known: tuple[log.LogEntry, Change] | None = None) -> None:
        """Apply the next entry and notify listeners; ``known`` is the entry with its effect, if known already."""
        try:
            entry, change = known or (log.read_entry(text), None)
            self.broadcast.append(entry, change)
        except DamagedLog:
            LOG.exception("A table could not be resumed")
            self._is_damaged = True
            self._notify_closed(Close.SPOILT)
            raise
        if self._arbiter is not None and isinstance(entry.command, log.LiveMoveMade):
            self._arbiter.hear(entry.seat, entry.command)
        self._changed.set()
        for listener in [*self.listeners]:
            listener.entry_added()
        self.broadcast.last.settle()

    async def _follow(self) -> None:
        loop = asyncio.get_running_loop()
        #: time until which an unreachable ledger is waited for
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
            # it may become readable again: the next visitor opens it anew
            self._notify_closed(Close.RESTART)

    async def _follow_on(self) -> None:
        known = self.broadcast.length
        if await self._ledger.wait(self.broadcast.name, known, ASK_S):
            async with self._order:
                # this process's own entries are known already
                if self.broadcast.length == known:
                    await self._catch_up()

    def _notify_closed(self, why: Close) -> None:
        self._closed(self.broadcast.name)
        for listener in [*self.listeners]:
            listener.party_closed(why)

    # ---- writing --------------------------------------------------------------------------------

    async def _write(self, make: Callable[[], log.LogEntry | None], epoch: int = 0) -> int:
        """Append the entry that ``make`` returns for the present party, and return its number as told; -1 for none.

        Raise CommandRefused for what may not happen and LedgerError for what cannot be written.
        """
        async with self._order:
            for _ in range(TRIES):
                if self._is_damaged:
                    raise DamagedLog(f"the log of {self.broadcast.name} has an entry that can't be followed")
                entry = make()
                if entry is None:
                    return -1
                change, number = self.party.prepare(entry), self.party.length - isinstance(entry.command, log.SECRET)
                n, text = self.broadcast.length, log.entry_text(entry)
                if await self._ledger.append(self.broadcast.name, n, text, epoch):
                    # nothing else was applied since, as that needs the lock
                    self._take(text, (entry, change))
                    await self.keep()
                    await self._keep_wake()
                    return number
                await self._catch_up()
                if self.broadcast.length == n:
                    # the ledger has lost entries, or was restored from a copy: start again from the beginning
                    self._notify_closed(Close.RESTART)
                    raise LedgerError(f"the log of {self.broadcast.name} is shorter than it was")
        raise CommandRefused(Refusal.BUSY)

    def _entry(self, by: Origin, seat: int, command: log.EntryCommand, id_: str = "") -> log.LogEntry:
        return log.LogEntry(max(self.now_ms(), self.party.at), by, seat, id_, command)

    async def keep(self) -> None:
        """Keep the party, and its code, because somebody is there."""
        now, party = self._clock(), self.party
        kept = kept_ms(party.phase, party.is_over_days)
        code_kept = kept if party.is_over_days else CODE_MS
        if now - self._retained_ms < RENEWED_MS and kept == self._retained_for_ms:
            return
        self._retained_ms, self._retained_for_ms = now, kept
        # if nothing can be written now, the next call does it
        with suppress(LedgerError):
            await self._ledger.keep(self.broadcast.name, now + kept)
            code = f"{OF_CODE}{party.code}"
            try:
                await self._ledger.keep(code, now + code_kept)
            except NoLog:
                await self._ledger.create(code, self.broadcast.name, now + code_kept)

    @property
    def wake_ms(self) -> int:
        """The time at which a process must see to the party even if nobody is connected, or 0."""
        return min(filter(None, (self.party.wake_ms, self.next_notice_ms(self))), default=0)

    @property
    def is_idle(self) -> bool:
        """True if nobody listens and nothing is to be done soon."""
        duty, now = self.party.duty, self.now_ms()
        is_far = duty is None or duty.at - now > FAR_MS
        return not self.listeners and is_far and not 0 < self.wake_ms - now <= FAR_MS

    async def _keep_wake(self) -> None:
        """Keep the party's wake-up from coming too late; one that comes early is corrected when it comes."""
        at = self._next_wake_ms()
        if at and (at < self._wake_ms or not self._wake_ms):
            # if nothing can be written now, the next entry does it
            with suppress(LedgerError):
                await self.set_wake()

    def _next_wake_ms(self) -> int:
        """Return when another process must look after the party if this one has died by then; 0 for never."""
        at = self.wake_ms
        return max(at, self.now_ms() + PUT_OFF_MS) if at else 0

    async def set_wake(self, has_come: bool = False) -> None:
        """Set the party's wake-up to the exact time, or clear it; raise LedgerError.

        One that has come was put off by the ledger, so it is always written. What is due is done: after the computer's
        sleep, the loop's clock may be behind.
        """
        at = self._next_wake_ms()
        if has_come:
            self._changed.set()
        if has_come or at != self._wake_ms:
            await self._ledger.wake(self.broadcast.name, at)
            self._wake_ms = at

    async def do(self, token: str, request: Request, came_ms: int, rtt_ms: int) -> int:
        """Carry out a request once, and return the number of its log entry; raise CommandRefused.

        It came at ``came_ms``, on a way that takes ``rtt_ms`` there and back, or -1 if that is not known.
        """
        if not (request.id.isascii() and request.id.isalnum() and len(request.id) <= LONGEST_ID):
            raise CommandRefused(Refusal.ID)
        known = -1
        command = request.command
        who = log.token_hash(command.token) if isinstance(command, Sit) else token
        if isinstance(command, Sit) and not (
            len(command.token) == TOKEN and set(command.token) <= set("0123456789abcdef")
        ):
            raise CommandRefused(Refusal.TOKEN)

        def make() -> log.LogEntry | None:
            nonlocal known
            known = self.party.done(who, request.id)
            if known >= 0:
                return None
            if request.n >= self.party.length or self.party.is_stale(command, request.n):
                raise CommandRefused(Refusal.STALE)
            seat = self.party.seat_of(token)
            if isinstance(command, Sit):
                place = self._place(command, who)
                return self._entry(Origin.PERSON, place, self._seated(command, place, who), request.id)
            if seat < 0:
                raise CommandRefused(Refusal.NO_SEAT)
            fairness.check(self.party, seat, command, self.now_ms())
            if isinstance(command, Start):
                return self._entry(Origin.PERSON, seat, self._new_deal(), request.id)
            return self._entry(Origin.PERSON, seat, self._recorded(command, came_ms, rtt_ms), request.id)

        if not isinstance(command, LiveMove):
            n = await self._write(make)
            return known if n < 0 else n
        # the move counts from its arrival: no decision passes that time until it is written
        self._unwritten_ms.append(came_ms)
        try:
            n = await self._write(make)
        finally:
            self._unwritten_ms.remove(came_ms)
            self._changed.set()
        return known if n < 0 else n

    def _recorded(self, command: Command, came_ms: int, rtt_ms: int) -> log.EntryCommand:
        """Return a command as it is logged, with actions and house rules in the game's own notation."""
        rtt_ms = rtt_ms if rtt_ms >= 0 else live_clock.UNKNOWN_MS
        if isinstance(command, Ready):
            return log.DeclaredReady(rtt_ms)
        if isinstance(command, LiveMove):
            return live_moves.entry_of(self.party.running_clock(), self.party.live_game(), command, came_ms)
        if isinstance(command, Sit | Start):
            raise CommandRefused(Refusal.NOT_YOURS)
        if isinstance(command, SetTimeLimit):
            return fairness.recorded(self.party, command)
        if isinstance(command, ChooseGame):
            return self._chosen(command)
        if isinstance(command, PlanEvening):
            return PlanEvening(tuple(map(self._chosen, command.games)))
        if not isinstance(command, Play):
            return command
        game = self.party.game
        try:
            return Play(game.encode(game.decode(command.action)))
        except UNREADABLE as error:
            raise CommandRefused(Refusal.ILLEGAL) from error

    def _chosen(self, command: ChooseGame) -> ChooseGame:
        return self.party.chosen(command).command

    def _place(self, command: Sit, token: str) -> int:
        """Return the seat for a person; one who accepts any seat gets a free one, even if others were quicker."""
        if command.seat != ANYWHERE:
            return command.seat
        chairs, own = self.party.chairs, self.party.seat_of(token)
        free = [seat for seat, one in enumerate(chairs) if one.kind == FREE or one.vacant]
        if own < 0 and not free:
            raise CommandRefused(Refusal.TABLE_FULL)
        return own if own >= 0 else free[0]

    def _seated(self, command: Sit, place: int, token: str) -> log.SeatTaken:
        """Return a person's entry with a clean and unique name."""
        name = clean_name(command.name)
        if not name:
            raise CommandRefused(Refusal.NAME)
        own = self.party.seat_of(token)
        taken = {one.name for seat, one in enumerate(self.party.chairs) if one.kind == HUMAN and seat != own}
        numbered = (f"{name[: LONGEST_NAME - 3].strip()} {number}" for number in range(2, len(taken) + 3))
        name = next(found for found in (name, *numbered) if found not in taken)
        return log.SeatTaken(place, name, command.figure, token)

    async def come(self, token: str, session: str) -> None:
        """Record a new connection of a seated person; watchers leave no entry."""

        def make() -> log.LogEntry | None:
            seat = self.party.seat_of(token)
            if seat < 0 or self.party.chairs[seat].session == session:
                return None
            return self._entry(Origin.HOUSE, seat, log.CameBack(session))

        await self._write(make)

    async def go(self, token: str, session: str) -> None:
        """Record the end of a person's connection, unless a newer one has replaced it."""

        def make() -> log.LogEntry | None:
            seat = self.party.seat_of(token)
            if seat < 0 or self.party.chairs[seat].session != session or self.party.chairs[seat].away_ms:
                return None
            return self._entry(Origin.HOUSE, seat, log.WentAway(session))

        await self._write(make)

    # ---- bots -----------------------------------------------------------------------------------

    async def _serve(self) -> None:
        """Carry out the server's own tasks, one after the other."""
        while True:
            self._changed.clear()
            if self.party.clock is not None and self.party.duty is None:
                if not await self._arbitrate():
                    return
                # serve other parties in between
                await asyncio.sleep(0)
                continue
            duty, position = self.party.duty, self.party.played_at
            if duty is None:
                await self._changed.wait()
                continue
            pause = 0 if duty.origin in (Origin.CLOCK, Origin.HOUSE) else self._pause_ms
            wait_ms = duty.at + pause - self.now_ms()
            if wait_ms > 0:
                # an entry may change the task
                await is_set(self._changed, wait_ms / 1000)
                continue
            try:
                if not await self.leads():
                    # until an entry of the process that plays for bots, or its silence
                    await is_set(self._changed, LOOK_S)
                    continue
                if self._changed.is_set():
                    # meanwhile another entry was written
                    continue
                if duty.origin == Origin.PERSON:
                    await self._carry_out_order()
                else:
                    await (self._take_seat(duty) if duty.takes_seat else self._play(duty, position))
            except LeaseLost:
                self._epoch, self._renewal = 0, 0.0
            except (NoLog, DamagedLog):
                # the listeners have been notified
                return
            except (LedgerError, CommandRefused):
                # a full disk, or other processes were quicker too often: try again
                await asyncio.sleep(1.0)
            # a party of bots alone must leave time for other parties
            await asyncio.sleep(0)

    async def _arbitrate(self) -> bool:
        """Decide the next actions at a table in real time, or wait for them; return False if none will follow."""
        clock = self.party.clock
        if clock is None or not clock.runs or self.party.phase != PartyPhase.PLAYING:
            self._arbiter = None
            await self._changed.wait()
            return True
        try:
            if not await self.leads():
                self._arbiter = None
                await is_set(self._changed, LOOK_S)
                return True
            await self._decide(clock)
        except LeaseLost:
            self._epoch, self._renewal, self._arbiter = 0, 0.0, None
        except (NoLog, DamagedLog):
            return False
        except (LedgerError, CommandRefused):
            # other processes were quicker, or nothing can be written: no device has seen this decision
            self._arbiter = None
            await is_set(self._changed, AGAIN_S)
        return True

    async def _decide(self, clock: live_clock.TableClock) -> None:
        now = self.now_ms()
        if self._arbiter is None:
            if now > clock.start_ms and not clock.untimed:
                # the process that decided before is gone, with moves that were on their way
                await self._write(lambda: self._entry(Origin.HOUSE, -1, PauseTable()), self._epoch)
                return
            self._arbiter = Arbiter(self.party)
        arbiter = self._arbiter
        due = arbiter.next_ms(now)
        if due > now:
            # wake up for a live move, and to renew the lease
            await is_set(self._changed, min(due - now, LEASE_MS / 3) / 1000)
            return
        if now - due > LATE_MS and not clock.untimed:
            # this process was suspended, and no player could act
            await self._write(lambda: self._entry(Origin.HOUSE, -1, PauseTable()), self._epoch)
            self._arbiter = None
            return
        for _ in range(HEARD_SOON):
            await asyncio.sleep(0)
        if self.party.clock is None or not self.party.clock.runs:
            return
        now = min([now, *self._unwritten_ms])
        if arbiter.next_ms(now) > now:
            # an earlier live move is being written
            await is_set(self._changed, AGAIN_S)
            return
        lived = arbiter.decide(now)
        if lived is not None:
            await self._write(lambda: self._entry(Origin.HOUSE, -1, lived), self._epoch)

    async def leads(self) -> bool:
        """Return True if this process leads: it holds the lease, renewed in time."""
        now = asyncio.get_running_loop().time()
        if now >= self._renewal:
            self._epoch = await self._ledger.lease(self.broadcast.name, self._holder, LEASE_MS)
            self._renewal = now + LEASE_MS / 2000 if self._epoch else 0.0
        return self._epoch > 0

    async def _thought(self, game: AnyGame, view: View, rng: Rng, level: str) -> Action:
        """Return a bot's decision; others are served between slices. Raise LeaseLost if another process takes over."""
        for thought in game.bots.think(view, rng, level):
            if thought is not None:
                return thought
            if not await self.leads():
                raise LeaseLost(self.broadcast.name)
            await asyncio.sleep(0)
        raise RuntimeError(f"a {level} bot gave up without an action")

    def _new_deal(self) -> log.MatchDealt | log.MatchDealtCovered:
        kind = log.MatchDealtCovered if self.party.next_game.game.real_time else log.MatchDealt
        return kind(secrets.token_hex(16), secrets.token_hex(16))

    def _next_deal(self) -> log.LogEntry | None:
        """Return the entry of the next match if everybody present is ready for it."""
        duty = self.party.duty
        return self._entry(Origin.HOUSE, -1, self._new_deal()) if duty and duty.origin == Origin.HOUSE else None

    async def _carry_out_order(self) -> None:
        """Act for the person whose standing order fits, if it still does: it may have been revoked meanwhile."""

        def make() -> log.LogEntry | None:
            action, seat = self.party.ordered, self.party.to_move
            carried_out = None if action is None else log.OrderCarriedOut(self.party.game.encode(action))
            return self._entry(Origin.PERSON, seat, carried_out) if carried_out else None

        await self._write(make, self._epoch)

    async def _take_seat(self, duty: ServerTask) -> None:
        """Hand the seat of a person who has missed too many turns to a bot."""

        def make() -> log.LogEntry | None:
            return self._entry(duty.origin, duty.seat, StandIn(duty.seat, True)) if self.party.duty == duty else None

        await self._write(make, self._epoch)

    async def _play(self, duty: ServerTask, position: int) -> None:
        match, by = self.party.match, duty.origin
        assert match is not None, "expected a match in progress, got none"
        if by == Origin.HOUSE:
            await self._write(self._next_deal, self._epoch)
            return
        game, rest = match.game, iter(match.game.legal_actions(match.state))
        action: Action | None = game.next_round() if self.party.is_between_rounds else None
        if action is None:
            rng = Rng(match.seed * 1_000_003 + len(match.actions))
            try:
                action = await self._thought(game, match.view(duty.seat), rng, duty.level)
            except LedgerError:
                raise
            except Exception:
                # the party goes on; players see that no bot chose this, and the log tells the operator why
                LOG.exception("A bot of %s (%s) failed after %d actions", game.name, duty.level, len(match.actions))
                by, action = Origin.HOUSE, next(rest, None)
        while action is not None:
            played = Play(game.encode(action))

            def make(by: Origin = by, played: Play = played) -> log.LogEntry | None:
                now = self.party.duty
                entry = self._entry(by, duty.seat, played)
                # meanwhile the person may have changed their quiet hours
                is_due = now is not None and now[:2] == duty[:2] and now.at <= entry.at and not now.takes_seat
                return entry if is_due and self.party.played_at == position else None

            try:
                await self._write(make, self._epoch)
                return
            except CommandRefused as refused:
                if refused.reason is not Refusal.ILLEGAL:
                    raise
                LOG.error("The rules of %s refused an automatic action after %d actions", game.name, len(match.actions))
                by, action = Origin.HOUSE, next(rest, None)
        self._notify_closed(Close.SPOILT)
        raise DamagedLog(f"the rules of {game.name} refuse every action")
