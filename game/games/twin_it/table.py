"""The table of Twin It!: its drawing, sounds and feelings, and the things that can be touched."""

from collections.abc import Callable, Hashable, Iterable, Iterator, Sequence
from functools import partial
from typing import TYPE_CHECKING

from pygame import Surface

from game.core import live, match
from game.core.capabilities import Advice
from game.engine import controls, figures, fonts, game_table, items, surfaces
from game.engine.backdrop import Backdrop, felt
from game.engine.canvas import Canvas
from game.engine.impact import volume_of
from game.engine.layout import Box, bounds
from game.engine.live_table import CornerPlaces, LiveHost, LiveTable
from game.engine.match_texts import LogLine
from game.engine.palette import CREAM, GOLD, SOFT, WARNING, WHITE, Colour, rgb
from game.engine.rival import AFTER_NAME, LEVEL_SIZE
from game.engine.sprites import HOP_MS, SHAKE_MS, SpritePlace
from game.engine.widgets import Button, Widget
from game.games.twin_it import announcements, bots, faces, field, layout, pieces, scoring
from game.games.twin_it import events as ev
from game.games.twin_it import state as st
from game.games.twin_it.faces import TwinItFaces
from game.games.twin_it.gaze import Gaze
from game.games.twin_it.hands import TwinItInput, VisibleInput
from game.games.twin_it.intensity import intensity
from game.games.twin_it.layout import BUZZ_KEYS, OWN_CELLS, Area, Cell, Spots
from game.games.twin_it.places import Places
from game.games.twin_it.state import BESIDE, CONTEST, MINUTE, SET, SPOT, STACK, Action, Phase, Verb
from game.games.twin_it.texts import TwinItTexts
from game.games.twin_it.view import Face, View

if TYPE_CHECKING:
    from game.services.context import Context

#: the last milliseconds of the minute, shown in red
URGENT_MS = 10_000
#: size of the clock and the points of timed play, on a wide table and a tall one; in the last seconds each number is
#: larger by a factor until so many milliseconds of its second are left
CLOCK, SWELL, SWELL_FROM_MS = (54.0, 72.0), 1.25, 720
#: the last seconds that tick, and their volume
TICKS, TICK_VOLUME = 5, 0.5
#: phase -> its full time, for the bar
WHOLE = {Phase.LAST_LOOK: st.LAST_LOOK_MS, Phase.CHOOSE: st.CHOICE_MS, Phase.BUZZED: st.BUZZ_MS}
#: greatest distance between the figures of hands on a card
APART = 30.0
#: what counts in timed play, before it starts: its size, greatest width, and distance below the field's centre
BRIEF_SIZE, BRIEF_WIDE, BRIEF_BELOW = 21.0, 600.0, 76.0
#: radius of a contest's countdown, and its distance to the right of and below its card's middle, where it leaves the
#: pattern to be compared: shares of the card's width
COUNT_SHARE, COUNT_ASIDE = 0.2, 0.38
#: least distance of a figure above a card from the window's edge
WINDOW_EDGE = 20.0
#: half the height of a key's sign
CAP = 16.0
#: radius of the eye at a card that a bot looks at, and at one that it has just looked at
EYE, EYE_PAST = 17.0, 12.0
#: duration and height of a new card's landing, in milliseconds and logical; the pattern is readable meanwhile
LAND_MS, LAND = 170.0, 7.0
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
#: height of the time bar at the panel of a seat that has buzzed, and its distance from the panel's sides
BUZZ_BAR, BUZZ_EDGE = 14.0, 18.0
#: sizes of the prompt on wide and tall tables, and larger ones for people around a device
ASKED, ASKED_AROUND = (18.0, 19.0), (28.0, 32.0)
#: width of the prompt on the far side of a tall table
FAR_WIDE = 520.0
#: number of points below the best score from which the distance is told
NEAR = 3
#: distance of the best score from its panel's side
PANEL_EDGE = 18.0
#: least size of a touch target, logical
TARGET = 66.0


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
        #: the card that a bot looks at in calm mode
        self.gaze = Gaze()
        #: a set was won since the last view, so that a new level is reached now and not by a jump in a replay
        self._has_found = False
        #: the second of timed play for which a sound was played last
        self._ticked = 0
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

    @property
    def buzz_caps(self) -> dict[int, str]:
        """Seat -> label of its buzzer's key, if several people have buzzers and keys."""
        contest = self.view.options.mode == CONTEST and len(self.places.people) > 1
        shown = (self.around or contest) and self.has_caps and self.frame.whole
        return {seat: key.upper() for seat, key in zip(self.places.people, BUZZ_KEYS, strict=False)} if shown else {}

    def build(self) -> None:
        self.faces = TwinItFaces(self.kit, self.context.settings.colours == "grey")
        self.match_texts = TwinItTexts(self.texts, self.seats)
        kind = "timed" if self.places.timed else "round" if self.around else "table"
        kind = "puzzle" if self.is_puzzle else kind
        seats, options, beside = len(self.seats), self.view.options, self.view.options.forbidden >= 0
        lies = not self.has_caps
        # where hints are available cards leave room for them from the start, so that none moves for them
        self.docked = self.docked or (options.calm and self.frame.whole)
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
        )
        order = range(len(self.seats)) if self.places.timed or self.around else self.order()
        areas = {} if self.is_puzzle else dict(zip(order, spots.areas, strict=True))
        least = 0 if self.is_puzzle else max(self._room, field.ROOMS[0] if options.in_rounds else field.LEAST)
        self.places.lay_out(spots, areas, least)
        self.announcements.build(self.faces, self.match_texts)
        #: signs of teams with their middles
        self.badges: dict[int, tuple[Surface, float, float]] = {}
        self.backdrop = Backdrop(self.kit, felt(self.frame, self.felt))
        self._bake_still()
        if self.frame.tall and kind in ("table", "puzzle"):
            self.bake_title()
        self.arrange()

    def level(self, seat: int) -> str:
        """Return the level that a bot really plays at, or "" for a person."""
        kind = self.seats[seat].kind
        return "" if kind in match.PEOPLE else self.texts(f"level.{bots.played_level(kind, self.view.options)}")

    # ---- the backdrop: panels, names, signs of teams, places of sets --------------------------------

    def _bake_still(self) -> None:
        for seat, area in self.places.areas.items():
            self._bake_area(seat, area)
        if self.spots.tray and self.places.timed:
            self.backdrop.panel(self.spots.tray, 20, 0.42)
            if self.is_puzzle:
                x, y = self.spots.tray.x + 16, self.spots.tray.y + layout.HEADING / 2 + 2
                heading = self.kit.line_plain(self.text("puzzle.sets"), 17, SOFT, fonts.BLACK, self.spots.tray.w - 32)
                self.backdrop.put(heading, x, y, "left")
        if self.spots.beside:
            self._bake_beside()
        if self.shows_order:
            self.backdrop.panel(self.spots.order, 16, 0.42)
        if self.shows_log:
            self.log_panel.bake(self.spots.dock)

    @property
    def shows_log(self) -> bool:
        """True if the log is shown in the dock's room: in calm mode, where hints need that room now and then."""
        return self.view.options.calm and self.docked and not self.is_puzzle

    @property
    def shows_order(self) -> bool:
        """True if the order of the looks is shown: in calm mode, where the layout has room for it."""
        return self.view.options.in_rounds and self.spots.order.h > 0

    @property
    def _alone(self) -> bool:
        """True for a single player at a wide table of timed play, who needs neither panel nor name."""
        return self.places.timed and len(self.seats) == 1 and not self.frame.tall

    def _bake_area(self, seat: int, area: Area) -> None:
        if self._alone:
            return
        kit = self.kit
        radius = 14 if self.places.timed else 20 if seat == self.viewer else 18
        if self.view.options.in_teams:
            self._bake_team(seat, area, radius)
        else:
            self.backdrop.panel(area.box, radius, 0.5 if self.places.timed else 0.42 if seat == self.viewer else 0.58)
        self._bake_name(seat, area)
        numbered = seat == self.viewer and not self.around
        # where there is no room for a winning row the rings alone count the sets
        counts = seat == self.viewer or self.places.timed or len(area.cells) >= OWN_CELLS
        for number, cell in enumerate(area.cells if counts else (), 1):
            self.backdrop.put(pieces.cell_plain(kit, cell.w, str(number) if numbered else ""), cell.x, cell.y, "centre")

    def _bake_name(self, seat: int, area: Area) -> None:
        """Draw a seat's name, and at a rival's seat the level below it, or behind it if there is room."""
        kit, (x, y, most, size), dots = self.kit, area.name, area.dots
        name = kit.line_plain(self.name(seat), size, CREAM, fonts.BLACK, most)
        centre = not self.places.timed and bool(area.buzzer or x == area.face.x)
        if area.turned:
            name = surfaces.turned(name, 180)
        told = seat != self.viewer and not self.around
        after, half = x + name.get_width() / kit.scale + AFTER_NAME, area.face.radius
        # a long name leaves no room behind it
        high = (dots.y - y) * 0.46 if centre else 0.9 * half
        level, small = (
            kit.line_plain(self.level(seat), of, SOFT) for of in (LEVEL_SIZE, kit.fitting(LEVEL_SIZE, high))
        )
        if told and centre:
            self.backdrop.put(small, x, y + (dots.y - y) * 0.52, "centre")
        elif told and after + level.get_width() / kit.scale < dots.x - dots.step:
            self.backdrop.put(level, after, y + 2)
        elif told:
            name = kit.line_plain(self.name(seat), kit.fitting(size, 1.2 * half), CREAM, fonts.BLACK, most)
            self.backdrop.put(small, x, y + 0.5 * half)
            y -= 0.5 * half
        self.backdrop.put(name, x, y, "centre" if centre else "left")

    def _bake_team(self, seat: int, area: Area, corner: float) -> None:
        """Draw a seat's panel in the colour of its team, and the team's sign."""
        team = seat % 2
        self.backdrop.team_panel(area.box, corner, team)
        x, y, radius = area.buzzer or area.face
        across = -1 if area.turned else 1
        badge = pieces.team_badge(self.kit, team)
        if area.turned:
            badge = surfaces.turned(badge, 180)
        self.badges[seat] = (surfaces.ready(badge), x + across * radius * 0.8, y - across * radius * 0.8)

    def _bake_beside(self) -> None:
        spots, kit = self.spots, self.kit
        text = self.text("barred", name=self.name(self.view.options.forbidden))
        first, last = spots.beside[0], spots.beside[-1]
        if self.frame.tall:
            left = spots.beside_label[0]
            box = Box(left - 4, first.y - first.w / 2 - 8, last.x + last.w / 2 - left + 12, first.w + 16)
            self.backdrop.panel(box, 14, 0.42)
            line = kit.paragraph_plain(text, 18, first.x - first.w / 2 - left - 20, SOFT)
            self.backdrop.put(line, left + 8, first.y, "left")
            return
        top = spots.beside_label[1] - 22
        self.backdrop.panel(Box(first.x - 56, top, 112, last.y + last.w / 2 + 8 - top), 14, 0.42)
        line = kit.line_plain(text, 15, SOFT, fonts.BLACK, 104)
        self.backdrop.put(line, spots.beside_label[0], spots.beside_label[1], "centre")

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
        looked = self.gaze.update(ms, self.view, self._bot_looks)
        self._tick()
        # evaluate all
        return super().update(ms) | self.announcements.update(ms, self.covered) | looked

    def _tick(self) -> None:
        """Play a sound in each of the last seconds of timed play."""
        left = self._seconds(self._time_left()[1]) if self.places.timed and not self.covered else 0
        if left != self._ticked and 0 < left <= TICKS:
            self.context.audio.play("count_1", TICK_VOLUME)
        self._ticked = left

    @property
    def _bot_looks(self) -> bool:
        """True in calm mode while a bot looks."""
        say = self.view.looker
        return not self.covered and say >= 0 and self.seats[say].kind != match.HUMAN

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
            elif face.card in hands or face.card == self.visible_input.chosen:
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
            self._draw_area(canvas, seat, area)
        if not self.covered:
            self.announcements.draw_lost(canvas)
        self.layer.draw(canvas)
        if stack := self.spots.stack:
            count = self.view.stack_counts[0]
            pill = self.kit.pill(self.text("stack", count=count), 16)
            self._draw_count(canvas, stack, count, pill, (stack.x, stack.y + stack.w / 2 + 4))
        if self.tries_out:
            self._draw_owners(canvas)
        self._draw_marks(canvas)
        self._draw_time(canvas)
        if self.shows_order:
            self._draw_order(canvas, self.spots.order)
        if self.shows_log and not self.covered:
            self.log_panel.draw(canvas, self.spots.dock)
        if not self.covered:
            self.announcements.draw_captions(canvas)
            self.announcements.draw_banner(canvas)
        elif self.places.timed and not self.view.now:
            self._draw_brief(canvas)

    def _draw_brief(self, canvas: Canvas) -> None:
        """Draw what counts in timed play below the button that starts it."""
        (x, y), wide = self.middle, min(self.spots.field.w, BRIEF_WIDE)
        y += BRIEF_BELOW
        for text in self.match_texts.brief(self.view):
            picture = self.kit.scene_image(pieces.message_plain, text, BRIEF_SIZE, wide, GOLD)
            high = picture.get_height() / self.kit.scale
            canvas.put_centred(picture, x, y + high / 2)
            y += high + 6

    def _draw_owners(self, canvas: Canvas) -> None:
        """Draw whose buzzer each is at the places of the sets, before the first card."""
        for seat in self.places.people:
            area, key = self.places.areas[seat], self.buzz_caps.get(seat, "")
            x, y, w, h = bounds([cell.box for cell in area.cells])
            owner = self.kit.scene_image(pieces.owner_plain, self.name(seat), key, w, h, area.turned)
            canvas.put_centred(owner, x + w / 2, y + h / 2)

    def _draw_order(self, canvas: Canvas, box: Box) -> None:
        """Draw whose look comes when, and which look of this round or the next one is first."""
        kit, view, tall = self.kit, self.view, self.frame.tall
        count, radius = len(self.seats), 17.0 if tall else 21.0
        first = (view.flipper + (1 if view.looker >= 0 else 2)) % count
        past = (view.looker - first) % count if view.looker >= 0 else 0
        pitch = min(72.0, (box.w * (0.56 if tall else 1) - 2 * radius) / count)
        x, y = (
            (box.x + 16 + radius, box.centre[1])
            if tall
            else (
                box.centre[0] - pitch * (count - 1) / 2,
                box.y + box.h * 0.36,
            )
        )
        for place in range(count):
            seat = (first + place) % count
            canvas.put_centred(self._figure(seat, radius, seat == view.looker), x + place * pitch, y)
            if place < past:
                pieces.draw_vain(canvas, kit, x + place * pitch, y, radius)
            if place:
                canvas.put_centred(kit.icon("arrow_right", 20, GOLD), x + (place - 0.5) * pitch, y)
        if view.phase == Phase.OVER:
            return
        following = "order.next.short" if tall else "order.next"
        key = "order.then" if past else "order.now" if view.looker >= 0 else following
        text = self.text(key, name=self.name(view.looker if past else first))
        if tall:
            left = x + count * pitch
            canvas.put_left(kit.line(text, 19, CREAM, fonts.BLACK, box.x + box.w - left - 8), left, y)
        else:
            canvas.put_centred(kit.line(text, 17, CREAM, fonts.BLACK, box.w - 20), box.centre[0], box.y + box.h * 0.8)

    def draw_labels(self, canvas: Canvas) -> None:
        """Draw the contestants of cards, the sizes of stacks and the texts again, above any ring of a lesson."""
        if not self.covered:
            self._draw_label_marks(canvas)
            self.announcements.draw_captions(canvas)

    def _draw_area(self, canvas: Canvas, seat: int, area: Area) -> None:
        active = self._is_active(seat)
        if area.buzzer:
            self._draw_buzzer(canvas, seat, area)
        else:
            self.draw_figure(canvas, seat, area.face, active=active)
        if seat in self.badges:
            canvas.put_centred(*self.badges[seat])
        if seat in self.buzz_caps:
            x, y, radius = area.buzzer or area.face
            canvas.put_centred(self.kit.widget_image(controls.key_cap_plain, self.buzz_caps[seat]), x, y + 0.8 * radius)
        if self.places.timed:
            if self.view.options.mode == CONTEST:
                score = self.kit.sticker(str(self.view.scores[seat]), 20 + 10 * self.announcements.bump(seat))
                canvas.put_centred(score, *area.dots[:2])
            return
        won = self.view.sets_of_side(seat)
        if won == st.SETS_TO_WIN - 1 and self.view.phase != Phase.OVER:
            self._draw_last_gap(canvas, seat, area)
        x, y, step = area.dots
        for number in range(st.SETS_TO_WIN):
            place = st.SETS_TO_WIN - 1 - number if area.turned else number
            bump = self.announcements.bump(seat) if number == won - 1 else 1.0
            dot = self.kit.scene_image(pieces.dot_plain, step * 0.34 * bump, number < won)
            canvas.put_centred(dot, x + place * step, y)

    def _draw_last_gap(self, canvas: Canvas, seat: int, area: Area) -> None:
        """Mark a seat one set short of winning: a gold edge around its panel, and around its own last place."""
        boxes = [(area.box, 20.0 if seat == self.viewer else 18.0)]
        if seat == self.viewer and not self.around:
            taken = self.places.filled(seat)
            free = [cell.box for number, cell in enumerate(area.cells) if number not in taken]
            boxes += [(box, box.w * faces.RADIUS) for box in free[:1]]
        for (x, y, w, h), radius in boxes:
            canvas.put(self.kit.scene_image(pieces.edge_plain, w, h, radius), x, y)

    def _is_active(self, seat: int) -> bool:
        view = self.view
        if self.covered or view.phase == Phase.OVER:
            return False
        if view.phase == Phase.BUZZED:
            return any(buzzed == seat for buzzed, _hands in view.buzzes)
        if self.places.timed:
            return seat == self.visible_input.pointing
        if view.options.calm and view.looker >= 0:
            return seat == view.looker
        return view.phase in (Phase.OPEN, Phase.CHOOSE) and seat == view.turn

    def _draw_buzzer(self, canvas: Canvas, seat: int, area: Area) -> None:
        assert area.buzzer
        x, y, radius = area.buzzer
        view = self.view
        if self.seats[seat].kind != match.HUMAN:
            canvas.put_centred(self._facing(seat, radius * 0.72, self._is_active(seat), area), x, y)
            return
        state = "ready"
        tried = self.visible_input.tried if self.tries_out else set[int]()
        if seat in tried or any(buzzed == seat for buzzed, _hands in view.buzzes):
            state = "pressed"
        elif view.phase not in (Phase.OPEN, Phase.LAST_LOOK):
            state = "dull"
        canvas.put_centred(self.kit.scene_image(pieces.buzzer_plain, radius, state), x, y)
        rise = 5 if state == "pressed" else 0
        canvas.put_centred(self._facing(seat, radius * 0.46, False, area), x, y + rise)
        if view.turn == seat and view.phase == Phase.OPEN and not self.covered:
            canvas.put_centred(self.kit.scene_image(pieces.ring_plain, radius + 5), x, y)

    def _facing(self, seat: int, radius: float, active: bool, area: Area) -> Surface:
        """Return a seat's figure, upside down for the far side of the device."""
        if not area.turned:
            return self._figure(seat, radius, active)
        return self.kit.scene_image(pieces.turned_figure, self.seats[seat].figure, radius, active)

    def draw_counts(self, canvas: Canvas) -> None:
        """Draw the number of cards in each stack."""
        for seat, area in self.places.areas.items() if not self.places.timed else ():
            count = self.view.stack_counts[seat]
            self._draw_count(canvas, area.top, count, self.count_pill(seat, area, count), area.pill)

    def _draw_count(self, canvas: Canvas, cell: Cell, count: int, pill: Surface, at: tuple[float, float]) -> None:
        """Draw a stack's number of cards, and its empty place if there are none."""
        if not count:
            canvas.put_centred(self.kit.scene_image(pieces.cell_plain, cell.w), cell.x, cell.y)
        canvas.put_centred(pill, *at)

    def count_pill(self, seat: int, area: Area, count: int) -> Surface:
        """Draw the pill with a stack's number of cards; in words for the viewer's own."""
        own = seat == self.viewer and not self.around
        text = self.text("stack", count=count) if own and not self.frame.tall else str(count)
        return (
            self.kit.scene_image(pieces.turned_pill, text, 15)
            if area.turned
            else self.kit.pill(text, 17 if own else 15)
        )

    # ---- the remaining time -------------------------------------------------------------------------

    def _time_left(self) -> tuple[float, int]:
        """Return share and milliseconds left until the next automatic event; -1, -1 where none is shown."""
        view = self.view
        if not self.shows_clock or view.due >= live.NEVER or view.phase in (Phase.COUNT, Phase.OVER):
            return -1.0, -1
        ms = max(0, view.due - self.lag - self.now)
        whole = 1000 * view.options.minute if view.phase == Phase.MINUTE else view.options.flip_after
        return min(1.0, ms / WHOLE.get(view.phase, whole)), ms

    def _draw_time(self, canvas: Canvas) -> None:
        if self.is_puzzle:
            return
        share, ms = self._time_left()
        if self.places.timed:
            self._draw_clock(canvas, ms)
        if share < 0 or not (self.has_buttons or self.places.timed):
            return
        kit, colour = self.kit, pieces.READY if self.places.timed and ms < URGENT_MS else GOLD
        for box, turned in self._bars():
            canvas.put(kit.scene_image(pieces.bar_plain, box.w, box.h), box.x, box.y)
            full = kit.scene_image(pieces.filling_plain, box.w, box.h, colour)
            canvas.put_share(full, box.x, box.y, share, from_right=turned)

    def _bars(self) -> Iterator[tuple[Box, bool]]:
        """Yield the bars of the remaining time, each with True if it shrinks toward its left.

        Around one device each side has one of its own; after a buzz it is at the panel of the seat that points.
        """
        bar, areas = self.spots.bar, self.places.areas
        pointing = [areas[seat] for seat in self._pointing()]
        for area in pointing:
            x, y, w, h = area.box
            edge = y + h if self._is_far(area) else y
            yield Box(x + BUZZ_EDGE, edge - BUZZ_BAR / 2, w - 2 * BUZZ_EDGE, BUZZ_BAR), area.turned
        if not pointing:
            yield bar, False
            if self._opposite:
                x, y, w, h = bar
                yield Box(self.frame.width - x - w, self.frame.height - y - h, w, h), True

    def _pointing(self) -> list[int]:
        """Return the seats around this device whose buzz counts."""
        return [seat for seat, _hands in self.view.buzzes] if self.around and self.view.phase == Phase.BUZZED else []

    def _is_far(self, area: Area) -> bool:
        """Return True for a seat in the upper half of a table around one device."""
        return area.box.y < self.frame.height / 2

    def _draw_clock(self, canvas: Canvas, ms: int) -> None:
        """Draw the remaining seconds or looks, the points, and below or beside them the group's next level."""
        kit, view, bar, tall = self.kit, self.view, self.spots.bar, self.frame.tall
        number = max(0, view.looks_left) if view.options.calm else self._seconds(ms)
        size, aside = CLOCK[tall], 0.9 * CLOCK[tall]
        urgent = not view.options.calm and 0 < number <= URGENT_MS // 1000
        swells = urgent and ms % 1000 > SWELL_FROM_MS and not self.context.settings.reduced_motion
        clock = kit.sticker(str(number), size * SWELL if swells else size, pieces.READY if urgent else WHITE)
        canvas.put_centred(clock, bar.x - aside, bar.y + bar.h / 2)
        self._draw_best(canvas)
        if self.places.people[1:] and view.options.mode == CONTEST:
            return
        levels, reached = scoring.LEVELS[len(self.seats)], max(0, view.level)
        colour = GOLD if reached or view.options.mode == CONTEST else CREAM
        points = kit.sticker(str(view.scores[self.viewer]), size * self.announcements.bump(self.viewer) ** 0.3, colour)
        canvas.put_centred(points, bar.x + bar.w + aside, bar.y + bar.h / 2)
        if self._alone:
            unit = kit.line(self.text("points_unit"), 19, colour, fonts.BLACK)
            canvas.put_left(unit, bar.x + bar.w + 1.75 * aside, self.places.areas[self.viewer].name.y + 10)
        if view.options.mode != MINUTE or reached >= len(levels):
            return
        if tall and self.announcements.sentence.text and not self.covered:
            return
        goal = self.text(f"level.{scoring.LEVEL_NAMES[reached + 1]}")
        pill = kit.pill(self.text("level_from", level=goal, count=levels[reached]), 20 if tall else 17, colour)
        if tall:
            canvas.put_centred(pill, *self.spots.prompt[:2])
        else:
            canvas.put_left(pill, bar.x + bar.w + 1.75 * aside, bar.y + bar.h / 2)

    @staticmethod
    def _seconds(ms: int) -> int:
        """Return the whole seconds begun."""
        return -(-max(0, ms) // 1000)

    def _draw_best(self, canvas: Canvas) -> None:
        """Draw the best score of earlier matches for somebody who plays alone; near it with the distance."""
        if self.best is None or len(self.seats) > 1:
            return
        area, ahead = self.places.areas[self.viewer], self.view.scores[0] - self.best
        key = "best.above" if ahead > 0 else "best.level" if not ahead else "best.near" if ahead >= -NEAR else "best"
        text = self.text(key, count=abs(ahead) if ahead > 0 else self.best, missing=-ahead)
        line = self.kit.line(text, area.name.size, GOLD if ahead >= 0 else SOFT, fonts.BLACK, area.box.w / 2)
        canvas.put_right(line, area.box.x + area.box.w - PANEL_EDGE, area.name.y)

    # ---- above the cards: hands, the signs of keys, the countdown of a contest ----------------------

    def _draw_marks(self, canvas: Canvas) -> None:
        for card, (seat, _left) in self.gaze.trail.items() if not self.covered else ():
            for face in self.view.things((card,)):
                cell, tilt = self.places.cell_of(face)
                now = card == self.gaze.card
                if now:
                    pieces.draw_hand(canvas, self.kit, cell, tilt, CREAM)
                eye = self.kit.scene_image(pieces.eye_plain, EYE if now else EYE_PAST, pieces.HANDS[seat])
                canvas.put_centred(eye, cell.x + cell.w / 2 - 4, cell.y - cell.w / 2 + 4)
        self._draw_hands(canvas)
        if not self.covered:
            self.announcements.draw_rings(canvas)
        self._draw_contested(canvas)
        self.draw_counts(canvas)
        self._draw_signs(canvas)

    def _draw_label_marks(self, canvas: Canvas) -> None:
        """Draw what is above any ring around a card: the owners of hands, and the sizes of stacks."""
        for seat, cell, _tilt in self._held_cards():
            self._draw_whose(canvas, seat, cell)
        for cell, _tilt in self.contested_cells():
            self._draw_contestants(canvas, cell)
        self.draw_counts(canvas)

    def _draw_hands(self, canvas: Canvas) -> None:
        """Draw a ring and a figure for every hand on a card; the own one has a tick."""
        for seat, cell, tilt in self._held_cards():
            pieces.draw_hand(canvas, self.kit, cell, tilt, self._hand_colour(seat))
            self._draw_whose(canvas, seat, cell)

    def _held_cards(self) -> Iterator[tuple[int, Cell, int]]:
        """Yield the seat of every hand on a card, with the card's cell and tilt."""
        shown = [(touch.seat, touch.card) for touch in self.places.touches()]
        if self.visible_input.chosen >= 0:
            shown.append((self._chooser(), self.visible_input.chosen))
        for seat, card in shown:
            for face in self.view.things((card,)):
                yield seat, *self.places.cell_of(face)

    def _draw_whose(self, canvas: Canvas, seat: int, cell: Cell) -> None:
        pieces.draw_figure(canvas, self.kit, cell, "" if self._is_own(seat) else self.seats[seat].figure)

    def _is_own(self, seat: int) -> bool:
        """Return True if a hand is that of the only person."""
        return len(self.places.people) == 1 and seat == self.viewer

    def _hand_colour(self, seat: int) -> Colour:
        """Return the colour of a hand's ring: white for the own one."""
        return WHITE if self._is_own(seat) else pieces.HANDS[seat]

    def _rings_ahead(self, places: Iterable[tuple[float, int]]) -> Iterator[game_table.Preparation]:
        """Yield preparations of the rings of hands, errors, contests and new cards, by card width and tilt."""
        # the ring of a new card is the first to be needed
        hands = (self._hand_colour(seat) for seat in range(len(self.seats)))
        cells = [*dict.fromkeys(places)]
        for colour in dict.fromkeys((CREAM, *hands, WARNING, GOLD)):
            for w, tilt in cells:
                yield partial(self.kit.scene_image, faces.hand, w, tilt, colour)

    def _chooser(self) -> int:
        """Return the seat that chooses now: the one that has taken the table, or in calm mode the one to look."""
        if self.visible_input.pointing >= 0:
            return self.visible_input.pointing
        return self.view.looker if self.view.looker >= 0 else self.viewer

    def _draw_contested(self, canvas: Canvas) -> None:
        """Draw the contestants and the countdown on each card, which nobody can take meanwhile."""
        for cell, tilt in self.contested_cells():
            pieces.draw_hand(canvas, self.kit, cell, tilt, GOLD)
            self._draw_contestants(canvas, cell)
            count = self.kit.scene_image(pieces.count_plain, str(self.counted()), COUNT_SHARE * cell.w)
            canvas.put_centred(count, cell.x + COUNT_ASIDE * cell.w, cell.y + COUNT_ASIDE * cell.w)

    def counted(self) -> int:
        """Return the present number of a contest's countdown: three, two, one; 0 without one."""
        view = self.view
        return max(1, min(3, -(-(view.due - self.now) * 3 // view.count_ms))) if view.phase == Phase.COUNT else 0

    def _draw_contestants(self, canvas: Canvas, cell: Cell) -> None:
        seats = self.view.contest
        step = min(APART, cell.w / max(1, len(seats)))
        for number, seat in enumerate(seats):
            x = cell.x + (number - (len(seats) - 1) / 2) * step
            y = max(cell.y - cell.w / 2, pieces.FIGURE + WINDOW_EDGE)
            canvas.put_centred(figures.figure(self.kit, self.seats[seat].figure, pieces.FIGURE), x, y)

    def contested_cells(self) -> list[tuple[Cell, int]]:
        """Return the cells and tilts of a contest's cards while it is counted."""
        if self.view.phase != Phase.COUNT or self.covered:
            return []
        return [self.places.cell_of(face) for face in self.view.things(self.view.contested)]

    def _draw_signs(self, canvas: Canvas) -> None:
        if not self.visible_input.signs or self.covered:
            return
        carried = self.visible_input.dragged[0] if self.visible_input.dragged else -1
        for face in self.places.in_sight():
            if face.card != carried and (sign := self.visible_input.signs.get(face.card)):
                cell = self.places.cell_of(face)[0]
                cap = self.kit.scene_image(pieces.sign_plain, sign)
                # within the card, as a name may be above it
                canvas.put_centred(cap, cell.x + cell.w * 0.36, cell.y - min(cell.w * 0.36, cell.w / 2 - CAP))

    def live_input(self, host: LiveHost[Action]) -> TwinItInput:
        return TwinItInput(host, self)

    def ahead(self) -> Iterator[game_table.Preparation]:
        """Prepare the usual things and all that surrounds the patterns, which are unknown in advance."""
        grid, finer = self.places.ground.grid, self.places.ground.finer
        # in timed play no face is there before the first deal
        yield self.faces.sheets
        for tilt in dict.fromkeys(grid.tilts):
            yield partial(self.faces.shade, grid.side, tilt, False)
        yield from self._rings_ahead((grid.side, tilt) for tilt in grid.tilts)
        yield from self.announcements.ahead()
        if not self.places.timed:
            yield from self._rings_ahead((area.top.w, 180 * area.turned) for area in self.places.areas.values())
            for seat in range(len(self.seats)):
                turn = self.view._replace(phase=Phase.OPEN, turn=seat, touches=(), looker=-1)
                if self.spots.pill:
                    yield partial(self.kit.prompt, self.prompt(turn), game_table.PROMPT_SIZE, self.spots.prompt.w)
                else:
                    yield partial(self._asked, self.prompt(turn), CREAM)
                if self._opposite:
                    yield partial(self._asked, self.prompt(turn), CREAM, True, True)
            for count in range(max(self.view.stack_counts), -1, -1):
                for seat, area in self.places.areas.items():
                    yield partial(self.count_pill, seat, area, count)
        yield from super().ahead()
        if finer:
            yield from self._rings_ahead((finer.side, tilt) for tilt in finer.tilts)

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

    def widgets(self, use: Callable[[int], None], act: Callable[[Verb], None], asked: bool) -> list[Widget]:
        """Return an item for every thing in play, and the buttons; ``asked`` if a person here is to flip."""
        widgets: list[Widget] = []
        for face in self.places.in_sight():
            box, enabled = self.places.cell_of(face)[0].box, self.places.usable(face)
            target, label = box.at_least(min(TARGET, box.w + 8)), self.match_texts.thing(face, self.view)
            use_it = partial(use, face.card)
            item = items.Item(items.card_id(face.card), label, target, use_it, enabled=enabled, card=box, on_press=True)
            widgets.append(game_table.CardSpot(self.kit, item, False))
        phase, boxes = self.view.phase, self.spots.buttons
        if boxes and phase not in (Phase.COUNT, Phase.OVER):
            widgets += self._timed_buttons(act, *boxes) if self.places.timed else self._buttons(act, boxes[0], asked)
        return widgets

    def _button(self, verb: Verb, box: Box, name: str, use: Callable[[], None], key: str = "first") -> partial[Button]:
        """Return a large button that still lacks its looks."""
        label = self.text(f"button.{name}")
        return partial(Button, self.kit, items.move_id(verb), box, label, use, keys=(key,), cap=self.cap(key))

    def _buttons(self, act: Callable[[Verb], None], box: Box, asked: bool) -> list[Widget]:
        """Return the button of a game with a flip: flip, or pass in calm mode."""
        view = self.view
        if view.options.calm and view.looker >= 0:
            if view.looker not in self.places.people:
                # the order and the prompt say whose look it is
                return []
            name = "unseen" if view.options.in_rounds else "pass"
            look_on = self._button(Verb.PASS, box, name, partial(act, Verb.PASS))
            # with several people at the device, say whose look it is
            seat_name = "" if self.places.people == [view.looker] else self.name(view.looker)
            return [look_on(kind="secondary", sub=seat_name, icon="eye", size=28)]
        # a button with a rival's name on it would seem to flip that rival's card
        if self.flips_itself or view.turn not in self.places.people:
            return []
        flip = self._button(Verb.FLIP, box, "flip", partial(act, Verb.FLIP))
        kind, can = "dark" if self._flip_waits() else "primary", asked and view.phase == Phase.OPEN
        return [flip(kind=kind, sub=self._flip_note(), icon="card", size=31, enabled=can)]

    def _timed_buttons(self, act: Callable[[Verb], None], first: Box, second: Box) -> list[Widget]:
        """Return the buttons to deal, or end the minute once no look is left, and to turn over the chosen card."""
        view, tall = self.view, self.frame.tall
        over = view.options.calm and view.looks_left <= 0
        does, name, icon = (Verb.PASS, "end", "check") if over else (Verb.DEAL, "deal", "card")
        deal = self._button(Verb.DEAL, first, name, partial(act, does))
        turn = self._button(Verb.TURN, second, "turn", partial(act, Verb.TURN), "second")
        note = self.text("deal_note", count=view.stack_counts[0]) if tall else ""
        can, chosen = over or view.stack_counts[0] > 0, self.visible_input.chosen >= 0
        why = "" if chosen or over else self.text("turn_note")
        return [
            deal(kind="primary", sub=note, icon="" if tall else icon, size=26, enabled=can),
            turn(kind="secondary", sub=why, icon="" if tall else "restart", size=22, enabled=chosen and not over),
        ]

    @property
    def flips_itself(self) -> bool:
        """True if the own card is flipped automatically: in calm mode, once all have looked."""
        view = self.view
        own = view.options.in_rounds or (view.options.calm and self.places.people == [view.turn])
        does = self.plays_forced_moves and self.context.settings.confirm != "always"
        return own and does and not self.places.timed and view.phase == Phase.OPEN and view.looker < 0

    def _flip_waits(self) -> bool:
        """Return True if a person is to flip but may not yet."""
        view = self.view
        return view.phase == Phase.OPEN and view.turn in self.places.people and self.now < view.flip_from < live.NEVER

    def _flip_note(self) -> str:
        """Return the note about the next flip: the seat among several, or the time of the automatic flip."""
        view = self.view
        if view.phase != Phase.OPEN:
            return "" if len(self.places.people) == 1 else self.name(view.turn)
        if self._flip_waits():
            return self.text("flip_kept" if self.visible_input.wants_flip >= 0 else "flip_wait")
        if view.due >= live.NEVER or not self.shows_clock:
            return "" if len(self.places.people) == 1 else self.name(view.turn)
        return self.text("flip_note", seconds=max(1, -(-(view.due - self.now) // 1000)))

    def bar_length(self) -> float:
        return self._time_left()[0] * self.spots.bar.w

    def button_texts(self) -> str:
        buttons = f"{self._flip_note()}|{self.now >= self.view.flip_from}" if self.spots.buttons else ""
        return f"{buttons}|{self.counted()}"

    @property
    def try_out_prompt(self) -> str:
        return self.text("try_out.key" if self.buzz_caps else "try_out")

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
        if self.flips_itself:
            return self.text("prompt.turning" if view.options.in_rounds else "prompt.flips")
        return self.match_texts.prompt(view, self.viewer, self.places.people)

    def draw_asked(self, canvas: Canvas, text: str, refused: bool) -> None:
        """Draw the prompt, gold while a person has to point or choose; or a refusal or an announcement."""
        contest = text if self.view.phase == Phase.COUNT else ""
        told = self.announcements
        if told.ended or (not self.covered and told.draw_as_prompt(canvas, contest, self.has_buttons)):
            return
        if text and refused:
            canvas.put_centred(self.kit.prompt(text, 17, self.spots.prompt.w + 20), *self.spots.prompt[:2])
            return
        if self.places.timed or not text:
            return
        if self.spots.pill:
            self.draw_prompt(canvas, text, self.spots.prompt)
            return
        people = [seat for seat, _hands in self.view.buzzes] if self.view.phase == Phase.BUZZED else [self.view.turn]
        asks = self.view.phase in (Phase.BUZZED, Phase.CHOOSE) and any(seat in self.places.people for seat in people)
        x, y, _most = self.spots.prompt
        pointing = [self.places.areas[seat] for seat in self._pointing()]
        # the seat that points reads it on its side of the device
        far = bool(pointing) and all(map(self._is_far, pointing))
        colour = GOLD if asks else CREAM
        if not far:
            canvas.put_centred(self._asked(text, colour), x, y)
        # asked of all, those opposite read it upside down, as their names are
        if far or (not pointing and self._opposite):
            turned = pointing[0].turned if far else True
            far_at = self.frame.width - x, self.frame.height - y
            canvas.put_centred(self._asked(text, colour, True, turned), *far_at)

    @property
    def _opposite(self) -> bool:
        """True if somebody sits at the far side of this device."""
        return any(area.turned for area in self.places.areas.values())

    def _asked(self, text: str, colour: Colour, far: bool = False, turned: bool = False) -> Surface:
        """Return the prompt; on the ``far`` side of a tall table it is between the round buttons."""
        size, most = (ASKED_AROUND if self.around else ASKED)[self.frame.tall], self.spots.prompt.w
        make = pieces.turned_asked if turned else pieces.asked_plain
        wide = FAR_WIDE if far and self.frame.tall else most
        return self.kit.scene_image(make, text, size, wide, colour, self.spots.asked_high)

    def marked(self, advice: Advice[Action]) -> list[tuple[Box, float]]:
        """Return the boxes of the two equal cards, or of the set to give up."""
        return [(cell.box, cell.w * 0.12) for cell in self.places.cells_of(advice.action.cards)]

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
        return bool(self.visible_input.signs or self.buzz_caps)
