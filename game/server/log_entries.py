"""The lines of a party's log: what was done, by whom and when. They hold secrets, and no device is told them."""

from collections.abc import Mapping
from hashlib import sha256
from typing import NamedTuple, TypeAlias

from game.core.codec import TYPE_KEY, AnyJson, BadData, Codec, codec_of
from game.core.options import Json
from game.server.ledger import DamagedLog
from game.wire import commands, messages

#: raised whenever a log of before would be another story by the rules of now, as golden games are when they change
RULES = 1


class PartyOpened(NamedTuple):
    """A party begins."""

    rules: int
    #: what whoever has only heard of it types
    code: str
    game: str
    options: Mapping[str, AnyJson]


class SeatTaken(NamedTuple):
    """Somebody has sat down. Of their secret only the hash is kept."""

    seat: int
    name: str
    figure: str
    token: str


class MatchDealt(NamedTuple):
    """A match begins: all chance in it comes from the seed. Both are 128 bits in hexadecimal digits."""

    seed: str
    nonce: str


class WentAway(NamedTuple):
    """The line to somebody is gone, who had come by it in that session."""

    session: str


class CameBack(NamedTuple):
    """Somebody is there, in a session that ends the one before."""

    session: str


class LiveMoveMade(NamedTuple):
    """Somebody has done something in a game of real time, at its stamp as far as it is believed."""

    action: AnyJson
    #: when it came, by the table's clock
    came: int


class DeclaredReady(NamedTuple):
    """Somebody waits for the table to go on."""

    #: how long a text to their device and back takes, in milliseconds
    rtt: int


class LiveDecided(NamedTuple):
    """Everything in a game of real time up to a stamp is decided: these actions."""

    until: int
    actions: tuple[AnyJson, ...]
    #: how much later everything counts that is done after that
    lag: int


EntryCommand: TypeAlias = (
    PartyOpened
    | SeatTaken
    | MatchDealt
    | WentAway
    | CameBack
    | commands.Leave
    | commands.Kick
    | commands.Lock
    | commands.AssignSeat
    | commands.ChooseGame
    | commands.SetTimeLimit
    | commands.AllowHints
    | commands.Play
    | LiveMoveMade
    | DeclaredReady
    | commands.PauseTable
    | LiveDecided
    | commands.StandIn
    | commands.React
    | commands.AskUndo
    | commands.AnswerUndo
)


class LogEntry(NamedTuple):
    """One line of a log."""

    #: milliseconds since 1970, never less than in the line before
    at: int
    by: messages.Origin
    #: who did it, or -1
    seat: int
    #: the id that their device has given it, or ""
    id: str
    command: EntryCommand


ENTRY_CODEC: Codec[LogEntry] = codec_of(LogEntry)
#: what was a text of JSON in lines of the first protocol: no game writes an action as a text alone
ONCE_TEXTS = {"Opening": "options", "Choose": "options", "Play": "action", "Laid": "action", "Lived": "actions"}


def entry_text(line: LogEntry) -> str:
    """A line as text."""
    return messages.message_text(ENTRY_CODEC, line)


def read_entry(text: str) -> LogEntry:
    """The line that was written; raise Damaged for anything else."""
    try:
        return ENTRY_CODEC.read(_of_now(messages.json_data(text)))
    except BadData as error:
        raise DamagedLog(f"a line of a log: {error}") from None


def _of_now(data: Json) -> Json:
    """A line as it is written now, of one that may have been written as in the first protocol."""
    command = data.get("deed") if isinstance(data, dict) else None
    if isinstance(data, dict) and isinstance(command, dict):
        name = ONCE_TEXTS.get(str(command.get(TYPE_KEY)), "")
        if isinstance(inner := command.get(name), str):
            return data | {"deed": command | {name: messages.json_data(inner)}}
    return data


def token_hash(token: str) -> str:
    """What is kept of somebody's secret."""
    return sha256(f"seat {token}".encode()).hexdigest()
