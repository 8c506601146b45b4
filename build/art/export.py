"""Writes pictures: PNG with an exact palette of few colours, JPEG for opaque textures.

Every player loads the pictures, and they seldom change. So PNGs are compressed by zopfli, which takes far longer than
zlib for a tenth less.
"""

from __future__ import annotations

import struct
import zlib
from io import BytesIO
from pathlib import Path

import numpy as np
import zopfli.png
import zopfli.zlib
from PIL import Image

PALETTE_SIZE = 128
PINNED_SHARE = 0.002
ROUNDS = 12
JPEG_QUALITY = 82


def write_png(path: Path, rgba: np.ndarray, colours: int = PALETTE_SIZE) -> None:
    """Write straight RGBA bytes as a palette PNG with full alpha."""
    _store(path, zopfli.png.optimize(_palette_png(*quantised(rgba, colours))))


def write_indices(path: Path, indices: np.ndarray, table: np.ndarray) -> None:
    """Write a picture that is quantised already, with its indices as they are: another picture may go by them."""
    _store(path, _deflated(_palette_png(indices, table)))


def write_grey(path: Path, rows: np.ndarray) -> None:
    """Write grey bytes as PNG, with as few bits as its greys need."""
    _store(path, zopfli.png.optimize(_png(Image.fromarray(rows).quantize(16, dither=Image.Dither.NONE))))


def write_values(path: Path, rows: np.ndarray) -> None:
    """Write bytes as the greys of a PNG, each one as it is."""
    _store(path, zopfli.png.optimize(_png(Image.fromarray(rows))))


def _store(path: Path, data: bytes) -> None:
    path.parent.mkdir(parents=True, exist_ok=True)
    path.write_bytes(data)


def _png(image: Image.Image, transparency: bytes | None = None) -> bytes:
    """Return a picture as PNG, with the alpha of each colour of its palette if some are transparent."""
    plain = BytesIO()
    image.save(plain, "PNG", optimize=True, transparency=transparency)
    return plain.getvalue()


def _palette_png(indices: np.ndarray, table: np.ndarray) -> bytes:
    image = Image.fromarray(indices, mode="P")
    image.putpalette(table[:, :3].tobytes())
    return _png(image, table[:, 3].tobytes())


def _deflated(png: bytes) -> bytes:
    """Return a PNG with its rows compressed by zopfli and all else as it is, the order of the palette, too."""
    head, *chunks, end = _chunks(png)
    rows = b"".join(data for kind, data in chunks if kind == b"IDAT")
    packed = b"IDAT", zopfli.zlib.compress(zlib.decompress(rows))
    kept = [head, *(chunk for chunk in chunks if chunk[0] != b"IDAT"), packed, end]
    return png[:8] + b"".join(
        struct.pack(">I", len(data)) + kind + data + struct.pack(">I", zlib.crc32(kind + data)) for kind, data in kept
    )


def _chunks(png: bytes) -> list[tuple[bytes, bytes]]:
    """Return the chunks of a PNG: their kinds, and their data without length and check sum."""
    found, at = list[tuple[bytes, bytes]](), 8
    while at < len(png):
        size = int.from_bytes(png[at : at + 4], "big")
        found.append((png[at + 4 : at + 8], png[at + 8 : at + 8 + size]))
        at += 12 + size
    return found


def write_jpeg(path: Path, rgb_rows: np.ndarray, quality: int = JPEG_QUALITY) -> None:
    """Write opaque RGB bytes as JPEG."""
    path.parent.mkdir(parents=True, exist_ok=True)
    Image.fromarray(rgb_rows[..., :3]).save(path, quality=quality, optimize=True, progressive=False)


def quantised(rgba: np.ndarray, colours: int) -> tuple[np.ndarray, np.ndarray]:
    """Return palette indices and the palette, most transparent entries first.

    Colours that cover a visible share of the picture are kept exactly; the rest, mostly edge
    pixels, are grouped by a weighted k-means on premultiplied values.
    """
    height, width, _ = rgba.shape
    flat = rgba.reshape(-1, 4).copy()
    flat[flat[:, 3] == 0] = 0
    unique, inverse, counts = np.unique(flat, axis=0, return_inverse=True, return_counts=True)
    if len(unique) > colours:
        table = _cluster(unique, counts, colours, flat.shape[0])
        nearest = _nearest(_premultiplied(unique), _premultiplied(table))
    else:
        table, nearest = unique, np.arange(len(unique))
    order = np.lexsort((table[:, 2], table[:, 1], table[:, 0], table[:, 3]))
    rank = np.empty(len(order), dtype=np.uint8)
    rank[order] = np.arange(len(order))
    indices = rank[nearest][inverse.reshape(-1)].reshape(height, width)
    return indices, table[order]


def _cluster(unique: np.ndarray, counts: np.ndarray, colours: int, total: int) -> np.ndarray:
    """Choose a palette of `colours` entries for weighted colours."""
    points = _premultiplied(unique)
    weights = np.sqrt(counts.astype(np.float64))
    pinned = np.argsort(-counts, kind="stable")[: colours // 2]
    pinned = pinned[counts[pinned] >= total * PINNED_SHARE]
    centres = [points[index] for index in pinned]
    fixed = len(centres)
    distance = np.full(len(points), np.inf)
    for centre in centres:
        distance = np.minimum(distance, ((points - centre) ** 2).sum(1))
    while len(centres) < colours:
        chosen = int(np.argmax(distance * weights)) if centres else int(np.argmax(weights))
        centres.append(points[chosen])
        distance = np.minimum(distance, ((points - points[chosen]) ** 2).sum(1))
    table = np.array(centres)
    for _ in range(ROUNDS):
        owner = _nearest(points, table)
        mass = np.bincount(owner, weights, colours)
        for channel in range(4):
            moment = np.bincount(owner, weights * points[:, channel], colours)
            table[fixed:, channel] = np.where(mass > 0, moment / np.maximum(mass, 1e-9), table[:, channel])[fixed:]
    return _straight(table)


def _nearest(points: np.ndarray, table: np.ndarray) -> np.ndarray:
    """Return for every point the index of the closest palette entry."""
    result = np.empty(len(points), dtype=np.int64)
    for start in range(0, len(points), 4096):
        block = points[start : start + 4096]
        result[start : start + 4096] = ((block[:, None, :] - table[None]) ** 2).sum(2).argmin(1)
    return result


def _premultiplied(rgba: np.ndarray) -> np.ndarray:
    """Return colours scaled by their alpha, alpha itself unchanged."""
    values = rgba.astype(np.float64)
    values[:, :3] *= values[:, 3:4] / 255
    return values


def _straight(values: np.ndarray) -> np.ndarray:
    """Undo the scaling by alpha and round to bytes."""
    alpha = np.maximum(values[:, 3:4], 1e-6)
    colour = np.where(values[:, 3:4] < 0.5, 0, values[:, :3] * 255 / alpha)
    rounded: np.ndarray = np.clip(np.rint(np.hstack([colour, values[:, 3:4]])), 0, 255)
    return rounded.astype(np.uint8)
