"""Random generators: the same draws whether or not their state was dropped in between."""

import pytest

from game.catalogue.registry import GAMES
from game.core.match import Match, Seat
from game.core.rng import PausingRng, Rng


@pytest.mark.parametrize("every", [1, 2, 7])
def test_a_paused_generator_goes_on_where_it_was(every):
    plain, pausing = Rng(41), PausingRng(41)
    for number in range(40):
        if not number % every:
            pausing.pause()
        assert pausing.fraction() == plain.fraction()
        assert pausing.below(6) == plain.below(6)
        assert pausing.choice("abcde") == plain.choice("abcde")
        assert pausing.shuffled(range(9)) == plain.shuffled(range(9))


@pytest.mark.parametrize("name", [name for name, game in GAMES.items() if not game.real_time])
def test_a_match_that_forgets_after_each_action_is_dealt_the_same(name):
    game, chooser = GAMES[name], Rng(5)
    seats = [Seat(f"{number}", "human") for number in range(3)]
    match, other = Match(game, {}, seats, 12), Match(game, {}, seats, 12)
    while not match.is_over:
        action = game.next_round() if match.mover < 0 else chooser.choice(game.legal_actions(match.state))
        match.apply(action)
        other.apply(action)
        other.forget()
    assert other.state == match.state


def test_a_match_and_its_copy_go_on_by_themselves_with_the_same_draws():
    game, seats = GAMES["push"], [Seat(f"{number}", "human") for number in range(3)]
    match, chooser = Match(game, {}, seats, 12), Rng(5)
    while len(match.actions) < 40:
        match.apply(chooser.choice(game.legal_actions(match.state)))
    past, ahead = match.at(40), match.seated(seats)
    while not ahead.is_over:
        action = chooser.choice(game.legal_actions(ahead.state))
        assert ahead.apply(action) == past.apply(action)
    assert (past.state, past.movers, past.revealed_at) == (ahead.state, ahead.movers, ahead.revealed_at)
    assert len(match.actions) == len(match.events) == len(match.movers) == 40
    assert past.save() == ahead.save() == match.save() | {"actions": past.save()["actions"]}
    assert past.at(40).state == match.state
