"""Every sound keeps its bounds in level, loudness and length; music begins with the first press, piece after piece."""

from __future__ import annotations

import sys
from pathlib import Path

import numpy as np
import pygame
import pytest
from player import Player

from game.engine import audio as engine_audio
from game.engine.audio import FALL_MS, HUSHED, LOOK_MS, PIECES, RISE_MS, TIMES, Audio
from game.host.clock import ManualClock
from game.settings import MUSIC, Settings, from_json

sys.path.insert(0, str(Path(__file__).resolve().parent.parent / "build"))

import hearing

RATE = hearing.RATE


def tone(seconds: float, peak: float, freq: float = 1000.0, faded: bool = True) -> np.ndarray:
    """A pure tone that begins and ends in silence."""
    t = np.arange(round(seconds * RATE)) / RATE
    ends = np.minimum(1, np.minimum(t, t[-1] - t) / 0.01) if faded else 1.0
    return peak * np.sin(2 * np.pi * freq * t + (0 if faded else 1)) * ends


def test_every_sound_of_the_game_keeps_its_bounds():
    heard = hearing.committed()
    assert set(heard) >= {"finale", "bust", "call_won", "new_best", *PIECES}
    assert hearing.all_faults(heard) == []


def test_loudness_is_that_of_the_standard():
    """A sine at full scale and 997 Hz in one channel has -3.01 LUFS, half of it 6 LU less."""
    full = tone(2.0, 1.0, 997.0)
    assert hearing.loudness(full, whole=False) == pytest.approx(-3.01, abs=0.1)
    assert hearing.loudness(full / 2, whole=False) == pytest.approx(-9.03, abs=0.1)
    # what is low is heard less, what is high more
    assert hearing.loudness(tone(2.0, 1.0, 40.0), whole=False) < -6
    assert hearing.loudness(tone(2.0, 1.0, 5000.0), whole=False) > -1
    # a short sound is as loud as with silence after it
    assert hearing.loudness(tone(0.1, 1.0, 997.0), whole=False) < -8


@pytest.mark.parametrize(
    ("what", "signal"),
    [
        ("peak", tone(0.2, 0.9)),
        ("loudness", np.concatenate([tone(0.001, 0.5), np.zeros(RATE // 10)])),
        ("length", tone(1.5, 0.5)),
        ("edge", tone(0.2, 0.5, faded=False)),
        ("offset", np.abs(tone(0.2, 0.5))),
        ("centroid", tone(0.2, 0.5, 9000.0)),
    ],
)
def test_what_breaks_a_bound_is_found_out(what, signal):
    assert any(what in fault for fault in hearing.faults("click", hearing.hear(signal, loop=False)))


def test_pieces_of_music_that_differ_in_loudness_are_found_out():
    low, high = (hearing.hear(tone(31.0, 0.178, freq), loop=True) for freq in (60.0, 4000.0))
    assert any("apart" in fault for fault in hearing.all_faults({"music": low, "music_2": high}))


class Music:
    """Stands in for the mixer's music."""

    def __init__(self) -> None:
        self.loaded: list[str] = []
        self.times: list[int] = []
        self.busy = False
        self.volume = -1.0

    def load(self, path: str) -> None:
        self.loaded.append(Path(path).stem)

    def play(self, loops: int) -> None:
        self.times.append(loops)
        self.busy = True

    def stop(self) -> None:
        self.busy = False

    def get_busy(self) -> bool:
        return self.busy

    def set_volume(self, volume: float) -> None:
        self.volume = volume


@pytest.fixture
def music(monkeypatch):
    stand_in = Music()
    monkeypatch.setattr(engine_audio.pygame.mixer, "get_init", lambda: (44100, -16, 2))
    monkeypatch.setattr(engine_audio.pygame.mixer, "music", stand_in)
    return stand_in


def test_music_is_silent_until_the_first_press(music):
    player = Player()
    player.wait(1000)
    player.feed(pygame.MOUSEMOTION, pos=(300, 300), rel=(1, 1), buttons=(0, 0, 0), touch=False)
    assert not music.loaded
    player.press(pygame.K_TAB, "\t")
    assert music.loaded == ["music"]
    assert 0 < music.volume < 0.2, "it is low unless somebody wants more"


def test_the_music_is_low_while_a_fanfare_is_heard(music, monkeypatch):
    class Sound:
        """Stands in for one of the mixer's sounds, two seconds long."""

        def __init__(self, _path: str) -> None:
            pass

        def set_volume(self, _volume: float) -> None:
            pass

        def play(self) -> None:
            pass

        def get_length(self) -> float:
            return 2.0

    monkeypatch.setattr(engine_audio.pygame.mixer, "Sound", Sound)
    clock = ManualClock()
    audio = Audio(clock)
    audio.set_levels(0.8, 0.5, muted=False)
    audio.wake()
    usual = music.volume

    def volumes(ms: float) -> list[float]:
        heard = []
        for _ in range(round(ms / 50)):
            clock.pass_ms(50)
            audio.update()
            heard.append(music.volume)
        return heard

    audio.play("flip")
    assert set(volumes(500)) == {usual}, "what is always heard changes nothing"
    audio.play("finale")
    falling = volumes(FALL_MS)
    assert falling == sorted(falling, reverse=True)
    assert falling[0] > falling[-1] == pytest.approx(usual * HUSHED)
    assert volumes(2000 - FALL_MS - 50) == pytest.approx([usual * HUSHED] * 35)
    rising = volumes(RISE_MS + 100)
    assert rising == sorted(rising)
    assert usual * HUSHED < rising[3] < rising[-1] == usual
    # somebody who changes the volume meanwhile hears it at once, as low as it is now
    audio.play("lose")
    volumes(1000)
    audio.set_levels(0.8, 1.0, muted=False)
    assert music.volume == pytest.approx(2 * usual * HUSHED)


@pytest.mark.parametrize("stored", [{"music": 0.0}, {"music": 0.8}])
def test_what_a_player_has_set_stays(stored):
    assert from_json(stored).music == stored["music"]
    assert from_json({}).music == Settings().music == MUSIC


def test_one_piece_follows_the_other_and_nothing_plays_while_the_window_is_away(music):
    clock = ManualClock()
    audio = Audio(clock)
    audio.set_levels(0.8, 0.25, muted=False)
    audio.wake()
    for _ in range(len(PIECES)):
        clock.pass_ms(LOOK_MS)
        audio.update()
        assert music.busy
        music.busy = False
    clock.pass_ms(LOOK_MS)
    audio.update()
    assert music.loaded == [*PIECES, PIECES[0]]
    assert set(music.times) == {TIMES - 1}
    audio.follow_music(False)
    assert not music.busy
    audio.set_levels(0.8, 0.5, muted=False)
    clock.pass_ms(LOOK_MS)
    audio.update()
    assert not music.busy
    audio.follow_music(True)
    assert music.busy
    audio.set_levels(0.8, 0.5, muted=True)
    assert not music.busy
