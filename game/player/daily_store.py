"""What is kept of the deals of the day: what came of each date, and the matches of them that are still open.

Both have a place of their own in the storage: the matches in progress of the games know nothing of them, nor do they of
these. Of each date one match counts, the first that is finished or given up. Nothing here asks which date it is but to
mark what is begun on another one: a device whose date goes back loses nothing.
"""

from __future__ import annotations

from collections.abc import Mapping
from datetime import date
from typing import TYPE_CHECKING, Annotated, NamedTuple, TypeAlias

from game.core.codec import AnyJson, Constraint, Shape, codec_of
from game.core.match import AnyMatch, InvalidSave
from game.player import saves, stats
from game.player.daily_deal import DATE, MOST_HINTS, DailyEntry, DailyResult, Deal, date_of, deal_of, is_date, result_of
from game.player.lineup import Lineup, named_seats
from game.player.stored_value import StoredValue

if TYPE_CHECKING:
    from game.app.context import Context

#: what came of each date
FINISHED_DAYS: StoredValue[tuple[DailyEntry, ...]] = StoredValue(
    "days", "file.days", codec_of(tuple[Annotated[DailyEntry, Shape.SPARSE], ...]), ()
)
#: the open matches; begins as the names of other matches in progress do, so that other tabs hear of it, and whoever
#: takes in a file is told how many there are
StoredMatch: TypeAlias = Annotated[
    Mapping[str, AnyJson], Constraint[Mapping[str, AnyJson]](lambda row: is_date(row.get("day")))
]
OPEN_DAYS: StoredValue[tuple[StoredMatch, ...]] = StoredValue(
    f"{saves.CURRENT}daily", "file.match", codec_of(tuple[StoredMatch, ...]), ()
)


class DailyMatch(NamedTuple):
    """The match of a date while it is played."""

    deal: Deal
    match: AnyMatch
    hints: int = 0
    #: it was begun on another date
    later: bool = False


# ---- the match of a date ----------------------------------------------------------------------------


def begin(context: Context, day: date) -> DailyMatch:
    """The match of a date, from where it was left."""
    return _open_one(context, day) or _fresh(context, day)


def _fresh(context: Context, day: date) -> DailyMatch:
    deal = deal_of(day)
    lineup = Lineup(deal.game, named_seats(deal.kinds, context.texts))
    lineup.welcome(context.settings.me, context.texts)
    return DailyMatch(deal, deal.match(lineup.seats), later=day != today(context))


def today(context: Context) -> date:
    """The date that the device shows now."""
    return date_of(context.clock.wall_ms())


def keep(context: Context, attempt: DailyMatch) -> bool:
    """Store the match of a date; return whether that could be done."""
    row = attempt.match.save() | {
        "day": DATE.write(attempt.deal.day),
        "hints": attempt.hints,
        "later": attempt.later,
        "saved_ms": context.clock.wall_ms(),
    }
    return OPEN_DAYS.write(context, (*_others(context, attempt.deal.day), row))


def is_stored(context: Context, attempt: DailyMatch) -> bool:
    """Whether what is stored of a date is this very match as it stands."""
    save = attempt.match.save()
    row = _row_of(context, attempt.deal.day) or {}
    return row.get("seed") == save["seed"] and row.get("actions") == save["actions"]


def open_days(context: Context) -> frozenset[date]:
    """The dates whose matches have been begun and are not over."""
    return frozenset(DATE.read(row["day"]) for row in OPEN_DAYS.read(context))


def _others(context: Context, day: date) -> tuple[StoredMatch, ...]:
    """The saves of the open matches of all other dates."""
    return tuple(row for row in OPEN_DAYS.read(context) if DATE.read(row["day"]) != day)


def _row_of(context: Context, day: date) -> StoredMatch | None:
    return next((row for row in OPEN_DAYS.read(context) if DATE.read(row["day"]) == day), None)


def _open_one(context: Context, day: date) -> DailyMatch | None:
    """The match of a date that has been begun; one that cannot be read is set aside and told."""
    row, deal = _row_of(context, day), deal_of(day)
    if row is None:
        return None
    try:
        match = saves.match_of(row)
        if not deal.is_of(match):
            raise InvalidSave("save_damaged", "another deal")
    except InvalidSave as error:
        rest = tuple(other for other in OPEN_DAYS.read(context) if other != row)
        OPEN_DAYS.set_aside(context, rest, f"reason.{error.reason}")
        return None
    hints = row.get("hints")
    asked = hints if type(hints) is int and 0 <= hints <= MOST_HINTS else 0
    attempt = DailyMatch(deal, match, asked, row.get("later") is True)
    if match.is_over:
        # when it ended it could not be moved
        finish(context, attempt)
        return None
    return attempt


def _forget(context: Context, day: date) -> None:
    OPEN_DAYS.write(context, _others(context, day))


# ---- what came of it --------------------------------------------------------------------------------


def entries(context: Context) -> dict[date, DailyEntry]:
    """What came of each date that has been played; what cannot be read is set aside, told, and the rest goes on."""
    return {entry.day: entry for entry in reversed(FINISHED_DAYS.read(context))}


def finish(context: Context, attempt: DailyMatch) -> None:
    """A match of a date is over: it is what came of that date, unless something had before.

    It is recorded before it is forgotten: what cannot be done stays to be done.
    """
    known = entries(context)
    day, match = attempt.deal.day, attempt.match
    if day in known:
        _forget(context, day)
        return
    fresh = DailyEntry(day, result_of(match), attempt.hints, attempt.later)
    # a match that is recorded a second time is no other one
    if saves.record_finished(context, match) and _store(context, {**known, day: fresh}):
        stats.record(context, match)
        _forget(context, day)
    else:
        keep(context, attempt)


def give_up(context: Context, attempt: DailyMatch) -> bool:
    """The match of a date is given up, which counts as played; return whether that could be done."""
    known = entries(context)
    day = attempt.deal.day
    fresh = known.get(day) or DailyEntry(day, None, attempt.hints, attempt.later)
    if not _store(context, {**known, day: fresh}):
        return False
    _forget(context, day)
    return True


def add_level_result(context: Context, day: date, level: str, standing: DailyResult) -> None:
    """Keep what a level has made of the seat of a date that has been played."""
    known = entries(context)
    if day in known:
        entry = known[day]
        _store(context, {**known, day: entry._replace(made={**entry.made, level: standing})})


def _store(context: Context, known: Mapping[date, DailyEntry]) -> bool:
    return FINISHED_DAYS.write(context, tuple(known[day] for day in sorted(known)))
