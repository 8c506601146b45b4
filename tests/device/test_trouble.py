"""Failures of the native program: a page in words, and a log of the start."""

from __future__ import annotations

import asyncio
import io
import sys
from pathlib import Path

import pygame
import pytest
from boxes import within
from player import SIZES, Player

from game.app import app as program
from game.app.trouble import Trouble, report_of
from game.engine import surfaces
from game.engine.assets import MissingAsset
from game.engine.texts import LANGUAGES
from game.host import device, facts, start_log
from game.host.start_log import MARK, MOST_BYTES, StartLog
from game.player import saves

TABLE = ["--game", "push", "--seats", "human,easy,easy", "--seed", "7", "--lang", "en"]
#: private data that must not be in a log: a name, a seat's token, the place of the player's files
PRIVATE = ("Annegret", "0f" * 16, str(Path.home()))


@pytest.fixture(autouse=True)
def data(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    """Return the data folder."""
    monkeypatch.setenv("KARTENKISTE_DATA", str(tmp_path / "data"))
    return tmp_path / "data"


@pytest.fixture
def seen(monkeypatch: pytest.MonkeyPatch) -> None:
    """Pretend that there is a visible window."""
    monkeypatch.setattr(program, "_has_window", lambda: True)
    monkeypatch.setattr(program, "open_window", lambda size, _full=False: pygame.display.set_mode(size))


def played(monkeypatch: pytest.MonkeyPatch, *steps) -> list[program.App]:
    """Start the program with these functions in place of its loop, one for each start; return the programs."""
    running: list[program.App] = []

    async def loop(app: program.App) -> None:
        running.append(app)
        steps[len(running) - 1](app)

    monkeypatch.setattr(program, "loop", loop)
    # other tests use the fonts that are open
    monkeypatch.setattr(pygame, "quit", lambda: None)
    asyncio.run(program.run(TABLE))
    return running


def move_and_fail(app: program.App) -> None:
    """Make a move, then fail with private words."""
    match = app.scene.match
    match.apply(match.game.legal_actions(match.state)[0])
    saves.store_match(app.context, match)
    raise KeyError(*PRIVATE)


def use(app: program.App, id_: str) -> None:
    """Use an item of the topmost scene."""
    app.follow(app.scene.items.find(id_).use())


# ---- the page --------------------------------------------------------------------------------------


def test_a_failing_program_says_so_and_resumes_on_the_title_with_the_match(seen, data, monkeypatch):
    copied: list[str] = []
    monkeypatch.setattr("game.host.device.page.copy_text", lambda message, done: (copied.append(message), done(True)))

    def tell(app: program.App) -> None:
        assert isinstance(app.scene, Trouble)
        assert app.context.texts("trouble.title") in app.scene.spoken()
        app.draw()
        use(app, "copy")
        assert app.scene.items.find("copy").label == app.context.texts("trouble.copied")
        use(app, "home")
        assert [saved.match.game.name for saved in saves.resumable_matches(app.context)] == ["push"]
        # and an error there is reported in turn
        raise ValueError("again")

    running = played(monkeypatch, move_and_fail, tell, lambda app: use(app, "home"))
    assert [app.context.settings.language for app in running] == ["en"] * 3
    assert "KeyError" in copied[0]
    assert "move_and_fail" in copied[0]
    assert facts.versions() in copied[0]
    log = (data / start_log.FILE).read_text(encoding="utf-8")
    assert log.count(MARK) == 1
    assert [kind for kind in ("KeyError", "ValueError", "The end.") if kind in log] == [
        "KeyError",
        "ValueError",
        "The end.",
    ]
    assert "tests/device/test_trouble.py" in log
    assert not [word for word in PRIVATE if word in log]


def test_without_a_visible_window_the_program_ends_with_its_error(data, monkeypatch):
    with pytest.raises(KeyError):
        played(monkeypatch, move_and_fail)
    assert "KeyError" in (data / start_log.FILE).read_text(encoding="utf-8")


def test_an_error_on_the_page_of_trouble_ends_the_program(seen, monkeypatch):
    def fail(app: program.App) -> None:
        raise ValueError(app.scene.stage)

    with pytest.raises(ValueError, match="trouble"):
        played(monkeypatch, fail, fail)


def test_a_missing_file_is_named(seen, monkeypatch):
    def lack(app: program.App) -> None:
        path = f"{Path.home()}/assets/art/push/back.png"
        raise MissingAsset(f"{path}: No such file or directory: '{path}'.")

    def tell(app: program.App) -> None:
        assert app.context.texts("trouble.part") in app.scene.spoken()
        assert "damaged: ~/assets/art/push/back.png: No such file or directory. Download" in app.scene.spoken()

    assert len(played(monkeypatch, lack, tell)) == 2


def test_a_missing_icon_does_not_stop_the_program(seen, monkeypatch):
    def lacks(name: str, size: tuple[int, int]) -> pygame.Surface:
        if name == "art/title/icon.png":
            raise MissingAsset(name)
        return image(name, size)

    image = surfaces.image
    monkeypatch.setattr(surfaces, "image", lacks)
    (app,) = played(monkeypatch, lambda app: None)
    assert not isinstance(app.scene, Trouble)


@pytest.mark.parametrize("read", [True, False])
@pytest.mark.parametrize(
    ("error", "message"), [(SystemExit("No window."), "No window."), (KeyError("x"), "KeyError: 'x'")]
)
def test_a_program_opened_by_a_double_click_says_why_it_cannot_start(monkeypatch, error, message, read):
    def fail(argv: object) -> None:
        raise error

    class Stream(io.StringIO):
        def isatty(self) -> bool:
            return read

    boxes: list[tuple[str, ...]] = []
    monkeypatch.setattr(program, "_launch_request", fail)
    monkeypatch.setattr(sys, "frozen", True, raising=False)
    monkeypatch.setattr(sys, "stdin", None)
    monkeypatch.setattr(sys, "stdout", Stream())
    monkeypatch.setattr(pygame.display, "message_box", lambda *message: boxes.append(message))
    with pytest.raises(type(error)):
        asyncio.run(program.run([]))
    assert boxes == ([] if read else [("Kartenkiste", message, "error")])


def test_asking_for_the_version_shows_no_message_box(monkeypatch):
    boxes: list[object] = []
    monkeypatch.setattr(device, "announce", boxes.append)
    with pytest.raises(SystemExit):
        asyncio.run(program.run(["--version"]))
    assert boxes == []


@pytest.mark.parametrize("language", LANGUAGES)
@pytest.mark.parametrize("scale", [1.0, 1.3])
@pytest.mark.parametrize("size", SIZES)
def test_the_page_of_trouble_has_room_for_its_texts(size, scale, language):
    player = Player(size, language=language)
    player.app.context.settings.scale = scale
    player.app.context.settings_changed()
    for error in (ValueError("x"), MissingAsset("assets/art/nein_danke/take_first_pink_small.png: truncated")):
        scene = Trouble(player.app.context, error)
        scene.build()
        frame = player.app.context.frame
        assert all(within(item.box, frame.table) for item in scene.items.items)
        assert [item.id for item in scene.items.items] == ["home", "copy"]


# ---- the log ---------------------------------------------------------------------------------------


def test_the_log_holds_the_last_start_and_the_one_before(tmp_path):
    for number in range(3):
        StartLog(tmp_path, "1.2.3").note(f"start {number}")
    text = (tmp_path / start_log.FILE).read_text(encoding="utf-8")
    assert text.count(MARK) == 2
    assert [number for number in range(3) if f"start {number}" in text] == [1, 2]
    assert text.count(facts.versions()) == text.count("Kartenkiste 1.2.3, ") == 2
    assert "Screen: " in text
    assert "Sound: " in text


def test_the_log_never_exceeds_its_limit(tmp_path):
    for _ in range(3):
        log = StartLog(tmp_path, "1.2.3")
        for _ in range(300):
            log.note("ä" * 500, "x" * 500)
    assert MOST_BYTES < (tmp_path / start_log.FILE).stat().st_size <= 2 * MOST_BYTES + 200


def test_a_folder_that_refuses_the_log_does_no_harm(tmp_path):
    (tmp_path / "data").write_text("a file")
    StartLog(tmp_path / "data", "1.2.3").note("nothing")
    assert (tmp_path / "data").read_text() == "a file"


def test_the_cause_of_an_error_is_logged_by_its_kind_and_place():
    def fail() -> None:
        try:
            Path("/nowhere/Annegret").read_text(encoding="utf-8")
        except OSError as error:
            raise ValueError("seat Annegret") from error

    with pytest.raises(ValueError, match="seat") as found:
        fail()
    lines = [*facts.traced(found.value)]
    assert PRIVATE[0] in report_of(found.value), "a person who copies it sees all of it"
    assert lines[0] == "ValueError"
    assert lines[1].startswith("  tests/device/test_trouble.py:")
    assert "FileNotFoundError: No such file or directory" in lines
    assert not [line for line in lines if PRIVATE[0] in line]
    assert len([*facts.traced(deep())]) <= facts.MOST_CALLS + 1


def deep() -> RecursionError:
    """Raise an error deep in a call stack."""

    def down() -> None:
        down()

    with pytest.raises(RecursionError) as found:
        down()
    return found.value
