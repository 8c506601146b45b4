"""Everything stored can be handed out as a file and taken in again, through the settings."""

from __future__ import annotations

from pathlib import Path

import pytest
from player import Player

from game import start


@pytest.fixture
def folder(tmp_path, monkeypatch):
    """A data folder of its own, beside which the file is written."""
    monkeypatch.setenv("KARTENKISTE_DATA", str(tmp_path / "data"))
    return tmp_path


def files(folder: Path) -> list[Path]:
    return [path for path in folder.iterdir() if path.is_file()]


def test_a_match_and_the_settings_come_back_from_the_file(folder):
    player = Player(wish=start.Wish("nein_danke", ("human", "easy", "easy"), 3))
    saved = player.storage.read("match")
    player.app.context.settings.effects = 0.3
    player.app.context.settings_changed()
    player.tap("pause")
    player.tap("settings")
    player.tap("export")
    assert len(files(folder)) == 1

    fresh = Player()
    fresh.tap("settings")
    fresh.tap("import")
    fresh.wait(300)
    assert fresh.app.context.settings.effects == 0.3
    assert fresh.storage.read("match") == saved
    assert "resume" in fresh.ids()


@pytest.mark.parametrize("text", [None, "", "no JSON", "[1]", '{"version": 1}'])
def test_a_missing_or_foreign_file_is_told_and_changes_nothing(folder, text):
    player = Player(wish=start.Wish("nein_danke", ("human", "easy", "easy"), 3))
    player.tap("pause")
    player.tap("settings")
    player.tap("export")
    (file,) = files(folder)
    if text is None:
        file.unlink()
    else:
        file.write_text(text, encoding="utf-8")
    before = dict(player.storage.texts)
    # how long it is told where the file lies depends on how long its name is
    player.wait(300)
    assert player.wait(60_000, lambda: not player.app.toasts.shown)
    player.tap("import")
    player.wait(300)
    assert player.app.toasts.shown in [
        player.app.context.texts(f"settings.import_{trouble}") for trouble in ("missing", "bad")
    ]
    assert player.storage.texts == before
