"""Feature maps of the rectified board: colours, how well each pixel suits checkers and board, rims."""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING

from vision.features.checker_evidence import Evidence, disc_evidence
from vision.features.colour_model import Densities, densities_of
from vision.features.rim_edges import edge_directions, gradients, rim_evidence, to_lab
from vision.geometry.board import RECT_WIDTH

if TYPE_CHECKING:
    from vision.arrays import Float
    from vision.calibrate.preparation import Prepared
    from vision.frame import Image


@dataclass(frozen=True, slots=True, eq=False)
class FeatureMaps:
    """What is worked out for the pixels of a rectified board.

    Attributes:
        lab: the picture in Lab, shape (h, w, 3), see `vision.features.rim_edges.to_lab`.
        densities: how well every pixel's colour suits checkers and board.
        evidence: for a checker centred at each pixel.
    """

    lab: Float
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
    densities = densities_of(appearance, lab, prepared.empty)
    diameter = prepared.calibration.geometry.diameter * RECT_WIDTH
    rim = rim_evidence(edge_directions(*gradients(lab)), diameter / 2)
    return FeatureMaps(lab, densities, disc_evidence(densities, rim, diameter))
