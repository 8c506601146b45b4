"""The dock: the text box of a table, and the rings around what its text mentions."""

from collections.abc import Callable, Mapping, Sequence
from math import ceil
from typing import NamedTuple, TypeAlias

from pygame import Surface

from game.engine import controls, fonts, surfaces
from game.engine.backdrop import PaperSheet
from game.engine.canvas import Canvas
from game.engine.items import Item, ItemList
from game.engine.kit import Kit
from game.engine.layout import Box, row
from game.engine.palette import CREAM, GOOD, INK, PARCHMENT, SOFT_ON_PAPER, WARNING
from game.engine.panel import CLOSE, MORE, ON, SKIP, PanelButton, PanelText
from game.engine.widgets import Button, UseAction, Widget, put_paper

#: something on the table to be marked, with its corner radius
Mark: TypeAlias = tuple[Box, float]

#: text sizes: head, title on one line and on several, body, numbers with their names, figure, and the head's button
HEAD, TITLE, WRAPPED, BODY = 16.0, 25.0, 21.0, 19.0
NUMBER, NAME, FIGURE, TURN = 19.0, 17.0, 16.0, 15.0
#: the number of rows that a tall table has below one another, to be compared at a glance
FEW = 3
#: text scales to try, largest first, down to the smallest permitted
SIZES = (1.25, 1.18, 1.1, 1.0, 0.96, 0.92, 0.88, fonts.LEAST_SHRINK)
#: padding at the sheet's edges, and between two columns of numbers
EDGE, COLUMN_GAP = 18.0, 26.0
#: sizes of the bulb, the x and the arrow
BULB, CROSS, ARROW = 24.0, 30.0, 20.0
#: padding above the head, its height, and the title's line spacing as a share of its letters
TOP, LINE, TIGHT = 9.0, 21.0, 1.16
#: where the head's line has a button: how much higher the line is, and how far above its middle the button is
TURN_LINE, TURN_UP = 9.0, 3.0
#: height of the buttons; the width of a sheet from which they stand beside the head, and then the least width of each
BUTTON, BROAD, BESIDE = 50.0, 590.0, 150.0
#: heights of the buttons at the foot of a sheet on a tall table, the first for which the text leaves room
TALL_BUTTONS = (88.0, 72.0)
#: size of the buttons' labels, the padding beside them, and the largest share of a sheet that stands beside the head
LABEL, LABEL_EDGES, MOST_BESIDE = 22.0, 30.0, 0.6
#: touch target at the x and beside the head
TARGET = 64.0
#: height of the touch target for more numbers on a paper that floats
MORE_HIGH = 72.0
#: how much smaller than all other letters those of a long head may be
SMALLER = 0.84
#: the gap between the head and a button beside it
CLEAR = 10.0
#: padding below the text of a paper without buttons
FOOT = 14.0
#: a paper that would leave less of its box than this takes all of it
STRIP = 64.0
#: logical padding around a mark
ROOM = 10.0


class Parts(NamedTuple):
    """Layout of a sheet, logical."""

    #: text scale
    size: float
    #: left edge of the head behind the bulb, its width, and the title's lines with the height of their letters
    left: float
    head: float
    title: tuple[str, ...]
    letters: float
    #: height of the head's line, below which the title is
    line: float
    #: tops of the body, the numbers and the figure, and the figure's bottom
    body: float
    rows: float
    figure: float
    low: float
    #: columns of numbers, the height of their rows, and the size of their names
    columns: int
    step: float
    name: float
    #: height of the buttons, and how much higher the head's line is for the one in it
    button: float
    turn: float
    #: everything fits
    fits: bool


def parts(kit: Kit, box: Box, panel_text: PanelText) -> Parts:
    """Lay out ``panel_text`` in a box at the largest scale that fits, with the longest texts that it may have."""
    if later := panel_text.later:
        now = panel_text._replace(later=None)
        whole, size = parts(kit, box, later), parts(kit, box, now).size
        found = _parts(kit, box, now, min(size, whole.size), whole.button, whole.turn)
        return found._replace(low=max(found.low, whole.low))
    panel_text = panel_text._replace(figure=max(panel_text.figure, panel_text.longest, key=len))
    for button in (*TALL_BUTTONS, BUTTON) if kit.frame.tall and not _beside(kit, box, panel_text) else (BUTTON,):
        for size in SIZES:
            found = _parts(kit, box, panel_text, size, button)
            if found.fits:
                return found
    # the smallest letters leave room for a button in the line of the head as it is
    return _parts(kit, box, panel_text, size, button, 0.0)


def _parts(kit: Kit, box: Box, panel_text: PanelText, size: float, button: float, turn: float = TURN_LINE) -> Parts:
    larger, inner = size * kit.text_growth, box.w - 2 * EDGE
    beside = _beside(kit, box, panel_text)
    left = EDGE + (BULB * larger + 4) * bool(panel_text.title)
    right = box.w - EDGE - beside - CROSS * bool(panel_text.close) - _turn_wide(kit, panel_text, size)
    title, letters = _title(kit, panel_text.title, inner - beside, size)
    head = _head(panel_text)
    line = LINE * larger * head / HEAD + turn * bool(panel_text.turn)
    top = max(TOP + line + len(title) * letters * TIGHT * larger, button + 18 if beside else 0.0)
    few = len(panel_text.rows) <= (FEW if kit.frame.tall else 1)
    columns = 1 if few or _row_wide(kit, panel_text, size) > _column(box.w, 2) else 2
    step = 22 * larger
    # where all letters are smaller for want of height, the names may have those of their numbers
    name = NUMBER if size < 1 and _row_wide(kit, panel_text, size, NUMBER) <= _column(box.w, columns) else NAME
    words, high = _high(kit, panel_text.body, BODY * size, inner), step * ceil(len(panel_text.rows) / columns) + 14
    high *= bool(panel_text.rows)
    # how wrong something was comes before the reason
    body, rows = (top + high, top) if panel_text.wrong else (top, top + words)
    figure = top + words + high
    low = figure + _high(kit, panel_text.figure, FIGURE * size, inner)
    foot = button + 12 if panel_text.buttons and not beside else 4.0
    fits = (
        low + foot <= box.h
        and _wide(kit, panel_text.head, fonts.BLACK, head * size) * max(SMALLER, SIZES[-1] / size) <= right - left
        and all(_wide(kit, one, fonts.DISPLAY, letters * size) <= inner - beside for one in title)
        and fonts.fits(panel_text.body, fonts.STRONG, round(BODY * size * kit.text_scale), kit.px(inner))
        and fonts.fits(panel_text.figure, fonts.STRONG, round(FIGURE * size * kit.text_scale), kit.px(inner))
        and _row_wide(kit, panel_text, size) <= _column(box.w, columns)
    )
    return Parts(
        size, left, right - left, title, letters, line, body, rows, figure, low, columns, step, name, button, turn, fits
    )


def _head(panel_text: PanelText) -> float:
    """Return the size of the head's letters: those of the body if it tells what was wrong."""
    return BODY if panel_text.wrong else HEAD


def _wide(kit: Kit, text: str, face: str, letters: float) -> float:
    return fonts.width(text, face, round(letters * kit.text_scale)) / kit.scale


def _high(kit: Kit, text: str, letters: float, room: float) -> float:
    """Return the height of ``text`` wrapped to ``room``, with the gap below."""
    real = round(letters * kit.text_scale)
    lines = fonts.wrapped(text, fonts.STRONG, real, kit.px(room))
    return round(real * fonts.SPACING) * len(lines) / kit.scale + 4 if text else 0.0


def _title(kit: Kit, text: str, room: float, size: float) -> tuple[tuple[str, ...], float]:
    """Return the title's lines and the height of their letters: one line, or several of smaller letters."""
    if not text or _wide(kit, text, fonts.DISPLAY, TITLE * size) <= room:
        return ((text,) if text else ()), TITLE
    real = round(WRAPPED * size * kit.text_scale)
    return tuple(fonts.wrapped(text, fonts.DISPLAY, real, kit.px(room))), WRAPPED


def _beside(kit: Kit, box: Box, panel_text: PanelText) -> float:
    """Return the width that the buttons take beside the head; 0 if they stand at the foot, where they have more."""
    labels = [_wide(kit, button.label, fonts.DISPLAY, LABEL) for button in panel_text.buttons]
    room = len(labels) * (max([BESIDE, *(wide + LABEL_EDGES for wide in labels)]) + 10)
    return room if box.w >= BROAD and room <= MOST_BESIDE * box.w else 0.0


def _turn_wide(kit: Kit, panel_text: PanelText, size: float) -> float:
    """Return the width taken by the button in the head's line: more numbers, or skip."""
    text = panel_text.turn or panel_text.skip
    return _wide(kit, text, fonts.BLACK, TURN * size) + ARROW + 14 + CLEAR if text else 0.0


def _column(w: float, columns: int) -> float:
    """Return the width of a number with its name in a sheet ``w`` wide with that many columns."""
    return (w - 52 - COLUMN_GAP * (columns - 1)) / columns


def _row_wide(kit: Kit, panel_text: PanelText, size: float, letters: float = NAME) -> float:
    return max(
        (
            _wide(kit, name, fonts.STRONG, letters * size) + _wide(kit, value, fonts.DISPLAY, NUMBER * size) + 10
            for name, value in panel_text.rows
        ),
        default=0.0,
    )


def high_of(kit: Kit, box: Box, panel_text: PanelText, now: bool = False) -> float:
    """Return the height that a text without buttons takes of its box: with the longest figure, or as it is ``now``."""
    found = parts(kit, box, panel_text)
    if now:
        found = _parts(kit, box, panel_text, found.size, found.button, found.turn)
    return min(box.h, found.low + FOOT)


def sheet_plain(kit: Kit, w: float, h: float, panel_text: PanelText, box_high: float = 0.0) -> Surface:
    """Draw the sheet of a dock with its text, without its buttons; plain.

    The letters are as large as they fit in the box, which may be higher or lower than the sheet.
    """
    found = parts(kit, Box(0, 0, w, box_high or h), panel_text)
    paper, larger, size = PaperSheet(kit, w, h), found.size * kit.text_growth, found.size

    def paragraph(text: str, letters: float, y: float, colour: tuple[int, int, int]) -> None:
        if text:
            picture = kit.paragraph_plain(text, letters * size, w - 2 * EDGE, colour, fonts.STRONG)
            paper.put(picture, EDGE, y, "corner")

    line = TOP + found.line / 2
    colour = WARNING if panel_text.wrong else SOFT_ON_PAPER
    paper.put(
        kit.line_plain(panel_text.head, _head(panel_text) * size, colour, fonts.BLACK, found.head), found.left, line
    )
    if panel_text.title:
        paper.put(kit.icon_plain("bulb", BULB * larger, INK), EDGE - 4, line)
    for number, text in enumerate(found.title):
        y = TOP + found.line + (number + 0.5) * found.letters * TIGHT * larger
        paper.put(kit.line_plain(text, found.letters * size, INK, fonts.DISPLAY), EDGE, y)
    right = w - EDGE - _beside(kit, Box(0, 0, w, h), panel_text) - CROSS * bool(panel_text.close)
    if panel_text.turn:
        paper.put(_turn_plain(kit, panel_text.turn, TURN * size), right - 4, line - TURN_UP, "right")
    if panel_text.skip:
        paper.put(kit.icon_plain("arrow_right", ARROW, SOFT_ON_PAPER), right + 4, line, "right")
        paper.put(
            kit.line_plain(panel_text.skip, TURN * size, SOFT_ON_PAPER, fonts.BLACK), right + 2 - ARROW, line, "right"
        )
    paragraph(panel_text.body, BODY, found.body, INK)
    if panel_text.rows:
        _put_rows(paper, w, panel_text.rows, found)
    paragraph(panel_text.figure, FIGURE, found.figure, SOFT_ON_PAPER)
    return paper.surface


def _put_rows(paper: PaperSheet, w: float, rows: Sequence[tuple[str, str]], found: Parts) -> None:
    kit, lines = paper.kit, ceil(len(rows) / found.columns)
    paper.inset(Box(14, found.rows + 2, w - 28, found.step * lines + 6), 12, PARCHMENT)
    wide = _column(w, found.columns)
    for number, (name, value) in enumerate(rows):
        x = 26 + number // lines * (wide + COLUMN_GAP)
        # a last row alone in its column stands in the middle
        alone = found.columns > 1 and number == len(rows) - 1 and number % lines == 0
        y = found.rows + 5 + found.step * (lines / 2 if alone else number % lines + 0.5)
        paper.put(kit.line_plain(value, NUMBER * found.size, INK, fonts.DISPLAY), x + wide, y, "right")
        paper.put(kit.line_plain(name, found.name * found.size, INK, fonts.STRONG), x, y)


def _turn_plain(kit: Kit, text: str, size: float) -> Surface:
    """Draw the small button that adds the numbers; plain."""
    top = kit.pill_plain(text, size, PARCHMENT, INK, fonts.BLACK)
    (w, h), lip = top.get_size(), kit.px(2.5)
    whole = surfaces.blank((w, h + lip))
    whole.blit(surfaces.rounded((w, h), h // 2, INK), (0, lip))
    whole.blit(top, (0, 0))
    return whole


def mark_plain(kit: Kit, w: float, h: float, radius: float) -> Surface:
    """Draw the ring around a w x h mark that starts at ROOM, ROOM; plain."""
    whole = surfaces.blank((kit.px(w + 2 * ROOM), kit.px(h + 2 * ROOM)))
    # the light line separates the ring from green cards
    controls.put_rings(kit, whole, (w, h, radius), ((8.5, 9.0, INK), (7.0, 6.0, GOOD), (2.6, 1.8, CREAM)))
    return whole


class Rings(Widget):
    """Marks around what the dock mentions.

    The ``labels`` on the table and the key caps of the widgets ``below`` are drawn again over the rings, to stay
    legible. A ring follows a lifted card by as much as ``risen`` returns.
    """

    def __init__(
        self,
        kit: Kit,
        marks: Sequence[Mark],
        labels: Callable[[Canvas], None],
        below: Sequence[Widget] = (),
        risen: Callable[[Box], float] = lambda _box: 0.0,
    ) -> None:
        super().__init__(kit)
        self.marks, self.labels, self.risen = marks, labels, risen
        self.capped = [widget for widget in below if widget.cap]

    def draw(self, canvas: Canvas, items: ItemList) -> None:
        if not self.marks:
            return
        for box, radius in self.marks:
            canvas.put(
                self.kit.scene_image(mark_plain, box.w, box.h, radius), box.x - ROOM, box.y - self.risen(box) - ROOM
            )
        self.labels(canvas)
        for widget in self.capped:
            widget.draw_cap(canvas)


class Dock(Widget):
    """Text in its box, with marks; the whole box is a button if there are more numbers.

    ``uses`` maps button ids to actions, for buttons without one of their own; ``cap`` is the key of the continue
    button. One that ``floats`` lies over the table: its paper shields what is below, and a tap on it closes it.
    """

    def __init__(
        self,
        kit: Kit,
        box: Box,
        panel_text: PanelText,
        uses: Mapping[str, UseAction],
        marks: Sequence[Mark] = (),
        cap: str = "",
        floats: bool = False,
        least: float = 0.0,
    ) -> None:
        """A paper that ``floats`` is at least so high as ``least``."""
        super().__init__(kit)
        self.box, self.panel_text, self.marks = box, panel_text, marks
        #: the paper: as high as its text needs, over the table only as it does now; or with buttons at its foot, which
        #: stay in their place, as the box
        high = max(least, high_of(kit, box, panel_text, floats or panel_text.later is not None))
        # no strip of what is below sticks out
        is_whole = bool(panel_text.buttons) or (not floats and box.h - high < STRIP)
        self.paper = box if is_whole else box._replace(h=high)
        self._sheet = panel_text._replace(buttons=tuple(way._replace(use=None) for way in panel_text.buttons))
        self.buttons = [
            self._button(way, place, uses, cap) for way, place in zip(panel_text.buttons, self._places(), strict=True)
        ]
        right = box.x + box.w - _beside(kit, box, panel_text)
        #: the corner with the x, which is the button for closing unless the paper floats
        self.corner = Box(right - TARGET, box.y, TARGET, TARGET)
        if panel_text.close and floats:
            self.items.append(Item(CLOSE, panel_text.close, self.paper, uses[CLOSE]))
        if panel_text.turn:
            wide = _turn_wide(kit, panel_text, parts(kit, box, panel_text).size) + EDGE
            corner = Box(self.corner.x - wide, box.y, wide, MORE_HIGH)
            self.items.append(Item(MORE, panel_text.turn, corner if floats else self.paper, uses[MORE]))
        if panel_text.skip:
            wide = max(TARGET, _turn_wide(kit, panel_text, 1.0) + EDGE)
            self.items.append(
                Item(SKIP, panel_text.skip, Box(right - wide, box.y, wide, TARGET), uses[SKIP], keys=("hint",))
            )
        if panel_text.close and not floats:
            self.items.append(Item(CLOSE, panel_text.close, self.corner, uses[CLOSE]))
        self.items += [item for button in self.buttons for item in button.items]

    def _places(self) -> list[Box]:
        """Return the buttons' boxes: beside the head of a broad sheet, else in a row at its lower edge."""
        box, count = self.box, len(self.panel_text.buttons)
        if beside := _beside(self.kit, box, self.panel_text):
            return row(count, Box(box.x + box.w - EDGE - beside + 10, box.y + 12, beside - 10, BUTTON), 10)
        high = parts(self.kit, box, self.panel_text).button
        return row(count, Box(box.x + EDGE, box.y + box.h - high - 10, box.w - 2 * EDGE, high), 12)

    def _button(self, button: PanelButton, place: Box, uses: Mapping[str, UseAction], cap: str) -> Button:
        goes_on = button.id == ON
        return Button(
            self.kit,
            button.id,
            place,
            button.label,
            button.use or uses[button.id],
            kind=button.kind,
            size=LABEL,
            keys=("first",) if goes_on else (),
            cap=cap if goes_on else "",
            spoken=f"{button.label}: {button.note}" if button.note else "",
        )

    def draw(self, canvas: Canvas, items: ItemList) -> None:
        kit, box = self.kit, self.paper
        sheet = kit.scene_image(sheet_plain, box.w, box.h, self._sheet, self.box.h)
        put_paper(canvas, kit, sheet, box.x, box.y)
        for button in self.buttons:
            button.draw(canvas, items)
        for item in self.items:
            if item.id == CLOSE:
                x, y = self.corner.x + TARGET - 12 - CROSS / 2, self.corner.y + 10 + CROSS / 2
                canvas.put_centred(kit.round_button("close", CROSS, self.state(item, items)), x, y)
            elif item.id in (MORE, SKIP) and items.ring and items.focus == item.id:
                area = box if item.box == box else item.box.grown(-10)
                canvas.put(kit.widget_image(controls.focus_plain, area.w, area.h, 16), area.x - 8, area.y - 8)
