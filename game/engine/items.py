"""Actionable items: everything that can be used now, in one list.

Mouse, touch, keyboard, gamepad, tests and the page's hidden buttons all act on this list. An item has an id, an
accessible label, a box in logical pixels and an enabled state; its owner draws it.
"""

from abc import ABC, abstractmethod
from collections.abc import Callable, Hashable, Sequence
from dataclasses import dataclass
from enum import Enum
from typing import NamedTuple

from game.engine import layout, transitions

#: id prefixes of items at a table: a card that begins a move, a move's button, something with only a note
CARD, MOVE, NOTE = "card-", "do-", "explain-"
#: side of a finger's target, logical: 44 pixels of a narrow phone
FINGER = 82.0


def card_id(place: int, of: str = "") -> str:
    """Return the id of a card, or of a card at a place ``of`` something on the table."""
    return f"{CARD}{of}-{place}" if of else f"{CARD}{place}"


def move_id(verb: Enum) -> str:
    """Return the id of a verb's button."""
    return f"{MOVE}{verb.name.lower()}"


class DragStart(NamedTuple):
    """Start of a drag: where the pointer came down, logical, and whether it is a finger."""

    x: float
    y: float
    touch: bool


class Drag(ABC):
    """Something that a pointer carries, from an item's ``start_drag`` until it is dropped or cancelled."""

    @property
    @abstractmethod
    def aim(self) -> str:
        """The id of the item below, which looks hovered; or ""."""

    @abstractmethod
    def move(self, x: float, y: float) -> None:
        """Follow the pointer to a logical position."""

    @abstractmethod
    def drop(self) -> transitions.Transition:
        """Drop where the pointer is."""

    @abstractmethod
    def cancel(self) -> None:
        """Restore the state before the drag."""


@dataclass(slots=True)
class Item:
    """One thing that can be used."""

    id: str
    label: str
    box: layout.Box
    use: Callable[[], transitions.Transition]
    enabled: bool = True
    #: semantic keys that use it regardless of the focus
    keys: tuple[str, ...] = ()
    #: left and right change its value instead of moving the focus
    adjust: Callable[[int], None] | None = None
    #: dragging a pointer along it sets its value (0 to 1)
    on_slide: Callable[[float], None] | None = None
    #: shift with left or right moves it among its neighbours
    on_shift: Callable[[int], None] | None = None
    #: starts a drag; returns None, after saying why, if it cannot be moved
    start_drag: Callable[[DragStart], Drag | None] | None = None
    #: switched on or chosen; None if it has no such state
    checked: bool | None = None
    #: its label is shown as a tooltip, because it shows none itself
    has_tooltip: bool = False
    #: the card that it stands for, to be ringed
    card: layout.Box | None = None
    #: subject of its note, as its table knows it
    about: Hashable = None
    #: it counts at the press, and makes its own sound
    on_press: bool = False
    #: it has been used once and waits to be confirmed
    awaits_confirmation: bool = False


class ItemList:
    """The items of one scene with focus, hover and press."""

    def __init__(self) -> None:
        self.items: list[Item] = []
        #: used by a pointer alone, below the others: keys and screen readers have other items for the same
        self.drag_handles: list[Item] = []
        self.focus: str = ""
        self.hover: str = ""
        self.pressed: str = ""
        #: where the pointer went down
        self.pressed_at = (0.0, 0.0)
        #: the focus ring is shown, once the keyboard has been used
        self.ring = False

    def replace(self, items: list[Item], handles: Sequence[Item] = ()) -> None:
        """Replace the items and ``drag_handles``; the focus stays on an item of the same id if there is one.

        Raise ValueError if two share an id.
        """
        ids = [item.id for item in (*handles, *items)]
        if len(set(ids)) != len(ids):
            raise ValueError(f"two items share an id: {sorted(ids)}")
        self.items, self.drag_handles = items, list(handles)
        for name in ("focus", "hover", "pressed"):
            if getattr(self, name) not in ids:
                setattr(self, name, "")

    def find(self, id_: str) -> Item | None:
        """Return the item or handle of that id, or None."""
        return next((item for item in (*self.items, *self.drag_handles) if item.id == id_), None)

    def at(self, x: float, y: float, touch: bool = False) -> Item | None:
        """Return the topmost enabled item at a point, or None; later items are above earlier ones.

        A finger that hits none has the nearest one whose reach it is in; what counts at the press must be hit.
        """
        for item in (*reversed(self.items), *reversed(self.drag_handles)):
            if item.enabled and item.box.holds(x, y):
                return item
        if not touch or any(item.box.holds(x, y) for item in self.items):
            return None
        near = [
            item for item in self.items if item.enabled and not item.on_press and item.box.at_least(FINGER).holds(x, y)
        ]
        return min(near, key=lambda item: item.box.beyond(x, y), default=None)

    def focused(self) -> Item | None:
        """Return the item that has the focus, or None."""
        return self.find(self.focus)

    def step(self, by: int) -> None:
        """Move the focus to the next (1) or previous (-1) enabled item, wrapping around."""
        usable = [item.id for item in self.items if item.enabled]
        self.ring = True
        if not usable:
            self.focus = ""
        elif self.focus in usable:
            self.focus = usable[(usable.index(self.focus) + by) % len(usable)]
        else:
            self.focus = usable[0 if by > 0 else -1]

    def move(self, dx: int, dy: int) -> None:
        """Move the focus to the nearest enabled item in a direction."""
        self.ring = True
        start = self.focused()
        if start is None:
            self.step(1)
            return
        x, y = start.box.centre
        best, least = None, float("inf")
        for item in self.items:
            if item is start or not item.enabled:
                continue
            across, down = item.box.centre[0] - x, item.box.centre[1] - y
            ahead = across * dx + down * dy
            aside = abs(across * dy) + abs(down * dx)
            if ahead > 4 and ahead + 2.5 * aside < least:
                best, least = item, ahead + 2.5 * aside
        if best:
            self.focus = best.id
