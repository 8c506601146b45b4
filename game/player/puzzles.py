"""Puzzles of the games, and which of them the player has solved.

The puzzles are in ``assets/puzzles``, found by ``build/puzzles.py``; progress is stored apart from matches and
statistics.
"""

import json
from collections import Counter
from collections.abc import Mapping
from typing import TYPE_CHECKING, Annotated, TypeAlias

from game.ai.expert import strongest_quick_level
from game.catalogue.registry import GAMES
from game.core import cache, codec, match
from game.engine.assets import ASSETS, MissingAsset
from game.player import daily_store
from game.player.lineup import Lineup, named_seats
from game.player.stored_value import StoredValue
from game.tutorial.puzzle import PUZZLE, Puzzle, match_at_puzzle

if TYPE_CHECKING:
    from game.services.context import Context

#: stored for a puzzle whose answer was shown; otherwise the number of tries
SHOWN = 0
Tries: TypeAlias = Annotated[int, codec.within(SHOWN, codec.MAX_SAFE_INT)]
#: game -> puzzle -> tries
STORED: StoredValue[dict[str, dict[str, Tries]]] = StoredValue(
    "puzzles", "file.puzzles", codec.codec_of(dict[str, dict[str, Tries]]), {}
)


@cache.cached(8)
def puzzles_of(game: str) -> tuple[Puzzle, ...]:
    """Return the puzzles of a game, easiest first, then those of the months, for all time under the same numbers.

    Empty without a file. Raise MissingAsset if it is damaged.
    """
    path = ASSETS / "puzzles" / f"{game}.json"
    try:
        return tuple(map(PUZZLE.read, json.loads(path.read_text(encoding="utf-8")))) if path.exists() else ()
    except (OSError, ValueError, TypeError, KeyError) as error:
        raise MissingAsset(f"puzzles/{game}.json: {error}") from error


def present_month(context: "Context") -> str:
    """Return the present month as YYYY-MM."""
    return f"{daily_store.today(context):%Y-%m}"


def month_of(context: "Context", game: str) -> str:
    """Return the month whose set is offered, the newest up to the present one; "" before the first.

    A single puzzle is no set.
    """
    counts, now = Counter(puzzle.month for puzzle in puzzles_of(game) if puzzle.month), present_month(context)
    return max((month for month, count in counts.items() if count > 1 and month <= now), default="")


def offered(context: "Context", game: str) -> list[int]:
    """Return the numbers of the puzzles on offer: those always there, the set, and the single ones of past months."""
    counts, now = Counter(puzzle.month for puzzle in puzzles_of(game)), present_month(context)
    alone = {month for month, count in counts.items() if count == 1 and month <= now}
    months = {"", month_of(context, game), *alone}
    return [number for number, puzzle in enumerate(puzzles_of(game)) if puzzle.month in months]


def puzzle_match(context: "Context", game: str, number: int) -> match.AnyMatch:
    """Return the position of a puzzle, with the player to move and bots at the other seats.

    They have the level that the figures of the puzzle were worked out with.
    """
    rules, puzzle = GAMES[game], puzzles_of(game)[number]
    position = match_at_puzzle(rules, puzzle)
    # in real time everybody may move: the player has the first seat
    own = max(0, position.mover)
    level = strongest_quick_level(rules.bots)
    kinds = [match.HUMAN if seat == own else level for seat in range(puzzle.seats)]
    lineup = Lineup(game, named_seats(kinds, context.texts), dict(puzzle.options))
    # wherever the player sits, with the figure of every set-up
    lineup.take_figure(own, match.FIGURES[0], context.texts)
    lineup.welcome(context.settings.me, context.texts)
    return position.seated(lineup.seats)


# ---- progress -----------------------------------------------------------------------------------------


def solved_puzzles(context: "Context", game: str) -> Mapping[str, int]:
    """Return the number of tries or ``SHOWN`` for every finished puzzle, by name."""
    return STORED.read(context).get(game, {})


def store_solved(context: "Context", game: str, number: int, tries: int) -> None:
    """Store that a puzzle is finished; the first result stays."""
    rows, name = STORED.read(context), name_of(puzzles_of(game)[number])
    own = rows.get(game, {})
    if name not in own:
        STORED.write(context, {**rows, game: {**own, name: tries}})


def name_of(puzzle: Puzzle) -> str:
    """Return the name of a puzzle: its seed, unique within its game."""
    return str(puzzle.seed)


def next_unsolved(context: "Context", game: str, number: int) -> int | None:
    """Return the next unfinished puzzle after ``number``, from the start after the end; None if all are done."""
    done, puzzles, numbers = solved_puzzles(context, game), puzzles_of(game), offered(context, game)
    at = numbers.index(number) if number in numbers else -1
    order = [*numbers[at + 1 :], *numbers[: max(at, 0)]]
    return next((other for other in order if name_of(puzzles[other]) not in done), None)
