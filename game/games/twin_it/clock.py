"""The remaining time at a table of Twin It!: its bars, and in timed play the clock and the points beside them."""

from collections.abc import Iterator

from game.core import live
from game.engine import fonts
from game.engine.canvas import Canvas
from game.engine.layout import Box
from game.engine.palette import CREAM, GOLD, SOFT, WHITE
from game.games.twin_it import layout, medals, pieces, scoring
from game.games.twin_it import state as st
from game.games.twin_it.parts import Part, Shown
from game.games.twin_it.state import CONTEST, MINUTE, Phase

#: the last milliseconds of the minute, shown in red
URGENT_MS = 10_000
#: size of the clock and the points of timed play, on a wide table and a tall one; in the last seconds each number is
#: larger by a factor until so many milliseconds of its second are left
CLOCK, SWELL, SWELL_FROM_MS = (54.0, 72.0), 1.25, 720
#: the last seconds that tick, and their volume
TICKS, TICK_VOLUME = 5, 0.5
#: phase -> its full time, for the bar
WHOLE = {Phase.LAST_LOOK: st.LAST_LOOK_MS, Phase.CHOOSE: st.CHOICE_MS, Phase.BUZZED: st.BUZZ_MS}
#: height of the time bar at the panel of a seat that has buzzed, and its distance from the panel's sides
BUZZ_BAR, BUZZ_EDGE = 14.0, 18.0
#: number of points below the best score from which the distance is told
NEAR = 3
#: distance of the best score from its panel's side
PANEL_EDGE = 18.0
#: size of the word for points, and distance of the next level on a wide table below the bar's middle, with that word
#: above it
UNIT_SIZE, LEVEL_BELOW = 18.0, 12.0
#: what counts in timed play, before it starts: its size, greatest width, and distance below the field's centre
BRIEF_SIZE, BRIEF_WIDE, BRIEF_BELOW = 21.0, 600.0, 76.0


class Clock(Part):
    """The time that is left, and the points that were made in it."""

    def __init__(self, table: Shown) -> None:
        super().__init__(table)
        #: the second of timed play for which a sound was played last
        self._ticked = 0

    def tick(self) -> None:
        """Play a sound in each of the last seconds of timed play."""
        left = self._seconds(self.left()[1]) if self.places.timed and not self.table.covered else 0
        if left != self._ticked and 0 < left <= TICKS:
            self.context.audio.play("count_1", TICK_VOLUME)
        self._ticked = left

    def left(self) -> tuple[float, int]:
        """Return share and milliseconds left until the next automatic event; -1, -1 where none is shown."""
        view = self.view
        if not self.table.shows_clock or view.due >= live.NEVER or view.phase in (Phase.COUNT, Phase.OVER):
            return -1.0, -1
        ms = max(0, view.due - self.table.lag - self.table.now)
        whole = 1000 * view.options.minute if view.phase == Phase.MINUTE else view.options.flip_after
        return min(1.0, ms / WHOLE.get(view.phase, whole)), ms

    def draw(self, canvas: Canvas) -> None:
        """Draw the bars, and in timed play the numbers beside them."""
        if self.table.is_puzzle:
            return
        share, ms = self.left()
        if self.places.timed:
            self.draw_clock(canvas, ms)
        # below the tray of a tall replay is its time line
        tray = self.places.spots.tray if self.frame.whole else None
        if self.view.options.mode == MINUTE and tray:
            needed, total = scoring.LEVELS[len(self.places.seats)], self.view.scores[0]
            medals.draw_steps(self.context, canvas, tray, layout.MEDALS_WIDE, total, needed)
        if share < 0 or not (self.table.has_buttons or self.places.timed):
            return
        kit, colour = self.kit, pieces.READY if self.places.timed and ms < URGENT_MS else GOLD
        for box, turned in self.bars():
            canvas.put(kit.scene_image(pieces.bar_plain, box.w, box.h), box.x, box.y)
            full = kit.scene_image(pieces.filling_plain, box.w, box.h, colour)
            canvas.put_share(full, box.x, box.y, share, from_right=turned)

    def bars(self) -> Iterator[tuple[Box, bool]]:
        """Yield the bars of the remaining time, each with True if it shrinks toward its left.

        Around one device each side has one of its own; after a buzz it is at the panel of the seat that points.
        """
        bar, pointing = self.places.spots.bar, self.places.pointing()
        for area in pointing:
            x, y, w, h = area.box
            edge = y + h if area.is_far(self.frame.height) else y
            yield Box(x + BUZZ_EDGE, edge - BUZZ_BAR / 2, w - 2 * BUZZ_EDGE, BUZZ_BAR), area.turned
        if not pointing:
            yield bar, False
            if self.places.opposite:
                x, y, w, h = bar
                yield Box(self.frame.width - x - w, self.frame.height - y - h, w, h), True

    def draw_clock(self, canvas: Canvas, ms: int) -> None:
        """Draw the remaining seconds or looks, the points, and below or beside them the group's next level."""
        kit, places, view, tall = self.kit, self.places, self.view, self.frame.tall
        bar, viewer, told = places.spots.bar, places.viewer, self.table.announcements
        number = max(0, view.looks_left) if view.options.calm else self._seconds(ms)
        size, aside = CLOCK[tall], 0.9 * CLOCK[tall]
        urgent = not view.options.calm and 0 < number <= URGENT_MS // 1000
        swells = urgent and ms % 1000 > SWELL_FROM_MS and not self.context.settings.reduced_motion
        clock = kit.sticker(str(number), size * SWELL if swells else size, pieces.READY if urgent else WHITE)
        canvas.put_centred(clock, bar.x - aside, bar.y + bar.h / 2)
        self.draw_best(canvas)
        if places.people[1:] and view.options.mode == CONTEST:
            return
        levels, reached = scoring.LEVELS[len(places.seats)], max(0, view.level)
        colour = GOLD if reached or view.options.mode == CONTEST else CREAM
        points = kit.sticker(str(view.scores[viewer]), size * told.bump(viewer) ** 0.3, colour)
        canvas.put_centred(points, bar.x + bar.w + aside, bar.y + bar.h / 2)
        if tall and told.sentence.text and not self.table.covered:
            return
        unit = kit.line(self.text("points_unit"), UNIT_SIZE, colour, fonts.BLACK)
        bare, middle, pill = places.is_bare(tall), bar.y + bar.h / 2, None
        if view.options.mode == MINUTE and reached < len(levels):
            goal = self.text(f"level.{scoring.LEVEL_NAMES[reached + 1]}")
            pill = kit.pill(self.text("level_from", level=goal, count=levels[reached]), 20 if tall else 17, colour)
        if tall:
            canvas.put_centred(unit, bar.x + bar.w + aside, places.spots.prompt.y)
            if pill:
                canvas.put_centred(pill, *places.spots.prompt[:2])
            return
        left, y = bar.x + bar.w + 1.75 * aside, middle
        if pill:
            y += 0 if bare else LEVEL_BELOW
            canvas.put_left(pill, left, y)
            y -= (pill.get_height() + unit.get_height()) / 2 / kit.scale
        canvas.put_left(unit, left, places.areas[viewer].name.y + 10 if bare else y)

    def draw_brief(self, canvas: Canvas, x: float, y: float) -> None:
        """Draw what counts in timed play below the button that starts it, around (x, y)."""
        wide = min(self.places.spots.field.w, BRIEF_WIDE)
        y += BRIEF_BELOW
        for text in self.table.match_texts.brief(self.view):
            picture = self.kit.scene_image(pieces.message_plain, text, BRIEF_SIZE, wide, GOLD)
            high = picture.get_height() / self.kit.scale
            canvas.put_centred(picture, x, y + high / 2)
            y += high + 6

    @staticmethod
    def _seconds(ms: int) -> int:
        """Return the whole seconds begun."""
        return -(-max(0, ms) // 1000)

    def draw_best(self, canvas: Canvas) -> None:
        """Draw the best score of earlier matches for somebody who plays alone; near it with the distance."""
        if self.table.best is None or len(self.places.seats) > 1:
            return
        area, ahead = self.places.areas[self.places.viewer], self.view.scores[0] - self.table.best
        key = "best.above" if ahead > 0 else "best.level" if not ahead else "best.near" if ahead >= -NEAR else "best"
        text = self.text(key, count=abs(ahead) if ahead > 0 else self.table.best, missing=-ahead)
        line = self.kit.line(text, area.name.size, GOLD if ahead >= 0 else SOFT, fonts.BLACK, area.box.w / 2)
        canvas.put_right(line, area.box.x + area.box.w - PANEL_EDGE, area.name.y)
