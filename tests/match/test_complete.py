"""Every registered game lists all legal actions: the rules accept no action that is missing."""

import pytest
from contract_cases import CASES, match_of
from enumerated import applied, candidates, is_omitted, stamp_of, values_of

from game.catalogue.registry import GAMES
from game.core.live import without_stamp_of
from game.core.rng import Rng

#: so many positions of a match are looked at
LOOKED_AT = 12
#: real time: how often hands stay off although something else could be done: mostly, so that faces gather on the table,
#: and less often, so that sets do
HANDS_OFF = (0.9, 0.6)
TURNS = [case for case in CASES if not GAMES[case[0]].real_time]
LIVE = [case for case in CASES if GAMES[case[0]].real_time]


def positions(match, rng, hands_off=0.0):
    """Yield every position of a random match with its legal actions."""
    while legal := match.game.legal_actions(match.state):
        yield match.state, legal
        calm = [action for action in legal if not action.cards] if rng.fraction() < hands_off else []
        match.apply(rng.choice(calm or legal))


def some_of(met, rng):
    """Return some random positions, half of them among the fifth that offers most."""
    ranked = sorted(met, key=lambda position: -len(position[1]))
    fifth, half = len(ranked) // 5, LOOKED_AT // 2
    return rng.shuffled(ranked[:fifth])[:half] + rng.shuffled(ranked[fifth:])[: LOOKED_AT - half]


@pytest.mark.parametrize(("name", "seats", "options"), TURNS)
def test_every_action_that_the_rules_accept_is_legal(name, seats, options):
    match, rng = match_of(name, seats, options, 12), Rng(7)
    game = match.game
    met = list(positions(match, rng))
    every = {action for _, legal in met for action in legal}
    columns, kind = values_of(every), type(next(iter(every)))
    found = 0
    for state, legal in some_of(met, rng):
        known = {*legal}
        for action in candidates(game, state, columns, kind, rng):
            done = applied(game, state, action)
            assert (action in known) == (done is not None), (state, action)
            found += action in known
    assert found > LOOKED_AT
    assert not any(applied(game, match.state, action) for action in every)


@pytest.mark.parametrize(("name", "seats", "options"), LIVE)
def test_in_real_time_every_accepted_action_is_legal_or_left_out_on_purpose(name, seats, options):
    game, rng, found, met = GAMES[name], Rng(7), 0, []
    for hands_off in HANDS_OFF:
        match = match_of(name, seats, options, 12)
        met += some_of(positions(match, rng, hands_off), rng)
    for state, legal in met:
        if state.next_due < stamp_of(game, state):
            # overdue events happen first
            continue
        known = {without_stamp_of(game, action) for action in legal}
        for action in candidates(game, state, (), None, rng):
            done = applied(game, state, action)
            if without_stamp_of(game, action) in known:
                found += 1
                assert done, (state, action)
            elif done:
                assert is_omitted(game, state, action, *done), (state, action)
    assert found > LOOKED_AT
