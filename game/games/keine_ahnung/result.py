"""How the result of Keine Ahnung adds up: the stars of trophies, then those of consolation prizes (section 5)."""

from __future__ import annotations

from collections.abc import Sequence
from itertools import accumulate
from typing import TYPE_CHECKING

from game.core.match import Seat
from game.engine.canvas import Canvas
from game.engine.layout import Box
from game.engine.score_sheet import ScoreSheet, SheetPictures, Term, first_tied, row_of
from game.engine.texts import Texts
from game.games.keine_ahnung import rules, scoring
from game.games.keine_ahnung.faces import RATIO, KeineAhnungFaces

if TYPE_CHECKING:
    from game.app.context import Context

#: a card is at most so wide, and no narrower than this only to lie beside the others and not over them
WIDEST, LEAST = 120.0, 74.0
#: between two cards, as shares of their width: with room for all, and so that the stars of each are still seen
STEP, LEAST_STEP = 1.08, 0.64

#: in a tall window a row has such room for cards, and so much around them
TALL_CARDS, TALL_HEAD = Box(0, 0, 636, 190), 146.0


def terms_of(score: scoring.Score) -> tuple[Term, ...]:
    """The numbers of a score in the order in which they are added."""
    return (
        Term("keine_ahnung.result.trophies", sum(score.trophies), len(score.trophies)),
        Term("keine_ahnung.result.prizes", sum(score.prizes), len(score.prizes)),
    )


def sheet_of(texts: Texts, seats: Sequence[Seat], state: rules.State) -> ScoreSheet:
    """Everybody's trophies, turned up one by one, and their prizes."""
    del texts
    scores = rules.results_of(state)
    return ScoreSheet(
        tuple(
            row_of(seats, seat, terms_of(score), tuple(accumulate(score.trophies, initial=0)))
            for seat, score in enumerate(scores)
        ),
        rule=f"keine_ahnung.result.rule{'' if first_tied([score.total for score in scores]) else '_plain'}",
        unit="stars",
        sign="star_gold",
    )


class Pictures(SheetPictures):
    """Everybody's trophies and prizes."""

    def __init__(self, context: Context, state: rules.State) -> None:
        super().__init__(context)
        self.scores = rules.results_of(state)
        # all cards are as large as those of whoever has most
        self._most = max(1, *(len(score.trophies) + len(score.prizes) for score in self.scores))
        w, lines = self._fit(TALL_CARDS)
        self.tall_row_height = TALL_HEAD + lines * w * RATIO

    def _fit(self, box: Box) -> tuple[float, int]:
        """How wide everybody's cards can be in such a box, and in how many lines they lie then."""
        found = []
        for lines in (1, 2):
            gaps = -(-self._most // lines) - 1
            beside, over = (box.w / (1 + step * gaps) for step in (STEP, LEAST_STEP))
            found.append((min(WIDEST, (box.h / lines - 6) / RATIO, max(beside, min(LEAST, over))), -lines))
        w, lines = max(found)
        return w, -lines

    def build(self) -> None:
        self.faces = KeineAhnungFaces(self.context.kit)

    def draw_cards(self, canvas: Canvas, seat: int, box: Box, pieces: int, bright: bool) -> None:
        """Draw a seat's trophies, so many of them turned up, and its prizes."""
        del bright
        score = self.scores[seat]
        faces = [f"trophy{star}" if place < pieces else "trophy_back" for place, star in enumerate(score.trophies)]
        faces += [f"prize{star}" for star in score.prizes]
        if not faces:
            return
        w, lines = self._fit(box)
        columns = -(-self._most // lines)
        step = min(w * STEP, (box.w - w) / max(1, min(columns, len(faces)) - 1))
        # a line alone lies in the middle, where others have two
        lines = -(-len(faces) // columns)
        for place, face in enumerate(faces):
            line, column = divmod(place, columns)
            y = box.y + box.h / 2 + (line - (lines - 1) / 2) * (w * RATIO + 6)
            canvas.put_centred(self.faces(face, w), box.x + w / 2 + column * step, y)
