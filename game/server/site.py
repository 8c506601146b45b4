"""The files of the built site as they are sent: with their types, the headers that the build has written for them, and
packed once."""

import gzip
import hashlib
import re
from pathlib import Path
from typing import NamedTuple
from urllib.parse import unquote, urlsplit

#: as ``build/policy.py`` writes it: which paths, with which headers
RULES = "_headers"
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


class Answer(NamedTuple):
    """What is sent for one file."""

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


class Site:
    """The files below one folder; each is read and packed once, as long as it stays as it is."""

    def __init__(self, folder: Path) -> None:
        self._folder = folder.resolve()
        self._files: dict[Path, _File] = {}
        rules = self._folder / RULES
        self._rules = _rules(rules.read_text(encoding="utf-8")) if rules.is_file() else []

    def read_ahead(self) -> None:
        """Read and pack all files, which takes seconds that nobody shall wait for."""
        for path in sorted(self._folder.rglob("*")):
            if path.is_file():
                self._read(path)

    def _read(self, path: Path) -> _File:
        about = path.stat()
        written = (about.st_mtime_ns, about.st_ctime_ns, about.st_size)
        found = self._files.get(path)
        if found is None or found.written != written:
            content = path.read_bytes()
            packed = b"" if path.suffix in PACKED else gzip.compress(content, 6, mtime=0)
            seal = f'"{hashlib.sha256(content).hexdigest()[:24]}"'
            found = self._files[path] = _File(written, seal, content, packed)
        return found

    def answer(self, path: str, seal: str, packings: str) -> Answer:
        """What is sent for a path to whoever has the file with that seal and understands those packings."""
        parts = urlsplit(path)
        name = unquote(parts.path).lstrip("/") or "index.html"
        try:
            file = (self._folder / name).resolve()
            is_there = self._folder in file.parents and file.is_file() and file.name != RULES
            found = self._read(file) if is_there else None
        except (OSError, ValueError):
            found = None
        if found is None:
            return Answer(404, (("Content-Type", "text/plain"),), b"")
        own = found.seal
        lasting = name.startswith(LASTING)
        keep = "public, max-age=31536000, immutable" if lasting else "no-cache"
        headers = [("ETag", own), ("Cache-Control", keep), ("Vary", "Accept-Encoding"), *self._ruled(parts.path)]
        if seal == own:
            return Answer(304, tuple(headers), b"")
        headers.append(("Content-Type", TYPES.get(file.suffix, "application/octet-stream")))
        if "gzip" in packings and found.packed:
            headers.append(("Content-Encoding", "gzip"))
            return Answer(200, tuple(headers), found.packed)
        return Answer(200, tuple(headers), found.content)

    def _ruled(self, path: str) -> list[tuple[str, str]]:
        found = [row for pattern, rows in self._rules if pattern.fullmatch(path) for row in rows]
        return [(name, value) for name, value in found if name != "Cache-Control"]


def _rules(text: str) -> list[tuple[re.Pattern[str], list[tuple[str, str]]]]:
    rules: list[tuple[re.Pattern[str], list[tuple[str, str]]]] = []
    for line in text.splitlines():
        if line.startswith("/"):
            rules.append((re.compile(re.escape(line).replace(r"\*", ".*")), []))
        elif line.strip() and rules:
            name, _, value = line.strip().partition(": ")
            rules[-1][1].append((name, value))
    return rules
