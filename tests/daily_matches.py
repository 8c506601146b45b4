"""Matches of the deal of the day on given dates."""

import json
import time
from datetime import date

from game.ai.levels import chosen_by
from game.host.clock import ManualClock
from game.player import daily_store
from game.player.daily_store import DailyMatch
from game.services.context import Context

DAY = date(2026, 11, 21)


def set_date(clock: ManualClock, day: date) -> None:
    """Set the device's clock to noon of a date."""
    noon = time.mktime((day.year, day.month, day.day, 12, 0, 0, 0, 0, -1)) * 1000
    clock.ms += noon - clock.wall_ms()


def move(attempt: DailyMatch, level: str = "easy") -> None:
    """Make the move that a level would make for the seat that decides."""
    match = attempt.match
    view = match.view(match.game.to_move(match.state))
    match.apply(chosen_by(match.game.bots.think(view, match.bot_rng(), level)))


def begun(context: Context, day: date = DAY, moves: int = 3) -> DailyMatch:
    """Return the match of a date after some moves, and stored."""
    attempt = daily_store.begin(context, day)
    for _ in range(moves):
        move(attempt)
    assert daily_store.keep(context, attempt)
    return attempt


def finished(context: Context, day: date = DAY) -> DailyMatch:
    """Return the match of a date, just over."""
    attempt = begun(context, day)
    while not attempt.match.is_over:
        move(attempt)
    return attempt


def stored(context: Context, name: str) -> list[dict]:
    return json.loads(context.storage.read(name) or "[]")
