"""The table of dnuP: animates its events and offers its actions."""

from collections.abc import Callable, Hashable, Iterable, Sequence
from functools import partial
from itertools import pairwise
from typing import TYPE_CHECKING, assert_never

from pygame import Surface

from game.core.capabilities import Advice
from game.core.match import Seat
from game.engine import banners, fonts, rival, sprites, surfaces, transitions, turn_table
from game.engine.backdrop import Backdrop, felt
from game.engine.canvas import Canvas
from game.engine.cards import CORNER
from game.engine.director import Script
from game.engine.drag import DragPayload, DropTarget, SpriteDrag
from game.engine.figures import figure
from game.engine.game_table import PROMPT_SIZE, CardSpot
from game.engine.items import DragStart, Item, card_id, move_id
from game.engine.kit import Kit
from game.engine.layout import Box
from game.engine.palette import CREAM, GOLD, GOOD, INK, SOFT, rgb
from game.engine.sprites import SHAKE_MS, SpritePlace
from game.engine.transit import InTransit
from game.engine.turn_table import KEYS, ActionButton, ChooseAction, TurnTable
from game.engine.tweens import in_out_cubic, out_cubic
from game.engine.widgets import TARGET, Button, Widget
from game.games.dnup import deck, faces, intensity, layout, rules, scoring
from game.games.dnup import events as ev
from game.games.dnup.deck import ACTIVE, END_OF_CARDS, FIRST_CARD, number_of
from game.games.dnup.events import CardAdded, Event, SetDiscarded, SetPlayed, SetReturned
from game.games.dnup.faces import RATIO, DnupFaces, empty_place, face_of, fan, marker
from game.games.dnup.rules import Action, Verb, View, own_place
from game.games.dnup.texts import DnupTexts

if TYPE_CHECKING:
    from game.services.context import Context


#: flight time of played cards, in milliseconds at normal speed
SEND_MS = 280.0
#: number of rims of the discard pile
RIMS = 4
#: rise of a chosen card, as a share of its width
RISE = 0.16
#: width of the cards in the preview of a returning set
SMALL = 64.0
#: the least size of a numeral on a tall table, logical: 11 pixels on a narrow phone
LEAST_NUMERAL = 20.5
#: height of the letters in a pill, as a share of the room for it
PILL_LETTERS = 0.56
#: the usual numbers of cards in hands and sets
USUAL_HANDS, USUAL_SETS = range(4, 15), range(1, 5)
#: time of the other cards to make room, and of a set to gather beside the dragged card, in milliseconds
ROOM_MS, GATHER_MS = 120.0, 110.0
#: distance of cards dragged together, as a share of their width, and the greatest width of all, logical
APART, WIDEST = 0.62, 260.0
#: margin of the hand around its box, logical
AROUND = 14.0
#: time a card takes to turn, and delay of the next one
TURN_MS, NEXT_MS = 280.0, 90.0
#: the shorter delay in a hand
HAND_NEXT_MS = 32.0
#: from this many seats on bots have this share of the usual time to think, as several others come before the own turn
CROWD, CROWDED = 4, 0.5
#: duration of the banner of a round's end, in milliseconds at normal speed
END_MS = 1500.0


class Spinning(sprites.Sprite):
    """A sprite that rotates in the plane, instead of flipping, when its new face is the same card upside down."""

    __slots__ = ()

    def move(self, share: float) -> None:
        super().move(share)
        name, _, degrees = self.start.face.partition("@")
        if 0 < share < 1 and faces.is_card(name) and self.place.face == faces.other_way(name):
            begun = int(degrees or 0)
            self.face, self.flip = faces.turning(name, begun + (180 - begun) * share), 1.0
        elif degrees and 0 < share < 1:
            # taken back halfway: show the final face at once
            self.face, self.flip = self.place.face, 1.0


class Spin(sprites.SpriteLayer):
    """The sprites of the table."""

    def new(self, place: sprites.SpritePlace) -> sprites.Sprite:
        return Spinning(place)


class Sending:
    """The cards in flight from the own hand, or waiting at their place for their event."""

    def __init__(self) -> None:
        self._action: Action | None = None
        #: card number -> place, for own cards already sent that the shown view still has in the hand
        self.spots: dict[int, layout.Spot] = {}
        #: the place that those are added to, or -1
        self.joins = -1

    def noting(self, choose: turn_table.ChooseAction[Action]) -> turn_table.ChooseAction[Action]:
        """Wrap ``choose`` to remember the chosen action."""

        def noted(action: Action) -> transitions.Transition:
            self._action = action
            return choose(action)

        return noted

    def forget(self) -> None:
        """Forget all cards in flight, when a view is shown as it is."""
        self._action, self.spots, self.joins = None, {}, -1

    def follow(self, event: Event, shown: View, set_spots: Callable[[int, int], Sequence[layout.Spot]]) -> bool:
        """Send cards off with the first event of the chosen action; they arrive with its last one.

        ``set_spots`` gives the places of a number of cards at a place. Return True if cards set out.
        """
        action = self._action
        if not isinstance(event, SetDiscarded | SetReturned):
            self._action = None
            if not isinstance(event, SetPlayed | CardAdded):
                self.spots, self.joins = {}, -1
            return False
        if action is None or action.verb not in (Verb.PLAY, Verb.ADD) or self.spots or shown.turn != shown.seat:
            return False
        if not set(action.cards) <= set(shown.hand):
            return False
        adds = action.verb == Verb.ADD
        place = action.place if adds else own_place(shown.turn, shown.area, len(shown.hand_counts))
        lying = len(shown.sets[place]) if adds else 0
        spots = set_spots(place, lying + len(action.cards))[lying:]
        self.spots = dict(zip(map(deck.number_of, action.cards), spots, strict=True))
        self.joins = place if adds else -1
        return True


def by_value(cards: Sequence[int]) -> list[int]:
    """Sort a hand by active value, then by the value after turning."""
    return sorted(cards, key=lambda card: (ACTIVE[card], ACTIVE[card ^ 1], card))


def gold_frame(kit: Kit, w: float, h: float) -> Surface:
    """Draw the plain line around the place whose turn it is."""
    return surfaces.ring((kit.px(w), kit.px(h)), kit.px(14), max(2, kit.px(2.5)), GOLD)


class CardDrag(SpriteDrag):
    """An own card dragged by the pointer; outside the hand the rest of the chosen set follows."""

    def __init__(self, table: "DnupTable", card: int, grip: DragStart, choose: ChooseAction[rules.Action]) -> None:
        self.table = table
        #: the card under the pointer comes first
        self.cards = [card, *(other for other in table.chosen if other != card)] if card in table.chosen else [card]
        self._ranks: dict[Hashable, int] = {number_of(other): rank for rank, other in enumerate(self.cards)}
        #: True within the hand: the other cards make room, and the card stays where it is dropped
        self.sorting = True
        self._before = list(table.arrangement)
        #: offsets of the others from the pointer when they left the hand, and the time since
        self._strayed: dict[Hashable, tuple[float, float]] = {}
        self._gather_ms = 0.0
        places = table.drags.at_rest([number_of(other) for other in self.cards])
        box = dict(table.hand_spots())[card].box
        super().__init__(table, DragPayload(places, box, table.card_goals(self.cards, choose)), grip)

    def places(self) -> dict[Hashable, SpritePlace]:
        """Return the places of the dragged cards: within the hand only the first, outside all of them."""
        found = super().places()
        first = number_of(self.cards[0])
        return {first: found[first]} if self.sorting else found

    def offset(self, key: Hashable) -> tuple[float, float]:
        """Return a card's offset from the pointer: the rest of a set gathers beside the first card."""
        first = number_of(self.cards[0])
        x, y = super().offset(first)
        if key == first:
            return x, y
        x += min(self.payload.places[first].w * APART, WIDEST / len(self.cards)) * self._ranks[key]
        whole = self.bench.ms(GATHER_MS)
        share = out_cubic(min(1.0, self._gather_ms / whole)) if whole else 1.0
        left, down = self._strayed.get(key, (x, y))
        return left + (x - left) * share, down + (y - down) * share

    def move(self, x: float, y: float) -> None:
        """Follow the pointer, within the hand or outside with the whole set."""
        inside = self.table.spots.hand.grown(AROUND).holds(x, y)
        if inside != self.sorting:
            self._cross(inside, x, y)
        super().move(x, y)
        if self.sorting:
            self._make_room()

    def _cross(self, inside: bool, x: float, y: float) -> None:
        """Leave the hand, which gets its former order back, or return to it."""
        table, sprites = self.table, self.table.layer.sprites
        self.x, self.y, self.sorting, self._gather_ms = x, y, inside, 0.0
        self._strayed = {key: (sprites[key].x - x, sprites[key].y - y) for key in self.payload.places}
        table.moving = [] if inside else list(self.cards)
        table.arrangement[:] = self._before
        table.arrange(table.ms(ROOM_MS))

    def _make_room(self) -> None:
        """Rearrange the hand to make room for the card at the pointer."""
        table, number = self.table, number_of(self.cards[0])
        spots = table.hand_spots()
        nearest = min(range(len(spots)), key=lambda place: layout.away(spots[place][1], self.x, self.y))
        order = [number_of(other) for other, _spot in spots]
        if order.index(number) != nearest:
            order.remove(number)
            order.insert(nearest, number)
            table.arrangement[:] = order
            table.arrange(table.ms(ROOM_MS))

    def _goal(self) -> DropTarget | None:
        return None if self.sorting else super()._goal()

    def update(self, ms: float) -> bool:
        moves = not self.sorting and len(self.cards) > 1 and self._gather_ms < GATHER_MS * 2
        self._gather_ms += ms
        if moves and not self.accepted:
            self.put()
        return super().update(ms) or moves

    def drop(self) -> transitions.Transition:
        """Drop the card: within the hand it keeps its new place, elsewhere a target takes it or it flies back."""
        if not self.sorting:
            outcome = super().drop()
            self.table.moving = []
            return outcome
        self.bench.drags.dragged = None
        self.bench.layer.let_go()
        self.table.context.audio.play("slide")
        self.table.changed()
        return None

    def cancel(self) -> None:
        self.table.moving = []
        self.table.arrangement[:] = self._before
        super().cancel()


class DnupTable(TurnTable[rules.Action, ev.Event, rules.View]):
    """The table of one match of dnuP for one viewer."""

    game = "dnup"
    ratio = RATIO
    felt = rgb("#27376F")
    match_texts: DnupTexts
    spots: layout.Spots

    def __init__(self, context: "Context", seats: Sequence[Seat], viewer: int, view: rules.View) -> None:
        super().__init__(context, seats, viewer, view)
        self.layer = Spin(self.layer.look, self.layer.now_ms, self.layer.source)
        #: the chosen own cards, and the place of the chosen set of another seat, or -1
        self.chosen: list[int] = []
        self.target = -1
        #: the place of a set that is turning before it goes to a hand, or -1
        self.leaving = -1
        #: the rival whose hand is turning, or -1
        self.turning = -1
        #: own card numbers in their order while the hand is turning; else empty
        self.order_kept: list[int] = []
        #: own cards dragged out of the hand: the preview is about them instead of the chosen ones
        self.moving: list[int] = []
        #: own played cards, which fly to their place at once
        self.sending = Sending()
        #: backs dealt to the others, and letters in flight to a seat
        self.dealt, self.letters = InTransit(), InTransit()
        #: heading and text of the banner when a seat goes out or a round ends
        self.banner_texts: tuple[str, str] | None = None
        #: the set played last, and the lines of this round about seats that went out
        self.last_set = ""
        self.out_lines: list[str] = []
        self.build()

    def build(self) -> None:
        context, frame = self.context, self.frame
        self.faces = DnupFaces(context.kit)
        self.match_texts = DnupTexts(context.texts, self.seats)
        rivals = len(self.seats) - 1
        spots = layout.spots(frame.width, frame.height, rivals, frame.side, self._sheet)
        if self.log_panel.hidden and not frame.tall:
            spots = layout.without_log(spots)
        self.spots = spots
        self._usual_hand = layout.spots(frame.width, frame.height, rivals, frame.side).hand
        self.boxes: dict[int, Box] = {}
        self.backdrop = Backdrop(context.kit, felt(frame, self.felt))
        for box in (spots.tray, spots.band):
            self.backdrop.panel(box, 18, 0.42)
        self.log_panel.bake(spots.preview)
        areas = rules.areas_of(len(self.seats))
        goal = scoring.goal_of(len(self.seats))
        self.rivals = rival.Rivals(self, lambda box: layout.panel(box, frame.tall, goal))
        self.panels = self.rivals.panels
        for seat, sets in zip(self.order()[1:], spots.sets, strict=True):
            self.boxes |= {seat * areas + area: part for area, part in enumerate(sets)}
        self.boxes |= {self.viewer * areas + area: part for area, part in enumerate(spots.areas)}
        for box in self.boxes.values() if areas > 1 else spots.areas:
            self.backdrop.frame_line(box, 14, CREAM, 1.5, 50)
        self._bake_plate()
        self.banner = banners.Banner(context.kit, GOOD, frame.tall)
        for _card, spot in self.hand_spots()[:1]:
            # prepared because the first card turned up in a deal would otherwise render all values
            self.faces.make_ahead(face_of(FIRST_CARD), spot.w)
        self.arrange()

    def _bake_plate(self) -> None:
        self.bake_name(self.viewer, self.spots.name, 25)
        if self.frame.tall:
            self.bake_title()

    # ---- positions ----------------------------------------------------------------------------------

    def sync(self, view: rules.View, ms: float = 0) -> None:
        self.leaving, self.turning, self.order_kept, self.moving = -1, -1, [], []
        self.dealt.forget()
        self.letters.forget()
        self.sending.forget()
        self.banner_texts = None
        self.chosen = [card for card in self.chosen if card in view.hand and view.turn == self.viewer]
        self.target = -1
        super().sync(view, ms)

    @property
    def tells(self) -> bool:
        """True while the banner announces that a seat has gone out or the round is over."""
        return self.banner_texts is not None

    def upcoming_faces(self) -> Iterable[tuple[str, float]]:
        """Return one card at each width, for which values are rendered anew, then every card that can be played."""
        yield "back", self.spots.widest_set
        for w in self._widths():
            yield face_of(FIRST_CARD), w
        for card in range(FIRST_CARD, END_OF_CARDS):
            yield face_of(card), self.spots.widest_own
            yield face_of(card), self.spots.widest_set

    def _widths(self) -> list[float]:
        """Return the widths of cards in usual sets and hands, the likeliest first."""
        sets = (self.set_spots(place, count) for count in USUAL_SETS for place in self.boxes)
        counts = sorted(USUAL_HANDS, key=lambda count: abs(count - len(self.view.hand)))
        hands = map(self._hand_of, counts)
        return list(dict.fromkeys(spots[0].w for spots in (*sets, *hands)))

    def _places(self) -> dict[Hashable, SpritePlace]:
        places: dict[Hashable, SpritePlace] = {}
        for place, cards in enumerate(self.shown.sets):
            turn = 1 if place == self.leaving else 0
            state = self._set_state(place)
            spots = self.set_spots(place, len(cards) + len(self._joining(place)))
            for number, (card, spot) in enumerate(zip(cards, spots, strict=False)):
                places[number_of(card)] = SpritePlace(*spot, face_of(card ^ turn), 20 + number * 0.1, state)
        places |= self._hand_places()
        x, y, w = self.spots.discard
        for rim in range(min(RIMS, -(-self.shown.discard_count // 3))):
            places["discard", rim] = SpritePlace(
                x - rim * 1.5, y - rim * 2.2, w, "back", -9 + rim, "flat" if rim else "rest"
            )
        return places

    def set_spots(self, place: int, count: int) -> tuple[layout.Spot, ...]:
        """Return the places of ``count`` cards of the set at a place."""
        box = self.boxes[place]
        if rules.areas_of(len(self.seats)) > 1:
            label = 20 if self.frame.tall else 11
            box = Box(box.x + 8, box.y + label, box.w - 16, box.h - label - 2)
        own = rules.owner_of(place, len(self.seats)) == self.viewer
        return layout.a_set(box, count, self.spots.widest_own if own else self.spots.widest_set)

    def _joining(self, place: int) -> list[int]:
        """Return the numbers of own cards that have been sent to the set at a place, whose event comes later."""
        return list(self.sending.spots) if place == self.sending.joins else []

    @staticmethod
    def set_id(place: int) -> str:
        """Return the item id of the set at a place."""
        return card_id(place, "set")

    def _set_state(self, place: int) -> str:
        """Return the look of a set's cards: the possible or considered effect on it."""
        if not self.viewer_decides or self.leaving >= 0:
            return "rest"
        if place == rules.own_place(self.view.turn, self.view.area, len(self.seats)):
            return "dim"
        if place == self.target:
            return "selected"
        if self.pointed == self.set_id(place):
            return "hover"
        outcome = self.outcome()
        if place in self.additions() or (outcome and outcome.beaten == place):
            return "legal"
        takes = self.shows_legal and not self.minded and rules.Action(rules.Verb.TAKE, (), place) in self.view.legal
        return "legal" if takes else "rest"

    def _hand_places(self) -> dict[Hashable, SpritePlace]:
        places: dict[Hashable, SpritePlace] = {}
        for number, (card, spot) in enumerate(self.hand_spots()):
            is_chosen = card in self.chosen
            pointed = self.pointed == card_id(number_of(card)) and self.drags.dragged is None
            state = "selected" if is_chosen else "hover" if pointed else "rest"
            rise = spot.w * RISE if is_chosen else spot.w * 0.06 if state == "hover" else 0.0
            places[number_of(card)] = SpritePlace(
                spot.x, spot.y - rise, spot.w, face_of(card), 40 + number * 0.1, state
            )
            if sent := self.sending.spots.get(number_of(card)):
                places[number_of(card)] = SpritePlace(*sent, face_of(card), 40 + number * 0.1)
        return places

    def hand_spots(self) -> list[tuple[int, layout.Spot]]:
        """Return the own cards with their places: by value, or in the player's order with new cards last."""
        cards = by_value(self.shown.hand)
        order = {number: place for place, number in enumerate(self.order_kept or self.arrangement)}
        cards.sort(key=lambda card: order.get(number_of(card), len(order)))
        return list(zip(cards, self._hand_of(len(cards)), strict=True))

    def _hand_of(self, count: int) -> tuple[layout.Spot, ...]:
        """Return the places of ``count`` own cards; making room for a dock does not lay them in other rows."""
        return layout.hand(self.spots.hand, count, self.spots.widest, self._usual_hand)

    def seen_of_hand(self) -> dict[int, Box]:
        """Return the visible part of each own card: the next one of its row may cover its right side."""
        hand = self.hand_spots()
        found = {card: spot.box for card, spot in hand}
        for (card, spot), (_next, over) in pairwise(hand):
            if over.y == spot.y:
                box = found[card]
                found[card] = box._replace(w=min(box.w, over.box.x - box.x))
        return found

    def hand_place(self, seat: int, face: str = "back") -> SpritePlace:
        """Return the place of a rival's hand."""
        panel = self.panels[seat]
        return SpritePlace(panel.fan[0] + panel.fan_width / 3, panel.fan[1], panel.back, face, 60)

    def count_of(self, seat: int) -> int:
        """Return the number of cards in a hand, without those in flight."""
        return self.shown.hand_counts[seat] - self.dealt.due(seat)

    def fan_places(self, seat: int) -> list[SpritePlace]:
        """Return the places of the backs in a rival's hand."""
        panel, count = self.panels[seat], self.count_of(seat)
        x, y = panel.fan
        step = panel.fan_step(count)
        return [SpritePlace(x + panel.back / 2 + step * number, y, panel.back, "back", 60) for number in range(count)]

    def letter_place(self, seat: int, number: int) -> tuple[float, float, float]:
        """Return the middle and width of the place of a seat's letter, counted from 0."""
        number = min(number, scoring.goal_of(len(self.seats)) - 1)
        if seat == self.viewer:
            (x, y), w, step = self.spots.letters, self.spots.letter, self.spots.step
        else:
            (x, y), w, step = self.panels[seat].letters, self.panels[seat].letter, self.panels[seat].step
        return x + number * step, y, w

    def letter_face(self, number: int) -> str:
        """Return the picture of a seat's letter, or of a round won between two players."""
        return "cup" if len(self.seats) == 2 else f"letter{min(number, len(scoring.LETTERS) - 1)}"

    def place_of(self, name: str) -> Box | None:
        if name == "hand" and self.shown.hand:
            return layout.around(tuple(spot for _card, spot in self.hand_spots()))
        if name == "band":
            return self.spots.band
        if name == "letters":
            places = [self.letter_place(self.viewer, number) for number in range(scoring.goal_of(len(self.seats)))]
            return layout.around(tuple(layout.Spot(*place) for place in places))
        for card, spot in self.hand_spots():
            if name == card_id(number_of(card)):
                return spot.box
        for place, cards in enumerate(self.shown.sets):
            if cards and name == self.set_id(place):
                return layout.around(self.set_spots(place, len(cards)))
        return super().place_of(name)

    # ---- the considered action ----------------------------------------------------------------------

    @property
    def minded(self) -> list[int]:
        """The own cards being considered: those being dragged, otherwise the chosen ones."""
        return self.moving or self.chosen

    def action_chosen(self) -> rules.Action | None:
        """Return the action that plays the considered cards, legal or not."""
        return rules.play_of(tuple(self.minded)) if self.minded else None

    def additions(self) -> dict[int, rules.Action]:
        """Return place -> the legal action that adds the one considered card there."""
        if len(self.minded) != 1 or not self.viewer_decides:
            return {}
        cards = tuple(self.minded)
        return {act.place: act for act in self.view.legal if act.verb == rules.Verb.ADD and act.cards == cards}

    def considered(self) -> rules.Action | None:
        """Return the action whose effect is shown: the addition pointed at, else playing, else the first addition."""
        additions, playing = self.additions(), self.action_chosen()
        for place, action in additions.items():
            if self.pointed in (move_id(rules.Verb.ADD), self.set_id(place)):
                return action
        return playing if playing in self.view.legal else next(iter(additions.values()), playing)

    def outcome(self) -> rules.SetOutcome | None:
        """Return the effect of the considered action."""
        action = self.considered()
        return rules.outcome_of(self.view, action) if action and self.view.phase == rules.Phase.PLAY else None

    # ---- drawing ------------------------------------------------------------------------------------

    def _readable(self, size: float) -> float:
        """Return a text's size, on a tall table one that a narrow phone can show."""
        return self.kit.fitting(size, legible=self.frame.tall)

    def _draw_held(self, canvas: Canvas, count: int) -> None:
        """Draw the number of cards in the own hand; where large letters have no room, with a card instead of a word."""
        kit, (x, y) = self.kit, self.spots.held
        room = self.spots.name.w if not self.frame.tall else 130
        text, size = self.text("hand", count=count), self._readable(18)
        if fonts.reads(text, fonts.STRONG, round(size * kit.text_scale), kit.px(room)):
            canvas.put_left(kit.line(text, size, SOFT, fonts.STRONG, room), x, y)
            return
        number = kit.line(str(count), size, SOFT, fonts.STRONG)
        canvas.put_left(number, x, y)
        canvas.put_left(kit.icon("card", 26, SOFT), x + number.get_width() / kit.scale + 6, y)

    def draw(self, canvas: Canvas) -> None:
        spots, shown = self.spots, self.shown
        canvas.background(self.backdrop.surface)
        for seat, panel in self.panels.items():
            self.rivals.draw_face(canvas, seat, shown.turn)
            self._draw_fan(canvas, seat, panel)
            self._draw_letters(canvas, seat)
        self.draw_figure(canvas, self.viewer, spots.face, active=shown.turn == self.viewer)
        if not (self.arrangement and self.viewer_decides):
            # otherwise the sort button is there
            self._draw_held(canvas, shown.hand_counts[self.viewer])
        self._draw_letters(canvas, self.viewer)
        self._draw_sets(canvas)
        self._draw_preview(canvas)
        self.layer.draw(canvas)
        self.draw_labels(canvas)
        for seat in self.panels:
            # beside the cards it is said as well that a rival is out
            if seat not in shown.out and not self._is_on_set(seat):
                self.rivals.draw_moves(canvas, seat, shown.turn)
        if not self.frame.tall:
            # on a tall table the strip of the log says it
            self.last_pill(canvas, self.viewer, spots.last, anchor="centre")
        self.popups.draw(canvas)
        if self.banner_texts:
            self.banner.draw(canvas, *self.banner_texts, self.frame.width / 2, self._banner_height())

    def _is_on_set(self, seat: int) -> bool:
        """Return True if a seat's set is what its last move was, even if cards have been added to it."""
        sets = (cards for place, cards in enumerate(self.shown.sets) if rules.owner_of(place, len(self.seats)) == seat)
        sizes = ((size, ACTIVE[cards[0]]) for cards in sets for size in range(1, len(cards) + 1))
        return self.moves.of(seat) in {self.match_texts.set_of(size, value) for size, value in sizes}

    def _banner_height(self) -> float:
        """Return the middle of the banner: over the own place and the log, or over the hand if the dock has text there.

        Both are clear of the opponents' sets.
        """
        middle, dock, high = self.spots.band.centre[1], self.spots.dock, self.banner.high
        taken = dock._replace(h=min(dock.h, self.dock_covers)) if self.dock_has_text else None
        covered = taken and taken.y < middle + high / 2 and middle - high / 2 < taken.y + taken.h
        return max(self.spots.tray.centre[1], taken.y + taken.h + high / 2) if taken and covered else middle

    def _draw_sets(self, canvas: Canvas) -> None:
        """Draw the places without a set, and the line around the place whose turn it is."""
        for place, cards in enumerate(self.shown.sets):
            if not cards:
                spot = self.set_spots(place, 1)[0]
                canvas.put_centred(self.kit.scene_image(empty_place, spot.w), spot.x, spot.y)
        if (place := self._current()) >= 0:
            box = self.boxes[place]
            canvas.put(self.kit.scene_image(gold_frame, box.w, box.h), box.x, box.y)

    def _draw_fan(self, canvas: Canvas, seat: int, panel: layout.Panel) -> None:
        """Draw a rival's hand and its number of cards."""
        kit, count = self.kit, self.count_of(seat)
        if not count:
            if seat in self.shown.out:
                canvas.put_left(*self.out_pill(panel))
            return
        x, y = panel.fan
        step = panel.fan_step(count)
        if seat != self.turning:
            canvas.put_left(kit.scene_image(fan, count, panel.back, step), x, y)
        canvas.put_left(
            kit.sticker(str(count), max(panel.back * 0.95, LEAST_NUMERAL) if self.frame.tall else panel.back * 0.95),
            x + panel.back + step * (count - 1) + 10,
            y,
        )

    def out_pill(self, panel: layout.Panel) -> tuple[Surface, float, float]:
        """Return the pill of a rival who is out, its left end and its middle: between the name and the letters."""
        top, low = panel.name.y + panel.line * 0.45, panel.letters[1] - panel.letter / 2
        pill = self.kit.pill(self.text("is_out"), self.kit.fitting(16, (low - top) * PILL_LETTERS), GOLD, INK)
        return pill, panel.fan[0], (top + low) / 2

    def _draw_letters(self, canvas: Canvas, seat: int) -> None:
        won = self.shown.totals[seat] - self.letters.due(seat)
        for number in range(scoring.goal_of(len(self.seats))):
            x, y, w = self.letter_place(seat, number)
            canvas.put_centred(self.kit.scene_image(marker, self.letter_face(number), w, number < won), x, y)

    def _current(self) -> int:
        """Return the place whose turn it is between two players, or -1."""
        if rules.areas_of(len(self.seats)) == 1 or self.view.phase != rules.Phase.PLAY or self.shown.turn < 0:
            return -1
        return rules.own_place(self.shown.turn, self.shown.area, len(self.seats))

    def _draw_numbers(self, canvas: Canvas) -> None:
        """Draw the places' numbers between two players, clear of the cards, or whose the viewer's empty place is.

        Where its words have no room, the viewer's figure is there.
        """
        areas, current = rules.areas_of(len(self.seats)), self._current()
        if areas == 1 and not self.shown.sets[self.viewer]:
            spot, parts = self.set_spots(self.viewer, 1)[0], self.text("place", name=self.name(self.viewer)).split()
            size = self._readable(16)
            real, room = round(size * self.kit.text_scale), self.kit.px(spot.w - 6)
            if not all(fonts.reads(part, fonts.BLACK, real, room) for part in parts):
                canvas.put_centred(figure(self.kit, self.seats[self.viewer].figure, spot.w * 0.34), spot.x, spot.y)
                parts = []
            for number, part in enumerate(parts):
                y = spot.y + (number - (len(parts) - 1) / 2) * size * 1.4
                canvas.put_centred(self.kit.line(part, size, SOFT, fonts.BLACK, spot.w - 6), spot.x, y)
        for place, box in self.boxes.items() if areas > 1 else ():
            fill, ink = (GOLD, INK) if place == current else (INK, CREAM)
            pill = self.kit.pill(self.text(f"area_{place % areas + 1}"), self._readable(15), fill, ink)
            canvas.put_left(pill, box.x + 6, box.y + 1)

    def draw_labels(self, canvas: Canvas) -> None:
        """Draw the labels of the sets, the number of discarded cards, and between two players the places' numbers."""
        self._draw_numbers(canvas)
        kit, shown, spots = self.kit, self.shown, self.spots
        own = rules.own_place(self.view.turn, self.view.area, len(self.seats)) if self.viewer_decides else -1
        for place, cards in enumerate(shown.sets):
            numbers = [*map(number_of, cards), *self._joining(place)]
            if not cards or place == self.leaving or any(map(self.layer.moving, numbers)):
                continue
            if any(map(self.drags.holds, numbers)):
                continue
            spots_there = self.set_spots(place, len(numbers))
            gold = self._set_state(place) in ("legal", "selected")
            text = self.match_texts.set_of(len(numbers), ACTIVE[cards[0]])
            if place == own:
                text = self.text("leaves_next")
            size, most = self._readable(19 if place != own else 16), self.boxes[place].w
            pill = kit.pill(text, size, GOLD if gold else CREAM, INK, max_width=most)
            canvas.put_centred(pill, *layout.pill_place(spots_there, self.boxes[place], pill.get_height() / kit.scale))
        if count := shown.discard_count:
            x, y, w = spots.discard
            text = str(count) if self.frame.tall else self.text("discarded", count=count)
            canvas.put_centred(kit.pill(text, self._readable(16), CREAM, INK, fonts.BLACK), x, y + w * RATIO / 2 + 6)

    def _draw_preview(self, canvas: Canvas) -> None:
        """Draw the preview of cards that the chosen ones would send back, or the newest lines of the log."""
        kit, box = self.kit, self.spots.preview
        heading, cards = self._coming_back()
        if not cards and self.frame.tall:
            if not self.teaches:
                self.log_panel.draw_small(canvas, box, pictured=rules.areas_of(len(self.seats)) > 1)
            return
        if not cards:
            self.log_panel.draw(canvas, box)
            return
        canvas.put_left(kit.line(heading, self._readable(18), CREAM, fonts.BLACK, box.w - 32), box.x + 16, box.y + 22)
        room = Box(box.x + 14, box.y + 40, box.w - 82, box.h - 46 + layout.PILL_ROOM)
        for card, spot in zip(cards, layout.a_set(room, len(cards), SMALL), strict=True):
            canvas.put_centred(self.faces(face_of(card), spot.w), spot.x, spot.y)
        x, y = box.x + box.w - 40, box.y + box.h / 2 + 10
        canvas.put_centred(kit.icon("turn", 46, GOLD), x, y - 6)
        canvas.put_centred(kit.line(self.text("turned"), self._readable(15), GOLD, fonts.BLACK, 74), x, y + 28)

    def _coming_back(self) -> tuple[str, rules.Cards]:
        """Return the heading and cards of the preview, as they would be in the receiving hand."""
        sets = self.view.sets
        if not self.viewer_decides:
            return "", ()
        if self.target >= 0:
            return self.text("takes"), tuple(card ^ 1 for card in sets[self.target])
        outcome = self.outcome()
        if outcome is None or outcome.beaten < 0:
            return "", ()
        owner = rules.owner_of(outcome.beaten, len(self.seats))
        if owner in self.view.out:
            return "", ()
        heading = self.text("returns_own") if owner == self.viewer else self.text("returns", name=self.name(owner))
        return heading, tuple(card ^ 1 for card in sets[outcome.beaten])

    # bots show cards with every play, so actions before that cannot be undone
    undo_is_rare = True
    # a digit key chooses a card by its value: a cap would only hide the star
    digit_caps = False

    # ---- events -------------------------------------------------------------------------------------

    def mark(self, event: ev.Event) -> None:
        """Mark the event as usual; a new round clears the last actions."""
        super().mark(event)
        if isinstance(event, ev.RoundStarted):
            self.moves.clear()

    _intensity = staticmethod(intensity.intensity)

    def script(self, event: ev.Event, view: rules.View) -> Script:
        self.mark(event)
        self.chosen, self.target = [], -1
        if self.sending.follow(event, self.shown, self.set_spots):
            self.drags.resting.clear()
            self.context.audio.play("deal")
            self.arrange(self.ms(SEND_MS), curve=out_cubic)
        if not isinstance(event, ev.WentOut | ev.RoundEnded | ev.RoundBroken | ev.GameEnded):
            self.banner_texts = None
        match event:
            case ev.RoundStarted():
                self.context.audio.play("shuffle")
                self.arrangement.clear()
                self.out_lines.clear()
                self.shown = view._replace(hand=(), hand_counts=(0,) * len(self.seats))
                self.layer.arrange({})
                self.arrange()
                yield 400
            case ev.HandsDealt():
                yield from self._deal(event, view)
            case ev.SetDiscarded():
                yield from self._discard(event, view)
            case ev.SetReturned() | ev.SetTaken():
                yield from self._take_up(event, view)
            case ev.SetPlayed() | ev.CardAdded():
                yield from self._lay(event, view)
            case ev.HandTurned():
                yield from self._turn_hand(event, view)
            case ev.WentOut():
                yield from self._go_out(event, view)
            case ev.RoundEnded() | ev.RoundBroken() | ev.GameEnded():
                yield from self._end(event, view)
            case _:
                assert_never(event)

    def lets_rest(self, event: ev.Event) -> bool:
        """Return True for events that precede that of the dragged cards, which stay where they were dropped."""
        return isinstance(event, ev.SetDiscarded | ev.SetReturned | ev.SetTaken)

    def _deal(self, event: ev.HandsDealt, view: rules.View) -> Script:
        self.shown = view
        start = SpritePlace(*self.spots.discard, "back", 90)
        self.dealt.send(due={seat: view.hand_counts[seat] for seat in self.panels})
        origins: dict[Hashable, SpritePlace] = {number_of(card): start for card in view.hand}
        self.arrange(self.ms(240), curve=out_cubic, stagger=self.ms(70), origins=origins)
        for _ in event.hands[self.viewer]:
            self.context.audio.play("deal")
            for seat in self.panels:
                self.dealt.arrive(seat)
                self.layer.fly(start, self.hand_place(seat), self.ms(240), arc=0)
            yield 70
        yield 260

    def _discard(self, event: ev.SetDiscarded, view: rules.View) -> Script:
        self.context.audio.play("slide")
        end = SpritePlace(*self.spots.discard, "back", 60)
        spots = self.set_spots(event.place, len(event.cards))
        for number, (card, spot) in enumerate(zip(event.cards, spots, strict=True)):
            self.layer.fly(SpritePlace(*spot, face_of(card), 60), end, self.ms(280), self.ms(40) * number, 20)
        self.shown = view
        self.arrange(self.ms(SEND_MS) if self.sending.spots else 0)
        yield 300 + 40 * len(spots)

    def _take_up(self, event: ev.SetReturned | ev.SetTaken, view: rules.View) -> Script:
        """Animate the golden rule: each card turns in place, one after the other, then all fly to the hand."""
        audio, seat = self.context.audio, event.seat
        if isinstance(event, ev.SetReturned):
            self.feel(seat, "beaten")
        else:
            audio.play("take")
        self.leaving = event.place
        self.arrange(self.ms(TURN_MS), curve=in_out_cubic, stagger=self.ms(NEXT_MS))
        for _ in event.cards:
            audio.play("flip")
            yield NEXT_MS
        yield TURN_MS
        yield 160
        spots = self.set_spots(event.place, len(event.cards))
        self.leaving = -1
        self.drags.resting.clear()
        self.shown = view
        if seat != self.viewer:
            for number, (card, spot) in enumerate(zip(event.cards, spots, strict=True)):
                face = face_of(card ^ 1)
                end = self.hand_place(seat, face)
                self.layer.fly(SpritePlace(*spot, face, 60), end, self.ms(300), self.ms(40) * number, 20)
        self.arrange(self.ms(320), curve=out_cubic)
        audio.play("slide")
        yield 360

    def _lay(self, event: ev.SetPlayed | ev.CardAdded, view: rules.View) -> Script:
        cards = event.cards if isinstance(event, ev.SetPlayed) else (event.card,)
        self.context.audio.play("claim" if isinstance(event, ev.CardAdded) else f"count_{min(3, len(cards))}")
        waits = 140.0 if self.sending.spots else 360.0 + 30 * len(cards)
        self.sending.forget()
        self.shown = view
        self.last_set = self.match_texts.set(cards)
        origins: dict[Hashable, SpritePlace] = {}
        if event.seat != self.viewer:
            origins = {number_of(card): self.hand_place(event.seat) for card in cards}
        self.arrange(self.ms(300), curve=out_cubic, stagger=self.ms(30), origins=origins)
        yield waits

    def _turn_hand(self, event: ev.HandTurned, view: rules.View) -> Script:
        """Animate every card of a hand turning in place; the own hand is then sorted."""
        audio, seat = self.context.audio, event.seat
        audio.play("curtain")
        if seat != self.viewer:
            self.turning = seat if self.ms(480) else -1
            for start in self.fan_places(seat):
                self.layer.fly(start, start._replace(face="kcab"), self.ms(480), arc=0)
            yield 480
            self.turning = -1
            yield 60
            return
        self.order_kept = [number_of(card) for card, _spot in self.hand_spots()]
        self.shown = view
        self.arrange(self.ms(TURN_MS), curve=in_out_cubic, stagger=self.ms(HAND_NEXT_MS))
        for number in range(len(event.hand)):
            if number % 2 == 0:
                audio.play("flip")
            yield HAND_NEXT_MS
        yield TURN_MS
        self.order_kept = []
        self.arrange(self.ms(320), curve=out_cubic)
        yield 360

    def _go_out(self, event: ev.WentOut, view: rules.View) -> Script:
        """Announce a seat that goes out, and animate its letters one by one."""
        audio, seat = self.context.audio, event.seat
        audio.play("win")
        self.feel(seat, "glad")
        had = self.shown.totals[seat]
        self.shown = view
        self.out_lines.append(self.text("went_out", name=self.name(seat), set=self.last_set))
        self.banner_texts = self.text("done", name=self.name(seat)), self.text("done_with", set=self.last_set)
        self.letters.send(due={seat: event.award})
        self.arrange(self.ms(120))
        yield 300
        for number in range(event.award):
            face = self.letter_face(had + number)
            x, y, w = self.letter_place(seat, had + number)
            start = SpritePlace(self.frame.width / 2, self.frame.height * 0.45, 110, face, 95)
            self.layer.fly(start, SpritePlace(x, y, w, face, 95), self.ms(520), arc=40)
            audio.play(f"chip_{1 + number % 3}")
            yield 540
            self.letters.arrive(seat)
        yield 240

    def _end(self, event: ev.RoundEnded | ev.RoundBroken | ev.GameEnded, view: rules.View) -> Script:
        """Announce the end of the round or the game."""
        self.shown = view
        over = self.text("round_over")
        if isinstance(event, ev.RoundBroken):
            self.banner_texts = over, self.text("log.RoundBroken", count=event.turns)
        elif (
            isinstance(event, ev.RoundEnded)
            and self.out_lines
            and (not self.banner_texts or self.banner_texts[0] != over)
        ):
            self.banner_texts = over, self.texts.listed(self.out_lines)
        if isinstance(event, ev.GameEnded):
            for seat in range(len(self.seats)):
                self.feel(seat, "glad" if seat in event.winners else "beaten")
            yield 500
        elif isinstance(event, ev.RoundBroken):
            self.context.audio.play("wrong")
            yield 800
        else:
            self.arrange(self.ms(120))
            # it stays visible even without animation
            yield END_MS if self.context.settings.pace else -END_MS

    # ---- controls -----------------------------------------------------------------------------------

    def controls(
        self, view: rules.View, choose: ChooseAction[rules.Action], selected: rules.Action | None
    ) -> list[Widget]:
        """Return the own cards and the others' sets to choose from, and the buttons of the choice."""
        if view.phase != rules.Phase.PLAY:
            return []
        choose = self.sending.noting(choose)
        widgets: list[Widget] = []
        seen = self.seen_of_hand()
        for card, spot in self.hand_spots():
            box = spot.box
            item = Item(
                card_id(number_of(card)),
                self.match_texts.card(card),
                box,
                lambda card=card: self._toggle(card),  # type: ignore[misc]
                on_shift=lambda by, card=card: self._shift(card, by),  # type: ignore[misc]
                start_drag=lambda grip, card=card: self.drags.begin(CardDrag(self, card, grip, choose)),  # type: ignore[misc]
                checked=card in self.chosen,
                card=seen[card],
            )
            widgets.append(CardSpot(self.kit, item, True))
        for place, cards in enumerate(view.sets):
            if cards and rules.owner_of(place, len(self.seats)) != self.viewer:
                box = layout.around(self.set_spots(place, len(cards)))
                label = self.text("set_of", set=self.match_texts.set(cards), name=self.match_texts.owner(place))
                item = Item(
                    self.set_id(place),
                    label,
                    box.at_least(TARGET),
                    lambda place=place: self._aim(place, choose),  # type: ignore[misc]
                    start_drag=self.drags.taking(self._set_load(place, choose)),
                    checked=place == self.target,
                    card=box,
                )
                widgets.append(CardSpot(self.kit, item, True))
        return [*widgets, *self._buttons(choose, selected), *self._sort_button()]

    def marked(self, advice: Advice[rules.Action]) -> list[tuple[Box, float]]:
        """Return the boxes of the cards to play or add, and of the set beaten, added to or taken."""
        action, view = advice.action, self.view
        cards = [box for card, box in self.seen_of_hand().items() if card in action.cards]
        places = [action.place] if action.verb in (rules.Verb.ADD, rules.Verb.TAKE) else []
        if action.verb in (rules.Verb.PLAY, rules.Verb.ADD) and (beaten := rules.outcome_of(view, action).beaten) >= 0:
            places.append(beaten)
        # beside a puzzle's solution the set may be gone
        sets = [layout.around(self.set_spots(place, len(view.sets[place]))) for place in places if view.sets[place]]
        return [*((box, box.w * CORNER) for box in cards), *((box, 12.0) for box in sets)]

    def _toggle(self, card: int) -> None:
        """Choose an own card or put it back; chosen cards of another value are dropped, as no set could hold both."""
        self.target = -1
        if card in self.chosen:
            self.chosen.remove(card)
        else:
            self.chosen = [other for other in self.chosen if ACTIVE[other] == ACTIVE[card]] + [card]
        self.changed()
        if playing := self.action_chosen():
            chosen = set(self.chosen)
            self.host.consider(playing, lambda action: chosen <= set(action.cards))

    # ---- the order of the hand ------------------------------------------------------------------

    def _shift(self, card: int, by: int) -> None:
        """Swap an own card with its neighbour to the left (-1) or right (1) (rule text, ruling d)."""
        order = [number_of(other) for other, _spot in self.hand_spots()]
        here = order.index(number_of(card))
        there = here + by
        if 0 <= there < len(order):
            order[here], order[there] = order[there], order[here]
            self.arrangement[:] = order
            self.context.audio.play("slide")
            self.changed()

    def _sort_button(self) -> list[Widget]:
        """Return the button that sorts a rearranged hand by value."""
        if not self.arrangement:
            return []
        return [Button(self.kit, "sort", self.spots.sort, self.text("sort"), self._sort, kind="dark", size=18)]

    def _sort(self) -> None:
        self.arrangement.clear()
        self.context.audio.play("slide")
        self.changed()

    # ---- the choice -------------------------------------------------------------------------------

    def _aim(self, place: int, choose: ChooseAction[rules.Action]) -> transitions.Transition:
        """Choose another seat's set: to add the one chosen card, to beat it, or to take it."""
        action, outcome = self.considered(), self.outcome()
        if action and outcome and outcome.beaten == place:
            return choose(action)
        if len(self.chosen) == 1:
            return choose(rules.Action(rules.Verb.ADD, tuple(self.chosen), place))
        self.chosen = []
        self.target = -1 if place == self.target else place
        self.changed()
        if self.target >= 0:
            taking = rules.Action(rules.Verb.TAKE, (), place)
            self.host.consider(taking, lambda action: action == taking)
        return None

    def changed(self) -> None:
        """Update the table and the buttons after a change of choice or order."""
        self.arrange(self.ms(120))
        self.host.refresh_controls()

    def pick(
        self, cards: list[int], action: rules.Action, choose: ChooseAction[rules.Action]
    ) -> transitions.Transition:
        """Choose these own cards and act on them at once."""
        self.chosen, self.target = list(cards), -1
        return choose(action)

    def next_step(self) -> str:
        offers = self._offers() if self.chosen or self.target >= 0 else []
        return self.button_id(offers[0].action) if offers else ""

    def unchoose(self) -> bool:
        if not self.chosen and self.target < 0:
            return False
        self.chosen, self.target = [], -1
        self.changed()
        return True

    def thinking_time(self, view: rules.View, action: rules.Action) -> float:
        """Return the bot's share of the usual pause, the same for all of its moves: it must not tell what it holds."""
        return CROWDED if len(self.seats) >= CROWD and not self.teaches else 1.0

    def _offers(self) -> list[ActionButton[rules.Action]]:
        """Return the buttons for the present choice, with turning the hand if there is room."""
        say, view = self.match_texts, self.view
        offers: list[ActionButton[rules.Action]] = []
        if playing := self.action_chosen():
            kind, icon = ("primary", "check") if playing in view.legal else ("dark", "close")
            named = say.action(playing, view)
            offers.append(
                ActionButton(playing, kind, self.text("play_short"), say.leads_to(playing, view), icon, named)
            )
        for adding in list(self.additions().values())[:1]:
            # only one amber button at a time, which is playing if it is legal
            kind = "secondary" if any(offer.kind == "primary" for offer in offers) else "primary"
            named = say.action(adding, view)
            offers.append(ActionButton(adding, kind, self.text("add_short"), say.leads_to(adding, view), "plus", named))
        if self.target >= 0:
            taking = rules.Action(rules.Verb.TAKE, (), self.target)
            offers.append(ActionButton(taking, "primary", self.text("take_set"), self.text("take_note"), "card"))
        if len(offers) < 2:
            sub = self.text("turn_note", count=len(view.hand))
            offers.append(ActionButton(rules.TURN, "secondary", self.text("turn"), sub, "turn"))
        return offers

    def _buttons(self, choose: ChooseAction[rules.Action], selected: rules.Action | None) -> list[Widget]:
        offers = self._offers()
        numbers = range(len(offers)) if len(offers) > 1 else (1,)
        return [
            self.button(offer, self._button_box(number, len(offers)), 27, KEYS[number], self._tried(choose), selected)
            for number, offer in zip(numbers, offers, strict=True)
        ]

    def _tried(self, choose: ChooseAction[rules.Action]) -> ChooseAction[rules.Action]:
        """Wrap ``choose`` so that the chosen cards shake if the action is illegal, beside the message."""

        def chosen(action: rules.Action) -> transitions.Transition:
            for card in action.cards if action not in self.view.legal else ():
                self.layer.shake(number_of(card), self.ms(SHAKE_MS))
            return choose(action)

        return chosen

    def cap(self, meaning: str) -> str:
        return ""

    def numbered(self, cards: Sequence[Item]) -> dict[str, Item]:
        """Return the own cards by value: the next one not yet chosen, or the last if all are."""
        items = {item.id: item for item in cards}
        found: dict[str, Item] = {}
        for card, _spot in self.hand_spots():
            digit = str(ACTIVE[card])
            if (item := items.get(card_id(number_of(card)))) and (digit not in found or found[digit].checked):
                found[digit] = item
        return found

    def _button_box(self, place: int, count: int) -> Box:
        first, last = self.spots.buttons
        if count == 1 and first.y == last.y:
            return first._replace(w=last.x + last.w - first.x)
        return (first, last)[place]

    def button_id(self, action: rules.Action) -> str:
        """Return the id of an action's button, or "" if other cards are chosen."""
        others = self.chosen and action.cards and set(self.chosen) != set(action.cards)
        return "" if others else move_id(action.verb)

    def item_of(self, action: rules.Action) -> str:
        if action.verb == rules.Verb.TAKE:
            return self.set_id(action.place)
        return card_id(number_of(action.cards[0])) if action.cards else self.button_id(action)

    def prompt(self, view: rules.View) -> str:
        chosen, own = tuple(self.chosen) if self.viewer_decides else (), self.decides(view.turn)
        forms = (self.context.frame.tall, True)
        ways = [self.match_texts.prompt(view, chosen, self.target, own, short) for short in forms]
        if own and view.phase == rules.Phase.PLAY:
            ways.append(self.text("prompt.any"))
        return self.kit.fitting_prompt(ways, PROMPT_SIZE, self.spots.prompt.w)

    # ---- dragging -----------------------------------------------------------------------------------

    def card_goals(self, cards: list[int], choose: ChooseAction[rules.Action]) -> tuple[DropTarget, ...]:
        """Return the drop targets of cards: the own place, and the others' sets to add to or beat."""
        view, seats = self.view, len(self.seats)
        playing = rules.play_of(tuple(cards))
        plays = playing in view.legal
        beaten = rules.outcome_of(view, playing).beaten if plays else -1

        def goal(action: rules.Action, place: int, legal: bool) -> DropTarget:
            lying = view.sets[place]
            own = rules.owner_of(place, seats) == self.viewer
            box = self.boxes[place] if own else layout.around(self.set_spots(place, len(lying))).at_least(TARGET)
            use = partial(self.pick, cards, action, choose) if legal else partial(self.host.refuse, action)
            return DropTarget(box, use, "" if own else self.set_id(place), 14.0, legal)

        found = []
        for place, lying in enumerate(view.sets):
            if lying and rules.owner_of(place, seats) != self.viewer:
                adding = rules.Action(rules.Verb.ADD, tuple(cards), place)
                if adding in view.legal:
                    found.append(goal(adding, place, legal=True))
                elif place == beaten:
                    found.append(goal(playing, place, legal=True))
                else:
                    found.append(goal(adding if len(cards) == 1 else playing, place, legal=False))
        own = rules.own_place(view.turn, view.area, seats)
        return (*found, goal(playing, own, legal=plays))

    def _set_load(self, place: int, choose: ChooseAction[rules.Action]) -> Callable[[], DragPayload]:
        """Return the payload of another seat's set, dropped on the own hand to take it."""
        cards, taking = self.view.sets[place], rules.Action(rules.Verb.TAKE, (), place)
        goals, numbers = {taking: self.spots.tray}, [number_of(card) for card in cards]
        box = layout.around(self.set_spots(place, len(cards)))
        return self.drags.drag_payload(numbers, goals, choose, box=box, legal=self.view.legal, radius=18)

    def drag_handles(self, view: rules.View, choose: ChooseAction[rules.Action]) -> list[Item]:
        """Return the own cards while another seat decides, which then stay where they are."""
        if self.viewer_decides:
            return []
        return [
            self.drags.drag_handle(str(number_of(card)), spot.box, [number_of(card)])
            for card, spot in self.hand_spots()
        ]
