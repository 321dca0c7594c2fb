"""Crops of dice and cubes drawn one by one, on any ground, for the networks for dice.

Half of the dice lie flat; some lean, on nothing that is seen, as those do that lean on a checker's edge.
"""

from __future__ import annotations

import math
from dataclasses import replace
from typing import TYPE_CHECKING, Final

import cv2
import numpy as np
import numpy.typing as npt

from vision.dice.die_net import COCKED, FIRST_CUBE, NONE
from vision.training.dice.box_faces import cube_faces, die_faces, refused_faces
from vision.training.dice.box_makes import drawn_colour, drawn_make
from vision.training.dice.drawn_boxes import CROP, UNIT, BoxStand, cloud, draw_box, drawn_stand
from vision.training.emblems import lay_emblem, lay_emblems

if TYPE_CHECKING:
    from collections.abc import Sequence

    from vision.arrays import Float
    from vision.frame import Image

LEAST_LEAN: Final = 11.0
MOST_LEAN: Final = 42.0
"""How far dice lean that count as cocked, degrees."""

DIE_OF_CHECKER: Final = 0.4
"""A usual die's side in checker diameters."""

STEEP: Final = math.radians(72)
"""From so high up a flat die may be left as it is seen; from lower down it would look like one that leans."""

_DICE, _LEANING, _CUBES = 0.38, 0.11, 0.38
"""Shares of flat dice, of those that lean, and of cubes; the rest is neither."""

_MARKED, _ONLY_MARKED = 0.25, 0.4
"""Shares of crops on whose ground there are emblems, and of those that show neither and an emblem alone."""


def ground(pictures: Sequence[Image], rng: np.random.Generator) -> Float:
    """Return what a box stands on: a piece of a picture, at any size and turn, or a plain ground; 0..1."""
    if rng.random() < 0.35 or not pictures:
        plain = drawn_colour(rng) + np.float32(rng.uniform(0, 0.15)) * (cloud(rng, (CROP, CROP))[..., None] - 0.5)
        return np.asarray(np.clip(plain, 0, 1), dtype=np.float32)
    picture = pictures[int(rng.integers(len(pictures)))]
    zoom = math.exp(float(rng.uniform(math.log(0.8), math.log(3.0))))
    x, y = float(rng.uniform(0, picture.shape[1])), float(rng.uniform(0, picture.shape[0]))
    matrix = cv2.getRotationMatrix2D((x, y), float(rng.uniform(0, 360)), zoom)
    matrix[0, 2] += CROP / 2 - x
    matrix[1, 2] += CROP / 2 - y
    piece = cv2.warpAffine(picture, matrix, (CROP, CROP), flags=cv2.INTER_LINEAR, borderMode=cv2.BORDER_REFLECT)
    return np.asarray(piece, dtype=np.float32) / np.float32(255)


def marked(piece: Float, unit: float, rng: np.random.Generator) -> Float:
    """Return a ground, 0..1, with emblems and lines on it; `unit` is a die's side in its pixels."""
    picture = np.asarray(255 * piece + 0.5, dtype=np.uint8)
    lay_emblems(picture, unit / DIE_OF_CHECKER, (), rng)
    return np.asarray(picture, dtype=np.float32) / np.float32(255)


def with_emblem(piece: Float, unit: float, rng: np.random.Generator) -> Float:
    """Return a ground with an emblem about as large as a die where one would be: the hardest there is to tell."""
    picture = np.asarray(255 * piece + 0.5, dtype=np.uint8)
    at = CROP / 2 - 0.5 + rng.normal(0.0, 0.25 * unit, 2)
    lay_emblem(picture, (float(at[0]), float(at[1])), unit * math.exp(float(rng.uniform(-0.7, 0.9))), rng)
    return np.asarray(picture, dtype=np.float32) / np.float32(255)


def drawn_crop(pictures: Sequence[Image], rng: np.random.Generator, unit: float = UNIT) -> tuple[Image, int]:
    """Draw one crop.

    Args:
        pictures: what boxes may stand on.
        rng: where the chance comes from.
        unit: a side of the box in pixels of the crop.

    Returns:
        The crop, shape (CROP, CROP, 3), uint8, and its class in `vision.dice.die_net`.
    """
    crop = marked(ground(pictures, rng), unit, rng) if rng.random() < _MARKED else ground(pictures, rng)
    pose, make = drawn_stand(rng, unit=unit), drawn_make(rng)
    kind, label, faces = rng.random(), NONE, None
    if kind < _DICE + _LEANING:
        label = int(rng.integers(1, 7))
        faces = die_faces(label, rng)
        if kind >= _DICE:
            lean = math.radians(float(rng.uniform(LEAST_LEAN, MOST_LEAN)))
            pose = replace(pose, lean=lean, towards=float(rng.uniform(0, 2 * math.pi)))
            label = COCKED
    elif kind < _DICE + _LEANING + _CUBES:
        index = int(rng.integers(6))
        label, faces = FIRST_CUBE + index, cube_faces(index, rng)
    elif rng.random() < _ONLY_MARKED:
        crop = with_emblem(crop, unit, rng)
    else:
        faces = refused_faces(rng)
    for _ in range(int(rng.integers(1, 3)) if rng.random() < 0.35 else 0):  # others stand near, farther off
        other = make if rng.random() < 0.6 else drawn_make(rng)
        draw_box(crop, die_faces(int(rng.integers(1, 7)), rng), other, beside(pose, rng), rng)
    if faces is not None:
        draw_box(crop, faces, make, pose, rng)
    if pose.elevation < STEEP or rng.random() < 0.5:
        crop = brought_upright(crop, pose)
    crop = spoiled(crop, rng, unit / UNIT)
    if NONE < label < FIRST_CUBE and rng.random() < 0.12:  # seen, but not in the middle
        label = NONE
        far, way = unit * float(rng.uniform(0.65, 1.3)), float(rng.uniform(0, 2 * math.pi))
        shift = np.array([[1, 0, far * math.cos(way)], [0, 1, far * math.sin(way)]], dtype=np.float64)
        crop = np.asarray(cv2.warpAffine(crop, shift, (CROP, CROP), borderMode=cv2.BORDER_REFLECT), dtype=np.float32)
    return np.asarray(np.clip(255 * crop + 0.5, 0, 255), dtype=np.uint8), label


def brought_upright(crop: Float, pose: BoxStand) -> Float:
    """Return a crop stretched so that the upper face of a flat box is a square of the same area."""
    up = np.array([math.sin(pose.roll), -math.cos(pose.roll)])
    low = math.sin(pose.elevation)
    matrix = (np.eye(2) + (low - 1) * np.outer(up, up)) / math.sqrt(low)
    offset = np.array(pose.at) - matrix @ np.array(pose.at)
    whole = np.column_stack([matrix, offset])
    flags = cv2.INTER_LINEAR | cv2.WARP_INVERSE_MAP
    seen = cv2.warpAffine(crop, whole, (CROP, CROP), flags=flags, borderMode=cv2.BORDER_REPLICATE)
    return np.asarray(seen, dtype=np.float32)


def spoiled(crop: Float, rng: np.random.Generator, finer: float, coarsest: float = 0.45) -> Float:
    """Return a crop as a camera far away gives it: few pixels, out of focus, moved, noisy, compressed.

    Args:
        crop: as it was drawn.
        rng: where the chance comes from.
        finer: how many times as many pixels as usual the box has.
        coarsest: share of its pixels, along each axis, that are left at least.
    """
    size = round(CROP * math.exp(float(rng.uniform(math.log(coarsest), 0.0))))
    out: npt.NDArray[np.floating] = crop
    if rng.random() < 0.12:
        length, angle = finer * int(rng.integers(3, 7)), float(rng.uniform(0, math.pi))
        middle = math.ceil(4 * finer)
        kernel = np.zeros((2 * middle + 1,) * 2, dtype=np.float32)
        far = np.array([math.cos(angle), math.sin(angle)]) * length / 2
        ends = [tuple(int(v) for v in np.rint(middle + sign * far)) for sign in (-1, 1)]
        cv2.line(kernel, ends[0], ends[1], 1.0, 1)
        out = np.asarray(cv2.filter2D(out, -1, kernel / kernel.sum()))
    out = np.asarray(cv2.GaussianBlur(out, (0, 0), finer * float(rng.uniform(0.2, 0.9))))
    out = np.asarray(cv2.resize(out, (size, size), interpolation=cv2.INTER_AREA))
    out = out + rng.normal(0, float(rng.uniform(0.0, 0.03)), out.shape)
    small = np.clip(255 * out + 0.5, 0, 255).astype(np.uint8)
    if rng.random() < 0.5:
        quality = [cv2.IMWRITE_JPEG_QUALITY, int(rng.integers(30, 95))]
        small = np.asarray(cv2.imdecode(cv2.imencode(".jpg", small, quality)[1], cv2.IMREAD_COLOR), dtype=np.uint8)
    back = cv2.resize(small, (CROP, CROP), interpolation=cv2.INTER_LINEAR)
    return np.asarray(back, dtype=np.float32) / np.float32(255)


def beside(pose: BoxStand, rng: np.random.Generator) -> BoxStand:
    """Return a stand beside and behind another, in the same view."""
    far = pose.unit * float(rng.uniform(1.1, 1.9))
    way = pose.roll + float(rng.uniform(0.1, math.pi - 0.1))
    at = (pose.at[0] + far * math.cos(way), pose.at[1] - far * math.sin(way))
    return BoxStand(pose.elevation, pose.roll, float(rng.uniform(0, 2 * math.pi)), at, pose.unit)


def drawn_crops(
    pictures: Sequence[Image], count: int, seed: int, unit: float = UNIT
) -> tuple[npt.NDArray[np.uint8], npt.NDArray[np.uint8]]:
    """Return `count` crops, (count, CROP, CROP, 3), and their classes, (count,)."""
    rng = np.random.default_rng(seed)
    made = [drawn_crop(pictures, rng, unit) for _ in range(count)]
    return np.stack([crop for crop, _ in made]), np.array([label for _, label in made], dtype=np.uint8)
