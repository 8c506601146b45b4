"""Picture of a line of the log: its text with small cards and the number of chips before it, or at the right edge."""

from math import ceil

from pygame import Surface

from game.engine import fonts, surfaces
from game.engine.cards import CardFaces
from game.engine.kit import Kit
from game.engine.match_texts import LogLine
from game.engine.palette import INK, Colour

#: width of a small card, space beside it, and the largest share of a line for cards; logical
CARD, GAP, SHARE = 22.0, 3.0, 0.42
#: space between the cards and the text, and where the text begins behind one card
BEFORE_TEXT = 5.0
BEHIND_ONE = CARD + GAP + BEFORE_TEXT
#: height of the highest card with its outline, in widths of a card
HIGHEST = 1.62
#: side of a small chip, with the number of chips after it
CHIP = 16.0
#: distance between the two lines of a long text, as a share of its size
SPACING = 1.12


def _least(kit: Kit, size: float) -> int:
    """Return the least size that a text of ``size`` is shrunk to, in real pixels."""
    return ceil(size * kit.text_scale * fonts.LEAST_SHRINK)


def shortened(kit: Kit, text: str, name: str, size: float, face: str, max_width: float, most: int = 2) -> str:
    """Shorten ``text`` about ``name`` to ``most`` lines of ``max_width`` logical pixels by cutting a long name."""
    real = _least(kit, size)
    short = text
    for length in range(len(name) - 1, 2, -1):
        if fonts.fits(short, face, real, kit.px(max_width), most * real, 1.0):
            break
        short = text.replace(name, f"{name[:length]}…", 1)
    return short


def in_lines(kit: Kit, text: str, size: float, colour: Colour, face: str, max_width: float, most: int = 2) -> Surface:
    """Draw a text in one line, or in up to ``most`` if it is too long; only where these are too few it shrinks."""
    real, room = round(size * kit.text_scale), kit.px(max_width)
    if fonts.width(text, face, real) <= room:
        return kit.line_plain(text, size, colour, face, max_width)
    real, lines = fonts.fitted_evened(text, face, real, room, most * round(real * SPACING), SPACING)
    pictures = [fonts.plain(line, face, real, colour) for line in lines]
    step = round(real * SPACING)
    high = step * (len(lines) - 1) + pictures[-1].get_height()
    whole = surfaces.clear((max(picture.get_width() for picture in pictures), high), colour)
    for number, picture in enumerate(pictures):
        whole.blit(picture, (0, number * step))
    return whole


def log_line(  # noqa: PLR0913 - all but the first are named by who calls
    kit: Kit,
    line: LogLine,
    name: str,
    faces: CardFaces | None,
    *,
    size: float,
    colour: Colour,
    face: str,
    max_width: float,
    spread: bool = False,
    most: int = 2,
    card_w: float = CARD,
) -> Surface:
    """Draw a line of the log about ``name``, up to ``max_width`` logical pixels wide; plain. No ``faces``: no cards.

    The text takes up to ``most`` lines, and a card is ``card_w`` wide. If it is ``spread``, it has all of the width:
    the text at the left edge, cards and chips at the right one.
    """
    cards = line.cards if faces else ()
    gap, before, chip_w = (length * card_w / CARD for length in (GAP, BEFORE_TEXT, CHIP))
    step = min(card_w + gap, (max_width * SHARE - card_w) / max(1, len(cards) - 1))
    left = card_w + step * (len(cards) - 1) + gap if cards else 0.0
    dots = left + 2
    amount = kit.line_plain(f"\u00d7{line.chips}", size, colour, face) if line.chips else None
    left = dots + chip_w + 3 + amount.get_width() / kit.scale + 6 if amount else left
    left += before if left else 0.0
    least = _least(kit, size)
    fits = fonts.fits(line.text, face, least, kit.px(max_width - left), most * least, 1.0)
    text = line.text if fits else line.short or line.text
    if not fits:
        text = shortened(kit, text, name, size, face, max_width - left, most)
    written = in_lines(kit, text, size, colour, face, max_width - left, most)
    if not left:
        return written
    shift, text_x = (kit.px(max_width) - kit.px(left - before), 0) if spread else (0, kit.px(left))
    # the table of a replay may be smaller than the window
    pictures = [faces.small(card, card_w * kit.scale / faces.kit.scale) for card in cards] if faces else []
    high = max(written.get_height(), kit.px(card_w * HIGHEST))
    whole = surfaces.clear((max(text_x + written.get_width(), shift + kit.px(left - before)), high), INK)
    for number, picture in enumerate(pictures):
        x = shift + kit.px(card_w / 2 + step * number)
        whole.blit(picture, (x - picture.get_width() // 2, (high - picture.get_height()) // 2))
    if amount:
        chip = kit.image_plain("ui/chip", chip_w, chip_w)
        whole.blit(chip, (shift + kit.px(dots), (high - chip.get_height()) // 2))
        whole.blit(amount, (shift + kit.px(dots + chip_w + 3), (high - amount.get_height()) // 2))
    whole.blit(written, (text_x, (high - written.get_height()) // 2))
    return whole
