"""Feature maps of the rectified board: colours, how well each pixel suits checkers and board, rims.

All of it is local: what a pixel's neighbours show within `REACH` decides. So where little has changed since an earlier
picture it is worked out there alone, and is, number for number, what it would be for a picture that shows the new only
there and the old everywhere else.
"""

from __future__ import annotations

import math
from dataclasses import dataclass, replace
from typing import TYPE_CHECKING, Final

import numpy as np

from vision.features.changed_areas import boxes_of, with_part
from vision.features.checker_evidence import Evidence, colours_reach, disc_evidence
from vision.features.colour_model import Densities, EmptyColours, densities_of
from vision.features.rim_edges import EDGES_REACH, edge_directions, gradients, half_an_edge, rim_evidence, to_lab
from vision.geometry.board import RECT_WIDTH
from vision.geometry.region import Region, wider

if TYPE_CHECKING:
    from vision.arrays import Float
    from vision.calibrate.preparation import Prepared
    from vision.features.changed_areas import Changes
    from vision.features.rim_edges import RimDirections
    from vision.frame import Image

REACH: Final = 5 + EDGES_REACH
"""How far, in pixels, a pixel may be from one whose edges depend on it: four for the smoothing and one for the slope,
beside what `edge_directions` takes."""


TOGETHER: Final = 8
"""Room round what has changed, in pixels, so that what lies near each other is worked out at once."""


@dataclass(frozen=True, slots=True, eq=False)
class FeatureMaps:
    """A rectified board and what is worked out for its pixels.

    Attributes:
        board: the rectified picture in the light of the calibration, shape (h, w, 3), uint8.
        lab: the same in Lab, shape (h, w, 3), see `vision.features.rim_edges.to_lab`.
        half: the gradient that counts as half an edge on this board.
        directions: its edges.
        rim: rim evidence for a checker's diameter, shape (h, w).
        densities: how well every pixel's colour suits checkers and board.
        evidence: for a checker centred at each pixel.
    """

    board: Image
    lab: Float
    half: np.float32
    directions: RimDirections
    rim: Float
    densities: Densities
    evidence: Evidence


def feature_maps_of(board: Image, prepared: Prepared) -> FeatureMaps:
    """Work everything out.

    Args:
        board: the rectified picture in the light of the calibration.
        prepared: the calibration.
    """
    appearance = prepared.calibration.appearance
    lab = to_lab(board)
    slopes = gradients(lab)
    half = half_an_edge(slopes[2])
    directions = edge_directions(*slopes, half=half)
    densities = densities_of(appearance, lab, prepared.empty)
    diameter = prepared.calibration.geometry.diameter * RECT_WIDTH
    rim = rim_evidence(directions, diameter / 2)
    evidence = disc_evidence(densities, rim, appearance.rim, diameter)
    return FeatureMaps(board, lab, half, directions, rim, densities, evidence)


def feature_maps_again(before: FeatureMaps, board: Image, changes: Changes, prepared: Prepared) -> FeatureMaps:
    """Work out again what has changed.

    Args:
        before: of an earlier picture, with the same calibration.
        board: the rectified picture, in the light of the calibration.
        changes: where it differs from the earlier one.
        prepared: the calibration.

    Returns:
        What `feature_maps_of` would return for the earlier board with what `changes` finds changed, but that what
        counts as half an edge stays.
    """
    boxes = boxes_of(changes, TOGETHER)
    board = with_part(before.board, board, boxes)
    lab = before.lab.transpose(2, 0, 1).copy().transpose(1, 2, 0)  # its channels lie apart, see `to_lab`
    directions = [edges.copy() for edges in before.directions]
    old, appearance = before.densities, prepared.calibration.appearance
    densities = Densities(old.dark.copy(), old.light.copy(), old.empty.copy())
    for box in boxes:
        lab[box.part] = to_lab(board[box.part])
        again = densities_of(appearance, lab[box.part], _part_of(prepared.empty, box))
        for kept, part in (
            (densities.dark, again.dark),
            (densities.light, again.light),
            (densities.empty, again.empty),
        ):
            kept[box.part] = part
    # Edges reach beyond a box: all boxes have their new colours first.
    for box in boxes:
        edged = wider(box, REACH, changes.size)
        outer = wider(edged, REACH, changes.size)
        slopes = gradients(np.asarray(lab[outer.part], dtype=np.float32))
        for edges, found in zip(directions, edge_directions(*slopes, half=before.half), strict=True):
            edges[edged.part] = found[edged.within(outer)]
    coloured = replace(before, board=board, lab=lab, directions=directions, densities=densities)
    return _with_checkers(coloured, changes, prepared)


def _with_checkers(maps: FeatureMaps, changes: Changes, prepared: Prepared) -> FeatureMaps:
    """Work out again rims and what follows from them, as far as changed edges reach.

    Args:
        maps: with the new colours and edges, and the rest as it was before.
        changes: where they are new.
        prepared: the calibration.
    """
    diameter, clear = prepared.calibration.geometry.diameter * RECT_WIDTH, prepared.calibration.appearance.rim
    rim = maps.rim.copy()
    evidence = Evidence(maps.evidence.dark.copy(), maps.evidence.light.copy())
    boxes = boxes_of(changes, TOGETHER + REACH + math.ceil(diameter / 2))
    for box in boxes:
        rim[box.part] = rim_evidence(maps.directions, diameter / 2, box)
    for box in boxes:
        outer = wider(box, colours_reach(diameter), changes.size)
        found = disc_evidence(_densities_in(maps.densities, outer), rim[outer.part], clear, diameter)
        for kept, values in ((evidence.dark, found.dark), (evidence.light, found.light)):
            kept[box.part] = values[box.within(outer)]
    return replace(maps, rim=rim, evidence=evidence)


def _densities_in(densities: Densities, box: Region) -> Densities:
    """Return the densities of a part of the board."""
    return Densities(densities.dark[box.part], densities.light[box.part], densities.empty[box.part])


def _part_of(empty: EmptyColours, box: Region) -> EmptyColours:
    """Return the colours of a part of the empty board."""
    planes = tuple(plane[box.part] for plane in empty.planes)
    return EmptyColours(planes, empty.narrow[box.part], empty.height[box.part], empty.floor[box.part])
