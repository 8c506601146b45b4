"""Play-outs behind a hint: whether another action is clearly better, and the lead over the next best.

As in a review, all actions are carried out in the same sampled states and played to the end. The shares of games won
are the chances; a difference within twice its standard error does not count. Results that chose what to compare, or
when to stop, flatter it: numbers are told only from all of a fixed number of later states.
"""

from collections.abc import Iterator
from typing import Generic, NamedTuple

from game.ai.expert import Candidate
from game.ai.rollouts import SURE, end_result, final_states, mean_gain
from game.core.capabilities import Advice, Hints, require
from game.core.game import A, E, Game, S, V
from game.core.rng import Rng

#: number of other actions tried
OTHERS = 3
#: least number of states for a clear difference, for one that is told in words, and the number for one in points
LEAST, EARLY, MOST = 12, 40, 100
#: standard errors of a difference that is told before all states are known, or that speaks against the advice: who
#: looks after every state finds twice the error sooner or later
CERTAIN = 3.0
#: the least gain in the chance to win for which a first thought is taken back
GAIN = 0.03
#: chances, and a lead with a larger standard error in points, are told in steps of so many
ROUGH_LEAD, ROUGHLY = 1.5, 5
#: how exact a difference must be known, and the lead that it must not reach, to call two actions equally good
EXACT, EVEN = 0.03, 0.5
#: the outcomes without a difference
LEVEL = ("equal", "near")
#: a chance below or above what the first or last step tells
FEW, NEARLY_ALL = 1, 99


class Advantage(NamedTuple, Generic[A]):
    """Comparison of the advised action with the next best."""

    other: A
    #: lead in percentage points of the chance to win; 0 if there is none, None if that is uncertain
    points: int | None
    #: the chance to win with the advised action and with the other, in per cent; the mean of both without a difference,
    #: and ``FEW`` or ``NEARLY_ALL`` beyond the last steps
    chances: tuple[int, int]
    #: lead in points of the game over the best opponent; 0 if there is none, or it is uncertain
    lead: int = 0
    #: the advised action seems better, by more than a standard error
    seems_better: bool = False

    @property
    def outcome(self) -> str:
        """The result in a word: the chance decides, then points."""
        if self.points:
            return "better" if self.points > 0 else "worse"
        if self.lead:
            return "lead"
        return "equal" if self.points == 0 else "likely" if self.seems_better else "near"


class FirstThought(Generic[V, A]):
    """The advice of the strongest quick level on a view, thought of in slices: None until it is known."""

    def __init__(self, hints: Hints[A, V], view: V) -> None:
        self.view = view
        self.advice: Advice[A] | None = None
        self._work = hints.first_thought(view)

    def go_on(self) -> None:
        """Think for a slice."""
        if self.advice is None:
            self.advice = next(self._work)


class HintComparison(Generic[S, A, E, V]):
    """Comparison behind one hint: ``advice`` is its present content, ``figure`` the lead once known.

    It begins with the ``first`` thought, if that is known.

    ``is_ahead`` is True once the lead is clear, though not how large it is.
    """

    def __init__(self, game: Game[S, A, E, V], view: V, seat: int, first: Advice[A] | None = None) -> None:
        hints = require(game.hints)
        self.game, self.view, self.seat = game, hints.permitted_view(view), seat
        self.advice: Advice[A] = first or hints.explain(view)
        self.figure: Advantage[A] | None = None
        self.is_ahead = False
        #: the level that plays on in the play-outs, "" before the first
        self.level = ""
        known = (self.advice.action, *self.advice.ties)
        tried = game.play_outs.candidates(self.view) if game.play_outs else ()
        others = [action for action in tried if action not in known and hints.offers(view, action)][:OTHERS]
        self._rows: list[Candidate[A]] = [Candidate(action, []) for action in (self.advice.action, *others)]
        #: the leads over the best opponent, as the shares in the rows
        self._leads: dict[A, list[float]] = {row.action: [] for row in self._rows}
        #: every advice that may result
        # from the same view as the first, so that both tell the same chances
        explained_from = view if hints.limits_itself else self.view
        explained = [hints.explain_action(explained_from, action) for action in others]
        if not hints.counts_effects:
            # the numbers are those of a judgement that prefers the first action: they would speak against another
            explained = [advice._replace(numbers=()) for advice in explained]
        self.possible = (self.advice, *explained)
        self._work = self._slices(1)

    @property
    def other(self) -> A | None:
        """The next best action, or None without another candidate."""
        return max(self._rows[1:], key=_promise).action if len(self._rows) > 1 else None

    @property
    def done(self) -> bool:
        """True when there is nothing more to find out."""
        return self.figure is not None or len(self._rows) == 1

    def go_on(self) -> None:
        """Think for a slice."""
        if not self.done:
            next(self._work)

    def _slices(self, seed: int) -> Iterator[None]:
        # fixed seed, so that a view always gets the same states
        rng = Rng(seed)
        while True:
            world, luck = self.game.sample_state(self.view, rng), rng.below(2**30)
            if self.game.play_outs:
                self.level = self.game.play_outs.level_from(world)
            for row in tuple(self._rows):
                for end in final_states(self.game, world, row.action, luck):
                    if end is not None:
                        result = end_result(self.game, end, self.seat)
                        row.found.append(result.share)
                        self._leads[row.action].append(result.lead)
                    yield

    @property
    def is_doubtful(self) -> bool:
        """True while another action is ahead of the advised one, but not clearly."""
        first, *others = self._rows
        return any(_promise(row) > _promise(first) for row in others) and not any(
            _replaces(row, first) for row in others
        )

    def settle(self) -> None:
        """Settle the advice: another action replaces the advised one if it is clearly better.

        After that, only this one and the next best are played on, from nothing: what chose them does not count. An
        action that replaces the first is compared with that one.
        """
        first, *others = self._rows
        better = [row for row in others if _replaces(row, first)]
        if better:
            best = max(better, key=_promise)
            self.advice = next(advice for advice in self.possible if advice.action == best.action)
            first, others = best, [first]
        rows = [first, max(others, key=_promise)] if others else [first]
        self._rows = [Candidate(row.action, []) for row in rows]
        self._leads = {row.action: [] for row in rows}
        self._work = self._slices(2)

    def measure(self, hurry: bool = False) -> None:
        """Set the figure if it is known by now: from all states, or in a ``hurry`` from those there are, if enough."""
        if self.done:
            return
        first, other = self._rows[:2]
        count = min(len(first.found), len(other.found), MOST)
        if count < (min(EARLY, MOST) if hurry else MOST):
            self.is_ahead = self.is_ahead or (len(other.found) >= EARLY and _clearly(first, other))
            return
        first, other = (Candidate(row.action, row.found[:count]) for row in (first, other))
        more, error = mean_gain(first.found, other.found)
        ahead, off = mean_gain(*(self._leads[row.action][:count] for row in (first, other)))
        means = first.mean, other.mean
        points = _rounded(100 * more, ROUGHLY) if more > SURE * error or -more > CERTAIN * error else 0
        equal = SURE * error <= EXACT and abs(ahead) < EVEN
        lead = _rounded(ahead, ROUGHLY if off > ROUGH_LEAD and ahead >= ROUGHLY else 1) if ahead > SURE * off else 0
        seems = min(more, ahead) >= 0 and (more > error or ahead > off)
        figure = Advantage(other.action, points if points or equal else None, (0, 0), lead, seems)
        if points:
            chances = _apart(means, points)
        elif figure.outcome == "likely" and more >= 0:
            chances = _percent(means[0]), _percent(means[1])
        else:
            # two chances would tell a difference that there may not be
            chances = (_percent(sum(means) / 2),) * 2
        if figure.outcome == "likely" and chances[0] == chances[1]:
            # what is told as the same is not called better
            figure = figure._replace(seems_better=False)
        self.figure = figure._replace(chances=chances)


def _rounded(number: float, step: int) -> int:
    """Return a number as a multiple of ``step``."""
    return step * round(number / step)


def _percent(share: float) -> int:
    """Return a share in per cent in steps: so many games tell it no more exactly.

    ``FEW`` and ``NEARLY_ALL`` stand for less or more than a step tells; 0 and 100 are never told by rounding.
    """
    found = _rounded(100 * share, ROUGHLY)
    return found if 0 < found < 100 or share in (0.0, 1.0) else FEW if found <= 0 else NEARLY_ALL


def _apart(means: tuple[float, float], points: int) -> tuple[int, int]:
    """Return two shares in per cent, so many points apart as is told."""
    low = _rounded((100 * sum(means) - points) / 2, ROUGHLY)
    other = min(max(low, 0, -points), 100, 100 - points)
    return _told(other + points, means[0]), _told(other, means[1])


def _told(percent: int, share: float) -> int:
    return percent if 0 < percent < 100 else _percent(share)


def _promise(row: Candidate[A]) -> float:
    return row.mean if row.found else 0.0


def _replaces(one: Candidate[A], first: Candidate[A]) -> bool:
    """Return True if ``one`` is so much better, and so surely, that the ``first`` thought is taken back."""
    return _clearly(one, first) and one.mean - first.mean >= GAIN


def _clearly(one: Candidate[A], other: Candidate[A]) -> bool:
    """Return True if ``one`` is better by so much that chance hardly explains it."""
    if min(len(one.found), len(other.found)) < LEAST:
        return False
    more, error = mean_gain(one.found, other.found)
    # while all results are alike, the error is unknown
    return error > 0 and more > CERTAIN * error
