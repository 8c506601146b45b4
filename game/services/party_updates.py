"""The updates of a party that no screen has shown yet."""

from collections import deque
from collections.abc import Callable, Iterable, Iterator

from game.core.stored_words import class_word
from game.wire.commands import Start
from game.wire.party_client import PartyStep

#: more moves than this at once are summarized, not shown one after the other: this device was away or asleep
MOST_AT_ONCE = 3


class PartyUpdates:
    """A queue of updates: the party adds them, the screen that shows them takes them."""

    def __init__(self) -> None:
        self._steps: deque[PartyStep] = deque()
        self._was_reset = self._was_away = False

    def __bool__(self) -> bool:
        """Return True while updates wait."""
        return bool(self._steps)

    @property
    def was_reset(self) -> bool:
        """True if the party was sent anew as a whole since a screen caught up: a table shows it anew."""
        return self._was_reset

    @property
    def was_away(self) -> bool:
        """True if more moves came at once than are shown one after the other, until they are taken."""
        return self._was_away

    @property
    def deals_match(self) -> bool:
        """True if one of the updates begins a match."""
        return any(map(_deals, self._steps))

    def reset(self) -> None:
        """Drop what waits: the party was sent anew as a whole."""
        self._steps.clear()
        self._was_reset = True

    def add(self, steps: Iterable[PartyStep]) -> None:
        """Add updates that have come in one go."""
        steps = list(steps)
        self._was_away |= sum(bool(step.steps) for step in steps) > MOST_AT_ONCE
        self._steps += steps

    def take(self) -> PartyStep:
        """Take the oldest update."""
        return self._steps.popleft()

    def put_back(self, step: PartyStep) -> None:
        """Put back the update that was taken last, for the next screen."""
        self._steps.appendleft(step)

    def take_deal(self) -> PartyStep | None:
        """Take the last update that begins a match, with everything before it; None, and nothing, without one."""
        taken = None
        while self.deals_match:
            taken = self.take()
        return taken

    def take_until(self, ends: Callable[[PartyStep], bool]) -> Iterator[PartyStep]:
        """Take the updates before the first for which ``ends`` is true; this device is no longer behind them."""
        self._was_away = False
        while self._steps and not ends(self._steps[0]):
            yield self.take()

    def catch_up(self) -> None:
        """Drop what waits: the screen shows the party as it is now."""
        self._steps.clear()
        self._was_reset = False

    def shown_anew(self) -> None:
        """Note that a screen shows the party anew, up to the updates that wait."""
        self._was_reset = False


def _deals(step: PartyStep) -> bool:
    return step.entry.name == class_word(Start)
