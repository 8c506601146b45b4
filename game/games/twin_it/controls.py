"""Everything that can be used at a table of Twin It!, and the prompt that asks for it."""

from collections.abc import Callable
from functools import partial

from pygame import Surface

from game.core import live
from game.engine import game_table, items
from game.engine.canvas import Canvas
from game.engine.layout import Box
from game.engine.palette import CREAM, GOLD, Colour
from game.engine.widgets import Button, Widget
from game.games.twin_it import pieces
from game.games.twin_it.parts import Part, Shown
from game.games.twin_it.places import looks_later
from game.games.twin_it.state import Phase, Verb
from game.games.twin_it.view import View

#: sizes of the prompt on wide and tall tables, and larger ones for people around a device
ASKED, ASKED_AROUND = (18.0, 19.0), (28.0, 32.0)
#: width of the prompt on the far side of a tall table
FAR_WIDE = 520.0
#: least size of a touch target, logical
TARGET = 66.0


class Controls(Part):
    """The things in play, the large buttons, and the prompt."""

    def __init__(self, table: Shown) -> None:
        super().__init__(table)
        self.visible_input = table.visible_input

    def widgets(self, use: Callable[[int], None], act: Callable[[Verb], None], asked: bool) -> list[Widget]:
        """Return an item for every thing in play, and the buttons; ``asked`` if a person here is to flip."""
        widgets: list[Widget] = []
        for face in self.places.in_sight():
            box, enabled = self.places.cell_of(face)[0].box, self.places.usable(face)
            target, label = box.at_least(min(TARGET, box.w + 8)), self.table.match_texts.thing(face, self.view)
            use_it = partial(use, face.card)
            item = items.Item(items.card_id(face.card), label, target, use_it, enabled=enabled, card=box, on_press=True)
            widgets.append(game_table.CardSpot(self.kit, item, False))
        phase, boxes = self.view.phase, self.places.spots.buttons
        if boxes and phase not in (Phase.COUNT, Phase.OVER):
            widgets += self._timed_buttons(act, *boxes) if self.places.timed else self._buttons(act, boxes[0], asked)
        return widgets

    def _button(self, verb: Verb, box: Box, name: str, use: Callable[[], None], key: str = "first") -> partial[Button]:
        """Return a large button that still lacks its looks."""
        label = self.text(f"button.{name}")
        return partial(Button, self.kit, items.move_id(verb), box, label, use, keys=(key,), cap=self.table.cap(key))

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
        does = self.table.plays_forced_moves and self.context.settings.confirm != "always"
        return own and does and not self.places.timed and view.phase == Phase.OPEN and view.looker < 0

    def _flip_waits(self) -> bool:
        """Return True if a person is to flip but may not yet."""
        view, now = self.view, self.table.now
        return view.phase == Phase.OPEN and view.turn in self.places.people and now < view.flip_from < live.NEVER

    def _flip_note(self) -> str:
        """Return the note about the next flip: the seat among several, or the time of the automatic flip."""
        view = self.view
        if view.phase != Phase.OPEN:
            return "" if len(self.places.people) == 1 else self.name(view.turn)
        if self._flip_waits():
            return self.text("flip_kept" if self.visible_input.wants_flip >= 0 else "flip_wait")
        if view.due >= live.NEVER or not self.table.shows_clock:
            return "" if len(self.places.people) == 1 else self.name(view.turn)
        return self.text("flip_note", seconds=max(1, -(-(view.due - self.table.now) // 1000)))

    def button_texts(self) -> str:
        """Return the texts on the large buttons."""
        return f"{self._flip_note()}|{self.table.now >= self.view.flip_from}" if self.places.spots.buttons else ""

    def prompt(self, view: View) -> str:
        """Return what is to be decided, or who decides."""
        if self.flips_itself and not view.options.in_rounds:
            return self.text("prompt.flips")
        if self.flips_itself and len(self.visible_input.planned) < 2:
            return self.text("prompt.turning_on" if view.options.further else "prompt.turning")
        if looks_later(self.places) and len(self.visible_input.planned) == 2:
            return self.text("prompt.planned")
        if looks_later(self.places) and view.looker >= 0:
            return self.text("prompt.plan", name=self.name(view.looker))
        return self.table.match_texts.prompt(view, self.places.viewer, self.places.people)

    def draw(self, canvas: Canvas, text: str, refused: bool) -> None:
        """Draw the prompt, gold while a person has to point or choose; or a refusal or an announcement."""
        contest = text if self.view.phase == Phase.COUNT else ""
        told, place = self.table.announcements, self.places.spots.prompt
        if told.ended or (not self.table.covered and told.draw_as_prompt(canvas, contest, self.table.has_buttons)):
            return
        # in timed play a refusal is an announcement
        if self.places.timed or not text:
            return
        if refused:
            told.draw_notice(canvas, text, GOLD)
            return
        if self.places.spots.pill:
            self.table.draw_prompt(canvas, text, place)
            return
        people = [seat for seat, _hands in self.view.buzzes] if self.view.phase == Phase.BUZZED else [self.view.turn]
        asks = self.view.phase in (Phase.BUZZED, Phase.CHOOSE) and any(seat in self.places.people for seat in people)
        pointing = self.places.pointing()
        # the seat that points reads it on its side of the device
        far = bool(pointing) and all(area.is_far(self.frame.height) for area in pointing)
        colour = GOLD if asks else CREAM
        if not far:
            canvas.put_centred(self.asked(text, colour), place.x, place.y)
        # asked of all, those opposite read it upside down, as their names are
        if far or (not pointing and self.places.opposite):
            turned = pointing[0].turned if far else True
            far_at = self.frame.width - place.x, self.frame.height - place.y
            canvas.put_centred(self.asked(text, colour, True, turned), *far_at)

    def asked(self, text: str, colour: Colour, far: bool = False, turned: bool = False) -> Surface:
        """Return the prompt; on the ``far`` side of a tall table it is between the round buttons."""
        size, most = (ASKED_AROUND if self.places.around else ASKED)[self.frame.tall], self.places.spots.prompt.w
        make = pieces.turned_asked if turned else pieces.asked_plain
        wide = FAR_WIDE if far and self.frame.tall else most
        return self.kit.scene_image(make, text, size, wide, colour, self.places.spots.asked_high)
