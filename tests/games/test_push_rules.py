"""Rules of Push: the deck, the scenarios and the rulings of the rule text."""

from collections import Counter

import pytest
from audits.push import audit
from push_states import (
    BLUE,
    GREEN,
    PURPLE,
    RED,
    YELLOW,
    names,
    place,
    play,
    secure,
    state_of,
    take,
)

from game.catalogue.registry import GAMES
from game.core.game import IllegalAction
from game.core.rng import Rng
from game.games.push import deck, rules
from game.games.push.deck import STAR
from game.games.push.events import (
    Busted,
    CardDrawn,
    CardPlaced,
    CardsLost,
    ColourSecured,
    DieRolled,
    DirectionChanged,
    DrawingStopped,
    GameEnded,
    GameStarted,
    RowDiscarded,
    RowTaken,
    TurnEnded,
    TurnStarted,
)
from game.games.push.rules import DRAW, STOP, Action, Options, Phase, Verb

#: three rows that neither a blue card nor a six fits, nor any dice card
FULL = ("b6 die", "b1 r6 die", "g6 b2 die")


def kinds(events):
    return [type(event) for event in events]


def pickers(state):
    """Return the seats in the order in which they take rows, each taking the first one left."""
    order = []
    while state.phase == Phase.TAKE:
        order.append(state.turn)
        state, _ = rules.apply(state, rules.legal_actions(state)[0], Rng(1))
    return order


# ---- deck and set-up ----------------------------------------------------------------------------------


def test_6_the_deck_has_90_numbers_18_dice_and_12_direction_cards():
    assert len(set(deck.CARDS)) == 120
    assert Counter(map(deck.kind_of, deck.CARDS)) == {
        deck.Kind.NUMBER: 90,
        deck.Kind.DICE: 18,
        deck.Kind.DIRECTION: 12,
    }
    assert set(Counter(deck.COLOUR_OF[card] for card in deck.NUMBER_CARDS).values()) == {18}
    assert set(Counter(deck.VALUE_OF[card] for card in deck.NUMBER_CARDS).values()) == {15}
    assert sum(deck.VALUE_OF) == 315
    three = Counter((deck.COLOUR_OF[card], deck.VALUE_OF[card]) for card in deck.NUMBER_CARDS)
    assert set(three.values()) == {3}
    assert all(deck.number_card(deck.COLOUR_OF[c], deck.VALUE_OF[c], (c - 1) % 3) == c for c in deck.NUMBER_CARDS)


def test_all_six_faces_of_the_die_are_equally_likely():
    start = state_of(rows=["die"], phase=Phase.TAKE, waiting=())
    rng = Rng(4)
    faces = Counter(rules.apply(start, take(0), rng)[0].store.roll.face for _ in range(6000))
    assert sorted(faces) == [RED, BLUE, GREEN, YELLOW, PURPLE, STAR]
    assert all(900 < count < 1100 for count in faces.values())


@pytest.mark.parametrize(
    ("seats", "options", "cards"),
    [(2, {}, 108), (2, {"keep_directions": True}, 120), (3, {}, 120), (6, {"keep_directions": False}, 120)],
)
def test_two_players_play_without_direction_cards_unless_a_house_rule_keeps_them(seats, options, cards):
    state = rules.setup(options, seats, Rng(3))
    assert len(state.pile) == cards
    assert not audit(state)
    assert rules.opening(state) == (GameStarted(state.turn),)
    assert (state.phase, state.active_seat) == (Phase.CHOOSE, state.turn)


def test_the_first_player_is_random_or_the_host():
    assert {rules.setup({}, 4, Rng(seed)).turn for seed in range(40)} == {0, 1, 2, 3}
    assert {rules.setup({"host_starts": True}, 4, Rng(seed)).turn for seed in range(40)} == {0}


@pytest.mark.parametrize("seats", range(2, 7))
def test_the_house_rule_on_direction_cards_is_offered_only_to_two_players(seats):
    names_offered = rules.offers({}, seats)
    assert ("keep_directions" in names_offered) == (seats == 2)
    assert "thrill" in names_offered


# ---- golden scenarios ---------------------------------------------------------------------------------


def test_g1_a_card_goes_only_to_a_row_without_its_colour_or_number():
    after, events = play(state_of(rows=["b2", "y3", "r1"], pile="r5 y2"), DRAW)
    assert rules.legal_actions(after) == (place(2),)
    assert kinds(events) == [CardDrawn]
    for row in (0, 1):
        with pytest.raises(IllegalAction) as caught:
            rules.apply(after, place(row), Rng(1))
        assert caught.value.reason == "row_clash"


def test_g2_a_roll_costs_open_cards_of_its_colour_and_no_secured_ones():
    start = state_of(rows=FULL, displays=["r3 b4 r1"], secured=["r6"], pile="r1 b3")
    after, events = play(start, DRAW, faces=[RED])
    assert names(after.store.displays[0]) == "b4"
    assert names(after.store.secured[0]) == "r6"
    lost = next(event for event in events if isinstance(event, CardsLost))
    assert (lost.seat, names(lost.cards)) == (0, "r3 r1")
    assert set(lost.cards) <= set(after.store.discard)
    assert after.store.roll == (0, RED, lost.cards)


def test_g3_the_cards_just_taken_can_be_lost_to_the_roll_too():
    start = state_of(rows=["b6 r2 die"], displays=["b1 y4"])
    after, events = play(start, STOP, take(0), faces=[BLUE])
    assert names(after.store.displays[0]) == "y4 r2"
    assert kinds(events)[:4] == [DrawingStopped, RowTaken, DieRolled, CardsLost]
    taken = events[1]
    assert (taken.seat, taken.row, names(taken.cards), names([taken.dice])) == (0, 0, "b6 r2", "die")
    assert {taken.dice, *events[3].cards} <= set(after.store.discard)


def test_p14_cards_are_taken_before_the_roll():
    after, _ = play(state_of(rows=["die g5"]), STOP, take(0), faces=[GREEN])
    assert after.store.displays[0] == ()


@pytest.mark.parametrize(("thrill", "left"), [(False, "b1 y4 b6"), (True, "")])
def test_g4_a_star_costs_nothing_or_with_the_thrill_variant_the_whole_display(thrill, left):
    start = state_of(rows=["b6 die"], displays=["b1 y4"], secured=["g2"], options={"thrill": thrill})
    after, events = play(start, STOP, take(0), faces=[STAR])
    assert names(after.store.displays[0]) == left
    assert names(after.store.secured[0]) == "g2"
    assert (CardsLost in kinds(events)) == thrill


@pytest.mark.parametrize(("thrill", "left"), [(False, "b1 y4"), (True, "")])
def test_p11_a_star_after_a_bust_costs_nothing_except_with_the_thrill_variant(thrill, left):
    start = state_of(rows=FULL, displays=["b1 y4"], pile="r1 b3", options={"thrill": thrill})
    after, _ = play(start, DRAW, faces=[STAR])
    assert names(after.store.displays[0]) == left


@pytest.mark.parametrize(
    ("directions", "order"), [(0, [0, 1, 2]), (1, [0, 3, 2]), (2, [0, 1, 2]), (3, [0, 3, 2]), (4, [0, 1, 2])]
)
def test_g5_and_10_an_odd_number_of_direction_cards_reverses_the_order(directions, order):
    start = state_of(seats=4, rows=["r1", "b1", "g1"], directions=directions)
    after, _ = play(start, STOP)
    assert pickers(after) == order


@pytest.mark.parametrize(("directions", "order"), [(0, [1, 2, 3]), (1, [3, 2, 1])])
def test_p12_the_order_is_reversed_after_a_bust_too(directions, order):
    start = state_of(seats=4, rows=FULL, directions=directions, pile="r1 b3")
    after, _ = play(start, DRAW, faces=[STAR])
    assert pickers(after) == order


# ---- drawing and placing ------------------------------------------------------------------------------


def test_8_a_card_that_fits_may_still_begin_a_new_row():
    after, _ = play(state_of(rows=["r1", "b2 g4"], pile="r5 y2"), DRAW)
    assert rules.legal_actions(after) == (place(0), place(2))
    placed, events = play(after, place(2))
    assert [names(row) for row in placed.rows] == ["r1", "b2 g4", "y2"]
    assert events == [CardPlaced(0, after.card, 2)]


def test_the_first_card_begins_the_first_row():
    after, _ = play(state_of(pile="r5 y2"), DRAW)
    assert rules.legal_actions(after) == (place(0),)


def test_a_dice_card_clashes_only_with_another_dice_card():
    after, _ = play(state_of(rows=["r1 b2", "die", "g4 die"], pile="r5 die"), DRAW)
    assert rules.legal_actions(after) == (place(0),)


def test_24_a_row_of_five_colours_accepts_a_dice_card_and_no_number():
    rows = ("r1 b2 g3 y4 p5", "r2 die", "r3 die")
    for card in deck.NUMBER_CARDS:
        assert 0 not in rules.targets_of(state_of(rows=rows).rows, card)
    after, _ = play(state_of(rows=rows, pile="r5 die"), DRAW)
    assert rules.legal_actions(after) == (place(0),)


def test_a_row_has_at_most_five_numbers_and_a_dice_card():
    longest = 0
    rng = Rng(6)
    for _ in range(60):
        state = rules.setup({}, 3, rng)
        while actions := rules.legal_actions(state):
            plays_on = [action for action in actions if action != STOP]
            state, _ = rules.apply(state, rng.choice(plays_on), rng)
            longest = max([longest, *map(len, state.rows)])
    assert longest <= 6


def test_a_direction_card_is_put_beside_the_pile():
    after, events = play(state_of(rows=["r1"], directions=1, pile="r5 dir"), DRAW)
    assert len(after.directions) == 2
    assert events == [CardDrawn(0, after.directions[1]), DirectionChanged(0, after.directions[1], False)]
    assert rules.legal_actions(after) == (DRAW, STOP)


def test_18_after_a_first_direction_card_only_drawing_is_legal():
    after, _ = play(state_of(pile="r5 dir"), DRAW)
    assert after.phase == Phase.DECIDE
    assert rules.legal_actions(after) == (DRAW,)
    with pytest.raises(IllegalAction) as caught:
        rules.apply(after, STOP, Rng(1))
    assert caught.value.reason == "no_row_yet"


def test_p8_with_fewer_than_three_rows_no_card_busts():
    for rows in ((), ("b6 die",), ("b6 die", "b1 r6 die")):
        for card in (*deck.NUMBER_CARDS, *deck.DICE):
            assert len(rows) in rules.targets_of(state_of(rows=rows).rows, card)


def test_a_bust_discards_the_card_then_rolls_then_distributes_the_rows():
    start = state_of(seats=4, rows=FULL, displays=["p2"], pile="r1 b3")
    after, events = play(start, DRAW, faces=[PURPLE])
    assert kinds(events) == [CardDrawn, Busted, DieRolled, CardsLost]
    assert names([events[1].card]) == "b3"
    assert events[1].card in after.store.discard
    assert (after.phase, after.turn, after.waiting) == (Phase.TAKE, 1, (2, 3))
    assert rules.legal_actions(after) == (take(0), take(1), take(2))


# ---- distributing rows ------------------------------------------------------------------------------------


def test_p10_a_player_who_stops_after_the_first_card_takes_its_row():
    after, events = play(state_of(pile="r5 y2"), DRAW, place(0), STOP, take(0))
    assert names(after.store.displays[0]) == "y2"
    assert (after.turn, after.phase) == (1, Phase.CHOOSE)
    assert kinds(events)[-3:] == [RowTaken, TurnEnded, TurnStarted]


def test_12_with_two_players_a_third_row_is_discarded():
    start = state_of(seats=2, rows=["r1", "b2", "g3 y4"])
    after, events = play(start, STOP, take(1), take(0))
    assert [names(display) for display in after.store.displays] == ["b2", "r1"]
    assert set(start.rows[2]) <= set(after.store.discard)
    assert events[-3:] == [RowDiscarded(2, start.rows[2]), TurnEnded(0, ()), TurnStarted(1)]


@pytest.mark.parametrize("directions", [0, 1])
def test_direction_cards_have_no_effect_at_two_seats(directions):
    after, _ = play(state_of(seats=2, rows=["r1", "b2", "g3"], directions=directions), STOP)
    assert pickers(after) == [0, 1]


def test_14_and_p13_a_bust_with_three_players_discards_the_third_row():
    start = state_of(rows=FULL, pile="r1 b3")
    after, _ = play(start, DRAW, take(1), take(2), faces=[STAR, STAR, STAR])
    assert [names(display) for display in after.store.displays] == ["", "b1 r6", "g6 b2"]
    assert set(start.rows[0]) <= set(after.store.discard)
    assert (after.turn, after.phase) == (1, Phase.CHOOSE)


def test_p9_with_more_players_than_rows_the_last_players_get_nothing():
    after, events = play(state_of(seats=6, rows=["r1", "b2"]), STOP, take(0), take(1))
    assert [names(display) for display in after.store.displays] == ["r1", "b2", "", "", "", ""]
    assert kinds(events) == [DrawingStopped, RowTaken, RowTaken, TurnEnded, TurnStarted]


def test_p4_a_row_with_only_a_dice_card_is_taken_and_rolled_for():
    start = state_of(rows=["die"], displays=["g4"])
    after, events = play(start, STOP, take(0), faces=[GREEN])
    assert after.store.displays[0] == ()
    assert events[1] == RowTaken(0, 0, (), start.rows[0][0])


def test_a_row_must_be_taken_however_bad_it_is():
    after, _ = play(state_of(rows=["die", "die"]), STOP)
    assert rules.legal_actions(after) == (take(0), take(1))
    assert rules.legal_actions(play(after, take(1), faces=[STAR])[0]) == (take(0),)


def test_each_picker_sees_the_rolls_before():
    start = state_of(rows=["r1 die", "b2"], displays=["r5"])
    after, _ = play(start, STOP, take(0), faces=[RED])
    assert after.turn == 1
    assert rules.view(after, 1).displays[0] == ()
    assert rules.view(after, 1).roll == after.store.roll


def test_22_a_rolled_colour_that_a_player_lacks_changes_nothing():
    after, events = play(state_of(rows=["r1 die"], displays=["b5"]), STOP, take(0), faces=[YELLOW])
    assert names(after.store.displays[0]) == "b5 r1"
    assert CardsLost not in kinds(events)
    assert after.store.roll == (0, YELLOW, ())


def test_p5_direction_cards_count_only_for_their_own_turn():
    after, events = play(state_of(seats=4, rows=["r1"], directions=1, pile="b1 r2"), STOP, take(0))
    assert after.directions == ()
    assert len(events[-2].cards) == 1
    assert set(events[-2].cards) <= set(after.store.discard)
    assert after.turn == 1
    assert rules.view(after, 1).waiting == (1, 2, 3, 0)


# ---- securing -----------------------------------------------------------------------------------------


def test_securing_takes_the_whole_turn_and_every_open_card_of_the_colour():
    start = state_of(displays=["r3 b4 r1"])
    after, events = play(start, secure(RED))
    assert names(after.store.displays[0]) == "b4"
    assert names(after.store.secured[0]) == "r3 r1"
    assert (after.turn, after.phase) == (1, Phase.CHOOSE)
    cards = after.store.secured[0]
    assert events == [ColourSecured(0, RED, cards), TurnEnded(0, ()), TurnStarted(1)]


def test_16_a_colour_can_be_secured_again():
    after, _ = play(state_of(displays=["b2 b5 g1"], secured=["b6"]), secure(BLUE))
    assert names(after.store.secured[0]) == "b6 b2 b5"


def test_p6_without_open_cards_only_drawing_is_legal():
    start = state_of(displays=["", "r1"], secured=["b6"])
    assert rules.legal_actions(start) == (DRAW,)
    assert rules.legal_actions(state_of(displays=["y1 r2"])) == (DRAW, secure(RED), secure(YELLOW))


# ---- the end ------------------------------------------------------------------------------------------


def test_p1_the_last_card_is_placed_and_forces_a_stop():
    after, events = play(state_of(rows=["r1", "b2"], pile="y3"), DRAW, place(0))
    assert (after.phase, after.turn) == (Phase.TAKE, 0)
    assert events[-1] == DrawingStopped(0, True)
    over, events = play(after, take(0), take(1))
    assert over.phase == Phase.OVER
    assert rules.legal_actions(over) == ()
    assert rules.to_move(over) == -1
    assert events[-1] == GameEnded(rules.results(over), (0,))
    assert rules.scores(over) == (4, 2, 0)


def test_p2_a_bust_with_the_last_card_ends_the_game():
    over, events = play(state_of(rows=FULL, pile="b3"), DRAW, take(0), take(1), faces=[STAR, STAR, STAR])
    assert Busted in kinds(events)
    assert over.phase == Phase.OVER
    assert rules.scores(over) == (0, 6, 7)
    assert rules.winners(over) == (2,)


def test_p3_a_direction_card_as_the_last_card_without_rows_ends_the_game():
    over, events = play(state_of(displays=["r2"], pile="dir"), DRAW)
    assert over.phase == Phase.OVER
    assert kinds(events) == [CardDrawn, DirectionChanged, TurnEnded, GameEnded]
    assert rules.winners(over) == (0,)


def test_20_a_direction_card_as_the_last_card_counts_for_the_forced_stop():
    after, events = play(state_of(seats=4, rows=["r1", "b2"], pile="dir"), DRAW)
    assert kinds(events) == [CardDrawn, DirectionChanged, DrawingStopped]
    assert pickers(after) == [0, 3]


def test_the_game_ends_without_further_turns_or_a_reshuffle():
    over, _ = play(state_of(rows=["r1"], pile="y3"), DRAW, place(0), take(0))
    assert rules.is_over(over)
    assert len(over.store.discard) == 118


@pytest.mark.parametrize(
    ("displays", "secured", "winners"),
    [
        (["r6"], [], (0,)),
        (["r6", "b5"], ["", "b1"], (1,)),  # more cards
        (["r6", "b4"], ["r2", "b4"], (0, 1)),
        (["r6", "b5"], ["", "b1", "g2 g4"], (1, 2)),
    ],
)
def test_a_tie_goes_to_the_most_cards_and_is_otherwise_shared(displays, secured, winners):
    over, _ = play(state_of(displays=displays, secured=secured, pile="dir"), DRAW)
    assert rules.winners(over) == winners


def test_a_running_game_has_no_winner():
    assert rules.winners(state_of(displays=["r6"])) == ()


# ---- illegal actions, and views -----------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("start", "action", "reason"),
    [
        (state_of(), STOP, "no_row_yet"),
        (state_of(), secure(RED), "nothing_to_secure"),
        (state_of(rows=["r1"], displays=["r2"]), secure(RED), "secure_instead"),
        (state_of(rows=["r1"]), place(0), "not_now"),
        (state_of(rows=["r1"]), take(0), "not_now"),
        (state_of(), Action(Verb.DRAW, 0), "not_now"),
        (state_of(rows=["r1"]), Action(Verb.STOP, 0), "not_now"),
        (play(state_of(pile="r1 b2"), DRAW)[0], DRAW, "place_first"),
        (play(state_of(pile="r1 b2"), DRAW)[0], STOP, "place_first"),
        (play(state_of(pile="r1 b2"), DRAW)[0], place(1), "place_first"),
        (play(state_of(rows=["r1"], pile="b1 r2"), DRAW)[0], place(0), "row_clash"),
        (play(state_of(rows=["r1"]), STOP)[0], DRAW, "take_row_first"),
        (play(state_of(rows=["r1"]), STOP)[0], take(1), "row_gone"),
        (play(state_of(rows=["r1", "b2"]), STOP, take(0))[0], take(0), "row_gone"),
        (play(state_of(pile="dir"), DRAW)[0], DRAW, "game_over"),
    ],
)
def test_illegal_actions_are_refused_with_a_reason(start, action, reason):
    with pytest.raises(IllegalAction) as caught:
        rules.apply(start, action, Rng(1))
    assert caught.value.reason == reason


@pytest.mark.parametrize("open_secured", [False, True])
def test_secured_cards_of_others_are_counted_and_by_house_rule_shown(open_secured):
    state = state_of(secured=["r1 r2", "b6"], options={"open_secured": open_secured})
    seen = rules.view(state, 1)
    assert seen.secured_counts == (2, 1, 0)
    assert [names(cards) for cards in seen.secured] == ["r1 r2" if open_secured else "", "b6", ""]


def test_everything_is_public_once_the_game_is_over():
    over, _ = play(state_of(secured=["r1 r2", "b6"], pile="dir"), DRAW)
    assert rules.view(over, 2).secured == over.store.secured


def test_p7_the_discard_and_the_unseen_cards_are_public_but_not_their_order():
    state = state_of(pile="r5 y2 b1 die")
    seen = rules.view(state, 1)
    assert seen.discard == state.store.discard
    assert names(seen.unseen) == "r5 b1 y2 die"
    assert seen.pile_count == 4
    assert not hasattr(seen, "pile")


def test_display_aids_change_no_rule():
    bare, helped = (rules.setup({"sums": on, "risk": on}, 3, Rng(5)) for on in (False, True))
    assert bare.pile == helped.pile
    defaults = rules.setup({}, 3, Rng(5)).store.options
    assert defaults == Options(
        thrill=False, sums=True, risk=True, open_secured=False, host_starts=False, keep_directions=False
    )


def test_drawing_and_rolling_cannot_be_undone():
    _, events = play(state_of(rows=FULL, displays=["p2"], pile="r1 b3"), DRAW, faces=[PURPLE])
    assert [GAMES["push"].reveals(event) for event in events] == [True, False, True, False]
    _, events = play(state_of(rows=["r1"]), STOP, take(0))
    assert not any(map(GAMES["push"].reveals, events))
