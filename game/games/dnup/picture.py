"""The picture of the table of dnuP: sets, hands, letters and figures, as they are shown now."""

from __future__ import annotations

from collections.abc import Hashable, Iterable, Sequence
from itertools import pairwise
from typing import TYPE_CHECKING

from pygame import Surface

from game.core.match import Seat
from game.engine import surfaces, text
from game.engine.backdrop import Backdrop, felt
from game.engine.banners import Banner
from game.engine.canvas import Canvas
from game.engine.items import card_id, move_id
from game.engine.kit import Kit
from game.engine.layout import Box
from game.engine.palette import CREAM, GOLD, GOOD, INK, SOFT, rgb
from game.engine.sprites import Place
from game.engine.turn_table import PROMPT_HIGH, TurnTable
from game.games.dnup import layout
from game.games.dnup.deck import ACTIVE, END_OF_CARDS, FIRST_CARD, number_of
from game.games.dnup.events import Event
from game.games.dnup.faces import RATIO, Faces, empty_place, face_of, fan, marker
from game.games.dnup.layout import PILL_ROOM, Panel, Spot
from game.games.dnup.outlook import Outcome, outcome_of
from game.games.dnup.places import areas_of, own_place, owner_of
from game.games.dnup.rules import Action, Cards, Phase, Verb, View, play_of
from game.games.dnup.scoring import LETTERS, goal_of
from game.games.dnup.sending import Sending
from game.games.dnup.shown import Shown
from game.games.dnup.spinning import Spin
from game.games.dnup.words import Words

if TYPE_CHECKING:
    from game.context import Context

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
#: the newest lines of the log stand where nothing comes back
LOG_HEADING = 34.0
#: how wide the paper of a lesson is beside the own set, and how far it keeps off the own cards
PAPER, PAPER_OFF = 350.0, 8.0


def by_value(cards: Sequence[int]) -> list[int]:
    """A hand in its order: by what counts now, then by what counts when it is turned."""
    return sorted(cards, key=lambda card: (ACTIVE[card], ACTIVE[card ^ 1], card))


def gold_frame(kit: Kit, w: float, h: float) -> Surface:
    """The line around the place whose turn it is; plain."""
    return surfaces.ring((kit.px(w), kit.px(h)), kit.px(14), max(2, kit.px(2.5)), GOLD)


class Picture(TurnTable[Action, Event, View]):
    """Lays out and draws what :class:`Shown` says."""

    game = "dnup"
    ratio = RATIO
    head_wide = 236.0
    felt = rgb("#27376F")
    say: Words
    view: View
    spots: layout.Spots

    def __init__(self, context: Context, seats: Sequence[Seat], viewer: int, view: View) -> None:
        super().__init__(context, seats, viewer, view)
        self.layer = Spin(self.layer.look, self.layer.now_ms)
        self.shown = Shown(view)
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
        self.sending = Sending(self)
        #: letters on their way to somebody
        self.uncollected: dict[int, int] = {}
        #: what the banner says, in large letters and beside them, while somebody is done or a round ends
        self.told: tuple[str, str] | None = None
        #: the cards that were laid last, and who has gone out in this round with what, in words
        self.laid = ""
        self.went_out: list[str] = []
        self.build()

    # ---- layout -----------------------------------------------------------------------------------

    def build(self) -> None:
        """Lay out and bake for the window as it is now."""
        context, frame = self.context, self.context.frame
        self.faces = Faces(context.kit)
        self.say = Words(context.texts, self.seats)
        spots = self.spots = layout.spots(frame.width, frame.height, len(self.seats) - 1, frame.side)
        self.panels: dict[int, Panel] = {}
        self.boxes: dict[int, Box] = {}
        self.backdrop = Backdrop(context.kit, felt(frame, self.felt, (0.5, 0.42 if frame.tall else 0.40)))
        for box in (spots.tray, spots.band, spots.preview):
            self.backdrop.panel(box, 18, 0.42)
        areas = areas_of(len(self.seats))
        goal = goal_of(len(self.seats))
        for seat, box, sets in zip(self.order()[1:], spots.opponents, spots.sets, strict=True):
            self.panels[seat] = layout.panel(box, frame.tall, goal)
            self.backdrop.panel(box)
            self._bake_opponent(seat)
            self.boxes |= {seat * areas + area: part for area, part in enumerate(sets)}
        self.boxes |= {self.viewer * areas + area: part for area, part in enumerate(spots.areas)}
        for box in self.boxes.values() if areas > 1 else spots.areas:
            self.backdrop.frame_line(box, 14, CREAM, 1.5, 50)
        self._bake_plate()
        self.banner = Banner(context.kit, GOOD, frame.tall)
        for _card, spot in self.hand_spots()[:1]:
            # when the hand is dealt its cards turn up one after the other: the first one would write all values anew
            self.faces.make_ahead(face_of(FIRST_CARD), spot.w)
        self.arrange()

    def _bake_opponent(self, seat: int) -> None:
        """A rival's name: it never changes."""
        panel = self.panels[seat]
        self.bake_name(seat, panel.name, self.kit.fitting(24, panel.line * 0.9), panel.name_width)

    def _bake_plate(self) -> None:
        """The own name, and in a tall window the game's."""
        self.bake_name(self.viewer, self.spots.name, 25, self.spots.name_width)
        if self.context.frame.tall:
            self.bake_title()

    # ---- where things lie ---------------------------------------------------------------------------

    def sync(self, view: View, ms: float = 0) -> None:
        """Make the picture show ``view``."""
        self.view = view
        self.shown.take_over(view)
        self.leaving, self.turning, self.order_kept, self.moving = -1, -1, [], []
        self.uncollected.clear()
        self.sending.forget()
        self.told = None
        self.chosen = [card for card in self.chosen if card in view.hand and view.turn == self.viewer]
        self.target = -1
        self.arrange(ms)

    @property
    def tells(self) -> bool:
        """Somebody is out, or the round is over."""
        return self.told is not None

    def coming(self) -> Iterable[tuple[str, float]]:
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

    def _places(self) -> dict[Hashable, Place]:
        places: dict[Hashable, Place] = {}
        for place, cards in enumerate(self.shown.sets):
            turn = 1 if place == self.leaving else 0
            state = self._set_state(place)
            for number, (card, spot) in enumerate(zip(cards, self.set_spots(place, len(cards)), strict=True)):
                places[number_of(card)] = Place(*spot, face_of(card ^ turn), 20 + number * 0.1, state)
        places |= self._hand_places()
        x, y, w = self.spots.discard
        for rim in range(min(RIMS, -(-self.shown.discard_count // 3))):
            places["discard", rim] = Place(x - rim * 1.5, y - rim * 2.2, w, "back", -9 + rim, "flat" if rim else "rest")
        return places

    def set_spots(self, place: int, count: int) -> tuple[Spot, ...]:
        """Where ``count`` cards of the set at a place lie."""
        box = self.boxes[place]
        if areas_of(len(self.seats)) > 1:
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
        if place == own_place(self.view.turn, self.view.area, len(self.seats)):
            return "dim"
        if place == self.target:
            return "selected"
        if self.pointed == self.set_id(place):
            return "hover"
        outcome = self.outcome()
        if place in self.additions() or (outcome and outcome.beaten == place):
            return "legal"
        return "rest"

    def _hand_places(self) -> dict[Hashable, Place]:
        places: dict[Hashable, Place] = {}
        for number, (card, spot) in enumerate(self.hand_spots()):
            is_chosen = card in self.chosen
            pointed = self.pointed == card_id(number_of(card)) and self.carried is None
            state = "selected" if is_chosen else "hover" if pointed else "rest"
            rise = spot.w * RISE if is_chosen else spot.w * 0.06 if state == "hover" else 0.0
            places[number_of(card)] = Place(spot.x, spot.y - rise, spot.w, face_of(card), 40 + number * 0.1, state)
            if sent := self.sending.spots.get(number_of(card)):
                places[number_of(card)] = Place(*sent, face_of(card), 40 + number * 0.1)
        return places

    def hand_spots(self) -> list[tuple[int, Spot]]:
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

    def hand_place(self, seat: int, face: str = "back") -> Place:
        """Where the cards of a rival's hand are."""
        panel = self.panels[seat]
        return Place(panel.fan[0] + panel.fan_width / 3, panel.fan[1], panel.back, face, 60)

    def fan_places(self, seat: int) -> list[Place]:
        """Where the backs of a rival's hand lie side by side."""
        panel, count = self.panels[seat], self.shown.counts[seat]
        x, y = panel.fan
        step = panel.fan_step(count)
        return [Place(x + panel.back / 2 + step * number, y, panel.back, "back", 60) for number in range(count)]

    def letter_place(self, seat: int, number: int) -> tuple[float, float, float]:
        """The middle and width of the place of a seat's letter, counted from 0."""
        number = min(number, goal_of(len(self.seats)) - 1)
        if seat == self.viewer:
            (x, y), w = self.spots.letters, self.spots.letter
        else:
            (x, y), w = self.panels[seat].letters, self.panels[seat].letter
        return x + number * self._letter_step(seat), y, w

    def _letter_step(self, seat: int) -> float:
        return OWN_STEP if seat == self.viewer else self.panels[seat].step

    def letter_face(self, number: int) -> str:
        """The picture of a seat's letter, or of a round won between two players."""
        return "cup" if len(self.seats) == 2 else f"letter{min(number, len(LETTERS) - 1)}"

    def spared(self) -> list[Box]:
        """The sets, with the words below them."""
        sets = enumerate(self.shown.sets)
        lying = [layout.around(self.set_spots(place, len(cards))) for place, cards in sets if cards]
        return [box._replace(h=box.h + PILL_ROOM) for box in lying]

    def _own_seen(self) -> list[Box]:
        """The own sets with the discards, and in a tall window what stands above the own hand."""
        spots = self.spots
        tray = spots.tray._replace(h=spots.hand.y - spots.tray.y) if self.context.frame.tall else spots.tray
        return [spots.band, spots.discard.box, tray]

    def asked_at(self, high: float = 0.0) -> Box:
        """Where it stands what is asked: in several lines, where it stands beside the own place."""
        return super().asked_at(high or self.spots.prompt_height or PROMPT_HIGH)

    def looked_at(self) -> list[Box]:
        """The sets on the table, and the own cards."""
        sets = (self.place_of(self.set_id(place)) for place in self.boxes)
        return [*filter(None, sets), self.spots.tray]

    def paper_places(self) -> Sequence[Box]:
        """In a tall window above the own cards: beside the own set, or if the paper is too high for that over it."""
        tray = self.spots.tray
        low = Box(tray.x, tray.y - 300, tray.w, 300 - PAPER_OFF)
        return (low._replace(x=low.x + low.w - PAPER, w=PAPER), low) if self.context.frame.tall else ()

    def place_of(self, name: str) -> Box | None:
        """A part of the table by the name that a lesson calls it by: the hand, the own letters, a card, a set."""
        if name == "hand" and self.shown.hand:
            return layout.around(tuple(spot for _card, spot in self.hand_spots()))
        if name == "letters":
            places = [self.letter_place(self.viewer, number) for number in range(goal_of(len(self.seats)))]
            return layout.around(tuple(Spot(*place) for place in places))
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

    def action_chosen(self) -> Action | None:
        """Playing the chosen cards, whether that is allowed or not."""
        return play_of(tuple(self.minded)) if self.minded else None

    def additions(self) -> dict[int, Action]:
        """Place -> adding the one chosen card there, where that is allowed."""
        if len(self.minded) != 1 or not self.asked:
            return {}
        cards = tuple(self.minded)
        return {act.place: act for act in self.view.legal if act.verb == Verb.ADD and act.cards == cards}

    def considered(self) -> Action | None:
        """The action whose outcome is shown: the addition pointed at, else playing, or the first addition instead."""
        additions, playing = self.additions(), self.action_chosen()
        for place, action in additions.items():
            if self.pointed in (move_id(Verb.ADD), self.set_id(place)):
                return action
        return playing if playing in self.view.legal else next(iter(additions.values()), playing)

    def outcome(self) -> Outcome | None:
        """What the action that is considered leads to."""
        action = self.considered()
        return outcome_of(self.view, action) if action and self.view.phase == Phase.PLAY else None

    # ---- drawing ------------------------------------------------------------------------------------

    def draw(self, canvas: Canvas) -> None:
        """Draw the table with everything that moves."""
        kit, spots, shown = self.context.kit, self.spots, self.shown
        canvas.background(self.backdrop.surface)
        for seat, panel in self.panels.items():
            canvas.put_centred(self.face(seat, panel.radius, seat == shown.turn), *panel.face)
            self._draw_fan(canvas, seat, panel)
            self._draw_letters(canvas, seat)
        canvas.put_centred(self.face(self.viewer, spots.radius, shown.turn == self.viewer), *spots.face)
        held = self.words("hand", count=shown.counts[self.viewer])
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
        for seat, panel in self.panels.items():
            most = layout.room_for_last(panel, goal_of(len(self.seats)))
            self.last_pill(canvas, seat, *panel.last, anchor="right", most=most)
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

    def _draw_fan(self, canvas: Canvas, seat: int, panel: Panel) -> None:
        """How many cards a rival has."""
        kit, count = self.context.kit, self.shown.counts[seat]
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
        won = self.shown.totals[seat] - self.uncollected.get(seat, 0)
        for number in range(goal_of(len(self.seats))):
            x, y, w = self.letter_place(seat, number)
            canvas.put_centred(self.context.kit.made(marker, self.letter_face(number), w, number < won), x, y)

    def _current(self) -> int:
        """Between two players: the place whose turn it is, or -1."""
        if areas_of(len(self.seats)) == 1 or self.view.phase != Phase.PLAY or self.shown.turn < 0:
            return -1
        return own_place(self.shown.turn, self.shown.area, len(self.seats))

    def _draw_turn(self, canvas: Canvas) -> None:
        """The line around the place whose turn it is."""
        if (place := self._current()) >= 0:
            box = self.boxes[place]
            canvas.put(self.context.kit.made(gold_frame, box.w, box.h), box.x, box.y)

    def _draw_numbers(self, canvas: Canvas) -> None:
        """Between two players: which of somebody's places is the first, where no card hides it."""
        areas, current = areas_of(len(self.seats)), self._current()
        for place, box in self.boxes.items() if areas > 1 else ():
            fill, ink = (GOLD, INK) if place == current else (INK, CREAM)
            pill = self.context.kit.pill(self.words(f"area_{place % areas + 1}"), 15, fill, ink)
            canvas.put_left(pill, box.x + 6, box.y + 1)

    def draw_labels(self, canvas: Canvas) -> None:
        """What each set is, and how many cards have been put away; between two players also which place is which."""
        self._draw_numbers(canvas)
        kit, shown, spots = self.context.kit, self.shown, self.spots
        own = own_place(self.view.turn, self.view.area, len(self.seats)) if self.asked else -1
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
            self.draw_log(canvas, Box(box.x - 6, box.y - LOG_HEADING + 4, box.w, box.h + LOG_HEADING))
            return
        canvas.put_left(kit.line(heading, 18, CREAM, text.BLACK, box.w - 32), box.x + 16, box.y + 22)
        room = Box(box.x + 14, box.y + 40, box.w - 82, box.h - 46 + PILL_ROOM)
        for card, spot in zip(cards, layout.a_set(room, len(cards), SMALL), strict=True):
            canvas.put_centred(self.faces(face_of(card), spot.w), spot.x, spot.y)
        x, y = box.x + box.w - 40, box.y + box.h / 2 + 10
        canvas.put_centred(kit.icon("turn", 46, GOLD), x, y - 6)
        canvas.put_centred(kit.line(self.words("turned"), 15, GOLD, text.BLACK, 74), x, y + 28)

    def _coming_back(self) -> tuple[str, Cards]:
        """Cards as they would lie in the hand they go to, and the words for it."""
        sets = self.view.sets
        if not self.asked:
            return "", ()
        if self.target >= 0:
            return self.words("takes"), tuple(card ^ 1 for card in sets[self.target])
        outcome = self.outcome()
        if outcome is None or outcome.beaten < 0:
            return "", ()
        owner = owner_of(outcome.beaten, len(self.seats))
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
