"""Web Push: the server's key (VAPID, RFC 8292) and messages that only one browser can read (RFC 8291).

The library's own sender follows redirects and resolves names past the guard of ``http_post``, so it only encrypts.
"""

import base64
import json
import time
from collections.abc import Collection, Mapping
from hashlib import sha256
from typing import cast

from cryptography.exceptions import InvalidKey, UnsupportedAlgorithm
from cryptography.hazmat.primitives.asymmetric.ec import SECP256R1, EllipticCurvePublicKey
from cryptography.hazmat.primitives.serialization import Encoding, PublicFormat
from py_vapid import Vapid02
from pywebpush import WebPusher

from game.server.http_post import ForbiddenAddress, PostResult, checked_url, origin_of, post
from game.server.notices import Subscription

#: lengths of a browser's public key, uncompressed, and of its secret, in bytes
POINT, SECRET = 65, 16
#: lifetime of a proof of the server's identity, in seconds; at most a day
PROOF_S = 12 * 3600
#: letters of a topic, by which a service lets a message replace an earlier one: at most 32
TOPIC = 32


class InvalidKeyFile(Exception):
    """Raised for a key that is no private key of the curve P-256 in PEM."""


def new_key() -> str:
    """Return a new private key in PEM."""
    key = Vapid02()
    key.generate_keys()
    return str(key.private_pem().decode())


def _bytes(text: str) -> bytes:
    """Decode URL-safe base64 without padding; raise ValueError."""
    return base64.b64decode(text + "=" * (-len(text) % 4), altchars="-_", validate=True)


def check(subscription: Subscription, near: Collection[str]) -> None:
    """Raise ForbiddenAddress for a subscription that no notice can be sent to."""
    checked_url(subscription.endpoint, near)
    try:
        point, secret = _bytes(subscription.p256dh), _bytes(subscription.auth)
        EllipticCurvePublicKey.from_encoded_point(SECP256R1(), point)
    except (ValueError, InvalidKey, UnsupportedAlgorithm):
        raise ForbiddenAddress("expected a point of the curve P-256") from None
    if len(point) != POINT or len(secret) != SECRET:
        raise ForbiddenAddress("expected a key of 65 and a secret of 16 bytes")


def sealed(subscription: Subscription, data: bytes) -> bytes:
    """Return data encrypted for a browser (aes128gcm)."""
    keys = {"p256dh": subscription.p256dh, "auth": subscription.auth}
    return cast("bytes", WebPusher({"endpoint": subscription.endpoint, "keys": keys}).encode(data)["body"])


class WebPush:
    """Sender of messages to browsers. ``contact`` is the operator's address for push services."""

    def __init__(self, pem: str, contact: str, near: Collection[str] = ()) -> None:
        try:
            self._key = Vapid02.from_pem(pem.strip().encode())
            point = self._key.public_key.public_bytes(Encoding.X962, PublicFormat.UncompressedPoint)
            EllipticCurvePublicKey.from_encoded_point(SECP256R1(), point)
        except (ValueError, TypeError, UnsupportedAlgorithm) as error:
            raise InvalidKeyFile(str(error)) from None
        self._contact = contact
        self._near = frozenset(near)
        #: the public key that browsers subscribe with
        self.public = base64.urlsafe_b64encode(point).rstrip(b"=").decode()

    def check(self, subscription: Subscription) -> None:
        """Raise ForbiddenAddress for a subscription that no notice can be sent to."""
        check(subscription, self._near)

    async def send(
        self, subscription: Subscription, message: Mapping[str, str], about: str, ttl_s: int, urgency: str
    ) -> PostResult:
        """Send a message to a browser, in place of an earlier one ``about`` the same; raise ForbiddenAddress.

        A service keeps it for a browser that is not connected, for ``ttl_s`` seconds. One of "normal" urgency waits if
        the device's battery is low, a "high" one does not (RFC 8030, 5.3).
        """
        parts = checked_url(subscription.endpoint, self._near)
        claims = {"aud": origin_of(parts), "exp": int(time.time()) + PROOF_S, "sub": self._contact}
        headers = {
            "Content-Type": "application/octet-stream",
            "Content-Encoding": "aes128gcm",
            "TTL": str(ttl_s),
            "Topic": sha256(about.encode()).hexdigest()[:TOPIC],
            "Urgency": urgency,
            **self._key.sign(claims),
        }
        text = json.dumps(message, ensure_ascii=False, separators=(",", ":"))
        return await post(subscription.endpoint, headers, sealed(subscription, text.encode()), self._near)
