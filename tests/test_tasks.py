"""The one command for people says what it can do."""

from __future__ import annotations

import subprocess
import sys
from pathlib import Path

import pytest

ROOT = Path(__file__).resolve().parent.parent


def told(*words: str) -> str:
    """What ``tasks.py`` prints for these words; it must not fail."""
    command = [sys.executable, str(ROOT / "build" / "tasks.py"), *words]
    done = subprocess.run(command, capture_output=True, encoding="utf-8", check=False, timeout=60)
    assert done.returncode == 0, done.stderr
    return done.stdout


def test_help_names_every_task() -> None:
    words = told("--help")
    for task in (
        "play",
        "test",
        "check",
        "hooks",
        "mutate",
        "ladder",
        "bench",
        "puzzles",
        "art",
        "web",
        "serve",
        "runtime",
    ):
        assert f"    {task}" in words
    assert "95 % intervals" in " ".join(words.split())


@pytest.mark.parametrize("task", ["play", "test", "ladder", "bench", "art"])
def test_every_task_explains_itself(task: str) -> None:
    assert f"usage: tasks.py {task}" in told(task, "--help")
