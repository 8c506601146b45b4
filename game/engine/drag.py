"""Dragging: what the pointer carries, the targets that would take it, and its way home.

A table says of an item what can be taken from it (``Item.take``), usually a :class:`DragPayload`. A drop target does
what a tap would do for the same move, including any confirmation.
"""

from collections.abc import Callable, Collection, Hashable, Iterator, Mapping, Sequence
from functools import partial
from typing import TYPE_CHECKING, ClassVar, Generic, NamedTuple, Protocol

from pygame import Surface

from game.core.game import A
from game.engine import items, layout, sprites, surfaces, transitions, tweens
from game.engine.canvas import Canvas
from game.engine.kit import Kit, centred
from game.engine.palette import CREAM, GOLD, INK, WHITE, Colour
from game.engine.turn_host import TurnHost

if TYPE_CHECKING:
    from game.services.context import Context

#: id prefix of items that only a pointer uses
HELD = "hold-"
#: duration of the way home, in milliseconds at normal speed; at the slowest it is less than 200
HOME_MS = 120.0
#: milliseconds until a payload has risen above the finger
RISE_MS = 90.0
#: gap between a finger and the lower edge of its payload, logical: 3 mm on a phone
ABOVE = 30.0
#: payloads are drawn over everything else
DRAGGED_Z = 120.0
#: how far a target's frame extends beyond its box, logical
ROOM = 9.0


class DropTarget(NamedTuple):
    """A place where something can be dropped."""

    box: layout.Box
    #: action of the drop: the same as a tap's
    use: Callable[[], transitions.Transition]
    #: id of the item that a tap would use, shown as hovered; or ""
    item: str = ""
    #: corner radius, logical
    radius: float = 16.0
    #: legal, and lit. An illegal target explains itself at a drop
    takes: bool = True


class DragPayload(NamedTuple):
    """Things to be dragged, and their drop targets."""

    #: places of the sprites by key; a key without a sprite on the table gets one for the drag
    places: Mapping[Hashable, sprites.SpritePlace]
    #: bounds of all of them
    box: layout.Box
    #: the first one wins where two overlap
    targets: tuple[DropTarget, ...]


def _taken_at(load: DragPayload, grip: items.DragStart) -> DragPayload:
    """Move a payload that was grabbed outside its box, from a row of similar things, to the pointer."""
    if load.box.holds(grip.x, grip.y):
        return load
    (x, y), box = load.box.centre, load.box
    dx, dy = grip.x - x, grip.y - y
    places = {key: place._replace(x=place.x + dx, y=place.y + dy) for key, place in load.places.items()}
    return load._replace(places=places, box=box._replace(x=box.x + dx, y=box.y + dy))


class Hold(Protocol):
    """Holder of the current drag, if any."""

    dragged: "SpriteDrag | None"


class DragTable(Protocol):
    """Parts of a table that a drag uses."""

    context: "Context"
    layer: sprites.SpriteLayer

    @property
    def drags(self) -> Hold:
        """Holder of the table's current drag."""

    def ms(self, milliseconds: float) -> float:
        """Return a duration at the player's pace."""

    def arrange(self, ms: float = 0) -> None:
        """Move everything to its place within ``ms``."""


class MovesBench(DragTable, Protocol[A]):
    """A table that makes moves, as dragging uses it."""

    ratio: ClassVar[float]
    host: TurnHost[A]

    def item_of(self, action: A) -> str:
        """Return the id of the item that performs or begins an action."""


class SpriteDrag(items.Drag):
    """A payload that follows the pointer."""

    def __init__(self, bench: DragTable, load: DragPayload, grip: items.DragStart) -> None:
        #: keys without a sprite on the table
        self.made = [key for key in load.places if key not in bench.layer.sprites]
        if self.made:
            load = _taken_at(load, grip)
        self.bench, self.payload = bench, load
        self.touch = grip.touch
        #: position of the pointer
        self.x, self.y = grip.x, grip.y
        #: target that would take it if it was dropped now
        self.over: DropTarget | None = None
        #: dropped, with its events about to be shown: it stays where it is until then
        self.accepted = False
        layer = bench.layer
        at = {key: layer.sprites[key] if key in layer.sprites else layer.new(load.places[key]) for key in load.places}
        self._offsets = {key: (sprite.x - grip.x, sprite.y - grip.y) for key, sprite in at.items()}
        box = load.box
        # rises above the finger, which would hide it
        self._rise = (grip.x - box.centre[0], grip.y - ABOVE - box.y - box.h) if grip.touch else (0.0, 0.0)
        self._share, self._age = 0.0, 0.0
        self._middle = (box.centre[0] - grip.x, box.centre[1] - grip.y)
        bench.drags.dragged = self
        self.put()

    @property
    def aim(self) -> str:
        return self.over.item if self.over else ""

    def offset(self, key: Hashable) -> tuple[float, float]:
        """Return a sprite's offset from the pointer, before it rises above a finger."""
        return self._offsets[key]

    def places(self) -> dict[Hashable, sprites.SpritePlace]:
        """Return the current places of everything carried."""
        dx, dy = self._lifted()
        found: dict[Hashable, sprites.SpritePlace] = {}
        for number, (key, place) in enumerate(self.payload.places.items()):
            left, down = self.offset(key)
            at = {"x": self.x + left + dx, "y": self.y + down + dy}
            state = "flat" if place.state == "flat" else "hover"
            found[key] = sprites.SpritePlace(**at, w=place.w, face=place.face, z=DRAGGED_Z + number * 0.1, state=state)
        return found

    def _lifted(self) -> tuple[float, float]:
        """Return how far the payload has risen above the finger; it stays on the table."""
        dx, dy = (part * self._share for part in self._rise)
        top = self.y + self._middle[1] - self.payload.box.h / 2 + dy
        return dx, dy + max(0.0, min(-top, self.payload.box.h / 2))

    def put(self) -> None:
        """Show the payload at its position."""
        self.bench.layer.hold(self.places())

    def move(self, x: float, y: float) -> None:
        self.x, self.y = x, y
        self.over = self._goal()
        self.put()

    def _goal(self) -> DropTarget | None:
        """Return the target under the pointer, else the one under the payload's centre."""
        dx, dy = self._lifted()
        for x, y in ((self.x, self.y), (self.x + self._middle[0] + dx, self.y + self._middle[1] + dy)):
            for goal in self.payload.targets:
                if goal.box.holds(x, y):
                    return goal
        return None

    def update(self, ms: float) -> bool:
        """Advance time; return True if it has moved."""
        if not self.touch or self._share >= 1 or self.accepted:
            return False
        self._age += ms
        whole = self.bench.ms(RISE_MS)
        self._share = tweens.out_cubic(min(1.0, self._age / whole)) if whole else 1.0
        self.over = self._goal()
        self.put()
        return True

    def drop(self) -> transitions.Transition:
        """Drop on the target below, else return home."""
        goal = self.over
        outcome = goal.use() if goal else None
        if not self.accepted:
            self.cancel()
        return outcome

    def cancel(self) -> None:
        """Return home; nothing has happened."""
        bench, home = self.bench, self.bench.ms(HOME_MS)
        bench.drags.dragged = None
        now = self.places()
        bench.layer.let_go()
        for key in self.made:
            bench.layer.sprites.pop(key, None)
            bench.layer.fly(now[key], self.payload.places[key]._replace(state="rest"), home, arc=0)
        bench.context.audio.play("slide")
        bench.arrange(home)

    def lay_down(self) -> dict[Hashable, sprites.SpritePlace]:
        """Leave the accepted payload where it was dropped, for the events that follow; return its places."""
        layer, now = self.bench.layer, self.places()
        self.bench.drags.dragged = None
        layer.let_go()
        for key in self.made:
            layer.sprites.pop(key, None)
        return {key: place._replace(z=60, state="rest") for key, place in now.items()}


class Dragging(Generic[A]):
    """Dragging at one table: the current drag, and what rests where it was dropped.

    ``places`` returns where everything belongs.
    """

    def __init__(self, bench: MovesBench[A], places: Callable[[], dict[Hashable, sprites.SpritePlace]]) -> None:
        self._bench, self._places = bench, places
        #: the current drag
        self.dragged: SpriteDrag | None = None
        #: drop places for the next event, by sprite key
        self._dropped: dict[Hashable, sprites.SpritePlace] = {}
        #: of these, those that rest there until their event takes them
        self.resting: dict[Hashable, sprites.SpritePlace] = {}

    def drag_handle(
        self,
        name: str,
        box: layout.Box,
        keys: Sequence[Hashable],
        *,
        load: Callable[[], DragPayload] | None = None,
        use: Callable[[], transitions.Transition] | None = None,
        refused: A | None = None,
    ) -> items.Item:
        """Return an item on the table for a pointer alone.

        If ``load`` is given, it can be dragged, and a press does ``use``. Else the sprites ``keys`` shake, and the
        rules say why the action ``refused``, which it stands for, is illegal.
        """

        def stay() -> None:
            for key in keys:
                self._bench.layer.shake(key, self._bench.ms(sprites.SHAKE_MS))
            if refused is not None:
                self._bench.host.refuse(refused)

        usual = stay if load is None else lambda: None
        take = self.taking(load) if load else lambda _grip: stay()
        return items.Item(f"{HELD}{name}", "", box, use or usual, start_drag=take)

    def taking(self, load: Callable[[], DragPayload]) -> Callable[[items.DragStart], items.Drag]:
        """Return the ``start_drag`` of an item with that payload."""
        return lambda grip: self.begin(SpriteDrag(self._bench, load(), grip))

    def drag_payload(
        self,
        what: Sequence[Hashable] | Mapping[Hashable, sprites.SpritePlace],
        goals: Mapping[A, layout.Box],
        choose: Callable[[A], transitions.Transition],
        *,
        box: layout.Box | None = None,
        legal: Collection[A] | None = None,
        radius: float = 16.0,
    ) -> Callable[[], DragPayload]:
        """Return a payload factory with a target box per action; all are ``legal`` unless that is given.

        ``what`` are sprite keys, or places of things without a sprite; together they fill ``box``. A target chooses its
        action as a tap would, or explains why it is illegal.
        """

        def goal(action: A, place: layout.Box) -> DropTarget:
            takes = legal is None or action in legal
            use = partial(choose if takes else self._bench.host.refuse, action)
            return DropTarget(place, use, self._bench.item_of(action) if takes else "", radius, takes)

        def taken() -> DragPayload:
            places = what if isinstance(what, Mapping) else self.at_rest(what)
            around = box or layout.bounds([place.card(self._bench.ratio) for place in places.values()])
            return DragPayload(places, around, tuple(goal(*one) for one in goals.items()))

        return taken

    def begin(self, drag: SpriteDrag) -> items.Drag:
        """Start a drag."""
        self._dropped.clear()
        self.resting.clear()
        self._bench.context.audio.play("deal")
        return drag

    def at_rest(self, keys: Sequence[Hashable]) -> dict[Hashable, sprites.SpritePlace]:
        """Return where these sprites belong."""
        places = self._places()
        return {key: places[key] for key in keys if key in places}

    def moved(self, places: dict[Hashable, sprites.SpritePlace]) -> dict[Hashable, sprites.SpritePlace]:
        """Return ``places`` with everything dropped or dragged at its current place."""
        for key, (x, y, _w, _face, z, _state) in self.resting.items():
            if key in places:
                places[key] = places[key]._replace(x=x, y=y, z=z)
        return places | self.dragged.places() if self.dragged else places

    def holds(self, key: Hashable) -> bool:
        """Return True if something is away from its place: dragged, or dropped and not yet fetched."""
        return key in self.resting or (self.dragged is not None and key in self.dragged.places())

    def accepted(self) -> Iterator[float]:
        """Return the script before an action's events: the payload rests where it was dropped."""
        if self.dragged:
            self.dragged.accepted = True
        return self._lay_down()

    def _lay_down(self) -> Iterator[float]:
        if self.dragged:
            self._dropped = self.dragged.lay_down()
            self.resting = dict(self._dropped)
        yield from ()

    def dropped(self, key: Hashable, usual: sprites.SpritePlace) -> sprites.SpritePlace:
        """Return where an event's subject comes from: where it was dropped, else ``usual``."""
        place = self._dropped.pop(key, None)
        return usual._replace(x=place.x, y=place.y) if place else usual

    def update(self, ms: float) -> bool:
        """Advance time; return True if something has moved."""
        return self.dragged is not None and self.dragged.update(ms)


def drop_target_plain(kit: Kit, w: float, h: float, radius: float, over: bool) -> Surface:
    """Draw the light around a w x h target at ROOM, ROOM: gold, or white with a payload over it; plain."""
    # made small and stretched: it has to be ready when the drag starts
    size = (kit.px(w), kit.px(h))
    core = (min(size[0], 2 * kit.px(radius) + 3), min(size[1], 2 * kit.px(radius) + 3))
    room = kit.px(ROOM)
    small = surfaces.blank((core[0] + 2 * room, core[1] + 2 * room))
    small.fill((*(WHITE if over else GOLD), 0))
    middle = small.get_width() // 2, small.get_height() // 2
    fill, alpha = (CREAM, 56) if over else (GOLD, 26)
    centred(small, surfaces.rounded(core, kit.px(radius), fill, alpha), *middle)
    lines: tuple[tuple[float, float, Colour], ...] = ((6.5, 6.5, INK), (5.0, 3.5, GOLD))
    if over:
        lines = ((8.0, 9.0, INK), (6.5, 6.0, WHITE))
    for out, width, colour in lines:
        around = (core[0] + 2 * kit.px(out), core[1] + 2 * kit.px(out))
        centred(small, surfaces.ring(around, kit.px(radius + out), max(1, kit.px(width)), colour), *middle)
    return surfaces.stretched(small, size[0] - core[0], size[1] - core[1])


def draw_dragged(canvas: Canvas, bench: DragTable) -> None:
    """Draw the payload over everything, and the light around its targets.

    Unless the player has legal moves framed, only the target below the payload is lit.
    """
    context, carried = bench.context, bench.drags.dragged
    for goal in carried.payload.targets if carried and not carried.accepted else ():
        over = carried is not None and goal is carried.over
        if goal.takes and (context.settings.show_legal or over):
            box = goal.box
            picture = context.kit.scene_image(drop_target_plain, box.w, box.h, goal.radius, over)
            canvas.put(picture, box.x - ROOM, box.y - ROOM)
    bench.layer.draw_held(canvas)
