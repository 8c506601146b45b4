"""The picture of a match's moment: its cards, and those they beat with both owners."""

from math import ceil
from typing import NamedTuple

from game.catalogue.presentations import PRESENTATIONS
from game.core.match import AnyMatch
from game.core.records import Moment
from game.engine.canvas import Canvas
from game.engine.figures import figure
from game.engine.kit import Kit
from game.engine.layout import Box
from game.engine.sprites import Look, SpritePlace

#: maximum width of the moment's cards, and their distance in widths if there is room
WIDEST, PITCH = 168.0, 1.06
#: gap between the cards played and those they beat, as a share of the box; and the arrow's share of the gap
BETWEEN, ARROW = 0.16, 0.66
#: radius of the figures that show whose cards they are
OWNER = 17.0
#: cards up to this number stay in one row, however small
FEW = 3


class MomentPicture(NamedTuple):
    """The cards of a moment, laid into a box; beaten ones apart and darker, with their owners."""

    cards: tuple[SpritePlace, ...]
    #: figures beside the cards: name, mood and place
    owners: tuple[tuple[str, str, float, float], ...] = ()
    #: the arrow from the cards to those they beat: its icon, size and place; or None
    arrow: tuple[str, float, float, float] | None = None
    #: radius of the figures
    radius: float = OWNER

    def draw(self, kit: Kit, look: Look, canvas: Canvas) -> None:
        """Draw the cards, and their owners if there are several; the arrow is baked."""
        for card in self.cards:
            canvas.put_centred(look(card.face, card.w, card.state), card.x, card.y)
        for name, mood, x, y in self.owners:
            canvas.put_centred(figure(kit, name, self.radius, mood), x, y)


def picture_of(match: AnyMatch, moment: Moment, box: Box, radius: float = OWNER) -> MomentPicture:
    """Lay the cards of a moment into a box, as large as they fit; ``radius`` is that of their owners' figures."""
    shown = PRESENTATIONS[match.game.name]
    faces, beaten = (shown.moment_faces(moment._replace(cards=cards)) for cards in (moment.cards, moment.beaten))
    ratio = shown.moment_ratio
    if not beaten:
        return MomentPicture(_laid(faces, box, ratio))
    ways = [_halves(box, upright) for upright in (False, True)]
    own, other = max(ways, key=lambda halves: _size_of(max(faces, beaten, key=len), halves[0], ratio)[0])
    beside = own.y == other.y
    between = other.x - own.x - own.w if beside else other.y - own.y - own.h
    arrow = ("arrow_right" if beside else "arrow_down", min(56.0, between * ARROW), *box.centre)
    groups = _laid(faces, own, ratio), _laid(beaten, other, ratio, "dim")
    owners = tuple(
        (match.seats[seat].figure, mood, group[0].x - group[0].w / 2, group[0].y - group[0].w * 0.72)
        for seat, mood, group in zip((moment.seat, moment.other), ("glad", "beaten"), groups, strict=True)
    )
    return MomentPicture((*groups[0], *groups[1]), owners, arrow, radius)


def _halves(box: Box, upright: bool) -> tuple[Box, Box]:
    """Split a box in two, side by side or one below the other, with a gap."""
    if upright:
        part = box.h * (1 - BETWEEN) / 2
        return box._replace(h=part), box._replace(y=box.y + box.h - part, h=part)
    part = box.w * (1 - BETWEEN) / 2
    return box._replace(w=part), box._replace(x=box.x + box.w - part, w=part)


def _size_of(faces: tuple[str, ...], box: Box, ratio: float) -> tuple[float, int]:
    """Return the largest width of these cards in a box, and their number of rows, one or two."""
    found = []
    for rows in (1, 2) if len(faces) > FEW else (1,):
        columns = ceil(len(faces) / rows)
        found.append((min(WIDEST, box.h / ratio / rows, box.w / (1 + PITCH * (columns - 1))), -rows))
    w, rows = max(found)
    return w, -rows


def _laid(faces: tuple[str, ...], box: Box, ratio: float, state: str = "rest") -> tuple[SpritePlace, ...]:
    """Place cards side by side in a box, in one row or two, as large as they fit."""
    if not faces:
        return ()
    w, rows = _size_of(faces, box, ratio)
    columns = ceil(len(faces) / rows)
    placed = []
    for number, face in enumerate(faces):
        row, column = divmod(number, columns)
        beside = min(columns, len(faces) - row * columns)
        x = box.x + box.w / 2 + (column - (beside - 1) / 2) * w * PITCH
        y = box.y + box.h / 2 + (row - (rows - 1) / 2) * w * ratio
        placed.append(SpritePlace(x, y, w, face, state=state))
    return tuple(placed)
