"""Cards of Push that are on their way: what they are worth counts where they go once they are there."""

from __future__ import annotations

from collections.abc import Callable, Iterable

from game.engine.sprites import Layer
from game.games.push.rules import View

#: nobody secures anything
NOBODY = -1


class Underway:
    """The cards that have yet to arrive at a row, at a seat, or where it has its secured ones."""

    def __init__(self) -> None:
        self._cards: set[int] = set()
        #: whose secured cards they are to be
        self._securing = NOBODY
        self._then: Callable[[], None] = lambda: None

    def begin(self, cards: Iterable[int], securing: int = NOBODY, then: Callable[[], None] = lambda: None) -> None:
        """These cards set out, and ``then`` follows as soon as all of them have arrived."""
        self._cards, self._securing, self._then = set(cards), securing, then

    def look(self, layer: Layer) -> None:
        """Whatever moves no longer has arrived."""
        if self._cards:
            self._cards = {card for card in self._cards if layer.on_way(card)}
            if not self._cards:
                self.end()

    def end(self) -> None:
        """All have arrived."""
        then, self._then = self._then, lambda: None
        self._cards, self._securing = set(), NOBODY
        then()

    def forget(self) -> None:
        """Something else is shown: nothing is on its way, and nothing follows."""
        self._then = lambda: None
        self.end()

    def there(self, cards: Iterable[int]) -> tuple[int, ...]:
        """Those of ``cards`` that have arrived."""
        return tuple(card for card in cards if card not in self._cards)

    def locking(self, seat: int) -> int:
        """How many cards are on their way to those that ``seat`` has secured."""
        return len(self._cards) if seat == self._securing else 0


def without(view: View, seat: int, card: int) -> View:
    """What ``view`` says, but for one open card of a seat that has been put away."""
    kept = tuple(other for other in view.displays[seat] if other != card)
    displays = (*view.displays[:seat], kept, *view.displays[seat + 1 :])
    return view._replace(displays=displays, discard=(*view.discard, card))
