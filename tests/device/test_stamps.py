"""Time stamps of presses: with the X server's time, a press has the moment it happened, however long the frame."""

import asyncio
import ctypes.util
import json
import os
import shutil
import subprocess
import sys
import time
from collections.abc import Callable
from itertools import pairwise

import pygame
import pytest
from bench_stamps import display
from hypothesis import given
from hypothesis import strategies as st
from player import Player
from stand_in import Bridge, StandIn
from twin_it_player import Person

from game.app import app as program
from game.engine.input import Key, Pointer
from game.games.twin_it.state import Verb
from game.host import device, x11_time
from game.host.page import WebPage
from game.host.x11_time import HELD_BACK_MS, MADE_OF, MESSAGE, WRAP, Stamps
from game.table.live.clock import LONGEST_FRAME_MS
from game.table.live.local import SETTLE_MS

KEY_PRESS, BUTTON_PRESS, BUTTON_RELEASE, FOCUS_IN = 2, 4, 5, 9
Event = pygame.event.Event


def x_message(kind: int, time: int, sent: int = 0) -> Event:
    """Return a message of the X server as pygame passes it on."""
    return Event(pygame.SYSWMEVENT, event=MESSAGE.pack(kind, 7, sent, 0, 1, 2, 3, time).ljust(192, b"\0"))


def button_press(x: int = 5) -> Event:
    """Return a button press."""
    return Event(pygame.MOUSEBUTTONDOWN, pos=(x, 5), button=1, touch=False)


def stamps(one: Stamps, events: list[Event], asked: float, read: float) -> list[float]:
    """Return the stamps of the events of one poll."""
    return [event.at_ms for event in one.stamp(events, asked, read)]


def looked(at: float) -> Stamps:
    """Return the stamper after a poll that found nothing."""
    one = Stamps()
    one.stamp([], at, at)
    return one


# ---- the server's time --------------------------------------------------------------------------------------


def test_a_press_in_a_long_frame_is_stamped_with_the_servers_time():
    one = looked(1000.2)
    found = one.stamp([x_message(BUTTON_PRESS, 1013), button_press()], 1060.1, 1060.4)
    assert [(event.type, event.at_ms) for event in found] == [(pygame.MOUSEBUTTONDOWN, 1013.5)]


def test_a_stamp_is_never_later_than_now():
    assert stamps(looked(1000.2), [x_message(BUTTON_PRESS, 1060), button_press()], 1060.1, 1060.3) == [1060.3]


@pytest.mark.parametrize("kind", MADE_OF)
def test_each_event_has_the_time_of_its_message(kind):
    assert stamps(looked(0), [x_message(kind, 9), Event(MADE_OF[kind])], 40, 40) == [9.5]


def test_a_message_stamps_only_the_next_event_of_its_kind():
    events = [x_message(KEY_PRESS, 10), Event(pygame.KEYDOWN), Event(pygame.TEXTINPUT), Event(pygame.KEYDOWN)]
    assert stamps(looked(0), events, 40, 40) == [10.5, 40, 40]
    # a press from elsewhere, with no message of its own
    events = [x_message(KEY_PRESS, 10), x_message(FOCUS_IN, 0), Event(pygame.KEYDOWN)]
    assert stamps(looked(0), events, 40, 40) == [40]
    assert stamps(looked(0), [x_message(BUTTON_PRESS, 10), Event(pygame.KEYDOWN)], 40, 40) == [40]


def test_a_message_at_the_end_of_a_poll_does_not_stamp_the_next_one():
    one = looked(0)
    assert stamps(one, [x_message(BUTTON_PRESS, 10)], 40, 40) == []
    assert stamps(one, [button_press()], 60, 60) == [60]


@pytest.mark.parametrize("turns", [1, 3])
def test_the_servers_counter_may_wrap_around(turns):
    # pressed just before, read just after
    now = turns * WRAP + 6.0
    assert stamps(looked(now - 30), [x_message(BUTTON_PRESS, WRAP - 4), button_press()], now, now) == [now - 10 + 0.5]
    # a 64-bit counter, as Xlib's type would hold
    assert stamps(looked(now - 30), [x_message(BUTTON_PRESS, turns * WRAP - 4), button_press()], now, now) == [
        now - 10 + 0.5
    ]


# ---- implausible times -------------------------------------------------------------------------------------------


@pytest.mark.parametrize("time", [1061, 5000, 0, 995, WRAP - 1])
def test_an_impossible_time_is_ignored(time):
    """Such a time lies in the future, or so far before the last poll that this would have found the press."""
    assert stamps(looked(1000), [x_message(BUTTON_PRESS, time), button_press()], 1060, 1060) == [1060]


def test_a_busy_server_may_delay_a_press_for_a_moment():
    assert stamps(looked(1000), [x_message(BUTTON_PRESS, 1000 - HELD_BACK_MS), button_press()], 1060, 1060) == [996.5]


def test_a_press_during_a_poll_is_found_by_the_next_one():
    one = Stamps()
    one.stamp([], 1000, 1050)
    assert stamps(one, [x_message(BUTTON_PRESS, 1020), button_press()], 1060, 1060) == [1020.5]


def test_before_the_first_poll_no_time_is_trusted():
    assert stamps(Stamps(), [x_message(BUTTON_PRESS, 1013), button_press()], 1060, 1060) == [1060]


@pytest.mark.parametrize(
    "message",
    [
        Event(pygame.SYSWMEVENT),
        Event(pygame.SYSWMEVENT, event=b""),
        Event(pygame.SYSWMEVENT, event=MESSAGE.pack(BUTTON_PRESS, 7, 0, 0, 1, 2, 3, 1013)[:-1]),
        Event(pygame.SYSWMEVENT, hwnd=1, msg=0x201, wparam=1, lparam=0),
        x_message(BUTTON_PRESS, 1013, sent=1),
        x_message(FOCUS_IN, 1013),
    ],
)
def test_a_message_without_a_time_leaves_the_moment_of_reading(message):
    assert stamps(looked(1000), [message, button_press()], 1059, 1060) == [1060]


def test_without_messages_everything_is_stamped_as_it_is_read():
    one = looked(1000)
    events = [button_press(), Event(pygame.FINGERDOWN), Event(pygame.JOYBUTTONDOWN), Event(pygame.WINDOWFOCUSLOST)]
    assert stamps(one, events, 1059, 1060) == [1060] * 4


def test_messages_are_requested_only_from_an_x_server(monkeypatch):
    pygame.display.init()
    allowed: list[object] = []
    monkeypatch.setattr(pygame.event, "set_allowed", allowed.append)
    for driver in ("windows", "cocoa", "wayland", "dummy"):
        monkeypatch.setattr(pygame.display, "get_driver", lambda driver=driver: driver)
        assert not x11_time.ask()
    assert not allowed
    monkeypatch.setattr(pygame.display, "get_driver", lambda: "x11")
    assert x11_time.ask()
    assert allowed == [None]


# ---- the order of things --------------------------------------------------------------------------------------


def test_a_motion_without_a_time_stays_before_the_press_that_follows():
    events = [Event(pygame.MOUSEMOTION), x_message(BUTTON_PRESS, 1013), button_press(), Event(pygame.KEYDOWN)]
    assert stamps(looked(1000), events, 1060, 1060) == [1013.5, 1013.5, 1060]


def test_the_stamps_of_a_device_never_run_backwards():
    one = looked(990)
    assert stamps(one, [button_press()], 1000, 1000) == [1000]
    later = [
        x_message(BUTTON_RELEASE, 998),
        Event(pygame.MOUSEBUTTONUP),
        x_message(KEY_PRESS, 998),
        Event(pygame.KEYDOWN),
    ]
    assert stamps(one, later, 1020, 1020) == [1000, 998.5]


LOOK = st.tuples(
    st.floats(0, 300),
    st.floats(0, 30),
    st.lists(
        st.tuples(st.sampled_from([2, 4, 5, 0]), st.floats(0, 1), st.sampled_from(["true", "none", "wild"])), max_size=5
    ),
)


@given(st.floats(0, 2 * WRAP), st.lists(LOOK, max_size=8), st.integers(0, WRAP - 1))
def test_stamps_lie_between_two_polls_and_rise(now, looks, wild):
    """For any messages of a server: never later than now, never long before the last poll, never backwards."""
    one, asked = looked(now), now
    last: dict[int, float] = {}
    for frame, reading, presses in looks:
        last_look, before, asked = asked, now, now + frame
        now = asked + reading
        events: list[Event] = []
        truth: list[float] = []
        for kind, share, how in sorted(presses, key=lambda press: press[1]):
            happened = before + share * (asked - before)
            if how != "none" and kind:
                events.append(x_message(kind, int(happened) % WRAP if how == "true" else wild))
            events.append(Event(MADE_OF.get(kind, pygame.MOUSEMOTION)))
            truth.append(happened)
        found = one.stamp(events, asked, now)
        assert len(found) == len(truth)
        for event in found:
            assert last_look - HELD_BACK_MS <= event.at_ms <= now
            group = 0 if event.type == pygame.KEYDOWN else 1
            assert event.at_ms >= last.get(group, event.at_ms)
            last[group] = event.at_ms
        if all(how == "true" and kind for kind, _share, how in presses):
            assert all(abs(event.at_ms - at) <= 1.01 for event, at in zip(found, truth, strict=True))


# ---- through the loop -----------------------------------------------------------------------------------------


class Machine:
    """A machine on a clock of its own: events during a frame are found by the next poll."""

    def __init__(self, monkeypatch: pytest.MonkeyPatch, player: Player) -> None:
        self.player, self.clock = player, player.clock
        #: events with their times
        self.upcoming_faces: list[tuple[float, list[Event]]] = []
        self.draw_ms = self.flip_ms = 0.0
        self.looks: list[float] = []
        self.heard: list[Pointer | Key] = []
        monkeypatch.setattr(device.page, "stamps", Stamps())
        monkeypatch.setattr(device.page, "now_ms", self.clock.now_ms)
        monkeypatch.setattr(device, "next_frame", self.breathe)
        monkeypatch.setattr(pygame.event, "get", self.get)
        monkeypatch.setattr(pygame.display, "update", lambda _changed: self.clock.pass_ms(self.flip_ms))
        monkeypatch.setattr(player.app, "draw", self.draw)
        monkeypatch.setattr(player.scene, "on_input", self.heard.append)

    def get(self) -> list[Event]:
        """Return pygame's queue."""
        now = self.clock.now_ms()
        self.looks.append(now)
        found = [event for at, events in self.upcoming_faces if at <= now for event in events]
        self.upcoming_faces = [(at, events) for at, events in self.upcoming_faces if at > now]
        return found

    def draw(self) -> list[pygame.Rect]:
        """Take a long frame."""
        self.clock.pass_ms(self.draw_ms)
        return [pygame.Rect(0, 0, 10, 10)]

    async def breathe(self) -> None:
        """Pass a millisecond between two polls, until nothing more is to come."""
        self.clock.pass_ms(1)
        self.player.app.stack.running = bool(self.upcoming_faces)

    def run(self) -> list[float]:
        """Run the program's own loop; return the stamps that the scene receives."""
        asyncio.run(program.loop(self.player.app))
        return [heard.at_ms for heard in self.heard]


def test_the_clock_of_a_page_is_checked_once_a_second(monkeypatch):
    machine = Machine(monkeypatch, Player())
    machine.upcoming_faces = [(5200, [])]
    checked = []
    monkeypatch.setattr(device, "WEB", True)
    monkeypatch.setattr(device, "check", lambda clock: checked.append(clock.now_ms()))
    machine.run()
    assert checked == [0, 1000, 2000, 3000, 4000, 5000]


@pytest.mark.parametrize("web", [False, True])
def test_long_work_runs_between_frames_in_slices_with_polls_in_between(web, monkeypatch):
    machine = Machine(monkeypatch, Player())
    slices, frames, step = [], [], machine.player.app.step

    def work() -> bool:
        if machine.clock.now_ms() > 150:
            return False
        slices.append(machine.clock.now_ms())
        machine.clock.pass_ms(5)
        return True

    async def breathe() -> None:
        # the page's next frame
        machine.clock.pass_ms(max(0.1, device.FRAME_MS - machine.clock.now_ms() % device.FRAME_MS) if web else 1)
        machine.player.app.stack.running = bool(machine.upcoming_faces)

    monkeypatch.setattr(machine.player.scene, "work", work)
    monkeypatch.setattr(machine.player.app, "step", lambda ms: frames.append(machine.clock.now_ms()) or step(ms))
    monkeypatch.setattr(device, "next_frame", breathe)
    monkeypatch.setattr(device, "WEB", web)
    monkeypatch.setattr(device, "check", lambda _clock: None)
    machine.upcoming_faces = [(200, [button_press(5)])]
    machine.run()
    assert len(machine.heard) == 1
    assert len(slices) >= 15
    assert all(any(one + 5 <= look <= other for look in machine.looks) for one, other in pairwise(slices))
    # it delays no frame
    assert max(later - earlier for earlier, later in pairwise(frames)) <= device.FRAME_MS + 1


def test_events_in_the_middle_of_a_long_frame_have_their_own_times(monkeypatch):
    machine = Machine(monkeypatch, Player())
    machine.draw_ms, machine.flip_ms = 40.0, 60.0
    # the first frame is drawn from 17 to 57 and shown until 117
    machine.upcoming_faces = [
        (30, [x_message(BUTTON_PRESS, 30), button_press(5)]),
        (80, [x_message(BUTTON_PRESS, 80), button_press(100)]),
        (90, [x_message(KEY_PRESS, 90), Event(pygame.KEYDOWN, key=pygame.K_a, unicode="a", mod=0)]),
    ]
    assert machine.run() == [30.5, 80.5, 90.5]
    assert machine.player.app.context.looked_ms == 118


def test_without_the_servers_time_a_poll_in_the_middle_of_the_frame_is_the_stamp(monkeypatch):
    machine = Machine(monkeypatch, Player())
    machine.draw_ms, machine.flip_ms = 40.0, 60.0
    machine.upcoming_faces = [(30, [button_press(5)]), (80, [button_press(100)])]
    assert machine.run() == [57, 118]


def test_events_found_in_the_middle_of_a_frame_come_first_and_once(monkeypatch):
    machine = Machine(monkeypatch, Player())
    machine.draw_ms, machine.flip_ms = 40.0, 60.0
    machine.upcoming_faces = [(at, [button_press(at * 15)]) for at in (3, 30, 40, 80)]
    machine.run()
    assert [round(heard.x / 15) for heard in machine.heard] == [3, 30, 40, 80]


def test_a_browser_is_not_polled_in_the_middle_of_a_frame(monkeypatch):
    machine = Machine(monkeypatch, Player())
    monkeypatch.setattr(device, "page", WebPage(Bridge(StandIn())))
    assert device.page.poll() == []
    assert not machine.looks


# ---- its purpose -------------------------------------------------------------------------------------------------


def wait_until(condition: Callable[[], bool], person: Person) -> None:
    """Advance the game until something is true."""
    assert person.until(8000, condition)


def test_decisions_wait_for_presses_not_yet_read():
    person = Person(("human", "human"), buzzers=False)
    due, clock = person.view.due, person.driver.clock
    wait_until(lambda: due - clock.now < 200, person)
    person.app.context.looked_ms = person.clock.now_ms()
    moment = person.clock.now_ms() + due - clock.now
    actions = len(person.match.actions)
    # frame after frame without a poll: the flip is due, but a player may have touched the old face
    for _ in range(240 // 16):
        person.clock.pass_ms(16)
        person.app.step(16)
    assert clock.now > due + SETTLE_MS
    assert len(person.match.actions) == actions
    face = next(face for face in person.view.faces if face.place == person.view.turn)
    person.lay(face, moment - 20)
    person.app.context.looked_ms = person.clock.now_ms()
    person.app.step(16)
    done = person.match.actions[actions:]
    assert (done[0].verb, done[0].at_ms) == (Verb.TOUCH, due - 20)
    assert done[1].at_ms >= due


def test_a_press_keeps_its_stamp_after_two_hitches():
    person = Person(("human", "human"), buzzers=False, flip_after=10000)
    person.wait(500)
    clock, game = person.clock.now_ms(), person.driver.clock.now
    face = person.view.faces[0]
    for _ in range(2):
        person.clock.pass_ms(LONGEST_FRAME_MS + 400)
        person.app.step(16)
    assert person.driver.clock.now == game + 2 * LONGEST_FRAME_MS
    assert [person.driver.clock.stamp(clock + at) - game for at in (100, 250, 600, 650, 750, 900, 1300)] == [
        *(100, 250, 250, 250, 350, 500, 500),
    ]
    person.lay(face, clock + 100)
    person.wait(64)
    assert person.view.touches[0].at == game + 100


# ---- a real X server ------------------------------------------------------------------------------------------

XTEST = ctypes.util.find_library("Xtst")


@pytest.mark.skipif(not (shutil.which("Xvfb") and XTEST), reason="needs Xvfb and libXtst")
def test_this_pygame_passes_on_the_times_of_a_real_server():
    with display((640, 480)):
        # in a process of its own: pictures and fonts of other tests do not outlive their window
        done = subprocess.run(
            [sys.executable, __file__],
            env=os.environ | {"PYTHONPATH": os.pathsep.join(sys.path)},
            stdout=subprocess.PIPE,
            text=True,
            check=True,
        )
    before, after, *found = json.loads(done.stdout.splitlines()[-1])
    assert len(found) == 4
    for stamp in found:
        assert before - 1 <= stamp <= after + 1


def press_and_read_late() -> None:
    """Press a button and a key; print the times before and after that, and the stamps found later."""
    pygame.display.init()
    pygame.display.set_mode((640, 480))
    device.request_stamps()
    now_ms = device.clock().now_ms
    x11, xtst = ctypes.CDLL(ctypes.util.find_library("X11")), ctypes.CDLL(XTEST)
    x11.XOpenDisplay.restype = ctypes.c_void_p
    server = ctypes.c_void_p(x11.XOpenDisplay(None))
    xtst.XTestFakeMotionEvent(server, -1, 320, 240, 0)
    x11.XSync(server, 0)
    time.sleep(0.3)
    device.page.events()
    before = now_ms()
    for goes_down in (1, 0):
        xtst.XTestFakeButtonEvent(server, 1, goes_down, 0)
        xtst.XTestFakeKeyEvent(server, 38, goes_down, 0)
    x11.XSync(server, 0)
    after = now_ms()
    # a long frame
    time.sleep(0.2)
    kinds = (pygame.MOUSEBUTTONDOWN, pygame.MOUSEBUTTONUP, pygame.KEYDOWN, pygame.KEYUP)
    print(json.dumps([before, after, *(event.at_ms for event in device.page.events() if event.type in kinds)]))
    pygame.quit()


if __name__ == "__main__":
    press_and_read_late()
