"""Conversion of the page's events to pygame's, with the browser's time stamp as ``at_ms``.

SDL's events have no time and arrive with the next frame; the browser's have the moment of the press. So in a browser
pointers and keys come from the page, and SDL only handles gamepads.
"""

from collections.abc import Iterable
from typing import Any

import pygame
from pygame.event import Event

#: an item of the topmost scene is used or focused through the page's own buttons: ``id``
PAGE_USE = pygame.USEREVENT + 101
PAGE_FOCUS = pygame.USEREVENT + 102
#: the page enters or leaves fullscreen: ``on``
PAGE_FULLSCREEN = pygame.USEREVENT + 103
#: the page's pointer was cancelled, or another of its buttons pressed
PAGE_POINTER_CANCELLED = pygame.USEREVENT + 105
#: another tab has changed the stored match
PAGE_MATCH_CHANGED = pygame.USEREVENT + 104
#: the page is about to restart, and asks where to resume
PAGE_RESTART = pygame.USEREVENT + 106
#: there is a newer version than the page's, which the next start takes
PAGE_NEW_VERSION = pygame.USEREVENT + 107
#: a notice about a table was pressed: its ``party``
PAGE_NOTICE = pygame.USEREVENT + 108

#: the events taken from SDL in a browser
PADS = (pygame.JOYDEVICEADDED, pygame.JOYDEVICEREMOVED, pygame.JOYBUTTONDOWN, pygame.JOYHATMOTION, pygame.JOYAXISMOTION)
#: keys whose name in the browser is not a character
KEYS = {
    "ArrowLeft": pygame.K_LEFT,
    "ArrowRight": pygame.K_RIGHT,
    "ArrowUp": pygame.K_UP,
    "ArrowDown": pygame.K_DOWN,
    "Enter": pygame.K_RETURN,
    "Escape": pygame.K_ESCAPE,
    "Backspace": pygame.K_BACKSPACE,
    "Delete": pygame.K_DELETE,
    "Insert": pygame.K_INSERT,
    "Home": pygame.K_HOME,
    "End": pygame.K_END,
    "PageUp": pygame.K_PAGEUP,
    "PageDown": pygame.K_PAGEDOWN,
    "Tab": pygame.K_TAB,
    "Shift": pygame.K_LSHIFT,
    "CapsLock": pygame.K_CAPSLOCK,
    **{f"F{number}": pygame.K_F1 + number - 1 for number in range(1, 13)},
}
#: SDL's number of a touch screen
SCREEN = 1


def _code(event: dict[str, Any]) -> int:
    name, place = event["key"], event.get("code", "")
    if name == "Enter" and place == "NumpadEnter":
        return pygame.K_KP_ENTER
    if name in KEYS:
        return KEYS[name]
    # shift changes the character, but the key is still the digit
    if place.startswith("Digit") and event.get("shift"):
        return ord(place[5])
    return ord(name.lower()) if len(name) == 1 and len(name.lower()) == 1 else 0


def _key(event: dict[str, Any], at: float) -> list[Event]:
    if event.get("repeat") or not (code := _code(event)):
        return []
    text = event["key"] if len(event["key"]) == 1 else ""
    return [Event(pygame.KEYDOWN, key=code, unicode=text, mod=pygame.KMOD_SHIFT * bool(event.get("shift")), at_ms=at)]


def _pointer(event: dict[str, Any], at: float, size: tuple[int, int]) -> list[Event]:
    """Convert a pointer event, which a page never sends twice; the first finger also moves the mouse, as in SDL."""
    x, y, finger = event["x"], event["y"], int(event["finger"])
    touch, kind = bool(event["touch"]), event["kind"]
    fields: dict[str, Any] = {"pos": (round(x), round(y)), "touch": touch, "at_ms": at, "single": True}
    found = []
    if finger == 0 and kind == "move":
        found.append(Event(pygame.MOUSEMOTION, rel=(0, 0), buttons=(0, 0, 0), **fields))
    elif finger == 0:
        # the browser counts from 0, with the middle button second
        button = {0: 1, 1: 2, 2: 3}.get(event["button"], 0)
        if button:
            found.append(
                Event(pygame.MOUSEBUTTONDOWN if kind == "down" else pygame.MOUSEBUTTONUP, button=button, **fields)
            )
    if touch:
        type_ = {"down": pygame.FINGERDOWN, "up": pygame.FINGERUP, "move": pygame.FINGERMOTION}[kind]
        found.append(
            Event(type_, touch_id=SCREEN, finger_id=finger, x=x / size[0], y=y / size[1], dx=0.0, dy=0.0, at_ms=at)
        )
    return found


def events(inputs: Iterable[dict[str, Any]], size: tuple[int, int]) -> list[Event]:
    """Return the page's events as pygame's; ``size`` is the picture's in pixels."""
    found: list[Event] = []
    elsewhere: set[str] = set()
    for event in inputs:
        kind, at = event["kind"], float(event.get("at", 0))
        if kind in ("down", "up", "move"):
            found += _pointer(event, at, size)
        elif kind == "broken":
            found.append(Event(PAGE_POINTER_CANCELLED))
        elif kind == "wheel":
            fields = {"pos": (round(event["x"]), round(event["y"])), "x": 0, "y": event["turn"]}
            found.append(Event(pygame.MOUSEWHEEL, at_ms=at, **fields))
        elif kind == "key":
            found += _key(event, at)
        elif kind in ("use", "focus"):
            found.append(Event(PAGE_USE if kind == "use" else PAGE_FOCUS, id=event["id"], at_ms=at))
        elif kind in ("hidden", "shown"):
            found.append(Event(pygame.WINDOWHIDDEN if kind == "hidden" else pygame.WINDOWSHOWN))
        elif kind == "size":
            wide, high, covered = event["w"], event["h"], tuple(map(int, event["safe"]))
            found.append(Event(pygame.VIDEORESIZE, size=(wide, high), w=wide, h=high, safe=covered))
        elif kind == "fullscreen":
            found.append(Event(PAGE_FULLSCREEN, on=bool(event["on"])))
        elif kind == "elsewhere" and (name := event["name"] or "") not in elsewhere:
            # a tab that was hidden hears of every move at once; one event per match is enough
            elsewhere.add(name)
            found.append(Event(PAGE_MATCH_CHANGED, name=name))
        elif kind == "renewal":
            found.append(Event(PAGE_RESTART, urgent=bool(event["urgent"])))
        elif kind == "notice":
            found.append(Event(PAGE_NOTICE, party=str(event["party"])))
        elif kind == "outdated":
            found.append(Event(PAGE_NEW_VERSION))
    return found
