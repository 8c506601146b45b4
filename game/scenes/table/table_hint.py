"""The hint at a table: its text, its marks, and its computation.

At a table of turns the first thought is shown at once, called so in its headline and without a reason. A second look
follows, after which the advice has its reason and never changes again; if it is another move, both are named. The
comparison with the next best move is added once it is known.
"""

from collections.abc import Iterable, Sequence
from typing import TypeAlias

from game.ai.second_look import FEW, LEVEL, NEARLY_ALL, ROUGHLY, FirstThought, HintComparison
from game.core.capabilities import Advice, require
from game.core.game import Action, AnyGame, Event, State, View
from game.engine.cards import CORNER
from game.engine.dock import Mark
from game.engine.drag import HELD
from game.engine.game_table import AnyTable
from game.engine.items import CARD, MOVE, NOTE, Item
from game.engine.layout import Box, bounds
from game.engine.live_table import AnyLiveTable
from game.engine.panel import PanelText
from game.engine.texts import Texts
from game.engine.turn_table import AnyTurnTable
from game.engine.widgets import RoundButton, UseAction
from game.host import device
from game.player.review_worker import MOST_SLICES, SLICE_MS
from game.player.stats import score_text
from game.services.context import Context

#: a hovered or chosen card is lifted by less than this share of its width
LIFTED = 0.2
#: duration of the second look, and of a longer one while another move seems better, in milliseconds
LOOK_MS, LONGER_MS = 900.0, 2400.0
#: from this time on, the comparison is told as soon as it rests on enough states, though not on all
TELL_MS = 3000.0
#: milliseconds of a frame for the comparison: at a table whose player reads, little else happens
COMPARE_MS = SLICE_MS if device.WEB else 10.0
#: milliseconds of a frame for the first thought: ahead of a request, and in the frame of one
AHEAD_MS, FIRST_MS = (4.0, 60.0) if device.WEB else (2.0, 40.0)
#: how a comparison may end, and a number of points as long as any
OUTCOMES, MOST_POINTS = ("compares", "ahead", "better", "worse", "lead", "equal", "likely", "near"), 50
#: the chance of a move while its games are being played out
PENDING = "…"
#: maximum number of rows of numbers
ROWS = 4
#: numbers of a quick judgement that compare moves: play-outs, which may contradict them, take their place
JUDGED = ("hint.later", "hint.stop", "hint.draw")
#: computation of a hint in any game
AnySecondLook: TypeAlias = HintComparison[State, Action, Event, View]


class TableHint:
    """The hint while it is open; ``advice`` is None while it is not."""

    def __init__(self) -> None:
        self.advice: Advice[Action] | None = None
        #: the advice that has been spoken and has had the focus, and its headline
        self.announced: Advice[Action] | None = None
        self._spoken = ""
        #: the numbers are shown below the reason
        self.numbers = False
        #: the second look has found another move than the first thought
        self.changed = False
        #: no other move is possible
        self.is_only = False
        #: the thought about the present or the next request, and whose: a game and its seat, while it is awaited
        self._thought: FirstThought[View, Action] | None = None
        self._asked: tuple[AnyGame, int] | None = None
        self._comparison: AnySecondLook | None = None
        self._remaining_ms = 0.0
        #: the second look is over
        self._is_settled = True

    @property
    def open(self) -> bool:
        """True if a hint is shown or being computed."""
        return self.advice is not None or self._asked is not None

    def show(self, advice: Advice[Action]) -> None:
        """Show a hint, its reason first."""
        self.advice, self.numbers = advice, False

    def expect(self, game: AnyGame, view: View) -> None:
        """Think ahead of a request, where the first thought would take longer than a frame."""
        if game.hints and not game.hints.is_quick:
            self._thought = FirstThought(game.hints, view)

    def begin(self, context: Context, game: AnyGame, view: View, seat: int, is_only: bool = False) -> None:
        """Start computing a hint; what can be said at once is shown at once, and all of it for an only move."""
        self.close()
        self.numbers, self.is_only, self._asked = False, is_only, (game, seat)
        if self._thought is None or self._thought.view != view:
            self._thought = FirstThought(require(game.hints), view)
        self._think(context, FIRST_MS)

    def close(self) -> None:
        """Close the hint and stop its computation."""
        self.advice = self.announced = self._comparison = self._asked = None
        self._spoken = ""
        self.changed, self._is_settled = False, True

    def _think(self, context: Context, for_ms: float) -> bool:
        """Go on with the first thought; return True if it is complete, so that a second look begins."""
        assert self._thought is not None
        end = context.clock.now_ms() + for_ms
        for _ in range(MOST_SLICES):
            self._thought.go_on()
            if self._thought.advice is not None or context.clock.now_ms() >= end:
                break
        if self._thought.advice is None or self._asked is None:
            return False
        self.show(self._thought.advice)
        (game, seat), self._asked = self._asked, None
        if not self.is_only:
            self._comparison = HintComparison(game, self._thought.view, seat, self._thought.advice)
            self._remaining_ms, self._is_settled = LOOK_MS, self._comparison.done or not LOOK_MS
        return True

    def button(self, context: Context, at: tuple[float, float], use: UseAction, enabled: bool) -> RoundButton:
        """Return the hint's round button, without a tooltip while the dock shows the hint."""
        label = context.texts("button.hint")
        made = RoundButton(context.kit, "hint", *at, label, use, icon="bulb", side=52, keys=("hint",), enabled=enabled)
        made.item.has_tooltip = not self.open
        return made

    def ended_by(self, item: Item) -> bool:
        """Close the hint if ``item`` is on the table, because it is followed or ignored; return True if closed."""
        ends = self.open and item.id.startswith((CARD, MOVE, NOTE, HELD))
        if ends:
            self.close()
        return ends

    def go_on(self, context: Context, ms: float) -> bool:
        """Compute for a part of a frame ``ms`` long; return True if there is something new to show."""
        comparison = self._comparison
        if self._asked is not None or (not self.open and self._thought is not None):
            return self._think(context, SLICE_MS if self._asked else AHEAD_MS)
        if comparison is None or comparison.done:
            return False
        end = context.clock.now_ms() + COMPARE_MS
        for _ in range(MOST_SLICES):
            comparison.go_on()
            if context.clock.now_ms() >= end:
                break
        self._remaining_ms -= ms
        if self._is_settled:
            before = self.is_compared
            comparison.measure(self._remaining_ms <= LOOK_MS - TELL_MS)
            return comparison.done or self.is_compared != before
        if self._remaining_ms > 0 or (self._remaining_ms > LOOK_MS - LONGER_MS and comparison.is_doubtful):
            return False
        comparison.settle()
        self._is_settled, self.changed = True, comparison.advice != self.advice
        self.advice = comparison.advice
        return True

    @property
    def measured(self) -> bool:
        """True once the advised move has been compared with the next best."""
        return self._comparison is not None and self._comparison.figure is not None

    @property
    def is_compared(self) -> bool:
        """True once the comparison has a result, in words or in points."""
        return self.measured or (self._comparison is not None and self._comparison.is_ahead)

    def brief(self, table: AnyTable) -> str:
        """Return :meth:`figure` in two or three words, for when the numbers take its place."""
        comparison = self._comparison
        if comparison is None or comparison.other is None or not table.compares:
            return table.context.texts("hint.title")
        figure = comparison.figure
        # the points are told beside the chances
        told_apart = figure is not None and figure.outcome == "lead"
        return table.context.texts("hint.brief.points") if told_apart else self._sentence(table, "brief.")

    def _sentence(self, table: AnyTable, kind: str) -> str:
        """Return the state of the comparison in words, as a text of that ``kind``."""
        figure = self._comparison and self._comparison.figure
        stage = "ahead" if self.is_compared else "compares"
        return self._filled(table, f"hint.{kind}{figure.outcome if figure else stage}")

    def _filled(self, table: AnyTable, key: str, most: int = 0) -> str:
        """Return a text about the other move, with numbers as large as ``most`` instead of those found."""
        assert self._comparison is not None
        figure, other = self._comparison.figure, self._comparison.other
        assert other is not None
        count, lead = (abs(figure.points or 0), figure.lead) if figure and not most else (most, most)
        move = table.match_texts.action(figure.other if figure else other, table.view)
        amount = score_text(table.context.texts, table.game, lead, {("", len(table.seats))})
        return table.context.texts(key, count=count, move=move, amount=amount)

    @property
    def _kind(self) -> str:
        """The kind of the comparison's sentences: if the second look found another move, they name the first."""
        return "changed." if self.changed else ""

    def figure(self, table: AnyTable) -> str:
        """Return the comparison of the advised move with the next best, or that it is in progress; "" if alone."""
        if self._comparison is None or self._comparison.other is None:
            return ""
        if table.compares:
            return self._sentence(table, self._kind)
        return self._filled(table, "hint.changed") if self.changed else ""

    def _longest(self, table: AnyTable) -> str:
        """Return the longest text of :meth:`figure` that is still to come or has been shown."""
        if self._comparison is None or self._comparison.other is None or not table.compares:
            return ""
        return max((self._filled(table, f"hint.{self._kind}{key}", MOST_POINTS) for key in OUTCOMES), key=len)

    def spoken(self, table: AnyTurnTable) -> str:
        """Return what is new of the hint, for screen readers; "" if nothing is."""
        panel_text = self.panel_text(table)
        if self.advice is None or panel_text is None:
            return table.context.texts("hint.thinks")
        if self.advice != self.announced or panel_text.title != self._spoken:
            self._spoken = panel_text.title
            heads = [panel_text.head] if self.changed else []
            return table.context.texts.sentences([*heads, panel_text.title, panel_text.body])
        return self.figure(table) if self.is_compared else ""

    def panel_text(self, table: AnyTable) -> PanelText | None:
        """Return the dock's text about the open hint, or None."""
        texts = table.context.texts
        if self.advice is None:
            thinks = PanelText(texts("hint.title"), title=texts("hint.thinks"), close=texts("hint.close"))
            return thinks if self.open else None
        advice = self.advice
        if self._comparison and self._comparison.other:
            advice = advice._replace(numbers=tuple(row for row in advice.numbers if row[0] not in JUDGED))
        panel_text = table.panel_text(advice, self.numbers)._replace(close=texts("hint.close"))
        if self.is_only:
            only = texts(table.match_texts.only_move_key(self.advice.action))
            return panel_text._replace(body=only, rows=(), turn="")
        if self.changed:
            panel_text = panel_text._replace(head=texts("hint.second_look"))
        chances, speaks = self._chances(table), self._for_other(table)
        # of moves that are about as good, the chance alone tells nothing
        is_level = self.measured and len(chances) == 1 and not speaks
        if panel_text.body and (self.numbers or not is_level) and chances:
            panel_text = panel_text._replace(turn=texts("hint.less" if self.numbers else "hint.more"))
        rows = (*chances, *panel_text.rows) if self.numbers else panel_text.rows
        if not rows:
            panel_text = panel_text._replace(figure=self.figure(table), longest=self._longest(table))
        if not self._is_settled:
            return self._provisional(table, advice, panel_text, rows)
        if not rows:
            return panel_text
        # the numbers take the place of the comparison's sentence
        is_played_out = bool(self._comparison and self._comparison.level and self.measured and chances)
        head = panel_text.head if self.changed and not self.is_compared else self.brief(table)
        panel_text = panel_text._replace(head=head, rows=rows[:ROWS])
        if not is_played_out:
            return panel_text
        if speaks:
            return panel_text._replace(figure=speaks, says_more=True)
        # not by which level: that is read as the rivals' level at this table
        return panel_text._replace(figure=texts("hint.as_if"), shorter=(texts("hint.as_if_short"),))

    def _provisional(
        self, table: AnyTable, advice: Advice[Action], panel_text: PanelText, rows: Sequence[tuple[str, str]]
    ) -> PanelText:
        """Return the text of a first thought while it is being checked: no reason, with the room for it."""
        texts = table.context.texts
        return panel_text._replace(
            title=texts("hint.first", move=panel_text.title),
            body=texts.sentences([table.match_texts.at_once(advice), texts("hint.checking")]),
            rows=tuple(rows[:ROWS]),
            figure="",
            longest="",
            later=panel_text,
        )

    def _chances(self, table: AnyTable) -> list[tuple[str, str]]:
        """Return the chance to win with each of the compared moves, both also where it is close; the higher marked."""
        comparison = self._comparison
        if self.advice is None or comparison is None or comparison.other is None or not table.compares:
            return []
        texts, figure = table.context.texts, comparison.figure
        # the title may speak of several actions that are alike
        own = table.panel_text(self.advice, False).title
        other = table.match_texts.action(figure.other if figure else comparison.other, table.view)
        if figure is None:
            return [(own, PENDING), (other, PENDING)]
        if figure.chances[0] == figure.chances[1]:
            both = [(texts("hint.both"), _both_win(texts, figure.chances[0]))]
            return [*both, (f"✓ {own}", self._sentence(table, "brief."))] if figure.lead else both
        best = figure.chances[0] < figure.chances[1]
        return [
            (f"✓ {name}" if place == best else name, _wins(texts, count))
            for place, (name, count) in enumerate(zip((own, other), figure.chances, strict=True))
        ]

    def _for_other(self, table: AnyTable) -> str:
        """Return what speaks for the other move where both are about as good; "" if that is no more than is said."""
        comparison, advice = self._comparison, self.advice
        if advice is None or comparison is None or comparison.figure is None or comparison.figure.outcome not in LEVEL:
            return ""
        move, say = comparison.figure.other, table.match_texts
        why = next((found.why for found in comparison.possible if found.action == move), None)
        if why is None or why.key in say.comparing or (advice.why and say.why(why) == say.why(advice.why)):
            return ""
        name = say.action(move, table.view)
        return table.context.texts("hint.for_other", move=name, why=say.why(why))

    def marks(self, table: AnyTurnTable, items: Iterable[Item]) -> list[Mark]:
        """Return the hint's marks; none while it is being computed."""
        return marks_of(table, self.advice, items) if self.advice else []


def _wins(texts: Texts, count: int) -> str:
    """Return the chance to win with a move in words, as exactly as it is known."""
    if count <= FEW:
        return texts("hint.wins.few", count=ROUGHLY)
    return texts("hint.wins.most", count=100 - ROUGHLY) if count >= NEARLY_ALL else texts("hint.wins", count=count)


def _both_win(texts: Texts, count: int) -> str:
    """Return the chance to win with either of two moves in words, as exactly as it is known."""
    if count <= FEW:
        return texts("hint.both_win.few", count=ROUGHLY)
    if count >= NEARLY_ALL:
        return texts("hint.both_win.most", count=100 - ROUGHLY)
    return texts("hint.both_win", count=count)


def marks_of(table: AnyTurnTable, advice: Advice[Action], items: Iterable[Item]) -> list[Mark]:
    """Return a hint's marks with their corner radius: cards and buttons of its move, and the table's own additions."""
    ids = {table.item_of(advice.action), table.button_id(advice.action)}
    marks = table.marked(advice)
    for item in items:
        if item.id in ids:
            box = item.card or item.box
            if any(bounds([mark, box]) == mark for mark, _radius in marks):
                continue
            marks.append((box, box.w * CORNER if item.id.startswith(CARD) else min(18.0, box.h * 0.28)))
    return list(dict.fromkeys(marks))


def live_marks_of(table: AnyLiveTable, advice: Advice[Action], items: Iterable[Item]) -> list[Mark]:
    """Return a hint's marks at a real-time table, whose cards are no items of a move."""
    meant = table.item_of(advice.action)
    buttons = [item.box for item in items if item.id == meant and not meant.startswith(CARD)]
    return list(dict.fromkeys([*table.marked(advice), *((box, min(18.0, box.h * 0.28)) for box in buttons)]))


def lift_of(table: AnyTurnTable, box: Box) -> float:
    """Return how far the card in ``box`` is lifted now, because it is hovered or chosen."""
    for sprite in table.layer.sprites.values():
        card = Box(sprite.x - sprite.place.w / 2, sprite.y - sprite.place.w * table.ratio / 2, sprite.place.w, 0)
        if abs(card.x - box.x) < 1 and 0 < box.y - card.y < card.w * LIFTED:
            return box.y - card.y
    return 0.0
