"""What a seat's decisions were worth: each one against the best, by what the seat could know.

A decision is judged in positions that its seat cannot tell from the true one (``Rules.sample_state``), never by cards
that
were hidden. What was done and what the strongest quick level would have done are both carried out in each of these,
and then a strong level plays for everybody to the end: how often the seat wins then is the action's chance. As both
meet the same positions, the luck of a position happens to both. A difference within twice its standard error is no
mistake.

The best may be neither of the two. So in the first positions everything else that is worth a thought is tried as well,
and what seems to be better there is put to the proof in others: those that it was found in speak too well of it.

Far behind, or far ahead, hardly anything changes the chance to win, however careless it is. So the play-outs also tell
how far ahead of the best other the seat ends (``margin_of``): where the chance cannot tell, the points may.

The chance before a decision less the chance after the one before is what others did and the cards brought: luck. So
the chance at the start, less what the own decisions cost, plus luck, is the result.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence
from math import sqrt
from typing import Generic, NamedTuple, TypeAlias

from game.ai.levels import rollout_move
from game.core.capabilities import Reason, require
from game.core.game import A, Action, E, Game, Rules, S, State, V
from game.core.match import Match
from game.core.rng import Rng

#: positions in which what was played is compared with what the strongest quick level would do, if that is another thing
PAIRS = 100
#: positions that tell the chance where both are the same, and in which others are tried beside them
ALONE = 24
#: so many others, of which those that have been no better in so many positions are left out
OTHERS, GLANCE = 2, 6
#: a difference of so many standard errors is one, and of so many where the strongest quick level would do the same
SURE, DOUBTED = 2.0, 3.0
#: what half-way is less than so many standard errors will hardly ever become a difference
FAINT = 0.5
#: fewer points than this are not worth telling
LEAST = 1.5
#: a game that goes on for so many actions more is nobody's
LONGEST = 3000


class JudgedDecision(NamedTuple, Generic[A]):
    """One decision. Chances are shares of games won, from 0 to 1; a shared win counts in part."""

    #: so many actions had been made before it
    place: int
    played: A
    best: A
    #: the chance with what was played and with the best, and the standard error of their difference
    chance: float
    best_chance: float
    error: float
    #: why the best is, if that is another thing than what was played
    why: Reason | None = None
    #: how far ahead of the best other the seat ends, as the game counts: with both, and the error of their difference
    margin: float = 0.0
    best_margin: float = 0.0
    margin_error: float = 0.0

    @property
    def cost(self) -> float:
        """What the decision cost in chance to win; 0 where the difference lies within its error."""
        lost = self.best_chance - self.chance
        return lost if self.played != self.best and lost > SURE * self.error else 0.0

    @property
    def points(self) -> float:
        """What it cost in points where the chance cannot tell; 0 within the error and below ``LEAST``."""
        lost = self.best_margin - self.margin
        told = self.played != self.best and not self.cost and lost >= LEAST and lost > SURE * self.margin_error
        return lost if told else 0.0


class Review(NamedTuple, Generic[A]):
    """A finished game as one seat played it."""

    seat: int
    decisions: tuple[JudgedDecision[A], ...]
    #: what came of it: 1 for a win, a share of 1 for a shared one, else 0
    result: float

    @property
    def start(self) -> float:
        """The chance to win at the first decision."""
        return self.decisions[0].best_chance if self.decisions else self.result

    @property
    def cost(self) -> float:
        """What all decisions together cost."""
        return sum(judged.cost for judged in self.decisions)

    @property
    def luck(self) -> float:
        """What others' moves and the cards brought: the start less the cost and plus this is the result."""
        return self.result - self.start + self.cost

    @property
    def costliest(self) -> tuple[JudgedDecision[A], ...]:
        """The decisions that cost anything, the dearest first."""
        return tuple(sorted((row for row in self.decisions if row.cost), key=lambda row: (-row.cost, row.place)))

    @property
    def point_losses(self) -> tuple[JudgedDecision[A], ...]:
        """The decisions that cost points alone, as far as can be told, the dearest first."""
        return tuple(sorted((row for row in self.decisions if row.points), key=lambda row: (-row.points, row.place)))

    @property
    def mistakes(self) -> tuple[JudgedDecision[A], ...]:
        """The decisions that are told: those that cost a chance, and after them those that cost points alone."""
        return (*self.costliest, *self.point_losses)

    @property
    def agreed(self) -> int:
        """How many decisions were just what the strongest level would have done."""
        return sum(row.best == row.played and not row.error for row in self.decisions)

    def close(self, seats: int) -> bool:
        """Whether the game was won, or its second half ever had a fair chance: only then no mistake is a feat."""
        late = self.decisions[len(self.decisions) // 2 :]
        return self.result > 0 or any(row.chance * seats >= 1 for row in late)


def can_review(game: Game[S, A, E, V]) -> bool:
    """Whether there is all that a review goes by: what would have been better, and how that is found out."""
    return game.hints is not None and game.play_outs is not None


def win_share(rules: Rules[S, A, E, V], state: S, seat: int) -> float:
    """What a seat has of a game that is over: 1, a share of it, or 0."""
    winners = rules.winners(state)
    return 1 / len(winners) if seat in winners else 0.0


def margin_of(rules: Rules[S, A, E, V], state: S, seat: int) -> int:
    """How far ahead of the best other a seat is, as the game counts; behind it is less than 0."""
    scores = rules.scores(state)
    return scores[seat] - max((score for other, score in enumerate(scores) if other != seat), default=0)


def final_states(game: Game[S, A, E, V], state: S, action: A, seed: int) -> Iterator[S | None]:
    """Carry ``action`` out and let a strong level play everybody on: yield None while that goes on, at last the end.

    Where a turn is made of many decisions the first may look as bad as those that a weaker level would make after it,
    and so may each of them: so the turn itself is played on by a level that ends it well (``turn_level``).
    """
    play_outs = require(game.play_outs)
    rng, first, later = Rng(seed), state, play_outs.level_from(state)
    level = play_outs.turn_level or later
    chosen: A | None = action
    for _ in range(LONGEST):
        if chosen is None:
            raise RuntimeError(f"a {level} bot gave up without an action")
        state, _ = game.apply(state, chosen, rng)
        mover = game.to_move(state)
        if mover < 0:
            break
        if level != later and not play_outs.same_turn(first, state):
            level = later
        for chosen in rollout_move(game, game.bots, state, mover, rng, level):
            if chosen is not None:
                break
            yield None
    yield state


def rollout_shares(game: Game[S, A, E, V], state: S, action: A, seat: int, seed: int) -> Iterator[float | None]:
    """As :func:`final_states`, at last what ``seat`` has of the game."""
    for end in final_states(game, state, action, seed):
        yield None if end is None else win_share(game, end, seat)


class RolloutResults(NamedTuple):
    """What an action has led to, position by position: what the seat had of the game, and how far ahead it was."""

    shares: list[float]
    margins: list[float]

    def ahead_of(self, other: RolloutResults) -> tuple[float, float, float, float]:
        """By how much it is better in chance and in margin, each with its standard error."""
        return *mean_gain(self.shares, other.shares), *mean_gain(self.margins, other.margins)

    def may_be_better(self, other: RolloutResults) -> bool:
        """Whether it is better in anything, as far as can be seen."""
        more, _, ahead, _ = self.ahead_of(other)
        return more > 0 or ahead > 0

    def may_prove_better(self, other: RolloutResults) -> bool:
        """Whether as many positions more could still show that it is."""
        more, error, ahead, off = self.ahead_of(other)
        return more > FAINT * error or ahead > FAINT * off

    def promises(self, other: RolloutResults, errors: float = 0.0) -> bool:
        """Whether it seems to be better, by more than so many standard errors."""
        more, error, ahead, off = self.ahead_of(other)
        return more > errors * error or (more >= 0 and ahead > max(1.0, 2 * errors) * off)


def _mean(row: Sequence[float]) -> float:
    return sum(row) / len(row)


def mean_gain(one: Sequence[float], other: Sequence[float]) -> tuple[float, float]:
    """By how much ``one`` is better than ``other`` in the positions that both were tried in, and the standard error."""
    apart = [ours - theirs for ours, theirs in zip(one, other, strict=False)]
    mean = _mean(apart)
    spread = sum((difference - mean) ** 2 for difference in apart)
    return mean, sqrt(spread / max(1, len(apart) - 1) / len(apart))


class Trial(Generic[S, A, E, V]):
    """Actions of one decision, each tried in the same positions."""

    def __init__(self, game: Game[S, A, E, V], view: V, seat: int, rng: Rng, actions: Iterable[A]) -> None:
        self.game, self.view, self.seat, self.rng = game, view, seat, rng
        self.rows = {action: RolloutResults([], []) for action in actions}

    @property
    def count(self) -> int:
        """In so many positions the actions that are left have been tried."""
        return len(next(iter(self.rows.values())).shares)

    def go_on(self, count: int) -> Iterator[None]:
        """Try what there is in so many more positions, in slices."""
        for _ in range(count):
            world, luck = self.game.sample_state(self.view, self.rng), self.rng.below(2**30)
            for action, found in self.rows.items():
                for end in final_states(self.game, world, action, luck):
                    if end is not None:
                        found.shares.append(win_share(self.game, end, self.seat))
                        found.margins.append(margin_of(self.game, end, self.seat))
                    yield

    def leave(self, actions: Iterable[A]) -> None:
        """Leave out all others."""
        self.rows = {action: self.rows[action] for action in actions}


def judge_decision(
    game: Game[S, A, E, V], state: S, place: int, played: A, seed: int, alone: int = ALONE
) -> Iterator[JudgedDecision[A] | None]:
    """Yield None while more is to be played out, and at last what is to be said of the decision ``played``.

    Where nothing is better its chance is told from ``alone`` positions.
    """
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
    yield None
    both = tuple(dict.fromkeys((played, best)))
    others = [action for action in require(game.play_outs).candidates(view) if action not in (*both, *alike)][:OTHERS]
    yield None
    trial = Trial(game, view, seat, rng, (*both, *others))
    first = min(ALONE, PAIRS, alone)
    glance = min(GLANCE, first)
    yield from trial.go_on(glance)
    others = [action for action in others if trial.rows[action].may_be_better(trial.rows[best])]
    trial.leave((*both, *others))
    yield from trial.go_on(first - glance)
    other = _most_promising(trial, both, others)
    if other is not None:
        proof = Trial(game, view, seat, rng, (*both, other))
        while other is not None and proof.count < PAIRS:
            yield from proof.go_on(min(ALONE // 2, PAIRS - proof.count))
            other = _most_promising(proof, both, (other,))
    # what hard would do gives way only to what is better by more than chance would make it
    if other is not None and proof.rows[other].promises(proof.rows[best], 1.0):
        best, reason, trial = other, hints.advise_action(view, other).why, proof
    else:
        trial.leave(both)
        if best == played:
            yield from trial.go_on(alone - first)
        elif trial.rows[best].may_be_better(trial.rows[played]):
            yield from trial.go_on(max(0, PAIRS // 2 - first))
            if trial.rows[best].may_prove_better(trial.rows[played]):
                yield from trial.go_on(PAIRS - trial.count)
    yield _said(place, trial.rows[played], trial.rows[best], (played, best), reason, played in alike)


def _most_promising(trial: Trial[S, A, E, V], both: Sequence[A], others: Sequence[A]) -> A | None:
    """The one of the ``others`` that seems to be better than ``both``, or None where nothing does."""
    rows = trial.rows
    found = [action for action in others if all(rows[action].promises(rows[known]) for known in both)]
    return max(found, key=lambda action: tuple(map(_mean, rows[action])), default=None)


def _said(
    place: int, own: RolloutResults, rival: RolloutResults, actions: tuple[A, A], reason: Reason | None, advised: bool
) -> JudgedDecision[A]:
    """What is to be said of what was played and what was found to be best; ``advised`` if hard would have played it."""
    played, best = actions
    chance, margin = _mean(own.shares), _mean(own.margins)
    plain = JudgedDecision(place, played, played, chance, chance, 0.0, None, margin, margin)
    if best == played:
        return plain
    more, error, ahead, off = rival.ahead_of(own)
    said = JudgedDecision(
        place, played, best, chance, chance + max(more, 0.0), error, reason, margin, margin + ahead, off
    )
    if advised:
        # who does what the strongest quick level would do is wrong only where there is hardly any doubt
        clear = more > DOUBTED * error if said.cost else said.points and ahead > DOUBTED * off
        return said if clear else plain
    # what was played may well be better than that; where the chance says neither, the points tell
    if more > 0 or (ahead > 0 and more >= -SURE * error):
        return said
    return plain._replace(error=error, margin_error=off)


class DecisionPoint(NamedTuple, Generic[S, A]):
    """A decision in which a seat had a choice: so many actions before it, the position, and what it did."""

    place: int
    state: S
    played: A


def decision_points(match: Match[S, A, E, V], seat: int) -> Iterator[DecisionPoint[S, A] | None]:
    """The decisions of ``seat`` in which it had a choice; None for every other action of the match."""
    past = Match(match.game, match.options, match.seats, match.seed)
    for place, action in enumerate(match.actions):
        had = past.game.to_move(past.state) == seat and len(past.game.legal_actions(past.state)) > 1
        yield DecisionPoint(place, past.state, action) if had else None
        past.apply(action)


def review_match(
    match: Match[S, A, E, V], seat: int, known: Sequence[JudgedDecision[A]] = ()
) -> Iterator[tuple[float, Review[A] | None]]:
    """Judge every decision of ``seat`` in a finished game of turns, but for those that are ``known``.

    Yield how much is done, from 0 to 1, and the review so far whenever there is more of it; with the 1 comes the whole
    one. The same match gives the same review. Raise ValueError for a match that is not over, or of a game that has
    nothing to judge it by.
    """
    if not match.is_over or not can_review(match.game):
        raise ValueError("only a finished game of turns with hints and play-outs can be reviewed")
    steps: list[DecisionPoint[S, A]] = []
    for step in decision_points(match, seat):
        if step is not None:
            steps.append(step)
        yield 0.0, None
    places = {step.place for step in steps}
    found = {row.place: row for row in known if row.place in places}
    result = win_share(match.game, match.state, seat)

    def so_far() -> tuple[float, Review[A]]:
        rows = tuple(found[place] for place in sorted(found))
        return len(found) / len(steps) if steps else 1.0, Review(seat, rows, result)

    yield so_far()
    for number, (place, state, played) in enumerate(steps):
        if place in found:
            continue
        # what the start was worth stands in every sum
        alone = ALONE if number else PAIRS
        for row in judge_decision(match.game, state, place, played, match.seed ^ (place + 1) * 0x9E3779B1, alone):
            if row is None:
                yield len(found) / len(steps), None
            else:
                found[place] = row
                yield so_far()


#: a review, whatever was played
AnyReview: TypeAlias = Review[Action]
#: a decision, whatever was played
AnyDecisionPoint: TypeAlias = DecisionPoint[State, Action]
