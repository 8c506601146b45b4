"""The card at the end of a film's cut: the cards of its moment in large, the person beside them, points or time."""

from pygame import Surface

from game.catalogue.presentations import PRESENTATIONS
from game.core.match import AnyMatch
from game.core.records import Moment
from game.engine import figures, palette, surfaces
from game.engine.canvas import Canvas
from game.engine.kit import Kit, centred
from game.engine.layout import Box, Frame
from game.engine.sprites import Look
from game.engine.texts import Texts
from game.scenes.result.moment_picture import PITCH, picture_of
from game.table.film import Cut

#: radius of the figures of both owners, and of the only one, height of the cards and of the points below them,
#: margin, and gap after the figure
OWNER, FACE, CARDS, POINTS, MARGIN, GAP = 32.0, 70.0, 196.0, 70.0, 32.0, 30.0
#: width of a column of one card; least and greatest width of the cards
LEAST, MOST = 150.0, 780.0
#: corner, and size of the points
CORNER, SIZE = 28.0, 58.0


def number_text(texts: Texts, match: AnyMatch, moment: Moment) -> str:
    """Return the points that a moment brings or costs, with their sign and unit, or the time that it took, or ""."""
    points = PRESENTATIONS[match.game.name].moment_points(moment)
    if seconds := dict(moment.numbers).get("seconds"):
        return texts("unit.s", count=texts.number(seconds, 1))
    return f"{'+' if points > 0 else '−'}{texts('unit.points', count=abs(points))}" if points else ""


def moment_card_plain(
    kit: Kit, frame: Frame, texts: Texts, match: AnyMatch, cut: Cut, look: Look, max_width: float
) -> Surface | None:
    """Draw the card of a cut's moment, at most ``max_width`` wide; None without one, or without cards and points."""
    presentation, moment = PRESENTATIONS[match.game.name], cut.moment
    if moment is None:
        return None
    own, beaten = (
        len(presentation.moment_faces(moment._replace(cards=cards))) for cards in (moment.cards, moment.beaten)
    )
    told = number_text(texts, match, moment)
    if not own and not told:
        return None
    # the figures of both owners stand at the corners of beaten cards
    left = MARGIN + (OWNER if beaten else 2 * FACE + GAP)
    room = min(MOST, max_width - left - MARGIN)
    title = kit.sticker_plain(told, SIZE, palette.GOLD if moment.glad else palette.WARNING, room) if told else None
    cards = (own + beaten + bool(beaten)) * CARDS / presentation.moment_ratio * PITCH
    wide = min(room, max(LEAST, cards, title.get_width() / kit.scale if title else 0.0))
    high = CARDS * bool(own) + POINTS * bool(title)
    size = kit.px(left + wide + MARGIN), kit.px(max(high, 2 * FACE) + 2 * MARGIN)
    card = surfaces.opaque(size, palette.INK)
    middle = kit.px(left + wide / 2)
    if not beaten:
        figure = figures.figure_plain(kit, match.seats[moment.seat].figure, FACE, cut.mood, active=True)
        centred(card, figure, kit.px(MARGIN + FACE), size[1] // 2)
    if own:
        canvas = Canvas(card, frame._replace(left=0, top=0))
        picture = picture_of(match, moment, Box(left, MARGIN, wide, CARDS - 8 * bool(title)), OWNER)
        picture.draw(kit, look, canvas)
        if picture.arrow:
            icon, side, x, y = picture.arrow
            centred(card, kit.icon_plain(icon, side, palette.GOLD), kit.px(x), kit.px(y))
    if title:
        centred(card, title, middle, size[1] - kit.px(MARGIN + POINTS / 2 - 10))
    card = surfaces.masked(card, surfaces.rounded(size, kit.px(CORNER), palette.WHITE))
    card.blit(surfaces.ring(size, kit.px(CORNER), max(2, kit.px(3)), palette.GOLD), (0, 0))
    return card
