"""Properties of Nein Danke! that hold for all house rules, seats, deals and moves."""

from collections.abc import Sequence
from typing import Any

from audits.nein_danke import audit
from hypothesis import event as note
from hypothesis import given
from hypothesis import strategies as st
from nein_danke_states import cards_of
from plans import (
    Plan,
    check_between,
    check_hidden,
    check_legal,
    check_refused,
    check_save,
    choices,
    finished,
    often,
    plans_of,
    property_test,
    views,
)

from game.catalogue.registry import GAMES
from game.core.options import Pick
from game.core.rng import Rng
from game.games.nein_danke import deck, rules
from game.games.nein_danke.events import AsideSeen, Event
from game.games.nein_danke.rules import PAY, Action, Phase, State, Verb

#: chips per seat as printed; the tactical variant gives ten to everybody
CHIPS = {3: 11, 4: 11, 5: 11, 6: 9, 7: 7}
BONUS = {"bonus5": 5, "bonus10": 10, "bonus15": 15, "bonus20": 20}


@st.composite
def house_rules(draw: st.DrawFn, **fixed: Any) -> dict[str, Any]:
    """Draw any combination of house rules, also such as come from a save: kinds as a list, some left out."""
    options = {}
    for option in rules.OPTIONS:
        values = st.sampled_from(option.values)
        if option.pick == Pick.SOME:
            some = st.lists(values, unique=True) | st.just(list(option.values))
            options[option.name] = draw(some)
        else:
            options[option.name] = draw(values)
    left_out = draw(st.sets(st.sampled_from([option.name for option in rules.OPTIONS]), max_size=3))
    return {name: value for name, value in options.items() if name not in left_out} | fixed


def plans(**fixed: Any) -> st.SearchStrategy[Plan]:
    """Draw games under every house rule that is not ``fixed``; paying often empties every purse."""
    return plans_of(GAMES["nein_danke"], house_rules(**fixed), often(PAY), (0.3, 0.5, 0.8, 0.95))


# ---- no chip is lost, and games end ---------------------------------------------------------------------


@property_test(80)
@given(plans())
def test_no_chip_or_card_is_lost_or_added(plan):
    match = plan.match
    taking_part = match.state.store.options.kinds if match.state.store.options.specials else ()
    whole = [*range(3, 36), *(card for card, kind in deck.SPECIALS.items() if kind in taking_part)]
    chips = plan.seats * (10 if match.state.store.options.tactical else CHIPS[plan.seats])
    assert cards_of(match.state) == whole
    assert sum(match.state.chips) == chips
    for action in choices(match, plan):
        match.apply(action)
        assert cards_of(match.state) == whole
        assert sum(match.state.chips) + match.state.pot == chips
        assert min(match.state.chips) >= 0


@property_test(80)
@given(plans(specials=True, keep_immediate=False, aside_from="numbers"))
def test_immediate_cards_take_effect_and_are_discarded(plan):
    match = plan.match
    for action in choices(match, plan):
        match.apply(action)
        assert not any(deck.IMMEDIATE_IDS.intersection(display) for display in match.state.store.displays)


@property_test(80)
@given(plans())
def test_a_game_ends_in_time_and_in_its_last_round(plan):
    match = plan.match
    rounds = match.state.store.options.rounds
    # a card stays until every chip has been paid for it, every Skip been used and one player takes it
    longest = rounds * len(cards_of(match.state)) * (sum(match.state.chips) + plan.seats + 3)
    for action in choices(match, plan):
        match.apply(action)
        assert len(match.actions) <= longest
    note(f"rounds: {rounds}")
    assert match.is_over
    assert match.state.store.round == rounds
    assert rules.to_move(match.state) == -1
    best = max(rules.scores(match.state))
    winners = rules.winners(match.state)
    assert winners
    assert all(rules.scores(match.state)[seat] == best for seat in winners)


def penalty(numbers: set[int], doubled_at: int) -> int:
    """Return the lowest number of every chain, and once more that of the chain with ``doubled_at``."""
    total = 0
    for number in numbers:
        if number - 1 not in numbers:
            chain = {n for n in range(number, 42) if set(range(number, n + 1)) <= numbers}
            total += number * (2 if doubled_at in chain else 1)
    return total


def total_by_the_rules(display: Sequence[int], chips: int) -> int:
    """Return the total by the formula of the rule text, section 5, with the Joker tried at every place."""
    kinds = [deck.kind_of(card) for card in display]
    numbers = {card for card in display if card <= 35} | ({40} if "number_40" in kinds else set())
    highest = max(numbers, default=0) if "highest_doubled" in kinds else 0
    places = [set(), *({n} for n in range(1, 41))] if "joker" in kinds else [set()]
    least = min(penalty(numbers | place, highest) for place in places)
    counted = chips * (2 if "double_chips" in kinds else 1) // (2 if "halve_chips" in kinds else 1)
    points = -counted if "chips_negative" in kinds else counted
    per_card = len(display) * (("plus_per_card" in kinds) - ("minus_per_card" in kinds))
    return points + sum(BONUS.get(kind, 0) for kind in kinds) + per_card - least


@property_test(60)
@given(plans(specials=True))
def test_totals_match_the_printed_formula(plan):
    match = plan.match
    totals = [0] * plan.seats
    for action in choices(match, plan):
        match.apply(action)
        if match.state.phase >= Phase.ROUND_OVER:
            for seat, display in enumerate(match.state.store.displays):
                totals[seat] += total_by_the_rules(display, match.state.chips[seat])
        assert list(rules.scores(match.state)) == totals
    assert match.is_over


# ---- legal and illegal actions --------------------------------------------------------------------------


@property_test(15)
@given(plans(specials=True))
def test_every_legal_action_applies_and_every_other_is_refused_with_a_reason(plan):
    match = plan.match
    for number, action in enumerate(choices(match, plan)):
        check_legal(match)
        if number % 5 == 0:
            table = match.state.store
            lying = [card for display in table.displays for card in display]
            check_refused(
                match, [Action(verb, card) for verb in Verb for card in (0, 99, *table.pile[-1:], *lying[-12:])]
            )
        assert len(match.actions) == number
        match.apply(action)
    # a refused action draws no random number either
    assert match.state == finished(plan).state


# ---- what a seat may know -----------------------------------------------------------------------------


def indistinguishable(state: State, seat: int, rng: Rng) -> State:
    """Return another state that ``seat`` cannot tell from ``state``: everything secret is changed at random."""
    table, seats = state.store, len(state.chips)
    pile, aside = list(table.pile), list(table.set_aside)
    if table.seen[seat]:
        aside = rng.shuffled(aside)
        pile = rng.shuffled(pile)
    else:
        mixed = rng.shuffled(pile + aside)
        pile, aside = mixed[: len(pile)], mixed[len(pile) :]
    if pile:
        # only the back of the top card is known: any card with such a back may lie there
        green = deck.is_green(table.pile[-1])
        every = pile + (aside if not table.seen[seat] else [])
        place = rng.choice([n for n, card in enumerate(every) if deck.is_green(card) == green])
        if place < len(pile):
            pile[place], pile[-1] = pile[-1], pile[place]
        else:
            aside[place - len(pile)], pile[-1] = pile[-1], aside[place - len(pile)]
    chips = list(state.chips)
    if not table.options.open_chips and state.phase not in (Phase.ROUND_OVER, Phase.OVER):
        others = [other for other in range(seats) if other != seat]
        theirs = sum(chips[other] for other in others)
        for other in others:
            chips[other] = 0
        for _ in range(theirs):
            chips[rng.choice(others)] += 1
    seen = tuple(cards if other == seat or not cards else tuple(aside) for other, cards in enumerate(table.seen))
    return state._replace(chips=tuple(chips), store=table._replace(pile=tuple(pile), set_aside=tuple(aside), seen=seen))


@property_test(25)
@given(plans())
def test_a_view_does_not_depend_on_hidden_cards(plan):
    differed, actions = check_hidden(plan, indistinguishable)
    assert differed > actions


@property_test(15)
@given(plans(specials=True))
def test_no_event_loses_a_card_or_reveals_a_hidden_one(plan):
    check_between(plan, audit, indistinguishable)


@property_test(30)
@given(plans(specials=True))
def test_a_view_holds_everything_public(plan):
    for state, seat, view in views(plan):
        table = state.store
        assert view.displays == table.displays
        assert (view.card, view.pot, view.out) == (state.card, state.pot, state.out)
        assert (view.turn, view.phase, view.last_bidder) == (rules.to_move(state), state.phase, state.last_bidder)
        assert (view.pile_count, view.set_aside_count) == (len(table.pile), len(table.set_aside))
        assert (view.discard, view.totals, view.round) == (table.discard, table.totals, table.round)
        assert view.chips[seat] == state.chips[seat]
        assert view.legal == (rules.legal_actions(state) if seat == rules.to_move(state) else ())
        assert set(view.seen) == set(table.seen[seat]) & set(table.set_aside)
        if table.options.open_chips or state.phase == Phase.ROUND_OVER:
            assert view.chips == state.chips


def named(event: Event) -> set[int]:
    """Return the cards that an event names."""
    fields = event._asdict()
    return {fields["card"]} if "card" in fields else set(fields.get("cards", ()))


@property_test(60)
@given(plans(specials=True))
def test_events_name_open_cards_and_the_nine_only_to_their_viewer(plan):
    match = plan.match
    peeks = 0
    for action in choices(match, plan):
        for event in match.apply(action):
            table = match.state.store
            is_open = {match.state.card, *table.discard, *(card for display in table.displays for card in display)}
            for seat in range(plan.seats):
                shown = GAMES["nein_danke"].visible(event, seat)
                if isinstance(event, AsideSeen):
                    peeks += 1
                    assert shown == (event if seat == event.seat else AsideSeen(event.seat, ()))
                    assert set(event.cards) == set(table.set_aside)
                else:
                    assert shown == event
                    assert named(shown) <= is_open
    note(f"somebody looked at the nine: {peeks > 0}")


# ---- saves and undo -------------------------------------------------------------------------------------


@property_test(40)
@given(plans(), st.floats(0, 1))
def test_a_loaded_save_is_the_same_match_and_plays_on_alike(plan, share):
    check_save(plan, share)


@property_test(40)
@given(plans(), st.lists(st.floats(0, 1), min_size=1, max_size=4))
def test_rewinding_equals_never_having_played_on(plan, shares):
    match, whole = finished(plan), finished(plan)
    for share in sorted(shares, reverse=True):
        length = round(share * len(match.actions))
        match.rewind(length)
        past = whole.at(length)
        assert (match.state, match.actions, match.events) == (past.state, past.actions, past.events)
        assert (match.movers, match.revealed_at) == (past.movers, past.revealed_at)
    for action in whole.actions[len(match.actions) :]:
        match.apply(action)
    assert match.state == whole.state
