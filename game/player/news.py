"""What is new about a finished match, from the statistics: the best ever, a first win, a streak, a medal."""

from __future__ import annotations

from collections.abc import Sequence
from typing import NamedTuple

from game.core.match import AnyMatch
from game.player.statistics import Entry, kind_of

#: so many matches of a kind must have been played before one can be the best of them
ENOUGH = 2
#: fewer wins in a row are none to speak of
STREAK = 2
#: the counts of matches that are told
ROUND = (10, 25, 50, 100, 200, 300, 400, 500)
#: no more than these are told of one match
MOST = 3


class News(NamedTuple):
    """One thing that is new: its text is ``news.KEY``."""

    key: str
    blanks: tuple[tuple[str, int | str], ...] = ()


def news_of(match: AnyMatch, rows: Sequence[Entry]) -> tuple[News, ...]:
    """What is new about ``match``, the most important first; ``rows`` are the statistics, the newest last.

    Nothing, if the newest entry is of another match: one that only bots played is not among them.
    """
    names = tuple(seat.name for seat in match.seats)
    if not match.is_over or not rows or (rows[-1].game, rows[-1].names) != (match.game.name, names):
        return ()
    now, before = rows[-1], [row for row in rows[:-1] if row.game == match.game.name]
    found: list[News] = []
    # another number of players or another mode is another game: its points say nothing about these
    alike = [row for row in before if kind_of(row) == kind_of(now)]
    if len(alike) >= ENOUGH and now.score > max(row.score for row in alike):
        found.append(News("best"))
    if now.own.medal > max((row.own.medal for row in alike), default=0):
        found.append(News(f"medal.{now.own.medal}"))
    if now.won and now.own.medal < 0:
        found += _of_a_win(now, before)
    quickest = min((row.own.best_ms for row in before if row.own.best_ms), default=0)
    if 0 < now.own.best_ms < quickest:
        found.append(News("quickest"))
    if len(before) + 1 in ROUND:
        found.append(News("count", (("count", len(before) + 1),)))
    return tuple(found[:MOST])


def _of_a_win(now: Entry, before: Sequence[Entry]) -> list[News]:
    """What is new about a win against bots."""
    wins = 1
    for row in reversed(before):
        if not row.won:
            break
        wins += 1
    found = []
    if not any(row.won for row in before):
        found.append(News("first_win"))
    elif not any(row.won and row.level == now.level for row in before):
        found.append(News("first_against", (("level", now.level),)))
    if wins >= STREAK:
        found.append(News("streak", (("count", wins),)))
    return found
