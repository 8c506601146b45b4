"""The lay of a display of Nein Danke!: runs with their lowest card in front, special cards behind them."""

from collections.abc import Sequence
from itertools import pairwise, product
from typing import NamedTuple

from game.core.cache import cached
from game.engine import layout
from game.games.nein_danke.deck import FIRST_SPECIAL, NUMBER_OF
from game.games.nein_danke.faces import EDGE_RIM, RATIO, TILE_SIDE
from game.games.nein_danke.scoring import Score

#: the pill below a run hangs this far out of the card, as a share of the card's width
PILL = 0.16
#: cards with their numbers: a run, where a joker's place is a card 0, or the special cards, whose number is 0
Group = list[tuple[int, int]]
#: steps within runs and between specials, as shares of a card's width
Steps = tuple[tuple[float, float], ...]
STEPS: Steps = ((0.33, 1.1), (0.3, 1.02), (0.3, 0.88), (0.27, 0.74), (0.24, 0.55), (0.2, 0.38), (0.18, 0.26))
#: wider steps within runs where there is room left: the numbers are readable, and the cards still overlap
OPENED = (0.86, 0.72, 0.6, 0.52, 0.45, 0.4, 0.36, 0.32, 0.29, 0.26, 0.23, 0.2)
#: a step that leaves room for two figures, and how many twentieths of their width cards may lose for it
READABLE, SMALLER = 0.36, 7
#: the step of runs whose cards may grow
WELL_OPEN = 0.72
#: so many cards of a rival stay in one row
ONE_ROW = 9
#: the least part in sight of a rival's covered card, logical, and how much higher than its box a display may be
IN_SIGHT, HIGHER = 15.0, 1.03
#: steps up to which the number on a covered card is cut, so that it is written on the part in sight
CUT = 0.6
SHARES = tuple(1 - 0.05 * number for number in range(16))
MOST_ROWS = 4
#: part of a card's width that the next group may cover, beside its number, and the rating of such a layout as a share
OVERLAP, OVERLAPPING = 0.14, 0.88
#: steps before and after a joker's ghost place, in card widths
GHOST_BEFORE, GHOST_BEHIND = 1.03, 0.78
#: fewest special cards of a rival that are shown as tiles, how much larger they have to become by it, and their gap
FEWEST_TILES, LARGER_BY, TILE_APART = 3, 1.1, 3.0
#: sizes of tiles to try, as shares of the largest for their number of lines, and how much their size counts beside that
#: of the cards of runs
TILE_SHARES, TILES_COUNT = (1.0, 0.92, 0.84, 0.76), 0.3
#: gap between runs and the block of tiles, and most lines of one
BLOCK_GAP, BLOCK_LINES = 6.0, 3
#: the share of their size and of their parts in sight that cards of runs keep for it; the part of a special card in
#: sight below which it is hidden, and what the size of such cards is worth then
HARDLY_LESS, HIDDEN, WORTH_LESS = 0.88, 0.5, 0.75


class LyingCard(NamedTuple):
    """A card of a display, or a joker's ghost place (``card`` is 0 then)."""

    card: int
    number: int
    x: float
    y: float
    w: float
    z: float
    #: only the middle of the card is shown
    tile: bool = False

    @property
    def body(self) -> layout.Box:
        """The card, or its middle that is shown, as a rectangle."""
        wide, ratio = (self.w * TILE_SIDE, 1.0) if self.tile else (self.w, RATIO)
        return layout.Spot(self.x, self.y, wide).card(ratio)


class Edge(NamedTuple):
    """The part in sight of a card that the one before it in its run covers: its right edge."""

    card: int
    number: int
    #: distance of its middle from the card's, its width, and the card's width
    aside: float
    wide: float
    w: float

    def middle(self, x: float, y: float) -> tuple[float, float]:
        """Return the middle of its picture, which leaves the card's rim in sight, for a card at a place."""
        return x + self.aside - EDGE_RIM / 2 * self.w, y + 0.05 * self.w


class Pill(NamedTuple):
    """A run's cost, below its lowest card (0 where a joker is the lowest)."""

    card: int
    x: float
    y: float
    cost: int
    w: float
    #: how often the card counts
    times: int = 1


class Spread(NamedTuple):
    """The layout of a display."""

    cards: tuple[LyingCard, ...]
    pills: tuple[Pill, ...]
    #: the covered cards of runs whose numbers are cut
    edges: tuple[Edge, ...] = ()


class Try(NamedTuple):
    """A candidate layout of a display: share of the full width, rows, steps within runs and between specials."""

    share: float
    rows: int
    run_step: float
    special_step: float
    #: groups lie over one another
    overlaps: bool = False

    def worth(self, specials: bool) -> float:
        """Return the rating of the layout for a display with several ``specials`` or without: large cards first.

        Not at the price of hiding them.
        """
        # open runs are worth smaller cards
        opened = max(0.0, self.run_step - STEPS[0][0])
        shown = min(1.0, self.special_step) if specials else 1.0
        worth = self.share * (0.35 + 0.65 * shown + self.run_step * 0.3 + opened * 0.9)
        return worth * OVERLAPPING if self.overlaps else worth

    def gap(self, w: float) -> float:
        """Return the distance between groups of cards ``w`` wide, negative where they overlap."""
        return -w * OVERLAP if self.overlaps else max(3.0, w * 0.11)

    def step(self, group: Group) -> float:
        """Return the distance between neighbours in a group, in widths."""
        return self.run_step if group[0][1] else self.special_step

    def offsets(self, group: Group) -> list[float]:
        """Return each card's offset from the first one of its group, in widths."""
        step = self.step(group)
        places = [0.0]
        for (card, number), (next_card, _number) in pairwise(group):
            ghost_here, ghost_next = number and not card, number and not next_card
            places.append(places[-1] + (GHOST_BEFORE if ghost_next else GHOST_BEHIND if ghost_here else step))
        return places

    def wide(self, group: Group, w: float) -> float:
        """Return the width of a group of cards ``w`` wide."""
        return w + w * self.offsets(group)[-1]


def groups_of(display: Sequence[int], score: Score) -> list[Group]:
    """Return the display as groups of (card, number): runs first, lowest first, then all special cards.

    A joker's place in a run is a card 0; number 40 stays in its run; a special card has the number 0.
    """
    by_number = {NUMBER_OF[card]: card for card in display if card in NUMBER_OF}
    groups = [[(by_number.get(number, 0), number) for number in run] for run in score.runs]
    specials = [(card, 0) for card in display if card >= FIRST_SPECIAL and card not in NUMBER_OF]
    return [*groups, specials] if specials else groups


@cached(512)
def spread(
    display: tuple[int, ...],
    score: Score,
    box: layout.Box,
    widest: float,
    steps_of: Steps = STEPS,
    shares: tuple[float, ...] = SHARES,
    overlaps: tuple[bool, ...] = (False,),
    most: float = 0.0,
) -> Spread:
    """Lay a display out in ``box``: the lowest card of each run in front, pills below.

    ``steps_of`` are the steps allowed within runs and between specials, ``shares`` the widths as shares of ``widest``,
    both widest first. With True in ``overlaps``, groups may cover the edge of those before them. Chooses the best-rated
    layout that fits; cards of the greatest width then grow up to ``most`` where there is room.
    """
    space = _Space(groups_of(display, score), box)
    specials = any(len(group) > 1 and not group[0][1] for group in space.groups)
    best = Try(shares[-1], MOST_ROWS + 1, *steps_of[-1])
    for rows, steps, over in product(range(1, MOST_ROWS + 1), steps_of, overlaps):
        for share in shares:
            trial = Try(share, rows, *steps, over)
            if trial.worth(specials) <= best.worth(specials):
                break
            if space.fits(widest * share, trial):
                best = trial
                break
    best = space.readable(widest, best)
    w = space.grown(widest, most, best) if best.share == 1 else widest * best.share
    best = space.opened(w, best)
    if True in overlaps:
        best = space.unfolded(w / best.share, best)
        w = w if best.share == 1 else widest * best.share
    whole = space.laid(w, best, score.doubled)
    return _with_tiles(whole, display, score, box, widest) if True in overlaps and w < widest else whole


def _with_tiles(whole: Spread, display: tuple[int, ...], score: Score, box: layout.Box, widest: float) -> Spread:
    """Return a layout with the middles of the special cards in a block, if they are larger by that.

    They lie in two or three lines behind the runs, whose cards stay whole, and hardly smaller or less open.
    """
    numbers = tuple(card for card in display if card in NUMBER_OF)
    specials = [card for card in display if card not in NUMBER_OF]
    if len(specials) < FEWEST_TILES:
        return whole
    least, seen = min(lying.w for lying in whole.cards), min((edge.wide for edge in whole.edges), default=IN_SIGHT)
    lying = [one for one in whole.cards if one.card in specials]
    if any(one.y == other.y and other.x - one.x < HIDDEN * one.w for one, other in pairwise(lying)):
        least *= WORTH_LESS
    seen = max(HARDLY_LESS * seen, min(seen, IN_SIGHT))
    shares = tuple(share for share in SHARES if share * widest >= HARDLY_LESS * least)
    found, best = whole, 0.0
    for side, columns in _blocks(len(specials), box.h, widest * TILE_SIDE):
        pitch = side + TILE_APART
        room = box.w - columns * pitch - BLOCK_GAP
        if side < LARGER_BY * least * TILE_SIDE:
            break
        if room < 0:
            continue
        # the last one, too small, is chosen if none fits
        runs = spread(numbers, score, box._replace(w=room), widest, STEPS, (*shares, 0.1))
        smallest = min((lying.w for lying in runs.cards), default=widest)
        if smallest < HARDLY_LESS * least or any(edge.wide < seen for edge in runs.edges):
            continue
        if (rated := smallest * (side / TILE_SIDE / smallest) ** TILES_COUNT) <= best:
            continue
        best = rated
        left = max((lying.x + lying.w / 2 + BLOCK_GAP for lying in runs.cards), default=box.x) + side / 2
        top = box.centre[1] - pitch * (-(-len(specials) // columns) - 1) / 2
        block = (
            LyingCard(card, 0, left + n % columns * pitch, top + n // columns * pitch, side / TILE_SIDE, 10, True)
            for n, card in enumerate(specials)
        )
        found = runs._replace(cards=(*runs.cards, *block))
    return found


def _blocks(count: int, high: float, most: float) -> list[tuple[float, int]]:
    """Return the side and the columns of blocks of ``count`` tiles in two or three lines, the largest first."""
    found = []
    for lines in range(2, BLOCK_LINES + 1):
        side = min((high - TILE_APART * (lines - 1)) / lines, most)
        found += [(side * share, -(-count // lines)) for share in TILE_SHARES]
    return sorted(found, reverse=True)


class _Space(NamedTuple):
    """The groups of a display, and the box in which a layout has to find room for them."""

    groups: list[Group]
    box: layout.Box

    @property
    def has_runs(self) -> bool:
        """True if cards lie behind the lowest one of a run."""
        return any(len(group) > 1 and group[0][1] for group in self.groups)

    def fits(self, w: float, trial: Try) -> bool:
        """Return True if a layout with cards ``w`` wide lies in the box."""
        return w * (RATIO + PILL) * trial.rows <= self.box.h * HIGHER and self.rows_fit(self.lines(w, trial), w, trial)

    def rows_fit(self, lines: list[list[Group]], w: float, trial: Try) -> bool:
        """Return True if the rows are few and short enough, and split no special card off others alone."""
        gap = trial.gap(w)
        if any(above[-1][0][1] == below[0][0][1] == 0 and len(below[0]) == 1 for above, below in pairwise(lines)):
            return False
        widths = (sum(trial.wide(group, w) + gap for group in line) - gap for line in lines)
        return len(lines) <= trial.rows and all(wide <= self.box.w + 1 for wide in widths)

    def lines(self, w: float, trial: Try) -> list[list[Group]]:
        """Break the groups into rows that fit the box's width; specials may be split."""
        gap = trial.gap(w)
        lines: list[list[Group]] = [[]]
        used = 0.0
        parts = list(self.groups)
        while parts:
            group = parts.pop(0)
            wide = trial.wide(group, w)
            if used + wide > self.box.w:
                left = self.box.w - used - w
                fits = int(left / (w * trial.step(group))) + 1 if left >= 0 else 0
                special = not group[0][1] and trial.rows > 1
                if special and 0 < fits < len(group):
                    parts.insert(0, group[fits:])
                    group = group[:fits]
                elif lines[-1]:
                    lines.append([])
                    used = 0.0
                    parts.insert(0, group)
                    continue
            lines[-1].append(group)
            used += trial.wide(group, w) + gap
        return lines

    def readable(self, widest: float, chosen: Try) -> Try:
        """Return a layout with somewhat smaller cards if these open a run whose numbers would have no room."""
        if chosen.run_step >= READABLE or not self.has_runs:
            return chosen
        for share in (chosen.share * (1 - 0.05 * number) for number in range(SMALLER)):
            wider = chosen._replace(share=share, run_step=READABLE)
            if self.fits(widest * share, wider):
                return wider
        return chosen

    def grown(self, widest: float, most: float, chosen: Try) -> float:
        """Return the greatest width of cards from ``widest`` to ``most`` that leaves open runs in the rows chosen."""
        opened, w = chosen._replace(run_step=max(chosen.run_step, WELL_OPEN)), most
        while w > widest:
            if self.fits(w, opened):
                return w
            w -= 2
        return widest

    def opened(self, w: float, chosen: Try) -> Try:
        """Open the runs of a chosen layout as far as its rows have room; groups that overlap leave none."""
        rows = len(self.lines(w, chosen))
        for step in OPENED:
            wider = chosen._replace(run_step=step)
            if chosen.overlaps or step <= chosen.run_step:
                break
            if len(lines := self.lines(w, wider)) == rows and self.rows_fit(lines, w, wider):
                return wider
        return chosen

    def unfolded(self, widest: float, chosen: Try) -> Try:
        """Return a layout with a row more if runs lie too close to be read, and have room there."""
        seen = chosen.run_step * widest * chosen.share
        rows = 1 + len(self.lines(widest * chosen.share, chosen))
        few = sum(map(len, self.groups)) <= ONE_ROW
        if few or seen >= IN_SIGHT or not self.has_runs:
            return chosen
        for share, step in product(SHARES, OPENED):
            w = widest * share
            wider = Try(share, rows, step, STEPS[0][1])
            if share <= chosen.share and step * w > seen and self.fits(w, wider):
                return wider
        return chosen

    def balanced(self, w: float, trial: Try) -> list[list[Group]]:
        """Return the rows, none of them one group alone below many, as far as it fits; specials stay in order."""
        lines = self.lines(w, trial)
        if len(lines) > 1 and not any(group[0][1] == 0 for group in (*lines[-2], *lines[-1])):
            above, below = lines[-2:]
            while len(above) - len(below) > 1 and self.rows_fit([[above[-1], *below]], w, trial):
                below.insert(0, above.pop())
        return lines

    def laid(self, w: float, trial: Try, doubled: int) -> Spread:
        """Return the cards, pills and edges of the layout; the highest number costs ``doubled`` once more."""
        lines, box, gap, high = self.balanced(w, trial), self.box, trial.gap(w), w * RATIO
        pitch = min(high + w * PILL + 4, (box.h - high) / max(1, len(lines) - 1))
        spare = max(0.0, box.h - high * (1 + PILL / RATIO) - pitch * (len(lines) - 1))
        highest = max((number for group in self.groups for card, number in group if card), default=0)
        cards: list[LyingCard] = []
        pills: list[Pill] = []
        edges: list[Edge] = []
        for row, line in enumerate(lines):
            x, y = box.x + w / 2, box.y + spare / 2 + high / 2 + row * pitch
            for order, group in enumerate(line):
                offsets = trial.offsets(group)
                for place, (card, number) in enumerate(group):
                    # runs tuck behind their lowest card; later specials are on top
                    depth = order * 0.01 + (-place * 0.1 if number else place * 0.1)
                    cards.append(LyingCard(card, number, x + offsets[place] * w, y, w, row * 20 + depth + 10))
                    step = offsets[place] - offsets[place - 1] if place else 1.0
                    if card and card == number and step < CUT + 0.01:
                        edges.append(Edge(card, number, (1 - step) / 2 * w, step * w, w))
                if cost := group[0][1]:
                    times = 1 + any(number == highest for _card, number in group) * doubled // cost
                    pills.append(Pill(group[0][0], x, y + high / 2 - w * 0.02, cost * times, w, times))
                x += trial.wide(group, w) + gap
        return Spread(tuple(cards), tuple(pills), tuple(edges))
