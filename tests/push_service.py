"""A push service with its browsers: it answers as it is told to, and reads every message as a browser would.

Decryption follows RFC 8291 and 8188, the check of the server's identity RFC 8292, both written anew here.
"""

from __future__ import annotations

import asyncio
import base64
import json
import secrets
import time
from collections.abc import Callable
from typing import NamedTuple
from urllib.parse import urlsplit

from cryptography.hazmat.primitives import hashes
from cryptography.hazmat.primitives.asymmetric import ec
from cryptography.hazmat.primitives.asymmetric.utils import encode_dss_signature
from cryptography.hazmat.primitives.ciphers.aead import AESGCM
from cryptography.hazmat.primitives.kdf.hkdf import HKDF
from cryptography.hazmat.primitives.serialization import Encoding, PublicFormat

#: the longest message that a service must take, in bytes
LONGEST = 4096
#: the longest validity of a proof of identity, in seconds
DAY_S = 24 * 3600


def encoded(data: bytes) -> str:
    """Return URL-safe base64 without padding."""
    return base64.urlsafe_b64encode(data).rstrip(b"=").decode()


def decoded(text: str) -> bytes:
    """Return the bytes of URL-safe base64 without padding."""
    return base64.urlsafe_b64decode(text + "=" * (-len(text) % 4))


def derived(salt: bytes, key: bytes, info: bytes, length: int) -> bytes:
    """Return HKDF with SHA-256."""
    return HKDF(hashes.SHA256(), length, salt, info).derive(key)


class Browser:
    """A browser with a subscription."""

    def __init__(self, service: PushService, name: str, language: str = "de") -> None:
        self.service, self.name, self.language = service, name, language
        self._key = ec.generate_private_key(ec.SECP256R1())
        self._secret = secrets.token_bytes(16)

    @property
    def point(self) -> bytes:
        """Its public key, uncompressed."""
        return self._key.public_key().public_bytes(Encoding.X962, PublicFormat.UncompressedPoint)

    @property
    def subscription(self) -> dict[str, str]:
        """The subscription as it is sent to a server."""
        return {
            "endpoint": f"{self.service.origin}/push/{self.name}",
            "p256dh": encoded(self.point),
            "auth": encoded(self._secret),
            "language": self.language,
        }

    def read(self, body: bytes) -> bytes:
        """Decrypt a message; raise an error for a wrong one."""
        salt, size, length = body[:16], int.from_bytes(body[16:20], "big"), body[20]
        sender, record = body[21 : 21 + length], body[21 + length :]
        assert length == 65, "the sender's key is uncompressed"
        assert size >= len(record), "one record"
        shared = self._key.exchange(ec.ECDH(), ec.EllipticCurvePublicKey.from_encoded_point(ec.SECP256R1(), sender))
        key = derived(self._secret, shared, b"WebPush: info\0" + self.point + sender, 32)
        content_key = derived(salt, key, b"Content-Encoding: aes128gcm\0", 16)
        nonce = derived(salt, key, b"Content-Encoding: nonce\0", 12)
        plain = AESGCM(content_key).decrypt(nonce, record, None).rstrip(b"\0")
        assert plain[-1:] == b"\2", "the last record"
        return plain[:-1]


def check_identity(authorization: str, origin: str) -> tuple[str, str]:
    """Check a server's proof of identity, and return its public key and its address for services."""
    scheme, _, rest = authorization.partition(" ")
    assert scheme == "vapid"
    parts = dict(part.strip().split("=", 1) for part in rest.split(","))
    head, claims, signature = parts["t"].split(".")
    assert json.loads(decoded(head)) == {"typ": "JWT", "alg": "ES256"}
    said = json.loads(decoded(claims))
    assert said["aud"] == origin
    assert time.time() < said["exp"] <= time.time() + DAY_S
    assert said["sub"].startswith(("mailto:", "https://"))
    raw = decoded(signature)
    key = ec.EllipticCurvePublicKey.from_encoded_point(ec.SECP256R1(), decoded(parts["k"]))
    both = encode_dss_signature(int.from_bytes(raw[:32], "big"), int.from_bytes(raw[32:], "big"))
    key.verify(both, f"{head}.{claims}".encode(), ec.ECDSA(hashes.SHA256()))
    return parts["k"], said["sub"]


class Push(NamedTuple):
    """A message that came in."""

    browser: str
    headers: dict[str, str]
    data: dict[str, str]
    #: the server's public key
    sender: str
    status: int
    #: whom the service may write to
    contact: str


#: in place of a status: the connection is closed, or nothing is said
CLOSE, SILENCE = 0, -1
ENDLESS = -2


class PushService:
    """The service. ``answers`` are used up one after the other; after them it takes every message."""

    def __init__(self) -> None:
        self.origin = ""
        self.browsers: dict[str, Browser] = {}
        self.pushes: list[Push] = []
        #: the bodies posted to other paths, such as a webhook's
        self.posts: list[dict[str, object]] = []
        self.post_heads: list[dict[str, str]] = []
        self.post_bodies: list[bytes] = []
        self.answers: list[tuple[int, dict[str, str]]] = []
        #: called with every message before it is answered
        self.heard: Callable[[Push], None] = lambda _push: None
        self._server: asyncio.Server | None = None
        self._silent = asyncio.Event()

    async def __aenter__(self) -> PushService:
        """Listen on a free port of this machine."""
        self._server = await asyncio.start_server(self._serve, "127.0.0.1", 0)
        self.origin = f"http://127.0.0.1:{self._server.sockets[0].getsockname()[1]}"
        return self

    async def __aexit__(self, *_: object) -> None:
        """Close all connections."""
        assert self._server is not None
        self._silent.set()
        self._server.close()
        await self._server.wait_closed()

    def browser(self, name: str, language: str = "de") -> Browser:
        """Return a new browser."""
        self.browsers[name] = Browser(self, name, language)
        return self.browsers[name]

    def told(self, name: str) -> list[Push]:
        """Return the messages that a browser has taken."""
        return [push for push in self.pushes if push.browser == name and 200 <= push.status < 300]

    def shown(self, name: str) -> dict[str, dict[str, str]]:
        """Return what a browser shows after all of that: a notice replaces an earlier one with its tag."""
        return {push.data["party"]: push.data for push in self.told(name)}

    async def _serve(self, reader: asyncio.StreamReader, writer: asyncio.StreamWriter) -> None:
        try:
            head = (await reader.readuntil(b"\r\n\r\n")).decode()
            first, *rows = head.strip().split("\r\n")
            method, path, _ = first.split(" ")
            headers = {name.lower(): value.strip() for name, _, value in (row.partition(":") for row in rows)}
            body = await reader.readexactly(int(headers["content-length"]))
            assert method == "POST"
            assert f"http://{headers['host']}" == self.origin
            status, more = self.answers.pop(0) if self.answers else (201, {})
            if path.startswith("/push/"):
                self._take(urlsplit(path).path.removeprefix("/push/"), headers, body, status)
            else:
                self.posts.append(json.loads(body))
                self.post_heads.append(headers)
                self.post_bodies.append(body)
            await self._answer(writer, status, more)
        except (asyncio.IncompleteReadError, ConnectionError):
            pass
        finally:
            writer.close()

    def _take(self, name: str, headers: dict[str, str], body: bytes, status: int) -> None:
        assert len(body) <= LONGEST
        assert headers["content-encoding"] == "aes128gcm"
        assert int(headers["ttl"]) >= 0
        assert 0 < len(headers["topic"]) <= 32
        sender, contact = check_identity(headers["authorization"], self.origin)
        push = Push(name, headers, json.loads(self.browsers[name].read(body)), sender, status, contact)
        self.pushes.append(push)
        self.heard(push)

    async def _answer(self, writer: asyncio.StreamWriter, status: int, more: dict[str, str]) -> None:
        if status == CLOSE:
            writer.transport.abort()
            return
        if status == SILENCE:
            await self._silent.wait()
            return
        if status == ENDLESS:
            writer.write(b"HTTP/1.1 201 Created\r\n" + b"X: y\r\n" * 10_000)
            await self._silent.wait()
            return
        # as unreliable as others: an interim answer, and a body of another length than it says
        rows = "".join(f"{key}: {value}\r\n" for key, value in {"Content-Length": "7", **more}.items())
        writer.write(f"HTTP/1.1 103 Early Hints\r\nLink: </x>\r\n\r\nHTTP/1.1 {status} Said\r\n{rows}\r\n".encode())
        writer.write(b"much more than seven bytes")
        await writer.drain()
