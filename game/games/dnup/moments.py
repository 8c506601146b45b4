"""The best moment of a match of dnuP: the largest set sent home, or the hand that was turned at the right time."""

from __future__ import annotations

from collections.abc import Iterator

from game.core.match import Match
from game.core.moments import Moment
from game.games.dnup import events as ev
from game.games.dnup.deck import ACTIVE
from game.games.dnup.rules import Action, State, Verb, View

#: sets of fewer cards are nothing to tell
LEAST_SET = 2
#: who turned the hand goes out after so many own moves at most, for it to have been the right time
SOON = 3
#: as many cards as being out so soon impresses like
TURNED = 5.0
#: a hand of more cards than these is not shown whole
MOST_SHOWN = 8


def moments(match: Match[State, Action, ev.Event, View]) -> Iterator[Moment]:
    """What of a finished match is worth telling once more."""
    #: seat -> when it turned its hand in this round, the hand then, and how many moves it has made since
    turned: dict[int, tuple[int, tuple[int, ...], int]] = {}
    #: place -> the set that was made there last
    sets: dict[int, tuple[int, ...]] = {}
    for length, (action, mover, events) in enumerate(zip(match.actions, match.movers, match.events, strict=True), 1):
        made = _made(events, sets)
        if mover in turned and action.verb != Verb.TURN:
            at, hand, moves = turned[mover]
            turned[mover] = (at, hand, moves + 1)
        for event in events:
            if isinstance(event, ev.RoundStarted):
                turned.clear()
            elif isinstance(event, ev.HandTurned):
                turned[event.seat] = (length, event.hand, 0)
            elif isinstance(event, ev.SetReturned) and len(event.cards) >= LEAST_SET and event.by != event.seat:
                yield _beaten(event, made, length)
            elif isinstance(event, ev.SetPlayed) and len(event.cards) > LEAST_SET and _out(events, event.seat):
                told = (("count", float(len(event.cards))),)
                yield Moment("last", event.seat, length, len(event.cards) + 0.5, event.cards, told)
            elif isinstance(event, ev.WentOut) and event.seat in turned:
                at, hand, moves = turned[event.seat]
                if moves <= SOON:
                    told = (("count", float(moves)),)
                    yield Moment("turned", event.seat, at, TURNED - moves, hand[:MOST_SHOWN], told)


def _made(events: tuple[ev.Event, ...], sets: dict[int, tuple[int, ...]]) -> tuple[int, ...]:
    """The set that these events of one action made on the table, if they made one; it is noted among ``sets``."""
    for event in events:
        if isinstance(event, ev.SetPlayed):
            sets[event.place] = event.cards
        elif isinstance(event, ev.CardAdded):
            sets[event.place] += (event.card,)
        else:
            continue
        return sets[event.place]
    return ()


def _beaten(event: ev.SetReturned, made: tuple[int, ...], length: int) -> Moment:
    """The set that was sent home, with the one of as many cards that did it."""
    count = len(event.cards)
    told = (("count", float(count)), ("high", float(ACTIVE[made[0]])), ("low", float(ACTIVE[event.cards[0]])))
    return Moment("beaten", event.by, length, float(count), made, told, event.seat, event.cards)


def _out(events: tuple[ev.Event, ...], seat: int) -> bool:
    """Whether ``seat`` has gone out in the course of these events."""
    return any(isinstance(event, ev.WentOut) and event.seat == seat for event in events)
