"""What a game declares is there, and of the kind that it says: both of its halves, its tables, and its plain tuples."""

import json
from typing import Any, NamedTuple

import pytest
from declared import misfits, unset
from player import Player
from test_contract import CASES, match_of, random_game

from game.catalogue.presentations import PRESENTATIONS
from game.catalogue.registry import GAMES
from game.core.game import Game
from game.core.match import load
from game.core.rng import Rng
from game.engine.presentation import TurnPresentation

#: so many actions of a match are looked at
LOOKED_AT = 150


def whole(base: type) -> Any:
    """The one thing of a class without all that its own one has to give it."""
    bare = type("Bare", (base,), {})
    bare.__abstractmethods__ = frozenset()
    return bare.__new__(bare)


# ---- what is declared is set ----------------------------------------------------------------------------


@pytest.mark.parametrize("name", GAMES)
def test_both_halves_of_a_game_set_whatever_they_declare(name):
    assert unset(GAMES[name]) == []
    assert unset(PRESENTATIONS[name]) == []


@pytest.mark.parametrize("name", GAMES)
def test_its_table_and_its_result_set_whatever_they_declare(name):
    game, shown, context = GAMES[name], PRESENTATIONS[name], Player().app.context
    match = match_of(name, game.seat_range({})[0], {}, 1)
    table = shown.table(context, match.seats, 0, match.view(0))
    assert unset(table) == unset(table.match_texts) == unset(table.faces) == []
    random_game(match, 2)
    assert unset(shown.sheet_pictures(context, match)) == []


@pytest.mark.parametrize("name", GAMES)
@pytest.mark.parametrize("half", [GAMES, PRESENTATIONS])
def test_what_is_declared_and_never_set_is_found_out(name, half):
    class Forgetful(type(half[name])):
        forgotten: int
        thought_of: int = 1

    assert unset(Forgetful()) == ["forgotten"]


def test_what_the_doors_themselves_declare_is_asked_for():
    assert unset(whole(Game)) == ["bots", "max_actions", "max_seats", "min_seats", "name", "options", "rules"]
    assert unset(whole(TurnPresentation)) == ["box", "game", "howto", "result", "table", "words"]


# ---- what is declared is of its kind ----------------------------------------------------------------------


@pytest.mark.parametrize(("name", "seats", "options"), CASES)
def test_states_actions_events_and_views_hold_what_they_declare(name, seats, options):
    match = match_of(name, seats, options, 12)
    game, rng = match.game, Rng(13)
    while not match.is_over and len(match.actions) < LOOKED_AT:
        action = rng.choice(game.legal_actions(match.state))
        happened = match.apply(action)
        view = match.view(len(match.actions) % seats)
        assert [*misfits(match.state), *misfits(view), *misfits(action)] == []
        assert [*misfits(happened, tuple[object, ...])] == []
        assert not any([*misfits(event)] for event in happened)


@pytest.mark.parametrize(("name", "seats", "options"), CASES)
def test_what_is_read_from_a_save_holds_what_it_declares(name, seats, options):
    match = match_of(name, seats, options, 14)
    rng = Rng(15)
    while not match.is_over and len(match.actions) < LOOKED_AT:
        match.apply(rng.choice(match.game.legal_actions(match.state)))
    again = load(json.loads(json.dumps(match.save())), GAMES)
    assert not any([*misfits(action)] for action in again.actions)
    assert not any([*misfits(seat)] for seat in again.seats)
    assert [*misfits(again.state)] == []


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
def test_whatever_is_of_another_kind_is_found_out(wrong, where):
    assert [*misfits(wrong)] == where


@pytest.mark.parametrize("name", GAMES)
def test_a_state_with_two_fields_in_each_others_place_is_found_out(name):
    """What a plain tuple makes of a state: nobody asks what stands where."""
    state = match_of(name, GAMES[name].seat_range({})[0], {}, 1).state
    fields = list(state)
    other = next(place for place, field in enumerate(fields) if isinstance(field, tuple))
    fields[0], fields[other] = fields[other], fields[0]
    assert len([*misfits(tuple.__new__(type(state), fields))]) >= 2
