"""Rules of Nein Danke!: the printed examples, the rulings and the scenarios of the rule text."""

import pytest
from nein_danke_states import cards_of, special, state_after, state_of

from game.catalogue.registry import GAMES
from game.core.game import IllegalAction
from game.core.match import Match, Seat
from game.core.rng import Rng
from game.games.nein_danke import deck, rules
from game.games.nein_danke.events import AsideSeen
from game.games.nein_danke.rules import DECLINE, LOOKED, NEXT_ROUND, PAY, SKIP, TAKE, Action, Phase, Verb
from game.games.nein_danke.scoring import score

ALL = {"specials": True}


def choose(card: int) -> Action:
    return Action(Verb.CHOOSE, card)


@pytest.mark.parametrize(("seats", "chips"), [(3, 11), (4, 11), (5, 11), (6, 9), (7, 7)])
@pytest.mark.parametrize(("options", "pile"), [({}, 24), (ALL, 46), (ALL | {"aside_from": "pink"}, 46)])
def test_setup_deals_what_section_2_says(seats, chips, options, pile):
    state = rules.setup(options, seats, Rng(7))
    assert state.chips == (chips,) * seats
    assert len(state.store.pile) + 1 == pile
    assert len(state.store.set_aside) == 9
    assert not set(state.store.set_aside) & {*state.store.pile, state.card}


def test_the_nine_are_numbers_by_default_and_may_be_red_by_house_rule():
    assert all(c in deck.NUMBERS for seed in range(50) for c in rules.setup(ALL, 3, Rng(seed)).store.set_aside)
    pink = [c for seed in range(50) for c in rules.setup(ALL | {"aside_from": "pink"}, 3, Rng(seed)).store.set_aside]
    assert any(c in deck.SPECIALS for c in pink)
    assert not any(c in deck.GREEN_IDS for c in pink)


def test_tactical_variant_gives_ten_chips_and_sets_10_20_30_aside():
    state = rules.setup({"tactical": True}, 4, Rng(3))
    assert state.chips == (10,) * 4
    assert {10, 20, 30} <= set(state.store.set_aside)
    assert len(state.store.set_aside) == 9


def test_only_the_selected_special_cards_take_part():
    state = rules.setup(ALL | {"kinds": ["joker", "halve_chips"]}, 3, Rng(1))
    assert len(state.store.pile) + 1 == 26


def test_g4_without_chips_a_pink_card_must_be_taken():
    assert rules.legal_actions(state_of(17, chips=(0, 5, 5))) == (TAKE,)
    held = state_of(17, chips=(0, 5, 5), displays=((special("skip"),), (), ()))
    assert rules.legal_actions(held) == (TAKE, SKIP)


def test_g5_the_taker_gets_the_pot_and_decides_on_the_next_card():
    after = state_after(state_of(17, pot=4), TAKE)
    assert after.chips[0] == 15
    assert after.store.displays[0] == (17,)
    assert (after.turn, after.card, after.pot) == (0, 5, 0)


def test_g6_a_paid_chip_joins_the_pot_and_the_next_player_decides():
    after = state_after(state_of(17), PAY)
    assert (after.turn, after.card, after.pot, after.chips[0]) == (1, 17, 1, 10)


def test_g7_a_declined_green_card_goes_to_the_last_bidder():
    after = state_after(state_of(special("bonus10"), turn=1, pot=3, last_bidder=0), DECLINE)
    assert after.chips[1] == 14
    assert after.store.displays[0] == (special("bonus10"),)
    assert (after.turn, after.card) == (1, 5)


def test_g8_take_first_pink_skips_green_cards_which_stay_in_order():
    green = special("bonus5"), special("bonus20")
    after = state_after(state_of(special("take_first_pink"), pile=(4, 17, *green)), TAKE)
    assert after.store.displays[0] == (17,)
    assert after.card == green[1]
    assert after.store.pile == (4, green[0])
    assert special("take_first_pink") in after.store.discard


def test_g9_take_first_pink_falls_back_to_the_top_of_the_nine():
    green = special("bonus5")
    start = state_of(special("take_first_pink"), pile=(green,))
    after = state_after(start, TAKE)
    assert after.store.displays[0] == (start.store.set_aside[-1],)
    assert len(after.store.set_aside) == 8
    assert after.card == green


def test_take_first_pink_as_the_last_card_draws_from_the_nine_and_ends():
    after = state_after(state_of(special("take_first_pink"), pile=()), TAKE)
    assert after.phase == Phase.OVER
    assert len(after.store.displays[0]) == 1


def test_the_game_ends_when_take_first_pink_empties_the_pile():
    after = state_after(state_of(special("take_first_pink"), pile=(17,)), TAKE)
    assert after.phase == Phase.OVER
    assert after.store.displays[0] == (17,)


def test_a_red_special_card_drawn_by_take_first_pink_is_received_normally():
    after = state_after(state_of(special("take_first_pink"), pile=(4, special("number_40"))), TAKE)
    assert after.store.displays[0] == (special("number_40"),)


def test_a_card_drawn_from_the_nine_is_not_triggered():
    first = special("take_first_pink")
    other = special("halve_chips")
    after = state_after(state_of(first, pile=(), set_aside=(9, other)), TAKE)
    assert after.store.displays[0] == (other,)


def test_g11_a_lone_green_card_must_be_given_to_the_left():
    skip = special("skip")
    start = state_of(special("give_left"), turn=1, last_bidder=0, displays=((skip,), (), ()))
    asked = state_after(start, DECLINE)
    assert (asked.phase, asked.turn) == (Phase.GIVE, 0)
    assert rules.legal_actions(asked) == (choose(skip),)
    after = state_after(asked, choose(skip))
    assert after.store.displays[:2] == ((), (skip,))
    assert (after.turn, after.card) == (1, 5)


def test_give_left_goes_to_the_recipients_left():
    start = state_of(special("give_left"), turn=1, last_bidder=2, displays=((), (), (8, 9)))
    after = state_after(start, DECLINE, choose(9))
    assert after.store.displays == ((9,), (), (8,))


@pytest.mark.parametrize("kind", ["give_left", "remove_one"])
def test_22_give_and_remove_do_nothing_with_an_empty_display(kind):
    after = state_after(state_of(special(kind), turn=1, last_bidder=0), DECLINE)
    assert (after.phase, after.turn, after.card) == (Phase.PINK, 1, 5)
    assert after.store.discard == (special(kind),)


def test_22_remove_with_only_skip_removes_skip():
    start = state_of(special("remove_one"), turn=1, last_bidder=0, displays=((special("skip"),), (), ()))
    asked = state_after(start, DECLINE)
    assert rules.legal_actions(asked) == (choose(special("skip")),)
    assert state_after(asked, choose(special("skip"))).store.displays[0] == ()


def test_peek_shows_the_nine_to_its_owner_alone():
    start = state_of(special("peek_nine"), turn=1, last_bidder=0)
    after, events = rules.apply(start, DECLINE, Rng(1))
    seen = next(event for event in events if isinstance(event, AsideSeen))
    assert GAMES["nein_danke"].visible(seen, 0) == AsideSeen(0, start.store.set_aside)
    assert GAMES["nein_danke"].visible(seen, 2) == AsideSeen(0, ())
    assert rules.view(after, 0).seen == start.store.set_aside
    assert rules.view(after, 1).seen == ()
    assert rules.legal_actions(after) == (LOOKED,)
    done = state_after(after, LOOKED)
    assert (done.turn, done.card, done.store.discard) == (1, 5, (special("peek_nine"),))


def test_a_card_drawn_from_the_nine_leaves_the_seen_ones():
    """Every player sees the card then, and Peek's owner knows that it is gone."""
    green = special("bonus5")
    looked = state_after(
        state_of(special("peek_nine"), turn=1, last_bidder=0, pile=(green, special("take_first_pink"))), DECLINE
    )
    nine = looked.store.set_aside
    drawn = state_after(looked, LOOKED, TAKE)
    assert drawn.store.displays[1] == (nine[-1],)
    assert rules.view(drawn, 0).seen == nine[:-1]


def test_looking_at_the_nine_prevents_undo():
    match = Match(GAMES["nein_danke"], {"specials": True}, [Seat(name, "human") for name in "ABC"], 1)
    match.state = state_of(special("peek_nine"), turn=1, last_bidder=0, options={"specials": True})
    match.apply(DECLINE)
    assert match.revealed_at == 1
    match.apply(LOOKED)
    assert match.undo_length(1) is None
    assert all(match.undo_length(seat) is None or match.undo_length(seat) >= 1 for seat in range(3))


def test_n2_a_green_card_without_a_bid_goes_free_to_the_right_neighbour():
    after = state_after(state_of(special("bonus5")), DECLINE)
    assert after.store.displays[2] == (special("bonus5"),)
    assert after.chips == (11, 11, 11)


def test_n2_a_skipped_neighbour_gets_no_green_card():
    after = state_after(state_of(special("bonus5"), out=frozenset({2})), DECLINE)
    assert after.store.displays[1] == (special("bonus5"),)


def test_20_without_chips_a_green_card_can_only_be_declined():
    start = state_of(special("bonus5"), chips=(0, 0, 0))
    assert rules.legal_actions(start) == (DECLINE,)
    after = state_after(start, DECLINE)
    assert after.store.displays[2] == (special("bonus5"),)
    assert after.chips == (0, 0, 0)


def test_n3_the_decliner_acts_after_a_green_card():
    assert state_after(state_of(special("bonus5"), turn=2, last_bidder=1, pot=1), DECLINE).turn == 2


def test_n4_immediate_cards_are_discarded_or_kept_by_house_rule():
    rule = {"keep_immediate": True}
    kept = state_of(special("remove_one"), turn=1, last_bidder=0, displays=((8,), (), ()), options=rule)
    after = state_after(kept, DECLINE, choose(8))
    assert after.store.displays[0] == (special("remove_one"),)


KEEP = {"keep_immediate": True}


def test_a_kept_peek_shows_the_nine_only_once():
    """Given away it is a card like any other: the recipient does not look."""
    peek = special("peek_nine")
    looked = state_after(state_of(peek, turn=1, last_bidder=0, options=KEEP), DECLINE, LOOKED)
    assert looked.store.displays[0] == (peek,)
    assert looked.store.seen[0]
    given = state_of(special("give_left"), turn=1, last_bidder=0, displays=((peek,), (), ()), options=KEEP)
    after, events = rules.apply(state_after(given, DECLINE), choose(peek), Rng(1))
    assert after.store.displays[1] == (peek,)
    assert after.phase in rules.AUCTION
    assert not after.store.seen[1]
    assert not [event for event in events if isinstance(event, AsideSeen)]


def test_a_kept_peek_can_be_removed_and_scores_only_per_card():
    peek, removing = special("peek_nine"), special("remove_one")
    start = state_of(removing, turn=1, last_bidder=0, displays=((peek,), (), ()), options=KEEP)
    after = state_after(start, DECLINE, choose(peek))
    assert after.store.discard == (peek,)
    assert score((peek, special("plus_per_card")), 0).total == 2
    assert score((peek,), 5).total == score((), 5).total


def test_skip_leaves_the_auction_until_the_card_is_gone():
    start = state_of(17, displays=((special("skip"),), (), ()))
    after = state_after(start, SKIP)
    assert (after.turn, after.out) == (1, frozenset({0}))
    assert after.store.discard == (special("skip"),)
    assert state_after(after, PAY, PAY).turn == 1
    assert state_after(after, PAY, TAKE).out == frozenset()


def test_n5_skip_is_legal_only_on_its_owners_turn():
    assert SKIP not in rules.legal_actions(state_of(17, turn=1, displays=((special("skip"),), (), ())))


def test_n9_the_last_player_in_an_auction_may_pay_or_take():
    start = state_of(17, turn=1, out=frozenset({0, 2}), displays=((), (special("skip"),), ()))
    assert rules.legal_actions(start) == (PAY, TAKE)
    assert state_after(start, PAY).turn == 1


def test_n9_the_last_player_in_an_auction_gets_the_green_card():
    alone = state_of(special("bonus5"), turn=1, out=frozenset({0, 2}))
    assert state_after(alone, DECLINE).store.displays[1] == (special("bonus5"),)
    bidder = state_after(alone, PAY, DECLINE)
    assert bidder.store.displays[1] == (special("bonus5"),)
    assert bidder.chips[1] == 11


def test_24_a_green_last_card_ends_the_game():
    after = state_after(state_of(special("bonus5"), pile=()), DECLINE)
    assert after.phase == Phase.OVER
    assert rules.winners(after) == (2,)


@pytest.mark.parametrize(
    ("start", "action", "reason"),
    [
        (state_of(17, chips=(0, 5, 5)), PAY, "no_chip"),
        (state_of(17), DECLINE, "pink_not_declined"),
        (state_of(special("joker")), TAKE, "green_not_taken"),
        (state_of(17), SKIP, "no_skip"),
        (state_of(17), choose(9), "not_now"),
        (state_of(17, phase=Phase.REMOVE, displays=((8,), (), ())), PAY, "choose_first"),
        (state_of(17, phase=Phase.REMOVE, displays=((8,), (), ())), choose(9), "choose_first"),
        (state_of(17, phase=Phase.OVER), PAY, "game_over"),
    ],
)
def test_28_illegal_actions_are_refused_with_a_reason(start, action, reason):
    with pytest.raises(IllegalAction) as caught:
        rules.apply(start, action, Rng(1))
    assert caught.value.reason == reason


def test_rounds_add_up_and_a_new_round_is_dealt():
    start = state_of(17, pile=(), options={"rounds": 2})
    after = state_after(start, TAKE)
    assert after.phase == Phase.ROUND_OVER
    assert after.store.totals == (-6, 11, 11)
    fresh = state_after(after, NEXT_ROUND)
    assert (fresh.store.round, fresh.chips, len(fresh.store.pile)) == (2, (11, 11, 11), 23)
    assert fresh.store.totals == (-6, 11, 11)


@pytest.mark.parametrize(("tie_break", "winners"), [("shared", (1, 2)), ("chips", (2,))])
def test_a_tie_is_shared_or_goes_to_the_most_chips(tie_break, winners):
    start = state_of(30, pile=(), chips=(0, 5, 10), displays=((), (), (5,)), options={"tie_break": tie_break})
    assert rules.winners(state_after(start, TAKE)) == winners


def test_a_tie_over_several_rounds_goes_to_the_chips_of_the_last_round():
    """Seat 1 had more chips in the first round and fewer in the last, as the house rule's note says."""
    rule = {"tie_break": "chips", "rounds": 2}
    start = state_of(30, pile=(), chips=(0, 5, 10), displays=((), (), (5,)), options=rule)
    last = start._replace(store=start.store._replace(round=2, totals=(0, 12, 12)))
    assert rules.winners(state_after(last, TAKE)) == (2,)


@pytest.mark.parametrize("open_chips", [False, True])
def test_n10_chips_of_others_are_secret_unless_a_house_rule_opens_them(open_chips):
    state = state_of(17, chips=(3, 4, 5), options={"open_chips": open_chips})
    assert rules.view(state, 1).chips == ((3, 4, 5) if open_chips else (-1, 4, -1))


def test_the_back_of_the_next_card_is_the_only_public_part_of_the_pile():
    state = state_of(17, pile=(9, special("joker")))
    view = rules.view(state, 0)
    assert (view.next_back, view.pile_count) == ("green", 2)
    assert not hasattr(view, "pile")
    assert not hasattr(view, "set_aside")


@pytest.mark.parametrize("seats", range(3, 8))
@pytest.mark.parametrize("options", [{}, ALL, ALL | {"aside_from": "pink", "keep_immediate": True, "rounds": 2}])
def test_cards_and_chips_are_conserved_in_random_games(seats, options):
    rng = Rng(seats)
    for _ in range(20):
        state = rules.setup(options, seats, rng)
        cards, chips = cards_of(state), sum(state.chips)
        while actions := rules.legal_actions(state):
            state, _ = rules.apply(state, rng.choice(actions), rng)
            if state.phase not in (Phase.ROUND_OVER, Phase.OVER):
                assert sum(state.chips) + state.pot == chips
            assert cards_of(state) == cards
        assert rules.is_over(state)
        assert rules.to_move(state) == -1
