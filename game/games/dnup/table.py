"""The table of dnuP: how its events are shown and what can be done."""

from __future__ import annotations

from collections.abc import Callable, Hashable, Iterable, Sequence
from functools import partial
from itertools import pairwise
from typing import TYPE_CHECKING, assert_never

from pygame import Surface

from game.core.capabilities import Advice
from game.core.match import Seat
from game.engine import banners, rival, surfaces, text, transitions
from game.engine.backdrop import Backdrop, felt
from game.engine.canvas import Canvas
from game.engine.cards import CORNER
from game.engine.director import Script
from game.engine.drag import DragPayload, DropTarget, SpriteDrag
from game.engine.game_table import CardSpot
from game.engine.items import DragStart, Item, card_id, move_id
from game.engine.kit import Kit
from game.engine.layout import Box
from game.engine.palette import CREAM, GOLD, GOOD, INK, SOFT, rgb
from game.engine.sprites import SHAKE_MS, SpritePlace
from game.engine.transit import InTransit
from game.engine.turn_table import KEYS, ActionButton, ChooseAction, TurnTable
from game.engine.tweens import in_out_cubic, out_cubic
from game.engine.widgets import TARGET, Button, Widget
from game.games.dnup import events as ev
from game.games.dnup import layout, rules, scoring, sending
from game.games.dnup.deck import ACTIVE, END_OF_CARDS, FIRST_CARD, number_of
from game.games.dnup.faces import RATIO, DnupFaces, empty_place, face_of, fan, marker
from game.games.dnup.words import DnupWords

if TYPE_CHECKING:
    from game.app.context import Context

#: rims that the discard pile shows
RIMS = 4
#: a chosen card stands so far above the others, as a share of its width
RISE = 0.16
#: width of the cards that show how a set comes back
SMALL = 64.0
#: between the middles of two own letters
OWN_STEP = 40.0
#: how many cards hands and sets mostly have
USUAL_HANDS, USUAL_SETS = range(4, 15), range(1, 5)
#: how long the other cards make room, and the cards of a set gather beside the one that is dragged, in milliseconds
ROOM_MS, GATHER_MS = 120.0, 110.0
#: cards that are dragged together lie so far apart, as a share of their width, and all of them within so much, logical
APART, WIDEST = 0.62, 260.0
#: the hand reaches so far around its box, logical
AROUND = 14.0
#: how long a card turns, and how much later the next one begins
TURN_MS, NEXT_MS = 280.0, 90.0
#: in a hand they follow each other faster
HAND_NEXT_MS = 32.0
#: how long it can be read who went out with what, in milliseconds at normal speed
END_MS = 1500.0


def by_value(cards: Sequence[int]) -> list[int]:
    """A hand in its order: by what counts now, then by what counts when it is turned."""
    return sorted(cards, key=lambda card: (ACTIVE[card], ACTIVE[card ^ 1], card))


def gold_frame(kit: Kit, w: float, h: float) -> Surface:
    """The line around the place whose turn it is; plain."""
    return surfaces.ring((kit.px(w), kit.px(h)), kit.px(14), max(2, kit.px(2.5)), GOLD)


class CardDrag(SpriteDrag):
    """An own card on its way; out of the hand the others of the set that has been chosen come along."""

    def __init__(self, table: DnupTable, card: int, grip: DragStart, choose: ChooseAction[rules.Action]) -> None:
        self.table = table
        #: the card that the pointer has hold of comes first
        self.cards = [card, *(other for other in table.chosen if other != card)] if card in table.chosen else [card]
        self._ranks: dict[Hashable, int] = {number_of(other): rank for rank, other in enumerate(self.cards)}
        #: it is in the hand: the others make room for it, and where it is dropped it stays
        self.sorting = True
        self._before = list(table.arrangement)
        #: how far from the pointer the others were as they left the hand, and how long that is ago
        self._strayed: dict[Hashable, tuple[float, float]] = {}
        self._gathering = 0.0
        places = table.at_rest([number_of(other) for other in self.cards])
        box = dict(table.hand_spots())[card].box
        super().__init__(table, DragPayload(places, box, table.card_goals(self.cards, choose)), grip)

    def places(self) -> dict[Hashable, SpritePlace]:
        """In the hand the one card alone is with the pointer, outside of it all of them."""
        found = super().places()
        first = number_of(self.cards[0])
        return {first: found[first]} if self.sorting else found

    def offset(self, key: Hashable) -> tuple[float, float]:
        """The others of a set come to lie beside the one that the pointer has hold of."""
        first = number_of(self.cards[0])
        x, y = super().offset(first)
        if key == first:
            return x, y
        x += min(self.payload.places[first].w * APART, WIDEST / len(self.cards)) * self._ranks[key]
        whole = self.bench.ms(GATHER_MS)
        share = out_cubic(min(1.0, self._gathering / whole)) if whole else 1.0
        left, down = self._strayed.get(key, (x, y))
        return left + (x - left) * share, down + (y - down) * share

    def move(self, x: float, y: float) -> None:
        """Follow the pointer: within the hand, or out of it with the whole set."""
        inside = self.table.spots.hand.grown(AROUND).holds(x, y)
        if inside != self.sorting:
            self._cross(inside, x, y)
        super().move(x, y)
        if self.sorting:
            self._make_room()

    def _cross(self, inside: bool, x: float, y: float) -> None:
        """Leave the hand, which is again as it was before, or come back to it."""
        table, sprites = self.table, self.table.layer.sprites
        self.x, self.y, self.sorting, self._gathering = x, y, inside, 0.0
        self._strayed = {key: (sprites[key].x - x, sprites[key].y - y) for key in self.payload.places}
        table.moving = [] if inside else list(self.cards)
        table.arrangement[:] = self._before
        table.arrange(table.ms(ROOM_MS))

    def _make_room(self) -> None:
        """Let the others lie so that there is room for the card where it would go."""
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
        moves = not self.sorting and len(self.cards) > 1 and self._gathering < GATHER_MS * 2
        self._gathering += ms
        if moves and not self.accepted:
            self.put()
        return super().update(ms) or moves

    def drop(self) -> transitions.Transition:
        """Let go: in the hand the card stays where there is room for it, elsewhere a goal gets it or it goes home."""
        if not self.sorting:
            outcome = super().drop()
            self.table.moving = []
            return outcome
        self.bench.dragged = None
        self.bench.layer.let_go()
        self.table.context.audio.play("slide")
        self.table.changed()
        return None

    def cancel(self) -> None:
        self.table.moving = []
        self.table.arrangement[:] = self._before
        super().cancel()


class DnupTable(TurnTable[rules.Action, ev.Event, rules.View]):
    """One match of dnuP as one player sees it."""

    game = "dnup"
    ratio = RATIO
    felt = rgb("#27376F")
    say: DnupWords
    view: rules.View
    spots: layout.Spots

    def __init__(self, context: Context, seats: Sequence[Seat], viewer: int, view: rules.View) -> None:
        super().__init__(context, seats, viewer, view)
        self.layer = sending.Spin(self.layer.look, self.layer.now_ms)
        #: what the viewer knew after the last event that was shown
        self.shown = view
        #: own cards that are chosen, and the set of somebody else that is, or -1
        self.chosen: list[int] = []
        self.target = -1
        #: the place whose set lies turned already, about to go to a hand; or -1
        self.leaving = -1
        #: the rival whose hand turns now, or -1
        self.turning = -1
        #: own cards, by number, in the order in which they lie while the hand is turned; else by value
        self.order_kept: list[int] = []
        #: own cards that the pointer has taken out of the hand: what they would do is shown, not what the chosen would
        self.moving: list[int] = []
        #: own cards that are played go to their place at once
        self.sending = sending.Sending()
        #: backs that are dealt to the others, and letters on their way to somebody
        self.dealt, self.letters = InTransit(), InTransit()
        #: what the banner says, in large letters and beside them, while somebody is done or a round ends
        self.told: tuple[str, str] | None = None
        #: the cards that were laid last, and who has gone out in this round with what, in words
        self.laid = ""
        self.went_out: list[str] = []
        self.build()

    # ---- layout -----------------------------------------------------------------------------------

    def build(self) -> None:
        context, frame = self.context, self.context.frame
        self.faces = DnupFaces(context.kit)
        self.say = DnupWords(context.texts, self.seats)
        spots = self.spots = layout.spots(frame.width, frame.height, len(self.seats) - 1, frame.side, self._sheet)
        self.boxes: dict[int, Box] = {}
        self.backdrop = Backdrop(context.kit, felt(frame, self.felt, (0.5, 0.42 if frame.tall else 0.40)))
        for box in (spots.tray, spots.band):
            self.backdrop.panel(box, 18, 0.42)
        self.bake_log(spots.preview)
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
            # when the hand is dealt its cards turn up one after the other: the first one would write all values anew
            self.faces.make_ahead(face_of(FIRST_CARD), spot.w)
        self.arrange()

    def _bake_plate(self) -> None:
        """The own name, and in a tall window the game's."""
        self.bake_name(self.viewer, self.spots.name, 25, self.spots.name_width)
        if self.context.frame.tall:
            self.bake_title()

    # ---- where things lie ---------------------------------------------------------------------------

    def sync(self, view: rules.View, ms: float = 0) -> None:
        self.view = view
        self.shown = view
        self.leaving, self.turning, self.order_kept, self.moving = -1, -1, [], []
        self.dealt.forget()
        self.letters.forget()
        self.sending.forget()
        self.told = None
        self.chosen = [card for card in self.chosen if card in view.hand and view.turn == self.viewer]
        self.target = -1
        self.arrange(ms)

    @property
    def tells(self) -> bool:
        """Somebody is out, or the round is over."""
        return self.told is not None

    def upcoming_faces(self) -> Iterable[tuple[str, float]]:
        """Every card that can be played; before that one at each width, for which values are written anew."""
        yield "back", self.spots.widest_set
        for w in self._widths():
            yield face_of(FIRST_CARD), w
        for card in range(FIRST_CARD, END_OF_CARDS):
            yield face_of(card), self.spots.widest_set

    def _widths(self) -> list[float]:
        """How wide cards become in usual sets and hands, the next ones first."""
        sets = (self.set_spots(place, count) for count in USUAL_SETS for place in self.boxes)
        counts = sorted(USUAL_HANDS, key=lambda count: abs(count - len(self.view.hand)))
        hands = (layout.hand(self.spots.hand, count, self.spots.widest) for count in counts)
        return list(dict.fromkeys(spots[0].w for spots in (*sets, *hands)))

    def _places(self) -> dict[Hashable, SpritePlace]:
        places: dict[Hashable, SpritePlace] = {}
        for place, cards in enumerate(self.shown.sets):
            turn = 1 if place == self.leaving else 0
            state = self._set_state(place)
            for number, (card, spot) in enumerate(zip(cards, self.set_spots(place, len(cards)), strict=True)):
                places[number_of(card)] = SpritePlace(*spot, face_of(card ^ turn), 20 + number * 0.1, state)
        places |= self._hand_places()
        x, y, w = self.spots.discard
        for rim in range(min(RIMS, -(-self.shown.discard_count // 3))):
            places["discard", rim] = SpritePlace(
                x - rim * 1.5, y - rim * 2.2, w, "back", -9 + rim, "flat" if rim else "rest"
            )
        return places

    def set_spots(self, place: int, count: int) -> tuple[layout.Spot, ...]:
        """Where ``count`` cards of the set at a place lie."""
        box = self.boxes[place]
        if rules.areas_of(len(self.seats)) > 1:
            box = Box(box.x + 8, box.y + 11, box.w - 16, box.h - 13)
        return layout.a_set(box, count, self.spots.widest_set)

    @staticmethod
    def set_id(place: int) -> str:
        """The id of the item of the set at a place."""
        return card_id(place, "set")

    def _set_state(self, place: int) -> str:
        """How the cards of a set look: what can be done with it, or what would be done to it."""
        if not self.asked or self.leaving >= 0:
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
        return "rest"

    def _hand_places(self) -> dict[Hashable, SpritePlace]:
        places: dict[Hashable, SpritePlace] = {}
        for number, (card, spot) in enumerate(self.hand_spots()):
            is_chosen = card in self.chosen
            pointed = self.pointed == card_id(number_of(card)) and self.dragged is None
            state = "selected" if is_chosen else "hover" if pointed else "rest"
            rise = spot.w * RISE if is_chosen else spot.w * 0.06 if state == "hover" else 0.0
            places[number_of(card)] = SpritePlace(
                spot.x, spot.y - rise, spot.w, face_of(card), 40 + number * 0.1, state
            )
            if sent := self.sending.spots.get(number_of(card)):
                places[number_of(card)] = SpritePlace(*sent, face_of(card), 40 + number * 0.1)
        return places

    def hand_spots(self) -> list[tuple[int, layout.Spot]]:
        """The own cards in their order with their places: by value, or as their owner wants, and then new ones last."""
        cards = by_value(self.shown.hand)
        order = {number: place for place, number in enumerate(self.order_kept or self.arrangement)}
        cards.sort(key=lambda card: order.get(number_of(card), len(order)))
        return list(zip(cards, layout.hand(self.spots.hand, len(cards), self.spots.widest), strict=True))

    def seen_of_hand(self) -> dict[int, Box]:
        """What is to be seen of each own card: the next one of its row may lie over its right part."""
        hand = self.hand_spots()
        found = {card: spot.box for card, spot in hand}
        for (card, spot), (_next, over) in pairwise(hand):
            if over.y == spot.y:
                box = found[card]
                found[card] = box._replace(w=min(box.w, over.box.x - box.x))
        return found

    def hand_place(self, seat: int, face: str = "back") -> SpritePlace:
        """Where the cards of a rival's hand are."""
        panel = self.panels[seat]
        return SpritePlace(panel.fan[0] + panel.fan_width / 3, panel.fan[1], panel.back, face, 60)

    def count_of(self, seat: int) -> int:
        """How many cards a hand has, but for those that are on their way there."""
        return self.shown.hand_counts[seat] - self.dealt.due(seat)

    def fan_places(self, seat: int) -> list[SpritePlace]:
        """Where the backs of a rival's hand lie side by side."""
        panel, count = self.panels[seat], self.count_of(seat)
        x, y = panel.fan
        step = panel.fan_step(count)
        return [SpritePlace(x + panel.back / 2 + step * number, y, panel.back, "back", 60) for number in range(count)]

    def letter_place(self, seat: int, number: int) -> tuple[float, float, float]:
        """The middle and width of the place of a seat's letter, counted from 0."""
        number = min(number, scoring.goal_of(len(self.seats)) - 1)
        if seat == self.viewer:
            (x, y), w = self.spots.letters, self.spots.letter
        else:
            (x, y), w = self.panels[seat].letters, self.panels[seat].letter
        return x + number * self._letter_step(seat), y, w

    def _letter_step(self, seat: int) -> float:
        return OWN_STEP if seat == self.viewer else self.panels[seat].step

    def letter_face(self, number: int) -> str:
        """The picture of a seat's letter, or of a round won between two players."""
        return "cup" if len(self.seats) == 2 else f"letter{min(number, len(scoring.LETTERS) - 1)}"

    def place_of(self, name: str) -> Box | None:
        """A part of the table by the name that a lesson calls it by: the hand, the own letters, a card, a set."""
        if name == "hand" and self.shown.hand:
            return layout.around(tuple(spot for _card, spot in self.hand_spots()))
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

    # ---- what is being thought about ----------------------------------------------------------------

    @property
    def minded(self) -> list[int]:
        """The own cards that are thought about: those on their way with the pointer, or else the chosen ones."""
        return self.moving or self.chosen

    def action_chosen(self) -> rules.Action | None:
        """Playing the chosen cards, whether that is allowed or not."""
        return rules.play_of(tuple(self.minded)) if self.minded else None

    def additions(self) -> dict[int, rules.Action]:
        """Place -> adding the one chosen card there, where that is allowed."""
        if len(self.minded) != 1 or not self.asked:
            return {}
        cards = tuple(self.minded)
        return {act.place: act for act in self.view.legal if act.verb == rules.Verb.ADD and act.cards == cards}

    def considered(self) -> rules.Action | None:
        """The action whose outcome is shown: the addition pointed at, else playing, or the first addition instead."""
        additions, playing = self.additions(), self.action_chosen()
        for place, action in additions.items():
            if self.pointed in (move_id(rules.Verb.ADD), self.set_id(place)):
                return action
        return playing if playing in self.view.legal else next(iter(additions.values()), playing)

    def outcome(self) -> rules.SetOutcome | None:
        """What the action that is considered leads to."""
        action = self.considered()
        return rules.outcome_of(self.view, action) if action and self.view.phase == rules.Phase.PLAY else None

    # ---- drawing ------------------------------------------------------------------------------------

    def draw(self, canvas: Canvas) -> None:
        kit, spots, shown = self.context.kit, self.spots, self.shown
        canvas.background(self.backdrop.surface)
        for seat, panel in self.panels.items():
            self.rivals.draw_face(canvas, seat, shown.turn)
            self._draw_fan(canvas, seat, panel)
            self._draw_letters(canvas, seat)
        canvas.put_centred(self.face(self.viewer, spots.radius, shown.turn == self.viewer), *spots.face)
        held = self.words("hand", count=shown.hand_counts[self.viewer])
        if not (self.arrangement and self.asked):
            # else the button that puts the hand in order again stands there
            room = spots.name_width if not self.context.frame.tall else 130
            canvas.put_left(kit.line(held, 18, SOFT, text.STRONG, room), *spots.held)
        self._draw_letters(canvas, self.viewer)
        self._draw_empty(canvas)
        self._draw_turn(canvas)
        self._draw_preview(canvas)
        self.layer.draw(canvas)
        self.draw_labels(canvas)
        for seat in self.panels:
            self.rivals.draw_last(canvas, seat)
        if not self.context.frame.tall:
            # in a tall window the strip of the log says it
            self.last_pill(canvas, self.viewer, *spots.last, anchor="centre")
        self.draw_popups(canvas)
        if self.told:
            self.banner.draw(canvas, *self.told, self.context.frame.width / 2, self._banner_height())

    def _banner_height(self) -> float:
        """The middle of the banner: between the sets of the others and the own place, or over that and the log."""
        box = self.spots.band
        return box.centre[1] if self.context.frame.tall else box.y - 34

    def _draw_empty(self, canvas: Canvas) -> None:
        """The dashed places where nobody has laid a set yet."""
        for place, cards in enumerate(self.shown.sets):
            if not cards:
                spot = self.set_spots(place, 1)[0]
                canvas.put_centred(self.kit.made(empty_place, spot.w), spot.x, spot.y)

    def _draw_fan(self, canvas: Canvas, seat: int, panel: layout.Panel) -> None:
        """How many cards a rival has."""
        kit, count = self.context.kit, self.count_of(seat)
        x, y = panel.fan
        if not count:
            if seat in self.shown.out:
                canvas.put_left(kit.pill(self.words("is_out"), 16, GOLD, INK), x, y)
            return
        step = panel.fan_step(count)
        if seat != self.turning:
            canvas.put_left(kit.made(fan, count, panel.back, step), x, y)
        canvas.put_left(kit.sticker(str(count), panel.back * 0.95), x + panel.back + step * (count - 1) + 10, y)

    def _draw_letters(self, canvas: Canvas, seat: int) -> None:
        won = self.shown.totals[seat] - self.letters.due(seat)
        for number in range(scoring.goal_of(len(self.seats))):
            x, y, w = self.letter_place(seat, number)
            canvas.put_centred(self.context.kit.made(marker, self.letter_face(number), w, number < won), x, y)

    def _current(self) -> int:
        """Between two players: the place whose turn it is, or -1."""
        if rules.areas_of(len(self.seats)) == 1 or self.view.phase != rules.Phase.PLAY or self.shown.turn < 0:
            return -1
        return rules.own_place(self.shown.turn, self.shown.area, len(self.seats))

    def _draw_turn(self, canvas: Canvas) -> None:
        """The line around the place whose turn it is."""
        if (place := self._current()) >= 0:
            box = self.boxes[place]
            canvas.put(self.context.kit.made(gold_frame, box.w, box.h), box.x, box.y)

    def _draw_numbers(self, canvas: Canvas) -> None:
        """Between two players: which of somebody's places is the first, where no card hides it."""
        areas, current = rules.areas_of(len(self.seats)), self._current()
        for place, box in self.boxes.items() if areas > 1 else ():
            fill, ink = (GOLD, INK) if place == current else (INK, CREAM)
            pill = self.context.kit.pill(self.words(f"area_{place % areas + 1}"), 15, fill, ink)
            canvas.put_left(pill, box.x + 6, box.y + 1)

    def draw_labels(self, canvas: Canvas) -> None:
        """What each set is, and how many cards have been put away; between two players also which place is which."""
        self._draw_numbers(canvas)
        kit, shown, spots = self.context.kit, self.shown, self.spots
        own = rules.own_place(self.view.turn, self.view.area, len(self.seats)) if self.asked else -1
        for place, cards in enumerate(shown.sets):
            numbers = [number_of(card) for card in cards]
            if not cards or place == self.leaving or any(map(self.layer.moving, numbers)):
                continue
            if any(map(self.elsewhere, numbers)):
                continue
            spots_there = self.set_spots(place, len(cards))
            gold = self._set_state(place) in ("legal", "selected")
            words = self.say.set(cards)
            if place == own:
                words = self.words("leaves_next")
            pill = kit.pill(words, 19 if place != own else 16, GOLD if gold else CREAM, INK)
            canvas.put_centred(pill, *layout.pill_place(spots_there, self.boxes[place], pill.get_height() / kit.scale))
        if count := shown.discard_count:
            x, y, w = spots.discard
            words = str(count) if self.context.frame.tall else self.words("discarded", count=count)
            canvas.put_centred(kit.pill(words, 16, CREAM, INK, text.BLACK), x, y + w * RATIO / 2 + 6)

    def _draw_preview(self, canvas: Canvas) -> None:
        """How the cards come back that the chosen ones would beat, or the newest lines of the log."""
        kit, box = self.context.kit, self.spots.preview
        heading, cards = self._coming_back()
        if not cards and self.context.frame.tall:
            if not self.teaches:
                self.draw_newest(canvas, box)
            return
        if not cards:
            self.draw_log(canvas, box)
            return
        canvas.put_left(kit.line(heading, 18, CREAM, text.BLACK, box.w - 32), box.x + 16, box.y + 22)
        room = Box(box.x + 14, box.y + 40, box.w - 82, box.h - 46 + layout.PILL_ROOM)
        for card, spot in zip(cards, layout.a_set(room, len(cards), SMALL), strict=True):
            canvas.put_centred(self.faces(face_of(card), spot.w), spot.x, spot.y)
        x, y = box.x + box.w - 40, box.y + box.h / 2 + 10
        canvas.put_centred(kit.icon("turn", 46, GOLD), x, y - 6)
        canvas.put_centred(kit.line(self.words("turned"), 15, GOLD, text.BLACK, 74), x, y + 28)

    def _coming_back(self) -> tuple[str, rules.Cards]:
        """Cards as they would lie in the hand they go to, and the words for it."""
        sets = self.view.sets
        if not self.asked:
            return "", ()
        if self.target >= 0:
            return self.words("takes"), tuple(card ^ 1 for card in sets[self.target])
        outcome = self.outcome()
        if outcome is None or outcome.beaten < 0:
            return "", ()
        owner = rules.owner_of(outcome.beaten, len(self.seats))
        if owner in self.view.out:
            return "", ()
        heading = self.words("returns_own") if owner == self.viewer else self.words("returns", name=self.name(owner))
        return heading, tuple(card ^ 1 for card in sets[outcome.beaten])

    def draw_prompt(self, canvas: Canvas, words: str, x: float, y: float, most: float) -> None:
        """What is to be decided: beside the own place where there is room for it, else in its pill."""
        high = self.spots.prompt_height
        if not high:
            super().draw_prompt(canvas, words, x, y, most)
            return
        canvas.put_centred(self.context.kit.paragraph(words, 23, most, CREAM, text.BLACK, high), x, y)

    # what bots lay shows their cards, so that nothing before it can be taken back
    undo_is_rare = True
    # the digit of a card is the number that it shows: a cap would only hide its star
    digit_caps = False

    # ---- events -------------------------------------------------------------------------------------

    def mark(self, event: ev.Event) -> None:
        """As everywhere; with a new round nobody is out any more."""
        super().mark(event)
        if isinstance(event, ev.RoundStarted):
            self.last = None

    def script(self, event: ev.Event, view: rules.View) -> Script:
        self.mark(event)
        self.chosen, self.target = [], -1
        if self.sending.follow(event, self.shown, self.set_spots):
            self.resting.clear()
            self.context.audio.play("deal")
            self.arrange(self.ms(sending.SEND_MS), curve=out_cubic)
        if not isinstance(event, ev.WentOut | ev.RoundEnded | ev.RoundBroken | ev.GameEnded):
            self.told = None
        match event:
            case ev.RoundStarted():
                self.context.audio.play("shuffle")
                self.arrangement.clear()
                self.went_out.clear()
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
        """What makes room for played cards comes before them; a set that is taken turns where it was dropped."""
        return isinstance(event, ev.SetDiscarded | ev.SetReturned | ev.SetTaken)

    def _deal(self, event: ev.HandsDealt, view: rules.View) -> Script:
        """Everybody gets a hand from the pack, card by card."""
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
        """A set leaves the round, face down."""
        self.context.audio.play("slide")
        end = SpritePlace(*self.spots.discard, "back", 60)
        spots = self.set_spots(event.place, len(event.cards))
        for number, (card, spot) in enumerate(zip(event.cards, spots, strict=True)):
            self.layer.fly(SpritePlace(*spot, face_of(card), 60), end, self.ms(280), self.ms(40) * number, 20)
        self.shown = view
        self.arrange(self.ms(sending.SEND_MS) if self.sending.spots else 0)
        yield 300 + 40 * len(spots)

    def _take_up(self, event: ev.SetReturned | ev.SetTaken, view: rules.View) -> Script:
        """The golden rule: every card turns where it lies, one after the other, then they go to the hand."""
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
        self.resting.clear()
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
        """Cards go from a hand to the table."""
        cards = event.cards if isinstance(event, ev.SetPlayed) else (event.card,)
        self.context.audio.play("claim" if isinstance(event, ev.CardAdded) else f"count_{min(3, len(cards))}")
        waits = 140.0 if self.sending.spots else 360.0 + 30 * len(cards)
        self.sending.forget()
        self.shown = view
        self.laid = self.say.set(cards)
        origins: dict[Hashable, SpritePlace] = {}
        if event.seat != self.viewer:
            origins = {number_of(card): self.hand_place(event.seat) for card in cards}
        self.arrange(self.ms(300), curve=out_cubic, stagger=self.ms(30), origins=origins)
        yield waits

    def _turn_hand(self, event: ev.HandTurned, view: rules.View) -> Script:
        """Every card of a hand turns in its place; then an own hand is put in order."""
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
        """Somebody has no card left and gets letters, one by one."""
        audio, seat = self.context.audio, event.seat
        audio.play("win")
        self.feel(seat, "glad")
        had = self.shown.totals[seat]
        self.shown = view
        self.went_out.append(self.words("went_out", name=self.name(seat), set=self.laid))
        self.told = self.words("done", name=self.name(seat)), self.words("done_with", set=self.laid)
        self.letters.send(due={seat: event.award})
        self.arrange(self.ms(120))
        frame = self.context.frame
        yield 300
        for number in range(event.award):
            face = self.letter_face(had + number)
            x, y, w = self.letter_place(seat, had + number)
            start = SpritePlace(frame.width / 2, frame.height * 0.45, 110, face, 95)
            self.layer.fly(start, SpritePlace(x, y, w, face, 95), self.ms(520), arc=40)
            audio.play(f"chip_{1 + number % 3}")
            yield 540
            self.letters.arrive(seat)
        yield 240

    def _end(self, event: ev.RoundEnded | ev.RoundBroken | ev.GameEnded, view: rules.View) -> Script:
        """The round, or the game, is over."""
        self.shown = view
        over = self.words("round_over")
        if isinstance(event, ev.RoundBroken):
            self.told = over, self.words("log.RoundBroken", count=event.turns)
        elif isinstance(event, ev.RoundEnded) and self.went_out and (not self.told or self.told[0] != over):
            self.told = over, self.context.texts.listed(self.went_out)
        if isinstance(event, ev.GameEnded):
            for seat in range(len(self.seats)):
                self.feel(seat, "glad" if seat in event.winners else "beaten")
            yield 500
        elif isinstance(event, ev.RoundBroken):
            self.context.audio.play("wrong")
            yield 800
        else:
            self.arrange(self.ms(120))
            # without animation too it stays in sight for a while
            yield END_MS if self.context.settings.pace else -END_MS

    # ---- what can be done ---------------------------------------------------------------------------

    def controls(
        self, view: rules.View, choose: ChooseAction[rules.Action], selected: rules.Action | None
    ) -> list[Widget]:
        """The own cards and the others' sets, to be chosen; buttons that say what the choice leads to."""
        if view.phase != rules.Phase.PLAY:
            return []
        choose = self.sending.noting(choose)
        widgets: list[Widget] = []
        seen = self.seen_of_hand()
        for card, spot in self.hand_spots():
            box = spot.box
            item = Item(
                card_id(number_of(card)),
                self.say.card(card),
                box,
                lambda card=card: self._toggle(card),  # type: ignore[misc]
                shift=lambda by, card=card: self._shift(card, by),  # type: ignore[misc]
                take=lambda grip, card=card: self.begin(CardDrag(self, card, grip, choose)),  # type: ignore[misc]
                on=card in self.chosen,
                card=seen[card],
            )
            widgets.append(CardSpot(self.context.kit, item, True))
        for place, cards in enumerate(view.sets):
            if cards and rules.owner_of(place, len(self.seats)) != self.viewer:
                box = layout.around(self.set_spots(place, len(cards)))
                label = self.words("set_of", set=self.say.set(cards), name=self.say.owner(place))
                item = Item(
                    self.set_id(place),
                    label,
                    box.at_least(TARGET),
                    lambda place=place: self._aim(place, choose),  # type: ignore[misc]
                    take=self.taking(self._set_load(place, choose)),
                    on=place == self.target,
                    card=box,
                )
                widgets.append(CardSpot(self.context.kit, item, True))
        return [*widgets, *self._buttons(choose, selected), *self._sort_button()]

    def marked(self, advice: Advice[rules.Action]) -> list[tuple[Box, float]]:
        """The cards to play or to add, and the set that is beaten, added to or taken."""
        action, view = advice.action, self.view
        cards = [box for card, box in self.seen_of_hand().items() if card in action.cards]
        places = [action.place] if action.verb in (rules.Verb.ADD, rules.Verb.TAKE) else []
        if action.verb in (rules.Verb.PLAY, rules.Verb.ADD) and (beaten := rules.outcome_of(view, action).beaten) >= 0:
            places.append(beaten)
        sets = [layout.around(self.set_spots(place, len(view.sets[place]))) for place in places]
        return [*((box, box.w * CORNER) for box in cards), *((box, 12.0) for box in sets)]

    def _toggle(self, card: int) -> None:
        """Choose an own card or put it back; cards of another value make way, for no set could hold both."""
        self.target = -1
        if card in self.chosen:
            self.chosen.remove(card)
        else:
            self.chosen = [other for other in self.chosen if ACTIVE[other] == ACTIVE[card]] + [card]
        self.changed()

    # ---- the order of the hand ------------------------------------------------------------------

    def _shift(self, card: int, by: int) -> None:
        """Let an own card and its neighbour to the left (-1) or right (1) change places (rule text, ruling d)."""
        order = [number_of(other) for other, _spot in self.hand_spots()]
        here = order.index(number_of(card))
        there = here + by
        if 0 <= there < len(order):
            order[here], order[there] = order[there], order[here]
            self.arrangement[:] = order
            self.context.audio.play("slide")
            self.changed()

    def _sort_button(self) -> list[Widget]:
        """Puts a hand that has been ordered by hand in order by value again."""
        if not self.arrangement:
            return []
        return [Button(self.kit, "sort", self.spots.sort, self.words("sort"), self._sort, kind="dark", size=18)]

    def _sort(self) -> None:
        self.arrangement.clear()
        self.context.audio.play("slide")
        self.changed()

    # ---- the choice -------------------------------------------------------------------------------

    def _aim(self, place: int, choose: ChooseAction[rules.Action]) -> transitions.Transition:
        """Choose the set of somebody else: to add the one chosen card, to be beaten, or to be taken."""
        action, outcome = self.considered(), self.outcome()
        if action and outcome and outcome.beaten == place:
            return choose(action)
        if len(self.chosen) == 1:
            return choose(rules.Action(rules.Verb.ADD, tuple(self.chosen), place))
        self.chosen = []
        self.target = -1 if place == self.target else place
        self.changed()
        return None

    def changed(self) -> None:
        """Show another choice or order, and offer what can be done with it."""
        self.arrange(self.ms(120))
        self.offer()

    def pick(
        self, cards: list[int], action: rules.Action, choose: ChooseAction[rules.Action]
    ) -> transitions.Transition:
        """Choose these own cards and what is to be done with them at once."""
        self.chosen, self.target = list(cards), -1
        return choose(action)

    def next_step(self) -> str:
        """The first button of the choice, if one has been begun."""
        offers = self._offers() if self.chosen or self.target >= 0 else []
        return self.button_id(offers[0].action) if offers else ""

    def unchoose(self) -> bool:
        """Put the chosen cards back."""
        if not self.chosen and self.target < 0:
            return False
        self.chosen, self.target = [], -1
        self.changed()
        return True

    def _offers(self) -> list[ActionButton[rules.Action]]:
        """What can be done with the choice, above the turning of the hand or in its place, as buttons say it."""
        say, view = self.say, self.view
        offers: list[ActionButton[rules.Action]] = []
        if playing := self.action_chosen():
            kind, icon = ("primary", "check") if playing in view.legal else ("dark", "close")
            named = say.action(playing, view)
            offers.append(
                ActionButton(playing, kind, self.words("play_short"), say.leads_to(playing, view), icon, named)
            )
        for adding in list(self.additions().values())[:1]:
            # one amber button at a time: where the choice can be played too, that is it
            kind = "secondary" if any(offer.kind == "primary" for offer in offers) else "primary"
            named = say.action(adding, view)
            offers.append(
                ActionButton(adding, kind, self.words("add_short"), say.leads_to(adding, view), "plus", named)
            )
        if self.target >= 0:
            taking = rules.Action(rules.Verb.TAKE, (), self.target)
            offers.append(ActionButton(taking, "primary", self.words("take_set"), self.words("take_note"), "card"))
        if len(offers) < 2:
            sub = self.words("turn_note", count=len(view.hand))
            offers.append(ActionButton(rules.TURN, "secondary", self.words("turn"), sub, "turn"))
        return offers

    def _buttons(self, choose: ChooseAction[rules.Action], selected: rules.Action | None) -> list[Widget]:
        """A button for each offer."""
        offers = self._offers()
        numbers = range(len(offers)) if len(offers) > 1 else (1,)
        return [
            self.button(offer, self._button_box(number, len(offers)), 27, KEYS[number], self._tried(choose), selected)
            for number, offer in zip(numbers, offers, strict=True)
        ]

    def _tried(self, choose: ChooseAction[rules.Action]) -> ChooseAction[rules.Action]:
        """Choose an action by its button: where it cannot be done the chosen cards shake, beside what is said of it."""

        def chosen(action: rules.Action) -> transitions.Transition:
            for card in action.cards if action not in self.view.legal else ():
                self.layer.shake(number_of(card), self.ms(SHAKE_MS))
            return choose(action)

        return chosen

    def cap(self, meaning: str) -> str:
        """Nothing: a digit chooses a card of that value here."""
        del meaning
        return ""

    def numbered(self, cards: Sequence[Item]) -> dict[str, Item]:
        """The own cards by their value: the next one that is not chosen yet, or the last if all of them are."""
        items = {item.id: item for item in cards}
        found: dict[str, Item] = {}
        for card, _spot in self.hand_spots():
            digit = str(ACTIVE[card])
            if (item := items.get(card_id(number_of(card)))) and (digit not in found or found[digit].on):
                found[digit] = item
        return found

    def _button_box(self, place: int, count: int) -> Box:
        first, last = self.spots.buttons
        if count == 1 and first.y == last.y:
            return first._replace(w=last.x + last.w - first.x)
        return (first, last)[place]

    def button_id(self, action: rules.Action) -> str:
        """The id of an action's button; playing begins with a card. With other cards chosen that is another move's."""
        others = self.chosen and action.cards and set(self.chosen) != set(action.cards)
        return "" if others else move_id(action.verb)

    def item_of(self, action: rules.Action) -> str:
        if action.verb == rules.Verb.TAKE:
            return self.set_id(action.place)
        return card_id(number_of(action.cards[0])) if action.cards else self.button_id(action)

    def prompt(self, view: rules.View) -> str:
        chosen = tuple(self.chosen) if self.asked else ()
        return self.say.prompt(view, chosen, self.target, self.decides(view.turn), not self.spots.prompt_height)

    # ---- what a pointer takes along ------------------------------------------------------------------

    def card_goals(self, cards: list[int], choose: ChooseAction[rules.Action]) -> tuple[DropTarget, ...]:
        """The place of the own set, and the others' sets: to be added to or to be beaten."""
        view, seats = self.view, len(self.seats)
        playing = rules.play_of(tuple(cards))
        plays = playing in view.legal
        beaten = rules.outcome_of(view, playing).beaten if plays else -1

        def goal(action: rules.Action, place: int, legal: bool) -> DropTarget:
            lying = view.sets[place]
            own = rules.owner_of(place, seats) == self.viewer
            box = self.boxes[place] if own else layout.around(self.set_spots(place, len(lying))).at_least(TARGET)
            use = partial(self.pick, cards, action, choose) if legal else partial(self.refuse, action)
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
        """The set of somebody else, to the own hand: it is taken."""
        cards, taking = self.view.sets[place], rules.Action(rules.Verb.TAKE, (), place)
        goals, numbers = {taking: self.spots.tray}, [number_of(card) for card in cards]
        box = layout.around(self.set_spots(place, len(cards)))
        return self.drag_payload(numbers, goals, choose, box=box, legal=self.view.legal, radius=18)

    def drag_handles(self, view: rules.View, choose: ChooseAction[rules.Action]) -> list[Item]:
        """The own cards while somebody else decides: they stay where they are."""
        del view, choose
        if self.asked:
            return []
        return [self.drag_handle(str(number_of(card)), spot.box, [number_of(card)]) for card, spot in self.hand_spots()]
