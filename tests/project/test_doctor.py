"""``kartenkiste --doctor`` reports what is there and what is missing, and changes nothing."""

from __future__ import annotations

import os
import shutil
import subprocess
import sys
from pathlib import Path

import pygame
import pytest

from game.app import doctor
from game.engine.assets import ASSETS
from game.host import facts

ROOT = Path(__file__).resolve().parents[2]


@pytest.fixture(autouse=True)
def data(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    """Return the data folder."""
    monkeypatch.setenv("KARTENKISTE_DATA", str(tmp_path / "data"))
    return tmp_path / "data"


def run_doctor(data: Path, **around: str) -> subprocess.CompletedProcess[str]:
    """Run the program as it is started by hand, in a bare environment."""
    bare = {"PATH": os.environ["PATH"], "KARTENKISTE_DATA": str(data), "HOME": str(data.parent), **around}
    command = [sys.executable, "-m", "game", "--doctor"]
    return subprocess.run(command, cwd=ROOT, env=bare, capture_output=True, encoding="utf-8", check=False)


def test_the_doctor_reports_the_system_and_changes_nothing(data):
    told = run_doctor(data, SDL_VIDEODRIVER="dummy", SDL_AUDIODRIVER="dummy")
    assert (told.returncode, told.stderr) == (0, "")
    for part in (
        facts.versions(),
        "Screen: dummy, ",
        "Sound: dummy, ",
        "can be written",
        "Stored: 0 texts",
        "websockets",
    ):
        assert part in told.stdout
    assert told.stdout.endswith("Everything the game needs is here.\n")
    assert not data.exists()


@pytest.mark.skipif(not sys.platform.startswith("linux"), reason="other systems always have a display")
def test_the_doctor_names_missing_parts(data):
    # the system's sound library may print messages of its own
    told = run_doctor(data)
    assert told.returncode == 1
    assert "Traceback" not in told.stderr
    assert "Screen: none (" in told.stdout
    assert told.stdout.endswith("Missing: screen.\n")


def test_without_pygame_the_program_says_so_in_one_sentence(data, tmp_path):
    (tmp_path / "pygame.py").write_text("raise ImportError('libSDL2 is missing')")
    told = run_doctor(data, PYTHONPATH=str(tmp_path))
    assert (told.returncode, told.stderr) == (1, "Kartenkiste can't start: libSDL2 is missing\n")


def examined() -> tuple[str, list[str]]:
    """Return the doctor's report for this process, and the names of missing parts."""
    found = doctor.examined()
    pygame.display.init()
    pygame.font.init()
    return "\n".join(found.lines), found.missing


def test_the_doctor_reads_every_store_and_leaves_it_as_it_is(data):
    shutil.copytree(ROOT / "tests/golden/stored/1.0.0/data", data)
    (data / "statistics.json").write_text('[{"game": 7}]')
    (data / "match-push.json").write_text("{")
    (data / "before-import.json").write_text("{}")
    (data / "later.json").write_text("1")
    (data / "days-damaged.json").write_text("?")
    before = {path.name: path.read_bytes() for path in data.iterdir()}
    told, missing = examined()
    states = dict(line.strip().split(": ", 1) for line in told.splitlines() if line.startswith("  "))
    damaged = {name for name, state in states.items() if "damaged: " in state}
    assert damaged == {"statistics", "match-push", "before-import"}
    assert "unknown" in states["later"]
    assert "set aside" in states["days-damaged"]
    assert states["settings"] == "428 bytes, can be read"
    assert missing == []
    assert {path.name: path.read_bytes() for path in data.iterdir()} == before


def test_the_doctor_reports_missing_game_files_and_an_unwritable_folder(data, tmp_path, monkeypatch):
    shutil.copytree(ASSETS, tmp_path / "assets")
    (tmp_path / "assets/art/push/back.png").unlink()
    (tmp_path / "assets/sounds/deal.ogg").write_bytes(b"Ogg")
    (tmp_path / "assets/fonts/text-700.ttf").write_bytes(b"")
    monkeypatch.setattr(doctor, "ASSETS", tmp_path / "assets")
    data.write_text("a file")
    told, missing = examined()
    assert "1 of 201 are missing in art; fonts/text-700.ttf is damaged" in told
    assert "sounds/deal.ogg is damaged" in told
    assert "can't be written: " in told
    assert missing == ["files of the game", "data folder"]


@pytest.mark.skipif(not Path("/dev/full").exists(), reason="a device that is always full")
def test_a_full_disk_is_reported_by_the_doctor(data, monkeypatch):
    with Path("/dev/full").open("wb", buffering=0) as full:
        monkeypatch.setattr(doctor.tempfile, "TemporaryFile", lambda **_: full)
        told, missing = examined()
    assert "can't be written: No space left on device" in told
    assert missing == ["data folder"]


def test_unreadable_stored_values_are_named(data):
    (data / "settings.json").mkdir(parents=True)
    _told, missing = examined()
    assert missing == ["settings"]


def test_the_doctor_knows_the_number_of_asset_files():
    found = {folder: sum(path.is_file() for path in (ASSETS / folder).rglob("*")) for folder in doctor.FILES}
    assert found == doctor.FILES
    assert {path.name for path in ASSETS.iterdir() if path.is_dir()} == set(doctor.FILES)
