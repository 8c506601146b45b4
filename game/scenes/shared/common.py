"""What several screens share: baked backgrounds, headings, corner buttons, pages to turn, veils."""

from __future__ import annotations

from abc import ABC, abstractmethod

from game.app.context import Context
from game.catalogue.presentations import PRESENTATIONS
from game.core.game import IllegalAction
from game.engine import surfaces, text
from game.engine.backdrop import Backdrop, felt
from game.engine.canvas import Canvas
from game.engine.game_table import AnyTable
from game.engine.input import Input, Pointer
from game.engine.layout import Box
from game.engine.palette import CREAM, SOFT, rgb
from game.engine.scene import Scene
from game.engine.transitions import Transition
from game.engine.widgets import RoundButton, UseAction

#: the corner where "back" and "pause" are
CORNER = (58.0, 60.0)
VEIL = rgb("#120A14")


def corner(context: Context) -> tuple[float, float]:
    """The middle of the upper left corner button."""
    return (60.0, 60.0) if context.frame.tall else CORNER


def back_button(
    context: Context, use: UseAction, icon: str = "back", label: str = "back", also: str = "", left: float = 0
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
    words = kit.sticker_plain(title, 44, CREAM, most)
    left += 110
    backdrop.put(words, left, 58)
    if sub:
        line = kit.line_plain(sub, 20, SOFT, text.BLACK)
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


def heading_box(context: Context, right: float = 24) -> Box:
    """Where the heading lies beside the corner button, up to so far from the right edge: a message may cover that."""
    return Box(100, 16, context.frame.width - 100 - right, 84)


def tell_why(context: Context, error: IllegalAction) -> None:
    """Say why something cannot be done: it is seen, heard and felt."""
    context.audio.play("wrong")
    context.pulse("wrong")
    context.tell(f"reason.{error.reason}", **error.details)


class Baked(Scene):
    """A scene whose ``build`` bakes all that stands still into its ``plate``."""

    plate: Backdrop

    def message_box(self) -> Box | None:
        """Over the heading, which everybody has read."""
        return heading_box(self.context)

    def draw(self, canvas: Canvas) -> None:
        """Draw the plate, then the widgets."""
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

    def on_input(self, event: Input) -> Transition:
        """The wheel turns pages too."""
        if isinstance(event, Pointer) and event.kind == "wheel":
            self.turn(-event.turn)
            return None
        return super().on_input(event)
