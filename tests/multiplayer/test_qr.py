"""QR codes: identical to those of another program, and readable."""

from hashlib import sha256

import pytest

from game.wire import qr

TEXT = "http://192.168.1.20:8790/#join=KLMNP&Grüße " * 4
#: numbers of bytes that fill a code completely, and the hash over all eight masks as segno 1.6.6 makes them (error M,
#: bytes)
REFERENCE = {
    14: "66a8e6ac69713b311c963d70e21c030e",
    26: "9de5f8e2d155ec96d94f45f0866d93e6",
    42: "42fa43afbd0542577d7f404648137733",
    62: "11a3f4792eb2a57734586ddeb4b4ce8e",
    84: "2b5f6534e84aa841f600e0a86afcf37b",
    106: "cb95a3ec0d35ab5e1d01fc28bdd25108",
}


def of_length(count: int) -> str:
    text = TEXT.encode()[:count].decode(errors="ignore")
    return text + "." * (count - len(text.encode()))


@pytest.mark.parametrize("count", REFERENCE)
def test_a_code_is_identical_to_that_of_another_program(count):
    found = [qr.masked(of_length(count), mask) for mask in range(8)]
    text = "\n\n".join("\n".join("".join("01"[module] for module in row) for row in rows) for rows in found)
    assert sha256(text.encode()).hexdigest()[:32] == REFERENCE[count]


def read(found: qr.Matrix) -> str:
    """Return the content of a code of one block."""
    version = (len(found) - 17) // 4
    # the mask, by the five bits beside the corner
    word = sum(found[row][8] << bit for bit, row in enumerate((0, 1, 2, 3, 4, 5, 7, 8))) | found[8][7] << 8
    word |= sum(found[8][5 - place] << 9 + place for place in range(6))
    mask = (word ^ qr.FORMAT_MASK) >> 10
    known = qr._patterns(version)
    qr._write_format(known, mask)
    assert all(found[row][column] == module for (row, column), module in known.items())
    places = [place for place in qr._path(len(found)) if place not in known]
    bits = "".join("01"[found[row][column] != qr.MASKS[mask](row, column)] for row, column in places)
    content = [int(bits[start : start + 8], 2) for start in range(0, len(bits) - 7, 8)]
    length = (content[0] & 15) << 4 | content[1] >> 4
    return bytes((content[1 + n] & 15) << 4 | content[2 + n] >> 4 for n in range(length)).decode()


@pytest.mark.parametrize(
    "text", ["", "a", "http://10.0.0.7:8790/#join=KLMNP", "http://192.168.178.120:8790/#join=XWVZT"]
)
def test_the_code_in_a_terminal_contains_the_address(text):
    rows = qr.as_letters(qr.matrix(text)).split("\n")
    halves = {letter: pair for pair, letter in qr.HALVES.items()}
    light = [[halves[letter][half] for letter in row] for row in rows for half in (0, 1)]
    # its margin is light, without which no scanner finds a code
    side = 17 + 4 * next(v for v, size in enumerate(qr.SIZES, 1) if len(text) <= size[0] - 2)
    edge = qr.MARGIN
    assert all(all(row[:edge] + row[edge + side :]) for row in light)
    assert all(all(row) for row in light[:edge] + light[edge + side :])
    found = [[not module for module in row[edge : edge + side]] for row in light[edge : edge + side]]
    assert read(found) == text


def test_the_mask_has_the_least_penalty():
    assert qr._penalty(qr.matrix(TEXT[:40])) == min(qr._penalty(qr.masked(TEXT[:40], mask)) for mask in range(8))


def test_a_text_that_is_too_long_is_refused():
    with pytest.raises(ValueError, match="107 bytes"):
        qr.matrix(of_length(107))
