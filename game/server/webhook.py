"""The operator's webhook: its messages are signed as in Standard Webhooks (standardwebhooks.com), version 1."""

import base64
import hmac
import time
from pathlib import Path

from game.server.notices import AwayNotice

#: prefix that secrets may have, and their least and greatest length in bytes
PREFIX, SECRET = "whsec_", (24, 64)


def read_secret(file: Path) -> bytes:
    """Return the secret in a file, in base64; raise OSError or ValueError."""
    text = file.read_text("ascii").strip().removeprefix(PREFIX)
    secret = base64.b64decode(text, validate=True)
    if not SECRET[0] <= len(secret) <= SECRET[1]:
        raise ValueError(f"expected {SECRET[0]} to {SECRET[1]} bytes in base64")
    return secret


def message_id(table: str, notice: AwayNotice) -> str:
    """Return the id of a notice's message, the same each time that it is sent."""
    return hmac.digest(table.encode(), f"{notice.token} {notice.about}".encode(), "sha256").hex()[:32]


def headers(id_: str, body: bytes, secret: bytes) -> dict[str, str]:
    """Return the headers of a message; without a secret it is not signed."""
    now = str(int(time.time()))
    found = {"Content-Type": "application/json", "webhook-id": id_, "webhook-timestamp": now}
    if secret:
        digest = hmac.digest(secret, f"{id_}.{now}.".encode() + body, "sha256")
        found["webhook-signature"] = f"v1,{base64.b64encode(digest).decode()}"
    return found
