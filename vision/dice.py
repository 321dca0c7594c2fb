"""Dice: found by their outlines on the rectified board, read from the camera's full resolution."""

from __future__ import annotations

from typing import TYPE_CHECKING, Final

import cv2
import numpy as np

from vision.discs import gradients, rim_evidence, thin_edges, to_lab
from vision.faces import WITNESSES, FaceFit, fit_face
from vision.geometry import RECT_MARGIN, RECT_WIDTH, homography, to_picture
from vision.reading import FLOOR, DieReading

if TYPE_CHECKING:
    from collections.abc import Sequence

    from vision.frame import Image
    from vision.geometry import BoardGeometry, Double, Float

SIDES: Final = (0.26, 0.30, 0.35, 0.41, 0.48)
"""Sides of dice that are looked for, in checker diameters."""

LARGE_SIDES: Final = (0.56, 0.66, 0.76)
"""Sides of dice that belong to another set, found on photographs."""

PATCH: Final = 88
"""Side of the patch round a candidate in pixels; it shows 1.6 checker diameters."""

_SPAN: Final = 1.6

LEAST_EXPLAINED: Final = 0.5
"""Share of a face's variation that its pips must explain."""

CLEAR: Final = 0.62
"""Share explained from which a die's size is believed."""

LEAST_CONTRAST: Final = 5.0
"""Least variation inside a face, Lab units."""

LEAST_EDGE: Final = 0.25
"""Least share of a face's outline that is an edge."""


def candidates(edges: tuple[Float, Float], allowed: Float, diameter: float, most: int) -> list[tuple[int, int]]:
    """Return where on the rectified board something of a die's size has an outline.

    Args:
        edges: thinned edges of the rectified picture.
        allowed: 0..1, how far a die may be there at all, shape (h, w).
        diameter: of a checker in rectified pixels.
        most: how many places are returned at most.

    Returns:
        (x, y) in rectified pixels, the clearest first.
    """
    # A square's outline lies near the circle through the middle between its sides and its corners.
    rims = [rim_evidence(*edges, 0.56 * side * diameter) for side in (0.28, 0.36, 0.46)]
    left = np.max(rims, axis=0) * allowed
    inner = RECT_MARGIN + round(0.08 * diameter)
    left[:inner] = left[-inner:] = 0
    left[:, :inner] = left[:, -inner:] = 0
    found = []
    for _ in range(most):
        y, x = divmod(int(left.argmax()), left.shape[1])
        if left[y, x] < 0.25:
            break
        found.append((x, y))
        cv2.circle(left, (x, y), round(0.2 * diameter), 0.0, -1)
    return found


def patch_matrix(geometry: BoardGeometry, x: float, y: float) -> Double:
    """Return the 3x3 matrix from pixels of the patch round (x, y) of the board to board coordinates."""
    scale = _SPAN * geometry.diameter / PATCH
    return np.array(
        [
            [scale, 0, x - scale * PATCH / 2],
            [0, scale / geometry.aspect, y - scale * PATCH / 2 / geometry.aspect],
            [0, 0, 1],
        ],
        dtype=np.float64,
    )


def look_closely(
    image: Image, geometry: BoardGeometry, x: float, y: float, sides: Sequence[float]
) -> tuple[FaceFit, Double]:
    """Fit faces to the picture near a place of the board.

    Args:
        image: the picture at full resolution.
        geometry: where the board is.
        x: board x.
        y: board y.
        sides: sizes tried, in checker diameters.

    Returns:
        The fit, and the matrix from the fit's pixels to board coordinates.
    """
    local = patch_matrix(geometry, x, y)
    patch = cv2.warpPerspective(
        image,
        homography(geometry.corners) @ local,
        (PATCH, PATCH),
        flags=cv2.INTER_CUBIC | cv2.WARP_INVERSE_MAP,
        borderMode=cv2.BORDER_REPLICATE,
    )
    lab = to_lab(np.asarray(patch, dtype=np.uint8))
    unit = PATCH / _SPAN
    fit = fit_face(lab, thin_edges(*gradients(lab)), [side * unit for side in sides], 0.16 * unit)
    return fit, local


def is_die(fit: FaceFit) -> bool:
    """Return whether a fit is good enough to speak of a die at all."""
    return max(fit.explained) >= LEAST_EXPLAINED and fit.contrast >= LEAST_CONTRAST and fit.edge >= LEAST_EDGE


def die_reading(fit: FaceFit, local: Double, geometry: BoardGeometry) -> DieReading:
    """Turn a fit into a reading."""
    spot = local @ np.array([fit.pose.x, fit.pose.y, 1.0])
    x, y = float(spot[0]), float(spot[1])
    px, py = to_picture(geometry.corners, [(x, y)])[0]
    support = [-0.5 * WITNESSES * float(np.log(1 - min(share, 0.995))) for share in fit.explained]
    best = max(support)
    body = cv2.cvtColor(np.array([[fit.body]], dtype=np.float32), cv2.COLOR_LAB2BGR)[0, 0]
    blue, green, red = (int(v) for v in np.clip(body * 255, 0, 255))
    return DieReading(
        x=x,
        y=y,
        px=float(px),
        py=float(py),
        scores=tuple(max(FLOOR, round(100 * (value - best))) for value in support),
        flat=round(100 * float(np.clip(8 * (max(fit.explained) - 0.45), -3, 3))),
        colour=(blue, green, red),
    )


def find_dice(
    image: Image, geometry: BoardGeometry, places: Sequence[tuple[int, int]], sides: Sequence[float], most: int
) -> tuple[DieReading, ...]:
    """Look closely at every candidate and return the dice among them.

    Dice that lie on one board are of one size: those that fit clearly say which, and the others are fitted again.

    Args:
        image: the picture at full resolution.
        geometry: where the board is.
        places: candidates in rectified pixels.
        sides: sizes tried, in checker diameters.
        most: how many dice are returned at most, the clearest first.

    Returns:
        The dice.
    """
    depth = RECT_WIDTH * geometry.aspect
    spots = [((x - RECT_MARGIN) / RECT_WIDTH, (y - RECT_MARGIN) / depth) for x, y in places]
    fits = [look_closely(image, geometry, x, y, sides) for x, y in spots]
    unit = PATCH / _SPAN
    clear = [fit.pose.side / unit for fit, _ in fits if is_die(fit) and max(fit.explained) > CLEAR]
    if clear:
        usual = float(np.median(clear))
        fits = [
            (fit, local)
            if abs(fit.pose.side / unit / usual - 1) < 0.1 or max(fit.explained) < 0.5 * LEAST_EXPLAINED
            else look_closely(image, geometry, x, y, (0.94 * usual, usual, 1.06 * usual))
            for (fit, local), (x, y) in zip(fits, spots, strict=True)
        ]
    found = [(quality(fit), fit, die_reading(fit, local, geometry)) for fit, local in fits if is_die(fit)]
    found.sort(key=lambda item: -item[0])
    kept: list[DieReading] = []
    for _, fit, die in found:
        # The upper face and a side face of one die are nearer to each other than two dice can be.
        least = 0.9 * fit.pose.side / unit * geometry.diameter
        if all(np.hypot(die.x - other.x, (die.y - other.y) * geometry.aspect) > least for other in kept):
            kept.append(die)
    return tuple(kept[:most])


def quality(fit: FaceFit) -> float:
    """Return how much a fit looks like a die, to choose between fits; for no other use."""
    return max(fit.explained) + 0.3 * fit.edge
