"""Screens by words: where a page that has to start anew goes on.

A scene says its own ``address``, words parted by dots such as ``table.push``; here it is made again of them. What the
screen showed lies in the storage, or with the server of the party.
"""

from __future__ import annotations

from collections.abc import Sequence
from datetime import date

from game.app.context import Context
from game.catalogue.registry import GAMES
from game.core.match import BadSave
from game.core.options import Json
from game.engine.scene import Scene
from game.engine.transitions import Push, Reset, Transition
from game.player import diary, puzzles, saves
from game.player.last_parties import tables
from game.scenes.navigation import routes


def address_of(context: Context, scenes: Sequence[Scene]) -> str:
    """Where whoever sees these ``scenes``, lowest first, is to be found again; "" if that is nowhere but at the title.

    Whoever is at a party is there, whichever screen is open; a sheet over a table has no address of its own.
    """
    if context.visit and context.visit.is_kept:
        return f"party.{context.visit.remote.party}"
    return next((scene.address for scene in reversed(scenes) if scene.address), "")


def opened(context: Context, address: str) -> list[Transition]:
    """What leads from the title to an address, step by step; nothing if there is no such screen, or no longer."""
    kind, *words = address.split(".")
    try:
        table = _table(context, kind, words)
        return [Reset(table)] if table else [Push(scene) for scene in _pages(context, kind, words)]
    except (ValueError, IndexError, BadSave):
        return []


def _game(words: Sequence[str]) -> str:
    """The game that an address names; ValueError if there is none of that name."""
    if words[0] not in GAMES:
        raise ValueError(words[0])
    return words[0]


def _finished(context: Context, words: Sequence[str]) -> dict[str, Json]:
    """The finished match that an address names by its number, newest first; IndexError if there is none."""
    rows, number = saves.finished(context), int(words[0])
    if number not in range(len(rows)):
        raise IndexError(number)
    return rows[number]


def _table(context: Context, kind: str, words: Sequence[str]) -> Scene | None:
    """A table that nothing lies below: a match in progress or its sums, that of a date, a party."""
    match kind:
        case "table":
            saved = saves.resume(context, _game(words))
            return routes.table(context, saved.match) if saved else None
        case "day":
            day = date.fromisoformat(words[0])
            return routes.daily_table(context, day) if day in diary.open_days(context) else None
        case "result":
            return routes.result(context, saves.match_of(_finished(context, words)))
        case "party":
            ways = [table.way for table in tables(context) if table.way.party == words[0]]
            return routes.visit(context, ways[0]) if ways else None
    return None


def _pages(context: Context, kind: str, words: Sequence[str]) -> list[Scene]:
    """What lies over the title, the lowest first."""
    match kind:
        case "setup":
            return [routes.setup(context, _game(words))]
        case "howto":
            return [routes.howto(context, _game(words))]
        case "lesson" if GAMES[_game(words)].lesson:
            return [routes.lesson(context, words[0])]
        case "puzzles":
            return [routes.puzzles(context, _game(words))]
        case "puzzle" if int(words[1]) in range(len(puzzles.puzzles_of(_game(words)))):
            return [routes.puzzles(context, words[0]), routes.puzzle(context, words[0], int(words[1]))]
        case "statistics":
            return [routes.statistics(context, _game(words))]
        case "settings":
            return [routes.settings(context)]
        case "calendar":
            return [routes.daily(context, date.fromisoformat(words[0]))]
        case "together":
            return [routes.together(context)]
        case "replay" | "review":
            save, rest = _finished(context, words), map(int, words[1:])
            match, ended_ms = saves.match_of(save), saves.time_of(save, "ended_ms")
            if kind == "review":
                return [routes.review(context, match, ended_ms)]
            return [routes.replay(context, match, ended_ms, *rest)]
    return []
