"""The table of Hoch oder tief: its picture, the animation of its events and its controls."""

from __future__ import annotations

from collections.abc import Hashable, Sequence
from typing import TYPE_CHECKING, assert_never

from game.core.match import Seat
from game.engine.backdrop import Backdrop, felt
from game.engine.canvas import Canvas
from game.engine.director import Script
from game.engine.items import move_id
from game.engine.layout import Box, TextPlace
from game.engine.palette import CREAM, INK
from game.engine.sprites import SpritePlace
from game.engine.turn_table import ActionButton, ChooseAction, TurnTable
from game.engine.widgets import Widget
from game.games.hoch_tief import events as ev
from game.games.hoch_tief import layout
from game.games.hoch_tief.faces import BACK, BACK_TINT, RATIO, Faces
from game.games.hoch_tief.rules import NAME, Action, Verb, View
from game.games.hoch_tief.texts import HochTiefTexts

if TYPE_CHECKING:
    from game.services.context import Context

ICONS = {Verb.STAKE_1: "star", Verb.STAKE_2: "star", Verb.HIGH: "arrow_right", Verb.LOW: "arrow_left"}


class Table(TurnTable[Action, ev.Event, View]):
    """One match of Hoch oder tief as one player sees it."""

    game = NAME
    felt = BACK_TINT
    match_texts: HochTiefTexts
    spots: layout.Spots

    def __init__(self, context: Context, seats: Sequence[Seat], viewer: int, view: View) -> None:
        super().__init__(context, seats, viewer, view)
        self.build()

    def build(self) -> None:
        context, frame = self.context, self.context.frame
        self.faces, self.match_texts = Faces(context.kit), HochTiefTexts(context.texts, self.seats)
        self.spots = layout.spots(frame.width, frame.height, len(self.seats) - 1, self._sheet)
        self.backdrop = Backdrop(context.kit, felt(frame, self.felt))
        for seat, box in self._boxes():
            self.backdrop.panel(box)
            self.bake_name(seat, TextPlace(box.x + 96, box.y + 34, box.w - 200), 24)
        if frame.tall and frame.whole:
            self.bake_title()
        self.arrange()

    def _boxes(self) -> list[tuple[int, Box]]:
        """Return every seat with its panel, the own tray last."""
        viewer, *others = self.order()
        return [*zip(others, self.spots.opponents, strict=True), (viewer, self.spots.tray)]

    def _places(self) -> dict[Hashable, SpritePlace]:
        pile: dict[Hashable, SpritePlace] = (
            {"pile": SpritePlace(*self.spots.pile, BACK, 0)} if self.view.upcoming else {}
        )
        return pile | {self.view.open: SpritePlace(*self.spots.open, str(self.view.open), 10)}

    def script(self, event: ev.Event, view: View) -> Script:
        self.mark(event)
        self.view = view
        match event:
            case ev.GameStarted() | ev.StakeSet():
                self.context.audio.play("chip_1")
                self.arrange()
                yield 200
            case ev.CardTurned(seat, _high, card, points):
                self.context.audio.play("flip")
                self.arrange(self.ms(300), origins={card: SpritePlace(*self.spots.pile, BACK, 60)})
                self.feel(seat, "glad" if points > 0 else "beaten")
                self.popups.add(self.context.texts.signed(points), *dict(self._boxes())[seat].centre, points > 0)
                yield 700
            case _:
                assert_never(event)

    def controls(self, view: View, choose: ChooseAction[Action], selected: Action | None) -> list[Widget]:
        """Return two buttons: the stakes, then the calls."""
        offers = [
            ActionButton(action, kind, self.match_texts.action(action, view), "", ICONS[action.verb])
            for action, kind in zip(view.legal, ("primary", "secondary"), strict=True)
        ]
        return self.offered(offers, 27 if self.context.frame.tall else 31, choose, selected)

    def item_of(self, action: Action) -> str:
        return move_id(action.verb)

    def prompt(self, view: View) -> str:
        return self.match_texts.prompt(view, self.decides(view.turn))

    def draw(self, canvas: Canvas) -> None:
        canvas.background(self.backdrop.surface)
        kit, (x, y, w) = self.kit, self.spots.pile
        for seat, box in self._boxes():
            self.draw_figure(canvas, seat, (box.x + 50, box.y + 50, 30), active=seat == self.view.turn)
            number = kit.sticker(self.context.texts.signed(self.view.points[seat]), 40, CREAM, max_width=92)
            canvas.put_right(number, box.x + box.w - 14, box.y + 44)
        self.layer.draw(canvas)
        if self.view.upcoming:
            pill = kit.pill(self.text("pile", count=len(self.view.upcoming)), 18, CREAM, INK)
            canvas.put_centred(pill, x, y + w * RATIO / 2 + 22)
        self.popups.draw(canvas)
