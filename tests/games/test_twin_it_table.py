"""The table of Twin It!: touches count at their stamps, by mouse, finger and key; every mode is played to its end."""

from types import SimpleNamespace

import pygame
import pytest
from table_player import PHONE, WIDE
from twin_it_player import Person, events_of, with_a_pair

from game.catalogue.registry import GAMES
from game.core.match import load
from game.engine.palette import CREAM
from game.engine.texts import LANGUAGES
from game.games.twin_it.events import (
    ErrorMade,
    SetLost,
    SetStolen,
    SetWon,
)
from game.games.twin_it.state import SET, SPOT, STACK, Phase, Verb
from game.player import saves, stats
from game.scenes.result.result import Result
from game.scenes.table.pause import Pause

SIZES = (WIDE, PHONE)


# ---- the clock ----------------------------------------------------------------------------------------


def test_the_table_is_covered_until_a_player_starts():
    person = Person(go=False)
    assert person.table_scene.table.covered
    person.wait(20_000)
    assert not person.match.actions
    person.tap("go")
    assert not person.table_scene.table.covered
    assert person.until(6000, lambda: person.match.actions)


def test_no_pattern_is_found_while_the_faces_are_covered():
    person = Person(go=False)
    assert not [id_ for id_ in person.ids() if id_.startswith("card-")]
    sprites = person.table_scene.table.layer.sprites.values()
    assert {sprite.place.face.partition(":")[0].partition("/")[0] for sprite in sprites} <= {"back", "b"}


@pytest.mark.parametrize("lost", [pygame.WINDOWFOCUSLOST, pygame.WINDOWHIDDEN])
def test_a_window_without_focus_pauses_the_match_and_covers_the_faces(lost):
    person = Person()
    person.wait(9000)
    person.feed(lost)
    before = person.driver.clock.now, len(person.match.actions)
    assert person.table_scene.table.covered
    person.clock.pass_ms(60_000)
    person.feed(pygame.WINDOWFOCUSGAINED)
    person.wait(5000)
    assert (person.driver.clock.now, len(person.match.actions)) == before
    person.tap("go")
    person.wait(100)
    assert person.driver.clock.now - before[0] < 200


def test_a_claim_counts_at_the_stamps_of_its_inputs():
    person = with_a_pair()
    now = person.clock.now_ms()
    for face, late in zip(person.pair(), (140, 31), strict=True):
        person.lay(face, now + 200 - late)
    person.clock.pass_ms(200)
    game = person.driver.clock.stamp(now + 200)
    person.wait(64)
    hands = [action for action in person.match.actions if action.verb == Verb.TOUCH][-2:]
    assert [action.at_ms for action in hands] == [game - 140, game - 31]
    won = events_of(person, SetWon)[-1]
    shown = max(person.match.at(len(person.match.actions) - 1).state.shown[card] for card in won.cards)
    assert won.ms == game - 31 - shown


def test_a_slow_frame_does_not_change_who_was_first():
    """The same inputs with the same stamps, in small frames and in one long one."""
    logs = []
    for frames in (1, 12):
        person = with_a_pair()
        start = person.clock.now_ms()
        one, other = person.pair()
        person.lay(one, start + 40)
        person.lay(other, start + 90)
        for _ in range(frames):
            person.clock.pass_ms(192 / frames)
            person.app.step(192 / frames)
        person.wait(64)
        logs.append([action for action in person.match.actions if action.verb == Verb.TOUCH])
    assert logs[0] == logs[1]
    assert len(logs[0]) == 2


def test_after_a_long_hitch_the_match_goes_on_where_it_was():
    person = Person()
    person.wait(3000)
    before = person.driver.clock.now
    person.clock.pass_ms(30_000)
    person.app.step(50)
    assert person.driver.clock.now - before < 400


# ---- touches ----------------------------------------------------------------------------------------------


@pytest.mark.parametrize("size", SIZES)
def test_two_clicks_on_equal_faces_win_a_set(size):
    person = with_a_pair(size=size)
    assert person.claim()
    assert [event.seat for event in events_of(person, SetWon)] == [0]


def test_two_fingers_at_once_win_a_set():
    person = with_a_pair()
    at = person.clock.now_ms()
    one, other = person.pair()
    for number, (kind, face) in enumerate(
        ((pygame.FINGERDOWN, one), (pygame.FINGERDOWN, other), (pygame.FINGERUP, one), (pygame.FINGERUP, other))
    ):
        x, y = person.place_of(face)
        person.feed(
            kind,
            touch_id=1,
            finger_id=number % 2,
            x=x / 1280,
            y=y / 720,
            dx=0.0,
            dy=0.0,
            at_ms=at,
        )
    person.wait(64)
    assert len(events_of(person, SetWon)) == 1


def test_two_unequal_faces_are_an_error_and_cost_a_set():
    person = with_a_pair()
    assert person.claim()
    spots = [face for face in person.view.faces if face.where == SPOT]
    one = spots[0]
    other = next(face for face in spots if face.pattern != one.pattern)
    person.lay(one)
    person.clock.pass_ms(50)
    person.lay(other)
    person.wait(64)
    assert events_of(person, ErrorMade)[-1].why == "unequal"
    assert events_of(person, SetLost)


def test_a_third_copy_steals_the_pair():
    """In this game all three copies of a pattern appear, the third while two lie as a won pair."""
    person = Person(("human", "human"), seed=4, buzzers=False)
    for _ in range(60):
        assert person.until(400_000, person.pair)
        assert person.playing, "no third copy ever came: look for another seed"
        person.claim()
        if events_of(person, SetStolen):
            break
    assert events_of(person, SetStolen)


def test_no_button_offers_the_flip_of_a_rivals_card():
    person = Person()
    assert person.until(40_000, lambda: person.view.turn != 0 and person.view.phase == Phase.OPEN)
    person.wait(32)
    assert person.scene.items.find("do-flip") is None


def test_on_ones_turn_a_card_can_be_flipped_by_button_and_by_key():
    person = Person()
    for press in (lambda: person.tap("do-flip"), lambda: person.press(pygame.K_SPACE, " ")):
        view = person.view
        assert person.until(40_000, lambda: person.view.turn == 0 and person.driver.clock.now > person.view.flip_from)
        count = person.view.stack_counts[0]
        press()
        person.wait(64)
        assert person.view.stack_counts[0] == count - 1
        assert person.match.actions[-1][:1] == (Verb.FLIP,)
        del view


def test_signs_on_the_cards_allow_claims_by_keyboard():
    person = with_a_pair()
    person.table_scene.humans[:] = [0]
    person.press(pygame.K_q, "q")
    signs = dict(person.table_scene.table.visible_input.signs)
    assert len(signs) == len([face for face in person.view.faces if len(face.cards) < 3])
    assert len(set(signs.values())) == len(signs)
    for face in person.pair():
        sign = signs[face.card]
        person.clock.pass_ms(60)
        person.press(ord(sign.lower()), sign)
    person.wait(64)
    assert len(events_of(person, SetWon)) == 1


def test_a_sign_stays_on_its_card():
    person = Person()
    person.press(pygame.K_q, "q")
    before = dict(person.table_scene.table.visible_input.signs)
    person.wait(8000)
    after = person.table_scene.table.visible_input.signs
    there = {face.card for face in person.view.faces}
    assert all(after[card] == sign for card, sign in before.items() if card in there and card in after)


def test_while_signs_are_shown_keys_with_other_meanings_are_signs():
    person = Person()
    assert not person.table_scene.captures_keys
    person.press(pygame.K_q, "q")
    assert person.table_scene.captures_keys
    muted = person.app.context.settings.muted
    person.press(pygame.K_m, "m")
    assert person.app.context.settings.muted == muted


def test_everything_in_play_can_be_used_by_its_item():
    person = with_a_pair()
    ids = [f"card-{face.card}" for face in person.view.faces if len(face.cards) < 3]
    assert set(ids) <= set(person.ids())
    for face in person.pair():
        person.clock.pass_ms(60)
        person.walk_to(f"card-{face.card}")
        person.press(pygame.K_RETURN)
    person.wait(64)
    assert len(events_of(person, SetWon)) == 1


def test_the_set_that_an_error_costs_can_be_chosen():
    person = with_a_pair(seed=9)
    while len([f for f in person.view.faces if f.where == SET]) < 2:
        assert person.until(400_000, person.pair)
        person.claim()
    spots = [face for face in person.view.faces if face.where == SPOT]
    other = next(face for face in spots if face.pattern != spots[0].pattern)
    person.lay(spots[0])
    person.lay(other)
    person.wait(64)
    assert person.view.phase == Phase.CHOOSE
    # nothing is flipped before the choice is made, and no button offers a flip
    assert "do-flip" not in person.ids()
    first = min((face for face in person.view.faces if face.where == SET), key=lambda face: face.shown_at)
    person.lay(first)
    person.wait(64)
    assert events_of(person, SetLost)[-1].cards == first.cards


def test_a_chosen_card_is_chosen_no_more_once_a_bot_has_gathered_it():
    # in the contest the sets of bots lie nowhere, they are only counted
    person, gathered = Person(("human", "normal"), seed=4, mode="contest"), 0
    doing = person.table_scene.live_input.visible_input
    for _ in range(900):
        if gathered > 3 or person.view.phase == Phase.OVER:
            break
        pair, chosen = person.pair(), doing.chosen
        if pair and chosen < 0:
            person.lay(pair[0])
        elif "do-deal" in person.ids() and not pair:
            person.tap("do-deal")
        chosen = doing.chosen
        person.wait(160)
        person.draw()
        if any(face.where == SET and chosen in face.cards for face in person.view.faces):
            gathered += 1
            assert doing.chosen != chosen
    assert gathered > 3, "the bot has gathered too few chosen cards: look for another seed"


# ---- whole games ---------------------------------------------------------------------------------------------


def played(person: Person, pause_ms: float = 700) -> Person:
    """Play on by clicking on matching cards, until the result is on the screen."""
    for _ in range(1500):
        if not person.playing:
            break
        person.wait(pause_ms)
        if not person.playing:
            break
        if "do-deal" in person.ids() and not person.pair():
            person.tap("do-deal")
        elif person.table_scene.live_input.seat() >= 0 or person.view.options.mode in ("minute", "contest"):
            if not person.claim() and "do-pass" in person.ids():
                person.tap("do-pass")
            elif "do-flip" in person.ids() and person.view.options.calm and person.view.looker < 0:
                person.tap("do-flip")
    person.wait(4000)
    return person


MODES = [
    (("human", "easy"), {}),
    (("human", "hard", "adaptive"), {"forbidden": 0}),
    (("human", "normal", "normal", "normal"), {"mode": "teams"}),
    (("human",), {"mode": "minute"}),
    (("human", "normal", "normal"), {"mode": "minute"}),
    (("human", "normal"), {"mode": "contest"}),
    (("human", "easy"), {"calm": True}),
    (("human", "easy"), {"calm": True, "mode": "minute"}),
]


@pytest.mark.parametrize(("kinds", "options"), MODES, ids=str)
def test_every_mode_is_played_to_its_end_through_the_interface(kinds, options):
    size = SIZES[len(kinds) % 2]
    language = [*LANGUAGES][MODES.index((kinds, options)) % 2]
    person = played(Person(kinds, seed=4, size=size, language=language, **options))
    assert person.match.is_over
    assert isinstance(person.scene, Result)
    again = load(person.match.save(), GAMES)
    assert again.state == person.match.state
    assert len(stats.entries(person.app.context)) == len(saves.finished_matches(person.app.context)) == 1


def test_teams_of_people_with_buzzers_reach_the_end():
    person = Person(("human",) * 4, seed=4, mode="teams", buzzers=True)
    for _ in range(400):
        if not person.until(400_000, person.pair) or not person.playing:
            break
        if person.view.phase in (Phase.OPEN, Phase.LAST_LOOK):
            person.tap("buzz-1")
            person.wait(32)
        person.claim()
        person.wait(400)
    person.wait(5000)
    assert person.match.is_over
    assert {event.seat % 2 for event in events_of(person, SetWon)} == {1}
    assert all(event.mate >= 0 for event in events_of(person, SetWon))


@pytest.mark.parametrize("size", [WIDE, PHONE])
def test_the_seat_that_buzzed_has_the_time_and_large_words_on_its_side(size):
    person = Person(("human",) * 3, size=size, buzzers=True)
    person.wait(2000)
    assert {"pause", "help"} <= {*person.ids()}
    table = person.table_scene.table
    for seat in (1, 0):
        assert person.wait(9000, lambda: person.view.phase == Phase.OPEN)
        person.tap(f"buzz-{seat}")
        person.wait(64)
        area, middle = table.places.areas[seat], table.frame.height / 2
        ((bar, turned),) = table.clock.bars()
        assert (abs(bar.y - area.box.centre[1]) < area.box.h, turned) == (True, area.turned)
        put = []
        canvas = SimpleNamespace(put_centred=lambda picture, x, y, put=put: put.append((picture, y)))
        table.draw_asked(canvas, table.prompt(person.view), False)
        ((picture, y),) = put
        assert (y < middle) == (area.box.y < middle)
        assert picture.get_height() >= 1.2 * table.kit.px(26)


def test_a_buzzer_shows_its_key_until_a_finger_is_used_and_far_seats_turn_round():
    person = Person(("human",) * 3, seed=4, buzzers=True)
    table = person.table_scene.table
    assert table.panels.buzz_caps == {0: "Q", 1: "P", 2: "X"}
    assert not any(area.turned for area in table.places.areas.values())
    person.press(pygame.K_p, "p")
    person.wait(32)
    assert [seat for seat, _hands in person.view.buzzes] == [1]
    free = next(face for face in person.view.faces if face.where == STACK)
    person.lay(free, finger=1)
    person.wait(32)
    assert table.panels.buzz_caps == {}
    assert any(area.turned for area in table.places.areas.values())


def test_on_a_phone_between_two_the_prompt_faces_both_until_one_of_them_points():
    person = Person(("human",) * 2, seed=4, size=PHONE, buzzers=True)
    table, middle = person.table_scene.table, person.app.context.frame.height / 2
    text, put = table.prompt(person.view), []
    canvas = SimpleNamespace(put_centred=lambda picture, _x, y: put.append((picture, y)))
    table.draw_asked(canvas, text, False)
    (near, below), (far, above) = put
    assert above == pytest.approx(2 * middle - below)
    assert above < middle
    assert far is table.controls.asked(text, CREAM, True, True) is not near
    put.clear()
    person.tap("buzz-1")
    person.wait(32)
    table.draw_asked(canvas, table.prompt(person.view), False)
    assert len(put) == 1


# ---- pause and resume ---------------------------------------------------------------------------------------


def test_a_pause_keeps_the_match_and_its_clock():
    person = Person()
    person.wait(7000)
    person.tap("pause")
    assert isinstance(person.scene, Pause)
    before = person.driver.clock.now
    sprites = person.table_scene.table.layer.sprites.values()
    assert {sprite.face.partition(":")[0].partition("/")[0] for sprite in sprites} <= {"back", "b"}
    person.wait(20_000)
    person.tap("resume")
    assert person.scene is person.table_scene
    assert person.table_scene.table.covered
    person.tap("go")
    person.wait(100)
    assert person.driver.clock.now - before < 200


def test_a_stored_match_resumes_where_it_stopped():
    person = Person()
    assert person.until(60_000, lambda: events_of(person, SetWon))
    person.feed(pygame.WINDOWFOCUSLOST)
    state = person.match.state
    found = saves.stored_match(person.app.context, "twin_it")
    assert found is not None
    person.feed(pygame.WINDOWFOCUSGAINED)
    person.sit(found[0])
    assert person.match.state == state
    person.tap("go")
    length = len(person.match.actions)
    assert person.until(60_000, lambda: len(person.match.actions) > length)


def test_the_picture_matches_the_view_in_every_frame():
    person = Person(("human", "easy", "easy", "easy"), seed=7)
    for _ in range(200):
        person.wait(160)
        if not person.playing:
            break
        table = person.table_scene.table
        shown = {key[:3] for key in table.layer.sprites if isinstance(key, tuple)}
        assert shown == {(face.card, face.where, face.pattern) for face in person.match.view(0).faces}
        person.app.draw()


def test_a_card_moves_only_when_the_grid_of_the_middle_changes():
    person = Person(("human", "easy", "easy"), seed=7)
    places: dict[tuple[int, int, int], tuple[float, float]] = {}
    for _ in range(150):
        person.wait(160)
        if not person.playing:
            break
        table = person.table_scene.table
        for face in person.view.faces:
            if face.where == SPOT:
                sprite = table.layer.sprites[face.card, face.where, face.pattern, 1]
                known = (face.card, face.place, table.places.ground.room)
                assert places.setdefault(known, sprite.place[:2]) == sprite.place[:2]


def test_grey_patterns_take_effect_at_once():
    person = Person()
    before = person.table_scene.table.faces.tile(3, (20, 20)).get_at((10, 4))
    person.tap("pause")
    person.tap("settings")
    person.tap("colours-1")
    person.press(pygame.K_ESCAPE)
    person.tap("resume")
    after = person.table_scene.table.faces.tile(3, (20, 20)).get_at((10, 4))
    assert before != after
    assert after.r == after.g == after.b


def test_a_match_of_bots_alone_can_be_watched():
    person = Person(("easy", "easy"), seed=2)
    person.wait(200_000, lambda: not person.playing)
    person.wait(4000)
    assert isinstance(person.scene, Result)


@pytest.mark.parametrize("kinds", [("human", "easy"), ("human", "easy", "hard", "normal")])
@pytest.mark.parametrize("size", [WIDE, PHONE])
def test_the_level_of_every_bot_is_drawn_at_its_seat(size, kinds, drawn_lines):
    texts = Person(kinds, size=size).app.context.texts
    assert {texts(f"level.{kind}") for kind in kinds[1:]} <= set(drawn_lines)
