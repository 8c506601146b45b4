"""The table of a game that is played in turns: one seat decides, events are shown one after the other."""

from __future__ import annotations

from abc import abstractmethod
from collections.abc import Callable, Collection, Hashable, Mapping, Sequence
from typing import TYPE_CHECKING, ClassVar, Generic, NamedTuple, Protocol, TypeAlias

from game.core.capabilities import Advice
from game.core.game import A, Action, E, Event, V, View
from game.core.match import HUMAN, Seat
from game.engine import director, game_table, transitions, tweens
from game.engine.canvas import Canvas
from game.engine.drag import DragPayload, DropTarget, SpriteDrag
from game.engine.items import Drag, DragStart, Item
from game.engine.layout import Box, bounds, button_boxes
from game.engine.sprites import SHAKE_MS, SpritePlace
from game.engine.widgets import Button, Widget

if TYPE_CHECKING:
    from game.app.context import Context

#: what the keys of the first buttons mean
KEYS = ("first", "second", "third")
#: the keys of the cards to choose from, in the order of the cards, but for those that a move's button has
DIGITS = "1234567890"
#: how the ids of what only a pointer uses begin
HELD = "hold-"
#: chooses an action, as a person does
ChooseAction: TypeAlias = Callable[[A], transitions.Transition]


class ActionButton(NamedTuple, Generic[A]):
    """An action as its button offers it."""

    action: A
    #: the button's colours, see ``BUTTONS`` of the kit
    kind: str
    label: str
    #: what it leads to, in the second line
    sub: str
    icon: str
    #: what is read out instead of the label, where that is too short to be understood alone
    spoken: str = ""


class TurnSpots(game_table.DockedLayout, Protocol):
    """What a scene needs to know of a game's layout. All of it is logical."""

    @property
    def opponents(self) -> tuple[Box, ...]:
        """The panels of everybody else."""

    @property
    def prompt(self) -> tuple[float, float]:
        """The middle of what says what is to be decided."""

    @property
    def prompt_width(self) -> float:
        """How wide that may be."""

    @property
    def buttons(self) -> tuple[Box, ...]:
        """Room for two buttons."""

    @property
    def tray(self) -> Box | None:
        """Where the own cards lie."""

    @property
    def undo(self) -> tuple[float, float]:
        """The middle of the button that takes back."""

    @property
    def hint(self) -> tuple[float, float]:
        """The middle of the button for the hint."""


class Note(Protocol):
    """A paper that explains something on the table."""

    def draw(self, canvas: Canvas) -> None:
        """Draw it where it belongs."""


class TurnTable(game_table.GameTable[A, E, V]):
    """What the scene of a game of turns asks of the game's table.

    ``sync`` rebuilds the picture from a view, ``script`` shows one event, ``controls`` gives what can be done now.
    """

    spots: TurnSpots
    #: digits that choose cards stand on them; not where nobody has to look which digit that is
    digit_caps = True
    #: a lesson goes on at it: its words say what the log would
    teaches = False
    #: what is meant is marked by something else: nothing else that can be used is framed
    points_out = False
    #: how much higher than wide a card is
    ratio: ClassVar[float] = 1.4
    #: hardly ever can anything be taken back: the button for it is there only where it can be
    undo_is_rare = False

    def __init__(self, context: Context, seats: Sequence[Seat], viewer: int, view: V) -> None:
        super().__init__(context, seats, viewer, view)
        # nobody is the slower for a picture that comes a frame later
        self.layer.now_ms = context.clock.now_ms
        #: the viewer is asked for a decision now
        self.asked = False
        #: id of the item under the pointer or the focus
        self.pointed = ""
        #: offers the controls anew: for a choice of several steps; set by the scene that shows them
        self.offer: Callable[[], None] = lambda: None
        #: the order that the viewer gave to what is theirs, as the game counts it; empty: the game's own order
        self.arrangement: list[int] = []
        #: what the pointer takes along
        self.dragged: SpriteDrag | None = None
        #: where things were dropped that the next event is about, by the keys of their sprites
        self._dropped: dict[Hashable, SpritePlace] = {}
        #: of these, what lies there until the event that takes it from there
        self.resting: dict[Hashable, SpritePlace] = {}
        #: says why an action cannot be done now, as far as the rules know; and lets one be chosen that has to be
        #: confirmed in any case. Set by the scene that plays
        self.refuse: Callable[[A], None] = lambda _action: None
        self.ask: ChooseAction[A] = lambda _action: None
        #: how far a card that fits nowhere is off its place sideways while it shakes, logical
        self.shaken = 0.0

    @property
    def shows_legal(self) -> bool:
        """Whether everything that can be used is framed."""
        return self.context.settings.show_legal and not self.points_out

    # ---- what a game's table says -----------------------------------------------------------------

    @abstractmethod
    def _places(self) -> dict[Hashable, SpritePlace]:
        """Where everything that moves lies now."""

    def sync(self, view: V, ms: float = 0) -> None:
        self.view = view
        self.arrange(ms)

    def arrange(
        self,
        ms: float = 0,
        *,
        curve: tweens.Curve = tweens.out_quint,
        stagger: float = 0,
        origins: Mapping[Hashable, SpritePlace] | None = None,
    ) -> None:
        """Move everything to where it belongs now, within ``ms``; see ``SpriteLayer.arrange``."""
        self.layer.arrange(self.lying(), ms, curve, stagger, origins)

    def lying(self) -> dict[Hashable, SpritePlace]:
        """Where everything that moves lies now, but for what the pointer takes along: that is with it."""
        places = self._places()
        for key, (x, y, _w, _face, z, _state) in self.resting.items():
            if key in places:
                places[key] = places[key]._replace(x=x, y=y, z=z)
        return places | self.dragged.places() if self.dragged else places

    def elsewhere(self, key: Hashable) -> bool:
        """Whether something is not where it belongs because it is being dragged, or was dropped and not yet fetched."""
        return key in self.resting or (self.dragged is not None and key in self.dragged.places())

    @abstractmethod
    def script(self, event: E, view: V) -> director.Script:
        """Show one event; ``view`` is what the viewer knows of the state that ``Game.steps`` pairs with it."""

    def play(self, event: E, view: V) -> director.Script:
        """Show one event and add it to the log: what stands there has been seen.

        A lesson says it in the meantime, for its own words follow.
        """
        first = self.teaches or self.tells_first(event)
        if first:
            self._write(event)
        yield from self.script(event, view)
        if not first:
            self._write(event)

    def tells_first(self, event: E) -> bool:
        """Whether an event stands in the log as soon as it begins to be shown, for nobody is told anything by that."""
        del event
        return False

    def shake(self, offsets: Sequence[float], way_ms: float) -> director.Script:
        """What ``shaken`` puts off its place goes so far to the sides, ``way_ms`` each way; not without motion."""
        for offset in offsets if self.ms(1) else ():
            self.shaken = offset
            self.arrange(self.ms(way_ms))
            yield way_ms

    @abstractmethod
    def controls(self, view: V, choose: ChooseAction[A], selected: A | None) -> list[Widget]:
        """What the viewer can do now; ``selected`` is the action that waits for its confirmation."""

    def drag_handles(self, view: V, choose: ChooseAction[A]) -> list[Item]:
        """What only a pointer uses, whoever's turn it is, as long as nothing is being shown.

        That are things to be dragged which are no controls (for keys and screen readers something else does the same),
        and things that cannot be used now and say so; see ``drag_handle``.
        """
        del view, choose
        return []

    def button_id(self, action: A) -> str:
        """The id of an action's button: the item that the action begins with, unless a game begins with another one."""
        return self.item_of(action)

    def thinking_time(self, view: V) -> float:
        """How long somebody else seems to think now, as a share of the usual time."""
        del view
        return 1.0

    def forced_move(self, view: V) -> A | None:
        """The move about which the viewer has no choice and need not be asked, or None."""
        del view
        return None

    def pause_before(self, action: A) -> float:
        """How long the table stays as it is before such a move is made, as a share of the usual time."""
        del action
        return 1.0

    def unchoose(self) -> bool:
        """Give up a choice of several steps that has been begun; return whether there was one."""
        return False

    @property
    def tells(self) -> bool:
        """Whether it says itself, in large letters, how something has ended: who thinks is of no interest then."""
        return False

    def next_step(self) -> str:
        """The id of the item that goes on with a choice of several steps that has been begun, or ""."""
        return ""

    def numbered(self, cards: Sequence[Item]) -> dict[str, Item]:
        """The ``cards`` to choose from by the digit that chooses each: as they lie, unless a game counts otherwise.

        The moves' buttons keep the digits on their caps, whether they are shown or not: no digit means a card now and
        a move a moment later.
        """
        moves = {self.context.settings.keys.get(meaning) for meaning in KEYS}
        return dict(zip((digit for digit in DIGITS if digit not in moves), cards, strict=False))

    def explained(self) -> list[Widget]:
        """The cards that explain themselves when they are pointed at."""
        return []

    def note(self, item: Item) -> Note | None:
        """The paper that explains an item's card, or None."""
        del item
        return None

    def marked(self, advice: Advice[A]) -> list[tuple[Box, float]]:
        """What a hint marks beside the item of its move: boxes with the radius of their corners."""
        del advice
        return []

    def place_of(self, name: str) -> Box | None:
        """A part of the table by the name that a lesson calls it by, if it is there now.

        ``own`` is where the own cards lie, ``rival-1`` the panel of the next one; a game has names of its own.
        """
        if name == "own":
            return self.spots.tray
        rival = name.removeprefix("rival-")
        return self.spots.opponents[int(rival) - 1] if rival != name else None

    # ---- what a pointer takes along -----------------------------------------------------------------

    def drag_handle(
        self,
        name: str,
        box: Box,
        keys: Sequence[Hashable],
        *,
        load: Callable[[], DragPayload] | None = None,
        use: Callable[[], transitions.Transition] | None = None,
        refused: A | None = None,
    ) -> Item:
        """Something on the table for a pointer alone.

        It can be dragged as ``payload`` says, where that is given, and does ``use`` when it is pressed. Else the
        sprites
        ``keys`` shake, and the rules say why ``refused``, the action that it stands for, cannot be done.
        """

        def stay() -> None:
            for key in keys:
                self.layer.shake(key, self.ms(SHAKE_MS))
            if refused is not None:
                self.refuse(refused)

        usual = stay if load is None else lambda: None
        take = self.taking(load) if load else lambda _grip: stay()
        return Item(f"{HELD}{name}", "", box, use or usual, take=take)

    def taking(self, load: Callable[[], DragPayload]) -> Callable[[DragStart], Drag]:
        """What an item's ``take`` is for a load."""
        return lambda grip: self.begin(SpriteDrag(self, load(), grip))

    def drag_payload(
        self,
        what: Sequence[Hashable] | Mapping[Hashable, SpritePlace],
        goals: Mapping[A, Box],
        choose: ChooseAction[A],
        *,
        box: Box | None = None,
        legal: Collection[A] | None = None,
        radius: float = 16.0,
    ) -> Callable[[], DragPayload]:
        """What can be taken along to the box of each of some actions, all of them ``legal`` unless that is given.

        ``what`` are keys of sprites, or places of things that are on the table by no sprite; they fill ``box``.
        """

        def taken() -> DragPayload:
            places = what if isinstance(what, Mapping) else self.at_rest(what)
            around = box or bounds([place.card(self.ratio) for place in places.values()])
            found = [
                self._goal(action, goal, choose, legal=legal is None or action in legal, radius=radius)
                for action, goal in goals.items()
            ]
            return DragPayload(places, around, tuple(found))

        return taken

    def begin(self, drag: SpriteDrag) -> Drag:
        """Something is taken along."""
        self._dropped.clear()
        self.resting.clear()
        self.context.audio.play("deal")
        return drag

    def _goal(
        self, action: A, box: Box, choose: ChooseAction[A], *, legal: bool = True, radius: float = 16.0
    ) -> DropTarget:
        """A goal that stands for an action: it is chosen as by a tap, or not ``legal`` and says why."""
        use = (lambda: choose(action)) if legal else (lambda: self.refuse(action))
        return DropTarget(box, use, self.item_of(action) if legal else "", radius, legal)

    def at_rest(self, keys: Sequence[Hashable]) -> dict[Hashable, SpritePlace]:
        """Where these sprites belong."""
        places = self._places()
        return {key: places[key] for key in keys if key in places}

    def accepted(self) -> director.Script:
        """Shown before the events of an action: what was dropped for it lies where it is until then."""
        if self.dragged:
            self.dragged.accepted = True
        return self._lay_down()

    def _lay_down(self) -> director.Script:
        if self.dragged:
            self._dropped = self.dragged.lay_down()
            self.resting = dict(self._dropped)
        yield from ()

    def lets_rest(self, event: E) -> bool:
        """Whether what was dropped lies where it is while this event is shown; mostly it is what that is about."""
        del event
        return False

    def mark(self, event: E) -> None:
        """Mark an event as the last move, if it is one; it may fetch what was dropped."""
        super().mark(event)
        if not self.lets_rest(event):
            self.resting.clear()

    def dropped(self, key: Hashable, usual: SpritePlace) -> SpritePlace:
        """Where what an event is about comes from: where it was dropped, else as ``usual``."""
        place = self._dropped.pop(key, None)
        return usual._replace(x=place.x, y=place.y) if place else usual

    def update(self, ms: float) -> bool:
        changed = super().update(ms)
        return (self.dragged is not None and self.dragged.update(ms)) or changed

    # ---- what all share ---------------------------------------------------------------------------

    def decides(self, turn: int) -> bool:
        """Whether the viewer is the person who decides, where it is ``turn`` who does."""
        return turn == self.viewer and self.seats[self.viewer].kind == HUMAN

    def button(
        self, offer: ActionButton[A], box: Box, size: float, key: str, choose: ChooseAction[A], selected: A | None
    ) -> Button:
        """The button of an action; the one that is ``selected`` waits to be used again. ``key`` is a meaning."""
        waits = offer.action == selected
        sub = self.context.texts("confirm.again") if waits else offer.sub
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
        self, offers: Sequence[ActionButton[A]], size: float, choose: ChooseAction[A], selected: A | None
    ) -> list[Widget]:
        """The buttons of up to three actions, in the room of the layout's two."""
        boxes = button_boxes(self.spots.buttons, len(offers))
        places = zip(offers, boxes, KEYS[: len(offers)], strict=True)
        return [self.button(offer, box, size, key, choose, selected) for offer, box, key in places]


#: a table of turns, whatever is played
AnyTurnTable: TypeAlias = TurnTable[Action, Event, View]
