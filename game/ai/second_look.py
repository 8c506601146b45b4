"""What the hint finds out when it plays on: whether another action is clearly better, and how much the next best lacks.

As in a review each action is carried out in the same positions that the seat cannot tell from the true one, and the
level that plays on brings each to its end. So the shares of games won tell the chances, and what lies within twice the
standard error of a difference is none.
"""

from collections.abc import Iterator
from typing import Generic, NamedTuple

from game.ai.expert import Candidate
from game.ai.review import SURE, mean_gain, rollout_shares
from game.core.capabilities import Advice, require
from game.core.game import A, E, Game, S, V
from game.core.rng import Rng

#: so many other actions are tried
OTHERS = 3
#: positions without which nothing is clear, and so many that are tried at most
LEAST, MOST = 12, 100


class Advantage(NamedTuple, Generic[A]):
    """How the advised action compares with the next best one."""

    other: A
    #: points of chance to win, from 0 to 100, by which it is better; 0 where the difference lies within its error
    points: int


class HintComparison(Generic[S, A, E, V]):
    """The thinking behind one hint: ``advice`` is what it says, ``figure`` how much better that is, once known."""

    def __init__(self, game: Game[S, A, E, V], view: V, seat: int) -> None:
        hints = require(game.hints)
        self.game, self.view, self.seat = game, hints.permitted_view(view), seat
        self.advice: Advice[A] = hints.explain(view)
        self.figure: Advantage[A] | None = None
        known = (self.advice.action, *self.advice.ties)
        tried = game.play_outs.candidates(self.view) if game.play_outs else ()
        others = [action for action in tried if action not in known][:OTHERS]
        self._rows: list[Candidate[A]] = [Candidate(action, []) for action in (self.advice.action, *others)]
        #: all that it may come to say
        self.possible = (self.advice, *(hints.explain_action(self.view, action) for action in others))
        self._work = self._slices()

    @property
    def other(self) -> A | None:
        """The next best action, or None where there is no other worth a thought."""
        return max(self._rows[1:], key=_promise).action if len(self._rows) > 1 else None

    @property
    def done(self) -> bool:
        """Whether there is nothing more to find out."""
        return self.figure is not None or len(self._rows) == 1

    def go_on(self) -> None:
        """Think for a slice."""
        if not self.done:
            next(self._work)

    def _slices(self) -> Iterator[None]:
        # the same view is thought about in the same positions
        rng = Rng(1)
        while True:
            world, luck = self.game.sample_state(self.view, rng), rng.below(2**30)
            for row in tuple(self._rows):
                for share in rollout_shares(self.game, world, row.action, self.seat, luck):
                    if share is not None:
                        row.found.append(share)
                    yield

    def settle(self) -> None:
        """Say what there is to say by now: another action takes the place of the advised one if it is clearly better.

        From then on only that one and the next best are played on.
        """
        first, *others = self._rows
        better = [row for row in others if _clearly(row, first)]
        if better:
            best = max(better, key=_promise)
            self.advice = next(advice for advice in self.possible if advice.action == best.action)
            others.remove(best)
            first, others = best, [first, *others]
        self._rows = [first, max(others, key=_promise)] if others else [first]

    def measure(self) -> None:
        """Tell the figure if it is known by now."""
        first, *others = self._rows
        if self.done or not others:
            return
        count = min(len(first.found), len(others[0].found))
        if count >= MOST or _clearly(first, others[0]) or (count and _clearly(others[0], first)):
            more, error = mean_gain(first.found, others[0].found)
            sure = abs(more) > SURE * error
            self.figure = Advantage(others[0].action, round(100 * more) if sure else 0)


def _promise(row: Candidate[A]) -> float:
    return row.mean if row.found else 0.0


def _clearly(one: Candidate[A], other: Candidate[A]) -> bool:
    """Whether ``one`` is better by more than chance would make it."""
    if min(len(one.found), len(other.found)) < LEAST:
        return False
    more, error = mean_gain(one.found, other.found)
    # where all are alike so far, the error is not known
    return error > 0 and more > SURE * error
