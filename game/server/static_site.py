"""The files of the built site as they are sent: with their types, the headers that the build has written for them, and
packed once."""

import gzip
import hashlib
import re
import zipfile
from pathlib import Path
from typing import NamedTuple
from urllib.parse import unquote, urlsplit

#: as ``build/policy.py`` writes it: which paths, with which headers
RULES = "_headers"
PAGE = "index.html"
#: when files of a zip change
NEVER = (0, 0, 0)
TYPES = {
    ".html": "text/html; charset=utf-8",
    ".js": "text/javascript; charset=utf-8",
    ".mjs": "text/javascript; charset=utf-8",
    ".json": "application/json",
    ".webmanifest": "application/manifest+json",
    ".wasm": "application/wasm",
    ".png": "image/png",
    ".txt": "text/plain; charset=utf-8",
    ".apk": "application/zip",
    ".whl": "application/zip",
    ".zip": "application/zip",
}
#: packing these again gains nothing
PACKED = (".png", ".apk", ".whl", ".zip")
#: how the names of files begin that change with their content: they may be kept for ever
LASTING = ("runtime-", "kartenkiste-")


class NoSite(Exception):
    """Raised if a named place holds no site; the message names the place."""


class Response(NamedTuple):
    """A response for one file."""

    status: int
    headers: tuple[tuple[str, str], ...]
    body: bytes


class _File(NamedTuple):
    """A file as it was when it was read."""

    #: every build gives its files the same time, but the system knows when they came
    written: tuple[int, int, int]
    seal: str
    content: bytes
    #: empty where packing gains nothing
    packed: bytes


class StaticSite:
    """The files below one folder, or in one zip of it; each is read and packed once, as long as it stays as it is."""

    def __init__(self, place: Path) -> None:
        """Serve the folder or zip at ``place``; raise NoSite if there is no page in it."""
        self._folder = place.resolve()
        self._files: dict[Path, _File] = {}
        if place.is_file():
            self._unpack(place)
        elif not (place / PAGE).is_file():
            raise NoSite(f"There's no site in {place}.")
        rules = self._folder / RULES
        if rules in self._files:
            text = self._files[rules].content.decode()
        else:
            text = rules.read_text(encoding="utf-8") if rules.is_file() else ""
        self._rules = _rules(text)

    def _unpack(self, place: Path) -> None:
        try:
            with zipfile.ZipFile(place) as archive:
                for name in archive.namelist():
                    path = self._folder / name
                    self._files[path] = _made(path, NEVER, archive.read(name))
        except (OSError, zipfile.BadZipFile) as error:
            raise NoSite(f"There's no site in {place}: {error}.") from None
        if self._folder / PAGE not in self._files:
            raise NoSite(f"There's no site in {place}.")

    def read_ahead(self) -> None:
        """Read and pack all files, which takes seconds that nobody shall wait for."""
        for path in sorted(self._folder.rglob("*")):
            if path.is_file():
                self._read(path)

    def _read(self, path: Path) -> _File:
        """The file at ``path`` below the folder; raise OSError if there is none."""
        found = self._files.get(path)
        if found is not None and found.written == NEVER:
            return found
        about = path.stat()
        written = (about.st_mtime_ns, about.st_ctime_ns, about.st_size)
        if found is None or found.written != written:
            self._forget_deleted()
            found = self._files[path] = _made(path, written, path.read_bytes())
        return found

    def _forget_deleted(self) -> None:
        """Drop the contents of files of an earlier version, whose names will never be used again."""
        for path, file in [*self._files.items()]:
            if file.written != NEVER and not path.is_file():
                self._files.pop(path, None)

    def answer(self, path: str, seal: str, packings: str) -> Response:
        """Return the response for a path, given the client's ETag and the encodings it accepts."""
        parts = urlsplit(path)
        name = unquote(parts.path).lstrip("/") or PAGE
        try:
            file = (self._folder / name).resolve()
            is_ours = self._folder in file.parents and file.name != RULES
            found = self._read(file) if is_ours and (file in self._files or file.is_file()) else None
        except (OSError, ValueError):
            found = None
        if found is None:
            return Response(404, (("Content-Type", "text/plain"),), b"")
        own = found.seal
        lasting = name.startswith(LASTING)
        keep = "public, max-age=31536000, immutable" if lasting else "no-cache"
        headers = [("ETag", own), ("Cache-Control", keep), ("Vary", "Accept-Encoding"), *self._ruled(parts.path)]
        if seal == own:
            return Response(304, tuple(headers), b"")
        headers.append(("Content-Type", TYPES.get(file.suffix, "application/octet-stream")))
        if "gzip" in packings and found.packed:
            headers.append(("Content-Encoding", "gzip"))
            return Response(200, tuple(headers), found.packed)
        return Response(200, tuple(headers), found.content)

    def _ruled(self, path: str) -> list[tuple[str, str]]:
        found = [row for pattern, rows in self._rules if pattern.fullmatch(path) for row in rows]
        return [(name, value) for name, value in found if name != "Cache-Control"]


def _made(path: Path, written: tuple[int, int, int], content: bytes) -> _File:
    packed = b"" if path.suffix in PACKED else gzip.compress(content, 6, mtime=0)
    return _File(written, f'"{hashlib.sha256(content).hexdigest()[:24]}"', content, packed)


def _rules(text: str) -> list[tuple[re.Pattern[str], list[tuple[str, str]]]]:
    rules: list[tuple[re.Pattern[str], list[tuple[str, str]]]] = []
    for line in text.splitlines():
        if line.startswith("/"):
            rules.append((re.compile(re.escape(line).replace(r"\*", ".*")), []))
        elif line.strip() and rules:
            name, _, value = line.strip().partition(": ")
            rules[-1][1].append((name, value))
    return rules
