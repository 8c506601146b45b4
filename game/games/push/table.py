"""The table of Push: how its events are shown and what can be done."""

from __future__ import annotations

from collections import Counter
from functools import partial
from typing import assert_never

from game.core.game import Advice
from game.engine.cards import CORNER
from game.engine.director import Script
from game.engine.items import NOTE, Item, move_id
from game.engine.layout import Box, button_boxes
from game.engine.sprites import Place
from game.engine.turn_table import KEYS, Choose, Offer
from game.engine.tweens import out_back, out_cubic
from game.engine.widgets import Widget
from game.engine.words import LogLine
from game.games.push import drags, panels, targets
from game.games.push.deck import COLOUR_OF, COLOURS, Kind, kind_of
from game.games.push.events import (
    Busted,
    CardDrawn,
    CardPlaced,
    CardsLost,
    ColourSecured,
    DieRolled,
    DirectionChanged,
    DrawingStopped,
    Event,
    GameEnded,
    GameStarted,
    RowDiscarded,
    RowTaken,
    TurnEnded,
    TurnStarted,
)
from game.games.push.faces import RATIO
from game.games.push.notes import DISCARD, Note
from game.games.push.picture import RIMS, THROW_MS, Picture, Throw
from game.games.push.rows import targets_of
from game.games.push.rules import DRAW, STOP, Action, Phase, Verb, View
from game.games.push.scoring import colour_sums, points_of
from game.games.push.thumb import worths
from game.games.push.underway import without

#: numbers of the hint that count points to come, with a sign; the risk is in per cent
SIGNED = ("hint.row", "hint.stop", "hint.draw")
#: from so many points on a row is a joy
GOOD_ROW = 9
#: how long a bust is shown, in milliseconds at normal speed
BUST_MS = 1700.0
#: a tap ends each step of what hits oneself, the word, the roll and its result, but leaves it for so long in sight
#: whatever the speed; and how long the result of an own roll is shown, in milliseconds at normal speed
WORD_SEEN, ROLL_SEEN, RESULT_SEEN, RESULT_MS = 400.0, 240.0, 700.0, 850.0
#: how long own cards shake that the die is going to take, in milliseconds at normal speed
LOST_SHAKE_MS = 600.0
#: so soon after somebody has stopped themselves it goes on
OWN_STOP_MS = 80.0
#: how long a card is held before it is turned up, in milliseconds at normal speed: at no risk, and at a full one
HELD_MS = (150.0, 800.0)
#: from so many per cent on a risk is as exciting as can be; up to such a share of that nothing is heard
FULL_RISK, CALM = 60.0, 0.2
#: as exciting as every card is where nobody is told the risk, as a share of the full one
USUAL_RISK = 0.35
#: how far a held card trembles at most, logical, how long each way takes, and every how many times there is a drum
TREMBLE, SHAKE_MS, DRUM_BEATS = 5.0, 42.0, 7
#: what others do is shown for such a share of the time that one's own moves have: at no risk, and at a full one
BRISK = (0.26, 0.6)
#: whoever has waited so long for a decision, in milliseconds at normal speed, waits less for what is left: from then on
#: what others do is shown in an ever smaller share of its time, down to the least after so long
PATIENCE, IMPATIENCE, HURRY = 2500.0, 7000.0, 0.45
#: how long others think, as a share of the usual time: at the beginning of their turn, where to place a card that fits
#: twice, which row to take, and whether to draw at no risk and at a full one
CHOOSING, PLACING, TAKING, DRAWING = 0.25, 0.05, 0.1, (0.02, 0.35)
#: the numbers of the hint that are a row's worth and the risk, and how round a row's corners are
ROW_WORTH, RISK, ROW_CORNER = "hint.row", "hint.risk", 16.0
#: how a card shakes that fits nowhere: so far to the sides, logical
BUST_SHAKE = (10.0, -10.0, 8.0, -7.0, 4.0, 0.0)
#: lost cards leave one by one, all of them within this time, in milliseconds at normal speed
LOSS_STEP, LOSS_TIME = 190.0, 1300.0


class Table(Picture):
    """One match of Push as one player sees it."""

    # ---- events -------------------------------------------------------------------------------------

    def script(self, event: Event, view: View) -> Script:
        """Show one event."""
        audio = self.context.audio
        self.mark(event)
        match event:
            case GameStarted():
                yield from self._deal(event, view)
            case CardDrawn(_, card):
                start = self.dropped(drags.TOP, self._pile_top())
                yield from self._suspense(card, start)
                audio.play("flip")
                self.shown = view
                weight = self._weight(view.turn)
                self.arrange(self.ms(300 * weight), curve=out_back, origins={card: start})
                yield 340 * weight
            case CardPlaced():
                audio.play("deal")
                self.shown = view
                self.underway.begin((event.card,))
                weight = self._weight(view.turn)
                self.arrange(self.ms(240 * weight))
                self.underway.look(self.layer)
                yield 260 * weight
                self.underway.end()
            case DirectionChanged():
                audio.play("slide")
                self.shown, self.turning = view, self.shown
                self.underway.begin((event.card,), then=self._turned)
                share = self._moved(view.turn)
                self.arrange(self.ms(280 * share))
                self.underway.look(self.layer)
                yield 480 * share
                self.underway.end()
            case Busted(seat, card):
                audio.play("bust")
                self.shown = view
                self.bust = (seat, card)
                self.feel(seat, "beaten")
                self.arrange()
                yield from self.shake(BUST_SHAKE, SHAKE_MS)
                # without animation too it stays in sight for a while
                length = BUST_MS * self._moved(seat)
                if self.context.settings.pace:
                    yield from self._step(seat, length, WORD_SEEN)
                else:
                    yield -length
                self.bust = None
                yield from self._put_away((card,), seat)
            case DrawingStopped():
                audio.play("claim")
                self.shown = view
                # whoever has stopped themselves sees at once what comes of it
                yield OWN_STOP_MS if self.decides(view.turn) else 420 * self._moved(view.turn)
            case RowTaken():
                yield from self._take(event, view)
            case DieRolled():
                yield from self._roll(event, view)
            case CardsLost():
                yield from self._lose(event, view)
            case RowDiscarded(_, cards):
                audio.play("slide")
                self.shown = view
                yield from self._put_away(cards, view.turn)
            case ColourSecured():
                yield from self._secure(event, view)
            case TurnEnded(seat, cards):
                self.shown = view
                yield from self._put_away(cards, seat)
            case TurnStarted() | GameEnded():
                self.shown = view
                yield 120 * self._moved(view.turn)
            case _:
                assert_never(event)

    def _pile_top(self) -> Place:
        return Place(*self.spots.pile, "back", 60)

    def _deal(self, event: Event, view: View) -> Script:
        """The pile comes to the table card by card."""
        audio = self.context.audio
        audio.play("shuffle")
        self.shown = view
        self.layer.arrange({})
        start = Place(self.context.frame.width / 2, -self.spots.pile.w, self.spots.pile.w, "back", 60)
        keys = [("pile", rim) for rim in range(RIMS)]
        self.arrange(self.ms(220), curve=out_cubic, stagger=self.ms(70), origins=dict.fromkeys(keys, start))
        for _ in keys:
            audio.play("deal")
            yield 70
        yield 220

    def _suspense(self, card: int, start: Place) -> Script:
        """A card is lifted off the pile, or comes from where it was dropped, and is held before it is turned up.

        The more it may cost, the longer that takes and the less calmly it is held. Where the house rules show no risk,
        nothing betrays it here either.
        """
        share = self._thrill()
        held = (HELD_MS[0] + (HELD_MS[1] - HELD_MS[0]) * share) * self._weight(self.shown.turn)
        lifting = held * 0.35 if self.ms(1) else 0.0
        if lifting:
            self.lifted = card
            self.arrange(self.ms(lifting), curve=out_cubic, origins={card: start})
            yield lifting
        beats = max(1, round((held - lifting) / SHAKE_MS))
        for beat in range(beats):
            if share > CALM and beat % DRUM_BEATS == 0:
                self.context.audio.play("drum")
            if lifting:
                self.shaken = TREMBLE * share * (beat + 1) / beats * (1 if beat % 2 else -1)
                self.arrange(self.ms(SHAKE_MS))
            yield SHAKE_MS
        self.lifted, self.shaken = 0, 0.0

    def _thrill(self) -> float:
        """How exciting the next card is, from 0 to 1: nothing betrays it where the house rules show no risk."""
        if not self.view.options.risk:
            return USUAL_RISK
        return min(1.0, panels.risk_of(self) / FULL_RISK) if self.shown.drawing else 0.0

    def _weight(self, seat: int) -> float:
        """How long something is shown, as a share of what it is at most: what others do is brisk, at no risk most."""
        return 1.0 if seat == self.viewer else (BRISK[0] + (BRISK[1] - BRISK[0]) * self._thrill()) * self._hurry()

    def _moved(self, seat: int) -> float:
        """As :meth:`_weight` where points move, or a turn ends: that is seen, whatever the risk."""
        return 1.0 if seat == self.viewer else BRISK[1] * self._hurry()

    def _hurry(self) -> float:
        """The share of its time that is left to what others do, as the viewer has waited so long already."""
        late = (self.waited - PATIENCE) / (IMPATIENCE - PATIENCE)
        return 1 - (1 - HURRY) * min(1.0, max(0.0, late))

    def update(self, ms: float) -> bool:
        """Let time pass; return whether the picture changes."""
        pace = self.context.settings.pace
        if self.asked:
            self.waits, self.waited = True, 0.0
        elif self.waits and pace:
            self.waited += ms / pace
        return super().update(ms)

    def _take(self, event: RowTaken, view: View) -> Script:
        """A row goes to its taker, card by card, and each counts when it is there; a dice card is put away."""
        seat, row, cards, dice = event
        self.context.audio.play("take")
        own = self.spots.tray is not None and seat == self.viewer
        share = self._moved(seat)
        lying = self.shown.rows[row]
        self.shown = view
        self.underway.begin(cards, then=partial(self._took, seat, points_of(cards)))
        for place, card in enumerate(lying):
            start, later = self.row_place(row, place, card, len(lying))._replace(z=60), self.ms(60 * share) * place
            if card == dice:
                start = self.dropped(card, start)
                self.layer.fly(start, self.discard_place(card), self.ms(320 * share), later)
            elif not own:
                self.layer.fly(start, self.display_place(seat, card), self.ms(380 * share), later, key=card)
        ends = self.lying()
        if own:
            # those that lie there make room at once, and only those that come do so one after the other
            here = {card: self.layer.sprites[card].place for card in cards if card in self.layer.sprites}
            self.layer.arrange(ends | here, self.ms(300 * share))
            ends = {card: ends[card] for card in cards} | ends
        self.layer.arrange(ends, self.ms(380 * share), stagger=self.ms(60 * share))
        self.underway.look(self.layer)
        yield (440 + 60 * len(lying)) * share
        self.underway.end()
        self.see_discards()

    def _turned(self) -> None:
        """A direction card lies where it counts."""
        self.turning = None

    def _took(self, seat: int, points: int) -> None:
        """A row has arrived at its taker."""
        self.tell(seat, points)
        self.feel(seat, "glad" if points >= GOOD_ROW else "calm")

    def _roll(self, event: DieRolled, view: View) -> Script:
        """The die tumbles from who rolls to its place, and lands on its face."""
        self.context.audio.play("die")
        share = self._moved(event.seat)
        total = self.ms(THROW_MS * share)
        self.shown = view
        if total:
            self.throw = Throw(event.face, self.figure_spot(event.seat), 0.0, total)
            yield from self._step(event.seat, THROW_MS * share, ROLL_SEEN)
            self.throw = None
        if self.spots.tray and event.seat == self.viewer:
            # what the die takes is seen before it goes
            for card in self.shown.displays[event.seat]:
                if COLOUR_OF[card] == event.face:
                    self.layer.shake(card, self.ms(LOST_SHAKE_MS))
        length = RESULT_MS if self.decides(event.seat) else (380 if total else THROW_MS + 380) * share
        yield from self._step(event.seat, length, RESULT_SEEN)

    def _step(self, seat: int, length: float, seen: float) -> Script:
        """Show a step of what hits ``seat`` for ``length`` milliseconds at normal speed.

        If that is the viewer, a tap before it leads to it and not past it, and it stays for ``seen`` at any speed.
        """
        if self.decides(seat):
            yield -seen
            pace = self.context.settings.pace
            length = max(0.0, length - seen / pace) if pace else 0.0
        yield length

    def _lose(self, event: CardsLost, view: View) -> Script:
        """Lost cards leave one by one."""
        seat, cards = event
        share = self._moved(seat)
        self.throw = None
        self.feel(seat, "beaten")
        self.tell(seat, -points_of(cards))
        for card in cards:
            self.context.audio.play("slide")
            start = self.display_place(seat, card)._replace(z=60)
            self.shown = without(self.shown, seat, card)
            self.arrange(self.ms(200 * share))
            self.layer.fly(start, self.discard_place(card), self.ms(340 * share))
            yield min(LOSS_STEP, LOSS_TIME / len(cards)) * share
        self.shown = view
        yield 340 * share
        self.see_discards()
        self.arrange()

    def _secure(self, event: ColourSecured, view: View) -> Script:
        """A colour is turned face down and goes where it is safe."""
        seat, _colour, cards = event
        self.context.audio.play("flip")
        places = [self.display_place(seat, card)._replace(z=60) for card in cards]
        share = self._moved(seat)
        # however many there are, the last one sets out before the time is over
        step = min(60.0, 300.0 / len(cards)) * share
        self.shown = view
        self.underway.begin(cards, seat)
        for number, (card, start) in enumerate(zip(cards, places, strict=True)):
            self.layer.fly(start, self.lock_place(seat), self.ms(400 * share), self.ms(step) * number, 24, card)
        self.feel(seat, "glad")
        self.underway.look(self.layer)
        self.arrange(self.ms(300 * share))
        yield 440 * share + step * len(cards)
        self.underway.end()
        self.arrange()

    def _put_away(self, cards: tuple[int, ...], seat: int) -> Script:
        """Cards that nobody gets leave from where they lie, one after the other, in the turn of ``seat``."""
        share = self._moved(seat)
        for number, card in enumerate(cards):
            sprite = self.layer.sprites.get(card)
            if sprite:
                start = sprite.place._replace(z=60, state="rest")
                self.layer.fly(start, self.discard_place(card), self.ms(300 * share), self.ms(40 * share) * number, 20)
        self.arrange()
        yield (320 + 40 * len(cards) if cards else 40) * share
        self.see_discards()
        self.arrange()

    # ---- what can be done ---------------------------------------------------------------------------

    def controls(self, view: View, choose: Choose[Action], selected: Action | None) -> list[Widget]:
        """Drawing and stopping as buttons; rows and own colours where they lie."""
        widgets: list[Widget] = []
        tall = self.context.frame.tall
        boxes = button_boxes(self.spots.buttons, 1 if tall and STOP not in view.legal else 2)
        for place, (action, kind, icon) in enumerate(((DRAW, "primary", "plus"), (STOP, "secondary", "check"))):
            if action in view.legal:
                sub = self.words("stop_note") if action == STOP else self._draw_note(view)
                offer = Offer(action, kind, self.say.action(action, view), sub, icon)
                widgets.append(self.button(offer, boxes[place], 27 if tall else 31, KEYS[place], choose, selected))
        return widgets + targets.targets(self, view, choose, selected)

    def handles(self, view: View, choose: Choose[Action]) -> list[Item]:
        """What only a pointer uses."""
        return drags.handles(self, view, choose)

    def _draw_note(self, view: View) -> str:
        """What drawing dares, if the house rules show it."""
        if not view.options.risk:
            return ""
        percent = panels.risk_of(self)
        return self.words("draw_note", count=percent) if percent else self.words("draw_safe")

    def label_of(self, action: Action, view: View) -> str:
        """What a target says to whoever cannot see it."""
        words = self.say.action(action, view)
        if action.verb == Verb.SECURE:
            points = colour_sums(self.shown.displays[self.viewer])[action.target]
            return f"{words}, {self.words('secure_note', count=points)}"
        if action.target < len(view.rows):
            cards = view.rows[action.target]
            return f"{words}: {self.say.cards(cards)}"
        return words

    def item_of(self, action: Action) -> str:
        """The id of the item that carries out an action."""
        name = move_id(action.verb)
        if action.target < 0:
            return name
        return f"{name}-{COLOURS[action.target] if action.verb == Verb.SECURE else action.target}"

    def explained(self) -> list[Widget]:
        """Everybody's panel, the own secured cards, and what was put away, which may be looked through (P7)."""
        kit = self.context.kit
        widgets: list[Widget] = []
        boxes = list(zip(self.order()[1:], self.spots.opponents, strict=True))
        if self.spots.tray and self.shown.secured_counts[self.viewer]:
            boxes.append((self.viewer, self.spots.safe))
        for seat, box in boxes:
            cards = self.say.cards(sorted(self.shown.displays[seat])) if seat != self.viewer else ""
            said = [self.words("spoken.display", name=self.name(seat), cards=cards)] if cards else []
            if self.shown.secured_counts[seat] or not cards:
                said.append(self._safe_words(seat))
            item = Item(f"{NOTE}{seat}", ". ".join(said), box, lambda: None, card=box, about=seat)
            widgets.append(targets.PanelSpot(kit, item))
        if self.put_away:
            box = self.spots.discard.card(RATIO)
            label = self.words("spoken.discard", cards=self.say.cards(sorted(self.shown.discard)))
            item = Item(f"{NOTE}discard", label, box.at_least(72), lambda: None, card=box, about=DISCARD)
            widgets.append(targets.PanelSpot(kit, item))
        return widgets

    def _safe_words(self, seat: int) -> str:
        return self.words("spoken.secured", name=self.name(seat), count=self.shown.secured_counts[seat])

    def note_of(self, seat: int) -> tuple[str, str, tuple[int, ...]]:
        """Heading, sentence and cards of the paper about a seat: what is open, or of the own what is safe."""
        safe = self.shown.secured[seat]
        if seat == self.viewer:
            return self._safe_words(seat), "", safe
        body = self._safe_words(seat) if self.shown.secured_counts[seat] else ""
        if safe:
            body = f"{body}: {self.say.cards(sorted(safe))}"
        shown = self.shown.displays[seat]
        return f"{self.name(seat)}, {self.words('shown')}", body, shown

    def discard_note(self) -> tuple[str, str, tuple[int, ...]]:
        """Heading of the paper about what was put away, the cards without a number in words, and the others."""
        cards = sorted(self.shown.discard)
        kinds = Counter(map(kind_of, cards))
        others = [
            self.words(f"discard.{kind.name.lower()}", count=kinds[kind])
            for kind in (Kind.DICE, Kind.DIRECTION)
            if kinds[kind]
        ]
        title = f"{self.words('discard')}: {self.words('pile', count=len(cards))}"
        return title, ", ".join(others), tuple(cards[: kinds[Kind.NUMBER]])

    def note(self, item: Item) -> Note | None:
        """The paper that shows what a seat has, or what was put away."""
        return Note(self, item.about, item.card) if isinstance(item.about, int) and item.card else None

    def marked(self, advice: Advice[Action]) -> list[tuple[Box, float]]:
        """The card that has been drawn, or the row that there is to be taken."""
        if self.view.phase == Phase.DECIDE and self.view.rows:
            return [(self.spots.rows[self._row_of(advice)], ROW_CORNER)]
        sprite = self.layer.sprites.get(self.view.card) if self.view.card else None
        if not sprite or advice.action.verb != Verb.PLACE:
            return []
        box = self.spots.drawn.card(RATIO)
        return [(box, box.w * CORNER)]

    def _row_of(self, advice: Advice[Action]) -> int:
        """The row whose worth a hint names: the one of its move, or while it is all about drawing on the best."""
        if advice.action.verb in (Verb.PLACE, Verb.TAKE):
            return advice.action.target
        brings = worths(self.view)
        return brings.index(max(brings))

    def hint_tells(self, key: str) -> bool:
        """Every number, but for the risk that stands beside the hint."""
        return key != RISK or self.view.phase != Phase.DECIDE or not self.view.options.risk

    def hint_name(self, key: str, advice: Advice[Action]) -> str:
        """What a number of the hint is; a row is called by its number."""
        return self.words(key, number=self._row_of(advice) + 1) if key == ROW_WORTH else super().hint_name(key, advice)

    def ponders(self, view: View) -> float:
        """Somebody else's turn has many small steps: they are thought about for long where there is a risk alone."""
        match view.phase:
            case Phase.PLACE:
                share = PLACING if targets_of(view.rows, view.card)[1:] else 0.0
            case Phase.DECIDE:
                share = DRAWING[0] + (DRAWING[1] - DRAWING[0]) * self._thrill()
            case Phase.TAKE:
                share = TAKING
            case _:
                share = CHOOSING
        return share * self._hurry()

    def foregone(self, view: View) -> Action | None:
        """The only place for a card and the only row that is left: nobody is asked for those."""
        only = view.legal[0] if len(view.legal) == 1 else None
        return only if only and only.verb in (Verb.PLACE, Verb.TAKE) else None

    def considers(self, action: Action) -> float:
        """The only row there is to be taken comes at once: whoever has stopped knows which one it is."""
        return 0.0 if action.verb == Verb.TAKE else 1.0

    def log_lines(self, event: Event) -> list[LogLine]:
        """The log's lines for an event, in order."""
        return self.say.log(event)

    def prompt(self, view: View) -> str:
        """What is to be decided, or by whom."""
        return self.say.prompt(view, self.decides(view.turn), self.context.frame.tall)

    def hint_number(self, key: str, value: float) -> str:
        """A number of the hint: points to come have a sign."""
        words = super().hint_number(key, value)
        return f"+{words}" if key in SIGNED and value > 0 else words
