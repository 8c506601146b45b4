"""One line to one device: what it says is done, what happens at its party is told to it.

It knows nothing of sockets: it is handed texts, and hands out texts and at last the reason why the line is closed.
"""

import asyncio
import logging
import secrets
from collections.abc import Callable
from contextlib import suppress

from game.core.codec import BadData
from game.server import chairs, log_entries
from game.server.ledger import DamagedLog, LedgerError, NoLog, Unreachable
from game.server.parties import Parties
from game.server.replica import Replica
from game.wire import commands, messages

LOG = logging.getLogger(__name__)

#: a device that has not said to which party it comes is waited for no longer, in seconds
HELLO_S = 5.0
#: while the ledger is gone whoever comes waits on the line for so long, and then tries another server; how often it is
#: asked again, and how often the device is told that somebody is there, in seconds
HELD_S, AGAIN_S, ALIVE_S = 6.0, 0.2, 0.4
#: what tells it so: no wish has that id
ALIVE = messages.Nak("", "ledger")
#: whoever plays by the clock and says nothing for so long is gone, in milliseconds: their device asks all the time
SILENT_MS = 3_000
#: why a line is closed, by the word that a refusal has
REFUSALS = {
    "no_party": messages.Close.NO_PARTY,
    "slow_down": messages.Close.SLOW_DOWN,
    "too_many_tables": messages.Close.TOO_MANY,
}


class ClientConnection:
    """A device that has come."""

    __slots__ = (
        "_address",
        "_close",
        "_comes",
        "_heard_ms",
        "_parties",
        "_replica",
        "_send",
        "_session",
        "_token",
        "_told",
        "_was_there",
        "is_open",
        "rtt_ms",
    )

    def __init__(
        self, parties: Parties, send: Callable[[str], None], close: Callable[[messages.Close], None], address: str
    ) -> None:
        self._parties = parties
        self._send = send
        self._close = close
        self._address = address
        self._replica: Replica | None = None
        #: the page or program at the other end, and this line to it
        self._session = ""
        #: the hash of its secret, or "" for whoever looks on
        self._token = ""
        #: the last step that it was told
        self._told = -1
        self._was_there = False
        #: it has said to which party, which is looked for
        self._comes = False
        #: how long a text to the device and back takes at most, in milliseconds, as the line itself has measured it;
        #: -1 as long as it has not
        self.rtt_ms = -1
        #: when it said something last
        self._heard_ms = parties.clock()
        self.is_open = True

    @property
    def is_known(self) -> bool:
        """Whether it has said to which party it comes."""
        return self._replica is not None or self._comes

    async def take(self, text: str) -> None:
        """Do what one message asks for."""
        if not self.is_open:
            return
        came_ms = self._heard_ms = self._parties.clock()
        try:
            request = messages.read_request(text)
            match request:
                case messages.Hello():
                    await self._come(request)
                case messages.Open(game=game, options=options):
                    self._tell(messages.Opened(*await self._parties.open(game, options, self._address)))
                case messages.Request():
                    await self._do(request, came_ms)
                case messages.Ping(at=at):
                    self._tell(messages.Pong(at, self._parties.clock()))
                    await self._stay()
        except BadData:
            self.shut(messages.Close.POLICY)
        except messages.OtherVersion as other:
            self.shut(other.why)
        except chairs.CommandRefused as refused:
            self.shut(REFUSALS.get(refused.why, messages.Close.POLICY))
        except Unreachable:
            self.shut(messages.Close.FROZEN)
        except LedgerError as error:
            # it comes again, and finds the party as it was
            self.shut(messages.Close.SPOILT if isinstance(error, DamagedLog) else messages.Close.RESTART)

    async def _come(self, hello: messages.Hello) -> None:
        before = (self._replica, self._token, self._session) if self._replica else None
        self._leave_replica()
        if hello.page and not (hello.page.isascii() and hello.page.isalnum()):
            self.shut(messages.Close.POLICY)
            return
        self._begin_session(hello.page)
        replica = await self._found(hello)
        token = log_entries.token_hash(hello.token) if hello.token else ""
        if before is not None and (before[0] is not replica or before[1] != token):
            await self._go(*before)
        self._replica, self._token = replica, token
        missed = replica.broadcast.steps(self._token, hello.have, hello.hash)
        if missed is None:
            self._tell(replica.broadcast.welcome(self._token, self._parties.clock()))
        else:
            for step in missed:
                self._say(step)
        self._told = replica.broadcast.length - 1
        if (over := replica.broadcast.over()) is not None:
            self._say(over)
        replica.listeners.add(self._listen)
        replica.mourners.add(self._mourn)
        await self._come_in(replica)

    async def _found(self, hello: messages.Hello) -> Replica:
        """The party that somebody comes to; while the ledger is gone, wait for it."""
        end = asyncio.get_running_loop().time() + HELD_S
        self._comes = True
        try:
            while True:
                finding = asyncio.create_task(self._parties.find(hello.party, hello.code, self._address))
                try:
                    while not (await asyncio.wait([finding], timeout=ALIVE_S))[0]:
                        self._tell(ALIVE)
                    return finding.result()
                except Unreachable:
                    if asyncio.get_running_loop().time() >= end:
                        raise
                    self._tell(ALIVE)
                    await asyncio.sleep(AGAIN_S)
                finally:
                    finding.cancel()
        finally:
            self._comes = False

    def _begin_session(self, page: str) -> None:
        self._session = f"{page}.{self._parties.name}.{secrets.token_hex(8)}"
        # it is not there by this session until that is written down: what happens before drives nobody away
        self._was_there = False

    async def _come_in(self, replica: Replica) -> None:
        try:
            await replica.come(self._token, self._session)
        except Unreachable:
            raise
        except LedgerError:
            # where nothing can be written one can still look
            pass

    async def _stay(self) -> None:
        """Somebody speaks: whoever is held to be away, as this server was paused for long, is not."""
        replica = self._replica
        seat = replica.party.seat_of(self._token) if replica else -1
        if replica and seat >= 0:
            chair = replica.party.chairs[seat]
            if chair.away_ms and chair.session == self._session:
                self._begin_session(self._session.partition(".")[0])
                await self._come_in(replica)

    @property
    def plays_live(self) -> bool:
        """Whether a match of real time goes on where it is, so that it matters how long its way is."""
        return self._replica is not None and self._replica.party.clock is not None

    async def look(self) -> None:
        """Say that whoever plays by the clock is gone, if nothing is heard of them any longer.

        A phone is locked, or its network away, long before the line knows. They are back with their next word.
        """
        replica = self._replica
        clock = replica.party.clock if replica else None
        silent = self._parties.clock() - self._heard_ms > SILENT_MS
        if replica and clock and clock.runs and not clock.calm and silent:
            with suppress(LedgerError, chairs.CommandRefused):
                await replica.go(self._token, self._session)

    async def _do(self, request: messages.Request, came_ms: int) -> None:
        if self._replica is None:
            self.shut(messages.Close.POLICY)
            return
        try:
            n = await self._replica.do(self._token, request, came_ms, self.rtt_ms)
        except chairs.CommandRefused as refused:
            self._tell(messages.Nak(request.id, refused.why))
            return
        except Unreachable:
            # nobody knows whether it has happened: it is said again, and then it is known
            return
        except NoLog:
            # the whole table is gone: the wish is said again once it is back
            self.shut(messages.Close.NO_PARTY)
            return
        except LedgerError:
            self._tell(messages.Nak(request.id, "no_room"))
            return
        except Exception:
            # an error of ours: nothing has been done, the others go on, and whoever runs the server is told
            LOG.exception("A request failed")
            self._tell(messages.Nak(request.id, "failed"))
            return
        self._tell(messages.Ack(request.id, n))
        if isinstance(request.command, commands.Sit):
            before, self._token = self._token, log_entries.token_hash(request.command.token)
            await self._replica.come(self._token, self._session)
            if before != self._token:
                await self._go(self._replica, before, self._session)
        elif isinstance(request.command, commands.Leave):
            self._token = ""

    def _listen(self) -> None:
        """A line has been written."""
        replica = self._replica
        if replica is None or not self.is_open:
            return
        record = replica.broadcast.last
        if record.n <= self._told:
            return
        self._told = record.n
        self._say(record.step(self._token))
        if record.happened.what in ("Play", "Live") and (over := replica.broadcast.over()) is not None:
            self._say(over)
        seat = replica.party.seat_of(self._token)
        session = replica.party.chairs[seat].session if seat >= 0 else ""
        mine = session == self._session
        if self._was_there and session and not mine:
            # an older line of the same page may have come in after a newer one: then the page tries again
            same = session.partition(".")[0] == self._session.partition(".")[0]
            self.shut(messages.Close.RESTART if same else messages.Close.ELSEWHERE)
        self._was_there = mine

    def _mourn(self, why: messages.Close) -> None:
        """The log is gone, or cannot be read."""
        self.shut(why)

    def _tell(self, message: messages.ServerMessage) -> None:
        self._say(messages.message_text(messages.SERVER_CODEC, message))

    def _say(self, text: str) -> None:
        if self.is_open:
            self._send(text)

    def _leave_replica(self) -> None:
        if self._replica is not None:
            self._replica.listeners.discard(self._listen)
            self._replica.mourners.discard(self._mourn)

    def shut(self, why: messages.Close) -> None:
        """Close the line."""
        if self.is_open:
            self.is_open = False
            self._leave_replica()
            self._close(why)

    async def gone(self) -> None:
        """The line is closed, by whomever: the others are told that nobody is there."""
        self.is_open = False
        self._leave_replica()
        if self._replica is not None:
            await self._go(self._replica, self._token, self._session)

    async def _go(self, replica: Replica, token: str, session: str) -> None:
        """Nobody is there by that secret any longer: a line is that of one seat."""
        if token:
            # nobody is told by a ledger that cannot be written; whoever comes back is there all the same
            with suppress(LedgerError, chairs.CommandRefused):
                await replica.go(token, session)
