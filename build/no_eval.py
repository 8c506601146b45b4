"""Pieces of JavaScript in pygame's module, written into the runtime's script instead of being evaluated as text.

Emscripten keeps C's ``EM_ASM`` as text in the data of a module that is loaded later, and the runtime hands each piece
to ``eval``, which the page's policy forbids. So the pieces are written into the runtime's script here, at the very
place where they would have been evaluated, each under its own text.
"""

from __future__ import annotations

import io
import json
import zipfile
from pathlib import Path

#: the place where Pyodide's script evaluates a piece; ``func`` is its text
EVALUATED = "ASM_CONSTS[start]=eval(func)"
FOUND = "ASM_CONSTS[start]=({})[func]||eval(func)"
#: as the runtime counts the arguments of a piece
MOST_ARGUMENTS = 16
#: sections of a module, and kinds of its imports
IMPORTS, GLOBALS, EXPORTS, DATA = 2, 6, 7, 11
FUNCTION, TABLE, GLOBAL, TAG = 0, 1, 3, 4


class Reader:
    """A reader of WebAssembly's numbers and names."""

    def __init__(self, content: bytes) -> None:
        self._from = io.BytesIO(content)

    def at_most(self, count: int) -> bytes:
        """Return so many bytes, or fewer at the end."""
        return self._from.read(count)

    def take(self, count: int) -> bytes:
        """Return so many bytes."""
        found = self.at_most(count)
        if len(found) < count:
            raise SystemExit("A module of the runtime ends too early.")
        return found

    def number(self) -> int:
        """Return an unsigned number."""
        value = shift = 0
        while True:
            (byte,) = self.take(1)
            value |= (byte & 0x7F) << shift
            shift += 7
            if byte < 0x80:
                return value

    def name(self) -> str:
        """Return a name."""
        return self.take(self.number()).decode()


def sections(module: bytes) -> dict[int, Reader]:
    """Return the sections of a module by their numbers."""
    found, rest = {}, Reader(module[8:])
    while kind := rest.at_most(1):
        found[kind[0]] = Reader(rest.take(rest.number()))
    return found


def pieces(module: bytes) -> list[str]:
    """Return the pieces of JavaScript in a module that is loaded later, in order."""
    found = sections(module)
    ends = {}
    for _ in range(found[EXPORTS].number()):
        name, (kind,), index = found[EXPORTS].name(), found[EXPORTS].take(1), found[EXPORTS].number()
        if kind == GLOBAL:
            ends[name] = index
    if "__start_em_asm" not in ends:
        return []
    values = _global_values(found[GLOBALS])
    first = _imported_globals(found[IMPORTS])
    start, stop = (values[ends[name] - first] for name in ("__start_em_asm", "__stop_em_asm"))
    data = found[DATA]
    # one block from the beginning of the module's memory on: flag 0, __memory_base, end
    if data.take(1) != b"\x01" or data.take(4)[0::3] != b"\x00\x0b":
        raise SystemExit("pygame's module does not lay out its data as it used to.")
    block = data.take(data.number())
    return [text.decode() for text in block[start:stop].split(b"\0") if text]


def _global_values(reader: Reader) -> list[int]:
    """Return the values of a module's own globals: whole numbers."""
    values = []
    for _ in range(reader.number()):
        head, value = reader.take(3), reader.number()
        if head[2] != 0x41 or reader.take(1) != b"\x0b":
            raise SystemExit("A global of pygame's module isn't a plain number.")
        values.append(value)
    return values


def _imported_globals(reader: Reader) -> int:
    """Return the number of globals that a module imports."""
    count = 0
    for _ in range(reader.number()):
        reader.name()
        reader.name()
        (kind,) = reader.take(1)
        if kind == GLOBAL:
            reader.take(2)
            count += 1
        elif kind in (FUNCTION, TAG):
            reader.take(int(kind == TAG))
            reader.number()
        else:
            # a table begins with its type; then there is a least size, and perhaps a largest one
            reader.take(int(kind == TABLE))
            for _ in range(1 + (reader.number() & 1)):
                reader.number()
    return count


def function(piece: str) -> str:
    """Return a piece as the function that the runtime makes of it."""
    count = 0
    while count < MOST_ARGUMENTS and f"${count}" in piece:
        count += 1
    return f"({','.join(f'${number}' for number in range(count))}) => {{ {piece} }};"


def without(script: str, wheel: Path) -> str:
    """Return the runtime's script with the pieces of a package's modules in it; SystemExit if it is another script."""
    with zipfile.ZipFile(wheel) as archive:
        modules = [archive.read(name) for name in sorted(archive.namelist()) if name.endswith(".so")]
    made = dict.fromkeys(function(piece) for module in modules for piece in pieces(module))
    if script.count(EVALUATED) != 1:
        raise SystemExit("The runtime's script does not evaluate pieces of JavaScript where it used to.")
    known = ",".join(f"{json.dumps(text)}:{text.rstrip(';')}" for text in made)
    return script.replace(EVALUATED, FOUND.format(f"{{{known}}}"))
