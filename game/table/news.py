"""News that drivers of all tables tell the scene that shows them."""

from __future__ import annotations

from typing import NamedTuple

from game.engine.transitions import Transition


class SoundPlayed(NamedTuple):
    """Something to be heard."""

    name: str
    #: what the hand that holds the device feels with it, see ``Context.pulse``; or nothing
    felt: str = ""


class FocusSet(NamedTuple):
    """The item that confirming uses from now on, by its id."""

    id: str


class ScreenLeft(NamedTuple):
    """It goes on at another screen."""

    transition: Transition
