"""One device's connection: carries out its messages, and sends it what happens at its party.

It knows nothing of sockets: it receives texts, and passes out texts and finally the reason for closing.
"""

import asyncio
import logging
import secrets
from collections.abc import Awaitable, Callable
from contextlib import suppress

from game.core.capabilities import Order
from game.core.codec import BadData
from game.server import chairs, log_entries
from game.server.broadcast import BroadcastEntry
from game.server.ledger import DamagedLog, LedgerError, NoLog, Unreachable
from game.server.missed_results import missed_by
from game.server.parties import Parties
from game.server.replica import Replica
from game.wire import commands, messages
from game.wire.refusal import Refusal

LOG = logging.getLogger(__name__)

#: time for a new connection to name its party, in seconds
HELLO_S = 5.0
#: in seconds: how long a new connection is held while the ledger is unreachable, before the device tries another
#: server; how often the ledger is retried; how often the device is told to wait
HELD_S, AGAIN_S, ALIVE_S = 6.0, 0.2, 0.4
#: tells it to wait; no request has that id
ALIVE = messages.Nak("", "ledger")
#: silence of a player in real time after which they count as away, in milliseconds: devices ping all the time
SILENT_MS = 3_000
#: the same in a game of turns
UNSEEN_MS = 60_000
#: reasons for closing, by those of a refusal
REFUSALS = {
    Refusal.NO_PARTY: messages.Close.NO_PARTY,
    Refusal.SLOW_DOWN: messages.Close.SLOW_DOWN,
    Refusal.TOO_MANY_TABLES: messages.Close.TOO_MANY,
}


class ClientConnection:
    """A connected device."""

    __slots__ = (
        "_address",
        "_close",
        "_is_opening",
        "_last_sent",
        "_order",
        "_received_ms",
        "_send",
        "_session",
        "_token",
        "_was_present",
        "is_open",
        "parties",
        "replica",
        "rtt_ms",
    )

    def __init__(
        self, parties: Parties, send: Callable[[str], None], close: Callable[[messages.Close], None], address: str
    ) -> None:
        self.parties = parties
        self._send = send
        self._close = close
        self._address = address
        #: the party that it is at, as this server leads or follows it
        self.replica: Replica | None = None
        #: the id of the page or program, and of this connection to it
        self._session = ""
        #: the hash of its token, or "" for a spectator
        self._token = ""
        #: the last update that it was sent
        self._last_sent = -1
        #: the standing order of its seat that it knows of
        self._order: Order | None = None
        self._was_present = False
        #: it has named its party or its seats, which are being looked up
        self._is_opening = False
        #: round trip time in milliseconds as measured on the connection; -1 if unknown
        self.rtt_ms = -1
        #: when it last sent something
        self._received_ms = parties.clock()
        self.is_open = True

    @property
    def is_known(self) -> bool:
        """True once the device has named its party."""
        return self.replica is not None or self._is_opening

    def _now_ms(self) -> int:
        return self.replica.now_ms() if self.replica else self.parties.clock()

    async def take(self, text: str) -> None:
        """Carry out one message."""
        if not self.is_open:
            return
        came_ms = self._received_ms = self._now_ms()
        try:
            request = messages.read_request(text)
            match request:
                case messages.Hello():
                    await self._come(request)
                case messages.Open(game=game, options=options):
                    self._send_message(messages.Opened(*await self.parties.open(game, options, self._address)))
                case messages.AskSeats():
                    await self._tell_seats(request)
                case messages.Request():
                    await self._do(request, came_ms)
                case messages.TellMe():
                    await self._tell(self.parties.tell(request, self._address))
                case messages.AskFeed() | messages.FindFeed():
                    await self._tell(self.parties.seat_feed(request, self._address))
                case messages.Ping(at=at):
                    self._send_message(messages.Pong(at, self._now_ms()))
                    await self._stay()
        except BadData:
            self.shut(messages.Close.POLICY)
        except messages.OtherVersion as other:
            self.shut(other.reason)
        except chairs.CommandRefused as refused:
            self.shut(REFUSALS.get(refused.reason, messages.Close.POLICY))
        except Unreachable:
            self.shut(messages.Close.FROZEN)
        except LedgerError as error:
            # the device reconnects and finds the party as it was
            self.shut(messages.Close.SPOILT if isinstance(error, DamagedLog) else messages.Close.RESTART)

    async def _tell(self, answering: Awaitable[messages.ServerMessage]) -> None:
        """Answer a wish for notices; a refusal concerns no game, and the connection stays."""
        try:
            self._send_message(await answering)
        except chairs.CommandRefused as refused:
            self._send_message(messages.Nak("", refused.reason))
        except LedgerError:
            self._send_message(messages.Nak("", Refusal.NO_ROOM))

    async def _tell_seats(self, ask: messages.AskSeats) -> None:
        """Answer a device that only asks about its seats, and close the connection."""
        if self.is_known:
            self.shut(messages.Close.POLICY)
            return
        self._is_opening = True
        self._send_message(await self.parties.seats(ask, self._address))
        self.shut(messages.Close.DONE)

    async def _come(self, hello: messages.Hello) -> None:
        before = (self.replica, self._token, self._session) if self.replica else None
        self._leave_replica()
        if hello.page and not (hello.page.isascii() and hello.page.isalnum()):
            self.shut(messages.Close.POLICY)
            return
        self._begin_session(hello.page)
        replica = await self._found(hello)
        token = log_entries.token_hash(hello.token) if hello.token else ""
        if before is not None and (before[0] is not replica or before[1] != token):
            await self._go(*before)
        self.replica, self._token = replica, token
        self._received_ms = replica.now_ms()
        missed = replica.broadcast.steps(self._token, hello.last_update, hello.hash)
        if missed is None:
            self._send_message(replica.broadcast.welcome(self._token, replica.now_ms()))
        else:
            for step in missed:
                self._say(step)
        self._last_sent = replica.broadcast.last.n
        if (over := replica.broadcast.over()) is not None:
            self._say(over)
        for result in missed_by(replica.party.missed_results, token):
            self._send_message(result)
        self._order = None
        self._tell_order(replica)
        replica.listeners.add(self)
        await self._come_in(replica)

    async def _found(self, hello: messages.Hello) -> Replica:
        """Return the party that a device asks for; keep trying while the ledger is unreachable."""
        end = asyncio.get_running_loop().time() + HELD_S
        self._is_opening = True
        try:
            while True:
                finding = asyncio.create_task(self.parties.find(hello.party, hello.code, self._address))
                try:
                    while not (await asyncio.wait([finding], timeout=ALIVE_S))[0]:
                        self._send_message(ALIVE)
                    return finding.result()
                except Unreachable:
                    if asyncio.get_running_loop().time() >= end:
                        raise
                    self._send_message(ALIVE)
                    await asyncio.sleep(AGAIN_S)
                finally:
                    finding.cancel()
        finally:
            self._is_opening = False

    def _begin_session(self, page: str) -> None:
        self.parties.sessions.discard(self._session)
        self._session = f"{page}.{self.parties.name}.{secrets.token_hex(8)}"
        self.parties.sessions.add(self._session)
        # the session counts only once it is written down: what happened before closes no connection
        self._was_present = False

    async def _come_in(self, replica: Replica) -> None:
        try:
            await replica.come(self._token, self._session)
        except Unreachable:
            raise
        except (LedgerError, chairs.CommandRefused):
            # spectating is possible even if nothing can be written
            pass

    async def _stay(self) -> None:
        """Mark a player as back who counts as away after this server's pause, or who came while nothing was stored."""
        replica = self.replica
        seat = replica.party.seat_of(self._token) if replica else -1
        if replica and seat >= 0:
            chair = replica.party.chairs[seat]
            is_mine = chair.session == self._session
            if is_mine and chair.away_ms:
                self._begin_session(self._session.partition(".")[0])
            if chair.away_ms if is_mine else not self._was_present:
                await self._come_in(replica)

    @property
    def plays_live(self) -> bool:
        """True during a match in real time, when the round trip time matters."""
        return self.replica is not None and self.replica.party.clock is not None

    async def look(self) -> None:
        """Mark a silent player as away; the next message marks the player as back.

        A phone is locked or offline long before its connection breaks, and a hidden page is silent, too. In real time
        that is noticed at once; in a game of turns, so that the player can be told elsewhere.
        """
        replica = self.replica
        if replica is None or replica.party.phase != messages.PartyPhase.PLAYING:
            return
        clock = replica.party.clock
        if clock is not None and (clock.untimed or not clock.runs):
            return
        if self._now_ms() - self._received_ms > (SILENT_MS if clock else UNSEEN_MS):
            with suppress(LedgerError, chairs.CommandRefused):
                await replica.go(self._token, self._session)

    async def _do(self, request: messages.Request, came_ms: int) -> None:
        if self.replica is None:
            self.shut(messages.Close.POLICY)
            return
        try:
            n = await self.replica.do(self._token, request, came_ms, self.rtt_ms)
        except chairs.CommandRefused as refused:
            self._send_message(messages.Nak(request.id, refused.reason))
            return
        except Unreachable:
            # the outcome is unknown until the device repeats the request
            return
        except NoLog:
            # the table is gone; the device repeats the request once it is back
            self.shut(messages.Close.NO_PARTY)
            return
        except LedgerError:
            self._send_message(messages.Nak(request.id, Refusal.NO_ROOM))
            return
        except Exception:
            # a bug of ours: nothing was done, the others play on, and the operator is told
            LOG.exception("A request failed")
            self._send_message(messages.Nak(request.id, Refusal.FAILED))
            return
        self._send_message(messages.Ack(request.id, n))
        if isinstance(request.command, commands.Sit):
            before, self._token = self._token, log_entries.token_hash(request.command.token)
            await self.replica.come(self._token, self._session)
            if before != self._token:
                await self._go(self.replica, before, self._session)
        elif isinstance(request.command, commands.Leave):
            self._token = ""
        if isinstance(request.command, commands.Leave | commands.Kick):
            # if it fails, the next notice of the table does it
            with suppress(LedgerError):
                await self.parties.notifier.prune(self.replica)

    def entry_added(self) -> None:
        """Send the newest log entry, and the standing order of the own seat if it is another one now."""
        replica = self.replica
        if replica is None or not self.is_open:
            return
        if (record := replica.broadcast.last).n > self._last_sent:
            self._send_update(replica, record)
        self._tell_order(replica)

    def _tell_order(self, replica: Replica) -> None:
        orders = replica.party.orders
        order = orders.get(replica.party.seat_of(self._token)) if orders else None
        if order != self._order:
            self._order = order
            self._send_message(messages.OrderState(order))

    def _send_update(self, replica: Replica, record: BroadcastEntry) -> None:
        self._last_sent = record.n
        self._say(record.step(self._token))
        if record.entry.name in ("Play", "Live") and (over := replica.broadcast.over()) is not None:
            self._say(over)
        seat = replica.party.seat_of(self._token)
        session = replica.party.chairs[seat].session if seat >= 0 else ""
        mine = session == self._session
        if self._was_present and session and not mine:
            # after an older connection of the same page displaced a newer one, the page tries again
            same = session.partition(".")[0] == self._session.partition(".")[0]
            self.shut(messages.Close.RESTART if same else messages.Close.ELSEWHERE)
        self._was_present = mine

    def party_closed(self, why: messages.Close) -> None:
        """Close the connection as the log is gone or unreadable."""
        self.shut(why)

    def _send_message(self, message: messages.ServerMessage) -> None:
        self._say(messages.message_text(messages.SERVER_CODEC, message))

    def _say(self, text: str) -> None:
        if self.is_open:
            self._send(text)

    def _leave_replica(self) -> None:
        if self.replica is not None:
            self.replica.listeners.discard(self)

    def shut(self, why: messages.Close) -> None:
        """Close the connection."""
        if self.is_open:
            self.is_open = False
            self._leave_replica()
            self._close(why)

    async def gone(self) -> None:
        """Clean up after the connection has ended, and tell the others."""
        self.is_open = False
        self.parties.sessions.discard(self._session)
        self._leave_replica()
        if self.replica is not None:
            await self._go(self.replica, self._token, self._session)

    async def _go(self, replica: Replica, token: str, session: str) -> None:
        """Report the player as away, with the token of the seat that the connection belonged to."""
        if token:
            # an unwritable ledger tells nobody yet, see Parties.look_round; a returning player is there all the same
            with suppress(LedgerError, chairs.CommandRefused):
                await replica.go(token, session)
