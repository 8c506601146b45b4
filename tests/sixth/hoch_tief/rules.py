"""The rules of Hoch oder tief.

A card lies open. Whoever is to move stakes one point or two and says whether the next card is higher or lower. Then
it is turned: a right call brings the stake, a wrong one costs it, and the next player has the new card before them.
When the pile is used up, the most points win; equal ones share it.
"""

from __future__ import annotations

from collections.abc import Mapping
from enum import IntEnum
from typing import NamedTuple

from game.core.game import IllegalAction
from game.core.options import BadOptions, Json, Option, chosen_as
from game.core.rng import Rng
from game.games.hoch_tief import deck
from game.games.hoch_tief.events import CardTurned, Event, GameEnded, GameStarted, StakeSet

NAME = "hoch_tief"
MIN_SEATS, MAX_SEATS = 2, 4
OPTIONS = (Option("cards", deck.SIZES, deck.SIZES[0]),)
STAKES = (1, 2)


class Options(NamedTuple):
    """The house rules of one game."""

    #: how many cards there are
    cards: int


class Verb(IntEnum):
    """What can be done."""

    STAKE = 0
    HIGH = 1
    LOW = 2


class Action(NamedTuple):
    """One decision; ``stake`` is 0 but for STAKE."""

    verb: Verb
    stake: int = 0


HIGH, LOW = Action(Verb.HIGH), Action(Verb.LOW)
STAKE_ACTIONS = tuple(Action(Verb.STAKE, stake) for stake in STAKES)


class Call(NamedTuple):
    """A card that was called and what it brought."""

    card: int
    points: int


class State(NamedTuple):
    """Everything, the pile included."""

    #: how many cards there are
    cards: int
    #: the next card is the last
    pile: tuple[int, ...]
    #: every card that lay open, the present one last
    seen: tuple[int, ...]
    #: what each seat has called
    calls: tuple[tuple[Call, ...], ...]
    turn: int
    #: 0 until it is chosen
    stake: int


class View(NamedTuple):
    """What everybody may know: all but the order of the pile."""

    cards: int
    pile_count: int
    seen: tuple[int, ...]
    calls: tuple[tuple[Call, ...], ...]
    turn: int
    stake: int
    legal: tuple[Action, ...]

    @property
    def open(self) -> int:
        """The card that lies open."""
        return self.seen[-1]


def setup(options: Mapping[str, Json], seats: int, rng: Rng) -> State:
    """Deal a new game; raise BadOptions for an unknown option or seat count."""
    count = chosen_as(Options, OPTIONS, options).cards
    if not MIN_SEATS <= seats <= MAX_SEATS:
        raise BadOptions("bad_seats", least=MIN_SEATS, most=MAX_SEATS, given=seats)
    first, *pile = rng.shuffled(deck.cards(count))
    return State(count, tuple(pile), (first,), ((),) * seats, rng.below(seats), 0)


def legal_actions(state: State) -> tuple[Action, ...]:
    """First the stakes, then the two calls; nothing when the game is over."""
    if not state.pile:
        return ()
    return (HIGH, LOW) if state.stake else STAKE_ACTIONS


def to_move(state: State) -> int:
    """The seat that decides now, or -1 when the game is over."""
    return state.turn if state.pile else -1


def apply(state: State, action: Action, rng: Rng) -> tuple[State, tuple[Event, ...]]:
    """Carry out ``action``; raise IllegalAction and change nothing if the rules forbid it."""
    del rng
    if action not in legal_actions(state):
        raise IllegalAction("not_now" if state.pile else "game_over")
    seat = state.turn
    if action.verb == Verb.STAKE:
        return state._replace(stake=action.stake), (StakeSet(seat, action.stake),)
    card, high = state.pile[-1], action.verb == Verb.HIGH
    points = state.stake if (card > state.seen[-1]) == high else -state.stake
    calls = list(state.calls)
    calls[seat] = (*calls[seat], Call(card, points))
    after = state._replace(
        pile=state.pile[:-1],
        seen=(*state.seen, card),
        calls=tuple(calls),
        turn=(seat + 1) % len(calls),
        stake=0,
    )
    turned = CardTurned(seat, high, card, points)
    return after, (turned,) if after.pile else (turned, GameEnded(winners(after)))


def view(state: State, seat: int) -> View:
    """What ``seat`` may know; nobody has secrets of their own."""
    del seat
    return View(
        state.cards, len(state.pile), state.seen, state.calls, to_move(state), state.stake, legal_actions(state)
    )


def world(view: View, rng: Rng) -> State:
    """A position, by chance, that nobody can tell from the true one: the pile in another order."""
    pile = rng.shuffled([card for card in deck.cards(view.cards) if card not in view.seen])
    return State(view.cards, tuple(pile), view.seen, view.calls, view.turn, view.stake)


def is_over(state: State) -> bool:
    """Whether the pile is used up."""
    return not state.pile


def scores(state: State) -> tuple[int, ...]:
    """The points of every seat so far."""
    return tuple(sum(call.points for call in calls) for calls in state.calls)


def winners(state: State) -> tuple[int, ...]:
    """The seats with the most points, or nothing while the game runs."""
    points = scores(state)
    return () if state.pile else tuple(seat for seat, own in enumerate(points) if own == max(points))


def opening(state: State) -> tuple[Event, ...]:
    """The events of a fresh deal."""
    return (GameStarted(state.turn, state.seen[0]),)
