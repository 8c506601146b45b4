"""How a live match is stored while it is played: after what matters, and not with every frame."""

from __future__ import annotations

from collections import Counter

from game.app.context import Context
from game.core.match import AnyMatch
from game.host import device
from game.player import saves, stats

#: a save is written after what matters, but not more often than this: a disk may hold up the next look at the input
KEEP_MS = 200.0 if device.WEB else 2000.0


class LiveAutosave:
    """The save of one match, and its entry in the statistics once it is over."""

    def __init__(self, context: Context, match: AnyMatch) -> None:
        self.context, self.match = context, match
        self._at, self._due = -KEEP_MS, False
        #: how often each kind of hand has done something in this match
        self.used: Counter[str] = Counter()

    def soon(self) -> None:
        """Something that matters has happened."""
        self._due = True

    def frame(self) -> None:
        """Store the match if that is due, and not too soon after the last time."""
        now = self.context.clock.now_ms()
        if self._due and now - self._at >= KEEP_MS:
            self._due, self._at = False, now
            self.now()

    def now(self) -> None:
        """Store the match, unless it is over."""
        if not self.match.is_over:
            saves.store_match(self.context, self.match)

    def finish(self) -> None:
        """The match is over: it is one of the finished ones, and counts."""
        saves.finish_match(self.context, self.match)
        played_with = max(self.used, key=self.used.__getitem__, default="")
        stats.record(self.context, self.match, played_with)
