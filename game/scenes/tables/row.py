"""One table in the list: a paper with the game's box, whose turn it is, the people and what is new."""

from pygame import Surface

from game.catalogue.presentations import PRESENTATIONS
from game.engine import controls, figures, fonts, palette, surfaces
from game.engine.canvas import Canvas
from game.engine.items import Item, ItemList
from game.engine.kit import Kit, centred
from game.engine.layout import Box
from game.engine.widgets import Widget, put_paper
from game.scenes.tables.entries import OWN, UNKNOWN, Person, TableEntry
from game.services.context import Context

#: width of the field with the game's box, gap behind it, and side of the button's sign
FIELD, GAP, SIDE = 96.0, 14.0, 44.0
#: sizes of the three lines, and the radius of a figure
TITLE, NAMES, NOTES, FACE = 22.0, 17.0, 16.0, 15.0
#: width and height of the bar that tells how much is played
BAR, BAR_HIGH = 96.0, 9.0
#: height of a row without its lines, and of the lines at the usual text size
FRAME, LINES = 34.0, 76.0


def row_height(kit: Kit) -> float:
    """Return the height of a row, logical, at the player's text size."""
    return max(120.0, FRAME + LINES * kit.text_growth)


class TableRow(Widget):
    """A table's paper; all of it is the button."""

    def __init__(self, context: Context, entry: TableEntry, box: Box) -> None:
        super().__init__(context.kit)
        self.entry, self.box = entry, box
        self.name = context.texts(f"game.{entry.game}") if entry.game else ""
        self.items = [Item(entry.id, entry.spoken(context), box, entry.use)]

    def draw(self, canvas: Canvas, items: ItemList) -> None:
        box, kit, entry = self.box, self.kit, self.entry
        state = self.state(self.items[0], items)
        lit = state in ("hover", "pressed")
        paper = kit.scene_image(row_plain, box.w, box.h, entry._replace(use=_no_way), self.name, lit)
        put_paper(canvas, kit, paper, box.x, box.y)
        if state == "focus":
            canvas.put(kit.widget_image(controls.focus_plain, box.w, box.h, 16), box.x - 8, box.y - 8)
        sign = kit.round_button("play", SIDE, "normal" if state == "focus" else state)
        canvas.put_centred(sign, box.x + box.w - SIDE / 2 - 14, box.y + box.h / 2)


def _no_way() -> None:
    """Stand for the way to a table in what is only drawn."""


def row_plain(kit: Kit, w: float, h: float, entry: TableEntry, name: str, lit: bool) -> Surface:
    """Draw a table's paper; plain."""
    px, margin = kit.px, kit.paper_margin()
    whole = kit.paper_plain(w, h, 16, palette.mix(palette.PARCHMENT, palette.WHITE, 0.55) if lit else palette.CREAM)
    _put_game(kit, whole, h, entry)
    left, room = margin + px(FIELD + 10 + GAP), w - FIELD - GAP - SIDE - 46
    tops = [margin + px(h * share) for share in (0.23, 0.51, 0.79)]

    def put(picture: Surface, x: int, line: int) -> int:
        """Draw a picture at its place in a line; return where the next one may begin."""
        whole.blit(picture, (x, tops[line] - picture.get_height() // 2))
        return x + picture.get_width() + px(12)

    def rest(x: int) -> float:
        return room - (x - left) / kit.scale

    at = put(_title(kit, entry, room), left, 0)
    # where it does not fit beside the title it comes first below
    is_beside = _reads(kit, entry.since, NAMES, rest(at))
    if entry.since and is_beside:
        put(kit.line_plain(entry.since, NAMES, palette.SOFT_ON_PAPER, fonts.STRONG, rest(at)), at, 0)
    at = left
    for person in entry.people:
        at = put(_face(kit, person), at, 1) - px(8)
    at += px(8) if entry.people else 0
    for words in entry.names:
        if _reads(kit, words, NAMES, rest(at)):
            put(kit.line_plain(words, NAMES, palette.INK, fonts.STRONG, rest(at)), at, 1)
            break
    at = put(_bar(kit, entry.progress), left, 2) if entry.progress >= 0 else left
    notes = [name, "" if is_beside else entry.since, *entry.notes]
    line = ""
    for note in filter(None, notes):
        longer = f"{line} · {note}" if line else note
        if not line or _reads(kit, longer, NOTES, rest(at)):
            line = longer
    if line:
        put(kit.line_plain(line, NOTES, palette.SOFT_ON_PAPER, fonts.STRONG, rest(at)), at, 2)
    return whole


def _reads(kit: Kit, text: str, size: float, room: float) -> bool:
    return fonts.reads(text, fonts.STRONG, round(size * kit.text_scale), kit.px(room))


def _put_game(kit: Kit, whole: Surface, h: float, entry: TableEntry) -> None:
    """Draw the game's box on its felt, or a figure in place of an unknown game."""
    px, margin = kit.px, kit.paper_margin()
    size = (px(FIELD), px(h - 20))
    felt = PRESENTATIONS[entry.game].felt if entry.game else palette.WOOD
    field = surfaces.rounded(size, px(12), felt).copy()
    if entry.game:
        art = PRESENTATIONS[entry.game].box
        share = min((FIELD - 16) / art.w, (h - 32) / art.h)
        # its name would be too small to read, and stands in the text
        box = kit.image_plain(f"title/box_{entry.game}", art.w * share, art.h * share)
        centred(field, box, size[0] // 2, size[1] // 2)
    else:
        centred(field, kit.icon_plain("pawn", 44, palette.SOFT), size[0] // 2, size[1] // 2)
    whole.blit(field, (margin + px(10), margin + px(10)))


def _title(kit: Kit, entry: TableEntry, room: float) -> Surface:
    """Draw the main sentence; on gold where the others wait for the player."""
    if entry.tone != OWN:
        ink = palette.SOFT_ON_PAPER if entry.tone == UNKNOWN else palette.INK
        return kit.line_plain(entry.title, TITLE, ink, fonts.DISPLAY, room)
    line = kit.line_plain(entry.title, TITLE, palette.INK, fonts.DISPLAY, room - 24)
    size = (line.get_width() + kit.px(24), line.get_height() + kit.px(6))
    pill = surfaces.rounded(size, size[1] // 2, palette.GOLD).copy()
    centred(pill, line, size[0] // 2, size[1] // 2)
    return pill


def _face(kit: Kit, person: Person) -> Surface:
    """Draw a figure: pale if its player is away, with a golden edge if it is its turn or it has won."""
    side = kit.px(FACE * 2 + 4)
    whole = surfaces.clear((side, side), palette.CREAM)
    if person.marked:
        centred(whole, surfaces.disc(side // 2, palette.AMBER), side // 2, side // 2)
    face = figures.figure_plain(kit, person.figure, FACE, figures.AWAY if person.away else "calm")
    centred(whole, face, side // 2, side // 2)
    return whole


def _bar(kit: Kit, percent: int) -> Surface:
    """Draw how much is played."""
    wide, high = kit.px(BAR), max(4, kit.px(BAR_HIGH))
    whole = surfaces.rounded((wide, high), high // 2, palette.RULE_ON_PAPER).copy()
    done = max(high, round(wide * percent / 100))
    whole.blit(surfaces.rounded((done, high), high // 2, palette.GOOD), (0, 0))
    return whole
