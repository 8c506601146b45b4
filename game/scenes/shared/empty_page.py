"""An empty page: a picture of a table with the game's own cards and figures, a sentence, and a button."""

from collections.abc import Sequence
from dataclasses import dataclass, replace

from pygame import Surface

from game.catalogue.presentations import PRESENTATIONS
from game.core.match import FIGURES
from game.engine import containers as ui
from game.engine import fonts, surfaces
from game.engine.backdrop import Backdrop
from game.engine.figures import figure_plain
from game.engine.kit import Kit, centred
from game.engine.layout import Box
from game.engine.palette import CREAM, INK, SOFT_ON_PAPER, mix
from game.engine.widgets import Widget
from game.services.context import Context

#: height of the picture of a tall window, its width and least height in a wide one, and the width of the paper there
TALL_HIGH, WIDE_PICTURE, WIDE_HIGH, WIDE_PAPER = 300.0, 360.0, 270.0, 920.0
#: radius of a figure and width of a card, as shares of the picture's height
FACE, CARD = 0.17, 0.24
#: share of a figure above the edge of the table, and most of its radius as a share of the distance between two
ABOVE, APART = 0.82, 0.43
#: degrees between cards of the fan, and most of them in its half
TURN, HALF = 9.0, 20.0


def fan(games: Sequence[str], count: int = 5) -> tuple[tuple[str, int], ...]:
    """Return ``count`` cards of these games in turn, each a game and a number."""
    return tuple((games[place % len(games)], place * 7) for place in range(count))


def table_plain(kit: Kit, w: float, h: float, cards: tuple[tuple[str, int], ...], figures: tuple[str, ...]) -> Surface:
    """Draw figures behind a felt with a fan of cards; plain."""
    felt, px = PRESENTATIONS[cards[0][0]].felt, kit.px
    whole = surfaces.clear((px(w), px(h)), felt)
    apart = w / (len(figures) + 1)
    radius = min(h * FACE, apart * APART)
    for number, name in enumerate(figures):
        centred(whole, figure_plain(kit, name, radius), px(apart * (number + 1)), px(radius + 6))
    top = 6 + 2 * radius * ABOVE
    size, corner = (px(w), px(h - top)), px(22)
    whole.blit(surfaces.rounded(size, corner, felt), (0, px(top)))
    seam = (size[0] - px(20), size[1] - px(20))
    stitches = surfaces.dashed(seam, px(14), max(1, px(2)), px(8), mix(felt, CREAM, 0.4))
    whole.blit(stitches, (px(10), px(top) + px(10)))
    wide = min(h * CARD, w / (len(cards) + 1.2))
    middle = (len(cards) - 1) / 2
    turn = min(TURN, HALF / max(1.0, middle))
    for place, (game, number) in enumerate(cards):
        off = place - middle
        card = surfaces.turned(PRESENTATIONS[game].title_card(kit, number, wide), -turn * off)
        centred(whole, card, px(w / 2 + off * wide * 0.9), px((h + top) / 2 + off * off * wide * 0.07))
    return whole


@dataclass(frozen=True)
class TablePicture(ui.Part):
    """Figures at a table with a fan of cards, each a game and a number."""

    cards: tuple[tuple[str, int], ...]
    figures: tuple[str, ...] = FIGURES[:3]

    def lay(self, plate: Backdrop, box: Box) -> list[Widget]:
        plate.put(table_plain(plate.kit, box.w, box.h, self.cards, self.figures), *box.centre, "centre")
        return []


def empty_page(context: Context, picture: ui.Part, title: str, note: str, button: ui.ButtonPart) -> ui.Part:
    """Return the paper of a page without entries: the picture above its texts, or beside them in a wide window."""
    head = ui.Paragraph(title, 32, INK, fonts.DISPLAY, middle=True)
    texts = (head, ui.Paragraph(note, 20, SOFT_ON_PAPER, middle=True))
    if context.frame.tall:
        column = ui.Column((replace(picture, h=TALL_HIGH), *texts, ui.InsetBox(button, 50)), 20)
        return ui.Anchor(ui.PaperBox(column, 28, 28, radius=24), 660, y=0.3)
    row = (replace(picture, w=picture.w or WIDE_PICTURE), ui.CentredColumn((*texts, button), 20, h=WIDE_HIGH))
    return ui.Anchor(ui.PaperBox(ui.RowOfParts(row, 36), 32, 28, radius=24), WIDE_PAPER, y=0.4)
