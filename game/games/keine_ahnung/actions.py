"""What can be done in Keine Ahnung, when, and how it is written down (rule text, section 4)."""

from __future__ import annotations

from enum import IntEnum
from itertools import compress
from typing import NamedTuple

from game.core.options import Json
from game.games.keine_ahnung.deck import EMPTY, MOST_PILES, MOST_TO_CALL, PLACES
from game.games.keine_ahnung.state import (
    PHASE_CALL,
    PHASE_DRAW,
    PHASE_OWN,
    PHASE_PLACE,
    Phase,
    State,
    fitting_piles,
)


class Verb(IntEnum):
    """What a player can do."""

    DRAW = 0
    LAY = 1
    DECLINE = 2
    REVEAL = 3
    CALL = 4
    END = 5


class Action(NamedTuple):
    """One decision. ``which`` is the grid place of REVEAL and the pile of LAY, else 0."""

    verb: Verb
    which: int = 0


#: the verbs by themselves, for what is asked at every action
VERB_DRAW, VERB_LAY, VERB_DECLINE, VERB_REVEAL, VERB_CALL, VERB_END = Verb

DRAW = Action(Verb.DRAW)
DECLINE = Action(Verb.DECLINE)
CALL = Action(Verb.CALL)
END = Action(Verb.END)
#: verbs whose ``which`` means something
INDEXED = (Verb.LAY, Verb.REVEAL)

_PLACES = range(PLACES)
#: what most phases offer, by place and by pile
_REVEALS = tuple(Action(Verb.REVEAL, place) for place in range(PLACES))
_LAYS = tuple(Action(Verb.LAY, pile) for pile in range(MOST_PILES))
_DRAW_ALONE = (DRAW,)


def legal_actions(state: State) -> tuple[Action, ...]:
    """Every action open to the seat that is to move (section 4)."""
    phase, grid = state.phase, state.grids[state.turn]
    if phase == PHASE_DRAW:
        return (DRAW, *compress(_REVEALS, grid)) if state.store.options.strict else _DRAW_ALONE
    if phase == PHASE_OWN:
        actions = tuple(compress(_REVEALS, grid))
        if not actions:
            # nothing could be dealt to this seat (section 4.5)
            return (END,)
        if len(actions) <= MOST_TO_CALL:
            actions = (*actions, CALL)
        return (*actions, END) if state.laid else actions
    if phase == PHASE_PLACE:
        piles = tuple([_LAYS[pile] for pile in fitting_piles(state.card, state.piles)])
        return (*piles, DECLINE) if state.store.options.decline and state.place >= 0 else piles
    if phase == PHASE_CALL:
        return tuple([reveal for reveal in compress(_REVEALS, grid) if reveal.which not in state.called])
    return ()


def is_legal(state: State, action: Action) -> bool:
    """Whether ``action`` is one of ``legal_actions``; the commonest is known without a list of all others."""
    if action.verb == VERB_REVEAL and state.phase == PHASE_OWN:
        return action.which in _PLACES and state.grids[state.turn][action.which] != EMPTY
    return action in legal_actions(state)


def why_not(state: State, action: Action) -> str:
    """The text key of the reason why ``action`` cannot be done now."""
    verb, phase = action.verb, state.phase
    if phase == Phase.OVER:
        return "game_over"
    if phase == Phase.DRAW:
        return "draw_first"
    if verb == Verb.DRAW:
        return "drawn_already"
    if phase == Phase.PLACE:
        return "does_not_fit" if verb == Verb.LAY else "lay_first"
    if verb == Verb.REVEAL:
        return "no_card_there"
    if phase == Phase.CALL:
        return "call_first"
    if verb == Verb.CALL:
        return "too_many_to_call"
    return "lay_before_stopping" if verb == Verb.END else "not_now"


def encode(action: Action) -> Json:
    """``action`` as a JSON list: the verb, and the place or pile if it needs one."""
    return [int(action.verb), action.which] if action.verb in INDEXED else [int(action.verb)]


def decode(data: Json) -> Action:
    """The action ``encode`` wrote; raise ValueError for anything else."""
    if not isinstance(data, list) or not 1 <= len(data) <= 2 or any(type(part) is not int for part in data):
        raise ValueError(f"not an action: {data!r}")
    verb = Verb(data[0])
    if (verb in INDEXED) != (len(data) == 2):
        raise ValueError(f"not an action: {data!r}")
    return Action(verb, *data[1:])
