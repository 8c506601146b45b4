"""What somebody at a party can do there, each on a device of their own. All of it is one kind of message.

An action, house rules and whatever else a game says about itself travel as AnyJson: only the game can read them.
"""

from collections.abc import Mapping
from typing import NamedTuple, TypeAlias

from game.core.codec import AnyJson

#: the kind of a place that nobody has taken
FREE = "free"
#: a seat that is asked for by whoever takes any that is free
ANYWHERE = -1
#: what can be called across the table; every device has its own words and a picture for each
REACTIONS = ("hello", "well_done", "thanks", "sorry", "oh_no", "hurry", "wait", "good_luck")


class Sit(NamedTuple):
    """Take a seat: by a name, a figure, and a secret of one's own by which one is known from then on."""

    #: or ANYWHERE
    seat: int
    name: str
    figure: str
    #: 128 bits as 32 hexadecimal digits, from the device's best source of chance
    token: str


class Leave(NamedTuple):
    """Stand up for good. In the middle of a match a bot plays on."""


class Kick(NamedTuple):
    """Make somebody else leave: the owner's."""

    seat: int


class Lock(NamedTuple):
    """Let nobody else sit down, or let them again: the owner's."""

    on: bool


class AssignSeat(NamedTuple):
    """Say who may have a seat: a bot of a level, or whoever comes (FREE). The owner's."""

    seat: int
    kind: str


class ChooseGame(NamedTuple):
    """Choose what is played next, and by which house rules: the owner's."""

    game: str
    options: Mapping[str, AnyJson]


class SetTimeLimit(NamedTuple):
    """So many seconds for a turn, 0 for any time; then a bot plays it. The owner's."""

    seconds: int


class AllowHints(NamedTuple):
    """Whether devices may offer hints: the owner's."""

    on: bool


class Start(NamedTuple):
    """Deal; after a match once more, with the seats moved round by one. The owner's."""


class Play(NamedTuple):
    """Carry out an action."""

    action: AnyJson


class LiveMove(NamedTuple):
    """In a game of real time: do something at its stamp, the moment on the table's clock that one's device showed."""

    action: AnyJson


class Ready(NamedTuple):
    """In a game of real time: be there, so that the faces may be uncovered."""


class PauseTable(NamedTuple):
    """In a game of real time: let the table stand still until everybody is ready again."""


class StandIn(NamedTuple):
    """Let a bot play for somebody who is away and whom everybody has waited for, or no longer."""

    seat: int
    on: bool


class React(NamedTuple):
    """Call something across the table, by its place in REACTIONS."""

    sign: int


class AskUndo(NamedTuple):
    """Ask everybody whether one may take one's last action back."""


class AnswerUndo(NamedTuple):
    """Agree to what somebody asks to take back, or not."""

    yes: bool


Command: TypeAlias = (
    Sit
    | Leave
    | Kick
    | Lock
    | AssignSeat
    | ChooseGame
    | SetTimeLimit
    | AllowHints
    | Start
    | Play
    | LiveMove
    | Ready
    | PauseTable
    | StandIn
    | React
    | AskUndo
    | AnswerUndo
)
