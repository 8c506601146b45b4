"""Announcements at the table of Twin It!: red rings, the lost set, a sentence, a contest."""

from collections.abc import Sequence
from math import dist
from types import SimpleNamespace
from typing import Any

import pytest
from boxes import apart
from drivers import is_replay
from finished import finished
from pygame import Surface
from table_player import PHONE, WIDE
from twin_it_events import APART, act, at, faces, touch_wrong_pair
from twin_it_player import Person, events_of
from twin_it_states import X, Y

from game.engine.canvas import Canvas
from game.engine.layout import Box, overlap
from game.engine.palette import GOLD, WARNING
from game.engine.texts import LANGUAGES
from game.engine.transitions import Push
from game.games.twin_it import announcements, pieces
from game.games.twin_it.above import COUNT_ASIDE, COUNT_SHARE, WINDOW_EDGE
from game.games.twin_it.announcements import GONE_MS, HELD_MS, NEW_MS, RING_MS, SENTENCE_MS, Lost
from game.games.twin_it.events import CardFlipped, ContestStarted, ErrorMade, SeatPassed, SetLost, SetStolen, SetWon
from game.games.twin_it.layout import centroid
from game.games.twin_it.state import SET, STACK, Action, Phase, Verb
from game.scenes.navigation import routes

SIZES = (WIDE, PHONE, (844, 390), (1920, 1080))


def rings(person: Person) -> tuple[list[int], list[Lost]]:
    """Return the cards with red rings, and the lost sets still in sight."""
    told = person.table_scene.table.announcements
    return [one.card for one in told.rings if one.sign], told.lost()


# ---- a lost set -----------------------------------------------------------------------------------------------


@pytest.mark.parametrize("calm", [False, True])
@pytest.mark.parametrize("cards", [2, 3])
def test_an_error_rings_the_cards_and_the_lost_set_and_is_explained(calm, cards):
    person = at(sets=[[[X] * cards]], calm=calm, **({"looks": 2} if calm else {}))
    person.match.state = person.match.state._replace(flipper=2)
    pair = [face.card for face in faces(person)[:2]]
    table = person.table_scene.table
    cell = table.places.cell_of(faces(person, SET)[0])[0]
    touch_wrong_pair(person)
    assert events_of(person, SetLost)
    wrong, lost = rings(person)
    assert wrong == pair
    assert [one.cell for one in lost] == [cell]
    assert not faces(person, SET), "it lies no more where it is seen"
    assert table.places.thing_at(cell.x, cell.y, person.driver.clock.now) is None, "and nobody can claim it there"
    assert table.announcements.sentence.text == f"You lose a {'pair' if cards == 2 else 'triple'}: no match"
    person.wait(RING_MS)
    assert rings(person) == ([], [])
    assert table.layer.busy, "then it goes under the stack"
    person.wait(GONE_MS)
    assert not table.announcements.sentence.text, "the sentence goes with it"


def test_in_teams_the_sentence_names_who_made_the_error():
    person = at(("human", "easy", "easy", "easy"), sets=[[[X, X]]], mode="teams")
    touch_wrong_pair(person, 2)
    assert events_of(person, ErrorMade)[-1].seat == 2
    assert person.table_scene.table.announcements.sentence.text == "You lose a pair (Ole: went solo)"
    person = at(("human", "easy", "easy", "easy"), sets=[[], [], [[X, X]]], mode="teams")
    touch_wrong_pair(person, 0)
    assert person.table_scene.table.announcements.sentence.text == "Ole loses a pair (you: went solo)"


def test_a_set_chosen_later_is_explained_by_the_original_error():
    person = at(sets=[[[X, X], [Y, Y]]])
    touch_wrong_pair(person)
    assert person.view.phase == Phase.CHOOSE
    assert len(rings(person)[0]) == 2
    person.lay(faces(person, SET)[1])
    person.wait(64)
    assert len(rings(person)[1]) == 1
    assert person.table_scene.table.announcements.sentence.text == "You lose a pair: no match"


@pytest.mark.parametrize(
    ("options", "said"),
    [
        ({"mode": "minute"}, "You wait 1\u00a0s: no match"),
        ({"mode": "contest"}, "You wait 1\u00a0s: no match"),
        ({"mode": "minute", "calm": True}, "One look gone: no match"),
    ],
    ids=str,
)
def test_in_timed_play_the_cards_are_ringed_and_the_wait_is_told(options, said):
    person = at(("human", "easy"), **options)
    one, other = faces(person)[:2]
    person.lay(one)
    person.lay(other)
    person.wait(64)
    assert rings(person)[0] == [one.card, other.card]
    assert person.table_scene.table.announcements.sentence.text == said


def test_announcements_are_shorter_at_high_speed_and_still_with_reduced_motion():
    person = at(sets=[[[X, X]]], speed="fast")
    touch_wrong_pair(person)
    person.wait(RING_MS / 2)
    assert rings(person) == ([], [])
    person = at(sets=[[[X, X]]], still=True)
    touch_wrong_pair(person)
    told = person.table_scene.table.announcements
    assert len(rings(person)[1]) == 1
    assert [told.rise(caption) for caption in told.captions] == [0.0, 0.0], "why, and one less"
    person.wait(RING_MS)
    assert rings(person) == ([], [])
    assert not person.table_scene.table.layer.busy


def test_a_set_won_meanwhile_replaces_the_lost_one():
    person = at(spots=[*APART, X, X], sets=[[[Y, Y]]])
    pair = tuple(face.card for face in faces(person)[-2:])
    touch_wrong_pair(person)
    assert len(rings(person)[1]) == 1
    act(person, Action(Verb.TOUCH, person.driver.clock.now, 0, pair))
    assert faces(person, SET)
    assert rings(person)[1] == []


def test_a_claimed_card_loses_its_red_ring():
    person = at(spots=[X, Y, X])
    one, _wrong, twin = faces(person)
    touch_wrong_pair(person)
    assert len(rings(person)[0]) == 2
    act(person, Action(Verb.TOUCH, person.driver.clock.now, 0, (one.card, twin.card)))
    assert faces(person, SET)
    person.app.draw()


def test_covered_faces_show_no_announcements():
    person = at(sets=[[[X, X]]])
    touch_wrong_pair(person)
    person.table_scene.halt()
    drawn: list[str] = []
    for name in ("draw_lost", "draw_rings", "draw_captions"):
        setattr(person.table_scene.table.announcements, name, lambda _canvas, name=name: drawn.append(name))
    person.app.draw()
    assert not drawn


def test_seeking_in_a_replay_clears_the_announcements():
    person = Person(("human", "easy"), seed=9)
    person.app.stack.carry_out(Push(routes.replay(person.app.context, finished("twin_it", 3))))
    replay = person.scene
    assert is_replay(replay)
    told = replay.table.announcements
    told.err(0, (replay.table.view.faces[0].card,), "unequal")
    told.say("somebody loses a pair")
    told.say_to(0, "unequal", WARNING)
    replay._handle_news(replay.driver.seek(5000))
    assert (told.rings, told.captions, told.sentence.text) == ([], [], "")


# ---- a contest --------------------------------------------------------------------------------------------------


def contest(person: Person, one: int = 0, other: int = 1) -> None:
    """Touch one card each with two seats, of the pair that is last in the middle."""
    first, second = (face.card for face in faces(person)[-2:])
    now = person.driver.clock.now
    act(person, Action(Verb.TOUCH, now, one, (first,)), Action(Verb.TOUCH, now, other, (second,)))
    assert person.view.phase == Phase.COUNT


@pytest.mark.parametrize("size", SIZES)
def test_the_count_of_a_contest_is_on_its_own_cards_and_names_the_rival(size):
    person = at(spots=[*APART, X, X], size=size)
    contest(person)
    assert person.view.contest == events_of(person, ContestStarted)[-1].seats == (0, 1)
    assert person.table_scene.prompt == "A tie with Frida: the cards turn over"
    table = person.table_scene.table
    cells = [table.places.cell_of(face)[0] for face in faces(person)]
    drawn = []

    class Noting(Canvas):
        """A canvas that notes what is drawn, centred, and where."""

        def put_centred(self, picture: Surface, x: float, y: float) -> None:
            super().put_centred(picture, x, y)
            drawn.append((picture, x, y))

    table.draw(Noting(person.draw(), person.app.context.frame))
    for cell in cells[-2:]:
        count = table.kit.scene_image(pieces.count_plain, "3", COUNT_SHARE * cell.w)
        assert (count, cell.x + COUNT_ASIDE * cell.w, cell.y + COUNT_ASIDE * cell.w) in drawn
    assert COUNT_ASIDE > COUNT_SHARE, "the middle of the pattern is free"
    assert "do-flip" not in person.ids()
    assert table.bar_length() <= 0
    person.wait(3100)
    assert table.announcements.sentence.text == "Nobody gets the pair"
    assert "do-flip" in person.ids()
    assert table.bar_length() > 0
    person.wait(900)
    assert not person.view.contest


def test_contestants_at_a_card_beside_the_edge_stay_off_the_edge():
    person = at(spots=[*APART, X, X])
    contest(person)
    table, put = person.table_scene.table, []
    top = table.places.areas[1].top
    table.above.draw_contestants(
        SimpleNamespace(put_centred=lambda _picture, _x, y: put.append(y)), top._replace(y=top.w / 2)
    )
    assert len(put) == 2
    assert min(put) == pieces.FIGURE + WINDOW_EDGE


def test_the_words_of_a_contest_are_on_free_felt_near_its_cards():
    person = at(spots=[*range(10, 18), X, X], size=PHONE)
    places = person.table_scene.table.places
    usual = places.felt()
    contest(person)
    near = centroid(places.cells_of(person.view.contested))
    words = places.felt()
    assert dist(words.centre, near) < 0.6 * dist(usual.centre, near)


@pytest.mark.parametrize("language", LANGUAGES)
def test_a_contest_of_others_is_announced_by_their_names(language):
    person = at(("human", "easy", "easy"), spots=[*APART, X, X], language=language)
    contest(person, 1, 2)
    assert person.table_scene.prompt.startswith("Frida and Ole" if language == "en" else "Gleichzeitig: Frida und Ole")


def test_a_contest_of_teams_names_only_the_rivals():
    person = at(("human",) + ("easy",) * 3, spots=[*APART, X, X, Y], mode="teams")
    person.match.state = person.match.state._replace(phase=Phase.COUNT, contest=(0, 1, 2), due=9**12)
    assert person.table_scene.table.prompt(person.match.view(0)) == "A tie with Frida: the cards turn over"


# ---- captions at a seat ------------------------------------------------------------------------------------------


def test_a_caption_at_a_seat_stays_within_its_place_and_disappears():
    person = at(spots=[X, X, *APART])
    person.wait(500)
    act(
        person,
        Action(Verb.TOUCH, person.driver.clock.now, 0, tuple(face.card for face in faces(person)[:2])),
    )
    told = person.table_scene.table.announcements
    (caption,) = told.captions
    area = person.table_scene.table.places.areas[0]
    assert caption.box == area.caption
    person.wait(announcements.RISE_MS)
    assert told.rise(caption) == 0
    numbers = [Box(cell.x - cell.w / 2, cell.y - cell.w / 2, cell.w, cell.w) for cell in area.cells]
    assert all(apart(caption.box, cell) for cell in numbers)
    person.wait(announcements.CAPTION_MS + 100)
    assert not told.captions


@pytest.mark.parametrize(("wide", "told"), [(160, "in 1.3\u00a0s"), (76, "1.3\u00a0s"), (30, "")])
def test_in_a_narrow_room_a_find_has_its_time_alone_instead_of_a_cut_text(monkeypatch, wide, told):
    table = at(size=PHONE).table_scene.table
    monkeypatch.setattr(table.announcements, "free_at", lambda *_: Box(0, 0, wide, 40))
    assert table.announcements._found(1, 1300) == told


@pytest.mark.parametrize(("ms", "told"), [(200, "got it!"), (400, "in 0.4\u00a0s"), (3001, "got it!")])
def test_only_a_credible_and_quick_time_of_a_find_is_told(ms, told):
    announced = at().table_scene.table.announcements
    assert announced._found(1, ms) == told
    assert announced._found(0, ms) == (told if "in" in told else "")


# ---- a card that cannot be used ----------------------------------------------------------------------------------


def shaking(person: Person) -> list[int]:
    """Return the cards that are shaking."""
    return [key[0] for key in person.table_scene.table.layer._shaking]


@pytest.mark.parametrize("language", LANGUAGES)
@pytest.mark.parametrize(
    ("position", "reason"),
    [
        ({"passes": 3, "turn": 0}, "flip_first"),
        ({"passes": 3, "turn": 1}, "not_your_flip"),
        ({"passes": 0, "flipper": 0}, "not_your_look"),
    ],
)
def test_calm_a_card_that_cannot_be_used_shakes_and_says_why(position, reason, language):
    person = at(calm=True, language=language)
    person.match.state = person.match.state._replace(**position)
    person.table_scene._show(0)
    # away from the button that started the match: a second press there would be a double one
    face = faces(person)[3]
    person.lay(face)
    assert shaking(person) == [face.card]
    assert person.table_scene.prompt == person.app.context.texts(f"reason.{reason}")
    assert person.table_scene.table.visible_input.chosen == -1


def test_the_cards_of_a_wrong_claim_shake():
    person = at(spots=[*APART])
    wrong = [face.card for face in faces(person)[:2]]
    act(person, Action(Verb.TOUCH, person.driver.clock.now, 0, tuple(wrong)))
    assert sorted(shaking(person)) == sorted(wrong)


def test_in_calm_mode_a_tap_on_ones_own_stack_flips():
    person = at(calm=True)
    person.match.state = person.match.state._replace(passes=3, turn=0)
    person.table_scene._show(0)
    person.lay(next(face for face in faces(person, STACK) if face.place == 0))
    assert not shaking(person)
    person.wait(64)
    assert events_of(person, CardFlipped)


def test_during_a_contest_a_card_shakes_without_text():
    person = at(spots=[*APART, X, X])
    contest(person)
    said = person.table_scene.prompt
    person.lay(faces(person)[0])
    person.wait(64)
    assert shaking(person) == [faces(person)[0].card]
    assert person.table_scene.prompt == said


# ---- claims of others ------------------------------------------------------------------------------------------------


def found(person: Person, cards: Sequence[int], seat: int = 1) -> list[Any]:
    act(person, Action(Verb.TOUCH, person.driver.clock.now, seat, tuple(cards)))
    assert faces(person, SET)
    return person.table_scene.table.announcements.found


@pytest.mark.parametrize("still", [False, True])
def test_a_rivals_claim_is_shown_for_a_moment_where_it_was(still):
    person = at(spots=[*APART, X, X], still=still)
    table = person.table_scene.table
    pair = faces(person)[-2:]
    places = [table.places.cell_of(face)[0] for face in pair]
    held = found(person, [face.card for face in pair])
    assert [one.cell for one in held] == places
    assert {one.seat for one in held} == {1}
    person.wait(HELD_MS / 2)
    won = table.places.cell_of(faces(person, SET)[0])[0]
    sprite = next(sprite for key, sprite in table.layer.sprites.items() if isinstance(key, tuple) and key[1] == SET)
    there = (sprite.x, sprite.y)
    assert there == (won[:2] if still else places[0][:2])
    person.wait(HELD_MS)
    assert not table.announcements.found
    person.wait(600)
    assert (sprite.x, sprite.y) == won[:2]


def test_ones_own_claim_is_not_held():
    person = at(spots=[*APART, X, X])
    assert not found(person, [face.card for face in faces(person)[-2:]], seat=0)


def test_a_claim_is_held_for_less_time_at_high_speed():
    person = at(spots=[*APART, X, X], speed="fast")
    assert found(person, [face.card for face in faces(person)[-2:]])
    person.wait(HELD_MS * 0.6)
    assert not person.table_scene.table.announcements.found


def test_a_claimed_top_is_held_aside_so_that_the_next_one_is_seen():
    person = at(spots=APART)
    table = person.table_scene.table
    top = next(face for face in faces(person, STACK) if face.place == 2)
    state = person.match.state
    deck = list(state.deck)
    spot = faces(person)[-1]
    deck[next(one for one in state.spots if one // 2 == spot.card)] = top.pattern
    person.match.state = state._replace(deck=tuple(deck))
    person.table_scene._show(0)
    place = table.places.cell_of(spot)[0]
    held = found(person, (top.card, spot.card))
    stack = table.places.areas[2].top
    assert all(apart(one.cell.box, stack.box) for one in held)
    assert all(abs(one.cell.x - place.x) < place.w / 2 for one in held)


# ---- at the cards -------------------------------------------------------------------------------------------------


@pytest.mark.parametrize("size", SIZES)
@pytest.mark.parametrize("language", LANGUAGES)
def test_no_words_lie_over_the_cards_in_the_middle(size, language):
    person = at(spots=[*range(1, 26), X, X], sets=[[[X + 70, X + 70]]], size=size, language=language)
    table, over = person.table_scene.table, []
    told, frame = table.announcements, person.app.context.frame

    class Noting(Canvas):
        def put_centred(self, picture: Surface, x: float, y: float) -> None:
            wide, high = (length / table.kit.scale for length in picture.get_size())
            box = Box(x - wide / 2, y - high / 2, wide, high)
            over.append(max(overlap(box, table.places.cell_of(face)[0].box) for face in faces(person)))

    canvas = Noting(person.draw(), frame)
    touch_wrong_pair(person)
    assert told.captions
    assert told.sentence.text
    told.draw_as_prompt(canvas, "", True)
    act(person, Action(Verb.TOUCH, person.driver.clock.now, 0, tuple(face.card for face in faces(person)[-2:])))
    assert told.shouts
    told.bursts.clear()
    told.draw_captions(canvas)
    told.draw_as_prompt(canvas, person.app.context.texts("twin_it.prompt.count", names="Konstantin"), True)
    assert len(over) >= 4
    # to the pixel
    assert max(over) < 1


def test_an_error_right_after_a_find_ends_its_large_word():
    person = at(spots=[*APART, X, X])
    told = person.table_scene.table.announcements
    told.say("an earlier sentence")
    act(person, Action(Verb.TOUCH, person.driver.clock.now, 0, tuple(face.card for face in faces(person)[-2:])))
    assert told.shouts
    assert not told.sentence.text
    touch_wrong_pair(person)
    assert told.sentence.text
    assert not told.shouts


def test_an_own_find_is_louder_than_an_error_and_its_set_hops_at_its_place():
    person, heard = at(spots=[*APART, X, X]), {}
    table, audio = person.table_scene.table, person.app.context.audio
    audio.play = lambda name, volume=1.0: heard.setdefault(name, volume)
    hops = []
    table.announcements._hop = hops.append
    act(person, Action(Verb.TOUCH, person.driver.clock.now, 0, tuple(face.card for face in faces(person)[-2:])))
    assert not hops
    person.wait(announcements.ARRIVES_MS + 32)
    (won,) = faces(person, SET)
    assert hops == [won]
    assert table.places.cell_of(won)[0][:2] in [burst[:2] for burst in table.announcements.bursts._shown]
    touch_wrong_pair(person)
    assert heard["twin"] > 1.5 * heard["wrong"]


@pytest.mark.parametrize("full", [False, True])
@pytest.mark.parametrize("size", SIZES)
@pytest.mark.parametrize("language", LANGUAGES)
def test_sentences_lie_on_free_felt_or_in_free_cells_and_the_word_for_a_find_in_the_tray(size, language, full):
    places = Person(("human", "easy", "easy"), seed=9, size=size).table_scene.table.places.ground.grid.places
    spots = range(10, 8 + len(places)) if full else APART
    person = at(spots=[*spots, X, X], sets=[[[Y, Y]], [[110, 110]]], size=size, language=language)
    table = person.table_scene.table
    told, boxes = table.announcements, []

    class Noting(Canvas):
        def put_centred(self, picture: Surface, x: float, y: float) -> None:
            wide, high = (length / table.kit.scale for length in picture.get_size())
            boxes.append(Box(x - wide / 2, y - high / 2, wide, high))

    canvas = Noting(person.draw(), person.app.context.frame)
    told.say("Nobody gets the pair")
    told.draw_as_prompt(canvas, "", True)
    told.shout(SetWon(0, tuple(face.card for face in faces(person)[-2:]), X, 900))
    told.bursts.clear()
    told.draw_captions(canvas)
    contest(person)
    told.draw_as_prompt(canvas, person.app.context.texts("twin_it.prompt.count", names="Ole"), True)
    cells = [cell.box for cell in table.places.cells(0)]
    taken = cells[: 2 if full else 5]
    assert len(boxes) == 3
    sentence, word, count = boxes
    for box in (sentence, count):
        assert any(overlap(box, cell) for cell in cells) == full
        assert not any(overlap(box, other) > 1 for other in taken)
    assert all(box.h >= 28 for box in boxes)
    assert any(overlap(word, cell) for cell in cells[1:])
    assert not overlap(word, cells[0])
    assert overlap(word, table.places.areas[0].box) == pytest.approx(word.w * word.h), "it is always in the tray"


@pytest.mark.parametrize("size", SIZES)
@pytest.mark.parametrize("won", [0, 2, 3])
def test_the_word_for_a_find_is_whole_in_the_own_tray_however_many_sets_it_holds(size, won):
    sets = [[[61 + number] * 2 for number in range(won)]]
    person = at(spots=[*APART, 50], sets=sets, size=size, language="de")
    assert person.claim()
    table = person.table_scene.table
    room, tray = table.announcements._word_room(0), table.places.areas[0].box
    (shout,) = table.announcements.shouts
    word = table.announcements._word(room, text=shout.text)
    assert word.get_height() >= table.kit.px(28)
    assert word.get_width() <= table.kit.px(room.w + 6), "but for its rim"
    assert overlap(room, tray) == pytest.approx(room.w * room.h)


@pytest.mark.parametrize(("sets", "narrow"), [([], False), ([[Y, Y], [110, 110]], True)])
def test_a_sentence_keeps_its_size_on_a_phone_with_few_free_own_cells(sets, narrow):
    kinds = ("human",) + ("easy",) * 5
    places = Person(kinds, seed=9, size=PHONE).table_scene.table.places.ground.grid.places
    person = at(kinds, spots=[*range(10, 8 + len(places)), X, X], sets=[sets], size=PHONE)
    table, drawn = person.table_scene.table, []

    class Noting(Canvas):
        def put_centred(self, picture: Surface, x: float, y: float) -> None:
            drawn.append((x, y))

    table.announcements.draw_as_prompt(Noting(person.draw(), person.app.context.frame), "A tie with Ole", True)
    assert (drawn == [table.spots.prompt[:2]]) == narrow


@pytest.mark.parametrize(("calm", "said"), [(False, "in 0.4\u00a0s"), (True, "got it!")])
def test_a_rivals_find_is_told_at_their_seat_alone(calm, said):
    person = at(spots=[*APART, X, X], calm=calm)
    person.wait(0 if calm else 450)
    person.match.state = person.match.state._replace(flipper=0)
    found(person, [face.card for face in faces(person)[-2:]])
    told = person.table_scene.table.announcements
    assert [(caption.text, caption.fill) for caption in told.captions] == [(said, GOLD)]
    assert not told.shouts


@pytest.mark.parametrize("size", SIZES)
@pytest.mark.parametrize("seats", [2, 4, 6])
def test_a_look_without_a_find_has_a_light_sign_at_the_figure_alone(seats, size):
    person = at(["human", *["easy"] * (seats - 1)], size=size, calm=True)
    table, drawn = person.table_scene.table, []

    class Noting(Canvas):
        def put_centred(self, picture: Surface, x: float, y: float) -> None:
            wide, high = (length / table.kit.scale for length in picture.get_size())
            drawn.append(Box(x - wide / 2, y - high / 2, wide, high))

    for seat in range(1, seats):
        table.happened(SeatPassed(seat))
    table.announcements.draw_captions(Noting(person.draw(), person.app.context.frame))
    areas = [table.places.areas[seat] for seat in range(1, seats)]
    assert not table.announcements.captions
    assert all(area.face.box.holds(*box.centre) for area, box in zip(areas, drawn, strict=True))
    assert not any(overlap(box, cell.box) for area, box in zip(areas, drawn, strict=True) for cell in area.cells)
    for is_over in (False, True):
        if is_over:
            table.happened(CardFlipped(0, 0, 0, 0))
        table.update(announcements.CAPTION_MS)
        drawn.clear()
        table.announcements.draw_captions(Noting(person.draw(), person.app.context.frame))
        assert bool(drawn) != is_over, "it lasts until the next card"


@pytest.mark.parametrize(
    ("calm", "said"), [(False, "No set to lose, so you flip next"), (True, "No match: your look is over")]
)
def test_an_error_without_a_set_is_explained_by_its_other_cost(calm, said):
    person = at(calm=calm)
    person.match.state = person.match.state._replace(flipper=2)
    touch_wrong_pair(person)
    announced = person.table_scene.table.announcements
    assert announced.sentence.text == said
    if calm:
        person.table_scene.table.happened(SeatPassed(1))
        assert not announced.sentence.text, "the next look has its own prompt"


@pytest.mark.parametrize(("seat", "owner", "said"), [(1, 0, "Frida takes a set from you!"), (1, 2, ""), (0, 1, "")])
def test_a_stolen_set_is_announced_with_its_new_owner(seat, owner, said):
    sets = [[[50, 50]] if number == owner else [] for number in range(3)]
    person = at(spots=[50, *APART], sets=sets)
    mine = next(face.card for face in faces(person, SET))
    other = next(face.card for face in faces(person) if face.pattern == 50)
    act(person, Action(Verb.TOUCH, person.driver.clock.now, seat, (mine, other)))
    assert events_of(person, SetStolen)
    assert person.table_scene.table.announcements.sentence.text == said


def test_the_count_of_a_contest_is_redrawn_as_it_goes_down():
    """Frames without a change are not drawn, so the count itself has to cause them."""
    person = at(spots=[*APART, X, X])
    table, drawn = person.table_scene.table, []
    contest(person)
    while person.view.phase == Phase.COUNT:
        if person.table_scene.dirty:
            person.draw()
            drawn.append(table.above.counted())
        person.wait(16)
    assert list(dict.fromkeys(drawn)) == [3, 2, 1]


def heights_of(person: Person, key: Any) -> list[float]:
    """Return how high a sprite is in the air, frame by frame."""
    found = []
    for _ in range(8):
        found.append(person.table_scene.table.layer.rise(key))
        person.wait(16)
    return found


def test_a_new_card_is_marked_for_a_moment():
    person = at(spots=APART)
    person.match.state = person.match.state._replace(flip_from=person.driver.clock.now)
    table = person.table_scene.table
    act(person, Action(Verb.FLIP, person.driver.clock.now + 1, 0))
    card = events_of(person, CardFlipped)[-1].card
    assert [one.card for one in table.announcements.rings] == [card]
    key = next(key for key in table.layer.sprites if isinstance(key, tuple) and key[0] == card)
    assert 0 < max(heights_of(person, key)) < 10, "it settles"
    with_ring = person.draw().copy()
    person.wait(NEW_MS + 100)
    assert not table.announcements.rings
    person.table_scene.dirty = True
    cell = table.places.cell_of(next(face for face in faces(person) if face.card == card))[0]
    real = person.app.context.frame.to_real(cell.x - cell.w / 2 - 3, cell.y)
    assert with_ring.get_at(real) != person.draw().get_at(real)


# ---- one set to go --------------------------------------------------------------------------------------------


def has_gold_edge(person: Person, box: Box) -> bool:
    """Return True if the upper side of a box is drawn in gold."""
    place = person.app.context.frame.to_real(box.x + box.w / 2, box.y + 3.2)
    return person.draw().get_at(place)[:3] == GOLD[:3]


@pytest.mark.parametrize("size", SIZES)
@pytest.mark.parametrize(("seat", "said"), [(1, "Frida needs one more pair"), (0, "")])
def test_a_seat_that_lacks_one_set_has_a_gold_edge_and_is_told_once(size, seat, said):
    sets = [[11, 11], [12, 12], [13, 13]]
    person = at(spots=[*APART, X, X], sets=[sets if other == seat else [] for other in range(3)], size=size)
    places, announced = person.table_scene.table.places, person.table_scene.table.announcements
    assert not has_gold_edge(person, places.areas[seat].box)
    act(person, Action(Verb.TOUCH, person.driver.clock.now, seat, tuple(face.card for face in faces(person)[-2:])))
    assert announced.sentence.text == said
    assert [shout.text for shout in announced.shouts] == ([] if said else ["shout.fourth"])
    person.wait(SENTENCE_MS + 200)
    assert not announced.sentence.text
    assert has_gold_edge(person, places.areas[seat].box)
    assert has_gold_edge(person, places.areas[0].cells[4].box) == (seat == 0)
    assert not has_gold_edge(person, places.areas[2].box)


def test_without_a_clock_a_last_gap_is_told_at_the_seat_and_the_prompt_stays():
    person = at(spots=[*APART, X, X], sets=[[], [[11, 11], [12, 12], [13, 13]], []], calm=True)
    person.match.state = person.match.state._replace(flipper=0)
    act(person, Action(Verb.TOUCH, person.driver.clock.now, 1, tuple(face.card for face in faces(person)[-2:])))
    announced = person.table_scene.table.announcements
    assert not announced.sentence.text
    assert "One to go!" in [caption.text for caption in announced.captions]


def test_a_team_that_lacks_one_set_is_marked_at_both_seats():
    kinds = ("human", "easy", "easy", "easy")
    person = at(kinds, spots=[*APART, X, X], sets=[[], [[11, 11], [12, 12]], [], [[13, 13]]], mode="teams")
    first, second = (face.card for face in faces(person)[-2:])
    now = person.driver.clock.now
    act(person, Action(Verb.TOUCH, now, 1, (first,)), Action(Verb.TOUCH, now + 5, 3, (second,)))
    announced, areas = person.table_scene.table.announcements, person.table_scene.table.places.areas
    assert announced.sentence.text.endswith("need one more pair")
    assert [has_gold_edge(person, areas[seat].box) for seat in range(4)] == [False, True, False, True]


@pytest.mark.parametrize("calm", [False, True])
def test_a_taken_set_is_told_in_the_own_tray_without_a_clock_and_else_as_a_sentence(calm):
    person = at(calm=calm)
    told = person.table_scene.table.announcements
    cards = tuple(face.card for face in faces(person)[:2])
    told.tell(SetStolen(1, 0, cards, X, 0), False, 0)
    texts = [caption.text for caption in told.captions if caption.fill == WARNING]
    assert (len(texts), bool(told.sentence.text)) == ((1, False) if calm else (0, True))
    own = [caption.box for caption in told.captions if caption.fill == WARNING]
    area = told.places.areas[0]
    assert all(area.box.y <= box.y < area.box.y + area.box.h for box in own)
