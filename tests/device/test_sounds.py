"""Sounds keep their bounds in level, loudness and length.

Music begins with the first press and plays piece after piece.
"""

import sys
from pathlib import Path

import numpy as np
import pygame
import pytest
from page_music import PageMusic
from player import Player

from game.engine import audio as engine_audio
from game.engine.audio import FALL_MS, HUSHED, RISE_MS, Audio
from game.engine.music import AGAIN_MS, LOOK_MS, PIECES, QUIET_LOOKS, SPARE_MS, TIMES, length_ms
from game.host.clock import ManualClock
from game.player.settings import MUSIC, Settings, settings_from

sys.path.insert(0, str(Path(__file__).resolve().parents[2] / "build"))

import music_check

RATE = music_check.RATE


def tone(seconds: float, peak: float, freq: float = 1000.0, faded: bool = True) -> np.ndarray:
    """Return a pure tone that begins and ends in silence."""
    t = np.arange(round(seconds * RATE)) / RATE
    ends = np.minimum(1, np.minimum(t, t[-1] - t) / 0.01) if faded else 1.0
    return peak * np.sin(2 * np.pi * freq * t + (0 if faded else 1)) * ends


def test_every_sound_of_the_game_keeps_its_bounds():
    heard = music_check.committed()
    assert set(heard) >= {"finale", "bust", "call_won", "new_best", *PIECES}
    assert music_check.all_faults(heard) == []


def test_loudness_matches_the_standard():
    """A sine at full scale and 997 Hz in one channel has -3.01 LUFS, half of it 6 LU less."""
    full = tone(2.0, 1.0, 997.0)
    assert music_check.loudness(full, whole=False) == pytest.approx(-3.01, abs=0.1)
    assert music_check.loudness(full / 2, whole=False) == pytest.approx(-9.03, abs=0.1)
    # low tones are heard less, high ones more
    assert music_check.loudness(tone(2.0, 1.0, 40.0), whole=False) < -6
    assert music_check.loudness(tone(2.0, 1.0, 5000.0), whole=False) > -1
    # a short sound is as loud as with silence after it
    assert music_check.loudness(tone(0.1, 1.0, 997.0), whole=False) < -8


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
def test_a_sound_beyond_a_bound_is_found(what, signal):
    assert any(what in fault for fault in music_check.faults("click", music_check.hear(signal, loop=False)))


def test_pieces_of_music_of_different_loudness_are_found():
    low, high = (music_check.hear(tone(31.0, 0.178, freq), loop=True) for freq in (60.0, 4000.0))
    assert any("apart" in fault for fault in music_check.all_faults({"music": low, "music_2": high}))


class Music:
    """A stand-in for the mixer's music."""

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


def test_the_music_is_low_during_a_fanfare(music, monkeypatch):
    class Sound:
        """A stand-in for one of the mixer's sounds, two seconds long."""

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
    # a volume changed meanwhile is heard at once, as low as it is now
    audio.play("lose")
    volumes(1000)
    audio.set_levels(0.8, 1.0, muted=False)
    assert music.volume == pytest.approx(2 * usual * HUSHED)


@pytest.mark.parametrize("stored", [{"music": 0.0}, {"music": 0.8}])
def test_the_stored_volume_of_music_is_kept(stored):
    assert settings_from(stored).music == stored["music"]
    assert settings_from({}).music == Settings().music == MUSIC


def test_pieces_follow_each_other_and_pause_while_the_window_is_away(music):
    clock = ManualClock()
    audio = Audio(clock)
    audio.set_levels(0.8, 0.25, muted=False)
    audio.wake()

    def look() -> None:
        clock.pass_ms(LOOK_MS)
        audio.update()

    for _ in range(len(PIECES)):
        look()
        assert music.busy
        music.busy = False
        for _ in range(QUIET_LOOKS):
            look()
    assert music.loaded == [*PIECES, PIECES[0]]
    assert set(music.times) == {TIMES - 1}
    audio.follow_music(False)
    assert not music.busy
    audio.set_levels(0.8, 0.5, muted=False)
    look()
    assert not music.busy
    audio.follow_music(True)
    assert music.busy
    audio.set_levels(0.8, 0.5, muted=True)
    assert not music.busy


# ---- in pygbag's runtime ------------------------------------------------------------------------------


@pytest.fixture
def page_music(monkeypatch):
    """Replace the runtime's music by one whose pieces load for so many milliseconds; return it and its player."""

    def put(load_ms: float) -> tuple[PageMusic, Audio]:
        clock = ManualClock()
        stand_in = PageMusic(clock, load_ms)
        monkeypatch.setattr(engine_audio.pygame.mixer, "get_init", lambda: (44100, -16, 2))
        monkeypatch.setattr(engine_audio.pygame.mixer, "music", stand_in)
        audio = Audio(clock)
        audio.set_levels(0.8, 0.25, muted=False)
        audio.wake()
        return stand_in, audio

    return put


def frames(music: PageMusic, audio: Audio, ms: float) -> None:
    """Advance the game by so much time."""
    for _ in range(round(ms / 50)):
        music.pass_ms(50)
        audio.update()


def volumes(music: PageMusic) -> list[list[float]]:
    """Return the volumes at which each piece was heard."""
    return [sorted({round(volume, 6) for volume in found}) for _, found in music.heard]


def piece_ms(name: str) -> float:
    return TIMES * length_ms(engine_audio.ASSETS / "sounds" / f"{name}.ogg")


def test_the_length_of_a_piece_is_read_from_its_file():
    heard = music_check.committed()
    for name in PIECES:
        path = engine_audio.ASSETS / "sounds" / f"{name}.ogg"
        assert length_ms(path) / 1000 == pytest.approx(heard[name].seconds, abs=0.01)


@pytest.mark.parametrize("load_ms", [0, 130, 900, 4000])
def test_in_a_page_pieces_are_heard_one_by_one_at_the_set_volume(page_music, load_ms):
    music, audio = page_music(load_ms)
    whole = sum(map(piece_ms, PIECES)) + 4 * (load_ms + 500 + SPARE_MS + LOOK_MS)
    frames(music, audio, whole + 5000)
    assert not music.together
    assert [name for name, _ in music.heard] == [*PIECES, PIECES[0]]
    assert volumes(music) == [[0.15]] * 4
    # a start is tried every half second, and an end is found by the clock
    assert music.gap_ms < load_ms + 500 + SPARE_MS + 2 * LOOK_MS


@pytest.mark.parametrize("moment_ms", [0, 100, 450, 650, 1200])
def test_music_switched_off_while_it_loads_is_not_heard(page_music, moment_ms):
    music, audio = page_music(900)
    frames(music, audio, moment_ms)
    heard = len(music.heard)
    audio.set_levels(0.8, 0.25, muted=True)
    frames(music, audio, 20_000)
    assert len(music.heard) == heard
    assert not any(element.playing for element in music.elements.values())
    audio.set_levels(0.8, 0.5, muted=False)
    frames(music, audio, 20_000)
    assert music.heard[-1][0] == PIECES[0]
    assert volumes(music) == ([[0.15, 0.3]] if heard else [[0.3]])
    assert len(music.elements) == 1


def test_music_switched_off_and_on_while_it_loads_is_heard_once(page_music):
    music, audio = page_music(900)
    for muted in (True, False, True, False):
        frames(music, audio, 100)
        audio.set_levels(0.8, 0.25, muted=muted)
    frames(music, audio, piece_ms(PIECES[0]) - 1000)
    assert [name for name, _ in music.heard] == [PIECES[0]]
    assert volumes(music) == [[0.15]]


def test_a_start_refused_by_the_browser_is_tried_again(page_music):
    music, audio = page_music(200)
    music.refused = 1
    frames(music, audio, AGAIN_MS)
    assert not music.heard
    frames(music, audio, 2 * LOOK_MS)
    assert [name for name, _ in music.heard] == [PIECES[0]]


@pytest.mark.parametrize("name", ["load", "play", "set_volume", "get_busy", "stop"])
def test_any_error_of_the_music_is_reported_once_and_the_game_goes_on(page_music, monkeypatch, capsys, name):
    music, audio = page_music(0)
    audio.follow_music(False)

    def broken(*_given: object) -> None:
        raise TypeError(f"no {name} here")

    monkeypatch.setattr(music, name, broken)
    for shown in (True, False, True):
        audio.follow_music(shown)
        frames(music, audio, 2000)
        audio.set_levels(0.8, 0.5, muted=False)
    assert capsys.readouterr().err.count(f"TypeError: no {name} here") == 1


@pytest.mark.parametrize("load_ms", [0, 900])
@pytest.mark.parametrize("name", ["load", "play", "set_volume", "get_busy", "stop"])
def test_after_one_failure_music_can_be_switched_off_and_on(page_music, monkeypatch, name, load_ms):
    music, audio = page_music(load_ms)
    frames(music, audio, 2000)
    plain, left = getattr(music, name), [TypeError(f"no {name} this once")]

    def once(*given: int) -> object:
        if left:
            raise left.pop()
        return plain(*given)

    monkeypatch.setattr(music, name, once)
    for muted in (False, True, False):
        audio.set_levels(0.8, 0.5, muted=muted)
        frames(music, audio, 100)
    assert not left
    audio.set_levels(0.8, 0.5, muted=True)
    # a pending start is stopped when it arrives
    frames(music, audio, load_ms + 2 * LOOK_MS)
    heard = len(music.heard)
    music.heard.append(("nothing more", set()))
    frames(music, audio, 10_000)
    assert len(music.heard) == heard + 1
    audio.set_levels(0.8, 0.5, muted=False)
    frames(music, audio, 2000 + load_ms)
    assert music.heard[-1][0] == PIECES[0]
    assert volumes(music)[-1] == [0.3]
    assert not music.together


def test_any_error_of_an_effect_is_reported_once_and_others_are_heard(page_music, monkeypatch, capsys):
    played = []

    class Sound:
        """A stand-in for the mixer's sounds, some of which raise unexpected errors."""

        def __init__(self, path: str) -> None:
            self.name = Path(path).stem
            if self.name == "flip":
                raise ValueError("no flip here")

        def set_volume(self, _volume: float) -> None:
            pass

        def play(self) -> None:
            if self.name == "deal":
                raise TypeError("no deal here")
            played.append(self.name)

    _music, audio = page_music(0)
    monkeypatch.setattr(engine_audio.pygame.mixer, "Sound", Sound)
    for _ in range(2):
        for name in ("flip", "deal", "take"):
            audio.play(name)
        audio.clock.pass_ms(1000)
    assert played == ["take", "take"]
    assert capsys.readouterr().err.count("No sound") == 1
