"""Client of a party on one device, over a connection that may break at any time.

The current time is passed in; the connection is anything that carries texts (:class:`Connection`). Even if it breaks, a
request is carried out once, and updates have no gap: every request has an id and is repeated until it is answered;
every update has a number and a hash over all before it.
"""

from collections import deque
from collections.abc import Callable, Mapping
from typing import NamedTuple, Protocol

from game.core import codec, match, rng
from game.core.capabilities import Order
from game.core.game import WATCHER, Action, AnyGame, Event, View
from game.core.stored_words import class_word
from game.wire import commands, messages

#: clock answers are used for this many milliseconds, as clocks drift and devices sleep
KEPT_MS = 20_000.0
#: number of answers before the offset is trusted; until then it follows each answer at once
FIRST = 5
#: largest correction of the offset after that, in milliseconds per millisecond, so that time neither jumps nor runs
#: backwards
SLEW = 0.01


class ServerClock:
    """Estimate of the server's clock. Device times are passed in, in milliseconds."""

    def __init__(self) -> None:
        #: for each answer: its arrival, and the largest and least possible offset of the server
        self._bounds: deque[tuple[float, float, float]] = deque()
        #: number of answers
        self._count = 0
        self._ahead = 0.0
        #: the offset it moves towards, and since when
        self._target, self._since = 0.0, 0.0

    def begin(self, server_ms: float, now_ms: float) -> None:
        """Start again with the time that a server has just sent; it may be another server."""
        self.forget()
        self._ahead = self._target = server_ms - now_ms
        self._since = now_ms

    def forget(self) -> None:
        """Drop all measurements for a new connection: another server, or a device that has slept."""
        self._bounds.clear()
        self._count = 0

    @property
    def is_sure(self) -> bool:
        """True when there have been enough answers."""
        return self._count >= FIRST

    def heard(self, asked_ms: float, server_ms: float, now_ms: float) -> None:
        """Take an answer to a ping sent at ``asked_ms``, in which the server's time was ``server_ms``."""
        ahead = self._ahead_at(now_ms)
        self._bounds.append((now_ms, server_ms - asked_ms, server_ms - now_ms))
        while now_ms - self._bounds[0][0] > KEPT_MS:
            self._bounds.popleft()
        most, least = min(one[1] for one in self._bounds), max(one[2] for one in self._bounds)
        self._target, self._since = (most + least) / 2, now_ms
        self._count += 1
        self._ahead = ahead if self._count > FIRST else self._target

    def _ahead_at(self, now_ms: float) -> float:
        most = SLEW * max(0.0, now_ms - self._since)
        return self._ahead + max(-most, min(most, self._target - self._ahead))

    def at(self, now_ms: float) -> float:
        """Return the server's time at device time ``now_ms``, which is not before the last answer."""
        return now_ms + self._ahead_at(now_ms)


#: time after which an unanswered request is repeated, in milliseconds
AGAIN_MS = 1_500
#: interval of pings; time without an answer after which the connection is lost; and the same while a request is
#: pending, as a server without its ledger would say so and one that says nothing hangs
PING_MS, SILENCE_MS, HANGS_MS = 2_500, 5_000, 3_500
#: interval of pings at a table in real time, before and after the server's clock is known; it also keeps a radio awake
UNSURE_MS, LIVE_MS = 150, 500
#: time for the first message on a new connection: doubled after each failure up to the longest, as the server may hang
#: or the network be slow. After an earlier success it is a multiple of the time that took, within these bounds
CONNECT_MS, LONGEST_CONNECT_MS = 2_000, 8_000
QUICK_CONNECT_MS, TIMES_AS_LONG = 800, 5
#: shortest and longest wait before a reconnection; it doubles each time
FIRST_WAIT_MS, LONGEST_WAIT_MS = 500, 10_000
#: time after a loss in which waits stay short, as a restarted server is back soon; and the longest of these
SOON_MS, SOON_WAIT_MS = 30_000, 2_000
#: number of connections beginning with unreadable messages after which the server must be of another version
UNREAD = 3
#: reasons after which reconnecting is pointless
FINAL = (
    messages.Close.VERSION,
    messages.Close.OLD_SERVER,
    messages.Close.NO_PARTY,
    messages.Close.ELSEWHERE,
    messages.Close.POLICY,
    messages.Close.TOO_BIG,
    messages.Close.SPOILT,
)
#: reasons that prove a server alive
SPEAKS = (messages.Close.RESTART, messages.Close.FROZEN)
#: entries that begin a match or the gathering for one, and so a new hash
BEGINS = tuple(map(class_word, (commands.Start, commands.ChooseGame, commands.PlanEvening)))


class Connection(Protocol):
    """Connection to a server."""

    @property
    def closed(self) -> int | None:
        """The reason why it was closed, as in :class:`~game.wire.messages.Close`; None while it is usable."""

    def send(self, text: str) -> None:
        """Send a text as soon as the connection is open; after it is closed, the text is lost."""

    def take(self) -> list[str]:
        """Return the texts received since the last call."""

    def close(self) -> None:
        """Close the connection."""


class PartyStep(NamedTuple):
    """One update as a table shows it."""

    entry: messages.PublicEntry
    #: the receiving seat
    seat: int
    party_state: messages.PartyState
    #: the events that this seat sees, each with its view after the event
    steps: tuple[tuple[Event, View], ...]
    #: the position after it; None if no match is running
    turn: messages.TurnState | None
    view: View | None
    #: the number of its log entry
    n: int = -1

    @property
    def length(self) -> int:
        """The number of actions after it; -1 if no match is running."""
        return self.turn.length if self.turn else -1


class MissedMoves(NamedTuple):
    """The moves that the person here has missed of a match, oldest first."""

    #: events that are only told, each with the number of actions after it
    events: tuple[tuple[int, Event], ...]
    #: the view before the steps, and the actions that can be shown as if they happened now
    before: View | None
    steps: tuple[PartyStep, ...]
    #: number of still older actions
    left_out: int = 0


class PartyClient:
    """A party on a server. Call :meth:`poll` often, and :meth:`take_steps` to show the updates."""

    #: what the last whole state says that the person here has missed
    missed: MissedMoves | None = None
    #: the standing order of the person here
    order: Order | None = None
    #: the results of earlier matches that the person here has missed, oldest first
    missed_results: tuple[messages.MissedResult, ...] = ()
    #: by the last whole state: who has removed the person here, or ""; the match was ended by agreement without them
    removed_by = ""
    missed_end = False

    def __init__(
        self,
        games: Mapping[str, AnyGame],
        connect: Callable[[], Connection],
        party: str,
        token: str,
        session: str,
        code: str = "",
        opens: commands.ChooseGame | None = None,
    ) -> None:
        self._games = games
        self._connect = connect
        #: the party's name, or its code as long as the name is unknown
        self.party, self.code = party, code
        #: the game of a new party, which is opened first
        self._opens = opens
        self._token = token
        #: prefix of all ids, unique to this page or program
        self._session = session
        self._rng = rng.Rng(sum(session.encode()))
        self._connection: Connection | None = None
        #: the reason why it no longer reconnects
        self.ended: int | None = None
        #: the reason why the last connection was closed, until the next is open
        self.closed: int | None = None
        #: consecutive attempts to connect, and those without any answer
        self._attempts = self._unanswered = 0
        #: time of the last Hello, and how long the first message took the last time, or -1
        self._hello_ms, self._welcome_ms = 0, -1
        #: time of the last contact or the beginning, and of first sending the first pending request
        self._contact_ms = self._requested_ms = 0
        #: consecutive connections with unreadable messages
        self._unreadable = 0
        self._count = 0
        #: ids of unanswered actions in real time
        self._live_ids: set[str] = set()
        self._now_ms = self._reconnect_ms = 0
        self._received_ms = self._pinged_ms = self._sent_ms = 0
        self._is_known = False
        self._requests: deque[messages.Request] = deque()
        self._answers: dict[str, messages.Ack | messages.Nak] = {}
        self._steps: list[PartyStep] = []
        #: True if the whole state was sent since the last query: the table must be set up anew
        self.was_reset = False
        self.n, self.hash = -1, messages.NOTHING_YET
        self.seat = WATCHER
        self.party_state: messages.PartyState | None = None
        self._turn: messages.TurnState | None = None
        self.over: messages.Over | None = None
        #: the first commitment received for each match, by the match's number
        self._commitments: dict[int, str] = {}
        #: estimate of the server's clock
        self.clock = ServerClock()

    # ---- state ----------------------------------------------------------------------------------

    @property
    def is_connected(self) -> bool:
        """True if the connection is open and the state up to date."""
        return self._is_known

    @property
    def game(self) -> AnyGame | None:
        """The current or next game."""
        return self._games.get(self.party_state.game) if self.party_state else None

    @property
    def view(self) -> View | None:
        """The seat's view of the match."""
        game = self.game
        return game.view_codec().read(self._turn.view) if game and self._turn else None

    @property
    def turn_state(self) -> messages.TurnState | None:
        """The position of the match."""
        return self._turn

    @property
    def left_ms(self) -> int | None:
        """Milliseconds left to the seat to move, or None without a limit."""
        due = self._turn.due_ms if self._turn else 0
        return self.ms_until(due) if due else None

    def ms_until(self, server_ms: int) -> int:
        """Return the milliseconds until a time of the server, 0 if it is over."""
        return max(0, server_ms - round(self.clock.at(self._now_ms)))

    def finished(self) -> match.AnyMatch | None:
        """Return the whole match once it is over; raise InvalidSave if this device cannot read it."""
        return match.load(self.over.save, self._games) if self.over else None

    def proof(self) -> str:
        """Return the data to verify a finished match's deal, as JSON; see ``server/README.md``. "" before."""
        if self.over is None or self.party_state is None:
            return ""
        commitment = self._commitments.get(self.party_state.matches, "")
        proof = {"commitment": commitment, "seed": self.over.seed, "nonce": self.over.nonce}
        return messages.json_text({**proof, "save": self.over.save})

    @property
    def is_fair(self) -> bool:
        """True if the finished match was dealt as committed before it."""
        if self.over is None or self.party_state is None:
            return False
        return self._was_committed(self.over, self._commitments.get(self.party_state.matches, ""))

    def is_fair_as_known(self, result: messages.MissedResult) -> bool:
        """Return False if a missed match was not dealt as committed; a device closed since before cannot tell."""
        known = self._commitments.get(result.number)
        return known is None or self._was_committed(result.over, known)

    def _was_committed(self, over: messages.Over, commitment: str) -> bool:
        dealt = over.save.get("seed") if isinstance(over.save, dict) else None
        return messages.commitment(over.seed, over.nonce) == commitment and dealt == int(over.seed, 16)

    def take_steps(self) -> list[PartyStep]:
        """Return the updates since the last call, to be shown one after the other."""
        steps, self._steps, self.was_reset = self._steps, [], False
        return steps

    def answer(self, id_: str) -> messages.Ack | messages.Nak | None:
        """Return and remove the answer to a request; None while there is none."""
        return self._answers.pop(id_, None)

    @property
    def is_waiting(self) -> bool:
        """True while a request is unanswered."""
        return bool(self._requests)

    # ---- requests -------------------------------------------------------------------------------

    def do(self, command: commands.Command) -> str:
        """Send a command, and return its request id."""
        self._count += 1
        request = messages.Request(f"{self._session}{self._count}", self.n, command)
        self._requests.append(request)
        if len(self._requests) == 1:
            self._requested_ms = self._now_ms
            self._send_request()
        return request.id

    def send_live_action(self, action: Action) -> str:
        """Send an action in real time, and return its request id.

        It is sent at once, without waiting for other requests, and never repeated: it is lost with the connection.
        """
        game = self.game
        assert game is not None, "expected a match in progress, got none"
        self._count += 1
        request = messages.Request(f"{self._session}{self._count}", self.n, commands.LiveMove(game.encode(action)))
        if self._is_known:
            self._live_ids.add(request.id)
            self._send(request)
        return request.id

    @property
    def live_clock(self) -> messages.LiveClock | None:
        """The clock of a match in real time."""
        return self.party_state.live_clock if self.party_state else None

    def table_ms(self, at_ms: float) -> float | None:
        """Return the stamp to show at device time ``at_ms`` at a table in real time; None while its clock is stopped.

        It is behind the table's own clock by the common delay, so that every event is known in time to be shown.
        """
        live_clock = self.live_clock
        if live_clock is None or not live_clock.start_ms:
            return None
        shown = live_clock.base + self.clock.at(at_ms) - live_clock.start_ms - live_clock.delay
        return min(shown, live_clock.until) if live_clock.until >= 0 else shown

    def _send(self, message: messages.ClientMessage) -> None:
        if self._connection is not None:
            self._connection.send(messages.message_text(messages.CLIENT_CODEC, message))

    def _send_request(self) -> None:
        # one at a time, as the second may depend on the first
        if self._requests and self._is_known:
            self._sent_ms = self._now_ms
            self._send(self._requests[0])

    def _hello(self) -> None:
        self._is_known, self.order = False, None
        self._received_ms = self._pinged_ms = self._hello_ms = self._now_ms
        if self._opens is not None and not self.party:
            self._send(messages.Open(messages.VERSION, *self._opens))
            return
        code = "" if self.party else self.code
        self._send(messages.Hello(messages.VERSION, self.party, code, self._token, self._session, self.n, self.hash))

    # ---- time -----------------------------------------------------------------------------------

    def shown(self) -> None:
        """Reconnect at once when the device becomes visible again after a long silence."""
        self._reconnect_ms, self._attempts, self._contact_ms = 0, 0, self._now_ms
        if self._connection is not None and self._now_ms - self._received_ms > PING_MS:
            self._lost(self._connection)

    def again(self) -> None:
        """Reconnect after an end, as to reclaim a seat taken over by another device."""
        self.ended = self.closed = None
        self._reconnect_ms, self._attempts, self._unreadable, self._contact_ms = 0, 0, 0, self._now_ms

    def poll(self, now_ms: int) -> None:
        """Receive and send messages, and reconnect where needed."""
        self._now_ms = now_ms
        self._contact_ms = self._contact_ms or now_ms
        connection = self._connection
        if connection is None:
            if self.ended is None and now_ms >= self._reconnect_ms:
                self._connection = self._connect()
                self._hello()
            return
        for text in connection.take():
            self._received_ms = now_ms
            try:
                self._hear(text)
            except codec.BadData:
                # a connection that carries nonsense is unusable
                self._unreadable += 1
                if self._unreadable >= UNREAD:
                    self.ended = messages.Close.VERSION
                self._lost(connection)
                return
        if connection.closed is not None:
            self.closed = connection.closed
            if connection.closed in SPEAKS:
                self._unanswered = 0
            if connection.closed in FINAL:
                self.ended = connection.closed
            self._lost(connection)
            return
        if now_ms - self._received_ms > self._patience_ms():
            if not self._is_known:
                self._unanswered = min(self._unanswered + 1, 10)
                # the timeout was wait enough
                self._attempts = 0
            self._lost(connection)
            return
        is_live = self._is_known and self.live_clock is not None
        if now_ms - self._pinged_ms >= ((LIVE_MS if self.clock.is_sure else UNSURE_MS) if is_live else PING_MS):
            self._pinged_ms = now_ms
            self._send(messages.Ping(now_ms))
        if self._requests and now_ms - self._sent_ms >= AGAIN_MS:
            self._send_request()

    def _patience_ms(self) -> int:
        """Return the silence in milliseconds after which the connection counts as lost."""
        if not self._is_known:
            took = self._welcome_ms
            if took < 0:
                return min(LONGEST_CONNECT_MS, CONNECT_MS << self._unanswered)
            # two failures in a row may be servers that hang
            quick = max(QUICK_CONNECT_MS, min(CONNECT_MS, TIMES_AS_LONG * took))
            return min(LONGEST_CONNECT_MS, quick << max(0, self._unanswered - 1))
        # a ping has been sent meanwhile, so the silence is no accident
        waits = bool(self._requests) and self._now_ms - self._requested_ms > HANGS_MS
        return HANGS_MS if waits else SILENCE_MS

    def close(self) -> None:
        """Close the connection for good, after sending all pending requests once."""
        self.ended = messages.Close.DONE
        if self._connection is not None:
            for request in self._requests if self._is_known else ():
                self._send(request)
            self._lost(self._connection)

    def _lost(self, connection: Connection) -> None:
        connection.close()
        if self._is_known:
            self._contact_ms = self._now_ms
        self.clock.forget()
        self._live_ids.clear()
        self._connection, self._is_known = None, False
        longest = SOON_WAIT_MS if self._now_ms - self._contact_ms < SOON_MS else LONGEST_WAIT_MS
        wait = min(longest, FIRST_WAIT_MS * 2**self._attempts)
        # spread out, so that not all devices reconnect at once after a restart
        self._reconnect_ms = self._now_ms + wait // 2 + self._rng.below(wait // 2 + 1)
        self._attempts = min(self._attempts + 1, 10)

    # ---- receiving ------------------------------------------------------------------------------

    def _hear(self, text: str) -> None:
        match messages.read_answer(text):
            case messages.Welcome() as welcome:
                self._welcomed(welcome)
            case messages.Opened(party=party, code=code) if self._opens is not None:
                self.party, self.code = party, code
                self._hello()
            case messages.PartyUpdate() as step:
                self._stepped(step)
            case messages.Over() as over:
                self.over = over
            case messages.MissedResult(number=number) as result:
                if all(one.number != number for one in self.missed_results):
                    self.missed_results = (*self.missed_results, result)
            case messages.OrderState(order=order):
                self.order = order
            case messages.Pong(at=at, now_ms=now_ms):
                self.clock.heard(at, now_ms, self._now_ms)
                # without missed updates, the pong is the first message
                self._known()
            case (messages.Ack(id=id_) | messages.Nak(id=id_)) as answer if id_ in self._live_ids:
                self._live_ids.discard(id_)
                self._answers[id_] = answer
            case (messages.Ack() | messages.Nak()) as answer:
                if self._requests and self._requests[0].id == answer.id:
                    self._requests.popleft()
                    self._answers[answer.id] = answer
                    self._requested_ms = self._now_ms
                    self._send_request()
            case answer:
                raise codec.BadData(f"unexpected {type(answer).__name__}")

    def _known(self) -> None:
        if not self._is_known:
            self._is_known, self._attempts, self._unreadable, self._unanswered, self.closed = True, 0, 0, 0, None
            self._requested_ms = self._now_ms
            self._welcome_ms = self._now_ms - self._hello_ms
            self._send_request()

    def _welcomed(self, welcome: messages.Welcome) -> None:
        game = self._games.get(welcome.party_state.game)
        if game is None:
            self.ended = messages.Close.VERSION
            raise codec.BadData("expected a game that is known here")
        # validate the views before anything is stored
        if welcome.turn is not None:
            game.view_codec().read(welcome.turn.view)
        self.missed = _missed_moves(game, welcome)
        self.removed_by, self.missed_end = welcome.removed_by, welcome.missed_end
        self.party, self.code = welcome.party, welcome.code
        self.n, self.hash, self.seat = welcome.n, welcome.hash, welcome.seat
        self.party_state, self._turn = welcome.party_state, welcome.turn
        self._commitments.setdefault(welcome.party_state.matches, welcome.party_state.commitment)
        self.clock.begin(welcome.now_ms, self._now_ms)
        self.over = None
        self._steps, self.was_reset = [], True
        self._known()

    def _stepped(self, step: messages.PartyUpdate) -> None:
        if step.n <= self.n:
            return
        before = messages.NOTHING_YET if step.entry.name in BEGINS else self.hash
        expected = messages.hash_after(before, step.n, step.entry, messages.json_text(step.events))
        # taking a seat during a match changes the seat's history
        moved = step.seat != self.seat and step.entry.name not in BEGINS
        if step.n != self.n + 1 or (expected != step.hash and not moved):
            # an update is missing: ask for the rest, or for everything
            if step.n == self.n + 1:
                self.n, self.hash = -1, messages.NOTHING_YET
            self._hello()
            return
        party_state = step.party_state or self.party_state
        game = self._games.get(party_state.game) if party_state else None
        if game is None or party_state is None:
            raise codec.BadData("expected a game that is known here")
        events = [game.event_codec().read(row) for row in step.events]
        view = game.view_codec().read(step.turn.view) if step.turn else None
        views = [game.view_codec().read(row) for row in step.views]
        if events and (view is None or len(views) not in (0, len(events))):
            raise codec.BadData("expected a match in progress, got events without one")
        self.n, self.hash, self.seat, self.party_state, self._turn = (
            step.n,
            step.hash,
            step.seat,
            party_state,
            step.turn,
        )
        self._commitments.setdefault(party_state.matches, party_state.commitment)
        if party_state.phase != messages.PartyPhase.OVER:
            self.over = None
        after = views or [view] * len(events) if view is not None else []
        shown = tuple(zip(events, after, strict=False))
        self._steps.append(PartyStep(step.entry, step.seat, party_state, shown, step.turn, view, step.n))
        self._known()


def _missed_moves(game: AnyGame, welcome: messages.Welcome) -> MissedMoves | None:
    """Return what a whole state says to have been missed; raise BadData for what this game cannot read."""
    missed, turn = welcome.missed, welcome.turn
    if missed is None or turn is None:
        return None
    seen, steps = list[tuple[int, Event]](), list[PartyStep]()
    read_event, read_view = game.event_codec().read, game.view_codec().read
    for length, action in enumerate(missed.actions, missed.length + 1):
        events, views = tuple(map(read_event, action.events)), [*map(read_view, action.views)]
        if action.view is None:
            seen += [(length, event) for event in events]
            continue
        if len(views) not in (0, len(events)):
            raise codec.BadData("expected a view for each event, got another number")
        view = read_view(action.view)
        after = views or [view] * len(events)
        entry = messages.PublicEntry(class_word(commands.Play), messages.Origin.PERSON, action.seat, -1, 0)
        # nobody is to move while it is shown
        position = turn._replace(length=length, to_move=-1, due_ms=0, undo=False, view=action.view)
        shown = tuple(zip(events, after, strict=True))
        steps.append(PartyStep(entry, welcome.seat, welcome.party_state, shown, position, view))
    before = read_view(missed.before) if steps else None
    return MissedMoves(tuple(seen), before, tuple(steps), missed.left_out)
