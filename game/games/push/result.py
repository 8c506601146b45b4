"""The score sheet of Push: open cards colour by colour, then the secured ones (rule text, section 4)."""

from collections.abc import Sequence
from itertools import accumulate
from typing import TYPE_CHECKING

from game.core.match import Seat
from game.engine.canvas import Canvas
from game.engine.cards import tag
from game.engine.layout import Box
from game.engine.palette import CREAM
from game.engine.score_sheet import ScoreSheet, SheetPictures, Term, first_tied, row_of
from game.engine.texts import Texts
from game.games.push import faces, layout, rules, scoring

if TYPE_CHECKING:
    from game.services.context import Context

#: greatest width of a card
WIDEST = 100.0
#: share of a row's width for the secured cards at the right
SAFE = 0.2


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
        rule=f"push.result.rule{'' if first_tied([score.total for score in scores]) else '_plain'}",
    )


class Pictures(SheetPictures):
    """All players' cards at the end."""

    def __init__(self, context: "Context", state: rules.State) -> None:
        super().__init__(context)
        self.store = state.store

    def build(self) -> None:
        self.faces = faces.PushFaces(self.context.kit, self.context.texts)

    def card_width(self, box: Box) -> float:
        """Return the common width of all players' cards in such boxes: that of the most crowded display."""
        spreads = [layout.spread(tuple(display), box, WIDEST, False) for display in self.store.displays]
        return min((spread.cards[0].w for spread in spreads if spread.cards), default=WIDEST)

    def draw_cards(self, canvas: Canvas, seat: int, box: Box, pieces: int, bright: bool) -> None:
        """Draw a display with the sums of its first ``pieces`` colours, and the secured cards as a stack."""
        kit = self.context.kit
        part = box._replace(w=box.w * (1 - SAFE))
        spread = layout.spread(tuple(self.store.displays[seat]), part, self.card_width(part), False, (1.0,))
        for lying in spread.cards:
            canvas.put_centred(self.faces(faces.face_of(lying.card), lying.w), lying.x, lying.y)
        for stack in spread.stacks[:pieces]:
            canvas.put_centred(kit.scene_image(tag, str(stack.points), max(12.0, stack.w * 0.26)), *stack.pill)
        count = len(self.store.secured[seat])
        if not count:
            return
        w = min(WIDEST * 0.8, box.h * 0.8 / faces.RATIO, box.w * SAFE * 0.66)
        x, y = box.x + box.w - w * 0.8, box.y + box.h / 2
        for rim in range(min(3, count)):
            canvas.put_centred(self.faces("back", w, "rest" if not rim else "flat"), x + rim * 2, y - rim * 2)
        canvas.put_centred(kit.scene_image(faces.lock, w * 0.24), x + w * 0.36, y + w * faces.RATIO * 0.36)
        canvas.put_centred(kit.sticker(str(count), w * 0.46, CREAM), x - w * 0.2, y - w * 0.42)
