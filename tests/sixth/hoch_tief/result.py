"""Result of Hoch oder tief: the points of every seat, at once."""

from collections.abc import Sequence

from game.core.match import Seat
from game.engine.score_sheet import ScoreSheet, Term, row_of
from game.engine.texts import Texts
from game.games.hoch_tief.rules import State


def sheet_of(texts: Texts, seats: Sequence[Seat], state: State) -> ScoreSheet:
    """Return the points of every seat; there are no cards to be counted."""
    del texts
    return ScoreSheet(
        tuple(
            row_of(seats, seat, (Term("hoch_tief.result.calls", points),), (0, points))
            for seat, points in enumerate(state.points)
        ),
        rule="hoch_tief.result.rule",
    )
