"""The paper of one deal of the day: who sits at its table, and how everybody has come out of the player's seat."""

from __future__ import annotations

from collections.abc import Sequence
from typing import NamedTuple

from pygame import Surface

from game import daily
from game.context import Context
from game.core.match import HUMAN
from game.daily import Deal, Entry, Standing
from game.engine import surfaces, text
from game.engine.backdrop import Backdrop
from game.engine.canvas import Canvas
from game.engine.figures import figure_plain
from game.engine.items import ItemList
from game.engine.kit import Kit, centred
from game.engine.layout import Box
from game.engine.palette import CREAM, GOLD, GOOD, INK, PARCHMENT, SOFT, SOFT_ON_PAPER
from game.engine.texts import Texts
from game.engine.widgets import Widget
from game.lineup import named
from game.presentations import PRESENTATIONS
from game.scenes.comparing import Comparing

#: the felt with the game and its table is so high, for larger texts so much higher, and so far from the paper's edges
HEAD, HIGHER, EDGE = 126.0, 28.0, 14.0
#: from figure to figure at most, and how large they are
MOST_STEP, FACE = 96.0, 25.0
#: the letters of the date, and the most that they grow to
DATE, MOST_DATE = 19.0, 25.0
#: a row is at most so high, for letters of the usual size
MOST_ROW = 62.0
#: the colours of the squares: as in the shared line, but with a sign on them
SQUARES = {daily.BETTER: GOOD, daily.ALIKE: GOLD, daily.WORSE: CREAM}


class Row(NamedTuple):
    """One of those who have played the seat."""

    name: str
    #: what is to be said of how it came out, in two parts
    place: str
    score: str
    #: "own" for the player, or how the player stands to the level: the square of the shared line; "" if there is none
    mark: str = ""
    #: what is to be said while the level plays
    now: str = ""


def rows_of(texts: Texts, deal: Deal, entry: Entry, working: Comparing | None) -> list[Row]:
    """Everybody who has played the seat, the best first, then the level that plays now and those that wait."""
    own = entry.standing
    found: list[tuple[Standing, Row]] = []

    def row(name: str, standing: Standing, mark: str) -> tuple[Standing, Row]:
        place = texts("daily.place_of", place=standing.place, count=standing.among)
        return standing, Row(name, place, daily.score_in_words(texts, deal, standing), mark)

    if own:
        found.append(row(texts("daily.you"), own, "own"))
    found += (
        row(texts(f"level.{level}"), made, daily.mark_of(own, made) if own else "")
        for level in deal.levels
        if (made := entry.made.get(level))
    )
    # of equals the player comes first
    found.sort(key=lambda pair: (pair[0].place, -pair[0].score))
    waiting = [level for level in deal.levels if level not in entry.made]
    playing = working.level if working else ""
    moves = working.moves if working else 0
    return [
        *(row for _standing, row in found),
        *(
            Row(
                texts(f"level.{level}"),
                "",
                "",
                now=texts("daily.playing", moves=moves) if level == playing else "\u2026",
            )
            for level in waiting
        ),
    ]


def verdict(texts: Texts, deal: Deal, entry: Entry) -> str:
    """What comes of it for the player, in a sentence."""
    own = entry.standing
    if own is None:
        return texts("daily.others")
    made = {level: entry.made[level] for level in deal.levels if level in entry.made}
    beaten = [level for level, standing in made.items() if daily.better(own, standing) > 0]
    if len(made) < len(deal.levels):
        return texts("daily.same_seat")
    if len(beaten) == len(made):
        return texts("daily.better_than_all")
    if beaten:
        return texts("daily.better_than", levels=texts.listed([texts(f"level.{level}") for level in beaten]))
    return texts("daily.better_than_none")


def remarks(texts: Texts, entry: Entry) -> str:
    """What else is told of how it was played, or nothing."""
    parts = [texts("daily.given_up")] if entry.standing is None else []
    parts += [texts("daily.hints", count=entry.hints)] if entry.hints else []
    parts += [texts("daily.later")] if entry.later else []
    return " · ".join(parts)


def head_height(kit: Kit) -> float:
    """How high the felt with the game and its table is."""
    return HEAD + HIGHER * min(1.0, 2 * (kit.text_scale / kit.scale - 1))


def bake_head(context: Context, plate: Backdrop, box: Box, deal: Deal, when: str) -> None:
    """Bake the felt of the game with its name, the date, and who sits at the table."""
    kit, texts = plate.kit, context.texts
    felt = Box(box.x + EDGE, box.y + EDGE, box.w - 2 * EDGE, head_height(kit))
    plate.inset(felt, 14, PRESENTATIONS[deal.game].felt)
    others = [seat for seat in named(deal.kinds, texts) if seat.kind != HUMAN]
    name = kit.sticker_plain(texts(f"game.{deal.game}"), 40, CREAM, felt.w * 0.5)
    plate.put(name, felt.x + 22, felt.y + 40)
    below = felt.y + felt.h - 12 - kit.fitting(DATE, MOST_DATE) * kit.text_scale / kit.scale / 2
    line = kit.line_plain(when, kit.fitting(DATE, MOST_DATE), SOFT, text.BLACK, felt.w - 44)
    plate.put(line, felt.x + 22, below)
    step = min(MOST_STEP, (felt.w - 40 - name.get_width() / kit.scale) / len(others))
    levels = [texts(f"level.{seat.kind}") for seat in others]
    size = round(kit.fitting(16, 22) * kit.text_scale)
    # all in letters of one size
    real = min(text.fitted(level, text.BLACK, size, kit.px(step - 6)) for level in levels)
    for number, (seat, level) in enumerate(zip(others, levels, strict=True)):
        x = felt.x + felt.w - 8 - step * (len(others) - number - 0.5)
        plate.put(figure_plain(kit, seat.figure, FACE), x, felt.y + 38, "centre")
        plate.put(text.plain(level, text.BLACK, real, CREAM), x, felt.y + 80, "centre")


class Comparison(Widget):
    """Everybody who has played the seat, in rows one below the other."""

    def __init__(self, kit: Kit, box: Box, rows: Sequence[Row]) -> None:
        super().__init__(kit)
        self.box, self.rows = box, rows

    def draw(self, canvas: Canvas, items: ItemList) -> None:
        """Draw the rows."""
        del items
        box, kit = self.box, self.kit
        high = min(MOST_ROW * kit.text_scale / kit.scale, box.h / len(self.rows))
        for number, row in enumerate(self.rows):
            y = box.y + number * high
            canvas.put(kit.made(row_plain, box.w, high - 6, row._replace(now="")), box.x, y + 3)
            if row.now:
                left, _room, size = _columns(kit, box.w, high - 6)
                line = kit.line(row.now, size * 0.9, SOFT_ON_PAPER, text.BLACK, box.w - left - 16)
                canvas.put_left(line, box.x + left, y + high / 2)


def _square(h: float) -> float:
    """How large the square is in a row so high."""
    return min(34.0, h - 10)


def _columns(kit: Kit, w: float, h: float) -> tuple[float, float, float]:
    """Of a row so wide and high: where its second column begins, the room for all of them, the size of the letters."""
    left = 24 + _square(h)
    room = w - left - 16
    return left + room * 0.31, room, kit.fitting(21, h * 0.62)


def row_plain(kit: Kit, w: float, h: float, row: Row) -> Surface:
    """One who has played the seat: the square, the name, the place and what was scored."""
    own = row.mark == "own"
    whole = surfaces.rounded((kit.px(w), kit.px(h)), kit.px(12), GOLD if own else PARCHMENT).copy()
    middle = whole.get_height() // 2
    side = _square(h)
    if row.mark in SQUARES:
        square = surfaces.rounded((kit.px(side), kit.px(side)), kit.px(8), INK).copy()
        inner = kit.px(side) - 2 * max(1, kit.px(2.5))
        spot = square.get_width() // 2
        centred(square, surfaces.rounded((inner, inner), kit.px(6), SQUARES[row.mark]), spot, spot)
        if row.mark == daily.ALIKE:
            centred(square, kit.line_plain("=", kit.fitting(24, side), INK, text.DISPLAY), spot, spot)
        else:
            sign = "check" if row.mark == daily.BETTER else "minus"
            centred(square, kit.icon_plain(sign, side * 0.7, INK), spot, spot)
        centred(whole, square, kit.px(12 + side / 2), middle)
    elif own:
        centred(whole, kit.icon_plain("pawn", side, INK), kit.px(12 + side / 2), middle)
    second, room, size = _columns(kit, w, h)
    name = kit.line_plain(row.name, size, INK, text.DISPLAY, room * 0.29)
    whole.blit(name, (kit.px(24 + side), middle - name.get_height() // 2))
    if row.score:
        place = kit.line_plain(row.place, size * 0.9, SOFT_ON_PAPER, text.BLACK, room * 0.33)
        whole.blit(place, (kit.px(second), middle - place.get_height() // 2))
        score = kit.line_plain(row.score, size, INK, text.DISPLAY, room * 0.34)
        whole.blit(score, (kit.px(w - 16) - score.get_width(), middle - score.get_height() // 2))
    return whole
