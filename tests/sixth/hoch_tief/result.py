"""How the result of Hoch oder tief adds up."""

from __future__ import annotations

from collections.abc import Sequence
from typing import TYPE_CHECKING

from game.core.match import Seat
from game.engine import tally
from game.engine.canvas import Canvas
from game.engine.layout import Box
from game.engine.tally import Part, Tally
from game.games.hoch_tief.rules import State

if TYPE_CHECKING:
    from game.app.context import Context


class Reckoning(tally.Reckoning):
    """Everybody's points, at once."""

    rule = "hoch_tief.result.rule"

    def __init__(self, context: Context, seats: Sequence[Seat], state: State) -> None:
        super().__init__(context, seats)
        self.tallies = tuple(
            Tally(seat, (Part("hoch_tief.result.calls", points),), points, points)
            for seat, points in enumerate(state.points)
        )

    def build(self) -> None:
        """There are no pictures."""

    def pieces(self, seat: int) -> int:
        return 1

    def counted(self, seat: int, pieces: int) -> int:
        return pieces * self.tallies[seat].total

    def draw_cards(self, canvas: Canvas, seat: int, box: Box, pieces: int, bright: bool) -> None:
        """The points say it all."""
