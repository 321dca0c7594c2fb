"""The doubling cube: read where the networks for dice and cubes have seen one, on the board or beside it.

It is looked for where the proposing network sees one of the usual size. In a photograph of an unknown set it is looked
for again, if none of these places turns out to be the cube, where the network sees one in a coarser view of the board:
there one as large as a checker is as large as others. In a match it is not asked: on known boards cubes as large as
checkers are found without it, and where none is in sight something else might pass for one.
"""

from __future__ import annotations

from typing import TYPE_CHECKING, Final

import numpy as np

from vision.dice.die_net import FIRST_CUBE
from vision.dice.ensemble import AGAIN, CUBES, LEAST_CHANCE, OFTEN, look_at
from vision.dice.proposals import side_on_board
from vision.reading import FLOOR, CubeReading

if TYPE_CHECKING:
    from collections.abc import Sequence

    from vision.dice.board_view import SurfaceView
    from vision.dice.ensemble import DieCandidate, Step
    from vision.dice.proposals import Proposal
    from vision.frame import Image

LEAST_PROPOSED: Final = -3.0
"""Log-odds of the proposing network from which a place is looked at closely for the cube."""

PLACES: Final = 10
"""Places at which the cube is looked for at most: on an inlaid frame the proposing network names many that are as
likely, of which the close crops leave one."""

FAR_BEHIND: Final = 1.0
"""Nats by which a place for the cube may be less likely than the likeliest to be looked at."""

STEPS: Final = tuple((0.0, 0.0, size) for size in (0.8, 1.0, 1.25, 1.55, 1.9))
"""How much larger cubes may be than they are thought to be: the proposing network learned of few large ones."""

COARSELY: Final = 1.0
"""Nats by which a cube that was found in the coarser view has to be surer: emblems and inlay are the likelier."""

LARGEST: Final = 1.8
"""Nothing larger than this, in diameters of a checker, is a cube; it is seen larger than it is, being nearer to the
camera than the board. Emblems are."""

LEAST_ODDS: Final = 1.2
"""Log-odds of a cube, as the networks see it, in nats, from which there is one."""


def find_cube(
    image: Image, surface: SurfaceView, places: Sequence[Proposal], coarsely: Sequence[Proposal] | None = None
) -> CubeReading | None:
    """Return the reading of the cube, None where none is seen.

    Args:
        image: the picture at full resolution.
        surface: where the playing surface is, with the room beside it in which the cube may lie.
        places: at which the proposing network sees a cube of the usual size, the likeliest first.
        coarsely: at which it sees one in a coarser view, where the set is not known: there it is looked where none of
            the others is the cube, and everywhere oftener.
    """
    found = _surest_of(image, surface, places, LEAST_ODDS, AGAIN if coarsely is None else OFTEN)
    if found is not None or coarsely is None:
        return found
    return _surest_of(image, surface, coarsely, LEAST_ODDS + COARSELY, OFTEN)


def _surest_of(
    image: Image, surface: SurfaceView, places: Sequence[Proposal], least: float, again: Sequence[Step]
) -> CubeReading | None:
    likely = [spot for spot in places[:PLACES] if spot.logit >= places[0].logit - FAR_BEHIND]
    seen = look_at(image, likely, STEPS, CUBES, again)
    return surest_cube([one for one in seen if side_on_board(one.place, surface) <= LARGEST * surface.diameter], least)


def surest_cube(places: Sequence[DieCandidate], least: float) -> CubeReading | None:
    """Return the reading of the place that most likely is the cube, None where none is.

    Args:
        places: where it may lie, looked at closely.
        least: log-odds from which there is one.
    """
    best = max(places, key=lambda place: place.cube_odds, default=None)
    if best is None or best.cube_odds < least:
        return None
    faces = best.chances[FIRST_CUBE:]
    logs = np.log(np.maximum(faces / max(float(faces.sum()), 1e-9), LEAST_CHANCE))
    scores = tuple(max(FLOOR, round(100 * float(value))) for value in logs - logs.max())
    place = best.place
    return CubeReading(x=place.x, y=place.y, px=place.px, py=place.py, scores=scores)
