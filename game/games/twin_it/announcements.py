"""The announcements of Twin It!, placed where they hide no card to be compared.

Words cover no card to be compared: a caption is at the seat that acted, the large word for an own find is in the own
tray, and a sentence for everyone is on the free felt of the middle, or where there is none in the viewer's free cells
or in the prompt. Cards wrongly taken for equal, and the set that the error costs, briefly get red rings; then the set
goes face down under the stack. At the end a banner names the winners, and the winning sets hop one by one.
"""

from collections.abc import Callable, Collection, Iterator, Sequence
from functools import partial
from typing import TYPE_CHECKING, NamedTuple

from pygame import Surface

from game.core.match import HUMAN
from game.engine.banners import Banner
from game.engine.burst import Bursts
from game.engine.canvas import Canvas
from game.engine.impact import impact_of
from game.engine.layout import Box, bounds
from game.engine.palette import CREAM, GOLD, INK, WARNING, Colour
from game.engine.services import UsesContext
from game.engine.sprites import SpriteLayer, SpritePlace
from game.games.twin_it import events as ev
from game.games.twin_it import pieces, state
from game.games.twin_it.faces import TwinItFaces, single
from game.games.twin_it.intensity import FIFTH, FOURTH, intensity
from game.games.twin_it.intensity import SET as WON
from game.games.twin_it.layout import Cell, centroid
from game.games.twin_it.medals import METAL, medal
from game.games.twin_it.pace import CREDIBLE_MS
from game.games.twin_it.places import Places
from game.games.twin_it.scoring import LEVEL_NAMES
from game.games.twin_it.texts import TwinItTexts
from game.games.twin_it.view import Face

if TYPE_CHECKING:
    from game.services.context import Context

#: durations of a caption at a seat, a red ring, a usual sentence and a short one, in milliseconds at normal speed
CAPTION_MS, RING_MS, SENTENCE_MS, SHORT_MS = 1100.0, 1200.0, 2400.0, 1300.0
#: duration of a new card's ring
NEW_MS = 450.0
#: time a lost set takes to its place under the stack
GONE_MS = 640.0
#: time a set found by another seat stays visible in place, by the clock and without one
HELD_MS, HELD_CALM_MS = 350.0, 900.0
#: duration of the word for the own find, the distance of its rise, and its greatest size and width
SHOUT_MS, SHOUT_RISE, SHOUT_SIZE, SHOUT_WIDE = 1100.0, 34.0, 72.0, 270.0
#: least width of a free row of cells for it
LEAST_WORD = 150.0
#: factors of the intensity that the sparks of an own find and of another's have
OWN, OTHERS = 1.3, 0.6
#: volume of an own set's arrival
ARRIVES_VOLUME = 0.7
#: time from an own find until its set has arrived at the own place, where it hops amid sparks
ARRIVES_MS = 300.0
#: duration of a new dot's bump, and its sizes on the way
BUMP_MS, BUMP_SIZES = 520.0, (2.1, 1.8, 1.5, 1.2)
#: longest time from the flip to the find that is told, in milliseconds
QUICK_MS = 3000
#: offset of a card off a stack from the other card of its set, in widths, where it is held because the stack shows a
#: new top
BESIDE_IT = (0.24, -0.1)
#: duration of a medal just reached
REACHED_MS = 1800.0
#: distance and duration of a caption's rise, logical and in milliseconds
RISE, RISE_MS = 8.0, 160.0
#: size of a caption, and least width of its room
SIZE, LEAST = 22.0, 56.0
#: height of a caption's pill, as a multiple of its text size
PILL = 1.5
#: height of the room at the number of sets of a seat
LESS = 28.0
#: size of a sentence in the prompt's place
SENTENCE_SIZE = 18.0
#: size of a large sentence, and the least width of its room on wide and tall tables: in a narrower one it is illegible
BANNER_SIZE, LEAST_SENTENCE = 27.0, (150.0, 300.0)
#: height of a room for three lines
THREE_LINES = 110.0
#: time of the first winning set's hop, once the last set has arrived, and delay of each further hop
FIRST_HOP_MS, NEXT_HOP_MS = 420.0, 130.0
#: the sounds of the hops, rising
HOP_SOUNDS = ("chip_2", "chip_3", "chip_4", "chip_5", "chip_6", "chip_7")
#: delay of the banner, in which the last find leaves; duration and distance of its rise, in milliseconds and logical
BANNER_AFTER_MS, BANNER_RISE_MS, BANNER_RISE = 340.0, 180.0, 26.0
#: least distance of the banner from the edges of the field
BANNER_EDGE = 4.0
#: greatest width of the banner
WIDEST_BANNER = 548.0


class Caption(NamedTuple):
    """A caption at a seat: its box, colour, orientation, start and end."""

    text: str
    box: Box
    fill: Colour
    turned: bool
    since: float
    until: float


class Shout(NamedTuple):
    """The large word for the own find, or for a medal's ``level`` that it reaches, from its start to its end."""

    seat: int
    since: float
    until: float
    level: int = 0
    text: str = "shout"


class Ring(NamedTuple):
    """A ring around a card until a time: red with a ``sign`` for an error, or plain for a new card."""

    card: int
    sign: str
    until: float


class Lost(NamedTuple):
    """A lost set at its old place: owner and cell number, face, destination and end."""

    owner: int
    number: int
    cell: Cell
    tilt: int
    face: str
    end: SpritePlace
    sign: str
    until: float


class Found(NamedTuple):
    """A card of a set found by another seat: its place, face, the finder's seat and end."""

    cards: tuple[int, ...]
    cell: Cell
    tilt: int
    face: str
    seat: int
    until: float


class Sentence(NamedTuple):
    """A sentence for everyone until a time, in the colour of its ``line``: that of an error, or another."""

    text: str = ""
    until: float = 0.0
    line: Colour = WARNING


class Announcements(UsesContext):
    """The announcements at one table. ``land`` lets a new card settle, ``hop`` makes a set hop."""

    #: the pictures and texts for the present window, and the banner of the end
    faces: TwinItFaces
    match_texts: TwinItTexts
    banner: Banner

    def __init__(
        self,
        context: "Context",
        places: Places,
        layer: SpriteLayer,
        land: Callable[[int], None],
        hop: Callable[[Face], None],
    ) -> None:
        self.context, self.places, self.layer, self._land, self._hop = context, places, layer, land, hop
        #: the free felt that words were on last
        self._felt: Box | None = None
        #: the sparks of finds
        self.bursts = Bursts(context)
        #: milliseconds since the table was made, in real time
        self._ms = 0.0
        #: seat -> reason of its last error, as its lost set may be chosen later
        self._why: dict[int, str] = {}
        self.forget()

    def build(self, faces: TwinItFaces, match_texts: TwinItTexts) -> None:
        """Adopt pictures and texts for a new window; the banner is made now because it takes longer than a frame."""
        self.faces, self.match_texts = faces, match_texts
        room = self.places.spots.field.w - 24
        self.banner = Banner(self.kit, GOLD, True, 0.0 if room >= WIDEST_BANNER else room)

    def forget(self) -> None:
        """Drop all announcements, when another moment of the match is shown."""
        self.captions: list[Caption] = []
        self.rings: list[Ring] = []
        self._lost: list[Lost] = []
        self.found: list[Found] = []
        #: cards that are to settle
        self._landing: list[int] = []
        self.shouts: list[Shout] = []
        #: the bots that have looked in vain; their signs last until the next card, so that a round's order stays plain
        self.passed: set[int] = set()
        #: stamp of what was there at the last look in vain, or -1
        self._looked_at = -1
        #: seat -> time of its newest dot
        self._bumped: dict[int, float] = {}
        self.bursts.clear()
        self.sentence = Sentence()
        #: the cards of own finds on their way, with the time at which they arrive
        self._arriving: list[tuple[tuple[int, ...], float]] = []
        #: the event that ended the match, its time, and the number of sets that have hopped since
        self.ended: ev.GameEnded | None = None
        self._ended_at, self._hopped = 0.0, 0

    # ---- what happens -------------------------------------------------------------------------------

    def tell(self, event: ev.Event, covered: bool, lag: int) -> None:
        """Announce an event before its view is shown; ``covered`` faces are not held.

        With ``lag`` everything counts later than it was done, so it is subtracted from a reaction time.
        """
        places, match_texts, view = self.places, self.match_texts, self.places.view
        match event:
            case ev.SetWon(seat=seat, ms=ms) | ev.SetStolen(seat=seat, ms=ms):
                if not covered:
                    self._hold(seat, event.cards)
                self.shout(event)
                if found := self._found(seat, ms - lag):
                    self.say_to(seat, found, GOLD)
                if intensity(event, view) == FOURTH and places.people != [seat]:
                    self._warn(seat)
                if isinstance(event, ev.SetStolen):
                    self._tell_taken(event.owner, match_texts.stolen(event, places.people, view.options))
            case ev.SetCollected() | ev.SetExtended():
                self.shout(event)
            case ev.SeatPassed(seat):
                self._pass(seat)
            case ev.ErrorMade(seat, cards, why):
                self.err(seat, cards, why)
                self.say_to(seat, match_texts(f"error.{why}"), WARNING)
                if places.people == [seat] and not view.set_counts[seat]:
                    # without a clock nobody flips for an error, and the next seat looks at once
                    self.say(*(match_texts("look_over"), SHORT_MS) if view.options.calm else (match_texts("no_set"),))
            case ev.CollectRefused(seat=seat, cards=cards):
                self.err(seat, cards, "unequal")
                self.say(match_texts.waits(seat, view.options), SHORT_MS)
            case ev.CardFlipped(card=card) | ev.CardTurned(card=card):
                self.passed.clear()
                self._tell_gone(event)
                self.rings = [one for one in self.rings if one[:2] != (card, "")]
                self.rings.append(Ring(card, "", self._end(NEW_MS)))
                self._landing.append(card)
                if isinstance(event, ev.CardTurned) and view.phase == state.Phase.COUNT:
                    # in place of the contest's text
                    self.say(match_texts("nobody"), SHORT_MS, GOLD)
            case ev.ContestStarted():
                # the contest's own text names the rivals, and is near its cards
                self.sentence, self.shouts, self._felt = Sentence(), [], None
            case ev.SetLost(seat=seat):
                self._lose(event)
                # until the set has gone, as the next card is turned up then
                self.say(match_texts.lost(event, self._why.get(seat, "")), RING_MS + GONE_MS)
            case ev.GameEnded():
                self.ended, self._ended_at, self._hopped, self.shouts = event, self._ms, 0, []
            case _:
                pass

    def _pass(self, seat: int) -> None:
        """Mark a bot that has looked in vain; after the last look of a round, tell that all have."""
        view = self.places.view
        self._looked_at = view.now
        if self.places.seats[seat].kind != HUMAN:
            self.passed.add(seat)
            self.sentence = Sentence()
        if view.options.in_rounds and seat == view.flipper:
            # without words the flips that follow would seem to be an error
            self.say(self.match_texts("all_missed"), SHORT_MS, CREAM)

    def _tell_gone(self, event: ev.Event) -> None:
        """Without a clock, name the pattern of a pair that goes with a flip, if the last looks were in vain."""
        if not isinstance(event, ev.CardFlipped) or not self.places.view.options.in_rounds:
            return
        faces = [face for face in self.places.view.faces if face.where != state.SET]
        gone = next((face.pattern for face in faces if face.card == event.card), -1)
        shown = sorted(face.shown_at for face in faces if face.pattern == gone)
        if len(shown) > 1 and shown[1] <= self._looked_at:
            self.say(self.match_texts("pair_gone", card=self.match_texts.family(gone)), line=CREAM)

    def _tell_taken(self, owner: int, text: str) -> None:
        """Tell that a set was taken: without a clock in the own tray, as a sentence would cover whose look it is."""
        if not text:
            return
        cells, taken = self.places.areas[owner].cells, self.places.filled(owner)
        room = self._free_row(cells, taken, 0) if self.places.view.options.calm else None
        size = self.kit.fitting(SIZE, room.h / PILL) if room else SIZE
        if room and self.kit.pill_plain(text, size).get_width() <= self.kit.px(room.w):
            self._add_caption(owner, text, room, WARNING, SHORT_MS)
        else:
            self.say(text, SHORT_MS)

    def _warn(self, seat: int) -> None:
        """Tell that a seat lacks one set; without a clock a sentence would take the place of the next look's prompt."""
        if self.places.view.options.calm:
            self.say_to(seat, self.match_texts("shout.fourth"), GOLD)
        else:
            self.say(self.match_texts.last_gap(seat, self.places.view))
        self.context.audio.play("drum")

    def _found(self, seat: int, ms: int) -> str:
        """Return the caption at the finder's seat: a quick time, otherwise a word, which the own find has anyway.

        The time is that from the flip which made the pair possible.
        """
        if self.places.view.options.calm or not CREDIBLE_MS <= ms <= QUICK_MS:
            return "" if self.places.people == [seat] else self.match_texts("found_calm")
        time, room = self.match_texts.seconds(ms), self.free_at(seat, True)
        texts = (self.match_texts("found_in", time=time), time)
        # in a narrow room the time alone, or nothing, as a cut one tells nothing
        size, most = (self.kit.fitting(SIZE, room.h / PILL), self.kit.px(room.w)) if room else (SIZE, 0)
        return next((text for text in texts if self.kit.pill_plain(text, size).get_width() <= most), "")

    def shout(self, event: ev.SetWon | ev.SetStolen | ev.SetCollected | ev.SetExtended) -> None:
        """Celebrate a find with sparks at its cards and a bump of the dot, and the own one with a large word."""
        places, seat, cards = self.places, event.seat, event.cards
        cells = [Cell(*at, 0.0) for at in self.held(cards).values()] or places.cells_of(cards)
        if not cells:
            return
        own = places.people == [seat] or places.view.options.mode == state.MINUTE
        if own:
            # the latest event alone is told in large letters
            text = "shout.fourth" if intensity(event, places.view) == FOURTH else "shout"
            self.sentence, self.shouts = Sentence(), [Shout(seat, self._ms, self._end(SHOUT_MS), text=text)]
            self._arriving.append((cards, self._end(ARRIVES_MS)))
        if impact := impact_of(intensity(event, places.view) * (OWN if own else OTHERS)):
            self.bursts.add(*centroid(cells), impact, (GOLD if own else pieces.HANDS[seat], CREAM))
        self._bumped[seat] = self._ms

    def ahead(self) -> Iterator[Callable[[], object]]:
        """Prepare the large word for a find."""
        if room := self._word_room(self.places.viewer):
            yield partial(self._word, room)

    def _word(self, room: Box, level: int = 0, text: str = "shout") -> Surface:
        size, most = min(SHOUT_SIZE, 0.8 * room.h), min(SHOUT_WIDE if text == "shout" else 1.5 * SHOUT_WIDE, room.w)
        text = self.match_texts(f"level.{LEVEL_NAMES[level]}" if level else text)
        return self.kit.sticker(text, size, METAL[level] if level else GOLD, most)

    def bump(self, seat: int) -> float:
        """Return the size of a seat's newest dot, 1 at rest."""
        share = (self._ms - self._bumped.get(seat, -BUMP_MS)) / BUMP_MS
        if share >= 1 or self.context.settings.reduced_motion:
            return 1.0
        return BUMP_SIZES[int(share * len(BUMP_SIZES))]

    @property
    def held_ms(self) -> float:
        """The time a set found by another seat stays visible in place, at normal speed."""
        return HELD_CALM_MS if self.places.view.options.calm else HELD_MS

    def _end(self, ms: float) -> float:
        """Return the end of an announcement of ``ms`` at normal speed; without animation it lasts as long."""
        return self._ms + ms * (self.context.settings.pace or 1.0)

    def reach(self, level: int) -> None:
        """Celebrate a medal reached in the minute: it takes the place of the word for the find that reached it."""
        self.shouts = [one._replace(until=self._end(REACHED_MS), level=level) for one in self.shouts]
        self.context.audio.play("new_best")

    def say_to(self, seat: int, text: str, fill: Colour) -> None:
        """Show a caption at a seat, if there is room for one: gold for a find, red for an error."""
        if box := self.free_at(seat, fill == GOLD):
            self.captions = [caption for caption in self.captions if caption.box != box]
            self._add_caption(seat, text, box, fill, CAPTION_MS)

    def _add_caption(self, seat: int, text: str, box: Box, fill: Colour, ms: float) -> None:
        self.captions.append(Caption(text, box, fill, self.places.areas[seat].turned, self._ms, self._end(ms)))

    def say(self, text: str, ms: float = SENTENCE_MS, line: Colour = WARNING) -> None:
        """Show a sentence, which ends the large word for an earlier find."""
        self.sentence, self.shouts = Sentence(text, self._end(ms), line), []

    def err(self, seat: int, cards: tuple[int, ...], why: str) -> None:
        """Ring the cards that ``seat`` took for a set."""
        self._why[seat] = why
        if seat in self.places.people:
            self.shouts = []
        self.rings += [Ring(card, pieces.SIGNS[why], self._end(RING_MS)) for card in cards]

    def _lose(self, event: ev.SetLost) -> None:
        """Keep a set visible that is about to be lost, and show "one less" at its owner's number."""
        places, owner = self.places, event.owner
        face = next(iter(places.view.things(event.cards)), None)
        if face is None:
            return
        (cell, tilt), top, until = places.cell_of(face), places.areas[event.seat].top, self._end(RING_MS)
        end = SpritePlace(top.x, top.y, cell.w, f"back:{tilt}" if tilt else "back", 13)
        # a set has one ring, whichever of its cards was pointed at
        self.rings = [one for one in self.rings if one.card != face.card or not one.sign]
        sign = pieces.SIGNS.get(self._why.get(event.seat, ""), "close")
        number = places.set_cells[owner][face.card]
        self._lost.append(Lost(owner, number, cell, tilt, places.name_of(face, tilt), end, sign, until))
        middle, y, room = places.areas[owner].tally
        wide = max(LEAST, room)
        box = Box(middle - wide / 2, y - LESS / 2, wide, LESS)
        self._add_caption(owner, self.match_texts("less"), box, WARNING, RING_MS)

    def _hold(self, seat: int, cards: Sequence[int]) -> None:
        """Keep a rival's find visible before it is removed; the viewer knows their own."""
        places = self.places
        if places.people == [seat]:
            return
        faces = places.things(cards)
        rest = [face for face in faces if face.where != state.STACK]
        until = self._end(self.held_ms)
        for number, face in enumerate(faces):
            cell, tilt = places.cell_of(face)
            name = places.name_of(face, tilt)
            if face.where == state.STACK:
                cell, tilt = places.cell_of(rest[0] if rest else face)
                if not rest:
                    cell = places.free_near(cell)
                if rest or number:
                    cell = cell._replace(x=cell.x + BESIDE_IT[0] * cell.w, y=cell.y + BESIDE_IT[1] * cell.w)
                name = single(face.pattern, tilt)
            self.found.append(Found(face.cards, cell, tilt, name, seat, until))

    def held(self, cards: Sequence[int]) -> dict[int, tuple[float, float]]:
        """Return card -> place for those of these cards that are held."""
        return {card: one.cell[:2] for one in self.found for card in one.cards if card in cards}

    # ---- updates ------------------------------------------------------------------------------------

    def update(self, ms: float, covered: bool) -> bool:
        """Advance the time; return True if the picture changes. While all is ``covered`` no lost set leaves."""
        before = self._content()
        rising = any(self._ms < caption.since + RISE_MS for caption in self.captions) or bool(self.shouts)
        rising = self.bursts.update(ms) or rising or any(self.bump(seat) > 1 for seat in self._bumped)
        self._ms += ms
        for card in self._landing:
            self._land(card)
        self._landing.clear()
        self._arrive()
        self.captions = [caption for caption in self.captions if self._ms < caption.until]
        self.shouts = [one for one in self.shouts if self._ms < one.until]
        self.rings = [one for one in self.rings if self._ms < one.until]
        self.found = [one for one in self.found if self._ms < one.until]
        for one in self._lost:
            if self._ms >= one.until and not covered:
                start = one.end._replace(x=one.cell.x, y=one.cell.y, face=one.face)
                self.layer.fly(start, one.end, self.context.settings.lasting(GONE_MS))
        self._lost = [one for one in self._lost if self._ms < one.until]
        if self._ms >= self.sentence.until:
            self.sentence = Sentence()
        return self._celebrate(ms) or rising or before != self._content()

    def _arrive(self) -> None:
        """Make own finds that have arrived hop amid sparks, unless the match is over, at whose end all of them do."""
        here = [cards for cards, at in self._arriving if self._ms >= at]
        self._arriving = [one for one in self._arriving if self._ms < one[1]]
        for face in [face for cards in here for face in self.places.things(cards[:1])] if not self.ended else ():
            if face.where == state.SET:
                self._hop(face)
                self.context.audio.play("chip_5", ARRIVES_VOLUME)
                if impact := impact_of(WON):
                    self.bursts.add(*self.places.cell_of(face)[0][:2], impact, (GOLD, CREAM))

    def _content(self) -> tuple[int, ...]:
        """Return the numbers of present announcements, for comparison."""
        told = len(self.captions) + len(self.passed)
        return len(self.rings), len(self._lost), len(self.found), told, len(self.sentence.text)

    def _celebrate(self, ms: float) -> bool:
        """Make the winning sets hop one by one; return True while the banner rises."""
        if self.ended is None:
            return False
        since, sets = self._ms - self._ended_at, self._won_sets(self.ended.winners)
        if self._hopped < len(sets) and since >= FIRST_HOP_MS + self._hopped * NEXT_HOP_MS:
            self._hop(sets[self._hopped])
            self.context.audio.play(HOP_SOUNDS[min(self._hopped, len(HOP_SOUNDS) - 1)])
            self._hopped += 1
            self._glitter(sets[self._hopped - 1], self._hopped == len(sets))
        return BANNER_AFTER_MS <= since < BANNER_AFTER_MS + BANNER_RISE_MS + ms

    def _glitter(self, face: Face, is_last: bool) -> None:
        """Burst sparks from a winning set: most from the last one, which ends an own row with a fanfare."""
        impact = impact_of(FIFTH if is_last else WON)
        if impact:
            self.bursts.add(*self.places.cell_of(face)[0][:2], impact, (GOLD, CREAM))
        if is_last and self.ended and not {*self.ended.winners}.isdisjoint(self.places.people):
            self.context.audio.play("win")

    def _won_sets(self, owners: Sequence[int]) -> list[Face]:
        places = self.places
        if places.timed:
            return []
        won = [face for face in places.view.faces if face.where == state.SET and face.place in owners]
        return sorted(won, key=lambda face: (face.place, places.set_cells.get(face.place, {}).get(face.card, 0)))

    # ---- drawing ------------------------------------------------------------------------------------

    def lost(self) -> list[Lost]:
        """Return the lost sets whose cells have not been filled again."""
        return [one for one in self._lost if one.number not in self.places.filled(one.owner)]

    def draw_lost(self, canvas: Canvas) -> None:
        """Draw the lost sets, below everything that can be claimed."""
        for one in self.lost():
            canvas.put_centred(self.faces(one.face, one.cell.w), one.cell.x, one.cell.y)

    def _ringed(self) -> list[tuple[Face, Ring]]:
        return [(face, one) for one in self.rings for face in self.places.things((one.card,))]

    def draw_new(self, canvas: Canvas) -> None:
        """Draw the rings of new cards, below the marks of hands."""
        for face, one in self._ringed():
            if not one.sign and one.card == face.card:
                pieces.draw_hand(canvas, self.kit, *self.places.cell_of(face), CREAM)

    def draw_rings(self, canvas: Canvas) -> None:
        """Draw rivals' finds, and the red rings with their reasons."""
        places, kit = self.places, self.kit
        taken = {places.cell_of(face)[0][:2] for face in places.in_sight()} if self.found else set()
        for found in self.found:
            # a card newly put there has precedence
            if found.cell[:2] not in taken:
                canvas.put_centred(self.faces(found.face, found.cell.w), *found.cell[:2])
                pieces.draw_hand(canvas, kit, found.cell, found.tilt, pieces.HANDS[found.seat])
                pieces.draw_figure(canvas, kit, found.cell, places.seats[found.seat].figure)
        wrong = [(one.cell, one.tilt, one.sign) for one in self.lost()]
        wrong += [(*places.cell_of(face), one.sign) for face, one in self._ringed() if one.sign]
        for cell, tilt, sign in wrong:
            pieces.draw_hand(canvas, kit, cell, tilt, WARNING)
            off = cell.w / 2 - 2
            canvas.put_centred(kit.scene_image(pieces.why_plain, 30.0, sign), cell.x - off, cell.y - off)

    def draw_captions(self, canvas: Canvas) -> None:
        """Draw the sparks, and the words at single seats."""
        kit = self.kit
        self.bursts.draw(canvas)
        for shout in self.shouts:
            left = 0.0 if self.context.settings.reduced_motion else max(0.0, 1 - (self._ms - shout.since) / SHOUT_MS)
            if not (room := self._word_room(shout.seat)):
                continue
            (x, y), word = room.centre, self._word(room, shout.level, shout.text)
            # a film's close shot may see less than the room
            wide, high = (side / kit.scale for side in word.get_size())
            x, y = canvas.inside(x, y + SHOUT_RISE * left**3, wide, high)
            canvas.put_centred(word, x, y)
            if shout.level:
                badge = kit.scene_image(medal, 0.34 * min(SHOUT_SIZE, room.h), shout.level)
                aside = (word.get_width() + badge.get_width()) / kit.scale / 2
                canvas.put_centred(badge, x - aside, y)
        for seat in self.passed:
            pieces.draw_vain(canvas, kit, *self.places.areas[seat].face)
        for caption in self.captions:
            ink = CREAM if caption.fill == WARNING else INK
            # even with the largest texts a caption is no higher than its place
            size = kit.fitting(SIZE, caption.box.h / PILL)
            picture = kit.scene_image(
                pieces.caption_plain, caption.text, size, caption.fill, ink, caption.box.w, caption.turned
            )
            (x, y), (wide, high) = caption.box.centre, (side / kit.scale for side in picture.get_size())
            # a film's close shot tells it whole or not at all
            if canvas.inside(x, y, wide, high) == (x, y):
                canvas.put_centred(picture, x, y + self.rise(caption))

    def draw_as_prompt(self, canvas: Canvas, contest: str, has_prompt: bool) -> bool:
        """Draw the ``contest``'s text or the sentence on free felt or, if it ``has_prompt``, in the prompt's place.

        Return True if there is one.
        """
        text, line = (contest, GOLD) if contest else (self.sentence.text, self.sentence.line)
        if text and (room := self._sentence_room()):
            most_lines = 3 if room.h > THREE_LINES else 2
            size = self.kit.fitting(BANNER_SIZE, (room.h - 8) / (1.1 * most_lines))
            picture = self.kit.scene_image(pieces.message_plain, text, size, room.w, line, most_lines)
            canvas.put_centred(picture, *room.centre)
        elif text and has_prompt:
            self.draw_notice(canvas, text, line)
        return bool(text)

    def draw_notice(self, canvas: Canvas, text: str, line: Colour) -> None:
        """Draw a sentence in the prompt's place, in two lines where it is narrow."""
        place, kit, narrow = self.places.spots.prompt, self.kit, not self.frame.tall
        # even with the largest texts two lines stay below the bar of a wide table
        size = kit.fitting(SENTENCE_SIZE, SENTENCE_SIZE * 0.94) if narrow else SENTENCE_SIZE
        canvas.put_centred(kit.scene_image(pieces.message_plain, text, size, place.w, line), place.x, place.y)

    def _sentence_room(self) -> Box | None:
        """Return the room for a large sentence, or None where it is in the prompt's place."""
        places = self.places
        if places.around or places.timed or places.spots.pill:
            return None
        room = self._room(places.viewer)
        return room if room and room.w >= LEAST_SENTENCE[self.frame.tall] else None

    def _room(self, seat: int) -> Box | None:
        """Return the room for large words: free felt of the middle, or the free cells of ``seat``, or None."""
        places, owner = self.places, self.places.owner(seat)
        self._felt = places.felt(self._felt)
        taken = {*places.filled(owner), *(one.number for one in self._lost if one.owner == owner)}
        return self._felt or self._free_row(places.cells(seat), taken, 1)

    def _word_room(self, seat: int) -> Box | None:
        """Return the room for the large word, always in the tray of ``seat``, or free felt for a seat without one.

        It is a free row of cells or, with hardly one left, a wide room for captions, or the whole tray: its sets can
        wait for a moment.
        """
        places, owner = self.places, self.places.owner(seat)
        cells = places.cells(seat) if places.timed or seat in places.areas else ()
        if not cells:
            return self._room(seat)
        rooms = self._free_row(cells, places.filled(owner), 0), places.areas[seat].caption if places.areas else None
        return next((box for box in rooms if box and box.w >= LEAST_WORD), bounds([cell.box for cell in cells]))

    def banner_place(self, ended: ev.GameEnded) -> tuple[float, float]:
        """Return the middle of the banner: at the field's edge beside a winner's sets, or in its middle for several."""
        field, sets = self.places.spots.field, self._won_sets(ended.winners)
        if len(ended.winners) != 1 or not sets:
            return field.centre
        near, _y = centroid([self.places.cell_of(face)[0] for face in sets])
        wide, high = self.banner.wide / 2 + BANNER_EDGE, self.banner.high / 2 + BANNER_EDGE
        above = self.places.areas[ended.winners[0]].box.y < field.y
        x = min(max(near, field.x + wide), field.x + field.w - wide)
        return x, field.y + high if above else field.y + field.h - high

    def draw_banner(self, canvas: Canvas) -> None:
        """Draw the result of the match over everything but the winner's sets."""
        since = self._ms - self._ended_at - BANNER_AFTER_MS
        if self.ended and since >= 0:
            left = max(0.0, 1 - since / BANNER_RISE_MS) if not self.context.settings.reduced_motion else 0.0
            x, y = self.banner_place(self.ended)
            texts = self.match_texts.ending(self.ended, self.places.view)
            self.banner.draw(canvas, *texts, x, y + BANNER_RISE * left**2)

    def rise(self, caption: Caption) -> float:
        """Return how far a caption still is below its place, or above it at the far side of the device."""
        if self.context.settings.reduced_motion:
            return 0.0
        share = min(1.0, (self._ms - caption.since) / RISE_MS)
        return (-1 if caption.turned else 1) * RISE * (1 - share)

    # ---- placement ----------------------------------------------------------------------------------

    def free_at(self, seat: int, won: bool) -> Box | None:
        """Return the room for a caption to a seat that hides no figure, name, number or card to be claimed, or None.

        That is the room its area reserves, or else its empty cells beyond the one just ``won``. There is none in timed
        play, nor with hardly an empty cell: number and figure have to do.
        """
        area = self.places.areas[seat]
        return area.caption or self._free_row(area.cells, self.places.filled(seat), won)

    def _free_row(self, cells: Sequence[Cell], taken: Collection[int], won: int) -> Box | None:
        """Return the longest row of ``cells`` that are neither ``taken`` nor the next ones to be ``won``, or None."""
        free = [cell.box for number, cell in enumerate(cells) if number not in taken][won:]
        rows = [[box for box in free if box.y == y] for y in sorted({box.y for box in free})]
        row = max(rows, key=len, default=[])
        return bounds(row) if row and bounds(row).w >= LEAST else None
