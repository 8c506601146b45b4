"""A moment of the match on a paper of its own: its cards as large as there is room, whose it is, and its replay."""

from typing import NamedTuple

from pygame import Surface

from game.engine import figures, fonts, widgets
from game.engine.canvas import Canvas
from game.engine.kit import Kit
from game.engine.layout import Box
from game.engine.palette import INK, SOFT_ON_PAPER
from game.engine.sprites import Look
from game.scenes.result.moment_picture import MomentPicture

#: the edge around everything, and the gap between picture and text
EDGE, APART = 18.0, 22.0
#: room around the picture for the figures at its cards
ROUND = 8.0
#: share of a flat paper's width, and of a high one's height, for the picture
BESIDE, ABOVE = 0.42, 0.56
#: papers up to this width for their height have the picture above the text
FLAT = 1.5
#: height and width of the button, and the least height of a paper with it below the text
BUTTON, LONG, ROOMY = 62.0, 230.0, 165.0
#: least height of a paper among others
LEAST = 150.0
#: width of the button beside the text, and the most height of the text above it
SHORT, MOST = 140.0, 160.0
#: radius of the figure; sizes of the place, and of the sentence, which is the largest that fits
FIGURE, PLACE, SENTENCES = 20.0, 17.0, (27, 24, 21, 18)


class Card(NamedTuple):
    """The texts of a moment's paper, and its player's figure and mood."""

    sentence: str
    #: where in the match it was, and the same after what it is
    place: str
    whole_place: str
    figure: str
    mood: str


class CardParts(NamedTuple):
    """The boxes of a moment's paper."""

    picture: Box
    text: Box
    button: Box


def parts_of(box: Box, larger: float) -> CardParts:
    """Return the boxes of a moment's paper at a relative text scale."""
    inner, below = box.grown(-EDGE), box.h >= ROOMY * larger
    if box.w < FLAT * box.h:
        picture = inner._replace(h=inner.h * ABOVE)
        text = Box(inner.x, picture.y + picture.h + APART, inner.w, inner.h - picture.h - APART)
    else:
        picture = inner._replace(w=inner.w * BESIDE)
        text = Box(picture.x + picture.w + APART, inner.y, inner.w - picture.w - APART, inner.h)
    if below:
        # both together are in the middle
        high = min(text.h - BUTTON - EDGE / 2, MOST * larger)
        text = text._replace(y=text.y + (text.h - high - EDGE / 2 - BUTTON) / 2, h=high)
        button = Box(text.x, text.y + high + EDGE / 2, min(LONG * larger, text.w), BUTTON)
        return CardParts(picture.grown(-ROUND), text, button)
    button = Box(text.x + text.w - SHORT, text.centre[1] - BUTTON / 2, SHORT, BUTTON)
    return CardParts(picture.grown(-ROUND), text._replace(w=text.w - SHORT - EDGE), button)


def draw_card(kit: Kit, look: Look, box: Box, text: Box, card: Card, picture: MomentPicture, canvas: Canvas) -> None:
    """Draw a moment's paper."""
    inside = Box(text.x - box.x, text.y - box.y, text.w, text.h)
    widgets.put_paper(canvas, kit, kit.scene_image(card_plain, box.w, box.h, inside=inside, card=card), box.x, box.y)
    picture.draw(kit, look, canvas)
    if picture.arrow:
        icon, size, x, y = picture.arrow
        canvas.put_centred(kit.icon(icon, size, INK), x, y)


def card_plain(kit: Kit, w: float, h: float, inside: Box, card: Card) -> Surface:
    """Draw the paper with its texts, in the middle of their box; plain."""
    whole, margin, larger = kit.paper_plain(w, h, 16), kit.paper_margin(), kit.text_scale / kit.scale
    head = max(2 * FIGURE, PLACE * larger * 1.2)
    figure = figures.figure_plain(kit, card.figure, FIGURE, card.mood)
    beside = figure.get_width() / kit.scale + 8
    free, real = inside.w - beside, round(PLACE * kit.text_scale)
    told_place = card.whole_place if fonts.width(card.whole_place, fonts.STRONG, real) <= kit.px(free) else card.place
    place = kit.line_plain(told_place, PLACE, SOFT_ON_PAPER, fonts.STRONG, free)
    room = inside.h - head - 8
    for size in SENTENCES:
        told = kit.paragraph_plain(card.sentence, size, inside.w, INK, fonts.BLACK, 1000, evened=True)
        if told.get_height() <= kit.px(room):
            break
    else:
        told = kit.paragraph_plain(card.sentence, SENTENCES[-1], inside.w, INK, fonts.BLACK, room)
    high = kit.px(head + 8) + told.get_height()
    x, y = margin + kit.px(inside.x), margin + kit.px(inside.y) + (kit.px(inside.h) - high) // 2
    whole.blit(figure, (x, y + (kit.px(head) - figure.get_height()) // 2))
    whole.blit(place, (x + kit.px(beside), y + (kit.px(head) - place.get_height()) // 2))
    whole.blit(told, (x, y + kit.px(head + 8)))
    return whole
