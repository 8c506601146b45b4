"""Colour perception: contrast, colour vision deficiencies and the distance of two colours.

Contrast is that of WCAG 2.2; colour vision deficiency that of Machado, Oliveira and Fernandes (2009) at its full
severity, computed on linear light; distance is CIEDE2000 (Sharma, Wu and Dalal 2005).
"""

from math import atan2, cos, degrees, exp, hypot, radians, sin, sqrt

Colour = tuple[int, int, int]
Triple = tuple[float, float, float]
Matrix = tuple[Triple, Triple, Triple]

#: sight -> matrix for linear red, green and blue
SIGHTS: dict[str, Matrix] = {
    "normal": ((1, 0, 0), (0, 1, 0), (0, 0, 1)),
    "protan": (
        (0.152286, 1.052583, -0.204868),
        (0.114503, 0.786281, 0.099216),
        (-0.003882, -0.048116, 1.051998),
    ),
    "deutan": (
        (0.367322, 0.860646, -0.227968),
        (0.280085, 0.672501, 0.047413),
        (-0.011820, 0.042940, 0.968881),
    ),
    "tritan": (
        (1.255528, -0.076749, -0.178779),
        (-0.078411, 0.930809, 0.147602),
        (0.004733, 0.691367, 0.303900),
    ),
}
#: linear sRGB to CIE XYZ, and the white point (D65)
TO_XYZ: Matrix = (
    (0.4124564, 0.3575761, 0.1804375),
    (0.2126729, 0.7151522, 0.0721750),
    (0.0193339, 0.1191920, 0.9503041),
)
WHITE: Triple = (0.95047, 1.0, 1.08883)


def _times(matrix: Matrix, vector: Triple) -> Triple:
    first, second, third = (sum(a * b for a, b in zip(row, vector, strict=True)) for row in matrix)
    return first, second, third


def linear(colour: Colour) -> Triple:
    """Return the light of an sRGB colour, 0 to 1."""
    shares = (value / 255 for value in colour)
    red, green, blue = (c / 12.92 if c <= 0.04045 else ((c + 0.055) / 1.055) ** 2.4 for c in shares)
    return red, green, blue


def as_seen(colour: Colour, sight: str) -> Triple:
    """Return a colour as a person with ``sight`` sees it, in linear light."""
    red, green, blue = (min(1.0, max(0.0, c)) for c in _times(SIGHTS[sight], linear(colour)))
    return red, green, blue


def luminance(colour: Colour) -> float:
    """Return the luminance of a colour, 0 to 1."""
    return _times(TO_XYZ, linear(colour))[1]


def contrast(one: Colour, other: Colour) -> float:
    """Return the contrast of two colours, 1 to 21."""
    low, high = sorted((luminance(one), luminance(other)))
    return (high + 0.05) / (low + 0.05)


def blended(top: Colour, ground: Colour, alpha: float) -> Colour:
    """Return the colour of ``top`` at ``alpha`` over ``ground``."""
    red, green, blue = (round(a * alpha + b * (1 - alpha)) for a, b in zip(top, ground, strict=True))
    return red, green, blue


def lab(light: Triple) -> Triple:
    """Return CIE L*a*b* of linear light."""
    shares = (value / white for value, white in zip(_times(TO_XYZ, light), WHITE, strict=True))
    x, y, z = (c ** (1 / 3) if c > 216 / 24389 else (24389 / 27 * c + 16) / 116 for c in shares)
    return 116 * y - 16, 500 * (x - y), 200 * (y - z)


def distance(one: Triple, other: Triple) -> float:
    """Return CIEDE2000 between two L*a*b* colours."""
    (l1, a1, b1), (l2, a2, b2) = one, other
    far = 25.0**7
    mean = ((hypot(a1, b1) + hypot(a2, b2)) / 2) ** 7
    stretch = 1.5 - 0.5 * sqrt(mean / (mean + far))
    a1, a2 = a1 * stretch, a2 * stretch
    c1, c2 = hypot(a1, b1), hypot(a2, b2)
    h1, h2 = degrees(atan2(b1, a1)) % 360, degrees(atan2(b2, a2)) % 360
    turn, middle = h2 - h1, (h1 + h2) / 2
    if not c1 * c2:
        turn, middle = 0.0, h1 + h2
    elif abs(turn) > 180:
        turn += 360 if turn < 0 else -360
        middle += 180 if h1 + h2 < 360 else -180
    light, chroma = (l1 + l2) / 2, (c1 + c2) / 2
    d_light, d_chroma, d_hue = l2 - l1, c2 - c1, 2 * sqrt(c1 * c2) * sin(radians(turn / 2))
    waves = ((-0.17, 1, -30), (0.24, 2, 0), (0.32, 3, 6), (-0.20, 4, -63))
    tilt = 1 + sum(height * cos(radians(times * middle + shift)) for height, times, shift in waves)
    off = (light - 50) ** 2
    d_light /= 1 + 0.015 * off / sqrt(20 + off)
    d_chroma /= 1 + 0.045 * chroma
    d_hue /= 1 + 0.015 * chroma * tilt
    blue = sin(radians(60 * exp(-(((middle - 275) / 25) ** 2))))
    twist = -2 * sqrt(chroma**7 / (chroma**7 + far)) * blue
    return sqrt(d_light**2 + d_chroma**2 + d_hue**2 + twist * d_chroma * d_hue)
