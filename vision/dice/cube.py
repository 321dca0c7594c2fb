"""The doubling cube: read where the networks for dice and cubes have seen one, on the board or beside it.

It is looked for where the proposing network sees one of the usual size. In a photograph of an unknown set it is looked
for again, if none of these places turns out to be the cube, where the network sees one in a coarser view of the board:
there one as large as a checker is as large as others. In a match it is not asked: on known boards cubes as large as
checkers are found without it, and where none is in sight something else might pass for one.
"""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING, Final

from vision.dice.candidates import classify_places, scores_of
from vision.dice.die_net import CUBES
from vision.reading import CubeReading

if TYPE_CHECKING:
    from collections.abc import Sequence

    from vision.dice.candidates import DieCandidate, Step
    from vision.dice.proposals import Proposal
    from vision.frame import Image


@dataclass(frozen=True, slots=True)
class CubeSettings:
    """Settings by which the cube is found.

    Attributes:
        least_proposed: log-odds of the proposing network, in nats, from which a place is classified.
        places: places that are classified at most: on an inlaid frame the proposing network names many that are
            as likely, of which the close crops leave one.
        far_behind: nats by which a place may be less likely than the likeliest to be classified.
        steps: how much larger cubes may be than they are thought to be: the proposing network learned of few
            large ones.
        coarsely: nats by which a cube that was found in the coarser view has to be surer: emblems and inlay are
            the likelier.
        least_odds: log-odds of a cube, as the networks see it, in nats, from which there is one.
    """

    least_proposed: float
    places: int
    far_behind: float
    steps: tuple[Step, ...]
    coarsely: float
    least_odds: float


CUBE: Final = CubeSettings(
    least_proposed=-3.0,
    places=10,
    far_behind=1.0,
    steps=tuple((0.0, 0.0, size) for size in (0.8, 1.0, 1.25, 1.55, 1.9)),
    coarsely=1.0,
    least_odds=1.2,
)
"""How the cube is found."""


def find_cube(image: Image, places: Sequence[Proposal], coarsely: Sequence[Proposal]) -> CubeReading | None:
    """Return the reading of the cube, None where none is seen.

    Args:
        image: the picture at full resolution.
        places: at which the proposing network sees a cube of the usual size, the likeliest first.
        coarsely: at which it sees one in a coarser view, of a set that is not known: there it is looked where none of
            the others is the cube.
    """
    found = _surest_of(image, places, CUBE.least_odds)
    return found or _surest_of(image, coarsely, CUBE.least_odds + CUBE.coarsely)


def _surest_of(image: Image, places: Sequence[Proposal], least: float) -> CubeReading | None:
    likely = [spot for spot in places[: CUBE.places] if spot.logit >= places[0].logit - CUBE.far_behind]
    return surest_cube(classify_places(image, likely, CUBE.steps, CUBES), least)


def surest_cube(places: Sequence[DieCandidate], least: float) -> CubeReading | None:
    """Return the reading of the place that most likely is the cube, None where none is.

    Args:
        places: where it may lie, looked at closely.
        least: log-odds from which there is one.
    """
    best = max(places, key=lambda place: place.cube_odds, default=None)
    if best is None or best.cube_odds < least:
        return None
    place = best.place
    return CubeReading(x=place.x, y=place.y, px=place.px, py=place.py, scores=scores_of(best.chances[CUBES]))
