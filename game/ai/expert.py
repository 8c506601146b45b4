"""The level ``expert``: it plays on in its mind, in positions that its seat cannot tell from the true one.

Each action that is worth a thought is carried out in the same imagined positions (``Rules.sample_state``), everybody
goes on
as the level of its foresight does, and where that ends a game says what its chance to win is. Actions that
do worse are dropped on the way, so that most of the work goes to those between which it is hard to choose. The first
one, which the quick levels would choose, gives way only to one that is better by more than chance would make it.

How much is done is counted in play-outs, never in time: the same seed and the same actions give the same game on every
machine. It comes in slices, as the thinking of every level does.
"""

from abc import ABC, abstractmethod
from collections.abc import Callable, Iterator, Sequence
from functools import partial
from math import exp
from typing import ClassVar, Generic, NamedTuple

from game.ai import levels, review
from game.core.capabilities import Bots, Thinking
from game.core.game import A, E, Rules, S, V
from game.core.rng import Rng

#: the level by its name, in every game that has it
EXPERT = "expert"
#: so many standard errors a difference has to have before the first action gives way
DOUBT = 1.0
#: play-outs that are so much longer than any should be end as they are
LONGEST = 400


class RolloutPolicy(ABC, Generic[S, A, V]):
    """How a game's expert looks ahead: what it tries, how far it goes, and what a position is worth there."""

    #: the level that everybody goes on by
    level: ClassVar[str] = "hard"
    #: imagined positions in which all actions are tried, then the better half of them, and so on
    sample_counts: ClassVar[tuple[int, ...]] = (12, 16, 24)
    #: actions that are tried at most
    most: ClassVar[int] = 4

    @abstractmethod
    def candidates(self, view: V) -> Sequence[A]:
        """The actions that are worth a thought, the one that promises most at a look first."""

    @abstractmethod
    def is_horizon(self, start: S, state: S) -> bool:
        """Whether playing on from ``start`` has gone far enough at ``state``."""

    @abstractmethod
    def chance(self, state: S, seat: int) -> float:
        """The chance of ``seat`` to win a game that is not over."""


class Candidate(NamedTuple, Generic[A]):
    """What an action was found to be worth, in chance to win, in each of the positions it was tried in."""

    action: A
    found: list[float]

    @property
    def mean(self) -> float:
        """Its chance."""
        return sum(self.found) / len(self.found)


def evaluate(
    rules: Rules[S, A, E, V], bots: Bots[A, V], foresight: RolloutPolicy[S, A, V], view: V, rng: Rng
) -> Iterator[list[Candidate[A]] | None]:
    """Yield None while more is to be played out, and at last the actions tried, the best first."""
    actions = foresight.candidates(view)[: foresight.most]
    first, *others = [Candidate(action, []) for action in actions]
    left = [first, *others]
    for count in foresight.sample_counts if others else ():
        for _ in range(count):
            # the turn of a view is its seat's own: nobody else is asked
            world, luck = rules.sample_state(view, rng), rng.below(2**30)
            seat = rules.to_move(world)
            for row in left:
                for chance in rollout(rules, bots, foresight, world, row.action, seat, Rng(luck)):
                    if chance is not None:
                        row.found.append(chance)
                    yield None
        left = _better_half(left)
        if left == [first]:
            break
        # what the first one gives way to has to beat it in every position, not in the few until it fell behind
        if first not in left:
            left.append(first)
    tried = [row for row in (first, *others) if row.found] or [first]
    best = max(left, key=lambda row: row.mean) if first.found else first
    if best is not first:
        more, error = review.mean_gain(best.found, first.found)
        best = best if more > DOUBT * error else first
    yield [best, *sorted((row for row in tried if row is not best), key=lambda row: -row.mean)]


def _better_half(rows: Sequence[Candidate[A]]) -> list[Candidate[A]]:
    """The better half of those that were tried most, less what is clearly worse than the best."""
    ranked = sorted(rows, key=lambda row: -row.mean)
    half = ranked[: max(2, (len(ranked) + 1) // 2)]
    return half[:1] + [row for row in half[1:] if not _clearly(*review.mean_gain(half[0].found, row.found))]


def _clearly(more: float, error: float) -> bool:
    return more > review.SURE * error


def rollout(
    rules: Rules[S, A, E, V],
    bots: Bots[A, V],
    foresight: RolloutPolicy[S, A, V],
    world: S,
    action: A,
    seat: int,
    rng: Rng,
) -> Iterator[float | None]:
    """Carry ``action`` out and play on: yield None while that goes on, at last the chance of ``seat``."""
    state, chosen = world, action
    for _ in range(LONGEST):
        state, _ = rules.apply(state, chosen, rng)
        mover = rules.to_move(state)
        if mover < 0 or foresight.is_horizon(world, state):
            break
        for thought in levels.rollout_move(rules, bots, state, mover, rng, foresight.level):
            if thought is not None:
                chosen = thought
                break
            yield None
    yield review.win_share(rules, state, seat) if rules.to_move(state) < 0 else foresight.chance(state, seat)


def think_ahead(
    rules: Rules[S, A, E, V], bots: Bots[A, V], foresight: RolloutPolicy[S, A, V], view: V, rng: Rng
) -> Thinking[A]:
    """Yield None while thinking, then the action that is best."""
    yield None
    for rows in evaluate(rules, bots, foresight, view, Rng(rng.below(2**30))):
        yield None if rows is None else rows[0].action


def expert_think(
    rules: Rules[S, A, E, V], bots: Bots[A, V], foresight: RolloutPolicy[S, A, V]
) -> Callable[[V, Rng], Thinking[A]]:
    """How an expert thinks in whose mind ``bots`` play on."""
    return partial(think_ahead, rules, bots, foresight)


def with_expert(bots: Bots[A, V], expert: Callable[[V, Rng], Thinking[A]]) -> Bots[A, V]:
    """``bots`` with the expert above them."""

    def think(view: V, rng: Rng, level: str) -> Thinking[A]:
        return expert(view, rng) if level == EXPERT else bots.think(view, rng, level)

    return Bots((*bots.levels, EXPERT), think, first_level=bots.first_level)


def win_chance(strengths: Sequence[float], scale: float, seat: int) -> float:
    """The chance of ``seat`` where the highest of these wins and ``scale`` says how much may still change."""
    top = max(strengths)
    weights = [exp((strength - top) / scale) for strength in strengths]
    return weights[seat] / sum(weights)
