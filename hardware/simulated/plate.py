"""The plate: the empty board on its table, drawn once for a camera, a light and a look."""

from __future__ import annotations

import math
from typing import TYPE_CHECKING, NamedTuple

import cv2
import numpy as np
import numpy.typing as npt

from hardware.simulated.board import COLUMNS, BoardSize, column_end, column_x
from hardware.simulated.materials import U8, as_picture, layered, seeded, structure, texture
from hardware.simulated.pinhole import Floats, Pinhole, Rays, block_rays
from hardware.simulated.shading import GAMMA, Facing, Lamp, Surface, lit, to_light
from hardware.simulated.sprites import Block, block_around, box_points

if TYPE_CHECKING:
    from hardware.simulated.looks import BoardLook, Colour, Fabric

_FINER = 2
_FINEST = 3.0
"""The playing surface's texture at its finest: pixels a millimetre."""
_DETAIL = 2.2
"""How many of its pixels go, across, to one pixel of the picture."""
_COARSE = 1.0
"""The texture of shadows: pixels a millimetre."""
_TABLE_PPM = 0.7
_BASE = 26.0
"""How thick the board is below the playing surface, millimetres."""
_HINGE = (9.0, 17.0)
"""Half a hinge's width and length, millimetres."""
_EDGE = 2.2
"""The rounded edges of rails, millimetres."""


class Box(NamedTuple):
    """An upright box of the frame: its extents in millimetres, and whether its grain runs along x or y."""

    x0: float
    x1: float
    y0: float
    y1: float
    z0: float
    z1: float
    along_x: bool


class _Dress(NamedTuple):
    """What the frame is made of: its fabric, that fabric's structure, the light, and the metal of its hinges."""

    fabric: Fabric
    grain: Floats
    lamp: Lamp
    hinges: Colour | None


class Plate(NamedTuple):
    """The empty board.

    Attributes:
        picture: shape (height, width, 3), uint8, blue-green-red, without the camera's noise.
        ground: the height of what each pixel sees, shape (height, width), float32, millimetres.
    """

    picture: U8
    ground: Floats


def frame_boxes(size: BoardSize) -> list[Box]:
    """Return the boxes that rails, bar and the trays' inner walls are made of."""
    w, h, rail, inner, tray = size.width / 2, size.height / 2, size.rail_width, size.inner_rail, size.tray_width
    out, top = size.outer_width / 2, size.rail_height
    boxes = []
    for sign in (-1, 1):
        edges = sorted((sign * (w + inner + tray), sign * out))
        boxes.append(Box(edges[0], edges[1], -h, h, -_BASE, top, along_x=False))
        edges = sorted((sign * w, sign * (w + inner)))
        boxes.append(Box(edges[0], edges[1], -h, h, 0.0, top, along_x=False))
        edges = sorted((sign * (w + inner), sign * (w + inner + tray)))
        for end in (-1, 1):
            middle = end * (size.divider / 2 - 6.0)
            boxes.append(Box(edges[0], edges[1], middle - 6.0, middle + 6.0, 0.0, 0.62 * top, along_x=True))
    boxes.append(Box(-size.bar_width / 2, size.bar_width / 2, -h, h, 0.0, size.bar_height, along_x=False))
    boxes += [
        Box(-out, out, h, h + rail, -_BASE, top, along_x=True),
        Box(-out, out, -h - rail, -h, -_BASE, top, along_x=True),
    ]
    return [b for b in boxes if b.z1 > b.z0]


def _ground_texture(size: BoardSize, look: BoardLook, ppm: float) -> U8:
    """Return surface and tray floors from above, `ppm` pixels a millimetre, over the whole board; row 0 is the top."""
    wide, tall = round(size.outer_width * ppm), round(size.outer_height * ppm)
    picture = texture(look.tray, (tall, wide), ppm, look.name, "tray")

    def pixel(x: float, y: float) -> tuple[float, float]:
        return ((x + size.outer_width / 2) * ppm, (size.outer_height / 2 - y) * ppm)

    left, top = (round(n) for n in pixel(-size.width / 2, size.height / 2))
    right, bottom = (round(n) for n in pixel(size.width / 2, -size.height / 2))
    field = texture(look.surface, (bottom - top, right - left), ppm, look.name, "surface")
    for kind, fabric in enumerate(look.points):
        inlay = texture(fabric, field.shape[:2], ppm, look.name, "point", kind)
        if fabric.material == "wood":  # the grain of inlaid points runs towards their tips
            inlay = np.ascontiguousarray(np.rot90(texture(fabric, field.shape[1::-1], ppm, look.name, "point", kind)))
        mask: U8 = np.zeros(field.shape[:2], dtype=np.uint8)
        for column in COLUMNS:
            if (column + kind) % 2:
                x, half = column_x(size, column), size.point_width * 0.485
                sign = -1 if column_end(column) == "bottom" else 1
                base, tip = sign * size.height / 2, sign * (size.height / 2 - size.point_length)
                corners = [pixel(x - half, base), pixel(x + half, base), pixel(x, tip)]
                shape = np.rint((np.asarray(corners) - (left, top)) * 16).astype(np.int32)
                cv2.fillPoly(mask, [shape], 255, cv2.LINE_AA, 4)
        field = blend(field, inlay, np.asarray(cv2.GaussianBlur(mask, (0, 0), 0.22 * ppm), dtype=np.uint8))
    picture[top:bottom, left:right] = field
    return picture


def blend(below: U8, above: U8, cover: U8) -> U8:
    """Return one picture laid over another where `cover` (uint8, shape (h, w)) says, all of one size."""
    share = cv2.merge([cover, cover, cover])
    kept = cv2.multiply(below, cv2.bitwise_not(share), scale=1 / 255)
    return np.asarray(cv2.add(kept, cv2.multiply(above, share, scale=1 / 255)), dtype=np.uint8)


def _cast(heights: Floats, lamp: Lamp, ppm: float) -> Floats:
    """Return what the lamp loses to the boxes, 0..1, on a level plane that `heights` (row 0 the top) rise from."""
    dark = np.zeros_like(heights)
    tallest = float(heights.max())
    kx, ky = lamp.drift
    rows, cols = heights.shape
    for step in np.linspace(0.06, 1.0, 9):
        h = step * tallest
        mask = (heights >= h - 0.01).astype(np.float32)
        mask = cv2.GaussianBlur(mask, (0, 0), max(0.6 * lamp.soft * h * ppm, 0.5))
        move = np.asarray([[1, 0, kx * h * ppm], [0, 1, -ky * h * ppm]], dtype=np.float64)
        dark = np.maximum(dark, cv2.warpAffine(mask, move, (cols, rows)))
    return dark


def _ground_light(size: BoardSize, boxes: list[Box], lamp: Lamp) -> Floats:
    """Return what surface and tray floors are multiplied by for the frame's shadows, `_COARSE` pixels a millimetre."""
    rows, cols = round(size.outer_height * _COARSE), round(size.outer_width * _COARSE)
    heights = np.zeros((rows, cols), dtype=np.float32)
    for box in boxes:
        xs = [round((x + size.outer_width / 2) * _COARSE) for x in (box.x0, box.x1)]
        ys = [round((size.outer_height / 2 - y) * _COARSE) for y in (box.y1, box.y0)]
        heights[ys[0] : ys[1], xs[0] : xs[1]] = box.z1
    near = sum(cv2.GaussianBlur(heights, (0, 0), s * _COARSE) * w for s, w in ((4.0, 0.018), (14.0, 0.014)))
    light = (1.0 - lamp.share * _cast(heights, lamp, _COARSE)) * (1.0 - lamp.ambient * np.clip(near, 0.0, 0.75))
    return np.asarray(np.power(light, 1.0 / GAMMA), dtype=np.float32)


def _sample(image: U8 | Floats, x: Floats, y: Floats) -> U8:
    """Return an image at float positions in its pixels, mirrored beyond its edges."""
    found = cv2.remap(
        image, x.astype(np.float32), y.astype(np.float32), cv2.INTER_LINEAR, borderMode=cv2.BORDER_REFLECT
    )
    return np.asarray(found, dtype=np.uint8)


def _table(size: BoardSize, look: BoardLook, lamp: Lamp, rays: Rays) -> U8:
    """Return the table about the board, with the board's shadow on it."""
    picture = texture(look.table, (980, 1260), _TABLE_PPM, look.name, "table")
    rows, cols = picture.shape[:2]
    heights = np.zeros((rows, cols), dtype=np.float32)
    half_w, half_h = round(size.outer_width * _TABLE_PPM / 2), round(size.outer_height * _TABLE_PPM / 2)
    _strew(picture, (half_w, half_h), look.name)
    heights[rows // 2 - half_h : rows // 2 + half_h, cols // 2 - half_w : cols // 2 + half_w] = _BASE + size.rail_height
    near = cv2.GaussianBlur(heights, (0, 0), 16.0 * _TABLE_PPM) * 0.011
    light = (1.0 - lamp.share * _cast(heights, lamp, _TABLE_PPM)) * (1.0 - lamp.ambient * np.clip(near, 0.0, 0.8))
    light *= 1.0 + 0.03 * layered(seeded(look.name, "light"), (rows, cols), (500.0, 500.0), 2)
    shaded = picture * np.power(light, 1.0 / GAMMA)[..., None]
    x, y = rays.x0 - np.float32(_BASE) * rays.sx, rays.y0 - np.float32(_BASE) * rays.sy
    ppm = np.float32(_TABLE_PPM)
    return _sample(np.clip(shaded, 0, 255).astype(np.uint8), x * ppm + cols / 2, np.float32(rows / 2) - y * ppm)


def _draw_box(canvas: U8, ground: Floats, rays: Rays, box: Box, dress: _Dress) -> None:
    """Draw a box of the frame into the rays' block of the canvas and of the heights."""
    fabric, grain, lamp, hinges = dress
    middle = ((box.x0 + box.x1) / 2, (box.y0 + box.y1) / 2, (box.z0 + box.z1) / 2)
    half = ((box.x1 - box.x0) / 2, (box.y1 - box.y0) / 2, (box.z1 - box.z0) / 2)
    start = [rays.x0 - np.float32(middle[0]), rays.y0 - np.float32(middle[1]), np.full_like(rays.x0, -middle[2])]
    slope = [_no_zero(rays.sx), _no_zero(rays.sy), np.ones_like(rays.sx)]
    high = np.stack([(np.sign(m) * np.float32(e) - n) / m for m, n, e in zip(slope, start, half, strict=True)])
    low = np.stack([(-np.sign(m) * np.float32(e) - n) / m for m, n, e in zip(slope, start, half, strict=True)])
    axis, z = high.argmin(axis=0), high.min(axis=0)
    hit = (z > low.max(axis=0)) & (z >= ground)
    if not hit.any():
        return
    rows, cols = np.nonzero(hit)
    p = [(n + m * z)[rows, cols] for m, n in zip(slope, start, strict=True)]
    face = axis[rows, cols]
    parts = []
    for i in range(3):
        depth = np.float32(half[i]) - np.abs(p[i])
        rounded = np.sign(p[i]) * 0.8 * np.clip(1.0 - depth / _EDGE, 0.0, 1.0)
        if i == 2:
            rounded = np.maximum(rounded, 0.0)
        parts.append(np.where(face == i, np.sign(slope[i][rows, cols]), rounded))
    length = np.sqrt(sum(n * n for n in parts))
    normal = Facing(*(np.asarray(n / length, dtype=np.float32)[None] for n in parts))
    x, y = p[0] + np.float32(middle[0]), p[1] + np.float32(middle[1])
    long, cross = (x, y) if box.along_x else (y, x)
    cross = cross + p[2]
    ppm = np.float32(2.0)
    map_x, map_y = (long + 500.0) * ppm, (np.float32(60.0 + 0.37 * (middle[0] + middle[1])) + cross) * ppm
    texel = cv2.remap(grain, *_rows_of(map_x, map_y), cv2.INTER_LINEAR, borderMode=cv2.BORDER_REFLECT)
    shade = texel.reshape(-1)[: len(rows)].astype(np.float32)
    shade = shade * (1.0 - 0.55 * np.exp(-((x / 0.7) ** 2)))  # the seam where the board folds
    albedo = to_light(fabric.colour)[None, None, :] * shade[None, :, None]
    if hinges is not None and abs(middle[0]) < 1.0 and not box.along_x:
        _screw_on(albedo[0], to_light(hinges), (x, np.abs(np.abs(y) - np.float32(0.62 * box.y1))), face == 2)
    length = np.sqrt(rays.sx**2 + rays.sy**2 + 1.0)[rows, cols]
    toward = Facing((rays.sx[rows, cols] / length)[None], (rays.sy[rows, cols] / length)[None], (1.0 / length)[None])
    rise = np.clip(z[rows, cols] / max(box.z1, 1.0), 0.0, 1.0)
    open_sky = np.where(face == 2, 1.0, 0.35 + 0.6 * rise).astype(np.float32)[None]
    gloss = {"wood": 0.35, "leather": 0.3}.get(fabric.material, 0.1)
    surface = Surface(albedo.astype(np.float32), normal, toward, gloss, open_sky)
    canvas[rows, cols] = as_picture(lit(surface, lamp))[0]
    ground[rows, cols] = z[rows, cols]


def _screw_on(albedo: Floats, metal: Floats, at: tuple[Floats, Floats], upper: npt.NDArray[np.bool_]) -> None:
    """Colour the pixels of hinges: a plate on either side of the seam, with a barrel between and four screws.

    Args:
        albedo: the pixels' colours as light, shape (n, 3), written to.
        metal: the hinges' colour as light.
        at: for each pixel x, and how far it is in y from the nearest hinge's middle, millimetres.
        upper: whether it is on an upper face.
    """
    x, y = np.abs(at[0]), at[1]
    inside = upper & (x < _HINGE[0]) & (y < _HINGE[1])
    screw = np.hypot(x - 0.62 * _HINGE[0], y - 0.62 * _HINGE[1]) < 1.8
    shade = np.where(screw, 0.35, np.where(np.abs(x - 2.2) < 0.5, 0.3, np.where(x < 2.2, 1.25, 0.9)))
    albedo[inside] = metal * shade[inside, None].astype(np.float32)


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
        shadow = np.zeros((rows, cols), dtype=np.uint8)
        cv2.fillConvexPoly(shadow, np.rint(cv2.boxPoints(box) * 16).astype(np.int32), 110, cv2.LINE_AA, 4)
        shadow = np.asarray(cv2.GaussianBlur(shadow, (0, 0), 3.0), dtype=np.uint8)
        dimmed = cv2.bitwise_not(cv2.merge([shadow, shadow, shadow]))
        cv2.multiply(picture, dimmed, dst=picture, scale=1 / 255)
        grey = int(rng.integers(214, 240)) if paper else int(rng.integers(18, 46))
        cv2.fillConvexPoly(
            picture, np.rint(cv2.boxPoints(box) * 16).astype(np.int32), (grey, grey, grey), cv2.LINE_AA, 4
        )
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


def _no_zero(values: Floats) -> Floats:
    """Return the values with those next to nothing moved off zero."""
    return np.asarray(np.where(np.abs(values) < 1e-7, 1e-7, values), dtype=np.float32)


def _rows_of(x: Floats, y: Floats) -> tuple[Floats, Floats]:
    """Return two lists of coordinates as blocks of 1024 columns, as OpenCV's remap wants them."""
    rows = math.ceil(len(x) / 1024)
    out = []
    for values in (x, y):
        block = np.zeros(rows * 1024, dtype=np.float32)
        block[: len(values)] = values
        out.append(block.reshape(rows, 1024))
    return out[0], out[1]


def draw_plate(size: BoardSize, look: BoardLook, lamp: Lamp, pinhole: Pinhole) -> Plate:
    """Draw the empty board as this camera sees it in this light."""
    rays = block_rays(pinhole, 0, 0, pinhole.width, pinhole.height, finer=_FINER)
    canvas = _table(size, look, lamp, rays)
    ground = np.full(rays.x0.shape, -_BASE, dtype=np.float32)
    boxes = frame_boxes(size)
    ppm = min(_FINEST, _DETAIL * pinhole.focal / pinhole.eye[2])
    floor = _ground_texture(size, look, ppm)
    light = _ground_light(size, boxes, lamp)
    fine = cv2.resize(light, (floor.shape[1], floor.shape[0]), interpolation=cv2.INTER_LINEAR)
    floor = np.clip(floor * fine[..., None], 0, 255).astype(np.uint8)
    on_board = (np.abs(rays.x0) < size.outer_width / 2) & (np.abs(rays.y0) < size.outer_height / 2)
    fine_x = (rays.x0 + size.outer_width / 2) * np.float32(ppm)
    fine_y = (size.outer_height / 2 - rays.y0) * np.float32(ppm)
    cv2.copyTo(_sample(floor, fine_x - 0.5, fine_y - 0.5), on_board.astype(np.uint8), canvas)
    ground[on_board] = 0.0
    grain = structure(look.frame, (600, 2200), 2.0, look.name, "frame")
    for box in boxes:
        block = _fine_block(pinhole, box)
        if block is not None:
            part = np.s_[block.top : block.top + block.height, block.left : block.left + block.width]
            _draw_box(
                canvas[part],
                ground[part],
                Rays(*(r[part] for r in rays)),
                box,
                _Dress(look.frame, grain, lamp, look.hinges),
            )
    picture = cv2.resize(canvas, (pinhole.width, pinhole.height), interpolation=cv2.INTER_AREA)
    return Plate(np.asarray(picture, dtype=np.uint8), np.ascontiguousarray(ground[1::_FINER, 1::_FINER]))


def _fine_block(pinhole: Pinhole, box: Box) -> Block | None:
    """Return the block of fine pixels that a box may cover."""
    middle = ((box.x0 + box.x1) / 2, (box.y0 + box.y1) / 2, (box.z0 + box.z1) / 2)
    half = ((box.x1 - box.x0) / 2, (box.y1 - box.y0) / 2, (box.z1 - box.z0) / 2)
    block = block_around(pinhole, box_points(middle, half), pad=4)
    return None if block is None else Block(*(n * _FINER for n in block))
