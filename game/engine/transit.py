"""Things in transit: the rules have moved them, but they count at their destination only once seen there."""

from collections import Counter
from collections.abc import Callable, Collection, Hashable, Mapping
from typing import TypeVar

from game.engine.sprites import SpriteLayer

#: destination of things that no seat receives
NOBODY = -1
SpriteKey = TypeVar("SpriteKey", bound=Hashable)


def _nothing() -> None:
    """Do nothing."""


class InTransit:
    """Things in transit to places and seats: sprites by key, and counted things by number."""

    def __init__(self) -> None:
        self._keys: set[Hashable] = set()
        #: the seat at which all of these are counted
        self._to = NOBODY
        #: seat -> number still to arrive there
        self._due = Counter[int]()
        self._then: Callable[[], None] = _nothing

    def send(
        self,
        keys: Collection[Hashable] = (),
        *,
        to: int = NOBODY,
        due: Mapping[int, int] | None = None,
        then: Callable[[], None] = _nothing,
    ) -> None:
        """Start things, counted at seat ``to`` or by the numbers in ``due``; call ``then`` when all have arrived."""
        self._keys, self._to, self._due, self._then = set(keys), to, Counter(due), then

    def look(self, layer: SpriteLayer) -> None:
        """Mark sprites that no longer move as arrived; with the last of them all counted things are, too."""
        if self._keys:
            self._keys = {key for key in self._keys if layer.on_way(key)}
            if not self._keys:
                self.end()

    def arrive(self, seat: int) -> None:
        """Mark one counted thing as arrived."""
        self._due[seat] -= min(1, self._due[seat])

    def end(self) -> None:
        """End the transit: everything has arrived."""
        then = self._then
        self.forget()
        then()

    def forget(self) -> None:
        """Cancel the transit, because something else is shown; ``then`` is not called."""
        self._keys, self._to, self._due, self._then = set(), NOBODY, Counter(), _nothing

    def there(self, things: Collection[SpriteKey]) -> tuple[SpriteKey, ...]:
        """Return those of ``things`` that have arrived."""
        return tuple([thing for thing in things if thing not in self._keys])

    def due(self, seat: int) -> int:
        """Return how many are still on their way to a seat."""
        return self._due[seat] + (len(self._keys) if seat == self._to else 0)
