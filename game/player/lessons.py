"""The guided first games: which there are, how far the player has come in each, and whether one is still to be offered.

They have a place of their own in the storage: a match in progress and the statistics know nothing of them.
"""

from __future__ import annotations

from typing import TYPE_CHECKING, Annotated, NamedTuple

from game.catalogue.registry import GAMES
from game.core import codec, match
from game.player import stats
from game.player.lineup import Lineup, default_lineup, named_seats, new_seed
from game.player.stored_value import StoredValue
from game.tutorial.course import AnyCourse, Course

if TYPE_CHECKING:
    from game.app.context import Context


class Progress(NamedTuple):
    """How far the player has come in a game's lesson."""

    #: so many steps are done
    place: int = 0
    #: it has been offered, and the player wants to hear no more of it
    offered: bool = False
    declined: bool = False


#: game -> how far
STORED: StoredValue[dict[str, Progress]] = StoredValue(
    "lessons", "file.lessons", codec.codec_of(dict[str, Annotated[Progress, codec.Shape.MENDED]]), {}
)


def _of(context: Context, game: str) -> Progress:
    """What is stored of one game."""
    return STORED.read(context).get(game, Progress())


def _keep(context: Context, game: str, progress: Progress) -> None:
    """Store what has changed of one game."""
    STORED.write(context, STORED.read(context) | {game: progress})


def steps_done(context: Context, game: str) -> int:
    """How many steps of a game's lesson are done, 0 if it has not been begun or is over."""
    found, lesson = _of(context, game).place, GAMES[game].lesson
    return found if lesson and 0 < found < len(lesson.steps) else 0


def progress(context: Context, game: str) -> tuple[int, int] | None:
    """Which prompt of a lesson that has been begun is due, and how many there are; None where none has been."""
    lesson, done = GAMES[game].lesson, steps_done(context, game)
    return lesson.number(done) if lesson and done else None


def minutes(game: str) -> int:
    """About how long the lesson of a game takes, 0 where there is none."""
    lesson = GAMES[game].lesson
    return lesson.minutes if lesson else 0


def start_course(context: Context, game: str) -> AnyCourse:
    """The lesson of a game that has one, from where it was left."""
    rules = GAMES[game]
    assert rules.lesson, "only what there is can be begun"
    kinds = [match.HUMAN, *[rules.bots.first_level] * (rules.lesson.seats - 1)]
    lineup = Lineup(game, named_seats(kinds, context.texts), dict(rules.lesson.options))
    lineup.welcome(context.settings.me, context.texts)
    return Course(rules, rules.lesson, lineup.seats, steps_done(context, game))


def learned_keys(game: str) -> tuple[str, ...]:
    """The text keys of what the lesson of a game has taught, after ``GAME.learned.``."""
    lesson = GAMES[game].lesson
    return lesson.learned if lesson else ()


def first_match(context: Context, game: str) -> match.AnyMatch:
    """A match for whoever has just learned a game: with the cards that were taught, against the easiest opponents."""
    rules = GAMES[game]
    assert rules.lesson, "there was one"
    lineup = default_lineup(game, context.texts, rules.lesson.seats, context.settings.me)
    kinds = [match.HUMAN, *[rules.bots.levels[0]] * (rules.lesson.seats - 1)]
    lineup.seats = [seat._replace(kind=kind) for seat, kind in zip(lineup.seats, kinds, strict=True)]
    lineup.options |= rules.lesson.options
    lineup.seed = new_seed(context.clock.wall_ms())
    return lineup.match()


def store_course(context: Context, course: AnyCourse) -> None:
    """Store how far a lesson has come; one that is over begins anew the next time."""
    game, done = course.game.name, course.is_last
    _keep(context, game, _of(context, game)._replace(place=0 if done else course.place, offered=True))


def should_offer(context: Context, game: str) -> bool:
    """Whether whoever sets up a game is to hear that there is a lesson: it has been left half-way, or nobody has
    played the game on this device and nobody has said anything to the offer.
    """
    if GAMES[game].lesson is None or _of(context, game).declined:
        return False
    if steps_done(context, game):
        return True
    return not _of(context, game).offered and not any(entry.game == game for entry in stats.entries(context))


def mark_offered(context: Context, game: str) -> None:
    """The player has gone past the offer: it is made again only to go on with a lesson that was begun."""
    progress = _of(context, game)
    if GAMES[game].lesson is not None and not progress.offered:
        _keep(context, game, progress._replace(offered=True))


def decline(context: Context, game: str) -> None:
    """The player wants to hear no more of it here; how far a lesson has come stays, for the pages that explain."""
    _keep(context, game, _of(context, game)._replace(offered=True, declined=True))
