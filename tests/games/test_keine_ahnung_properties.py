"""Properties of Keine Ahnung that hold for all house rules, seats, deals and moves."""

from collections.abc import Sequence
from typing import Any

from audits.keine_ahnung import audit
from bot_games import without_card_counts
from hypothesis import given
from hypothesis import strategies as st
from keine_ahnung_states import card, cards, indistinguishable, play, reveal, state_of
from plans import (
    Plan,
    check_between,
    check_legal,
    check_refused,
    check_save,
    choices,
    finished,
    plans_of,
    property_test,
)

from game.catalogue.registry import GAMES
from game.core.match import Match, Seat
from game.core.rng import Rng
from game.games.keine_ahnung import rules
from game.games.keine_ahnung.deck import EMPTY, HIDDEN
from game.games.keine_ahnung.events import (
    CardDrawn,
    CardLaid,
    CardRevealed,
    DrawPileShuffled,
    FunctionTriggered,
    PrizeFound,
    TrophyWon,
    TurnForfeited,
)
from game.games.keine_ahnung.rules import CALL, END, Action, Phase, Sighting, State, Verb

#: events of cards that everybody sees at that moment
NAMING = (CardDrawn, CardRevealed, CardLaid, FunctionTriggered, PrizeFound)


def useful(state: State, legal: Sequence[Action], rng: Rng, manner: float) -> Action:
    """Choose at random among the moves that bring the game on, and at times a move that ends a turn for nothing."""
    better = [action for action in legal if action.verb not in (Verb.DECLINE, Verb.END)]
    if state.phase == Phase.DRAW:
        better = [action for action in better if action.verb == Verb.DRAW]
    return rng.choice(better if better and rng.fraction() < manner else legal)


def plans() -> st.SearchStrategy[Plan]:
    """Draw any combination of house rules."""
    every = {option.name: st.sampled_from(option.values) for option in rules.OPTIONS}
    return plans_of(GAMES["keine_ahnung"], st.fixed_dictionaries(every), useful, (0.9,))


@property_test(25)
@given(plans())
def test_no_card_or_trophy_is_lost_or_added_and_games_end(plan):
    match = plan.match
    assert not audit(match.state)
    for action in choices(match, plan):
        match.apply(action)
        assert not audit(match.state)
        assert len(match.actions) < 20_000
    assert match.is_over
    assert rules.to_move(match.state) == -1
    assert sum(rules.scores(match.state)) >= 46
    best = max(rules.scores(match.state))
    assert all(rules.scores(match.state)[seat] == best for seat in rules.winners(match.state))
    assert rules.winners(match.state)


@property_test(8)
@given(plans())
def test_every_legal_action_applies_and_every_other_is_refused_with_a_reason(plan):
    match = plan.match
    every = [Action(verb, which) for verb in Verb for which in range(-1, 9)]
    for number, action in enumerate(choices(match, plan)):
        for led_to in check_legal(match):
            assert not audit(led_to)
        if number % 29 == 0:
            check_refused(match, every)
        match.apply(action)
    # a refused action draws no random number either
    assert match.state == finished(plan).state


# ---- what a seat may know -----------------------------------------------------------------------------


@property_test(8)
@given(plans())
def test_a_view_does_not_depend_on_hidden_cards(plan):
    match = plan.match
    rng = Rng(plan.luck + 1)
    differed = 0
    for number, action in enumerate(choices(match, plan)):
        seat = number % plan.seats
        other = indistinguishable(match.state, seat, rng)
        differed += other != match.state
        assert not audit(other)
        assert without_card_counts(rules.view(other, seat)) == without_card_counts(rules.view(match.state, seat))
        match.apply(action)
    assert differed > len(match.actions) / 2


@property_test(8)
@given(plans())
def test_no_event_loses_a_card_or_reveals_a_hidden_one(plan):
    # the draw pile may be reshuffled while cards are being dealt
    check_between(plan, audit, indistinguishable, (DrawPileShuffled,))


@property_test(15)
@given(plans())
def test_a_view_names_face_down_cards_only_among_the_sightings(plan):
    match = plan.match
    seen: dict[tuple[int, int], Sighting] = {}
    for action in choices(match, plan):
        turns = match.state.turns
        for event in match.apply(action):
            if isinstance(event, CardRevealed):
                seen[event.seat, event.place] = Sighting(event.seat, event.place, event.card, turns)
            elif isinstance(event, (CardLaid, PrizeFound)):
                seen.pop((event.seat, event.place), None)
        state = match.state
        is_open = {(state.turn, place) for place in (*state.called_places, state.place)}
        for seat in range(plan.seats):
            view = rules.view(state, seat)
            for owner, grid in enumerate(state.grids):
                for place, one in enumerate(grid):
                    face = one if (owner, place) in is_open or one == EMPTY else HIDDEN
                    assert view.grids[owner][place] == face
            assert {*view.sightings} == {one for key, one in seen.items() if key not in is_open}


def fields_naming(value: Any, needle: int) -> bool:
    """Return whether a card appears anywhere in a value."""
    return value == needle if isinstance(value, int) else any(fields_naming(part, needle) for part in value)


def test_a_card_turned_back_appears_in_a_view_only_among_the_sightings():
    state = state_of("red5", ("yellow4+ grey1",), phase=Phase.OWN)
    state, _ = play(state, reveal(0))
    for seat in (0, 1):
        view = rules.view(state, seat)
        assert view.sightings == (Sighting(0, 0, card("yellow4+"), 1),)
        naming = [
            name
            for name, value in view._asdict().items()
            if isinstance(value, tuple) and name not in ("options", "legal") and fields_naming(value, card("yellow4+"))
        ]
        assert naming == ["sightings"]


def test_trophies_and_prizes_are_secret_to_their_winner_until_the_end():
    state = state_of("purple5", ("- purple2",), phase=Phase.OWN)
    store = state.store._replace(stack=(3, 4), trophies=((5,), (5, 5)), prizes=((card("star1"),), (card("star2"),)))
    after, events = play(state._replace(store=store), reveal(1))
    trophy = next(event for event in events if isinstance(event, TrophyWon))
    assert GAMES["keine_ahnung"].visible(trophy, 0) == trophy == TrophyWon(0, 4, 1)
    assert GAMES["keine_ahnung"].visible(trophy, 1) == TrophyWon(0, 0, 1)
    mine, theirs = rules.view(after, 0), rules.view(after, 1)
    assert (mine.trophies, mine.prizes) == ((5, 4), cards("star1"))
    assert (theirs.trophies, theirs.prizes) == ((5, 5), cards("star2"))
    assert mine.trophy_counts == theirs.trophy_counts == (2, 2)
    assert mine.prize_counts == theirs.prize_counts == (1, 1)
    assert mine.results == theirs.results == ()
    last = state._replace(store=store._replace(stack=(4,)))
    over, _ = play(last, reveal(1))
    assert rules.view(over, 1).results[0].trophies == (5, 4)


@property_test(15)
@given(plans())
def test_events_name_only_face_up_cards_and_hide_only_stars(plan):
    match = plan.match
    for action in choices(match, plan):
        for event in match.apply(action):
            assert ("card" in event._fields) == isinstance(event, NAMING)
            for seat in range(plan.seats):
                is_secret = isinstance(event, TrophyWon) and event.seat != seat
                assert GAMES["keine_ahnung"].visible(event, seat) == (event._replace(stars=0) if is_secret else event)


# ---- saves and undo -------------------------------------------------------------------------------------


@property_test(15)
@given(plans(), st.floats(0, 1))
def test_a_loaded_save_is_the_same_match_and_plays_on_alike(plan, share):
    check_save(plan, share)


def match_at(state: State) -> Match:
    """Return a match whose state was built by hand."""
    match = Match(GAMES["keine_ahnung"], {}, [Seat("A", "human"), Seat("B", "human")], 1)
    match.state = state
    return match


@property_test(15)
@given(plans())
def test_a_move_that_showed_a_card_cannot_be_undone(plan):
    match = plan.match
    for action in choices(match, plan):
        events = match.apply(action)
        has_shown = any(isinstance(event, (*NAMING[:2], TrophyWon)) for event in events)
        stays = has_shown or action.verb == Verb.DECLINE or isinstance(events[0], TurnForfeited)
        assert match.undo_length(match.movers[-1]) == (None if stays else len(match.actions) - 1)


def test_choosing_a_pile_calling_and_stopping_can_be_undone():
    state = state_of("red1 blue6", ("red6 green2 grey5",), phase=Phase.OWN)
    match = match_at(state)
    match.apply(reveal(0))
    match.apply(Action(Verb.LAY, 1))
    assert match.undo_length(0) == 1
    match.apply(END)
    assert match.undo_length(0) == 2
    called = match_at(state)
    called.apply(CALL)
    assert called.undo_length(0) == 0
