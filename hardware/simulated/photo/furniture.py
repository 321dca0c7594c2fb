"""The board with its frame, the table that it stands on, and what stands beside it."""

from __future__ import annotations

from typing import TYPE_CHECKING, Final

import numpy as np

from hardware.simulated.drawing.floor import floor_texture
from hardware.simulated.drawing.ornament import BAR_COVER, BLACK_METAL
from hardware.simulated.drawing.props import standing_by
from hardware.simulated.looks.materials import structure, texture
from hardware.simulated.photo.finish import BRIGHTEST, Finish, Part, covered, painted, printed
from hardware.simulated.photo.shapes import joined, level, moved, rectangle, rounded_box, turned
from hardware.simulated.scene.board import BASE

if TYPE_CHECKING:
    from hardware.simulated.drawing.props import StandingProp
    from hardware.simulated.looks.parts import BoardLook, Colour
    from hardware.simulated.optics.pinhole import Floats
    from hardware.simulated.photo.shapes import F64, Shape
    from hardware.simulated.scene.board import BoardSize

_PPM: Final = 3.0
"""The playing surface's texture: pixels a millimetre."""
_TABLE: Final = (1400.0, 1100.0)
"""The table's texture, millimetres; beyond it the texture is mirrored."""
_TABLE_PPM: Final = 1.0
_FAR: Final = 4000.0
"""How far the table reaches, millimetres: past what a camera sees, so that no light comes from below."""
_WOOD: Final = (1100.0, 300.0)
"""The frame's texture, millimetres along its grain and across."""
_WOOD_PPM: Final = 2.0
_EDGE: Final = 2.0
"""The radius of the frame's edges, millimetres."""
_WALL: Final = (12.0, 0.62)
"""The trays' inner walls: how thick, millimetres, and how high as a share of the rail."""
_BARELY: Final = 0.4
"""The height of a bar that is level with the surface, millimetres: so that it is seen."""

Extent = tuple[float, float]
"""Where something begins and ends, millimetres."""


def board(size: BoardSize, look: BoardLook, lacquer: float) -> list[Part]:
    """Return the empty board; `lacquer` is how much of it mirrors, 0..1."""
    floor = printed(floor_texture(size, look, _PPM))
    parts = _floors(size, look, floor, lacquer)
    grain = structure(
        look.frame, (round(_WOOD[1] * _WOOD_PPM), round(_WOOD[0] * _WOOD_PPM)), _WOOD_PPM, look.name, "frame"
    )
    wood = np.clip(painted(look.frame.colour) * grain[..., None], 0.0, BRIGHTEST).astype(np.float32)
    bar, hinges = covered(look.frame.material, wood), look.hinges
    if size.construction.dark_bar:
        bar, hinges = Finish(painted(BAR_COVER.colour), 0.6, 0.2), BLACK_METAL
    parts.append(Part("frame", joined(_frame(size)), covered(look.frame.material, wood)))
    parts.append(Part("bar", joined(_bar(size)), bar))
    if hinges is not None:
        parts.append(Part("hinges", joined(_hinges(size)), _metal(hinges)))
    if look.inlay is not None:
        parts.append(Part("inlay", joined(_diamonds(size)), Finish(painted(look.inlay), 0.4)))
    return parts


def _floors(size: BoardSize, look: BoardLook, floor: Floats, lacquer: float) -> list[Part]:
    """Return the playing surface and the trays' floors."""
    half, out, high = size.width / 2, size.outer_width / 2, size.outer_height / 2
    edges = [-out, -half, half, out]
    columns = [round((x + out) * _PPM) for x in edges]
    parts = []
    for name, number in (("tray left", 0), ("surface", 1), ("tray right", 2)):
        cut = np.ascontiguousarray(floor[:, columns[number] : columns[number + 1]])
        material = look.surface.material if number == 1 else look.tray.material
        flat = rectangle(edges[number], edges[number + 1], -high, high, 0.0)
        parts.append(Part(name, flat, covered(material, cut, lacquer)))
    return parts


def _frame(size: BoardSize) -> list[Shape]:
    """Return the rails, and the trays' inner walls."""
    half, high = size.width / 2, size.height / 2
    inner, rail, top, out = size.inner_rail, size.rail_width, size.rail_height, size.outer_width / 2
    tray: Extent = (half + inner, half + inner + size.tray_width)
    boxes = []
    for sign in (-1, 1):
        boxes.append(_beam(_side(sign, tray[1], out), (-high, high), (-BASE, top), along_x=False))
        ends = (_side(end, high, high + rail) for end in (-1, 1))
        boxes += [_beam(_side(sign, 0.0, out), end, (-BASE, top), along_x=True) for end in ends]
        if not size.has_trays:
            continue
        boxes.append(_beam(_side(sign, half, tray[0]), (-high, high), (-1.0, top), along_x=False))
        for end in (-1, 1):
            wall = _side(end, size.divider / 2 - _WALL[0], size.divider / 2)
            boxes.append(_beam(_side(sign, *tray), wall, (-1.0, _WALL[1] * top), along_x=True))
    return boxes


def _bar(size: BoardSize) -> list[Shape]:
    """Return the bar in its two halves."""
    bar = max(size.bar_height, _BARELY)
    extents = (-size.height / 2, size.height / 2), (-1.0, bar)
    return [_beam(_side(sign, 0.0, size.bar_width / 2), *extents, along_x=False) for sign in (-1, 1)]


def _side(sign: int, near: float, far: float) -> Extent:
    """Return an extent to the right (1) or to the left (-1) of the middle."""
    return (near, far) if sign > 0 else (-far, -near)


def _beam(x: Extent, y: Extent, z: Extent, *, along_x: bool) -> Shape:
    """Return a beam of the frame with rounded edges, its grain along x or y."""
    middle = tuple((a + b) / 2 for a, b in (x, y, z))
    half = tuple((b - a) / 2 for a, b in (x, y, z))

    def wood(_axis: int, _sign: int, points: F64) -> F64:
        px, py, pz = (points[:, i] + middle[i] for i in range(3))
        long, cross = (px, py) if along_x else (py, px)
        return np.stack([(long + 500.0) / _WOOD[0], (60.0 + 0.37 * (middle[0] + middle[1]) + cross + pz) / _WOOD[1]], 1)

    edge = min(_EDGE, 0.45 * min(half))
    shape = rounded_box((half[0], half[1], half[2]), edge, wood)
    return moved(shape, np.eye(3), (middle[0], middle[1], middle[2]))


def _hinges(size: BoardSize) -> list[Shape]:
    """Return two hinges on the bar: a plate on either side of the seam, and the barrel between."""
    shapes = []
    z = max(size.bar_height, _BARELY)
    for y in (-0.31 * size.height, 0.31 * size.height):
        plate = rounded_box((min(9.0, 0.45 * size.bar_width), 17.0, 0.5), 0.2)
        barrel = turned([(0.0, 16.0), (1.8, 16.0), (1.8, -16.0), (0.0, -16.0)], 24)
        upright = np.asarray([[1.0, 0.0, 0.0], [0.0, 0.0, -1.0], [0.0, 1.0, 0.0]])
        shapes += [moved(plate, np.eye(3), (0.0, y, z)), moved(barrel, upright, (0.0, y, z))]
    return shapes


def _diamonds(size: BoardSize) -> list[Shape]:
    """Return the diamonds that are let into the rails."""
    z = size.rail_height + 0.03
    shapes = []

    def diamond(x: float, y: float, along: float, across: float) -> None:
        corners = [(x - along, y), (x, y - across), (x + along, y), (x, y + across)]
        shapes.append(level(corners, z, [(0.0, 0.0)] * 4))

    wide = 0.15 * size.rail_width
    for step in range(-6, 7):
        for sign in (-1, 1):
            diamond(60.0 * step + 30.0, sign * (size.height + size.rail_width) / 2, wide / 0.55, wide)
            if abs(60.0 * step) < size.height / 2 - 10.0:
                diamond(sign * (size.outer_width - size.rail_width) / 2, 60.0 * step, wide, wide / 0.55)
    return shapes


def _metal(colour: Colour) -> Finish:
    """Return brushed metal of a colour."""
    return Finish(painted(colour), 0.35, 0.5, 0.9)


def table(look: BoardLook) -> Part:
    """Return the table under the board."""
    picture = texture(
        look.table, (round(_TABLE[1] * _TABLE_PPM), round(_TABLE[0] * _TABLE_PPM)), _TABLE_PPM, look.name, "table"
    )
    flat = rectangle(-_FAR, _FAR, -_FAR, _FAR, -BASE)
    spots = flat.points[:, :2] / _TABLE + 0.5
    return Part("table", flat._replace(spots=spots), covered(look.table.material, printed(picture)))


def beside(size: BoardSize, look: BoardLook) -> list[Part]:
    """Return what stands on the table beside the board: a dice cup, a clock."""
    parts = []
    for number, thing in enumerate(standing_by(size, look)):
        parts += _cup(thing, look.frame.colour, number) if thing.kind == "cup" else _clock(thing, number)
    return parts


def _cup(thing: StandingProp, colour: Colour, number: int) -> list[Part]:
    """Return an open cup of leather with a lining."""
    outer, wall, high, floor = 33.0, 3.0, 88.0, 6.0
    inner = outer - wall
    wallside = [(inner - 0.6, high - 0.6), (inner + 0.8, high), (outer - 0.8, high), (outer, high - 0.8), (outer, 0.0)]
    lining = [(0.0, floor), (inner - 0.6, floor), (inner - 0.6, high - 0.6)]
    at = (thing.x, thing.y, -BASE)
    return [
        Part(f"cup {number}", moved(turned(wallside), np.eye(3), at), Finish(painted(colour), 0.5, 0.4)),
        Part(f"lining {number}", moved(turned(lining), np.eye(3), at), Finish(painted((38, 34, 34)), 1.0, 0.05)),
    ]


def _clock(thing: StandingProp, number: int) -> list[Part]:
    """Return a clock: a dark case, two pale displays towards the board's right-hand side, two buttons."""
    wide, long, high = 64.0, 132.0, 40.0
    case = moved(rounded_box((wide / 2, long / 2, high / 2), 3.0), np.eye(3), (thing.x, thing.y, high / 2 - BASE))
    displays, buttons = [], []
    for sign in (-1, 1):
        y = thing.y + sign * 0.24 * long
        x, z = thing.x, high - BASE + 0.05
        displays.append(rectangle(x + 2.0, x + 22.0, y - 25.0, y + 25.0, z))
        buttons.append(moved(rounded_box((8.0, 24.0, 3.0), 1.5), np.eye(3), (x - 18.0, y, z)))
    return [
        Part(f"clock {number}", case, Finish(painted((34, 36, 40)), 0.4)),
        Part(f"displays {number}", joined(displays), Finish(painted((138, 146, 126)), 0.2)),
        Part(f"buttons {number}", joined(buttons), Finish(painted((56, 58, 62)), 0.4)),
    ]
