"""The table layout of Push: pure functions of the frame and the cards."""

from collections.abc import Sequence
from dataclasses import dataclass
from math import hypot
from typing import NamedTuple

from game.core.cache import cached
from game.engine import layout
from game.engine.rival import RivalPanel
from game.games.push.deck import COLOUR_OF, COLOURS, MOST_ROWS, VALUE_OF
from game.games.push.faces import RATIO
from game.games.push.scoring import points_of

#: the pill below a stack hangs this far out of the card, as a share of the card's width
PILL = 0.17
#: half the width of a row's sum and the text below it
SUM_ROOM = 50.0
#: additional height of the own cards on a tall table with few rivals
OWN_MORE = 110.0
#: greatest height of a card that fits no row, and the side of the die that rolls there, as a share of that height
BUST_HIGH, DIE_SHARE = 250.0, 0.7
#: sizes to try for that card, as shares, and its distance from the cards it clashes with
BUST_SIZES, BUST_GAP = (1.0, 0.9, 0.8, 0.7), 3.0
#: greatest width of a drawn card on a tall table: beside it, the number of cards in the pile can be read
DRAWN_WIDE = 90.0
#: lower end of the rows of a wide table, with the gap below the last one
WIDE_FOOT = 510.0


class Stage(NamedTuple):
    """The places of a bust and a roll over the rows, and the middle of their banner, which covers no row."""

    card: layout.Spot
    die: layout.Spot
    banner: tuple[float, float]
    #: the banner's width on a wide table, 0 for that of any tall one
    wide: float = 0.0

    def announced_in(self, box: layout.Box) -> "Stage":
        """Return the same places with the banner in ``box``."""
        return self._replace(banner=box.centre, wide=self.wide and box.w)


@dataclass(frozen=True, kw_only=True)
class Spots(layout.TurnSpots):
    """The positions on the table for one frame and number of opponents."""

    #: True: one line with everything; False: the shapes below the name
    roomy: bool
    rows: tuple[layout.Box, ...]
    #: width of a row's cards, middle of the first one, distance between two, and middle of the sum
    card: float
    first: float
    step: float
    sum_x: float
    #: distance of the middle of a row's number from the row's left edge
    number: float
    pile: layout.Spot
    discard: layout.Spot
    #: a drawn card before it is placed
    drawn: layout.Spot
    stage: Stage
    directions: layout.Spot
    #: distance of the last of many direction cards from the first
    fan: float
    #: the order in which seats take rows
    order: layout.Box
    #: the chance of a bust, and the die's resting place
    risk: layout.Box
    die: layout.Spot
    cards: layout.Box
    safe: layout.Box
    plate: layout.Box

    @property
    def reveal(self) -> layout.Spot:
        """The place where a drawn card is turned up: over the rows."""
        return self.stage.card._replace(w=self.drawn.w)


def _stage(rows: Sequence[layout.Box], x: float, banner: tuple[float, float]) -> Stage:
    """Return the places of busts and rolls, with their middle at ``x``: first cards and sums of rows stay visible."""
    over = layout.bounds(rows)
    high, y = min(BUST_HIGH, over.h), over.centre[1]
    return Stage(layout.Spot(x, y, high / RATIO), layout.Spot(x, y, high * DIE_SHARE), banner)


def _wide(opponents: int, side: float = 0.0) -> Spots:
    roomy = opponents <= 3
    top, high = (16.0, 94.0) if roomy else (12.0, 110.0)
    # the last moves of rivals hang below their panels, over no card
    over = top + high + 14
    first = over + 10
    pitch = (WIDE_FOOT - first) / MOST_ROWS
    rows = tuple(
        layout.Box(204, first + pitch * row, 648, pitch - 7).wider(-0.7 * side, 0.05 * side) for row in range(MOST_ROWS)
    )
    card = (pitch - 9) / RATIO
    dock = layout.Box(862, over + 100, 390, 398 - over).wider(0.05 * side, side)
    # it ends before the speed, whose name hangs below its button
    risk = dock._replace(y=over, w=dock.w - 80, h=92)
    return Spots(
        opponents=tuple(layout.wide_rivals(opponents, top, high, gap=10, side=side)),
        roomy=roomy,
        rows=rows,
        card=card,
        first=250 + card / 2 - 0.6 * side,
        step=card + 8 + 0.1 * side,
        sum_x=798 + 0.05 * side,
        number=22,
        # below the words of the round buttons, and above the direction cards
        pile=layout.Spot(86 - 0.85 * side, 254, 86),
        discard=layout.Spot(164 - 0.85 * side, 262, 54),
        drawn=layout.Spot(122 - 0.85 * side, 251, 86),
        # over the older lines of the log
        stage=_stage(rows, 650 + 0.05 * side, (dock.centre[0], WIDE_FOOT - 98))._replace(wide=dock.w),
        directions=layout.Spot(108 - 0.85 * side, 402, 76),
        fan=40,
        order=layout.Box(28, 466, 168, 66).wider(-side, -0.7 * side),
        risk=risk,
        die=layout.Spot(1128 + side, over + 46, 58),
        # between the rows and the own cards, with a round button at either end
        prompt=layout.TextPlace(528 - 0.3 * side, 533, 516 + 0.6 * side),
        tray=layout.Box(28, 562, 924, 134).wider(-side, layout.COLUMN * side),
        cards=layout.Box(240, 568, 592, 122).wider(-0.8 * side, 0.3 * side),
        safe=layout.Box(838, 567, 104, 124).wider(0.3 * side, layout.COLUMN * side),
        plate=layout.Box(36, 566, 200, 126).wider(-side, -0.8 * side),
        log=dock,
        dock=dock,
        undo=(230 - 0.7 * side, 533),
        hint=(826 + 0.05 * side, 533),
    )


def _tall_parts(prompt: float, lines: int, roomy: bool) -> tuple[float, float]:
    """Return the heights of a line of rivals and of the strip of the piles."""
    room = prompt - 24 - 104 - 24
    high = min(132.0 if lines == 1 else 112.0 if roomy else 128.0, (room * 0.375 - 8 * (lines - 1)) / lines)
    return high, min(136.0, room * 0.14)


def _order_and_risk(rivals: Sequence[layout.Box], order: layout.Box) -> tuple[layout.Box, layout.Box]:
    """Return the boxes of the order and the risk: side by side, or one of them beside a panel that stands alone."""
    if len(rivals) > 3 and len(rivals) % 2:
        return rivals[-1]._replace(x=365), order.wider(0, 282)
    return order, order.wider(178, 282)


def _tall_drawn(pile: layout.Spot, directions: layout.Spot, top: float, most: float, low: float) -> layout.Spot:
    """Return the place of a drawn card over the discards and the edge of the pile, from ``top`` to ``low`` at most."""
    w = min(most, (low - top) / RATIO, DRAWN_WIDE)
    left = min(directions.card(RATIO).x - 1 - w, pile.x + pile.w / 2 - 8)
    return layout.Spot(left + w / 2, top + w * RATIO / 2, w)


def _tall(height: float, opponents: int) -> Spots:
    # on a low table the own cards shrink and the rows keep their height
    prompt = height - 456.0 + 0.5 * layout.short(height)
    roomy = opponents <= 3
    lines = opponents if roomy else (opponents + 1) // 2
    high, strip = _tall_parts(prompt, lines, roomy)
    top = 104 + lines * (high + 8)
    room = prompt - 24 - strip - 8 - top
    pitch = min(155.0, room / MOST_ROWS)
    spare = max(0.0, room - pitch * MOST_ROWS)
    # the own cards take what few rivals leave; the rest is distributed between the parts
    own = min(OWN_MORE, max(0.0, spare - 48))
    prompt, spare = prompt - own, (spare - own) / 3
    top, card = top + spare, min(100.0, (pitch - 17) / RATIO)
    rows = tuple(layout.Box(24, top + row * pitch + 1, 672, pitch - 9) for row in range(MOST_ROWS))
    low = top + pitch * MOST_ROWS + spare
    middle, small = low + strip / 2, min(74.0, (strip - 12) / RATIO)
    pile, directions = layout.Spot(72, middle, small), layout.Spot(191.5, middle, small * 0.92)
    tray = layout.Box(24, prompt + 36, 672, height - 146 - prompt - 36)
    rivals = layout.tall_rivals(opponents, 104, high)
    order, risk = _order_and_risk(rivals, layout.Box(244, low, 170, strip))
    return Spots(
        opponents=tuple(rivals),
        roomy=roomy,
        rows=rows,
        card=card,
        first=67 + card / 2,
        step=card + 6,
        sum_x=645,
        number=19,
        pile=pile,
        discard=layout.Spot(132.5, middle + 6, small * 0.66),
        # as large as in a row, if it fits between the rows and the round button beside the prompt
        drawn=_tall_drawn(pile, directions, low - 5, max(card, small * 1.12), prompt - 30),
        # the banner is between the rows and the own part
        stage=_stage(rows, 480, (360, (low + prompt + 36) / 2)),
        directions=directions,
        fan=18,
        order=order,
        risk=risk,
        die=layout.Spot(654, middle, min(62.0, strip * 0.66)),
        prompt=layout.TextPlace(360, prompt, 500),
        tray=tray,
        cards=layout.Box(34, tray.y + 72, 538, tray.h - 80),
        safe=layout.Box(578, tray.y + 66, 108, tray.h - 76),
        plate=layout.Box(34, tray.y + 4, 652, 62),
        log=None,
        undo=(60, prompt),
        hint=(660, prompt),
    )


spots = layout.by_window(_wide, _tall)


def bust_place(spots: Spots, clashing: Sequence[Sequence[layout.Spot]]) -> layout.Spot:
    """Return the place of a card that fits no row; ``clashing`` are the cards of each row that keep it out.

    It is over the rows, as near to the stage as it can be without covering one of those cards, or where every row has
    one that stays visible.
    """
    stage, over, right = spots.stage.card, layout.bounds(spots.rows), spots.sum_x - SUM_ROOM
    cards = [[spot.card(RATIO) for spot in row] for row in clashing if row]
    for needed in (all, any):
        for share in BUST_SIZES:
            w = stage.w * share
            aside, high = w / 2 + BUST_GAP, w * RATIO / 2
            columns = [stage.x, *(x for row in cards for box in row for x in (box.x - aside, box.x + box.w + aside))]
            heights = (stage.y, over.y + high, over.y + over.h - high)
            found = [
                layout.Spot(x, y, w)
                for x in columns
                for y in heights
                if over.x + w / 2 <= x <= max(stage.x, right - w / 2)
                if all(
                    needed(layout.overlap(layout.Spot(x, y, w).card(RATIO), box) <= 0 for box in row) for row in cards
                )
            ]
            if found:
                return min(found, key=lambda spot: hypot(spot.x - stage.x, spot.y - stage.y))
    return stage


def in_row(spots: Spots, row: int, place: int, held: int = 0) -> layout.Spot:
    """Return the place of the ``place``-th card of a row that holds ``held`` cards.

    On a tall table five large cards fill a row; from then on they move together, so that a sixth would fit.
    """
    step = spots.step
    if held >= len(COLOURS):
        last = spots.sum_x - SUM_ROOM - spots.card / 2
        step = min(step, (last - spots.first) / len(COLOURS))
    return layout.Spot(spots.first + place * step, spots.rows[row].centre[1], spots.card)


@dataclass(frozen=True, kw_only=True)
class Panel(RivalPanel):
    """The positions in a panel that sums up a seat."""

    #: middles and radius of the five colours' shapes, and the distance of a sum below them
    shapes: tuple[tuple[float, float], ...]
    shape: float
    below: float
    #: middle and height of the card with a lock
    lock: tuple[float, float]
    lock_high: float
    #: left end and middle of the number of secured cards, or of their points if they are known
    known: tuple[float, float]
    #: no room for sums below the shapes: they are on them
    small: bool = False
    #: right edge and middle of the sum, and its size
    points: tuple[float, float]
    points_size: float
    #: right edge, middle and greatest width of the sum's label, or None if there is no room
    label: tuple[float, float, float] | None = None
    #: start of the rising label of a change of the sum, clear of the lock and the shapes
    change: tuple[float, float]


def panel(box: layout.Box, roomy: bool, tall: bool, phone: bool = False) -> Panel:
    """Lay out a seat's panel; on a ``phone`` a narrow one has no room for the level."""
    if tall:
        return _tall_panel(box) if roomy else _small_panel(box)
    return _wide_panel(box) if roomy else _narrow_panel(box, phone)


#: heights of a rival's panel from which its lines of text have room, and from which the level has some below the name
ROOMY_HIGH, LEVEL_HIGH = 100.0, 70.0


def _tall_panel(box: layout.Box) -> Panel:
    x, y, w, h = box
    middle = y + h / 2
    # the last move stands below the level, also in a low panel
    name, level = (0.2, 0.46) if h > ROOMY_HIGH else (0.17, 0.364) if h > LEVEL_HIGH else (0.3, 0.0)
    radius = min(15.0, h * 0.17)
    strip = tuple((x + 252 + n * 49.0, middle - h * 0.17) for n in range(len(COLOURS)))
    return Panel(
        face=layout.Circle(x + 48, middle, min(34.0, h * 0.38)),
        name=layout.TextPlace(x + 90, y + h * name, 112),
        level=layout.TextPlace(x + 90, y + h * level, 112) if level else None,
        level_anchor="left",
        shapes=strip,
        shape=radius,
        below=h * 0.42,
        lock=(x + 496, middle),
        lock_high=min(66.0, h * 0.68),
        known=(x + 526, y + h * 0.75),
        points=(x + w - 16, middle - h * 0.12),
        points_size=min(42.0, h * 0.5),
        label=(x + w - 16, middle + min(24.0, h * 0.27), 72),
        # it rises between the lock and the sum
        change=(x + 558, middle - 2),
        # below the level, beside the figure, and clear of the first sum
        last=layout.TextPlace(x + 84, y + min(h * 0.8, h - 18), 148),
        line=h * (0.29 if level else 0.38),
    )


def _small_panel(box: layout.Box) -> Panel:
    """Lay out a panel of half the width of a tall table: the name over the colours, the lock below the figure."""
    x, y, w, h = box
    radius, low, lock = min(30.0, h * 0.27), y + h * 0.69, min(42.0, h * 0.37)
    return Panel(
        face=layout.Circle(x + 38, y + radius + 4, radius),
        name=layout.TextPlace(x + 76, y + h * 0.26, w - 76 - 140),
        shapes=tuple((x + 96 + n * 40.0, low) for n in range(len(COLOURS))),
        shape=min(19.0, h * 0.23),
        below=0.0,
        lock=(x + 22, y + h - lock / 2 - 3),
        lock_high=lock,
        known=(x + 38, y + h - lock / 2 - 3),
        small=True,
        # before a sum of two digits
        label=(x + w - 72, y + h * 0.28, 62),
        points=(x + w - 12, y + h * 0.24),
        points_size=min(40.0, h * 0.46),
        # it rises to the sum from the corner below it
        change=(x + w - 22, y + h - 8),
        last=layout.TextPlace(x + 72, low, 180),
        line=h * 0.4,
    )


def _wide_panel(box: layout.Box) -> Panel:
    x, y, w, h = box
    # the lock has a column of its own: two digits below the last shape end well before it
    strip = tuple((x + 98 + n * (w - 228) / 4, y + 54) for n in range(len(COLOURS)))
    return Panel(
        face=layout.Circle(x + 44, y + 42, 27),
        name=layout.TextPlace(x + 84, y + 24, 130),
        level_end=x + w - 68,
        shapes=strip,
        shape=11.5,
        below=26,
        lock=(x + w - 94, y + 65),
        lock_high=46,
        known=(x + w - 74, y + 77),
        points=(x + w - 16, y + 28),
        points_size=40,
        label=(x + w - 16, y + 54, 60),
        change=(x + w - 34, y + h + 23),
        last=layout.TextPlace(x + 8, y + h + 7),
        line=34,
    )


def _narrow_panel(box: layout.Box, phone: bool) -> Panel:
    """Lay out one of more than three panels of a wide table: the sums are on large shapes."""
    x, y, w, h = box
    step = (w - 16) / len(COLOURS)
    return Panel(
        face=layout.Circle(x + 31, y + 33, 25),
        name=layout.TextPlace(x + 61, y + 21, w - 126),
        level=None if phone else layout.TextPlace(x + w - 8, y + 51, 80),
        level_anchor="right",
        shapes=tuple((x + 8 + step * (n + 0.5), y + h - 22) for n in range(len(COLOURS))),
        shape=17.0,
        below=0.0,
        lock=(x + 70, y + 51),
        lock_high=34,
        known=(x + 84, y + 51),
        small=True,
        points=(x + w - 12, y + 22),
        points_size=36,
        label=(x + w - 12, y + 51, 66) if phone else None,
        change=(x + w - 36, y + h + 34),
        last=layout.TextPlace(x + 8, y + h + 7),
        line=28,
    )


# ---- the own open display -------------------------------------------------------------------------


class LyingCard(NamedTuple):
    """A card of the own display."""

    card: int
    x: float
    y: float
    w: float
    z: float


class Stack(NamedTuple):
    """A colour's cards in the display, or its empty place; and the middle of its pill."""

    colour: int
    box: layout.Box
    points: int
    pill: tuple[float, float]
    w: float


class Spread(NamedTuple):
    """The layout of a display: cards by colour, low ones behind, and a stack for each colour."""

    cards: tuple[LyingCard, ...]
    stacks: tuple[Stack, ...]


#: visible part of a covered card in a stack, as a share of its width
STEPS = (0.36, 0.32, 0.28, 0.24, 0.2, 0.16, 0.12, 0.08, 0.05)
#: the same where the width is not needed
WIDEST_STEP = 0.5
#: widths of cards to try, as shares of the greatest
SHARES = tuple(1 - 0.05 * number for number in range(15))


def by_colour(cards: Sequence[int]) -> list[list[int]]:
    """Return the cards of each colour, lowest first."""
    return [sorted((card for card in cards if COLOUR_OF[card] == colour), key=_rank) for colour in range(len(COLOURS))]


def _rank(card: int) -> tuple[int, int]:
    return VALUE_OF[card], card


@cached(256)
def spread(display: tuple[int, ...], box: layout.Box, widest: float, places: bool = True) -> Spread:
    """Lay a display out in ``box``, a stack for each colour side by side, the cards of a stack from left to right.

    With ``places``, a colour without cards gets an empty place. Chooses the best-rated layout that fits, with large
    cards that hide each other little.
    """
    groups = [(colour, cards) for colour, cards in enumerate(by_colour(display)) if cards or places]
    best: tuple[float, float, float] | None = None
    for share in SHARES:
        w = min(widest, box.h / (RATIO + PILL)) * share
        gap = max(4.0, w * 0.16)
        stacks = len(groups) * (w + gap) - gap
        for step in STEPS:
            wide = stacks + w * step * sum(len(cards) - 1 for _colour, cards in groups if cards)
            worth = share * (0.6 + step)
            if wide <= box.w and (best is None or worth > best[0]):
                best = (worth, w, step)
    _worth, w, step = best or (0, min(widest, box.h / (RATIO + PILL)) * SHARES[-1], STEPS[-1])
    gap = max(4.0, w * 0.16)
    if covered := sum(len(cards) - 1 for _colour, cards in groups if cards):
        # fans take the width that is left
        step = max(step, min(WIDEST_STEP, (box.w - len(groups) * (w + gap) + gap) / (w * covered)))
    y = box.y + (box.h - w * PILL) / 2
    left = box.x
    lying: list[LyingCard] = []
    stacks_: list[Stack] = []
    for colour, cards in groups:
        wide = w * (1 + step * max(0, len(cards) - 1))
        lying += [LyingCard(card, left + w / 2 + n * step * w, y, w, 10 + n * 0.1) for n, card in enumerate(cards)]
        stacks_.append(_stack(colour, cards, layout.Box(left, y - w * RATIO / 2, wide, w * RATIO), w))
        left += wide + gap
    return Spread(tuple(lying), tuple(stacks_))


@cached(256)
def spread_down(display: tuple[int, ...], box: layout.Box, widest: float) -> Spread:
    """Lay a display out in ``box`` with a column for each colour; the upper edges of covered cards stay visible."""
    slot = box.w / len(COLOURS)
    w = min(widest, slot - 10, box.h / (RATIO + PILL))
    lying: list[LyingCard] = []
    stacks: list[Stack] = []
    for colour, cards in enumerate(by_colour(display)):
        x = box.x + slot * (colour + 0.5)
        spare = box.h - w * (RATIO + PILL)
        step = min(w * 0.3, spare / max(1, len(cards) - 1))
        first = box.y + w * RATIO / 2
        lying += [LyingCard(card, x, first + n * step, w, 10 + n * 0.1) for n, card in enumerate(cards)]
        high = w * RATIO + step * max(0, len(cards) - 1)
        stacks.append(_stack(colour, cards, layout.Box(x - w / 2, box.y, w, high), w))
    return Spread(tuple(lying), tuple(stacks))


def _stack(colour: int, cards: Sequence[int], box: layout.Box, w: float) -> Stack:
    return Stack(colour, box, points_of(cards), (box.centre[0], box.y + box.h - 2), w)
