"""A win has fanfare and confetti, a defeat a quiet word; a tap and reduced motion end the movement."""

from itertools import combinations, pairwise
from math import hypot

import pygame
import pytest
from boxes import overlap
from finished import finished
from player import Player

from game.engine import confetti
from game.engine.confetti import Confetti
from game.engine.input import UseItem
from game.engine.transitions import Reset
from game.player import saves, stats
from game.scenes.result.celebration import HOP, HOP_MS, HOPS, NEW_BEST_MS, Celebration
from game.scenes.result.result import HASTY_MS, Result


def result_and_sounds(
    match, *, reduced: bool = False, speed: str = "normal", record: bool = True
) -> tuple[Player, list[str]]:
    """Return the result of a match that has just ended, and the list of sounds heard from now on."""
    player = Player()
    context = player.app.context
    context.settings.reduced_motion, context.settings.speed = reduced, speed
    heard: list[str] = []
    context.audio.play = heard.append
    if record:
        saves.finish(context, match)
    player.app.stack.carry_out(Reset(Result(context, match)))
    return player, heard


def match_for(won: bool):
    match = finished("push", 3, people=())
    winner = match.game.winners(match.state)[0]
    return finished("push", 3, people=(winner if won else (winner + 1) % 3,))


def pieces(player: Player) -> int:
    celebration = player.scene._celebration
    return len(celebration._confetti.places(player.app.context.frame)) if celebration and celebration.moves else 0


def test_a_win_brings_a_fanfare_and_confetti_that_ends_by_itself():
    player, heard = result_and_sounds(match_for(True))
    player.tap("skip")
    assert "finale" in heard
    assert "lose" not in heard
    player.wait(1500)
    assert pieces(player) > 15
    player.wait(confetti.LENGTH_MS)
    assert pieces(player) == 0
    # nothing is redrawn once it lies still
    player.draw()
    player.wait(500)
    assert not player.scene.dirty


def test_the_winners_figure_hops_lower_each_time_and_then_stands():
    celebration = Celebration(Player().app.context, True, False)
    peaks, heights = [], []
    for _ in range(HOPS):
        heights = [celebration.hop()]
        for _ in range(6):
            celebration.update(HOP_MS / 6)
            heights.append(celebration.hop())
        peaks.append(max(heights))
        assert heights[-1] == pytest.approx(0)
    assert peaks[0] < HOP
    assert all(one > next_ > 0 for one, next_ in pairwise(peaks))
    for _ in range(20):
        celebration.update(HOP_MS / 6)
        assert celebration.hop() == 0
    # without confetti nothing moves, not even the figure
    still = Celebration(Player().app.context, False, False)
    still.update(HOP_MS / 2)
    assert still.hop() == 0


def test_a_defeat_is_told_quietly():
    player, heard = result_and_sounds(match_for(False))
    player.tap("skip")
    player.wait(1500)
    assert "lose" in heard
    assert "finale" not in heard
    assert pieces(player) == 0


@pytest.mark.parametrize("calm", [{"reduced": True}, {"speed": "off"}])
def test_with_reduced_motion_the_headline_shows_at_once_without_confetti(calm):
    player, heard = result_and_sounds(match_for(True), **calm)
    player.wait(32)
    assert "again" in player.ids()
    assert player.scene.spoken().startswith("Du gewinnst!")
    assert "finale" in heard
    player.wait(1000)
    assert pieces(player) == 0


def test_a_tap_ends_first_the_count_and_then_the_confetti():
    player, _heard = result_and_sounds(match_for(True))
    player.wait(200)
    assert "skip" in player.ids()
    player.point(600, 100)
    assert "again" in player.ids()
    player.wait(1000)
    assert pieces(player)
    player.point(600, 100)
    assert pieces(player) == 0


def test_a_new_record_is_heard_after_the_fanfare():
    match = match_for(True)
    player = Player()
    context = player.app.context
    entry = stats.entry_of(match, 1.0)
    context.store(stats.STORED.name, [stats.ENTRY.write(entry._replace(score=score)) for score in (1, 2)])
    heard: list[str] = []
    context.audio.play = heard.append
    saves.finish(context, match)
    player.app.stack.carry_out(Reset(Result(context, match)))
    player.tap("skip")
    player.wait(NEW_BEST_MS - 200)
    assert "new_best" not in heard
    player.wait(400)
    assert heard.count("new_best") == 1
    assert "Neue Bestleistung!" in player.scene.spoken()


def while_confetti_falls() -> Player:
    """Return a result with its confetti in full fall."""
    player, _ = result_and_sounds(finished("twin_it", 3))
    player.scene._finish()
    player.scene._celebration = Celebration(player.app.context, True, False)
    player.wait(1500)
    assert pieces(player) > 15
    return player


def test_confetti_is_soon_gone_from_a_result():
    player = while_confetti_falls()
    player.wait(2200)
    assert pieces(player) == 0


@pytest.mark.parametrize("game", ["nein_danke", "dnup"])
@pytest.mark.parametrize("size", [(1280, 720), (390, 844)])
def test_confetti_falls_behind_all_panels_and_texts_of_a_result(game, size, monkeypatch):
    # the figure would move, too
    monkeypatch.setattr(Celebration, "hop", lambda _celebration: 0.0)
    player, _ = result_and_sounds(finished(game, 3))
    player.resize(size)
    player.scene._finish()
    player.wait(6000)
    scene = player.scene
    assert not scene._celebration.moves
    plain = player.draw().copy()
    frame = player.app.context.frame
    rows = [scene.places.row(number) for number in range(3)]
    panels = [pygame.Rect(*frame.to_real(row.x, row.y), frame.px(row.w), frame.px(row.h)) for row in rows]
    assert all(any(place.contains(panel) for place in scene.plate.covering) for panel in panels)
    scene._celebration, covered = Celebration(player.app.context, True, False), 0
    for _ in range(6):
        player.wait(200)
        falling = player.draw().copy()
        for place in scene.plate.covering:
            seen = place.clip(plain.get_rect())
            shown, still = (pygame.image.tobytes(one.subsurface(seen), "RGB") for one in (falling, plain))
            assert shown == still, place
        covered += pygame.image.tobytes(falling, "RGB") != pygame.image.tobytes(plain, "RGB")
    assert covered > 3, "it is seen"


def test_confetti_is_the_same_every_time_and_covers_the_window():
    player = Player()
    frame = player.app.context.frame
    one, other = Confetti(), Confetti()
    for fall in (one, other):
        fall.update(1700)
    assert one.places(frame) == other.places(frame)
    xs = sorted(place[0] for place in one.places(frame))
    assert xs[0] < 200
    assert xs[-1] > 1080
    assert max(after - before for before, after in pairwise(xs)) < 300


@pytest.mark.parametrize("size", [(1280, 720), (390, 844)])
def test_confetti_rises_from_both_lower_corners_without_jumps(size):
    frame = Player(size).app.context.frame
    wide, high = frame.window[0] / frame.scale, frame.window[1] / frame.scale
    left, top = -frame.left / frame.scale, -frame.top / frame.scale
    fall = Confetti()
    fall.update(120)
    first = [((x - left) / wide, (y - top) / high) for x, y, *_ in fall.places(frame)]
    assert len(first) > 15
    assert all(y > 0.4 for _x, y in first)
    assert any(x < 0.2 for x, _y in first)
    assert any(x > 0.8 for x, _y in first)
    before = None
    for _ in range(60):
        fall.update(16)
        now = fall.places(frame)[-10:] if len(fall.places(frame)) > confetti.SHOT else None
        if before and now and len(before) == len(now):
            moved = [hypot(one[0] - other[0], one[1] - other[1]) for one, other in zip(before, now, strict=True)]
            assert max(moved) < 0.08 * max(wide, high)
        before = now


def test_a_rematch_begins_at_once_with_other_cards():
    match = match_for(True)
    player, _heard = result_and_sounds(match)
    player.tap("skip")
    player.wait(HASTY_MS + 50)
    player.tap("again")
    again = player.scene.match
    assert (again.game, again.options, again.seats) == (match.game, match.options, match.seats)
    assert again.seed != match.seed
    assert not again.actions


@pytest.mark.parametrize("by_itself", [True, False])
def test_a_hasty_press_after_a_screen_change_starts_no_rematch(by_itself):
    player, _heard = result_and_sounds(match_for(True))
    if by_itself:
        assert player.wait(20_000, lambda: "again" in player.ids())
    else:
        player.tap("skip")
    scene = player.scene
    player.tap("again")
    assert player.scene is scene
    player.press(pygame.K_RETURN, "\r")
    assert player.scene is scene
    player.wait(HASTY_MS + 50)
    player.press(pygame.K_RETURN, "\r")
    assert not player.scene.match.actions


def test_using_a_button_by_its_name_is_never_hasty():
    player, _heard = result_and_sounds(match_for(True))
    player.tap("skip")
    scene = player.scene
    player.app.take(UseItem("again", at_ms=player.clock.now_ms()))
    assert player.scene is not scene


@pytest.mark.parametrize("size", [(1280, 720), (390, 844)])
def test_more_buttons_fit_beside_the_replay(monkeypatch, size):
    plain = Result._small
    monkeypatch.setattr(Result, "_small", lambda self: [*plain(self), ("more", "result.watch", self.back)])
    player = Player(size)
    context = player.app.context
    match = match_for(True)
    saves.finish(context, match)
    player.app.stack.carry_out(Reset(Result(context, match)))
    player.tap("skip")
    frame = context.frame
    boxes = [item.box for item in player.items if item.id in ("again", "watch", "home-button", "more")]
    assert len(boxes) == 4
    for box in boxes:
        assert box.y + box.h <= frame.height - 24
        assert box.x + box.w <= frame.width - 20
    for one, other in combinations(boxes, 2):
        assert overlap(one, other) <= 0
    places = player.scene.places
    assert places.moment.h >= 140
    assert all(overlap(told, box) <= 0 for told in (places.news, places.moment) for box in boxes)


def test_turning_the_page_ends_the_confetti():
    player = while_confetti_falls()
    player.tap("page-1")
    assert pieces(player) == 0
