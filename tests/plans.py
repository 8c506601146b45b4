"""Games for property tests: a deal and a manner of playing, drawn by hypothesis, and properties of any game."""

import json
from collections.abc import Callable, Iterable, Iterator, Sequence
from typing import Any, NamedTuple

import pytest
from bot_games import without_card_counts
from hypothesis import settings
from hypothesis import strategies as st

from game.core.game import Action, AnyGame, Event, IllegalAction, State, View
from game.core.match import Match, Seat, load
from game.core.rng import Rng

#: the next action for the state, the legal actions, random numbers, and how often the favoured one is taken
Choose = Callable[[State, Sequence[Action], Rng, float], Action]


class Plan(NamedTuple):
    """A deal and a manner of playing it."""

    game: AnyGame
    options: dict[str, Any]
    seats: int
    seed: int
    luck: int
    choose: Choose
    #: how often the favoured action is taken where it is legal, from 0 to 1
    manner: float

    @property
    def match(self) -> Match:
        """The match before its first action."""
        return Match(self.game, self.options, [Seat(f"P{n}", "human") for n in range(self.seats)], self.seed)


@st.composite
def plans_of(
    draw: st.DrawFn,
    game: AnyGame,
    options: st.SearchStrategy[dict[str, Any]],
    choose: Choose,
    manners: Sequence[float],
) -> Plan:
    """Draw plans for a game with these house rules, at every number of seats."""
    return Plan(
        game,
        options=draw(options),
        seats=draw(st.integers(game.min_seats, game.max_seats)),
        seed=draw(st.integers(-(2**40), 2**40)),
        luck=draw(st.integers(0, 2**30)),
        choose=choose,
        manner=draw(st.sampled_from(manners)),
    )


def often(favourite: Action) -> Choose:
    """Choose at random, but one action as often as the plan says wherever it is legal."""

    def choose(_state: State, legal: Sequence[Action], rng: Rng, manner: float) -> Action:
        return favourite if favourite in legal and rng.fraction() < manner else rng.choice(legal)

    return choose


def choices(match: Match, plan: Plan) -> Iterator[Action]:
    """Yield random legal actions until the game is over; the caller applies each before the next."""
    rng = Rng(plan.luck)
    while legal := match.game.legal_actions(match.state):
        yield plan.choose(match.state, legal, rng, plan.manner)


def finished(plan: Plan) -> Match:
    """Return the match played to its end."""
    match = plan.match
    for action in choices(match, plan):
        match.apply(action)
    return match


def views(plan: Plan) -> Iterator[tuple[State, int, View]]:
    """Yield every position but the last, with each seat and its view."""
    match = plan.match
    for action in choices(match, plan):
        for seat in range(plan.seats):
            yield match.state, seat, plan.game.view(match.state, seat)
        match.apply(action)


def property_test(games: int) -> Any:
    """Run a property on so many games, the same ones on every run."""
    return settings(max_examples=games, deadline=None, derandomize=True, database=None)


def check_random_games(
    rules: AnyGame, audit: Callable[[State], list[str]], options: dict[str, Any], seats: int, games: int = 12
) -> list[State]:
    """Check that random games end, and that the audit finds no fault in any of their positions; return how they end.

    The moves are random only.
    """
    rng, ends = Rng(seats), []
    for _ in range(games):
        state = rules.setup(options, seats, rng)
        while actions := rules.legal_actions(state):
            assert not audit(state)
            state, _ = rules.apply(state, rng.choice(actions), rng)
        assert not audit(state)
        assert rules.is_over(state)
        ends.append(state)
    return ends


def check_legal(match: Match) -> list[State]:
    """Check that legal actions are listed once, apply, and can be written and read; return their results."""
    rules, state = match.game, match.state
    legal = rules.legal_actions(state)
    assert len(set(legal)) == len(legal)
    for option in legal:
        assert rules.decode(json.loads(json.dumps(rules.encode(option)))) == option
    return [rules.apply(state, option, Rng(1))[0] for option in legal]


def check_refused(match: Match, actions: Iterable[Action]) -> None:
    """Check that every one of these actions that is not legal is refused with a reason and changes nothing."""
    state, length = match.state, len(match.actions)
    for other in set(actions) - set(match.game.legal_actions(state)):
        with pytest.raises(IllegalAction) as caught:
            match.apply(other)
        assert caught.value.reason.replace("_", "").isalpha()
    assert match.state == state
    assert len(match.actions) == length


def check_hidden(plan: Plan, disguised: Callable[[State, int, Rng], State]) -> tuple[int, int]:
    """Check that every seat's view is the same in every position and in the one that ``disguised`` makes of it.

    Return in how many cases the two positions differed, and how many actions the game had.
    """
    match, rng = plan.match, Rng(plan.luck + 1)
    differed = 0
    for action in choices(match, plan):
        for seat in range(plan.seats):
            other = disguised(match.state, seat, rng)
            differed += other != match.state
            assert without_card_counts(plan.game.view(other, seat)) == without_card_counts(
                plan.game.view(match.state, seat)
            )
        match.apply(action)
    return differed, len(match.actions)


def check_between(
    plan: Plan,
    audit: Callable[[State], list[str]],
    disguised: Callable[[State, int, Rng], State],
    aloft: tuple[type, ...] = (),
) -> None:
    """Check that between two events no card is lost, and that a view is the same in the state that ``disguised`` makes.

    After events of the kinds ``aloft`` cards may be on their way.
    """
    match, rng = plan.match, Rng(plan.luck + 2)
    for action in choices(match, plan):
        steps = match.advance(action)
        assert match.events[-1] == tuple(event for event, _ in steps)
        for event, state in steps:
            faults = audit(state) if not isinstance(event, aloft) else []
            assert not [fault for fault in faults if fault.startswith(("lost cards", "cards too many"))]
            for seat in range(plan.seats) if not plan.game.is_over(state) else ():
                assert without_card_counts(plan.game.view(disguised(state, seat, rng), seat)) == without_card_counts(
                    plan.game.view(state, seat)
                )


def check_save(plan: Plan, share: float) -> None:
    """Check that a match saved after that share of its actions, and loaded, is the same and plays on alike."""
    match = finished(plan)
    past = match.at(round(share * len(match.actions)))
    again = load(json.loads(json.dumps(past.save())), {plan.game.name: plan.game})
    assert (again.state, again.actions, again.seats, again.seed) == (past.state, past.actions, past.seats, past.seed)
    for action in match.actions[len(past.actions) :]:
        again.apply(action)
    assert again.state == match.state
    assert again.save() == match.save()


def check_undo(plan: Plan, shows: Callable[[Event], bool]) -> None:
    """Check that undo goes back to the last action with an event that ``shows`` something new, and no further."""
    match = plan.match
    seen_last = 0
    for action in choices(match, plan):
        mover = plan.game.to_move(match.state)
        if any(map(shows, match.apply(action))):
            seen_last = len(match.actions)
        length = match.undo_length(mover)
        assert (length is None) == (seen_last == len(match.actions))
        assert length is None or length >= seen_last
