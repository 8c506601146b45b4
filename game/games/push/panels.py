"""The panels that sum up the other seats: open cards by colour, secured cards, points, and the last move."""

from collections.abc import Callable, Iterator, Sequence
from typing import NamedTuple

from pygame import Surface

from game.engine.canvas import Canvas
from game.engine.game_table import Preparation
from game.engine.kit import LEGIBLE
from game.engine.palette import CREAM, GOLD, INK, SOFT, Colour
from game.engine.rival import Rivals
from game.engine.turn_table import TurnTable
from game.games.push import events as ev
from game.games.push import faces, layout
from game.games.push.deck import VALUES
from game.games.push.rules import Action, View
from game.games.push.scoring import colour_sums, points_of

#: text size of the label of a stop, and its limit, logical
STOP_SIZE = (25.0, 27.0)
#: a table this small is on a phone
PHONE_SCALE = 0.75


class Held(NamedTuple):
    """The cards that have arrived at a seat: open ones, the number of secured ones, and the known ones of those."""

    display: tuple[int, ...]
    locked: int
    known: tuple[int, ...]

    @property
    def total(self) -> int:
        """Points of the open cards and of the secured ones that are known."""
        return points_of(self.display) + points_of(self.known)

    @property
    def least(self) -> int:
        """The fewest points that the seat can have, by what may be known."""
        return self.total + min(VALUES) * (self.locked - len(self.known))

    @property
    def most(self) -> int:
        """The most points that the seat can have."""
        return self.total + max(VALUES) * (self.locked - len(self.known))


def leaders(held: Sequence[Held]) -> frozenset[int]:
    """Return the seats that lead whatever the secured cards are that nobody may know.

    It may be by open cards alone, as long as nobody has secured enough to change it.
    """
    first, second = sorted((other.most for other in held), reverse=True)[:2]
    return frozenset(
        seat for seat, one in enumerate(held) if one.least and one.least >= (second if one.most == first else first)
    )


class SeatPanels:
    """The panels on a table, one for each seat that has no part of the table for itself."""

    panels: dict[int, layout.Panel]

    def __init__(self, table: TurnTable[Action, ev.Event, View], held_by: Callable[[int], Held]) -> None:
        """``held_by`` returns the cards of a seat."""
        self._table, self._held_by = table, held_by
        #: the opponent who has just announced a stop, or -1
        self.stopped = -1
        #: the cards of all seats, and who leads with them, if that may be known
        self._held: tuple[Held, ...] = ()
        self._leaders = frozenset[int]()

    def build(self, spots: layout.Spots) -> None:
        """Adopt the places of a window, and bake the panels with their names."""
        frame = self._table.frame
        phone = frame.scale < PHONE_SCALE
        self._rivals = Rivals(self._table, lambda box: layout.panel(box, spots.roomy, frame.tall, phone))
        self.panels = self._rivals.panels

    def ahead(self) -> Iterator[Preparation]:
        """Prepare the label of a stop."""
        yield self._stop_pill

    def forget(self) -> None:
        """Forget a stop: another moment of the match is shown."""
        self.stopped = -1

    # ---- drawing ------------------------------------------------------------------------------------

    def draw(self, canvas: Canvas, *seats: int) -> None:
        """Draw the panels of these seats, or else all."""
        self._count()
        for seat in seats or self.panels:
            self._draw_seat(canvas, seat)

    def _draw_seat(self, canvas: Canvas, seat: int) -> None:
        """Draw a seat's figure, open cards by colour, number of secured cards and points."""
        table, panel, held = self._table, self.panels[seat], self._held[seat]
        kit, sums = table.kit, table.view.options.sums
        self._rivals.draw_face(canvas, seat, table.shown.turn)
        on_shape, below = panel.shape * 1.55, min(panel.shape * 1.9, panel.below * 0.82)
        size = max(below if panel.below else on_shape, LEGIBLE / kit.scale)
        (x, y), (after, _y), *_others = panel.shapes
        # all in one picture, since every blit counts in a browser
        strip = kit.scene_image(
            faces.colour_strip, after - x, panel.shape, panel.below, size, tuple(colour_sums(held.display)), sums
        )
        canvas.put(strip, x - faces.STRIP_EDGE * panel.shape, y - faces.STRIP_EDGE * panel.shape)
        beside = size if panel.below else max(LEGIBLE / kit.scale, panel.lock_high * 0.5)
        self._draw_locked(canvas, panel, held, beside)
        if sums:
            points = held.total if self._knows_totals else points_of(held.display)
            canvas.put_right(
                kit.sticker(str(points), panel.points_size, GOLD if seat in self._leaders else CREAM), *panel.points
            )
            if panel.label:
                text, (right, middle, most) = table.text("total" if self._knows_totals else "shown"), panel.label
                label = kit.line(text, kit.fitting(15, panel.line * 0.6, legible=True), SOFT, max_width=most)
                canvas.put_right(label, right, middle)
        self.draw_last(canvas, seat)

    @property
    def _knows_totals(self) -> bool:
        """True if everybody sees everybody's secured cards, so that nobody has to add up who leads."""
        return self._table.view.options.open_secured

    def _count(self) -> None:
        """Look at what has arrived at all seats, once for all that is drawn of it."""
        held = tuple(map(self._held_by, range(len(self._table.seats))))
        if held != self._held:
            self._held, self._leaders = held, leaders(held)

    def tint(self, seat: int) -> Colour:
        """Return the colour of a seat's points: gold for a leader, if that may be known."""
        self._count()
        return GOLD if seat in self._leaders else CREAM

    def _draw_locked(self, canvas: Canvas, panel: layout.Panel, held: Held, size: float) -> None:
        """Draw a lock for a seat's secured cards and beside it their number, or their points if they are known."""
        kit, count = self._table.kit, held.locked
        if count or not panel.small:
            canvas.put_centred(kit.scene_image(faces.locked, panel.lock_high, count > 0), *panel.lock)
        if count:
            shows = held.known and self._table.view.options.sums
            text = f"+{points_of(held.known)}" if shows else f"\u00d7{count}"
            canvas.put_left(kit.scene_image(faces.numeral, text, size, CREAM), *panel.known)

    def draw_last(self, canvas: Canvas, seat: int) -> None:
        """Draw the last action of a seat, or in larger letters its stop."""
        panel = self.panels[seat]
        if seat == self.stopped:
            canvas.put_left(self._stop_pill(), *panel.last[:2])
        elif abs(panel.last.y - panel.shapes[0][1]) > panel.shape:
            # else it would cover the colours
            self._rivals.draw_last(canvas, seat)

    def draw_labels(self, canvas: Canvas) -> None:
        """Draw the labels of last actions, which overlap the edges of the panels."""
        for seat in self.panels:
            self.draw_last(canvas, seat)

    def _stop_pill(self) -> Surface:
        """Draw the label of a stop; large texts leave the figure and the name visible."""
        kit = self._table.kit
        return kit.pill(self._table.text("stop.said"), kit.fitting(*STOP_SIZE), GOLD, INK)
