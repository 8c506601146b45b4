"""Stored data of released versions: everything is read, nothing is lost, and matches are played on."""

from __future__ import annotations

import json
from collections.abc import Iterator
from pathlib import Path

import make_stored
import pytest
from player import Player

from game import __version__
from game.ai.review import decision_points
from game.app import doctor
from game.catalogue.registry import GAMES
from game.core.match import load
from game.core.rng import Rng
from game.engine.layout import frame_for
from game.engine.transitions import Reset
from game.host import transfer
from game.host.clock import ManualClock
from game.host.staged import StagedStorage
from game.host.storage import FileStorage, MemoryStorage
from game.player import daily_store, lineup, reviews, saves, stats
from game.scenes.navigation import addresses, routes
from game.services.context import Context

FOLDERS = {path.name: path for path in sorted(make_stored.FOLDER.iterdir())}
STORES = {store.name: store for store in doctor.STORES}
CHANGELOG = (make_stored.ROOT / "CHANGELOG.md").read_text(encoding="utf-8")


@pytest.fixture(params=FOLDERS)
def folder(request: pytest.FixtureRequest) -> Path:
    """Return the folder with the stored data of a version."""
    return FOLDERS[request.param]


@pytest.fixture
def texts(folder: Path) -> dict[str, str]:
    """Return its texts by key."""
    storage = FileStorage(folder / make_stored.DATA)
    return {name: storage.read(name) or "" for name in storage.names()}


def storage_of(texts: dict[str, str]) -> MemoryStorage:
    """Return a storage with these texts."""
    storage = MemoryStorage()
    storage.texts = dict(texts)
    return storage


def running(texts: dict[str, str]) -> Context:
    """Return the services of the program on such a device."""
    return Context(StagedStorage(storage_of(texts)), ManualClock(), frame_for((1280, 720)), "en")


def holds(now: object, then: object) -> bool:
    """Return whether the data stored now has everything that was stored then; there may be more of it."""
    if isinstance(then, dict):
        return isinstance(now, dict) and all(name in now and holds(now[name], part) for name, part in then.items())
    if isinstance(then, list) and isinstance(now, list):
        return len(now) == len(then) and all(map(holds, now, then))
    return now == then


def test_every_released_version_and_this_one_have_a_folder():
    released = [line.split()[1] for line in CHANGELOG.splitlines() if line.startswith("## ")]
    assert {*FOLDERS} == {__version__, *released}
    names = {path.stem for path in (FOLDERS[__version__] / make_stored.DATA).iterdir()}
    games = {saves.save_key(game) for game in GAMES}
    expected = {*STORES, *games, "settings", "setup", transfer.REPLACED}
    assert names == expected, "run python tests/make_stored.py"


def test_the_stored_data_of_a_released_version_is_never_made_again(tmp_path):
    folder = tmp_path / "1.0.0"
    folder.mkdir()
    for heading in ("## 1.0.0", "## 1.0.0 (1 December 2026)"):
        with pytest.raises(SystemExit, match="stays as it is"):
            make_stored.prepare(folder, "1.0.0", f"# Changelog\n\n{heading}\n")
    assert folder.exists()
    make_stored.prepare(folder, "1.0.0", "## 1.0.0 (not yet published)\n\n## 0.9.0\n")
    assert not folder.exists()
    # and a version that is new has never been released
    make_stored.prepare(folder, "1.0.0", "## 1.0.0\n")


def test_this_version_still_stores_the_same(tmp_path, capsys, monkeypatch):
    """A released version, too: what is stored otherwise needs another version, with a folder of its own."""
    monkeypatch.setattr(make_stored, "FOLDER", tmp_path)
    assert make_stored.main() == 0
    made = {path.relative_to(tmp_path): path.read_bytes() for path in tmp_path.rglob("*.json")}
    kept = FOLDERS[__version__]
    before = {path.relative_to(kept.parent): path.read_bytes() for path in kept.rglob("*.json")}
    assert made == before, "stored data differs; if that is meant and not yet released, run python tests/make_stored.py"


def test_released_data_is_read_and_written_again_without_loss(texts):
    context = running(texts)
    for name, store in STORES.items():
        found = store.read(context)
        assert found != store.default, name
        assert store.write(context, found)
        assert holds(json.loads(context.storage.read(name)), json.loads(texts[name])), name
    assert holds(context.settings.as_json(), json.loads(texts["settings"]))
    memory = context.stored("setup", "file.setup")
    for game, chosen in json.loads(texts["setup"]).items():
        found = lineup.stored_lineup(game, memory, context.texts, context.settings.me)
        assert json.loads(json.dumps(found.as_json())) == chosen
    assert context.notices == []
    assert not [name for name in context.storage.names() if "damaged" in name]


def test_released_finished_matches_end_the_same_and_keep_their_reviews(texts):
    context = running(texts)
    rows = json.loads(texts["finished"])
    assert [*reversed(saves.finished_matches(context))] == rows
    judged = 0
    for row in rows:
        match = saves.match_of(row)
        assert match.is_over
        assert [*match.game.scores(match.state)] == row["scores"]
        assert [*match.game.winners(match.state)] == row["winners"]
        assert holds(match.save(), {name: row[name] for name in match.save()})
        steps = {step.place: step for step in decision_points(match, 0) if step} if match.game.hints else {}
        judged += bool(steps and reviews.stored_decisions(context, match, 0, steps))
    mine = [row for row in json.loads(texts["reviews"]) if row["version"] == reviews.VERSION]
    assert judged == len(mine)
    assert context.notices == []


def test_released_matches_in_progress_are_played_to_their_ends(texts):
    context, rng = running(texts), Rng(3)
    open_ = json.loads(texts["match-before"])
    open_ += [json.loads(text) for name, text in texts.items() if name.removeprefix(saves.CURRENT) in GAMES]
    found = saves.resumable_matches(context)
    assert [saved for saved in open_ if saved not in [one.save for one in found]] == []
    assert len(found) == len(open_)
    counted = len(stats.entries(context))
    for saved in found:
        match = saves.resume_shelved(context, saved)
        assert holds(match.save(), {name: saved.save[name] for name in match.save()})
        make_stored.play(match, match.game.max_actions, rng)
        assert match.is_over
        saves.finish(context, match)
    assert saves.resumable_matches(context) == []
    assert len(stats.entries(context)) == counted + len(open_)
    for day in daily_store.open_days(context):
        attempt = daily_store.begin(context, day)
        assert attempt.match.actions
        make_stored.play(attempt.match, attempt.match.game.max_actions, rng)
        daily_store.finish(context, attempt)
        assert daily_store.entries(context)[day].result
    assert daily_store.open_days(context) == frozenset()
    assert context.notices == []


def places(texts: dict[str, str]) -> Iterator[str]:
    """Return the addresses of screens that show stored data."""
    games = [game for game in GAMES if saves.save_key(game) in texts]
    kinds = ("table", "setup", "statistics", "puzzles")
    yield from ("settings", *(f"{kind}.{game}" for game in games for kind in kinds))
    yield from (f"lesson.{game}" for game in games if GAMES[game].lesson)
    for row in json.loads(texts["match-daily"]):
        yield from (f"day.{row['day']}", f"calendar.{row['day']}")
    for number, row in enumerate(reversed(json.loads(texts["finished"]))):
        yield from (f"result.{number}", f"replay.{number}.0")
        if load(row, GAMES).game.hints and not load(row, GAMES).game.real_time:
            yield f"review.{number}"


def test_all_screens_show_released_data_without_damage(texts):
    player = Player(storage=storage_of(texts), language="")
    told: list[str] = []
    player.app.context.tell = lambda key, **blanks: told.append(key)
    player.draw()
    for address in places(texts):
        steps = addresses.opened(player.app.context, address)
        assert steps, address
        for step in steps:
            player.app.stack.carry_out(step)
        player.wait(64)
        player.draw()
        player.app.stack.carry_out(Reset(routes.title(player.app.context)))
    assert not [key for key in told if "damaged" in key or "refused" in key or key.startswith("reason.")]
    assert not [name for name in player.storage.names() if "damaged" in name]


def test_a_released_export_is_imported_by_a_new_device(folder, texts):
    found = transfer.texts_in((folder / transfer.FILE).read_text(encoding="utf-8"), saves.are_playable)
    storage = StagedStorage(MemoryStorage())
    transfer.import_texts(storage, found)
    # links to seats stay on their own device
    kept = {name: text for name, text in texts.items() if name not in ("party", transfer.REPLACED)}
    assert transfer.stored_texts(storage) == kept == found
    assert transfer.replaced_texts(running(texts).storage) == kept
