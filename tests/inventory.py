"""The inventory of a screen: its items, spoken text, and every picture with its place, as lines of text.

A picture is described by the arguments of the kit: a button by its label, icon and state, a line by its text, size and
colour; another picture by its source. Names of functions and classes are left out, as they may change.
"""

import re
from collections.abc import Callable, Iterable, Iterator
from contextlib import contextmanager
from enum import Enum
from functools import wraps
from typing import Any
from weakref import WeakKeyDictionary

import pytest
from pygame import Surface

from game.engine.backdrop import Backdrop
from game.engine.kit import Kit
from game.engine.layout import Box
from game.engine.scene import Scene

#: objects that are put on a backdrop
PLACED = ("panel", "paper", "inset", "frame_line", "rule", "put")
#: endings of the kit's functions that make a picture not yet for the screen
PLAIN = "_plain"


def named(value: Any) -> str:
    """Return a value's description; of an unknown object it only says that there is one."""
    match value:
        case Enum():
            return named(value.value)
        case bool() | None | str():
            return repr(value)
        case float():
            return f"{value:.2f}".rstrip("0").rstrip(".")
        case Box():
            return f"[{placed(value)}]"
        case tuple() | list():
            return f"({' '.join(map(named, value))})"
        case Surface():
            return "{}x{}".format(*value.get_size())
        case int():
            return str(value)
    return "…"


def placed(box: Box) -> str:
    """Return a box in whole pixels: its corner and its size."""
    return " ".join(f"{round(side)}" for side in (box.x, box.y, box.w, box.h))


#: what an item may offer besides
MARKS = ("adjust", "on_slide", "on_shift", "start_drag", "has_tooltip", "on_press", "awaits_confirmation")


class Inventory:
    """A recorder that describes screens.

    It has to watch while their pictures are made and their backdrops are laid out.
    """

    def __init__(self) -> None:
        #: the arguments of the kit, by picture
        self._known: WeakKeyDictionary[Surface, str] = WeakKeyDictionary()
        self._backdrop: list[str] = []

    @contextmanager
    def watching(self) -> Iterator[None]:
        """Record how pictures are made, and what is put on backdrops."""
        with pytest.MonkeyPatch.context() as patch:
            for name in [name for name in vars(Kit) if name.endswith(PLAIN)]:
                patch.setattr(Kit, name, self._asked(getattr(Kit, name), name.removesuffix(PLAIN)))
            for name in ("widget_image", "scene_image"):
                patch.setattr(Kit, name, self._asked(getattr(Kit, name)))
            for name in PLACED:
                patch.setattr(Backdrop, name, self._noted(getattr(Backdrop, name)))
            yield

    def _asked(self, plain: Callable[..., Surface], name: str = "") -> Callable[..., Surface]:
        @wraps(plain)
        def make(kit: Kit, *args: Any, **kwargs: Any) -> Surface:
            picture = plain(kit, *args, **kwargs)
            parts = [name or "made", *map(named, args if name else args[1:])]
            parts += [f"{key}={named(value)}" for key, value in kwargs.items()]
            self._known[picture] = " ".join(parts)
            return picture

        return make

    def _noted(self, plain: Callable[..., None]) -> Callable[..., None]:
        @wraps(plain)
        def put(plate: Backdrop, *args: Any, **kwargs: Any) -> None:
            plain(plate, *args, **kwargs)
            parts = [plain.__name__, *(self.described(one) if isinstance(one, Surface) else named(one) for one in args)]
            self._backdrop.append(" ".join([*parts, *(f"{key}={named(value)}" for key, value in kwargs.items())]))

        return put

    def described(self, picture: Surface) -> str:
        """Return the description of a picture."""
        return self._known.get(picture) or named(picture)

    def begin(self) -> None:
        """Forget earlier backdrops."""
        self._backdrop.clear()

    def of(self, scene: Scene, strokes: Iterable[tuple[Any, ...]]) -> list[str]:
        """Return everything that the topmost scene offers and the frame shows."""
        rows = [f"focus {scene.items.focus or '-'}, asks {scene.confirming or '-'}", f"says {scene.spoken()!r}"]
        if asked := scene.question():
            rows.append(f"asks {asked[0]!r} {'of us' if asked[1] else 'of others'}")
        for item in scene.items.items:
            marks = [name for name in MARKS if getattr(item, name)]
            marks += (
                ["off"] * (not item.enabled) + [f"checked={item.checked}"] * (item.checked is not None) + [*item.keys]
            )
            rows.append(f"item {item.id} {item.label!r} [{placed(item.box)}] {' '.join(marks)}".rstrip())
        if feed := scene.log_feed():
            rows += [f"log {line.text!r}" for line in feed.log]
        rows += [f"lies {row}" for row in self._backdrop]
        for what, x, y, _from_x, _from_y, w, h in strokes:
            shown = self.described(what) if isinstance(what, Surface) else f"colour {named(what)}"
            rows.append(f"drawn {shown} [{x} {y} {w} {h}]")
        return [re.sub(r"\s+", " ", row) for row in rows]
