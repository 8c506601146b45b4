"""Lessons of the games: the player's progress, stored apart from matches, and whether to offer one."""

from typing import TYPE_CHECKING, Annotated, NamedTuple

from game.catalogue.registry import GAMES
from game.core import codec, match
from game.player import stats
from game.player.lineup import Lineup, default_lineup, named_seats, new_seed
from game.player.stored_value import StoredValue
from game.tutorial.course import AnyCourse, Course
from game.tutorial.lesson import Lesson, number_of

if TYPE_CHECKING:
    from game.services.context import Context


class Progress(NamedTuple):
    """Progress in a lesson."""

    #: the number of steps done
    place: int = 0
    #: it was offered; and the player declined it
    offered: bool = False
    declined: bool = False
    #: the branches chosen on the way
    path: tuple[int, ...] = ()
    #: where the learner's hidden cards are, if some have changed places
    places: tuple[int, ...] = ()


#: lesson -> progress. A lesson is named like its game, or ``GAME.OPTION`` if it is about one house rule
STORED: StoredValue[dict[str, Progress]] = StoredValue(
    "lessons", "file.lessons", codec.codec_of(dict[str, Annotated[Progress, codec.Shape.MENDED]]), {}
)


def lesson_of(name: str) -> Lesson | None:
    """Return the lesson of that name, if the game has it."""
    game, _, option = name.partition(".")
    lesson = GAMES[game].lesson if game in GAMES else None
    return lesson.about.get(option) if lesson and option else lesson


def names_of(game: str) -> list[str]:
    """Return the names of a game's lessons, that of the game itself first."""
    lesson = GAMES[game].lesson
    return [game, *(f"{game}.{option}" for option in lesson.about)] if lesson else []


def _of(context: "Context", name: str) -> Progress:
    return STORED.read(context).get(name, Progress())


def _keep(context: "Context", name: str, progress: Progress) -> None:
    STORED.write(context, STORED.read(context) | {name: progress})


def steps_done(context: "Context", name: str) -> int:
    """Return the number of steps done, 0 if the lesson was not begun or is finished."""
    found, lesson = _of(context, name), lesson_of(name)
    return found.place if lesson and 0 < found.place < len(lesson.steps_along(found.path)) else 0


def progress(context: "Context", name: str) -> tuple[int, int] | None:
    """Return the number of the present text and of all texts; None if the lesson is not in progress."""
    lesson, done = lesson_of(name), steps_done(context, name)
    return number_of(lesson.steps_along(_of(context, name).path), done) if lesson and done else None


def next_lesson(context: "Context", name: str) -> str:
    """Return the name of a game's next lesson after one that is over, if it was not learned yet, or ""."""
    names = names_of(name.partition(".")[0])
    after = names[names.index(name) + 1 :] if name in names else []
    return next((other for other in after if not _of(context, other).offered), "")


def minutes(name: str) -> int:
    """Return the approximate minutes of a lesson, 0 without one."""
    lesson = lesson_of(name)
    return lesson.minutes if lesson else 0


def start_course(context: "Context", name: str) -> AnyCourse:
    """Return a lesson's course, resumed or new."""
    lesson, game = lesson_of(name), name.partition(".")[0]
    assert lesson, f"expected the name of a tutorial, got {name}"
    bots = GAMES[game].bots
    # a level that adapts to the player has measured nothing yet
    level = bots.first_level if bots.first_level in bots.ranked_levels else bots.ranked_levels[0]
    kinds = [match.HUMAN, *[level] * (lesson.seats - 1)]
    lineup = Lineup(game, named_seats(kinds, context.texts), dict(lesson.options))
    lineup.welcome(context.settings.me, context.texts)
    done, found = steps_done(context, name), _of(context, name)
    return Course(GAMES[game], lesson, lineup.seats, done, found.path, name, found.places)


def learned_keys(name: str) -> tuple[str, ...]:
    """Return the text keys of what a lesson taught, after ``GAME.learned.``."""
    lesson = lesson_of(name)
    return lesson.learned if lesson else ()


def first_match(context: "Context", name: str) -> match.AnyMatch:
    """Return a first match after a lesson: with the cards that were taught, against the weakest bots."""
    lesson, game = lesson_of(name), name.partition(".")[0]
    assert lesson, f"expected the name of a tutorial, got {name}"
    lineup = default_lineup(game, context.texts, lesson.seats, context.settings.me)
    kinds = [match.HUMAN, *[GAMES[game].bots.levels[0]] * (lesson.seats - 1)]
    lineup.seats = [seat._replace(kind=kind) for seat, kind in zip(lineup.seats, kinds, strict=True)]
    lineup.options |= lesson.options
    lineup.seed = new_seed(context.clock.wall_ms())
    return lineup.match()


def store_course(context: "Context", course: AnyCourse) -> None:
    """Store the progress of a lesson; a finished one starts over the next time."""
    name, done = course.name, course.is_last
    place, path, places = (0, (), ()) if done else (course.place, course.path, course.places)
    _keep(context, name, _of(context, name)._replace(place=place, path=path, places=places, offered=True))


def should_offer(context: "Context", name: str) -> bool:
    """Return True if the set-up should offer the lesson.

    It does for an unfinished lesson, or if nobody has played the game, or with the house rule, here and the offer is
    unanswered.
    """
    if lesson_of(name) is None or _of(context, name).declined:
        return False
    if steps_done(context, name):
        return True
    game, _, mode = name.partition(".")
    played = any(entry.game == game and mode in ("", entry.own.mode) for entry in stats.entries(context))
    return not _of(context, name).offered and not played


def offered_lesson(context: "Context", lineup: Lineup) -> str:
    """Return the name of the lesson that the set-up of this table should offer, or "".

    That of a house rule is offered once the rule is on.
    """
    names = [name for name in names_of(lineup.game) if lineup.options.get(name.partition(".")[2], True) is True]
    return next((name for name in names if should_offer(context, name)), "")


def mark_offered(context: "Context", name: str) -> None:
    """Note that the player has passed the offer: it is repeated only for an unfinished lesson."""
    progress = _of(context, name)
    if lesson_of(name) is not None and not progress.offered:
        _keep(context, name, progress._replace(offered=True))


def decline(context: "Context", name: str) -> None:
    """Stop offering the lesson here; its progress stays for the help pages."""
    _keep(context, name, _of(context, name)._replace(offered=True, declined=True))
