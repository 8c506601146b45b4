"""Marks above the cards of Twin It!: looks, hands, the countdown of a contest, and the signs of keys."""

from collections.abc import Iterable, Iterator
from functools import partial

from game.core import match
from game.engine import figures, game_table
from game.engine.canvas import Canvas
from game.engine.palette import CREAM, GOLD, WARNING, WHITE, Colour
from game.games.twin_it import faces, pieces
from game.games.twin_it.gaze import Gaze
from game.games.twin_it.layout import Cell
from game.games.twin_it.parts import Part, Shown
from game.games.twin_it.state import Phase

#: greatest distance between the figures of hands on a card
APART = 30.0
#: radius of a contest's countdown, and its distance to the right of and below its card's middle, where it leaves the
#: pattern to be compared: shares of the card's width
COUNT_SHARE, COUNT_ASIDE = 0.3, 0.38
#: least distance of a figure above a card from the window's edge
WINDOW_EDGE = 20.0
#: half the height of a key's sign
CAP = 16.0
#: radius of the eye at a card that a bot looks at, and at one that it has just looked at
EYE, EYE_PAST = 17.0, 12.0


class Above(Part):
    """Everything above the cards, which follow the view and the people's input."""

    def __init__(self, table: Shown) -> None:
        super().__init__(table)
        self.visible_input = table.visible_input
        #: the card that a bot looks at in calm mode
        self.gaze = Gaze()

    def update(self, ms: float) -> bool:
        """Advance the looks of bots; return True if the picture changes."""
        return self.gaze.update(ms, self.view, self._bot_looks)

    @property
    def _bot_looks(self) -> bool:
        """True in calm mode while a bot looks."""
        say = self.view.looker
        return not self.table.covered and say >= 0 and self.places.seats[say].kind != match.HUMAN

    def draw(self, canvas: Canvas) -> None:
        """Draw the looks of bots, hands, and the rings of finds, errors and contests."""
        for card, (seat, _left) in self.gaze.trail.items() if not self.table.covered else ():
            for face in self.places.things((card,)):
                cell, tilt = self.places.cell_of(face)
                now = card == self.gaze.card
                if now:
                    pieces.draw_hand(canvas, self.kit, cell, tilt, CREAM)
                eye = self.kit.scene_image(pieces.eye_plain, EYE if now else EYE_PAST, pieces.HANDS[seat])
                canvas.put_centred(eye, cell.x + cell.w / 2 - 4, cell.y - cell.w / 2 + 4)
        if not self.table.covered:
            self.table.announcements.draw_new(canvas)
        self._draw_hands(canvas)
        if not self.table.covered:
            self.table.announcements.draw_rings(canvas)
        self._draw_contested(canvas)

    def draw_labels(self, canvas: Canvas) -> None:
        """Draw what is above any ring around a card: the owners of hands, and the contestants."""
        for seat, cell, _tilt in self._held_cards():
            self._draw_whose(canvas, seat, cell)
        for cell, _tilt in self.contested_cells():
            self.draw_contestants(canvas, cell)

    def _draw_hands(self, canvas: Canvas) -> None:
        """Draw a ring and a figure for every hand on a card; the own one has a tick."""
        for seat, cell, tilt in self._held_cards():
            pieces.draw_hand(canvas, self.kit, cell, tilt, self._hand_colour(seat))
            self._draw_whose(canvas, seat, cell)

    def _held_cards(self) -> Iterator[tuple[int, Cell, int]]:
        """Yield the seat of every hand on a card, with the card's cell and tilt."""
        shown = [(touch.seat, touch.card) for touch in self.places.touches()]
        if self.visible_input.chosen >= 0:
            shown.append((self.chooser(), self.visible_input.chosen))
        shown += [(self.places.viewer, card) for card in self.visible_input.planned]
        for seat, card in shown:
            for face in self.places.things((card,)):
                yield seat, *self.places.cell_of(face)

    def _draw_whose(self, canvas: Canvas, seat: int, cell: Cell) -> None:
        pieces.draw_figure(canvas, self.kit, cell, "" if self._is_own(seat) else self.places.seats[seat].figure)

    def _is_own(self, seat: int) -> bool:
        """Return True if a hand is that of the only person."""
        return len(self.places.people) == 1 and seat == self.places.viewer

    def _hand_colour(self, seat: int) -> Colour:
        """Return the colour of a hand's ring: white for the own one."""
        return WHITE if self._is_own(seat) else pieces.HANDS[seat]

    def ahead(self, places: Iterable[tuple[float, int]]) -> Iterator[game_table.Preparation]:
        """Yield preparations of the rings of hands, errors, contests and new cards, by card width and tilt."""
        # the ring of a new card is the first to be needed
        hands = (self._hand_colour(seat) for seat in range(len(self.places.seats)))
        cells = [*dict.fromkeys(places)]
        for colour in dict.fromkeys((CREAM, *hands, WARNING, GOLD)):
            for w, tilt in cells:
                yield partial(self.kit.scene_image, faces.hand, w, tilt, colour)

    def chooser(self) -> int:
        """Return the seat that chooses now: the one that has taken the table, or in calm mode the one to look."""
        if self.visible_input.pointing >= 0:
            return self.visible_input.pointing
        return self.view.looker if self.view.looker >= 0 else self.places.viewer

    def _draw_contested(self, canvas: Canvas) -> None:
        """Draw the contestants and the countdown on each card, which nobody can take meanwhile."""
        for cell, tilt in self.contested_cells():
            pieces.draw_hand(canvas, self.kit, cell, tilt, GOLD)
            self.draw_contestants(canvas, cell)
            count = self.kit.scene_image(pieces.count_plain, str(self.counted()), COUNT_SHARE * cell.w)
            canvas.put_centred(count, cell.x + COUNT_ASIDE * cell.w, cell.y + COUNT_ASIDE * cell.w)

    def counted(self) -> int:
        """Return the present number of a contest's countdown: three, two, one; 0 without one."""
        view = self.view
        return max(1, min(3, -(-(view.due - self.table.now) * 3 // view.count_ms))) if view.phase == Phase.COUNT else 0

    def draw_contestants(self, canvas: Canvas, cell: Cell) -> None:
        """Draw the figures of a contest above one of its cards."""
        seats = self.view.contest
        step = min(APART, cell.w / max(1, len(seats)))
        for number, seat in enumerate(seats):
            x = cell.x + (number - (len(seats) - 1) / 2) * step
            y = max(cell.y - cell.w / 2, pieces.FIGURE + WINDOW_EDGE)
            canvas.put_centred(figures.figure(self.kit, self.places.seats[seat].figure, pieces.FIGURE), x, y)

    def contested_cells(self) -> list[tuple[Cell, int]]:
        """Return the cells and tilts of a contest's cards while it is counted."""
        if self.view.phase != Phase.COUNT or self.table.covered:
            return []
        return [self.places.cell_of(face) for face in self.places.things(self.view.contested)]

    def draw_signs(self, canvas: Canvas) -> None:
        """Draw the signs of the keys."""
        if not self.visible_input.signs or self.table.covered:
            return
        carried = self.visible_input.dragged[0] if self.visible_input.dragged else -1
        for face in self.places.in_sight():
            if face.card != carried and (sign := self.visible_input.signs.get(face.card)):
                cell = self.places.cell_of(face)[0]
                cap = self.kit.scene_image(pieces.sign_plain, sign)
                # within the card, as a name may be above it
                canvas.put_centred(cap, cell.x + cell.w * 0.36, cell.y - min(cell.w * 0.36, cell.w / 2 - CAP))
