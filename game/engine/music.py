"""Music: one piece after the other, at the volume that was set, and silence when there shall be none.

In pygbag's runtime each piece is an ``<audio>`` element of its own. It begins at full volume, and only once it has
loaded: until then ``get_busy`` is false, and ``stop`` does not take the start back. After its end ``get_busy`` is true
for ever. So a second piece never begins before the first one was heard, and how long one lasts is read from its file.
"""

import struct
import sys
from contextlib import suppress
from pathlib import Path

import pygame

from game.engine.assets import ASSETS
from game.host.clock import Clock

#: pieces of music, one after the other; each is played so many times before the next one
PIECES, TIMES = ("music", "music_2", "music_3"), 2
#: how often it is looked what is heard, in milliseconds
LOOK_MS = 500.0
#: nothing was heard at so many looks in a row: it is over. Between two times of a piece one look may hear nothing
QUIET_LOOKS = 2
#: a piece that seems to go on has ended when it is over by the clock, and this long besides
SPARE_MS = 1000.0
#: a start that has led to nothing in this time is asked for once more: a browser may have refused it
AGAIN_MS = 10_000.0


def length_ms(path: Path) -> float:
    """How long an Ogg Vorbis file plays, in milliseconds; ValueError or struct.error if it is none."""
    data = path.read_bytes()
    # the rate stands in the first header, behind version and channels; the last page says how many samples there were
    (rate,) = struct.unpack_from("<I", data, data.index(b"\x01vorbis") + 12)
    (samples,) = struct.unpack_from("<q", data, data.rindex(b"OggS") + 6)
    return 1000.0 * float(samples) / float(rate)


class Music:
    """Plays the pieces in turn as long as it shall. Whatever goes wrong is said once, and then it is silent."""

    def __init__(self, clock: Clock) -> None:
        self.clock = clock
        #: the number of the piece whose turn it is
        self.piece = 0
        self._wanted = False
        self._volume = 1.0
        #: since when a start is on its way, and since when the piece is heard; neither: there is none
        self._asked_ms: float | None = None
        self._heard_ms: float | None = None
        self._lasts_ms = 0.0
        self._looked_ms = 0.0
        self._quiet_looks = 0
        #: something went wrong: whatever is heard all the same is to be stopped
        self._failed = False
        self._told = False

    def follow(self, wanted: bool, volume: float) -> None:
        """Play at a volume from 0 to 1, or be silent."""
        begins, ends = wanted and not self._wanted, self._wanted and not wanted
        self._wanted, self._volume = wanted, volume
        if not pygame.mixer.get_init():
            return
        try:
            if ends and not self._idle:
                self._stop()
            elif begins:
                # one that is still on its way is the same piece, and begins but once
                self._begin()
            elif wanted and not self._idle and not self._failed:
                pygame.mixer.music.set_volume(volume)
        except Exception as error:  # whatever a runtime raises
            self._fail(error)

    @property
    def _idle(self) -> bool:
        return self._asked_ms is None and self._heard_ms is None

    def update(self) -> None:
        """Look what is heard, now and then, and begin the next piece when one has ended."""
        now = self.clock.now_ms()
        if self._idle or now - self._looked_ms < LOOK_MS:
            return
        self._looked_ms = now
        try:
            self._look(now, pygame.mixer.music.get_busy())
        except Exception as error:  # whatever a runtime raises
            self._fail(error)

    def _look(self, now: float, heard: bool) -> None:
        if not self._wanted or self._failed:
            # a start that was on its way when it was to be silent has arrived
            if heard:
                self._heard_ms = now
                self._stop()
        elif self._heard_ms is not None:
            self._quiet_looks = 0 if heard else self._quiet_looks + 1
            if self._quiet_looks >= QUIET_LOOKS or now - self._heard_ms > self._lasts_ms + SPARE_MS:
                self.piece = (self.piece + 1) % len(PIECES)
                self._begin()
        elif heard:
            self._heard_ms = now
        elif self._asked_ms is not None and now - self._asked_ms > AGAIN_MS:
            self._begin()

    def _begin(self) -> None:
        """Play the piece whose turn it is from its start; nothing else is on its way."""
        now = self._looked_ms = self.clock.now_ms()
        self._failed = False
        path = ASSETS / "sounds" / f"{PIECES[self.piece]}.ogg"
        self._lasts_ms = TIMES * length_ms(path)
        pygame.mixer.music.load(str(path))
        pygame.mixer.music.play(TIMES - 1)
        # each time: the piece may have a volume of its own
        pygame.mixer.music.set_volume(self._volume)
        self._asked_ms, self._quiet_looks = now, 0
        self._heard_ms = now if pygame.mixer.music.get_busy() else None

    def _stop(self) -> None:
        """Be silent; what is still on its way arrives unheard, and is stopped then."""
        if self._heard_ms is None and pygame.mixer.music.get_busy():
            self._heard_ms = self.clock.now_ms()
        pygame.mixer.music.stop()
        if self._heard_ms is None:
            pygame.mixer.music.set_volume(0.0)
        else:
            self._asked_ms = self._heard_ms = None

    def _fail(self, error: Exception) -> None:
        """Be silent until music is switched on once more, and say so once."""
        # it may be heard, or a start be on its way: it is looked for until it could be stopped
        self._failed, self._heard_ms, self._asked_ms = True, None, self.clock.now_ms()
        with suppress(Exception):
            pygame.mixer.music.stop()
        if not self._told:
            self._told = True
            print(f"No music: {type(error).__name__}: {error}", file=sys.stderr)
