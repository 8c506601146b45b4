"""Music: one piece after the other, at the chosen volume.

In pygbag's runtime each piece is an ``<audio>`` element of its own. It starts at full volume once it has loaded: until
then ``get_busy`` is false, and ``stop`` does not cancel the start. After its end ``get_busy`` is true forever. So a
second piece never starts before the first one was heard, and the length of a piece is read from its file.
"""

import struct
import sys
from contextlib import suppress
from pathlib import Path

import pygame

from game.engine.assets import ASSETS
from game.host.clock import Clock

#: pieces of music, and how often each is played before the next one
PIECES, TIMES = ("music", "music_2", "music_3"), 2
#: interval of checks whether music plays, in milliseconds
LOOK_MS = 500.0
#: silent checks in a row that mean the end; between repeats of a piece one check may be silent
QUIET_LOOKS = 2
#: a piece that still seems to play has ended this long after its length
SPARE_MS = 1000.0
#: a start without effect is retried after this time: a browser may have refused it
AGAIN_MS = 10_000.0


def length_ms(path: Path) -> float:
    """Return the length of an Ogg Vorbis file in milliseconds; raise ValueError or struct.error for other files."""
    data = path.read_bytes()
    # the rate follows version and channels in the first header; the last page has the number of samples
    (rate,) = struct.unpack_from("<I", data, data.index(b"\x01vorbis") + 12)
    (samples,) = struct.unpack_from("<q", data, data.rindex(b"OggS") + 6)
    return 1000.0 * float(samples) / float(rate)


class Music:
    """Plays the pieces in turn while wanted. A failure is reported once and silences it."""

    def __init__(self, clock: Clock) -> None:
        self.clock = clock
        #: index of the current piece
        self.piece = 0
        self._wanted = False
        self._volume = 1.0
        #: when a start was requested, and when the piece was last heard; both None if idle
        self._asked_ms: float | None = None
        self._heard_ms: float | None = None
        self._lasts_ms = 0.0
        self._looked_ms = 0.0
        self._quiet_looks = 0
        #: something failed: stop whatever is still heard
        self._failed = False
        self._warned = False

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
                # a pending start is the same piece, and starts only once
                self._begin()
            elif wanted and not self._idle and not self._failed:
                pygame.mixer.music.set_volume(volume)
        except Exception as error:  # an error's type depends on the runtime
            self._fail(error)

    @property
    def _idle(self) -> bool:
        return self._asked_ms is None and self._heard_ms is None

    def update(self) -> None:
        """Check at intervals what is heard, and start the next piece when one has ended."""
        now = self.clock.now_ms()
        if self._idle or now - self._looked_ms < LOOK_MS:
            return
        self._looked_ms = now
        try:
            self._look(now, pygame.mixer.music.get_busy())
        except Exception as error:  # an error's type depends on the runtime
            self._fail(error)

    def _look(self, now: float, heard: bool) -> None:
        if not self._wanted or self._failed:
            # a start that was pending when the music was switched off has arrived
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
        """Play the current piece from its start; no other start is pending."""
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
        """Stop; a pending start arrives at volume 0 and is stopped then."""
        if self._heard_ms is None and pygame.mixer.music.get_busy():
            self._heard_ms = self.clock.now_ms()
        pygame.mixer.music.stop()
        if self._heard_ms is None:
            pygame.mixer.music.set_volume(0.0)
        else:
            self._asked_ms = self._heard_ms = None

    def _fail(self, error: Exception) -> None:
        """Be silent until music is switched on again, and report the first failure."""
        # it may be heard, or its start be pending: checked until it could be stopped
        self._failed, self._heard_ms, self._asked_ms = True, None, self.clock.now_ms()
        with suppress(Exception):
            pygame.mixer.music.stop()
        if not self._warned:
            self._warned = True
            print(f"No music: {type(error).__name__}: {error}", file=sys.stderr)
