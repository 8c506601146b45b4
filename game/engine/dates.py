"""Dates in words: today, yesterday, a day of the week, or a date."""

import time
from datetime import date

from game.engine.texts import Texts

DAY_MS = 86_400_000.0


def day(texts: Texts, then_ms: float, now_ms: float) -> str:
    """Return the day of ``then_ms`` as called on the day of ``now_ms``; both in milliseconds since 1970."""
    then, now = time.localtime(then_ms / 1000), time.localtime(now_ms / 1000)
    # noon to noon, so that a day with a clock change counts as one day
    ago = round((_noon(now) - _noon(then)) / (DAY_MS / 1000))
    if ago in (0, 1):
        return texts("statistics.yesterday" if ago else "statistics.today")
    if 1 < ago < 7:
        return texts(f"statistics.weekday.{then.tm_wday}")
    return _date(texts, then) if then.tm_year == now.tm_year else full_date(texts, then_ms)


def full_date(texts: Texts, then_ms: float) -> str:
    """Return the date with its year."""
    then = time.localtime(then_ms / 1000)
    return texts("statistics.date_of_year", date=_date(texts, then), year=then.tm_year)


def file_date(then_ms: float) -> str:
    """Return the date as part of a file's name."""
    return time.strftime("%Y-%m-%d", time.localtime(then_ms / 1000))


def _date(texts: Texts, then: time.struct_time) -> str:
    return date_text(texts, date(then.tm_year, then.tm_mon, then.tm_mday))


def date_text(texts: Texts, day: date) -> str:
    """Return a date without its year."""
    return texts("statistics.date", day=day.day, month=texts(f"statistics.month.{day.month}"))


def coming_day(texts: Texts, ahead: int, now_ms: float) -> str:
    """Return the day that is so many days ahead: today, tomorrow, a day of the week, or a date."""
    if ahead in (0, 1):
        return texts("statistics.today" if ahead == 0 else "until.tomorrow_alone")
    then = time.localtime(_noon(time.localtime(now_ms / 1000)) + ahead * DAY_MS / 1000)
    if 1 < ahead < 7:
        return texts(f"statistics.weekday.{then.tm_wday}")
    return _date(texts, then)


def until(texts: Texts, then_ms: float, now_ms: float) -> str:
    """Return until when something lasts, as people say it: until 6 pm tomorrow."""
    then, now = time.localtime(then_ms / 1000), time.localtime(now_ms / 1000)
    ahead = round((_noon(then) - _noon(now)) / (DAY_MS / 1000))
    at = clock(texts, then_ms)
    if ahead in (0, 1):
        return texts("until.tomorrow" if ahead else "until.today", clock=at)
    return texts("until.day", day=coming_day(texts, ahead, now_ms), clock=at)


def clock(texts: Texts, then_ms: float) -> str:
    """Return the time of day as people say it."""
    then = time.localtime(then_ms / 1000)
    return texts.clock(then.tm_hour, then.tm_min)


def moment(texts: Texts, then_ms: float, now_ms: float) -> str:
    """Return day and time of day of ``then_ms``, or "" if it is 0 (unknown)."""
    return f"{day(texts, then_ms, now_ms)}, {clock(texts, then_ms)}" if then_ms else ""


def _noon(moment: time.struct_time) -> float:
    return time.mktime((moment.tm_year, moment.tm_mon, moment.tm_mday, 12, 0, 0, 0, 0, -1))


#: hours at which parts of the day begin
PARTS = ((5, "morning"), (11, "noon"), (14, "afternoon"), (18, "evening"), (23, "night"))
MINUTE_MS, HOUR_MS = 60_000, 3_600_000
#: hours after which a part of the day is named instead
HOURS = 6


def since(texts: Texts, then_ms: float, now_ms: float) -> str:
    """Return since when something has been so, as people say it: for 12 minutes, since yesterday evening."""
    gone = max(0.0, now_ms - then_ms)
    if gone < MINUTE_MS:
        return texts("since.now")
    if gone < HOUR_MS:
        return texts("since.minutes", count=int(gone // MINUTE_MS))
    if gone < HOURS * HOUR_MS:
        return texts("since.hours", count=int(gone // HOUR_MS))
    then, now = time.localtime(then_ms / 1000), time.localtime(now_ms / 1000)
    ago = round((_noon(now) - _noon(then)) / (DAY_MS / 1000))
    if ago <= 1:
        part = next((name for begins, name in reversed(PARTS) if then.tm_hour >= begins), "night")
        return texts(f"since.{'yesterday' if ago else 'today'}.{part}")
    return texts("since.day" if ago < 7 else "since.date", day=day(texts, then_ms, now_ms))


def left(texts: Texts, ms: float) -> str:
    """Return how much time is left, in the largest whole unit, or that it is over."""
    if ms <= 0:
        return texts("left.over")
    if ms < MINUTE_MS:
        return texts("left.soon")
    if ms < HOUR_MS:
        return texts("left.minutes", count=int(ms // MINUTE_MS))
    return (
        texts("left.hours", count=int(ms // HOUR_MS))
        if ms < 2 * DAY_MS
        else texts("left.days", count=int(ms // DAY_MS))
    )
