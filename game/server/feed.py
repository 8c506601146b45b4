"""Private feeds: an Atom document for each seat that asks for one, for people who want neither push nor a page.

Its address is a secret of its own, which opens nothing else. A log named by the secret's hash leads to the seat; the
seat's attachment names the one valid feed, so that a new address ends the one before.
"""

import secrets
from collections.abc import Awaitable, Callable, Mapping
from contextlib import suppress
from datetime import UTC, datetime
from hashlib import sha256
from html import escape
from uuid import NAMESPACE_OID, uuid5

from game.server import notices
from game.server.ledger import DamagedLog, Ledger, NoLog
from game.server.log_entries import token_hash
from game.server.notices import FEED, LanguageTexts
from game.server.replica import Replica
from game.wire.messages import DAY_MS, AskFeed, SeatQuery

#: prefix of the log that leads to a feed's seat, and how long it is kept after the last visit, in milliseconds
OF_FEED, KEPT_MS = "feed ", 60 * DAY_MS
#: path of all feeds
PATH = "/feed/"
#: letters of a secret, and of its hash
SECRET = 32
ENTRY = """<entry><id>urn:uuid:{id}</id><title>{title}</title><updated>{updated}</updated>
<content type="text">{text}</content></entry>
"""
ATOM = """<?xml version="1.0" encoding="utf-8"?>
<feed xmlns="http://www.w3.org/2005/Atom"><id>urn:uuid:{id}</id><title>Kartenkiste: {game}</title>
<link rel="self" type="application/atom+xml" href="{self}"/>
<author><name>Kartenkiste</name></author><updated>{updated}</updated>
{entries}</feed>
"""


def _hash(text: str) -> str:
    return sha256(f"feed {text}".encode()).hexdigest()[:SECRET]


def _id(text: str) -> str:
    """Return an id that is always the same and leads nowhere."""
    return str(uuid5(NAMESPACE_OID, _hash(text)))


def _time(ms: int) -> str:
    return datetime.fromtimestamp(ms / 1000, UTC).strftime("%Y-%m-%dT%H:%M:%SZ")


def atom(replica: Replica, seat: int, secret: str, words: LanguageTexts) -> str:
    """Return the feed of a seat: the turn that waits for it, a question to it, or the end of the match."""
    party, entries = replica.party, ""
    found = notices.matters(party, seat)
    for kind, about, since_ms in found:
        title, text = notices.spoken(party, seat, kind, words)
        entry = {"id": _id(f"{secret} {about}"), "title": title, "updated": _time(since_ms), "text": text}
        entries += ENTRY.format(**{name: escape(value) for name, value in entry.items()})
    updated = _time(max([party.turn_begin.at_ms, *(one.since_ms for one in found)]))
    # relative to its own address, which only a proxy in front of the server knows
    whole = {"id": _id(secret), "game": words(f"game.{party.game.name}"), "updated": updated, "self": secret}
    return ATOM.format(entries=entries, **{name: escape(value) for name, value in whole.items()})


class Feeds:
    """The feeds of one server process; ``find`` returns a party by its name."""

    def __init__(
        self, ledger: Ledger, find: Callable[[str], Awaitable[Replica | None]], words: Mapping[str, LanguageTexts]
    ) -> None:
        self._ledger = ledger
        self._find = find
        self._texts = words

    async def renew(self, wish: AskFeed, now_ms: int) -> str:
        """End a seat's feed, and return the path of a new one if it is wished for, or ""; raise LedgerError."""
        replica, who = await self._find(wish.seat.party), token_hash(wish.seat.token)
        if replica is None or replica.party.seat_of(who) < 0 or wish.language not in self._texts:
            return ""
        name, key = replica.broadcast.name, notices.key_of(FEED, who)
        if before := (await self._ledger.attachments(name)).get(key):
            with suppress(NoLog):
                await self._ledger.keep(f"{OF_FEED}{before}", now_ms)
        if not wish.on:
            await self._ledger.attach(name, key, "")
            return ""
        secret = secrets.token_hex(SECRET // 2)
        line = f"{name} {who} {wish.language}"
        await self._ledger.create(f"{OF_FEED}{_hash(secret)}", line, now_ms + KEPT_MS)
        await self._ledger.attach(name, key, _hash(secret))
        return f"{PATH}{secret}"

    async def has(self, seat: SeatQuery) -> bool:
        """Return True if a seat has a feed; raise LedgerError."""
        replica, who = await self._find(seat.party), token_hash(seat.token)
        if replica is None or replica.party.seat_of(who) < 0:
            return False
        return notices.key_of(FEED, who) in await self._ledger.attachments(replica.broadcast.name)

    async def text(self, secret: str, now_ms: int) -> str:
        """Return a feed, or "" if there is none; raise LedgerError."""
        log = f"{OF_FEED}{_hash(secret)}"
        with suppress(NoLog, DamagedLog):
            name, who, language = (await self._ledger.read(log))[0].split(" ")
            replica = await self._find(name)
            seat = replica.party.seat_of(who) if replica else -1
            if replica is None or seat < 0 or language not in self._texts:
                return ""
            if (await self._ledger.attachments(name)).get(notices.key_of(FEED, who)) != _hash(secret):
                return ""
            await self._ledger.keep(log, now_ms + KEPT_MS)
            return atom(replica, seat, secret, self._texts[language])
        return ""
