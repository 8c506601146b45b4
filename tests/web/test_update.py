"""A newer version of the site: it is fetched beside the old one, a line announces it, and no match is lost."""

from __future__ import annotations

import os
import shutil
import tempfile
from contextlib import closing
from pathlib import Path

import pytest
import web
from conftest import common_folder, once
from offline_pages import ACTIVE
from serve import Server
from visitor import Visitor

from game import __version__

TABLE = "#game=nein_danke&seats=human,easy,easy&seed=7&speed=off&lang=en"
#: looks for a newer version, as a page does by itself once an hour
LOOK = "kartenkiste.checkForUpdate()"
#: the version of the program in the page
RUNS = "kartenkiste.python.runPython('import game; game.__version__')"
READY = "A new version is ready"
NEWER = "99.0.0"


@pytest.fixture(scope="session")
def newer_site(built: None, tmp_path_factory: pytest.TempPathFactory) -> Path:
    """Return the site built once more for all processes, with another version of the program in it."""
    plain, home = web.stage, common_folder(tmp_path_factory) / "newer"
    home.mkdir(exist_ok=True)

    def stage(home: Path) -> list[Path]:
        files, path = plain(home), web.staging_folder(home) / "game" / "__init__.py"
        text = path.read_text(encoding="utf-8")
        assert __version__ in text
        path.write_text(text.replace(__version__, NEWER), encoding="utf-8")
        os.utime(path, (web.EPOCH, web.EPOCH))
        return files

    def make() -> None:
        with pytest.MonkeyPatch.context() as patch:
            patch.setattr(web, "stage", stage)
            web.self_contained(os.environ.get("KARTENKISTE_RUNTIME", ""), home)

    once(home, make)
    return home / "site"


def exchange(host: Server, site: Path) -> None:
    """Serve a copy of another version from now on: nobody is served a part of a file."""
    host.folder = Path(shutil.copytree(site, tempfile.mkdtemp(dir=host.folder.parent), dirs_exist_ok=True))


def reloaded(guest: Visitor) -> None:
    """Use the line's button, and wait for the new page."""
    guest.run("window.old = true")
    guest.expected += ("starts anew and goes on",)
    guest.page.click("#update-reload")
    guest.page.wait_for_function("() => !window.old && window.kartenkiste && kartenkiste.marks.title")


@pytest.mark.every_engine
def test_a_match_resumes_in_the_newer_version_when_the_player_updates(browser, own_server, newer_site):
    with closing(Visitor(browser, own_server.address)) as guest:
        guest.open(TABLE)
        guest.begin()
        guest.run(ACTIVE)
        guest.move("do-pay")
        guest.wait_for("do-take")
        assert guest.run(RUNS) == __version__
        exchange(own_server, newer_site)
        guest.run(LOOK)
        # at the table a message says so, and nothing lies over it
        guest.page.wait_for_function(f"document.getElementById('announcements').textContent.includes('{READY}')")
        guest.shot(f"newer_at_table_{browser.name}")
        assert guest.page.is_hidden("#update")
        guest.move("do-pay", "do-take")
        before = guest.stored("match-nein_danke")["actions"]
        assert guest.run(RUNS) == __version__
        guest.use("pause")
        guest.page.wait_for_selector("#update:not([hidden])")
        assert READY in guest.page.inner_text("#update")
        guest.shot(f"newer_in_pause_{browser.name}")
        reloaded(guest)
        guest.wait_for("do-take", "do-pay")
        assert guest.run(RUNS) == NEWER
        assert guest.stored("match-nein_danke")["actions"][: len(before)] == before
        guest.move("do-pay", "do-take")
        assert not guest.complaints
        # nor does it need the network any more
        own_server.stop()
        guest.page.reload()
        guest.begin()
        assert guest.run(RUNS) == NEWER
        guest.page.wait_for_timeout(500)
        assert guest.page.is_hidden("#update")


def test_offline_a_page_keeps_its_version_and_later_postpones_the_update(browser, own_server, newer_site):
    with closing(Visitor(browser, own_server.address, size=(390, 844), dpr=2)) as guest:
        guest.open("#speed=off")
        guest.begin()
        guest.run(ACTIVE)
        guest.context.set_offline(True)
        guest.expected += ("ERR_INTERNET_DISCONNECTED", "no service worker", "unknown error occurred")
        guest.run(LOOK)
        guest.page.reload()
        guest.begin()
        assert guest.run(RUNS) == __version__
        guest.context.set_offline(False)
        exchange(own_server, newer_site)
        guest.run(LOOK)
        guest.page.wait_for_selector("#update:not([hidden])")
        guest.shot("newer_on_the_title")
        box = guest.page.locator("#update").bounding_box()
        assert box["x"] >= 0
        assert box["x"] + box["width"] <= 390
        # by keys, and it does not come back
        guest.page.focus("#update-later")
        guest.page.keyboard.press("Enter")
        guest.use("settings")
        guest.wait_for("back")
        guest.frames(10)
        assert guest.page.is_hidden("#update")
        assert guest.run(RUNS) == __version__
        guest.page.reload()
        guest.begin()
        assert guest.run(RUNS) == NEWER
        assert not guest.complaints


@pytest.mark.parametrize("page_first", [True, False])
def test_a_page_never_gets_the_program_of_another_version(browser, own_server, site, newer_site, page_first):
    """During an upload, or from a cache in between: every file is available only under its own name."""
    folders = (newer_site, site) if page_first else (site, newer_site)
    exchange(own_server, folders[1])
    shutil.copyfile(folders[0] / "index.html", own_server.folder / "index.html")
    # the runtime is the same one in both
    shutil.copyfile(folders[0] / "_headers", own_server.folder / "_headers")
    with closing(Visitor(browser, own_server.address)) as guest:
        guest.open(until="commit")
        guest.page.wait_for_selector("#failure:not([hidden])")
        assert "Da fehlt ein Teil" in guest.page.inner_text("#failure")
        exchange(own_server, newer_site)
        guest.page.click("#reload")
        guest.begin()
        assert guest.run(RUNS) == NEWER
