"""The table layout of Keine Ahnung: pure functions of the frame, the seats and the piles."""

from dataclasses import dataclass, replace

from game.engine import layout, rival
from game.games.keine_ahnung.deck import PLACES
from game.games.keine_ahnung.faces import RATIO

COLUMNS = 3
#: least gap between piles
GAP = 14.0
#: rims visible below the top of a pile, and their offsets, for a card 132 wide
RIMS, RIM_LEFT, RIM_UP = 3, 1.5, 2.5


class Spot(layout.Spot):
    """A card's middle and width."""

    @property
    def box(self) -> layout.Box:
        """The card as a rectangle."""
        return self.card(RATIO)


#: height of the legend of functions on a tall table, and the least height of a shelf that also has room for it
LEGEND, ROOMY_SHELF = 122.0, 160.0
#: left edge of the stacks on a tall table, whose lowest rims are flush with the panels' edge
LEFT = 36.0
#: room below a stack there for the lower half of its number, the gaps below that of the small stacks and above them,
#: and the least room for large ones above the draw pile
SIZE_BELOW, STACK_GAP, STACKS_ABOVE, ROOMY_STACKS = 28.0, 20.0, 14.0, 416.0
#: width of the small stacks in less room, and greatest and least width of a draw pile below them
SMALL_STACK, WIDEST_DRAW, LEAST_DRAW = 44.0, 140.0, 98.0


#: height of a shelf below which the button that shows hidden medals is beside them; room for these medals, two side by
#: side; greatest width and height of the button
LEAST_SHELF, HIDDEN_WIDE, HIDDEN_HIGH, SHOW_WIDE, SHOW_HIGH = 76.0, 138.0, 34.0, 300.0, 56.0


@dataclass(frozen=True, kw_only=True)
class Spots(layout.TurnSpots):
    """The positions on the table for one frame and number of opponents."""

    draw: Spot
    trophies: Spot
    #: the cards of removed piles
    rest: Spot
    #: a drawn card before it is played
    hand: Spot
    #: a won trophy while it is looked at
    centre: Spot
    piles: layout.Box
    #: the middle of the table, which a few piles are around
    middle: float
    widest: float
    tray: layout.Box
    grid: tuple[Spot, ...]
    #: own figure and name
    face: layout.Circle
    name: layout.TextPlace
    #: own trophies and prizes
    shelf: layout.Box
    #: the three rows of the legend of functions; none if there is no room for it
    legend: tuple[layout.Box, ...]
    #: the own last move's pill below the name
    last: layout.TextPlace
    #: the announcement of a call
    banner: tuple[float, float]
    #: the last event on a tall table, above the piles, if there is room for it
    news: layout.Box | None = None


def grid(left: float, top: float, w: float, across: float, down: float) -> tuple[Spot, ...]:
    """Return the six places of a grid of two rows, from its upper left corner and its steps."""
    high = w * RATIO
    return tuple(
        Spot(left + w / 2 + place % COLUMNS * across, top + high / 2 + place // COLUMNS * down, w)
        for place in range(PLACES)
    )


#: greatest width of the panel of one rival, of two, and of more on a wide table
WIDEST_PANELS = (880.0, 540.0, 350.0)
#: how far the draw pile moves with the left side of a wide table, as a share
OUTWARDS = 0.9


def _wide(opponents: int, side: float = 0.0) -> Spots:
    tray = layout.Box(28, 404, 508, 292).wider(-side, -0.4 * side)
    end, plate = tray.x + tray.w, 180 + 0.6 * side
    dock = layout.Box(end + 12, 438, 416 + 0.8 * side, 262)
    return Spots(
        opponents=tuple(layout.wide_rivals(opponents, 16, 150, WIDEST_PANELS[min(opponents, 3) - 1], side=side)),
        # the draw pile at one end, what is won and gone at the other, so that the piles between are in the middle
        draw=Spot(96 - OUTWARDS * side, 268, 116),
        trophies=Spot(1184 + 0.85 * side, 254, 80),
        rest=Spot(1070 + 0.4 * side, 254, 80),
        hand=Spot(100 - OUTWARDS * side, 259, 121),
        centre=Spot(layout.WIDE[0] / 2, 286, 146),
        piles=layout.Box(168, 174, 852, 192).wider(-OUTWARDS * side, 0.4 * side),
        middle=layout.WIDE[0] / 2,
        widest=146,
        tray=tray,
        grid=grid(end - 308, 415, 92, 102, 137),
        face=layout.Circle(76 - side, 446, 30),
        name=layout.TextPlace(118 - side, 432, plate - 80),
        shelf=layout.Box(42 - side, 488, plate, 76),
        legend=tuple(layout.column(3, layout.Box(42 - side, 576, 160, 110), 0)),
        # beside the own cards, with a round button at either end
        prompt=layout.TextPlace(dock.x + 352 + 0.4 * side, 401, 556 + 0.6 * side),
        log=dock,
        dock=dock,
        undo=(dock.x + 30, 402),
        hint=(1222 + side, 402),
        last=layout.TextPlace(114 - side, 462, plate - 72),
        # instead of the prompt: in a call all look at the piles, which keep their room
        banner=(dock.x + 352 + 0.4 * side, 401),
    )


def _shelf(room: layout.Box) -> tuple[layout.Box, tuple[layout.Box, ...]]:
    """Return the box of the own medals, and the rows of the legend below them in a high tray."""
    if room.h < ROOMY_SHELF:
        return room, ()
    legend = layout.Box(room.x, room.y + room.h - LEGEND, room.w, LEGEND)
    return room._replace(h=room.h - LEGEND - 4), tuple(legend.cut_down((LEGEND / 3,) * 3))


def _tall_stacks(top: float, room: float) -> tuple[Spot, Spot, Spot, Spot]:
    """Return the places of the draw pile, the trophies, the set-aside cards, and the drawn card on the draw pile.

    The small stacks are above the draw pile, or beside it with little ``room`` below ``top``.
    """
    small = 72.0 if room > ROOMY_STACKS else SMALL_STACK
    beyond = small * RATIO + 2 * SIZE_BELOW + STACK_GAP
    large = min(WIDEST_DRAW, (room - beyond - STACKS_ABOVE) / RATIO)
    if large < LEAST_DRAW:
        large = min(LEAST_DRAW, (room - SIZE_BELOW - 8) / RATIO)
        small = min(SMALL_STACK, (room - 2 * SIZE_BELOW - 12) / 2 / RATIO)
        draw = Spot(LEFT + large / 2 + 6, top + (room - SIZE_BELOW) / 2, large)
        trophies = Spot(draw.x + large / 2 + 12 + small / 2, 0, small)
        apart = (small * RATIO + SIZE_BELOW) / 2
        trophies, rest = (trophies._replace(y=draw.y + SIZE_BELOW / 2 + side * apart - 14) for side in (-1, 1))
    else:
        start = top + max(STACKS_ABOVE, (room - beyond - large * RATIO) / 2)
        draw = Spot(LEFT + large / 2 + 10, start + beyond - SIZE_BELOW + large * RATIO / 2, large)
        trophies = Spot(LEFT + small / 2, start + small * RATIO / 2, small)
        rest = trophies._replace(x=trophies.x + small + 12)
    return draw, trophies, rest, draw._replace(y=draw.y - 6, w=large + 6)


#: height of the last event above the piles, and the room below the rivals that it needs
NEWS_HIGH, ROOMY_NEWS = 64.0, 318.0


#: room between the cards of the players on a tall table that the piles need, by the number of rivals, and how much of
#: what is left the rivals' panels and the own part each take at most, the own part up to its greatest height
LEAST_MIDDLE, PANEL_MORE, TRAY_MORE, TRAY_MOST = (330.0, 320.0, 320.0, 320.0), 74.0, 96.0, 386.0


def _shared(free: float, opponents: int, tray_high: float) -> tuple[float, float]:
    """Return how much of the ``free`` height one rival's panel and the own part of a tall table take.

    With more than two rivals it is little, and the own cards matter most.
    """
    own = max(0.0, min(TRAY_MORE, TRAY_MOST - tray_high, free / 2 if opponents <= 2 else free))
    return (min(PANEL_MORE, free - own) / opponents if opponents <= 2 else 0.0), own


def _tall(height: float, opponents: int) -> Spots:
    spare = max(0, height - layout.TALL[1])
    less = layout.short(height)
    over = 344 + spare * 0.2 - 0.3 * less
    high = (over - 16) / 3 if opponents <= 3 else (over - 8) / 2
    low = height - 152.0
    tray_high = 268 + spare * 0.44 - 0.3 * less
    last = layout.tall_rivals(opponents, 108, high)[-1]
    free = max(0.0, low - tray_high - 70 - last.y - last.h - LEAST_MIDDLE[opponents - 1])
    panel_more, tray_more = _shared(free, opponents, tray_high)
    high, tray_high = high + panel_more, tray_high + tray_more
    boxes = layout.tall_rivals(opponents, 108, high)
    tray = layout.Box(24, low - tray_high, 672, tray_high)
    prompt = tray.y - 36
    top = boxes[-1].y + boxes[-1].h
    # between the opponents and the prompt: the stacks beside the piles
    room = prompt - 34 - top
    middle = top + room / 2
    draw, trophies, rest, hand = _tall_stacks(top, room)
    news = layout.Box(206, top + 6, 486, NEWS_HIGH) if room > ROOMY_NEWS else None
    used = 10 + NEWS_HIGH if news else 10
    w = min(128.0, (tray_high - 26) / 2 / RATIO)
    left = 684 - 3 * w - 2 * 12
    plate = left - 24 - 20
    shelf, legend = _shelf(layout.Box(36, tray.y + 100, plate - 8, tray_high - 152))
    return Spots(
        opponents=tuple(boxes),
        draw=draw,
        trophies=trophies,
        rest=rest,
        hand=hand,
        centre=Spot(360, middle, min(200.0, (room - 20) / RATIO)),
        piles=layout.Box(206, top + used, 486, room - used),
        middle=449,
        widest=164,
        tray=tray,
        grid=grid(left, tray.y + (tray_high - 2 * w * RATIO - 6) / 2, w, w + 12, w * RATIO + 6),
        face=layout.Circle(24 + 48, tray.y + 54, 32),
        name=layout.TextPlace(24 + 92, tray.y + 54, plate - 76),
        shelf=shelf,
        legend=legend,
        prompt=layout.TextPlace(360, prompt, 500),
        log=None,
        undo=(60, prompt),
        hint=(660, prompt),
        last=layout.TextPlace(24 + 90, tray.y + 87, left - 8 - (24 + 90)),
        banner=(449, top + 34),
        news=news,
    )


spots = layout.by_window(_wide, _tall)


#: room that a hint over the piles leaves for them
BELOW_HINT = 92.0


def _hint_room(spots: Spots) -> tuple[float, float]:
    """Return the upper and lower edge of the room of piles and hint: below the rivals, above the prompt."""
    last = spots.opponents[-1]
    return last.y + last.h + 4, spots.prompt.y - 34


def lower_rivals(spots: Spots, high: float) -> Spots:
    """Return the places of a tall table whose rivals' panels leave room for a hint ``high`` above the piles."""
    top, end = _hint_room(spots)
    less = max(0.0, high - 14 + BELOW_HINT - (end - top))
    count, first = len(spots.opponents), spots.opponents[0]
    rivals = layout.tall_rivals(count, first.y, first.h - less / (count if count <= 3 else 2))
    piles, news = spots.piles, spots.news and spots.news._replace(y=spots.news.y - less)
    return replace(spots, opponents=tuple(rivals), piles=piles._replace(y=piles.y - less, h=piles.h + less), news=news)


def beside_log(spots: Spots) -> Spots:
    """Return the places of a tall table whose dock shows the log: the piles have the last event's room."""
    if not spots.news:
        return spots
    return replace(spots, news=None, piles=spots.piles._replace(y=spots.news.y + 4, h=spots.piles.h + NEWS_HIGH))


#: wider panels of rivals on a tall and on a wide table have their cards in one row, still wider ones beside all words;
#: and a higher one on a tall table below them
LONG, LONG_WIDE, LONGEST, HIGH = 400.0, 450.0, 700.0, 142.0
#: gaps between the cards of such a row, and between its halves, logical
ROW_GAP, HALVES_GAP = 7.0, 14.0


@dataclass(frozen=True, kw_only=True)
class Panel(rival.RivalPanel):
    """The positions in a rival's panel."""

    #: left ends and middles of the numbers of trophies and prizes, the first one shown at the first, and their size
    counts: tuple[tuple[float, float], tuple[float, float]]
    count: float
    grid: tuple[Spot, ...]


def panel(box: layout.Box, tall: bool) -> Panel:
    """Lay out a rival's panel: figure and name at the left, the grid at the right."""
    if tall and box.w > LONG:
        return _below_words(box) if box.h > HIGH else _long_panel(box)
    if tall:
        return _square_panel(box, tall)
    if box.w > LONGEST:
        return _beside_words(box)
    return _below_words(box) if box.w > LONG_WIDE else _square_panel(box, tall)


def _row(right: float, y: float, card: float) -> tuple[Spot, ...]:
    """Return the six places of a grid in one row that ends at ``right``."""
    left = right - row_wide(card) + card / 2
    return tuple(
        Spot(left + place * (card + ROW_GAP) + (HALVES_GAP - ROW_GAP if place >= COLUMNS else 0.0), y, card)
        for place in range(PLACES)
    )


#: greatest height of the letters of a rival's last move on a tall table, and their size: legible on a phone
LAST_HIGH, LAST_SIZE = 24.0, 18.5


def row_wide(card: float) -> float:
    """Return the width of a row of six cards."""
    return PLACES * card + (PLACES - 2) * ROW_GAP + HALVES_GAP


def _below_words(box: layout.Box) -> Panel:
    """Lay out a panel with the name and the last move above the row of cards."""
    x, y, w, h = box
    right, top = x + w - 14, y + 50
    card = min((w - 126 - row_wide(0)) / PLACES, (y + h - 10 - top) / RATIO)
    left = right - row_wide(card)
    middle = (x + left) / 2
    return Panel(
        face=layout.Circle(middle, y + 56, 34),
        name=layout.TextPlace(left, y + 27, 160),
        last=layout.TextPlace(right, y + 27),
        anchor="right",
        shares_line=True,
        level_end=right,
        counts=((middle - 46, y + 122), (middle + 4, y + 122)),
        count=24,
        grid=_row(right, (top + y + h - 8) / 2, card),
        line=40,
    )


def _beside_words(box: layout.Box) -> Panel:
    """Lay out the panel of one rival on a wide table: a row of cards as large as the own ones, beside all words."""
    x, y, w, h = box
    card, right = (h - 22) / RATIO, x + w - 14
    left = right - row_wide(card)
    room = left - x - 110
    return Panel(
        face=layout.Circle(x + 60, y + 56, 36),
        name=layout.TextPlace(x + 108, y + 38, room),
        last=layout.TextPlace(x + 108, y + 102, room),
        level=layout.TextPlace(x + 108, y + 65, room),
        level_anchor="left",
        counts=((x + 14, y + 122), (x + 62, y + 122)),
        count=24,
        grid=_row(right, y + h / 2, card),
        line=40,
    )


def _long_panel(box: layout.Box) -> Panel:
    x, y, w, h = box
    card = min(58.0, (h - 22) / RATIO)
    left = x + w - 14 - 6 * card - 4 * 8 - 20
    places = tuple(
        Spot(left + card / 2 + place * (card + 8) + (12 if place >= COLUMNS else 0), y + h / 2, card)
        for place in range(PLACES)
    )
    # the numbers have a column between the name and the grid
    counts = left - 64
    room = counts - x - 94
    return Panel(
        face=layout.Circle(x + 48, y + h / 2, 33),
        name=layout.TextPlace(x + 90, y + h * 0.2, room),
        # below the level, beside the figure
        last=layout.TextPlace(x + 84, y + h * 0.81, left - x - 88),
        last_high=LAST_HIGH,
        last_size=LAST_SIZE,
        level=layout.TextPlace(x + 90, y + h * 0.46, room),
        level_anchor="left",
        counts=((counts, y + h * 0.2), (counts, y + h * 0.48)),
        count=31,
        grid=places,
        line=h * 0.26,
    )


def _square_panel(box: layout.Box, tall: bool) -> Panel:
    x, y, w, h = box
    card = min(52.0, (h - 26) / 2 / RATIO) if tall else min(48.0 if w >= 340 else 43.0, (h - 22) / 2 / RATIO)
    left = x + w - 12 - 3 * card - 2 * 8
    places = grid(left, y + (h - 2 * card * RATIO - 6) / 2, card, card + 8, card * RATIO + 6)
    if tall or w < 340:
        middle = (x + left) / 2
        # a wide table has room for the last move only over the panel's lower edge
        face, name, level, last = (0.16, 0.345, 0.47, 0.69) if tall else (0.205, 0.49, 0.645, 0.0)
        count, counts = (28.0, 0.875) if tall else (23.5, 0.84)
        return Panel(
            face=layout.Circle(middle, y + h * face, min(27.0, h * (face - 0.04))),
            name=layout.TextPlace(middle, y + h * name, left - x - 14),
            last=layout.TextPlace(middle, y + h * last, left - x - 6)
            if tall
            else layout.TextPlace(x + w / 2, y + h + 2, w - 16),
            anchor="centre",
            # a low line of text would make it illegible on a phone
            last_high=LAST_HIGH if tall else 0.0,
            last_size=LAST_SIZE if tall else 15.0,
            level=layout.TextPlace(middle, y + h * level, left - x),
            counts=((x + 10, y + h * counts), (x + 10 + 2 * count, y + h * counts)),
            count=count,
            grid=places,
            line=h * 0.14,
        )
    # a pill of a few words is wider than the room beside the figure
    return Panel(
        face=layout.Circle(x + 48, y + 46, 29),
        name=layout.TextPlace(x + 88, y + 33, left - x - 96),
        last=layout.TextPlace(x + 22, y + 90, left - x - 34),
        level=layout.TextPlace(x + 88, y + 58, left - x - 96),
        level_anchor="left",
        counts=((x + 22, y + 119), (x + 80, y + 119)),
        count=27,
        grid=places,
        line=40,
    )


def below_banner(spots: Spots, half: float) -> layout.Box:
    """Return the part of the piles' room below a banner of half height ``half``: all of it if the banner is lower."""
    if spots.banner[1] > spots.piles.y + spots.piles.h:
        return spots.piles
    box, top = spots.piles, max(spots.piles.y, spots.banner[1] + half + GAP)
    return box._replace(y=top, h=box.y + box.h - top)


def piles(box: layout.Box, count: int, widest: float, middle: float) -> tuple[Spot, ...]:
    """Return the places of the tops of ``count`` piles, in the rows that make them largest without overlap.

    They are around the ``middle`` if their box allows that.
    """
    if not count:
        return ()
    best, best_rows = 0.0, 1
    for rows in (1, 2, 3):
        columns = -(-count // rows)
        wide = (box.w - GAP * (columns - 1)) / columns - RIMS * RIM_LEFT
        high = (box.h - GAP * (rows - 1)) / rows - RIMS * RIM_UP
        w = min(widest, wide, high / RATIO)
        if w > best + 1:
            best, best_rows = w, rows
    columns = -(-count // best_rows)
    gap = min(22.0, (box.w - RIMS * RIM_LEFT - columns * best) / max(1, columns - 1))
    half = (columns * best + (columns - 1) * gap + RIMS * RIM_LEFT) / 2
    x, y = min(max(middle, box.x + half), box.x + box.w - half), box.centre[1]
    down = best * RATIO + GAP
    found = []
    for pile in range(count):
        row, column = divmod(pile, columns)
        across = best + gap
        # rows start at the same x, so that the piles of a short last row are below others
        start = x - (columns - 1) / 2 * across + RIMS * RIM_LEFT / 2
        found.append(Spot(start + column * across, y + (row - (best_rows - 1) / 2) * down + RIMS * RIM_UP / 2, best))
    return tuple(found)


def beside_button(shelf: layout.Box) -> tuple[layout.Box, layout.Box]:
    """Return the parts of the shelf for hidden medals, and for the button that shows them: below or beside them."""
    if shelf.h < LEAST_SHELF:
        button = shelf.wider(HIDDEN_WIDE, 0)
        return shelf._replace(w=HIDDEN_WIDE - 6), button._replace(h=min(48.0, shelf.h), w=min(SHOW_WIDE, button.w))
    medals, button = shelf.cut_down((HIDDEN_HIGH, min(SHOW_HIGH, shelf.h - HIDDEN_HIGH - 2)), 2)
    return medals, button._replace(w=min(SHOW_WIDE, button.w))


def has_room(box: layout.Box, count: int, w: float, high: float) -> bool:
    """Return True if ``count`` medals of width ``w`` and height ``high`` fit in a box side by side."""
    return count <= int((box.h + 6) // (high + 6)) * int((box.w + 6) // (w + 6))


def medals(box: layout.Box, count: int, w: float, high: float) -> tuple[tuple[float, float], ...]:
    """Return the left ends of ``count`` medals of width ``w`` and height ``high``, overlapping only if they must."""
    rows = max(1, int((box.h + 6) // (high + 6)))
    columns = max(1, -(-count // rows), min(count, int((box.w + 6) // (w + 6))))
    step = min(w + 6, (box.w - w) / max(1, columns - 1))
    return tuple(
        (box.x + place % columns * step, box.y + high / 2 + place // columns * (high + 6)) for place in range(count)
    )
