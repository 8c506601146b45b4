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
#: distance between two cards and between two groups, in widths
PITCH, APART = 0.62, 1.16
#: smallest width of a card that can be told
LEAST = 22.0


@cached(128)
def position_faces(game: str, number: int) -> tuple[tuple[str, ...], ...]:
    """Return the card faces of a puzzle's position in groups: what is decided on, then what is held or lies there."""
    match = match_at_puzzle(GAMES[game], puzzles.puzzles_of(game)[number])
    view = match.view(max(0, match.mover))
    return tuple(group for group in PRESENTATIONS[game].position_faces(view) if group)


def cards_in(box: Box, groups: Sequence[Sequence[str]], ratio: float, from_left: bool = False) -> list[SpritePlace]:
    """Place the first cards of every group at the right of a box, or its left, as many as fit.

    A card is ``ratio`` times as high as wide.
    """
    w = box.h / ratio
    if w < LEAST:
        return []
    found, x = list[SpritePlace](), 0.0
    while groups and len(found) < MOST:
        group, *groups = groups
        # a card of every further group has its place
        most = max(1, MOST - len(found) - len(groups))
        for number, face in enumerate(group[:most]):
            x += 0.0 if not found else w * PITCH if number else w * APART
            found.append(SpritePlace(x, box.centre[1], w, face))
    found = [card for card in found if card.x + w <= box.w]
    if not found:
        return []
    first = box.x + w / 2 if from_left else box.x + box.w - w / 2 - found[-1].x
    return [card._replace(x=card.x + first) for card in found]
