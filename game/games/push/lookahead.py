"""The hard level: weighs every row for every seat to pick, and every unseen card in every place.

A turn is judged by its points for this seat less those for the others. A stop is worth the rows that each seat would
take then; a draw is worth the mean, over all unseen cards, of the best place for each, busts included.
"""

from collections import Counter
from collections.abc import Callable, Sequence
from functools import partial
from math import exp
from typing import NamedTuple

from game.ai.levels import best_action
from game.games.push import ending
from game.games.push.deck import COLOURS, DICE_MARK, FACES, MARKS, MOST_ROWS, VALUE_OF, VALUES
from game.games.push.judgement import Row, rows_of, shown_points, toll, worth
from game.games.push.rules import DRAW, STOP, Action, Phase, View, picking_order
from game.games.push.scoring import colour_sums


class Weights(NamedTuple):
    """The weights of the judgement, tuned in many games against the other levels and itself."""

    #: share of the rivals' average gain that counts as a loss
    envy: float = 0.8
    #: points hoped for beyond the one draw searched
    hope: float = 0.4
    #: points that a turn of drawing brings more than one of securing: a base, and an amount for each seat
    tempo: float = 6.0
    tempo_each: float = 0.5
    #: number of draws until rolls have cost about two thirds of the open points if a star costs nothing
    reach: float = 80.0


WEIGHTS = Weights()
#: fast constructor of the commonest object in the search: half the cost of the class's own
_row: Callable[[tuple[int, int, bool]], Row] = partial(tuple.__new__, Row)
#: below the worth of any row and turn
NOTHING = -999.0


class Outlook:
    """The fixed data of one decision and the means to weigh what may follow."""

    def __init__(self, view: View) -> None:
        self.seat, self.shown = view.seat, shown_points(view)
        seats = len(self.shown)
        self.part = toll(view.options.thrill)
        self.envy = WEIGHTS.envy / (seats - 1)
        #: the unseen cards: their number, and the numbers with each mark
        self.cards = len(view.unseen)
        marks = Counter([MARKS[card] for card in view.unseen])
        self.dice, self.directions = marks.pop(DICE_MARK, 0), marks.pop(0, 0)
        self.numbers = [(mark, (mark >> len(COLOURS)).bit_length(), count) for mark, count in marks.items()]
        #: the picking order of rows, by bust and by direction
        self.orders = [
            [picking_order(view.active_seat, seats, odd, bust)[:MOST_ROWS] for odd in (0, 1)] for bust in (False, True)
        ]

    def shared_out(self, rows: Sequence[Row], order: Sequence[int]) -> float:
        """Return this seat's gain less a share of the others', if each picker takes the row best for itself."""
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
        """Return the worth of a stop after ``turned`` direction cards."""
        return self.shared_out(rows, self.orders[False][turned % 2])

    def bust(self, rows: Sequence[Row], turned: int) -> float:
        """Return the worth of a bust: a roll for this seat, and rows for the others only."""
        return self.shared_out(rows, self.orders[True][turned % 2]) - self.part * self.shown[self.seat]

    def draw(self, rows: Sequence[Row], turned: int) -> float:
        """Return the mean worth of one more card, placed as well as possible and followed by a stop."""
        fresh = len(rows) < MOST_ROWS
        bust = NOTHING if fresh else self.bust(rows, turned)
        places = range(len(rows) + fresh)
        # after a stop only a row's points matter, not its colours and numbers
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
    """Return ``rows`` with a card of these points and marks added at ``place``, which may be a new row."""
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
    """Return hard's action."""
    return best_action(prospects(view))


def prospects(view: View, limits: ending.Limits = ending.LAST_ROWS) -> dict[Action, float]:
    """Return the expected points of every legal action, or exact shares of the win if the end is within ``limits``."""
    exact = {action: result.value for action, result in ending.results(view, limits).items()}
    return exact or expected_points(view)


def expected_points(view: View) -> dict[Action, float]:
    """Return the expected points of every legal action; before a turn, relative to drawing, which counts as 0."""
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
    """Return the worth of rows with the choice to stop or to draw; an empty pile leaves no choice (P1)."""
    stop = outlook.stop(rows, turned)
    return max(stop, outlook.draw(rows, turned) + WEIGHTS.hope) if outlook.cards else stop


def _taking(view: View, outlook: Outlook, rows: Sequence[Row], place: int) -> float:
    """Return the worth of a row and of what it leaves to the seats that take later."""
    left = [row for other, row in enumerate(rows) if other != place and view.rows[other]]
    own = worth(rows[place], outlook.shown[view.seat], outlook.part)
    return own + outlook.shared_out(left, view.waiting)


def least_to_secure(view: View) -> float:
    """Return the open points of a colour from which securing them is worth a turn.

    A secured card is safe from every later roll, and fewer rolls come the fewer cards are left. The turn is lost for
    drawing, which brings most where few of many seats get a row.
    """
    return turn_worth(len(view.displays)) / exposure(view.pile_count, view.options.thrill)


def exposure(left: int, thrill: bool) -> float:
    """Return the share of open points that rolls are expected to cost with so many cards ``left``."""
    return 1 - exp(-left * FACES * toll(thrill) / WEIGHTS.reach)


def turn_worth(seats: int) -> float:
    """Return the worth of a turn of drawing with ``seats`` seats: early in a game, more open points are secured."""
    return WEIGHTS.tempo + WEIGHTS.tempo_each * seats


def _choosing(view: View) -> dict[Action, float]:
    """Secure the colour with most open points if they are enough, else draw."""
    sums, least = colour_sums(view.displays[view.seat]), least_to_secure(view)
    return {action: 0.0 if action == DRAW else sums[action.target] - least for action in view.legal}
