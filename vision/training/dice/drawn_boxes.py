"""Dice and cubes of many makes, drawn one at a time.

A rounded box stands on a piece of some picture and is seen by a camera 35 to 90 degrees high: bodies plain, marbled,
pearly or translucent, so that the pips of their far faces are seen through them; edges sharp, rounded, or cut by a ball
as those of casino and of cheap dice; pips small and large, flat, hollow or with a rim, aces big or replaced by a mark;
faces flat, bulging, or dished so that lamps are mirrored as arcs; numbers of many founts on cubes. What is
drawn to be refused: numbers one to nine on dice, blank faces, wrong numbers of pips, letters, rings and studs.
"""

from __future__ import annotations

import math
from dataclasses import dataclass
from typing import TYPE_CHECKING, Final

import cv2
import numpy as np
import numpy.typing as npt

from vision.training.dice.box_faces import FACE

if TYPE_CHECKING:
    from collections.abc import Iterator, Sequence

    from vision.arrays import Double, Float
    from vision.training.dice.box_makes import Dish, Make

CROP: Final = 80
"""Width of a crop in pixels, where nothing else is said."""

UNIT: Final = 20
"""A side of the box in pixels of the crop."""

_FINER: Final = 2
_LAMPS_NEAR, _LAMPS_ABOUT = 0.22, 0.45
"""How far lamps are from where a flat face mirrors them, or from straight above, as differences of tangents of half the
angle from upright. Those farther off are seen on slopes alone, as the rims of dished faces have them."""

_STEEP_WALLS: Final = 6.0
_STEPS: Final = 9
_SEEN: Final = ((2, True, 0, 1, 1), (0, True, 1, 1, 2), (1, True, 0, -1, 2), (0, False, 1, -1, 2), (1, False, 0, 1, 2))
"""The faces that may be seen: axis and side that they look to, the axis to their right and its sign, the axis up."""

_ALL: Final = (*_SEEN, (2, False, 0, 1, 1))
"""These and the lower one, which is seen through a clear box."""


@dataclass(frozen=True, slots=True)
class BoxStand:
    """Stand of a box before the camera: angles in radians, its upper face's middle in pixels of the crop.

    Attributes:
        elevation: of the camera above the table.
        roll: of the camera.
        turn: of the box about its own upright axis.
        at: the middle of the upper face, or what is there if the box leans.
        unit: a side in pixels of the crop.
        lean: how far the box is tilted from lying flat.
        towards: to which side of the table.
    """

    elevation: float
    roll: float
    turn: float
    at: tuple[float, float]
    unit: float
    lean: float = 0.0
    towards: float = 0.0

    def box_frame(self) -> Double:
        """Return the 3x3 matrix from the table's frame to the box's own."""
        c, s = math.cos(self.turn), math.sin(self.turn)
        turn = np.array([[c, s, 0], [-s, c, 0], [0, 0, 1]])
        c, s = math.cos(self.towards), math.sin(self.towards)
        side = np.array([[c, s, 0], [-s, c, 0], [0, 0, 1]])
        c, s = math.cos(self.lean), math.sin(self.lean)
        lean = np.array([[c, 0, -s], [0, 1, 0], [s, 0, c]])
        return np.asarray(turn @ side.T @ lean @ side, dtype=np.float64)


def drawn_stand(
    rng: np.random.Generator, at: tuple[float, float] = (CROP / 2 - 0.5, CROP / 2 - 0.5), unit: float = UNIT
) -> BoxStand:
    """Return a stand drawn by chance: seen from high up its sides may face anywhere, else they are below."""
    elevation = math.radians(min(90.0, float(rng.uniform(36.0, 98.0))))
    steep = elevation > math.radians(64)
    roll = float(rng.uniform(-math.pi, math.pi)) if steep else float(rng.normal(0.0, 0.3))
    return BoxStand(elevation, roll, float(rng.uniform(0, 2 * math.pi)), at, unit)


def cloud(rng: np.random.Generator, shape: tuple[int, int]) -> Float:
    """Return soft noise, 0..1."""
    coarse = rng.random((int(rng.integers(3, 9)), int(rng.integers(3, 9)))).astype(np.float32)
    soft = cv2.resize(coarse, (shape[1], shape[0]), interpolation=cv2.INTER_CUBIC)
    return np.asarray(np.clip(1.8 * (soft - 0.5) + 0.5, 0, 1), dtype=np.float32)


def draw_box(crop: Float, faces: list[Float], make: Make, pose: BoxStand, rng: np.random.Generator) -> None:
    """Draw a box into a crop, with its shadow.

    Args:
        crop: a square, shape (n, n, 3), 0..1, changed in place.
        faces: ink of the upper face, the four round about, the lower one.
        make: how it looks.
        pose: how it stands.
        rng: where the chance comes from.
    """
    eye = np.array([0.0, -math.cos(pose.elevation), math.sin(pose.elevation)])
    up = np.array([0.0, math.sin(pose.elevation), math.cos(pose.elevation)])
    # In half sides, about the box's middle; the upper face's middle is at (0, 0, 1).
    size = len(crop)
    fine = size * _FINER
    step = 2.0 / (pose.unit * _FINER)
    columns, rows = np.meshgrid(np.arange(fine, dtype=np.float32), np.arange(fine, dtype=np.float32))
    dx = (columns - (pose.at[0] + 0.5) * _FINER + 0.5) * np.float32(step)
    dy = -(rows - (pose.at[1] + 0.5) * _FINER + 0.5) * np.float32(step)
    cos, sin = math.cos(pose.roll), math.sin(pose.roll)
    u: Float = np.asarray(cos * dx - sin * dy, dtype=np.float32)
    v: Float = np.asarray(sin * dx + cos * dy + float(up[2]), dtype=np.float32)
    near = (np.abs(u) < 1.75) & (np.abs(v) < 1.75)
    if not near.any():
        return
    _cast_shadow(crop, (u, v), pose, rng)
    u, v = u[near], v[near]
    turned = pose.box_frame()
    own = turned @ np.stack([np.array([1.0, 0, 0]), up, eye], axis=1)
    start = (own[:, :2].astype(np.float32) @ np.stack([u, v])).astype(np.float32)
    hit, p = _struck(start, own[:, 2].astype(np.float32), make)
    if not hit.any():
        return
    normal = _normal(p, make)
    albedo, ink, slopes = _painted(p, faces, make, rng)
    normal = normal + np.float32(_STEEP_WALLS * make.depth) * slopes  # a pip's walls look to its middle
    normal = normal / (np.sqrt((normal * normal).sum(axis=0)) + np.float32(1e-5))
    colour = _lit((albedo, ink), (p, normal), make, (own[:, 2], turned), rng)
    if make.clear > 0:
        below = cv2.resize(cv2.GaussianBlur(crop, (0, 0), 1.5), (fine, fine))[near][hit]
        colour = _seen_through(
            colour, np.asarray(below, dtype=np.float32), (p, own[:, 2].astype(np.float32)), make, faces
        )
    inside = np.zeros((fine, fine), dtype=np.float32)
    paint = np.zeros((fine, fine, 3), dtype=np.float32)
    where = np.flatnonzero(near.ravel())[hit]
    inside.ravel()[where] = 1
    paint.reshape(-1, 3)[where] = colour
    cover = cv2.resize(inside, (size, size), interpolation=cv2.INTER_AREA)[..., None]
    crop *= 1 - cover
    crop += cv2.resize(paint, (size, size), interpolation=cv2.INTER_AREA)


def _seen_through(colour: Float, below: Float, ray: tuple[Float, Float], make: Make, faces: list[Float]) -> Float:
    """Return colours of a clear box with what is seen through it, shape (n, 3): the ground, and its far faces' ink.

    Args:
        colour: of its near surface.
        below: of the ground behind it.
        ray: where it is struck, in its own frame, shape (3, n), and the way to the camera, shape (3,).
        make: how it looks.
        faces: ink of all its faces.
    """
    p, along = ray
    far = np.float32(make.far) * _ink_at(_far_side(p, along, make.bend), faces, _ALL)[:, None]
    marks = make.inky * 0.8 * make.ink + (1 - make.inky) * make.body
    behind = below * (1 - far) + np.asarray(marks, dtype=np.float32)[None] * far
    clear = np.float32(make.clear) * (1 - np.float32(make.solid) * _ink_at(p, faces, _SEEN)[:, None])
    return np.asarray(colour * (1 - clear) + behind * clear, dtype=np.float32)


def _far_side(p: Float, along: Float, bend: float) -> Float:
    """Return where rays that strike a box at points leave it, in its own frame, shape (3, n); see `_seen_through`."""
    axis = np.abs(p).argmax(axis=0)
    outwards = np.zeros_like(p)
    np.put_along_axis(outwards, axis[None], np.sign(np.take_along_axis(p, axis[None], axis=0)), axis=0)
    straight = (along[:, None] * outwards).sum(axis=0)
    aside = (along[:, None] - straight * outwards) / np.float32(bend)
    into = -(aside + np.sqrt(1 - (aside * aside).sum(axis=0)) * outwards)
    into = np.where(np.abs(into) < 1e-6, np.float32(1e-6), into)
    way = ((np.sign(into) - p) / into).clip(min=0).min(axis=0)
    return np.asarray(np.clip(p + way * into, -1, 1), dtype=np.float32)


def _ink_at(p: Float, faces: list[Float], seen: Sequence[tuple[int, bool, int, int, int]]) -> Float:
    """Return the ink at points of the box, shape (n,), on those faces that are given."""
    ink = np.zeros(p.shape[1], dtype=np.float32)
    for number, here, at in _on_faces(p, seen):
        soft = cv2.GaussianBlur(faces[number], (0, 0), 0.8)
        ink[here] = cv2.remap(soft, *at, cv2.INTER_LINEAR)[0]
    return ink


def _on_faces(
    p: Float, seen: Sequence[tuple[int, bool, int, int, int]]
) -> Iterator[tuple[int, npt.NDArray[np.bool_], tuple[Float, Float]]]:
    """Yield the number of each face on which points of the box lie, which ones, and where in its drawing, pixels."""
    axis = np.abs(p).argmax(axis=0)
    positive = np.take_along_axis(p, axis[None], axis=0)[0] > 0
    for number, (face_axis, side, a, right, b) in enumerate(seen):
        here = (axis == face_axis) & (positive == side)
        if here.any():
            map_a = ((right * p[a, here] + 1) * np.float32(FACE / 2) - 0.5)[None]
            map_b = ((1 - p[b, here]) * np.float32(FACE / 2) - 0.5)[None]
            yield number, here, (map_a, map_b)


def _struck(start: Float, along: Float, make: Make) -> tuple[npt.NDArray[np.bool_], Float]:
    """Follow rays until they strike a box.

    Args:
        start: where they pass the middle, in its own frame, shape (3, n).
        along: the way to the camera, shape (3,).
        make: how it is rounded.

    Returns:
        Which rays strike it, shape (n,), and where these do, shape (3, m).
    """
    t = np.full(start.shape[1], 1.85, dtype=np.float32)
    inner = np.float32(1.0 - make.rounding)
    for _ in range(_STEPS):
        p = start + along[:, None] * t
        past = np.maximum(np.abs(p) - inner, 0)
        away = np.sqrt((past * past).sum(axis=0)) - np.float32(make.rounding)
        away = np.maximum(away, np.sqrt((p * p).sum(axis=0)) - np.float32(make.ball))
        t = t - np.maximum(away, 0)
    hit = away < 0.03
    return hit, p[:, hit]


def _normal(p: Float, make: Make) -> Float:
    """Return the unit normals at points of a box, shape (3, n)."""
    past = np.maximum(np.abs(p) - np.float32(1.0 - make.rounding), 0)
    on_ball = np.sqrt((p * p).sum(axis=0)) > make.ball - 0.02
    normal = np.where(on_ball, p, np.sign(p) * past)
    if make.dish is not None:
        normal = normal / (np.sqrt((normal * normal).sum(axis=0)) + np.float32(1e-5)) - _dished(p, make.dish)
    return np.asarray(normal / (np.sqrt((normal * normal).sum(axis=0)) + np.float32(1e-5)), dtype=np.float32)


def _dished(p: Float, dish: Dish) -> Float:
    """Return by how much the slope within a rim leans inwards at points of a box: less of the normals, shape (3, n)."""
    across = np.abs(p)
    np.put_along_axis(across, across.argmax(axis=0)[None], 0, axis=0)
    square = np.float32(dish.square)
    out = (across**square).sum(axis=0) ** (1 / square) + np.float32(1e-5)
    steep = np.float32(dish.steep) * np.exp(-(((out - np.float32(dish.radius)) / np.float32(dish.width)) ** 2))
    return np.asarray(steep * np.sign(p) * (across / out) ** (square - 1), dtype=np.float32)


def _cast_shadow(crop: Float, at: tuple[Float, Float], pose: BoxStand, rng: np.random.Generator) -> None:
    """Darken the ground beside the box."""
    u, v = at
    lower = v + 2 * math.cos(pose.elevation)
    slant = max(0.45, math.sin(pose.elevation))
    way, far = float(rng.uniform(0, 2 * math.pi)), float(rng.uniform(0.0, 0.8))
    x, y = u - far * math.cos(way), lower / slant - far * math.sin(way)
    c, s = math.cos(pose.turn), math.sin(pose.turn)
    square = np.maximum(np.abs(c * x + s * y), np.abs(-s * x + c * y)) < 1.05
    soft = cv2.GaussianBlur(square.astype(np.float32), (0, 0), float(rng.uniform(1.5, 7.0)))
    dark = np.float32(rng.uniform(0.0, 0.65)) * cv2.resize(soft, crop.shape[1::-1], interpolation=cv2.INTER_AREA)
    crop *= 1 - dark[..., None]


def _inked(p: Float, faces: list[Float], make: Make, rng: np.random.Generator) -> tuple[Float, Float, Float]:
    """Return what is printed or cut into the box at its points.

    Returns:
        The ink and how dark the walls of hollow pips are, both shape (n,), and how these walls slope, shape (3, n).
    """
    ink = _ink_at(p, faces, _SEEN)
    walls, slopes = np.zeros(p.shape[1], dtype=np.float32), np.zeros_like(p, dtype=np.float32)
    for number, here, (map_a, map_b) in _on_faces(p, _SEEN):
        _, _, a, right, b = _SEEN[number]
        if make.depth > 0:
            slope = cv2.GaussianBlur(faces[number], (0, 0), 2.2)
            wall = slope - np.roll(slope, 4, axis=int(rng.integers(2)))
            walls[here] = cv2.remap(wall, map_a, map_b, cv2.INTER_LINEAR)[0]
            deep = cv2.GaussianBlur(faces[number], (0, 0), make.dimple)
            across, down = (cv2.Sobel(deep, cv2.CV_32F, *way, scale=0.5) for way in ((1, 0), (0, 1)))
            slopes[a, here] = right * cv2.remap(across, map_a, map_b, cv2.INTER_LINEAR)[0]
            slopes[b, here] = -cv2.remap(down, map_a, map_b, cv2.INTER_LINEAR)[0]
    return ink, walls, slopes


def _painted(p: Float, faces: list[Float], make: Make, rng: np.random.Generator) -> tuple[Float, Float, Float]:
    """Return what points of the box are like.

    Returns:
        Their colours in even light, shape (n, 3), the ink on them, shape (n,), and how hollows slope, shape (3, n).
    """
    ink, walls, slopes = _inked(p, faces, make, rng)
    share = np.float32(make.marble) * _marble(p, make.swirl, rng)
    body = make.body[None] * (1 - share[:, None]) + make.vein[None] * share[:, None]
    if make.speckle > 0:
        grains = rng.normal(0.0, make.speckle, p.shape[1:]).astype(np.float32)
        body = np.clip(body + grains[:, None], 0, 1)
    albedo = body * (1 - ink[:, None]) + make.ink[None] * ink[:, None]
    return np.asarray(albedo * (1 - 0.8 * make.depth * walls[:, None]), dtype=np.float32), ink, slopes


def _lit(painted: tuple[Float, Float], facing: tuple[Float, Float], make: Make, views: tuple[Double, Double],
         rng: np.random.Generator) -> Float:  # fmt: skip
    """Return colours in the light of a lamp somewhere above, shape (n, 3).

    Args:
        painted: colours in even light, and the ink there, shape (n,).
        facing: points of the box and unit normals there, both shape (3, n).
        make: how glossy it is.
        views: the way to the camera in the box's own frame, and the matrix from the table's frame to that.
        rng: where the chance comes from.
    """
    (albedo, ink), (p, normal), (eye, turned) = painted, facing, views
    way, high = float(rng.uniform(0, 2 * math.pi)), math.radians(float(rng.uniform(30, 85)))
    lamp = turned @ np.array([math.cos(way) * math.cos(high), math.sin(way) * math.cos(high), math.sin(high)])
    ambient = float(rng.uniform(0.25, 0.75))
    light = (1 - ambient) * np.clip(normal.T @ lamp.astype(np.float32), 0, 1) + ambient * (0.6 + 0.4 * normal[2])
    half = lamp + eye
    glint = np.clip(normal.T @ (half / np.linalg.norm(half)).astype(np.float32), 0, 1) ** np.float32(make.shine)
    out = albedo * light[:, None] * np.float32(rng.uniform(0.8, 1.3))
    out = out + np.float32(make.gloss * rng.uniform(0.2, 1.0)) * glint[:, None]
    if make.mirror > 0:
        mirror = np.float32(make.mirror) * (1 - np.float32(make.matt) * ink)
        out = out + (mirror * _mirrored(p, normal, make, views, rng))[:, None]
    return np.asarray(np.clip(out, 0, 1), dtype=np.float32)


def _mirrored(p: Float, normal: Float, make: Make, views: tuple[Double, Double], rng: np.random.Generator) -> Float:
    """Return how bright what a glossy box mirrors is, 0..1, shape (n,): lamps, panels and windows above it.

    Faces bulge a little, as moulded ones do, so that a panel is seen whole, bent, or as a streak along an edge.
    """
    eye, turned = views
    bent = normal + np.float32(make.bulge) * p
    bent = bent / np.sqrt((bent * bent).sum(axis=0))
    towards = np.asarray(eye, dtype=np.float32)[:, None]
    ray = turned.T @ (2 * (bent * towards).sum(axis=0) * bent - towards)  # in the table's frame
    across, along = ray[0] / (1 + np.abs(ray[2])), ray[1] / (1 + np.abs(ray[2]))
    bright = np.zeros(p.shape[1], dtype=np.float32)
    mirrored = turned.T @ eye * np.array([-1, -1, 1])  # where a flat upper face mirrors
    for _ in range(int(rng.integers(1, 4))):
        near = mirrored[:2] / (1 + mirrored[2]) if rng.random() < 0.6 else np.zeros(2)
        x, y = near + rng.normal(0.0, _LAMPS_NEAR if make.dish is None else _LAMPS_ABOUT, 2)
        turn, (wide, deep) = float(rng.uniform(0, math.pi)), np.exp(rng.uniform(math.log(0.03), math.log(0.35), 2))
        c, s = np.float32(math.cos(turn)), np.float32(math.sin(turn))
        u, v = c * (across - x) + s * (along - y), c * (along - y) - s * (across - x)
        soft = np.float32(rng.uniform(0.008, 0.08))
        inside = np.clip((wide - np.abs(u)) / soft, 0, 1) * np.clip((deep - np.abs(v)) / soft, 0, 1)
        if rng.random() < 0.5:  # a ring lamp, a window's frame
            ring = np.sqrt((u / wide) ** 2 + (v / deep) ** 2)
            inside = np.clip(1 - np.abs(ring - 1) / np.float32(rng.uniform(0.08, 0.4)), 0, 1)
        bright = np.maximum(bright, inside * np.float32(rng.uniform(0.3, 1.0)))
    return np.asarray(np.where(ray[2] > 0, bright, 0.0), dtype=np.float32)


def _marble(p: Float, swirl: float, rng: np.random.Generator) -> Float:
    """Return a pattern at points of the box, 0..1: soft clouds, or, with a swirl of 1, veins with hard edges."""
    soft = cloud(rng, (64, 64))
    if rng.random() < 0.5:
        soft = np.clip(0.6 * soft + 0.4 * cv2.resize(cloud(rng, (32, 32)), (64, 64)), 0, 1)
    a = (p[0] + 0.6 * p[2] + 2) * np.float32(16)
    b = (p[1] - 0.5 * p[2] + 2) * np.float32(16)
    seen = cv2.remap(np.asarray(soft, dtype=np.float32), a[None], b[None], cv2.INTER_LINEAR,
                     borderMode=cv2.BORDER_REFLECT)[0]  # fmt: skip
    if rng.random() < 0.4:  # veins along a level instead of patches above it
        seen = 1 - np.abs(2 * seen - 1)
    return np.asarray(np.clip(0.5 + (seen - 0.5) * (1 + 9 * swirl), 0, 1), dtype=np.float32)
