"""What can be done in Twin It!, and how it is written down."""

from __future__ import annotations

from enum import IntEnum
from typing import NamedTuple

from game.core.options import Json


class Verb(IntEnum):
    """What can happen."""

    #: time passes
    TICK = 0
    FLIP = 1
    #: one hand, or both, on cards
    TOUCH = 2
    #: choose the set that an error costs, by one of its cards
    CHOOSE = 3
    BUZZ = 4
    #: calm mode: let the look go by; in the minute: end it once all looks are used up
    PASS = 5
    DEAL = 6
    TURN = 7
    #: card and place
    MOVE = 8
    COLLECT = 9


#: those of them that are asked for at every action by themselves: an enumeration takes long to look a member up
VERB_TICK, VERB_FLIP, VERB_TOUCH = Verb.TICK, Verb.FLIP, Verb.TOUCH


class Action(NamedTuple):
    """One thing that ``seat`` does at ``at_ms``; a tick has no seat. ``cards`` are numbers of cards."""

    verb: Verb
    at_ms: int
    seat: int = -1
    cards: tuple[int, ...] = ()


#: verb -> least and most numbers that go with it
BLANKS = {
    Verb.TICK: (0, 0),
    Verb.FLIP: (0, 0),
    Verb.TOUCH: (1, 2),
    Verb.CHOOSE: (1, 1),
    Verb.BUZZ: (0, 0),
    Verb.PASS: (0, 0),
    Verb.DEAL: (0, 0),
    Verb.TURN: (1, 1),
    Verb.MOVE: (2, 2),
    Verb.COLLECT: (2, 3),
}


def encode(action: Action) -> Json:
    """``action`` as a JSON list: verb, stamp, and for anything but a tick the seat and the cards."""
    start = [int(action.verb), action.at_ms]
    return start if action.verb == Verb.TICK else [*start, action.seat, *action.cards]


def decode(data: Json) -> Action:
    """The action ``encode`` wrote; raise ValueError for anything else."""
    if not isinstance(data, list) or len(data) < 2 or any(type(part) is not int for part in data):
        raise ValueError(f"not an action: {data!r}")
    verb = Verb(data[0])
    least, most = BLANKS[verb]
    cards = tuple(data[3:])
    if data[1] < 0 or (len(data) != 2 if verb == Verb.TICK else len(data) < 3 or not least <= len(cards) <= most):
        raise ValueError(f"not an action: {data!r}")
    return Action(verb, data[1]) if verb == Verb.TICK else Action(verb, data[1], data[2], cards)
