"""The film of a match: its moments in order with captions, twelve seconds long, and then the result."""

from itertools import chain, pairwise

import pygame
import pytest
from boxes import within
from finished import finished
from player import Player

from game.catalogue.registry import GAMES
from game.core.match import load
from game.engine import game_table
from game.engine.banners import Banner
from game.engine.figures import figure
from game.engine.texts import Texts
from game.engine.transitions import Reset
from game.scenes.replay import end_card, film_view
from game.scenes.replay.camera import SLIVER, cuts
from game.scenes.result import reel
from game.scenes.result.result import Result
from game.table.film import FILM_MS


def match_of(game: str, seed: int = 2):
    """Return a finished match of a person and bots."""
    return finished(game, max(3, GAMES[game].min_seats), seed, (0,))


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
        if driver.leads_in:
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


def film_of(game: str, match=None, **settings: object) -> Player:
    """Return a player who watches the film of a match from its result."""
    player = Player(language="en")
    for name, value in settings.items():
        setattr(player.app.context.settings, name, value)
    player.app.stack.carry_out(Reset(Result(player.app.context, match or match_of(game))))
    if "skip" in player.ids():
        player.tap("skip")
    player.wait(100)
    player.tap("film")
    return player


@pytest.mark.parametrize("seed", [1, 2, 3])
def test_a_wide_film_of_push_goes_close_to_all_rows_where_one_is_taken(seed):
    strip = film_of("push", match_of("push", seed)).scene.strip
    close = [shot for cut, shot in zip(strip.driver.cuts, strip.close_shots, strict=True) if "bank" not in cut.caption]
    assert strip.table.frame.scale > 1.5 * strip.framed().frame.scale
    assert close
    assert all(shot and within(strip.table.place_of("rows"), shot.seen, SLIVER) for shot in close)


@pytest.mark.parametrize("game", GAMES)
@pytest.mark.parametrize("size", [(1280, 720), (844, 390), (390, 844)])
def test_no_close_shot_cuts_a_word_a_number_or_a_card_that_is_spoken_of(game, size):
    counted = 0
    for seats, seed in ((3, 1), (3, 2), (4, 2), (4, 3)):
        player = film_of(game, finished(game, seats, seed, (0,)))
        player.resize(size)
        strip = player.scene.strip
        frame = strip.framed().frame
        room = pygame.Rect(*frame.to_logical(0, 0), *(side / frame.scale for side in strip._shot))
        for cut, close in zip(strip.driver.cuts, strip.close_shots, strict=True):
            if close:
                counted += 1
                shot = close.seen
                # letters are rounded to pixels
                seen = shot.grown(2 / strip.table.frame.scale)
                subject = strip._subject(cut)
                spoken_of = [*chain(*strip._moves(cut)), *subject.others]
                cut_off = [thing for thing in spoken_of if cuts(shot, thing) and cuts(seen, thing)]
                assert not cut_off, (seats, seed, cut.caption)
                # and so after the drift, which leaves nothing of it behind
                held = [thing for thing in (*spoken_of, subject.about, *subject.cores) if not cuts(shot, thing)]
                assert close.wider != shot, (seats, seed, cut.caption)
                assert not [thing for thing in held if cuts(close.wider, thing)], (seats, seed, cut.caption)
                # all that it tells of is in the shot, or at least where what moves comes from or goes
                parts = [pygame.Rect(*part).clip(room) for part in (subject.about, *subject.cores)]
                assert any(pygame.Rect(*seen.grown(1)).contains(part) for part in parts), (seats, seed, cut.caption)
    assert counted > 1 or size == (390, 844)


@pytest.mark.parametrize("seed", [1, 2, 4])
def test_a_close_shot_of_dnup_cuts_neither_a_rival_nor_the_own_place_beside_empty_felt(seed):
    strip = film_of("dnup", match_of("dnup", seed)).scene.strip
    shots = [side for shot in strip.close_shots if shot for side in (shot.seen, shot.wider)]
    assert shots
    for name in ("rival-1", "rival-2", "band"):
        assert not any(cuts(shot, strip.table.place_of(name)) for shot in shots), name


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


@pytest.mark.parametrize("game", GAMES)
def test_each_close_shot_of_a_film_is_as_near_as_it_can_be(game):
    zooms = set()
    for seed in (1, 2, 3):
        player = film_of(game, match_of(game, seed))
        strip, seen = player.scene.strip, {}
        while player.scene.driver.cut < len(strip.driver.cuts) - 1:
            player.draw()
            if not strip._close_up:
                seen[strip._cut] = strip._camera._close.w
            player.wait(300)
        for number, wide in seen.items():
            if shot := strip.close_shots[number]:
                assert wide == pytest.approx(shot.seen.w * strip.table.frame.scale, abs=2)
                zooms.add(round(wide))
    # in Push all shots are of the rows, and a plain table has nothing to go close to
    assert len(zooms) > 1 or game not in ("nein_danke", "keine_ahnung", "dnup", "twin_it")


def is_last_cut(driver) -> bool:
    """Return True once a film shows its last cut."""
    return driver.cut == len(driver.cuts) - 1


@pytest.mark.parametrize("game", GAMES)
@pytest.mark.parametrize("settings", [{}, {"speed": "off"}, {"reduced_motion": True}])
def test_a_film_shows_every_cut_and_returns_to_the_result(game, settings):
    player = film_of(game, **settings)
    driver, seen = player.scene.driver, []
    passed = 0
    while not isinstance(player.scene, Result) and passed < 12_000:
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


def nearness_through(player: Player, cut: int = 0) -> list[float]:
    """Return how near the camera is in each frame of a film's cut."""
    scene, seen = player.scene, []
    while player.scene is scene and scene.driver.cut <= cut:
        if scene.driver.cut == cut:
            player.draw()
            seen.append(scene.strip._nearness)
        player.wait(16)
    return seen


@pytest.mark.parametrize("game", GAMES)
@pytest.mark.parametrize("size", [(1280, 720), (390, 844)])
def test_the_camera_moves_in_on_the_cards_of_a_cut_and_out_again(game, size):
    for seed in (2, 1, 3):
        # all that a film tells of may lie too far apart for a close shot
        player = film_of(game, match_of(game, seed))
        player.resize(size)
        scene, view = player.scene, player.scene.strip
        # neither the log nor buttons beside the one that ends the film
        assert [item.id for item in scene.items.items] == ["skip"]
        number = next((number for number, shot in enumerate(view.close_shots) if shot), None)
        if number is not None:
            break
    else:
        # a tall table may have no place that cuts no name
        assert size == (390, 844)
        assert {*nearness_through(player)} == {0.0}
        return
    seen = nearness_through(player, number)
    # the table is laid out for the close shot, in which the middle of what moves is seen
    assert view.table.frame.scale > 1.1 * view.framed().frame.scale
    top, steps = seen.index(1.0), [round(later - one, 3) for one, later in pairwise(seen)]
    assert seen[0] == 0
    assert seen[-1] < 0.1
    assert min(steps[:top]) >= 0 >= max(steps[top:])
    # it is on its way for many frames, and close for most of the cut
    assert sum(0 < near < 1 for near in seen) > 30
    assert seen.count(1.0) > len(seen) / 4


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


@pytest.mark.parametrize("game", GAMES)
def test_with_reduced_motion_a_film_has_near_and_far_pictures_alone(game):
    assert {*nearness_through(film_of(game, reduced_motion=True))} <= {0.0, 1.0}


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
def test_a_film_cuts_to_the_die_at_a_roll_that_decides_and_back_to_what_it_costs(size, settings):
    player = film_of("push", match_of("push", 3), **settings)
    player.resize(size)
    scene, view, seen = player.scene, player.scene.strip, []
    while player.scene is scene:
        player.draw()
        place, die = view.table.die.stage, view.table.die
        corners = [
            view.table.frame.to_real(place.x + place.w * x, place.y + place.h * y) for x in (0, 1) for y in (0, 1)
        ]
        whole = view._nearness == 1 and all(view._camera._close.inflate(4, 4).collidepoint(*one) for one in corners)
        rolls = bool(die.throw or die.result) and scene.driver.match.place == scene.driver.cuts[-1].place
        seen.append((rolls and view.table.close_up is not None, whole))
        player.wait(48)
    assert all(whole for rolls, whole in seen if rolls)
    rolls = [rolls for rolls, _whole in seen]
    assert 4 < rolls.count(True) < len(rolls) / 3
    assert not any(whole for rolls, whole in seen[-8:])


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
def test_after_its_moment_a_replay_leads_to_it_again_or_back_to_the_result(game):
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
    assert player.wait(20_000, lambda: "to_result" in player.ids())
    player.tap("to_result")
    player.wait(100)
    assert isinstance(player.scene, Result)
