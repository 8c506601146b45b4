"""The one list of games. A new game is one line here, its folder, its texts and its art."""

from __future__ import annotations

from typing import Any, NamedTuple

from game.core.protocol import Bots, Rules
from game.games.nein_danke import audit as nein_danke_audit
from game.games.nein_danke import bots as nein_danke_bots
from game.games.nein_danke import howto as nein_danke_howto
from game.games.nein_danke import result as nein_danke_result
from game.games.nein_danke import rules as nein_danke_rules
from game.games.nein_danke import table as nein_danke_table


class Game(NamedTuple):
    """The modules that make up a game."""

    rules: Rules
    bots: Bots
    #: the picture of the game on the table: Table, and what scenes ask about a view
    table: Any
    #: how its result adds up: Summary
    result: Any
    #: the pages that explain it: PAGES, look
    howto: Any
    #: what must hold in every position: audit
    audit: Any


GAMES: dict[str, Game] = {
    "nein_danke": Game(
        nein_danke_rules, nein_danke_bots, nein_danke_table, nein_danke_result, nein_danke_howto, nein_danke_audit
    ),
}
RULES: dict[str, Rules] = {name: game.rules for name, game in GAMES.items()}
BOTS: dict[str, Bots] = {name: game.bots for name, game in GAMES.items()}
