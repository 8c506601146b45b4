"""Signs about the people at a table: labels at panels, and large sheets for distant spectators."""

from pygame import Surface

from game.core.match import Seat
from game.engine import fonts, surfaces
from game.engine.canvas import Canvas
from game.engine.figures import AWAY, figure
from game.engine.items import ItemList
from game.engine.kit import Kit
from game.engine.layout import Box, TextPlace, bounds, overlap
from game.engine.palette import CREAM, GOLD, INK, SOFT_ON_PAPER
from game.engine.turn_table import AnyTurnTable
from game.engine.widgets import Widget
from game.scenes.shared.qr_code import code_plain

#: text size of a label
SIZE = 17.0


#: width of the line around a panel, and its distance from the panel
LINE, OUT = 7.0, 5.0
#: size of the sheet with the code of a table that has a free seat, logical
WIDE, HIGH = 314.0, 164.0
#: radius of the figure of the player to move above their name, as a share of the sign's height, and most of the sign's
#: width that it takes beside the name
MOVER, MOVER_ASIDE = 0.255, 0.4
#: words are large from so much more than the window's own scale on
LARGE = 1.2


class SeatLabel(Widget):
    """A label at the edge of a player's panel."""

    def __init__(self, kit: Kit, x: float, y: float, text: str) -> None:
        super().__init__(kit)
        self.x, self.y, self.text = x, y, text

    def draw(self, canvas: Canvas, items: ItemList) -> None:
        canvas.put_centred(self.kit.pill(self.text, SIZE, CREAM, INK), self.x, self.y)


class MoverSign(Widget):
    """The player whose turn it is, large, with their last move: where the own buttons are at other times."""

    def __init__(self, kit: Kit, table: AnyTurnTable) -> None:
        super().__init__(kit)
        self.table, box = table, bounds(table.spots.buttons)
        if overlap(box, table.spots.dock):
            # in line with the own panel, below the log
            box = box._replace(y=table.spots.tray.y, h=table.spots.tray.h)
        self.box = box

    @property
    def seat(self) -> int:
        """The seat it shows in the present picture of its table, or -1 below an announcement."""
        return -1 if self.table.announces_aside else self.table.ringed

    def draw(self, canvas: Canvas, items: ItemList) -> None:
        kit, table, box, seat = self.kit, self.table, self.box, self.seat
        if seat < 0:
            return
        canvas.put(kit.widget_image(Kit.panel_plain, box.w, box.h, 18, 0.42), box.x, box.y)
        if table.frame.tall:
            table.draw_figure(canvas, seat, (box.x + 64, box.centre[1], 0.4 * box.h), active=True)
            canvas.put_left(kit.line(table.name(seat), 34, CREAM, fonts.BLACK, 250), box.x + 128, box.centre[1])
            table.last_pill(canvas, seat, TextPlace(box.x + box.w - 20, box.centre[1], 290), anchor="right", size=26)
            return
        # where words are large for the window, as on a phone's side, they stand beside the figure, and have room
        aside = min(box.h * 0.8, box.w * MOVER_ASIDE) if kit.text_scale > LARGE * kit.scale else 0.0
        x, wide = box.centre[0] + aside / 2, box.w - 24 - aside
        face_x, face_y, name_y, last_y = (box.x + aside * 0.575, 0.5, 0.33, 0.68) if aside else (x, 0.37, 0.74, 0.9)
        radius = aside * 0.41 or MOVER * box.h
        table.draw_figure(canvas, seat, (face_x, box.y + face_y * box.h, radius), active=True)
        canvas.put_centred(kit.line(table.name(seat), 25, CREAM, fonts.BLACK, wide), x, box.y + name_y * box.h)
        below = TextPlace(x, box.y + last_y * box.h, wide)
        table.last_pill(canvas, seat, below, anchor="centre", size=kit.fitting(18, 24))


class TurnSign(Widget):
    """A sheet in place of buttons: figure and name of the player to move, whose panel is outlined."""

    def __init__(self, kit: Kit, table: AnyTurnTable, mover: int, under: str, *, thinks: bool) -> None:
        super().__init__(kit)
        self.seat: Seat = table.seats[mover]
        self.mood = "think" if thinks else AWAY
        #: a line below the name
        self.under = under
        self.sheet = bounds(table.spots.buttons)
        self.panel, self.labels = panel_of(table, mover), table.draw_labels

    def draw(self, canvas: Canvas, items: ItemList) -> None:
        kit, sheet, margin = self.kit, self.sheet, self.kit.paper_margin() / self.kit.scale
        if panel := self.panel:
            canvas.put(kit.scene_image(line_plain, panel.w, panel.h), panel.x - OUT, panel.y - OUT)
            # keep the labels legible
            self.labels(canvas)
        canvas.put(kit.widget_image(Kit.paper_plain, sheet.w, sheet.h), sheet.x - margin, sheet.y - margin)
        beside = sheet.w > 2 * sheet.h
        radius = sheet.h * (0.34 if beside else 0.24)
        x, y = (sheet.x + radius + 24, sheet.y + sheet.h / 2) if beside else (sheet.centre[0], sheet.y + radius + 16)
        canvas.put_centred(figure(kit, self.seat.figure, radius, self.mood, True), x, y)
        left = x + radius + 20 if beside else sheet.x + 14
        room = sheet.x + sheet.w - 14 - left
        name = kit.scene_image(text_plain, self.seat.name, sheet.h * (0.42 if beside else 0.27), True, room)
        under = kit.scene_image(text_plain, self.under, sheet.h * (0.24 if beside else 0.14), False, room)
        middle, top = left + room / 2, sheet.y + sheet.h * (0.4 if beside else 0.7)
        canvas.put_centred(name, middle, top)
        canvas.put_centred(under, middle, sheet.y + sheet.h * (0.78 if beside else 0.9))


class SeatSign(Widget):
    """A sheet near the turn sign while a seat is free: the code to scan, and the letters to type."""

    def __init__(self, kit: Kit, table: AnyTurnTable, link: str, code: str, text: str) -> None:
        super().__init__(kit)
        self.link, self.code, self.text = link, code, text
        spots, below = table.spots, bounds(table.spots.buttons)
        self.sheet = Box(below.x + below.w - WIDE, below.y - HIGH - 6, WIDE, HIGH)
        x, y, wide = spots.prompt
        if overlap(self.sheet, Box(x - wide / 2, y, wide, 1)):
            # beside the turn sign, over the log
            self.sheet = Box(spots.dock.x + spots.dock.w - WIDE, spots.dock.y + spots.dock.h - HIGH, WIDE, HIGH)

    def draw(self, canvas: Canvas, items: ItemList) -> None:
        kit, sheet, margin = self.kit, self.sheet, self.kit.paper_margin() / self.kit.scale
        canvas.put(kit.widget_image(Kit.paper_plain, sheet.w, sheet.h), sheet.x - margin, sheet.y - margin)
        side = sheet.h - 16
        canvas.put_centred(kit.scene_image(code_plain, side, self.link), sheet.x + sheet.h / 2, sheet.y + sheet.h / 2)
        left = sheet.x + sheet.h
        room = sheet.x + sheet.w - 14 - left
        canvas.put_centred(
            kit.scene_image(text_plain, self.text, 26.0, False, room), left + room / 2, sheet.y + sheet.h * 0.3
        )
        canvas.put_centred(
            kit.scene_image(text_plain, self.code, 46.0, True, room), left + room / 2, sheet.y + sheet.h * 0.62
        )


def panel_of(table: AnyTurnTable, seat: int) -> Box | None:
    """Return a seat's panel, if it has one."""
    own, *others = table.order()
    return table.spots.tray if seat == own else table.spots.opponents[others.index(seat)]


def line_plain(kit: Kit, w: float, h: float) -> Surface:
    """Draw the line around the panel of the player to move; plain."""
    size = (kit.px(w + 2 * OUT), kit.px(h + 2 * OUT))
    return surfaces.ring(size, kit.px(18 + OUT), max(2, kit.px(LINE)), GOLD, 255)


def text_plain(kit: Kit, text: str, high: float, large: bool, room: float) -> Surface:
    """Draw a line of text of a fixed height, regardless of the text scale; plain."""
    size = high * kit.scale / kit.text_scale
    return kit.line_plain(text, size, INK if large else SOFT_ON_PAPER, fonts.DISPLAY if large else fonts.BLACK, room)
