"""Illumination: slow changes of the light are undone, as if the board were in the calibration's light.

Nothing is learned from pictures of play, so nothing can be learned wrongly: a checker that stands for an hour does not
become part of the board, and when the light is as before, the picture is left as it is. From every settled picture
alone it is worked out by how much the bare board is brighter or darker than when it was calibrated, in each of red,
green and blue and with a slope over the board; what lies on the board does not agree with that and is left out. The
light on checkers is that on the board beside them.
"""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING, Any, Final

import cv2
import numpy as np

if TYPE_CHECKING:
    import numpy.typing as npt

    from vision.arrays import Double, Float
    from vision.features.bare_board import Background, Mask
    from vision.frame import Image

STEP: Final = 12
"""One in so many pixels is looked at, along either side."""

BLACK: Final = 6.0
"""Added to brightness, of 255, before it is compared: noise and stray light weigh most in the dark."""

USABLE: Final = (12.0, 244.0)
"""Brightness, 0..255, between which pixels say something about the light."""

STRAY: Final = 0.12
"""By how much the change of a bare pixel's brightness may stray from that of the others, as a logarithm."""

LEAST_BARE: Final = 0.3
"""Share of the board that must agree on the light to be believed."""

STRONGEST: Final = (float(np.log(0.35)), float(np.log(2.2)))
"""The weakest and strongest change that is undone, as logarithms; beyond, the picture holds too little."""

FLAT: Final = 1e-14
"""Eigenvalues smaller than this, in the largest one, are rounding."""

STEEPEST: Final = 0.5
"""The steepest slope of that over the board, as a logarithm."""

LEVEL: Final = 0.03
"""Slope over the board, as a logarithm, up to which the light is taken to change everywhere alike."""

LEAST_CHANGE: Final = 0.025
"""Changes smaller than this, as a logarithm, are left as they are."""


@dataclass(frozen=True, slots=True)
class Illumination:
    """The light on the board compared with that of the calibration.

    Attributes:
        change: for blue, green and red the logarithm of how much brighter the picture is in the middle of the board,
            and by how much that grows from the left edge to the right and from the top to the bottom.
    """

    change: tuple[tuple[float, float, float], ...]

    @property
    def brightness(self) -> float:
        """The board's brightness, in that of the calibration."""
        return float(np.exp(np.mean([middle for middle, _, _ in self.change])))


SAME_LIGHT: Final = Illumination(((0.0, 0.0, 0.0),) * 3)
"""The light of the calibration."""


@dataclass(frozen=True, slots=True, eq=False)
class BareBoard:
    """The empty board in the calibration's light, as `find_illumination` compares with it; n pixels are looked at.

    Attributes:
        size: how many pixels across and down.
        level: logarithms of its brightness in blue, green and red, shape (3, n).
        usable: which of them say something about the light, shape (n,).
        place: for each of them 1 and where it is, -0.5 to 0.5 across and down, shape (3, n).
    """

    size: tuple[int, int]
    level: Double
    usable: Mask
    place: Double


def bare_board(background: Background) -> BareBoard:
    """Return what `find_illumination` compares pictures of a board with."""
    height, width = background.known.shape
    size = (width // STEP, height // STEP)
    then = _colours(cv2.cvtColor(_coarse(background.lab, size), cv2.COLOR_LAB2BGR)) * 255
    known = background.known[STEP // 2 :: STEP, STEP // 2 :: STEP][: size[1], : size[0]].ravel()
    x, y = (axis.ravel() for axis in np.meshgrid(np.linspace(-0.5, 0.5, size[0]), np.linspace(-0.5, 0.5, size[1])))
    return BareBoard(
        size=size,
        level=np.log(then + BLACK),
        usable=known & (then < USABLE[1]).all(axis=0) & (then > USABLE[0]).any(axis=0),
        place=np.stack([np.ones(len(x)), x, y]),
    )


def _coarse(board: npt.NDArray[Any], size: tuple[int, int]) -> cv2.typing.MatLike:
    """Return the means of `STEP` by `STEP` pixels, `size` across and down; what is left over beside them is cut off."""
    width, height = size  # OpenCV is four times as quick about whole numbers of pixels
    return cv2.resize(board[: height * STEP, : width * STEP], size, interpolation=cv2.INTER_AREA)


def _colours(coarse: cv2.typing.MatLike) -> Double:
    """Return the blue, green and red of a picture's pixels one after the other, shape (3, n)."""
    return np.array(coarse.reshape(-1, 3).T, dtype=np.float64, order="C")


def find_illumination(board: Image, bare: BareBoard) -> Illumination:
    """Work out the light.

    Args:
        board: the rectified picture, see `vision.geometry.board.rectify`.
        bare: the empty board in the calibration's light.

    Returns:
        The light; SAME where it has not changed enough to matter, or too little of the board is seen to tell.
    """
    now = _colours(_coarse(board, bare.size))
    usable = bare.usable & (now < USABLE[1]).all(axis=0)
    if np.count_nonzero(usable) < LEAST_BARE * len(usable):
        return SAME_LIGHT
    change = (np.log(now + BLACK) - bare.level)[:, usable]
    place = bare.place[:, usable]
    fitted = _agreed(change, place)
    if fitted is None or np.abs(fitted @ place).max() < LEAST_CHANGE:
        return SAME_LIGHT
    fitted[:, 0] = np.clip(fitted[:, 0], *STRONGEST)
    fitted[:, 1:] = np.clip(fitted[:, 1:], -STEEPEST, STEEPEST)
    blue, green, red = ((float(a), float(b), float(c)) for a, b, c in fitted)
    return Illumination((blue, green, red))


def _agreed(change: Double, place: Double) -> Double | None:
    """Return the plane (3 numbers for each colour, shape (3, 3)) on which most changes lie, None where too few do."""
    fitted: Double = np.zeros((3, 3), dtype=np.float64)
    fitted[:, 0] = _densest(change)
    for reach in (2.5, 2.0, 1.5, 1.0, 1.0):
        bare: Mask = np.abs(change - fitted @ place).max(axis=0) < reach * STRAY
        if np.count_nonzero(bare) < LEAST_BARE * len(bare):
            return None
        where = place * bare
        # What agrees may lie on one line across the board: of all planes the levellest is taken.
        fitted = (change @ where.T) @ _inverse(where @ where.T)
    return fitted


def _inverse(square: Double) -> Double:
    """Return the pseudo-inverse of a symmetric matrix that has no negative eigenvalues."""
    values, vectors = np.linalg.eigh(square)
    kept = values > FLAT * values[-1]
    along = vectors[:, kept]
    return np.asarray((along / values[kept]) @ along.T, dtype=np.float64)


def _densest(change: Double) -> Double:
    """Return the change that most pixels show, in each colour: the densest fifth of a logarithm."""
    result = np.zeros(3)
    for colour in range(3):
        ranked = np.sort(change[colour])
        inside = np.searchsorted(ranked, ranked + 0.2) - np.arange(len(ranked))
        first = int(inside.argmax())
        last = first + int(inside[first]) - 1
        result[colour] = (ranked[(first + last) // 2] + ranked[(first + last + 1) // 2]) / 2
    return result


def in_light_of_calibration(board: Image, light: Illumination) -> Image:
    """Return a rectified picture as it would look in the calibration's light; itself where that is the same."""
    if light == SAME_LIGHT:
        return board
    height, width = board.shape[:2]
    if all(max(abs(across), abs(down)) < LEVEL for _, across, down in light.change):
        steps = np.arange(256) + BLACK
        table = np.dstack([steps * np.exp(-middle) - BLACK for middle, _, _ in light.change])
        return np.asarray(cv2.LUT(board, np.clip(np.rint(table), 0, 255).astype(np.uint8)), dtype=np.uint8)
    coarse = (max(2, width // 32), max(2, height // 32))
    x, y = np.meshgrid(np.linspace(-0.5, 0.5, coarse[0]), np.linspace(-0.5, 0.5, coarse[1]))
    shares = np.dstack([np.exp(-(a + b * x + c * y)) for a, b, c in light.change]).astype(np.float32)
    # What was added before comparing is added here too: black stays black.
    scaled = cv2.multiply(board, cv2.resize(shares, (width, height), interpolation=cv2.INTER_LINEAR), dtype=cv2.CV_32F)
    rest = cv2.resize(shares * np.float32(BLACK) - np.float32(BLACK), (width, height), interpolation=cv2.INTER_LINEAR)
    return np.asarray(cv2.add(scaled, rest, dtype=cv2.CV_8U), dtype=np.uint8)


def lit(colours: Float, across: Float, down: Float, light: Illumination) -> Float:
    """Return colours of the board in the calibration's light as they look in another.

    Args:
        colours: blue-green-red in 0..255, shape (h, w, 3).
        across: where in the rectified picture they are, 0 at its left edge, 1 at its right, shape (h, w).
        down: likewise from the top to the bottom.
        light: that other.
    """
    if light == SAME_LIGHT:
        return colours
    change = np.dstack([a + b * (across - 0.5) + c * (down - 0.5) for a, b, c in light.change])
    return np.asarray((colours + BLACK) * np.exp(change) - BLACK, dtype=np.float32)
