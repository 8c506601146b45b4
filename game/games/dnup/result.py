"""The score sheet of dnuP: letters that spell the name, or rounds won between two players (section 5.1)."""

from collections import Counter
from collections.abc import Sequence
from typing import TYPE_CHECKING

from game.core.match import Match, Seat
from game.engine import layout, score_sheet
from game.engine.canvas import Canvas
from game.engine.texts import Texts
from game.games.dnup import events, faces, rules, scoring

if TYPE_CHECKING:
    from game.services.context import Context

WIDEST = 112.0


def sheet_of(texts: Texts, seats: Sequence[Seat], state: rules.State) -> score_sheet.ScoreSheet:
    """Build the sheet of letters, counted one by one, with remarks on the last round."""
    unit = "rounds" if len(seats) == 2 else "letters"
    goal = scoring.goal_of(len(seats))
    gained = {seat: scoring.award_of(rank, len(seats)) for rank, seat in enumerate(state.out)}
    return score_sheet.ScoreSheet(
        tuple(
            score_sheet.row_of(seats, seat, (score_sheet.Term(f"unit.{unit}", total),), range(total + 1))._replace(
                remarks=(_remark(texts, state, seat),), known=min(goal, state.store.totals[seat] - gained.get(seat, 0))
            )
            for seat, total in enumerate(scoring.shown_totals(state.store.totals))
        ),
        rule="dnup.result.rule_two" if len(seats) == 2 else "dnup.result.rule",
        note=texts("dnup.result.round", number=state.store.round),
        unit=unit,
        cards_say_sum=True,
    )


def whole_sheet(
    texts: Texts, match: Match[rules.State, rules.Action, events.Event, rules.View]
) -> score_sheet.ScoreSheet:
    """Build the sheet with the number of sets that each seat has beaten, if any, in the round or the whole match."""
    beaten: Counter[int] = Counter()
    for mover, made in zip(match.movers, match.events, strict=True):
        for event in made:
            if isinstance(event, events.RoundStarted) and not match.is_over:
                beaten.clear()
            beaten[mover] += isinstance(event, events.SetReturned) or getattr(event, "is_beaten", False)
    sheet = sheet_of(texts, match.seats, match.state)
    rows = [
        row._replace(remarks=(*row.remarks, texts("dnup.result.beaten", count=beaten[row.seat])))
        if beaten[row.seat]
        else row
        for row in sheet.rows
    ]
    return sheet._replace(rows=tuple(rows))


def _remark(texts: Texts, state: rules.State, seat: int) -> str:
    """Return the rank of a seat that went out in this round, or the number of its cards."""
    if seat in state.out:
        return texts("dnup.result.second" if state.out.index(seat) else "dnup.result.first")
    return texts("dnup.result.left", count=len(state.hands[seat]))


class Pictures(score_sheet.SheetPictures):
    """The places of the letters."""

    tall_row_height = 250.0

    def __init__(self, context: "Context", state: rules.State) -> None:
        super().__init__(context)
        self.goal = scoring.goal_of(len(state.store.totals))
        self.history = state.store.history

    def draw_cards(self, canvas: Canvas, seat: int, box: layout.Box, pieces: int, bright: bool) -> None:
        """Draw the places of the letters, the first ``pieces`` of them filled, or the cups of the rounds won."""
        w, y = min(WIDEST, box.h - 10, box.w / self.goal / 1.2), box.y + box.h / 2
        rounds = [number for number, awards in enumerate(self.history, 1) if awards[seat]]
        for place in range(self.goal):
            name = "cup" if self.goal != len(scoring.LETTERS) else f"letter{place}"
            x = box.x + w * (0.6 + place * 1.2)
            canvas.put_centred(self.kit.scene_image(faces.marker, name, w, place < pieces), x, y)
            if name == "cup" and place < min(pieces, len(rounds)):
                text = self.context.texts("dnup.result.round", number=rounds[place])
                canvas.put_centred(self.kit.pill(text, 15, max_width=w * 1.15), x, y + w * 0.4)
