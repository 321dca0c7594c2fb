"""Meshes in millimetres: turned profiles, rounded boxes and flat pieces, with normals and texture coordinates."""

from __future__ import annotations

import math
from itertools import pairwise
from typing import TYPE_CHECKING, NamedTuple

import numpy as np
import numpy.typing as npt

if TYPE_CHECKING:
    from collections.abc import Callable, Sequence

F64 = npt.NDArray[np.float64]
Indices = npt.NDArray[np.uint32]
Vector = tuple[float, float, float]

_CREASE = math.cos(math.radians(35.0))
"""Neighbouring pieces of a profile that turn by more than this meet in an edge instead of a rounding."""
_WITHIN = 0.485
"""The radius of a turned thing in its texture, which ends at 0.5: its wall has the colour of its rim."""
_STEPS = 5
"""Into how many pieces a rounded edge is cut, from a face to the middle of the edge."""


class Shape(NamedTuple):
    """A mesh of triangles.

    Attributes:
        points: shape (n, 3), millimetres.
        normals: shape (n, 3), unit vectors.
        spots: shape (n, 2), where each point is in the texture: 0..1 to the right and down.
        faces: shape (m, 3), numbers of points, counterclockwise seen from outside.
    """

    points: F64
    normals: F64
    spots: F64
    faces: Indices


def moved(shape: Shape, matrix: F64, by: Vector) -> Shape:
    """Return a shape turned by a matrix of shape (3, 3), then moved by `by` millimetres."""
    return shape._replace(points=shape.points @ matrix.T + np.asarray(by), normals=shape.normals @ matrix.T)


def joined(shapes: Sequence[Shape]) -> Shape:
    """Return several shapes as one mesh."""
    firsts = np.cumsum([0, *(len(shape.points) for shape in shapes[:-1])])
    return Shape(
        np.concatenate([shape.points for shape in shapes]),
        np.concatenate([shape.normals for shape in shapes]),
        np.concatenate([shape.spots for shape in shapes]),
        np.concatenate([shape.faces + np.uint32(first) for shape, first in zip(shapes, firsts, strict=True)]),
    )


def _grid_faces(rows: int, cols: int) -> Indices:
    """Return the triangles of a grid of points that run row by row."""
    number = np.arange(rows * cols, dtype=np.uint32).reshape(rows, cols)
    a, b, c, d = (part.ravel() for part in (number[:-1, :-1], number[:-1, 1:], number[1:, 1:], number[1:, :-1]))
    return np.concatenate([np.stack([a, b, c], axis=1), np.stack([a, c, d], axis=1)])


def turned(profile: Sequence[tuple[float, float]], around: int = 72) -> Shape:
    """Return what a lathe makes of a profile about the z axis.

    Args:
        profile: radius and height, millimetres, from the middle of the top outwards and down.
        around: into how many pieces the round is cut.

    Returns:
        The shape; its texture coordinates are those of a square about its largest radius, seen from above.
    """
    line = np.asarray(profile, dtype=np.float64)
    steps = np.diff(line, axis=0)
    outwards = np.stack([-steps[:, 1], steps[:, 0]], axis=1)
    outwards /= np.linalg.norm(outwards, axis=1, keepdims=True)
    radius = line[:, 0].max()
    angles = np.linspace(0.0, 2 * math.pi, around + 1)
    c, s = np.cos(angles), np.sin(angles)
    rings = []
    for i, (start, end) in enumerate(pairwise(line)):
        facing = []
        for at, neighbour in ((start, i - 1), (end, i + 1)):
            normal = outwards[i]
            if 0 <= neighbour < len(outwards) and outwards[i] @ outwards[neighbour] > _CREASE:
                normal = outwards[i] + outwards[neighbour]
            facing.append((at, normal / np.linalg.norm(normal)))
        # Rows run against the profile so that the grid's triangles look outwards.
        points = np.concatenate([np.stack([r * c, r * s, np.full_like(c, z)], axis=1) for (r, z), _ in facing[::-1]])
        normals = np.concatenate([np.stack([n * c, n * s, np.full_like(c, m)], axis=1) for _, (n, m) in facing[::-1]])
        spots = points[:, :2] * (_WITHIN / radius) + 0.5
        rings.append(Shape(points, normals, spots, _grid_faces(2, around + 1)))
    return joined(rings)


def _cuts(half: float, edge: float, between: int) -> F64:
    """Return where a side of a rounded box is cut: finely along its rounded edges, `between` times between them."""
    far = half - edge + edge * np.tan(np.linspace(0.0, math.pi / 4, _STEPS + 1))
    return np.concatenate([-far[::-1], np.linspace(edge - half, half - edge, between + 2)[1:-1], far])


def rounded_box(
    half: Vector, edge: float, texture: Callable[[int, int, F64], F64] | None = None, between: int = 0
) -> Shape:
    """Return a box about the origin with rounded edges and corners.

    Args:
        half: half its sides, millimetres.
        edge: the radius of its edges, millimetres, above 0.
        texture: returns for points of shape (n, 3) of the face along an axis (0..2) in a direction (-1, 1) where they
            are in the texture, shape (n, 2); without it all are at (0, 0).
        between: how often the flat part of each face is cut, each way, so that it can be dented.
    """
    inner = np.asarray(half) - edge
    sides = []
    for axis in range(3):
        b, c = (axis + 1) % 3, (axis + 2) % 3
        for sign in (-1, 1):
            first, second = np.meshgrid(_cuts(half[b], edge, between), _cuts(half[c], edge, between), indexing="ij")
            flat = np.zeros((first.size, 3))
            flat[:, axis], flat[:, b], flat[:, c] = sign * half[axis], first.ravel(), second.ravel()
            kept = np.clip(flat, -inner, inner)
            normals = flat - kept
            normals /= np.linalg.norm(normals, axis=1, keepdims=True)
            points = kept + edge * normals
            faces = _grid_faces(*first.shape)
            spots = np.zeros((first.size, 2)) if texture is None else texture(axis, sign, points)
            sides.append(_outside(Shape(points, normals, spots, faces)))
    return joined(sides)


def _outside(shape: Shape) -> Shape:
    """Return the shape with its triangles turned so that they run counterclockwise seen from outside."""
    a, b, c = (shape.points[shape.faces[:, i]] for i in range(3))
    inwards = (np.cross(b - a, c - a) * shape.normals[shape.faces[:, 0]]).sum(axis=1) < 0.0
    faces = shape.faces.copy()
    faces[inwards] = faces[inwards][:, ::-1]
    return shape._replace(faces=faces)


def dented(shape: Shape, depth: F64) -> Shape:
    """Return a shape with its points moved inwards by `depth`, shape (n,), millimetres; normals follow the dents."""
    points = shape.points - shape.normals * depth[:, None]
    a, b, c = (points[shape.faces[:, i]] for i in range(3))
    across = np.cross(b - a, c - a)
    normals = np.zeros_like(points)
    for corner in range(3):
        np.add.at(normals, shape.faces[:, corner], across)
    touched = np.zeros(len(points), dtype=bool)
    touched[shape.faces[(depth[shape.faces] > 0.0).any(axis=1)]] = True
    lengths = np.linalg.norm(normals, axis=1, keepdims=True)
    bent = np.where(touched[:, None], normals / np.maximum(lengths, 1e-12), shape.normals)
    return shape._replace(points=points, normals=bent)


def level(corners: Sequence[tuple[float, float]], z: float, spots: Sequence[tuple[float, float]]) -> Shape:
    """Return a level convex piece that looks up.

    Args:
        corners: counterclockwise seen from above, millimetres.
        z: its height, millimetres.
        spots: where the corners are in the texture.
    """
    count = len(corners)
    points = np.asarray([(x, y, z) for x, y in corners], dtype=np.float64)
    faces = np.asarray([(0, i, i + 1) for i in range(1, count - 1)], dtype=np.uint32)
    return Shape(points, np.tile((0.0, 0.0, 1.0), (count, 1)), np.asarray(spots, dtype=np.float64), faces)


def rectangle(left: float, right: float, bottom: float, top: float, z: float) -> Shape:
    """Return a level rectangle that looks up; its texture fills it, row 0 at the top, column 0 at the left."""
    corners = [(left, bottom), (right, bottom), (right, top), (left, top)]
    return level(corners, z, [(0.0, 1.0), (1.0, 1.0), (1.0, 0.0), (0.0, 0.0)])
