"""After a match of Twin It!: its result, and its review right then and from elsewhere."""

import json
from itertools import combinations
from types import SimpleNamespace

import pytest
from finished import finished as whole_match
from player import Player
from table_player import PHONE
from twin_it_matches import MODES, SIZES, TEXTS, calm, finished, new_context, timed
from twin_it_states import X, Y, Z, state_of

from game.core.rng import Rng
from game.engine import surfaces
from game.engine.backdrop import Backdrop
from game.engine.layout import Box, overlap
from game.engine.texts import Texts
from game.engine.transitions import Push
from game.games.twin_it import faces, history, look_back, rules
from game.games.twin_it.look_back import LookBack, look_back_of
from game.games.twin_it.result import Pictures, sheet_of
from game.games.twin_it.state import SETS_TO_WIN
from game.player import saves, stats
from game.player.stats import ENTRY
from game.scenes.navigation import routes
from game.scenes.result.look_back import LookBack as LookBackScene
from game.scenes.result.outcome import outcome_of
from game.scenes.result.result import Result

# ---- the result ----------------------------------------------------------------------------------------------


@pytest.mark.parametrize("mode", range(len(MODES)))
def test_the_totals_match_the_rules(mode):
    match = finished(mode)
    outcome = outcome_of(TEXTS, match)
    rows = sheet_of(TEXTS, match.seats, match.state).rows
    scores = match.game.scores(match.state)
    sums = {row.seat: row.total for row in rows}
    members = [seat for row in rows for seat in row.members]
    assert sorted(members) == list(range(len(match.seats)))
    if MODES[mode][0].get("mode") == "minute":
        assert sum(sums.values()) == scores[0]
        assert not any(placed.won for placed in outcome.rows)
    else:
        assert all(scores[seat] == total for seat, total in sums.items())
        won = {seat for placed in outcome.rows if placed.won for seat in placed.row.members}
        assert won == set(match.game.winners(match.state))
    for row in rows:
        assert sum(term.value for term in row.terms) == row.total
        counted = list(row.counts)
        assert counted == sorted(counted)
        assert (counted[0], counted[-1]) == (0, row.terms[0].value)


@pytest.mark.parametrize("size", SIZES)
@pytest.mark.parametrize("language", ["de", "en"])
@pytest.mark.parametrize("mode", range(len(MODES)))
def test_both_pages_can_be_shown_and_read_out(mode, language, size):
    context, canvas = new_context(size, language)
    scene = Result(context, finished(mode))
    scene.build()
    assert scene.items.find("skip")
    scene.draw(canvas)
    assert scene.spoken() == ""
    scene.items.find("page-1").use()
    assert scene.page == 1
    told = scene.spoken()
    scene.draw(canvas)
    reaction = bytes(canvas.screen.get_view("2"))
    scene.items.find("page-0").use()
    scene.draw(canvas)
    assert bytes(canvas.screen.get_view("2")) != reaction
    assert scene.spoken() != told != ""
    assert scene.items.find("again")
    assert scene.items.find("watch")


@pytest.mark.parametrize("size", SIZES)
def test_without_a_clock_there_are_no_reaction_times(size):
    match = calm()
    context, canvas = new_context(size)
    scene = Result(context, match)
    scene.build()
    scene.items.find("page-1").use()
    scene.draw(canvas)
    assert "gefunden" in scene.spoken()
    assert history.record_of(match, 0).times == ()


def review_of_a_loss(texts: Texts = TEXTS, mode: int = 0, overlooked: tuple[int, ...] = ()) -> LookBack:
    """Return the review of a match for a player who took nothing.

    A rival took one pair after 0.9 s and another after 2.6 s.
    """
    taken = (history.Claim(1, 900, X, 4000), history.Claim(1, 2600, Y, 9000))
    lays = [history.Lay(claim.pattern, claim.ms, claim.seat) for claim in taken]
    lays += [history.Lay(pattern, 7000, -1) for pattern in overlooked]
    story = history.MatchHistory(taken, (), overlooked, 9000, tuple(lays))
    return look_back_of(texts, finished(mode))._replace(match_history=story)


@pytest.mark.parametrize("language", ["de", "en"])
def test_a_player_who_took_nothing_is_told_what_others_took_and_when(language):
    texts = Texts(language)
    found = review_of_a_loss(texts)
    assert [(lay.ms, lay.seat) for lay in found.lays()] == [(2600, 1), (900, 1)]
    told = list(found.sentences())
    nothing = texts("twin_it.result.missed_none")
    assert nothing not in told
    assert texts("twin_it.result.missed_taken", taken=2) in told
    taken = f"{found.match_texts.motif(Y)} {found.match_texts.seconds(2600)} {found.seats[1].name}"
    assert taken in told
    # a pair that was never taken lay there longest
    told = list(review_of_a_loss(texts, overlooked=(Z,)).sentences())
    assert texts("twin_it.result.missed", taken=2, left=1) in told
    assert told.index(f"{found.match_texts.motif(Z)} {found.match_texts.seconds(7000)}") < told.index(taken)
    found = found._replace(match_history=found.match_history._replace(lays=(history.Lay(X, 900, 0),)))
    assert nothing in list(found.sentences())


@pytest.mark.parametrize("language", ["de", "en"])
def test_the_minute_tells_a_pair_that_came_too_late_from_everything_found(language):
    texts = Texts(language)
    found, story = review_of_a_loss(texts, 5), history.MatchHistory((), (), (), 60_000)
    state = state_of(spots=[X, Y], options={"mode": "minute"}, seats=1)
    found = found._replace(state=state, match_history=story)
    assert found.missed_heading(found.lays()) == texts("twin_it.result.open_none")
    turned = found._replace(match_history=story._replace(lays=(history.Lay(Z, 900, -1),)))
    assert turned.missed_heading(turned.lays()) == texts("twin_it.result.open_gone")
    left = found._replace(state=state_of(spots=[X, X, Y], options={"mode": "minute"}, seats=1))
    assert [lay.pattern for lay in left.lays()] == [X]
    assert left.missed_heading(left.lays()) == texts("twin_it.result.open_late", count=1)
    calm = left._replace(state=state_of(spots=[X, X, Y], options={"mode": "minute", "calm": True}, seats=1))
    assert calm.missed_heading(calm.lays()) == texts("twin_it.result.open", count=1)


def test_the_headings_of_the_calm_table_have_the_room_there_is_on_a_phone():
    context, _ = new_context(PHONE)
    page, rooms = look_back.Page(context, review_of_a_loss()), {}
    page.look_back = page.look_back._replace(state=state_of(options={"calm": True}, seats=2))
    page.begin(Backdrop(context.kit, surfaces.blank(PHONE)))
    line = page.kit.line_plain
    page.kit.line_plain = lambda text, size, colour, face, room=0.0: (
        rooms.setdefault(text, room) >= 0 and line(text, size, colour, face, room)
    )
    page.table(Box(20, 100, 672, 200))
    assert rooms[TEXTS("twin_it.result.found")] > 200


def test_a_long_heading_takes_a_second_line_instead_of_small_letters():
    context, _ = new_context(PHONE)
    page, box, texts = look_back.Page(context, review_of_a_loss()), Box(20, 100, 330, 300), context.texts
    page.begin(Backdrop(context.kit, surfaces.blank(PHONE)))
    one = page._panel(box, texts("twin_it.result.missed_taken", taken=2), False)
    two = page._panel(box, texts("twin_it.result.missed", taken=14, left=12), False)
    assert two.y > one.y + 15
    assert two.y + two.h == pytest.approx(one.y + one.h)


def test_sets_have_the_same_size_in_every_row_of_a_result():
    context, canvas = new_context()
    found = Pictures(context, finished(1).state)
    sizes = set()
    faces = found.faces
    found.faces = lambda face, w, state: sizes.add(w) or faces(face, w, state)
    for seat, sets in enumerate(found.sets):
        found.draw_cards(canvas, seat, Box(100, 100, 220, 80), len(sets), False)
    assert len(set(map(len, found.sets))) > 1
    assert len(sizes) == 1


def test_a_row_of_the_result_has_a_place_for_each_set_that_lacks_to_win():
    context, _ = new_context()
    found = Pictures(context, finished(1).state)
    for seat, sets in enumerate(found.sets):
        places: set[tuple[float, float]] = set()
        noting = SimpleNamespace(put_centred=lambda _, x, y, places=places: places.add((x, y)))
        found.draw_cards(noting, seat, Box(0, 0, 220, 80), 5, False)
        assert len(places) == SETS_TO_WIN >= len(sets)


def test_the_result_of_the_minute_shows_and_counts_the_same_missed_pairs_as_the_look_back():
    context, _ = new_context()
    seen = 0
    for seed in range(1, 5):
        match = finished(6, seed, "normal")
        found = Pictures(context, match.state)
        assert sorted(found.missed) == sorted(lay.pattern for lay in look_back_of(TEXTS, match).missed_lays())
        drawn: list[tuple[str, str]] = []
        found.faces = lambda face, w, state, drawn=drawn: drawn.append((face, state))
        noting = SimpleNamespace(put_centred=lambda *_: None, put_left=lambda *_: None)
        for pieces in (0, len(found.sets[0])):
            drawn.clear()
            found.draw_cards(noting, 0, Box(0, 0, 220, 80), pieces, False)
            missed = [(faces.won(pattern, 2), "dim") for pattern in found.missed] if pieces else []
            assert len(drawn) == len(found.sets[0]) + len(missed)
            assert set(missed) <= set(drawn)
        seen += len(found.missed)
    assert seen


def test_the_missed_pairs_number_stays_within_its_row_even_with_the_largest_letters():
    context, _ = new_context((390, 844), "en")
    context.settings.scale = 1.3
    context.resize(context.frame)
    found, ends = Pictures(context, finished(6, 1, "normal").state), []
    assert found.missed
    noting = SimpleNamespace(put_centred=lambda *_: None)
    noting.put_left = lambda picture, x, _: ends.extend((x, x + picture.get_width() / context.kit.scale))
    for wide in range(300, 640, 20):
        found.draw_cards(noting, 0, Box(18, 0, wide, 80), len(found.sets[0]), False)
    assert min(ends) >= 18
    assert all(right <= 18 + wide + 0.01 for right, wide in zip(ends[1::2], range(300, 640, 20), strict=True))


@pytest.mark.parametrize("scale", [1.0, 1.3])
@pytest.mark.parametrize("wide", [320, 420, 640])
@pytest.mark.parametrize("count", [1, 8, 17, 24, 33, 41])
def test_the_number_of_missed_pairs_covers_no_set_of_however_many(count, wide, scale):
    context, _ = new_context((390, 844), "de")
    context.settings.scale = scale
    context.resize(context.frame)
    found = Pictures(context, finished(6, 1, "normal").state)
    row = (found.sets[0] * count)[:count]
    found.sets, drawn, labels = [row, *found.sets[1:]], [], []
    found.faces = lambda face, w, state: w
    noting = SimpleNamespace()
    noting.put_centred = lambda w, x, y: isinstance(w, float) and drawn.append(Box(x - w / 2, y - w / 2, w, w))

    def put_left(picture, x, y):
        wide, high = (side / context.kit.scale for side in picture.get_size())
        labels.append(Box(x, y - high / 2, wide, high))

    noting.put_left = put_left
    whole = Box(18, 10, wide, 90)
    found.draw_cards(noting, 0, whole, count, False)
    (label,) = labels
    assert len(drawn) == count + len(found.missed)
    for box in (*drawn, label):
        assert overlap(box, whole) == pytest.approx(box.w * box.h)
    assert not any(overlap(label, box) for box in drawn)
    assert min(box.w for box in drawn) > 12


def test_points_of_timed_play_are_told_from_the_sets_that_they_are_for():
    for mode, clocked in ((5, True), (7, True), (0, False)):
        for row in sheet_of(TEXTS, finished(mode).seats, finished(mode).state).rows:
            pairs, triples = row.terms
            assert (pairs.things, triples.things) == ((pairs.value, triples.value // 2) if clocked else (None, None))


def test_the_result_of_an_idle_minute_says_what_brings_the_first_medal():
    context, _ = new_context()
    told: list[object] = []
    noting = SimpleNamespace(put_left=lambda picture, *_: told.append(picture))
    for seats in (1, 2):
        found = Pictures(context, rules.setup({"mode": "minute"}, seats, Rng(1)))
        for seat in range(seats):
            found.draw_cards(noting, seat, Box(0, 0, 420, 80), 0, False)
    assert len(told) == 2, "one for each match"


def test_faces_that_are_close_are_drawn_smaller():
    most, ring = look_back.OWN, look_back.RING
    assert look_back.apart_enough([(0, 0)], most) == most
    assert look_back.apart_enough([(0, 0), (0, 34), (900, 0)], most) == 17 - ring
    assert look_back.apart_enough([(0, 0), (1, 0)], most) == look_back.LEAST_OWN


def test_missed_pairs_are_shown_as_cards_instead_of_a_tick():
    context, _ = new_context()
    pictures = []
    for lays in ((), review_of_a_loss().match_history.lays):
        found = review_of_a_loss()
        plate = Backdrop(context.kit, surfaces.blank((1280, 720)))
        page = look_back.Page(context, found._replace(match_history=found.match_history._replace(lays=lays)))
        page.begin(plate)
        page.missed(Box(100, 100, 500, 200))
        pictures.append(bytes(plate.surface.get_view("2")))
    assert pictures[0] != pictures[1]


def test_in_a_group_no_pair_counts_as_taken_by_a_rival():
    assert review_of_a_loss(mode=6).lays() == []


# ---- the review from elsewhere ---------------------------------------------------------------------------------


@pytest.mark.parametrize("size", [*SIZES, (844, 390), (1920, 1080)])
@pytest.mark.parametrize("mode", [0, 4, 5])
def test_the_review_can_be_opened_later_too(mode, size):
    context, canvas = new_context(size)
    scene = routes.review(context, finished(mode), 1.7e12)
    assert isinstance(scene, LookBackScene)
    scene.build()
    scene.draw(canvas)
    assert scene.spoken() == ". ".join(scene.page.look_back.sentences())
    room = context.frame.room
    for box in scene.boxes():
        assert overlap(box, room) == pytest.approx(box.w * box.h)
    for one, other in combinations(scene.boxes(), 2):
        assert not overlap(one, other)


def test_the_usual_time_comes_from_earlier_matches():
    context, _ = new_context()
    kept = [timed(ms) for ms in (1000, 5000, 3000)]
    context.storage.write("statistics", json.dumps([ENTRY.write(row) for row in kept]))
    saves.finish(context, finished(), "touch")
    context.storage.write(
        "statistics", json.dumps([ENTRY.write(row) for row in [*stats.entries(context), *[timed(9000)] * 3]])
    )
    scene = LookBackScene(context, finished())
    assert scene.page.look_back.custom == 3000
    scene.build()
    usual = context.texts("twin_it.seconds", seconds=context.texts.number(3.0, 1))
    assert context.texts("twin_it.result.custom", time=usual) in scene.spoken()


@pytest.mark.parametrize("count", range(1, 60))
def test_cards_fill_a_box_and_stay_in_it(count):
    box = Box(0, 0, 420, 120)
    w, rows, columns = look_back.fit(count, box, 104, 1.14)
    assert rows * columns >= count
    assert rows * w * 1.14 <= box.h + 1e-6
    assert columns * w * 1.14 <= box.w + 1e-6


def test_few_cards_are_in_the_middle_of_their_box():
    context, _ = new_context((390, 844))
    match, inner = finished(), Box(20, 30, 240, 400)
    page = look_back.Page(context, look_back_of(context.texts, match))
    page.begin(Backdrop(context.kit, surfaces.blank(context.frame.window)))
    for count in (1, 2, 3, 4):
        _w, places = page._places(count, inner)
        low, high = min(y for _x, y in places), max(y for _x, y in places)
        assert (low + high) / 2 == pytest.approx(inner.centre[1])
    assert page._places(4, Box(0, 0, 620, 180))[0] > 110, "they fill a wide one"


@pytest.mark.parametrize("size", [(1280, 720), (390, 844)])
def test_a_tick_for_no_mistakes_has_less_room_than_the_missed_pairs(size, monkeypatch):
    panels = {}
    for name in ("missed", "slips"):
        monkeypatch.setattr(look_back.Page, name, lambda _page, box, name=name: panels.setdefault(name, box))
    player = Player(size)
    for seed, most in ((1, 0.4), (2, 0.9)):
        panels.clear()
        player.app.stack.carry_out(Push(routes.review(player.app.context, whole_match("twin_it", 3, seed))))
        assert 0.2 < panels["slips"].w / panels["missed"].w < most
        assert (panels["slips"].w / panels["missed"].w > 0.4) == (seed == 2)
