"""Games set what they declare, with values of the declared types: both halves, tables and plain tuples."""

import json
from typing import Any, NamedTuple

import pytest
from contract_cases import CASES, match_of, random_game
from declared import type_mismatches, unset_attributes
from player import Player

from game.catalogue.presentations import PRESENTATIONS
from game.catalogue.registry import GAMES
from game.core.game import Game
from game.core.match import load
from game.core.rng import Rng
from game.engine.presentation import TurnPresentation

#: so many actions of a match are looked at
LOOKED_AT = 150


def whole(base: type) -> Any:
    """Return an instance of an abstract class, without the attributes its subclasses would set."""
    bare = type("Bare", (base,), {})
    bare.__abstractmethods__ = frozenset()
    return bare.__new__(bare)


# ---- what is declared is set ----------------------------------------------------------------------------


@pytest.mark.parametrize("name", GAMES)
def test_both_halves_of_a_game_set_every_declared_attribute(name):
    assert unset_attributes(GAMES[name]) == []
    assert unset_attributes(PRESENTATIONS[name]) == []


@pytest.mark.parametrize("name", GAMES)
def test_its_table_and_its_result_set_every_declared_attribute(name):
    game, shown, context = GAMES[name], PRESENTATIONS[name], Player().app.context
    match = match_of(name, game.seat_range({})[0], {}, 1)
    table = shown.table(context, match.seats, 0, match.view(0))
    assert unset_attributes(table) == unset_attributes(table.match_texts) == unset_attributes(table.faces) == []
    random_game(match, 2)
    assert unset_attributes(shown.sheet_pictures(context, match)) == []


@pytest.mark.parametrize("name", GAMES)
@pytest.mark.parametrize("half", [GAMES, PRESENTATIONS])
def test_an_attribute_declared_and_never_set_is_found(name, half):
    class Forgetful(type(half[name])):
        forgotten: int
        thought_of: int = 1

    assert unset_attributes(Forgetful()) == ["forgotten"]


def test_the_attributes_declared_by_the_base_classes_are_required():
    assert unset_attributes(whole(Game)) == [
        "bots",
        "max_actions",
        "max_seats",
        "min_seats",
        "name",
        "options",
        "rules",
    ]
    assert unset_attributes(whole(TurnPresentation)) == ["box", "game", "howto", "match_texts", "result", "table"]


# ---- what is declared is of its kind ----------------------------------------------------------------------


@pytest.mark.parametrize(("name", "seats", "options"), CASES)
def test_states_actions_events_and_views_match_their_declared_types(name, seats, options):
    match = match_of(name, seats, options, 12)
    game, rng = match.game, Rng(13)
    while not match.is_over and len(match.actions) < LOOKED_AT:
        action = rng.choice(game.legal_actions(match.state))
        happened = match.apply(action)
        view = match.view(len(match.actions) % seats)
        assert [*type_mismatches(match.state), *type_mismatches(view), *type_mismatches(action)] == []
        assert [*type_mismatches(happened, tuple[object, ...])] == []
        assert not any([*type_mismatches(event)] for event in happened)


@pytest.mark.parametrize(("name", "seats", "options"), CASES)
def test_a_loaded_save_matches_its_declared_types(name, seats, options):
    match = match_of(name, seats, options, 14)
    rng = Rng(15)
    while not match.is_over and len(match.actions) < LOOKED_AT:
        match.apply(rng.choice(match.game.legal_actions(match.state)))
    again = load(json.loads(json.dumps(match.save())), GAMES)
    assert not any([*type_mismatches(action)] for action in again.actions)
    assert not any([*type_mismatches(seat)] for seat in again.seats)
    assert [*type_mismatches(again.state)] == []


class Pile(NamedTuple):
    top: int
    cards: tuple[int, ...]
    owner: tuple[int, str] | None
    seen: frozenset[int]
    good: bool = True


RIGHT = Pile(3, (1, 2), (0, "Ada"), frozenset({1}))


@pytest.mark.parametrize(
    ("wrong", "where"),
    [
        (RIGHT, []),
        (RIGHT._replace(owner=None, cards=()), []),
        (RIGHT._replace(top="3"), [".top"]),
        (RIGHT._replace(top=True), [".top"]),
        (RIGHT._replace(good=1), [".good"]),
        (RIGHT._replace(cards=[1, 2]), [".cards"]),
        (RIGHT._replace(cards=(1, 2.0)), [".cards[1]"]),
        (RIGHT._replace(owner=(0,)), [".owner"]),
        (RIGHT._replace(owner=("Ada", 0)), [".owner"]),
        (RIGHT._replace(seen=frozenset({"1"})), [".seen[0]"]),
        (RIGHT._replace(seen={1}), [".seen"]),
    ],
)
def test_a_value_of_another_type_is_found(wrong, where):
    assert [*type_mismatches(wrong)] == where


@pytest.mark.parametrize("name", GAMES)
def test_a_state_with_two_swapped_fields_is_found(name):
    """A plain tuple would not notice two swapped fields."""
    state = match_of(name, GAMES[name].seat_range({})[0], {}, 1).state
    fields = list(state)
    one, other = (
        next(n for n, field in enumerate(fields) if isinstance(field, tuple) is is_row) for is_row in (False, True)
    )
    fields[one], fields[other] = fields[other], fields[one]
    assert len([*type_mismatches(tuple.__new__(type(state), fields))]) >= 2
