"""The last moves of the seats, in words."""


class LastMoves:
    """The texts of each seat's last move; the newest of all is marked until the next one."""

    def __init__(self) -> None:
        self._texts: dict[int, str] = {}
        self._newest = -1

    def note(self, seat: int, text: str) -> None:
        """Note a seat's move as the newest."""
        self._texts[seat], self._newest = text, seat

    def of(self, seat: int) -> str:
        """Return the text of a seat's last move, or ""."""
        return self._texts.get(seat, "")

    def newest_of(self, seat: int) -> str:
        """Return the text of a seat's last move if it is the newest of all, or ""."""
        return self.of(seat) if seat == self._newest else ""

    def unmark(self) -> None:
        """Mark no move as the newest."""
        self._newest = -1

    def clear(self) -> None:
        """Forget all moves."""
        self._texts.clear()
        self.unmark()
