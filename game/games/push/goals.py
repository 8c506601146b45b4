"""Goals of Push, and how much of each a finished match has reached."""

from game.core.match import Match
from game.core.records import Goal
from game.games.push import events as ev
from game.games.push.rules import Action, State, View
from game.games.push.scoring import points_of

GOALS = (
    Goal("row", 20),
    Goal("secured", 15),
    Goal("placed", 10),
    Goal("careful"),
    Goal("safe"),
    Goal("score", 80),
    Goal("vault", 300, adds=True),
)


def reached(match: Match[State, Action, ev.Event, View], seat: int) -> dict[str, int]:
    """Return how much of each goal ``seat`` has reached."""
    own = [event for events in match.events for event in events if getattr(event, "seat", -1) == seat]
    secured = [points_of(event.cards) for event in own if isinstance(event, ev.ColourSecured)]
    won = seat in match.game.winners(match.state)
    return {
        "row": max((points_of(event.cards) for event in own if isinstance(event, ev.RowTaken)), default=0),
        "secured": max(secured, default=0),
        "placed": _placed(own),
        "careful": won and not any(isinstance(event, ev.Busted) for event in own),
        "safe": won and not match.state.store.displays[seat],
        "score": max(0, match.game.scores(match.state)[seat]),
        "vault": sum(secured),
    }


def _placed(own: list[ev.Event]) -> int:
    """Return the most cards placed in a turn that ended by stopping."""
    most = count = 0
    for event in own:
        if isinstance(event, ev.TurnStarted):
            count = 0
        elif isinstance(event, ev.CardPlaced):
            count += 1
        elif isinstance(event, ev.DrawingStopped):
            most = max(most, count)
    return most
