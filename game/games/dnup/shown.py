"""What the table of dnuP shows at the moment: a view that is taken along from event to event.

Once every event of an action has been shown it equals the view after that action.
"""

from __future__ import annotations

from typing import assert_never

from game.games.dnup import events as ev
from game.games.dnup.deck import turned
from game.games.dnup.rules import NOTHING, View


class Shown:
    """The visible table, changed by one event after the other."""

    def __init__(self, view: View) -> None:
        self.take_over(view)

    def take_over(self, view: View) -> None:
        """Show what ``view`` says."""
        self.viewer = view.seat
        self.turn, self.area = view.turn, view.area
        self.hand = view.hand
        self.counts = list(view.hand_counts)
        self.sets = list(view.sets)
        self.out = view.out
        self.discard_count = view.discard_count
        self.totals = list(view.totals)
        self.round = view.round

    def apply(self, event: ev.Event) -> None:
        """Take one event along."""
        match event:
            case ev.RoundStarted(number, starter):
                self.round, self.turn, self.out, self.discard_count = number, starter, (), 0
                self.hand, self.counts = (), [0] * len(self.counts)
                self.sets = [NOTHING] * len(self.sets)
            case ev.HandsDealt(hands):
                self.hand, self.counts = hands[self.viewer], [len(hand) for hand in hands]
            case ev.SetDiscarded(_, place, cards):
                self.sets[place] = NOTHING
                self.discard_count += len(cards)
            case ev.SetReturned(seat, place, cards):
                self._take_up(seat, place, cards)
            case ev.SetTaken(seat, place, _, cards):
                self._take_up(seat, place, cards)
            case ev.SetPlayed(seat, place, cards):
                self._lay(seat, place, cards)
            case ev.CardAdded(seat, place, _, card):
                self._lay(seat, place, (card,))
            case ev.HandTurned(seat, hand):
                if seat == self.viewer:
                    self.hand = hand
            case ev.WentOut(seat, _, award):
                self.out = (*self.out, seat)
                self.totals[seat] += award
            case ev.RoundEnded(_, totals):
                self.totals = list(totals)
            case ev.RoundBroken() | ev.GameEnded():
                pass
            case _:
                assert_never(event)

    def _take_up(self, seat: int, place: int, cards: tuple[int, ...]) -> None:
        """A set goes to a hand, each card turned."""
        self.sets[place] = NOTHING
        self.counts[seat] += len(cards)
        if seat == self.viewer:
            self.hand += turned(cards)

    def _lay(self, seat: int, place: int, cards: tuple[int, ...]) -> None:
        """Cards go from a hand to a set."""
        self.sets[place] += cards
        self.counts[seat] -= len(cards)
        if seat == self.viewer:
            self.hand = tuple(card for card in self.hand if card not in cards)
