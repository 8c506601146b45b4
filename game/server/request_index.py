"""Index of the requests carried out: a device without an answer repeats its request, however much later."""

from array import array

#: the bytes kept of a request's id
KEY = 8


class RequestIndex:
    """The log entry of each request, by its sender and id, in twelve bytes each: a long evening has thousands."""

    def __init__(self) -> None:
        self._keys, self._entries = bytearray(), array("I")

    def add(self, token: str, id_: str, entry: int) -> None:
        """Note the entry that carried out a request of the device with this token's hash."""
        self._keys += _key(token, id_)
        self._entries.append(entry)

    def entry_of(self, token: str, id_: str) -> int:
        """Return the entry that carried out a request, or -1."""
        key = _key(token, id_)
        at = self._keys.find(key)
        while at > 0 and at % KEY:
            # the end of one and the beginning of the next
            at = self._keys.find(key, at + 1)
        return -1 if at < 0 else self._entries[at // KEY]


def _key(token: str, id_: str) -> bytes:
    # nobody outside this process knows by which chance Python hashes: nobody finds two that are alike
    return hash((token, id_)).to_bytes(KEY, "little", signed=True)
