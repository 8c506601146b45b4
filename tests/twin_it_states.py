"""Hand-built states of Twin It! for tests.

A card is written as the pattern that is up, or as (up, other side). Patterns from 1000 on are fillers that occur once.
"""

from collections.abc import Mapping, Sequence
from itertools import count
from typing import Any

import pytest

from game.catalogue.registry import GAMES
from game.core.game import IllegalAction
from game.core.match import Match, Seat
from game.core.rng import Rng
from game.games.twin_it import rules
from game.games.twin_it.bots import Mind
from game.games.twin_it.scheduler import TwinItScheduler
from game.games.twin_it.state import Action, Phase, State, Verb, WonSet

Card = int | tuple[int, int]
#: patterns of the examples
X, Y, Z, W = 1, 2, 3, 4
#: house rules: several people at one device, and modes beside the plain game
BUZZERS = {"buzzers": True}
CALM = {"calm": True}
MINUTE, CONTEST = {"mode": "minute"}, {"mode": "contest"}


def state_of(
    *,
    spots: Sequence[Card] = (),
    stacks: Sequence[Sequence[Card]] | None = None,
    sets: Sequence[Sequence[Sequence[Card]]] | None = None,
    beside: Sequence[Card] = (),
    seats: int = 3,
    options: dict[str, Any] | None = None,
    **fields: Any,
) -> State:
    """Return a state in which seat 0 is to flip.

    Every stack has two fillers unless given, its top being the last card.
    """
    filler = count(1000)
    base = rules.setup(options or {}, seats, Rng(1))
    deck: list[int] = []

    def face(card: Card) -> int:
        up, down = card if isinstance(card, tuple) else (card, next(filler))
        deck.extend((up, down))
        return len(deck) - 2

    if stacks is None:
        stacks = [] if base.phase == Phase.MINUTE else [[next(filler), next(filler)] for _ in range(seats)]
    laid = tuple(face(card) for card in spots)
    piles = tuple(tuple(face(card) for card in stack) for stack in stacks)
    won = [
        tuple(WonSet(tuple(face(card) for card in one), number) for number, one in enumerate(row))
        for row in (sets or [[]] * seats)
    ]
    won += [()] * (seats - len(won))
    aside = tuple(face(card) for card in beside)
    if base.phase == Phase.MINUTE and not piles:
        piles = ((face(next(filler)), face(next(filler))),)
    while len(deck) < 270:
        deck.append(next(filler))
    changed = {
        "deck": tuple(deck),
        "spots": laid,
        "stacks": piles,
        "sets": tuple(won),
        "beside": aside,
        "turn": 0,
        "shown": (0,) * 135,
    }
    return base._replace(**(changed | fields))


def spot(state: State, number: int) -> int:
    """Return the card on a spot."""
    return state.spots[number] // 2


def top(state: State, seat: int) -> int:
    """Return the top card of a stack."""
    return state.stacks[seat][-1] // 2


def won_card(state: State, seat: int, number: int = 0) -> int:
    """Return a card of a won set: its second, as any card of a set stands for it."""
    return state.sets[seat][number].faces[1] // 2


def patterns_of_sets(state: State, seat: int) -> list[list[int]]:
    """Return the won sets of a seat as patterns."""
    return [[state.deck[face] for face in one.faces] for one in state.sets[seat]]


def visible_patterns(state: State) -> list[int]:
    """Return the patterns on the spots; 0 for an empty one."""
    return [state.deck[face] if face >= 0 else 0 for face in state.spots]


def touch(at: int, seat: int, *cards: int) -> Action:
    """Return a seat's touch of cards, at so many milliseconds."""
    return Action(Verb.TOUCH, at, seat, cards)


def buzz(at: int, seat: int) -> Action:
    """Return a seat's buzz, at so many milliseconds."""
    return Action(Verb.BUZZ, at, seat)


def tick(at: int) -> Action:
    """Return the action that lets time pass until so many milliseconds."""
    return Action(Verb.TICK, at)


def state_after(state: State, *actions: Action) -> State:
    """Apply actions in turn."""
    for action in actions:
        state, _ = rules.apply(state, action, Rng(5))
    return state


def events_after(state: State, *actions: Action) -> list[Any]:
    """Return the events of some actions."""
    events: list[Any] = []
    for action in actions:
        state, more = rules.apply(state, action, Rng(5))
        events += more
    return events


def refusal_of(state: State, action: Action) -> str:
    """Return the reason why an action is refused."""
    with pytest.raises(IllegalAction) as caught:
        rules.apply(state, action, Rng(5))
    return caught.value.reason


def clock_at(
    state: State,
    kinds: Sequence[str] = ("human", "human", "human"),
    minds: Mapping[int, Mind] | None = None,
    **more: Any,
) -> TwinItScheduler:
    """Return a scheduler over a state built by hand; ``minds`` are those of its bots by their seats."""
    match = Match(GAMES["twin_it"], state.options._asdict(), [Seat(f"P{n}", kind) for n, kind in enumerate(kinds)], 1)
    match.state = state
    return TwinItScheduler(match, minds or {}, **more)
