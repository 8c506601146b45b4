"""Rules of Twin It! beyond the plain game: buzzers, calm mode, forbidden patterns and teams."""

import json
from contextlib import suppress

import pytest
from audits import twin_it as audit
from twin_it_states import (
    BUZZERS,
    CALM,
    CONTEST,
    MINUTE,
    X,
    Y,
    Z,
    buzz,
    events_after,
    patterns_of_sets,
    refusal_of,
    state_after,
    state_of,
    tick,
    top,
    touch,
    visible_patterns,
)

from game.core.game import WATCHER, IllegalAction
from game.core.live import NEVER
from game.core.options import InvalidOptions
from game.core.rng import Rng
from game.games.twin_it import rules
from game.games.twin_it.events import (
    ErrorMade,
    PatternFreed,
    PatternsForbidden,
    SetWon,
    TopUncovered,
)
from game.games.twin_it.state import Action, Phase, Verb

# ---- 2.1 several people at one device --------------------------------------------------------------------


def test_a_buzz_gives_its_seat_the_next_three_seconds():
    state = state_of(spots=[X, X, Y], options=BUZZERS)
    assert refusal_of(state, touch(100, 0, 0, 1)) == "buzz_first"
    held = state_after(state, buzz(100, 1))
    assert refusal_of(held, touch(200, 0, 0)) == "buzz_first"
    assert refusal_of(held, buzz(126, 0)) == "buzzed_first"
    assert refusal_of(held, buzz(110, 1)) == "buzzed_already"
    after = state_after(held, touch(900, 1, 0), touch(3100, 1, 1))
    assert patterns_of_sets(after, 1) == [[X, X]]
    assert after.turn == 1


def test_no_card_is_flipped_during_a_buzz():
    state = state_after(state_of(spots=[X, X], options=BUZZERS), buzz(3900, 1))
    assert refusal_of(state, Action(Verb.FLIP, 4000, 0)) == "wait"
    assert state_after(state, tick(6800)).spots == state.spots


@pytest.mark.parametrize("cards", [(), (0,), (0, 2)])
def test_a_late_or_wrong_claim_after_a_buzz_is_an_error(cards):
    state = state_of(spots=[X, X, Y], sets=[[[Z, Z]], [], []], options=BUZZERS)
    actions = [buzz(100, 0), *(touch(200 + card, 0, card) for card in cards), tick(3100)]
    after = state_after(state, *actions)
    assert (after.sets[0], after.turn, after.phase) == ((), 0, Phase.OPEN)
    why = "unequal" if len(cards) == 2 else "late"
    assert any(isinstance(e, ErrorMade) and e.why == why for e in events_after(state, *actions))


def test_two_buzzes_within_the_margin_for_the_same_pair_are_a_contest():
    state = state_of(spots=[(X, 5), (X, 6)], options=BUZZERS)
    both = state_after(state, buzz(100, 0), buzz(125, 1), touch(800, 0, 0, 1))
    assert both.phase == Phase.BUZZED
    start = state_after(both, touch(900, 1, 1), touch(1000, 1, 0))
    assert start.phase == Phase.COUNT
    assert visible_patterns(state_after(start, tick(4000))) == [5, 6]


def test_a_seat_that_has_claimed_may_touch_no_third_card_during_anothers_buzz():
    state = state_of(spots=[X, X, Y, Y], options=BUZZERS)
    state = state_after(state, Action(Verb.BUZZ, 600, 0), Action(Verb.BUZZ, 610, 1), touch(700, 0, 0, 1))
    for action in rules.legal_actions(state):
        assert action.seat != 0
        rules.apply(state, action, Rng(1))


def test_two_buzzes_for_different_pairs_both_count():
    state = state_of(spots=[X, X, Y, Y], options=BUZZERS)
    after = state_after(state, buzz(100, 0), buzz(120, 1), touch(800, 1, 0, 1), touch(900, 0, 2, 3))
    assert patterns_of_sets(after, 0) == [[Y, Y]]
    assert patterns_of_sets(after, 1) == [[X, X]]
    assert after.turn == 1


def test_of_two_buzzes_the_valid_claim_is_resolved_before_the_error():
    state = state_of(spots=[X, X, Y], sets=[[[Z, Z]], [], []], options=BUZZERS)
    after = state_after(state, buzz(100, 0), buzz(101, 1), touch(800, 0, 0, 2), touch(900, 1, 0, 1))
    assert after.sets[0] == ()
    assert patterns_of_sets(after, 1) == [[X, X]]
    assert after.turn == 0


@pytest.mark.parametrize(
    ("third", "sets", "left"), [((2, 3), [[Y, Y]], [X, X, 9]), ((2, 4), [], [X, X, Y, Y, 9])], ids=["right", "wrong"]
)
def test_a_third_buzz_beside_a_contest_counts_too(third, sets, left):
    state = state_of(spots=[(X, 5), (X, 6), Y, Y, 9], sets=[[], [], [[Z, Z]]], options=BUZZERS)
    buzzes = [buzz(100 + 10 * seat, seat) for seat in range(3)]
    after = state_after(state, *buzzes, touch(800, 0, 0, 1), touch(810, 2, *third), touch(820, 1, 0, 1))
    assert after.phase == Phase.COUNT
    assert after.contested == (0, 1)
    kept = [[Z, Z]] if sets else []
    assert patterns_of_sets(after, 2) == kept + sets
    assert [face for face in visible_patterns(after) if face] == left
    over = state_after(after, tick(3820))
    assert over.phase == Phase.OPEN
    assert visible_patterns(over)[:2] == [5, 6]


def test_a_buzz_without_a_claim_does_not_prolong_the_last_look():
    empty = {"stacks": [[], [], []], "phase": Phase.LAST_LOOK, "due": 10_000, "flip_from": NEVER}
    state = state_of(spots=[X, Y], options=BUZZERS, **empty)
    again = state_after(state, buzz(4000, 0), tick(7000))
    assert (again.phase, again.due) == (Phase.LAST_LOOK, 7000 + 6000), "time stood still for three seconds, no more"
    twice = state_after(again, buzz(8000, 0), touch(8500, 0, 0, 1))
    assert (twice.phase, twice.due) == (Phase.LAST_LOOK, 8500 + 5000)
    assert state_after(twice, tick(13_500)).phase == Phase.OVER
    pair = state_of(spots=[X, X, Y], options=BUZZERS, **empty)
    won = state_after(pair, buzz(4000, 0), touch(4500, 0, 0, 1))
    assert (won.phase, won.due) == (Phase.LAST_LOOK, 4500 + 10_000), "a set that is won begins it anew"


def test_claiming_a_pair_taken_by_an_earlier_buzz_is_no_error():
    state = state_of(spots=[X, X, X], sets=[[], [[Z, Z]], []], options=BUZZERS)
    after = state_after(state, buzz(100, 0), buzz(101, 1), touch(800, 0, 0, 1), touch(900, 1, 1, 2))
    assert patterns_of_sets(after, 0) == [[X, X]]
    assert patterns_of_sets(after, 1) == [[Z, Z]]


def test_in_teams_two_members_must_touch():
    state = state_of(spots=[X, X], stacks=[[9]] * 4, seats=4, options={"mode": "teams", "buzzers": True})
    after = state_after(state, buzz(100, 0), touch(200, 0, 0), touch(300, 2, 1))
    assert patterns_of_sets(after, 2) == [[X, X]]
    alone = events_after(state, buzz(100, 0), touch(200, 0, 0), touch(300, 0, 1))
    assert any(isinstance(e, ErrorMade) and e.why == "alone" for e in alone)


# ---- 2.1 calm mode -----------------------------------------------------------------------------------------


def say(at: int, seat: int) -> Action:
    return Action(Verb.PASS, at, seat)


def test_calm_players_look_in_turn_before_the_next_flip():
    state = state_of(spots=[X, X, Y], options=CALM)
    assert (state.due, rules.to_move(state)) == (NEVER, 1)
    assert refusal_of(state, say(1, 0)) == "not_your_look"
    assert refusal_of(state, Action(Verb.FLIP, 1, 0)) == "others_look"
    looked = state_after(state, say(1, 1), say(2, 2), say(3, 0))
    assert rules.to_move(looked) == 0
    flipped = state_after(looked, Action(Verb.FLIP, 4, 0))
    assert (rules.to_move(flipped), flipped.turn, flipped.due) == (1, 1, NEVER)


def test_calm_no_time_runs_out():
    state = state_of(spots=[X, Y], sets=[[], [[8, 8], [Z, Z]], []], options=CALM)
    assert state_after(state, tick(10**9)).phase == Phase.OPEN
    wrong = state_after(state, touch(5, 1, 0, 1), tick(10**9))
    assert wrong.phase == Phase.CHOOSE
    assert rules.to_move(wrong) == 1


def test_calm_a_claim_starts_new_looks_and_an_error_uses_one_up():
    state = state_of(spots=[X, X, Y, Z], options=CALM)
    after = state_after(state, say(1, 1), touch(2, 2, 0, 1))
    assert (after.passes, after.turn) == (0, 2)
    wrong = state_after(state, touch(1, 1, 0, 2))
    assert (wrong.passes, wrong.turn, rules.to_move(wrong)) == (1, 1, 0)
    assert refusal_of(state, touch(1, 1, 0)) == "not_now"


def test_calm_the_number_of_looks_is_a_house_rule():
    state = state_of(options={"calm": True, "looks": 2})
    for number in range(6):
        state = state_after(state, say(number + 1, (1 + number) % 3))
    assert rules.legal_actions(state) == (Action(Verb.FLIP, 506, 0),)


def test_calm_the_last_look_ends_when_all_have_passed():
    state = state_of(spots=[X, Y], stacks=[[5], [], []], options=CALM)
    state = state_after(state, say(1, 1), say(2, 2), say(3, 0), Action(Verb.FLIP, 4, 0))
    assert state.phase == Phase.LAST_LOOK
    state = state_after(state, say(5, 1), touch(6, 2, 0, 1), say(7, 0))
    assert state.phase == Phase.OVER


def test_a_view_in_calm_mode_lists_its_seats_legal_actions():
    state = state_of(spots=[X, X, Y], options=CALM)
    assert say(500, 1) in rules.view(state, 1).legal
    assert rules.view(state, 0).legal == ()


# ---- 3 forbidden pattern -------------------------------------------------------------------------------------


def test_three_cards_with_different_patterns_are_laid_beside_the_stack():
    for seed in range(60):
        state = rules.setup({"forbidden": 1}, 3, Rng(seed))
        patterns = {state.deck[face] for face in state.beside}
        assert len(patterns) == len(state.beside) == 3
        assert len(state.stacks[1]) == 42
        opening = rules.opening(state)
        assert isinstance(opening[1], PatternsForbidden)
        assert set(opening[1].patterns) == patterns
        assert sum(isinstance(event, TopUncovered) for event in opening) == 3


def test_equal_patterns_are_put_back_under_the_stack_and_replaced():
    state = state_of(stacks=[[9, Z, Y, 8, X, X], [5], [6]], options={"forbidden": 0})
    from game.games.twin_it.rules import _lay_beside

    laid = _lay_beside(state, 0)
    assert [laid.deck[face] for face in laid.beside] == [X, 8, Y]
    assert [laid.deck[face] for face in laid.stacks[0]] == [X, 9, Z]


FORBIDDEN = {"forbidden": 0}


def test_20_a_forbidden_pair_is_an_error_for_the_handicapped():
    state = state_of(spots=[X, X], beside=[X, Y, Z], sets=[[[8, 8]], [], []], options=FORBIDDEN)
    after = state_after(state, touch(100, 0, 0, 1))
    assert (after.sets[0], after.turn) == ((), 0)
    assert ErrorMade(0, (0, 1), "forbidden") in events_after(state, touch(100, 0, 0, 1))


def test_20_an_opponents_pair_with_a_card_beside_frees_its_pattern():
    state = state_of(spots=[X, Y, Y], beside=[X, Y, Z], options=FORBIDDEN)
    beside = state.beside[0] // 2
    assert rules.view(state, 0).barred == {X, Y, Z}
    assert rules.view(state, 1).barred == frozenset()
    events = events_after(state, touch(100, 1, 0, beside))
    assert isinstance(events[-2], SetWon)
    assert events[-1] == PatternFreed(0, X)
    after = state_after(state, touch(100, 1, 0, beside))
    assert rules.view(after, 0).barred == {Y, Z}


def test_an_opponents_pair_without_the_card_beside_frees_no_pattern():
    state = state_of(spots=[X, (X, 8)], beside=[(X, 9), Y, Z], options=FORBIDDEN)
    after = state_after(state, touch(100, 1, 0, 1))
    assert rules.view(after, 0).barred == {9, Y, Z}, "the third copy in sight was turned over where it lies"


def test_the_cards_beside_are_in_play_only_for_opponents():
    state = state_of(spots=[X], beside=[X, Y, Z], sets=[[[8, 8]], [], []], options=FORBIDDEN)
    beside = state.beside[0] // 2
    for hands in ([touch(100, 0, beside, 0)], [touch(100, 0, beside), touch(200, 0, 0)], [touch(100, 0, 0, beside)]):
        after = state_after(state, *hands)
        assert (after.sets[0], after.turn, after.beside) == ((), 0, state.beside)
    assert events_after(state, touch(100, 0, beside, 0))[-2] == ErrorMade(0, (beside, 0), "forbidden")
    assert events_after(state, touch(100, 0, beside, top(state, 1)))[-2] == ErrorMade(
        0, (beside, top(state, 1)), "unequal"
    )


def test_a_touch_on_a_card_beside_ones_own_stack_does_not_block_it():
    state = state_of(spots=[X], beside=[X, Y, Z], options=FORBIDDEN)
    beside = state.beside[0] // 2
    after = state_after(state, touch(100, 0, beside), touch(200, 1, beside), touch(300, 1, 0))
    assert patterns_of_sets(after, 1) == [[X, X]]


def test_a_touch_on_a_forbidden_pattern_does_not_block_it():
    state = state_of(spots=[X, X], beside=[8, Y, (X, 9)], options=FORBIDDEN)
    after = state_after(state, touch(100, 0, 0), touch(200, 1, 0), touch(300, 1, 1))
    assert patterns_of_sets(after, 1) == [[X, X]]


def test_only_the_visible_side_of_a_card_beside_forbids_its_pattern():
    state = state_of(spots=[X, X], beside=[(8, X), Y, Z], options=FORBIDDEN)
    assert patterns_of_sets(state_after(state, touch(100, 0, 0, 1)), 0) == [[X, X]]


# ---- 4 teams ---------------------------------------------------------------------------------------------------

TEAMS = {"mode": "teams"}


def test_a_team_claims_by_touches_of_two_members():
    state = state_of(spots=[X, X], seats=4, options=TEAMS)
    after = state_after(state, touch(100, 0, 0), touch(2600, 2, 1))
    assert patterns_of_sets(after, 2) == [[X, X]]
    assert rules.scores(after) == (1, 0, 1, 0)
    assert events_after(state, touch(100, 0, 0), touch(900, 2, 1))[-1] == SetWon(2, (0, 1), X, 900, 0)
    assert state_after(state, touch(100, 0, 0), tick(2600)).touches == ()


def test_both_touches_by_one_member_are_an_error():
    state = state_of(spots=[X, X], sets=[[[Z, Z]], [], [], []], seats=4, options=TEAMS)
    after = state_after(state, touch(100, 2, 0), touch(200, 2, 1))
    assert (after.sets[0], after.turn) == ((), 2)
    assert len(after.stacks[2]) == 4, "the set goes under the stack of the offender"
    assert ErrorMade(2, (0, 1), "alone") in events_after(state, touch(100, 2, 0, 1))


def test_a_wrong_second_touch_is_the_error_of_its_player():
    state = state_of(spots=[X, Y], seats=4, options=TEAMS)
    assert ErrorMade(2, (0, 1), "unequal") in events_after(state, touch(100, 0, 0), touch(200, 2, 1))


def test_22_touches_of_both_teams_on_one_pair_are_a_contest():
    state = state_of(spots=[(X, 5), (X, 6)], seats=4, options=TEAMS)
    start = state_after(state, touch(100, 0, 0), touch(200, 1, 1))
    assert start.phase == Phase.COUNT
    assert visible_patterns(state_after(start, tick(3200))) == [5, 6]


def test_t13_touches_of_team_mates_are_the_required_claim():
    state = state_of(spots=[X, X], seats=6, options=TEAMS)
    assert patterns_of_sets(state_after(state, touch(100, 5, 0), touch(200, 1, 1)), 1) == [[X, X]]


def test_five_sets_of_a_team_win_for_all_its_members():
    sets = [[[10, 10], [11, 11]], [], [[12, 12], [13, 13]], [], []]
    state = state_of(spots=[X, X], sets=sets, seats=5, options=TEAMS)
    after = state_after(state, touch(100, 0, 0), touch(200, 4, 1))
    assert rules.winners(after) == (0, 2, 4)


def test_the_larger_team_may_have_forbidden_patterns():
    state = state_of(spots=[X, X], beside=[X, Y, Z], seats=5, options=TEAMS | FORBIDDEN)
    assert ErrorMade(4, (0, 1), "forbidden") in events_after(state, touch(100, 2, 0), touch(200, 4, 1))
    assert patterns_of_sets(state_after(state, touch(100, 1, 0), touch(200, 3, 1)), 3) == [[X, X]]


@pytest.mark.parametrize("options", [{}, TEAMS])
@pytest.mark.parametrize("bound", [-1, 0, 1])
def test_forbidden_patterns_apply_to_one_side_and_not_to_spectators(options, bound):
    beside = [X, Y, Z] if bound >= 0 else []
    state = state_of(spots=[X, X], beside=beside, seats=4, options=options | {"forbidden": bound})
    seats = (WATCHER, *range(4))
    barred = [seat for seat in seats if rules.view(state, seat).barred]
    assert barred == ([] if bound < 0 else [bound, bound + 2] if options else [bound])
    assert barred == [seat for seat in seats if state.is_bound(seat)]
    # a spectator belongs to no team, though -1 is an odd number
    assert state.side_of(WATCHER) == WATCHER


# ---- properties of every mode ------------------------------------------------------------------------------------

EVERY = [
    ({}, 2),
    ({}, 6),
    (FORBIDDEN, 3),
    (BUZZERS, 4),
    (CALM, 3),
    (CALM | FORBIDDEN | {"looks": 2}, 5),
    (TEAMS, 4),
    (TEAMS | FORBIDDEN, 5),
    (TEAMS | BUZZERS, 6),
    (MINUTE, 1),
    (MINUTE | {"honest": True}, 6),
    (MINUTE | CALM, 2),
    (CONTEST, 2),
    (CONTEST | {"honest": True, "minute": 90}, 5),
]


@pytest.mark.parametrize(("options", "seats"), EVERY)
def test_random_games_end_lose_no_card_and_replay_alike(options, seats):
    rng = Rng(seats)
    for seed in range(2):
        start = state = rules.setup(options, seats, Rng(seed))
        actions = []
        while legal := rules.legal_actions(state):
            actions.append(rng.choice(legal))
            state, _ = rules.apply(state, actions[-1], rng)
            assert audit.audit(state) == []
            assert len(actions) < 20_000
        assert rules.is_over(state)
        again = start
        for action in json.loads(json.dumps([rules.encode(action) for action in actions])):
            again, _ = rules.apply(again, rules.decode(action), Rng(99))
        assert again == state


@pytest.mark.parametrize(("options", "seats"), EVERY)
def test_legal_actions_apply_and_earlier_ones_do_not_become_legal_again(options, seats):
    rng, state, met = Rng(4), rules.setup(options, seats, Rng(4)), set()
    for _ in range(120):
        legal = rules.legal_actions(state)
        if not legal:
            break
        for action in legal:
            rules.apply(state, action, Rng(1))
            assert rules.decode(json.loads(json.dumps(rules.encode(action)))) == action
        for action in met - set(legal):
            with pytest.raises(IllegalAction):
                rules.apply(state, action, Rng(1))
        met |= set(legal)
        state, _ = rules.apply(state, rng.choice(legal), rng)


@pytest.mark.parametrize(("options", "seats"), EVERY)
def test_any_action_at_any_time_is_applied_or_refused_and_breaks_nothing(options, seats):
    rng = Rng(17 + seats)
    state = rules.setup(options, seats, rng)
    done = 0
    for _ in range(3000):
        if rules.is_over(state):
            break
        cards = [face.card for face in rules.view(state, 0).faces] or [0]
        chosen = tuple(rng.choice(cards) for _ in range(rng.below(4)))
        action = Action(rng.choice(list(Verb)), state.now + 1 + rng.below(90), rng.below(seats + 1) - 1, chosen)
        if rng.below(4) == 0:
            action = rng.choice(rules.legal_actions(state))
        with suppress(IllegalAction):
            state, _ = rules.apply(state, action, rng)
            done += 1
            assert audit.audit(state) == []
            assert rules.decode(rules.encode(action)) == action
    assert done > 50


@pytest.mark.parametrize(
    "action",
    [
        Action(Verb.TOUCH, 10, 7, (0,)),
        Action(Verb.TOUCH, 10, 0, ()),
        Action(Verb.TOUCH, 10, -1, (0,)),
        Action(Verb.TICK, 10, 0),
        Action(Verb.TOUCH, 10, 0, (999,)),
        Action(Verb.DEAL, 10, 0),
        Action(Verb.BUZZ, 10, 0),
        Action(Verb.PASS, 10, 0),
        Action(Verb.CHOOSE, 10, 0, (0,)),
    ],
)
def test_nonsense_is_refused_with_a_reason(action):
    assert refusal_of(state_of(spots=[X]), action)


def test_the_helper_for_tops_returns_the_top_card():
    state = state_of(stacks=[[5, 6], [7], [8]])
    assert state.deck[2 * top(state, 0)] == 6


@pytest.mark.parametrize(
    ("mode", "least", "most"), [("competitive", 2, 6), ("teams", 4, 6), ("minute", 1, 6), ("contest", 2, 6)]
)
def test_every_mode_has_its_range_of_seats(mode, least, most):
    assert rules.seat_range({"mode": mode}) == (least, most)
    assert rules.MIN_SEATS <= least <= most <= rules.MAX_SEATS
    for seats in (least, most):
        assert len(rules.setup({"mode": mode}, seats, Rng(1)).sets) == seats
    with pytest.raises(InvalidOptions):
        rules.seat_range({"mode": "chess"})
