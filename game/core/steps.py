"""State after each event of an action, for animation.

Rules carry out an action on a draft and append to its list of events. For animation that list is an
:class:`EventRecorder`, which captures the state with each event; elsewhere, as in play-outs, it is a plain list at no
cost.
"""

from collections.abc import Callable
from typing import Generic, TypeAlias

from game.core.game import A, E, S
from game.core.rng import Rng


class EventRecorder(list[E], Generic[E, S]):
    """Events in order, each with the state after it."""

    def __init__(self) -> None:
        super().__init__()
        self.states: list[S] = []
        self._now: Callable[[], S] | None = None

    def of(self, now: Callable[[], S]) -> "EventRecorder[E, S]":
        """Return this recorder, capturing ``now()`` of a draft from now on."""
        self._now = now
        return self

    def append(self, event: E) -> None:
        """Add an event that has happened."""
        super().append(event)
        if self._now:
            self.states.append(self._now())


#: carries out an action like ``Game.apply``, appending events to the recorder if there is one
Apply: TypeAlias = Callable[[S, A, Rng, EventRecorder[E, S] | None], tuple[S, tuple[E, ...]]]


def recorded_steps(apply: Apply[S, A, E], state: S, action: A, rng: Rng) -> tuple[S, tuple[tuple[E, S], ...]]:
    """Implement ``Game.steps`` for rules; without recorded states all events get the final state."""
    reel = EventRecorder[E, S]()
    after, events = apply(state, action, rng, reel)
    # the last recorded state usually equals the final one: share the object
    states = [after if one == after else one for one in reel.states] or [after] * len(events)
    return after, tuple(zip(events, states, strict=True))
