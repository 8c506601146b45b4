"""Bots of any game without a table: their decisions, games among them, and rules that every bot must keep.

``bots`` is the module of a game's bots, ``rules`` the game itself.
"""

import typing
from collections.abc import Callable, Iterable, Iterator, Sequence
from types import ModuleType
from typing import Any

import pytest
from baseline_bots import BASELINES, REFERENCE

from game.core.game import Action, AnyGame, State, View
from game.core.rng import Rng

#: fields of views that are for bots which count cards
COUNTED = ("counted_chips", "counted_secured", "found_prizes")


def thoughts(bots: ModuleType, seen: View, rng: Rng, level: str) -> Iterator[Action | None]:
    """Return the thinking of a level of the game's own, or of the baseline bot."""
    if level != REFERENCE:
        return bots.think(seen, rng, level)
    name = bots.__name__.split(".")[-2]
    return iter((seen.legal[0] if len(seen.legal) == 1 else BASELINES[name](seen),))


def decision(bots: ModuleType, seen: View, level: str, seed: int = 1) -> Action:
    """Return a level's decision after all its thinking."""
    *pauses, action = thoughts(bots, seen, Rng(seed), level)
    assert set(pauses) <= {None}
    return action


def positions(
    rules: AnyGame,
    bots: ModuleType,
    seats: int,
    options: dict[str, Any],
    seed: int,
    level: str = "hard",
    moods: int = 0,
) -> Iterator[State]:
    """Yield every position of a game in which a level and random moves alternate, so that odd positions come up.

    A level whose decisions vary uses one of so many seeds.
    """
    rng = Rng(seed)
    state = rules.setup(options, seats, rng)
    while not rules.is_over(state):
        yield state
        seen = rules.view(state, rules.to_move(state))
        if rng.below(2):
            action = rng.choice(seen.legal)
        else:
            action = decision(bots, seen, level, rng.below(moods) if moods else 1)
        state, _ = rules.apply(state, action, rng)


def play_game(rules: AnyGame, bots: ModuleType, levels: Sequence[str], seed: int) -> State:
    """Return the end of a whole game between bots, some of which may act at random."""
    rng, moods = Rng(seed), Rng(seed ^ 0x5EED)
    state = rules.setup({}, len(levels), rng)
    while legal := rules.legal_actions(state):
        seat = rules.to_move(state)
        level = levels[seat]
        if level == "random":
            action = moods.choice(legal)
        else:
            *_, action = thoughts(bots, rules.view(state, seat), moods, level)
        state, _ = rules.apply(state, action, rng)
    return state


def share_won(
    rules: AnyGame, play: Callable[[list[str], int], State], hero: str, rival: str, seats: int, games: int
) -> float:
    """Return the share of so many games that one hero wins, at every seat in turn; a shared win counts in part.

    ``play`` plays a game of bots of these levels, with that seed, to its end.
    """
    won = 0.0
    for seed in range(100, 100 + games):
        place = seed % seats
        winners = rules.winners(play([hero if seat == place else rival for seat in range(seats)], seed))
        won += (place in winners) / len(winners)
    return won / games


def distinct_decisions(bots: ModuleType, seen: Sequence[View], level: str, seeds: int) -> int:
    """Return the number of different decisions of a level in these situations."""
    return len({tuple(decision(bots, one, level, seed) for one in seen) for seed in range(seeds)})


def without_card_counts(seen: Any) -> Any:
    """Return a view without the fields for counting cards."""
    return seen._replace(**{name: () for name in COUNTED if hasattr(seen, name)})


class Calls:
    """A counter of calls of a function, through the modules or the class that have it under its name."""

    def __init__(self, monkeypatch: pytest.MonkeyPatch, name: str, *owners: Any) -> None:
        self.count = 0
        plain = getattr(owners[0], name)

        def counted(*given: Any) -> Any:
            self.count += 1
            return plain(*given)

        for owner in owners:
            monkeypatch.setattr(owner, name, counted)

    def taken(self) -> int:
        """Return how often it was called since the last time this was asked."""
        count, self.count = self.count, 0
        return count


def check_takes_views(bots: ModuleType, kind: type, seen: View) -> None:
    """Check that bots take a view of this kind, and that there are no other levels than those named."""
    assert typing.get_type_hints(bots.think)["view"] is kind
    assert typing.get_type_hints(bots.explain)["view"] is kind
    with pytest.raises(ValueError, match="no such level"):
        decision(bots, seen, "genius")


def check_legal(
    rules: AnyGame,
    bots: ModuleType,
    audit: Callable[[State], list[str]],
    levels: Iterable[str],
    states: Iterable[State],
) -> None:
    """Check that the audit finds no fault in these positions, and that every level acts legally there."""
    for state in states:
        seen = rules.view(state, rules.to_move(state))
        assert not audit(state)
        for level in levels:
            assert decision(bots, seen, level, 5) in seen.legal


def check_honest(
    rules: AnyGame, bots: ModuleType, levels: Iterable[str], seat: int, state: State, hidden: State
) -> bool:
    """Check that a seat sees, does and is advised the same with other secrets; return whether the secrets differed.

    What a player who counts cards would know is one of these secrets.
    """
    assert without_card_counts(rules.view(hidden, seat)) == without_card_counts(rules.view(state, seat))
    for level in levels:
        there, here = (decision(bots, rules.view(one, seat), level, 2) for one in (hidden, state))
        assert there == here
    assert bots.explain(rules.view(hidden, seat)) == bots.explain(rules.view(state, seat))
    return hidden != state


def check_advice(bots: ModuleType, seen: View) -> tuple[Action, dict[str, float]]:
    """Check that the hint is the move of hard, with numbers of different names.

    Return both, the names without ``hint.``.
    """
    advice = bots.explain(seen)
    numbers = {key.removeprefix("hint."): number for key, number in advice.numbers}
    assert len(numbers) == len(advice.numbers)
    assert advice == bots.explain(seen)
    assert advice.action == decision(bots, seen, "hard")
    return advice.action, numbers
