"""The clock of a turn over days: nights and holidays in which it stands still, by tables worked out by hand."""

import random

import pytest

from game.server.chairs import CommandRefused
from game.server.pace import DAY_MS, Quiet, TurnClock
from game.wire.commands import MOST_HOLIDAYS, KeepQuiet

HOUR_MS, MIN_MS = 3_600_000, 60_000
#: a day in days since 1970, from which the tables count
DAY = 20_000


def at(day: int, hour: float, offset: int = 0) -> int:
    """Return an hour of a local day, counted from DAY."""
    return (DAY + day) * DAY_MS + round(hour * HOUR_MS) - offset * MIN_MS


def quiet(night=(0, 0), holiday=(0, 0), offset: int = 0) -> Quiet:
    """Return quiet hours: the night in hours, the holiday in days from DAY."""
    first, until = (DAY + day if any(holiday) else 0 for day in holiday)
    return Quiet(KeepQuiet(offset, night[0] * 60, night[1] * 60, first, until))


def due(begun: int, hours: float, hours_off: Quiet) -> int:
    """Return when a turn's time ends."""
    return TurnClock(begun, begun).due_ms(round(hours * 3600), hours_off)


@pytest.mark.parametrize(
    ("night", "holiday", "begun", "hours", "ends"),
    [
        # nothing set, and a night whose ends are equal
        ((0, 0), (0, 0), (0, 12), 24, (1, 12)),
        ((9, 9), (0, 0), (0, 12), 24, (1, 12)),
        # a night over midnight: one hour before it, one after it
        ((22, 7), (0, 0), (0, 21), 2, (1, 8)),
        ((22, 7), (0, 0), (0, 23), 2, (1, 9)),
        ((22, 7), (0, 0), (1, 3), 2, (1, 9)),
        # begins and ends exactly at its edges
        ((22, 7), (0, 0), (0, 22), 2, (1, 9)),
        ((22, 7), (0, 0), (0, 7), 2, (0, 9)),
        ((22, 7), (0, 0), (0, 20), 2, (0, 22)),
        # a night that begins or ends at midnight, and one within a day
        ((0, 6), (0, 0), (0, 23), 2, (1, 7)),
        ((20, 0), (0, 0), (0, 19), 2, (1, 1)),
        ((13, 15), (0, 0), (0, 12), 2, (0, 16)),
        # several nights: 15 hours pass a day
        ((22, 7), (0, 0), (0, 7), 48, (3, 10)),
        # a holiday, alone and with the nights around it
        ((0, 0), (1, 3), (0, 12), 24, (3, 12)),
        ((0, 0), (0, 1), (0, 12), 2, (1, 2)),
        ((22, 7), (1, 3), (0, 21), 2, (3, 8)),
        ((22, 7), (1, 3), (0, 12), 12, (3, 9)),
        ((0, 0), (5, 6), (0, 12), 24, (1, 12)),
    ],
)
@pytest.mark.parametrize("offset", [0, 120, -570, 840])
def test_the_time_of_a_turn_passes_outside_nights_and_holidays(night, holiday, begun, hours, ends, offset):
    hours_off = quiet(night, holiday, offset)
    assert due(at(*begun, offset), hours, hours_off) == at(*ends, offset)


def test_time_that_has_passed_stays_passed_when_quiet_hours_change():
    night, none = quiet((22, 7)), Quiet()
    clock = TurnClock(at(0, 20), at(0, 20))
    # two hours before the night, then nothing until 6, when the person gives it up
    after = clock.changed(at(1, 6), night)
    assert after.due_ms(3 * 3600, none) == at(1, 7)
    # set in the middle of a turn, it counts from then on
    later = clock.changed(at(0, 23), none)
    assert later.due_ms(4 * 3600, night) == at(1, 8)
    assert later.due_ms(3 * 3600, night) == at(0, 23)


def test_a_turn_ends_however_often_its_person_changes_the_quiet_hours():
    rng, limit = random.Random(5), 24 * 3600
    clock, hours, now = TurnClock(at(0, 0), at(0, 0)), Quiet(), at(0, 0)
    latest = now + 2 * limit * 1000 + (MOST_HOLIDAYS + 1) * DAY_MS
    while now < clock.due_ms(limit, hours):
        # always night for the next twelve hours
        now += rng.randrange(1, 12) * HOUR_MS
        clock = clock.changed(now, hours)
        hour = now // HOUR_MS % 24
        hours = quiet((hour, (hour + 12) % 24))
        assert clock.due_ms(limit, hours) <= latest
    assert now <= latest + 12 * HOUR_MS


def change(before: Quiet, holiday, now: int, night=(0, 0), offset: int = 0) -> Quiet:
    return before.changed(quiet(night, holiday, offset).hours, now)


def test_a_holiday_has_a_longest_length_and_a_pause_before_the_next_one():
    with pytest.raises(CommandRefused, match="holiday"):
        change(Quiet(), (1, 16), at(0, 12))
    first = change(Quiet(), (1, 15), at(0, 12))
    # before it begins it can be moved
    moved = change(first, (3, 17), at(0, 13))
    for begin in (18, 30):
        with pytest.raises(CommandRefused, match="holiday"):
            change(moved, (begin, begin + 1), at(17, 1))
    assert change(moved, (31, 32), at(17, 1)).holiday == (at(31, 0), at(32, 0))
    # while it lasts it may end on another day, and giving it up is no way to get another one
    assert change(moved, (3, 10), at(5, 0)).holiday == (at(3, 0), at(10, 0))
    given_up = change(moved, (0, 0), at(5, 0))
    with pytest.raises(CommandRefused, match="holiday"):
        change(given_up, (6, 7), at(5, 1))
    with pytest.raises(CommandRefused, match="holiday"):
        change(change(given_up, (0, 0), at(5, 2), (22, 7)), (18, 20), at(5, 3))
    assert change(given_up, (19, 33), at(6, 0)).holiday == (at(19, 0), at(33, 0))


@pytest.mark.parametrize(
    "hours",
    [
        KeepQuiet(0, 0, 12 * 60 + 1, 0, 0),
        KeepQuiet(0, -1, 60, 0, 0),
        KeepQuiet(0, 0, 24 * 60, 0, 0),
        KeepQuiet(15 * 60, 0, 60, 0, 0),
        KeepQuiet(0, 0, 60, 5, 4),
        KeepQuiet(0, 0, 60, 10**9, 10**9 + 1),
    ],
)
def test_impossible_quiet_hours_are_refused(hours):
    with pytest.raises(CommandRefused):
        Quiet().changed(hours, at(0, 0))


def test_the_same_hours_again_change_nothing():
    before = change(Quiet(), (1, 5), at(0, 0), (22, 7))
    with pytest.raises(CommandRefused, match="same"):
        before.changed(before.hours, at(2, 0))
    # the same days in another time zone are the same holiday
    assert change(before, (1, 5), at(2, 0), (22, 7), 60).rested_ms == 0
