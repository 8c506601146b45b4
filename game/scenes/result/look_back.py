"""The review of a finished real-time match: the page that its result also shows beside the sums."""

from game.catalogue.presentations import PRESENTATIONS
from game.core.match import AnyMatch
from game.engine import dates
from game.engine.backdrop import Backdrop, felt
from game.engine.layout import Box
from game.player import saves, stats
from game.scenes.shared import common
from game.services.context import Context

#: top of the page, margin around it, and gap between its three boxes
TOP, EDGE, GAP = 112.0, 28.0, 14.0
#: the large box's share of the width and the height; in portrait, shares of the height for it and the one at its side
WIDE, HIGH = 0.74, 0.62
HIGH_TALL, SIDE_TALL = 0.4, 0.26
#: the heading of the box at the side and the most of one of its rows, in portrait
HEAD_TALL, ROW_TALL = 56.0, 76.0


class LookBack(common.Baked):
    """Reaction times, misses and mix-ups of a real-time match."""

    stage = "menu"

    def __init__(self, context: Context, match: AnyMatch, ended_ms: float = 0) -> None:
        super().__init__(context)
        self.match, self.ended_ms = match, ended_ms
        name = match.game.name
        records = stats.records_of(stats.entries(context), name)
        found = PRESENTATIONS[name].look_back(context, match, records)
        assert found is not None, f"expected a game with a look back, got {name}"
        self.page = found

    @property
    def address(self) -> str:
        return saves.finished_address("review", self.context, self.match)

    def boxes(self) -> tuple[Box, Box, Box]:
        """Return the page's boxes: a large one, one at its side, one below."""
        room = Box(self.frame.room.x + EDGE, TOP, self.frame.room.w - 2 * EDGE, self.frame.height - EDGE - TOP)
        x, y, w, h = room
        if self.frame.tall:
            # no higher than its rows need
            large, rows = (h - 2 * GAP) * HIGH_TALL, HEAD_TALL + ROW_TALL * len(self.match.seats)
            side = min((h - 2 * GAP) * SIDE_TALL, rows)
            low = y + large + side + 2 * GAP
            return Box(x, y, w, large), Box(x, y + large + GAP, w, side), Box(x, low, w, y + h - low)
        wide, high = (w - GAP) * WIDE, (h - GAP) * HIGH
        return (
            Box(x, y, wide, high),
            Box(x + wide + GAP, y, w - wide - GAP, high),
            Box(x, y + high + GAP, w, h - high - GAP),
        )

    def build(self) -> None:
        context, name = self.context, self.match.game.name
        plate = self.plate = Backdrop(context.kit, felt(context.frame, PRESENTATIONS[name].felt))
        texts, left = context.texts, context.frame.room.x
        when = dates.moment(texts, self.ended_ms, context.clock.wall_ms()) if self.ended_ms else ""
        common.heading(context, plate, texts(self.page.title), when, left=left)
        self.page.bake(plate, self.boxes())
        self.show([common.back_button(context, self.back, left=left)])

    def spoken(self) -> str:
        return self.page.spoken()
