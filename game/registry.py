"""The one list of games. A new game is one line here, its folder, its texts and its art."""

from __future__ import annotations

from game.core.protocol import Bots, Rules
from game.games.nein_danke import bots as nein_danke_bots
from game.games.nein_danke import rules as nein_danke_rules

RULES: dict[str, Rules] = {"nein_danke": nein_danke_rules}
BOTS: dict[str, Bots] = {"nein_danke": nein_danke_bots}
