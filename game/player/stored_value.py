"""What is kept between sessions, by its type: each store says its name, its codec and what it is at first."""

from __future__ import annotations

from collections.abc import Callable
from typing import TYPE_CHECKING, Generic, TypeVar

from game.core.codec import BadData, Codec
from game.core.options import Json

if TYPE_CHECKING:
    from game.app.context import Context

T = TypeVar("T")


class StoredValue(Generic[T]):
    """One name of the storage, and what lies there.

    What is not of its type is kept under another name and the player is told; what of it makes sense goes on. Rows of a
    list and entries of a mapping each stand or fall alone.
    """

    def __init__(
        self, name: str, what: str, codec: Codec[T], first: T, once: Callable[[Json], Json] | None = None
    ) -> None:
        self.name = name
        #: the text key of what it is called
        self.what = what
        self.codec = codec
        #: what there is before anything is stored
        self.first = first
        #: brings what earlier versions have stored into the form of now
        self._once = once

    def read(self, context: Context) -> T:
        """What is stored; what makes no sense is set aside and told."""
        data = context.stored(self.name, self.what)
        if data is None:
            return self.first
        data = self._once(data) if self._once else data
        try:
            return self.codec.read(data)
        except BadData:
            good = self._sound(data)
            self.set_aside(context, good)
            return good

    def write(self, context: Context, value: T) -> bool:
        """Store it, or nothing of what is as at first; return whether that could be done."""
        if value == self.first:
            return context.forget(self.name)
        return context.store(self.name, self.codec.write(value))

    def set_aside(self, context: Context, good: T, what: str = "") -> None:
        """Keep all that is stored under another name, tell it, and go on with what is ``good``."""
        context.set_aside(self.name, what or self.what)
        if good != self.first:
            self.write(context, good)

    def _fits(self, data: Json) -> bool:
        try:
            self.codec.read(data)
        except BadData:
            return False
        return True

    def _rows(self, name: str, part: Json) -> Json:
        return [row for row in part if self._fits({name: [row]})] if isinstance(part, list) else part

    def _sound(self, data: Json) -> T:
        if isinstance(data, list):
            data = [row for row in data if self._fits([row])]
        elif isinstance(data, dict):
            rows = {name: self._rows(name, part) for name, part in data.items()}
            data = {name: part for name, part in rows.items() if self._fits({name: part})}
        return self.codec.read(data) if self._fits(data) else self.first
