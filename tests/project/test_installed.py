"""The program as pip installs it: built as a wheel, put into a fresh environment, started from anywhere."""

import os
import shutil
import subprocess
import sys
import tomllib
import venv
import zipfile
from pathlib import Path

import environments
import hooks
import pytest

import game
from game.engine import surfaces
from game.engine.assets import assets_of

ROOT = Path(__file__).resolve().parents[2]
PROJECT = tomllib.loads((ROOT / "pyproject.toml").read_text(encoding="utf-8"))
COMMAND = "Scripts/kartenkiste.exe" if os.name == "nt" else "bin/kartenkiste"
#: plays on without a window and prints what it saw: run by the installed environment's Python, which starts the command
WATCHED = """
import runpy, sys
import pygame
from game import __file__ as where
from game.app import app
frames = 0
plain = app.App.draw
def draw(self):
    global frames
    drawn = plain(self)
    frames += bool(drawn)
    if frames >= 30:
        print(where, frames, type(self.scene).__name__, len(self.context.texts("setup.start")) > 0)
        pygame.event.post(pygame.event.Event(pygame.QUIT))
    return drawn
app.App.draw = draw
sys.argv = sys.argv[1:]
runpy.run_path(sys.argv[0], run_name="__main__")
"""


def outside(home: Path) -> dict[str, str]:
    """Return an environment independent of the repository: no window, no sound, files of its own."""
    around = {name: value for name, value in os.environ.items() if not name.startswith(("PYTHON", "PYTEST", "COV"))}
    return around | {"SDL_VIDEODRIVER": "dummy", "SDL_AUDIODRIVER": "dummy", "KARTENKISTE_DATA": str(home / "data")}


def run(*command: str | Path, cwd: Path) -> str:
    """Return the output of a command that succeeds."""
    done = subprocess.run(
        [str(part) for part in command],
        cwd=cwd,
        env=outside(cwd),
        capture_output=True,
        encoding="utf-8",
        timeout=120,
        check=False,
    )
    assert done.returncode == 0, f"{command}\n{done.stdout}\n{done.stderr}"
    return done.stdout


def built(kind: str, folder: Path) -> Path:
    """Return a wheel as pip would have it built by the project's own build system, "wheel" or "editable"."""
    make = f"import sys; from hatchling.build import build_{kind} as build; print(build(sys.argv[1]))"
    return folder / run(sys.executable, "-c", make, folder, cwd=ROOT).split()[-1]


@pytest.fixture
def install(tmp_path):
    """Build and install into a fresh environment that has this one's pygame-ce; return the environment's folder."""

    def put(kind: str) -> Path:
        wheel = built(kind, tmp_path)
        folder = tmp_path / "environment"
        venv.create(folder, with_pip=False, symlinks=os.name != "nt")
        python = next(folder.glob("Scripts/python.exe" if os.name == "nt" else "bin/python"))
        (site,) = folder.glob("Lib/site-packages" if os.name == "nt" else "lib/*/site-packages")
        # this environment's packages come last, unlike a user's: what is tested must be in the wheel
        (site / "pygame_ce.pth").write_text(str(Path(surfaces.pygame.__file__).parent.parent), encoding="utf-8")
        pip = [sys.executable, "-m", "pip", "--python", python, "install", "--no-deps", "--no-index", "--quiet"]
        run(*pip, "--disable-pip-version-check", wheel, cwd=tmp_path)
        return folder

    return put


@pytest.mark.parametrize("kind", ["wheel", "editable"])
def test_the_installed_command_plays_from_any_folder(install, tmp_path, kind):
    folder = install(kind)
    elsewhere = tmp_path / "elsewhere"
    elsewhere.mkdir()
    assert run(folder / COMMAND, "--version", cwd=elsewhere) == f"Kartenkiste {game.__version__}\n"
    host = (folder / COMMAND).with_stem("kartenkiste-host")
    assert run(host, "--version", cwd=elsewhere) == f"Kartenkiste {game.__version__}\n"
    name = "kartenkiste-host" if kind == "wheel" else "python -m game.tools.hosting"
    assert run(host, "--help", cwd=elsewhere).startswith(f"usage: {name} [-h] [--version]")
    python = (folder / COMMAND).with_name("python.exe" if os.name == "nt" else "python")
    options = ("--game", "push", "--seats", "easy,easy", "--lang", "en", "--speed", "fast")
    told = run(python, "-c", WATCHED, folder / COMMAND, *options, cwd=elsewhere).split()
    where, frames, scene, named = told[-4:]
    assert (int(frames), scene, named) == (30, "TurnScene", "True")
    assert Path(where).is_relative_to(folder if kind == "wheel" else ROOT)
    # a match in progress was stored where the program was told to, and nothing beside the program
    assert (elsewhere / "data").is_dir()
    assert {path.name for path in elsewhere.iterdir()} == {"data"}


def test_the_wheel_holds_the_game_and_its_assets_and_no_developer_files(tmp_path):
    with zipfile.ZipFile(built("wheel", tmp_path)) as archive:
        names = set(archive.namelist())
        told = archive.read(next(name for name in names if name.endswith("METADATA"))).decode()
    info = f"kartenkiste-{game.__version__}.dist-info"
    assert {name.split("/")[0] for name in names} == {"game", info}
    sources = {path.relative_to(ROOT).as_posix() for path in (ROOT / "game").rglob("*.py")}
    assets = {f"game/{path.relative_to(ROOT).as_posix()}" for path in (ROOT / "assets").rglob("*") if path.is_file()}
    assert sources | assets <= names
    assert f"{info}/licenses/LICENSE" in names
    assert "License-Expression: MIT\n" in told
    assert "Requires-Dist: pygame-ce" in told
    # everything else is for the server
    needed = [line for line in told.splitlines() if line.startswith("Requires-Dist")]
    assert [line for line in needed if "extra ==" not in line] == ["Requires-Dist: pygame-ce==2.5.8"]


def test_assets_are_found_inside_the_package_and_beside_it(tmp_path):
    package = tmp_path / "game"
    package.mkdir()
    assert assets_of(package) == tmp_path / "assets"
    (package / "assets").mkdir()
    assert assets_of(package) == package / "assets"


# ---- one version, one list of packages ---------------------------------------------------------------


def test_the_version_matches_the_changelog():
    log = (ROOT / "CHANGELOG.md").read_text(encoding="utf-8")
    assert log.split("\n## ")[1].startswith(game.__version__)


def test_every_package_is_pinned_once():
    from runtime import pins

    groups = PROJECT["dependency-groups"]
    rows = [row for group in groups.values() for row in group if isinstance(row, str)]
    rows += PROJECT["project"]["dependencies"]
    names = [row.split("==")[0] for row in rows]
    assert all(row.count("==") == 1 for row in rows)
    assert len(set(names)) == len(names)
    assert environments.requirements("play", PROJECT) == [f"pygame-ce=={pins.PYGAME}"]
    assert {row.split("==")[0] for row in environments.requirements("style", PROJECT)} >= {"ruff", "mypy"}
    # an installed server gets the versions that it is tested with
    extras = PROJECT["project"]["optional-dependencies"]
    assert set(extras) == {"server", "redis", "push"}
    for name, rows in extras.items():
        assert rows == environments.requirements(name, PROJECT)
    assert set(environments.requirements("style", PROJECT)) < set(environments.requirements("test", PROJECT))


@pytest.fixture
def pip(tmp_path, monkeypatch):
    """A pretended environment: records what would be installed, and when it is made anew."""
    told: list[str] = []
    asked = environments.Environment(tmp_path / "pretended")
    (tmp_path / "pyproject.toml").write_text((ROOT / "pyproject.toml").read_text(encoding="utf-8"), encoding="utf-8")

    def make(wanted):
        shutil.rmtree(wanted.folder, ignore_errors=True)
        wanted.python.parent.mkdir(parents=True)
        wanted.python.touch()
        told.append("new")

    def install(command, check):
        told.extend(part.split("==")[0] for part in command if "==" in part)
        return subprocess.CompletedProcess(command, 0)

    monkeypatch.setattr(environments, "ROOT", tmp_path)
    monkeypatch.setattr(environments, "make", make)
    monkeypatch.setattr(environments.subprocess, "run", install)

    def need(*groups: str) -> list[str]:
        told.clear()
        environments.environment(*groups, wanted=asked)
        return list(told)

    return need


def test_playing_installs_only_pygame_and_testing_adds_its_packages_once(pip):
    assert pip("play") == ["new", "pygame-ce"]
    assert pip("play") == []
    added = pip("play", "test")
    assert "new" not in added
    assert "pygame-ce" not in added
    assert {"pytest", "ruff", "mypy"} <= set(added)
    # switching between tasks installs nothing
    assert pip("play") == pip("play", "test") == pip("play") == []


def test_a_changed_pin_rebuilds_the_environment(pip, tmp_path):
    pip("play", "test")
    project = tmp_path / "pyproject.toml"
    project.write_text(project.read_text(encoding="utf-8").replace("pytest==9", "pytest==10"), encoding="utf-8")
    assert pip("play") == ["new", "pygame-ce"]
    assert "pytest" in pip("play", "test")


# ---- the commit hook ------------------------------------------------------------------------------------


@pytest.fixture
def clone(tmp_path, monkeypatch):
    """Return an empty repository that the task takes for its own."""
    monkeypatch.setattr(hooks, "ROOT", tmp_path)
    run("git", "init", "--quiet", tmp_path, cwd=tmp_path)
    return tmp_path


def test_a_commit_is_refused_while_the_checks_fail(clone):
    assert hooks.main([]) == 0
    assert hooks.main([]) == 0
    checks = clone / "build" / "tasks.py"
    checks.parent.mkdir()
    asked = ["git", "-c", "user.name=a", "-c", "user.email=a@b", "commit", "--allow-empty", "--quiet", "-m", "Say it"]
    for code in (1, 0):
        checks.write_text(f"import sys; assert sys.argv[1:] == ['check']; sys.exit({code})", encoding="utf-8")
        assert bool(subprocess.run(asked, cwd=clone, capture_output=True, check=False).returncode) == bool(code)
    assert hooks.main(["--remove"]) == 0
    assert not (clone / ".git/hooks/pre-commit").exists()


def test_an_existing_hook_is_left_alone(clone):
    path = clone / ".git/hooks/pre-commit"
    path.parent.mkdir(exist_ok=True)
    path.write_text("#!/bin/sh\n", encoding="utf-8")
    for rest in ([], ["--remove"]):
        with pytest.raises(SystemExit, match="is another hook and was left alone"):
            hooks.main(rest)
    assert path.read_text(encoding="utf-8") == "#!/bin/sh\n"


def test_a_folder_without_a_repository_is_refused(tmp_path, monkeypatch):
    monkeypatch.setattr(hooks, "ROOT", tmp_path)
    monkeypatch.setenv("GIT_CEILING_DIRECTORIES", str(tmp_path.parent))
    with pytest.raises(SystemExit, match="isn't a clone"):
        hooks.main([])
