"""The resolution of the browser's clock: the page measures it, and the game says so if it is too coarse."""

from collections.abc import Callable
from typing import Any

import pytest

TABLE = "#game=twin_it&seats=human,easy&seed=7&lang=de"


def rounded(clock_ms: float, event_ms: float) -> str:
    """Return a script that makes clock and stamps advance in steps, as browsers do against fingerprinting."""
    return f"""(() => {{
      const now = Performance.prototype.now, stamp = Object.getOwnPropertyDescriptor(Event.prototype, "timeStamp").get;
      const down = (value, step) => Math.floor(value / step) * step;
      Performance.prototype.now = function () {{ return down(now.call(this), {clock_ms}); }};
      Object.defineProperty(Event.prototype, "timeStamp", {{ get() {{ return down(stamp.call(this), {event_ms}); }} }});
    }})();"""


#: the steps of the clock, those of stamps, and the possible error of a touch's stamp
STEPS = [(1, 1, 1), (50 / 3, 50 / 3, 16.667), (100, 100, 100), (0.5, 25, 25), (25, 0.5, 25)]


@pytest.mark.parametrize(("clock_ms", "event_ms", "grain"), STEPS)
def test_the_page_measures_the_resolution_of_a_coarse_clock(stubbed: Callable[..., Any], clock_ms, event_ms, grain):
    page = stubbed(script=rounded(clock_ms, event_ms))
    page.wait_for_selector("#loading.ready")
    page.wait_for_function("grain => Math.abs(kartenkiste.clockResolution() - grain) < 0.01", arg=grain)
    # and keeps to it
    page.wait_for_timeout(300)
    assert page.evaluate("kartenkiste.clockResolution()") == pytest.approx(grain, abs=0.01)


def test_a_live_table_says_that_the_clock_is_coarse(visit):
    guest = visit(TABLE, script=rounded(100, 100)).begin()
    said = "document.getElementById('announcements').textContent.includes('nur auf 100\u00a0ms genau')"
    guest.page.wait_for_function(said)
    guest.frames()
    guest.shot("coarse_clock")
    guest.use("go")
    guest.page.wait_for_function(
        "(JSON.parse(localStorage.getItem('kartenkiste/match-twin_it')) || {actions: []}).actions.length > 1"
    )
