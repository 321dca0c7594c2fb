"""Proposals for dice and a doubling cube, by a small network that looks at the whole board at once.

It sees the board from straight above at one scale, `VIEW_CHECKER` pixels to a checker's diameter, with some room beside
it, and says for every fourth pixel how likely the middle of a die's or the cube's upper face is there, and how large it
is. How it was trained is in `vision/models/README.md`.
"""

from __future__ import annotations

import math
from functools import cache
from typing import TYPE_CHECKING, Final, NamedTuple

import numpy as np

from vision.dice.board_view import VIEW_CHECKER, view, view_to_board
from vision.dice.crops import UNKNOWN, looks_at, seen_at
from vision.geometry.camera_pose import camera_pose
from vision.runtime.onnx_file import MODELS, loaded

if TYPE_CHECKING:
    from pathlib import Path

    from vision.arrays import Double, Float
    from vision.dice.board_view import SurfaceView
    from vision.frame import Image
    from vision.geometry.board import BoardGeometry

STRIDE: Final = 4
"""Pixels of what the network sees to one of its answers."""

USUAL_SIDE: Final = 11.0
"""The side, in pixels, for which the network's answer about the size is 0; it answers in natural logarithms."""

SAME_THING: Final = 0.7
"""Two places nearer to each other than this, in sides, are one thing's."""

LEAST_PROPOSED: Final = -3.0
"""Log-odds from which a place is named for dice; -5 to -1."""

MODEL: Final = MODELS / "proposals.onnx"


class Proposal(NamedTuple):
    """A place where a die or a cube may lie.

    Attributes:
        px, py: the middle of its upper face, picture pixels.
        side: of that face, picture pixels; seen aslant the square root of its area.
        x, y: that middle in board coordinates.
        logit: log-odds that it is one, in nats.
        stretch: how a square on the board appears there, see `vision.dice.crops.Crop`.
        flatness: how flatly the camera looks there, likewise.
    """

    px: float
    py: float
    side: float
    x: float
    y: float
    logit: float
    stretch: Double | None = None
    flatness: float = UNKNOWN


class ProposalNet:
    """The network, loaded."""

    def __init__(self, model: Path = MODEL) -> None:
        """Load a model file in the ONNX format."""
        self._net = loaded(model)

    def look(self, seen: Image) -> Float:
        """Return the answers to a view, shape (5, h / 4, w / 4).

        They are log-odds of a die and of a cube, the logarithm of the size over `USUAL_SIDE`, and how far to the right
        of an answer and below it the middle is, in answers.
        """
        return np.asarray(self._net.answer(seen[None])[0], dtype=np.float32)


@cache
def shipped_proposal_net() -> ProposalNet:
    """Return the network that is shipped, loaded at the first call."""
    return ProposalNet()


def spots_of(answer: Float, kind: int, least: float, most: int) -> list[tuple[float, float, float, float]]:
    """Return where the network sees dice (kind 0) or cubes (1): the likeliest first, none on another.

    Two dice that touch need not give two maxima; answers between them say which die they mean.

    Args:
        answer: see `ProposalNet.look`.
        kind: 0 or 1.
        least: log-odds from which a place is named.
        most: how many places are named at most.

    Returns:
        For each column and row in answers, side in pixels, log-odds.
    """
    odds = answer[kind]
    rows, columns = np.nonzero(odds >= least)
    order = np.argsort(-odds[rows, columns])[: 12 * most]
    rows, columns = rows[order], columns[order]
    across, down = columns + answer[3, rows, columns], rows + answer[4, rows, columns]
    sides = USUAL_SIDE * np.exp(answer[2, rows, columns])
    kept: list[int] = []
    left = np.arange(len(rows))
    while len(left) and len(kept) < most:
        k = int(left[0])
        kept.append(k)
        apart = np.hypot(across[left] - across[k], down[left] - down[k]) * STRIDE
        left = left[apart >= SAME_THING * np.maximum(sides[left], sides[k])]
    return [(float(across[k]), float(down[k]), float(sides[k]), float(odds[rows[k], columns[k]])) for k in kept]


def ask(image: Image, surface: SurfaceView, net: ProposalNet | None = None) -> Float:
    """Return what a network says of a board, see `ProposalNet.look`.

    Args:
        image: the picture at full resolution.
        surface: where the playing surface is.
        net: the network, else the one that is shipped.
    """
    return (net or shipped_proposal_net()).look(view(image, surface))


def propose(  # noqa: PLR0913 (dice and the cube are two things to look for)
    image: Image,
    surface: SurfaceView,
    least: float,
    most: int,
    net: ProposalNet | None = None,
    *,
    least_cube: float | None = None,
) -> tuple[list[Proposal], list[Proposal]]:
    """Return where dice and where the cube may lie; see `places_of`.

    Args:
        image: the picture at full resolution.
        surface: where the playing surface is.
        least: see `places_of`, as for the rest.
        most: likewise.
        net: see `ask`.
        least_cube: `least` for the cube, where it is another.
    """
    least_each = (least, least if least_cube is None else least_cube)
    return places_of(ask(image, surface, net), image, surface, least_each, most)


def places_of(
    answer: Float, image: Image, surface: SurfaceView, least: tuple[float, float], most: int
) -> tuple[list[Proposal], list[Proposal]]:
    """Return the places at which the network sees dice, and those at which it sees the cube.

    Args:
        answer: of the network, see `ask`.
        image: the picture at full resolution.
        surface: where the playing surface is.
        least: log-odds from which a place is named, for dice and for the cube; where they are infinite, none is.
        most: how many places of each kind are named at most, the likeliest first.
    """
    corners, aspect, diameter, room = surface
    matrix = view_to_board(aspect, diameter, room)
    pose = camera_pose(corners, aspect, image.shape[:2])
    found: tuple[list[Proposal], list[Proposal]] = ([], [])
    for kind, from_odds in enumerate(least):
        spots = spots_of(answer, kind, from_odds, most) if from_odds < math.inf else []
        if not spots:
            continue
        at = [((column + 0.5) * STRIDE - 0.5, (row + 0.5) * STRIDE - 0.5, 1.0) for column, row, _, _ in spots]
        on_board = (np.array(at) @ matrix.T)[:, :2]
        looks = looks_at(corners, aspect, pose, on_board)
        each = zip(spots, on_board.tolist(), looks.middles.tolist(), looks.scales.tolist(), strict=True)
        for k, ((_, _, pixels, odds), (x, y), (px, py), scale) in enumerate(each):
            if 0 <= px < image.shape[1] and 0 <= py < image.shape[0]:
                side = pixels / VIEW_CHECKER * diameter * scale
                found[kind].append(Proposal(px, py, side, x, y, odds, looks.stretches[k], float(looks.flatness[k])))
    return found


def side_on_board(place: Proposal, board: BoardGeometry | SurfaceView) -> float:
    """Return the side of a place's upper face, as large as it is seen, in widths of the playing surface."""
    jacobian = seen_at(board.corners, board.aspect, np.array([[place.x, place.y]]))[1][0]
    return place.side / math.sqrt(abs(float(np.linalg.det(jacobian))))
