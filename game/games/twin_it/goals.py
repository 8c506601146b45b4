"""Goals of Twin It!, and how much of each a finished match has reached."""

from collections.abc import Iterable

from game.core.records import Goal
from game.games.twin_it import events as ev
from game.games.twin_it import history, scoring
from game.games.twin_it.scheduler import TwinItMatch

#: a quick reaction in milliseconds; the sets that nobody else has yet; the medal of the minute
QUICK_MS, BEFORE, GOLD = 1000, 3, 3
GOALS = (
    Goal("quick"),
    Goal("clean"),
    Goal("stolen", 2),
    Goal("triple"),
    Goal("early"),
    Goal("gold"),
    Goal("row", 5),
    Goal("pairs", 100, adds=True),
)


def reached(match: TwinItMatch, seat: int) -> dict[str, int]:
    """Return how much of each goal ``seat`` has reached."""
    state, record, medal = match.state, history.record_of(match, seat), scoring.level(match.state)
    won = seat in match.game.winners(state) and medal < 0
    events = [event for action_events in match.events for event in action_events]
    own = [
        event for event in events if isinstance(event, ev.SetWon | ev.SetStolen) and seat in (event.seat, event.mate)
    ]
    side = state.side_of(seat)
    joined = [event for event in own if isinstance(event, ev.SetStolen)]
    stolen = sum(state.side_of(event.owner) != side for event in joined)
    others = [score for other, score in enumerate(match.game.scores(state)) if state.side_of(other) != side]
    return {
        "quick": 0 < record.best_ms <= QUICK_MS,
        "clean": won and not record.errors,
        "stolen": stolen,
        "triple": len(joined) > stolen,
        "early": won and max(others, default=0) < BEFORE,
        "gold": medal == GOLD,
        "row": _row(events, seat) if state.options.in_rounds else 0,
        "pairs": len(own),
    }


def _row(events: Iterable[ev.Event], seat: int) -> int:
    """Return the most looks in a row in which ``seat`` found a pair, without a clock."""
    most = count = 0
    for event in events:
        if isinstance(event, ev.SetWon | ev.SetStolen) and event.seat == seat:
            count += 1
        elif isinstance(event, ev.SeatPassed | ev.ErrorMade) and event.seat == seat:
            count = 0
        most = max(most, count)
    return most
