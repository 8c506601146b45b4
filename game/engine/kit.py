"""The kit: pictures that every scene is built of, made at the window's scale and cached.

Sizes are logical; the pictures are in real pixels. Methods ending in ``_plain`` return pictures for composing, the
others pictures for the screen.
"""

from collections.abc import Callable, Sequence
from math import inf
from typing import Concatenate, ParamSpec

from pygame import Surface

from game.core.cache import cached
from game.engine import fonts, layout, palette, surfaces

#: text scale where it would be too small on a phone
LARGER = 1.25
#: least size of a text that is read at a glance, in real pixels
LEGIBLE = 11.0
#: most growth of a title
MOST_TITLE = 1.18
#: room at both sides of a prompt's text together, logical
PROMPT_SIDES = 48
#: and of a pill's text
PILL_SIDES = 22
#: how far a paper's shadow reaches below its sheet, logical
PAPER_FOOT = 9
BUTTONS: dict[str, tuple[palette.Colour, palette.Colour]] = {
    "primary": (palette.AMBER, palette.INK),
    "secondary": (palette.PARCHMENT, palette.INK),
    "dark": (palette.DARK, palette.CREAM),
    "danger": (palette.DANGER, palette.CREAM),
    "good": (palette.GOOD, palette.INK),
}


def centred(whole: Surface, part: Surface, x: int, y: int) -> None:
    """Compose ``part`` onto ``whole`` with its centre at a real position."""
    whole.blit(part, (x - part.get_width() // 2, y - part.get_height() // 2))


P = ParamSpec("P")


def for_screen(plain: "Callable[Concatenate[Kit, P], Surface]") -> "Callable[Concatenate[Kit, P], Surface]":
    """Return a cached method for the screen from a ``_plain`` one."""

    def image(kit: "Kit", /, *args: P.args, **kwargs: P.kwargs) -> Surface:
        return kit.widget_image(plain, *args, **kwargs)

    return image


class Kit:
    """Makes and caches pictures for one scale."""

    def __init__(self, frame: layout.Frame, text_scale: float = 1.0) -> None:
        self.frame = frame
        self.scale = frame.scale
        self.player_scale = text_scale
        #: text is a quarter larger in portrait, and at least that in a broad window; the player's scale comes on top
        grown = text_scale * LARGER if frame.tall else max(text_scale, LARGER) if frame.broad else text_scale
        self.text_scale = frame.scale * grown
        # one cache for the kit's and widgets' pictures, one for those of tables and screens
        self._widget_images = cached(1024)(self._make)
        self._scene_images = cached(512)(self._make)
        self._roomy: Kit | None = None

    @property
    def roomy(self) -> "Kit":
        """The kit for a screen without a table: in a broad window its texts grow as on a tall one."""
        if not self._roomy:
            self._roomy = Kit(self.frame, self.player_scale * LARGER) if self.frame.broad else self
        return self._roomy

    @property
    def text_growth(self) -> float:
        """The logical growth of texts with the player's scale."""
        return self.text_scale / self.scale

    @property
    def title_growth(self) -> float:
        """The growth of titles with the player's scale: they are large already."""
        return min(self.player_scale, MOST_TITLE)

    def _make(self, make: Callable[..., Surface], *args: object, **kwargs: object) -> Surface:
        return surfaces.ready(make(self, *args, **kwargs))

    # a cache takes any arguments: these two declare them for the type checker

    def widget_image(
        self, make: "Callable[Concatenate[Kit, P], Surface]", /, *args: P.args, **kwargs: P.kwargs
    ) -> Surface:
        """Return the cached screen picture that ``make`` draws, for the kit's own or a widget's pictures."""
        return self._widget_images(make, *args, **kwargs)

    def scene_image(
        self, make: "Callable[Concatenate[Kit, P], Surface]", /, *args: P.args, **kwargs: P.kwargs
    ) -> Surface:
        """Return the same for pictures of one table or screen, from a cache that evicts none of the others."""
        return self._scene_images(make, *args, **kwargs)

    def px(self, length: float) -> int:
        """Return a logical length in real pixels."""
        return round(length * self.scale)

    # ---- text ---------------------------------------------------------------------------------

    def line_plain(
        self,
        text: str,
        size: float,
        colour: palette.Colour = palette.CREAM,
        face: str = fonts.STRONG,
        max_width: float = 0,
        least: float = fonts.LEAST_READABLE,
    ) -> Surface:
        """Draw a line of text, shrunk to ``max_width`` logical pixels if given, and cut below ``least`` of its size."""
        real = round(size * self.text_scale)
        if max_width:
            smallest = round(real * least)
            real = max(smallest, fonts.fitted(text, face, real, self.px(max_width)))
            if real == smallest:
                text = fonts.cut(text, face, real, self.px(max_width))
        return fonts.plain(text, face, real, colour)

    line = for_screen(line_plain)

    def sticker_plain(
        self, text: str, size: float, fill: palette.Colour = palette.CREAM, max_width: float = 0
    ) -> Surface:
        """Draw an outlined numeral or title. ``size`` follows the table's scale, not the text's."""
        real = max(8, round(size * self.scale))
        if max_width:
            real = fonts.fitted(text, fonts.DISPLAY, real, self.px(max_width))
        return fonts.sticker(text, real, fill)

    sticker = for_screen(sticker_plain)

    def sticker_reads(self, text: str, size: float, max_width: float) -> bool:
        """Return True if a title fits ``max_width`` logical pixels at a readable size."""
        return fonts.reads(text, fonts.DISPLAY, round(size * self.scale), self.px(max_width))

    def numeral_plain(self, text: str, size: float, colour: palette.Colour, max_width: float = 0) -> Surface:
        """Draw a numeral without an outline, as large as a sticker's."""
        real = max(8, round(size * self.scale))
        if max_width:
            real = fonts.fitted(text, fonts.DISPLAY, real, self.px(max_width))
        return fonts.plain(text, fonts.DISPLAY, real, colour)

    numeral = for_screen(numeral_plain)

    def paragraph_plain(
        self,
        text: str,
        size: float,
        max_width: float,
        colour: palette.Colour = palette.INK,
        face: str = fonts.TEXT,
        high: float = 0,
        middle: bool = False,
        evened: bool = False,
    ) -> Surface:
        """Draw wrapped text, ``max_width`` wide, centred if ``middle``, shrunk to ``high`` if given.

        Lines are of about equal length if ``evened``, as suits a sentence that stands alone.
        """
        real = round(size * self.text_scale)
        fitted = fonts.fitted_evened if evened else fonts.fitted_lines
        real, lines = fitted(text, face, real, self.px(max_width), self.px(high))
        step = round(real * fonts.SPACING)
        whole = surfaces.clear((self.px(max_width), fonts.high(len(lines), real)), colour)
        for number, line in enumerate(lines):
            picture = fonts.plain(line, face, real, colour)
            whole.blit(picture, (middle * (whole.get_width() - picture.get_width()) // 2, number * step))
        return whole

    paragraph = for_screen(paragraph_plain)

    def image_plain(self, name: str, w: float, h: float) -> Surface:
        """Return ``assets/art/NAME.png`` at a logical size."""
        return surfaces.image(f"art/{name}.png", (self.px(w), self.px(h)))

    image = for_screen(image_plain)

    def icon_plain(self, name: str, side: float, colour: palette.Colour = palette.INK) -> Surface:
        """Return an icon in a colour."""
        return surfaces.tinted(self.image_plain(f"icons/{name}", side, side), colour)

    icon = for_screen(icon_plain)

    # ---- boxes ----------------------------------------------------------------------------------

    def _shaded(
        self, w: float, h: float, radius: float, *, dx: float, dy: float, sigma: float, alpha: int
    ) -> tuple[Surface, int, int]:
        """Return a picture with a soft shadow, and the position of the box that casts it."""
        cast, margin = surfaces.shadow((self.px(w), self.px(h)), self.px(radius), max(1, self.px(sigma)), alpha)
        whole = surfaces.clear((cast.get_width() + self.px(dx), cast.get_height() + self.px(dy)), palette.SHADE)
        whole.blit(cast, (self.px(dx), self.px(dy)))
        return whole, margin, margin

    def panel_plain(self, w: float, h: float, radius: float = 18, alpha: float = 0.58) -> Surface:
        """Draw a dark glass panel for felt, to be baked into a background."""
        size = (self.px(w), self.px(h))
        whole = surfaces.rounded(size, self.px(radius), palette.PANEL, round(alpha * 255)).copy()
        whole.blit(surfaces.ring(size, self.px(radius), max(1, self.px(1.5)), palette.CREAM, 41), (0, 0))
        return whole

    def paper_margin(self) -> int:
        """Return the real pixels around a paper's box for its shadow."""
        return max(2, 2 * max(1, self.px(6)))

    def paper_height(self, paper: Surface) -> float:
        """Return the logical height of a paper's sheet with its foot, without its shadow."""
        return (paper.get_height() - 2 * self.paper_margin()) / self.scale

    def fitting(self, size: float, high: float = inf, legible: bool = False) -> float:
        """Return the text size for a line ``high`` logical pixels high: ``size``, or less if texts are larger.

        If it has to be ``legible``, it is not too small to read on a phone.
        """
        fits = min(size, high * self.scale / self.text_scale)
        return max(fits, LEGIBLE / self.text_scale) if legible else fits

    def paper_plain(self, w: float, h: float, radius: float = 18, fill: palette.Colour = palette.CREAM) -> Surface:
        """Draw a sheet with a lower lip and a shadow; the sheet starts at the picture's margin (see paper_margin)."""
        whole, left, top = self._shaded(w, h, radius, dx=4, dy=PAPER_FOOT, sigma=6, alpha=115)
        size = (self.px(w), self.px(h))
        lip = surfaces.rounded(size, self.px(radius), palette.LIP)
        whole.blit(lip, (left, top + self.px(4)))
        whole.blit(surfaces.rounded(size, self.px(radius), fill), (left, top))
        return whole

    def pill_plain(
        self,
        text: str,
        size: float,
        fill: palette.Colour = palette.CREAM,
        ink: palette.Colour = palette.INK,
        face: str = fonts.DISPLAY,
        max_width: float = 0,
    ) -> Surface:
        """Draw a short text in a pill with an ink outline, shrunk to ``max_width`` logical pixels if given."""
        line = self.line_plain(text, size, ink, face, max_width and max_width - PILL_SIDES)
        high = round(self.text_scale * size * 1.5)
        wide = max(high, line.get_width() + self.px(20))
        edge = max(1, self.px(2))
        whole = surfaces.clear((wide + 2 * edge, high + 2 * edge + self.px(1)), palette.INK)
        whole.blit(surfaces.rounded(whole.get_size(), whole.get_height() // 2, palette.INK), (0, 0))
        whole.blit(surfaces.rounded((wide, high), high // 2, fill), (edge, edge))
        centred(whole, line, wide // 2 + edge, high // 2 + edge)
        return whole

    pill = for_screen(pill_plain)

    # ---- buttons --------------------------------------------------------------------------------

    #: padding around a button's box for its ring and shadow, logical
    MARGIN = 14

    def button_plain(
        self,
        w: float,
        h: float,
        label: str,
        *,
        kind: str = "secondary",
        state: str = "normal",
        sub: str = "",
        icon: str = "",
        size: float = 0,
    ) -> Surface:
        """Draw a button in one of its states: normal, hover, focus, pressed, disabled. Its box starts at MARGIN."""
        base, ink = BUTTONS[kind]
        lip = palette.mix(base, palette.LIP_BROWN, 0.48)
        radius = min(18.0, h * 0.28)
        depth, rise = 6.0, 0.0
        if state == "hover":
            base, depth, rise = palette.mix(base, palette.WHITE, 0.22), 8.0, -2.0
        elif state == "pressed":
            base, depth, rise = palette.mix(base, palette.INK, 0.1), 1.0, 5.0
        margin = self.MARGIN
        whole = surfaces.blank((self.px(w + 2 * margin), self.px(h + 2 * margin + 6)))
        size_px = (self.px(w), self.px(h))
        left, top = self.px(margin), self.px(margin + rise)
        if state == "disabled":
            whole.blit(surfaces.rounded(size_px, self.px(radius), palette.PANEL, 102), (left, top))
            whole.blit(surfaces.ring(size_px, self.px(radius), max(1, self.px(2)), palette.CREAM, 77), (left, top))
            ink = palette.mix(palette.INK, palette.CREAM, 0.66)
        else:
            if state != "pressed":
                cast, room = surfaces.shadow(size_px, self.px(radius), max(1, self.px(3.5)), 102)
                whole.blit(cast, (left - room + self.px(2), top - room + self.px(depth + 4)))
            if state == "focus":
                for grow, colour in ((8, palette.INK), (6, palette.WHITE), (3, palette.INK)):
                    around = (self.px(w + 2 * grow), self.px(h + 2 * grow + depth))
                    whole.blit(
                        surfaces.rounded(around, self.px(radius + grow), colour),
                        (left - self.px(grow), top - self.px(grow)),
                    )
            whole.blit(surfaces.rounded(size_px, self.px(radius), lip), (left, top + self.px(depth)))
            whole.blit(surfaces.rounded(size_px, self.px(radius), base), (left, top))
            shine = 36 if kind == "dark" else 97
            inner = (size_px[0] - self.px(3), size_px[1] - self.px(3))
            whole.blit(
                surfaces.ring(inner, self.px(radius - 1.5), max(1, self.px(1.6)), palette.WHITE, shine),
                (left + self.px(1.5), top + self.px(1.5)),
            )
        self._label(whole, (left, top, w, h), label=label, sub=sub, icon=icon, ink=ink, size=size)
        return whole

    def _label(
        self,
        whole: Surface,
        at: tuple[int, int, float, float],
        *,
        label: str,
        sub: str,
        icon: str,
        ink: palette.Colour,
        size: float,
    ) -> None:
        """Compose a button's label and icon; ``at`` is its real corner, and its logical width and height."""
        left, top, w, h = at
        middle = top + self.px(h / 2)
        # neither line may grow into the other at any text scale
        size = min(size or h * 0.36, h * (0.42 if sub else 0.58) / self.text_growth)
        start, room = self._label_room(w, h, icon)
        if label and not fonts.reads(label, fonts.DISPLAY, round(size * self.text_scale), self.px(room)):
            # a whole word says more than an icon beside a cut one
            icon, (start, room) = "", self._label_room(w, h, "")
        if icon:
            side = min(h * 0.56, 52.0)
            picture = self.image_plain("ui/chip", side, side) if icon == "chip" else self.icon_plain(icon, side, ink)
            centred(whole, picture, left + self.px(h * 0.46 if label else w / 2), middle)
        if not label:
            return
        big = self.line_plain(label, size, ink, fonts.DISPLAY, room)
        small = self.line_plain(sub, self._sub_size(h), ink, fonts.STRONG, room) if sub else None
        for line, offset in ((big, -0.14 if small else 0.0), (small, 0.24)):
            if line is None:
                continue
            y = middle + self.px(h * offset)
            if icon:
                whole.blit(line, (left + self.px(start), y - line.get_height() // 2))
            else:
                centred(whole, line, left + self.px(w / 2), y)

    button = for_screen(button_plain)

    @staticmethod
    def _label_room(w: float, h: float, icon: str) -> tuple[float, float]:
        """Return where the label of a button begins, and their width."""
        if not icon:
            return 14.0, w - 28
        start = h * 0.46 + min(h * 0.56, 52.0) * 0.62 + 6
        return start, w - start - 12

    def _sub_size(self, h: float) -> float:
        return min(19.0, h * 0.22, h * 0.27 * self.scale / self.text_scale)

    def sub_reads(self, w: float, h: float, sub: str, icon: str = "") -> bool:
        """Return True if a button's second line fits at a readable size."""
        room = self.px(self._label_room(w, h, icon)[1])
        full = round(self._sub_size(h) * self.text_scale)
        return fonts.reads(sub, fonts.STRONG, full, room)

    def round_button_plain(self, icon: str, side: float = 56, state: str = "normal") -> Surface:
        """Draw a round icon button, centred in the picture."""
        margin = self.MARGIN
        whole = surfaces.blank((self.px(side + 2 * margin), self.px(side + 2 * margin)))
        middle = whole.get_width() // 2
        radius = self.px(side / 2)
        rise = self.px({"hover": -2, "pressed": 3}.get(state, 0))
        cast, _room = surfaces.shadow((2 * radius, 2 * radius), radius, max(1, self.px(3)), 107)
        centred(whole, cast, middle + self.px(1.5), middle + self.px(6))
        if state == "focus":
            for grow, colour in ((7, palette.INK), (5, palette.WHITE), (2, palette.INK)):
                centred(whole, surfaces.disc(radius + self.px(grow), colour), middle, middle + self.px(1))
        centred(whole, surfaces.disc(radius, palette.ICON_LIP), middle, middle + self.px(4))
        face = (
            palette.mix(palette.PARCHMENT, palette.WHITE, 0.4)
            if state == "hover"
            else palette.mix(palette.PARCHMENT, palette.INK, 0.1)
            if state == "pressed"
            else palette.PARCHMENT
        )
        if state == "disabled":
            face = palette.mix(palette.PARCHMENT, palette.INK, 0.45)
        centred(whole, surfaces.disc(radius, face), middle, middle + rise)
        centred(whole, self.icon_plain(icon, side * 0.62, palette.INK), middle, middle + rise)
        return whole

    round_button = for_screen(round_button_plain)

    def prompt_plain(self, text: str, size: float, max_width: float, front: float = 0.0) -> Surface:
        """Draw a prompt: text in an ink pill with a gold line, with free room in ``front`` of the text."""
        line = self.line_plain(text, size, palette.CREAM, fonts.BLACK, max_width - PROMPT_SIDES - front)
        wide, high = line.get_width() + self.px(PROMPT_SIDES + front), max(self.px(46), line.get_height() + self.px(12))
        edge = max(1, self.px(2.5))
        whole = surfaces.rounded((wide, high), high // 2, palette.INK).copy()
        inset = (wide - self.px(3), high - self.px(3))
        whole.blit(surfaces.ring(inset, inset[1] // 2, edge, palette.GOLD), (self.px(1.5), self.px(1.5)))
        centred(whole, line, wide // 2 + self.px(front / 2), high // 2)
        return whole

    prompt = for_screen(prompt_plain)

    def fitting_prompt(self, ways: Sequence[str], size: float, max_width: float, sides: float = PROMPT_SIDES) -> str:
        """Return the first of several prompts or labels that fits into a pill with such ``sides``, or else the last."""
        real, room = round(size * self.text_scale), self.px(max_width - sides)
        return next((text for text in ways if fonts.reads(text, fonts.BLACK, real, room)), ways[-1])

    def notice_plain(self, text: str, max_width: float, least: tuple[float, float] = (0.0, 0.0)) -> Surface:
        """Draw a message over everything: up to three lines in an ink box with a gold line, at least that large."""
        # a path has no spaces to break at
        real, lines = fonts.fitted_lines(text, fonts.STRONG, round(20 * self.text_scale), self.px(max_width - 56))
        pictures = [fonts.plain(line, fonts.STRONG, real, palette.CREAM) for line in lines]
        step = round(real * 1.28)
        wide = max(self.px(least[0]), max(picture.get_width() for picture in pictures) + self.px(56))
        high = max(self.px(least[1]), step * len(lines) + self.px(22))
        radius, top = min(high // 2, self.px(26)), (high - step * len(lines)) // 2
        whole = surfaces.rounded((wide, high), radius, palette.INK).copy()
        whole.blit(surfaces.ring((wide, high), radius, max(1, self.px(2.5)), palette.GOLD), (0, 0))
        for number, picture in enumerate(pictures):
            centred(whole, picture, wide // 2, top + step // 2 + number * step)
        return whole

    notice = for_screen(notice_plain)
