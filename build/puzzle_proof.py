"""Proofs that one move of a position is certainly better than every other, by play-outs of the same sampled states.

Every move that the rules allow is carried out in the same positions that the seat cannot tell from the true one, and
played to the end by the level that reviews play on with. A move is found first and then proved in other positions: it
has to win more often than every other one by ``MARGIN`` of all games, and by ``SURE`` standard errors. Where the level
that plays on is not the strongest quick one, the proof is repeated in yet other positions, with the strongest playing
everybody to the end: a margin that exists only because somebody misplays the rest does not count. The figures of a
puzzle are those of the last proof.
"""

from __future__ import annotations

import json
from collections.abc import Hashable, Iterable, Mapping, Sequence
from math import sqrt
from typing import cast

from game.ai.rollouts import rollout_shares
from game.core.capabilities import PlayOuts, require
from game.core.game import Action, AnyGame, State, View
from game.core.match import AnyMatch
from game.core.rng import Rng
from game.games.keine_ahnung import rules as keine_ahnung
from game.games.keine_ahnung.odds import memory_of, own_cards
from game.games.keine_ahnung.rules import View as KeineAhnungView
from game.games.push import ending
from game.games.push import rules as push
from game.tutorial.puzzle import PARTS, Puzzle, Step, match_at_puzzle

#: the limits of exact figures: nothing waits for them
EXACT = ending.Limits(0, 200_000, 4)
#: the least cost of every other move, as a share of all games, and by how many standard errors
MARGIN, SURE = 0.06, 4.0
#: thresholds for the search, which gives up a position whose best move does not lead by about that much at every check:
#: many a good position is among these, but there are others, and most of what is given up has cost little
LOOKING, HOPELESS = 2.5, 0.25
#: the numbers of sampled states after which the moves are compared
LOOKS = (8, 12, 18, 27, 40, 60, 90, 135, 200, 300, 450, 675, 1000)
#: those of the search, and of the proof of a step after the first: there are plenty of positions that need no more
QUICK_LOOKS = LOOKS[:9]
#: before that so many samples tell which positions are worth a comparison
GLANCE = 3
#: with so many of these a proof begins
LEAST = 5
#: the level for the last proof, and the most slices of an average play-out by the level that plays on for which it is
#: quick enough, for a first step and for the others
PROOF_LEVEL, PROOF_SLICES, QUICK_SLICES = "hard", {"dnup": 24}, {"dnup": 4}


def sort_of(game: AnyGame, view: View, action: Action) -> Hashable:
    """Return the kind of a move by what this seat may know: moves of one kind are judged together."""
    if isinstance(action, keine_ahnung.Action) and action.verb == keine_ahnung.Verb.REVEAL:
        seen = cast("KeineAhnungView", view)
        mine, _unknown = own_cards(seen, memory_of(seen, 1.0))
        return ("reveal", mine.get(action.which, -1))
    return json.dumps(game.encode(action))


def sorts_of(game: AnyGame, view: View, actions: Iterable[Action]) -> list[list[Action]]:
    """Return the moves, those of one kind together."""
    groups: dict[Hashable, list[Action]] = {}
    for action in actions:
        groups.setdefault(sort_of(game, view, action), []).append(action)
    return list(groups.values())


class Trial:
    """Moves of one position, each carried out in the same sampled states and played to the end."""

    def __init__(self, game: AnyGame, state: State, moves: Sequence[Action], seed: int, proof_level: str = "") -> None:
        self.game, self.moves, self.seat = game, moves, game.to_move(state)
        #: the level that plays everything, "" for the one that reviews play on with; and the slices so far
        self.proof_level, self.slices = proof_level, 0
        self._view, self._rng = game.view(state, self.seat), Rng(seed)
        #: the sampled states with the random numbers of each
        self._worlds: list[tuple[State, int]] = []
        #: by move, the seat's share of the win in each state
        self.shares: list[list[float]] = [[] for _ in moves]

    def go_on(self, count: int, places: Iterable[int]) -> None:
        """Play these moves out until each of them has met the first ``count`` states."""
        while len(self._worlds) < count:
            self._worlds.append((self.game.sample_state(self._view, self._rng), self._rng.below(2**30)))
        for place in places:
            shares = self.shares[place]
            for world, luck in self._worlds[len(shares) : count]:
                shares.append(self._share(world, self.moves[place], luck))

    def _share(self, world: State, move: Action, luck: int) -> float:
        """Play a move out, and return the seat's share of the win."""
        *pauses, share = rollout_shares(self.game, world, move, self.seat, luck, self.proof_level)
        self.slices += len(pauses)
        assert share is not None
        return share

    def mean(self, place: int) -> float:
        """Return the share of games that a move wins."""
        return sum(self.shares[place]) / len(self.shares[place])

    def lead(self, place: int, other: int) -> tuple[float, float]:
        """Return the lead of a move over another, and its standard error, over the states in which both were tried."""
        pairs = list(zip(self.shares[place], self.shares[other], strict=False))
        count = len(pairs)
        lead = sum(one - two for one, two in pairs) / count
        spread = sum((one - two - lead) ** 2 for one, two in pairs) / (count - 1)
        # where all results are the same, a different one may still come
        return lead, sqrt(max(spread, 1 / count) / count)


def is_hopeless(trial: Trial, slices: Mapping[str, int] = PROOF_SLICES) -> bool:
    """Return whether no move stands out at the first check: of all moves, then of the two that seem to be the best."""
    if is_slow(trial, slices):
        return True
    best, other = sorted(range(len(trial.moves)), key=trial.mean, reverse=True)[:2]
    trial.go_on(LOOKS[0], (best, other))
    lead, error = trial.lead(best, other)
    return lead + HOPELESS * error < MARGIN


def is_slow(trial: Trial, slices: Mapping[str, int] = PROOF_SLICES) -> bool:
    """Return whether the strongest level would take too long for the last proof, after a glance at every move."""
    trial.go_on(GLANCE, range(len(trial.moves)))
    most = slices.get(trial.game.name)
    return most is not None and trial.slices > most * GLANCE * len(trial.moves)


def looked_for(trial: Trial) -> int | None:
    """Return the place of the move that seems to be better than every other one, or None if there is none."""
    left = set(range(len(trial.moves)))
    for count in QUICK_LOOKS:
        trial.go_on(count, sorted(left))
        best = max(sorted(left), key=trial.mean)
        leads = {other: trial.lead(best, other) for other in range(len(trial.moves)) if other != best}
        if any(lead + HOPELESS * error < MARGIN for lead, error in leads.values()):
            return None
        if all(lead >= MARGIN and lead >= LOOKING * error for lead, error in leads.values()):
            return best
        left = {best, *(other for other, (lead, error) in leads.items() if lead < max(MARGIN, SURE * error))}
    return None


def proved(trial: Trial, best: int, looks: Sequence[int] = LOOKS) -> dict[int, tuple[float, float]] | None:
    """Return what every other move costs against the ``best``, with standard errors, or None if that is uncertain."""
    others = [place for place in range(len(trial.moves)) if place != best]
    leads: dict[int, tuple[float, float]] = {}
    for count in looks[LEAST:]:
        unsure = [other for other in others if other not in leads or not certain(*leads[other])]
        trial.go_on(count, [best, *unsure])
        leads |= {other: trial.lead(best, other) for other in unsure}
        if any(lead + HOPELESS * error < MARGIN for lead, error in leads.values()):
            return None
        if all(certain(*row) for row in leads.values()):
            return leads
    return None


def confirmed(match: AnyMatch, moves: Sequence[Action], best: int, looks: Sequence[int] = LOOKS) -> Trial | None:
    """Return the last proof of the ``best`` move, with the strongest level playing everybody, or None if it fails."""
    trial = Trial(match.game, match.state, moves, trial_seed(match) + 501, PROOF_LEVEL)
    return trial if proved(trial, best, looks) is not None else None


def certain(lead: float, error: float) -> bool:
    """Return whether a move with such a lead is better beyond doubt."""
    return lead >= MARGIN and lead >= SURE * error


def step_of(trial: Trial, groups: Sequence[Sequence[Action]], best: int) -> Step:
    """Return the step that asks for the best of these moves, with the figures of a trial."""
    game, others = trial.game, [place for place in range(len(groups)) if place != best]
    costs = {place: trial.lead(best, place) for place in others}
    _margin, error = min(costs.values())
    return Step(
        right=tuple(map(game.encode, groups[best])),
        wrong=tuple((game.encode(move), round(PARTS * costs[place][0])) for place in others for move in groups[place]),
        chance=round(PARTS * trial.mean(best)),
        error=max(1, round(PARTS * error)),
        shared=is_counted_whole(game) and any(0 < share < 1 for shares in trial.shares for share in shares),
    )


def is_counted_whole(game: AnyGame) -> bool:
    """Return whether a share of a game is that of its winners, and no chance where a play-out ends before it."""
    return require(game.play_outs).expected_end is PlayOuts._field_defaults["expected_end"]


def proved_step(match: AnyMatch, best: int | None = None, looks: Sequence[int] = LOOKS) -> Step | None:
    """Return the step that asks for the best move of a position, looked for unless it is given; None if unproved."""
    game, state, groups = match.game, match.state, groups_at(match)
    moves = [group[0] for group in groups]
    trial = Trial(game, state, moves, trial_seed(match))
    slices = PROOF_SLICES if looks is LOOKS else QUICK_SLICES
    if is_slow(trial, slices) if best is not None else is_hopeless(trial, slices):
        return None
    if best is None and (best := looked_for(trial)) is None:
        return None
    # other states, because those in which it was found flatter it
    trial = Trial(game, state, moves, trial_seed(match) + 500)
    if proved(trial, best, looks) is None:
        return None
    if not require(game.play_outs).proof_level:
        return exactly(match, step_of(trial, groups, best))
    last = confirmed(match, moves, best, looks)
    return exactly(match, step_of(last, groups, best)) if last else None


def exactly(match: AnyMatch, step: Step) -> Step:
    """Return the step with exact figures instead of those of a trial, where only the die of Push is left to chance."""
    view: object = match.view(match.mover)
    found = ending.results(view, EXACT) if isinstance(view, push.View) else {}
    if not found:
        return step
    shares = {json.dumps(match.game.encode(cast(Action, action))): share for action, (share, _) in found.items()}
    best = min(shares[json.dumps(move)] for move in step.right)
    wrong = tuple((move, round(PARTS * (best - shares[json.dumps(move)]))) for move, _ in step.wrong)
    return step._replace(wrong=wrong, chance=round(PARTS * best), error=0)


def with_exact_ends(game: AnyGame, puzzle: Puzzle) -> Puzzle:
    """Return the puzzle with exact figures at every step that has some."""
    match, steps = match_at_puzzle(game, puzzle), []
    for step in puzzle.steps:
        steps.append(step if step.ask else exactly(match, step))
        for action in step.then:
            match.apply(game.decode(action))
    return puzzle._replace(steps=tuple(steps))


def groups_at(match: AnyMatch) -> list[list[Action]]:
    """Return the moves of the seat to move, those of one kind together."""
    return sorts_of(match.game, match.view(match.mover), match.game.legal_actions(match.state))


def trial_seed(match: AnyMatch) -> int:
    """Return the seed of a position's trials."""
    return match.seed * 1_000_003 + len(match.actions)


def proved_again(game: AnyGame, puzzle: Puzzle) -> Puzzle | None:
    """Return the puzzle with the figures of another proof of every step, or None if one fails."""
    match, steps = match_at_puzzle(game, puzzle), []
    for before in puzzle.steps:
        step = before
        if not step.ask:
            groups = groups_at(match)
            best = next(place for place, group in enumerate(groups) if game.encode(group[0]) in step.right)
            again = proved_step(match, best)
            if again is None:
                return None
            step = again._replace(then=before.then)
        steps.append(step)
        for action in step.then:
            match.apply(game.decode(action))
    return puzzle._replace(steps=tuple(steps))
