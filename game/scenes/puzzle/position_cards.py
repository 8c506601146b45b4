"""The small pictures of puzzles in their list: the cards that a position is about."""

from collections.abc import Sequence

from game.catalogue.presentations import PRESENTATIONS
from game.catalogue.registry import GAMES
from game.core.cache import cached
from game.core.game import View
from game.engine.layout import Box
from game.engine.sprites import SpritePlace
from game.player import puzzles
from game.tutorial.puzzle import match_at_puzzle

#: most cards of a picture, and the fewest; fewer are shown where so many would be lower than this
MOST, FEWEST, READABLE = 5, 3, 68.0
#: distance between two cards and between two groups, and the width of them all, in widths
PITCH, APART, WIDTH = 0.56, 1.12, 3.8
#: smallest width of a card that can be told
LEAST = 22.0
#: largest width of a card in rows, and its share of the distance to the next one
LARGEST, TIGHT = 44.0, 0.95


@cached(128)
def position_view(game: str, number: int) -> View:
    """Return what the player sees in a puzzle's position."""
    match = match_at_puzzle(GAMES[game], puzzles.puzzles_of(game)[number])
    return match.view(max(0, match.mover))


@cached(128)
def position_faces(game: str, number: int) -> tuple[tuple[str, ...], ...]:
    """Return the card faces of a puzzle's position in groups: what is decided on, then what is held or lies there.

    The first group may be empty if the others lie in rows.
    """
    presentation = PRESENTATIONS[game]
    groups = presentation.position_faces(position_view(game, number))
    return tuple(group for number, group in enumerate(groups) if group or (presentation.has_rows and not number))


def cards_across(wide: float, ratio: float, fullest: int = MOST) -> tuple[float, int]:
    """Return the greatest width of a picture's cards in a room that wide, and how many there are at most.

    The ``fullest`` picture of a page has so many cards. A card is ``ratio`` times as high as wide.
    """
    most_of_all = max(FEWEST, min(MOST, fullest))
    widths = [(wide / (WIDTH - (MOST - most) * PITCH), most) for most in range(most_of_all, FEWEST - 1, -1)]
    return next((found for found in widths if found[0] * ratio >= READABLE), widths[-1])


def cards_in(box: Box, groups: Sequence[Sequence[str]], ratio: float, fullest: int = MOST) -> list[SpritePlace]:
    """Place the first cards of every group in a row at the left of a box, all of one size, as many as fit.

    The ``fullest`` picture of a page has so many cards. A card is ``ratio`` times as high as wide.
    """
    across, count = cards_across(box.w, ratio, fullest)
    w = min(box.h / ratio, across)
    if w < LEAST:
        return []
    found, x = list[SpritePlace](), box.x + w / 2
    while groups and len(found) < count:
        group, *groups = groups
        # a card of every further group has its place
        most = max(1, count - len(found) - len(groups))
        for number, face in enumerate(group[:most]):
            x += 0.0 if not found else w * PITCH if number else w * APART
            found.append(SpritePlace(x, box.centre[1], w, face))
    return [card for card in found if card.x + w / 2 <= box.x + box.w + 0.01]


def cards_in_rows(box: Box, groups: Sequence[Sequence[str]], ratio: float) -> list[SpritePlace]:
    """Place all but the first group in rows one below the other, right of the first, which is a card or none."""
    if not any(groups):
        return []
    held, *rows = groups
    longest = max(map(len, rows), default=0)
    across = (APART if held else 0.0) + longest / TIGHT
    w = min(box.h / max(1, len(rows)) * TIGHT / ratio, LARGEST, box.w / max(1.0, across))
    if w < LEAST <= box.h / ratio:
        # the cards overlap, so that they can be told
        w = LEAST
    left = box.x + (w * APART if held else 0.0)
    across = min(w / TIGHT, (box.x + box.w - left - w) / max(1, longest - 1))
    down = min(w * ratio / TIGHT, (box.h - w * ratio) / max(1, len(rows) - 1))
    top = box.centre[1] - (len(rows) - 1) * down / 2
    found = [SpritePlace(box.x + w / 2, box.centre[1], w, face) for face in held]
    for line, row in enumerate(rows):
        found += [SpritePlace(left + w / 2 + n * across, top + line * down, w, face) for n, face in enumerate(row)]
    return found if w >= LEAST else []
