"""The film of a match: its moments in order with captions, twelve seconds long, and then the result."""

from itertools import pairwise

import pygame
import pytest
from boxes import within
from film_player import film_of, match_of
from player import Player

from game.catalogue.registry import GAMES
from game.core.match import load
from game.engine import game_table
from game.engine.figures import figure
from game.engine.texts import Texts
from game.engine.transitions import Reset
from game.scenes.replay import end_card, film_view
from game.scenes.replay.camera import SLIVER
from game.scenes.result import reel
from game.scenes.result.result import Result
from game.table.film import FILM_MS


@pytest.mark.parametrize("game", GAMES)
@pytest.mark.parametrize("language", ["de", "en"])
def test_a_film_is_twelve_seconds_of_moments_in_order_and_ends_with_the_end(game, language):
    for seed in (1, 2, 3):
        match = match_of(game, seed)
        cuts = reel.reel_of(Texts(language), match)
        assert 1 <= len(cuts) <= reel.MOST + 1
        assert sum(cut.ms for cut in cuts) == pytest.approx(FILM_MS)
        assert all(one.place < other.place for one, other in pairwise(cuts))
        assert all(one.place <= other.first < other.place for one, other in pairwise(cuts))
        assert cuts[-1].place == len(match.actions)
        assert len(cuts) < 2 or cuts[-1].ms <= 3501 + 700 * (GAMES[game].real_time and len(cuts) == 2)
        assert all(cut.caption and "{" not in cut.caption for cut in cuts)
        # the same recorded game gives the same film
        assert reel.reel_of(Texts(language), load(match.save(), GAMES)) == cuts


def test_a_film_has_no_two_moments_of_a_kind():
    matches = [match_of(game, seed) for game in GAMES for seed in (1, 2, 3)]
    kinds = [[one.key for one in reel.chosen_moments(match)] for match in matches]
    assert all(len(set(keys)) == len(keys) for keys in kinds)
    assert any(len(keys) > 1 for keys in kinds)


def test_a_film_has_a_moment_of_a_person_if_there_is_one():
    counted = 0
    for match in [match_of(game, seed) for game in GAMES for seed in (1, 2, 3, 4)]:
        own = [one for one in match.game.records.moments(match) if one.seat == 0 and one.glad]
        if any(one.length < len(match.actions) for one in own):
            counted += 1
            assert any(one.seat == 0 for one in reel.chosen_moments(match)), match.game.name
    assert counted > 5


@pytest.mark.parametrize("game", ["keine_ahnung", "push"])
def test_a_cut_begins_with_the_first_action_that_its_caption_tells_of(game):
    match = match_of(game, 1)
    player = film_of(game, match)
    driver, seen = player.scene.driver, []
    number, cut = max(enumerate(driver.cuts), key=lambda numbered: numbered[1].place - numbered[1].first)
    movers = match.movers[cut.first : cut.place]
    assert len(movers) > 3
    assert {*movers} == {cut.seat}
    assert len(movers) == reel.LONGEST or match.movers[cut.first - 1] != cut.seat
    while driver.cut <= number:
        if driver.cut == number:
            seen += [driver.match.place] if driver.match.place not in seen else []
        player.wait(16)
    # each is played, none skipped
    assert seen == [*range(cut.first, cut.place + 1)]


@pytest.mark.parametrize("game", GAMES)
@pytest.mark.parametrize("size", [(1280, 720), (390, 844), (844, 390)])
def test_a_film_ends_with_a_card_that_covers_the_table_not_the_caption(game, size, monkeypatch):
    cards = []
    monkeypatch.setattr(
        film_view, "end_card_plain", lambda *given: cards.append(end_card.end_card_plain(*given)) or cards[-1]
    )
    player = film_of(game)
    player.resize(size)
    scene = player.scene
    while player.scene is scene:
        player.draw()
        # the outcome is not told before it is seen
        assert not cards or scene.strip._tells_end
        left = scene.driver.cut_ages[1]
        player.wait(48 if is_last_cut(scene.driver) else 240)
    (card,) = cards
    assert left < film_view.CARD_MS - 1000
    wide, high = player.app.context.frame.to_real(0, scene.strip._band.y)[1], size[0]
    assert card.get_height() <= wide
    assert card.get_width() <= high


@pytest.mark.parametrize("game", GAMES)
@pytest.mark.parametrize("size", [(1280, 720), (390, 844), (844, 390)])
def test_a_films_table_is_hardly_smaller_than_in_play_and_its_caption_covers_none_of_it(game, size):
    player = film_of(game)
    player.resize(size)
    strip = player.scene.strip
    framed, frame = strip.framed().frame, player.app.context.frame
    assert framed == frame or framed.scale > 0.86 * frame.scale
    top = frame.to_real(0, strip._band.y)[1]
    for name in ("own", "rival-1"):
        place = strip.table.place_of(name)
        assert framed.to_real(0, place.y + place.h)[1] <= top


@pytest.mark.parametrize("game", GAMES)
def test_every_caption_of_a_film_can_be_read(game):
    player = film_of(game, match_of(game, 1))
    scene, driver, read = player.scene, player.scene.driver, {}
    while player.scene is scene:
        if driver.caption:
            read[driver.cut] = read.get(driver.cut, 0) + 16
        player.wait(16)
    assert len(read) == len(driver.cuts)
    assert min(read.values()) >= 1300
    assert read[len(driver.cuts) - 1] >= 1700, "the result, which its card repeats"


@pytest.mark.parametrize(("game", "seed"), [("nein_danke", 1), ("nein_danke", 4), ("dnup", 1), ("twin_it", 1)])
def test_a_film_of_one_moment_begins_it_earlier_and_shows_the_result_for_a_short_time(game, seed):
    player = film_of(game, match_of(game, seed))
    scene, driver, told = player.scene, player.scene.driver, [0, 0]
    assert len(driver.cuts) == 2
    while player.scene is scene:
        told[driver.cut] += 16 * bool(driver.caption)
        player.wait(16)
    assert told[0] <= 4500
    assert told[1] <= 3500
    assert driver.cuts[0].place - driver.cuts[0].first >= 6 or scene.game.real_time


@pytest.mark.parametrize("game", GAMES)
def test_a_film_says_what_happens_until_its_caption_not_the_number_of_the_move(game):
    player = film_of(game, match_of(game, 1))
    scene, driver, told = player.scene, player.scene.driver, {}
    while player.scene is scene:
        lines = told.setdefault(driver.cut, [])
        if not driver.caption and scene.strip.band_text not in lines:
            assert scene.strip.band_text[0] != driver.where or not scene.table.log
            lines.append(scene.strip.band_text)
        player.wait(64)
    assert all(told.values())
    assert sum(map(len, told.values())) > len(driver.cuts)


@pytest.mark.parametrize("game", GAMES)
@pytest.mark.parametrize("seed", [1, 2])
def test_no_cut_of_a_film_tells_what_another_one_has_shown(game, seed):
    player = film_of(game, match_of(game, seed))
    scene, driver, told = player.scene, player.scene.driver, []
    while player.scene is scene:
        if len(told) <= driver.cut:
            told.append([])
        if driver.lead.opens:
            newest = next(scene.table.history.newest(), None)
            assert not driver.caption
            assert newest is None or scene.strip.band_text[0] != (newest.line.spoken or newest.line.text)
        if driver.cut == len(driver.cuts) - 1 and driver.caption:
            assert scene.strip._nearness < 1, "the result is told with the whole table"
        told[-1].append(scene.strip.band_text[0])
        player.wait(64)
    for cut, lines in zip(driver.cuts, told, strict=True):
        assert lines[-1] == cut.caption
        assert cut.caption not in [line for other in told if other is not lines for line in other]


@pytest.mark.parametrize("size", [(1280, 720), (390, 844)])
@pytest.mark.parametrize("seed", [1, 2, 3])
def test_a_film_in_real_time_tells_the_standing_and_ends_with_the_winners_row_in_sight(size, seed):
    player = film_of("twin_it", match_of("twin_it", seed))
    player.resize(size)
    player.wait(32)
    strip, driver = player.scene.strip, player.scene.driver
    first, last = driver.cuts[0], driver.cuts[-1]
    assert strip.band_text == (strip.table.standing(first.seat), first.seat, "calm")
    assert any(digit.isdigit() for digit in strip.band_text[0])
    order = strip.table.order().index(last.seat)
    shot = strip.close_shots[-1]
    assert shot is None or within(strip.table.place_of(f"rival-{order}" if order else "own"), shot.seen, SLIVER)


@pytest.mark.parametrize("game", GAMES)
@pytest.mark.parametrize("size", [(1280, 720), (390, 844)])
def test_a_films_picture_never_stands_still(game, size):
    player = film_of(game)
    player.resize(size)
    scene, last, since, longest = player.scene, b"", 0, 0
    while player.scene is scene:
        player.draw()
        top = scene.strip._shot[1]
        picture = pygame.image.tobytes(player.screen.subsurface((0, 0, size[0], top)), "RGB")
        since = 0 if picture != last else since + 96
        last, longest = picture, max(longest, since)
        player.wait(96)
    assert longest < 500


@pytest.mark.parametrize("game", GAMES)
def test_no_cut_of_a_film_lays_out_its_table_anew_which_would_freeze_the_picture(game, monkeypatch):
    player = film_of(game)
    scene, built, build = player.scene, [], player.scene.table.build
    monkeypatch.setattr(scene.table, "build", lambda: built.append(scene.driver.cut) or build())
    while player.scene is scene:
        player.draw()
        player.wait(160)
    assert not built


def is_last_cut(driver) -> bool:
    """Return True once a film shows its last cut."""
    return driver.cut == len(driver.cuts) - 1


@pytest.mark.parametrize("game", GAMES)
@pytest.mark.parametrize("settings", [{}, {"speed": "off"}, {"reduced_motion": True}])
def test_a_film_shows_every_cut_and_returns_to_the_result(game, settings):
    player = film_of(game, **settings)
    driver, seen = player.scene.driver, []
    passed = 0
    while not isinstance(player.scene, Result) and passed <= FILM_MS:
        player.wait(96)
        passed += 96
        if caption := driver.caption:
            # the outcome is not told before it is seen
            assert driver.match.place >= driver.cuts[min(driver.cut, len(driver.cuts) - 1)].place
            assert not driver.playing
            seen += [caption] if caption not in seen else []
    assert isinstance(player.scene, Result)
    assert passed == pytest.approx(FILM_MS, abs=500)
    assert seen == list(dict.fromkeys(cut.caption for cut in driver.cuts))
    assert driver.match.place == driver.match.last


def test_a_caption_waits_until_the_die_lies():
    player = film_of("push", match_of("push", 3))
    scene, seen = player.scene, []
    while player.scene is scene:
        seen.append((scene.driver.caption, bool(scene.table.die.throw or scene.table.die.result)))
        player.wait(48)
    assert any(rolls for caption, rolls in seen if not caption)
    assert not any(rolls for caption, rolls in seen if caption)


@pytest.mark.parametrize("size", [(1280, 720), (390, 844)])
@pytest.mark.parametrize("settings", [{}, {"reduced_motion": True}])
def test_a_film_shows_the_die_whole_at_a_roll_that_decides_and_a_tall_one_cuts_to_it(size, settings):
    player = film_of("push", match_of("push", 3), **settings)
    player.resize(size)
    scene, view, seen = player.scene, player.scene.strip, []
    while player.scene is scene:
        player.draw()
        place, die = view.table.die.stage, view.table.die
        corners = [
            view.table.frame.to_real(place.x + place.w * x, place.y + place.h * y) for x in (0, 1) for y in (0, 1)
        ]
        whole = all(view._camera.part.inflate(4, 4).collidepoint(*one) for one in corners)
        rolls = bool(die.throw or die.result) and scene.driver.match.place == scene.driver.cuts[-1].place
        seen.append((rolls and view.table.close_up is not None, whole))
        assert view._nearness == (1.0 if size[0] < size[1] and seen[-1][0] else 0.0)
        player.wait(48)
    assert all(whole for rolls, whole in seen if rolls)
    rolls = [rolls for rolls, _whole in seen]
    assert 4 < rolls.count(True) < len(rolls) / 3


def test_a_loss_has_a_sad_figure_in_a_film(monkeypatch):
    monkeypatch.setattr(reel, "MOST", 3)
    cuts = [cut for seed in (1, 2, 8) for cut in reel.reel_of(Texts("en"), match_of("push", seed))]
    assert {cut.mood for cut in cuts if cut.caption.startswith("The die costs")} == {"beaten"}
    assert {cut.mood for cut in cuts if "bank" in cut.caption} == {"glad"}


@pytest.mark.parametrize("game", GAMES)
def test_the_whole_table_is_drawn_again_and_again_at_the_end_of_a_film(game, monkeypatch):
    player = film_of(game)
    scene, drawn = player.scene, 0
    table_draw = scene.table.draw

    def draw(canvas):
        nonlocal drawn
        drawn += scene.strip._nearness == 0 and is_last_cut(scene.driver)
        table_draw(canvas)

    monkeypatch.setattr(scene.table, "draw", draw)
    player.wait(FILM_MS, lambda: is_last_cut(scene.driver))
    while player.scene is scene:
        player.draw()
        player.wait(32)
    assert drawn > 10


@pytest.mark.parametrize("game", GAMES)
def test_all_figures_follow_the_result_once_a_film_tells_it(game, monkeypatch):
    seen = {}
    monkeypatch.setattr(
        game_table,
        "figure",
        lambda kit, name, radius, mood, active: seen.update({name: mood}) or figure(kit, name, radius, mood, active),
    )
    player = film_of(game)
    scene, match = player.scene, player.scene.driver.match
    while scene.driver.cut < len(scene.driver.cuts) - 1 or not scene.driver.caption:
        player.wait(48)
    wanted = {
        one.figure: "glad" if seat in match.game.winners(match.states[-1]) else "calm"
        for seat, one in enumerate(match.seats)
    }
    while player.scene is scene:
        player.draw()
        assert seen == wanted
        assert not scene.table.popups._shown
        player.wait(200)


@pytest.mark.parametrize("by", ["button", "key", "back"])
def test_a_film_can_be_cut_short(by):
    player = film_of("push")
    player.wait(1500)
    assert player.scene.question() == (player.scene.driver.caption, False)
    if by == "button":
        player.tap("skip")
    else:
        player.press(pygame.K_RETURN if by == "key" else pygame.K_ESCAPE)
    player.wait(64)
    assert isinstance(player.scene, Result)
    assert "film" in player.ids()


@pytest.mark.parametrize("game", [game for game in GAMES if GAMES[game].records.best_moment(match_of(game))])
def test_after_its_moment_a_replay_leads_to_it_again_or_back(game):
    player = Player(language="en")
    player.app.stack.carry_out(Reset(Result(player.app.context, match_of(game))))
    player.scene._finish()
    player.wait(400)
    player.tap("moment")
    for _ in range(2):
        assert "moment_again" not in player.ids()
        assert player.wait(20_000, lambda: "moment_again" in player.ids())
        assert "play_on" not in player.ids()
        place = player.scene.driver.match.place
        player.tap("moment_again")
        player.wait(32)
        assert player.scene.driver.match.place < place
    assert player.wait(20_000, lambda: "moment_back" in player.ids())
    player.tap("moment_back")
    player.wait(100)
    assert isinstance(player.scene, Result)
