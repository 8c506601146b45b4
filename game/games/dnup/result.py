"""The score sheet of dnuP: letters that spell the name, or rounds won between two players (section 5.1)."""

from collections import Counter
from collections.abc import Iterable, Sequence
from typing import TYPE_CHECKING, TypeAlias

from pygame import Surface

from game.core.match import Match, Seat
from game.engine import fonts, layout, score_sheet
from game.engine.canvas import Canvas
from game.engine.palette import CREAM, SOFT
from game.engine.texts import Texts
from game.games.dnup import deck, events, faces, rules, scoring

if TYPE_CHECKING:
    from game.services.context import Context

#: the widest letter and cup, and width of a card left over as a share of that
WIDEST, WIDEST_CUP, BACK = 112.0, 132.0, 0.48
#: height of a tall row with the course of a round, the least room for one, and that of the cups above and its heading
HIGH_ROW, LEAST_HIGH, CUPS_HIGH, COURSE_HEAD = 600.0, 280.0, 170.0, 36.0
#: room for the name of a round below, how far that raises the rest, and the least share of their size that it leaves
BELOW, RISE, LEAST_SHARE = 22.0, 6.0, 0.8

PlayedMatch: TypeAlias = Match[rules.State, rules.Action, events.Event, rules.View]


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


def whole_sheet(texts: Texts, match: PlayedMatch) -> score_sheet.ScoreSheet:
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


def courses(seats: int, turns: Iterable[Sequence[events.Event]]) -> list[list[list[int]]]:
    """Return for every finished round each seat's number of cards, as dealt and after every turn."""
    dealt = [len(deck.numbers_for(seats)) // seats] * seats
    rounds, course, held = list[list[list[int]]](), [dealt], dealt[:]
    for made in turns:
        before = held[:]
        for event in made:
            match event:
                case events.SetPlayed(seat=seat, cards=cards):
                    held[seat] -= len(cards)
                case events.CardAdded(seat=seat):
                    held[seat] -= 1
                case events.SetReturned(seat=seat, cards=cards) | events.SetTaken(seat=seat, cards=cards):
                    held[seat] += len(cards)
        if held != before or any(isinstance(event, events.HandTurned) for event in made):
            course.append(held[:])
        if any(isinstance(event, events.RoundEnded) for event in made):
            rounds.append(course)
            course, held = [dealt], dealt[:]
    return rounds


class Pictures(score_sheet.SheetPictures):
    """The places of the letters, or the course of the rounds between two players."""

    tall_row_height = 250.0

    def __init__(self, context: "Context", match: PlayedMatch) -> None:
        super().__init__(context)
        self.goal, self.history = scoring.goal_of(len(match.seats)), match.state.store.history
        self.courses = courses(len(match.seats), match.events)
        if len(match.seats) == 2 and not match.is_over:
            # between two rounds a tall page has room for the course of the last one
            self.tall_row_height = HIGH_ROW
        #: the columns of two players: a round each, and the next while there is one
        self.columns = max(self.goal, len(self.history) + (not match.is_over))

    def draw_cards(self, canvas: Canvas, seat: int, box: layout.Box, pieces: int, bright: bool) -> None:
        """Draw the letters with the rounds that brought them, the first ``pieces`` filled, or every round of two."""
        gained = [number for number, awards in enumerate(self.history, 1) for _ in range(awards[seat])][:pieces]
        if self.goal != len(scoring.LETTERS):
            self._draw_rounds(canvas, seat, box, gained)
            return
        w = min(WIDEST, box.h - 10, box.w / self.goal / 1.2)
        # the rounds are not worth much smaller letters
        wide, high = (side / self.kit.scale for side in self._round(8).get_size())
        low, wide = min(w, box.h - max(BELOW, high - 4)), wide + 14
        says = low > LEAST_SHARE * w and wide <= box.w / self.goal
        w = low if says else w
        step = max(w * 1.2, wide if says else 0.0)
        for place in range(self.goal):
            number = gained[place] if place < len(gained) else 0
            x, y = box.x + step * place + w * 0.6, box.centre[1] - RISE * says
            canvas.put_centred(self.kit.scene_image(faces.marker, f"letter{place}", w, place < pieces), x, y)
            if says and number:
                canvas.put_centred(self._round(number), x, y + w / 2 + 2)

    def _draw_rounds(self, canvas: Canvas, seat: int, box: layout.Box, gained: Sequence[int]) -> None:
        """Draw a cup for every round won, the cards left over from one lost, and the place of the next."""
        cups = box
        if box.h >= LEAST_HIGH and len(self.courses) == len(self.history) > 0:
            cups = box._replace(h=CUPS_HIGH)
            self._draw_course(
                canvas,
                [held[seat] for held in self.courses[-1]],
                box._replace(y=box.y + CUPS_HIGH, h=box.h - CUPS_HIGH),
            )
        w = min(WIDEST_CUP, cups.h - BELOW, box.w / self.columns / 1.2)
        step, y = min(box.w / self.columns, w * 1.9), cups.centre[1] - RISE
        for number in range(1, self.columns + 1):
            x = box.x + step * (number - 0.5)
            known = number <= len(self.history) == len(self.courses)
            left = self.courses[number - 1][-1][seat] if known else 0
            if left:
                self._draw_left(canvas, left, w, x, y)
            else:
                canvas.put_centred(self.kit.scene_image(faces.marker, "cup", w, number in gained), x, y)
            if left or number in gained:
                canvas.put_centred(self._round(number), x, y + w / 2 + 2)

    def _draw_course(self, canvas: Canvas, counts: Sequence[int], box: layout.Box) -> None:
        """Draw the number of cards that a seat held in the last round, turn by turn."""
        kit = self.kit
        title = self.context.texts("dnup.result.course", number=len(self.history))
        canvas.put_left(kit.line(title, kit.fitting(18, legible=True), SOFT, fonts.STRONG, box.w), box.x, box.y + 16)
        most = max(max(held) for held in self.courses[-1])
        high = box.h - COURSE_HEAD - 8
        picture = kit.scene_image(faces.course, box.w, high, tuple(counts), most)
        canvas.put_centred(picture, box.centre[0], box.y + COURSE_HEAD + high / 2)

    def _draw_left(self, canvas: Canvas, left: int, w: float, x: float, y: float) -> None:
        """Draw the backs of cards left over, and their number behind them."""
        kit, back = self.kit, w * BACK
        fan = kit.scene_image(faces.fan, left, back, min(back * 0.4, (w * 0.9 - back) / max(1, left - 1)))
        number = kit.sticker(str(left), w * 0.36, CREAM)
        wide, behind = (picture.get_width() / kit.scale for picture in (fan, number))
        start = x - (wide + behind) / 2
        canvas.put_left(fan, start, y)
        canvas.put_left(number, start + wide, y)

    def _round(self, number: int) -> Surface:
        return self.kit.pill(self.context.texts("dnup.result.round", number=number), 15)
