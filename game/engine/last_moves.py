"""What each seat has done last, in words."""


class LastMoves:
    """The words of each seat's last move; the newest of all is marked until the next one."""

    def __init__(self) -> None:
        self._words: dict[int, str] = {}
        self._newest = -1

    def note(self, seat: int, words: str) -> None:
        """Note a seat's move as the newest."""
        self._words[seat], self._newest = words, seat

    def of(self, seat: int) -> str:
        """Return the words of a seat's last move, or ""."""
        return self._words.get(seat, "")

    def newest_of(self, seat: int) -> str:
        """Return the words of a seat's last move if it is the newest of all, or ""."""
        return self.of(seat) if seat == self._newest else ""

    def unmark(self) -> None:
        """Mark no move as the newest."""
        self._newest = -1

    def clear(self) -> None:
        """Forget all moves."""
        self._words.clear()
        self.unmark()
