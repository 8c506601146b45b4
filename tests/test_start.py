"""The command line: what it refuses, and with which words."""

from __future__ import annotations

import os
import subprocess
import sys
from pathlib import Path

import pytest

from game import start

ROOT = Path(__file__).resolve().parent.parent


def test_a_whole_wish():
    wish = start.read(
        ["--game", "nein_danke", "--seats", "human,hard,hard", "--seed", "7", "--lang", "en", "--speed", "fast"]
    )
    assert wish == start.Wish("nein_danke", ("human", "hard", "hard"), 7, "en", "fast")


@pytest.mark.parametrize(
    ("argv", "known"),
    [
        (["--game", "skat"], "nein_danke"),
        (["--game", "nein_danke", "--seats", "human,genius,hard"], "easy, normal, hard"),
        (["--lang", "fr"], "de, en"),
        (["--speed", "warp"], "slow, normal, fast, off"),
        (["--game", "nein_danke", "--seats", "human,hard"], "3 to 7"),
        (["--seats", "human,hard,hard"], "nein_danke"),
    ],
)
def test_what_is_unknown_is_refused_with_what_is_known(argv, known):
    with pytest.raises(start.BadWish, match=known):
        start.read(argv)


def run(*argv: str, **env: str) -> subprocess.CompletedProcess[str]:
    return subprocess.run(
        [sys.executable, "main.py", *argv],
        cwd=ROOT,
        env=os.environ | env,
        capture_output=True,
        text=True,
        timeout=60,
        check=False,
    )


def test_the_program_says_it_in_one_sentence():
    told = run("--game", "skat")
    assert told.returncode != 0
    assert told.stderr.strip() == "There is no game 'skat'. Known: nein_danke."


def test_without_a_display_there_is_a_clear_sentence(tmp_path):
    told = run(SDL_VIDEODRIVER="nonsense", KARTENKISTE_DATA=str(tmp_path))
    assert told.returncode != 0
    assert told.stderr.startswith("Kartenkiste needs a window")
    assert "Traceback" not in told.stderr
