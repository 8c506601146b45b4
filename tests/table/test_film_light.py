"""The light of a film on what a scene tells of, and the card with its moment at the end."""

import pytest
from boxes import within
from film_player import film_of, match_of
from finished import finished
from player import Player
from pygame import Rect

from game.catalogue.registry import GAMES
from game.core.records import Moment
from game.engine import surfaces
from game.engine.layout import Box
from game.engine.texts import Texts
from game.scenes.replay import moment_card, spotlight
from game.scenes.replay.end_card import unit_of
from game.scenes.replay.film_scenes import joined
from game.scenes.result.outcome import outcome_of

#: the ground, and where darkness was seen
GREY = (200, 200, 200)
#: milliseconds between two looks at a whole film
FRAME_MS = 96


def shown(light: spotlight.Spotlight, now_ms: float):
    """Return a grey picture in a light."""
    picture = surfaces.opaque((640, 360), GREY)
    light.draw(picture, now_ms)
    return picture


def test_a_light_turns_softly_to_a_part_of_the_picture_and_darkens_the_rest():
    player = Player()
    light = spotlight.Spotlight((640, 360), player.app.context.frame.scale)
    assert {shown(light, 0.0).get_at(at)[0] for at in ((100, 100), (600, 300))} == {GREY[0]}
    light.turn((Rect(40, 40, 200, 150),), 1000.0)
    dark = [shown(light, 1000.0 + age).get_at((600, 300))[0] for age in (0, 60, 120, 180, 240, 300, 316)]
    assert dark == sorted(dark, reverse=True)
    assert len({*dark}) > 3
    assert dark[-1] < 0.7 * GREY[0]
    assert shown(light, 1400.0).get_at((140, 110))[0] == GREY[0]
    light.turn(None, 2000.0)
    assert shown(light, 2400.0).get_at((600, 300))[0] == GREY[0]


def test_a_light_is_scaled_once_and_not_in_every_frame(monkeypatch):
    player, made = Player(), []
    light = spotlight.Spotlight((640, 360), player.app.context.frame.scale)
    scaled = surfaces.scaled
    monkeypatch.setattr(surfaces, "scaled", lambda *given: made.append(1) or scaled(*given))
    light.turn((Rect(40, 40, 200, 150),), 0.0)
    for now in range(0, 2000, 16):
        light.turn((Rect(40, 40, 200, 150),), now)
        shown(light, now)
    assert len(made) == spotlight.STEPS + 1


def test_boxes_close_to_each_other_are_lit_as_one():
    near, far = [Box(0, 0, 50, 50), Box(100, 0, 50, 50)], Box(600, 0, 50, 50)
    assert joined([*near, far]) == [Box(0, 0, 150, 50), far]


@pytest.mark.parametrize("game", GAMES)
@pytest.mark.parametrize("seed", [2, 3])
def test_all_that_moves_ends_its_way_in_the_light_on_a_wide_table(game, seed):
    player = film_of(game, match_of(game, seed))
    scene, strip, counted = player.scene, player.scene.strip, 0
    while player.scene is scene and not strip._tells_end:
        player.draw()
        lit, table = strip._spotlight.lit, strip.table
        moving = [one for one in table.layer.sprites.values() if (one.x, one.y) != one.place[:2]]
        # before its first action a cut fades in
        tells = strip._nearness == 0 and not strip._card_grown and not scene.driver.lead.opens
        for sprite in moving if lit and tells else ():
            counted += 1
            box = Box(*strip._far.to_real(sprite.place.x, sprite.place.y), 1, 1)
            assert any(within(box, Box(*one).grown(2)) for one in lit), sprite.place
        player.wait(64)
    assert counted > 5


@pytest.mark.parametrize("game", GAMES)
def test_seats_that_a_scene_does_not_tell_of_are_dark_on_a_wide_table(game):
    player, dark = film_of(game, finished(game, max(4, GAMES[game].min_seats), 3, (0,))), 0
    scene, strip = player.scene, player.scene.strip
    while player.scene is scene and not strip._tells_end:
        player.draw()
        if strip._spotlight.lit and strip._nearness == 0:
            for seat in range(1, len(scene.driver.match.seats)):
                x, y = strip._far.to_real(*strip.scenes.seat_box(seat).centre)
                dark += not any(one.collidepoint(x, y) for one in strip._spotlight.lit)
        player.wait(160)
    assert dark > 10


@pytest.mark.parametrize("game", [game for game in GAMES if GAMES[game].records.best_moment(match_of(game))])
@pytest.mark.parametrize(
    ("size", "still"), [((1280, 720), False), ((1280, 720), True), ((390, 844), False), ((844, 390), False)]
)
def test_each_moment_ends_with_its_card_above_the_caption_and_all_else_dark(game, size, still):
    player = film_of(game, match_of(game, 3), reduced_motion=still)
    player.resize(size)
    scene, strip, told = player.scene, player.scene.strip, {}
    most = player.app.context.frame.to_real(0, strip._band.y)[1]
    for cut, card in zip(scene.driver.cuts, strip._cards, strict=True):
        assert bool(card) == bool(cut.moment)
        assert not card or (card.get_width() <= size[0] and card.get_height() <= most)
    while player.scene is scene:
        player.draw()
        if strip._card_grown == 1:
            assert scene.driver.caption == scene.driver.cuts[scene.driver.cut].caption
            assert strip._spotlight.lit == ()
            told[strip._cut] = told.get(strip._cut, 0) + FRAME_MS
        player.wait(FRAME_MS)
    assert [*told] == [*range(len(scene.driver.cuts) - 1)]
    assert min(told.values()) > 500


def test_a_films_card_comes_from_the_seat_that_it_tells_of():
    player = film_of("push", match_of("push", 3))
    strip = player.scene.strip
    while not strip._card_grown:
        player.wait(16)
    player.draw()
    x, y = strip._seen_at(*strip.scenes.seat_box(strip.driver.cuts[strip._cut].seat).centre)
    assert y > strip._band.y * 0.7, "the own cards lie low"
    assert 0 < x < strip.frame.width


@pytest.mark.parametrize(
    ("moment", "told"),
    [
        (Moment("secured", 0, 1, 1.0, numbers=(("count", 18.0),)), "+18 points"),
        (Moment("lost", 0, 1, 1.0, numbers=(("count", 7.0),), glad=False), "−7 points"),
        (Moment("dared", 0, 1, 1.0, numbers=(("count", 12.0),)), ""),
        (Moment("quick", 0, 1, 1.0, numbers=(("seconds", 1.4),)), "1.4 s"),
    ],
)
def test_a_moments_card_has_its_points_with_sign_and_unit_or_its_time(moment, told):
    game = "twin_it" if moment.key == "quick" else "push"
    assert moment_card.number_text(Texts("en"), match_of(game), moment).replace("\N{NO-BREAK SPACE}", " ") == told


@pytest.mark.parametrize(("game", "unit"), [("dnup", "letters"), ("push", "points"), ("keine_ahnung", "stars")])
def test_the_sums_on_a_films_last_card_have_a_unit(game, unit):
    outcome = outcome_of(Texts("en"), match_of(game))
    assert unit_of(Texts("en"), outcome, 4) == unit_of(Texts("en"), outcome, -4) == unit
    assert unit_of(Texts("en"), outcome, 1) == unit[:-1]


def test_each_line_of_a_film_has_a_figure_beside_it():
    for game in GAMES:
        player = film_of(game, match_of(game, 3))
        scene = player.scene
        while player.scene is scene:
            assert scene.strip.band_text[1] >= 0, scene.strip.band_text
            player.wait(96)


def test_a_film_of_one_action_gives_its_time_to_others():
    cuts = [cut for seed in (1, 2, 3, 4, 5) for cut in film_of("push", match_of("push", seed)).scene.driver.cuts[:-1]]
    alone, others = ([cut.ms for cut in cuts if (cut.place - cut.first == 1) == one] for one in (True, False))
    assert alone
    assert others
    assert max(alone) < sum(others) / len(others)


@pytest.mark.parametrize(("game", "seats", "seed"), [("dnup", 3, 4), ("keine_ahnung", 4, 6)])
def test_a_banner_stands_in_the_light_of_a_film(game, seats, seed):
    player = film_of(game, finished(game, seats, seed, (0,)))
    scene, strip, counted, since = player.scene, player.scene.strip, 0, 0
    while player.scene is scene and not strip._tells_end:
        player.draw()
        announced = strip._camera.announced
        since = since + 1 if announced and strip._nearness == 0 and not strip._card_grown else 0
        for box in announced if since > 1 and strip._spotlight.lit else ():
            counted += 1
            at = strip._far.to_real(*box.centre)
            assert any(one.collidepoint(at) for one in strip._spotlight.lit)
        player.wait(64)
    assert counted > 5
