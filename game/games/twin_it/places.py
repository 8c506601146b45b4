"""The places of everything on one table of Twin It!, according to its view."""

from collections.abc import Collection, Sequence
from itertools import groupby
from math import dist

from game.core.match import HUMAN, Seat
from game.core.records import middle
from game.engine.layout import Box, bounds, overlap
from game.games.twin_it import faces, field
from game.games.twin_it.layout import Area, Cell, Spots, centroid, finer, roomy
from game.games.twin_it.state import BESIDE, CONTEST, MINUTE, SET, SPOT, STACK, Phase, Touch
from game.games.twin_it.view import Face, View

#: least width of free felt for words, and of felt that holds them in a line or two
LEAST_FELT, ROOMY_FELT = 210.0, 360.0
#: distance of the ring around a part of the middle from its cards, or less where others are near
PART_EDGE = 6.0
#: least distance of that ring from other cards, whose corners are tilted beyond their cells
PART_CLEAR = 3.0


class Places:
    """The visible things and their places, for the present window and match."""

    #: the layout, the areas of the seats, and the grid of the middle
    spots: Spots
    areas: dict[int, Area]
    ground: field.Middle

    def __init__(self, seats: Sequence[Seat], viewer: int, view: View) -> None:
        self.seats, self.viewer, self.view = seats, viewer, view
        #: owner -> card of a won set -> its cell, kept while the set exists
        self.set_cells: dict[int, dict[int, int]] = {}
        #: calm mode: card of the middle -> its rank among the places of a closed field
        self._ranks: dict[int, int] = {}

    def lay_out(self, spots: Spots, areas: dict[int, Area], least: int) -> None:
        """Adopt a new window's layout, with room for at least ``least`` cards in the middle; 0 where none comes."""
        self.spots, self.areas = spots, areas
        self._closes_up = self.view.options.in_rounds and least > 0
        self.close_up()
        taken = tuple(sorted(face.place for face in self._spread))
        still = taken and not least
        coarsest = field.LEAST_CALM if self._closes_up else field.LEAST
        self.ground = (
            field.StillMiddle(spots.field, taken)
            if still
            else field.Middle(spots.field, max(self.used, least), coarsest)
        )

    @property
    def timed(self) -> bool:
        """True if all play at once with one stack."""
        return self.view.options.timed

    @property
    def around(self) -> bool:
        """True if several people sit around the device, each with a buzzer."""
        return self.view.options.buzzers and not self.timed

    def is_bare(self, tall: bool) -> bool:
        """Return True for a single player at a wide table of timed play, who needs neither panel nor name."""
        return self.timed and len(self.seats) == 1 and not tall

    @property
    def opposite(self) -> bool:
        """True if somebody sits at the far side of this device."""
        return any(area.turned for area in self.areas.values())

    def pointing(self) -> list[Area]:
        """Return the areas around this device whose buzz counts."""
        buzzes = self.view.buzzes if self.around and self.view.phase == Phase.BUZZED else ()
        return [self.areas[seat] for seat, _hands in buzzes]

    @property
    def people(self) -> list[int]:
        """The seats of people."""
        return [number for number, seat in enumerate(self.seats) if seat.kind == HUMAN]

    @property
    def _spread(self) -> list[Face]:
        """The things in the middle."""
        return [face for face in self.view.faces if face.where == SPOT]

    @property
    def used(self) -> int:
        """The number of places needed in the middle."""
        return 1 + max((self._ranks.get(face.card, face.place) for face in self._spread), default=-1)

    def slot(self, face: Face) -> int:
        """Return the number of the place at which a thing of the middle lies."""
        rank = self._ranks.get(face.card)
        return face.place if rank is None else self.ground.grid.closed[rank]

    @staticmethod
    def tilt(face: Face, grid: field.Grid) -> int:
        """Return the tilt of a thing of the middle; a card that moves keeps its own."""
        return grid.tilts[face.place % len(grid.tilts)]

    def close_up(self) -> None:
        """Without a clock, fill the holes of the middle whenever a card comes: those farthest out move, no other.

        Against the clock nothing moves a card that a hand may be on its way to.
        """
        if not self._closes_up:
            return
        lying = [face.card for face in self._spread]
        come = [card for card in lying if card not in self._ranks]
        self._ranks = {card: rank for card, rank in self._ranks.items() if card in lying}
        if come:
            out = [card for card, rank in self._ranks.items() if rank >= len(lying)]
            taken = set(self._ranks.values())
            free = (rank for rank in range(len(lying)) if rank not in taken)
            self._ranks |= dict(zip([*out, *come], free, strict=True))

    def touches(self) -> list[Touch]:
        """Return all hands on cards."""
        return [*self.view.touches, *(touch for _seat, touches in self.view.buzzes for touch in touches)]

    def in_sight(self) -> list[Face]:
        """Return all visible things; in the contest bots' sets are only counted."""
        if self.view.options.mode != CONTEST:
            return list(self.view.faces)
        owners = self._shown_owners()
        return [face for face in self.view.faces if face.where != SET or face.place in owners]

    def usable(self, face: Face) -> bool:
        """Return True if a hand can be put on ``face`` at all; when gathering, triples are out."""
        view = self.view
        if view.phase == Phase.CHOOSE:
            return face.where == SET and view.sides[face.place] == view.sides[view.turn]
        return view.phase != Phase.OVER and (not self.timed or len(face.cards) < 3)

    def name_of(self, face: Face, tilt: int) -> str:
        """Return a thing's name in ``faces``."""
        count = self.view.stack_counts[face.place] if face.where == STACK else 1
        if face.where == STACK:
            return faces.stack(face.pattern, count, tilt)
        if face.where == SET:
            return faces.won(face.pattern, len(face.cards), tilt)
        return faces.single(face.pattern, tilt)

    def cell_of(self, face: Face) -> tuple[Cell, int]:
        """Return a thing's cell and tilt."""
        if face.where == SPOT:
            grid = self.ground.grid
            return Cell(*grid.places[self.slot(face)], grid.side), self.tilt(face, grid)
        if face.where == BESIDE:
            cards = sorted(other.card for other in self.view.faces if other.where == BESIDE)
            return self.spots.beside[cards.index(face.card)], 0
        if face.where == STACK:
            area = self.areas[face.place]
            return area.top, 180 if area.turned else 0
        return self._set_cell(face)

    def things(self, cards: Collection[int]) -> list[Face]:
        """Return the visible things whose cards include any of ``cards``."""
        return [face for face in self.in_sight() if not set(cards).isdisjoint(face.cards)]

    def cells_of(self, cards: Collection[int]) -> list[Cell]:
        """Return the cells of the visible things with these cards."""
        return [self.cell_of(face)[0] for face in self.things(cards)]

    def _set_cell(self, face: Face) -> tuple[Cell, int]:
        """Return the cell of a won set: the first that was free when it was won."""
        owner = self.owner(face.place)
        common = self.timed and owner == 0
        own = [f.card for f in self.view.faces if f.where == SET and (common or f.place == owner)]
        cells = self.cells(owner)
        taken = self.set_cells.setdefault(owner, {})
        for card in [card for card in taken if card not in own]:
            del taken[card]
        if face.card not in taken:
            taken[face.card] = next(n for n in range(999) if n not in taken.values())
        turned = 180 if not self.timed and self.areas[owner].turned else 0
        return cells[min(taken[face.card], len(cells) - 1)], turned

    def owner(self, seat: int) -> int:
        """Return the seat whose cells hold the sets of ``seat``: the first one's if all gather together."""
        return 0 if self.view.options.mode == MINUTE else seat

    def cells(self, seat: int) -> tuple[Cell, ...]:
        """Return the cells for the sets of ``seat``; none in the contest if they are only counted."""
        if not self.timed:
            cells = self.areas[seat].cells
            count = sum(face.where == SET and face.place == seat for face in self.view.faces)
            return cells if count <= len(cells) else finer(cells, count)
        counted = self.view.options.mode == CONTEST and seat not in self._shown_owners()
        return () if counted else self._gathered(self.owner(seat))

    def filled(self, owner: int) -> set[int]:
        """Return the numbers of a seat's cells that hold won sets."""
        cells = self.set_cells.get(owner, {})
        return {cells[face.card] for face in self.view.faces if face.where == SET and face.card in cells}

    def _gathered(self, owner: int) -> tuple[Cell, ...]:
        """Return the cells of sets in timed play; in the contest only those of shown owners."""
        count = sum(face.where == SET for face in self.view.faces)
        cells = self.spots.gathered
        if self.view.options.mode == CONTEST:
            owners = self._shown_owners()
            share = len(cells) // len(owners)
            place = owners.index(owner) * share
            return cells[place : place + share]
        if self.areas:
            # two more than needed, so that there is room for words
            return roomy(cells, count + 2)
        return cells if count <= len(cells) else finer(cells, count)

    def _shown_owners(self) -> list[int]:
        """Return the seats whose sets are in the tray in the contest."""
        return self.people or [self.viewer]

    def free_near(self, cell: Cell) -> Cell:
        """Return the free cell of the middle nearest to ``cell``, or ``cell`` itself in a full middle."""
        grid = self.ground.grid
        taken = set(map(self.slot, self._spread))
        free = [place for number, place in enumerate(grid.places) if number not in taken]
        return Cell(*min(free, key=lambda place: dist(place, cell[:2])), grid.side) if free else cell

    def felt(self, last: Box | None = None) -> Box | None:
        """Return free felt of the middle for words, or None.

        It is the ``last`` one as long as no card comes there, else one of the widest, and the nearest to the viewer, or
        to the cards of a contest.
        """
        grid, (x, y, w, h) = self.ground.grid, self.spots.field
        cells = [Cell(*place, grid.side).box for place in grid.places]
        taken = set(map(self.slot, self._spread))
        runs = (
            bounds([cells[place] for place in run])
            for line in grid.lines
            for used, run in groupby(line, key=taken.__contains__)
            if not used
        )
        boxes = [box for box in runs if box.w >= LEAST_FELT]
        if last in boxes:
            return last
        contested = self.cells_of(self.view.contested)
        near = centroid(contested) if contested else (x + w / 2, y + h)
        return min(boxes, key=lambda box: (box.w < ROOMY_FELT, dist(box.centre, near)), default=None)

    def thing_at(self, x: float, y: float, at: int) -> Face | None:
        """Return the thing that a hand at a point means if it came down at ``at``, or None."""
        best: tuple[tuple[bool, float], Face] | None = None
        for face in self.in_sight():
            cell, new = self.cell_of(face)[0], False
            if face.where == SPOT:
                *place, new = self.ground.aimed(self.slot(face), at)
                cell = Cell(*place)
            reach = max(cell.w / 2, 26.0) + 4
            if abs(x - cell.x) <= reach and abs(y - cell.y) <= reach:
                far = (new, max(abs(x - cell.x), abs(y - cell.y)) / cell.w)
                if best is None or far < best[0]:
                    best = (far, face)
        return best[1] if best else None

    def free_spot_at(self, x: float, y: float) -> int:
        """Return the free place nearest to a point of the field, or -1."""
        taken = set(map(self.slot, self._spread))
        if not self.spots.field.grown(30).holds(x, y):
            return -1
        free = [(abs(px - x) + abs(py - y), n) for n, (px, py) in enumerate(self.ground.grid.places) if n not in taken]
        return min(free)[1] if free else -1


def part_around(places: Places, cell: Cell) -> Box:
    """Return the part of the table with ``cell``: about a quarter of the cards in the middle, or a seat's panel."""
    panels = [area.box for area in places.areas.values()] + ([places.spots.tray] if places.spots.tray else [])
    if panel := next((box for box in panels if overlap(box, cell.box)), None):
        return panel
    lying = [places.cell_of(face)[0] for face in places.view.faces if face.where == SPOT]
    return whole_part([one.box for one in lying], cell.box)


def whole_part(cards: Sequence[Box], card: Box) -> Box:
    """Return a box around ``card`` and others on its side of the middle that cuts none of the ``cards``.

    Rows may be staggered, so that a quarter reaches into cards beyond it: those are taken in, or all of a half, if
    those are fewer.
    """
    centre = [middle([one.centre[way] for one in cards]) for way in (0, 1)]
    parts = []
    for ways in ((0, 1), (0,), (1,)):
        near = [one for one in cards if all((one.centre[n] > centre[n]) == (card.centre[n] > centre[n]) for n in ways)]
        part = bounds(near)
        while len(held := [one for one in cards if overlap(part, one) > 0]) > len(near):
            near, part = held, bounds(held)
        parts.append((len(near), part, near))
    # a frame around a single card would give it away
    _count, part, near = min(parts, key=lambda found: (found[0] == 1, found[0]))
    others = [one.grown(PART_CLEAR) for one in cards if one not in near]
    edges = (PART_EDGE - step for step in range(int(PART_EDGE)))
    return part.grown(next((edge for edge in edges if not any(overlap(part.grown(edge), one) for one in others)), 1.0))


def looks_later(places: Places) -> bool:
    """Return True if the only person here can choose for their own look to come."""
    return places.people == [places.viewer] and places.view.looks_later(places.viewer)
