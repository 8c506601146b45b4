"""The table of dnuP: animates its events and offers its actions."""

from collections.abc import Callable, Hashable, Iterable, Sequence
from typing import TYPE_CHECKING

from pygame import Surface

from game.core.capabilities import Advice
from game.core.match import Seat
from game.engine import banners, fonts, rival, surfaces, transitions
from game.engine.backdrop import Backdrop, felt
from game.engine.canvas import Canvas
from game.engine.cards import CORNER
from game.engine.director import Script
from game.engine.drag import DragPayload
from game.engine.figures import figure
from game.engine.game_table import PROMPT_SIZE, CardSpot
from game.engine.items import Item, card_id, move_id
from game.engine.kit import PILL_SIDES, Kit
from game.engine.layout import Box
from game.engine.palette import CREAM, DANGER, GOLD, GOOD, INK, SOFT, rgb
from game.engine.sprites import SHAKE_MS, SpritePlace
from game.engine.turn_table import KEYS, ActionButton, ChooseAction, TurnTable
from game.engine.widgets import TARGET, Button, Widget
from game.games.dnup import events as ev
from game.games.dnup import intensity, layout, rules, scoring
from game.games.dnup.choice import Choice, set_id
from game.games.dnup.deck import ACTIVE, END_OF_CARDS, FIRST_CARD, number_of
from game.games.dnup.faces import RATIO, DnupFaces, empty_place, face_of, fan, markers
from game.games.dnup.hand_drag import CardDrag
from game.games.dnup.places import Hand, Places, in_order, seen_of
from game.games.dnup.planning import sets_in
from game.games.dnup.rules import Action, Verb, View
from game.games.dnup.scripts import Scripts, still_lying
from game.games.dnup.spin import Spin
from game.games.dnup.texts import DnupTexts

if TYPE_CHECKING:
    from game.services.context import Context


#: width of the cards in the preview of a returning set
SMALL = 64.0
#: height of the letters in a pill, as a share of the room for it
PILL_LETTERS = 0.56
#: the usual numbers of cards in hands and sets
USUAL_HANDS, USUAL_SETS = range(4, 15), range(1, 5)
#: from this many seats on bots have this share of the usual time to think, as several others come before the own turn
CROWD, CROWDED = 4, 0.5


def gold_frame(kit: Kit, w: float, h: float) -> Surface:
    """Draw the plain line around the place whose turn it is."""
    return surfaces.ring((kit.px(w), kit.px(h)), kit.px(14), max(2, kit.px(2.5)), GOLD)


class DnupTable(TurnTable[Action, ev.Event, View]):
    """The table of one match of dnuP for one viewer."""

    game = "dnup"
    ratio = RATIO
    felt = rgb("#27376F")
    layer_type = Spin
    match_texts: DnupTexts
    spots: layout.Spots

    def __init__(self, context: "Context", seats: Sequence[Seat], viewer: int, view: View) -> None:
        super().__init__(context, seats, viewer, view)
        self.choice = Choice(self)
        self.scripts = Scripts(self)
        self.build()

    def build(self) -> None:
        context, frame = self.context, self.frame
        # what the rivals hold and have played counts for a move; between two, the own sets do as well
        rivals = tuple(f"rival-{number}" for number in range(1, len(self.seats)))
        self.kept_free = ("band", *rivals) if len(self.seats) == 2 else rivals
        self.faces = DnupFaces(context.kit)
        self.match_texts = DnupTexts(context.texts, self.seats)
        opponents = len(self.seats) - 1
        spots = layout.spots(frame.width, frame.height, opponents, frame.side, self._sheet)
        if self.log_panel.hidden and not frame.tall:
            spots = layout.without_log(spots)
        #: the dock of a tall table shows the log, and the own place has the room of the small one
        self.has_wide_place = self.docked and frame.tall and len(self.seats) > 2
        self.spots = spots = layout.beside_log(spots) if self.has_wide_place else spots
        row = spots.tray._replace(h=spots.hand.y - spots.tray.y)
        self.whole_parts = (row, spots.band) if frame.tall else ()
        self.backdrop = Backdrop(context.kit, felt(frame, self.felt))
        for box in (spots.tray, spots.band):
            self.backdrop.panel(box, 18, 0.42)
        if not self.has_wide_place:
            self.log_panel.bake(spots.preview)
        areas = rules.areas_of(len(self.seats))
        goal = scoring.goal_of(len(self.seats))
        self.rivals = rival.Rivals(self, lambda box: layout.panel(box, frame.tall, goal))
        self.panels = self.rivals.panels
        usual_hand = layout.spots(frame.width, frame.height, opponents, frame.side).hand
        self.places = Places.at(spots, usual_hand, self.order(), self.panels, frame.tall)
        self.scripts.places, self.scripts.match_texts = self.places, self.match_texts
        for box in self.places.boxes.values() if areas > 1 else spots.areas:
            self.backdrop.frame_line(box, 14, CREAM, 1.5, 50)
        self._bake_plate()
        self.banner = banners.Banner(context.kit, GOOD, frame.tall)
        for _card, spot in self.hand_spots()[:1]:
            # prepared because the first card turned up in a deal would otherwise render all values
            self.faces.make_ahead(face_of(FIRST_CARD), spot.w)
        self.arrange()

    def _bake_plate(self) -> None:
        self.bake_name(self.viewer, self.spots.name, 25)
        if self.frame.tall:
            self.bake_title()

    # ---- positions ----------------------------------------------------------------------------------

    def sync(self, view: View, ms: float = 0) -> None:
        self.scripts.forget()
        self.choice.keep(view)
        super().sync(view, ms)

    @property
    def tells(self) -> bool:
        """True while the banner announces that a seat has gone out or the round is over."""
        return self.scripts.banner_texts is not None

    def upcoming_faces(self) -> Iterable[tuple[str, float]]:
        """Return one card at each width, for which values are rendered anew, then every card that can be played."""
        yield "back", self.spots.widest_set
        for w in self._widths():
            yield face_of(FIRST_CARD), w
        for card in range(FIRST_CARD, END_OF_CARDS):
            yield face_of(card), self.spots.widest_own
            yield face_of(card), self.spots.widest_set

    def _widths(self) -> list[float]:
        """Return the widths of cards in usual sets and hands, the likeliest first."""
        sets = (self.places.set_spots(place, count) for count in USUAL_SETS for place in self.places.boxes)
        counts = sorted(USUAL_HANDS, key=lambda count: abs(count - len(self.view.hand)))
        hands = map(self.places.hand, counts)
        return list(dict.fromkeys(spots[0].w for spots in (*sets, *hands)))

    def _make_way(self) -> None:
        """Move the own set out of the room of the preview while that shows cards, and back."""
        if self.has_wide_place:
            own = layout.beside_preview(self.spots) if self.coming_back()[1] else self.spots.areas[0]
            self.places = self.places._replace(boxes={**self.places.boxes, self.viewer: own})
            self.scripts.places = self.places

    def _places(self) -> dict[Hashable, SpritePlace]:
        self._make_way()
        places, scripts, shown = self.places, self.scripts, self.shown
        return (
            places.lay_sets(shown.sets, scripts.leaving, scripts.sending.joining, self._set_state)
            | places.lay_hand(self.hand_spots(), self._card_state, scripts.sending.spots)
            | places.lay_discards(shown.discard_count)
        )

    def _set_state(self, place: int) -> str:
        """Return the look of the cards of the set at a place."""
        if not self.viewer_decides or self.scripts.leaving >= 0:
            return "rest"
        return self.choice.look(place, self.shows_legal)

    def _card_state(self, card: int) -> str:
        """Return the look of an own card."""
        if card in self.choice.cards:
            return "selected"
        return "hover" if self.pointed == card_id(number_of(card)) and self.drags.dragged is None else "rest"

    def hand_spots(self) -> Hand:
        """Return the own cards with their places: by value, or in the player's order with new cards last."""
        cards = in_order(self.shown.hand, self.scripts.order_kept or self.arrangement)
        return list(zip(cards, self.places.hand(len(cards)), strict=True))

    def place_of(self, name: str) -> Box | None:
        if name == "hand" and self.shown.hand:
            return layout.around(tuple(spot for _card, spot in self.hand_spots()))
        if name == "cards":
            return self.spots.hand
        if name == "band":
            return self.spots.band
        if name == "letters":
            return self.places.letters_box()
        for card, spot in self.hand_spots():
            if name == card_id(number_of(card)):
                return spot.box
        for place, cards in enumerate(self.shown.sets):
            if cards and name == set_id(place):
                return self.places.set_box(place, len(cards))
        return super().place_of(name)

    # ---- drawing ------------------------------------------------------------------------------------

    def _readable(self, size: float) -> float:
        """Return a text's size, on a tall table one that a narrow phone can show."""
        return self.kit.fitting(size, legible=self.frame.tall)

    def _draw_held(self, canvas: Canvas, count: int) -> None:
        """Draw the number of cards in the own hand; where large letters have no room, with a card instead of a word."""
        kit, (x, y) = self.kit, self.spots.held
        room = self.spots.name.w if not self.frame.tall else 130
        text, size = self.text("hand", count=count), self._readable(18)
        if fonts.reads(text, fonts.STRONG, round(size * kit.text_scale), kit.px(room)):
            canvas.put_left(kit.line(text, size, SOFT, fonts.STRONG, room), x, y)
            return
        number = kit.line(str(count), size, SOFT, fonts.STRONG)
        canvas.put_left(number, x, y)
        canvas.put_left(kit.icon("card", 26, SOFT), x + number.get_width() / kit.scale + 6, y)

    def draw(self, canvas: Canvas) -> None:
        spots, shown = self.spots, self.shown
        canvas.background(self.backdrop.surface)
        for seat, panel in self.panels.items():
            self.rivals.draw_face(canvas, seat, shown.turn)
            self._draw_fan(canvas, seat, panel)
            self._draw_letters(canvas, seat)
        self.draw_figure(canvas, self.viewer, spots.face, active=shown.turn == self.viewer)
        if not (self.arrangement and self.viewer_decides):
            # otherwise the sort button is there
            self._draw_held(canvas, shown.hand_counts[self.viewer])
        self._draw_letters(canvas, self.viewer)
        self._draw_sets(canvas)
        self._draw_preview(canvas)
        self.layer.draw(canvas)
        self.draw_labels(canvas)
        for seat in self.panels:
            # beside the cards it is said as well that a rival is out
            if seat not in shown.out and not self._is_on_set(seat):
                self.rivals.draw_moves(canvas, seat, shown.turn)
        if not self.frame.tall:
            # on a tall table the strip of the log says it
            self.last_pill(canvas, self.viewer, spots.last, anchor="centre")
        self.popups.draw(canvas)
        if self.scripts.banner_texts:
            self.banner.draw(canvas, *self.scripts.banner_texts, self.frame.width / 2, self._banner_height())

    def _is_on_set(self, seat: int) -> bool:
        """Return True if a seat's set is what its last move was, even if cards have been added to it."""
        sets = (cards for place, cards in enumerate(self.shown.sets) if rules.owner_of(place, len(self.seats)) == seat)
        sizes = ((size, ACTIVE[cards[0]]) for cards in sets for size in range(1, len(cards) + 1))
        return self.moves.of(seat) in {self.match_texts.set_of(size, value) for size, value in sizes}

    def _banner_height(self) -> float:
        """Return the middle of the banner: over the own place and the log, or over the hand if the dock has text there.

        Both are clear of the opponents' sets.
        """
        middle, dock, high = self.spots.band.centre[1], self.spots.dock, self.banner.high
        taken = dock._replace(h=min(dock.h, self.dock_covers)) if self.dock_has_text else None
        covered = taken and taken.y < middle + high / 2 and middle - high / 2 < taken.y + taken.h
        return max(self.spots.tray.centre[1], taken.y + taken.h + high / 2) if taken and covered else middle

    def _draw_sets(self, canvas: Canvas) -> None:
        """Draw the places without a set, and the line around the place whose turn it is."""
        for place, cards in enumerate(self.shown.sets):
            if not cards:
                spot = self.places.set_spots(place, 1)[0]
                canvas.put_centred(self.kit.scene_image(empty_place, spot.w), spot.x, spot.y)
        if (place := self._current()) >= 0:
            box = self.places.boxes[place]
            canvas.put(self.kit.scene_image(gold_frame, box.w, box.h), box.x, box.y)

    def _draw_fan(self, canvas: Canvas, seat: int, panel: layout.Panel) -> None:
        """Draw a rival's hand and its number of cards."""
        kit, count = self.kit, self.scripts.count_of(seat)
        if not count:
            if seat in self.shown.out:
                canvas.put_left(*self.out_pill(panel))
            return
        x, y = panel.fan
        step = panel.fan_step(count)
        if seat != self.scripts.turning:
            canvas.put_left(kit.scene_image(fan, count, panel.back, step), x, y)
        canvas.put_left(kit.sticker(str(count), panel.numeral), x + panel.back + step * (count - 1) + 10, y)

    def out_pill(self, panel: layout.Panel) -> tuple[Surface, float, float]:
        """Return the pill of a rival who is out, its left end and its middle: between the name and the letters.

        Where the letters are beside the hand, it is in the hand's place.
        """
        top, low = panel.name.y + panel.line * 0.45, panel.letters[1] - panel.letter / 2
        if panel.letters[1] == panel.fan[1]:
            top, low = panel.fan[1] - panel.line / 2, panel.fan[1] + panel.line / 2
        pill = self.kit.pill(self.text("is_out"), self.kit.fitting(16, (low - top) * PILL_LETTERS), GOLD, INK)
        return pill, panel.fan[0], (top + low) / 2

    def _draw_letters(self, canvas: Canvas, seat: int) -> None:
        won = self.shown.totals[seat] - self.scripts.letters.due(seat)
        names = tuple(map(self.places.letter_face, range(scoring.goal_of(len(self.seats)))))
        (x, y, w), (end, _y, _w) = (self.places.letter_place(seat, number) for number in (0, len(names) - 1))
        step = (end - x) / max(1, len(names) - 1)
        canvas.put_centred(self.kit.scene_image(markers, names, w, step, won), (x + end) / 2, y)

    def _current(self) -> int:
        """Return the place whose turn it is between two players, or -1."""
        if rules.areas_of(len(self.seats)) == 1 or self.view.phase != rules.Phase.PLAY or self.shown.turn < 0:
            return -1
        return rules.own_place(self.shown.turn, self.shown.area, len(self.seats))

    def _draw_numbers(self, canvas: Canvas) -> None:
        """Draw the places' numbers between two players, clear of the cards, or whose the viewer's empty place is.

        Where its words have no room, the viewer's figure is there.
        """
        areas, current = rules.areas_of(len(self.seats)), self._current()
        if areas == 1 and not self.shown.sets[self.viewer]:
            spot, parts = (
                self.places.set_spots(self.viewer, 1)[0],
                self.text("place", name=self.name(self.viewer)).split(),
            )
            size = self._readable(16)
            real, room = round(size * self.kit.text_scale), self.kit.px(spot.w - 6)
            if not all(fonts.reads(part, fonts.BLACK, real, room) for part in parts):
                canvas.put_centred(figure(self.kit, self.seats[self.viewer].figure, spot.w * 0.34), spot.x, spot.y)
                parts = []
            for number, part in enumerate(parts):
                y = spot.y + (number - (len(parts) - 1) / 2) * size * 1.4
                canvas.put_centred(self.kit.line(part, size, SOFT, fonts.BLACK, spot.w - 6), spot.x, y)
        for place, box in self.places.boxes.items() if areas > 1 else ():
            fill, ink = (GOLD, INK) if place == current else (INK, CREAM)
            pill = self.kit.pill(self.text(f"area_{place % areas + 1}"), self._readable(15), fill, ink)
            canvas.put_left(pill, box.x + 6, box.y + 1)

    def draw_labels(self, canvas: Canvas) -> None:
        """Draw the labels of the sets, the number of discarded cards, and between two players the places' numbers."""
        self._draw_numbers(canvas)
        kit, shown, spots = self.kit, self.shown, self.spots
        own = rules.own_place(self.view.turn, self.view.area, len(self.seats)) if self.viewer_decides else -1
        for place, cards in enumerate(shown.sets):
            numbers = [*map(number_of, cards), *self.scripts.sending.joining(place)]
            turns = place == self.scripts.leaving != self.scripts.struck
            if not cards or turns or any(map(self.layer.moving, numbers)):
                continue
            if any(map(self.drags.holds, numbers)):
                continue
            spots_there = self.places.set_spots(place, len(numbers))
            fill, ink = GOLD if self._set_state(place) in ("legal", "selected") else CREAM, INK
            text = self.match_texts.set_of(len(numbers), ACTIVE[cards[0]])
            if place == self.scripts.struck:
                text, fill, ink = self.text("beaten"), DANGER, CREAM
            elif place == own:
                text = self.text("leaves_next")
            size, most = self._readable(19 if place != own else 16), self.places.boxes[place].w
            pill = kit.pill(text, size, fill, ink, max_width=most)
            canvas.put_centred(
                pill, *layout.pill_place(spots_there, self.places.boxes[place], pill.get_height() / kit.scale)
            )
        if count := shown.discard_count:
            x, y, w = spots.discard
            low, name, size = y + w * RATIO / 2 + 6, self.text("discard"), self._readable(16)
            name = "" if self.frame.tall else kit.fitting_prompt((name, ""), size, w + 28, PILL_SIDES)
            for label, at in ((str(count), y - w * 0.5), (name, low)) if name else ((str(count), low),):
                pill = kit.pill(label, size, CREAM, INK, fonts.BLACK, max_width=w + 28)
                canvas.put_centred(pill, x, at)

    def _draw_preview(self, canvas: Canvas) -> None:
        """Draw the preview of cards that the chosen ones would send back, or the newest lines of the log."""
        kit, box = self.kit, self.spots.preview
        heading, cards = self.coming_back()
        if not cards and self.frame.tall:
            if not (self.teaches or self.has_wide_place):
                self.log_panel.draw_small(canvas, box, pictured=rules.areas_of(len(self.seats)) > 1)
            return
        if not cards:
            self.log_panel.draw(canvas, box)
            return
        if self.has_wide_place:
            canvas.put(kit.widget_image(Kit.panel_plain, box.w, box.h, 18, 0.42), box.x, box.y)
        canvas.put_left(kit.line(heading, self._readable(18), CREAM, fonts.BLACK, box.w - 32), box.x + 16, box.y + 22)
        room = Box(box.x + 14, box.y + 40, box.w - 82, box.h - 46 + layout.PILL_ROOM)
        for card, spot in zip(cards, layout.a_set(room, len(cards), SMALL), strict=True):
            canvas.put_centred(self.faces(face_of(card), spot.w), spot.x, spot.y)
        x, y = box.x + box.w - 40, box.y + box.h / 2 + 10
        canvas.put_centred(kit.icon("turn", 46, GOLD), x, y - 6)
        canvas.put_centred(kit.line(self.text("turned"), self._readable(15), GOLD, fonts.BLACK, 74), x, y + 28)

    def coming_back(self) -> tuple[str, rules.Cards]:
        """Return the heading and cards of the preview, as they would be in the receiving hand."""
        seat, cards = self.choice.coming_back()
        if seat < 0:
            return "", ()
        if self.choice.target >= 0:
            return self.text("takes"), cards
        own = seat == self.viewer
        return self.text("returns_own") if own else self.text("returns", name=self.name(seat)), cards

    # bots show cards with every play, so actions before that cannot be undone
    undo_is_rare = True
    # a digit key chooses a card by its value: a cap would only hide the star
    digit_caps = False

    # ---- events -------------------------------------------------------------------------------------

    def mark(self, event: ev.Event) -> None:
        """Mark the event as usual; a new round clears the last actions."""
        super().mark(event)
        if isinstance(event, ev.RoundStarted):
            self.moves.clear()

    _intensity = staticmethod(intensity.intensity)

    def play(self, event: ev.Event, view: View) -> Script:
        """Show one event; a beaten set leaves only after the one that beats it has been laid: first the cause."""
        if ev.is_beaten(event):
            self.scripts.beaten = event
            # it has no line of its own before the next event has one
            self._write(event)
            return
        if not (beaten := self.scripts.beaten):
            yield from super().play(event, view)
            return
        yield from super().play(event, still_lying(view, beaten))
        yield from self.scripts.strike()
        yield from self.script(beaten, view)
        yield from self._struck(beaten, view)

    def script(self, event: ev.Event, view: View) -> Script:
        self.mark(event)
        self.choice.clear()
        yield from self.scripts.script(event, view)

    def _lets_rest(self, event: ev.Event) -> bool:
        """Return True for events that precede that of the dragged cards, which stay where they were dropped."""
        return isinstance(event, ev.SetDiscarded | ev.SetReturned | ev.SetTaken)

    # ---- controls -----------------------------------------------------------------------------------

    def controls(self, view: View, choose: ChooseAction[Action], selected: Action | None) -> list[Widget]:
        """Return the own cards and the others' sets to choose from, and the buttons of the choice."""
        if view.phase != rules.Phase.PLAY:
            return []
        choose = self.scripts.sending.noting(choose)
        widgets: list[Widget] = []
        seen = seen_of(self.hand_spots())
        for card, spot in self.hand_spots():
            box = spot.box
            item = Item(
                card_id(number_of(card)),
                self.match_texts.card(card),
                box,
                lambda card=card: self._toggle(card),  # type: ignore[misc]
                on_shift=lambda by, card=card: self._shift(card, by),  # type: ignore[misc]
                start_drag=lambda grip, card=card: self.drags.begin(CardDrag(self, card, grip, choose)),  # type: ignore[misc]
                checked=card in self.choice.cards,
                card=seen[card],
            )
            widgets.append(CardSpot(self.kit, item, True))
        for place, cards in enumerate(view.sets):
            if cards and not self.places.is_own(place):
                box = self.places.set_box(place, len(cards))
                label = self.text("set_of", set=self.match_texts.set(cards), name=self.match_texts.owner(place))
                item = Item(
                    set_id(place),
                    label,
                    box.at_least(TARGET),
                    lambda place=place: self._aim(place, choose),  # type: ignore[misc]
                    start_drag=self.drags.taking(self._set_load(place, choose)),
                    checked=place == self.choice.target,
                    card=box,
                )
                widgets.append(CardSpot(self.kit, item, True))
        return [*widgets, *self._buttons(choose, selected), *self._sort_button()]

    def hint_row(self, key: str, value: float, advice: Advice[Action]) -> tuple[str, str] | None:
        """Return the sets in the hand after a move together with those before it."""
        if key != "hint.sets":
            return super().hint_row(key, value, advice)
        written = self.text("hint.sets.written", before=sets_in(self.view.hand), number=int(value))
        return self.text("hint.sets"), written

    def marked(self, advice: Advice[Action]) -> list[tuple[Box, float]]:
        """Return the boxes of the cards to play or add, and of the set beaten, added to or taken."""
        action, view = advice.action, self.view
        cards = [box for card, box in seen_of(self.hand_spots()).items() if card in action.cards]
        places = [action.place] if action.verb in (Verb.ADD, Verb.TAKE) else []
        if action.verb in (Verb.PLAY, Verb.ADD) and (beaten := rules.outcome_of(view, action).beaten) >= 0:
            places.append(beaten)
        # beside a puzzle's solution the set may be gone
        sets = [self.places.set_box(place, len(view.sets[place])) for place in places if view.sets[place]]
        return [*((box, box.w * CORNER) for box in cards), *((box, 12.0) for box in sets)]

    def _toggle(self, card: int) -> None:
        """Choose an own card or put it back."""
        self.choice.toggle(card)
        self.changed()
        if playing := self.choice.playing():
            chosen = set(self.choice.cards)
            self.host.consider(playing, lambda action: chosen <= set(action.cards))

    # ---- the order of the hand ------------------------------------------------------------------

    def _shift(self, card: int, by: int) -> None:
        """Swap an own card with its neighbour to the left (-1) or right (1) (rule text, ruling d)."""
        order = [number_of(other) for other, _spot in self.hand_spots()]
        here = order.index(number_of(card))
        there = here + by
        if 0 <= there < len(order):
            order[here], order[there] = order[there], order[here]
            self.arrangement[:] = order
            self.context.audio.play("slide")
            self.changed()

    def _sort_button(self) -> list[Widget]:
        """Return the button that sorts a rearranged hand by value."""
        if not self.arrangement:
            return []
        return [Button(self.kit, "sort", self.spots.sort, self.text("sort"), self._sort, kind="dark", size=18)]

    def _sort(self) -> None:
        self.arrangement.clear()
        self.context.audio.play("slide")
        self.changed()

    # ---- the choice -------------------------------------------------------------------------------

    def _aim(self, place: int, choose: ChooseAction[Action]) -> transitions.Transition:
        """Choose another seat's set: to add the one chosen card, to beat it, or to take it."""
        action, outcome = self.choice.considered(), self.choice.outcome()
        if action and outcome and outcome.beaten == place:
            return choose(action)
        if len(self.choice.cards) == 1:
            return choose(Action(Verb.ADD, tuple(self.choice.cards), place))
        self.choice.cards = []
        self.choice.target = -1 if place == self.choice.target else place
        self.changed()
        if self.choice.target >= 0:
            taking = Action(Verb.TAKE, (), place)
            self.host.consider(taking, lambda action: action == taking)
        return None

    def changed(self) -> None:
        """Update the table and the buttons after a change of choice or order."""
        self.arrange(self.ms(120))
        self.host.refresh_controls()

    def next_step(self) -> str:
        offers = self._offers() if self.choice.cards or self.choice.target >= 0 else []
        return self.button_id(offers[0].action) if offers else ""

    def unchoose(self) -> bool:
        if not self.choice.cards and self.choice.target < 0:
            return False
        self.choice.cards, self.choice.target = [], -1
        self.changed()
        return True

    def thinking_time(self, view: View, action: Action) -> float:
        """Return the bot's share of the usual pause, the same for all of its moves: it must not tell what it holds."""
        return CROWDED if len(self.seats) >= CROWD and not self.teaches else 1.0

    def _offers(self) -> list[ActionButton[Action]]:
        """Return the buttons for the present choice, with turning the hand if there is room."""
        say, view = self.match_texts, self.view
        offers: list[ActionButton[Action]] = []
        if playing := self.choice.playing():
            kind, icon = ("primary", "check") if playing in view.legal else ("dark", "close")
            named = say.action(playing, view)
            offers.append(
                ActionButton(playing, kind, self.text("play_short"), say.leads_to(playing, view), icon, named)
            )
        for adding in list(self.choice.additions().values())[:1]:
            # only one amber button at a time, which is playing if it is legal
            kind = "secondary" if any(offer.kind == "primary" for offer in offers) else "primary"
            named = say.action(adding, view)
            offers.append(ActionButton(adding, kind, self.text("add_short"), say.leads_to(adding, view), "plus", named))
        if self.choice.target >= 0:
            taking = Action(Verb.TAKE, (), self.choice.target)
            offers.append(ActionButton(taking, "primary", self.text("take_set"), self.text("take_note"), "card"))
        if len(offers) < 2:
            sub = self.text("turn_note", count=len(view.hand))
            offers.append(ActionButton(rules.TURN, "secondary", self.text("turn"), sub, "turn"))
        return offers

    def _buttons(self, choose: ChooseAction[Action], selected: Action | None) -> list[Widget]:
        offers = self._offers()
        numbers = range(len(offers)) if len(offers) > 1 else (1,)
        return [
            self.button(offer, self._button_box(number, len(offers)), 27, KEYS[number], self._tried(choose), selected)
            for number, offer in zip(numbers, offers, strict=True)
        ]

    def _tried(self, choose: ChooseAction[Action]) -> ChooseAction[Action]:
        """Wrap ``choose`` so that the chosen cards shake if the action is illegal, beside the message."""

        def chosen(action: Action) -> transitions.Transition:
            for card in action.cards if action not in self.view.legal else ():
                self.layer.shake(number_of(card), self.ms(SHAKE_MS))
            return choose(action)

        return chosen

    def cap(self, meaning: str) -> str:
        return ""

    def numbered(self, cards: Sequence[Item]) -> dict[str, Item]:
        """Return the own cards by value: the next one not yet chosen, or the last if all are."""
        items = {item.id: item for item in cards}
        found: dict[str, Item] = {}
        for card, _spot in self.hand_spots():
            digit = str(ACTIVE[card])
            if (item := items.get(card_id(number_of(card)))) and (digit not in found or found[digit].checked):
                found[digit] = item
        return found

    def _button_box(self, place: int, count: int) -> Box:
        first, last = self.spots.buttons
        if count == 1 and first.y == last.y:
            return first._replace(w=last.x + last.w - first.x)
        return (first, last)[place]

    def button_id(self, action: Action) -> str:
        """Return the id of an action's button, or "" if other cards are chosen."""
        others = self.choice.cards and action.cards and set(self.choice.cards) != set(action.cards)
        return "" if others else move_id(action.verb)

    def item_of(self, action: Action) -> str:
        if action.verb == Verb.TAKE:
            return set_id(action.place)
        return card_id(number_of(action.cards[0])) if action.cards else self.button_id(action)

    def prompt(self, view: View) -> str:
        chosen, own = tuple(self.choice.cards) if self.viewer_decides else (), self.decides(view.turn)
        forms = (self.context.frame.tall, True)
        ways = [self.match_texts.prompt(view, chosen, self.choice.target, own, short) for short in forms]
        if own and view.phase == rules.Phase.PLAY:
            ways.append(self.text("prompt.any"))
            plain = not (self.context.frame.tall or chosen or self.choice.target >= 0 or len(self.seats) == 2)
            if plain and any(action.verb == Verb.TAKE for action in view.legal):
                ways.insert(0, self.match_texts.ways(view))
        return self.kit.fitting_prompt(ways, PROMPT_SIZE, self.spots.prompt.w)

    # ---- dragging -----------------------------------------------------------------------------------

    def _set_load(self, place: int, choose: ChooseAction[Action]) -> Callable[[], DragPayload]:
        """Return the payload of another seat's set, dropped on the own hand to take it."""
        cards, taking = self.view.sets[place], Action(Verb.TAKE, (), place)
        goals, numbers = {taking: self.spots.tray}, [number_of(card) for card in cards]
        box = self.places.set_box(place, len(cards))
        return self.drags.drag_payload(numbers, goals, choose, box=box, legal=self.view.legal, radius=18)

    def drag_handles(self, view: View, choose: ChooseAction[Action]) -> list[Item]:
        """Return the own cards while another seat decides, which then stay where they are."""
        if self.viewer_decides:
            return []
        return [
            self.drags.drag_handle(str(number_of(card)), spot.box, [number_of(card)])
            for card, spot in self.hand_spots()
        ]
