"""Positions played to the end, and actions compared by how the same sampled states end after each of them.

Two actions meet the same states, so the luck of a state affects both: their difference is a mean of paired differences,
and its standard error comes from their spread.
"""

from collections.abc import Generator, Iterable, Iterator, Sequence
from math import sqrt
from typing import Generic, NamedTuple

from game.ai.levels import play_out
from game.core.capabilities import require
from game.core.game import A, E, Game, Rules, S, V
from game.core.rng import Rng, T

#: fresh states in which an action is compared with one that is suspected to be better
PAIRS = 100
#: standard errors that make a difference
SURE = 2.0
#: standard errors of a difference in the first states that arouse a suspicion
FAINT = 0.5
#: longest play-out, in actions
LONGEST = 3000
#: the value of a point of the lead beside a share of the win: it only tells equal shares apart
LEAD = 1e-6


def win_share(rules: Rules[S, A, E, V], state: S, seat: int) -> float:
    """Return a seat's share of a finished game: 1, a part of 1, or 0."""
    winners = rules.winners(state)
    return 1 / len(winners) if seat in winners else 0.0


def margin_of(rules: Rules[S, A, E, V], state: S, seat: int) -> int:
    """Return a seat's lead over its best opponent in points; negative if behind."""
    scores = rules.scores(state)
    return scores[seat] - max((score for other, score in enumerate(scores) if other != seat), default=0)


class SeatResult(NamedTuple):
    """The end of a game for one seat, exact or as a mean: its share of the win, then its lead.

    Of two results the greater is the better one: points decide only between equal shares.
    """

    share: float
    lead: float

    @property
    def value(self) -> float:
        """The share of the win, with the lead to tell equal ones apart."""
        return self.share + LEAD * self.lead


def seat_results(rules: Rules[S, A, E, V], state: S) -> tuple[SeatResult, ...]:
    """Return the result of every seat of a finished game."""
    seats = range(len(rules.scores(state)))
    return tuple(SeatResult(win_share(rules, state, seat), margin_of(rules, state, seat)) for seat in seats)


def final_states(game: Game[S, A, E, V], state: S, action: A, seed: int, proof_level: str = "") -> Iterator[S | None]:
    """Carry out ``action`` and play on at a strong level: yield None meanwhile, then the final state.

    That is the end of the game, or where the game knows what to expect of it (``PlayOuts.expected_end``).

    In a turn of many decisions, each may look as bad as the weaker level's later ones. So the turn itself is played on
    by a level that finishes it well (``turn_level``). With a ``proof_level`` that one plays everything.
    """
    play_outs = require(game.play_outs)
    later = proof_level or play_outs.level_from(state)
    level = proof_level or play_outs.turn_level or later

    def level_at(reached: S) -> str:
        nonlocal level
        if play_outs.expected_end(reached):
            return ""
        if level != later and not play_outs.same_turn(state, reached):
            level = later
        return level

    return play_out(game, game.bots, state, action, Rng(seed), level_at, LONGEST)


def rollout_shares(
    game: Game[S, A, E, V], state: S, action: A, seat: int, seed: int, proof_level: str = ""
) -> Iterator[float | None]:
    """Like :func:`final_states`, with the share of ``seat`` at the end."""
    for end in final_states(game, state, action, seed, proof_level):
        yield None if end is None else end_result(game, end, seat).share


def end_result(game: Game[S, A, E, V], state: S, seat: int) -> SeatResult:
    """Return the result of ``seat`` in a final state, or what to expect of it."""
    expected = require(game.play_outs).expected_end(state)
    return SeatResult(*expected[seat] if expected else (win_share(game, state, seat), margin_of(game, state, seat)))


class RolloutResults(NamedTuple):
    """Results of an action, state by state: the seat's shares of wins and its leads."""

    shares: list[float]
    margins: list[float]

    def ahead_of(self, other: "RolloutResults") -> tuple[float, float, float, float]:
        """Return the gain in chance and in lead, each with its standard error."""
        return *mean_gain(self.shares, other.shares), *mean_gain(self.margins, other.margins)

    def may_be_better(self, other: "RolloutResults") -> bool:
        """Return True if it is better in either respect, so far."""
        more, _, ahead, _ = self.ahead_of(other)
        return more > 0 or ahead > 0

    def may_prove_better(self, other: "RolloutResults") -> bool:
        """Return True if as many states again could still prove it better."""
        more, error, ahead, off = self.ahead_of(other)
        return more > FAINT * error or ahead > FAINT * off

    def promises(self, other: "RolloutResults", errors: float = 0.0) -> bool:
        """Return True if it seems better by more than ``errors`` standard errors."""
        more, error, ahead, off = self.ahead_of(other)
        return more > errors * error or (more >= 0 and ahead > max(1.0, 2 * errors) * off)


def mean(row: Sequence[float]) -> float:
    """Return the mean of some numbers."""
    return sum(row) / len(row)


def mean_gain(one: Sequence[float], other: Sequence[float]) -> tuple[float, float]:
    """Return the mean gain of ``one`` over ``other`` in the states of both, and its standard error."""
    apart = [ours - theirs for ours, theirs in zip(one, other, strict=False)]
    gain = mean(apart)
    spread = sum((difference - gain) ** 2 for difference in apart)
    return gain, sqrt(spread / max(1, len(apart) - 1) / len(apart))


class Trial(Generic[S, A, E, V]):
    """Comparison of actions of one decision in the same states."""

    def __init__(
        self, game: Game[S, A, E, V], view: V, seat: int, rng: Rng, actions: Iterable[A], proof_level: str = ""
    ) -> None:
        self.game, self.view, self.seat, self.rng, self.proof_level = game, view, seat, rng, proof_level
        self.rows = {action: RolloutResults([], []) for action in actions}
        #: the slices of all play-outs, and their number
        self.slices = self.played = 0

    @property
    def count(self) -> int:
        """The number of states tried with the remaining actions."""
        return len(next(iter(self.rows.values())).shares)

    def go_on(self, count: int) -> Iterator[None]:
        """Try the remaining actions in ``count`` more states, in slices."""
        for _ in range(count):
            world, luck = self.game.sample_state(self.view, self.rng), self.rng.below(2**30)
            for action, found in self.rows.items():
                self.played += 1
                for end in final_states(self.game, world, action, luck, self.proof_level):
                    self.slices += 1
                    if end is not None:
                        result = end_result(self.game, end, self.seat)
                        found.shares.append(result.share)
                        found.margins.append(result.lead)
                    yield

    def measure(self) -> Iterator[None]:
        """Try the actions in ``PAIRS`` states, or in half of them if they make no difference to the win there."""
        yield from self.go_on(PAIRS // 2)
        first, *others = (found.shares for found in self.rows.values())
        if any(shares != first for shares in others):
            yield from self.go_on(PAIRS - self.count)

    def leave(self, actions: Iterable[A]) -> None:
        """Drop all actions but these."""
        self.rows = {action: self.rows[action] for action in actions}


def last_found(work: Iterator[T | None]) -> Generator[None, None, T]:
    """Yield None while ``work`` does, then return what it yields last."""
    for found in work:
        if found is not None:
            return found
        yield
    raise RuntimeError("work ended without a result")
