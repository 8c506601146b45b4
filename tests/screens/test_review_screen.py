"""The screen of a review: its links to other screens, its pages, and its places in every window."""

from itertools import pairwise

import pygame
import pytest
from all_screens import LARGER, SCALES, TALL, WIDE, show_at
from drivers import is_replay
from finished import finished, made_up_review
from offers import REVIEWED
from player import Player
from review_pages import nein_danke, opened, painted, untroubled, whole

from game.ai.review import decision_points
from game.engine.layout import Box, overlap
from game.engine.texts import LANGUAGES
from game.engine.transitions import Push
from game.player import saves
from game.scenes.navigation import routes
from game.scenes.replay.strip import NoteWidget
from game.scenes.result.result import Result
from game.scenes.review import review as screens
from game.scenes.review.position_cards import HIGH, draw_cards, laid
from game.table.turns.scene import TurnScene


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


@pytest.mark.parametrize("size", [(1280, 720), (390, 844)])
def test_the_replay_of_a_mistake_tells_it_at_its_position_alone(size):
    match = nein_danke()
    player = opened(match, Player(size), made_up_review(match))
    row = player.scene.found.costliest[0]
    line = player.scene.report.review_line(row)
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
    told = player.scene.report.review_line(player.scene.found.costliest[0]).place
    player.use_by_keys(f"look-{place}")
    driver = player.scene.driver
    assert is_replay(player.scene)
    assert driver.match.place == place
    assert not driver.playing
    # both give the moment the same name
    assert told == driver.where
    assert "review" not in player.ids()
    player.press(pygame.K_ESCAPE)
    assert isinstance(player.scene, screens.ReviewScreen)
    player.app.stack.carry_out(Push(routes.replay(player.app.context, match)))
    player.tap("review")
    assert isinstance(player.scene, screens.ReviewScreen)


def test_moments_fill_the_list_below_a_single_mistake():
    match = nein_danke()
    player = opened(match, None, made_up_review(match, mistakes=1))
    moments = [id_ for id_ in player.ids() if id_.startswith("moment-")]
    assert len(moments) == player.scene._rows_shown - 1
    player.use_by_keys(moments[0])
    assert is_replay(player.scene)


@pytest.mark.parametrize("humans", [1, 2])
def test_the_review_fills_a_phone_in_landscape(humans):
    match = finished("push", 4, 1, range(humans))
    scene = opened(match, Player((844, 390)), untroubled(match, 0.0, 0.1, 6.2)).scene
    papers, room = [*scene._numbers, scene._bar, *scene._spots], scene.context.frame.room
    assert min(box.x for box in papers) == room.x + 28
    assert max(box.x + box.w for box in papers) == room.x + room.w - 28
    assert scene._list.x > max(box.x + box.w for box in scene._numbers)
    assert all(room.x <= item.box.x and item.box.x + item.box.w <= room.x + room.w for item in scene.items.items)


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
    assert player.scene.report.review_line(player.scene.found.costliest[0]).played.startswith("Mika")
    player.use_by_keys(f"look-{player.scene.found.costliest[0].place}")
    assert player.scene.viewer == 3
    bots = opened(finished("nein_danke", 7, 2, ()))
    assert bots.scene.seat == 0
    bots.tap("seat-6")
    assert bots.scene.seat == 6


def test_the_papers_of_a_review_reach_the_foot_of_an_upright_window():
    match = nein_danke()
    player = opened(match, Player((390, 844)), made_up_review(match, mistakes=5))
    last = player.scene._spots[-1]
    assert player.app.context.frame.height - 24 - last.y - last.h < 40


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


@pytest.mark.parametrize("language", LANGUAGES)
@pytest.mark.parametrize("game", REVIEWED)
def test_everything_fits_in_every_window(game, language, watched):
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
