"""The result of Twin It!: the sets that everybody has won, or the medal that a group has earned together.

A second page tells how quickly everybody claimed, what nobody saw in time, and what was taken for equal.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Sequence
from typing import TYPE_CHECKING

from game.core.match import HUMAN
from game.core.records import MatchRecord
from game.engine import tally, text
from game.engine.backdrop import Backdrop
from game.engine.canvas import Canvas
from game.engine.layout import Box
from game.engine.palette import CREAM, GOLD, INK, WARNING
from game.engine.presentation import Weight
from game.engine.tally import Part, Tally
from game.games.twin_it import afterwards, medals, scoring
from game.games.twin_it.clockwork import TwinItMatch
from game.games.twin_it.events import (
    CardFlipped,
    CollectRefused,
    ErrorMade,
    Event,
    SetCollected,
    SetExtended,
    SetStolen,
    SetWon,
)
from game.games.twin_it.faces import Faces, won
from game.games.twin_it.history import Story, before, custom_of, record_from, story_of
from game.games.twin_it.options import MINUTE
from game.games.twin_it.state import WonSet, in_teams, is_timed, members, seats_of

if TYPE_CHECKING:
    from game.context import Context

#: a set is at most so wide, and its neighbour begins so many widths further
WIDEST, PITCH = 104.0, 1.14
#: events that a replay jumps to, and what they are
WEIGHTS: dict[type, Weight] = {
    CardFlipped: "turn",
    SetWon: "gain",
    SetStolen: "gain",
    SetCollected: "gain",
    SetExtended: "gain",
    ErrorMade: "error",
    CollectRefused: "error",
}


def weight(event: Event) -> Weight:
    """What an event means for a replay."""
    return WEIGHTS.get(type(event), "")


class Reckoning(tally.Reckoning):
    """The sets and sums of a finished match."""

    pages = ("twin_it.result.page",)

    def __init__(self, context: Context, match: TwinItMatch) -> None:
        super().__init__(context, match.seats)
        state = match.state
        self.state, self.timed = state, is_timed(state)
        self.at_once = not self.timed
        self.unit = "points" if self.timed else "sets"
        self.people = tuple(seat for seat, row in enumerate(match.seats) if row.kind == HUMAN)
        self.rule = "twin_it.result.rule_timed" if self.timed else "twin_it.result.rule"
        self.together = state.options.mode == MINUTE
        self.standing_height = 250.0 if self.together else 0.0
        rows = range(2) if in_teams(state) else range(seats_of(state))
        self.sets = {row: self._sets_of(row) for row in rows}
        self.tallies = tuple(self._tally(row) for row in rows)
        self.viewer = self.people[0] if self.people else 0
        self.story: Story = story_of(match, self.viewer)
        self._match = match
        #: the person's usual median in earlier matches, in milliseconds, or 0
        self.custom = 0
        #: family of patterns -> how often the person has confused its near-twins before
        self.confused: Counter[int] = Counter()
        self.build()

    def remember(self, records: Sequence[MatchRecord]) -> None:
        """See what the only person's usual time is, and what it has confused before."""
        if len(self.people) == 1:
            own = record_from(self._match, self.viewer, self.story)
            earlier = before(records, own)
            self.custom = custom_of(earlier, own)
            self.confused = Counter(family for record in earlier for family in record.confused)

    def build(self) -> None:
        """Make pictures for the window as it is now."""
        self.faces = Faces(self.context.kit, self.context.settings.colours == "grey")

    # ---- the sums ---------------------------------------------------------------------------------

    def _sets_of(self, seat: int) -> tuple[WonSet, ...]:
        sets = [one for member in self.members(seat) for one in self.state.sets[member]]
        return tuple(sorted(sets, key=lambda one: one.won_at))

    def _worth(self, one: WonSet) -> int:
        """What a set adds to the sum (rule text, sections 2 and 5)."""
        if not scoring.is_valid(self.state, one):
            return 0
        return len(one.faces) - 1 if self.timed else 1

    def _tally(self, seat: int) -> Tally:
        sets = self.sets[seat]
        sums = [sum(self._worth(one) for one in sets if len(one.faces) == size) for size in (2, 3)]
        parts = (Part("twin_it.result.pairs", sums[0]), Part("twin_it.result.triples", sums[1]))
        return Tally(seat, parts, sum(sums), sum(sums))

    def members(self, seat: int) -> tuple[int, ...]:
        """The seats of a team; elsewhere everybody counts alone, in the co-operative minute as well."""
        return members(self.state, seat) if in_teams(self.state) else (seat,)

    def label(self, seat: int) -> str:
        """The name, or the number of the team."""
        if in_teams(self.state):
            return self.context.texts("twin_it.result.team", number=seat + 1)
        return super().label(seat)

    def crowned(self, winners: tuple[int, ...]) -> tuple[int, ...]:
        """Nobody, where all win or lose together."""
        return () if self.together else winners

    def note(self) -> str:
        """How long the game took, where there is a clock."""
        if self.state.options.calm:
            return ""
        seconds = self.story.length // 1000
        return self.context.texts("twin_it.result.time", minutes=seconds // 60, seconds=f"{seconds % 60:02d}")

    def pieces(self, seat: int) -> int:
        """The sets are counted one by one."""
        return len(self.sets[seat])

    def counted(self, seat: int, pieces: int) -> int:
        """What the pairs among the first sets are worth."""
        return sum(self._worth(one) for one in self.sets[seat][:pieces] if len(one.faces) == 2)

    def draw_cards(self, canvas: Canvas, seat: int, box: Box, pieces: int, bright: bool) -> None:
        """Draw the sets as small cards; those not counted yet are dark, in timed play counted ones say their worth."""
        del bright
        kit, sets = self.context.kit, self.sets[seat]
        if not sets:
            return
        # as large in every row as in the fullest one
        most = max(map(len, self.sets.values()))
        widest, _, _ = afterwards.fit(most, box, WIDEST, PITCH)
        w, rows, columns = afterwards.fit(len(sets), box, widest, PITCH)
        high = w * PITCH
        top = box.y + (box.h - high * rows) / 2
        for number, one in enumerate(sets):
            x = box.x + (number % columns + 0.5) * w * PITCH
            y = top + (number // columns + 0.5) * high
            worth = self._worth(one)
            face = won(self.state.deck[one.faces[0]], len(one.faces))
            shown = number < pieces
            canvas.put_centred(self.faces(face, w, "rest" if shown and (worth or not self.timed) else "dim"), x, y)
            if shown and self.timed and w >= 30:
                fill, words = (GOLD, str(worth)) if worth else (WARNING, self.context.texts.number(0))
                pill = kit.pill(words, max(11.0, w * 0.22), fill, INK if worth else CREAM, text.DISPLAY)
                canvas.put_centred(pill, x + w * 0.3, y + w * 0.36)

    # ---- the medal ----------------------------------------------------------------------------------

    def draw_standing(self, canvas: Canvas, box: Box, total: int, done: bool) -> None:
        """Draw the medal of the co-operative minute as far as it is earned."""
        medals.draw(self.context, canvas, box, total, scoring.LEVELS[seats_of(self.state)], done)

    # ---- the second page ----------------------------------------------------------------------------

    def bake_page(self, plate: Backdrop, page: int, boxes: Sequence[Box]) -> None:
        """Bake how quick everybody was, and what was overlooked or confused."""
        del page
        afterwards.bake(self, plate, boxes)

    def spoken_page(self, page: int) -> str:
        """Best and middle time of everybody, and how much was overlooked and wrong."""
        del page
        return ". ".join(afterwards.spoken(self))
