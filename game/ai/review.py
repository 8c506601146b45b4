"""Review of a seat's decisions, the others' play and luck: together they are the result.

A measured gain of another action beyond twice its standard error is a clear mistake (:mod:`game.ai.judgement`). The
others are tested together (``Review.small``): many small mistakes must not count as luck because each lies within its
uncertainty.

The order of work is by suspicion (:func:`review_match`). Every decision has a seed of its own, so the order changes no
judgement: it only lets the costliest mistakes be known early.

The chance before a decision less the chance after the one before is the effect of the others' actions and of cards and
dice. The others' part is the difference to what play-outs expect of them: in states sampled from the view of the seat
that moved, its action and the choice of the level that plays on are both carried out, up to a horizon at which the game
estimates the reviewed seat's chance (``PlayOuts.outlook``). To the end of the game, the error of so many small
differences would be larger than their sum. The rest is luck. So the chance at the start, less the cost of the seat's
decisions, plus the others' play, plus luck, is the result.
"""

from collections.abc import Iterable, Iterator, Sequence
from math import inf, sqrt
from typing import Generic, NamedTuple, TypeAlias

from game.ai import judgement, rollouts
from game.ai.judgement import ADVISED_AGAINST, AGREED, Estimate, JudgedDecision, Stage, Suspicion
from game.ai.rollouts import SURE, last_found, mean, mean_gain, win_share
from game.core.capabilities import require
from game.core.game import A, Action, E, Game, S, State, V
from game.core.match import Match
from game.core.rng import Rng

#: how much less urgent a proof is than any first judgement
PROOFS_LAST = 3.0
#: sampled states for the first, rough estimate of a chance
SKETCHED = 4
#: the work for a decision that may be a mistake, for its first states, for a slow proof, and for an action of another
#: seat; that for a plain decision is 1
SUSPECTS_WORK, GLANCES_WORK, PROOFS_WORK, RIVALS_WORK = 8.0, 1.0, 40.0, 0.06
#: the progress of a review to which only a last step is missing
ALMOST = 0.999


def _joint_error(rows: Iterable[JudgedDecision[A]]) -> float:
    """Return the standard error of the sum of some losses."""
    return sqrt(sum(row.error**2 for row in rows))


class Effect(NamedTuple):
    """A change of a seat's chance, and its standard error."""

    chance: float
    error: float

    @property
    def measured(self) -> bool:
        """True unless its uncertainty is larger than the change."""
        return abs(self.chance) >= SURE * self.error


class Review(NamedTuple, Generic[A]):
    """Review of a finished game for one seat."""

    seat: int
    decisions: tuple[JudgedDecision[A], ...]
    #: 1 for a win, the share of a shared win, else 0
    result: float
    #: the effect of the others' play since the first decision, or None until it is known
    others: Effect | None = None
    #: while it is computed: how many decisions are also the advice, or None until all have been compared with it
    expected: int | None = None
    #: while it is computed: the places of the decisions that are estimated, and have still to be proved
    estimated: frozenset[int] = frozenset()

    @property
    def proved(self) -> tuple[JudgedDecision[A], ...]:
        """The decisions with their last judgement."""
        return tuple(row for row in self.decisions if row.place not in self.estimated)

    @property
    def start(self) -> float:
        """The chance to win at the first decision."""
        return self.decisions[0].best_chance if self.decisions else self.result

    @property
    def cost(self) -> float:
        """The cost of all decisions together."""
        return sum(judged.cost for judged in self.decisions) + self.small

    @property
    def doubtful(self) -> tuple[JudgedDecision[A], ...]:
        """The decisions suspected to be mistakes whose loss lies within its error, in order."""
        return tuple(row for row in self.decisions if row.best != row.played and not row.cost)

    @property
    def small(self) -> float:
        """The loss by the doubtful decisions together, or 0 if chance may explain it.

        It counts if it exceeds its standard error, and if the loss by all suspects exceeds twice theirs. The clear
        mistakes take part in the test, because without the largest losses the others seem smaller than they are. Losses
        and variances add up: the estimates are independent, as every decision has states of its own, and unbiased, as
        the states that aroused the suspicion are left out.
        """
        lost, clear = sum(row.loss for row in self.doubtful), sum(row.cost for row in self.decisions)
        error = _joint_error((*self.doubtful, *self.costliest))
        return lost if lost > _joint_error(self.doubtful) and lost + clear > SURE * error else 0.0

    @property
    def cost_error(self) -> float:
        """The standard error of :attr:`cost`; if that is 0, of what may hide in the doubtful decisions."""
        counted = (*self.costliest, *(self.doubtful if self.small or not self.costliest else ()))
        return _joint_error(counted)

    @property
    def hidden(self) -> float:
        """The most that the doubtful decisions may have cost together, if they are not part of :attr:`cost`."""
        rows = self.doubtful
        return 0.0 if self.small else sum(row.loss for row in rows) + SURE * _joint_error(rows)

    @property
    def luck(self) -> float:
        """The effect of cards and dice: the rest that leads from the start to the result."""
        return self.result - self.start + self.cost - (self.others.chance if self.others else 0.0)

    @property
    def told_others(self) -> Effect | None:
        """The effect of the others' play, as uncertain as it is large if luck seems to have undone all of it.

        The horizon's estimates have an error of their own beside that of sampling. Luck, the rest, has it reversed.
        """
        if self.others and self.others.chance and -self.luck / self.others.chance >= 1:
            return Effect(self.others.chance, max(self.others.error, 1.001 * abs(self.others.chance) / SURE))
        return self.others

    @property
    def costliest(self) -> tuple[JudgedDecision[A], ...]:
        """The decisions with a cost, highest first."""
        return tuple(sorted((row for row in self.decisions if row.cost), key=lambda row: (-row.cost, row.place)))

    @property
    def point_losses(self) -> tuple[JudgedDecision[A], ...]:
        """The decisions that lost only points, highest first."""
        return tuple(sorted((row for row in self.decisions if row.points), key=lambda row: (-row.points, row.place)))

    @property
    def mistakes(self) -> tuple[JudgedDecision[A], ...]:
        """The decisions to report: those with a cost, then those that lost only points."""
        return (*self.costliest, *self.point_losses)

    def dearest_of(self, turns: Iterable[Iterable[int]]) -> tuple[JudgedDecision[A], ...]:
        """Return the costliest mistake of each turn, in the order of ``mistakes``; ``turns`` are of places."""
        turn_of = {place: number for number, turn in enumerate(turns) for place in turn}
        dearest: dict[int, JudgedDecision[A]] = {}
        for row in self.mistakes:
            dearest.setdefault(turn_of[row.place], row)
        return tuple(dearest.values())

    @property
    def agreed(self) -> int:
        """The number of decisions equal to the strongest level's choice."""
        return sum(row.best == row.played and not row.error for row in self.decisions)

    def close(self, seats: int) -> bool:
        """Return True if the game was won or had a fair chance late on; only then is flawless play worth praise."""
        late = self.decisions[len(self.decisions) // 2 :]
        return self.result > 0 or any(row.chance * seats >= 1 for row in late)


def can_review(game: Game[S, A, E, V]) -> bool:
    """Return True if a game has what a review needs: hints and play-outs."""
    return game.hints is not None and game.play_outs is not None


class DecisionPoint(NamedTuple, Generic[S, A]):
    """A decision with a choice: the number of actions before it, the state, and the action."""

    place: int
    state: S
    played: A


def decision_points(match: Match[S, A, E, V], seat: int) -> Iterator[DecisionPoint[S, A] | None]:
    """Yield the decisions of ``seat`` that had a choice; None for every other action."""
    past = Match(match.game, match.options, match.seats, match.seed)
    for place, action in enumerate(match.actions):
        had = past.game.to_move(past.state) == seat and len(past.game.legal_actions(past.state)) > 1
        yield DecisionPoint(place, past.state, action) if had else None
        past.apply(action)


def unexpected(game: Game[S, A, E, V], point: DecisionPoint[S, A], seat: int, seed: int) -> Iterator[Effect | None]:
    """Yield None while play-outs are left, then what an action of another seat changed for ``seat``.

    That is the difference to the action expected of that seat, each played on to the game's horizon.
    """
    play_outs, rng, gains = require(game.play_outs), Rng(seed), list[float]()
    view, level = game.view(point.state, game.to_move(point.state)), play_outs.expected_level(point.state)
    for _ in range(play_outs.outlook_states):
        world, luck = game.sample_state(view, rng), rng.below(2**30)
        expected = yield from last_found(game.bots.think(view, Rng(luck), level))
        gain = 0.0
        for action, sign in ((point.played, 1), (expected, -1)) if expected != point.played else ():
            gain += sign * (yield from last_found(require(play_outs.outlook)(world, action, seat, Rng(luck))))
        gains.append(gain)
    yield Effect(*mean_gain(gains, [0.0] * len(gains)))


def rough_chance(game: Game[S, A, E, V], point: DecisionPoint[S, A], seat: int, seed: int) -> Iterator[float | None]:
    """Yield None while play-outs are left, then a rough estimate of the chance of ``seat`` after its action.

    A few sampled states are played on to the game's horizon only, so that it is there long before any judgement.
    """
    rng, chances, outlook = Rng(seed), list[float](), require(require(game.play_outs).outlook)
    view = game.view(point.state, seat)
    for _ in range(SKETCHED):
        world, luck = game.sample_state(view, rng), Rng(rng.below(2**30))
        chances.append((yield from last_found(outlook(world, point.played, seat, luck))))
        yield None
    yield mean(chances)


def others_play(match: Match[S, A, E, V], seat: int) -> Iterator[tuple[float, Effect]]:
    """Yield the progress from 0 to 1 and the effect so far of the others' play since the first decision of ``seat``."""
    chance, variance, begun = 0.0, 0.0, False
    past = Match(match.game, match.options, match.seats, match.seed)
    for place, action in enumerate(match.actions):
        has_choice, mover = len(past.game.legal_actions(past.state)) > 1, past.game.to_move(past.state)
        begun = begun or (has_choice and mover == seat)
        if begun and has_choice and mover != seat:
            point = DecisionPoint(place, past.state, action)
            for effect in unexpected(match.game, point, seat, match.seed ^ (place + 1) * 0x85EBCA6B):
                if effect is not None:
                    chance, variance = chance + effect.chance, variance + effect.error**2
                yield place / len(match.actions), Effect(chance, sqrt(variance))
        past.apply(action)
        yield (place + 1) / len(match.actions), Effect(chance, sqrt(variance))


class _ReviewInProgress(Generic[A]):
    """The judgements so far, and the share of the work that is done."""

    def __init__(self, seat: int, result: float, places: Iterable[int], rivals_work: float) -> None:
        self.seat, self.result = seat, result
        self.found: dict[int, JudgedDecision[A]] = {}
        self.others: Effect | None = None
        # every decision may be a mistake until there is advice
        self._work = dict.fromkeys(places, SUSPECTS_WORK)
        self._rivals_work = rivals_work
        #: place -> True if the decision is also the advice, and the places with first states
        self._compared: dict[int, bool] = {}
        self._glanced = set[int]()
        self._estimated = set[int]()
        self.share = 0.0
        self.share = self._done()

    def _done(self) -> float:
        done = sum(self._work[place] for place in self.found) + len(self._glanced - self.found.keys()) * GLANCES_WORK
        done -= len(self._estimated) * PROOFS_WORK
        share = done / (sum(self._work.values()) + self._rivals_work) if self._work else ALMOST
        return min(ALMOST, max(self.share, share))

    @property
    def is_complete(self) -> bool:
        """True once every decision has its last judgement."""
        return len(self.found) == len(self._work) and not self._estimated

    def estimate(self, judged: JudgedDecision[A]) -> None:
        """Add a judgement that has still to be proved."""
        self.found[judged.place] = judged
        self._estimated.add(judged.place)
        self._work[judged.place] = SUSPECTS_WORK + PROOFS_WORK
        self.share = self._done()

    def add(self, judged: JudgedDecision[A]) -> None:
        """Add a judgement."""
        self.found[judged.place] = judged
        self._estimated.discard(judged.place)
        if not judged.error and judged.best == judged.played:
            self._work[judged.place] = 1.0
        self.share = self._done()

    def suspect(self, place: int, suspicion: Suspicion) -> bool:
        """Note the suspicion against a decision; return True if it is the last one compared with the advice."""
        is_new = place not in self._compared
        if is_new:
            self._compared[place] = suspicion == AGREED
            self._work[place] = 1.0 if suspicion == AGREED else SUSPECTS_WORK
        elif not self._compared[place]:
            self._glanced.add(place)
        self.share = self._done()
        return is_new and len(self._compared) == len(self._work)

    def so_far(self) -> Review[A]:
        """Return the review so far."""
        rows = tuple(self.found[place] for place in sorted(self.found))
        is_compared = 0 < len(self._compared) == len(self._work)
        expected = sum(self._compared.values()) if is_compared else None
        return Review(self.seat, rows, self.result, self.others, expected, frozenset(self._estimated))


def review_match(
    match: Match[S, A, E, V], seat: int, known: Sequence[JudgedDecision[A]] = (), others: Effect | None = None
) -> Iterator[tuple[float, Review[A] | None]]:
    """Judge every decision of ``seat`` in a finished game of turns, reusing those in ``known``, then the others' play.

    Yield the progress from 0 to 1 and, whenever it grows, the review so far; with 1 it is complete. The decisions that
    seem costliest are judged first, of equal ones the latest. The same match gives the same review. Raise ValueError
    for an unfinished match, or a game without hints or play-outs.
    """
    if not match.is_over or not can_review(match.game):
        raise ValueError("only a finished game of turns with hints and play-outs can be reviewed")
    steps: list[DecisionPoint[S, A]] = []
    for step in decision_points(match, seat):
        if step is not None:
            steps.append(step)
        yield 0.0, None
    places = [step.place for step in steps]
    measured = require(match.game.play_outs).outlook is not None
    rivals_work = RIVALS_WORK * len(match.actions) * measured
    now = _ReviewInProgress[A](seat, win_share(match.game, match.state, seat), places, rivals_work)
    now.others = others
    for row in known:
        if row.place in places:
            now.add(row)
    left = [step for step in steps if step.place not in now.found]
    if left or (measured and others is None):
        yield now.share, now.so_far()
    for place, judged in _most_suspicious_first(match, left, steps[:1]):
        is_news = False
        if isinstance(judged, JudgedDecision):
            now.suspect(place, AGREED if judged.best == judged.played else ADVISED_AGAINST)
            now.add(judged)
            is_news = not now.is_complete or (measured and others is None)
        elif isinstance(judged, Estimate):
            now.estimate(judged.decision)
            is_news = True
        elif judged is not None:
            is_news = now.suspect(place, judged)
        yield now.share, now.so_far() if is_news else None
    if measured and others is None:
        for share, effect in others_play(match, seat):
            now.others = effect
            yield min(ALMOST, now.share + (1 - now.share) * share), None
    yield 1.0, now.so_far()._replace(expected=None)


def _most_suspicious_first(
    match: Match[S, A, E, V], steps: Sequence[DecisionPoint[S, A]], start: Sequence[DecisionPoint[S, A]]
) -> Iterator[tuple[int, Stage[A]]]:
    """Judge decisions, those first whose other actions promise most; yield the place and what has been found there.

    Proofs of what has been estimated come last, the costliest first.
    """
    left = {}
    for step in steps:
        # the start's chance is part of every sum, so it gets more states
        alone, seed = rollouts.PAIRS if step in start else judgement.ALONE, match.seed ^ (step.place + 1) * 0x9E3779B1
        left[step.place] = judgement.judge_in_stages(match.game, step.state, step.place, step.played, seed, alone)
    gains = dict.fromkeys(left, inf)
    while left:
        place = max(left, key=lambda place: (gains[place], place))
        for found in left[place]:
            if isinstance(found, Suspicion):
                gains[place] = found.gain
            elif isinstance(found, Estimate):
                gains[place] = found.decision.cost - PROOFS_LAST
            elif found is not None:
                del left[place]
            yield place, found
            if found is not None:
                break


#: a review of any game
AnyReview: TypeAlias = Review[Action]
#: a decision of any game
AnyDecisionPoint: TypeAlias = DecisionPoint[State, Action]
