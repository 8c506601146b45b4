"""What is kept of the deals of the day: what came of each date, and the matches of them that are still open.

Both have a place of their own in the storage: the matches in progress of the games know nothing of them, nor do they of
these. Of each date one match counts, the first that is finished or given up. Nothing here asks which date it is but to
mark what is begun on another one: a device whose date goes back loses nothing.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from datetime import date
from typing import TYPE_CHECKING, NamedTuple

from game import saves, statistics
from game.core.match import AnyMatch, BadSave
from game.core.options import Json
from game.daily import Deal, Entry, Standing, day_of, deal_of, standing_of
from game.lineup import Lineup, named
from game.statistics import MOST_POINTS

if TYPE_CHECKING:
    from game.context import Context

STORED = "days"
#: the open matches; begins as the names of other matches in progress do, so that other tabs hear of it, and whoever
#: takes in a file is told how many there are
OPEN = f"{saves.CURRENT}daily"
#: nobody asks more often; nor are there more seats, or longer names of levels
MOST_HINTS, MOST_SEATS, LONGEST_LEVEL = 9999, 99, 24


class Attempt(NamedTuple):
    """The match of a date while it is played."""

    deal: Deal
    match: AnyMatch
    hints: int = 0
    #: it was begun on another date
    later: bool = False


# ---- the match of a date ----------------------------------------------------------------------------


def begin(context: Context, day: date) -> Attempt:
    """The match of a date, from where it was left."""
    return _open_one(context, day) or _fresh(context, day)


def _fresh(context: Context, day: date) -> Attempt:
    deal = deal_of(day)
    lineup = Lineup(deal.game, named(deal.kinds, context.texts))
    lineup.welcome(context.settings.me, context.texts)
    return Attempt(deal, deal.match(lineup.seats), later=day != today(context))


def today(context: Context) -> date:
    """The date that the device shows now."""
    return day_of(context.clock.wall_ms())


def keep(context: Context, attempt: Attempt) -> bool:
    """Store the match of a date; return whether that could be done."""
    day = attempt.deal.day.isoformat()
    row = attempt.match.save() | {
        "day": day,
        "hints": attempt.hints,
        "later": attempt.later,
        "saved_ms": context.clock.wall_ms(),
    }
    return context.store(OPEN, [*(other for other in _open_rows(context) if other["day"] != day), row])


def is_stored(context: Context, attempt: Attempt) -> bool:
    """Whether what is stored of a date is this very match as it stands."""
    save = attempt.match.save()
    row = _row_of(context, attempt.deal.day) or {}
    return row.get("seed") == save["seed"] and row.get("actions") == save["actions"]


def open_days(context: Context) -> frozenset[date]:
    """The dates whose matches have been begun and are not over."""
    return frozenset(date.fromisoformat(str(row["day"])) for row in _open_rows(context))


def _open_rows(context: Context) -> list[Mapping[str, Json]]:
    """The saves of the open matches, each with its date; what has none is set aside and told."""
    data = context.stored(OPEN, "file.match")
    if data is None:
        return []
    rows = data if isinstance(data, list) else []
    good: list[Mapping[str, Json]] = [row for row in rows if isinstance(row, dict) and _date(row.get("day"))]
    if not isinstance(data, list) or len(good) < len(rows):
        _set_aside(context, OPEN, "file.match", good)
    return good


def _row_of(context: Context, day: date) -> Mapping[str, Json] | None:
    return next((row for row in _open_rows(context) if row["day"] == day.isoformat()), None)


def _open_one(context: Context, day: date) -> Attempt | None:
    """The match of a date that has been begun; one that cannot be read is set aside and told."""
    row, deal = _row_of(context, day), deal_of(day)
    if row is None:
        return None
    try:
        match = saves.match_of(row)
        if not deal.is_of(match):
            raise BadSave("save_damaged", "another deal")
    except BadSave as error:
        rest = [other for other in _open_rows(context) if other is not row and other != row]
        _set_aside(context, OPEN, f"reason.{error.reason}", rest)
        return None
    hints = row.get("hints")
    asked = hints if isinstance(hints, int) and _is_count(hints, MOST_HINTS) else 0
    attempt = Attempt(deal, match, asked, row.get("later") is True)
    if match.is_over:
        # when it ended it could not be moved
        finish(context, attempt)
        return None
    return attempt


def _forget(context: Context, day: date) -> None:
    rows = [row for row in _open_rows(context) if row["day"] != day.isoformat()]
    if rows:
        context.store(OPEN, rows)
    else:
        context.forget(OPEN)


def _set_aside(context: Context, name: str, what: str, good: Sequence[Mapping[str, Json]]) -> None:
    """Keep all that is stored under another name, tell it, and go on with what is ``good``."""
    context.set_aside(name, what)
    if good:
        context.store(name, [dict(row) for row in good])


# ---- what came of it --------------------------------------------------------------------------------


def entries(context: Context) -> dict[date, Entry]:
    """What came of each date that has been played; what cannot be read is set aside, told, and the rest goes on."""
    data = context.stored(STORED, "file.days")
    if data is None:
        return {}
    rows = data if isinstance(data, list) else []
    good = [entry for entry in map(_read, rows) if entry is not None]
    if not isinstance(data, list) or len(good) < len(rows):
        _set_aside(context, STORED, "file.days", [_as_json(entry) for entry in good])
    return {entry.day: entry for entry in reversed(good)}


def finish(context: Context, attempt: Attempt) -> None:
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


def give_up(context: Context, attempt: Attempt) -> bool:
    """The match of a date is given up, which counts as played; return whether that could be done."""
    known = entries(context)
    day = attempt.deal.day
    fresh = known.get(day) or Entry(day, None, attempt.hints, attempt.later)
    if not _store(context, {**known, day: fresh}):
        return False
    _forget(context, day)
    return True


def add_made(context: Context, day: date, level: str, standing: Standing) -> None:
    """Keep what a level has made of the seat of a date that has been played."""
    known = entries(context)
    if day in known:
        entry = known[day]
        _store(context, {**known, day: entry._replace(made={**entry.made, level: standing})})


def _store(context: Context, known: Mapping[date, Entry]) -> bool:
    return context.store(STORED, [_as_json(known[day]) for day in sorted(known)])


def _as_json(entry: Entry) -> dict[str, Json]:
    data: dict[str, Json] = {"day": entry.day.isoformat()}
    if entry.standing:
        data["standing"] = list(entry.standing)
    if entry.hints:
        data["hints"] = entry.hints
    if entry.later:
        data["later"] = True
    if entry.made:
        data["made"] = {level: list(standing) for level, standing in entry.made.items()}
    return data


def _date(text: Json) -> date | None:
    """The date that a text of the storage names, as it is written here and in no other way."""
    try:
        found = date.fromisoformat(text) if isinstance(text, str) else None
    except ValueError:
        return None
    return found if found and found.isoformat() == text else None


def _is_count(value: Json, most: int, least: int = 0) -> bool:
    return type(value) is int and least <= value <= most


def _standing(data: Json) -> Standing | None:
    if not isinstance(data, list) or len(data) != len(Standing._fields):
        return None
    place, count, score = data
    fits = (
        _is_count(count, MOST_SEATS, 1) and _is_count(place, count, 1) and _is_count(score, MOST_POINTS, -MOST_POINTS)
    )
    return Standing(place, count, score) if fits else None


def _read(row: Json) -> Entry | None:
    """The entry that ``_as_json`` wrote, or None for anything else."""
    if not isinstance(row, dict):
        return None
    day, hints, later, made = _date(row.get("day")), row.get("hints", 0), row.get("later", False), row.get("made", {})
    own = _standing(row["standing"]) if "standing" in row else None
    if day is None or ("standing" in row and own is None) or not _is_count(hints, MOST_HINTS):
        return None
    if not isinstance(later, bool) or not isinstance(made, dict):
        return None
    found = {level: _standing(data) for level, data in made.items()}
    levels = {level: standing for level, standing in found.items() if standing and 0 < len(level) <= LONGEST_LEVEL}
    return Entry(day, own, hints, later, levels) if len(levels) == len(made) else None
