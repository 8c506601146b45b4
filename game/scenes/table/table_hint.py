"""The hint at a table: its text, its marks, and its computation.

At a table of turns a second, visible look precedes the advice, which never changes afterwards. The comparison with the
next best move is added once it is known.
"""

from collections.abc import Iterable
from typing import TypeAlias

from game.ai.second_look import HintComparison
from game.core.capabilities import Advice
from game.core.game import Action, AnyGame, Event, State, View
from game.engine.cards import CORNER
from game.engine.dock import Mark
from game.engine.drag import HELD
from game.engine.game_table import AnyTable
from game.engine.items import CARD, MOVE, NOTE, Item
from game.engine.layout import Box
from game.engine.live_table import AnyLiveTable
from game.engine.panel import PanelText
from game.engine.turn_table import AnyTurnTable
from game.engine.widgets import RoundButton, UseAction
from game.player.review_worker import MOST_SLICES, SLICE_MS
from game.services.context import Context

#: a hovered or chosen card is lifted by less than this share of its width
LIFTED = 0.2
#: duration of the second look before the hint is shown, and of a longer one while another move seems better, in
#: milliseconds
LOOK_MS, LONGER_MS = 900.0, 2400.0
#: how a comparison may end, and a number of points as long as any
OUTCOMES, MOST_POINTS = ("compares", "ahead", "better", "worse", "equal"), 50
#: maximum number of rows of numbers
ROWS = 4
#: computation of a hint in any game
AnySecondLook: TypeAlias = HintComparison[State, Action, Event, View]


class TableHint:
    """The hint while it is open; ``advice`` is None while it is not."""

    def __init__(self) -> None:
        self.advice: Advice[Action] | None = None
        #: the numbers are shown below the reason
        self.numbers = False
        self._comparison: AnySecondLook | None = None
        self._remaining_ms = 0.0

    @property
    def open(self) -> bool:
        """True if a hint is shown or being computed."""
        return self.advice is not None or self._comparison is not None

    def show(self, advice: Advice[Action]) -> None:
        """Show a hint, its reason first."""
        self.advice, self.numbers = advice, False

    def begin(self, game: AnyGame, view: View, seat: int) -> None:
        """Start computing a hint; if nothing is to be computed, it is shown at once."""
        self._comparison, self._remaining_ms, self.numbers = HintComparison(game, view, seat), LOOK_MS, False
        if self._comparison.done or not LOOK_MS:
            self.show(self._comparison.advice)

    def close(self) -> None:
        """Close the hint and stop its computation."""
        self.advice = self._comparison = None

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
        if comparison is None or comparison.done:
            return False
        end = context.clock.now_ms() + SLICE_MS
        for _ in range(MOST_SLICES):
            comparison.go_on()
            if context.clock.now_ms() >= end:
                break
        if self.advice is not None:
            before = self.is_compared
            comparison.measure()
            return comparison.done or self.is_compared != before
        self._remaining_ms -= ms
        if self._remaining_ms > 0 or (self._remaining_ms > LOOK_MS - LONGER_MS and comparison.is_doubtful):
            return False
        comparison.settle()
        self.show(comparison.advice)
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
        comparison, texts = self._comparison, table.context.texts
        if comparison is None or comparison.other is None:
            return texts("hint.title")
        if comparison.figure is None:
            return texts(f"hint.brief.{self._stage}")
        points = comparison.figure.points
        if points is None:
            return texts("hint.title")
        return texts(f"hint.brief.{'better' if points > 0 else 'worse' if points else 'equal'}", count=abs(points))

    @property
    def _stage(self) -> str:
        """The key of the text for as long as there is no figure."""
        return "ahead" if self.is_compared else "compares"

    def figure(self, table: AnyTable) -> str:
        """Return the comparison of the advised move with the next best, or that it is in progress; "" if uncertain."""
        comparison, texts = self._comparison, table.context.texts
        if comparison is None or (other := comparison.other) is None:
            return ""
        if comparison.figure is None:
            return texts(f"hint.{self._stage}", move=table.match_texts.action(other, table.view))
        move, points = table.match_texts.action(comparison.figure.other, table.view), comparison.figure.points
        if points is None:
            return ""
        if not points:
            return texts("hint.equal", move=move)
        return texts("hint.better" if points > 0 else "hint.worse", count=abs(points), move=move)

    def _longest(self, table: AnyTable) -> str:
        """Return the longest text of :meth:`figure` that is still to come or has been shown."""
        comparison, texts = self._comparison, table.context.texts
        if comparison is None or (other := comparison.other) is None:
            return ""
        move = table.match_texts.action(other, table.view)
        return max((texts(f"hint.{key}", count=MOST_POINTS, move=move) for key in OUTCOMES), key=len)

    def spoken(self, table: AnyTurnTable) -> str:
        """Return the current text for screen readers."""
        if self.advice is None:
            return table.context.texts("hint.thinks")
        if self.is_compared:
            return self.figure(table)
        panel_text = table.panel_text(self.advice, False)
        return table.context.texts.sentences([panel_text.title, panel_text.body])

    def panel_text(self, table: AnyTable) -> PanelText | None:
        """Return the dock's text about the open hint, or None."""
        texts = table.context.texts
        if self.advice is None:
            thinks = PanelText(texts("hint.title"), title=texts("hint.thinks"), close=texts("hint.close"))
            return thinks if self._comparison else None
        panel_text = table.panel_text(self.advice, self.numbers)._replace(close=texts("hint.close"))
        chances = self._chances(table)
        if chances and panel_text.body:
            panel_text = panel_text._replace(turn=texts("hint.less" if self.numbers else "hint.more"))
        rows = (*chances, *panel_text.rows) if self.numbers else panel_text.rows
        if not rows:
            return panel_text._replace(figure=self.figure(table), longest=self._longest(table))
        # the numbers take the place of the comparison's sentence
        level = self._comparison.level if self._comparison and chances else ""
        as_if = texts("review.as_if", level=texts(f"level.{level}")) if level else ""
        return panel_text._replace(head=self.brief(table), rows=rows[:ROWS], figure=as_if)

    def _chances(self, table: AnyTable) -> list[tuple[str, str]]:
        """Return the chance to win with each of the compared moves, as names and values; one for equal moves."""
        texts, figure = table.context.texts, self._comparison.figure if self._comparison else None
        if self.advice is None or figure is None or figure.points is None:
            return []
        # the title may speak of several actions that are alike
        moves = [table.panel_text(self.advice, False).title, table.match_texts.action(figure.other, table.view)]
        if not figure.points:
            about = texts("hint.chance_about", count=round(sum(figure.chances) / 2))
            return [(texts("hint.chances_both", move=moves[1]), about)]
        return [
            (texts("hint.chances", move=move), texts("hint.chance_about", count=chance))
            for move, chance in zip(moves, figure.chances, strict=True)
        ]

    def marks(self, table: AnyTurnTable, items: Iterable[Item]) -> list[Mark]:
        """Return the hint's marks; none while it is being computed."""
        return marks_of(table, self.advice, items) if self.advice else []


def marks_of(table: AnyTurnTable, advice: Advice[Action], items: Iterable[Item]) -> list[Mark]:
    """Return a hint's marks with their corner radius: cards and buttons of its move, and the table's own additions."""
    ids = {table.item_of(advice.action), table.button_id(advice.action)}
    marks = table.marked(advice)
    for item in items:
        if item.id in ids:
            box = item.card or item.box
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
