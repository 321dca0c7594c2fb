"""Crops of dice and cubes drawn one by one, on any ground, for the network for dice.

Most of the dice lie flat; some lean, on nothing that is seen, as those do that lean on a checker's edge. Of most it is
known how flatly the camera looks, as it is on a board; others are seen as in any picture.
"""

from __future__ import annotations

import math
from dataclasses import replace
from typing import TYPE_CHECKING, Final

import cv2
import numpy as np
import numpy.typing as npt

from vision.dice.crops import UNKNOWN
from vision.dice.die_net import COCKED, FIRST_CUBE, NONE
from vision.training.dice.box_faces import cube_faces, die_faces, refused_faces
from vision.training.dice.box_makes import cleared, dimpled, drawn_colour, drawn_make, hued
from vision.training.dice.drawn_boxes import UNIT, BoxStand, cloud, draw_box, drawn_stand
from vision.training.emblems import lay_emblem, lay_emblems

if TYPE_CHECKING:
    from collections.abc import Sequence

    from vision.arrays import Float
    from vision.frame import Image
    from vision.training.dice.box_makes import Make

LEAST_LEAN: Final = 11.0
MOST_LEAN: Final = 42.0
"""How far dice lean that count as cocked, degrees."""

DIE_OF_CHECKER: Final = 0.4
"""A usual die's side in checker diameters."""

STEEP: Final = math.radians(72)
"""From so high up a flat die may be left as it is seen; from lower down it would look like one that leans."""

_DICE, _LEANING, _CUBES = 0.46, 0.2, 0.2
"""Shares of flat dice, of those that lean, and of cubes; the rest is neither."""

_KNOWN: Final = 0.7
"""Share of crops of which it is known how flatly the camera looks."""

_CLEAR, _HUED, _DIMPLED = 0.3, 0.25, 0.2
"""Shares of boxes that are clear, whose ink differs from the body in hue alone, and that mirror lamps in dimples."""

_COARSEST, _FINE = 0.33, 0.7
"""What share of their pixels is left at least of most boxes, and of half of those with dimples."""

_MARKED, _ON_MARK, _ONLY_MARKED = 0.35, 0.4, 0.5
"""Shares of crops on whose ground there are emblems, where one is right below, and of those that show neither die nor
cube and an emblem alone."""

_SHADED, _SHADE = 0.3, 0.3
"""Share of crops a part of which lies in another light than the rest, and the spread of how bright, as a logarithm."""

_CROWDED, _ALIKE, _OFF = 0.3, 0.6, 0.1
"""Shares of boxes with others near, of these of the same make, and of dice that are seen, but not in the middle."""

CROP: Final = 96
"""Width of a crop in pixels."""

SIDE: Final = 32
"""A side of the box in its pixels: room for any shift and scale, and as fine as the network looks."""

MIDDLE: Final = (CROP / 2 - 0.5, CROP / 2 - 0.5)


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
    at = MIDDLE + rng.normal(0.0, 0.25 * unit, 2)
    lay_emblem(picture, (float(at[0]), float(at[1])), unit * math.exp(float(rng.uniform(-0.7, 0.9))), rng)
    return np.asarray(picture, dtype=np.float32) / np.float32(255)


def drawn_crop(pictures: Sequence[Image], rng: np.random.Generator) -> tuple[Image, int, float]:
    """Draw one crop.

    Args:
        pictures: what boxes may stand on.
        rng: where the chance comes from.

    Returns:
        The crop, shape (CROP, CROP, 3), uint8, its class in `vision.dice.die_net`, and the flatness of the look at it,
        see `vision.dice.crops.Crop`.
    """
    crop = marked(ground(pictures, rng), SIDE, rng) if rng.random() < _MARKED else ground(pictures, rng)
    if rng.random() < _ON_MARK:
        crop = with_emblem(crop, SIDE, rng)
    pose, known = drawn_stand(rng, MIDDLE, SIDE), rng.random() < _KNOWN
    if known:
        pose = replace(pose, roll=0.0)
    make, coarsest = _make(rng)
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
        crop = with_emblem(crop, SIDE, rng)
    else:
        faces = refused_faces(rng)
    _draw_others(crop, make, pose, rng)
    if faces is not None:
        draw_box(crop, faces, make, pose, rng)
    if known or (pose.elevation < STEEP and rng.random() < 0.6):
        crop = brought_upright(crop, pose)
    crop = spoiled(_shaded(crop, rng), rng, SIDE / UNIT, coarsest)
    if NONE < label < FIRST_CUBE and rng.random() < _OFF:
        label = NONE
        far, way = SIDE * float(rng.uniform(0.65, 1.2)), float(rng.uniform(0, 2 * math.pi))
        shift = np.array([[1, 0, far * math.cos(way)], [0, 1, far * math.sin(way)]], dtype=np.float64)
        crop = np.asarray(cv2.warpAffine(crop, shift, (CROP, CROP), borderMode=cv2.BORDER_REFLECT), dtype=np.float32)
    flatness = max(0.0, 1 / math.tan(pose.elevation)) if known else UNKNOWN
    return np.asarray(np.clip(255 * crop + 0.5, 0, 255), dtype=np.uint8), label, flatness


def _shaded(crop: Float, rng: np.random.Generator) -> Float:
    """Return a crop a part of which may lie in another light: a shadow's edge, a lamp's pool."""
    if rng.random() >= _SHADED:
        return crop
    down, across = np.mgrid[:CROP, :CROP] / CROP - 0.5
    way = float(rng.uniform(0, 2 * math.pi))
    from_edge = across * math.cos(way) + down * math.sin(way) - rng.normal(0.0, 0.2)
    soft = math.exp(float(rng.uniform(math.log(0.02), math.log(0.5))))
    share = np.exp(rng.normal(0.0, _SHADE) / (1 + np.exp(-from_edge / soft)))
    return np.asarray(np.clip(crop * share[..., None], 0, 1), dtype=np.float32)


def _draw_others(crop: Float, make: Make, pose: BoxStand, rng: np.random.Generator) -> None:
    """Draw other dice near a box, farther off, into some crops."""
    for _ in range(int(rng.integers(1, 3)) if rng.random() < _CROWDED else 0):
        other = make if rng.random() < _ALIKE else drawn_make(rng)
        draw_box(crop, die_faces(int(rng.integers(1, 7)), rng), other, beside(pose, rng), rng)


def _make(rng: np.random.Generator) -> tuple[Make, float]:
    """Return a make drawn by chance, and what share of its pixels is left at least."""
    make, kind = drawn_make(rng), rng.random()
    if kind < _CLEAR:
        make = cleared(make, rng)
    elif kind < _CLEAR + _HUED:
        make = hued(make, rng)
    if rng.random() >= _DIMPLED:
        return make, _COARSEST
    return dimpled(make, rng), _COARSEST if rng.random() < 0.5 else _FINE


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


def spoiled(crop: Float, rng: np.random.Generator, finer: float, coarsest: float) -> Float:
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
