"""Wood and felt, computed pixel by pixel from seeded noise."""

from __future__ import annotations

import numpy as np

from art.palette import rgb

RAIL_WIDTH, RAIL_HEIGHT = 1280, 48
FELT_TILE = 256
#: the strength at which a table blends the felt's fibres (game/engine/backdrop.py)
FELT_STRENGTH = 40
FELT_LEVELS = 3.0
MIDDLE_GREY = 128


def wood(
    width: int,
    height: int,
    colour: str,
    *,
    seed: int,
    planks: int,
    light: tuple[float, float] = (0.5, 0.4),
    grit: float = 0.008,
) -> np.ndarray:
    """Return planks with grain under a lamp at `light` (shares of width and height) as RGBA."""
    random = np.random.default_rng(seed)
    rows, columns = np.mgrid[0:height, 0:width].astype(float)
    plank_height = height / planks
    plank = (rows // plank_height).astype(int)
    offset = random.uniform(0, 1000, planks + 1)[plank]
    tone = random.uniform(-0.07, 0.07, planks + 1)[plank]
    along = columns + offset
    warp = np.sin(along / 310 + offset) * 9 + np.sin(along / 97 + offset * 2) * 3
    grain = np.sin((rows + warp) / 3.1 + offset) * 0.35
    grain += np.sin((rows + warp * 1.7) / 7.7 + offset) * 0.4
    grain += np.sin((rows + warp * 0.6) / 1.3) * 0.18
    inside = rows % plank_height
    seam = np.clip(1 - np.minimum(inside, plank_height - inside) / 2.2, 0, 1) * 0.42
    bevel = np.clip(1 - np.abs(inside - 3.5) / 1.5, 0, 1) * 0.10
    across, down = columns / width - light[0], rows / height - light[1]
    distance = np.sqrt((across * 1.05) ** 2 + (down * 1.2) ** 2)
    lamp = 1.34 - 1.05 * np.clip(distance, 0, 1) ** 1.2
    brightness = lamp * (1 + tone + grain * 0.045 - seam + bevel)
    brightness += random.normal(0, grit, (height, width)) if grit else 0
    warmth = np.clip(1 - distance * 1.6, 0, 1)[..., None] * np.array([0.06, 0.035, 0.0])
    return _opaque(np.array(rgb(colour)) / 255 * brightness[..., None] + warmth)


def rail(colour: str) -> np.ndarray:
    """Return a strip of wood that repeats along its length, lit from above, as RGBA."""
    random = np.random.default_rng(17)
    rows, columns = np.mgrid[0:RAIL_HEIGHT, 0:RAIL_WIDTH].astype(float)
    turn = 2 * np.pi * columns / RAIL_WIDTH
    warp = np.sin(turn + 1.0) * 8 + np.sin(turn * 3 + 0.4) * 4 + np.sin(turn * 7 + 2.1) * 1.5
    grain = np.sin((rows + warp) / 3.1) * 0.35 + np.sin((rows + warp * 1.7) / 7.7 + 1.3) * 0.4
    grain += np.sin((rows + warp * 0.6) / 1.3) * 0.18
    share = rows / RAIL_HEIGHT
    shade = 1.16 - 0.30 * share**1.5
    brightness = shade * (1 + grain * 0.06) + random.normal(0, 0.008, grain.shape)
    return _opaque(np.array(rgb(colour)) / 255 * brightness[..., None])


def felt_noise() -> np.ndarray:
    """Return one repeating tile of felt fibres around middle grey, one byte a pixel.

    Of the greys that a table blends to the same brightness only the darkest is used, so that few bits are needed.
    """
    random = np.random.default_rng(1)
    fine = random.normal(0, 1, (FELT_TILE, FELT_TILE))
    fibres = (fine + np.roll(fine, 1, 1) + np.roll(fine, 2, 1)) / 3 * 0.011
    half = FELT_TILE // 2
    tufts = random.normal(0, 1, (half, half)).repeat(2, 0).repeat(2, 1) * 0.008
    noise = (fibres + tufts) * 255
    level = np.rint(noise * 1.6 / FELT_LEVELS).clip(-4, 4) * FELT_LEVELS
    blended = ((MIDDLE_GREY + level) * FELT_STRENGTH + 255) // 256
    return np.ceil((blended * 256 - 255) / FELT_STRENGTH).astype(np.uint8)


def _opaque(colours: np.ndarray) -> np.ndarray:
    """Turn channel values from 0 to 1 into opaque RGBA bytes."""
    height, width, _ = colours.shape
    rgba = np.full((height, width, 4), 255, dtype=np.uint8)
    rgba[..., :3] = np.clip(colours * 255, 0, 255)
    return rgba
