"""Screens by words: where a page that has to start anew goes on.

A scene says its own ``address``, words parted by dots such as ``table.push``; here it is made again of them. What the
screen showed lies in the storage, or with the server of the party.
"""

from collections.abc import Sequence
from datetime import date

from game.app.context import Context
from game.catalogue.registry import GAMES
from game.core.match import InvalidSave
from game.core.options import Json
from game.engine.scene import Scene
from game.engine.transitions import Push, Reset, Transition
from game.player import daily_store, known_parties, lineup, puzzles, saves
from game.scenes.navigation import routes

#: the lowest screen of all, which needs no steps
TITLE = "title"
#: of what is to be found nowhere again: it leads to the title, which says so
GONE = "gone"
#: how a device is at a party
SEAT, WATCH = "seat", "watch"


def address_of(context: Context, scenes: Sequence[Scene]) -> str:
    """Where whoever sees these ``scenes``, lowest first, is to be found again; "" if that is nowhere but at the title.

    Whoever is at a party is there, whichever screen is open; a sheet over a table has no address of its own.
    """
    if session := context.session:
        kept = session.kept
        return f"party.{session.remote.party}.{WATCH if kept.join_link.watches else SEAT}" if kept else ""
    return next((scene.address for scene in reversed(scenes) if scene.address), "")


def opened(context: Context, address: str) -> list[Transition]:
    """What leads from the title to an address, step by step; nothing if there is no such screen, or no longer."""
    kind, *words = address.split(".")
    try:
        table = _table(context, kind, words)
        return [Reset(table)] if table else [Push(scene) for scene in _pages(context, kind, words)]
    except (ValueError, IndexError, InvalidSave):
        return []


def _game(words: Sequence[str]) -> str:
    """The game that an address names; ValueError if there is none of that name."""
    if words[0] not in GAMES:
        raise ValueError(words[0])
    return words[0]


def _finished(context: Context, words: Sequence[str]) -> dict[str, Json]:
    """The finished match that an address names by its number, newest first; IndexError if there is none."""
    return saves.finished_matches(context)[_number(words[0])]


def _number(word: str) -> int:
    """The number from 0 on that a word is; raise ValueError for any other."""
    if not (word.isascii() and word.isdigit()):
        raise ValueError(word)
    return int(word)


def _seed(words: Sequence[str]) -> int:
    """The game number behind a set-up's game; 0 where there is none, or one that no set-up can show."""
    seed = _number(words[1]) if words[1:] else 0
    return seed if seed < 10**lineup.DIGITS else 0


def _table(context: Context, kind: str, words: Sequence[str]) -> Scene | None:
    """A table that nothing lies below: a match in progress or its sums, that of a date, a party."""
    match kind:
        case "table":
            saved = saves.stored_match(context, _game(words))
            return routes.table(context, saved.match) if saved else None
        case "day":
            day = date.fromisoformat(words[0])
            return routes.daily_table(context, day) if day in daily_store.open_days(context) else None
        case "result":
            return routes.result(context, saves.match_of(_finished(context, words)))
        case "party":
            name, how = words
            ways = [table.join_link for table in known_parties.known_parties(context) if table.join_link.party == name]
            ways = [join_link for join_link in ways if join_link.watches == (how == WATCH)]
            return routes.party_entry(context, ways[0]) if ways else None
    return None


def _pages(context: Context, kind: str, words: Sequence[str]) -> list[Scene]:
    """What lies over the title, the lowest first."""
    match kind:
        case "setup":
            return [routes.setup(context, _game(words), _seed(words))]
        case "howto":
            return [routes.howto(context, _game(words))]
        case "lesson" if GAMES[_game(words)].lesson:
            return [routes.lesson(context, words[0])]
        case "puzzles":
            return [routes.puzzles(context, _game(words))]
        case "puzzle" if _number(words[1]) < len(puzzles.puzzles_of(_game(words))):
            return [routes.puzzles(context, words[0]), routes.puzzle(context, words[0], _number(words[1]))]
        case "statistics":
            return [routes.statistics(context, _game(words))]
        case "settings":
            return [routes.settings(context)]
        case "calendar":
            return [routes.daily(context, date.fromisoformat(words[0]))]
        case "together":
            return [routes.together(context)]
        case "replay" | "review":
            save = _finished(context, words)
            match, ended_ms = saves.match_of(save), saves.time_of(save, "ended_ms")
            if kind == "review":
                return [routes.review(context, match, ended_ms)]
            # where it stands and, if it was opened from a review, for whom
            place, *viewer = map(_number, words[1:3])
            return [routes.replay(context, match, ended_ms, place, *viewer)]
    return []
