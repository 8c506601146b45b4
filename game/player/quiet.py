"""The player's own nights and holidays, as tables that are played over days are told of them."""

import calendar
import time

from game.player.settings import Settings
from game.wire.commands import DAY_MIN, KeepQuiet
from game.wire.messages import DAY_MS

#: no nights and no holidays
NONE = KeepQuiet(0, 0, 0, 0, 0)


def offset_min(now_ms: float) -> int:
    """Return by how many minutes this device's time zone is ahead of UTC at a time."""
    now = int(now_ms // 1000)
    return (calendar.timegm(time.localtime(now)) - now) // 60


def today(now_ms: float) -> int:
    """Return the local day of a time, in days since 1970."""
    return int(now_ms + offset_min(now_ms) * 60_000) // DAY_MS


def local_minute(now_ms: float) -> int:
    """Return the minute of the local day of a time."""
    return int(now_ms // 60_000 + offset_min(now_ms)) % DAY_MIN


def quiet_hours(settings: Settings, now_ms: float) -> KeepQuiet:
    """Return the quiet hours that the player has set; a holiday that is over is left out."""
    night, holiday = settings.night, settings.holiday
    if holiday[1] <= today(now_ms):
        holiday = (0, 0)
    if night[0] == night[1] and holiday == (0, 0):
        return NONE
    return KeepQuiet(offset_min(now_ms), night[0] % DAY_MIN, night[1] % DAY_MIN, *holiday)
