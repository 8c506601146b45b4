"""The time that events take at the table of Keine Ahnung: others are brisk, and ever more so."""

from typing import TypeAlias

from game.engine.turn_table import TurnTable
from game.games.keine_ahnung import events as ev
from game.games.keine_ahnung.rules import Action, Phase, View

#: share of the usual time for others' actions, for their draws, and for own draws, which involve no choice
BRISK, DRAWN, OWN_DRAWN = 0.42, 0.3, 0.75
#: time saved on others' actions per card shown since the own turn, as a share, and the least share left: having seen
#: the first of them, the viewer knows what the others mean
HASTE, MOST_HASTE = 0.5, 0.34
#: so many draws, or signs of functions, show what that is; all later ones take this share of their time
LEARNT_DRAWS, LEARNT = 6, 0.67
#: the share of time for others' great events: for the first of each kind, and at least for all others
FIRST_GRAND, LEAST_GRAND = 0.75, 0.3
#: bots' thinking time as a share of the usual: for forced moves, for the choice of a pile, and for all others
FORCED, PLACING, DARING = 0.08, 0.2, 0.24
#: the events that deserve a longer moment
Great: TypeAlias = ev.CallMade | ev.CallWon | ev.CallLost | ev.PrizeFound | ev.TrophyWon


class Tempo:
    """The shares of the usual time for events, which depend on those shown before."""

    def __init__(self, table: TurnTable[Action, ev.Event, View]) -> None:
        self._table = table
        #: cards that others have laid or shown in vain since the own turn
        self.shown_cards = 0
        #: draws shown so far, own ones and others'
        self.shown_draws = [0, 0]
        #: the same of the signs of functions
        self.shown_functions = [0, 0]
        #: the kinds of great events shown so far: the first of each takes longer
        self.shown_kinds: set[type] = set()

    def calm(self, seat: int) -> float:
        """Return the unhurried share of the usual time for a seat's action: less for others, except in the tutorial."""
        return 1.0 if seat == self._table.viewer or self._table.teaches else BRISK

    def weight(self, seat: int) -> float:
        """Return that share for a plain action, which gets quicker the more cards others have shown."""
        return self.calm(seat) * self.haste(seat)

    def drawn(self, seat: int) -> float:
        """Return that share for a card from the draw pile, which involves no choice."""
        if self._table.teaches:
            return 1.0
        other = seat != self._table.viewer
        learnt = LEARNT if self.shown_draws[other] > LEARNT_DRAWS else 1.0
        return (DRAWN * self.haste(seat) if other else OWN_DRAWN) * learnt

    def function(self, seat: int) -> float:
        """Count the sign of a function, and return the share of time left for it after those that were shown."""
        other = seat != self._table.viewer
        self.shown_functions[other] += 1
        return LEARNT if self.shown_functions[other] > LEARNT_DRAWS and not self._table.teaches else 1.0

    def haste(self, seat: int) -> float:
        """Return the share of time left for others' actions after the cards that they have shown since the own turn."""
        own = seat == self._table.viewer or self._table.teaches
        return 1.0 if own else max(MOST_HASTE, 1 - HASTE * self.shown_cards)

    def grand(self, event: Great) -> float:
        """Return the share for a great event, hurried less than others, and least the first of its kind."""
        is_first = type(event) not in self.shown_kinds
        self.shown_kinds.add(type(event))
        return self.first(event.seat) if is_first else max(LEAST_GRAND, self.weight(event.seat))

    def first(self, seat: int) -> float:
        """Return the share for the first great event of its kind."""
        return 1.0 if self.calm(seat) == 1.0 else FIRST_GRAND

    def thinking(self, view: View) -> float:
        """Return the bot's share of the usual pause: little for the draw and in a call, which leave no choice."""
        match view.phase:
            case Phase.DRAW | Phase.CALL:
                return FORCED
            case Phase.PLACE:
                return PLACING * self.haste(view.turn)
        return DARING * self.haste(view.turn)
