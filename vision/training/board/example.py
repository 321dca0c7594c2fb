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

UNNAMED = 25.0
"""Sets whose means of blue, green and red differ by less than this may be named either way, 0..255."""

ThingKind = Literal["die", "cube", "dark", "light"]


@dataclass(frozen=True, slots=True)
class Thing:
    """A die, a cube or a checker that is seen on or beside the board.

    Attributes:
        kind: which of them, and of which set a checker is.
        x, y: the middle of its upper face in pixels of the canvas, whole numbers at their edges.
        side: of its upper face, of a checker its diameter, in pixels of the canvas, the mean of across and down.
    """

    kind: ThingKind
    x: float
    y: float
    side: float


@dataclass(frozen=True, slots=True, eq=False)
class Example:
    """One picture of a table and what is true of it.

    Attributes:
        picture: the canvas, shape (HEIGHT, WIDTH, 3), blue-green-red.
        contents: what stands on each point, 24 indexes into `reading.PlaceReading.scores`; of two sets the larger part.
        bar: how many dark and light checkers lie on the bar.
        hidden: which points, and the bar as the 25th, are covered so far that nobody could count.
        things: dice, cubes and checkers whose upper faces can be seen.
        proportions: of this board; None where they are not known.
        apart: how much lighter the light set is than the dark one, 0..255: the mean of blue, green and red.
    """

    picture: Image
    contents: Bytes
    bar: tuple[int, int]
    hidden: Flags
    things: tuple[Thing, ...]
    proportions: Proportions | None
    apart: float

    def __post_init__(self) -> None:
        """Check shapes: what is wrong here would be learned."""
        if self.picture.shape != (HEIGHT, WIDTH, 3) or self.contents.shape != (24,) or self.hidden.shape != (25,):
            raise ValueError("an example's arrays have other shapes")


def contents_of(counts: npt.NDArray[np.int64]) -> Bytes:
    """Return contents for counts of dark and light checkers on 24 points, shape (24, 2), by the set with more there."""
    dark, light = np.minimum(counts, MAX_COUNT).T
    return np.asarray(np.where(light > dark, MAX_COUNT + light, dark), dtype=np.uint8)
