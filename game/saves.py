"""What is kept between sessions about matches: the one in progress, finished ones, the statistics."""

from __future__ import annotations

from typing import Any

from game.context import Context
from game.core.match import HUMAN, BadSave, Match, load
from game.engine.figures import FIGURES
from game.registry import BOTS, RULES

CURRENT = "match"
FINISHED = "finished"
#: so many finished matches can be watched again
KEPT = 12


def keep(context: Context, match: Match) -> None:
    """Store the match in progress."""
    context.store(CURRENT, match.save() | {"saved_ms": context.clock.wall_ms()})


def resume(context: Context) -> tuple[Match, float] | None:
    """The match in progress and when it was stored, or None; one that cannot be read is set aside and told."""
    data = context.stored(CURRENT, "file.match")
    if data is None:
        return None
    try:
        match = load(data, RULES)
        check_seats(match)
    except BadSave as error:
        context.set_aside(CURRENT, f"reason.{error.reason}")
        return None
    if match.is_over:
        context.storage.delete(CURRENT)
        return None
    when = data.get("saved_ms")
    return match, float(when) if isinstance(when, (int, float)) else 0.0


def check_seats(match: Match) -> None:
    """Raise BadSave if a seat is taken by a level or a figure that does not exist."""
    levels = (HUMAN, *BOTS[match.rules.NAME].LEVELS)
    for seat in match.seats:
        if seat.kind not in levels or seat.figure not in FIGURES:
            raise BadSave("save_damaged", f"seat {seat.name}")


def forget(context: Context) -> None:
    """Give up the match in progress."""
    context.storage.delete(CURRENT)


def finish(context: Context, match: Match) -> None:
    """Move a finished match from the one in progress to those that can be watched again."""
    context.storage.delete(CURRENT)
    rows = context.stored(FINISHED, "file.finished")
    kept = rows if isinstance(rows, list) else []
    entry = match.save() | {
        "ended_ms": context.clock.wall_ms(),
        "scores": list(match.rules.scores(match.state)),
        "winners": list(match.rules.winners(match.state)),
    }
    context.store(FINISHED, [*kept, entry][-KEPT:])


def finished(context: Context) -> list[dict[str, Any]]:
    """The stored records of finished matches that can be read, newest first."""
    rows = context.stored(FINISHED, "file.finished")
    return [row for row in reversed(rows) if isinstance(row, dict)] if isinstance(rows, list) else []
