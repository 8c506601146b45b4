"""How the result of Nein Danke! adds up: runs, special cards, chips (rule text, section 5)."""

from __future__ import annotations

from collections.abc import Sequence
from typing import TYPE_CHECKING

from game.core.match import Seat
from game.engine import tally
from game.engine.canvas import Canvas
from game.engine.cards import tag
from game.engine.layout import Box
from game.engine.palette import CREAM, INK
from game.engine.tally import Part, Tally
from game.games.nein_danke import layout
from game.games.nein_danke.faces import RATIO, Faces, face_of, ghost
from game.games.nein_danke.rules import State
from game.games.nein_danke.scoring import Score

if TYPE_CHECKING:
    from game.context import Context

#: a card is at most so wide
WIDEST = 104.0
#: where there is room, whoever looks can read every card of a run
OPEN_STEPS: layout.Steps = ((0.86, 1.1), (0.6, 1.1), (0.45, 1.1), *layout.STEPS)


def parts_of(score: Score) -> tuple[Part, ...]:
    """The numbers of a score in the order in which they are added."""
    return (
        Part("nein_danke.result.cards", -score.penalty - score.doubled),
        Part("nein_danke.result.bonus", score.bonus),
        Part("nein_danke.result.per_card", score.per_card),
        Part("nein_danke.result.chips", score.chip_points),
    )


class Reckoning(tally.Reckoning):
    """The displays and sums of the round that has just been scored."""

    rule = "nein_danke.result.rule"

    def __init__(self, context: Context, seats: Sequence[Seat], state: State) -> None:
        super().__init__(context, seats)
        store = state.store
        self.displays = store.displays
        self.scores = store.round_scores
        self.rounds = (store.round, store.options.rounds)
        self.tallies = tuple(
            Tally(seat, parts_of(score), score.total, store.totals[seat]) for seat, score in enumerate(self.scores)
        )
        self.build()

    def build(self) -> None:
        """Make pictures for the window as it is now."""
        self.faces = Faces(self.context.kit, self.context.texts)

    def pieces(self, seat: int) -> int:
        """The runs of a display are counted one by one."""
        return len(self.scores[seat].runs)

    def counted(self, seat: int, pieces: int) -> int:
        """The penalty of the first ``pieces`` runs."""
        score = self.scores[seat]
        if pieces >= len(score.runs):
            return -score.penalty - score.doubled
        return -sum(run[0] for run in score.runs[:pieces])

    def draw_cards(self, canvas: Canvas, seat: int, box: Box, pieces: int, bright: bool) -> None:
        """Draw a display with the costs of its first ``pieces`` runs."""
        kit = self.context.kit
        widest = min(WIDEST, box.h / RATIO)
        spread = layout.spread(tuple(self.displays[seat]), self.scores[seat], box, widest, OPEN_STEPS)
        for lying in sorted(spread.cards, key=lambda lying: lying.z):
            if lying.card:
                canvas.put_centred(self.faces(face_of(lying.card), lying.w), lying.x, lying.y)
            else:
                canvas.put_centred(kit.made(ghost, lying.w, str(lying.number)), lying.x, lying.y)
        for pill in spread.pills[:pieces]:
            size = max(12.0, min(19.0, pill.w * 0.26))
            words = self.context.texts.number(-pill.cost)
            fill, ink = (INK, CREAM) if bright else (CREAM, INK)
            canvas.put_centred(kit.made(tag, words, size, fill, ink), pill.x, pill.y)
