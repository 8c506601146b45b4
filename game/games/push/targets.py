"""The targets on the table of Push: rows, own colours to secure, and panels."""

from collections.abc import Callable
from dataclasses import dataclass
from functools import partial

from pygame import Surface

from game.engine import controls, surfaces
from game.engine.canvas import Canvas
from game.engine.cards import CORNER
from game.engine.drag import DragPayload
from game.engine.items import Item, ItemList
from game.engine.kit import Kit, centred
from game.engine.layout import Box, bounds
from game.engine.palette import GOLD, GOOD, INK, WHITE, Colour
from game.engine.turn_table import KEYS, ChooseAction, TurnTable
from game.engine.widgets import Widget
from game.games.push import events as ev
from game.games.push import layout
from game.games.push.deck import COLOUR_OF
from game.games.push.faces import RATIO
from game.games.push.places import Places
from game.games.push.rules import DRAW, Action, Phase, Verb, View
from game.games.push.scoring import colour_sums
from game.games.push.scripts import TOP, Scripts
from game.games.push.texts import PushTexts

#: margin around a target, logical
ROOM = 8.0


def frame_plain(kit: Kit, w: float, h: float, radius: float, state: str) -> Surface:
    """Draw the plain line around a target of w x h that starts at ROOM, ROOM: gold, or white under the pointer."""
    whole = surfaces.blank((kit.px(w + 2 * ROOM), kit.px(h + 2 * ROOM)))
    lines: tuple[tuple[float, float, Colour, int], ...] = ((4.0, 4, GOLD, 80), (2.0, 3.2, GOLD, 255))
    if state == "waiting":
        lines = ((5.5, 2, INK, 255), (4.0, 4.5, GOOD, 255))
    elif state != "normal":
        lines = ((7.0, 2, INK, 255), (5.5, 4.5, WHITE, 255), (1.5, 2, INK, 255))
    for out, width, colour, alpha in lines:
        size = (kit.px(w + 2 * out), kit.px(h + 2 * out))
        line = surfaces.ring(size, kit.px(radius + out), max(1, kit.px(width)), colour, alpha)
        centred(whole, line, whole.get_width() // 2, whole.get_height() // 2)
    return whole


class Target(Widget):
    """A part of the table that can be chosen: framed in gold if it ``shows``, in white under the pointer or the focus.

    The key cap is at the upper edge, ``back`` from the right one so that the card's corners stay visible. Without
    ``back`` it is lower, clear of the pills on the upper edge.
    """

    def __init__(
        self, kit: Kit, item: Item, parts: tuple[tuple[Box, float], ...], cap: str, shows: bool, back: float
    ) -> None:
        super().__init__(kit)
        self.back = back
        self.items = [item]
        #: the framed boxes and the radius of their corners
        self.parts, self.cap, self.shows = parts, cap, shows

    def draw(self, canvas: Canvas, items: ItemList) -> None:
        item = self.items[0]
        state = "waiting" if item.awaits_confirmation else self.state(item, items)
        for box, radius in self.parts if self.shows or state != "normal" else ():
            picture = self.kit.scene_image(frame_plain, box.w, box.h, radius, state)
            canvas.put(picture, box.x - ROOM, box.y - ROOM)
        self.draw_cap(canvas)

    def draw_cap(self, canvas: Canvas) -> None:
        if self.cap:
            box = self.parts[0][0]
            x, y = box.x + box.w - (self.back or 2), box.y if self.back else box.centre[1] - 6
            canvas.put_centred(self.kit.widget_image(controls.key_cap_plain, self.cap), x, y)


class PanelSpot(Widget):
    """An area with a note that appears under the pointer; only its focus ring is drawn."""

    def __init__(self, kit: Kit, item: Item) -> None:
        super().__init__(kit)
        self.items = [item]

    def draw(self, canvas: Canvas, items: ItemList) -> None:
        item = self.items[0]
        if items.ring and items.focus == item.id:
            box = item.card
            assert box is not None
            canvas.put(self.kit.widget_image(controls.focus_plain, box.w, box.h, 16), box.x - 8, box.y - 8)


@dataclass(frozen=True)
class Targets:
    """The parts of a table besides its buttons that can be pressed and dragged."""

    table: TurnTable[Action, ev.Event, View]
    scripts: Scripts
    places: Places
    texts: PushTexts

    def targets(self, view: View, choose: ChooseAction[Action], selected: Action | None) -> list[Widget]:
        """Return the rows the drawn card may join or that may be taken, and the colours to secure."""
        widgets: list[Widget] = []
        secures, stacks = 0, self.places.spread(self.table.shown.displays[self.table.viewer]).stacks
        for action in view.legal:
            back = 0.0
            if action.verb in (Verb.PLACE, Verb.TAKE):
                parts, key = self._row_parts(view, action), KEYS[action.target]
            elif action.verb == Verb.SECURE:
                secures += 1
                stack = stacks[action.target]
                back = stack.w / 2
                # the pill at its foot is part of the target
                parts = ((stack.box._replace(h=stack.box.h + stack.w * layout.PILL), stack.w * CORNER),)
                key = KEYS[secures] if secures < len(KEYS) else ""
            else:
                continue
            item = Item(
                self.table.item_of(action),
                self.label_of(action, view),
                parts[0][0].at_least(72),
                lambda action=action: choose(action),  # type: ignore[misc]
                keys=(key,) if key else (),
                card=parts[0][0],
                awaits_confirmation=action == selected,
            )
            if action.verb != Verb.PLACE:
                item.start_drag = self.table.drags.taking(self._own_load(action, choose))
            cap = self.table.cap(key) if key and self.table.context.settings.show_legal else ""
            widgets.append(Target(self.table.kit, item, parts, cap, self.table.shows_legal, back))
        return widgets

    def label_of(self, action: Action, view: View) -> str:
        """Return the spoken label of a target."""
        text = self.texts.action(action, view)
        if action.verb == Verb.SECURE:
            points = colour_sums(self.table.shown.displays[self.table.viewer])[action.target]
            return f"{text}, {self.table.text('secure_note', count=points)}"
        if action.target < len(view.rows):
            cards = view.rows[action.target]
            return f"{text}: {self.texts.cards(cards)}"
        return text

    def drag_handles(self, view: View, choose: ChooseAction[Action]) -> list[Item]:
        """Return the pile, the drawn card on it, and the rows it may not join."""
        found = []
        spots, drags = self.places.spots, self.table.drags
        placing = self.table.viewer_decides and view.phase == Phase.PLACE
        if placing:
            for row, cards in enumerate(view.rows):
                action = Action(Verb.PLACE, row)
                if action not in view.legal:
                    found.append(drags.drag_handle(f"row-{row}", spots.rows[row], cards, refused=action))
        if view.pile_count:
            draws = self.table.viewer_decides and DRAW in view.legal
            # dropping the top card on the rows draws it
            top = drags.drag_payload(
                {TOP: self.places.pile_top}, {DRAW: bounds(spots.rows)}, choose, box=spots.pile.card(RATIO)
            )
            load, use = (top, partial(choose, DRAW)) if draws else (None, None)
            rims = [key for key in self.table.layer.sprites if isinstance(key, tuple) and key[0] == "pile"]
            pile = spots.pile.card(RATIO)
            found.append(drags.drag_handle("pile", pile, rims, load=load, use=use, refused=DRAW))
        if placing:
            use = partial(choose, view.legal[0]) if len(view.legal) == 1 else None
            # rows begin in order: free places below the next one are no targets
            rows = {Action(Verb.PLACE, row): box for row, box in enumerate(spots.rows[: len(view.rows) + 1])}
            box = self.scripts.drawn_at.card(RATIO)
            load = drags.drag_payload([view.card], rows, choose, box=box, legal=view.legal)
            found.append(drags.drag_handle("drawn", box, [view.card], load=load, use=use))
        return found

    def _own_load(self, action: Action, choose: ChooseAction[Action]) -> Callable[[], DragPayload]:
        """Return the payload of a row, to be dropped on the own part, or of a colour, on the secured cards."""
        if action.verb == Verb.TAKE:
            row, tray = self.table.shown.rows[action.target], self.places.spots.tray
            return self.table.drags.drag_payload(row, {action: tray}, choose, radius=20)
        cards = [card for card in self.table.shown.displays[self.table.viewer] if COLOUR_OF[card] == action.target]
        return self.table.drags.drag_payload(cards, {action: self.places.spots.safe}, choose, radius=14)

    def _row_parts(self, view: View, action: Action) -> tuple[tuple[Box, float], ...]:
        """Return the row's box, and in it the place that the drawn card would take."""
        spots = self.places.spots
        parts: tuple[tuple[Box, float], ...] = ((spots.rows[action.target], 16.0),)
        if action.verb == Verb.PLACE:
            held = len(view.rows[action.target]) if action.target < len(view.rows) else 0
            place = layout.in_row(spots, action.target, held, held)
            parts += ((place.card(RATIO), place.w * CORNER),)
        return parts
