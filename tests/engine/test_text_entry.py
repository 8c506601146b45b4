"""Typing in place: caret, selection and clipboard, by keys and by pointer, as in any text field."""

import pygame
import pytest
from player import Player

from game.engine.input import Key
from game.engine.text_field import TextEntry
from game.host import device

SHIFT, CTRL = pygame.KMOD_SHIFT, pygame.KMOD_CTRL


@pytest.fixture(autouse=True)
def clipboard(monkeypatch):
    """Provide a clipboard of the test's own."""
    kept = [""]
    monkeypatch.setattr(device, "put_text", lambda text: kept.__setitem__(0, text))
    monkeypatch.setattr(device, "get_text", lambda: kept[0])
    return kept


def entry(text="Anna", most=10, fits=str.isprintable):
    return TextEntry(text, most, fits)


def typed(line, *keys):
    """Press keys: a letter, or a name with ^ for control and + for shift before it."""
    for key in keys:
        ctrl, shift, raw = "^" in key, "+" in key, key.lstrip("^+") or key
        line.press(Key("", raw, 0, "" if ctrl or len(raw) > 1 else raw, shift=shift, ctrl=ctrl))
    return line.text, line.selection, line.caret


def test_the_first_letter_replaces_the_old_name():
    assert typed(entry(), "Z", "o") == ("Zo", (2, 2), 2)
    assert typed(entry(), "backspace")[0] == ""


def test_the_caret_moves_and_letters_are_inserted_there():
    assert typed(entry(), "home", "J", "o") == ("JoAnna", (2, 2), 2)
    assert typed(entry(), "left", "right", "x")[0] == "Axnna"
    assert typed(entry(), "end", "left", "left", "delete")[0] == "Ana"
    assert typed(entry(), "end", "left", "backspace")[0] == "Ana"
    # at the ends there is nothing to delete
    assert typed(entry(), "home", "backspace", "end", "delete")[0] == "Anna"


def test_with_control_the_caret_moves_by_words():
    line = entry("one two  three", most=20)
    assert [typed(line, "home")[2], *(typed(line, "^right")[2] for _ in range(5))] == [0, 4, 8, 9, 14, 14]
    assert [typed(line, "^left")[2] for _ in range(4)] == [9, 4, 0, 0]
    # with shift the words between are selected, and one key deletes a word
    assert typed(line, "home", "^+right")[1] == (0, 4)
    assert typed(entry("one two three", most=20), "home", "^delete")[0] == "two three"
    assert typed(entry("one two three", most=20), "end", "^backspace")[0] == "one two "


def test_a_selection_is_replaced_by_the_next_letter_or_deleted_by_one_key():
    assert typed(entry(), "end", "+left", "+left") == ("Anna", (2, 4), 2)
    assert typed(entry(), "end", "+left", "+left", "x")[0] == "Anx"
    assert typed(entry(), "home", "+end", "delete")[0] == ""
    assert typed(entry(), "end", "^a")[1] == (0, 4)
    # an arrow without shift moves the caret to that end of the selection
    assert typed(entry(), "home", "+right", "+right", "right")[2] == 2
    assert typed(entry(), "end", "+left", "+left", "left")[2] == 2


def test_text_is_copied_cut_and_pasted_as_far_as_it_fits(clipboard):
    line = entry("Anna Lena")
    typed(line, "end", "^+left", "^x")
    assert (line.text, clipboard[0]) == ("Anna ", "Lena")
    assert typed(line, "home", "^v")[0] == "LenaAnna "
    assert typed(line, "^v")[0] == "LenaLAnna "
    typed(line, "^a", "^c")
    assert clipboard[0] == "LenaLAnna "
    clipboard[0] = "Zoe\nK\n"
    assert typed(line, "^v")[0] == "Zoe K"
    assert typed(line, "^left", "^backspace")[0] == "K"


def test_a_forbidden_character_is_ignored_and_keeps_the_selection():
    line = entry("77", 5, "0123456789".__contains__)
    assert typed(line, "x") == ("77", (0, 2), 2)
    assert typed(line, "1", "x", "2", "3", "4", "5", "6")[0] == "12345"


@pytest.mark.parametrize(("raw", "ended"), [("return", True), ("tab", True), ("escape", False), ("left", None)])
def test_some_keys_end_the_typing(raw, ended):
    assert entry().press(Key("", raw, 0)) is ended


# ---- in the set-up ------------------------------------------------------------------------------------


def names(player):
    return [seat.name for seat in player.scene.lineup.seats]


def type_text(player, text):
    for letter in text:
        player.press(ord(letter.lower()), letter)


def test_a_name_is_typed_over_the_old_one_and_escape_restores_it():
    player = Player()
    player.tap("push")
    player.tap("name-1")
    type_text(player, "Zoe")
    player.press(pygame.K_ESCAPE)
    assert names(player)[1] == "Frida"
    player.use_by_keys("name-1")
    type_text(player, "Zoe")
    player.press(pygame.K_RETURN, "\r")
    assert names(player)[1] == "Zoe"
    player.tap("name-1")
    player.press(pygame.K_a, "\x01", CTRL)
    player.press(pygame.K_RIGHT)
    type_text(player, "x")
    player.press(pygame.K_HOME)
    player.press(pygame.K_RIGHT, mod=SHIFT)
    type_text(player, "C")
    # using anything else ends the typing
    player.tap("level-2-1")
    assert names(player)[1] == "Coex"
    assert player.scene.lineup.seats[2].kind == "easy"


def field(player):
    return next(widget for widget in player.scene.widgets if widget.items[:1] and widget.items[0].id == "name-1")


@pytest.mark.parametrize("touch", [False, True])
def test_the_pointer_places_the_caret_selects_by_dragging_and_all_by_double_click(touch):
    player = Player()
    player.tap("push")
    player.tap("name-1", touch)
    assert player.scene.entry_of("name-1").selection == (0, 5)
    box = field(player).box
    middle = box.y + box.h / 2
    player.wait(1000)
    player.point(box.x + 2, middle, touch)
    assert player.scene.entry_of("name-1").selection == (0, 0)
    player.point(box.x + 2, middle, touch)
    assert player.scene.entry_of("name-1").selection == (0, 5)
    player.wait(1000)
    real = player.app.context.frame.to_real
    player.feed(pygame.MOUSEBUTTONDOWN, pos=real(box.x + 2, middle), button=1, touch=touch)
    player.feed(pygame.MOUSEMOTION, pos=real(box.x + box.w, middle), rel=(9, 0), buttons=(1, 0, 0), touch=touch)
    player.feed(pygame.MOUSEBUTTONUP, pos=real(box.x + box.w, middle), button=1, touch=touch)
    assert player.scene.entry_of("name-1").selection == (0, 5)
    type_text(player, "Ida")
    player.press(pygame.K_RETURN, "\r")
    assert names(player)[1] == "Ida"


def test_the_game_number_accepts_only_digits():
    player = Player()
    player.tap("push")
    player.tap("seed")
    type_text(player, "x4y2")
    player.press(pygame.K_RETURN, "\r")
    assert player.scene.lineup.seed == 42


def test_the_selection_and_the_caret_are_drawn():
    player = Player()
    player.tap("push")
    player.tap("name-1")
    pictures = []
    for key, mod in ((pygame.K_END, 0), (pygame.K_LEFT, 0), (pygame.K_LEFT, SHIFT)):
        player.press(key, mod=mod)
        pictures.append(pygame.image.tobytes(player.draw(), "RGB"))
    assert len(set(pictures)) == 3


def test_a_held_key_repeats_only_while_typing(monkeypatch):
    told = []
    monkeypatch.setattr(device, "repeat_keys", told.append)
    player = Player()
    player.tap("push")
    player.tap("name-0")
    player.press(pygame.K_ESCAPE)
    player.press(pygame.K_ESCAPE)
    assert told == [True, False]
