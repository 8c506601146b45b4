"""The place of a hint that lies over a tall table, which keeps no room for it: where it covers the least."""

from collections.abc import Callable, Iterable, Sequence
from functools import partial
from typing import NamedTuple

from game.engine.dock import Mark
from game.engine.items import NOTE, Item
from game.engine.layout import Box, overlap, sheet_for
from game.engine.turn_table import AnyTurnTable

#: the left edge of the sheet, its width, the room above and below it, and the step of the search, logical
LEFT, WIDE, ABOVE, BELOW, STEP = 24.0, 672.0, 104.0, 8.0, 8.0
#: the least height for the text, how much lower than a table's room for a dock it is where there is little room, and
#: what its numbers add at a text scale of 1
LEAST, LOWER, NUMBERS = 256.0, 20.0, 72.0
#: the id of the button that opens and closes the hint
HINT = "hint"
#: the greatest height by which a sheet is longer than its text, to end where a part of the table does
REACH = 64.0
#: the edge of a panel, which has nothing on it
EDGE = 10.0
#: the room around a mark, and the height of the prompt
AROUND, PROMPT_HIGH = 10.0, 44.0
#: the price of covering an area: a mark, something to use, the prompt, the place of a move, the own cards
MARKED, USED, ASKED, PLAYED, OWN = 1500.0, 150.0, 20.0, 20.0, 8.0
#: the same of a card in the middle, of one in a rival's panel, and of that panel
CARD, RIVAL_CARD, RIVAL = 25.0, 3.0, 1.0
#: numbers get less room where the sheet then covers less than this share
WORTH = 0.9
#: the additional price of a rival's panel that is cut instead of covered or left, as a share of the whole panel's, and
#: that of one of which the upper part sticks out, as no longer sheet mends that; the prompt's is that of the whole
CUT, CUT_ABOVE = 0.7, 2.0


class HintBoxes(NamedTuple):
    """The box of a hint without its numbers and with them, which begin at the same height."""

    plain: Box
    whole: Box
    #: as much of the plain box as the text takes
    paper: Box


class Priced(NamedTuple):
    """The top and the bottom of a part of the table, and the price of covering one unit of its height."""

    top: float
    low: float
    price: float


class Need(NamedTuple):
    """The height that a hint's text takes of a box: with the longest sentence it may have, and as it is now."""

    longest: float
    now: float


def hint_boxes(
    table: AnyTurnTable, marks: Sequence[Mark], items: Iterable[Item], needed: Callable[[Box], Need]
) -> HintBoxes:
    """Return where the sheet of a hint covers the least of what it speaks of and of what can be used.

    ``needed`` returns how much of a box's height its text takes. Where it would cover something to use, it is
    lower, with smaller letters.
    """
    scale, priced, used = table.kit.player_scale, _priced(table, marks, items), _used(items)
    free = [*used, *_kept(table), *(mark.grown(AROUND) for mark, _radius in marks)]
    low = sheet_for(scale) - LOWER
    for high in (max(LEAST, sheet_for(scale)), low):
        need = needed(Box(LEFT, ABOVE, WIDE, high))
        boxes = _cheapest(table, priced, high, need, free)
        if not any(overlap(boxes.paper, box) for box in used):
            break
    return boxes


def _cheapest(table: AnyTurnTable, priced: list[Priced], high: float, need: Need, free: Iterable[Box]) -> HintBoxes:
    """Return where a sheet so high without its numbers, of which its text takes a part, covers the least.

    With its numbers it may be higher, but ends above what has to stay ``free``: where they have no room at their usual
    size, they take that of the longest sentence.
    """
    numbers, prompt, paper = NUMBERS * table.kit.player_scale, _prompt(table), need.longest
    whole = (*table.spots.opponents, *table.whole_parts)

    def plain(top: float) -> float:
        cut = sum(
            box.w * box.h * (CUT_ABOVE if top > box.y + EDGE else CUT)
            for box in whole
            if _is_cut(box, top, top + paper)
        )
        # the paper is lower as long as its text is shorter
        cuts = any(_is_cut(prompt, top, top + part, 0) for part in need)
        asked = ASKED * prompt.w * prompt.h if cuts else 0.0
        return asked + _price(top, top + paper, priced) + cut

    def price(top: float, more: float) -> float:
        # most hints are read without their numbers
        return 3 * plain(top) + _price(top, top + paper + more, priced)

    last = table.context.frame.height - BELOW - high - numbers
    tops = [ABOVE + STEP * number for number in range(max(1, int((last - ABOVE) // STEP) + 1))]
    tops += [box.y for box in whole if ABOVE < box.y < last]
    top, tight = (min(tops, key=partial(price, more=more)) for more in (numbers, 0.0))
    if plain(tight) < WORTH * plain(top):
        top, numbers = tight, 0.0
    below = [box.y for box in free if box.y >= top + paper]
    most = min([high + NUMBERS * table.kit.player_scale, *(y - top for y in below)])
    return HintBoxes(*(Box(LEFT, top, WIDE, part) for part in (high, most, paper)))


def end_below(table: AnyTurnTable, marks: Iterable[Mark], items: Iterable[Item], sheet: Box) -> float:
    """Return the lower end of a sheet that cuts no part of the table in two, if the part ends soon below.

    It then covers nothing more that is marked or can be used.
    """
    low = sheet.y + sheet.h
    parts = (*table.spots.opponents, *table.whole_parts, _prompt(table))
    ends = [box.y + box.h for box in parts if _is_cut(box, sheet.y, low) and box.y < low < box.y + box.h <= low + REACH]
    if not ends:
        return low
    more = Box(sheet.x, low, sheet.w, max(ends) - low)
    taken = (*_used(items), *(mark for mark, _radius in marks))
    return low if any(overlap(more, box) > 0 for box in taken) else max(ends)


def _prompt(table: AnyTurnTable) -> Box:
    """Return the box of the prompt."""
    x, y, wide = table.spots.prompt
    return Box(x - wide / 2, y - PROMPT_HIGH / 2, wide, PROMPT_HIGH)


def _used(items: Iterable[Item]) -> list[Box]:
    """Return the boxes of what can be used, without what only explains itself or closes the hint, as its paper does."""
    return [item.box for item in items if not item.id.startswith(NOTE) and item.id != HINT]


def _kept(table: AnyTurnTable) -> list[Box]:
    """Return the boxes of what a game wants to be kept free."""
    return [*filter(None, map(table.place_of, table.kept_free))]


def covers_mark(box: Box, marks: Iterable[Mark]) -> bool:
    """Return True if a box covers a part of something that is marked."""
    return any(overlap(box, mark) > 0 for mark, _radius in marks)


def _is_cut(box: Box, top: float, low: float, edge: float = EDGE) -> bool:
    """Return True if a part of a box is covered, but not all of it; its ``edge`` does not count."""
    return min(low, box.y + box.h) - max(top, box.y) > edge and (top > box.y + edge or low < box.y + box.h - edge)


def _price(top: float, low: float, priced: Iterable[Priced]) -> float:
    return sum(
        (min(low, part.low) - max(top, part.top)) * part.price for part in priced if part.low > top and part.top < low
    )


def _priced(table: AnyTurnTable, marks: Iterable[Mark], items: Iterable[Item]) -> list[Priced]:
    """Return the parts of a table below or above which the sheet may be, with the price of covering each."""
    spots = table.spots
    cards = [place.card(table.ratio) for place in table.lying().values()]
    theirs = {card for card in cards if any(box.holds(*card.centre) for box in spots.opponents)}
    parts = [
        *((mark.grown(AROUND), MARKED) for mark, _radius in marks),
        *((box, USED) for box in _used(items)),
        (_prompt(table), ASKED),
        (spots.tray, OWN),
        *((box, PLAYED) for box in _kept(table)),
        *((card, RIVAL_CARD if card in theirs else CARD) for card in cards),
        *((box, RIVAL) for box in spots.opponents),
    ]
    across = ((box, max(0.0, min(box.x + box.w, LEFT + WIDE) - max(box.x, LEFT)), price) for box, price in parts)
    return [Priced(box.y, box.y + box.h, wide * price) for box, wide, price in across]
