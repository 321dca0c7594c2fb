"""Flat marks on playing surfaces: emblems, inlaid lines, writing, rings of leaves, dice in outline.

Boards have them, dice lie on them, and none of them is a die: the networks learn it from these.
"""

from __future__ import annotations

import math
from typing import TYPE_CHECKING, Final

import cv2
import numpy as np

from vision.training.dice.box_faces import number_face
from vision.training.dice.box_makes import drawn_colour

if TYPE_CHECKING:
    from collections.abc import Sequence

    from vision.arrays import Double
    from vision.frame import Image

_FINE: Final = 4
"""Bits of a pixel that OpenCV's lines are given in addition."""

_SPOTS: Final = ((), ((0, 0),), ((-1, -1), (1, 1)), ((-1, -1), (0, 0), (1, 1)), ((-1, -1), (-1, 1), (1, -1), (1, 1)))
"""Where spots lie in an outline, in shares of its half width."""

CLEAR: Final = 0.8
"""How far from the middle of a thing's upper face nothing is drawn, in sides: it hides what lies below it."""

UNDER_THINGS: Final = 0.5
"""Share of emblems that are drawn where a thing lies."""

_LETTERS: Final = "ABDGKMRSTVWX"


def lay_emblems(
    picture: Image, checker: float, things: Sequence[Sequence[float]], rng: np.random.Generator
) -> list[tuple[float, float]]:
    """Draw none to three emblems and some inlaid lines onto a picture, in one ink; dice lie on them.

    Every other emblem lies under one of the things, if there are any.

    Args:
        picture: blue-green-red, changed in place.
        checker: a checker's diameter in its pixels.
        things: x, y and side of the upper faces of dice and cubes, pixels; further numbers do not matter.
        rng: where the chance comes from.

    Returns:
        The middles of the emblems.
    """
    height, width = picture.shape[:2]
    mask = np.zeros((height, width), dtype=np.uint8)
    middles = []
    for _ in range(int(rng.integers(0, 4))):
        at = np.array([rng.uniform(0, width), rng.uniform(0, height)])
        radius = checker * math.exp(float(rng.uniform(math.log(0.25), math.log(2.4))))
        if len(things) and rng.random() < UNDER_THINGS:
            at = np.array(things[int(rng.integers(len(things)))][:2]) + 0.5 * radius * rng.normal(0.0, 1.0, 2)
        _emblem(mask, at, radius, rng)
        middles.append((float(at[0]), float(at[1])))
    for _ in range(int(rng.integers(0, 5))):
        ends = rng.uniform(0, 1, (2, 2)) * (width, height)
        _lines(mask, ends, max(1, round(checker * float(rng.uniform(0.02, 0.1)))), closed=False)
    for x, y, side, *_ in things:
        cv2.circle(mask, (round(x), round(y)), round(CLEAR * side), 0, -1)
    _ink(picture, mask, rng)
    return middles


def lay_emblem(picture: Image, at: tuple[float, float], radius: float, rng: np.random.Generator) -> None:
    """Draw one emblem onto a picture; its middle and its radius are in pixels."""
    mask = np.zeros(picture.shape[:2], dtype=np.uint8)
    _emblem(mask, np.array(at), radius, rng)
    _ink(picture, mask, rng)


def _emblem(mask: Image, at: Double, radius: float, rng: np.random.Generator) -> None:
    """Draw an emblem, of one part to three, where ink will be."""
    for draw in rng.choice(len(_KINDS), size=int(rng.integers(1, 4)), replace=False):
        _KINDS[int(draw)](mask, at, radius * float(rng.uniform(0.35, 1.0)), rng)


def _ink(picture: Image, mask: Image, rng: np.random.Generator) -> None:
    """Lay ink of some colour and strength onto a picture."""
    strength = float(rng.uniform(0.35, 1.0)) / 255
    share = cv2.GaussianBlur(mask, (0, 0), float(rng.uniform(0.3, 1.0)))[..., None].astype(np.float32) * strength
    ink = 255 * drawn_colour(rng)
    picture[:] = np.clip(picture * (1 - share) + ink * share + 0.5, 0, 255).astype(np.uint8)


def _lines(mask: Image, corners: Double, thick: int, *, closed: bool = True) -> None:
    at = np.rint(corners * (1 << _FINE)).astype(np.int32)
    cv2.polylines(mask, [at], closed, 255, thick, cv2.LINE_AA, _FINE)


def _filled(mask: Image, corners: Double) -> None:
    cv2.fillPoly(mask, [np.rint(corners * (1 << _FINE)).astype(np.int32)], 255, cv2.LINE_AA, _FINE)


def _around(at: Double, radius: float, count: int, turn: float) -> Double:
    """Return corners of a regular polygon, shape (count, 2)."""
    ways = turn + 2 * math.pi * np.arange(count) / count
    return np.asarray(at + radius * np.stack([np.cos(ways), np.sin(ways)], axis=1), dtype=np.float64)


def _spot(mask: Image, at: Double, radius: float, thick: int = -1) -> None:
    x, y = (round(float(value) * (1 << _FINE)) for value in at)
    cv2.circle(mask, (x, y), max(1, round(radius * (1 << _FINE))), 255, thick, cv2.LINE_AA, _FINE)


def _outlined_die(mask: Image, at: Double, radius: float, rng: np.random.Generator) -> None:
    """Draw a die or a diamond in outline, with none to four spots: what looks most like a die and is none."""
    turn, radius = float(rng.uniform(0, 2 * math.pi)), 0.8 * radius
    _lines(mask, _around(at, radius, int(rng.choice([3, 4, 4, 4, 4, 6])), turn), max(1, round(0.08 * radius)))
    across, along = (_around(np.zeros(2), 1.0, 4, turn + math.pi / 4)[k] for k in (0, 1))
    spots = _SPOTS[int(rng.integers(len(_SPOTS)))]
    far, size = float(rng.uniform(0.25, 0.42)), float(rng.uniform(0.06, 0.17))
    for a, b in spots:
        _spot(mask, at + far * radius * (a * across + b * along), size * radius)


def _leaves(mask: Image, at: Double, radius: float, rng: np.random.Generator) -> None:
    """Draw a ring of leaves, beads or rays."""
    count, turn = int(rng.integers(6, 36)), float(rng.uniform(0, 2 * math.pi))
    near, wide = float(rng.uniform(0.5, 0.85)), float(rng.uniform(0.2, 0.8)) * math.pi / count
    beads, slant = rng.random() < 0.35, float(rng.uniform(-1, 1))
    for way in turn + 2 * math.pi * np.arange(count) / count:
        if beads:
            _spot(mask, at + radius * np.array([math.cos(way), math.sin(way)]), 0.5 * wide * radius)
            continue
        leaf = [(near, 0.0), ((1 + near) / 2, wide), (1.0, slant * wide), ((1 + near) / 2, -wide)]
        _filled(mask, at + radius * np.array([(r * math.cos(way + a), r * math.sin(way + a)) for r, a in leaf]))


def _rings(mask: Image, at: Double, radius: float, rng: np.random.Generator) -> None:
    for share in rng.uniform(0.2, 1.0, int(rng.integers(1, 4))):
        _spot(mask, at, radius * float(share), max(1, round(radius * float(rng.uniform(0.03, 0.12)))))


def _star(mask: Image, at: Double, radius: float, rng: np.random.Generator) -> None:
    count, turn = int(rng.integers(3, 9)), float(rng.uniform(0, 2 * math.pi))
    outer, inner = (_around(at, r, count, turn + a) for r, a in ((radius, 0.0), (0.4 * radius, math.pi / count)))
    corners = np.stack([outer, inner], axis=1).reshape(-1, 2)
    if rng.random() < 0.5:
        _filled(mask, corners)
    else:
        _lines(mask, corners, max(1, round(0.07 * radius)))


def _writing(mask: Image, at: Double, radius: float, rng: np.random.Generator) -> None:
    """Draw one to four letters, as large as an emblem, turned by any angle."""
    letters = rng.choice(list(_LETTERS), size=int(rng.integers(1, 5)))
    face = 255 * np.hstack([number_face(str(letter), rng) for letter in letters])
    size = 2 * radius / max(face.shape)
    turn = float(rng.uniform(0, 2 * math.pi))
    linear = size * np.array([[math.cos(turn), -math.sin(turn)], [math.sin(turn), math.cos(turn)]])
    matrix = np.column_stack([linear, at - linear @ (np.array(face.shape[::-1]) / 2)])
    soft = cv2.GaussianBlur(face, (0, 0), max(0.3, 0.4 / size))
    np.maximum(mask, cv2.warpAffine(soft, matrix, mask.shape[::-1]).clip(0, 255).astype(np.uint8), out=mask)


_KINDS: Final = (_outlined_die, _outlined_die, _leaves, _rings, _star, _writing)
