"""A page beside other tabs: the same match in two tabs, full screen, copied links, and text for screen readers."""

import json
from collections.abc import Callable

import pygame
import pytest
from all_screens import table
from player import Player
from pygame import Surface
from stand_in import StandIn, enabled, play, use

from game.app import app
from game.catalogue.presentations import PRESENTATIONS
from game.catalogue.registry import GAMES
from game.core.match import Match, Seat, load
from game.engine import fonts
from game.engine.log_line import in_lines, log_line, shortened
from game.engine.match_texts import LogLine
from game.engine.palette import INK
from game.engine.texts import LANGUAGES, Texts
from game.engine.transitions import Push
from game.host import device, page_input
from game.host.storage import FileStorage
from game.player import saves
from game.scenes.navigation import routes
from game.services import launch_request

ASKED = {"game": "nein_danke", "seats": "human,easy,easy", "seed": "7", "speed": "off", "lang": "en"}
ENGLISH = Texts("en")
#: the key under which the match is stored
NAME = saves.save_key("nein_danke")


def may_move(script: StandIn) -> bool:
    return any(id_.startswith("do-") for id_ in enabled(script))


def moved_elsewhere(script: StandIn) -> str:
    """Make a move in the stored match as another tab does; return what it stores."""
    match = load(json.loads(script.texts[NAME]), GAMES)
    match.apply(match.game.legal_actions(match.state)[0])
    script.texts[NAME] = json.dumps(match.save() | {"saved_ms": 1_767_225_600_000.0})
    script.happened += [{"kind": "elsewhere", "name": NAME}] * 3
    return script.texts[NAME]


def moves_elsewhere(kept: list[str]) -> Callable[[StandIn], bool]:
    """Return a step: as soon as a move is offered here, another tab makes one; ``kept`` gets what that one stores."""

    def step(script: StandIn) -> bool:
        if may_move(script):
            kept.append(moved_elsewhere(script))
        return bool(kept)

    return step


def test_a_match_moved_on_by_another_tab_stops_and_is_not_stored(stand_in):
    script = stand_in(ASKED)
    kept: list[str] = []
    waited: list[int] = []

    def wait(script: StandIn) -> bool:
        waited.append(len(script.seen))
        return len(waited) > 300

    play(script, moves_elsewhere(kept), lambda script: enabled(script) == ["here", "home"], wait)
    assert script.texts[NAME] == kept[0]
    assert script.said[-1].startswith(ENGLISH("other_tab.title"))
    assert script.seen[-1]["words"] == script.said[-1]


def test_a_match_changed_by_another_window_stops_until_it_is_resumed_here(tmp_path, monkeypatch):
    monkeypatch.setenv("KARTENKISTE_DATA", str(tmp_path))
    wish = launch_request.LaunchRequest("nein_danke", ("human", "easy", "easy"), 7)
    player = Player(storage=device.storage(), wish=wish)
    player.wait(20_000, lambda: "do-pay" in player.ids())
    player.tap("do-pay")
    player.wait(20_000, lambda: "do-pay" in player.ids())
    pygame.display.init()

    def told() -> list[pygame.event.Event]:
        """Return the events of the next check for another window."""
        monkeypatch.setattr(device.page, "next_look_ms", 0.0)
        return [event for event in device.page.events() if event.type == page_input.PAGE_MATCH_CHANGED]

    assert told() == []
    other = FileStorage(tmp_path)
    match = load(json.loads(other.read(NAME) or ""), GAMES)
    match.apply(match.game.legal_actions(match.state)[0])
    kept = match.save() | {"saved_ms": 1_767_225_600_000.0}
    other.write(NAME, json.dumps(kept))
    player.app.feed(told())
    assert player.ids() == ["here", "home"]
    player.wait(20_000)
    assert json.loads(other.read(NAME) or "") == kept
    player.tap("here")
    player.wait(300)
    assert player.scene.match.actions[: len(match.actions)] == match.actions
    # and the other window notices the change in turn
    assert other.changed_elsewhere() == [NAME]


def test_playing_on_here_loads_the_stored_match_and_tells_the_other_tab(stand_in):
    script = stand_in(ASKED)
    kept: list[str] = []

    def here(script: StandIn) -> bool:
        if "here" in enabled(script):
            use(script, "here")
        return "here" in enabled(script)

    play(script, moves_elsewhere(kept), here, lambda script: script.texts[NAME] != kept[0], may_move)
    taken, before = (load(json.loads(one), GAMES) for one in (script.texts[NAME], kept[0]))
    assert len(taken.actions) >= len(before.actions)
    assert taken.actions[: len(before.actions)] == before.actions
    assert "here" not in enabled(script)


@pytest.mark.parametrize("cleared", [False, True])
def test_a_match_that_ended_in_the_other_tab_leads_to_the_title(stand_in, cleared):
    script = stand_in(ASKED)

    def ended(script: StandIn) -> bool:
        if not may_move(script) or NAME not in script.texts:
            return False
        del script.texts[NAME]
        script.happened.append({"kind": "elsewhere", "name": None if cleared else NAME})
        return True

    def home(script: StandIn) -> bool:
        if enabled(script) == ["home"]:
            use(script, "home")
            return True
        return False

    play(script, ended, home, lambda script: "nein_danke" in enabled(script))
    assert any(said.startswith(ENGLISH("other_tab.gone")) for said in script.said)
    assert NAME not in script.texts
    assert "resume-nein_danke" not in enabled(script)


def test_a_match_can_end_in_the_other_tab_while_the_question_is_open(stand_in):
    script = stand_in(ASKED)

    def second(script: StandIn) -> bool:
        if "here" not in enabled(script):
            return False
        del script.texts[NAME]
        script.happened.append({"kind": "elsewhere", "name": NAME})
        return True

    play(script, moves_elsewhere([]), second, lambda script: enabled(script) == ["home"])


def test_the_title_offers_a_match_that_the_other_tab_has_stored(stand_in):
    script = stand_in({"lang": "en"})

    def start_elsewhere(script: StandIn) -> bool:
        if "nein_danke" in enabled(script):
            seats = [Seat("Ada", "human", "fox"), Seat("Bo", "easy"), Seat("Cy", "hard", "owl")]
            match = Match(GAMES["nein_danke"], {}, seats, 3)
            match.apply(match.game.legal_actions(match.state)[0])
            script.texts[NAME] = json.dumps(match.save())
            script.happened.append({"kind": "elsewhere", "name": NAME})
        return NAME in script.texts

    play(script, start_elsewhere, lambda script: "resume-nein_danke" in enabled(script))


def test_many_changes_by_another_tab_are_reported_once():
    found = page_input.events([{"kind": "elsewhere", "name": NAME}] * 40, (100, 100))
    assert [event.type for event in found] == [page_input.PAGE_MATCH_CHANGED]


# ---- full screen ----------------------------------------------------------------------------------------


def test_full_screen_is_requested_only_when_its_setting_changes(stand_in):
    script = stand_in({"lang": "en"})
    script.texts["settings"] = json.dumps({"fullscreen": True})
    key = {"kind": "key", "key": "f", "code": "KeyF", "shift": False, "repeat": False, "at": 1.0}

    def press(script: StandIn) -> bool:
        script.happened.append(key)
        return True

    def left(script: StandIn) -> bool:
        """Leave full screen by the browser's own key."""
        script.happened.append({"kind": "fullscreen", "on": False})
        return True

    def filled(count: int):
        return lambda script: len(script.filled) == count

    play(script, lambda script: bool(enabled(script)), press, filled(1), left, enabled_again, press, filled(2))
    assert script.filled == [1, 1]
    assert [type(on) for on in script.filled] == [int, int]


def enabled_again(script: StandIn) -> bool:
    """Return whether the setting has followed the page."""
    return json.loads(script.texts["settings"])["fullscreen"] is False


@pytest.mark.parametrize("said", [False, True])
def test_the_pages_full_screen_state_overrides_the_stored_setting(stand_in, said):
    script = stand_in({"lang": "en"})
    script.texts["settings"] = json.dumps({"fullscreen": not said})
    script.happened.append({"kind": "fullscreen", "on": said})

    def followed(script: StandIn) -> bool:
        return json.loads(script.texts["settings"])["fullscreen"] is said

    play(script, lambda script: bool(enabled(script)), followed)
    assert script.filled == []


# ---- links, touch, size ---------------------------------------------------------------------------------


@pytest.mark.parametrize("allowed", [True, False])
def test_in_a_page_the_set_up_copies_a_link_and_says_so(stand_in, allowed):
    script = stand_in({"lang": "en"})
    script.clipboard = allowed

    def choose(script: StandIn) -> bool:
        use(script, "nein_danke")
        return True

    def unfold(script: StandIn) -> bool:
        use(script, "unfold")
        return True

    def copy(script: StandIn) -> bool:
        if "copy" in enabled(script):
            use(script, "copy")
        return "copy" in enabled(script)

    text = ENGLISH("setup.copied.link" if allowed else "setup.copied.failed")
    play(script, lambda script: bool(enabled(script)), choose, unfold, copy, lambda script: text in script.said)
    assert script.copied[0].startswith("#game=nein_danke&seats=human,")


def test_natively_the_set_up_copies_the_command(monkeypatch):
    copied: list[str] = []
    monkeypatch.setattr("pygame.scrap.put_text", copied.append)
    player = Player(language="en")
    player.tap("nein_danke")
    player.tap("copy")
    lineup = player.scene.lineup
    assert copied == [
        launch_request.command_to("nein_danke", [seat.kind for seat in lineup.seats], lineup.seed, lineup.options)
    ]
    player.wait(300)
    assert player.app.toasts.shown == ENGLISH("setup.copied.command")


@pytest.mark.parametrize("touch", [False, True])
def test_a_phone_shows_no_key_caps_before_the_first_touch(stand_in, touch):
    stand_in(script=with_touch(touch))
    assert Player().app.context.uses_touch is touch


def with_touch(touch: bool) -> StandIn:
    script = StandIn()
    script.touch = touch
    return script


def test_a_page_without_information_about_touch_has_a_mouse(stand_in, monkeypatch):
    script = stand_in()
    info = json.loads(script.startInfo())
    del info["touch"]
    monkeypatch.setattr(script, "startInfo", lambda: json.dumps(info))
    assert device.find_page().touch is False


@pytest.mark.parametrize("size", [(280, 480), (480, 200), (100, 100)])
def test_the_smallest_window_is_the_same_at_the_start_and_later(stand_in, size):
    stand_in()
    first = app.open_window(size).get_size()
    player = Player()
    player.app._resized(size)
    assert player.app.screen.get_size() == player.app.context.frame.window == first == app.at_least(size)
    assert min(first) == 320


# ---- screen readers --------------------------------------------------------------------------------------


def spoken_text(player: Player, scene) -> str:
    player.app.stack.carry_out(Push(scene))
    text = player.scene.spoken()
    assert ".." not in text
    return text


@pytest.mark.parametrize("language", LANGUAGES)
@pytest.mark.parametrize("size", [(1280, 720), (390, 844)])
def test_the_pages_of_a_sheet_are_read_out_as_written(size, language):
    player = table(size, language)
    context, texts = player.app.context, player.app.context.texts
    pages = PRESENTATIONS["nein_danke"].howto.PAGES
    text = spoken_text(player, routes.howto(context, "nein_danke"))
    while player.scene.page + 1 < player.scene.page_count():
        player.tap("further" if "further" in player.ids() else "next")
        text += player.scene.spoken()
    for paper in pages[0].papers:
        assert texts(paper.title) in text
        assert texts(paper.body) in text
    assert texts(pages[-1].tip) in player.scene.spoken()
    assert all(texts(entry.body) in player.scene.spoken() for entry in pages[-1].gallery)
    picture = player.app.stack.scenes[0].table
    text = spoken_text(player, routes.log(context, picture))
    while "older" in player.ids():
        player.tap("older")
        text += player.scene.spoken()
    places = [text.index(row.line.spoken or row.line.text) for row in picture.history.newest()]
    assert places
    assert places == sorted(places)
    text = spoken_text(player, routes.settings(context))
    for tab in ("tab-1", "tab-2"):
        player.tap(tab)
        text += player.scene.spoken()
    assert texts("settings.speed.note") in text
    assert texts("settings.keys.tap") in text


def test_the_statistics_are_read_out():
    player = Player(wish=launch_request.LaunchRequest("nein_danke", ("human", "easy", "easy"), 3), language="en")
    context = player.app.context
    assert ENGLISH("statistics.empty_note") in spoken_text(player, routes.statistics(context))
    player.app.stack.scenes.pop()
    context.settings.speed = "off"
    while "again" not in player.ids():
        player.wait(500)
        mine = [id_ for id_ in player.ids() if id_.startswith(("do-", "card-"))]
        if mine:
            player.tap(mine[-1])
    score = saves.finished_matches(context)[0]["scores"][0]
    text = spoken_text(player, routes.statistics(context))
    assert f"{ENGLISH('statistics.best')}: {ENGLISH.number(score)} points." in text
    assert any(ENGLISH("statistics.won_of", won=won, played=1) in text for won in (0, 1))


def test_the_mouse_wheel_turns_pages_but_not_beyond_the_ends():
    player = Player()
    spoken_text(player, routes.howto(player.app.context, "nein_danke"))
    last = player.scene.page_count() - 1
    for turn, wanted in ((1, 0), (-1, 1), *([(-1, None)] * last), (-1, last)):
        player.feed(pygame.MOUSEWHEEL, pos=(600, 300), x=0, y=turn)
        assert wanted in (None, player.scene.page)


# ---- long names -----------------------------------------------------------------------------------------


def test_a_long_name_is_cut_before_the_text_shrinks():
    picture = table((1280, 720), "en").scene.table
    name = picture.name(1)
    picture.seats = [seat._replace(name="WWWWWWWWWW") for seat in picture.seats]
    line = LogLine(1, "WWWWWWWWWW pays, pot 3")
    short = shortened(picture.kit, line.text, picture.name(1), 18, fonts.STRONG, 110)
    assert name != short != line.text
    assert short.startswith("WWW")
    assert short.endswith("… pays, pot 3")
    assert shortened(picture.kit, line.text, picture.name(1), 18, fonts.STRONG, 900) == line.text


def test_a_line_without_room_leaves_to_its_card_what_that_shows(monkeypatch):
    picture = table((1280, 720), "en").scene.table
    line = LogLine(1, "Frida declines, Ole gets “To the left”", cards=("n5",), short="Frida leaves it to Ole")
    written = []
    monkeypatch.setattr(
        "game.engine.log_line.in_lines", lambda kit, text, *_args: written.append(text) or Surface((9, 9))
    )
    for most in (110, 900):
        log_line(picture.kit, line, "Frida", None, size=18, colour=INK, face=fonts.STRONG, max_width=most)
    assert written == [line.short, line.text]


def test_a_line_a_little_too_long_is_broken_and_keeps_the_size_of_the_others(monkeypatch):
    kit = table((390, 844), "en").scene.table.kit
    text, written = "Mika takes 12 points (Juna \u22123)", []
    whole = fonts.width(text, fonts.STRONG, round(18 * kit.text_scale)) / kit.scale
    plain = fonts.plain
    monkeypatch.setattr(fonts, "plain", lambda *given: written.append(given[::2]) or plain(*given[:3]))
    in_lines(kit, text, 18, INK, fonts.STRONG, whole * 0.95)
    # no word has a line to itself
    size = round(18 * kit.text_scale)
    assert written == [("Mika takes 12", size), ("points (Juna \u22123)", size)]


def test_a_line_about_a_pot_says_how_many_chips_are_in_it(monkeypatch):
    picture = table((1280, 720), "en").scene.table
    written = []
    plain = picture.kit.line_plain
    monkeypatch.setattr(picture.kit, "line_plain", lambda text, *look: written.append(text) or plain(text, *look))
    line = LogLine(1, "Frida takes the 30", cards=("n30",), chips=14)
    log_line(picture.kit, line, "Frida", picture.faces, size=18, colour=INK, face=fonts.STRONG, max_width=400)
    assert "\u00d714" in written


def test_text_too_small_to_read_is_cut_instead():
    kit = Player().app.context.kit
    full = kit.line_plain("W" * 10, 20)
    narrow = kit.line_plain("W" * 40, 20, max_width=100)
    assert narrow.get_width() <= kit.px(100)
    assert narrow.get_height() >= full.get_height() * fonts.LEAST_READABLE * 0.95
    assert fonts.cut("Kartenkiste", fonts.STRONG, 20, 500) == "Kartenkiste"
    assert fonts.cut("Kartenkiste", fonts.STRONG, 20, 1) == "…"
