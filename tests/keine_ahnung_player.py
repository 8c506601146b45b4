"""A player at a table of Keine Ahnung: matches brought to a position, and shown on the screen."""

from functools import partial
from typing import Any

import table_player
from table_player import PHONE, WIDE, offered_moves, player_at, sit

from game.catalogue.registry import GAMES
from game.core.match import Match
from game.games.keine_ahnung import bots

__all__ = ("PHONE", "WIDE", "match_of", "offered_moves", "played_until", "player_at", "sit")

played_until = partial(table_player.played_until, bots)


def match_of(row: str, seed: int = 5, **options: Any) -> Match:
    """Return a fresh match: ``h`` is a person, ``b`` a bot."""
    return table_player.match_of(GAMES["keine_ahnung"], table_player.kinds_of(row, "easy"), seed, **options)
