"""The lines of a party's log: what was done, by whom and when. They hold secrets, and no device is told them."""

from collections.abc import Mapping
from hashlib import sha256
from typing import NamedTuple, TypeAlias

from game.core.codec import KIND, AnyJson, BadData, Codec, codec_of
from game.core.options import Json
from game.server.ledger import Damaged
from game.wire import deeds, messages

#: raised whenever a log of before would be another story by the rules of now, as golden games are when they change
RULES = 1


class Opening(NamedTuple):
    """A party begins."""

    rules: int
    #: what whoever has only heard of it types
    code: str
    game: str
    options: Mapping[str, AnyJson]


class Seated(NamedTuple):
    """Somebody has sat down. Of their secret only the hash is kept."""

    seat: int
    name: str
    figure: str
    token: str


class Dealt(NamedTuple):
    """A match begins: all chance in it comes from the seed. Both are 128 bits in hexadecimal digits."""

    seed: str
    nonce: str


class Away(NamedTuple):
    """The line to somebody is gone, who had come by it in that session."""

    session: str


class Back(NamedTuple):
    """Somebody is there, in a session that ends the one before."""

    session: str


class Laid(NamedTuple):
    """Somebody has done something in a game of real time, at its stamp as far as it is believed."""

    action: AnyJson
    #: when it came, by the table's clock
    came: int


class Readied(NamedTuple):
    """Somebody waits for the table to go on."""

    #: how long a text to their device and back takes, in milliseconds
    rtt: int


class Lived(NamedTuple):
    """Everything in a game of real time up to a stamp is decided: these actions."""

    until: int
    actions: tuple[AnyJson, ...]
    #: how much later everything counts that is done after that
    lag: int


Recorded: TypeAlias = (
    Opening
    | Seated
    | Dealt
    | Away
    | Back
    | deeds.Leave
    | deeds.Kick
    | deeds.Lock
    | deeds.Give
    | deeds.Choose
    | deeds.Limit
    | deeds.Hints
    | deeds.Play
    | Laid
    | Readied
    | deeds.Rest
    | Lived
    | deeds.StandIn
    | deeds.React
    | deeds.AskUndo
    | deeds.AnswerUndo
)


class Line(NamedTuple):
    """One line of a log."""

    #: milliseconds since 1970, never less than in the line before
    at: int
    by: messages.By
    #: who did it, or -1
    seat: int
    #: the id that their device has given it, or ""
    id: str
    deed: Recorded


LINE: Codec[Line] = codec_of(Line)
#: what was a text of JSON in lines of the first protocol: no game writes an action as a text alone
ONCE_TEXTS = {"Opening": "options", "Choose": "options", "Play": "action", "Laid": "action", "Lived": "actions"}


def written(line: Line) -> str:
    """A line as text."""
    return messages.packed(LINE, line)


def read(text: str) -> Line:
    """The line that was written; raise Damaged for anything else."""
    try:
        return LINE.read(_of_now(messages.data_of(text)))
    except BadData as error:
        raise Damaged(f"a line of a log: {error}") from None


def _of_now(data: Json) -> Json:
    """A line as it is written now, of one that may have been written as in the first protocol."""
    deed = data.get("deed") if isinstance(data, dict) else None
    if isinstance(data, dict) and isinstance(deed, dict):
        name = ONCE_TEXTS.get(str(deed.get(KIND)), "")
        if isinstance(inner := deed.get(name), str):
            return data | {"deed": deed | {name: messages.data_of(inner)}}
    return data


def hashed(token: str) -> str:
    """What is kept of somebody's secret."""
    return sha256(f"seat {token}".encode()).hexdigest()
