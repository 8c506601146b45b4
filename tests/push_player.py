"""A player at a table of Push: matches brought to a position, and shown on the screen."""

from collections.abc import Iterable
from functools import partial

import table_player
from player import Player
from push_states import Rigged
from table_player import sit as at_table
from table_player import wait_until

from game.catalogue.registry import GAMES
from game.core.match import Match
from game.games.push.rules import State
from game.table.turns.scene import TurnScene

offered_moves = partial(table_player.offered_moves, moves="do-")


def match_of(kinds: Iterable[str], seed: int = 1, **options: object) -> Match:
    """Return a fresh match of seats of these kinds."""
    return table_player.match_of(GAMES["push"], kinds, seed, **options)


def before(
    state: State, kinds: tuple[str, ...] = ("human",) * 3, faces: Iterable[int] = (), **how: object
) -> tuple[Player, TurnScene]:
    """Return a player at a table in ``state``; the die will show ``faces``."""
    match = match_of(kinds, host_starts=True, keep_directions=True)
    match.state, match._rng = state, Rigged(*faces)
    player = at_table(match, **how)
    scene = player.scene
    assert isinstance(scene, TurnScene)
    return player, scene


def make_move(player: Player, id_: str) -> None:
    """Make a move as soon as it is offered."""
    wait_until(player, lambda: id_ in offered_moves(player))
    player.tap(id_)
