"""The table of Nein Danke!: shows its events by their scripts and offers its actions."""

from collections.abc import Callable, Hashable, Iterable, Iterator, Mapping, Sequence
from functools import partial
from typing import TYPE_CHECKING

from game.core.capabilities import Advice
from game.core.events import seats_in
from game.core.match import Seat
from game.engine import director, drag, fonts, game_table, rival, transit
from game.engine.backdrop import Backdrop, felt
from game.engine.canvas import Canvas
from game.engine.cards import CORNER
from game.engine.held_secret import SecretButton
from game.engine.items import Item, card_id, move_id
from game.engine.layout import Box, TextPlace, button_boxes
from game.engine.match_texts import LogLine
from game.engine.palette import SOFT, rgb
from game.engine.panel import PanelText
from game.engine.sprites import SpritePlace
from game.engine.turn_table import KEYS, ActionButton, ChooseAction, TurnTable
from game.engine.widgets import TARGET, Widget
from game.games.nein_danke import deck, intensity, layout, reasons, scoring
from game.games.nein_danke import events as ev
from game.games.nein_danke.arrangement import LyingCard, Spread
from game.games.nein_danke.counts import Counts
from game.games.nein_danke.deck import FIRST_SPECIAL, IMMEDIATE_IDS
from game.games.nein_danke.faces import RATIO, NeinDankeFaces, face_of
from game.games.nein_danke.notes import Note, Notes
from game.games.nein_danke.pieces import Sprites
from game.games.nein_danke.places import Places, visible_part
from game.games.nein_danke.rules import AUCTION, DECLINE, LOOKED, PAY, SKIP, TAKE, Action, Phase, Verb, View
from game.games.nein_danke.scripts import CHIP, Scripts
from game.games.nein_danke.signs import FAT, POPS, POT_SIZE, TEMPTING, Signs, card_glow, glow_of
from game.games.nein_danke.texts import NeinDankeTexts

if TYPE_CHECKING:
    from game.services.context import Context

#: a ring is this much within a card where another one adjoins
RING = 8.0
#: height and greatest width of the button in the place of hidden chips
SECRET_HIGH, SECRET_WIDE = 48.0, 268.0


def in_sight(card: Box, others: Sequence[Box]) -> Box:
    """Return the part of a card to ring, so that the ring does not lie on the numbers of those beside it in a run.

    There each card covers the left of the next one.
    """
    covers = [other.x + other.w for other in others if other.x < card.x < other.x + other.w]
    is_followed = any(card.x < other.x < card.x + card.w for other in others)
    left = max(covers) + RING / 8 - card.x if covers else 0.0
    # of a covered card its number is drawn again over the ring, up to the rim
    within = RING / 2 if covers else RING
    return card.wider(left, -within if is_followed else 0.0)


class NeinDankeTable(TurnTable[Action, ev.Event, View]):
    """The table of one match of Nein Danke! for one viewer."""

    game = "nein_danke"
    ratio = RATIO
    felt = rgb("#6B2237")
    layer_type = Sprites
    layer: Sprites
    match_texts: NeinDankeTexts
    spots: layout.Spots

    def __init__(self, context: "Context", seats: Sequence[Seat], viewer: int, view: View) -> None:
        super().__init__(context, seats, viewer, view)
        #: cards and chips in flight to or from a seat
        self.transit = transit.InTransit()
        self.counts = Counts(self, self.transit)
        self.scripts = Scripts(self, self.layer, self.transit, self._deal_out)
        #: the layout of each seat's display
        self.spreads: dict[int, Spread] = {}
        #: the card choice that awaits confirmation
        self.selected: Action | None = None
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
        places = self.places = self.scripts.places = Places(spots, self.viewer, frame.tall, self.panels)
        after_name = self._bake_plate()
        self.signs = Signs(self, self.counts, self.scripts, places, self.rivals, self.spreads, after_name)
        self.notes = Notes(self, self.counts, spots, self.match_texts, self.spreads)
        if spots.ring:
            self._bake_ring(spots.ring)
        if spots.log:
            self.log_panel.bake(spots.log)
        self.arrange()

    def _bake_plate(self) -> float:
        """Draw the own name; return where something can follow it."""
        plate = self.spots.plate
        tall = self.context.frame.tall
        if tall:
            y = plate.y + (33 if self.spots.chips_apart else 25)
            wide = self.bake_name(self.viewer, TextPlace(plate.x + 80, y, 126), 24)
            self.bake_title()
            return plate.x + 80 + wide + rival.AFTER_NAME
        wide = self.bake_name(self.viewer, TextPlace(plate.x + 100, plate.y + 28, 166), 25)
        return plate.x + 100 + wide + rival.AFTER_NAME

    def _bake_ring(self, box: Box) -> None:
        """Draw the panel of the turn order with its arrow, for many seats."""
        self.backdrop.panel(box, 18, 0.42)
        arrow = self.context.kit.icon_plain("restart", 72, SOFT)
        self.backdrop.put(arrow, *box.centre, "centre")

    # ---- positions ----------------------------------------------------------------------------------

    def sync(self, view: View, ms: float = 0) -> None:
        self.transit.forget()
        super().sync(view, ms)

    def spoken(self, view: View) -> str:
        if not self.counts.guards_chips or view.seat < 0:
            return super().spoken(view)
        chips = (*view.chips[: view.seat], -1, *view.chips[view.seat + 1 :])
        return super().spoken(view._replace(chips=chips))

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
            yield partial(self.kit.scene_image, glow_of, *self.places.glow(alpha))
        for _share, alpha in TEMPTING:
            yield partial(self.kit.scene_image, card_glow, self.spots.centre.w, alpha)
        yield from super().ahead()

    def _places(self) -> dict[Hashable, SpritePlace]:
        shown, spots = self.shown, self.spots
        places: dict[Hashable, SpritePlace] = {}
        if self.peeking:
            nine = layout.nine(spots, self.view.seen)
            places |= {("aside", card): SpritePlace(x, y, w, face_of(card), 60) for card, x, y, w in nine}
        else:
            places |= self.places.pile(shown)
        if shown.card and not self.peeking:
            x, y, w = spots.centre
            waits = bool(self.selected and self.selected == TAKE)
            places[shown.card] = SpritePlace(x, y, w, face_of(shown.card), 50, "selected" if waits else "rest")
        for seat in range(len(self.seats)):
            spread = self.spreads[seat] = self.places.spread(seat, shown.displays[seat], self.counts.score(seat))
            for lying in spread.cards:
                if lying.card:
                    places[lying.card] = self._lying_place(seat, lying)
        return places

    def _lying_place(self, seat: int, lying: LyingCard) -> SpritePlace:
        id_ = card_id(lying.card)
        state = "hover" if self.pointed == id_ else "tile" if lying.tile else "rest"
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

    def update(self, ms: float) -> bool:
        return super().update(ms) | self.scripts.update(ms)

    def place_of(self, name: str) -> Box | None:
        found = self.places.part(name, self.shown.chips[self.viewer], self.spreads)
        return found or super().place_of(name)

    def concerned(self, event: ev.Event) -> Iterator[Box]:
        """Yield also the card that is bid on and its chips, and the seats' chips and where a change of them rises."""
        yield from super().concerned(event)
        places = ("centre", "pot", "pile") if isinstance(event, (ev.CardRevealed, ev.PinkDrawn)) else ("centre", "pot")
        yield from filter(None, map(self.place_of, places))
        for seat in seats_in(event):
            yield self.places.chip(seat).card(1.0)
            yield game_table.popup_box(*self.places.gain(seat))

    # ---- drawing ------------------------------------------------------------------------------------

    def draw(self, canvas: Canvas) -> None:
        canvas.background(self.backdrop.surface)
        for seat, panel in self.panels.items():
            self.signs.draw_opponent(canvas, seat, panel)
        self.signs.draw_plate(canvas)
        if self.spots.ring:
            for seat, (x, y) in zip(self.order(), layout.around(self.spots.ring, len(self.seats)), strict=True):
                canvas.put_centred(self._figure(seat, 21, seat == self.shown.turn), x, y)
        if not self.peeking:
            self.signs.draw_auction(canvas)
        self.signs.draw_ghosts(canvas)
        self.layer.draw(canvas)
        if self.shown.card and self.view.phase <= Phase.GREEN:
            self.signs.draw_pot(canvas)
        self.signs.draw_pills(canvas)
        for seat in self.panels:
            self.signs.draw_last(canvas, seat)
        self.signs.draw_log(canvas)
        self.popups.draw(canvas)

    def draw_labels(self, canvas: Canvas) -> None:
        """Draw the costs of the runs and what is above the cards again, so that a ring does not hide them."""
        self.signs.draw_pills(canvas)
        self.signs.draw_words(canvas)

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
        self.mark(event)
        yield from self.scripts.script(event, view)

    def thinking_time(self, view: View, action: Action) -> float:
        return self.scripts.thinking(view, action)

    def _tells_first(self, event: ev.Event) -> bool:
        """Announce the viewer's own payments and takings before their animation, other events after it."""
        return isinstance(event, ev.ChipPaid | ev.CardTaken) and event.seat == self.viewer

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
            offers.append(ActionButton(PAY, "primary", self.text(key), "", "chip"))
        if Verb.TAKE in verbs:
            offers.append(ActionButton(TAKE, "secondary", self.text("take"), "", "card"))
        if Verb.DECLINE in verbs:
            offers.append(ActionButton(DECLINE, "secondary", self.text("decline"), "", "close"))
        if Verb.SKIP in verbs:
            offers.append(ActionButton(SKIP, "good", self.text("skip"), self.text("skip_note"), "arrow_right"))
        if Verb.LOOKED in verbs:
            offers.append(ActionButton(LOOKED, "primary", self.text("looked"), "", "eye"))
        tall, several = self.context.frame.tall, len(offers) > 2
        subs: Mapping[Action, Callable[[], list[str]]] = {
            PAY: lambda: self._after(view, -1),
            TAKE: lambda: self._after(view, view.pot, view.card),
            DECLINE: lambda: self.match_texts.declining(view),
        }
        ways = [subs[offer.action]() if offer.action in subs else [offer.sub] for offer in offers]
        if tall and len(offers) > 1:
            # words tell more than a picture, and have no room beside it every time
            offers = [offer._replace(icon="") for offer in offers]
        form = self._shortened(offers, ways)
        offers = [offer._replace(sub=said[: form + 1][-1]) for offer, said in zip(offers, ways, strict=True)]
        # without a chip the first key, pressed from habit, does not take the card
        keys = KEYS if {Verb.PAY, Verb.LOOKED} & verbs else KEYS[1:]
        return self.offered(offers, 27 if tall or several else 31, choose, selected, keys)

    def _shortened(self, offers: Sequence[ActionButton[Action]], ways: Sequence[list[str]]) -> int:
        """Return the first of the ways to say something that fits on each button, or else the last, for all alike."""
        boxes, found = button_boxes(self.spots.buttons, len(offers)), 0
        for offer, box, said in zip(offers, boxes, ways, strict=True):
            fits = (self.kit.sub_reads(box.w, box.h, way, offer.icon) for way in said)
            found = max(found, next((form for form, true in enumerate(fits) if true), len(said) - 1))
        return found

    def _after(self, view: View, by: int, *taken: int) -> list[str]:
        """Return ways to note on a button how the chips change by it and the points after it, the shortest last.

        A bid may bring the card: the points with it are told.
        """
        # "0 chips, then" would read as if none were left
        signed, left = self.context.texts.signed(by) if by else "+0", view.chips[self.viewer] + by
        chips = self.text("gain_chips", count=abs(by), signed=signed)
        if view.card in IMMEDIATE_IDS and taken:
            return [f"{chips}, {self.text('takes_next')}"]
        if self.counts.hides_chips:
            return [chips]
        if not (left or taken):
            return [f"{chips}, {self.text('then_none')}"]
        bids = view.phase == Phase.GREEN
        if bids and view.card in IMMEDIATE_IDS:
            return [chips]
        owned = (*view.displays[self.viewer], *([view.card] if bids else taken))
        total = scoring.score(owned, left).total
        if bids:
            with_it = self.text("with_points", count=abs(total), points=self.context.texts.number(total))
            return [f"{chips}, {with_it}", with_it]
        long, short = (
            self.text(key, count=abs(total), points=self.context.texts.number(total))
            for key in ("then_points", "then_points.short")
        )
        # the chips are visible on the table, so their name is left out last
        ways = [f"{chips}, {long}", f"{chips}, {short}", *([f"{signed}, {short}"] if by else [long, short])]
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
                    visible_part(lying, self.spreads[self.viewer]),
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
        """Return the button of the own chips, and an item for every special card."""
        secret: list[Widget] = [self._secret_button()] if self.counts.guards_chips and not self.peeking else []
        return secret + self.notes.items(self._middle)

    def note(self, item: Item) -> Note | None:
        return self.notes.note(item)

    def _secret_button(self) -> SecretButton:
        """Return the item that shows the own chips; a chip can be dragged from it as from them."""
        plate, chips, label = self.spots.plate, self.spots.chips, self.text("show_chips")
        high = max(chips.h, SECRET_HIGH)
        box = Box(chips.x, chips.centre[1] - high / 2, min(plate.x + plate.w - chips.x, SECRET_WIDE), high)
        button = SecretButton(self.secret, self.kit, box, label, self._show_chips, 21)
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
        cards = self.spreads[self.viewer].cards
        own = [in_sight(lying.body, [other.body for other in cards]) for lying in cards if lying.card in joined]
        # on a tall table the words of the own strip are right above the cards
        top = RING if self.context.frame.tall else 0.0
        boxes += [Box(box.x, box.y + top, box.w, box.h - top) for box in own]
        return [(box, min(box.w, boxes[0].w) * CORNER) for box in boxes]

    def panel_text(self, advice: Advice[Action], numbers: bool) -> PanelText:
        self.compares = not self.counts.hides_chips
        if not self.compares and advice.why:
            advice = advice._replace(why=reasons.without_chips(advice.why))
        return super().panel_text(advice, numbers)

    def hint_row(self, key: str, value: float, advice: Advice[Action]) -> tuple[str, str] | None:
        """Return the label and number of a row of the hint.

        Taking a pink card and paying have a row each, to be compared; that of taking adds up the card and the pot, that
        of paying is an estimate of all that follows.
        """
        if key == "hint.limit" or (self.view.phase == Phase.PINK and key in ("hint.cost", "hint.pot")):
            return None
        if self.counts.hides_chips and key in reasons.BY_CHIPS:
            return None
        figures = dict(advice.numbers)
        if self.view.phase == Phase.GREEN:
            return self._green_row(key, figures, advice.action)
        if self.view.phase == Phase.PINK and key == "hint.net" and (pot := figures["hint.pot"]):
            # the sum is right in whole points, too
            card, brings = -round(figures["hint.cost"]), round(pot)
            sign = "+" if brings >= 0 else "−"
            added = f"{self._number(card)} {sign} {abs(brings)} = {self._number(card + brings)}".replace(" ", "\u00a0")
            exact = float(value).is_integer() and float(pot).is_integer()
            return self.text(key), added if exact else self.texts("hint.about", number=added)
        name, _stroke, written = self.text(key, number=self._number(value)).partition("|")
        if written:
            return name, written
        return name, self._about(value, "+" if round(value) > 0 else "")

    def _green_row(self, key: str, figures: Mapping[str, float], action: Action) -> tuple[str, str] | None:
        """Return the label and whole number of a row about a green card: what a bid may win, and what declining brings.

        Where the advice is to decline, the card's worth is told only if it is no more than that of the pot: it is the
        likely higher bid that speaks against the card.
        """
        bids, pot = action.verb == Verb.PAY, round(figures["hint.pot"])
        if (key == "hint.worth" and (bids or round(figures[key]) > pot)) or (key == "hint.won" and not bids):
            return None
        number = round(figures[key])
        signed = f"{'+' if number > 0 else ''}{self._number(number)}"
        name, _stroke, written = self.text(f"{key}_green", number=signed).partition("|")
        return name, written

    # ---- dragging ----------------------------------------------------------------------------------

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
            place = self.places.chip(self.viewer)
            around = Box(place.x, place.y, 0, 0).at_least(place.w)
            load = self.drags.drag_payload({CHIP: place}, {PAY: self.places.paid_at()}, choose, box=around, radius=26)
            use = partial(choose, PAY)
        chips = self._chips = self.drags.drag_handle(
            "chips", self.spots.chips.at_least(TARGET), [CHIP], load=load, use=use, refused=PAY
        )
        # chips that are hidden have a button in their place
        own = [] if self.counts.guards_chips else [chips]
        return [self._middle, *own] if 0 < self.shown.card < FIRST_SPECIAL else own
