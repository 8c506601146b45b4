"""The table of Keine Ahnung: how its events are shown and what can be done."""

from __future__ import annotations

from collections import Counter
from collections.abc import Generator, Hashable, Iterable, Mapping, Sequence
from functools import partial
from typing import TYPE_CHECKING, NamedTuple, TypeAlias, assert_never

from pygame import Surface

from game.core.capabilities import Advice
from game.core.match import HUMAN, Seat
from game.engine import game_table, text, transit
from game.engine.backdrop import Backdrop, felt
from game.engine.canvas import Canvas
from game.engine.cards import CORNER
from game.engine.director import Script
from game.engine.items import NOTE, Item, card_id, move_id
from game.engine.kit import Kit, centred
from game.engine.layout import Box, bounds
from game.engine.palette import CREAM, DANGER, GOLD, GOOD, INK, SOFT, Colour, rgb
from game.engine.rival import Rivals
from game.engine.sprites import SpritePlace
from game.engine.turn_table import ActionButton, ChooseAction, TurnTable
from game.engine.tweens import Curve, out_back, out_cubic, out_quint
from game.engine.widgets import Widget, put_paper
from game.games.keine_ahnung import deck, faces, heaps, layout
from game.games.keine_ahnung import events as ev
from game.games.keine_ahnung.rules import CALL, DECLINE, DRAW, END, Action, Phase, Verb, View
from game.games.keine_ahnung.words import KeineAhnungWords

if TYPE_CHECKING:
    from game.app.context import Context

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
#: what is said keeps so far from the window's sides
EDGE = 14.0
#: the key of a card that leaves the draw pile with the pointer
TOP = "top"
#: so long everybody may look at cards before they are turned back, at any speed and with no animation at all
LOOK_MS = 800.0
#: how long a card that was turned up in a call lies there before the next one
CALL_STEP_MS = 420.0
#: how a card shakes that fits nowhere: so far to the sides, logical, and how long each way takes at normal speed
MISS_SHAKE, SHAKE_MS = (7.0, -7.0, 6.0, -5.0, 3.0, 0.0), 40.0
#: what others do is shown for such a share of the time that own moves have; a draw, which nobody chooses, for less,
#: and one's own for this
BRISK, DRAWN, OWN_DRAWN = 0.5, 0.36, 0.75
#: each card laid since a turn began takes so much off what others need for the next one, down to so much of it; it
#: lies there for all to see, and whoever has to wait for a long turn has least to remember of it
HASTE, MOST_HASTE = 0.18, 0.45
#: how long others think, as a share of the usual time: where they have no choice, where to lay a card, about the rest
FORCED, PLACING, DARING = 0.08, 0.2, 0.3
#: what is worth a moment of everybody's
Great: TypeAlias = ev.CallMade | ev.CallWon | ev.CallLost | ev.PrizeFound | ev.TrophyWon


def function_paper(kit: Kit, w: float, function: str, title: str, body: str) -> Surface:
    """A function's sign, its name and what it does; plain."""
    px = kit.px
    words = kit.paragraph_plain(body, 19, w - 40, INK, text.TEXT)
    high = 74 + words.get_height() / kit.scale
    whole = kit.paper_plain(w, high, 16)
    margin = kit.paper_margin()
    centred(whole, faces.badge(kit, function, 44), margin + px(40), margin + px(38))
    heading = kit.line_plain(title, 27, INK, text.DISPLAY, w - 96)
    whole.blit(heading, (margin + px(74), margin + px(38) - heading.get_height() // 2))
    whole.blit(words, (margin + px(20), margin + px(68)))
    return whole


class Note:
    """What the function of the card on top of a pile does; ``body`` is where that card lies."""

    def __init__(self, kit: Kit, words: tuple[str, str, str], body: Box, spots: layout.Spots) -> None:
        #: its sign, its name and what it does
        self.words = words
        self.kit, self.body, self.spots = kit, body, spots

    def draw(self, canvas: Canvas) -> None:
        """Draw the paper over the log, or in portrait below its card or above it."""
        kit, frame, spot = self.kit, canvas.frame, self.spots.dock
        w = 440.0 if frame.tall else spot.w
        paper = kit.made(function_paper, w, *self.words)
        high = kit.paper_height(paper)
        left, top = spot.x, spot.y
        if frame.tall:
            left = min(max(self.body.centre[0] - w / 2, 28), frame.width - w - 28)
            top = self.body.y + self.body.h + 10
            if top + high > self.spots.tray.y:
                top = max(20.0, self.body.y - high - 10)
        put_paper(canvas, kit, paper, left, top)


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


class KeineAhnungTable(TurnTable[Action, ev.Event, View]):
    """One match of Keine Ahnung as one player sees it."""

    game = "keine_ahnung"
    ratio = faces.RATIO
    felt = rgb("#14535A")
    say: KeineAhnungWords
    view: View
    spots: layout.Spots

    def __init__(self, context: Context, seats: Sequence[Seat], viewer: int, view: View) -> None:
        super().__init__(context, seats, viewer, view)
        self.heaps = heaps.Heaps()
        #: prizes that fly to whoever has found them
        self.transit = transit.InTransit()
        self.see(view)
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
        context, frame = self.context, self.context.frame
        self.faces = faces.KeineAhnungFaces(context.kit)
        self.say = KeineAhnungWords(context.texts, self.seats)
        spots = self.spots = layout.spots(frame.width, frame.height, len(self.seats) - 1, frame.side, self._sheet)
        self.backdrop = Backdrop(context.kit, felt(frame, self.felt, (0.5, 0.42 if frame.tall else 0.40)))
        self.backdrop.panel(spots.tray, 20, 0.42)
        self.rivals = Rivals(self, lambda box: layout.panel(box, frame.tall))
        self.panels = self.rivals.panels
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

    def grid_of(self, seat: int) -> tuple[layout.Spot, ...]:
        """The six places of a seat's grid."""
        return self.spots.grid if seat == self.viewer else self.panels[seat].grid

    def _bake_place(self, spot: layout.Spot) -> None:
        """The dashed place below a card; a card's lip hangs a little below its body."""
        y = spot.y - spot.w * faces.RATIO * (1 - faces.BODY) / 2
        self.backdrop.put(faces.empty_place(self.context.kit, spot.w - 2), spot.x, y, "centre")

    def _bake_plate(self) -> None:
        """The own name, and in a tall window the game's."""
        self.bake_name(self.viewer, self.spots.name, 25, self.spots.name_width)
        if self.context.frame.tall:
            self.bake_title()

    def _bake_legend(self, box: Box) -> None:
        """What the three functions do."""
        kit, step = self.context.kit, box.h / 3
        for row, function in enumerate((deck.PLUS, deck.REMOVE, deck.REFILL)):
            name, y = deck.FUNCTIONS[function], box.y + step * (row + 0.5)
            if self.context.frame.tall:
                # no room for what each does: that is told by a touch on its card
                self.backdrop.put(faces.badge(kit, name, 34), box.x + 17, y, "centre")
                size = kit.fitting(19, step * 0.8)
                self.backdrop.put(
                    kit.line_plain(self.words(f"function.{name}"), size, SOFT, text.STRONG, box.w - 44), box.x + 42, y
                )
                continue
            self.backdrop.put(faces.badge(kit, name, 44), box.x + 22, y, "centre")
            room = box.w - 60
            title = kit.line_plain(self.words(f"function.{name}"), 19, CREAM, text.BLACK, room)
            self.backdrop.put(title, box.x + 56, y - 12)
            note = kit.line_plain(self.words(f"function.{name}.note"), 17, SOFT, text.STRONG, room)
            self.backdrop.put(note, box.x + 56, y + 12)

    # ---- where things lie ---------------------------------------------------------------------------

    def sync(self, view: View, ms: float = 0) -> None:
        self.view = view
        self.see(view)
        self.transit.forget()
        self.won, self.overlooked = "", -1
        self.missed, self.shaken = None, 0.0
        if view.phase != Phase.OVER:
            self.banner = Banner(self.words("call")) if view.phase == Phase.CALL else None
        self.arrange(ms)

    def see(self, view: View) -> None:
        """Let the table show what the viewer knew after an event."""
        self.shown = view
        self.heaps.follow(view.piles, view.rest)
        #: seat and place -> a card that lies face down again: only with the house rule that reminds of it
        self.reminders = {(seen.seat, seen.place): seen.card for seen in view.sightings if view.options.reminders}

    @property
    def caller(self) -> int:
        """Who has called and shows its cards, or -1."""
        return self.shown.turn if self.shown.phase == Phase.CALL else -1

    @property
    def hand(self) -> int:
        """The card that was drawn and is to be laid."""
        return self.shown.card if self.shown.place < 0 else deck.EMPTY

    def arrange(
        self,
        ms: float = 0,
        *,
        curve: Curve = out_quint,
        stagger: float = 0,
        origins: Mapping[Hashable, SpritePlace] | None = None,
    ) -> None:
        places = self.lying()
        # after a move was taken back the old picture's keys may stand for other cards
        for key in [key for key, sprite in self.layer.sprites.items() if self._is_other(key, sprite.place, places)]:
            del self.layer.sprites[key]
        self.layer.arrange(places, ms, curve, stagger, origins)

    @staticmethod
    def _is_other(key: Hashable, place: SpritePlace, places: dict[Hashable, SpritePlace]) -> bool:
        return isinstance(key, int) and key in places and places[key].face != place.face

    def upcoming_faces(self) -> Iterable[tuple[str, float]]:
        """Every card that can be drawn, the back that each has on its way, and one at each width it gets."""
        yield "back", self.spots.hand.w
        first, rival = deck.NUMBER_CARDS[self.view.options.deck][0], self.order()[-1]
        for count in range(1, USUAL_PILES + 1):
            for room in (self.spots.piles, self._below_banner()):
                yield faces.face_of(first), layout.piles(room, count, self.spots.widest)[0].w
        for seat, grown in ((self.viewer, OPEN_OWN), (rival, OPEN_RIVAL), (rival, OPEN_CALLED)):
            yield faces.face_of(first), self.grid_of(seat)[0].w * grown
        yield from (
            (faces.face_of(card), self.spots.hand.w)
            for card in dict.fromkeys(deck.NUMBER_CARDS[self.view.options.deck])
        )

    def _places(self) -> dict[Hashable, SpritePlace]:
        shown, spots = self.shown, self.spots
        room = self._below_banner() if self.banner else spots.piles
        self.pile_spots = layout.piles(room, len(shown.piles), spots.widest)
        places = self._stack("trophy", spots.trophies, shown.stack_count, "trophy_back")
        places |= self._stack("draw", spots.draw, shown.draw_count, "back")
        for number, lying in enumerate(self.heaps.rest[-3:]):
            x, y = spots.rest.x + (number - 1) * 4, spots.rest.y + (1 - number) * 3
            places[lying.key] = SpritePlace(x, y, spots.rest.w, faces.face_of(lying.card), 5 + number)
        for pile, heap in enumerate(self.heaps.piles):
            places |= self._pile(pile, heap)
        if self.hand:
            places["hand"] = SpritePlace(
                *spots.hand, faces.face_of(self.hand), 60, "selected" if self._choosing() else "rest"
            )
        for seat in self.order():
            for place, spot in enumerate(self.grid_of(seat)):
                if shown.grids[seat][place] != deck.EMPTY:
                    places[seat, place] = self._grid_place(seat, place, spot)
        if self.won:
            places["won"] = SpritePlace(*spots.centre, self.won, 90)
        return places

    def _below_banner(self) -> Box:
        """Where the piles lie while there is a banner: they decide what it says, so it covers none of them."""
        return layout.below_banner(self.spots, BANNER * 0.75 * self.kit.text_scale / self.kit.scale)

    def _stack(self, kind: str, spot: layout.Spot, count: int, back: str) -> dict[Hashable, SpritePlace]:
        """A stack of backs: its top card and the rims of a few below."""
        rims = min(STACK_RIMS, -(-count // 2))
        x, y, w = spot
        scale = w / 112
        places: dict[Hashable, SpritePlace] = {}
        for rim in range(rims):
            below = rims - 1 - rim
            state = "rest" if rim == 0 else "flat"
            if kind == "draw" and not below:
                state = self._state("draw-pile", state, self._may(Verb.DRAW))
            places[kind, rim] = SpritePlace(x - below * 1.6 * scale, y - below * 2.2 * scale, w, back, -9 + rim, state)
        return places

    def _pile(self, pile: int, heap: heaps.Heap) -> dict[Hashable, SpritePlace]:
        """A pile: its top card and what is seen of those below it."""
        x, y, w = self.pile_spots[pile]
        scale, cards = w / 132, heap[-1 - layout.RIMS :]
        places: dict[Hashable, SpritePlace] = {}
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
            left, up = below * layout.RIM_LEFT * scale, below * layout.RIM_UP * scale
            # only the top card can set anything off: the badges of those below would stick out
            face = faces.face_of(lying.card if not below else deck.plain_of(lying.card))
            places[lying.key] = SpritePlace(x - left, y - up - rise, w, face, 20 + number, state)
        return places

    def _state(self, id_: str, usual: str, legal: bool) -> str:
        """How a card looks that may be usable now."""
        if not legal or not self.asked:
            return usual
        if self.pointed == id_:
            return "hover"
        return "legal" if self.shows_legal else usual

    def _grid_place(self, seat: int, place: int, spot: layout.Spot) -> SpritePlace:
        """A card of a grid; one that is face up is larger and lies over the others."""
        card = self.shown.grids[seat][place]
        x, y, w = spot
        if card != deck.HIDDEN:
            # of the several cards of a call none may hide another
            rival = OPEN_CALLED if seat == self.caller else OPEN_RIVAL
            grown = OPEN_OWN if seat == self.viewer else rival
            # a larger card does not leave the table
            y = max(y, w * grown * faces.RATIO / 2 + 20)
            x += self.shaken if self.missed == (seat, place) else 0.0
            choosing = self._choosing() and place == self.shown.place
            return SpritePlace(x, y, w * grown, faces.face_of(card), 70 + place, "selected" if choosing else "rest")
        seen = self.reminders.get((seat, place))
        face = faces.reminder_of(seen) if seen else "back"
        state, action = "rest", Action(Verb.REVEAL, place)
        if seat == self.viewer and action in self.view.legal:
            # touching an own card before drawing is possible with the strict house rule, and never an offer
            state = self._state(card_id(place), state, self.view.phase != Phase.DRAW)
            if self.selected == action:
                state = "selected"
        elif seat == self.caller:
            state = "legal"
        rise = min(10.0, w * 0.08) if state in ("hover", "selected") else 0.0
        return SpritePlace(x, y - rise, w, face, (40 if rise else 10) + place, state)

    def _may(self, verb: Verb) -> bool:
        return any(action.verb == verb for action in self.view.legal)

    def _choosing(self) -> bool:
        """Whether somebody has to choose a pile for the open card now."""
        return self.view.phase == Phase.PLACE and self.asked

    def count_spot(self, seat: int) -> SpritePlace:
        """Where a seat's trophies and prizes are counted."""
        if seat == self.viewer:
            box = self.spots.shelf
            return SpritePlace(box.x + MEDAL_WIDE / 2, box.y + MEDAL_HIGH / 2, 34, "trophy_back")
        x, y = self.panels[seat].counts
        return SpritePlace(x + 20, y, 28, "trophy_back")

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
        spots = self.spots
        canvas.background(self.backdrop.surface)
        for seat, panel in self.panels.items():
            self.rivals.draw_face(canvas, seat, self.shown.turn)
            self._draw_counts(canvas, seat, panel)
        canvas.put_centred(self.face(self.viewer, spots.radius, self.shown.turn == self.viewer), *spots.face)
        self._draw_medals(canvas)
        if spots.log:
            self.draw_log(canvas, spots.log)
        self._draw_sizes(canvas)
        self.layer.draw(canvas)
        self.draw_labels(canvas)
        for seat in self.panels:
            self.rivals.draw_last(canvas, seat)
        self._draw_miss(canvas)
        if self.banner:
            canvas.put_centred(self.kit.pill(self.banner[0], BANNER, *self.banner[1:]), *spots.banner)
        self.draw_popups(canvas)

    def _beside(self) -> tuple[float, float, float]:
        """The left edge of the pill of the own last move, and its room: below the own name, or where that ends."""
        spots = self.spots
        if spots.last:
            return spots.last
        name = self.kit.line(self.name(self.viewer), 25, CREAM, text.BLACK, spots.name_width)
        return spots.name[0] + name.get_width() / self.kit.scale + 12, spots.name[1] + 1, 0

    def _draw_counts(self, canvas: Canvas, seat: int, panel: layout.Panel) -> None:
        """How many trophies and prizes a rival has; their stars are secret."""
        kit, shown = self.kit, self.shown
        x, y = panel.counts
        side = panel.step / 2
        for picture, wide, count in (
            (kit.image("icons/cup", side, side), side, shown.trophy_counts[seat]),
            (
                kit.image("keine_ahnung/prize", side * 0.7, side * 0.7 * faces.RATIO),
                side * 0.8,
                shown.prize_counts[seat] - self.transit.due(seat),
            ),
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
        stars += [
            (deck.stars_of(prize), True) for prize in shown.prizes[: len(shown.prizes) - self.transit.due(self.viewer)]
        ]
        found = [(one, 1) for one in stars]
        if not layout.has_room(box, len(stars), MEDAL_WIDE, MEDAL_HIGH):
            # equal ones share a place, with their number
            found = list(Counter(stars).items())
        places = layout.medals(box, len(found), MEDAL_WIDE, MEDAL_HIGH)
        return [Winnings(*what, count, *place) for (what, count), place in zip(found, places, strict=True)]

    def _draw_medals(self, canvas: Canvas) -> None:
        """The own trophies and prizes."""
        for star, prize, many, x, y in self.winnings():
            canvas.put_left(self.kit.made(faces.medal, star, prize, MEDAL), x, y)
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
                canvas.put_centred(pill, spot.x, spot.y + spot.w * faces.RATIO / 2 + 18)

    def draw_labels(self, canvas: Canvas) -> None:
        """What the viewer has just done, and why the open card fits on a pile."""
        x, y, most = self._beside()
        self.last_pill(canvas, self.viewer, x, y, size=self.kit.fitting(16, 20), most=most)
        if not self._choosing():
            return
        card, kit, said = self.view.card, self.context.kit, []
        for pile, spot in enumerate(self.pile_spots):
            top = self.view.piles[pile][-1]
            if card not in deck.FITTING[top]:
                continue
            colour, number = card // 10 % 10 == top // 10 % 10, card % 10 == top % 10
            key = "same_both" if colour and number else "same_number" if number else "same_colour"
            said.append((kit.pill(self.words(key), 16, GOLD, INK), spot))
        if all(pill.get_width() <= kit.px(spot.w + REASON_OVER) for pill, spot in said):
            for pill, (x, y, w) in said:
                canvas.put_centred(pill, x, y + w * faces.RATIO / 2 - 6)

    def draw_prompt(self, canvas: Canvas, words: str, x: float, y: float, most: float) -> None:
        """What is to be decided: beside the grid where there is room for it, else in its pill."""
        high = self.spots.prompt_height
        if not high:
            super().draw_prompt(canvas, words, x, y, most)
            return
        canvas.put_centred(self.context.kit.paragraph(words, 23, most, CREAM, text.BLACK, high), x, y)

    # ---- events -------------------------------------------------------------------------------------

    def mark(self, event: ev.Event) -> None:
        marked = self.last
        super().mark(event)
        # what a call led to stays marked: that its cards are turned back, or that a prize ended it, is less; and a
        # card that was declined is not one that did not fit
        if isinstance(event, ev.CardsTurnedBack | ev.CallLost) and marked in self._outcomes(event.seat):
            self.last = marked

    def lets_rest(self, event: ev.Event) -> bool:
        """An own card turns where it was dropped: from there it goes on to its pile, or home."""
        return isinstance(event, ev.CardRevealed)

    def _outcomes(self, seat: int) -> list[tuple[int, str]]:
        """The marks of what lets cards be turned back: what a call may lead to, and declining."""
        blank = {"name": self.name(seat)}
        kinds = ("CallLost", "PrizeFound", "TrophyWon", "CardDeclined")
        return [(seat, self.words(f"move.{name}", **blank)) for name in kinds]

    def script(self, event: ev.Event, view: View) -> Script:
        self.mark(event)
        self.opened = False
        match event:
            case ev.GameStarted():
                yield from self._deal(event, view)
            case ev.DrawPileShuffled() | ev.DrawSkipped() | ev.CardDrawn() | ev.CardsDealt():
                yield from self._from_draw_pile(event, view)
            case ev.CardRevealed() | ev.CardsTurnedBack() | ev.CardDeclined():
                yield from self._turn(event, view)
            case ev.CardLaid() | ev.FunctionTriggered() | ev.PilesRemoved():
                yield from self._on_piles(event, view)
            case ev.CallMade() | ev.CallWon() | ev.CallLost():
                yield from self._call(event, view)
            case ev.PrizeFound() | ev.TrophyWon():
                yield from self._win(event, view)
            case ev.TurnForfeited(seat, place):
                self.context.audio.play("wrong")
                self.feel(seat, "beaten")
                spot = self.grid_of(seat)[place]
                self.pop_up(self.words("move.TurnForfeited"), spot.x, spot.y, False)
                yield 700
            case ev.TurnStopped(seat):
                self.context.audio.play("click")
                yield 240 * self._weight(seat)
            case ev.GameEnded():
                self.see(view)
                self.arrange(self.ms(120))
                yield 60
            case ev.TurnStarted():
                self.banner, self.laid_by_now = None, 0
                self.see(view)
                self.arrange(self.ms(120))
                yield 60
            case _:
                assert_never(event)

    def _weight(self, seat: int, others: float = BRISK) -> float:
        """How long something is shown, as a share of what it is at most: less for ``others``, but not to a learner."""
        return 1.0 if seat == self.viewer or self.teaches else others

    def _drawn(self, seat: int) -> float:
        """The same for a card from the draw pile."""
        if self.teaches:
            return 1.0
        return OWN_DRAWN if seat == self.viewer else DRAWN * self._haste(seat)

    def _haste(self, seat: int) -> float:
        """How much of its time is left for what others do once they have laid cards in this turn."""
        own = seat == self.viewer or self.teaches
        return 1.0 if own else max(MOST_HASTE, 1 - HASTE * self.laid_by_now)

    def _grand(self, event: Great) -> float:
        """As :meth:`_weight` for a great moment: the first of its kind at this table is shown like an own one."""
        first = type(event) not in self.witnessed
        self.witnessed.add(type(event))
        return 1.0 if first else self._weight(event.seat)

    def thinking_time(self, view: View) -> float:
        """Nobody has a choice about the draw, and hardly one in a call."""
        match view.phase:
            case Phase.DRAW | Phase.CALL:
                return FORCED
            case Phase.PLACE:
                return PLACING * self._haste(view.turn)
        return DARING * self._haste(view.turn)

    def _top(self, face: str = "back") -> SpritePlace:
        """The top card of the draw pile, about to leave it."""
        return SpritePlace(*self.spots.draw, face, 60)

    def _deal(self, event: ev.Event, view: View) -> Script:
        """The grids are filled from the draw pile, card by card."""
        self.context.audio.play("shuffle")
        self.see(view)
        self.layer.arrange({})
        keys: list[Hashable] = [(seat, place) for place in range(6) for seat in self.order()]
        origins = dict.fromkeys(keys, self._top())
        self.arrange(self.ms(220), curve=out_cubic, stagger=self.ms(40), origins=origins)
        for _ in keys:
            self.context.audio.play("deal")
            yield 40
        yield 220

    def _from_draw_pile(
        self, event: ev.DrawPileShuffled | ev.DrawSkipped | ev.CardDrawn | ev.CardsDealt, view: View
    ) -> Script:
        """A card is turned up, grids are filled, the pile is made anew."""
        audio = self.context.audio
        if isinstance(event, ev.CardDrawn):
            audio.play("flip")
            self.see(view)
            weight = self._drawn(event.seat)
            start = self.dropped(TOP, self._top())
            self.arrange(self.ms(320 * weight), curve=out_back, origins={"hand": start})
            yield 520 * weight
        elif isinstance(event, ev.CardsDealt):
            self.see(view)
            keys: list[Hashable] = [(event.seat, place) for place in event.places]
            step = 70 * self._weight(event.seat)
            self.arrange(self.ms(240), curve=out_cubic, stagger=self.ms(step), origins=dict.fromkeys(keys, self._top()))
            for _ in keys:
                audio.play("deal")
                yield step
            yield 260 * self._weight(event.seat)
        elif isinstance(event, ev.DrawPileShuffled):
            audio.play("shuffle")
            start, end = SpritePlace(*self.spots.rest, "back"), self._top()
            for number in range(min(event.cards, 8)):
                self.layer.fly(start, end, self.ms(260), self.ms(60) * number, 60)
            yield 500
            self.see(view)
            self.arrange(self.ms(200))
            yield 260
        else:
            audio.play("wrong")
            yield 300

    def _turn(self, event: ev.CardRevealed | ev.CardsTurnedBack | ev.CardDeclined, view: View) -> Script:
        """An own card is turned up, or cards are turned back after everybody has had a look."""
        audio = self.context.audio
        if isinstance(event, ev.CardRevealed):
            calling = self.caller == event.seat
            # the first call takes its time to its end
            weight = self._weight(event.seat) if not calling or self.witnessed & {ev.CallWon, ev.CallLost} else 1.0
            if not calling:
                weight *= self._haste(event.seat)
            audio.play("flip")
            self.see(view)
            self.aside = self.say.revealed(event.seat, event.place, event.card)
            self.arrange(self.ms((380 if calling else 280) * weight))
            yield 420 * weight
            if calling:
                audio.play(f"count_{1 + (sum(card > 0 for card in self.shown.grids[event.seat]) - 1) % 3}")
                yield CALL_STEP_MS * weight
        elif isinstance(event, ev.CardsTurnedBack):
            # a card that was dropped elsewhere is told of in its place
            self.arrange(self.ms(200))
            look = LOOK_MS - (yield from self._miss(event))
            yield -look
            audio.play("flip")
            self.missed = None
            self.see(view)
            self.aside = ""
            self.overlooked = -1
            self.arrange(self.ms(260))
            # the next turn begins while it is turned back
            yield 120 * self._weight(event.seat)
        else:
            audio.play("slide")
            self.feel(event.seat, "think")
            yield 260 * self._weight(event.seat)

    def _miss(self, event: ev.CardsTurnedBack) -> Generator[float, None, float]:
        """A card that fits nowhere shakes, and everybody is told what to remember before it is turned back.

        Return how much of the look at it this has taken where others wait for it.
        """
        seat, place = event.seat, event.places[0]
        card, weight = self.shown.grids[seat][place], self._weight(seat)
        calling = self.caller == seat or self.banner is not None
        if calling or not deck.EMPTY < card < deck.PRIZE or self._fitting(card) >= 0:
            yield 500 * weight
            return 0.0
        self.context.audio.play("wrong")
        self.missed = seat, place
        self.aside = self.words("miss", card=self.say.plain(card))
        yield from self.shake(MISS_SHAKE, SHAKE_MS * weight)
        yield 100 * weight
        return 0.0 if weight == 1.0 else self.ms(100 + SHAKE_MS * len(MISS_SHAKE)) * weight

    def _on_piles(self, event: ev.CardLaid | ev.FunctionTriggered | ev.PilesRemoved, view: View) -> Script:
        """A card is laid, shows what it does, and sweeps the other piles aside."""
        audio, seat = self.context.audio, event.seat
        weight = self._weight(seat) * self._haste(seat)
        if isinstance(event, ev.CardLaid):
            audio.play("slide")
            source = "hand" if event.place < 0 else (event.seat, event.place)
            sprite = self.layer.sprites.get(source)
            start = sprite.place._replace(z=80, state="rest") if sprite else self._top(faces.face_of(event.card))
            self.see(view)
            key = self.heaps.piles[event.pile][-1].key
            if event.place < 0:
                weight = self._drawn(seat)
            self.laid_on = event.pile
            self.laid_by_now += 1
            self.arrange(self.ms(300 * weight), origins={key: start})
            yield 340 * weight
        elif isinstance(event, ev.FunctionTriggered):
            # a tone of its own for each function
            audio.play(f"chip_{deck.function_of(event.card)}")
            x, y, w = self.pile_spots[self.laid_on]
            sign = deck.FUNCTIONS[deck.function_of(event.card)]
            start = SpritePlace(x + w * 0.3, y - w * 0.53, w * 0.32, sign)
            self.layer.fly(start, SpritePlace(x, y - w * 0.1, w * 0.9, sign), self.ms(460), arc=30)
            yield 480 * weight
        else:
            audio.play("shuffle")
            self.see(view)
            self.arrange(self.ms(360), curve=out_cubic, stagger=self.ms(40))
            yield 560 * weight

    def _call(self, event: ev.CallMade | ev.CallWon | ev.CallLost, view: View) -> Script:
        """Somebody calls; whether it was right is a moment for everybody."""
        audio, seat, length = self.context.audio, event.seat, 900 * self._grand(event)
        if isinstance(event, ev.CallMade):
            audio.play("curtain")
            self.banner = Banner(self.words("call"))
            self.see(view)
            self.arrange(self.ms(160))
        elif isinstance(event, ev.CallWon):
            audio.play("call_won")
            self.banner = Banner(self.words("call_won"), GOOD)
            self.feel(seat, "glad")
        else:
            audio.play("lose")
            self.overlooked = self._fitting(self.shown.grids[seat][event.place])
            self.banner = Banner(self.words("call_lost" if self.overlooked >= 0 else "call_prize"), DANGER, CREAM)
            self.feel(seat, "beaten")
            self.arrange(self.ms(160))
        yield length

    def _fitting(self, card: int) -> int:
        """The first pile on which a card fits, or -1; none for the place that a prize has left."""
        if deck.EMPTY < card < deck.PRIZE:
            for pile, heap in enumerate(self.heaps.piles):
                if card in deck.FITTING[heap[-1].card]:
                    return pile
        return -1

    def _win(self, event: ev.PrizeFound | ev.TrophyWon, view: View) -> Script:
        """A prize or a trophy flies to its winner; only the winner sees the stars of a trophy, and alone."""
        audio, end = self.context.audio, self.count_spot(event.seat)
        weight = self._grand(event)
        self.feel(event.seat, "glad")
        if isinstance(event, ev.PrizeFound):
            audio.play("take")
            face = faces.face_of(event.card)
            spot = self.spots.hand if event.place < 0 else self.grid_of(event.seat)[event.place]
            yield 300 * weight
            yield -LOOK_MS / 2
            self.layer.fly(SpritePlace(*spot, face), end._replace(face=face), self.ms(420 * weight), arc=60)
            self.see(view)
            self.transit.send(due={event.seat: 1})
            self.arrange()
            yield 460 * weight
            self.transit.end()
            return
        audio.play("claim")
        self.banner = None
        stack = SpritePlace(*self.spots.trophies, "trophy_back", 90)
        if event.stars and self.alone:
            self.won = f"trophy{event.stars}"
            self.arrange(self.ms(420), origins={"won": stack})
            yield 900
            yield -LOOK_MS / 2
            self.layer.fly(SpritePlace(*self.spots.centre, self.won), end._replace(face=self.won), self.ms(380))
            self.won = ""
            self.arrange()
        else:
            self.layer.fly(stack, end, self.ms(600 * weight), arc=90)
        yield 400 * weight
        audio.play("take")
        self.see(view)
        self.arrange()
        yield 260 * weight
        if not event.left:
            audio.play("win")
            self.banner = Banner(self.words("last_trophy"))
            yield 1100

    # ---- what can be done ---------------------------------------------------------------------------

    def controls(self, view: View, choose: ChooseAction[Action], selected: Action | None) -> list[Widget]:
        """Buttons for drawing, calling and stopping; the own cards and the piles themselves."""
        self.selected = selected
        widgets: list[Widget] = []
        for pile in range(len(view.piles)):
            action = Action(Verb.LAY, pile)
            if action in view.legal:
                box = self.pile_spots[pile].box
                widgets.append(self._card_item(card_id(pile, "pile"), action, box, choose, ("pile", pile)))
        for place, spot in enumerate(self.spots.grid):
            action = Action(Verb.REVEAL, place)
            if action in view.legal:
                widget = self._card_item(card_id(place), action, spot.box, choose, ("place", place))
                if view.phase != Phase.DRAW:
                    # before drawing it is possible under the strict house rule, and never an offer
                    middle = {action: self.spots.piles}
                    own = self.drag_payload([(self.viewer, place)], middle, choose, box=spot.box, radius=22)
                    widget.items[0].take = self.taking(own)
                widgets.append(widget)
        buttons = self._buttons(view, choose, selected)
        if view.phase == Phase.DRAW:
            box = self.spots.draw.box
            item = Item("draw-pile", self.words("draw"), box, lambda: choose(DRAW), tip=True)
            top = self.drag_payload({TOP: self._top()}, {DRAW: self.spots.piles}, choose, box=box, radius=22)
            item.take = self.taking(top)
            return [*buttons, *widgets, _DrawPile(self.kit, item)]
        return [*widgets, *buttons]

    def _card_item(
        self, id_: str, action: Action, box: Box, choose: ChooseAction[Action], what: tuple[str, int]
    ) -> Widget:
        label = self.say.action(action, self.view)
        item = Item(id_, label, box, lambda: choose(action), card=box, about=what)
        return game_table.CardSpot(self.context.kit, item, True)

    def _buttons(self, view: View, choose: ChooseAction[Action], selected: Action | None) -> list[Widget]:
        following = self.name((self.viewer + 1) % len(self.seats))
        held = deck.PLACES - self.shown.grids[self.viewer].count(deck.EMPTY)
        offers = (
            ActionButton(DRAW, "primary", self.words("draw"), self.words("draw_note"), "eye"),
            ActionButton(DECLINE, "secondary", self.words("decline"), self.words("decline_note"), "close"),
            ActionButton(CALL, "secondary", self.words("call_button"), self.words("call_note", count=held), "help"),
            ActionButton(END, "secondary", self.words("stop"), self.words("stop_note", name=following), "check"),
        )
        return self.offered([offer for offer in offers if offer.action in view.legal], 26, choose, selected)

    def forced_move(self, view: View) -> Action | None:
        """The draw that every turn begins with; several at one device make it themselves, and see whose turn it is."""
        several = sum(seat.kind == HUMAN for seat in self.seats) > 1
        return DRAW if not several and view.legal == (DRAW,) else None

    def item_of(self, action: Action) -> str:
        if action.verb == Verb.LAY:
            return card_id(action.which, "pile")
        return card_id(action.which) if action.verb == Verb.REVEAL else move_id(action.verb)

    def explained(self) -> list[Widget]:
        """The functions on top of the piles; a card that lies face down explains nothing."""
        widgets: list[Widget] = []
        for pile, heap in enumerate(self.heaps.piles):
            card = heap[-1].card
            if deck.function_of(card):
                box = self.pile_spots[pile].box
                label = self.words("explain_pile", card=self.say.card(card))
                item = Item(f"{NOTE}pile-{pile}", label, box, lambda: None, card=box, about=("pile", pile))
                widgets.append(game_table.CardSpot(self.context.kit, item, False))
        return widgets

    def marked(self, advice: Advice[Action]) -> list[tuple[Box, float]]:
        """The draw pile, the own cards that would be shown, or the piles that a known card fits on."""
        boxes: list[Box] = []
        action, view = advice.action, self.view
        if action == DRAW:
            boxes.append(self.spots.draw.box)
        elif action == CALL:
            grid = view.grids[self.viewer]
            boxes += [spot.box for spot, card in zip(self.spots.grid, grid, strict=True) if card]
        elif advice.why and (card := dict(advice.why.blanks).get("card")):
            tops = enumerate(pile[-1] for pile in view.piles)
            boxes += [self.pile_spots[pile].box for pile, top in tops if card in deck.FITTING[top]]
        return [(box, box.w * CORNER) for box in boxes]

    def note(self, item: Item) -> Note | None:
        match item.about:
            case ("pile", int() as pile) if item.card and pile < len(self.heaps.piles):
                card = self.heaps.piles[pile][-1].card
                if deck.function_of(card):
                    name = deck.FUNCTIONS[deck.function_of(card)]
                    words = name, self.words(f"function.{name}"), self.words(f"card.{name}.text")
                    return Note(self.kit, words, item.card, self.spots)
        return None

    def prompt(self, view: View) -> str:
        return self.say.prompt(view, self.decides(view.turn), self.context.frame.tall)

    def _draw_miss(self, canvas: Canvas) -> None:
        """Draw both, if a card has just been missed."""
        sprite = self.layer.sprites.get(self.missed) if self.missed else None
        if sprite is None or self.missed is None:
            return
        (seat, place), kit = self.missed, self.kit
        x, y, w = sprite.x, sprite.y, sprite.place.w
        canvas.put_centred(kit.made(faces.red_edge, w), x, y)
        words = self.words("miss", card=self.say.plain(self.shown.grids[seat][place]))
        paper = kit.made(faces.miss, words, self.context.frame.width - 40.0)
        canvas.put_centred(
            paper, *self.miss_box(seat, Box(x - w / 2, y - w * faces.RATIO / 2, w, w * faces.RATIO), paper).centre
        )

    def miss_box(self, seat: int, card: Box, paper: Surface) -> Box:
        """Where it is told of a seat's ``card`` that it fits nowhere."""
        wide, tall = paper.get_width() / self.kit.scale, paper.get_height() / self.kit.scale
        frame = self.context.frame
        left, right, y = EDGE, frame.width - EDGE, card.y + card.h + 2
        if seat == self.viewer:
            # above an own card: there the rows of the table lie
            y = card.y - 2 - tall
        elif not frame.tall:
            # off the round buttons at the sides, and below all cards that are to be remembered
            boxes = self.spots.opponents
            left, right = min(box.x for box in boxes), max(box.x + box.w for box in boxes)
            y = max(y, *(box.y + box.h for box in boxes))
        return Box(min(max(card.centre[0] - wide / 2, left), right - wide), y, wide, tall)

    # ---- what a pointer takes along ----------------------------------------------------------------

    def drag_handles(self, view: View, choose: ChooseAction[Action]) -> list[Item]:
        """The open card, and whatever cannot be used now: piles on which it does not go, own cards, the draw pile."""
        found = []
        placing = self.asked and view.phase == Phase.PLACE
        if placing:
            for pile, spot in enumerate(self.pile_spots):
                action = Action(Verb.LAY, pile)
                if action not in view.legal:
                    keys = [self.heaps.piles[pile][-1].key]
                    found.append(self.drag_handle(f"pile-{pile}", spot.box, keys, refused=action))
        for place, spot in enumerate(self.spots.grid):
            action = Action(Verb.REVEAL, place)
            if view.grids[self.viewer][place] == deck.HIDDEN and not (self.asked and action in view.legal):
                found.append(self.drag_handle(f"own-{place}", spot.box, [(self.viewer, place)], refused=action))
        if view.draw_count and not (self.asked and DRAW in view.legal):
            top = max(
                (key for key in self.layer.sprites if isinstance(key, tuple) and key[0] == "draw"), default=("draw", 0)
            )
            found.append(self.drag_handle("draw", self.spots.draw.box, [top], refused=DRAW))
        if placing:
            key = "hand" if view.place < 0 else (self.viewer, view.place)
            use = partial(choose, view.legal[0]) if len(view.legal) == 1 else None
            box = self.at_rest([key])[key].card(faces.RATIO)
            piles = {Action(Verb.LAY, pile): spot.box for pile, spot in enumerate(self.pile_spots)}
            radius = self.pile_spots[0].w * CORNER
            load = self.drag_payload([key], piles, choose, legal=view.legal, radius=radius)
            found.append(self.drag_handle("open", box, [key], load=load, use=use))
        return found


class _DrawPile(game_table.CardSpot):
    """The draw pile as a target beside its button."""

    def __init__(self, kit: Kit, item: Item) -> None:
        super().__init__(kit, item, False)
        item.card = item.box
