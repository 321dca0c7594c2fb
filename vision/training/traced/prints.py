"""Playing surfaces of traced tables: points of several outlines, ornaments, borders, emblems."""

from __future__ import annotations

import math
from typing import TYPE_CHECKING, Final

import cv2
import numpy as np

from vision.training.emblems import lay_emblems
from vision.training.traced.matter import sheet_of

if TYPE_CHECKING:
    from vision.arrays import Double, Float
    from vision.frame import Image
    from vision.training.traced.builds import Colour, Outline, TracedBuild

SCALE: Final = 3.0
"""Pixels of a surface's texture a millimetre."""

_SHIFT: Final = 4
_FINE: Final = 1 << _SHIFT
"""Bits of OpenCV's places below a pixel, and parts of a pixel that they tell."""


def half_width(outline: Outline, along: float) -> float:
    """Return half a point's width as a part of the room it has, where `along` runs from its base, 0, to its tip, 1."""
    if outline == "pointed":
        return 0.49 * (1 - along)
    if outline == "round":
        return 0.46 * math.sqrt(max(0.0, 1 - ((0.2 - along) / 0.2) ** 2)) if along < 0.2 else 0.46 * (1 - along) / 0.8
    if outline == "blunt":
        return 0.47 - 0.3 * along if along < 0.93 else 0.19 * math.sqrt(max(0.0, 1 - ((along - 0.93) / 0.07) ** 2))
    if outline == "ogive":
        return float(0.47 * math.cos(math.pi / 2 * along) ** 0.8)
    return float(0.4 * (1 - along) ** 1.3)


def column_middle(build: TracedBuild, column: int) -> float:
    """Return the x of the middle of column 0..11 from the left, millimetres from the board's middle."""
    if column < 6:
        return -build.width / 2 + (column + 0.5) * build.pitch
    return build.bar_width / 2 + (column - 5.5) * build.pitch


def outline_of(build: TracedBuild, column: int, *, top: bool) -> Double:
    """Return a point's outline on the board, shape (n, 2), millimetres, y up."""
    steps = np.linspace(0.0, 1.0, 40)
    half = np.array([half_width(build.outline, float(s)) for s in steps]) * build.pitch
    away = steps * build.length * build.depth / 2
    xs = np.concatenate([column_middle(build, column) - half, (column_middle(build, column) + half)[::-1]])
    ys = np.concatenate([away, away[::-1]])
    return np.stack([xs, build.depth / 2 - ys if top else ys - build.depth / 2], axis=1)


def border(build: TracedBuild) -> float:
    """Return how far a surface without a frame goes on beyond its points, millimetres."""
    return build.rail if build.wall == 0 else 0.0


def surface_print(build: TracedBuild, rng: np.random.Generator) -> Float:
    """Return the surface's colours, red-green-blue 0..255, row 0 at the top; the border of a mat goes round it."""
    edge = border(build)
    rows, columns = (round((length + 2 * edge) * SCALE) for length in (build.depth, build.width))
    page = sheet_of(build.surface, build.surface_colour, (rows, columns), SCALE, rng)
    if build.other_half is not None:
        page[:, columns // 2 :] = sheet_of(build.surface, build.other_half, (rows, columns - columns // 2), SCALE, rng)
    if edge:
        _framed(page, build)
    if build.printed == "blossoms":
        _blossoms(page, build, rng)
    odd, even = (sheet_of(build.point_kind, colour, (rows, columns), SCALE, rng) for colour in (build.odd, build.even))
    for column in range(12):
        for top in (True, False):
            _laid(page, build, outline_of(build, column, top=top), odd if (column + top) % 2 else even)
            _ornamented(page, build, column, top=top)
    if build.printed == "stars":
        _stars(page, build)
    if build.printed == "crests":
        _crests(page, build)
    if build.printed == "emblems":
        marked = np.rint(page[..., ::-1]).astype(np.uint8)
        lay_emblems(marked, build.diameter * SCALE, (), rng)
        page[:] = marked[..., ::-1]
    if build.bar_high == 0:
        half = build.bar_width / 2
        cv2.fillPoly(page, [_pixels(build, np.array([(-half, -999), (half, -999), (half, 999), (-half, 999)]))],
                     build.bar_colour or build.frame_colour, cv2.LINE_AA, _SHIFT)  # fmt: skip
    return page


def _pixels(build: TracedBuild, places: Double) -> np.ndarray[tuple[int, ...], np.dtype[np.int32]]:
    """Return places on the board, millimetres, as OpenCV's fixed-point pixels of its texture."""
    edge = border(build)
    x = (places[:, 0] + build.width / 2 + edge) * SCALE - 0.5
    y = (build.depth / 2 + edge - places[:, 1]) * SCALE - 0.5
    return np.asarray(np.rint(np.stack([x, y], axis=1) * _FINE), dtype=np.int32)


def _laid(page: Float, build: TracedBuild, places: Double, cloth: Float) -> None:
    """Lay cloth onto a page within an outline."""
    outline = _pixels(build, places)
    (left, top), (right, below) = (outline // _FINE).min(axis=0), (outline // _FINE).max(axis=0)
    part = np.s_[max(0, top - 1) : below + 3, max(0, left - 1) : right + 3]
    ink: Image = np.zeros(page[part].shape[:2], dtype=np.uint8)
    inside = np.asarray(outline - np.array([part[1].start, part[0].start]) * _FINE, dtype=np.int32)
    cv2.fillPoly(ink, [inside], 255, cv2.LINE_AA, _SHIFT)
    share = np.asarray(ink[..., None] / np.float32(255), dtype=np.float32)
    page[part] = page[part] * (1 - share) + cloth[part] * share


def _disc(page: Float, build: TracedBuild, middle: tuple[float, float], radius: float, colour: Colour) -> None:
    x, y = _pixels(build, np.array([middle]))[0].tolist()
    cv2.circle(page, (x, y), round(radius * SCALE * _FINE), colour, -1, cv2.LINE_AA, _SHIFT)


def _petal(reach: float, turn: float) -> Double:
    """Return the outline of a blossom's petal about its middle."""
    angles = np.linspace(0, 2 * math.pi, 24, endpoint=False)
    along, across = reach / 2 * (1 + np.cos(angles)), 0.26 * reach * np.sin(angles)
    c, s = math.cos(turn), math.sin(turn)
    return np.stack([c * along - s * across, s * along + c * across], axis=1)


def _blossom(
    page: Float, build: TracedBuild, middle: tuple[float, float], reach: float, colours: tuple[Colour, Colour]
) -> None:
    """Print a blossom of six petals in one colour and a round middle in another."""
    for turn in np.linspace(0, 2 * math.pi, 6, endpoint=False).tolist():
        petal = np.array(middle) + _petal(reach, turn)
        cv2.fillPoly(page, [_pixels(build, petal)], colours[0], cv2.LINE_AA, _SHIFT)
    _disc(page, build, middle, 0.3 * reach, colours[1])


def _blossoms(page: Float, build: TracedBuild, rng: np.random.Generator) -> None:
    """Print a large blossom in each half, and small ones with a round middle about it."""
    kinds: tuple[tuple[Colour, Colour], ...] = (
        ((250, 248, 240), (36, 30, 34)),
        ((188, 40, 60), (244, 214, 90)),
        ((70, 60, 130), (245, 240, 235)),
    )
    for side in (-1, 1):
        middle = side * (build.bar_width / 2 + 3 * build.pitch)
        _blossom(page, build, (middle, 0.0), 0.9 * build.diameter, kinds[1])
        for nth in range(10):
            angle = 2 * math.pi * nth / 10 + rng.normal(0, 0.1)
            at = (middle + 2.1 * build.pitch * math.cos(angle), 0.62 * build.diameter * 1.4 * math.sin(angle))
            _blossom(page, build, at, 0.24 * build.diameter, kinds[nth % 3])


def _stars(page: Float, build: TracedBuild) -> None:
    """Print a compass rose in each half, and a row of small squares with stars of dots in them along the middle."""
    gold, ivory, night = (220, 184, 96), (240, 232, 212), (28, 28, 40)
    for side in (-1, 1):
        middle = side * (build.bar_width / 2 + 3 * build.pitch)
        for ray in range(16):
            turn, reach = ray * math.pi / 8, (0.62 if ray % 2 else 0.95) * build.diameter
            c, s = math.cos(turn), math.sin(turn)
            kite = np.array([(0, 0), (0.3, 0.09), (1, 0), (0.3, -0.09)]) * reach
            places = kite @ np.array([[c, s], [-s, c]]) + np.array((middle, 0))
            cv2.fillPoly(page, [_pixels(build, places)], ivory if ray % 2 else gold, cv2.LINE_AA, _SHIFT)
        for nth in (-2, -1, 1, 2):
            at, half = np.array((middle + nth * 1.15 * build.pitch, 0)), 0.2 * build.diameter
            square = at + np.array([(-1, -1), (1, -1), (1, 1), (-1, 1)]) * half
            cv2.fillPoly(page, [_pixels(build, square)], ivory if nth % 2 else gold, cv2.LINE_AA, _SHIFT)
            for spoke in range(4):
                turn = spoke * math.pi / 2 + math.pi / 4 * (nth % 2)
                off = 0.55 * half * np.array((math.cos(turn), math.sin(turn)))
                _disc(page, build, (float(at[0] + off[0]), float(at[1] + off[1])), 0.16 * half, night)


def _crests(page: Float, build: TracedBuild) -> None:
    """Print a shield in each half: a chequer of four fields, two of them with discs, under letters."""
    for side in (-1, 1):
        x, size = side * (build.bar_width / 2 + 3 * build.pitch), 0.55 * build.diameter
        shield = np.array([(-1, 1.2), (1, 1.2), (1, 0.1), (0.6, -0.8), (0, -1.3), (-0.6, -0.8), (-1, 0.1)]) * size
        cv2.fillPoly(page, [_pixels(build, shield + np.array((x, 0)))], (214, 176, 84), cv2.LINE_AA, _SHIFT)
        for across in (-1, 1):
            for down in (-1, 1):
                field = np.array([(0.06, 0.06), (0.86, 0.06), (0.86, 0.86), (0.06, 0.86)]) * (across, down) * size * 0.8
                colour: Colour = (236, 232, 224) if across == down else (150, 26, 34)
                cv2.fillPoly(page, [_pixels(build, field + np.array((x, 0)))], colour, cv2.LINE_AA, _SHIFT)
                dots: Colour = (24, 24, 30) if across == down else (240, 236, 228)
                for nth in range(3):
                    off = (0.2 + 0.26 * nth) * size * 0.8
                    _disc(page, build, (x + across * off, down * off), 0.085 * size, dots)
        at = (_pixels(build, np.array([(x - 1.4 * size, -1.9 * size)]))[0] // _FINE).tolist()
        letters: Image = np.zeros(page.shape[:2], dtype=np.uint8)
        cv2.putText(letters, "CLUB 1901", (at[0], at[1]), cv2.FONT_HERSHEY_DUPLEX, 1.1, 255, 3, cv2.LINE_AA)
        page[letters > 127] = (214, 176, 84)


def _framed(page: Float, build: TracedBuild) -> None:
    """Print the border of a mat: a band with small lozenges."""
    edge = round(border(build) * SCALE)
    band = np.ones(page.shape[:2], dtype=bool)
    band[edge:-edge, edge:-edge] = False
    page[band] = build.frame_colour
    for y in (edge // 2, page.shape[0] - edge // 2):
        for x in range(edge, page.shape[1] - edge, edge):
            cv2.fillPoly(page, [np.array([(x - 14, y), (x, y - 14), (x + 14, y), (x, y + 14)])], (226, 196, 120))


def _ornamented(page: Float, build: TracedBuild, column: int, *, top: bool) -> None:
    """Lay ornaments on a point."""
    sign, x = (1 if top else -1), column_middle(build, column)
    light, dark = (236, 220, 184), (52, 34, 26)
    reach = build.length * build.depth / 2
    if build.ornament == "outlined":
        line = _pixels(build, outline_of(build, column, top=top))
        cv2.polylines(page, [line], True, dark if build.surface_colour[0] > 100 else light, 4, cv2.LINE_AA, _SHIFT)
    elif build.ornament == "diamonds":
        for along in (0.22, 0.45, 0.66):
            half = 0.55 * half_width(build.outline, along) * build.pitch
            y = sign * (build.depth / 2 - along * reach)
            lozenge = np.array([(x - half, y), (x, y - 1.7 * half), (x + half, y), (x, y + 1.7 * half)])
            colour = light if (column + top) % 2 else dark
            cv2.fillPoly(page, [_pixels(build, lozenge)], colour, cv2.LINE_AA, _SHIFT)
    elif build.ornament == "rosettes":
        y = sign * (build.depth / 2 - 0.8 * reach)
        colours = (light, dark) if (column + top) % 2 else (dark, light)
        _blossom(page, build, (x, y), 0.17 * build.pitch, colours)
        _disc(page, build, (x, sign * (build.depth / 2 - 1.06 * reach)), 0.13 * build.pitch, build.odd)
