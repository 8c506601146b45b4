"""What levels make of the seat of a deal of the day: played out in slices of a frame, and kept with the day."""

from __future__ import annotations

from collections.abc import Iterator

from game.app.context import Context
from game.player import diary
from game.player.daily import Entry, Standing, deal_of, played_by
from game.scenes.review.reviewing import MOST_SLICES, SLICE_MS


class Comparing:
    """The levels that have not played the seat of a day yet, one after the other."""

    def __init__(self, context: Context, entry: Entry) -> None:
        self.context, self.deal = context, deal_of(entry.day)
        self._waiting = [level for level in self.deal.levels if level not in entry.made]
        #: how many actions have been made in the match that is played now
        self.moves = 0
        self._work: Iterator[tuple[int, Standing | None]] | None = None

    @property
    def level(self) -> str:
        """The level that plays now, or "" once all have."""
        return self._waiting[0] if self._waiting else ""

    def go_on(self) -> bool:
        """Go on for a part of a frame; return whether a level has come to its end and is kept."""
        clock = self.context.clock
        end = clock.now_ms() + SLICE_MS
        for _ in range(MOST_SLICES):
            if not self.level:
                return False
            self._work = self._work or played_by(self.deal, self.level)
            self.moves, standing = next(self._work)
            if standing is not None:
                diary.add_made(self.context, self.deal.day, self._waiting.pop(0), standing)
                self._work, self.moves = None, 0
                return True
            if clock.now_ms() >= end:
                break
        return False
