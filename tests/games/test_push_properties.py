"""Properties of Push that hold for all house rules, seats, shuffles and moves."""

from collections import Counter

import pytest
from audits.push import audit
from hypothesis import event as note
from hypothesis import given
from hypothesis import strategies as st
from plans import (
    Plan,
    check_between,
    check_hidden,
    check_legal,
    check_random_games,
    check_refused,
    check_save,
    check_undo,
    choices,
    finished,
    often,
    plans_of,
    property_test,
    views,
)

from game.catalogue.registry import GAMES
from game.core.rng import Rng
from game.games.push import deck, rules
from game.games.push.events import (
    Busted,
    CardDrawn,
    CardsLost,
    ColourSecured,
    DieRolled,
    GameEnded,
    RowTaken,
    TurnEnded,
    TurnStarted,
)
from game.games.push.rules import DRAW, STOP, Action, Phase, State, Verb, View


def plans() -> st.SearchStrategy[Plan]:
    """Draw any combination of house rules, some left at their default."""
    every = {option.name: st.booleans() for option in rules.OPTIONS}
    return plans_of(GAMES["push"], st.fixed_dictionaries({}, optional=every), often(DRAW), (0.3, 0.7, 0.9, 0.99))


# ---- no card is lost, and games end ---------------------------------------------------------------------


@pytest.mark.parametrize("seats", range(rules.MIN_SEATS, rules.MAX_SEATS + 1))
@pytest.mark.parametrize("options", [{}, {"thrill": True, "keep_directions": True, "open_secured": True}])
def test_every_position_of_random_games_is_sound(seats, options):
    assert {end.phase for end in check_random_games(GAMES["push"], audit, options, seats)} == {Phase.OVER}


@property_test(60)
@given(plans())
def test_cards_move_exactly_as_the_events_say(plan):
    match = plan.match
    displays = [Counter() for _ in range(plan.seats)]
    secured = [Counter() for _ in range(plan.seats)]
    drawn = 0
    for action in choices(match, plan):
        for event in match.apply(action):
            match event:
                case CardDrawn():
                    drawn += 1
                case RowTaken(seat, _, cards):
                    displays[seat].update(cards)
                case CardsLost(seat, cards):
                    displays[seat] -= Counter(cards)
                case ColourSecured(seat, _, cards):
                    displays[seat] -= Counter(cards)
                    secured[seat].update(cards)
                case GameEnded(scores):
                    assert tuple(score.total for score in scores) == rules.scores(match.state)
        table = match.state.store
        assert [Counter(cards) for cards in table.displays] == displays
        assert [Counter(cards) for cards in table.secured] == secured
    assert drawn == len(rules.cards_of(match.state.store.options, plan.seats))


@property_test(60)
@given(plans())
def test_turns_go_round_to_the_left_and_the_game_ends_with_the_pile(plan):
    match = plan.match
    expected, turns = match.state.active_seat, 0
    for action in choices(match, plan):
        for event in match.apply(action):
            if isinstance(event, TurnEnded):
                assert event.seat == expected
                turns += 1
            elif isinstance(event, TurnStarted):
                expected = (expected + 1) % plan.seats
                assert event.seat == expected
    assert match.is_over
    assert not match.state.pile
    # every turn draws a card or secures some, and secured cards had been drawn
    assert turns <= 120 + 90
    best = max(rules.scores(match.state))
    assert all(rules.scores(match.state)[seat] == best for seat in rules.winners(match.state))
    assert rules.winners(match.state)


@property_test(60)
@given(plans())
def test_a_player_takes_at_most_one_row_per_turn_and_none_after_a_bust(plan):
    match = plan.match
    takers: list[int] = []
    busted = -1
    busts = 0
    for action in choices(match, plan):
        for event in match.apply(action):
            match event:
                case Busted(seat):
                    busted, busts = seat, busts + 1
                case RowTaken(seat):
                    takers.append(seat)
                case TurnEnded():
                    assert len(takers) == len(set(takers)) <= 3
                    assert busted not in takers
                    takers, busted = [], -1
    note(f"somebody busted: {busts > 0}")


# ---- legal and illegal actions --------------------------------------------------------------------------


@property_test(30)
@given(plans())
def test_every_legal_action_applies_and_every_other_is_refused_with_a_reason(plan):
    match = plan.match
    every = [Action(verb, target) for verb in Verb for target in (*range(-1, 6), 99)]
    for number, action in enumerate(choices(match, plan)):
        check_legal(match)
        if number % 5 == 0:
            check_refused(match, every)
        match.apply(action)
    # a refused action draws no random number either
    assert match.state == finished(plan).state


def clash(one: int, other: int) -> bool:
    """Return whether two cards cannot be in one row, in the words of section 3."""
    if one in deck.DICE or other in deck.DICE:
        return one in deck.DICE and other in deck.DICE
    return deck.COLOUR_OF[one] == deck.COLOUR_OF[other] or deck.VALUE_OF[one] == deck.VALUE_OF[other]


@property_test(40)
@given(plans())
def test_a_card_joins_any_row_without_a_clash_or_begins_one_of_three(plan):
    match = plan.match
    for action in choices(match, plan):
        state = match.state
        if state.phase == Phase.PLACE:
            fits = [place for place, row in enumerate(state.rows) if not any(clash(state.card, c) for c in row)]
            fits += [len(state.rows)] if len(state.rows) < 3 else []
            assert [target for _, target in rules.legal_actions(state)] == fits
        elif state.phase == Phase.DECIDE:
            assert (STOP in rules.legal_actions(state)) == bool(state.rows)
        match.apply(action)


# ---- what a seat may know -----------------------------------------------------------------------------


def indistinguishable(state: State, seat: int, rng: Rng) -> State:
    """Return another state that ``seat`` cannot tell from ``state``: the pile and others' secured cards are mixed."""
    table = state.store
    secured = list(table.secured)
    if not table.options.open_secured and state.phase != Phase.OVER:
        others = [other for other in range(len(secured)) if other != seat]
        mixed = rng.shuffled([card for other in others for card in secured[other]])
        for other in others:
            count = len(secured[other])
            secured[other], mixed = tuple(mixed[:count]), mixed[count:]
    return state._replace(pile=tuple(rng.shuffled(state.pile)), store=table._replace(secured=tuple(secured)))


@property_test(40)
@given(plans())
def test_a_view_does_not_depend_on_hidden_cards(plan):
    differed, actions = check_hidden(plan, indistinguishable)
    assert differed > actions


# ---- from event to event --------------------------------------------------------------------------------


def undecided(state: State) -> State:
    """Return the state without the seat that decides next."""
    return state._replace(turn=0, phase=Phase.AMID, waiting=())


@property_test(15)
@given(plans())
def test_no_event_loses_a_card_or_reveals_a_hidden_one(plan):
    check_between(plan, audit, indistinguishable)


@property_test(25)
@given(plans())
def test_the_view_after_the_last_event_is_that_of_the_new_state(plan):
    match = plan.match
    for action in choices(match, plan):
        steps = match.advance(action)
        assert undecided(steps[-1][1]) == undecided(match.state)
        assert match.state.phase != Phase.AMID
        assert all(state.phase != Phase.TAKE for _, state in steps[:-1]), "nobody is asked in between"


@property_test(30)
@given(plans())
def test_a_view_holds_everything_public(plan):
    for state, seat, view in views(plan):
        table = state.store
        assert (view.displays, view.discard, view.roll) == (table.displays, table.discard, table.roll)
        assert (view.card, view.rows, view.directions) == (state.card, state.rows, state.directions)
        assert (view.turn, view.active_seat, view.phase) == (rules.to_move(state), state.active_seat, state.phase)
        assert view.secured[seat] == table.secured[seat]
        assert view.secured_counts == tuple(map(len, table.secured))
        assert (view.pile_count, view.unseen) == (len(state.pile), tuple(sorted(state.pile)))
        assert view.legal == (rules.legal_actions(state) if seat == view.turn else ())
        if not table.options.open_secured:
            assert not any(cards for owner, cards in enumerate(view.secured) if owner != seat)


def cards_in(view: View) -> set[int]:
    """Return every face-up card of a view."""
    lying = [*view.rows, *view.displays, view.directions, view.discard]
    return {view.card, *(card for cards in lying for card in cards)}


@property_test(30)
@given(plans())
def test_an_event_names_only_cards_that_everybody_has_seen(plan):
    match = plan.match
    seen: set[int] = set()
    for action in choices(match, plan):
        for event in match.apply(action):
            if isinstance(event, CardDrawn):
                seen.add(event.card)
            fields = event._asdict()
            named = {fields.get("card", 0), fields.get("dice", 0), *fields.get("cards", ())} - {0}
            assert named <= seen
            assert all(GAMES["push"].visible(event, seat) == event for seat in range(plan.seats))
        assert seen.isdisjoint(match.state.pile)
        assert cards_in(match.view(0)) - {0} <= seen


# ---- saves and undo -------------------------------------------------------------------------------------


@property_test(25)
@given(plans(), st.floats(0, 1))
def test_a_loaded_save_is_the_same_match_and_plays_on_alike(plan, share):
    check_save(plan, share)


@property_test(25)
@given(plans())
def test_undo_stops_at_the_last_drawn_card_or_rolled_die(plan):
    check_undo(plan, lambda event: isinstance(event, (CardDrawn, DieRolled)))
