"""Goals of Nein Danke!, and how much of each a finished match has reached."""

from game.core.match import Match
from game.core.records import Goal
from game.games.nein_danke.events import CardTaken, Event, RoundEnded
from game.games.nein_danke.rules import Action, State, View

#: the highest number of a win with low ones, and the most number cards of a win with few
LOW, FEW = 20, 3
GOALS = (
    Goal("low"),
    Goal("few"),
    Goal("run", 5),
    Goal("pot", 15),
    Goal("plus"),
    Goal("ahead", 20),
    Goal("chips", 200, adds=True),
)


def reached(match: Match[State, Action, Event, View], seat: int) -> dict[str, int]:
    """Return how much of each goal ``seat`` has reached."""
    events = [event for action_events in match.events for event in action_events]
    taken = [event for event in events if isinstance(event, CardTaken) and event.seat == seat]
    scores, won = match.game.scores(match.state), seat in match.game.winners(match.state)
    ended = [event.scores[seat] for event in events if isinstance(event, RoundEnded)]
    runs = [run for score in ended for run in score.runs]
    # those at the end of each round, whichever way they came; a joker is no number card
    numbers = [number for score in ended for run in score.runs for number in run if number not in score.jokers]
    others = [score for other, score in enumerate(scores) if other != seat]
    return {
        "low": won and max(numbers, default=0) <= LOW,
        "few": won and len(numbers) <= FEW,
        "run": max(map(len, runs), default=0),
        "pot": max((event.chips for event in taken), default=0),
        "plus": scores[seat] > 0,
        "ahead": max(0, scores[seat] - max(others)),
        "chips": sum(event.chips for event in taken),
    }
