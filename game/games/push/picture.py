"""The picture of the table of Push: rows, piles, displays and the die, as they are shown now."""

from __future__ import annotations

from collections.abc import Hashable, Iterable, Iterator, Sequence
from functools import partial
from typing import TYPE_CHECKING, NamedTuple

from game.core.match import HUMAN, Seat
from game.engine import surfaces, text
from game.engine.backdrop import Backdrop, felt
from game.engine.banners import Banner
from game.engine.canvas import Canvas
from game.engine.layout import Box, Spot, bounds
from game.engine.palette import CREAM, INK, SHADE, WARNING, mix, rgb
from game.engine.sprites import Place
from game.engine.table import Making
from game.engine.turn_table import TurnTable
from game.games.push import layout, panels
from game.games.push.deck import CARDS, COLOUR_OF, MARKS, STAR, Kind, kind_of
from game.games.push.events import Event
from game.games.push.faces import RATIO, Faces, die, face_of, misfit, side_of
from game.games.push.layout import PILL, Panel, Spread
from game.games.push.rows import targets_of
from game.games.push.rules import Action, View
from game.games.push.scoring import points_of
from game.games.push.underway import Underway
from game.games.push.words import Words

if TYPE_CHECKING:
    from game.context import Context

#: most places of a row: five colours and a dice card
PLACES = 6
#: up to this height the log has no heading
BARE_LOG = 100.0
#: rims of the pile and of the secured cards
RIMS, SAFE_RIMS = 5, 4
#: a card of somebody else's display, as it flies to and from its shape
SMALL = 26.0
#: how long a throw of the die takes at normal speed, in milliseconds
THROW_MS = 740.0
#: so much wider than the buttons is the banner of a bust on a wide table, which lies where they are else
BANNER = 24.0
#: so wide is the place of a row's number
NUMBER_ROOM = 40.0
#: so much of the lower edge of the die's panel is empty
EDGE = 8.0
#: how much lower that panel is in a lesson on a phone's side, and how large the die is then
LESS, DIE = 18.0, 48.0
#: how far a card is lifted before it is turned up, as a share of its width
LIFT = 0.16


class Throw(NamedTuple):
    """A throw of the die that is under way."""

    face: int
    start: tuple[float, float]
    age: float
    total: float


class Picture(TurnTable[Action, Event, View]):
    """Lays out and draws what ``shown`` says."""

    game = "push"
    ratio = RATIO
    felt = rgb("#22573C")
    say: Words
    faces: Faces
    view: View
    spots: layout.Spots

    def __init__(self, context: Context, seats: Sequence[Seat], viewer: int, view: View) -> None:
        super().__init__(context, seats, viewer, view)
        #: what the viewer knew after the last event that was shown
        self.shown = view
        self.throw: Throw | None = None
        #: the card that fitted nowhere and who drew it, while that is shown
        self.bust: tuple[int, int] | None = None
        #: the card that is being lifted off the pile, still face down, or 0
        self.lifted = 0
        #: the card on top of the discards, or 0: those on their way there do not lie there yet
        self.put_away = 0
        self.underway = Underway()
        #: what was known before the direction card that is on its way to its place: it turns the order when it is there
        self.turning: View | None = None
        #: the viewer is asked now and then, and is not looking on alone; and how long ago that was, at normal speed
        self.waits, self.waited = False, 0.0
        self.see_discards()
        self.build()

    @property
    def rolling(self) -> bool:
        """Whether the die is on its way."""
        return self.throw is not None

    @property
    def shared(self) -> bool:
        """Whether several people look at this table: secured cards of one of them do not lie open here then."""
        return sum(seat.kind == HUMAN for seat in self.seats) > 1 and not self.view.options.open_secured

    # ---- layout -----------------------------------------------------------------------------------

    def build(self) -> None:
        """Lay out and bake for the window as it is now."""
        context, frame = self.context, self.context.frame
        self.faces = Faces(context.kit, context.texts)
        self.say = Words(context.texts, self.seats)
        rivals, risk = len(self.seats) - 1, self.view.options.risk
        papered = self.teaches or self.papered
        spots = self.spots = layout.spots(frame.width, frame.height, rivals, risk, frame.side, papered)
        if self.teaches and spots.log:
            # the paper of a lesson lies below the die, where the log is else, and says the same
            if frame.broad:
                # the die makes room for four lines of the larger letters above the buttons
                less = spots.risk._replace(h=spots.risk.h - LESS)
                spots = spots._replace(risk=less, die=spots.die._replace(y=spots.die.y - LESS / 2, w=DIE))
            low = spots.risk.y + spots.risk.h
            spots = self.spots = spots._replace(log=None, note=spots.note._replace(y=low))
        self.backdrop = Backdrop(context.kit, felt(frame, self.felt, (0.5, 0.40 if frame.tall else 0.44)))
        self.panels: dict[int, Panel] = {}
        for seat, box in zip(self.order()[1:], spots.opponents, strict=True):
            self._bake_panel(seat, box, spots.roomy)
        if spots.own:
            self._bake_panel(self.viewer, spots.own, True)
        for number, row in enumerate(spots.rows):
            self._bake_row(number, row)
        self.backdrop.panel(spots.order, 16, 0.42)
        if spots.risk.w:
            self.backdrop.panel(spots.risk, 18, 0.42)
        if spots.tray:
            self._bake_tray(spots.tray)
        if spots.log and spots.log.h > BARE_LOG:
            self.bake_log(spots.log)
        elif spots.log:
            self.backdrop.panel(spots.log, 18, 0.42)
        if frame.tall and frame.whole:
            self.bake_title()
        # the first bust shall not wait for it
        buttons = bounds(spots.buttons)
        self.banner = Banner(context.kit, WARNING, frame.tall, 0.0 if frame.tall or spots.own else buttons.w + BANNER)
        self.banner.title(self.words("bust"))
        self.arrange()

    def _bake_panel(self, seat: int, box: Box, roomy: bool) -> None:
        """A seat's panel with its name, which never changes."""
        panel = self.panels[seat] = layout.panel(box, roomy, self.context.frame.tall)
        self.backdrop.panel(box)
        self.bake_name(seat, panel.name, self.kit.fitting(24, panel.line), panel.name_width)

    def _bake_row(self, number: int, box: Box) -> None:
        """A row's panel, its number, and dots where cards may come."""
        kit, spots = self.context.kit, self.spots
        self.backdrop.panel(box, 16, 0.18)
        tint = mix(self.felt, CREAM, 0.55)
        self.backdrop.put(
            kit.line_plain(str(number + 1), 34, tint, text.DISPLAY), box.x + spots.number, box.centre[1], "centre"
        )
        dot = surfaces.disc(max(2, kit.px(3)), mix(self.felt, CREAM, 0.35))
        for place in range(PLACES):
            x, y, w = layout.in_row(spots, number, place)
            if x + w / 2 <= spots.sum_x - layout.SUM_ROOM:
                self.backdrop.put(dot, x, y, "centre")

    def _bake_tray(self, tray: Box) -> None:
        """The own part of the table: the name, and the darker place of what is safe."""
        kit, plate, tall = self.context.kit, self.spots.plate, self.context.frame.tall
        self.backdrop.panel(tray, 20, 0.44)
        safe = self.spots.safe
        size = (kit.px(safe.w), kit.px(safe.h))
        self.backdrop.put(surfaces.rounded(size, kit.px(14), SHADE, 77), safe.x, safe.y, "corner")
        place = (plate.x + 70, plate.y + 34) if tall else (plate.x + 86, plate.y + 28)
        self.bake_name(self.viewer, place, 24, 108 if tall else 110)

    # ---- where things lie ---------------------------------------------------------------------------

    def sync(self, view: View, ms: float = 0) -> None:
        """Make the picture show ``view``."""
        self.view = view
        self.shown = view
        self.throw = self.bust = None
        self.lifted, self.shaken = 0, 0.0
        self.underway.forget()
        self.turning = None
        self.see_discards()
        self.arrange(ms)

    def see_discards(self) -> None:
        """Whatever was put away has arrived there."""
        self.put_away = self.shown.discard[-1] if self.shown.discard else 0

    def update(self, ms: float) -> bool:
        """Let time pass; return whether the picture changes."""
        changed = super().update(ms)
        self.underway.look(self.layer)
        if self.throw is None:
            return changed
        self.throw = self.throw._replace(age=self.throw.age + ms)
        if self.throw.age >= self.throw.total:
            self.throw = None
        return True

    def safe_points(self) -> int | None:
        """The own secured points, or None where several people look on."""
        return None if self.shared else points_of(self.underway.there(self.shown.secured[self.viewer]))

    def open_cards(self, seat: int) -> tuple[int, ...]:
        """The open cards of a seat that have arrived there: those count."""
        return self.underway.there(self.shown.displays[seat])

    def safe_count(self, seat: int) -> int:
        """How many secured cards a seat has, but for those that are on their way there."""
        return self.shown.secured_counts[seat] - self.underway.locking(seat)

    def coming(self) -> Iterable[tuple[str, float]]:
        """Every card that can be drawn, the back that each has on its way, and one at each width it gets."""
        yield "back", self.spots.drawn.w
        for held in range(1, 4):
            yield face_of(CARDS[0]), self.row_place(0, 0, CARDS[0], held).w
        yield face_of(CARDS[0]), self.spots.discard.w
        yield from ((face, self.spots.drawn.w) for face in dict.fromkeys(map(face_of, CARDS)))

    def ahead(self) -> Iterator[Making]:
        """As everywhere, then the faces of the die, and what is laid over a card that fits nowhere."""
        yield from super().ahead()
        for face in range(STAR + 1):
            yield partial(self.kit.made, die, self.spots.die.w, side_of(face), 0)
        yield partial(self.kit.made, misfit, self.spots.drawn.w, True)

    def _places(self) -> dict[Hashable, Place]:
        shown, spots = self.shown, self.spots
        places = self._piles()
        for row, cards in enumerate(shown.rows):
            for place, card in enumerate(cards):
                places[card] = self.row_place(row, place, card, len(cards))
        if shown.card:
            # whether it has to be placed is seen at once
            placed = kind_of(shown.card) != Kind.DIRECTION and targets_of(shown.rows, shown.card)
            places[shown.card] = Place(*spots.drawn, face_of(shown.card), 50, "legal" if placed else "rest")
        x, y, w = spots.drawn
        if self.bust:
            places[self.bust[1]] = Place(x + self.shaken, y, w, face_of(self.bust[1]), 50)
        if self.lifted:
            places[self.lifted] = Place(x + self.shaken, y - w * LIFT, w, "back", 60, "hover")
        self.spread: Spread | None = None
        if spots.tray:
            display = shown.displays[self.viewer]
            if self.context.frame.tall:
                self.spread = layout.spread_down(display, spots.cards, 92)
            else:
                self.spread = layout.spread(display, spots.cards, 82)
            for lying in self.spread.cards:
                places[lying.card] = Place(lying.x, lying.y, lying.w, face_of(lying.card), lying.z)
            for rim in range(min(SAFE_RIMS, self.safe_count(self.viewer))):
                x, y, w = self.safe_place()
                places["safe", rim] = Place(x + rim * 4, y - rim * 2, w, "back", 10 - rim, "flat" if rim else "rest")
        return places

    def _piles(self) -> dict[Hashable, Place]:
        """The pile with the rims of a few cards below, the discards' top, and the direction cards."""
        shown, spots = self.shown, self.spots
        places: dict[Hashable, Place] = {}
        x, y, w = spots.pile
        rims = min(RIMS, -(-shown.pile_count // 8))
        for rim in range(rims):
            below = rims - 1 - rim
            state = "flat" if rim else "rest"
            places["pile", rim] = Place(x - below * 1.5, y - below * 2.2, w, "back", -9 + rim, state)
        if self.put_away:
            places["discard", self.put_away] = Place(*spots.discard, face_of(self.put_away), -20, "dim")
        x, y, w = spots.directions
        step = min(14.0, spots.fan / max(1, len(shown.directions) - 1))
        for number, card in enumerate(shown.directions):
            places[card] = Place(x + number * step, y, w, "direction", number * 0.1)
        return places

    def row_place(self, row: int, place: int, card: int, held: int) -> Place:
        """Where the card at a place of a row with ``held`` cards lies."""
        return Place(*layout.in_row(self.spots, row, place, held), face_of(card), place * 0.1)

    def safe_place(self) -> Spot:
        """Where the own secured cards lie."""
        box = self.spots.safe
        w = min(78.0, (box.h - 22) / RATIO, box.w - 34)
        return Spot(box.centre[0] - 8, box.y + box.h / 2, w)

    def display_place(self, seat: int, card: int) -> Place:
        """Where an open card of a seat lies, or for others the shape of its colour."""
        sprite = self.layer.sprites.get(card)
        if self.spots.tray and seat == self.viewer and sprite:
            return sprite.place
        x, y = self.panels[seat].shapes[COLOUR_OF[card]] if seat in self.panels else self.spots.cards.centre
        return Place(x, y, SMALL, face_of(card), 60)

    def lock_place(self, seat: int) -> Place:
        """Where a seat's secured cards are."""
        if self.spots.tray and seat == self.viewer:
            return Place(*self.safe_place(), "back", 60)
        return Place(*self.panels[seat].lock, SMALL, "back", 60)

    def discard_place(self, card: int) -> Place:
        """Where a card is put away."""
        return Place(*self.spots.discard, face_of(card), 60)

    def figure_spot(self, seat: int) -> tuple[float, float]:
        """The middle of a seat's figure."""
        if seat in self.panels:
            return self.panels[seat].face
        plate = self.spots.plate
        return (plate.x + 30, plate.y + 34) if self.context.frame.tall else (plate.x + 42, plate.y + 46)

    def tell(self, seat: int, points: int) -> None:
        """Let a change of points be read beside the seat that it is for."""
        if not points:
            return
        plate, tall = self.spots.plate, self.context.frame.tall
        if seat in self.panels:
            x, y = self.panels[seat].change
        else:
            x, y = (plate.x + plate.w - 130, plate.y + 46) if tall else (plate.x + plate.w - 34, plate.y + 106)
        self.pop_up(self.context.texts.signed(points), x, y, points > 0)

    def own_part(self) -> list[Box]:
        """The own cards, and what is asked: below low stacks of a tall table a hint finds room."""
        if not (self.spread and self.context.frame.tall):
            return super().own_part()
        safe = [self.spots.safe] if self.shown.secured_counts[self.viewer] else []
        return [self.asked_at(), *self._own_seen(), *safe]

    def _own_seen(self) -> list[Box]:
        """The own plate, and the stacks with their pills."""
        if not (self.spread and self.context.frame.tall):
            return super()._own_seen()
        stacks = (stack for stack in self.spread.stacks if stack.points)
        return [self.spots.plate, *(stack.box._replace(h=stack.box.h + stack.w * PILL) for stack in stacks)]

    def hint_near(self) -> Box:
        """On a tall table below the own cards: there are buttons only where it is about drawing on."""
        note, tray = self.spots.note, self.spots.tray
        return note._replace(y=tray.y + tray.h) if tray and self.context.frame.tall else note

    def spared(self) -> list[Box]:
        """The rows and the risk: what the hint speaks of."""
        spots = self.spots
        shows = spots.risk.w and self.view.options.risk
        return [*spots.rows, *([spots.risk._replace(h=spots.risk_high)] if shows else [])]

    def seen(self) -> list[Box]:
        """Of the rows what there is to see: on the felt beside their cards a hint finds room; and the die."""
        rows = self.spots.rows
        risk = [self.spots.risk] if self.spots.risk.w else []
        return [*(box for box in super().seen() if box not in rows), *self._ends_of_rows(), *risk]

    def _ends_of_rows(self) -> Iterator[Box]:
        """The number of each row, and what it is worth if it holds cards."""
        rest = self.spots.sum_x - layout.SUM_ROOM
        for row, box in enumerate(self.spots.rows):
            yield box._replace(w=NUMBER_ROOM)
            if any(self.shown.rows[row : row + 1]):
                yield box._replace(x=rest, w=box.x + box.w - rest)

    def looked_at(self) -> list[Box]:
        """The rows, the card that has been drawn, and the risk, in a lesson with the die.

        On a tall table, where there is no room beside them, empty rows into which nothing is to go are felt.
        """
        spots, shown = self.spots, self.shown
        felt = self.context.frame.tall and not shown.card
        bare = [box for row, box in enumerate(spots.rows) if felt and not any(shown.rows[row : row + 1])]
        # a paper may touch the panel's lower edge: it needs the room above the buttons
        die = [spots.risk._replace(h=spots.risk.h - EDGE)] if self.teaches and spots.risk.w else []
        return [*(box for box in self.spared() if box not in bare), *die, spots.drawn.card(RATIO)]

    def _die_panel(self) -> Box:
        """The die with what its last roll has cost."""
        risk, beside = self.spots.risk, self.spots.risk_high < self.spots.risk.h
        above = self.spots.risk_high if beside and self.view.options.risk else 0.0
        return risk._replace(y=risk.y + above, h=risk.h - above)

    def place_of(self, name: str) -> Box | None:
        """A part of the table by the name that a lesson calls it by: a row or all of them, the order, what is safe."""
        spots = self.spots
        match name:
            case "order":
                return spots.order
            case "safe":
                return spots.safe
            case "rows":
                return bounds(spots.rows)
            case "die":
                return self._die_panel()
        row = name.removeprefix("row-")
        return spots.rows[int(row)] if row != name else super().place_of(name)

    # ---- drawing ------------------------------------------------------------------------------------

    def draw(self, canvas: Canvas) -> None:
        """Draw the table with everything that moves."""
        spots = self.spots
        canvas.background(self.backdrop.surface)
        for seat, panel in self.panels.items():
            panels.draw_panel(self, canvas, seat, panel)
        panels.draw_order(self, canvas, spots.order)
        if spots.risk.w:
            panels.draw_risk(self, canvas, spots.risk)
        if spots.tray:
            panels.draw_plate(self, canvas, spots.plate)
            panels.draw_slots(self, canvas)
        # a drawn card lies on the pile and hides its number
        covered = bool(self.shown.card or self.bust or self.lifted)
        if covered:
            self._draw_pile_count(canvas)
        if not self.rolling:
            self._draw_die(canvas)
        self.layer.draw(canvas)
        if not covered:
            self._draw_pile_count(canvas)
        panels.draw_sums(self, canvas)
        if spots.tray:
            panels.draw_safe(self, canvas, spots.safe)
        if self.rolling:
            self._draw_die(canvas)
        if self.bust:
            self._draw_bust(canvas, *self.bust)
        self.draw_popups(canvas)
        if spots.log and spots.log.h > BARE_LOG:
            self.draw_log(canvas, spots.log)
        elif spots.log:
            # without the heading
            self.draw_log(canvas, spots.log.wider(-6, 0)._replace(y=spots.log.y - 32, h=spots.log.h + 32))

    def _draw_pile_count(self, canvas: Canvas) -> None:
        x, y, w = self.spots.pile
        count = self.shown.pile_count
        words = str(count) if self.context.frame.tall else self.words("pile", count=count)
        low = y + w * RATIO / 2 + (-8 if self.context.frame.tall else 16)
        canvas.put_centred(self.context.kit.pill(words, 16, CREAM, INK, text.BLACK), x, low)

    def _draw_die(self, canvas: Canvas) -> None:
        """The die at rest, or on its way."""
        spot, roll = self.spots.die, self.shown.roll
        if self.throw:
            share = self.throw.age / self.throw.total if self.throw.total else 1.0
            at = layout.tumble(share, self.throw.face, self.throw.start, spot)
        else:
            at = layout.tumble(1.0, roll.face if roll else STAR, (0, 0), spot)
        picture = self.context.kit.made(die, spot.w, side_of(at.face), at.degrees)
        canvas.put_centred(picture, at.x, at.y)

    def _draw_bust(self, canvas: Canvas, seat: int, card: int) -> None:
        """The cross over the card that fits nowhere, a ring around what it clashes with, and what that means."""
        kit, spots = self.context.kit, self.spots
        sprite = self.layer.sprites.get(card)
        if sprite and (self.shaken or not self.layer.moving(card)):
            canvas.put_centred(kit.made(misfit, spots.drawn.w, True), sprite.x, sprite.y)
        for row, cards in enumerate(self.shown.rows):
            for place, other in enumerate(cards):
                if MARKS[other] & MARKS[card]:
                    x, y, w = layout.in_row(spots, row, place, len(cards))
                    canvas.put_centred(kit.made(misfit, w, False), x, y)
        self.banner.draw(canvas, self.words("bust"), self.words("bust.text", name=self.name(seat)), *self.banner_at())

    def banner_at(self) -> tuple[float, float]:
        """The middle of the banner that tells of a bust: it hides neither why, nor who is next, nor what may be lost.

        In a tall window it lies below the rows, in a wide one where there are buttons only while somebody decides.
        """
        (x, y), order = self.spots.prompt, self.spots.order
        if self.context.frame.tall:
            return x, max(y + 22, order.y + order.h + 4 + self.banner.high / 2)
        if not self.spots.own:
            return bounds(self.spots.buttons).centre
        rows = max(row.y + row.h for row in self.spots.rows)
        return max(x, order.x + order.w + 8 + self.banner.wide / 2), max(y, rows + 4 + self.banner.high / 2)

    def draw_labels(self, canvas: Canvas) -> None:
        """What somebody did last, which lies over the edge of their panel."""
        for seat, panel in self.panels.items():
            self.last_pill(canvas, seat, *panel.last, most=panel.last_width)

    def draw_prompt(self, canvas: Canvas, words: str, x: float, y: float, most: float) -> None:
        """What is to be decided, unless a bust is told of in its place."""
        if not self.bust:
            super().draw_prompt(canvas, words, x, y, most)
