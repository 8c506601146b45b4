"""The camera of a film: it comes close only where that shows all that moves and cuts nothing."""

from itertools import pairwise

import pygame
import pytest
from boxes import within
from film_player import film_of, match_of
from finished import finished
from player import Player

from game.catalogue.registry import GAMES
from game.engine.banners import Banner
from game.engine.game_table import popup_box
from game.engine.layout import Box
from game.scenes.replay.camera import SLIVER, cuts
from game.scenes.replay.film_scenes import CARD_RATIO

WIDE = [(1280, 720), (1920, 1080)]
#: seats and seeds of matches
MATCHES = [(3, 2), (4, 2), (4, 3), (5, 2)]


def films(game: str, size: tuple[int, int]) -> list[Player]:
    """Return players who watch films of several matches in a window, each with a close shot."""
    seats = [(count, seed) for count, seed in MATCHES if count <= GAMES[game].max_seats]
    found = []
    for count, seed in seats:
        player = film_of(game, finished(game, count, seed, (0,)))
        player.resize(size)
        player.wait(16)
        if any(player.scene.strip.close_shots):
            found.append(player)
    return found


def seen_by(strip) -> Box:
    """Return what the camera shows, logical; it may cut off a shadow."""
    return logical(strip.table, strip._camera.part)


def logical(table, part: pygame.Rect) -> Box:
    """Return a part of a table's picture in logical pixels."""
    return Box(*table.frame.to_logical(*part.topleft), part.w / table.frame.scale, part.h / table.frame.scale)


def moving(table, close_ms: float) -> list[Box]:
    """Return where all that moves on a table begins and ends its way, and where changes rise.

    A change that has risen since before the camera moved in, ``close_ms`` ago, was seen from afar.
    """
    flying = [sprite for sprite, _tween in table.layer._flying]
    sprites = [one for one in (*table.layer.sprites.values(), *flying) if (one.x, one.y) != one.place[:2]]
    ways = [place.card(1.0) for one in sprites for place in (one.start, one.place)]
    return ways + [popup_box(x, y).inset(16, 8) for _text, x, y, _good, age in table.popups._shown if age < close_ms]


@pytest.mark.parametrize("size", WIDE)
@pytest.mark.parametrize("game", GAMES)
def test_all_that_moves_begins_and_ends_its_way_in_the_picture(game, size):
    counted = 0
    for player in films(game, size):
        scene, strip = player.scene, player.scene.strip
        while player.scene is scene and not strip._tells_end:
            if strip.close_shots[strip._cut]:
                player.draw()
                seen = seen_by(strip)
                # a card is cut off by no more than its shadow
                ways = moving(strip.table, strip.driver.lead.ms or 0.0)
                outside = [box for box in ways if not within(box, seen, SLIVER)]
                assert not outside, (len(strip.driver.match.seats), strip.driver.cuts[strip._cut].caption, seen)
                counted += strip._nearness == 1 and bool(ways)
            player.wait(48)
    assert counted or game != "nein_danke"


@pytest.mark.parametrize("size", WIDE)
@pytest.mark.parametrize("game", GAMES)
def test_a_close_shot_cuts_no_card_no_panel_and_no_text_even_after_its_drift(game, size):
    for player in films(game, size):
        strip, table = player.scene.strip, player.scene.table
        names = ["own", *(f"rival-{step}" for step in range(1, len(strip.driver.match.seats)))]
        for number, shot in enumerate(strip.close_shots):
            if not shot:
                continue
            assert shot.wider != shot.seen
            for place in strip.driver.positions(number):
                if place < strip.close_from[number]:
                    continue
                table.sync(strip.driver.match.view_at(place, strip.driver.match.viewer))
                lying = [sprite.place.card(CARD_RATIO) for sprite in table.layer.sprites.values()]
                baked = [logical(table, part) for part in table.backdrop.baked]
                for thing in (*lying, *baked, *filter(None, map(table.place_of, names))):
                    for seen in (shot.seen, shot.wider):
                        # boxes are rounded to pixels
                        assert not all(cuts(seen.grown(by), thing) for by in (-1, 0, 1))


@pytest.mark.parametrize("game", GAMES)
def test_a_close_shot_shows_all_that_sit_side_by_side_or_none_of_them(game):
    for player in films(game, WIDE[0]):
        strip = player.scene.strip
        rivals = [strip.scenes.seat_box(seat) for seat in range(1, len(strip.driver.match.seats))]
        for shot in filter(None, strip.close_shots):
            assert len({within(rival, shot.seen, SLIVER) for rival in rivals}) == 1


@pytest.mark.parametrize("size", WIDE)
def test_a_seat_that_pays_for_the_card_of_a_close_shot_is_seen(size):
    counted = 0
    for player in films("nein_danke", size):
        strip, driver = player.scene.strip, player.scene.driver
        for cut, since, shot in zip(driver.cuts, strip.close_from, strip.close_shots, strict=True):
            for mover in driver.match.full_match.movers[since : cut.place] if shot else ():
                counted += 1
                assert within(strip.scenes.seat_box(mover), shot.seen, SLIVER)
    assert counted > 4


@pytest.mark.parametrize("game", ["keine_ahnung", "twin_it"])
def test_a_moment_all_over_the_table_is_shown_from_afar(game):
    player = film_of(game, match_of(game, 2))
    assert player.scene.strip.close_shots == [None] * len(player.scene.driver.cuts)
    assert {*nearness_through(player)} == {0.0}


def nearness_through(player: Player, cut: int = 0) -> list[float]:
    """Return how near the camera is in each frame of a film's cut."""
    scene, seen = player.scene, []
    while player.scene is scene and scene.driver.cut <= cut:
        if scene.driver.cut == cut:
            player.draw()
            seen.append(scene.strip._nearness)
        player.wait(16)
    return seen


@pytest.mark.parametrize("size", WIDE)
def test_the_camera_moves_in_while_the_match_stands_still_and_out_again(size):
    player = film_of("nein_danke", finished("nein_danke", 4, 3, (0,)))
    player.resize(size)
    scene, view = player.scene, player.scene.strip
    # neither the log nor buttons beside the one that ends the film
    assert [item.id for item in scene.items.items] == ["skip"]
    # the table is laid out for the close shot
    assert view.table.frame.scale > 1.1 * view.framed().frame.scale
    first, since = scene.driver.cuts[0].first, scene.strip.close_from[0]
    assert since > first, "at first somebody pays whose panel the shot does not show"
    seen, places = [], []
    while scene.driver.cut == 0:
        player.draw()
        seen.append(view._nearness)
        places.append(scene.driver.match.place)
        player.wait(16)
    top = seen.index(1.0)
    steps = [round(later - one, 3) for one, later in pairwise(seen)]
    assert seen[0] == 0
    assert seen[-1] < 0.1
    assert min(steps[:top]) >= 0 >= max(steps[top:])
    assert {place for place, near in zip(places[:top], seen[:top], strict=True) if near} == {since}
    assert places[0] == first
    assert max(places) == scene.driver.cuts[0].place
    # it is on its way for many frames, and close for most of the cut
    assert sum(0 < near < 1 for near in seen) > 30
    assert seen.count(1.0) > len(seen) / 4


@pytest.mark.parametrize("size", WIDE)
def test_each_close_shot_is_as_near_as_it_can_be(size):
    zooms = set()
    for player in films("nein_danke", size) + films("keine_ahnung", size):
        strip = player.scene.strip
        while player.scene.strip is strip and strip.driver.cut < len(strip.driver.cuts) - 1:
            player.draw()
            if (shot := strip.close_shots[strip._cut]) and strip._nearness == 1:
                wide = strip._camera._close.w
                assert wide == pytest.approx(shot.seen.w * strip.table.frame.scale, abs=2)
                zooms.add(wide)
            player.wait(300)
    assert len(zooms) > 1


@pytest.mark.parametrize("game", GAMES)
def test_with_reduced_motion_a_film_has_near_and_far_pictures_alone(game):
    assert {*nearness_through(film_of(game, reduced_motion=True))} <= {0.0, 1.0}


@pytest.mark.parametrize("game", GAMES)
@pytest.mark.parametrize("size", [(1280, 720), (390, 844)])
def test_a_close_shot_cuts_no_name_and_no_other_text_of_the_table(game, size):
    player = film_of(game, match_of(game, 1), speed="off")
    player.resize(size)
    scene, view = player.scene, player.scene.strip
    while player.scene is scene:
        player.draw()
        shot, texts = view._camera._close, view.table.backdrop.baked
        assert texts
        for text in texts if view._nearness == 1 and not view.table.close_up else ():
            seen, most = text.clip(shot), view.table.frame.px(SLIVER) + 2
            assert min(seen.size) <= most or (text.w - seen.w <= most and text.h - seen.h <= most)
        player.wait(160)


@pytest.mark.parametrize("size", [(1280, 720), (390, 844)])
def test_a_banner_stands_whole_within_a_close_shot(size, monkeypatch):
    seen, draw = [], Banner.draw

    def drawn(banner, canvas, title, body, x, y):
        shot = canvas.screen.get_clip()
        paper = pygame.Rect(0, 0, canvas.frame.px(banner.wide), canvas.frame.px(banner.high))
        paper.center = canvas.frame.to_real(*canvas.inside(x, y, banner.wide, banner.high))
        seen.append(shot.inflate(4, 4).contains(paper))
        draw(banner, canvas, title, body, x, y)

    monkeypatch.setattr(Banner, "draw", drawn)
    player = film_of("dnup")
    player.resize(size)
    scene = player.scene
    while player.scene is scene:
        player.draw()
        player.wait(48)
    assert len(seen) > 5
    assert all(seen)


@pytest.mark.parametrize("game", GAMES)
def test_winners_hop_once_when_the_film_tells_the_result_and_stay_glad(game):
    player = film_of(game)
    scene, table = player.scene, player.scene.table
    winner = scene.game.winners(scene.driver.match.states[-1])[0]
    while not scene.strip._tells_end:
        player.wait(48)
    hops = []
    while player.scene is scene:
        player.draw()
        hops.append(table._gesture(winner) is not None)
        assert table._moods[winner][0] == "glad"
        player.wait(48)
    assert hops[0]
    assert not hops[-1]
    assert sum(one != other for one, other in pairwise(hops)) == 1
