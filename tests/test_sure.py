"""Sure positions: the listed answers follow from the rules, and hard, expert, hint and review give them."""

import push_endings
import pytest
import sure_positions
from sure_positions import ASKED, BUILDERS, SurePosition, decisions_of

from game.catalogue.registry import GAMES
from game.core.game import Action, State
from game.core.rng import Rng
from game.games.keine_ahnung.rules import Phase

POSITIONS = [position for name in BUILDERS for position in sure_positions.sure_positions(name)]
#: the least lead of the right answer of Push, in shares of the win
LEAST = 0.25


def named(position: SurePosition) -> str:
    return f"{position.game}-{position.number}"


def wins(game: str, state: State, seat: int, own: int) -> bool:
    """Return True if ``seat`` wins for certain in its present turn, with ``own`` more turns of its own after it.

    In Keine Ahnung a turn is as many actions as it takes; all cards that are turned up in it are known.
    """
    rules = GAMES[game]
    if rules.is_over(state):
        return seat in rules.winners(state)
    is_next_turn = game == "keine_ahnung" and state.phase == Phase.DRAW
    if not own or is_next_turn or rules.to_move(state) != seat:
        return False
    left = own - (game == "dnup")
    return any(wins(game, rules.apply(state, action, Rng(0))[0], seat, left) for action in rules.legal_actions(state))


def is_right(position: SurePosition, action: Action) -> bool:
    """Return True if an action is right, from the rules alone."""
    game, state = GAMES[position.game], position.state
    after = game.apply(state, action, Rng(0))[0]
    if position.game == "push":
        shares = {other: push_endings.after(state, other)[0][0] for other in game.legal_actions(state)}
        return all(shares[action] >= share + LEAST for other, share in shares.items() if other != action)
    # the second turn of a go of dnuP, or the rest of a turn of Keine Ahnung
    return wins(position.game, after, 0, 1)


@pytest.mark.parametrize("position", [one for one in POSITIONS if one.game != "nein_danke"], ids=named)
def test_the_listed_answers_and_no_others_are_right_by_the_rules(position):
    """Those of Nein Danke! are held by test_small_ends."""
    legal = GAMES[position.game].legal_actions(position.state)
    assert {action for action in legal if is_right(position, action)} == {*position.right}
    assert len(position.right) < len(legal)


#: everybody who has to be right; the review of a whole match takes seconds and is asked by build/sure.py alone
QUESTIONS = [(position, asked) for position in POSITIONS for asked in ASKED if asked != "review" or not position.early]


@pytest.mark.parametrize(("position", "asked"), QUESTIONS, ids=[f"{named(one)}-{asked}" for one, asked in QUESTIONS])
def test_bots_hint_and_review_give_a_right_answer(position, asked):
    assert decisions_of(position, asked) in position.right, position.why
