"""The chips and points that count on the table of Nein Danke!: of what has been seen to arrive, and may be seen."""

from dataclasses import dataclass

from game.engine.transit import InTransit
from game.engine.turn_table import TurnTable
from game.games.nein_danke import events as ev
from game.games.nein_danke import scoring
from game.games.nein_danke.rules import Action, Phase, View


@dataclass(frozen=True)
class Counts:
    """The chips and points of a table, without what is in flight to or from a seat, and without what is secret."""

    table: TurnTable[Action, ev.Event, View]
    #: cards and chips in flight
    transit: InTransit

    def score(self, seat: int) -> scoring.Score:
        """Return the present score of a display; hidden chips count as none."""
        return scoring.score_shown(self.table.shown.displays[seat], max(0, self.table.shown.chips[seat]))

    def chips(self, seat: int) -> int:
        """Return the number of chips at a seat as shown, or -1 if hidden."""
        hidden = seat == self.table.viewer and self.hides_chips
        return -1 if hidden else max(-1, self.table.shown.chips[seat] - self.transit.due(seat))

    @property
    def guards_chips(self) -> bool:
        """True if the own chips are secret from people at the same device."""
        return not (self.table.alone or self.table.view.options.open_chips or self.table.view.phase >= Phase.ROUND_OVER)

    @property
    def hides_chips(self) -> bool:
        """True while the own chips are not to be seen."""
        return self.guards_chips and not self.table.secret.shown

    def total(self, seat: int) -> int:
        """Return the points shown for a seat; hidden chips count as none."""
        return scoring.score_shown(self.transit.there(self.table.shown.displays[seat]), max(0, self.chips(seat))).total

    def chip_worth(self, seat: int) -> str:
        """Return the points for each chip at a seat, by the cards shown there."""
        # of one chip, a half would be rounded
        pair = scoring.score_shown(self.transit.there(self.table.shown.displays[seat]), 2).chip_points
        number = self.table.texts.number
        return number(pair).replace("1", "½") if pair % 2 else number(pair // 2)
