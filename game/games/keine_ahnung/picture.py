"""The picture of the table of Keine Ahnung: grids, piles, stacks and figures, as they are shown now."""

from __future__ import annotations

from collections import Counter
from collections.abc import Hashable, Iterable, Mapping, Sequence
from typing import TYPE_CHECKING, NamedTuple

from game.core.match import Seat
from game.engine import text
from game.engine.backdrop import Backdrop, felt
from game.engine.canvas import Canvas
from game.engine.items import card_id
from game.engine.layout import Box, bounds
from game.engine.palette import CREAM, GOLD, INK, SOFT, Colour, rgb
from game.engine.sprites import Place
from game.engine.turn_table import TurnTable
from game.engine.tweens import Curve, out_quint
from game.games.keine_ahnung import layout, miss
from game.games.keine_ahnung.deck import (
    EMPTY,
    FITTING,
    FUNCTIONS,
    HIDDEN,
    NUMBER_CARDS,
    PLUS,
    REFILL,
    REMOVE,
    plain_of,
    stars_of,
)
from game.games.keine_ahnung.events import Event
from game.games.keine_ahnung.faces import (
    BODY,
    RATIO,
    Faces,
    badge,
    empty_place,
    face_of,
    medal,
    reminder_of,
)
from game.games.keine_ahnung.layout import RIM_LEFT, RIM_UP, RIMS, Panel, Spot
from game.games.keine_ahnung.rules import Action, Phase, Verb, View
from game.games.keine_ahnung.shown import Lying, Shown
from game.games.keine_ahnung.words import Words

if TYPE_CHECKING:
    from game.context import Context

#: how wide it may be said how many cards the two small stacks have, logical
SIZE_WIDE = 128.0
#: rims that a stack of backs shows
STACK_RIMS = 5
#: an open card of a rival, and an own one, is so many times as wide as a closed one
OPEN_RIVAL, OPEN_CALLED, OPEN_OWN = 1.45, 1.14, 1.06
#: so many piles there mostly are at most
USUAL_PILES = 6
BANNER = 32.0
#: why a card fits is said where the words are wider than the pile by no more than this
REASON_OVER = 20.0
MEDAL, MEDAL_WIDE, MEDAL_HIGH = 21.0, 62.0, 34.0


class Banner(NamedTuple):
    """What a call says in large letters."""

    words: str
    fill: Colour = GOLD
    ink: Colour = INK


class Winnings(NamedTuple):
    """Equal own winnings: their stars if these may be seen, and where their medal begins."""

    stars: int | None
    is_prize: bool
    #: how many they are
    many: int
    x: float
    y: float


class Picture(TurnTable[Action, Event, View]):
    """Lays out and draws what :class:`Shown` says."""

    game = "keine_ahnung"
    ratio = RATIO
    head_wide = 240.0
    felt = rgb("#14535A")
    say: Words
    view: View
    spots: layout.Spots

    def __init__(self, context: Context, seats: Sequence[Seat], viewer: int, view: View) -> None:
        super().__init__(context, seats, viewer, view)
        self.shown = Shown(view)
        #: the choice that waits for its confirmation
        self.selected: Action | None = None
        #: own trophies show their stars. With several people they do so from the curtain's rise to the first
        #: event after it: from then on everybody is watching
        self.opened = True
        #: the face of a trophy that is being looked at
        self.won = ""
        #: seat and place of an open card that fits nowhere, while that is shown
        self.missed: tuple[int, int] | None = None
        #: the pile whose top a lost call has overlooked, or -1
        self.overlooked = -1
        #: the pile on which the last card was laid
        self.laid_on = 0
        #: so many cards have been laid since the turn began, as far as it has been shown
        self.laid_by_now = 0
        #: what a call says, and its colours
        self.banner: Banner | None = None
        #: the kinds of great moments that have been shown: the first of each takes its time
        self.witnessed: set[type] = set()
        self.build()
        if view.phase == Phase.CALL:
            self.sync(view)

    # ---- layout -----------------------------------------------------------------------------------

    def build(self) -> None:
        """Lay out and bake for the window as it is now."""
        context, frame = self.context, self.context.frame
        self.faces = Faces(context.kit)
        self.say = Words(context.texts, self.seats)
        opponents, papered = len(self.seats) - 1, self.teaches or self.papered
        spots = self.spots = layout.spots(frame.width, frame.height, opponents, frame.side, papered)
        if self.teaches:  # its paper lies there and says the same
            spots = self.spots = spots._replace(log=None)
        self.panels: dict[int, Panel] = {}
        self.backdrop = Backdrop(context.kit, felt(frame, self.felt, (0.5, 0.42 if frame.tall else 0.40)))
        self.backdrop.panel(spots.tray, 20, 0.42)
        for seat, box in zip(self.order()[1:], spots.opponents, strict=True):
            self.panels[seat] = layout.panel(box, frame.tall)
            self.backdrop.panel(box)
            self._bake_opponent(seat)
        for seat in self.order():
            for spot in self.grid_of(seat):
                self._bake_place(spot)
        self._bake_place(spots.rest)
        self._bake_place(spots.draw)
        self._bake_plate()
        if spots.legend:
            self._bake_legend(spots.legend)
        if spots.log:
            self.bake_log(spots.log)
        self.arrange()

    def grid_of(self, seat: int) -> tuple[Spot, ...]:
        """The six places of a seat's grid."""
        return self.spots.grid if seat == self.viewer else self.panels[seat].grid

    def _bake_place(self, spot: Spot) -> None:
        """The dashed place below a card; a card's lip hangs a little below its body."""
        y = spot.y - spot.w * RATIO * (1 - BODY) / 2
        self.backdrop.put(empty_place(self.context.kit, spot.w - 2), spot.x, y, "centre")

    def _bake_opponent(self, seat: int) -> None:
        """A rival's name: it never changes."""
        panel = self.panels[seat]
        self.bake_name(seat, panel.name, self.kit.fitting(24, panel.line), panel.name_width, panel.anchor)

    def _bake_plate(self) -> None:
        """The own name, and in a tall window the game's."""
        self.bake_name(self.viewer, self.spots.name, 25, self.spots.name_width)
        if self.context.frame.tall:
            self.bake_title()

    def _bake_legend(self, box: Box) -> None:
        """What the three functions do."""
        kit, step = self.context.kit, box.h / 3
        for row, function in enumerate((PLUS, REMOVE, REFILL)):
            name, y = FUNCTIONS[function], box.y + step * (row + 0.5)
            if self.context.frame.tall:
                # no room for what each does: that is told by a touch on its card
                self.backdrop.put(badge(kit, name, 34), box.x + 17, y, "centre")
                size = kit.fitting(19, step * 0.8)
                self.backdrop.put(
                    kit.line_plain(self.words(f"function.{name}"), size, SOFT, text.STRONG, box.w - 44), box.x + 42, y
                )
                continue
            self.backdrop.put(badge(kit, name, 44), box.x + 22, y, "centre")
            room = box.w - 60
            title = kit.line_plain(self.words(f"function.{name}"), 19, CREAM, text.BLACK, room)
            self.backdrop.put(title, box.x + 56, y - 12)
            note = kit.line_plain(self.words(f"function.{name}.note"), 17, SOFT, text.STRONG, room)
            self.backdrop.put(note, box.x + 56, y + 12)

    # ---- where things lie ---------------------------------------------------------------------------

    def sync(self, view: View, ms: float = 0) -> None:
        """Make the picture show ``view``."""
        self.view = view
        self.shown.take_over(view)
        self.won, self.overlooked = "", -1
        self.missed, self.shaken = None, 0.0
        if view.phase != Phase.OVER:
            self.banner = Banner(self.words("call")) if view.phase == Phase.CALL else None
        self.arrange(ms)

    def arrange(
        self,
        ms: float = 0,
        *,
        curve: Curve = out_quint,
        stagger: float = 0,
        origins: Mapping[Hashable, Place] | None = None,
    ) -> None:
        """Move every card to where it belongs now."""
        places = self.lying()
        # after a move was taken back the old picture's keys may stand for other cards
        for key in [key for key, sprite in self.layer.sprites.items() if self._is_other(key, sprite.place, places)]:
            del self.layer.sprites[key]
        self.layer.arrange(places, ms, curve, stagger, origins)

    @staticmethod
    def _is_other(key: Hashable, place: Place, places: dict[Hashable, Place]) -> bool:
        return isinstance(key, int) and key in places and places[key].face != place.face

    def coming(self) -> Iterable[tuple[str, float]]:
        """Every card that can be drawn, the back that each has on its way, and one at each width it gets."""
        yield "back", self.spots.hand.w
        first, rival = NUMBER_CARDS[self.view.options.deck][0], self.order()[-1]
        for count in range(1, USUAL_PILES + 1):
            for room in (self.spots.piles, self._below_banner()):
                yield face_of(first), layout.piles(room, count, self.spots.widest)[0].w
        for seat, grown in ((self.viewer, OPEN_OWN), (rival, OPEN_RIVAL), (rival, OPEN_CALLED)):
            yield face_of(first), self.grid_of(seat)[0].w * grown
        yield from ((face_of(card), self.spots.hand.w) for card in dict.fromkeys(NUMBER_CARDS[self.view.options.deck]))

    def _places(self) -> dict[Hashable, Place]:
        shown, spots = self.shown, self.spots
        room = self._below_banner() if self.banner else spots.piles
        self.pile_spots = layout.piles(room, len(shown.piles), spots.widest)
        places = self._stack("trophy", spots.trophies, shown.stack_count, "trophy_back")
        places |= self._stack("draw", spots.draw, shown.draw_count, "back")
        for number, lying in enumerate(shown.rest[-3:]):
            x, y = spots.rest.x + (number - 1) * 4, spots.rest.y + (1 - number) * 3
            places[lying.key] = Place(x, y, spots.rest.w, face_of(lying.card), 5 + number)
        for pile, heap in enumerate(shown.piles):
            places |= self._pile(pile, heap)
        if shown.hand:
            x, y, w = spots.hand
            places["hand"] = Place(x, y, w, face_of(shown.hand), 60, "selected" if self._choosing() else "rest")
        for seat in self.order():
            for place, spot in enumerate(self.grid_of(seat)):
                if shown.grids[seat][place] != EMPTY:
                    places[seat, place] = self._grid_place(seat, place, spot)
        if self.won:
            places["won"] = Place(*spots.centre, self.won, 90)
        return places

    def _below_banner(self) -> Box:
        """Where the piles lie while there is a banner: they decide what it says, so it covers none of them."""
        return layout.below_banner(self.spots, BANNER * 0.75 * self.kit.text_scale / self.kit.scale)

    def spared(self) -> list[Box]:
        """The piles: what fits there is what most hints are about."""
        return [spot.card(RATIO) for spot in self.pile_spots]

    def _stack(self, kind: str, spot: Spot, count: int, back: str) -> dict[Hashable, Place]:
        """A stack of backs: its top card and the rims of a few below."""
        rims = min(STACK_RIMS, -(-count // 2))
        x, y, w = spot
        scale = w / 112
        places: dict[Hashable, Place] = {}
        for rim in range(rims):
            below = rims - 1 - rim
            state = "rest" if rim == 0 else "flat"
            if kind == "draw" and not below:
                state = self._state("draw-pile", state, self._may(Verb.DRAW))
            places[kind, rim] = Place(x - below * 1.6 * scale, y - below * 2.2 * scale, w, back, -9 + rim, state)
        return places

    def _pile(self, pile: int, heap: list[Lying]) -> dict[Hashable, Place]:
        """A pile: its top card and what is seen of those below it."""
        x, y, w = self.pile_spots[pile]
        scale, cards = w / 132, heap[-1 - RIMS :]
        places: dict[Hashable, Place] = {}
        for number, lying in enumerate(cards):
            below = len(cards) - 1 - number
            state, rise = "rest" if number == 0 else "flat", 0.0
            if not below:
                id_ = card_id(pile, "pile")
                state = self._state(id_, state, Action(Verb.LAY, pile) in self.view.legal)
                if pile == self.overlooked:
                    state = "legal"
                if self.selected == Action(Verb.LAY, pile):
                    state = "selected"
                rise = 6.0 if state == "hover" else 0.0
            left, up = below * RIM_LEFT * scale, below * RIM_UP * scale
            # only the top card can set anything off: the badges of those below would stick out
            face = face_of(lying.card if not below else plain_of(lying.card))
            places[lying.key] = Place(x - left, y - up - rise, w, face, 20 + number, state)
        return places

    def _state(self, id_: str, usual: str, legal: bool) -> str:
        """How a card looks that may be usable now."""
        if not legal or not self.asked:
            return usual
        if self.pointed == id_:
            return "hover"
        return "legal" if self.shows_legal else usual

    def _grid_place(self, seat: int, place: int, spot: Spot) -> Place:
        """A card of a grid; one that is face up is larger and lies over the others."""
        card = self.shown.grids[seat][place]
        x, y, w = spot
        if card != HIDDEN:
            # of the several cards of a call none may hide another
            rival = OPEN_CALLED if seat == self.shown.caller else OPEN_RIVAL
            grown = OPEN_OWN if seat == self.viewer else rival
            # a larger card does not leave the table
            y = max(y, w * grown * RATIO / 2 + 20)
            x += self.shaken if self.missed == (seat, place) else 0.0
            choosing = self._choosing() and place == self.shown.place
            return Place(x, y, w * grown, face_of(card), 70 + place, "selected" if choosing else "rest")
        seen = self.shown.reminders.get((seat, place))
        face = reminder_of(seen) if seen else "back"
        state, action = "rest", Action(Verb.REVEAL, place)
        if seat == self.viewer and action in self.view.legal:
            # touching an own card before drawing is possible with the strict house rule, and never an offer
            state = self._state(card_id(place), state, self.view.phase != Phase.DRAW)
            if self.selected == action:
                state = "selected"
        elif seat == self.shown.caller:
            state = "legal"
        rise = min(10.0, w * 0.08) if state in ("hover", "selected") else 0.0
        return Place(x, y - rise, w, face, (40 if rise else 10) + place, state)

    def _may(self, verb: Verb) -> bool:
        return any(action.verb == verb for action in self.view.legal)

    def _choosing(self) -> bool:
        """Whether somebody has to choose a pile for the open card now."""
        return self.view.phase == Phase.PLACE and self.asked

    def count_spot(self, seat: int) -> Place:
        """Where a seat's trophies and prizes are counted."""
        if seat == self.viewer:
            box = self.spots.shelf
            return Place(box.x + MEDAL_WIDE / 2, box.y + MEDAL_HIGH / 2, 34, "trophy_back")
        x, y = self.panels[seat].counts
        return Place(x + 20, y, 28, "trophy_back")

    def looked_at(self) -> list[Box]:
        """The piles, the draw pile and the own cards."""
        return [spot.box for spot in (*self.pile_spots, self.spots.draw, *self.spots.grid)]

    def place_of(self, name: str) -> Box | None:
        """A part of the table by the name that a lesson calls it by: a place, a pile, the shelf of one's wins.

        A place is an own one, or that of the next player as ``rival-1-card-2``.
        """
        if name == "shelf":
            won = [Box(one.x, one.y - MEDAL_HIGH / 2, MEDAL_WIDE, MEDAL_HIGH) for one in self.winnings()]
            return bounds(won or [self.spots.shelf])
        for place, spot in enumerate(self.spots.grid):
            if name == card_id(place):
                return spot.box
        for pile, spot in enumerate(self.pile_spots):
            if name == card_id(pile, "pile"):
                return spot.box
        for place, spot in enumerate(self.grid_of(self.order()[1])):
            if name == f"rival-1-{card_id(place)}":
                return spot.box
        return super().place_of(name)

    # ---- drawing ------------------------------------------------------------------------------------

    def draw(self, canvas: Canvas) -> None:
        """Draw the table with everything that moves."""
        spots = self.spots
        canvas.background(self.backdrop.surface)
        for seat, panel in self.panels.items():
            canvas.put_centred(self.face(seat, panel.radius, seat == self.shown.turn), *panel.face)
            self._draw_counts(canvas, seat, panel)
        canvas.put_centred(self.face(self.viewer, spots.radius, self.shown.turn == self.viewer), *spots.face)
        self._draw_medals(canvas)
        if spots.log:
            self.draw_log(canvas, spots.log)
        self._draw_sizes(canvas)
        self.layer.draw(canvas)
        self.draw_labels(canvas)
        for seat, panel in self.panels.items():
            self._draw_last(canvas, seat, panel)
        miss.draw(self, canvas)
        if self.banner:
            canvas.put_centred(self.kit.pill(self.banner[0], BANNER, *self.banner[1:]), *spots.banner)
        self.draw_popups(canvas)

    def _draw_last(self, canvas: Canvas, seat: int, panel: Panel) -> None:
        """Below a rival's name: what the rival has just done, or else the level."""
        kit, room = self.kit, panel.level_width
        size = kit.fitting(16, min(20.0, panel.line * 0.8))
        if self.last_pill(canvas, seat, *panel.level, anchor=panel.anchor, most=room, size=size):
            return
        words = kit.line(self.level(seat), min(15, kit.fitting(24, panel.line)), SOFT, text.STRONG, room)
        (canvas.put_centred if panel.anchor == "centre" else canvas.put_left)(words, *panel.level)

    def _beside(self) -> tuple[float, float, float]:
        """The left edge of the pill of the own last move, and its room: below the own name, or where that ends."""
        spots = self.spots
        if spots.last:
            return spots.last
        name = self.kit.line(self.name(self.viewer), 25, CREAM, text.BLACK, spots.name_width)
        return spots.name[0] + name.get_width() / self.kit.scale + 12, spots.name[1] + 1, 0

    def _draw_counts(self, canvas: Canvas, seat: int, panel: Panel) -> None:
        """How many trophies and prizes a rival has; their stars are secret."""
        kit, shown = self.kit, self.shown
        x, y = panel.counts
        side = panel.step / 2
        for picture, wide, count in (
            (kit.image("icons/cup", side, side), side, shown.trophy_counts[seat]),
            (kit.image("keine_ahnung/prize", side * 0.7, side * 0.7 * RATIO), side * 0.8, shown.prize_counts[seat]),
        ):
            if count:
                canvas.put_left(picture, x, y)
                canvas.put_left(kit.sticker(str(count), side * 0.82), x + wide + 2, y)
                x += panel.step

    def winnings(self) -> list[Winnings]:
        """The own trophies and prizes with their stars, which nobody else sees, and where they lie."""
        shown, box = self.shown, self.spots.shelf
        is_open = self.alone or self.opened
        stars = [(star if is_open else None, False) for star in shown.trophies]
        stars += [(stars_of(prize), True) for prize in shown.prizes]
        found = [(one, 1) for one in stars]
        if not layout.has_room(box, len(stars), MEDAL_WIDE, MEDAL_HIGH):
            # equal ones share a place, with their number
            found = list(Counter(stars).items())
        places = layout.medals(box, len(found), MEDAL_WIDE, MEDAL_HIGH)
        return [Winnings(*what, count, *place) for (what, count), place in zip(found, places, strict=True)]

    def _draw_medals(self, canvas: Canvas) -> None:
        """The own trophies and prizes."""
        for star, prize, many, x, y in self.winnings():
            canvas.put_left(self.kit.made(medal, star, prize, MEDAL), x, y)
            if many > 1:
                number = self.kit.pill(self.words("times", count=many), 14, INK, CREAM)
                canvas.put_centred(number, x + MEDAL_WIDE - 10, y + MEDAL_HIGH / 2)

    def _draw_sizes(self, canvas: Canvas) -> None:
        """How many cards the stacks have."""
        shown, spots, tall = self.shown, self.spots, self.context.frame.tall
        for key, spot, count in (
            ("trophies", spots.trophies, shown.stack_count),
            ("pile", spots.draw, shown.draw_count),
            ("removed", spots.rest, len(shown.rest)),
        ):
            if count or key == "pile":
                words = str(count) if tall else self.words(key, count=count)
                # in large texts, too, they keep off each other
                most, size = (0.0, 17.0) if tall or spot == spots.draw else (SIZE_WIDE, self.kit.fitting(17, 19))
                pill = self.context.kit.pill(words, size, CREAM, INK, text.BLACK, most=most)
                canvas.put_centred(pill, spot.x, spot.y + spot.w * RATIO / 2 + 18)

    def draw_labels(self, canvas: Canvas) -> None:
        """What the viewer has just done, and why the open card fits on a pile."""
        x, y, most = self._beside()
        self.last_pill(canvas, self.viewer, x, y, size=self.kit.fitting(16, 20), most=most)
        if not self._choosing():
            return
        card, kit, said = self.view.card, self.context.kit, []
        for pile, spot in enumerate(self.pile_spots):
            top = self.view.piles[pile][-1]
            if card not in FITTING[top]:
                continue
            colour, number = card // 10 % 10 == top // 10 % 10, card % 10 == top % 10
            key = "same_both" if colour and number else "same_number" if number else "same_colour"
            said.append((kit.pill(self.words(key), 16, GOLD, INK), spot))
        if all(pill.get_width() <= kit.px(spot.w + REASON_OVER) for pill, spot in said):
            for pill, (x, y, w) in said:
                canvas.put_centred(pill, x, y + w * RATIO / 2 - 6)

    def draw_prompt(self, canvas: Canvas, words: str, x: float, y: float, most: float) -> None:
        """What is to be decided: beside the grid where there is room for it, else in its pill."""
        high = self.spots.prompt_height
        if not high:
            super().draw_prompt(canvas, words, x, y, most)
            return
        canvas.put_centred(self.context.kit.paragraph(words, 23, most, CREAM, text.BLACK, high), x, y)
