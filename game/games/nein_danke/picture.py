"""The picture of the table of Nein Danke!: panels, cards, chips and figures, as they are shown now."""

from __future__ import annotations

from collections.abc import Hashable, Iterable, Iterator, Sequence
from functools import partial
from typing import TYPE_CHECKING

from pygame import Surface

from game.core.match import Seat
from game.engine import surfaces, text
from game.engine.backdrop import Backdrop, felt
from game.engine.canvas import Canvas
from game.engine.cards import tag
from game.engine.items import card_id
from game.engine.kit import Kit
from game.engine.layout import Box, bounds
from game.engine.palette import CREAM, GOLD, GOOD, INK, SOFT, mix, rgb
from game.engine.sprites import Place
from game.engine.table import Making
from game.engine.turn_table import TurnTable
from game.games.nein_danke import deck, heap, layout
from game.games.nein_danke.events import Event
from game.games.nein_danke.faces import RATIO, Faces, aura, face_of, ghost
from game.games.nein_danke.flight import Sprites
from game.games.nein_danke.layout import Lying, Panel, Spread
from game.games.nein_danke.rules import TAKE, Action, Phase, View
from game.games.nein_danke.scoring import Score, score
from game.games.nein_danke.shown import Shown
from game.games.nein_danke.words import Words

if TYPE_CHECKING:
    from game.context import Context

#: how long the pot's number and its heap show that a chip has been added, in milliseconds
POP_MS = 200.0
#: how large the number is, and how much larger meanwhile, logical
POT_SIZE = 56.0
POPS = (8.0, 18.0, 12.0, 5.0)
#: from so many chips on a pot glows, and how strongly
FAT = ((5, 80), (8, 120), (12, 165))
MINT = mix(GOOD, CREAM, 0.45)
#: most own chips that are drawn one by one; the number beside them tells the rest
CHIP_ROW = 11
#: how wide an own card may be on a tall table
OWN_WIDEST = 150.0
#: about how wide the pot's heap is
POT_WIDE = 140.0
#: below the pile there stands so far down how many cards it has, and of which colour the next one is
BELOW_PILE = 70.0
#: in a tall window it stands so far below the upper edge of the own cards' room that there are none yet
NO_CARDS = 34.0
#: the key of the own chips, and of the one that a pointer takes along
CHIP = "chip"


class Picture(TurnTable[Action, Event, View]):
    """Lays out and draws what :class:`Shown` says."""

    game = "nein_danke"
    ratio = RATIO
    head_wide = 214.0
    felt = rgb("#6B2237")
    say: Words
    view: View
    spots: layout.Spots

    def __init__(self, context: Context, seats: Sequence[Seat], viewer: int, view: View) -> None:
        super().__init__(context, seats, viewer, view)
        self.layer: Sprites = Sprites(self.layer.look, self.layer.now_ms)
        self.shown = Shown(view)
        #: the card choice that waits for its confirmation
        self.selected: Action | None = None
        #: milliseconds since the pot has grown
        self.popped = POP_MS
        self.build()

    # ---- layout -----------------------------------------------------------------------------------

    def build(self) -> None:
        """Lay out and bake for the window as it is now."""
        context, frame = self.context, self.context.frame
        self.faces = Faces(context.kit, context.texts)
        self.say = Words(context.texts, self.seats)
        opponents, papered = len(self.seats) - 1, self.teaches or self.papered
        spots = layout.spots(frame.width, frame.height, opponents, frame.side, papered=papered)
        self.spots = spots = layout.beside_paper(spots) if self.papered and not frame.tall else spots
        self.panels: dict[int, Panel] = {}
        #: where a rival's level stands, or what the rival has just done
        self.beside: dict[int, tuple[float, float]] = {}
        self.backdrop = Backdrop(context.kit, felt(frame, self.felt, (0.5, 0.40 if frame.tall else 0.44)))
        self.backdrop.panel(spots.tray, 20, 0.42)
        for seat, box in zip(self.order()[1:], spots.opponents, strict=True):
            self.panels[seat] = layout.panel(box, spots.roomy, frame.tall)
            self.backdrop.panel(box)
            self._bake_opponent(seat)
        self._bake_plate()
        if spots.ring:
            self._bake_ring(spots.ring)
        if spots.log:
            self.bake_log(spots.log)
        self.arrange()

    def _bake_opponent(self, seat: int) -> None:
        """A rival's name, which never changes, and where the level stands beside it."""
        kit, panel = self.context.kit, self.panels[seat]
        size = kit.fitting(24 if panel.level_anchor == "after" else 22, panel.line)
        name = kit.line_plain(self.name(seat), size, CREAM, text.BLACK, panel.name_width)
        self.backdrop.put(name, *panel.name)
        x, y = panel.level
        if panel.level_anchor == "after":
            x = panel.name[0] + name.get_width() / kit.scale + 10
        self.beside[seat] = (x, y)

    def _bake_plate(self) -> None:
        """The own name, and in a tall window the game's."""
        plate = self.spots.plate
        tall = self.context.frame.tall
        points = self.kit.line_plain(self.words("points"), self.kit.fitting(16, 20) if tall else 18, SOFT, most=92)
        if tall:
            self.bake_name(self.viewer, (plate.x + 80, plate.y + 33), 24, 126)
            # below their numbers, as at the pot
            self.backdrop.put(points, plate.x + plate.w, plate.y + 57, "right")
            self.bake_title()
        else:
            self.bake_name(self.viewer, (plate.x + 100, plate.y + 28), 25, 166)
            self.backdrop.put(points, plate.x + 100, plate.y + 72)
            if self.context.frame.whole:
                # two numbers stand below each other, and the lower one is part of the upper one
                size = self.kit.fitting(15, 19)
                note = self.kit.line_plain(self.words("chips_count"), size, SOFT, text.STRONG, plate.w - 24)
                self.backdrop.put(note, plate.x + plate.w - 4, plate.y + 159, "right")

    def _bake_ring(self, box: Box) -> None:
        """With many at the table: who sits where, and which way the auction goes."""
        self.backdrop.panel(box, 18, 0.42)
        arrow = self.context.kit.icon_plain("restart", 72, SOFT)
        self.backdrop.put(arrow, *box.centre, "centre")

    # ---- where things lie ---------------------------------------------------------------------------

    def sync(self, view: View, ms: float = 0) -> None:
        """Make the picture show ``view``."""
        self.view = view
        self.shown.take_over(view)
        self.arrange(ms)

    def score_of(self, seat: int) -> Score:
        """What a display is worth now; hidden chips count nothing."""
        return score(self.shown.displays[seat], max(0, self.shown.chips[seat]))

    def coming(self) -> Iterable[tuple[str, float]]:
        """The pile's top card as it turns over, and every card that can be turned up."""
        yield "back_pink", self.spots.centre.w
        for number in deck.NUMBERS:
            yield face_of(number), self.spots.centre.w

    def ahead(self) -> Iterator[Making]:
        """As everywhere, after the pot's number in all its sizes and its light."""
        for grown in (0.0, *POPS):
            yield partial(self.kit.sticker, "0", POT_SIZE + grown)
        for _least, alpha in FAT:
            yield partial(self.kit.made, glow_of, *self._glow(alpha))
        yield from super().ahead()

    def _glow(self, alpha: int) -> tuple[float, int]:
        """The size of the pot's light, and its strength."""
        return self.spots.chip * 3.1, alpha

    def _places(self) -> dict[Hashable, Place]:
        shown, spots = self.shown, self.spots
        places: dict[Hashable, Place] = {}
        if self.peeking:
            nine = layout.nine(spots, self.view.seen)
            places |= {("aside", card): Place(x, y, w, face_of(card), 60) for card, x, y, w in nine}
        else:
            places |= self._pile_places()
        if shown.card and not self.peeking:
            x, y, w = spots.centre
            waits = bool(self.selected and self.selected == TAKE)
            places[shown.card] = Place(x, y, w, face_of(shown.card), 50, "selected" if waits else "rest")
        self.spreads: dict[int, Spread] = {}
        for seat in range(len(self.seats)):
            spread = self.spreads[seat] = self._spread(seat)
            for lying in spread.cards:
                if lying.card:
                    places[lying.card] = self._lying_place(seat, lying)
        return places

    def _own_seen(self) -> list[Box]:
        """The own plate, and the middle of the table: pile, card and pot."""
        spots = self.spots
        _x, y, w = spots.centre
        left, right = spots.pile.x - spots.pile.w / 2, max(spots.pot[0], spots.counter[0]) + POT_WIDE / 2
        return [spots.plate, spots.chips, Box(left, y - w * RATIO / 2, right - left, w * RATIO + BELOW_PILE)]

    def _pile_places(self) -> dict[Hashable, Place]:
        """The pile: its top card and the rims of a few below."""
        x, y, w = self.spots.pile
        rims = min(5, self.shown.pile_count)
        places: dict[Hashable, Place] = {}
        for rim in range(rims):
            below = rims - 1 - rim
            back = f"back_{self.shown.back if not below else 'pink'}"
            state = "rest" if rim == 0 else "flat"
            places["pile", rim] = Place(x - below * 1.6, y - below * 2.2, w, back, -9 + rim, state)
        return places

    def _lying_place(self, seat: int, lying: Lying) -> Place:
        id_ = card_id(lying.card)
        state = "hover" if self.pointed == id_ else "rest"
        if self.selected and self.selected.card == lying.card:
            state = "selected"
        elif state == "rest" and seat == self.viewer and self._choosing() and self.shows_legal:
            state = "legal"
        rise = min(10.0, lying.w * 0.1) if state in ("hover", "selected") else 0
        depth = lying.z + (40 if rise else 0)
        return Place(lying.x, lying.y - rise, lying.w, face_of(lying.card), depth, state)

    @property
    def peeking(self) -> bool:
        """Whether the viewer is looking at the set-aside nine."""
        return self.view.phase == Phase.PEEK and self.view.turn == self.viewer and bool(self.view.seen)

    def _choosing(self) -> bool:
        """Whether the viewer may choose one of the own cards now."""
        return self.asked and self.view.turn == self.viewer and self.view.phase in (Phase.GIVE, Phase.REMOVE)

    def _spread(self, seat: int) -> Spread:
        if seat == self.viewer:
            box, widest = self.spots.cards, OWN_WIDEST if self.context.frame.tall else 104.0
        else:
            box, widest = self.panels[seat].cards, self.panels[seat].widest
        return layout.spread(tuple(self.shown.displays[seat]), self.score_of(seat), box, widest)

    def pot_place(self, number: int) -> tuple[float, float]:
        """Where the pot's chip of that number lies."""
        chip = heap.HEAP[min(number, len(heap.HEAP) - 1)]
        (x, y), radius = self.spots.pot, self.spots.chip
        return x + chip.across * radius, y + chip.down * radius

    def update(self, ms: float) -> bool:
        """Let time pass; return whether the picture changes."""
        changed = super().update(ms)
        if self.popped >= POP_MS:
            return changed
        self.popped += ms
        return True

    def pop(self) -> None:
        """The pot has grown."""
        self.popped = 0.0 if self.ms(1) else POP_MS

    def chip_spot(self, seat: int) -> Place:
        """Where a seat's chips are."""
        if seat == self.viewer:
            x, y, w, h = self.spots.chips
            return Place(x + min(97.0, w / 2), y + h / 2, self.spots.chip * 2, "chip")
        return Place(*self.panels[seat].chip, self.spots.chip * 1.4, "chip")

    def gain_spot(self, seat: int) -> tuple[float, float]:
        """Where it can be read how many chips a seat gets: it rises from there."""
        if seat in self.panels:
            return self.panels[seat].gain
        x, y, *_ = self.chip_spot(seat)
        return x + 30, y + 4

    def chips_box(self) -> Box:
        """Where the own chips lie side by side; the middle of the first one is half the box's height from its left."""
        return self.spots.chips

    def looked_at(self) -> list[Box]:
        """The card that is auctioned, and its pot."""
        x, y = self.spots.counter
        named = [self.place_of(name) for name in ("centre", "pot")]
        return [*filter(None, named), Box(x - 50, y - 40, 100, 100)]

    def place_of(self, name: str) -> Box | None:
        """A part of the table by the name that a lesson calls it by."""
        spots = self.spots
        match name:
            case "centre":
                return spots.centre.card(RATIO)
            case "pile":
                return spots.pile.card(RATIO)
            case "pot":
                x, y = spots.pot
                return Box(x - 2.2 * spots.chip, y - 1.9 * spots.chip, 4.4 * spots.chip, 3.9 * spots.chip)
            case "chips":
                box, chips = self.chips_box(), min(max(1, self.shown.chips[self.viewer]), CHIP_ROW)
                # the ring around them ends above the words below
                return box._replace(w=box.h + (chips - 1) * self._chip_step(chips), h=box.h - 6)
            case "plate":
                return spots.plate
            case "cards":
                spread = self.spreads[self.viewer]
                own = [*(lying.body for lying in spread.cards), *map(pill_box, spread.pills)]
                return bounds(own) if own else None
        found: Box | None = None
        for spread in self.spreads.values():
            pills = {pill.card: pill_box(pill) for pill in spread.pills}
            for lying in spread.cards:
                if name == card_id(lying.card):
                    # what it costs hangs below it and is spoken of with it
                    found = bounds([lying.body, pills.get(lying.card, lying.body)])
        return found or super().place_of(name)

    # ---- drawing ------------------------------------------------------------------------------------

    def draw(self, canvas: Canvas) -> None:
        """Draw the table with everything that moves."""
        canvas.background(self.backdrop.surface)
        for seat, panel in self.panels.items():
            self._draw_opponent(canvas, seat, panel)
        self._draw_plate(canvas)
        if self.spots.ring:
            for seat, (x, y) in zip(self.order(), layout.around(self.spots.ring, len(self.seats)), strict=True):
                canvas.put_centred(self.face(seat, 21, seat == self.shown.turn), x, y)
        if not self.peeking:
            self._draw_auction(canvas)
        self._draw_ghosts(canvas)
        self.layer.draw(canvas)
        if self.shown.card and self.view.phase <= Phase.GREEN:
            self._draw_pot(canvas)
        self._draw_pills(canvas)
        for seat, panel in self.panels.items():
            self._draw_last(canvas, seat, panel)
        self.draw_popups(canvas)
        if self.spots.log:
            self.draw_log(canvas, self.spots.log)

    def _draw_opponent(self, canvas: Canvas, seat: int, panel: Panel) -> None:
        kit, chips = self.context.kit, self.shown.chips_of(seat)
        canvas.put_centred(self.face(seat, panel.radius, seat == self.shown.turn), *panel.face)
        x, y = panel.chip
        radius = panel.chip_radius
        canvas.put_centred(self.faces("chip", radius * 2), x, y)
        canvas.put_left(kit.sticker("?" if chips < 0 else str(chips), max(18, radius * 2)), x + radius * 1.6, y)
        if chips < 0 and panel.level_anchor == "after":
            canvas.put_centred(kit.line(self.words("secret"), 15, SOFT, most=66), x + 10, y + 29)

    def _draw_last(self, canvas: Canvas, seat: int, panel: Panel) -> None:
        """Beside the name: the gold pill of the last move, a light one for who sits this auction out, or the level."""
        x, y = self.beside[seat]
        anchor = "right" if panel.level_anchor == "right" else "left"
        room = {"after": panel.cards.x + panel.cards.w - x, "left": panel.level_width + 8}
        most = room.get(panel.level_anchor, panel.level_width - 6)
        # in a low panel it leaves the name above it in sight
        size = self.kit.fitting(16, min(20.0, panel.line * 0.8))
        if self.last_pill(canvas, seat, x, y, anchor=anchor, most=most, size=size):
            return
        put = canvas.put_right if anchor == "right" else canvas.put_left
        if seat in self.shown.out:
            put(self.kit.pill(self.words("is_out"), 15, CREAM, INK, most=most), x, y)
        else:
            put(self.kit.line(self.level(seat), 15, SOFT, text.STRONG, panel.level_width), x, y)

    def _draw_plate(self, canvas: Canvas) -> None:
        kit, plate, tall = self.context.kit, self.spots.plate, self.context.frame.tall
        active = self.shown.turn == self.viewer
        chips = self.shown.chips_of(self.viewer)
        total = self.context.texts.number(self.shown.total_of(self.viewer))
        # whoever only looks on does not know how many there are
        held = f"\u00d7{chips}" if chips >= 0 else "?"
        if tall:
            canvas.put_centred(self.face(self.viewer, 28, active), plate.x + 38, plate.y + 33)
            canvas.put_right(kit.sticker(total, 44, most=98), plate.x + plate.w, plate.y + 25)
            if self.spots.chips_apart:
                canvas.put_right(kit.sticker(held, 42), plate.x + plate.w, self.spots.chips.centre[1])
            else:
                canvas.put_left(kit.sticker(held, 42), plate.x + 384, plate.y + 25)
                label = kit.line(self.words("chips", count=max(0, chips)), kit.fitting(16, 20), SOFT, text.STRONG)
                canvas.put_left(label, plate.x + 386, plate.y + 57)
        else:
            canvas.put_centred(self.face(self.viewer, 30, active), plate.x + 52, plate.y + 44)
            canvas.put_right(kit.sticker(total, 46, most=96), plate.x + plate.w - 4, plate.y + 72)
            canvas.put_right(kit.sticker(held, 42), plate.x + plate.w - 4, plate.y + 128)
        self._draw_chips(canvas, max(0, chips))
        if not self.shown.displays[self.viewer]:
            # on a tall table where papers begin: they lie over all of it, or nothing
            cards = self.spots.cards
            x, y = cards.centre
            line = kit.line(self.words("no_cards"), 19, SOFT, text.STRONG, cards.w - 20)
            canvas.put_centred(line, x, cards.y + NO_CARDS if tall else y)
        # below the name, or between the figure and the chips
        x, y, size = (plate.x + 80, plate.y + 59, 13.0) if tall else (plate.x + 4, plate.y + 94, 15.0)
        size = kit.fitting(size, 17)
        if not self.last_pill(canvas, self.viewer, x, y, size=size) and self.viewer in self.shown.out:
            canvas.put_left(kit.pill(self.words("is_out"), size), x, y)

    def _chip_step(self, row: int) -> float:
        """How far so many own chips side by side lie apart."""
        box = self.chips_box()
        return min(box.h * 0.53, (box.w - box.h) / max(1, row - 1))

    def _draw_chips(self, canvas: Canvas, chips: int) -> None:
        """The own chips side by side, but for the one that a pointer has taken along."""
        box = self.chips_box()
        row = min(chips, CHIP_ROW)
        step = self._chip_step(row)
        taken = self.carried is not None and CHIP in self.carried.load.places
        for number in range(row - 1 if taken and row else row):
            x = box.x + box.h / 2 + number * step + self.layer.lean(CHIP)
            canvas.put_centred(self.faces("chip", box.h), x, box.y + box.h / 2)

    def _draw_auction(self, canvas: Canvas) -> None:
        """The pile's size and next back; around a green card the wreath that tells its auction apart."""
        kit, spots, shown = self.context.kit, self.spots, self.shown
        tall = self.context.frame.tall
        x, y, w = spots.pile
        under = y + w * RATIO / 2 + (24 if tall else 18)
        if shown.pile_count:
            words = str(shown.pile_count) if tall else self.words("pile", count=shown.pile_count)
            canvas.put_centred(kit.pill(words, 18, CREAM, INK, text.BLACK), x, under)
            if self.view.options.specials:
                room = max(w, 150.0) if tall else max(w * 1.4, 120.0)
                following = kit.line(self.words(f"next_{shown.back}"), 17, SOFT, most=room)
                canvas.put_centred(following, x, under + (38 if tall else 29))
        if shown.card and deck.is_green(shown.card):
            x, y, w = spots.centre
            canvas.put_centred(kit.made(aura, w, w * RATIO), x, y)
            if not tall and self.view.phase == Phase.GREEN:
                # above the number of chips
                for number, words in enumerate(reversed(self.words("green_auction").split("|"))):
                    line = kit.line(words, 15, MINT, text.BLACK, 172)
                    canvas.put_centred(line, spots.counter[0] - 12, spots.counter[1] - 41 - number * 22)

    def _draw_ghosts(self, canvas: Canvas) -> None:
        """The dashed places where jokers count."""
        for spread in self.spreads.values():
            for lying in spread.cards:
                if not lying.card:
                    picture = self.context.kit.made(ghost, lying.w, str(lying.number))
                    canvas.put_centred(picture, lying.x, lying.y)

    def _draw_pot(self, canvas: Canvas) -> None:
        """The pot's chips in a heap that gives a little under a new one, and how many they are."""
        shown, spots, kit = self.shown, self.spots, self.context.kit
        fresh = self.popped < POP_MS
        glow = sum(shown.pot >= least for least, _alpha in FAT)
        if glow:
            # for a moment as bright as with many more
            alpha = FAT[min(glow if fresh else glow - 1, len(FAT) - 1)][1]
            canvas.put_centred(kit.made(glow_of, *self._glow(alpha)), *spots.pot)
        chips = [(chip.tier, chip.down, number) for number, chip in enumerate(heap.HEAP[: shown.pot])]
        for tier, _down, number in sorted(chips):
            x, y = self.pot_place(number)
            sunk = 2.0 if self.popped < POP_MS / 2 and number < shown.pot - 1 and tier == 0 else 0.0
            canvas.put_centred(self.faces("chip", spots.chip * 2), x, y + sunk)
        grown = POPS[int(self.popped / POP_MS * len(POPS))] if fresh else 0.0
        canvas.put_centred(kit.sticker(str(shown.pot), POT_SIZE + grown), *spots.counter)
        label = kit.line(self.words("chips", count=shown.pot), 18, CREAM, text.BLACK)
        canvas.put_centred(label, spots.counter[0], spots.counter[1] + 44)

    def draw_labels(self, canvas: Canvas) -> None:
        """What each run costs: a ring around its card shall not hide it."""
        self._draw_pills(canvas)

    def _draw_pills(self, canvas: Canvas) -> None:
        """What each run costs, below its lowest card."""
        kit, texts = self.context.kit, self.context.texts
        for spread in self.spreads.values():
            for pill in spread.pills:
                if self.layer.moving(pill.card):
                    continue
                words = texts.number(-pill.cost)
                canvas.put_centred(kit.made(tag, words, pill_size(pill)), pill.x, pill.y)

    def visible_part(self, lying: Lying, spread: Spread) -> Box:
        """The part of a card that no other card of its display covers, as its target."""
        body = lying.body
        left, right = body.x, body.x + body.w
        for other in spread.cards:
            if other.y != lying.y or other.z <= lying.z or abs(other.x - lying.x) >= other.w:
                continue
            if other.x < lying.x:
                left = max(left, other.x + other.w / 2)
            else:
                right = min(right, other.x - other.w / 2)
        return Box(left, body.y, right - left, body.h)


def pill_size(pill: layout.Pill) -> float:
    """How large what a run costs is written."""
    return max(12.0, min(24.0, pill.w * 0.23 + 2))


def pill_box(pill: layout.Pill) -> Box:
    """About where it stands."""
    size = pill_size(pill)
    return Box(pill.x - size, pill.y - size * 0.8, 2 * size, size * 1.6)


def glow_of(kit: Kit, radius: float, alpha: int) -> Surface:
    """The light around a fat pot; plain."""
    return surfaces.halo(kit.px(radius * 0.7), max(1, kit.px(radius * 0.3)), GOLD, alpha)[0]
