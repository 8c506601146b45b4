"""Rounds of dnuP: how they end, the game for two, and the rulings of the rule text, each by its number."""

import pytest
from dnup_states import add, kinds, lay, names, play, refusal, state_of, take
from finished import finished

from game.catalogue.registry import GAMES
from game.core.rng import Rng
from game.games.dnup import rules, scoring
from game.games.dnup.deck import STAR, number_of, numbers_for
from game.games.dnup.events import (
    CardAdded,
    GameEnded,
    HandsDealt,
    HandTurned,
    RoundBroken,
    RoundEnded,
    RoundStarted,
    SetDiscarded,
    SetPlayed,
    SetReturned,
    WentOut,
)
from game.games.dnup.result import courses
from game.games.dnup.rules import NEXT_ROUND, TURN, Phase, State, Verb
from game.player import stats

# ---- the end of a round with three to five (section 5.1) ----------------------------------------------


def test_scenario_11_the_last_card_may_be_added():
    state = state_of("5/8", "1/7", "1/8", sets={1: "5/2"})
    after, events = play(state, add(state, "5/8", 1))
    assert kinds(events) == [CardAdded, WentOut]
    assert events[1] == WentOut(0, 0, 2)
    assert (after.store.totals, after.out, after.turn, after.phase) == ((2, 0, 0), (0,), 1, Phase.PLAY)


def test_scenario_13_the_set_of_a_player_who_is_out_stays_for_one_lap():
    state = state_of("4/6 4/7", "1/6 1/6 9/3", "1/7 1/7 9/2", "1/8 1/9 2/4")
    after, events = play(state, lay(state, "4/6 4/7"))
    assert kinds(events) == [SetPlayed, WentOut]
    after, events = play(after, TURN, TURN)
    assert names(after.sets[0]) == "4/6 4/7"
    assert after.turn == 3
    gone = len(after.discard)
    after, events = play(after, TURN)
    assert kinds(events) == [HandTurned, SetDiscarded]
    assert (events[1].seat, events[1].is_beaten, len(after.discard)) == (0, False, gone + 2)
    assert after.turn == 1
    after, _ = play(after, TURN, TURN, TURN)
    assert after.turn == 1


def test_scenario_15_the_second_player_out_ends_the_round_at_once():
    state = state_of("8/2", "9/3", "1/6 1/6", "1/7")
    after, events = play(state, lay(state, "8/2"))
    after, events = play(after, lay(after, "9/3"))
    assert kinds(events) == [SetDiscarded, SetPlayed, WentOut, RoundEnded]
    assert events[2] == WentOut(1, 1, 1)
    assert events[3] == RoundEnded((2, 1, 0, 0), (2, 1, 0, 0))
    assert after.phase == Phase.ROUND_OVER
    assert rules.legal_actions(after) == (NEXT_ROUND,)
    assert refusal(after, TURN).reason == "round_is_over"
    assert not rules.is_over(after)


def test_scenario_17_three_markers_and_going_out_second_win_the_game():
    state = state_of("8/2", "", "1/6 1/6", out=(1,), totals=(3, 2, 0))
    after, events = play(state, lay(state, "8/2"))
    assert kinds(events) == [SetPlayed, WentOut, RoundEnded, GameEnded]
    assert events[-1] == GameEnded((0,))
    assert (rules.winners(after), rules.scores(after)) == ((0,), (4, 2, 0))
    assert rules.is_over(after)
    assert (rules.to_move(after), rules.legal_actions(after)) == (-1, ())
    assert refusal(after, TURN).reason == "game_over"
    assert refusal(after, NEXT_ROUND).reason == "game_over"


def test_a_new_round_keeps_the_markers_and_deals_all_cards():
    state = state_of("8/2", "", "1/6 1/6", out=(1,), totals=(0, 2, 0))
    after, events = play(state, lay(state, "8/2"), NEXT_ROUND)
    assert kinds(events)[-2:] == [RoundStarted, HandsDealt]
    assert (after.store.round, after.store.totals, after.phase, after.out) == (2, (1, 2, 0), Phase.PLAY, ())
    assert [len(hand) for hand in after.hands] == [10, 10, 10]
    assert not any(after.known_cards)
    assert not after.discard


# ---- two players (section 6) --------------------------------------------------------------------------
# places 0 and 1 are the areas of seat 0, places 2 and 3 those of seat 1


def test_with_two_players_a_go_has_two_turns_first_area_1_then_area_2():
    state = state_of("1/6 8/3", "1/7 2/4", sets={0: "5/2", 1: "6/3 6/4"})
    after, events = play(state, TURN)
    assert (events[0].place, after.turn, after.area) == (0, 0, 1)
    assert names(after.sets[1]) == "6/3 6/4"
    after, events = play(after, TURN)
    assert (events[0].place, after.turn, after.area) == (1, 1, 0)


def test_the_first_go_of_the_star_holder_is_one_turn_in_area_2():
    for seed in range(8):
        state = rules.setup({}, 2, Rng(seed))
        starter = state.store.starter
        assert (state.turn, state.area) == (starter, 1)
        first = rules.legal_actions(state)[0]
        after, events = play(state, first)
        assert events[-1].place == 2 * starter + 1
        assert (after.turn, after.area) == (1 - starter, 0)
        after, _ = play(after, TURN)
        assert (after.turn, after.area) == (1 - starter, 1)
        after, _ = play(after, TURN)
        assert (after.turn, after.area) == (starter, 0)


def test_scenario_19_ones_own_set_in_the_other_area_is_beaten_too():
    state = state_of("6/1 3/9 8/1", "1/7 2/4", sets={0: "4/7"}, area=1)
    assert refusal(state, lay(state, "3/9")).details == {"size": 1, "value": 4}
    after, events = play(state, lay(state, "6/1"))
    assert kinds(events) == [SetReturned, SetPlayed]
    assert (events[0].seat, events[0].by) == (0, 0)
    assert names(after.hands[0]) == "3/9 8/1 7/4"
    assert names(after.sets[1]) == "6/1"


def test_scenario_21_the_last_card_wins_the_round_without_a_second_turn():
    state = state_of("6/1", "1/7 2/4")
    after, events = play(state, lay(state, "6/1"))
    assert kinds(events) == [SetPlayed, WentOut, RoundEnded]
    assert events[1] == WentOut(0, 0, 1)
    assert (after.phase, after.store.totals) == (Phase.ROUND_OVER, (1, 0))


def test_scenario_21_getting_ones_own_set_back_prevents_going_out():
    state = state_of("6/1", "1/7 2/4", sets={0: "4/7"}, area=1)
    after, events = play(state, lay(state, "6/1"))
    assert kinds(events) == [SetReturned, SetPlayed]
    assert (names(after.hands[0]), after.phase, after.out) == ("7/4", Phase.PLAY, ())


def test_scenario_23_an_added_card_can_beat_ones_own_lower_set():
    state = state_of("5/8 1/6", "1/7 2/4", sets={1: "3/4 3/6", 2: "5/2"})
    after, events = play(state, add(state, "5/8", 2))
    assert kinds(events) == [SetReturned, CardAdded]
    assert names(after.hands[0]) == "1/6 4/3 6/3"
    for higher in ("5/2 5/7", "6/3 6/4"):
        state = state_of("5/8 1/6", "1/7 2/4", sets={1: higher, 2: "5/1"})
        assert refusal(state, add(state, "5/8", 2)).reason == "must_be_higher"


def test_with_two_players_only_the_rivals_sets_can_be_added_to_and_taken():
    state = state_of("5/8 1/6", "1/7 2/4", sets={1: "5/2", 2: "6/3 6/4", 3: "3/4 3/5 3/7"})
    assert refusal(state, add(state, "5/8", 1)).reason == "own_set"
    assert refusal(state, take(1)).reason == "own_set"
    assert {action.place for action in rules.legal_actions(state) if action.verb == Verb.TAKE} == {2, 3}


def test_with_two_players_two_rounds_win():
    state = state_of("6/1", "1/7 2/4", totals=(1, 1))
    after, events = play(state, lay(state, "6/1"))
    assert kinds(events)[-1] == GameEnded
    assert (rules.winners(after), rules.scores(after)) == ((0,), (2, 1))


# ---- rulings (section 7) ------------------------------------------------------------------------------


def test_r1_a_set_of_equal_value_and_size_is_illegal():
    state = state_of("5/8 5/1 2/6", "1/7", "1/8", sets={1: "5/2", 2: "2/4 2/5"})
    assert refusal(state, lay(state, "5/8")).details == {"size": 1, "value": 5}
    assert lay(state, "5/8 5/1") in rules.legal_actions(state)


def out_first(*hands: str, sets: dict[int, str]) -> State:
    """Return a state in which seat 0 is to move and the last seat is out with its set still there."""
    last = len(hands)
    return state_of(*hands, "", sets=sets, out=(last,), totals=(0,) * last + (2,))


def test_r2_the_set_of_a_player_who_is_out_can_be_added_to_and_goes_in_time():
    state = out_first("5/8 1/6", "1/7 1/7", sets={2: "5/2"})
    after, events = play(state, add(state, "5/8", 2))
    assert kinds(events) == [CardAdded]
    after, events = play(after, TURN)
    assert kinds(events) == [HandTurned, SetDiscarded]
    assert names(events[1].cards) == "5/2 5/8"
    assert after.turn == 0


def test_r2_the_set_of_a_player_who_is_out_can_be_taken():
    state = out_first("5/8 1/6", "1/7 1/7", sets={2: "2/5"})
    after, _ = play(state, take(2))
    assert names(after.hands[0]) == "5/8 1/6 5/2"


@pytest.mark.parametrize("adding", [False, True])
def test_r3_the_beaten_set_of_a_player_who_is_out_is_discarded(adding):
    state = out_first("5/8 5/7 1/6", "1/7 1/7", sets={1: "5/2", 2: "3/4 3/6"})
    gone = len(state.discard)
    after, events = play(state, add(state, "5/8", 1) if adding else lay(state, "5/8 5/7"))
    assert kinds(events) == [SetDiscarded, CardAdded if adding else SetPlayed]
    assert (events[0].seat, events[0].is_beaten) == (2, True)
    assert len(after.discard) == gone + 2
    assert after.hands[2] == ()
    assert after.out == (2,)


def test_r4_going_out_first_with_four_markers_ends_the_game_at_once():
    state = state_of("8/2", "9/3", "1/6", totals=(2, 3, 0))
    after, events = play(state, lay(state, "8/2"))
    assert kinds(events) == [SetPlayed, WentOut, RoundEnded, GameEnded]
    assert events[2] == RoundEnded((2, 0, 0), (4, 3, 0))
    assert rules.winners(after) == (0,)


def test_r5_markers_count_beyond_the_sixteen_in_the_box():
    state = state_of("8/2", "1/6", "1/6", "1/7", "1/7", totals=(3, 3, 3, 3, 3))
    after, _ = play(state, lay(state, "8/2"))
    assert rules.scores(after) == (5, 3, 3, 3, 3)


def test_no_more_letters_are_shown_or_kept_in_records_than_the_word_has():
    game = GAMES["dnup"]
    assert game.records.shown(game.scores(state_of("1/6", "1/6", "1/7", totals=(5, 3, 3)))) == (4, 3, 3)
    matches = (finished("dnup", 3, seed) for seed in range(1, 40))
    match = next(match for match in matches if max(game.scores(match.state)) > scoring.GOAL)
    entry = stats.entry_of(finished("dnup", 3, match.seed, people=match.game.winners(match.state)), 0)
    assert (entry.place, entry.score) == (1, scoring.GOAL)


def test_r6_a_hand_of_one_value_can_be_played_at_once():
    state = state_of("3/4 3/6 3/7 3/5", "1/6", "1/7")
    after, events = play(state, lay(state, "3/4 3/6 3/7 3/5"))
    assert kinds(events) == [SetPlayed, WentOut]
    assert after.out == (0,)


@pytest.mark.parametrize("bound", [100, 300])
def test_r7_an_endless_round_is_aborted_and_dealt_again(bound):
    state = state_of("8/2 1/9", "9/3 1/6", "1/6 2/4", options={"redeal_after": bound})
    for _ in range(bound - 1):
        state, events = play(state, TURN)
        assert state.phase == Phase.PLAY
    state, events = play(state, TURN)
    assert kinds(events) == [HandTurned, RoundBroken, RoundEnded]
    assert events[1:] == [RoundBroken(bound), RoundEnded((0, 0, 0), (0, 0, 0))]
    state, _ = play(state, NEXT_ROUND)
    assert (state.phase, state.quiet_turns, state.store.round) == (Phase.PLAY, 0, 2)


def test_r7_a_player_who_was_out_keeps_the_markers_and_the_turn_count_restarts():
    state = state_of("8/2", "9/3 1/6", "1/6 2/4", options={"redeal_after": 100}, quiet_turns=70)
    state, _ = play(state, lay(state, "8/2"))
    assert state.quiet_turns == 0
    for _ in range(100):
        assert state.phase == Phase.PLAY
        state, events = play(state, TURN)
    assert events[-1] == RoundEnded((2, 0, 0), (2, 0, 0))


def test_r7_the_limit_of_turns_is_on_by_default_and_can_be_switched_off():
    assert rules.setup({}, 3, Rng(1)).store.options.redeal_after == 300
    state = state_of("8/2 1/9", "9/3 1/6", "1/6 2/4", options={"redeal_after": 0}, quiet_turns=5000)
    after, _ = play(state, TURN)
    assert (after.phase, after.quiet_turns) == (Phase.PLAY, 5001)


def test_r8_the_view_of_any_seat_has_all_legal_actions():
    state, _ = play(rules.setup({}, 4, Rng(3)), TURN, TURN)
    seat = rules.to_move(state)
    assert rules.view(state, seat).legal == rules.legal_actions(state)


def test_r9_going_out_by_adding_leaves_no_set_behind():
    state = state_of("5/8", "1/7 1/7", "1/8 1/6", sets={0: "3/4 3/6", 1: "5/2"})
    after, _ = play(state, add(state, "5/8", 1))
    assert not after.sets[0]
    after, events = play(after, TURN, TURN)
    assert kinds(events) == [SetDiscarded, HandTurned, HandTurned]
    assert events[0].seat == 1
    assert after.turn == 1


def test_r10_ones_own_old_set_is_discarded_before_it_could_be_taken():
    state = state_of("1/6 8/3", "1/7", "1/8", sets={0: "3/4 3/6"})
    assert refusal(state, take(0)).reason == "own_set"
    after, _ = play(state, TURN)
    assert not after.sets[0]


@pytest.mark.parametrize("seats", [2, 3, 5])
def test_r11_the_star_card_starts_every_round(seats):
    for seed in range(10):
        state = rules.setup({}, seats, Rng(seed))
        over = state._replace(phase=Phase.ROUND_OVER)
        fresh, _ = rules.apply(over, NEXT_ROUND, Rng(seed + 100))
        assert any(number_of(card) == STAR for card in fresh.hands[fresh.turn])
        assert (fresh.store.starter, fresh.area) == (fresh.turn, 1 if seats == 2 else 0)


def test_r12_beaten_sets_leave_first_and_going_out_is_checked_last():
    state = state_of("8/3", "1/7", "1/8", sets={0: "2/4 2/5", 1: "7/3"})
    _, events = play(state, lay(state, "8/3"))
    assert kinds(events) == [SetDiscarded, SetReturned, SetPlayed, WentOut]


@pytest.mark.parametrize("seats", [2, 5])
def test_a_result_counts_the_cards_left_over_in_every_round(seats):
    match = finished("dnup", seats)
    ends = [
        length for length, made in enumerate(match.events, 1) if any(isinstance(event, RoundEnded) for event in made)
    ]
    held = [[len(hand) for hand in match.at(length).state.hands] for length in ends]
    assert len(held) > 1
    found = courses(seats, match.events)
    assert [course[-1] for course in found] == held
    dealt = len(numbers_for(seats)) // seats
    assert all(course[0] == [dealt] * seats for course in found)


def test_the_course_of_a_round_counts_the_cards_after_every_turn():
    match = finished("dnup", 2)
    end = next(n for n, made in enumerate(match.events, 1) if any(isinstance(event, RoundEnded) for event in made))
    held = [[len(hand) for hand in match.at(length).state.hands] for length in range(end + 1)]
    assert courses(2, match.events)[0] == held
