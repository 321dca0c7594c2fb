"""The doubling cube: read where the network for dice and cubes has seen one, on the board or beside it."""

from __future__ import annotations

from typing import TYPE_CHECKING, Final

import numpy as np

from vision.die_net import FIRST_CUBE
from vision.reading import FLOOR, CubeReading
from vision.sighting import LEAST_CHANCE

if TYPE_CHECKING:
    from collections.abc import Sequence

    from vision.sighting import Sighting

LEAST_ODDS: Final = 1.2
"""Log-odds of a cube, as the networks see it, from which there is one.

On 48 crowded pictures of twelve simulated plates it lies in the middle between the other places, at most -0.0 but for
two, and the cubes: 41 of 45 are above.
"""


def surest_cube(places: Sequence[Sighting]) -> CubeReading | None:
    """Return the reading of the place that most likely is the cube, None where none is.

    Args:
        places: where it may lie, looked at closely.
    """
    best = max(places, key=lambda place: place.cube_odds, default=None)
    if best is None or best.cube_odds < LEAST_ODDS:
        return None
    faces = best.chances[FIRST_CUBE:]
    logs = np.log(np.maximum(faces / max(float(faces.sum()), 1e-9), LEAST_CHANCE))
    scores = tuple(max(FLOOR, round(100 * float(value))) for value in logs - logs.max())
    place = best.place
    return CubeReading(x=place.x, y=place.y, px=place.px, py=place.py, scores=scores)
