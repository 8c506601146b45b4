"""The program at a puzzle or at a game's list of puzzles."""

import json

from drivers import driver_of
from player import Player

from game.engine.transitions import Push, Reset
from game.host.storage import MemoryStorage
from game.scenes.navigation import routes
from game.scenes.puzzle.puzzle_list import PuzzleTile


def opened(game: str, number: int = 0, storage: MemoryStorage | None = None, **given: object) -> Player:
    """Return a player at a puzzle, with the list below it."""
    player = Player(storage=storage, **given)  # type: ignore[arg-type]
    player.app.stack.carry_out(Reset(routes.puzzles(player.app.context, game)))
    player.app.stack.carry_out(Push(routes.puzzle(player.app.context, game, number)))
    player.wait(400)
    return player


def stored(player: Player) -> dict[str, dict[str, int]]:
    """Return what is stored of the solved puzzles."""
    return json.loads(player.storage.read("puzzles") or "{}")


def shown(player: Player) -> None:
    """Have every answer of the puzzle on the screen shown, and read on."""
    attempt = driver_of(player.scene).attempt
    while not attempt.is_answered:
        if "lesson-on" in player.ids():
            player.tap("lesson-on")
        elif "hint" in player.ids():
            player.tap("hint")
        player.wait(400)


def tiles_of(player: Player) -> dict[int, PuzzleTile]:
    """Return the tiles of a list by the number of their puzzle."""
    tiles = [widget for widget in player.scene.widgets if isinstance(widget, PuzzleTile)]
    return {int(tile.items[0].id.rpartition("-")[2]): tile for tile in tiles}


def listed(game: str, size: tuple[int, int] = (1280, 720), **given: object) -> Player:
    """Return a player at the list of a game's puzzles."""
    player = Player(size, **given)  # type: ignore[arg-type]
    player.app.stack.carry_out(Reset(routes.puzzles(player.app.context, game)))
    return player
