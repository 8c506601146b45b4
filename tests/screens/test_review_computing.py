"""A review while it is computed: in slices, with what is known so far, left and resumed."""

import json
from itertools import groupby

import pygame
import pytest
from all_screens import TALL, WIDE
from finished import finished, made_up_review
from offers import REVIEWED
from player import Player
from review_pages import nein_danke, opened, painted, whole

from game.ai import judgement, rollouts
from game.ai.review import decision_points
from game.engine.layout import Box, overlap
from game.engine.layout import bounds as layout_bounds
from game.engine.transitions import Push
from game.player import review_worker
from game.player.review_worker import ReviewWorker
from game.scenes.navigation import routes
from game.scenes.result import reel
from game.scenes.review import moment_card, review_words, standing_card
from game.scenes.review import review as screens
from game.scenes.review.review_list import MINUS


@pytest.mark.parametrize("game", REVIEWED)
@pytest.mark.parametrize("size", [WIDE, TALL, (844, 390)])
def test_moments_fill_the_page_with_their_cards_until_mistakes_are_known(size, game):
    player = opened(finished(game, 4, 2), Player(size))
    scene = player.scene
    cards = painted(scene, moment_card.draw_card)
    boxes = [box for _kit, _look, box, *_rest in cards]
    assert len(boxes) == len(scene.report.moments)
    assert boxes[-1].y + boxes[-1].h == pytest.approx(scene._list.y + scene._list.h, abs=screens.EVEN)
    for moment, (*_rest, box, text, card, picture) in zip(scene.report.moments, cards, strict=True):
        shown = layout_bounds([Box(spot.x - spot.w / 2, spot.y, spot.w, 0) for spot in picture.cards])
        assert min(spot.w for spot in picture.cards) >= 48, "the cards are large"
        assert box.x <= shown.x
        assert shown.x + shown.w <= (text.x if text.y < shown.y else box.x + box.w)
        assert card.figure == scene.match.seats[moment.seat].figure
        button = scene.items.find(f"moment-{moment.length}").box
        assert not overlap(button, text)
        assert box.y < button.y
        assert button.y + button.h < box.y + box.h


def test_a_number_not_known_yet_is_drawn_in_words_without_a_large_sign(monkeypatch):
    player = opened(nein_danke())
    kit, large, words = player.app.context.kit, list[str](), list[str]()
    sticker, paragraph = kit.sticker, kit.paragraph
    monkeypatch.setattr(kit, "sticker", lambda text, *how: large.append(text) or sticker(text, *how))
    monkeypatch.setattr(
        kit, "paragraph", lambda text, *how, **more: words.append(text) or paragraph(text, *how, **more)
    )
    assert player.scene.report.values()[0][0] == review_words.NOTHING
    player.draw()
    assert review_words.NOTHING not in large
    assert player.scene.texts("review.not_known") in words


@pytest.mark.parametrize("game", REVIEWED)
def test_the_moments_are_the_chosen_seat_s_or_below_its_result(game):
    match = finished(game, 4, 2, (0, 3))
    scene = opened(match).scene
    everybody = [one.seat for one in match.game.records.moments(match) if one.length < len(match.actions)]
    for number, seat in enumerate((0, 3)):
        scene._choose(number)
        seats = [one.seat for one in scene.report.moments]
        # a single one is followed by one of another seat, if there is one
        own = min(reel.MOST, everybody.count(seat))
        assert [one == seat for one in seats] == [True] * own + [False] * (len(seats) - own)
        assert len(seats) == min(reel.MOST, len(everybody))
        assert bool(own) == scene.report.has_moments
        whose = ("own" if own == len(seats) else "all") if own else "others"
        assert scene.report.heading()[1] == scene.texts(f"review.meanwhile_{whose}", name=scene.report.name())
        shown = [people for *_, people in painted(scene, standing_card.draw)]
        assert [len(people) for people in shown] == [4] * (seat not in everybody)
        assert all([one.figure for one in people if one.is_own] == [match.seats[seat].figure] for people in shown)


def test_sums_are_told_so_far_and_nothing_is_praised_while_the_review_is_under_way(quick):
    match = nein_danke()
    player = opened(match)
    texts = player.app.context.texts
    assert player.wait(60_000, lambda: player.scene.found and player.scene.found.decisions)
    while not player.scene.now.done:
        given_away, checked, place = [how[2] for how in painted(player.scene, screens.draw_number)]
        assert given_away.startswith((MINUS, review_words.NOTHING))
        assert place == "1"
        if checked != review_words.NOTHING:
            assert 0 <= len(player.scene.found.proved) - int(checked.split("/")[0]) <= 1, "a frame later"
        count, most = len(player.scene.found.proved), len(player.scene.now.steps)
        scene, name = player.scene, player.scene.report.name()
        so_far = tuple(
            texts(f"review.{key}", count=count, most=most, name=name)
            for key in (f"none_{scene.now.stage}", "lead_decisions")
        )
        told, note = scene.report.heading()
        alike = f"{scene.found.expected} von deinen {most} Entscheidungen"
        dearest = texts("review.dearest_so_far", name=name, mistake="")
        if scene.report.mistakes():
            assert told.startswith((dearest, so_far[1]))
        else:
            assert alike in told if scene.report.is_early else told == so_far[0]
        # how a good bot would have played is told: it is not too early for that
        meanwhile = texts("review.meanwhile_own", name=name)
        assert scene.report.mistakes() or note == meanwhile
        assert (
            ("dearest" in player.ids())
            == bool(scene.report.mistakes())
            == bool(scene.found.mistakes and not scene.report.is_early)
        )
        assert player.scene.report.verdict() is None
        player.wait(200)
    player.wait(32)
    assert "" not in [how[2] for how in painted(player.scene, screens.draw_number)]


def test_while_a_review_is_computed_the_result_is_told_of_the_chosen_person():
    player = opened(finished("push", 4, 2, (0, 3)))
    scene, told = player.scene, []
    for number in range(2):
        scene._choose(number)
        told.append(scene.report.result)
        assert scene.report.name() in scene.report.result
    assert len(set(told)) == 2


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


def test_the_remaining_time_stays_a_minute_while_a_decision_takes_long(quick):
    player = opened(nein_danke())
    worker, texts = player.scene.now, []
    assert player.wait(60_000, lambda: worker.remaining_ms is not None)
    worker._told_minutes = None
    worker.elapsed_ms, worker._grown_ms, worker._share_before, worker.share = 40_000.0, 40_000.0, 0.0, 0.8
    worker.go_on = lambda: False
    player.wait(64)
    while worker.remaining_ms is not None:
        texts.append(player.scene._left)
        player.clock.pass_ms(1000)
        player.scene.update(16)
    minute = player.scene.texts("review.left.minute")
    assert [text for text, _ in groupby(texts)] == [minute]
    assert player.scene._left == minute, "it is not almost done, only unknown"


def test_the_remaining_minutes_rise_for_a_clearly_higher_estimate_only():
    worker, told = opened(nein_danke()).scene.now, []
    worker.share, worker._share_before, worker._begun_ms = 0.5, 0.0, 0.0
    for left in (130, 185, 100, None, 70, 4, 80, None, 95, 3):
        worker.elapsed_ms = worker._grown_ms = 1000.0 * (left or 0)
        told.append(worker.tell_left())
    assert told == [3, 3, 2, 2, 2, 1, 1, 1, 2, 1]


def test_only_a_short_rest_of_the_last_stage_is_almost_done(monkeypatch):
    worker = opened(nein_danke()).scene.now
    worker.share, worker._share_before, worker._begun_ms = 0.5, 0.0, 0.0
    worker.elapsed_ms = worker._grown_ms = 4000.0
    assert worker.tell_left() == 1
    monkeypatch.setattr(ReviewWorker, "stage", "others")
    assert worker.tell_left() == 0


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
        said.append((worker.stage, scene.report.values()[1], scene.report.sums(), worker.share))
    keys = ["working_first", "working_proofs", "working_proofs", "working_rivals", "working_rivals"]
    assert [stage for stage, *_ in said] == ["first", "proofs", "proofs", "others", "others"]
    assert [count for _, count, *_ in said] == [
        (f"1/{most}", texts("review.decisions", count=most)),
        *2 * [(review_words.NOTHING, texts("review.checking_again"))],
        *2 * [(review_words.NOTHING, texts("review.checking_others"))],
    ], "no count that is full"
    assert [told for *_, told, _ in said] == [texts(f"review.{key}", name=scene.report.name()) for key in keys]
    assert [share for *_, share in said] == [0.2, 0.4, 0.5, 0.6, 0.7]
    # a quarter of the last stage took 90 seconds
    assert worker.remaining_ms == pytest.approx(270_000)


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
    assert scene.report.values()[0] == (review_words.NOTHING, texts("review.not_known"))
    scene.now.share, scene.now.found = 0.5, made_up_review(match, mistakes=2)
    lost = sum(round(100 * row.cost) for row in scene.found.costliest)
    assert lost > 0
    shown = texts("review.per_cent", number=f"{MINUS}{lost}")
    assert scene.report.values()[0] == (shown, texts("review.until_now"))


def test_a_review_of_fewer_than_half_of_the_moves_tells_no_mistake_and_no_sum():
    match = nein_danke()
    player = opened(match)
    scene, texts, found = player.scene, player.app.context.texts, made_up_review(match, mistakes=2)
    half, name = -(-len(found.decisions) // 2), scene.report.name()
    scene.now.share, scene.now.found = 0.5, found._replace(decisions=found.decisions[: half - 1])
    scene._offer()
    early = texts("review.early", count=len(scene.found.proved), most=len(found.decisions), name=name)
    assert early in scene.report.heading()
    assert scene.report.values()[0] == (review_words.NOTHING, texts("review.not_known"))
    assert not scene.report.mistakes()
    assert "dearest" not in player.ids()
    assert not scene._course.review.decisions, "no mark at a move either"
    scene.now.found = found._replace(decisions=found.decisions[:half])
    scene._offer()
    assert scene.report.heading()[0].startswith(texts("review.dearest_so_far", name=name, mistake=""))
    lost = sum(round(100 * row.cost) for row in scene.found.costliest)
    shown = texts("review.per_cent", number=f"{MINUS}{lost}")
    assert scene.report.values()[0] == (shown, texts("review.until_now"))
    scene.now.found = made_up_review(match, mistakes=0)
    assert scene.report.values()[0] == (review_words.NOTHING, texts("review.nothing_so_far"))


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
    monkeypatch.setattr(rollouts, "PAIRS", 1)
    match = finished(game, 3, 1)
    first = next(step for step in decision_points(match, 0) if step)
    slices = list(rollouts.rollout_shares(match.game, first.state, first.played, 0, 1))
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
    plain = judgement.judge_in_stages
    monkeypatch.setattr(judgement, "judge_in_stages", lambda *given: again.append(given[2]) or plain(*given))
    assert whole(opened(match, player)) == expected
    assert not before & set(again)
    assert len(before) + len(again) == len(expected.decisions)
    # and once more: it is there at once
    again.clear()
    player.press(pygame.K_ESCAPE)
    assert whole(opened(match, player)) == expected
    assert not again


def test_a_resize_or_another_seat_does_not_lose_the_judgements(quick):
    match = finished("nein_danke", 3, 2, (0, 1))
    player = opened(match)
    assert player.wait(60_000, lambda: player.scene.found and player.scene.found.decisions)
    count = len(player.scene.found.decisions)
    player.resize(TALL)
    player.tap("seat-1")
    player.tap("seat-0")
    assert len(player.scene.found.decisions) >= count
