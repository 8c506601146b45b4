"""The hands of the people at a real-time table: mouse, fingers, keys, buzzers, and whose hand it is.

One person's hands need no name. Several at one device buzz first, and who buzzed points; in calm play the
table asks one after the other; in the co-operative minute any hand is everybody's.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from functools import partial
from math import dist
from typing import Protocol

from game.core.live import NEVER
from game.engine import live_table
from game.engine.input import Key, Pointer
from game.engine.items import Item, move_id
from game.engine.kit import Kit
from game.engine.layout import Box
from game.engine.live_table import LiveHost
from game.engine.widgets import Widget
from game.games.twin_it.events import CardTouched, Event, TouchExpired
from game.games.twin_it.layout import BUZZ_KEYS
from game.games.twin_it.places import Places
from game.games.twin_it.state import CONTEST, MINUTE, SPOT, STACK, TEAMS, Action, Phase, Verb
from game.games.twin_it.view import Face, View

#: refusals that need no words: somebody was quicker, or the hand lies there already
SILENT = frozenset(
    (
        *("touched_already", "touched_first", "one_card", "not_in_play", "two_hands"),
        *("wait", "stamp_passed", "game_over", "flip_too_early"),
    )
)
#: refusals at which the card shakes, with words or without
SHAKING = frozenset(("wait", "touched_first", "two_hands"))
#: a pointer that moves this far drags the card
DRAG_PX = 16.0
#: the contest: how long a person who has taken the table points
POINT_MS = 3000
#: buttons that count when they go down: in a game of tenths of a second
AT_ONCE = (move_id(Verb.FLIP), move_id(Verb.DEAL))


class Target(Widget):
    """Something that the table draws itself and that can be used."""

    def __init__(self, kit: Kit, item: Item) -> None:
        super().__init__(kit)
        self.items = [item]


class Board(Protocol):
    """The table of Twin It!, as far as hands need it."""

    view: View
    places: Places
    #: every face is hidden
    covered: bool
    #: signs on the cards for whoever plays by keyboard: the key of a thing -> its sign
    signs: dict[int, str]
    #: the thing that is chosen; the one that is dragged, and where it is; whose hands are on the table
    chosen: int
    dragged: tuple[int, float, float] | None
    pointing: int
    #: a flip has been wanted before it may be, and follows
    flip_kept: bool

    @property
    def around(self) -> bool:
        """Whether several people sit around the device, each with a buzzer."""

    def name(self, seat: int) -> str:
        """The name of a seat."""

    def shake(self, cards: Sequence[int]) -> None:
        """The things of these cards shake their heads."""

    def arrange(self, ms: float = 0) -> None:
        """Move everything to where it belongs now, within ``ms``."""

    def usable(self, face: Face) -> bool:
        """Whether a hand can lie on ``face`` at all."""

    def give_signs(self, shown: bool, without: str) -> None:
        """Show a key's sign on every thing, or none."""

    def signed(self, sign: str) -> int:
        """The thing that bears a sign, or -1."""

    def touchable(self, use: Callable[[int], None]) -> list[Widget]:
        """Every thing in play as something that can be used."""

    def buttons(self, act: Callable[[Verb], None], asked: bool) -> list[Widget]:
        """The large buttons."""


class Hands(live_table.Hands[Action, Event]):
    """What people do at one table; all that they see of its scene is the ``host``."""

    def __init__(self, host: LiveHost[Action], table: Board) -> None:
        self.host, self.table = host, table
        #: the first card of a choice that is made as a whole: calm looks, gathering
        self.first = -1
        #: the contest at one device: who points, and until when
        self.taken = (-1, 0)
        self.letters = False
        #: the buzzers that are offered, and whose they are
        self._seats: dict[str, int] = {}
        #: seats whose hands have been handed in since the table last changed: two fingers can come in one frame
        self._handed: list[int] = []
        self._drag: tuple[int, float, float, bool] | None = None
        #: whose flip was wanted before it may be, or -1: it follows as soon as it may
        self._early = -1

    @property
    def view(self) -> View:
        """What everybody sees."""
        return self.table.view

    @property
    def shared(self) -> bool:
        """Whether several people share the device."""
        return len(self.host.humans) > 1

    @property
    def must_buzz(self) -> bool:
        """Whether somebody has to buzz, or in the contest to take the table, before a hand is his."""
        table = self.table
        return table.around or (table.view.options.mode == CONTEST and self.shared)

    # ---- whose hand it is -----------------------------------------------------------------------------

    def seat(self) -> int:
        view, humans = self.view, self.host.humans
        first = humans[0] if humans else -1
        if first < 0:
            return -1
        if view.phase == Phase.CHOOSE:
            return view.turn if view.turn in humans else -1
        if view.options.mode == CONTEST and self.shared:
            return self.taken[0]
        if view.options.mode in (MINUTE, CONTEST):
            return first
        if view.options.calm:
            say = view.say if view.say >= 0 else view.turn
            return say if say in humans else -1
        if view.options.buzzers:
            return self._pointing()
        return first

    def _pointing(self) -> int:
        """The person who has buzzed and points next; in teams the partner after the one who buzzed."""
        view, humans = self.view, self.host.humans
        for seat, touches in view.buzzes:
            if len(touches) + len(self._handed) >= 2 or view.sides[seat] not in [view.sides[human] for human in humans]:
                continue
            if view.options.mode != TEAMS:
                if seat in humans:
                    return seat
                continue
            done = [*(touch.seat for touch in touches), *self._handed]
            mates = [human for human in humans if view.sides[human] == view.sides[seat] and human not in done]
            if seat in mates:
                return seat
            if mates:
                return mates[0]
        return -1

    # ---- acting ---------------------------------------------------------------------------------------

    def use_card(self, card: int) -> None:
        """A hand comes down on a thing, by whatever input."""
        face = next((face for face in self.view.faces if face.card == card), None)
        if face is not None and self.host.running:
            self.touch(face)

    def touch(self, face: Face) -> None:
        """A hand on ``face`` now."""
        host, view = self.host, self.view
        at, seat = host.input_at, self.seat()
        if view.phase == Phase.OVER:
            return
        if view.phase == Phase.CHOOSE:
            if seat >= 0:
                host.submit(Action(Verb.CHOOSE, at, seat, (face.card,)))
            else:
                self.table.shake((face.card,))
            return
        if view.options.mode in (MINUTE, CONTEST):
            self._gather(face, seat, at)
            return
        if view.options.buzzers and view.phase != Phase.BUZZED and face.where == STACK and face.place == view.turn:
            # around one device a tap on the own stack flips; a claim needs a buzz
            self.press(Verb.FLIP)
            return
        if seat < 0:
            if view.options.calm:
                self._decline(face, "not_your_look" if view.say >= 0 else "not_your_flip")
            elif view.options.buzzers and view.phase in (Phase.OPEN, Phase.LAST_LOOK):
                self._tell("buzz_first")
            return
        if view.options.calm:
            self._look(face, seat, at)
            return
        if host.patient:
            self._lay_both(face, seat, at)
            return
        if view.phase == Phase.BUZZED:
            self._handed.append(seat)
        self._keep_flip(-1)
        host.submit(Action(Verb.TOUCH, at, seat, (face.card,)))

    def _look(self, face: Face, seat: int, at: int) -> None:
        """Calm play: a look is both hands at once."""
        if self.view.say >= 0:
            self._lay_both(face, seat, at)
        elif face.where == STACK and face.place == seat:
            self.host.submit(Action(Verb.FLIP, at, seat))
        else:
            self._decline(face, "flip_first")

    def _lay_both(self, face: Face, seat: int, at: int) -> None:
        """Both hands at once, chosen one after the other."""
        if self.first in (-1, face.card):
            self._choose(-1 if self.first == face.card else face.card)
            return
        pair = (self.first, face.card)
        self._choose(-1)
        self.host.submit(Action(Verb.TOUCH, at, seat, pair))

    def _gather(self, face: Face, seat: int, at: int) -> None:
        """The minute: a first card, and a second that goes with it."""
        if seat < 0:
            self._tell("take_table")
            return
        if self.first in (-1, face.card) or not any(f.card == self.first for f in self.view.faces):
            self._choose(-1 if self.first == face.card else face.card)
            return
        pair = (self.first, face.card)
        self._choose(-1)
        self._give_back()
        self.host.submit(Action(Verb.COLLECT, at, seat, pair))

    def _choose(self, card: int) -> None:
        self.first = self.table.chosen = card
        self.host.context.audio.play("peek")
        self.host.offer()

    def press(self, verb: Verb) -> None:
        """A large button: flip, pass, deal, turn over."""
        host, view, at = self.host, self.view, self.host.input_at
        if not host.running:
            return
        if verb == Verb.FLIP:
            if view.turn in host.humans and view.phase == Phase.OPEN and at < view.flip_from:
                self._keep_flip(view.turn)
            elif view.turn in host.humans:
                host.submit(Action(verb, at, view.turn))
        elif verb == Verb.TURN:
            if self.first >= 0:
                host.submit(Action(verb, at, max(self.seat(), host.humans[0]), (self.first,)))
                self._choose(-1)
        else:
            seat = view.say if verb == Verb.PASS and view.say >= 0 else max(self.seat(), host.humans[0])
            if seat in host.humans:
                self._choose(-1)
                host.submit(Action(verb, at, seat))

    def buzz(self, seat: int) -> None:
        """``seat`` presses its buzzer; in the contest it takes the table."""
        host, at = self.host, self.host.input_at
        if not host.running:
            return
        if self.view.options.mode == CONTEST and self.shared:
            calm = self.view.options.calm
            if self.taken[0] >= 0 and at < self.taken[1] and not calm:
                # the first has the table: nobody snatches it, and nobody keeps it by pressing again
                return
            # without a clock it is handed over instead
            self.taken = (seat, NEVER if calm else at + POINT_MS)
            self.table.pointing = seat
            self._choose(-1)
            host.context.audio.play("count_1")
        elif self.table.around:
            host.submit(Action(Verb.BUZZ, at, seat))
        else:
            self.letters = not self.letters
            host.offer()

    def _keep_flip(self, seat: int) -> None:
        """Keep in mind that ``seat`` has wanted to flip too early; -1: nobody has, or something else came first."""
        if seat != self._early:
            self._early = seat
            self.table.flip_kept = seat >= 0
            self.host.dirty = True

    def tick(self, now: int) -> None:
        """A flip that was wanted too early; and in the contest, who has pointed long enough gives the table back."""
        view = self.view
        if self._early >= 0 and (view.phase != Phase.OPEN or view.turn != self._early):
            self._keep_flip(-1)
        elif self._early >= 0 and now >= view.flip_from:
            seat = self._early
            self._keep_flip(-1)
            self.host.submit(Action(Verb.FLIP, now, seat))
        if self.taken[0] >= 0 and now >= self.taken[1]:
            self._give_back()
            self._choose(-1)

    def _give_back(self) -> None:
        """The contest: who has pointed gives the table back."""
        self.taken = (-1, 0)
        self.table.pointing = -1

    def let_go(self) -> None:
        self.first = self.table.chosen = -1
        self._give_back()
        self._keep_flip(-1)
        self.table.dragged = self._drag = None

    def break_off(self) -> None:
        if self._drag:
            self.table.dragged = self._drag = None
            self.table.arrange(self.host.context.settings.lasting(160))
            self.host.dirty = True

    def refused(self, action: Action, reason: str) -> None:
        if action.seat not in self.host.humans:
            return
        if reason in SHAKING:
            self.table.shake(action.cards)
        if reason not in SILENT:
            self._tell(reason)

    def _decline(self, face: Face, reason: str) -> None:
        """A card that cannot be used now shakes, and it is said why."""
        self.table.shake((face.card,))
        self._tell(reason)

    def _tell(self, reason: str) -> None:
        """Say it where the table speaks: a message over the table would hide what people search for."""
        context = self.host.context
        self.host.tell(context.texts(f"reason.{reason}"))
        context.audio.play("wrong")
        context.pulse("wrong")

    def matters(self, events: tuple[Event, ...]) -> bool:
        """Whether the match is worth storing now: a hand that comes and goes is not."""
        return any(not isinstance(event, (CardTouched, TouchExpired)) for event in events)

    # ---- keys and fingers ---------------------------------------------------------------------------

    def buzz_keys(self) -> dict[str, int]:
        """Key -> the seat whose buzzer it is; alone, it brings the signs out."""
        return {BUZZ_KEYS[n]: seat for n, seat in enumerate(self.host.humans[: len(BUZZ_KEYS)])}

    def _give_signs(self) -> None:
        """Show or hide the signs on the cards."""
        view, table = self.view, self.table
        needed = self.must_buzz and not view.options.calm
        shown = self.letters if not needed else self.letters and self.seat() >= 0
        without = "".join(self.buzz_keys())
        table.give_signs(shown and not table.covered and view.phase != Phase.OVER, without)

    def key(self, event: Key) -> bool:
        buzzers = self.buzz_keys()
        sign = event.text or event.raw
        if sign.lower() in buzzers and not event.pad:
            if self.must_buzz:
                # who buzzes by key points by key
                self.letters = True
            self.buzz(buzzers[sign.lower()])
            return True
        table = self.table
        if table.signs and event.text:
            card = table.signed(event.text)
            if card < 0:
                card = table.signed(event.text.lower())
            if card >= 0:
                self.use_card(card)
                return True
        if event.meaning == "act" and table.around and not self.host.items.ring:
            self.press(Verb.FLIP)
            return True
        return False

    def pointer(self, event: Pointer) -> bool:
        if event.kind == "down":
            return self._down(event)
        if event.kind == "move":
            return self._move(event)
        return self._up(event) if event.kind == "up" else False

    def _down(self, event: Pointer) -> bool:
        host = self.host
        if event.touch:
            self.letters = False
        buzzers = [item for item in host.items.items if item.id in self._seats]
        meant = [item for item in buzzers if item.box.holds(event.x, event.y)]
        if meant:
            # what the table draws as a button comes before the cards around it; where two overlap, the nearer one
            nearest = min(meant, key=lambda item: dist(item.box.centre, (event.x, event.y)))
            self.buzz(self._seats[nearest.id])
            return True
        over = host.items.at(event.x, event.y)
        if over is not None and not over.now:
            if over.id in AT_ONCE:
                host.items.ring = False
                host.items.pressed = over.id
                self.press(Verb.FLIP if over.id == move_id(Verb.FLIP) else self._deal_verb())
                return True
            return False
        table = self.table
        if table.places.timed and table.places.spots.stack and table.places.spots.stack.box.holds(event.x, event.y):
            self.press(self._deal_verb())
            return True
        face = table.places.thing_at(event.x, event.y, host.input_at)
        if face is None:
            return False
        if not table.usable(face):
            table.shake((face.card,))
            return True
        host.items.ring = False
        host.items.focus = ""
        if table.places.timed and face.where == SPOT:
            self._drag = (face.card, event.x, event.y, False)
        self.touch(face)
        return True

    def _deal_verb(self) -> Verb:
        """What the button does: deal, or end the minute without a clock once no look is left."""
        view = self.view
        return Verb.PASS if view.options.calm and view.looks_left <= 0 else Verb.DEAL

    def _move(self, event: Pointer) -> bool:
        if not self._drag:
            return False
        card, x, y, moving = self._drag
        if not moving and abs(event.x - x) + abs(event.y - y) < DRAG_PX:
            return False
        if not moving and self.first == card:
            self.first = self.table.chosen = -1
        if self.first >= 0:
            return False
        self._drag = (card, x, y, True)
        self.table.dragged = (card, event.x, event.y)
        self.table.arrange()
        return True

    def _up(self, event: Pointer) -> bool:
        host = self.host
        pressed = host.items.pressed
        if pressed in AT_ONCE:
            host.items.pressed = ""
            host.dirty = True
            return True
        drag, self._drag = self._drag, None
        if not drag or not drag[3]:
            return False
        self.table.dragged = None
        spot = self.table.places.free_spot_at(event.x, event.y)
        if spot >= 0:
            host.submit(Action(Verb.MOVE, host.input_at, max(self.seat(), host.humans[0]), (drag[0], spot)))
        self.table.arrange(self.host.context.settings.lasting(160))
        return True

    # ---- what the table draws and can be used -----------------------------------------------------------

    def widgets(self) -> list[Widget]:
        """The things in play, the large buttons, and buzzers; the signs on the cards follow."""
        self._handed.clear()
        self._give_signs()
        table, view = self.table, self.view
        if table.covered or view.phase == Phase.OVER:
            return []
        asked = view.turn in self.host.humans
        return [*table.touchable(self.use_card), *table.buttons(self.press, asked), *self._buzzers()]

    def _buzzers(self) -> list[Widget]:
        """A buzzer for everybody, or in the contest the figures by which a person takes the table."""
        host, table = self.host, self.table
        found: list[Widget] = []
        self._seats = {}
        if not self.must_buzz:
            return found
        for seat in host.humans:
            area = table.places.areas[seat]
            if area.buzzer:
                x, y, radius = area.buzzer
                box = Box(x - radius, y - radius, 2 * radius, 2 * radius)
            else:
                box = area.box.at_least(66)
            label = host.context.texts("twin_it.buzzer", name=table.name(seat))
            item = Item(f"buzz-{seat}", label, box, partial(self.buzz, seat), now=True)
            self._seats[item.id] = seat
            found.append(Target(host.context.kit, item))
        return found
