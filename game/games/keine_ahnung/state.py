"""The house rules of Keine Ahnung and where everything lies. Nothing here decides what happens.

``draw`` and every pile have their top card last; piles stand in the order in which they were started.
"""

from __future__ import annotations

from enum import IntEnum
from typing import NamedTuple

from game.core.options import Option
from game.games.keine_ahnung.deck import FITTING
from game.games.keine_ahnung.scoring import Score, score

OPTIONS: tuple[Option, ...] = (
    Option("reminders", (False, True), False),
    Option("decline", (False, True), False),
    Option("strict", (False, True), False),
    Option("deck", ("even", "skewed"), "even"),
)


class Phase(IntEnum):
    """Where a turn stands (section 4)."""

    #: the top card of the draw pile is to be turned up (T0)
    DRAW = 0
    #: a card lies face up, and its player chooses a pile for it (T1, T4)
    PLACE = 1
    #: the player reveals an own card, calls or stops (T3)
    OWN = 2
    #: the call was made; the cards are turned up one after another (T6)
    CALL = 3
    OVER = 4


#: the phases by themselves, for what is asked at every action
PHASE_DRAW, PHASE_PLACE, PHASE_OWN, PHASE_CALL, PHASE_OVER = Phase


class Options(NamedTuple):
    """The house rules of one match (sections 3 to 6)."""

    #: the picture may show faintly what has been seen; the rules do not change
    reminders: bool
    #: a fitting card need not be laid (A2)
    decline: bool
    #: touching an own card before drawing loses the turn (T0)
    strict: bool
    deck: str


class Store(NamedTuple):
    """What most actions leave as it is: kept apart so that they copy little."""

    #: cards of removed piles, face up
    rest: tuple[int, ...]
    #: stars of the trophies that are left, the top one last
    stack: tuple[int, ...]
    #: seat -> stars of its trophies
    trophies: tuple[tuple[int, ...], ...]
    #: seat -> its consolation prizes
    prizes: tuple[tuple[int, ...], ...]
    options: Options


class State(NamedTuple):
    """Everything there is to know: the turn, the cards, and what lies around them."""

    turn: int
    phase: Phase
    draw: tuple[int, ...]
    piles: tuple[tuple[int, ...], ...]
    #: seat -> the cards at its six places, EMPTY where there is none
    grids: tuple[tuple[int, ...], ...]
    #: seat -> for each place the turn in which that card was last face up, or 0
    shown: tuple[tuple[int, ...], ...]
    #: in PLACE: the card to be laid and its place in the grid, where it lies until then; -1 if it was drawn
    card: int
    place: int
    #: own cards laid in this turn
    laid: int
    #: in CALL: the places turned up so far
    called: tuple[int, ...]
    #: turns begun, from 1 on
    turns: int
    store: Store


def fitting_piles(card: int, piles: tuple[tuple[int, ...], ...]) -> list[int]:
    """The piles on which a number card fits: same colour or same number as the top (section 3)."""
    fitting = FITTING[card]
    return [pile for pile, cards in enumerate(piles) if cards[-1] in fitting]


def results_of(state: State) -> tuple[Score, ...]:
    """What everybody's trophies and consolation prizes are worth now (section 5): secret before the end."""
    return tuple(map(score, state.store.trophies, state.store.prizes))
