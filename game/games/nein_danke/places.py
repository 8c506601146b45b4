"""The places of everything that moves on the table of Nein Danke!, for one window."""

from collections.abc import Hashable, Mapping
from dataclasses import dataclass

from game.engine.items import card_id
from game.engine.layout import Box, bounds
from game.engine.sprites import SpritePlace
from game.games.nein_danke import arrangement, layout
from game.games.nein_danke.arrangement import LyingCard, Spread
from game.games.nein_danke.faces import RATIO
from game.games.nein_danke.layout import Panel
from game.games.nein_danke.rules import View
from game.games.nein_danke.scoring import Score

#: most own chips drawn one by one; the number beside them is exact
CHIP_ROW = 11
#: greatest width of an own card on a tall table
OWN_WIDEST = 150.0
#: margins of the drop target of a chip: around the middle card, and from the pot's middle for chips 25 wide, logical
ROOM, POT_ROOM = 12.0, 64.0
#: distance of that target's lower edge above the middle of the prompt
ABOVE_PROMPT = 37.0


def pill_size(pill: arrangement.Pill) -> float:
    """Return the text size of a run's cost."""
    return max(12.0, min(24.0, pill.w * 0.23 + 2))


def pill_box(pill: arrangement.Pill) -> Box:
    """Return the approximate box of a run's cost."""
    size = pill_size(pill)
    return Box(pill.x - size, pill.y - size * 0.8, 2 * size, size * 1.6)


def visible_part(lying: LyingCard, spread: Spread) -> Box:
    """Return the part of a card that no other card of its display covers, as its target."""
    body = lying.body
    left, right = body.x, body.x + body.w
    for other in spread.cards:
        if other.y != lying.y or other.z <= lying.z or abs(other.x - lying.x) >= other.body.w:
            continue
        if other.x < lying.x:
            left = max(left, other.x + other.w / 2)
        else:
            right = min(right, other.x - other.w / 2)
    return Box(left, body.y, right - left, body.h)


@dataclass(frozen=True)
class Places:
    """The places for one viewer: functions of the layout and of what lies on the table."""

    spots: layout.Spots
    viewer: int
    tall: bool
    #: the panels of the other seats
    panels: Mapping[int, Panel]

    def pile(self, shown: View) -> dict[Hashable, SpritePlace]:
        """Return the places of the pile's top card and the rims of a few below."""
        x, y, w = self.spots.pile
        rims = min(5, shown.pile_count)
        places: dict[Hashable, SpritePlace] = {}
        for rim in range(rims):
            below = rims - 1 - rim
            back = f"back_{shown.next_back if not below else 'pink'}"
            state = "rest" if rim == 0 else "flat"
            places["pile", rim] = SpritePlace(x - below * 1.6, y - below * 2.2, w, back, -9 + rim, state)
        return places

    def spread(self, seat: int, display: tuple[int, ...], score: Score) -> Spread:
        """Return the layout of a seat's display."""
        if seat == self.viewer:
            return arrangement.spread(display, score, self.spots.cards, OWN_WIDEST if self.tall else 104.0)
        panel = self.panels[seat]
        # small cards overlap before they get smaller
        return arrangement.spread(display, score, panel.cards, panel.widest, overlaps=(False, True), most=panel.most)

    def pot(self, number: int) -> tuple[float, float]:
        """Return the place of the pot's chip with that number."""
        chip = layout.HEAP[min(number, len(layout.HEAP) - 1)]
        (x, y), radius = self.spots.pot, self.spots.chip
        return x + chip.across * radius, y + chip.down * radius

    def glow(self, alpha: int) -> tuple[float, int]:
        """Return the radius of a large pot's glow, with its strength."""
        return self.spots.chip * 3.1, alpha

    def chip(self, seat: int) -> SpritePlace:
        """Return the place of a seat's chips."""
        if seat == self.viewer:
            x, y, w, h = self.spots.chips
            return SpritePlace(x + min(97.0, w / 2), y + h / 2, self.spots.chip * 2, "chip")
        x, y, _ = self.panels[seat].chip
        return SpritePlace(x, y, self.spots.chip * 1.4, "chip")

    def gain(self, seat: int) -> tuple[float, float]:
        """Return the place of the rising label of chips gained by a seat."""
        if seat in self.panels:
            return self.panels[seat].gain
        x, y, *_ = self.chip(seat)
        return x + 30, y + 4

    def chip_step(self, row: int) -> float:
        """Return the distance between own chips in a row of ``row``."""
        box = self.spots.chips
        return min(box.h * 0.53, (box.w - box.h) / max(1, row - 1))

    def paid_at(self) -> Box:
        """Return the drop target of a chip: the card and the pot beside it."""
        spots = self.spots
        x, y, w, h = spots.centre.card(RATIO).grown(ROOM)
        reach = POT_ROOM * spots.chip / 25
        # its highlight stays off the prompt below
        low = max(y + h - ROOM, min(max(y + h, spots.pot[1] + reach), spots.prompt[1] - ABOVE_PROMPT))
        return Box(x, y, max(w, spots.pot[0] + reach - x), low - y)

    def part(self, name: str, chips: int, spreads: Mapping[int, Spread]) -> Box | None:
        """Return the box of a part of the table by its name in lessons, with the own ``chips``, or None."""
        spots = self.spots
        match name:
            case "centre":
                return spots.centre.card(RATIO)
            case "pile":
                return spots.pile.card(RATIO)
            case "pot":
                x, y = spots.pot
                return Box(x - 2.2 * spots.chip, y - 1.9 * spots.chip, 4.4 * spots.chip, 3.9 * spots.chip)
            case "chips":
                box, chips = spots.chips, min(max(1, chips), CHIP_ROW)
                # the ring around them ends above the label below
                return box._replace(w=box.h + (chips - 1) * self.chip_step(chips), h=box.h - 6)
            case "plate":
                return spots.plate
            case "cards":
                spread = spreads[self.viewer]
                own = [*(lying.body for lying in spread.cards), *map(pill_box, spread.pills)]
                return bounds(own) if own else None
        found: Box | None = None
        for spread in spreads.values():
            pills = {pill.card: pill_box(pill) for pill in spread.pills}
            for lying in spread.cards:
                if name == card_id(lying.card):
                    # its cost is part of the target
                    found = bounds([lying.body, pills.get(lying.card, lying.body)])
        return found
