"""How the result of dnuP adds up: letters that spell the name, or rounds won between two players (section 5.1)."""

from __future__ import annotations

from collections.abc import Sequence
from typing import TYPE_CHECKING

from game.core.match import Seat
from game.engine import tally
from game.engine.canvas import Canvas
from game.engine.layout import Box
from game.engine.tally import Part, Tally
from game.games.dnup.faces import marker
from game.games.dnup.rules import State
from game.games.dnup.scoring import LETTERS, goal_of

if TYPE_CHECKING:
    from game.app.context import Context

WIDEST = 112.0


class Reckoning(tally.Reckoning):
    """Everybody's letters one by one, and who was out first in the last round."""

    cards_say_sum = True
    tall_row_height = 250.0

    def __init__(self, context: Context, seats: Sequence[Seat], state: State) -> None:
        super().__init__(context, seats)
        self.store = state.store
        count = len(self.store.totals)
        self.goal = goal_of(count)
        self.rule = "dnup.result.rule_two" if count == 2 else "dnup.result.rule"
        self.unit = "rounds" if count == 2 else "letters"
        self.out, self.left = state.out, tuple(map(len, state.hands))
        self.tallies = tuple(
            Tally(seat, (Part(f"unit.{self.unit}", total),), total, total)
            # the word has no more: who is out first with three already is not five ahead of nobody's letter
            for seat, total in enumerate(min(total, self.goal) for total in self.store.totals)
        )
        self.build()

    def build(self) -> None:
        """The letters are made when they are drawn."""

    def remark(self, seat: int) -> str:
        """Who was out first in this round, and how many cards the others still held."""
        texts = self.context.texts
        if seat in self.out:
            return texts("dnup.result.second" if self.out.index(seat) else "dnup.result.first")
        return texts("dnup.result.left", count=self.left[seat])

    def note(self) -> str:
        """Which round has been played."""
        return self.context.texts("dnup.result.round", number=self.store.round)

    def pieces(self, seat: int) -> int:
        """The letters are counted one by one."""
        return min(self.store.totals[seat], self.goal)

    def counted(self, seat: int, pieces: int) -> int:
        """The first ``pieces`` letters."""
        del seat
        return pieces

    def draw_cards(self, canvas: Canvas, seat: int, box: Box, pieces: int, bright: bool) -> None:
        """Draw the places for letters, so many of them filled."""
        del seat, bright
        kit = self.context.kit
        w = min(WIDEST, box.h - 10, box.w / self.goal / 1.2)
        for place in range(self.goal):
            name = "cup" if self.goal != len(LETTERS) else f"letter{place}"
            x = box.x + w * (0.6 + place * 1.2)
            canvas.put_centred(kit.made(marker, name, w, place < pieces), x, box.y + box.h / 2)
