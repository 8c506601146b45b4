"""The score sheet of Push: open cards colour by colour, then the secured ones (rule text, section 4)."""

from collections.abc import Sequence
from itertools import accumulate
from typing import TYPE_CHECKING

from game.core.match import Seat
from game.engine.canvas import Canvas
from game.engine.layout import Box
from game.engine.score_sheet import ScoreSheet, SheetPictures, Term, has_ties, row_of
from game.engine.texts import Texts
from game.games.push import faces, layout, rules, scoring
from game.games.push.deck import COLOURS

if TYPE_CHECKING:
    from game.services.context import Context

#: greatest width of a card, and the width of its place as a share of its own
WIDEST, APART = 100.0, 1.16
#: least width of a whole card, in real pixels: of narrower ones a tile is shown
LEGIBLE = 28
#: greatest height of a tile as a share of its place's width, and the gap between tiles
TILE, RIM = 0.5, 6.0


def sheet_of(texts: Texts, seats: Sequence[Seat], state: rules.State) -> ScoreSheet:
    """Build the final score sheet, with running sums of the colours of the open cards."""
    scores, displays = rules.results(state), state.store.displays
    sums = [[scoring.points_of(cards) for cards in layout.by_colour(display) if cards] for display in displays]
    return ScoreSheet(
        tuple(
            row_of(
                seats,
                seat,
                (Term("push.result.shown", score.shown), Term("push.result.secured", score.secured)),
                tuple(accumulate(sums[seat], initial=0)),
            )
            for seat, score in enumerate(scores)
        ),
        rule=f"push.result.rule{'' if has_ties([score.total for score in scores]) else '_plain'}",
    )


class Pictures(SheetPictures):
    """All players' cards at the end: a stack for each colour, and one of the secured cards, each with its sum."""

    def __init__(self, context: "Context", state: rules.State) -> None:
        super().__init__(context)
        self.store = state.store

    def places(self, box: Box) -> list[Box]:
        """Return the places of the five colours and, if anybody has some, of the secured cards: one below another."""
        count = len(COLOURS) + any(self.store.secured)
        wide = min(box.w / count, WIDEST * APART)
        return box.cut_across([wide] * count)

    def card_width(self, box: Box) -> float:
        """Return the width of all players' cards in such boxes."""
        return min(self.places(box)[0].w / APART, box.h / (faces.RATIO + faces.RIMS * faces.RIM))

    def draw_cards(self, canvas: Canvas, seat: int, box: Box, pieces: int, bright: bool) -> None:
        """Draw the stacks with the sums of the first ``pieces`` colours, and after those of the secured cards."""
        kit, w, places = self.context.kit, self.card_width(box), self.places(box)
        shown = layout.by_colour(self.store.displays[seat])
        counted = [bool(cards) for cards in shown]
        stacks = [*zip(COLOURS, shown, strict=True), (faces.BACK, self.store.secured[seat])]
        for number, ((name, cards), place) in enumerate(zip(stacks, places, strict=False)):
            if not cards:
                continue
            before = sum(counted[: number + 1])
            is_counted = before <= pieces if name != faces.BACK else pieces >= sum(counted)
            points = scoring.points_of(cards) if is_counted else -1
            if kit.px(w) < LEGIBLE:
                high = min(place.h, place.w * TILE)
                picture = kit.scene_image(faces.sum_tile, place.w - RIM, high, name, points)
            else:
                picture = kit.scene_image(faces.stack, w, name, points, len(cards))
            canvas.put_centred(picture, *place.centre)
