"""Search for dice: proposed places, looked at closely, and which of them are dice."""

from __future__ import annotations

from dataclasses import dataclass
from itertools import islice
from typing import TYPE_CHECKING, Final, NamedTuple

import numpy as np

from vision.dice.candidates import LEAST_AFAR, classify_places
from vision.dice.from_afar import judged_from_afar
from vision.dice.proposals import SAME_THING
from vision.dice.resting import SIDE
from vision.geometry.camera_pose import camera_pose, foot_of

if TYPE_CHECKING:
    from collections.abc import Iterable, Iterator, Sequence

    from vision.arrays import Float
    from vision.dice.board_view import SurfaceView
    from vision.dice.candidates import DieCandidate
    from vision.dice.proposals import Proposal
    from vision.frame import Image
    from vision.geometry.board import BoardGeometry
    from vision.geometry.camera_pose import CameraPose

MOST_DICE: Final = 6
"""How many dice are reported at most."""

MORE_PLACES: Final = 10
"""Places beyond that number that are looked at closely: on emblems and inlay many are as likely as a die among them."""


@dataclass(frozen=True, slots=True)
class Search:
    """Options of a search for dice and the cube.

    Attributes:
        with_cube: read the doubling cube too; else none is reported.
        unknown_set: nothing is known of the set: look for dice and a cube as large as checkers too, see
            `vision.dice.detector.COARSER_VIEW`.
        most: how many dice are reported at most.
        least: log-odds, beyond those of `vision.dice.candidates.DieCandidate.odds`, from which a place is a die's.
    """

    with_cube: bool = True
    unknown_set: bool = False
    most: int = MOST_DICE
    least: float = 0.0


USUAL: Final = Search()
"""Dice of the size they are thought to be, and the cube."""


class SeenBoard(NamedTuple):
    """A board with a set that is known, as it is seen.

    Attributes:
        bare: the board as it would look empty, see `vision.dice.bare_board`; None where nobody had cleared it for
            its calibration, as in a film: dice may lie anywhere then.
        answer: of the proposing network, which has been asked about it.
    """

    bare: Image | None
    answer: Float


class Task(NamedTuple):
    """A picture to search, and what for.

    Attributes:
        image: the picture at full resolution.
        geometry: where the board is.
        surface: the same as the proposing network needs it.
        search: what is looked for.
        dice: chances of dice as they are seen from afar, see `vision.checkers.board_net.Judged`.
    """

    image: Image
    geometry: BoardGeometry
    surface: SurfaceView
    search: Search
    dice: Float


def classify_proposals(places: Sequence[Proposal], task: Task) -> list[DieCandidate]:
    """Return the likeliest of places that were proposed, on the playing surface, looked at closely.

    Args:
        places: that were proposed.
        task: where is looked.
    """
    search = task.search
    places = sorted((judged_from_afar(place, task.dice) for place in places), key=lambda place: -place.logit)
    pose = camera_pose(task.surface.corners, task.surface.aspect, task.image.shape[:2])
    likely = (spot for spot in places if spot.logit >= LEAST_AFAR and stands_on_surface(spot, task.geometry, pose))
    most = search.most + MORE_PLACES
    chosen = list(_distinct(likely, most) if search.unknown_set else islice(likely, most))
    return classify_places(task.image, chosen)


def _distinct(places: Iterable[Proposal], most: int) -> Iterator[Proposal]:
    """Yield places until so many lie apart from each other: in two views of a board the same one is named twice."""
    kept: list[Proposal] = []
    for place in places:
        if all(apart(place, other) >= SAME_THING for other in kept):
            if len(kept) == most:
                return
            kept.append(place)
        yield place


def dice_among(seen: Iterable[DieCandidate], least: float) -> list[DieCandidate]:
    """Return what is a die of what was seen, the surest first, and none twice."""
    return once(one for one in seen if one.odds >= least)


def once(dice: Iterable[DieCandidate]) -> list[DieCandidate]:
    """Return dice, the surest first, and none twice."""
    kept: list[DieCandidate] = []
    for one in sorted(dice, key=lambda s: -s.odds):
        if all(apart(one.place, other.place) >= SAME_THING for other in kept):
            kept.append(one)
    return kept


def stands_on_surface(spot: Proposal, geometry: BoardGeometry, pose: CameraPose) -> bool:
    """Return whether a die would stand on either half of the playing surface; what lies on the bar is no throw."""
    seen = np.array([spot.x, spot.y * geometry.aspect])
    x, y = (float(one) for one in foot_of(seen, SIDE * geometry.diameter, pose))
    return (0 <= x <= geometry.bar_left or geometry.bar_right <= x <= 1) and 0 <= y <= geometry.aspect


def apart(one: Proposal, other: Proposal) -> float:
    """Return how far two places are from each other, in sides."""
    return float(np.hypot(one.px - other.px, one.py - other.py)) / max(one.side, other.side)
