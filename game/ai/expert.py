"""Level ``expert``: compares actions by play-outs from sampled states.

Each candidate is carried out in the same states, sampled from the seat's view (``Rules.sample_state``). Everybody plays
on at the rollout policy's level up to a horizon, where the game estimates the chance to win. Weaker candidates are
dropped on the way, so that most work goes into close decisions. The first candidate, which the quick levels would
choose, is replaced only by one that is better by more than chance explains, or never worse and sometimes better.

The work is counted in play-outs, never in time: the same seed and actions give the same game on every machine. It comes
in slices, like the thinking of every level.
"""

from abc import ABC, abstractmethod
from collections.abc import Callable, Iterator, Sequence
from functools import partial
from math import exp
from typing import ClassVar, Generic, NamedTuple

from game.ai import levels, rollouts
from game.core.capabilities import Bots, Thinking
from game.core.game import A, E, Rules, S, V
from game.core.rng import Rng

#: the level's name, in every game that has it
EXPERT = "expert"
#: standard errors by which a difference must replace the first candidate
DOUBT = 1.0
#: longest play-out, in actions
LONGEST = 400


class RolloutPolicy(ABC, Generic[S, A, V]):
    """Rollout policy of a game's expert: its candidates, its horizon, and the value of a position there."""

    #: the level at which everybody plays on
    level: ClassVar[str] = "hard"
    #: number of sampled states for all candidates, then for the better half, and so on
    sample_counts: ClassVar[tuple[int, ...]] = (12, 16, 24)
    #: the most candidates
    most: ClassVar[int] = 4

    @abstractmethod
    def candidates(self, view: V) -> Sequence[A]:
        """Return the actions worth trying, the most promising first."""

    @abstractmethod
    def is_horizon(self, start: S, state: S) -> bool:
        """Return True if a play-out from ``start`` ends at ``state``."""

    @abstractmethod
    def chance(self, state: S, seat: int) -> float:
        """Return the chance of ``seat`` to win an unfinished game."""


class Candidate(NamedTuple, Generic[A]):
    """An action with its chance to win in each sampled state."""

    action: A
    found: list[float]

    @property
    def mean(self) -> float:
        """The mean chance."""
        return sum(self.found) / len(self.found)


def evaluate(
    rules: Rules[S, A, E, V], bots: Bots[A, V], foresight: RolloutPolicy[S, A, V], view: V, rng: Rng
) -> Iterator[list[Candidate[A]] | None]:
    """Yield None while play-outs are left, then the candidates, the best first."""
    actions = foresight.candidates(view)[: foresight.most]
    first, *others = [Candidate(action, []) for action in actions]
    left = [first, *others]
    for count in foresight.sample_counts if others else ():
        for _ in range(count):
            # the seat of a view is to move in all sampled states
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
        # a replacement has to beat the first candidate in all states, not only in those before it fell behind
        if first not in left:
            left.append(first)
    tried = [row for row in (first, *others) if row.found] or [first]
    best = max(left, key=lambda row: row.mean) if first.found else first
    if best is not first:
        more, error = rollouts.mean_gain(best.found, first.found)
        if more <= DOUBT * error:
            dominant = [row for row in left if dominates(row.found, first.found)]
            best = max(dominant, key=lambda row: row.mean, default=first)
    yield [best, *sorted((row for row in tried if row is not best), key=lambda row: -row.mean)]


def dominates(one: Sequence[float], other: Sequence[float]) -> bool:
    """Return True if ``one`` is never worse than ``other`` in the same states, and better in some."""
    return all(ours >= theirs for ours, theirs in zip(one, other, strict=False)) and sum(one) > sum(other)


def _better_half(rows: Sequence[Candidate[A]]) -> list[Candidate[A]]:
    """Return the better half of the most tried, less those clearly worse than the best."""
    ranked = sorted(rows, key=lambda row: -row.mean)
    half = ranked[: max(2, (len(ranked) + 1) // 2)]
    return half[:1] + [row for row in half[1:] if not _clearly(*rollouts.mean_gain(half[0].found, row.found))]


def _clearly(more: float, error: float) -> bool:
    return more > rollouts.SURE * error


def rollout(
    rules: Rules[S, A, E, V],
    bots: Bots[A, V],
    foresight: RolloutPolicy[S, A, V],
    world: S,
    action: A,
    seat: int,
    rng: Rng,
) -> Iterator[float | None]:
    """Carry out ``action`` and play on: yield None meanwhile, then the chance of ``seat``."""

    def level_at(state: S) -> str:
        return "" if foresight.is_horizon(world, state) else foresight.level

    for end in levels.play_out(rules, bots, world, action, rng, level_at, LONGEST):
        if end is None:
            yield None
        else:
            yield rollouts.win_share(rules, end, seat) if rules.to_move(end) < 0 else foresight.chance(end, seat)


def think_ahead(
    rules: Rules[S, A, E, V], bots: Bots[A, V], foresight: RolloutPolicy[S, A, V], view: V, rng: Rng
) -> Thinking[A]:
    """Yield None while thinking, then the best action."""
    yield None
    for rows in evaluate(rules, bots, foresight, view, Rng(rng.below(2**30))):
        yield None if rows is None else rows[0].action


def expert_think(
    rules: Rules[S, A, E, V], bots: Bots[A, V], foresight: RolloutPolicy[S, A, V]
) -> Callable[[V, Rng], Thinking[A]]:
    """Return the thinking of an expert that plays on with ``bots``."""
    return partial(think_ahead, rules, bots, foresight)


def strongest_quick_level(bots: Bots[A, V]) -> str:
    """Return the strongest level beside the expert, which gives the advice."""
    return [level for level in bots.ranked_levels if level != EXPERT][-1]


def with_expert(bots: Bots[A, V], expert: Callable[[V, Rng], Thinking[A]]) -> Bots[A, V]:
    """Return ``bots`` with the expert as a further level."""

    def think(view: V, rng: Rng, level: str) -> Thinking[A]:
        return expert(view, rng) if level == EXPERT else bots.think(view, rng, level)

    return Bots((*bots.levels, EXPERT), think, first_level=bots.first_level, played_level=bots.played_level)


def win_chance(strengths: Sequence[float], scale: float, seat: int) -> float:
    """Return the chance of ``seat`` if the highest strength wins; ``scale`` is the remaining uncertainty."""
    top = max(strengths)
    weights = [exp((strength - top) / scale) for strength in strengths]
    return weights[seat] / sum(weights)
