"""One action of Twin It! being carried out, whatever is played."""

from __future__ import annotations

from abc import ABC, abstractmethod
from collections.abc import Sequence

from game.core.game import IllegalAction
from game.core.live import NEVER
from game.games.twin_it import events as ev
from game.games.twin_it import scoring
from game.games.twin_it.state import Lying, Phase, State, Verb, key_of

Things = dict[int, Lying]


def targets(things: Things, cards: Sequence[int]) -> tuple[int, ...]:
    """The keys of what a hand is to lie on; raise IllegalAction for what it cannot.

    A hand may lie on a triple, and on a card beside the own stack: with the other hand elsewhere it is an error.
    """
    keys = tuple(key_of(things, card) for card in cards)
    if -1 in keys:
        raise IllegalAction("not_in_play")
    if len(set(keys)) < len(keys):
        # a second hand on the same card or on the same set (T2)
        raise IllegalAction("one_card")
    return keys


class Play(ABC):
    """Carries out what happens at the stamp ``at``, and keeps the state after it and the events so far."""

    def __init__(self, state: State) -> None:
        self.state, self.at = state, state.now
        self.events: list[ev.Event] = []

    def advance(self, at: int, inclusive: bool) -> None:
        """Let everything happen that is due before ``at``, or with ``inclusive`` up to it."""
        while (due := self.state.next_due) < NEVER and (due < at or (due == at and inclusive)):
            self.at = due
            self.happen()
        self.at = at
        self.state = self.state._replace(now=at)

    @abstractmethod
    def happen(self) -> None:
        """Let the one thing happen that is due now."""

    @abstractmethod
    def do(self, verb: Verb, seat: int, cards: tuple[int, ...]) -> None:
        """Carry out what ``seat`` does; raise IllegalAction if it cannot be."""

    def finish(self) -> None:
        """End the game."""
        over = self.state._replace(phase=Phase.OVER, due=NEVER, flip_from=NEVER)
        self.state = over._replace(touches=(), buzzes=(), contested=(), contest=())
        self.events.append(ev.GameEnded(scoring.winners(self.state), scoring.level(self.state)))
