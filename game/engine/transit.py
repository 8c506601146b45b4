"""What is on its way: the rules have handed it over, and it counts where it goes only once it is seen to be there."""

from collections import Counter
from collections.abc import Callable, Collection, Hashable, Mapping
from typing import TypeVar

from game.engine.sprites import SpriteLayer

#: things that go to no seat
NOBODY = -1
SpriteKey = TypeVar("SpriteKey", bound=Hashable)


def _nothing() -> None:
    """Nothing follows."""


class InTransit:
    """What is on its way to places and seats: things by the keys of their sprites, and what is counted by number."""

    def __init__(self) -> None:
        self._keys: set[Hashable] = set()
        #: the seat that all of these are counted at
        self._to = NOBODY
        #: seat -> how many are still to come there
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
        """Things set out, maybe to be counted at a seat, or so many to each; ``then`` follows when all are there."""
        self._keys, self._to, self._due, self._then = set(keys), to, Counter(due), then

    def look(self, layer: SpriteLayer) -> None:
        """Those whose sprites move no longer have arrived; with the last of them so has what is counted."""
        if self._keys:
            self._keys = {key for key in self._keys if layer.on_way(key)}
            if not self._keys:
                self.end()

    def arrive(self, seat: int, count: int = 1) -> None:
        """So many of what is counted are there."""
        self._due[seat] -= min(count, self._due[seat])

    def end(self) -> None:
        """All have arrived."""
        then = self._then
        self.forget()
        then()

    def forget(self) -> None:
        """Something else is shown: nothing is on its way, and nothing follows."""
        self._keys, self._to, self._due, self._then = set(), NOBODY, Counter(), _nothing

    def there(self, things: Collection[SpriteKey]) -> tuple[SpriteKey, ...]:
        """Those of ``things`` that have arrived."""
        return tuple([thing for thing in things if thing not in self._keys])

    def due(self, seat: int) -> int:
        """How many are still on their way to a seat."""
        return self._due[seat] + (len(self._keys) if seat == self._to else 0)
