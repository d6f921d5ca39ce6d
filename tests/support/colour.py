"""What eyes make of colours: contrast by WCAG, distance by CIE Lab, and how colours look to colour-blind eyes.

The matrices are those of Machado, Oliveira and Fernandes (2009) at full severity, for linear RGB.
"""

from __future__ import annotations

from math import dist

BLINDNESS = {
    "protanopia": ((0.152286, 1.052583, -0.204868), (0.114503, 0.786281, 0.099216), (-0.003882, -0.048116, 1.051998)),
    "deuteranopia": ((0.367322, 0.860646, -0.227968), (0.280085, 0.672501, 0.047413), (-0.011820, 0.042940, 0.968881)),
    "tritanopia": ((1.255528, -0.076749, -0.178779), (-0.078411, 0.930809, 0.147602), (0.004733, 0.691367, 0.303900)),
}
_XYZ = ((0.4124564, 0.3575761, 0.1804375), (0.2126729, 0.7151522, 0.0721750), (0.0193339, 0.1191920, 0.9503041))
_WHITE = (0.95047, 1.0, 1.08883)
Linear = tuple[float, ...]


def linear(color: str) -> Linear:
    """Light of red, green and blue, 0 to 1."""
    parts = [int(color[at : at + 2], 16) / 255 for at in (1, 3, 5)]
    return tuple(part / 12.92 if part <= 0.04045 else ((part + 0.055) / 1.055) ** 2.4 for part in parts)


def times(matrix: tuple[Linear, ...], light: Linear) -> Linear:
    return tuple(sum(a * b for a, b in zip(row, light, strict=True)) for row in matrix)


def seen_by(blindness: str, color: str) -> Linear:
    """The light that a colour-blind eye is left with; "" is an eye that sees all."""
    light = times(BLINDNESS[blindness], linear(color)) if blindness else linear(color)
    return tuple(min(1.0, max(0.0, part)) for part in light)


def lab(light: Linear) -> Linear:
    parts = [value / white for value, white in zip(times(_XYZ, light), _WHITE, strict=True)]
    x, y, z = (part ** (1 / 3) if part > 0.008856 else 7.787 * part + 16 / 116 for part in parts)
    return (116 * y - 16, 500 * (x - y), 200 * (y - z))


def distance(a: str, b: str, blindness: str = "") -> float:
    """How far apart two colours look; about 2.3 is just noticed."""
    return dist(lab(seen_by(blindness, a)), lab(seen_by(blindness, b)))


def contrast(a: str, b: str) -> float:
    """The contrast ratio of WCAG 2, 1 to 21."""
    light, dark = sorted((times(_XYZ, linear(color))[1] + 0.05 for color in (a, b)), reverse=True)
    return light / dark
