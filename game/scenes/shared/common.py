"""What several screens share: baked backgrounds, headings, corner buttons, pages to turn, veils."""

from __future__ import annotations

from abc import ABC, abstractmethod
from collections.abc import Callable, Iterator
from typing import TYPE_CHECKING

from game.app.context import Context
from game.catalogue.presentations import PRESENTATIONS
from game.core.game import IllegalAction
from game.core.match import Played
from game.core.remembering import piecemeal
from game.engine import layout, palette, surfaces, text, transitions
from game.engine.backdrop import Backdrop, felt
from game.engine.canvas import Canvas
from game.engine.input import Input, Pointer
from game.engine.kit import Kit
from game.engine.scene import Scene, Told
from game.engine.table import AnyTable, Making
from game.engine.widgets import RoundButton, Use

if TYPE_CHECKING:
    from game.engine.live_table import AnyLiveTable
    from game.engine.turn_table import AnyTurnTable
    from game.table.live.driver import LiveDriver
    from game.table.turns.driver import TurnDriver

#: the corner where "back" and "pause" are
CORNER = (58.0, 60.0)
VEIL = palette.rgb("#120A14")
#: how long things take at a table at normal speed, in milliseconds: to where they belong, and to a new place
ARRANGE_MS, SLIDE_MS = 120.0, 240.0


def corner(context: Context) -> tuple[float, float]:
    """The middle of the upper left corner button."""
    return (60.0, 60.0) if context.frame.tall else CORNER


def back_button(
    context: Context, use: Use, icon: str = "back", label: str = "back", also: str = "", left: float = 0
) -> RoundButton:
    """The button in the upper left corner; the pause key uses it too, and the key that ``also`` names.

    ``left`` is where the screen begins, as in ``heading``: left of the table where it uses more than that.
    """
    x, y = corner(context)
    keys = ("pause", "back", *filter(None, (also,)))
    return RoundButton(context.kit, label, left + x, y, context.texts(f"button.{label}"), use, icon=icon, keys=keys)


def heading(
    context: Context, backdrop: Backdrop, title: str, sub: str = "", *, left: float = 0, right: float = 24
) -> None:
    """A scene's title beside the corner button, baked.

    ``left`` is where the screen begins, see ``back_button``; on a tall table the title ends ``right`` of its edge.
    """
    kit, frame = backdrop.kit, context.frame
    most = frame.width - 130 - right if frame.tall else 760
    words = kit.sticker_plain(title, 44, palette.CREAM, most)
    left += 110
    backdrop.put(words, left, 58)
    if sub:
        line = kit.line_plain(sub, 20, palette.SOFT, text.BLACK)
        left += words.get_width() / kit.scale + 26
        if left + line.get_width() / kit.scale < frame.width - 30:
            backdrop.put(line, left, 64)


def veiled(context: Context, game: str, table: AnyTable | None = None) -> Backdrop:
    """The table, or only its felt, blurred and darkened: what lies under a paper that everything waits for."""
    frame = context.frame
    if table:
        picture = surfaces.opaque(frame.window, VEIL)
        table.draw(Canvas(picture, frame))
    else:
        picture = felt(frame, PRESENTATIONS[game].felt)
    return Backdrop(context.kit, surfaces.dimmed(surfaces.softened(picture, max(4, frame.px(6))), VEIL, 0.62))


def heading_box(context: Context, right: float = 24) -> layout.Box:
    """Where the heading lies beside the corner button, up to so far from the right edge: a message may cover that."""
    return layout.Box(100, 16, context.frame.width - 100 - right, 84)


def tell_why(context: Context, error: IllegalAction) -> None:
    """Say why something cannot be done: it is seen, heard and felt."""
    context.audio.play("wrong")
    context.pulse("wrong")
    context.tell(f"reason.{error.reason}", **error.details)


class AtTable(Scene):
    """A scene with a match on its table: what happens there is told to whoever cannot see it."""

    match: Played
    table: AnyTurnTable | AnyLiveTable
    driver: TurnDriver | LiveDriver
    #: what happens here is stored, and under which name: "" for that of its game's match in progress
    keeps = True
    kept_as = ""
    #: what the table still makes ahead, for which window, and the first of it
    _ahead: tuple[Kit, Iterator[Making]] | None = None
    _making: Making | None = None

    @property
    def address(self) -> str:
        return self.driver.address

    def message_box(self) -> layout.Box | None:
        """In the place of the prompt: everybody looks there, and after a message it comes back."""
        (x, y), wide = self.table.spots.prompt, self.table.spots.prompt_width
        return layout.Box(x - wide / 2, y - 30, wide, 60)

    def make_ahead(self, enough: Callable[[], bool], calm: bool) -> bool:
        """Let the letters be drawn that new words are made of, then let the table make something of what may come."""
        kit = self.context.kit
        if self._ahead is None or self._ahead[0] is not kit:
            self._ahead, self._making = (kit, self.table.ahead()), None
        if text.draw_letters():
            return True
        if not calm:
            return False
        self._making = self._making or next(self._ahead[1], None)
        if self._making is None:
            return False
        if piecemeal(self._making, enough):
            self._making = None
        return True

    def told(self) -> Told | None:
        return Told(self.match, self.match.has_begun, self.table.log)

    def take_aside(self) -> str | None:
        """What the table has to say once."""
        words, self.table.aside = self.table.aside, None
        return words


class Baked(Scene):
    """A scene whose ``build`` bakes all that stands still into its ``plate``."""

    plate: Backdrop

    def message_box(self) -> layout.Box | None:
        """Over the heading, which everybody has read."""
        return heading_box(self.context)

    def draw(self, canvas: Canvas) -> None:
        canvas.background(self.plate.surface)
        super().draw(canvas)


def draw_focused(scene: Scene, canvas: Canvas) -> None:
    """Draw the widget in the focus again: tiles lie so close that its ring would be covered by the next one."""
    for widget in scene.widgets:
        if scene.items.ring and any(item.id == scene.items.focus for item in widget.items):
            widget.draw(canvas, scene.items)


class Paged(Scene, ABC):
    """A scene with pages to turn, by buttons of its own and by the wheel."""

    def __init__(self, context: Context) -> None:
        super().__init__(context)
        #: the page that is shown, from 0
        self.page = 0

    @abstractmethod
    def page_count(self) -> int:
        """How many pages there are, at least one."""

    def page_words(self) -> str:
        """Which page of how many is shown."""
        return self.context.texts("page", number=self.page + 1, count=self.page_count())

    def turn(self, by: int) -> None:
        """Turn so many pages on, or back, but not beyond the ends."""
        page = min(max(self.page + by, 0), self.page_count() - 1)
        if page != self.page:
            self.page = page
            self.build()

    def handle(self, event: Input) -> transitions.Transition:
        """The wheel turns pages too."""
        if isinstance(event, Pointer) and event.kind == "wheel":
            self.turn(-event.turn)
            return None
        return super().handle(event)
