"""The picture of the table of Twin It!: cards where they were thrown, stacks, won sets, hands, buzzers.

The picture follows the view: ``sync`` after anything has happened. A new face is shown whole in the very next
frame, to everybody at once; what moves is only what nobody can claim while it does.
"""

from __future__ import annotations

from collections.abc import Hashable, Sequence
from typing import TYPE_CHECKING

from pygame import Surface

from game.core.match import HUMAN, Seat
from game.engine.backdrop import Backdrop, felt
from game.engine.canvas import Canvas
from game.engine.controls import key_cap_plain
from game.engine.live_table import LiveTable
from game.engine.palette import rgb
from game.engine.sprites import HOP_MS, SHAKE_MS, Place
from game.games.twin_it import faces, layout, marks, pieces, still, timer
from game.games.twin_it.actions import Action
from game.games.twin_it.closing import Closing
from game.games.twin_it.events import Event
from game.games.twin_it.faces import Faces
from game.games.twin_it.field import Middle
from game.games.twin_it.layout import BUZZ_KEYS, Area, Cell, Spots, finer
from game.games.twin_it.options import CONTEST, MINUTE
from game.games.twin_it.state import BESIDE, SET, SETS_TO_WIN, SPOT, STACK, Phase, Touch
from game.games.twin_it.telling import HELD_MS, Telling
from game.games.twin_it.view import Face, View
from game.games.twin_it.words import Words

if TYPE_CHECKING:
    from game.context import Context

#: places that the middle has room for at least, in a game with turns and where all deal at once
LEAST = (16, 30)
#: a new card settles for so long, in milliseconds, and from so high, logical: its pattern can be read meanwhile
LAND_MS, LAND = 170.0, 7.0
#: so many cards before the middle is full the pictures of the next size are made
SOON = 4


def key_of(face: Face) -> tuple[int, int, int, int]:
    """What shows another face is another sprite: it is not turned over slowly while people search for it."""
    return face.card, face.where, face.pattern, len(face.cards)


class Picture(LiveTable[Action, Event, View]):
    """Lays out and draws what a view says."""

    game = "twin_it"
    felt = rgb("#453651")
    say: Words
    faces: Faces
    view: View
    spots: Spots
    ground: Middle

    def __init__(self, context: Context, seats: Sequence[Seat], viewer: int, view: View) -> None:
        super().__init__(context, seats, viewer, view)
        #: the stamp of this moment, for the time that is left
        self.now = view.now
        #: every face is hidden: the game stands still
        self.covered = False
        #: signs on the cards for whoever plays by keyboard: the key of a thing -> its sign
        self.signs: dict[int, str] = {}
        #: timed play: the thing that is chosen, to be turned or gathered
        self.chosen = -1
        #: a thing that is being dragged, and where it is
        self.dragged: tuple[int, float, float] | None = None
        #: a flip has been wanted before it may be, and follows
        self.flip_kept = False
        #: the seat whose hands are on the table now, where several people share it; or -1
        self.pointing = -1
        #: which cell a won set lies in: it keeps it as long as it is there
        self.set_cells: dict[int, dict[int, int]] = {}
        #: what is told of what has just happened
        self.telling = Telling(self)
        self.closing = Closing(self)
        #: how many places the middle has had
        self._room = 0
        self.build()

    # ---- layout -----------------------------------------------------------------------------------

    @property
    def timed(self) -> bool:
        """Whether all play at once with one stack."""
        return self.view.options.mode in (MINUTE, CONTEST)

    @property
    def around(self) -> bool:
        """Whether several people sit around the device, each with a buzzer."""
        return self.view.options.buzzers and not self.timed

    @property
    def buzz_caps(self) -> dict[int, str]:
        """Seat -> what stands on the key of its buzzer, where several people have one and there are keys."""
        contest = self.view.options.mode == CONTEST and len(self.people) > 1
        shown = (self.around or contest) and self.has_caps and self.context.frame.whole
        return {seat: key.upper() for seat, key in zip(self.people, BUZZ_KEYS, strict=False)} if shown else {}

    @property
    def people(self) -> list[int]:
        """The seats of people."""
        return [number for number, seat in enumerate(self.seats) if seat.kind == HUMAN]

    def build(self) -> None:
        """Lay out and bake for the window as it is now."""
        context, frame = self.context, self.context.frame
        self.faces = Faces(context.kit, context.settings.colours == "grey")
        self.say = Words(context.texts, self.seats)
        kind = "timed" if self.timed else "round" if self.around else "table"
        seats, options, beside = len(self.seats), self.view.options, self.view.options.forbidden >= 0
        lies = not self.has_caps
        spots = layout.spots(frame.width, frame.height, seats, kind, beside, frame.side, options.calm, lies)
        self.spots = spots
        order = range(len(self.seats)) if self.timed or self.around else self.order()
        self.areas: dict[int, Area] = dict(zip(order, spots.areas, strict=True))
        #: signs of teams, and where their middles are
        self.badges: dict[int, tuple[Surface, float, float]] = {}
        self.backdrop = Backdrop(context.kit, felt(frame, self.felt, (0.5, 0.44)))
        self.closing.build()
        still.bake(self)
        if frame.tall and kind == "table":
            self.bake_title()
        self.ground = Middle(spots.field, max(self._room, self._used, LEAST[self.timed]))
        self.arrange()

    # ---- where things lie ---------------------------------------------------------------------------

    @property
    def _used(self) -> int:
        """How many places of the middle there must be."""
        return 1 + max((face.place for face in self.view.faces if face.where == SPOT), default=-1)

    def sync(self, view: View, ms: float = 0) -> None:
        """Make the picture show ``view``; what somebody won moves to its place within ``ms``."""
        self.view = view
        self.now = max(self.now, view.now)
        if self.ground.hold(self._used, view.now):
            self._room = self.ground.room
            self._resize()
        self.arrange(ms)

    def _resize(self) -> None:
        """The cards of the middle get their new size at once: on the way, every other one would be a picture more."""
        for key, place in self._places().items():
            sprite = self.layer.sprites.get(key)
            if sprite is not None and isinstance(key, tuple) and key[1] == SPOT:
                sprite.place = sprite.place._replace(w=place.w, face=place.face)
                sprite.settle()

    def update(self, ms: float) -> bool:
        """Let time pass; before the middle is full, make the pictures of the next size, one in a frame."""
        finer = None if self.covered else self.ground.finer
        if finer and self._used + SOON > len(self.ground.grid.places):
            count = self.faces.count
            for face in self.view.faces:
                if face.where == SPOT and self.faces.count == count:
                    self.faces(self.name_of(face, finer.tilts[face.place]), finer.side)
        # both, whatever the first says
        return super().update(ms) | self.telling.update(ms) | self.closing.update(ms)

    def arrange(self, ms: float = 0) -> None:
        """Move everything to where it belongs now; a new face is there at once, where it stays."""
        known = self.layer.sprites
        places = self._places()
        origins: dict[Hashable, Place] = {}
        wait = 0.0
        if ms:
            before = {key[0]: sprite.place for key, sprite in known.items() if isinstance(key, tuple)}
            for key, place in places.items():
                if key not in known and isinstance(key, tuple) and key[1] == SET:
                    wait = max(wait, self._gather_up(key[0], place, before, origins, ms))
        self.layer.arrange(places, ms, origins=origins, wait=wait)

    def _gather_up(
        self, card: int, end: Place, before: dict[int, Place], origins: dict[Hashable, Place], ms: float
    ) -> float:
        """The cards of a set that has just been won come from where they lay; return how long they are held there."""
        won = next(face for face in self.view.faces if face.card == card)
        held = self.telling.held(won.cards)
        wait = self.ms(HELD_MS) if held else 0.0
        for number, one in enumerate(won.cards):
            start = before.get(one)
            if start is None:
                continue
            # at one size all the way: every other one would be another picture to make
            x, y = held.get(one, (start.x, start.y))
            start = start._replace(x=x, y=y, w=end.w)
            if number == 0:
                origins[card, SET, won.pattern, len(won.cards)] = start._replace(face=end.face, z=end.z)
            else:
                name = faces.single(won.pattern)
                self.layer.fly(start._replace(face=name), end._replace(face=name), ms, wait, arc=24)
        return wait

    def _places(self) -> dict[Hashable, Place]:
        places: dict[Hashable, Place] = {}
        hands = {touch.card: touch.seat for touch in self.touches()}
        for face in self.in_sight():
            cell, tilt = self.cell_of(face)
            name = self._face_name(face, tilt)
            state = "rest"
            depth = {SPOT: 10.0, STACK: 12.0, BESIDE: 11.0, SET: 14.0}[face.where]
            x, y = cell.x, cell.y
            if self.dragged and self.dragged[0] == face.card:
                x, y, depth, state = self.dragged[1], self.dragged[2], 60.0, "hover"
            elif face.card in hands or face.card == self.chosen:
                depth += 20
            places[key_of(face)] = Place(x, y, cell.w, name, depth, state)
        if self.timed and self.spots.stack and self.view.stack_counts[0]:
            stack = self.spots.stack
            name = f"b/{faces.rims(self.view.stack_counts[0])}"
            places["stack"] = Place(stack.x, stack.y, stack.w, name, 12)
        return places

    def shake(self, cards: Sequence[int]) -> None:
        """The things of these cards cannot be used now, and shake their heads."""
        for face in self.in_sight():
            if set(face.cards) & set(cards):
                self.layer.shake(key_of(face), self.ms(SHAKE_MS))

    def hop(self, face: Face) -> None:
        """A thing is glad."""
        self.layer.hop(key_of(face), self.ms(HOP_MS))

    def land(self, card: int) -> None:
        """A face that is new is there at once, and its card still settles: one sees where something has changed."""
        for face in self.in_sight():
            if face.card == card and face.where == SPOT:
                self.layer.hop(key_of(face), self.ms(LAND_MS), LAND)

    def in_sight(self) -> list[Face]:
        """All things that lie on the table; in the contest the sets of bots are only counted."""
        if self.view.options.mode != CONTEST:
            return list(self.view.faces)
        owners = self._shown_owners()
        return [face for face in self.view.faces if face.where != SET or face.place in owners]

    def _face_name(self, face: Face, tilt: int) -> str:
        """What is seen of a thing now."""
        if not self.covered:
            return self.name_of(face, tilt)
        back = f"b/{faces.rims(self.view.stack_counts[face.place])}" if face.where == STACK else "back"
        return f"{back}:{tilt}" if tilt else back

    def name_of(self, face: Face, tilt: int) -> str:
        """A thing as ``faces`` names it."""
        count = self.view.stack_counts[face.place] if face.where == STACK else 1
        if face.where == STACK:
            return faces.stack(face.pattern, count, tilt)
        if face.where == SET:
            return faces.won(face.pattern, len(face.cards), tilt)
        return faces.single(face.pattern, tilt)

    def prepare(self) -> bool:
        """While the faces are covered: make the picture of one of them; return whether there was one to make."""
        count = self.faces.count
        for face in self.in_sight():
            cell, tilt = self.cell_of(face)
            self.faces(self.name_of(face, tilt), cell.w)
            if self.faces.count > count:
                return True
        return False

    def touches(self) -> list[Touch]:
        """All hands on cards."""
        return [*self.view.touches, *(touch for _seat, touches in self.view.buzzes for touch in touches)]

    def cell_of(self, face: Face) -> tuple[Cell, int]:
        """Where a thing lies, and how it is tilted."""
        if face.where == SPOT:
            x, y = self.ground.grid.places[face.place]
            return Cell(x, y, self.ground.grid.side), self.ground.grid.tilts[face.place]
        if face.where == BESIDE:
            cards = sorted(other.card for other in self.view.faces if other.where == BESIDE)
            return self.spots.beside[cards.index(face.card)], 0
        if face.where == STACK:
            area = self.areas[face.place]
            return area.top, 180 if area.turned else 0
        return self._set_cell(face)

    def cells_of(self, cards: Sequence[int]) -> list[Cell]:
        """Where the things of these cards lie, those in sight."""
        return [self.cell_of(face)[0] for face in self.in_sight() if set(face.cards) & set(cards)]

    def _set_cell(self, face: Face) -> tuple[Cell, int]:
        """The cell of a won set: the first free one when it was won."""
        if self.timed:
            owner = 0 if self.view.options.mode == MINUTE else face.place
            own = [f.card for f in self.view.faces if f.where == SET and (owner == 0 or f.place == owner)]
            cells = self._gathered(owner)
        else:
            owner = face.place
            own = [f.card for f in self.view.faces if f.where == SET and f.place == owner]
            cells = self.areas[owner].cells
        taken = self.set_cells.setdefault(owner, {})
        for card in [card for card in taken if card not in own]:
            del taken[card]
        if face.card not in taken:
            taken[face.card] = next(n for n in range(999) if n not in taken.values())
        turned = 180 if not self.timed and self.areas[owner].turned else 0
        return cells[min(taken[face.card], len(cells) - 1)], turned

    def filled(self, owner: int) -> set[int]:
        """The numbers of a seat's cells in which won sets lie."""
        cells = self.set_cells.get(owner, {})
        return {cells[face.card] for face in self.view.faces if face.where == SET and face.card in cells}

    def _gathered(self, owner: int) -> tuple[Cell, ...]:
        """Timed play: where sets lie. In the contest those of others are only counted."""
        count = sum(face.where == SET for face in self.view.faces)
        cells = self.spots.gathered
        if self.view.options.mode == CONTEST:
            owners = self._shown_owners()
            share = len(cells) // len(owners)
            place = owners.index(owner) * share
            return cells[place : place + share]
        return cells if count <= len(cells) else finer(cells, count)

    def _shown_owners(self) -> list[int]:
        """The contest: whose sets lie in the tray."""
        return self.people or [self.viewer]

    def thing_at(self, x: float, y: float, at: int) -> Face | None:
        """The thing that a hand at a point means which came down at ``at``: its card lies there, or near by."""
        best: tuple[tuple[bool, float], Face] | None = None
        for face in self.in_sight():
            cell, new = self.cell_of(face)[0], False
            if face.where == SPOT:
                *place, new = self.ground.aimed(face.place, at)
                cell = Cell(*place)
            reach = max(cell.w / 2, 26.0) + 4
            if abs(x - cell.x) <= reach and abs(y - cell.y) <= reach:
                far = (new, max(abs(x - cell.x), abs(y - cell.y)) / cell.w)
                if best is None or far < best[0]:
                    best = (far, face)
        return best[1] if best else None

    def free_spot_at(self, x: float, y: float) -> int:
        """The free place nearest to a point of the field, or -1."""
        taken = {face.place for face in self.view.faces if face.where == SPOT}
        if not self.spots.field.grown(30).holds(x, y):
            return -1
        free = [(abs(px - x) + abs(py - y), n) for n, (px, py) in enumerate(self.ground.grid.places) if n not in taken]
        return min(free)[1] if free else -1

    # ---- drawing ------------------------------------------------------------------------------------

    def draw(self, canvas: Canvas) -> None:
        """Draw the table with everything that moves."""
        canvas.background(self.backdrop.surface)
        for seat, area in self.areas.items():
            self._draw_area(canvas, seat, area)
        if not self.covered:
            self.telling.draw_lost(canvas)
        self.layer.draw(canvas)
        if self.timed:
            self._draw_pile(canvas)
        marks.draw(self, canvas)
        timer.draw(self, canvas)
        if not self.covered:
            self.telling.draw_words(canvas)
        self.closing.draw(canvas)

    def draw_labels(self, canvas: Canvas) -> None:
        """Who contests a card, how many cards a stack has, and what is told: no ring of a lesson lies over it."""
        if not self.covered:
            marks.draw_labels(self, canvas)
            self.telling.draw_words(canvas)

    def _draw_area(self, canvas: Canvas, seat: int, area: Area) -> None:
        kit = self.context.kit
        active = self._is_active(seat)
        if area.buzzer:
            self._draw_buzzer(canvas, seat, area)
        else:
            canvas.put_centred(self.face(seat, area.radius, active), *area.face)
        if seat in self.badges:
            canvas.put_centred(*self.badges[seat])
        if seat in self.buzz_caps:
            x, y, radius = area.buzzer or (*area.face, area.radius)
            canvas.put_centred(kit.ready(key_cap_plain, self.buzz_caps[seat]), x, y + 0.8 * radius)
        if self.timed:
            if self.view.options.mode == CONTEST:
                score = kit.sticker(str(self.view.scores[seat]), 30)
                canvas.put_centred(score, *area.dots)
            return
        side = [other for other, team in enumerate(self.view.sides) if team == self.view.sides[seat]]
        won = sum(self.view.set_counts[other] for other in side)
        step = area.dot_step
        for number in range(SETS_TO_WIN):
            place = SETS_TO_WIN - 1 - number if area.turned else number
            dot = kit.made(pieces.dot_plain, step * 0.34, number < won)
            canvas.put_centred(dot, area.dots[0] + place * step, area.dots[1])

    def _is_active(self, seat: int) -> bool:
        view = self.view
        if self.covered or view.phase == Phase.OVER:
            return False
        if view.phase == Phase.BUZZED:
            return any(buzzed == seat for buzzed, _hands in view.buzzes)
        if self.timed:
            return seat == self.pointing
        if view.options.calm and view.say >= 0:
            return seat == view.say
        return view.phase in (Phase.OPEN, Phase.CHOOSE) and seat == view.turn

    def _draw_buzzer(self, canvas: Canvas, seat: int, area: Area) -> None:
        assert area.buzzer
        x, y, radius = area.buzzer
        view = self.view
        if self.seats[seat].kind != HUMAN:
            canvas.put_centred(self._facing(seat, radius * 0.72, self._is_active(seat), area), x, y)
            return
        state = "ready"
        if any(buzzed == seat for buzzed, _hands in view.buzzes):
            state = "pressed"
        elif view.phase not in (Phase.OPEN, Phase.LAST_LOOK):
            state = "dull"
        canvas.put_centred(self.context.kit.made(pieces.buzzer_plain, radius, state), x, y)
        rise = 5 if state == "pressed" else 0
        canvas.put_centred(self._facing(seat, radius * 0.46, False, area), x, y + rise)
        if view.turn == seat and view.phase == Phase.OPEN and not self.covered:
            canvas.put_centred(self.context.kit.made(pieces.ring_plain, radius + 5), x, y)

    def _facing(self, seat: int, radius: float, active: bool, area: Area) -> Surface:
        """A figure, upside down for the far side of the device."""
        if not area.turned:
            return self.face(seat, radius, active)
        return self.context.kit.made(pieces.turned_figure, self.seats[seat].figure, radius, active)

    def draw_counts(self, canvas: Canvas) -> None:
        """How many cards each stack still has."""
        if not self.timed:
            for seat, area in self.areas.items():
                self._draw_count(canvas, seat, area)

    def _draw_count(self, canvas: Canvas, seat: int, area: Area) -> None:
        """How many cards a stack still has."""
        count = self.view.stack_counts[seat]
        if not count:
            canvas.put_centred(self.kit.made(pieces.cell_plain, area.top.w), area.top.x, area.top.y)
        canvas.put_centred(self.count_pill(seat, area, count), *area.pill)

    def count_pill(self, seat: int, area: Area, count: int) -> Surface:
        """How many cards a stack has, to whom it belongs in words."""
        own = seat == self.viewer and not self.around
        words = self.words("stack", count=count) if own and not self.context.frame.tall else str(count)
        return self.kit.made(pieces.turned_pill, words, 15) if area.turned else self.kit.pill(words, 17 if own else 15)

    def _draw_pile(self, canvas: Canvas) -> None:
        """How many cards the common stack still has."""
        kit, view = self.context.kit, self.view
        stack = self.spots.stack
        assert stack
        if not view.stack_counts[0]:
            canvas.put_centred(kit.made(pieces.cell_plain, stack.w), stack.x, stack.y)
        pill = kit.pill(self.words("stack", count=view.stack_counts[0]), 16)
        canvas.put_centred(pill, stack.x, stack.y + stack.w / 2 + 4)
