"""Lessons of the games: the player's progress, stored apart from matches, and whether to offer one."""

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
    """Progress in a game's lesson."""

    #: the number of steps done
    place: int = 0
    #: it was offered; and the player declined it
    offered: bool = False
    declined: bool = False


#: game -> progress
STORED: StoredValue[dict[str, Progress]] = StoredValue(
    "lessons", "file.lessons", codec.codec_of(dict[str, Annotated[Progress, codec.Shape.MENDED]]), {}
)


def _of(context: "Context", game: str) -> Progress:
    return STORED.read(context).get(game, Progress())


def _keep(context: "Context", game: str, progress: Progress) -> None:
    STORED.write(context, STORED.read(context) | {game: progress})


def steps_done(context: "Context", game: str) -> int:
    """Return the number of steps done, 0 if the lesson was not begun or is finished."""
    found, lesson = _of(context, game).place, GAMES[game].lesson
    return found if lesson and 0 < found < len(lesson.steps) else 0


def progress(context: "Context", game: str) -> tuple[int, int] | None:
    """Return the number of the present text and of all texts; None if no lesson is in progress."""
    lesson, done = GAMES[game].lesson, steps_done(context, game)
    return lesson.number(done) if lesson and done else None


def minutes(game: str) -> int:
    """Return the approximate minutes of a game's lesson, 0 without one."""
    lesson = GAMES[game].lesson
    return lesson.minutes if lesson else 0


def start_course(context: "Context", game: str) -> AnyCourse:
    """Return a game's lesson, resumed or new."""
    rules = GAMES[game]
    assert rules.lesson, f"expected a game with a tutorial, got {game}"
    kinds = [match.HUMAN, *[rules.bots.first_level] * (rules.lesson.seats - 1)]
    lineup = Lineup(game, named_seats(kinds, context.texts), dict(rules.lesson.options))
    lineup.welcome(context.settings.me, context.texts)
    return Course(rules, rules.lesson, lineup.seats, steps_done(context, game))


def learned_keys(game: str) -> tuple[str, ...]:
    """Return the text keys of what a game's lesson taught, after ``GAME.learned.``."""
    lesson = GAMES[game].lesson
    return lesson.learned if lesson else ()


def first_match(context: "Context", game: str) -> match.AnyMatch:
    """Return a first match after the lesson: with the cards that were taught, against the weakest bots."""
    rules = GAMES[game]
    assert rules.lesson, f"expected a game with a tutorial, got {game}"
    lineup = default_lineup(game, context.texts, rules.lesson.seats, context.settings.me)
    kinds = [match.HUMAN, *[rules.bots.levels[0]] * (rules.lesson.seats - 1)]
    lineup.seats = [seat._replace(kind=kind) for seat, kind in zip(lineup.seats, kinds, strict=True)]
    lineup.options |= rules.lesson.options
    lineup.seed = new_seed(context.clock.wall_ms())
    return lineup.match()


def store_course(context: "Context", course: AnyCourse) -> None:
    """Store the progress of a lesson; a finished one starts over the next time."""
    game, done = course.game.name, course.is_last
    _keep(context, game, _of(context, game)._replace(place=0 if done else course.place, offered=True))


def should_offer(context: "Context", game: str) -> bool:
    """Return True if the set-up should offer the lesson.

    It does for an unfinished lesson, or if nobody has played the game here and the offer is unanswered.
    """
    if GAMES[game].lesson is None or _of(context, game).declined:
        return False
    if steps_done(context, game):
        return True
    return not _of(context, game).offered and not any(entry.game == game for entry in stats.entries(context))


def mark_offered(context: "Context", game: str) -> None:
    """Note that the player has passed the offer: it is repeated only for an unfinished lesson."""
    progress = _of(context, game)
    if GAMES[game].lesson is not None and not progress.offered:
        _keep(context, game, progress._replace(offered=True))


def decline(context: "Context", game: str) -> None:
    """Stop offering the lesson here; its progress stays for the help pages."""
    _keep(context, game, _of(context, game)._replace(offered=True, declined=True))
