"""The small pictures of puzzles in their list: the cards that a position is about."""

from collections.abc import Sequence

from game.catalogue.presentations import PRESENTATIONS
from game.catalogue.registry import GAMES
from game.core.cache import cached
from game.engine.layout import Box
from game.engine.sprites import SpritePlace
from game.player import puzzles
from game.tutorial.puzzle import match_at_puzzle

#: most cards of a picture
MOST = 5
#: distance between two cards and between two groups, and the width of them all, in widths
PITCH, APART, WIDTH = 0.56, 1.12, 3.8
#: smallest width of a card that can be told
LEAST = 22.0


@cached(128)
def position_faces(game: str, number: int) -> tuple[tuple[str, ...], ...]:
    """Return the card faces of a puzzle's position in groups: what is decided on, then what is held or lies there."""
    match = match_at_puzzle(GAMES[game], puzzles.puzzles_of(game)[number])
    view = match.view(max(0, match.mover))
    return tuple(group for group in PRESENTATIONS[game].position_faces(view) if group)


def cards_in(box: Box, groups: Sequence[Sequence[str]], ratio: float) -> list[SpritePlace]:
    """Place the first cards of every group in a row at the left of a box, all of one size, as many as fit.

    A card is ``ratio`` times as high as wide.
    """
    w = min(box.h / ratio, box.w / WIDTH)
    if w < LEAST:
        return []
    found, x = list[SpritePlace](), box.x + w / 2
    while groups and len(found) < MOST:
        group, *groups = groups
        # a card of every further group has its place
        most = max(1, MOST - len(found) - len(groups))
        for number, face in enumerate(group[:most]):
            x += 0.0 if not found else w * PITCH if number else w * APART
            found.append(SpritePlace(x, box.centre[1], w, face))
    return [card for card in found if card.x + w / 2 <= box.x + box.w + 0.01]
