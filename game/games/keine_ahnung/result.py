"""The score sheet of Keine Ahnung: the stars of trophies, then those of consolation prizes (section 5)."""

from collections.abc import Sequence
from itertools import accumulate
from typing import TYPE_CHECKING

from game.core.match import Seat
from game.engine.canvas import Canvas
from game.engine.layout import Box
from game.engine.score_sheet import ScoreSheet, SheetPictures, Term, has_ties, row_of
from game.engine.texts import Texts
from game.games.keine_ahnung import rules, scoring
from game.games.keine_ahnung.faces import RATIO, KeineAhnungFaces

if TYPE_CHECKING:
    from game.services.context import Context

#: greatest width of a card, and the width below which cards overlap instead of shrinking
WIDEST, LEAST = 120.0, 74.0
#: steps between cards as shares of their width: the usual, and the least that shows the stars whole
STEP, LEAST_STEP = 1.08, 0.86

#: on a tall table: the room for a row's cards, and the height of the rest of the row
TALL_CARDS, TALL_HEAD = Box(0, 0, 636, 190), 146.0


def terms_of(score: scoring.Score) -> tuple[Term, ...]:
    """Return the terms of a score in the order in which they are added."""
    return (
        Term("keine_ahnung.result.trophies", sum(score.trophies), len(score.trophies)),
        Term("keine_ahnung.result.prizes", sum(score.prizes), len(score.prizes)),
    )


def sheet_of(texts: Texts, seats: Sequence[Seat], state: rules.State) -> ScoreSheet:
    """Build the score sheet: trophies turned up one by one, then prizes."""
    scores = rules.results_of(state)
    return ScoreSheet(
        tuple(
            row_of(seats, seat, terms_of(score), tuple(accumulate(score.trophies, initial=0)))
            for seat, score in enumerate(scores)
        ),
        rule=f"keine_ahnung.result.rule{'' if has_ties([score.total for score in scores]) else '_plain'}",
        unit="stars",
        sign="star_gold",
    )


class Pictures(SheetPictures):
    """All players' trophies and prizes."""

    def __init__(self, context: "Context", state: rules.State) -> None:
        super().__init__(context)
        self.scores = rules.results_of(state)
        # all cards have the size of the fullest row
        self._most = max(1, *(len(score.trophies) + len(score.prizes) for score in self.scores))
        w, lines = self._fit(TALL_CARDS)
        self.tall_row_height = TALL_HEAD + lines * w * RATIO

    def _fit(self, box: Box) -> tuple[float, int]:
        """Return the common width of the cards in such a box, and the number of lines they take."""
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
        """Draw a seat's trophies, the first ``pieces`` of them turned up, and its prizes."""
        score = self.scores[seat]
        faces = [f"trophy{star}" if place < pieces else "trophy_back" for place, star in enumerate(score.trophies)]
        faces += [f"prize{star}" for star in score.prizes]
        if not faces:
            return
        w, lines = self._fit(box)
        columns = -(-self._most // lines)
        step = min(w * STEP, (box.w - w) / max(1, min(columns, len(faces)) - 1))
        # a single line is centred where other seats have two
        lines = -(-len(faces) // columns)
        for place, face in enumerate(faces):
            line, column = divmod(place, columns)
            y = box.y + box.h / 2 + (line - (lines - 1) / 2) * (w * RATIO + 6)
            canvas.put_centred(self.faces(face, w), box.x + w / 2 + column * step, y)
