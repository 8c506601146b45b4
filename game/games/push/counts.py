"""The cards that count on the table of Push: those that have been seen to arrive, and what is at stake with them."""

from dataclasses import dataclass

from game.engine.transit import InTransit
from game.engine.turn_table import TurnTable
from game.games.push import events as ev
from game.games.push.judgement import bust_risk, row_of, stake, toll
from game.games.push.panels import Held
from game.games.push.rules import Action, View
from game.games.push.scoring import points_of


@dataclass(frozen=True)
class Counts:
    """The cards of a table without those in flight to a row, a seat or its secured cards."""

    table: TurnTable[Action, ev.Event, View]
    #: the cards in flight
    underway: InTransit

    @property
    def _shared(self) -> bool:
        """True if several people look at this screen, so that own secured cards stay hidden."""
        table = self.table
        return table.people > 1 and not table.view.options.open_secured

    def safe_points(self) -> int | None:
        """Return the own secured points, or None if several people look on."""
        table = self.table
        return None if self._shared else points_of(self.underway.there(table.shown.secured[table.viewer]))

    def open_cards(self, seat: int) -> tuple[int, ...]:
        """Return the open cards of a seat that have arrived there; only those count."""
        return self.underway.there(self.table.shown.displays[seat])

    def safe_count(self, seat: int) -> int:
        """Return the number of a seat's secured cards, without those in flight."""
        return self.table.shown.secured_counts[seat] - self.underway.due(seat)

    def held(self, seat: int) -> Held:
        """Return the cards that have arrived at a seat."""
        known = self.underway.there(self.table.shown.secured[seat])
        return Held(self.open_cards(seat), self.safe_count(seat), known)

    def rows(self) -> list[tuple[int, ...]]:
        """Return the rows without cards in flight."""
        return [self.underway.there(row) for row in self.table.shown.rows]

    def risk(self) -> int:
        """Return the chance of a bust in whole per cent, halves rounded up, and to 0 or 100 only if exact.

        While a drawn card waits for its row or is in flight, this is the chance that was taken by drawing it.
        """
        shown, rows = self.table.shown, self.rows()
        under = [card for row, lying in zip(shown.rows, rows, strict=True) for card in row if card not in lying]
        unseen = (*shown.unseen, *under, shown.card) if shown.card else (*shown.unseen, *under)
        chance = 100 * bust_risk([row_of(row) for row in rows if row], unseen)
        return int(chance) if chance in (0, 100) else min(99, max(1, int(chance + 0.5)))

    @property
    def shows_odds(self) -> bool:
        """True if the risk is shown: the house rules allow it, and no puzzle asks for the move."""
        return self.table.view.options.risk and not self.table.conceals_odds

    def stake(self) -> int:
        """Return the points lost by a bust now: those of the row that stopping would bring."""
        shown = self.table.shown
        rows = [row_of(row) for row in self.rows() if row]
        return stake(rows, points_of(shown.displays[shown.turn]), toll(self.table.view.options.thrill))

    def stakes_roll(self) -> bool:
        """Return True if the roll after a bust may cost something: the seat that draws has open cards."""
        return bool(self.open_cards(self.table.shown.turn))

    def visible_stake(self) -> int:
        """Return the stake, or 0 if the house rules hide sums."""
        return self.stake() if self.table.view.options.sums else 0
