"""The table of Keine Ahnung: animates its events and offers its actions."""

from collections.abc import Hashable, Iterable, Iterator, Mapping, Sequence
from functools import partial
from typing import TYPE_CHECKING

from pygame import Surface

from game.core.capabilities import Advice
from game.core.match import Seat
from game.engine import fonts, game_table
from game.engine.backdrop import Backdrop, felt
from game.engine.canvas import Canvas
from game.engine.cards import CORNER
from game.engine.director import Script
from game.engine.held_secret import SecretButton
from game.engine.items import NOTE, Item, card_id, move_id
from game.engine.kit import PILL_SIDES, Kit
from game.engine.layout import Box, bounds, overlap, sheet_for
from game.engine.palette import CREAM, GOLD, INK, SOFT, rgb
from game.engine.panel import PanelText
from game.engine.rival import Rivals
from game.engine.sprites import SpritePlace
from game.engine.turn_table import ActionButton, ChooseAction, TurnTable
from game.engine.tweens import Curve, out_quint
from game.engine.widgets import Widget
from game.games.keine_ahnung import deck, faces, intensity, layout
from game.games.keine_ahnung import events as ev
from game.games.keine_ahnung.heaps import Heaps
from game.games.keine_ahnung.notes import Note
from game.games.keine_ahnung.places import MEDAL_HIGH, MEDAL_WIDE, Places, Winnings
from game.games.keine_ahnung.rules import CALL, DECLINE, DRAW, END, Action, Phase, Verb, View
from game.games.keine_ahnung.scripts import TOP, Scripts, caller
from game.games.keine_ahnung.texts import KeineAhnungTexts

if TYPE_CHECKING:
    from game.services.context import Context


#: width of the longest announcement of a call, logical
BANNER_WIDE = 320.0
#: room of the labels of the trophies and of the set-aside cards beside them beyond the stacks' distance, logical
TROPHIES_MORE, GONE_MORE = 10.0, -14.0
#: enlargement of a card face up: a rival's, a rival's in a call, and an own one; and the width up to which rivals' grow
OPEN_RIVAL, OPEN_CALLED, OPEN_OWN, OPEN_MOST = 1.45, 1.14, 1.06, 104.0
#: the usual greatest number of piles
USUAL_PILES = 6
BANNER = 32.0
#: a fit's reason is shown if it is wider than the pile by no more than this, logical
REASON_OVER = 20.0
MEDAL = 21.0
#: distance of announcements from the window's sides
EDGE = 14.0
#: share of the usual pause before own draws
BEFORE_DRAW = 0.3


class KeineAhnungTable(TurnTable[Action, ev.Event, View]):
    """The table of one match of Keine Ahnung for one viewer."""

    game = "keine_ahnung"
    ratio = faces.RATIO
    tests_memory = True
    felt = rgb("#14535A")
    match_texts: KeineAhnungTexts
    spots: layout.Spots

    def __init__(self, context: "Context", seats: Sequence[Seat], viewer: int, view: View) -> None:
        super().__init__(context, seats, viewer, view)
        self.heaps = Heaps()
        self.scripts = Scripts(self, self.heaps, self.see, self._deal_out)
        self.see(view)
        #: the choice that awaits confirmation
        self.selected: Action | None = None
        self.build()
        if view.phase == Phase.CALL:
            self.sync(view)

    # ---- layout -----------------------------------------------------------------------------------

    def build(self) -> None:
        context, frame = self.context, self.context.frame
        self.faces = faces.KeineAhnungFaces(context.kit)
        self.match_texts = KeineAhnungTexts(context.texts, self.seats)
        spots = layout.spots(frame.width, frame.height, len(self.seats) - 1, frame.side, self._sheet)
        if frame.tall:
            high = sheet_for(self.kit.player_scale)
            spots = layout.beside_log(spots) if self.docked else layout.lower_rivals(spots, high)
        self.spots = spots
        self.backdrop = Backdrop(context.kit, felt(frame, self.felt))
        self.backdrop.panel(spots.tray, 20, 0.42)
        self.rivals = Rivals(self, lambda box: layout.panel(box, frame.tall))
        self.panels = self.rivals.panels
        below = layout.below_banner(spots, BANNER * 0.75 * self.kit.text_scale / self.kit.scale)
        self.places = Places(spots, tuple(self.order()), self.panels, below)
        self.scripts.places, self.scripts.match_texts = self.places, self.match_texts
        for seat in self.order():
            for spot in self.places.grid_of(seat):
                self._bake_place(spot)
        self._bake_place(spots.rest)
        self._bake_place(spots.draw)
        self._bake_plate()
        self._bake_legend()
        if spots.log:
            self.log_panel.bake(spots.log)
        self.arrange()

    def _bake_place(self, spot: layout.Spot) -> None:
        """Draw the dashed place below a card, raised because a card's lip extends below its body."""
        y = spot.y - spot.w * faces.RATIO * (1 - faces.BODY) / 2
        self.backdrop.put(faces.empty_place(self.context.kit, spot.w - 2), spot.x, y, "centre")

    def _bake_plate(self) -> None:
        self.bake_name(self.viewer, self.spots.name, 25)
        if self.context.frame.tall:
            self.bake_title()

    def _bake_legend(self) -> None:
        """Draw the functions' signs and names; a note tells their effects."""
        kit = self.context.kit
        for function, box in self._legend():
            name, y = deck.FUNCTIONS[function], box.centre[1]
            self.backdrop.put(faces.badge(kit, name, 34), box.x + 17, y, "centre")
            words = kit.line_plain(
                self.text(f"function.{name}"), kit.fitting(19, box.h * 0.8), SOFT, fonts.STRONG, box.w - 44
            )
            self.backdrop.put(words, box.x + 42, y)

    def _legend(self) -> Iterable[tuple[int, Box]]:
        """Return each function with its box in the legend, if there is one."""
        return zip((deck.PLUS, deck.REMOVE, deck.REFILL), self.spots.legend, strict=False)

    # ---- positions ----------------------------------------------------------------------------------

    def sync(self, view: View, ms: float = 0) -> None:
        self.view = view
        self.see(view)
        self.scripts.forget(view)
        self.shaken = 0.0
        self.arrange(ms)

    def see(self, view: View) -> None:
        """Show the viewer's view after an event."""
        self.shown = view
        self.heaps.follow(view.piles, view.removed)
        #: seat and place -> a seen face-down card, with the house rule of reminders only
        self.reminders = {(seen.seat, seen.place): seen.card for seen in view.sightings if view.options.reminders}

    @property
    def hand(self) -> int:
        """The drawn card before it is laid, or EMPTY."""
        return self.shown.card if self.shown.place < 0 else deck.EMPTY

    def arrange(
        self,
        ms: float = 0,
        *,
        curve: Curve = out_quint,
        stagger: float = 0,
        origins: Mapping[Hashable, SpritePlace] | None = None,
    ) -> None:
        places = self.lying()
        for key, sprite in [*self.layer.sprites.items()]:
            # after undo its key may belong to another card
            if isinstance(key, int) and key in places and places[key].face != sprite.place.face:
                del self.layer.sprites[key]
        self.layer.arrange(places, ms, curve, stagger, origins)

    @property
    def tells(self) -> bool:
        """True while the announcement of a call has the prompt's place."""
        return self.scripts.banner is not None and not self.frame.tall

    def upcoming_faces(self) -> Iterable[tuple[str, float]]:
        """Return every card that can be drawn, its back, and one card at each width in use."""
        yield "back", self.spots.hand.w
        first, rival = deck.NUMBER_CARDS[self.view.options.deck][0], self.order()[-1]
        for count in range(1, USUAL_PILES + 1):
            for has_banner in (False, True):
                yield faces.face_of(first), self.places.piles(count, has_banner)[0].w
        for seat, called in ((self.viewer, False), (rival, False), (rival, True)):
            yield faces.face_of(first), self.places.grid_of(seat)[0].w * self._grown(seat, called)
        yield from (
            (faces.face_of(card), self.spots.hand.w)
            for card in dict.fromkeys(deck.NUMBER_CARDS[self.view.options.deck])
        )

    def _places(self) -> dict[Hashable, SpritePlace]:
        shown, spots, table = self.shown, self.spots, self.places
        self.pile_spots = table.piles(len(shown.piles), self.scripts.banner is not None)
        top = self._state("draw-pile", "", self._may(Verb.DRAW))
        places = table.lay_stack("trophy", spots.trophies, shown.stack_count, "trophy_back")
        places |= table.lay_stack("draw", spots.draw, shown.draw_count, "back", top)
        places |= table.lay_rest(self.heaps.rest)
        for pile, heap in enumerate(self.heaps.piles):
            places |= table.lay_pile(self.pile_spots[pile], heap, self._pile_look(pile))
        if self.hand:
            places["hand"] = SpritePlace(
                *spots.hand, faces.face_of(self.hand), 60, "selected" if self._choosing() else "rest"
            )
        for seat in self.order():
            for place, spot in enumerate(self.places.grid_of(seat)):
                if shown.grids[seat][place] != deck.EMPTY:
                    places[seat, place] = self._grid_place(seat, place, spot)
        if self.scripts.won:
            places["won"] = SpritePlace(*spots.centre, self.scripts.won, 90)
        return places

    def _pile_look(self, pile: int) -> str:
        """Return the look of the top card of a pile, or "" for the usual one."""
        action = Action(Verb.LAY, pile)
        if self.selected == action:
            return "selected"
        return (
            "legal"
            if pile == self.scripts.overlooked
            else self._state(card_id(pile, "pile"), "", action in self.view.legal)
        )

    def _state(self, id_: str, usual: str, legal: bool) -> str:
        """Return the look of a card that may be usable now."""
        if not legal or not self.viewer_decides:
            return usual
        if self.pointed == id_:
            return "hover"
        return "legal" if self.shows_legal else usual

    def _grid_place(self, seat: int, place: int, spot: layout.Spot) -> SpritePlace:
        """Return the place of a grid card; one that is face up is larger and above the others."""
        card = self.scripts.kept_open.get((seat, place)) or self.shown.grids[seat][place]
        if card != deck.HIDDEN:
            grown = self._grown(seat, seat == caller(self.shown))
            if self.scripts.missed == (seat, place):
                spot = spot._replace(x=spot.x + self.shaken)
            choosing = self._choosing() and place == self.shown.place
            return self.places.open_card(spot, place, card, grown, "selected" if choosing else "rest")
        seen = self.reminders.get((seat, place))
        face = faces.reminder_of(seen) if seen else "back"
        state, action = "rest", Action(Verb.REVEAL, place)
        if seat == self.viewer and action in self.view.legal:
            # before the draw touching an own card is legal under the strict house rule, but never suggested
            state = self._state(card_id(place), state, self.view.phase != Phase.DRAW)
            if self.selected == action:
                state = "selected"
        elif seat == caller(self.shown):
            state = "legal"
        return self.places.closed_card(spot, place, face, state)

    def _grown(self, seat: int, called: bool) -> float:
        """Return the enlargement of a seat's card face up; in a call several must not cover each other."""
        if seat == self.viewer:
            return OPEN_OWN
        return OPEN_CALLED if called else max(OPEN_CALLED, min(OPEN_RIVAL, OPEN_MOST / self.places.grid_of(seat)[0].w))

    def _may(self, verb: Verb) -> bool:
        return any(action.verb == verb for action in self.view.legal)

    def _choosing(self) -> bool:
        """Return True if the viewer has to choose a pile for the open card now."""
        return self.view.phase == Phase.PLACE and self.viewer_decides

    def place_of(self, name: str) -> Box | None:
        """Return a part of the table by its name, such as ``rival-1-card-2`` for a place of the next player."""
        if name == "shelf":
            won = [Box(one.x, one.y - MEDAL_HIGH / 2, MEDAL_WIDE, MEDAL_HIGH) for one in self.winnings()]
            return bounds(won or [self.spots.shelf])
        for place, spot in enumerate(self.spots.grid):
            if name == card_id(place):
                return spot.box
        for pile, spot in enumerate(self.pile_spots):
            if name == card_id(pile, "pile"):
                return spot.box
        for place, spot in enumerate(self.places.grid_of(self.order()[1])):
            if name == f"rival-1-{card_id(place)}":
                return spot.box
        return super().place_of(name)

    def hush(self) -> None:
        super().hush()
        self.scripts.banner = None

    def concerned(self, event: ev.Event) -> Iterator[Box]:
        """Yield also the stacks that cards fly from, the announcement of a call, and where a trophy is looked at."""
        yield from super().concerned(event)
        spots = self.spots
        if isinstance(event, (ev.CardDrawn, ev.CardsDealt)):
            yield from (spots.draw.box, spots.hand.box)
        elif isinstance(event, (ev.CallMade, ev.CallWon, ev.CallLost)):
            x, y = spots.banner
            yield Box(x - BANNER_WIDE / 2, y - BANNER, BANNER_WIDE, 2 * BANNER)
        elif isinstance(event, ev.TrophyWon):
            yield from (spots.trophies.box, spots.centre.box)

    # ---- drawing ------------------------------------------------------------------------------------

    def draw(self, canvas: Canvas) -> None:
        spots = self.spots
        canvas.background(self.backdrop.surface)
        for seat, panel in self.panels.items():
            self.rivals.draw_face(canvas, seat, self.shown.turn)
            self._draw_counts(canvas, seat, panel)
        self.draw_figure(canvas, self.viewer, spots.face, active=self.shown.turn == self.viewer)
        self._draw_medals(canvas)
        if spots.log:
            self.log_panel.draw(canvas, spots.log)
        elif spots.news and not (self.scripts.banner or self.scripts.missed):
            self.log_panel.draw_small(canvas, spots.news)
        self.layer.draw(canvas)
        self.draw_labels(canvas)
        for seat in self.panels:
            # the announcement below its panel says the same in full
            if not self.scripts.missed or self.scripts.missed[0] != seat:
                self.rivals.draw_moves(canvas, seat, self.shown.turn)
        self._draw_miss(canvas)
        if self.scripts.banner:
            pill, scale = self.kit.pill(self.scripts.banner[0], BANNER, *self.scripts.banner[1:]), self.kit.scale
            (x, y), wide, high = spots.banner, pill.get_width() / scale, pill.get_height() / scale
            canvas.announced.append(Box(x - wide / 2, y - high / 2, wide, high))
            place = canvas.inside(x, y, wide, high)
            canvas.put_centred(pill, *place)
        self.popups.draw(canvas)

    def _draw_counts(self, canvas: Canvas, seat: int, panel: layout.Panel) -> None:
        """Draw a rival's numbers of trophies and prizes; their stars are secret."""
        kit, shown = self.kit, self.shown
        side, places = panel.count, iter(panel.counts)
        for picture, wide, count in (
            (kit.image("icons/cup", side, side), side, shown.trophy_counts[seat]),
            (
                kit.image("keine_ahnung/prize", side * 0.7, side * 0.7 * faces.RATIO),
                side * 0.8,
                shown.prize_counts[seat] - self.scripts.transit.due(seat),
            ),
        ):
            if count:
                x, y = next(places)
                canvas.put_left(picture, x, y)
                canvas.put_left(kit.sticker(str(count), side * 0.82), x + wide + 2, y)

    @property
    def _guards_stars(self) -> bool:
        """True if the viewer has stars that are secret from people at the same device."""
        own = self.shown.trophies or self.shown.prizes
        return bool(own) and not self.alone and self.view.phase != Phase.OVER

    def winnings(self) -> list[Winnings]:
        """Return the own trophies and prizes with their stars, which are hidden from others, and their places."""
        shown, box = self.shown, self.spots.shelf
        prizes = shown.prizes[: len(shown.prizes) - self.scripts.transit.due(self.viewer)]
        hides = self._guards_stars and not self.secret.shown
        stars = [(None if hides else star, False) for star in shown.trophies]
        stars += [(None if hides else deck.stars_of(prize), True) for prize in prizes]
        return self.places.winnings(stars, layout.beside_button(box)[0] if hides else box)

    def _draw_medals(self, canvas: Canvas) -> None:
        box, winnings = self.spots.shelf, self.winnings()
        if not winnings and not self.context.frame.tall:
            words = self.kit.paragraph(self.text("no_winnings"), 18, box.w, SOFT, fonts.STRONG, box.h)
            canvas.put(words, box.x, box.y + (box.h - words.get_height() / self.kit.scale) / 2)
        for star, prize, many, x, y in winnings:
            times = self.text("times", count=many) if many > 1 else ""
            canvas.put_left(self.kit.scene_image(faces.medal, star, prize, MEDAL, times), x, y)

    def _draw_sizes(self, canvas: Canvas) -> None:
        shown, spots, tall = self.shown, self.spots, self.context.frame.tall
        apart = spots.trophies.x - spots.rest.x
        for key, spot, count, wide in (
            ("trophies", spots.trophies, shown.stack_count, apart + TROPHIES_MORE),
            ("pile", spots.draw, shown.draw_count, 0.0),
            ("removed", spots.rest, len(shown.removed), apart + GONE_MORE),
        ):
            # the label of a drawn card that lies on the draw pile takes the place of the number
            named = key == "pile" and spots.hand.x == spot.x and self.hand and self._choosing()
            if (count or key == "pile") and not named:
                # limited so that large texts do not collide
                size, room = self.kit.fitting(17, 19) if wide else 17.0, spot.w + (14 if wide else 26) if tall else wide
                text = self.text(key, count=count)
                pill = self.kit.pill(text, size, CREAM, INK, fonts.BLACK)
                if room and pill.get_width() > self.kit.px(room):
                    text = str(count) if tall else self.kit.fitting_prompt((text, str(count)), size, room, PILL_SIDES)
                    pill = self.kit.pill(text, size, CREAM, INK, fonts.BLACK, max_width=room)
                canvas.put_centred(pill, spot.x, spot.y + spot.w * faces.RATIO / 2 + (8 if tall else 18))

    def draw_labels(self, canvas: Canvas) -> None:
        """Draw the stacks' numbers of cards, the viewer's last action, and why the open card fits on piles."""
        self._draw_sizes(canvas)
        self.last_pill(canvas, self.viewer, self.spots.last, size=self.kit.fitting(16, 20))
        if not self._choosing():
            return
        card, kit, labels = self.view.card, self.context.kit, []
        if self.hand and self.context.frame.tall:
            x, y, w = self.spots.hand
            canvas.put_centred(kit.pill(self.text("this_card"), 16, GOLD, INK), x, y + w * faces.RATIO / 2 - 6)
        for pile, spot in enumerate(self.pile_spots):
            top = self.view.piles[pile][-1]
            if card not in deck.FITTING[top]:
                continue
            colour, number = card // 10 % 10 == top // 10 % 10, card % 10 == top % 10
            key = "same_both" if colour and number else "same_number" if number else "same_colour"
            labels.append((kit.pill(self.text(key), 16, GOLD, INK), spot))
        if all(pill.get_width() <= kit.px(spot.w + REASON_OVER) for pill, spot in labels):
            for pill, (x, y, w) in labels:
                canvas.put_centred(pill, x, y + w * faces.RATIO / 2 - 6)

    # ---- events -------------------------------------------------------------------------------------

    def mark(self, event: ev.Event) -> None:
        turned = event if isinstance(event, ev.CardsTurnedBack | ev.CallLost) else None
        marked, over = (self.moves.newest_of(turned.seat, past) if turned else "" for past in (False, True))
        super().mark(event)
        # the mark of a call's outcome or a declined card outlasts the turning back of cards, which says less
        if turned and marked in self._outcomes(turned.seat):
            self.moves.note(turned.seat, marked, over)

    def _lets_rest(self, event: ev.Event) -> bool:
        """Return True for the reveal of a dragged card, which turns where it was dropped and moves on from there."""
        return isinstance(event, ev.CardRevealed)

    def _outcomes(self, seat: int) -> list[str]:
        """Return the marks that outlast the turning back of cards: the outcomes of a call, and declining."""
        blank = {"name": self.name(seat)}
        kinds = ("CallLost", "PrizeFound", "TrophyWon", "CardDeclined")
        return [self.text(f"move.{name}", **blank) for name in kinds]

    _intensity = staticmethod(intensity.intensity)
    # their scripts have sounds of their own
    strikes = ("", "")

    def script(self, event: ev.Event, view: View) -> Script:
        self.mark(event)
        yield from self.scripts.script(event, view)

    def thinking_time(self, view: View, action: Action) -> float:
        return self.scripts.tempo.thinking(view)

    # ---- controls -----------------------------------------------------------------------------------

    def controls(self, view: View, choose: ChooseAction[Action], selected: Action | None) -> list[Widget]:
        """Return the buttons to draw, call and stop, and the own cards and piles as targets."""
        self.selected = selected
        widgets: list[Widget] = []
        for pile in range(len(view.piles)):
            action = Action(Verb.LAY, pile)
            if action in view.legal:
                box = self.pile_spots[pile].box
                widgets.append(self._card_item(card_id(pile, "pile"), action, box, choose, ("pile", pile)))
        for place, spot in enumerate(self.spots.grid):
            action = Action(Verb.REVEAL, place)
            if action in view.legal:
                widget = self._card_item(card_id(place), action, spot.box, choose, ("place", place))
                if view.phase != Phase.DRAW:
                    # before the draw it is legal under the strict house rule, but never suggested
                    middle = {action: self.spots.piles}
                    own = self.drags.drag_payload([(self.viewer, place)], middle, choose, box=spot.box, radius=22)
                    widget.items[0].start_drag = self.drags.taking(own)
                widgets.append(widget)
        buttons = self._buttons(view, choose, selected)
        if view.phase == Phase.DRAW:
            box = self.spots.draw.box
            item = Item("draw-pile", self.text("draw"), box, lambda: choose(DRAW), has_tooltip=True)
            top = self.drags.drag_payload(
                {TOP: self.places.top()}, {DRAW: self.spots.piles}, choose, box=box, radius=22
            )
            item.start_drag = self.drags.taking(top)
            return [*buttons, *widgets, _DrawPile(self.kit, item)]
        return [*widgets, *buttons]

    def _card_item(
        self, id_: str, action: Action, box: Box, choose: ChooseAction[Action], what: tuple[str, int]
    ) -> Widget:
        label = self.match_texts.action(action, self.view)
        item = Item(id_, label, box, lambda: choose(action), card=box, about=what)
        return game_table.CardSpot(self.context.kit, item, True)

    def _buttons(self, view: View, choose: ChooseAction[Action], selected: Action | None) -> list[Widget]:
        following = self.name((self.viewer + 1) % len(self.seats))
        held = deck.PLACES - self.shown.grids[self.viewer].count(deck.EMPTY)
        offers = (
            ActionButton(DRAW, "primary", self.text("draw"), self.text("draw_note"), "eye"),
            ActionButton(DECLINE, "secondary", self.text("decline"), self.text("decline_note"), "close"),
            ActionButton(CALL, "secondary", self.text("call_button"), self.text("call_note", count=held), "help"),
            ActionButton(END, "secondary", self.text("stop"), self.text("stop_note", name=following), "check"),
        )
        return self.offered([offer for offer in offers if offer.action in view.legal], 26, choose, selected)

    def forced_move(self, view: View) -> Action | None:
        """Return the draw that begins a turn, unless several people share the device and must see who is next."""
        return DRAW if self.people <= 1 and view.legal == (DRAW,) else None

    def pause_before(self, action: Action) -> float:
        return BEFORE_DRAW

    def item_of(self, action: Action) -> str:
        if action.verb == Verb.LAY:
            return card_id(action.which, "pile")
        return card_id(action.which) if action.verb == Verb.REVEAL else move_id(action.verb)

    def explained(self) -> list[Widget]:
        """Return an item for every function in the legend and on top of a pile; face-down cards have no notes."""
        items = [
            Item(f"{NOTE}{name}", f"{title}. {text}", box, lambda: None, card=box, about=("function", function))
            for function, box in self._legend()
            for name, title, text in (self._function_texts(function),)
        ]
        for pile, heap in enumerate(self.heaps.piles):
            card = heap[-1].card
            if deck.function_of(card):
                box = self.pile_spots[pile].box
                label = self.text("explain_pile", card=self.match_texts.card(card))
                items.append(Item(f"{NOTE}pile-{pile}", label, box, lambda: None, card=box, about=("pile", pile)))
        notes = [game_table.CardSpot(self.context.kit, item, False) for item in items]
        return [self._stars_button(), *notes] if self._guards_stars else [*notes]

    def _stars_button(self) -> SecretButton:
        """Return the item that shows the own stars."""
        box, label = layout.beside_button(self.spots.shelf)[1], self.text("show_stars")
        return SecretButton(self.secret, self.kit, box, label, self._show_stars, 23 if self.frame.tall else 20)

    def _show_stars(self) -> None:
        self.secret.tap()
        stars = sum(self.shown.trophies) + sum(map(deck.stars_of, self.shown.prizes))
        self.announcement = self.match_texts("spoken.stars", name=self.name(self.viewer), count=stars)

    def marked(self, advice: Advice[Action]) -> list[tuple[Box, float]]:
        """Return the boxes of the draw pile, the own cards to reveal, or the piles that a known card fits on."""
        if alike := self._alike(advice):
            own = [self.spots.grid[place].box for place in alike]
            radius = own[0].w * CORNER
            # without reminders the advice is about the own cards as a whole
            return [(box, radius) for box in (own if self.view.options.reminders else [bounds(own)])]
        boxes: list[Box] = []
        action, view = advice.action, self.view
        if action == DRAW:
            boxes.append(self.spots.draw.box)
        elif action == CALL:
            grid = view.grids[self.viewer]
            boxes += [spot.box for spot, card in zip(self.spots.grid, grid, strict=True) if card]
        elif advice.why and (card := dict(advice.why.blanks).get("card")):
            tops = enumerate(pile[-1] for pile in view.piles)
            boxes += [self.pile_spots[pile].box for pile, top in tops if card in deck.FITTING[top]]
        return [(box, box.w * CORNER) for box in boxes]

    def panel_text(self, advice: Advice[Action], numbers: bool) -> PanelText:
        text = super().panel_text(advice, numbers)
        if not self._alike(advice):
            return text
        if self.view.options.reminders:
            if advice.why:
                # the title says already that nobody knows it
                why = advice.why._replace(key=advice.why.key.removesuffix(".unknown"))
                text = text._replace(body=self.match_texts.why(why))
            return text._replace(title=self.text("reveal_any"))
        # the hint is no memory: people may have seen some of these cards
        return text._replace(title=self.text("reveal_one"))

    def _alike(self, advice: Advice[Action]) -> list[int]:
        """Return the places of the own unknown cards if the advice is to reveal one of several; a lesson means one."""
        unknown = [
            place
            for place, card in enumerate(self.view.grids[self.viewer])
            if card == deck.HIDDEN and (self.viewer, place) not in self.reminders
        ]
        one_of_them = advice.action.verb == Verb.REVEAL and advice.action.which in unknown
        return unknown if one_of_them and len(unknown) > 1 and not self.teaches else []

    def note(self, item: Item) -> Note | None:
        match item.about:
            case ("pile", int() as pile) if item.card and pile < len(self.heaps.piles):
                function = deck.function_of(self.heaps.piles[pile][-1].card)
                return Note(self.kit, self._function_texts(function), item.card, self.spots) if function else None
            case ("function", int() as function) if item.card:
                return Note(self.kit, self._function_texts(function), item.card, self.spots)
        return None

    def _function_texts(self, function: int) -> tuple[str, str, str]:
        """Return the sign, name and effect of a function."""
        name = deck.FUNCTIONS[function]
        return name, self.text(f"function.{name}"), self.text(f"card.{name}.text")

    def prompt(self, view: View) -> str:
        own, tall = self.decides(view.turn), self.context.frame.tall
        ways = [self.match_texts.prompt(view, own, short) for short in (tall, True)]
        return self.kit.fitting_prompt(ways, game_table.PROMPT_SIZE, self.spots.prompt.w)

    def _draw_miss(self, canvas: Canvas) -> None:
        """Draw the red ring and the announcement of a misfit, if there is one."""
        sprite = self.layer.sprites.get(self.scripts.missed) if self.scripts.missed else None
        if sprite is None or self.scripts.missed is None:
            return
        (seat, place), kit = self.scripts.missed, self.kit
        x, y, w = sprite.x, sprite.y, sprite.place.w
        canvas.put_centred(kit.scene_image(faces.red_edge, w), x, y)
        text = self.text(self.scripts.miss, card=self.match_texts.plain(self.shown.grids[seat][place]))
        room = self.spots.prompt.w if seat == self.viewer else self.context.frame.width - 40.0
        paper = kit.scene_image(faces.miss, text, room)
        canvas.put_centred(
            paper, *self.miss_box(seat, Box(x - w / 2, y - w * faces.RATIO / 2, w, w * faces.RATIO), paper).centre
        )

    def miss_box(self, seat: int, card: Box, paper: Surface) -> Box:
        """Return the box of the announcement that a seat's ``card`` does not fit: near it or for the prompt."""
        wide, tall = paper.get_width() / self.kit.scale, paper.get_height() / self.kit.scale
        frame, (x, y, _most) = self.context.frame, self.spots.prompt
        instead = Box(x - wide / 2, y - tall / 2, wide, tall)
        if not frame.tall:
            return instead
        if seat == self.viewer:
            # above both own rows, whose places are to be learned now, and between the round buttons
            return instead._replace(y=min(card.y, self.spots.grid[0].box.y) - 2 - tall)
        left, right = EDGE, frame.width - EDGE
        # below all rivals, whose places are to be learned too
        edge = max(card.y + card.h, *(box.y + box.h for box in self.spots.opponents))
        below = Box(min(max(card.centre[0] - wide / 2, left), right - wide), edge + 2, wide, tall)
        # the piles tell why it does not fit
        return instead if any(overlap(below, spot.box) for spot in self.pile_spots) else below

    def drag_handles(self, view: View, choose: ChooseAction[Action]) -> list[Item]:
        """Return the open card, and all that is unusable now: piles it does not fit on, own cards, the draw pile."""
        found = []
        placing = self.viewer_decides and view.phase == Phase.PLACE
        if placing:
            for pile, spot in enumerate(self.pile_spots):
                action = Action(Verb.LAY, pile)
                if action not in view.legal:
                    keys = [self.heaps.piles[pile][-1].key]
                    found.append(self.drags.drag_handle(f"pile-{pile}", spot.box, keys, refused=action))
        for place, spot in enumerate(self.spots.grid):
            action = Action(Verb.REVEAL, place)
            if view.grids[self.viewer][place] == deck.HIDDEN and not (self.viewer_decides and action in view.legal):
                found.append(self.drags.drag_handle(f"own-{place}", spot.box, [(self.viewer, place)], refused=action))
        if view.draw_count and not (self.viewer_decides and DRAW in view.legal):
            top = max(
                (key for key in self.layer.sprites if isinstance(key, tuple) and key[0] == "draw"), default=("draw", 0)
            )
            found.append(self.drags.drag_handle("draw", self.spots.draw.box, [top], refused=DRAW))
        if placing:
            key = "hand" if view.place < 0 else (self.viewer, view.place)
            use = partial(choose, view.legal[0]) if len(view.legal) == 1 else None
            box = self.drags.at_rest([key])[key].card(faces.RATIO)
            piles = {Action(Verb.LAY, pile): spot.box for pile, spot in enumerate(self.pile_spots)}
            radius = self.pile_spots[0].w * CORNER
            load = self.drags.drag_payload([key], piles, choose, legal=view.legal, radius=radius)
            found.append(self.drags.drag_handle("open", box, [key], load=load, use=use))
        return found


class _DrawPile(game_table.CardSpot):
    """The draw pile as a target beside its button."""

    def __init__(self, kit: Kit, item: Item) -> None:
        super().__init__(kit, item, False)
        item.card = item.box
