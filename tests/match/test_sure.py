"""Sure positions: the listed answers follow from the rules, and hard, expert, hint and review give them."""

from collections import Counter
from collections.abc import Iterator
from itertools import combinations

import push_endings
import pytest
import sure_positions
from sure_positions import BUILDERS, SurePosition, asked_in, decisions_of

from game.ai import judgement, rollouts
from game.catalogue.registry import GAMES
from game.core.game import Action, State
from game.core.rng import Rng
from game.games.keine_ahnung.rules import Phase
from game.games.twin_it.state import Action as TwinItAction
from game.games.twin_it.state import Phase as TwinItPhase
from game.games.twin_it.state import State as TwinItState
from game.games.twin_it.state import Verb

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


# ---- Twin It!: the worst that the others' next claim can do ---------------------------------------------


def alike(state: TwinItState) -> list[tuple[int, int]]:
    """Any two things in play that show the same pattern."""
    pairs = combinations(state.lying().values(), 2)
    return [(one.card, other.card) for one, other in pairs if state.deck[one.face] == state.deck[other.face]]


def claims_of(state: TwinItState, seat: int) -> Iterator[TwinItAction]:
    """The sets that ``seat`` may make now: two things that show the same pattern, no more than three cards."""
    things = state.lying()
    for cards in alike(state):
        if state.may_use(seat, things[cards[0]]) and sum(len(things[card].cards) for card in cards) <= 3:
            yield TwinItAction(Verb.TOUCH, state.now + 1, seat, cards)


def standing(state: TwinItState) -> tuple[float, int, int, int]:
    """Return how seat 0 stands: its part of the win, its sets, its cards in them, its points."""
    winners = GAMES["twin_it"].winners(state)
    share = (0 in winners) / len(winners) if winners else 0.5
    cards = sum(len(won.faces) for won in state.sets[0])
    return share, len(state.sets[0]), cards, GAMES["twin_it"].scores(state)[0]


def outcome(state: TwinItState, action: TwinItAction) -> tuple[float, int, int, int]:
    """Return how seat 0 stands after an action and the next claim of any rival, at worst."""
    game = GAMES["twin_it"]
    state, _ = game.apply(state, action, Rng(0))
    if state.options.timed:
        return standing(state)
    if state.phase == TwinItPhase.CHOOSE:
        state, _ = game.apply(state, TwinItAction(Verb.CHOOSE, state.now + 1, 0, (state.losable(0)[0],)), Rng(0))
    found = [standing(state)]
    for rival in range(1, state.seats) if state.phase != TwinItPhase.OVER else ():
        # in calm mode it is the rival's look; by the clock the rival is the quickest
        looking = state._replace(flipper=(rival - 1) % state.seats, passes=0)
        if state.options.buzzers or not state.options.calm:
            looking = looking._replace(options=state.options._replace(buzzers=False))
        found += [standing(GAMES["twin_it"].apply(looking, claim, Rng(0))[0]) for claim in claims_of(looking, rival)]
    return min(found)


def right_in_twin_it(state: TwinItState) -> set[TwinItAction]:
    """The best actions of seat 0. Buzzing is right if there is a set to be made; no card's other side is known."""
    game = GAMES["twin_it"]
    legal = [action for action in game.legal_actions(state) if action.seat in (0, -1)]
    if state.options.buzzers:
        buzzes = any(claims_of(state, 0))
        return {game.without_stamp(action) for action in legal if (action.verb == Verb.BUZZ) == buzzes}
    if state.phase == TwinItPhase.CHOOSE:
        legal = [action for action in legal if action.verb == Verb.CHOOSE]
    # an error in the minute costs time alone
    legal = [action for action in legal if action.verb != Verb.COLLECT or {*action.cards} in map(set, alike(state))]
    values = {game.without_stamp(action): outcome(state, action) for action in legal}
    return {action for action, value in values.items() if value == max(values.values())}


@pytest.mark.parametrize("position", [one for one in POSITIONS if one.game == "twin_it"], ids=named)
def test_the_listed_answers_of_twin_it_and_no_others_stand_best_after_the_rivals_reply(position):
    legal = {action for action in GAMES["twin_it"].legal_actions(position.state) if action.seat in (0, -1)}
    assert right_in_twin_it(position.state) == {*position.right}
    assert len(position.right) < len(legal) or position.state.phase == TwinItPhase.OPEN


def test_every_game_has_at_least_thirty_sure_positions():
    counts = Counter(position.game for position in POSITIONS)
    assert set(counts) == set(GAMES)
    assert min(counts.values()) >= 30, counts


BY_RULES = [one for one in POSITIONS if one.game not in ("nein_danke", "twin_it")]


@pytest.mark.parametrize("position", BY_RULES, ids=named)
def test_the_listed_answers_and_no_others_are_right_by_the_rules(position):
    """Those of Nein Danke! are held by test_small_ends."""
    legal = GAMES[position.game].legal_actions(position.state)
    assert {action for action in legal if is_right(position, action)} == {*position.right}
    assert len(position.right) < len(legal)


@pytest.mark.parametrize("position", POSITIONS, ids=named)
def test_bots_hint_and_review_give_a_right_answer(position, monkeypatch):
    # what is sure needs fewer states than a review takes
    monkeypatch.setattr(rollouts, "PAIRS", judgement.ALONE)
    for asked in asked_in(position):
        # the review of a whole match takes seconds and is asked by build/sure.py alone
        if asked != "review" or not position.early:
            assert decisions_of(position, asked) in position.right, (asked, position.why)
