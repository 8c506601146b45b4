"""Typed values in the storage, each with its key, codec and default."""

from collections.abc import Callable
from typing import TYPE_CHECKING, Generic, NamedTuple, TypeVar

from game.core.codec import BadData, Codec
from game.core.options import Json

if TYPE_CHECKING:
    from game.services.context import Context

T = TypeVar("T")


class StoredValue(NamedTuple, Generic[T]):
    """One key of the storage with its typed value.

    Invalid data is kept under another key and reported, and its valid parts are used: each row of a list and each entry
    of a mapping is judged by itself.
    """

    name: str
    #: the text key of its name for the player
    what: str
    codec: Codec[T]
    #: the value before anything is stored
    default: T
    #: converts data of earlier versions
    migrate: Callable[[Json], Json] | None = None

    def read(self, context: "Context") -> T:
        """Return the stored value; invalid parts are set aside and reported."""
        data = context.stored(self.name, self.what)
        if data is None:
            return self.default
        data = self.migrate(data) if self.migrate else data
        try:
            return self.codec.read(data)
        except BadData:
            good = self._sound(data)
            self.set_aside(context, good)
            return good

    def write(self, context: "Context", value: T) -> bool:
        """Store the value, or delete the key for the default; return True if that succeeded."""
        if value == self.default:
            return context.forget(self.name)
        return context.store(self.name, self.codec.write(value))

    def keyed(self, value: T) -> dict[str, Json]:
        """Return the value under its key, as ``Context.store_all`` takes it."""
        return {self.name: None if value == self.default else self.codec.write(value)}

    def set_aside(self, context: "Context", good: T, what: str = "") -> None:
        """Keep the stored data under another key, report it, and store the valid part ``good``."""
        context.set_aside(self.name, what or self.what)
        if good != self.default:
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
        return self.codec.read(data) if self._fits(data) else self.default
