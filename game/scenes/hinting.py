"""The hint at a table: where its paper lies, what it marks, and the thinking behind it.

At a table of turns it takes a second look before it says anything, for so long that one sees it think: what it has said
then it does not take back. How much better that is than the next best move is told when it is known.
"""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from itertools import product
from math import inf
from typing import TypeAlias

from pygame import Surface

from game.context import Context
from game.core.game import Action, Advice, AnyGame, Event, State, View
from game.core.second_look import SecondLook
from game.engine.advice import MORE, HintPaper, Said, advice_paper, free_place, room_on
from game.engine.cards import CORNER
from game.engine.items import CARD, NOTE, Item
from game.engine.layout import Box
from game.engine.live_table import AnyLiveTable
from game.engine.table import AnyTable
from game.engine.turn_table import AnyTurnTable
from game.engine.widgets import Use
from game.scenes.reviewing import MOST_SLICES, SLICE_MS

#: how long a second look takes before the hint says what it has found out, in milliseconds
LOOK_MS = 900.0
#: the thinking behind a hint, whatever is played
AnySecondLook: TypeAlias = SecondLook[State, Action, Event, View]

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
        self._look: AnySecondLook | None = None
        self._left = 0.0

    @property
    def open(self) -> bool:
        """Whether there is a hint, or one is being thought about."""
        return self.advice is not None or self._look is not None

    def show(self, advice: Advice[Action]) -> None:
        """Show a hint, its reason first."""
        self.advice, self.numbers = advice, False

    def begin(self, game: AnyGame, view: View, seat: int) -> None:
        """Think about a hint; where there is nothing to think about it shows at once."""
        self._look, self._left, self.numbers = SecondLook(game, view, seat), LOOK_MS, False
        if self._look.done or not LOOK_MS:
            self.show(self._look.advice)

    def close(self) -> None:
        """Put the hint away, and think about it no more."""
        self.advice = self._look = None

    def go_on(self, context: Context, ms: float) -> bool:
        """Think for a part of a frame ``ms`` long; return whether there is something new to show."""
        look = self._look
        if look is None or look.done:
            return False
        end = context.clock.now_ms() + SLICE_MS
        for _ in range(MOST_SLICES):
            look.go_on()
            if context.clock.now_ms() >= end:
                break
        if self.advice is not None:
            look.measure()
            return look.done
        self._left -= ms
        if self._left > 0:
            return False
        look.settle()
        self.show(look.advice)
        return True

    @property
    def measured(self) -> bool:
        """Whether it is known how much better the advised move is."""
        return self._look is not None and self._look.figure is not None

    def brief(self, table: AnyTurnTable) -> str:
        """As :meth:`figure` in two or three words, for a paper that has no room for a sentence."""
        look, texts = self._look, table.context.texts
        if look is None or look.other is None:
            return ""
        if look.figure is None:
            return texts("hint.brief.compares")
        points = look.figure.points
        return texts(f"hint.brief.{'better' if points > 0 else 'worse' if points else 'equal'}", count=abs(points))

    def figure(self, table: AnyTurnTable) -> str:
        """How the advised move compares with the next best one, or that this is being worked out."""
        look, texts = self._look, table.context.texts
        if look is None or (other := look.other) is None:
            return ""
        if look.figure is None:
            return texts("hint.compares", move=table.say.action(other, table.view))
        move, points = table.say.action(look.figure.other, table.view), look.figure.points
        if not points:
            return texts("hint.equal", move=move)
        return texts("hint.better" if points > 0 else "hint.worse", count=abs(points), move=move)

    def paper(self, table: AnyTurnTable, items: Iterable[Item], turn: Use) -> HintPaper | None:
        """The paper of the hint that is open, where it covers neither ``items`` nor what it speaks of.

        ``turn`` goes from the reason to the numbers and back.
        """
        if not self.open:
            return None
        items = [item for item in items if item.id != MORE]
        if self.advice is None:
            return _thinking(table, items, turn)
        figure, brief = self.figure(table), self.brief(table)
        whole = [table.said(self.advice, side)._replace(figure=figure) for side in (False, True)]
        ways = [(whole[0], whole[1])]
        if figure:
            short = [said._replace(title=brief, figure="") for said in whole]
            ways.append((short[0], short[1]))
        marks = marks_of(table, self.advice, items)
        taken = [item.box for item in items if not item.id.startswith(NOTE)] + [box for box, _radius in marks]
        soft = table.own_part()
        tiers = ([*taken, *soft, *table.spared()], [*taken, *soft], taken)
        shown, box, said = _placed(table, table.spots.note, ways, self.numbers, tiers)
        return HintPaper(table.kit, shown, box, marks, said, turn)

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
        shown, box, said = _placed(table, table.advice_at, [both], self.numbers, ([*firm, *cards], firm))
        return HintPaper(table.kit, shown, box, marks, said, turn)


def _thinking(table: AnyTurnTable, items: Iterable[Item], turn: Use) -> HintPaper:
    """The paper while there is nothing to say yet."""
    said = Said(table.context.texts("hint.title"), table.context.texts("hint.thinks"), "", ())
    taken = [item.box for item in items if not item.id.startswith(NOTE)]
    tiers = ([*taken, *table.own_part(), *table.spared()], [*taken, *table.own_part()], taken)
    shown, box, said = _placed(table, table.spots.note, [(said, said)], False, tiers)
    return HintPaper(table.kit, shown, box, (), said, turn)


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
    table: AnyTable, note: Box, ways: Sequence[tuple[Said, Said]], numbers: bool, tiers: Sequence[Sequence[Box]]
) -> tuple[Surface, Box, Said]:
    """The paper with the reason or the ``numbers``, where it lies, near ``note``, and which of the ``ways`` it says it.

    If it can it covers nothing of the first of the ``tiers`` and stays where it is for its other side, rather with its
    lines closer than elsewhere; if there is no such place, it keeps to the next tier. Of the widths the first that will
    do is taken.
    """
    frame, kit = table.context.frame, table.kit
    room, widths = room_on(frame), TALL_WIDTHS if frame.tall else (note.w, *WIDTHS)
    least, found = inf, None
    # letters that are larger than the table's are there for who needs them: these are not squeezed
    highest = (MOST_HIGH,) if kit.text_scale > kit.scale else (MOST_HIGH, min(MOST_HIGH, note.h))
    for taken, both, most, alike in product(tiers, ways, highest, (True, False)):
        for w in widths:
            papers = [kit.made(advice_paper, w, most, said) for said in both]
            paper = papers[numbers]
            own = kit.paper_height(paper)
            high = max(map(kit.paper_height, papers)) if alike else own
            box, covered = free_place(w, high, room, taken, note)
            if covered < least or not found:
                least, found = covered, (paper, box._replace(h=own), both[numbers])
            if not covered:
                return found
    assert found, "there are widths"
    return found
