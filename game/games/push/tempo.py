"""The time that events take at the table of Push: opponents are brisk, and a risk is slow."""

from math import sqrt

from game.engine.director import Look, Script
from game.engine.turn_table import TurnTable
from game.games.push import events as ev
from game.games.push.counts import Counts
from game.games.push.deck import MOST_ROWS
from game.games.push.rules import Action, Phase, View, targets_of

#: the risk in per cent that is as exciting as can be, and the share of it below which there is no sound
FULL_RISK, CALM = 60.0, 0.2
#: the excitement of every card if the risk is not shown, as a share of the full one
USUAL_RISK = 0.35
#: the stake in points that is as exciting as can be, and the share of the tension left with nothing at stake
FULL_STAKE, UNSTAKED = 15, 0.45
#: share of the usual time for opponents' actions: at no risk, and at full risk
BRISK = (0.26, 0.6)
#: the same for an opponent's roll
STRUCK = 0.4
#: the share of that for a roll that can cost nothing, and for one that can cost as much as is exciting; and the share
#: of the viewer's time for their own harmless one
ROLLED, OWN_ROLLED = (0.35, 1.4), 0.3
#: the share of the time to look at a result that cost nothing, although it could have: an opponent's and the viewer's
#: own; and that with the greatest loss
KEPT, OWN_KEPT, GRIEF = 0.5, 0.7, 2.0
#: share of the usual time for an opponent's bust, with nothing lost and with the full stake: rare enough to be seen by
#: any number of players
BUSTED = (0.45, 0.8)
#: after waiting this long for a decision, in milliseconds at normal speed, the viewer sees opponents' actions in ever
#: less of their time, down to the last share after the second duration
PATIENCE, IMPATIENCE, HURRY = 1500.0, 5000.0, 0.4
#: more opponents than this share the time of so many, for all but the draws that may cost points
USUAL_RIVALS = 3
#: from this many cards in the rows on, opponents draw and place in this share of their time while the risk is small
MANY, ROUTINE = 4, 0.6
#: opponents' thinking time as a share of the usual: at the beginning of a turn, for a card that fits twice, for the
#: choice of a row, and for drawing at no risk and at full risk
CHOOSING, PLACING, TAKING, DRAWING = 0.25, 0.05, 0.1, (0.02, 0.5)


def _between(ends: tuple[float, float], share: float) -> float:
    """Return the value at ``share`` of the way between two, and at most the second."""
    return ends[0] + (ends[1] - ends[0]) * min(1.0, share)


class Tempo:
    """The shares of the usual time for what happens at a table."""

    def __init__(self, table: TurnTable[Action, ev.Event, View], counts: Counts) -> None:
        self._table, self._counts = table, counts
        #: True if the viewer plays too; and the time since their last decision, at normal speed
        self._waits, self._waited = False, 0.0

    def update(self, ms: float) -> None:
        """Count the time that the viewer waits for a decision."""
        pace = self._table.context.settings.pace
        if self._table.viewer_decides:
            self._waits, self._waited = True, 0.0
        elif self._waits and pace:
            self._waited += ms / pace

    def thrill(self) -> float:
        """Return the excitement of the next card, from 0 to 1; constant if the house rules hide the risk."""
        if not self._table.view.options.risk:
            return USUAL_RISK
        return min(1.0, self._counts.risk() / FULL_RISK) if self._table.shown.drawing else 0.0

    def tension(self) -> float:
        """Return the tension of an opponent's draw, from 0, where nothing can happen, to 1.

        It grows with the risk, steepest at small ones, and with the stake. If the house rules hide the risk, it is the
        same for every card after the third row.
        """
        if len(self._table.shown.rows) < MOST_ROWS:
            return 0.0
        staked = min(1.0, self._counts.stake() / FULL_STAKE) if self._table.view.options.risk else 0.0
        return sqrt(self.thrill()) * (UNSTAKED + (1 - UNSTAKED) * staked)

    def thinking(self, view: View) -> float:
        """Return a bot's share of the usual pause: long only at a risk, as a turn has many small steps."""
        match view.phase:
            case Phase.PLACE:
                share = PLACING if targets_of(view.rows, view.card)[1:] else 0.0
            case Phase.DECIDE:
                share = DRAWING[0] + (DRAWING[1] - DRAWING[0]) * self.tension()
            case Phase.TAKE:
                share = TAKING
            case _:
                share = CHOOSING
        return share * self.hurry()

    def weight(self, seat: int) -> float:
        """Return the share of the usual time for a seat's action: opponents are brisk, most at no risk."""
        if seat == self._table.viewer:
            return 1.0
        thrill = self.thrill()
        routine = ROUTINE if thrill < CALM and sum(map(len, self._table.shown.rows)) >= MANY else 1.0
        return (BRISK[0] + (BRISK[1] - BRISK[0]) * thrill) * routine * self._share()

    def moved(self, seat: int) -> float:
        """Return the share like :meth:`weight` where points move or a turn ends, regardless of the risk."""
        return 1.0 if seat == self._table.viewer else BRISK[1] * self._share()

    def rolled(self, seat: int, at_stake: int) -> float:
        """Return the share for a roll that can cost up to ``at_stake`` points: it must not tell the result before."""
        if seat == self._table.viewer:
            return 1.0 if at_stake else OWN_ROLLED
        return STRUCK * self._share() * _between(ROLLED, at_stake / FULL_STAKE)

    def seen(self, seat: int, at_stake: int, lost: int) -> float:
        """Return the share for the look at the result of a roll, which cost ``lost`` of the points ``at_stake``."""
        if seat == self._table.viewer:
            return 1.0 if lost else OWN_KEPT if at_stake else OWN_ROLLED
        if lost:
            return STRUCK * self.hurry() * _between((1.0, GRIEF), lost / FULL_STAKE)
        return STRUCK * self._share() * KEPT if at_stake else 0.0

    def bust_shares(self, seat: int) -> tuple[float, float]:
        """Return the shares for the flight and the bounces of a card that fits no row."""
        if seat == self._table.viewer:
            return 1.0, 1.0
        return self.hurry() * _between(BUSTED, self._counts.visible_stake() / FULL_STAKE), self.hurry()

    def _share(self) -> float:
        """Return the share of time of an opponent's action without suspense: the less, the more opponents there are."""
        return self.hurry() * min(1.0, USUAL_RIVALS / (len(self._table.seats) - 1))

    def hurry(self) -> float:
        """Return the share of time left for opponents' actions, given how long the viewer has waited."""
        late = (self._waited - PATIENCE) / (IMPATIENCE - PATIENCE)
        return 1 - (1 - HURRY) * min(1.0, max(0.0, late))

    def step(self, seat: int, length: float, seen: float) -> Script:
        """Show a step of bad news for ``seat`` for ``length`` milliseconds at normal speed.

        If that is the viewer, a tap skips to the step, not past it, and it stays ``seen`` milliseconds at any speed.
        """
        if self._table.decides(seat):
            yield Look(seen)
            pace = self._table.context.settings.pace
            length = max(0.0, length - seen / pace) if pace else 0.0
        yield length
