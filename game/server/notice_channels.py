"""The channels of a server for notices to people who are away, opened by its options."""

import asyncio
import time
from collections.abc import Callable, Collection, Mapping
from pathlib import Path
from types import ModuleType
from typing import NamedTuple

from game.server.http_post import ForbiddenAddress, checked_url
from game.server.ledger import Ledger
from game.server.notices import LanguageTexts
from game.server.notifier import Channels
from game.server.webhook import read_secret

#: the log with the key for Web Push, and how long it is kept after the last start, in milliseconds: all subscriptions
#: end with it
OF_PUSH, OF_PUSH_MS = "push key", 10 * 365 * 24 * 3_600_000


class ChannelOptions(NamedTuple):
    """Options of the operator."""

    #: the server's name on the internet, or "": browsers take Web Push from a server with a name and TLS alone
    name: str
    #: the file with the private key for Web Push; None for one that lies in the ledger
    push_key: Path | None
    #: the address for push services; "" for the server's own
    contact: str
    webhook: str
    #: the file with the key that signs what the webhook is told, or None
    webhook_key: Path | None
    #: origins in private networks that are let through
    near: Collection[str]


class InvalidOption(Exception):
    """Raised with the reason why an option cannot be used, in texts for the operator."""


async def open_channels(ledger: Ledger, given: ChannelOptions, texts: Mapping[str, LanguageTexts]) -> Channels:
    """Return the channels; raise InvalidOption, or LedgerError if no key can be stored."""
    near = frozenset(given.near)
    if given.webhook:
        try:
            checked_url(given.webhook, near)
        except ForbiddenAddress as error:
            raise InvalidOption(f"Can't use the webhook: {error}. See also --near-service.") from None
    try:
        secret = read_secret(given.webhook_key) if given.webhook_key else b""
    except (OSError, ValueError) as error:
        raise InvalidOption(f"Can't use the key of the webhook: {error}. It comes from --webhook-key.") from None
    web_push = await asyncio.to_thread(_library) if given.name else None
    if web_push is None:
        return Channels(texts, None, given.webhook, near, secret)
    contact = given.contact or f"https://{given.name}"
    try:
        pem = given.push_key.read_text("ascii") if given.push_key else await _stored_key(ledger, web_push.new_key)
        return Channels(texts, web_push.WebPush(pem, contact, near), given.webhook, near, secret)
    except (OSError, ValueError, web_push.InvalidKeyFile) as error:
        raise InvalidOption(f"Can't use the key for Web Push: {error}. It comes from --push-key.") from None


def _library() -> ModuleType | None:
    """Return the module for Web Push, if its library is installed."""
    try:
        from game.server import web_push
    except ImportError:
        return None
    return web_push


async def _stored_key(ledger: Ledger, make: Callable[[], str]) -> str:
    """Return the key of all servers with this ledger, made by the first of them."""
    until = int(time.time() * 1000) + OF_PUSH_MS
    if not await ledger.create(OF_PUSH, make(), until):
        await ledger.keep(OF_PUSH, until)
    return (await ledger.read(OF_PUSH))[0]
