"""The moves that the person at a party's table has missed: told in a few lines, and shown as a film."""

from collections.abc import Iterable, Iterator
from enum import Enum
from itertools import accumulate
from typing import TYPE_CHECKING

from game.core.events import is_turn
from game.core.game import View, has_turns
from game.engine.panel import MISSED, DriverPanel, PanelButton, PanelText
from game.services.context import Context
from game.services.party_session import PartySession
from game.table.film import PositionChanged, place_text
from game.table.turns.driver import Steps, TurnCue, TurnNews
from game.wire.party_client import MissedMoves, PartyStep
from game.wire.remote_match import Position, RemoteMatch

if TYPE_CHECKING:
    from game.engine.history import AnyHistory

#: longest duration of the film in real milliseconds, and the assumed one of a move before any was shown
FILM_MS, MOVE_MS = 12_000.0, 1_600.0
#: largest factor of the film's speed
FASTEST = 12.0
#: time after which the panel counts as read, in real milliseconds
READ_MS = 3_000.0
#: the panel's choices, in the order of ``MISSED``
WATCH, GO_ON = 0, 1


class _Phase(Enum):
    """Nothing to tell, a panel that tells it, or the film."""

    QUIET, TOLD, FILM = "quiet", "told", "film"


class MissedRecap:
    """The moves that the person here has missed at one match.

    The table stands in the present position. The panel tells what was missed, until the person goes on or acts; the
    film goes back to the position before it and shows each move, the faster the more there are.
    """

    def __init__(self, context: Context, session: PartySession, match: RemoteMatch) -> None:
        self.context, self.session, self.match = context, session, match
        self._phase = _Phase.QUIET
        self._steps = list[PartyStep]()
        self._before = self._present = match.position
        self._left_out = 0
        #: number of the film's next step, and its time so far, real and at normal speed
        self._next, self._real_ms, self._table_ms = 0, 0.0, 0.0
        #: number of the first event that was missed, and for how long it has been told
        self._first, self._told_ms = 0, 0.0
        # once: a table that is made anew has shown it
        missed, session.remote.missed = session.remote.missed, None
        if missed and missed.before is not None and missed.steps[-1].length == match.turn.length:
            self._take_up(missed, missed.before)

    def _take_up(self, missed: MissedMoves, view: View) -> None:
        """Tell the moves after those that the person has been told of before; ``view`` is that before the film."""
        start, (match, moves) = self.match.position, self.session.known_moves
        moves = moves if match == start.party_state.matches else 0
        shown = [(step.length, event) for step in missed.steps for event, _ in step.steps]
        events, fresh = (*missed.events, *shown), [step for step in missed.steps if step.length > moves]
        if fresh:
            known = missed.steps[: -len(fresh)]
            turn = start.turn._replace(length=fresh[0].length - 1, to_move=-1, undo=False)
            past = tuple(row for row in events if row[0] < fresh[0].length)
            self._tell(start._replace(turn=turn, view=(known and known[-1].view) or view, events=past), fresh)
            self._first = sum(length <= moves for length, _ in events)
            oldest = events[0][0] if events else fresh[0].length
            self._left_out = max(0, min(missed.left_out, oldest - 1 - moves))
        self.match.go_to(start._replace(events=events))

    @property
    def is_open(self) -> bool:
        """True while the panel or the film is shown."""
        return self._phase != _Phase.QUIET

    @property
    def is_film(self) -> bool:
        """True while the film runs."""
        return self._phase == _Phase.FILM

    def _tell(self, before: Position, steps: Iterable[PartyStep]) -> None:
        self._phase, self._before, self._steps = _Phase.TOLD, before, [*steps]
        self._first, self._left_out = len(before.events), 0

    def skip(self, steps: Iterable[PartyStep]) -> Iterator[TurnNews]:
        """Take in updates that have come all at once, without showing them: they are told."""
        before, shown = self.match.position, [step for step in steps if step.steps]
        for step in steps:
            self.match.follow(step)
        if self.is_open:
            self._steps += shown
        elif shown and self.match.seat >= 0:
            # who looks on sees the present alone
            self._tell(before, shown)
        yield PositionChanged(tuple(self.match.past(self.match.viewer)))

    def add(self, step: PartyStep, *, back: bool) -> None:
        """Add an update that has been shown while the panel is open; one that takes something ``back`` closes it."""
        if back:
            self._phase = _Phase.QUIET
        elif self.is_open and step.steps:
            self._steps.append(step)

    def close(self) -> None:
        """Close the panel, as the person here acts or has read it."""
        if self._phase == _Phase.TOLD:
            self._phase = _Phase.QUIET

    # ---- the film -------------------------------------------------------------------------------

    def choose(self, choice: int) -> Iterator[TurnNews]:
        """Begin the film, or end it or close the panel."""
        if choice == WATCH:
            yield from self._watch()
        elif self.is_film:
            yield from self.end()
        else:
            self.close()
            yield TurnCue.REFRESH_CONTROLS

    def _watch(self) -> Iterator[TurnNews]:
        self._phase, self._present = _Phase.FILM, self.match.position
        self._next, self._real_ms, self._table_ms = 0, 0.0, 0.0
        self.match.go_to(self._before)
        yield PositionChanged(tuple(self.match.past(self.match.viewer)))

    @property
    def _turns(self) -> list[int]:
        """The number of the turn that each of the film's moves belongs to; see ``has_turns``."""
        if not has_turns(self.match.game):
            return list(range(len(self._steps) + 1))
        begun = [sum(is_turn(event) for event, _ in step.steps) for step in self._steps]
        # a turn begins at the end of the move before it, the first one before the film
        return [0, *accumulate((1, *begun[:-1]))]

    def go_on(self) -> Iterator[TurnNews]:
        """Show the film's next move, or end it."""
        if self._next >= len(self._steps):
            yield from self.end()
            return
        step = self._steps[self._next]
        self._next += 1
        self.match.follow(step)
        yield Steps(tuple(step.steps))

    def end(self) -> Iterator[TurnNews]:
        """End the film, at its end or before, in the present position."""
        self._phase = _Phase.QUIET
        self.match.go_to(self._present)
        yield PositionChanged(tuple(self.match.past(self.match.viewer)))
        yield TurnCue.REFRESH_CONTROLS

    def pass_time(self, ms: float, pace: float) -> Iterator[TurnNews]:
        """Count the film's milliseconds, which have passed at ``pace``; end it when its time is over.

        What is told counts as known after a while.
        """
        self._told_ms = self._told_ms + ms / pace if self._phase == _Phase.TOLD else 0.0
        if self._phase == _Phase.QUIET or self._told_ms >= READ_MS:
            self.session.known_moves = self.match.party_state.matches, self.match.turn.length
        if self.is_film:
            self._real_ms, self._table_ms = self._real_ms + ms / pace, self._table_ms + ms
            if self._real_ms >= FILM_MS:
                yield from self.end()

    @property
    def pace(self) -> float:
        """The factor of the speed at which the rest of the film fits into its time."""
        if not self.is_film or self._real_ms >= FILM_MS:
            return 1.0
        each = max(MOVE_MS, self._table_ms / max(1, self._next - 1))
        rest = each * (len(self._steps) - self._next + 1)
        return min(FASTEST, max(1.0, rest / (FILM_MS - self._real_ms)))

    # ---- the panel ------------------------------------------------------------------------------

    def panel(self, history: "AnyHistory") -> DriverPanel | None:
        """Return the panel that tells what was missed, or how far the film is."""
        texts = self.context.texts
        on = PanelButton(MISSED[GO_ON], texts("missed.on"), kind="good")
        if self.is_film:
            where = place_text(texts, max(1, self._next), self._turns)
            return DriverPanel(PanelText(texts("missed.title"), where, buttons=(on,)))
        if self._phase == _Phase.QUIET:
            return None
        found = history.missed_lines(self._first, self.match.viewer)
        spoken = texts.sentences([row.line.spoken or row.line.text for row in found])
        watch = PanelButton(MISSED[WATCH], texts("result.watch"))
        buttons = (watch, on) if self.context.settings.pace else (on,)
        text = PanelText(texts("missed.title"), spoken, buttons=buttons)
        return DriverPanel(text, missed=tuple(found), left_out=self._left_out)
