"""The last moves of the seats, in words."""


class LastMoves:
    """The texts of each seat's last move; the newest of all is marked until the next one."""

    def __init__(self) -> None:
        #: by seat, as it happens and as looked back on
        self._texts: dict[int, tuple[str, str]] = {}
        self._newest = -1

    def note(self, seat: int, text: str, past: str = "") -> None:
        """Note a seat's move as the newest; once it is over, ``past`` tells it, if that differs."""
        self._texts[seat], self._newest = (text, past or text), seat

    def of(self, seat: int, past: bool = False) -> str:
        """Return the text of a seat's last move, perhaps as one that is over, or ""."""
        return self._texts.get(seat, ("", ""))[past]

    def newest_of(self, seat: int, past: bool = False) -> str:
        """Return the text of a seat's last move if it is the newest of all, or ""."""
        return self.of(seat, past) if seat == self._newest else ""

    def unmark(self) -> None:
        """Mark no move as the newest."""
        self._newest = -1

    def clear(self) -> None:
        """Forget all moves."""
        self._texts.clear()
        self.unmark()
