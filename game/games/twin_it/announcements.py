"""The announcements of Twin It!, placed where they hide no card to be compared.

A caption appears at the seat that acted. Cards wrongly taken for equal, and the set that the error costs, briefly get
red rings; then the set goes face down under the stack. A sentence for everyone is close to its cards or in the prompt.
At the end a banner names the winners, and the winning sets hop one by one.
"""

from collections.abc import Callable, Iterator, Sequence
from functools import partial
from math import dist, inf
from typing import TYPE_CHECKING, NamedTuple

from pygame import Surface

from game.core.impact import impact_of
from game.core.match import HUMAN
from game.engine.banners import Banner
from game.engine.burst import Bursts
from game.engine.canvas import Canvas
from game.engine.layout import Box, bounds, overlap
from game.engine.palette import CREAM, GOLD, INK, WARNING, Colour
from game.engine.services import UsesContext
from game.engine.sprites import SpriteLayer, SpritePlace
from game.games.twin_it import events as ev
from game.games.twin_it import pieces, state
from game.games.twin_it.faces import TwinItFaces, single
from game.games.twin_it.intensity import intensity
from game.games.twin_it.layout import Cell, centroid
from game.games.twin_it.places import Places
from game.games.twin_it.texts import TwinItTexts
from game.games.twin_it.view import Face

if TYPE_CHECKING:
    from game.app.context import Context

#: durations of a caption at a seat, a red ring, a usual sentence and a short one, in milliseconds at normal speed
CAPTION_MS, RING_MS, SENTENCE_MS, SHORT_MS = 1100.0, 1200.0, 2400.0, 1300.0
#: duration of a new card's ring
NEW_MS = 450.0
#: time a lost set takes to its place under the stack
GONE_MS = 640.0
#: time a set found by another seat stays visible in place, by the clock and without one
HELD_MS, HELD_CALM_MS = 350.0, 900.0
#: duration of the word for a find, the distance of its rise, and its size for the own find and another's
SHOUT_MS, SHOUT_RISE, SHOUT_SIZES = 900.0, 26.0, (56.0, 34.0)
#: share of another's intensity that its sparks have
OTHERS = 0.6
#: duration of a new dot's bump, and its sizes on the way
BUMP_MS, BUMP_SIZES = 520.0, (2.1, 1.8, 1.5, 1.2)
#: offset of a card off a stack from the other card of its set, in widths, where it is held because the stack shows a
#: new top
BESIDE_IT = (0.24, -0.1)
#: distance and duration of a caption's rise, logical and in milliseconds
RISE, RISE_MS = 8.0, 160.0
#: size of a caption, and least width of its room
SIZE, LEAST = 22.0, 56.0
#: height of a caption's pill, as a multiple of its text size
PILL = 1.5
#: height of the room at the dots of a seat
LESS = 28.0
#: size of a sentence close to the cards and in the prompt, and its greatest width
SENTENCE_SIZE, PROMPT_SIZE, WIDEST = 22.0, 18.0, 560.0
#: distance between the places tried for a sentence, logical
STEP = 16.0
#: distance in pixels that counts like one pixel of overlap with a card
COVER = 1000.0
#: margin around the cards that a sentence is about, for the figures of hands
FIGURES = 18.0
#: time of the first winning set's hop, once the last set has arrived, and delay of each further hop
FIRST_HOP_MS, NEXT_HOP_MS = 420.0, 130.0
#: the sounds of the hops, rising
HOP_SOUNDS = ("chip_2", "chip_3", "chip_4", "chip_5", "chip_6", "chip_7")
#: delay of the banner, in which the last find leaves; duration and distance of its rise, in milliseconds and logical
BANNER_AFTER_MS, BANNER_RISE_MS, BANNER_RISE = 340.0, 180.0, 26.0
#: greatest width of the banner
WIDEST_BANNER = 548.0


class Caption(NamedTuple):
    """A caption at a seat: its box, tone, orientation, start and end."""

    text: str
    box: Box
    good: bool
    turned: bool
    since: float
    until: float


class Shout(NamedTuple):
    """The large word for a find, where its cards lay: centre, whether it is the own find, colour, start and end."""

    text: str
    x: float
    y: float
    own: bool
    colour: Colour
    since: float
    until: float


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
    """A sentence for everyone until a time, in the prompt or centred ``at`` a place."""

    text: str = ""
    until: float = 0.0
    good: bool = False
    at: tuple[float, float] | None = None


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
        #: the sparks of finds
        self.bursts = Bursts(context)
        #: milliseconds since the table was made, in real time
        self._ms = 0.0
        #: the contest being announced: its text, cells and place
        self._contest: tuple[str, tuple[Cell, ...], tuple[float, float]] = ("", (), (0.0, 0.0))
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
        #: seat -> time of its newest dot
        self._bumped: dict[int, float] = {}
        self.bursts.clear()
        self.sentence = Sentence()
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
                if not view.options.calm:
                    self.say_to(seat, match_texts("found_in", time=match_texts.seconds(max(0, ms - lag))), True)
                if taken := match_texts.stolen(event, places.people, view.options):
                    self.say(taken, SHORT_MS)
            case ev.SetCollected() | ev.SetExtended():
                self.shout(event)
            case ev.SeatPassed(seat) if places.seats[seat].kind != HUMAN:
                self.say_to(seat, match_texts("move.SeatPassed"), False)
            case ev.ErrorMade(seat, cards, why):
                self.err(seat, cards, why)
                self.say_to(seat, match_texts(f"error.{why}"), False)
                if places.people == [seat] and not view.set_counts[seat]:
                    self.say(match_texts("no_set"), at=places.cells_of(cards))
            case ev.CollectRefused(seat=seat, cards=cards):
                self.err(seat, cards, "unequal")
                self.say(match_texts.waits(seat, view.options), SHORT_MS)
            case ev.CardFlipped(card=card) | ev.CardTurned(card=card):
                self.rings = [one for one in self.rings if one[:2] != (card, "")]
                self.rings.append(Ring(card, "", self._end(NEW_MS)))
                self._landing.append(card)
                if isinstance(event, ev.CardTurned) and view.phase == state.Phase.COUNT:
                    # in place of the contest's text
                    self.say(match_texts("nobody"), SHORT_MS, self._contest[1], good=True)
            case ev.ContestStarted():
                # the contest's own text names the rivals
                self.sentence = Sentence()
            case ev.SetLost(seat=seat):
                self._lose(event)
                at = places.cells_of([one.card for one in self.rings if one.sign])
                self.say(match_texts.lost(event, self._why.get(seat, "")), at=at)
            case ev.GameEnded():
                self.ended, self._ended_at, self._hopped = event, self._ms, 0
            case _:
                pass

    def shout(self, event: ev.SetWon | ev.SetStolen | ev.SetCollected | ev.SetExtended) -> None:
        """Celebrate a find with a word, sparks and a bump of the dot: the own one loudly, another's in its colour."""
        places, field, seat, cards = self.places, self.places.spots.field, event.seat, event.cards
        cells = places.cells_of(cards)
        if not cells:
            return
        own = places.people == [seat] or places.view.options.mode == state.MINUTE
        colour = GOLD if own else pieces.HANDS[seat]
        text = self.match_texts("shout") if own else self.match_texts("shout_other", name=self.match_texts.name(seat))
        held = [Cell(*at, 0.0) for at in self.held(cards).values()]
        # where a card leaves an empty place in the middle, the word hides no other
        left = [places.cell_of(face)[0] for face in places.things(cards) if face.where == state.SPOT]
        x, y = centroid(held or left[:1] or cells)
        if held:
            y -= max(cell.w for cell in cells) * 0.5
        x = min(max(x, field.x + 100), field.x + field.w - 100)
        self.shouts.append(Shout(text, x, y, own, colour, self._ms, self._end(SHOUT_MS)))
        if impact := impact_of(intensity(event, places.view) * (1 if own else OTHERS)):
            self.bursts.add(x, y, impact, (GOLD, CREAM) if own else (colour, CREAM))
        self._bumped[seat] = self._ms

    def ahead(self) -> Iterator[Callable[[], object]]:
        """Prepare the large words for finds."""
        kit, match_texts = self.kit, self.match_texts
        yield partial(kit.sticker, match_texts("shout"), SHOUT_SIZES[0], GOLD)
        for seat, colour in zip(range(len(self.places.seats)), pieces.HANDS, strict=False):
            yield partial(kit.sticker, match_texts("shout_other", name=match_texts.name(seat)), SHOUT_SIZES[1], colour)

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

    def say_to(self, seat: int, text: str, good: bool) -> None:
        """Show a caption at a seat, if there is room for one."""
        if box := self.free_at(seat, good):
            self.captions = [caption for caption in self.captions if caption.box != box]
            self._add_caption(seat, text, box, good, CAPTION_MS)

    def _add_caption(self, seat: int, text: str, box: Box, good: bool, ms: float) -> None:
        self.captions.append(Caption(text, box, good, self.places.areas[seat].turned, self._ms, self._end(ms)))

    def say(self, text: str, ms: float = SENTENCE_MS, at: Sequence[Cell] = (), good: bool = False) -> None:
        """Show a sentence in the prompt, or close to the cells ``at`` if it hides nothing there."""
        close = self._place(self.pill(text, good), at, (), True) if at and not self.places.timed else None
        self.sentence = Sentence(text, self._end(ms), good, close if close != self.places.spots.prompt[:2] else None)

    def err(self, seat: int, cards: tuple[int, ...], why: str) -> None:
        """Ring the cards that ``seat`` took for a set."""
        self._why[seat] = why
        self.rings += [Ring(card, pieces.SIGNS[why], self._end(RING_MS)) for card in cards]

    def _lose(self, event: ev.SetLost) -> None:
        """Keep a set visible that is about to be lost, and show "one less" at its owner's dots."""
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
        x, y, step = places.areas[owner].dots
        middle, wide = x + step * (state.SETS_TO_WIN - 1) / 2, max(LEAST, step * state.SETS_TO_WIN)
        box = Box(middle - wide / 2, y - LESS / 2, wide, LESS)
        self._add_caption(owner, self.match_texts("less"), box, False, RING_MS)

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
                    cell = places.count_at([cell])
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

    def _content(self) -> tuple[int, ...]:
        """Return the numbers of present announcements, for comparison."""
        return len(self.rings), len(self._lost), len(self.found), len(self.captions), len(self.sentence.text)

    def _celebrate(self, ms: float) -> bool:
        """Make the winning sets hop one by one; return True while the banner rises."""
        if self.ended is None:
            return False
        since, sets = self._ms - self._ended_at, self._won_sets(self.ended.winners)
        if self._hopped < len(sets) and since >= FIRST_HOP_MS + self._hopped * NEXT_HOP_MS:
            self._hop(sets[self._hopped])
            self.context.audio.play(HOP_SOUNDS[min(self._hopped, len(HOP_SOUNDS) - 1)])
            self._hopped += 1
        return BANNER_AFTER_MS <= since < BANNER_AFTER_MS + BANNER_RISE_MS + ms

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

    def draw_rings(self, canvas: Canvas) -> None:
        """Draw rivals' finds, the rings of new cards, and the red rings with their reasons."""
        places, kit = self.places, self.kit
        taken = {places.cell_of(face)[0][:2] for face in places.in_sight()} if self.found else set()
        for found in self.found:
            # a card newly put there has precedence
            if found.cell[:2] not in taken:
                canvas.put_centred(self.faces(found.face, found.cell.w), *found.cell[:2])
                pieces.draw_hand(canvas, kit, found.cell, found.tilt, pieces.HANDS[found.seat])
                pieces.draw_figure(canvas, kit, found.cell, places.seats[found.seat].figure)
        ringed = [(face, one) for one in self.rings for face in places.things((one.card,))]
        rings = [(*places.cell_of(face), one.sign) for face, one in ringed if one.sign or one.card == face.card]
        for cell, tilt, _sign in [ring for ring in rings if not ring[2]]:
            pieces.draw_hand(canvas, kit, cell, tilt, CREAM)
        wrong = [(one.cell, one.tilt, one.sign) for one in self.lost()] + [ring for ring in rings if ring[2]]
        for cell, tilt, sign in wrong:
            pieces.draw_hand(canvas, kit, cell, tilt, WARNING)
            off = cell.w / 2 - 2
            canvas.put_centred(kit.made(pieces.why_plain, 30.0, sign), cell.x - off, cell.y - off)

    def draw_captions(self, canvas: Canvas) -> None:
        """Draw the sentence close to its cards, and the captions at single seats."""
        kit, sentence = self.kit, self.sentence
        self.bursts.draw(canvas)
        for shout in self.shouts:
            picture = kit.sticker(shout.text, SHOUT_SIZES[not shout.own], shout.colour)
            left = 0.0 if self.context.settings.reduced_motion else 1 - (self._ms - shout.since) / SHOUT_MS
            canvas.put_centred(picture, shout.x, shout.y + SHOUT_RISE * left**3)
        if sentence.at:
            canvas.put_centred(self.pill(sentence.text, sentence.good), *sentence.at)
        for caption in self.captions:
            fill, ink = (GOLD, INK) if caption.good else (WARNING, CREAM)
            # even with the largest texts a caption is no higher than its place
            size = kit.fitting(SIZE, caption.box.h / PILL)
            picture = kit.made(pieces.caption_plain, caption.text, size, fill, ink, caption.box.w, caption.turned)
            x, y = caption.box.centre
            canvas.put_centred(picture, x, y + self.rise(caption))

    def draw_as_prompt(self, canvas: Canvas) -> bool:
        """Draw the sentence in place of the prompt; return True if there is one."""
        sentence, spots = self.sentence, self.places.spots
        if not sentence.text or sentence.at:
            return False
        picture = self.kit.made(pieces.message_plain, sentence.text, PROMPT_SIZE, spots.prompt.w)
        canvas.put_centred(picture, *spots.prompt[:2])
        return True

    def draw_contest(self, canvas: Canvas, text: str, cells: Sequence[Cell], count: Box) -> None:
        """Draw the contest's text beside its cards, clear of the ``count``; nothing can be claimed meanwhile."""
        pill = self.pill(text, True)
        if self._contest[:2] != (text, tuple(cells)):
            self._contest = (text, tuple(cells), self._place(pill, cells, (count,), False))
        canvas.put_centred(pill, *self._contest[2])

    def draw_banner(self, canvas: Canvas) -> None:
        """Draw the result of the match over everything."""
        since = self._ms - self._ended_at - BANNER_AFTER_MS
        if self.ended and since >= 0:
            left = max(0.0, 1 - since / BANNER_RISE_MS) if not self.context.settings.reduced_motion else 0.0
            x, y = self.places.spots.field.centre
            texts = self.match_texts.ending(self.ended, self.places.view)
            self.banner.draw(canvas, *texts, x, y + BANNER_RISE * left**2)

    def rise(self, caption: Caption) -> float:
        """Return how far a caption still is below its place, or above it at the far side of the device."""
        if self.context.settings.reduced_motion:
            return 0.0
        share = min(1.0, (self._ms - caption.since) / RISE_MS)
        return (-1 if caption.turned else 1) * RISE * (1 - share)

    # ---- placement ----------------------------------------------------------------------------------

    def pill(self, text: str, good: bool) -> Surface:
        """Draw the sentence as a pill, with a red edge for bad news."""
        most = min(WIDEST, self.places.spots.field.w - 24)
        return self.kit.made(pieces.message_plain, text, SENTENCE_SIZE, most, GOLD if good else WARNING)

    def _place(self, pill: Surface, cells: Sequence[Cell], off: Sequence[Box], bare: bool) -> tuple[float, float]:
        """Return the middle of a pill close to ``cells``, clear of them and of the boxes ``off``.

        If it would cover another card and ``bare`` forbids that, it goes to the prompt.
        """
        places = self.places
        scale, field = self.kit.scale, places.spots.field
        w, h = pill.get_width() / scale, pill.get_height() / scale
        never = [*(cell.box.grown(FIGURES) for cell in cells), *off]
        cards = [places.cell_of(face)[0].box for face in places.in_sight()]
        near = centroid(cells)
        # with ``bare`` the prompt is better than covering a card, else only better than no place
        cost, best = COVER if bare else inf, places.spots.prompt[:2]
        down, across = (max(1, int(room / STEP) + 1) for room in (field.h - h, field.w - w))
        boxes = [
            Box(field.x + column * STEP, field.y + row * STEP, w, h) for row in range(down) for column in range(across)
        ]
        # the nearest first: the others cost at least their distance
        for away, box in sorted((dist(box.centre, near), box) for box in boxes):
            if away >= cost:
                break
            if any(overlap(box, other) for other in never):
                continue
            covered = 0.0
            for card in cards:
                covered += overlap(box, card)
                if COVER * covered + away >= cost:
                    break
            else:
                cost, best = COVER * covered + away, box.centre
        return best

    def free_at(self, seat: int, won: bool) -> Box | None:
        """Return the room for a caption to a seat that hides no figure, name, dots or card to be claimed, or None.

        That is the room its area reserves, or else its empty cells beyond the one just ``won``. There is none in timed
        play, nor with hardly an empty cell: dots and figure have to do.
        """
        area, taken = self.places.areas[seat], self.places.filled(seat)
        if area.caption:
            return area.caption
        free = [cell.box for number, cell in enumerate(area.cells) if number not in taken][won:]
        rows = [[box for box in free if box.y == y] for y in sorted({box.y for box in free})]
        row = max(rows, key=len, default=[])
        return bounds(row) if row and bounds(row).w >= LEAST else None
