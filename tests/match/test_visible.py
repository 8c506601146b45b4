"""Events of every registered game: a seat sees its own unchanged, and no event reveals more than the seat's view."""

import pytest
from contract_cases import CASES, match_of

from game.catalogue.registry import GAMES
from game.core.game import WATCHER, IllegalAction
from game.core.rng import Rng

#: so many actions of a match are looked at
LOOKED_AT = 120
#: so many things at least are compared
LEAST = 20
#: fields of events that name cards or what is on them, as one number or as several
SHOWN = {"card", "cards", "hand", "hands", "pattern", "patterns", "stars"}
#: the values of a card that is hidden or does not exist
NOBODY_KNOWS = {-1, 0}
#: the events of each game that are redacted for some seats
REDACTED = {
    "dnup": {"HandsDealt", "HandTurned"},
    "keine_ahnung": {"TrophyWon"},
    "nein_danke": {"AsideSeen"},
}


def numbers_in(value):
    """Return every number in a value, at any depth."""
    if isinstance(value, int):
        return {value}
    return set().union(*map(numbers_in, value)) if isinstance(value, tuple | frozenset | list) else set()


def cards_in(event):
    """Return the cards that an event names; a single number in ``cards`` is a count."""
    fields = zip(event._fields, event, strict=True)
    counts = {"cards"} if isinstance(getattr(event, "cards", ()), int) else set()
    return set().union(*(numbers_in(value) for field, value in fields if field in SHOWN - counts))


def indistinguishable(game, state, seat, rng):
    """Return a position that ``seat`` cannot tell from ``state``."""
    if not game.real_time:
        return game.sample_state(game.view(state, seat), rng)
    # the visible side is known for cards in play, but not for those below
    up = {thing.face for thing in state.lying().values()}
    hidden = [face for face in range(len(state.deck)) if face not in up]
    changed = dict(zip(hidden, rng.shuffled([state.deck[face] for face in hidden]), strict=True))
    return state._replace(deck=tuple(changed.get(face, pattern) for face, pattern in enumerate(state.deck)))


def applied(game, state, action):
    """Return the result of an action, or of the deal without one, with the same random numbers every time."""
    return game.apply(state, action, Rng(77)) if action else (state, game.opening(state))


def random_actions(match, rng):
    """Yield the deal and many random actions with their results: before, action, after, events."""
    game, state = match.game, match.state
    yield state, None, *applied(game, state, None)
    for _ in range(LOOKED_AT):
        if not (legal := game.legal_actions(state)):
            break
        action = rng.choice(legal)
        after, events = applied(game, state, action)
        yield state, action, after, events
        state = after


@pytest.mark.parametrize(("name", "seats", "options"), CASES)
def test_a_seat_sees_its_own_events_unchanged(name, seats, options):
    match = match_of(name, seats, options, 14)
    game, own, actions = match.game, 0, 0
    for _, action, _, events in random_actions(match, Rng(3)):
        actions += action is not None
        for event in events:
            for seat in range(seats):
                seen = game.visible(event, seat)
                if getattr(event, "seat", None) == seat:
                    own += 1
                    assert seen == event
                assert seen is None or type(seen) is type(event)
                for field, rows in zip(event._fields, event, strict=True):
                    if isinstance(rows, tuple) and len(rows) == seats and all(isinstance(row, tuple) for row in rows):
                        assert getattr(seen, field)[seat] == rows[seat]
    assert own >= min(actions, LEAST), "too few events have a field seat that names who acted"


@pytest.mark.parametrize(("name", "seats", "options"), CASES)
def test_an_event_names_only_cards_in_the_seats_view_before_or_after(name, seats, options):
    match = match_of(name, seats, options, 14)
    game, looked = match.game, 0
    for before, _, after, events in random_actions(match, Rng(3)):
        for seat in (WATCHER, *range(seats)):
            known = numbers_in(game.view(before, seat)) | numbers_in(game.view(after, seat)) | NOBODY_KNOWS
            for seen in filter(None, (game.visible(event, seat) for event in events)):
                looked += bool(cards_in(seen))
                assert cards_in(seen) <= known, (seat, seen)
    assert looked > LEAST, f"no field of an event that names cards is called one of {sorted(SHOWN)}"


@pytest.mark.parametrize("name", GAMES)
def test_hidden_cards_do_not_change_an_event(name):
    redacted, rng, others = set(), Rng(5), 0
    for case, seats, options in CASES:
        if case != name:
            continue
        match = match_of(name, seats, options, 14)
        game = match.game
        for before, action, after, events in random_actions(match, Rng(3)):
            for seat in (WATCHER, *range(seats)):
                world = indistinguishable(game, before, seat, rng)
                others += world != before
                try:
                    other, again = applied(game, world, action)
                except IllegalAction:
                    continue
                if game.view(other, seat) != game.view(after, seat):
                    # something hidden has been revealed
                    continue
                seen = [game.visible(event, seat) for event in events]
                assert [game.visible(event, seat) for event in again] == seen, (seat, action)
                redacted |= {type(event).__name__ for event, it in zip(events, seen, strict=True) if event != it}
    assert others > LOOKED_AT
    assert redacted == REDACTED.get(name, set())
