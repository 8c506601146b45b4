"""List of the games' rules, free of windows, for servers and simulations.

``game.catalogue.presentations`` is the visible half. A new game is one line in each.
"""

from game.core.game import AnyGame, as_any_game
from game.games.dnup.game import Dnup
from game.games.keine_ahnung.game import KeineAhnung
from game.games.nein_danke.game import NeinDanke
from game.games.push.game import Push
from game.games.twin_it.game import TwinIt

_ALL: tuple[AnyGame, ...] = (
    as_any_game(NeinDanke()),
    as_any_game(KeineAhnung()),
    as_any_game(Dnup()),
    as_any_game(Push()),
    as_any_game(TwinIt()),
)
#: name -> game, in the order of the box
GAMES: dict[str, AnyGame] = {game.name: game for game in _ALL}
