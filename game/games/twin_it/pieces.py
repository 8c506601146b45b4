"""Small pictures of the table of Twin It!: places, numbers of sets, ticks, signs, time bars, buzzers."""

from pygame import Surface

from game.engine import figures, fonts, surfaces
from game.engine.canvas import Canvas
from game.engine.kit import Kit, centred
from game.engine.palette import CREAM, DANGER, GOLD, INK, PANEL, SHADE, SOFT, TEAM_COLOURS, WARNING, Colour, mix, rgb
from game.games.twin_it import faces, layout

READY, PRESSED, DULL = rgb("#C4321E"), GOLD, rgb("#6B3340")
#: seat -> colour of its hands, each with a figure
HANDS = tuple(map(rgb, ("#FFC64D", "#8FC4E8", "#F7A596", "#BDEBD4", "#F08CA8", "#D6D6E1")))
#: error -> icon
SIGNS = {"unequal": "close", "forbidden": "lock", "alone": "pawn", "late": "clock"}
#: radius of the figure beside a hand
FIGURE = 17.0
#: share of its size below which the prompt takes a second line instead of shrinking further
LEAST_ASKED = 0.85


def draw_hand(canvas: Canvas, kit: Kit, cell: layout.Cell, tilt: int, colour: Colour) -> None:
    """Draw the ring of a hand around the card of a cell."""
    canvas.put_centred(kit.scene_image(faces.hand, cell.w, tilt, colour), cell.x, cell.y)


def draw_figure(canvas: Canvas, kit: Kit, cell: layout.Cell, name: str) -> None:
    """Draw the owner of a hand at the corner of a cell; the own hand has a tick and no ``name``."""
    picture = figures.figure(kit, name, FIGURE) if name else kit.scene_image(tick_plain, 16.0)
    canvas.put_centred(picture, cell.x - cell.w / 2 + 2, cell.y - cell.w / 2 + 2)


def cell_plain(kit: Kit, w: float, sign: str = "") -> Surface:
    """Draw a dashed empty place for a card, with its number."""
    side = kit.px(w)
    radius = max(2, round(side * faces.RADIUS))
    whole = surfaces.rounded((side, side), radius, SHADE, 40).copy()
    whole.blit(surfaces.dashed((side, side), radius, max(1, kit.px(2)), kit.px(6), CREAM, 90), (0, 0))
    if sign:
        number = fonts.plain(sign, fonts.DISPLAY, max(8, round(side * 0.34)), mix(PANEL, CREAM, 0.45))
        centred(whole, number, side // 2, side // 2)
    return whole


#: height of the number of sets, as a multiple of its text's size
TALLY_PILL = 1.34


def tally_plain(
    kit: Kit, won: int, goal: int, size: float, room: tuple[float, float], leads: bool, turned: bool = False
) -> Surface:
    """Draw how many sets a side has of those it needs, on gold for one that leads; smaller for little ``room``."""
    size = kit.fitting(size, room[1] / TALLY_PILL)
    plate, ink, rest = (GOLD, INK, INK) if leads else (PANEL, CREAM, SOFT)
    number = kit.line_plain(str(won), size, ink, fonts.DISPLAY)
    of = kit.line_plain(f"/{goal}", 0.74 * size, rest, fonts.DISPLAY)
    gap, edge, high = kit.px(1), max(1, kit.px(1.6)), round(kit.text_scale * size * TALLY_PILL)
    wide = number.get_width() + gap + of.get_width() + kit.px(18)
    if wide > (most := kit.px(room[0])):
        return tally_plain(kit, won, goal, 0.97 * size * most / wide, room, leads, turned)
    whole = surfaces.clear((wide, high), INK)
    whole.blit(surfaces.rounded((wide, high), high // 2, plate), (0, 0))
    whole.blit(surfaces.ring((wide, high), high // 2, edge, GOLD if leads else CREAM, 255 if leads else 90), (0, 0))
    left, middle = (wide - number.get_width() - gap - of.get_width()) // 2, high // 2
    centred(whole, number, left + number.get_width() // 2, middle)
    centred(whole, of, wide - left - of.get_width() // 2, middle)
    return surfaces.turned(whole, 180) if turned else whole


def edge_plain(kit: Kit, w: float, h: float, radius: float) -> Surface:
    """Draw the gold edge around the panel, or the next place, of a side that lacks one set to win."""
    return surfaces.ring((kit.px(w), kit.px(h)), kit.px(radius), max(3, kit.px(5)), GOLD).copy()


def _on_disc(radius: int, inner: int, colour: Colour, picture: Surface | None = None) -> Surface:
    """Draw a disc of ``colour`` with an ink rim and perhaps a picture; radii in real pixels."""
    whole = surfaces.clear((2 * radius, 2 * radius), INK)
    centred(whole, surfaces.disc(radius, INK), radius, radius)
    centred(whole, surfaces.disc(inner, colour), radius, radius)
    if picture:
        centred(whole, picture, radius, radius)
    return whole


def team_badge(kit: Kit, team: int) -> Surface:
    """Draw a team's sign: a disc for one, a square on its corner for the other."""
    radius = kit.px(11)
    whole = surfaces.disc(radius, INK).copy()
    inner = max(3, kit.px(7))
    if team == 0:
        centred(whole, surfaces.disc(inner, TEAM_COLOURS[0]), radius, radius)
    else:
        side = round(inner * 1.5)
        square = surfaces.rounded((side, side), max(1, side // 6), TEAM_COLOURS[1])
        centred(whole, surfaces.turned(square, 45), radius, radius)
    return whole


def tick_plain(kit: Kit, radius: float) -> Surface:
    """Draw the gold tick of the own hand."""
    real = kit.px(radius + 1)
    return _on_disc(real, real - max(1, kit.px(2.5)), GOLD, kit.icon_plain("check", radius * 1.2, INK))


def sign_plain(kit: Kit, sign: str) -> Surface:
    """Draw a key's sign on a card; a capital letter stands for the key with shift."""
    text = f"\u2191{sign}" if sign.isupper() else sign.upper()
    line = kit.line_plain(text, 19, INK, fonts.BLACK)
    wide = max(kit.px(30), line.get_width() + kit.px(12))
    high = kit.px(30)
    edge = max(1, kit.px(2))
    whole = surfaces.rounded((wide, high), kit.px(9), INK).copy()
    whole.blit(surfaces.rounded((wide - 2 * edge, high - 2 * edge), kit.px(7), CREAM), (edge, edge))
    centred(whole, line, wide // 2, high // 2)
    return whole


def why_plain(kit: Kit, side: float, icon: str) -> Surface:
    """Draw one of ``SIGNS`` on a red disc."""
    radius = max(5, kit.px(side / 2))
    return _on_disc(radius + max(1, kit.px(2)), radius, DANGER, kit.icon_plain(icon, side * 0.68, CREAM))


def draw_vain(canvas: Canvas, kit: Kit, x: float, y: float, radius: float) -> None:
    """Draw the sign of a look in vain at a figure's place; it is light, as it is no error."""
    canvas.put_centred(kit.scene_image(vain_plain, max(12.0, 0.5 * radius)), x + 0.75 * radius, y + 0.65 * radius)


def vain_plain(kit: Kit, radius: float) -> Surface:
    """Draw a cross on a light disc."""
    real = kit.px(radius)
    return _on_disc(real, real - max(1, kit.px(2)), CREAM, kit.icon_plain("close", radius * 1.3, INK))


def caption_plain(
    kit: Kit, text: str, size: float, fill: Colour, ink: Colour, max_width: float, turned: bool
) -> Surface:
    """Draw a caption at a seat; upside down for the far side."""
    pill = kit.pill_plain(text, size, fill, ink, max_width=max_width)
    return surfaces.turned(pill, 180) if turned else pill


def eye_plain(kit: Kit, radius: float, colour: Colour) -> Surface:
    """Draw the eye of a bot that looks at a card, on a disc of the colour of its hands."""
    real = kit.px(radius)
    return _on_disc(real, real - max(1, kit.px(2.5)), colour, kit.icon_plain("eye", radius * 1.3, INK))


def count_plain(kit: Kit, text: str, radius: float) -> Surface:
    """Draw the large countdown of a contest, on a dark disc."""
    real = kit.px(radius)
    whole = surfaces.disc(real, INK).copy()
    whole.blit(surfaces.ring((2 * real, 2 * real), real, max(2, kit.px(4)), GOLD), (0, 0))
    centred(whole, kit.sticker_plain(text, radius * 1.3, CREAM), real, real)
    return whole


def bar_plain(kit: Kit, w: float, h: float) -> Surface:
    """Draw the dark channel of a time bar."""
    return surfaces.rounded((kit.px(w), kit.px(h)), kit.px(h / 2), PANEL, 230).copy()


def filling_plain(kit: Kit, w: float, h: float, colour: Colour) -> Surface:
    """Draw the filling of a time bar."""
    return surfaces.rounded((kit.px(w), kit.px(h)), kit.px(h / 2), colour).copy()


def buzzer_plain(kit: Kit, radius: float, state: str) -> Surface:
    """Draw a buzzer: red and ready, pressed and glowing, or dull."""
    px = kit.px
    base = {"ready": READY, "pressed": PRESSED, "dull": DULL}[state]
    margin = px(14)
    side = 2 * (px(radius) + margin)
    middle = side // 2
    whole = surfaces.clear((side, side), SHADE)
    if state == "pressed":
        glow, room = surfaces.halo(px(radius), max(1, px(5)), GOLD, 170)
        whole.blit(glow, (middle - px(radius) - room, middle - px(radius) - room))
    centred(whole, surfaces.disc(px(radius), rgb("#8E7350")), middle, middle)
    centred(whole, surfaces.disc(px(radius - 7), INK), middle, middle)
    rise = 5 if state == "pressed" else 0
    centred(whole, surfaces.disc(px(radius - 11), mix(base, INK, 0.4)), middle, middle + px(4))
    centred(whole, surfaces.disc(px(radius - 12), base), middle, middle + px(rise - 2))
    centred(whole, surfaces.disc(px(radius * 0.56), mix(base, INK, 0.22)), middle, middle + px(rise))
    return whole


def owner_plain(kit: Kit, name: str, key: str, w: float, h: float, turned: bool) -> Surface:
    """Draw whose buzzer it is: the name, and below it a large key if there is one."""
    whole = surfaces.clear((kit.px(w), kit.px(h)), CREAM)
    whole.blit(surfaces.rounded(whole.get_size(), kit.px(14), PANEL), (0, 0))
    share = 0.42 if key else 1.0
    line = kit.line_plain(name, kit.fitting(32, 0.8 * share * h), CREAM, fonts.BLACK, w - 12)
    centred(whole, line, whole.get_width() // 2, kit.px(share * h / 2))
    if key:
        sign = kit.sticker_plain(key, kit.fitting(48, 0.5 * h), GOLD)
        centred(whole, sign, whole.get_width() // 2, kit.px(0.68 * h))
    return surfaces.turned(whole, 180) if turned else whole


def ring_plain(kit: Kit, radius: float) -> Surface:
    """Draw the gold ring around the buzzer of the seat to flip."""
    side = 2 * kit.px(radius)
    return surfaces.ring((side, side), side // 2, max(2, kit.px(4)), GOLD).copy()


def turned_figure(kit: Kit, name: str, radius: float, active: bool) -> Surface:
    """Draw a figure upside down, for the far side of the device."""
    return surfaces.turned(figures.figure_plain(kit, name, radius, "calm", active), 180)


def turned_pill(kit: Kit, text: str, size: float) -> Surface:
    """Draw a pill upside down, for the far side."""
    return surfaces.turned(kit.pill_plain(text, size), 180)


def asked_lines(
    kit: Kit, text: str, size: float, max_width: float, high: float = layout.ASKED_HIGH
) -> tuple[int, list[str]]:
    """Return the prompt's size in real pixels and its lines: one if it is not too small then, otherwise more."""
    real = round(size * kit.text_scale)
    least = LEAST_ASKED * (real if high > layout.ASKED_HIGH else min(real, kit.px(size)))
    for alone in range(real, round(least) - 1, -1):
        if fonts.width(text, fonts.STRONG, alone) <= kit.px(max_width):
            return alone, [text]
    lines = fonts.wrapped(text, fonts.STRONG, real, kit.px(max_width))
    most = 1 + high // layout.ASKED_HIGH
    while len(lines) > most or (len(lines) > 1 and real > kit.px(high / 1.25 / len(lines))):
        real -= 1
        lines = fonts.wrapped(text, fonts.STRONG, real, kit.px(max_width))
    return real, lines


def asked_plain(kit: Kit, text: str, size: float, max_width: float, colour: Colour, high: float) -> Surface:
    """Draw the prompt, centred."""
    real, lines = asked_lines(kit, text, size, max_width, high)
    step = round(real * 1.22)
    whole = surfaces.clear((kit.px(max_width), step * len(lines) + real // 3), colour)
    for number, line in enumerate(lines):
        picture = fonts.plain(line, fonts.STRONG, real, colour)
        centred(whole, picture, whole.get_width() // 2, step // 2 + number * step + real // 6)
    return whole


def turned_asked(kit: Kit, text: str, size: float, max_width: float, colour: Colour, high: float) -> Surface:
    """Draw the prompt upside down, for the far side."""
    return surfaces.turned(asked_plain(kit, text, size, max_width, colour, high), 180)


def message_plain(
    kit: Kit, text: str, size: float, max_width: float, line: Colour = WARNING, most_lines: int = 2
) -> Surface:
    """Draw a notice in an ink box with a coloured edge."""
    room = kit.px(max_width - 32)
    full = round(size * kit.text_scale)
    if fonts.width(text, fonts.BLACK, full) * LEAST_ASKED <= room:
        real, lines = fonts.fitted(text, fonts.BLACK, full, room), [text]
    else:
        real, lines = full, fonts.evened(text, fonts.BLACK, full, room)
    while len(lines) > most_lines:
        real -= 1
        lines = fonts.evened(text, fonts.BLACK, real, room)
    pictures = [fonts.plain(line, fonts.BLACK, real, CREAM) for line in lines]
    step = round(real * (1.2 if len(lines) == 1 else 1.08))
    wide = min(kit.px(max_width), max(picture.get_width() for picture in pictures) + kit.px(32))
    high = step * len(lines) + kit.px(8)
    radius = min(high // 2, kit.px(18))
    whole = surfaces.rounded((wide, high), radius, INK).copy()
    whole.blit(surfaces.ring((wide, high), radius, max(1, kit.px(2.5)), line), (0, 0))
    for number, picture in enumerate(pictures):
        centred(whole, picture, wide // 2, kit.px(4) + step // 2 + number * step)
    return whole
