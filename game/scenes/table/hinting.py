"""The hint at a table: where its paper lies, what it marks, and the thinking behind it.

At a table of turns it takes a second look before it says anything, for so long that one sees it think: what it has said
then it does not take back. How much better that is than the next best move is told when it is known.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence
from itertools import groupby, product
from math import inf
from typing import NamedTuple, TypeAlias

from pygame import Surface

from game.app.context import Context
from game.core.capabilities import Advice
from game.core.game import Action, AnyGame, Event, State, View
from game.engine.advice import (
    MORE,
    HintPaper,
    Said,
    advice_paper,
    free_at,
    free_place,
    free_spot,
    measures,
    reads,
    room_on,
    spared_place,
)
from game.engine.cards import CORNER
from game.engine.items import CARD, MOVE, NOTE, Item
from game.engine.kit import Kit
from game.engine.layout import Box, overlap
from game.engine.live_table import AnyLiveTable
from game.engine.table import AnyTable
from game.engine.turn_table import HELD, AnyTurnTable
from game.engine.widgets import RoundButton, Use
from game.scenes.review.reviewing import MOST_SLICES, SLICE_MS
from game.thinking.second_look import SecondLook

#: how long a second look takes before the hint says what it has found out, in milliseconds
LOOK_MS = 900.0
#: the thinking behind a hint, whatever is played
AnySecondLook: TypeAlias = SecondLook[State, Action, Event, View]

#: what a paper says without the numbers and with them
Pair: TypeAlias = tuple[Said, Said]
#: one of the ways to say it, by its number: what the paper says, and what it might come to say instead
Alternative: TypeAlias = tuple[int, tuple[Pair, ...]]

#: widths of the paper that are tried one after the other, on a wide table and on a tall one
WIDTHS, TALL_WIDTHS = (308.0, 400.0, 480.0, 264.0), (560.0, 440.0, 350.0, 664.0)
#: what a line of a prompt without a pill takes up
LINE_HIGH = 34.0
#: up to this tier a paper lies on nothing but felt
FELT = 1
#: how high the paper may be
MOST_HIGH = 320.0


class Hinting:
    """The hint while it is open; ``advice`` is None while it is not."""

    def __init__(self) -> None:
        self.advice: Advice[Action] | None = None
        #: the numbers are shown below the reason
        self.numbers = False
        self._look: AnySecondLook | None = None
        self._left = 0.0
        #: where the paper lies from the first moment on, and whether all has room there that it may come to say; the
        #: pictures of the window for which that holds, and the move and what must stay in sight
        self._lies: Found | None = None
        self._fits = False
        self._kit: Kit | None = None
        self._lies_for: tuple[Action, list[Box]] | None = None
        #: all that it may come to say, if it has not said it at once
        self._possible: Sequence[Advice[Action]] = ()

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
        self._kit, self._possible = None, self._look.possible
        if self._look.done or not LOOK_MS:
            self._possible = ()
            self.show(self._look.advice)

    def close(self) -> None:
        """Put the hint away, and think about it no more."""
        self.advice = self._look = self._kit = None

    def button(self, context: Context, at: tuple[float, float], use: Use, enabled: bool) -> RoundButton:
        """The round button of the hint. While its paper lies there, that says what it is: its name stays away."""
        label = context.texts("button.hint")
        made = RoundButton(context.kit, "hint", *at, label, use, icon="bulb", side=52, keys=("hint",), enabled=enabled)
        made.item.tip = not self.open
        return made

    def ended_by(self, item: Item) -> bool:
        """Close it if ``item`` is something on the table: it is heeded, or not wanted. Return whether it did."""
        ends = self.open and item.id.startswith((CARD, MOVE, NOTE, HELD))
        if ends:
            self.close()
        return ends

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

    def spoken(self, table: AnyTurnTable) -> str:
        """What there is to say by now, for whoever cannot see it."""
        if self.advice is None:
            return table.context.texts("hint.thinks")
        if self.measured:
            return self.figure(table)
        said = table.said(self.advice, False)
        return table.context.texts.sentences([said.title, said.move, said.why])

    def paper(self, table: AnyTurnTable, items: Iterable[Item], turn: Use) -> HintPaper | None:
        """The paper of the hint that is open, where it covers neither ``items`` nor what it speaks of.

        ``turn`` adds the numbers to the reason and takes them away.
        """
        advice = self.advice or (self._look.advice if self._look else None)
        if advice is None:
            return None
        items = [item for item in items if item.id != MORE]
        marks = marks_of(table, advice, items)
        taken = [item.box for item in items if not item.id.startswith(NOTE)] + [box for box, _radius in marks]
        near, ways, tiers = table.hint_near(), self._ways(table, advice), _tiers(table, taken)
        if self._kit is not table.kit or not self._lies:
            self._kit, self._lies, self._fits = table.kit, _found(table, near, ways, tiers), False
            self._lies_for = (advice.action, taken)
            # whatever it comes to, that has room where the paper lies from the first moment on, if there is felt for it
            others = [one for one in self._possible if one.action != advice.action]
            if others and self._lies and self._lies.tier <= FELT:
                every = _tiers(
                    table, [*taken, *(box for one in others for box, _radius in marks_of(table, one, items))]
                )
                roomy = _found(table, near, ways, every, [self._ways(table, one) for one in others], FELT)
                self._fits = roomy is not None and roomy.laid.alike >= self._lies.laid.alike
                self._lies = roomy if self._fits else self._lies
        elif not self._lies.holds(table.kit, ways) or not (self._fits or self._lies_for == (advice.action, taken)):
            near = self._lies.laid.box._replace(h=near.h)
            self._lies = _staying(table, self._lies, ways, tiers) or _found(table, near, ways, tiers)
            self._lies_for = (advice.action, taken)
        found = self._lies.saying(ways) if self._lies else None
        shown, box, said = _put(table, near, ways, self.numbers, tiers, found)
        if self.advice is None:
            return _thinking(table, box, turn)
        return HintPaper(table.kit, shown, box, marks, said, turn)

    def _ways(self, table: AnyTurnTable, advice: Advice[Action]) -> list[Pair]:
        """What a paper may say about ``advice``: with the figure in a sentence of its own, or in brief."""
        figure, brief = self.figure(table), self.brief(table)
        whole = [table.said(advice, side)._replace(figure=figure) for side in (False, True)]
        ways = [(whole[0], whole[1])]
        if figure:
            short = [said._replace(title=brief, figure="") for said in whole]
            ways.append((short[0], short[1]))
        return ways

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
        seats = table.seat_boxes()
        tiers = ([*firm, *cards, *seats], [*firm, *cards], firm)
        shown, box, said = _placed(table, table.advice_at, [both], self.numbers, tiers)
        return HintPaper(table.kit, shown, box, marks, said, turn)


def _thinking(table: AnyTurnTable, box: Box, turn: Use) -> HintPaper:
    """The paper while there is nothing to say yet, as large as what it is going to say."""
    said = Said(table.context.texts("hint.title"), table.context.texts("hint.thinks"), "", ())
    kit = table.kit
    # the sheet without its foot
    high = box.h - (kit.paper_high(0.0))
    return HintPaper(kit, kit.made(advice_paper, box.w, box.h, said, high), box, (), said, turn)


def _tiers(table: AnyTurnTable, taken: Sequence[Box]) -> Sequence[Sequence[Box]]:
    """What a paper leaves in sight, from all that it should to what it must.

    It rather lies on felt within panels than on anybody's cards, and on those of the others rather than on the own;
    of felt within panels the own comes first.
    """
    own, spared, seen = [*taken, *table.own_part()], table.spared(), table.seen()
    shown, rivals = [*taken, *seen], table.spots.opponents
    empty = [*own, *seen, *rivals]
    return [*empty, *spared], empty, [*shown, *rivals], shown, [*own, *spared], own, taken


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
    table: AnyTable, note: Box, ways: Sequence[Pair], numbers: bool, tiers: Sequence[Sequence[Box]]
) -> tuple[Surface, Box, Said]:
    """The paper with the reason, or the ``numbers`` below it, where it lies, and which of the ``ways`` it says it."""
    return _put(table, note, ways, numbers, tiers, _found(table, note, ways, tiers))


def _put(
    table: AnyTable,
    note: Box,
    ways: Sequence[Pair],
    numbers: bool,
    tiers: Sequence[Sequence[Box]],
    found: Found | None,
) -> tuple[Surface, Box, Said]:
    """The paper in the place that was ``found`` for it, or where it covers least."""
    if found is None:
        return _crowded(table, note, ways[-1], numbers, tiers[-1])
    return _lying(table, found.laid, numbers, room_on(table.context.frame), tiers, found.tier)


def _found(
    table: AnyTable,
    note: Box,
    ways: Sequence[Pair],
    tiers: Sequence[Sequence[Box]],
    others: Sequence[Sequence[Pair]] = (),
    last: float = inf,
) -> Found | None:
    """A place for a paper that says something in one of these ``ways``, and has room for what ``others`` would say.

    It hides nothing of any tier up to the ``last`` that is tried.

    With the numbers it lies where it lay without, near ``note``, and is only higher. If it can it covers nothing of the
    first of the ``tiers``, either way, rather with its lines closer than elsewhere, with the figure in brief, or with
    the numbers in the place of the reason; if there is no such place, it keeps to the next tier, and covers as little
    as can be of the tiers before. Of the widths the first that will do is taken, or where something is covered the one
    that covers least; none on which letters would shrink. It rather leaves no strip of the log.
    """
    frame, kit = table.context.frame, table.kit
    # a tall table's place for a hint is nearly as wide as the table: that of a paper that lies there is one of these
    room, first = room_on(frame), (note.w,) if not frame.tall or note.w in TALL_WIDTHS else ()
    widths = (*first, *(TALL_WIDTHS if frame.tall else WIDTHS))
    # letters that are larger than the table's are there for who needs them: these are not squeezed
    highest = (MOST_HIGH,) if kit.text_scale > kit.scale else (MOST_HIGH, min(MOST_HIGH, note.h))
    # what hides something at all hides as little as can be of what is there
    least_bad = min(3, len(tiers) - 2)
    log = None if frame.tall else table.log_box
    # the same way for all of them, with its number
    alternatives = list(enumerate(zip(*(_with_exchanged(said) for said in (ways, *others)), strict=True)))
    tried: list[tuple[float, Found]] = []
    cutting: Found | None = None
    # how high each of them is at a width, 0 where it can't be read: every tier asks for that again
    heights: dict[tuple[float, float, int, bool], float] = {}
    # where there was no room for one there is none for a larger one
    failed: list[list[tuple[float, float]]] = [[] for _ in tiers]
    for (tier, alike), group in groupby(_order(len(tiers), alternatives), key=lambda one: one[:2]):
        if (cutting and (tier > FELT or not alike)) or tier > last:
            return cutting
        for _tier, _alike, (way, pairs) in group:
            said = [one for both in pairs for one in both[: 1 + alike]]
            for w, most in product(widths, highest):
                if (key := (w, most, way, alike)) not in heights:
                    readable = all(reads(kit, w, most, one) for one in said)
                    heights[key] = kit.paper_high(max(measures(kit, w, most, one).high for one in said)) * readable
                high = heights[key]
                if not high or any(w >= wide and high >= tall for wide, tall in failed[tier]):
                    continue
                if not (box := free_spot(w, high, room, tiers[tier], note)):
                    failed[tier].append((w, high))
                    continue
                found = Found(tier, way, Laid(box, most, pairs[0], alike))
                if tier > least_bad:
                    box, spoilt = spared_place(w, high, room, tiers[tier], note, tiers[least_bad])
                    tried.append((spoilt, found._replace(tier=len(tiers), laid=found.laid._replace(box=box))))
                elif _cuts(log, box):
                    cutting = cutting or found
                else:
                    return found
            if tried and not alike:
                return min(tried, key=lambda one: one[0])[1]
    return cutting


def _staying(table: AnyTable, found: Found, ways: Sequence[Pair], tiers: Sequence[Sequence[Box]]) -> Found | None:
    """The place that has been found, for a paper that says something else now, if it hides no more there."""
    kit, (box, most, _both, alike) = table.kit, found.laid
    for way, both in enumerate(_with_exchanged(ways)):
        said = both[: 1 + alike]
        if all(reads(kit, box.w, most, one) for one in said):
            high = kit.paper_high(max(measures(kit, box.w, most, one).high for one in said))
            if free_at(box._replace(h=high), room_on(table.context.frame), tiers[min(found.tier, len(tiers) - 1)]):
                return Found(found.tier, way, Laid(box._replace(h=high), most, both, alike))
    return None


def _with_exchanged(ways: Sequence[Pair]) -> list[Pair]:
    """These, and each of them with the numbers in the place of the reason."""
    return [*ways, *((reason, exchanged(more)) for reason, more in ways)]


def _cuts(log: Box | None, box: Box) -> bool:
    """Whether a paper leaves a strip of the log beside it."""
    return log is not None and overlap(log, box) > 0 and (box.x > log.x or box.x + box.w < log.x + log.w)


def exchanged(said: Said) -> Said:
    """What a paper says that has no room for the reason and the numbers: these alone, if there are any."""
    return said._replace(why="") if said.rows else said


def _order(tiers: int, pairs: Sequence[Alternative]) -> Iterator[tuple[int, bool, Alternative]]:
    """What is tried one after the other: a tier, whether the paper keeps its place, and what is said.

    The felt that had better be spared is not worth the reason.
    """
    half = len(pairs) // 2
    first = min(2, tiers)
    yield from product(range(first), (True,), pairs[:half])
    yield from product(range(first), (True,), pairs[half:])
    yield from product(range(first), (False,), pairs)
    yield from product(range(first, tiers), (True, False), pairs)


class Laid(NamedTuple):
    """Where a paper lies and how it is written: ``both`` without the numbers and with them, ``alike`` in one place."""

    box: Box
    most: float
    both: tuple[Said, Said]
    alike: bool


class Found(NamedTuple):
    """A place that hides nothing of a tier, if there is one of that number; and in which way it is said there."""

    tier: int
    way: int
    laid: Laid

    def saying(self, ways: Sequence[Pair]) -> Found:
        """The same place for something else that has room there, see ``holds``."""
        return self._replace(laid=self.laid._replace(both=_with_exchanged(ways)[self.way]))

    def holds(self, kit: Kit, ways: Sequence[Pair]) -> bool:
        """Whether something else can be read on a paper of this width."""
        box, most, both, alike = self.saying(ways).laid
        return all(reads(kit, box.w, most, said) for said in both[: 1 + alike])


def _lying(
    table: AnyTable, laid: Laid, numbers: bool, room: Box, tiers: Sequence[Sequence[Box]], tier: int
) -> tuple[Surface, Box, Said]:
    """The paper that has been ``laid`` without hiding anything of a ``tier``, if there is one of that number."""
    kit, (box, most, both, alike) = table.kit, laid
    if numbers and not alike:
        return _grown(table, laid, room, tiers)
    said = both[numbers]
    paper = kit.made(advice_paper, box.w, most, said)
    box = box._replace(h=kit.paper_height(paper))
    log = None if table.context.frame.tall or tier == len(tiers) else table.log_box
    if (whole := _over_log(log, box)) and free_at(whole, room, tiers[tier]):
        return kit.made(advice_paper, box.w, most, said, whole.h), whole, said
    return paper, box, said


def _grown(table: AnyTable, laid: Laid, room: Box, tiers: Sequence[Sequence[Box]]) -> tuple[Surface, Box, Said]:
    """The paper with its numbers where there is no room to spare: higher, downwards or upwards, or with them alone.

    It covers least of what matters most.
    """
    kit, (box, most, both, _alike) = table.kit, laid
    alone = exchanged(both[1])
    found: list[tuple[list[float], float, Box, Said]] = []
    # closer lines are better than something that is covered
    for said, least in product(dict.fromkeys((both[1], alone)), (most, box.h - kit.paper_high(0))):
        if not reads(kit, box.w, least, said):
            continue
        high = kit.paper_high(measures(kit, box.w, least, said).high)
        for y in (box.y, box.y + box.h - high):
            place = Box(box.x, max(room.y, min(y, room.y + room.h - high)), box.w, high)
            found.append(
                ([sum(overlap(place, part) for part in parts) for parts in reversed(tiers)], least, place, said)
            )
    covered, least, place, said = min(found, key=lambda one: one[0], default=([1.0], most, box, alone))
    if covered[0]:
        # there is no room for it there: better elsewhere than over a button
        return _placed(table, box, [(alone, alone)], False, tiers)
    return kit.made(advice_paper, box.w, least, said), place, said


def _over_log(log: Box | None, box: Box) -> Box | None:
    """A paper that lies on the log goes down to its lower edge: no strip is left. None where that is no matter."""
    if log is None or box.x > log.x or box.x + box.w < log.x + log.w or not log.y - box.h < box.y <= log.y:
        return None
    return box._replace(h=max(box.h, log.y + log.h - box.y))


def _crowded(
    table: AnyTable, note: Box, both: tuple[Said, Said], numbers: bool, taken: Sequence[Box]
) -> tuple[Surface, Box, Said]:
    """The same where there is room nowhere: the paper that covers least."""
    frame, kit = table.context.frame, table.kit
    found: list[tuple[float, Surface, Box]] = []
    for w in TALL_WIDTHS if frame.tall else WIDTHS:
        paper = kit.made(advice_paper, w, MOST_HIGH, both[numbers])
        box, covered = free_place(w, kit.paper_height(paper), room_on(frame), taken, note)
        found.append((covered, paper, box))
    _covered, paper, box = min(found, key=lambda one: one[0])
    return paper, box, both[numbers]
