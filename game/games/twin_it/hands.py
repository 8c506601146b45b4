"""The input of the people at a real-time table: mouse, fingers, keys, buzzers, and the seat they belong to.

A single person's hands need no name. Several at one device buzz first, and the one who buzzed points; in calm mode the
table asks one after the other; in the co-operative minute hands belong to all.
"""

from collections.abc import Callable, Sequence
from functools import partial
from math import dist
from typing import Protocol

from game.core.live import NEVER
from game.engine import items, live_table, match_texts
from game.engine.input import Key, Pointer
from game.engine.kit import Kit
from game.engine.widgets import Widget
from game.games.twin_it.announcements import Announcements
from game.games.twin_it.events import CardTouched, Event, TouchExpired
from game.games.twin_it.layout import BUZZ_KEYS
from game.games.twin_it.places import Places, looks_later
from game.games.twin_it.state import CONTEST, SPOT, STACK, Action, Phase, Verb
from game.games.twin_it.view import Face, View

#: refusals without a message: another seat was quicker, or the hand is there already
SILENT = frozenset(
    (
        *("touched_already", "touched_first", "one_card", "not_in_play", "two_hands"),
        *("wait", "stamp_passed", "game_over", "flip_too_early"),
    )
)
#: refusals that shake the card, with or without a message
SHAKING = frozenset(("wait", "touched_first", "two_hands"))
#: distance from which a pointer drags the card
DRAG_PX = 16.0
#: time a dropped card takes to spring back, in milliseconds
SPRING_MS = 160
#: time a person who has taken the table in the contest may point, in milliseconds
POINT_MS = 3000
#: time from the last buzzer tried out to the first card, in milliseconds
TRIED_MS = 700.0
#: buttons that act on pointer down, since tenths of a second matter
AT_ONCE = (items.move_id(Verb.FLIP), items.move_id(Verb.DEAL))


class Target(Widget):
    """A target that the table draws itself."""

    def __init__(self, kit: Kit, item: items.Item) -> None:
        super().__init__(kit)
        self.items = [item]


class VisibleInput:
    """The visible part of people's input at the table."""

    def __init__(self) -> None:
        #: the card of the first of two chosen things, or of the one to turn over; or -1
        self.chosen = -1
        #: calm mode: the things that a person means to claim once it is their look
        self.planned: tuple[int, ...] = ()
        #: the dragged thing and its position
        self.dragged: tuple[int, float, float] | None = None
        #: the contest at one device: the seat that has taken the table and points, or -1
        self.pointing = -1
        #: the seat that has asked to flip too early and will flip as soon as allowed, or -1
        self.wants_flip = -1
        #: the seats that have tried out their buzzers before the first card
        self.tried: set[int] = set()
        #: signs for play by keyboard: the card of a thing -> its sign
        self.signs: dict[int, str] = {}


class InputTable(Protocol):
    """The table of Twin It! as the input needs it."""

    places: Places
    visible_input: VisibleInput
    announcements: Announcements
    #: True while every face is hidden
    covered: bool
    #: True if a single card is an answer
    takes_one: bool

    @property
    def flips_itself(self) -> bool:
        """True if the next card is flipped unasked."""

    def shake(self, cards: Sequence[int]) -> None:
        """Shake the things of these cards."""

    def arrange(self, ms: float = 0) -> None:
        """Move everything to its place within ``ms`` milliseconds."""

    def widgets(self, use: Callable[[int], None], act: Callable[[Verb], None], asked: bool) -> list[Widget]:
        """Return the things in play by their cards, and the large buttons; ``asked`` if a person here is to flip."""


class TwinItInput(live_table.LiveInput[Action, Event]):
    """People's input at one table; of its scene it knows only the ``host``."""

    def __init__(self, host: live_table.LiveHost[Action], table: InputTable) -> None:
        self.host, self.table, self.places, self.visible_input = host, table, table.places, table.visible_input
        #: end of the time to point for the person who has taken the table
        self._until = 0
        #: True if signs are shown on the cards
        self.letters = False
        #: id of each buzzer -> its seat
        self._seats: dict[str, int] = {}
        #: seats whose hands have been handed in since the table last changed: two fingers can come in one frame
        self._handed_in: list[int] = []
        #: the card under a pointer that went down, and the position
        self._drag: tuple[int, float, float] | None = None
        #: planned card -> the sighting that was meant: a flip shows another face of it
        self._meant: dict[int, tuple[int, int]] = {}
        #: milliseconds since a buzzer was tried out
        self._tried_ms = 0.0

    @property
    def view(self) -> View:
        """The table's view."""
        return self.places.view

    @property
    def takes_turns(self) -> bool:
        """True in the contest at one device, where one person after the other takes the table."""
        return self.view.options.mode == CONTEST and len(self.host.humans) > 1

    @property
    def must_buzz(self) -> bool:
        """True if a seat has to buzz, or in the contest take the table, before its hands count."""
        return self.places.around or self.takes_turns

    def seat(self) -> int:
        view, humans = self.view, self.host.humans
        if not humans:
            return -1
        if view.phase == Phase.CHOOSE:
            return view.turn if view.turn in humans else -1
        if self.takes_turns:
            return self.visible_input.pointing
        if view.options.timed:
            return humans[0]
        if view.options.calm:
            say = view.looker if view.looker >= 0 else view.turn
            return say if say in humans else -1
        return self._pointing() if view.options.buzzers else humans[0]

    def _pointing(self) -> int:
        """Return the person to point next after a buzz; in teams the partner follows."""
        view, humans = self.view, self.host.humans
        for seat, touches in view.buzzes:
            mates = [human for human in humans if view.sides[human] == view.sides[seat]]
            if view.options.in_teams:
                done = [*(touch.seat for touch in touches), *self._handed_in]
                mates = [human for human in mates if human not in done]
            if mates and len(touches) + len(self._handed_in) < 2:
                return seat if seat in mates else mates[0]
        return -1

    # ---- actions --------------------------------------------------------------------------------------

    def use_card(self, card: int) -> None:
        """Put a hand on a thing, with any input."""
        face = next((face for face in self.view.faces if face.card == card), None)
        if face is not None and self.host.running:
            self.touch(face)

    def touch(self, face: Face) -> None:
        """Put a hand on ``face`` now."""
        host, view, options = self.host, self.view, self.view.options
        at, seat = host.input_at, self.seat()
        if view.phase == Phase.OVER:
            return
        if view.phase == Phase.CHOOSE:
            if seat >= 0:
                host.submit(Action(Verb.CHOOSE, at, seat, (face.card,)))
            else:
                self.table.shake((face.card,))
        elif options.timed:
            if seat >= 0:
                self._lay_both(Verb.COLLECT, face, seat, at)
            else:
                self._tell("take_table")
        elif options.buzzers and view.phase != Phase.BUZZED and face.where == STACK and face.place == view.turn:
            # around one device a tap on the own stack flips, because a claim needs a buzz
            self.press(Verb.FLIP)
        elif options.calm and view.looker < 0 and self._flips_by(face):
            host.submit(Action(Verb.FLIP, at, seat))
        elif self.plans:
            self._plan(face)
        elif options.calm and (seat < 0 or view.looker < 0):
            looks = view.looker >= 0 or self._flips_come
            key = "not_your_look" if looks else "flip_first" if seat >= 0 else "not_your_flip"
            # the card shakes, and a message says why
            self.table.shake((face.card,))
            self._tell(key)
        elif seat < 0:
            if options.buzzers and view.phase in (Phase.OPEN, Phase.LAST_LOOK):
                self._tell("buzz_first")
        elif options.calm or host.waits_for_input:
            self._lay_both(Verb.TOUCH, face, seat, at)
        else:
            if view.phase == Phase.BUZZED:
                self._handed_in.append(seat)
            self._keep_flip(-1)
            host.submit(Action(Verb.TOUCH, at, seat, (face.card,)))

    def _lay_both(self, verb: Verb, face: Face, seat: int, at: int) -> None:
        """Choose one thing after the other and use both at once: to touch, or to gather things still in play."""
        if self.table.takes_one:
            self.host.submit(Action(Verb.TURN, at, seat, (face.card,)))
            return
        first = self.visible_input.chosen
        gone = verb == Verb.COLLECT and not any(other.card == first for other in self.view.faces)
        if first in (-1, face.card) or gone:
            self._choose(-1 if first == face.card else face.card)
            return
        self._choose(-1)
        if verb == Verb.COLLECT:
            self._give_back()
        self.host.submit(Action(verb, at, seat, (first, face.card)))

    @property
    def plans(self) -> bool:
        return looks_later(self.places)

    @property
    def _flips_come(self) -> bool:
        """True in rounds while cards are flipped unasked; in older matches a tap can come before that."""
        return self.view.options.in_rounds and self.table.flips_itself

    def _flips_by(self, face: Face) -> bool:
        """Return True if a tap on ``face`` flips a person's own card."""
        seat = self.seat()
        return seat >= 0 and face.where == STACK and face.place == seat and not self._flips_come

    def _plan(self, face: Face) -> None:
        """Choose a thing for the own look to come, or no longer; the newest two count."""
        before, card = self.visible_input.planned, face.card
        rest = tuple(one for one in before if one != card)
        self.visible_input.planned = rest if card in before else (*rest, card)[-2:]
        self._meant[card] = face.seen
        self.host.context.audio.play("peek")
        self.host.refresh_controls()

    def _forget_if_gone(self) -> None:
        """Drop what was planned if a rival has found it, or a flip has taken one of it."""
        planned = self.visible_input.planned
        seen = {face.card: face.seen for face in self.places.things(planned)} if planned else {}
        if any(seen.get(card) != self._meant.get(card) for card in planned):
            self.visible_input.planned = ()
            self.host.dirty = True

    def _carry_out_plan(self, now: int) -> None:
        """Claim what was planned if it is the own look now; forget it if it cannot come to that."""
        self._forget_if_gone()
        planned, seat = self.visible_input.planned, self.seat()
        if not planned or self.plans:
            return
        self.visible_input.planned = ()
        if self.view.looker < 0 or self.view.looker != seat:
            self.host.refresh_controls()
        elif len(planned) == 2:
            self.host.submit(Action(Verb.TOUCH, now, seat, planned))
        else:
            self._choose(planned[0])

    def _choose(self, card: int) -> None:
        self.visible_input.chosen = card
        self.host.context.audio.play("peek")
        self.host.refresh_controls()

    def press(self, verb: Verb) -> None:
        """Use a large button: flip, pass, deal, turn over."""
        host, view, at = self.host, self.view, self.host.input_at
        if not host.running:
            return
        if verb == Verb.FLIP:
            if view.turn in host.humans and view.phase == Phase.OPEN and at < view.flip_from:
                self._keep_flip(view.turn)
            elif view.turn in host.humans:
                host.submit(Action(verb, at, view.turn))
            return
        seat = view.looker if verb == Verb.PASS and view.looker >= 0 else max(self.seat(), host.humans[0])
        if verb == Verb.TURN:
            if self.visible_input.chosen >= 0:
                host.submit(Action(verb, at, seat, (self.visible_input.chosen,)))
                self._choose(-1)
        elif seat in host.humans:
            self._choose(-1)
            host.submit(Action(verb, at, seat))

    def buzz(self, seat: int) -> None:
        """Press ``seat``'s buzzer; in the contest take the table."""
        host, at = self.host, self.host.input_at
        if not host.running:
            return
        if self.takes_turns:
            calm = self.view.options.calm
            if self.visible_input.pointing >= 0 and at < self._until and not calm:
                # the first keeps the table for its time, without extension by pressing again
                return
            self.visible_input.pointing, self._until = seat, NEVER if calm else at + POINT_MS
            self._choose(-1)
            host.context.audio.play("count_1")
        elif self.places.around:
            host.submit(Action(Verb.BUZZ, at, seat))
        else:
            self.letters = not self.letters
            host.refresh_controls()

    def _keep_flip(self, seat: int) -> None:
        """Remember that ``seat`` has asked to flip too early; -1 to forget."""
        if seat != self.visible_input.wants_flip:
            self.visible_input.wants_flip = seat
            self.host.dirty = True

    def tick(self, now: int) -> None:
        """Carry out what was planned, and a flip asked for too early; in the contest, end the time to point."""
        self._carry_out_plan(now)
        view, seat = self.view, self.visible_input.wants_flip
        if seat >= 0 and (view.phase != Phase.OPEN or view.turn != seat):
            self._keep_flip(-1)
        elif seat >= 0 and now >= view.flip_from:
            self._keep_flip(-1)
            self.host.submit(Action(Verb.FLIP, now, seat))
        if self.visible_input.pointing >= 0 and now >= self._until:
            self._give_back()
            self._choose(-1)

    def _give_back(self) -> None:
        """End the turn of the person who has taken the table in the contest."""
        self.visible_input.pointing, self._until = -1, 0

    def let_go(self) -> None:
        self.visible_input.chosen, self.visible_input.planned = -1, ()
        self._give_back()
        self._keep_flip(-1)
        self.visible_input.dragged = self._drag = None

    def break_off(self) -> None:
        if self._drag:
            self.visible_input.dragged = self._drag = None
            self.table.arrange(self.host.context.settings.lasting(SPRING_MS))
            self.host.dirty = True

    def refused(self, action: Action, reason: str) -> None:
        if action.seat in self.host.humans:
            if reason in SHAKING:
                self.table.shake(action.cards)
            if reason not in SILENT:
                self._tell(reason)

    def _tell(self, reason: str) -> None:
        """Say it in the table's prompt: a message over the table would hide the cards."""
        context = self.host.context
        text = context.texts(f"reason.{reason}")
        self.host.tell(text)
        if self.places.timed:
            self.table.announcements.say(text)
        context.audio.play("wrong")
        context.pulse("wrong")

    def matters(self, events: tuple[Event, ...]) -> bool:
        """Return True if the match is worth storing now: not for hands that come and go."""
        return any(not isinstance(event, (CardTouched, TouchExpired)) for event in events)

    # ---- before the first card ----------------------------------------------------------------------

    def try_out(self, event: Pointer | Key) -> bool:
        if isinstance(event, Key):
            found = [self.buzz_keys().get((event.text or event.raw).lower(), -1) if not event.pad else -1]
        else:
            circles = {seat: self.places.areas[seat].buzzer for seat in self.host.humans}
            hit = (seat for seat, one in circles.items() if one and one.box.holds(event.x, event.y))
            found = list(hit) if event.kind == "down" else []
        tried = [seat for seat in found if seat >= 0]
        if tried:
            self.visible_input.tried.update(tried)
            self._tried_ms = 0.0
            self.host.context.audio.play("count_1")
        return bool(tried)

    def tried_out(self, ms: float) -> bool:
        self._tried_ms += ms
        return self.visible_input.tried.issuperset(self.host.humans) and self._tried_ms >= TRIED_MS

    # ---- keys and pointers --------------------------------------------------------------------------

    def buzz_keys(self) -> dict[str, int]:
        """Return key -> seat of its buzzer; for a single person it toggles the signs."""
        return dict(zip(BUZZ_KEYS, self.host.humans, strict=False))

    def _give_signs(self) -> None:
        """Assign a key's sign to every thing, or none; a thing keeps its sign while it is in play."""
        view, places = self.view, self.places
        needs_seat = self.must_buzz and not view.options.calm
        shown = self.letters and not self.table.covered and view.phase != Phase.OVER
        if not shown or (needs_seat and self.seat() < 0):
            self.visible_input.signs = {}
            return
        # without zero, which looks like the letter
        every = [sign for sign in (*"abcdefghijklmnopqrstuvwxyz", *"123456789") if sign not in self.buzz_keys()]
        every += [sign.upper() for sign in every if sign.isalpha()]
        cards = [face.card for face in places.in_sight() if places.usable(face)]
        kept = {card: sign for card, sign in self.visible_input.signs.items() if card in cards}
        free = [sign for sign in every if sign not in kept.values()]
        self.visible_input.signs = kept | dict(zip((card for card in cards if card not in kept), free, strict=False))

    def key(self, event: Key) -> bool:
        buzzers = self.buzz_keys()
        sign = event.text or event.raw
        if sign.lower() in buzzers and not event.pad:
            if self.must_buzz:
                # a player who buzzes by key points by key
                self.letters = True
            self.buzz(buzzers[sign.lower()])
            return True
        if event.text:
            signs = {sign: card for card, sign in self.visible_input.signs.items()}
            card = signs.get(event.text, signs.get(event.text.lower()))
            if card is not None:
                self.use_card(card)
                return True
        if event.meaning == "act" and self.places.around and not self.host.items.ring:
            self.press(Verb.FLIP)
            return True
        return False

    def pointer(self, event: Pointer) -> bool:
        react = {"down": self._down, "move": self._move, "up": self._up}.get(event.kind)
        return react(event) if react else False

    def _down(self, event: Pointer) -> bool:
        host, places = self.host, self.places
        if event.touch:
            self.letters = False
        buzzers = [item for item in host.items.items if item.id in self._seats and item.box.holds(event.x, event.y)]
        if buzzers:
            # a buzzer comes before the cards around it; of two that overlap, the nearer one
            nearest = min(buzzers, key=lambda item: dist(item.box.centre, (event.x, event.y)))
            self.buzz(self._seats[nearest.id])
            return True
        over = host.items.at(event.x, event.y)
        if over is not None and not over.on_press:
            if over.id not in AT_ONCE:
                return False
            host.items.ring = False
            host.items.pressed = over.id
            self.press(Verb.FLIP if over.id == items.move_id(Verb.FLIP) else self._deal_verb())
            return True
        if places.spots.stack and places.spots.stack.box.holds(event.x, event.y):
            self.press(self._deal_verb())
            return True
        face = places.thing_at(event.x, event.y, host.input_at)
        if face is None:
            return False
        if not places.usable(face):
            self.table.shake((face.card,))
            return True
        host.items.ring = False
        host.items.focus = ""
        if places.timed and face.where == SPOT:
            self._drag = (face.card, event.x, event.y)
        self.touch(face)
        return True

    def _deal_verb(self) -> Verb:
        """Return the button's action: deal, or end the calm minute when no look is left."""
        return Verb.PASS if self.view.options.calm and self.view.looks_left <= 0 else Verb.DEAL

    def _move(self, event: Pointer) -> bool:
        if not self._drag:
            return False
        card, x, y = self._drag
        if not self.visible_input.dragged:
            if abs(event.x - x) + abs(event.y - y) < DRAG_PX:
                return False
            if self.visible_input.chosen == card:
                self.visible_input.chosen = -1
        if self.visible_input.chosen >= 0:
            return False
        self.visible_input.dragged = (card, event.x, event.y)
        self.table.arrange()
        return True

    def _up(self, event: Pointer) -> bool:
        host, doing = self.host, self.visible_input
        if host.items.pressed in AT_ONCE:
            host.items.pressed = ""
            host.dirty = True
            return True
        dragged, self._drag, doing.dragged = doing.dragged, None, None
        if not dragged:
            return False
        spot = self.places.free_spot_at(event.x, event.y)
        if spot >= 0:
            host.submit(Action(Verb.MOVE, host.input_at, max(self.seat(), host.humans[0]), (dragged[0], spot)))
        self.table.arrange(host.context.settings.lasting(SPRING_MS))
        return True

    def widgets(self) -> list[Widget]:
        self._handed_in.clear()
        if self.visible_input.chosen >= 0 and not self.places.things((self.visible_input.chosen,)):
            # a rival has gathered it: in the contest their sets are only counted
            self.visible_input.chosen = -1
        self._forget_if_gone()
        self._give_signs()
        if self.table.covered or self.view.phase == Phase.OVER:
            return []
        return [*self.table.widgets(self.use_card, self.press, self.view.turn in self.host.humans), *self._buzzers()]

    def _buzzers(self) -> list[Widget]:
        """Return a buzzer for every person, or in the contest the figures by which a person takes the table."""
        host, found = self.host, list[Widget]()
        self._seats = {}
        for seat in host.humans if self.must_buzz else ():
            area = self.places.areas[seat]
            box = area.buzzer.box if area.buzzer else area.box.at_least(66)
            label = host.context.texts("twin_it.buzzer", name=match_texts.name_of(self.places.seats, seat))
            item = items.Item(f"buzz-{seat}", label, box, partial(self.buzz, seat), on_press=True)
            self._seats[item.id] = seat
            found.append(Target(host.context.kit, item))
        return found
