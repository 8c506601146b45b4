"""Entries of a party's log: what was done, by whom and when. They contain secrets and are never sent to devices."""

from collections.abc import Mapping
from hashlib import sha256
from typing import NamedTuple, TypeAlias

from game.core.codec import TYPE_KEY, AnyJson, BadData, Codec, codec_of
from game.core.options import Json
from game.server.ledger import DamagedLog
from game.wire import commands, messages

#: raised when changed rules make older logs replay differently, as golden games do when they change
RULES = 1


class PartyOpened(NamedTuple):
    """A new party."""

    rules: int
    #: the code for joining by hand
    code: str
    game: str
    options: Mapping[str, AnyJson]


class SeatTaken(NamedTuple):
    """A player taking a seat. Only the hash of their token is kept."""

    seat: int
    name: str
    figure: str
    token: str


class MatchDealt(NamedTuple):
    """Start of a match. All randomness follows from the seed. Both are 128 bits in hexadecimal digits."""

    seed: str
    nonce: str


class OrderCarriedOut(NamedTuple):
    """An action of a person, made by the server after that person's standing order. For the others it is a Play."""

    action: AnyJson


class MatchDealtCovered(NamedTuple):
    """Start of a match in real time whose cards are uncovered by its first decision; earlier logs have MatchDealt."""

    seed: str
    nonce: str


class LimitFromNextTurn(NamedTuple):
    """Another time limit in a match over days, in seconds; older logs have SetTimeLimit, which restarts the turn."""

    seconds: int


class WentAway(NamedTuple):
    """Loss of the connection of a player's session."""

    session: str


class CameBack(NamedTuple):
    """Connection of a player, in a session that replaces the one before."""

    session: str


class LiveMoveMade(NamedTuple):
    """A player's action in real time, with its stamp as far as it is believed."""

    action: AnyJson
    #: when it arrived, by the table's clock
    came_ms: int


class DeclaredReady(NamedTuple):
    """A player ready for the table to go on."""

    #: the round trip time to their device, in milliseconds
    rtt: int


class LiveDecided(NamedTuple):
    """Decision of a game in real time up to a stamp: these actions."""

    until: int
    actions: tuple[AnyJson, ...]
    #: the lag of actions after that
    lag: int


EntryCommand: TypeAlias = (
    PartyOpened
    | SeatTaken
    | MatchDealt
    | MatchDealtCovered
    | WentAway
    | CameBack
    | commands.Leave
    | commands.Kick
    | commands.Lock
    | commands.AssignSeat
    | commands.ChooseGame
    | commands.SetTimeLimit
    | LimitFromNextTurn
    | commands.KeepQuiet
    | commands.AllowHints
    | commands.PlanEvening
    | commands.EndEvening
    | commands.ReadyForNext
    | commands.Play
    | OrderCarriedOut
    | LiveMoveMade
    | DeclaredReady
    | commands.PauseTable
    | LiveDecided
    | commands.StandIn
    | commands.React
    | commands.AskUndo
    | commands.AnswerUndo
    | commands.EndMatch
    | commands.GiveOrder
)


#: entries of which only their own person is told: they have no number among the updates
SECRET = (commands.GiveOrder,)


class LogEntry(NamedTuple):
    """One entry of a log."""

    #: milliseconds since 1970, never decreasing
    at: int
    origin: messages.Origin
    #: the acting seat, or -1
    seat: int
    #: the request id of their device, or ""
    id: str
    command: EntryCommand


ENTRY_CODEC: Codec[LogEntry] = codec_of(LogEntry)
#: fields that were nested JSON texts in version 1: no game encodes an action as a bare string
ONCE_TEXTS = {"Opening": "options", "Choose": "options", "Play": "action", "Laid": "action", "Lived": "actions"}


def entry_text(entry: LogEntry) -> str:
    """Return an entry as a line of text."""
    return messages.message_text(ENTRY_CODEC, entry)


def read_entry(text: str) -> LogEntry:
    """Return the entry of a line; raise DamagedLog for anything else."""
    try:
        return ENTRY_CODEC.read(_of_now(messages.json_data(text)))
    except BadData as error:
        raise DamagedLog(f"line of a log: {error}") from None


def _of_now(data: Json) -> Json:
    """Convert an entry of version 1 to the present format."""
    command = data.get("deed") if isinstance(data, dict) else None
    if isinstance(data, dict) and isinstance(command, dict):
        name = ONCE_TEXTS.get(str(command.get(TYPE_KEY)), "")
        if isinstance(inner := command.get(name), str):
            return data | {"deed": command | {name: messages.json_data(inner)}}
    return data


def token_hash(token: str) -> str:
    """Return the hash of a token, in which form it is stored."""
    return sha256(f"seat {token}".encode()).hexdigest()
