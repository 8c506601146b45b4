"""Entries about a match in real time: its clock, moves, and what the arbiter decides."""

from collections.abc import Sequence

from game.core.game import Action, IllegalAction
from game.core.match import UNREADABLE
from game.server import live_clock, live_moves
from game.server import log_entries as log
from game.server.chairs import Change, CommandRefused, SeenEvent
from game.server.entries import Entries
from game.wire import commands
from game.wire.messages import Origin
from game.wire.refusal import Refusal


class LiveEntries(Entries):
    """Entries about a match in real time."""

    def change(self, entry: log.LogEntry) -> Change | None:
        match entry.command:
            case log.LiveMoveMade() as command:
                return self._on_live_move(entry, command)
            case log.DeclaredReady() as command:
                return self._on_declared_ready(entry, command)
            case commands.PauseTable() as command:
                return self._on_pause(entry, command)
            case log.LiveDecided() as command:
                return self._on_live_decided(entry, command)
            case _:
                return None

    def _on_declared_ready(self, entry: log.LogEntry, command: log.DeclaredReady) -> Change:
        """Record a person as ready; the table continues once everyone present is."""
        clock = self.party.running_clock()
        others = tuple(row for row in clock.ready if row[0] != entry.seat)
        after = clock._replace(ready=(*others, (entry.seat, command.rtt)))
        goes_on = not self._missing(after)
        # a second declaration counts only if the table can now go on without a person who has left
        if clock.runs or (len(others) < len(clock.ready) and not goes_on):
            raise CommandRefused(Refusal.READY)

        def apply() -> None:
            self.party.clock = after.begun(entry.at) if goes_on else after

        return apply

    def _missing(self, clock: live_clock.TableClock) -> list[int]:
        """Return the people who are present and not ready."""
        ready = {seat for seat, _ in clock.ready}
        return [seat for seat, chair in enumerate(self.party.chairs) if chair.is_there and seat not in ready]

    def _on_pause(self, entry: log.LogEntry, _command: commands.PauseTable) -> Change:
        """Pause the table, for a person or because no process has decided for a while."""
        clock = self.party.running_clock()
        if not clock.runs or (entry.origin == Origin.PERSON and clock.until >= 0):
            raise CommandRefused(Refusal.RESTS)

        def apply() -> None:
            self.party.clock = clock.stopped(entry.at, entry.seat) if entry.origin == Origin.PERSON else clock.broken()

        return apply

    def _on_live_move(self, entry: log.LogEntry, command: log.LiveMoveMade) -> Change:
        """Apply a player's live move."""
        party = self.party
        clock = party.running_clock()
        if not clock.runs or entry.at < clock.start_ms or clock.moves >= live_clock.MAX_ACTIONS:
            raise CommandRefused(Refusal.RESTS)
        assert party.match is not None, "expected a match in progress, got none"
        game = party.live_game()
        stamp = game.stamp(live_moves.action_of(game, party.match.state, entry.seat, command))

        def apply() -> None:
            late = clock.late_moves + (command.came_ms > stamp + clock.lag and not clock.untimed)
            party.clock = clock._replace(late_moves=late, moves=clock.moves + 1)

        return apply

    def _on_live_decided(self, entry: log.LogEntry, command: log.LiveDecided) -> Change:
        """Apply the decisions of a game in real time."""
        party = self.party
        clock, match, game = party.running_clock(), party.match, party.live_game()
        assert match is not None, "expected a match in progress, got none"
        if not clock.runs or command.lag < clock.lag or command.lag > live_clock.LAG_MS[1]:
            raise CommandRefused(Refusal.RESTS)
        if not clock.decided <= command.until <= clock.at(entry.at):
            raise CommandRefused(Refusal.CLOCK)
        actions = self._decoded(command)
        if not all(clock.decided <= game.stamp(action) <= command.until for action in actions):
            raise CommandRefused(Refusal.CLOCK)
        try:
            # games in real time use no chance after the deal
            events = match.preview_events(actions)
        except IllegalAction as error:
            raise CommandRefused(Refusal.ILLEGAL) from error

        def apply() -> Sequence[SeenEvent]:
            shown = [] if clock.uncovered else self._opening(match)
            for action in actions:
                shown += match.advance(action)
            match.forget()
            after = clock.noticed(game, events).lived(command.until)
            late = 0 if command.lag > clock.lag else clock.late_moves
            party.clock = after._replace(lag=command.lag, late_moves=late)
            if actions:
                party.played_at = party.length
            self._conclude(match, entry.at)
            return shown

        return apply

    def _decoded(self, command: log.LiveDecided) -> list[Action]:
        try:
            return [self.party.game.decode(row) for row in command.actions]
        except UNREADABLE as error:
            raise CommandRefused(Refusal.ILLEGAL) from error
