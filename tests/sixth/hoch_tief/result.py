"""How the result of Hoch oder tief adds up: call by call."""

from __future__ import annotations

from collections.abc import Sequence
from itertools import accumulate
from typing import TYPE_CHECKING

from game.core.match import Seat
from game.engine.canvas import Canvas
from game.engine.cards import tag
from game.engine.layout import Box
from game.engine.palette import CREAM, GOOD, INK
from game.engine.score_sheet import ScoreSheet, SheetPictures, Term, row_of
from game.games.hoch_tief.faces import RATIO, Faces
from game.games.hoch_tief.rules import State

if TYPE_CHECKING:
    from game.app.context import Context


def sheet_of(seats: Sequence[Seat], state: State) -> ScoreSheet:
    """What everybody's calls brought, one by one."""
    counts = [tuple(accumulate((call.points for call in calls), initial=0)) for calls in state.calls]
    return ScoreSheet(
        tuple(
            row_of(seats, seat, (Term("hoch_tief.result.calls", points[-1]),), points)
            for seat, points in enumerate(counts)
        ),
        rule="hoch_tief.result.rule",
    )


class Pictures(SheetPictures):
    """Everybody's calls."""

    def __init__(self, context: Context, state: State) -> None:
        super().__init__(context)
        self.calls = state.calls

    def build(self) -> None:
        """Make pictures for the window as it is now."""
        self.faces = Faces(self.context.kit)

    def draw_cards(self, canvas: Canvas, seat: int, box: Box, pieces: int, bright: bool) -> None:
        """Draw the cards that were called, and what the first ``pieces`` of them brought."""
        del bright
        calls = self.calls[seat]
        w = min(60.0, box.h * 0.7 / RATIO, box.w / max(1, len(calls)))
        step = min(w * 1.1, (box.w - w) / max(1, len(calls) - 1))
        for place, call in enumerate(calls):
            x, y = box.x + w / 2 + place * step, box.y + box.h * 0.42
            canvas.put_centred(self.faces(str(call.card), w), x, y)
            if place < pieces:
                words = self.context.texts.signed(call.points)
                pill = self.context.kit.made(tag, words, max(12.0, w * 0.3), GOOD if call.points > 0 else CREAM, INK)
                canvas.put_centred(pill, x, y + w * RATIO / 2)
