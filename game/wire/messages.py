"""Messages between devices and a server: strict types, each sent as one JSON text.

A device begins with Hello, or with Open and then Hello; the server answers with a Welcome, all that its seat may know.
Or it asks about all of its seats at once by AskSeats, and gets a summary of each.
After that it sends a PartyUpdate for every entry of the party's log, numbered ``n``; a device that reconnects gives the
last one as ``last_update`` and receives the rest. ``hash`` covers all that a seat has been told since the match began,
so equal hashes mean equal knowledge. A device sends commands as a Request with an id; a repeated id is carried out
once.
"""

import json
from collections.abc import Mapping
from enum import Enum, IntEnum
from hashlib import sha256
from types import MappingProxyType
from typing import Annotated, NamedTuple, TypeAlias, TypeVar

from game.core.capabilities import Order
from game.core.codec import AnyJson, BadData, Codec, codec_of, within
from game.core.options import Json
from game.wire.commands import Command

T = TypeVar("T")

#: the protocol's version, and the oldest that a server accepts; before version 3 no table went on over days
VERSION = 3
OLDEST_VERSION = 3
#: longest message of a device, in bytes
LONGEST = 8 * 1024
#: longest identifier of a device: party names, ids and the like
LONGEST_WORD = 64
#: most seats that a device asks about at once, which is as many as it keeps
MOST_SEATS = 24


class Close(IntEnum):
    """Reasons for closing a connection. Those below 4000 are WebSocket's own."""

    DONE = 1000
    #: the server shuts down and another one takes over: reconnect soon
    RESTART = 1012
    #: the ledger is unreachable and the tables stand still: try again
    FROZEN = 1013
    #: nonsense, or too many messages
    POLICY = 1008
    TOO_BIG = 1009
    #: the device's program is too old for the server: the page must be reloaded, the program renewed
    VERSION = 4001
    #: the server is too old for the device's program
    OLD_SERVER = 4002
    NO_PARTY = 4004
    #: the seat has connected from another device or page
    ELSEWHERE = 4009
    #: the party's log is unreadable; the operator has been told
    SPOILT = 4010
    #: too many attempts
    SLOW_DOWN = 4029
    #: too many tables opened from this address within an hour
    TOO_MANY = 4030


class PartyPhase(Enum):
    """Phase of a party."""

    GATHERING = "gathering"
    PLAYING = "playing"
    OVER = "over"


DAY_MS = 24 * 3600 * 1000
#: time for which a server keeps a party after its last entry or visit, in milliseconds
KEPT_MS: Mapping[PartyPhase, int] = MappingProxyType(
    {PartyPhase.GATHERING: DAY_MS, PartyPhase.PLAYING: 30 * DAY_MS, PartyPhase.OVER: 30 * DAY_MS}
)
#: the same at a table that is played over days, where the longest turn takes 29 days with nights and a holiday. Its
#: code is valid as long
KEPT_OVER_DAYS_MS = 60 * DAY_MS


def kept_ms(phase: PartyPhase, is_over_days: bool) -> int:
    """Return for how long a server keeps a party after its last entry or visit, in milliseconds."""
    return KEPT_OVER_DAYS_MS if is_over_days else KEPT_MS[phase]


class Origin(Enum):
    """Originator of a log entry."""

    PERSON = "person"
    BOT = "bot"
    #: a bot in place of an absent player
    STAND_IN = "stand_in"
    #: a bot, after the time for a turn
    CLOCK = "clock"
    #: the server itself; as a player: any legal action, after a bot failed
    HOUSE = "house"


class SeatInfo(NamedTuple):
    """A seat as everybody sees it."""

    #: a person (``match.HUMAN``), a bot's level or FREE
    kind: str
    #: a person's name; each device names bots by their figure in its own language
    name: str
    figure: str
    away: bool
    stand_in: bool
    #: a bot plays for somebody who has left, until a person takes the seat
    vacant: bool
    #: the person has read the result and is ready for the next match
    ready: bool = False


class UndoRequest(NamedTuple):
    """A player's request to undo an action."""

    seat: int
    #: the number of actions that would remain
    length: int
    #: seats that have agreed, and seats still to be asked
    agreed: tuple[int, ...]
    pending: tuple[int, ...]


class EndRequest(NamedTuple):
    """A player's proposal to end the match."""

    seat: int
    #: seats that have agreed, and seats still to be asked
    agreed: tuple[int, ...]
    pending: tuple[int, ...]


class LiveClock(NamedTuple):
    """Clock of a table in real time. Stamps are milliseconds on the table's own clock."""

    #: server time at which the table's clock starts or started; 0 while it is stopped
    start_ms: int
    #: the stamp at that time
    base: int
    #: the stamp at which it will stop, or -1
    until: int
    #: how much later all devices show an event, and how much later still an action counts
    delay: int
    lag: int
    #: the seats that are ready for it to go on
    ready: tuple[int, ...]
    #: the seat that caused the stop, or -1
    stopped_by: int
    #: for each seat, how often it reacted faster than humanly possible
    too_fast: tuple[int, ...]
    #: the first cards have been uncovered: nobody is sent their faces before
    uncovered: bool = True


class Player(NamedTuple):
    """A player as a standing calls them; a bot has no name and is called by its figure."""

    name: str
    figure: str


class StandingRow(NamedTuple):
    """A person's points and wins in a party's finished matches."""

    player: Player
    #: the seat now, or -1 after leaving
    seat: int = -1
    #: points of all matches, of the evening, and of the last match (-1 without one)
    points: int = 0
    evening: int = 0
    last: int = -1
    #: matches won, and those won in a row up to the last one
    wins: int = 0
    run: int = 0
    #: points by game
    games: Mapping[str, int] = MappingProxyType({})


class BestMoment(NamedTuple):
    """The best moment of a finished match; its text is ``GAME.moment.KEY``."""

    key: str
    player: Player
    #: whom it happened to
    other: Player | None
    #: the blanks of its text, with their numbers
    numbers: tuple[tuple[str, float], ...]


class PlayedMatch(NamedTuple):
    """A finished match of a party, by its number."""

    number: int
    game: str
    winners: tuple[Player, ...]
    moment: BestMoment | None


class EveningState(NamedTuple):
    """An evening of several games, and how many of them are finished."""

    games: tuple[str, ...]
    played: int
    #: all have been played, or it was ended early
    is_over: bool


class PartyState(NamedTuple):
    """State of a party that everybody may know."""

    phase: PartyPhase
    game: str
    #: the house rules
    options: Mapping[str, AnyJson]
    places: tuple[SeatInfo, ...]
    #: the owner's seat, or -1 while nobody is seated
    owner: int
    locked: bool
    #: time limit for a turn, or 0
    seconds: int
    hints: bool
    #: number of matches begun
    matches: int
    #: the checksum that proves the deal afterwards, see :func:`commitment`; "" before the first one
    commitment: str
    undoing: UndoRequest | None
    #: only in a match in real time
    live_clock: LiveClock | None
    ending: EndRequest | None = None
    #: the people who have finished a match here, the first first, and the last matches
    standing: tuple[StandingRow, ...] = ()
    finished: tuple[PlayedMatch, ...] = ()
    evening: EveningState | None = None
    #: the last match was ended by agreement, and no other was begun
    is_ended: bool = False

    def asks(self, seat: int) -> bool:
        """Return True if a seat has yet to answer whether an action may be undone, or the match be ended."""
        return any(seat in request.pending for request in (self.undoing, self.ending) if request)


class PublicEntry(NamedTuple):
    """One entry of the log, as far as everybody may know it."""

    #: the command's name, or an event of the server: "Opened", "Away", "Back"
    name: str
    origin: Origin
    #: the acting seat and the affected one; -1 for none
    seat: int
    other: int
    #: a number that belongs to the entry
    value: int


class TurnState(NamedTuple):
    """Position of a match for one seat."""

    #: the number of actions so far
    length: int
    #: the seat that decides, or -1
    to_move: int
    #: server time at which the turn ends, in milliseconds; 0 for never
    due_ms: int
    #: whether this seat could ask to undo
    undo: bool
    #: the seat's view, written with the game's codec
    view: AnyJson
    #: server time from which a bot may play for the seat to move, in milliseconds; 0 while its player is there
    stand_in_ms: int = 0


class MissedAction(NamedTuple):
    """One action that a seat has missed, as the seat would have seen it."""

    #: the seat that acted
    seat: int
    #: the events that the seat sees
    events: tuple[AnyJson, ...]
    #: the views after each event, if one differs from the last; and the last, None if the action is only told
    views: tuple[AnyJson, ...]
    view: AnyJson


class Missed(NamedTuple):
    """The actions since a person's own last one, oldest first."""

    #: number of the match's actions before those listed
    length: int
    #: number of older ones that the person has missed, too, and that are left out
    left_out: int
    actions: tuple[MissedAction, ...]
    #: the view before the first action that has one
    before: AnyJson


# ---- from the device --------------------------------------------------------------------------------


class Open(NamedTuple):
    """Open a party for a game; answered with its name."""

    version: int
    game: str
    options: Mapping[str, AnyJson]


class Hello(NamedTuple):
    """Join a party by its name or code, with the seat's secret token, or without one as a spectator."""

    version: int
    party: str
    code: str
    token: str
    #: an id of the page or program: its own connections do not displace one another for good
    page: str
    #: the last known update, with its hash, to continue from; -1 for none
    last_update: int
    hash: str


class Request(NamedTuple):
    """Send a command. ``id`` is chosen by the device; ``n`` is the last update known when it was decided."""

    id: str
    n: int
    command: Command


class SeatQuery(NamedTuple):
    """A seat that a device asks about, with the secret token that it has for it."""

    party: Annotated[str, within(1, LONGEST_WORD)]
    token: Annotated[str, within(1, LONGEST_WORD)]


class AskSeats(NamedTuple):
    """Ask about own seats, instead of Hello; answered with Seats, after which the server closes the connection."""

    version: int
    seats: Annotated[tuple[SeatQuery, ...], within(1, MOST_SEATS)]


class Ping(NamedTuple):
    """Check the connection. ``at`` is the device's own time."""

    at: int


class TellMe(NamedTuple):
    """Ask for Web Push at these seats, or no longer; without seats, ask what is offered. Answered by NoticeOffer.

    It needs no Hello before. The keys are those of the browser's subscription, in URL-safe base64.
    """

    seats: Annotated[tuple[SeatQuery, ...], within(0, MOST_SEATS)]
    endpoint: str
    p256dh: str
    auth: str
    language: str
    on: bool


class AskFeed(NamedTuple):
    """Ask for a private feed of a seat, in place of the one before, or for none. Answered by Feed."""

    seat: SeatQuery
    language: str
    on: bool


class FindFeed(NamedTuple):
    """Ask whether a seat has a feed. Answered by Feed, without its address: the server keeps only a hash of it."""

    seat: SeatQuery


# ---- from the server --------------------------------------------------------------------------------


class Opened(NamedTuple):
    """Answer to Open: the party exists."""

    party: str
    code: str


class Welcome(NamedTuple):
    """Everything a seat may know after update ``n``."""

    party: str
    code: str
    n: int
    hash: str
    #: the receiver's seat, or WATCHER
    seat: int
    #: the server's time, in milliseconds
    now_ms: int
    party_state: PartyState
    turn: TurnState | None
    #: what a person at a match of turns has missed; None for nothing
    missed: Missed | None = None
    #: who has removed the receiver from the table, or ""
    removed_by: str = ""
    #: the last match was ended by agreement while the receiver was away
    missed_end: bool = False


class SeatStatus(Enum):
    """Status of a seat that a server is asked about."""

    #: it is there, and the token is its own
    HELD = "held"
    #: the party is there, and nobody there has that token
    NO_SEAT = "no_seat"
    #: there is no such party, or no longer
    NO_PARTY = "no_party"
    #: the party's log is unreadable
    SPOILT = "spoilt"
    #: the server had no time to look; it may be asked again
    BUSY = "busy"


class TableSummary(NamedTuple):
    """Summary of a party for one of its seats: no more than that seat's Welcome would tell, and when it happened."""

    phase: PartyPhase
    game: str
    places: tuple[SeatInfo, ...]
    #: the asking seat
    seat: int
    #: the seat that decides, or -1
    to_move: int
    #: this seat is asked whether an action may be undone, or the match be ended
    is_asked: bool
    #: server times in milliseconds: the start of the present turn, its end or 0, and the last entry
    turn_ms: int
    due_ms: int
    at_ms: int
    #: how much of the match is played, in percent; -1 if that is unknown
    progress: int
    #: number of the log's last entry
    n: int
    #: number of actions since this seat's player was last connected
    missed: int
    #: the winning seats and all scores of a finished match
    winners: tuple[int, ...]
    scores: tuple[int, ...]
    #: people need not be there at the same time
    is_over_days: bool = False
    #: the last match was ended by agreement, and no other was begun
    is_ended: bool = False


class SeatAnswer(NamedTuple):
    """Answer about one seat; the table only for a seat that is held."""

    party: str
    status: SeatStatus
    table: TableSummary | None
    #: who has removed the asking player from the table, or ""
    removed_by: str = ""


class Seats(NamedTuple):
    """Answer to AskSeats: a row for each seat, in the order of the question."""

    now_ms: int
    rows: tuple[SeatAnswer, ...]


class PartyUpdate(NamedTuple):
    """Entry ``n`` of the log as one seat sees it."""

    n: int
    hash: str
    entry: PublicEntry
    #: the receiver's seat after it
    seat: int
    #: only if it has changed
    party_state: PartyState | None
    #: the events that the seat sees
    events: tuple[AnyJson, ...]
    #: the views after each event, if one differs from the turn's; usually empty
    views: tuple[AnyJson, ...]
    turn: TurnState | None


class OrderState(NamedTuple):
    """The standing order of the receiver's own seat, or None; a new connection begins without one."""

    order: Order | None


class Over(NamedTuple):
    """End of a match: the whole match, and the data behind its commitment."""

    n: int
    save: AnyJson
    seed: str
    nonce: str
    #: the seats of people for whom a bot has made most of the moves
    bots: tuple[int, ...] = ()


class MissedResult(NamedTuple):
    """Record of an earlier match, for somebody who was away when it ended and while the next one began.

    It follows Welcome. ``number`` is that of the match, ``seat`` the one that the person had in it.
    """

    number: int
    seat: int
    over: Over


class Ack(NamedTuple):
    """Acknowledgement: the command was carried out with entry ``n``."""

    id: str
    n: int


class Nak(NamedTuple):
    """Refusal of a command, for now or for good."""

    id: str
    reason: str


class Pong(NamedTuple):
    """Answer to Ping: echoes the device's time, adds the server's."""

    at: int
    now_ms: int


class NoticeOffer(NamedTuple):
    """Answer to TellMe."""

    #: the server's public key for subscriptions to Web Push, or "" if it offers none
    push_key: str
    #: number of the seats that were subscribed
    seats: int


class Feed(NamedTuple):
    """Answer to AskFeed and FindFeed."""

    #: the path of a new feed on this server, or ""
    path: str
    #: the seat has a feed
    exists: bool


ClientMessage: TypeAlias = Open | Hello | AskSeats | Request | Ping | TellMe | AskFeed | FindFeed
ServerMessage: TypeAlias = (
    Opened | Welcome | Seats | PartyUpdate | Over | MissedResult | OrderState | Ack | Nak | Pong | NoticeOffer | Feed
)

CLIENT_CODEC: Codec[ClientMessage] = codec_of(ClientMessage)  # type: ignore[arg-type]
SERVER_CODEC: Codec[ServerMessage] = codec_of(ServerMessage)  # type: ignore[arg-type]


class OtherVersion(Exception):
    """Raised for a device with an unsupported protocol version; ``reason`` says which side is older."""

    def __init__(self, reason: Close) -> None:
        super().__init__(reason)
        self.reason = reason


def _no_number(name: str) -> Json:
    raise ValueError(name)


# created once, as a server needs them for every message
_ENCODER = json.JSONEncoder(ensure_ascii=False, separators=(",", ":"))
_DECODER = json.JSONDecoder(parse_constant=_no_number)


def json_text(data: Json) -> str:
    """Return compact JSON text; equal data gives equal text."""
    return _ENCODER.encode(data)


def json_data(text: str) -> Json:
    """Parse JSON; raise BadData if it is malformed."""
    try:
        found: Json = _DECODER.decode(text)
    except (ValueError, RecursionError) as error:
        raise BadData(f"expected JSON: {str(error)[:60]}") from None
    return found


def message_text(codec: Codec[T], value: T) -> str:
    """Return a message as text."""
    return json_text(codec.write(value))


def read_request(text: str) -> ClientMessage:
    """Parse a device's message; raise BadData for nonsense and OtherVersion for another protocol version."""
    if len(text.encode("utf-8", "surrogatepass")) > LONGEST:
        raise BadData(f"expected at most {LONGEST} bytes")
    data = json_data(text)
    if "\\ud" in text.lower() and not _is_unicode(data):
        raise BadData("expected no lone surrogates, which can be neither hashed nor sent")
    # first of all, as its fields may differ
    if isinstance(data, dict) and "version" in data and not is_supported(version := data["version"]):
        raise OtherVersion(Close.OLD_SERVER if type(version) is int and version > VERSION else Close.VERSION)
    found = CLIENT_CODEC.read(data)
    words = [word for word in found if isinstance(word, str)] if isinstance(found, Hello | Request) else []
    if any(len(word) > LONGEST_WORD for word in words):
        raise BadData(f"expected words of at most {LONGEST_WORD} letters")
    if isinstance(found, Request) and not found.id.isprintable():
        # the answer repeats it
        raise BadData(f"expected a printable id, got {found.id!r}")
    return found


def _is_unicode(data: Json) -> bool:
    """Return True if all text in JSON is valid Unicode: JSON can escape half of a surrogate pair."""
    try:
        json_text(data).encode()
    except UnicodeEncodeError:
        return False
    return True


def is_supported(version: Json) -> bool:
    """Return True if a device's protocol version is supported."""
    return type(version) is int and OLDEST_VERSION <= version <= VERSION


def read_answer(text: str) -> ServerMessage:
    """Parse a server's message; raise BadData for nonsense."""
    return SERVER_CODEC.read(json_data(text))


def commitment(seed: str, nonce: str) -> str:
    """Return the checksum published before a match, by which the deal can be verified after it."""
    return sha256(f"{seed}:{nonce}".encode()).hexdigest()


#: the hash before a match's first update, and the number of digits after it
NOTHING_YET, HASH = "", 16


def hash_after(before: str, n: int, entry: PublicEntry, events: str) -> str:
    """Extend the hash of all that a seat has been told of a match by one update."""
    parts = [before, str(n), entry.name, entry.origin.value]
    parts += [str(entry.seat), str(entry.other), str(entry.value), events]
    return sha256("\n".join(parts).encode()).hexdigest()[:HASH]
