"""What the table of Keine Ahnung shows at the moment: a view that is taken along from event to event.

Once every event of an action has been shown it equals the view after that action. Like a view it remembers nothing:
a card that is turned back is gone from here, unless the house rule for children keeps it.
"""

from __future__ import annotations

from itertools import count
from typing import NamedTuple, assert_never

from game.games.keine_ahnung import events as ev
from game.games.keine_ahnung.deck import EMPTY, HIDDEN, PLACES
from game.games.keine_ahnung.rules import Phase, View


class Lying(NamedTuple):
    """A card that lies face up on a pile or aside; ``key`` tells equal cards apart while they move."""

    key: int
    card: int


class Shown:
    """The visible table, changed by one event after the other."""

    def __init__(self, view: View) -> None:
        self._keys = count()
        self.piles: list[list[Lying]] = []
        self.rest: list[Lying] = []
        self.take_over(view)

    def take_over(self, view: View) -> None:
        """Show what ``view`` says."""
        self.turn = view.turn
        self.grids = [list(grid) for grid in view.grids]
        self.piles = self._kept(self.piles, view.piles)
        self.rest = self._kept([self.rest], (view.rest,))[0]
        #: the card that was drawn and is to be laid
        self.hand = view.card if view.phase == Phase.PLACE and view.place < 0 else EMPTY
        #: the own card that is to be laid, by its place
        self.place = view.place if view.phase == Phase.PLACE else -1
        self.draw_count = view.draw_count
        self.stack_count = view.stack_count
        self.trophy_counts = list(view.trophy_counts)
        self.prize_counts = list(view.prize_counts)
        self.trophies = list(view.trophies)
        self.prizes = list(view.prizes)
        #: who has called and shows its cards, or -1
        self.caller = view.turn if view.phase == Phase.CALL else -1
        self.viewer = view.seat
        #: (seat, place) -> a card that lies face down again: only with the house rule that reminds of it
        self.reminders = {(seen.seat, seen.place): seen.card for seen in view.sightings if view.options.reminders}
        self._reminds = view.options.reminders

    def _kept(self, shown: list[list[Lying]], wanted: tuple[tuple[int, ...], ...]) -> list[list[Lying]]:
        """The wanted heaps; one that is shown already keeps its keys, so that nothing moves."""
        known = {tuple(lying.card for lying in heap): heap for heap in shown}
        return [known.get(cards) or [self._lying(card) for card in cards] for cards in wanted]

    def _lying(self, card: int) -> Lying:
        return Lying(next(self._keys), card)

    def apply(self, event: ev.Event, view: View) -> None:
        """Take one event along; ``view`` is what the viewer knows after all events of the action."""
        match event:
            case ev.GameStarted():
                self.take_over(view)
            case ev.TurnStarted(seat):
                self.turn, self.caller, self.place = seat, -1, -1
            case ev.CardDrawn(_, card):
                self.hand = card
                self.draw_count -= 1
            case ev.DrawPileShuffled(cards, from_piles):
                self._shuffle(cards, from_piles)
            case ev.CardRevealed(seat, place, card):
                self.grids[seat][place] = card
                self.reminders.pop((seat, place), None)
                if self.caller < 0:
                    self.place = place
            case ev.CardLaid(seat, card, pile, place, is_new):
                self.take_up(seat, place)
                if is_new:
                    self.piles.append([])
                self.piles[pile].append(self._lying(card))
            case ev.PilesRemoved(_, kept, _):
                self.rest += [lying for pile, heap in enumerate(self.piles) if pile != kept for lying in heap]
                self.piles = [self.piles[kept]]
            case ev.CardsDealt(seat, places):
                for place in places:
                    self.grids[seat][place] = HIDDEN
                # a draw pile that ran out on the way was made anew in between
                self.draw_count = max(view.draw_count, self.draw_count - len(places))
            case ev.PrizeFound(seat, card, place):
                self._find_prize(seat, card, place)
            case ev.CardsTurnedBack(seat, places):
                self._turn_back(seat, places)
            case ev.CallMade(seat):
                self.caller = seat
            case ev.TrophyWon(seat, stars, left):
                self.stack_count = left
                self.trophy_counts[seat] += 1
                if stars:
                    self.trophies.append(stars)
            case ev.GameEnded():
                self.turn, self.caller = -1, -1
            case ev.DrawSkipped() | ev.FunctionTriggered() | ev.CardDeclined() | ev.TurnStopped():
                pass
            case ev.TurnForfeited() | ev.CallWon() | ev.CallLost():
                pass
            case _:
                assert_never(event)

    def _shuffle(self, cards: int, from_piles: bool) -> None:
        """The draw pile is made anew of ``cards``: those below the tops of the piles, or those aside."""
        self.draw_count = cards
        if from_piles:
            self.piles = [pile[-1:] for pile in self.piles]
        else:
            self.rest = []

    def _find_prize(self, seat: int, card: int, place: int) -> None:
        self.take_up(seat, place)
        self.prize_counts[seat] += 1
        if seat == self.viewer:
            self.prizes.append(card)

    def _turn_back(self, seat: int, places: tuple[int, ...]) -> None:
        for place in places:
            if self._reminds:
                self.reminders[seat, place] = self.grids[seat][place]
            self.grids[seat][place] = HIDDEN
        self.place = -1

    def take_up(self, seat: int, place: int) -> None:
        """A face-up card leaves its place in the grid, or the hand if ``place`` is -1."""
        if place >= 0:
            self.grids[seat][place] = EMPTY
            self.place = -1
        else:
            self.hand = EMPTY

    def cards_of(self, seat: int) -> int:
        """How many cards a seat's grid has."""
        return PLACES - self.grids[seat].count(EMPTY)
