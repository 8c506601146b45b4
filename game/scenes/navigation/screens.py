"""All screens by the names of their routes: the one module that imports them all."""

from collections.abc import Callable, Mapping
from datetime import date
from types import MappingProxyType

from game.catalogue.registry import GAMES
from game.core.match import AnyMatch
from game.engine.scene import Scene
from game.host import device
from game.player import daily_store, known_parties, lessons, saves
from game.scenes.daily import day_end
from game.scenes.daily.daily import Daily
from game.scenes.help.howto import HowTo
from game.scenes.lesson.lesson_end import LessonEnd
from game.scenes.navigation.routes import Maker, ReplayStart
from game.scenes.party.join import JoinScreen
from game.scenes.party.lobby import Lobby
from game.scenes.party.people import People
from game.scenes.party.standing_screen import StandingScreen
from game.scenes.puzzle.puzzle_list import PuzzleList
from game.scenes.records.stats_screen import StatsScreen
from game.scenes.result import after, look_back, reel, result
from game.scenes.review.review import ReviewScreen
from game.scenes.settings.data_import import DataImport
from game.scenes.settings.notice_settings import NoticeSettings
from game.scenes.settings.settings import SettingsScene
from game.scenes.setup import house_rules, setup
from game.scenes.table.log import LogSheet
from game.scenes.table.pause import OnlinePause, Pause
from game.scenes.table.plan import PlanAhead
from game.scenes.tables.my_tables import MyTables
from game.scenes.title.title import Title
from game.services.context import Context
from game.services.party_session import PartySession
from game.table.live import lesson as live_lesson
from game.table.live import local as live_local
from game.table.live import party as live_party
from game.table.live import puzzle as live_puzzle
from game.table.live import replay as live_replay
from game.table.live.scene import LiveScene
from game.table.turns import daily, local, party, scene
from game.table.turns.lesson import TurnLessonDriver
from game.table.turns.puzzle import TurnPuzzleDriver
from game.table.turns.replay import TurnReplayDriver
from game.wire.join_link import JoinLink


def table(context: Context, match: AnyMatch) -> Scene:
    """Return the table of a match, in turns or in real time."""
    if match.game.real_time:
        return LiveScene(context, live_local.LiveLocalDriver(context, match))
    return scene.TurnScene(context, local.TurnLocalDriver(context, match))


def round_result(context: Context, match: AnyMatch, on_read: Callable[[], None]) -> Scene:
    """Return the sums between two rounds of a match on this device."""
    return result.Result(context, match, after.AfterRound(context, match, on_read))


def party_round_result(context: Context, match: AnyMatch, on_read: Callable[[], None], session: PartySession) -> Scene:
    """Return the sums between two rounds of a party's match."""
    return result.Result(context, match, after.AfterPartyRound(context, match, on_read, session))


def party_result(context: Context, match: AnyMatch, session: PartySession) -> Scene:
    """Return the sums of a party's match that has just ended."""
    return result.Result(context, match, after.AfterParty(context, match, session))


def missed_result(context: Context, match: AnyMatch, session: PartySession) -> Scene:
    """Return the sums of an earlier match of a party."""
    return result.Result(context, match, after.AfterMissedMatch(context, match, session))


def party_entry(context: Context, join_link: JoinLink) -> Scene:
    """Return the party of a link or the command line, or the screen to open one."""
    if not device.page.can_connect():
        if not device.WEB:
            context.tell("party.no_library")
        return JoinScreen(context)
    if not (join_link.code or join_link.party):
        return JoinScreen(context, join_link.server)
    if known_parties.is_full(context, join_link):
        context.tell("party.most_tables", count=known_parties.MOST_TABLES)
        return MyTables(context)
    context.session = PartySession(context, join_link)
    return Lobby(context, context.session)


def online_table(context: Context, session: PartySession) -> Scene:
    """Return the table of a party's match."""
    party_state = session.remote.party_state
    assert party_state is not None, "expected a party that is known, got none"
    if GAMES[party_state.game].real_time:
        return LiveScene(context, live_party.LivePartyDriver(context, session))
    return scene.TurnScene(context, party.TurnPartyDriver(context, session))


def daily_result(context: Context, attempt: daily_store.DailyMatch, record: saves.FinishedRecord | None) -> Scene:
    """Return the sums of a finished daily deal."""
    return result.Result(context, attempt.match, day_end.AfterDay(context, attempt), record)


def daily_table(context: Context, day: date) -> Scene:
    """Return the table of a date's deal, from where it was left."""
    return scene.TurnScene(context, daily.DailyDriver(context, daily_store.begin(context, day)))


def lesson(context: Context, name: str) -> Scene:
    """Return a tutorial, from where it was left."""
    course = lessons.start_course(context, name)
    if course.game.real_time:
        return LiveScene(context, live_lesson.LiveLessonDriver(context, course))
    return scene.TurnScene(context, TurnLessonDriver(context, course))


def puzzle(context: Context, game: str, number: int) -> Scene:
    """Return one puzzle of a game at its table."""
    if GAMES[game].real_time:
        return LiveScene(context, live_puzzle.LivePuzzleDriver(context, game, number))
    return scene.TurnScene(context, TurnPuzzleDriver(context, game, number))


def replay(context: Context, match: AnyMatch, start: ReplayStart) -> Scene:
    """Return the replay of a finished match, move by move or by its own clock."""
    if match.game.real_time:
        return LiveScene(context, live_replay.LiveReplayDriver(context, match, start))
    return scene.TurnScene(context, TurnReplayDriver(context, match, start))


def film(context: Context, match: AnyMatch) -> Scene:
    """Return the film of a finished match."""
    cuts = reel.reel_of(context.texts, match)
    if match.game.real_time:
        return LiveScene(context, live_replay.LiveReplayDriver(context, match, cuts=cuts))
    return scene.TurnScene(context, TurnReplayDriver(context, match, cuts=cuts))


def review(context: Context, match: AnyMatch, ended_ms: float) -> Scene:
    """Return the review of a finished match: the value of its decisions, or the reaction times in real time."""
    return (look_back.LookBack if match.game.real_time else ReviewScreen)(context, match, ended_ms)


#: makers of the scenes, by the route's name
SCREENS: Mapping[str, Maker] = MappingProxyType(
    {
        "title": Title,
        "setup": setup.Setup,
        "house_rules": house_rules.HouseRules,
        "table": table,
        "result": result.Result,
        "round_result": round_result,
        "party_round_result": party_round_result,
        "party_result": party_result,
        "missed_result": missed_result,
        "pause": Pause,
        "online_pause": OnlinePause,
        "plan_ahead": PlanAhead,
        "data_import": DataImport,
        "together": JoinScreen,
        "tables": MyTables,
        "party_entry": party_entry,
        "lobby": Lobby,
        "people": People,
        "standing": StandingScreen,
        "online_table": online_table,
        "daily": Daily,
        "daily_table": daily_table,
        "daily_result": daily_result,
        "daily_pause": day_end.DailyPause,
        "howto": HowTo,
        "lesson": lesson,
        "lesson_end": LessonEnd,
        "puzzles": PuzzleList,
        "puzzle": puzzle,
        "notices": NoticeSettings,
        "settings": SettingsScene,
        "statistics": StatsScreen,
        "replay": replay,
        "film": film,
        "review": review,
        "log": LogSheet,
    }
)
