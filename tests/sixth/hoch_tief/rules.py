"""The rules of Hoch oder tief.

A card lies open. The player to move stakes one point or two and calls the next card higher or lower. Then it is turned:
a right call brings the stake, a wrong one costs it, and the next player calls against the new card. When the pile is
used up, the most points win; equal ones share the win.
"""

from collections.abc import Mapping
from enum import IntEnum
from typing import NamedTuple

from game.core.game import IllegalAction
from game.core.options import InvalidOptions, Json, Option, validated_values
from game.core.rng import Rng
from game.games.hoch_tief import events as ev
from game.games.hoch_tief.deck import SIZES

NAME = "hoch_tief"
MIN_SEATS, MAX_SEATS = 2, 4
OPTIONS = (Option("cards", SIZES, SIZES[0]),)


class Verb(IntEnum):
    """The kinds of actions."""

    STAKE_1 = 0
    STAKE_2 = 1
    HIGH = 2
    LOW = 3


class Action(NamedTuple):
    """One decision."""

    verb: Verb


STAKE_1, STAKE_2, HIGH, LOW = map(Action, Verb)


class State(NamedTuple):
    """The whole state, the pile included; its next card is the last."""

    cards: int
    pile: tuple[int, ...]
    #: every card that has lain open, the present one last
    opened: tuple[int, ...]
    points: tuple[int, ...]
    turn: int
    #: 0 until it is chosen
    stake: int


class View(NamedTuple):
    """The knowledge of a seat: all but the order of the pile."""

    seat: int
    cards: int
    opened: tuple[int, ...]
    points: tuple[int, ...]
    turn: int
    stake: int
    legal: tuple[Action, ...]

    @property
    def open(self) -> int:
        """Return the card that lies open."""
        return self.opened[-1]

    @property
    def upcoming(self) -> list[int]:
        """Return the cards of the pile by number, which every seat can count."""
        return [card for card in range(1, self.cards + 1) if card not in self.opened]


def setup(options: Mapping[str, Json], seats: int, rng: Rng) -> State:
    """Deal a new game; raise InvalidOptions for an unknown option or seat count."""
    count = validated_values(OPTIONS, options)["cards"]
    assert isinstance(count, int), "one of the sizes"
    if not MIN_SEATS <= seats <= MAX_SEATS:
        raise InvalidOptions("bad_seats", least=MIN_SEATS, most=MAX_SEATS, given=seats)
    first, *pile = rng.shuffled(range(1, count + 1))
    return State(count, tuple(pile), (first,), (0,) * seats, rng.below(seats), 0)


def opening(state: State) -> tuple[ev.Event, ...]:
    """Return the events of a fresh deal."""
    return (ev.GameStarted(state.turn, state.opened[0]),)


def legal_actions(state: State) -> tuple[Action, ...]:
    """Return first the stakes, then the two calls; nothing when the game is over."""
    if not state.pile:
        return ()
    return (HIGH, LOW) if state.stake else (STAKE_1, STAKE_2)


def to_move(state: State) -> int:
    """Return the seat to decide, or -1 when the game is over."""
    return state.turn if state.pile else -1


def apply(state: State, action: Action, rng: Rng) -> tuple[State, tuple[ev.Event, ...]]:
    """Carry out ``action``; raise IllegalAction and change nothing if the rules forbid it."""
    del rng
    if action not in legal_actions(state):
        raise IllegalAction("not_now" if state.pile else "game_over")
    seat = state.turn
    if not state.stake:
        stake = 1 if action == STAKE_1 else 2
        return state._replace(stake=stake), (ev.StakeSet(seat, stake),)
    card, points = state.pile[-1], list(state.points)
    gain = state.stake if (card > state.opened[-1]) == (action == HIGH) else -state.stake
    points[seat] += gain
    after = State(state.cards, state.pile[:-1], (*state.opened, card), tuple(points), (seat + 1) % len(points), 0)
    return after, (ev.CardTurned(seat, action == HIGH, card, gain),)


def view(state: State, seat: int) -> View:
    """Return the view of ``seat``; no seat has secrets."""
    mover = to_move(state)
    legal = legal_actions(state) if seat == mover else ()
    return View(seat, state.cards, state.opened, state.points, mover, state.stake, legal)


def sample_state(view: View, rng: Rng) -> State:
    """Return a random state that equals the true one to every seat: the pile in another order."""
    return State(view.cards, tuple(rng.shuffled(view.upcoming)), view.opened, view.points, view.turn, view.stake)


def is_over(state: State) -> bool:
    """Return True if the pile is used up."""
    return not state.pile


def scores(state: State) -> tuple[int, ...]:
    """Return the points of every seat so far."""
    return state.points


def winners(state: State) -> tuple[int, ...]:
    """Return the seats with the most points, or nothing while the game runs."""
    return () if state.pile else tuple(seat for seat, own in enumerate(state.points) if own == max(state.points))
