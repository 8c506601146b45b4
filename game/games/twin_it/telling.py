"""What the table of Twin It! tells of what has just happened, where it hides nothing that is to be compared.

A word stands at who did something. What was taken for equal, and the set that it costs, are ringed in red for a moment;
then the set goes turned over under the stack. Who lost what, and why, is a sentence in the place of the prompt.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from math import dist
from typing import TYPE_CHECKING, NamedTuple

from pygame import Surface

from game.engine.canvas import Canvas
from game.engine.figures import figure
from game.engine.layout import Box
from game.engine.palette import CREAM, GOLD, INK, WARNING
from game.engine.sprites import Layer, Place
from game.games.twin_it import pieces
from game.games.twin_it.events import SetLost
from game.games.twin_it.faces import Faces, hand, single
from game.games.twin_it.layout import Cell
from game.games.twin_it.pieces import SIGNS
from game.games.twin_it.places import Places
from game.games.twin_it.state import SETS_TO_WIN, STACK

if TYPE_CHECKING:
    from game.app.context import Context

#: how long a word stands at a seat, a red ring around a card, and a sentence of a set or of what is soon over; less
#: where the player wants it fast
WORD_MS, RING_MS, SENTENCE_MS, SHORT_MS = 1100.0, 1200.0, 2400.0, 1300.0
#: how long it is seen which card is new
NEW_MS = 450.0
#: how long a lost set is on its way under the stack
GONE_MS = 640.0
#: what somebody else has found is held so long where it lay, so that one sees which cards it was
HELD_MS = 350.0
#: a card off a stack, where a new one shows at once, is held beside the other one: so many widths to its side and above
BESIDE_IT = (0.24, -0.1)
#: radius of the figure at what has been found
FINDER = 17.0
#: a word comes up so far within its place, logical, in so many milliseconds
RISE, RISE_MS = 8.0, 160.0
#: how large a word is, and how much room it needs at least to be read
SIZE, LEAST = 22.0, 56.0
#: how high a word with its pill is, as a share of its letters' size
PILL = 1.5
#: how high the room at the dots of a seat is
LESS = 28.0
#: how large a sentence is, and how wide at most
SENTENCE_SIZE, WIDEST = 22.0, 560.0
#: how far one place that is tried lies beside the next, logical
STEP = 16.0
#: what lies over a card counts like being so many pixels farther away for each pixel of it
COVER = 1000.0
#: beside a card that it is about, so much more is left free: the figures of hands stand there
FIGURES = 18.0


def shared(one: Box, other: Box) -> float:
    """The area that two boxes share."""
    wide = min(one.x + one.w, other.x + other.w) - max(one.x, other.x)
    high = min(one.y + one.h, other.y + other.h) - max(one.y, other.y)
    return max(0.0, wide) * max(0.0, high)


class Word(NamedTuple):
    """A word at a seat: in which place, whether it is a good one, upside down, from when to when."""

    words: str
    box: Box
    good: bool
    turned: bool
    since: float
    until: float


class Wrong(NamedTuple):
    """A thing that was wrongly pointed at: a key of the table, a sign that says why, until when."""

    card: int
    sign: str
    until: float


class Lost(NamedTuple):
    """A set that is no more, where it lay: whose and in which of the cells, its face, where it goes, until when."""

    owner: int
    number: int
    cell: Cell
    tilt: int
    face: str
    end: Place
    sign: str
    until: float


class Found(NamedTuple):
    """A card of a set that somebody else has just found: where it is held, its face, whose hand took it, until when."""

    cards: tuple[int, ...]
    cell: Cell
    tilt: int
    face: str
    seat: int
    until: float


class Telling:
    """What is being told at one places."""

    #: what makes the pictures of cards for the window as it is now
    faces: Faces

    def __init__(self, context: Context, places: Places, layer: Layer, land: Callable[[int], None]) -> None:
        """``land`` lets a new card settle."""
        self.context, self.places, self.layer, self._land = context, places, layer, land
        #: milliseconds since the table was made, of its pictures and not of the game
        self._ms = 0.0
        self._words: list[Word] = []
        self._wrong: list[Wrong] = []
        self._lost: list[Lost] = []
        self._found: list[Found] = []
        #: cards that have just been turned up, and until when they are ringed; those that are to settle
        self._new: dict[int, float] = {}
        self._landing: list[int] = []
        self._sentence, self._until, self._good = "", 0.0, False
        #: where the sentence stands, if not in the place of the prompt
        self._at: tuple[float, float] | None = None
        #: the contest that is told: its words, its cells, and where it is told
        self._contest: tuple[str, tuple[Cell, ...], tuple[float, float]] = ("", (), (0.0, 0.0))
        #: why a seat was wrong the last time, for what it loses may be chosen later
        self._why: dict[int, str] = {}

    # ---- what happens -------------------------------------------------------------------------------

    def _end(self, ms: float) -> float:
        """The time at which something is over that lasts ``ms`` at the usual speed; it stands still without motion."""
        return self._ms + ms * (self.context.settings.pace or 1.0)

    def word(self, seat: int, words: str, good: bool) -> None:
        """Let a word stand at a seat, if there is room for one."""
        box = self._free_at(seat, good)
        if box is None:
            return
        turned = self.places.areas[seat].turned
        self._words = [word for word in self._words if word.box != box]
        self._words.append(Word(words, box, good, turned, self._ms, self._end(WORD_MS)))

    def say(self, words: str, ms: float = SENTENCE_MS, at: Sequence[Cell] = (), good: bool = False) -> None:
        """Say a sentence in the place of the prompt, or close to what lies ``at`` these cells if it hides nothing."""
        self._sentence, self._until, self._good = words, self._end(ms), good
        self._at = None
        if at and words and not self.places.timed:
            pill = self._pill(words, good)
            place = self._place(pill, at, (), True)
            self._at = place if place != self.places.spots.prompt else None

    @property
    def sentence(self) -> str:
        """What is said now, or nothing."""
        return self._sentence

    @property
    def in_the_middle(self) -> bool:
        """Whether it is said close to the cards, and not in the place of the prompt."""
        return self._at is not None and bool(self._sentence)

    def nobody(self, words: str) -> None:
        """The count of a contest is over: say that nobody gets the pair, where the contest was told."""
        self.say(words, SHORT_MS, self._contest[1], good=True)

    def wrong(self, seat: int, cards: tuple[int, ...], why: str) -> None:
        """Ring what ``seat`` took for a set."""
        self._why[seat] = why
        self._wrong += [Wrong(card, SIGNS[why], self._end(RING_MS)) for card in cards]

    def new(self, card: int) -> None:
        """Ring a card that has just been turned up: its face is there at once, and one sees where."""
        self._new[card] = self._end(NEW_MS)
        self._landing.append(card)

    @property
    def wrong_cells(self) -> list[Cell]:
        """Where what is ringed in red lies."""
        return self.places.cells_of([one.card for one in self._wrong])

    def why(self, seat: int) -> str:
        """Why ``seat`` was wrong the last time, if that has been seen."""
        return self._why.get(seat, "")

    def lost(self, event: SetLost) -> None:
        """Keep a set in sight that the table is about to lose."""
        places = self.places
        face = next((face for face in places.view.faces if set(face.cards) & set(event.cards)), None)
        if face is None:
            return
        (cell, tilt), top = places.cell_of(face), places.areas[event.seat].top
        number = places.set_cells[event.owner][face.card]
        back = f"back:{tilt}" if tilt else "back"
        end = Place(top.x, top.y, cell.w, back, 13)
        # the set is one thing: it has one ring, whatever was pointed at
        self._wrong = [one for one in self._wrong if one.card != face.card]
        sign = SIGNS.get(self.why(event.seat), "close")
        self._lost.append(
            Lost(event.owner, number, cell, tilt, places.name_of(face, tilt), end, sign, self._end(RING_MS))
        )
        self._less(event.owner)

    def _less(self, seat: int) -> None:
        """Let one less be read at the dots of a seat."""
        area = self.places.areas[seat]
        x, y = area.dots
        middle, wide = x + area.dot_step * (SETS_TO_WIN - 1) / 2, max(LEAST, area.dot_step * SETS_TO_WIN)
        box = Box(middle - wide / 2, y - LESS / 2, wide, LESS)
        words = self.context.texts("twin_it.less")
        self._words.append(Word(words, box, False, area.turned, self._ms, self._end(RING_MS)))

    def found(self, seat: int, cards: Sequence[int]) -> None:
        """Hold in sight what ``seat`` has found, before the table takes it away; one sees what one finds oneself."""
        places = self.places
        if places.people == [seat]:
            return
        faces = [face for face in places.in_sight() if set(face.cards) & set(cards)]
        rest = [face for face in faces if face.where != STACK]
        until = self._end(HELD_MS)
        for number, face in enumerate(faces):
            cell, tilt = places.cell_of(face)
            shown = rest[0] if rest else face
            if face.where == STACK:
                cell, tilt = places.cell_of(shown)
                if not rest:
                    cell = places.count_at([cell])
                if rest or number:
                    cell = cell._replace(x=cell.x + BESIDE_IT[0] * cell.w, y=cell.y + BESIDE_IT[1] * cell.w)
            name = single(face.pattern, tilt) if face.where == STACK else places.name_of(face, tilt)
            self._found.append(Found(face.cards, cell, tilt, name, seat, until))

    def held(self, cards: Sequence[int]) -> dict[int, tuple[float, float]]:
        """Where these cards are held now, those that are."""
        return {card: one.cell[:2] for one in self._found for card in one.cards if card in cards}

    def forget(self) -> None:
        """Another moment of the match is shown: nothing of this one is told any more."""
        self._words, self._wrong, self._lost, self._found, self._sentence = [], [], [], [], ""
        self._new, self._landing = {}, []

    # ---- time ---------------------------------------------------------------------------------------

    def update(self, ms: float, covered: bool) -> bool:
        """Let time pass; return whether the picture changes. While all is ``covered`` no lost set leaves."""
        before = self._told()
        rising = any(self._ms < word.since + RISE_MS for word in self._words)
        self._ms += ms
        for card in self._landing:
            self._land(card)
        self._landing.clear()
        self._words = [word for word in self._words if self._ms < word.until]
        self._wrong = [one for one in self._wrong if self._ms < one.until]
        self._found = [one for one in self._found if self._ms < one.until]
        for one in self._lost:
            if self._ms >= one.until and not covered:
                start = one.end._replace(x=one.cell.x, y=one.cell.y, face=one.face)
                self.layer.fly(start, one.end, self.context.settings.lasting(GONE_MS))
        self._lost = [one for one in self._lost if self._ms < one.until]
        if self._ms >= self._until:
            self._sentence = ""
        self._new = {card: until for card, until in self._new.items() if self._ms < until}
        return rising or before != self._told()

    def _told(self) -> tuple[int, ...]:
        """How much of everything is told now."""
        rings = len(self._new), len(self._wrong), len(self._lost), len(self._found)
        return *rings, len(self._words), len(self._sentence)

    # ---- drawing ------------------------------------------------------------------------------------

    def _left(self) -> list[Lost]:
        """The lost sets whose cells nobody has filled again."""
        return [one for one in self._lost if one.number not in self.places.filled(one.owner)]

    def draw_lost(self, canvas: Canvas) -> None:
        """Draw the sets that are no more, below everything that can be claimed."""
        for one in self._left():
            canvas.put_centred(self.faces(one.face, one.cell.w), one.cell.x, one.cell.y)

    def draw_rings(self, canvas: Canvas) -> None:
        """Draw what others have found, and the red rings, with their reasons."""
        places, kit = self.places, self.context.kit
        taken = {places.cell_of(face)[0][:2] for face in places.in_sight()} if self._found else set()
        for found in self._found:
            x, y, w = found.cell
            if (x, y) in taken:
                # another card has been put there: it is to be seen at once
                continue
            canvas.put_centred(self.faces(found.face, w), x, y)
            canvas.put_centred(kit.made(hand, w, found.tilt, pieces.HANDS[found.seat]), x, y)
            canvas.put_centred(figure(kit, places.seats[found.seat].figure, FINDER), x - w / 2 + 2, y - w / 2 + 2)
        for fresh in [face for face in places.in_sight() if face.card in self._new] if self._new else ():
            cell, tilt = places.cell_of(fresh)
            canvas.put_centred(kit.made(hand, cell.w, tilt, CREAM), cell.x, cell.y)
        rings = [(one.cell, one.tilt, one.sign) for one in self._left()]
        for wrong in self._wrong:
            face = next((face for face in places.in_sight() if wrong.card in face.cards), None)
            if face is not None:
                rings.append((*places.cell_of(face), wrong.sign))
        for cell, tilt, sign in rings:
            canvas.put_centred(kit.made(hand, cell.w, tilt, WARNING), cell.x, cell.y)
            off = cell.w / 2 - 2
            canvas.put_centred(kit.made(pieces.why_plain, 30.0, sign), cell.x - off, cell.y - off)

    def draw_words(self, canvas: Canvas) -> None:
        """Draw what is said in the middle and to single seats."""
        kit = self.context.kit
        if self.in_the_middle and self._at:
            canvas.put_centred(self._pill(self._sentence, self._good), *self._at)
        for word in self._words:
            fill, ink = (GOLD, INK) if word.good else (WARNING, CREAM)
            # where texts are larger than tables, too, a word is no higher than its place
            size = kit.fitting(SIZE, word.box.h / PILL)
            picture = kit.made(pieces.word_plain, word.words, size, fill, ink, word.box.w, word.turned)
            x, y = word.box.centre
            canvas.put_centred(picture, x, y + self._rise(word))

    def draw_contest(self, canvas: Canvas, words: str, cells: Sequence[Cell], count: Box) -> None:
        """Draw what a contest is about beside its cards, off the ``count``; nobody can claim anything meanwhile."""
        pill = self._pill(words, True)
        if self._contest[:2] != (words, tuple(cells)):
            self._contest = (words, tuple(cells), self._place(pill, cells, (count,), False))
        canvas.put_centred(pill, *self._contest[2])

    def _rise(self, word: Word) -> float:
        """How far a word still is below its place, or above it at the far side of the device."""
        if self.context.settings.reduced_motion:
            return 0.0
        share = min(1.0, (self._ms - word.since) / RISE_MS)
        return (-1 if word.turned else 1) * RISE * (1 - share)

    # ---- where it is told ---------------------------------------------------------------------------

    def _pill(self, words: str, good: bool) -> Surface:
        """The sentence as a pill, with a red line if something has gone wrong."""
        most = min(WIDEST, self.places.spots.field.w - 24)
        return self.context.kit.made(pieces.told_plain, words, SENTENCE_SIZE, most, GOLD if good else WARNING)

    def _place(self, pill: Surface, cells: Sequence[Cell], off: Sequence[Box], bare: bool) -> tuple[float, float]:
        """The middle of a pill close to ``cells``; never over them, nor over what is to be kept ``off``.

        Where it would lie over another card, it stands in the place of the prompt if all cards are to stay ``bare``.
        """
        places = self.places
        scale, field = self.context.kit.scale, places.spots.field
        w, h = pill.get_width() / scale, pill.get_height() / scale
        never = [*(cell.box.grown(FIGURES) for cell in cells), *off]
        cards = [places.cell_of(face)[0].box for face in places.in_sight()]
        x0, y0 = (sum(values) / len(cells) for values in zip(*(cell[:2] for cell in cells), strict=True))
        best: tuple[float, float, float] | None = None
        for row in range(max(1, int((field.h - h) / STEP) + 1)):
            for column in range(max(1, int((field.w - w) / STEP) + 1)):
                box = Box(field.x + column * STEP, field.y + row * STEP, w, h)
                if any(shared(box, other) for other in never):
                    continue
                cover = sum(shared(box, card) for card in cards)
                x, y = box.centre
                cost = COVER * cover + dist((x, y), (x0, y0))
                if best is None or cost < best[0]:
                    best = (cost, x, y)
        if best is None or (bare and best[0] >= COVER):
            return places.spots.prompt
        return best[1:]

    def _free_at(self, seat: int, won: bool) -> Box | None:
        """Where a word to a seat hides neither its face, its name, its dots nor anything that can be claimed.

        That is the room that its area keeps for it, or else its empty cells beyond the one that has just been ``won``.
        In timed play there is none, nor where hardly a cell is empty: dots and figure must do.
        """
        area = self.places.areas[seat]
        if area.word:
            return area.word
        taken = self.places.filled(seat)
        free = [cell for number, cell in enumerate(area.cells) if number not in taken][won:]
        rows = [[cell for cell in free if cell.y == y] for y in sorted({cell.y for cell in free})]
        row = max(rows, key=len, default=[])
        if not row:
            return None
        left, right = min(cell.x for cell in row), max(cell.x for cell in row)
        box = Box(left - row[0].w / 2, row[0].y - row[0].w / 2, right - left + row[0].w, row[0].w)
        return box if box.w >= LEAST else None
