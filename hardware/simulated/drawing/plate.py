"""The plate: the empty board on its table, drawn once for a camera, a light and a look."""

from __future__ import annotations

import math
from typing import TYPE_CHECKING, NamedTuple

import cv2
import numpy as np
import numpy.typing as npt

from hardware.simulated.drawing.floor import FrameBox, floor_texture, frame_shade, mirrored, sample, table_seen
from hardware.simulated.drawing.ornament import BAR_COVER, BLACK_METAL
from hardware.simulated.drawing.props import draw_prop, draws_over, standing_by
from hardware.simulated.drawing.shading import GAMMA, Facing, Lamp, Surface, lit, to_light
from hardware.simulated.drawing.sprites import Block, block_around, box_points, lay
from hardware.simulated.looks.materials import U8, as_picture, coloured, structure
from hardware.simulated.optics.pinhole import Floats, Pinhole, Rays, block_rays
from hardware.simulated.scene.board import BASE

if TYPE_CHECKING:
    from hardware.simulated.looks.parts import BoardLook, Colour, Fabric
    from hardware.simulated.scene.board import BoardSize

_FINER = 2
_FINEST = 3.0
"""The playing surface's texture at its finest: pixels a millimetre."""
_DETAIL = 2.2
"""How many of its pixels go, across, to one pixel of the picture."""
_HINGE = (9.0, 17.0)
"""Half a hinge's width and length, millimetres."""
_THINNEST = 0.5
"""How high a bar is drawn that is level with the surface, millimetres: so it is seen, and hides nothing."""
_EDGE = 2.2
"""The rounded edges of rails, millimetres."""


class _Dress(NamedTuple):
    """What the frame is made of: its fabric, that fabric's structure, the light, the metal of its hinges, its inlay."""

    fabric: Fabric
    grain: Floats
    lamp: Lamp
    hinges: Colour | None
    inlay: Colour | None


class BoardPlate(NamedTuple):
    """The empty board.

    Attributes:
        picture: shape (height, width, 3), uint8, blue-green-red, without the camera's noise.
        ground: the height of what each pixel sees, shape (height, width), float32, millimetres.
        hidden: the part of the lamp that the frame keeps off surface and trays, same shape, uint8, 255 for all.
    """

    picture: U8
    ground: Floats
    hidden: U8


def frame_boxes(size: BoardSize) -> list[FrameBox]:
    """Return the boxes that rails, bar and the trays' inner walls are made of."""
    w, h, rail, inner, tray = size.width / 2, size.height / 2, size.rail_width, size.inner_rail, size.tray_width
    out, top = size.outer_width / 2, size.rail_height
    boxes = []
    for sign in (-1, 1):
        edges = sorted((sign * (w + inner + tray), sign * out))
        boxes.append(FrameBox(edges[0], edges[1], -h, h, -BASE, top, along_x=False))
        if not size.has_trays:
            continue
        edges = sorted((sign * w, sign * (w + inner)))
        boxes.append(FrameBox(edges[0], edges[1], -h, h, 0.0, top, along_x=False))
        edges = sorted((sign * (w + inner), sign * (w + inner + tray)))
        for end in (-1, 1):
            middle = end * (size.divider / 2 - 6.0)
            boxes.append(FrameBox(edges[0], edges[1], middle - 6.0, middle + 6.0, 0.0, 0.62 * top, along_x=True))
    bar = max(size.bar_height, _THINNEST)
    boxes.append(FrameBox(-size.bar_width / 2, size.bar_width / 2, -h, h, 0.0, bar, along_x=False))
    boxes += [
        FrameBox(-out, out, h, h + rail, -BASE, top, along_x=True),
        FrameBox(-out, out, -h - rail, -h, -BASE, top, along_x=True),
    ]
    return boxes


def _draw_box(canvas: U8, ground: Floats, rays: Rays, box: FrameBox, dress: _Dress) -> None:
    """Draw a box of the frame into the rays' block of the canvas and of the heights."""
    fabric, grain, lamp, hinges, inlay = dress
    middle = ((box.x0 + box.x1) / 2, (box.y0 + box.y1) / 2, (box.z0 + box.z1) / 2)
    half = ((box.x1 - box.x0) / 2, (box.y1 - box.y0) / 2, (box.z1 - box.z0) / 2)
    start = [rays.x0 - np.float32(middle[0]), rays.y0 - np.float32(middle[1]), np.full_like(rays.x0, -middle[2])]
    slope = [_no_zero(rays.sx), _no_zero(rays.sy), np.ones_like(rays.sx)]
    away = [np.sign(m) * np.float32(e) for m, e in zip(slope, half, strict=True)]
    high: list[Floats] = [(a - n) / m for a, m, n in zip(away, slope, start, strict=True)]
    low = [(-a - n) / m for a, m, n in zip(away, slope, start, strict=True)]
    z: Floats = np.minimum(np.minimum(high[0], high[1]), high[2])
    hit = (z > np.maximum(np.maximum(low[0], low[1]), low[2])) & (z >= ground)
    if not hit.any():
        return
    rows, cols = np.nonzero(hit)
    slope, start, high = ([values[rows, cols] for values in part] for part in (slope, start, high))
    z = z[rows, cols]
    p = [n + m * z for m, n in zip(slope, start, strict=True)]
    face = np.where(high[0] == z, 0, np.where(high[1] == z, 1, 2))
    parts = []
    for i in range(3):
        depth = np.float32(half[i]) - np.abs(p[i])
        rounded = np.sign(p[i]) * 0.8 * np.clip(1.0 - depth / _EDGE, 0.0, 1.0)
        if i == 2:
            rounded = np.maximum(rounded, 0.0)
        parts.append(np.where(face == i, np.sign(slope[i]), rounded))
    length = np.sqrt(sum(n * n for n in parts))
    normal = Facing(*(np.asarray(n / length, dtype=np.float32)[None] for n in parts))
    x, y = p[0] + np.float32(middle[0]), p[1] + np.float32(middle[1])
    long, cross = (x, y) if box.along_x else (y, x)
    cross = cross + p[2]
    ppm = np.float32(2.0)
    map_x, map_y = (long + 500.0) * ppm, (np.float32(60.0 + 0.37 * (middle[0] + middle[1])) + cross) * ppm
    texel = cv2.remap(grain, *_rows_of(map_x, map_y), cv2.INTER_LINEAR, borderMode=cv2.BORDER_REFLECT)
    shade: Floats = texel.reshape(-1)[: len(rows)].astype(np.float32)
    shade = shade * (1.0 - 0.55 * np.exp(-((x / 0.7) ** 2)))  # the seam where the board folds
    albedo = to_light(fabric.colour)[None, None, :] * shade[None, :, None]
    if hinges is not None and box.is_bar:
        wide = min(_HINGE[0], 0.45 * (box.x1 - box.x0))
        _screw_on(albedo[0], to_light(hinges), (x, np.abs(np.abs(y) - np.float32(0.62 * box.y1))), face == 2, wide)
    if inlay is not None:
        along, across = (p[0], p[1]) if box.along_x else (p[1], p[0])
        diamond = np.abs((along + 30.0) % 60.0 - 30.0) * 0.55 + np.abs(across)
        albedo[0][(face == 2) & (diamond < 0.3 * min(half[0], half[1]))] = to_light(inlay)
    sx, sy = rays.sx[rows, cols], rays.sy[rows, cols]
    length = np.sqrt(sx**2 + sy**2 + 1.0)
    toward = Facing((sx / length)[None], (sy / length)[None], (1.0 / length)[None])
    rise = np.clip(z / max(box.z1, 1.0), 0.0, 1.0)
    open_sky = np.where(face == 2, 1.0, 0.35 + 0.6 * rise).astype(np.float32)[None]
    gloss = {"wood": 0.35, "leather": 0.3}.get(fabric.material, 0.1)
    surface = Surface(albedo.astype(np.float32), normal, toward, gloss, open_sky)
    canvas[rows, cols] = as_picture(lit(surface, lamp))[0]
    ground[rows, cols] = z


def _screw_on(
    albedo: Floats, metal: Floats, at: tuple[Floats, Floats], upper: npt.NDArray[np.bool_], wide: float
) -> None:
    """Colour the pixels of hinges: a plate on either side of the seam, with a barrel between and four screws.

    Args:
        albedo: the pixels' colours as light, shape (n, 3), written to.
        metal: the hinges' colour as light.
        at: for each pixel x, and how far it is in y from the nearest hinge's middle, millimetres.
        upper: whether it is on an upper face.
        wide: half a hinge's width, millimetres.
    """
    x, y = np.abs(at[0]), at[1]
    inside = upper & (x < wide) & (y < _HINGE[1])
    screw = np.hypot(x - 0.62 * wide, y - 0.62 * _HINGE[1]) < 1.8
    shade = np.where(screw, 0.35, np.where(np.abs(x - 2.2) < 0.5, 0.3, np.where(x < 2.2, 1.25, 0.9)))
    albedo[inside] = metal * shade[inside, None].astype(np.float32)


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


def draw_plate(size: BoardSize, look: BoardLook, lamp: Lamp, pinhole: Pinhole) -> BoardPlate:
    """Draw the empty board as this camera sees it in this light."""
    rays = block_rays(pinhole, 0, 0, pinhole.width, pinhole.height, finer=_FINER)
    beside = standing_by(size, look)
    canvas = table_seen(size, look, lamp, rays, [thing.box for thing in beside])
    ground = np.full(rays.x0.shape, -BASE, dtype=np.float32)
    boxes = frame_boxes(size)
    ppm = min(_FINEST, _DETAIL * pinhole.focal / pinhole.eye[2])
    floor = floor_texture(size, look, ppm)
    hidden, light = (
        cv2.resize(values, (floor.shape[1], floor.shape[0]), interpolation=cv2.INTER_LINEAR)
        for values in frame_shade(size, boxes, lamp)
    )
    floor = coloured(floor[..., channel] * light for channel in range(3))
    on_board = (np.abs(rays.x0) < size.outer_width / 2) & (np.abs(rays.y0) < size.outer_height / 2)
    x = (rays.x0 + size.outer_width / 2) * np.float32(ppm) - np.float32(0.5)
    y = (size.outer_height / 2 - rays.y0) * np.float32(ppm) - np.float32(0.5)
    cv2.copyTo(sample(floor, x, y), on_board.astype(np.uint8), canvas)
    if lamp.glare > 0.0:
        shine = mirrored(look.surface.material, lamp, rays) * (1.0 - sample(hidden * 255.0, x, y) / np.float32(255.0))
        light = np.power(canvas / np.float32(255.0), np.float32(GAMMA)) + (shine * on_board)[..., None]
        canvas = np.asarray(np.clip(255.0 * np.power(light, np.float32(1.0 / GAMMA)), 0, 255), dtype=np.uint8)
    ground[on_board] = 0.0
    middle = (slice(1, None, _FINER), slice(1, None, _FINER))
    lost = np.where(on_board[middle], sample(hidden * 255.0, x[middle], y[middle]), 0)
    frame = _Dress(
        look.frame, structure(look.frame, (600, 2200), 2.0, look.name, "frame"), lamp, look.hinges, look.inlay
    )
    for box in boxes:
        dress = _cover(look, lamp) if size.construction.dark_bar and box.is_bar else frame
        block = _fine_block(pinhole, box)
        if block is not None:
            part = (slice(block.top, block.top + block.height), slice(block.left, block.left + block.width))
            _draw_box(canvas[part], ground[part], Rays(*(r[part] for r in rays)), box, dress)
    small = cv2.resize(canvas, (pinhole.width, pinhole.height), interpolation=cv2.INTER_AREA)
    picture, heights = np.asarray(small, dtype=np.uint8), np.ascontiguousarray(ground[middle])
    for thing in beside:
        sprite = draw_prop(pinhole, lamp, thing, look)
        if sprite is not None:
            lay(picture, sprite)
            draws_over(heights, sprite)
    return BoardPlate(picture, heights, np.asarray(lost, dtype=np.uint8))


def _cover(look: BoardLook, lamp: Lamp) -> _Dress:
    """Return what a dark bar is made of."""
    return _Dress(BAR_COVER, structure(BAR_COVER, (600, 2200), 2.0, look.name, "bar"), lamp, BLACK_METAL, None)


def _fine_block(pinhole: Pinhole, box: FrameBox) -> Block | None:
    """Return the block of fine pixels that a box may cover."""
    middle = ((box.x0 + box.x1) / 2, (box.y0 + box.y1) / 2, (box.z0 + box.z1) / 2)
    half = ((box.x1 - box.x0) / 2, (box.y1 - box.y0) / 2, (box.z1 - box.z0) / 2)
    block = block_around(pinhole, box_points(middle, half), pad=4)
    return None if block is None else Block(*(n * _FINER for n in block))
