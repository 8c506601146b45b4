"""A party as one device has it: what it was told, what it wants, and a line that may break at any time.

It is told what time it is and owns no clock; the line is whatever can carry texts (:class:`Connection`). Whatever
happens to
the line, a wish is carried out once, and what has been told has no gap: every wish has an id and is said again until it
is answered, every step has a number and a hash over all before it.
"""

from collections import deque
from collections.abc import Callable, Mapping
from typing import NamedTuple, Protocol

from game.core import codec, match, rng
from game.core.game import WATCHER, Action, AnyGame, Event, View
from game.core.stored_words import class_word
from game.wire import commands, messages

#: answers are looked at for so long, in milliseconds: clocks do not go alike for ever, and devices sleep
KEPT_MS = 20_000.0
#: by so many it is found out for the first time: until then what is known is taken as it is
FIRST = 5
#: then it follows by no more than this, in milliseconds for each: no time is left out, and none comes twice
SLEW = 0.01


class ServerClock:
    """The clock of a server, as one device knows it. It is told what time the device has, in milliseconds."""

    def __init__(self) -> None:
        #: each answer: when it came, and how far the server can be ahead at most and at least
        self._bounds: deque[tuple[float, float, float]] = deque()
        #: how often it has been heard
        self._count = 0
        self._ahead = 0.0
        #: where that is going, and since when it goes there
        self._target, self._since = 0.0, 0.0

    def begin(self, server_ms: float, now_ms: float) -> None:
        """Begin anew, with a server that has said what time it is: it may be another one."""
        self.forget()
        self._ahead = self._target = server_ms - now_ms
        self._since = now_ms

    def forget(self) -> None:
        """The line is another one from now on: its server may have another clock, and this device may have slept."""
        self._bounds.clear()
        self._count = 0

    @property
    def is_sure(self) -> bool:
        """Whether enough has been heard."""
        return self._count >= FIRST

    def heard(self, asked_ms: float, server_ms: float, now_ms: float) -> None:
        """The server has answered what it was asked at ``asked_ms``, when it had ``server_ms``."""
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
        """What time the server has when the device has ``now_ms``, no earlier than the last answer."""
        return now_ms + self._ahead_at(now_ms)


#: a wish that is not answered is said again after so long, in milliseconds
AGAIN_MS = 1_500
#: how often it is asked whether anybody is there, and how long an answer is waited for; and how long where a wish is to
#: be answered: a server that says nothing at all by then hangs, for without its ledger it would say so
PING_MS, SILENCE_MS, HANGS_MS = 2_500, 5_000, 3_500
#: and at a table of real time, until the server's clock is known and from then on: it also keeps a radio awake
UNSURE_MS, LIVE_MS = 150, 500
#: a new line is given so long until the first word: the first may lead to a server that hangs, and then the next one
#: does not; but each is given twice as long as the one before, up to the longest, for a network may be slow. Where a
#: line has had its first word before, the next is given so many times as long as that took, within these bounds
CONNECT_MS, LONGEST_CONNECT_MS = 2_000, 8_000
QUICK_CONNECT_MS, TIMES_AS_LONG = 800, 5
#: the first wait before a new line, and the longest: each is twice the one before
FIRST_WAIT_MS, LONGEST_WAIT_MS = 500, 10_000
#: what is only being started anew is there again soon: so long no wait is longer than this
SOON_MS, SOON_WAIT_MS = 30_000, 2_000
#: so many lines that begin with what cannot be read are no accident: the server is of another age
UNREAD = 3
#: after these no new line would go better
FINAL = (
    messages.Close.VERSION,
    messages.Close.OLD_SERVER,
    messages.Close.NO_PARTY,
    messages.Close.ELSEWHERE,
    messages.Close.POLICY,
    messages.Close.TOO_BIG,
    messages.Close.SPOILT,
)
#: a server that says why is there, and does not hang
SPEAKS = (messages.Close.RESTART, messages.Close.FROZEN)
#: with these a match, or the gathering for one, begins: steps are counted in a new hash
BEGINS = (class_word(commands.Start), class_word(commands.ChooseGame))


class Connection(Protocol):
    """A line to a server."""

    @property
    def closed(self) -> int | None:
        """Why the line is closed, a number as in :class:`~game.wire.messages.Close`; None as long as it may be used."""

    def send(self, text: str) -> None:
        """Say something, as soon as the line is open; into a closed one it is lost."""

    def take(self) -> list[str]:
        """What has been said since the last time."""

    def close(self) -> None:
        """Let go of it."""


class PartyStep(NamedTuple):
    """One step as a table shows it."""

    happened: messages.PublicEntry
    #: the seat that it is told to
    seat: int
    standing: messages.PartyState
    #: the events that this seat sees, each with what it knows once that has happened
    steps: tuple[tuple[Event, View], ...]
    #: where the match stands then; None where nothing is played
    turn: messages.TurnState | None
    view: View | None
    #: the number of its line
    n: int = -1


class PartyClient:
    """A party at the other end of a line. Call :meth:`turn` often, and :meth:`take_told` to show what is new."""

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
        #: where it goes: by its name, or as long as that is not known by its code
        self.party, self.code = party, code
        #: what is to be played at a new party: it is opened first
        self._opens = opens
        self._token = token
        #: begins all ids: no other page or device of this seat has the same one
        self._session = session
        self._rng = rng.Rng(sum(session.encode()))
        self._wire: Connection | None = None
        #: why no new line is tried any longer
        self.ended: int | None = None
        #: why the last line was closed, until another one is open
        self.closed: int | None = None
        #: new lines, and those that said nothing at all, one after the other
        self._tries = self._silent = 0
        #: when it was said hello last, and how long the first word took after that the last time, or -1
        self._hello_ms, self._first_word_ms = 0, -1
        #: when it was there last, or began, and when the first wish was said by this line first
        self._there_ms = self._wished_ms = 0
        #: lines that carried nothing but nonsense, one after the other
        self._unread = 0
        self._count = 0
        #: hands that are not answered yet
        self._laid: set[str] = set()
        self._now_ms = self._next_line_ms = 0
        self._heard_ms = self._asked_ms = self._said_ms = 0
        self._is_known = False
        self._wishes: deque[messages.Request] = deque()
        self._answers: dict[str, messages.Ack | messages.Nak] = {}
        self._told: list[PartyStep] = []
        #: whether all has been told at once since it was asked last: a table shows it anew
        self.is_anew = False
        self.n, self.hash = -1, messages.NOTHING_YET
        self.seat = WATCHER
        self.standing: messages.PartyState | None = None
        self._turn: messages.TurnState | None = None
        self.over: messages.Over | None = None
        #: what was told of each match's deal before it was played, by the match's number: the first word counts
        self._promised: dict[int, str] = {}
        #: the server's clock
        self.clock = ServerClock()

    # ---- what there is to know ------------------------------------------------------------------

    @property
    def is_there(self) -> bool:
        """Whether the line is open, and all that it is told is new."""
        return self._is_known

    @property
    def game(self) -> AnyGame | None:
        """What is played, or will be."""
        return self._games.get(self.standing.game) if self.standing else None

    @property
    def view(self) -> View | None:
        """What the seat knows of the match."""
        game = self.game
        return game.view_codec().read(self._turn.view) if game and self._turn else None

    @property
    def turn_state(self) -> messages.TurnState | None:
        """Where the match stands."""
        return self._turn

    @property
    def length(self) -> int:
        """How many actions the match has."""
        return self._turn.length if self._turn else 0

    @property
    def to_move(self) -> int:
        """The seat that decides, or -1."""
        return self._turn.to_move if self._turn else -1

    @property
    def left_ms(self) -> int | None:
        """How long the one to move still has, or None for any time."""
        due = self._turn.due_ms if self._turn else 0
        return max(0, due - round(self.clock.at(self._now_ms))) if due else None

    @property
    def is_over(self) -> bool:
        """Whether the match has ended."""
        return self.standing is not None and self.standing.phase == messages.PartyPhase.OVER

    def finished(self) -> match.AnyMatch | None:
        """The whole match once it is over; raise BadSave for one that this device cannot read."""
        return match.load(self.over.save, self._games) if self.over else None

    def proof(self) -> str:
        """What the deal of a match that is over can be checked by, as JSON; see ``server/README.md``. "" before."""
        if self.over is None or self.standing is None:
            return ""
        promised = self._promised.get(self.standing.matches, "")
        told = {"commitment": promised, "seed": self.over.seed, "nonce": self.over.nonce}
        return messages.json_text({**told, "save": self.over.save})

    @property
    def is_fair(self) -> bool:
        """Whether the deal of the match that is over is the one that was promised before it."""
        if self.over is None or self.standing is None:
            return False
        save, promised = self.over.save, self._promised.get(self.standing.matches)
        dealt = save.get("seed") if isinstance(save, dict) else None
        return messages.commitment(self.over.seed, self.over.nonce) == promised and dealt == int(self.over.seed, 16)

    def take_told(self) -> list[PartyStep]:
        """The steps since the last time, to be shown one after the other."""
        told, self._told, self.is_anew = self._told, [], False
        return told

    def answer(self, id_: str) -> messages.Ack | messages.Nak | None:
        """The answer to a wish, once, or None as long as there is none."""
        return self._answers.pop(id_, None)

    @property
    def is_waiting(self) -> bool:
        """Whether a wish is not answered yet."""
        return bool(self._wishes)

    # ---- what is wanted -------------------------------------------------------------------------

    def do(self, command: commands.Command) -> str:
        """Wish for something, and return the id by which it will be answered."""
        self._count += 1
        wish = messages.Request(f"{self._session}{self._count}", self.n, command)
        self._wishes.append(wish)
        if len(self._wishes) == 1:
            self._wished_ms = self._now_ms
            self._say_wish()
        return wish.id

    def submit(self, action: Action) -> str:
        """Wish to carry out an action of the match."""
        game = self.game
        assert game is not None, "an action is one of a game that is played"
        return self.do(commands.Play(game.encode(action)))

    def lay(self, action: Action) -> str:
        """Do something in a match of real time, and return the id by which it will be answered.

        It is said at once, whatever else is not answered yet, and once: with the line, hands are lost, too.
        """
        game = self.game
        assert game is not None, "an action is one of a game that is played"
        self._count += 1
        wish = messages.Request(f"{self._session}{self._count}", self.n, commands.LiveMove(game.encode(action)))
        if self._is_known:
            self._laid.add(wish.id)
            self._say(wish)
        return wish.id

    @property
    def live_clock(self) -> messages.LiveClock | None:
        """How time passes, in a match of real time."""
        return self.standing.live_clock if self.standing else None

    def table_ms(self, at_ms: float) -> float | None:
        """What the clock of a table of real time is to show here at a moment of this device's; None while it stands.

        It is behind the table's own by what all devices are, so that whatever happens is known by when it is shown.
        """
        live_clock = self.live_clock
        if live_clock is None or not live_clock.start_ms:
            return None
        shown = live_clock.base + self.clock.at(at_ms) - live_clock.start_ms - live_clock.delay
        return min(shown, live_clock.until) if live_clock.until >= 0 else shown

    def _say(self, message: messages.ClientMessage) -> None:
        if self._wire is not None:
            self._wire.send(messages.message_text(messages.CLIENT_CODEC, message))

    def _say_wish(self) -> None:
        # one after the other: the second may hang on the first
        if self._wishes and self._is_known:
            self._said_ms = self._now_ms
            self._say(self._wishes[0])

    def _hello(self) -> None:
        self._is_known = False
        self._heard_ms = self._asked_ms = self._hello_ms = self._now_ms
        if self._opens is not None and not self.party:
            self._say(messages.Open(messages.VERSION, *self._opens))
            return
        code = "" if self.party else self.code
        self._say(messages.Hello(messages.VERSION, self.party, code, self._token, self._session, self.n, self.hash))

    # ---- time -----------------------------------------------------------------------------------

    def shown(self) -> None:
        """The device is looked at again: a line that was long silent is not waited for."""
        self._next_line_ms, self._tries, self._there_ms = 0, 0, self._now_ms
        if self._wire is not None and self._now_ms - self._heard_ms > PING_MS:
            self._lost(self._wire)

    def again(self) -> None:
        """Come in once more after an end: where the seat was taken along, it is taken back."""
        self.ended = self.closed = None
        self._next_line_ms, self._tries, self._unread, self._there_ms = 0, 0, 0, self._now_ms

    def turn(self, now_ms: int) -> None:
        """Hear what was said, say what is to be said, and get a new line where one is needed."""
        self._now_ms = now_ms
        self._there_ms = self._there_ms or now_ms
        wire = self._wire
        if wire is None:
            if self.ended is None and now_ms >= self._next_line_ms:
                self._wire = self._connect()
                self._hello()
            return
        for text in wire.take():
            self._heard_ms = now_ms
            try:
                self._hear(text)
            except codec.BadData:
                # a line that carries nonsense is none
                self._unread += 1
                if self._unread >= UNREAD:
                    self.ended = messages.Close.VERSION
                self._lost(wire)
                return
        if wire.closed is not None:
            self.closed = wire.closed
            if wire.closed in SPEAKS:
                self._silent = 0
            if wire.closed in FINAL:
                self.ended = wire.closed
            self._lost(wire)
            return
        if now_ms - self._heard_ms > self._patience_ms():
            if not self._is_known:
                self._silent = min(self._silent + 1, 10)
                # that has been waited for already
                self._tries = 0
            self._lost(wire)
            return
        is_live = self._is_known and self.live_clock is not None
        if now_ms - self._asked_ms >= ((LIVE_MS if self.clock.is_sure else UNSURE_MS) if is_live else PING_MS):
            self._asked_ms = now_ms
            self._say(messages.Ping(now_ms))
        if self._wishes and now_ms - self._said_ms >= AGAIN_MS:
            self._say_wish()

    def _patience_ms(self) -> int:
        """How long nothing may be heard before the line is held to be lost."""
        if not self._is_known:
            took = self._first_word_ms
            if took < 0:
                return min(LONGEST_CONNECT_MS, CONNECT_MS << self._silent)
            # two in a row may well hang
            quick = max(QUICK_CONNECT_MS, min(CONNECT_MS, TIMES_AS_LONG * took))
            return min(LONGEST_CONNECT_MS, quick << max(0, self._silent - 1))
        # it has been asked for that long, and was not silent before by chance
        waits = bool(self._wishes) and self._now_ms - self._wished_ms > HANGS_MS
        return HANGS_MS if waits else SILENCE_MS

    def close(self) -> None:
        """Let go of the line for good, once all that is wanted has been said: nobody will be there to say it again."""
        self.ended = messages.Close.DONE
        if self._wire is not None:
            for wish in self._wishes if self._is_known else ():
                self._say(wish)
            self._lost(self._wire)

    def _lost(self, wire: Connection) -> None:
        wire.close()
        if self._is_known:
            self._there_ms = self._now_ms
        self.clock.forget()
        self._laid.clear()
        self._wire, self._is_known = None, False
        longest = SOON_WAIT_MS if self._now_ms - self._there_ms < SOON_MS else LONGEST_WAIT_MS
        wait = min(longest, FIRST_WAIT_MS * 2**self._tries)
        # not all at once after a restart
        self._next_line_ms = self._now_ms + wait // 2 + self._rng.below(wait // 2 + 1)
        self._tries = min(self._tries + 1, 10)

    # ---- what is heard --------------------------------------------------------------------------

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
            case messages.Pong(at=at, now_ms=now_ms):
                self.clock.heard(at, now_ms, self._now_ms)
                # who knows all already is told nothing more
                self._known()
            case (messages.Ack(id=id_) | messages.Nak(id=id_)) as answer if id_ in self._laid:
                self._laid.discard(id_)
                self._answers[id_] = answer
            case (messages.Ack() | messages.Nak()) as answer:
                if self._wishes and self._wishes[0].id == answer.id:
                    self._wishes.popleft()
                    self._answers[answer.id] = answer
                    self._wished_ms = self._now_ms
                    self._say_wish()
            case _:
                raise codec.BadData("nobody asked for it")

    def _known(self) -> None:
        if not self._is_known:
            self._is_known, self._tries, self._unread, self._silent, self.closed = True, 0, 0, 0, None
            self._wished_ms = self._now_ms
            self._first_word_ms = self._now_ms - self._hello_ms
            self._say_wish()

    def _welcomed(self, welcome: messages.Welcome) -> None:
        game = self._games.get(welcome.standing.game)
        if game is None:
            self.ended = messages.Close.VERSION
            raise codec.BadData("a game that is not known here")
        if welcome.turn is not None:
            # a table is laid by it at once
            game.view_codec().read(welcome.turn.view)
        self.party, self.code = welcome.party, welcome.code
        self.n, self.hash, self.seat = welcome.n, welcome.hash, welcome.seat
        self.standing, self._turn = welcome.standing, welcome.turn
        self._promised.setdefault(welcome.standing.matches, welcome.standing.commitment)
        self.clock.begin(welcome.now_ms, self._now_ms)
        self.over = None
        self._told, self.is_anew = [], True
        self._known()

    def _stepped(self, step: messages.PartyUpdate) -> None:
        if step.n <= self.n:
            return
        before = messages.NOTHING_YET if step.happened.what in BEGINS else self.hash
        expected = messages.hash_after(before, step.n, step.happened, messages.json_text(step.events))
        # whoever has sat down in a match that goes on has another past from then on
        moved = step.seat != self.seat and step.happened.what not in BEGINS
        if step.n != self.n + 1 or (expected != step.hash and not moved):
            # something is missing: from where it is known, or all of it
            if step.n == self.n + 1:
                self.n, self.hash = -1, messages.NOTHING_YET
            self._hello()
            return
        standing = step.standing or self.standing
        game = self._games.get(standing.game) if standing else None
        if game is None or standing is None:
            raise codec.BadData("a game that is not known here")
        events = [game.event_codec().read(row) for row in step.events]
        view = game.view_codec().read(step.turn.view) if step.turn else None
        views = [game.view_codec().read(row) for row in step.between]
        if events and (view is None or len(views) not in (0, len(events))):
            raise codec.BadData("events of nothing that is played")
        self.n, self.hash, self.seat, self.standing, self._turn = step.n, step.hash, step.seat, standing, step.turn
        self._promised.setdefault(standing.matches, standing.commitment)
        if standing.phase != messages.PartyPhase.OVER:
            self.over = None
        after = views or [view] * len(events) if view is not None else []
        shown = tuple(zip(events, after, strict=False))
        self._told.append(PartyStep(step.happened, step.seat, standing, shown, step.turn, view, step.n))
        self._known()
