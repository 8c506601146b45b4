"""The code obeys its laws (see ``laws``), and everything that needs no window runs without one."""

import ast
import shutil
import subprocess
import sys
from pathlib import Path

import pytest
from laws import (
    GAME,
    LAWS,
    LISTS_OF_GAMES,
    LOG_REDUCERS,
    NATIVE_CONNECTION,
    SEEDED,
    SIZE_EXCEPTIONS,
    SURFACE_EXCEPTIONS,
    SURFACES,
    WEB_SERVER,
    definitions,
    game_modules,
    rules_modules,
)

from game.catalogue.presentations import PRESENTATIONS
from game.catalogue.registry import GAMES


@pytest.mark.parametrize("law", LAWS, ids=lambda law: law.__name__)
def test_the_code_obeys(law):
    faults = list(law(game_modules()))
    assert not faults, "\n".join(["", *faults])


def test_games_are_listed_and_played_without_pygame() -> None:
    """A server needs no pygame: here it cannot be imported."""
    program = """
import json
import sys
sys.modules["pygame"] = None
from game.player import lineup, saves, stats
from game.core.rng import Rng
from game.engine.texts import Texts
from game.catalogue.registry import GAMES
from game.server.sqlite_ledger import SqliteLedger
from game.server.client_connection import ClientConnection
from game.wire.party_client import PartyClient
for game in GAMES.values():
    match = lineup.default_lineup(game.name, Texts("en")).match()
    for _ in range(30):
        match.apply(Rng(len(match.actions)).choice(game.legal_actions(match.state)))
    seen = match.view(max(0, game.to_move(match.state)))
    game.hints.explain(seen)
    assert saves.are_playable({saves.CURRENT: json.dumps(match.save())})
    assert stats.summary([], game.name).games == 0
print(*GAMES)
"""
    done = subprocess.run(
        [sys.executable, "-c", program], cwd=GAME.parent, capture_output=True, text=True, check=False, timeout=120
    )
    assert done.stdout.split() == list(GAMES), done.stderr


def test_the_interfaces_between_scenes_and_games_do_not_use_any(tmp_path: Path) -> None:
    """The type checker refuses Any there, by the project's own settings; elsewhere it is allowed."""
    shutil.copy(GAME.parent / "pyproject.toml", tmp_path)
    doors = [
        "core/options.py",
        "games/push/game.py",
        "table/turns/scene.py",
        "catalogue/registry.py",
        "engine/live_table.py",
    ]
    for path in (*doors, "host/page.py"):
        module = tmp_path / "game" / path
        module.parent.mkdir(parents=True, exist_ok=True)
        module.write_text('"""A module."""\n\nfrom typing import Any\n\nanything: Any = 1\n', encoding="utf-8")
    command = [sys.executable, "-m", "mypy", "game/host/page.py", *(f"game/{door}" for door in doors)]
    said = subprocess.run(command, cwd=tmp_path, capture_output=True, text=True, check=False, timeout=600).stdout
    assert sorted(line for line in said.splitlines() if ": error:" in line) == sorted(
        f'game/{door}:5: error: Explicit "Any" is not allowed  [explicit-any]' for door in doors
    )


def test_the_simulator_plays_without_pygame(tmp_path: Path) -> None:
    """Run it as on a server: it plays, records and checks every game without pygame."""
    program = """
import sys
sys.modules["pygame"] = None
from simulate import main
from game.catalogue.registry import GAMES
for game in GAMES:
    record = f"{sys.argv[1]}/{game}.jsonl"
    assert main([game, "--seats", "easy,easy,easy", "--games", "1", "--record", record]) == 0
    assert main(["--check", record]) == 0
"""
    command = [sys.executable, "-c", program, str(tmp_path)]
    done = subprocess.run(command, cwd=GAME.parent / "build", capture_output=True, text=True, check=False, timeout=120)
    assert done.returncode == 0, done.stderr
    assert {path.stem for path in tmp_path.iterdir()} == set(GAMES)


def test_every_presentation_is_that_of_the_listed_game() -> None:
    assert list(PRESENTATIONS) == list(GAMES)
    for name, shown in PRESENTATIONS.items():
        assert type(shown.game) is type(GAMES[name])


def test_every_file_named_in_the_laws_exists():
    modules = game_modules()
    assert {
        WEB_SERVER,
        NATIVE_CONNECTION,
        *LOG_REDUCERS,
        *SEEDED,
        SURFACES,
        *LISTS_OF_GAMES,
        *(path for path, _ in SURFACE_EXCEPTIONS),
    } <= set(modules)
    # and every exception exists
    assert set(SIZE_EXCEPTIONS) <= {
        f"{path} {name}" for path, module in modules.items() for name, _ in definitions(module.tree)
    }
    games = {module.folder for module in modules.values() if module.in_a_game}
    assert games
    for game in games:
        stems = {module.stem for module in rules_modules(modules) if module.folder == game}
        assert {"rules", "deck", "bots"} <= stems


def test_no_module_with_tests_is_imported_by_another():
    # what several need is in a module of its own, without tests
    tests = Path(__file__).resolve().parent.parent
    for path in [*(tests.parent / "build").glob("*.py"), *tests.rglob("*.py")]:
        nodes = [*ast.walk(ast.parse(path.read_text("utf-8")))]
        named = {node.module or "" for node in nodes if isinstance(node, ast.ImportFrom)}
        named |= {one.name for node in nodes if isinstance(node, ast.Import) for one in node.names}
        assert not [name for name in named if name.startswith("test_")], path
