"""The one list of games. A new game is one line here, its folder, its texts and its art."""

from __future__ import annotations

from typing import Any, NamedTuple

from game.core.protocol import Bots, Rules
from game.games.dnup import audit as dnup_audit
from game.games.dnup import bots as dnup_bots
from game.games.dnup import howto as dnup_howto
from game.games.dnup import result as dnup_result
from game.games.dnup import rules as dnup_rules
from game.games.dnup import table as dnup_table
from game.games.keine_ahnung import audit as keine_ahnung_audit
from game.games.keine_ahnung import bots as keine_ahnung_bots
from game.games.keine_ahnung import howto as keine_ahnung_howto
from game.games.keine_ahnung import result as keine_ahnung_result
from game.games.keine_ahnung import rules as keine_ahnung_rules
from game.games.keine_ahnung import table as keine_ahnung_table
from game.games.nein_danke import audit as nein_danke_audit
from game.games.nein_danke import bots as nein_danke_bots
from game.games.nein_danke import howto as nein_danke_howto
from game.games.nein_danke import result as nein_danke_result
from game.games.nein_danke import rules as nein_danke_rules
from game.games.nein_danke import table as nein_danke_table
from game.games.push import audit as push_audit
from game.games.push import bots as push_bots
from game.games.push import howto as push_howto
from game.games.push import result as push_result
from game.games.push import rules as push_rules
from game.games.push import table as push_table
from game.games.twin_it import audit as twin_it_audit
from game.games.twin_it import bots as twin_it_bots
from game.games.twin_it import clockwork as twin_it_clockwork
from game.games.twin_it import howto as twin_it_howto
from game.games.twin_it import measure as twin_it_measure
from game.games.twin_it import result as twin_it_result
from game.games.twin_it import rules as twin_it_rules
from game.games.twin_it import table as twin_it_table


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
    #: games in real time: what drives one, clockwork_of and drive
    clockwork: Any = None
    #: measures its bots against a model of a person: table
    measure: Any = None


GAMES: dict[str, Game] = {
    "nein_danke": Game(
        nein_danke_rules, nein_danke_bots, nein_danke_table, nein_danke_result, nein_danke_howto, nein_danke_audit
    ),
    "keine_ahnung": Game(
        keine_ahnung_rules,
        keine_ahnung_bots,
        keine_ahnung_table,
        keine_ahnung_result,
        keine_ahnung_howto,
        keine_ahnung_audit,
    ),
    "dnup": Game(dnup_rules, dnup_bots, dnup_table, dnup_result, dnup_howto, dnup_audit),
    "push": Game(push_rules, push_bots, push_table, push_result, push_howto, push_audit),
    "twin_it": Game(
        twin_it_rules,
        twin_it_bots,
        twin_it_table,
        twin_it_result,
        twin_it_howto,
        twin_it_audit,
        twin_it_clockwork,
        twin_it_measure,
    ),
}
RULES: dict[str, Rules] = {name: game.rules for name, game in GAMES.items()}
BOTS: dict[str, Bots] = {name: game.bots for name, game in GAMES.items()}
