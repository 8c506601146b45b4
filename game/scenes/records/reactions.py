"""Charts of a real-time game: the distribution of reaction times, and their course."""

from pygame import Surface

from game.engine import fonts, layout, surfaces
from game.engine.backdrop import Backdrop
from game.engine.palette import AMBER, CREAM, DANGER, GOOD, INK, PARCHMENT, SKY, SOFT_ON_PAPER, Colour
from game.engine.plot import Scale, dashes_down, dot, line
from game.player.stats import StatsSummary
from game.scenes.shared.chart import bake_heading, bake_lines, spread_out
from game.services.context import Context

#: maximum number of columns, and possible widths of a column in milliseconds
COLUMNS, WIDTHS = 14, (100, 200, 250, 500, 1000, 2000, 5000, 10_000)
#: share of a paper's width for its heading, and distance of its chart from the paper's edge
HEADING, TOP = 0.62, 52.0
#: distance of the opponents' mark below that of the mean
PILL = 34.0
#: every n-th column has a number below
LABELS = 2


def seconds(context: Context, ms: float, digits: int = 1) -> str:
    """Return a time in seconds, as text."""
    return context.texts("statistics.seconds", seconds=context.texts.number(ms / 1000, digits))


def columns(times: tuple[int, ...]) -> tuple[int, int, list[int]]:
    """Return the start of a histogram's first column, the columns' width, and the count of each.

    Times beyond the last column count in it, so that a single slow one does not squeeze all others.
    """
    line_up = sorted(times)
    # all but the slowest twentieth are within the columns
    far = line_up[(len(line_up) - 1) * 19 // 20]
    width = next((wide for wide in WIDTHS if (far - line_up[0]) // wide + 2 <= COLUMNS), WIDTHS[-1])
    first = line_up[0] // width * width
    count = min(COLUMNS, (line_up[-1] - first) // width + 1)
    found = [0] * count
    for ms in times:
        found[min(count - 1, (ms - first) // width)] += 1
    return first, width, found


def bake_spread(context: Context, plate: Backdrop, box: layout.Box, found: StatsSummary) -> None:
    """Bake the histogram with marks for the mean and the opponents' average, and the errors."""
    kit, texts = plate.kit, context.texts
    tall = kit.text_growth
    last = texts("statistics.last_reactions", count=len(found.times))
    bake_heading(plate, box, texts("statistics.spread"), last, HEADING)
    top = box.y + TOP
    first, width, counts = columns(found.times)
    left, right = box.x + 34 + 30 * tall, box.x + box.w - 28
    bottom = box.y + box.h - 24 - 42 * tall
    scale = Scale([0, *counts], top + (40 + PILL * bool(found.rival_ms)) * tall, bottom, 4)
    bake_lines(context, plate, scale, left, right, texts.number)
    step = (right - left) / len(counts)
    middle = int((found.mean_ms - first) // width)
    for number, count in enumerate(counts):
        x = left + step * number
        if count:
            high = bottom - scale.y(count)
            fill = AMBER if number == middle else SKY
            plate.put(column(context, step * 0.84, high, fill), x + step * 0.08, bottom - high, "corner")
    for number in range(0, len(counts) + 1, LABELS):
        edge, x = (first + width * number) / 1000, left + step * number
        text = texts.number(edge, 1)
        if number == len(counts) and max(found.times) >= first + width * number:
            # slower ones count in the last column
            text, x = f"{texts.number(edge - width / 1000, 1)}+", x - step / 2
        plate.put(kit.line_plain(text, 17, SOFT_ON_PAPER, fonts.BLACK), x, bottom + 4 + 12 * tall, "centre")
    unit = kit.line_plain(texts("statistics.in_seconds"), 17, SOFT_ON_PAPER, fonts.STRONG, box.w * 0.4)
    plate.put(unit, right, bottom + 6 + 34 * tall, "right")
    if found.errors:
        errors = kit.line_plain(texts("statistics.errors", count=found.errors), 17, INK, fonts.BLACK, box.w * 0.4)
        plate.put(errors, left, bottom + 6 + 34 * tall)
    marks = [("mean_is", found.mean_ms, 2, CREAM, DANGER)]
    marks += [("rivals_are", found.rival_ms, 1, PARCHMENT, INK)] if found.rival_ms else []
    for down, (key, ms, digits, paper, colour) in enumerate(marks):
        x = left + (right - left) * min(1.0, max(0.0, (ms - first) / (width * len(counts))))
        y = top + (14 + PILL * down) * tall
        dashes_down(plate, x, y, bottom, colour)
        pill = kit.pill_plain(texts(f"statistics.{key}", time=seconds(context, ms, digits)), 15, paper, INK)
        half = pill.get_width() / kit.scale / 2
        plate.put(pill, min(max(x, left + half), right - half), y, "centre")


def bake_course(context: Context, plate: Backdrop, box: layout.Box, found: StatsSummary) -> None:
    """Bake best and median times of the last games, game by game."""
    kit, texts = plate.kit, context.texts
    tall = kit.text_growth
    rows = found.timed
    bake_heading(plate, box, texts("statistics.course"), texts("statistics.lower"), HEADING)
    top = box.y + TOP
    left, right = box.x + 34 + 40 * tall, box.x + box.w - 28
    bottom = box.y + box.h - 30 - 24 * tall
    values = [ms / 1000 for row in rows for ms in (row.own.best_ms, row.own.median_ms)]
    scale = Scale([0, *values], top + 16, bottom, 2)
    bake_lines(context, plate, scale, left, right, lambda value: seconds(context, value * 1000, 0))
    places = spread_out(len(rows), left, right)
    # the median is the thicker line: colour is not the only sign
    for name, colour, radius, width in (("median_ms", SKY, 7.5, 4.0), ("best_ms", GOOD, 4.5, 2.0)):
        points = [(x, scale.y(getattr(row.own, name) / 1000)) for x, row in zip(places, rows, strict=True)]
        line(plate, layout.Box(left, box.y, right - left, box.h), points, INK, width)
        for x, y in points:
            plate.put(dot(kit, radius, colour), x, y, "centre")
    x, y = left, bottom + 10 + 12 * tall
    for key, colour, radius in (("median", SKY, 7.5), ("best_time", GOOD, 4.5)):
        caption = kit.line_plain(texts(f"statistics.{key}"), 17, INK, fonts.BLACK, box.w * 0.3)
        plate.put(dot(kit, radius, colour), x + 8, y, "centre")
        plate.put(caption, x + 24, y)
        x += 24 + caption.get_width() / kit.scale + 28
    if len(rows) > 1:
        last = kit.line_plain(texts("statistics.last"), 17, SOFT_ON_PAPER, fonts.STRONG, box.w * 0.2)
        plate.put(last, right, y, "right")


def column(context: Context, w: float, h: float, fill: Colour) -> Surface:
    """Draw a histogram's column in its ink outline, rounded at the top; plain."""
    px = context.kit.px
    wide, high, edge = max(4, px(w)), max(3, px(h)), max(1, px(2))
    radius = min(px(7), wide // 2, high)
    whole = surfaces.clear((wide, high), INK)
    # the lower corners are outside the picture
    whole.blit(surfaces.rounded((wide, high + radius), radius, INK), (0, 0))
    inner = (wide - 2 * edge, high + radius - edge)
    whole.blit(surfaces.rounded(inner, max(0, radius - edge), fill), (edge, edge))
    return whole
