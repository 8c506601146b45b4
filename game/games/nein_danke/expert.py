"""The expert bot of Nein Danke!: plays every auction out, and takes the better of ending it and paying on.

An auction has no chance in it. A player who has counted the chips knows everything that matters, except how long the
others hold out. For a pink card the rivals are modelled as hard: an error costs a chip or two. For a green card an
error gives the whole card away, so several kinds of rivals are weighed: hard, which stops early, and the rule of thumb
with several limits, as people play. Kinds that act alike share one line of play; where they differ, each line counts by
the weight of its kinds. The position after the auction is judged as hard judges it.
"""

from collections.abc import Callable, Generator, Iterator, Sequence
from functools import partial
from math import sqrt
from typing import NamedTuple, TypeAlias

from game.ai import expert, levels, rollouts
from game.core.capabilities import Advice, Bots, Hints, Thinking
from game.core.rng import Rng
from game.games.nein_danke import auction, bots, ending, rules
from game.games.nein_danke.judgement import chip_factor, freedom, outlook_of, shape
from game.games.nein_danke.rules import AUCTION, DECLINE, PAY, TAKE, Action, Phase, State, View

#: points that can still be won or lost: a base, and this much for the root of each card left in the pile
APART, APART_EACH = 3.0, 2.0
#: own laps of an auction that are searched
LAPS = 9


class Rival(NamedTuple):
    """A kind of rival: its probability and its policy."""

    weight: float
    decide: Callable[[View], Action]


def by_limit(green_share: float) -> Callable[[View], Action]:
    """Return the rule of thumb without moods, which declines a green card at this share of its worth."""
    manner = bots.NORMAL._replace(green_share=green_share, mood=0.0, overlooks=0.0)
    return lambda view: bots.by_thumb(view, Rng(0), manner)


#: the kinds of rivals in the auction of a pink and of a green card
RIVALS: dict[Phase, tuple[Rival, ...]] = {
    Phase.PINK: (Rival(1.0, auction.decide),),
    Phase.GREEN: (
        Rival(0.5, auction.decide),
        Rival(0.15, by_limit(0.35)),
        Rival(0.2, by_limit(0.45)),
        Rival(0.15, by_limit(0.6)),
    ),
}


class ToAuctionsEnd(expert.RolloutPolicy[State, Action, View]):
    """The rollout policy by which a review measures the others' play: to the end of the auction."""

    def candidates(self, view: View) -> Sequence[Action]:
        return rollout_candidates(view)

    def is_horizon(self, start: State, state: State) -> bool:
        return state.card != start.card or state.phase not in AUCTION

    def chance(self, state: State, seat: int) -> float:
        return chance(state, seat)


outlook = partial(expert.rollout, rules, Bots(bots.LEVELS, bots.think), ToAuctionsEnd())

#: a computation in slices that ends with a probability
Weighing: TypeAlias = Generator[None, None, float]


def rollout_candidates(view: View) -> Sequence[Action]:
    """Return the legal actions, most promising first."""
    values = auction.prospects(view)
    return sorted(values, key=values.__getitem__, reverse=True)


def think(view: View, rng: Rng) -> Thinking[Action]:
    """Yield None while thinking, then the action with the best chance to win."""
    yield None
    actions = rollout_candidates(view)
    if len(actions) == 1:
        yield actions[0]
        return
    if last := ending.results(view):
        yield max(last, key=last.__getitem__)
        return
    chances: dict[Action, float] = {}
    world = rules.sample_state(view, rng)
    for action in actions:
        after, _ = rules.apply(world, action, Rng(0))
        chances[action] = yield from _weighed(world, after, view.seat, RIVALS.get(view.phase, ()), LAPS)
    yield levels.best_action(chances)


class WeighedHints(Hints[Action, View]):
    """Hints that weigh the same kinds of rivals before they advise against a green card.

    Hard alone declines it early: that suits rivals who hold out, and gives the card away among those who do not.
    """

    def first_thought(self, view: View) -> Iterator[Advice[Action] | None]:
        advice = self.explain(view)
        if advice.action == DECLINE:
            for action in think(view, Rng(0)):
                if action is None:
                    yield None
                elif action != DECLINE:
                    advice = self.explain_action(view, action)
        yield advice


def _weighed(start: State, state: State, seat: int, kinds: Sequence[Rival], laps: int) -> Weighing:
    """Return the winning chance of ``seat`` after the auction of ``start``, against rivals of these kinds."""
    yield None
    mover = rules.to_move(state)
    if mover < 0 or state.card != start.card or state.phase not in AUCTION:
        return chance(state, seat)
    if mover == seat:
        end = rules.apply(state, TAKE if state.phase == Phase.PINK else DECLINE, Rng(0))[0]
        ended = chance(end, seat)
        if not laps or not state.chips[seat]:
            return ended
        further = yield from _weighed(start, rules.apply(state, PAY, Rng(0))[0], seat, kinds, laps - 1)
        return max(ended, further)
    seen, lines = rules.view(state, mover), dict[Action, list[Rival]]()
    for kind in kinds:
        lines.setdefault(kind.decide(seen), []).append(kind)
    whole = sum(kind.weight for kind in kinds)
    found = 0.0
    for action, those in lines.items():
        share = sum(kind.weight for kind in those) / whole
        found += share * (yield from _weighed(start, rules.apply(state, action, Rng(0))[0], seat, those, laps))
    return found


def chance(state: State, seat: int) -> float:
    """Return the winning chance of ``seat``, from the points of every seat as hard judges them."""
    if rules.is_over(state):
        return rollouts.win_share(rules, state, seat)
    outlook = outlook_of(rules.view(state, seat))
    if state.card:
        points = [
            total + shape(display, outlook) + chip_factor(display) * chips + freedom(chips, outlook)
            for total, display, chips in zip(state.store.totals, state.store.displays, state.chips, strict=True)
        ]
    else:
        # the round has been scored
        points = [float(total) for total in state.store.totals]
    rounds = state.store.options.rounds - state.store.round
    return expert.win_chance(points, APART + APART_EACH * sqrt(outlook.left + 20 * rounds), seat)
