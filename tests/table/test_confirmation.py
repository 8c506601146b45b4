"""Confirming by touch, in every game of turns: a move that a slip of the finger would cost is asked for once more."""

from collections import Counter

import pytest
from player import Player
from table_player import sit

from game.catalogue.registry import GAMES
from game.core.game import Action
from game.core.match import Match, Seat
from game.core.rng import Rng
from game.games.keine_ahnung.rules import Action as KeineAhnung
from game.games.keine_ahnung.rules import Phase, Verb
from game.scenes.result.result import Result
from game.table.turns.scene import TurnScene

#: game -> house rules with which everything that costs comes up, and the kinds of actions that do
COSTS = {
    "nein_danke": ({"specials": True, "kinds": ("give_left", "remove_one", "joker")}, {"CHOOSE"}),
    # turning up a card is the game; under the strict rule doing so before the draw loses the turn
    "keine_ahnung": ({"decline": True, "strict": True}, {"REVEAL"}),
    # cards and sets are chosen first and then played, and what turns the hand is a button that says so
    "dnup": ({}, set()),
    "push": ({}, {"TAKE", "SECURE"}),
}
#: games played until all of it has come up
MOST_GAMES = 6


def kind_of(action: Action) -> str:
    """Return the name of an action's verb, or of its class in a game without verbs."""
    verb = getattr(action, "verb", None)
    return verb.name if verb is not None else type(action).__name__


def table_of(game: str, seed: int, confirm: str, touched: bool) -> Player:
    """Return a table of one person among bots, before the first decision."""
    seats = [Seat("Toni", "human", "bear"), Seat("Frida", "easy", "fox"), Seat("Ole", "easy", "owl")]
    player = sit(Match(GAMES[game], COSTS[game][0], seats, seed), confirm=confirm)
    player.app.context.uses_touch = touched
    return player


def use(player: Player, scene: TurnScene, action: Action) -> None:
    """Touch the item that carries an action out if there is one, otherwise choose the action."""
    id_ = scene.table.item_of(action)
    if (
        scene.game.needs_confirmation(action, scene.match.view(0))
        and id_ in player.ids()
        and player.app.context.uses_touch
    ):
        player.tap(id_, touch=True)
    else:
        scene.choose(action)


def decisions(player: Player, seed: int) -> list[tuple[Action, bool, int]]:
    """Play a game to its end by the table's items; return each choice, whether it costs, and how many uses it took."""
    scene, rng, found = player.scene, Rng(seed), []
    assert isinstance(scene, TurnScene)
    match: Match = scene.match
    while not match.is_over:
        assert player.wait(
            60_000, lambda: match.is_over or scene.table.viewer_decides or isinstance(player.scene, Result)
        )
        if isinstance(player.scene, Result):
            if not match.is_over:
                player.wait(200)
                player.tap(next(id_ for id_ in player.ids() if id_ in ("skip", "next")))
            continue
        if match.is_over:
            break
        legal = match.game.legal_actions(match.state)
        view = match.view(0)
        dear = [action for action in legal if match.game.needs_confirmation(action, view)]
        action = rng.choice(dear) if dear and rng.below(3) else rng.choice(legal)
        before = len(match.actions)
        use(player, scene, action)
        uses = 1
        if len(match.actions) == before:
            assert scene.choosing.selected == action
            assert player.scene is scene
            # on the screen and, for screen readers, as the table's question
            assert scene._easing.prompt == player.app.context.texts("confirm.again")
            assert scene.question() == (scene._easing.prompt, True)
            use(player, scene, action)
            uses = 2
        assert match.actions[before] == action
        # a move that shows nothing new and keeps one's turn can be taken back, so it needs no question
        costs = match.game.needs_confirmation(action, view) and kind_of(action) in COSTS[match.game.name][1]
        found.append((action, costs and len(legal) > 1, uses))
    return found


@pytest.mark.parametrize("game", COSTS)
def test_on_touch_exactly_the_costly_moves_are_asked_for(game: str) -> None:
    asked: Counter[str] = Counter()
    for seed in range(MOST_GAMES):
        for action, costs, uses in decisions(table_of(game, seed, "touch", touched=True), seed):
            assert (uses == 2) is costs, action
            if uses == 2:
                asked[kind_of(action)] += 1
        if set(asked) == COSTS[game][1]:
            break
    assert set(asked) == COSTS[game][1]


@pytest.mark.parametrize("game", COSTS)
@pytest.mark.parametrize(
    ("confirm", "touched", "uses"), [("touch", False, 1), ("never", True, 1), ("always", False, 2)]
)
def test_with_a_mouse_moves_are_asked_for_only_if_the_setting_says_so(
    game: str, confirm: str, touched: bool, uses: int
) -> None:
    made = decisions(table_of(game, 1, confirm, touched), 1)
    assert {row[2] for row in made} == {uses}


@pytest.mark.parametrize("game", COSTS)
def test_the_back_key_deselects_a_card_that_waits_for_confirmation(game: str) -> None:
    player = table_of(game, 2, "always", touched=False)
    scene = player.scene
    assert isinstance(scene, TurnScene)
    assert player.wait(60_000, lambda: scene.table.viewer_decides)
    before = len(scene.match.actions)
    scene.choose(scene.game.legal_actions(scene.match.state)[0])
    assert scene.choosing.selected is not None
    assert scene.back() is None
    assert scene.choosing.selected is None
    assert len(scene.match.actions) == before


def test_moves_in_real_time_need_no_confirmation() -> None:
    live = [game for game in GAMES.values() if game.real_time]
    for game in live:
        seats = [Seat("Toni", "human", "bear"), Seat("Frida", "easy", "fox")]
        for match in (Match(game, {}, seats, seed) for seed in range(3)):
            view = match.view(0)
            assert not any(game.needs_confirmation(action, view) for action in game.legal_actions(match.state))
    unnamed = {*GAMES} - {*COSTS} - {game.name for game in live}
    assert not unnamed, f"COSTS does not say which actions of {sorted(unnamed)} cost something"


def test_turning_up_a_card_needs_no_confirmation_once_a_card_is_drawn() -> None:
    """Turning up cards is the game itself; before the draw it loses the turn under the strict rule."""
    game = GAMES["keine_ahnung"]
    match = Match(game, {}, [Seat("Toni", "human", "bear"), Seat("Frida", "easy", "fox")], 3)
    view = match.view(0)
    card = KeineAhnung(Verb.REVEAL, 0)
    assert game.needs_confirmation(card, view._replace(phase=Phase.DRAW))
    assert not any(game.needs_confirmation(card, view._replace(phase=phase)) for phase in (Phase.OWN, Phase.CALL))
