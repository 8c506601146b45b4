"""The puzzles of every game, and which of them the player has solved.

What there is lies in ``assets/puzzles``, found by ``build/puzzles.py``; what is solved has a place of its own in the
storage: a match in progress and the statistics know nothing of it.
"""

from __future__ import annotations

import json
from collections.abc import Mapping
from typing import TYPE_CHECKING

from game.core.match import HUMAN, AnyMatch
from game.core.options import Json
from game.core.puzzle import Puzzle, from_json, reached
from game.core.remembering import remembered
from game.engine.assets import ASSETS, MissingAsset
from game.lineup import Lineup, named
from game.registry import GAMES

if TYPE_CHECKING:
    from game.context import Context

#: the name under which it is stored what has been solved
STORED = "puzzles"
#: what is stored of a puzzle whose answer was shown before it was found; else in how many tries it was
SHOWN = 0


@remembered(8)
def puzzles_of(game: str) -> tuple[Puzzle, ...]:
    """The puzzles of a game in their order, by strength; none where nobody has looked for any."""
    path = ASSETS / "puzzles" / f"{game}.json"
    try:
        return tuple(map(from_json, json.loads(path.read_text(encoding="utf-8")))) if path.exists() else ()
    except (OSError, ValueError, TypeError, KeyError) as error:
        raise MissingAsset(f"puzzles/{game}.json: {error}") from error


def begin(context: Context, game: str, number: int) -> AnyMatch:
    """The position of a puzzle, with the player at the seat that is to move and bots at the others."""
    rules, puzzle = GAMES[game], puzzles_of(game)[number]
    state = reached(rules, puzzle).state
    # in real time everybody may move: the player sits at the first seat
    own = max(0, rules.to_move(state))
    kinds = [HUMAN if seat == own else rules.first_level for seat in range(puzzle.seats)]
    lineup = Lineup(game, named(kinds, context.texts), dict(puzzle.options))
    lineup.welcome(context.settings.me, context.texts)
    return reached(rules, puzzle, lineup.seats)


# ---- what has been solved -----------------------------------------------------------------------------


def solved(context: Context, game: str) -> Mapping[str, int]:
    """Of every puzzle that is done, by its name: in how many tries it was solved, or ``SHOWN``."""
    return _rows(context).get(game, {})


def keep(context: Context, game: str, number: int, tries: int) -> None:
    """Store that a puzzle is done: what is said of it first stays."""
    rows, name = _rows(context), name_of(puzzles_of(game)[number])
    own = rows.get(game, {})
    if name not in own:
        context.store(STORED, {**rows, game: {**own, name: tries}})


def name_of(puzzle: Puzzle) -> str:
    """What tells a puzzle from all others of its game: of no game there are two."""
    return str(puzzle.seed)


def _rows(context: Context) -> dict[str, dict[str, int]]:
    """What is stored of every game; what makes no sense is set aside and told."""
    data = context.stored(STORED, "file.puzzles")
    if data is None:
        return {}
    if not isinstance(data, dict) or not all(map(_is_row, data.values())):
        context.set_aside(STORED, "file.puzzles")
        good = {game: row for game, row in data.items() if _is_row(row)} if isinstance(data, dict) else {}
        context.store(STORED, good)
        return good
    return data


def _is_row(row: Json) -> bool:
    return isinstance(row, dict) and all(type(tries) is int and tries >= SHOWN for tries in row.values())


def next_open(context: Context, game: str, number: int) -> int | None:
    """The puzzle after one that is not done yet: a later one, else an earlier one; None once all are done."""
    done, puzzles = solved(context, game), puzzles_of(game)
    order = [*range(number + 1, len(puzzles)), *range(number)]
    return next((other for other in order if name_of(puzzles[other]) not in done), None)
