"""Raw events become inputs with a meaning and a time stamp."""

import pygame
import pytest
from player import Player

from game.engine.input import FocusLost, Key, Pointer, PointerCancelled, Reader
from game.engine.items import Item, ItemList
from game.engine.keys import REMAPPABLE
from game.engine.layout import Box, frame_for
from game.host import device, page_input

FRAME = frame_for((640, 360))


def read(reader: Reader, kind: int, now: float = 0.0, **fields: object):
    return reader.read([pygame.event.Event(kind, fields)], FRAME, now)


def reader() -> Reader:
    return Reader(dict(REMAPPABLE))


def test_a_pointer_is_in_logical_pixels_and_carries_its_stamp():
    (found,) = read(reader(), pygame.MOUSEBUTTONDOWN, 123.5, pos=(320, 180), button=1, touch=False)
    assert found == Pointer("down", 640, 360, 123.5, False)


def test_a_touch_reported_twice_counts_once():
    one = reader()
    assert len(read(one, pygame.MOUSEBUTTONDOWN, 0, pos=(100, 100), button=1, touch=True)) == 1
    assert read(one, pygame.MOUSEBUTTONDOWN, 40, pos=(103, 99), button=1, touch=True) == []
    assert len(read(one, pygame.MOUSEBUTTONDOWN, 200, pos=(103, 99), button=1, touch=True)) == 1
    assert len(read(one, pygame.MOUSEBUTTONDOWN, 210, pos=(300, 99), button=1, touch=True)) == 1


def test_a_quick_second_tap_in_a_page_counts():
    one = reader()
    tap = {"x": 100, "y": 100, "button": 0, "touch": True, "finger": 0}
    happened = [tap | {"kind": kind, "at": at} for kind, at in (("down", 0), ("up", 1), ("down", 27), ("up", 28))]
    found = one.read(page_input.events(happened, (640, 360)), FRAME, 40)
    assert [(event.kind, event.at_ms) for event in found] == [("down", 0), ("up", 1), ("down", 27), ("up", 28)]


def test_a_finger_and_its_emulated_mouse_are_not_both_reported():
    one = reader()
    assert read(one, pygame.FINGERDOWN, 0, x=0.5, y=0.5, finger_id=0) == []
    assert len(read(one, pygame.MOUSEBUTTONDOWN, 0, pos=(320, 180), button=1, touch=True)) == 1
    one.fingers = True
    (finger,) = read(one, pygame.FINGERDOWN, 5, x=0.5, y=0.5, finger_id=3)
    assert finger == Pointer("down", 640, 360, 5, True, 4)
    assert read(one, pygame.MOUSEBUTTONDOWN, 5, pos=(320, 180), button=1, touch=True) == []
    assert len(read(one, pygame.MOUSEBUTTONDOWN, 90, pos=(320, 180), button=1, touch=False)) == 1


def test_other_mouse_buttons_only_cancel_a_drag():
    for button in (2, 3):
        assert read(reader(), pygame.MOUSEBUTTONDOWN, pos=(1, 1), button=button, touch=False) == [PointerCancelled()]
        assert read(reader(), pygame.MOUSEBUTTONUP, pos=(1, 1), button=button, touch=False) == []
    for wheel in (4, 5):
        assert read(reader(), pygame.MOUSEBUTTONDOWN, pos=(1, 1), button=wheel, touch=False) == []


def test_a_second_finger_cancels_a_drag_unless_the_first_one_is_gone():
    one = reader()

    def finger(kind: int, number: int) -> list[object]:
        return read(one, kind, x=0.5, y=0.5, finger_id=number)

    assert finger(pygame.FINGERDOWN, 3) == []
    assert finger(pygame.FINGERMOTION, 3) == []
    assert finger(pygame.FINGERDOWN, 4) == [PointerCancelled()]
    assert finger(pygame.FINGERUP, 4) == []
    assert finger(pygame.FINGERUP, 3) == []
    assert finger(pygame.FINGERDOWN, 5) == []
    # the window is left with a finger down, whose release is never reported
    read(one, pygame.WINDOWFOCUSLOST)
    assert finger(pygame.FINGERDOWN, 6) == []


@pytest.mark.parametrize(
    ("key", "text", "mod", "meaning"),
    [
        (pygame.K_1, "1", 0, "first"),
        (pygame.K_RETURN, "\r", 0, "act"),
        (pygame.K_SPACE, " ", 0, "act"),
        (pygame.K_TAB, "\t", 0, "next"),
        (pygame.K_TAB, "\t", pygame.KMOD_SHIFT, "previous"),
        (pygame.K_ESCAPE, "", 0, "pause"),
        (pygame.K_LEFT, "", 0, "left"),
        (pygame.K_PLUS, "+", 0, "speed"),
        (pygame.K_q, "q", 0, ""),
    ],
)
def test_keys_have_their_meaning(key, text, mod, meaning):
    (found,) = read(reader(), pygame.KEYDOWN, 7, key=key, unicode=text, mod=mod)
    assert isinstance(found, Key)
    assert found.meaning == meaning
    assert found.at_ms == 7


def test_a_remapped_key_has_the_new_meaning_and_loses_the_old():
    one = Reader(REMAPPABLE | {"undo": "u"})
    assert read(one, pygame.KEYDOWN, key=pygame.K_u, unicode="u", mod=0)[0].meaning == "undo"
    assert read(one, pygame.KEYDOWN, key=pygame.K_z, unicode="z", mod=0)[0].meaning == ""


def test_a_gamepad_moves_the_focus_and_acts():
    one = reader()
    assert read(one, pygame.JOYBUTTONDOWN, button=0)[0].meaning == "act"
    assert read(one, pygame.JOYBUTTONDOWN, button=7)[0].meaning == "pause"
    assert read(one, pygame.JOYHATMOTION, value=(0, -1))[0].meaning == "down"
    assert read(one, pygame.JOYAXISMOTION, axis=0, value=0.9)[0].meaning == "right"
    assert read(one, pygame.JOYAXISMOTION, axis=0, value=0.95) == []
    assert read(one, pygame.JOYAXISMOTION, axis=0, value=0.1) == []
    assert read(one, pygame.JOYAXISMOTION, axis=0, value=-0.9)[0].meaning == "left"


def test_losing_the_focus_is_an_input():
    assert read(reader(), pygame.WINDOWFOCUSLOST) == [FocusLost()]


def test_a_frame_advances_time_by_at_most_fifty_milliseconds():
    player = Player()
    passed: list[float] = []
    player.scene.update = passed.append  # type: ignore[method-assign]
    player.app.step(16)
    player.app.step(4000)
    assert passed == [16, 50]


def test_nothing_moves_while_the_window_has_lost_the_focus():
    player = Player()
    passed: list[float] = []
    player.scene.update = passed.append  # type: ignore[method-assign]
    player.feed(pygame.WINDOWFOCUSLOST)
    player.app.step(16)
    assert passed == []
    player.feed(pygame.WINDOWFOCUSGAINED)
    player.app.step(16)
    assert passed == [16]


def test_input_is_polled_far_more_often_than_frames_are_drawn():
    """Without time stamps of the system, an input has the time of its poll.

    Polls are about a millisecond apart between frames.
    """
    assert device.POLL_MS <= 2
    assert device.FRAME_MS > 8 * device.POLL_MS


def test_stamps_are_taken_when_an_event_is_read():
    player = Player()
    stamps: list[float] = []
    player.scene.on_input = lambda event: stamps.append(event.at_ms)  # type: ignore[method-assign,func-returns-value]
    for at in (3.0, 4.0, 5.5):
        player.clock.ms = at
        player.feed(pygame.KEYDOWN, key=pygame.K_q, unicode="q", mod=0)
    assert stamps == [3.0, 4.0, 5.5]


def test_a_finger_beside_an_item_hits_the_nearest_one_unless_it_counts_at_the_press():
    def item(id_: str, x: float, **more: bool) -> Item:
        return Item(id_, id_, Box(x, 100.0, 40.0, 40.0), lambda: None, **more)

    items = ItemList()
    items.replace(
        [
            item("left", 100.0),
            item("off", 180.0, enabled=False),
            item("right", 260.0),
            item("card", 400.0, on_press=True),
        ]
    )
    for (x, y), mouse, finger in (
        ((120, 120), "left", "left"),
        ((142, 120), "", "left"),
        ((120, 160), "", "left"),
        ((120, 163), "", ""),
        ((200, 120), "", ""),
        ((258, 142), "", "right"),
        ((398, 120), "", ""),
        ((410, 120), "card", "card"),
    ):
        for touch, expected in ((False, mouse), (True, finger)):
            hit = items.at(x, y, touch)
            assert (hit.id if hit else "") == expected, (x, y, touch)
