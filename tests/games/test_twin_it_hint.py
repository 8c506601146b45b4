"""The hint of Twin It! without a clock: a reason in words and the cards it means; and the log at the table."""

import ast
import json
from pathlib import Path

import pygame
import pytest
from drivers import is_replay
from finished import finished
from player import Player
from table_player import PHONE, WIDE, dock_of
from twin_it_events import at
from twin_it_player import Person
from twin_it_states import X, Y, Z, state_of

from game.engine.layout import Box, overlap
from game.engine.panel import CLOSE, MORE
from game.engine.surfaces import ASSETS
from game.engine.texts import LANGUAGES
from game.engine.transitions import Push
from game.games.twin_it import bots, field, layout, rules
from game.games.twin_it.bots import explain
from game.games.twin_it.deck import twins_of
from game.games.twin_it.places import whole_part
from game.games.twin_it.state import Phase, Verb
from game.player import saves
from game.scenes.navigation import routes
from game.scenes.table.log import LogSheet

NEAR = next(pattern for pattern in range(119) if twins_of(pattern))
OTHER = next(pattern for pattern in range(X + 1, 119) if pattern not in twins_of(X))


def key_of(**table: object) -> str:
    return explain(rules.view(state_of(**table), 0)).why.key


@pytest.mark.parametrize(
    ("key", "table"),
    [
        ("alike", {"spots": [X, OTHER, X]}),
        ("alike_near", {"spots": [NEAR, twins_of(NEAR)[0], NEAR]}),
        ("own_pair", {"spots": [X], "sets": [[[X, X]]]}),
        ("their_pair", {"spots": [X], "sets": [[], [[X, X]]]}),
        ("lose_pair", {"sets": [[[X, X], [Y, Y, Y]]], "phase": Phase.CHOOSE, "due": 3000}),
        ("lose_seen", {"spots": [X], "sets": [[[X, X], [Y, Y, Y]]], "phase": Phase.CHOOSE, "due": 3000}),
        ("lose_any", {"sets": [[[Y, Y, Y]]], "phase": Phase.CHOOSE, "due": 3000}),
        ("flip", {}),
        ("deal", {"options": {"mode": "minute", "calm": True}}),
    ],
)
def test_every_position_has_a_fitting_reason(key, table):
    assert key_of(**table) == key


@pytest.mark.parametrize("count", [2, 5, 9, 14, 20])
@pytest.mark.parametrize("room", [Box(24, 136, 820, 350), Box(20, 300, 680, 560)])
def test_the_frame_around_a_part_of_the_table_cuts_no_card(room, count):
    grid = field.Middle(room, count).grid
    cards = [layout.Cell(*place, grid.side).box for place in grid.places[:count]]
    for card in cards:
        part = whole_part(cards, card)
        held = [one for one in cards if overlap(part, one)]
        assert card in held
        assert all(overlap(part, one) == pytest.approx(one.w * one.h) for one in held)
        assert len(held) <= count / 2 + 1 or count < 9


def test_the_log_makes_room_for_the_paper_of_a_hint():
    person = Person(calm=True)
    person.wait(60_000, until=lambda: "hint" in person.ids())
    table = person.table_scene.table
    assert not table.dock_has_text
    person.tap("hint")
    assert table.dock_has_text
    assert table.dock_covers < table.spots.dock.h
    person.tap("hint")
    assert not table.dock_has_text


def test_with_no_look_left_the_hint_is_to_end_instead_of_dealing():
    view = rules.view(state_of(options={"mode": "minute", "calm": True}), 0)
    advice = explain(view._replace(looks_left=0))
    assert advice.action.verb == Verb.PASS
    assert advice.why.key == "no_look"


def test_every_reason_has_a_sentence_in_both_languages():
    tree = ast.parse(Path(bots.__file__).read_text(encoding="utf-8"))
    calls = [
        node for node in ast.walk(tree) if isinstance(node, ast.Call) and getattr(node.func, "id", "") == "reason_for"
    ]
    keys = {
        part.value
        for call in calls
        for part in ast.walk(call.args[0])
        if isinstance(part, ast.Constant) and isinstance(part.value, str)
    }
    assert len(keys) > 8
    for language in LANGUAGES:
        texts = json.loads((ASSETS / "texts" / f"{language}.json").read_text(encoding="utf-8"))
        for key in keys:
            assert texts[f"twin_it.why.{key}"][-1] == ".", key


def told_in_full(person: Person) -> None:
    """Ask for more of the open hint until it names both cards."""
    for _ in range(2):
        person.tap(MORE)


@pytest.mark.parametrize("size", [WIDE, PHONE, (844, 390)])
def test_the_hint_tells_first_a_part_of_the_table_then_one_card_then_both(size):
    person = Person(("human", "easy"), size=size, calm=True, looks=0)
    assert person.until(60_000, lambda: person.view.looker == 0 and next(bots.matches(person.view), None))
    table, told = person.table_scene.table, []
    person.tap("hint")
    cards = [cell.box for cell in table.places.cells_of(person.scene.advice.action.cards)]
    for _ in range(3):
        paper = dock_of(person)
        told.append([box for box, _radius in paper.marks])
        assert paper.panel_text.body in person.scene.take_announcement()
        assert table.match_texts.action(person.scene.advice.action, person.view) not in paper.panel_text.body
        person.tap(MORE)
    part, one, both = told
    assert sum(overlap(part[0], box) > 0 for box in cards) >= 1
    assert part[0] not in cards
    assert one[0] in cards
    assert len(one) == 1
    assert overlap(part[0], one[0])
    assert both == cards
    assert dock_of(person).panel_text.rows, "the numbers are last"
    person.tap("hint")
    person.tap("hint")
    assert [box for box, _radius in dock_of(person).marks] == part, "the next one begins again"


@pytest.mark.parametrize("spots", [[X, Y, Z, 60], [X, Y, X, 60]])
def test_the_first_step_of_a_hint_does_not_tell_whether_two_match(spots):
    person = at(("human", "human"), spots=spots, calm=True)
    assert person.wait(6000, lambda: "hint" in person.ids())
    person.tap("hint")
    told = dock_of(person)
    assert told.panel_text.body == person.table_scene.table.text("hint.part_if")
    assert len(told.marks) == 1
    person.tap(MORE)
    next_key = "why.nothing" if len({*spots}) == len(spots) else "hint.one"
    assert dock_of(person).panel_text.body == person.table_scene.table.text(next_key)


@pytest.mark.parametrize("language", LANGUAGES)
@pytest.mark.parametrize("size", [WIDE, PHONE, (844, 390)])
def test_the_hint_marks_two_cards_and_covers_neither(size, language):
    person = Person(("human", "easy"), size=size, language=language, mode="minute", calm=True)
    person.deal_a_pair()
    person.tap("hint")
    told_in_full(person)
    paper, table = dock_of(person), person.table_scene.table
    pair = [
        table.places.cell_of(face)[0].box for face in person.view.faces if face.card in person.scene.advice.action.cards
    ]
    assert [box for box, _radius in paper.marks] == pair
    assert len(pair) == 2
    assert not any(overlap(paper.box, box) for box in pair)
    x, y, wide = table.spots.prompt
    assert not overlap(paper.box, Box(x - wide / 2, y - 14, wide, 28)), "what is asked stays in sight"
    assert paper.panel_text.body in person.scene.take_announcement()
    assert paper.panel_text.body[-1] == "."
    buttons = [item for item in person.items if item.id not in (MORE, CLOSE) and not item.id.startswith("card-")]
    assert not [item.id for item in buttons if overlap(paper.box, item.box)]
    # the figures are below it, and a touch on a card closes it
    person.tap(MORE)
    assert dock_of(person).panel_text.rows
    assert dock_of(person).panel_text.body == paper.panel_text.body
    assert (dock_of(person).box.x, dock_of(person).box.y) == (paper.box.x, paper.box.y)
    # the back key closes it first
    person.press(pygame.K_ESCAPE)
    assert dock_of(person) is None
    assert person.scene is person.table_scene
    person.tap("hint")
    assert dock_of(person)
    person.claim()
    assert dock_of(person) is None


def test_the_hint_is_greyed_out_while_others_look():
    person = Person(("human", "normal", "easy"), seed=4, calm=True)
    seen = set()
    for _ in range(60):
        person.wait(500)
        if person.view.looker < 0:
            continue
        own = "do-pass" in person.ids()
        assert ("hint" in person.ids()) == own
        assert person.scene.items.find("hint"), "it keeps its place"
        seen.add(own)
        if own:
            person.tap("do-pass")
    assert seen == {False, True}


# ---- the log -------------------------------------------------------------------------------------------------


@pytest.mark.parametrize("size", [WIDE, PHONE, (844, 390)])
@pytest.mark.parametrize("calm", [False, True])
def test_the_log_button_covers_no_card_and_reading_stops_a_clock(size, calm):
    person = Person(size=size, calm=calm)
    person.wait(9000)
    table, log = person.table_scene.table, person.scene.items.find("log")
    assert not overlap(log.box, table.spots.field.wider(20, -20)._replace(y=table.spots.field.y + 9))
    assert not any(overlap(log.box, area.box) for area in table.places.areas.values())
    person.tap("log")
    assert isinstance(person.scene, LogSheet)
    assert person.scene.rows()
    # without a clock there is nothing to stop, so reading costs nothing
    assert table.covered == (not calm)
    assert person.table_scene.running == calm


@pytest.mark.parametrize("over", ["log", "help", "pause"])
def test_without_a_clock_reading_stops_and_covers_nothing(over):
    person = Person(("human", "easy"), calm=True)
    assert person.until(60_000, lambda: person.view.looker == 0)
    face = person.view.faces[0]
    person.lay(face)
    before = person.driver.clock.now, len(person.match.actions), person.table_scene.table.visible_input.chosen
    person.tap(over)
    assert person.scene is not person.table_scene
    person.wait(30_000)
    person.press(pygame.K_ESCAPE)
    assert person.scene is person.table_scene
    assert not person.table_scene.table.covered
    assert "go" not in person.ids()
    person.wait(16)
    after = person.driver.clock.now, len(person.match.actions), person.table_scene.table.visible_input.chosen
    assert after[0] - before[0] < 600, "the time that one reads is not played"
    assert after[1:] == before[1:] == (before[1], face.card)


def test_without_a_clock_a_lost_focus_only_stores_the_match():
    person = Person(("human", "easy"), calm=True)
    assert person.until(60_000, lambda: person.view.looker == 0)
    person.feed(pygame.WINDOWFOCUSLOST)
    found = saves.stored_match(person.app.context, "twin_it")
    assert found is not None
    assert found[0].state == person.match.state
    actions = len(person.match.actions)
    person.clock.pass_ms(60_000)
    person.feed(pygame.WINDOWFOCUSGAINED)
    person.wait(32)
    assert not person.table_scene.table.covered
    assert len(person.match.actions) == actions


@pytest.mark.parametrize("seats", range(1, 7))
@pytest.mark.parametrize("hinted", [False, True])
def test_in_timed_play_the_second_round_button_has_room_beside_the_seats(seats, hinted):
    wide = layout.spots(*WIDE, seats, "timed", hinted=hinted)
    assert max(area.box.x + area.box.w for area in wide.areas) <= 1222 - 84 - 30
    assert wide.bar.x + wide.bar.w <= 1222 - 84 - 30
    tall = layout.spots(720, 1558, seats, "timed", hinted=hinted)
    assert max(area.box.x + area.box.w for area in tall.areas) <= 662 - 84 * hinted - 30


@pytest.mark.parametrize("size", [WIDE, PHONE])
def test_a_line_of_the_replays_log_leads_to_its_moment(size):
    player = Player(size)
    player.app.stack.carry_out(Push(routes.replay(player.app.context, finished("twin_it", 3))))
    replay = player.scene
    assert is_replay(replay)
    player.wait(200)
    player.tap("log")
    sheet = player.scene
    row = sheet.rows()[-1]
    if row.folds >= 0:
        player.tap(row.id)
        row = [one for one in sheet.rows() if one.is_single][-1]
    player.tap(row.id)
    assert player.scene is replay
    driver = replay.driver
    assert replay.table.log[-1] == row.line
    assert driver.now == driver.stamps[driver.match.place]
