"""After a match of Twin It!: its review, its result, its entry in the statistics, and its replay at true pace."""

import json
from functools import cache
from itertools import combinations
from types import SimpleNamespace

import pygame
import pytest
from drivers import is_replay
from finished import finished as whole_match
from ladder import play
from player import Player
from table_player import PEOPLE, PHONE, WIDE
from twin_it_states import W, X, Y, Z, state_of, tick, touch, won_card

from game.catalogue.registry import GAMES
from game.core.match import HUMAN, Match, Seat
from game.core.records import MatchRecord, median
from game.core.rng import Rng
from game.engine import surfaces
from game.engine.backdrop import Backdrop
from game.engine.canvas import Canvas
from game.engine.layout import Box, frame_for, overlap
from game.engine.texts import Texts
from game.engine.transitions import Push
from game.games.twin_it import faces, history, look_back, pace, rules, scheduler, scoring
from game.games.twin_it.bots import FLOOR_MS, TAP_MS
from game.games.twin_it.deck import FAMILY_OF
from game.games.twin_it.history import HistoryStep
from game.games.twin_it.look_back import LookBack, look_back_of
from game.games.twin_it.result import Pictures, sheet_of
from game.games.twin_it.state import SETS_TO_WIN, Action, Verb
from game.host.clock import ManualClock
from game.host.storage import MemoryStorage
from game.player import saves, stats
from game.player.stats import ENTRY, StatsEntry
from game.scenes.navigation import routes
from game.scenes.records import reactions
from game.scenes.records.finished import Finished
from game.scenes.records.stats_screen import StatsScreen
from game.scenes.result.look_back import LookBack as LookBackScene
from game.scenes.result.outcome import outcome_of
from game.scenes.result.result import Result
from game.services.context import Context
from game.table.live.scene import LiveScene

SIZES = (WIDE, PHONE)
TEXTS = Texts("de")
MODES = (
    ({}, 2),
    ({}, 6),
    ({"forbidden": 1}, 3),
    ({"buzzers": True}, 4),
    ({"mode": "teams"}, 5),
    ({"mode": "minute"}, 1),
    ({"mode": "minute", "honest": True}, 4),
    ({"mode": "contest", "minute": 120}, 6),
)


#: wrong touches: the seat, the patterns, and why
SLIPS = (
    (0, (3, 4), "unequal"),
    (0, (2, 3), "unequal"),
    (0, (0, 2), "unequal"),
    (0, (3, 4), "forbidden"),
    (1, (4, 3), "unequal"),
)


@cache
def finished(mode: int = 0, seed: int = 3, level: str = "easy") -> Match:
    """Return a whole match; the first seat is a person's, although a bot has played for it."""
    options, count = MODES[mode]
    seats = [Seat(name, level, figure) for name, figure in PEOPLE[:count]]
    match = Match(GAMES["twin_it"], options, seats, seed)
    for _ in scheduler.drive(scheduler.scheduler_of(match)):
        pass
    match.seats = (match.seats[0]._replace(kind=HUMAN), *match.seats[1:])
    return match


def calm() -> Match:
    """Return a short match without a clock, played by random actions; the first error ends nothing."""
    match = Match(GAMES["twin_it"], {"calm": True}, [Seat("Toni", HUMAN, "bear"), Seat("Frida", "easy", "fox")], 4)
    rng = Rng(4)
    while not match.is_over:
        match.apply(rng.choice(rules.legal_actions(match.state)))
    return match


def new_context(size: tuple[int, int] = (1280, 720), language: str = "de") -> tuple[Context, Canvas]:
    pygame.init()
    screen = pygame.display.set_mode(size)
    context = Context(MemoryStorage(), ManualClock(), frame_for(size), language)
    return context, Canvas(screen, context.frame)


def test_faces_of_the_plot_are_moved_sideways_until_they_do_not_overlap():
    spots = [(100.0, 50.0), (104.0, 52.0), (300.0, 50.0)]
    first, second, third = look_back.beside(spots, [14.0, 14.0, 14.0], 0, 400)
    assert (second - first) ** 2 + 2**2 >= 27.9**2
    assert max(abs(first - 100), abs(second - 104)) <= look_back.FAR
    assert third == 300
    assert look_back.beside([(0.0, 5.0), (1.0, 5.0)], [10.0, 10.0], 0, 400)[0] == 0, "not out of the plot"


# ---- the history ----------------------------------------------------------------------------------------------


def test_the_times_below_the_plot_have_room_for_their_texts():
    for seconds in range(1, 1200, 7):
        for most in range(2, 9):
            marks = look_back.ticks(seconds, most)
            assert 1 <= len(marks) <= min(most, look_back.MOST_TICKS) + 1
            assert seconds - marks[-1] < marks.step


def test_every_claim_has_a_reaction_time_and_a_moment():
    match = finished()
    claims = history.history_of(match, 0).claims
    won = [event for events in match.events for event in events if type(event).__name__ in ("SetWon", "SetStolen")]
    assert [claim.ms for claim in claims] == [event.ms for event in won]
    assert len(claims) >= 5
    assert all(claim.ms >= FLOOR_MS + TAP_MS for claim in claims)
    assert [claim.at for claim in claims] == sorted(claim.at for claim in claims)
    told = history.reaction_of(claims, claims[0].seat)
    assert told is not None
    assert told.best == min(told.times) <= told.median <= max(told.times)
    assert history.reaction_of([], 0) is None


def test_a_pair_found_by_chance_counts_as_found_but_not_as_the_best_time():
    lucky = [history.Claim(0, ms, X, 5000 + ms) for ms in (90, pace.CREDIBLE_MS - 1)]
    told = history.reaction_of([*lucky, history.Claim(0, 500, Y, 9000)], 0)
    assert told is not None
    assert (told.best, len(told.times)) == (500, 3)
    told = history.reaction_of(lucky, 0)
    assert told is not None
    assert not told.best
    story = history.MatchHistory(tuple(lucky), (), (), 9000)
    assert look_back_of(TEXTS, finished(5))._replace(match_history=story).rows()[0][1][0] == "\u2013"


def steps(*chain: tuple) -> list[HistoryStep]:
    """Return the steps of states and the actions that were carried out on them."""
    return [
        HistoryStep(action.at_ms, rules.view(state, 0), rules.apply(state, action, Rng(1))[1])
        for state, action in chain
    ]


def test_a_pair_still_there_at_the_next_flip_was_overlooked():
    state = state_of(spots=[X, X, Y])
    assert history.overlooked(steps((state, tick(4000)))) == [X]
    claim = touch(500, 0, 0, 1)
    taken, _ = rules.apply(state, claim, Rng(1))
    assert history.overlooked(steps((state, claim), (taken, tick(9000)))) == []


def test_a_pair_that_had_just_appeared_was_not_overlooked():
    flip = Action(Verb.FLIP, history.LOOK_MS - 1, 0)
    assert history.overlooked(steps((state_of(spots=[X, X, Y]), flip))) == []


def test_a_pattern_is_overlooked_only_once():
    state = state_of(spots=[X, X, X, Y, Y])
    assert history.overlooked(steps((state, tick(4000)), (state, tick(4000)))) == [X, Y]


def test_a_forbidden_pair_was_not_overlooked():
    state = state_of(spots=[X, X], beside=[X], options={"forbidden": 0})
    assert history.overlooked(steps((state, tick(4000)))) == []


def test_an_error_names_both_patterns():
    (slip,) = history.slips_of(steps((state_of(spots=[X, Z, W]), touch(700, 1, 0, 1))))
    assert (slip.seat, slip.at, set(slip.patterns), slip.why) == (1, 700, {X, Z}, "unequal")


def test_every_pair_has_the_time_it_lay_there_and_the_seat_that_took_it():
    state = state_of(spots=[X, X, Y, Z, Z])
    wait, claim = tick(3000), touch(3500, 1, 0, 1)
    later, _ = rules.apply(state, wait, Rng(1))
    taken, _ = rules.apply(later, claim, Rng(1))
    told = steps((state, wait), (later, claim), (taken, tick(9000)))
    assert list(history.lays_of(told)) == [(X, 3500, 1), (Z, 9000, -1)]
    # a pair that was turned over can no longer be seen: it was not taken
    state = state_of(spots=[(X, W), X, Y])
    turned = state._replace(spots=(state.spots[0] ^ 1, *state.spots[1:]))
    assert list(history.lays_of(steps((state, tick(2000)), (turned, tick(5000))))) == [(X, 2000, -1)]


def test_a_won_pair_can_be_available_again_for_stealing():
    state = state_of(spots=[X, X])
    claim = touch(1000, 1, 0, 1)
    third = state_of(spots=[X], sets=[[], [[X, X]]], shown=(1500, *(0,) * 134))
    steal = touch(2300, 0, 0, won_card(third, 1))
    told = steps((state, claim), (third, steal))
    assert list(history.lays_of(told)) == [(X, 1000, 1), (X, 800, 0)]


def test_missed_pairs_are_those_taken_by_others_and_those_never_seen():
    lays = (history.Lay(X, 900, 1), history.Lay(Y, 800, 0), history.Lay(Z, 5000, -1), history.Lay(W, 300, -1))
    story = history.MatchHistory((), (), (Z,), 9000, lays)
    assert history.missed_of(story, (0,)) == [lays[2], lays[0]]
    # a pair one took oneself, if only after a long time, is not missed
    assert history.missed_of(story._replace(overlooked=(Y,)), (0,)) == [lays[0]]
    assert history.missed_of(story, (0, 1)) == [lays[2]]


@pytest.mark.parametrize(
    ("times", "spread"), [([1, 2], None), ([9, 1, 5], (3, 7)), ([4, 1, 3, 2], (1, 3)), ([1, 2, 3, 4, 50], (2, 4))]
)
def test_the_spread_is_the_range_of_the_middle_half(times, spread):
    claims = [history.Claim(0, ms, X, 1000 * at) for at, ms in enumerate(times)]
    told = history.reaction_of(claims, 0)
    assert told
    assert told.spread == spread


def test_the_line_connects_few_times_and_smooths_many():
    few = [history.Claim(0, ms, X, at) for at, ms in ((10, 900), (20, 2000), (30, 700))]
    assert history.course_of([*few, history.Claim(1, 5, Y, 15)], 0) == [(10, 900), (20, 2000), (30, 700)]
    many = [history.Claim(0, 9000 if at == 6 else 1000 + at, X, at) for at in range(12)]
    course = history.course_of(many, 0)
    assert [at for at, _ in course] == list(range(12))
    assert max(ms for _, ms in course) < 1100


def test_the_usual_time_is_the_median_of_earlier_matches_in_the_same_mode():
    own = MatchRecord("competitive", median_ms=1500, times=(1500,))
    before = [MatchRecord("competitive", median_ms=ms) for ms in (4000, 0, 2000, 3000)]
    others = [MatchRecord("teams", median_ms=100)] * 5
    assert history.custom_of([*before, *others], own) == 3000
    assert history.custom_of(before[:3], own) == 0
    assert history.before([*before, own._replace(hand="touch"), *before[:1] * 9], own) == before
    assert history.before(before, own) == before


def test_confused_near_twins_are_recorded_by_their_family():
    twins, strangers = (3, 4), (2, 3)
    slips = [history.Slip(seat, 1, patterns, why) for seat, patterns, why in SLIPS]
    story = history.MatchHistory((), tuple(slips), (), 9000)
    assert FAMILY_OF[twins[0]] == FAMILY_OF[twins[1]]
    assert FAMILY_OF[strangers[0]] != FAMILY_OF[strangers[1]]
    assert history.confused_of(story, 0) == (FAMILY_OF[3], FAMILY_OF[0])
    assert history.confused_of(story, 1) == (FAMILY_OF[3],)


def test_a_mistake_says_whether_it_was_made_before():
    slips = (history.Slip(0, 1, (3, 4), "unequal"), history.Slip(0, 2, (2, 3), "unequal"))
    earlier = [MatchRecord(confused=(FAMILY_OF[3], 7)), MatchRecord(confused=(FAMILY_OF[3],))]
    twice = TEXTS("twin_it.result.habit", count=2)
    for records, habits in (((), ["", ""]), (earlier, [twice, ""])):
        found = look_back_of(TEXTS, finished(), records)
        found = found._replace(match_history=found.match_history._replace(slips=slips))
        assert [found.habit(slip) for slip in found.slips()] == habits
        assert (twice in " ".join(found.sentences())) == bool(records)


@pytest.mark.parametrize("honest", [False, True])
def test_the_minute_has_claims_and_errors_too(honest):
    match = finished(6) if honest else finished(5)
    story = history.history_of(match, 0)
    sets = [won for sets in match.state.sets for won in sets]
    valid = [won for won in sets if scoring.is_valid(match.state, won)]
    assert len(story.claims) >= len(valid) > 0
    assert all(claim.ms >= FLOOR_MS and claim.at <= 60_000 for claim in story.claims)
    assert len(story.slips) >= len(sets) - len(valid)


def test_a_claim_of_a_team_belongs_to_both_players():
    story = history.history_of(finished(4), 0)
    for claim in story.claims:
        assert claim.mate >= 0
        assert history.reaction_of([claim], claim.mate) == history.reaction_of([claim], claim.seat) is not None


def test_a_pair_taken_by_a_team_mate_is_not_missed():
    found = look_back_of(TEXTS, finished(4))
    assert found.people == (0,)
    lays = (history.Lay(5, 2000, 2), history.Lay(6, 1900, 1), history.Lay(7, 1800, 4))
    assert found._replace(match_history=found.match_history._replace(lays=lays)).lays() == [lays[1]]


def test_times_are_shown_with_their_owner_and_only_with_a_clock():
    found = look_back_of(TEXTS, finished(0))
    assert found.spread()
    assert f"{found.seats[0].name}: {found.spread()}" in list(found.sentences())
    calm = found._replace(state=found.state._replace(options=found.state.options._replace(calm=True)))
    assert calm.spread() not in " ".join(calm.sentences())


@pytest.mark.parametrize(("values", "middle"), [([5], 5), ([1, 9], 5), ([9, 1, 5], 5), ([4, 1, 3, 2], 2)])
def test_the_median_is_the_middle_value_or_between_the_two_middle_ones(values, middle):
    assert median(values) == middle


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


def test_points_of_timed_play_are_told_from_the_sets_that_they_are_for():
    for mode, timed in ((5, True), (7, True), (0, False)):
        for row in sheet_of(TEXTS, finished(mode).seats, finished(mode).state).rows:
            pairs, triples = row.terms
            assert (pairs.things, triples.things) == ((pairs.value, triples.value // 2) if timed else (None, None))


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


def test_the_statistics_and_the_replay_lead_to_the_review():
    context, _ = new_context()
    saves.finish(context, finished())
    scene = Finished(context)
    scene.build()
    assert isinstance(scene.items.find("review-0").use().scene, LookBackScene)
    for size in SIZES:
        assert isinstance(watched(size=size).items.find("review").use().scene, LookBackScene)
    assert watched(3, PHONE).items.find("review") is None


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


# ---- the statistics --------------------------------------------------------------------------------------------


def entry(**changes: object) -> StatsEntry:
    return StatsEntry("twin_it", 1000.0, 2, "normal", 2, 3, False, 1, ("A", "B"))._replace(**changes)


@pytest.mark.parametrize("mode", range(len(MODES)))
def test_an_entry_has_the_figures_and_survives_storage(mode):
    match = finished(mode)
    found = stats.entry_of(match, 5.0)
    assert found is not None
    own, options = found.own, MODES[mode][0]
    assert own.mode == options.get("mode", "competitive")
    claims = [claim for claim in history.history_of(match, 0).claims if 0 in claim.hands]
    if own.mode in ("minute", "contest"):
        assert (own.times, own.best_ms, own.rival_ms) == ((), 0, 0)
        assert found.score == match.game.scores(match.state)[0]
    else:
        assert own.times == tuple(claim.ms for claim in claims)
        assert (own.best_ms, own.median_ms) == ((min(own.times), median(own.times)) if claims else (0, 0))
    context, _ = new_context()
    saves.finish(context, match)
    (stored,) = stats.entries(context)
    assert stored._replace(ended_ms=5.0) == found
    assert context.notices == []


@pytest.mark.parametrize("seed", range(4))
def test_a_group_wins_by_its_medal_and_has_no_opponents(seed):
    match = finished(6, seed)
    found = stats.entry_of(match, 5.0)
    assert found is not None
    assert found.own.medal == scoring.level(match.state)
    assert found.won == (found.own.medal > 0)
    assert found.level == ""


def test_an_older_entry_has_no_figures():
    context, _ = new_context()
    older = ENTRY.write(entry())
    assert "own" not in older
    context.storage.write("statistics", json.dumps([older]))
    assert stats.entries(context) == [entry()]
    assert stats.entries(context)[0].own == MatchRecord()


WRONG = [
    {"confused": [-1]},
    {"confused": "x"},
    7,
    [],
    {"times": 5},
    {"times": [1.5]},
    {"times": [-1]},
    {"medal": 4},
    {"best_ms": "1"},
    {"errors": -1},
    {"pace_ms": -1},
    {"hand": 3},
]


@pytest.mark.parametrize("own", [*WRONG, {"new": 1}, {"times": [1] * 999}, {"mode": 3}, {"mode": "x" * 999}])
def test_an_entry_with_invalid_figures_is_invalid(own):
    context, _ = new_context()
    context.storage.write("statistics", json.dumps([ENTRY.write(entry()) | {"own": own}, ENTRY.write(entry())]))
    assert stats.entries(context) == [entry()]
    assert len(context.notices) == 1


def timed(*times: int, **more: int) -> StatsEntry:
    return entry(own=MatchRecord("competitive", -1, min(times), median(times), times=times, **more))


def test_the_record_has_the_pace_and_input_of_the_only_person():
    match = finished()
    found = history.record_of(match, 0)
    assert found.pace_ms == round(scheduler.scheduler_of(match).pace.ms) > 0
    assert found.hand == "mouse"
    for other in (finished(4), finished(5), finished(7), calm()):
        assert (history.record_of(other, 0).pace_ms, history.record_of(other, 0).hand) == (0, "")
    context, _ = new_context()
    saves.finish(context, match, "touch")
    saves.finish(context, finished(5), "touch")
    kept = stats.records_of(stats.entries(context), "twin_it")
    assert kept[0] == found._replace(hand="touch")
    assert [record.hand for record in kept] == ["touch", ""]
    assert stats.records_of(stats.entries(context), "other") == []


def test_the_summary_adds_up_the_times():
    rows = [timed(1000, 2000, rival_ms=3000, errors=1), entry(), timed(600, rival_ms=1000, errors=2)]
    found = stats.summary(rows, "twin_it")
    assert found.times == (1000, 2000, 600)
    assert (found.mean_ms, found.best_ms, found.rival_ms, found.errors) == (1200, 600, 2000, 3)
    assert found.timed == (rows[0], rows[2])


def test_rivals_and_errors_are_of_the_matches_whose_times_are_shown():
    old = timed(5000, rival_ms=9000, errors=7)
    new = [timed(*[1000] * 40, rival_ms=2000, errors=1)] * (stats.CHART_TIMES // 40)
    found = stats.summary([old, *new], "twin_it")
    assert set(found.times) == {1000}
    assert (found.rival_ms, found.errors, found.best_ms) == (2000, len(new), 1000)


@pytest.mark.parametrize("seed", range(6))
def test_every_time_is_in_a_column(seed):
    rng = Rng(seed)
    times = tuple(530 + rng.below(100 + 900 * seed) * (1 + rng.below(4)) for _ in range(1 + rng.below(120)))
    first, width, counts = reactions.columns(times)
    assert sum(counts) == len(times)
    assert len(counts) <= reactions.COLUMNS
    assert first <= min(times) < first + width
    assert counts[0] == sum(ms < first + width for ms in times) or len(counts) == 1


@pytest.mark.parametrize("size", SIZES)
@pytest.mark.parametrize("language", ["de", "en"])
def test_every_chart_can_be_chosen(language, size):
    context, canvas = new_context(size, language)
    rows = [timed(900, 1500, 2100, rival_ms=1900, errors=1)] * 3
    rows += [entry(own=MatchRecord("minute", medal), won=medal > 0, score=5 * medal) for medal in range(4)]
    context.storage.write("statistics", json.dumps([ENTRY.write(row) for row in rows]))
    scene = StatsScreen(context, "twin_it")
    seen = set()
    for chart in range(3):
        scene.build()
        scene.items.find(f"chart-{chart}").use()
        scene.draw(canvas)
        seen.add(bytes(canvas.screen.get_view("2")))
    assert len(seen) == 3
    assert context.texts("statistics.medal.3") in scene.spoken()


def test_with_points_alone_only_the_results_and_the_goals_can_be_chosen():
    context, _ = new_context()
    context.storage.write("statistics", json.dumps([ENTRY.write(entry(own=MatchRecord("minute", 2)))]))
    scene = StatsScreen(context, "twin_it")
    scene.build()
    charts = [item.label for item in scene.items.items if item.id.startswith("chart-")]
    assert [label.rpartition(": ")[2] for label in charts] == ["Ergebnisse", "Ziele"]


# ---- the replay ------------------------------------------------------------------------------------------------


def watched(mode: int = 0, size: tuple[int, int] = (1280, 720)) -> LiveScene:
    context, _ = new_context(size)
    scene = routes.replay(context, finished(mode), routes.ReplayStart(1.7e12))
    assert is_replay(scene)
    scene.build()
    return scene


@pytest.mark.parametrize("options", [{}, {"buzzers": True}])
@pytest.mark.parametrize("size", [(1280, 720), (390, 844), (720, 1280)])
def test_the_table_of_a_replay_is_smaller_only_with_people_around_it(size, options):
    context, _ = new_context(size)
    match = play("twin_it", ("easy",) * 3, options, 3)
    scene = routes.replay(context, match, routes.ReplayStart(1.7e12))
    scene.build()
    whole, table, line = context.frame, scene.table.context.frame, scene.strip.panel
    around = bool(options)
    assert scene.table.around == around
    assert (table.scale < whole.scale) == around
    # a whole table, shrunk, or one of full width and less height
    assert (table.height == whole.height) == (around or not whole.tall)
    if around and whole.tall:
        # the corners at the foot belong to people, so the line covers nothing of the table
        assert whole.to_logical(0, table.to_real(0, table.height)[1])[1] <= line.y


def shown(scene: LiveScene) -> object:
    """Return what the table shows, without the time."""
    return scene.table.view


def test_a_match_is_replayed_at_its_true_pace():
    scene, match = watched(), finished()
    for frame in range(1, 1200):
        scene.update(50)
        assert scene.driver.now == min(50 * frame, scene.driver.length)
        assert scene.match.place == sum(action.at_ms <= scene.driver.now for action in match.actions)
        assert shown(scene) == match.game.view(match.at(scene.match.place).state, 0)
    assert scene.match.place > 5


def test_a_speed_multiplies_the_pace():
    scene = watched()
    scene.items.find("speed-2").use()
    scene.update(500)
    assert scene.driver.now == 1000
    scene.items.find("speed-0").use()
    scene.update(500)
    assert scene.driver.now == 1250


@pytest.mark.parametrize("mode", range(len(MODES)))
def test_a_replay_ends_like_its_match(mode):
    scene, match = watched(mode), finished(mode)
    scene.items.find("speed-3").use()
    while scene.driver.playing:
        scene.update(200)
    assert (scene.driver.now, scene.match.place) == (match.actions[-1].at_ms, len(match.actions))
    assert shown(scene) == match.view(0)
    scene.items.find("toggle").use()
    assert (scene.driver.now, scene.driver.playing) == (0, True)


def test_the_buttons_jump_between_important_moments():
    scene, match = watched(3), finished(3)
    heavy = sorted({match.actions[moment.place - 1].at_ms for moment in scene.driver.moments})
    stops = []
    while scene.driver.now < heavy[-1]:
        scene.items.find("forward").use()
        stops.append(scene.driver.now)
    assert stops == heavy
    assert not scene.driver.playing
    back = []
    while scene.driver.now > 0:
        scene.items.find("backward").use()
        back.append(scene.driver.now)
    assert back == [*reversed(heavy[:-1]), 0]
    verbs = {match.actions[moment.place - 1].verb for moment in scene.driver.moments}
    assert Verb.BUZZ not in verbs


def test_dragging_the_line_seeks_in_time():
    scene = watched()
    line = scene.items.find("line")
    half = (17 + scene.strip.line.w / 2) / line.box.w
    line.on_slide(half)
    assert scene.driver.now == pytest.approx(scene.driver.length / 2)
    assert shown(scene) == finished().game.view(finished().at(scene.match.place).state, 0)
    assert scene.driver.where in scene.items.find("line").label
    marks = scene.driver.dots(scene.strip.room)
    assert all(0 <= share <= 1 for share, _ in marks)
    assert sum(kind != "error" for _, kind in marks) == len(history.history_of(finished(), 0).claims)


@pytest.mark.parametrize("size", SIZES)
@pytest.mark.parametrize("mode", range(len(MODES)))
def test_a_replay_keeps_its_position_in_a_new_layout(mode, size):
    context, canvas = new_context(size)
    scene = routes.replay(context, finished(mode))
    scene.build()
    scene._handle_news(scene.driver.seek(scene.driver.length * 0.4))
    now, place = scene.driver.now, scene.match.place
    scene.build()
    assert (scene.driver.now, scene.match.place) == (now, place)
    scene.draw(canvas)
    assert canvas.screen.get_clip() == canvas.screen.get_rect()
    width, height = context.frame.width, context.frame.height
    for item in scene.items.items:
        x, y = item.box.centre
        assert 0 < x < width, item.id
        assert 0 < y < height, item.id


@pytest.mark.parametrize("mode", range(len(MODES)))
def test_the_headline_comes_at_once_if_everybody_has_seen_who_won(mode):
    context, _canvas = new_context(WIDE)
    scene = Result(context, finished(mode))
    scene.build()
    scene.update(16)
    assert bool(scene.items.find("again")) == (not scene.pictures.timed)


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
