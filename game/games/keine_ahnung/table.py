"""The table of Keine Ahnung: animates its events and offers its actions."""

import itertools
from collections import Counter
from collections.abc import Generator, Hashable, Iterable, Mapping, Sequence
from functools import partial
from typing import TYPE_CHECKING, NamedTuple, TypeAlias, assert_never

from pygame import Surface

from game.core.capabilities import Advice
from game.core.match import HUMAN, Seat
from game.engine import fonts, game_table, transit
from game.engine.backdrop import Backdrop, PaperSheet, felt
from game.engine.canvas import Canvas
from game.engine.cards import CORNER
from game.engine.director import Look, Script
from game.engine.items import NOTE, Item, card_id, move_id
from game.engine.kit import Kit
from game.engine.layout import Box, bounds, overlap, sheet_for
from game.engine.palette import CREAM, DANGER, GOLD, GOOD, INK, SOFT, Colour, rgb
from game.engine.panel import PanelText
from game.engine.rival import Rivals
from game.engine.sprites import SpritePlace
from game.engine.turn_table import ActionButton, ChooseAction, TurnTable
from game.engine.tweens import Curve, out_back, out_cubic, out_quint
from game.engine.widgets import Widget, put_paper
from game.games.keine_ahnung import deck, faces, intensity, layout
from game.games.keine_ahnung import events as ev
from game.games.keine_ahnung.rules import CALL, DECLINE, DRAW, END, Action, Cards, Phase, Piles, Verb, View
from game.games.keine_ahnung.texts import KeineAhnungTexts

if TYPE_CHECKING:
    from game.services.context import Context


#: greatest width of the labels of the two small stacks, logical
SIZE_WIDE = 128.0
#: number of rims of a stack of backs
STACK_RIMS = 5
#: enlargement of a card face up: a rival's, a rival's in a call, and an own one
OPEN_RIVAL, OPEN_CALLED, OPEN_OWN = 1.45, 1.14, 1.06
#: the usual greatest number of piles
USUAL_PILES = 6
BANNER = 32.0
#: a fit's reason is shown if it is wider than the pile by no more than this, logical
REASON_OVER = 20.0
MEDAL, MEDAL_WIDE, MEDAL_HIGH = 21.0, 62.0, 34.0
#: distance of announcements from the window's sides
EDGE = 14.0
#: the key of a card dragged off the draw pile
TOP = "top"
#: time cards stay visible before they are turned back, in milliseconds at any speed, even without animation
LOOK_MS = 800.0
#: the least share of that for others' cards, after those that they have shown since the own turn
LEAST_LOOK = 0.75
#: the tutorial's share of that, for its learner is to remember a card for the first time
LESSON_LOOK = 3.0
#: pauses in a call: before its first card, after each card, and at its outcome
CALL_MS, CALL_STEP_MS, OUTCOME_MS = 600.0, 420.0, 900.0
#: sideways positions of a shaking misfit, logical, and milliseconds for each at normal speed
MISS_SHAKE, SHAKE_MS = (7.0, -7.0, 6.0, -5.0, 3.0, 0.0), 40.0
#: volume of the tones for others' cards in a row, the length of a row that makes a seat glad, and the number of cards
#: left that make a misfit hurt
OTHERS_RUN, GLAD_RUN, NEARLY = 0.5, 3, 2
#: share of the usual time for others' actions, for their draws, and for own draws, which involve no choice; and of the
#: usual pause before these
BRISK, DRAWN, OWN_DRAWN, BEFORE_DRAW = 0.42, 0.3, 0.75, 0.3
#: time saved on others' actions per card shown since the own turn, as a share, and the least share left: having seen
#: the first of them, the viewer knows what the others mean
HASTE, MOST_HASTE = 0.25, 0.34
#: the share of time for others' great events: for the first of each kind, and at least for all others
FIRST_GRAND, LEAST_GRAND = 0.75, 0.3
#: bots' thinking time as a share of the usual: for forced moves, for the choice of a pile, and for all others
FORCED, PLACING, DARING = 0.08, 0.2, 0.24
#: the events that deserve a longer moment
Great: TypeAlias = ev.CallMade | ev.CallWon | ev.CallLost | ev.PrizeFound | ev.TrophyWon


class LyingCard(NamedTuple):
    """A card face up on a pile or aside."""

    key: int
    card: int


Heap = list[LyingCard]


def cards_of(heap: Heap) -> Cards:
    """Return the cards of a heap, the top one last."""
    return tuple([lying.card for lying in heap])


def _staying(heap: Heap, cards: Cards) -> Heap:
    """Return the part of a heap that remains in ``cards``: all of it, perhaps below a new card, or only its top."""
    lying = cards_of(heap)
    if lying in (cards, cards[:-1]):
        return heap
    return heap[-1:] if lying[-1:] == cards else []


class Heaps:
    """The piles and the set-aside cards; each card keeps its key while it is in one of them."""

    def __init__(self) -> None:
        self._keys = itertools.count()
        self.piles: list[Heap] = []
        self.rest: Heap = []

    def follow(self, piles: Piles, rest: Cards) -> None:
        """Update to these piles; a card that stays or is set aside keeps its key."""
        before, self.piles = [*self.piles], []
        for place, cards in enumerate(piles):
            # usually a pile keeps its place
            order = sorted(range(len(before)), key=lambda other, place=place: other != place)  # type: ignore[misc]
            staying, was = next(
                ((kept, other) for other in order if (kept := _staying(before[other], cards))), (Heap(), -1)
            )
            if was >= 0:
                before[was] = []
            self.piles.append([*staying, *map(self._new, cards[len(staying) :])])
        gone = [lying for heap in before for lying in heap]
        self.rest = [*self.rest] if cards_of(self.rest) == rest[: len(self.rest)] else []
        for card in rest[len(self.rest) :]:
            lying = next((one for one in gone if one.card == card), None) or self._new(card)
            gone = [one for one in gone if one is not lying]
            self.rest.append(lying)

    def _new(self, card: int) -> LyingCard:
        return LyingCard(next(self._keys), card)


def function_paper(kit: Kit, w: float, function: str, title: str, body: str) -> Surface:
    """Draw a plain note with a function's sign, name and effect."""
    paragraph = kit.paragraph_plain(body, 19, w - 40, INK, fonts.TEXT)
    paper = PaperSheet(kit, w, 74 + paragraph.get_height() / kit.scale)
    paper.put(faces.badge(kit, function, 44), 40, 38, "centre")
    paper.put(kit.line_plain(title, 27, INK, fonts.DISPLAY, w - 96), 74, 38)
    paper.put(paragraph, 20, 68, "corner")
    return paper.surface


class Note:
    """The note about the function on top of a pile, next to the card's box ``body``."""

    def __init__(self, kit: Kit, texts: tuple[str, str, str], body: Box, spots: layout.Spots) -> None:
        #: its sign, name and effect
        self.texts = texts
        self.kit, self.body, self.spots = kit, body, spots

    def draw(self, canvas: Canvas) -> None:
        """Draw the paper over the log, or on a tall table below or above its card."""
        kit, frame, spot = self.kit, canvas.frame, self.spots.dock
        w = 440.0 if frame.tall else spot.w
        paper = kit.scene_image(function_paper, w, *self.texts)
        high = kit.paper_height(paper)
        left, top = spot.x, spot.y
        if frame.tall:
            left = min(max(self.body.centre[0] - w / 2, 28), frame.width - w - 28)
            top = self.body.y + self.body.h + 10
            if top + high > self.spots.tray.y:
                top = max(20.0, self.body.y - high - 10)
        put_paper(canvas, kit, paper, left, top)


class Banner(NamedTuple):
    """The large announcement of a call."""

    text: str
    fill: Colour = GOLD
    ink: Colour = INK


class Winnings(NamedTuple):
    """Equal own trophies or prizes: their stars if visible, number, and the place of their medal."""

    stars: int | None
    is_prize: bool
    many: int
    x: float
    y: float


class KeineAhnungTable(TurnTable[Action, ev.Event, View]):
    """The table of one match of Keine Ahnung for one viewer."""

    game = "keine_ahnung"
    ratio = faces.RATIO
    tests_memory = True
    felt = rgb("#14535A")
    match_texts: KeineAhnungTexts
    spots: layout.Spots

    def __init__(self, context: "Context", seats: Sequence[Seat], viewer: int, view: View) -> None:
        super().__init__(context, seats, viewer, view)
        self.heaps = Heaps()
        #: prizes in flight to their finders
        self.transit = transit.InTransit()
        self.see(view)
        #: the choice that awaits confirmation
        self.selected: Action | None = None
        #: True while own trophies show their stars; with several people, from the curtain's rise to the first event
        #: after it, since from then on all are watching
        self.opened = True
        #: the face of a trophy on display, or ""
        self.won = ""
        #: seat and place of an open card that does not fit, during its animation
        self.missed: tuple[int, int] | None = None
        #: in a lesson the card that did not fit last, face up at its place until the next card is drawn
        self.kept_open: dict[tuple[int, int], int] = {}
        #: the pile that a failed call overlooked, or -1
        self.overlooked = -1
        #: the pile of the card laid last
        self.laid_on = 0
        #: cards that others have laid or shown in vain since the own turn
        self.shown_cards = 0
        #: own cards that the seat in turn has laid in a row
        self.run = 0
        #: the announcement of a call with its colours
        self.banner: Banner | None = None
        #: the kinds of great events shown so far: the first of each takes longer
        self.shown_kinds: set[type] = set()
        self.build()
        if view.phase == Phase.CALL:
            self.sync(view)

    # ---- layout -----------------------------------------------------------------------------------

    def build(self) -> None:
        context, frame = self.context, self.context.frame
        self.faces = faces.KeineAhnungFaces(context.kit)
        self.match_texts = KeineAhnungTexts(context.texts, self.seats)
        spots = layout.spots(frame.width, frame.height, len(self.seats) - 1, frame.side, self._sheet)
        if frame.tall:
            spots = layout.beside_log(spots) if self.docked else self._beside_hint(spots)
        self.spots = spots
        self.backdrop = Backdrop(context.kit, felt(frame, self.felt))
        self.backdrop.panel(spots.tray, 20, 0.42)
        self.rivals = Rivals(self, lambda box: layout.panel(box, frame.tall))
        self.panels = self.rivals.panels
        for seat in self.order():
            for spot in self.grid_of(seat):
                self._bake_place(spot)
        self._bake_place(spots.rest)
        self._bake_place(spots.draw)
        self._bake_plate()
        self._bake_legend()
        if spots.log:
            self.log_panel.bake(spots.log)
        self.arrange()

    def _beside_hint(self, spots: layout.Spots) -> layout.Spots:
        """Return the places of a tall table without a dock of its own, with its hint if there is one."""
        high = sheet_for(self.kit.player_scale)
        spots = layout.lower_rivals(spots, high)
        return layout.above_piles(spots, high) if self.dock_takes else spots

    def grid_of(self, seat: int) -> tuple[layout.Spot, ...]:
        """Return the six places of a seat's grid."""
        return self.spots.grid if seat == self.viewer else self.panels[seat].grid

    def _bake_place(self, spot: layout.Spot) -> None:
        """Draw the dashed place below a card, raised because a card's lip extends below its body."""
        y = spot.y - spot.w * faces.RATIO * (1 - faces.BODY) / 2
        self.backdrop.put(faces.empty_place(self.context.kit, spot.w - 2), spot.x, y, "centre")

    def _bake_plate(self) -> None:
        self.bake_name(self.viewer, self.spots.name, 25)
        if self.context.frame.tall:
            self.bake_title()

    def _bake_legend(self) -> None:
        """Draw the functions' signs and names; a note tells their effects."""
        kit = self.context.kit
        for function, box in self._legend():
            name, y = deck.FUNCTIONS[function], box.centre[1]
            self.backdrop.put(faces.badge(kit, name, 34), box.x + 17, y, "centre")
            words = kit.line_plain(
                self.text(f"function.{name}"), kit.fitting(19, box.h * 0.8), SOFT, fonts.STRONG, box.w - 44
            )
            self.backdrop.put(words, box.x + 42, y)

    def _legend(self) -> Iterable[tuple[int, Box]]:
        """Return each function with its box in the legend, if there is one."""
        return zip((deck.PLUS, deck.REMOVE, deck.REFILL), self.spots.legend, strict=False)

    # ---- positions ----------------------------------------------------------------------------------

    def sync(self, view: View, ms: float = 0) -> None:
        self.view = view
        self.see(view)
        self.transit.forget()
        self.won, self.overlooked = "", -1
        self.missed, self.shaken = None, 0.0
        if view.phase != Phase.OVER:
            self.banner = Banner(self.text("call")) if view.phase == Phase.CALL else None
        self.arrange(ms)

    def see(self, view: View) -> None:
        """Show the viewer's view after an event."""
        self.shown = view
        self.heaps.follow(view.piles, view.removed)
        #: seat and place -> a seen face-down card, with the house rule of reminders only
        self.reminders = {(seen.seat, seen.place): seen.card for seen in view.sightings if view.options.reminders}

    @property
    def caller(self) -> int:
        """The seat that has called and is revealing its cards, or -1."""
        return self.shown.turn if self.shown.phase == Phase.CALL else -1

    @property
    def hand(self) -> int:
        """The drawn card before it is laid, or EMPTY."""
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
        for key, sprite in [*self.layer.sprites.items()]:
            # after undo its key may belong to another card
            if isinstance(key, int) and key in places and places[key].face != sprite.place.face:
                del self.layer.sprites[key]
        self.layer.arrange(places, ms, curve, stagger, origins)

    def upcoming_faces(self) -> Iterable[tuple[str, float]]:
        """Return every card that can be drawn, its back, and one card at each width in use."""
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
        """Return the piles' room during a banner: it must not cover them, as they decide the call."""
        return layout.below_banner(self.spots, BANNER * 0.75 * self.kit.text_scale / self.kit.scale)

    def _stack(self, kind: str, spot: layout.Spot, count: int, back: str) -> dict[Hashable, SpritePlace]:
        """Return the places of a stack of backs: its top card and the rims of a few below."""
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

    def _pile(self, pile: int, heap: Heap) -> dict[Hashable, SpritePlace]:
        """Return the places of a pile: its top card and the visible rims."""
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
            # hide the function badges of lower cards: they would stick out, and only the top card has an effect
            face = faces.face_of(lying.card if not below else deck.plain_of(lying.card))
            places[lying.key] = SpritePlace(x - left, y - up - rise, w, face, 20 + number, state)
        return places

    def _state(self, id_: str, usual: str, legal: bool) -> str:
        """Return the look of a card that may be usable now."""
        if not legal or not self.viewer_decides:
            return usual
        if self.pointed == id_:
            return "hover"
        return "legal" if self.shows_legal else usual

    def _grid_place(self, seat: int, place: int, spot: layout.Spot) -> SpritePlace:
        """Return the place of a grid card; one that is face up is larger and above the others."""
        card = self.kept_open.get((seat, place)) or self.shown.grids[seat][place]
        x, y, w = spot
        if card != deck.HIDDEN:
            # in a call several cards are open and must not cover each other
            rival = OPEN_CALLED if seat == self.caller else OPEN_RIVAL
            grown = OPEN_OWN if seat == self.viewer else rival
            # keep an enlarged card on the table
            y = max(y, w * grown * faces.RATIO / 2 + 20)
            x += self.shaken if self.missed == (seat, place) else 0.0
            choosing = self._choosing() and place == self.shown.place
            return SpritePlace(x, y, w * grown, faces.face_of(card), 70 + place, "selected" if choosing else "rest")
        seen = self.reminders.get((seat, place))
        face = faces.reminder_of(seen) if seen else "back"
        state, action = "rest", Action(Verb.REVEAL, place)
        if seat == self.viewer and action in self.view.legal:
            # before the draw touching an own card is legal under the strict house rule, but never suggested
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
        """Return True if the viewer has to choose a pile for the open card now."""
        return self.view.phase == Phase.PLACE and self.viewer_decides

    def count_spot(self, seat: int) -> SpritePlace:
        """Return the place of a seat's count of trophies and prizes."""
        if seat == self.viewer:
            box = self.spots.shelf
            return SpritePlace(box.x + MEDAL_WIDE / 2, box.y + MEDAL_HIGH / 2, 34, "trophy_back")
        x, y = self.panels[seat].counts[0]
        return SpritePlace(x + 20, y, 28, "trophy_back")

    def place_of(self, name: str) -> Box | None:
        """Return a part of the table by its name in lessons, such as ``rival-1-card-2`` for the next player's place."""
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
        self.draw_figure(canvas, self.viewer, spots.face, active=self.shown.turn == self.viewer)
        self._draw_medals(canvas)
        if spots.log:
            self.log_panel.draw(canvas, spots.log)
        elif spots.news and not (self.banner or self.missed):
            self.log_panel.draw_small(canvas, spots.news)
        self.layer.draw(canvas)
        self._draw_sizes(canvas)
        self.draw_labels(canvas)
        for seat in self.panels:
            # the announcement below its panel says the same in full
            if not self.missed or self.missed[0] != seat:
                self.rivals.draw_moves(canvas, seat, self.shown.turn)
        self._draw_miss(canvas)
        if self.banner:
            pill, scale = self.kit.pill(self.banner[0], BANNER, *self.banner[1:]), self.kit.scale
            place = canvas.inside(*spots.banner, pill.get_width() / scale, pill.get_height() / scale)
            canvas.put_centred(pill, *place)
        self.popups.draw(canvas)

    def _draw_counts(self, canvas: Canvas, seat: int, panel: layout.Panel) -> None:
        """Draw a rival's numbers of trophies and prizes; their stars are secret."""
        kit, shown = self.kit, self.shown
        side, places = panel.count, iter(panel.counts)
        for picture, wide, count in (
            (kit.image("icons/cup", side, side), side, shown.trophy_counts[seat]),
            (
                kit.image("keine_ahnung/prize", side * 0.7, side * 0.7 * faces.RATIO),
                side * 0.8,
                shown.prize_counts[seat] - self.transit.due(seat),
            ),
        ):
            if count:
                x, y = next(places)
                canvas.put_left(picture, x, y)
                canvas.put_left(kit.sticker(str(count), side * 0.82), x + wide + 2, y)

    def winnings(self) -> list[Winnings]:
        """Return the own trophies and prizes with their stars, hidden from others, and their places."""
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
        box, winnings = self.spots.shelf, self.winnings()
        if not winnings and not self.context.frame.tall:
            words = self.kit.paragraph(self.text("no_winnings"), 18, box.w, SOFT, fonts.STRONG, box.h)
            canvas.put(words, box.x, box.y + (box.h - words.get_height() / self.kit.scale) / 2)
        for star, prize, many, x, y in winnings:
            times = self.text("times", count=many) if many > 1 else ""
            canvas.put_left(self.kit.scene_image(faces.medal, star, prize, MEDAL, times), x, y)

    def _draw_sizes(self, canvas: Canvas) -> None:
        shown, spots, tall = self.shown, self.spots, self.context.frame.tall
        for key, spot, count in (
            ("trophies", spots.trophies, shown.stack_count),
            ("pile", spots.draw, shown.draw_count),
            ("removed", spots.rest, len(shown.removed)),
        ):
            # the label of a drawn card that lies on the draw pile takes the place of the number
            named = key == "pile" and spots.hand.x == spot.x and self.hand and self._choosing()
            if (count or key == "pile") and not named:
                text = str(count) if tall else self.text(key, count=count)
                # limited so that large texts do not collide
                most, size = (0.0, 17.0) if spot == spots.draw else (SIZE_WIDE, self.kit.fitting(17, 19))
                pill = self.context.kit.pill(
                    text, size, CREAM, INK, fonts.BLACK, max_width=spot.w + 14 if tall else most
                )
                canvas.put_centred(pill, spot.x, spot.y + spot.w * faces.RATIO / 2 + (8 if tall else 18))

    def draw_labels(self, canvas: Canvas) -> None:
        """Draw the viewer's last action, and the reasons why the open card fits on piles."""
        self.last_pill(canvas, self.viewer, self.spots.last, size=self.kit.fitting(16, 20))
        if not self._choosing():
            return
        card, kit, labels = self.view.card, self.context.kit, []
        if self.hand and self.context.frame.tall:
            x, y, w = self.spots.hand
            canvas.put_centred(kit.pill(self.text("this_card"), 16, GOLD, INK), x, y + w * faces.RATIO / 2 - 6)
        for pile, spot in enumerate(self.pile_spots):
            top = self.view.piles[pile][-1]
            if card not in deck.FITTING[top]:
                continue
            colour, number = card // 10 % 10 == top // 10 % 10, card % 10 == top % 10
            key = "same_both" if colour and number else "same_number" if number else "same_colour"
            labels.append((kit.pill(self.text(key), 16, GOLD, INK), spot))
        if all(pill.get_width() <= kit.px(spot.w + REASON_OVER) for pill, spot in labels):
            for pill, (x, y, w) in labels:
                canvas.put_centred(pill, x, y + w * faces.RATIO / 2 - 6)

    # ---- events -------------------------------------------------------------------------------------

    def mark(self, event: ev.Event) -> None:
        turned = event if isinstance(event, ev.CardsTurnedBack | ev.CallLost) else None
        marked = self.moves.newest_of(turned.seat) if turned else ""
        super().mark(event)
        # the mark of a call's outcome or a declined card outlasts the turning back of cards, which says less
        if turned and marked in self._outcomes(turned.seat):
            self.moves.note(turned.seat, marked)

    def lets_rest(self, event: ev.Event) -> bool:
        """Return True for the reveal of a dragged card, which turns where it was dropped and moves on from there."""
        return isinstance(event, ev.CardRevealed)

    def _outcomes(self, seat: int) -> list[str]:
        """Return the marks that outlast the turning back of cards: the outcomes of a call, and declining."""
        blank = {"name": self.name(seat)}
        kinds = ("CallLost", "PrizeFound", "TrophyWon", "CardDeclined")
        return [self.text(f"move.{name}", **blank) for name in kinds]

    _intensity = staticmethod(intensity.intensity)
    # their scripts have sounds of their own
    strikes = ("", "")

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
                self.popups.add(self.text("move.TurnForfeited"), spot.x, spot.y, False)
                yield 700
            case ev.TurnStopped(seat):
                self.context.audio.play("click")
                yield 240 * self._weight(seat)
            case ev.GameEnded():
                self.see(view)
                self.arrange(self.ms(120))
                yield 60
            case ev.TurnStarted(seat):
                self.banner, self.run = None, 0
                self.shown_cards *= seat != self.viewer
                self.see(view)
                self.arrange(self.ms(120))
                yield 60
            case _:
                assert_never(event)

    def _calm(self, seat: int) -> float:
        """Return the unhurried share of the usual time for a seat's action: less for others, except in the tutorial."""
        return 1.0 if seat == self.viewer or self.teaches else BRISK

    def _weight(self, seat: int) -> float:
        """Return that share for a plain action, which gets quicker the more cards others have shown."""
        return self._calm(seat) * self._haste(seat)

    def _drawn(self, seat: int) -> float:
        """Return that share for a card from the draw pile, which involves no choice."""
        if self.teaches:
            return 1.0
        return OWN_DRAWN if seat == self.viewer else DRAWN * self._haste(seat)

    def _haste(self, seat: int) -> float:
        """Return the share of time left for others' actions after the cards that they have shown since the own turn."""
        own = seat == self.viewer or self.teaches
        return 1.0 if own else max(MOST_HASTE, 1 - HASTE * self.shown_cards)

    def _grand(self, event: Great) -> float:
        """Return the share for a great event, hurried less than others, and least the first of its kind."""
        first = type(event) not in self.shown_kinds
        self.shown_kinds.add(type(event))
        return self._first(event.seat) if first else max(LEAST_GRAND, self._weight(event.seat))

    def _first(self, seat: int) -> float:
        """Return the share for the first great event of its kind."""
        return 1.0 if self._calm(seat) == 1.0 else FIRST_GRAND

    def thinking_time(self, view: View, action: Action) -> float:
        """Return the bot's share of the usual pause: little for the draw and in a call, which leave no choice."""
        match view.phase:
            case Phase.DRAW | Phase.CALL:
                return FORCED
            case Phase.PLACE:
                return PLACING * self._haste(view.turn)
        return DARING * self._haste(view.turn)

    def _top(self, face: str = "back") -> SpritePlace:
        """Return the place of the draw pile's top card, about to leave it."""
        return SpritePlace(*self.spots.draw, face, 60)

    def _deal(self, event: ev.Event, view: View) -> Script:
        """Animate the grids being filled from the draw pile, card by card."""
        self.context.audio.play("shuffle")
        self.see(view)
        yield from self._deal_out([(seat, place) for place in range(6) for seat in self.order()], self._top(), 40)

    def _from_draw_pile(
        self, event: ev.DrawPileShuffled | ev.DrawSkipped | ev.CardDrawn | ev.CardsDealt, view: View
    ) -> Script:
        """Animate a drawn card, dealt cards, or a new draw pile."""
        audio = self.context.audio
        if isinstance(event, ev.CardDrawn):
            audio.play("flip")
            self.kept_open = {}
            self.see(view)
            weight = self._drawn(event.seat)
            start = self.drags.dropped(TOP, self._top())
            self.arrange(self.ms(320 * weight), curve=out_back, origins={"hand": start})
            yield 520 * weight
        elif isinstance(event, ev.CardsDealt):
            self.see(view)
            keys: list[Hashable] = [(event.seat, place) for place in event.places]
            # dealt to the viewer in another's turn, it is part of that
            weight = min(self._weight(event.seat), self._weight(self.shown.turn))
            step = 70 * weight
            self.arrange(self.ms(240), curve=out_cubic, stagger=self.ms(step), origins=dict.fromkeys(keys, self._top()))
            for _ in keys:
                audio.play("deal")
                yield step
            yield 260 * weight
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
        """Animate an own card turned up, or cards turned back after a look."""
        audio = self.context.audio
        if isinstance(event, ev.CardRevealed):
            calling = self.caller == event.seat
            weight = self._weight(event.seat)
            if calling:
                # the first call is shown more slowly, to its end
                known = self.shown_kinds & {ev.CallWon, ev.CallLost}
                weight = max(LEAST_GRAND, weight) if known else self._first(event.seat)
            audio.play("flip")
            self.see(view)
            self.announcement = self.match_texts.revealed(event.seat, event.place, event.card)
            self.arrange(self.ms((380 if calling else 280) * weight))
            yield 420 * weight
            if calling:
                audio.play(f"count_{1 + (sum(card > 0 for card in self.shown.grids[event.seat]) - 1) % 3}")
                yield CALL_STEP_MS * weight
        elif isinstance(event, ev.CardsTurnedBack):
            # announce a dropped card at its own place
            self.arrange(self.ms(200))
            shaken = yield from self._miss(event)
            if not self.banner or self._calm(event.seat) == 1.0:
                # a rival's cards in a call have been open all the while
                share = LESSON_LOOK if self.teaches else max(LEAST_LOOK, self._haste(event.seat))
                yield Look(LOOK_MS * share - shaken)
            audio.play("flip")
            if self.teaches and self.missed:
                # the lesson's text is about it
                seat, place = self.missed
                self.kept_open = {self.missed: self.shown.grids[seat][place]}
            self.missed = None
            self.shown_cards += event.seat != self.viewer
            self.see(view)
            self.announcement = ""
            self.overlooked = -1
            self.arrange(self.ms(260))
            # the next turn begins during the flip
            yield 120 * self._weight(event.seat)
        else:
            audio.play("slide")
            self.feel(event.seat, "think")
            yield 260 * self._weight(event.seat)

    def _miss(self, event: ev.CardsTurnedBack) -> Generator[float | Look, None, float]:
        """Shake a card that does not fit, and announce it for everyone to remember before it is turned back.

        Return the part of the look, in milliseconds, that this has taken during another seat's turn.
        """
        seat, place = event.seat, event.places[0]
        card, weight = self.shown.grids[seat][place], self._calm(seat)
        calling = self.caller == seat or self.banner is not None
        if calling or not deck.EMPTY < card < deck.PRIZE or self._fitting(card) >= 0:
            yield 500 * weight
            return 0.0
        self.context.audio.play("wrong")
        self.missed = seat, place
        if sum(held != deck.EMPTY for held in self.shown.grids[seat]) <= NEARLY:
            self.feel(seat, "beaten")
        self.announcement = self.text("miss", card=self.match_texts.plain(card))
        yield from self.shake(MISS_SHAKE, SHAKE_MS * weight)
        yield 100 * weight
        return 0.0 if weight == 1.0 else self.ms(100 + SHAKE_MS * len(MISS_SHAKE)) * weight

    def _go_on_with_run(self, seat: int) -> None:
        """Sound a tone that rises with each own card laid in a turn; from the third one on the seat is glad."""
        self.run += 1
        self.context.audio.play(f"count_{min(self.run, 3)}", 1.0 if seat == self.viewer else OTHERS_RUN)
        if self.run >= GLAD_RUN:
            self.feel(seat, "glad")

    def _on_piles(self, event: ev.CardLaid | ev.FunctionTriggered | ev.PilesRemoved, view: View) -> Script:
        """Animate a card laid on a pile, its function's sign, and the other piles swept aside."""
        audio, seat = self.context.audio, event.seat
        weight = self._weight(seat)
        if isinstance(event, ev.CardLaid):
            audio.play("slide")
            source = "hand" if event.place < 0 else (event.seat, event.place)
            sprite = self.layer.sprites.get(source)
            start = sprite.place._replace(z=80, state="rest") if sprite else self._top(faces.face_of(event.card))
            self.see(view)
            key = self.heaps.piles[event.pile][-1].key
            if event.place < 0:
                weight = self._drawn(seat)
            else:
                self._go_on_with_run(seat)
            self.laid_on = event.pile
            self.shown_cards += seat != self.viewer
            self.arrange(self.ms(300 * weight), origins={key: start})
            yield 340 * weight
        elif isinstance(event, ev.FunctionTriggered):
            # each function has a tone of its own
            audio.play(f"chip_{deck.function_of(event.card)}")
            x, y, w = self.pile_spots[self.laid_on]
            sign = deck.FUNCTIONS[deck.function_of(event.card)]
            start = SpritePlace(x + w * 0.3, y - w * 0.53, w * 0.32, sign)
            self.layer.fly(start, SpritePlace(x, y - w * 0.1, w * 0.9, sign), self.ms(460), arc=30)
            yield 480 * min(weight, OWN_DRAWN)
        else:
            audio.play("shuffle")
            self.see(view)
            self.arrange(self.ms(360), curve=out_cubic, stagger=self.ms(40))
            yield 560 * min(weight, OWN_DRAWN)

    def _call(self, event: ev.CallMade | ev.CallWon | ev.CallLost, view: View) -> Script:
        audio, seat, share, length = self.context.audio, event.seat, self._grand(event), OUTCOME_MS
        if isinstance(event, ev.CallMade):
            length = CALL_MS
            audio.play("curtain")
            self.banner = Banner(self.text("call"))
            self.see(view)
            self.arrange(self.ms(160))
        elif isinstance(event, ev.CallWon):
            audio.play("call_won")
            self.banner = Banner(self.text("call_won"), GOOD)
            self.feel(seat, "glad")
        else:
            audio.play("lose")
            self.overlooked = self._fitting(self.shown.grids[seat][event.place])
            self.banner = Banner(self.text("call_lost" if self.overlooked >= 0 else "call_prize"), DANGER, CREAM)
            self.feel(seat, "beaten")
            self.arrange(self.ms(160))
        yield length * share

    def _fitting(self, card: int) -> int:
        """Return the first pile on which a card fits, or -1; also -1 for the empty place of a prize."""
        if deck.EMPTY < card < deck.PRIZE:
            for pile, heap in enumerate(self.heaps.piles):
                if card in deck.FITTING[heap[-1].card]:
                    return pile
        return -1

    def _win(self, event: ev.PrizeFound | ev.TrophyWon, view: View) -> Script:
        """Animate a prize or a trophy to its winner; a trophy's stars are shown only to the winner alone."""
        audio, end = self.context.audio, self.count_spot(event.seat)
        weight = self._grand(event)
        self.feel(event.seat, "glad")
        if isinstance(event, ev.PrizeFound):
            audio.play("take")
            face = faces.face_of(event.card)
            spot = self.spots.hand if event.place < 0 else self.grid_of(event.seat)[event.place]
            yield 300 * weight
            yield Look(LOOK_MS / 2 * max(0.5, weight))
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
            yield Look(LOOK_MS / 2)
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
            self.banner = Banner(self.text("last_trophy"))
            yield 1100

    # ---- controls -----------------------------------------------------------------------------------

    def controls(self, view: View, choose: ChooseAction[Action], selected: Action | None) -> list[Widget]:
        """Return the buttons to draw, call and stop, and the own cards and piles as targets."""
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
                    # before the draw it is legal under the strict house rule, but never suggested
                    middle = {action: self.spots.piles}
                    own = self.drags.drag_payload([(self.viewer, place)], middle, choose, box=spot.box, radius=22)
                    widget.items[0].start_drag = self.drags.taking(own)
                widgets.append(widget)
        buttons = self._buttons(view, choose, selected)
        if view.phase == Phase.DRAW:
            box = self.spots.draw.box
            item = Item("draw-pile", self.text("draw"), box, lambda: choose(DRAW), has_tooltip=True)
            top = self.drags.drag_payload({TOP: self._top()}, {DRAW: self.spots.piles}, choose, box=box, radius=22)
            item.start_drag = self.drags.taking(top)
            return [*buttons, *widgets, _DrawPile(self.kit, item)]
        return [*widgets, *buttons]

    def _card_item(
        self, id_: str, action: Action, box: Box, choose: ChooseAction[Action], what: tuple[str, int]
    ) -> Widget:
        label = self.match_texts.action(action, self.view)
        item = Item(id_, label, box, lambda: choose(action), card=box, about=what)
        return game_table.CardSpot(self.context.kit, item, True)

    def _buttons(self, view: View, choose: ChooseAction[Action], selected: Action | None) -> list[Widget]:
        following = self.name((self.viewer + 1) % len(self.seats))
        held = deck.PLACES - self.shown.grids[self.viewer].count(deck.EMPTY)
        offers = (
            ActionButton(DRAW, "primary", self.text("draw"), self.text("draw_note"), "eye"),
            ActionButton(DECLINE, "secondary", self.text("decline"), self.text("decline_note"), "close"),
            ActionButton(CALL, "secondary", self.text("call_button"), self.text("call_note", count=held), "help"),
            ActionButton(END, "secondary", self.text("stop"), self.text("stop_note", name=following), "check"),
        )
        return self.offered([offer for offer in offers if offer.action in view.legal], 26, choose, selected)

    def forced_move(self, view: View) -> Action | None:
        """Return the draw that begins a turn, unless several people share the device and must see who is next."""
        several = sum(seat.kind == HUMAN for seat in self.seats) > 1
        return DRAW if not several and view.legal == (DRAW,) else None

    def pause_before(self, action: Action) -> float:
        return BEFORE_DRAW

    def item_of(self, action: Action) -> str:
        if action.verb == Verb.LAY:
            return card_id(action.which, "pile")
        return card_id(action.which) if action.verb == Verb.REVEAL else move_id(action.verb)

    def explained(self) -> list[Widget]:
        """Return an item for every function in the legend and on top of a pile; face-down cards have no notes."""
        items = [
            Item(f"{NOTE}{name}", f"{title}. {text}", box, lambda: None, card=box, about=("function", function))
            for function, box in self._legend()
            for name, title, text in (self._function_texts(function),)
        ]
        for pile, heap in enumerate(self.heaps.piles):
            card = heap[-1].card
            if deck.function_of(card):
                box = self.pile_spots[pile].box
                label = self.text("explain_pile", card=self.match_texts.card(card))
                items.append(Item(f"{NOTE}pile-{pile}", label, box, lambda: None, card=box, about=("pile", pile)))
        return [game_table.CardSpot(self.context.kit, item, False) for item in items]

    def marked(self, advice: Advice[Action]) -> list[tuple[Box, float]]:
        """Return the boxes of the draw pile, the own cards to reveal, or the piles that a known card fits on."""
        if alike := self._alike(advice):
            return [(box, box.w * CORNER) for box in (self.spots.grid[place].box for place in alike)]
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

    def panel_text(self, advice: Advice[Action], numbers: bool) -> PanelText:
        text = super().panel_text(advice, numbers)
        if not self._alike(advice):
            return text
        if self.view.options.reminders:
            return text._replace(title=self.text("reveal_any"))
        # the hint is no memory: people may have seen some of these cards
        return text._replace(title=self.text("reveal_one"))

    def _alike(self, advice: Advice[Action]) -> list[int]:
        """Return the places of the own unknown cards if the advice is to reveal one of several; a lesson means one."""
        unknown = [
            place
            for place, card in enumerate(self.view.grids[self.viewer])
            if card == deck.HIDDEN and (self.viewer, place) not in self.reminders
        ]
        one_of_them = advice.action.verb == Verb.REVEAL and advice.action.which in unknown
        return unknown if one_of_them and len(unknown) > 1 and not self.teaches else []

    def note(self, item: Item) -> Note | None:
        match item.about:
            case ("pile", int() as pile) if item.card and pile < len(self.heaps.piles):
                function = deck.function_of(self.heaps.piles[pile][-1].card)
                return Note(self.kit, self._function_texts(function), item.card, self.spots) if function else None
            case ("function", int() as function) if item.card:
                return Note(self.kit, self._function_texts(function), item.card, self.spots)
        return None

    def _function_texts(self, function: int) -> tuple[str, str, str]:
        """Return the sign, name and effect of a function."""
        name = deck.FUNCTIONS[function]
        return name, self.text(f"function.{name}"), self.text(f"card.{name}.text")

    def prompt(self, view: View) -> str:
        own, tall = self.decides(view.turn), self.context.frame.tall
        ways = [self.match_texts.prompt(view, own, short) for short in (tall, True)]
        return self.kit.fitting_prompt(ways, game_table.PROMPT_SIZE, self.spots.prompt.w)

    def _draw_miss(self, canvas: Canvas) -> None:
        """Draw the red ring and the announcement of a misfit, if there is one."""
        sprite = self.layer.sprites.get(self.missed) if self.missed else None
        if sprite is None or self.missed is None:
            return
        (seat, place), kit = self.missed, self.kit
        x, y, w = sprite.x, sprite.y, sprite.place.w
        canvas.put_centred(kit.scene_image(faces.red_edge, w), x, y)
        text = self.text("miss", card=self.match_texts.plain(self.shown.grids[seat][place]))
        room = self.spots.prompt.w if seat == self.viewer else self.context.frame.width - 40.0
        paper = kit.scene_image(faces.miss, text, room)
        canvas.put_centred(
            paper, *self.miss_box(seat, Box(x - w / 2, y - w * faces.RATIO / 2, w, w * faces.RATIO), paper).centre
        )

    def miss_box(self, seat: int, card: Box, paper: Surface) -> Box:
        """Return the box of the announcement that a seat's ``card`` does not fit: beside the card or for the prompt."""
        wide, tall = paper.get_width() / self.kit.scale, paper.get_height() / self.kit.scale
        frame, (x, y, _most) = self.context.frame, self.spots.prompt
        instead = Box(x - wide / 2, y - tall / 2, wide, tall)
        if not frame.tall:
            return instead
        if seat == self.viewer:
            # above both own rows, whose places are to be learned now, and between the round buttons
            return instead._replace(y=min(card.y, self.spots.grid[0].box.y) - 2 - tall)
        left, right = EDGE, frame.width - EDGE
        below = Box(min(max(card.centre[0] - wide / 2, left), right - wide), card.y + card.h + 2, wide, tall)
        # the piles tell why it does not fit
        return instead if any(overlap(below, spot.box) for spot in self.pile_spots) else below

    def drag_handles(self, view: View, choose: ChooseAction[Action]) -> list[Item]:
        """Return the open card, and all that is unusable now: piles it does not fit on, own cards, the draw pile."""
        found = []
        placing = self.viewer_decides and view.phase == Phase.PLACE
        if placing:
            for pile, spot in enumerate(self.pile_spots):
                action = Action(Verb.LAY, pile)
                if action not in view.legal:
                    keys = [self.heaps.piles[pile][-1].key]
                    found.append(self.drags.drag_handle(f"pile-{pile}", spot.box, keys, refused=action))
        for place, spot in enumerate(self.spots.grid):
            action = Action(Verb.REVEAL, place)
            if view.grids[self.viewer][place] == deck.HIDDEN and not (self.viewer_decides and action in view.legal):
                found.append(self.drags.drag_handle(f"own-{place}", spot.box, [(self.viewer, place)], refused=action))
        if view.draw_count and not (self.viewer_decides and DRAW in view.legal):
            top = max(
                (key for key in self.layer.sprites if isinstance(key, tuple) and key[0] == "draw"), default=("draw", 0)
            )
            found.append(self.drags.drag_handle("draw", self.spots.draw.box, [top], refused=DRAW))
        if placing:
            key = "hand" if view.place < 0 else (self.viewer, view.place)
            use = partial(choose, view.legal[0]) if len(view.legal) == 1 else None
            box = self.drags.at_rest([key])[key].card(faces.RATIO)
            piles = {Action(Verb.LAY, pile): spot.box for pile, spot in enumerate(self.pile_spots)}
            radius = self.pile_spots[0].w * CORNER
            load = self.drags.drag_payload([key], piles, choose, legal=view.legal, radius=radius)
            found.append(self.drags.drag_handle("open", box, [key], load=load, use=use))
        return found


class _DrawPile(game_table.CardSpot):
    """The draw pile as a target beside its button."""

    def __init__(self, kit: Kit, item: Item) -> None:
        super().__init__(kit, item, False)
        item.card = item.box
