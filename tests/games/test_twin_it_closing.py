"""The end of a match of Twin It!: the banner, the hopping sets, and when the result comes."""

from itertools import pairwise
from typing import Any

import pygame
import pytest
from table_player import PHONE, WIDE
from twin_it_events import APART, act, faces
from twin_it_player import Person
from twin_it_states import state_of

from game.catalogue.registry import GAMES
from game.engine.layout import Box, overlap
from game.engine.texts import LANGUAGES
from game.games.twin_it.announcements import BANNER_AFTER_MS, FIRST_HOP_MS, NEXT_HOP_MS
from game.games.twin_it.state import SET, Action, Verb
from game.scenes.result.result import Result
from game.table.live.scene import LAST_LOOK_MS, LEAST_MS

PAIR = 50
FOUR = [[10, 10], [20, 20], [30, 30], [40, 40]]


@pytest.fixture
def person_after_a_win(monkeypatch):
    """Return a person at whose table a seat has just taken its fifth set."""

    def sit(seat: int = 0, **how: Any) -> Person:
        look = {key: how.pop(key) for key in ("speed", "still") if key in how}
        sets = [FOUR if number == seat else [] for number in range(3)]
        person = begun(monkeypatch, spots=[PAIR, PAIR, 51, 52], sets=sets, **how)
        settings = person.app.context.settings
        settings.speed, settings.reduced_motion = look.get("speed", "normal"), look.get("still", False)
        cards = tuple(face.card for face in faces(person)[:2])
        act(person, Action(Verb.TOUCH, person.driver.clock.now, seat, cards))
        assert person.match.is_over
        return person

    return sit


def begun(monkeypatch, size: tuple[int, int] = WIDE, language: str = "en", **position: Any) -> Person:
    """Return a person at a match that begins in a given position, also in a review."""
    state = state_of(**position)
    state = state._replace(deck=tuple(up if up < 1000 else 62 + up % 57 for up in state.deck))
    monkeypatch.setattr(GAMES["twin_it"], "setup", lambda *_: state)
    kinds = ("human", *["easy"] * (len(state.stacks) - 1))
    return Person(kinds, seed=9, size=size, language=language)


def ending(table: Any) -> tuple[str, str]:
    """Return the text of the banner."""
    return table.match_texts.ending(table.announcements.ended, table.view)


def heights(person: Person) -> list[float]:
    """Return how high each of the sets is in the air."""
    layer = person.table_scene.table.layer
    return [round(layer.rise(key)) for key in layer.sprites if isinstance(key, tuple) and key[1] == SET]


@pytest.mark.parametrize("language", LANGUAGES)
@pytest.mark.parametrize("size", [WIDE, PHONE, (844, 390)])
@pytest.mark.parametrize("seat", [0, 1])
def test_the_banner_names_the_reason_and_lies_beside_the_winning_sets(person_after_a_win, size, language, seat):
    person = person_after_a_win(seat, size=size, language=language)
    table = person.table_scene.table
    person.wait(BANNER_AFTER_MS)
    title, body = ending(table)
    won = {"de": ("Du gewinnst", "Frida gewinnt"), "en": ("You win", "Frida wins")}[language][seat]
    assert (title, body) == ({"de": "Fünf Sätze!", "en": "Five sets!"}[language], won)
    field, told, panel = table.spots.field, table.announcements, table.places.areas[seat].box
    banner = told.banner
    x, y = told.banner_place(told.ended)
    box = Box(x - banner.wide / 2, y - banner.high / 2, banner.wide, banner.high)
    assert overlap(box, field) == pytest.approx(box.w * box.h)
    assert 0 <= max(box.y - panel.y - panel.h, panel.y - box.y - box.h) < 70
    # nothing else is asked or said meanwhile
    before = person.draw().copy()
    table.prompt = lambda _view: "?"
    person.table_scene.refresh_controls()
    assert pygame.image.tobytes(before, "RGB") == pygame.image.tobytes(person.draw(), "RGB")


def test_the_banner_names_another_winner_and_the_empty_stack(person_after_a_win, monkeypatch):
    assert ending(person_after_a_win(1).table_scene.table)[1] == "Frida wins"
    person = begun(monkeypatch, spots=APART, stacks=[[1000], [1001], [1002]])
    person.wait(120_000, lambda: person.match.is_over)
    title, _names = ending(person.table_scene.table)
    assert title == person.app.context.texts("twin_it.over.cards")


@pytest.mark.parametrize("still", [False, True])
def test_the_five_sets_hop_one_after_the_other_unless_motion_is_reduced(person_after_a_win, still):
    person = person_after_a_win(still=still, speed="off" if still else "normal")
    first: dict[int, float] = {}
    for step in range(90):
        for number, height in enumerate(heights(person)):
            if height > 2:
                first.setdefault(number, 16.0 * step)
        person.wait(16)
    if still:
        assert not first
        return
    began = sorted(first.values())
    assert len(began) == 5
    assert began[0] > FIRST_HOP_MS - 100
    assert all(abs(later - sooner - NEXT_HOP_MS) <= 20 for sooner, later in pairwise(began))
    assert not any(heights(person)), "then all lie again"


@pytest.mark.parametrize(("seat", "fanfares"), [(0, 1), (1, 0)])
def test_every_winning_set_throws_sparks_and_a_persons_own_last_one_a_fanfare(person_after_a_win, seat, fanfares):
    person = person_after_a_win(seat)
    announced, heard, bursts = person.table_scene.table.announcements, [], []
    person.app.context.audio.play = lambda name, volume=1.0: heard.append(name)
    announced.bursts.add = lambda x, y, impact, colours: bursts.append((round(x), impact.sparks))
    person.wait(1500)
    assert len({x for x, _sparks in bursts}) >= (5 if seat == 0 else 3)
    assert bursts[-1][1] > max(sparks for _x, sparks in bursts[:-1])
    assert heard.count("win") == fanfares
    assert not announced.shouts, "the banner has the word"


@pytest.mark.parametrize("by", ["mouse", "finger", "key"])
def test_a_tap_leads_to_the_result_unless_it_was_meant_for_a_card(person_after_a_win, by):
    person = person_after_a_win()

    def press() -> None:
        if by == "key":
            person.press(pygame.K_RETURN)
        else:
            person.lay(faces(person)[0], finger=1 if by == "finger" else None)

    press()
    person.wait(LEAST_MS - 200)
    assert not isinstance(person.scene, Result)
    person.wait(200)
    press()
    person.wait(32)
    assert isinstance(person.scene, Result)


def test_without_input_the_result_comes_by_itself(person_after_a_win):
    person = person_after_a_win()
    person.wait(LAST_LOOK_MS - 200)
    assert not isinstance(person.scene, Result)
    person.wait(300)
    assert isinstance(person.scene, Result)


@pytest.mark.parametrize("size", [WIDE, PHONE])
@pytest.mark.parametrize("seats", [3, 4, 5, 6])
def test_each_of_five_sets_has_a_place_of_its_own_at_any_seat(monkeypatch, size, seats):
    sets = [[*FOUR, [60, 60]] if number == 1 else [] for number in range(seats)]
    table = begun(monkeypatch, size, spots=[51, 52], sets=sets, seats=seats).table_scene.table
    won = [face for face in table.view.faces if face.where == SET]
    boxes = [table.places.cell_of(face)[0].box for face in won]
    assert len(boxes) == 5
    around = table.places.areas[1].box
    for number, box in enumerate(boxes):
        assert around.x <= box.x
        assert box.x + box.w <= around.x + around.w
        assert all(overlap(box, other) <= 0 for other in boxes[:number])
