"""The content security policy of a built page, computed from its contents, and the headers of a host.

The policy is in the page itself, as many hosts send no headers, and in the file ``_headers``, which some hosts read. It
names every script and style of the page by its hash, so that nothing added to the page later runs.
"""

from __future__ import annotations

import base64
import hashlib
import re
from collections.abc import Sequence
from html.parser import HTMLParser
from urllib.parse import urljoin, urlsplit

META = '<meta http-equiv="Content-Security-Policy" content="{}">'
#: the line of the page after which the policy is inserted: it applies to everything that follows
AFTER = '<meta charset="utf-8">\n'
#: the file that some hosts read, and the server of this project: rules of paths and the headers for them
FILE = "_headers"
#: the policy of the page without its hashes, for its own runtime
OWN = {
    # the manifest too: WebKit does not know its directive and complains about it
    "default-src": ["'self'"],
    # the runtime's scripts are files of the site; it compiles WebAssembly and evaluates no text
    "script-src": ["'self'", "'wasm-unsafe-eval'"],
    "style-src": [],
    "img-src": ["'self'", "data:"],
    "font-src": ["data:"],
    "connect-src": ["'self'"],
    "object-src": ["'none'"],
    "frame-src": ["'none'"],
    "worker-src": ["'self'"],
    "base-uri": ["'none'"],
    "form-action": ["'none'"],
}
#: the further needs of pygbag's runtime; CDN stands for where it is loaded from. Its main.js evaluates the pieces of
#: JavaScript in its modules (EM_ASM), its pythons.js puts a style into the page, music plays from a blob
PYGBAG = {
    "script-src": ["'unsafe-eval'", "CDN"],
    "style-src": ["'unsafe-inline'"],
    "img-src": ["blob:"],
    "connect-src": ["CDN", "blob:", "data:"],
    "media-src": ["'self'", "CDN", "blob:", "data:"],
}
#: devices and services that no card game needs; full screen, gamepads and the wake lock stay
UNUSED = (
    *("accelerometer", "camera", "display-capture", "geolocation", "gyroscope", "hid", "magnetometer"),
    *("microphone", "midi", "payment", "publickey-credentials-get", "serial", "usb", "xr-spatial-tracking"),
)
#: these names may be framed by other pages, as on itch.io
HEADERS = {
    "X-Content-Type-Options": "nosniff",
    "Referrer-Policy": "no-referrer",
    "Permissions-Policy": ", ".join(f"{name}=()" for name in UNUSED),
    "Cross-Origin-Opener-Policy": "same-origin",
    "Cross-Origin-Resource-Policy": "same-origin",
}
#: for files whose names change with their content
LASTING = "public, max-age=31536000, immutable"


class _Inline(HTMLParser):
    """A parser for the scripts and styles in a page; raises SystemExit for code or style in an attribute."""

    def __init__(self) -> None:
        super().__init__()
        self.found: dict[str, list[str]] = {"script": [], "style": []}
        self._open = ""

    def handle_starttag(self, tag: str, attrs: list[tuple[str, str | None]]) -> None:
        names = [name for name, _value in attrs]
        if bad := [name for name in names if name == "style" or name.startswith("on")]:
            raise SystemExit(f"<{tag} {bad[0]}=...>: the page's policy allows no code and no style in an attribute.")
        if tag in self.found and "src" not in names:
            self._open = tag
            self.found[tag].append("")

    def handle_data(self, data: str) -> None:
        if self._open:
            self.found[self._open][-1] += data

    def handle_endtag(self, tag: str) -> None:
        if tag == self._open:
            self._open = ""


def policy(html: str, cdn: str | None = None, server: str = "") -> str:
    """Return the policy for a page: by its own scripts and styles, and with ``cdn`` for pygbag's runtime from there.

    Connections go to the page's own host, which 'self' allows, and to ``server``.
    """
    parser = _Inline()
    parser.feed(html)
    rules = {name: [*values] for name, values in OWN.items()}
    for tag, texts in parser.found.items():
        sums = (hashlib.sha256(text.encode()).digest() for text in texts)
        rules[f"{tag}-src"] += [f"'sha256-{base64.b64encode(found).decode()}'" for found in sums]
    if cdn is not None:
        # a hash would make browsers ignore 'unsafe-inline'
        rules["style-src"] = []
        for name, values in PYGBAG.items():
            rules[name] = [*rules.get(name, []), *(source(cdn) if value == "CDN" else value for value in values)]
    if server:
        parts = urlsplit(server)
        rules["connect-src"].append(f"{parts.scheme}://{parts.netloc}")
    return "; ".join(" ".join([name, *dict.fromkeys(values)]) for name, values in rules.items())


def source(cdn: str) -> str:
    """Return the policy's source for the folder that holds ``cdn`` and the list of packages beside it."""
    if not urlsplit(cdn).netloc:
        return "'self'"
    return urljoin(cdn, "../")


def sealed(html: str, cdn: str | None = None, server: str = "") -> str:
    """Return the page with its policy, in place of an earlier one."""
    bare = re.sub(META.format('[^"]*') + "\n", "", html)
    if bare.count(AFTER) != 1:
        raise SystemExit(f"The page must have {AFTER.strip()} once, on a line of its own.")
    return bare.replace(AFTER, f"{AFTER}{META.format(policy(bare, cdn, server))}\n")


def headers(html: str, lasting: Sequence[str] = ()) -> str:
    """Return the file ``_headers`` for a built page.

    A file that matches a pattern of ``lasting`` never changes under its name.
    """
    found = re.search(META.format('([^"]*)'), html)
    if not found:
        raise SystemExit("The page has no policy.")
    rows = ["/*", *(f"  {name}: {value}" for name, value in HEADERS.items())]
    rows.append(f"  Content-Security-Policy: {found[1]}")
    rows += [row for pattern in lasting for row in (f"/{pattern}", f"  Cache-Control: {LASTING}")]
    return "\n".join(rows) + "\n"


def read(text: str) -> list[tuple[re.Pattern[str], list[tuple[str, str]]]]:
    """Return the rules of a ``_headers`` file: paths with their headers."""
    rules: list[tuple[re.Pattern[str], list[tuple[str, str]]]] = []
    for line in text.splitlines():
        if line.startswith("/"):
            rules.append((re.compile(re.escape(line).replace(r"\*", ".*")), []))
        elif line.strip():
            name, _, value = line.strip().partition(": ")
            rules[-1][1].append((name, value))
    return rules
