"""Views for the networks that propose dice: boards as they see them, more dice drawn onto them, and answers.

Positions on a view are pixels; a thing is (x, y, side, kind) with kind 0 a die, 1 a cube, -1 what says nothing because
something covers it.
"""

from __future__ import annotations

import math
from typing import TYPE_CHECKING, Final

import cv2
import numpy as np

from vision.dice.board_view import VIEW_CHECKER, SurfaceView, view, view_to_board
from vision.dice.proposals import STRIDE, USUAL_SIDE
from vision.geometry.board import Corners, homography
from vision.training.dice import box_makes, drawn_boxes
from vision.training.dice.box_faces import faces_of
from vision.training.emblems import lay_emblems

if TYPE_CHECKING:
    from collections.abc import Sequence

    import numpy.typing as npt

    from vision.arrays import Double, Float
    from vision.frame import Image
    from vision.training.dice.spots import CropSpot
    from vision.training.pictures import Labels

WINDOW: Final = 256
"""Width and height of the part of a view that is shown at once while training."""

DIE, CUBE, NOTHING_SAID = 0, 1, -1

MARKED: Final = 0.5
"""Share of views with emblems drawn onto them."""

ON_EMBLEMS: Final = 0.5
"""Share of boxes drawn onto these views that lie where an emblem is."""

_DRAWN: Final = 7
"""Boxes drawn onto a view at most."""


def board_view(picture: Image, labels: Labels, rng: np.random.Generator) -> tuple[Image, Double]:
    """Return a picture as the network sees it, more boxes drawn on it, and the things on it, shape (n, 4).

    Args:
        picture: at full resolution.
        labels: what is on it.
        rng: where the chance comes from.
    """
    diameter = labels.diameter * math.exp(rng.normal(0.0, 0.05))
    aspect = labels.aspect * math.exp(rng.normal(0.0, 0.02))
    points = np.array(labels.corners) + rng.normal(0.0, 0.004 / labels.diameter / 14, (4, 2))
    corners = Corners(tuple((float(x), float(y)) for x, y in points))
    seen = view(picture, SurfaceView(corners, aspect, diameter))
    back = np.asarray(np.linalg.inv(homography(corners) @ view_to_board(aspect, diameter)), dtype=np.float64)
    things = [_seen_at(back, die, DIE) for die in labels.dice]
    things += [_seen_at(back, spot, NOTHING_SAID) for spot in labels.covered]
    if labels.cube:
        things.append(_seen_at(back, labels.cube[:3], CUBE))
    middles: list[tuple[float, float]] = []
    if rng.random() < MARKED:
        seen = seen.copy()
        middles = lay_emblems(seen, VIEW_CHECKER, things, rng)
    if rng.random() < 0.8:
        seen = _with_boxes(seen, things, middles, rng)
    return seen, np.array(things, dtype=np.float64).reshape(-1, 4)


def _seen_at(back: Double, spot: CropSpot | list[float], kind: int) -> list[float]:
    """Return the thing that a spot of the picture is on a view."""
    px, py, side = spot[0], spot[1], spot[2]
    at = np.array([[px, py, 1.0], [px + 1, py, 1.0], [px, py + 1, 1.0]]) @ back.T
    at = at[:, :2] / at[:, 2:]
    (ax, ay), (bx, by) = at[1] - at[0], at[2] - at[0]
    return [float(at[0, 0]), float(at[0, 1]), side * math.sqrt(abs(float(ax * by - ay * bx))), float(kind)]


def _with_boxes(
    seen: Image, things: list[list[float]], emblems: Sequence[tuple[float, float]], rng: np.random.Generator
) -> Image:
    """Draw dice, cubes and what is neither onto a view, clear of what is there, some on emblems; adds to `things`."""
    out = seen.copy()
    size = VIEW_CHECKER * math.exp(float(rng.uniform(math.log(0.26), math.log(0.6))))
    reach = drawn_boxes.CROP // 2
    make = box_makes.drawn_make(rng)
    for _ in range(int(rng.integers(1, _DRAWN + 1))):
        x, y = (float(rng.uniform(reach, side - reach)) for side in (seen.shape[1], seen.shape[0]))
        if emblems and rng.random() < ON_EMBLEMS:
            near = np.array(emblems[int(rng.integers(len(emblems)))]) + 0.5 * VIEW_CHECKER * rng.normal(0.0, 1.0, 2)
            x, y = (float(np.clip(a, reach, side - reach)) for a, side in zip(near, seen.shape[1::-1], strict=True))
        kind = int(rng.choice([DIE, CUBE, NOTHING_SAID], p=[0.6, 0.2, 0.2]))
        unit = size * (float(rng.uniform(1.2, 1.9)) if kind == CUBE else float(rng.uniform(0.95, 1.05)))
        if any(math.hypot(x - t[0], y - t[1]) < 1.1 * (unit + t[2]) for t in things):
            continue
        if rng.random() < 0.4:
            make = box_makes.drawn_make(rng)
        left, top = round(x) - reach, round(y) - reach
        part = out[top : top + 2 * reach, left : left + 2 * reach]
        crop = np.asarray(part, dtype=np.float32) / np.float32(255)
        pose = drawn_boxes.drawn_stand(rng, (reach + x - round(x), reach + y - round(y)), unit)
        drawn_boxes.draw_box(crop, faces_of(kind, rng), make, pose, rng)
        part[:] = np.clip(255 * crop + 0.5, 0, 255).astype(np.uint8)
        if kind != NOTHING_SAID:
            things.append([x, y, unit, float(kind)])
    return out


def window(
    seen: Image, things: Double, rng: np.random.Generator
) -> tuple[Image, npt.NDArray[np.float32], npt.NDArray[np.float32]]:
    """Return a part of a view, changed by chance, and what should be answered.

    Args:
        seen: a view.
        things: on it, see `board_view`.
        rng: where the chance comes from.

    Returns:
        The part, (WINDOW, WINDOW, 3) uint8; the answers, (5, WINDOW / 4, WINDOW / 4); how much each counts, the same
        shape.
    """
    zoom = math.exp(float(rng.normal(0.0, 0.13)))
    squeeze = math.exp(float(rng.normal(0.0, 0.06)))
    flip = np.where(rng.random(2) < 0.5, -1.0, 1.0)
    x, y = (float(rng.uniform(0.28 * side, 0.72 * side)) for side in (seen.shape[1], seen.shape[0]))
    linear = np.diag(flip * zoom * np.array([squeeze, 1 / squeeze]))
    angle = float(rng.normal(0.0, 0.06))
    linear = linear @ np.array([[math.cos(angle), -math.sin(angle)], [math.sin(angle), math.cos(angle)]])
    matrix = np.column_stack([linear, WINDOW / 2 - linear @ np.array([x, y])])
    part = cv2.warpAffine(seen, matrix, (WINDOW, WINDOW), flags=cv2.INTER_LINEAR, borderMode=cv2.BORDER_REPLICATE)
    moved = things.copy()
    if len(things):
        moved[:, :2] = things[:, :2] @ linear.T + matrix[:, 2]
        moved[:, 2] *= zoom
    return np.asarray(part, dtype=np.uint8), *answers(moved)


def answers(things: Double) -> tuple[Float, Float]:
    """Return what should be answered in a window, and how much each answer counts."""
    across = WINDOW // STRIDE
    want = np.zeros((5, across, across), dtype=np.float32)
    weight = np.ones((5, across, across), dtype=np.float32)
    weight[2:] = 0
    rows, columns = np.mgrid[0:across, 0:across].astype(np.float32)
    for x, y, side, kind in things:
        cx, cy = (x + 0.5) / STRIDE - 0.5, (y + 0.5) / STRIDE - 0.5
        away = (columns - np.float32(cx)) ** 2 + (rows - np.float32(cy)) ** 2
        if kind == NOTHING_SAID:
            weight[:2, away < (0.8 * side / STRIDE) ** 2] = 0
            continue
        if not (0 <= round(cx) < across and 0 <= round(cy) < across):
            continue
        spread = 0.2 * side / STRIDE
        channel = int(kind)
        blob = np.exp(-away / np.float32(2 * spread * spread))
        blob[round(cy), round(cx)] = 1.0
        want[channel] = np.maximum(want[channel], blob)
        near = away <= max(1.0, spread * spread)
        want[2][near] = math.log(side / USUAL_SIDE)
        want[3][near] = np.float32(cx) - columns[near]
        want[4][near] = np.float32(cy) - rows[near]
        weight[2:, near] = 1
    return want, weight
