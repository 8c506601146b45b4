"""Review of a seat's decisions, each compared with the best action by what the seat could know.

A decision is judged in states sampled from the seat's view (``Rules.sample_state``), never by hidden cards. The action
played and the choice of the strongest quick level are both carried out in each state, and a strong level plays
everybody to the end; the share of wins is the action's chance. Both actions meet the same states, so the luck of a
state affects both: their difference is a mean of paired differences, and its standard error comes from their spread.

Near the end of a game the results may be known exactly (``Hints.exact``); then they are the judgement.

The best action may be neither. So all other candidates are tried in the first states, too.

First states only say whether another action is suspected to be better. What it would have gained is measured in fresh
states, whose number does not depend on the gain, as the first ones flatter whatever was found in them. There the
strongest quick level plays everybody to the end (``PlayOuts.proof_level``) where a quicker one did before, unless that
would take too long; then the judgement says so. What the strongest level would have played itself is no mistake
(``PlayOuts.strongest_level``): play-outs of a weaker one do not prove it wrong.

A measured gain beyond twice its standard error is a clear mistake. The others are tested together (``Review.small``):
many small mistakes must not count as luck because each lies within its uncertainty.

The order of work is by suspicion (:func:`review_match`). Every decision has a seed of its own, so the order changes no
judgement: it only lets the costliest mistakes be known early.

Far behind or far ahead, even careless play hardly changes the chance to win. So play-outs also give the seat's lead
over the best opponent (``margin_of``), and points decide where the chance cannot.

The chance before a decision less the chance after the one before is the effect of the others' actions and of cards and
dice. The others' part is the difference to what play-outs expect of them: in states sampled from the view of the seat
that moved, its action and the choice of the level that plays on are both carried out, up to a horizon at which the game
estimates the reviewed seat's chance (``PlayOuts.outlook``). To the end of the game, the error of so many small
differences would be larger than their sum. The rest is luck. So the chance at the start, less the cost of the seat's
decisions, plus the others' play, plus luck, is the result.
"""

from collections.abc import Generator, Iterable, Iterator, Mapping, Sequence
from math import inf, sqrt
from typing import Generic, NamedTuple, TypeAlias

from game.ai.levels import play_out
from game.core.capabilities import Hints, Reason, require
from game.core.game import A, Action, E, Game, Rules, S, State, V
from game.core.match import Match
from game.core.rng import Rng, T

#: fresh states in which the action played is compared with one that is suspected to be better
PAIRS = 100
#: states for the chance if both are the same, and for trying other candidates
ALONE = 24
#: the most other candidates, and the states after which those that are no better are dropped
OTHERS, GLANCE = 2, 6
#: standard errors that make a difference, and that make one against the strongest quick level
SURE, DOUBTED = 2.0, 3.0
#: the mean length of play-outs, in slices, up to which a proof level with a longest length proves at once
PROMPT = 6
#: how much less urgent a proof is than any first judgement
PROOFS_LAST = 3.0
#: standard errors of a difference in the first states that arouse a suspicion
FAINT = 0.5
#: fewer points than this are not reported, nor a smaller share of the win: it would be shown as none
LEAST, LEAST_SHARE = 1.5, 0.01
#: longest play-out, in actions
LONGEST = 3000
#: sampled states for the first, rough estimate of a chance
SKETCHED = 4
#: the work for a decision that may be a mistake, for its first states, for a slow proof, and for an action of another
#: seat; that for a plain decision is 1
SUSPECTS_WORK, GLANCES_WORK, PROOFS_WORK, RIVALS_WORK = 8.0, 1.0, 40.0, 0.06
#: the progress of a review to which only a last step is missing
ALMOST = 0.999
#: the value of a point of the lead beside a share of the win: it only tells equal shares apart
LEAD = 1e-6


class JudgedDecision(NamedTuple, Generic[A]):
    """A judged decision. Chances are shares of games won, from 0 to 1; a shared win counts in part."""

    #: the number of actions before it
    place: int
    played: A
    best: A
    #: the chances of the action played and of the best, and the standard error of their difference
    chance: float
    best_chance: float
    error: float
    #: the reason for the best action, if another was played
    why: Reason | None = None
    #: the leads over the best opponent with either action, in the game's points, and their difference's standard error
    margin: float = 0.0
    best_margin: float = 0.0
    margin_error: float = 0.0
    #: True if the cost is what a quick level's play-outs say, and the strongest one was too slow to confirm it
    unproved: bool = False

    @property
    def loss(self) -> float:
        """The unbiased estimate of the loss of chance to win, which may be negative."""
        return self.best_chance - self.chance

    @property
    def cost(self) -> float:
        """The loss of chance to win; 0 within the error and below ``LEAST_SHARE``."""
        return self.loss if self.played != self.best and self.loss > max(LEAST_SHARE, SURE * self.error) else 0.0

    @property
    def points(self) -> float:
        """The loss of lead in points where the chance shows none; 0 within the error and below ``LEAST``."""
        lost = self.best_margin - self.margin
        worth_showing = self.played != self.best and not self.cost and lost >= LEAST and lost > SURE * self.margin_error
        return lost if worth_showing else 0.0


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


def _mean(row: Sequence[float]) -> float:
    return sum(row) / len(row)


def mean_gain(one: Sequence[float], other: Sequence[float]) -> tuple[float, float]:
    """Return the mean gain of ``one`` over ``other`` in the states of both, and its standard error."""
    apart = [ours - theirs for ours, theirs in zip(one, other, strict=False)]
    mean = _mean(apart)
    spread = sum((difference - mean) ** 2 for difference in apart)
    return mean, sqrt(spread / max(1, len(apart) - 1) / len(apart))


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


class Suspicion(NamedTuple):
    """Evidence against a decision before it is judged."""

    #: how much more another action seems to promise, as a share of the win; negative if none does
    gain: float


class Estimate(NamedTuple, Generic[A]):
    """Judgement of a decision that has still to be proved."""

    decision: JudgedDecision[A]


#: what is found of a decision: its judgement at the end, and None while play-outs are left
Stage: TypeAlias = JudgedDecision[A] | Estimate[A] | Suspicion | None

#: before anything has been played out: advice against the action played, where only a large measured gain is more
#: urgent, and advice for it
ADVISED_AGAINST, AGREED = Suspicion(0.4), Suspicion(-2.0)


def judge_decision(
    game: Game[S, A, E, V], state: S, place: int, played: A, seed: int, alone: int = ALONE
) -> Iterator[JudgedDecision[A] | None]:
    """Yield None while play-outs are left, then the judgement of the decision ``played``.

    If no action is better, its chance comes from ``alone`` states.
    """
    for found in judge_in_stages(game, state, place, played, seed, alone):
        yield found if isinstance(found, JudgedDecision) else None


def judge_in_stages(
    game: Game[S, A, E, V], state: S, place: int, played: A, seed: int, alone: int = ALONE
) -> Iterator[Stage[A]]:
    """Like :func:`judge_decision`, with the suspicion after the advice and the first states, and an estimate."""
    view, hints = game.view(state, game.to_move(state)), require(game.hints)
    if exact := (yield from hints.exact(view)):
        yield _exactly_judged(hints, view, place, played, exact)
    else:
        yield from _judge_by_play_outs(game, state, place, played, seed, alone)


def _judge_by_play_outs(
    game: Game[S, A, E, V], state: S, place: int, played: A, seed: int, alone: int
) -> Iterator[Stage[A]]:
    seat, rng = game.to_move(state), Rng(seed)
    view, hints = game.view(state, seat), require(game.hints)
    best, reason = played, None
    alike: tuple[A, ...] = (played,)
    for advice in hints.advise(view):
        if advice is not None:
            alike = (advice.action, *advice.ties)
            best, reason = (played if played in alike else advice.action), advice.why
            break
        yield None
    yield AGREED if best == played else ADVISED_AGAINST
    both = tuple(dict.fromkeys((played, best)))
    others = [action for action in require(game.play_outs).candidates(view) if action not in (*both, *alike)][:OTHERS]
    yield None
    trial = Trial(game, view, seat, rng, (*both, *others))
    first = min(ALONE, PAIRS, alone)
    glance = min(GLANCE, first)
    yield from trial.go_on(glance)
    yield Suspicion(max(found.ahead_of(trial.rows[played])[0] for found in trial.rows.values()))
    others = [action for action in others if trial.rows[action].may_be_better(trial.rows[best])]
    trial.leave((*both, *others))
    yield from trial.go_on(first - glance)
    other = _most_promising(trial, both, others)
    if other is not None:
        proof = Trial(game, view, seat, rng, (*both, other))
        while other is not None and proof.count < PAIRS // 2:
            yield from proof.go_on(min(ALONE // 2, PAIRS // 2 - proof.count))
            other = _most_promising(proof, both, (other,))
    # the strongest quick level's choice is replaced only by one that is better by more than chance explains
    if other is not None and proof.rows[other].promises(proof.rows[best], 1.0):
        best, reason, trial = other, hints.advise_action(view, other).why, proof
    else:
        trial.leave(both)
        if best == played:
            yield from trial.go_on(alone - first)
        elif trial.rows[best].may_be_better(trial.rows[played]):
            yield from trial.go_on(max(0, PAIRS // 2 - first))
    suspected = best != played and trial.rows[best].may_prove_better(trial.rows[played])
    agreed = played in alike
    decision = _judged(place, trial, (played, best), reason)
    if suspected:
        decision = yield from _measured(place, trial, (played, best), reason, agreed)
    # following the strongest quick level is wrong only beyond reasonable doubt
    fault = suspected and not (agreed and _in_doubt(decision))
    if fault and (yield from _strongest_choice(game, view, rng)) == played:
        fault, agreed = False, True
    yield decision if fault else _without_fault(decision, agreed)


def _measured(
    place: int, first: Trial[S, A, E, V], actions: tuple[A, A], reason: Reason | None, agreed: bool
) -> Generator[Estimate[A] | None, None, JudgedDecision[A]]:
    """Yield None while two actions are compared in fresh states, then return the judgement.

    Where the proof level takes long, the level that plays on measures first, and only a cost that it finds is proved;
    that estimate is yielded.
    """
    play_outs = require(first.game.play_outs)
    length = first.slices / first.played if play_outs.proof_length else 0.0
    is_slow = length > PROMPT
    trial = _fresh_trial(first, actions, "" if is_slow else play_outs.proof_level)
    yield from trial.measure()
    decision = _judged(place, trial, actions, reason)
    is_told = (decision.cost or decision.points) and not (agreed and _in_doubt(decision))
    if is_slow and is_told and length <= play_outs.proof_length:
        yield Estimate(decision)
        trial = _fresh_trial(trial, actions, play_outs.proof_level)
        yield from trial.go_on(PAIRS // 2)
        decision = _judged(place, trial, actions, reason)
    return decision


def _strongest_choice(game: Game[S, A, E, V], view: V, rng: Rng) -> Generator[None, None, A | None]:
    """Yield None while the game's strongest level thinks, then return its choice, or None if it is not asked."""
    level = require(game.play_outs).strongest_level
    return (yield from _last(game.bots.think(view, rng, level))) if level else None


def _exactly_judged(
    hints: Hints[A, V], view: V, place: int, played: A, exact: Mapping[A, tuple[float, float]]
) -> JudgedDecision[A]:
    """Return the judgement of a decision whose results are known exactly; it has no error."""
    # sums of equal results may differ in their last digits
    values = {action: (round(share, 9), round(lead, 9)) for action, (share, lead) in exact.items()}
    best = max((played, *values), key=values.__getitem__)
    reason = None if best == played else hints.advise_action(view, best).why
    (chance, margin), (best_chance, best_margin) = values[played], values[best]
    return JudgedDecision(place, played, best, chance, best_chance, 0.0, reason, margin, best_margin)


def _fresh_trial(trial: Trial[S, A, E, V], actions: tuple[A, A], level: str) -> Trial[S, A, E, V]:
    """Return a trial in fresh states, played on by ``level`` or, without one, by the level that plays on."""
    return Trial(trial.game, trial.view, trial.seat, trial.rng, actions, level)


def _most_promising(trial: Trial[S, A, E, V], both: Sequence[A], others: Sequence[A]) -> A | None:
    """Return the best of ``others`` that seems better than ``both``, or None."""
    rows = trial.rows
    found = [action for action in others if all(rows[action].promises(rows[known]) for known in both)]
    return max(found, key=lambda action: tuple(map(_mean, rows[action])), default=None)


def _judged(place: int, trial: Trial[S, A, E, V], actions: tuple[A, A], reason: Reason | None) -> JudgedDecision[A]:
    """Return the judgement of the action played against the best, as a trial compares them."""
    played, best = actions
    own, rival = trial.rows[played], trial.rows[best]
    _, error, _, off = rival.ahead_of(own)
    chances, margins = (_mean(own.shares), _mean(rival.shares)), (_mean(own.margins), _mean(rival.margins))
    unproved = trial.proof_level != require(trial.game.play_outs).proof_level
    return JudgedDecision(place, played, best, *chances, error, reason, *margins, off, unproved)


def _in_doubt(decision: JudgedDecision[A]) -> bool:
    by_points = not decision.cost
    lost, error = (decision.points, decision.margin_error) if by_points else (decision.cost, decision.error)
    return not lost or lost <= DOUBTED * error


def _without_fault(decision: JudgedDecision[A], agreed: bool) -> JudgedDecision[A]:
    """Return the judgement of a blameless action; without an error if it is also the strongest quick level's choice."""
    own = JudgedDecision(decision.place, decision.played, decision.played, decision.chance, decision.chance, 0.0)
    own = own._replace(margin=decision.margin, best_margin=decision.margin)
    return own if agreed else own._replace(error=decision.error, margin_error=decision.margin_error)


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


def _last(work: Iterator[T | None]) -> Generator[None, None, T]:
    """Yield None while ``work`` does, then return what it yields last."""
    for found in work:
        if found is not None:
            return found
        yield
    raise RuntimeError("work ended without a result")


def unexpected(game: Game[S, A, E, V], point: DecisionPoint[S, A], seat: int, seed: int) -> Iterator[Effect | None]:
    """Yield None while play-outs are left, then what an action of another seat changed for ``seat``.

    That is the difference to the action expected of that seat, each played on to the game's horizon.
    """
    play_outs, rng, gains = require(game.play_outs), Rng(seed), list[float]()
    view, level = game.view(point.state, game.to_move(point.state)), play_outs.expected_level(point.state)
    for _ in range(play_outs.outlook_states):
        world, luck = game.sample_state(view, rng), rng.below(2**30)
        expected = yield from _last(game.bots.think(view, Rng(luck), level))
        gain = 0.0
        for action, sign in ((point.played, 1), (expected, -1)) if expected != point.played else ():
            gain += sign * (yield from _last(require(play_outs.outlook)(world, action, seat, Rng(luck))))
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
        chances.append((yield from _last(outlook(world, point.played, seat, luck))))
        yield None
    yield _mean(chances)


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
        alone, seed = PAIRS if step in start else ALONE, match.seed ^ (step.place + 1) * 0x9E3779B1
        left[step.place] = judge_in_stages(match.game, step.state, step.place, step.played, seed, alone)
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
