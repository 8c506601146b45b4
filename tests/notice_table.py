"""A table over days whose server sends notices to a service of the test's own."""

import asyncio
import http.client
from contextlib import asynccontextmanager, closing
from xml.etree import ElementTree

from guests import Guest, ManualClock, started
from memory_ledger import MemoryLedger
from push_service import Browser, PushService

from game.catalogue.registry import GAMES
from game.engine.texts import LANGUAGES, Texts
from game.server.notifier import Channels
from game.server.parties import Parties
from game.server.web_push import WebPush, new_key
from game.wire.messages import (
    AskFeed,
    Feed,
    Nak,
    NoticeOffer,
    SeatQuery,
    TellMe,
)

WORDS = {language: Texts(language) for language in LANGUAGES}


HOUR_MS = 3_600_000


class Table:
    """Three people at a table of Nein Danke!, and a push service."""

    def __init__(self, service: PushService, webhook: str = "") -> None:
        self.service, self.clock, self.ledger = service, ManualClock(), MemoryLedger()
        self.web_push = WebPush(new_key(), "mailto:host@example.org", [service.origin])
        self.channels = Channels(WORDS, self.web_push, webhook, [service.origin])
        self.parties = self.server()
        self.guests: list[Guest] = []
        self.party = ""

    def server(self) -> Parties:
        """Return a server with this ledger."""
        return Parties(self.ledger, GAMES, self.clock, pause_ms=0, channels=self.channels)

    async def begin(self, game: str = "nein_danke") -> None:
        """Seat people and deal."""
        self.guests = await started(self.parties, game, 3)
        self.party = next(iter(self.parties.replicas))

    @property
    def mover(self) -> Guest:
        """The person to move."""
        return self.guests[self.parties.replicas[self.party].party.to_move]

    async def wish(self, guest: Guest, browser: Browser, on: bool = True) -> NoticeOffer | Nak:
        """Have a device ask for notices, and return the answer."""
        await guest.say(TellMe((SeatQuery(self.party, guest.token),), **browser.subscription, on=on))
        return guest.heard[-1]

    async def leaves_open(self, guest: Guest, *browsers: Browser) -> None:
        """Subscribe a person's browsers, and end their connection."""
        for browser in browsers:
            assert await self.wish(guest, browser) == NoticeOffer(self.web_push.public, 1)
        await guest.visitor.gone()

    async def comes_back(self, guest: Guest) -> None:
        """Connect a person anew."""
        guest.visitor = Guest(self.parties, guest.token).visitor
        guest.visitor._send = guest._hear
        await guest.hello(self.party)

    async def pass_time(self, ms: int, parties: Parties | None = None) -> None:
        """Advance the clock, and wait for what is sent then."""
        self.clock.ms += ms
        parties = parties or self.parties
        parties.notifier.look([*parties.replicas.values()])
        await asyncio.gather(*parties.notifier._tasks.values())

    async def attachments(self) -> dict[str, str]:
        """Return what lies beside the log."""
        return await self.ledger.attachments(self.party)


@asynccontextmanager
async def table_with_service(webhook: bool = False, game: str = "nein_danke"):
    async with PushService() as service:
        table = Table(service, f"{service.origin}/hook" if webhook else "")
        await table.begin(game)
        try:
            yield table
        finally:
            await table.parties.close()


async def asked_for_feed(table: Table, guest: Guest, on: bool = True) -> str:
    """Return the path of a seat's new feed."""
    await guest.say(AskFeed(SeatQuery(table.party, guest.token), "de", on))
    return guest.last(Feed).path


def entries(text: str) -> list[tuple[str, str]]:
    """Return the ids and titles of a feed's entries."""
    atom = {"a": "http://www.w3.org/2005/Atom"}
    rows = ElementTree.fromstring(text).findall("a:entry", atom)
    return [(row.find("a:id", atom).text, row.find("a:title", atom).text) for row in rows]


def fetch(port: int, path: str, **heads: str) -> tuple[int, dict[str, str], str]:
    """Return the status, the headers and the body of a page."""
    with closing(http.client.HTTPConnection("127.0.0.1", port, timeout=10)) as connection:
        connection.request("GET", path, headers={name.replace("_", "-"): value for name, value in heads.items()})
        answer = connection.getresponse()
        return answer.status, dict(answer.getheaders()), answer.read().decode()
