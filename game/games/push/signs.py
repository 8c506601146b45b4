"""The signs on the table of Push besides cards and panels: sums, the order, the risk, and the own part."""

from collections.abc import Callable
from dataclasses import dataclass

from pygame import Surface

from game.engine import fonts
from game.engine.canvas import Canvas
from game.engine.cards import CORNER, tag
from game.engine.layout import Box, TextPlace
from game.engine.palette import CREAM, GOLD, INK, PANEL, SOFT, mix
from game.engine.turn_table import TurnTable
from game.games.push import events as ev
from game.games.push import faces
from game.games.push.counts import Counts
from game.games.push.deck import COLOUR_OF, COLOURS, MOST_ROWS, STAR, Kind, kind_of
from game.games.push.faces import RATIO
from game.games.push.layout import SUM_ROOM
from game.games.push.places import Places
from game.games.push.rules import Action, Phase, View
from game.games.push.scoring import colour_sums, points_of
from game.games.push.scripts import Scripts
from game.games.push.texts import PushTexts

#: text size of a row's sum
SUM_SIZE = 50.0
#: text size of the name of a row's taker; radius of the figures of those who take next, and the distance of two
TAKER_SIZE, QUEUED, QUEUE_STEP = 28.0, 18.0, 62.0
#: size of the risk in words, as a share of that in numbers
WORDS = 0.85
#: radius of the figure of a taker of the last turn, once the own turn has begun
FORMER = 18.0
#: left end of the number of cards in the pile of a tall table, beside a drawn card
COUNT_LEFT = 20.0
#: width for the own last move on a tall table
OWN_LAST = 146.0


@dataclass(frozen=True)
class Signs:
    """The signs of one table in one window."""

    table: TurnTable[Action, ev.Event, View]
    counts: Counts
    scripts: Scripts
    places: Places
    texts: PushTexts
    #: draws a seat with a radius, and a ring if it is active
    figure: Callable[[int, float, bool], Surface]

    def draw_pile_count(self, canvas: Canvas) -> None:
        """Draw the number of cards in the pile, where a drawn card beside the rows does not hide it."""
        x, y, w = self.places.spots.pile
        count = self.table.shown.pile_count
        text = str(count) if self.places.tall else self.table.text("pile", count=count)
        low = y + w * RATIO / 2 + (-8 if self.places.tall else 17)
        pill = self.table.kit.pill(text, 16, CREAM, INK, fonts.BLACK)
        if self.places.tall and self.scripts.is_aside:
            canvas.put_left(pill, COUNT_LEFT, low)
        else:
            canvas.put_centred(pill, x, low)

    def draw_threat(self, canvas: Canvas) -> None:
        """Outline the open colours that a roll may cost, the one whose face is up in bold."""
        table = self.table
        threat = self.scripts.die.threatened()
        if not threat:
            return
        seat, up, rolling = threat
        display = table.shown.displays[seat]
        stacks = self.places.spread(display).stacks if seat == table.viewer else ()
        for colour in {COLOUR_OF[card] for card in display}:
            strong = colour == up or (up == STAR and table.view.options.thrill)
            if not (strong or rolling):
                continue
            if stacks:
                box, radius = stacks[colour].box, stacks[colour].w * CORNER
            elif seat in self.places.panels:
                shape = self.places.shape(seat, colour)
                box, radius = shape.box, shape.radius
            else:
                continue
            canvas.put_centred(table.kit.scene_image(faces.danger, box.w, box.h, radius, strong), *box.centre)

    def draw_row_sums(self, canvas: Canvas) -> None:
        """Draw the worth of each row, and mark rows that cause a roll."""
        table, kit, spots = self.table, self.table.kit, self.places.spots
        if not table.view.options.sums:
            return
        for box, cards in zip(spots.rows, self.counts.rows(), strict=False):
            if not cards:
                continue
            points, rolls = points_of(cards), any(kind_of(card) == Kind.DICE for card in cards)
            canvas.put_centred(kit.sticker(str(points), SUM_SIZE), spots.sum_x, box.centre[1] - box.h * 0.12)
            text = table.text("row.roll") if rolls else table.text("row.points", count=points)
            size = kit.fitting(13 if self.places.tall else 15, legible=True)
            canvas.put_centred(kit.line(text, size, CREAM, max_width=100), spots.sum_x, box.centre[1] + box.h * 0.26)

    def draw_takers(self, canvas: Canvas) -> None:
        """Draw the takers of the last turn at their rows: over its number, and large in an empty row."""
        table, kit, spots = self.table, self.table.kit, self.places.spots
        for row, (seat, points) in self.scripts.takers.items():
            box = spots.rows[row]
            y = box.centre[1]
            if any(table.shown.rows[row : row + 1]):
                canvas.put_centred(self.figure(seat, spots.number - 2.0, True), box.x + spots.number, y)
                continue
            if table.decides(table.shown.turn) and table.shown.phase == Phase.CHOOSE:
                self._draw_former(canvas, row, seat, points)
                continue
            radius, left = min(36.0, box.h * 0.32), spots.first - spots.card / 2
            canvas.put_centred(self.figure(seat, radius, False), left + radius, y)
            left += 2 * radius + 14
            # a pill, as dots mark the places of the cards
            room = spots.sum_x - SUM_ROOM - left
            canvas.put_left(kit.pill(table.name(seat), TAKER_SIZE, PANEL, CREAM, max_width=room), left, y)
            if points:
                canvas.put_centred(kit.sticker(f"+{points}", SUM_SIZE, GOLD), spots.sum_x, y)

    def _draw_former(self, canvas: Canvas, row: int, seat: int, points: int) -> None:
        """Draw a taker of the last turn in one quiet line: a new turn begins, and its rows are empty."""
        table, kit, spots = self.table, self.table.kit, self.places.spots
        y, left = spots.rows[row].centre[1], spots.first - spots.card / 2
        canvas.put_centred(self.figure(seat, FORMER, False), left + FORMER, y)
        left += 2 * FORMER + 10
        text = table.text("row.former" if points else "row.former.none", name=table.name(seat), points=points)
        room = spots.rows[row].x + spots.rows[row].w - 12 - left
        # a pill, as dots mark the places of the cards
        fill, ink = mix(table.felt, INK, 0.35), mix(table.felt, CREAM, 0.75)
        size = 17 if self.places.tall else 18
        canvas.put_left(kit.pill(text, size, fill, ink, fonts.STRONG, room), left, y)

    def queue(self) -> tuple[int, ...]:
        """Return the seats that take a row after the one that chooses now; a tall table has the order at the rows."""
        shown = self.table.shown
        takes = shown.phase == Phase.TAKE and not self.places.tall
        return shown.order[1 : sum(map(bool, shown.rows))] if takes else ()

    def draw_queue(self, canvas: Canvas, x: float, y: float) -> None:
        """Draw those seats in their order, from ``x`` on."""
        for place, seat in enumerate(self.queue()):
            canvas.put_centred(self.table.kit.icon("arrow_right", 22, GOLD), x + 16 + place * QUEUE_STEP, y)
            canvas.put_centred(self.figure(seat, QUEUED, False), x + 46 + place * QUEUE_STEP, y)

    def draw_order(self, canvas: Canvas, box: Box) -> None:
        """Draw the next seats to take a row, with arrows, and the direction."""
        table, kit, shown = self.table, self.table.kit, self.scripts.turning or self.table.shown
        rows = MOST_ROWS if shown.drawing else sum(map(bool, shown.rows))
        order = shown.order[:rows]
        radius, pitch = (20.0, 58.0) if self.places.tall else (16.0, 56.0)
        if box.w > 3 * pitch + 2 * radius:
            radius, pitch = min(27.0, box.h * 0.27), 80.0
        x, y = box.centre[0] - pitch * (len(order) - 1) / 2, box.y + box.h * 0.36
        for place, seat in enumerate(order):
            canvas.put_centred(self.figure(seat, radius, False), x + place * pitch, y)
            if place:
                canvas.put_centred(kit.icon("arrow_right", 22, GOLD), x + (place - 0.5) * pitch, y)
        if not order:
            return
        if len(table.seats) == 2 or not shown.drawing:
            text = table.text("order.next", name=table.name(order[1])) if len(order) > 1 else ""
        else:
            text = table.text("order.right" if len(shown.directions) % 2 else "order.left")
        if text:
            colour = GOLD if len(shown.directions) % 2 else CREAM
            size = kit.fitting(13 if self.places.tall else 15, legible=True)
            line = kit.line(text, size, colour, fonts.BLACK, box.w - 10)
            canvas.put_centred(line, box.centre[0], box.y + box.h * 0.79)

    def draw_risk(self, canvas: Canvas, box: Box) -> None:
        """Draw the risk of drawing on and the stake, if they are shown, and the last roll."""
        table, kit, shows = self.table, self.table.kit, self.counts.shows_odds
        # a first card always fits, so there is no risk to show before it is placed
        shows_risk = table.shown.drawing and any(self.counts.rows())
        percent = self.counts.risk() if shows and shows_risk else 0
        text = self._risk_text(percent)
        lost = self.counts.visible_stake() if percent else 0
        if any(map(table.popups.rises_at, self.places.over_risk())):
            # a change of points has the panel to itself
            return
        left, room = box.x + 16, self.places.spots.die.x - self.places.spots.die.w / 2 - 16 - box.x - 16
        # there is no room for both: while no card is drawn there is no risk, and the roll is shown
        if not shows or not table.shown.drawing:
            self._draw_roll(canvas, Box(left, box.y, room, box.h))
            return
        ways = self._risk_headings(lost)
        real = round(17 * kit.text_scale)
        heading = next((way for way in ways if fonts.reads(way, fonts.BLACK, real, kit.px(room))), ways[-1])
        canvas.put_left(kit.line(heading, 17, CREAM, fonts.BLACK, room), left, box.y + box.h * 0.2)
        size = min(44.0, box.h * 0.42) * (1.0 if percent else WORDS)
        canvas.put_left(kit.sticker(text, size, max_width=room), left, box.y + box.h * 0.53)
        canvas.put_left(
            kit.scene_image(faces.risk_bar, 25.0 if room > 300 else 15.0, 15.0, percent), left, box.y + box.h * 0.84
        )

    def _risk_text(self, percent: int) -> str:
        """Return the risk in a word: in per cent, or that there is none, or from when on there may be some."""
        if percent:
            return self.table.text("risk.value", count=percent)
        begun = sum(map(bool, self.counts.rows()))
        return self.table.text("risk.later" if begun < MOST_ROWS else "risk.none")

    def _risk_headings(self, lost: int) -> list[str]:
        """Return the heading of the risk, the shortest last: what a bust costs, its roll included, if that is shown."""
        text = self.table.text
        if lost and self.counts.stakes_roll():
            ways = ("risk.stake.roll", "risk.stake.roll.short", "risk.stake.roll.shortest")
            return [text(way, count=lost) for way in ways]
        return [text(f"risk.{'stake' if lost else 'title'}{form}", count=lost) for form in ("", ".short")]

    def _draw_roll(self, canvas: Canvas, box: Box) -> None:
        """Draw the cost of this turn's last roll, or before one what the die does."""
        table = self.table
        kit, tall, roll = table.kit, self.places.tall, table.shown.roll
        if self.scripts.die.is_away or self.scripts.die.is_due:
            # hide the last roll's result while a new one is coming
            return
        x, y, room = box.x, box.centre[1], box.w
        if roll is None or not self.scripts.roll_is_news:
            note = kit.paragraph(table.text("risk.die"), 17, room, SOFT, fonts.STRONG, box.h - 4)
            canvas.put_left(note, x, y)
            return
        lines, real = self.texts.roll(roll), round(18 * kit.text_scale)
        if tall and not all(fonts.reads(line, fonts.BLACK, real, kit.px(room)) for line in lines):
            lines = self.texts.roll(roll, ".short")
        whole = " ".join(lines)
        step = 23 * kit.text_scale / kit.scale
        # a wide table has no room for two lines of large texts below the heading: one shrinks to the width
        low = not tall and step * (len(lines) + 1) > box.h + step / 2
        if low or fonts.width(whole, fonts.BLACK, real) <= kit.px(room):
            lines = [whole]
        step = min(step, (box.h - 4) / (len(lines) + 1))
        top, high = y - step * len(lines) / 2, step * 0.9
        canvas.put_left(kit.line(table.text("risk.last"), kit.fitting(16, high), SOFT, max_width=room), x, top)
        for number, text in enumerate(lines):
            # a small line is better than a cut one
            size = min(kit.fitting(18, high), 18 * kit.px(room) / fonts.width(text, fonts.BLACK, real))
            canvas.put_left(kit.line(text, size, CREAM, fonts.BLACK, room), x, top + step * (number + 1))

    def draw_plate(self, canvas: Canvas, plate: Box) -> None:
        """Draw the own figure, the open points as large as in every panel, and the secured ones below."""
        table, kit, seat, tall = self.table, self.table.kit, self.table.viewer, self.places.tall
        place = (plate.x + 30, plate.y + 34, 28) if tall else (plate.x + 42, plate.y + 42, 30)
        table.draw_figure(canvas, seat, place, active=seat == table.shown.turn)
        shown = points_of(self.counts.open_cards(seat))
        safe = self.counts.safe_points()
        if table.view.options.sums:
            # the number's label is at its side; secured points are behind both or below the figure
            tint = self.scripts.rivals.tint(seat)
            points = kit.sticker(str(shown), 46, tint, 110 if tall else 62)
            x, y = (plate.x + 196, plate.y + 34) if tall else (plate.x + 86, plate.y + 55)
            left, right = x + points.get_width() / kit.scale + 8, plate.x + plate.w - (OWN_LAST + 10 if tall else 12)
            text = self._sum_text(shown, safe, "shown_and_secured") if tall and safe else table.text("shown")
            canvas.put_left(points, x, y)
            # a small label is better than a cut one
            wide = fonts.width(text, fonts.STRONG, round(17 * kit.text_scale))
            size = 17 * min(1.0, kit.px(right - left) / wide)
            canvas.put_left(kit.line(text, size, SOFT, max_width=right - left), left, y + 2)
            if safe and not tall:
                text = self._sum_text(shown, safe, "shown_and_secured.short")
                canvas.put_left(kit.line(text, 17, SOFT, max_width=plate.w - 28), plate.x + 14, plate.y + 114)
        size = kit.fitting(15, 17)
        if not tall:
            table.last_pill(canvas, seat, TextPlace(plate.x + 8, plate.y + 89), size=size)
        elif not table.popups.rises_at(self.places.change(seat)):
            last = TextPlace(plate.x + plate.w - 2, plate.y + 34, OWN_LAST)
            table.last_pill(canvas, seat, last, anchor="right", size=size)

    def _sum_text(self, shown: int, safe: int, key: str) -> str:
        """Return the text about the own secured points and the total."""
        # cards in flight count already: securing does not change the total
        table = self.table
        return table.text(key, secured=safe, total=shown + points_of(table.shown.secured[table.viewer]))

    def draw_safe(self, canvas: Canvas, box: Box) -> None:
        """Draw the lock on the own secured cards, and their number."""
        kit, count = self.table.kit, self.counts.safe_count(self.table.viewer)
        x, y, w = self.places.safe
        radius = min(22.0, w * 0.28)
        if not count:
            canvas.put_centred(kit.icon("lock", w * 0.5, faces.ABSENT), *box.centre)
            return
        low = min(y + w * 0.52, box.y + box.h - radius - 2)
        top = max(y - w * 0.56, box.y + 14)
        canvas.put_centred(kit.scene_image(faces.lock, radius), x + w * 0.42, low)
        text, room = self.table.text("pile", count=count), box.w - 6
        if not fonts.reads(text, fonts.DISPLAY, round(15 * kit.text_scale), kit.px(room - 22)):
            text = str(count)
        canvas.put_centred(kit.pill(text, 15, CREAM, INK, max_width=room), box.centre[0], top)

    def draw_slots(self, canvas: Canvas) -> None:
        """Draw the dashed places of colours without open cards of the viewer."""
        table = self.table
        sums = colour_sums(self.counts.open_cards(table.viewer))
        for stack in self.places.spread(table.shown.displays[table.viewer]).stacks:
            if not sums[stack.colour]:
                picture = table.kit.scene_image(faces.empty_slot, stack.w, COLOURS[stack.colour])
                canvas.put_centred(picture, *stack.box.centre)

    def draw_own_sums(self, canvas: Canvas) -> None:
        """Draw the worth of each own stack."""
        table = self.table
        if not table.view.options.sums:
            return
        sums = colour_sums(self.counts.open_cards(table.viewer))
        for stack in self.places.spread(table.shown.displays[table.viewer]).stacks:
            if points := sums[stack.colour]:
                canvas.put_centred(table.kit.scene_image(tag, str(points), max(15.0, stack.w * 0.24)), *stack.pill)
