"""The last picture of a film: the result on one card, the winner above everybody's points."""

from pygame import Surface

from game.core.match import AnyMatch
from game.engine import figures, fonts, palette, surfaces
from game.engine.kit import Kit, centred
from game.engine.texts import Texts
from game.scenes.result.outcome import MatchOutcome

#: radius of the figure at the top and of those in the row
LARGE, SMALL = 62.0, 30.0
#: width of a place in the row, of the margins, and least width of the card
COLUMN, MARGIN, LEAST = 140.0, 34.0, 420.0
#: heights: of the figure's part, of the title, of a line of text, and of a figure in the row
HEAD, TITLE, LINE, FACE = 150.0, 58.0, 30.0, 68.0


def end_card_plain(kit: Kit, texts: Texts, match: AnyMatch, outcome: MatchOutcome, max_width: float) -> Surface:
    """Draw the card, at most ``max_width`` wide."""
    headline, rows, line = outcome.headline, outcome.rows, LINE * kit.text_growth
    room = max_width - 2 * MARGIN
    title = kit.sticker_plain(headline.title, 46, palette.GOLD, room)
    column = min(COLUMN * kit.text_growth, room / len(rows))
    inside = min(room, max(title.get_width() / kit.scale, column * len(rows), LEAST))
    under = kit.paragraph_plain(headline.under, 22, inside, palette.CREAM, fonts.STRONG, middle=True)
    low = under.get_height() / kit.scale + 14 if headline.under else 0.0
    head = HEAD if headline.seat >= 0 else MARGIN
    size = kit.px(inside + 2 * MARGIN), kit.px(head + TITLE + low + FACE + 3.2 * line + MARGIN / 2)
    card = surfaces.clear(size, palette.INK)
    card.blit(surfaces.rounded(size, kit.px(28), palette.INK), (0, 0))
    card.blit(surfaces.ring(size, kit.px(28), max(2, kit.px(3)), palette.GOLD), (0, 0))
    middle = size[0] // 2
    if headline.seat >= 0:
        mood = "glad" if headline.seat in match.game.winners(match.state) else "calm"
        figure = figures.figure_plain(kit, match.seats[headline.seat].figure, LARGE, mood, active=True)
        centred(card, figure, middle, kit.px(head / 2 + 6))
    centred(card, title, middle, kit.px(head + TITLE / 2))
    centred(card, under, middle, kit.px(head + TITLE + low / 2 - 4))
    top = head + TITLE + low
    for number, placed in enumerate(rows):
        x = middle + kit.px((number - (len(rows) - 1) / 2) * column)
        name, colour = match.seats[placed.row.members[0]].figure, palette.GOLD if placed.won else palette.CREAM
        centred(
            card, figures.figure_plain(kit, name, SMALL, "glad" if placed.won else "calm"), x, kit.px(top + FACE / 2)
        )
        label = kit.line_plain(placed.names, 18, palette.CREAM, fonts.STRONG, column - 10)
        centred(card, label, x, kit.px(top + FACE + line * 0.4))
        total = kit.line_plain(texts.number(placed.row.total), 30, colour, fonts.BLACK, column - 10)
        centred(card, total, x, kit.px(top + FACE + line * 1.5))
        unit = kit.line_plain(unit_of(texts, outcome, placed.row.total), 16, palette.SOFT, fonts.STRONG, column - 16)
        centred(card, unit, x, kit.px(top + FACE + line * 2.4))
    return card


def unit_of(texts: Texts, outcome: MatchOutcome, total: int) -> str:
    """Return the unit of a sum without its number, which is above it."""
    count = abs(total)
    return texts(f"unit.{outcome.sheet.unit}", count=count).removeprefix(texts.number(count)).strip()
