"""Texts in a table's dock, of turns or in real time: the driver's panel or a hint, with their marks."""

from collections.abc import Callable, Iterable, Mapping
from functools import partial
from math import inf
from typing import TYPE_CHECKING, Generic, TypeAlias

from game.core.capabilities import Advice
from game.core.game import Action
from game.core.match import HUMAN
from game.engine import items as ids
from game.engine.cards import CORNER
from game.engine.dock import Dock, Mark, Rings, high_of, parts
from game.engine.game_table import AnyTable
from game.engine.items import CARD, Item, ItemList
from game.engine.kit import Kit
from game.engine.layout import Box, Frame, has_spare_height, overlap
from game.engine.live_table import AnyLiveTable, PartialHint
from game.engine.panel import CLOSE, MISSED, MORE, ON, SKIP, DriverPanel, PanelText
from game.engine.transitions import Transition
from game.engine.turn_table import AnyTurnTable
from game.engine.widgets import UseAction, Widget
from game.scenes.table.at_table import ARRANGE_MS
from game.scenes.table.hint_place import HintBoxes, Need, covers_mark, end_below, hint_boxes
from game.scenes.table.recap import MissedSheet, is_needed
from game.scenes.table.table_hint import TableHint, lift_of, live_marks_of, marks_of
from game.services.context import Context
from game.table.driver import Driver, N
from game.table.film import Playback
from game.table.live.driver import LiveDriver, LiveNews
from game.table.puzzle_attempt import AGAIN, CHOICE, NEXT, PLAY
from game.table.turns.driver import DockRoom, TurnDriver, TurnNews
from game.tutorial.lesson import MOVE

if TYPE_CHECKING:
    from game.services.context import Context


#: returns the marks of a move
MarksOfMove = Callable[[Advice[Action]], list[Mark]]
#: the gap between a hint and a button that reaches up beside its place, and to those below it, which may have a ring
#: and the cap of a key
APART, CAPPED = 10.0, 23.0
#: number of rows that belong together, and so are never left out: the chances of two moves
PAIR = 2


class TableDock(Generic[N]):
    """Dock of one table: the driver's panel or the open hint, and the actions of their buttons.

    ``refresh_controls`` rebuilds the controls, ``handle_news`` shows the driver's news.
    """

    def __init__(
        self,
        context: "Context",
        driver: Driver[N],
        refresh_controls: Callable[[], None],
        handle_news: Callable[[Iterable[N]], Transition],
    ) -> None:
        self.context = context
        self._driver, self._refresh_controls, self._handle_news = driver, refresh_controls, handle_news
        self.table_hint = TableHint()
        #: the driver's panel
        self.panel: DriverPanel | None = None

    def uses(self, table: AnyTable) -> dict[str, UseAction]:
        """Return the actions of the dock's buttons."""
        buttons = self.panel.text.buttons if self.panel else ()
        choices = [int(button.id.removeprefix(CHOICE)) for button in buttons if button.id.startswith(CHOICE)]
        return {
            **{f"{CHOICE}{choice}": partial(self._choose, choice) for choice in choices},
            ON: lambda: self._handle_news(self._driver.read(table)),
            SKIP: lambda: self._handle_news(self._driver.skip()),
            MORE: self.turn_hint,
            CLOSE: self.close,
        }

    def _choose(self, choice: int) -> Transition:
        return self._handle_news(self._driver.choose(choice))

    def close(self) -> Transition:
        """Close the hint, if it is open."""
        if self.table_hint.open:
            self.table_hint.close()
            self._refresh_controls()
        return None

    def turn_hint(self) -> Transition:
        """Show or hide the numbers behind the hint."""
        self.table_hint.numbers = not self.table_hint.numbers
        self._refresh_controls()
        return None


def dock_for(
    table: AnyTable,
    panel_text: PanelText,
    uses: Mapping[str, UseAction],
    marks: Iterable[Mark],
    over: Box | None = None,
    items: Iterable[Item] = (),
    buttons: Iterable[Box] = (),
    end: Callable[[Box], float] = lambda sheet: sheet.y + sheet.h,
) -> Dock:
    """Return the dock of a table with ``panel_text``, where numbers may cut the last line short.

    Without room of its own it lies ``over`` the table; otherwise it ends above the buttons of moves among ``items``,
    and where it can above the caps of those whose places are ``buttons``. The ``end`` of what lies over the table may
    be lower than its text needs.
    """
    kit = table.kit
    if over is not None:
        box = capped = over
    else:
        # chosen cards may need one more button, which reaches up into the dock
        box = _above(table.spots.dock, (item.box for item in items if item.id.startswith(ids.MOVE)), APART)
        # also while the places below are empty, so that all hints end there; one that reaches into the dock has a
        # button only while cards are chosen
        below = (place for place in buttons if overlap(place, table.spots.dock) <= 0)
        capped = _above(box, below, CAPPED, CAPPED)
    said = fitted(kit, capped, panel_text)
    if said.body == panel_text.body and parts(kit, capped, said).fits:
        box = capped
    else:
        said = fitted(kit, box, panel_text)
    least = end(box._replace(h=high_of(kit, box, said, True))) - box.y if over is not None else 0.0
    dock = Dock(kit, box, said, uses, list(marks), table.cap("first"), floats=over is not None, least=least)
    if over is None:
        table.dock_covers = dock.paper.h
    return dock


def _above(box: Box, buttons: Iterable[Box], gap: float, reach: float = 0.0) -> Box:
    """Return a box that ends ``gap`` above the buttons in its lower half, or at most ``reach`` below it."""
    near = box._replace(h=box.h + reach)
    tops = (button.y for button in buttons if overlap(button, near) > 0 and button.y > box.centre[1])
    return box._replace(h=min([box.h, *(top - gap - box.y for top in tops)]))


def fitted(kit: Kit, box: Box, panel_text: PanelText) -> PanelText:
    """Return a text with as much of its numbers and of its last line as there is room for.

    Where there is no room for all of the numbers, the last ones are left out.
    """
    whole = [panel_text, *(panel_text._replace(figure=figure) for figure in panel_text.shorter)]
    if not panel_text.rows:
        return next((text for text in whole[:-1] if parts(kit, box, text).fits), whole[-1])
    fewer = panel_text._replace(figure="")
    least = min(1.0, parts(kit, box, fewer).size)
    if panel_text.says_more:
        # of moves that are about as good the words tell more than the numbers
        told = [panel_text._replace(rows=panel_text.rows[:most]) for most in range(len(panel_text.rows), -1, -1)]
        fitting = [text for text in told if parts(kit, box, text).fits]
        # letters of the same size as in other hints rather than every number, but one number
        with_rows = [text for text in fitting if text.rows] or fitting
        if with_rows:
            return next((text for text in with_rows if parts(kit, box, text).size >= least), with_rows[-1])
    for text in (*whole, fewer):
        found = parts(kit, box, text)
        if found.fits and found.size >= least:
            return text
    while len(fewer.rows) > PAIR and not parts(kit, box, fewer).fits:
        fewer = fewer._replace(rows=fewer.rows[:-1])
    # "Less" brings the reason back
    return fewer if not fewer.turn or parts(kit, box, fewer).fits else fewer._replace(body="")


def panel_marks(panel: DriverPanel, place_of: Callable[[str], Box | None], of_move: MarksOfMove) -> list[Mark]:
    """Return boxes around what a panel speaks of, with the radius of their corners."""
    marks: list[Mark] = []
    for point in panel.points:
        if point == MOVE and panel.move is not None:
            marks += of_move(Advice(panel.move, ()))
        elif box := place_of(point):
            card = point.startswith(CARD) or box.h > box.w * 1.2
            marks.append((box, box.w * CORNER if card else min(18.0, box.h * 0.28)))
    return list(dict.fromkeys(marks))


def place_by_items(table_place: Callable[[str], Box | None], items: Iterable[Item]) -> Callable[[str], Box | None]:
    """Return a lookup of places by item id, or else by the table's own names."""
    by_id = {item.id: item.card or item.box for item in items}
    return lambda point: by_id.get(point) or table_place(point)


#: the dock of any table
AnyTableDock: TypeAlias = TableDock[TurnNews] | TableDock[LiveNews]


class TurnDock(TableDock[TurnNews]):
    """Dock of a table of turns; ``confirmed`` asks for confirmation of destructive buttons."""

    def __init__(
        self,
        context: "Context",
        driver: TurnDriver,
        refresh_controls: Callable[[], None],
        handle_news: Callable[[Iterable[TurnNews]], Transition],
        confirmed: Callable[[str], bool],
    ) -> None:
        super().__init__(context, driver, refresh_controls, handle_news)
        self.driver, self._confirmed = driver, confirmed
        #: where the open hint lies over the table, and in which window, once that is known
        self._boxes: HintBoxes | None = None
        self._window: tuple[Frame, float] | None = None

    def panel_text(self, table: AnyTurnTable) -> PanelText | None:
        """Return the present text of the dock, or None; the open menu of calls takes its place."""
        if self.driver.calls and self.driver.calls.open:
            return None
        if self.panel:
            return self.panel.text
        return self.table_hint.panel_text(table) if table.viewer_decides else None

    def lay(self, table: AnyTurnTable, shown: list[Widget]) -> list[Widget]:
        """Return the table's widgets with the dock and its marks."""
        panel_text, kit = self.panel_text(table), self.context.kit
        if panel_text is None:
            return shown
        items = [item for widget in shown for item in widget.items]
        if self.panel is None:
            marks = self.table_hint.marks(table, items)
            # the hint's marks are above the focus, which is on the advised item
            rings = Rings(kit, marks, table.draw_labels, shown, partial(lift_of, table))
            over = self._over(table, panel_text, marks, items) if self.floats(table) else None
            return [
                *shown,
                rings,
                dock_for(
                    table,
                    panel_text,
                    self.uses(table),
                    marks,
                    over,
                    items,
                    table.spots.buttons,
                    partial(end_below, table, marks, items),
                ),
            ]
        if self.panel.missed:
            table.dock_covers = inf
            return [*shown, MissedSheet(table, self.panel, self.uses(table))]
        place_of = place_by_items(table.place_of, items)
        marks = panel_marks(self.panel, place_of, lambda advice: marks_of(table, advice, items))
        dock = dock_for(table, panel_text, self.uses(table), marks)
        if self.driver.room == DockRoom.PUZZLE:
            return [*shown, Rings(kit, marks, table.draw_labels, shown, partial(lift_of, table)), dock]
        # the panel's marks are below the items, so that the keyboard focus stays visible
        return [Rings(kit, marks, table.draw_labels, risen=partial(lift_of, table)), *shown, dock]

    def _over(self, table: AnyTurnTable, panel_text: PanelText, marks: list[Mark], items: list[Item]) -> Box:
        """Return the box of a hint over the table; it stays where it is unless it would cover something marked."""
        window, numbers = (table.context.frame, table.kit.player_scale), self.table_hint.numbers

        def needed(box: Box) -> Need:
            # a thought still to come may be longer than what is said of it, and numbers hide how much it was
            longest = high_of(table.kit, box, panel_text) if marks and not numbers else box.h
            return Need(longest, high_of(table.kit, box, panel_text, now=True))

        found = self._boxes
        if (
            found is None
            or self._window != window
            or covers_mark(found.paper, marks)
            # another move has a longer reason
            or (not numbers and marks and needed(found.plain).longest > found.paper.h)
        ):
            found = hint_boxes(table, marks, items, needed)
        self._boxes, self._window = found, window
        return found.whole if numbers else found.plain

    def uses(self, table: AnyTable) -> dict[str, UseAction]:
        return {
            **super().uses(table),
            PLAY: lambda: self.driver.play_on(self._confirmed),
            AGAIN: lambda: self._handle_news(self.driver.read(table)),
            **{id_: partial(self._choose, choice) for choice, id_ in enumerate(MISSED)},
        }

    def focus(self, items: ItemList) -> None:
        """Focus a button of the panel if nothing else has the focus."""
        if self.panel and not items.focus:
            found = [id_ for id_ in (ON if items.ring and self.panel.speaks else "", NEXT) if items.find(id_)]
            items.focus = found[0] if found else ""

    # ---- the hint -------------------------------------------------------------------------------

    def hint(self, table: AnyTurnTable, items: ItemList) -> Transition:
        """Open or close the hint."""
        if self.table_hint.open:
            return self.close()
        driver, is_only = self.driver, not self.driver.match.has_choice
        self.table_hint.begin(self.context, driver.game, driver.view, driver.viewer, is_only)
        self.say_hint(table, items)
        return self._handle_news(self.driver.hinted())

    def say_hint(self, table: AnyTurnTable, items: ItemList) -> None:
        """Show and speak the present state of the hint."""
        hint = self.table_hint
        table.announcement = hint.spoken(table) or table.announcement
        if hint.advice and hint.advice != hint.announced:
            # the focus moves to the advised item, for players by keyboard
            if hint.announced is None or items.focus == table.item_of(hint.announced.action):
                items.focus = table.item_of(hint.advice.action)
            hint.announced = hint.advice
        self._refresh_controls()

    def touched(self, item: Item) -> None:
        """Close the hint when something on the table is touched."""
        if self.table_hint.ended_by(item):
            self._refresh_controls()

    def question(self, table: AnyTurnTable, asking: str) -> tuple[str, bool]:
        """Return the text to speak, and whether it asks this player; a question about a move includes the table."""
        driver = self.driver
        view, panel = driver.match.view(table.viewer), driver.panel(False, asking)
        if panel and panel.speaks:
            text = self.context.texts.sentences(panel.text.sentences)
            return (f"{text} {table.spoken(view)}" if panel.requests_move else text), panel.own
        text, own = table.prompt(view), driver.match.mover == table.viewer
        plays = driver.match.seats[table.viewer].kind == HUMAN or not driver.ignores_other_tabs
        return (f"{text} {table.spoken(view)}" if own else text), own and plays

    # ---- room -----------------------------------------------------------------------------------

    def keeps_room(self, table: AnyTurnTable) -> bool:
        """Return True if the dock's room is reserved even while it is empty."""
        if isinstance(self.driver, Playback):
            return False
        # where there is height to spare, a hint moves no cards to be remembered
        steady = table.tests_memory and has_spare_height(self.context.frame.height, self.context.kit.player_scale)
        return self.driver.room != DockRoom.NONE or is_needed(table) or steady

    def floats(self, table: AnyTurnTable) -> bool:
        """Return True if the open hint lies over a tall table, which has no room for it: nothing moves."""
        makes_room = table.yields_to_hint or self.keeps_room(table)
        return self.panel is None and table.context.frame.tall and not makes_room

    def make_room(self, table: AnyTurnTable, held: bool, slide_ms: float) -> None:
        """Reserve room for the dock while there is a text, but move nothing that is ``held``."""
        has_text, floats = self.panel_text(table) is not None, self.floats(table)
        if not has_text or not floats:
            self._boxes = None
        table.dock_has_text = (has_text and not floats) or table.teaches
        if has_text or not (held or table.drags.dragged):
            keeps, needs = self.keeps_room(table), has_text and (self.panel is not None or table.yields_to_hint)
            # only a tall table has room to give: elsewhere the controls need not be made for the question
            spare = table.context.frame.tall and needs and not keeps and lacks_buttons(table)
            table.make_room(needs or keeps, spare, slide_ms)

    def arrange_for(self, table: AnyTurnTable, asked: bool) -> None:
        """Rearrange the cards when ``asked`` changes, or when the panel points out a move."""
        # a marked move stands alone: frames around everything playable would hide it
        points_out = self.panel is not None and self.driver.room == DockRoom.LESSON and MOVE in self.panel.points
        if (asked, points_out) != (table.viewer_decides, table.points_out):
            table.viewer_decides, table.points_out = asked, points_out
            table.arrange(table.ms(ARRANGE_MS))


def lacks_buttons(table: AnyTurnTable) -> bool:
    """Return True if the present decision has no button in the room for buttons."""
    items = [item for widget in table.controls(table.view, lambda _action: None, None) for item in widget.items]
    return not any(overlap(item.box, box) > 0 for item in items for box in table.spots.buttons)


def is_idle_sheet(table: AnyTurnTable) -> bool:
    """Return True if a tall table reserves room for the dock while it is empty."""
    return table.context.frame.tall and table.docked and not table.dock_has_text


class LiveDock(TableDock[LiveNews]):
    """Dock of a table in real time."""

    def __init__(
        self,
        context: "Context",
        driver: LiveDriver,
        refresh_controls: Callable[[], None],
        handle_news: Callable[[Iterable[LiveNews]], Transition],
    ) -> None:
        super().__init__(context, driver, refresh_controls, handle_news)
        self.driver = driver
        #: the step of the open hint, see ``partial_hints`` of a table
        self._step = 0
        #: the room that the table makes is for the driver's panel
        self._has_panel = False

    def _tell_more(self, table: AnyLiveTable) -> Transition:
        """Go on to the hint's next step; at the last one show or hide its numbers."""
        if self._partial(table) is None:
            return self.turn_hint()
        self._step += 1
        self._speak(table)
        self._refresh_controls()
        return None

    def _partial(self, table: AnyLiveTable) -> PartialHint | None:
        """Return the present step of the open hint while it leaves something to be found."""
        advice = self.table_hint.advice
        steps = table.partial_hints(advice) if advice else ()
        return steps[self._step] if self._step < len(steps) else None

    def _speak(self, table: AnyLiveTable) -> None:
        if text := self.panel_text(table):
            table.announcement = self.context.texts.sentences(text.sentences)

    def ask(self, table: AnyLiveTable) -> None:
        """Get the driver's panel, and reserve room for it and for a hint."""
        self.panel = self.driver.panel()
        # the log is below the paper of a hint, too
        table.dock_has_text = self.panel_text(table) is not None
        if (has_panel := self.panel is not None) != self._has_panel:
            self._has_panel = has_panel
            table.make_room(has_panel or self.driver.reserves_dock)

    def panel_text(self, table: AnyLiveTable) -> PanelText | None:
        """Return the present text of the dock, or None; hints are not shown over covered cards."""
        if self.panel:
            return self.panel.text
        if table.covered:
            return None
        if step := self._partial(table):
            texts = self.context.texts
            return PanelText(texts("hint.title"), step.text, turn=texts("hint.more"), close=texts("hint.close"))
        return self.table_hint.panel_text(table)

    def lay(self, table: AnyLiveTable, shown: list[Widget], usable: list[Widget]) -> list[Widget]:
        """Return the table's widgets with the dock and its marks; input goes to the ``usable`` ones."""
        panel_text, panel, kit = self.panel_text(table), self.panel, self.context.kit
        if panel_text is None:
            return shown
        items = [item for widget in shown for item in widget.items]
        if panel:
            marks = panel_marks(panel, table.place_of, lambda advice: live_marks_of(table, advice, items))
        elif step := self._partial(table):
            marks = [step.mark]
        else:
            marks = live_marks_of(table, self.table_hint.advice, items) if self.table_hint.advice else []
        uses = self.uses(table) | {MORE: partial(self._tell_more, table)}
        dock = dock_for(table, panel_text, uses, marks)
        if panel and not self.driver.rings_above:
            return [Rings(kit, marks, table.draw_labels), *shown, dock]
        return [*shown, Rings(kit, marks, table.draw_labels, usable), dock]

    def focus(self, items: ItemList) -> None:
        """Focus the large button, or else the dock's, for confirming without looking for it."""
        focus = items.focus
        if items.ring and not focus and items.find(ON):
            items.focus = ON
        large = [item.id for item in items.items if item.id == "go" or item.id.startswith(ids.MOVE)]
        stale = not focus or (focus not in large and (focus == "go" or focus.startswith(ids.MOVE)))
        if self.driver.confirms and large and stale:
            items.focus = large[0]

    def hint(self, table: AnyLiveTable, seat: int) -> Transition:
        """Open the hint for ``seat`` (see ``advise``), or close it."""
        if self.table_hint.open:
            return self.close()
        self.table_hint.show(self.driver.advise(seat))
        self._step = 0
        self._speak(table)
        self._refresh_controls()
        return None
