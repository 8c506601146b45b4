"""Ways from scene to scene. Scenes lead to each other in circles, so the scene is imported on the way."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from datetime import date
from typing import TYPE_CHECKING

from game import diary, lessons
from game.context import Context
from game.core.match import AnyMatch
from game.engine.scene import Scene
from game.engine.table import AnyTable
from game.engine.words import LogLine
from game.registry import GAMES

if TYPE_CHECKING:
    from game.lineup import Lineup
    from game.visits import Visit
    from game.wire.way import Way


def title(context: Context, game: str = "") -> Scene:
    """The box with all games, where it holds that ``game``."""
    from game.scenes.title.title import Title

    return Title(context, game)


def setup(context: Context, game: str) -> Scene:
    """Choose seats and house rules of a game."""
    from game.scenes.setup.setup import Setup

    return Setup(context, game)


def house_rules(context: Context, lineup: Lineup) -> Scene:
    """All house rules of a game to be set up."""
    from game.scenes.setup.house_rules import HouseRules

    return HouseRules(context, lineup)


def table(context: Context, match: AnyMatch) -> Scene:
    """Play a match: in turns, or all at once where the game is one in real time."""
    from game.table.live.local import LocalDriver as LiveDriver
    from game.table.live.scene import LiveScene
    from game.table.turns.local import LocalDriver
    from game.table.turns.scene import TurnScene

    if match.game.real_time:
        return LiveScene(context, LiveDriver(context, match))
    return TurnScene(context, LocalDriver(context, match))


def result(context: Context, match: AnyMatch) -> Scene:
    """The sums of a finished match."""
    from game.scenes.result.result import Result

    return Result(context, match)


def together(context: Context) -> Scene:
    """Play with other devices: open a table, or come to one."""
    from game.scenes.party.together import Together

    return Together(context)


def visit(context: Context, way: Way) -> Scene:
    """A party, or where one can be opened, by the way that the command line or a link tells."""
    from game.host import device
    from game.visits import Visit

    if not device.can_connect():
        context.tell("party.no_library")
        return title(context)
    if not (way.code or way.party):
        from game.scenes.party.together import Together

        return Together(context, way.server)
    context.visit = Visit(context, way)
    return lobby(context, context.visit)


def lobby(context: Context, visit: Visit) -> Scene:
    """A party before, between and after its matches."""
    from game.scenes.party.lobby import Lobby

    return Lobby(context, visit)


def people(context: Context, visit: Visit) -> Scene:
    """The people of a party while they play."""
    from game.scenes.party.people import People

    return People(context, visit)


def online_table(context: Context, visit: Visit) -> Scene:
    """The table of a party's match."""
    from game.table.live.party import PartyDriver as LiveDriver
    from game.table.live.scene import LiveScene
    from game.table.turns.party import PartyDriver
    from game.table.turns.scene import TurnScene

    standing = visit.remote.standing
    assert standing is not None, "a table is one of a party"
    if GAMES[standing.game].real_time:
        return LiveScene(context, LiveDriver(context, visit))
    return TurnScene(context, PartyDriver(context, visit))


def daily(context: Context, day: date | None = None) -> Scene:
    """The deal of the day: of a date, or of today."""
    from game.scenes.daily.daily import Daily

    return Daily(context, day)


def daily_table(context: Context, day: date) -> Scene:
    """Play the deal of a date, from where it was left."""
    from game.table.turns.daily import DailyDriver
    from game.table.turns.scene import TurnScene

    return TurnScene(context, DailyDriver(context, diary.begin(context, day)))


def howto(context: Context, game: str, teaches: bool = True) -> Scene:
    """How a game is played; if it ``teaches``, with the way to the guided first game."""
    from game.scenes.help.howto import HowTo

    return HowTo(context, game, teaches)


def lesson(context: Context, game: str) -> Scene:
    """The guided first game of a game that has one, from where it was left."""
    from game.table.live.lesson import LessonDriver as LiveDriver
    from game.table.live.scene import LiveScene
    from game.table.turns.lesson import LessonDriver
    from game.table.turns.scene import TurnScene

    course = lessons.begin(context, game)
    if course.game.real_time:
        return LiveScene(context, LiveDriver(context, course))
    return TurnScene(context, LessonDriver(context, course))


def lesson_end(context: Context, match: AnyMatch, table: AnyTable) -> Scene:
    """What whoever has come to the end of a guided first game knows now."""
    from game.scenes.lesson.lesson_end import LessonEnd

    return LessonEnd(context, match, table)


def puzzles(context: Context, game: str) -> Scene:
    """The puzzles of a game, and which of them are solved."""
    from game.scenes.puzzle.puzzle_list import PuzzleList

    return PuzzleList(context, game)


def puzzle(context: Context, game: str, number: int) -> Scene:
    """One puzzle of a game at its table."""
    from game.table.live.puzzle import PuzzleDriver as LiveDriver
    from game.table.live.scene import LiveScene
    from game.table.turns.puzzle import PuzzleDriver
    from game.table.turns.scene import TurnScene

    if GAMES[game].real_time:
        return LiveScene(context, LiveDriver(context, game, number))
    return TurnScene(context, PuzzleDriver(context, game, number))


def settings(context: Context) -> Scene:
    """The player's settings."""
    from game.scenes.settings.settings import SettingsScene

    return SettingsScene(context)


def statistics(context: Context, game: str = "") -> Scene:
    """Games, wins and scores."""
    from game.scenes.records.statistics import Statistics

    return Statistics(context, game)


def replay(context: Context, match: AnyMatch, ended_ms: float = 0, place: int = 0, viewer: int = -1) -> Scene:
    """Watch a finished match again: move by move, or by its own clock, from after ``place`` actions on.

    It is seen with the eyes of ``viewer``, to whom its review led, or else of the first person.
    """
    from game.scenes.replay.replay_time import TimedReplay
    from game.scenes.replay.replay_turns import TurnReplay

    if match.game.real_time:
        return TimedReplay(context, match, ended_ms, place)
    return TurnReplay(context, match, ended_ms, place, viewer)


def review(context: Context, match: AnyMatch, ended_ms: float = 0) -> Scene:
    """See what decisions in a finished match of turns were worth, or how quick everybody was in one of real time."""
    from game.scenes.result.look_back import LookBack
    from game.scenes.review.review import Review

    return (LookBack if match.game.real_time else Review)(context, match, ended_ms)


def log(
    context: Context,
    picture: AnyTable,
    lines: Sequence[LogLine] | None = None,
    jump: Callable[[int], None] | None = None,
) -> Scene:
    """Every line of the log: of what the table has shown, or these ``lines``, of which one ``jump`` goes to each."""
    from game.scenes.table.log import LogSheet

    return LogSheet(context, picture, lines, jump)
