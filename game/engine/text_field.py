"""A text field in place: a name or a number with a pen, which becomes a line to be typed in when it is used."""

from pygame import Rect, Surface

from game.engine import controls, layout, surfaces, text, widgets
from game.engine.canvas import Canvas
from game.engine.items import Item, ItemList
from game.engine.kit import Kit
from game.engine.palette import CREAM, GOLD, INK, SKY, SOFT_ON_PAPER, WHITE, Colour, mix
from game.engine.text_entry import TextEntry

#: what is free at the left and right of the words while they are typed, logical
EDGE = 12.0
#: the disc with the pen, and what is free before it
PEN, BEFORE_PEN = 44.0, 8.0


def _real(kit: Kit, box: layout.Box, words: str, size: float) -> int:
    """The size in real pixels at which all words fit into the field."""
    real = round(min(size * kit.text_scale, kit.px(box.h) * 0.7))
    return text.fitted(words, text.BLACK, real, kit.px(box.w - 2 * EDGE))


def typed_plain(kit: Kit, box: layout.Box, size: float, words: str, selection: tuple[int, int], caret: int) -> Surface:
    """The field while it is typed in: its words, what is selected of them, and the caret; plain."""
    px = kit.px
    whole = surfaces.rounded((px(box.w), px(box.h)), px(12), INK).copy()
    edge = max(2, px(3))
    inner = (whole.get_width() - 2 * edge, whole.get_height() - 2 * edge)
    whole.blit(surfaces.rounded(inner, px(10), WHITE), (edge, edge))
    real = _real(kit, box, words, size)
    left, middle = px(EDGE), whole.get_height() // 2
    high = round(real * 1.3)

    def at(place: int) -> int:
        return left + text.width(words[:place], text.BLACK, real)

    start, end = map(at, selection)
    if end > start:
        whole.fill(mix(SKY, WHITE, 0.45), Rect(start, middle - high // 2, end - start, high))
    line = text.plain(words, text.BLACK, real, INK)
    whole.blit(line, (left, middle - line.get_height() // 2))
    wide = max(2, px(2.5))
    whole.fill(INK, Rect(at(caret) - wide // 2, middle - high // 2, wide, high))
    return whole


class TextField(widgets.Widget):
    """Words that can be changed in place; ``entry`` is what is being typed there, or None.

    ``ink`` is the colour of the words on what lies below, ``pen`` whether a pen stands behind them.
    """

    def __init__(  # noqa: PLR0913 - all but the first are named by who calls
        self,
        kit: Kit,
        id_: str,
        box: layout.Box,
        words: str,
        label: str,
        use: widgets.UseAction,
        *,
        entry: TextEntry | None = None,
        size: float = 25,
        ink: Colour = CREAM,
        pen: bool = True,
    ) -> None:
        super().__init__(kit)
        self.box, self.words, self.entry, self.size, self.ink, self.pen = box, words, entry, size, ink, pen
        self.items = [Item(id_, label, box.at_least(widgets.TARGET), use)]

    def place_at(self, x: float) -> int:
        """Before which letter of what is typed the caret goes for a pointer at ``x``, logical."""
        words = self.entry.words if self.entry else ""
        real = _real(self.kit, self.box, words, self.size)
        aim = self.kit.px(x - self.box.x - EDGE)
        return min(range(len(words) + 1), key=lambda place: abs(text.width(words[:place], text.BLACK, real) - aim))

    def draw(self, canvas: Canvas, items: ItemList) -> None:
        box, kit = self.box, self.kit
        if self.entry:
            entry = self.entry
            key = (box._replace(x=0, y=0), self.size, entry.words, entry.selection, entry.caret)
            canvas.put(kit.made(typed_plain, *key), box.x, box.y)
            return
        state = self.state(self.items[0], items)
        middle = box.y + box.h / 2
        room = box.w - (PEN + BEFORE_PEN if self.pen else EDGE)
        strong = GOLD if self.ink == CREAM else SOFT_ON_PAPER
        line = kit.line(self.words or " ", self.size, strong if state != "normal" else self.ink, text.BLACK, room)
        if self.pen:
            canvas.put_left(line, box.x, middle)
            x = box.x + line.get_width() / kit.scale + BEFORE_PEN + PEN / 2
            canvas.put_centred(kit.round_button("pen", PEN - 4, "normal" if state == "focus" else state), x, middle)
        else:
            canvas.put_centred(line, *box.centre)
        if state == "focus":
            canvas.put(kit.ready(controls.focus_plain, box.w, box.h, 12), box.x - 8, box.y - 8)
