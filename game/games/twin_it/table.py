"""The table of Twin It!: its sprites, sounds and feelings, and the order in which its parts draw."""

from collections.abc import Callable, Hashable, Iterator, Sequence
from functools import partial
from typing import TYPE_CHECKING

from game.core import match
from game.core.capabilities import Advice
from game.engine import game_table, items
from game.engine.backdrop import Backdrop, felt
from game.engine.canvas import Canvas
from game.engine.impact import volume_of
from game.engine.layout import Box, bounds
from game.engine.live_table import CornerPlaces, LiveHost, LiveTable, PartialHint
from game.engine.match_texts import LogLine
from game.engine.palette import CREAM, rgb
from game.engine.sprites import HOP_MS, SHAKE_MS, SpritePlace
from game.engine.widgets import Widget
from game.games.twin_it import announcements, bots, faces, layout
from game.games.twin_it import events as ev
from game.games.twin_it.above import Above
from game.games.twin_it.clock import Clock
from game.games.twin_it.controls import Controls
from game.games.twin_it.faces import TwinItFaces
from game.games.twin_it.hands import TwinItInput, VisibleInput
from game.games.twin_it.intensity import intensity
from game.games.twin_it.layout import Spots
from game.games.twin_it.panels import Panels
from game.games.twin_it.places import Places, part_around
from game.games.twin_it.state import BESIDE, SET, SPOT, STACK, Action, Phase, Verb
from game.games.twin_it.texts import TwinItTexts
from game.games.twin_it.view import Face, View

if TYPE_CHECKING:
    from game.services.context import Context

#: duration and height of a new card's landing, in milliseconds and logical; the pattern is readable meanwhile
LAND_MS, LAND = 170.0, 7.0
#: corners of the ring around a part of the table
PART_ROUND = 18.0
#: number of free places at which the pictures of the next size are prepared
SOON = 4
#: events that make a seat glad, and errors
GLAD = ev.SetWon | ev.SetStolen | ev.SetCollected | ev.SetExtended
WRONG = ev.ErrorMade | ev.CollectRefused
SOUNDS: dict[type, str] = {
    **dict.fromkeys((ev.CardFlipped, ev.CardTurned), "flip"),
    **dict.fromkeys((ev.SetWon, ev.SetStolen, ev.SetCollected, ev.SetExtended), "claim"),
    **dict.fromkeys((ev.ErrorMade, ev.CollectRefused), "wrong"),
    ev.CardDealt: "deal",
    ev.CardTouched: "peek",
    ev.ContestStarted: "count_3",
    ev.Buzzed: "count_1",
    ev.GameStarted: "shuffle",
    ev.LastLookStarted: "your_turn",
}
#: volume of the finds and errors of others
OTHERS_VOLUME = 0.6


def key_of(face: Face) -> tuple[int, int, int, int]:
    """Return the key of a face's sprite: a new face is a new sprite, so that it appears at once."""
    return face.card, face.where, face.pattern, len(face.cards)


class TwinItTable(LiveTable[Action, ev.Event, View]):
    """The table of one match of Twin It! for the people at the device."""

    game = "twin_it"
    felt = rgb("#453651")
    match_texts: TwinItTexts
    faces: TwinItFaces
    spots: Spots

    def __init__(self, context: "Context", seats: Sequence[match.Seat], viewer: int, view: View) -> None:
        self.places = Places(seats, viewer, view)
        super().__init__(context, seats, viewer, view)
        #: the present stamp, for the remaining time
        self.now = view.now
        #: True while every face is hidden because the game is paused
        self.covered = False
        #: the people's input, and the announcements
        self.visible_input = VisibleInput()
        self.announcements = announcements.Announcements(context, self.places, self.layer, self.land, self.hop)
        self.panels = Panels(self, self._figure)
        self.above, self.clock, self.controls = Above(self), Clock(self), Controls(self)
        #: a set was won since the last view, so that a new level is reached now and not by a jump in a replay
        self._has_found = False
        #: the capacity the middle has had
        self._room = 0
        self.build()

    @property
    def view(self) -> View:
        """The present view."""
        return self.places.view

    @view.setter
    def view(self, view: View) -> None:
        self.places.view = view

    # ---- layout -----------------------------------------------------------------------------------

    @property
    def around(self) -> bool:
        return self.places.around

    def build(self) -> None:
        self.faces = TwinItFaces(self.kit, self.context.settings.colours == "grey")
        self.match_texts = TwinItTexts(self.texts, self.seats)
        kind = "timed" if self.places.timed else "round" if self.around else "table"
        kind = "puzzle" if self.is_puzzle else kind
        seats, options, beside = len(self.seats), self.view.options, self.view.options.forbidden >= 0
        lies = not self.has_caps
        # where hints are available cards leave room for them from the start, so that none moves for them
        self.docked = self.docked or (options.calm and self.frame.whole)
        if self.log_panel.hidden and not self.frame.tall:
            # a film has neither hints nor a log beside its cards
            self.docked = False
        spots = self.spots = layout.spots(
            self.frame.width,
            self.frame.height,
            seats,
            kind,
            beside=beside,
            side=self.frame.side,
            hinted=options.calm,
            lies=lies,
            docked=self.docked,
            sheet=self._sheet,
            gathered=any(face.where == SET for face in self.view.faces),
            goal=options.sets,
        )
        order = range(len(self.seats)) if self.places.timed or self.around else self.order()
        areas = {} if self.is_puzzle else dict(zip(order, spots.areas, strict=True))
        least = 0 if self.is_puzzle else max(self._room, 1)
        self.places.lay_out(spots, areas, least)
        self.announcements.build(self.faces, self.match_texts)
        self.backdrop = Backdrop(self.kit, felt(self.frame, self.felt))
        self.panels.bake()
        if self.shows_log:
            self.log_panel.bake(self.spots.dock)
        if self.frame.tall and kind in ("table", "puzzle"):
            self.bake_title()
        self.arrange()

    def level(self, seat: int) -> str:
        """Return the level that a bot really plays at, or "" for a person."""
        kind = self.seats[seat].kind
        return "" if kind in match.PEOPLE else self.texts(f"level.{bots.played_level(kind, self.view.options.calm)}")

    @property
    def shows_log(self) -> bool:
        """True if the log is shown in the dock's room: in calm mode, where hints need that room now and then."""
        return self.view.options.calm and self.docked and not self.is_puzzle

    # ---- positions ----------------------------------------------------------------------------------

    def sync(self, view: View, ms: float = 0) -> None:
        if self._has_found and view.level > self.view.level:
            self.announcements.reach(view.level)
        self._has_found, self.view = False, view
        self.now = max(self.now, view.now)
        self.places.close_up()
        if self.places.ground.hold(self.places.used, view.now):
            self._room = self.places.ground.room
            self._resize()
        self.arrange(ms)

    def _resize(self) -> None:
        """Resize the cards of the middle at once: an animation would need a picture for every size."""
        for key, place in self._places().items():
            sprite = self.layer.sprites.get(key)
            if sprite is not None and isinstance(key, tuple) and key[1] == SPOT:
                sprite.place = sprite.place._replace(w=place.w, face=place.face)
                sprite.settle()

    def update(self, ms: float) -> bool:
        """Advance the time; before the middle is full, make a picture of the next size in each frame."""
        finer = None if self.covered else self.places.ground.finer
        if finer and self.places.used + SOON > len(self.places.ground.grid.places):
            count = self.faces.count
            for face in self.view.faces:
                if face.where == SPOT and self.faces.count == count:
                    self.faces(self.places.name_of(face, self.places.tilt(face, finer)), finer.side)
        looked = self.above.update(ms)
        self.clock.tick()
        # evaluate all
        return super().update(ms) | self.announcements.update(ms, self.covered) | looked

    def arrange(self, ms: float = 0) -> None:
        """Move everything to its place; a new face appears at once, where it stays."""
        known = self.layer.sprites
        places = self._places()
        origins: dict[Hashable, SpritePlace] = {}
        wait = 0.0
        if ms:
            before = {key[0]: sprite.place for key, sprite in known.items() if isinstance(key, tuple)}
            for key, place in places.items():
                if key not in known and isinstance(key, tuple) and key[1] == SET:
                    wait = max(wait, self._gather_up(key[0], place, before, origins, ms))
        self.layer.arrange(places, ms, origins=origins, wait=wait)

    def _gather_up(
        self,
        card: int,
        end: SpritePlace,
        before: dict[int, SpritePlace],
        origins: dict[Hashable, SpritePlace],
        ms: float,
    ) -> float:
        """Animate the cards of a set just won from their places; return how long they are held there."""
        won = next(face for face in self.view.faces if face.card == card)
        held = self.announcements.held(won.cards)
        wait = self.ms(self.announcements.held_ms) if held else 0.0
        for number, one in enumerate(won.cards):
            start = before.get(one)
            if start is None:
                continue
            # at the final size all the way, since every other size would need a picture
            x, y = held.get(one, (start.x, start.y))
            start = start._replace(x=x, y=y, w=end.w)
            if number == 0:
                origins[card, SET, won.pattern, len(won.cards)] = start._replace(face=end.face, z=end.z)
            else:
                name = faces.single(won.pattern)
                self.layer.fly(start._replace(face=name), end._replace(face=name), ms, wait, arc=24)
        return wait

    def _places(self) -> dict[Hashable, SpritePlace]:
        places: dict[Hashable, SpritePlace] = {}
        hands = {touch.card: touch.seat for touch in self.places.touches()}
        for face in self.places.in_sight():
            cell, tilt = self.places.cell_of(face)
            name = self._face_name(face, tilt)
            state = "rest"
            depth = {SPOT: 10.0, STACK: 12.0, BESIDE: 11.0, SET: 14.0}[face.where]
            x, y = cell.x, cell.y
            if self.visible_input.dragged and self.visible_input.dragged[0] == face.card:
                x, y, depth, state = self.visible_input.dragged[1], self.visible_input.dragged[2], 60.0, "hover"
            elif face.card in hands or face.card in (self.visible_input.chosen, *self.visible_input.planned):
                depth += 20
            places[key_of(face)] = SpritePlace(x, y, cell.w, name, depth, state)
        if self.places.timed and self.spots.stack and self.view.stack_counts[0]:
            stack = self.spots.stack
            name = f"b/{faces.rims(self.view.stack_counts[0])}"
            places["stack"] = SpritePlace(stack.x, stack.y, stack.w, name, 12)
        return places

    def shake(self, cards: Sequence[int]) -> None:
        """Shake the things of these cards, which cannot be used now."""
        for face in self.places.things(cards):
            self.layer.shake(key_of(face), self.ms(SHAKE_MS))

    def hop(self, face: Face) -> None:
        """Make a thing hop for joy."""
        self.layer.hop(key_of(face), self.ms(HOP_MS))

    def land(self, card: int) -> None:
        """Make a new card settle, so that the change is noticed although its face is there at once."""
        for face in self.places.things((card,)):
            if face.where == SPOT:
                self.layer.hop(key_of(face), self.ms(LAND_MS), LAND)

    def _face_name(self, face: Face, tilt: int) -> str:
        if not self.covered:
            return self.places.name_of(face, tilt)
        back = f"b/{faces.rims(self.view.stack_counts[face.place])}" if face.where == STACK else "back"
        return f"{back}:{tilt}" if tilt else back

    def prepare(self) -> bool:
        count = self.faces.count
        for face in self.places.in_sight():
            cell, tilt = self.places.cell_of(face)
            self.faces(self.places.name_of(face, tilt), cell.w)
            if self.faces.count > count:
                return True
        return False

    # ---- drawing ------------------------------------------------------------------------------------

    def draw(self, canvas: Canvas) -> None:
        canvas.background(self.backdrop.surface)
        for seat, area in self.places.areas.items():
            self.panels.draw_area(canvas, seat, area)
        if not self.covered:
            self.announcements.draw_lost(canvas)
        self.layer.draw(canvas)
        if stack := self.spots.stack:
            count = self.view.stack_counts[0]
            pill = self.kit.pill(self.text("stack", count=count), 16)
            self.panels.draw_count(canvas, stack, count, pill, (stack.x, stack.y + stack.w / 2 + 4))
        if self.tries_out:
            self.panels.draw_owners(canvas)
        self.above.draw(canvas)
        self.panels.draw_counts(canvas)
        self.above.draw_signs(canvas)
        self.clock.draw(canvas)
        if self.panels.shows_order:
            self.panels.draw_order(canvas, self.spots.order)
        if self.shows_log and not self.covered:
            self.log_panel.draw(canvas, self.spots.dock)
        if not self.covered:
            self.announcements.draw_captions(canvas)
            self.announcements.draw_banner(canvas)
        elif self.places.timed and not self.view.now:
            self.clock.draw_brief(canvas, *self.middle)

    def draw_labels(self, canvas: Canvas) -> None:
        """Draw the contestants of cards, the sizes of stacks and the texts again, above any ring of a lesson."""
        if not self.covered:
            self.above.draw_labels(canvas)
            self.panels.draw_counts(canvas)
            self.announcements.draw_captions(canvas)

    def live_input(self, host: LiveHost[Action]) -> TwinItInput:
        return TwinItInput(host, self)

    def ahead(self) -> Iterator[game_table.Preparation]:
        """Prepare the usual things and all that surrounds the patterns, which are unknown in advance."""
        grid, finer = self.places.ground.grid, self.places.ground.finer
        # in timed play no face is there before the first deal
        yield self.faces.sheets
        for tilt in dict.fromkeys(grid.tilts):
            yield partial(self.faces.shade, grid.side, tilt, False)
        yield from self.above.ahead((grid.side, tilt) for tilt in grid.tilts)
        yield from self.announcements.ahead()
        if not self.places.timed:
            yield from self.above.ahead((area.top.w, 180 * area.turned) for area in self.places.areas.values())
            for seat in range(len(self.seats)):
                turn = self.view._replace(phase=Phase.OPEN, turn=seat, touches=(), looker=-1)
                if self.spots.pill:
                    yield partial(self.kit.prompt, self.prompt(turn), game_table.PROMPT_SIZE, self.spots.prompt.w)
                else:
                    yield partial(self.controls.asked, self.prompt(turn), CREAM)
                if self.places.opposite:
                    yield partial(self.controls.asked, self.prompt(turn), CREAM, True, True)
            for count in range(max(self.view.stack_counts), -1, -1):
                for seat, area in self.places.areas.items():
                    yield partial(self.panels.count_pill, seat, area, count)
        yield from super().ahead()
        if finer:
            yield from self.above.ahead((finer.side, tilt) for tilt in finer.tilts)

    def happened(self, event: ev.Event) -> None:
        self.take_note(event)
        self._sound(event)
        if isinstance(event, GLAD):
            self._has_found = True
            self.feel(event.seat, "glad")
        if isinstance(event, WRONG):
            self.feel(event.seat, "beaten")
            self.shake(event.cards)
        if isinstance(event, ev.SetLost) or (isinstance(event, ev.SetStolen) and event.owner != event.seat):
            self.feel(event.owner, "beaten")
        self.announcements.tell(event, self.covered, self.lag)

    def _sound(self, event: ev.Event) -> None:
        """Play the sound of an event; a find sounds brighter if it is one's own, and the others' errors are softer."""
        sound, volume = SOUNDS.get(type(event), ""), 1.0
        if isinstance(event, GLAD | WRONG):
            own = event.seat in self.places.people
            found = own and isinstance(event, GLAD)
            sound = "twin" if found else sound
            factor = announcements.OWN if found else 1.0
            volume = volume_of(factor * intensity(event, self.view)) * (1.0 if own else OTHERS_VOLUME)
        if sound:
            self.context.audio.play(sound, volume)

    def hush(self) -> None:
        super().hush()
        self.announcements.forget()

    # ---- what can be done ---------------------------------------------------------------------------

    def bar_length(self) -> float:
        return self.clock.left()[0] * self.spots.bar.w

    def button_texts(self) -> str:
        return f"{self.controls.button_texts()}|{self.above.counted()}"

    @property
    def try_out_prompt(self) -> str:
        return self.text("try_out.key" if self.panels.buzz_caps else "try_out")

    @property
    def go_note(self) -> str:
        options = self.view.options
        if not self.places.people:
            return self.text("go_note")
        mode = "calm" if options.calm else "buzz" if options.buzzers else "teams" if options.in_teams else "tap"
        return self.text(f"go_note.{options.mode if self.places.timed else mode}")

    def item_of(self, action: Action) -> str:
        return items.card_id(action.cards[0]) if action.cards else items.move_id(action.verb)

    def log_lines(self, event: ev.Event) -> list[LogLine]:
        return self.match_texts.lines(event, self.view.options)

    def prompt(self, view: View) -> str:
        return self.controls.prompt(view)

    def draw_asked(self, canvas: Canvas, text: str, refused: bool) -> None:
        self.controls.draw(canvas, text, refused)

    def widgets(self, use: Callable[[int], None], act: Callable[[Verb], None], asked: bool) -> list[Widget]:
        """Return an item for every thing in play, and the buttons; ``asked`` if a person here is to flip."""
        return self.controls.widgets(use, act, asked)

    def marked(self, advice: Advice[Action]) -> list[tuple[Box, float]]:
        """Return the boxes of the two equal cards, or of the set to give up."""
        return [(cell.box, cell.w * 0.12) for cell in self.places.cells_of(advice.action.cards)]

    def partial_hints(self, advice: Advice[Action]) -> tuple[PartialHint, ...]:
        """Return where one of two equal cards lies, and then which card it is; the other one is left to be found.

        Unless it is known that two are equal, the first step does not tell it either: it is the same for none.
        """
        view, cards = self.view, advice.action.cards if advice.action.verb in (Verb.TOUCH, Verb.COLLECT) else ()
        lying = [face for face in view.faces if face.where == SPOT]
        if not cards and (advice.action.verb not in (Verb.PASS, Verb.DEAL) or len(lying) < 2):
            return ()
        things = self.places.things(cards) if cards else lying[len(lying) // 2 :]
        cell = self.places.cell_of(min(things, key=lambda face: (face.where != SPOT, face.shown_at)))[0]
        part = self.text("hint.half" if view.options.in_rounds and not view.barred else "hint.part_if")
        steps = (
            PartialHint(part, (part_around(self.places, cell), PART_ROUND)),
            PartialHint(self.text("hint.one"), (cell.box, cell.w * 0.12)),
        )
        return steps if cards else steps[:1]

    def standing(self, seat: int) -> str:
        sides = self.view.sides
        seats = [one for one, side in enumerate(sides) if side == sides[seat]]
        return self.match_texts.standing(self.view, seats, so_far=True)

    def place_of(self, name: str) -> Box | None:
        rival = name.removeprefix("rival-")
        if name == "own" or rival != name:
            seat = self.order()[int(rival) if rival != name else 0]
            return self.places.areas[seat].box if seat in self.places.areas else None
        if name == "bar":
            return self.spots.bar
        if name == "sets":
            cells = self.places.areas[self.viewer].cells
            return bounds([cell.box for cell in cells]) if cells else None
        number = name.removeprefix(items.CARD)
        thing = next((face for face in self.places.in_sight() if number != name and int(number) in face.cards), None)
        return self.places.cell_of(thing)[0].box if thing else None

    def figure_of(self, seat: int) -> tuple[float, float] | None:
        return self.places.areas[seat].face[:2] if seat in self.places.areas else None

    def corners(self) -> CornerPlaces:
        """Return the places of the scene's buttons; with seats in the corners only the pause has room.

        All are off the field, so that they cover no card.
        """
        frame, spots = self.frame, self.spots
        left, right = spots.pause[0], frame.width + frame.side - 58.0
        hinted = self.view.options.calm
        beside = (right - 84, 60.0)
        if self.is_puzzle and not frame.tall:
            return CornerPlaces(spots.pause, (right, 60.0), None, (right, 134.0))
        if self.around:
            # beside a wide field; a tall one has no room for the log, which is in the pause menu
            y = spots.pause[1]
            return CornerPlaces(spots.pause, (frame.width - left, y), None if frame.tall else (left, y + 84), None)
        if self.places.timed:
            # the other one is in the pause menu
            log, hint = (None, beside) if hinted else (None if frame.tall else beside, None)
            return CornerPlaces(spots.pause, (right, 60.0), log, hint)
        if frame.tall:
            return CornerPlaces(spots.pause, (right, 60.0), beside, (right - 168, 60.0) if hinted else None)
        high, low = 46.0, 108.0
        return CornerPlaces((left, high), (right, high), (right, low), (left, low) if hinted else None)

    @property
    def hurried(self) -> bool:
        return not self.view.options.calm

    @property
    def flips_itself(self) -> bool:
        """True if the next card is flipped unasked."""
        return self.controls.flips_itself

    @property
    def waits_for_others(self) -> bool:
        view = self.view
        in_turn = view.options.calm and not self.places.timed and not self.is_puzzle
        return in_turn and (view.looker if view.looker >= 0 else view.turn) not in self.places.people

    @property
    def middle(self) -> tuple[float, float]:
        return self.spots.field.centre

    @property
    def says_last(self) -> bool:
        """False in timed play, where the clock is in that place."""
        return not self.places.timed

    @property
    def takes_letters(self) -> bool:
        # a buzzer's key is no shortcut
        return bool(self.visible_input.signs or self.panels.buzz_caps)
