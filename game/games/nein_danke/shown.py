"""What the table of Nein Danke! shows at the moment: a view that is taken along from event to event.

Once every event of an action has been shown it equals the view after that action.
"""

from __future__ import annotations

from typing import NamedTuple, assert_never

from game.games.nein_danke import deck
from game.games.nein_danke import events as ev
from game.games.nein_danke.deck import IMMEDIATE_IDS
from game.games.nein_danke.rules import Phase, View
from game.games.nein_danke.scoring import score


class Arriving(NamedTuple):
    """What is on its way to a seat or from it, and does not count there."""

    seat: int
    chips: int
    #: 0 once it lies there
    card: int = 0


NOTHING = Arriving(-1, 0)


class Shown:
    """The visible table, changed by one event after the other."""

    def __init__(self, view: View) -> None:
        self.take_over(view)

    def take_over(self, view: View) -> None:
        """Show what ``view`` says."""
        self.displays = [list(display) for display in view.displays]
        self.chips = list(view.chips)
        self.pot = view.pot
        self.card = view.card if view.phase < Phase.ROUND_OVER else 0
        self.pile_count = view.pile_count
        self.back = view.next_back
        self.out = set(view.out)
        self.turn = view.turn
        #: who gets the card in the centre once its effect is done
        self.receiver = view.turn
        self.arriving = NOTHING

    def chips_of(self, seat: int) -> int:
        """How many chips lie at a seat; below 0 where they are hidden."""
        chips = self.chips[seat]
        return chips - self.arriving.chips if seat == self.arriving.seat and chips >= 0 else chips

    def total_of(self, seat: int) -> int:
        """The points of what lies at a seat; hidden chips count nothing."""
        cards = [card for card in self.displays[seat] if card != self.arriving.card]
        return score(cards, max(0, self.chips_of(seat))).total

    def as_before(self, view: View) -> None:
        """Show the table of a fresh deal whose first card has not been turned up yet."""
        self.take_over(view)
        self.displays = [[] for _ in view.displays]
        self.back = "green" if deck.is_green(view.card) else "pink"
        self.card, self.pot = 0, 0
        self.pile_count += 1

    def apply(self, event: ev.Event, view: View) -> None:
        """Take one event along; ``view`` is what the viewer knows after all events of the action."""
        match event:
            case ev.RoundStarted():
                self.as_before(view)
            case ev.CardRevealed(seat, card):
                self._keep()
                self.card, self.turn = card, seat
                self.pile_count, self.back = view.pile_count, view.next_back
                self.out = set()
            case ev.ChipPaid(seat, pot):
                self._pay(seat, -1)
                self.pot = pot
                self.turn = view.turn
            case ev.SkipUsed(seat, card):
                self._drop(seat, card)
                self.out.add(seat)
                self.turn = view.turn
            case ev.CardTaken(seat, card, chips):
                self._award(seat, card, chips, seat)
            case ev.CardDeclined(seat, card, chips, to):
                self._award(seat, card, chips, to)
            case ev.CardDiscarded(seat, card):
                self._drop(seat, card)
            case ev.PinkDrawn(seat, card, from_aside):
                if card in IMMEDIATE_IDS and not from_aside:
                    self.card = card
                else:
                    self.displays[seat].append(card)
                if not from_aside:
                    self.pile_count -= 1
            case ev.CardGiven(seat, card, to):
                self._drop(seat, card)
                self.displays[to].append(card)
            case ev.AsideSeen(seat):
                self.turn = seat
            case ev.RoundEnded():
                self._keep()
                self.chips = list(view.chips)
                self.turn = view.turn
            case ev.GameEnded():
                self.turn = view.turn
            case _:
                assert_never(event)

    def _pay(self, seat: int, chips: int) -> None:
        if self.chips[seat] >= 0:
            self.chips[seat] += chips

    def _award(self, seat: int, card: int, chips: int, to: int) -> None:
        """The pot goes to ``seat`` and the card to ``to``; an immediate one stays in sight for its effect."""
        self._pay(seat, chips)
        self.pot = 0
        self.receiver = to
        self.turn = to if card in IMMEDIATE_IDS else seat
        if card not in IMMEDIATE_IDS:
            self.displays[to].append(card)
            self.card = 0

    def _drop(self, seat: int, card: int) -> None:
        if card == self.card:
            self.card = 0
        elif card in self.displays[seat]:
            self.displays[seat].remove(card)

    def _keep(self) -> None:
        """A card still in the centre is one whose receiver keeps it (option keep_immediate)."""
        if self.card:
            self.displays[self.receiver].append(self.card)
            self.card = 0
