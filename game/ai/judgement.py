"""Judgement of one decision, compared with the best action by what the seat could know.

A decision is judged in states sampled from the seat's view (``Rules.sample_state``), never by hidden cards. The action
played and the choice of the strongest quick level are both carried out in each state, and a strong level plays
everybody to the end (:class:`~game.ai.rollouts.Trial`); the share of wins is the action's chance.

Near the end of a game the results may be known exactly (``Hints.exact``); then they are the judgement.

The best action may be neither. So all other candidates are tried in the first states, too.

First states only say whether another action is suspected to be better. What it would have gained is measured in fresh
states, whose number does not depend on the gain, as the first ones flatter whatever was found in them. There the
strongest quick level plays everybody to the end (``PlayOuts.proof_level``) where a quicker one did before, unless that
would take too long; then the judgement says so. What the strongest level would have played itself is no mistake
(``PlayOuts.strongest_level``): play-outs of a weaker one do not prove it wrong.

Far behind or far ahead, even careless play hardly changes the chance to win. So play-outs also give the seat's lead
over the best opponent (``margin_of``), and points decide where the chance cannot.
"""

from collections.abc import Generator, Iterator, Mapping, Sequence
from typing import Generic, NamedTuple, TypeAlias

from game.ai import rollouts
from game.ai.rollouts import SURE, Trial, last_found, mean
from game.core.capabilities import Hints, Reason, require
from game.core.game import A, E, Game, S, V
from game.core.rng import Rng

#: states for the chance if both actions are the same, and for trying other candidates
ALONE = 24
#: the most other candidates, and the states after which those that are no better are dropped
OTHERS, GLANCE = 2, 6
#: standard errors that make a difference against the strongest quick level
DOUBTED = 3.0
#: the mean length of play-outs, in slices, up to which a proof level with a longest length proves at once
PROMPT = 6
#: fewer points than this are not reported, nor a smaller share of the win: it would be shown as none
LEAST, LEAST_SHARE = 1.5, 0.01


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
    first = min(ALONE, rollouts.PAIRS, alone)
    glance = min(GLANCE, first)
    yield from trial.go_on(glance)
    yield Suspicion(max(found.ahead_of(trial.rows[played])[0] for found in trial.rows.values()))
    others = [action for action in others if trial.rows[action].may_be_better(trial.rows[best])]
    trial.leave((*both, *others))
    yield from trial.go_on(first - glance)
    other = _most_promising(trial, both, others)
    if other is not None:
        proof = Trial(game, view, seat, rng, (*both, other))
        while other is not None and proof.count < rollouts.PAIRS // 2:
            yield from proof.go_on(min(ALONE // 2, rollouts.PAIRS // 2 - proof.count))
            other = _most_promising(proof, both, (other,))
    # the strongest quick level's choice is replaced only by one that is better by more than chance explains
    if other is not None and proof.rows[other].promises(proof.rows[best], 1.0):
        best, reason, trial = other, hints.advise_action(view, other).why, proof
    else:
        trial.leave(both)
        if best == played:
            yield from trial.go_on(alone - first)
        elif trial.rows[best].may_be_better(trial.rows[played]):
            yield from trial.go_on(max(0, rollouts.PAIRS // 2 - first))
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
        yield from trial.go_on(rollouts.PAIRS // 2)
        decision = _judged(place, trial, actions, reason)
    return decision


def _strongest_choice(game: Game[S, A, E, V], view: V, rng: Rng) -> Generator[None, None, A | None]:
    """Yield None while the game's strongest level thinks, then return its choice, or None if it is not asked."""
    level = require(game.play_outs).strongest_level
    return (yield from last_found(game.bots.think(view, rng, level))) if level else None


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
    return max(found, key=lambda action: tuple(map(mean, rows[action])), default=None)


def _judged(place: int, trial: Trial[S, A, E, V], actions: tuple[A, A], reason: Reason | None) -> JudgedDecision[A]:
    """Return the judgement of the action played against the best, as a trial compares them."""
    played, best = actions
    own, rival = trial.rows[played], trial.rows[best]
    _, error, _, off = rival.ahead_of(own)
    chances, margins = (mean(own.shares), mean(rival.shares)), (mean(own.margins), mean(rival.margins))
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
