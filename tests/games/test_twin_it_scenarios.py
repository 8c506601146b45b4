"""Rules of Twin It!, competitive: the scenarios of section 9 of the rule text, by their numbers."""

import pytest
from twin_it_states import (
    W,
    X,
    Y,
    Z,
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

from game.games.twin_it import rules
from game.games.twin_it.events import (
    CardTurned,
    ContestStarted,
    ErrorMade,
    SetStolen,
    SetWon,
    TopUncovered,
    TouchExpired,
)
from game.games.twin_it.state import COUNT_MS, Action, Phase, Verb


def test_1_two_equal_table_faces_are_a_set_and_the_winner_flips_next():
    state = state_of(spots=[X, Y, X])
    after = state_after(state, touch(700, 1, spot(state, 0)), touch(900, 1, spot(state, 2)))
    assert patterns_of_sets(after, 1) == [[X, X]]
    assert visible_patterns(after) == [0, Y, 0]
    assert (after.turn, after.touches) == (1, ())
    events = events_after(state, touch(700, 1, spot(state, 0)), touch(900, 1, spot(state, 2)))
    assert events[-1] == SetWon(1, (0, 2), X, 900)


def test_2_a_pair_with_ones_own_top_uncovers_the_next_face():
    state = state_of(spots=[X], stacks=[[Y, X], [Z], [W]])
    after = state_after(state, touch(100, 0, spot(state, 0), top(state, 0)))
    assert patterns_of_sets(after, 0) == [[X, X]]
    assert after.deck[after.stacks[0][-1]] == Y
    assert after.shown[top(after, 0)] == 100


def test_3_a_pair_with_an_opponents_top_takes_it_from_that_stack():
    state = state_of(spots=[X], stacks=[[Z], [Y, X], [W]])
    after = state_after(state, touch(100, 0, spot(state, 0), top(state, 1)))
    assert [len(stack) for stack in after.stacks] == [1, 1, 1]
    assert patterns_of_sets(after, 0) == [[X, X]]


def test_4_the_third_copy_steals_the_pair():
    state = state_of(spots=[X], sets=[[[X, X]], [], []])
    after = state_after(state, touch(100, 1, spot(state, 0), won_card(state, 0)))
    assert patterns_of_sets(after, 1) == [[X, X, X]]
    assert after.sets[0] == ()
    assert isinstance(events_after(state, touch(100, 1, spot(state, 0), won_card(state, 0)))[-1], SetStolen)


def test_the_owner_protects_a_pair_with_the_third_copy():
    state = state_of(spots=[X], sets=[[[X, X]], [], []])
    after = state_after(state, touch(100, 0, won_card(state, 0), spot(state, 0)))
    assert patterns_of_sets(after, 0) == [[X, X, X]]
    assert rules.scores(after)[0] == 1


def test_triples_cannot_be_stolen():
    state = state_of(spots=[Y], sets=[[[X, X, X]], [[Z, Z]], []])
    safe, card = won_card(state, 0), spot(state, 0)
    for hands in ([touch(100, 1, safe, card)], [touch(100, 1, safe), touch(900, 1, card)], [touch(100, 1, card, safe)]):
        after = state_after(state, *hands)
        assert patterns_of_sets(after, 0) == [[X, X, X]]
        assert (after.sets[1], after.turn) == ((), 1)
    assert events_after(state, touch(100, 1, safe), tick(1600))[-1] == TouchExpired(1, state.sets[0][0].faces[0] // 2)


def test_reaching_for_ones_own_triple_and_another_card_is_an_error():
    state = state_of(spots=[Y], sets=[[[X, X, X], [Z, Z]], [], []])
    wrong = state_after(state, touch(100, 0, won_card(state, 0), spot(state, 0)))
    assert (wrong.phase, wrong.turn) == (Phase.CHOOSE, 0)
    assert patterns_of_sets(state_after(wrong, tick(wrong.due)), 0) == [[X, X, X]], "a pair goes before a triple"


def test_5_after_a_chain_reaction_its_last_winner_flips_next():
    state = state_of(spots=[X, Y], stacks=[[Z], [Y, X], [W]])
    after = state_after(state, touch(100, 0, spot(state, 0), top(state, 1)))
    after = state_after(after, touch(300, 2, spot(state, 1), top(after, 1)))
    assert patterns_of_sets(after, 2) == [[Y, Y]]
    assert (after.turn, after.flip_from, after.due) == (2, 1300, 4300)


def test_6_a_contest_on_the_table_turns_both_cards_in_place_after_the_count():
    state = state_of(spots=[(X, Y), (X, Z)])
    start = state_after(state, touch(100, 0, spot(state, 0)), touch(250, 1, spot(state, 1)))
    assert (start.phase, start.contested) == (Phase.COUNT, (0, 1))
    assert refusal_of(start, touch(300, 2, 0)) == "wait"
    assert visible_patterns(state_after(start, tick(3249))) == [X, X]
    after = state_after(start, tick(3250))
    assert visible_patterns(after) == [Y, Z]
    assert not any(after.sets)
    assert after.phase == Phase.OPEN


def test_turning_cards_over_can_start_a_chain():
    state = state_of(spots=[(X, Y), (X, Z), Y])
    after = state_after(state, touch(100, 0, spot(state, 0)), touch(250, 1, spot(state, 1)), touch(3300, 2, 0, 2))
    assert patterns_of_sets(after, 2) == [[Y, Y]]


@pytest.mark.parametrize(("short", "later"), [(False, COUNT_MS), (True, COUNT_MS // 2)])
def test_6_only_the_first_contest_of_a_match_is_counted_in_full(short, later):
    state = state_of(spots=[(X, 8), (X, 9), (Y, 10), (Y, 11)], options={"short_ties": short, "flip_after": 10_000})
    first = state_after(state, touch(2000, 0, 0), touch(2100, 1, 1))
    assert (first.due, first.count_ms) == (2100 + COUNT_MS, COUNT_MS)
    again = state_after(first, tick(first.due), touch(6000, 0, 2), touch(6100, 2, 3))
    assert (again.phase, again.due, again.count_ms) == (Phase.COUNT, 6100 + later, later)


def test_7_a_contest_with_a_stack_top_moves_it_to_the_table():
    state = state_of(spots=[(X, Y)], stacks=[[W, (X, Z)], [5], [6]])
    events = events_after(state, touch(100, 0, spot(state, 0)), touch(250, 1, top(state, 0)), tick(4000))
    after = state_after(state, touch(100, 0, spot(state, 0)), touch(250, 1, top(state, 0)), tick(4000))
    assert visible_patterns(after) == [Y, Z]
    assert after.deck[after.stacks[0][-1]] == W
    assert CardTurned(2, Z, 1, 0) in events
    assert any(isinstance(event, TopUncovered) and event.pattern == W for event in events)


def test_8_a_contest_over_a_won_pair_turns_only_the_card():
    state = state_of(spots=[(X, Y)], sets=[[[X, X]], [], []])
    after = state_after(state, touch(100, 1, spot(state, 0)), touch(200, 0, won_card(state, 0)), tick(3500))
    assert visible_patterns(after) == [Y]
    assert patterns_of_sets(after, 0) == [[X, X]]


def test_9_of_two_touches_on_one_card_the_earlier_owns_it():
    state = state_of(spots=[X, Y, X])
    held = state_after(state, touch(100, 0, spot(state, 0)))
    assert refusal_of(held, touch(101, 1, spot(state, 0))) == "touched_first"
    after = state_after(held, touch(500, 0, spot(state, 2)))
    assert patterns_of_sets(after, 0) == [[X, X]]


def test_10_an_error_puts_one_set_turned_over_under_ones_own_stack():
    state = state_of(spots=[X, Y], sets=[[], [[(Z, 8), (Z, 9)], [(W, 5), (W, 6)]], []], stacks=[[7], [7], [7]])
    wrong = state_after(state, touch(100, 1, spot(state, 0), spot(state, 1)))
    assert (wrong.phase, wrong.turn) == (Phase.CHOOSE, 1)
    after = state_after(wrong, Action(Verb.CHOOSE, 400, 1, (won_card(state, 1, 0),)))
    assert patterns_of_sets(after, 1) == [[W, W]]
    assert [after.deck[face] for face in after.stacks[1]] == [8, 9, 7]
    assert (after.turn, after.phase) == (1, Phase.OPEN)


def test_by_default_an_error_costs_the_newest_pair_after_three_seconds():
    sets = [[], [[Z, Z], [W, W], [5, 5, 5]], []]
    state = state_of(spots=[X, Y], sets=sets)
    wrong = state_after(state, touch(100, 1, spot(state, 0), spot(state, 1)))
    assert len(state_after(wrong, tick(3099)).sets[1]) == 3
    assert patterns_of_sets(state_after(wrong, tick(3100)), 1) == [[Z, Z], [5, 5, 5]]


def test_only_the_offender_chooses_and_only_ones_own_set():
    state = state_of(spots=[X, Y], sets=[[[6, 6]], [[Z, Z], [W, W]], []])
    wrong = state_after(state, touch(100, 1, spot(state, 0), spot(state, 1)))
    assert refusal_of(wrong, Action(Verb.CHOOSE, 200, 0, (won_card(state, 1),))) == "not_to_choose"
    assert refusal_of(wrong, Action(Verb.CHOOSE, 200, 1, (won_card(state, 0),))) == "not_to_choose"
    assert refusal_of(wrong, touch(200, 2, 0, 1)) == "wait"


def test_11_an_error_without_sets_costs_only_the_flip():
    state = state_of(spots=[X, Y])
    after = state_after(state, touch(100, 2, spot(state, 0), spot(state, 1)))
    assert (after.turn, after.phase, after.stacks) == (2, Phase.OPEN, state.stacks)


def test_12_of_a_visible_triple_two_are_won_and_the_third_is_turned_over():
    state = state_of(spots=[X, X, (X, Y)])
    after = state_after(state, touch(100, 0, spot(state, 0), spot(state, 1)))
    assert patterns_of_sets(after, 0) == [[X, X]]
    assert visible_patterns(after) == [0, 0, Y]


def test_12_the_third_card_of_a_triple_on_a_stack_goes_to_the_table():
    state = state_of(spots=[X, X], stacks=[[Z], [W, (X, Y)], [5]])
    after = state_after(state, touch(100, 0, spot(state, 0), spot(state, 1)))
    assert visible_patterns(after) == [Y, 0]
    assert after.deck[after.stacks[1][-1]] == W


def test_a_third_copy_uncovered_by_the_claim_stays_for_stealing():
    state = state_of(spots=[X], stacks=[[Z], [X, X], [5]])
    after = state_after(state, touch(100, 0, spot(state, 0), top(state, 1)))
    assert after.deck[after.stacks[1][-1]] == X
    after = state_after(after, touch(200, 2, top(after, 1), won_card(after, 0)))
    assert patterns_of_sets(after, 2) == [[X, X, X]]


def test_13_the_fifth_set_wins_at_once_even_in_a_chain():
    four = [[10, 10], [11, 11], [12, 12], [13, 13]]
    state = state_of(spots=[X, X, Y, Y], sets=[four, [], []])
    after = state_after(
        state, touch(100, 1, spot(state, 0), spot(state, 1)), touch(200, 0, spot(state, 2), spot(state, 3))
    )
    assert after.phase == Phase.OVER
    assert rules.winners(after) == (0,)
    assert rules.scores(after) == (5, 1, 0)
    assert rules.to_move(after) == -1
    assert rules.legal_actions(after) == ()
    assert refusal_of(after, tick(300)) == "game_over"


def test_14_a_triple_contested_by_three_players_is_turned_over():
    state = state_of(spots=[(X, 5), (X, 6), (X, 7)])
    start = state_after(state, *(touch(100 + seat, seat, spot(state, seat)) for seat in range(3)))
    assert start.phase == Phase.COUNT
    assert visible_patterns(state_after(start, tick(3102))) == [5, 6, 7]


def test_14_a_player_touching_two_of_a_contested_triple_wins_them():
    state = state_of(spots=[X, X, (X, 7)])
    after = state_after(
        state, touch(100, 0, spot(state, 0)), touch(150, 1, spot(state, 2)), touch(300, 0, spot(state, 1))
    )
    assert patterns_of_sets(after, 0) == [[X, X]]
    assert visible_patterns(after) == [0, 0, 7]


def test_14_a_triple_held_by_two_players_until_time_runs_out_is_turned_over():
    state = state_of(spots=[(X, 5), (X, 6), (X, 7)], options={"flip_after": 10000})
    events = events_after(state, touch(100, 0, spot(state, 0)), touch(150, 1, spot(state, 2)), tick(1600))
    assert ContestStarted((0, 1), (0, 1, 2)) in events
    after = state_after(state, touch(100, 0, spot(state, 0)), touch(150, 1, spot(state, 2)), tick(4600))
    assert visible_patterns(after) == [5, 6, 7]


def test_18_near_twins_are_two_different_patterns():
    state = state_of(spots=[0, 1])
    events = events_after(state, touch(100, 0, spot(state, 0), spot(state, 1)))
    assert ErrorMade(0, (0, 1), "unequal") in events
