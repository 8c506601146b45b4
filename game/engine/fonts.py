"""Text: fonts, wrapping, shrinking to a box, and pictures of it, cached by content.

Sizes are in logical pixels of the 1280x720 table; the kit's scale turns them into real ones.
"""

import re
from math import ceil
from string import ascii_letters, digits

import pygame
from pygame import Surface

from game.core.cache import cached, cached_part
from game.engine import assets, surfaces
from game.engine.palette import CREAM, INK, Colour

DISPLAY = "display"
TEXT = "text-700"
STRONG = "text-800"
BLACK = "text-900"
#: break opportunities: spaces, but not after the sign in "× Passt doch!"
GAPS = re.compile("(?<!×) ")
#: how far a text may shrink before it counts as not fitting
LEAST_SHRINK = 0.85
#: below this share of its size a text is unreadable: it is cut instead
LEAST_READABLE = 0.72
#: line spacing of a paragraph, as a share of the text size
SPACING = 1.28
#: characters of numbers, and those of most texts
NUMERALS = f"{digits}+\u2212"
LETTERS = f"{NUMERALS}{ascii_letters}äöüßÄÖÜ.,:!?()\u2013\u2019"
#: least width of a space in the display font, as a share of its size: its own is too narrow in buttons
WORD_SPACE = 0.25
#: number of glyphs that a font renders at once ahead of time
AT_ONCE = 6


@cached_part(256)
def font(face: str, size: int, edge: int = 0) -> pygame.font.Font:
    """Return the font ``face`` at ``size`` real pixels; with an ``edge``, that of its outlines, ``edge`` pixels thick.

    Raise MissingAsset if there is none. A font caches its glyphs and loses them when its outline changes: outlines need
    a font of their own.
    """
    path = assets.ASSETS / "fonts" / f"{face}.ttf"
    try:
        opened = pygame.font.Font(str(path), max(6, size))
    except (FileNotFoundError, pygame.error) as error:
        raise assets.MissingAsset(f"fonts/{face}.ttf: {error}") from error
    opened.outline = edge
    return opened


#: characters that fonts have still to render, by the arguments of ``font``
_undrawn: dict[tuple[str, int, int], str] = {}
#: fonts and characters that have been queued so far
_begun: set[tuple[tuple[str, int, int], str]] = set()


def _pen(letters: str, face: str, size: int, edge: int = 0) -> pygame.font.Font:
    """Return a font, and queue ``letters`` for it, which its texts may use."""
    asked = (face, size, edge)
    if (asked, letters) not in _begun:
        _begun.add((asked, letters))
        _undrawn[asked] = _undrawn.get(asked, "") + letters
    return font(*asked)


def draw_letters() -> bool:
    """Render a few more glyphs of the font queued last; return True if there were any.

    Rendering a glyph takes a hundred times as long as placing a rendered one: a new line of twenty letters takes a
    tenth of a frame in a browser, or half of one on a phone.
    """
    if not _undrawn:
        return False
    asked, letters = _undrawn.popitem()
    font(*asked).render(letters[:AT_ONCE], True, CREAM)
    if letters[AT_ONCE:]:
        _undrawn[asked] = letters[AT_ONCE:]
    return True


def _apart(text: str, face: str, size: int) -> int:
    """Return the real pixels added to each space of ``text``."""
    if face != DISPLAY or " " not in text:
        return 0
    return max(0, ceil(size * WORD_SPACE) - font(face, size).size(" ")[0])


@cached(4096)
def width(text: str, face: str, size: int) -> int:
    """Return the width of ``text`` in real pixels."""
    return font(face, size).size(text)[0] + text.count(" ") * _apart(text, face, size)


def _written(text: str, letters: str, face: str, size: int, colour: Colour, edge: int = 0) -> Surface:
    """Return a picture of one line; see ``_pen``."""
    pen, apart = _pen(letters, face, size, edge), _apart(text, face, size)
    if not apart:
        return surfaces.matched(pen.render(text, True, colour))
    first, *others = text.split(" ")
    # a word is rendered with the space before it: alone, its first letter would not reach as far left
    parts = [first, *(f" {word}" for word in others)]
    pictures = [surfaces.matched(pen.render(part, True, colour)) for part in parts]
    whole = surfaces.clear((width(text, face, size) + 2 * edge, pictures[0].get_height()), colour)
    x = 0
    for part, picture in zip(parts, pictures, strict=True):
        whole.blit(picture, (x, 0))
        x += font(face, size).size(part)[0] + apart
    return whole


def can_write(text: str) -> bool:
    """Return True if the text font has every character of ``text``."""
    return all(metric is not None for metric in font(STRONG, 20).metrics(text))


def fitted(text: str, face: str, size: int, max_width: int) -> int:
    """Return the largest size up to ``size`` at which ``text`` is at most ``max_width`` pixels wide."""
    wide = width(text, face, size)
    if wide <= max_width or max_width <= 0:
        return size
    guess = max(6, int(size * max_width / wide))
    while guess > 6 and width(text, face, guess) > max_width:
        guess -= 1
    return guess


def reads(text: str, face: str, size: int, max_width: int) -> bool:
    """Return True if ``text`` is at most ``max_width`` pixels wide, shrunk by no more than LEAST_SHRINK."""
    return width(text, face, ceil(size * LEAST_SHRINK)) <= max_width


def cut(text: str, face: str, size: int, max_width: int) -> str:
    """Return ``text`` if it is at most ``max_width`` pixels wide, else its beginning with an ellipsis."""
    if width(text, face, size) <= max_width:
        return text
    shorter = (f"{text[:length].rstrip()}…" for length in range(len(text) - 1, 0, -1))
    return next((short for short in shorter if width(short, face, size) <= max_width), "…")


def wrapped(text: str, face: str, size: int, max_width: int) -> list[str]:
    """Break ``text`` at spaces and newlines into lines at most ``max_width`` pixels wide; "×" stays with its word.

    A single last word gets the one before it for company, where that has room.
    """
    lines: list[str] = []
    for paragraph in text.split("\n"):
        words, line, before = GAPS.split(paragraph), "", len(lines)
        for word in words:
            longer = f"{line} {word}" if line else word
            if line and width(longer, face, size) > max_width:
                lines.append(line)
                line = word
            else:
                line = longer
        paired = " ".join(words[-2:])
        alone = len(lines) > before and line == words[-1] and lines[-1].count(" ") > 1
        if alone and width(paired, face, size) <= max_width:
            lines[-1], line = lines[-1].removesuffix(f" {words[-2]}"), paired
        lines.append(line)
    return lines


def evened(text: str, face: str, size: int, max_width: int) -> list[str]:
    """Break ``text`` into as few lines as ``wrapped`` does, of about equal length, without a single last word.

    It is for short standalone texts, such as what a game is about.
    """
    words, count = GAPS.split(text), len(wrapped(text, face, size, max_width))
    if count < 2:
        return [text]
    # by first word and number of lines: the least sum of the squared free widths, and the lines
    best: dict[tuple[int, int], tuple[float, list[str]]] = {(len(words), 0): (0.0, [])}
    for start in range(len(words) - 1, -1, -1):
        for lines in range(1, count + 1):
            found = []
            for end in range(start + 1, len(words) + 1):
                line = " ".join(words[start:end])
                free = max_width - width(line, face, size)
                rest = best.get((end, lines - 1))
                if (free < 0 and end > start + 1) or rest is None:
                    continue
                alone = end == start + 1 and end == len(words) and start > 0
                found.append((free * free * (4 if alone else 1) + rest[0], [line, *rest[1]]))
            if found:
                best[start, lines] = min(found)
    return best[0, count][1]


def high(count: int, size: int) -> int:
    """Return the height of a paragraph of ``count`` lines in real pixels."""
    return round(size * SPACING) * count + size // 3


def fitted_lines(
    text: str, face: str, size: int, max_width: int, high: int = 0, spacing: float = SPACING
) -> tuple[int, list[str]]:
    """Return the largest size, up to ``size``, at which ``text`` fits ``max_width`` x ``high`` pixels, and its lines.

    Line spacing is ``spacing`` times the size; without ``high`` the number of lines is free. Sizes below 8 pixels are
    not tried: the lines are then returned as they are.
    """
    while size > 8 and not fits(text, face, size, max_width, high, spacing):
        size -= 1
    return size, wrapped(text, face, size, max_width)


def fitted_evened(
    text: str, face: str, size: int, max_width: int, high: int = 0, spacing: float = SPACING
) -> tuple[int, list[str]]:
    """Return the size and lines of :func:`fitted_lines`, with each paragraph's lines of about equal length."""
    size, _lines = fitted_lines(text, face, size, max_width, high, spacing)
    return size, [line for part in text.split("\n") for line in evened(part, face, size, max_width)]


def fits(text: str, face: str, size: int, max_width: int, high: int = 0, spacing: float = SPACING) -> bool:
    """Return True if wrapped ``text`` fits ``max_width`` x ``high`` pixels at this size."""
    lines = wrapped(text, face, size, max_width)
    return (not high or round(size * spacing) * len(lines) <= high) and all(
        width(line, face, size) <= max_width for line in lines
    )


@cached_part(768)
def plain(text: str, face: str, size: int, colour: Colour = CREAM) -> Surface:
    """Return a picture of one line of ``text``; a plain surface of the font's line height."""
    return _written(text, LETTERS, face, size, colour)


@cached_part(512)
def sticker(text: str, size: int, fill: Colour = CREAM, outline: Colour = INK, face: str = DISPLAY) -> Surface:
    """Return ``text`` like a sticker: filled, outlined, with a lower edge; cropped; plain."""
    edge = max(1, round(size * 0.055))
    drop = max(1, round(size * 0.05))
    inner = _written(text, NUMERALS, face, size, fill)
    outer = _written(text, NUMERALS, face, size, outline, edge)
    whole = surfaces.clear((outer.get_width(), outer.get_height() + drop), outline)
    whole.blit(outer, (0, drop))
    whole.blit(outer, (0, 0))
    whole.blit(inner, (edge, edge))
    return whole.subsurface(whole.get_bounding_rect()).copy()


def forget() -> None:
    """Drop every cached picture and font."""
    for function in (font, plain, sticker):
        function.cache_clear()
    _undrawn.clear()
    _begun.clear()
