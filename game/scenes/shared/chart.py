"""The chart of the last games' points: a line with a star for every win and a dashed mean.

It also has the parts shared with the charts of reaction times.
"""

from collections.abc import Callable, Sequence

from pygame import Surface

from game.engine import fonts, layout, surfaces
from game.engine.backdrop import Backdrop
from game.engine.kit import centred
from game.engine.palette import INK, LIP, SKY, SOFT_ON_PAPER
from game.engine.plot import Scale, dashes, line
from game.player.stats import StatsEntry
from game.services.context import Context

#: text growth above which the legend takes two lines
LARGE = 1.1


def bake(context: Context, plate: Backdrop, box: layout.Box, rows: Sequence[StatsEntry], mean: float) -> None:
    """Bake the chart with its heading into a paper's box."""
    kit, texts = plate.kit, context.texts
    tall = kit.text_growth
    bake_heading(plate, box, texts("statistics.chart", count=len(rows)), texts("statistics.higher"), 0.66)
    left, right = box.x + 34 + 46 * tall, box.x + box.w - 26
    # larger texts have a line for the ends of the course, and one for the signs
    low = 24 * tall * (2 if tall > LARGE else 1)
    scale = Scale([*(row.score for row in rows), mean], box.y + 64 + 14 * tall, box.y + box.h - 40 - low)
    bake_lines(context, plate, scale, left, right, texts.number)
    points = [(x, scale.y(row.score)) for x, row in zip(spread_out(len(rows), left, right), rows, strict=True)]
    line(plate, layout.Box(left, box.y, right - left, box.h), points)
    dashes(plate, left, right, scale.y(mean))
    for row, (x, y) in zip(rows, points, strict=True):
        plate.put(_mark(context, row.won), x, y, "centre")
    _legend(context, plate, layout.Box(left, box.y + box.h - 16 - low, right - left, low), len(rows), mean)


def bake_first(context: Context, plate: Backdrop, box: layout.Box, title: str, result: str, won: bool) -> None:
    """Bake a chart's paper after a single game: its ``result``, and a note that a curve will follow."""
    kit, texts = plate.kit, context.texts
    bake_heading(plate, box, title, "", 0.9)
    x, y = box.x + box.w / 2, box.y + box.h * 0.44
    number = kit.sticker_plain(result, 84, SKY, box.w * 0.6)
    plate.put(number, x, y, "centre")
    if won:
        plate.put(kit.image_plain("icons/star_gold", 60, 60), x - number.get_width() / kit.scale / 2 - 48, y, "centre")
    below = y + number.get_height() / kit.scale / 2 + 24
    high = box.y + box.h - 12 - below
    note = kit.paragraph_plain(
        texts("statistics.first"), 21, box.w - 64, SOFT_ON_PAPER, fonts.STRONG, high=high, middle=True
    )
    plate.put(note, x - (box.w - 64) / 2, below, "corner")


def bake_heading(plate: Backdrop, box: layout.Box, title: str, note: str, share: float) -> None:
    """Bake a paper's heading, at most ``share`` of its width, with a note at its right if that is readable."""
    kit = plate.kit
    head = kit.line_plain(title, 22, INK, fonts.DISPLAY, box.w * share)
    plate.put(head, box.x + 24, box.y + 32)
    room = box.w - 72 - head.get_width() / kit.scale
    if fonts.reads(note, fonts.STRONG, round(18 * kit.text_scale), kit.px(room)):
        plate.put(kit.line_plain(note, 18, SOFT_ON_PAPER, fonts.STRONG, room), box.x + box.w - 24, box.y + 32, "right")


def bake_lines(
    context: Context, plate: Backdrop, scale: Scale, left: float, right: float, label_of: Callable[[float], str]
) -> None:
    """Bake the lines of a scale across a chart, with their values at the left."""
    for value in scale.lines:
        y = scale.y(value)
        plate.rule(left, y, right - left, LIP)
        plate.put(plate.kit.line_plain(label_of(value), 17, SOFT_ON_PAPER, fonts.BLACK), left - 12, y, "right")


def spread_out(count: int, left: float, right: float) -> list[float]:
    """Return the horizontal positions of a chart's points; a single one is in the middle."""
    if count == 1:
        return [(left + right) / 2]
    step = (right - left - 40) / max(1, count - 1)
    return [left + 20 + step * place for place in range(count)]


def _mark(context: Context, won: bool) -> Surface:
    """Draw a star for a win, a dot for any other game; plain."""
    kit = context.kit
    if won:
        return kit.image_plain("icons/star_gold", 38, 38)
    whole = surfaces.clear((2 * kit.px(9), 2 * kit.px(9)), INK)
    middle = whole.get_width() // 2
    centred(whole, surfaces.disc(max(3, kit.px(7.5)), INK), middle, middle)
    centred(whole, surfaces.disc(max(2, kit.px(5)), SKY), middle, middle)
    return whole


def _legend(context: Context, plate: Backdrop, box: layout.Box, count: int, mean: float) -> None:
    """Bake the legend: old and new, the star and the dashes, in one line or two."""
    kit, texts = plate.kit, context.texts
    lines = round(box.h / (24 * kit.text_growth))
    first, last = box.y + box.h / lines / 2, box.y + box.h - box.h / lines / 2
    half = box.w / 2 if lines > 1 else box.w / 4
    if count > 1:
        ago = kit.line_plain(texts("statistics.ago", count=count), 18, SOFT_ON_PAPER, fonts.STRONG, half)
        plate.put(ago, box.x, first)
        newest = kit.line_plain(texts("statistics.last"), 18, SOFT_ON_PAPER, fonts.STRONG, half)
        plate.put(newest, box.x + box.w, first, "right")
    win = kit.line_plain(texts("statistics.win"), 18, INK, fonts.BLACK, half)
    average = texts("statistics.mean_line", mean=texts.number(mean, 1))
    caption = kit.line_plain(average, 18, INK, fonts.BLACK, half)
    parts = (30 + 6, win.get_width() / kit.scale + 26, 40 + 8, caption.get_width() / kit.scale)
    x = box.x + box.w * (0.5 if lines > 1 else 0.54) - sum(parts) / 2
    plate.put(kit.image_plain("icons/star_gold", 30, 30), x, last)
    plate.put(win, x + parts[0], last)
    dashes(plate, x + sum(parts[:2]), x + sum(parts[:2]) + 40, last)
    plate.put(caption, x + sum(parts[:3]), last)
