"""The screen of a review: computed in slices, left and resumed, stored, and its links to other screens."""

import json
from itertools import combinations, groupby, pairwise
from math import dist

import pygame
import pytest
from drivers import is_replay
from finished import finished, made_up_review
from offers import REVIEWED
from player import Player
from test_screens import LARGER, SCALES, TALL, WIDE, show_at, watched  # noqa: F401

from game.ai import review as judging
from game.ai.review import Effect, JudgedDecision, Review, decision_points, win_share
from game.core.capabilities import Reason
from game.core.match import AnyMatch
from game.engine import fonts
from game.engine.layout import Box, overlap
from game.engine.layout import bounds as layout_bounds
from game.engine.texts import LANGUAGES
from game.engine.transitions import Push
from game.engine.widgets import Painted
from game.games.nein_danke.rules import PAY
from game.player import review_worker, reviews, saves
from game.player.review_worker import ReviewWorker
from game.scenes.navigation import routes
from game.scenes.replay import time_line
from game.scenes.replay.strip import NoteWidget
from game.scenes.result.outcome import outcome_of
from game.scenes.result.result import Result
from game.scenes.review import moment_card, review_list
from game.scenes.review import review as screens
from game.scenes.review.review import HIGH, MINUS, draw_cards, laid
from game.scenes.review.review_line import ABOVE, MARK, TOUCH, number_spots
from game.table.turns.scene import TurnScene


@pytest.fixture
def quick(monkeypatch):
    """Make reviews quick and imprecise."""
    monkeypatch.setattr(judging, "PAIRS", 3)
    monkeypatch.setattr(judging, "ALONE", 2)


def painted(scene, draw) -> list[tuple[object, ...]]:
    """Return what a function draws in a scene."""
    paints = [widget.paint for widget in scene.widgets if isinstance(widget, Painted)]
    return [paint.args for paint in paints if paint.func is draw]


def opened(match: AnyMatch, player: Player | None = None, *known: Review) -> Player:
    """Return a player at the review of a match, of which these parts are stored."""
    player = player or Player()
    for found in known:
        reviews.store_review(player.app.context, match, found)
    player.app.stack.carry_out(Push(routes.review(player.app.context, match)))
    player.wait(32)
    return player


def whole(player: Player) -> Review:
    """Wait until a review is complete."""
    assert player.wait(600_000, lambda: player.scene.now.done)
    return player.scene.found


def nein_danke() -> AnyMatch:
    return finished("nein_danke", 3, 2)


# ---- links to and from it --------------------------------------------------------------------------------


def test_the_result_leads_to_the_review_and_back(quick):
    player, match = Player(), nein_danke()
    player.app.stack.carry_out(Push(Result(player.app.context, match)))
    player.tap("skip")
    player.tap("review")
    assert isinstance(player.scene, screens.ReviewScreen)
    found = whole(player)
    assert len(found.decisions) == len([step for step in decision_points(match, 0) if step])
    player.press(pygame.K_ESCAPE)
    assert isinstance(player.scene, Result)


def test_a_review_opened_late_from_a_result_has_the_time_at_which_the_match_ended(quick):
    player, match = Player(), nein_danke()
    context = player.app.context
    saves.finish(context, match)
    ended_ms = context.clock.wall_ms()
    player.app.stack.carry_out(Push(Result(context, match)))
    player.tap("skip")
    player.clock.pass_ms(180_000)
    player.tap("review")
    assert player.scene.ended_ms == ended_ms < context.clock.wall_ms()


def test_a_real_time_result_has_a_page_instead_of_a_review():
    player = Player()
    player.app.stack.carry_out(Push(Result(player.app.context, finished("twin_it", 3, 1))))
    player.tap("skip")
    assert "review" not in player.ids()
    assert "page-1" in player.ids()


def test_the_list_of_finished_matches_leads_to_the_reviews_of_people(quick):
    player = Player()
    context = player.app.context
    for match in (finished("push", 3, 1, ()), finished("twin_it", 2, 1), nein_danke()):
        saves.finish(context, match)
    player.tap("statistics")
    context.settings.speed = "off"
    player.app.stack.carry_out(Push(routes.statistics(context)))
    from game.scenes.records.finished import Finished

    player.app.stack.carry_out(Push(Finished(context)))
    # the newest first
    assert [id_ for id_ in player.ids() if id_.startswith("review")] == ["review-0", "review-1"]
    player.use_by_keys("review-0")
    assert player.scene.match.save() == nein_danke().save()


@pytest.mark.parametrize("game", REVIEWED)
@pytest.mark.parametrize("size", [WIDE, TALL, (844, 390)])
def test_moments_fill_the_page_with_their_cards_until_mistakes_are_known(size, game):
    player = opened(finished(game, 4, 2), Player(size))
    scene = player.scene
    cards = painted(scene, moment_card.draw_card)
    boxes = [box for _kit, _look, box, *_rest in cards]
    assert len(boxes) == len(scene._moments)
    assert boxes[-1].y + boxes[-1].h == pytest.approx(scene._list.y + scene._list.h, abs=screens.EVEN)
    for moment, (*_rest, box, text, card, picture) in zip(scene._moments, cards, strict=True):
        shown = layout_bounds([Box(spot.x - spot.w / 2, spot.y, spot.w, 0) for spot in picture.cards])
        assert min(spot.w for spot in picture.cards) >= 55, "the cards are large"
        assert box.x <= shown.x
        assert shown.x + shown.w <= (text.x if text.y < shown.y else box.x + box.w)
        assert card.figure == scene.match.seats[moment.seat].figure
        button = scene.items.find(f"moment-{moment.length}").box
        assert not overlap(button, text)
        assert box.y < button.y
        assert button.y + button.h < box.y + box.h


@pytest.mark.parametrize("size", [(1280, 720), (390, 844)])
def test_the_replay_of_a_mistake_tells_it_at_its_position_alone(size):
    match = nein_danke()
    player = opened(match, Player(size), made_up_review(match))
    row = player.scene.found.costliest[0]
    line = player.scene._review_line(row)
    player.use_by_keys(f"look-{row.place}")

    def told() -> list[str]:
        player.wait(3000)
        return [text for one in player.scene.widgets if isinstance(one, NoteWidget) for text in one.note[:2]]

    assert told() == [line.played, line.best]
    note = next(one for one in player.scene.widgets if isinstance(one, NoteWidget))
    assert note.rings.marks
    player.draw()
    player.tap("backward")
    assert told() == []
    player.tap("forward")
    assert told() == [line.played, line.best]


def test_a_replay_leads_to_the_review_unless_it_was_opened_from_one():
    match = nein_danke()
    player = opened(match, None, made_up_review(match))
    place = player.scene.found.costliest[0].place
    told = player.scene._review_line(player.scene.found.costliest[0]).place
    player.use_by_keys(f"look-{place}")
    driver = player.scene.driver
    assert is_replay(player.scene)
    assert driver.match.place == place
    assert not driver.playing
    # both give the moment the same name
    assert told.startswith(f"{driver.where}:")
    assert "review" not in player.ids()
    player.press(pygame.K_ESCAPE)
    assert isinstance(player.scene, screens.ReviewScreen)
    player.app.stack.carry_out(Push(routes.replay(player.app.context, match)))
    player.tap("review")
    assert isinstance(player.scene, screens.ReviewScreen)


# ---- its texts -------------------------------------------------------------------------------------------


def test_the_numbers_add_up_and_are_read_out():
    match = nein_danke()
    player = opened(match, None, made_up_review(match))
    start, cost, others, luck, result = player.scene._figures()
    assert start - cost + others + luck == result
    assert others == 7
    assert cost == sum(round(100 * row.cost) for row in player.scene.found.costliest)
    said = player.scene.spoken()
    assert all(str(share) in said for share in (start, result, cost, others, abs(luck)))
    # the costliest first, with its cost, its error and the better move
    dearest = player.scene.found.costliest
    assert [row.cost for row in dearest] == sorted((row.cost for row in dearest), reverse=True)
    assert player.app.context.texts.number(-round(100 * dearest[0].cost)) in said
    texts, line = player.app.context.texts, player.scene._review_line(dearest[0])
    assert line.best in said
    assert line.cost == texts.number(-round(100 * dearest[0].cost))
    assert texts("review.chance", count=round(100 * dearest[0].cost)) in line.place
    assert "%" not in line.cost
    assert not line.of_lead


def test_an_effect_of_the_others_that_luck_undoes_is_not_told_apart_from_it():
    found = Review(0, (JudgedDecision(1, PAY, PAY, 0.3, 0.3, 0.0),), 0.0, Effect(-0.74, 0.01))
    assert found.luck == pytest.approx(0.44)
    assert found.told_others == found.others
    assert found._replace(others=Effect(0.2, 0.01)).told_others.measured is False
    won = found._replace(result=1.0)
    assert won.luck > 0.74
    assert (won.told_others.chance, won.told_others.measured) == (-0.74, False)
    assert 2 * won.told_others.error == pytest.approx(0.74, rel=0.01)


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


@pytest.mark.parametrize("language", LANGUAGES)
def test_the_others_play_within_its_uncertainty_is_told_as_a_part_of_luck(language):
    match = nein_danke()
    found = made_up_review(match, mistakes=1)._replace(others=Effect(-0.13, 0.23))
    scene = opened(match, Player((390, 844), language=language), found).scene
    texts, (start, cost, others, luck, result) = scene.context.texts, scene._figures()
    assert (others, start - cost + luck) == (0, result)
    _cost, (rest, note) = scene._values()
    assert (int(rest.replace("\u2212", "-")), note) == (luck, texts("review.chance_unit", count=abs(luck)))
    # two papers, as wide as three
    assert scene._labels == ("given_away", "rest")
    first, last = scene._numbers
    assert (first.w, last.x) == (pytest.approx(last.w), pytest.approx(first.x + first.w + screens.GAP))
    assert last.x + last.w == pytest.approx(scene._list.x + scene._list.w)
    part = "rest" if luck > 0 else "rest_bad"
    assert texts(f"review.part_{part}", amount=abs(luck)) in scene.spoken()
    assert "13" not in scene._sums()


def test_the_mistakes_of_a_turn_are_one_entry_with_the_costliest():
    match = finished("push", 3, 1)
    scene = opened(match, None, made_up_review(match)).scene
    listed, turns = scene._mistakes(), scene.now.turns
    assert len(listed) < len(scene.found.mistakes) == 5
    for row in listed:
        turn = next(turn for turn in turns if row.place in turn)
        others = [other for other in scene.found.mistakes if other.place in turn and other is not row]
        assert all(other.cost <= row.cost for other in others)
        beside = sum(round(100 * other.cost) for other in others)
        lost = f"{MINUS}{beside}\u00a0{scene.context.texts('review.chance_unit', count=beside)}"
        said = scene.context.texts("review.beside", cost=lost)
        assert scene._review_line(row).why.startswith(said) == bool(beside)
    assert scene._figures().cost == sum(round(100 * row.cost) + scene._beside(row) for row in listed)
    assert [row.place for row in listed] == [*dict.fromkeys(row.place for row in listed)]
    assert scene.page_count() == -(-len(listed) // scene._rows_shown)


@pytest.mark.parametrize("language", LANGUAGES)
def test_tiles_and_sums_name_points_of_chance_as_their_unit(language):
    match = nein_danke()
    scene = opened(match, Player(language=language), made_up_review(match, mistakes=1)).scene
    texts, unit = scene.context.texts, scene.context.texts("review.chance_unit", count=7)
    (cost, _), (others, note), _luck = scene._values()
    assert (cost, others) == ("\u221220", "+7")
    assert note == f"{unit} {texts('review.error', number=4)}"
    assert all(shown.startswith(unit) for _number, shown in scene._values())
    # the unit is named once
    assert texts("review.part_cost", amount=texts("review.chance", count=20)) in scene._sums()
    assert texts("review.part_others", amount=7) in scene._sums()


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
    assert len(scene._course._rough[0]) == len(firsts) + bool(scene.found), "and the result, once there is a review"
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
    assert scene._mistakes()
    for row in scene._mistakes():
        (_x, before), (_x, after) = marked[row.place].points
        assert MINUS + str(round((after - before) / per_cent)) == scene._review_line(row).cost


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


@pytest.mark.parametrize("mistakes", [0, 2])
@pytest.mark.parametrize("game", REVIEWED)
def test_a_review_says_at_which_level_everybody_plays_on(game, mistakes):
    match = finished(game, 3, 1)
    found = made_up_review(match, mistakes=mistakes)
    player = opened(match, None, found)
    assert player.wait(5000, lambda: player.scene.now.done)
    player.wait(32)
    texts = player.app.context.texts
    level = texts("level.hard")
    assert texts("review.as_if", level=level) in player.scene.spoken()
    if mistakes:
        assert level in painted(player.scene, screens.draw_note)[0][2]
    player.scene.now.share, player.scene.now.found = 0.5, None
    assert level not in player.scene._sums(), "one level at a time"


def test_moments_fill_the_list_below_a_single_mistake():
    match = nein_danke()
    player = opened(match, None, made_up_review(match, mistakes=1))
    moments = [id_ for id_ in player.ids() if id_.startswith("moment-")]
    assert len(moments) == player.scene._rows_shown - 1
    player.use_by_keys(moments[0])
    assert is_replay(player.scene)


@pytest.mark.parametrize("error", [0.04, 0.21])
def test_rows_and_small_mistakes_add_up_to_what_was_given_away(error):
    """The last rows are too small to be listed alone; with a large error they are doubtful together, too."""
    match = nein_danke()
    found = made_up_review(match)
    places = [number for number, row in enumerate(found.decisions) if row.best == row.played][:6]
    rows = list(found.decisions)
    for number in places:
        best = next(a for a in match.game.legal_actions(match.at(rows[number].place).state) if a != rows[number].played)
        rows[number] = rows[number]._replace(best=best, chance=0.4, best_chance=0.456, error=error)
    player = opened(match, None, found._replace(decisions=tuple(rows)))
    scene, texts = player.scene, player.app.context.texts
    start, cost, others, luck, result = scene._figures()
    listed = sum(round(100 * row.cost) for row in scene.found.costliest)
    small = 34 if error < 0.1 else 0
    assert cost == listed + small
    assert start - cost + others + luck == result
    assert (texts("review.sums_small", small=small) in scene.spoken()) == bool(small)


@pytest.mark.parametrize("language", LANGUAGES)
def test_more_than_a_whole_chance_has_the_unit_of_the_other_numbers(language):
    match = nein_danke()
    player = opened(match, Player((390, 844), language=language), untroubled(match, 1.0, 0.3))
    scene, texts = player.scene, player.app.context.texts
    scene._figures = lambda: screens.Figures(30, 350, 0, 420, 100)
    scene.build()
    player.draw()
    assert [how[2] for how in painted(scene, screens.draw_number)] == ["\u2212350", "0", "+420"]
    units = [texts("review.chance_unit", count=count) for count in (350, 0, 420)]
    assert all(how[3].startswith(unit) for how, unit in zip(painted(scene, screens.draw_number), units, strict=True))
    assert texts("review.part_cost", amount=texts("review.chance", count=350)) in scene.spoken()
    assert texts("review.part_luck", amount=420) in scene.spoken()


def test_a_difference_within_its_error_is_not_listed():
    match = nein_danke()
    found = made_up_review(match)
    unsure = found._replace(decisions=tuple(row._replace(error=0.4) for row in found.decisions))
    player = opened(match, None, unsure)
    assert not [id_ for id_ in player.ids() if id_.startswith("look")]
    texts = player.app.context.texts
    # and what may hide in so large errors is not called flawless
    verdict = player.scene._verdict()
    assert (verdict.title, verdict.mood) == (texts("review.none_close"), "calm")


def untroubled(match: AnyMatch, result: float, chance: float, points: float = 0.0) -> Review:
    """Return a whole review without a measurable difference in chances; the first decision costs some points."""
    rows = [
        JudgedDecision(step.place, step.played, step.played, chance, chance, 0.0)
        for step in decision_points(match, 0)
        if step
    ]
    first = next(filter(None, decision_points(match, 0)))
    other = next(action for action in match.game.legal_actions(first.state) if action != first.played)
    if points:
        rows[0] = rows[0]._replace(best=other, error=0.04, margin=-30.0, best_margin=points - 30.0, margin_error=1.0)
    return Review(0, tuple(rows), result, Effect(0.0, 0.0))


@pytest.mark.parametrize("language", LANGUAGES)
@pytest.mark.parametrize(
    ("result", "chance", "title", "text"),
    [
        (1.0, 0.1, "none", "nothing_won"),
        (0.0, 0.4, "none_close", "nothing_close"),
        (0.0, 0.15, "unclear", "nothing_behind"),
    ],
)
def test_a_clear_defeat_is_not_praised(result, chance, title, text, language):
    played = (finished("push", 4, seed) for seed in range(1, 30))
    match = next(match for match in played if win_share(match.game, match.state, 0) == result)
    player = opened(match, Player(language=language), untroubled(match, result, chance))
    texts, said = player.app.context.texts, player.scene.spoken()
    titles = ("none", "none_close", "unclear")
    assert [key for key in titles if texts(f"review.{key}") in said] == [title]
    assert player.scene._verdict().mood == ("glad" if result else "calm")
    ways = ("nothing_won", "nothing_close", "nothing_behind")
    assert [way for way in ways if texts(f"review.{way}", name=player.scene._name()) in said] == [text]
    count = len(player.scene.found.decisions)
    assert texts("review.agreed", same=count, count=count) in said


@pytest.mark.parametrize("humans", [1, 2])
def test_the_review_fills_a_phone_in_landscape(humans):
    match = finished("push", 4, 1, range(humans))
    scene = opened(match, Player((844, 390)), untroubled(match, 0.0, 0.1, 6.2)).scene
    papers, room = [*scene._numbers, scene._bar, *scene._spots], scene.context.frame.room
    assert min(box.x for box in papers) == room.x + 28
    assert max(box.x + box.w for box in papers) == room.x + room.w - 28
    assert scene._list.x > max(box.x + box.w for box in scene._numbers)
    assert all(room.x <= item.box.x and item.box.x + item.box.w <= room.x + room.w for item in scene.items.items)


@pytest.mark.parametrize(("error", "kind"), [(0.04, "small"), (0.09, "hidden")])
def test_a_win_with_small_mistakes_is_not_called_flawless(error, kind):
    match = next(
        match
        for match in (finished("push", 4, seed) for seed in range(1, 30))
        if win_share(match.game, match.state, 0) == 1
    )
    found = untroubled(match, 1.0, 0.5, 1.0)
    rows = [row._replace(best=found.decisions[0].best, best_chance=0.55, error=error) for row in found.decisions[:9]]
    rows = [row for row in rows if row.best in match.game.legal_actions(match.at(row.place).state)][:1] * 9
    assert (Review(0, tuple(rows), 1.0).small > 0) == (kind == "small")
    texts = Player().app.context.texts
    told = review_list.verdict_of(texts, Review(0, tuple(rows), 1.0), 4, "Toni")
    assert told.mood == "calm"
    assert told.title == texts({"small": "review.many", "hidden": "review.none_close"}[kind])
    assert told.text.count("45" if kind == "small" else "99") == 1


def test_small_mistakes_without_a_row_are_played_one_after_the_other_the_largest_first():
    match = nein_danke()
    found = untroubled(match, 0.0, 0.5, 1.0)
    rows = []
    for number, row in enumerate(found.decisions[:9]):
        best = next(one for one in match.game.legal_actions(match.at(row.place).state) if one != row.played)
        rows.append(row._replace(best=best, best_chance=0.56 if number == 3 else 0.55, error=0.04))
    player = opened(match, None, found._replace(decisions=(*rows, *found.decisions[9:])))
    scene, texts = player.scene, player.app.context.texts
    assert scene._verdict().title == texts("review.many")
    for number, row in ((1, rows[3]), (2, rows[0])):
        note = texts("review.show_small_note", number=number, count=len(rows))
        assert note in scene.items.find("small").label
        player.tap("small")
        player.wait(500)
        assert player.scene is not scene
        assert player.scene.driver.match.place <= row.place
        player.press(pygame.K_ESCAPE)
        player.wait(500)
        assert player.scene is scene


def test_sums_are_told_so_far_and_nothing_is_praised_while_the_review_is_under_way(quick):
    match = nein_danke()
    player = opened(match)
    texts = player.app.context.texts
    assert player.wait(60_000, lambda: player.scene.found and player.scene.found.decisions)
    while not player.scene.now.done:
        given_away, checked, place = [how[2] for how in painted(player.scene, screens.draw_number)]
        assert given_away.startswith(("0", MINUS, screens.NOTHING))
        assert place == "1"
        assert 0 <= len(player.scene.found.proved) - int(checked) <= 1, "a frame later"
        count, most = len(player.scene.found.proved), len(player.scene.now.steps)
        scene, name = player.scene, player.scene._name()
        so_far = tuple(
            texts(f"review.{key}", count=count, most=most, name=name) for key in ("so_far_own", "lead_so_far_own")
        )
        early = texts("review.early", count=count, most=most, name=name)
        told, note = scene._heading()
        alike = f"{scene.found.expected} von deinen {most} Zügen"
        dearest = texts("review.dearest_so_far", name=name, mistake="")
        assert told.startswith((dearest, *so_far)) if scene._mistakes() else alike in told
        assert scene._mistakes() or note == (early if scene._is_early else so_far[0])
        assert (
            ("dearest" in player.ids()) == bool(scene._mistakes()) == bool(scene.found.mistakes and not scene._is_early)
        )
        assert player.scene._verdict() is None
        player.wait(200)
    player.wait(32)
    assert "" not in [how[2] for how in painted(player.scene, screens.draw_number)]


@pytest.mark.parametrize("language", LANGUAGES)
def test_the_costliest_mistake_is_told_in_a_sentence_and_played_from_before(language):
    match = nein_danke()
    player = opened(match, Player(language=language), made_up_review(match))
    texts, row = player.app.context.texts, player.scene.found.costliest[0]
    view = match.game.view(player.scene.now.steps[row.place].state, 0)
    words = {"PAY": "mistake.take_missed", "TAKE": "mistake.taken"}[row.played.verb.name]
    card = texts("nein_danke.log.number", number=view.card)
    sentence = texts("review.dearest", name=player.scene._name(), mistake=texts(f"nein_danke.{words}", card=card))
    assert sentence in player.scene.spoken()
    player.use_by_keys("dearest")
    driver = player.scene.driver
    assert is_replay(player.scene)
    assert driver.match.place == row.place - screens.LEAD
    assert driver.playing
    assert player.wait(60_000, lambda: driver.match.place > row.place)


@pytest.mark.parametrize("scale", SCALES)
@pytest.mark.parametrize("language", LANGUAGES)
def test_upright_the_costliest_mistake_is_read_before_any_figure_and_the_sums_are_large(language, scale):
    match = nein_danke()
    player = opened(match, Player(TALL, language=language), made_up_review(match))
    assert player.wait(5000, lambda: player.scene.now.done)
    show_at(player, TALL, scale)
    (_, sentence, *_), numbers = painted(player.scene, screens.draw_heading)[0], player.scene._numbers
    assert sentence.y + sentence.h <= min(box.y for box in numbers)
    assert player.scene.items.find("dearest").box.y < numbers[0].y
    if scale == 1.0:
        assert player.scene._sums_high(672) <= player.scene._bar.y + 42 - (numbers[0].y + numbers[0].h + screens.GAP)


def test_while_a_review_is_computed_the_result_is_told_of_the_chosen_person():
    player = opened(finished("push", 4, 2, (0, 3)))
    scene, told = player.scene, []
    for number in range(2):
        scene._choose(number)
        told.append(scene._result)
        assert scene._name() in scene._result
    assert len(set(told)) == 2


@pytest.mark.parametrize("scale", SCALES)
def test_upright_the_sentence_on_the_costliest_mistake_is_apart_from_the_choice_above_it(scale):
    match = finished("nein_danke", 4, 2, (1, 3))
    player = opened(match, Player(TALL), made_up_review(match, 1), made_up_review(match, 3))
    assert player.wait(5000, lambda: player.scene.now.done)
    show_at(player, TALL, scale)
    (_, sentence, *_) = painted(player.scene, screens.draw_heading)[0]
    above = [item.box for item in player.items if item.id in ("seat-0", "seat-1")]
    assert above
    assert min(sentence.y - box.y - box.h for box in above) >= 10
    assert player.scene._name() in player.scene._heading()[0], "it tells whose it is, as nobody is addressed"


def test_a_mistake_that_cost_only_points_is_told_in_points():
    match = finished("push", 4, 1)
    player = opened(match, None, untroubled(match, 0.0, 0.1, 6.2))
    player.wait(200)
    texts, (row,) = player.app.context.texts, player.scene.found.mistakes
    told = player.scene._review_line(row)
    # the lead over the best opponent, which is more than one's own points
    assert told.place.endswith(f"{texts('unit.points', count=6)} Vorsprung")
    assert told.cost == f"{MINUS}{texts('unit.points', count=6)}"
    assert told.of_lead
    assert told.error == texts("review.error", number="2")
    # 6.2 and 6.0: the difference lies beyond its error, as written too
    near = player.scene._review_line(row._replace(margin_error=3.0))
    assert near.error == texts("review.error", number="5")
    assert f"look-{row.place}" in player.ids()
    said = player.scene.spoken()
    assert player.scene._heading()[1].startswith(texts("review.careless_note"))
    assert texts("review.lead_only") == player.scene._heading()[0]
    player.scene.now.share = 0.5
    count = len(player.scene.now.steps)
    lead = texts("review.lead_so_far_own", count=count, most=count, name=player.scene._name())
    assert lead == player.scene._heading()[0]
    assert texts("review.sums_points", amount=texts("unit.points", count=6)) in said
    assert texts("review.none") not in said


def test_few_moves_like_those_of_a_good_bot_are_not_told(quick):
    player = opened(nein_danke())
    scene, count = player.scene, 10
    assert player.wait(60_000, lambda: scene.found and scene.now.steps)
    scene.now.steps = dict(list(scene.now.steps.items())[:count])
    heard = {}
    for same in (None, 0, 5, 6, 9, 10):
        scene.now.found = scene.found._replace(decisions=(), expected=same)
        heard[same] = scene._heading()[0]
    # before that the result is told
    assert [same for same, title in heard.items() if title == scene._result] == [None, 0, 5]
    assert scene._result.startswith(outcome_of(scene.texts, scene.match).headline.title)


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


def test_the_remaining_time_is_that_of_a_clock_however_slow_the_frames(quick):
    player = opened(nein_danke())
    worker = player.scene.now
    before = worker.elapsed_ms
    for _ in range(10):
        player.clock.pass_ms(800)
        player.scene.update(50)
    assert worker.elapsed_ms == pytest.approx(before + 8000, abs=60)
    # while the window was hidden nothing was computed
    player.clock.pass_ms(600_000)
    player.scene.update(50)
    assert worker.elapsed_ms < before + 8000 + 2100


def test_the_remaining_time_counts_down_between_decisions_until_it_has_run_out(quick):
    player = opened(nein_danke())
    worker, texts = player.scene.now, []
    assert player.wait(60_000, lambda: worker.remaining_ms is not None)
    # a decision that takes long
    worker.elapsed_ms, worker._grown_ms, worker._share_before, worker.share = 40_000.0, 40_000.0, 0.0, 0.8
    worker.go_on = lambda: False
    player.wait(64)
    while worker.remaining_ms is not None:
        texts.append(player.scene._left)
        player.clock.pass_ms(1000)
        player.scene.update(16)
    times = [player.scene.texts("review.left.seconds", count=count) for count in (10, 5)]
    assert [text for text, _ in groupby(texts)] == times
    assert player.scene._left == ""


def test_a_review_tells_its_stage_whose_count_and_bar_go_on_with_a_pace_of_its_own():
    match = nein_danke()
    player = opened(match)
    scene, texts, found = player.scene, player.app.context.texts, made_up_review(match, mistakes=2)
    worker, most = scene.now, len(found.decisions)
    places = [row.place for row in found.costliest]
    steps = [
        (0.2, found._replace(decisions=found.decisions[:1])),
        (0.4, found._replace(estimated=frozenset(places), others=None)),
        (0.5, None),
        (0.6, found._replace(others=None)),
        (0.7, None),
    ]
    worker.steps, worker._work, said = dict.fromkeys(range(most)), iter(steps), []
    for number, _ in enumerate(steps, 1):
        worker.elapsed_ms = 10_000.0 * number**2
        assert worker.go_on()
        said.append((worker.stage, scene._values()[1][0], scene._sums(), worker.share))
    keys = ["working_on", "working_proofs", "working_proofs", "working_others", "working_others"]
    assert [stage for stage, *_ in said] == ["first", "proofs", "proofs", "others", "others"]
    assert [count for _, count, *_ in said] == ["1", str(most - len(places)), str(most - len(places)), *2 * [str(most)]]
    assert [told for *_, told, _ in said] == [texts(f"review.{key}") for key in keys]
    assert [share for *_, share in said] == [0.2, 0.4, 0.5, 0.6, 0.7]
    # a quarter of the last stage took 90 seconds
    assert worker.remaining_ms == pytest.approx(270_000)


def test_a_better_chance_with_fewer_points_is_not_explained_by_points():
    match = finished("push", 4, 1)
    found = made_up_review(match, mistakes=1)
    player = opened(match, None, found)
    row, texts = found.costliest[0], player.app.context.texts
    wins = texts("review.why_wins")
    assert player.scene._review_line(row).why != wins
    assert player.scene._review_line(row._replace(margin=-3.0, best_margin=-5.2, margin_error=0.8)).why == wins
    assert player.scene._review_line(row._replace(margin=-3.0, best_margin=-4.5, margin_error=0.8)).why != wins


def test_a_reason_that_holds_for_the_move_played_is_not_told():
    match = finished("push", 4, 1)
    player = opened(match, None, made_up_review(match, mistakes=1))
    scene, row = player.scene, player.scene.found.costliest[0]
    view = match.game.view(scene.now.steps[row.place].state, scene.seat)
    alike = row._replace(why=match.game.hints.advise_action(view, row.played).why)
    assert scene._review_line(alike).why.startswith(player.app.context.texts("review.why_more"))
    other = Reason("no_row")
    assert scene._review_line(row._replace(why=other)).why.startswith(scene.context.texts("push.why.no_row"))


def test_a_mistake_shows_its_position_as_its_seat_saw_it_card_by_card(monkeypatch):
    monkeypatch.setattr(screens, "CARDS", 1)
    match = nein_danke()
    player = opened(match, None, made_up_review(match))
    scene = player.scene
    player.wait(16)

    def shown() -> list[list[str]]:
        return [[card.face for card in cards] for _look, cards in painted(scene, draw_cards)]

    first = sum(map(len, shown()))
    assert first <= 1
    assert player.wait(3000, lambda: scene._cards >= scene._all_cards)
    assert sum(map(len, shown())) == scene._all_cards > first
    for cards, row in zip(shown(), whole(player).mistakes, strict=False):
        view = match.game.view(scene.now.steps[row.place].state, 0)
        assert cards[0] == f"n{view.card}"
        assert cards[1:] == [f"n{card}" for card in sorted(view.displays[0])]


@pytest.mark.parametrize("counts", [(1,), (0, 3), (5, 12), (1, 5, 5, 5, 5)])
def test_a_position_lies_in_its_box(counts):
    box = Box(10, 20, 80, 130)
    cards = laid([[f"c{number}" for number in range(count)] for count in counts], box)
    assert len(cards) == sum(counts)
    for card in cards:
        half = card.w / 2, card.w * HIGH / 2
        assert box.grown(0.01).holds(card.x - half[0], card.y - half[1])
        assert box.grown(0.01).holds(card.x + half[0], card.y + half[1])
    beside = [other.x - one.x for one, other in pairwise(cards) if one.y == other.y]
    assert min(beside, default=99) >= 0.49 * cards[0].w


def test_pages_hold_all_mistakes():
    match = nein_danke()
    player = opened(match, None, made_up_review(match))
    seen = []
    while True:
        seen += [int(id_.removeprefix("look-")) for id_ in player.ids() if id_.startswith("look-")]
        if "cheaper" not in player.ids():
            break
        player.tap("cheaper")
    assert seen == [row.place for row in player.scene.found.costliest]
    assert len(seen) == 5


def test_the_review_of_each_person_can_be_chosen():
    match = finished("nein_danke", 4, 2, (1, 3))
    player = opened(match, None, made_up_review(match, 1, 1), made_up_review(match, 3, 2))
    assert player.scene.seat == 1
    player.tap("seat-1")
    player.wait(32)
    assert player.scene.seat == 3
    assert len(player.scene.found.costliest) == 2
    assert player.scene._review_line(player.scene.found.costliest[0]).played.startswith("Mika")
    player.use_by_keys(f"look-{player.scene.found.costliest[0].place}")
    assert player.scene.viewer == 3
    bots = opened(finished("nein_danke", 7, 2, ()))
    assert bots.scene.seat == 0
    bots.tap("seat-6")
    assert bots.scene.seat == 6


# ---- slices -------------------------------------------------------------------------------------------


def test_a_frame_takes_a_bounded_number_of_slices(monkeypatch):
    player, match = Player(), nein_danke()
    taken = []
    monkeypatch.setattr(review_worker, "MOST_SLICES", 7)
    plain = ReviewWorker._slices

    def counted(self):
        for found in plain(self):
            taken.append(found)
            yield found

    monkeypatch.setattr(ReviewWorker, "_slices", counted)
    now = ReviewWorker(player.app.context, match, 0)
    now.go_on()
    assert len(taken) == 7


def test_a_frame_ends_with_its_time(monkeypatch):
    player, match = Player(), nein_danke()
    taken = []
    plain = ReviewWorker._slices

    def slow(self):
        for found in plain(self):
            player.clock.pass_ms(2.5)
            taken.append(found)
            yield found

    monkeypatch.setattr(ReviewWorker, "_slices", slow)
    ReviewWorker(player.app.context, match, 0).go_on()
    assert len(taken) == 2


def test_a_review_shows_the_cost_of_mistakes_so_far_while_it_is_computed():
    player, match = Player(), nein_danke()
    player.app.stack.carry_out(Push(routes.review(player.app.context, match)))
    scene, texts = player.scene, player.app.context.texts
    assert scene._values()[0] == (screens.NOTHING, texts("review.given_away.open"))
    scene.now.share, scene.now.found = 0.5, made_up_review(match, mistakes=2)
    lost = sum(round(100 * row.cost) for row in scene.found.costliest)
    assert lost > 0
    unit = texts("review.chance_unit", count=lost)
    assert scene._values()[0] == (f"{MINUS}{lost}", texts("review.until_now", unit=unit))


def test_a_review_of_fewer_than_half_of_the_moves_tells_no_mistake_and_no_sum():
    match = nein_danke()
    player = opened(match)
    scene, texts, found = player.scene, player.app.context.texts, made_up_review(match, mistakes=2)
    half, name = -(-len(found.decisions) // 2), scene._name()
    scene.now.share, scene.now.found = 0.5, found._replace(decisions=found.decisions[: half - 1])
    scene._offer()
    early = texts("review.early", count=len(scene.found.proved), most=len(found.decisions), name=name)
    assert early in scene._heading()
    assert scene._values()[0] == (screens.NOTHING, texts("review.given_away.open"))
    assert not scene._mistakes()
    assert "dearest" not in player.ids()
    assert not scene._course.review.decisions, "no mark at a move either"
    scene.now.found = found._replace(decisions=found.decisions[:half])
    scene._offer()
    assert scene._heading()[0].startswith(texts("review.dearest_so_far", name=name, mistake=""))
    lost = sum(round(100 * row.cost) for row in scene.found.costliest)
    assert scene._values()[0] == (
        f"{MINUS}{lost}",
        texts("review.until_now", unit=texts("review.chance_unit", count=lost)),
    )
    scene.now.found = made_up_review(match, mistakes=0)
    assert scene._values()[0][0] == "0"


@pytest.mark.parametrize("size", [(390, 844), (375, 667)])
def test_upright_a_verdict_without_mistakes_is_above_all_figures(size):
    match = nein_danke()
    player = opened(match, Player(size), made_up_review(match, mistakes=0))
    whole(player)
    player.wait(64)
    scene = player.scene
    assert scene._verdict()
    (spot,) = scene._spots
    assert spot.y + spot.h < min(box.y for box in scene._numbers)
    assert spot.h > 300


def test_the_papers_of_a_review_reach_the_foot_of_an_upright_window():
    match = nein_danke()
    player = opened(match, Player((390, 844)), made_up_review(match, mistakes=5))
    last = player.scene._spots[-1]
    assert player.app.context.frame.height - 24 - last.y - last.h < 40


def test_between_frames_work_continues_until_there_is_something_new_to_show(quick):
    player = opened(nein_danke())
    scene = player.scene
    assert player.wait(60_000, lambda: scene.found and scene.found.expected is not None)
    # after the comparison with the advice one judgement after the other
    for count in (0, 1, 2):
        while scene.work():
            pass
        assert scene.found
        assert len(scene.found.decisions) == count
        player.wait(32)
    scene.now.share = 1
    assert not scene.work()


@pytest.mark.parametrize("game", REVIEWED)
def test_a_play_out_is_made_of_many_slices(game, monkeypatch):
    monkeypatch.setattr(judging, "PAIRS", 1)
    match = finished(game, 3, 1)
    first = next(step for step in decision_points(match, 0) if step)
    slices = list(judging.rollout_shares(match.game, first.state, first.played, 0, 1))
    assert slices[-1] is not None
    assert slices[:-1] == [None] * (len(slices) - 1)
    assert len(slices) > 20


def test_an_interrupted_review_resumes_and_ends_the_same(quick, monkeypatch):
    match = nein_danke()
    expected = whole(opened(match))
    player = opened(match)
    assert player.wait(60_000, lambda: player.scene.found and len(player.scene.found.decisions) > 2)
    player.press(pygame.K_ESCAPE)
    before = {row[0] for row in json.loads(player.storage.read("reviews"))[0]["decisions"]}
    assert 2 < len(before) < len(expected.decisions)
    again = []
    plain = judging.judge_in_stages
    monkeypatch.setattr(judging, "judge_in_stages", lambda *given: again.append(given[2]) or plain(*given))
    assert whole(opened(match, player)) == expected
    assert not before & set(again)
    assert len(before) + len(again) == len(expected.decisions)
    # and once more: it is there at once
    again.clear()
    player.press(pygame.K_ESCAPE)
    assert whole(opened(match, player)) == expected
    assert not again


def test_closing_the_window_stores_the_judgements_so_far(quick):
    player = opened(nein_danke())
    assert player.wait(60_000, lambda: player.scene.found and player.scene.found.decisions)
    assert player.scene.awake
    count = len(player.scene.found.decisions)
    player.feed(pygame.QUIT)
    assert not player.app.running
    assert len(json.loads(player.storage.read("reviews"))[0]["decisions"]) == count


def test_a_resize_or_another_seat_does_not_lose_the_judgements(quick):
    match = finished("nein_danke", 3, 2, (0, 1))
    player = opened(match)
    assert player.wait(60_000, lambda: player.scene.found and player.scene.found.decisions)
    count = len(player.scene.found.decisions)
    player.resize(TALL)
    player.tap("seat-1")
    player.tap("seat-0")
    assert len(player.scene.found.decisions) >= count


# ---- the store ----------------------------------------------------------------------------------------


@pytest.mark.parametrize("game", REVIEWED)
def test_a_stored_review_can_be_read_again(game):
    player, match = Player(), finished(game, 3, 1)
    found, other = made_up_review(match), finished(game, 3, 2)
    reviews.store_review(player.app.context, match, found)
    reviews.store_review(player.app.context, other, made_up_review(other, 0, 1))
    steps = {step.place: step for step in decision_points(match, 0) if step}
    assert reviews.stored_decisions(player.app.context, match, 0, steps) == found.decisions
    assert reviews.stored_decisions(player.app.context, match, 1, steps) == ()
    assert not player.app.context.notices


def damaged(text: str, how: str) -> str:
    """Return a stored review that has become invalid."""
    rows = json.loads(text)
    decisions = rows[0]["decisions"]
    match how:
        case "no json":
            return text[:-9]
        case "no list":
            return json.dumps({"a": 1})
        case "no rows":
            return json.dumps([1, *rows])
        case "no place":
            decisions[0][0] = 100_000
        case "no action":
            decisions[0][1] = "nonsense"
        case "no reason":
            decisions[0][2] = ["nonsense", {}]
        case "no blank":
            decisions[0][2] = ["pays", {}]
        case "no chance":
            decisions[0][3] = 7
        case "no number":
            decisions[0][4] = None
        case "no margin":
            decisions[0].pop()
        case "no order":
            decisions.reverse()
        case "no decisions":
            rows[0]["decisions"] = 7
    return json.dumps(rows)


HOW = (
    "no json",
    "no list",
    "no rows",
    "no place",
    "no action",
    "no reason",
    "no blank",
    "no chance",
    "no number",
    "no margin",
)


@pytest.mark.parametrize("how", [*HOW, "no order", "no decisions"])
def test_an_invalid_stored_review_is_reported_and_set_aside(how, quick):
    player, match = Player(), nein_danke()
    reviews.store_review(player.app.context, match, made_up_review(match))
    player.storage.write("reviews", damaged(player.storage.read("reviews"), how))
    told = []
    player.app.context.tell = lambda key, **blanks: told.append((key, blanks))
    opened(match, player)
    assert player.wait(60_000, lambda: player.scene.found is not None)
    assert [key for key, _blanks in told] == ["notice.damaged"]
    assert player.storage.read("reviews-damaged")
    # an invalid row beside it does no other harm
    assert bool(player.scene.found.decisions) == (how == "no rows")


def test_a_review_set_aside_is_computed_anew(quick):
    player, match = Player(), nein_danke()
    player.storage.write("reviews", '{"a": 1}')
    opened(match, player)
    whole(player)
    assert len(json.loads(player.storage.read("reviews"))) == 1


def test_a_review_of_another_version_is_computed_anew_silently(quick):
    player, match = Player(), nein_danke()
    reviews.store_review(player.app.context, match, made_up_review(match))
    stored, version = player.storage.read("reviews"), f'"version":{reviews.VERSION}'
    player.storage.write("reviews", stored.replace(version, '"version":1'))
    opened(match, player)
    assert not player.scene.found.decisions
    assert not player.app.context.notices
    assert not [name for name in player.storage.names() if "damaged" in name]


def test_only_a_limited_number_of_reviews_is_kept():
    player = Player()
    for seed in range(reviews.KEPT + 2):
        match = finished("nein_danke", 3, 2)
        match.seed = seed
        reviews.store_review(player.app.context, match, made_up_review(nein_danke(), 0, 1))
    assert len(json.loads(player.storage.read("reviews"))) == reviews.KEPT


# ---- play from here -----------------------------------------------------------------------------------


def test_playing_on_begins_at_the_decision():
    match = nein_danke()
    player = opened(match, None, made_up_review(match))
    place = player.scene.found.costliest[0].place
    player.tap(f"from-{place}")
    assert isinstance(player.scene, TurnScene)
    assert player.scene.match.actions == match.actions[:place]
    assert player.scene.match.seats == match.seats


def test_playing_on_asks_about_the_match_in_progress_and_shelves_it():
    match = nein_danke()
    player = Player()
    running = finished("nein_danke", 3, 5).at(9)
    saves.store_match(player.app.context, running)
    opened(match, player, made_up_review(match))
    place = player.scene.found.costliest[0].place
    player.tap(f"from-{place}")
    assert isinstance(player.scene, screens.ReviewScreen)
    assert player.scene.question() == (player.app.context.texts("replay.play_on_sure"), True)
    player.tap_again(f"from-{place}")
    assert isinstance(player.scene, TurnScene)
    assert [saved.match.save() for saved in saves.resumable_matches(player.app.context) if saved.is_shelved] == [
        running.save()
    ]


# ---- appearance ------------------------------------------------------------------------------------------


@pytest.mark.parametrize("language", LANGUAGES)
@pytest.mark.parametrize("game", REVIEWED)
def test_everything_fits_in_every_window(game, language, watched):  # noqa: F811
    match = finished(game, 4, 1, (0, 2))
    player = opened(match, Player(language=language), made_up_review(match))
    faults: dict[str, None] = {}
    windows = [WIDE, TALL, (800, 1280), LARGER[language]]
    for window, scale in [(window, scale) for window in windows for scale in SCALES]:
        watched.clear()
        show_at(player, window, scale)
        for page in range(player.scene.page_count()):
            player.scene.turn(page - player.scene.page)
            player.draw()
            seen = f"page {page} at {scale} in {window}"
            faults |= {f"{seen}: {what}": None for what in watched}
            frame = player.app.context.frame
            for item in player.items:
                assert item.label, (seen, item.id)
                assert Box(0, 0, frame.width, frame.height).holds(*item.box.centre), (seen, item)
                assert max(item.box.w, item.box.h) >= 72, (seen, item.id, item.box)
                assert min(item.box.w, item.box.h) >= 48, (seen, item.id, item.box)
            boxes = [(item.id, item.box) for item in player.items]
            for number, (one, box) in enumerate(boxes):
                for other, there in boxes[:number]:
                    assert not overlap(box.grown(-1), there.grown(-1)), (seen, one, other)
    assert not faults, "\n".join(["", *faults])


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
