"""The places of everything that moves on the table of Push, for one window."""

from collections.abc import Hashable, Mapping, Sequence
from dataclasses import dataclass

from game.engine.layout import Box, Circle, Spot, bounds
from game.engine.sprites import SpritePlace
from game.games.push import layout
from game.games.push.deck import COLOUR_OF
from game.games.push.faces import RATIO, face_of
from game.games.push.rules import View

#: rims of the pile and of the secured cards
RIMS, SAFE_RIMS = 5, 4
#: half the room of a change of points, with a gap
CHANGE_ROOM = 56.0
#: width of an opponent's card as it flies to and from its shape
SMALL = 26.0


@dataclass(frozen=True)
class Places:
    """The places for one viewer: functions of the layout and of what lies on the table."""

    spots: layout.Spots
    viewer: int
    tall: bool
    #: the panels of the other seats
    panels: Mapping[int, layout.Panel]

    def piles(self, shown: View, put_away: int) -> dict[Hashable, SpritePlace]:
        """Return the places of the pile with a few rims, the discards' top ``put_away``, and the direction cards."""
        spots = self.spots
        places: dict[Hashable, SpritePlace] = {}
        x, y, w = spots.pile
        rims = min(RIMS, -(-shown.pile_count // 8))
        for rim in range(rims):
            below = rims - 1 - rim
            state = "flat" if rim else "rest"
            places["pile", rim] = SpritePlace(x - below * 1.5, y - below * 2.2, w, "back", -9 + rim, state)
        if put_away:
            places["discard", put_away] = SpritePlace(*spots.discard, face_of(put_away), -20, "dim")
        x, y, w = spots.directions
        step = min(14.0, spots.fan / max(1, len(shown.directions) - 1))
        for number, card in enumerate(shown.directions):
            places[card] = SpritePlace(x + number * step, y, w, "direction", number * 0.1)
        return places

    def rows(self, rows: Sequence[Sequence[int]]) -> dict[Hashable, SpritePlace]:
        """Return the places of the cards in the rows."""
        return {
            card: self.in_row(row, place, card, len(cards))
            for row, cards in enumerate(rows)
            for place, card in enumerate(cards)
        }

    def in_row(self, row: int, place: int, card: int, held: int) -> SpritePlace:
        """Return the place of a card in a row of ``held`` cards."""
        return SpritePlace(*layout.in_row(self.spots, row, place, held), face_of(card), place * 0.1)

    def spread(self, display: tuple[int, ...]) -> layout.Spread:
        """Return the layout of the own open cards."""
        if self.tall:
            return layout.spread_down(display, self.spots.cards, 92)
        return layout.spread(display, self.spots.cards, 82)

    def own(self, display: tuple[int, ...], secured: int) -> dict[Hashable, SpritePlace]:
        """Return the places of the own open cards, and of as many secured ones."""
        places: dict[Hashable, SpritePlace] = {
            lying.card: SpritePlace(lying.x, lying.y, lying.w, face_of(lying.card), lying.z)
            for lying in self.spread(display).cards
        }
        x, y, w = self.safe
        for rim in range(min(SAFE_RIMS, secured)):
            places["safe", rim] = SpritePlace(x + rim * 4, y - rim * 2, w, "back", 10 - rim, "flat" if rim else "rest")
        return places

    @property
    def pile_top(self) -> SpritePlace:
        """The place of the pile's top card."""
        return SpritePlace(*self.spots.pile, "back", 60)

    @property
    def safe(self) -> Spot:
        """The place of the own secured cards."""
        box = self.spots.safe
        w = min(78.0, (box.h - 22) / RATIO, box.w - 34)
        return Spot(box.centre[0] - 8, box.y + box.h / 2, w)

    def shape(self, seat: int, colour: int) -> Circle:
        """Return the shape of a colour in a seat's panel."""
        panel = self.panels[seat]
        return Circle(*panel.shapes[colour], panel.shape)

    def display(self, seat: int, card: int) -> SpritePlace:
        """Return the place where an open card comes to a seat: for others the shape of its colour."""
        x, y = self.shape(seat, COLOUR_OF[card])[:2] if seat in self.panels else self.spots.cards.centre
        return SpritePlace(x, y, SMALL, face_of(card), 60)

    def lock(self, seat: int) -> SpritePlace:
        """Return the place of a seat's secured cards."""
        if seat == self.viewer:
            return SpritePlace(*self.safe, "back", 60)
        return SpritePlace(*self.panels[seat].lock, SMALL, "back", 60)

    def discard(self, card: int) -> SpritePlace:
        """Return the place of a discarded card."""
        return SpritePlace(*self.spots.discard, face_of(card), 60)

    def figure(self, seat: int) -> tuple[float, float]:
        """Return the middle of a seat's figure."""
        if seat in self.panels:
            return self.panels[seat].face[:2]
        plate = self.spots.plate
        return (plate.x + 30, plate.y + 34) if self.tall else (plate.x + 42, plate.y + 42)

    def change(self, seat: int) -> tuple[float, float]:
        """Return where a change of a seat's points rises; on a tall table the own last move gives way to it."""
        if seat in self.panels:
            x, y = self.panels[seat].change
            # below the panels over the risk it is beside the die
            left = self.spots.die.x - self.spots.die.w / 2 - CHANGE_ROOM
            return (min(x, left) if self.spots.risk.holds(x, y) else x), y
        plate = self.spots.plate
        return (plate.x + plate.w - 90, plate.y + 46) if self.tall else (plate.x + plate.w - 34, plate.y + 92)

    def over_risk(self) -> list[tuple[float, float]]:
        """Return the places of changes that are over the risk."""
        return [at for at in map(self.change, self.panels) if self.spots.risk.holds(*at)]

    def part(self, name: str) -> Box | None:
        """Return the box of a part of the table by its name in lessons, or None if it is not one of this game's own."""
        spots = self.spots
        match name:
            case "order":
                return spots.order
            case "safe":
                return spots.safe
            case "rows":
                return bounds(spots.rows)
            case "die":
                return spots.risk
        row = name.removeprefix("row-")
        return spots.rows[int(row)] if row != name else None
