"""Dice from afar: how likely one lies at a spot, as two networks have it that see the board as a whole.

One was made for dice and knows nothing else; the one for whole boards tells print from what lies on it. Which face a
die shows, and whether it is one after all, is a matter of looking closely.
"""

from __future__ import annotations

from typing import TYPE_CHECKING

import numpy as np

from vision.checkers.board_net import shipped_board_net
from vision.checkers.canvas import on_canvas, to_canvas
from vision.checkers.seen_checkers import CELL
from vision.dice.candidates import log_odds

if TYPE_CHECKING:
    from vision.arrays import Float
    from vision.dice.proposals import Proposal
    from vision.frame import Image
    from vision.geometry.board import Corners


def seen_from_afar(image: Image, corners: Corners) -> Float:
    """Return the chances of dice that `board_net.Judged.dice` has, for who has not asked that network already."""
    return shipped_board_net().judge(to_canvas(image, corners)).dice


def judged_from_afar(place: Proposal, dice: Float) -> Proposal:
    """Return a place with the log-odds of a die there, in nats, the mean of what both networks say.

    Args:
        place: with the log-odds of the proposing network.
        dice: chances of a die's middle, see `board_net.Judged.dice`; that of the likeliest cell about the place counts.
    """
    column, row = ((on_canvas(np.array([place.x, place.y])) + 0.5) // CELL).astype(int).tolist()
    about = dice[max(0, row - 1) : max(0, row + 2), max(0, column - 1) : max(0, column + 2)]
    return place._replace(logit=(place.logit + log_odds(float(about.max(initial=0.0)))) / 2)
