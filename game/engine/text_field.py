"""A text field in place: a name or a number with a pen, which becomes editable when used."""

from collections.abc import Callable

from pygame import Rect, Surface

from game.engine import controls, fonts, layout, surfaces, widgets
from game.engine.canvas import Canvas
from game.engine.input import Key
from game.engine.items import Item, ItemList
from game.engine.kit import Kit
from game.engine.palette import CREAM, GOLD, INK, SKY, SOFT_ON_PAPER, WHITE, Colour, mix
from game.host import device

#: keys that end the entry: keeping it, or leaving the old text
KEEP, LEAVE = ("return", "keypad enter", "enter", "tab"), ("escape",)


#: padding left and right of the text while typing, logical
EDGE = 12.0
#: the disc with the pen, and the gap before it
PEN, BEFORE_PEN = 44.0, 8.0


class TextEntry:
    """Text being typed. Everything is selected at first, so that the first letter replaces the old text."""

    def __init__(self, text: str, most: int, fits: Callable[[str], bool]) -> None:
        self.text = text
        #: the caret is before this letter; the text between it and ``mark`` is selected
        self.caret, self.mark = len(text), 0
        #: the maximum length, and which characters are allowed
        self._most, self._fits = most, fits

    @property
    def selection(self) -> tuple[int, int]:
        """Start and end of the selection; equal if nothing is selected."""
        return min(self.caret, self.mark), max(self.caret, self.mark)

    def write(self, text: str) -> None:
        """Replace the selection by the allowed characters of ``text`` that fit."""
        start, end = self.selection
        room = self._most - len(self.text) + end - start
        fitting = "".join(letter for letter in text if letter.isprintable() and self._fits(letter))[:room]
        if fitting or not text:
            self.text = self.text[:start] + fitting + self.text[end:]
            self.caret = self.mark = start + len(fitting)

    def erase(self, by: int) -> None:
        """Delete the selection, or else the letter after the caret (1) or before it (-1)."""
        if self.caret == self.mark:
            self.mark = self._within(self.caret + by)
        self.write("")

    def place(self, to: int, extend: bool = False) -> None:
        """Move the caret; with ``extend`` the selection grows or shrinks with it."""
        self.caret = self._within(to)
        if not extend:
            self.mark = self.caret

    def select_all(self) -> None:
        """Select everything."""
        self.mark, self.caret = 0, len(self.text)

    def press(self, key: Key) -> bool | None:
        """React to a key; return True or False if it ends the entry, to keep it or not, else None."""
        if key.raw in KEEP or (key.pad and key.meaning == "act"):
            return True
        if key.raw in LEAVE or key.pad:
            return False
        if key.ctrl:
            self._command(key.raw, key.shift)
        elif key.raw in ("backspace", "delete"):
            self.erase(-1 if key.raw == "backspace" else 1)
        elif key.raw in ("home", "end"):
            self.place(0 if key.raw == "home" else len(self.text), key.shift)
        elif key.raw in ("left", "right"):
            self._step(-1 if key.raw == "left" else 1, key.shift)
        elif key.text:
            self.write(key.text)
        return None

    def _within(self, place: int) -> int:
        return min(max(place, 0), len(self.text))

    def _step(self, by: int, extend: bool) -> None:
        """Move the caret by one letter, or to the end of a selection that is dropped."""
        selected = self.caret != self.mark
        to = self.selection[by > 0] if selected and not extend else self.caret + by
        self.place(to, extend)

    def _command(self, raw: str, extend: bool) -> None:
        start, end = self.selection
        if raw == "a":
            self.select_all()
        elif raw in ("c", "x") and start < end:
            device.put_text(self.text[start:end])
            if raw == "x":
                self.write("")
        elif raw == "v" and (found := device.get_text()):
            self.write(found.replace("\n", " ").strip("\r "))
        elif raw in ("left", "right"):
            self.place(self._word(-1 if raw == "left" else 1), extend)
        elif raw in ("backspace", "delete"):
            if start == end:
                self.mark = self._word(-1 if raw == "backspace" else 1)
            self.write("")

    def _word(self, by: int) -> int:
        """Return the start of the next word (1), or of this or the previous one (-1)."""
        at = self.caret
        if by > 0:
            return next((n for n in range(at + 1, len(self.text)) if self.text[n - 1] == " "), len(self.text))
        return next((n for n in range(at - 1, 0, -1) if self.text[n - 1] == " " != self.text[n]), 0)


def _real(kit: Kit, box: layout.Box, text: str, size: float) -> int:
    """Return the size in real pixels at which the whole text fits into the field."""
    real = round(min(size * kit.text_scale, kit.px(box.h) * 0.7))
    return fonts.fitted(text, fonts.BLACK, real, kit.px(box.w - 2 * EDGE))


def typed_plain(kit: Kit, box: layout.Box, size: float, text: str, selection: tuple[int, int], caret: int) -> Surface:
    """Draw the field while typing: its text, the selection, and the caret; plain."""
    px = kit.px
    whole = surfaces.rounded((px(box.w), px(box.h)), px(12), INK).copy()
    edge = max(2, px(3))
    inner = (whole.get_width() - 2 * edge, whole.get_height() - 2 * edge)
    whole.blit(surfaces.rounded(inner, px(10), WHITE), (edge, edge))
    real = _real(kit, box, text, size)
    left, middle = px(EDGE), whole.get_height() // 2
    high = round(real * 1.3)

    def at(place: int) -> int:
        return left + fonts.width(text[:place], fonts.BLACK, real)

    start, end = map(at, selection)
    if end > start:
        whole.fill(mix(SKY, WHITE, 0.45), Rect(start, middle - high // 2, end - start, high))
    line = fonts.plain(text, fonts.BLACK, real, INK)
    whole.blit(line, (left, middle - line.get_height() // 2))
    wide = max(2, px(2.5))
    whole.fill(INK, Rect(at(caret) - wide // 2, middle - high // 2, wide, high))
    return whole


class TextField(widgets.Widget):
    """A text that can be edited in place; ``entry`` is the entry in progress, or None.

    ``ink`` is the colour of the text, ``pen`` adds a pen behind it.
    """

    def __init__(  # noqa: PLR0913 - all but the first are named by who calls
        self,
        kit: Kit,
        id_: str,
        box: layout.Box,
        text: str,
        label: str,
        use: widgets.UseAction,
        *,
        entry: TextEntry | None = None,
        size: float = 25,
        ink: Colour = CREAM,
        pen: bool = True,
    ) -> None:
        super().__init__(kit)
        self.box, self.text, self.entry, self.size, self.ink, self.pen = box, text, entry, size, ink, pen
        self.items = [Item(id_, label, box.at_least(widgets.TARGET), use)]

    def place_at(self, x: float) -> int:
        """Return the caret position for a pointer at ``x``, logical."""
        text = self.entry.text if self.entry else ""
        real = _real(self.kit, self.box, text, self.size)
        aim = self.kit.px(x - self.box.x - EDGE)
        return min(range(len(text) + 1), key=lambda place: abs(fonts.width(text[:place], fonts.BLACK, real) - aim))

    def draw(self, canvas: Canvas, items: ItemList) -> None:
        box, kit = self.box, self.kit
        if self.entry:
            entry = self.entry
            key = (box._replace(x=0, y=0), self.size, entry.text, entry.selection, entry.caret)
            canvas.put(kit.scene_image(typed_plain, *key), box.x, box.y)
            return
        state = self.state(self.items[0], items)
        middle = box.y + box.h / 2
        room = box.w - (PEN + BEFORE_PEN if self.pen else EDGE)
        strong = GOLD if self.ink == CREAM else SOFT_ON_PAPER
        line = kit.line(self.text or " ", self.size, strong if state != "normal" else self.ink, fonts.BLACK, room)
        if self.pen:
            canvas.put_left(line, box.x, middle)
            x = box.x + line.get_width() / kit.scale + BEFORE_PEN + PEN / 2
            # in a low row it stays clear of the line below
            side = min(PEN - 4, box.h)
            canvas.put_centred(kit.round_button("pen", side, "normal" if state == "focus" else state), x, middle)
        else:
            canvas.put_centred(line, *box.centre)
        if state == "focus":
            canvas.put(kit.widget_image(controls.focus_plain, box.w, box.h, 12), box.x - 8, box.y - 8)
