"""The table of a turn-based game: one seat decides, events are shown one after the other."""

from abc import abstractmethod
from collections.abc import Callable, Hashable, Iterator, Mapping, Sequence
from functools import partial
from typing import TYPE_CHECKING, ClassVar, Generic, NamedTuple, Protocol, TypeAlias

from pygame import Surface

from game.core.capabilities import Advice
from game.core.events import seat_of
from game.core.game import A, Action, E, Event, V, View
from game.core.match import HUMAN, Seat
from game.engine import director, game_table, surfaces, transitions, tweens
from game.engine.canvas import Canvas
from game.engine.drag import Dragging
from game.engine.figures import figure_plain
from game.engine.held_secret import HeldSecret
from game.engine.impact import FELT_BY_ALL, impact_of
from game.engine.items import Item
from game.engine.kit import Kit, centred
from game.engine.layout import Box, TurnSpots, button_boxes
from game.engine.palette import CREAM, GOLD, SOFT, WARNING
from game.engine.sprites import SpritePlace
from game.engine.turn_host import NoTurnHost, TurnHost
from game.engine.widgets import Button, Widget

if TYPE_CHECKING:
    from game.services.context import Context

#: meanings of the first buttons' keys
KEYS = ("first", "second", "third")
#: keys of the cards to choose from, in order, without those of the moves' buttons
DIGITS = "1234567890"
#: chooses an action, as a person does
ChooseAction: TypeAlias = Callable[[A], transitions.Transition]


#: room of the asked player's figure in the prompt, its radius, and the corners and width of the line around their seat
ASKED_FRONT, ASKED_RADIUS, LIT_CORNER, LIT_LINE = 34.0, 21.0, 20.0, 4.0


def asked_plain(kit: Kit, text: str, figure: str, max_width: float) -> Surface:
    """Draw a prompt with the figure of the player it asks at its left end; plain."""
    pill = kit.prompt_plain(text, game_table.PROMPT_SIZE, max_width - 2 * LIT_LINE, ASKED_FRONT)
    face = figure_plain(kit, figure, ASKED_RADIUS)
    high, before = max(face.get_height(), pill.get_height()), kit.px(LIT_LINE)
    whole = surfaces.clear((pill.get_width() + 2 * before, high), GOLD)
    whole.blit(pill, (before, (high - pill.get_height()) // 2))
    centred(whole, face, before + kit.px(23), high // 2)
    return whole


def lit_plain(kit: Kit, w: float, h: float) -> Surface:
    """Draw the plain gold line around the place of the player who is asked."""
    return surfaces.ring((kit.px(w), kit.px(h)), kit.px(LIT_CORNER), max(2, kit.px(LIT_LINE)), GOLD)


class ActionButton(NamedTuple, Generic[A]):
    """An action as its button offers it."""

    action: A
    #: the button's colours, see ``BUTTONS`` of the kit
    kind: str
    label: str
    #: the consequence, in the second line
    sub: str
    icon: str
    #: read out instead of the label, if that is too short to be understood alone
    spoken: str = ""


class Note(Protocol):
    """A paper that explains something on the table."""

    def draw(self, canvas: Canvas) -> None:
        """Draw the note in its place."""


class TurnTable(game_table.GameTable[A, E, V]):
    """A turn-based game's table, as its scene needs it.

    ``sync`` rebuilds the picture from a view, ``script`` shows one event, ``controls`` returns what can be done now.
    """

    spots: TurnSpots
    #: cards show the digit that chooses them; off where the digits are obvious
    digit_caps = True
    #: a lesson runs at this table, and its texts replace the log
    teaches = False
    #: something else marks what is meant: nothing else is framed
    points_out = False
    #: chances that help with a decision are hidden
    conceals_odds = False
    #: height of a card divided by its width
    ratio: ClassVar[float] = 1.4
    #: the sounds of great events, good and bad; "" if the script has played one
    strikes: ClassVar[tuple[str, str]] = ("twin", "bust")
    #: a game of memory, whose matches are not replayed before their end
    tests_memory: ClassVar[bool] = False
    #: the places that a hint over the table leaves free, as it does the own cards, by the names that ``place_of`` knows
    kept_free: tuple[str, ...] = ()
    #: the parts of a tall table that a hint over it covers as a whole or leaves, besides the rivals' panels
    whole_parts: tuple[Box, ...] = ()
    #: a tall table makes room for a hint, as nearly everything on it counts for the decision
    yields_to_hint = False
    #: the centre of the button for planning ahead on a wide table
    plan_at: ClassVar[tuple[float, float]] = (58.0, 208.0)
    #: undo is rarely possible: its button is shown only when it is
    undo_is_rare = False

    def __init__(self, context: "Context", seats: Sequence[Seat], viewer: int, view: V) -> None:
        super().__init__(context, seats, viewer, view)
        # a picture may come a frame later: nobody waits for it
        self.layer.now_ms = context.clock.now_ms
        #: the viewer's view after the last event shown
        self.shown = view
        #: an announcement has the place of the large buttons on a wide table
        self.announces_aside = False
        #: id of the item under the pointer or the focus
        self.pointed = ""
        #: the scene; set by the one in which somebody plays
        self.host: TurnHost[A] = NoTurnHost()
        #: the viewer's own order of their cards, as the game counts it; empty for the game's order
        self.arrangement: list[int] = []
        #: what people at one device hide from each other on the table itself, in games that have such a thing
        self.secret = HeldSecret()
        #: the current drag, and what rests where it was dropped
        self.drags = Dragging[A](self, self._places)
        #: current sideways offset of a shaking card, logical
        self.shaken = 0.0
        #: the dock takes the room of buttons that there are none of
        self.without_buttons = False

    @property
    def shows_legal(self) -> bool:
        """True if everything that can be used is framed."""
        return self.context.settings.show_legal and not self.points_out

    def make_room(self, docked: bool, without_buttons: bool = False, ms: float = 0) -> None:
        """Make room for the dock on a tall table, or take it back; cards move to their new places within ``ms``."""
        changed = (docked, without_buttons) != (self.docked, self.without_buttons)
        self.docked, self.without_buttons = docked, without_buttons
        if changed and self.frame.tall:
            sprites, self.layer.sprites = self.layer.sprites, {}
            self.build()
            laid, self.layer.sprites = self.layer.sprites, sprites
            self.layer.arrange({key: sprite.place for key, sprite in laid.items()}, ms)

    # ---- defined by each game ---------------------------------------------------------------------

    @abstractmethod
    def _places(self) -> dict[Hashable, SpritePlace]:
        """Return where everything that moves belongs now."""

    def sync(self, view: V, ms: float = 0) -> None:
        self.view = self.shown = view
        self.arrange(ms)

    def arrange(
        self,
        ms: float = 0,
        *,
        curve: tweens.Curve = tweens.out_quint,
        stagger: float = 0,
        origins: Mapping[Hashable, SpritePlace] | None = None,
    ) -> None:
        """Move everything to its place within ``ms``; see ``SpriteLayer.arrange``."""
        self.layer.arrange(self.lying(), ms, curve, stagger, origins)

    def _deal_out(self, keys: Sequence[Hashable], start: SpritePlace, each_ms: float) -> director.Script:
        """Show these things coming to the empty table from ``start``, one after the other."""
        self.layer.arrange({})
        origins = dict.fromkeys(keys, start)
        self.arrange(self.ms(220), curve=tweens.out_cubic, stagger=self.ms(each_ms), origins=origins)
        for _ in keys:
            self.context.audio.play("deal")
            yield each_ms
        yield 220

    def lying(self) -> dict[Hashable, SpritePlace]:
        """Return where everything that moves is now, including the drag."""
        return self.drags.moved(self._places())

    @abstractmethod
    def script(self, event: E, view: V) -> director.Script:
        """Show one event; ``view`` is the viewer's view of the state that ``Game.steps`` pairs with it."""

    def play(self, event: E, view: V) -> director.Script:
        """Show one event and then add it to the log, so that the log does not run ahead.

        A lesson adds it first, because its own texts follow.
        """
        first = self.teaches or self._tells_first(event)
        if first:
            self._write(event)
        yield from self.script(event, view)
        if not first:
            self._write(event)
        yield from self._struck(event, view)

    def _struck(self, event: E, view: V) -> director.Script:
        """Show how great an event is, after its script."""
        if pause_ms := self._strike(seat_of(event), self._intensity(event, view), self._strike_at(event), self.strikes):
            yield pause_ms

    def _intensity(self, event: E, view: V) -> float:
        """Return the signed intensity of an event, see ``game.engine.impact``; 0 unless a game overrides it."""
        return 0.0

    def _strike(self, seat: int, intensity: float, at: tuple[float, float], sounds: tuple[str, str]) -> float:
        """Show how great an event is, by sparks, sound and faces; return the milliseconds to pause for it.

        ``sounds`` are those of a good event and of a bad one, or "".
        """
        impact, good = impact_of(intensity), intensity > 0
        if impact is None:
            return 0.0
        self.popups.bursts.add(*at, impact, (GOLD, CREAM) if good else (WARNING, SOFT))
        if sound := sounds[not good]:
            self.context.audio.play(sound, impact.volume)
        self.feel(seat, "glad" if good else "beaten")
        for other in range(len(self.seats)) if abs(intensity) >= FELT_BY_ALL else ():
            if other != seat and other not in self.held_by:
                self.feel(other, "beaten" if good else "glad")
        return impact.pause_ms

    def _strike_at(self, event: E) -> tuple[float, float]:
        """Return the point where a great event is seen: the middle of its seat's place."""
        order = self.order()
        seat = seat_of(event)
        place = order.index(seat) if seat in order else 0
        box = self.place_of(f"rival-{place}" if place else "own")
        return box.centre if box else self.spots.prompt[:2]

    def _tells_first(self, event: E) -> bool:
        """Return True if an event is logged before it is shown, because that reveals nothing."""
        return False

    def shake(self, offsets: Sequence[float], way_ms: float) -> director.Script:
        """Move ``shaken`` to each of the offsets, ``way_ms`` each; not with reduced motion."""
        for offset in offsets if self.ms(1) else ():
            self.shaken = offset
            self.arrange(self.ms(way_ms))
            yield way_ms

    @abstractmethod
    def controls(self, view: V, choose: ChooseAction[A], selected: A | None) -> list[Widget]:
        """Return what the viewer can do now; ``selected`` is the action waiting for confirmation."""

    def drag_handles(self, view: V, choose: ChooseAction[A]) -> list[Item]:
        """Return things for a pointer alone, in any turn, while nothing is being shown.

        They can be dragged but are not buttons (keys and screen readers have other items for the same), or cannot be
        used now and say so; see ``Dragging.drag_handle``.
        """
        return []

    def button_id(self, action: A) -> str:
        """Return the id of an action's button: the item that begins it, unless a game overrides it."""
        return self.item_of(action)

    def thinking_time(self, view: V, action: A) -> float:
        """Return how long an opponent seems to think before ``action``, as a share of the usual time."""
        return 1.0

    def forced_move(self, view: V) -> A | None:
        """Return the viewer's only move, to be made without asking, or None."""
        return None

    def pause_before(self, action: A) -> float:
        """Return the pause before a forced move, as a share of the usual time."""
        return 1.0

    def unchoose(self) -> bool:
        """Cancel a choice of several steps; return True if there was one."""
        return False

    @property
    def tells(self) -> bool:
        """True if the table itself announces an ending in large letters, when it no longer matters who is thinking."""
        return False

    def next_step(self) -> str:
        """Return the id of the item that continues a choice of several steps, or ""."""
        return ""

    def numbered(self, cards: Sequence[Item]) -> dict[str, Item]:
        """Map digits to the ``cards`` that they choose: in order, unless a game counts otherwise.

        The moves' buttons keep their digits even while hidden: no digit means a card now and a move a moment later.
        """
        moves = {self.context.settings.keys.get(meaning) for meaning in KEYS}
        return dict(zip((digit for digit in DIGITS if digit not in moves), cards, strict=False))

    def explained(self) -> list[Widget]:
        """Return the cards that explain themselves when pointed at, and the secret's item; also between own moves."""
        return []

    def note(self, item: Item) -> Note | None:
        """Return the note that explains an item's card, or None."""
        return None

    def marked(self, advice: Advice[A]) -> list[tuple[Box, float]]:
        """Return what a hint marks beside the item of its move: boxes with their corner radius."""
        return []

    def concerned(self, event: E) -> Iterator[Box]:
        """Yield the boxes that a film's close shot of an event shows beside its seats and the cards that move.

        They are what else is told there, and where things rise or fly that are no cards.
        """
        yield from ()

    def place_of(self, name: str) -> Box | None:
        """Return the box of a part of the table by its name in lessons, or None if it is not there now.

        ``own`` are the player's own cards and what is beside them, ``cards`` is what a cloth has to cover of that,
        ``rival-1`` is the panel of the next player; games have names of their own.
        """
        if name in ("own", "cards"):
            return self.spots.tray
        rival = name.removeprefix("rival-")
        return self.spots.opponents[int(rival) - 1] if rival != name else None

    def _lets_rest(self, event: E) -> bool:
        """Return True if what was dropped rests during this event; usually the event is about it."""
        return False

    def mark(self, event: E) -> None:
        """Mark an event as the last move, if it is one, and release what was dropped."""
        super().mark(event)
        if not self._lets_rest(event):
            self.drags.resting.clear()

    def update(self, ms: float) -> bool:
        changed = super().update(ms)
        return self.drags.update(ms) or changed

    def _prompts_ahead(self) -> Iterator[game_table.Preparation]:
        for seat in self.order()[1:]:
            text = self.texts("prompt.thinking", name=self.name(seat))
            yield partial(self.kit.prompt, text, game_table.PROMPT_SIZE, self.spots.prompt.w)

    # ---- shared by all games ----------------------------------------------------------------------

    def _prompt_picture(self, text: str, max_width: float) -> Surface:
        if self.alone or not self.viewer_decides:
            return super()._prompt_picture(text, max_width)
        seat, room = self.seats[self.viewer], max_width - 2 * LIT_LINE - ASKED_FRONT
        ways = () if seat.name in text else (self.texts("prompt.named", name=seat.name, text=text),)
        text = self.kit.fitting_prompt((*ways, text), game_table.PROMPT_SIZE, room)
        return self.kit.scene_image(asked_plain, text, seat.figure, max_width)

    def decides(self, turn: int) -> bool:
        """Return True if ``turn`` is the viewer and a person."""
        return turn == self.viewer and self.seats[self.viewer].kind == HUMAN

    def button(
        self, offer: ActionButton[A], box: Box, size: float, key: str, choose: ChooseAction[A], selected: A | None
    ) -> Button:
        """Return the button of an action; ``selected`` waits for its second use. ``key`` is a meaning."""
        waits = offer.action == selected
        sub = self.texts("confirm.again") if waits else offer.sub
        return Button(
            self.kit,
            self.button_id(offer.action),
            box,
            offer.label,
            lambda: choose(offer.action),
            kind="good" if waits else offer.kind,
            sub=sub,
            icon=offer.icon,
            size=size,
            keys=(key,),
            cap=self.cap(key),
            spoken=f"{offer.spoken}, {sub}" if offer.spoken else "",
        )

    def offered(
        self,
        offers: Sequence[ActionButton[A]],
        size: float,
        choose: ChooseAction[A],
        selected: A | None,
        keys: Sequence[str] = KEYS,
    ) -> list[Widget]:
        """Return the buttons of up to three actions with their ``keys``, in the room of the layout's two."""
        boxes = button_boxes(self.spots.buttons, len(offers))
        places = zip(offers, boxes, keys[: len(offers)], strict=True)
        return [self.button(offer, box, size, key, choose, selected) for offer, box, key in places]


#: a turn table of any game
AnyTurnTable: TypeAlias = TurnTable[Action, Event, View]
