"""``pygbag .`` as people who know pygbag type it: the files of our own package, in our own page, with saves."""

import os
import shutil
import subprocess
import zipfile
from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest
import web
from environments import WEB, environment

ROOT = Path(__file__).resolve().parent.parent.parent
#: files in a folder of work that must not be published
LITTER = (
    *(".venv/lib/a.py", ".venv-web/bin/b.py", ".ruff_cache/c", ".hypothesis/d", "tests/artefacts/e.png"),
    *("node_modules/f.js", "build/web-cache/g.data", "game/__pycache__/h.pyc"),
)


@pytest.fixture(scope="module")
def checkout(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """Return a copy of the project in a folder of another name, which was worked in."""
    copy = tmp_path_factory.mktemp("plain") / "My Box"
    made = shutil.ignore_patterns(".git", ".venv*", "__pycache__", ".*_cache", ".hypothesis", "artefacts")

    def left_out(folder: str, names: list[str]) -> set[str]:
        here = {"out", "web", "site"} if Path(folder) == ROOT / "build" else set()
        return made(folder, names) | here

    shutil.copytree(ROOT, copy, ignore=left_out)
    for name in LITTER:
        path = copy / name
        path.parent.mkdir(parents=True, exist_ok=True)
        path.write_text("1", encoding="utf-8")
    return copy


@pytest.fixture(scope="module")
def plain(checkout: Path) -> Path:
    """Return the folder that pygbag makes of it without options."""
    python = environment("web", wanted=WEB)
    # a host that does not exist: pygbag would fetch anything missing, and go on trying for ever
    cut_off = os.environ | {"https_proxy": "http://127.0.0.1:9", "PYTHONUTF8": "1"}
    # without a path there are no tools that shrink pictures and sounds at a loss
    command = [python, "-m", "pygbag", "--build", "."]
    done = subprocess.run(
        command,
        cwd=checkout,
        env=cut_off | {"PATH": ""},
        timeout=web.PYGBAG_TIMEOUT_S,
        check=False,
        capture_output=True,
    )
    assert done.returncode == 0, done.stdout[-2000:] + done.stderr[-2000:]
    return checkout / "build" / "web"


def test_the_page_of_plain_pygbag_is_up_to_date():
    assert web.PLAIN.read_text(encoding="utf-8") == web.template(), "python3 build/tasks.py web writes it anew"


def test_plain_pygbag_packs_the_same_files_as_our_own_package(plain: Path):
    with zipfile.ZipFile(plain / "my.box.apk") as archive:
        assert set(archive.namelist()) == {f"assets/{path.as_posix()}" for path in web.package_files()}
    assert (plain / "favicon.png").read_bytes() == web.ICON.read_bytes()


def test_the_page_of_plain_pygbag_plays_and_keeps_its_saves(plain: Path, stubbed: Callable[..., Any]):
    page = stubbed("""python("write", "match-push", JSON.stringify('{"seed": 7}')); page.ready();""", pages=plain)
    page.wait_for_selector("#loading.ready")
    page.click("#start")
    page.wait_for_selector("#loading", state="hidden")
    assert '"kind":"start"' in page.evaluate("kartenkiste.takeEvents()")
    assert page.evaluate("seen.config.archive") == "my.box"
    page.reload()
    page.wait_for_selector("#loading.ready")
    assert page.evaluate("JSON.parse(kartenkiste.read('match-push'))") == '{"seed": 7}'


def test_files_that_pygbag_has_shrunk_for_itself_are_not_packed(tmp_path: Path, monkeypatch: pytest.MonkeyPatch):
    for name in ("game/catalogue/registry.py", "assets/card.png", "assets/card-pygbag.png"):
        path = tmp_path / name
        path.parent.mkdir(parents=True, exist_ok=True)
        path.touch()
    (tmp_path / "game" / "games").mkdir()
    monkeypatch.setattr(web, "ROOT", tmp_path)
    assert Path("assets/card.png") in web.package_files()
    assert Path("assets/card-pygbag.png") not in web.package_files()
