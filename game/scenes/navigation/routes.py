"""Ways from scene to scene: each leads by name to what makes the scene, in a table that the program fills.

Scenes lead to each other in circles, so none of them imports another one for that; see ``screens.py``.
"""

from collections.abc import Callable, Mapping, Sequence
from datetime import date
from typing import TypeAlias

from game.app.context import Context
from game.app.party_session import PartySession
from game.core.match import AnyMatch
from game.engine.game_table import AnyTable
from game.engine.match_texts import LogLine
from game.engine.scene import Scene
from game.player.lineup import Lineup
from game.wire.join_link import JoinLink

#: makes a scene of what its way hands on: each way below says by its own types what that is
Maker: TypeAlias = Callable[..., Scene]  # type: ignore[explicit-any]

#: what makes the scene that a way leads to, by the way's name
_MAKERS: dict[str, Maker] = {}


def fill(makers: Mapping[str, Maker]) -> None:
    """Say what makes each scene; once, before the first is opened."""
    _MAKERS.update(makers)


def _made(name: str, *given: object) -> Scene:
    return _MAKERS[name](*given)


def title(context: Context, game: str = "") -> Scene:
    """The box with all games, where it holds that ``game``."""
    return _made("title", context, game)


def setup(context: Context, game: str, seed: int = 0) -> Scene:
    """Choose seats and house rules of a game, with the game number ``seed``; 0 for a fresh one."""
    return _made("setup", context, game, seed)


def house_rules(context: Context, lineup: Lineup) -> Scene:
    """All house rules of a game to be set up."""
    return _made("house_rules", context, lineup)


def table(context: Context, match: AnyMatch) -> Scene:
    """Play a match: in turns, or all at once where the game is one in real time."""
    return _made("table", context, match)


def result(context: Context, match: AnyMatch) -> Scene:
    """The sums of a finished match."""
    return _made("result", context, match)


def together(context: Context) -> Scene:
    """Play with other devices: open a table, or come to one."""
    return _made("together", context)


def party_entry(context: Context, join_link: JoinLink) -> Scene:
    """A party, or where one can be opened, by the way that the command line or a link tells."""
    return _made("party_entry", context, join_link)


def lobby(context: Context, session: PartySession) -> Scene:
    """A party before, between and after its matches."""
    return _made("lobby", context, session)


def people(context: Context, session: PartySession) -> Scene:
    """The people of a party while they play."""
    return _made("people", context, session)


def online_table(context: Context, session: PartySession) -> Scene:
    """The table of a party's match."""
    return _made("online_table", context, session)


def daily(context: Context, day: date | None = None) -> Scene:
    """The deal of the day: of a date, or of today."""
    return _made("daily", context, day)


def daily_table(context: Context, day: date) -> Scene:
    """Play the deal of a date, from where it was left."""
    return _made("daily_table", context, day)


def howto(context: Context, game: str, teaches: bool = True) -> Scene:
    """How a game is played; if it ``teaches``, with the way to the guided first game."""
    return _made("howto", context, game, teaches)


def lesson(context: Context, game: str) -> Scene:
    """The guided first game of a game that has one, from where it was left."""
    return _made("lesson", context, game)


def lesson_end(context: Context, match: AnyMatch, table: AnyTable) -> Scene:
    """What whoever has come to the end of a guided first game knows now."""
    return _made("lesson_end", context, match, table)


def puzzles(context: Context, game: str) -> Scene:
    """The puzzles of a game, and which of them are solved."""
    return _made("puzzles", context, game)


def puzzle(context: Context, game: str, number: int) -> Scene:
    """One puzzle of a game at its table."""
    return _made("puzzle", context, game, number)


def settings(context: Context) -> Scene:
    """The player's settings."""
    return _made("settings", context)


def statistics(context: Context, game: str = "") -> Scene:
    """Games, wins and scores."""
    return _made("statistics", context, game)


def replay(context: Context, match: AnyMatch, ended_ms: float = 0, place: int = 0, viewer: int = -1) -> Scene:
    """Watch a finished match again: move by move, or by its own clock, from after ``place`` actions on.

    It is seen with the eyes of ``viewer``, to whom its review led, or else of the first person.
    """
    return _made("replay", context, match, ended_ms, place, viewer)


def review(context: Context, match: AnyMatch, ended_ms: float = 0) -> Scene:
    """See what decisions in a finished match of turns were worth, or how quick everybody was in one of real time."""
    return _made("review", context, match, ended_ms)


def log(
    context: Context,
    picture: AnyTable,
    lines: Sequence[LogLine] | None = None,
    jump: Callable[[int], None] | None = None,
) -> Scene:
    """Every line of the log: of what the table has shown, or these ``lines``, of which one ``jump`` goes to each."""
    return _made("log", context, picture, lines, jump)
