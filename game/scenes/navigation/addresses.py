"""Addresses of screens, by which a reloaded page resumes.

A scene has an ``address``, words separated by dots such as ``table.push``; this module makes the scene from it. The
content is in the storage, with the party's server, or in the address itself.
"""

import json
from collections.abc import Sequence
from datetime import date

from game.catalogue.registry import GAMES
from game.core.match import InvalidSave
from game.core.options import Json
from game.engine.scene import Scene
from game.engine.transitions import Push, Reset, Transition
from game.player import daily_store, known_parties, lessons, lineup, puzzles, saves
from game.scenes.navigation import routes
from game.services.context import Context

#: the bottom screen, which needs no steps
TITLE = "title"
#: address of what cannot be found again: it opens the title, which says so
GONE = "gone"
#: roles of a device at a party
SEAT, WATCH = "seat", "watch"


def address_of(context: Context, scenes: Sequence[Scene]) -> str:
    """Return the address of the ``scenes``, bottom first; "" for the title.

    At a party it is the party's, regardless of the screen; a sheet over a table has no address of its own.
    """
    if session := context.session:
        kept = session.kept
        return f"party.{session.remote.party}.{WATCH if kept.join_link.watches else SEAT}" if kept else ""
    return next((scene.address for scene in reversed(scenes) if scene.address), "")


def opened(context: Context, address: str) -> list[Transition]:
    """Return the transitions from the title to an address; none if there is no such screen, or no longer."""
    kind, *parts = address.split(".")
    try:
        table = _table(context, kind, parts)
        return [Reset(table)] if table else [Push(scene) for scene in _pages(context, kind, parts)]
    except (ValueError, IndexError, InvalidSave):
        return []


def _game(parts: Sequence[str]) -> str:
    """Return the game that an address names; raise ValueError if there is none of that name."""
    if parts[0] not in GAMES:
        raise ValueError(parts[0])
    return parts[0]


def _finished(context: Context, parts: Sequence[str]) -> dict[str, Json]:
    """Return the finished match of an address's number, newest first; raise IndexError if there is none."""
    return saves.finished_matches(context)[_number(parts[0])]


def _number(word: str) -> int:
    """Return the number from 0 on that a word is; raise ValueError for any other word."""
    if not (word.isascii() and word.isdigit()):
        raise ValueError(word)
    return int(word)


def _seed(parts: Sequence[str]) -> int:
    """Return the seed in a set-up's address; 0 if there is none, or one that no set-up can show."""
    seed = _number(parts[1]) if parts[1:] else 0
    return seed if seed < 10**lineup.DIGITS else 0


def _table(context: Context, kind: str, parts: Sequence[str]) -> Scene | None:
    """Return a table with nothing below it (a match in progress or its sums, that of a date, a party), or None."""
    match kind:
        case "table":
            saved = saves.stored_match(context, _game(parts))
            return routes.table(context, saved.match) if saved else None
        case "dealt":
            return routes.table(context, saves.match_of(json.loads(".".join(parts))))
        case "day":
            day = date.fromisoformat(parts[0])
            return routes.daily_table(context, day) if day in daily_store.open_days(context) else None
        case "result":
            return routes.result(context, saves.match_of(_finished(context, parts)))
        case "party":
            name, how = parts
            links = [table.join_link for table in known_parties.known_parties(context) if table.party == name]
            links = [join_link for join_link in links if join_link.watches == (how == WATCH)]
            return routes.party_entry(context, links[0]) if links else None
    return None


def _pages(context: Context, kind: str, parts: Sequence[str]) -> list[Scene]:
    """Return the scenes above the title, bottom first."""
    match kind:
        case "setup":
            return [routes.setup(context, _game(parts), _seed(parts), parts[2:] == ["all"])]
        case "howto":
            return [routes.howto(context, _game(parts))]
        case "lesson" if lessons.lesson_of(".".join(parts)):
            return [routes.lesson(context, ".".join(parts))]
        case "puzzles":
            return [routes.puzzles(context, _game(parts))]
        case "puzzle" if _number(parts[1]) < len(puzzles.puzzles_of(_game(parts))):
            return [routes.puzzles(context, parts[0]), routes.puzzle(context, parts[0], _number(parts[1]))]
        case "statistics":
            return [routes.statistics(context, _game(parts))]
        case "settings":
            return [routes.settings(context)]
        case "calendar":
            return [routes.daily(context, date.fromisoformat(parts[0]))]
        case "tables":
            return [routes.tables(context)]
        case "together":
            return [routes.together(context)]
        case "replay" | "review":
            save = _finished(context, parts)
            match, ended_ms = saves.match_of(save), saves.time_of(save, "ended_ms")
            if kind == "review":
                return [routes.review(context, match, ended_ms)]
            # position and, if opened from a review, viewer
            place, *viewer = map(_number, parts[1:3])
            return [routes.replay(context, match, routes.ReplayStart(ended_ms, place, viewer[0] if viewer else -1))]
    return []
