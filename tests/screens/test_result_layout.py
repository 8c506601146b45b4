"""The layout of a result: clear of the felt's stitches, without overlaps, and as wide as the window."""

from itertools import accumulate, combinations, pairwise
from types import SimpleNamespace

import pytest
from boxes import overlap, within
from finished import finished
from player import Player
from pygame import Surface

from game.catalogue.presentations import PRESENTATIONS
from game.core.match import AnyMatch
from game.engine import fonts
from game.engine.canvas import Canvas
from game.engine.kit import Kit
from game.engine.layout import Box
from game.engine.palette import CREAM, GOLD
from game.engine.presentation import as_turn_presentation
from game.engine.texts import LANGUAGES
from game.engine.transitions import Push, Reset
from game.engine.window_surface import WindowSurface
from game.games.nein_danke import tiles as result_tiles
from game.games.nein_danke.arrangement import groups_of, spread
from game.games.nein_danke.deck import SPECIALS
from game.games.nein_danke.faces import RATIO, NeinDankeFaces, face_of, run_edge
from game.games.nein_danke.result import LEGIBLE, OPEN_STEPS, WIDEST, apart
from game.games.nein_danke.scoring import score
from game.games.nein_danke.tiles import broken, tiled, tiles_in
from game.games.twin_it import medals
from game.player import saves
from game.player.stats import News
from game.scenes.result.after import AfterRound
from game.scenes.result.highlights import NewsRow
from game.scenes.result.result import Result
from game.scenes.result.result_layout import LEAST_MOMENT, ResultLayout
from game.scenes.result.result_rows import ResultRows

SIZES = ((1280, 720), (1920, 1080), (390, 844), (844, 390))
#: the distance of the felt's stitches from the window's edge, logical
STITCH = 12 + 9
CASES = (
    ("nein_danke", 7, {"specials": True}),
    ("keine_ahnung", 2, {}),
    ("dnup", 2, {}),
    ("dnup", 5, {}),
    ("push", 4, {}),
    ("twin_it", 1, {"mode": "minute"}),
    ("twin_it", 4, {"mode": "teams"}),
)


def between_rounds(player: Player, match: AnyMatch, dealt: list[str]) -> Result:
    """Return the result of a round; ``dealt`` records that the next round is dealt."""
    context = player.app.context
    return Result(context, match, AfterRound(context, match, lambda: dealt.append("dealt")))


def at_result(game: str, seats: int, size: tuple[int, int], language: str = "de", **options: object) -> Player:
    """Return a counted result with everything that can be on it."""
    player = Player(size, language=language)
    context = player.app.context
    context.settings.speed = "off"
    match = finished(game, seats, 1, (0,), **options)
    saves.finish(context, match)
    player.app.stack.carry_out(Reset(Result(context, match)))
    player.wait(64)
    return player


@pytest.mark.parametrize("size", SIZES)
@pytest.mark.parametrize("case", CASES)
def test_nothing_overlaps_and_all_is_within_the_stitches(case, size):
    game, seats, options = case
    player = at_result(game, seats, size, **options)
    frame, places = player.app.context.frame, player.scene.places
    boxes = [places.row(number) for number in range(len(player.scene.outcome.rows))]
    boxes += [places.rule, places.large, *places.small]
    boxes += [box for box in (places.news, places.moment) if box]
    if player.scene.pictures.standing_height:
        boxes.append(places.standing)
    for one, other in combinations(boxes, 2):
        assert overlap(one, other) <= 0, (one, other)
    for box in boxes:
        left = frame.to_real(box.x, box.y)[0]
        right, low = frame.to_real(box.x + box.w, box.y + box.h)
        edge = frame.px(STITCH)
        assert left >= edge
        assert right <= frame.window[0] - edge
        assert low <= frame.window[1] - edge
    x, y, radius = places.figure
    assert frame.to_real(x, y - radius - 8)[1] > frame.px(STITCH)


@pytest.mark.parametrize("size", SIZES)
def test_the_headline_is_below_the_stitches(size):
    player = at_result("push", 3, size)
    frame, felt = player.app.context.frame, player.scene.plate.surface
    left, most = player.scene.places.title(True)
    # the letters are gold or cream in ink: none of these colours touches the line
    x = frame.to_real(left, 0)[0]
    row = frame.px(STITCH) + 1
    colours = [felt.get_at((column, row)) for column in range(x, x + frame.px(most / 2))]
    assert not any(min(colour[:3]) > 180 or max(colour[:3]) < 20 for colour in colours)


def test_a_phone_in_landscape_is_used_in_all_its_width():
    player = at_result("push", 4, (844, 390))
    frame, places = player.app.context.frame, player.scene.places
    assert frame.to_real(places.row(0).x, 0)[0] < 30
    assert frame.to_real(places.large.x + places.large.w, 0)[0] > 814
    usual = at_result("push", 4, (1280, 720)).scene.places
    assert places.row(0).w > 1.15 * usual.row(0).w
    assert places.grow > 1.15
    assert usual.grow == 1


@pytest.mark.parametrize("size", [(1280, 720), (390, 844), (844, 390)])
def test_above_low_rows_the_captions_are_written_once(monkeypatch, size):
    """They are in every row where there is room, or where they differ."""
    said: list[str] = []
    plain = fonts.plain
    monkeypatch.setattr(fonts, "plain", lambda text, *rest, **more: said.append(text) or plain(text, *rest, **more))
    for game, seats, word, wanted in (("nein_danke", 7, "Chips", 1), ("nein_danke", 3, "Chips", 3)):
        player = at_result(game, seats, size, specials=seats == 7)
        said.clear()
        player.scene.context.kit._widget_images.cache_clear()
        player.scene.build()
        player.scene.dirty = True
        player.draw()
        # a picture is made once for each look: on paper, and on the felt
        assert (player.scene.places.captions > 0) == (wanted == 1)
        assert 1 <= said.count(word) <= (1 if wanted == 1 else 2)


def test_stars_and_numbers_of_cards_look_different():
    """Every number of Keine Ahnung has its star, with the number of its cards above it."""
    player = at_result("keine_ahnung", 3, (1280, 720), "en")
    scene, kit = player.scene, player.app.context.kit
    painting = WindowSurface(player.app.screen)
    scene.draw(Canvas(painting, player.app.context.frame))
    pictures = [stroke[0] for stroke in painting.strokes]
    stars = {kit.image("icons/star_gold", side, side) for side in _sides(scene)}
    assert sum(picture in stars for picture in pictures) == 3 * 3
    for row, found in zip(scene.outcome.sheet.rows, scene.pictures.scores, strict=True):
        trophies, prizes = row.terms
        assert (trophies.things, trophies.value) == (len(found.trophies), sum(found.trophies))
        assert (prizes.things, prizes.value) == (len(found.prizes), sum(found.prizes))
    assert scene.context.texts("keine_ahnung.result.trophies", count=1) == "1 trophy"


@pytest.mark.parametrize("box", [Box(0, 0, 636, 190), Box(0, 0, 390, 150), Box(0, 0, 390, 90)])
@pytest.mark.parametrize("most", [6, 9, 12, 14])
def test_trophies_that_overlap_show_each_others_stars_whole(box, most):
    scene, placed = at_result("keine_ahnung", 3, (1280, 720)).scene, []
    found = scene.pictures
    found.scores, found._most = [found.scores[0]._replace(trophies=(3,) * most, prizes=())], most
    found.draw_cards(SimpleNamespace(put_centred=lambda _picture, x, y: placed.append((y, x))), 0, box, most, True)
    wide = found._fit(box)[0]
    for (line, x), (next_line, after) in pairwise(placed):
        assert line != next_line or after - x >= 0.85 * wide


def _sides(scene: Result) -> set[float]:
    """Yield the sizes of the signs behind numbers and totals."""
    kit = scene.context.kit
    return {29.0 * 0.9 * kit.text_scale / kit.scale, 48.0 * 0.72, 54.0 * 0.72}


@pytest.mark.parametrize("size", SIZES)
def test_the_set_played_and_the_set_beaten_are_drawn_apart(size):
    player = at_result("dnup", 2, size)
    highlights = player.scene._highlights
    moment = highlights.moment
    assert moment.key == "beaten"
    own = [card for card in highlights._picture.cards if card.state == "rest"]
    beaten = [card for card in highlights._picture.cards if card.state == "dim"]
    assert (len(own), len(beaten)) == (len(moment.cards), len(moment.beaten))
    apart = min(max(abs(a.x - b.x) / a.w, abs(a.y - b.y) / a.w / 1.5) for a in own for b in beaten)
    assert apart > 1.3, "there is room for the arrow between them"
    assert [face for face, *_rest in highlights._picture.owners] == [
        player.scene.match.seats[seat].figure for seat in (moment.seat, moment.other)
    ]


@pytest.mark.parametrize("size", SIZES)
@pytest.mark.parametrize("case", [("dnup", 2, {}), ("twin_it", 3, {"mode": "minute"}), ("push", 2, {})])
def test_the_news_have_a_place_of_their_own(case, size):
    game, seats, options = case
    player = at_result(game, seats, size, **options)
    scene, places = player.scene, player.scene.places
    assert scene.news
    assert places.news
    assert places.moment
    assert overlap(places.news, places.moment) <= 0
    assert all(overlap(places.news, item.box) <= 0 for item in player.items)
    left, most = places.title(True)
    assert places.tall or places._below or left + most < places.news.x
    # a result opened a second time has no news
    scene.news = ()
    scene.build()
    assert scene.places.news is None
    assert scene.places.moment.h >= places.moment.h - 0.01


def test_the_least_important_news_make_room_for_the_best_moment():
    player = at_result("twin_it", 3, (1280, 720))
    scene = player.scene
    scene.news = (
        News("best"),
        News("first_against", (("level", "hard"),)),
        News("streak", (("count", 3),)),
    )
    scene.build()
    heights = []
    for small in (2, 3):
        needs = scene._needs()._replace(small=small)
        places = ResultLayout(player.app.context.frame, needs)
        assert places.moment.h >= LEAST_MOMENT - 1
        heights.append(places.news.h)
    assert heights[1] < heights[0]
    assert heights[1] >= scene._highlights._line(NewsRow(("",), scene._highlights._largest))
    assert all(text in scene.spoken() for text in scene.outcome.news), "all of it is read out"


@pytest.mark.parametrize("language", LANGUAGES)
@pytest.mark.parametrize("size", [(1280, 720), (390, 844)])
@pytest.mark.parametrize("game", ["nein_danke", "keine_ahnung", "dnup", "push"])
def test_the_longest_three_goals_reached_in_one_match_are_all_shown(game, size, language):
    player = at_result(game, 4, size, language)
    scene, texts = player.scene, player.app.context.texts
    told = {goal: texts(f"{game}.goal.{goal.key}") for goal in scene.match.game.records.goals}
    longest = sorted(told, key=lambda goal: -len(told[goal]))[:3]
    scene.news = tuple(News("goal", (("goal", f"{game}.goal.{goal.key}"),)) for goal in longest)
    scene._tell()
    scene.build()
    places = scene.places
    rows = scene._highlights._news_rows(places.news.w, places.news.h + 1)
    assert all(told[goal] in " ".join(text for row in rows for text in row.texts) for goal in longest)
    assert sum(map(scene._highlights._line, rows)) <= places.news.h + 1
    assert all(" " in row.texts[0] for row in rows if row.is_continuation), "no word has a line to itself"
    title, most = places.title(True)
    assert title + most < places.news.x or places.tall


@pytest.mark.parametrize("language", LANGUAGES)
@pytest.mark.parametrize(("game", "seats"), [("nein_danke", 6), ("keine_ahnung", 4), ("dnup", 4), ("push", 4)])
def test_the_longest_two_goals_are_both_shown_whole_on_a_phone_with_the_largest_texts(game, seats, language):
    player = at_result(game, seats, (390, 844), language)
    context, scene = player.app.context, player.scene
    context.settings.scale = 1.3
    context.settings_changed()
    texts = {goal: context.texts(f"{game}.goal.{goal.key}") for goal in scene.match.game.records.goals}
    longest = sorted(texts, key=lambda goal: -len(texts[goal]))[:2]
    scene.news = tuple(News("goal", (("goal", f"{game}.goal.{goal.key}"),)) for goal in longest)
    scene._tell()
    scene.build()
    places = scene.places
    rows = scene._highlights._news_rows(places.news.w, places.news.h + 1)
    told = " ".join(text for row in rows for text in row.texts)
    assert all(texts[goal] in told for goal in longest)
    boxes = [places.row(seats - 1), places.rule, places.news, places.moment, places.large]
    assert all(one.y + one.h <= other.y + 1 for one, other in pairwise(boxes))


def test_all_bots_of_a_result_show_their_levels_or_none_does():
    shown = {}
    for names in (("Jo", "Jo"), ("Jo", "Maximiliane")):
        player = Player((390, 844))
        context = player.app.context
        context.settings.scale = 1.3
        context.settings_changed()
        match = finished("nein_danke", 7)
        rows = [seat._replace(name=names[number % 2]) if number else seat for number, seat in enumerate(match.seats)]
        player.app.stack.carry_out(Reset(Result(context, match.seated(rows))))
        player.wait(20_000)
        rows = player.scene.rows
        head = rows.head_box(player.scene.places.row(0))
        bots = [placed.row for placed in player.scene.outcome.rows if rows.level_text(placed.row)]
        assert len(bots) == 6
        shown[names] = {rows.level_place(row, head) is not None for row in bots}
    assert shown == {("Jo", "Jo"): {True}, ("Jo", "Maximiliane"): {False}}


@pytest.mark.parametrize("size", SIZES)
@pytest.mark.parametrize(("game", "options"), [("nein_danke", {"rounds": 2}), ("dnup", {})])
def test_between_rounds_the_best_moment_so_far_does_not_lead_to_the_replay(game, options, size):
    """The replay would reveal secrets."""
    match = finished(game, 3, 1, (0,), **options)
    shown = PRESENTATIONS[game]
    assert as_turn_presentation(shown)
    lengths = range(len(match.actions) - 1, 0, -1)
    between = next(past for past in map(match.at, lengths) if shown.summary_due(past.view(0)))
    player = Player(size)
    player.app.context.settings.speed = "off"
    dealt: list[str] = []
    player.app.stack.carry_out(Reset(between_rounds(player, between, dealt)))
    player.wait(64)
    player.draw()
    assert player.scene.places.moment
    assert "Bester Moment bisher: " in player.scene.spoken()
    assert not {"moment", "watch", "again"} & set(player.ids())
    frame = player.app.context.frame
    low = player.scene.items.find("next").box
    assert low.y + low.h > frame.height - 60, "nothing lies below it"
    player.app.stack.carry_out(Push(between_rounds(player, between, dealt)))
    player.wait(400)
    player.tap("next")
    assert dealt == ["dealt"]


@pytest.mark.parametrize(("people", "marked"), [((0,), [0]), ((0, 2), [])])
def test_a_line_marks_the_row_of_the_only_person_even_after_a_defeat(people, marked):
    player = Player()
    scene = Result(player.app.context, finished("dnup", 4, people=people))
    assert not scene.outcome.of(0).won
    player.app.stack.carry_out(Reset(scene))
    boxes = {seat: scene.places.row(number) for number, seat in enumerate(scene.count.order)}
    edges = {seat: player.app.context.frame.to_real(box.x + 2, box.centre[1]) for seat, box in boxes.items()}
    assert [seat for seat, edge in edges.items() if scene.plate.surface.get_at(edge)[:3] == GOLD] == marked


@pytest.mark.parametrize("language", ["de", "en"])
def test_numbers_do_not_cover_names_with_four_numbers_in_a_row(language):
    player = at_result("nein_danke", 7, (390, 844), language, specials=True)
    scene, kit = player.scene, player.app.context.kit
    rows, places = scene.rows, scene.places
    assert places.captions
    for number, (row, *_rest) in enumerate(scene.outcome.rows):
        box = places.row(number)
        head = rows.head_box(box)
        at, (first, _apart) = rows.label_place(row, head), rows.columns()
        value = player.app.context.texts.number(row.terms[0].value)
        half = kit.line(value, min(24.0, head.h * 0.5), CREAM, fonts.DISPLAY).get_width() / kit.scale / 2
        name = kit.line(row.label, at.size, CREAM, fonts.BLACK, at.max_width)
        assert at.x + name.get_width() / kit.scale < box.x + first - half, row
        assert at.max_width > 100, "longer names keep their letters"


@pytest.mark.parametrize(("size", "least"), [((1280, 720), 16), ((390, 844), 11), ((844, 390), 11)])
@pytest.mark.parametrize(("seats", "specials"), [(3, False), (3, True), (7, True)])
def test_a_covered_number_of_a_run_has_room_in_its_strip(size, least, seats, specials, monkeypatch):
    player, wides = at_result("nein_danke", seats, size, specials=specials), list[float]()
    kit, scene = player.app.context.kit, player.scene
    whole = kit.scene_image
    monkeypatch.setattr(
        kit,
        "scene_image",
        lambda make, *given: wides.extend([given[1]] * (make is run_edge)) or whole(make, *given),
    )
    for number, (row, *_rest) in enumerate(scene.outcome.rows):
        box = scene.rows.cards_box(scene.places.row(number))
        scene.pictures.draw_cards(Canvas(player.screen, player.app.context.frame), row.seat, box, 0, False)
    assert all(kit.px(wide) > least for wide in wides)
    assert wides or seats == 7 or size != (1280, 720)


def test_costs_of_runs_that_would_overlap_are_left_out():
    made = Surface((40, 20))
    assert apart([(made, 0.0, 5.0), (made, 40.0, 5.0), (made, 20.0, 60.0)], 1.0)
    assert not apart([(made, 0.0, 5.0), (made, 80.0, 5.0), (made, 30.0, 5.0)], 1.0)
    assert apart([(made, 0.0, 5.0), (made, 30.0, 5.0)], 2.0)
    assert apart([], 1.0)


def test_cards_of_nein_danke_have_the_same_size_in_all_rows():
    player = Player()
    for seats, seed in ((3, 5), (4, 6), (7, 5)):
        match = finished("nein_danke", seats, seed, specials=seats > 3)
        shown = PRESENTATIONS["nein_danke"].sheet_pictures(player.app.context, match)
        row = Box(0, 0, 420, 80)
        width = shown._width_in(row)
        assert 0 < width <= min(WIDEST, row.h / RATIO)
        assert shown._width_in(Box(50, 300, 420, 80)) == width
        for display, found in zip(shown.displays, shown.scores, strict=True):
            laid = spread(tuple(display), found, row, width, OPEN_STEPS, (1.0,)).cards
            assert {lying.w for lying in laid} <= {width}
            assert all(lying.x + width / 2 <= row.w + 1 for lying in laid)


@pytest.mark.parametrize("size", [(390, 844), (844, 390)])
@pytest.mark.parametrize("seats", [4, 7])
def test_every_card_of_nein_danke_can_be_told_on_a_phone_at_large_texts(seats, size, monkeypatch):
    player = at_result("nein_danke", seats, size, specials=True)
    context, scene = player.app.context, player.scene
    context.settings.scale = 1.3
    context.settings_changed()
    kit, shown, laid = context.kit, scene.pictures, list[tuple[int, Box]]()
    displays = scene.match.state.store.displays
    monkeypatch.setattr(kit, "scene_image", lambda *_: Surface((1, 1)))
    monkeypatch.setattr(
        NeinDankeFaces,
        "tile",
        lambda _self, _face, w, wide, high, _dim: laid.append((kit.px(w), Box(0, 0, wide, high))) or Surface((1, 1)),
    )
    whole = NeinDankeFaces.__call__
    monkeypatch.setattr(
        NeinDankeFaces,
        "__call__",
        lambda self, face, w: laid.append((kit.px(w), Box(0, 0, w, w))) or whole(self, face, w),
    )
    for number, (row, *_rest) in enumerate(scene.outcome.rows):
        laid.clear()
        shown.draw_cards(
            Canvas(player.screen, context.frame), row.seat, scene.rows.cards_box(scene.places.row(number)), 0, False
        )
        # a joker has its one place, in a run or beside
        assert len(laid) == len(displays[row.seat])
        assert min((w for w, _box in laid), default=LEGIBLE) >= 20


@pytest.mark.parametrize("size", [(390, 844), (844, 390)])
def test_of_special_cards_no_nought_is_written_in_a_row(size, monkeypatch):
    player = at_result("nein_danke", 7, size, specials=True)
    drawn, put = list[float](), ResultRows._put_counted
    monkeypatch.setattr(ResultRows, "_put_counted", lambda self, *given: drawn.append(given[3]) or put(self, *given))
    rows, places = player.scene.rows, player.scene.places
    noughts = 0
    for number, placed in enumerate(player.scene.outcome.rows):
        drawn.clear()
        rows.draw_row(Canvas(player.screen, player.app.context.frame), number, placed)
        columns = [places.row(0).x + rows.columns()[0] + place * rows.columns()[1] for place in range(4)]
        for place, term in enumerate(placed.row.terms):
            noughts += place in (1, 2) and not term.value
            assert (columns[place] in drawn) == (term.value != 0 or place in (0, 3)), (placed.row, place)
    assert noughts >= 4


def test_on_tiles_of_nein_danke_only_the_cards_that_count_are_bright(monkeypatch):
    player = at_result("nein_danke", 7, (390, 844), specials=True)
    scene, laid, tile = player.scene, dict[str, bool](), NeinDankeFaces.tile
    monkeypatch.setattr(
        NeinDankeFaces,
        "tile",
        lambda self, face, *given: laid.update({face: given[-1]}) or tile(self, face, *given),
    )
    for number, (row, *_rest) in enumerate(scene.outcome.rows):
        laid.clear()
        scene.pictures.draw_cards(
            Canvas(player.screen, player.app.context.frame),
            row.seat,
            scene.rows.cards_box(scene.places.row(number)),
            0,
            False,
        )
        runs = scene.pictures.scores[row.seat].runs
        covered = {face_of(card) for run in runs for card in run[1:]} & set(laid)
        assert {face for face, dim in laid.items() if dim} - {"joker"} == covered
    bright, dark = (scene.pictures.faces.tile("n20", 60, 44, 30, dim).get_at((4, 12)) for dim in (False, True))
    assert sum(dark[:3]) < sum(bright[:3])


@pytest.mark.parametrize(("wide", "high"), [(636, 30), (230, 46), (240, 100)])
def test_tiles_of_nein_danke_lie_side_by_side_in_their_box(wide, high):
    match, box = finished("nein_danke", 7, 1, specials=True), Box(10, 20, wide, high)
    store = match.state.store
    grouped = [groups_of(*one) for one in zip(store.displays, store.round_scores, strict=True)]
    tiles = tiles_in(box, grouped)
    for groups in grouped:
        found = tiled(box, groups, tiles)
        assert [card for card, *_rest in found] == [card for group in groups for card, _number in group]
        places = [Box(x - tiles.wide / 2, y - tiles.high / 2, tiles.wide, tiles.high) for *_card, x, y in found]
        assert all(within(place, box.grown(0.01)) for place in places)
        assert all(overlap(one, other) <= 0.01 for one, other in combinations(places, 2))


def test_tiles_of_nein_danke_keep_runs_whole_and_give_special_cards_a_line_of_their_own():
    run = [(number, number) for number in range(15, 21)]
    specials = [(card, 0) for card in range(100, 103)]
    displays = [[run[:1], run[3:]], [[(3, 3)], run, specials]]
    box = Box(0, 0, 320, 90)
    tiles = tiles_in(box, displays)
    lines = broken(displays[1], box.w, tiles.wide, tiles.lines)
    assert [[card for group in line for card, _number in group] for line in lines] == [
        [3, *range(15, 21)],
        [100, 101, 102],
    ]
    assert len(broken(displays[0], box.w, tiles.wide, tiles.lines)) == 1
    # without special cards neither line is much longer than the other
    wide = box.w / 6.5
    evened = broken([[(4, 4)], [(8, 8)], run[:4], [(23, 23)]], box.w, wide, 2)
    assert [sum(map(len, line)) for line in evened] == [2, 5]


def test_on_an_upright_phone_the_tiles_of_all_rows_begin_at_the_same_height(monkeypatch):
    player, tops = Player((390, 844)), []
    pictures = PRESENTATIONS["nein_danke"].sheet_pictures(
        player.app.context, finished("nein_danke", 4, 5, specials=True)
    )
    monkeypatch.setattr(Canvas, "put_centred", lambda _canvas, _picture, _x, y: tops[-1].append(y))
    for seat in range(4):
        tops.append([])
        pictures._draw_tiles(Canvas(player.screen, player.app.context.frame), seat, Box(40, 100, 636, 158))
    assert len({min(found) for found in tops}) == 1
    assert len({max(found) for found in tops}) > 1, "not all have as many lines"


def test_a_joker_is_shown_once_in_the_place_it_takes_in_a_run():
    match = finished("nein_danke", 4, 8, specials=True)
    pictures = PRESENTATIONS["nein_danke"].sheet_pictures(Player().app.context, match)
    store = match.state.store
    joker = next(card for cards in store.displays for card in cards if face_of(card) == "joker")
    owner = next(seat for seat, cards in enumerate(store.displays) if joker in cards)
    assert store.round_scores[owner].jokers
    assert joker not in pictures.tiled[owner]
    assert {*store.displays[owner]} - {*pictures.tiled[owner]} == {joker}


def test_a_square_card_of_the_best_moment_fills_the_height_of_its_box(monkeypatch):
    def width() -> float:
        return at_result("twin_it", 4, SIZES[0]).scene._highlights._picture.cards[0].w

    square = width()
    monkeypatch.setattr(type(PRESENTATIONS["twin_it"]), "moment_ratio", PRESENTATIONS["push"].moment_ratio)
    assert square > 1.3 * width()


@pytest.mark.parametrize("language", LANGUAGES)
def test_on_a_phone_captions_keep_clear_of_a_sum_of_three_digits(language):
    rows = at_result("push", 3, (390, 844), language).scene.rows
    first, apart = rows.columns()
    kit = rows.context.kit
    total = kit.sticker("137", 54).get_width() / kit.scale
    assert first + apart + (apart - 6) / 2 <= rows.places.row(0).w - 24 - total + 8


@pytest.mark.parametrize("scale", [1.0, 1.3])
@pytest.mark.parametrize(("game", "seats"), [("keine_ahnung", 2), ("keine_ahnung", 5), ("nein_danke", 3)])
def test_on_a_phone_sums_have_a_caption_and_are_larger_than_their_terms(game, seats, scale, monkeypatch):
    player = at_result(game, seats, (390, 844), **({"specials": True} if game == "nein_danke" else {}))
    scene, drawn, written, line, plain = player.scene, [], [], Kit.line, Kit.line_plain
    monkeypatch.setattr(ResultRows, "_put_counted", lambda self, *given: drawn.append(given[1:]))
    monkeypatch.setattr(Kit, "line", lambda kit, *given: written.append(given[0]) or line(kit, *given))
    monkeypatch.setattr(Kit, "line_plain", lambda kit, *given: written.append(given[0]) or plain(kit, *given))
    scene.context.settings.scale = scale
    scene.context.settings_changed()
    player.wait(64)
    drawn.clear()
    player.draw()
    kit, sheet, places = player.app.context.kit, scene.outcome.sheet, scene.places
    assert written.count("Gesamt") >= (1 if places.captions else seats)
    shown = [sum(bool(term.value) or not term.optional for term in row.terms) + 1 for row, *_rest in scene.outcome.rows]
    assert len(drawn) == sum(shown)
    for first, count in zip(accumulate(shown, initial=0), shown, strict=False):
        ends, highs = [], []
        for picture, side, x, _y in drawn[first : first + count]:
            half = (picture.get_width() / kit.scale + (5 + side if sheet.sign else 0)) / 2
            ends += [x - half, x + half]
            highs.append(picture.get_bounding_rect().h)
        assert ends == sorted(ends)
        assert ends[-1] <= places.row(0).x + places.row(0).w - 10
        assert highs[-1] >= 1.25 * max(highs[:-1])


def test_captions_of_rows_have_one_size_and_their_numbers_keep_clear_of_them():
    player = at_result("keine_ahnung", 5, (390, 844))
    scene = player.scene
    scene.context.settings.scale = 1.3
    scene.context.settings_changed()
    player.wait(64)
    rows = scene.rows
    assert scene.places.captions, "low rows have one line of captions above all"
    assert rows.captions() == ["Trophäen", "Preise"]
    assert rows.cards_box(scene.places.row(0)).h > 1.5 * rows.head_box(scene.places.row(0)).h


def test_the_run_that_counts_double_says_so():
    cards = (20, *(card for card, kind in SPECIALS.items() if kind == "highest_doubled"), 3)
    laid = spread(cards, score(cards, 5), Box(0, 0, 420, 80), 50.0, OPEN_STEPS)
    assert [(pill.cost, pill.times) for pill in laid.pills] == [(3, 1), (40, 2)]


def test_the_sign_of_a_doubled_run_stays_below_the_name_in_a_low_row():
    player = Player((390, 844))
    context = player.app.context
    doubled = next(card for card, kind in SPECIALS.items() if kind == "highest_doubled")
    pictures = PRESENTATIONS["nein_danke"].sheet_pictures(context, finished("nein_danke", 5, 1, (0,), specials=True))
    pictures.displays, pictures.scores = ((20, doubled),) * 5, (score((20, doubled), 5),) * 5
    surface = Surface((390, 844))
    canvas, box = Canvas(surface, context.frame), Box(40, 300, 640, 70)
    pictures.draw_cards(canvas, 0, box, 1, False)
    top = context.frame.to_real(0, box.y)[1]
    assert surface.get_bounding_rect().h
    assert not any(any(surface.get_at((x, y))[:3]) for x in range(390) for y in range(top - 12, top - 1))


@pytest.mark.parametrize("scale", [1.0, 1.3])
def test_a_team_shows_its_figures_side_by_side_with_their_names(scale):
    player = Player((1280, 720))
    player.app.context.settings.scale = scale
    player.app.context.settings_changed()
    player.app.stack.carry_out(Reset(Result(player.app.context, finished("twin_it", 4, 1, (0,), mode="teams"))))
    player.wait(64)
    rows, places = player.scene.rows, player.scene.places
    for number, (row, *_rest) in enumerate(player.scene.outcome.rows):
        box = places.row(number)
        head = rows.head_box(box)
        (_, radius, left, _), (_, _, right, _) = rows.figures(row, head)
        assert radius > 30
        assert right - left >= 2 * radius
        assert right + radius < rows.cards_box(box).x
        names = [name for name, _place in rows.member_names(row, head)]
        assert names == [player.scene.match.seats[seat].name for seat in row.members]


def test_names_are_at_the_same_height_with_and_without_a_level_below():
    player = at_result("dnup", 4, (1280, 720))
    rows, places = player.scene.rows, player.scene.places
    shares = set()
    for number, (row, *_rest) in enumerate(player.scene.outcome.rows):
        head = rows.head_box(places.row(number))
        shares.add(round(rows.label_place(row, head).y - head.y, 3))
    assert len(shares) == 1


@pytest.mark.parametrize("scale", [1.0, 1.3])
@pytest.mark.parametrize(("game", "seats"), [("push", 4), ("push", 6), ("dnup", 4), ("twin_it", 3)])
def test_names_and_levels_below_figures_keep_clear_of_their_row(game, seats, scale):
    player = Player((1280, 720))
    player.app.context.settings.scale = scale
    player.app.context.settings_changed()
    player.app.stack.carry_out(Reset(Result(player.app.context, finished(game, seats, 2, (0,)))))
    player.wait(64)
    rows, kit = player.scene.rows, player.app.context.kit
    for number, (row, *_rest) in enumerate(player.scene.outcome.rows):
        head = rows.head_box(player.scene.places.row(number))
        lines = [rows.label_place(row, head), rows.level_place(row, head)]
        _, radius, _, middle = rows.figures(row, head)[0]
        assert middle - radius >= head.y + 3
        for place in filter(None, lines):
            assert place.y + 0.55 * place.size * kit.text_growth <= head.y + head.h - 6


def test_a_level_without_room_behind_its_name_is_below_it_in_a_high_row():
    player = Player((390, 844), language="en")
    player.app.context.settings.scale = 1.3
    player.app.context.settings_changed()
    player.app.stack.carry_out(Reset(Result(player.app.context, finished("twin_it", 3, 2, (0,)))))
    player.wait(64)
    rows, places = player.scene.rows, player.scene.places
    bots = 0
    for number, (row, *_rest) in enumerate(player.scene.outcome.rows):
        head = rows.head_box(places.row(number))
        below, at = rows.level_place(row, head), rows.label_place(row, head)
        if below:
            bots += 1
            assert (below.x, below.max_width) == (at.x, at.max_width)
            assert at.y < below.y < head.y + head.h
    assert bots == 2


@pytest.mark.parametrize(
    ("points", "done", "said"), [(3, False, ""), (7, False, "Bronze"), (15, False, "Gold"), (3, True, "No medal")]
)
def test_the_medal_climbs_with_the_count_and_denies_none_before_its_end(points, done, said, monkeypatch):
    player, box, names = Player(language="en"), Box(0, 0, 700, 250), []
    kit = player.app.context.kit
    sticker = type(kit).sticker
    monkeypatch.setattr(type(kit), "sticker", lambda kit, text, *how: [names.append(text), sticker(kit, text, *how)][1])
    medals.draw(player.app.context, Canvas(player.draw(), player.app.context.frame), box, points, (6, 10, 14), done)
    assert "".join(names) == said


def test_a_minute_without_a_medal_and_a_moment_offers_no_film(monkeypatch):
    match = finished("twin_it", 1, 1, (0,), mode="minute")
    player, plain = Player(), match.game.records
    for medal, moments, offered in (
        (0, lambda _match: (), False),
        (1, lambda _match: (), True),
        (0, plain.moments, True),
    ):
        records = plain._replace(medal=lambda _state, medal=medal: medal, moments=moments)
        monkeypatch.setattr(type(match.game), "records", records)
        scene = Result(player.app.context, match)
        assert ("film" in [id_ for id_, *_rest in scene._small()]) == offered


@pytest.mark.parametrize("language", LANGUAGES)
@pytest.mark.parametrize(("game", "seats"), [("nein_danke", 6), ("keine_ahnung", 4), ("dnup", 4), ("push", 4)])
def test_the_longest_two_goals_are_both_shown_in_a_wide_window_of_large_texts(game, seats, language):
    player = at_result(game, seats, (1280, 720), language)
    context, scene = player.app.context, player.scene
    context.settings.scale = 1.3
    context.settings_changed()
    longest = sorted(scene.match.game.records.goals, key=lambda goal: -len(context.texts(f"{game}.goal.{goal.key}")))
    scene.news = tuple(News("goal", (("goal", f"{game}.goal.{goal.key}"),)) for goal in longest[:2])
    scene._tell()
    scene.build()
    places, highlights = scene.places, scene._highlights
    rows = highlights._news_rows(places.news.w, places.news.h + 1)
    told = " ".join(text for row in rows for text in row.texts)
    assert all(context.texts(f"{game}.goal.{goal.key}") in told for goal in longest[:2])
    assert sum(map(highlights._line, rows)) <= places.news.h + 1
    title, most = places.title(True)
    assert title + most < places.news.x


@pytest.mark.parametrize("scale", [1.0, 1.3])
@pytest.mark.parametrize("size", [(390, 844), (375, 667), (844, 390)])
@pytest.mark.parametrize("seats", [4, 7])
def test_names_are_whole_beside_five_numbers_on_a_phone(seats, size, scale):
    player = at_result("nein_danke", seats, size, specials=True, rounds=3)
    player.app.context.settings.scale = scale
    player.app.context.settings_changed()
    player.wait(64)
    # of the lowest rows, too: their cards would be dots
    player.draw()
    scene = player.scene
    rows, kit = scene.rows, scene.kit
    assert scene.outcome.sheet.columns == 5
    for number, (row, *_rest) in enumerate(scene.outcome.rows):
        at = rows.label_place(row, rows.head_box(scene.places.row(number)))
        wide = fonts.width(row.label, fonts.BLACK, round(0.85 * at.size * kit.text_scale))
        assert wide <= kit.px(at.max_width), row.label


@pytest.mark.parametrize(("seats", "width"), [(3, 380.0), (4, 380.0), (7, 280.0)])
def test_four_numbers_leave_room_for_special_cards_in_a_window(seats, width):
    scene = at_result("nein_danke", seats, (1280, 720), specials=True).scene
    assert scene.outcome.sheet.columns == 4
    assert scene.rows.cards_box(scene.places.row(0)).w >= width


@pytest.mark.parametrize("size", [(1280, 720), (390, 844)])
def test_the_tiles_of_a_result_are_worked_out_once_for_all_rows_and_frames(size, monkeypatch):
    made, plain = [], result_tiles.tiles_in
    monkeypatch.setattr(result_tiles, "tiles_in", lambda box, *given: made.append((box.w, box.h)) or plain(box, *given))
    player = Player(size)
    player.app.stack.carry_out(Reset(Result(player.app.context, finished("nein_danke", 7, 3, (0,), specials=True))))
    for _ in range(60):
        player.wait(48)
        player.draw()
    player.scene.build()
    made.clear()
    for _ in range(20):
        player.wait(48)
        player.draw()
    # all rows have one size, and drawing them again works nothing out
    assert len(made) == 1
