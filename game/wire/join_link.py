"""Links to a party, as they are typed, scanned or shared: a server, and a party there.

A code of five letters is for people and valid as long as somebody is at the party. A private link has the party's name;
with a seat's secret token added, it also takes over that seat. Secrets appear only after the # of an address, which is
never sent to a server.
"""

import ipaddress
from typing import NamedTuple
from urllib.parse import parse_qsl, urlsplit

#: no vowels, so no words, and no letters that look or sound alike
LETTERS = "BCDFGHJKLMNPRSTVWXZ"
CODE = 5
#: lengths of a party's name and a seat's secret, in hexadecimal digits
NAME, SECRET = 24, 32
#: path of the connections on a server
PATH = "/party"
#: default port of a server
PORT = 8790
SECURE = {"http": "ws", "https": "wss", "ws": "ws", "wss": "wss"}
#: keys of a link: to play, to watch, and the address at which others join
JOIN, WATCH, DOOR = "join", "watch", "at"


class InvalidLink(Exception):
    """Raised for a link or address that leads nowhere."""


class JoinLink(NamedTuple):
    """Parsed link to a party, or only to its server if there is neither a code nor a name."""

    #: ws://... or wss://... address of the connections; "" for the server that the page knows
    server: str = ""
    code: str = ""
    party: str = ""
    #: the secret token of a seat to take over
    token: str = ""
    #: opened as a spectator, as on a shared screen
    watches: bool = False
    #: the address at which others join, if it differs from this device's own
    door: str = ""

    @property
    def key(self) -> str:
        """The identification of the party in a link."""
        return f"{self.party}.{self.token}" if self.token else self.party or self.code

    @property
    def link(self) -> str:
        """The part of the address after the #."""
        return f"{WATCH if self.watches else JOIN}={self.key}"

    def leads_to(self, known: "JoinLink") -> bool:
        """Return True if this link leads to the party of a ``known`` one."""
        by_name = bool(self.party) and self.party == known.party
        by_code = bool(self.code) and self.code == known.code
        return self.server == known.server and (by_name or by_code)


def is_code(word: str) -> bool:
    """Return True if a word could be a code, in upper or lower case."""
    return len(word) == CODE and set(word.upper()) <= set(LETTERS)


def _is_hex(word: str, length: int) -> bool:
    return len(word) == length and set(word) <= set("0123456789abcdef")


def link_to_party(key: str, watches: bool = False) -> JoinLink:
    """Return the link to a party of the known server; raise InvalidLink."""
    name, dot, token = key.strip().partition(".")
    if not dot and is_code(name):
        return JoinLink(code=name.upper(), watches=watches)
    if not _is_hex(name, NAME) or (dot and not _is_hex(token, SECRET)):
        raise InvalidLink(key)
    return JoinLink(party=name, token=token, watches=watches)


def link_to_server(address: str) -> JoinLink:
    """Return the link for an address as people type it, such as 192.168.1.20:8790/KLMNP; raise InvalidLink."""
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
    """Return ``address`` if it is of the local network and may be shown to others; raise InvalidLink."""
    if not address.startswith("http://") or not _is_near(urlsplit(link_to_server(address).server).hostname or ""):
        raise InvalidLink(address)
    return address


def _is_near(host: str) -> bool:
    """Return True if a host must be on the local network, where there are no certificates."""
    try:
        return not ipaddress.ip_address(host).is_global
    except ValueError:
        return "." not in host or host.endswith((".local", ".lan", ".home.arpa"))
