"""A choice among several names: side by side where they fit, else one name between two arrows."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from functools import partial

from game.app.context import Context
from game.engine import text
from game.engine.backdrop import Backdrop
from game.engine.layout import Box
from game.engine.palette import INK, PARCHMENT
from game.engine.transitions import Transition
from game.engine.widgets import RoundButton, Segment, Widget, segment_fits

#: so many names stand side by side on a tall screen
MOST_TABS = 3
#: height of the letters of their names
TAB_SIZE = 21.0


def choice(
    context: Context,
    plate: Backdrop,
    box: Box,
    id_: str,
    names: Sequence[str],
    at: int,
    choose: Callable[[int], Transition],
    spoken: str,
) -> list[Widget]:
    """The widgets of a choice, whose arrows are called ``previous_ID`` and ``next_ID``; its name is baked."""
    kit = context.kit
    few = len(names) <= MOST_TABS if context.frame.tall else segment_fits(kit, box.w, names, TAB_SIZE)
    if few:
        return [Segment(kit, id_, box, names, at, choose, name=spoken, size=TAB_SIZE)]
    return arrows(context, plate, box, id_, names, at, choose)


def arrows(
    context: Context,
    plate: Backdrop,
    box: Box,
    id_: str,
    names: Sequence[str],
    at: int,
    choose: Callable[[int], Transition],
) -> list[Widget]:
    """The name that is chosen, baked, between two arrows."""
    kit, texts = context.kit, context.texts
    y = box.y + box.h / 2
    plate.inset(box, box.h / 2, PARCHMENT)
    name = kit.line_plain(names[at], 24, INK, text.DISPLAY, box.w - 192)
    plate.put(name, box.x + box.w / 2, y, "centre")
    sides = (("previous", "arrow_left", -1, box.x + box.h / 2), ("next", "arrow_right", 1, box.x + box.w - box.h / 2))
    return [
        RoundButton(
            kit,
            f"{way}_{id_}",
            x,
            y,
            texts(f"choice.{way}_{id_}"),
            partial(choose, (at + by) % len(names)),
            icon=icon,
            side=52,
        )
        for way, icon, by, x in sides
    ]
