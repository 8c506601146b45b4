"""Storage of the daily deals: the results of dates, and the open matches.

Both are separate from the games' matches in progress. The first match of a date to be finished or given up counts. The
present date is used only to mark matches begun on another one, so a clock set back loses nothing.
"""

from collections.abc import Mapping
from datetime import date
from typing import TYPE_CHECKING, Annotated, NamedTuple, TypeAlias

from game.core.codec import AnyJson, Constraint, Shape, codec_of
from game.core.match import AnyMatch, InvalidSave
from game.player import saves
from game.player.daily_deal import DATE, MOST_HINTS, DailyEntry, DailyResult, Deal, date_of, deal_of, is_date, result_of
from game.player.lineup import Lineup, named_seats
from game.player.stored_value import StoredValue

if TYPE_CHECKING:
    from game.services.context import Context

#: the results of dates
FINISHED_DAYS: StoredValue[tuple[DailyEntry, ...]] = StoredValue(
    "days", "file.days", codec_of(tuple[Annotated[DailyEntry, Shape.SPARSE], ...]), ()
)
#: the open matches; the prefix makes other tabs notice changes, and imports count them
StoredMatch: TypeAlias = Annotated[
    Mapping[str, AnyJson], Constraint[Mapping[str, AnyJson]](lambda row: is_date(row.get("day")))
]
OPEN_DAYS: StoredValue[tuple[StoredMatch, ...]] = StoredValue(
    f"{saves.CURRENT}daily", "file.match", codec_of(tuple[StoredMatch, ...]), ()
)


class DailyMatch(NamedTuple):
    """A date's match in progress."""

    deal: Deal
    match: AnyMatch
    hints: int = 0
    #: begun on another date
    later: bool = False


# ---- matches of dates -------------------------------------------------------------------------------


def begin(context: "Context", day: date) -> DailyMatch:
    """Return the match of a date, resumed or new."""
    return _open_one(context, day) or _fresh(context, day)


def _fresh(context: "Context", day: date) -> DailyMatch:
    deal = deal_of(day)
    lineup = Lineup(deal.game, named_seats(deal.kinds, context.texts))
    lineup.welcome(context.settings.me, context.texts)
    return DailyMatch(deal, deal.match(lineup.seats), later=day != today(context))


def today(context: "Context") -> date:
    """Return the date that the device shows now."""
    return date_of(context.clock.wall_ms())


def keep(context: "Context", attempt: DailyMatch) -> bool:
    """Store the match of a date; return True if that succeeded."""
    row = attempt.match.save() | {
        "day": DATE.write(attempt.deal.day),
        "hints": attempt.hints,
        "later": attempt.later,
        "saved_ms": context.clock.wall_ms(),
    }
    return OPEN_DAYS.write(context, (*_others(context, attempt.deal.day), row))


def is_stored(context: "Context", attempt: DailyMatch) -> bool:
    """Return True if the stored match of the date equals this one."""
    save = attempt.match.save()
    row = _row_of(context, attempt.deal.day) or {}
    return row.get("seed") == save["seed"] and row.get("actions") == save["actions"]


def open_days(context: "Context") -> frozenset[date]:
    """Return the dates with a match in progress."""
    return frozenset(DATE.read(row["day"]) for row in OPEN_DAYS.read(context))


def _others(context: "Context", day: date) -> tuple[StoredMatch, ...]:
    return tuple(row for row in OPEN_DAYS.read(context) if DATE.read(row["day"]) != day)


def _row_of(context: "Context", day: date) -> StoredMatch | None:
    return next((row for row in OPEN_DAYS.read(context) if DATE.read(row["day"]) == day), None)


def _open_one(context: "Context", day: date) -> DailyMatch | None:
    """Return the open match of a date; set an unreadable one aside and report it."""
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
        # it could not be recorded when it ended
        finish(context, attempt)
        return None
    return attempt


def _forget(context: "Context", day: date) -> None:
    OPEN_DAYS.write(context, _others(context, day))


# ---- results ----------------------------------------------------------------------------------------


def entries(context: "Context") -> dict[date, DailyEntry]:
    """Return the results by date; unreadable ones are set aside and reported."""
    return {entry.day: entry for entry in reversed(FINISHED_DAYS.read(context))}


def finish(context: "Context", attempt: DailyMatch) -> saves.FinishedRecord:
    """Record a finished match as the result of its date, unless there is one; return what is kept of it.

    If that is refused, it stays open, and is recorded when it is opened again.
    """
    known = entries(context)
    day, match = attempt.deal.day, attempt.match
    if day in known:
        _forget(context, day)
        return saves.record_of(context, match)
    fresh = DailyEntry(day, result_of(match), attempt.hints, attempt.later)
    moved = FINISHED_DAYS.keyed(_by_date({**known, day: fresh})) | OPEN_DAYS.keyed(_others(context, day))
    record, is_stored = saves.record_finished(context, match, moved)
    if not is_stored:
        keep(context, attempt)
    return record


def give_up(context: "Context", attempt: DailyMatch) -> bool:
    """Give up the match of a date, which counts as played; return True if that succeeded."""
    known = entries(context)
    day = attempt.deal.day
    fresh = known.get(day) or DailyEntry(day, None, attempt.hints, attempt.later)
    if not store_entries(context, {**known, day: fresh}):
        return False
    _forget(context, day)
    return True


def add_level_result(context: "Context", day: date, level: str, result: DailyResult) -> None:
    """Store a level's result in the seat of a date that has been played."""
    known = entries(context)
    if day in known:
        entry = known[day]
        store_entries(context, {**known, day: entry._replace(level_results={**entry.level_results, level: result})})


def store_entries(context: "Context", known: Mapping[date, DailyEntry]) -> bool:
    """Store what is known of all played dates; False if the storage refuses."""
    return FINISHED_DAYS.write(context, _by_date(known))


def _by_date(known: Mapping[date, DailyEntry]) -> tuple[DailyEntry, ...]:
    return tuple(known[day] for day in sorted(known))
