"""Goals of dnuP, and how much of each a finished match has reached."""

from game.core.match import Match
from game.core.records import Goal
from game.games.dnup import events as ev
from game.games.dnup.rules import Action, State, View

#: most own moves from turning the hand to going out
SOON = 2
GOALS = (
    Goal("last", 4),
    Goal("beaten", 4),
    Goal("turned"),
    Goal("straight"),
    Goal("twice", 2),
    Goal("alone"),
    Goal("first", 20, adds=True),
)


def reached(match: Match[State, Action, ev.Event, View], seat: int) -> dict[str, int]:
    """Return how much of each goal ``seat`` has reached."""
    most = dict.fromkeys((goal.key for goal in GOALS), 0)
    #: own moves since the hand was turned in this round; -1 before
    moves = -1
    for mover, events in zip(match.movers, match.events, strict=True):
        moves += mover == seat and moves >= 0
        for event in events:
            match event:
                case ev.RoundStarted():
                    moves = -1
                case ev.HandTurned(turned) if turned == seat:
                    moves = 0
                case ev.SetReturned(beaten, _, cards, by) if by == seat != beaten:
                    most["beaten"] = max(most["beaten"], len(cards))
                case ev.SetPlayed(player, _, cards) if player == seat and is_out(events, seat):
                    most["last"] = max(most["last"], len(cards))
                case ev.WentOut(out, rank) if out == seat:
                    most["turned"] |= 0 <= moves <= SOON
                    most["straight"] |= rank == 0 and moves < 0
                    most["first"] += rank == 0
    most["twice"] = most["first"]
    others = [score for other, score in enumerate(match.game.scores(match.state)) if other != seat]
    most["alone"] = seat in match.game.winners(match.state) and not any(others)
    return most


def is_out(events: tuple[ev.Event, ...], seat: int) -> bool:
    """Return True if ``seat`` went out in these events."""
    return any(isinstance(event, ev.WentOut) and event.seat == seat for event in events)
