"""What a device and a server say to each other: strict types, as JSON in one text each.

A device begins with Hello, or with Open and then Hello, and is answered by a Welcome, all that its seat may know. From
then on it is told a Step for every line of the party's log: ``n`` counts them, so that whoever has lost the line says
``have`` and is told the rest. ``hash`` runs over all that a seat has been told since the match began: two that have the
same one have seen the same. What a device wants is a Do with an id of its own; asked twice it is done once.
"""

import json
from collections.abc import Mapping
from enum import Enum, IntEnum
from hashlib import sha256
from typing import NamedTuple, TypeAlias, TypeVar

from game.core.codec import AnyJson, BadData, Codec, codec_of
from game.core.options import Json
from game.wire.commands import Command

T = TypeVar("T")

#: the version of these messages, and the oldest that a server still speaks: in the first, JSON lay in texts of JSON
VERSION = 2
OLDEST_VERSION = 2
#: no message of a device is longer, in bytes
LONGEST = 8 * 1024
#: nothing that was called by a device is: names of parties, ids and the like
LONGEST_WORD = 64


class Close(IntEnum):
    """Why a line was closed. Those below 4000 are the protocol's own."""

    DONE = 1000
    #: the server goes, another one comes: try again soon
    RESTART = 1012
    #: what the tables lie in does not answer: they stand still, and it is to be tried again
    FROZEN = 1013
    #: nonsense, or too much of it
    POLICY = 1008
    TOO_BIG = 1009
    #: the device's program is too old for the server: the page is to be loaded again, the program to be renewed
    VERSION = 4001
    #: the server is too old for the device's program
    OLD_SERVER = 4002
    NO_PARTY = 4004
    #: the seat has come in by another device or page
    ELSEWHERE = 4009
    #: its log cannot be read any longer: whoever runs the server has been told
    SPOILT = 4010
    #: too many tries
    SLOW_DOWN = 4029
    #: too many tables were opened from there within an hour
    TOO_MANY = 4030


class PartyPhase(Enum):
    """What a party is at."""

    GATHERING = "gathering"
    PLAYING = "playing"
    OVER = "over"


class Origin(Enum):
    """Who did something."""

    PERSON = "person"
    BOT = "bot"
    #: a bot in somebody's stead
    STAND_IN = "stand_in"
    #: a bot, as the time for a turn was over
    CLOCK = "clock"
    #: nobody in particular; an action where a bot failed, any that is allowed
    HOUSE = "house"


class SeatInfo(NamedTuple):
    """A seat as everybody sees it."""

    #: a person (``match.HUMAN``), a bot's level or FREE
    kind: str
    #: what a person is called; a bot goes by its figure's name, in each device's own language
    name: str
    figure: str
    away: bool
    stand_in: bool
    #: a bot plays for somebody who has left, until somebody sits down there
    vacant: bool


class UndoRequest(NamedTuple):
    """Somebody asks to take an action back."""

    seat: int
    #: how many actions would be left
    length: int
    #: who has agreed, and who is still to be asked
    agreed: tuple[int, ...]
    open: tuple[int, ...]


class LiveClock(NamedTuple):
    """How time passes at a table of real time. Stamps are milliseconds of the table's own clock."""

    #: when the table's clock goes on, or has gone on, by the server's; 0 while it stands still
    start_ms: int
    #: what it shows then
    base: int
    #: where it will stand still, or -1
    until: int
    #: how much later than it happens all devices show it, and how much later than they show it a hand counts
    delay: int
    lag: int
    #: the seats that wait for it to go on
    ready: tuple[int, ...]
    #: the seat for which it stands still, or -1
    because: int
    #: how often each seat was quicker than anybody can be
    quick: tuple[int, ...]


class PartyState(NamedTuple):
    """How things stand at a party, as far as everybody knows it."""

    phase: PartyPhase
    game: str
    #: the house rules
    options: Mapping[str, AnyJson]
    places: tuple[SeatInfo, ...]
    #: whose party it is, or -1 while nobody sits
    owner: int
    locked: bool
    #: for a turn, or 0
    seconds: int
    hints: bool
    #: how many matches have begun
    matches: int
    #: the sum by which the deal can be checked once it is told, see :func:`commitment`; "" before the first one
    commitment: str
    undoing: UndoRequest | None
    #: in a match of real time
    live_clock: LiveClock | None


class PublicEntry(NamedTuple):
    """One line of the log, as far as everybody knows it."""

    #: the deed's name, or what the house itself tells: "Opened", "Away", "Back"
    what: str
    by: Origin
    #: who did it, and to whom; -1 for nobody
    seat: int
    other: int
    #: whatever number belongs to it
    value: int


class TurnState(NamedTuple):
    """Where a match stands for one seat."""

    #: how many actions there have been
    length: int
    #: the seat that decides, or -1
    to_move: int
    #: when the turn is over, by the server's clock, in milliseconds; 0 for never
    due_ms: int
    #: whether this seat could ask to take something back
    undo: bool
    #: the seat's view, as the game's codec writes it
    view: AnyJson


# ---- what a device says -----------------------------------------------------------------------------


class Open(NamedTuple):
    """Make a party for a game, and be told its name."""

    version: int
    game: str
    options: Mapping[str, AnyJson]


class Hello(NamedTuple):
    """Come to a party, by its name or by its code, with the secret of one's seat or, to look on, without any."""

    version: int
    party: str
    code: str
    token: str
    #: a word of the page's or program's own: its lines do not drive each other away for good
    page: str
    #: the last step that is known, with its hash, to go on from there; -1 for none
    have: int
    hash: str


class Request(NamedTuple):
    """Do something. ``id`` is a word of one's own, ``n`` the step after which it was decided."""

    id: str
    n: int
    command: Command


class Ping(NamedTuple):
    """Is anybody there? With the device's own time."""

    at: int


# ---- what a server says -----------------------------------------------------------------------------


class Opened(NamedTuple):
    """The party is there."""

    party: str
    code: str


class Welcome(NamedTuple):
    """All that there is to know after step ``n``."""

    party: str
    code: str
    n: int
    hash: str
    #: one's seat, or WATCHER
    seat: int
    #: the server's clock, in milliseconds
    now_ms: int
    standing: PartyState
    turn: TurnState | None


class PartyUpdate(NamedTuple):
    """What line ``n`` of the log is to one seat."""

    n: int
    hash: str
    happened: PublicEntry
    #: one's seat after it
    seat: int
    #: if it is another one than before
    standing: PartyState | None
    #: the events that the seat sees
    events: tuple[AnyJson, ...]
    #: the views after each of these, where one differs from the turn's; mostly there are none
    between: tuple[AnyJson, ...]
    turn: TurnState | None


class Over(NamedTuple):
    """A match has ended: the whole of it, and what its commitment was made of."""

    n: int
    save: AnyJson
    seed: str
    nonce: str


class Ack(NamedTuple):
    """It is done, by line ``n``."""

    id: str
    n: int


class Nak(NamedTuple):
    """It cannot be done, or not now."""

    id: str
    why: str


class Pong(NamedTuple):
    """Somebody is: the device's own time again, and the server's."""

    at: int
    now_ms: int


ClientMessage: TypeAlias = Open | Hello | Request | Ping
ServerMessage: TypeAlias = Opened | Welcome | PartyUpdate | Over | Ack | Nak | Pong

CLIENT_CODEC: Codec[ClientMessage] = codec_of(ClientMessage)  # type: ignore[arg-type]
SERVER_CODEC: Codec[ServerMessage] = codec_of(ServerMessage)  # type: ignore[arg-type]


class OtherVersion(Exception):
    """A device of a version that is not spoken here; ``why`` its line is closed says which side is older."""

    def __init__(self, why: Close) -> None:
        super().__init__(why)
        self.why = why


def _no_number(name: str) -> Json:
    raise ValueError(name)


# made once: a server needs them for every message
_ENCODER = json.JSONEncoder(ensure_ascii=False, separators=(",", ":"))
_DECODER = json.JSONDecoder(parse_constant=_no_number)


def json_text(data: Json) -> str:
    """JSON as one text, the same for the same data."""
    return _ENCODER.encode(data)


def json_data(text: str) -> Json:
    """The JSON in a text; raise BadData for what is none."""
    try:
        found: Json = _DECODER.decode(text)
    except (ValueError, RecursionError) as error:
        raise BadData(f"no JSON: {str(error)[:60]}") from None
    return found


def message_text(codec: Codec[T], value: T) -> str:
    """A message as text."""
    return json_text(codec.write(value))


def read_request(text: str) -> ClientMessage:
    """What a device says; raise BadData for nonsense and OtherVersion for what another version would understand."""
    if len(text.encode("utf-8", "surrogatepass")) > LONGEST:
        raise BadData("too long")
    data = json_data(text)
    # before anything else is looked at, for its fields may be others
    if isinstance(data, dict) and "version" in data and not is_supported(version := data["version"]):
        raise OtherVersion(Close.OLD_SERVER if type(version) is int and version > VERSION else Close.VERSION)
    found = CLIENT_CODEC.read(data)
    words = [word for word in found if isinstance(word, str)] if isinstance(found, Hello | Request) else []
    if any(len(word) > LONGEST_WORD for word in words):
        raise BadData("too long a word")
    return found


def is_supported(version: Json) -> bool:
    """Whether a device of that version is understood here."""
    return type(version) is int and OLDEST_VERSION <= version <= VERSION


def read_answer(text: str) -> ServerMessage:
    """What a server says; raise BadData for nonsense."""
    return SERVER_CODEC.read(json_data(text))


def commitment(seed: str, nonce: str) -> str:
    """What is told of a deal before it is played, so that everybody can check afterwards that it was fixed."""
    return sha256(f"{seed}:{nonce}".encode()).hexdigest()


#: where the hash of a match begins, and how many digits it has from its first step on
NOTHING_YET, HASH = "", 16


def hash_after(before: str, n: int, happened: PublicEntry, events: str) -> str:
    """The hash of all that a seat has been told of a match, with one more step."""
    words = [before, str(n), happened.what, happened.by.value]
    words += [str(happened.seat), str(happened.other), str(happened.value), events]
    return sha256("\n".join(words).encode()).hexdigest()[:HASH]
