"""Who decides at a table of real time: one process, for as long as it has the lease of the party's log.

It has a match of its own, which the game's clockwork drives, bots and all; what comes of that becomes a line, and only
then has it happened. Should the line not be written, this match is one that nobody has seen: it is thrown away.
"""

from collections.abc import Iterator

from game.core import game, live
from game.core.match import HUMAN
from game.server import live_clock, log_entries
from game.server.party import Party

#: a moment of the server's clock that never comes
AGES = 10**15
#: an arbiter that comes so late to what is due lets the table stand still: nobody could do anything meanwhile
LATE_MS = 1_000
#: how long a bot looks without a clock, and how long the others wait for somebody who is not there
LOOK_MS, AWAY_MS = 1_200, 5_000


class Arbiter:
    """Decides in one match, from when its clock goes on until it stands still."""

    def __init__(self, party: Party) -> None:
        assert party.match is not None, "there is something to decide"
        assert party.clock is not None, "it is played by the clock"
        self._party = party
        self._game = party.live_game()
        kinds = party.kinds()
        match = party.match.at(len(party.match.actions))
        rows = [row._replace(kind=kind) for row, kind in zip(match.seats, kinds, strict=True)]
        self._match = match.seated(rows)
        self._clockwork = self._game.scheduler(self._match)
        self._clockwork.hold(party.clock.lag, 0)
        self._clockwork.uncover(party.clock.base)
        #: everything up to there is decided here, whether or not that is written down by now
        self._until = party.clock.decided
        #: since when the one to look does, where there is no clock, and how many actions there were then
        self._looks = (0, -1)

    @property
    def _clock(self) -> live_clock.TableClock:
        assert self._party.clock is not None, "it is played by the clock"
        return self._party.clock

    def hear(self, seat: int, command: log_entries.LiveMoveMade) -> None:
        """Somebody's hand has come down."""
        action = self._party.done_by(seat, command)
        self._clockwork.submit(action, max(command.came, self._until + 1))

    def next_ms(self, now_ms: int) -> int:
        """When there is something to decide, by the server's clock; AGES as long as nobody does anything."""
        clock = self._clock
        # whoever lays a hand in the very millisecond is waited for
        stamp = self._clockwork.next_at() + 1
        if clock.until >= 0:
            stamp = min(stamp, clock.until)
        found = clock.when(stamp) if stamp < live.NEVER else AGES
        looks = self._looks_ms(now_ms)
        return max(clock.start_ms, min(found, looks))

    def decide(self, now_ms: int) -> log_entries.LiveDecided | None:
        """Decide everything up to then, and return it; None if nothing has happened."""
        clock, match, scheduler = self._clock, self._match, self._clockwork
        now = clock.at(now_ms)
        is_last = 0 <= clock.until <= now
        if not is_last and self._looks_ms(now_ms) <= now_ms:
            action = self._idle()
            if action is not None:
                scheduler.submit(self._game.stamped(action, now - 1))
        count = len(match.actions)
        until = clock.until if is_last else now - 1
        self._until = max(self._until, until)
        while scheduler.step(until) is not None:
            pass
        if is_last:
            # who goes on later gets none of the time back
            scheduler.note(until)
        done = match.actions[count:]
        if not done and not is_last:
            return None
        lag = clock.lag
        if clock.late >= live_clock.LATE_HANDS:
            lag = min(lag + live_clock.MORE_MS, max(lag, live_clock.LAG_MS[1]))
            scheduler.hold(lag, until + 1)
        return log_entries.LiveDecided(until, tuple(map(self._game.encode, done)), lag)

    # ---- without a clock ------------------------------------------------------------------------

    def _idles(self) -> int:
        """Where there is no clock: the seat whose look it is and nobody's who is there, or -1."""
        state, chairs = self._match.state, self._party.chairs
        if not self._clock.calm or self._match.is_over:
            return -1
        seat = self._game.bot_to_look(self._match)
        if seat >= 0:
            return seat
        seat = self._game.to_move(state)
        waits = 0 <= seat < len(chairs) and chairs[seat].kind == HUMAN and not chairs[seat].is_there
        return seat if waits and self._game.waits_for(state) else -1

    def _looks_ms(self, now_ms: int) -> int:
        """When somebody who is no person, or not there, has looked long enough."""
        seat = self._idles()
        if seat < 0:
            return AGES
        since, length = self._looks
        if length != len(self._match.actions):
            since = max(now_ms, self._clock.start_ms)
            self._looks = (since, len(self._match.actions))
        return since + (AWAY_MS if self._match.seats[seat].kind == HUMAN else LOOK_MS)

    def _idle(self) -> game.Action | None:
        """What they do: a bot what it thinks; for whoever is not there the first thing there is, which costs least."""
        seat, match = self._idles(), self._match
        if match.seats[seat].kind != HUMAN:
            thoughts = self._game.bots.think(match.view(seat), match.bot_rng(), match.seats[seat].kind)
            return next((found for found in thoughts if found is not None), None)
        return next(self._open_to(seat), None)

    def _open_to(self, seat: int) -> Iterator[game.Action]:
        state = self._match.state
        return (
            action for action in self._game.legal_actions(state) if live.actor_of(self._game, state, action) == seat
        )
