"""Containers: a screen as nested rows and columns of parts, each with its least size and its share of the rest.

A part is a value. Laid out in a box, it bakes its static pictures into a plate and returns its widgets. Lengths are
logical.
"""

from collections.abc import Callable, Iterable, Sequence
from dataclasses import dataclass, replace
from math import inf

from pygame import Surface

from game.engine import fonts
from game.engine.backdrop import Backdrop
from game.engine.kit import Kit
from game.engine.layout import Box, lengths
from game.engine.palette import CREAM, INK, PARCHMENT, RULE_ON_PAPER, SOFT_ON_PAPER, Colour
from game.engine.widgets import TARGET, Button, RoundButton, UseAction, Widget

#: weight of a part that grows only after all others have reached their maximum
LAST = 1e-6


@dataclass(frozen=True, kw_only=True)
class Part:
    """A part of a screen; by itself an empty space."""

    #: fixed width in a row; 0 shares the rest by weight
    w: float = 0.0
    #: minimum height, if more than the content needs
    h: float = 0.0
    #: share of the space left over along the container, and the maximum length
    weight: float = 0.0
    max_length: float = inf

    def least(self, kit: Kit, w: float) -> float:
        """Return the minimum height at width ``w``."""
        return self.h

    def lay(self, plate: Backdrop, box: Box) -> list[Widget]:
        """Bake the static pictures and return the widgets."""
        return []


def _put_at(plate: Backdrop, picture: Surface, box: Box, side: str) -> None:
    """Bake a picture vertically centred in a box, at its left, centre or right."""
    plate.put(picture, box.x + {"left": 0.0, "centre": box.w / 2, "right": box.w}[side], box.centre[1], side)


def _laid(parts: Iterable[tuple[Part, Box]], plate: Backdrop) -> list[Widget]:
    return [widget for part, box in parts for widget in part.lay(plate, box)]


@dataclass(frozen=True)
class Column(Part):
    """Parts one below the other, from the top; those without a weight have their minimum height."""

    parts: Sequence[Part]
    gap: float = 0.0

    def least(self, kit: Kit, w: float) -> float:
        needed = sum(part.least(kit, w) for part in self.parts) + self.gap * (len(self.parts) - 1)
        return max(self.h, needed)

    def boxes(self, kit: Kit, box: Box) -> list[Box]:
        """Return the box of each part."""
        spans = [(part.least(kit, box.w), part.weight, part.max_length) for part in self.parts]
        return box.cut_down(lengths(spans, box.h - self.gap * (len(spans) - 1)), self.gap)

    def lay(self, plate: Backdrop, box: Box) -> list[Widget]:
        return _laid(zip(self.parts, self.boxes(plate.kit, box), strict=True), plate)


@dataclass(frozen=True)
class CentredColumn(Column):
    """A column centred vertically."""

    def boxes(self, kit: Kit, box: Box) -> list[Box]:
        found = super().boxes(kit, box)
        rest = box.y + box.h - found[-1].y - found[-1].h
        return [part._replace(y=part.y + rest / 2) for part in found]


@dataclass(frozen=True)
class RuledColumn(Column):
    """Rows on paper, separated by lines."""

    def lay(self, plate: Backdrop, box: Box) -> list[Widget]:
        for below in self.boxes(plate.kit, box)[1:]:
            plate.rule(below.x, below.y - self.gap / 2, below.w, RULE_ON_PAPER)
        return super().lay(plate, box)


@dataclass(frozen=True)
class RowOfParts(Part):
    """Parts side by side, each as high as the row."""

    parts: Sequence[Part]
    gap: float = 0.0

    def boxes(self, box: Box) -> list[Box]:
        """Return the box of each part."""
        spans = [(part.w, 0.0 if part.w else part.weight or 1.0, inf) for part in self.parts]
        return box.cut_across(lengths(spans, box.w - self.gap * (len(spans) - 1)), self.gap)

    def least(self, kit: Kit, w: float) -> float:
        places = zip(self.parts, self.boxes(Box(0, 0, w, 0)), strict=True)
        return max([self.h, *(part.least(kit, place.w) for part, place in places)])

    def lay(self, plate: Backdrop, box: Box) -> list[Widget]:
        return _laid(zip(self.parts, self.boxes(box), strict=True), plate)


@dataclass(frozen=True)
class Grid(Part):
    """Parts in cells of one size, row by row, with the gaps across and down."""

    parts: Sequence[Part]
    columns: int
    gaps: tuple[float, float] = (0.0, 0.0)
    #: centre the parts of an incomplete last row
    centred: bool = False

    @property
    def _whole(self) -> Column:
        across, down = self.gaps
        rows = [list(self.parts[at : at + self.columns]) for at in range(0, len(self.parts), self.columns)]
        if missing := len(self.parts) and self.columns - len(rows[-1]):
            ends = [Part(weight=missing / 2)] if self.centred else []
            rows[-1] = [*ends, *rows[-1], *(ends or [Part()] * missing)]
        return Column([RowOfParts(row, across, weight=1) for row in rows], down, h=self.h)

    def least(self, kit: Kit, w: float) -> float:
        return self._whole.least(kit, w)

    def lay(self, plate: Backdrop, box: Box) -> list[Widget]:
        return self._whole.lay(plate, box)


@dataclass(frozen=True)
class InsetBox(Part):
    """A part within a margin at its sides and its ends (above and below)."""

    part: Part
    sides: float = 0.0
    ends: float = 0.0

    def least(self, kit: Kit, w: float) -> float:
        return max(self.h, self.part.least(kit, w - 2 * self.sides) + 2 * self.ends)

    def lay(self, plate: Backdrop, box: Box) -> list[Widget]:
        self.bake(plate, box)
        return self.part.lay(plate, box.inset(self.sides, self.ends))

    def bake(self, plate: Backdrop, box: Box) -> None:
        """Bake what is under the part."""


@dataclass(frozen=True)
class PaperBox(InsetBox):
    """A part on a sheet of paper."""

    radius: float = 18.0
    fill: Colour = CREAM

    def bake(self, plate: Backdrop, box: Box) -> None:
        plate.paper(box, self.radius, self.fill)


@dataclass(frozen=True)
class GlassBox(InsetBox):
    """A part on dark glass."""

    def bake(self, plate: Backdrop, box: Box) -> None:
        plate.panel(box)


@dataclass(frozen=True)
class TrayBox(InsetBox):
    """A part on a flat rounded field."""

    radius: float = 18.0
    fill: Colour = PARCHMENT

    def bake(self, plate: Backdrop, box: Box) -> None:
        plate.inset(box, self.radius, self.fill)


@dataclass(frozen=True)
class Anchor(Part):
    """A part at most ``wide``, at its minimum height, placed at a share of the free space around it."""

    part: Part
    wide: float
    x: float = 0.5
    y: float = 0.5
    #: use the full height instead
    fills: bool = False

    def box(self, kit: Kit, room: Box) -> Box:
        """Return the part's box."""
        wide = min(self.wide, room.w)
        high = room.h if self.fills else self.part.least(kit, wide)
        return Box(room.x + (room.w - wide) * self.x, room.y + (room.h - high) * self.y, wide, high)

    def lay(self, plate: Backdrop, box: Box) -> list[Widget]:
        return self.part.lay(plate, self.box(plate.kit, box))


@dataclass(frozen=True)
class TextLine(Part):
    """A vertically centred line of text, shrunk to fit."""

    text: str
    size: float
    colour: Colour = INK
    face: str = fonts.STRONG
    side: str = "left"

    def tight(self, kit: Kit, max_width: float = inf) -> "TextLine":
        """Return a copy with the width of its text, for a row."""
        wide = fonts.width(self.text, self.face, round(self.size * kit.text_scale)) / kit.scale
        return replace(self, w=min(max_width, wide + 1))

    def least(self, kit: Kit, w: float) -> float:
        return max(self.h, self.size * fonts.SPACING * kit.text_growth)

    def lay(self, plate: Backdrop, box: Box) -> list[Widget]:
        picture = plate.kit.line_plain(self.text, self.size, self.colour, self.face, box.w)
        _put_at(plate, picture, box, self.side)
        return []


@dataclass(frozen=True)
class Sticker(Part):
    """A vertically centred numeral or title with an outline, shrunk to fit."""

    text: str
    size: float
    colour: Colour
    side: str = "left"

    def lay(self, plate: Backdrop, box: Box) -> list[Widget]:
        picture = plate.kit.sticker_plain(self.text, self.size, self.colour, box.w)
        _put_at(plate, picture, box, self.side)
        return []


@dataclass(frozen=True)
class Paragraph(Part):
    """Wrapped text, at most ``limit`` high if that is set, shrunk to fit; in lines of equal length if ``middle``."""

    text: str
    size: float
    colour: Colour = INK
    face: str = fonts.STRONG
    middle: bool = False
    limit: float = 0.0
    #: vertical position in a higher box, as a share of the free space: 0 is the top
    y: float = 0.0

    def _picture(self, kit: Kit, w: float, high: float) -> Surface:
        return kit.paragraph_plain(self.text, self.size, w, self.colour, self.face, high, self.middle, self.middle)

    def least(self, kit: Kit, w: float) -> float:
        return max(self.h, self._picture(kit, w, self.limit).get_height() / kit.scale)

    def lay(self, plate: Backdrop, box: Box) -> list[Widget]:
        picture = self._picture(plate.kit, box.w, self.limit or box.h)
        plate.put(picture, box.x, box.y + (box.h - picture.get_height() / plate.kit.scale) * self.y, "corner")
        return []


@dataclass(frozen=True)
class OneOf(Part):
    """One of several parts, as high as the highest, so that nothing moves when another of them is shown."""

    parts: Sequence[Part]
    at: int = 0

    def least(self, kit: Kit, w: float) -> float:
        return max(part.least(kit, w) for part in self.parts)

    def lay(self, plate: Backdrop, box: Box) -> list[Widget]:
        return self.parts[self.at].lay(plate, box)


#: sizes of a row's label and of its note, the note's distance below it, and the line spacing
LABEL, NOTE, NOTE_BELOW, LINE = 21.0, 17.0, 24.0, 1.15


@dataclass(frozen=True)
class NotedLabel(Part):
    """The label of a row on paper with a note below, each in one line or in as many as fit."""

    text: str
    note: str = ""
    #: padding above and below at full size
    ends: float = 0.0
    size: float = LABEL

    def least(self, kit: Kit, w: float) -> float:
        grown = kit.text_growth

        def high(text: str, size: float, face: str) -> float:
            lines = fonts.wrapped(text, face, round(size * kit.text_scale), kit.px(w)) if text else []
            return len(lines) * size * LINE * grown

        below = max(NOTE_BELOW * grown, high(self.note, NOTE, fonts.STRONG)) if self.note else 0.0
        return max(self.h, high(self.text, self.size, fonts.BLACK) + below + 2 * self.ends)

    def lay(self, plate: Backdrop, box: Box) -> list[Widget]:
        kit = plate.kit
        apart = NOTE_BELOW * kit.text_growth

        def lines(text: str, size: float, face: str, high: float) -> tuple[list[Surface], float]:
            most = round(size * kit.text_scale)
            real, parts = fonts.fitted_evened(text, face, most, kit.px(box.w), kit.px(max(high, apart)), LINE)
            colour = INK if face == fonts.BLACK else SOFT_ON_PAPER
            pictures = [fonts.plain(fonts.cut(part, face, real, kit.px(box.w)), face, real, colour) for part in parts]
            return pictures, real * LINE / kit.scale

        pictures, step = lines(self.text, self.size, fonts.BLACK, box.h - (apart if self.note else 0.0))
        heights = [step * number for number in range(len(pictures))]
        if self.note:
            notes, below = lines(self.note, NOTE, fonts.STRONG, box.h - len(pictures) * step)
            heights += [heights[-1] + apart + below * number for number in range(len(notes))]
            pictures += notes
        top = box.y + (box.h - heights[-1]) / 2
        for picture, height in zip(pictures, heights, strict=True):
            plate.put(picture, box.x, top + height)
        return []


@dataclass(frozen=True)
class ImagePart(Part):
    """A plain picture centred in its box."""

    picture: Surface

    def least(self, kit: Kit, w: float) -> float:
        return self.h or self.picture.get_height() / kit.scale

    def lay(self, plate: Backdrop, box: Box) -> list[Widget]:
        plate.put(self.picture, *box.centre, "centre")
        return []


@dataclass(frozen=True)
class ButtonPart(Part):
    """A button."""

    id: str
    label: str
    use: UseAction
    kind: str = "secondary"
    sub: str = ""
    icon: str = ""
    size: float = 0.0
    enabled: bool = True
    keys: tuple[str, ...] = ()
    spoken: str = ""
    #: minimum size of the target each way
    target: float = 0.0

    def lay(self, plate: Backdrop, box: Box) -> list[Widget]:
        button = Button(
            plate.kit,
            self.id,
            box,
            self.label,
            self.use,
            kind=self.kind,
            sub=self.sub,
            icon=self.icon,
            size=self.size,
            enabled=self.enabled,
            keys=self.keys,
            spoken=self.spoken,
        )
        button.item.box = box.at_least(self.target)
        return [button]

    def confirming(self, asks: bool, label: str, sub: str = "", size: float = 0.0) -> "ButtonPart":
        """Return a copy that asks for confirmation if ``asks``, else the button itself."""
        return replace(self, kind="danger", label=label, sub=sub, size=size or self.size) if asks else self


@dataclass(frozen=True)
class RoundButtonPart(Part):
    """A round button centred in its box; its target has the standard height and at most the box's width."""

    id: str
    label: str
    use: UseAction
    icon: str
    side: float = 56.0
    enabled: bool = True

    def least(self, kit: Kit, w: float) -> float:
        return max(self.h, self.side)

    def lay(self, plate: Backdrop, box: Box) -> list[Widget]:
        x, y = box.centre
        button = RoundButton(
            plate.kit, self.id, x, y, self.label, self.use, icon=self.icon, side=self.side, enabled=self.enabled
        )
        wide = min(TARGET, box.w)
        button.item.box = Box(x - wide / 2, y - TARGET / 2, wide, TARGET)
        return [button]


@dataclass(frozen=True)
class CustomPart(Part):
    """A part made by a function of its box."""

    make: Callable[[Box], Iterable[Widget]]

    def lay(self, plate: Backdrop, box: Box) -> list[Widget]:
        return list(self.make(box))
