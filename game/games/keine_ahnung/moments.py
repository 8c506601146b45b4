"""The best moment of a match of Keine Ahnung: the boldest call that was won, or the longest turn."""

from __future__ import annotations

from collections.abc import Iterator

from game.core.match import Match
from game.core.moments import Moment
from game.games.keine_ahnung import events as ev
from game.games.keine_ahnung.rules import Action, State, View

#: a call with so many cards impresses as much as laying so many times as many
CALL = 3.0
#: a turn with fewer own cards laid is nothing to tell
LEAST_LAID = 3


def moments(match: Match[State, Action, ev.Event, View]) -> Iterator[Moment]:
    """What of a finished match is worth telling once more."""
    shown: list[int] = []
    laid: list[int] = []
    calls: Moment | None = None
    for length, events in enumerate(match.events, 1):
        for event in events:
            if isinstance(event, ev.TurnStarted):
                laid.clear()
            elif isinstance(event, ev.CardLaid) and event.place >= 0:
                laid.append(event.card)
                if len(laid) >= LEAST_LAID:
                    told = (("count", float(len(laid))),)
                    yield Moment("laid", event.seat, length, float(len(laid)), tuple(laid), told)
            elif isinstance(event, ev.CallMade):
                shown.clear()
            elif isinstance(event, ev.CardRevealed):
                shown.append(event.card)
            elif isinstance(event, ev.CallWon):
                told = (("count", float(len(shown))),)
                calls = Moment("call", event.seat, length, CALL * len(shown), tuple(shown), told)
            elif isinstance(event, ev.TrophyWon) and calls is not None:
                # the trophy tells one call of as many cards from the other
                yield calls._replace(weight=calls.weight + event.stars / 10)
                calls = None
