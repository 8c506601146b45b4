"""Twin It! on several devices: with any latency up to the lag, the same touches make the same game."""

import pytest
from lag_model import LONG_MS, driven, planned_touches, table
from twin_it_states import X, Y, Z, clock_at, spot, state_of, top, touch

from game.core.rng import Rng
from game.games.twin_it.bots import FLOOR_MS, Mind
from game.games.twin_it.events import ErrorMade, SetWon
from game.games.twin_it.state import Action, Phase, Verb

#: seats, how many of them people, the lag, and house rules
TABLES = [
    (2, 2, 150, {}),
    (3, 2, 350, {"flipper_handicap": 300, "flip_after": 2000}),
    (4, 3, 100, {"handicap": (300, 0, 1000, 0), "flipper_handicap": 150}),
    (6, 6, 250, {"forbidden": 2, "flip_gap": 500}),
    (4, 4, 200, {"mode": "teams"}),
    (6, 3, 350, {"mode": "teams", "flipper_handicap": 150}),
    (1, 1, 150, {"mode": "minute"}),
    (5, 4, 350, {"mode": "minute", "handicap": (0, 600)}),
    (3, 3, 250, {"mode": "contest"}),
]


def log_of(seats: int, people: int, lag: int, options: dict, seed: int, done: list[Action], delay) -> list[Action]:
    """Return the actions of the game that results when each touch takes ``delay`` to arrive."""
    match = table(seats, people, options, seed)
    clock = driven(match, lag)
    for came, action in sorted(((action.at_ms + delay(), action) for action in done), key=lambda row: row[0]):
        # the scheduler advanced often, and up to this very moment
        clock.advance(came - 1)
        clock.submit(action, came)
    clock.advance(LONG_MS + 2000)
    return match.actions


@pytest.mark.parametrize(("seats", "people", "lag", "options"), TABLES)
def test_the_same_touches_under_any_delay_up_to_the_lag_make_the_same_log(seats, people, lag, options):
    done = planned_touches(seats, people, lag, options, 7)
    rng = Rng(lag)
    ways = [lambda: 0, lambda: lag, lambda: rng.below(lag + 1), lambda: rng.choice((0, 1, lag - 1, lag))]
    # and in any order, where several arrive at once
    logs = [log_of(seats, people, lag, options, 7, rng.shuffled(done), way) for way in ways]
    assert logs[1:] == logs[:1] * 3
    by_people = [action for action in logs[0] if 0 <= action.seat < people and action.verb != Verb.TICK]
    assert len(by_people) > 10


@pytest.mark.parametrize("order", [1, -1])
def test_an_exact_tie_is_broken_by_seats_and_not_by_arrival(order):
    firsts = []
    for ms in range(1000, 1006):
        state = state_of(spots=[X, X])
        clock = clock_at(state)
        clock.hold(150, 0)
        for seat in (0, 1, 2)[::order]:
            clock.submit(touch(ms, seat, spot(state, 0)))
        done = [outcome.action for outcome in clock.advance(2000) if outcome.action.verb == Verb.TOUCH]
        firsts.append(done[0].seat)
        assert done[0].at_ms == ms + 150
    # 1150 leaves a remainder of 1 when divided by three
    assert firsts == [1, 2, 0, 1, 2, 0]


def test_touches_of_people_and_bots_count_later_by_the_same_lag():
    clock = clock_at(state_of(spots=[X, X], due=90_000), minds={1: Mind(1, "hard", Rng(3))})
    clock.hold(300, 0)
    first = clock.next_at()
    assert first >= FLOOR_MS
    clock.submit(Action(Verb.FLIP, 1000, 0))
    done = clock.advance(89_000)
    stamps = {(outcome.action.seat, outcome.action.verb): outcome.action.at_ms for outcome in reversed(done)}
    assert stamps[0, Verb.FLIP] == 1300
    assert stamps[1, Verb.TOUCH] == first + 300


def test_a_touch_that_arrives_too_late_counts_on_arrival():
    for came, counts in ((1149, 1150), (1150, 1150), (1400, 1400)):
        state = state_of(spots=[X, X])
        clock = clock_at(state)
        clock.hold(150, 0)
        clock.advance(came - 1)
        clock.submit(touch(1000, 0, spot(state, 0)), came)
        assert [outcome.action.at_ms for outcome in clock.advance(2000) if outcome.action.seat == 0] == [counts]


def test_a_growing_lag_does_not_change_the_order_of_touches():
    state = state_of(spots=[X, X])
    clock = clock_at(state)
    clock.hold(100, 0)
    clock.submit(touch(999, 1, spot(state, 0)))
    clock.hold(250, 1000)
    clock.hold(150, 1010)
    clock.submit(touch(1000, 2, spot(state, 0)))
    assert clock.lag == 250
    done = [outcome.action for outcome in clock.advance(2000) if outcome.action.verb == Verb.TOUCH]
    assert [(action.seat, action.at_ms) for action in done] == [(1, 1099), (2, 1250)]


def test_a_late_touch_counts_for_what_its_owner_saw():
    """The stack's top is turned at 4000: an earlier touch is not on the new face, a later one is."""
    for done, came, lies in ((3900, 4100, False), (3900, 3900, False), (4001, 4100, True), (4001, 4001, True)):
        state = state_of(spots=[(Y, 9)], stacks=[[5, (X, Z)], [6], [7]])
        card = top(state, 0)
        clock = clock_at(state)
        clock.hold(250, 0)
        clock.advance(came - 1)
        clock.submit(touch(done, 1, card), came)
        found = [outcome.reason for outcome in clock.advance(5000) if outcome.action.verb == Verb.TOUCH]
        assert found == ["" if lies else "not_in_play"]


def test_a_touch_on_cards_that_became_a_set_unseen_does_not_claim_the_set():
    """Its owner goes on with another pair at once, which is no error."""
    for came in (1040, 1180):
        state = state_of(spots=[X, X, Y, Y], sets=[[], [[Z, Z]]])
        clock = clock_at(state)
        clock.hold(150, 0)
        for number in (0, 1):
            clock.submit(touch(1000 + number, 0, spot(state, number)))
        clock.advance(came)
        for number in (0, 1):
            clock.submit(touch(1040 + number, 1, spot(state, number)), came)
            clock.submit(touch(1300 + number, 1, spot(state, 2 + number)), came)
        done = clock.advance(1800)
        assert [outcome.reason for outcome in done if outcome.action.seat == 1] == ["not_in_play"] * 2 + [""] * 2
        won = [event.seat for outcome in done for event in outcome.events if isinstance(event, SetWon)]
        assert won[-1] == 1
        assert [len(sets) for sets in clock.match.state.sets] == [1, 2, 0]


def test_a_visible_set_can_be_stolen_and_a_second_claim_misses_it():
    state = state_of(spots=[X, Y], sets=[[[X, X]], [], []])
    clock = clock_at(state)
    clock.hold(150, 0)
    things = (spot(state, 0), state.sets[0][0].faces[0] // 2)
    for seat, stamp in ((1, 1000), (2, 1020)):
        for number, card in enumerate(things):
            clock.submit(touch(stamp + number, seat, card))
    done = clock.advance(1500)
    assert [outcome.reason for outcome in done] == ["", "", "not_in_play", "not_in_play"]
    assert [len(sets) for sets in clock.match.state.sets] == [0, 1, 0]


def test_a_touch_made_during_a_count_is_refused():
    for done, counts in ((4249, False), (4250, True)):
        state = state_of(spots=[X, X, Y, Y])
        clock = clock_at(state)
        clock.hold(150, 0)
        for seat in (0, 1):
            clock.submit(touch(1099 + seat, seat, spot(state, seat)))
        clock.submit(touch(done, 2, spot(state, 2)))
        found = [outcome for outcome in clock.advance(4500) if outcome.action.seat == 2]
        assert clock.match.state.phase == Phase.OPEN
        assert [outcome.reason for outcome in found] == ["" if counts else "wait"]


def test_the_delay_after_a_flip_depends_on_what_its_player_saw():
    for came in (4050, 4300):
        state = state_of(spots=[(Y, 9)], stacks=[[5, (X, Z)], [6], [7]], options={"flipper_handicap": 150})
        clock = clock_at(state)
        clock.hold(250, 0)
        clock.advance(came - 1)
        clock.submit(touch(4050, 0, top(state, 0)), came)
        clock.submit(touch(4060, 0, spot(state, 0)), came)
        done = [outcome.action for outcome in clock.advance(6000) if outcome.action.verb == Verb.TOUCH]
        assert [action.at_ms for action in done] == [4310, 4450]


@pytest.mark.parametrize(("lag", "wrong"), [(0, True), (200, False)])
def test_team_mates_cause_no_error_by_touches_they_could_not_see(lag, wrong):
    state = state_of(spots=[X, X, Y, Y], seats=4, options={"mode": "teams"})
    clock = clock_at(state, kinds=("human",) * 4)
    clock.hold(lag, 0)
    clock.submit(touch(1000, 0, spot(state, 0)))
    clock.submit(touch(1100, 2, spot(state, 2)))
    events = [event for outcome in clock.advance(2000) for event in outcome.events]
    assert any(isinstance(event, ErrorMade) for event in events) is wrong
    if not wrong:
        # the same pair is theirs
        clock.submit(touch(2000, 2, spot(state, 1)))
        assert any(isinstance(e, SetWon) for outcome in clock.advance(2400) for e in outcome.events)
        # and a player who sees a mate's touch errs as usual
    state = state_of(spots=[X, X, Y, Y], seats=4, options={"mode": "teams"})
    clock = clock_at(state, kinds=("human",) * 4)
    clock.hold(lag, 0)
    clock.submit(touch(1000, 0, spot(state, 0)))
    clock.submit(touch(1000 + lag + 1, 2, spot(state, 2)))
    assert any(isinstance(e, ErrorMade) for outcome in clock.advance(2000) for e in outcome.events)
