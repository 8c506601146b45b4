"""How a match of Twin It! ends in sight of all: a banner says so, and the sets that have won hop one by one."""

from __future__ import annotations

from collections.abc import Callable
from typing import TYPE_CHECKING

from game.engine.banners import Banner
from game.engine.canvas import Canvas
from game.engine.palette import GOLD
from game.games.twin_it.events import GameEnded
from game.games.twin_it.places import Places
from game.games.twin_it.state import SET
from game.games.twin_it.view import Face

if TYPE_CHECKING:
    from game.app.context import Context

#: the first set hops when the last one has arrived, the next one so much later
FIRST_MS, STEP_MS = 420.0, 130.0
#: they sound so: each higher than the one before
SOUNDS = ("chip_2", "chip_3", "chip_4", "chip_5", "chip_6", "chip_7")
#: the banner comes up once what was found last has left, within so many milliseconds, from so far below, logical
AFTER_MS, RISE_MS, RISE = 340.0, 180.0, 26.0
#: it is at most so wide
WIDEST = 548.0


class Closing:
    """What is shown at one table once its match is over."""

    def __init__(
        self,
        context: Context,
        places: Places,
        say: Callable[[GameEnded], tuple[str, str]],
        hop: Callable[[Face], None],
    ) -> None:
        """``say`` tells by what a match has ended, and for whom; ``hop`` lets a set be glad."""
        self.context, self.places, self._say, self._hop = context, places, say, hop
        self._ended: GameEnded | None = None
        self._ms = 0.0
        #: so many sets have hopped
        self._hopped = 0
        self._banner: Banner | None = None

    def build(self) -> None:
        """Make the banner's paper for the window as it is now: it takes longer than a frame may."""
        room = self.places.spots.field.w - 24
        self._banner = Banner(self.context.kit, GOLD, True, 0.0 if room >= WIDEST else room)

    def begin(self, event: GameEnded) -> None:
        """The match is over: from now on that is what there is to see."""
        self._ended, self._ms, self._hopped = event, 0.0, 0

    def forget(self) -> None:
        """Another moment of the match is shown."""
        self._ended = None

    @property
    def shown(self) -> bool:
        """Whether the end is shown, in the place of everything else that could be said."""
        return self._ended is not None

    def words(self) -> tuple[str, str]:
        """What the banner says: by what the match has ended, and for whom."""
        assert self._ended is not None
        return self._say(self._ended)

    def update(self, ms: float) -> bool:
        """Let time pass; return whether the picture changes."""
        if self._ended is None:
            return False
        self._ms += ms
        rising = AFTER_MS <= self._ms < AFTER_MS + RISE_MS + ms
        sets = self._sets()
        if self._hopped < len(sets) and self._ms >= FIRST_MS + self._hopped * STEP_MS:
            self._hop(sets[self._hopped])
            self.context.audio.play(SOUNDS[min(self._hopped, len(SOUNDS) - 1)])
            self._hopped += 1
        return rising

    def _sets(self) -> list[Face]:
        """The sets of those who have won, as they lie side by side."""
        places = self.places
        if self._ended is None or places.timed:
            return []
        owners = self._ended.winners
        won = [face for face in places.view.faces if face.where == SET and face.place in owners]
        return sorted(won, key=lambda face: (face.place, places.set_cells.get(face.place, {}).get(face.card, 0)))

    def draw(self, canvas: Canvas) -> None:
        """Draw the banner, over everything."""
        since = self._ms - AFTER_MS
        if self._ended is None or self._banner is None or since < 0:
            return
        left = max(0.0, 1 - since / RISE_MS) if not self.context.settings.reduced_motion else 0.0
        x, y = self.places.spots.field.centre
        self._banner.draw(canvas, *self.words(), x, y + RISE * left**2)
