"""Dragging: what a pointer takes along from the table, the goals that would take it, and how it gets home again.

A table says of an item what can be taken from it (``Item.take``), mostly as a :class:`DragPayload`. Nothing is decided
here:
a goal does what a tap would do for the same move, so whatever asks to be confirmed does so here too.
"""

from __future__ import annotations

from collections.abc import Callable, Hashable, Mapping
from typing import TYPE_CHECKING, NamedTuple, Protocol

from pygame import Surface

from game.engine import items, layout, sprites, surfaces, transitions, tweens
from game.engine.canvas import Canvas
from game.engine.kit import Kit, centred
from game.engine.palette import CREAM, GOLD, INK, WHITE, Colour

if TYPE_CHECKING:
    from game.app.context import Context

#: the way home takes so long, in milliseconds at normal speed; at the slowest it is less than 200
HOME_MS = 120.0
#: so long it takes until what a finger has taken is above it
RISE_MS = 90.0
#: between a finger and the lower edge of what it carries, logical: 3 mm on a phone
ABOVE = 30.0
#: what is carried lies over everything else
DRAGGED_Z = 120.0
#: how far the frame of a goal goes beyond its box, logical
ROOM = 9.0


class DropTarget(NamedTuple):
    """Where something can be dropped."""

    box: layout.Box
    #: what dropping it there does: what a tap would do for the same move
    use: Callable[[], transitions.Transition]
    #: id of the item that a tap would use for it, which looks as if it was pointed at; or ""
    item: str = ""
    #: of its corners, logical
    radius: float = 16.0
    #: the rules would take it: the goal is lit. One that is not says why when something is dropped there
    takes: bool = True


class DragPayload(NamedTuple):
    """What can be taken along, and where it may go."""

    #: the sprites by their keys, and where they lie; those that are on the table by no sprite get one for the way
    places: Mapping[Hashable, sprites.SpritePlace]
    #: around all of them
    box: layout.Box
    #: the first one counts where two overlap
    targets: tuple[DropTarget, ...]


def _taken_at(load: DragPayload, grip: items.DragStart) -> DragPayload:
    """A load that was taken beside itself, off a row of its like, begins where the pointer is."""
    if load.box.holds(grip.x, grip.y):
        return load
    (x, y), box = load.box.centre, load.box
    dx, dy = grip.x - x, grip.y - y
    places = {key: place._replace(x=place.x + dx, y=place.y + dy) for key, place in load.places.items()}
    return load._replace(places=places, box=box._replace(x=box.x + dx, y=box.y + dy))


class DragTable(Protocol):
    """What carrying needs of a table."""

    context: Context
    layer: sprites.SpriteLayer
    dragged: SpriteDrag | None

    def ms(self, milliseconds: float) -> float:
        """A duration at the player's pace."""

    def arrange(self, ms: float = 0) -> None:
        """Move everything to where it belongs now, within ``ms``."""


class SpriteDrag(items.Drag):
    """A load on its way with the pointer."""

    def __init__(self, bench: DragTable, load: DragPayload, grip: items.DragStart) -> None:
        #: the keys of what has no place of its own on the table
        self.made = [key for key in load.places if key not in bench.layer.sprites]
        if self.made:
            load = _taken_at(load, grip)
        self.bench, self.payload = bench, load
        self.touch = grip.touch
        #: where the pointer is
        self.x, self.y = grip.x, grip.y
        #: the goal that would take it if it was let go now
        self.over: DropTarget | None = None
        #: it was dropped, and the events that follow are about to be shown: until then it lies where it is
        self.accepted = False
        layer = bench.layer
        at = {key: layer.sprites[key] if key in layer.sprites else layer.new(load.places[key]) for key in load.places}
        self._offsets = {key: (sprite.x - grip.x, sprite.y - grip.y) for key, sprite in at.items()}
        box = load.box
        # a finger hides what it carries, so that rises above it
        self._rise = (grip.x - box.centre[0], grip.y - ABOVE - box.y - box.h) if grip.touch else (0.0, 0.0)
        self._share, self._age = 0.0, 0.0
        self._middle = (box.centre[0] - grip.x, box.centre[1] - grip.y)
        bench.dragged = self
        self.put()

    @property
    def aim(self) -> str:
        return self.over.item if self.over else ""

    def offset(self, key: Hashable) -> tuple[float, float]:
        """How far from the pointer a sprite is taken along, before it rises above a finger."""
        return self._offsets[key]

    def places(self) -> dict[Hashable, sprites.SpritePlace]:
        """Where everything that is carried is now."""
        dx, dy = self._lifted()
        found: dict[Hashable, sprites.SpritePlace] = {}
        for number, (key, place) in enumerate(self.payload.places.items()):
            left, down = self.offset(key)
            at = {"x": self.x + left + dx, "y": self.y + down + dy}
            state = "flat" if place.state == "flat" else "hover"
            found[key] = sprites.SpritePlace(**at, w=place.w, face=place.face, z=DRAGGED_Z + number * 0.1, state=state)
        return found

    def _lifted(self) -> tuple[float, float]:
        """How far it has risen above the finger; it does not leave the table."""
        dx, dy = (part * self._share for part in self._rise)
        top = self.y + self._middle[1] - self.payload.box.h / 2 + dy
        return dx, dy + max(0.0, min(-top, self.payload.box.h / 2))

    def put(self) -> None:
        """Show it where it is."""
        self.bench.layer.hold(self.places())

    def move(self, x: float, y: float) -> None:
        self.x, self.y = x, y
        self.over = self._goal()
        self.put()

    def _goal(self) -> DropTarget | None:
        """The goal under the pointer, else the one that the middle of what is carried is over."""
        dx, dy = self._lifted()
        for x, y in ((self.x, self.y), (self.x + self._middle[0] + dx, self.y + self._middle[1] + dy)):
            for goal in self.payload.targets:
                if goal.box.holds(x, y):
                    return goal
        return None

    def update(self, ms: float) -> bool:
        """Let time pass; return whether it has moved."""
        if not self.touch or self._share >= 1 or self.accepted:
            return False
        self._age += ms
        whole = self.bench.ms(RISE_MS)
        self._share = tweens.out_cubic(min(1.0, self._age / whole)) if whole else 1.0
        self.over = self._goal()
        self.put()
        return True

    def drop(self) -> transitions.Transition:
        """Let go: a goal that it is over gets it, else it goes home."""
        goal = self.over
        outcome = goal.use() if goal else None
        if not self.accepted:
            self.cancel()
        return outcome

    def cancel(self) -> None:
        """Let it go home; nothing has happened."""
        bench, home = self.bench, self.bench.ms(HOME_MS)
        bench.dragged = None
        now = self.places()
        bench.layer.let_go()
        for key in self.made:
            bench.layer.sprites.pop(key, None)
            bench.layer.fly(now[key], self.payload.places[key]._replace(state="rest"), home, arc=0)
        bench.context.audio.play("slide")
        bench.arrange(home)

    def lay_down(self) -> dict[Hashable, sprites.SpritePlace]:
        """It is taken: let it lie where it was dropped, for what is shown next; return where."""
        layer, now = self.bench.layer, self.places()
        self.bench.dragged = None
        layer.let_go()
        for key in self.made:
            layer.sprites.pop(key, None)
        return {key: place._replace(z=60, state="rest") for key, place in now.items()}


def drop_target_plain(kit: Kit, w: float, h: float, radius: float, over: bool) -> Surface:
    """The light around a goal of w x h that starts at ROOM, ROOM: gold, or white where something is over it; plain."""
    # made small and stretched: it must be there the moment that something is taken along
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
    """Draw what the pointer takes along, over everything, and the light around the goals that would take it.

    Unless everything that can be used is framed, only the goal below it is lit.
    """
    context, carried = bench.context, bench.dragged
    for goal in carried.payload.targets if carried and not carried.accepted else ():
        over = carried is not None and goal is carried.over
        if goal.takes and (context.settings.show_legal or over):
            box = goal.box
            picture = context.kit.made(drop_target_plain, box.w, box.h, goal.radius, over)
            canvas.put(picture, box.x - ROOM, box.y - ROOM)
    bench.layer.draw_held(canvas)
