"""Players who watch films of finished matches."""

from finished import finished
from player import Player

from game.catalogue.registry import GAMES
from game.engine.transitions import Reset
from game.scenes.result.result import Result


def match_of(game: str, seed: int = 2):
    """Return a finished match of a person and bots."""
    return finished(game, max(3, GAMES[game].min_seats), seed, (0,))


def film_of(game: str, match=None, **settings: object) -> Player:
    """Return a player who watches the film of a match from its result."""
    player = Player(language="en")
    for name, value in settings.items():
        setattr(player.app.context.settings, name, value)
    player.app.stack.carry_out(Reset(Result(player.app.context, match or match_of(game))))
    if "skip" in player.ids():
        player.tap("skip")
    player.wait(100)
    player.tap("film")
    return player
