"""The curtain between two people at one device: nothing private is visible until the next one taps."""

from collections.abc import Callable, Sequence
from functools import partial

from pygame import Rect, Surface

from game.catalogue.presentations import PRESENTATIONS
from game.core.cache import cached
from game.core.match import AnyMatch
from game.engine import containers as ui
from game.engine import fonts, surfaces
from game.engine.backdrop import Backdrop
from game.engine.cards import CardFaces
from game.engine.figures import figure_plain
from game.engine.layout import Box, Frame
from game.engine.log_line import CARD, log_line
from game.engine.match_texts import LogLine
from game.engine.palette import GOLD, INK, PARCHMENT, SHADE, SOFT_ON_PAPER, Colour, mix
from game.engine.transitions import Pop, Push, Transition
from game.engine.widgets import Widget
from game.scenes.shared.common import Baked, back_button
from game.scenes.table.pause import Pause
from game.services.context import Context

FOLDS = 22
SWAGS = 10
#: radius of the figure, and how far its centre is below the paper's edge
FACE, LOW = 66.0, 8.0
#: maximum number of log lines, the height for them on a wide screen, and the number of rows that one may take
LINES, ROOM, MOST_ROWS = 6, 380.0, 5
#: least height of a line with small cards, and the space between higher ones
STEP, BETWEEN = 35.0, 6.0
#: widths: the paper, wide and tall, its margins, those of the log's tray, and a figure's place and the space beside it
PAPER, SIDES, TRAY, FIGURE, BESIDE = (620.0, 680.0), 34.0, 16.0, 24.0, 8.0
#: width of the button that opens the hands on a wide table
OPEN_W = 420.0
#: how much larger all is on a tall table, and the log everywhere; the height of all but the log on a tall table
GROWN, REST = 1.4, 800.0
#: on a wide table with a log, the width of the paper, of what stands beside the log, and the space between
BROAD, BESIDE_LOG, APART = 1150.0, 470.0, 28.0


def folds(size: tuple[int, int], tint: Colour, count: int) -> Surface:
    """Draw so many upright folds of a tint, filling the size in pixels; opaque."""
    strip = surfaces.opaque((count * 8, 1), tint)
    shades = (mix(tint, (255, 246, 228), 0.16), mix(tint, INK, 0.1), mix(tint, INK, 0.35), mix(tint, SHADE, 0.6))
    for x in range(count * 8):
        part = x % 8 / 8 * 4
        first, second = shades[int(part) % 4], shades[(int(part) + 1) % 4]
        strip.set_at((x, 0), mix(first, second, part % 1))
    return surfaces.scaled(strip, size)


@cached(2)
def cloth(frame: Frame, tint: Colour) -> Surface:
    """Draw a closed curtain in the felt's tint, filling the window; opaque."""
    width, height = frame.window
    whole = folds((width, height), tint, FOLDS)
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
    """Shows whose turn it is, the events since their last one, and what tapping will reveal.

    The events have small cards if there are ``faces`` for them.
    """

    stage = "table"
    awake = True

    def __init__(
        self,
        context: Context,
        match: AnyMatch,
        seat: int,
        new_lines: Sequence[LogLine],
        on_ready: Callable[[int, bool], None],
        faces: CardFaces | None = None,
    ) -> None:
        super().__init__(context)
        self.faces = faces
        self.match, self.seat, self._on_ready = match, seat, on_ready
        self.new_lines = [step for line in new_lines for step in line.steps or (line,)]
        self.items.focus = "ready"
        context.audio.play("curtain")

    @property
    def always(self) -> bool:
        """True if the next view must stay hidden regardless of any agreement."""
        return PRESENTATIONS[self.match.game.name].private(self.match.view(self.seat)) == "always"

    def _ready(self, open_hands: bool) -> Transition:
        self._on_ready(self.seat, open_hands)
        return Pop()

    def back(self) -> Transition:
        """Pause, with only the curtain in the background."""
        return Push(Pause(self.context, self.match, None))

    @property
    def _zoom(self) -> float:
        return GROWN if self.frame.tall else 1.0

    def build(self) -> None:
        texts, game, seat, zoom = self.texts, self.match.game.name, self.match.seats[self.seat], self._zoom
        plate = self.plate = Backdrop(self.kit, cloth(self.frame, PRESENTATIONS[game].felt))
        sub = texts(f"{game}.curtain.shows_always" if self.always else f"{game}.curtain.shows")
        ready = ui.ButtonPart(
            "ready",
            texts("curtain.ready", name=seat.name),
            partial(self._ready, False),
            "primary",
            sub,
            "eye",
            32 * zoom,
            h=92 * zoom,
        )
        lines: list[ui.Part] = [
            ui.TextLine(texts("curtain.title", name=seat.name), 44 * zoom, face=fonts.DISPLAY, side="centre"),
            ui.TextLine(texts("curtain.hand_over", name=seat.name), 21 * zoom, SOFT_ON_PAPER, side="centre"),
        ]
        above, since = ui.Part(h=50 * zoom), self._since()
        if since and not self.frame.tall:
            # on a wide table the log lies beside, large enough to be read while the device goes round
            use_it = ui.CentredColumn((above, *lines, ui.Part(h=36), ui.InsetBox(ready, 12)), w=BESIDE_LOG)
            inside: ui.Part = ui.RowOfParts((use_it, ui.CentredColumn((since,))), APART)
        else:
            inside = ui.Column(
                (
                    above,
                    *lines,
                    ui.Part(h=12),
                    *([since] if since else []),
                    ui.Part(h=24),
                    ui.InsetBox(ready, 66 / zoom),
                )
            )
        wide = BROAD if since and not self.frame.tall else PAPER[self.frame.tall]
        paper = ui.PaperBox(inside, SIDES, 24, radius=24)
        below = self._below(wide)
        whole = ui.Anchor(ui.Column((ui.Part(h=FACE * zoom - LOW), paper, below)), wide, y=0.7)
        widgets = whole.lay(plate, self.frame.table)
        # the figure looks over the paper's edge
        box = whole.box(plate.kit, self.frame.table)
        x = box.x + SIDES + BESIDE_LOG / 2 if wide == BROAD else self.frame.width / 2
        face = figure_plain(plate.kit, seat.figure, FACE * zoom, "calm", True)
        plate.put(face, x, box.y + FACE * zoom, "centre")
        self.show([*widgets, back_button(self.context, self.back, "pause", "pause")])

    def _below(self, wide: float) -> ui.Part:
        """Return the button below the paper that opens the hands for good, or its room."""
        zoom = self._zoom
        if self.always:
            return ui.Part(h=44 + 72 * zoom)
        use, texts, game = partial(self._ready, True), self.texts, self.match.game.name
        note, side = texts(f"{game}.curtain.open_note"), 100 / zoom if self.frame.tall else (wide - OPEN_W) / 2
        button = ui.ButtonPart("open", texts("curtain.open"), use, "dark", note, size=22 * zoom, h=72 * zoom)
        return ui.InsetBox(button, side, 22)

    def _since(self) -> ui.Part | None:
        """Return the last events since the player's last turn, as many as fit; None without any."""
        room = self.frame.height - REST if self.frame.tall else ROOM
        rows = list[ui.Part]()
        for line in reversed(self.new_lines[-LINES:]):
            row = self._row(line)
            room -= row.h
            if rows and room < 0:
                break
            rows.insert(0, row)
        if not rows:
            return None
        name = self.match.seats[self.seat].name
        # before the first move there is nothing to count from
        key = "curtain.since" if self.seat in self.match.movers else "curtain.so_far"
        title = ui.TextLine(self.texts(key, name=name), 16 * GROWN, SOFT_ON_PAPER, fonts.BLACK, h=self._least_high())
        return ui.TrayBox(ui.Column((title, *rows)), TRAY, 6, radius=16, fill=PARCHMENT)

    def _least_high(self) -> float:
        """Return the least height of a line."""
        return GROWN * max(STEP if self.faces else 0.0, 26 * self.kit.text_growth)

    def _row(self, line: LogLine) -> ui.Part:
        """Return a line of the log with the figure of its seat, as high as its text and its cards need."""
        least, wide = self._least_high(), PAPER[True] if self.frame.tall else BROAD - BESIDE_LOG - APART
        if line.heading:
            return ui.TextLine(line.text, 17 * GROWN, INK, fonts.DISPLAY, h=least)
        seat = self.match.seats[line.seat] if line.seat >= 0 else None
        place = FIGURE * GROWN
        face = ui.ImagePart(figure_plain(self.kit, seat.figure, 11 * GROWN), w=place) if seat else ui.Part(w=place)
        picture = log_line(
            self.kit,
            line,
            seat.name if seat else "",
            self.faces,
            size=17 * GROWN,
            colour=INK,
            face=fonts.STRONG,
            max_width=wide - 2 * (SIDES + TRAY) - place - BESIDE,
            most=MOST_ROWS,
            card_w=CARD * GROWN,
        )

        def written(box: Box) -> Sequence[Widget]:
            self.plate.put(picture, box.x, box.centre[1], "left")
            return ()

        high = max(least, picture.get_height() / self.kit.scale + BETWEEN)
        return ui.RowOfParts((face, ui.CustomPart(written)), BESIDE, h=high)
