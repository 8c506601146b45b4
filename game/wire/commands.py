"""Commands that a player sends to a party, all with one kind of message.

Actions, house rules and other data of a game travel as AnyJson: only the game can read them.
"""

from collections.abc import Mapping
from typing import NamedTuple, TypeAlias

from game.core.capabilities import Order
from game.core.codec import AnyJson

#: the kind of a seat that nobody has taken
FREE = "free"
#: in place of a seat: any free one
ANYWHERE = -1
#: the shortest time limit of a turn at a table that is played over days, in seconds
OVER_DAYS_S = 2 * 3600
#: minutes of a day and of the longest night, and the most days of a holiday, as many as between two of them
DAY_MIN, LONGEST_NIGHT_MIN, MOST_HOLIDAYS = 24 * 60, 12 * 60, 14
#: calls across the table; every device has its own words and a picture for each
REACTIONS = ("hello", "well_done", "thanks", "sorry", "oh_no", "hurry", "wait", "good_luck")


class Sit(NamedTuple):
    """Take a seat, with a name, a figure and the secret token that identifies the player from then on."""

    #: a seat or ANYWHERE
    seat: int
    name: str
    figure: str
    #: 128 bits as 32 hexadecimal digits, from the device's best random source
    token: str


class Leave(NamedTuple):
    """Give up the seat for good. In a running match a bot takes over."""


class Kick(NamedTuple):
    """Remove another player. Owner only."""

    seat: int


class Lock(NamedTuple):
    """Stop or allow further players to sit down. Owner only."""

    on: bool


class AssignSeat(NamedTuple):
    """Give a seat to a bot of a level, or open it to anybody (FREE). Owner only."""

    seat: int
    kind: str


class ChooseGame(NamedTuple):
    """Choose the next game and its house rules. Owner only."""

    game: str
    options: Mapping[str, AnyJson]


class SetTimeLimit(NamedTuple):
    """Limit the time for a turn, in seconds; 0 for no limit, OVER_DAYS_S or more over days. Owner only.

    When it is over a bot moves once, and after three times in a row it takes the seat until its owner returns.
    """

    seconds: int


class KeepQuiet(NamedTuple):
    """Set the hours and days during which the time of one's own turns stands still, at a table over days."""

    #: minutes by which the person's time zone is ahead of UTC
    offset: int
    #: begin and end of the night in minutes of the local day; equal for none
    night_from: int
    night_until: int
    #: the first day of a holiday and the first one after it, in days since 1970; equal for none
    away_from: int
    away_until: int


class AllowHints(NamedTuple):
    """Allow or forbid hints on the devices. Owner only."""

    on: bool


class Start(NamedTuple):
    """Deal; after a match, deal again with the seats rotated by one. Owner only."""


class PlanEvening(NamedTuple):
    """Plan an evening of several games, or other games for the rest of the one in progress. Owner only."""

    games: tuple[ChooseGame, ...]


class EndEvening(NamedTuple):
    """End the evening before its last game. Owner only."""


class ReadyForNext(NamedTuple):
    """Report that the result has been read. The next match is dealt once everybody present has."""


class Play(NamedTuple):
    """Carry out an action."""

    action: AnyJson


class LiveMove(NamedTuple):
    """Act in real time, with the time on the table's clock that the device showed as a stamp."""

    action: AnyJson


class Ready(NamedTuple):
    """Report ready in real time, so that the cards can be uncovered."""


class PauseTable(NamedTuple):
    """Pause a table in real time until everybody is ready again."""


class StandIn(NamedTuple):
    """Put a bot in the place of an absent player after the waiting time, or end that."""

    seat: int
    on: bool


class React(NamedTuple):
    """Call something across the table, by its index in REACTIONS."""

    sign: int


class AskUndo(NamedTuple):
    """Ask the others for permission to undo one's last action."""


class AnswerUndo(NamedTuple):
    """Agree to or refuse the undo that somebody asks for."""

    yes: bool


class GiveOrder(NamedTuple):
    """Give the server a standing order for one's own next decisions, or revoke it (None). Nobody else is told."""

    order: Order | None


class EndMatch(NamedTuple):
    """Propose to end the match, or agree to that; or refuse it, or withdraw one's own proposal."""

    yes: bool


Command: TypeAlias = (
    Sit
    | Leave
    | Kick
    | Lock
    | AssignSeat
    | ChooseGame
    | SetTimeLimit
    | KeepQuiet
    | AllowHints
    | Start
    | PlanEvening
    | EndEvening
    | ReadyForNext
    | Play
    | LiveMove
    | Ready
    | PauseTable
    | StandIn
    | React
    | AskUndo
    | AnswerUndo
    | EndMatch
    | GiveOrder
)
