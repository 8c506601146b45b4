"""The history of a match of Twin It!: claims with their times, pairs overlooked, missed, taken, and errors."""

import pytest
from twin_it_matches import TEXTS, finished, timed
from twin_it_states import W, X, Y, Z, state_of, tick, touch, won_card

from game.core.records import MatchRecord, median
from game.core.rng import Rng
from game.games.twin_it import history, look_back, pace, rules, scoring
from game.games.twin_it.bots import FLOOR_MS, TAP_MS
from game.games.twin_it.deck import FAMILY_OF
from game.games.twin_it.history import HistoryStep
from game.games.twin_it.look_back import look_back_of
from game.games.twin_it.state import Action, Verb
from game.player import stats

#: wrong touches: the seat, the patterns, and why
SLIPS = (
    (0, (3, 4), "unequal"),
    (0, (2, 3), "unequal"),
    (0, (0, 2), "unequal"),
    (0, (3, 4), "forbidden"),
    (1, (4, 3), "unequal"),
)


def test_faces_of_the_plot_are_moved_sideways_until_they_do_not_overlap():
    spots = [(100.0, 50.0), (104.0, 52.0), (300.0, 50.0)]
    first, second, third = look_back.beside(spots, [14.0, 14.0, 14.0], 0, 400)
    assert (second - first) ** 2 + 2**2 >= 27.9**2
    assert max(abs(first - 100), abs(second - 104)) <= look_back.FAR
    assert third == 300
    assert look_back.beside([(0.0, 5.0), (1.0, 5.0)], [10.0, 10.0], 0, 400)[0] == 0, "not out of the plot"


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


def test_rivals_and_errors_are_of_the_matches_whose_times_are_shown():
    old = timed(5000, rival_ms=9000, errors=7)
    new = [timed(*[1000] * 40, rival_ms=2000, errors=1)] * (stats.CHART_TIMES // 40)
    found = stats.summary([old, *new], "twin_it")
    assert set(found.times) == {1000}
    assert (found.rival_ms, found.errors, found.best_ms) == (2000, len(new), 1000)
