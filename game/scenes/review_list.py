"""The mistakes of a reviewed game, the dearest first: what was played, what is better and why, and what it cost."""

from __future__ import annotations

from typing import NamedTuple

from pygame import Surface

from game.core.game import Action
from game.core.match import AnyMatch
from game.core.review import SURE, AnyStep, Judged
from game.engine import text
from game.engine.canvas import Canvas
from game.engine.figures import figure_plain
from game.engine.items import ItemList
from game.engine.kit import Kit, centred
from game.engine.layout import Box
from game.engine.palette import GOLD, INK, SOFT_ON_PAPER, WARNING
from game.engine.texts import Texts
from game.engine.widgets import Widget, put_paper
from game.engine.words import name_of
from game.presentations import PRESENTATIONS
from game.scenes.time_line import place_words

#: what of a row's width belongs to the cost, and to the two buttons; on a tall table these lie below the words
COST, BUTTONS = 116.0, 188.0
MIDDLE = COST / 2 + 4
#: how high a button is, and how far it lies from the edges of its row
BUTTON, EDGE = 62.0, 16.0
#: sizes of the letters: the place, the two moves, the reason
PLACE_SIZE, MOVE_SIZE, WHY_SIZE = 17.0, 20.0, 18.0


def least_height(larger: float, tall: bool) -> float:
    """How high a row has to be for letters so much ``larger`` than the table."""
    return 128.0 * larger + 26 + BUTTON if tall else max(150.0, 156.0 * larger)


def button_boxes(box: Box, tall: bool) -> tuple[Box, Box]:
    """Where a row's buttons lie."""
    if tall:
        wide, y = (box.w - COST - EDGE - 22) / 2, box.y + box.h - BUTTON - EDGE
        left = box.x + COST + 10
        return Box(left, y, wide, BUTTON), Box(left + wide + 12, y, wide, BUTTON)
    x, y = box.x + box.w - BUTTONS, box.y + box.h / 2
    return Box(x, y - 5 - BUTTON, BUTTONS - EDGE, BUTTON), Box(x, y + 5, BUTTONS - EDGE, BUTTON)


class Told(NamedTuple):
    """What a row says."""

    #: where in the match it was
    place: str
    played: str
    best: str
    why: str
    cost: str
    error: str


def told(texts: Texts, match: AnyMatch, seat: int, row: Judged[Action], step: AnyStep) -> Told:
    """What is said of a mistake."""
    game = match.game
    words, view = PRESENTATIONS[game.name].words(texts, match.seats), game.view(step.state, seat)
    name = name_of(match.seats, seat)
    return Told(
        place_words(texts, row.place, len(match.actions)),
        texts("review.played", name=name, move=words.action(row.played, view)),
        texts("review.best", move=words.action(row.best, view)),
        words.why(row.why) if row.why else "",
        texts("review.cost_of", number=texts.number(100 * row.cost)),
        texts("review.error", number=texts.number(max(1, 100 * SURE * row.error))),
    )


class MistakeRow(Widget):
    """A mistake on a paper of its own; its buttons lie on it."""

    def __init__(self, kit: Kit, box: Box, number: int, words: Told) -> None:
        super().__init__(kit)
        self.box, self.number, self.words = box, number, words
        self.tall = kit.frame.tall

    def draw(self, canvas: Canvas, items: ItemList) -> None:
        """Draw the paper, and which of them it is: that may change while others are found."""
        del items
        box, kit = self.box, self.kit
        larger = kit.text_scale / kit.scale
        put_paper(canvas, kit, kit.made(row_plain, box.w, box.h, words=self.words, tall=self.tall), box.x, box.y)
        place = kit.pill(str(self.number), 17, GOLD)
        canvas.put_centred(place, box.x + MIDDLE, box.y + box.h / 2 - 30 - 14 * larger)


def row_plain(kit: Kit, w: float, h: float, words: Told, tall: bool) -> Surface:
    """A mistake's paper; plain."""
    whole = kit.paper_plain(w, h, 16)
    margin, larger = kit.paper_margin(), kit.text_scale / kit.scale

    def put(picture: Surface, x: float, y: float, centred: bool = False) -> None:
        left = margin + kit.px(x) - (picture.get_width() // 2 if centred else 0)
        whole.blit(picture, (left, margin + kit.px(y) - picture.get_height() // 2))

    put(kit.sticker_plain(words.cost, 32, WARNING, COST - 14), MIDDLE, h / 2, True)
    error = kit.line_plain(words.error, 17, SOFT_ON_PAPER, text.STRONG, COST - 16)
    put(error, MIDDLE, h / 2 + 22 + 12 * larger, True)
    left, room = COST + 10, w - COST - EDGE - 10 - (0 if tall else BUTTONS - 6)
    low = h - BUTTON - EDGE - 6 if tall else h - 4
    top = 10.0
    put(kit.line_plain(words.place, PLACE_SIZE, SOFT_ON_PAPER, text.STRONG, room), left, top + PLACE_SIZE * larger / 2)
    top += (PLACE_SIZE + 5) * larger
    lines = (
        (words.played, MOVE_SIZE, text.STRONG),
        (words.best, MOVE_SIZE, text.BLACK),
        (words.why, WHY_SIZE, text.STRONG),
    )
    for line, size, face in lines:
        # a long move takes a second line, and the reason what is left
        picture = kit.paragraph_plain(line, size, room, INK, face, low - top)
        whole.blit(picture, (margin + kit.px(left), margin + kit.px(top)))
        top += picture.get_height() / kit.scale - size * larger / 3 + 2
    return whole


class Praise(Widget):
    """What stands in the place of the mistakes as long as there is none; the ``figure`` is glad that it stays so."""

    def __init__(self, kit: Kit, box: Box, words: str, figure: str) -> None:
        super().__init__(kit)
        self.box, self.words, self.figure = box, words, figure

    def draw(self, canvas: Canvas, items: ItemList) -> None:
        """Draw it on its paper."""
        del items
        box, kit = self.box, self.kit
        paper = kit.made(praise_plain, box.w, box.h, words=self.words, figure=self.figure)
        put_paper(canvas, kit, paper, box.x, box.y)


def praise_plain(kit: Kit, w: float, h: float, words: str, figure: str) -> Surface:
    """A sentence on a paper, with a glad figure beside it if there is one; plain."""
    whole = kit.paper_plain(w, h, 16)
    margin, left = kit.paper_margin(), 130.0 if figure else 32.0
    if figure:
        face = figure_plain(kit, figure, 38, "glad")
        centred(whole, face, margin + kit.px(72), margin + kit.px(h / 2))
    picture = kit.paragraph_plain(words, 21, w - left - 32, INK, text.STRONG, h - 30)
    whole.blit(picture, (margin + kit.px(left), margin + (kit.px(h) - picture.get_height()) // 2))
    return whole
