"""One action of Keine Ahnung carried out: the steps T0 to T9 of a turn (rule text, section 4)."""

from __future__ import annotations

from collections.abc import Callable
from functools import partial

from game.core.rng import Rng
from game.games.keine_ahnung.deck import EMPTY, PLACES, PLUS, PRIZE, REFILL_TO, REMOVE
from game.games.keine_ahnung.events import (
    CallLost,
    CallMade,
    CallWon,
    CardDeclined,
    CardDrawn,
    CardLaid,
    CardRevealed,
    CardsDealt,
    CardsTurnedBack,
    DrawPileShuffled,
    DrawSkipped,
    Event,
    FunctionTriggered,
    GameEnded,
    PilesRemoved,
    PrizeFound,
    TrophyWon,
    TurnForfeited,
    TurnStarted,
    TurnStopped,
)
from game.games.keine_ahnung.scoring import best, score
from game.games.keine_ahnung.state import PHASE_DRAW, PHASE_OWN, PHASE_PLACE, Phase, State, Store, fitting_piles

Cards = tuple[int, ...]
Piles = tuple[Cards, ...]
#: the fields of a state, as they follow each other
StateFields = tuple[int, Phase, Cards, Piles, Piles, Piles, int, int, int, Cards, int, Store]
#: what is made at nearly every action, from all its fields as one tuple: half as costly as by the name of the class
_state: Callable[[StateFields], State] = partial(tuple.__new__, State)
_card_drawn: Callable[[tuple[int, int]], CardDrawn] = partial(tuple.__new__, CardDrawn)
_card_revealed: Callable[[tuple[int, int, int]], CardRevealed] = partial(tuple.__new__, CardRevealed)
_card_laid: Callable[[tuple[int, int, int, int, bool]], CardLaid] = partial(tuple.__new__, CardLaid)
_cards_turned_back: Callable[[tuple[int, tuple[int, ...]]], CardsTurnedBack] = partial(tuple.__new__, CardsTurnedBack)
_function_triggered: Callable[[tuple[int, int]], FunctionTriggered] = partial(tuple.__new__, FunctionTriggered)
_turn_started: Callable[[tuple[int]], TurnStarted] = partial(tuple.__new__, TurnStarted)


class Turn:
    """One action being carried out: the fields of a state, to be changed, and the events so far."""

    __slots__ = (*State._fields, "events", "rng")

    def __init__(self, state: State, rng: Rng) -> None:
        (
            self.turn,
            self.phase,
            self.draw,
            self.piles,
            self.grids,
            self.shown,
            self.card,
            self.place,
            self.laid,
            self.called,
            self.turns,
            self.store,
        ) = state
        self.rng = rng
        self.events: list[Event] = []

    def result(self) -> tuple[State, tuple[Event, ...]]:
        """The new state and the events that led to it."""
        where = (self.turn, self.phase, self.draw, self.piles, self.grids, self.shown, self.card, self.place)
        return _state((*where, self.laid, self.called, self.turns, self.store)), tuple(self.events)

    # -- a player's decisions --

    def draw_and_lay(self) -> None:
        """Turn up the top card and lay it, then one more for every PLUS (T0, T1 and section 4.1)."""
        while True:
            card = self.take()
            if not card:
                self.events.append(DrawSkipped(self.turn))
                return self.go_on()
            self.events.append(_card_drawn((self.turn, card)))
            if card >= PRIZE:
                return self.keep_prize(card, -1)
            piles = fitting_piles(card, self.piles)
            if len(piles) > 1:
                return self.ask_for_pile(card, -1)
            # a card that fits nowhere starts a pile, and only such a card does
            if not self.lay(card, piles[0] if piles else len(self.piles), -1):
                return self.go_on()

    def reveal(self, place: int) -> None:
        """Turn up an own card: lay it if it fits, else turn it back and end the turn (T3, T4, A2)."""
        card = self.grids[self.turn][place]
        self.events.append(_card_revealed((self.turn, place, card)))
        if card >= PRIZE:
            return self.keep_prize(card, place)
        piles = fitting_piles(card, self.piles)
        if not piles:
            self.turn_back((place,))
            return self.next_turn()
        if len(piles) > 1 or self.store.options.decline:
            return self.ask_for_pile(card, place)
        return self.lay_and_go_on(card, piles[0], place)

    def ask_for_pile(self, card: int, place: int) -> None:
        """Let the player choose a pile for ``card``, which lies face up until then (T1, T4)."""
        self.phase, self.card, self.place = PHASE_PLACE, card, place

    def lay_and_go_on(self, card: int, pile: int, place: int) -> None:
        """Lay a card and finish what it sets off before anything else (T2, T5, A4)."""
        if self.lay(card, pile, place):
            self.draw_and_lay()
        else:
            self.go_on()

    def decline(self) -> None:
        """Do not lay the fitting card: it is turned back and the turn ends (A2)."""
        self.events.append(CardDeclined(self.turn, self.place))
        self.turn_back((self.place,))
        self.next_turn()

    def forfeit(self, place: int) -> None:
        """An own card was touched before the draw: the turn is over and nothing is revealed (T0)."""
        self.events.append(TurnForfeited(self.turn, place))
        self.next_turn()

    def stop(self) -> None:
        """End the turn of one's own will (A3)."""
        self.events.append(TurnStopped(self.turn))
        self.next_turn()

    def call(self) -> None:
        """Call that nothing fits any more (section 4.3, A1)."""
        self.events.append(CallMade(self.turn, PLACES - self.grids[self.turn].count(EMPTY)))
        self.phase = Phase.CALL

    def reveal_for_call(self, place: int) -> None:
        """Turn up one more card of a call; the first that fits and the first prize end it (T6, T8, A5)."""
        grid = self.grids[self.turn]
        card = grid[place]
        self.events.append(_card_revealed((self.turn, place, card)))
        self.called = (*self.called, place)
        if card >= PRIZE:
            self.take_prize(card, place)
            self.events.append(CallLost(self.turn, place))
        elif fitting_piles(card, self.piles):
            self.events.append(CallLost(self.turn, place))
        elif len(self.called) < PLACES - grid.count(EMPTY):
            return
        else:
            self.events.append(CallWon(self.turn))
            self.win_trophy()
            if self.phase == Phase.OVER:
                return
        self.turn_back(tuple(place for place in self.called if self.grids[self.turn][place]))
        self.deal(self.turn, PLACES)
        self.next_turn()

    # -- what follows from them --

    def take(self) -> int:
        """The top card of the draw pile, made anew if need be; EMPTY if there is none (section 4.5, A6, A7)."""
        if not self.draw:
            if self.store.rest:
                self.draw = tuple(self.rng.shuffled(self.store.rest))
                self.store = self.store._replace(rest=())
                self.events.append(DrawPileShuffled(len(self.draw), False))
            else:
                self.draw = tuple(self.rng.shuffled([card for pile in self.piles for card in pile[:-1]]))
                if not self.draw:
                    return EMPTY
                self.piles = tuple([pile[-1:] for pile in self.piles])
                self.events.append(DrawPileShuffled(len(self.draw), True))
        card = self.draw[-1]
        self.draw = self.draw[:-1]
        return card

    def lay(self, card: int, pile: int, place: int) -> bool:
        """Lay a card on a pile, or as a new one, and do what it says; return whether a PLUS asks for another."""
        piles = list(self.piles)
        is_new = pile == len(piles)
        if is_new:
            piles.append((card,))
        else:
            piles[pile] += (card,)
        self.piles = tuple(piles)
        if place >= 0:
            self.take_away(place)
            self.laid += 1
        self.events.append(_card_laid((self.turn, card, pile, place, is_new)))
        function = card // 100
        if not function:
            return False
        self.events.append(_function_triggered((self.turn, card)))
        if function == PLUS:
            return True
        if function == REMOVE:
            self.remove_piles(pile)
        else:
            self.refill_opponents()
        return False

    def take_away(self, place: int) -> None:
        """The mover's card at ``place`` leaves its grid."""
        seat = self.turn
        grid = list(self.grids[seat])
        grid[place] = EMPTY
        self.set_grid(seat, grid)
        if self.shown[seat][place]:
            self.mark((place,), 0)

    def set_grid(self, seat: int, grid: list[int]) -> None:
        """Change a seat's grid."""
        grids = list(self.grids)
        grids[seat] = tuple(grid)
        self.grids = tuple(grids)

    def mark(self, places: tuple[int, ...], when: int) -> None:
        """Note in which turn the mover's cards at ``places`` were last face up; 0 for one that has gone."""
        rows = list(self.shown)
        row = list(rows[self.turn])
        for place in places:
            row[place] = when
        rows[self.turn] = tuple(row)
        self.shown = tuple(rows)

    def remove_piles(self, kept: int) -> None:
        """All piles but one go aside (section 4.1)."""
        removed = [cards for pile, cards in enumerate(self.piles) if pile != kept]
        if removed:
            self.piles = (self.piles[kept],)
            self.store = self.store._replace(rest=(*self.store.rest, *[card for cards in removed for card in cards]))
            self.events.append(PilesRemoved(self.turn, kept, len(removed)))

    def refill_opponents(self) -> None:
        """Everybody else with fewer than three cards gets some, clockwise from the left (section 4.1)."""
        seats = len(self.grids)
        for step in range(1, seats):
            self.deal((self.turn + step) % seats, REFILL_TO)

    def deal(self, seat: int, up_to: int) -> None:
        """Fill a grid's lowest empty places until it has ``up_to`` cards, as far as there are any (section 2)."""
        grid = list(self.grids[seat])
        places = []
        for _ in range(up_to - PLACES + grid.count(EMPTY)):
            card = self.take()
            if not card:
                break
            place = grid.index(EMPTY)
            grid[place] = card
            places.append(place)
        if places:
            self.set_grid(seat, grid)
            self.events.append(CardsDealt(seat, tuple(places)))

    def turn_back(self, places: tuple[int, ...]) -> None:
        """Turn revealed cards face down again, each where it lies."""
        if places:
            self.mark(places, self.turns)
            self.events.append(_cards_turned_back((self.turn, places)))

    def take_prize(self, card: int, place: int) -> None:
        """A consolation prize goes to its finder (section 4.2)."""
        if place >= 0:
            self.take_away(place)
        prizes = self.store.prizes
        mine = (*prizes[self.turn], card)
        self.store = self.store._replace(prizes=(*prizes[: self.turn], mine, *prizes[self.turn + 1 :]))
        self.events.append(PrizeFound(self.turn, card, place))

    def keep_prize(self, card: int, place: int) -> None:
        """Keep a prize; the turn ends, with a trophy if the grid has been cleared (section 4.2, A8, A9)."""
        self.take_prize(card, place)
        if (place >= 0 or self.laid) and not any(self.grids[self.turn]):
            self.clear_grid()
        else:
            self.next_turn()

    def go_on(self) -> None:
        """Everything a laid card set off is done: the grid is cleared, or an own card comes next (T3, T7)."""
        if self.laid and not any(self.grids[self.turn]):
            self.clear_grid()
        else:
            self.phase, self.card, self.place = PHASE_OWN, EMPTY, -1

    def clear_grid(self) -> None:
        """A trophy for the last card; if any are left, six new cards, and the next player is up (section 4.4)."""
        self.win_trophy()
        if self.phase != Phase.OVER:
            self.deal(self.turn, PLACES)
            self.next_turn()

    def win_trophy(self) -> None:
        """Take the top trophy; the last one ends the game at once (section 5)."""
        turn, (_, stack, trophies, prizes, _) = self.turn, self.store
        won, stack = stack[-1], stack[:-1]
        trophies = (*trophies[:turn], (*trophies[turn], won), *trophies[turn + 1 :])
        self.store = self.store._replace(stack=stack, trophies=trophies)
        self.events.append(TrophyWon(turn, won, len(stack)))
        if not stack:
            self.phase, self.card, self.place = Phase.OVER, EMPTY, -1
            results = tuple(map(score, trophies, prizes))
            self.events.append(GameEnded(results, best(results)))

    def next_turn(self) -> None:
        """The next player clockwise is up (T9)."""
        self.turn = (self.turn + 1) % len(self.grids)
        self.phase, self.card, self.place, self.laid, self.called = PHASE_DRAW, EMPTY, -1, 0, ()
        self.turns += 1
        self.events.append(_turn_started((self.turn,)))
