"""Waiting at a table of Twin It!: early flips, refusals, and looks of others take no longer than needed."""

import pygame
import pytest
from twin_it_events import APART, act, at, faces, touch_wrong_pair
from twin_it_player import Person, events_of

from game.core.live import NEVER
from game.engine.widgets import Button
from game.games.twin_it.events import CardFlipped, SeatPassed
from game.games.twin_it.state import Action, Phase, Verb
from game.table.live.local import IDLE_MS, LOOK_MS

FLIP = "do-flip"


def before_the_flip(**how) -> Person:
    """Return a person whose turn it is to flip, when it is too early for that."""
    person = at(**how)
    scene = person.table_scene
    person.match.state = person.match.state._replace(turn=0, flip_from=scene.driver.clock.now + 600, due=NEVER)
    scene.driver.scheduler._notice()
    scene._show(0)
    return person


def flip_button(person: Person) -> Button:
    return next(one for one in person.table_scene.widgets if isinstance(one, Button) and one.items[0].id == FLIP)


@pytest.mark.parametrize("by", ["mouse", "finger", "key"])
def test_an_early_flip_is_carried_out_as_soon_as_it_is_allowed(by):
    person = before_the_flip()
    flips = len(events_of(person, CardFlipped))
    waits = flip_button(person)
    assert (waits.kind, waits.sub) == ("dark", "not yet")
    if by == "key":
        person.use_by_keys(FLIP)
    elif by == "mouse":
        person.tap(FLIP)
    else:
        frame, (x, y) = person.app.context.frame, waits.items[0].box.centre
        real, (wide, high) = frame.to_real(x, y), frame.window
        fields = {"touch_id": 1, "finger_id": 1, "x": real[0] / wide, "y": real[1] / high, "dx": 0.0, "dy": 0.0}
        person.feed(pygame.FINGERDOWN, **fields)
        person.feed(pygame.FINGERUP, **fields)
    person.wait(64)
    assert flip_button(person).sub == "coming up"
    assert len(events_of(person, CardFlipped)) == flips
    person.wait(800)
    assert [event.seat for event in events_of(person, CardFlipped)[flips:]] == [0]


@pytest.mark.parametrize("what", ["a hand", "an error of somebody else", "the clock stands still"])
def test_another_event_cancels_an_early_flip(what):
    person = before_the_flip()
    scene, flips = person.table_scene, len(events_of(person, CardFlipped))
    person.tap(FLIP)
    if what == "a hand":
        person.lay(faces(person)[0])
        person.wait(600)
        assert scene.table.visible_input.wants_flip < 0
    elif what == "an error of somebody else":
        touch_wrong_pair(person, 1)
        assert person.view.turn == 1
        person.wait(32)
        assert scene.table.visible_input.wants_flip < 0
    else:
        scene.halt()
        scene.go()
        person.wait(32)
        assert scene.table.visible_input.wants_flip < 0
    assert not [event for event in events_of(person, CardFlipped)[flips:] if event.seat == 0]


def test_the_flip_button_is_bright_once_it_can_be_used():
    person = before_the_flip()
    person.wait(700)
    assert flip_button(person).kind == "primary"


def calm(**how) -> Person:
    """Return a person at a calm table while another player looks, without any pair to find."""
    person = at(calm=True, **how)
    person.match.state = person.match.state._replace(flipper=0)
    person.table_scene._show(0)
    assert person.view.looker == 1
    return person


def until_own_look(person: Person) -> float:
    """Wait for one's own look; return how long that took, in milliseconds."""
    before = person.clock.now_ms()
    assert person.wait(20_000, lambda: person.view.looker == 0)
    return person.clock.now_ms() - before


def test_looks_without_a_find_are_short_and_those_with_one_are_seen():
    person = calm()
    nothing = until_own_look(person)
    assert 2 * IDLE_MS[0] <= nothing <= 2 * (sum(IDLE_MS) + 50)
    # two equal cards are there, and an expert is next
    person = calm(kinds=("human", "hard", "hard"), spots=[50, 50, *APART], language="de")
    before = person.clock.now_ms()
    assert person.wait(20_000, lambda: person.view.set_counts[1] == 1)
    assert LOOK_MS[0] <= person.clock.now_ms() - before <= sum(LOOK_MS) + 50


@pytest.mark.parametrize(
    ("language", "first", "all_of_them"),
    [("de", "{} findet nichts", "{} und {} finden nichts"), ("en", "{} finds nothing", "{} and {} find nothing")],
)
def test_one_line_of_the_log_tells_that_rivals_have_found_nothing(language, first, all_of_them):
    person = calm(language=language)
    rivals, history = [seat.name for seat in person.match.seats[1:]], person.table_scene.table.history
    told = [row.line.text for row in history.newest()]
    assert person.wait(5000, lambda: person.view.looker == 2)
    assert [row.line.text for row in history.newest()] == [first.format(rivals[0]), *told]
    until_own_look(person)
    assert [row.line.text for row in history.newest()] == [all_of_them.format(*rivals), *told]
    # the next round of looks is told in the same line
    act(person, Action(Verb.PASS, person.driver.clock.now, 0))
    until_own_look(person)
    assert len([*history.newest()]) == len(told) + 1


@pytest.mark.parametrize("by", ["mouse", "finger", "key"])
def test_a_tap_or_a_key_ends_the_look_of_a_bot_at_once(by):
    person = calm()
    for number in range(2):
        person.wait(64)
        passed = len(events_of(person, SeatPassed))
        if by == "key":
            person.press(pygame.K_RETURN, "\r")
        else:
            person.lay(faces(person)[number], finger=1 if by == "finger" else None)
        person.wait(48)
        assert len(events_of(person, SeatPassed)) == passed + 1
    assert person.view.looker == 0
    # one's own look is not ended: a tap touches a card
    person.lay(faces(person)[2])
    person.wait(32)
    assert person.table_scene.table.visible_input.chosen >= 0


def test_a_refusal_disappears_when_something_else_is_asked():
    person = calm()
    scene = person.table_scene
    scene.tell("Not now.")
    person.wait(32)
    assert scene.prompt == "Not now."
    act(person, Action(Verb.PASS, scene.driver.clock.now, 1))
    assert scene.prompt == scene.table.prompt(person.view) != "Not now."
    # while nothing changes it stays to be read
    until_own_look(person)
    scene.tell("Not now.")
    person.wait(1000)
    assert scene.prompt == "Not now."
    assert person.view.phase == Phase.OPEN


def own_flip(confirm: str = "never", kinds=("human", "hard", "hard")) -> Person:
    """Return a person whose flip is next, after everybody has looked."""
    person = at(kinds, calm=True)
    person.app.context.settings.confirm = confirm
    state = person.match.state
    person.match.state = state._replace(flipper=2, turn=0, passes=3 * state.options.looks)
    person.table_scene._show(0)
    assert person.view.looker < 0
    assert person.view.turn == 0
    return person


def test_without_a_clock_ones_own_card_is_flipped_automatically():
    person = own_flip()
    assert FLIP not in person.ids()
    assert person.table_scene.prompt == "Your next card"
    flips = len(events_of(person, CardFlipped))
    person.wait(sum(IDLE_MS) + 50)
    assert [event.seat for event in events_of(person, CardFlipped)[flips:]] == [0]
    # a tap flips it at once
    person = own_flip()
    person.wait(64)
    flips = len(events_of(person, CardFlipped))
    person.lay(faces(person)[0])
    person.wait(48)
    assert len(events_of(person, CardFlipped)) == flips + 1


@pytest.mark.parametrize("how", [{"confirm": "always"}, {"kinds": ("human", "human", "hard")}])
def test_with_confirmation_or_other_people_the_player_flips(how):
    person = own_flip(**how)
    flips = len(events_of(person, CardFlipped))
    person.wait(3000)
    assert FLIP in person.ids()
    assert len(events_of(person, CardFlipped)) == flips
    person.tap(FLIP)
    person.wait(48)
    assert len(events_of(person, CardFlipped)) == flips + 1


def test_at_one_device_the_button_names_the_player_who_looks_or_flips():
    person = at(("human", "human", "hard"), calm=True)
    person.match.state = person.match.state._replace(flipper=0)
    person.table_scene._show(0)
    assert person.view.looker == 1
    button = next(one for one in person.table_scene.widgets if isinstance(one, Button) and one.items[0].id == "do-pass")
    assert button.sub == person.match.seats[1].name
    person.match.state = person.match.state._replace(turn=1, passes=3)
    person.table_scene._show(0)
    assert flip_button(person).sub == person.match.seats[1].name


def test_a_refusal_in_the_minute_is_told_where_the_cost_of_a_wrong_set_is():
    """Elsewhere the column of the buttons would cut it, and on a phone it would hide the next medal."""
    person = Person(("human", "easy"), mode="minute")
    told = person.table_scene.table.announcements
    person.table_scene.live_input.refused(Action(Verb.COLLECT, 0, 0, ()), "locked")
    assert told.sentence.text == person.app.context.texts("reason.locked")
