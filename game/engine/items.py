"""Actionable items: everything that can be used now, in one list.

Mouse, touch, keyboard, gamepad, tests and the page's hidden buttons all act on this list. An item has an
id, an accessible label, a box in logical pixels and an enabled state; what it looks like is its owner's affair.
"""

from abc import ABC, abstractmethod
from collections.abc import Callable, Hashable, Sequence
from dataclasses import dataclass
from enum import Enum
from typing import NamedTuple

from game.engine import layout, transitions

#: how the ids of items at a table begin: of a card that a move begins with, of a move's button, of what only has a note
CARD, MOVE, NOTE = "card-", "do-", "explain-"


def card_id(place: int, of: str = "") -> str:
    """The id of a card, or of the one at a place ``of`` something on the table."""
    return f"{CARD}{of}-{place}" if of else f"{CARD}{place}"


def move_id(verb: Enum) -> str:
    """The id of the button that does what a verb says."""
    return f"{MOVE}{verb.name.lower()}"


class DragStart(NamedTuple):
    """How a pointer has got hold of an item: where it came down, logical, and whether it is a finger."""

    x: float
    y: float
    touch: bool


class Drag(ABC):
    """Something that a pointer takes along, from an item's ``take`` until it is dropped or the drag is broken off."""

    @property
    @abstractmethod
    def aim(self) -> str:
        """The id of the item that it is over, which looks as if it was pointed at; or ""."""

    @abstractmethod
    def move(self, x: float, y: float) -> None:
        """Follow the pointer to a logical place."""

    @abstractmethod
    def drop(self) -> transitions.Transition:
        """Let go where the pointer is."""

    @abstractmethod
    def cancel(self) -> None:
        """Let everything be as it was before."""


@dataclass(slots=True)
class Item:
    """One thing that can be used."""

    id: str
    label: str
    box: layout.Box
    use: Callable[[], transitions.Transition]
    enabled: bool = True
    #: semantic keys that use it wherever the focus is
    keys: tuple[str, ...] = ()
    #: left and right change its value instead of moving the focus
    adjust: Callable[[int], None] | None = None
    #: dragging a pointer along it sets its value (0 to 1)
    drag: Callable[[float], None] | None = None
    #: shift with left or right moves it among its neighbours
    shift: Callable[[int], None] | None = None
    #: dragging a pointer takes along what this gives; None where it cannot be moved, which it says itself
    take: Callable[[DragStart], Drag | None] | None = None
    #: whether it is switched on or chosen, where it can be
    on: bool | None = None
    #: its label is shown when the pointer rests on it, for it shows none itself
    tip: bool = False
    #: the card that it stands for, as far as a ring goes round it
    card: layout.Box | None = None
    #: what its note is about, as its table knows it
    about: Hashable = None
    #: it counts as soon as a hand comes down on it, and makes its own sound
    now: bool = False
    #: it has been used once and waits to be confirmed
    waits: bool = False


class ItemList:
    """The items of one scene with focus, hover and press."""

    def __init__(self) -> None:
        self.items: list[Item] = []
        #: what a pointer alone uses, below the others: for keys and screen readers something else does the same
        self.drag_handles: list[Item] = []
        self.focus: str = ""
        self.hover: str = ""
        self.pressed: str = ""
        #: where the pointer went down
        self.pressed_at = (0.0, 0.0)
        #: the ring is shown once the keyboard has been used
        self.ring = False

    def replace(self, items: list[Item], handles: Sequence[Item] = ()) -> None:
        """Show other items, and ``drag_handles`` below them; focus stays on an item of the same id if there is one."""
        ids = [item.id for item in (*handles, *items)]
        if len(set(ids)) != len(ids):
            raise ValueError(f"two items share an id: {sorted(ids)}")
        self.items, self.drag_handles = items, list(handles)
        for name in ("focus", "hover", "pressed"):
            if getattr(self, name) not in ids:
                setattr(self, name, "")

    def find(self, id_: str) -> Item | None:
        """The item, or handle, of that id."""
        return next((item for item in (*self.items, *self.drag_handles) if item.id == id_), None)

    def at(self, x: float, y: float) -> Item | None:
        """The uppermost enabled item at a point: the last in the list whose box holds it."""
        for item in (*reversed(self.items), *reversed(self.drag_handles)):
            if item.enabled and item.box.holds(x, y):
                return item
        return None

    def focused(self) -> Item | None:
        """The item that has the focus."""
        return self.find(self.focus)

    def step(self, by: int) -> None:
        """Move the focus to the next (1) or previous (-1) enabled item, around the ends."""
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
