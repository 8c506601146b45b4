"""The best moment of a match of Nein Danke!: the run that saved most, or the fattest pot that came with a card."""

from __future__ import annotations

from collections.abc import Iterator

from game.core.match import Match
from game.core.moments import Moment
from game.games.nein_danke.deck import NUMBER_OF
from game.games.nein_danke.events import CardTaken, Event, RoundEnded
from game.games.nein_danke.rules import Action, State, View

#: a run of fewer cards is nothing to tell, nor is a pot of fewer chips
LEAST_RUN, LEAST_POT = 3, 4
#: a chip in a pot impresses as much as so many points that a run saves
CHIP = 3.0


def moments(match: Match[State, Action, Event, View]) -> Iterator[Moment]:
    """What of a finished match is worth telling once more."""
    got: dict[int, int] = {}
    cards: dict[int, int] = {}
    for length, events in enumerate(match.events, 1):
        for event in events:
            if isinstance(event, CardTaken):
                number = NUMBER_OF.get(event.card, 0)
                got[number], cards[number] = length, event.card
                if event.chips >= LEAST_POT and number:
                    told = (("card", float(number)), ("count", float(event.chips)))
                    yield Moment("pot", event.seat, length, event.chips * CHIP, (event.card,), told)
            elif isinstance(event, RoundEnded):
                for seat, score in enumerate(event.scores):
                    for run in score.runs:
                        if len(run) >= LEAST_RUN:
                            # a joker stands for a number that nobody has taken
                            real = [number for number in run if number in cards and number not in score.jokers]
                            last = max((got[number] for number in real), default=length)
                            ends = (("first", float(run[0])), ("last", float(run[-1])))
                            shown = tuple(cards[number] for number in real)
                            yield Moment("run", seat, last, float(sum(run[1:])), shown, ends)
                got.clear()
                cards.clear()
