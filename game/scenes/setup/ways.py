"""The ways to play a game of several modes: each mode, and after the first the one with the switch that calms it.

They are the same on every page where a table is set up. A house rule that a way decides is no choice beside it.
"""

from collections.abc import Callable, Mapping, Sequence
from math import ceil
from typing import NamedTuple

from game.catalogue.registry import GAMES
from game.core.options import Json, Option, Pick
from game.engine import containers as ui
from game.engine.kit import Kit
from game.engine.layout import Box
from game.engine.texts import Texts
from game.engine.transitions import Transition
from game.engine.widgets import Segment, Widget, segment_fits

#: text sizes of the names side by side, the first that fits, and that of names in two lines
SIZES, LINES_SIZE = (24.0, 22.0, 20.0, 18.0), 26.0
#: height of a line of several, as a share of a single one, and the gap between two
LINE, GAP = 0.92, 8.0


class Way(NamedTuple):
    """A way to play: its name, and the house rules that make it."""

    name: str
    options: Mapping[str, Json]


def mode_of(game: str) -> Option | None:
    """Return the option that selects a game's mode; None for most games."""
    return next((option for option in GAMES[game].options if option.pick == Pick.MODE), None)


def _calming(game: str, texts: Texts) -> list[str]:
    """Return the switch that makes a way of its own of a game's first mode; [] for most games."""
    return [option.name for option in GAMES[game].options if texts.has(f"{game}.option.{option.name}.way")][:1]


def ways_of(game: str, texts: Texts) -> list[Way]:
    """Return the ways to play; [] for a game with one mode."""
    mode, calm = mode_of(game), _calming(game, texts)
    if mode is None:
        return []
    key = f"{game}.option."
    switched_off = dict.fromkeys(calm, False)
    ways = [Way(texts(f"{key}{mode.name}.{value}"), {mode.name: value, **switched_off}) for value in mode.values]
    calmer = [Way(texts(f"{key}{switch}.way"), {**ways[0].options, switch: True}) for switch in calm]
    return [ways[0], *calmer, *ways[1:]]


def way_at(ways: Sequence[Way], options: Mapping[str, Json]) -> int:
    """Return the place of the way that is most like ``options``: of those that differ in least, the first."""
    unlike = [[name for name, value in way.options.items() if options[name] != value] for way in ways]
    # the mode comes first among the house rules of a way, and says more than the switch
    return min(range(len(ways)), key=lambda at: [name in unlike[at] for name in ways[at].options])


def decided(game: str, texts: Texts, options: Mapping[str, Json]) -> frozenset[str]:
    """Return the house rules that the way with these ``options`` decides: those in which two of its mode differ."""
    mode = mode_of(game)
    if mode is None or options[mode.name] != mode.values[0]:
        return frozenset()
    return frozenset(_calming(game, texts))


def ways_part(
    kit: Kit,
    *,
    id_: str,
    ways: Sequence[Way],
    at: int,
    choose: Callable[[Mapping[str, Json]], Transition],
    name: str,
    h: float,
    folds: bool,
) -> ui.Part:
    """Return the choice of a way: all side by side, ``h`` high; if it ``folds`` in two lines of about that height."""
    labels = [way.name for way in ways]

    def use(place: int) -> Transition:
        return choose(ways[place].options)

    def line(box: Box, first: int, last: int, size: float) -> Widget:
        part = Segment(kit, id_, box, labels[first:last], at - first, use, name=name, size=size, first=first)
        if last - first < len(labels):
            # the targets of two lines touch
            for item in part.items:
                item.box = item.box._replace(y=box.y - GAP / 2, h=box.h + GAP)
        return part

    def make(box: Box) -> Sequence[Widget]:
        count = len(labels)
        size = next((size for size in SIZES if segment_fits(kit, box.w, labels, size)), 0.0)
        # on a phone the letters of one line would be small
        if not folds or (size and not kit.frame.tall):
            high = min(h, box.h)
            whole = box._replace(y=box.centre[1] - high / 2, h=high)
            return [line(whole, 0, count, size or SIZES[-1])]
        upper, high = ceil(count / 2), (box.h - GAP) / 2
        lower = box._replace(y=box.y + high + GAP, h=high)
        wide = LINES_SIZE if kit.frame.tall else SIZES[1]
        return [line(box._replace(h=high), 0, upper, wide), line(lower, upper, count, wide)]

    return ui.CustomPart(make, h=2 * LINE * h + GAP if folds else h)
