"""Decisions at a table in real time, by the process that holds the lease of the party's log.

The arbiter has its own match, driven by the game's scheduler with all bots. Its decisions take effect when they are
written to the log; if that fails, the match is thrown away, unseen by anybody.
"""

from collections.abc import Iterator

from game.core import game, live
from game.core.match import HUMAN
from game.server import live_clock, live_moves, log_entries
from game.server.party import Party

#: a server time that never comes
AGES = 10**15
#: if a decision is this late, the table pauses: nobody could act meanwhile
LATE_MS = 1_000
#: time that a bot looks in a game without a clock, and that the others wait for an absent player
LOOK_MS, AWAY_MS = 800, 5_000
#: time before a move that is made unasked
FORCED_MS = 500


class Arbiter:
    """Decides in one match, from the start of its clock until it stops."""

    def __init__(self, party: Party) -> None:
        assert party.match is not None, "expected a match in progress, got none"
        assert party.clock is not None, f"expected a match in real time, got {party.match.game.name}"
        self._party = party
        self._game = party.live_game()
        kinds = party.kinds()
        match = party.match.at(len(party.match.actions))
        rows = [row._replace(kind=kind) for row, kind in zip(match.seats, kinds, strict=True)]
        self._match = match.seated(rows)
        self._scheduler = self._game.scheduler(self._match)
        self._scheduler.hold(party.clock.lag, 0)
        self._scheduler.uncover(party.clock.base)
        #: everything up to this stamp is decided here, written or not
        self._decided_until = party.clock.decided
        #: in a game without a clock: since when the current seat looks, and the number of actions then
        self._turn_since = (0, -1)

    @property
    def _clock(self) -> live_clock.TableClock:
        assert self._party.clock is not None, "expected a match in real time, got one without a clock"
        return self._party.clock

    def hear(self, seat: int, command: log_entries.LiveMoveMade) -> None:
        """Take a person's action in real time."""
        match = self._party.match
        assert match is not None, "expected a match in progress, got none"
        action = live_moves.action_of(self._game, match.state, seat, command)
        self._scheduler.submit(action, max(command.came_ms, self._decided_until + 1))

    def next_ms(self, now_ms: int) -> int:
        """Return the server time of the next decision, or AGES if nothing happens by itself."""
        clock = self._clock
        # one more, to wait for actions of the same millisecond
        stamp = self._scheduler.next_at() + 1
        if clock.until >= 0:
            stamp = min(stamp, clock.until)
        found = clock.when(stamp) if stamp < live.NEVER else AGES
        if not clock.uncovered:
            found = clock.start_ms
        looks = self._looks_ms(now_ms)
        return max(clock.start_ms, min(found, looks))

    def decide(self, now_ms: int) -> log_entries.LiveDecided | None:
        """Decide everything due by then and return it; None if nothing has happened.

        The first decision comes when the clock starts, as it uncovers the cards.
        """
        clock, match, scheduler = self._clock, self._match, self._scheduler
        now = clock.at(now_ms)
        is_last = 0 <= clock.until <= now
        if not is_last and self._looks_ms(now_ms) <= now_ms:
            action = self._idle()
            if action is not None:
                scheduler.submit(self._game.stamped(action, now - 1))
        count = len(match.actions)
        until = clock.until if is_last else max(now - 1, clock.decided)
        self._decided_until = max(self._decided_until, until)
        while scheduler.step(until) is not None:
            pass
        if is_last:
            # nobody regains this time after the pause
            scheduler.note(until)
        done = match.actions[count:]
        if not done and not is_last and clock.uncovered:
            return None
        lag = clock.lag
        if clock.late_moves >= live_clock.LATE_ACTIONS:
            lag = min(lag + live_clock.MORE_MS, max(lag, live_clock.LAG_MS[1]))
            scheduler.hold(lag, until + 1)
        return log_entries.LiveDecided(until, tuple(map(self._game.encode, done)), lag)

    # ---- without a clock ------------------------------------------------------------------------

    def _idles(self) -> int:
        """Return, for untimed games, the seat to look if it is a bot's or its player is away; else -1."""
        state, chairs = self._match.state, self._party.chairs
        if not self._clock.untimed or self._match.is_over:
            return -1
        seat = self._game.bot_to_look(self._match)
        if seat >= 0:
            return seat
        seat = self._game.to_move(state)
        if self._game.forced_action(self._match):
            return seat
        waits = 0 <= seat < len(chairs) and chairs[seat].kind == HUMAN and not chairs[seat].is_there
        return seat if waits and self._game.waits_for(state) else -1

    def _looks_ms(self, now_ms: int) -> int:
        """Return the time when a bot or an absent player has looked long enough."""
        seat = self._idles()
        if seat < 0:
            return AGES
        since, length = self._turn_since
        if length != len(self._match.actions):
            since = max(now_ms, self._clock.start_ms)
            self._turn_since = (since, len(self._match.actions))
        if self._game.forced_action(self._match):
            return since + FORCED_MS
        return since + (AWAY_MS if self._match.seats[seat].kind == HUMAN else LOOK_MS)

    def _idle(self) -> game.Action | None:
        """Return the idle seat's action: a bot's choice, or an absent player's first legal, cheapest one."""
        seat, match = self._idles(), self._match
        if unasked := self._game.forced_action(match):
            return unasked
        if match.seats[seat].kind != HUMAN:
            thoughts = self._game.bots.think(match.view(seat), match.bot_rng(), match.seats[seat].kind)
            return next((found for found in thoughts if found is not None), None)
        return next(self._open_to(seat), None)

    def _open_to(self, seat: int) -> Iterator[game.Action]:
        state = self._match.state
        return (
            action for action in self._game.legal_actions(state) if live.actor_of(self._game, state, action) == seat
        )
