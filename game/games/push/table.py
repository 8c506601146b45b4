"""The table of Push: animates its events and offers its actions."""

from collections import Counter
from collections.abc import Callable, Hashable, Iterable, Iterator, Sequence
from dataclasses import replace
from functools import partial
from itertools import chain, zip_longest
from math import sqrt
from typing import TYPE_CHECKING, assert_never

from game.core.capabilities import Advice
from game.core.events import seat_of
from game.core.match import HUMAN, Seat
from game.engine import fonts, surfaces
from game.engine.backdrop import Backdrop, felt
from game.engine.canvas import Canvas
from game.engine.cards import CORNER, tag
from game.engine.director import Look, Script
from game.engine.drag import DragPayload
from game.engine.game_table import Preparation
from game.engine.impact import volume_of
from game.engine.items import NOTE, Item, move_id
from game.engine.layout import BUTTONS_HIGH, Box, Spot, TextPlace, bounds, button_boxes, tall_dock
from game.engine.palette import CREAM, GOLD, INK, SHADE, SOFT, mix, rgb
from game.engine.sprites import SpritePlace
from game.engine.transit import InTransit
from game.engine.turn_table import KEYS, ActionButton, ChooseAction, TurnTable
from game.engine.tweens import out_cubic
from game.engine.widgets import Widget
from game.games.push import events as ev
from game.games.push import faces, intensity, layout
from game.games.push.bust import SHAKE_MS, BustAnimation, Misfit
from game.games.push.deck import CARDS, COLOUR_OF, COLOURS, MOST_ROWS, STAR, Kind, kind_of
from game.games.push.die import DieAnimation
from game.games.push.faces import RATIO, PushFaces, face_of
from game.games.push.judgement import bust_risk, row_of, stake, toll, worths
from game.games.push.notes import DISCARD, Note, discard_paper, display_paper
from game.games.push.panels import Held, SeatPanels
from game.games.push.rules import DRAW, STOP, Action, Phase, Verb, View, targets_of
from game.games.push.scoring import colour_sums, points_of
from game.games.push.targets import PanelSpot, Target
from game.games.push.texts import PushTexts

if TYPE_CHECKING:
    from game.services.context import Context

#: most places of a row: five colours and a dice card
PLACES = 6
#: rims of the pile and of the secured cards
RIMS, SAFE_RIMS = 5, 4
#: width for the own last move on a tall table
OWN_LAST = 146.0
#: width of an opponent's card as it flies to and from its shape
SMALL = 26.0
#: the key of a card dragged off the pile
TOP = "top"
#: numbers of the hint that are points to come and carry a sign; the risk is in per cent
SIGNED = ("hint.row", "hint.stop", "hint.draw")
#: a row of at least this many points is a joy
GOOD_ROW = 9
#: duration of the shake of own cards that the die will take, in milliseconds at normal speed
LOST_SHAKE_MS = 600.0
#: pause after the viewer's own stop
OWN_STOP_MS = 80.0
#: time a card is held face down, in milliseconds at normal speed: at no risk, and at full risk
HELD_MS = (0.0, 1300.0)
#: the risk in per cent that is as exciting as can be, and the share of it below which there is no sound
FULL_RISK, CALM = 60.0, 0.2
#: the excitement of every card if the risk is not shown, as a share of the full one
USUAL_RISK = 0.35
#: largest tremble of a held card, logical, and its half periods per drum beat
TREMBLE, DRUM_BEATS = 5.0, 7
#: the share of the time that a held card takes to fly over the rows, and the longest flight in milliseconds; and, where
#: the excitement is above the first number, the share of the time in which it lies still at the end
FLIGHT, LONGEST_FLIGHT = 0.5, 260.0
BREATHLESS, STILL = 2 / 3, 0.3
#: flight of a drawn card to where it waits for its row, in milliseconds at normal speed
ASIDE_MS = 260.0
#: the same for an opponent's card that may cost points, from no tension to the fullest; and the time to turn it up, as
#: a share of that for the viewer's own
BREATH_MS, TURN_UP = (320.0, 1500.0), (0.7, 1.4)
#: the stake in points that is as exciting as can be, and the share of the tension left with nothing at stake
FULL_STAKE, UNSTAKED = 15, 0.45
#: share of the usual time for opponents' actions: at no risk, and at full risk
BRISK = (0.26, 0.6)
#: the same for an opponent's bust and roll
STRUCK = 0.4
#: duration of the announcement of an opponent's stop, in milliseconds at normal speed
STOP_MS = 540.0
#: after waiting this long for a decision, in milliseconds at normal speed, the viewer sees opponents' actions in ever
#: less of their time, down to the last share after the second duration
PATIENCE, IMPATIENCE, HURRY = 1500.0, 5000.0, 0.4
#: more opponents than this share the time of so many, for all but the draws that may cost points
USUAL_RIVALS = 3
#: from this many cards in the rows on, opponents draw and place in this share of their time while the risk is small
MANY, ROUTINE = 4, 0.6
#: opponents' thinking time as a share of the usual: at the beginning of a turn, for a card that fits twice, for the
#: choice of a row, and for drawing at no risk and at full risk
CHOOSING, PLACING, TAKING, DRAWING = 0.25, 0.05, 0.1, (0.02, 0.5)
#: the hint's rows for a row's worth and the risk, and the radius of a row's corners
ROW_WORTH, RISK, WORTH_SECURING, ROW_CORNER = "hint.row", "hint.risk", "hint.secure", 16.0
#: ends of the keys of reasons that speak of no row
UNNAMED = ("no_risk", ".none")
#: text size of a row's sum
SUM_SIZE = 50.0
#: what is shown beside the points of another seat that a roll has cost none
NO_CHANGE = "±0"
#: duration of the report of a gain or loss, in milliseconds
MESSAGE_MS = 2200.0
#: delay between lost cards, and the limit of the whole, in milliseconds at normal speed
LOSS_STEP, LOSS_TIME = 190.0, 1300.0


def without(view: View, seat: int, card: int) -> View:
    """Return ``view`` after one open card of a seat has been discarded."""
    kept = tuple(other for other in view.displays[seat] if other != card)
    displays = (*view.displays[:seat], kept, *view.displays[seat + 1 :])
    return view._replace(displays=displays, discard=(*view.discard, card))


class PushTable(TurnTable[Action, ev.Event, View]):
    """The table of one match of Push for one viewer."""

    game = "push"
    filmed = ("rows",)
    plan_at = (150.0, 150.0)
    ratio = RATIO
    felt = rgb("#22573C")
    match_texts: PushTexts
    faces: PushFaces
    spots: layout.Spots

    def __init__(self, context: "Context", seats: Sequence[Seat], viewer: int, view: View) -> None:
        super().__init__(context, seats, viewer, view)
        self.die = DieAnimation(self, self._step)
        self.bust = BustAnimation(self, self._bust_shares, self._step)
        self.rivals = SeatPanels(self, self._held_by)
        #: the card lifted off the pile, still face down, or 0; and whether one is being turned up
        self.lifted, self.turns_up = 0, False
        #: the top card of the discards, or 0; without those still in flight
        self.put_away = 0
        #: cards in flight to a row, a seat or its secured cards
        self.underway = InTransit()
        #: the view before a direction card in flight, which turns the order on arrival
        self.turning: View | None = None
        #: True if the viewer plays too; and the time since their last decision, at normal speed
        self.waits, self.waited = False, 0.0
        #: another player's gain or loss, in the prompt's place where no log is near, and the time it ends
        self.message = ""
        self.message_until = 0.0
        self.see_discards()
        self.build()

    @property
    def shared(self) -> bool:
        """True if several people look at this screen, so that own secured cards stay hidden."""
        return sum(seat.kind == HUMAN for seat in self.seats) > 1 and not self.view.options.open_secured

    # ---- layout -----------------------------------------------------------------------------------

    def build(self) -> None:
        context, frame = self.context, self.context.frame
        self.faces = PushFaces(context.kit, context.texts)
        self.match_texts = PushTexts(context.texts, self.seats)
        rivals = len(self.seats) - 1
        free = BUTTONS_HIGH if self._sheet and self.without_buttons else 0.0
        spots = layout.spots(frame.width, frame.height, rivals, frame.side, self._sheet - free)
        if free:
            spots = replace(spots, dock=tall_dock(frame.height, self._sheet))
        elif self.has_buttons and not (frame.tall and self.log_panel.hidden):
            # where the own buttons are at other times; in a replay or film something else is there
            spots = replace(spots, stage=spots.stage.announced_in(bounds(spots.buttons)))
        self.spots = spots
        self.backdrop = Backdrop(context.kit, felt(frame, self.felt))
        self.rivals.build(spots)
        self.panels = self.rivals.panels
        for number, row in enumerate(spots.rows):
            self._bake_row(number, row)
        self.backdrop.panel(spots.order, 16, 0.42)
        self.backdrop.panel(spots.risk, 18, 0.42)
        self._bake_tray(spots.tray)
        if spots.log:
            self.log_panel.bake(spots.log)
        if frame.tall:
            self.bake_title()
        self.bust.build(spots)
        self.die.build(spots)
        self.arrange()

    def _bake_row(self, number: int, box: Box) -> None:
        kit, spots = self.context.kit, self.spots
        self.backdrop.panel(box, 16, 0.18)
        tint = mix(self.felt, CREAM, 0.55)
        self.backdrop.put(
            kit.line_plain(str(number + 1), 34, tint, fonts.DISPLAY), box.x + spots.number, box.centre[1], "centre"
        )
        dot = surfaces.disc(max(2, kit.px(3)), mix(self.felt, CREAM, 0.35))
        for place in range(PLACES):
            x, y, w = layout.in_row(spots, number, place)
            if x + w / 2 <= spots.sum_x - layout.SUM_ROOM:
                self.backdrop.put(dot, x, y, "centre")

    def _bake_tray(self, tray: Box) -> None:
        """Draw the own part of the table: the name, and the darker box of the secured cards."""
        kit, plate, tall = self.context.kit, self.spots.plate, self.context.frame.tall
        self.backdrop.panel(tray, 20, 0.44)
        safe = self.spots.safe
        size = (kit.px(safe.w), kit.px(safe.h))
        self.backdrop.put(surfaces.rounded(size, kit.px(14), SHADE, 77), safe.x, safe.y, "corner")
        wide, high = TextPlace(plate.x + 86, plate.y + 24, 110), TextPlace(plate.x + 70, plate.y + 34, 108)
        self.bake_name(self.viewer, high if tall else wide, 24)

    # ---- positions ----------------------------------------------------------------------------------

    def sync(self, view: View, ms: float = 0) -> None:
        self.view = self.shown = view
        self.die.forget()
        self.close_up = None
        self.bust.misfit = None
        self.rivals.forget()
        self.lifted, self.shaken, self.turns_up = 0, 0.0, False
        self.underway.forget()
        self.turning = None
        self.see_discards()
        self.arrange(ms)

    def see_discards(self) -> None:
        """Show the top of the discards, now that all have arrived."""
        self.put_away = self.shown.discard[-1] if self.shown.discard else 0

    def safe_points(self) -> int | None:
        """Return the own secured points, or None if several people look on."""
        return None if self.shared else points_of(self.underway.there(self.shown.secured[self.viewer]))

    def open_cards(self, seat: int) -> tuple[int, ...]:
        """Return the open cards of a seat that have arrived there; only those count."""
        return self.underway.there(self.shown.displays[seat])

    def safe_count(self, seat: int) -> int:
        """Return the number of a seat's secured cards, without those in flight."""
        return self.shown.secured_counts[seat] - self.underway.due(seat)

    def _held_by(self, seat: int) -> Held:
        """Return the cards that have arrived at a seat."""
        known = self.underway.there(self.shown.secured[seat])
        return Held(self.open_cards(seat), self.safe_count(seat), known)

    def upcoming_faces(self) -> Iterable[tuple[str, float]]:
        """Return every card that can be drawn, its back, and one card at each width in use."""
        yield "back", self.spots.drawn.w
        for held in range(1, 4):
            yield face_of(CARDS[0]), self.row_place(0, 0, CARDS[0], held).w
        yield face_of(CARDS[0]), self.spots.discard.w
        yield from ((face, self.spots.drawn.w) for face in dict.fromkeys(map(face_of, CARDS)))

    def ahead(self) -> Iterator[Preparation]:
        """Prepare the usual things and the die by turns, for it may be rolled soon; then the overlays of a bust."""
        for usual, die in zip_longest(super().ahead(), chain(self.rivals.ahead(), self.die.ahead())):
            yield from filter(None, (usual, die))
        for spot in (self.spots.drawn, self.spots.stage.card):
            yield partial(self.kit.scene_image, faces.misfit, spot.w, True)

    def _places(self) -> dict[Hashable, SpritePlace]:
        shown, spots = self.shown, self.spots
        places = self._piles()
        for row, cards in enumerate(shown.rows):
            for place, card in enumerate(cards):
                places[card] = self.row_place(row, place, card, len(cards))
        if shown.card:
            # show at once that it has to be placed
            placed = kind_of(shown.card) != Kind.DIRECTION and targets_of(shown.rows, shown.card)
            places[shown.card] = SpritePlace(*self.drawn_at, face_of(shown.card), 50, "legal" if placed else "rest")
        places |= self.bust.place(self.shaken)
        if self.lifted:
            x, y, w = spots.reveal
            places[self.lifted] = SpritePlace(x + self.shaken, y, w, "back", 60, "hover")
        display = shown.displays[self.viewer]
        if self.context.frame.tall:
            self.spread = layout.spread_down(display, spots.cards, 92)
        else:
            self.spread = layout.spread(display, spots.cards, 82)
        for lying in self.spread.cards:
            places[lying.card] = SpritePlace(lying.x, lying.y, lying.w, face_of(lying.card), lying.z)
        for rim in range(min(SAFE_RIMS, self.safe_count(self.viewer))):
            x, y, w = self.safe_place()
            places["safe", rim] = SpritePlace(x + rim * 4, y - rim * 2, w, "back", 10 - rim, "flat" if rim else "rest")
        return places

    def _piles(self) -> dict[Hashable, SpritePlace]:
        """Return the places of the pile with a few rims, the discards' top, and the direction cards."""
        shown, spots = self.shown, self.spots
        places: dict[Hashable, SpritePlace] = {}
        x, y, w = spots.pile
        rims = min(RIMS, -(-shown.pile_count // 8))
        for rim in range(rims):
            below = rims - 1 - rim
            state = "flat" if rim else "rest"
            places["pile", rim] = SpritePlace(x - below * 1.5, y - below * 2.2, w, "back", -9 + rim, state)
        if self.put_away:
            places["discard", self.put_away] = SpritePlace(*spots.discard, face_of(self.put_away), -20, "dim")
        x, y, w = spots.directions
        step = min(14.0, spots.fan / max(1, len(shown.directions) - 1))
        for number, card in enumerate(shown.directions):
            places[card] = SpritePlace(x + number * step, y, w, "direction", number * 0.1)
        return places

    @property
    def is_aside(self) -> bool:
        """True if the drawn card lies beside the rows, one of which is to be chosen for it."""
        shown = self.shown
        asked = shown.card and not self.turns_up and self.decides(shown.turn)
        return bool(asked) and len(targets_of(shown.rows, shown.card)) > 1

    @property
    def drawn_at(self) -> Spot:
        """The place of the drawn card, which covers no row that can be chosen."""
        return self.spots.drawn if self.is_aside else self.spots.reveal

    def row_place(self, row: int, place: int, card: int, held: int) -> SpritePlace:
        """Return the place of a card in a row of ``held`` cards."""
        return SpritePlace(*layout.in_row(self.spots, row, place, held), face_of(card), place * 0.1)

    def safe_place(self) -> Spot:
        """Return the place of the own secured cards."""
        box = self.spots.safe
        w = min(78.0, (box.h - 22) / RATIO, box.w - 34)
        return Spot(box.centre[0] - 8, box.y + box.h / 2, w)

    def display_place(self, seat: int, card: int) -> SpritePlace:
        """Return the place of an open card of a seat; for others the shape of its colour."""
        sprite = self.layer.sprites.get(card)
        if seat == self.viewer and sprite:
            return sprite.place
        shape = seat in self.panels and self.rivals.shape(seat, COLOUR_OF[card])
        x, y = shape[:2] if shape else self.spots.cards.centre
        return SpritePlace(x, y, SMALL, face_of(card), 60)

    def lock_place(self, seat: int) -> SpritePlace:
        """Return the place of a seat's secured cards."""
        if seat == self.viewer:
            return SpritePlace(*self.safe_place(), "back", 60)
        return SpritePlace(*self.panels[seat].lock, SMALL, "back", 60)

    def discard_place(self, card: int) -> SpritePlace:
        """Return the place of a discarded card."""
        return SpritePlace(*self.spots.discard, face_of(card), 60)

    def figure_spot(self, seat: int) -> tuple[float, float]:
        """Return the middle of a seat's figure."""
        if seat in self.panels:
            return self.panels[seat].face[:2]
        plate = self.spots.plate
        return (plate.x + 30, plate.y + 34) if self.context.frame.tall else (plate.x + 42, plate.y + 42)

    @property
    def _own_change(self) -> tuple[float, float]:
        """The place of a change of the own points; on a tall table the last move gives way to it."""
        plate, tall = self.spots.plate, self.context.frame.tall
        return (plate.x + plate.w - 90, plate.y + 46) if tall else (plate.x + plate.w - 34, plate.y + 92)

    def tell(self, seat: int, points: int) -> None:
        """Show a change of points beside its seat."""
        x, y = self.panels[seat].change if seat in self.panels else self._own_change
        self.popups.add(self.context.texts.signed(points) if points else NO_CHANGE, x, y, points >= 0)

    def place_of(self, name: str) -> Box | None:
        spots = self.spots
        match name:
            case "order":
                return spots.order
            case "safe":
                return spots.safe
            case "rows":
                return bounds(spots.rows)
            case "die":
                return spots.risk
        row = name.removeprefix("row-")
        return spots.rows[int(row)] if row != name else super().place_of(name)

    # ---- drawing ------------------------------------------------------------------------------------

    def draw(self, canvas: Canvas) -> None:
        spots = self.spots
        canvas.background(self.backdrop.surface)
        self.announces_aside = self.die.is_announced or bool(self.bust.misfit and self.bust.misfit.is_labelled)
        self.rivals.draw(canvas)
        self._draw_order(canvas, spots.order)
        self._draw_risk(canvas, spots.risk)
        self._draw_plate(canvas, spots.plate)
        self._draw_slots(canvas)
        # a drawn card covers the pile's number
        covered = self.is_aside
        if covered:
            self._draw_pile_count(canvas)
        self.die.draw_resting(canvas, self.shown.roll)
        self.layer.draw(canvas)
        if not covered:
            self._draw_pile_count(canvas)
        self._draw_threat(canvas)
        self._draw_sums(canvas)
        self._draw_safe(canvas, spots.safe)
        if spots.log:
            self.log_panel.draw(canvas, spots.log)
        if self.message and not (self.bust.misfit or self.die.is_announced):
            super().draw_prompt(canvas, self.message, spots.prompt)
        self.die.draw(canvas)
        self.bust.draw(canvas)
        self.popups.draw(canvas)

    def _draw_pile_count(self, canvas: Canvas) -> None:
        x, y, w = self.spots.pile
        count = self.shown.pile_count
        text = str(count) if self.context.frame.tall else self.text("pile", count=count)
        low = y + w * RATIO / 2 + (-8 if self.context.frame.tall else 16)
        canvas.put_centred(self.context.kit.pill(text, 16, CREAM, INK, fonts.BLACK), x, low)

    def _draw_threat(self, canvas: Canvas) -> None:
        """Outline the open colours that a roll may cost, the one whose face is up in bold."""
        threat = self.die.threatened()
        if not threat:
            return
        seat, up, rolling = threat
        stacks = self.spread.stacks if seat == self.viewer else ()
        for colour in {COLOUR_OF[card] for card in self.shown.displays[seat]}:
            strong = colour == up or (up == STAR and self.view.options.thrill)
            if not (strong or rolling):
                continue
            if stacks:
                box, radius = stacks[colour].box, stacks[colour].w * CORNER
            elif seat in self.panels:
                shape = self.rivals.shape(seat, colour)
                box, radius = shape.box, shape.radius
            else:
                continue
            canvas.put_centred(self.kit.scene_image(faces.danger, box.w, box.h, radius, strong), *box.centre)

    def draw_labels(self, canvas: Canvas) -> None:
        """Draw the labels of last actions, which overlap the edges of the panels."""
        self.rivals.draw_labels(canvas)

    def draw_prompt(self, canvas: Canvas, text: str, place: TextPlace) -> None:
        """Draw the prompt, except while something else is announced in its place."""
        if not (self.message or self.bust.misfit or self.die.is_announced):
            super().draw_prompt(canvas, text, place)

    def mark(self, event: ev.Event) -> None:
        """Mark an event as the last move; the others' last move goes when the own turn begins."""
        super().mark(event)
        if isinstance(event, ev.TurnStarted) and event.seat == self.viewer and not self.moves.newest_of(self.viewer):
            self.moves.unmark()

    def _report(self, event: ev.Event) -> None:
        """Show another player's gain or loss for a while, at a tall table that is played at."""
        away = self.spots.log is None and self.held_by
        if away and (text := self.match_texts.report(event)) and seat_of(event) != self.viewer:
            self.message, self.message_until = text, self.context.clock.now_ms() + MESSAGE_MS

    # ---- the parts around the rows ------------------------------------------------------------------

    def _draw_plate(self, canvas: Canvas, plate: Box) -> None:
        """Draw the own figure, the open points as large as in every panel, and the secured ones below."""
        kit, seat, tall = self.context.kit, self.viewer, self.context.frame.tall
        place = (plate.x + 30, plate.y + 34, 28) if tall else (plate.x + 42, plate.y + 42, 30)
        self.draw_figure(canvas, seat, place, active=seat == self.shown.turn)
        shown = points_of(self.open_cards(seat))
        safe = self.safe_points()
        if self.view.options.sums:
            # the number's label is at its side; secured points are behind both or below the figure
            points = kit.sticker(str(shown), 46, max_width=110 if tall else 62)
            x, y = (plate.x + 196, plate.y + 34) if tall else (plate.x + 86, plate.y + 55)
            left, right = x + points.get_width() / kit.scale + 8, plate.x + plate.w - (OWN_LAST + 10 if tall else 12)
            text = self._sum_text(shown, safe, "shown_and_secured") if tall and safe else self.text("shown")
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
            self.last_pill(canvas, seat, TextPlace(plate.x + 8, plate.y + 89), size=size)
        elif not self.popups.rises_at(self._own_change):
            last = TextPlace(plate.x + plate.w - 2, plate.y + 34, OWN_LAST)
            self.last_pill(canvas, seat, last, anchor="right", size=size)

    def _sum_text(self, shown: int, safe: int, key: str) -> str:
        """Return the text about the own secured points and the total."""
        # cards in flight count already: securing does not change the total
        return self.text(key, secured=safe, total=shown + points_of(self.shown.secured[self.viewer]))

    def _draw_safe(self, canvas: Canvas, box: Box) -> None:
        """Draw the lock on the own secured cards, and their number."""
        kit, count = self.context.kit, self.safe_count(self.viewer)
        x, y, w = self.safe_place()
        radius = min(22.0, w * 0.28)
        if not count:
            canvas.put_centred(kit.icon("lock", w * 0.5, faces.ABSENT), *box.centre)
            return
        low = min(y + w * 0.52, box.y + box.h - radius - 2)
        top = max(y - w * 0.56, box.y + 14)
        canvas.put_centred(kit.scene_image(faces.lock, radius), x + w * 0.42, low)
        text, room = self.text("pile", count=count), box.w - 6
        if not fonts.reads(text, fonts.DISPLAY, round(15 * kit.text_scale), kit.px(room - 22)):
            text = str(count)
        canvas.put_centred(kit.pill(text, 15, CREAM, INK, max_width=room), box.centre[0], top)

    def _draw_slots(self, canvas: Canvas) -> None:
        """Draw the dashed places of colours without open cards of the viewer."""
        sums = colour_sums(self.open_cards(self.viewer))
        for stack in self.spread.stacks:
            if not sums[stack.colour]:
                picture = self.context.kit.scene_image(faces.empty_slot, stack.w, COLOURS[stack.colour])
                canvas.put_centred(picture, *stack.box.centre)

    def _draw_sums(self, canvas: Canvas) -> None:
        """Draw the worth of each row and each own stack, and mark rows that cause a roll."""
        kit, spots = self.context.kit, self.spots
        if not self.view.options.sums:
            return
        for box, row in zip(spots.rows, self.shown.rows, strict=False):
            cards = self.underway.there(row)
            if not cards:
                continue
            points, rolls = points_of(cards), any(kind_of(card) == Kind.DICE for card in cards)
            canvas.put_centred(kit.sticker(str(points), SUM_SIZE), spots.sum_x, box.centre[1] - box.h * 0.12)
            text = self.text("row.roll") if rolls else self.text("row.points", count=points)
            size = kit.fitting(13 if self.context.frame.tall else 15, legible=True)
            canvas.put_centred(kit.line(text, size, CREAM, max_width=100), spots.sum_x, box.centre[1] + box.h * 0.26)
        sums = colour_sums(self.open_cards(self.viewer))
        for stack in self.spread.stacks:
            if points := sums[stack.colour]:
                canvas.put_centred(kit.scene_image(tag, str(points), max(15.0, stack.w * 0.24)), *stack.pill)

    def _draw_order(self, canvas: Canvas, box: Box) -> None:
        """Draw the next seats to take a row, with arrows, and the direction."""
        kit, shown = self.context.kit, self.turning or self.shown
        rows = MOST_ROWS if shown.drawing else sum(map(bool, shown.rows))
        order = shown.order[:rows]
        radius, pitch = (20.0, 58.0) if self.context.frame.tall else (16.0, 56.0)
        x, y = box.centre[0] - pitch * (len(order) - 1) / 2, box.y + box.h * 0.36
        for place, seat in enumerate(order):
            canvas.put_centred(self._figure(seat, radius, False), x + place * pitch, y)
            if place:
                canvas.put_centred(kit.icon("arrow_right", 22, GOLD), x + (place - 0.5) * pitch, y)
        if not order:
            return
        if len(self.seats) == 2 or not shown.drawing:
            text = self.text("order.next", name=self.name(order[1])) if len(order) > 1 else ""
        else:
            text = self.text("order.right" if len(shown.directions) % 2 else "order.left")
        if text:
            colour = GOLD if len(shown.directions) % 2 else CREAM
            size = kit.fitting(13 if self.context.frame.tall else 15, legible=True)
            line = kit.line(text, size, colour, fonts.BLACK, box.w - 10)
            canvas.put_centred(line, box.centre[0], box.y + box.h * 0.79)

    def _lying_rows(self) -> list[tuple[int, ...]]:
        """Return the rows without cards in flight."""
        return [self.underway.there(row) for row in self.shown.rows]

    def risk(self) -> int:
        """Return the chance of a bust in whole per cent, halves rounded up, and to 0 or 100 only if exact.

        While a drawn card waits for its row or is in flight, this is the chance that was taken by drawing it.
        """
        shown, rows = self.shown, self._lying_rows()
        under = [card for row, lying in zip(shown.rows, rows, strict=True) for card in row if card not in lying]
        unseen = (*shown.unseen, *under, shown.card) if shown.card else (*shown.unseen, *under)
        chance = 100 * bust_risk([row_of(row) for row in rows if row], unseen)
        return int(chance) if chance in (0, 100) else min(99, max(1, int(chance + 0.5)))

    def _shows_odds(self) -> bool:
        """Return whether the risk is shown: the house rules allow it, and no puzzle asks for the move."""
        return self.view.options.risk and not self.conceals_odds

    def _draw_risk(self, canvas: Canvas, box: Box) -> None:
        """Draw the risk of drawing on and the stake, if they are shown, and the last roll."""
        kit, shows = self.context.kit, self._shows_odds()
        # a first card always fits, so there is no risk to show before it is placed
        shows_risk = self.shown.drawing and any(self._lying_rows())
        percent = self.risk() if shows and shows_risk else 0
        text = self.text("risk.value", count=percent) if percent else self.text("risk.none")
        lost = self.visible_stake() if percent else 0
        left, room = box.x + 16, self.spots.die.x - self.spots.die.w / 2 - 16 - box.x - 16
        # there is no room for both: while no card is drawn there is no risk, and the roll is shown
        if not shows or not self.shown.drawing:
            self._draw_roll(canvas, Box(left, box.y, room, box.h))
            return
        ways = [self.text(f"risk.{'stake' if lost else 'title'}{form}", count=lost) for form in ("", ".short")]
        real = round(17 * kit.text_scale)
        heading = next((way for way in ways if fonts.reads(way, fonts.BLACK, real, kit.px(room))), ways[-1])
        canvas.put_left(kit.line(heading, 17, CREAM, fonts.BLACK, room), left, box.y + box.h * 0.2)
        canvas.put_left(kit.sticker(text, min(44.0, box.h * 0.42)), left, box.y + box.h * 0.53)
        canvas.put_left(kit.scene_image(faces.risk_bar, 15.0, 15.0, percent), left, box.y + box.h * 0.84)

    def _draw_roll(self, canvas: Canvas, box: Box) -> None:
        """Draw the cost of the last roll, or before the first one what the die does."""
        kit, tall, roll = self.context.kit, self.context.frame.tall, self.shown.roll
        if self.die.is_away or self.die.is_due:
            # hide the last roll's result while a new one is coming
            return
        x, y, room = box.x, box.centre[1], box.w
        if roll is None:
            note = kit.paragraph(self.text("risk.die"), 17, room, SOFT, fonts.STRONG, box.h - 4)
            canvas.put_left(note, x, y)
            return
        lines, real = self.match_texts.roll(roll), round(18 * kit.text_scale)
        if tall and not all(fonts.reads(line, fonts.BLACK, real, kit.px(room)) for line in lines):
            lines = self.match_texts.roll(roll, ".short")
        whole = " ".join(lines)
        step = 23 * kit.text_scale / kit.scale
        # a wide table has no room for two lines of large texts below the heading: one shrinks to the width
        low = not tall and step * (len(lines) + 1) > box.h + step / 2
        if low or fonts.width(whole, fonts.BLACK, real) <= kit.px(room):
            lines = [whole]
        step = min(step, (box.h - 4) / (len(lines) + 1))
        top, high = y - step * len(lines) / 2, step * 0.9
        canvas.put_left(kit.line(self.text("risk.last"), kit.fitting(16, high), SOFT, max_width=room), x, top)
        for number, text in enumerate(lines):
            # a small line is better than a cut one
            size = min(kit.fitting(18, high), 18 * kit.px(room) / fonts.width(text, fonts.BLACK, real))
            canvas.put_left(kit.line(text, size, CREAM, fonts.BLACK, room), x, top + step * (number + 1))

    # ---- events -------------------------------------------------------------------------------------

    def tells_first(self, event: ev.Event) -> bool:
        """Announce a bust before its animation, as the player's own label does."""
        return isinstance(event, ev.Busted)

    # a bust strikes within its script
    strikes = ("twin", "")

    def _strike_bust(self, event: ev.Busted, view: View) -> float:
        return self._strike(event.seat, intensity.intensity(event, view), self.bust.home[:2], self.strikes)

    def _intensity(self, event: ev.Event, view: View) -> float:
        return 0.0 if isinstance(event, ev.Busted) else intensity.intensity(event, view)

    def script(self, event: ev.Event, view: View) -> Script:
        self.mark(event)
        self._report(event)
        self.die.is_due = isinstance(event, ev.Busted) or (isinstance(event, ev.RowTaken) and event.dice > 0)
        match event:
            case ev.GameStarted():
                yield from self._deal(event, view)
            case ev.CardDrawn(_, card):
                yield from self._draw_card(card, view)
            case ev.CardPlaced():
                self.context.audio.play("deal")
                self.shown = view
                self.underway.send((event.card,))
                weight = self._weight(view.turn)
                self.arrange(self.ms(240 * weight))
                self.underway.look(self.layer)
                yield 260 * weight
                self.underway.end()
            case ev.DirectionChanged():
                yield from self._turn_round(event.card, view)
            case ev.Busted(seat, card):
                self.shown = view
                misfit = Misfit(seat, card, self.visible_stake(), self.spots.reveal)
                volume = volume_of(intensity.intensity(event, view))
                yield from self.bust.run(misfit, view.rows, partial(self._strike_bust, event, view), volume)
                yield from self._put_away((card,), seat)
            case ev.DrawingStopped():
                yield from self._stop(event, view)
            case ev.RowTaken():
                yield from self._take(event, view)
            case ev.DieRolled():
                yield from self._roll(event, view)
            case ev.CardsLost():
                yield from self._lose(event, view)
            case ev.RowDiscarded():
                yield from self._discard(event, view)
            case ev.ColourSecured():
                yield from self._secure(event, view)
            case ev.TurnEnded(seat, cards):
                self.shown = view
                yield from self._put_away(cards, seat)
            case ev.TurnStarted() | ev.GameEnded():
                self.shown = view
                if self.context.settings.pace:
                    # without animations, a rival's roll has only its banner
                    self.die.hush()
                yield 120 * self._moved(view.turn)
            case _:
                assert_never(event)

    def _discard(self, event: ev.RowDiscarded, view: View) -> Script:
        self.context.audio.play("slide")
        self.shown = view
        yield from self._put_away(event.cards, view.turn)

    def _draw_card(self, card: int, view: View) -> Script:
        """Animate a draw, from the drop point if the card was dragged."""
        start = self.drags.dropped(TOP, self._pile_top())
        # the viewer's own draws have a timing of their own
        tension = 0.0 if view.turn == self.viewer else self.tension()
        yield from self._suspense(card, start, tension)
        self.context.audio.play("flip")
        self.shown = view
        weight = self._weight(view.turn)
        if tension:
            weight = (TURN_UP[0] + (TURN_UP[1] - TURN_UP[0]) * tension) * self._hurry()
        self.turns_up = True
        self.arrange(self.ms(300 * weight), curve=out_cubic, origins={card: start})
        yield 340 * weight
        self.turns_up = False
        if self.is_aside:
            self.arrange(self.ms(ASIDE_MS))

    def _stop(self, event: ev.DrawingStopped, view: View) -> Script:
        """Announce a stop; an opponent's is shown before the rows are taken."""
        self.context.audio.play("claim")
        self.shown = view
        if self.decides(event.seat):
            # the viewer's own stop needs no announcement
            yield OWN_STOP_MS
        elif event.forced:
            yield 420 * self._moved(event.seat)
        else:
            self.rivals.stopped = event.seat
            self.feel(event.seat, "glad")
            yield STOP_MS * self._hurry()
            self.rivals.forget()

    def _turn_round(self, card: int, view: View) -> Script:
        """Animate a direction card to its place; the order turns on its arrival."""
        self.context.audio.play("slide")
        self.shown, self.turning = view, self.shown
        self.underway.send((card,), then=self._turned)
        share = self._moved(view.turn)
        self.arrange(self.ms(280 * share))
        self.underway.look(self.layer)
        yield 480 * share
        self.underway.end()

    def _pile_top(self) -> SpritePlace:
        return SpritePlace(*self.spots.pile, "back", 60)

    def _deal(self, event: ev.Event, view: View) -> Script:
        self.context.audio.play("shuffle")
        self.shown = view
        start = SpritePlace(self.context.frame.width / 2, -self.spots.pile.w, self.spots.pile.w, "back", 60)
        yield from self._deal_out([("pile", rim) for rim in range(RIMS)], start, 70)

    def _suspense(self, card: int, start: SpritePlace, tension: float) -> Script:
        """Animate a card from the pile or its drop point to the middle of the rows, where it is held face down.

        The more it may cost, the longer it is held and the more it trembles: by the ``tension`` of an opponent's turn,
        or by the risk of the viewer's own. Where nothing can happen, it turns up at once; at a great risk it lies still
        before. Without the risk in the house rules the animation reveals nothing of it.
        """
        share = self._thrill()
        least, most = BREATH_MS if tension else HELD_MS
        late = self._hurry() if tension else self._weight(self.shown.turn)
        held = (least + (most - least) * (tension or share)) * late
        lifting = min(held * FLIGHT, LONGEST_FLIGHT) if self.ms(1) else 0.0
        still = held * STILL if share > BREATHLESS else 0.0
        if lifting:
            self.lifted = card
            self.arrange(self.ms(lifting), curve=out_cubic, origins={card: start})
            yield lifting
        beats = max(int(share > CALM), round((held - lifting - still) / SHAKE_MS))
        for beat in range(beats):
            if share > CALM and beat % DRUM_BEATS == 0:
                self.context.audio.play("drum", share)
            if lifting:
                self.shaken = TREMBLE * share * (beat + 1) / beats * (1 if beat % 2 else -1)
                self.arrange(self.ms(SHAKE_MS))
            yield SHAKE_MS
        self.shaken = 0.0
        if still:
            self.arrange(self.ms(SHAKE_MS))
            yield still
        self.lifted = 0

    def _thrill(self) -> float:
        """Return the excitement of the next card, from 0 to 1; constant if the house rules hide the risk."""
        if not self.view.options.risk:
            return USUAL_RISK
        return min(1.0, self.risk() / FULL_RISK) if self.shown.drawing else 0.0

    def stake(self) -> int:
        """Return the points lost by a bust now: those of the row that stopping would bring."""
        shown = self.shown
        rows = [row_of(row) for row in self._lying_rows() if row]
        return stake(rows, points_of(shown.displays[shown.turn]), toll(self.view.options.thrill))

    def visible_stake(self) -> int:
        """Return the stake, or 0 if the house rules hide sums."""
        return self.stake() if self.view.options.sums else 0

    def tension(self) -> float:
        """Return the tension of an opponent's draw, from 0, where nothing can happen, to 1.

        It grows with the risk, steepest at small ones, and with the stake. If the house rules hide the risk, it is the
        same for every card after the third row.
        """
        if len(self.shown.rows) < MOST_ROWS:
            return 0.0
        staked = min(1.0, self.stake() / FULL_STAKE) if self.view.options.risk else 0.0
        return sqrt(self._thrill()) * (UNSTAKED + (1 - UNSTAKED) * staked)

    def _weight(self, seat: int) -> float:
        """Return the share of the usual time for a seat's action: opponents are brisk, most at no risk."""
        if seat == self.viewer:
            return 1.0
        thrill = self._thrill()
        routine = ROUTINE if thrill < CALM and sum(map(len, self.shown.rows)) >= MANY else 1.0
        return (BRISK[0] + (BRISK[1] - BRISK[0]) * thrill) * routine * self._share()

    def _moved(self, seat: int) -> float:
        """Return the share like :meth:`_weight` where points move or a turn ends, regardless of the risk."""
        return 1.0 if seat == self.viewer else BRISK[1] * self._share()

    def _struck(self, seat: int) -> float:
        """Return the same for a bust and a roll."""
        return 1.0 if seat == self.viewer else STRUCK * self._share()

    def _bust_shares(self, seat: int) -> tuple[float, float]:
        """Return the shares for the flight and the bounces of a card that fits no row."""
        return self._struck(seat), 1.0 if seat == self.viewer else self._hurry()

    def _share(self) -> float:
        """Return the share of time of an opponent's action without suspense: the less, the more opponents there are."""
        return self._hurry() * min(1.0, USUAL_RIVALS / (len(self.seats) - 1))

    def _hurry(self) -> float:
        """Return the share of time left for opponents' actions, given how long the viewer has waited."""
        late = (self.waited - PATIENCE) / (IMPATIENCE - PATIENCE)
        return 1 - (1 - HURRY) * min(1.0, max(0.0, late))

    def update(self, ms: float) -> bool:
        pace = self.context.settings.pace
        if self.viewer_decides:
            self.waits, self.waited = True, 0.0
            # what is announced covers the prompt or the log
            self.die.hush()
        elif self.waits and pace:
            self.waited += ms / pace
        changed = super().update(ms)
        self.underway.look(self.layer)
        if self.message and self.context.clock.now_ms() >= self.message_until:
            self.message, changed = "", True
        return self.die.update(ms) or changed

    def hush(self) -> None:
        super().hush()
        self.message = ""
        self.die.hush()

    def _take(self, event: ev.RowTaken, view: View) -> Script:
        """Animate a row to its taker, card by card, each counting on arrival; a dice card is discarded."""
        seat, row, cards, dice = event
        self.context.audio.play("take")
        own = seat == self.viewer
        share = self._moved(seat)
        lying = self.shown.rows[row]
        self.shown = view
        self.underway.send(cards, then=partial(self._took, seat, points_of(cards)))
        for place, card in enumerate(lying):
            start, later = self.row_place(row, place, card, len(lying))._replace(z=60), self.ms(60 * share) * place
            if card == dice:
                start = self.drags.dropped(card, start)
                self.layer.fly(start, self.discard_place(card), self.ms(320 * share), later)
            elif not own:
                self.layer.fly(start, self.display_place(seat, card), self.ms(380 * share), later, key=card)
        ends = self.lying()
        if own:
            # cards already there make room at once; only the new ones come one after the other
            here = {card: self.layer.sprites[card].place for card in cards if card in self.layer.sprites}
            self.layer.arrange(ends | here, self.ms(300 * share))
            ends = {card: ends[card] for card in cards} | ends
        self.layer.arrange(ends, self.ms(380 * share), stagger=self.ms(60 * share))
        self.underway.look(self.layer)
        yield (440 + 60 * len(lying)) * share
        self.underway.end()
        self.see_discards()

    def _turned(self) -> None:
        """Turn the order: the direction card has arrived."""
        self.turning = None

    def _took(self, seat: int, points: int) -> None:
        """Show the points of a row that has arrived at its taker."""
        if points:
            self.tell(seat, points)
        self.feel(seat, "glad" if points >= GOOD_ROW else "calm")

    def _roll(self, event: ev.DieRolled, view: View) -> Script:
        """Animate a roll from the roller's figure; the cards that it costs shake before they go."""
        seat, roll = event.seat, view.roll
        assert roll is not None, "expected the roll that the event tells of"
        self.shown, self.close_up = view, self.die.stage
        for wait in self.die.run(roll, self.figure_spot(seat), self._struck(seat)):
            if self.die.result and seat == self.viewer:
                for card in roll.lost:
                    self.layer.shake(card, self.ms(LOST_SHAKE_MS))
            yield wait
        self.close_up = None
        if not (roll.lost or self.decides(seat)):
            self.tell(seat, 0)

    def _step(self, seat: int, length: float, seen: float) -> Script:
        """Show a step of bad news for ``seat`` for ``length`` milliseconds at normal speed.

        If that is the viewer, a tap skips to the step, not past it, and it stays ``seen`` milliseconds at any speed.
        """
        if self.decides(seat):
            yield Look(seen)
            pace = self.context.settings.pace
            length = max(0.0, length - seen / pace) if pace else 0.0
        yield length

    def _lose(self, event: ev.CardsLost, view: View) -> Script:
        """Animate lost cards leaving one by one."""
        seat, cards = event
        share = self._moved(seat)
        self.tell(seat, -points_of(cards))
        for card in cards:
            self.context.audio.play("slide")
            start = self.display_place(seat, card)._replace(z=60)
            self.shown = without(self.shown, seat, card)
            self.arrange(self.ms(200 * share))
            self.layer.fly(start, self.discard_place(card), self.ms(340 * share))
            yield min(LOSS_STEP, LOSS_TIME / len(cards)) * share
        self.shown = view
        yield 340 * share
        yield from self.die.leave()
        self.see_discards()
        self.arrange()

    def _secure(self, event: ev.ColourSecured, view: View) -> Script:
        """Animate a colour turning face down and moving to the secured cards."""
        seat, _colour, cards = event
        self.context.audio.play("flip")
        places = [self.display_place(seat, card)._replace(z=60) for card in cards]
        share = self._moved(seat)
        # the last card sets out within the time, whatever their number
        step = min(60.0, 300.0 / len(cards)) * share
        self.shown = view
        self.underway.send(cards, to=seat)
        for number, (card, start) in enumerate(zip(cards, places, strict=True)):
            self.layer.fly(start, self.lock_place(seat), self.ms(400 * share), self.ms(step) * number, 24, card)
        self.feel(seat, "glad")
        self.underway.look(self.layer)
        self.arrange(self.ms(300 * share))
        yield 440 * share + step * len(cards)
        self.underway.end()
        self.arrange()

    def _put_away(self, cards: tuple[int, ...], seat: int) -> Script:
        """Animate cards into the discard from their places, one after the other, in the turn of ``seat``."""
        share = self._moved(seat)
        for number, card in enumerate(cards):
            sprite = self.layer.sprites.get(card)
            if sprite:
                start = sprite.place._replace(z=60, state="rest")
                self.layer.fly(start, self.discard_place(card), self.ms(300 * share), self.ms(40 * share) * number, 20)
        self.arrange()
        yield (320 + 40 * len(cards) if cards else 40) * share
        self.see_discards()
        self.arrange()

    # ---- controls -----------------------------------------------------------------------------------

    def controls(self, view: View, choose: ChooseAction[Action], selected: Action | None) -> list[Widget]:
        """Return the buttons to draw and stop, and the rows and own colours as targets."""
        widgets: list[Widget] = []
        tall = self.context.frame.tall
        boxes = button_boxes(self.spots.buttons, 1 if tall and STOP not in view.legal else 2)
        for place, (action, kind, icon) in enumerate(((DRAW, "primary", "plus"), (STOP, "secondary", "check"))):
            if action in view.legal:
                sub = self.text("stop_note") if action == STOP else self._draw_note()
                offer = ActionButton(action, kind, self.match_texts.action(action, view), sub, icon)
                widgets.append(self.button(offer, boxes[place], 27 if tall else 31, KEYS[place], choose, selected))
        return widgets + self._targets(view, choose, selected)

    def _draw_note(self) -> str:
        """Return the draw button's note about the risk, if it is shown."""
        if not self._shows_odds():
            return ""
        percent, lost = self.risk(), self.visible_stake()
        if not percent:
            return self.text("draw_safe")
        if not lost:
            return self.text("draw_note", count=percent)
        form = ".short" if self.context.frame.tall else ""
        return self.text(f"draw_stake{form}", percent=percent, count=lost)

    def label_of(self, action: Action, view: View) -> str:
        """Return the spoken label of a target."""
        text = self.match_texts.action(action, view)
        if action.verb == Verb.SECURE:
            points = colour_sums(self.shown.displays[self.viewer])[action.target]
            return f"{text}, {self.text('secure_note', count=points)}"
        if action.target < len(view.rows):
            cards = view.rows[action.target]
            return f"{text}: {self.match_texts.cards(cards)}"
        return text

    def item_of(self, action: Action) -> str:
        name = move_id(action.verb)
        if action.target < 0:
            return name
        return f"{name}-{COLOURS[action.target] if action.verb == Verb.SECURE else action.target}"

    def explained(self) -> list[Widget]:
        """Return items for every panel, the own secured cards, and the discards, which are public (P7)."""
        kit = self.context.kit
        widgets: list[Widget] = []
        boxes = list(zip(self.order()[1:], self.spots.opponents, strict=True))
        if self.shown.secured_counts[self.viewer]:
            boxes.append((self.viewer, self.spots.safe))
        for seat, box in boxes:
            cards = self.match_texts.cards(sorted(self.shown.displays[seat])) if seat != self.viewer else ""
            sentences = [self.text("spoken.display", name=self.name(seat), cards=cards)] if cards else []
            if self.shown.secured_counts[seat] or not cards:
                sentences.append(self._secured_text(seat))
            item = Item(f"{NOTE}{seat}", ". ".join(sentences), box, lambda: None, card=box, about=seat)
            widgets.append(PanelSpot(kit, item))
        if self.put_away:
            box = self.spots.discard.card(RATIO)
            label = self.text("spoken.discard", cards=self.match_texts.cards(sorted(self.shown.discard)))
            item = Item(f"{NOTE}discard", label, box.at_least(72), lambda: None, card=box, about=DISCARD)
            widgets.append(PanelSpot(kit, item))
        return widgets

    def _secured_text(self, seat: int) -> str:
        return self.text("spoken.secured", name=self.name(seat), count=self.shown.secured_counts[seat])

    def note_of(self, seat: int) -> tuple[str, str, tuple[int, ...]]:
        """Return heading, text and cards of the note about a seat: its open cards, or the viewer's secured ones."""
        safe = self.shown.secured[seat]
        if seat == self.viewer:
            return self._secured_text(seat), "", safe
        body = self._secured_text(seat) if self.shown.secured_counts[seat] else ""
        if safe:
            points = self.text("secured_points", count=points_of(safe))
            body = f"{body} ({points}): {self.match_texts.cards(sorted(safe))}"
        shown = self.shown.displays[seat]
        # a small panel has no room for the level
        level = f" ({self.level(seat)})" if self.panels[seat].small and self.level(seat) else ""
        return f"{self.name(seat)}{level}, {self.text('shown')}", body, shown

    def _discard_note(self) -> tuple[str, str, tuple[int, ...]]:
        """Return heading, text and number cards of the note about the discards; the text counts the other cards."""
        cards = sorted(self.shown.discard)
        kinds = Counter(map(kind_of, cards))
        others = [
            self.text(f"discard.{kind.name.lower()}", count=kinds[kind])
            for kind in (Kind.DICE, Kind.DIRECTION)
            if kinds[kind]
        ]
        title = f"{self.text('discard')}: {self.text('pile', count=len(cards))}"
        return title, ", ".join(others), tuple(cards[: kinds[Kind.NUMBER]])

    def note(self, item: Item) -> Note | None:
        seat = item.about
        if not isinstance(seat, int) or not item.card:
            return None
        wide = 520.0 if self.context.frame.tall else 400.0
        if seat == DISCARD:
            paper = self.kit.scene_image(discard_paper, *self._discard_note(), wide)
        else:
            paper = self.kit.scene_image(display_paper, self.faces, *self.note_of(seat), wide)
        return Note(self.kit, paper, wide, item.card)

    def marked(self, advice: Advice[Action]) -> list[tuple[Box, float]]:
        """Return the box of the drawn card, or of the row that the reason speaks of."""
        if self.view.phase == Phase.DECIDE and self.view.rows:
            if advice.why is None or advice.why.key.endswith(UNNAMED):
                return []
            return [(self.spots.rows[self._row_of(advice)], ROW_CORNER)]
        sprite = self.layer.sprites.get(self.view.card) if self.view.card else None
        if not sprite or advice.action.verb != Verb.PLACE:
            return []
        box = self.spots.drawn.card(RATIO)
        return [(box, box.w * CORNER)]

    def _row_of(self, advice: Advice[Action]) -> int:
        """Return the row whose worth a hint names: its action's, or the best one when it is about drawing."""
        if advice.action.verb in (Verb.PLACE, Verb.TAKE):
            return advice.action.target
        brings = worths(self.view)
        return brings.index(max(brings))

    def hint_row(self, key: str, value: float, advice: Advice[Action]) -> tuple[str, str] | None:
        """Return a row of the hint, or None for the risk already shown; points to come carry a sign."""
        if key == RISK:
            is_shown = self.view.phase == Phase.DECIDE and self.view.options.risk
            return None if is_shown else super().hint_row(key, value, advice)
        if key == WORTH_SECURING:
            return self.text(key, seats=self.texts.in_words(len(self.seats))), self._number(value)
        points = f"{'+' if key in SIGNED and value > 0 else ''}{self._number(value)}"
        if key != ROW_WORTH:
            return self.text(key), points
        row = self._row_of(advice)
        if not self._rolls(row, advice.action):
            return self.text(key, number=row + 1), points
        name, _, about = self.text("hint.row.roll", number=row + 1, points=points).partition("|")
        return name, about

    def _rolls(self, row: int, action: Action) -> bool:
        """Return True if taking a row costs a roll, after the drawn card has been placed."""
        card = (self.view.card,) if action.verb == Verb.PLACE else ()
        lying = self.view.rows[row] if row < len(self.view.rows) else ()
        return row_of((*lying, *card)).dice

    def thinking_time(self, view: View, action: Action) -> float:
        """Return the bot's share of the usual pause: long only at a risk, as a turn has many small steps."""
        match view.phase:
            case Phase.PLACE:
                share = PLACING if targets_of(view.rows, view.card)[1:] else 0.0
            case Phase.DECIDE:
                share = DRAWING[0] + (DRAWING[1] - DRAWING[0]) * self.tension()
            case Phase.TAKE:
                share = TAKING
            case _:
                share = CHOOSING
        return share * self._hurry()

    def forced_move(self, view: View) -> Action | None:
        """Return the only place for a card or the only row left: these are not asked for."""
        only = view.legal[0] if len(view.legal) == 1 else None
        return only if only and only.verb in (Verb.PLACE, Verb.TAKE) else None

    def pause_before(self, action: Action) -> float:
        """Return no pause before taking the only row, which the player expects after a stop."""
        return 0.0 if action.verb == Verb.TAKE else 1.0

    def prompt(self, view: View) -> str:
        return self.match_texts.prompt(view, self.decides(view.turn), self.context.frame.tall)

    # ---- dragging -----------------------------------------------------------------------------------

    def drag_handles(self, view: View, choose: ChooseAction[Action]) -> list[Item]:
        """Return the pile, the drawn card on it, and the rows it may not join."""
        found = []
        spots = self.spots
        placing = self.viewer_decides and view.phase == Phase.PLACE
        if placing:
            for row, cards in enumerate(view.rows):
                action = Action(Verb.PLACE, row)
                if action not in view.legal:
                    found.append(self.drags.drag_handle(f"row-{row}", spots.rows[row], cards, refused=action))
        if view.pile_count:
            draws = self.viewer_decides and DRAW in view.legal
            # dropping the top card on the rows draws it
            top = self.drags.drag_payload(
                {TOP: self._pile_top()}, {DRAW: bounds(spots.rows)}, choose, box=spots.pile.card(RATIO)
            )
            load, use = (top, partial(choose, DRAW)) if draws else (None, None)
            rims = [key for key in self.layer.sprites if isinstance(key, tuple) and key[0] == "pile"]
            found.append(self.drags.drag_handle("pile", spots.pile.card(RATIO), rims, load=load, use=use, refused=DRAW))
        if placing:
            use = partial(choose, view.legal[0]) if len(view.legal) == 1 else None
            # rows begin in order: free places below the next one are no targets
            rows = {Action(Verb.PLACE, row): box for row, box in enumerate(spots.rows[: len(view.rows) + 1])}
            box = self.drawn_at.card(RATIO)
            load = self.drags.drag_payload([view.card], rows, choose, box=box, legal=view.legal)
            found.append(self.drags.drag_handle("drawn", box, [view.card], load=load, use=use))
        return found

    def _targets(self, view: View, choose: ChooseAction[Action], selected: Action | None) -> list[Widget]:
        """Return the rows the drawn card may join or that may be taken, and the colours to secure."""
        widgets: list[Widget] = []
        secures = 0
        for action in view.legal:
            back = 0.0
            if action.verb in (Verb.PLACE, Verb.TAKE):
                parts, key = self._row_parts(view, action), KEYS[action.target]
            elif action.verb == Verb.SECURE:
                secures += 1
                stack = self.spread.stacks[action.target]
                back = stack.w / 2
                # the pill at its foot is part of the target
                parts = ((stack.box._replace(h=stack.box.h + stack.w * layout.PILL), stack.w * CORNER),)
                key = KEYS[secures] if secures < len(KEYS) else ""
            else:
                continue
            item = Item(
                self.item_of(action),
                self.label_of(action, view),
                parts[0][0].at_least(72),
                lambda action=action: choose(action),  # type: ignore[misc]
                keys=(key,) if key else (),
                card=parts[0][0],
                awaits_confirmation=action == selected,
            )
            if action.verb != Verb.PLACE:
                item.start_drag = self.drags.taking(self._own_load(action, choose))
            cap = self.cap(key) if key and self.context.settings.show_legal else ""
            widgets.append(Target(self.context.kit, item, parts, cap, self.shows_legal, back))
        return widgets

    def _own_load(self, action: Action, choose: ChooseAction[Action]) -> Callable[[], DragPayload]:
        """Return the payload of a row, to be dropped on the own part, or of a colour, on the secured cards."""
        if action.verb == Verb.TAKE:
            row, tray = self.shown.rows[action.target], self.spots.tray
            return self.drags.drag_payload(row, {action: tray}, choose, radius=20)
        cards = [card for card in self.shown.displays[self.viewer] if COLOUR_OF[card] == action.target]
        return self.drags.drag_payload(cards, {action: self.spots.safe}, choose, radius=14)

    def _row_parts(self, view: View, action: Action) -> tuple[tuple[Box, float], ...]:
        """Return the row's box, and in it the place that the drawn card would take."""
        spots = self.spots
        parts: tuple[tuple[Box, float], ...] = ((spots.rows[action.target], 16.0),)
        if action.verb == Verb.PLACE:
            held = len(view.rows[action.target]) if action.target < len(view.rows) else 0
            place = layout.in_row(spots, action.target, held, held)
            parts += ((place.card(RATIO), place.w * CORNER),)
        return parts
