"""What can be taken back at a table of turns, and why it cannot."""

from __future__ import annotations

from game.core.match import AnyMatch


class UndoRules:
    """Finds the move that a person may take back; ``forced_moves`` are the moves that were made for them, by number."""

    def __init__(self, match: AnyMatch) -> None:
        self.match = match
        self.forced_moves: set[int] = set()

    def length(self, seat: int) -> int | None:
        """How many actions remain when ``seat`` takes back its last choice, or None if it cannot.

        A move that was made without a choice would only be made again: the one before it is meant.
        """
        movers = self.match.movers
        kept = range(self.match.revealed_at, len(movers))
        return max(
            (length for length in kept if movers[length] == seat and length not in self.forced_moves), default=None
        )

    def went_back(self, length: int) -> None:
        """The match has been taken back to its first ``length`` actions."""
        self.forced_moves = {number for number in self.forced_moves if number < length}

    def why_not(self, seat: int) -> str:
        """The text key of the reason why ``seat`` can take nothing back now."""
        return "notice.undo_shown" if seat in self.match.movers else "notice.undo_none"
