"""Everything below the frame as the camera sees it: playing surface, tray floors, the table, and shadows on them."""

from __future__ import annotations

import math
from types import MappingProxyType
from typing import TYPE_CHECKING, Final, NamedTuple

import cv2
import numpy as np

from hardware.simulated.drawing.ornament import point_outline, printed_on
from hardware.simulated.drawing.shading import GAMMA, Lamp
from hardware.simulated.looks.materials import U8, blend, coloured, layered, seeded, texture
from hardware.simulated.scene.board import BASE, COLUMNS, BoardSize

if TYPE_CHECKING:
    from collections.abc import Callable, Mapping

    import numpy.typing as npt

    from hardware.simulated.looks.parts import BoardLook, Colour, Material
    from hardware.simulated.optics.pinhole import Floats, Rays

LINE = cv2.LINE_AA
_COARSE = 1.0
"""The texture of shadows: pixels a millimetre."""
_TABLE_PPM = 0.7
"""The table's texture: pixels a millimetre."""
_WIDEST = 4.5
"""How far OpenCV blurs numbers, in standard deviations; it is four of them, rounded up."""
_LANES = 64
"""How many numbers a computer may work out at once, or a multiple of it."""
_FADING = 14
"""How far the shadows of what lies about reach beyond it, pixels of the table's texture."""


class FrameBox(NamedTuple):
    """An upright box of the frame: its extents in millimetres, and whether its grain runs along x or y."""

    x0: float
    x1: float
    y0: float
    y1: float
    z0: float
    z1: float
    along_x: bool

    @property
    def is_bar(self) -> bool:
        """Whether it is the bar: it alone lies along the middle."""
        return not self.along_x and self.x0 == -self.x1


def floor_texture(size: BoardSize, look: BoardLook, ppm: float) -> U8:
    """Return surface and tray floors from above, `ppm` pixels a millimetre, over the whole board; row 0 is the top."""
    wide, tall = round(size.outer_width * ppm), round(size.outer_height * ppm)
    picture = texture(look.tray, (tall, wide), ppm, look.name, "tray")

    def pixel(x: float, y: float) -> tuple[float, float]:
        return ((x + size.outer_width / 2) * ppm, (size.outer_height / 2 - y) * ppm)

    left, top = (round(n) for n in pixel(-size.width / 2, size.height / 2))
    right, bottom = (round(n) for n in pixel(size.width / 2, -size.height / 2))
    field = texture(look.surface, (bottom - top, right - left), ppm, look.name, "surface")
    for kind, fabric in enumerate(look.points):
        along = fabric.material == "wood"  # the grain of inlaid points runs towards their tips
        inlay = texture(fabric, field.shape[1::-1] if along else field.shape[:2], ppm, look.name, "point", kind)
        inlay = np.ascontiguousarray(np.rot90(inlay)) if along else inlay
        mask: U8 = np.zeros(field.shape[:2], dtype=np.uint8)
        for column in COLUMNS:
            if (column + kind) % 2:
                corners = [pixel(*corner) for corner in point_outline(size, column)]
                shape = np.rint((np.asarray(corners) - (left, top)) * 16).astype(np.int32)
                cv2.fillPoly(mask, [shape], 255, cv2.LINE_AA, 4)
        field = blend(field, inlay, np.asarray(cv2.GaussianBlur(mask, (0, 0), 0.22 * ppm), dtype=np.uint8))
    if look.inlay is not None or look.logo is not None:
        field = _adorned(field, size, look, ppm)
    if size.construction.print != "none":
        field = printed_on(field, size, look, ppm)
    picture[top:bottom, left:right] = field
    return picture


def _adorned(field: U8, size: BoardSize, look: BoardLook, ppm: float) -> U8:
    """Return a playing surface with its inlaid lines, and with an emblem in the middle of each half."""

    def pixels(points: list[tuple[float, float]]) -> npt.NDArray[np.int32]:
        moved = [((x + size.width / 2) * ppm * 16, (size.height / 2 - y) * ppm * 16) for x, y in points]
        return np.rint(moved).astype(np.int32)

    thick = max(1, round(1.1 * ppm))
    if look.inlay is not None:
        lines: U8 = np.zeros(field.shape[:2], dtype=np.uint8)
        for column in COLUMNS:
            cv2.polylines(lines, [pixels(point_outline(size, column))], False, 255, thick, LINE, 4)
        for sign in (-1, 1):
            near, far = sign * (size.bar_width / 2 + 5.0), sign * (size.width / 2 - 5.0)
            y = size.height / 2 - 5.0
            cv2.polylines(lines, [pixels([(near, y), (far, y), (far, -y), (near, -y)])], True, 255, thick, LINE, 4)
        field = blend(field, np.full_like(field, look.inlay[::-1]), lines)
    if look.logo is not None:
        emblem: U8 = np.zeros(field.shape[:2], dtype=np.uint8)
        radius = min(0.42 * (size.height - 2 * size.point_length), 40.0)
        for sign in (-1, 1):
            middle = sign * (size.width + size.bar_width) / 4
            _emblem(emblem, pixels, (middle, radius), ppm)
        field = blend(field, np.full_like(field, look.logo[::-1]), emblem)
    return field


def _emblem(
    mask: U8,
    pixels: Callable[[list[tuple[float, float]]], npt.NDArray[np.int32]],
    at: tuple[float, float],
    ppm: float,
) -> None:
    """Draw an emblem: a die in a ring of leaves.

    Args:
        mask: where it is drawn.
        pixels: from millimetres to its sixteenths of pixels.
        at: x of its middle and its radius, millimetres.
        ppm: pixels a millimetre.
    """
    x, radius = at
    for step in range(28):
        way, near, far = 2 * math.pi * step / 28, 0.74 * radius, radius
        leaf = [(near, 0.0), ((near + far) / 2, 0.08), (far, 0.06), ((near + far) / 2, -0.05)]
        corners = [(x + r * math.cos(way + turn), r * math.sin(way + turn)) for r, turn in leaf]
        cv2.fillPoly(mask, [pixels(corners)], 210, LINE, 4)
    c, s = (0.42 * radius * f(math.pi / 4 + 0.3) * math.sqrt(2) for f in (math.cos, math.sin))
    square = [(x + c, s), (x - s, c), (x - c, -s), (x + s, -c)]
    cv2.polylines(mask, [pixels(square)], True, 235, max(1, round(2.0 * ppm)), LINE, 4)
    for far in (-0.52, 0.0, 0.52):
        centre = pixels([(x + far * c, far * s)])[0]
        cv2.circle(mask, (int(centre[0]), int(centre[1])), round(0.07 * radius * ppm * 16), 235, -1, LINE, 4)


def _about(heights: Floats, reach: float) -> tuple[slice, slice]:
    """Return the rows and columns in which something rises from a plane, with `reach` pixels more on every side.

    They begin and end at multiples of `_LANES`, so that each number is worked out as it is in the whole plane.
    """
    found = []
    for axis in (1, 0):
        at = np.flatnonzero(heights.any(axis=axis))
        first, last = max(0, int(at[0] - reach)), int(at[-1] + reach) + 1
        found.append(slice(first - first % _LANES, last + -last % _LANES))
    return found[0], found[1]


def _cast(heights: Floats, lamp: Lamp, ppm: float) -> Floats:
    """Return what the lamp loses to the boxes, 0..1, on a level plane that `heights` (row 0 the top) rise from."""
    dark, mask = np.zeros_like(heights), np.zeros_like(heights)
    tallest = float(heights.max())
    kx, ky = lamp.drift
    rows, cols = heights.shape
    part = _about(heights, _WIDEST * max(0.6 * lamp.soft * tallest * ppm, 0.5))
    for step in np.linspace(0.06, 1.0, 9):
        h = step * tallest
        rising = (heights[part] >= h - 0.01).astype(np.float32)
        mask[part] = cv2.GaussianBlur(rising, (0, 0), max(0.6 * lamp.soft * h * ppm, 0.5))
        move = np.asarray([[1, 0, kx * h * ppm], [0, 1, -ky * h * ppm]], dtype=np.float64)
        np.maximum(dark, cv2.warpAffine(mask, move, (cols, rows)), out=dark)
    return dark


def frame_shade(size: BoardSize, boxes: list[FrameBox], lamp: Lamp) -> tuple[Floats, Floats]:
    """Return the frame's shadows on surface and tray floors, over the whole board, row 0 the top.

    Returns:
        The part of the lamp that is hidden, 0..1, and what the picture's values are multiplied by for lamp and room
        together; both float32, `_COARSE` pixels a millimetre.
    """
    rows, cols = round(size.outer_height * _COARSE), round(size.outer_width * _COARSE)
    heights = np.zeros((rows, cols), dtype=np.float32)
    for box in boxes:
        xs = [round((x + size.outer_width / 2) * _COARSE) for x in (box.x0, box.x1)]
        ys = [round((size.outer_height / 2 - y) * _COARSE) for y in (box.y1, box.y0)]
        heights[ys[0] : ys[1], xs[0] : xs[1]] = box.z1
    near = sum(cv2.GaussianBlur(heights, (0, 0), s * _COARSE) * w for s, w in ((4.0, 0.018), (14.0, 0.014)))
    hidden = _cast(heights, lamp, _COARSE)
    light = (1.0 - lamp.share * hidden) * (1.0 - lamp.ambient * np.clip(near, 0.0, 0.75))
    return hidden, np.asarray(np.power(light, 1.0 / GAMMA), dtype=np.float32)


def sample(image: U8 | Floats, x: Floats, y: Floats) -> U8:
    """Return an image at float positions in its pixels, mirrored beyond its edges."""
    found = cv2.remap(
        image, x.astype(np.float32), y.astype(np.float32), cv2.INTER_LINEAR, borderMode=cv2.BORDER_REFLECT
    )
    return np.asarray(found, dtype=np.uint8)


def table_seen(size: BoardSize, look: BoardLook, lamp: Lamp, rays: Rays, beside: list[FrameBox]) -> U8:
    """Return the table about the board, with the shadows on it of the board and of what stands beside."""
    picture = texture(look.table, (980, 1260), _TABLE_PPM, look.name, "table")
    rows, cols = picture.shape[:2]
    heights = np.zeros((rows, cols), dtype=np.float32)
    half_w, half_h = round(size.outer_width * _TABLE_PPM / 2), round(size.outer_height * _TABLE_PPM / 2)
    _strew(picture, (half_w, half_h), look.name)
    heights[rows // 2 - half_h : rows // 2 + half_h, cols // 2 - half_w : cols // 2 + half_w] = BASE + size.rail_height
    for box in beside:
        xs = [round(cols / 2 + x * _TABLE_PPM) for x in (box.x0, box.x1)]
        ys = [round(rows / 2 - y * _TABLE_PPM) for y in (box.y1, box.y0)]
        heights[ys[0] : ys[1], xs[0] : xs[1]] = BASE + box.z1
    near = np.zeros_like(heights)
    part = _about(heights, _WIDEST * 16.0 * _TABLE_PPM)
    near[part] = cv2.GaussianBlur(np.ascontiguousarray(heights[part]), (0, 0), 16.0 * _TABLE_PPM) * 0.011
    light = (1.0 - lamp.share * _cast(heights, lamp, _TABLE_PPM)) * (1.0 - lamp.ambient * np.clip(near, 0.0, 0.8))
    light *= 1.0 + 0.03 * layered(seeded(look.name, "light"), (rows, cols), (500.0, 500.0), 2)
    bright = np.asarray(np.power(light, 1.0 / GAMMA), dtype=np.float32)
    shaded = coloured(picture[..., channel] * bright for channel in range(3))
    x, y = rays.x0 - np.float32(BASE) * rays.sx, rays.y0 - np.float32(BASE) * rays.sy
    ppm = np.float32(_TABLE_PPM)
    return sample(shaded, x * ppm + cols / 2, np.float32(rows / 2) - y * ppm)


_POLISH: Final[Mapping[Material, float]] = MappingProxyType(
    {"wood": 1.0, "plain": 1.0, "leather": 0.7, "cork": 0.25, "cloth": 0.1, "felt": 0.06}
)
"""How much of the lamp a material mirrors at most."""


def mirrored(material: Material, lamp: Lamp, rays: Rays) -> Floats:
    """Return what a level surface mirrors of the lamp, as light to be added, for each ray; see `shading.Lamp.glare`."""
    length = np.sqrt(rays.sx * rays.sx + rays.sy * rays.sy + 1.0)
    hx, hy = rays.sx / length + np.float32(lamp.way[0]), rays.sy / length + np.float32(lamp.way[1])
    hz = 1.0 / length + np.float32(lamp.way[2])
    cosine = hz / np.sqrt(hx * hx + hy * hy + hz * hz)
    sharp = 60.0 + 260.0 / (1.0 + 60.0 * lamp.soft * lamp.soft)
    strong = np.float32(1.3 * lamp.glare * _POLISH[material] * lamp.key)
    return np.asarray(strong * np.power(cosine, np.float32(sharp)), dtype=np.float32)


def _strew(picture: U8, half: tuple[int, int], name: str) -> None:
    """Draw what lies about the board on the table: a score sheet on one side, a phone or clock on the other.

    Args:
        picture: the table's texture, written to.
        half: half the board's width and height in the texture's pixels.
        name: the look's name; it chooses what lies where.
    """
    rng = seeded(name, "strewn")
    rows, cols = picture.shape[:2]
    for sign in rng.permutation([-1, 1])[: rng.integers(1, 3)]:
        paper = rng.random() < 0.5
        size = (74.0, 105.0) if paper else (52.0, 96.0)
        middle = (
            cols / 2 + sign * (half[0] + (size[0] / 2 + 14.0 + rng.uniform(0, 30)) * _TABLE_PPM),
            rows / 2 + rng.uniform(-0.8, 0.3) * half[1],
        )
        box = (middle, (size[0] * _TABLE_PPM, size[1] * _TABLE_PPM), float(rng.uniform(-18, 18)))
        corners = cv2.boxPoints(box)
        left, top = (max(0, int(n) - _FADING) for n in corners.min(axis=0))
        right, bottom = (int(n) + _FADING for n in corners.max(axis=0))
        below = picture[top:bottom, left:right]
        shadow = np.zeros(below.shape[:2], dtype=np.uint8)
        outline = np.rint(corners * 16).astype(np.int32)
        cv2.fillConvexPoly(shadow, outline - np.asarray([16 * left, 16 * top], np.int32), 110, cv2.LINE_AA, 4)
        shadow = np.asarray(cv2.GaussianBlur(shadow, (0, 0), 3.0), dtype=np.uint8)
        below[...] = cv2.multiply(below, cv2.bitwise_not(cv2.merge([shadow, shadow, shadow])), scale=1 / 255)
        grey = int(rng.integers(214, 240)) if paper else int(rng.integers(18, 46))
        cv2.fillConvexPoly(picture, outline, (grey, grey, grey), cv2.LINE_AA, 4)
        _rule(picture, box, (150, 140, 130) if paper else (grey + 40, grey + 30, grey + 24), 9 if paper else 1)


def _rule(picture: U8, box: tuple[tuple[float, float], tuple[float, float], float], ink: Colour, lines: int) -> None:
    """Draw lines across a box, or the frame of a screen inside it where there is one line only."""
    (x, y), (wide, tall), angle = box
    if lines == 1:
        inner = ((x, y), (wide * 0.86, tall * 0.9), angle)
        cv2.polylines(picture, [np.rint(cv2.boxPoints(inner) * 16).astype(np.int32)], True, ink, 1, cv2.LINE_AA, 4)
        return
    c, s = math.cos(math.radians(angle)), math.sin(math.radians(angle))
    for line in range(lines):
        v = (line + 1.0) / (lines + 1.0) * tall - tall / 2
        ends = [(x + c * u - s * v, y + s * u + c * v) for u in (-0.42 * wide, 0.42 * wide)]
        first, last = (tuple(round(n * 16) for n in end) for end in ends)
        cv2.line(picture, first, last, ink, 1, cv2.LINE_AA, 4)
