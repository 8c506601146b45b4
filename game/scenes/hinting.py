"""The hint at a table: where its paper lies, and what it marks."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from itertools import product
from math import inf

from pygame import Surface

from game.core.game import Action, Advice
from game.engine.advice import MORE, HintPaper, Said, advice_paper, free_place, room_on
from game.engine.cards import CORNER
from game.engine.items import CARD, NOTE, Item
from game.engine.layout import Box
from game.engine.live_table import AnyLiveTable
from game.engine.table import AnyTable
from game.engine.turn_table import AnyTurnTable
from game.engine.widgets import Use

#: widths of the paper that are tried one after the other, on a wide table and on a tall one
WIDTHS, TALL_WIDTHS = (308.0, 400.0, 480.0, 264.0), (560.0, 440.0, 350.0, 664.0)
#: what a line of a prompt without a pill takes up
LINE_HIGH = 34.0
#: how high the paper may be
MOST_HIGH = 320.0


class Hinting:
    """The hint while it is open; ``advice`` is None while it is not."""

    def __init__(self) -> None:
        self.advice: Advice[Action] | None = None
        #: the numbers are shown instead of the reason
        self.numbers = False

    def show(self, advice: Advice[Action]) -> None:
        """Show a hint, its reason first."""
        self.advice, self.numbers = advice, False

    def close(self) -> None:
        """Put the hint away."""
        self.advice = None

    def paper(self, table: AnyTurnTable, items: Iterable[Item], turn: Use) -> HintPaper | None:
        """The paper of the hint that is open, where it covers neither ``items`` nor what it speaks of.

        ``turn`` goes from the reason to the numbers and back.
        """
        if self.advice is None:
            return None
        items = [item for item in items if item.id != MORE]
        both = table.said(self.advice, False), table.said(self.advice, True)
        marks = marks_of(table, self.advice, items)
        taken = [item.box for item in items if not item.id.startswith(NOTE)] + [box for box, _radius in marks]
        soft = table.own_part()
        tiers = ([*taken, *soft, *table.spared()], [*taken, *soft], taken)
        shown, box = _placed(table, table.spots.note, both, self.numbers, tiers)
        return HintPaper(table.kit, shown, box, marks, both[self.numbers], turn)

    def live_paper(self, table: AnyLiveTable, items: Iterable[Item], turn: Use) -> HintPaper | None:
        """The same at a table of real time, where cards lie everywhere: it covers those that it does not mean."""
        if self.advice is None:
            return None
        both = table.said(self.advice, False), table.said(self.advice, True)
        marks = table.marked(self.advice)
        buttons = [item for item in items if item.id != MORE and not item.id.startswith(CARD)]
        meant = table.item_of(self.advice.action)
        marks += [(item.box, min(18.0, item.box.h * 0.28)) for item in buttons if item.id == meant]
        (x, y), wide = table.spots.prompt, table.spots.prompt_width
        prompt = Box(x - wide / 2, y - LINE_HIGH / 2, wide, LINE_HIGH)
        firm = [prompt, *(item.box for item in buttons), *(box for box, _radius in marks)]
        cards = [item.card or item.box for item in items if item.id.startswith(CARD)]
        shown, box = _placed(table, table.advice_at, both, self.numbers, ([*firm, *cards], firm))
        return HintPaper(table.kit, shown, box, marks, both[self.numbers], turn)


def marks_of(table: AnyTurnTable, advice: Advice[Action], items: Iterable[Item]) -> list[tuple[Box, float]]:
    """What a hint marks, with the radius of the corners: the cards and buttons of its move, and what its table adds."""
    ids = {table.item_of(advice.action), table.button_id(advice.action)}
    marks = table.marked(advice)
    for item in items:
        if item.id in ids:
            box = item.card or item.box
            marks.append((box, box.w * CORNER if item.id.startswith(CARD) else min(18.0, box.h * 0.28)))
    return list(dict.fromkeys(marks))


def _placed(
    table: AnyTable, note: Box, both: tuple[Said, Said], numbers: bool, tiers: Sequence[Sequence[Box]]
) -> tuple[Surface, Box]:
    """The paper with the reason or the ``numbers``, and where it lies, near ``note``.

    If it can it covers nothing of the first of the ``tiers`` and stays where it is for its other side, rather with its
    lines closer than elsewhere; if there is no such place, it keeps to the next tier. Of the widths the first that will
    do is taken.
    """
    frame, kit = table.context.frame, table.kit
    room, widths = room_on(frame), TALL_WIDTHS if frame.tall else (note.w, *WIDTHS)
    least, found = inf, None
    # letters that are larger than the table's are there for who needs them: these are not squeezed
    highest = (MOST_HIGH,) if kit.text_scale > kit.scale else (MOST_HIGH, min(MOST_HIGH, note.h))
    for taken, most, alike in product(tiers, highest, (True, False)):
        for w in widths:
            papers = [kit.made(advice_paper, w, most, said) for said in both]
            paper = papers[numbers]
            own = kit.paper_height(paper)
            high = max(map(kit.paper_height, papers)) if alike else own
            box, covered = free_place(w, high, room, taken, note)
            if covered < least or not found:
                least, found = covered, (paper, box._replace(h=own))
            if not covered:
                return found
    assert found, "there are widths"
    return found
