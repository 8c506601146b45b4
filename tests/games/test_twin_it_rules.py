"""Rules of Twin It!, competitive: the rulings and the sentences of section 2 of the rule text."""

import pytest
from twin_it_states import (
    W,
    X,
    Y,
    Z,
    buzz,
    events_after,
    patterns_of_sets,
    refusal_of,
    spot,
    state_after,
    state_of,
    tick,
    top,
    touch,
    visible_patterns,
    won_card,
)

from game.catalogue.registry import GAMES
from game.core.live import NEVER
from game.core.options import InvalidOptions
from game.core.rng import Rng
from game.games.twin_it import rules
from game.games.twin_it.events import (
    CardFlipped,
    GameEnded,
    LastLookStarted,
    SetLost,
    SetWon,
    TopUncovered,
    TouchExpired,
)
from game.games.twin_it.state import Action, Phase, Verb

# ---- set-up ------------------------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("seats", "counts"),
    [(2, [68, 67]), (3, [45] * 3), (4, [34, 34, 34, 33]), (5, [27] * 5), (6, [23, 23, 23, 22, 22, 22])],
)
def test_cards_are_dealt_as_evenly_as_possible(seats, counts):
    state = rules.setup({}, seats, Rng(3))
    assert [len(stack) for stack in state.stacks] == counts
    assert sorted(face // 2 for stack in state.stacks for face in stack) == list(range(135))


def test_the_starter_is_random_and_every_top_is_in_play():
    assert {rules.setup({}, 4, Rng(seed)).turn for seed in range(40)} == {0, 1, 2, 3}
    state = rules.setup({}, 4, Rng(2))
    tops = [event for event in rules.opening(state) if isinstance(event, TopUncovered)]
    assert [event.card for event in tops] == [stack[-1] // 2 for stack in state.stacks]
    assert [face.card for face in rules.view(state, 0).faces] == [event.card for event in tops]


@pytest.mark.parametrize(
    ("options", "seats"),
    [
        ({}, 1),
        ({}, 7),
        ({"mode": "teams"}, 3),
        ({"mode": "teams"}, 7),
        ({"mode": "minute"}, 0),
        ({"mode": "contest"}, 1),
        ({"mode": "chess"}, 3),
        ({"nonsense": 1}, 3),
        ({"flip_after": 1}, 3),
        ({"buzzers": 1}, 3),
        ({"looks": True}, 3),
        ({"forbidden": 3}, 3),
        ({"mode": "minute", "forbidden": 0}, 3),
        ({"mode": "teams", "calm": True}, 4),
        ({"buzzers": True, "calm": True}, 3),
    ],
)
def test_incompatible_house_rules_are_refused(options, seats):
    with pytest.raises(InvalidOptions):
        rules.setup(options, seats, Rng(1))


# ---- flips -------------------------------------------------------------------------------------------------


def test_a_flip_shows_the_other_side_and_the_next_top():
    state = state_of(stacks=[[W, (X, Y)], [Z], [Z]])
    card = top(state, 0)
    events = events_after(state, Action(Verb.FLIP, 1000, 0))
    assert events == [CardFlipped(0, card, Y, 0), TopUncovered(0, events[1].card, W)]
    after = state_after(state, Action(Verb.FLIP, 1000, 0))
    assert visible_patterns(after) == [Y]
    assert (after.turn, len(after.stacks[0])) == (1, 1)
    assert after.shown[card] == 1000


def test_flips_go_clockwise_a_second_apart_and_automatically_after_four():
    state = state_of()
    assert refusal_of(state, Action(Verb.FLIP, 999, 0)) == "flip_too_early"
    assert refusal_of(state, Action(Verb.FLIP, 1000, 1)) == "not_your_flip"
    after = state_after(state, tick(4000))
    assert (after.flipper, after.turn, len(after.stacks[0])) == (0, 1, 1)
    assert state_after(after, tick(7999)).turn == 1
    assert state_after(after, tick(8000)).turn == 2


def test_the_pace_is_a_house_rule():
    state = state_of(options={"flip_after": 10000, "flip_gap": 500})
    assert state_after(state, tick(9999)).spots == ()
    assert len(state_after(state, Action(Verb.FLIP, 500, 0)).spots) == 1


def test_many_ticks_or_one_lead_to_the_same_game():
    state = rules.setup({}, 3, Rng(8))
    often = state
    for at in range(100, 200_000, 700):
        often = state_after(often, tick(at))
    assert state_after(often, tick(200_000)) == state_after(state, tick(200_000))


def test_stamps_must_rise():
    state = state_after(state_of(), tick(500))
    assert refusal_of(state, tick(500)) == "stamp_passed"
    assert refusal_of(state, tick(20)) == "stamp_passed"


def test_a_new_card_takes_the_first_free_spot_and_no_other_card_moves():
    state = state_of(spots=[X, X, Y], stacks=[[(Z, W), (Z, 5)], [W], [W]])
    after = state_after(state, touch(100, 0, spot(state, 0), spot(state, 1)), tick(4100))
    assert visible_patterns(after) == [5, 0, Y]
    assert after.spots[2] == state.spots[2]


# ---- rulings of section 7 ------------------------------------------------------------------------------------


def test_t1_a_claim_is_two_taps_in_either_order_or_both_at_once():
    state = state_of(spots=[X, X])
    for actions in (
        [touch(100, 0, 0), touch(200, 0, 1)],
        [touch(100, 0, 1), touch(200, 0, 0)],
        [touch(100, 0, 0, 1)],
        [touch(100, 0, 1, 0)],
    ):
        assert patterns_of_sets(state_after(state, *actions), 0) == [[X, X]]


def test_t2_a_repeated_touch_is_ignored():
    state = state_of(spots=[X, X], sets=[[[Y, Y]], [], []])
    held = state_after(state, touch(100, 0, spot(state, 0)))
    assert refusal_of(held, touch(200, 0, spot(state, 0))) == "touched_already"
    first, second = (face // 2 for face in state.sets[0][0].faces)
    assert refusal_of(state_after(state, touch(100, 0, first)), touch(200, 0, second)) == "touched_already"
    assert refusal_of(state, touch(100, 0, first, second)) == "one_card"


def test_a_third_touch_is_refused():
    held = state_after(state_of(spots=[X, X, Y]), touch(100, 0, 2))
    assert refusal_of(held, touch(200, 0, 0, 1)) == "two_hands"


def test_a_touch_expires_after_its_window_without_an_error():
    state = state_of(spots=[X, X], sets=[[[Y, Y]], [], []])
    held = state_after(state, touch(100, 0, spot(state, 0)))
    assert events_after(held, tick(1600)) == [TouchExpired(0, 0)]
    assert state_after(held, tick(1600)).sets == state.sets
    assert patterns_of_sets(state_after(held, touch(1600, 0, spot(state, 1))), 0)[1:] == [[X, X]]
    late = state_after(held, touch(1601, 0, spot(state, 1)))
    assert [(t.seat, t.card) for t in late.touches] == [(0, 1)]


def test_a_flip_removes_the_touch_from_the_moving_card():
    state = state_of(spots=[X], stacks=[[W, (X, Z)], [5], [6]])
    after = state_after(state, touch(3000, 1, top(state, 0)), tick(4000))
    assert after.touches == ()


def test_t5_a_third_copy_shown_during_a_claim_stays_and_can_steal_the_pair():
    state = state_of(spots=[X, X, Y], stacks=[[Z, (5, X)], [6], [7]])
    taken = state_after(state, touch(900, 0, 0), Action(Verb.FLIP, 1000, 0), touch(1300, 0, 1))
    assert patterns_of_sets(taken, 0) == [[X, X]]
    assert visible_patterns(taken)[3] == X
    after = state_after(taken, touch(1500, 1, spot(taken, 3), won_card(taken, 0)))
    assert patterns_of_sets(after, 1) == [[X, X, X]]


def test_t5_a_third_copy_in_sight_before_a_claim_is_a_visible_triple():
    state = state_of(spots=[X, X, Y], stacks=[[Z, (5, X)], [6], [7]])
    taken = state_after(state, Action(Verb.FLIP, 1000, 0), touch(1200, 0, 0), touch(1300, 0, 1))
    assert visible_patterns(taken)[3] == 5


def test_t6_after_a_contest_the_next_seat_or_the_same_one_flips():
    for rule, seat in (("next", 1), ("same", 0)):
        state = state_of(spots=[(X, Y), (X, Z), 8, 8], options={"after_contest": rule})
        flipped = state_after(state, Action(Verb.FLIP, 1000, 0))
        assert state_after(flipped, touch(1200, 0, 0), touch(1300, 1, 1), tick(4300)).turn == seat


@pytest.mark.parametrize("rule", ["next", "same"])
@pytest.mark.parametrize("seat", range(3))
@pytest.mark.parametrize("cards", [(2, 3), (2, 4)])
def test_a_contest_does_not_take_the_flip_from_a_winner_or_an_offender(rule, cards, seat):
    state = state_of(spots=[(X, Y), (X, Z), 8, 8, 9], options={"after_contest": rule})
    chained = state_after(state, Action(Verb.FLIP, 1000, 0), touch(1100, seat, *cards))
    after = state_after(chained, touch(1200, 0, 0), touch(1300, 1, 1), tick(4300))
    assert (chained.turn, after.turn) == (seat, seat)
    again = state_after(after, Action(Verb.FLIP, 6000, seat))
    assert again.turn == (seat + 1) % 3


@pytest.mark.parametrize("rule", ["next", "same"])
def test_after_its_next_flip_the_house_rule_for_contests_applies_again(rule):
    state = state_of(spots=[(X, Y), (X, Z), 8, 8], options={"after_contest": rule})
    flipped = state_after(state, Action(Verb.FLIP, 1000, 0), touch(1100, 1, 2, 3), Action(Verb.FLIP, 2200, 1))
    after = state_after(flipped, touch(2300, 0, 0), touch(2400, 2, 1), tick(5400))
    assert after.turn == (1 if rule == "same" else 2)


def test_with_buzzers_too_a_set_won_beside_a_contest_keeps_the_flip():
    state = state_of(spots=[X, X, Y, Y], options={"buzzers": True}, flipper=1, turn=2)
    done = state_after(state, buzz(100, 0), buzz(110, 1), buzz(120, 2), touch(300, 0, 0, 1), touch(310, 1, 2, 3))
    done = state_after(done, touch(320, 2, 0, 1))
    assert (done.phase, patterns_of_sets(done, 1)) == (Phase.COUNT, [[Y, Y]])
    assert state_after(done, tick(done.due)).turn == 1


def test_t7_the_complete_claim_is_resolved_before_the_error():
    state = state_of(spots=[X, X, Y, Z], sets=[[[5, 5]], [], []])
    after = state_after(state, touch(100, 1, 0), touch(101, 0, 2), touch(102, 1, 1), touch(103, 0, 3))
    assert patterns_of_sets(after, 1) == [[X, X]]
    assert after.sets[0] == ()
    assert after.turn == 0


def test_t8_a_contest_of_two_tops_moves_both_to_the_table():
    state = state_of(stacks=[[5, (X, Y)], [6, (X, Z)], [7]])
    after = state_after(state, touch(100, 0, top(state, 0)), touch(200, 1, top(state, 1)), tick(3500))
    assert visible_patterns(after) == [Y, Z]
    assert [after.deck[stack[-1]] for stack in after.stacks] == [5, 6, 7]


def test_t9_of_two_fifth_sets_the_earlier_stamp_wins():
    four = [[10, 10], [11, 11], [12, 12], [13, 13]]
    other = [[14, 14], [15, 15], [16, 16], [X, X]]
    state = state_of(spots=[X, Y, Y], sets=[four, other, []])
    after = state_after(state, touch(100, 0, won_card(state, 1, 3), spot(state, 0)))
    assert (after.phase, rules.winners(after)) == (Phase.OVER, (0,))
    assert refusal_of(after, touch(101, 1, 1, 2)) == "game_over"


def test_t10_an_error_can_cost_a_whole_triple():
    state = state_of(spots=[X, Y], sets=[[[Z, Z, Z]], [], []])
    after = state_after(state, touch(100, 0, 0, 1))
    assert after.sets[0] == ()
    assert len(after.stacks[0]) == 5


def test_t11_cards_put_under_the_stack_show_their_other_side():
    state = state_of(spots=[X, Y], sets=[[[(Z, 8), (Z, 9)]], [], []], stacks=[[], [5], [6]], turn=1)
    events = events_after(state, touch(100, 0, 0, 1))
    after = state_after(state, touch(100, 0, 0, 1))
    assert [after.deck[face] for face in after.stacks[0]] == [8, 9]
    assert isinstance(events[-2], SetLost)
    assert events[-1].pattern == 9, "an empty stack has a top again"
    assert after.turn == 0


def test_t12_ones_own_top_can_be_claimed():
    state = state_of(stacks=[[5, X], [6, X], [7]])
    assert patterns_of_sets(state_after(state, touch(100, 0, top(state, 0), top(state, 1))), 0) == [[X, X]]


def test_t14_overlapping_touches_of_two_players_on_a_pair_are_a_contest():
    state = state_of(spots=[X, X])
    start = state_after(state, touch(100, 0, 0), touch(110, 1, 1, 0))
    assert start.phase == Phase.COUNT


def test_of_two_claims_of_the_same_pair_the_earlier_stamp_wins():
    state = state_of(spots=[X, X])
    after = state_after(state, touch(100, 0, 0, 1))
    assert refusal_of(after, touch(101, 1, 0, 1)) == "one_card", "both are parts of the won set now"


# ---- the end -----------------------------------------------------------------------------------------------


def test_an_empty_stack_is_skipped_for_flips_but_its_owner_still_claims():
    state = state_of(spots=[X, X], stacks=[[5, 6], [], [7, 8]])
    after = state_after(state, tick(4000))
    assert after.turn == 2
    after = state_after(after, touch(4500, 1, 0, 1))
    assert (patterns_of_sets(after, 1), after.turn) == ([[X, X]], 2)


def test_with_all_stacks_empty_there_is_a_last_look_of_ten_seconds():
    state = state_of(spots=[X, X], stacks=[[5], [], []])
    events = events_after(state, tick(4000))
    assert LastLookStarted(14_000) in events
    empty = state_after(state, tick(4000))
    assert refusal_of(empty, Action(Verb.FLIP, 5000, 0)) == "stacks_are_empty"
    assert state_after(empty, tick(13_999)).phase == Phase.LAST_LOOK
    over = state_after(empty, touch(14_000, 2, 0, 1))
    assert (patterns_of_sets(over, 2), over.due) == ([[X, X]], 24_000)
    assert rules.winners(state_after(over, tick(24_000))) == (2,)


@pytest.mark.parametrize(
    ("sets", "winners"),
    [
        ([[[X, X], [Y, Y]], [[Z, Z]], []], (0,)),
        ([[[X, X]], [[Z, Z, Z]], []], (1,)),
        ([[[X, X]], [[Z, Z]], []], (0, 1)),
        ([[], [], []], (0, 1, 2)),
    ],
)
def test_the_most_sets_win_then_the_most_cards_and_then_it_is_shared(sets, winners):
    state = state_of(stacks=[[], [], []], sets=sets, phase=Phase.LAST_LOOK, due=10_000, flip_from=NEVER)
    events = events_after(state, tick(10_000))
    assert events == [GameEnded(winners)]


def test_an_error_in_the_last_look_refills_a_stack_and_play_goes_on():
    state = state_of(
        spots=[X, Y], stacks=[[], [], []], sets=[[[Z, Z]], [], []], phase=Phase.LAST_LOOK, due=10_000, flip_from=NEVER
    )
    after = state_after(state, touch(100, 0, 0, 1))
    assert (after.phase, after.turn, len(after.stacks[0])) == (Phase.OPEN, 0, 2)


# ---- what a seat sees -----------------------------------------------------------------------------------------


def test_a_view_shows_only_visible_faces():
    state = state_of(spots=[(X, 700)], stacks=[[701, (Y, 702)], [5], [6]], sets=[[], [[(Z, 703), (Z, 704)]], []])
    text = repr(rules.view(state, 0))
    assert not any(str(hidden) in text for hidden in (700, 701, 702, 703, 704))
    assert {face.pattern for face in rules.view(state, 0).faces} == {X, Y, Z, 5, 6}


def test_card_numbers_do_not_reveal_the_other_side():
    backs = {rules.setup({}, 2, Rng(seed)).deck[1] for seed in range(30)}
    assert len(backs) > 20


def test_every_player_sees_every_event():
    event = SetWon(0, (1, 2), X, 900)
    assert GAMES["twin_it"].visible(event, 1) == event
    assert GAMES["twin_it"].reveals(event)


def test_errors_that_cost_nothing_do_not_delay_the_next_flip():
    state = state_of(spots=[X, Y])
    wrong = state_after(state, touch(800, 0, 0, 1))
    assert (wrong.flip_from, wrong.due) == (1000, 4000)
    assert state_after(state, touch(3990, 0, 0, 1)).due == 4990
