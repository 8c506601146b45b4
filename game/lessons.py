"""The guided first games: which there are, how far the player has come in each, and whether one is still to be offered.

They have a place of their own in the storage: a match in progress and the statistics know nothing of them.
"""

from __future__ import annotations

from typing import TYPE_CHECKING

from game import statistics
from game.core.course import AnyCourse, Course
from game.core.match import HUMAN, AnyMatch
from game.core.options import Json
from game.lineup import Lineup, fresh_seed, named, standard
from game.registry import GAMES

if TYPE_CHECKING:
    from game.context import Context

#: the name under which it is stored how far the player has come
STORED = "lessons"


def _rows(context: Context) -> dict[str, Json]:
    """What is stored of every game."""
    data = context.stored(STORED, "file.lessons")
    return dict(data) if isinstance(data, dict) else {}


def _row(context: Context, game: str) -> dict[str, Json]:
    """What is stored of one game."""
    row = _rows(context).get(game)
    return dict(row) if isinstance(row, dict) else {}


def _keep(context: Context, game: str, **changes: Json) -> None:
    """Store what has changed of one game."""
    context.store(STORED, _rows(context) | {game: _row(context, game) | changes})


def place(context: Context, game: str) -> int:
    """How many steps of a game's lesson are done, 0 if it has not been begun or is over."""
    found, lesson = _row(context, game).get("place"), GAMES[game].lesson
    return found if lesson and type(found) is int and 0 < found < len(lesson.steps) else 0


def progress(context: Context, game: str) -> tuple[int, int] | None:
    """Which prompt of a lesson that has been begun is due, and how many there are; None where none has been."""
    lesson, done = GAMES[game].lesson, place(context, game)
    return lesson.number(done) if lesson and done else None


def minutes(game: str) -> int:
    """About how long the lesson of a game takes, 0 where there is none."""
    lesson = GAMES[game].lesson
    return lesson.minutes if lesson else 0


def begin(context: Context, game: str) -> AnyCourse:
    """The lesson of a game that has one, from where it was left."""
    rules = GAMES[game]
    assert rules.lesson, "only what there is can be begun"
    kinds = [HUMAN, *[rules.first_level] * (rules.lesson.seats - 1)]
    lineup = Lineup(game, named(kinds, context.texts), dict(rules.lesson.options))
    lineup.welcome(context.settings.me, context.texts)
    return Course(rules, rules.lesson, lineup.seats, place(context, game))


def learned(game: str) -> tuple[str, ...]:
    """The text keys of what the lesson of a game has taught, after ``GAME.learned.``."""
    lesson = GAMES[game].lesson
    return lesson.learned if lesson else ()


def real_one(context: Context, game: str) -> AnyMatch:
    """A match for whoever has just learned a game: with the cards that were taught, against the easiest opponents."""
    rules = GAMES[game]
    assert rules.lesson, "there was one"
    lineup = standard(game, context.texts, rules.lesson.seats, context.settings.me)
    kinds = [HUMAN, *[rules.levels[0]] * (rules.lesson.seats - 1)]
    lineup.seats = [seat._replace(kind=kind) for seat, kind in zip(lineup.seats, kinds, strict=True)]
    lineup.options |= rules.lesson.options
    lineup.seed = fresh_seed(context.clock.wall_ms())
    return lineup.match()


def keep(context: Context, course: AnyCourse) -> None:
    """Store how far a lesson has come; one that is over begins anew the next time."""
    done = course.is_last
    _keep(context, course.game.name, place=0 if done else course.place, offered=True)


def is_to_be_offered(context: Context, game: str) -> bool:
    """Whether whoever sets up a game is to hear that there is a lesson: it has been left half-way, or nobody has
    played the game on this device and nobody has said anything to the offer.
    """
    if GAMES[game].lesson is None or _row(context, game).get("declined"):
        return False
    if place(context, game):
        return True
    return not _row(context, game).get("offered") and not any(
        entry.game == game for entry in statistics.entries(context)
    )


def was_offered(context: Context, game: str) -> None:
    """The player has gone past the offer: it is made again only to go on with a lesson that was begun."""
    if GAMES[game].lesson is not None and not _row(context, game).get("offered"):
        _keep(context, game, offered=True)


def decline(context: Context, game: str) -> None:
    """The player wants to hear no more of it here; how far a lesson has come stays, for the pages that explain."""
    _keep(context, game, offered=True, declined=True)
