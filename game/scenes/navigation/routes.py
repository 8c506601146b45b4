"""Routes to scenes: functions that make a scene by name, from a table that the program fills.

Scenes lead to each other in circles, so they use these instead of importing each other; see ``screens.py``.
"""

from collections.abc import Callable, Mapping
from datetime import date
from types import MappingProxyType
from typing import NamedTuple, TypeAlias

from game.core.capabilities import OrderChoice
from game.core.game import Action, View
from game.core.match import AnyMatch, InvalidSave
from game.engine.game_table import AnyTable
from game.engine.history import AnyHistory
from game.engine.scene import Scene
from game.engine.transitions import Push, Replace, Transition
from game.player.daily_store import DailyMatch
from game.player.lineup import Lineup
from game.player.saves import FinishedRecord
from game.services.context import Context
from game.services.party_session import PartySession
from game.wire.join_link import JoinLink


class MistakeNote(NamedTuple):
    """A mistake of a review, told in its replay: both moves in words, and the better one."""

    played: str
    best: str
    move: Action


class ReplayStart(NamedTuple):
    """The start of a replay, and the view that it shows."""

    #: when the match ended
    ended_ms: float = 0
    #: the number of actions before; where one is given, the replay stands still unless it ``plays``
    place: int = 0
    #: the seat whose view is shown, if a review leads here; else it is the first person's
    viewer: int = -1
    plays: bool = False
    #: only the moment at that place is played, from a little before it
    moment: bool = False
    #: the mistakes to tell of, each by the number of actions before it
    notes: Mapping[int, MistakeNote] = MappingProxyType({})


#: from the first action on, at no known time
START = ReplayStart()

#: makes a scene of its route's arguments, typed by the functions below
Maker: TypeAlias = Callable[..., Scene]  # type: ignore[explicit-any]

#: makers of the scenes, by the route's name
_MAKERS: dict[str, Maker] = {}


def fill(makers: Mapping[str, Maker]) -> None:
    """Set the makers of all scenes; once, before the first is opened."""
    _MAKERS.update(makers)


def _made(name: str, *given: object) -> Scene:
    return _MAKERS[name](*given)


def title(context: Context, game: str = "") -> Scene:
    """Return the box with all games, showing ``game``."""
    return _made("title", context, game)


def setup(context: Context, game: str, seed: int = 0, unfolded: bool = False, people: int = 0) -> Scene:
    """Return the set-up of a game with the deal's number ``seed``, 0 for a new one; ``unfolded`` with all choices.

    ``people`` seats so many people and nobody else.
    """
    return _made("setup", context, game, seed, unfolded, people)


def house_rules(context: Context, lineup: Lineup) -> Scene:
    """Return all house rules of a game to be set up."""
    return _made("house_rules", context, lineup)


def table(context: Context, match: AnyMatch) -> Scene:
    """Return the table of a match, in turns or in real time."""
    return _made("table", context, match)


def result(context: Context, match: AnyMatch, record: FinishedRecord | None = None) -> Scene:
    """Return the sums of a finished match; without the ``record`` of its end, that in the storage is used."""
    return _made("result", context, match, None, record)


def round_result(context: Context, match: AnyMatch, on_read: Callable[[], None]) -> Scene:
    """Return the sums between two rounds of a match on this device."""
    return _made("round_result", context, match, on_read)


def party_round_result(context: Context, match: AnyMatch, on_read: Callable[[], None], session: PartySession) -> Scene:
    """Return the sums between two rounds of a party's match."""
    return _made("party_round_result", context, match, on_read, session)


def party_result(context: Context, session: PartySession) -> Transition:
    """Open the result of a party's match once all of it is known; the lobby if this device cannot read it."""
    if session.remote.over is None or session.remote.party_state is None:
        return None
    session.results.note_shown()
    try:
        match = session.results.finished()
    except InvalidSave:
        match = None
    return Replace(_made("party_result", context, match, session) if match else lobby(context, session))


def missed_result(context: Context, session: PartySession) -> Transition:
    """Open the result of an earlier match that the person here has missed, each once; None for none."""
    match = session.results.take_missed()
    return Push(_made("missed_result", context, match, session)) if match else None


def pause(context: Context, match: AnyMatch, picture: AnyTable) -> Scene:
    """Return the pause of a match on this device, over its table."""
    return _made("pause", context, match, picture)


def online_pause(context: Context, game: str, picture: AnyTable, session: PartySession) -> Scene:
    """Return the pause at a party's table, over it."""
    return _made("online_pause", context, game, picture, session)


def plan_ahead(
    context: Context, session: PartySession, picture: AnyTable, choices: Callable[[View], tuple[OrderChoice, ...]]
) -> Scene:
    """Return the orders that a person can give in advance, over the table."""
    return _made("plan_ahead", context, session, picture, choices)


def data_import(context: Context, texts: Mapping[str, str]) -> Scene:
    """Ask whether exported ``texts``, by name, shall take the place of what is stored here."""
    return _made("data_import", context, texts, "take_in")


def together(context: Context) -> Scene:
    """Return the screen for play with other devices: open a table, or join one."""
    return _made("together", context)


def tables(context: Context) -> Scene:
    """Return the list of all tables of this device."""
    return _made("tables", context)


def party_entry(context: Context, join_link: JoinLink) -> Scene:
    """Return the party of a link or the command line, or the screen to open one."""
    return _made("party_entry", context, join_link)


def lobby(context: Context, session: PartySession) -> Scene:
    """Return a party's lobby, before, between and after its matches."""
    return _made("lobby", context, session)


def people(context: Context, session: PartySession) -> Scene:
    """Return the people of a party while they play."""
    return _made("people", context, session)


def standing(context: Context, session: PartySession) -> Scene:
    """Return a party's standing; after an evening, its ceremony."""
    return _made("standing", context, session)


def online_table(context: Context, session: PartySession) -> Scene:
    """Return the table of a party's match."""
    return _made("online_table", context, session)


def daily(context: Context, day: date | None = None) -> Scene:
    """Return the deal of a date, or of today."""
    return _made("daily", context, day)


def daily_table(context: Context, day: date) -> Scene:
    """Return the table of a date's deal, from where it was left."""
    return _made("daily_table", context, day)


def daily_result(context: Context, attempt: DailyMatch, record: FinishedRecord | None) -> Scene:
    """Return the sums of a finished daily deal, with the ``record`` of its end."""
    return _made("daily_result", context, attempt, record)


def daily_pause(context: Context, attempt: DailyMatch, picture: AnyTable) -> Scene:
    """Return the pause of a daily deal, over its table."""
    return _made("daily_pause", context, attempt, picture)


def howto(context: Context, game: str, teaches: bool = True) -> Scene:
    """Return the explanation of a game; if it ``teaches``, with a button to the tutorial."""
    return _made("howto", context, game, teaches)


def lesson(context: Context, name: str) -> Scene:
    """Return the tutorial of a game, or of one house rule (``GAME.OPTION``), from where it was left."""
    return _made("lesson", context, name)


def lesson_end(context: Context, name: str, match: AnyMatch, table: AnyTable) -> Scene:
    """Return the end of a tutorial, with what was learned."""
    return _made("lesson_end", context, name, match, table)


def puzzles(context: Context, game: str) -> Scene:
    """Return the list of a game's puzzles."""
    return _made("puzzles", context, game)


def puzzle(context: Context, game: str, number: int) -> Scene:
    """Return one puzzle of a game at its table."""
    return _made("puzzle", context, game, number)


def notices(context: Context) -> Scene:
    """Return the sheet on which a player chooses to be told when it is their turn."""
    return _made("notices", context)


def settings(context: Context) -> Scene:
    """Return the player's settings."""
    return _made("settings", context)


def statistics(context: Context, game: str = "") -> Scene:
    """Return the statistics: games, wins and scores."""
    return _made("statistics", context, game)


def replay(context: Context, match: AnyMatch, start: ReplayStart = START) -> Scene:
    """Return the replay of a finished match, move by move or by its own clock."""
    return _made("replay", context, match, start)


def film(context: Context, match: AnyMatch) -> Scene:
    """Return the film of a finished match, which closes after twelve seconds."""
    return _made("film", context, match)


def review(context: Context, match: AnyMatch, ended_ms: float = 0) -> Scene:
    """Return the review of a finished match: the value of its decisions, or the reaction times in real time."""
    return _made("review", context, match, ended_ms)


def log(
    context: Context,
    picture: AnyTable,
    history: AnyHistory | None = None,
    jump: Callable[[int], Transition] | None = None,
) -> Scene:
    """Return the table's log, or another ``history``; ``jump`` makes each move a link, by the number of its event."""
    return _made("log", context, picture, history, jump)
