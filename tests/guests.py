"""Parties without any network: devices that send commands, and a clock that advances when told to."""

import asyncio
from collections.abc import Awaitable, Callable, Mapping
from types import MappingProxyType

from memory_ledger import MemoryLedger

from game.catalogue.registry import GAMES
from game.core.game import WATCHER
from game.core.rng import Rng
from game.server.client_connection import ClientConnection
from game.server.ledger import Ledger
from game.server.parties import Parties
from game.wire.commands import Play, Sit, Start
from game.wire.messages import (
    CLIENT_CODEC,
    VERSION,
    Ack,
    Close,
    Hello,
    Nak,
    Open,
    Opened,
    Over,
    PartyUpdate,
    Request,
    Welcome,
    message_text,
    read_answer,
)

#: the games that a party can play
TURNS = [name for name, game in GAMES.items() if not game.real_time]
#: the printed rules
NO_RULES: Mapping[str, object] = MappingProxyType({})
#: the longest time of a test, in seconds
LONG = 300


class ManualClock:
    """A server's clock, in milliseconds."""

    def __init__(self) -> None:
        self.ms = 1_700_000_000_000

    def __call__(self) -> int:
        return self.ms


def server(ledger: Ledger | None = None, clock: ManualClock | None = None) -> Parties:
    """Return a server whose bots have no thinking time."""
    return Parties(ledger or MemoryLedger(), GAMES, clock or ManualClock(), pause_ms=0)


def run_async(story: Callable[[], Awaitable[None]]) -> None:
    """Run an asynchronous test to its end."""
    asyncio.run(asyncio.wait_for(story(), LONG))


#: the largest number of times to wait for bots in a match
PATIENCE = 200_000


async def run_pending(turns: int = 60) -> None:
    """Run everything that is due now."""
    for _ in range(turns):
        await asyncio.sleep(0)


class Guest:
    """A device that stores all messages it receives."""

    def __init__(self, parties: Parties, token: str = "", address: str = "127.0.0.1") -> None:
        self.token = token
        self.texts: list[str] = []
        self.heard: list[object] = []
        self.closed: Close | None = None
        self.visitor = ClientConnection(parties, self._hear, self._shut, address)
        self.ids = 0

    def _hear(self, text: str) -> None:
        self.texts.append(text)
        self.heard.append(read_answer(text))

    def _shut(self, why: Close) -> None:
        self.closed = why

    def last(self, kind):
        """Return the last message of a kind, or None."""
        return next((one for one in reversed(self.heard) if isinstance(one, kind)), None)

    @property
    def n(self) -> int:
        """The number of the last entry that it knows of."""
        return max((one.n for one in self.heard if isinstance(one, Welcome | PartyUpdate)), default=-1)

    @property
    def seat(self) -> int:
        """The seat of the device."""
        return next((one.seat for one in reversed(self.heard) if isinstance(one, Welcome | PartyUpdate)), WATCHER)

    @property
    def party_state(self):
        """The state of the party."""
        found = (one.party_state for one in reversed(self.heard) if isinstance(one, Welcome | PartyUpdate))
        return next(one for one in found if one is not None)

    @property
    def turn(self):
        """The state of the turn."""
        return next((one.turn for one in reversed(self.heard) if isinstance(one, Welcome | PartyUpdate)), None)

    @property
    def legal(self) -> list:
        """The legal actions by its own view."""
        game = GAMES[self.party_state.game]
        return list(game.view_codec().read(self.turn.view).legal)

    @property
    def steps(self) -> list[PartyUpdate]:
        """The updates in order."""
        return [one for one in self.heard if isinstance(one, PartyUpdate)]

    async def say(self, message) -> None:
        """Send a message."""
        await self.visitor.take(message_text(CLIENT_CODEC, message))

    async def open(self, game: str, options: Mapping[str, object] = NO_RULES) -> str:
        """Open a party, and return its name."""
        await self.say(Open(VERSION, game, options))
        return self.last(Opened).party

    async def hello(self, party: str, code: str = "", have: int = -1, hash_: str = "") -> None:
        """Join a party."""
        await self.say(Hello(VERSION, party, code, self.token, f"page{id(self)}", have, hash_))

    async def do(self, command, n: int | None = None, id_: str = "") -> Ack | Nak:
        """Send a command, and return the answer."""
        self.ids += 1
        wish = Request(id_ or f"{self.token[:4]}x{self.ids}", self.n if n is None else n, command)
        await self.say(wish)
        return next(one for one in reversed(self.heard) if isinstance(one, Ack | Nak) and one.id == wish.id)

    async def sit(self, seat: int, name: str = "", figure: str = "fox") -> Ack | Nak:
        """Take a seat."""
        return await self.do(Sit(seat, name or f"Guest {self.token[0]}", figure, self.token))


def token(n: int) -> str:
    """Return the token of a device."""
    return f"{n + 1:x}".rjust(2, "0") * 16


async def gathered(parties: Parties, game: str, people: int, options: Mapping[str, object] = NO_RULES) -> list[Guest]:
    """Return a party's guests, so many, of whom the first owns it."""
    guests = [Guest(parties, token(n)) for n in range(people)]
    name = await guests[0].open(game, options)
    for seat, guest in enumerate(guests):
        await guest.hello(name)
        assert isinstance(await guest.sit(seat, f"Guest {seat}"), Ack)
    return guests


async def started(parties: Parties, game: str, people: int, options: Mapping[str, object] = NO_RULES) -> list[Guest]:
    """Return the guests of a party in a match."""
    guests = await gathered(parties, game, people, options)
    assert isinstance(await guests[0].do(Start()), Ack)
    return guests


def mover(guests: list[Guest]) -> Guest | None:
    """Return the guest whose turn it is, by their own views."""
    return next((one for one in guests if one.turn and one.turn.to_move == one.seat), None)


async def act(guest: Guest, rng: Rng) -> Ack | Nak:
    """Carry out a random legal action."""
    game = GAMES[guest.party_state.game]
    return await guest.do(Play(game.encode(rng.choice(guest.legal))))


async def play_on(guests: list[Guest], rng: Rng, most: int = 5000) -> int:
    """Play at random until the match is over, or so many actions; return the number of people's actions."""
    count = waited = 0
    # how often a bot is waited for depends on the load of the machine
    while count < most and waited < PATIENCE:
        if guests[0].last(Over) is not None and guests[0].party_state.phase.value == "over":
            return count
        who = mover(guests)
        if who is None:
            waited += 1
            await run_pending(5)
            if waited % 100 == 0 and (onward := GAMES[guests[0].party_state.game].next_round()):
                # the round is over, perhaps, and a bot would begin the next: any guest goes on
                await guests[0].do(Play(GAMES[guests[0].party_state.game].encode(onward)))
            continue
        count += 1
        assert isinstance(await act(who, rng), Ack)
    return count


def refusal(answer: object) -> str:
    """Return why a request was refused, or "done" if it was not."""
    return answer.reason if isinstance(answer, Nak) else "done"
