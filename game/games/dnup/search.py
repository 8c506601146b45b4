"""The search of hard and, with more samples, of the expert: rollouts of the round in sampled states.

The best actions by one-look value are tried in the same sampled states, where all seats continue by one-look value.
Those that do worse are dropped on the way.

Hard stops after two laps; the expert plays to the end of the round, which is what makes it stronger, not the number of
samples (build/docs/bots.md).
"""

from collections.abc import Iterator
from math import exp
from typing import NamedTuple

from game.ai import expert
from game.ai.levels import best_action
from game.core.rng import Rng
from game.games.dnup import rules, scoring
from game.games.dnup.planning import GOING_OUT, Outlook, candidates, cost_of, outlook_of, sets_in, value_of
from game.games.dnup.rules import PHASE_PLAY, Action, View, World, heights_of, own_place, sample_state


class Weights(NamedTuple):
    """The size of the search, and the evaluation at its end."""

    #: most actions tried, and how far below the best one-look value they may be, in plays
    most: int = 5
    margin: float = 2.0
    #: sampled states for all actions, then for the better half of them, and so on
    sample_counts: tuple[int, ...] = (4, 5, 6)
    #: laps played before the hands are compared
    laps: int = 2
    #: effect on the chances of a full way to the goal, and of one play less
    goal: float = 2.2
    play: float = 0.8
    #: weight of the one-look value beside the rollouts, in winning chance per play
    look: float = 0.01


WEIGHTS = Weights()
#: with more cards than this nobody goes out in a go
MOST_OUT = 8
#: the expert tries more actions in more samples, and nearly always to the end of the round: after two laps the hands
#: alone do not tell which action was better, however many the samples
EXPERT_WEIGHTS = Weights(most=6, margin=2.5, sample_counts=(20, 25, 40), laps=10)


def prospects(view: View, weights: Weights = WEIGHTS) -> Iterator[dict[Action, float] | None]:
    """Yield None while thinking, then the fully searched actions with their winning chances."""
    if won := outs_in_this_go(view):
        yield None
        yield won
        return
    outlook = outlook_of(view)
    looks = {action: value_of(outlook, action) for action in candidates(outlook)}
    order = sorted(looks, key=looks.__getitem__, reverse=True)
    best = looks[order[0]]
    tried = [action for action in order if looks[action] > best - weights.margin][: weights.most]
    if best == GOING_OUT:
        tried = tried[:1]
    rng = Rng(seed_of(view))
    found: dict[Action, list[float]] = {action: [] for action in tried}
    values: dict[Action, float] = {}
    for stage, count in enumerate(weights.sample_counts):
        if stage:
            tried = sorted(tried, key=values.__getitem__, reverse=True)[: (len(tried) + 1) // 2]
        for _ in range(count):
            imagined = sample_state(view, rng)
            for action in tried:
                found[action].append(rollout(imagined, action, rng, weights.laps))
                yield None
        means = {action: sum(found[action]) / len(found[action]) for action in tried}
        values = {action: means[action] + weights.look * (looks[action] - best) for action in tried}
        if len(tried) == 1:
            break
    # a one-look value does not save an action that another one beats in every sample
    beaten = {one for one in tried for other in tried if expert.dominates(found[other], found[one])}
    yield {action: value for action, value in values.items() if action not in beaten}


def outs_in_this_go(view: View) -> dict[Action, float]:
    """Return the actions after which the last cards can be played in this go, with their winning chances.

    Between two players a go is two turns, of which the second hides nothing from the player: it ends the round at once.
    """
    if len(view.hand_counts) > 2 or view.area or len(view.hand) > MOST_OUT:
        return {}
    world, found = sample_state(view, Rng(0)), dict[Action, float]()
    for action in view.legal:
        after = rules.imagined_after(world, action, Rng(0))
        hand = after.hands[view.seat]
        if not after.phase and after.turn == view.seat and sets_in(hand) == 1:
            lasts = [last for last in rules.legal_actions(after) if len(last.cards) == len(hand)]
            ends = (rules.imagined_after(after, last, Rng(0)) for last in lasts)
            after = next((end for end in ends if end.phase), after)
        if after.phase:
            found[action] = chance_of(after, view.seat)
    return found


def seed_of(view: View) -> int:
    """Return a seed derived from the view, so that equal views are searched in the same samples."""
    seed = view.seat + 1
    for cards in (view.hand, view.known_discards, *view.sets, (view.quiet_turns, view.round)):
        for number in cards:
            seed = (seed * 1_000_003 + number) % 2_147_483_647
    return seed


def outlook(world: World, action: Action, seat: int, rng: Rng) -> Iterator[float | None]:
    """Yield the winning chance of ``seat`` after ``action`` and a rollout."""
    yield rollout(world, action, rng, WEIGHTS.laps, seat)


def rollout(world: World, action: Action, rng: Rng, laps: int, seat: int = -1) -> float:
    """Return the winning chance of ``seat``, or of the seat to move, after ``action`` and a rollout of some laps."""
    seat = world.turn if seat < 0 else seat
    world = rules.imagined_after(world, action, rng)
    for _ in range(laps * len(world.sets)):
        if world.phase:
            break
        world = rules.imagined_after(world, at_one_look(world), rng)
    return chance_of(world, seat)


def at_one_look(world: World) -> Action:
    """Return the action with the best one-look value for the seat to move."""
    seat, seats = world.turn, len(world.hands)
    own = own_place(seat, world.area, seats)
    sets = (*world.sets[:own], (), *world.sets[own + 1 :])
    outlook = Outlook(seat, world.hands[seat], tuple(map(len, world.hands)), sets, heights_of(sets, own), world.out)
    return best_action({action: value_of(outlook, action) for action in candidates(outlook)})


def chance_of(world: World, seat: int) -> float:
    """Return the chance of ``seat`` to win the game, by markers and by each hand's distance from going out."""
    totals = world.store.totals
    if won := scoring.winners_of(totals):
        return 1.0 if seat in won else 0.0
    expected = _to_come(world) if world.phase == PHASE_PLAY else [0.0] * len(totals)
    weight = WEIGHTS.goal / scoring.goal_of(len(totals))
    strengths = [exp(weight * (total + more)) for total, more in zip(totals, expected, strict=True)]
    return strengths[seat] / sum(strengths)


def _to_come(world: World) -> list[float]:
    """Return each seat's expected share of the awards left in this round."""
    seats, ranks = len(world.hands), len(world.out)
    paces = [exp(-WEIGHTS.play * cost_of(hand)) if hand else 0.0 for hand in world.hands]
    whole = sum(paces)
    expected = [scoring.award_of(ranks, seats) * pace / whole for pace in paces]
    if ranks + 1 < scoring.outs_of(seats):
        award = scoring.award_of(ranks + 1, seats)
        for first, pace in enumerate(paces):
            if rest := whole - pace:
                for seat, other in enumerate(paces):
                    if seat != first:
                        expected[seat] += award * pace / whole * other / rest
    return expected
