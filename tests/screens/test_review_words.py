"""The words and sums of a review: verdicts, mistakes, luck and the others' play."""

import pygame
import pytest
from all_screens import SCALES, TALL, show_at
from drivers import is_replay
from finished import finished, made_up_review
from offers import REVIEWED
from player import Player
from review_pages import nein_danke, opened, painted, untroubled, whole

from game.ai.judgement import JudgedDecision
from game.ai.review import Effect, Review
from game.ai.rollouts import SURE, win_share
from game.core.capabilities import Reason
from game.engine.texts import LANGUAGES
from game.games.nein_danke.rules import PAY
from game.scenes.result.outcome import outcome_of
from game.scenes.review import review as screens
from game.scenes.review import review_list, review_words
from game.scenes.review.review_list import MINUS


def test_the_numbers_add_up_and_are_read_out():
    match = nein_danke()
    player = opened(match, None, made_up_review(match))
    start, cost, others, luck, result = player.scene.report.figures()
    assert start - cost + others + luck == result
    assert others == 7
    assert cost == sum(round(100 * row.cost) for row in player.scene.found.costliest)
    said = player.scene.spoken()
    assert all(str(share) in said for share in (start, result, cost, others, abs(luck)))
    # the costliest first, with its cost, its error and the better move
    dearest = player.scene.found.costliest
    assert [row.cost for row in dearest] == sorted((row.cost for row in dearest), reverse=True)
    assert player.app.context.texts.number(-round(100 * dearest[0].cost)) in said
    texts, line = player.app.context.texts, player.scene.report.review_line(dearest[0])
    assert line.best in said
    assert line.cost == texts("review.per_cent", number=texts.number(-round(100 * dearest[0].cost)))
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


@pytest.mark.parametrize("language", LANGUAGES)
def test_the_others_play_within_its_uncertainty_is_told_as_a_part_of_luck(language):
    match = nein_danke()
    found = made_up_review(match, mistakes=1)._replace(others=Effect(-0.13, 0.23))
    scene = opened(match, Player((390, 844), language=language), found).scene
    texts, (start, cost, others, luck, result) = scene.context.texts, scene.report.figures()
    assert (others, start - cost + luck) == (0, result)
    _cost, (rest, note) = scene.report.values()
    assert (int(rest.strip("%\u00a0").replace("\u2212", "-")), note) == (luck, texts("review.of_chance"))
    # two papers, as wide as three
    assert scene.report.labels == ("by_mistakes", "rest")
    first, last = scene._numbers
    assert (first.w, last.x) == (pytest.approx(last.w), pytest.approx(first.x + first.w + screens.GAP))
    assert last.x + last.w == pytest.approx(scene._list.x + scene._list.w)
    part = "rest" if luck > 0 else "rest_bad"
    assert texts(f"review.part_{part}", amount=abs(luck)) in scene.spoken()
    assert "13" not in scene.report.sums()


def test_the_mistakes_of_a_turn_are_one_entry_with_the_costliest():
    match = finished("push", 3, 1)
    scene = opened(match, None, made_up_review(match)).scene
    listed, turns = scene.report.mistakes(), scene.now.turns
    assert len(listed) < len(scene.found.mistakes) == 5
    for row in listed:
        turn = next(turn for turn in turns if row.place in turn)
        others = [other for other in scene.found.mistakes if other.place in turn and other is not row]
        assert all(other.cost <= row.cost for other in others)
        beside = sum(round(100 * other.cost) for other in others)
        said = scene.context.texts("review.beside", number=f"{MINUS}{beside}")
        assert scene.report.review_line(row).why.startswith(said) == bool(beside)
    assert scene.report.figures().cost == sum(round(100 * row.cost) + scene.report._beside(row) for row in listed)
    assert [row.place for row in listed] == [*dict.fromkeys(row.place for row in listed)]
    assert scene.page_count() == -(-len(listed) // scene._rows_shown)


@pytest.mark.parametrize("language", LANGUAGES)
def test_tiles_tell_per_cent_of_the_chance_and_the_sums_points_of_it(language):
    match = nein_danke()
    scene = opened(match, Player(language=language), made_up_review(match, mistakes=1)).scene
    texts = scene.context.texts
    (cost, _), (others, _), _luck = scene.report.values()
    assert [cost, others] == [texts("review.per_cent", number=number) for number in ("\u221220", "+7")]
    notes = [note for _number, note in scene.report.values()]
    assert notes == [texts("review.in_all"), *[texts("review.of_chance")] * 2]
    # the unit is named once
    assert texts("review.part_cost", amount=texts("review.chance", count=20)) in scene.report.sums()
    assert texts("review.part_others", amount=7) in scene.report.sums()


@pytest.mark.parametrize(("language", "said"), [("de", "1,4"), ("en", "1.4")])
def test_mistakes_that_cost_more_than_the_whole_are_told_in_wins(language, said):
    match = nein_danke()
    found = made_up_review(match)
    rows = list(found.decisions)
    for number in range(7):
        best = next(a for a in match.game.legal_actions(match.at(rows[number].place).state) if a != rows[number].played)
        rows[number] = rows[number]._replace(best=best, chance=0.2, best_chance=0.4, error=0.05)
    rows[7:] = [row._replace(best=row.played, chance=0.3, best_chance=0.3, error=0.0) for row in rows[7:]]
    scene = opened(match, Player(language=language), found._replace(decisions=tuple(rows))).scene
    texts = scene.context.texts
    values = scene.report.values()
    assert values[0] == (f"\u2212{said}", texts("review.of_wins"))
    assert {note for _number, note in values[1:]} == {texts("review.of_wins")}
    off = texts.number(2 * 0.05 * 7**0.5, 1)
    assert scene.report.quiet().endswith(texts("review.within_sum", amount=texts("review.wins", number=off)))


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
    said, off = [texts("review.worked_out", level=level)], round(100 * SURE * found.cost_error)
    if mistakes:
        amount = texts("review.per_cent", number=off)
        said = [texts("review.worked_out_at", level=level), texts("review.within_sum", amount=amount)]
    assert player.scene.report.quiet() == texts.sentences(said)
    player.scene.now.share, player.scene.now.found = 0.5, None
    assert level not in player.scene.report.sums(), "one level at a time"


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
    start, cost, others, luck, result = scene.report.figures()
    listed = sum(round(100 * row.cost) for row in scene.found.costliest)
    small = 34 if error < 0.1 else 0
    assert cost == listed + small
    assert start - cost + others + luck == result
    assert (texts("review.sums_small", small=small) in scene.spoken()) == bool(small)
    assert (texts("review.small_together", number=small) in scene.report.quiet()) == bool(small)


@pytest.mark.parametrize("language", LANGUAGES)
def test_more_than_a_whole_chance_makes_all_numbers_wins(language):
    match = nein_danke()
    player = opened(match, Player((390, 844), language=language), untroubled(match, 1.0, 0.3))
    scene, texts = player.scene, player.app.context.texts
    scene.report.figures = lambda: review_words.Figures(30, 350, 0, 420, 100)
    scene.build()
    player.draw()
    shown = [
        (f"\u2212{texts.number(3.5, 1)}", texts("review.of_wins")),
        (texts.number(0, 1), texts("review.of_wins")),
        (f"+{texts.number(4.2, 1)}", texts("review.of_wins")),
    ]
    assert [how[2:4] for how in painted(scene, screens.draw_number)] == shown
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
    verdict = player.scene.report.verdict()
    assert (verdict.title, verdict.mood) == (texts("review.none_close"), "calm")


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
    assert player.scene.report.verdict().mood == ("glad" if result else "calm")
    ways = ("nothing_won", "nothing_close", "nothing_behind")
    assert [way for way in ways if texts(f"review.{way}", name=player.scene.report.name()) in said] == [text]
    count = len(player.scene.found.decisions)
    assert texts("review.agreed", same=count, count=count) in said


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
    assert scene.report.verdict().title == texts("review.many")
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


@pytest.mark.parametrize("language", LANGUAGES)
def test_the_costliest_mistake_is_told_in_a_sentence_and_played_from_before(language):
    match = nein_danke()
    player = opened(match, Player(language=language), made_up_review(match))
    texts, row = player.app.context.texts, player.scene.found.costliest[0]
    view = match.game.view(player.scene.now.steps[row.place].state, 0)
    words = {"PAY": "mistake.take_missed", "TAKE": "mistake.taken"}[row.played.verb.name]
    card = texts("nein_danke.log.number", number=view.card)
    cost = texts("review.per_cent", number=texts.number(-round(100 * row.cost)))
    sentence = texts("review.dearest", mistake=f"{texts(f'nein_danke.{words}', card=card)}, {cost}")
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
        room = player.scene._bar.y + 42 - (numbers[0].y + numbers[0].h + screens.GAP)
        # sums of fractions differ in their last digits
        assert player.scene._sums_high(672, 0) <= room + 0.01


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
    assert player.scene.report.name() in player.scene.report.heading()[0], (
        "it tells whose it is, as nobody is addressed"
    )


def test_a_mistake_that_cost_only_points_is_told_in_points():
    match = finished("push", 4, 1)
    player = opened(match, None, untroubled(match, 0.0, 0.1, 6.2))
    player.wait(200)
    texts, (row,) = player.app.context.texts, player.scene.found.mistakes
    told = player.scene.report.review_line(row)
    # the lead over the best opponent, which is more than one's own points
    assert told.place.endswith(f"{texts('unit.points', count=6)} Vorsprung")
    assert told.cost == f"{MINUS}{texts('unit.points', count=6)}"
    assert told.of_lead
    assert told.error == texts("review.error", number="2")
    # 6.2 and 6.0: the difference lies beyond its error, as written too
    near = player.scene.report.review_line(row._replace(margin_error=3.0))
    assert near.error == texts("review.error", number="5")
    assert f"look-{row.place}" in player.ids()
    said = player.scene.spoken()
    assert player.scene.report.heading()[1] == texts("review.listed", count=1)
    assert texts("review.lead_only") in player.scene.report.heading()[0]
    player.scene.now.share = 0.5
    count = len(player.scene.now.steps)
    lead = texts("review.lead_decisions", count=count, most=count, name=player.scene.report.name())
    assert lead == player.scene.report.heading()[0]
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
        heard[same] = scene.report.heading()[0]
    # before that the result is told
    assert [same for same, title in heard.items() if title == scene.report.result] == [None, 0, 5]
    assert scene.report.result.startswith(outcome_of(scene.texts, scene.match).headline.title)


def test_a_better_chance_with_fewer_points_is_not_explained_by_points():
    match = finished("push", 4, 1)
    found = made_up_review(match, mistakes=1)
    player = opened(match, None, found)
    row, texts = found.costliest[0], player.app.context.texts
    wins = texts("review.why_wins")
    assert player.scene.report.review_line(row).why != wins
    assert player.scene.report.review_line(row._replace(margin=-3.0, best_margin=-5.2, margin_error=0.8)).why == wins
    assert player.scene.report.review_line(row._replace(margin=-3.0, best_margin=-4.5, margin_error=0.8)).why != wins


def test_a_reason_that_holds_for_the_move_played_is_not_told():
    match = finished("push", 4, 1)
    player = opened(match, None, made_up_review(match, mistakes=1))
    scene, row = player.scene, player.scene.found.costliest[0]
    view = match.game.view(scene.now.steps[row.place].state, scene.seat)
    alike = row._replace(why=match.game.hints.advise_action(view, row.played).why)
    assert scene.report.review_line(alike).why.startswith(player.app.context.texts("review.why_more"))
    other = Reason("no_row")
    assert scene.report.review_line(row._replace(why=other)).why.startswith(scene.context.texts("push.why.no_row"))


@pytest.mark.parametrize("size", [(390, 844), (375, 667)])
def test_upright_a_verdict_without_mistakes_is_above_all_figures(size):
    match = nein_danke()
    player = opened(match, Player(size), made_up_review(match, mistakes=0))
    whole(player)
    player.wait(64)
    scene = player.scene
    assert scene.report.verdict()
    (spot,) = scene._spots
    assert spot.y + spot.h < min(box.y for box in scene._numbers)
    assert spot.h > 300


@pytest.mark.parametrize("language", LANGUAGES)
def test_the_heading_begins_with_the_seat_s_own_result_and_ends_with_the_cost(language):
    match = finished("push", 2, 1, (0, 1))
    (winner,) = match.game.winners(match.state)
    player = opened(match, Player(language=language), *(made_up_review(match, seat, 1) for seat in (0, 1)))
    texts = player.app.context.texts
    for seat in (0, 1):
        player.scene._choose(seat)
        assert player.wait(5000, lambda: player.scene.now.done)
        told = player.scene.report.heading()[0]
        assert told.startswith(
            texts("review.won" if seat == winner else "review.lost", name=player.scene.report.name())
        )
        assert told.endswith(texts("review.per_cent", number=f"{MINUS}20"))
    alone = opened(finished("push", 4, 1), None, made_up_review(finished("push", 4, 1))).scene
    place = int(alone.report._standing[0])
    key = "placed" if place > 1 else "won"
    assert alone.report._place == alone.texts(f"review.{key}", name=alone.report.name(), place=place, count=4)


def test_one_line_tells_the_chances_at_the_start_and_before_the_last_move():
    match = nein_danke()
    found = made_up_review(match)
    report = opened(match, None, found).scene.report
    last = found.decisions[-1]
    assert report.run() == report.context.texts("review.run_decision", start=50, last=round(100 * last.best_chance))
    report.now.found = found._replace(decisions=found.decisions[:1])
    assert report.run() == report.context.texts("review.run_start", start=50)
