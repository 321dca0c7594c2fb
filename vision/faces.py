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
    from collections.abc import Sequence

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
        edge: share of the best fit's outline that is an edge, 0..1.
        contrast: root mean square of the colour variation inside the best fit, Lab units.
        body: colour of the best fit between its pips, Lab.
    """

    pose: Pose
    explained: tuple[float, ...]
    edge: float
    contrast: float
    body: tuple[float, float, float]


@dataclass(frozen=True, slots=True, eq=False)
class _Stencil:
    """Sample points of a face, in sides, and the faces drawn on them.

    Attributes:
        u, v: where the samples are, shape (n,).
        faces: for the values 1..6 in every style and both turns a pattern of mean 0 and norm 1, shape (6 * k, n).
    """

    u: Float
    v: Float
    faces: Float


def _stencil(samples: int) -> _Stencil:
    along = ((np.arange(samples) + 0.5) / samples - 0.5) * 0.94
    u, v = (axis.ravel() for axis in np.meshgrid(along, along))
    inside = np.hypot(u, v) < 0.56  # corners of dice are rounded
    u, v = u[inside], v[inside]
    rows = []
    for pips in PIPS.values():
        for turned in (False, True):
            for radius, across, along_row in STYLES:
                pattern = np.zeros_like(u)
                for a, b in pips:
                    px, py = (-b * along_row, a * across) if turned else (a * across, b * along_row)
                    away = np.hypot(u - px, v - py)
                    pattern = np.maximum(pattern, 1 / (1 + np.exp((away - radius) / 0.03)))
                pattern -= pattern.mean()
                rows.append(pattern / np.linalg.norm(pattern))
    return _Stencil(u.astype(np.float32), v.astype(np.float32), np.array(rows, dtype=np.float32))


_COARSE: Final = _stencil(9)
_FINE: Final = _stencil(15)

_ALONG: Final = np.linspace(-0.38, 0.38, 9, dtype=np.float32)


def fit_face(patch: Float, edges: tuple[Float, Float], sides: Sequence[float], reach: float) -> FaceFit:
    """Find the face that fits best near the middle of a patch.

    Args:
        patch: Lab picture, shape (h, w, 3); the board's plane seen from straight above.
        edges: thinned edges of the patch, see `vision.discs.thin_edges`.
        sides: sizes of a face to try first, pixels.
        reach: how far from the patch's middle the face's middle may be, pixels.

    Returns:
        The best fit and how well each value does at its own best.
    """
    height, width = patch.shape[:2]
    step = 0.14 * float(np.mean(sides))
    steps = np.arange(-np.ceil(reach / step), np.ceil(reach / step) + 1) * step
    turns = np.arange(8) * (np.pi / 16)
    grid = np.array(np.meshgrid(width / 2 + steps, height / 2 + steps, sides, turns), dtype=np.float32)
    poses = grid.reshape(4, -1).T
    explained, _ = _explained(patch, poses, _COARSE)
    outline = _outline(edges, poses)
    value = _support(explained.max(axis=1), outline)
    # Refine the best pose of every value, and the best of all.
    starts = {int((_support(explained[:, k], outline)).argmax()) for k in range(6)} | {
        int(i) for i in np.argsort(value)[-3:]
    }
    finer = np.concatenate([_around(poses[i], step / 2, np.pi / 48, 0.06) for i in starts])
    explained, contrast = _explained(patch, finer, _FINE)
    outline = _outline(edges, finer)
    total = _support(explained.max(axis=1), outline)
    best = int(total.argmax())
    # A value's own best pose must have about as good an outline: a face does not change its size with its pips.
    tops = []
    for k in range(6):
        own = _support(explained[:, k], outline)
        tops.append(float(explained[int(own.argmax()), k]))
    x, y, side, turn = (float(v) for v in finer[best])
    return FaceFit(
        pose=Pose(x, y, side, turn),
        explained=tuple(tops),
        edge=float(outline[best]),
        contrast=float(contrast[best]),
        body=_body(patch, finer[best], int(explained[best].argmax())),
    )


def _support(explained: Float, outline: Float) -> Float:
    """Return nats that speak for a face: its pips as `WITNESSES` pixels would, and its outline."""
    return np.asarray(-0.5 * WITNESSES * np.log1p(-np.minimum(explained, 0.995)) + 6.0 * outline, dtype=np.float32)


WITNESSES: Final = 16.0
"""How many independent pixels a face is believed to have."""


def _around(pose: Float, step: float, turn: float, scale: float) -> Float:
    """Return poses near one: shifted, turned and scaled a little, shape (n, 4)."""
    shifts = np.array([-1.0, 0.0, 1.0])
    grid = np.array(np.meshgrid(shifts, shifts, shifts, shifts)).reshape(4, -1).T
    out = pose[None] + grid * np.array([step, step, 0.0, turn])
    out[:, 2] = pose[2] * (1 + scale * grid[:, 2])
    return np.asarray(out, dtype=np.float32)


def _sample(picture: Float, poses: Float, u: Float, v: Float) -> Float:
    """Return the picture at points (u, v) of every pose, in sides from its middle; shape (poses, points, ...)."""
    cos, sin = np.cos(poses[:, 3:4]) * poses[:, 2:3], np.sin(poses[:, 3:4]) * poses[:, 2:3]
    x = poses[:, 0:1] + cos * u - sin * v
    y = poses[:, 1:2] + sin * u + cos * v
    # OpenCV limits the sides of a map; poses are cut into pieces that are short enough.
    parts = [
        cv2.remap(picture, x[i : i + 8192], y[i : i + 8192], cv2.INTER_LINEAR, borderMode=cv2.BORDER_REPLICATE)
        for i in range(0, len(poses), 8192)
    ]
    return np.asarray(np.concatenate(parts), dtype=np.float32)


def _explained(patch: Float, poses: Float, stencil: _Stencil) -> tuple[Float, Float]:
    """Return the share that each value explains, shape (poses, 6), and the root mean square variation, (poses,)."""
    colours = _sample(patch, poses, stencil.u, stencil.v)
    colours = colours - colours.mean(axis=1, keepdims=True)
    square = np.einsum("nkc,nkc->n", colours, colours)
    along = np.tensordot(colours, stencil.faces, axes=(1, 1))  # (poses, channel, face)
    share = (along**2).sum(axis=1) / (square + NOISE**2 * len(stencil.u))[:, None]
    return np.asarray(share.reshape(len(poses), 6, -1).max(axis=2), dtype=np.float32), np.sqrt(square / len(stencil.u))


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


def _body(patch: Float, pose: Float, value: int) -> tuple[float, float, float]:
    colours = _sample(patch, pose[None], _FINE.u, _FINE.v)[0]
    own = _FINE.faces.reshape(6, -1, len(_FINE.u))[value]
    middle = np.median(colours[(own < 0).all(axis=0)], axis=0)
    return (float(middle[0]), float(middle[1]), float(middle[2]))


def turned_square(pose: Pose) -> Double:
    """Return the corners of a face in patch pixels, shape (4, 2)."""
    corners = np.array([[-0.5, -0.5], [0.5, -0.5], [0.5, 0.5], [-0.5, 0.5]]) * pose.side
    cos, sin = np.cos(pose.turn), np.sin(pose.turn)
    return np.asarray(corners @ np.array([[cos, sin], [-sin, cos]]) + (pose.x, pose.y), dtype=np.float64)
