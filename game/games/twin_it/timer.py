"""The time on the table of Twin It!: what is left of it as a bar, in the minute as a number too."""

from __future__ import annotations

from typing import TYPE_CHECKING

from game.core.live import NEVER
from game.engine.canvas import Canvas
from game.engine.palette import CREAM, GOLD
from game.games.twin_it import pieces
from game.games.twin_it.options import MINUTE
from game.games.twin_it.scoring import LEVELS
from game.games.twin_it.state import BUZZ_MS, CHOICE_MS, LAST_LOOK_MS, Phase
from game.games.twin_it.words import LEVEL_NAMES

if TYPE_CHECKING:
    from game.games.twin_it.picture import Picture

#: the last milliseconds of the minute are red
URGENT_MS = 10_000
WHOLE = {
    Phase.LAST_LOOK: LAST_LOOK_MS,
    Phase.CHOOSE: CHOICE_MS,
    Phase.BUZZED: BUZZ_MS,
}


def left(table: Picture) -> tuple[float, int]:
    """The share of the time that is left before something happens by itself, and its milliseconds; or -1, -1.

    A contest has a count of its own.
    """
    view = table.view
    if view.due >= NEVER or view.phase in (Phase.COUNT, Phase.OVER):
        return -1.0, -1
    ms = max(0, view.due - table.lag - table.now)
    whole = 1000 * view.options.minute if view.phase == Phase.MINUTE else view.options.flip_after
    return min(1.0, ms / WHOLE.get(view.phase, whole)), ms


def draw(table: Picture, canvas: Canvas) -> None:
    """Draw the bar, and in timed play the clock."""
    share, ms = left(table)
    kit, bar = table.kit, table.spots.bar
    if table.timed:
        _clock(table, canvas, ms)
    if share < 0:
        return
    full = kit.made(pieces.filling_plain, bar.w, bar.h, pieces.READY if table.timed and ms < URGENT_MS else GOLD)
    # around one device each side has its own, and both run out toward its right
    far = bar._replace(y=table.context.frame.height - bar.y - bar.h)
    for box in (bar, far) if any(area.turned for area in table.areas.values()) else (bar,):
        canvas.put(kit.made(pieces.bar_plain, bar.w, bar.h), box.x, box.y)
        canvas.put_share(full, box.x, box.y, share, from_right=box is far)


def _clock(table: Picture, canvas: Canvas, ms: int) -> None:
    """Seconds, or looks that are left, and what the group has reached."""
    kit, view, bar = table.kit, table.view, table.spots.bar
    number = max(0, view.looks_left) if view.options.calm else -(-max(0, ms) // 1000)
    canvas.put_centred(kit.sticker(str(number), 42), bar.x - 46, bar.y + bar.h / 2)
    if view.options.mode != MINUTE or (table.telling.sentence and not table.covered):
        return
    levels = LEVELS[len(table.seats)]
    reached = max(0, view.level)
    words = table.words("points", count=view.scores[0])
    if reached < len(levels):
        goal = table.words(f"level.{LEVEL_NAMES[reached + 1]}")
        words += "  ·  " + table.words("level_from", level=goal, count=levels[reached])
    tall = table.context.frame.tall
    pill = kit.pill(words, 20 if tall else 17, GOLD if reached else CREAM)
    x, y = (424, bar.y + 42) if tall else table.spots.prompt
    canvas.put_centred(pill, x, y)
