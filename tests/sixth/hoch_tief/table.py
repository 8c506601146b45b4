"""The table of Hoch oder tief: its picture, how its events are shown and what can be done."""

from __future__ import annotations

from collections.abc import Hashable, Sequence
from typing import TYPE_CHECKING, assert_never

from game.core.match import Seat
from game.engine.backdrop import Backdrop, felt
from game.engine.canvas import Canvas
from game.engine.director import Script
from game.engine.layout import Box
from game.engine.palette import CREAM, GOOD, INK, WARNING
from game.engine.sprites import Place
from game.engine.turn_table import Choose, Offer, TurnTable
from game.engine.widgets import Widget
from game.games.hoch_tief import layout
from game.games.hoch_tief.events import CardTurned, Event, GameEnded, GameStarted, StakeSet
from game.games.hoch_tief.faces import BACK, BACK_TINT, RATIO, Faces
from game.games.hoch_tief.rules import NAME, Action, Verb, View
from game.games.hoch_tief.words import Words

if TYPE_CHECKING:
    from game.app.context import Context

#: most rims of the pile
RIMS = 5


class Table(TurnTable[Action, Event, View]):
    """One match of Hoch oder tief as one player sees it."""

    game = NAME
    felt = BACK_TINT
    say: Words
    spots: layout.Spots

    def __init__(self, context: Context, seats: Sequence[Seat], viewer: int, view: View) -> None:
        super().__init__(context, seats, viewer, view)
        self.build()

    # ---- layout -------------------------------------------------------------------------------------

    def build(self) -> None:
        """Lay out and bake for the window as it is now."""
        context, frame = self.context, self.context.frame
        self.faces = Faces(context.kit)
        self.say = Words(context.texts, self.seats)
        spots = self.spots = layout.spots(frame.width, frame.height, len(self.seats) - 1)
        self.backdrop = Backdrop(context.kit, felt(frame, self.felt))
        for seat, box in self._boxes():
            self.backdrop.panel(box)
            self.bake_name(seat, (box.x + 96, box.y + 34), 24, box.w - 200)
        if spots.log:
            self.bake_log(spots.log)
        if frame.tall and frame.whole:
            self.bake_title()
        self.arrange()

    def _boxes(self) -> list[tuple[int, Box]]:
        """Every seat with its panel, the own tray last."""
        viewer, *others = self.order()
        return [*zip(others, self.spots.opponents, strict=True), (viewer, self.spots.tray)]

    def sync(self, view: View, ms: float = 0) -> None:
        """Make the picture show ``view``."""
        self.view = view
        self.arrange(ms)

    def _places(self) -> dict[Hashable, Place]:
        seen, spots = self.view.seen, self.spots
        places: dict[Hashable, Place] = {}
        for rim in range(min(RIMS, self.view.pile_count)):
            x, y, w = spots.pile
            places["pile", rim] = Place(x + rim * 1.5, y - rim * 2.2, w, BACK, rim - 9, "flat" if rim else "rest")
        for card, spot in zip(seen[-2:], (spots.past, spots.open)[-len(seen) :], strict=True):
            places[card] = Place(*spot, str(card), 10)
        return places

    # ---- events -------------------------------------------------------------------------------------

    def script(self, event: Event, view: View) -> Script:
        """Show one event."""
        self.mark(event)
        match event:
            case GameStarted():
                self.context.audio.play("shuffle")
                self.sync(view)
                yield 300
            case StakeSet():
                self.context.audio.play("chip_1")
                self.sync(view)
                yield 200
            case CardTurned(seat, _high, card, points):
                self.context.audio.play("flip")
                self.view = view
                self.arrange(self.ms(300), origins={card: Place(*self.spots.pile, BACK, 60)})
                self.feel(seat, "glad" if points > 0 else "beaten")
                box = dict(self._boxes())[seat]
                self.pop_up(self.context.texts.signed(points), *box.centre, points > 0)
                yield 700
            case GameEnded():
                yield 200
            case _:
                assert_never(event)

    # ---- what can be done ---------------------------------------------------------------------------

    def controls(self, view: View, choose: Choose[Action], selected: Action | None) -> list[Widget]:
        """Two buttons: the stakes, then the calls."""
        icons = {Verb.STAKE: "star", Verb.HIGH: "arrow_right", Verb.LOW: "arrow_left"}
        size = 27 if self.context.frame.tall else 31
        offers = [
            Offer(action, kind, self.say.action(action, view), "", icons[action.verb])
            for action, kind in zip(view.legal, ("primary", "secondary"), strict=True)
        ]
        return self.offered(offers, size, choose, selected)

    def item_of(self, action: Action) -> str:
        """The id of the button of an action."""
        return f"do-{action.verb.name.lower()}" + (f"-{action.stake}" if action.stake else "")

    def prompt(self, view: View) -> str:
        """What is to be decided, or by whom."""
        return self.say.prompt(view, self.decides(view.turn))

    # ---- drawing ------------------------------------------------------------------------------------

    def draw(self, canvas: Canvas) -> None:
        """Draw the table with everything that moves."""
        canvas.background(self.backdrop.surface)
        kit = self.kit
        for seat, box in self._boxes():
            own = seat == self.view.turn
            canvas.put_centred(self.face(seat, 30, own), box.x + 50, box.y + 50)
            points = sum(call.points for call in self.view.calls[seat])
            number = kit.sticker(self.context.texts.signed(points), 40, CREAM, most=92)
            canvas.put_right(number, box.x + box.w - 14, box.y + 44)
            if own and self.view.stake:
                canvas.put_left(
                    kit.pill(self.words("stake", count=self.view.stake), 16, CREAM, INK), box.x + 92, box.y + 76
                )
            elif self.view.calls[seat]:
                call = self.view.calls[seat][-1]
                fill = GOOD if call.points > 0 else WARNING
                canvas.put_left(kit.pill(self.context.texts.signed(call.points), 16, fill, INK), box.x + 92, box.y + 76)
        self.layer.draw(canvas)
        x, y, w = self.spots.pile
        if self.view.pile_count:
            words = self.words("pile", count=self.view.pile_count)
            canvas.put_centred(kit.pill(words, 18, CREAM, INK), x, y + w * RATIO / 2 + 22)
        self.draw_popups(canvas)
        if self.spots.log:
            self.draw_log(canvas, self.spots.log)
