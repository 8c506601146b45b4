"""A player at a table of dnuP: matches brought to a position, and shown on the screen."""

from functools import partial
from typing import Any

import table_player
from player import Player
from table_player import PHONE, WIDE, offered_moves, sit

from game.catalogue.registry import GAMES
from game.core.match import Match
from game.games.dnup import bots
from game.games.dnup.deck import number_of

__all__ = ("PHONE", "WIDE", "id_of", "is_asked", "match_of", "played_until", "player_at", "sit")

played_until = partial(table_player.played_until, bots)
player_at = partial(table_player.player_at, moves="do-")


def match_of(row: str, seed: int = 5, **options: Any) -> Match:
    """Return a fresh match: ``h`` is a person, ``b`` a bot."""
    return table_player.match_of(GAMES["dnup"], table_player.kinds_of(row, "normal"), seed, **options)


def is_asked(player: Player) -> bool:
    """Return whether a decision is to be made."""
    return bool(offered_moves(player, "do-"))


def id_of(card: int) -> str:
    """Return the id of the item of a card in the own hand."""
    return f"card-{number_of(card)}"
