"""The curtain between two people at one device: nothing private is in sight until the next one taps."""

from __future__ import annotations

from collections.abc import Callable, Sequence

from pygame import Rect, Surface

from game.app.context import Context
from game.catalogue.presentations import PRESENTATIONS
from game.core.match import AnyMatch
from game.core.remembering import remembered
from game.engine import surfaces, text
from game.engine.backdrop import Backdrop
from game.engine.figures import figure_plain
from game.engine.layout import Box, Frame
from game.engine.palette import GOLD, INK, PARCHMENT, SHADE, SOFT_ON_PAPER, Colour, mix
from game.engine.transitions import Pop, Push, Transition
from game.engine.widgets import Button, Widget
from game.engine.words import LogLine
from game.scenes.shared.common import Baked, back_button
from game.scenes.table.pause import Pause

FOLDS = 22
SWAGS = 10
#: so many lines tell what has happened since
LINES = 3


@remembered(2)
def cloth(frame: Frame, tint: Colour) -> Surface:
    """A drawn curtain in the felt's tint, filling the window; opaque."""
    width, height = frame.window
    strip = surfaces.opaque((FOLDS * 8, 1), tint)
    shades = (mix(tint, (255, 246, 228), 0.16), mix(tint, INK, 0.1), mix(tint, INK, 0.35), mix(tint, SHADE, 0.6))
    for x in range(FOLDS * 8):
        part = x % 8 / 8 * 4
        first, second = shades[int(part) % 4], shades[(int(part) + 1) % 4]
        strip.set_at((x, 0), mix(first, second, part % 1))
    whole = surfaces.scaled(strip, (width, height))
    edge = surfaces.blank((16, 9))
    for x in range(16):
        for y in range(9):
            far = min(1.0, (((x - 7.5) / 8) ** 2 + ((y - 4) / 5) ** 2) ** 0.5)
            edge.set_at((x, y), (*SHADE, round(150 * far**2)))
    whole.blit(surfaces.scaled(edge, (width, height)), (0, 0))
    swag = width / SWAGS
    drop = frame.px(64)
    for number in range(SWAGS):
        radius = round(swag * 0.62)
        colour = mix(tint, INK, 0.12 if number % 2 else 0.25)
        x, y = round(swag * (number + 0.5)) - radius, drop - round(radius * 1.55)
        clip = Rect(round(swag * number), 0, round(swag * (number + 1)) - round(swag * number), height)
        whole.set_clip(clip)
        whole.blit(surfaces.disc(radius + frame.px(8), SHADE, 70), (x - frame.px(8), y))
        whole.blit(surfaces.disc(radius, GOLD), (x, y))
        whole.blit(surfaces.disc(radius, colour), (x, y - frame.px(5)))
        whole.fill(colour, Rect(clip.left, 0, clip.width, max(0, y + radius)))
    whole.set_clip(None)
    return whole


class Curtain(Baked):
    """Says whose turn it is, what has happened since their last one, and what tapping will show."""

    stage = "table"
    awake = True

    def __init__(
        self,
        context: Context,
        match: AnyMatch,
        seat: int,
        since: Sequence[LogLine],
        taken: Callable[[int, bool], None],
    ) -> None:
        super().__init__(context)
        self.match, self.seat, self.since, self._taken = match, seat, list(since), taken
        self.items.focus = "ready"
        context.audio.play("curtain")

    @property
    def always(self) -> bool:
        """Whether what follows must stay hidden whatever was agreed."""
        return PRESENTATIONS[self.match.game.name].private(self.match.view(self.seat)) == "always"

    def _ready(self, open_hands: bool) -> Transition:
        self._taken(self.seat, open_hands)
        return Pop()

    def back(self) -> Transition:
        """Pause, with nothing but the curtain behind it."""
        return Push(Pause(self.context, self.match, None))

    def build(self) -> None:
        """Bake the curtain and its paper."""
        context, frame = self.context, self.context.frame
        kit, texts = context.kit, context.texts
        seat = self.match.seats[self.seat]
        game = self.match.game.name
        plate = self.plate = Backdrop(kit, cloth(frame, PRESENTATIONS[game].felt))
        wide = 620.0
        x = (frame.width - wide) / 2
        y = 104.0 if not frame.tall else frame.height / 2 - 310
        lines = self.since[-LINES:]
        middle = frame.width / 2
        grown = kit.text_scale / kit.scale
        # each line stands below the one before, however large the player wants them
        title_y = y + 92 + 30 * grown
        sub_y = title_y + 40 * grown
        since = Box(x + 34, sub_y + 18 * grown + 6, wide - 68, (28 + LINES * 26) * grown + 8)
        high = since.y + since.h + 26 + 118 - y
        plate.paper(Box(x, y, wide, high), 24)
        plate.put(figure_plain(kit, seat.figure, 66, "calm", True), middle, y + 8, "centre")
        title = texts("curtain.title", name=seat.name)
        plate.put(kit.line_plain(title, 44, INK, text.DISPLAY, wide - 80), middle, title_y, "centre")
        sub = kit.line_plain(texts("curtain.hand_over", name=seat.name), 21, SOFT_ON_PAPER, text.STRONG, wide - 80)
        plate.put(sub, middle, sub_y, "centre")
        self._bake_since(plate, lines, since)
        bottom = y + high - 118
        widgets: list[Widget] = [
            Button(
                kit,
                "ready",
                Box(middle - 210, bottom, 420, 92),
                texts("curtain.ready", name=seat.name),
                lambda: self._ready(False),
                kind="primary",
                sub=texts(f"{game}.curtain.shows_always" if self.always else f"{game}.curtain.shows"),
                icon="eye",
                size=32,
            )
        ]
        if not self.always:
            widgets.append(
                Button(
                    kit,
                    "open",
                    Box(middle - 210, y + high + 22, 420, 72),
                    texts("curtain.open"),
                    lambda: self._ready(True),
                    kind="dark",
                    sub=texts(f"{game}.curtain.open_note"),
                    size=22,
                )
            )
        widgets.append(back_button(context, self.back, "pause", "pause"))
        self.show(widgets)

    def _bake_since(self, plate: Backdrop, lines: Sequence[LogLine], box: Box) -> None:
        kit, texts = plate.kit, self.context.texts
        if not lines:
            return
        grown = kit.text_scale / kit.scale
        plate.inset(box, 16, PARCHMENT)
        name = self.match.seats[self.seat].name
        title = kit.line_plain(texts("curtain.since", name=name), 16, SOFT_ON_PAPER, text.BLACK, box.w - 32)
        plate.put(title, box.x + 16, box.y + 4 + 14 * grown)
        for number, line in enumerate(lines):
            y = box.y + 4 + (28 + 26 * (number + 0.5)) * grown
            if line.seat >= 0:
                plate.put(figure_plain(kit, self.match.seats[line.seat].figure, 11), box.x + 28, y, "centre")
            plate.put(kit.line_plain(line.words, 17, INK, text.STRONG, box.w - 70), box.x + 48, y)
