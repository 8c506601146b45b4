"""Conversion of raw events into semantic input: pointers in logical pixels and keys with a meaning, time-stamped.

Events carry the time they happened as ``at_ms``, as exact as the system reports it (``host/x11_time.py``,
``host/page_input.py``). Mouse events are the only source of pointers (touch arrives as mouse too); fingers are reported
in addition only while a scene asks for them.
"""

from collections.abc import Iterable
from typing import NamedTuple

import pygame

from game.engine.keys import FIXED
from game.engine.layout import UNCOVERED, Frame, Insets
from game.host import page_input

#: a second press this soon and this near is a duplicate report, unless its source never sends any
TWICE_MS = 60
TWICE_PX = 10


class Pointer(NamedTuple):
    """A mouse or a finger: ``kind`` is down, move, up or wheel; the position is in logical pixels."""

    kind: str
    x: float
    y: float
    at_ms: float
    touch: bool = False
    #: number of the finger, 0 for the mouse
    finger: int = 0
    #: wheel steps, up (1) or down (-1)
    turn: int = 0


class Key(NamedTuple):
    """A key or pad button going down. ``meaning`` is its function here, ``raw`` its own name."""

    meaning: str
    raw: str
    at_ms: float
    text: str = ""
    pad: bool = False
    #: shift was down
    shift: bool = False
    #: control (or command on a Mac) was down: a shortcut, not text
    ctrl: bool = False


class FocusLost(NamedTuple):
    """The window lost the focus, or is hidden."""


class WindowExposed(NamedTuple):
    """The window was uncovered, wholly or in part, and has to be redrawn."""


class FocusGained(NamedTuple):
    """The window has the focus again."""


class WindowResized(NamedTuple):
    """The window's size or insets have changed."""

    size: tuple[int, int]
    safe: Insets = UNCOVERED


class WindowClosed(NamedTuple):
    """The window was closed."""


class UseItem(NamedTuple):
    """Use an item by its id, regardless of the pointer and the focus."""

    id: str
    at_ms: float


class FocusItem(NamedTuple):
    """Focus an item by its id."""

    id: str
    at_ms: float


class PointerCancelled(NamedTuple):
    """Another finger or button came down, or the system took the pointer away."""


class FullscreenChanged(NamedTuple):
    """A browser's page has entered or left fullscreen."""

    on: bool


class StoredElsewhere(NamedTuple):
    """Another browser tab, or window of the program, has stored or removed a match in progress."""

    #: storage key, or "" if everything was cleared
    name: str


class PageRenewal(NamedTuple):
    """A browser's page has to reload and resume: its memory runs out, or the player wants a newer version."""

    #: it cannot wait any longer
    urgent: bool


class NoticeOpened(NamedTuple):
    """A notice about a table was pressed."""

    party: str


class Outdated(NamedTuple):
    """A newer version than the browser's page is ready, and the next start takes it."""


Input = (
    Pointer
    | Key
    | FocusLost
    | WindowExposed
    | FocusGained
    | WindowResized
    | WindowClosed
    | UseItem
    | FocusItem
    | PointerCancelled
    | FullscreenChanged
    | StoredElsewhere
    | PageRenewal
    | Outdated
    | NoticeOpened
)

PAD_BUTTONS = {0: "act", 1: "back", 2: "first", 3: "second", 4: "previous", 5: "next", 6: "hint", 7: "pause"}
#: deflection of a stick from which it counts, and below which it is released
STICK_ON, STICK_OFF = 0.6, 0.35


class Reader:
    """Converts pygame's events into inputs."""

    def __init__(self, keys: dict[str, str]) -> None:
        self.keys = keys
        #: report fingers besides the mouse, and skip mouse events made from touch
        self.fingers = False
        self._last_down: tuple[float, float, float] = (-1e9, 0, 0)
        self._stick = (0, 0)
        #: ids of the fingers that are down
        self._fingers: set[int] = set()

    def read(self, events: Iterable[pygame.event.Event], frame: Frame, now_ms: float) -> list[Input]:
        """Return the inputs of ``events``, stamped with their own ``at_ms`` or else with ``now_ms``."""
        return [found for event in events for found in self._one(event, frame, getattr(event, "at_ms", now_ms))]

    def _one(self, event: pygame.event.Event, frame: Frame, now: float) -> list[Input]:
        kind = event.type
        if kind in (pygame.MOUSEBUTTONDOWN, pygame.MOUSEBUTTONUP, pygame.MOUSEMOTION):
            return self._mouse(event, frame, now)
        if kind == pygame.MOUSEWHEEL:
            x, y = frame.to_logical(*(getattr(event, "pos", None) or pygame.mouse.get_pos()))
            return [Pointer("wheel", x, y, now, turn=event.y)]
        if kind in (pygame.FINGERDOWN, pygame.FINGERUP, pygame.FINGERMOTION):
            return self._finger(event, frame, now)
        if kind == pygame.KEYDOWN:
            return [self._key(event, now)]
        if kind in (pygame.JOYBUTTONDOWN, pygame.JOYHATMOTION, pygame.JOYAXISMOTION):
            return self._pad(event, now)
        if kind in (page_input.PAGE_USE, page_input.PAGE_FOCUS):
            return [UseItem(event.id, now) if kind == page_input.PAGE_USE else FocusItem(event.id, now)]
        if kind == page_input.PAGE_POINTER_CANCELLED:
            return [PointerCancelled()]
        if kind == page_input.PAGE_FULLSCREEN:
            return [FullscreenChanged(event.on)]
        if kind == page_input.PAGE_MATCH_CHANGED:
            return [StoredElsewhere(event.name)]
        if kind == page_input.PAGE_RESTART:
            return [PageRenewal(event.urgent)]
        if kind == page_input.PAGE_NEW_VERSION:
            return [Outdated()]
        if kind == page_input.PAGE_NOTICE:
            return [NoticeOpened(event.party)]
        if kind == pygame.WINDOWFOCUSLOST or kind == pygame.WINDOWHIDDEN or kind == pygame.WINDOWMINIMIZED:
            self._fingers.clear()
            return [FocusLost()]
        if kind == pygame.WINDOWEXPOSED:
            return [WindowExposed()]
        if kind == pygame.WINDOWFOCUSGAINED or kind == pygame.WINDOWSHOWN:
            return [FocusGained()]
        if kind == pygame.VIDEORESIZE:
            return [WindowResized((event.w, event.h), Insets(*getattr(event, "safe", UNCOVERED)))]
        return [WindowClosed()] if kind == pygame.QUIT else []

    def _mouse(self, event: pygame.event.Event, frame: Frame, now: float) -> list[Input]:
        touch = bool(getattr(event, "touch", False))
        if touch and self.fingers:
            return []
        x, y = frame.to_logical(*event.pos)
        if event.type == pygame.MOUSEMOTION:
            return [Pointer("move", x, y, now, touch)]
        if event.button != 1:
            # 4 and 5 are wheel steps
            return [PointerCancelled()] if event.type == pygame.MOUSEBUTTONDOWN and event.button in (2, 3) else []
        if event.type == pygame.MOUSEBUTTONUP:
            return [Pointer("up", x, y, now, touch)]
        then, before_x, before_y = self._last_down
        near = abs(event.pos[0] - before_x) <= TWICE_PX and abs(event.pos[1] - before_y) <= TWICE_PX
        self._last_down = (now, *event.pos)
        twice = near and now - then < TWICE_MS and not getattr(event, "single", False)
        return [] if twice else [Pointer("down", x, y, now, touch)]

    def _finger(self, event: pygame.event.Event, frame: Frame, now: float) -> list[Input]:
        others = self._fingers - {event.finger_id}
        if event.type == pygame.FINGERDOWN:
            self._fingers.add(event.finger_id)
        elif event.type == pygame.FINGERUP:
            self._fingers.discard(event.finger_id)
        if not self.fingers:
            # the first finger is the mouse; two-finger gestures are not supported
            return [PointerCancelled()] if others and event.type == pygame.FINGERDOWN else []
        name = {pygame.FINGERDOWN: "down", pygame.FINGERUP: "up", pygame.FINGERMOTION: "move"}[event.type]
        x, y = frame.to_logical(event.x * frame.window[0], event.y * frame.window[1])
        return [Pointer(name, x, y, now, True, int(event.finger_id) + 1)]

    def _key(self, event: pygame.event.Event, now: float) -> Key:
        raw = pygame.key.name(event.key) or str(event.key)
        text = event.unicode if event.unicode.isprintable() else ""
        if raw == "tab":
            meaning = "previous" if event.mod & pygame.KMOD_SHIFT else "next"
        else:
            mapped = [name for name, key in self.keys.items() if key in (raw, text)]
            meaning = mapped[0] if mapped else FIXED.get(raw, "")
        ctrl = bool(event.mod & (pygame.KMOD_CTRL | pygame.KMOD_META)) and not event.mod & pygame.KMOD_ALT
        return Key(meaning, raw, now, "" if ctrl else text, shift=bool(event.mod & pygame.KMOD_SHIFT), ctrl=ctrl)

    def _pad(self, event: pygame.event.Event, now: float) -> list[Input]:
        if event.type == pygame.JOYBUTTONDOWN:
            meaning = PAD_BUTTONS.get(event.button, "")
            return [Key(meaning, f"pad {event.button}", now, pad=True)] if meaning else []
        if event.type == pygame.JOYHATMOTION:
            across, down = event.value[0], -event.value[1]
        else:
            across, down = self._stick
            if event.axis > 1:
                return []
            value = event.value
            step = 1 if value > STICK_ON else -1 if value < -STICK_ON else 0
            held = across if event.axis == 0 else down
            if step == held or (step == 0 and abs(value) > STICK_OFF):
                return []
            self._stick = (step, down) if event.axis == 0 else (across, step)
            across, down = (step, 0) if event.axis == 0 else (0, step)
        name = {(1, 0): "right", (-1, 0): "left", (0, 1): "down", (0, -1): "up"}.get((across, down))
        return [Key(name, f"pad {name}", now, pad=True)] if name else []
