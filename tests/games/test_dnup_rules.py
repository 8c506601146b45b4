"""Rules of dnuP: the printed examples, the scenarios and the rulings of the rule text, each by its number."""

from collections import Counter

import pytest
from audits.dnup import audit
from dnup_states import add, card_of, kinds, lay, name_of, names, play, refusal, state_of, take

from game.core.rng import Rng
from game.games.dnup import deck, rules
from game.games.dnup.deck import ACTIVE, STAR, number_of, turned
from game.games.dnup.events import (
    CardAdded,
    HandsDealt,
    HandTurned,
    RoundStarted,
    SetDiscarded,
    SetPlayed,
    SetReturned,
    SetTaken,
)
from game.games.dnup.rules import NEXT_ROUND, TURN, Action, Phase, Verb

# ---- the deck and the deal (sections 1 and 3) ---------------------------------------------------------


@pytest.mark.parametrize(
    ("seats", "cards", "each", "counts"),
    [
        (2, 26, 13, (7, 7, 6, 6, 6, 6, 6, 4, 3, 1)),
        (3, 30, 10, (8, 8, 7, 7, 7, 7, 6, 5, 3, 2)),
        (4, 36, 9, (10, 10, 9, 8, 8, 8, 7, 6, 4, 2)),
        (5, 40, 8, (10, 10, 10, 9, 9, 9, 8, 7, 5, 3)),
    ],
)
def test_scenario_7_the_deck_for_every_number_of_players(seats, cards, each, counts):
    state = rules.setup({}, seats, Rng(5))
    assert [len(hand) for hand in state.hands] == [each] * seats
    dealt = [card for hand in state.hands for card in hand]
    assert len({number_of(card) for card in dealt}) == cards
    ends = Counter(value for card in dealt for value in (ACTIVE[card], ACTIVE[card ^ 1]))
    assert tuple(ends[value] for value in range(1, 11)) == counts
    assert sum(number_of(card) == STAR for card in dealt) == 1
    assert sum(sorted((ACTIVE[card], ACTIVE[card ^ 1])) == [1, 5] for card in dealt) == 1
    assert len(state.sets) == (4 if seats == 2 else seats)
    assert not any(state.sets)


def test_every_card_of_the_printed_examples_exists():
    pairs = Counter(deck.PAIRS)
    assert sum(pairs.values()) == 40
    assert {(3, 4), (3, 6), (2, 5), (2, 7), (2, 9)} <= set(pairs)
    assert all(low < high for low, high in pairs)
    assert {least: len(cards) for least, cards in deck.JOINING.items()} == {3: 4, 4: 6, 5: 4}


def test_either_end_of_a_card_may_be_up_and_the_star_card_starts():
    seen = Counter()
    for seed in range(60):
        state = rules.setup({}, 4, Rng(seed))
        star = next(card for card in state.hands[state.turn] if number_of(card) == STAR)
        seen[name_of(star)] += 1
        assert state.turn == state.store.starter
    assert set(seen) == {"1/5", "5/1"}
    assert min(seen.values()) > 15


def test_the_opening_events_name_the_starter_and_deal():
    state = rules.setup({}, 3, Rng(2))
    assert rules.opening(state) == (RoundStarted(1, state.turn), HandsDealt(state.hands))


# ---- the printed examples -----------------------------------------------------------------------------


def test_g1_a_set_of_value_3_and_size_4():
    state = state_of("3/4 3/6 3/7 3/5 8/1", "1/6", "1/7")
    after, events = play(state, lay(state, "3/4 3/6 3/7 3/5"))
    assert kinds(events) == [SetPlayed]
    assert (events[0].seat, events[0].place, len(events[0].cards), events[0].fresh) == (0, 0, 4, 4)
    assert {size: value for size, value in enumerate(rules.heights_of(after.sets, -1)) if value} == {4: 3}
    assert (names(after.hands[0]), after.turn) == ("8/1", 1)


def test_g2_only_a_higher_set_of_equal_size_can_be_played():
    hand = "7/4 8/3 6/1 6/1 6/2 7/1 7/1 2/4 2/4 5/2 5/2"
    state = state_of(hand, "9/1", "9/2", sets={1: "7/3", 2: "6/3 6/4 6/7"})
    assert refusal(state, lay(state, "7/4")).details == {"size": 1, "value": 7}
    assert refusal(state, lay(state, "6/1 6/1 6/2")).details == {"size": 3, "value": 6}
    assert refusal(state, lay(state, "6/1 6/1 6/2")).reason == "must_be_higher"
    for pair in ("2/4 2/4", "5/2 5/2", "6/1 6/1", "7/1 7/1"):
        assert lay(state, pair) in rules.legal_actions(state)
    after, events = play(state, lay(state, "8/3"))
    assert kinds(events) == [SetReturned, SetPlayed]
    assert (events[0].seat, events[0].by, names(events[0].cards)) == (1, 0, "7/3")
    assert names(after.hands[1]) == "9/1 3/7"
    after, events = play(state, lay(state, "7/4 7/1 7/1"))
    assert names(after.hands[2]) == "9/2 3/6 4/6 7/6"
    assert names(after.sets[1]) == "7/3"


def test_g2_fours_and_fives_of_any_value_are_legal_where_there_are_none():
    hand = "1/6 1/6 1/7 1/7 1/8 2/4 2/4 2/5 2/5"
    state = state_of(hand, "9/1", "9/2", sets={1: "7/3", 2: "6/3 6/4 6/7"})
    assert lay(state, "1/6 1/6 1/7 1/7 1/8") in rules.legal_actions(state)
    assert lay(state, "2/4 2/4 2/5 2/5") in rules.legal_actions(state)


def test_g3_a_card_is_not_added_if_the_larger_set_would_be_too_low():
    state = state_of("3/8 1/6", "1/7", "1/8", sets={1: "3/4", 2: "5/2 5/7"})
    error = refusal(state, add(state, "3/8", 1))
    assert (error.reason, error.details) == ("must_be_higher", {"size": 2, "value": 5})


def test_g4_an_added_card_beats_a_lower_set_of_the_new_size():
    state = state_of("5/8 1/6", "1/7", "1/8", sets={1: "5/2", 2: "3/4 3/6"})
    after, events = play(state, add(state, "5/8", 1))
    assert kinds(events) == [SetReturned, CardAdded]
    assert names(after.hands[2]) == "1/8 4/3 6/3"
    assert names(after.sets[1]) == "5/2 5/8"
    assert (events[1].owner, events[1].size, events[1].fresh) == (1, 2, 1)
    assert not after.sets[2]


def test_g5_a_taken_set_is_turned():
    state = state_of("8/3", "1/7", "1/8", "1/6", sets={1: "2/5 2/7 2/9"})
    after, events = play(state, take(1))
    assert kinds(events) == [SetTaken]
    assert names(after.hands[0]) == "8/3 5/2 7/2 9/2"
    assert not any(after.sets)
    assert sorted(map(name_of, after.known_cards[0])) == ["5/2", "7/2", "9/2"]


def test_g6_the_whole_hand_is_turned_and_keeps_its_order():
    state = state_of("1/5 9/3 2/10", "1/7", "1/8")
    after, events = play(state, TURN)
    assert kinds(events) == [HandTurned]
    assert names(after.hands[0]) == "5/1 3/9 10/2"
    assert turned(turned(after.hands[0])) == after.hands[0]


# ---- the turn with three to five (section 5) ----------------------------------------------------------


def test_scenario_9_a_turn_begins_by_discarding_ones_own_set():
    state = state_of("1/6 8/3", "1/7", "1/8", sets={0: "3/4 3/6 3/7"})
    gone = len(state.discard)
    after, events = play(state, TURN)
    assert kinds(events) == [SetDiscarded, HandTurned]
    assert not events[0].is_beaten
    assert len(after.discard) == gone + 3
    assert not after.sets[0]


def test_the_discard_comes_first_even_if_the_set_is_missed_afterwards():
    state = state_of("3/8 3/9 1/6", "1/7", "1/8", sets={0: "3/4 3/6", 1: "3/5"})
    after, events = play(state, lay(state, "3/8 3/9"))
    assert kinds(events) == [SetDiscarded, SetPlayed]
    assert names(after.sets[0]) == "3/8 3/9"


def test_scenario_25_some_cards_of_a_value_can_be_kept():
    state = state_of("6/1 6/1 6/2 9/3", "1/7", "1/8")
    after, _ = play(state, lay(state, "6/1 6/2"))
    assert names(after.hands[0]) == "6/1 9/3"


def test_turning_is_always_legal_and_passing_never():
    state = state_of("1/6", "1/7", "1/8", sets={1: "9/3"})
    assert rules.legal_actions(state) == (take(1), TURN)


def test_an_illegal_action_is_refused_with_its_reason():
    state = state_of("3/4 3/5 8/3", "1/7 2/4", "1/8", sets={0: "6/1", 1: "5/2 5/7"})
    other = card_of("1/7", state.hands[1])
    assert refusal(state, rules.play_of(())).reason == "no_card_chosen"
    assert refusal(state, rules.play_of((other,))).reason == "not_in_hand"
    assert refusal(state, lay(state, "3/4 8/3")).reason == "values_differ"
    assert refusal(state, rules.play_of(turned(state.hands[0][:1]))).reason == "not_in_hand"
    assert refusal(state, add(state, "3/4", 2)).reason == "no_set_there"
    assert refusal(state, add(state, "3/4", 9)).reason == "no_set_there"
    assert refusal(state, add(state, "3/4", 0)).reason == "own_set"
    error = refusal(state, add(state, "3/4", 1))
    assert (error.reason, error.details) == ("value_must_fit", {"value": 5})
    assert refusal(state, take(2)).reason == "no_set_there"
    assert refusal(state, take(-1)).reason == "no_set_there"
    assert refusal(state, NEXT_ROUND).reason == "not_now"
    cards = lay(state, "3/4 3/5").cards
    for strange in (
        Action(Verb.PLAY, cards[::-1]),
        Action(Verb.PLAY, (cards[0], cards[0])),
        Action(Verb.PLAY, cards, 1),
        Action(Verb.ADD, cards, 1),
        Action(Verb.TAKE, cards, 1),
        Action(Verb.TURN, (), 1),
    ):
        assert refusal(state, strange).reason == "not_an_action"


# ---- what others know (section 4) ---------------------------------------------------------------------


def test_returned_cards_stay_known_when_the_hand_is_turned():
    state = state_of("8/3 1/6", "1/9 2/4", "1/8", sets={1: "7/3"})
    after, _ = play(state, lay(state, "8/3"))
    assert names(after.known_cards[1]) == "3/7"
    after, _ = play(after, TURN)
    assert names(after.known_cards[1]) == "7/3"
    assert rules.view(after, 2).known_cards == after.known_cards
    assert names(after.hands[1]) == "9/1 4/2 7/3"


def test_a_move_that_shows_a_new_card_is_final_and_others_can_be_undone():
    state = state_of("8/3 1/6", "1/9 2/4", "1/8", sets={1: "3/7"})
    after, events = play(state, take(1))
    assert not any(map(rules.reveals, events))
    after = after._replace(turn=0)
    after, events = play(after, lay(after, "7/3"))
    assert events[-1].fresh == 0
    assert not any(map(rules.reveals, events))
    _, events = play(state, lay(state, "8/3"))
    assert events[-1].fresh == 1
    assert [rules.reveals(event) for event in events] == [False, True]
    assert all(map(rules.reveals, rules.opening(state)))


# ---- the audit ----------------------------------------------------------------------------------------


def test_the_audit_finds_impossible_states():
    state = state_of("8/3 1/6", "1/9 2/4", "1/7", sets={1: "3/7 3/9", 2: "5/2"})
    assert not audit(state)
    assert "lost cards" in audit(state._replace(discard=state.discard[1:]))[0]
    assert "cards too many" in audit(state._replace(discard=state.discard + state.sets[1]))[0]
    mixed = (state.sets[0], state.sets[1][:1] + state.sets[2], state.sets[1][1:])
    assert "several values" in audit(state._replace(sets=mixed))[0]
    equal = (state.sets[1][:1], state.sets[1][1:], ())
    assert any("one size" in fault for fault in audit(state._replace(sets=equal)))
    assert any("places" in fault for fault in audit(state._replace(sets=(*state.sets, ()))))
    assert any(
        "known to hold" in fault
        for fault in audit(state._replace(known_cards=(frozenset({7}), *state.known_cards[1:])))
    )
    assert any("out are" in fault for fault in audit(state._replace(out=(1,))))
    assert any("is to move and out" in fault for fault in audit(state._replace(out=(0,))))
    assert any("3 are out" in fault for fault in audit(state._replace(out=(0, 1, 2))))
    assert any("phase" in fault for fault in audit(state._replace(phase=Phase.OVER)))
    assert any("won" in fault for fault in audit(state._replace(store=state.store._replace(totals=(1, 0, 0)))))
