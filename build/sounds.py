#!/usr/bin/env python3
"""Synthesise every sound of the game and write it to ``assets/sounds/*.ogg``.

All sounds are made from scratch; no recording or sample library is involved. Three building blocks do:

* paper   - noise bursts shaped by a soft band-pass whose centre may glide (``paper``),
* wood    - sums of damped sine modes, as heard when something small and stiff is struck (``modal``),
* marimba - a wooden bar tuned 1 : 4 : 10 with a soft mallet (``marimba``); the music adds a kalimba.

Usage::

    python -m pip install numpy soundfile
    python build/sounds.py              # write all files
    python build/sounds.py --check      # also decode and measure them, exit status 1 on a violated limit
    python build/sounds.py --out DIR deal win   # only some, elsewhere

Output is mono, 44.1 kHz Ogg Vorbis. Every sound has its own random generator seeded by its name, so the
samples are the same on every run and do not depend on the order. The files are the same byte for byte as
long as numpy and the libsndfile inside soundfile are: the random Ogg stream serial is replaced by one derived
from the name.
"""

from __future__ import annotations

import argparse
import io
import math
import sys
import zlib
from collections.abc import Callable, Sequence
from dataclasses import dataclass
from pathlib import Path

import numpy as np
import soundfile as sf
from music_check import Heard, all_faults, hear
from numpy.typing import NDArray

Signal = NDArray[np.float64]
Rng = np.random.Generator

RATE = 44_100
EFFECT_PEAK_DB = -6.0
MUSIC_PEAK_DB = -15.0
PEAK_TOLERANCE = 0.02  # natural logarithm, about 0.2 dB
EFFECTS_MAX_BYTES = 150_000
MUSIC_MAX_BYTES = 350_000
DEFAULT_OUT = Path(__file__).resolve().parent.parent / "assets" / "sounds"


# --- Building blocks ------------------------------------------------------------------------------


def samples(seconds: float) -> int:
    """Return the number of samples nearest to a duration."""
    return round(seconds * RATE)


def times(seconds: float) -> Signal:
    """Return the time axis of a signal of the given length, in seconds."""
    return np.arange(samples(seconds), dtype=np.float64) / RATE


def note(midi: float) -> float:
    """Return the frequency of a MIDI note number (69 is A4, 440 Hz)."""
    return 440.0 * math.pow(2.0, (midi - 69.0) / 12.0)


def band(signal: Signal, low: float, high: float, order: int = 2) -> Signal:
    """Apply a zero-phase band-pass with Butterworth-like slopes (``order`` times 6 dB per octave)."""
    size = len(signal) + samples(0.02)  # padding keeps the circular convolution from wrapping audibly
    freq = np.fft.rfftfreq(size, 1.0 / RATE)
    freq[0] = 1e-6
    gain = 1.0 / np.sqrt((1.0 + (low / freq) ** (2 * order)) * (1.0 + (freq / high) ** (2 * order)))
    return np.fft.irfft(np.fft.rfft(signal, size) * gain, size)[: len(signal)]


def swell(seconds: float, peak_at: float, rise: float = 1.5, fall: float = 2.0) -> Signal:
    """Return a bell-shaped envelope from 0 to 1 to 0 whose maximum lies at the fraction ``peak_at``."""
    x = np.linspace(0.0, 1.0, samples(seconds))
    up = np.clip(x / peak_at, 0.0, 1.0)
    down = np.clip((1.0 - x) / (1.0 - peak_at), 0.0, 1.0)
    ease_up: Signal = (0.5 - 0.5 * np.cos(math.pi * up)) ** rise
    ease_down: Signal = (0.5 - 0.5 * np.cos(math.pi * down)) ** fall
    return ease_up * ease_down


def decay(seconds: float, time_constant: float, attack: float = 0.002) -> Signal:
    """Return an exponential decay that starts with a short rounded attack."""
    t = times(seconds)
    ramp: Signal = 0.5 - 0.5 * np.cos(math.pi * np.clip(t / attack, 0.0, 1.0))
    return ramp * np.exp(-t / time_constant)


def paper(rng: Rng, envelope: Signal, start: tuple[float, float], end: tuple[float, float] | None = None) -> Signal:
    """Return a noise burst whose pass band glides from ``start`` to ``end`` (low and high edge in Hz)."""
    white = rng.standard_normal(len(envelope))
    first = band(white, *start, order=3)
    first /= rms(first)
    if end is None:
        return first * envelope
    last = band(white, *end, order=3)
    last /= rms(last)
    angle = np.linspace(0.0, math.pi / 2, len(envelope))
    return (first * np.cos(angle) + last * np.sin(angle)) * envelope


def modal(seconds: float, modes: Sequence[tuple[float, float, float]], attack: float = 0.0015) -> Signal:
    """Return a struck body: damped sines given as (frequency in Hz, time constant in s, amplitude)."""
    t = times(seconds)
    out = np.zeros_like(t)
    for freq, constant, amplitude in modes:
        out += amplitude * np.sin(2.0 * math.pi * freq * t) * decay(seconds, constant, attack)
    return out


def wood(rng: Rng, freq: float, seconds: float = 0.12, ring: float = 0.018, mallet: float = 0.12) -> Signal:
    """Return a dry knock on a small piece of wood: inharmonic modes and a dull contact noise."""
    modes = [(freq, ring, 1.0), (freq * 1.58, ring * 0.7, 0.45), (freq * 2.41, ring * 0.45, 0.22),
             (freq * 3.35, ring * 0.3, 0.08)]  # fmt: skip
    contact = paper(rng, decay(seconds, 0.005, 0.001), (freq * 0.5, freq * 3.0))
    return modal(seconds, modes) + mallet * contact


def thud(rng: Rng, seconds: float = 0.14, freq: float = 150.0, constant: float = 0.022) -> Signal:
    """Return the soft low bump of something landing on a covered table top."""
    modes = [(freq, constant, 1.0), (freq * 1.9, constant * 0.6, 0.4)]
    return modal(seconds, modes, attack=0.003) + 0.3 * paper(rng, decay(seconds, 0.012, 0.002), (120.0, 900.0))


def marimba(rng: Rng, freq: float, seconds: float, ring: float = 0.16, hardness: float = 1.0) -> Signal:
    """Return a marimba bar: fundamental with the tuned fourth and tenth partials and a felt mallet."""
    ring *= (440.0 / freq) ** 0.35  # low bars ring longer
    modes = [
        (freq, ring, 1.0),
        (freq * 3.97, ring * 0.28, 0.20 * hardness),
        (freq * 9.6, ring * 0.09, 0.05 * hardness),
    ]
    felt = paper(rng, decay(seconds, 0.006, 0.0015), (freq * 0.6, freq * 2.5))
    return modal(seconds, modes, attack=0.003) + 0.07 * hardness * felt


def kalimba(rng: Rng, freq: float, seconds: float, ring: float = 0.42) -> Signal:
    """Return a thumb-piano tine: long fundamental, faint octave from the box, short inharmonic pluck."""
    ring *= (440.0 / freq) ** 0.4
    modes = [(freq, ring, 1.0), (freq * 2.003, ring * 0.5, 0.13), (freq * 5.42, ring * 0.08, 0.10)]
    thumb = paper(rng, decay(seconds, 0.007, 0.002), (freq * 0.5, freq * 2.0))
    return modal(seconds, modes, attack=0.005) + 0.05 * thumb


def mix(seconds: float, *parts: tuple[float, float, Signal]) -> Signal:
    """Add parts given as (start in s, gain, signal) into a signal of fixed length; the rest is cut off."""
    out = np.zeros(samples(seconds))
    for start, gain, part in parts:
        begin = samples(start)
        room = min(len(part), len(out) - begin)
        out[begin : begin + room] += gain * part[:room]
    return out


def rms(signal: Signal) -> float:
    """Return the root mean square of a signal, never zero."""
    return math.sqrt(float(np.mean(np.square(signal)))) or 1e-12


def finish(signal: Signal, fade_out: float) -> Signal:
    """Remove rumble and offset, round off both ends and add a breath of silence for a clean codec start."""
    padded = np.concatenate([np.zeros(samples(0.004)), signal])
    out = band(padded, 45.0, 5_500.0, 4)  # what lies above costs many bytes and is hardly heard here
    head, tail = samples(0.003), samples(fade_out)
    out[:head] *= 0.5 - 0.5 * np.cos(np.linspace(0.0, math.pi, head))
    out[-tail:] *= 0.5 + 0.5 * np.cos(np.linspace(0.0, math.pi, tail))
    return out


# --- Effects --------------------------------------------------------------------------------------


def deal(rng: Rng) -> Signal:
    """A card whisks across the cloth and lands."""
    whisk = paper(rng, swell(0.10, 0.55), (900.0, 2600.0), (1500.0, 4200.0))
    return mix(0.17, (0.0, 0.22, whisk), (0.075, 0.75, thud(rng, 0.09, 185.0, 0.014)))


def flip(rng: Rng) -> Signal:
    """A card bends, snaps over and falls flat."""
    bend = paper(rng, swell(0.07, 0.8), (700.0, 1800.0), (1600.0, 4200.0))
    snap = paper(rng, decay(0.05, 0.007, 0.001), (1100.0, 3600.0))
    return mix(0.18, (0.0, 0.14, bend), (0.062, 0.30, snap), (0.088, 0.60, thud(rng, 0.09, 210.0, 0.013)))


def slide(rng: Rng) -> Signal:
    """A card is pushed over felt."""
    rustle = paper(rng, swell(0.27, 0.4, 1.2, 1.6), (500.0, 1700.0), (900.0, 2800.0))
    flutter = 1.0 + 0.25 * band(rng.standard_normal(len(rustle)), 15.0, 45.0) * 12.0
    return rustle * np.clip(flutter, 0.3, 1.8)


def chip(freq: float) -> Callable[[Rng], Signal]:
    """Return a recipe: one wooden chip drops on another and settles."""

    def recipe(rng: Rng) -> Signal:
        first = wood(rng, freq, 0.13, 0.015, 0.16)
        second = wood(rng, freq * 1.07, 0.10, 0.011, 0.12)
        third = wood(rng, freq * 1.03, 0.06, 0.008, 0.10)
        body = thud(rng, 0.09, freq * 0.26, 0.012)
        return mix(0.17, (0.0, 0.8, first), (0.0, 0.35, body), (0.034, 0.42, second), (0.057, 0.18, third))

    return recipe


def take(rng: Rng) -> Signal:
    """A card is drawn in and a few chips come rattling after it."""
    drawn = paper(rng, swell(0.16, 0.4, 1.2, 1.6), (600.0, 2000.0), (1100.0, 3200.0))
    chips = [(0.09 + 0.045 * number, 0.5 - 0.09 * number, chip(1180.0 - 70.0 * number)(rng)) for number in range(4)]
    return mix(0.40, (0.0, 0.2, drawn), *chips)


def your_turn(rng: Rng) -> Signal:
    """Two rising marimba notes, a friendly nudge."""
    low, high = marimba(rng, note(67), 0.40, 0.13), marimba(rng, note(72), 0.42, 0.14)
    return mix(0.52, (0.0, 0.8, low), (0.135, 1.0, high))


def win(rng: Rng) -> Signal:
    """A small marimba arpeggio in major."""
    notes = [(0.0, 60, 0.8), (0.085, 64, 0.8), (0.17, 67, 0.85), (0.255, 72, 1.0), (0.255, 64, 0.4)]
    return mix(0.64, *((start, gain, marimba(rng, note(key), 0.40, 0.15)) for start, key, gain in notes))


def lose(rng: Rng) -> Signal:
    """Three falling, muffled marimba notes; consoling rather than mocking."""
    notes = [(0.0, 67, 0.95), (0.14, 63, 0.9), (0.28, 60, 0.9)]
    return mix(0.58, *((start, gain, marimba(rng, note(key), 0.32, 0.085, 0.6)) for start, key, gain in notes))


def wrong(rng: Rng) -> Signal:
    """Two dull knocks, the second lower: that does not go."""
    high, low = wood(rng, 349.0, 0.16, 0.024, 0.12), wood(rng, 277.0, 0.17, 0.028, 0.12)
    return mix(0.28, (0.0, 0.85, high), (0.105, 1.0, low))


def click(rng: Rng) -> Signal:
    """A fingertip on a wooden button."""
    return wood(rng, 640.0, 0.07, 0.008, 0.14)


def count(freq: float) -> Callable[[Rng], Signal]:
    """Return a recipe: one tick of a wood block."""

    def recipe(rng: Rng) -> Signal:
        return wood(rng, freq, 0.09, 0.014, 0.08)

    return recipe


def peek(rng: Rng) -> Signal:
    """A corner of a card is lifted and let down again."""
    lift = paper(rng, swell(0.12, 0.6), (800.0, 2200.0), (1400.0, 3800.0))
    drop = paper(rng, decay(0.07, 0.012, 0.003), (600.0, 2400.0))
    return mix(0.23, (0.0, 0.7, lift), (0.135, 0.8, drop), (0.137, 0.6, thud(rng, 0.08, 230.0, 0.010)))


def shuffle(rng: Rng) -> Signal:
    """Two halves of a deck riffle into each other and are pushed together."""
    parts: list[tuple[float, float, Signal]] = []
    cards = 18
    for index in range(cards):
        x = index / (cards - 1)
        start = 0.30 * (x + 0.10 * math.sin(math.pi * x)) + float(rng.uniform(-0.004, 0.004)) + 0.004
        low = float(rng.uniform(800.0, 1200.0))
        gain = (0.35 + 0.45 * math.sin(math.pi * x)) * float(rng.uniform(0.75, 1.1))
        parts.append((start, gain, paper(rng, decay(0.04, 0.006, 0.0015), (low, low * 2.8))))
    push = paper(rng, swell(0.15, 0.55), (600.0, 1700.0), (900.0, 2600.0))
    return mix(0.50, *parts, (0.315, 0.5, push), (0.415, 1.5, thud(rng, 0.08, 200.0, 0.014)))


def curtain(rng: Rng) -> Signal:
    """A heavy cloth is drawn between two players who share the screen."""
    cloth = paper(rng, swell(0.5, 0.45, 1.0, 1.4), (220.0, 800.0), (420.0, 1500.0))
    folds = 1.0 + 6.0 * band(rng.standard_normal(len(cloth)), 6.0, 18.0)
    rings = mix(0.5, *((0.08 + 0.047 * i + float(rng.uniform(0, 0.012)), 0.5 - 0.05 * i,
                        wood(rng, 900.0 + 60.0 * (i % 3), 0.06, 0.007, 0.1)) for i in range(7)))  # fmt: skip
    return cloth * np.clip(folds, 0.4, 1.6) + 0.9 * rings


def die(rng: Rng) -> Signal:
    """A wooden die hops over the table and comes to rest."""
    parts: list[tuple[float, float, Signal]] = []
    start, gap, gain = 0.0, 0.125, 1.0
    while gap > 0.03:
        freq = 980.0 * float(rng.uniform(0.86, 1.16))
        parts.append((start, gain, wood(rng, freq, 0.10, 0.011, 0.14)))
        parts.append((start, gain * 0.55, thud(rng, 0.09, 240.0, 0.012)))
        start += gap * float(rng.uniform(0.92, 1.08))
        gap *= 0.74
        gain *= 0.80
    return mix(min(start + 0.09, 0.66), *parts)


def drum(rng: Rng) -> Signal:
    """Two fingers on the table's edge, muffled: something is about to be decided."""
    first, second = thud(rng, 0.13, 118.0, 0.03), thud(rng, 0.13, 104.0, 0.034)
    knocks = [(start, 0.4, wood(rng, 430.0, 0.1, 0.012, 0.1)) for start in (0.0, 0.105)]  # small speakers have no bass
    return mix(0.26, (0.0, 0.8, first), (0.105, 1.0, second), *knocks)


def claim(rng: Rng) -> Signal:
    """A hand comes down on the table and takes the trick: firm knock with a warm tone below."""
    knock = wood(rng, 440.0, 0.15, 0.022, 0.2)
    tone = mix(0.36, (0.0, 1.0, marimba(rng, note(60), 0.36, 0.09, 0.5)),
               (0.0, 0.55, marimba(rng, note(67), 0.36, 0.08, 0.5)))  # fmt: skip
    sweep = paper(rng, swell(0.15, 0.35), (600.0, 1900.0))
    return mix(0.40, (0.0, 1.0, knock), (0.0, 0.6, thud(rng)), (0.012, 0.7, tone), (0.07, 0.07, sweep))


def bust(rng: Rng) -> Signal:
    """One card too many: a crack of wood, and notes that stumble down into a soft bump."""
    notes = [(0.04, 62, 0.9), (0.13, 58, 0.85), (0.24, 53, 0.9)]
    parts = [(start, gain, marimba(rng, note(key), 0.30, 0.07, 0.5)) for start, key, gain in notes]
    return mix(0.56, (0.0, 0.9, wood(rng, 392.0, 0.16, 0.02, 0.25)), *parts, (0.34, 1.0, thud(rng, 0.16, 110.0, 0.03)))


def call_won(rng: Rng) -> Signal:
    """A bold word was true: a knock, and a bright fifth above it."""
    notes = [(0.0, 65, 0.7), (0.09, 72, 0.85), (0.18, 77, 1.0), (0.18, 69, 0.5)]
    parts = [(start, gain, kalimba(rng, note(key), 0.55, 0.22)) for start, key, gain in notes]
    return mix(0.68, (0.0, 0.6, wood(rng, 523.0, 0.12, 0.018, 0.15)), *parts)


def twin(rng: Rng) -> Signal:
    """Two alike are found: a hand comes down, and two pairs of equal tines leap up."""
    notes = [(0.0, 72, 0.7), (0.06, 72, 0.75), (0.13, 79, 0.95), (0.19, 84, 1.0), (0.19, 76, 0.5)]
    parts = [(start, gain, kalimba(rng, note(key), 0.42, 0.2)) for start, key, gain in notes]
    return mix(0.48, (0.0, 0.55, wood(rng, 523.0, 0.12, 0.018, 0.15)), *parts)


def new_best(rng: Rng) -> Signal:
    """Better than ever: a quick run of high tines that ends in a shimmer."""
    keys = (77, 81, 84, 89, 93)
    parts = [
        (0.06 * number, 0.6 + 0.08 * number, kalimba(rng, note(key), 0.55, 0.2)) for number, key in enumerate(keys)
    ]
    return mix(
        0.86, *parts, (0.34, 0.5, kalimba(rng, note(88), 0.5, 0.2)), (0.40, 0.45, kalimba(rng, note(93), 0.45, 0.2))
    )


def finale(rng: Rng) -> Signal:
    """The fanfare for a win: a call, its answer, and a broad last chord with tines above."""
    call = [(0.0, 60, 0.7), (0.12, 60, 0.5), (0.24, 65, 0.8), (0.42, 69, 0.8), (0.60, 72, 0.95)]
    answer = [(0.84, 70, 0.7), (0.96, 72, 0.75), (1.08, 74, 0.8)]
    chord = [(1.26, key, gain) for key, gain in ((53, 0.4), (60, 0.35), (65, 0.4), (69, 0.4), (72, 0.45), (77, 0.6))]
    bars = [(start, gain, marimba(rng, note(key), 0.9, 0.2)) for start, key, gain in (*call, *answer, *chord)]
    tines = [(1.26 + 0.05 * step, 0.3, kalimba(rng, note(key), 0.7, 0.25)) for step, key in enumerate((77, 81, 84, 89))]
    return mix(2.1, *bars, *tines, (1.26, 0.3, thud(rng, 0.2, 90.0, 0.04)))


# --- Music ----------------------------------------------------------------------------------------

BEATS_PER_BAR = 4

# One entry per bar: bass note, then eight quavers, all as MIDI notes (0 is a rest).
Bars = tuple[tuple[int, tuple[int, ...]], ...]

# Four phrases in F major.
FIRST: Bars = (
    (41, (65, 0, 72, 0, 69, 0, 72, 0)),
    (38, (62, 0, 69, 0, 65, 72, 0, 69)),
    (43, (62, 0, 70, 0, 67, 0, 74, 0)),
    (36, (60, 0, 67, 0, 72, 0, 0, 0)),
    (41, (65, 0, 72, 0, 69, 0, 77, 0)),
    (38, (62, 0, 69, 74, 0, 72, 0, 69)),
    (46, (65, 0, 70, 0, 74, 0, 72, 0)),
    (36, (67, 0, 72, 0, 67, 0, 0, 0)),
    (46, (62, 0, 70, 74, 0, 77, 0, 74)),
    (41, (60, 0, 69, 72, 0, 77, 0, 72)),
    (43, (62, 0, 67, 70, 0, 74, 0, 70)),
    (38, (62, 0, 65, 0, 69, 0, 0, 0)),
    (46, (65, 0, 70, 0, 74, 0, 77, 0)),
    (45, (64, 0, 69, 0, 72, 0, 76, 0)),
    (43, (62, 0, 67, 0, 70, 69, 67, 0)),
    (36, (64, 0, 67, 0, 72, 0, 0, 0)),
)

# Three phrases in D dorian, a little quicker: off the beat, with held breaths.
SECOND: Bars = (
    (38, (62, 0, 0, 69, 0, 65, 0, 0)),
    (43, (62, 0, 0, 71, 0, 67, 0, 0)),
    (38, (62, 0, 0, 69, 0, 72, 0, 69)),
    (36, (60, 0, 0, 67, 0, 64, 0, 0)),
    (38, (65, 0, 0, 74, 0, 69, 0, 0)),
    (43, (67, 0, 0, 74, 0, 71, 0, 67)),
    (45, (64, 0, 0, 72, 0, 69, 0, 0)),
    (38, (62, 0, 65, 0, 69, 0, 0, 0)),
    (41, (65, 0, 69, 0, 72, 0, 0, 69)),
    (36, (64, 0, 67, 0, 72, 0, 0, 67)),
    (43, (62, 0, 67, 0, 71, 0, 0, 0)),
    (45, (64, 0, 69, 0, 73, 0, 0, 0)),
)

# Three phrases in B flat major, slower and wider: long steps over a walking bass.
THIRD: Bars = (
    (46, (70, 0, 0, 0, 74, 0, 0, 0)),
    (43, (67, 0, 0, 0, 74, 0, 72, 0)),
    (39, (67, 0, 0, 0, 70, 0, 0, 0)),
    (41, (65, 0, 0, 0, 69, 0, 72, 0)),
    (46, (74, 0, 0, 0, 77, 0, 0, 0)),
    (43, (74, 0, 0, 70, 0, 0, 67, 0)),
    (36, (67, 0, 0, 0, 72, 0, 75, 0)),
    (41, (72, 0, 0, 0, 69, 0, 0, 0)),
    (39, (67, 0, 70, 0, 75, 0, 0, 0)),
    (46, (65, 0, 70, 0, 74, 0, 0, 0)),
)


def piece(bars: Bars, beat: int, ring: float) -> Callable[[Rng], Signal]:
    """Return a recipe: a calm kalimba pattern over soft marimba bass, ``beat`` samples a beat.

    Every tail wraps round, so that the loop has no seam. ``ring`` is how long the tines sound, in seconds.
    """

    def recipe(rng: Rng) -> Signal:
        total = len(bars) * BEATS_PER_BAR * beat
        out = np.zeros(total)

        def place(position: float, gain: float, part: Signal) -> None:
            # The loop starts 40 ms before the first beat, where the last tails are faint.
            index = (round(position) + samples(0.04) + np.arange(len(part))) % total
            out[index] += gain * part

        for number, (bass, quavers) in enumerate(bars):
            bar = number * BEATS_PER_BAR * beat
            place(bar, 0.60, marimba(rng, note(bass), 1.6, 0.32, 0.35))
            place(bar + 2.5 * beat, 0.34, marimba(rng, note(bass + 12), 1.2, 0.26, 0.3))
            for step, key in enumerate(quavers):
                if key:
                    human = float(rng.normal(0.0, 0.005)) * RATE if step else 0.0
                    accent = (0.62 if step % 4 == 0 else 0.48) * float(rng.uniform(0.85, 1.1))
                    place(bar + step * beat / 2 + human, accent, kalimba(rng, note(key), 2.4, ring))
        return room(rng, out)

    return recipe


def room(rng: Rng, loop: Signal) -> Signal:
    """Add a small warm room and soften the top, by circular convolution: the loop stays seamless."""
    size = samples(0.9)
    tail = band(rng.standard_normal(size), 150.0, 2200.0) * decay(0.9, 0.16, 0.012)
    tail /= math.sqrt(float(np.sum(tail**2)))
    freq = np.fft.rfftfreq(len(loop), 1.0 / RATE)
    warm = 1.0 / np.sqrt(1.0 + (freq / 3600.0) ** 4) * (1.0 - 1.0 / (1.0 + (freq / 40.0) ** 4))
    spectrum = np.fft.rfft(loop) * warm * (1.0 + 0.22 * np.fft.rfft(tail, len(loop)))
    return np.fft.irfft(spectrum, len(loop))


# --- Catalogue ------------------------------------------------------------------------------------


@dataclass(frozen=True)
class Sound:
    """The recipe of one file, its final fade (0 for a loop), Vorbis quality (0 to 1) and peak."""

    recipe: Callable[[Rng], Signal]
    fade_out: float = 0.03
    quality: float = 0.1  # smallest header; from about 0.3 s on quality 0 makes smaller files
    peak_db: float = EFFECT_PEAK_DB


SOUNDS: dict[str, Sound] = {
    "deal": Sound(deal),
    "flip": Sound(flip),
    "slide": Sound(slide),
    "take": Sound(take),
    "chip_1": Sound(chip(1050.0)),
    "chip_2": Sound(chip(1180.0)),
    "chip_3": Sound(chip(1325.0)),
    "chip_4": Sound(chip(1485.0)),
    "chip_5": Sound(chip(1665.0)),
    "chip_6": Sound(chip(1870.0)),
    "chip_7": Sound(chip(2100.0)),
    "your_turn": Sound(your_turn, 0.15, 0.0),
    "win": Sound(win, 0.20, 0.0),
    "lose": Sound(lose, 0.20, 0.0),
    "wrong": Sound(wrong, 0.06, 0.0),
    "click": Sound(click),
    "count_1": Sound(count(note(76))),
    "count_2": Sound(count(note(79))),
    "count_3": Sound(count(note(83))),
    "peek": Sound(peek),
    "shuffle": Sound(shuffle, quality=0.0),
    "curtain": Sound(curtain, quality=0.0),
    "die": Sound(die, quality=0.0),
    "drum": Sound(drum),
    "claim": Sound(claim, 0.12, 0.0),
    "bust": Sound(bust, 0.10, 0.0),
    "twin": Sound(twin, 0.12, 0.0),
    "call_won": Sound(call_won, 0.20, 0.0),
    "new_best": Sound(new_best, 0.25, 0.0),
    "finale": Sound(finale, 0.40, 0.0),
    # exactly 72, 84 and 63 beats a minute
    "music": Sound(piece(FIRST, 36_750, 0.42), 0.0, 0.0, MUSIC_PEAK_DB),
    "music_2": Sound(piece(SECOND, 31_500, 0.36), 0.0, 0.0, MUSIC_PEAK_DB),
    "music_3": Sound(piece(THIRD, 42_000, 0.55), 0.0, 0.0, MUSIC_PEAK_DB),
}


# --- Encoding -------------------------------------------------------------------------------------


def render(name: str) -> Signal:
    """Return the finished samples of a sound before level setting."""
    sound = SOUNDS[name]
    raw = sound.recipe(np.random.default_rng(zlib.crc32(name.encode("ascii"))))
    return finish(raw, sound.fade_out) if sound.fade_out else raw


def encode(name: str) -> bytes:
    """Return the Ogg Vorbis file of a sound; the level is set so that the decoded peak meets the target."""
    sound = SOUNDS[name]
    signal = render(name)
    target = math.pow(10.0, sound.peak_db / 20.0)
    gain = target / float(np.max(np.abs(signal)))
    best, best_error = b"", math.inf
    for _ in range(6):  # the lossy codec moves the peak, for noise by up to 1 dB: correct and keep the nearest
        data = vorbis(signal * gain, sound.quality)
        ratio = target / float(np.max(np.abs(decode(data))))
        error = abs(math.log(ratio))
        if error < best_error:
            best, best_error = data, error
        if error < PEAK_TOLERANCE:
            break
        gain *= math.sqrt(ratio)
    return fix_serial(best, zlib.crc32(b"kartenkiste/" + name.encode("ascii")))


def vorbis(signal: Signal, quality: float) -> bytes:
    """Encode samples, rounded to 16 bit so that floating-point dust does not reach the encoder."""
    pcm = np.round(np.clip(signal, -1.0, 1.0) * 32767.0).astype(np.int16)
    buffer = io.BytesIO()
    with sf.SoundFile(buffer, "w", RATE, 1, "VORBIS", format="OGG", compression_level=1.0 - quality) as file:
        for start in range(0, len(pcm), RATE):  # libsndfile dislikes very long single writes
            file.write(pcm[start : start + RATE])
    return buffer.getvalue()


def decode(data: bytes) -> Signal:
    """Return the samples of an Ogg Vorbis file."""
    decoded: Signal = sf.read(io.BytesIO(data), dtype="float64")[0]
    return decoded


def crc_table() -> tuple[int, ...]:
    """Return the table of the Ogg page checksum: polynomial 0x04C11DB7, most significant bit first."""
    table = []
    for byte in range(256):
        value = byte << 24
        for _ in range(8):
            value = (value << 1) ^ (0x04C11DB7 if value & 0x80000000 else 0)
        table.append(value & 0xFFFFFFFF)
    return tuple(table)


CRC_TABLE = crc_table()


def fix_serial(data: bytes, serial: int) -> bytes:
    """Replace the random stream serial of every Ogg page and renew the page checksums."""
    out = bytearray(data)
    start = 0
    while start < len(out):
        if out[start : start + 4] != b"OggS":
            raise ValueError(f"no Ogg page at byte {start}")
        segments = out[start + 26]
        end = start + 27 + segments + sum(out[start + 27 : start + 27 + segments])
        out[start + 14 : start + 18] = serial.to_bytes(4, "little")
        out[start + 22 : start + 26] = bytes(4)
        crc = 0
        for byte in out[start:end]:
            crc = ((crc << 8) & 0xFFFFFFFF) ^ CRC_TABLE[(crc >> 24) ^ byte]
        out[start + 22 : start + 26] = crc.to_bytes(4, "little")
        start = end
    return bytes(out)


def main(arguments: Sequence[str] | None = None) -> int:
    """Write the chosen sounds and optionally check them."""
    parser = argparse.ArgumentParser(description="Synthesise the sounds of the game.")
    parser.add_argument("names", nargs="*", metavar="NAME", help="sounds to make (default: all)")
    parser.add_argument("--out", type=Path, default=DEFAULT_OUT, help="folder for the sounds (default: assets/sounds)")
    parser.add_argument("--check", action="store_true", help="measure the files, and fail if one is out of bounds")
    options = parser.parse_args(arguments)
    unknown = set(options.names) - SOUNDS.keys()
    if unknown:
        parser.error(f"unknown sound: {', '.join(sorted(unknown))}")

    options.out.mkdir(parents=True, exist_ok=True)
    sizes: dict[str, int] = {}
    problems: list[str] = []
    heard: dict[str, Heard] = {}
    for name in options.names or SOUNDS:
        data = encode(name)
        (options.out / f"{name}.ogg").write_bytes(data)
        sizes[name] = len(data)
        if options.check:
            heard[name] = hear(decode(data), not SOUNDS[name].fade_out)
            print(heard[name].row(name, len(data)))
    problems += all_faults(heard)
    effects = sum(size for name, size in sizes.items() if SOUNDS[name].fade_out)
    music = sum(sizes.values()) - effects
    print(f"{len(sizes)} files, effects {effects} B, music {music} B")
    if effects > EFFECTS_MAX_BYTES:
        problems.append(f"effects exceed {EFFECTS_MAX_BYTES} B")
    if music > MUSIC_MAX_BYTES:
        problems.append(f"music exceeds {MUSIC_MAX_BYTES} B")
    if options.check:
        for problem in problems:
            print(f"FAULT {problem}", file=sys.stderr)
        return 1 if problems else 0
    return 0


if __name__ == "__main__":
    sys.exit(main())
