"""Serve the built site on this machine alone, with right types, compressed, cached as a good host would.

``Server`` also serves the tests and the benchmark: it counts the bytes it sends and which files were asked for.
"""

from __future__ import annotations

import argparse
import gzip
import hashlib
import importlib
import sys
import threading
from concurrent.futures import ThreadPoolExecutor
from http.server import BaseHTTPRequestHandler, ThreadingHTTPServer
from pathlib import Path
from types import ModuleType
from typing import Any
from urllib.parse import unquote, urlsplit

import policy
from project import ROOT

from game.server.static_site import LASTING, TYPES

KEPT = ROOT / "build" / "out" / "compressed"
#: compressing these again gains nothing
PACKED = {".png", ".apk"}
#: brotli's and gzip's levels: as a good host does it once, in most of a minute; in seconds; at once
BEST, GOOD, QUICK = (11, 9), (9, 6), (4, 4)


def brotli_or_none() -> ModuleType | None:
    """Return the brotli package, if it is installed."""
    try:
        return importlib.import_module("brotli")
    except ImportError:
        return None


def compressed(content: bytes, way: str, levels: tuple[int, int]) -> bytes:
    """Return ``content`` compressed by brotli ("br") or gzip; results are kept in a folder."""
    brotli = brotli_or_none() if way == "br" else None
    level = levels[0] if brotli else levels[1]
    path = KEPT / f"{hashlib.sha256(content).hexdigest()[:32]}.{level}.{way}"
    if path.exists():
        return path.read_bytes()
    if brotli:
        made = bytes(brotli.compress(content, quality=level, lgwin=24))
    else:
        made = gzip.compress(content, level, mtime=0)
    KEPT.mkdir(parents=True, exist_ok=True)
    fresh = path.with_suffix(f".{threading.get_ident()}")
    fresh.write_bytes(made)
    fresh.replace(path)
    return made


def warm(folder: Path, levels: tuple[int, int]) -> None:
    """Compress the files of a site ahead of the first visitor; kept results cost nothing."""
    way = "br" if brotli_or_none() else "gzip"
    files = [path for path in sorted(folder.rglob("*")) if path.is_file() and path.suffix not in PACKED]
    with ThreadPoolExecutor() as pool:
        for _ in pool.map(lambda path: compressed(path.read_bytes(), way, levels), files):
            pass


class Server(ThreadingHTTPServer):
    """A server for one folder; ``sent`` counts bytes and ``asked`` lists paths."""

    daemon_threads = True

    def __init__(self, folder: Path, port: int = 0, levels: tuple[int, int] = GOOD) -> None:
        super().__init__(("127.0.0.1", port), Handler)
        self.folder = folder
        self.levels = levels
        self.sent = 0
        self.asked: list[str] = []

    @property
    def address(self) -> str:
        """The address of the site."""
        return f"http://127.0.0.1:{self.server_address[1]}/"

    def start(self) -> Server:
        """Serve from a thread."""
        threading.Thread(target=self.serve_forever, daemon=True).start()
        return self

    def stop(self) -> None:
        """Answer no more, after :meth:`start`."""
        self.shutdown()
        self.server_close()

    def __exit__(self, *_error: object) -> None:
        self.stop()

    def handle_error(self, request: Any, client_address: Any) -> None:
        """Report an error, unless a browser has only gone away in the middle of an answer."""
        if not isinstance(sys.exc_info()[1], ConnectionError):
            super().handle_error(request, client_address)


class Handler(BaseHTTPRequestHandler):
    """A handler for GET and HEAD of files below the folder."""

    protocol_version = "HTTP/1.1"
    server: Server

    def do_GET(self) -> None:
        """Send a file."""
        self.answer(True)

    def do_HEAD(self) -> None:
        """Send the headers of a file."""
        self.answer(False)

    def answer(self, whole: bool) -> None:
        """Send a file, compressed as far as the browser understands it, or 404."""
        asked = urlsplit(self.path)
        name = unquote(asked.path).lstrip("/") or "index.html"
        self.server.asked.append(name)
        folder = self.server.folder.resolve()
        path = (folder / name).resolve()
        if folder not in path.parents or not path.is_file() or path.name == policy.FILE:
            self.refuse(404)
            return
        content = path.read_bytes()
        seal = f'"{hashlib.sha256(content).hexdigest()[:24]}"'
        # names that change with their content may be kept for ever, everything else is requested again
        lasting = name.startswith(LASTING)
        keep = "public, max-age=31536000, immutable" if lasting else "no-cache"
        if self.headers.get("If-None-Match") == seal:
            self.send_response(304)
            self.send_header("ETag", seal)
            self.send_header("Cache-Control", keep)
            self.ruled(asked.path)
            self.end_headers()
            return
        understood = self.headers.get("Accept-Encoding", "")
        way = ""
        if path.suffix not in PACKED:
            way = "br" if "br" in understood and brotli_or_none() else "gzip" if "gzip" in understood else ""
        body = compressed(content, way, self.server.levels) if way else content
        self.send_response(200)
        self.send_header("Content-Type", TYPES.get(path.suffix, "application/octet-stream"))
        self.send_header("Content-Length", str(len(body)))
        self.send_header("Vary", "Accept-Encoding")
        self.send_header("ETag", seal)
        self.send_header("Cache-Control", keep)
        if way:
            self.send_header("Content-Encoding", way)
        self.ruled(asked.path)
        self.end_headers()
        if whole:
            self.wfile.write(body)
            self.server.sent += len(body)

    def ruled(self, path: str) -> None:
        """Send the site's own headers for a path; this server adds the caching itself."""
        rules = self.server.folder / policy.FILE
        for pattern, found in policy.read(rules.read_text(encoding="utf-8")) if rules.is_file() else []:
            for name, value in found if pattern.fullmatch(path) else []:
                if name != "Cache-Control":
                    self.send_header(name, value)

    def refuse(self, code: int) -> None:
        """Answer that there is no such file."""
        self.send_response(code)
        self.send_header("Content-Length", "0")
        self.end_headers()

    def log_message(self, format: str, *args: object) -> None:
        """Print nothing."""


def main(rest: list[str]) -> int:
    """Read the options of ``tasks.py serve``."""
    import web

    parser = argparse.ArgumentParser(prog="tasks.py serve", description=__doc__.splitlines()[0])
    parser.add_argument("--self-contained", action="store_true", help="serve the site with its own runtime")
    parser.add_argument("--runtime", default="", metavar="DIR", help="use this ready-made runtime folder")
    parser.add_argument("--port", type=int, default=8790, help="port to listen on (default: %(default)s)")
    parser.add_argument("--as-built", action="store_true", help="serve what is built, without packaging the game again")
    given = parser.parse_args(rest)
    folder = web.SITE if given.self_contained else web.PACKAGE
    if not (given.as_built and (folder / "index.html").exists()):
        web.main(["--self-contained", "--runtime", given.runtime] if given.self_contained else [])
    try:
        server = Server(folder, given.port, QUICK)
    except OSError:
        server = Server(folder, levels=QUICK)
    # on "localhost" pygbag's runtime expects a server of its own
    print(f"Kartenkiste: {server.address}   (stop with Ctrl+C)", flush=True)
    try:
        server.serve_forever()
    except KeyboardInterrupt:
        print()
    return 0


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
