"""The panels around the rows of Push: the seats, the order in which rows are taken, the risk and the last roll."""

from __future__ import annotations

from typing import TYPE_CHECKING

from pygame import Surface

from game.engine import surfaces, text
from game.engine.canvas import Canvas
from game.engine.cards import tag
from game.engine.kit import Kit
from game.engine.layout import Box
from game.engine.palette import AMBER, CREAM, GAME_COLOURS, GOLD, GOOD, SHADE, SOFT, WARNING
from game.games.push.deck import COLOURS, MOST_ROWS, Kind, kind_of
from game.games.push.faces import ABSENT, empty_slot, hollow, lock, numeral, shape
from game.games.push.judgement import bust_risk, row_of
from game.games.push.layout import Panel
from game.games.push.scoring import colour_sums, points_of

if TYPE_CHECKING:
    from game.games.push.picture import Picture

#: cells of the bar that shows the risk, and the colours they fill with
CELLS = 10
CELL_COLOURS = (GOOD, GOOD, GAME_COLOURS["yellow"][0], GAME_COLOURS["yellow"][0], AMBER, AMBER, *[WARNING] * 4)


def draw_panel(table: Picture, canvas: Canvas, seat: int, panel: Panel) -> None:
    """Draw a seat's figure, its open cards by colour, how many are safe, and its points."""
    kit, shown = table.context.kit, table.shown
    canvas.put_centred(table.face(seat, panel.radius, seat == shown.turn), *panel.face)
    display = table.open_cards(seat)
    sums = colour_sums(display)
    size = min(panel.shape * 1.9, panel.below * 0.82)
    for (x, y), name, points in zip(panel.shapes, COLOURS, sums, strict=True):
        canvas.put_centred(kit.made(shape, name, panel.shape) if points else kit.made(hollow, name, panel.shape), x, y)
        if table.view.options.sums:
            words, colour = (str(points), CREAM) if points else ("\u2013", SOFT)
            canvas.put_centred(kit.made(numeral, words, size, colour), x, y + panel.below)
    x, y = panel.lock
    canvas.put_centred(kit.icon("lock", size * 1.15, CREAM), x, y)
    canvas.put_left(kit.made(numeral, str(table.safe_count(seat)), size, CREAM), x + size * 0.75, y)
    if table.view.options.sums:
        whole = kit.sticker(str(points_of(display)), panel.points_size)
        x, y = panel.points
        canvas.put_right(whole, x, y)
        if panel.labelled:
            label = kit.line(table.words("shown"), 16, SOFT, most=64)
            canvas.put_right(label, x - whole.get_width() / kit.scale - 8, y + 1)
    table.last_pill(canvas, seat, *panel.last, most=panel.last_width)


def draw_plate(table: Picture, canvas: Canvas, plate: Box) -> None:
    """Draw the own figure, what lies open as large as in everybody's panel, and below it what is safe."""
    kit, seat, tall = table.context.kit, table.viewer, table.context.frame.tall
    face, radius = ((plate.x + 30, plate.y + 34), 28) if tall else ((plate.x + 42, plate.y + 46), 30)
    canvas.put_centred(table.face(seat, radius, seat == table.shown.turn), *face)
    shown = points_of(table.open_cards(seat))
    safe = table.safe_points()
    if table.view.options.sums:
        # the number's own word stands at its side, and what is safe behind both or below the figure
        points = kit.sticker(str(shown), 46, most=110 if tall else 62)
        x, y = (plate.x + 196, plate.y + 34) if tall else (plate.x + 86, plate.y + 60)
        left, right = x + points.get_width() / kit.scale + 8, plate.x + plate.w - (96 if tall else 12)
        words = _safe_words(table, shown, safe, "shown_and_secured") if tall and safe else table.words("shown")
        canvas.put_left(points, x, y)
        # a word that is cut says less than a small one
        wide = text.width(words, text.STRONG, round(17 * kit.text_scale))
        size = 17 * min(1.0, kit.px(right - left) / wide)
        canvas.put_left(kit.line(words, size, SOFT, most=right - left), left, y + 2)
        if safe and not tall:
            words = _safe_words(table, shown, safe, "shown_and_secured.short")
            canvas.put_left(kit.line(words, 17, SOFT, most=plate.w - 28), plate.x + 14, plate.y + 129)
    # above the name, or below the figure
    x, y = (plate.x + 72, plate.y - 3) if tall else (plate.x + 8, plate.y + 102)
    table.last_pill(canvas, seat, x, y, size=kit.fitting(15, 17))


def _safe_words(table: Picture, shown: int, safe: int, key: str) -> str:
    """What is safe of the own points, and what that makes with those that lie open."""
    # what is on its way there is counted already: the whole is no less for being secured
    return table.words(key, secured=safe, total=shown + points_of(table.shown.secured[table.viewer]))


def draw_safe(table: Picture, canvas: Canvas, box: Box) -> None:
    """Draw the lock on the own secured cards and how many they are."""
    kit, count = table.context.kit, table.safe_count(table.viewer)
    x, y, w = table.safe_place()
    radius = min(22.0, w * 0.28)
    if not count:
        canvas.put_centred(kit.icon("lock", w * 0.5, ABSENT), *box.centre)
        return
    low = min(y + w * 0.52, box.y + box.h - radius - 2)
    canvas.put_centred(kit.made(lock, radius), x + w * 0.42, low)
    canvas.put_centred(kit.sticker(str(count), w * 0.42, CREAM), x - w * 0.22, y - w * 0.42)


def draw_slots(table: Picture, canvas: Canvas) -> None:
    """Draw the dashed places of the colours that the viewer has no open card of yet."""
    sums = colour_sums(table.open_cards(table.viewer))
    for stack in table.spread.stacks if table.spread else ():
        if not sums[stack.colour]:
            picture = table.context.kit.made(empty_slot, stack.w, COLOURS[stack.colour])
            canvas.put_centred(picture, *stack.box.centre)


def draw_sums(table: Picture, canvas: Canvas) -> None:
    """Draw what each row and each own stack is worth, and which rows make one roll."""
    kit, spots = table.context.kit, table.spots
    if not table.view.options.sums:
        return
    for box, row in zip(spots.rows, table.shown.rows, strict=False):
        cards = table.underway.there(row)
        if not cards:
            continue
        points, rolls = points_of(cards), any(kind_of(card) == Kind.DICE for card in cards)
        canvas.put_centred(kit.sticker(str(points), 42), spots.sum_x, box.centre[1] - box.h * 0.12)
        words = table.words("row.roll") if rolls else table.words("row.points", count=points)
        size = 13 if table.context.frame.tall else 15
        canvas.put_centred(kit.line(words, size, CREAM, most=100), spots.sum_x, box.centre[1] + box.h * 0.26)
    sums = colour_sums(table.open_cards(table.viewer))
    for stack in table.spread.stacks if table.spread else ():
        if points := sums[stack.colour]:
            canvas.put_centred(kit.made(tag, str(points), max(15.0, stack.w * 0.24)), *stack.pill)


def draw_order(table: Picture, canvas: Canvas, box: Box) -> None:
    """Draw who takes a row first, second and third, with arrows, and which way it goes round."""
    kit, shown = table.context.kit, table.turning or table.shown
    rows = MOST_ROWS if shown.drawing else sum(map(bool, shown.rows))
    order = shown.order[:rows]
    radius, pitch = (16.0, 56.0) if box.w > 160 else (16.0, 50.0)
    x, y = box.centre[0] - pitch * (len(order) - 1) / 2, box.y + box.h * 0.36
    for place, seat in enumerate(order):
        canvas.put_centred(table.face(seat, radius, False), x + place * pitch, y)
        if place:
            canvas.put_centred(kit.icon("arrow_right", 22, GOLD), x + (place - 0.5) * pitch, y)
    if not order:
        return
    if len(table.seats) == 2 or not shown.drawing:
        words = table.words("order.next", name=table.name(order[1])) if len(order) > 1 else ""
    else:
        words = table.words("order.right" if len(shown.directions) % 2 else "order.left")
    if words:
        colour = GOLD if len(shown.directions) % 2 else CREAM
        line = kit.line(words, 13 if table.context.frame.tall else 15, colour, text.BLACK, box.w - 10)
        canvas.put_centred(line, box.centre[0], box.y + box.h * 0.79)


def lying_rows(table: Picture) -> list[tuple[int, ...]]:
    """The rows without what is on its way there."""
    return [table.underway.there(row) for row in table.shown.rows]


def risk_of(table: Picture) -> int:
    """The chance that the next card fits nowhere, in whole per cent; never rounded to certain or impossible.

    While a drawn card waits for its row or is on its way there, it is the chance that was taken by drawing it.
    """
    shown, rows = table.shown, lying_rows(table)
    under = [card for row, lying in zip(shown.rows, rows, strict=True) for card in row if card not in lying]
    unseen = (*shown.unseen, *under, shown.card) if shown.card else (*shown.unseen, *under)
    chance = 100 * bust_risk([row_of(row) for row in rows if row], unseen)
    return int(chance) if chance in (0, 100) else min(99, max(1, round(chance)))


def risk_bar(kit: Kit, cell: float, high: float, percent: int) -> Surface:
    """Ten cells, one for every started ten per cent; plain."""
    gap = cell * 0.2
    whole = surfaces.blank((kit.px(CELLS * (cell + gap)), kit.px(high)))
    whole.fill((*SHADE, 0))
    filled = -(-percent // CELLS)
    for number, colour in enumerate(CELL_COLOURS):
        fill, alpha = (colour, 255) if number < filled else (SHADE, 92)
        part = surfaces.rounded((kit.px(cell), kit.px(high)), kit.px(high * 0.3), fill, alpha)
        whole.blit(part, (kit.px(number * (cell + gap)), 0))
    return whole


def draw_risk(table: Picture, canvas: Canvas, box: Box) -> None:
    """Draw the risk of drawing on, if the house rules show it, and what the last roll has cost."""
    kit, tall = table.context.kit, table.context.frame.tall
    shows = table.view.options.risk
    # a first card fits always: there is nothing to be told before one lies there
    told = table.shown.drawing and any(lying_rows(table))
    percent = risk_of(table) if shows and told else 0
    words = table.words("risk.value", count=percent) if told else "\u2013"
    if tall:
        # there is no room for both: the roll is told while nothing is drawn
        if shows and (table.shown.drawing or not table.shown.roll):
            title = kit.line(table.words("risk.title.short"), 17, CREAM, text.BLACK, 130)
            canvas.put_left(title, box.x + 16, box.y + box.h * 0.2)
            canvas.put_left(kit.sticker(words, min(44.0, box.h * 0.4)), box.x + 16, box.y + box.h * 0.53)
            canvas.put_left(kit.made(risk_bar, 15.0, 15.0, percent), box.x + 16, box.y + box.h * 0.84)
        else:
            _draw_roll(table, canvas, box.x + 16, box.y + box.h / 2, 184)
        return
    if shows:
        title = kit.line(table.words("risk.title"), 19, CREAM, text.BLACK, box.w - 122)
        canvas.put_left(title, box.x + 18, box.y + 30)
        canvas.put_right(kit.sticker(words, 42), box.x + box.w - 16, box.y + 30)
        cell = (box.w - 32) / CELLS / 1.2
        canvas.put_left(kit.made(risk_bar, cell, 15.0, percent), box.x + 18, box.y + 64)
    x, y, w = table.spots.die
    left = x + w / 2 + 22
    _draw_roll(table, canvas, left, y, box.x + box.w - left - 12)


def _draw_roll(table: Picture, canvas: Canvas, x: float, y: float, room: float) -> None:
    """Draw what the last roll has cost, or before there was one what the die does."""
    kit, roll = table.context.kit, table.shown.roll
    if table.rolling or table.bust:
        # a new one comes: what the last one has cost is not the answer
        return
    if roll is None:
        note = kit.paragraph(table.words("risk.die"), 17, room, SOFT, text.STRONG, 72)
        canvas.put_left(note, x, y)
        return
    lines = table.say.roll(roll)
    whole = " ".join(lines)
    if text.width(whole, text.BLACK, round(18 * kit.text_scale)) <= kit.px(room):
        lines = [whole]
    step = 23 * kit.text_scale / kit.scale
    top = y - step * len(lines) / 2
    canvas.put_left(kit.line(table.words("risk.last"), 16, SOFT, most=room), x, top)
    for number, words in enumerate(lines):
        canvas.put_left(kit.line(words, 18, CREAM, text.BLACK, room), x, top + step * (number + 1))
