"""The way to a party, as it is typed, scanned or passed on: a server, and which party there.

A code is for people: five letters, for as long as somebody is there. A party's name is what a private link has, and
with a seat's secret behind it whoever opens the link takes that seat along. Secrets stand after an address's # alone,
which is sent to nobody.
"""

import ipaddress
from typing import NamedTuple
from urllib.parse import parse_qsl, urlsplit

#: no vowels, so no words, and nothing that looks or sounds like another
LETTERS = "BCDFGHJKLMNPRSTVWXZ"
CODE = 5
#: a party's name and a seat's secret, in hexadecimal digits
NAME, SECRET = 24, 32
#: where lines are on a server
PATH = "/party"
#: where a server listens that nobody has told another place
PORT = 8790
SECURE = {"http": "ws", "https": "wss", "ws": "ws", "wss": "wss"}
#: how a link says that whoever opens it comes to sit down, or to look on; and by which address others come
JOIN, WATCH, DOOR = "join", "watch", "at"


class InvalidLink(Exception):
    """This leads nowhere."""


class JoinLink(NamedTuple):
    """The way to a party; without a code and a name only to its server."""

    #: where lines are, as ws://... or wss://...; "" for the server that the page knows
    server: str = ""
    code: str = ""
    party: str = ""
    #: the secret of a seat that is taken along
    token: str = ""
    #: comes to look on, as a screen for all
    watches: bool = False
    #: the address by which the others come, where that is not this device's own
    door: str = ""

    @property
    def key(self) -> str:
        """Which party it is, as a link has it."""
        return f"{self.party}.{self.token}" if self.token else self.party or self.code

    @property
    def link(self) -> str:
        """What an address has after its #."""
        return f"{WATCH if self.watches else JOIN}={self.key}"


def is_code(word: str) -> bool:
    """Whether a word could be a code, however it is written."""
    return len(word) == CODE and set(word.upper()) <= set(LETTERS)


def _is_hex(word: str, length: int) -> bool:
    return len(word) == length and set(word) <= set("0123456789abcdef")


def link_to_party(key: str, watches: bool = False) -> JoinLink:
    """The way to a party of the server that is known already; raise BadWay."""
    name, dot, token = key.strip().partition(".")
    if not dot and is_code(name):
        return JoinLink(code=name.upper(), watches=watches)
    if not _is_hex(name, NAME) or (dot and not _is_hex(token, SECRET)):
        raise InvalidLink(key)
    return JoinLink(party=name, token=token, watches=watches)


def link_to_server(address: str) -> JoinLink:
    """The way by an address as people type it, copy it or scan it, such as 192.168.1.20:8790/KLMNP; raise BadWay."""
    text = address.strip()
    try:
        parts = urlsplit(text if "://" in text else f"//{text}")
        host, port = parts.hostname or "", parts.port
    except ValueError:
        raise InvalidLink(address) from None
    if not host or parts.username or (parts.scheme and parts.scheme not in SECURE) or not text.isprintable():
        raise InvalidLink(address)
    near = _is_near(host)
    scheme = SECURE[parts.scheme] if parts.scheme else "ws" if near else "wss"
    if port is None and not parts.scheme and near:
        port = PORT
    where = f"[{host}]" if ":" in host else host
    server = f"{scheme}://{where}{'' if port is None else f':{port}'}{PATH}"
    asked = dict(parse_qsl(parts.fragment or parts.query))
    word = parts.path.strip("/")
    for name in (JOIN, WATCH):
        if name in asked:
            return link_to_party(asked[name], name == WATCH)._replace(server=server)
    if not word or f"/{word}" == PATH or parts.fragment:
        return link_to_party(parts.fragment)._replace(server=server) if parts.fragment else JoinLink(server)
    return link_to_party(word)._replace(server=server)


def checked_door(address: str) -> str:
    """An address that a screen may show to others: one of the same network; raise BadWay."""
    if not address.startswith("http://") or not _is_near(urlsplit(link_to_server(address).server).hostname or ""):
        raise InvalidLink(address)
    return address


def _is_near(host: str) -> bool:
    """Whether a host can only be one of the same network, where there are no certificates."""
    try:
        return not ipaddress.ip_address(host).is_global
    except ValueError:
        return "." not in host or host.endswith((".local", ".lan", ".home.arpa"))
