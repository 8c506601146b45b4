"""What the table of Push shows at the moment: a view that is taken along from event to event.

Once every event of an action has been shown it equals the view after that action.
"""

from __future__ import annotations

from typing import assert_never

from game.games.push.events import (
    Busted,
    CardDrawn,
    CardPlaced,
    CardsLost,
    ColourSecured,
    DieRolled,
    DirectionChanged,
    DrawingStopped,
    Event,
    GameEnded,
    GameStarted,
    RowDiscarded,
    RowTaken,
    TurnEnded,
    TurnStarted,
)
from game.games.push.rules import Phase, View, picking_order


class Shown:
    """The visible table, changed by one event after the other."""

    def __init__(self, view: View) -> None:
        self.take_over(view)

    def take_over(self, view: View) -> None:
        """Show what ``view`` says."""
        self.displays = [list(display) for display in view.displays]
        #: the secured cards that the viewer knows
        self.secured = view.secured
        self.secured_counts = list(view.secured_counts)
        self.rows = [list(row) for row in view.rows]
        #: the drawn card that waits to be placed, or 0
        self.card = view.card
        self.directions = list(view.directions)
        self.discard = list(view.discard)
        self.pile_count = view.pile_count
        self.unseen = view.unseen
        self.turn, self.active = view.turn, view.active
        #: who takes a row, in order; the active player first until it is known otherwise
        self.order = (view.turn, *view.waiting) if view.phase == Phase.TAKE else view.waiting
        #: cards are being drawn, so that there is a risk
        self.drawing = view.phase < Phase.TAKE
        self.roll = view.roll

    def apply(self, event: Event, view: View) -> None:
        """Take one event along; ``view`` is what the viewer knows after all events of the action."""
        match event:
            case GameStarted():
                self.take_over(view)
            case CardDrawn(seat, card):
                self.turn, self.card = seat, card
                self.pile_count, self.unseen = view.pile_count, view.unseen
            case CardPlaced(_, card, row):
                if row == len(self.rows):
                    self.rows.append([])
                self.rows[row].append(card)
                self.card = 0
            case DirectionChanged(_, card):
                self.directions.append(card)
                self.card = 0
                self._order(False)
            case Busted(_, card):
                self.discard.append(card)
                self.card = 0
                self.drawing = False
                self._order(True)
            case DrawingStopped():
                self.drawing = False
            case RowTaken(seat, row, cards, dice):
                self.rows[row] = []
                self.turn = seat
                self.order = self.order[1:]
                self.displays[seat] += cards
                if dice:
                    self.discard.append(dice)
            case DieRolled(seat):
                self.turn, self.roll = seat, view.roll
            case CardsLost(seat, cards):
                self.lose(seat, cards)
            case RowDiscarded(row, cards):
                self.rows[row] = []
                self.discard += cards
            case ColourSecured(seat, _, cards):
                self.displays[seat] = [card for card in self.displays[seat] if card not in cards]
                self.secured = view.secured
                self.secured_counts[seat] += len(cards)
            case TurnEnded(_, cards):
                self.rows, self.directions, self.order = [], [], ()
                self.discard += cards
            case TurnStarted(seat):
                self.turn = self.active = seat
                self.drawing = True
                self._order(False)
            case GameEnded():
                self.order, self.drawing = (), False
                self.secured = view.secured
            case _:
                assert_never(event)

    def lose(self, seat: int, cards: tuple[int, ...]) -> None:
        """Let open cards of a seat be gone; those that are gone already stay so."""
        gone = [card for card in cards if card in self.displays[seat]]
        self.displays[seat] = [card for card in self.displays[seat] if card not in gone]
        self.discard += gone

    def _order(self, bust: bool) -> None:
        self.order = picking_order(self.active, len(self.displays), len(self.directions), bust)
