"""Several people at one table of Twin It!: buzzers, and the minute and the contest with shared cards."""

import pygame
import pytest
from table_player import PHONE, WIDE
from twin_it_player import Person, events_of, with_a_pair

from game.games.twin_it.events import (
    Buzzed,
    CardMoved,
    ContestStarted,
    SetCollected,
    SetWon,
)
from game.games.twin_it.hands import TRIED_MS
from game.games.twin_it.state import SPOT, STACK, Action, Phase, Verb

SIZES = (WIDE, PHONE)


# ---- several people ----------------------------------------------------------------------------------------


@pytest.mark.parametrize("size", [*SIZES, (768, 1024)])
def test_a_player_buzzes_touches_a_pair_and_wins_it(size):
    person = with_a_pair(4, size=size, buzzers=True)
    person.tap("buzz-2")
    person.wait(32)
    assert events_of(person, Buzzed)[-1].seat == 2
    for face in person.pair():
        person.lay(face, finger=0)
        person.wait(32)
    person.wait(64)
    assert [event.seat for event in events_of(person, SetWon)] == [2]


def test_a_buzzer_has_a_key_and_then_the_signs_appear():
    person = with_a_pair(3, buzzers=True)
    person.press(pygame.K_p, "p")
    person.wait(32)
    assert events_of(person, Buzzed)[-1].seat == 1
    signs = person.table_scene.table.visible_input.signs
    assert not {"q", "p", "x"} & set(signs.values())
    for face in person.pair():
        sign = signs[face.card]
        person.press(ord(sign.lower()), sign)
        person.wait(16)
    person.wait(64)
    assert [event.seat for event in events_of(person, SetWon)] == [1]


def test_the_key_of_the_fourth_buzzer_does_not_mute():
    person = with_a_pair(4, buzzers=True)
    person.press(pygame.K_m, "m")
    person.wait(32)
    assert events_of(person, Buzzed)[-1].seat == 3
    assert not person.app.context.settings.muted


@pytest.mark.parametrize(("size", "by_key"), [(WIDE, True), (WIDE, False), (PHONE, False)])
def test_before_the_first_card_everybody_tries_out_a_buzzer_and_then_it_begins(size, by_key):
    person = Person(("human",) * 4, seed=9, size=size, buzzers=True, go=False)
    person.app.context.uses_touch = not by_key
    person.table_scene.build()
    person.wait(100)
    table = person.table_scene.table
    keys = table.panels.buzz_caps
    assert bool(keys) == by_key
    told = person.app.context.texts("twin_it.try_out.key" if by_key else "twin_it.try_out")
    for seat in (3, 0, 2, 1):
        assert person.table_scene.prompt == told
        person.wait(TRIED_MS)
        assert table.covered, "not before all have tried"
        if by_key:
            person.press(ord(keys[seat].lower()), keys[seat].lower())
        else:
            person.point(*table.places.areas[seat].buzzer[:2])
        assert seat in table.visible_input.tried
        person.draw()
    person.wait(TRIED_MS + 100)
    assert not table.covered
    assert not person.view.buzzes, "trying out counts for nothing"
    assert person.table_scene.prompt != told
    assert not person.app.context.settings.muted


def test_after_a_pause_no_buzzer_is_tried_out_again():
    person = with_a_pair(2, buzzers=True)
    person.feed(pygame.WINDOWFOCUSLOST)
    person.feed(pygame.WINDOWFOCUSGAINED)
    assert (person.table_scene.table.covered, person.table_scene.table.tries_out) == (True, False)
    assert not person.table_scene.prompt


def test_a_touch_without_a_buzz_is_explained_and_costs_nothing():
    person = with_a_pair(2, buzzers=True)
    length = len(person.match.actions)
    spot = next(face for face in person.view.faces if face.where == SPOT)
    person.lay(spot)
    person.wait(16)
    assert len(person.match.actions) == length
    # it is said at the place of the prompt, and covers nothing
    told = person.app.context.texts("reason.buzz_first")
    assert person.table_scene.prompt == told
    assert not person.app.toasts.shown
    person.wait(2500)
    assert person.table_scene.prompt != told


def test_two_buzzes_at_once_for_one_pair_are_a_contest():
    person = with_a_pair(2, buzzers=True)
    now = person.clock.now_ms()
    for seat, at in ((0, now + 5), (1, now + 21)):
        x, y, _radius = person.table_scene.table.places.areas[seat].buzzer
        pos = person.app.context.frame.to_real(x, y)
        person.feed(pygame.MOUSEBUTTONDOWN, pos=pos, button=1, touch=False, at_ms=at)
    person.wait(64)
    assert len(person.view.buzzes) == 2
    both = person.pair()
    for _seat in (0, 1):
        for face in both:
            person.lay(face)
            person.wait(32)
    person.wait(64)
    assert events_of(person, ContestStarted)
    assert person.view.phase == Phase.COUNT


def test_around_a_device_a_tap_on_ones_own_stack_flips():
    person = Person(("human",) * 2, seed=9, buzzers=True)
    person.wait(1500)
    turn = person.view.turn
    stack = next(face for face in person.view.faces if face.where == STACK and face.place == turn)
    person.lay(stack)
    person.wait(64)
    assert person.match.actions[-1] == Action(Verb.FLIP, person.match.actions[-1].at_ms, turn)


# ---- the minute --------------------------------------------------------------------------------------------


@pytest.mark.parametrize("size", SIZES)
def test_in_the_minute_cards_are_dealt_turned_moved_and_gathered(size):
    person = Person(("human",), seed=3, size=size, mode="minute")
    person.tap("do-deal")
    person.wait(32)
    stack = person.table_scene.table.spots.stack
    person.point(stack.x, stack.y)
    person.wait(32)
    assert len([face for face in person.view.faces if face.where == SPOT]) == 2
    face, turn = person.view.faces[0], person.scene.items.find
    assert (turn("do-turn").enabled, turn("do-turn").label) == (False, "Umdrehen, erst eine Karte wählen")
    person.lay(face)
    person.wait(16)
    assert turn("do-turn").label == "Umdrehen"
    person.tap("do-turn")
    person.wait(32)
    turned = next(other for other in person.view.faces if other.card == face.card)
    assert turned.pattern != face.pattern
    x, y = person.place_of(turned)
    there = person.app.context.frame.to_real(*person.table_scene.table.places.ground.grid.places[20])
    person.feed(pygame.MOUSEBUTTONDOWN, pos=(x, y), button=1, touch=False)
    person.feed(pygame.MOUSEMOTION, pos=there, rel=(0, 0), buttons=(1, 0, 0), touch=False)
    person.wait(32)
    person.feed(pygame.MOUSEBUTTONUP, pos=there, button=1, touch=False)
    person.wait(32)
    assert events_of(person, CardMoved) == [CardMoved(0, face.card, 20)]
    person.deal_a_pair()
    person.claim()
    assert len(events_of(person, SetCollected)) == 1
    assert person.view.scores == (1,)


def test_in_the_contest_at_one_device_a_player_takes_the_table_first():
    person = Person(("human", "human"), seed=3, mode="contest")
    person.deal_a_pair()
    person.claim()
    assert not events_of(person, SetCollected)
    person.tap("buzz-1")
    person.wait(16)
    person.claim()
    assert [event.seat for event in events_of(person, SetCollected)] == [1]


@pytest.mark.parametrize("breaks", ["right button", "escape", "focus"])
def test_in_the_minute_a_dragged_card_springs_back_when_the_drag_is_cancelled(breaks):
    person = Person(("human",), mode="minute")
    for _ in range(3):
        person.tap("do-deal")
        person.wait(32)
    table, face = person.table_scene.table, person.view.faces[0]
    frame = person.app.context.frame
    start = frame.to_logical(*person.place_of(face))
    person.press(pygame.K_q, "q")
    person.drag(start, (frame.width / 2 + 200, start[1] + 120), drop=False)
    assert table.visible_input.dragged
    match breaks:
        case "right button":
            person.feed(pygame.MOUSEBUTTONDOWN, pos=(5, 5), button=3, touch=False)
        case "escape":
            person.press(pygame.K_ESCAPE)
        case _:
            person.feed(pygame.WINDOWFOCUSLOST)
            person.feed(pygame.WINDOWFOCUSGAINED)
    assert table.visible_input.dragged is None
    person.let_go(frame.width / 2 + 200, start[1] + 120)
    person.wait(400)
    assert all(action.verb != Verb.MOVE for action in person.match.actions)
    assert person.view.faces[0].place == face.place
