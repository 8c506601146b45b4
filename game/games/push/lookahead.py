"""How hard plays: every row is weighed for every picker, every card that may come for every place it may go.

A turn is judged by what it brings this seat less what it brings the others. A stop is worth the rows that everybody
would take then; a draw is worth the mean, over all cards not seen yet, of the best place for each, busts included.
"""

from collections import Counter
from collections.abc import Callable, Sequence
from functools import partial
from math import exp
from typing import NamedTuple

from game.ai.levels import best_action
from game.games.push.deck import COLOURS, DICE_MARK, MARKS, MOST_ROWS, VALUE_OF, VALUES
from game.games.push.judgement import Row, rows_of, shown_points, toll, worth
from game.games.push.rules import DRAW, STOP, Action, Phase, View, picking_order
from game.games.push.scoring import colour_sums


class Weights(NamedTuple):
    """The numbers of the judgement, found by playing many games against the other levels and itself."""

    #: what the rivals gain on average counts so much as a loss
    envy: float = 0.8
    #: points hoped for beyond the one draw that is looked at
    hope: float = 0.4
    #: points that a turn of drawing brings more than one of securing: these, and so many for each seat
    tempo: float = 6.0
    tempo_each: float = 0.5
    #: cards to be drawn until rolls have cost about two thirds of what lies open
    reach: float = 80.0


WEIGHTS = Weights()
#: what a look ahead makes most of, from all its fields as one tuple: half as costly as by the name of the class
_row: Callable[[tuple[int, int, bool]], Row] = partial(tuple.__new__, Row)
#: less than any row and any turn can bring
NOTHING = -999.0


class Outlook:
    """One decision: what stays as it is while it is thought about, and the means to weigh what may come."""

    def __init__(self, view: View) -> None:
        self.seat, self.shown = view.seat, shown_points(view)
        seats = len(self.shown)
        self.part = toll(view.options.thrill)
        self.envy = WEIGHTS.envy / (seats - 1)
        #: cards not seen yet: how many, and how many with each mark
        self.cards = len(view.unseen)
        marks = Counter([MARKS[card] for card in view.unseen])
        self.dice, self.directions = marks.pop(DICE_MARK, 0), marks.pop(0, 0)
        self.numbers = [(mark, (mark >> len(COLOURS)).bit_length(), count) for mark, count in marks.items()]
        #: who takes rows, by bust and by direction
        self.orders = [
            [picking_order(view.active, seats, odd, bust)[:MOST_ROWS] for odd in (0, 1)] for bust in (False, True)
        ]

    def shared_out(self, rows: Sequence[Row], order: Sequence[int]) -> float:
        """What this seat gains, less what the others gain, if everybody takes in turn what brings it most."""
        left, part = list(rows), self.part
        own = others = 0.0
        for picker in order[: len(left)]:
            shown, best, taken = self.shown[picker], NOTHING, 0
            for place, row in enumerate(left):
                brings = worth(row, shown, part)
                if brings > best:
                    best, taken = brings, place
            del left[taken]
            if picker == self.seat:
                own = best
            else:
                others += best
        return own - self.envy * others

    def stop(self, rows: Sequence[Row], turned: int) -> float:
        """What a stop is worth after ``turned`` direction cards."""
        return self.shared_out(rows, self.orders[False][turned % 2])

    def bust(self, rows: Sequence[Row], turned: int) -> float:
        """What a bust is worth: a roll for this seat, and rows for the others alone."""
        return self.shared_out(rows, self.orders[True][turned % 2]) - self.part * self.shown[self.seat]

    def draw(self, rows: Sequence[Row], turned: int) -> float:
        """What one more card is worth on average if it is placed as well as can be and drawing stops then."""
        fresh = len(rows) < MOST_ROWS
        bust = NOTHING if fresh else self.bust(rows, turned)
        places = range(len(rows) + fresh)
        # how a row's colours and numbers change matters no more once drawing has stopped: its points do
        stops = [[self.stop(joined(rows, place, value), turned) for place in places] for value in VALUES]
        total = 0.0
        for mark, value, count in self.numbers:
            stop = stops[value - 1]
            best = stop[-1] if fresh else NOTHING
            for place, row in enumerate(rows):
                if not row.marks & mark and stop[place] > best:
                    best = stop[place]
            total += count * (bust if best == NOTHING else best)
        if self.dice:
            free = [place for place in places if place == len(rows) or not rows[place].dice]
            after = [self.stop(joined(rows, place, 0, DICE_MARK), turned) for place in free]
            total += self.dice * max(after, default=bust)
        if self.directions and rows:
            total += self.directions * self.stop(rows, turned + 1)
        return total / self.cards


def joined(rows: Sequence[Row], place: int, points: int, marks: int = 0) -> list[Row]:
    """``rows`` with a card of these points and marks laid at ``place``, maybe as a new row."""
    after = list(rows)
    dice = marks == DICE_MARK
    if place == len(rows):
        after.append(_row((marks, points, dice)))
    else:
        there, held, rolls = rows[place]
        after[place] = _row((there | marks, held + points, rolls or dice))
    return after


# ---- decisions --------------------------------------------------------------------------------------


def decide(view: View) -> Action:
    """Hard's one action for what it sees."""
    return best_action(prospects(view))


def prospects(view: View) -> dict[Action, float]:
    """What every legal action promises, in points; before a turn, against drawing, which is 0 then."""
    if view.phase == Phase.CHOOSE:
        return _choosing(view)
    outlook, rows, turned = Outlook(view), rows_of(view), len(view.directions)
    if view.phase == Phase.TAKE:
        return {action: _taking(view, outlook, rows, action.target) for action in view.legal}
    if view.phase == Phase.PLACE:
        points, marks = VALUE_OF[view.card], MARKS[view.card]
        return {action: _going_on(outlook, joined(rows, action.target, points, marks), turned) for action in view.legal}
    values = {DRAW: outlook.draw(rows, turned) + WEIGHTS.hope}
    if STOP in view.legal:
        values[STOP] = outlook.stop(rows, turned)
    return values


def _going_on(outlook: Outlook, rows: Sequence[Row], turned: int) -> float:
    """What rows are worth with the choice to stop or to draw; with the pile used up there is none (P1)."""
    stop = outlook.stop(rows, turned)
    return max(stop, outlook.draw(rows, turned) + WEIGHTS.hope) if outlook.cards else stop


def _taking(view: View, outlook: Outlook, rows: Sequence[Row], place: int) -> float:
    """What a row is worth, and what it leaves to those who take after this seat."""
    left = [row for other, row in enumerate(rows) if other != place and view.rows[other]]
    own = worth(rows[place], outlook.shown[view.seat], outlook.part)
    return own + outlook.shared_out(left, view.waiting)


def least_to_secure(view: View) -> float:
    """Open points of a colour from which it is worth a turn to secure them.

    A secured card is safe from every roll that would come; fewer come, the fewer cards are left. The turn is lost
    for drawing, which brings most where few of many get a row.
    """
    return turn_worth(len(view.displays)) / (1 - exp(-view.pile_count / WEIGHTS.reach))


def turn_worth(seats: int) -> float:
    """What a turn for drawing is worth among so many: open points that were more would be secured early in a game."""
    return WEIGHTS.tempo + WEIGHTS.tempo_each * seats


def _choosing(view: View) -> dict[Action, float]:
    """Secure the colour with most open points, if they are enough, else draw."""
    sums, least = colour_sums(view.displays[view.seat]), least_to_secure(view)
    return {action: 0.0 if action == DRAW else sums[action.target] - least for action in view.legal}
