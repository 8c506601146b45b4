"""The line of chances of a review: its dots, mistakes and scale."""

from itertools import combinations
from math import dist

import pygame
import pytest
from all_screens import SCALES, TALL, WIDE, show_at
from finished import finished, made_up_review
from offers import REVIEWED
from player import Player
from review_pages import nein_danke, opened, untroubled, whole

from game.ai.review import Review
from game.ai.rollouts import win_share
from game.engine import fonts
from game.engine.kit import Kit
from game.engine.texts import LANGUAGES
from game.scenes.replay import time_line
from game.scenes.review.review_line import ABOVE, MARK, TOUCH, number_spots
from game.scenes.review.review_list import MINUS


@pytest.mark.parametrize("game", ["push", "nein_danke"])
def test_the_line_has_a_dot_for_each_turn_and_luck_is_explained(game):
    match = finished(game, 3, 2)
    scene = opened(match, None, untroubled(match, 0.0, 0.3)).scene
    turns, texts = scene.now.turns, scene.context.texts
    assert [place for turn in turns for place in turn] == [*scene.now.steps]
    assert (max(map(len, turns)) > 1) == (game == "push")
    play_outs = match.game.play_outs
    for turn in turns:
        first = scene.now.steps[turn[0]].state
        assert all(play_outs.same_turn(first, scene.now.steps[place].state) for place in turn[1:])
    dots = scene._course._dots(scene.found)
    assert [[row.place for row in dot.rows] for dot in dots] == [[*turn] for turn in turns]
    assert texts("review.luck_is") in scene.spoken()


def test_a_turn_s_dot_shows_the_mean_of_its_chances_and_any_mistake_in_it():
    match = finished("push", 3, 2)
    found = untroubled(match, 0.0, 0.3)
    scene = opened(match, None, found).scene
    number, turn = max(enumerate(scene.now.turns), key=lambda numbered: len(numbered[1]))
    assert len(turn) > 1
    rows = [row._replace(chance=0.6) if row.place == turn[0] else row for row in found.decisions]
    assert scene._course._dots(found._replace(decisions=tuple(rows)))[number].chance == pytest.approx(
        0.3 + 0.3 / len(turn)
    )
    other = scene.now.steps[turn[-1]]
    best = next(action for action in match.game.legal_actions(other.state) if action != other.played)
    rows = [row._replace(best=best, best_chance=0.5) if row.place == other.place else row for row in found.decisions]
    assert [bool(dot.mark) for dot in scene._course._dots(found._replace(decisions=tuple(rows)))] == [
        at == number for at in range(len(scene.now.turns))
    ]


@pytest.mark.parametrize("game", REVIEWED)
def test_a_rough_line_through_all_turns_is_there_within_a_second_until_all_are_judged(game, quick, monkeypatch):
    player = opened(finished(game, 3, 2))
    scene, texts, written = player.scene, player.app.context.texts, list[str]()
    line = player.app.context.kit.line
    monkeypatch.setattr(player.app.context.kit, "line", lambda text, *how: written.append(text) or line(text, *how))
    firsts = set()
    for _ in range(2000):
        player.wait(16)
        firsts = {turn[0] for turn in scene.now.turns}
        if firsts and firsts == scene.now.sketch.keys():
            break
    assert firsts == scene.now.sketch.keys(), "before anything has been judged"
    assert not (scene.found and scene.found.decisions)
    assert all(0 <= chance <= 1 for chance in scene.now.sketch.values())
    assert scene._course.sketch == scene.now.sketch
    player.draw()
    drawn = scene._course._known([])
    assert len(drawn) > 0.9 * len(firsts), "all but what the result refutes"
    assert len(scene._course._rough[0]) == len(drawn) + bool(scene.found), "and the result, once there is a review"
    assert texts("review.course_rough") in written
    if game == "nein_danke":
        whole(player)
        player.wait(32)
        written.clear()
        player.draw()
        assert texts("review.course_rough") not in written


def test_a_judged_turn_replaces_its_rough_chance_and_lost_lead_alone_is_no_triangle():
    match = finished("push", 4, 1)
    player = opened(match, None, untroubled(match, 0.0, 0.1, 6.2))
    scene = player.scene
    assert not scene.now.sketch, "all is known"
    (at,) = [at for at in scene._course._dots(scene.found) if at.mark]
    assert at.mark == "lead"
    worse = scene.found.decisions[0]._replace(best_chance=0.6)
    dots = scene._course._dots(scene.found._replace(decisions=(worse, *scene.found.decisions[1:])))
    assert [at.mark for at in dots if at.mark] == ["error"]
    kit = player.app.context.kit
    marks = {kind: pygame.image.tobytes(time_line.mark(kit, kind), "RGBA") for kind in ("error", "lead")}
    assert marks["error"] != marks["lead"]


@pytest.mark.parametrize("game", REVIEWED)
def test_the_line_falls_at_a_mistake_by_as_much_as_the_list_says(game):
    match = finished(game, 3, 2)
    scene = opened(match, None, made_up_review(match)).scene
    course = scene._course
    (per_cent,) = [course._scale.y(0) - course._scale.y(1)]
    marked = {row.place: at for at in course._dots(scene.found) for row in at.rows}
    assert scene.report.mistakes()
    for row in scene.report.mistakes():
        (_x, before), (_x, after) = marked[row.place].points
        fall = MINUS + str(round((after - before) / per_cent))
        assert scene.report.review_line(row).cost == scene.texts("review.per_cent", number=fall)


@pytest.mark.parametrize(("chance", "top", "says"), [(0.0, 20, True), (0.35, 40, False), (0.81, 100, False)])
def test_the_scale_of_chances_is_as_high_as_they_are_and_no_chart_is_empty(chance, top, says, monkeypatch):
    matches, told, player = (finished("nein_danke", 3, seed) for seed in range(1, 9)), [], Player()
    match = next(match for match in matches if not win_share(match.game, match.state, 0))
    line = player.app.context.kit.line_plain
    monkeypatch.setattr(player.app.context.kit, "line_plain", lambda text, *a: told.append(text) or line(text, *a))
    scene = opened(match, player, untroubled(match, 0.0, chance)).scene
    assert scene._course._scale.lines == [0, top // 2, top]
    assert (scene.context.texts("review.hardly") in told) == says


def test_the_pale_line_passes_through_the_chances_that_a_mistake_proves():
    player = opened(nein_danke())
    scene = player.scene
    places = [turn[0] for turn in scene.now.turns]
    course, y = scene._course, scene._course._scale.y
    course.sketch = dict.fromkeys(places, 0.1)
    scene.now.share = 0.5
    mistake = made_up_review(scene.match, mistakes=1).decisions[0]._replace(place=places[3], chance=0.0)
    found = Review(0, (mistake,), 0.0)
    heights = [height for _x, height in course._known(course._dots(found))]
    assert heights[:5] == pytest.approx([y(10), y(10), y(50), y(50), y(0)])
    assert heights[5:] == pytest.approx([y(10)] * (len(places) - 4))
    # a rough chance above it may have been lost by others
    course.sketch = dict.fromkeys(places, 0.9)
    assert course._known(course._dots(found))[2][1] == pytest.approx(y(90))


@pytest.mark.parametrize(("chance", "is_drawn"), [(0.0, False), (0.05, True), (1.0, True)])
def test_a_rough_chance_that_rules_out_the_win_that_followed_is_not_drawn(chance, is_drawn):
    match = nein_danke()
    scene = opened(match).scene
    course, places = scene._course, [turn[0] for turn in scene.now.turns]
    assert scene.seat in match.game.winners(match.state)
    course.sketch = dict.fromkeys(places, 0.5) | {places[-1]: chance}
    assert len(course._known([])) == len(places) - (not is_drawn)


@pytest.mark.parametrize("scale", SCALES)
def test_the_line_of_chances_has_room_to_rise_and_fall_on_a_phone(scale):
    match = nein_danke()
    player = opened(match, Player(TALL), made_up_review(match))
    show_at(player, TALL, scale)
    line = player.scene._course._scale
    assert line.y(0) - line.y(100) >= 150
    assert player.scene._rows_shown == 2


@pytest.mark.parametrize("language", LANGUAGES)
@pytest.mark.parametrize("scale", SCALES)
@pytest.mark.parametrize("size", [WIDE, TALL])
def test_all_words_of_the_lines_legend_are_whole(size, scale, language, monkeypatch):
    match = nein_danke()
    player = opened(match, Player(size, language=language), made_up_review(match))
    show_at(player, size, scale)
    asked, cut = [], fonts.cut
    monkeypatch.setattr(fonts, "cut", lambda text, *room: asked.append((text, cut(text, *room))) or asked[-1][1])
    player.scene._course._bake_legend(player.scene.plate, ["best", "error", "lead"])
    assert all(text == shown for text, shown in asked)


@pytest.mark.parametrize(
    "marks",
    [
        [(100.0, 80.0), (104.0, 82.0)],
        [(100.0, 80.0), (104.0, 82.0), (96.0, 79.0)],
        [(100.0, 80.0), (110.0, 130.0), (100.0, 104.0)],
        [(100.0, 80.0)] * 3,
    ],
)
def test_numbers_of_neighbouring_mistakes_do_not_overlap(marks):
    for side in (20.0, 24.0, 34.0):
        spots = number_spots(marks, side)
        for one, other in combinations(spots, 2):
            assert max(abs(one[0] - other[0]), abs(one[1] - other[1])) >= side
        assert spots[0][0] == marks[0][0], "the dearest has its number above it"


@pytest.mark.parametrize("side", [20.0, 32.0, 42.0])
def test_the_number_of_a_mistake_steps_aside_for_other_marks_but_stays_at_its_own(side):
    marks, others = [(100.0, 80.0), (200.0, 80.0)], [(105.0, 54.0), (205.0, 106.0)]
    (x, y), below = number_spots(marks, side, others=others)
    assert max(abs(x - 105), abs(y - 54)) >= min(ABOVE - TOUCH, (side + MARK) / 2)
    assert dist((x, y), marks[0]) <= dist((x, y), others[0]) + TOUCH
    assert below == (200, 80 - ABOVE)
    # no place is free
    crowd = [(100.0 + right, 80.0 + down) for right in range(-200, 201, 10) for down in range(-200, 201, 10)]
    assert number_spots(marks[:1], side, others=crowd) == [(100, 80 - ABOVE)]


def test_a_single_mistake_has_its_number_above_it():
    assert number_spots([(50.0, 90.0)], 24.0) == [(50.0, 90.0 - ABOVE)]


@pytest.mark.parametrize("mistakes", [0, 2])
@pytest.mark.parametrize("seat", [0, 1])
def test_the_star_at_the_lines_end_is_the_seats_own_victory_and_named(seat, mistakes, monkeypatch):
    player, said, drawn = Player(), list[str](), list[str]()
    matches = (finished("push", 2, seed, (0, 1)) for seed in range(1, 30))
    match = next(match for match in matches if win_share(match.game, match.state, 0) == 1)
    kit = player.app.context.kit
    line, image = kit.line_plain, kit.image
    monkeypatch.setattr(kit, "line_plain", lambda text, *how: said.append(text) or line(text, *how))
    monkeypatch.setattr(kit, "image", lambda name, *how: drawn.append(name) or image(name, *how))
    scene = opened(match, player, *(made_up_review(match, one, mistakes) for one in (0, 1))).scene
    assert player.wait(5000, lambda: scene.now.done)
    said.clear()
    drawn.clear()
    scene._choose(seat)
    player.wait(5000, lambda: scene.now.done)
    player.wait(64)
    player.draw()
    assert ("icons/star_gold" in drawn) == (scene.texts("review.last_won") in said) == (seat == 0)


@pytest.mark.parametrize("scale", SCALES)
@pytest.mark.parametrize("size", [WIDE, TALL])
def test_the_words_about_the_pale_line_are_apart_from_those_at_its_ends(size, scale, monkeypatch):
    player, ends = opened(nein_danke(), Player(size)), dict[str, float]()
    line = Kit.line_plain

    def measured(kit, text, *how):
        picture = line(kit, text, *how)
        ends[text] = picture.get_width() / kit.scale
        return picture

    monkeypatch.setattr(Kit, "line_plain", measured)
    show_at(player, size, scale)
    texts, course = player.scene.texts, player.scene._course
    sides = [ends.get(texts(f"review.{end}"), 0.0) for end in ("first", "last")]
    note = fonts.width(texts("review.course_rough"), fonts.STRONG, 100) * course._one
    assert note + 2 * max(sides) < course._right - course._left
