"""Which wishes have been carried out: a device that has heard no answer says one again, however much later."""

from array import array

#: the bytes that are kept of a wish's id
KEY = 8


class Wishes:
    """The line of each wish, by whose it was and its id, in twelve bytes each: a long evening has thousands of them."""

    def __init__(self) -> None:
        self._keys, self._lines = bytearray(), array("I")

    def add(self, token: str, id_: str, line: int) -> None:
        """Remember that a wish of whoever has that secret's hash was carried out by a line."""
        self._keys += _key(token, id_)
        self._lines.append(line)

    def line_of(self, token: str, id_: str) -> int:
        """The line by which it was carried out, or -1."""
        key = _key(token, id_)
        at = self._keys.find(key)
        while at > 0 and at % KEY:
            # the end of one and the beginning of the next
            at = self._keys.find(key, at + 1)
        return -1 if at < 0 else self._lines[at // KEY]


def _key(token: str, id_: str) -> bytes:
    # nobody outside this process knows by which chance Python hashes: nobody finds two that are alike
    return hash((token, id_)).to_bytes(KEY, "little", signed=True)
