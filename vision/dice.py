"""Dice: found by their outlines on the rectified board, read from the camera's full resolution."""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING, Final, TypeGuard

import cv2
import numpy as np

from vision.die_search import Opinion, checker_sizes, opinion, promising
from vision.discs import gradients, rim_evidence, thin_edges, to_lab
from vision.faces import FaceFit, fit_face
from vision.geometry import RECT_MARGIN, RECT_WIDTH, to_picture, warp
from vision.reading import FLOOR, DieReading
from vision.stacks import parallax_of

if TYPE_CHECKING:
    from collections.abc import Sequence

    from vision.discs import RimDirections
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

WORSE: Final = 0.27
"""How much less of a die's face may be explained than of the clearest die on the board."""

LIKELY: Final = 3
"""Candidates, the clearest, that are looked at twice where need be."""

SURE: Final = 0.9
"""Chance from which the network alone says that a die lies there."""

LIKELY_DIE: Final = 0.15
"""Chance below which what fits well is no die: grain, a hinge, a letter."""

LEAST_EVEN: Final = 0.45
"""Least difference between pips and places without, in contrasts of a pip: shadows and grain are uneven."""


THICKNESS: Final = 0.26
"""How thick checkers are, in diameters: how far their upper faces are shifted then says how high the camera is."""

LOW_CAMERA: Final = 0.7
"""Height of a die's front face as it is seen, in sides, from which it may pass for an upper one: below 55 degrees."""


@dataclass(frozen=True, slots=True)
class DiceSearch:
    """What dice are looked for.

    Attributes:
        sizes: groups of sides tried, in checker diameters; a later group counts only where it gives clearer dice.
        most: how many dice are returned at most, the clearest first.
        least: least sum of the share explained and 0.6 of the share of outline seen: what a die looks like in this kind
            of picture.
    """

    sizes: tuple[tuple[float, ...], ...]
    most: int
    least: float


def candidates(directions: RimDirections, allowed: Float, diameter: float, most: int) -> list[tuple[int, int]]:
    """Return where on the rectified board something of a die's size has an outline.

    Args:
        directions: edges of the rectified picture, see `vision.discs.rim_directions`.
        allowed: 0..1, how far a die may be there at all, shape (h, w).
        diameter: of a checker in rectified pixels.
        most: how many places are returned at most.

    Returns:
        (x, y) in rectified pixels, the clearest first.
    """
    # A square's outline lies near the circle through the middle between its sides and its corners.
    rims = [rim_evidence(directions, 0.56 * side * diameter) for side in (0.28, 0.36, 0.46)]
    left = np.max(rims, axis=0) * allowed
    inner = RECT_MARGIN + round(0.08 * diameter)
    left[:inner] = left[-inner:] = 0
    left[:, :inner] = left[:, -inner:] = 0
    found = []
    for _ in range(most):
        y, x = divmod(int(left.argmax()), left.shape[1])
        if left[y, x] < 0.18:
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
    image: Image, geometry: BoardGeometry, spot: tuple[float, float], sides: Sequence[float], reach: float = 0.13
) -> tuple[FaceFit | None, Double]:
    """Fit faces to the picture near a place of the board.

    Args:
        image: the picture at full resolution.
        geometry: where the board is.
        spot: board x and y.
        sides: sizes tried, in checker diameters.
        reach: how far from there the middle of the face may be, in checker diameters.

    Returns:
        The fit, None where there is none, and the matrix from the fit's pixels to board coordinates.
    """
    local = patch_matrix(geometry, *spot)
    lab = to_lab(warp(image, geometry.corners, local, (PATCH, PATCH), interpolation=cv2.INTER_CUBIC))
    unit = PATCH / _SPAN
    fit = fit_face(lab, thin_edges(*gradients(lab)), [side * unit for side in sides], reach * unit)
    return fit, local


def is_die(fit: FaceFit | None, least: float) -> TypeGuard[FaceFit]:
    """Return whether a fit is good enough to speak of a die at all: the clearer its pips, the less outline it needs."""
    if fit is None or fit.contrast < LEAST_CONTRAST:
        return False
    explained = max(fit.explained)
    if fit.evenness < LEAST_EVEN:
        return False
    return explained >= LEAST_EXPLAINED and explained + 0.6 * fit.edge >= least


@dataclass(frozen=True, slots=True)
class Sighting:
    """One candidate that has been looked at closely.

    Attributes:
        fit: the face that fits best.
        x, y: its middle in board coordinates.
        px, py: its middle in picture pixels.
        said: what the network says of it.
    """

    fit: FaceFit
    x: float
    y: float
    px: float
    py: float
    said: Opinion

    def accepted(self, least: float, worst: float) -> bool:
        """Return whether it is a die: the network is sure of one that lies flat, or both it and the fit find it likely.

        What is no die looks to the network like one that leans, if like any.
        """
        if self.said.die >= SURE and self.said.flat > 0:
            return True
        fits = is_die(self.fit, least) and max(self.fit.explained) >= worst
        return fits and self.said.die >= LIKELY_DIE


def sighting(image: Image, geometry: BoardGeometry, fit: FaceFit, local: Double) -> Sighting:
    """Place a fit in the picture and ask the network about it."""
    spot = local @ np.array([fit.pose.x, fit.pose.y, 1.0])
    x, y = float(spot[0]), float(spot[1])
    px, py = to_picture(geometry.corners, [(x, y)])[0]
    side = checker_sizes(geometry, np.array([(x, y)]))[0] * fit.pose.side * _SPAN / PATCH
    return Sighting(fit, x, y, float(px), float(py), opinion(image, float(px), float(py), side))


def die_reading(seen: Sighting) -> DieReading:
    """Turn a sighting into a reading: fit and network speak for a face together."""
    fit, x, y, px, py = seen.fit, seen.x, seen.y, seen.px, seen.py
    support = [fitted + said for fitted, said in zip(fit.support, seen.said.faces, strict=True)]
    best = max(support)
    body = cv2.cvtColor(np.array([[fit.body]], dtype=np.float32), cv2.COLOR_LAB2BGR)[0, 0]
    blue, green, red = (int(v) for v in np.clip(body * 255, 0, 255))
    return DieReading(
        x=x,
        y=y,
        px=float(px),
        py=float(py),
        scores=tuple(max(FLOOR, round(100 * (value - best))) for value in support),
        flat=round(100 * float(np.clip(seen.said.flat, -5, 5))),
        colour=(blue, green, red),
    )


def find_dice(
    image: Image, geometry: BoardGeometry, places: Sequence[tuple[int, int]], search: DiceSearch
) -> tuple[DieReading, ...]:
    """Look closely at every candidate and return the dice among them.

    Dice that lie on one board are of one size: those that fit clearly say which, and the others are fitted again.

    Args:
        image: the picture at full resolution.
        geometry: where the board is.
        places: candidates in rectified pixels.
        search: what to look for.

    Returns:
        The dice.
    """
    depth = RECT_WIDTH * geometry.aspect
    found: list[Found] = []
    for sides in search.sizes:
        likely = promising(image, geometry, places, sides)
        spots = [((x - RECT_MARGIN) / RECT_WIDTH, (y - RECT_MARGIN) / depth) for x, y in likely]
        group = _of_one_size(image, geometry, spots, sides, search.least)
        if sum(item.quality for item in group[: search.most]) > sum(item.quality for item in found[: search.most]):
            found = group
    return tuple(item.die for item in found[: search.most])


@dataclass(frozen=True, slots=True)
class Found:
    """A die that was found.

    Attributes:
        die: its reading.
        quality: how much it looks like a die; only for the choice between fits.
        side: of its face, in widths of the board.
    """

    die: DieReading
    quality: float
    side: float


def _of_one_size(
    image: Image, geometry: BoardGeometry, spots: Sequence[tuple[float, float]], sides: Sequence[float], least: float
) -> list[Found]:
    """Return the dice at some of the spots, the clearest first."""
    unit = PATCH / _SPAN
    fits = [look_closely(image, geometry, spot, sides) for spot in spots]
    for i in range(min(len(spots), LIKELY)):
        if not is_die(fits[i][0], least):  # the middle of a die's outline may be some way off that of its upper face
            fits[i] = look_closely(image, geometry, spots[i], sides, reach=0.2)
    clear = [fit.pose.side / unit for fit, _ in fits if is_die(fit, least) and max(fit.explained) > CLEAR]
    if clear:
        usual = float(np.median(clear))
        for i, (fit, _) in enumerate(fits):
            if fit is not None and abs(fit.pose.side / unit / usual - 1) >= 0.1:
                fits[i] = look_closely(image, geometry, spots[i], (0.94 * usual, usual, 1.06 * usual), reach=0.2)
    # Dice in one light fit about as well as each other; what fits far worse is a groove, a shadow or a side face.
    worst = max((max(fit.explained) for fit, _ in fits if is_die(fit, least)), default=0.0) - WORSE
    seen = [sighting(image, geometry, fit, local) for fit, local in fits if fit is not None]
    found = [
        Found(
            die_reading(one),
            max(one.fit.explained) + 0.3 * one.fit.edge,
            one.fit.pose.side / unit * geometry.diameter,
        )
        for one in seen
        if one.accepted(least, worst)
    ]
    found = [item for item in found if not any(_front_of(item, other, geometry) for other in found)]
    found.sort(key=lambda item: -item.quality)
    kept: list[Found] = []
    for item in found:
        if not any(_same_die(item, other, geometry.aspect) for other in kept):
            kept.append(item)
    return kept


def _front_of(item: Found, other: Found, geometry: BoardGeometry) -> bool:
    """Return whether a fit lies where the other's front face is seen, by a camera so low that it is nearly as large."""
    parallax = parallax_of(geometry)
    if parallax is None:
        return False
    towards = np.array([parallax.below[0] - other.die.x, parallax.below[1] - other.die.y * geometry.aspect])
    far = float(np.linalg.norm(towards))
    flatness = far * parallax.lift / (THICKNESS * geometry.diameter)
    if flatness < LOW_CAMERA:
        return False
    away = np.array([item.die.x - other.die.x, (item.die.y - other.die.y) * geometry.aspect]) / other.side
    along = float(away @ towards) / far
    aside = float(np.sqrt(max(0.0, float(away @ away) - along**2)))
    # The front face begins where the upper one ends, half a side off its middle, and is `flatness` sides high.
    return abs(along - (1 + flatness) / 2) < 0.25 and aside < 0.4


def _same_die(item: Found, clearer: Found, aspect: float) -> bool:
    """Return whether two fits may be of one die: its upper face twice, or its upper face and a side face."""
    apart = float(np.hypot(item.die.x - clearer.die.x, (item.die.y - clearer.die.y) * aspect))
    side = max(item.side, clearer.side)
    # Side faces are foreshortened and fit less well; two dice that touch fit about as well as each other.
    return apart < 0.9 * side or (apart < 1.2 * side and item.quality < clearer.quality - 0.12)
