"""The table of Nein Danke!: animates its events and offers its actions."""

from collections.abc import Callable, Hashable, Iterable, Iterator, Sequence
from functools import partial
from math import pi, sin
from typing import TYPE_CHECKING, NamedTuple, assert_never

from pygame import Surface

from game.core.capabilities import Advice
from game.core.match import Seat
from game.engine import director, drag, fonts, game_table, rival, surfaces, transit, tweens, widgets
from game.engine.backdrop import Backdrop, PaperSheet, felt
from game.engine.canvas import Canvas
from game.engine.cards import CORNER, tag
from game.engine.held_secret import SECRET, SecretButton
from game.engine.items import NOTE, Item, card_id, move_id
from game.engine.kit import Kit
from game.engine.layout import Box, TextPlace, bounds, button_boxes
from game.engine.match_texts import LogLine
from game.engine.palette import CREAM, GOLD, GOOD, INK, LIP, PARCHMENT, SOFT, SOFT_ON_PAPER, WARNING, mix, rgb
from game.engine.panel import PanelText
from game.engine.sprites import Sprite, SpriteLayer, SpritePlace
from game.engine.turn_table import KEYS, ActionButton, ChooseAction, TurnTable
from game.engine.widgets import TARGET, Widget
from game.games.nein_danke import auction, deck, intensity, judgement, layout, reasons, scoring
from game.games.nein_danke import events as ev
from game.games.nein_danke.deck import FIRST_SPECIAL, IMMEDIATE, IMMEDIATE_IDS, kind_of
from game.games.nein_danke.faces import RATIO, NeinDankeFaces, aura, face_of, ghost, run_edge
from game.games.nein_danke.layout import LyingCard, Panel, Spread
from game.games.nein_danke.rules import AUCTION, DECLINE, LOOKED, PAY, SKIP, TAKE, Action, Phase, Verb, View
from game.games.nein_danke.texts import NeinDankeTexts

if TYPE_CHECKING:
    from game.services.context import Context


POINTER = 36.0


#: from this far above the pot, a chip starts beyond the card
ABOVE = 80.0
#: sideways bend of its path where it comes down, between the card and the pot's counter
BEND = 32.0
#: duration of the pop after a chip has been added to the pot, in milliseconds
POP_MS = 200.0
#: size of the pot's number, and its increase during the pop, logical
POT_SIZE = 56.0
POPS = (8.0, 18.0, 12.0, 5.0)
#: distance from a label of the pile to the prompt below it, from middle to middle
LABEL_ROOM = 40.0
#: a pot glows from these numbers of chips, with these strengths
FAT = ((5, 80), (8, 120), (12, 165))
MINT = mix(GOOD, CREAM, 0.45)
#: most own chips drawn one by one; the number beside them is exact
CHIP_ROW = 11
#: greatest width of an own card on a tall table
OWN_WIDEST = 150.0
#: distance of the "no cards" line from the upper edge of the cards' box on a tall table
NO_CARDS = 34.0
#: room for the own last move behind the name on a wide table
LAST_WIDE = 96.0
#: height and greatest width of the button in the place of hidden chips
SECRET_HIGH, SECRET_WIDE = 48.0, 268.0
#: the key of the own chips, and of a dragged chip
CHIP = "chip"
#: margins of the drop target of a chip: around the middle card, and from the pot's middle for chips 25 wide, logical
ROOM, POT_ROOM = 12.0, 64.0
#: distance of that target's lower edge above the middle of the prompt
ABOVE_PROMPT = 37.0
#: most chips in flight at once
FLIGHT = 8
#: number of pitches of the chip sound
CLINKS = 7
#: flight time of a dealt chip and delay before the next one, in milliseconds at normal speed
CHIP_MS, CHIP_STEP = 240, 34
#: flight time of a card and the pot's chips to their receiver, and delay of each further chip
AWARD_MS, AWARD_STEP = 310, 45
#: from this many seats on, others take this share of the usual time to think and to pay
CROWD, CROWDED = 6, 0.5
#: pots from and to these shares of the card's cost are close decisions; bots think less long about all others
CLOSE, PLAIN = (0.25, 0.7), 0.3
#: from the second chip on a card on, others think before paying and pay in these shares of the usual time
AGAIN, BRISK = 0.08, 0.85
#: duration of a card's hop in a run that is a feat, delay of the next card's, and its height
HOP_MS, HOP_STEP, HOP_HIGH = 230.0, 55.0, 14.0


class Explained(NamedTuple):
    """The text of a special card's note."""

    title: str
    body: str
    #: True for a card that helps its owner
    good: bool
    #: the label of the points, empty if there is no number to show
    now: str
    points: int
    #: the points as text
    number: str


def special_paper(kit: Kit, w: float, explained: Explained) -> Surface:
    """Draw a special card's name and effect, and its present points if known."""
    paragraph = kit.paragraph_plain(explained.body, 19, w - 40, INK, fonts.TEXT)
    top = 66.0
    below = top + paragraph.get_height() / kit.scale + 4
    paper = PaperSheet(kit, w, below + (92 if explained.now else 12))
    paper.put(surfaces.disc(kit.px(19), INK), 34, 36, "centre")
    paper.put(surfaces.disc(kit.px(16), GOOD if explained.good else WARNING), 34, 36, "centre")
    paper.put(kit.icon_plain("plus" if explained.good else "minus", 24, CREAM), 34, 36, "centre")
    paper.put(kit.line_plain(explained.title, 27, INK, fonts.DISPLAY, w - 84), 64, 36)
    paper.put(paragraph, 20, top, "corner")
    if explained.now:
        paper.inset(Box(14, below + 4, w - 28, 72), 12, PARCHMENT)
        paper.put(kit.line_plain(explained.now, 18, SOFT_ON_PAPER, fonts.BLACK, w - 140), 28, below + 40)
        colour = GOOD if explained.points > 0 else CREAM if explained.points == 0 else WARNING
        paper.put(kit.sticker_plain(explained.number, 42, colour, 86), w - 66, below + 40, "centre")
    return paper.surface


def pointer(kit: Kit, down: bool) -> Surface:
    """Draw the small triangle from a note to its card."""
    side = kit.px(POINTER)
    return surfaces.triangle(side, side * 5 // 6, CREAM, LIP, down)


class Note:
    """The note about a special card, next to the card's box ``body``."""

    def __init__(self, kit: Kit, explained: Explained, body: Box, spots: layout.Spots) -> None:
        self.kit, self.explained, self.body, self.spots = kit, explained, body, spots

    def draw(self, canvas: Canvas) -> None:
        """Draw the paper above its card or below it, within the table."""
        kit, frame, centre = self.kit, canvas.frame, self.spots.centre
        w = 440.0 if frame.tall else 318.0
        paper = kit.scene_image(special_paper, w, self.explained)
        high = kit.paper_height(paper)
        x = self.body.centre[0]
        if not frame.tall and self.body.holds(centre.x, centre.y):
            widgets.put_paper(canvas, kit, paper, self.spots.dock.x, self.spots.dock.y)
            return
        left = min(max(x - w / 2, 28), frame.width - w - 28)
        above = self.body.y - high - POINTER * 0.5
        down = above > 20
        top = above if down else min(self.body.y + self.body.h + POINTER * 0.8, frame.height - high - 20)
        beside = not down and top < self.body.y + self.body.h
        if beside:
            left = x + self.body.w / 2 + 30 if x < frame.width / 2 else x - self.body.w / 2 - 30 - w
        widgets.put_paper(canvas, kit, paper, left, top)
        if not beside:
            tip = kit.scene_image(pointer, down)
            canvas.put_centred(tip, min(max(x, left + 40), left + w - 40), top + high + 9 if down else top - 12)


class PaidChip(Sprite):
    """A paid chip: flies above the card and comes down beside it if it starts beyond the card."""

    __slots__ = ()

    def move(self, share: float) -> None:
        super().move(share)
        start, end = self.start, self.place
        if end.y - start.y < ABOVE or not 0 < share < 1:
            return
        across, down = 1 - (1 - share) ** 4, share**4
        self.x = start.x + (end.x - start.x) * across - BEND * sin(pi * down)
        self.y = start.y + (end.y - start.y) * down


class Sprites(SpriteLayer):
    """The sprites of the table."""

    #: True while a new sprite flies to the pot
    _pays = False

    def new(self, place: SpritePlace) -> Sprite:
        """Create a sprite; one that flies to the pot avoids the card."""
        return PaidChip(place) if self._pays else Sprite(place)

    def pay(self, start: SpritePlace, pot: SpritePlace, ms: float) -> None:
        """Animate a chip flying to the pot."""
        self._pays = True
        self.fly(start, pot, ms)
        self._pays = False


def pill_size(pill: layout.Pill) -> float:
    """Return the text size of a run's cost."""
    return max(12.0, min(24.0, pill.w * 0.23 + 2))


def pill_box(pill: layout.Pill) -> Box:
    """Return the approximate box of a run's cost."""
    size = pill_size(pill)
    return Box(pill.x - size, pill.y - size * 0.8, 2 * size, size * 1.6)


def glow_of(kit: Kit, radius: float, alpha: int) -> Surface:
    """Draw the plain glow of a large pot."""
    return surfaces.halo(kit.px(radius * 0.7), max(1, kit.px(radius * 0.3)), GOLD, alpha)[0]


class NeinDankeTable(TurnTable[Action, ev.Event, View]):
    """The table of one match of Nein Danke! for one viewer."""

    game = "nein_danke"
    ratio = RATIO
    felt = rgb("#6B2237")
    filmed = ("centre",)
    match_texts: NeinDankeTexts
    spots: layout.Spots

    def __init__(self, context: "Context", seats: Sequence[Seat], viewer: int, view: View) -> None:
        super().__init__(context, seats, viewer, view)
        self.layer: Sprites = Sprites(self.layer.look, self.layer.now_ms, self.layer.source)
        #: cards and chips in flight to or from a seat
        self.transit = transit.InTransit()
        #: the card choice that awaits confirmation
        self.selected: Action | None = None
        #: milliseconds since the pot last grew
        self.popped = POP_MS
        #: with several people, a table made to look at the nine is made behind the curtain
        self._made_to_peek = view.phase == Phase.PEEK
        self.build()

    # ---- layout -----------------------------------------------------------------------------------

    def build(self) -> None:
        context, frame = self.context, self.context.frame
        self.faces = NeinDankeFaces(context.kit, context.texts)
        self.match_texts = NeinDankeTexts(context.texts, self.seats)
        spots = self.spots = layout.spots(frame.width, frame.height, len(self.seats) - 1, frame.side, self._sheet)
        self.backdrop = Backdrop(context.kit, felt(frame, self.felt))
        self.backdrop.panel(spots.tray, 20, 0.42)
        self.rivals = rival.Rivals(self, lambda box: layout.panel(box, spots.roomy, frame.tall))
        self.panels = self.rivals.panels
        self._bake_plate()
        if spots.ring:
            self._bake_ring(spots.ring)
        if spots.log:
            self.log_panel.bake(spots.log)
        self.arrange()

    def _bake_plate(self) -> None:
        plate = self.spots.plate
        tall = self.context.frame.tall
        if tall:
            y = plate.y + (33 if self.spots.chips_apart else 25)
            wide = self.bake_name(self.viewer, TextPlace(plate.x + 80, y, 126), 24)
            self._after_name = plate.x + 80 + wide + rival.AFTER_NAME
            self.bake_title()
        else:
            wide = self.bake_name(self.viewer, TextPlace(plate.x + 100, plate.y + 28, 166), 25)
            self._after_name = plate.x + 100 + wide + rival.AFTER_NAME

    def _bake_ring(self, box: Box) -> None:
        """Draw the panel of the turn order with its arrow, for many seats."""
        self.backdrop.panel(box, 18, 0.42)
        arrow = self.context.kit.icon_plain("restart", 72, SOFT)
        self.backdrop.put(arrow, *box.centre, "centre")

    # ---- positions ----------------------------------------------------------------------------------

    def sync(self, view: View, ms: float = 0) -> None:
        self.transit.forget()
        super().sync(view, ms)

    def score_of(self, seat: int) -> scoring.Score:
        """Return the present score of a display; hidden chips count as none."""
        return scoring.score_shown(self.shown.displays[seat], max(0, self.shown.chips[seat]))

    def chips_of(self, seat: int) -> int:
        """Return the number of chips at a seat as shown, or -1 if hidden."""
        hidden = seat == self.viewer and self._hides_chips
        return -1 if hidden else max(-1, self.shown.chips[seat] - self.transit.due(seat))

    @property
    def _guards_chips(self) -> bool:
        """True if the own chips are secret from people at the same device."""
        return not (self.alone or self.view.options.open_chips or self.view.phase >= Phase.ROUND_OVER)

    @property
    def _hides_chips(self) -> bool:
        """True while the own chips are not to be seen."""
        return self._guards_chips and not self.secret.shown

    def spoken(self, view: View) -> str:
        if not self._guards_chips or view.seat < 0:
            return super().spoken(view)
        chips = (*view.chips[: view.seat], -1, *view.chips[view.seat + 1 :])
        return super().spoken(view._replace(chips=chips))

    def total_of(self, seat: int) -> int:
        """Return the points shown for a seat; hidden chips count as none."""
        return scoring.score_shown(self.transit.there(self.shown.displays[seat]), max(0, self.chips_of(seat))).total

    def _chip_worth(self, seat: int) -> str:
        """Return the points for each chip at a seat, by the cards shown there."""
        # of one chip, a half would be rounded
        pair = scoring.score_shown(self.transit.there(self.shown.displays[seat]), 2).chip_points
        number = self.context.texts.number
        return number(pair).replace("1", "½") if pair % 2 else number(pair // 2)

    def upcoming_faces(self) -> Iterable[tuple[str, float]]:
        """Return the pile's top card as it turns over, and every card that can be turned up."""
        yield "back_pink", self.spots.centre.w
        for number in deck.NUMBERS:
            yield face_of(number), self.spots.centre.w

    def ahead(self) -> Iterator[game_table.Preparation]:
        """Prepare the pot's number in all its sizes and its glow before the usual things."""
        for grown in (0.0, *POPS):
            yield partial(self.kit.sticker, "0", POT_SIZE + grown)
        for _least, alpha in FAT:
            yield partial(self.kit.scene_image, glow_of, *self._glow(alpha))
        yield from super().ahead()

    def _glow(self, alpha: int) -> tuple[float, int]:
        return self.spots.chip * 3.1, alpha

    def _places(self) -> dict[Hashable, SpritePlace]:
        shown, spots = self.shown, self.spots
        places: dict[Hashable, SpritePlace] = {}
        if self.peeking:
            nine = layout.nine(spots, self.view.seen)
            places |= {("aside", card): SpritePlace(x, y, w, face_of(card), 60) for card, x, y, w in nine}
        else:
            places |= self._pile_places()
        if shown.card and not self.peeking:
            x, y, w = spots.centre
            waits = bool(self.selected and self.selected == TAKE)
            places[shown.card] = SpritePlace(x, y, w, face_of(shown.card), 50, "selected" if waits else "rest")
        self.spreads: dict[int, Spread] = {}
        for seat in range(len(self.seats)):
            spread = self.spreads[seat] = self._spread(seat)
            for lying in spread.cards:
                if lying.card:
                    places[lying.card] = self._lying_place(seat, lying)
        return places

    def _pile_places(self) -> dict[Hashable, SpritePlace]:
        """Return the places of the pile's top card and the rims of a few below."""
        x, y, w = self.spots.pile
        rims = min(5, self.shown.pile_count)
        places: dict[Hashable, SpritePlace] = {}
        for rim in range(rims):
            below = rims - 1 - rim
            back = f"back_{self.shown.next_back if not below else 'pink'}"
            state = "rest" if rim == 0 else "flat"
            places["pile", rim] = SpritePlace(x - below * 1.6, y - below * 2.2, w, back, -9 + rim, state)
        return places

    def _lying_place(self, seat: int, lying: LyingCard) -> SpritePlace:
        id_ = card_id(lying.card)
        state = "hover" if self.pointed == id_ else "rest"
        if self.selected and self.selected.card == lying.card:
            state = "selected"
        elif state == "rest" and seat == self.viewer and self._choosing() and self.shows_legal:
            state = "legal"
        rise = min(10.0, lying.w * 0.1) if state in ("hover", "selected") else 0
        depth = lying.z + (40 if rise else 0)
        return SpritePlace(lying.x, lying.y - rise, lying.w, face_of(lying.card), depth, state)

    @property
    def peeking(self) -> bool:
        """True while the viewer looks at the set-aside nine, with several people after the curtain has risen."""
        looks = self.view.phase == Phase.PEEK and self.view.turn == self.viewer and bool(self.view.seen)
        return looks and (self.alone or self._made_to_peek)

    def _choosing(self) -> bool:
        """Return True if the viewer has to choose one of the own cards now."""
        return self.viewer_decides and self.view.turn == self.viewer and self.view.phase in (Phase.GIVE, Phase.REMOVE)

    def _spread(self, seat: int) -> Spread:
        overlaps: tuple[bool, ...] = (False,)
        if seat == self.viewer:
            box, widest = self.spots.cards, OWN_WIDEST if self.context.frame.tall else 104.0
        else:
            box, widest = self.panels[seat].cards, self.panels[seat].widest
            # small cards overlap before they get smaller
            overlaps = (False, True)
        return layout.spread(self.shown.displays[seat], self.score_of(seat), box, widest, overlaps=overlaps)

    def pot_place(self, number: int) -> tuple[float, float]:
        """Return the place of the pot's chip with that number."""
        chip = layout.HEAP[min(number, len(layout.HEAP) - 1)]
        (x, y), radius = self.spots.pot, self.spots.chip
        return x + chip.across * radius, y + chip.down * radius

    def update(self, ms: float) -> bool:
        changed = super().update(ms)
        if self.popped >= POP_MS:
            return changed
        self.popped += ms
        return True

    def pop(self) -> None:
        """Start the pop of a pot that has grown."""
        self.popped = 0.0 if self.ms(1) else POP_MS

    def chip_spot(self, seat: int) -> SpritePlace:
        """Return the place of a seat's chips."""
        if seat == self.viewer:
            x, y, w, h = self.spots.chips
            return SpritePlace(x + min(97.0, w / 2), y + h / 2, self.spots.chip * 2, "chip")
        x, y, _ = self.panels[seat].chip
        return SpritePlace(x, y, self.spots.chip * 1.4, "chip")

    def gain_spot(self, seat: int) -> tuple[float, float]:
        """Return the place of the rising label of chips gained by a seat."""
        if seat in self.panels:
            return self.panels[seat].gain
        x, y, *_ = self.chip_spot(seat)
        return x + 30, y + 4

    def chips_box(self) -> Box:
        """Return the box of the own chips; the first chip is centred half the box's height from its left edge."""
        return self.spots.chips

    def place_of(self, name: str) -> Box | None:
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
                # the ring around them ends above the label below
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
                    # its cost is part of the target
                    found = bounds([lying.body, pills.get(lying.card, lying.body)])
        return found or super().place_of(name)

    # ---- drawing ------------------------------------------------------------------------------------

    def draw(self, canvas: Canvas) -> None:
        canvas.background(self.backdrop.surface)
        for seat, panel in self.panels.items():
            self._draw_opponent(canvas, seat, panel)
        self._draw_plate(canvas)
        if self.spots.ring:
            for seat, (x, y) in zip(self.order(), layout.around(self.spots.ring, len(self.seats)), strict=True):
                canvas.put_centred(self._figure(seat, 21, seat == self.shown.turn), x, y)
        if not self.peeking:
            self._draw_auction(canvas)
        self._draw_ghosts(canvas)
        self.layer.draw(canvas)
        if self.shown.card and self.view.phase <= Phase.GREEN:
            self._draw_pot(canvas)
        self._draw_pills(canvas)
        for seat in self.panels:
            self.rivals.draw_last(canvas, seat, self.text("is_out") if seat in self.shown.out else "")
        if self.spots.log:
            self.log_panel.draw(canvas, self.spots.log)
        self.popups.draw(canvas)

    def _draw_opponent(self, canvas: Canvas, seat: int, panel: Panel) -> None:
        kit, chips = self.context.kit, self.chips_of(seat)
        self.rivals.draw_face(canvas, seat, self.shown.turn)
        x, y, radius = panel.chip
        canvas.put_centred(self.faces("chip", radius * 2), x, y)
        canvas.put_left(kit.sticker("?" if chips < 0 else str(chips), max(18, radius * 2)), x + radius * 1.6, y)
        worth, below = self._chip_worth(seat), ""
        if chips < 0 and not self.context.frame.tall:
            below = self.text("secret")
        elif chips >= 0 and worth != "1":
            below = self.text("chip_each", worth=worth)
        if below and self.spots.roomy:
            canvas.put_centred(
                kit.line(below, 15, SOFT, max_width=52 if self.context.frame.tall else 66), x + 10, y + 29
            )

    def _draw_plate(self, canvas: Canvas) -> None:
        kit, plate, tall = self.context.kit, self.spots.plate, self.context.frame.tall
        active = self.shown.turn == self.viewer
        chips = self.chips_of(self.viewer)
        place = (plate.x + 38, plate.y + 33, 28) if tall else (plate.x + 52, plate.y + 44, 30)
        self.draw_figure(canvas, self.viewer, place, active=active)
        if chips >= 0:
            self._draw_points(canvas, chips)
        elif self._guards_chips:
            # everybody sees the cards: only the chips are missing
            x, y = (plate.x + plate.w, plate.y + 25) if tall else (plate.x + plate.w - 4, plate.y + 72)
            canvas.put_right(kit.sticker(self.context.texts.number(self.total_of(self.viewer)), 44, max_width=96), x, y)
        elif tall:
            canvas.put_centred(self.faces("chip", 40), plate.x + plate.w - 24, plate.y + 27)
        else:
            canvas.put_centred(self.faces("chip", 46), plate.x + plate.w - 30, plate.y + 72)
        self._draw_points_label(canvas, chips)
        self._draw_chips(canvas, max(0, chips))
        if not self.shown.displays[self.viewer]:
            # on a tall table near the top, where papers cover all of it or nothing
            cards = self.spots.cards
            x, y = cards.centre
            line = kit.line(self.text("no_cards"), 19, SOFT, fonts.STRONG, cards.w - 20)
            canvas.put_centred(line, x, cards.y + NO_CARDS if tall else y)
        # behind the name; or between the figure and the chips, or below the name with the chips beside it
        x, y, size = self._after_name, plate.y + (33 if tall else 29), kit.fitting(15, 17)
        if not tall and plate.x + plate.w - x < LAST_WIDE:
            x, y = plate.x + 4, plate.y + 94
        elif tall and not self.spots.chips_apart:
            x, y = plate.x + 76, plate.y + 60
        room = self.spots.chips.x - x if tall and not self.spots.chips_apart else 0.0
        if not self.last_pill(canvas, self.viewer, TextPlace(x, y, room), size=size) and self.viewer in self.shown.out:
            canvas.put_left(kit.pill(self.text("is_out"), size), x, y)

    def _draw_points_label(self, canvas: Canvas, chips: int) -> None:
        """Draw what the number beside or above it counts; a watcher does not know the chips, so there is none."""
        kit, plate, tall = self.context.kit, self.spots.plate, self.context.frame.tall
        text = self.text("points" if chips >= 0 else "without_chips" if self._guards_chips else "secret")
        if tall:
            # below its number, as at the pot
            canvas.put_right(kit.line(text, kit.fitting(16, 20), SOFT, max_width=140), plate.x + plate.w, plate.y + 57)
            return
        # left of it, word by word
        words, size = text.split(), kit.fitting(18, 22)
        for number, word in enumerate(words):
            y = plate.y + 72 + (number - (len(words) - 1) / 2) * size * 1.15
            canvas.put_left(kit.line(word, size, SOFT, max_width=92), plate.x + 100, y)

    def _draw_points(self, canvas: Canvas, chips: int) -> None:
        """Draw the own points, and the number of chips among them."""
        kit, plate, held = self.context.kit, self.spots.plate, f"\u00d7{chips}"
        total, worth = self.context.texts.number(self.total_of(self.viewer)), self._chip_worth(self.viewer)
        note = self.text("chips_count") if worth == "1" else self.text("chip_counts", worth=worth)
        if not self.context.frame.tall:
            canvas.put_right(kit.sticker(total, 46, max_width=96), plate.x + plate.w - 4, plate.y + 72)
            canvas.put_right(kit.sticker(held, 42), plate.x + plate.w - 4, plate.y + 128)
            # two numbers one below the other, and the lower one is part of the upper one
            line = kit.line(note, kit.fitting(15, 19), SOFT, fonts.STRONG, plate.w - 24)
            canvas.put_right(line, plate.x + plate.w - 4, plate.y + 159)
            return
        canvas.put_right(kit.sticker(total, 44, max_width=98), plate.x + plate.w, plate.y + 25)
        if self.spots.chips_apart:
            canvas.put_right(kit.sticker(held, 42), plate.x + plate.w, self.spots.chips.centre[1])
            if worth != "1":
                line = kit.line(note, kit.fitting(16, 20), SOFT, fonts.STRONG, 320)
                canvas.put_right(line, plate.x + plate.w - 100, plate.y + 57)
            return
        canvas.put_left(kit.sticker(held, 42), plate.x + 384, plate.y + 25)
        below = self.text("chips", count=chips) if worth == "1" else self.text("chip_each", worth=worth)
        label = kit.line(below, kit.fitting(16, 20), SOFT, fonts.STRONG)
        canvas.put_left(label, plate.x + 386, plate.y + 57)

    def _chip_step(self, row: int) -> float:
        """Return the distance between own chips in a row of ``row``."""
        box = self.chips_box()
        return min(box.h * 0.53, (box.w - box.h) / max(1, row - 1))

    def _draw_chips(self, canvas: Canvas, chips: int) -> None:
        """Draw the own chips side by side, without a dragged one."""
        box = self.chips_box()
        row = min(chips, CHIP_ROW)
        step = self._chip_step(row)
        taken = self.drags.dragged is not None and CHIP in self.drags.dragged.payload.places
        for number in range(row - 1 if taken and row else row):
            x = box.x + box.h / 2 + number * step + self.layer.lean(CHIP)
            canvas.put_centred(self.faces("chip", box.h), x, box.y + box.h / 2)

    def _draw_auction(self, canvas: Canvas) -> None:
        """Draw the pile's size and next back, and the wreath and label of a green auction."""
        kit, spots, shown = self.context.kit, self.spots, self.shown
        tall = self.context.frame.tall
        x, y, w = spots.pile
        under = y + w * RATIO / 2 + (24 if tall else 18)
        if shown.pile_count:
            text = str(shown.pile_count) if tall else self.text("pile", count=shown.pile_count)
            canvas.put_centred(kit.pill(text, 18, CREAM, INK, fonts.BLACK), x, under)
            low = under + (38 if tall else 29)
            # where the prompt leaves no room the pile's back must do
            if self.view.options.specials and (not tall or low + LABEL_ROOM < spots.prompt.y):
                room = max(w, 150.0) if tall else max(w * 1.4, 120.0)
                following = kit.line(self.text(f"next_{shown.next_back}"), 17, SOFT, max_width=room)
                canvas.put_centred(following, x, low)
        if shown.card and deck.is_green(shown.card):
            x, y, w = spots.centre
            canvas.put_centred(kit.scene_image(aura, w, w * RATIO), x, y)
            if not tall and self.view.phase == Phase.GREEN:
                size = kit.fitting(17, legible=True)
                for number, text in enumerate(reversed(self.text("green_auction").split("|"))):
                    line = kit.line(text, size, MINT, fonts.BLACK, layout.NOTE_WIDE)
                    canvas.put_centred(line, spots.note[0], spots.note[1] - number * layout.NOTE_STEP)

    def _draw_ghosts(self, canvas: Canvas) -> None:
        for spread in self.spreads.values():
            for lying in spread.cards:
                if not lying.card:
                    picture = self.context.kit.scene_image(ghost, lying.w, str(lying.number))
                    canvas.put_centred(picture, lying.x, lying.y)

    def _draw_pot(self, canvas: Canvas) -> None:
        """Draw the pot's heap, which gives a little under a new chip, and its number."""
        shown, spots, kit = self.shown, self.spots, self.context.kit
        fresh = self.popped < POP_MS
        glow = sum(shown.pot >= least for least, _alpha in FAT)
        if glow:
            # briefly as bright as the next step
            alpha = FAT[min(glow if fresh else glow - 1, len(FAT) - 1)][1]
            canvas.put_centred(kit.scene_image(glow_of, *self._glow(alpha)), *spots.pot)
        chips = [(chip.tier, chip.down, number) for number, chip in enumerate(layout.HEAP[: shown.pot])]
        for tier, _down, number in sorted(chips):
            x, y = self.pot_place(number)
            sunk = 2.0 if self.popped < POP_MS / 2 and number < shown.pot - 1 and tier == 0 else 0.0
            canvas.put_centred(self.faces("chip", spots.chip * 2), x, y + sunk)
        grown = POPS[int(self.popped / POP_MS * len(POPS))] if fresh else 0.0
        canvas.put_centred(kit.sticker(str(shown.pot), POT_SIZE + grown), *spots.counter)
        label = kit.line(self.text("chips", count=shown.pot), 18, CREAM, fonts.BLACK)
        canvas.put_centred(label, spots.counter[0], spots.counter[1] + 44)

    def draw_labels(self, canvas: Canvas) -> None:
        """Draw the costs of the runs again, so that a ring around a card does not hide them."""
        self._draw_pills(canvas)

    def _draw_pills(self, canvas: Canvas) -> None:
        """Draw each run's cost below its lowest card."""
        kit, texts = self.context.kit, self.context.texts
        for spread in self.spreads.values():
            for edge in spread.edges:
                sprite = self.layer.sprites.get(edge.card)
                if sprite and not self.layer.moving(edge.card):
                    picture = kit.scene_image(run_edge, edge.w, edge.wide, edge.number)
                    rise = self.layer.rise(edge.card)
                    canvas.put_centred(
                        picture, sprite.x + edge.aside - edge.w * 0.0175, sprite.y + edge.w * 0.05 - rise
                    )
            for pill in spread.pills:
                if self.layer.moving(pill.card):
                    continue
                text = texts.number(-pill.cost)
                canvas.put_centred(
                    kit.scene_image(tag, text, pill_size(pill)), pill.x, pill.y - self.layer.rise(pill.card)
                )

    def visible_part(self, lying: LyingCard, spread: Spread) -> Box:
        """Return the part of a card that no other card of its display covers, as its target."""
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

    #: the draggable items of the card in the middle and of the own chips
    _middle: Item | None = None
    _chips: Item | None = None

    # ---- events -------------------------------------------------------------------------------------

    _intensity = staticmethod(intensity.intensity)

    def _strike_at(self, event: ev.Event) -> tuple[float, float]:
        """Return the card that somebody has just taken, or else the middle of its seat's place."""
        if isinstance(event, ev.CardTaken):
            for lying in self.spreads[event.seat].cards:
                if lying.card == event.card:
                    return lying.x, lying.y
        return super()._strike_at(event)

    def script(self, event: ev.Event, view: View) -> director.Script:
        audio = self.context.audio
        self.mark(event)
        self._react(event, view)
        if not isinstance(event, ev.ChipPaid):
            self.shown = view
        match event:
            case ev.ChipPaid():
                yield from self._pay(event, view)
            case ev.CardTaken(seat, card, chips):
                self.feel(seat, "glad" if self._intensity(event, view) > 0 else "beaten")
                yield from self._award(seat, card, chips)
                yield from self._ripple(intensity.great_run(view.displays[seat], card))
            case ev.CardDeclined(seat, card, chips, to):
                self.feel(to, "glad")
                yield from self._award(seat, card, chips)
            case ev.CardRevealed(_, card):
                audio.play("flip")
                back = "back_green" if deck.is_green(card) else "back_pink"
                self.arrange(
                    self.ms(300), curve=tweens.out_back, origins={card: SpritePlace(*self.spots.pile, back, 60)}
                )
                yield 380
            case ev.PinkDrawn(_, card):
                audio.play("flip")
                self.arrange(self.ms(380), origins={card: SpritePlace(*self.spots.pile, "back_pink", 60)})
                yield 560
            case ev.CardGiven() | ev.CardDiscarded() | ev.SkipUsed():
                audio.play("slide")
                self.arrange(self.ms(280))
                yield 420
            case ev.RoundStarted():
                audio.play("shuffle")
                # its first card is still on the pile
                back = "green" if deck.is_green(view.card) else "pink"
                self.shown = view._replace(card=0, pile_count=view.pile_count + 1, next_back=back)
                yield from self._begin_round()
            case ev.AsideSeen():
                audio.play("peek")
                yield 500
            case ev.RoundEnded() | ev.GameEnded():
                self.arrange()
                yield 200
            case _:
                assert_never(event)

    def _react(self, event: ev.Event, view: View) -> None:
        """Show on figures and in the last move how an event touches runs that everybody sees."""
        displays = [(seat, cards) for seat, cards in enumerate(view.displays) if seat not in self.held_by]
        match event:
            case ev.ChipPaid(seat, pot) if self._refuses(view, seat):
                self.moves.note(seat, self.text("move.holds_out"))
                if pot <= len(self.seats) and seat not in self.held_by:
                    self.feel(seat, "glad")
            case ev.CardTaken(seat, card):
                for other, cards in displays:
                    if other != seat and reasons.neighbours(cards, card):
                        self.feel(other, "beaten")
            case ev.CardRevealed(_, card):
                for other, cards in displays:
                    if intensity.closes_gap(cards, card):
                        self.feel(other, "glad")

    def _refuses(self, view: View, seat: int) -> bool:
        """Return True if a seat that pays leaves a card that joins an own one."""
        return view.phase == Phase.PINK and bool(reasons.neighbours(view.displays[seat], view.card))

    def _ripple(self, cards: Sequence[int]) -> director.Script:
        """Make the cards of a run hop one after the other, from the lowest."""
        for card in cards if self.ms(1) else ():
            self.layer.hop(card, self.ms(HOP_MS), HOP_HIGH)
            self.context.audio.play("deal")
            yield HOP_STEP

    def _pay(self, event: ev.ChipPaid, view: View) -> director.Script:
        """Animate a chip to the pot, and count it on arrival."""
        seat, pot = event
        x, y = self.pot_place(pot - 1)
        start = self.drags.dropped(CHIP, self.chip_spot(seat)) if seat == self.viewer else self.chip_spot(seat)
        weight = self._weight(seat)
        if pot > 1 and seat != self.viewer and not self.teaches:
            weight *= BRISK
        self.layer.pay(start, SpritePlace(x, y, self.spots.chip * 2, "chip"), self.ms(260 * weight))
        self.transit.send(due={seat: 1})
        yield 260 * weight
        # the fuller the pot, the higher the pitch
        self.context.audio.play(f"chip_{min(pot, CLINKS)}")
        self.shown = view
        self.transit.end()
        self.pop()
        yield 180 * weight

    def _begin_round(self) -> director.Script:
        """Animate the pile arriving card by card, then the chips."""
        self.transit.send(due={seat: max(0, chips) for seat, chips in enumerate(self.shown.chips)})
        w = self.spots.pile.w
        start = SpritePlace(self.context.frame.width / 2, -w, w, "back_pink", 60)
        yield from self._deal_out([("pile", rim) for rim in range(min(5, self.shown.pile_count))], start, 70)
        yield from self._deal_chips()

    def tells_first(self, event: ev.Event) -> bool:
        """Announce the viewer's own payments and takings before their animation, other events after it."""
        return isinstance(event, ev.ChipPaid | ev.CardTaken) and event.seat == self.viewer

    def _weight(self, seat: int) -> float:
        """Return a seat's share of the usual animation time: less for others at a crowded table."""
        return CROWDED if len(self.seats) >= CROWD and seat != self.viewer and not self.teaches else 1.0

    def thinking_time(self, view: View, action: Action) -> float:
        """Return the bot's share of the usual pause: less at a crowded table, and little for clear decisions."""
        share = self._weight(view.turn)
        if view.pot and action == PAY and not self.teaches:
            # the first time, leaving a card that fits is a decision to watch
            watched = view.pot < len(self.seats) and self._refuses(view, view.turn)
            return share * (PLAIN if watched else AGAIN)
        if view.phase != Phase.PINK or self.teaches:
            return share
        cost = judgement.cost_of(view, view.turn, view.card)
        least, most = (part * cost for part in CLOSE)
        return share * PLAIN if cost > 0 and not least <= view.pot <= most else share

    def _deal_chips(self) -> director.Script:
        frame, flying, most = self.context.frame, CHIP_MS // CHIP_STEP, max(self.shown.chips)
        start = SpritePlace(frame.width / 2, -self.spots.chip, self.spots.chip * 2, "chip")
        for number in range(most + flying):
            if number < most:
                for seat in self.order():
                    self.layer.fly(start, self.chip_spot(seat), self.ms(CHIP_MS))
            for seat in self.order() if number > flying else ():
                self.transit.arrive(seat)
            if number % 2 == 0:
                self.context.audio.play(f"chip_{1 + number // 2 % 3}")
            yield CHIP_STEP
        self.transit.end()
        yield CHIP_STEP

    def _award(self, seat: int, card: int, chips: int) -> director.Script:
        """Animate the card and the pot's chips to their receivers; each counts on arrival."""
        flying = min(chips, FLIGHT)
        self.context.audio.play("take")
        for number in range(flying):
            x, y = self.pot_place(number)
            start = SpritePlace(x, y, self.spots.chip * 2, "chip")
            self.layer.fly(start, self.chip_spot(seat), self.ms(AWARD_MS), self.ms(AWARD_STEP) * number)
        self.arrange(self.ms(AWARD_MS))
        self.transit.send([card], due={seat: chips})
        yield AWARD_MS
        if chips:
            self.popups.add(f"+{chips}", *self.gain_spot(seat), True)
        for number in range(1, flying + 1):
            self.transit.send(due={seat: chips - chips * number // flying})
            self.context.audio.play(f"chip_{min(number, CLINKS)}")
            yield AWARD_STEP
        self.transit.end()
        yield max(AWARD_STEP, AWARD_MS - AWARD_STEP * flying)

    # ---- controls -----------------------------------------------------------------------------------

    def controls(self, view: View, choose: ChooseAction[Action], selected: Action | None) -> list[Widget]:
        """Return the buttons of the auction, or the own cards where one has to be chosen."""
        self.selected = selected
        verbs = {action.verb for action in view.legal}
        if Verb.CHOOSE in verbs:
            return self._card_choices(view, choose)
        offers: list[ActionButton[Action]] = []
        if Verb.PAY in verbs:
            key = "bid" if view.phase == Phase.GREEN else "pay"
            left = view.chips[self.viewer] - 1
            sub = "" if self._hides_chips else self.text("then_left" if left else "then_none", count=left)
            offers.append(ActionButton(PAY, "primary", self.text(key), sub, "chip"))
        if Verb.TAKE in verbs:
            offers.append(ActionButton(TAKE, "secondary", self.text("take"), "", "card"))
        if Verb.DECLINE in verbs:
            offers.append(ActionButton(DECLINE, "secondary", self.text("decline"), "", "close"))
        if Verb.SKIP in verbs:
            offers.append(ActionButton(SKIP, "good", self.text("skip"), self.text("skip_note"), "arrow_right"))
        if Verb.LOOKED in verbs:
            offers.append(ActionButton(LOOKED, "primary", self.text("looked"), "", "eye"))
        tall, several = self.context.frame.tall, len(offers) > 2
        if tall and several:
            offers = [offer._replace(icon="") for offer in offers]
        boxes = button_boxes(self.spots.buttons, len(offers))
        subs = {TAKE: self._after_taking, DECLINE: self.match_texts.declining}
        offers = [
            offer._replace(sub=self._fitting(subs[offer.action](view), box, offer.icon))
            if offer.action in subs
            else offer
            for offer, box in zip(offers, boxes, strict=True)
        ]
        # without a chip the first key, pressed from habit, does not take the card
        keys = KEYS if {Verb.PAY, Verb.LOOKED} & verbs else KEYS[1:]
        return self.offered(offers, 27 if tall or several else 31, choose, selected, keys)

    def _fitting(self, ways: Sequence[str], box: Box, icon: str) -> str:
        """Return the first way to say something that fits on a button, or else the last."""
        return next((way for way in ways if self.kit.sub_reads(box.w, box.h, way, icon)), ways[-1])

    def _after_taking(self, view: View) -> list[str]:
        """Return ways to note on the take button the chips gained and the points after it, the shortest last."""
        signed = self.context.texts.signed(view.pot)
        pot = self.text("gain_chips", count=view.pot, signed=signed)
        if view.card in IMMEDIATE_IDS:
            return [f"{pot}, {self.text('takes_next')}"]
        if self._hides_chips:
            return [pot]
        display = (*view.displays[self.viewer], view.card)
        total = scoring.score(display, view.chips[self.viewer] + view.pot).total
        long, short = (
            self.text(key, count=abs(total), points=self.context.texts.number(total))
            for key in ("then_points", "then_points.short")
        )
        # the chips are visible on the table, so their name is left out last
        ways = [f"{pot}, {long}", f"{pot}, {short}", *([f"{signed}, {short}"] if view.pot else [long, short])]
        return ways[1:] if self.context.frame.tall else ways

    def _card_choices(self, view: View, choose: ChooseAction[Action]) -> list[Widget]:
        widgets: list[Widget] = []
        for lying in sorted(self.spreads[self.viewer].cards, key=lambda lying: (lying.y, lying.x)):
            action = Action(Verb.CHOOSE, lying.card)
            if action in view.legal:
                verb = self.text("give_card" if view.phase == Phase.GIVE else "remove_card")
                label = f"{verb}: {self.match_texts.card(lying.card)}"
                item = Item(
                    card_id(lying.card),
                    label,
                    self.visible_part(lying, self.spreads[self.viewer]),
                    lambda action=action: choose(action),  # type: ignore[misc]
                    card=lying.body,
                    about=(lying.card, self.viewer),
                    start_drag=self.drags.taking(self._choice_load(lying, action, view, choose)),
                )
                widgets.append(game_table.CardSpot(self.context.kit, item, True))
        return widgets

    def item_of(self, action: Action) -> str:
        return card_id(action.card) if action.card else move_id(action.verb)

    def explained(self) -> list[Widget]:
        """Return an item for every special card on the table and the one in the centre."""
        widgets: list[Widget] = [self._secret_button()] if self._guards_chips and not self.peeking else []
        spots: list[tuple[int, int, Box, Box]] = []
        if self.shown.card >= FIRST_SPECIAL:
            body = self.spots.centre.card(RATIO)
            spots.append((self.shown.card, -1, body, body))
        for seat in self.order():
            spread = self.spreads[seat]
            spots += [
                (lying.card, seat, lying.body, self.visible_part(lying, spread))
                for lying in spread.cards
                if lying.card >= FIRST_SPECIAL
            ]
        for card, seat, body, target in spots:
            item = Item(
                f"{NOTE}{card}",
                self.match_texts.explaining(card, seat),
                target,
                lambda: None,
                card=body,
                about=(card, seat),
                start_drag=self._middle.start_drag if self._middle and seat < 0 else None,
            )
            widgets.append(game_table.CardSpot(self.context.kit, item, False))
        return widgets

    def _secret_button(self) -> SecretButton:
        """Return the item that shows the own chips; a chip can be dragged from it as from them."""
        plate, chips, label = self.spots.plate, self.chips_box(), self.text("show_chips")
        high = max(chips.h, SECRET_HIGH)
        box = Box(chips.x, chips.centre[1] - high / 2, min(plate.x + plate.w - chips.x, SECRET_WIDE), high)
        look = {"kind": "dark", "icon": "eye", "size": 21}
        button = SecretButton(self.secret, self.kit, SECRET, box, label, self._show_chips, **look)
        button.item.box, button.item.about = box.at_least(TARGET), SECRET
        button.item.start_drag = self._chips.start_drag if self._chips else None
        return button

    def _show_chips(self) -> None:
        self.secret.tap()
        chips = self.view.chips[self.viewer]
        self.announcement = self.match_texts("spoken.chips", name=self.name(self.viewer), count=chips)

    def log_lines(self, event: ev.Event) -> list[LogLine]:
        return self.match_texts.lines(event, self.view.options)

    def prompt(self, view: View) -> str:
        own, room = self.decides(view.turn), self.kit.px(self.spots.prompt.w - 48)
        full = self.match_texts.prompt(view, own, False)
        fits = fonts.reads(full, fonts.BLACK, round(game_table.PROMPT_SIZE * self.kit.text_scale), room)
        return full if fits and not self.context.frame.tall else self.match_texts.prompt(view, own, True)

    def marked(self, advice: Advice[Action]) -> list[tuple[Box, float]]:
        """Return the boxes of the auctioned card and the own cards that it would form a run with."""
        if self.view.phase not in AUCTION:
            return []
        boxes = [self.spots.centre.card(RATIO)]
        joined = reasons.neighbours(self.view.displays[self.viewer], self.view.card)
        boxes += [lying.body for lying in self.spreads[self.viewer].cards if lying.card in joined]
        return [(box, box.w * CORNER) for box in boxes]

    def panel_text(self, advice: Advice[Action], numbers: bool) -> PanelText:
        if self._hides_chips and advice.why:
            advice = advice._replace(why=reasons.without_chips(advice.why))
        return super().panel_text(advice, numbers)

    def hint_row(self, key: str, value: float, advice: Advice[Action]) -> tuple[str, str] | None:
        """Return the label and number of a row of the hint, with labels of their own for green cards.

        Taking a pink card and paying have a row each, to be compared; that of taking adds up the card and the pot.
        """
        if self.view.phase == Phase.PINK and key in ("hint.cost", "hint.pot"):
            return None
        if self._hides_chips and key in reasons.BY_CHIPS:
            return None
        figures = dict(advice.numbers)
        if self.view.phase == Phase.PINK and key == "hint.net" and (pot := figures["hint.pot"]):
            card = -figures["hint.cost"]
            sign = "+" if pot >= 0 else "−"
            added = f"{self._number(card)} {sign} {self._number(abs(pot))} = {self._number(value)}"
            return self.text(key), added.replace(" ", "\u00a0")
        key = "hint.limit_never" if key == "hint.limit" and value >= auction.MOST_POT else key
        green = f"{key}_green"
        named = green if self.view.phase == Phase.GREEN and self.match_texts.has(green) else key
        name, _stroke, written = self.text(named, number=self._number(value)).partition("|")
        if written:
            return name, written
        return name, f"{'+' if value > 0 else ''}{self._number(value)}"

    def note(self, item: Item) -> Note | None:
        match item.about:
            case (int() as card, int() as seat) if item.card and card >= FIRST_SPECIAL:
                return Note(self.kit, self._explained_card(card, seat), item.card, self.spots)
        return None

    def _explained_card(self, card: int, seat: int) -> Explained:
        """Return a special card's name, effect and points."""
        kind, points = kind_of(card), self._points(card, seat)
        return Explained(
            title=self.text(f"card.{kind}"),
            body=self.text(f"card.{kind}.text"),
            good=deck.is_green(card),
            now="" if points is None else self.text("note.now" if seat >= 0 else "note.would"),
            points=points or 0,
            number=self.context.texts.signed(points or 0),
        )

    def _points(self, card: int, seat: int) -> int | None:
        """Return the points a card brings its owner now, or would bring the viewer; None if no number applies."""
        if kind_of(card) in IMMEDIATE or kind_of(card) == "skip":
            return None
        owner = seat if seat >= 0 else self.viewer
        chips = self.chips_of(owner)
        if chips < 0 and "chips" in kind_of(card):
            return None
        others = [c for c in self.shown.displays[owner] if c != card]
        return scoring.score([*others, card], max(0, chips)).total - scoring.score(others, max(0, chips)).total

    # ---- dragging ----------------------------------------------------------------------------------

    def _paid_at(self) -> Box:
        """Return the drop target of a chip: the card and the pot beside it."""
        spots = self.spots
        x, y, w, h = spots.centre.card(RATIO).grown(ROOM)
        reach = POT_ROOM * spots.chip / 25
        # its highlight stays off the prompt below
        low = max(y + h - ROOM, min(max(y + h, spots.pot[1] + reach), spots.prompt[1] - ABOVE_PROMPT))
        return Box(x, y, max(w, spots.pot[0] + reach - x), low - y)

    def _choice_load(
        self, lying: LyingCard, action: Action, view: View, choose: ChooseAction[Action]
    ) -> Callable[[], drag.DragPayload]:
        """Return the payload factory of an own card: dropped on the left neighbour to give, on the middle to remove."""
        gives, middle = view.phase == Phase.GIVE, self.spots.centre.card(RATIO)
        goal, radius = (self.spots.opponents[0], 16.0) if gives else (middle, middle.w * CORNER)
        return self.drags.drag_payload([lying.card], {action: goal}, choose, box=lying.body, radius=radius)

    def _middle_item(self, view: View, choose: ChooseAction[Action]) -> Item:
        """Return the item of the card in the middle: it takes a second press, because stray taps there are common."""
        box, card = self.spots.centre.card(RATIO), [self.shown.card]
        load, use = None, None
        if self.viewer_decides and TAKE in view.legal:
            load = self.drags.drag_payload(card, {TAKE: self.spots.tray}, choose, box=box, radius=20)
            use = partial(self.host.ask, TAKE)
        return self.drags.drag_handle("middle", box, card, load=load, use=use, refused=TAKE)

    def drag_handles(self, view: View, choose: ChooseAction[Action]) -> list[Item]:
        """Return the own chips, and the card in the middle unless its note's item is dragged instead."""
        self._middle = self._middle_item(view, choose)
        if self.peeking:
            return []
        load, use = None, None
        if self.viewer_decides and PAY in view.legal:
            place = self.chip_spot(self.viewer)
            around = Box(place.x, place.y, 0, 0).at_least(place.w)
            load = self.drags.drag_payload({CHIP: place}, {PAY: self._paid_at()}, choose, box=around, radius=26)
            use = partial(choose, PAY)
        chips = self._chips = self.drags.drag_handle(
            "chips", self.chips_box().at_least(TARGET), [CHIP], load=load, use=use, refused=PAY
        )
        # chips that are hidden have a button in their place
        own = [] if self._guards_chips else [chips]
        return [self._middle, *own] if 0 < self.shown.card < FIRST_SPECIAL else own
