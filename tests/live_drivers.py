"""A live table's driver on this device, and what it says frame by frame."""

from typing import Any

from table_player import match_of

from game.catalogue.registry import GAMES
from game.host.clock import ManualClock
from game.services.context import Context
from game.table.live.driver import LiveDriver, LiveStep
from game.table.live.local import LiveLocalDriver

TWIN_IT = GAMES["twin_it"]
FRAME_MS = 16.0
#: no card is flipped before that, and by then nothing has happened by itself
FLIPS_MS = 1600


def frames(driver: LiveDriver, clock: ManualClock, ms: float = FRAME_MS) -> list[Any]:
    """Advance the clock frame by frame; return the driver's news."""
    news: list[Any] = []
    for _ in range(max(1, round(ms / FRAME_MS))):
        clock.pass_ms(FRAME_MS)
        news += driver.advance(FRAME_MS)
    return news


def note_input(driver: LiveDriver, clock: ManualClock) -> None:
    """Report an input of a player now."""
    driver.heed(None, clock.now_ms())  # type: ignore[arg-type]


def events(news: list[Any]) -> list[Any]:
    return [one.event for one in news if isinstance(one, LiveStep)]


def local(context: Context, *kinds: str, seed: int = 5, **options: object) -> LiveLocalDriver:
    return LiveLocalDriver(context, match_of(TWIN_IT, kinds or ("human", "easy"), seed, **options))
