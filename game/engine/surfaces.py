"""The one module that makes surfaces, by rules measured in the browser.

A surface drawn to the opaque screen is either opaque or run-length encoded: a plain alpha blit costs about forty times
as much there. Two kinds are therefore kept apart:

* *plain* alpha surfaces, for composing one picture out of several; hardly ever drawn to the screen;
* *ready* surfaces, made by :func:`ready` from a plain one, for the screen alone: composing with an encoded surface
  onto a transparent one gives wrong alpha. A moving picture that is seen for a frame or two is drawn plain: encoding
  it would take longer.

Everything here is in real pixels.
"""

import struct
import zlib
from collections.abc import Callable, Iterable

import pygame
from pygame import Surface, transform

from game.core.cache import cached, cached_part, checkpoint
from game.engine.assets import ASSETS, MissingAsset
from game.engine.palette import SHADE, Colour

Size = tuple[int, int]
#: oversampling for smooth edges
OVERSAMPLE = 4
#: transparent pixels around a picture to be rotated
AIR = 2
#: shapes of more pixels are not cached: a table's rim alone is thirty of them, too much for a phone
LARGE = 300_000
#: a glow is blurred at a size so small that its blur is at most about this, in its pixels
GLOW_SIGMA = 4
#: bits of a pixel with alpha
DEPTH, ALL_BITS = 32, 0xFFFFFFFF
#: what darkness is made of
BLACK: Colour = (0, 0, 0)
#: number of strengths of a fading picture
THIN_STEPS = 4
#: cache sizes, enough for one table: everything used in an evening would take more memory than a phone gives a page
ORIGINALS, IMAGES, SHAPES = 64, 192, 128


def blank(size: Size) -> Surface:
    """Return a transparent plain surface of ``size`` pixels (at least 1x1), in the screen's channel order.

    In a browser that differs from pygame's own; surfaces in another order are drawn thirty times as slowly.
    """
    size = max(1, size[0]), max(1, size[1])
    screen = pygame.display.get_surface()
    if screen is None or screen.get_bitsize() != DEPTH:
        return Surface(size, pygame.SRCALPHA)
    red, green, blue, _none = screen.get_masks()
    return Surface(size, pygame.SRCALPHA, DEPTH, (red, green, blue, ALL_BITS ^ (red | green | blue)))


def clear(size: Size, colour: Colour) -> Surface:
    """Return a :func:`blank` surface in the transparent ``colour`` that edges of its content blend with."""
    surface = blank(size)
    surface.fill((*colour, 0))
    return surface


def matched(plain: Surface) -> Surface:
    """Convert a plain surface from elsewhere to the format of :func:`blank`."""
    return plain.convert_alpha() if pygame.display.get_surface() else plain


def png(surface: Surface) -> bytes:
    """Return an opaque surface as a PNG file; the browser's pygame cannot write one."""
    wide, high = surface.get_size()
    pixels = pygame.image.tobytes(surface, "RGB")
    # each row begins with the number of its filter: none
    rows = b"".join(b"\0" + pixels[at : at + 3 * wide] for at in range(0, len(pixels), 3 * wide))

    def chunk(kind: bytes, data: bytes) -> bytes:
        return struct.pack(">I", len(data)) + kind + data + struct.pack(">I", zlib.crc32(kind + data))

    header = struct.pack(">IIBBBBB", wide, high, 8, 2, 0, 0, 0)
    return b"\x89PNG\r\n\x1a\n" + chunk(b"IHDR", header) + chunk(b"IDAT", zlib.compress(rows)) + chunk(b"IEND", b"")


def opaque(size: Size, colour: Colour) -> Surface:
    """Return an opaque surface filled with ``colour``, in the screen's own format."""
    wide, high = max(1, size[0]), max(1, size[1])
    screen = pygame.display.get_surface()
    surface = Surface((wide, high), 0, screen) if screen else Surface((wide, high))
    surface.fill(colour)
    return surface


def ready(plain: Surface) -> Surface:
    """Return a copy of ``plain`` for the screen: run-length encoded, never to be drawn on again."""
    copy = plain.convert_alpha() if pygame.display.get_surface() else plain.copy()
    copy.set_alpha(255, pygame.RLEACCEL)
    return copy


def thin(picture: Surface, share: float) -> Surface:
    """Return a ready picture at a share of its strength, in few cached steps; at full strength itself."""
    step = round(share * THIN_STEPS)
    return picture if step >= THIN_STEPS else _thin(picture, step)


@cached(24)
def _thin(picture: Surface, step: int) -> Surface:
    # a copy is no longer encoded and may be drawn on
    whole = picture.convert_alpha() if pygame.display.get_surface() else picture.copy()
    whole.fill((255, 255, 255, 255 * step // THIN_STEPS), special_flags=pygame.BLEND_RGBA_MULT)
    return ready(whole)


@cached_part(ORIGINALS)
def original(name: str) -> Surface:
    """Return the picture ``assets/NAME`` unchanged; read-only. Raise MissingAsset if there is none."""
    path = ASSETS / name
    try:
        surface = pygame.image.load(str(path))
    except (FileNotFoundError, pygame.error) as error:
        raise MissingAsset(f"{name}: {error}") from error
    return matched(surface)


@cached_part(IMAGES)
def image(name: str, size: Size) -> Surface:
    """Return the picture ``assets/NAME`` scaled to ``size``; plain. Raise MissingAsset if there is none."""
    picture = original(name)
    checkpoint()
    return transform.smoothscale(picture, (max(1, size[0]), max(1, size[1])))


@cached_part(2)
def sheet(name: str) -> Surface:
    """Return a sheet of many pictures to cut parts from, in its stored format: true colour would be large."""
    try:
        return pygame.image.load(str(ASSETS / name))
    except (FileNotFoundError, pygame.error) as error:
        raise MissingAsset(f"{name}: {error}") from error


def photo(name: str, size: Size) -> Surface:
    """Return the opaque picture ``assets/NAME`` scaled to ``size``."""
    picture = scaled(original(name), size)
    return picture.convert() if pygame.display.get_surface() else picture


def scaled(plain: Surface, size: Size) -> Surface:
    """Return ``plain`` smoothly scaled to ``size``; plain, or opaque if ``plain`` is."""
    return transform.smoothscale(plain, (max(1, size[0]), max(1, size[1])))


def squeezed(picture: Surface, size: Size) -> Surface:
    """Return an opaque picture scaled without smoothing, for one frame of a movement."""
    return transform.scale(picture, (max(1, size[0]), max(1, size[1])))


def turned(plain: Surface, degrees: float) -> Surface:
    """Return ``plain`` rotated counter-clockwise, with smooth edges, on a surface large enough; plain."""
    if degrees % 90 == 0:
        return transform.rotate(plain, degrees)
    # the edges need transparent pixels in their own colour to blend with
    edge = plain.get_at((plain.get_width() // 2, 0))
    whole = blank((plain.get_width() + 2 * AIR, plain.get_height() + 2 * AIR))
    whole.fill((edge.r, edge.g, edge.b, 0))
    whole.blit(plain, (AIR, AIR))
    return transform.rotozoom(whole, degrees, 1.0)


def part(picture: Surface, box: tuple[int, int, int, int], palettes: Surface | None = None, row: int = 0) -> Surface:
    """Return a piece of a picture: left, top, width and height in pixels; plain.

    ``palettes`` recolours an indexed piece: each ``row`` of that picture is a palette.
    """
    cut = picture.subsurface(box)
    if palettes is not None:
        cut = cut.copy()
        cut.set_palette([palettes.get_at((column, row))[:3] for column in range(palettes.get_width())])
    piece = blank(box[2:])
    piece.blit(cut, (0, 0))
    return piece


def softened(surface: Surface, strength: int) -> Surface:
    """Return an opaque picture out of focus: scaled down ``strength`` times, blurred, and scaled back up.

    Without the blur the squares of the small picture would be visible.
    """
    size = surface.get_size()
    small = scaled(surface, (size[0] // strength, size[1] // strength))
    return scaled(transform.gaussian_blur(small, 1, repeat_edge_pixels=True), size)


def dimmed(surface: Surface, colour: Colour, share: float) -> Surface:
    """Return an opaque copy of ``surface`` moved toward ``colour`` by ``share`` (0 to 1)."""
    copy = surface.copy()
    veil = opaque(surface.get_size(), colour)
    veil.set_alpha(round(share * 255))
    copy.blit(veil, (0, 0))
    return copy


def dark_around(size: Size, lit: Iterable[pygame.Rect], alpha: int, soft: int) -> Surface:
    """Return darkness with soft holes; plain, small, to be scaled up: its edges are ``soft`` pixels wide."""
    surface = clear(size, BLACK)
    surface.fill((*BLACK, alpha))
    for hole in lit:
        surface.fill((*BLACK, 0), hole)
    return transform.gaussian_blur(surface, soft, repeat_edge_pixels=True)


def mixed(one: Surface, other: Surface, share: float) -> Surface:
    """Return black pictures of the same size with their alphas mixed, ``share`` (0 to 1) of the other; plain."""
    whole, part = one.copy(), other.copy()
    whole.fill((*BLACK, round(255 * (1 - share))), special_flags=pygame.BLEND_RGBA_MULT)
    part.fill((*BLACK, round(255 * share)), special_flags=pygame.BLEND_RGBA_MULT)
    whole.blit(part, (0, 0), special_flags=pygame.BLEND_RGBA_ADD)
    return whole


def masked(plain: Surface, mask: Surface) -> Surface:
    """Return ``plain`` with its alpha multiplied by that of ``mask`` (white, of the same size); plain."""
    whole = plain.convert_alpha() if pygame.display.get_surface() else plain.copy()
    if not whole.get_flags() & pygame.SRCALPHA:
        whole = blank(plain.get_size())
        whole.blit(plain, (0, 0))
    whole.blit(mask, (0, 0), special_flags=pygame.BLEND_RGBA_MULT)
    return whole


def forget() -> None:
    """Drop every cached picture after the display has ended."""
    original.cache_clear()
    sheet.cache_clear()
    forget_sizes()


def forget_sizes() -> None:
    """Drop every picture made for one size, after the window or the scale has changed."""
    for function in (image, disc, _rounded, _ring, shadow, halo, stripes, _thin):
        function.cache_clear()


@cached_part(256)
def disc(radius: int, colour: Colour, alpha: int = 255) -> Surface:
    """Return a smooth filled circle of ``radius`` pixels; plain, side 2 x radius."""
    large = radius * OVERSAMPLE
    surface = clear((2 * large, 2 * large), colour)
    pygame.draw.circle(surface, (*colour, alpha), (large, large), large)
    return transform.smoothscale(surface, (2 * radius, 2 * radius))


def rounded(size: Size, radius: int, colour: Colour, alpha: int = 255) -> Surface:
    """Return a filled rectangle with smooth round corners; plain."""
    make = _rounded.__wrapped__ if size[0] * size[1] > LARGE else _rounded
    return make(size, radius, colour, alpha)


@cached_part(SHAPES)
def _rounded(size: Size, radius: int, colour: Colour, alpha: int) -> Surface:
    width, height = max(1, size[0]), max(1, size[1])
    radius = max(0, min(radius, width // 2, height // 2))
    surface = blank((width, height))
    surface.fill((*colour, alpha))
    if radius:
        corner = disc(radius, colour, alpha)
        for right in (0, 1):
            for low in (0, 1):
                spot = ((width - radius) * right, (height - radius) * low)
                surface.fill((*colour, 0), (*spot, radius, radius))
                part = (radius * right, radius * low, radius, radius)
                surface.blit(corner, spot, part, special_flags=pygame.BLEND_RGBA_MAX)
    return surface


def ring(size: Size, radius: int, width: int, colour: Colour, alpha: int = 255) -> Surface:
    """Return the outline of a rounded rectangle, ``width`` pixels wide inward; plain."""
    make = _ring.__wrapped__ if size[0] * size[1] > LARGE else _ring
    return make(size, radius, width, colour, alpha)


@cached_part(SHAPES)
def _ring(size: Size, radius: int, width: int, colour: Colour, alpha: int) -> Surface:
    surface = rounded(size, radius, colour, alpha).copy()
    inner = (size[0] - 2 * width, size[1] - 2 * width)
    if inner[0] > 0 and inner[1] > 0:
        hole = rounded(inner, max(0, radius - width), (0, 0, 0), alpha)
        surface.blit(hole, (width, width), special_flags=pygame.BLEND_RGBA_SUB)
    return surface


def outline(onto: Surface, box: pygame.Rect, radius: int, width: int, colour: Colour, alpha: int = 255) -> None:
    """Draw a :func:`ring` onto an opaque picture, touching only its edge: for rings as large as a window."""
    half = radius + 1
    small = ring((2 * half, 2 * half), radius, width, colour, alpha)
    for right, x in ((0, box.left), (half, box.right - half)):
        for low, y in ((0, box.top), (half, box.bottom - half)):
            onto.blit(small, (x, y), (right, low, half, half))
    for size, places in (
        ((box.w - 2 * half, width), ((box.left + half, box.top), (box.left + half, box.bottom - width))),
        ((width, box.h - 2 * half), ((box.left, box.top + half), (box.right - width, box.top + half))),
    ):
        if min(size) > 0:
            edge = blank(size)
            edge.fill((*colour, alpha))
            for place in places:
                onto.blit(edge, place)


@cached_part(SHAPES)
def shadow(size: Size, radius: int, sigma: int, alpha: int) -> tuple[Surface, int]:
    """Return a soft shadow of a rounded rectangle and the margin around it; plain."""
    margin = max(2, 2 * sigma)
    # the blur reaches as far as the margin; the edges are uniform, so that a small shadow can be stretched
    least = 2 * (radius + margin) + 1
    core = (min(size[0], least), min(size[1], least))
    surface = clear((core[0] + 2 * margin, core[1] + 2 * margin), SHADE)
    surface.blit(rounded(core, radius, SHADE, alpha), (margin, margin))
    soft = transform.gaussian_blur(surface, max(1, sigma), repeat_edge_pixels=False)
    return stretched(soft, size[0] - core[0], size[1] - core[1]), margin


def stretched(plain: Surface, across: int, down: int) -> Surface:
    """Return ``plain`` with that many more columns and rows like those in its middle; plain."""
    wide, high = plain.get_size()
    if across:
        half, whole = wide // 2, blank((wide + across, high))
        whole.blit(plain, (0, 0), (0, 0, half, high))
        whole.blit(transform.scale(plain.subsurface((half, 0, 1, high)), (across, high)), (half, 0))
        whole.blit(plain, (half + across, 0), (half, 0, wide - half, high))
        plain, wide = whole, wide + across
    if down:
        half, whole = high // 2, blank((wide, high + down))
        whole.blit(plain, (0, 0), (0, 0, wide, half))
        whole.blit(transform.scale(plain.subsurface((0, half, wide, 1)), (wide, down)), (0, half))
        whole.blit(plain, (0, half + down), (0, half, wide, high - half))
        plain = whole
    return plain


@cached_part(64)
def halo(radius: int, sigma: int, colour: Colour, alpha: int) -> tuple[Surface, int]:
    """Return a soft glow around a circle and the margin it needs; plain."""
    margin = max(2, 2 * sigma)
    side = 2 * (radius + margin)
    # a wide blur takes many frames, and a small picture is enough for something this soft
    times = max(1, sigma // GLOW_SIGMA)
    small, round_ = -(-side // times), max(1, radius // times)
    surface = clear((small, small), colour)
    surface.blit(disc(round_, colour, alpha), (small // 2 - round_, small // 2 - round_))
    soft = transform.gaussian_blur(surface, max(1, sigma // times), repeat_edge_pixels=False)
    return scaled(soft, (side, side)) if times > 1 else soft, margin


@cached(64)
def stripes(size: Size, wide: int) -> Surface:
    """Return white diagonal stripes with gaps, as a mask that turns a line into dashes; plain."""
    surface = blank(size)
    surface.fill((255, 255, 255, 0))
    for start in range(-size[1], size[0], 2 * wide):
        low = [(start, size[1]), (start + wide, size[1]), (start + wide + size[1], 0), (start + size[1], 0)]
        pygame.draw.polygon(surface, (255, 255, 255, 255), low)
    return surface


def dashed(size: Size, radius: int, width: int, dash: int, colour: Colour, alpha: int = 255) -> Surface:
    """Return the outline of a rounded rectangle in dashes of about ``dash`` pixels, at least 3; plain."""
    return masked(ring(size, radius, width, colour, alpha), stripes(size, max(3, dash)))


def triangle(wide: int, high: int, fill: Colour, lip: Colour, down: bool) -> Surface:
    """Return a triangle with a lower lip, its tip down or up; plain."""
    large = clear((wide * OVERSAMPLE, high * OVERSAMPLE), fill)
    w, h = large.get_size()
    edge = h // 8
    if down:
        pygame.draw.polygon(large, (*lip, 255), [(0, edge), (w, edge), (w * 2 // 5, h)])
        pygame.draw.polygon(large, (*fill, 255), [(0, 0), (w, 0), (w * 2 // 5, h - edge)])
    else:
        pygame.draw.polygon(large, (*fill, 255), [(0, h), (w, h), (w * 2 // 5, 0)])
    return transform.smoothscale(large, (wide, high))


def tinted(mask: Surface, colour: Colour) -> Surface:
    """Return a white picture in ``colour``; plain."""
    surface = mask.copy()
    surface.fill((*colour, 255), special_flags=pygame.BLEND_RGBA_MULT)
    return surface


def smooth(size: Size, colour: Colour, paint: Callable[[Surface, int], None], times: int = OVERSAMPLE) -> Surface:
    """Return what ``paint`` draws, ``times`` as large, scaled down for smooth edges; plain.

    The transparent background has ``colour``.
    """
    large = clear((size[0] * times, size[1] * times), colour)
    paint(large, times)
    return transform.smoothscale(large, (max(1, size[0]), max(1, size[1])))
