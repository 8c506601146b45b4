"""News of a live match: what its driver tells the scene that shows it, and what comes of that."""

from __future__ import annotations

from enum import Enum
from typing import NamedTuple, TypeAlias

from game.core.game import Action, Event, View
from game.table.film import PositionChanged
from game.table.news import FocusSet, ScreenLeft, SoundPlayed


class LiveStep(NamedTuple):
    """An event, and what is known once it has happened."""

    event: Event
    view: View


class InputRefused(NamedTuple):
    """A person's action could not be carried out, for a reason: a text key."""

    action: Action
    reason: str


class Notice(NamedTuple):
    """Words to be read for a moment in the place of what the table waits for."""

    words: str


class LiveCue(Enum):
    """What the scene has to do, though nothing has happened in the game."""

    #: offer anew what can be used and what is to be read
    OFFER = "offer"
    #: let the picture follow the view as well, or have it there at once
    SHOW, SHOW_AT_ONCE = "show", "show at once"
    #: every hand leaves the table
    LET_GO = "let go"


LiveNews: TypeAlias = LiveStep | PositionChanged | InputRefused | Notice | SoundPlayed | FocusSet | ScreenLeft | LiveCue
