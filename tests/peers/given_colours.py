"""A photograph's colours as they would be known beforehand: learned from the checkers where the labels say they lie."""

from __future__ import annotations

from dataclasses import replace
from typing import TYPE_CHECKING, Any

import numpy as np

from vision.calibration import learn_appearance
from vision.discs import edge_directions, gradients, rim_evidence, to_lab
from vision.geometry import RECT_MARGIN, RECT_WIDTH, rectify
from vision.layout import Disc, find_discs
from vision.reading import PLACES

if TYPE_CHECKING:
    from collections.abc import Mapping

    from vision.calibration import Calibration
    from vision.frame import Image

FAINT = 0.3
"""Rim evidence from which something may be a checker where one is said to lie."""


def with_given_colours(image: Image, found: Calibration, label: Mapping[str, Any]) -> Calibration:
    """Return a calibration with its colours learned anew from the labelled checkers.

    Args:
        image: the picture.
        found: what the picture itself told.
        label: what stands where.
    """
    geometry = found.geometry
    diameter = geometry.diameter * RECT_WIDTH
    lab = to_lab(rectify(image, geometry.corners, geometry.aspect))
    rim = rim_evidence(edge_directions(*gradients(lab)), diameter / 2)
    discs = [disc for disc in find_discs(rim, diameter, 45) if disc.rim > FAINT]
    sets: dict[str, list[Disc]] = {"dark": [], "light": []}
    bottom = RECT_MARGIN + RECT_WIDTH * geometry.aspect
    for place, (count, shade) in label["points"].items():
        top = place[0] == "T"
        x = RECT_MARGIN + geometry.columns[PLACES.index(place)] * RECT_WIDTH
        for nth in range(min(count, 5)):
            along = (geometry.first[0 if top else 1] + nth * geometry.spacing) * RECT_WIDTH
            y = RECT_MARGIN + along if top else bottom - along
            near = [disc for disc in discs if np.hypot(disc.x - x, disc.y - y) < 0.3 * diameter]
            sets[shade].append(
                min(near, key=lambda d: float(np.hypot(d.x - x, d.y - y))) if near else Disc(round(x), round(y), FAINT)
            )
    return replace(found, appearance=learn_appearance(lab, geometry, sets["dark"], sets["light"], discs))
