"""A reader of QR codes of one block."""

from game.wire import qr


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
