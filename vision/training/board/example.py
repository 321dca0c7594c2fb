"""One picture of a table that training draws, with what is true of it."""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING, Literal

import numpy as np

from vision.checkers.canvas import HEIGHT, WIDTH
from vision.reading import MAX_COUNT

if TYPE_CHECKING:
    import numpy.typing as npt

    from vision.frame import Image
    from vision.geometry.layout import Proportions

    Flags = npt.NDArray[np.bool_]
    Bytes = npt.NDArray[np.uint8]

MOST_ON_BAR = 7
"""More checkers of one set on the bar are not told apart."""

Kind = Literal["die", "cube"]


@dataclass(frozen=True, slots=True)
class Box:
    """A die or a cube that is seen on or beside the board.

    Attributes:
        kind: which of the two.
        x, y: the middle of its upper face in pixels of the canvas, whole numbers in the middles of pixels.
        side: of its upper face in pixels of the canvas, the mean of across and down.
    """

    kind: Kind
    x: float
    y: float
    side: float


@dataclass(frozen=True, slots=True, eq=False)
class Example:
    """One picture of a table and what is true of it.

    Attributes:
        picture: the canvas, shape (HEIGHT, WIDTH, 3), blue-green-red.
        contents: what stands on each point, 24 indexes into `reading.PlaceReading.scores`.
        bar: how many dark and light checkers lie on the bar.
        hidden: which points, and the bar as the 25th, are covered so far that nobody could count.
        boxes: dice and cubes that can be seen.
        proportions: of this board; None where they are not known.
        apart: how much lighter the light set is than the dark one, 0..255: the mean of blue, green and red.
    """

    picture: Image
    contents: Bytes
    bar: tuple[int, int]
    hidden: Flags
    boxes: tuple[Box, ...]
    proportions: Proportions | None
    apart: float

    def __post_init__(self) -> None:
        """Check shapes: what is wrong here would be learned."""
        if self.picture.shape != (HEIGHT, WIDTH, 3) or self.contents.shape != (24,) or self.hidden.shape != (25,):
            raise ValueError("an example's arrays have other shapes")


def contents_of(counts: npt.NDArray[np.int64]) -> Bytes:
    """Return contents for counts of dark and light checkers on 24 points, shape (24, 2), never both on one."""
    dark, light = np.minimum(counts, MAX_COUNT).T
    return np.asarray(np.where(light > 0, MAX_COUNT + light, dark), dtype=np.uint8)
