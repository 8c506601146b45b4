"""QR codes: identical to those of another program, and readable."""

from hashlib import sha256

import pytest
from qr_reader import read

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
