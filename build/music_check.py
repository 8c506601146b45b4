#!/usr/bin/env python3
"""Measure every sound of the game as it is committed: level, loudness, length, and silence at both ends.

``python build/music_check.py`` prints a line for each file of ``assets/sounds`` and ends with status 1 if one breaks
its
bounds. The files are decoded by pygame, as in the game. Loudness is that of ITU-R BS.1770: what the ear makes of a
signal, in LUFS, for an effect its loudest 400 ms, for music the whole piece.
"""

from __future__ import annotations

import os
import sys
from pathlib import Path
from typing import NamedTuple

import numpy as np
from numpy.typing import NDArray

Signal = NDArray[np.float64]

RATE = 44_100
SOUNDS = Path(__file__).resolve().parent.parent / "assets" / "sounds"
#: the window in which an effect is loudest, in seconds
MOMENT = 0.4


class Bounds(NamedTuple):
    """The bounds of a kind of sound: decibels of full scale, LUFS and seconds, each from and to."""

    peak: tuple[float, float]
    loudness: tuple[float, float]
    seconds: tuple[float, float]


#: short sounds that answer an input
EFFECT = Bounds((-6.6, -5.4), (-36.0, -13.0), (0.06, 0.72))
#: a sound heard once a match or less may take its time
EVENT = Bounds((-6.6, -5.4), (-24.0, -13.0), (0.4, 2.3))
EVENTS = ("win", "lose", "bust", "call_won", "new_best", "finale")
#: music stays well below every effect, and no piece stands out
MUSIC = Bounds((-15.6, -14.4), (-34.0, -27.0), (30.0, 60.0))
MOST_APART = 3.0
#: a first or last sample beyond this is heard as a click; in a loop it is the jump from its end to its start
MOST_EDGE = 0.004
#: a mean beyond this is no silence
MOST_OFFSET = 0.001
#: a centre of the spectrum beyond this is shrill, in Hz
MOST_CENTROID = 4000.0


class Heard(NamedTuple):
    """The measurements of a sound."""

    seconds: float
    peak: float
    loudness: float
    centroid: float
    offset: float
    edge: float

    def row(self, name: str, size: int) -> str:
        """Return a line of the report."""
        return (
            f"{name:10} {size:7d} B {self.seconds * 1000:7.0f} ms  peak {self.peak:6.2f} dB  "
            f"{self.loudness:6.1f} LUFS  centroid {self.centroid:5.0f} Hz  DC {self.offset:+.5f}  edge {self.edge:.5f}"
        )


def is_music(name: str) -> bool:
    """Return whether a sound is a loop and no effect."""
    return name.startswith("music")


def bounds_of(name: str) -> Bounds:
    """Return the bounds of a sound."""
    return MUSIC if is_music(name) else EVENT if name in EVENTS else EFFECT


def weighted(signal: Signal) -> Signal:
    """Return ``signal`` weighted by the ear's sensitivity to each pitch (the K filter, without its phases)."""
    size = len(signal)
    # the standard gives the filter for 48 kHz
    z = np.exp(-2j * np.pi * np.fft.rfftfreq(size, 1 / RATE) / 48_000)
    shelf = (1.53512485958697 - 2.69169618940638 * z + 1.19839281085285 * z**2) / (
        1 - 1.69065929318241 * z + 0.73248077421585 * z**2
    )
    cut = (1 - 2 * z + z**2) / (1 - 1.99004745483398 * z + 0.99007225036621 * z**2)
    return np.fft.irfft(np.fft.rfft(signal) * np.abs(shelf * cut), size)


def loudness(signal: Signal, whole: bool) -> float:
    """Return the LUFS of a whole signal, or of its loudest moment; a short one is as loud as with silence after it."""
    power = np.square(weighted(signal))
    window = len(power) if whole else round(MOMENT * RATE)
    total = np.concatenate([[0.0], np.cumsum(np.pad(power, (0, max(0, window - len(power)))))])
    loudest = float(np.max(total[window:] - total[:-window])) / window
    return -0.691 + 10 * float(np.log10(max(loudest, 1e-12)))


def hear(signal: Signal, loop: bool) -> Heard:
    """Measure a signal from -1 to 1."""
    power = np.abs(np.fft.rfft(signal)) ** 2
    ends = abs(float(signal[0] - signal[-1])) if loop else max(abs(float(signal[0])), abs(float(signal[-1])))
    return Heard(
        len(signal) / RATE,
        20 * float(np.log10(np.max(np.abs(signal)))),
        loudness(signal, loop),
        float(np.sum(power * np.fft.rfftfreq(len(signal), 1 / RATE)) / np.sum(power)),
        float(np.mean(signal)),
        ends,
    )


def faults(name: str, heard: Heard) -> list[str]:
    """Return the bounds that a sound breaks, in words."""
    bounds = bounds_of(name)
    ranges = {
        "peak": (heard.peak, bounds.peak),
        "loudness": (heard.loudness, bounds.loudness),
        "length": (heard.seconds, bounds.seconds),
        "offset": (heard.offset, (-MOST_OFFSET, MOST_OFFSET)),
        "edge": (heard.edge, (0.0, MOST_EDGE)),
        "centroid": (heard.centroid, (0.0, MOST_CENTROID)),
    }
    return [
        f"{name}: {what} {value:.4g} is not within {least:g} and {most:g}"
        for what, (value, (least, most)) in ranges.items()
        if not least <= value <= most
    ]


def all_faults(heard: dict[str, Heard]) -> list[str]:
    """Return the faults of each sound, and those of the pieces of music compared with each other."""
    found = [fault for name, one in heard.items() for fault in faults(name, one)]
    pieces = [one.loudness for name, one in heard.items() if is_music(name)]
    if pieces and max(pieces) - min(pieces) > MOST_APART:
        found.append(f"music: pieces are {max(pieces) - min(pieces):.1f} LU apart")
    return found


def committed() -> dict[str, Heard]:
    """Return every file of the game, decoded as the game does."""
    os.environ.setdefault("SDL_AUDIODRIVER", "dummy")
    import pygame

    before = pygame.mixer.get_init()
    pygame.mixer.quit()
    pygame.mixer.init(RATE, -16, 1)
    try:
        found = {}
        for path in sorted(SOUNDS.glob("*.ogg")):
            samples = np.frombuffer(pygame.mixer.Sound(str(path)).get_raw(), dtype=np.int16)
            found[path.stem] = hear(samples / 32768.0, is_music(path.stem))
        return found
    finally:
        pygame.mixer.quit()
        if before:
            pygame.mixer.init(*before)


def main() -> int:
    """Print the measurements and the faults."""
    heard = committed()
    for name, one in heard.items():
        print(one.row(name, (SOUNDS / f"{name}.ogg").stat().st_size))
    found = all_faults(heard)
    for fault in found:
        print(f"FAULT {fault}", file=sys.stderr)
    return 1 if found else 0


if __name__ == "__main__":
    sys.exit(main())
