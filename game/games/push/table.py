"""The table of Push: shows its events by their scripts and offers its actions."""

from collections.abc import Hashable, Iterable, Iterator, Sequence
from dataclasses import replace
from functools import partial
from itertools import chain, zip_longest
from typing import TYPE_CHECKING

from game.core.capabilities import Advice
from game.core.events import seat_of, seats_in
from game.core.match import Seat
from game.engine import fonts, surfaces
from game.engine.backdrop import Backdrop, felt
from game.engine.canvas import Canvas
from game.engine.cards import CORNER
from game.engine.director import Script
from game.engine.game_table import Preparation, popup_box
from game.engine.items import Item, move_id
from game.engine.layout import BUTTONS_HIGH, Box, TextPlace, bounds, button_boxes, tall_dock
from game.engine.palette import CREAM, SHADE, mix, rgb
from game.engine.sprites import SpritePlace
from game.engine.transit import InTransit
from game.engine.turn_table import KEYS, ActionButton, ChooseAction, TurnTable
from game.engine.widgets import Widget
from game.games.push import events as ev
from game.games.push import faces, intensity, layout
from game.games.push.counts import Counts
from game.games.push.deck import CARDS, COLOURS
from game.games.push.faces import RATIO, PushFaces, face_of
from game.games.push.judgement import row_of, tempting_row, worths
from game.games.push.notes import Note, Notes
from game.games.push.places import Places
from game.games.push.rules import DRAW, STOP, Action, Phase, Verb, View
from game.games.push.scripts import Scripts
from game.games.push.signs import QUEUE_STEP, Signs
from game.games.push.targets import Targets
from game.games.push.tempo import Tempo
from game.games.push.texts import PushTexts

if TYPE_CHECKING:
    from game.services.context import Context

#: most places of a row: five colours and a dice card
PLACES = 6
#: numbers of the hint that are points to come and carry a sign; the risk is in per cent
SIGNED = ("hint.row", "hint.other", "hint.stop", "hint.draw")
#: the hint's rows for the worth of a row and of one that shows more, and the risk, and the radius of a row's corners
ROW_WORTH, OTHER_WORTH, RISK, WORTH_SECURING, ROW_CORNER = "hint.row", "hint.other", "hint.risk", "hint.secure", 16.0
#: the number of the hint that the roll for a row costs on average
ROLL = "hint.roll"
#: ends of the keys of reasons that speak of no row
UNNAMED = ("no_risk", ".none")
#: the number of the hint that the roll after a bust costs on average
BUST = "hint.bust"
#: so many rivals leave a tall table no place that a hint could cover
MANY_RIVALS = 3
#: duration of the report of a gain or loss, in milliseconds
MESSAGE_MS = 2200.0


class PushTable(TurnTable[Action, ev.Event, View]):
    """The table of one match of Push for one viewer."""

    game = "push"
    plan_at = (150.0, 150.0)
    ratio = RATIO
    felt = rgb("#22573C")
    # a bust strikes within its script
    strikes = ("twin", "")
    match_texts: PushTexts
    faces: PushFaces
    spots: layout.Spots
    places: Places

    def __init__(self, context: "Context", seats: Sequence[Seat], viewer: int, view: View) -> None:
        super().__init__(context, seats, viewer, view)
        underway = InTransit()
        self.counts = Counts(self, underway)
        self.tempo = Tempo(self, self.counts)
        scripts = Scripts(self, self.counts, self.tempo, underway, self._deal_out, self._strike_bust)
        self.scripts, self.die, self.bust, self.rivals = scripts, scripts.die, scripts.bust, scripts.rivals
        self._underway = underway
        #: another player's gain or loss, in the prompt's place where no log is near, and the time it ends
        self.message = ""
        self.message_until = 0.0
        scripts.see_discards()
        self.build()

    # ---- layout -----------------------------------------------------------------------------------

    def build(self) -> None:
        context, frame = self.context, self.context.frame
        self.faces = PushFaces(context.kit, context.texts)
        self.match_texts = PushTexts(context.texts, self.seats)
        rivals = len(self.seats) - 1
        self.yields_to_hint = rivals >= MANY_RIVALS
        free = BUTTONS_HIGH if self._sheet and self.without_buttons else 0.0
        # in a replay, and in a film with controls, something else is in the place of the buttons
        in_play = self.has_buttons and not self.log_panel.hidden
        bare_film = self.log_panel.hidden and not (self.has_buttons or frame.tall)
        spots = layout.spots(frame.width, frame.height, rivals, frame.side, self._sheet - free)
        if free:
            spots = replace(spots, dock=tall_dock(frame.height, self._sheet))
        elif in_play or bare_film:
            # where the own buttons are at other times
            spots = replace(spots, stage=spots.stage.announced_in(bounds(spots.buttons)))
        self.spots = spots
        self.whole_parts = (spots.order, spots.plate) if frame.tall else ()
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
        places = self.places = Places(spots, self.viewer, frame.tall, self.panels)
        self.scripts.build(places)
        self.signs = Signs(self, self.counts, self.scripts, places, self.match_texts, self._figure)
        self.notes = Notes(self, self.scripts, places, self.match_texts, self.faces)
        self.targets = Targets(self, self.scripts, places, self.match_texts)
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
        self.close_up = None
        self.shaken = 0.0
        self.scripts.forget()
        self.arrange(ms)

    def upcoming_faces(self) -> Iterable[tuple[str, float]]:
        """Return every card that can be drawn, its back, and one card at each width in use."""
        yield "back", self.spots.drawn.w
        for held in range(1, 4):
            yield face_of(CARDS[0]), self.places.in_row(0, 0, CARDS[0], held).w
        yield face_of(CARDS[0]), self.spots.discard.w
        yield from ((face, self.spots.drawn.w) for face in dict.fromkeys(map(face_of, CARDS)))

    def ahead(self) -> Iterator[Preparation]:
        """Prepare the usual things and the die by turns, for it may be rolled soon; then the overlays of a bust."""
        for usual, die in zip_longest(super().ahead(), chain(self.rivals.ahead(), self.die.ahead())):
            yield from filter(None, (usual, die))
        for spot in (self.spots.drawn, self.spots.stage.card):
            yield partial(self.kit.scene_image, faces.misfit, spot.w, True)

    @property
    def spread(self) -> layout.Spread:
        """The layout of the own open cards."""
        return self.places.spread(self.shown.displays[self.viewer])

    def _places(self) -> dict[Hashable, SpritePlace]:
        shown, places = self.shown, self.places
        return {
            **places.piles(shown, self.scripts.put_away),
            **places.rows(shown.rows),
            **self.scripts.drawn(),
            **places.own(shown.displays[self.viewer], self.counts.safe_count(self.viewer)),
        }

    def place_of(self, name: str) -> Box | None:
        return self.places.part(name) or super().place_of(name)

    def concerned(self, event: ev.Event) -> Iterator[Box]:
        """Yield also the rows unless cards are banked, the place of a roll, and where a change of the points rises."""
        yield from super().concerned(event)
        if not isinstance(event, (ev.ColourSecured, ev.TurnEnded, ev.TurnStarted)):
            yield bounds(self.spots.rows)
        if isinstance(event, ev.DieRolled):
            yield self.die.stage
        for seat in seats_in(event):
            yield popup_box(*self.places.change(seat))

    # ---- drawing ------------------------------------------------------------------------------------

    def draw(self, canvas: Canvas) -> None:
        spots = self.spots
        canvas.background(self.backdrop.surface)
        # nor does the own figure flicker between one draw and the next
        draws = self.decides(self.shown.turn) and self.shown.drawing and not self.viewer_decides
        announced = self.die.is_announced or bool(self.bust.misfit and self.bust.misfit.is_labelled)
        self.announces_aside = announced or draws
        self.rivals.draw(canvas)
        self.signs.draw_order(canvas, spots.order)
        self.signs.draw_risk(canvas, spots.risk)
        self.signs.draw_plate(canvas, spots.plate)
        self.signs.draw_slots(canvas)
        self.signs.draw_takers(canvas)
        self.die.draw_resting(canvas, self.shown.roll)
        self.layer.draw(canvas)
        self.signs.draw_pile_count(canvas)
        self.signs.draw_threat(canvas)
        self.signs.draw_row_sums(canvas)
        self.signs.draw_own_sums(canvas)
        self.signs.draw_safe(canvas, spots.safe)
        if spots.log:
            self.log_panel.draw(canvas, spots.log)
        if self.message and not (self.bust.misfit or self.die.is_announced):
            super().draw_prompt(canvas, self.message, spots.prompt)
        self.die.draw(canvas)
        self.bust.draw(canvas)
        self.popups.draw(canvas)

    def draw_labels(self, canvas: Canvas) -> None:
        """Draw the labels of last actions, which overlap the edges of the panels."""
        self.rivals.draw_labels(canvas)

    def draw_prompt(self, canvas: Canvas, text: str, place: TextPlace) -> None:
        """Draw the prompt, and who takes a row next; not while something else is announced in its place."""
        if self.message or self.bust.misfit or self.die.is_announced:
            return
        if not (queue := self.signs.queue()):
            super().draw_prompt(canvas, text, place)
            return
        room = QUEUE_STEP * len(queue)
        place = place._replace(x=place.x - room / 2, w=place.w - room)
        super().draw_prompt(canvas, text, place)
        wide = self._prompt_picture(text, place.w).get_width() / self.kit.scale
        self.signs.draw_queue(canvas, place.x + wide / 2, place.y)

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

    # ---- events -------------------------------------------------------------------------------------

    def _tells_first(self, event: ev.Event) -> bool:
        """Announce a bust before its animation, as the player's own label does."""
        return isinstance(event, ev.Busted)

    def _strike_bust(self, event: ev.Busted, view: View) -> float:
        return self._strike(event.seat, intensity.intensity(event, view), self.bust.home[:2], self.strikes)

    def _intensity(self, event: ev.Event, view: View) -> float:
        return 0.0 if isinstance(event, ev.Busted) else intensity.intensity(event, view)

    def script(self, event: ev.Event, view: View) -> Script:
        yield from self.scripts.tell_before(event)
        self.mark(event)
        self._report(event)
        yield from self.scripts.script(event, view)

    def update(self, ms: float) -> bool:
        if self.viewer_decides:
            # what is announced covers the prompt or the log
            self.die.hush()
        self.tempo.update(ms)
        changed = super().update(ms)
        self._underway.look(self.layer)
        if self.message and (self.viewer_decides or self.context.clock.now_ms() >= self.message_until):
            self.message, changed = "", True
        return self.die.update(ms) or changed

    def hush(self) -> None:
        super().hush()
        self.message = ""
        self.die.hush()
        self.scripts.takers.clear()

    # ---- controls -----------------------------------------------------------------------------------

    def controls(self, view: View, choose: ChooseAction[Action], selected: Action | None) -> list[Widget]:
        """Return the buttons to draw and stop, and the rows and own colours as targets."""
        widgets: list[Widget] = []
        tall = self.context.frame.tall
        boxes = button_boxes(self.spots.buttons, 1 if tall and STOP not in view.legal else 2)
        for place, (action, kind, icon) in enumerate(((DRAW, "primary", "plus"), (STOP, "secondary", "check"))):
            if action in view.legal:
                sub = self.text("stop_note") if action == STOP else self.draw_note()
                offer = ActionButton(action, kind, self.match_texts.action(action, view), sub, icon)
                widgets.append(self.button(offer, boxes[place], 27 if tall else 31, KEYS[place], choose, selected))
        return widgets + self.targets.targets(view, choose, selected)

    def draw_note(self) -> str:
        """Return the draw button's note about the risk, if it is shown."""
        if not self.counts.shows_odds:
            return ""
        percent = self.counts.risk()
        return self.text("draw_note", count=percent) if percent else self.text("draw_fits")

    def item_of(self, action: Action) -> str:
        name = move_id(action.verb)
        if action.target < 0:
            return name
        return f"{name}-{COLOURS[action.target] if action.verb == Verb.SECURE else action.target}"

    def explained(self) -> list[Widget]:
        return self.notes.explained()

    def note(self, item: Item) -> Note | None:
        return self.notes.note(item)

    def drag_handles(self, view: View, choose: ChooseAction[Action]) -> list[Item]:
        return self.targets.drag_handles(view, choose)

    def marked(self, advice: Advice[Action]) -> list[tuple[Box, float]]:
        """Return the box of the drawn card, or of the row that the reason speaks of."""
        if self.view.phase == Phase.DECIDE and self.view.rows:
            if advice.why is None or (advice.why.key.endswith(UNNAMED) and not advice.why.blanks):
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
        """Return a row of the hint, or None for the risk already shown; points to come carry a sign.

        A row that is taken with a roll is told as a sum: what it shows, what the roll costs, and what is left.
        """
        if key == ROLL:
            return None
        if key == RISK:
            is_shown = self.view.phase == Phase.DECIDE and self.view.options.risk
            return None if is_shown else super().hint_row(key, value, advice)
        if key == BUST:
            return self._bust_row(advice)
        if key == WORTH_SECURING:
            return self.text(key, seats=self.texts.in_words(len(self.seats))), self._about(value)
        sign = "+" if key in SIGNED and round(value) > 0 else ""
        if key not in (ROW_WORTH, OTHER_WORTH):
            return self.text(key), self._about(value, sign)
        row, roll = self._row_of(advice), dict(advice.numbers).get(ROLL)
        if key == ROW_WORTH and roll is not None:
            shown = row_of(self.view.rows[row]).points
            # the sum is right in whole points, too
            cost, left = self._number(shown - round(value)), f"{sign}{self._number(value)}"
            name, _, added = self.text("hint.row.sum", points=shown, roll=cost, left=left).partition("|")
            return name, added
        if key == OTHER_WORTH:
            row = tempting_row(self.view, row)
        if not self._rolls(row, advice.action):
            return self.text(ROW_WORTH, number=row + 1), self._about(value, sign)
        points = f"{sign}{self._number(value)}"
        name, _, about = self.text("hint.row.roll", number=row + 1, points=points).partition("|")
        return name, about

    def _bust_row(self, advice: Advice[Action]) -> tuple[str, str]:
        """Return the hint's row for what a bust costs: the best row, and the roll on average."""
        numbers = dict(advice.numbers)
        row, roll = (max(0, round(numbers[key])) for key in (ROW_WORTH, BUST))
        if not roll:
            return self.text("hint.bust.row"), str(row)
        form, lost = ("", row + roll) if row else (".roll", roll)
        name, _, cost = self.text(f"hint.bust{form}", points=row or roll, roll=roll, lost=lost).partition("|")
        return name, cost

    def _rolls(self, row: int, action: Action) -> bool:
        """Return True if taking a row costs a roll, after the drawn card has been placed."""
        card = (self.view.card,) if action.verb == Verb.PLACE else ()
        lying = self.view.rows[row] if row < len(self.view.rows) else ()
        return row_of((*lying, *card)).dice

    def thinking_time(self, view: View, action: Action) -> float:
        return self.tempo.thinking(view)

    def forced_move(self, view: View) -> Action | None:
        """Return the only place for a card or the only row left: these are not asked for."""
        only = view.legal[0] if len(view.legal) == 1 else None
        return only if only and only.verb in (Verb.PLACE, Verb.TAKE) else None

    def pause_before(self, action: Action) -> float:
        """Return no pause before taking the only row, which the player expects after a stop."""
        return 0.0 if action.verb == Verb.TAKE else 1.0

    def prompt(self, view: View) -> str:
        return self.match_texts.prompt(view, self.decides(view.turn), self.context.frame.tall)
