"""Properties of dnuP that hold for all house rules, seats, deals and moves."""

import pytest
from audits.dnup import audit
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
from game.games.dnup import deck, rules
from game.games.dnup.deck import ACTIVE, HIDDEN, STAR, number_of, turned
from game.games.dnup.events import (
    CardAdded,
    HandsDealt,
    HandTurned,
    RoundEnded,
    RoundStarted,
    SetDiscarded,
    SetPlayed,
    SetReturned,
    SetTaken,
    WentOut,
)
from game.games.dnup.rules import TURN, Action, Phase, State, Verb


def plans() -> st.SearchStrategy[Plan]:
    """Draw house rules, some left at their default; a hand that is often turned makes long rounds."""
    every = {option.name: st.sampled_from(option.values) for option in rules.OPTIONS}
    return plans_of(GAMES["dnup"], st.fixed_dictionaries({}, optional=every), often(TURN), (0.0, 0.2, 0.5))


# ---- no card is lost, and games end ---------------------------------------------------------------------


@pytest.mark.parametrize("seats", range(rules.MIN_SEATS, rules.MAX_SEATS + 1))
@pytest.mark.parametrize("options", [{}, {"redeal_after": 100}])
def test_every_position_of_random_games_is_sound(seats, options):
    assert {end.phase for end in check_random_games(GAMES["dnup"], audit, options, seats)} == {Phase.OVER}


@property_test(50)
@given(plans())
def test_cards_move_exactly_as_the_events_say(plan):
    match = plan.match
    hands, sets, gone = [*map(list, match.state.hands)], [list(cards) for cards in match.state.sets], 0
    for action in choices(match, plan):
        for event in match.apply(action):
            match event:
                case HandsDealt(dealt):
                    hands, sets, gone = [*map(list, dealt)], [[] for _ in sets], 0
                case SetDiscarded(_, place, cards):
                    assert sets[place] == list(cards)
                    sets[place], gone = [], gone + len(cards)
                case SetReturned(seat, place, cards) | SetTaken(seat, place, _, cards):
                    assert sets[place] == list(cards)
                    sets[place] = []
                    hands[seat] += turned(cards)
                case SetPlayed(seat, place, cards):
                    assert not sets[place]
                    sets[place] = list(cards)
                    hands[seat] = [card for card in hands[seat] if card not in cards]
                case CardAdded(seat, place, owner, card, size):
                    sets[place].append(card)
                    hands[seat].remove(card)
                    assert (len(sets[place]), rules.owner_of(place, plan.seats)) == (size, owner)
                case HandTurned(seat, hand):
                    hands[seat] = list(turned(hands[seat]))
                    assert hands[seat] == list(hand)
        assert [list(hand) for hand in match.state.hands] == hands
        assert [list(cards) for cards in match.state.sets] == sets
        assert len(match.state.discard) == gone


@property_test(50)
@given(plans())
def test_a_game_ends_exactly_when_the_goal_is_reached(plan):
    match = plan.match
    goal = 4 if plan.seats > 2 else 2
    totals = [0] * plan.seats
    rounds = 0
    for action in choices(match, plan):
        assert max(totals) < goal
        for event in match.apply(action):
            if isinstance(event, WentOut):
                totals[event.seat] += event.award
            elif isinstance(event, RoundEnded):
                rounds += 1
                assert event.totals == tuple(totals)
                assert match.state.store.history[-1] == event.awards
        assert rules.scores(match.state) == tuple(totals)
    note(f"rounds: {min(rounds, 6)}")
    assert rules.winners(match.state) == tuple(seat for seat in range(plan.seats) if totals[seat] >= goal)
    assert len(rules.winners(match.state)) == 1


@property_test(50)
@given(plans())
def test_seats_move_in_turn_and_skip_those_who_are_out(plan):
    match = plan.match
    for action in choices(match, plan):
        before = match.state
        match.apply(action)
        after = match.state
        if before.phase or after.phase:
            continue
        if plan.seats == 2:
            following = (before.turn, 1) if before.area == 0 else (1 - before.turn, 0)
        else:
            others = [(before.turn + step) % plan.seats for step in range(1, plan.seats + 1)]
            following = (next(seat for seat in others if seat not in after.out), 0)
        assert (after.turn, after.area) == following


# ---- legal and illegal actions --------------------------------------------------------------------------


def is_legal(state: State, action: Action) -> bool:
    """Return whether sections 5 and 6 of the rule text allow an action, written independently of the rules."""
    seats, (verb, cards, place) = len(state.hands), action
    own = state.turn * (2 if seats == 2 else 1) + state.area
    table = {where: there for where, there in enumerate(state.sets) if there and where != own}
    foreign = {where: there for where, there in table.items() if where // (2 if seats == 2 else 1) != state.turn}
    if verb == Verb.TURN:
        return True
    if verb == Verb.TAKE:
        return place in foreign
    values = {ACTIVE[card] for card in cards}
    if len(values) != 1 or not set(cards) <= set(state.hands[state.turn]):
        return False
    value, size = values.pop(), len(cards)
    if verb == Verb.ADD:
        if place not in foreign or ACTIVE[foreign[place][0]] != value:
            return False
        size = len(foreign[place]) + 1
    return all(len(there) != size or ACTIVE[there[0]] < value for there in table.values())


@property_test(12)
@given(plans())
def test_every_legal_action_applies_and_every_other_is_refused_with_a_reason(plan):
    match = plan.match
    tried: list[Action] = []
    for number, action in enumerate(choices(match, plan)):
        state = match.state
        legal = rules.legal_actions(state)
        assert all(state.phase or is_legal(state, option) for option in legal)
        check_legal(match)
        if number % 3 == 0:
            hand = state.hands[state.turn]
            tried += [rules.play_of((card,)) for card in hand]
            tried += [rules.play_of((one, other)) for one in hand[:4] for other in hand[4:8]]
            places = range(len(state.sets))
            tried += [Action(Verb.ADD, (card,), place) for card in hand for place in places]
            tried += [Action(Verb.TAKE, (), place) for place in places]
            assert all(state.phase or not is_legal(state, other) for other in {*tried[-150:]} - {*legal})
            check_refused(match, tried[-150:])
        match.apply(action)
    # a refused action draws no random number either
    assert match.state == finished(plan).state


@pytest.mark.parametrize(
    "junk",
    [
        *(None, {}, [], ["play"], [99], [True], [0, "x"], [0, 1, 2], "play", 3.5, [3.0]),
        *([0, []], [0, [1]], [0, [82]], [0, [9, 4]], [0, [4, 4]], [0, [True]], [0, [4.0]]),
        *([1, 4], [1, 1, 0], [1, 4, True], [2], [2, "x"], [2, True], [3, 0]),
    ],
)
def test_junk_does_not_decode_to_an_action(junk):
    with pytest.raises(ValueError, match="not an action"):
        rules.decode(junk)


# ---- what a seat may know -----------------------------------------------------------------------------


def indistinguishable(state: State, seat: int, rng: Rng) -> State:
    """Return another state that ``seat`` cannot tell from ``state``: the unseen cards of other hands are mixed."""
    others = [other for other in range(len(state.hands)) if other != seat]
    mixed = [card for other in others for card in state.hands[other] if card not in state.known_cards[other]]
    # an end that is up tells nothing, the star card stays where the round began
    pool = [card ^ rng.below(2) for card in rng.shuffled(mixed)]
    star = [card for card in pool if number_of(card) == STAR]
    pool = [card for card in pool if number_of(card) != STAR]
    hands = list(state.hands)
    for other in others:
        hand = []
        for card in hands[other]:
            if card in state.known_cards[other]:
                hand.append(card)
            elif star and other == state.store.starter:
                hand.append(star.pop())
            else:
                hand.append(pool.pop())
        hands[other] = tuple(hand)
    return state._replace(hands=tuple(hands))


@property_test(15)
@given(plans())
def test_a_view_does_not_depend_on_hidden_cards(plan):
    def sound(state: State, seat: int, rng: Rng) -> State:
        other = indistinguishable(state, seat, rng)
        assert not audit(other)
        return other

    differed, actions = check_hidden(plan, sound)
    assert differed > actions // 2


@property_test(8)
@given(plans())
def test_no_event_loses_a_card_or_reveals_a_hidden_one(plan):
    check_between(plan, audit, indistinguishable)


@property_test(30)
@given(plans())
def test_a_view_holds_everything_public_and_no_other_hand(plan):
    for state, seat, view in views(plan):
        table = state.store
        assert (view.turn, view.area, view.phase) == (rules.to_move(state), state.area, state.phase)
        assert (view.sets, view.out, view.quiet_turns) == (state.sets, state.out, state.quiet_turns)
        assert view.hand == state.hands[seat]
        assert view.hand_counts == tuple(map(len, state.hands))
        assert view.discard_count == len(state.discard) == len(view.known_discards)
        assert (view.round, view.starter, view.totals) == (table.round, table.starter, table.totals)
        assert view.legal == (rules.legal_actions(state) if seat == view.turn else ())


@property_test(40)
@given(plans())
def test_the_known_cards_of_a_hand_are_those_seen_going_there(plan):
    match = plan.match
    known: list[set[int]] = [set() for _ in range(plan.seats)]
    seen: set[int] = set()
    for action in choices(match, plan):
        for event in match.apply(action):
            match event:
                case RoundStarted():
                    known, seen = [set() for _ in range(plan.seats)], set()
                case SetReturned(seat, _, cards) | SetTaken(seat, _, _, cards):
                    known[seat] |= set(turned(cards))
                case HandTurned(seat):
                    known[seat] = set(turned(known[seat]))
                case SetPlayed(seat, _, cards, fresh):
                    assert fresh == len(set(cards) - known[seat])
                    assert rules.reveals(event) == (fresh > 0)
                    known[seat] -= set(cards)
                    seen |= set(map(number_of, cards))
                case CardAdded(seat, _, _, card, _, fresh):
                    assert fresh == (card not in known[seat])
                    assert rules.reveals(event) == (fresh > 0)
                    known[seat].discard(card)
                    seen.add(number_of(card))
        assert list(map(set, match.state.known_cards)) == known
        # no card is known that was never shown
        assert set(rules.view(match.state, 0).known_discards) <= seen


@property_test(30)
@given(plans())
def test_an_event_does_not_show_anybody_another_hand(plan):
    match = plan.match
    happened = list(rules.opening(match.state))
    for action in choices(match, plan):
        happened += match.apply(action)
    for event in happened:
        for seat in range(plan.seats):
            shown = rules.visible(event, seat)
            if isinstance(event, HandsDealt):
                assert shown.hands[seat] == event.hands[seat]
                assert all(set(hand) == {HIDDEN} for owner, hand in enumerate(shown.hands) if owner != seat)
                assert list(map(len, shown.hands)) == list(map(len, event.hands))
            elif isinstance(event, HandTurned) and event.seat != seat:
                assert shown == (event.seat, (HIDDEN,) * len(event.hand))
            else:
                assert shown == event


# ---- saves and undo -------------------------------------------------------------------------------------


@property_test(25)
@given(plans(), st.floats(0, 1))
def test_a_loaded_save_is_the_same_match_and_plays_on_alike(plan, share):
    check_save(plan, share)


@property_test(25)
@given(plans())
def test_undo_stops_at_the_last_card_shown_or_dealt(plan):
    check_undo(plan, lambda event: bool(getattr(event, "fresh", 0)) or isinstance(event, HandsDealt))


def test_every_card_has_two_ends_and_turning_swaps_them():
    for card in range(deck.FIRST_CARD, deck.END_OF_CARDS):
        assert number_of(card) == number_of(card ^ 1)
        assert tuple(sorted((ACTIVE[card], ACTIVE[card ^ 1]))) == deck.PAIRS[number_of(card) - 1]
        assert ACTIVE[card] != ACTIVE[card ^ 1]
