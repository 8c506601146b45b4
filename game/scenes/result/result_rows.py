"""The rows of a result: everybody's figures, cards and numbers, as far as they have been counted."""

from collections.abc import Sequence
from typing import NamedTuple

from pygame import Surface

from game.core.match import PEOPLE, Seat
from game.engine import controls, fonts, score_sheet, surfaces, tweens
from game.engine.backdrop import Backdrop
from game.engine.canvas import Canvas
from game.engine.figures import figure, figure_plain
from game.engine.layout import Box
from game.engine.palette import CREAM, GOLD, INK, SOFT, SOFT_ON_PAPER, TEAM_COLOURS
from game.engine.score_sheet import ScoreRow, SheetPictures, Term
from game.engine.services import UsesContext
from game.engine.texts import Texts
from game.scenes.result.outcome import MatchOutcome, PlacedRow
from game.scenes.result.result_layout import ResultLayout
from game.services.context import Context

#: milliseconds for a step of the cards, for another term of the sum, and for the total
PIECE_MS, TERM_MS, TOTAL_MS = 240.0, 420.0, 520.0
#: maximum duration of counting all rows; many are counted faster
LONGEST_MS = 2380.0
#: share of it where only the new of a further round is counted, and milliseconds for a row without any
FURTHER, NOTHING_NEW_MS = 0.6, 140.0
#: milliseconds to read the last sum, and of the rows' way to their places
READ_MS, WAY_MS = 420.0, 680.0

#: width of the place, the figure and the name at the left of a row; and of the name alone
HEAD, LABEL = 132.0, 108.0
#: width of the place at the left edge of a row, before several figures
PLACED = 46.0
#: width of the figure and the name of each of a team in a high row
MEMBER = 84.0
#: in windows wider than the table by the first number, names are beside their figures, with the second as their width
EXTRA, ASIDE = 200.0, 150.0
#: so many numbers leave the cards beside them little room
MANY_NUMBERS = 3
#: in portrait, height of a row's figure, name and numbers, usually and in a low row; the rest is for its cards
TALL_HEAD, LOW_HEAD = 104.0, 44.0
#: the lines of a row move no further apart than in a row of this height
HIGH = 150.0
#: distance of the last number from a wide row's right end, between two numbers, and between three or more
LAST_COLUMN, APART, CLOSE = 172.0, 106.0, 76.0
#: height of a line of numbers with their captions, where three or four are in two lines
NUMBERS_HIGH = 54.0
#: distance between four numbers in a tall window's low rows, beside the name, and between more
NARROW, NARROWEST = 82.0, 71.0
#: height of a wide row from which a bot's level has room below its name, and the least share of its text size
ROOMY, LEAST_LEVEL = 100.0, 0.8
#: relative height of a level below a name, the height of a line as a share of its size, and its distance from the edge
LEVEL_BELOW, LINE_HIGH, LINE_EDGE = 0.91, 1.1, 7.0
#: middle of a tall window's sums, the greatest width of sums, and that of their caption
SUM_MIDDLE, SUM_WIDE, SUM_CAPTION = 612.0, 112.0, 96.0
#: least distance of a sum below a caption from its row's right end
SUM_EDGE = 14.0
#: text size of the numbers before them, and how much larger the sums are
TALL_TERM, SUM_SHARE = 26.0, 1.4
#: corner radius of a row
RADIUS = 18.0
#: width of the line around the player's own row
OWN_LINE = 4.0
#: width of a remark
REMARK = 260.0


class CountedRow(NamedTuple):
    """Progress of a row: steps of its cards, further terms (-1 for none at all), and whether its sum is counted."""

    pieces: int
    terms: int
    done: bool


class CountUp:
    """Counts ``rows`` from the bottom to the top; then each moves to its place among the ``ranked`` ones."""

    def __init__(self, rows: Sequence[score_sheet.ScoreRow], ranked: Sequence[score_sheet.ScoreRow]) -> None:
        self._rows, self._ranked = rows, ranked
        #: final place of each row
        self.goals = [ranked.index(row) for row in rows]
        longest = LONGEST_MS * (FURTHER if any(row.known for row in rows) else 1)
        self._pace = max(1.0, sum(map(_length, rows)) / longest)
        #: milliseconds spent on counting, and since
        self._ms, self._after_ms = 0.0, 0.0
        #: all is counted, and every row is in its place
        self.done = False

    def pass_ms(self, ms: float) -> bool:
        """Advance by ``ms`` milliseconds, to the end if infinite; return True if the counts have changed."""
        before = self._stage()
        if all(counted.done for counted in before):
            self._after_ms += ms
        else:
            self._ms += ms * self._pace
        now = self._stage()
        there = self._after_ms >= READ_MS + WAY_MS or self.goals == sorted(self.goals)
        if there and all(counted.done for counted in now):
            self.finish()
        return now != before

    def _stage(self) -> list[CountedRow]:
        return [self.counted(number) for number in range(len(self._rows))]

    def counted(self, number: int) -> CountedRow:
        """Return the progress of the row at this position from the top."""
        left = self._ms - sum(map(_length, self._rows[number + 1 :]))
        row = self._rows[number]
        pieces, terms = row.pieces, len(row.terms)
        if self.done or left >= _length(row):
            return CountedRow(pieces, terms, True)
        if left < 0:
            return CountedRow(row.known, -1, False)
        more = max(0, int((left - (pieces - row.known) * PIECE_MS) / TERM_MS))
        return CountedRow(min(pieces, row.known + int(left / PIECE_MS)), min(terms, more), False)

    def finish(self) -> None:
        """End the count, with the rows in their final order."""
        self._rows, self.done = self._ranked, True

    @property
    def order(self) -> list[int]:
        """The seats of the rows from top to bottom."""
        return [row.seat for row in self._rows]

    @property
    def current(self) -> int:
        """The row that is being counted, from the top, or -1 once all are."""
        return next((number for number, counted in reversed([*enumerate(self._stage())]) if not counted.done), -1)

    @property
    def total(self) -> int:
        """The points counted so far in all rows."""
        return sum(map(_points, self._rows, self._stage()))

    @property
    def moves(self) -> bool:
        """True while rows move to their places."""
        return not self.done and self._after_ms > READ_MS

    def at(self, number: int) -> float:
        """Return the position of a moving row, in rows from the top."""
        share = min(1.0, max(0.0, (self._after_ms - READ_MS) / WAY_MS))
        return number + (self.goals[number] - number) * tweens.in_out_cubic(share)


def _points(row: score_sheet.ScoreRow, counted: CountedRow) -> int:
    """Return the points of a row counted so far."""
    if counted.done:
        return row.total
    return row.counts[counted.pieces] + sum(term.value for term in row.terms[1 : max(1, counted.terms)])


def _length(row: score_sheet.ScoreRow) -> float:
    """Return the duration of counting a row, in milliseconds."""
    if row.known and row.known == row.pieces:
        return NOTHING_NEW_MS
    return (row.pieces - row.known) * PIECE_MS + len(row.terms) * TERM_MS + TOTAL_MS


def _caption(texts: Texts, term: Term) -> str:
    """Return the caption of one row's number."""
    return texts(term.key) if term.things is None else texts(term.key, count=term.things)


class LabelPlace(NamedTuple):
    """Place of a row's name: position, text size and maximum width, logical."""

    x: float
    y: float
    size: float
    max_width: float
    #: which point of it is at that position: its centre, or its left end
    anchor: str


class ResultRows(UsesContext):
    """Draws the rows, in counting order and afterwards from first to last."""

    def __init__(self, context: Context, seats: Sequence[Seat], pictures: SheetPictures, count: CountUp) -> None:
        self.context, self.seats, self.pictures, self.count = context, seats, pictures, count
        #: layout and texts for the current window
        self.places: ResultLayout
        self.outcome: MatchOutcome
        #: whether every bot's level has room, and whether each fits behind its name: the same for all rows
        self._levels_have_room = self._levels_fit_behind = False
        #: pictures of the rows while they move
        self._moving: list[Surface] = []
        #: text sizes of the captions by their room: every row and frame asks for them
        self._caption_sizes: dict[float, float] = {}

    def lay_out(self, outcome: MatchOutcome, places: ResultLayout) -> None:
        """Take on texts and layout for the current window."""
        self.outcome, self.places = outcome, places
        rows, head = outcome.sheet.rows, self.head_box(places.row(0))
        self._levels_fit_behind = all(self._level_fits(row, head) for row in rows)
        self._levels_have_room = all(self._room_for_level(row, head) for row in rows if self.level_text(row))

    def _shown(self) -> list[PlacedRow]:
        return list(map(self.outcome.of, self.count.order))

    # ---- layout -----------------------------------------------------------------------------------

    def _aside(self) -> bool:
        """Return True if names are beside their figures instead of below them."""
        frame, places = self.frame, self.places
        return not frame.tall and (places.needs.big or places.end - places.start >= frame.width + EXTRA)

    def _name_size(self, head: Box) -> float:
        """Return the text size of names beside their figures."""
        grow = self.places.grow
        return min(26 * grow, 0.4 * head.h) if self.places.needs.big else 21 * grow

    def _name_wide(self) -> float:
        """Return the width of names beside their figures: no more than they need beside many numbers."""
        kit, places = self.kit, self.places
        if places.needs.big or self.outcome.sheet.columns < MANY_NUMBERS:
            return ASIDE * places.zoom
        size = round(self._name_size(places.row(0)) * kit.text_scale)
        return min(
            ASIDE, 8 + max(fonts.width(row.label, fonts.BLACK, size) for row in self.outcome.sheet.rows) / kit.scale
        )

    def head_box(self, row: Box) -> Box:
        """Return the part of a row with figure, name and numbers: above the cards in portrait, else all of it."""
        if not self.places.tall:
            return row
        return row._replace(y=row.y + 4, h=LOW_HEAD if self.places.captions else min(TALL_HEAD, row.h * 0.5))

    def cards_box(self, row: Box) -> Box:
        """Return the part of a row with the cards: below its head in portrait, else between name and numbers."""
        head = self.head_box(row)
        if self.places.tall:
            gap = 2.0 if self._one_line() else 4.0
            top = head.y + head.h + gap
            return Box(row.x + 18, top, row.w - 36, row.y + row.h - top - 2 * gap - 2)
        zoom, (first, apart) = self.places.zoom, self.columns()
        front = HEAD * zoom + (self._name_wide() if self._aside() else 0)
        if team := self._spread_team():
            front = (PLACED + team * MEMBER) * zoom
        end = row.w - REMARK * zoom if self.outcome.sheet.cards_say_sum else first - apart / 2 - 8
        return Box(row.x + front + 14, row.y + 8, end - front - 14, row.h - 16)

    def columns(self) -> tuple[float, float]:
        """Return the horizontal position of a row's first number, and the distance between numbers."""
        gaps = self._across() - 1
        if self.places.tall:
            if self._one_line() and gaps > 2:
                # names keep their room before that many numbers
                apart = NARROW if gaps == 3 else NARROWEST
                return 526 - gaps * apart, apart
            apart = min(112.0 if self._one_line() and gaps > 1 else 138.0, 336 / max(1, gaps))
            # long words above two numbers keep clear of a sum of three digits
            return (490 if gaps == 1 else 510) - gaps * apart, apart
        grow = self.places.grow
        apart = (APART if gaps < 2 else CLOSE * self.kit.text_growth**0.5) * grow
        return self.places.wide - LAST_COLUMN * grow - max(0, gaps) * apart + (46 if gaps < 0 else 0), apart

    def _across(self) -> int:
        """Return the numbers side by side: two of three or four in a window's high rows, which leaves cards room."""
        columns, places = self.outcome.sheet.columns, self.places
        lines = 2 * NUMBERS_HIGH * places.grow * self.kit.text_growth
        stacked = columns > 2 and not (places.tall or places.captions) and places.row(0).h >= lines
        return (columns + 1) // 2 if stacked else columns

    def _part(self, head: Box, line: int, lines: int) -> Box:
        """Return one of the lines of numbers of a row, around its middle."""
        if lines == 1:
            return head
        high = min(head.h - 2 * LINE_EDGE, HIGH) / lines
        return head._replace(y=head.y + head.h / 2 + (line - lines / 2) * high, h=high)

    def _spread_team(self) -> int:
        """Return the size of the largest team if rows have room for its figures side by side with names, else 0."""
        team = max(len(row.members) for row in self.outcome.sheet.rows)
        spread = team > 1 and not (self.places.tall or self._aside()) and self.places.row(0).h >= HIGH
        return team if spread else 0

    def figures(self, row: ScoreRow, box: Box) -> list[tuple[str, float, float, float]]:
        """Return the figures at the left of a row: name, radius and position."""
        names = [self.seats[seat].figure for seat in row.members]
        zoom = self.places.zoom
        if self._spread_team():
            first, y = box.x + (PLACED + MEMBER / 2) * zoom, self._at(box, 0.32)
            return [(name, 36.0 * zoom, first + number * MEMBER * zoom, y) for number, name in enumerate(names)]
        large = 28.0 if self.places.tall else 34.0 * zoom
        share = 0.38 if self._aside() else 0.25
        # several are as large as the room before the cards allows
        radius = min(large, (HEAD - PLACED) * zoom / (0.5 + 1.5 * len(names)))
        radius = min(radius, box.h * (0.42 if self._one_line() else share))
        # several figures keep clear of the place before them
        first = max(box.x + 78 * zoom - (len(names) - 1) * radius * 0.75, box.x + PLACED * zoom + radius)
        y = self._figure_middle(box)
        return [(name, radius, first + number * radius * 1.5, y) for number, name in enumerate(names)]

    def _one_line(self) -> bool:
        """Return True if figure, name and numbers are side by side: in a tall window's low rows."""
        return self.places.tall and self.places.captions > 0

    def _figure_middle(self, head: Box) -> float:
        """Return the height of the figure's middle in a row's head: the middle if its name is beside it."""
        if self._aside() or self._one_line():
            return self._at(head, 0.5)
        return self._at(head, 0.38) - self._rise(head)

    def _lines_below(self, head: Box) -> tuple[float, float, bool]:
        """Return relative height and text size of a name below its figure, and whether there is a level below it."""
        levels = head.h >= ROOMY and any(map(self.level_text, self.outcome.sheet.rows))
        return 0.74 if levels else 0.82, self.kit.fitting(18, min(head.h, HIGH) * 0.24), levels

    def _rise(self, head: Box) -> float:
        """Return how far figure and lines below it move up so that the last line keeps clear of the row's edge."""
        if self.places.tall or self._spread_team():
            return 0.0
        share, size, levels = self._lines_below(head)
        if levels:
            share, size = LEVEL_BELOW, self._level_size(size)
        low = self._at(head, share) + size * self.kit.text_growth * LINE_HIGH / 2
        return max(0.0, low - (head.y + head.h - LINE_EDGE))

    def _at(self, box: Box, share: float) -> float:
        """Return a height within a row's head; in a high row the lines stay around its middle."""
        high = min(box.h, HIGH)
        return box.y + box.h / 2 + (share - 0.5) * high

    def label_place(self, row: ScoreRow, box: Box) -> LabelPlace:
        """Return the place of a row's name: beside its figure if there is room, else below it."""
        kit, zoom = self.kit, self.places.zoom
        _, radius, last, _ = self.figures(row, box)[-1]
        # how far the last of several figures ends beyond the usual place
        usual = 126 * zoom if self._aside() else 108 if self._one_line() else 124
        beyond = max(0.0, last + radius + 8 - box.x - usual)
        if self._aside():
            x, most = box.x + 126 * zoom + beyond, self._name_wide() - beyond
            return LabelPlace(x, self._at(box, 0.5), self._name_size(box), most, "left")
        first, apart = self.columns()
        room = min(first - (apart / 2 if self.outcome.sheet.columns else 200), 330.0) - 124
        if self._one_line():
            most = max(90.0, room + 16 - beyond) if apart > NARROW else first - apart / 2 - 108 - beyond
            return LabelPlace(box.x + 108 + beyond, self._at(box, 0.5), kit.fitting(19, 32), most, "left")
        if self.places.tall and room > LABEL:
            x, most = box.x + 124 + beyond, room - beyond
            return LabelPlace(x, self._at(box, 0.4), kit.fitting(21, 32), most, "left")
        # names are at the same height in all rows, whether a level is below them or not
        down, size, _levels = self._lines_below(box)
        if team := self._spread_team():
            most = team * MEMBER * zoom
            return LabelPlace(box.x + PLACED * zoom + most / 2, self._at(box, 0.92), size, most, "centre")
        return LabelPlace(box.x + 72, self._at(box, down) - self._rise(box), size, LABEL, "centre")

    # ---- static parts -------------------------------------------------------------------------------

    def bake(self, plate: Backdrop) -> None:
        """Bake panels, figures and names into the plate."""
        kit, places = self.kit, self.places
        for number, (row, *_rest, own) in enumerate(self._shown()):
            box = places.row(number)
            if row.in_team:
                plate.team_panel(box, RADIUS, row.seat)
            else:
                plate.panel(box, RADIUS, 0.46)
            if own and not row.in_team:
                plate.frame_line(box, RADIUS, GOLD, OWN_LINE)
            head = self.head_box(box)
            for name, radius, x, y in self.figures(row, head):
                plate.put(figure_plain(kit, name, radius), x, y, "centre")
            for name, place in self.member_names(row, head):
                line = kit.line_plain(name, place.size, SOFT, fonts.BLACK, place.max_width)
                plate.put(line, place.x, place.y, place.anchor)
            at = self.label_place(row, head)
            line = kit.line_plain(
                row.label, at.size, GOLD if own and not row.in_team else CREAM, fonts.BLACK, at.max_width
            )
            plate.put(line, at.x, at.y, at.anchor)
            if below := self.level_place(row, head):
                line = kit.line_plain(self.level_text(row), below.size, SOFT, fonts.STRONG, below.max_width)
                plate.put(line, below.x, below.y, below.anchor)

    def member_names(self, row: ScoreRow, head: Box) -> list[tuple[str, LabelPlace]]:
        """Return the names below the figures of a team, with their places; none where there is no room."""
        if not self._spread_team():
            return []
        y, size, most = self._at(head, 0.69), self.kit.fitting(16, 22), (MEMBER - 4) * self.places.zoom
        figures = zip(row.members, self.figures(row, head), strict=True)
        return [(self.seats[seat].name, LabelPlace(at[2], y, size, most, "centre")) for seat, at in figures]

    def level_text(self, row: ScoreRow) -> str:
        """Return the level of a bot's row, or ""."""
        kind = self.seats[row.members[0]].kind
        return self.texts(f"level.{row.level or kind}") if len(row.members) == 1 and kind not in PEOPLE else ""

    def level_place(self, row: ScoreRow, head: Box) -> LabelPlace | None:
        """Return the place of a bot's level: below its name, beside its figure in a low row, or behind its name.

        None for a person, and for all where one bot's level has no room.
        """
        return self._room_for_level(row, head) if self._levels_have_room else None

    def _room_for_level(self, row: ScoreRow, head: Box) -> LabelPlace | None:
        kit, at, level = self.kit, self.label_place(row, head), self.level_text(row)
        size = self._level_size(at.size)
        if at.anchor == "centre" and head.h >= ROOMY:
            y = self._at(head, LEVEL_BELOW) - self._rise(head)
            return LabelPlace(at.x, y, size, at.max_width, "centre") if level else None
        if at.anchor == "centre":
            _, radius, x, y = self.figures(row, head)[-1]
            found = LabelPlace(x + radius + 5, y, size, head.x + HEAD + 5 - x - radius, "left")
        else:
            wide = fonts.width(row.label, fonts.BLACK, round(at.size * kit.text_scale)) / kit.scale
            found = LabelPlace(at.x + wide + 8, at.y + 2, size, at.max_width - wide - 8, "left")
            if self.places.tall and not (self._one_line() or self._levels_fit_behind):
                # a high row has room below the name
                found = LabelPlace(at.x, at.y + 0.9 * at.size * kit.text_growth, size, at.max_width, "left")
        least = fonts.width(level, fonts.STRONG, round(LEAST_LEVEL * size * kit.text_scale)) / kit.scale
        return found if level and found.max_width >= least else None

    def _level_size(self, name: float) -> float:
        """Return the text size of a level beside or below a name of that size."""
        return min(name, self.kit.fitting(15 * self.places.zoom, 20))

    def _level_fits(self, row: ScoreRow, head: Box) -> bool:
        """Return True if a bot's level fits behind its name."""
        kit, at = self.kit, self.label_place(row, head)
        name = fonts.width(row.label, fonts.BLACK, round(at.size * kit.text_scale))
        level = fonts.width(self.level_text(row), fonts.STRONG, round(self._level_size(at.size) * kit.text_scale))
        return name + level <= kit.px(at.max_width - 8)

    def _caption_size(self, room: float) -> float:
        """Return the text size of captions of at most this width: the same for all, and clear of their neighbours."""
        if room not in self._caption_sizes:
            kit = self.kit
            size = 17.0 if self.places.tall else kit.fitting(17 * self.places.grow, 23)
            real = round(size * kit.text_scale)
            fitting = (fonts.fitted(text, fonts.STRONG, real, kit.px(room)) for text in self.captions())
            self._caption_sizes[room] = min(fitting, default=real) / kit.text_scale
        return self._caption_sizes[room]

    def captions(self) -> list[str]:
        """Return all captions of numbers: the columns' headings, or those of the single rows."""
        texts, sheet = self.texts, self.outcome.sheet
        if self.places.captions:
            return [sheet.heading(texts, number) for number in range(sheet.columns)]
        return [_caption(texts, term) for row in sheet.rows for term in row.terms[: sheet.columns]]

    def bake_captions(self, plate: Backdrop) -> None:
        """Bake the captions once above all rows, unless each row has its own."""
        self._caption_sizes.clear()
        kit, places = self.kit, self.places
        if not places.captions:
            return
        first, apart = self.columns()
        y, size = places.row(0).y - places.captions / 2, self._caption_size(apart - 6)
        for number, text in enumerate(self.captions()):
            line = kit.line_plain(text, size, SOFT, fonts.STRONG, apart - 6)
            plate.put(line, places.left + first + number * apart, y, "centre")
        if self._heads_sum:
            line = kit.line_plain(self.texts("standing.all"), size, SOFT, fonts.STRONG, SUM_CAPTION)
            plate.put(line, places.left + SUM_MIDDLE, y, "centre")

    # ---- counted parts --------------------------------------------------------------------------------

    def draw(self, canvas: Canvas) -> None:
        """Draw all rows as far as they are counted, or moving to their places."""
        if self.count.moves:
            # rows that move further up are drawn above the others
            for number in sorted(range(len(self._moving)), key=lambda row: -self.count.goals[row]):
                box = self.places.row(self.count.at(number))
                canvas.put(self._moving[number], box.x, box.y)
            return
        for number, placed in enumerate(self._shown()):
            self.draw_row(canvas, number, placed)

    def lift(self, plate: Backdrop) -> None:
        """Render each row to one picture: its many layers would be too slow for every frame."""
        kit, frame = plate.kit, plate.kit.frame
        whole = Backdrop(kit, plate.surface)
        self.bake(whole)
        canvas = Canvas(whole.surface, frame)
        self._moving = []
        for number, placed in enumerate(self._shown()):
            self.draw_row(canvas, number, placed)
            box = self.places.row(number)
            size = kit.px(box.w), kit.px(box.h)
            cut = surfaces.part(whole.surface, (*frame.to_real(box.x, box.y), *size))
            mask = surfaces.rounded(size, kit.px(RADIUS), (255, 255, 255))
            self._moving.append(surfaces.ready(surfaces.masked(cut, mask)))

    def draw_row(self, canvas: Canvas, number: int, placed: PlacedRow) -> None:
        """Draw one row as far as it is counted."""
        kit, sheet, row = self.kit, self.outcome.sheet, placed.row
        box = self.places.row(number)
        head = self.head_box(box)
        pieces, terms, done = self.count.counted(number)
        # all places are revealed at once
        won = self.count.done and placed.won
        bright = number == self.count.current or won
        ink = INK if bright else CREAM
        if bright:
            self._brighten(canvas, row, box, won)
        if self.count.done and not sheet.together and len(sheet.rows) > 1:
            zoom = self.places.zoom
            place = kit.line(str(placed.place), 28 * zoom, ink, fonts.DISPLAY)
            canvas.put_centred(place, box.x + 28 * zoom, self._figure_middle(head))
        self.pictures.draw_cards(canvas, row.seat, self.cards_box(box), pieces, bright)
        if terms < 0:
            return
        values = [row.counts[pieces], *(term.value for term in row.terms[1:])]
        values = values[: len(row.terms) if done else max(1, terms)]
        self._draw_terms(canvas, row, head, values, bright)
        if not sheet.cards_say_sum:
            self._draw_sum(canvas, head, sum(values), bright, won)
        elif done:
            zoom = self.places.zoom
            for at, remark in enumerate(row.remarks):
                most = 300 if self.places.tall else REMARK * zoom - 24
                line = kit.line(remark, (21 - 3 * at) * zoom, ink, fonts.BLACK, most)
                y = head.y + head.h / 2 + (at * 2 - len(row.remarks) + 1) * 14 * zoom * kit.text_growth
                canvas.put_right(line, box.x + box.w - 24, y)

    @property
    def _heads_sum(self) -> bool:
        """True if the sum has a caption like the numbers before it: on a tall window."""
        return self.places.tall and self.outcome.sheet.columns > 0 and not self.outcome.sheet.cards_say_sum

    def _sum_size(self, head: Box, won: bool) -> float:
        """Return the size of a row's sum; below a caption it is as much larger than the numbers as there is room."""
        captions = self.places.captions
        if self._heads_sum:
            return min(SUM_SHARE * TALL_TERM * self.kit.text_growth, head.h * (1.05 if captions else 0.74))
        usual = 44.0 if self.places.tall else 48.0 * self.places.grow
        return min(usual + 6 * won, head.h * (0.84 if captions else 0.6))

    def _draw_sum(self, canvas: Canvas, head: Box, value: int, bright: bool, won: bool) -> None:
        """Draw a row's sum."""
        kit, tall, grow, size = self.kit, self.places.tall, self.places.grow, self._sum_size(head, won)
        room = SUM_WIDE * (1 if tall else grow) - (size * 0.8 if self.outcome.sheet.sign else 0)
        side, number = size * (0.6 if self._heads_sum else 0.72), self.texts.number(value)
        # a plain dark number contrasts with gold or light paper better than one with an outline
        picture = kit.numeral(number, size, INK, room) if bright else kit.sticker(number, size, CREAM, room)
        x, y = head.x + (SUM_MIDDLE if tall else head.w - 72 * grow), head.y + head.h / 2
        if self._heads_sum:
            # with its unit it stays within the row
            half = (picture.get_width() / kit.scale + (5 + side if self.outcome.sheet.sign else 0)) / 2
            x = min(x, head.x + head.w - SUM_EDGE - half)
        if self._heads_sum and not self.places.captions:
            y = self._at(head, 0.62)
            caption_size = self._caption_size(self.columns()[1] - 6)
            soft = SOFT_ON_PAPER if bright else SOFT
            line = kit.line(self.texts("standing.all"), caption_size, soft, fonts.STRONG, SUM_CAPTION)
            canvas.put_centred(line, head.x + SUM_MIDDLE, self._at(head, 0.24))
        self._put_counted(canvas, picture, side, x, y)

    def _brighten(self, canvas: Canvas, row: ScoreRow, box: Box, won: bool) -> None:
        """Draw a row being counted on light paper, or a winner's on gold or the team's colour."""
        kit, head = self.kit, self.head_box(box)
        colour = (TEAM_COLOURS[row.seat],) if row.in_team else ()
        canvas.put(kit.widget_image(controls.bright_row_plain, box.w, box.h, won, *colour), box.x, box.y)
        for face, radius, x, y in self.figures(row, head):
            canvas.put_centred(figure(kit, face, radius, "glad" if won else "calm"), x, y)
        for text, place in self.member_names(row, head):
            canvas.put_centred(
                kit.line(text, place.size, SOFT_ON_PAPER, fonts.BLACK, place.max_width), place.x, place.y
            )
        at = self.label_place(row, head)
        name = kit.line(row.label, at.size, INK, fonts.BLACK, at.max_width)
        (canvas.put_left if at.anchor == "left" else canvas.put_centred)(name, at.x, at.y)
        if below := self.level_place(row, head):
            line = kit.line(self.level_text(row), below.size, SOFT_ON_PAPER, fonts.STRONG, below.max_width)
            (canvas.put_left if below.anchor == "left" else canvas.put_centred)(line, below.x, below.y)

    def _draw_terms(self, canvas: Canvas, row: ScoreRow, head: Box, values: Sequence[int], bright: bool) -> None:
        """Draw the numbers before the sum, each below its caption."""
        kit, texts, tall, grow = self.kit, self.texts, self.places.tall, self.places.grow
        ink, soft = (INK, SOFT_ON_PAPER) if bright else (CREAM, SOFT)
        (first, apart), across = self.columns(), self._across()
        room = apart - 6 if tall else (104 if across < 3 else 78) * grow
        caption_size = 0.0 if self.places.captions else self._caption_size(room)
        usual = min(TALL_TERM, self._sum_size(head, False) / SUM_SHARE / kit.text_growth) if tall else 29.0 * grow
        lines = -(-self.outcome.sheet.columns // across) if across else 1
        for number, value in enumerate(values[: self.outcome.sheet.columns]):
            if not value and row.terms[number].optional:
                continue
            x = head.x + first + number % across * apart
            number_text = texts.signed(value) if number and self.outcome.sheet.signed else texts.number(value)
            if self.places.captions:
                size, y = min(usual, head.h * 0.5), self._at(head, 0.5)
            else:
                part = self._part(head, number // across, lines)
                line = kit.line(_caption(texts, row.terms[number]), caption_size, soft, fonts.STRONG, room)
                above, below = (0.24, 0.6) if lines == 1 else (0.18, 0.68)
                canvas.put_centred(line, x, self._at(part, above))
                size, y = min(usual, head.h * 0.28), self._at(part, below)
            line = kit.line(number_text, size, ink, fonts.DISPLAY, max(82, room))
            self._put_counted(canvas, line, size * 0.9 * kit.text_growth, x, y)

    def _put_counted(self, canvas: Canvas, number: Surface, side: float, x: float, y: float) -> None:
        """Draw a number, with the unit's icon behind it if there is one, centred on a position."""
        if not self.outcome.sheet.sign:
            canvas.put_centred(number, x, y)
            return
        wide = number.get_width() / self.kit.scale
        whole = wide + 5 + side
        canvas.put_left(number, x - whole / 2, y)
        canvas.put_centred(self.kit.image(f"icons/{self.outcome.sheet.sign}", side, side), x + whole / 2 - side / 2, y)
