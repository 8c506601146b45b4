"""Settings: invalid stored values do no harm, and each setting does what it says."""

from math import inf

import pygame
import pytest
from ink import Watcher
from player import Player

from game.catalogue.registry import GAMES as RULES
from game.engine.audio import SAME_MS, Audio
from game.engine.keys import REMAPPABLE
from game.engine.scene import Push
from game.engine.texts import LANGUAGES
from game.engine.widgets import Slider
from game.host import device
from game.host.clock import ManualClock
from game.player.settings import Settings, settings_from
from game.scenes.navigation import routes
from game.scenes.settings.settings import SettingsScene
from game.services import launch_request


def test_a_key_has_only_one_meaning():
    """Stored settings in which two actions share a key would make one of them unreachable."""
    keys = Settings().keys
    assert settings_from({"keys": {"undo": keys["hint"]}}).keys == keys
    assert settings_from({"keys": dict.fromkeys(REMAPPABLE, "x")}).keys == keys
    assert settings_from({"keys": {"undo": keys["hint"], "hint": keys["undo"]}}).keys == keys | {
        "undo": keys["hint"],
        "hint": keys["undo"],
    }


@pytest.mark.parametrize("value", [3, None, {"undo": 7}, {"undo": ""}, {"fly": "x"}, []])
def test_invalid_stored_keys_are_replaced_by_the_defaults(value):
    assert settings_from({"keys": value}).keys == Settings().keys


def at_the_first_decision(confirm: str) -> Player:
    player = Player(wish=launch_request.LaunchRequest("nein_danke", ("human", "easy", "easy"), 3))
    player.app.context.settings.speed = "off"
    player.app.context.settings.confirm = confirm
    assert player.wait(5000, lambda: "do-take" in player.ids())
    return player


@pytest.mark.parametrize(("confirm", "asks"), [("always", True), ("touch", False), ("never", False)])
def test_the_setting_to_confirm_moves_applies_to_a_mouse_too(confirm, asks):
    player = at_the_first_decision(confirm)
    actions = player.scene.match.actions
    before = len(actions)
    player.tap("do-take")
    assert (len(actions) == before) is asks
    if asks:
        player.tap("do-take")
    assert len(actions) == before + 1


class Sound:
    """A sound that counts how often it is played."""

    def __init__(self) -> None:
        self.played = 0

    def set_volume(self, _volume: float) -> None:
        """Set the volume."""

    def play(self) -> None:
        self.played += 1


def test_arrows_along_a_slider_change_it_and_others_move_the_focus():
    player = Player()
    player.tap("settings")
    player.tap("tab-1")
    player.draw()
    slider = next(widget for widget in player.scene.widgets if isinstance(widget, Slider))
    items, before = player.scene.items, slider.value
    for key, by in ((pygame.K_LEFT, -0.1), (pygame.K_RIGHT, 0.0)):
        items.focus = slider.item.id
        player.press(key)
        player.draw()
        now = next(one for one in player.scene.widgets if isinstance(one, Slider) and one.item.id == slider.item.id)
        assert (now.value, items.focus) == (pytest.approx(before + by), slider.item.id)
    for key in (pygame.K_DOWN, pygame.K_UP):
        items.focus = slider.item.id
        player.press(key)
        assert now.value == pytest.approx(before)
        assert items.focus != slider.item.id


def test_the_same_effect_is_not_played_several_times_at_once():
    """Nine cards that are dealt in one frame are one sound, not nine times as loud."""
    clock, chip, card = ManualClock(), Sound(), Sound()
    audio = Audio(clock)
    audio._sounds = {"chip_1": chip, "deal": card}  # type: ignore[dict-item]
    for _ in range(9):
        audio.play("deal")
        audio.play("chip_1")
    assert (chip.played, card.played) == (1, 1)
    clock.pass_ms(SAME_MS - 1)
    audio.play("deal")
    assert card.played == 1
    clock.pass_ms(1)
    audio.play("deal")
    assert card.played == 2
    audio.muted = True
    clock.pass_ms(SAME_MS)
    audio.play("deal")
    assert card.played == 2


def test_a_key_is_chosen_by_pressing_it_and_escape_cancels():
    player = Player()
    player.tap("settings")
    player.tap("tab-2")
    tile = next(item.id for item in player.items if item.id.startswith("key-") and "undo" in item.id)
    player.tap(tile)
    player.press(pygame.K_ESCAPE)
    assert player.app.context.settings.keys["undo"] == REMAPPABLE["undo"]
    player.tap(tile)
    player.press(pygame.K_u, "u")
    assert player.app.context.settings.keys["undo"] == "u"


@pytest.mark.parametrize("size", [(1280, 720), (844, 390), (390, 844), (375, 667)])
@pytest.mark.parametrize("language", LANGUAGES)
def test_large_texts_keep_their_size_on_every_page_of_the_settings(language, size):
    player, watcher = Player(size, language=language), Watcher()
    player.tap("settings")
    usual = player.scene.kit.text_scale
    player.app.context.settings.scale = 1.3
    player.app.context.settings_changed()
    player.wait(64)
    assert player.scene.kit.text_scale == pytest.approx(1.3 * usual)
    with watcher.watching():
        for tab in ("tab-0", "tab-1", "tab-2", "tab-3"):
            player.tap(tab)
            watcher.begin()
            player.scene.build()
            player.draw()
            assert not list(watcher.shrunk(inf)), tab
            assert "back" in player.ids()


@pytest.mark.parametrize("game", RULES)
def test_every_help_page_can_be_drawn(game):
    player = Player()
    player.app.stack.carry_out(Push(routes.howto(player.app.context, game)))
    for _ in range(player.scene.page_count() - 1):
        player.draw()
        player.tap("further" if "further" in player.ids() else "next")
    player.draw()


@pytest.mark.parametrize("tab", ["person", "device"])
def test_both_papers_of_a_page_have_as_many_rows(tab, monkeypatch):
    monkeypatch.setattr(device.page, "can_fullscreen", True)
    player, rows = Player((1280, 720)), []
    group = SettingsScene._group
    monkeypatch.setattr(
        SettingsScene, "_group", lambda self, name, given: rows.append(len(given)) or group(self, name, given)
    )
    player.app.stack.carry_out(Push(SettingsScene(player.app.context)))
    rows.clear()
    player.scene._turn(player.scene.tabs.index(tab))
    player.scene.build()
    assert len(rows) >= 2
    assert len(set(rows)) == 1


def test_a_phone_is_not_offered_keys_before_one_was_pressed(monkeypatch):
    """A keyboard that is only drawn presses none: it writes into a field."""
    monkeypatch.setattr(device.page, "touch", True)
    player = Player((390, 844))
    player.tap("settings")
    assert player.scene.tabs == ["person", "play", "device"]
    player.tap("tab-2")
    assert "export" in player.ids()
    player.press(pygame.K_DOWN)
    assert player.scene.tabs == ["person", "play", "keys", "device"]
    player.resize((844, 390))
    assert "export" in player.ids(), "the page shown stays"
    player.tap("tab-2")
    assert "key-undo" in player.ids()
