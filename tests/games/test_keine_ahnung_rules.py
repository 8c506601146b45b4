"""Rules of Keine Ahnung: the printed examples, the rulings and the scenarios of the rule text."""

from collections import Counter

import pytest
from audits.keine_ahnung import audit
from keine_ahnung_states import card, cards, grid_of, lay, play, reveal, state_of, tops

from game.core.game import IllegalAction
from game.core.rng import Rng
from game.games.keine_ahnung import deck, rules
from game.games.keine_ahnung.events import (
    CallLost,
    CallMade,
    CallWon,
    CardDeclined,
    CardDrawn,
    CardRevealed,
    CardsDealt,
    CardsTurnedBack,
    DrawPileShuffled,
    DrawSkipped,
    FunctionTriggered,
    GameEnded,
    GameStarted,
    PilesRemoved,
    PrizeFound,
    TrophyWon,
    TurnForfeited,
    TurnStarted,
    TurnStopped,
)
from game.games.keine_ahnung.rules import CALL, DECLINE, DRAW, END, Action, Phase, Verb, fitting_piles

FULL = "blue1 blue2 blue3 blue5 blue6 grey1"


def kinds(events):
    """Return the kinds of events, in order."""
    return [type(event) for event in events]


def refused(state, action, reason):
    """Return whether an action is refused for exactly this reason."""
    with pytest.raises(IllegalAction) as caught:
        rules.apply(state, action, Rng(1))
    return caught.value.reason == reason


# ---- set-up -----------------------------------------------------------------------------------------


def test_23_the_deck_is_that_of_the_rule_text():
    for numbers in deck.NUMBER_CARDS.values():
        assert len(numbers) == 102
        assert Counter(map(deck.number_of, numbers)) == dict.fromkeys(range(1, 7), 17)
        assert Counter(map(deck.function_of, numbers)) == {0: 66, 1: 12, 2: 12, 3: 12}
        combinations = Counter((deck.colour_of(one), deck.number_of(one)) for one in numbers if one >= 100)
        assert len(combinations) == 36
        assert set(combinations.values()) == {1}
    even = deck.NUMBER_CARDS["even"]
    assert Counter(map(deck.colour_of, even)) == dict.fromkeys(deck.COLOURS, 17)
    copies = Counter(one % 100 for one in even)
    assert {one for one, count in copies.items() if count == 2} == set(cards("blue4 grey5 green3 yellow1 red2 purple6"))
    assert set(copies.values()) == {2, 3}
    for function in (1, 2, 3):
        kind = [one for one in even if deck.function_of(one) == function]
        assert set(Counter(map(deck.colour_of, kind)).values()) == {2}
        assert set(Counter(map(deck.number_of, kind)).values()) == {2}
    assert {card("blue3x"), card("yellow4+"), card("red5+"), card("blue3"), card("red5"), card("red3")} <= set(even)
    assert sorted(map(deck.stars_of, deck.PRIZES)) == [0, 1, 1, 1, 1, 2]
    assert Counter(deck.TROPHIES) == {5: 3, 4: 4, 3: 5}
    assert sum(deck.TROPHIES) == 46


def test_the_skewed_deck_has_colours_of_different_sizes():
    skewed = Counter(map(deck.colour_of, deck.NUMBER_CARDS["skewed"]))
    assert [skewed[colour] for colour in deck.COLOURS] == [22, 20, 18, 16, 14, 12]
    state = rules.setup({"deck": "skewed"}, 3, Rng(2))
    assert not audit(state)
    assert audit(state._replace(store=state.store._replace(options=state.store.options._replace(deck="even"))))


@pytest.mark.parametrize(("seats", "left"), [(2, 96), (3, 90), (4, 84), (5, 78)])
def test_setup_deals_what_section_2_says(seats, left):
    state = rules.setup({}, seats, Rng(7))
    assert len(state.draw) == left
    assert [len(grid_of(state, seat)) for seat in range(seats)] == [6] * seats
    assert (state.piles, state.store.removed, len(state.store.stack)) == ((), (), 12)
    assert rules.opening(state) == (GameStarted(state.turn), TurnStarted(state.turn))
    assert {rules.setup({}, seats, Rng(seed)).turn for seed in range(60)} == set(range(seats))


@pytest.mark.parametrize("name", deck.NUMBER_CARDS)
def test_cards_fit_by_colour_or_number(name):
    for one in set(deck.NUMBER_CARDS[name]):
        for top in set(deck.NUMBER_CARDS[name]):
            same = deck.colour_of(one) == deck.colour_of(top) or deck.number_of(one) == deck.number_of(top)
            assert fitting_piles(one, ((top,),)) == ([0] if same else [])
    assert fitting_piles(card("red1"), ()) == []


# ---- the printed examples ---------------------------------------------------------------------------


def test_g1_a_drawn_card_without_a_fit_starts_a_pile_and_a_revealed_one_returns():
    state = state_of("red5", ("red3 grey1 yellow4+ grey2 grey3 grey4",), "blue3")
    state, _ = play(state, DRAW)
    assert tops(state) == list(cards("red5 blue3"))
    state, _ = play(state, reveal(0))
    assert rules.legal_actions(state) == (lay(0), lay(1))
    state, _ = play(state, lay(0))
    assert tops(state) == list(cards("red3 blue3"))
    state, events = play(state, reveal(2))
    assert events == [CardRevealed(0, 2, card("yellow4+")), CardsTurnedBack(0, (2,)), TurnStarted(1)]
    assert state.grids[0] == cards("- grey1 yellow4+ grey2 grey3 grey4")
    assert (state.turn, state.phase) == (1, Phase.DRAW)


def test_g2_a_call_is_won_if_no_card_fits_and_triggers_no_function():
    state = state_of("purple3 green6", ("grey6 blue1+",), phase=Phase.OWN)
    state, _ = play(state, reveal(0))
    assert tops(state) == list(cards("purple3 grey6"))
    state, events = play(state, CALL, reveal(1))
    assert kinds(events) == [CallMade, CardRevealed, CallWon, TrophyWon, CardsTurnedBack, CardsDealt, TurnStarted]
    assert events[0] == CallMade(0, 1)
    assert events[3].left == 11
    assert state.store.trophies[0] == (events[3].stars,)
    assert state.grids[0][1] == card("blue1+")
    assert events[5] == CardsDealt(0, (0, 2, 3, 4, 5))
    assert tops(state) == list(cards("purple3 grey6"))
    assert state.turn == 1
    assert not audit(state)


def test_g3_a_call_is_lost_at_the_first_card_that_fits_which_is_not_laid():
    state = state_of("purple5", ("green1 red3 purple2",), phase=Phase.OWN)
    state, events = play(state, CALL, reveal(0), reveal(1), reveal(2))
    assert CallLost(0, 2) in events
    assert not any(isinstance(event, TrophyWon) for event in events)
    assert state.grids[0][:3] == cards("green1 red3 purple2")
    assert len(grid_of(state)) == 6
    assert (tops(state), state.turn) == ([card("purple5")], 1)
    assert CardsTurnedBack(0, (0, 1, 2)) in events


def test_g4_plus_lays_one_more_card_and_the_turn_goes_on():
    state, events = play(state_of("blue6", draw="red5+ yellow2"), DRAW)
    assert tops(state) == list(cards("blue6 red5+ yellow2"))
    assert (state.turn, state.phase) == (0, Phase.OWN)
    assert FunctionTriggered(0, card("red5+")) in events


def test_g5_remove_spares_the_pile_just_played_on():
    state = state_of("grey4/grey3 red1 green6", ("blue3x grey1",), phase=Phase.OWN)
    state, events = play(state, reveal(0))
    assert state.piles == (cards("grey4 grey3 blue3x"),)
    assert state.store.removed == cards("red1 green6")
    assert events[-1] == PilesRemoved(0, 0, 2)
    assert (state.turn, state.phase) == (0, Phase.OWN)


def test_g6_refill_deals_to_opponents_below_three_clockwise():
    grids = ("grey1 blue5", "red1 red2", "- red3 red4 - red6", "green2", "blue1 blue2 blue3 blue6")
    state = state_of("grey3", grids, "grey6f", seats=5)
    state, events = play(state, DRAW)
    assert [len(grid_of(state, seat)) for seat in range(5)] == [2, 3, 3, 3, 4]
    assert [event for event in events if isinstance(event, CardsDealt)] == [
        CardsDealt(1, (2,)),
        CardsDealt(3, (1, 2)),
    ]
    assert not audit(state)


def test_g6_refill_starts_at_the_left_of_the_mover():
    state = state_of("grey3", ("red1", "grey1 blue5", "green2"), "grey6f", seats=3, turn=1)
    _, events = play(state, DRAW)
    assert [event.seat for event in events if isinstance(event, CardsDealt)] == [2, 0]


# ---- more scenarios ---------------------------------------------------------------------------------


def test_7_the_first_card_of_the_game_starts_a_pile_and_its_function_works():
    assert tops(play(state_of(draw="green4"), DRAW)[0]) == [card("green4")]
    state, _ = play(state_of(draw="green6+ red2"), DRAW)
    assert tops(state) == list(cards("green6+ red2"))


def test_9_plus_upon_plus_lays_three_cards_in_one_draw():
    state, events = play(state_of("blue6", draw="blue1+ blue4+ blue2"), DRAW)
    assert state.piles == (cards("blue6 blue1+ blue4+ blue2"),)
    assert [event.card for event in events if isinstance(event, CardDrawn)] == list(cards("blue1+ blue4+ blue2"))
    assert state.phase == Phase.OWN


def test_a_chain_of_plus_cards_continues_after_the_choice_of_a_pile():
    state, _ = play(state_of("blue6 red1", draw="blue1+ blue2 red2"), DRAW)
    assert (state.phase, state.card, state.place) == (Phase.PLACE, card("blue1+"), -1)
    state, events = play(state, lay(1))
    assert events[-1] == CardDrawn(0, card("blue2"))
    assert (state.phase, state.card, state.place) == (Phase.PLACE, card("blue2"), -1)
    state, _ = play(state, lay(0))
    assert (state.phase, state.card) == (Phase.OWN, 0)
    assert state.piles == (cards("blue6 blue2"), cards("red1 blue1+"))


def test_11_a_prize_as_the_last_card_wins_a_trophy_too():
    state = state_of("blue6", ("- star1",), phase=Phase.OWN)
    state, events = play(state, reveal(1))
    assert kinds(events) == [CardRevealed, PrizeFound, TrophyWon, CardsDealt, TurnStarted]
    assert state.store.prizes[0] == (card("star1"),)
    assert len(state.store.trophies[0]) == 1
    assert (len(grid_of(state)), state.turn) == (6, 1)


@pytest.mark.parametrize("names", ["red1 red2 red3 red4", FULL])
def test_13_no_call_with_four_cards_or_more(names):
    state = state_of("blue6", (names,), phase=Phase.OWN)
    assert CALL not in rules.legal_actions(state)
    assert refused(state, CALL, "too_many_to_call")


def test_13_no_call_before_the_draw():
    assert refused(state_of("blue6", ("red1",)), CALL, "draw_first")


@pytest.mark.parametrize("names", ["red1", "red1 red2", "- red1 red2 - red3"])
def test_13_a_call_is_legal_with_one_to_three_cards(names):
    assert CALL in rules.legal_actions(state_of("blue6", (names,), phase=Phase.OWN))


def test_15_plus_as_the_last_card_is_resolved_before_the_trophy():
    state = state_of("blue6", ("blue1+",), "red2", phase=Phase.OWN)
    state, events = play(state, reveal(0))
    assert kinds(events).index(CardDrawn) < kinds(events).index(TrophyWon) < kinds(events).index(CardsDealt)
    assert tops(state) == list(cards("blue1+ red2"))
    assert (len(grid_of(state)), state.turn, state.phase) == (6, 1, Phase.DRAW)


def test_17_remove_on_a_new_pile_leaves_only_that_pile():
    state, events = play(state_of("grey3 red1", draw="green5x"), DRAW)
    assert state.piles == (cards("green5x"),)
    assert Counter(state.store.removed) == Counter(cards("grey3 red1"))
    assert PilesRemoved(0, 2, 2) in events


def test_remove_with_one_pile_removes_nothing():
    state, events = play(state_of("grey3", draw="grey1x"), DRAW)
    assert state.piles == (cards("grey3 grey1x"),)
    assert not any(isinstance(event, PilesRemoved) for event in events)


def test_19_without_any_other_card_those_under_the_top_cards_are_reshuffled():
    state = state_of("red1/red2/red3 blue6", (FULL,))._replace(draw=())
    after, events = play(state, DRAW)
    assert events[0] == DrawPileShuffled(2, True)
    assert isinstance(events[1], CardDrawn)
    assert len(after.draw) == 1
    assert Counter((*after.draw, events[1].card)) == Counter(cards("red1 red2"))
    assert [pile[0] for pile in after.piles] == list(cards("red3 blue6"))


def test_without_any_card_a_draw_is_skipped_and_a_refill_stays_short():
    state = state_of("red1 blue6", (FULL,))._replace(draw=())
    after, events = play(state, DRAW)
    assert events == [DrawSkipped(0)]
    assert after.phase == Phase.OWN
    short = state_of("purple5", ("green1",), phase=Phase.OWN)._replace(draw=())
    after, events = play(short, CALL, reveal(0))
    assert kinds(events)[-3:] == [TrophyWon, CardsTurnedBack, TurnStarted]
    assert grid_of(after) == [card("green1")]


def test_a_player_without_cards_can_only_end_the_turn():
    state = state_of("red1", ("- - - - - -",), phase=Phase.OWN)
    assert rules.legal_actions(state) == (END,)
    assert play(state, END)[0].turn == 1


def test_25_strict_touching_ones_own_card_first_loses_the_turn():
    state = state_of("red1", (FULL,), options={"strict": True})
    assert rules.legal_actions(state) == (DRAW, *map(reveal, range(6)))
    after, events = play(state, reveal(2))
    assert events == [TurnForfeited(0, 2), TurnStarted(1)]
    assert (after.grids, after.last_shown, after.draw) == (state.grids, state.last_shown, state.draw)
    assert after.turn == 1
    assert refused(state_of("red1", (FULL,)), reveal(2), "draw_first")
    assert refused(state, CALL, "draw_first")


# ---- the rulings of section 6 -----------------------------------------------------------------------


def test_a1_a_call_is_legal_after_the_draw():
    state, _ = play(state_of("purple5", ("green1",), "purple1"), DRAW)
    assert rules.legal_actions(state) == (reveal(0), CALL)


def test_a2_a_fitting_card_must_be_laid():
    state, _ = play(state_of("red1 blue6", ("red6 green2",), phase=Phase.OWN), reveal(0))
    assert rules.legal_actions(state) == (lay(0), lay(1))
    assert refused(state, DECLINE, "lay_first")


def test_a2_by_house_rule_a_fitting_card_may_be_declined():
    options = {"decline": True}
    state, _ = play(state_of("red1", ("red6 green2",), phase=Phase.OWN, options=options), reveal(0))
    assert rules.legal_actions(state) == (lay(0), DECLINE)
    after, events = play(state, DECLINE)
    assert events == [CardDeclined(0, 0), CardsTurnedBack(0, (0,)), TurnStarted(1)]
    assert (grid_of(after), after.turn) == (list(cards("red6 green2")), 1)
    assert tops(play(state, lay(0))[0]) == [card("red6")]


def test_a2_a_drawn_card_can_never_be_declined():
    options = {"decline": True}
    state, _ = play(state_of("red1 blue6", ("green2",), "red6", options=options), DRAW)
    assert rules.legal_actions(state) == (lay(0), lay(1))


def test_a3_one_may_stop_only_after_laying_ones_own_card():
    state = state_of("red1", ("red3 green2 grey5",), phase=Phase.OWN)
    assert refused(state, END, "lay_before_stopping")
    state, _ = play(state, reveal(0))
    assert END in rules.legal_actions(state)
    after, events = play(state, END)
    assert events == [TurnStopped(0), TurnStarted(1)]
    assert grid_of(after) == list(cards("green2 grey5"))


def test_a4_refill_as_the_last_card_works_before_the_trophy():
    state = state_of("blue6", ("blue2f", "red1"), phase=Phase.OWN)
    _, events = play(state, reveal(0))
    assert next(event for event in events if isinstance(event, (CardsDealt, TrophyWon))) == CardsDealt(1, (1, 2))


def test_a5_a_prize_revealed_by_a_call_is_kept_and_wins_no_trophy():
    state = state_of("purple5", ("star2",), phase=Phase.OWN)
    after, events = play(state, CALL, reveal(0))
    assert kinds(events) == [CallMade, CardRevealed, PrizeFound, CallLost, CardsDealt, TurnStarted]
    assert after.store.prizes[0] == (card("star2"),)
    assert after.store.trophies[0] == ()
    assert (len(grid_of(after)), after.turn) == (6, 1)


def test_a_call_ends_at_the_first_prize():
    state = state_of("purple5", ("green1 star0 red3",), phase=Phase.OWN)
    after, events = play(state, CALL, reveal(0), reveal(1))
    assert CardsTurnedBack(0, (0,)) in events
    assert after.last_shown[0] == (1, 0, 0, 0, 0, 0)
    assert after.grids[0][2] == card("red3")
    assert after.turn == 1


def test_a6_removed_piles_are_reshuffled_first():
    state = state_of("red1/red2 blue6", (FULL,))._replace(draw=())
    state = state._replace(store=state.store._replace(removed=cards("green1 green2 green4")))
    after, events = play(state, DRAW)
    assert events[0] == DrawPileShuffled(3, False)
    assert after.store.removed == ()
    assert after.piles[0][:2] == cards("red1 red2")


def test_a7_the_draw_pile_is_reshuffled_only_when_a_card_is_needed():
    state = state_of("red1", (FULL,))._replace(draw=cards("green4"))
    state = state._replace(store=state.store._replace(removed=cards("green1 green2")))
    after, events = play(state, DRAW)
    assert not any(isinstance(event, DrawPileShuffled) for event in events)
    assert (after.draw, after.store.removed) == ((), cards("green1 green2"))


def test_a8_a_prize_drawn_by_plus_after_the_last_card_wins_the_trophy_too():
    state = state_of("blue6", ("blue1+",), "star1", phase=Phase.OWN)
    after, events = play(state, reveal(0))
    assert kinds(events)[-4:] == [PrizeFound, TrophyWon, CardsDealt, TurnStarted]
    assert (after.store.prizes[0], len(after.store.trophies[0])) == ((card("star1"),), 1)


def test_a9_a_prize_drawn_by_plus_ends_the_turn_and_the_grid_stays():
    state = state_of("blue6", ("blue1+ red4 red5",), "star1", phase=Phase.OWN)
    after, events = play(state, reveal(0))
    assert kinds(events)[-2:] == [PrizeFound, TurnStarted]
    assert (grid_of(after), after.store.trophies[0], after.turn) == (list(cards("red4 red5")), (), 1)


@pytest.mark.parametrize("names", ["star0", "blue1+ star0"])
def test_a_drawn_prize_ends_the_turn_before_ones_own_card(names):
    state, events = play(state_of("blue6", (FULL,), names), DRAW)
    assert kinds(events)[-2:] == [PrizeFound, TurnStarted]
    assert state.turn == 1
    assert len(grid_of(state)) == 6


# ---- calls, ends and refusals -----------------------------------------------------------------------


def test_the_caller_chooses_the_order_of_cards():
    state, _ = play(state_of("purple5", ("green1 red3 purple2",), phase=Phase.OWN), CALL)
    assert rules.legal_actions(state) == (reveal(0), reveal(1), reveal(2))
    state, _ = play(state, reveal(1))
    assert rules.legal_actions(state) == (reveal(0), reveal(2))
    assert refused(state, reveal(1), "no_card_there")
    assert refused(state, END, "call_first")


@pytest.mark.parametrize("actions", [(CALL, reveal(0)), (reveal(1),)])
def test_the_game_ends_at_once_with_the_last_trophy(actions):
    names = "green1" if actions[0] == CALL else "- purple2"
    state = state_of("purple5", (names,), phase=Phase.OWN)
    store = state.store._replace(stack=(4,), trophies=((5, 5, 5), (3, 3, 3, 3, 3, 4, 4, 4)))
    after, events = play(state._replace(store=store), *actions)
    assert kinds(events)[-2:] == [TrophyWon, GameEnded]
    assert not any(isinstance(event, CardsDealt) for event in events)
    assert rules.is_over(after)
    assert (rules.to_move(after), rules.legal_actions(after)) == (-1, ())
    assert rules.scores(after) == (19, 27)
    assert rules.winners(after) == (1,)
    assert events[-1].winners == (1,)
    assert refused(after, DRAW, "game_over")
    assert not audit(after)
    assert rules.winners(state) == ()


@pytest.mark.parametrize(
    ("phase", "action", "reason"),
    [
        (Phase.OWN, DRAW, "drawn_already"),
        (Phase.OWN, lay(0), "not_now"),
        (Phase.OWN, reveal(3), "no_card_there"),
        (Phase.OWN, reveal(6), "no_card_there"),
        (Phase.OWN, reveal(-1), "no_card_there"),
        (Phase.DRAW, lay(0), "draw_first"),
        (Phase.DRAW, Action(Verb.DRAW, 1), "draw_first"),
    ],
)
def test_an_illegal_action_is_refused_with_its_reason(phase, action, reason):
    assert refused(state_of("blue6", ("red1 red2",), phase=phase), action, reason)


def test_a_card_is_laid_only_on_a_pile_that_it_fits():
    state, _ = play(state_of("red1 blue6 green2", ("red6 grey1",), phase=Phase.OWN), reveal(0))
    assert refused(state, lay(2), "does_not_fit")
    assert refused(state, reveal(1), "lay_first")


def test_a_refill_uses_the_lowest_empty_places_and_moves_no_card():
    state = state_of("purple5", ("- green1 - red3",), phase=Phase.OWN)
    after, events = play(state, CALL, reveal(1), reveal(3))
    assert CardsDealt(0, (0, 2, 4, 5)) in events
    assert (after.grids[0][1], after.grids[0][3]) == cards("green1 red3")
