"""News of a match of turns: what its driver tells the scene that shows it, and what comes of that."""

from __future__ import annotations

from enum import Enum
from typing import NamedTuple, TypeAlias

from game.core.game import Event, IllegalAction, View
from game.table.film import PositionChanged
from game.table.news import FocusSet, ScreenLeft, SoundPlayed


class Steps(NamedTuple):
    """Somebody has acted: events, each with what the viewer knows once it has happened, to be shown in order."""

    steps: tuple[tuple[Event, View], ...]
    #: the viewer did it
    own: bool = False


class DealShown(NamedTuple):
    """As :class:`Steps`, for the deal that a match begins with."""

    steps: tuple[tuple[Event, View], ...]


class DecisionAsked(NamedTuple):
    """A person at this device is asked for a decision."""

    seat: int


class OtherThinks(NamedTuple):
    """Somebody else decides."""

    seat: int


class ViewerChanged(NamedTuple):
    """The table is seen with the eyes of this seat from now on, and laid anew."""

    seat: int
    #: what was in sight goes to its new place
    moves: bool = False


class Cover(NamedTuple):
    """Nothing may be seen until the person of this seat has taken the device."""

    seat: int


class Wait(NamedTuple):
    """The table stays as it is for so many milliseconds at normal speed."""

    ms: float


class MoveRefused(NamedTuple):
    """An action was not carried out, and why."""

    error: IllegalAction


class TurnCue(Enum):
    """What the scene has to do, though nothing has happened in the game."""

    #: offer anew what can be used and what is to be read
    OFFER = "offer"
    #: what the pointer takes along goes back
    LET_GO = "let go"
    #: an action is on its way: what was dropped lies where it is
    SENT = "sent"
    #: what was on its way has come back, or cannot be done
    RETURNED = "returned"
    #: an action was tried that changes nothing: all goes back to where it was
    TRIED = "tried"
    #: a round is over: nothing is asked any longer
    CLEAR = "clear"
    #: what is being shown comes to its end at once
    SKIP = "skip"


TurnNews: TypeAlias = (
    Steps
    | DealShown
    | PositionChanged
    | DecisionAsked
    | OtherThinks
    | ViewerChanged
    | Cover
    | Wait
    | MoveRefused
    | SoundPlayed
    | FocusSet
    | ScreenLeft
    | TurnCue
)
