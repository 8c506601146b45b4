"""The state that each event of an action leaves behind: a table shows one after the other.

Rules carry out an action on a draft and append what happens to the draft's list of events. Where somebody wants to see
the way, that list is a :class:`EventRecorder`, which takes a picture of the draft with each of them. Where what comes
of it is
all that matters, as where bots play on, it is a plain list, and nothing is paid for.
"""

from __future__ import annotations

from collections.abc import Callable
from typing import Generic, TypeAlias

from game.core.game import A, E, S
from game.core.rng import Rng


class EventRecorder(list[E], Generic[E, S]):
    """Events in the order in which they happen, each with the state that it leaves behind."""

    def __init__(self) -> None:
        super().__init__()
        self.states: list[S] = []
        self._now: Callable[[], S] | None = None

    def of(self, now: Callable[[], S]) -> EventRecorder[E, S]:
        """This reel, for a draft whose state is ``now()``."""
        self._now = now
        return self

    def append(self, event: E) -> None:
        """Add an event that has happened and is done."""
        super().append(event)
        if self._now:
            self.states.append(self._now())


#: carries out an action as ``Game.apply`` does; where a reel is given its events are appended to that
Apply: TypeAlias = Callable[[S, A, Rng, EventRecorder[E, S] | None], tuple[S, tuple[E, ...]]]


def recorded_steps(apply: Apply[S, A, E], state: S, action: A, rng: Rng) -> tuple[S, tuple[tuple[E, S], ...]]:
    """``Game.steps`` of rules: events that are not appended to the reel have all the state after the action."""
    reel = EventRecorder[E, S]()
    after, events = apply(state, action, rng, reel)
    # the last one mostly leaves the very state that the action leads to, which nobody has to be told twice
    states = [after if one == after else one for one in reel.states] or [after] * len(events)
    return after, tuple(zip(events, states, strict=True))
