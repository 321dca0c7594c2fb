"""Evidence for a checker centred at each pixel of the rectified board: its colours and its rim."""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING, Final

import cv2
import numpy as np

if TYPE_CHECKING:
    from vision.arrays import Float
    from vision.features.colour_model import Densities

HALF_RIM: Final = 0.45
"""Rim evidence, 0..1, that a checker shows as often as print, wood and edges do: these reach 0.38 by chance, a clear
checker 0.6."""


@dataclass(frozen=True, slots=True, eq=False)
class Evidence:
    """Maps over the rectified picture: how many nats speak for a checker centred at each pixel.

    Attributes:
        dark: for a dark checker against none, shape (h, w).
        light: for a light checker against none.
    """

    dark: Float
    light: Float


def disc_evidence(densities: Densities, rim: Float, diameter: float) -> Evidence:
    """Weigh colour and rim of a checker centred at every pixel.

    Args:
        densities: how well every pixel's colour suits checkers and board.
        rim: rim evidence for this diameter, shape (h, w).
        diameter: of a checker in rectified pixels.

    Returns:
        The evidence in nats.
    """
    edge = np.clip((rim - HALF_RIM) * np.float32(16), -4, 4)
    side = max(3, round(0.66 * diameter))  # of the square whose colours speak for a checker
    maps = []
    for density in (densities.dark, densities.light):
        gain = density - densities.empty
        inside = cv2.boxFilter(np.clip(gain, -4, 4, out=gain), -1, (side, side))
        maps.append(np.asarray(cv2.scaleAdd(inside, 1.5, edge), dtype=np.float32))
    return Evidence(maps[0], maps[1])
