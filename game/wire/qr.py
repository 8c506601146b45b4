"""QR codes (ISO/IEC 18004) for links, for a terminal or a shared screen.

Only what links need: byte mode, error correction M, versions 1 to 6. Written here because the browser page has no
library for it; tests compare it with one.
"""

from collections.abc import Callable, Iterator
from itertools import groupby, pairwise
from typing import TypeAlias

Matrix: TypeAlias = list[list[bool]]

#: by version: data codewords, correction codewords per block, blocks
SIZES = ((16, 10, 1), (28, 16, 1), (44, 26, 1), (64, 18, 2), (86, 24, 2), (108, 16, 4))
#: bytes of overhead: the mode takes four bits, the length eight, the terminator four
HEAD = 2
#: padding codewords
FILLING = (0xEC, 0x11)
#: polynomial of the Galois field, generator of the format bits, and their mask
FIELD, FORMAT, FORMAT_MASK = 0x11D, 0x537, 0x5412
#: mask patterns by number; True inverts a module
MASKS: tuple[Callable[[int, int], bool], ...] = (
    lambda row, column: (row + column) % 2 == 0,
    lambda row, _column: row % 2 == 0,
    lambda _row, column: column % 3 == 0,
    lambda row, column: (row + column) % 3 == 0,
    lambda row, column: (row // 2 + column // 3) % 2 == 0,
    lambda row, column: row * column % 2 + row * column % 3 == 0,
    lambda row, column: (row * column % 2 + row * column % 3) % 2 == 0,
    lambda row, column: ((row + column) % 2 + row * column % 3) % 2 == 0,
)
#: patterns that resemble a finder pattern, with light space before or after
MISLEADING = ([1, 0, 1, 1, 1, 0, 1, 0, 0, 0, 0], [0, 0, 0, 0, 1, 0, 1, 1, 1, 0, 1])


def matrix(text: str) -> Matrix:
    """Return the modules, True for dark, without the quiet zone; raise ValueError if ``text`` is too long."""
    return min((masked(text, mask) for mask in range(len(MASKS))), key=_penalty)


def masked(text: str, mask: int) -> Matrix:
    """Return the code with the given mask."""
    content = text.encode()
    version = next((v for v, size in enumerate(SIZES, 1) if len(content) <= size[0] - HEAD), 0)
    if not version:
        raise ValueError(f"{len(content)} bytes are too many for a code")
    side = 17 + 4 * version
    known = _patterns(version)
    _write_format(known, mask)
    found = [[known.get((row, column), False) for column in range(side)] for row in range(side)]
    bits = _bits(_codewords(content, version))
    for row, column in _path(side):
        if (row, column) not in known:
            # the remainder bits after the last codeword stay light
            found[row][column] = next(bits, False) != MASKS[mask](row, column)
    return found


# ---- content ----------------------------------------------------------------------------------------


def _codewords(content: bytes, version: int) -> list[int]:
    """Return the data codewords with their correction, interleaved."""
    room, correction, blocks = SIZES[version - 1]
    whole = (0b0100 << 8 | len(content)) << 8 * len(content) | int.from_bytes(content, "big")
    data = [*(whole << 4).to_bytes(len(content) + HEAD, "big")]
    data += [FILLING[place % 2] for place in range(room - len(data))]
    each = room // blocks
    parts = [data[start : start + each] for start in range(0, room, each)]
    corrections = [_correction(part, correction) for part in parts]
    return [row[place] for rows in (parts, corrections) for place in range(len(rows[0])) for row in rows]


def _times(a: int, b: int) -> int:
    """Return the product in GF(256)."""
    product = 0
    while b:
        product ^= a * (b & 1)
        a = a << 1 ^ FIELD * (a >> 7)
        b >>= 1
    return product


def _correction(data: list[int], length: int) -> list[int]:
    """Return the Reed-Solomon correction codewords of ``data``."""
    divisor, root = [0] * (length - 1) + [1], 1
    for _ in range(length):
        divisor = [_times(one, root) ^ after for one, after in zip(divisor, [*divisor[1:], 0], strict=True)]
        root = _times(root, 2)
    rest = [0] * length
    for byte in data:
        factor = byte ^ rest[0]
        rest = [one ^ _times(part, factor) for one, part in zip([*rest[1:], 0], divisor, strict=True)]
    return rest


def _bits(codewords: list[int]) -> Iterator[bool]:
    for byte in codewords:
        for place in range(7, -1, -1):
            yield bool(byte >> place & 1)


# ---- places -----------------------------------------------------------------------------------------


def _patterns(version: int) -> dict[tuple[int, int], bool]:
    """Return the function patterns of a version."""
    side = 17 + 4 * version
    known: dict[tuple[int, int], bool] = {}
    for place in range(8, side - 8):
        known[6, place] = known[place, 6] = place % 2 == 0
    if version > 1:
        _rings(known, side - 7, side - 7, 2, side)
    for row, column in ((3, 3), (3, side - 4), (side - 4, 3)):
        _rings(known, row, column, 4, side)
    known[side - 8, 8] = True
    return known


def _rings(known: dict[tuple[int, int], bool], row: int, column: int, reach: int, side: int) -> None:
    """Draw concentric squares around a module: a finder pattern with its light separator, or an alignment pattern."""
    for down in range(-reach, reach + 1):
        for right in range(-reach, reach + 1):
            place = (row + down, column + right)
            if 0 <= place[0] < side and 0 <= place[1] < side:
                ring = max(abs(down), abs(right))
                known[place] = ring in (0, 1, 3) if reach == 4 else ring != 1


def _write_format(known: dict[tuple[int, int], bool], mask: int) -> None:
    """Write both copies of the format bits; correction M is 00."""
    rest = mask << 10
    for place in range(14, 9, -1):
        rest ^= (FORMAT << place - 10) * (rest >> place & 1)
    word = (mask << 10 | rest) ^ FORMAT_MASK
    side = 1 + max(row for row, _ in known)
    beside = [place for place in range(9) if place != 6]
    first = [(place, 8) for place in beside] + [(8, place) for place in beside[-2::-1]]
    second = [(8, side - 1 - place) for place in range(8)] + [(side - 7 + place, 8) for place in range(7)]
    for bit, both in enumerate(zip(first, second, strict=True)):
        for module in both:
            known[module] = bool(word >> bit & 1)


def _path(side: int) -> Iterator[tuple[int, int]]:
    """Yield the modules in placement order: up and down in columns of two, from the right."""
    rows = [*range(side)]
    for number, right in enumerate([*range(side - 1, 6, -2), *range(5, 0, -2)]):
        for row in rows if number % 2 else rows[::-1]:
            yield row, right
            yield row, right - 1


def _penalty(found: Matrix) -> int:
    """Return the standard's penalty for patterns that are hard to scan."""
    lines = [*found, *map(list, zip(*found, strict=True))]
    runs = [len([*group]) for line in lines for _, group in groupby(line)]
    blocks = sum(
        above[column] == above[column + 1] == below[column] == below[column + 1]
        for above, below in pairwise(found)
        for column in range(len(above) - 1)
    )
    misled = sum(line[start : start + 11] in MISLEADING for line in lines for start in range(len(line) - 10))
    share = 100 * sum(map(sum, found)) / len(found) ** 2
    return sum(run - 2 for run in runs if run >= 5) + 3 * blocks + 40 * misled + 10 * int(abs(share - 50) / 5)


#: half-block characters by which of two vertical modules are light
HALVES = {(True, True): "█", (True, False): "▀", (False, True): "▄", (False, False): " "}
MARGIN = 2


def as_letters(found: Matrix) -> str:
    """Return the code as lines of text for a terminal with light text on a dark background."""
    side = len(found) + 2 * MARGIN
    light = [[True] * side for _ in range(side + side % 2)]
    for row, line in enumerate(found):
        light[row + MARGIN][MARGIN : MARGIN + len(line)] = [not module for module in line]
    pairs = zip(light[::2], light[1::2], strict=True)
    return "\n".join("".join(HALVES[above, below] for above, below in zip(*rows, strict=True)) for rows in pairs)
