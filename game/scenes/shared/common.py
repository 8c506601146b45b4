"""Parts shared by several screens: baked backgrounds, headings, corner buttons, pages, veils."""

from abc import ABC, abstractmethod
from collections.abc import Mapping

from game.catalogue.presentations import PRESENTATIONS
from game.core.game import IllegalAction
from game.engine import fonts, surfaces
from game.engine.backdrop import Backdrop, felt
from game.engine.canvas import Canvas
from game.engine.game_table import AnyTable
from game.engine.input import Input, Pointer
from game.engine.layout import Box
from game.engine.palette import CREAM, SOFT, rgb
from game.engine.scene import Scene
from game.engine.transitions import Transition
from game.engine.widgets import RoundButton, UseAction, Widget, arrow_pair
from game.services.context import Context

#: the corner of "back" and "pause"
CORNER = (58.0, 60.0)
VEIL = rgb("#120A14")


def corner(context: Context) -> tuple[float, float]:
    """Return the centre of the upper left corner button."""
    return (60.0, 60.0) if context.frame.tall else CORNER


def back_button(
    context: Context, use: UseAction, icon: str = "back", label: str = "back", also: str = "", left: float = 0
) -> RoundButton:
    """Return the button in the upper left corner; the pause and back keys use it too, and the key in ``also``.

    ``left`` is the screen's left edge, as in ``heading``: it is left of the table's on a screen with more room.
    """
    x, y = corner(context)
    keys = ("pause", "back", *filter(None, (also,)))
    return RoundButton(context.kit, label, left + x, y, context.texts(f"button.{label}"), use, icon=icon, keys=keys)


def heading(
    context: Context, backdrop: Backdrop, title: str, sub: str = "", *, left: float = 0, right: float = 24
) -> float:
    """Bake a scene's title beside the corner button; return where its texts end.

    ``left`` is the screen's left edge, see ``back_button``; on a tall table the title ends ``right`` of its edge.
    """
    kit, frame = backdrop.kit, context.frame
    most = frame.width - 130 - right if frame.tall else 760
    sticker = kit.sticker_plain(title, 44 * kit.title_growth, CREAM, most)
    left += 110
    backdrop.put(sticker, left, 58)
    left += sticker.get_width() / kit.scale
    if sub:
        line = kit.line_plain(sub, 20, SOFT, fonts.BLACK)
        if (end := left + 26 + line.get_width() / kit.scale) < frame.width - 30:
            backdrop.put(line, left + 26, 64)
            return end
    return left


def veiled(context: Context, game: str, table: AnyTable | None = None) -> Backdrop:
    """Return the table, or only its felt, blurred and darkened, as the background of a modal paper."""
    frame = context.frame
    if table:
        picture = surfaces.opaque(frame.window, VEIL)
        table.draw(Canvas(picture, frame))
    else:
        picture = felt(frame, PRESENTATIONS[game].felt)
    return Backdrop(context.kit, surfaces.dimmed(surfaces.softened(picture, max(4, frame.px(6))), VEIL, 0.62))


def heading_box(context: Context, right: float = 24) -> Box:
    """Return the heading's box beside the corner button, up to ``right`` from the edge: messages may cover it."""
    return Box(100, 16, context.frame.width - 100 - right, 84)


def tell_why(scene: Scene, error: IllegalAction) -> None:
    """Show, play and vibrate the reason of an illegal action, until its scene is left or covered."""
    context = scene.context
    context.audio.play("wrong")
    context.pulse("wrong")
    scene.say(context.texts(f"reason.{error.reason}", **error.details))


class Baked(Scene):
    """A scene whose ``build`` bakes its static parts into its ``plate``."""

    plate: Backdrop

    def message_box(self) -> Box | None:
        """Return the heading's box, which everybody has read."""
        return heading_box(self.context)

    def draw(self, canvas: Canvas) -> None:
        canvas.background(self.plate.surface)
        super().draw(canvas)


def draw_focused(scene: Scene, canvas: Canvas) -> None:
    """Draw the focused widget again: close neighbours would cover its ring."""
    for widget in scene.widgets:
        if scene.items.ring and any(item.id == scene.items.focus for item in widget.items):
            widget.draw(canvas, scene.items)


class Paged(Scene, ABC):
    """A scene with pages, turned by its buttons or the wheel."""

    def __init__(self, context: Context) -> None:
        super().__init__(context)
        #: displayed page, from 0
        self.page = 0

    @abstractmethod
    def page_count(self) -> int:
        """Return the number of pages, at least one."""

    def page_text(self) -> str:
        """Return the page number and count in words."""
        return self.texts("page", number=self.page + 1, count=self.page_count())

    def page_arrows(self, y: float, places: Mapping[str, float], *, side: float = 56) -> list[Widget]:
        """Return the buttons to both neighbour pages; ``places`` has their text keys, which end in the ids, and x."""
        texts, last = self.texts, self.page_count() - 1
        ends = [(key.rpartition(".")[2], texts(key), x) for key, x in places.items()]
        return arrow_pair(self.kit, y, ends, self.turn, can=(self.page > 0, self.page < last), side=side)

    def turn(self, by: int) -> None:
        """Turn ``by`` pages, not beyond the ends."""
        page = min(max(self.page + by, 0), self.page_count() - 1)
        if page != self.page:
            self.page = page
            self.build()

    def on_input(self, event: Input) -> Transition:
        """Turn pages by the wheel."""
        if isinstance(event, Pointer) and event.kind == "wheel":
            self.turn(-event.turn)
            return None
        return super().on_input(event)
