"""The paper of one deal of the day: its players, and everybody's results in the player's seat."""

from collections.abc import Iterator, Sequence
from typing import NamedTuple

from pygame import Surface

from game.catalogue.presentations import PRESENTATIONS
from game.core.match import HUMAN
from game.engine import figures, fonts, layout, surfaces
from game.engine.backdrop import Backdrop
from game.engine.canvas import Canvas
from game.engine.kit import Kit, centred
from game.engine.palette import CREAM, GOLD, GOOD, INK, LIP, PARCHMENT, SOFT, SOFT_ON_PAPER, WHITE
from game.engine.texts import Texts
from game.player import daily_deal, daily_store, lineup
from game.player.daily_deal import DailyEntry, DailyResult, Deal, deal_of, play_as
from game.player.review_worker import MOST_SLICES, SLICE_MS
from game.scenes.shared.crate import box_picture
from game.services.context import Context


class LevelComparison:
    """The levels that have still to play the seat of a day, one after the other."""

    def __init__(self, context: Context, entry: DailyEntry) -> None:
        self.context, self.deal = context, deal_of(entry.day)
        self._waiting = [level for level in self.deal.levels if level not in entry.level_results]
        #: number of actions in the current match
        self.moves = 0
        self._work: Iterator[tuple[int, DailyResult | None]] | None = None

    @property
    def level(self) -> str:
        """The level that plays now, or "" once all have."""
        return self._waiting[0] if self._waiting else ""

    def go_on(self) -> bool:
        """Continue for a part of a frame; return True if a level has finished and its result is stored."""
        clock = self.context.clock
        end = clock.now_ms() + SLICE_MS
        for _ in range(MOST_SLICES):
            if not self.level:
                return False
            self._work = self._work or play_as(self.deal, self.level)
            self.moves, result = next(self._work)
            if result is not None:
                daily_store.add_level_result(self.context, self.deal.day, self._waiting.pop(0), result)
                self._work, self.moves = None, 0
                return True
            if clock.now_ms() >= end:
                break
        return False


#: height of the felt with the game and its table, its addition for larger texts, and its distance from the edges
HEAD, HIGHER, EDGE = 126.0, 28.0, 14.0
#: maximum distance between figures, and their radius
MOST_STEP, FACE = 96.0, 25.0
#: text size of the date, and its maximum
DATE, MOST_DATE = 19.0, 25.0
#: maximum height of a row at the usual text size
MOST_ROW = 62.0
#: colours of the squares: as in the shared line, but with a sign on them
SQUARES = {daily_deal.BETTER: GOOD, daily_deal.ALIKE: GOLD, daily_deal.WORSE: CREAM}

#: lines about a deal before it is played: size, colour and face, and the height of each
INVITING = ((24.0, INK, fonts.DISPLAY), (18.0, SOFT_ON_PAPER, fonts.STRONG), (19.0, INK, fonts.BLACK))
INVITING_STEP = 36.0
#: maximum scale of the game's box, and the height below which it is left out
MOST_BOX, LEAST_BOX = 0.95, 90.0
#: cards beside the box on each side: width and distance as shares of the box's height, and the turn of each, in degrees
BESIDE, CARD, APART, TILT = 2, 0.42, 0.3, 9.0
#: the line to share: text size, and its rows in a wide window; a tall one has room for another
SHARED, SHARED_ROWS = 17.0, 2
#: smallest scale of the line to share, for the widest of all
LEAST_SHARED = 0.64


class ComparisonRow(NamedTuple):
    """One who has played the seat."""

    name: str
    #: the result in two parts
    place: str
    score: str
    #: "own" for the player, or the square of the shared line for the player's result against this level; "" for none
    mark: str = ""
    #: status while the level plays
    now: str = ""


def rows_of(texts: Texts, deal: Deal, entry: DailyEntry, working: LevelComparison | None) -> list[ComparisonRow]:
    """Return everybody who has played the seat, the best first, then the level that plays now and those that wait."""
    own = entry.result
    found: list[tuple[DailyResult, ComparisonRow]] = []

    def row(name: str, result: DailyResult, mark: str) -> tuple[DailyResult, ComparisonRow]:
        place = texts("daily.place_of", place=result.place, count=result.among)
        return result, ComparisonRow(name, place, daily_deal.result_text(texts, deal, result), mark)

    if own:
        found.append(row(texts("daily.you"), own, "own"))
    found += (
        row(texts(f"level.{level}"), made, daily_deal.comparison_mark(own, made) if own else "")
        for level in deal.levels
        if (made := entry.level_results.get(level))
    )
    # the player comes first among equals
    found.sort(key=lambda pair: (pair[0].place, -pair[0].score))
    waiting = [level for level in deal.levels if level not in entry.level_results]
    playing = working.level if working else ""
    moves = working.moves if working else 0
    return [
        *(row for _standing, row in found),
        *(
            ComparisonRow(
                texts(f"level.{level}"),
                "",
                "",
                now=texts("daily.playing", moves=moves) if level == playing else "\u2026",
            )
            for level in waiting
        ),
    ]


def verdict(texts: Texts, deal: Deal, entry: DailyEntry) -> str:
    """Return the player's result in a sentence."""
    own = entry.result
    if own is None:
        return texts("daily.others")
    made = {level: entry.level_results[level] for level in deal.levels if level in entry.level_results}
    beaten = [level for level, result in made.items() if daily_deal.compare(own, result) > 0]
    if len(made) < len(deal.levels):
        return texts("daily.still")
    if len(beaten) == len(made):
        return texts("daily.better_than_all")
    if beaten:
        return texts("daily.better_than", levels=texts.listed([texts(f"level.{level}") for level in beaten]))
    return texts("daily.better_than_none")


def remarks(texts: Texts, entry: DailyEntry) -> str:
    """Return remarks on how it was played, or ""."""
    parts = [texts("daily.given_up")] if entry.result is None else []
    parts += [texts("daily.hints", count=entry.hints)] if entry.hints else []
    parts += [texts("daily.later")] if entry.later else []
    return " · ".join(parts)


def compared(texts: Texts, entry: DailyEntry) -> str:
    """Return what the rows compare; with a result of the player, what decides and the meaning of their ticks."""
    return texts("daily.tick" if entry.result else "daily.same_seat")


def bake_invitation(plate: Backdrop, box: layout.Box, deal: Deal, texts: Texts, notes: Sequence[str]) -> None:
    """Bake the box of the game before a fan of its cards, with a few lines below it."""
    kit = plate.kit
    lines = [
        kit.line_plain(line, size, colour, face, box.w)
        for line, (size, colour, face) in zip(notes, INVITING, strict=False)
    ]
    step = INVITING_STEP * kit.text_growth
    high = box.h - step * len(lines)
    art = PRESENTATIONS[deal.game].box
    if high > LEAST_BOX:
        share = min(MOST_BOX, (high - 16) / art.h)
        tall, (x, y) = art.h * share, (box.x + box.w / 2, box.y + high / 2)
        for off in sorted((off for off in range(-BESIDE, BESIDE + 1) if off), key=abs, reverse=True):
            card = PRESENTATIONS[deal.game].title_card(kit, deal.day.day + 7 * off, tall * CARD)
            side = art.w * share * 0.3 * (1 if off > 0 else -1)
            turned = surfaces.turned(card, -TILT * off)
            plate.put(turned, x + side + off * tall * APART, y + 8 + off * off * tall * 0.02, "centre")
        plate.put(box_picture(kit, deal.game, texts(f"game.{deal.game}"), share), x, y, "centre")
    for number, line in enumerate(lines):
        plate.put(line, box.x + box.w / 2, box.y + high + (number + 0.5) * step, "centre")


def line_height(kit: Kit) -> float:
    """Return the height of the line to share with its rows."""
    return shared_rows(kit) * SHARED * fonts.SPACING * kit.text_growth + 14


def shared_rows(kit: Kit) -> int:
    """Return the maximum number of rows of the line to share."""
    return SHARED_ROWS + kit.frame.tall


def shared_plain(kit: Kit, w: float, h: float, text: str) -> Surface:
    """Draw the line to share with its squares, in the largest letters that fit its rows; plain."""
    whole = surfaces.rounded((kit.px(w), kit.px(h)), kit.px(12), WHITE).copy()
    whole.blit(surfaces.ring(whole.get_size(), kit.px(12), max(1, kit.px(2)), LIP), (0, 0))
    room, real = kit.px(w - 28), round(SHARED * kit.text_scale)
    least = round(real * LEAST_SHARED)
    while len(rows := _broken(kit, text, real, room)) > shared_rows(kit) and real > least:
        real -= 1
    step = round(real * fonts.SPACING)
    top = (whole.get_height() - step * len(rows)) // 2
    for number, row in enumerate(rows):
        x = kit.px(14)
        for piece in row:
            whole.blit(piece, (x, top + number * step + (step - piece.get_height()) // 2))
            x += piece.get_width()
    return whole


def _broken(kit: Kit, text: str, real: int, room: int) -> list[list[Surface]]:
    """Break the words and squares of the line to share into rows, at ``real`` pixels."""
    rows: list[list[Surface]] = [[]]
    for word in text.split():
        pieces = [_square_plain(kit, real, sign) for sign in word if sign in SQUARES]
        pieces.append(fonts.plain(f"{word.strip(''.join(SQUARES))} ", fonts.STRONG, real, INK))
        if rows[-1] and sum(piece.get_width() for piece in (*rows[-1], *pieces)) > room:
            rows.append([])
        rows[-1] += pieces
    return rows


def _square_plain(kit: Kit, real: int, sign: str) -> Surface:
    """Draw a square of the line to share, with a gap at its right; plain."""
    side, edge = real, max(1, kit.px(1.5))
    whole = surfaces.clear((side + edge, side), WHITE)
    whole.blit(surfaces.rounded((side, side), side // 5, INK), (0, 0))
    whole.blit(surfaces.rounded((side - 2 * edge, side - 2 * edge), side // 6, SQUARES[sign]), (edge, edge))
    return whole


def head_height(kit: Kit) -> float:
    """Return the height of the felt with the game and its table."""
    return HEAD + HIGHER * min(1.0, 2 * (kit.text_growth - 1))


def bake_head(context: Context, plate: Backdrop, box: layout.Box, deal: Deal, when: str) -> None:
    """Bake the felt of the game with its name, the date, and the players."""
    kit, texts = plate.kit, context.texts
    felt = layout.Box(box.x + EDGE, box.y + EDGE, box.w - 2 * EDGE, head_height(kit))
    plate.inset(felt, 14, PRESENTATIONS[deal.game].felt)
    others = [seat for seat in lineup.named_seats(deal.kinds, texts) if seat.kind != HUMAN]
    name = kit.sticker_plain(texts(f"game.{deal.game}"), 40, CREAM, felt.w * 0.5)
    plate.put(name, felt.x + 22, felt.y + 40)
    below = felt.y + felt.h - 12 - kit.fitting(DATE, MOST_DATE) * kit.text_growth / 2
    line = kit.line_plain(when, kit.fitting(DATE, MOST_DATE), SOFT, fonts.BLACK, felt.w - 44)
    plate.put(line, felt.x + 22, below)
    step = min(MOST_STEP, (felt.w - 40 - name.get_width() / kit.scale) / len(others))
    levels = [texts(f"level.{seat.kind}") for seat in others]
    size = round(kit.fitting(16, 22) * kit.text_scale)
    real = min(fonts.fitted(level, fonts.BLACK, size, kit.px(step - 6)) for level in levels)
    for number, (seat, level) in enumerate(zip(others, levels, strict=True)):
        x = felt.x + felt.w - 8 - step * (len(others) - number - 0.5)
        plate.put(figures.figure_plain(kit, seat.figure, FACE), x, felt.y + 38, "centre")
        plate.put(fonts.plain(level, fonts.BLACK, real, CREAM), x, felt.y + 80, "centre")


def draw_comparison(kit: Kit, box: layout.Box, rows: Sequence[ComparisonRow], canvas: Canvas) -> None:
    """Draw everybody who has played the seat, in rows one below the other."""
    high = min(MOST_ROW * kit.text_growth, box.h / len(rows))
    for number, row in enumerate(rows):
        y = box.y + number * high
        canvas.put(kit.scene_image(row_plain, box.w, high - 6, row._replace(now="")), box.x, y + 3)
        if row.now:
            left, _room, size = _columns(kit, box.w, high - 6)
            line = kit.line(row.now, size * 0.9, SOFT_ON_PAPER, fonts.BLACK, box.w - left - 16)
            canvas.put_left(line, box.x + left, y + high / 2)


def _square(h: float) -> float:
    """Return the size of the square in a row of height ``h``."""
    return min(34.0, h - 10)


def _columns(kit: Kit, w: float, h: float) -> tuple[float, float, float]:
    """Return the start of a row's second column, the width of all columns, and the text size."""
    left = 24 + _square(h)
    room = w - left - 16
    return left + room * 0.31, room, kit.fitting(21, h * 0.62)


def row_plain(kit: Kit, w: float, h: float, row: ComparisonRow) -> Surface:
    """Draw one who has played the seat: the square, the name, the place and the score; plain."""
    own = row.mark == "own"
    whole = surfaces.rounded((kit.px(w), kit.px(h)), kit.px(12), GOLD if own else PARCHMENT).copy()
    middle = whole.get_height() // 2
    side = _square(h)
    if row.mark in SQUARES:
        square = surfaces.rounded((kit.px(side), kit.px(side)), kit.px(8), INK).copy()
        inner = kit.px(side) - 2 * max(1, kit.px(2.5))
        spot = square.get_width() // 2
        centred(square, surfaces.rounded((inner, inner), kit.px(6), SQUARES[row.mark]), spot, spot)
        if row.mark == daily_deal.ALIKE:
            centred(square, kit.line_plain("=", kit.fitting(24, side), INK, fonts.DISPLAY), spot, spot)
        else:
            sign = "check" if row.mark == daily_deal.BETTER else "minus"
            centred(square, kit.icon_plain(sign, side * 0.7, INK), spot, spot)
        centred(whole, square, kit.px(12 + side / 2), middle)
    elif own:
        centred(whole, kit.icon_plain("pawn", side, INK), kit.px(12 + side / 2), middle)
    second, room, size = _columns(kit, w, h)
    name = kit.line_plain(row.name, size, INK, fonts.DISPLAY, room * 0.29)
    whole.blit(name, (kit.px(24 + side), middle - name.get_height() // 2))
    if row.score:
        place = kit.line_plain(row.place, size * 0.9, SOFT_ON_PAPER, fonts.BLACK, room * 0.33)
        whole.blit(place, (kit.px(second), middle - place.get_height() // 2))
        score = kit.line_plain(row.score, size, INK, fonts.DISPLAY, room * 0.34)
        whole.blit(score, (kit.px(w - 16) - score.get_width(), middle - score.get_height() // 2))
    return whole
