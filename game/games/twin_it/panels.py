"""The seats at a table of Twin It!: panels, names, figures, sets, stacks and buzzers, and the order of their looks."""

from collections.abc import Callable

from pygame import Surface

from game.core import match
from game.engine import controls, fonts, surfaces
from game.engine.canvas import Canvas
from game.engine.layout import Box, bounds
from game.engine.palette import CREAM, GOLD, SOFT
from game.engine.rival import AFTER_NAME, LEVEL_SIZE
from game.games.twin_it import faces, layout, pieces
from game.games.twin_it.layout import BUZZ_KEYS, Area, Cell
from game.games.twin_it.parts import Part, Shown
from game.games.twin_it.state import CONTEST, Phase

#: size of the number of sets at a rival's seat and at the own one, which has more room
TALLY, OWN_TALLY, OWN_WIDE = 19.0, 23.0, 120.0
#: the greatest height of that number, or a share of the width of its room
TALLY_HIGH, TALLY_SHARE = 36.0, 0.3
#: number of seats whose figures are small in the order of their looks
CROWD = 5
#: distances of these figures, on wide and tall tables
STEP, LONG_STEP = 72.0, 84.0


class Panels(Part):
    """Everything at the seats. ``figure`` draws a seat's figure in its present mood."""

    def __init__(self, table: Shown, figure: Callable[[int, float, bool], Surface]) -> None:
        super().__init__(table)
        self._figure = figure
        #: signs of teams with their middles
        self.badges: dict[int, tuple[Surface, float, float]] = {}

    @property
    def buzz_caps(self) -> dict[int, str]:
        """Seat -> label of its buzzer's key, if several people have buzzers and keys."""
        contest = self.view.options.mode == CONTEST and len(self.places.people) > 1
        shown = (self.places.around or contest) and self.table.has_caps and self.frame.whole
        return {seat: key.upper() for seat, key in zip(self.places.people, BUZZ_KEYS, strict=False)} if shown else {}

    def bake(self) -> None:
        """Draw what never changes into the backdrop: panels, names, signs of teams, places of sets."""
        self.badges = {}
        backdrop, spots = self.table.backdrop, self.places.spots
        for seat, area in self.places.areas.items():
            self.bake_area(seat, area)
        if (tray := spots.tray) and self.places.timed:
            backdrop.panel(tray, 20, 0.42)
            if self.table.is_puzzle:
                heading = self.kit.line_plain(self.text("puzzle.sets"), 17, SOFT, fonts.BLACK, tray.w - 32)
                backdrop.put(heading, tray.x + 16, tray.y + layout.HEADING / 2 + 2, "left")
        if spots.beside:
            self._bake_beside()
        if self.shows_order:
            backdrop.panel(spots.order, 16, 0.42)

    @property
    def shows_order(self) -> bool:
        """True if the order of the looks is shown: in calm mode, where the layout has room for it."""
        return self.view.options.in_rounds and self.places.spots.order.h > 0

    def bake_area(self, seat: int, area: Area) -> None:
        """Draw a seat's panel and name, and its empty places."""
        if self.places.is_bare(self.frame.tall):
            return
        kit, backdrop, timed, own = self.kit, self.table.backdrop, self.places.timed, seat == self.places.viewer
        radius = 14 if timed else 20 if own else 18
        if self.view.options.in_teams:
            self._bake_team(seat, area, radius)
        else:
            backdrop.panel(area.box, radius, 0.5 if timed else 0.42 if own else 0.58)
        self._bake_name(seat, area)
        numbered = own and not self.places.around
        # where there is no room for a winning row the rings alone count the sets
        counts = own or timed or len(area.cells) >= self.view.options.sets
        for number, cell in enumerate(area.cells if counts else (), 1):
            backdrop.put(pieces.cell_plain(kit, cell.w, str(number) if numbered else ""), cell.x, cell.y, "centre")

    def _bake_name(self, seat: int, area: Area) -> None:
        """Draw a seat's name, and at a rival's seat the level below it, or behind it if there is room."""
        kit, (x, y, most, size), tally = self.kit, area.name, area.tally
        name = kit.line_plain(self.name(seat), size, CREAM, fonts.BLACK, most)
        centre = not self.places.timed and area.centred
        # the number of sets is below the name, or beside the figure
        low = tally.y if tally.y > y else area.box.y + area.box.h
        if area.turned:
            name = surfaces.turned(name, 180)
        told = seat != self.places.viewer and not self.places.around
        after, half = x + name.get_width() / kit.scale + AFTER_NAME, area.face.radius
        # a long name leaves no room behind it
        high = (low - y) * 0.46 if centre else 0.9 * half
        level, small = (
            kit.line_plain(self.table.level(seat), of, SOFT) for of in (LEVEL_SIZE, kit.fitting(LEVEL_SIZE, high))
        )
        if told and centre:
            self.table.backdrop.put(small, x, y + (low - y) * 0.52, "centre")
        elif told and after + level.get_width() / kit.scale < tally.x - 0.6 * tally.wide:
            self.table.backdrop.put(level, after, y + 2)
        elif told:
            name = kit.line_plain(self.name(seat), kit.fitting(size, 1.2 * half), CREAM, fonts.BLACK, most)
            self.table.backdrop.put(small, x, y + 0.5 * half)
            y -= 0.5 * half
        self.table.backdrop.put(name, x, y, "centre" if centre else "left")

    def _bake_team(self, seat: int, area: Area, corner: float) -> None:
        """Draw a seat's panel in the colour of its team, and the team's sign."""
        team = seat % 2
        self.table.backdrop.team_panel(area.box, corner, team)
        x, y, radius = area.buzzer or area.face
        across = -1 if area.turned else 1
        badge = pieces.team_badge(self.kit, team)
        if area.turned:
            badge = surfaces.turned(badge, 180)
        self.badges[seat] = (surfaces.ready(badge), x + across * radius * 0.8, y - across * radius * 0.8)

    def _bake_beside(self) -> None:
        spots, kit, backdrop = self.places.spots, self.kit, self.table.backdrop
        text = self.text("barred", name=self.name(self.view.options.forbidden))
        first, last = spots.beside[0], spots.beside[-1]
        if self.frame.tall:
            left = spots.beside_label[0]
            box = Box(left - 4, first.y - first.w / 2 - 8, last.x + last.w / 2 - left + 12, first.w + 16)
            backdrop.panel(box, 14, 0.42)
            line = kit.paragraph_plain(text, 18, first.x - first.w / 2 - left - 20, SOFT)
            backdrop.put(line, left + 8, first.y, "left")
            return
        top = spots.beside_label[1] - 22
        backdrop.panel(Box(first.x - 56, top, 112, last.y + last.w / 2 + 8 - top), 14, 0.42)
        line = kit.line_plain(text, 15, SOFT, fonts.BLACK, 104)
        backdrop.put(line, spots.beside_label[0], spots.beside_label[1], "centre")

    def draw_owners(self, canvas: Canvas) -> None:
        """Draw whose buzzer each is at the places of the sets, before the first card."""
        for seat in self.places.people:
            area, key = self.places.areas[seat], self.buzz_caps.get(seat, "")
            x, y, w, h = bounds([cell.box for cell in area.cells])
            owner = self.kit.scene_image(pieces.owner_plain, self.name(seat), key, w, h, area.turned)
            canvas.put_centred(owner, x + w / 2, y + h / 2)

    def draw_order(self, canvas: Canvas, box: Box) -> None:
        """Draw whose look comes when, in this round or the next one; the prompt says the rest."""
        kit, view, tall = self.kit, self.view, self.frame.tall
        count = len(self.places.seats)
        radius = 17.0 if tall else 21.0 if count < CROWD else 13.0
        first = (view.flipper + (1 if view.looker >= 0 else 2)) % count
        past = (view.looker - first) % count if view.looker >= 0 else 0
        # the eye that begins the row is one more place
        pitch = min(LONG_STEP if tall else STEP, (box.w - 4 * radius) / count)
        arrow = min(20.0, pitch - 2 * radius + 4)
        x, y = box.centre[0] - pitch * (count - 1) / 2 + pitch / 3, box.centre[1]
        canvas.put_centred(kit.icon("eye", 24, SOFT), x - 0.9 * pitch, y)
        for place in range(count):
            seat = (first + place) % count
            canvas.put_centred(self._figure(seat, radius, seat == view.looker), x + place * pitch, y)
            if place < past:
                pieces.draw_vain(canvas, kit, x + place * pitch, y, radius)
            if place:
                canvas.put_centred(kit.icon("arrow_right", arrow, GOLD), x + (place - 0.5) * pitch, y)

    def draw_area(self, canvas: Canvas, seat: int, area: Area) -> None:
        """Draw a seat's figure or buzzer, and its number of sets or points."""
        active = self._is_active(seat)
        if area.buzzer:
            self._draw_buzzer(canvas, seat, area)
        else:
            self.table.draw_figure(canvas, seat, area.face, active=active)
        if seat in self.badges:
            canvas.put_centred(*self.badges[seat])
        if seat in self.buzz_caps:
            x, y, radius = area.buzzer or area.face
            canvas.put_centred(self.kit.widget_image(controls.key_cap_plain, self.buzz_caps[seat]), x, y + 0.8 * radius)
        if self.places.timed:
            if self.view.options.mode == CONTEST:
                score = self.kit.sticker(str(self.view.scores[seat]), 20 + 10 * self.table.announcements.bump(seat))
                canvas.put_centred(score, *area.tally[:2])
            return
        won, goal = self.view.sets_of_side(seat), self.view.options.sets
        if won == goal - 1 and self.view.phase != Phase.OVER:
            self._draw_last_gap(canvas, seat, area)
        canvas.put_centred(self.tally(seat, area), *area.tally[:2])

    def tally(self, seat: int, area: Area) -> Surface:
        """Draw how many sets a seat has of those it needs, within its room except for a bump."""
        won, most = self.view.sets_of_side(seat), max(map(self.view.sets_of_side, self.places.areas))
        wide, bump, goal = area.tally.wide, self.table.announcements.bump(seat), self.view.options.sets
        size, high = TALLY if wide < OWN_WIDE else OWN_TALLY, max(TALLY_HIGH, TALLY_SHARE * wide)
        room, leads = (bump * wide, bump * high), 0 < won == most
        return self.kit.scene_image(pieces.tally_plain, won, goal, bump * size, room, leads, area.turned)

    def _draw_last_gap(self, canvas: Canvas, seat: int, area: Area) -> None:
        """Mark a seat one set short of winning: a gold edge around its panel, and around its own last place."""
        boxes = [(area.box, 20.0 if seat == self.places.viewer else 18.0)]
        if seat == self.places.viewer and not self.places.around:
            taken = self.places.filled(seat)
            free = [cell.box for number, cell in enumerate(area.cells) if number not in taken]
            boxes += [(box, box.w * faces.RADIUS) for box in free[:1]]
        for (x, y, w, h), radius in boxes:
            canvas.put(self.kit.scene_image(pieces.edge_plain, w, h, radius), x, y)

    def _is_active(self, seat: int) -> bool:
        view = self.view
        if self.table.covered or view.phase == Phase.OVER:
            return False
        if view.phase == Phase.BUZZED:
            return any(buzzed == seat for buzzed, _hands in view.buzzes)
        if self.places.timed:
            return seat == self.table.visible_input.pointing
        if view.options.calm and view.looker >= 0:
            return seat == view.looker
        return view.phase in (Phase.OPEN, Phase.CHOOSE) and seat == view.turn

    def _draw_buzzer(self, canvas: Canvas, seat: int, area: Area) -> None:
        assert area.buzzer
        x, y, radius = area.buzzer
        view = self.view
        if self.places.seats[seat].kind != match.HUMAN:
            canvas.put_centred(self._facing(seat, radius * 0.72, self._is_active(seat), area), x, y)
            return
        state = "ready"
        tried = self.table.visible_input.tried if self.table.tries_out else set[int]()
        if seat in tried or any(buzzed == seat for buzzed, _hands in view.buzzes):
            state = "pressed"
        elif view.phase not in (Phase.OPEN, Phase.LAST_LOOK):
            state = "dull"
        canvas.put_centred(self.kit.scene_image(pieces.buzzer_plain, radius, state), x, y)
        rise = 5 if state == "pressed" else 0
        canvas.put_centred(self._facing(seat, radius * 0.46, False, area), x, y + rise)
        if view.turn == seat and view.phase == Phase.OPEN and not self.table.covered:
            canvas.put_centred(self.kit.scene_image(pieces.ring_plain, radius + 5), x, y)

    def _facing(self, seat: int, radius: float, active: bool, area: Area) -> Surface:
        """Return a seat's figure, upside down for the far side of the device."""
        if not area.turned:
            return self._figure(seat, radius, active)
        return self.kit.scene_image(pieces.turned_figure, self.places.seats[seat].figure, radius, active)

    def draw_counts(self, canvas: Canvas) -> None:
        """Draw the number of cards in each stack."""
        for seat, area in self.places.areas.items() if not self.places.timed else ():
            count = self.view.stack_counts[seat]
            self.draw_count(canvas, area.top, count, self.count_pill(seat, area, count), area.pill)

    def draw_count(self, canvas: Canvas, cell: Cell, count: int, pill: Surface, at: tuple[float, float]) -> None:
        """Draw a stack's number of cards, and its empty place if there are none."""
        if not count:
            canvas.put_centred(self.kit.scene_image(pieces.cell_plain, cell.w), cell.x, cell.y)
        canvas.put_centred(pill, *at)

    def count_pill(self, seat: int, area: Area, count: int) -> Surface:
        """Draw the pill with a stack's number of cards; in words for the viewer's own."""
        own = seat == self.places.viewer and not self.places.around
        text = self.text("stack", count=count) if own and not self.frame.tall else str(count)
        return (
            self.kit.scene_image(pieces.turned_pill, text, 15)
            if area.turned
            else self.kit.pill(text, 17 if own else 15)
        )
