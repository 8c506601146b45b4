"""Sends notices to people who are away: Web Push, and the operator's webhook.

Of all processes the one with the party's lease sends. Before that it writes down a claim beside the log, and afterwards
what has arrived. If it dies in between, the next holder of the lease finds the claim and sends again; push services and
browsers then replace the first notice by the second, as both have one topic and one tag.
"""

import asyncio
import json
import logging
import math
from collections.abc import Awaitable, Collection, Iterable, Mapping
from contextlib import suppress
from typing import TYPE_CHECKING, NamedTuple

from game.core.codec import BadData
from game.server import notices, webhook
from game.server.chairs import CommandRefused
from game.server.http_post import ForbiddenAddress, PostResult, post
from game.server.ledger import LeaseLost, Ledger, LedgerError
from game.server.log_entries import token_hash
from game.server.notices import AwayNotice, LanguageTexts, Subscription
from game.server.replica import Replica

if TYPE_CHECKING:
    from game.server.web_push import WebPush

#: most notices that are being sent at once
AT_ONCE = 32
#: interval at which the lease is renewed while services are slow, in seconds
RENEW_S = 1.0
#: most seats remembered as settled; after that they are read again
MOST_SETTLED = 20_000
NEVER = math.inf
#: answers after which a browser is never asked again, and those after which it is tried again
GONE, AGAIN = (404, 410), (0, 408, 425, 429)

LOG = logging.getLogger(__name__)


class Channels(NamedTuple):
    """Ways out of this server; without any, people are only told by feeds."""

    texts: Mapping[str, LanguageTexts]
    web_push: "WebPush | None" = None
    #: the operator's address that is told of every notice, or ""
    webhook: str = ""
    #: origins in private networks that are let through
    near: Collection[str] = ()
    #: signs what the webhook is told, if there is any
    webhook_key: bytes = b""


NO_CHANNELS = Channels({})


class Notifier:
    """Notices of one server process."""

    def __init__(self, ledger: Ledger, channels: Channels) -> None:
        self._ledger = ledger
        self._channels = channels
        #: by party, seat's token and slot: the notice that needs nothing before that time
        self._settled: dict[tuple[str, str, str], tuple[str, float]] = {}
        #: by party: the task that sends its notices
        self._tasks: dict[str, asyncio.Task[None]] = {}
        self._at_once = asyncio.Semaphore(AT_ONCE)
        #: numbers of messages, by result
        self.sent = self.failed = 0

    @property
    def push_key(self) -> str:
        """The public key for subscriptions, or "" without Web Push."""
        return self._channels.web_push.public if self._channels.web_push else ""

    # ---- wishes ---------------------------------------------------------------------------------

    async def subscribe(self, replica: Replica, token: str, wanted: Subscription, on: bool) -> bool:
        """Store or delete a browser of a seat; return whether it is stored now. Raise BadData or LedgerError."""
        web_push, name, who = self._channels.web_push, replica.broadcast.name, token_hash(token)
        if replica.party.seat_of(who) < 0:
            return False
        key = notices.key_of(notices.PUSH, who, wanted.id)
        if not on:
            await self._ledger.attach(name, key, "")
            return False
        if web_push is None:
            return False
        try:
            web_push.check(wanted)
        except ForbiddenAddress:
            raise BadData("expected a subscription of a browser") from None
        if wanted.language not in self._channels.texts:
            raise BadData("expected a known language")
        wanted = wanted._replace(key=self.push_key)
        attachments = await self._ledger.attachments(name)
        text = notices.stored(wanted)
        if attachments.get(key) != text:
            there = notices.browsers(attachments, who)
            # the oldest is not known, so any one gives way, first of all those that cannot be told any more
            others = sorted((one for one in there if one != wanted.id), key=lambda one: not self._is_served(there[one]))
            for id_ in others[notices.MOST_BROWSERS - 1 :]:
                await self._ledger.attach(name, notices.key_of(notices.PUSH, who, id_), "")
            await self._ledger.attach(name, key, text)
            for slot in ("", notices.ASK):
                self._settled.pop((name, who, slot), None)
        return True

    def _is_served(self, browser: Subscription) -> bool:
        """Return True unless a browser has subscribed with another key: its service refuses what this one signs."""
        return browser.key in ("", self.push_key)

    async def prune(self, replica: Replica) -> None:
        """Delete what belonged to seats that were given up."""
        name = replica.broadcast.name
        for key in notices.forsaken(await self._ledger.attachments(name), replica.party):
            await self._ledger.attach(name, key, "")

    # ---- sending --------------------------------------------------------------------------------

    @property
    def has_ways(self) -> bool:
        """True if anything can be sent from here."""
        return bool(self._channels.web_push or self._channels.webhook)

    def look(self, replicas: Iterable[Replica]) -> None:
        """Begin to send what is due, in the background."""
        if len(self._settled) > MOST_SETTLED:
            self._settled.clear()
        for replica in replicas:
            name = replica.broadcast.name
            if name not in self._tasks and self._due(replica):
                task = self._tasks[name] = asyncio.create_task(self._run(replica))
                task.add_done_callback(lambda _, name=name: self._tasks.pop(name, None))  # type: ignore[misc]

    def is_sending(self, name: str) -> bool:
        """Return True while notices of that party are being sent."""
        return name in self._tasks

    def _times(self, replica: Replica) -> list[tuple[AwayNotice, float]]:
        """Return the notices of a party, each with the time at which this process sees to it."""
        if not self.has_ways:
            return []
        name, now, rows = replica.broadcast.name, replica.now_ms(), []
        for one in notices.notices_of(replica.party):
            about, again_ms = self._settled.get((name, one.token, one.slot), ("", 0.0))
            at = max(one.due_ms, again_ms) if about == one.about else one.due_ms
            rows.append((one, notices.put_off(replica.party, one, at, now)))
        return rows

    def next_ms(self, replica: Replica) -> int:
        """Return the time of the next notice at a party, or 0."""
        at = min((at for _, at in self._times(replica)), default=NEVER)
        return 0 if at == NEVER else round(at)

    def _due(self, replica: Replica) -> list[AwayNotice]:
        now = replica.now_ms()
        return [one for one, at in self._times(replica) if at <= now]

    async def _run(self, replica: Replica) -> None:
        try:
            async with self._at_once:
                await self.tell(replica)
        except (LedgerError, CommandRefused):
            # another process goes on, or this one a little later
            pass
        except Exception:
            LOG.exception("Notices of a table could not be sent")

    async def tell(self, replica: Replica) -> None:
        """Send what is due at a party, if this process has its lease; raise LedgerError."""
        due = self._due(replica)
        if not due or not await replica.leads():
            return
        await self.prune(replica)
        for notice in due:
            await self._tell(replica, notice)
        await replica.set_wake()

    async def _tell(self, replica: Replica, notice: AwayNotice) -> None:
        name, epoch, now = replica.broadcast.name, replica.epoch, replica.now_ms()
        key = notices.key_of(notices.TOLD, notice.token, notice.slot)
        attachments = await self._ledger.attachments(name)
        there = notices.browsers(attachments, notice.token) if self._channels.web_push else {}
        browsers = {one: browser for one, browser in there.items() if self._is_served(browser)}
        channels = [*browsers, *([notices.WEBHOOK] if self._channels.webhook else [])]
        before = notices.told_last(attachments, notice.token, notice.slot)
        claim = notices.claimed(before, notice, channels, now)
        if claim is None:
            waits = before.about == notice.about and before.channels and before.tries < notices.MOST_TRIES
            self._settle(name, notice, before.again_ms if waits else NEVER)
            return
        await self._ledger.attach(name, key, notices.stored(claim), epoch)
        sendings = {one: self._send(replica, notice, browsers.get(one)) for one in claim.channels}
        answers = await self._held(replica, sendings)
        for one in [one for one, answer in answers.items() if answer.status in GONE and one in browsers]:
            await self._ledger.attach(name, notices.key_of(notices.PUSH, notice.token, one), "")
        again = [one for one, answer in answers.items() if answer.status in AGAIN or answer.status >= 500]
        self.sent += sum(200 <= answer.status < 300 for answer in answers.values())
        self.failed += sum(not 200 <= answer.status < 300 for answer in answers.values())
        wait_ms = 1000 * max((answers[one].retry_after_s for one in again), default=0)
        told = notices.after(claim, again, wait_ms, replica.now_ms())
        await self._ledger.attach(name, key, notices.stored(told), epoch)
        self._settle(name, notice, told.again_ms if told.channels else NEVER)

    def _settle(self, name: str, notice: AwayNotice, until_ms: float) -> None:
        self._settled[name, notice.token, notice.slot] = notice.about, until_ms

    async def _held(self, replica: Replica, sendings: Mapping[str, Awaitable[PostResult]]) -> dict[str, PostResult]:
        """Wait for all answers, keeping the lease meanwhile; raise LeaseLost."""
        tasks = {one: asyncio.ensure_future(sending) for one, sending in sendings.items()}
        try:
            while (await asyncio.wait(tasks.values(), timeout=RENEW_S))[1]:
                if not await replica.leads():
                    raise LeaseLost(replica.broadcast.name)
            return {one: task.result() for one, task in tasks.items()}
        finally:
            for task in tasks.values():
                task.cancel()

    async def _send(self, replica: Replica, notice: AwayNotice, browser: Subscription | None) -> PostResult:
        """Send a notice to a browser, or to the webhook without one. A forbidden address counts as gone."""
        party, name, texts = replica.party, replica.broadcast.name, self._channels.texts
        try:
            if browser is None:
                data = notices.webhook_data(party, notice, token_hash(name)[:16], texts)
                body = json.dumps(data, ensure_ascii=False).encode()
                id_ = webhook.message_id(name, notice)
                headers = webhook.headers(id_, body, self._channels.webhook_key)
                return await post(self._channels.webhook, headers, body, self._channels.near)
            assert self._channels.web_push is not None, "expected Web Push where browsers are told"
            title, text = notices.spoken(party, notice.seat, notice.matter.kind, texts[browser.language])
            message = {"title": title, "text": text, "party": name}
            lifetime, urgency = notices.lifetime_s(notice, replica.now_ms()), "high" if notice.is_urgent else "normal"
            return await self._channels.web_push.send(browser, message, name, lifetime, urgency)
        except ForbiddenAddress:
            return PostResult(GONE[0])

    async def close(self) -> None:
        """Stop sending; claims stay for another process."""
        tasks = [*self._tasks.values()]
        for task in tasks:
            task.cancel()
        with suppress(asyncio.CancelledError):
            await asyncio.gather(*tasks, return_exceptions=True)
