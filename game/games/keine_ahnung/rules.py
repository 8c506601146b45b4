"""The rules of Keine Ahnung as pure functions on an immutable state: its verbs.

Section numbers, steps (T0 to T9) and rulings (A1 to A9) are those of the rule text. The next player clockwise is
seat + 1. What an action does is in ``turn``.
"""

from __future__ import annotations

from collections.abc import Mapping

from game.core.game import IllegalAction
from game.core.options import BadOptions, Json, chosen_as
from game.core.rng import Rng
from game.games.keine_ahnung import deck
from game.games.keine_ahnung.actions import (
    CALL,
    DECLINE,
    DRAW,
    END,
    VERB_DRAW,
    VERB_LAY,
    VERB_REVEAL,
    Action,
    Verb,
    decode,
    encode,
    is_legal,
    legal_actions,
    why_not,
)
from game.games.keine_ahnung.deck import EMPTY, PLACES
from game.games.keine_ahnung.events import (
    CardDrawn,
    CardRevealed,
    CardsTurnedBack,
    Event,
    GameStarted,
    TrophyWon,
    TurnForfeited,
    TurnStarted,
)
from game.games.keine_ahnung.scoring import best
from game.games.keine_ahnung.state import OPTIONS, PHASE_OVER, PHASE_OWN, Options, Phase, State, Store, results_of
from game.games.keine_ahnung.turn import Turn
from game.games.keine_ahnung.view import Sighting, View, view_of

__all__ = [
    "CALL",
    "DECLINE",
    "DRAW",
    "END",
    "MAX_SEATS",
    "MIN_SEATS",
    "NAME",
    "OPTIONS",
    "Action",
    "Options",
    "Phase",
    "Sighting",
    "State",
    "Verb",
    "View",
    "apply",
    "decode",
    "encode",
    "is_over",
    "legal_actions",
    "opening",
    "reveals",
    "scores",
    "setup",
    "to_move",
    "view",
    "visible",
    "winners",
]

NAME = "keine_ahnung"
MIN_SEATS = 2
MAX_SEATS = 5


# ---- set-up ---------------------------------------------------------------------------------------


def setup(options: Mapping[str, Json], seats: int, rng: Rng) -> State:
    """Deal a new game for ``seats`` players (section 2); raise BadOptions for what is not known."""
    if not MIN_SEATS <= seats <= MAX_SEATS:
        raise BadOptions("bad_seats", given=seats, least=MIN_SEATS, most=MAX_SEATS)
    chosen = chosen_as(Options, OPTIONS, options)
    stack = rng.shuffled(deck.TROPHIES)
    cards = rng.shuffled(deck.NUMBER_CARDS[chosen.deck] + deck.PRIZES)
    grids = tuple(tuple(cards.pop() for _ in range(PLACES)) for _ in range(seats))
    nothing: tuple[tuple[int, ...], ...] = ((),) * seats
    return State(
        turn=rng.below(seats),
        phase=Phase.DRAW,
        draw=tuple(cards),
        piles=(),
        grids=grids,
        shown=((0,) * PLACES,) * seats,
        card=EMPTY,
        place=-1,
        laid=0,
        called=(),
        turns=1,
        store=Store((), tuple(stack), nothing, nothing, chosen),
    )


def opening(state: State) -> tuple[Event, ...]:
    """The events of a fresh deal: shown when a match starts."""
    return GameStarted(state.turn), TurnStarted(state.turn)


# ---- whose turn it is -----------------------------------------------------------------------------


def to_move(state: State) -> int:
    """The seat that decides now, or -1 when the game is over."""
    return -1 if is_over(state) else state.turn


def is_over(state: State) -> bool:
    """Whether the last trophy has been won."""
    return state.phase == PHASE_OVER


# ---- doing it -------------------------------------------------------------------------------------


def apply(state: State, action: Action, rng: Rng) -> tuple[State, tuple[Event, ...]]:
    """Carry out ``action`` for the seat that is to move; raise IllegalAction if it is not allowed."""
    if not is_legal(state, action):
        raise IllegalAction(why_not(state, action))
    turn = Turn(state, rng)
    verb, which = action
    if verb == VERB_REVEAL:
        if state.phase == PHASE_OWN:
            turn.reveal(which)
        elif state.phase == Phase.CALL:
            turn.reveal_for_call(which)
        else:
            turn.forfeit(which)
    elif verb == VERB_DRAW:
        turn.draw_and_lay()
    elif verb == VERB_LAY:
        turn.lay_and_go_on(turn.card, which, turn.place)
    elif verb == Verb.DECLINE:
        turn.decline()
    elif verb == Verb.CALL:
        turn.call()
    else:
        turn.stop()
    return turn.result()


# ---- looking at it --------------------------------------------------------------------------------


def scores(state: State) -> tuple[int, ...]:
    """Everybody's stars on trophies and consolation prizes (section 5). Not for the table before the end."""
    return tuple(result.total for result in results_of(state))


def winners(state: State) -> tuple[int, ...]:
    """The seats with most stars; of those, the ones with most cards; nothing while the game runs (section 5)."""
    return best(results_of(state)) if is_over(state) else ()


def view(state: State, seat: int) -> View:
    """What ``seat`` may know (section 3): no card that lies face down, no other seat's trophies and prizes."""
    return view_of(state, seat)


def visible(event: Event, seat: int) -> Event | None:
    """``event`` as ``seat`` sees it: a trophy's stars are its winner's secret until the end (section 3)."""
    if isinstance(event, TrophyWon) and event.seat != seat:
        return event._replace(stars=0)
    return event


def reveals(event: Event) -> bool:
    """Whether ``event`` showed what was hidden, or hid again what must not be seen twice: it cannot be taken back.

    Taking back that a card was turned face down would show it once more. A turn lost by the strict house rule
    stays lost.
    """
    return isinstance(event, (CardDrawn, CardRevealed, CardsTurnedBack, TrophyWon, TurnForfeited))
