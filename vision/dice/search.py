"""Search for dice: proposed places, looked at closely, and which of them are dice."""

from __future__ import annotations

import math
from dataclasses import dataclass
from itertools import islice
from typing import TYPE_CHECKING, Final, NamedTuple

import numpy as np

from vision.dice.candidates import classify_places
from vision.dice.proposals import side_on_board
from vision.dice.static_patterns import seen_bare, shows_bare_board

if TYPE_CHECKING:
    from collections.abc import Iterable, Iterator, Sequence

    from vision.arrays import Float
    from vision.dice.board_view import SurfaceView
    from vision.dice.candidates import DieCandidate
    from vision.dice.proposals import Proposal
    from vision.features.bare_board import Background
    from vision.features.illumination import Illumination
    from vision.frame import Image
    from vision.geometry.board import BoardGeometry

MOST_DICE: Final = 6
"""How many dice are reported at most."""

MORE_PLACES: Final = 10
"""Places beyond that number that are looked at closely: on emblems and inlay many are as likely as a die among them."""

SAME_DIE: Final = 0.7
"""Two places nearer to each other than this, in sides, are one die's."""

UNSEEN: Final = 2.0
"""Nats by which a die has to be surer where nobody has seen the board bare, under the checkers of the start position
that it was learned from: there nothing says what of the board looks like a die."""

SIZE_SPREAD: Final = 0.25
"""How far the sizes that two dice of a table are thought to be of stray from each other, a standard deviation of their
logarithm: the networks learn from crops that are so much too large or too small."""


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
        lab: the rectified picture in Lab, in the light of the calibration, shape (h, w, 3).
        background: of the calibration.
        light: on the board, compared with that of the calibration.
        answer: of the proposing network, None where it has not been asked yet.
    """

    lab: Float
    background: Background
    light: Illumination
    answer: Float | None = None


class Task(NamedTuple):
    """A picture to search, and what for.

    Attributes:
        image: the picture at full resolution.
        geometry: where the board is.
        surface: the same as the proposing network needs it.
        search: what is looked for.
        board: how the board is seen, None where that is not known.
    """

    image: Image
    geometry: BoardGeometry
    surface: SurfaceView
    search: Search
    board: SeenBoard | None


def classify_proposals(places: Sequence[Proposal], task: Task) -> list[DieCandidate]:
    """Return the likeliest of places that were proposed, on the playing surface and not bare, looked at closely.

    Args:
        places: the likeliest first.
        task: where is looked.
    """
    geometry, search, board = task.geometry, task.search, task.board
    likely = (spot for spot in places if on_surface(spot, geometry) and not (board and _bare(spot, board, geometry)))
    most = search.most + MORE_PLACES
    chosen = list(_distinct(likely, most) if search.unknown_set else islice(likely, most))
    return classify_places(task.image, chosen)


def _distinct(places: Iterable[Proposal], most: int) -> Iterator[Proposal]:
    """Yield places until so many lie apart from each other: in two views of a board the same one is named twice."""
    kept: list[Proposal] = []
    for place in places:
        if all(apart(place, other) >= SAME_DIE for other in kept):
            if len(kept) == most:
                return
            kept.append(place)
        yield place


def dice_among(seen: Iterable[DieCandidate], task: Task, least: float) -> list[DieCandidate]:
    """Return what is a die of what was seen, the surest first, and none twice."""
    each = ((one, one.odds) for one in seen)
    return once(one for one, odds in each if odds >= least and (odds >= least + UNSEEN or not _unseen(one.place, task)))


def once(dice: Iterable[DieCandidate]) -> list[DieCandidate]:
    """Return dice, the surest first, and none twice."""
    kept: list[DieCandidate] = []
    for one in sorted(dice, key=lambda s: -s.odds):
        if all(apart(one.place, other.place) >= SAME_DIE for other in kept):
            kept.append(one)
    return kept


def of_one_size(dice: Sequence[DieCandidate], geometry: BoardGeometry, least: float) -> list[DieCandidate]:
    """Return what is a die though it is of another size than the surest: dice of a table are of one size.

    Args:
        dice: of a set that is not known, the surest first.
        geometry: where the board is.
        least: log-odds from which a place is a die's; those by which its size speaks against it come off its own.
    """
    sizes = [math.log(side_on_board(one.place, geometry)) for one in dice]
    against = [((size - sizes[0]) / SIZE_SPREAD) ** 2 / 2 for size in sizes]
    return [one for one, nats in zip(dice, against, strict=True) if one.odds - nats >= least]


def _unseen(spot: Proposal, task: Task) -> bool:
    """Return whether a place is on a board of which it is known what it looks like bare, but not there."""
    board = task.board
    return (
        board is not None
        and board.background.bare is not None
        and not seen_bare((spot.x, spot.y), board.background.bare, task.geometry)
    )


def _bare(spot: Proposal, board: SeenBoard, geometry: BoardGeometry) -> bool:
    """Return whether nothing is seen at a place but the board."""
    return shows_bare_board((spot.x, spot.y), board.lab, board.background, geometry)


def on_surface(spot: Proposal, geometry: BoardGeometry) -> bool:
    """Return whether a place is on either half of the playing surface; what lies on the bar is no throw."""
    in_half = 0 <= spot.x <= geometry.bar_left or geometry.bar_right <= spot.x <= 1
    return in_half and 0 <= spot.y <= 1


def apart(one: Proposal, other: Proposal) -> float:
    """Return how far two places are from each other, in sides."""
    return float(np.hypot(one.px - other.px, one.py - other.py)) / max(one.side, other.side)
