"""HTTPS requests to addresses that devices name, such as a push service's, with a guard against forged ones.

A device could name an address inside the server's own network (server-side request forgery). So names are resolved
here, private addresses are refused, the connection goes to the address that was checked, and redirects are not
followed. An operator can let single services in private networks through.
"""

import asyncio
import ipaddress
import re
import socket
import ssl
import time
from collections.abc import Collection, Mapping
from contextlib import suppress
from email.utils import parsedate_to_datetime
from typing import NamedTuple
from urllib.parse import SplitResult, urlsplit

#: longest address, in letters, and longest head of a response, in bytes
LONGEST_URL, LONGEST_HEAD = 1024, 16 * 1024
#: time for a whole request, in seconds
PATIENCE_S = 10.0
#: longest wait that a service may ask for, in seconds
LONGEST_WAIT_S = 3600
#: ports by scheme: services that devices name have no others
PORTS = {"https": 443, "http": 80}
#: addresses of IPv6 that lead to the internet: unicast, and IPv4 behind a translator, with the other address at the end
UNICAST, TRANSLATED = ipaddress.ip_network("2000::/3"), ipaddress.ip_network("64:ff9b::/96")
HOST = re.compile(r"[a-z0-9-]+(\.[a-z0-9-]+)+", re.ASCII)


class ForbiddenAddress(Exception):
    """Raised for an address that no request may go to."""


class PostResult(NamedTuple):
    """A response: its status, or 0 for none, and the wait that it asks for, in seconds."""

    status: int
    retry_after_s: int = 0


def origin_of(parts: SplitResult) -> str:
    """Return the scheme, host and port of an address, as people write it."""
    return f"{parts.scheme}://{parts.netloc}"


def checked_url(url: str, near: Collection[str] = ()) -> SplitResult:
    """Return the parts of an address that devices may name; raise ForbiddenAddress.

    It has a public name and the usual port of HTTPS. ``near`` are origins in private networks that are let through.
    """
    if len(url) > LONGEST_URL or not url.isascii() or not url.isprintable() or " " in url:
        raise ForbiddenAddress("expected a short address in ASCII")
    try:
        parts = urlsplit(url)
        is_plain = parts.port is None and parts.username is None
    except ValueError as error:
        raise ForbiddenAddress(str(error)) from None
    if origin_of(parts) in near:
        return parts
    host = parts.hostname or ""
    if parts.scheme != "https" or not is_plain or not HOST.fullmatch(host) or host[-1].isdigit():
        raise ForbiddenAddress("expected https:// with a public name")
    return parts


def is_public(address: str) -> bool:
    """Return True for an address on the internet, also of those that carry another one inside."""
    found = ipaddress.ip_address(address)
    inner = None
    if isinstance(found, ipaddress.IPv6Address):
        if found not in UNICAST and found not in TRANSLATED:
            return False
        inner = found.sixtofour or (found.teredo and found.teredo[1])
        if found in TRANSLATED:
            inner = ipaddress.IPv4Address(int(found) % 2**32)
    return all(one.is_global and not one.is_multicast for one in (found, inner) if one is not None)


async def _resolved(parts: SplitResult, near: Collection[str]) -> tuple[str, int]:
    """Return the address and port to connect to; raise ForbiddenAddress, or OSError for an unknown name."""
    host, port = parts.hostname or "", parts.port or PORTS[parts.scheme]
    rows = await asyncio.get_running_loop().getaddrinfo(host, port, type=socket.SOCK_STREAM)
    found = [str(row[4][0]) for row in rows]
    if origin_of(parts) not in near and not all(map(is_public, found)):
        raise ForbiddenAddress(f"{host} is in a private network")
    return found[0], port


async def post(url: str, headers: Mapping[str, str], body: bytes, near: Collection[str] = ()) -> PostResult:
    """Send a request and return the answer, whose body is not read; raise ForbiddenAddress.

    A service that cannot be reached, says nothing or nonsense gives status 0.
    """
    parts = checked_url(url, near)
    try:
        async with asyncio.timeout(PATIENCE_S):
            return await _exchange(parts, headers, body, near)
    except (OSError, EOFError, ValueError, TimeoutError, asyncio.LimitOverrunError):
        return PostResult(0)


async def _exchange(parts: SplitResult, headers: Mapping[str, str], body: bytes, near: Collection[str]) -> PostResult:
    address, port = await _resolved(parts, near)
    tls = ssl.create_default_context() if parts.scheme == "https" else None
    reader, writer = await asyncio.open_connection(
        address, port, ssl=tls, server_hostname=parts.hostname if tls else None, limit=LONGEST_HEAD
    )
    try:
        path = (parts.path or "/") + (f"?{parts.query}" if parts.query else "")
        rows = {"Host": parts.netloc, "Content-Length": str(len(body)), "Connection": "close", **headers}
        head = "".join(f"{name}: {value}\r\n" for name, value in rows.items())
        writer.write(f"POST {path} HTTP/1.1\r\n{head}\r\n".encode("ascii") + body)
        await writer.drain()
        while True:
            answer = _answer((await reader.readuntil(b"\r\n\r\n")).decode("latin-1"))
            # interim answers announce the final one
            if not 100 <= answer.status < 200:
                return answer
    finally:
        # what a service still sends is not waited for
        writer.transport.abort()
        with suppress(OSError):
            await writer.wait_closed()


def _answer(head: str) -> PostResult:
    """Return the status of a response's head and its Retry-After; raise ValueError for nonsense."""
    first, *rows = head.split("\r\n")
    found = re.match(r"HTTP/\d\.\d (\d{3})\b", first, re.ASCII)
    if found is None:
        raise ValueError("expected a status line")
    named = {name.strip().lower(): value.strip() for name, _, value in (row.partition(":") for row in rows)}
    return PostResult(int(found[1]), min(LONGEST_WAIT_S, _seconds(named.get("retry-after", ""))))


def _seconds(text: str) -> int:
    """Return the seconds of a Retry-After header, a number or a date; 0 if it says nothing."""
    if text.isascii() and text.isdigit():
        return int(text[:9])
    try:
        return max(0, round(parsedate_to_datetime(text).timestamp() - time.time()))
    except (TypeError, ValueError, OverflowError):
        return 0
