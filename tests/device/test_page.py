"""The game's loop against a stand-in for a browser's page, natively: both runtimes offer the same one."""

import asyncio
import gc
import json
import platform
import sys
import weakref
from collections.abc import Callable, Mapping
from types import SimpleNamespace
from typing import Any

import pygame
import pytest
from finished import finished
from player import Player
from stand_in import Bridge, StandIn, enabled, frames, play, use

from game.app import app
from game.engine import overlays
from game.engine.input import PointerCancelled, Reader
from game.engine.layout import frame_for
from game.engine.texts import Texts
from game.engine.transitions import Reset
from game.host import clock, device, page, page_input, transfer
from game.host.desktop import Desktop
from game.host.staged import StagedStorage
from game.host.storage import LocalStorage, MemoryStorage, StorageRefused, read_json
from game.scenes.navigation import routes
from game.services import context, launch_request


def test_without_a_page_a_native_stand_in_is_used():
    twin = device.find_page()
    assert not isinstance(twin, page.WebPage)
    assert (twin.size(), twin.link_options, twin.started, twin.show_failure("x")) == (None, {}, True, False)


def test_a_match_is_played_to_its_end_through_the_page(stand_in):
    script = stand_in({"game": "nein_danke", "seats": "human,easy,easy", "seed": "7", "speed": "off", "lang": "en"})
    done = 0

    def decide(script: StandIn) -> bool:
        nonlocal done
        ids = enabled(script)
        if "again" in ids:
            return True
        moves = [id_ for id_ in ids if id_.startswith(("do-", "card-"))]
        if moves and not script.happened:
            done += 1
            script.happened.append({"kind": "use", "id": moves[-1 if done % 3 == 0 else 0], "at": 5.0})
        return False

    asyncio.run(frames(script, decide))
    assert "again" in enabled(script)
    assert not script.failures
    assert len(script.lines) > 20
    assert script.seen[-1]["lang"] == "en"
    assert json.loads(script.texts["finished"])[0]["seed"] == 7
    # each text is announced once, and only what has changed
    assert all(now != then for now, then in zip(script.seen, script.seen[1:], strict=False))


def test_an_invalid_address_is_reported_and_ignored(stand_in):
    script = stand_in({"game": "poker"})
    asyncio.run(frames(script, lambda script: bool(script.said)))
    assert script.failures == []
    assert script.said[0].startswith("Der Link lässt sich nicht öffnen: Das Spiel 'poker' gibt es nicht. Möglich: ")
    assert "nein_danke" in enabled(script)
    assert not any(name.startswith("match") for name in script.texts)


@pytest.mark.parametrize(
    "asked",
    [
        {"game": "x"},
        {"seed": "1"},
        {"hack": "1"},
        {"lang": "fr"},
        {"game": "nein_danke", "seed": "x"},
        {"game": "nein_danke", "seed": "²"},
        {"game": "nein_danke", "seats": "human"},
        {"game": "nein_danke", "seats": "human,hard,god"},
        {"game": "nein_danke", "rule.bogus": "1"},
        {"game": "nein_danke", "rule.rounds": "9"},
        {"game": "nein_danke", "rule.rounds": "x\0y"},
        {"game": "nein_danke", "rule.": "1"},
        {"rule.rounds": "2"},
    ],
)
def test_a_link_is_checked_like_the_command_line(asked):
    with pytest.raises(launch_request.InvalidRequest) as caught:
        launch_request.from_link(asked)
    german, english = (caught.value.message(Texts(language)) for language in ("de", "en"))
    assert german != english == str(caught.value)
    assert german.isprintable()


def test_a_link_opens_the_same_as_the_command_line():
    asked = {"game": "nein_danke", "seats": "human,hard,hard", "seed": "7", "lang": "de"}
    arguments = [f"--{name}={value}" for name, value in asked.items()]
    assert launch_request.from_link(asked) == launch_request.read(arguments)


def test_a_failure_reaches_the_page(stand_in, monkeypatch):
    script = stand_in()
    monkeypatch.setattr(app, "_open_sound", lambda: 1 / 0)
    asyncio.run(app.run([]))
    assert "ZeroDivisionError" in script.failures[0]


def test_a_foreign_page_says_that_nothing_is_stored(stand_in, monkeypatch, tmp_path, capsys):
    """For example pygbag's own page, which is made if ours is not found."""
    monkeypatch.setenv("KARTENKISTE_DATA", str(tmp_path / "data"))
    stand_in()
    monkeypatch.setattr(platform, "window", SimpleNamespace())
    monkeypatch.setattr(device, "page", device.find_page())
    told: list[str] = []
    monkeypatch.setattr(context.Context, "tell", lambda _self, key, **_what: told.append(key))
    looks = iter(range(30))
    asyncio.run(frames(StandIn(), lambda _script: bool(told) or next(looks, None) is None))
    assert told == ["notice.storage_refused"]
    assert capsys.readouterr().err.count("can't save games") == 1


def test_reduced_motion_is_the_default_where_the_system_asks_for_it(stand_in):
    script = stand_in()
    asyncio.run(frames(script, enabled))
    assert json.loads(script.texts["settings"])["reduced_motion"] is True


# ---- events -----------------------------------------------------------------------------------------

SIZE = (1000, 500)


def only(happened: dict[str, Any]) -> pygame.event.Event:
    (event,) = page_input.events([happened], SIZE)
    return event


def test_a_mouse_event_keeps_its_place_and_time():
    event = only({"kind": "down", "x": 10.4, "y": 20.6, "button": 0, "touch": False, "finger": 0, "at": 123.456})
    assert (event.type, event.pos, event.button, event.touch, event.at_ms) == (
        pygame.MOUSEBUTTONDOWN,
        (10, 21),
        1,
        False,
        123.456,
    )


def test_a_first_finger_is_also_a_mouse_and_a_second_one_is_not():
    first = {"kind": "down", "x": 500, "y": 250, "button": 0, "touch": True, "finger": 0, "at": 1.0}
    found = page_input.events([first, first | {"finger": 1}], SIZE)
    assert [event.type for event in found] == [pygame.MOUSEBUTTONDOWN, pygame.FINGERDOWN, pygame.FINGERDOWN]
    assert (found[1].x, found[1].y, found[2].finger_id) == (0.5, 0.5, 1)


def test_a_cancelled_pointer_cancels_before_its_release():
    up = {"kind": "up", "x": 500, "y": 250, "button": 0, "touch": True, "finger": 0, "at": 1.0}
    found = page_input.events([{"kind": "broken"}, up], SIZE)
    assert [event.type for event in found] == [page_input.PAGE_POINTER_CANCELLED, pygame.MOUSEBUTTONUP, pygame.FINGERUP]
    assert Reader({}).read(found[:1], frame_for((1280, 720)), 0.0) == [PointerCancelled()]


@pytest.mark.parametrize(
    ("key", "code", "shift", "wanted", "typed"),
    [
        ("a", "KeyA", False, pygame.K_a, "a"),
        ("Ä", "Quote", True, ord("ä"), "Ä"),
        ("!", "Digit1", True, pygame.K_1, "!"),
        ("Enter", "NumpadEnter", False, pygame.K_KP_ENTER, ""),
        ("F1", "F1", False, pygame.K_F1, ""),
        ("ArrowLeft", "ArrowLeft", False, pygame.K_LEFT, ""),
        (" ", "Space", False, pygame.K_SPACE, " "),
    ],
)
def test_keys_of_a_page_have_their_meaning(key, code, shift, wanted, typed):
    event = only({"kind": "key", "key": key, "code": code, "shift": shift, "repeat": False, "at": 7.0})
    assert (event.key, event.unicode, event.at_ms) == (wanted, typed, 7.0)
    assert bool(event.mod & pygame.KMOD_SHIFT) is shift


def test_repeated_and_unknown_keys_are_ignored():
    held = {"kind": "key", "key": "a", "code": "KeyA", "shift": False, "repeat": True, "at": 0}
    assert page_input.events([held, held | {"repeat": False, "key": "Dead"}], SIZE) == []


# ---- storage and files ---------------------------------------------------------------------------------


def test_the_browsers_storage_stores_refuses_and_sets_aside(stand_in):
    script = stand_in()
    storage = device.storage()
    assert isinstance(storage, StagedStorage)
    assert isinstance(storage.base, LocalStorage)
    storage.write("match", "{")
    assert storage.names() == ["match"]
    assert read_json(storage, "match") == (None, "match-damaged")
    assert storage.names() == ["match-damaged"]
    script.full = True
    with pytest.raises(StorageRefused):
        storage.write("settings", "{}")
    script.texts["match"] = "["
    # no space to set it aside: it is not lost
    with pytest.raises(StorageRefused):
        read_json(storage, "match")
    assert script.texts["match"] == "["


def test_an_export_of_everything_can_be_imported(stand_in):
    script = stand_in()
    storage = device.storage()
    storage.write("settings", '{"language":"de"}')
    storage.write("match", '{"seed":"ü"}')
    assert device.export_data(storage) == script.saved[0] == transfer.FILE
    script.texts.clear()
    told: list[tuple[str, Mapping[str, str]]] = []
    device.choose_data(lambda trouble, texts: told.append((trouble, texts)))
    pygame.display.init()
    device.page.events()
    wanted = {"settings": '{"language":"de"}', "match": '{"seed":"ü"}'}
    assert told == [(None, wanted)]
    transfer.import_texts(storage, told[0][1])
    assert {name: text for name, text in script.texts.items() if name != transfer.REPLACED} == wanted


def test_natively_the_export_is_written_beside_the_data_folder(tmp_path, monkeypatch):
    monkeypatch.setenv("KARTENKISTE_DATA", str(tmp_path / "data"))
    storage, told = device.storage(), []

    def choose() -> None:
        device.choose_data(lambda trouble, texts: told.append((trouble, texts)))

    choose()
    storage.write("settings", "{}")
    path = device.export_data(storage)
    choose()
    assert told == [("missing", {}), (None, {"settings": "{}"})]
    assert path == str(tmp_path / transfer.FILE)


def test_an_earlier_export_is_kept_beside_the_new_one(tmp_path, monkeypatch):
    monkeypatch.setenv("KARTENKISTE_DATA", str(tmp_path / "data"))
    storage = device.storage()
    for text in ("{}", "{}", '{"speed":"fast"}'):
        storage.write("settings", text)
        device.export_data(storage)
    files = sorted(path for path in tmp_path.iterdir() if path.is_file())
    assert [json.loads(path.read_text())["texts"]["settings"] for path in files] == ["{}", '{"speed":"fast"}']
    assert files[1].name == transfer.FILE


@pytest.mark.parametrize(
    "content",
    [
        "",
        "{",
        "[]",
        '{"kartenkiste": 1}',
        '{"kartenkiste": 1, "texts": []}',
        '{"kartenkiste": 2, "texts": {}}',
        '{"kartenkiste": 1, "texts": {"a": 1}}',
        '{"kartenkiste": 1, "texts": {"../x": ""}}',
    ],
)
def test_an_invalid_file_is_refused_and_changes_nothing(content):
    storage = MemoryStorage()
    storage.write("settings", "{}")
    with pytest.raises(transfer.InvalidFile):
        transfer.texts_in(content)
    assert storage.texts == {"settings": "{}"}


def test_a_file_too_large_for_the_storage_leaves_it_as_it_was(stand_in, monkeypatch):
    script = stand_in()
    storage = device.storage()
    storage.write("settings", "old")
    plain = script.write
    monkeypatch.setattr(script, "write", lambda name, text: "full" if "large" in text else plain(name, text))
    content = json.dumps({"kartenkiste": 1, "texts": {"settings": "new", "match": "large"}})
    with pytest.raises(StorageRefused):
        transfer.import_texts(storage, transfer.texts_in(content))
    assert script.texts == {"settings": "old"}
    assert (storage.read("settings"), storage.read("match")) == ("old", None)


@pytest.mark.parametrize(
    ("around", "wanted"),
    [
        ({"LANG": "de_AT.ISO-8859-1"}, "de"),
        ({"LANG": "en_US.UTF-8", "LC_ALL": "de_CH"}, "de"),
        ({"LANG": "tr_TR.UTF-8"}, "tr"),
        ({}, ""),
    ],
)
def test_the_preferred_language_is_used_even_without_an_installed_locale(monkeypatch, around, wanted):
    for name in ("LANG", "LANGUAGE", "LC_ALL", "LC_MESSAGES"):
        monkeypatch.delenv(name, raising=False)
    for name, value in around.items():
        monkeypatch.setenv(name, value)
    if not sys.platform.startswith("linux"):
        # other systems have lists of their own
        rows = [{"language": around.get("LANG", "")[:2]}] if around else []
        monkeypatch.setattr(pygame.system, "get_pref_locales", lambda: rows)
    assert device.language() == wanted


def test_the_clock_uses_the_reading_with_the_least_delay():
    delays = iter([89.0, 4.0, 0.5, 12.0, 3.0])
    script, machine = StandIn(), [0.0]

    def now_ms() -> float:
        machine[0] += 1.0
        return machine[0]

    # any delay between the two readings only makes the difference larger
    script.now = lambda: machine[0] + 250.0 + next(delays)
    assert page.WebPage(Bridge(script)).clock_offset_ms(now_ms, 5) == 250.5


def test_a_clock_that_was_ahead_stands_still_instead_of_going_back(monkeypatch):
    passed = [10.0]
    monkeypatch.setattr(clock.time, "perf_counter", lambda: passed[0] / 1000)
    ours = clock.RealClock(100.0)
    assert ours.now_ms() == 110.0
    ours.hold_back(60.0)
    seen = []
    for passed[0] in (20.0, 40.0, 50.0, 51.0, 70.0):
        seen.append(ours.now_ms())
    assert seen == [110.0, 110.0, 110.0, 111.0, 130.0]
    # a reading with more delay is ignored, and so is one that is far off
    for origin in (80.0, -1000.0):
        ours.hold_back(origin)
        assert ours.now_ms() == 130.0


# ---- phones ------------------------------------------------------------------------------------------


def test_the_table_keeps_clear_of_the_covered_parts_of_the_page(stand_in):
    script = stand_in({"game": "nein_danke", "seats": "human,easy,easy", "seed": "7", "speed": "off"})
    script.covered = (0, 90, 40, 60)

    def inside(script: StandIn) -> bool:
        top, right, bottom, left = script.covered
        boxes = [row[4:8] for row in script.seen[-1]["items"]] if script.seen else []
        return bool(boxes) and all(
            x >= left - 1 and y >= top - 1 and x + w <= 1280 - right + 1 and y + h <= 720 - bottom + 1
            for x, y, w, h in boxes
        )

    def turned(script: StandIn) -> bool:
        script.covered = (30, 0, 50, 200)
        script.happened.append({"kind": "size", "w": 1280, "h": 720, "safe": list(script.covered)})
        return True

    play(script, inside, turned, inside)


def used(id_: str) -> Callable[[StandIn], bool]:
    """Return a step that uses a button once it can be used."""

    def step(script: StandIn) -> bool:
        if id_ not in enabled(script):
            return False
        use(script, id_)
        return True

    return step


def test_the_screen_stays_on_at_a_table_and_not_in_its_pause(stand_in):
    script = stand_in({"game": "nein_danke", "seats": "human,easy,easy", "seed": "7", "speed": "off"})

    def lit(*wanted: int) -> Callable[[StandIn], bool]:
        return lambda script: script.lit == list(wanted)

    play(script, lit(1), used("pause"), lit(1, 0), used("resume"), lit(1, 0, 1), used("pause"), used("home"))
    assert script.lit == [1, 0, 1, 0]


@pytest.mark.parametrize("wanted", [True, False])
def test_the_device_vibrates_at_ones_turn_if_the_setting_is_on(stand_in, wanted):
    script = stand_in({"game": "nein_danke", "seats": "human,easy,easy", "seed": "7", "speed": "off"})
    script.vibrates = True
    script.texts["settings"] = json.dumps({"vibrate": wanted})
    play(script, lambda script: any(id_.startswith("do-") for id_ in enabled(script)))
    assert script.pulses == (["30"] if wanted else [])


@pytest.mark.parametrize("vibrates", [True, False])
def test_vibration_is_a_setting_only_of_a_device_that_can(stand_in, vibrates):
    script = StandIn(None)
    script.vibrates = vibrates
    stand_in(script=script)
    play(script, used("settings"), used("tab-1"), lambda script: "muted" in enabled(script))
    assert ("vibrate" in enabled(script)) is vibrates


class Circle:
    """An object that refers to itself."""

    def __init__(self) -> None:
        self.own = self


def test_reference_cycles_are_freed_at_the_end_of_a_frame_only(stand_in):
    script = stand_in({"game": "nein_danke", "seats": "human,easy,easy", "seed": "7", "speed": "off"})
    made: list[weakref.ref[Circle]] = []

    def make(_script: StandIn) -> bool:
        if gc.isenabled():
            # the frames have not begun
            return False
        made.append(weakref.ref(Circle()))
        return made[0]() is not None

    play(script, make, lambda _script: made[0]() is None)
    assert gc.isenabled()


# ---- a newer version --------------------------------------------------------------------------------


def test_an_update_is_offered_beside_a_match_and_announced_once(stand_in, monkeypatch):
    monkeypatch.setattr(app, "IDLE_MS", 0.0)
    # an update is not offered over a message, and this loop does not wait for seconds
    monkeypatch.setattr(overlays, "HOLD_MS", 0.0)
    monkeypatch.setattr(overlays, "MS_PER_LETTER", 0.0)
    script = stand_in({"game": "nein_danke", "seats": "human,easy,easy", "seed": "7", "speed": "off", "lang": "en"})
    ready = Texts("en")("notice.outdated")

    def asked(script: StandIn) -> bool:
        if "do-pay" in enabled(script):
            script.happened.append({"kind": "outdated"})
        return bool(script.happened)

    def told(script: StandIn) -> bool:
        return ready in script.said

    def paused(script: StandIn) -> bool:
        use(script, "pause")
        return True

    def offered(script: StandIn) -> bool:
        return "resume" in enabled(script) and script.seen[-1]["offer"] is not None

    def agreed(script: StandIn) -> bool:
        script.happened.append({"kind": "renewal", "urgent": True})
        return True

    play(script, asked, told, paused, offered, agreed, lambda script: bool(script.renewed))
    assert script.said.count(ready) == 1
    assert not [seen for seen in script.seen if seen["offer"] and "do-pay" in [row[0] for row in seen["items"]]]
    assert script.renewed == ["table.nein_danke"]


def test_an_update_is_offered_on_the_title_except_over_messages_and_fields(stand_in):
    script = stand_in({"lang": "en"})
    seen: list[object] = []

    def outdated(script: StandIn) -> bool:
        script.happened.append({"kind": "outdated"})
        return True

    def offered(script: StandIn) -> bool:
        seen.append(script.seen[-1]["offer"])
        return seen[-1] is not None

    def muted(script: StandIn) -> bool:
        script.happened.append({"kind": "key", "key": "m", "code": "KeyM", "at": 5.0})
        return True

    play(script, outdated, offered, muted, lambda script: script.seen[-1]["offer"] is None)
    x, y, wide, high = seen[-1]
    assert 0 <= x < x + wide <= 1280
    assert 0 <= y <= y + high <= 720
    assert script.said == [Texts("en")("notice.muted")]


class RecordingPage(Desktop):
    """Keeps what a page would hold: the last message, and the lines of the log."""

    def __init__(self) -> None:
        super().__init__()
        self.news, self.lines = "", []

    def announce(self, text: str) -> None:
        self.news = text

    def append_log(self, lines: list[str], fresh: bool = False) -> None:
        self.lines = [*([] if fresh else self.lines), *lines]


def test_the_pages_texts_never_hold_the_match_before():
    player = Player()
    held = player.app.mirror.page = RecordingPage()
    for game in ("push", "twin_it"):
        match = finished(game, 3, 1, (0,)).at(0)
        player.app.stack.carry_out(Reset(routes.table(player.app.context, match)))
        player.wait(100)
        player.app.mirror.update(player.scene, player.app.context, "")
        if game == "push":
            held.news, held.lines = "You win!", ["the match before"]
    assert held.news != "You win!"
    assert "the match before" not in held.lines


def test_a_match_that_was_left_is_not_kept_for_the_pages_log():
    player = Player()
    match = finished("push", 3, 1, (0,)).at(0)
    player.app.stack.carry_out(Reset(routes.table(player.app.context, match)))
    player.wait(100)
    player.app.mirror.update(player.scene, player.app.context, "")
    left = weakref.ref(player.scene.match)
    del match
    player.app.stack.carry_out(Reset(routes.title(player.app.context)))
    player.wait(100)
    player.app.mirror.update(player.scene, player.app.context, "")
    gc.collect()
    assert left() is None
