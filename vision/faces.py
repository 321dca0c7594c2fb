"""Faces of dice: how well each of the six, at any turn and size, explains a small patch of a picture.

A face is a square of one colour with round pips of another; which colours does not matter. The share of a patch's
colour variation that such a face explains says whether it is a die and which face it shows.
"""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING, Final

import cv2
import numpy as np

if TYPE_CHECKING:
    from collections.abc import Callable, Sequence

    from vision.geometry import Double, Float

STYLES: Final = ((0.085, 0.25, 0.25), (0.11, 0.25, 0.25), (0.10, 0.28, 0.28), (0.10, 0.22, 0.28), (0.125, 0.23, 0.28))
"""Ways to set pips: their radius, and the distance of the outer ones from the die's middle lines, across and along (the
rows of a six run along), in sides of the die."""

NOISE: Final = 2.5
"""Colour noise of a pixel in Lab units: without it a plain surface would look like a perfect face."""

PIPS: Final[dict[int, tuple[tuple[int, int], ...]]] = {
    1: ((0, 0),),
    2: ((-1, -1), (1, 1)),
    3: ((-1, -1), (0, 0), (1, 1)),
    4: ((-1, -1), (1, 1), (-1, 1), (1, -1)),
    5: ((-1, -1), (1, 1), (-1, 1), (1, -1), (0, 0)),
    6: ((-1, -1), (-1, 0), (-1, 1), (1, -1), (1, 0), (1, 1)),
}
"""Where the pips of each face are, in the distances of a style, (across, along)."""


@dataclass(frozen=True, slots=True)
class Pose:
    """Where a face lies in a patch: its middle and side in pixels, its turn in radians."""

    x: float
    y: float
    side: float
    turn: float


@dataclass(frozen=True, slots=True)
class FaceFit:
    """How the six faces fit near a place.

    Attributes:
        pose: of the best fit of any face.
        explained: for the values 1..6 the share of colour variation that the best fit of that face explains, 0..1.
        support: for the values 1..6 the nats that speak for it at its best, pips and outline.
        edge: share of the best fit's outline that is an edge, 0..1.
        contrast: root mean square of the colour variation inside the best fit, Lab units.
        body: colour of the best fit between its pips, Lab.
        evenness: contrast of the weakest pip less that of the strongest place without one, 1 for a perfect face.
    """

    pose: Pose
    explained: tuple[float, ...]
    support: tuple[float, ...]
    edge: float
    contrast: float
    body: tuple[float, float, float]
    evenness: float


@dataclass(frozen=True, slots=True, eq=False)
class Stencil:
    """Sample points of a face, in sides, and the faces drawn on them.

    Attributes:
        u, v: where the samples are, shape (n,).
        faces: for the six values, each in k ways, a pattern of mean 0 and norm 1, shape (n, 6 * k).
    """

    u: Float
    v: Float
    faces: Float


@dataclass(frozen=True, slots=True, eq=False)
class FaceSet:
    """The six faces of a kind of die.

    Attributes:
        coarse: few samples, to search with.
        fine: many samples, to decide with.
        quarters: quarter turns after which a face looks the same again: 1 for pips drawn in both turns, 4 for digits.
    """

    coarse: Stencil
    fine: Stencil
    quarters: int


def make_stencil(samples: int, patterns: Callable[[Float, Float], list[Float]]) -> Stencil:
    """Draw faces on a grid of samples.

    Args:
        samples: along each side.
        patterns: returns the patterns at points (u, v) in sides from the middle, value after value, as many for each.
    """
    along = ((np.arange(samples) + 0.5) / samples - 0.5) * 0.94
    u, v = (axis.ravel().astype(np.float32) for axis in np.meshgrid(along, along))
    inside = np.hypot(u, v) < 0.56  # corners of dice are rounded
    u, v = u[inside], v[inside]
    columns = []
    for pattern in patterns(u, v):
        level = pattern - pattern.mean()
        columns.append(level / max(1e-6, float(np.linalg.norm(level))))
    return Stencil(u, v, np.ascontiguousarray(np.array(columns, dtype=np.float32).T))


def _pip_patterns(u: Float, v: Float) -> list[Float]:
    patterns = []
    for pips in PIPS.values():
        for turned in (False, True):
            for radius, across, along in STYLES:
                pattern = np.zeros_like(u)
                for a, b in pips:
                    px, py = (-b * along, a * across) if turned else (a * across, b * along)
                    away = np.hypot(u - px, v - py)
                    pattern = np.maximum(pattern, 1 / (1 + np.exp((away - radius) / 0.03)))
                patterns.append(np.asarray(pattern, dtype=np.float32))
    return patterns


PIP_FACES: Final = FaceSet(make_stencil(11, _pip_patterns), make_stencil(15, _pip_patterns), 1)
"""The faces of a die with pips."""

_ALONG: Final = np.linspace(-0.36, 0.36, 7, dtype=np.float32)


def fit_face(
    patch: Float,
    edges: tuple[Float, Float],
    sides: Sequence[float],
    reach: float,
    faces: FaceSet = PIP_FACES,
) -> FaceFit | None:
    """Find the face that fits best near the middle of a patch.

    Args:
        patch: Lab picture, shape (h, w, 3); the board's plane seen from straight above.
        edges: thinned edges of the patch, see `vision.discs.thin_edges`.
        sides: sizes of a face to try first, pixels.
        reach: how far from the patch's middle the face's middle may be, pixels.
        faces: what the faces look like.

    Returns:
        The best fit and how well each value does at its own best; None where nothing fits at all.
    """
    height, width = patch.shape[:2]
    step = 0.15 * float(np.mean(sides))
    steps = np.arange(-np.ceil(reach / step), np.ceil(reach / step) + 1) * step
    turns = np.arange(10 * faces.quarters) * (np.pi / 20)
    grid = np.array(np.meshgrid(width / 2 + steps, height / 2 + steps, sides, turns), dtype=np.float32)
    poses = grid.reshape(4, -1).T
    explained, _ = _explained(patch, poses, faces.coarse)
    good = np.argsort(explained.max(axis=1))[-_KEPT:]
    if float(explained[good[-1]].max()) < _HOPELESS:
        return None
    poses, explained = poses[good], explained[good]
    outline = _outline(edges, poses)
    # Refine the best pose of every value that may still win, and the best poses of all.
    by_value = _support(explained, poses, outline)
    hopeful = by_value.max(axis=0) > by_value.max() - _BEATEN
    starts = {int(by_value[:, k].argmax()) for k in range(6) if hopeful[k]}
    starts |= {int(i) for i in np.argsort(by_value.max(axis=1))[-3:]}
    finer = np.concatenate([_around(poses[i], step / 2, np.pi / 50, 0.06) for i in sorted(starts)])
    finer_explained, contrast = _explained(patch, finer, faces.fine)
    finer_outline = _outline(edges, finer)
    total = _support(finer_explained, finer, finer_outline)
    best = int(total.max(axis=1).argmax())
    # Each value counts at its own best pose, outline included: a face does not change its size with its pips.
    tops = [float(finer_explained[int(total[:, k].argmax()), k]) for k in range(6)]
    x, y, side, turn = (float(v) for v in finer[best])
    value = int(total[best].argmax())
    body = _body(patch, finer[best], value, faces.fine)
    return FaceFit(
        pose=Pose(x, y, side, turn),
        explained=tuple(tops),
        support=tuple(float(v) for v in total.max(axis=0)),
        edge=float(finer_outline[best]),
        contrast=float(contrast[best]),
        body=body,
        evenness=_evenness(patch, finer[best], value + 1, body) if faces is PIP_FACES else 1.0,
    )


_KEPT: Final = 600
"""Poses that are kept after the coarse search."""

_HOPELESS: Final = 0.22
"""A share explained below which nothing near a place is a die."""

_BEATEN: Final = 8.0
"""Nats by which a value may lag behind after the coarse search."""

USUAL_SIDE: Final = 18.0
"""Side in patch pixels of a face that has that many witnesses."""

_GROWTH: Final = 1.0
_OUTLINE: Final = 10.0
WITNESSES: Final = 16.0
"""How many independent pixels a face is believed to have."""


def _support(explained: Float, poses: Float, outline: Float) -> Float:
    """Return nats that speak for each value at each pose, shape (poses, 6).

    Pips speak as so many independent pixels would, more on a large face than on a part of it; the outline speaks too.
    """
    witnesses = 0.5 * WITNESSES * (poses[:, 2] / USUAL_SIDE) ** _GROWTH
    pips = -witnesses[:, None] * np.log1p(-np.minimum(explained, 0.995))
    return np.asarray(pips + _OUTLINE * outline[:, None], dtype=np.float32)


def _around(pose: Float, step: float, turn: float, scale: float) -> Float:
    """Return poses near one: shifted, turned and scaled a little, shape (n, 4)."""
    shifts = np.array([-1.0, 0.0, 1.0])
    grid = np.array(np.meshgrid(shifts, shifts, shifts, shifts)).reshape(4, -1).T
    out = pose[None] + grid * np.array([step, step, 0.0, turn])
    out[:, 2] = pose[2] * (1 + scale * grid[:, 2])
    return np.asarray(out, dtype=np.float32)


def _sample(picture: Float, poses: Float, u: Float, v: Float) -> Float:
    """Return the picture at points (u, v) of every pose, in sides from its middle; shape (poses, points, ...)."""
    cos, sin = np.cos(poses[:, 3]) * poses[:, 2], np.sin(poses[:, 3]) * poses[:, 2]
    ones = np.ones_like(u)
    x = np.column_stack([poses[:, 0], cos, sin]) @ np.stack([ones, u, -v])
    y = np.column_stack([poses[:, 1], sin, cos]) @ np.stack([ones, u, v])
    sampled = cv2.remap(picture, x, y, cv2.INTER_LINEAR, borderMode=cv2.BORDER_REPLICATE)
    return np.asarray(sampled, dtype=np.float32)


_AT_ONCE: Final = 512
"""Poses that are gone through together: what is kept of them stays near the processor."""


def _explained(patch: Float, poses: Float, stencil: Stencil) -> tuple[Float, Float]:
    """Return the share that each value explains, shape (poses, 6), and the root mean square variation, (poses,)."""
    count = len(stencil.u)
    square = np.zeros(len(poses), dtype=np.float32)
    matched = np.zeros((len(poses), stencil.faces.shape[1]), dtype=np.float32)
    ones = np.ones(count, dtype=np.float32)
    for first in range(0, len(poses), _AT_ONCE):
        part = slice(first, first + _AT_ONCE)
        for channel in cv2.split(_sample(patch, poses[part], stencil.u, stencil.v)):
            values = channel - channel[:, :1]  # keeps the sums of squares small; the patterns' means are 0 anyhow
            total = values @ ones
            square[part] += np.einsum("nk,nk->n", values, values) - total * total / count
            seen = values @ stencil.faces
            matched[part] += np.multiply(seen, seen, out=seen)
    share = matched / (square + NOISE**2 * count)[:, None]
    variation = np.sqrt(np.maximum(square, 0) / count)
    return np.asarray(share.reshape(len(poses), 6, -1).max(axis=2), dtype=np.float32), variation


def _outline(edges: tuple[Float, Float], poses: Float) -> Float:
    """Return the share of each pose's outline that is an edge across it, shape (poses,)."""
    strength = np.zeros(len(poses), dtype=np.float32)
    for side in range(4):
        best = np.zeros((len(poses), len(_ALONG)), dtype=np.float32)
        normal = poses[:, 3:4] + np.pi / 2 * side
        cos, sin = np.cos(normal), np.sin(normal)
        for out in (0.46, 0.5, 0.54):
            x = poses[:, 0:1] + poses[:, 2:3] * (out * cos - _ALONG * sin)
            y = poses[:, 1:2] + poses[:, 2:3] * (out * sin + _ALONG * cos)
            column = np.clip(np.rint(x).astype(np.int32), 0, edges[0].shape[1] - 1)
            row = np.clip(np.rint(y).astype(np.int32), 0, edges[0].shape[0] - 1)
            np.maximum(best, np.abs(edges[0][row, column] * cos + edges[1][row, column] * sin), out=best)
        strength += best.mean(axis=1)
    return np.asarray(strength / 4, dtype=np.float32)


def _body(patch: Float, pose: Float, value: int, stencil: Stencil) -> tuple[float, float, float]:
    colours = _sample(patch, pose[None], stencil.u, stencil.v)[0]
    own = stencil.faces.reshape(len(stencil.u), 6, -1)[:, value]
    between = (own <= 0).all(axis=1)
    middle = np.median(colours[between] if between.any() else colours, axis=0)
    return (float(middle[0]), float(middle[1]), float(middle[2]))


def _evenness(patch: Float, pose: Float, value: int, body: tuple[float, float, float]) -> float:
    """Return the contrast of a face's weakest pip less that of its strongest place without a pip, see `FaceFit`."""
    best = -1.0
    spots = [(a, b) for a in (-1, 0, 1) for b in (-1, 0, 1)]
    around = np.array([(0, 0), (0.05, 0), (-0.05, 0), (0, 0.05), (0, -0.05)], dtype=np.float32)
    for _, across, along in STYLES[1:]:
        for turned in (False, True):
            places = np.array(
                [(-b * along, a * across) if turned else (a * across, b * along) for a, b in spots], dtype=np.float32
            )
            points = places[:, None] + around[None]
            colours = _sample(patch, pose[None], points[..., 0].ravel(), points[..., 1].ravel())[0]
            away = colours.reshape(9, len(around), 3).mean(axis=1) - np.array(body, dtype=np.float32)
            pips = np.array([spot in PIPS[value] for spot in spots])
            mean = away[pips].mean(axis=0)
            strength = away @ mean / max(1e-3, float(mean @ mean))
            best = max(best, float(strength[pips].min() - strength[~pips].max()))
    return best


def turned_square(pose: Pose) -> Double:
    """Return the corners of a face in patch pixels, shape (4, 2)."""
    corners = np.array([[-0.5, -0.5], [0.5, -0.5], [0.5, 0.5], [-0.5, 0.5]]) * pose.side
    cos, sin = np.cos(pose.turn), np.sin(pose.turn)
    return np.asarray(corners @ np.array([[cos, sin], [-sin, cos]]) + (pose.x, pose.y), dtype=np.float64)
