"""Places of everything that moves on the table of Keine Ahnung, as pure functions of layout, seats and cards."""

from collections import Counter
from collections.abc import Hashable, Mapping, Sequence
from typing import NamedTuple

from game.engine.layout import Box
from game.engine.sprites import SpritePlace
from game.games.keine_ahnung import deck, faces, layout
from game.games.keine_ahnung.heaps import Heap

#: number of rims of a stack of backs
STACK_RIMS = 5
#: size of a medal
MEDAL_WIDE, MEDAL_HIGH = 62.0, 34.0
#: share of a card's width that one pointed at or chosen rises, and the most, logical; and the rise of a pile
RISE, MOST_RISE, PILE_RISE = 0.08, 10.0, 6.0


class Winnings(NamedTuple):
    """Equal own trophies or prizes: their stars if visible, number, and the place of their medal."""

    stars: int | None
    is_prize: bool
    many: int
    x: float
    y: float


class Places(NamedTuple):
    """The places in one window, for the viewer and the seats behind in playing ``order``."""

    spots: layout.Spots
    order: tuple[int, ...]
    panels: Mapping[int, layout.Panel]
    #: the piles' room during a banner: it must not cover them, as they decide the call
    below_banner: Box

    def grid_of(self, seat: int) -> tuple[layout.Spot, ...]:
        """Return the six places of a seat's grid."""
        return self.spots.grid if seat == self.order[0] else self.panels[seat].grid

    def piles(self, count: int, has_banner: bool) -> tuple[layout.Spot, ...]:
        """Return the places of the tops of ``count`` piles, below a banner if there is one."""
        room = self.below_banner if has_banner else self.spots.piles
        return layout.piles(room, count, self.spots.widest, self.spots.middle)

    def top(self, face: str = "back") -> SpritePlace:
        """Return the place of the draw pile's top card, about to leave it."""
        return SpritePlace(*self.spots.draw, face, 60)

    def lay_stack(
        self, kind: str, spot: layout.Spot, count: int, back: str, look: str = ""
    ) -> dict[Hashable, SpritePlace]:
        """Return the places of a stack of backs: its top card, with a ``look`` if that is not "", and rims below."""
        rims = min(STACK_RIMS, -(-count // 2))
        x, y, w = spot
        scale = w / 112
        places: dict[Hashable, SpritePlace] = {}
        for rim in range(rims):
            below = rims - 1 - rim
            state = "rest" if rim == 0 else "flat"
            places[kind, rim] = SpritePlace(
                x - below * 1.6 * scale,
                y - below * 2.2 * scale,
                w,
                back,
                -9 + rim,
                state if below or not look else look,
            )
        return places

    def lay_rest(self, heap: Heap) -> dict[Hashable, SpritePlace]:
        """Return the places of the last set-aside cards."""
        x, y, w = self.spots.rest
        return {
            lying.key: SpritePlace(x + (number - 1) * 4, y + (1 - number) * 3, w, faces.face_of(lying.card), 5 + number)
            for number, lying in enumerate(heap[-3:])
        }

    def lay_pile(self, spot: layout.Spot, heap: Heap, look: str) -> dict[Hashable, SpritePlace]:
        """Return the places of a pile: its top card, with a ``look`` if that is not "", and the visible rims."""
        x, y, w = spot
        scale, cards = w / 132, heap[-1 - layout.RIMS :]
        places: dict[Hashable, SpritePlace] = {}
        for number, lying in enumerate(cards):
            below = len(cards) - 1 - number
            state = "rest" if number == 0 else "flat"
            if not below:
                state = look or state
            rise = PILE_RISE if state == "hover" else 0.0
            left, up = below * layout.RIM_LEFT * scale, below * layout.RIM_UP * scale
            # hide the function badges of lower cards: they would stick out, and only the top card has an effect
            face = faces.face_of(lying.card if not below else deck.plain_of(lying.card))
            places[lying.key] = SpritePlace(x - left, y - up - rise, w, face, 20 + number, state)
        return places

    def open_card(self, spot: layout.Spot, place: int, card: int, grown: float, look: str) -> SpritePlace:
        """Return the place of a grid card face up: ``grown``, above the others, and on the table."""
        x, y, w = spot
        y = max(y, w * grown * faces.RATIO / 2 + 20)
        return SpritePlace(x, y, w * grown, faces.face_of(card), 70 + place, look)

    def closed_card(self, spot: layout.Spot, place: int, face: str, look: str) -> SpritePlace:
        """Return the place of a grid card face down."""
        x, y, w = spot
        rise = min(MOST_RISE, w * RISE) if look in ("hover", "selected") else 0.0
        return SpritePlace(x, y - rise, w, face, (40 if rise else 10) + place, look)

    def count_spot(self, seat: int) -> SpritePlace:
        """Return the place of a seat's count of trophies and prizes."""
        if seat == self.order[0]:
            box = self.spots.shelf
            return SpritePlace(box.x + MEDAL_WIDE / 2, box.y + MEDAL_HIGH / 2, 34, "trophy_back")
        x, y = self.panels[seat].counts[0]
        return SpritePlace(x + 20, y, 28, "trophy_back")

    def winnings(self, stars: Sequence[tuple[int | None, bool]], box: Box) -> list[Winnings]:
        """Return the places of the own trophies and prizes in a box; equal ones share a place where room is short."""
        found = [(one, 1) for one in stars]
        if not layout.has_room(box, len(stars), MEDAL_WIDE, MEDAL_HIGH):
            found = list(Counter(stars).items())
        places = layout.medals(box, len(found), MEDAL_WIDE, MEDAL_HIGH)
        return [Winnings(*what, count, *place) for (what, count), place in zip(found, places, strict=True)]
