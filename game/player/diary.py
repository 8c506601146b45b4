"""What is kept of the deals of the day: what came of each date, and the matches of them that are still open.

Both have a place of their own in the storage: the matches in progress of the games know nothing of them, nor do they of
these. Of each date one match counts, the first that is finished or given up. Nothing here asks which date it is but to
mark what is begun on another one: a device whose date goes back loses nothing.
"""

from collections.abc import Mapping
from datetime import date
from typing import TYPE_CHECKING, Annotated, NamedTuple, TypeAlias

from game.core.codec import AnyJson, Shape, Such, codec_of
from game.core.match import AnyMatch, BadSave
from game.player import saves, statistics
from game.player.daily import DATE, MOST_HINTS, Deal, Entry, Standing, day_of, deal_of, is_date, standing_of
from game.player.lineup import Lineup, named
from game.player.stored import Stored

if TYPE_CHECKING:
    from game.app.context import Context

#: what came of each date
DAYS: Stored[tuple[Entry, ...]] = Stored("days", "file.days", codec_of(tuple[Annotated[Entry, Shape.SPARSE], ...]), ())
#: the open matches; begins as the names of other matches in progress do, so that other tabs hear of it, and whoever
#: takes in a file is told how many there are
Row: TypeAlias = Annotated[Mapping[str, AnyJson], Such[Mapping[str, AnyJson]](lambda row: is_date(row.get("day")))]
OPEN: Stored[tuple[Row, ...]] = Stored(f"{saves.CURRENT}daily", "file.match", codec_of(tuple[Row, ...]), ())


class Attempt(NamedTuple):
    """The match of a date while it is played."""

    deal: Deal
    match: AnyMatch
    hints: int = 0
    #: it was begun on another date
    later: bool = False


# ---- the match of a date ----------------------------------------------------------------------------


def begin(context: "Context", day: date) -> Attempt:
    """The match of a date, from where it was left."""
    return _open_one(context, day) or _fresh(context, day)


def _fresh(context: "Context", day: date) -> Attempt:
    deal = deal_of(day)
    lineup = Lineup(deal.game, named(deal.kinds, context.texts))
    lineup.welcome(context.settings.me, context.texts)
    return Attempt(deal, deal.match(lineup.seats), later=day != today(context))


def today(context: "Context") -> date:
    """The date that the device shows now."""
    return day_of(context.clock.wall_ms())


def keep(context: "Context", attempt: Attempt) -> bool:
    """Store the match of a date; return whether that could be done."""
    row = attempt.match.save() | {
        "day": DATE.write(attempt.deal.day),
        "hints": attempt.hints,
        "later": attempt.later,
        "saved_ms": context.clock.wall_ms(),
    }
    return OPEN.write(context, (*_others(context, attempt.deal.day), row))


def is_stored(context: "Context", attempt: Attempt) -> bool:
    """Whether what is stored of a date is this very match as it stands."""
    save = attempt.match.save()
    row = _row_of(context, attempt.deal.day) or {}
    return row.get("seed") == save["seed"] and row.get("actions") == save["actions"]


def open_days(context: "Context") -> frozenset[date]:
    """The dates whose matches have been begun and are not over."""
    return frozenset(DATE.read(row["day"]) for row in OPEN.read(context))


def _others(context: "Context", day: date) -> tuple[Row, ...]:
    """The saves of the open matches of all other dates."""
    return tuple(row for row in OPEN.read(context) if DATE.read(row["day"]) != day)


def _row_of(context: "Context", day: date) -> Row | None:
    return next((row for row in OPEN.read(context) if DATE.read(row["day"]) == day), None)


def _open_one(context: "Context", day: date) -> Attempt | None:
    """The match of a date that has been begun; one that cannot be read is set aside and told."""
    row, deal = _row_of(context, day), deal_of(day)
    if row is None:
        return None
    try:
        match = saves.match_of(row)
        if not deal.is_of(match):
            raise BadSave("save_damaged", "another deal")
    except BadSave as error:
        rest = tuple(other for other in OPEN.read(context) if other != row)
        OPEN.set_aside(context, rest, f"reason.{error.reason}")
        return None
    hints = row.get("hints")
    asked = hints if type(hints) is int and 0 <= hints <= MOST_HINTS else 0
    attempt = Attempt(deal, match, asked, row.get("later") is True)
    if match.is_over:
        # when it ended it could not be moved
        finish(context, attempt)
        return None
    return attempt


def _forget(context: "Context", day: date) -> None:
    OPEN.write(context, _others(context, day))


# ---- what came of it --------------------------------------------------------------------------------


def entries(context: "Context") -> dict[date, Entry]:
    """What came of each date that has been played; what cannot be read is set aside, told, and the rest goes on."""
    return {entry.day: entry for entry in reversed(DAYS.read(context))}


def finish(context: "Context", attempt: Attempt) -> None:
    """A match of a date is over: it is what came of that date, unless something had before.

    It is recorded before it is forgotten: what cannot be done stays to be done.
    """
    known = entries(context)
    day, match = attempt.deal.day, attempt.match
    if day in known:
        _forget(context, day)
        return
    fresh = Entry(day, standing_of(match), attempt.hints, attempt.later)
    # a match that is recorded a second time is no other one
    if saves.record(context, match) and _store(context, {**known, day: fresh}):
        statistics.record(context, match)
        _forget(context, day)
    else:
        keep(context, attempt)


def give_up(context: "Context", attempt: Attempt) -> bool:
    """The match of a date is given up, which counts as played; return whether that could be done."""
    known = entries(context)
    day = attempt.deal.day
    fresh = known.get(day) or Entry(day, None, attempt.hints, attempt.later)
    if not _store(context, {**known, day: fresh}):
        return False
    _forget(context, day)
    return True


def add_made(context: "Context", day: date, level: str, standing: Standing) -> None:
    """Keep what a level has made of the seat of a date that has been played."""
    known = entries(context)
    if day in known:
        entry = known[day]
        _store(context, {**known, day: entry._replace(made={**entry.made, level: standing})})


def _store(context: "Context", known: Mapping[date, Entry]) -> bool:
    return DAYS.write(context, tuple(known[day] for day in sorted(known)))
