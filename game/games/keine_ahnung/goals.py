"""Goals of Keine Ahnung, and how much of each a finished match has reached."""

from game.core.match import Match
from game.core.records import Goal
from game.games.keine_ahnung import events as ev
from game.games.keine_ahnung.rules import Action, State, View

GOALS = (
    Goal("laid", 6),
    Goal("call", 3),
    Goal("calls", 2),
    Goal("trophies", 5),
    Goal("stars", 20),
    Goal("ahead", 8),
    Goal("cups", 50, adds=True),
)


def reached(match: Match[State, Action, ev.Event, View], seat: int) -> dict[str, int]:
    """Return how much of each goal ``seat`` has reached."""
    most = laid = calls = size = largest = cups = 0
    for events in match.events:
        for event in events:
            match event:
                case ev.TurnStarted():
                    laid = 0
                case ev.CardLaid(mover, place=place) if mover == seat and place >= 0:
                    laid += 1
                    most = max(most, laid)
                case ev.CallMade(_, cards):
                    size = cards
                case ev.CallWon(caller) if caller == seat:
                    calls, largest = calls + 1, max(largest, size)
                case ev.TrophyWon(winner) if winner == seat:
                    cups += 1
    scores = match.game.scores(match.state)
    others = [score for other, score in enumerate(scores) if other != seat]
    return {
        "laid": most,
        "call": largest,
        "calls": calls,
        "trophies": cups,
        "stars": scores[seat],
        "ahead": max(0, scores[seat] - max(others)),
        "cups": cups,
    }
