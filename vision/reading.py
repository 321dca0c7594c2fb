"""A reading: what was seen on the board, as likelihoods in whole numbers. It crosses to the referee.

Scores are log-likelihoods in centinats (hundredths of a nat) relative to the best of their kind: the best is 0, all
others are negative, none is below FLOOR. They are integers so that every machine that replays a journal agrees.

Places are named in picture terms after the warp that brings the bar upright: `T1`..`T12` are the points of the top row
from left to right, `B1`..`B12` those of the bottom row. The reader does not know who plays which way: checkers are
`dark` or `light`, and which player that is, is the referee's matter.

Board coordinates (x, y) run from 0 to 1 over the playing surface: x to the right, y downwards, (0, 0) at the top left
corner. Picture coordinates are pixels of the frame, x to the right, y downwards.
"""

from __future__ import annotations

from dataclasses import dataclass
from enum import StrEnum
from typing import TYPE_CHECKING, Final

if TYPE_CHECKING:
    from collections.abc import Sequence

FLOOR: Final = -2500
"""The lowest score, in centinats: an explanation may be unlikely, but never impossible."""

MAX_COUNT: Final = 15
"""The largest number of checkers that is told apart on one place."""

IN_A_ROW: Final = 5
"""Checkers that lie side by side on a point, as a rule: further ones lie on others."""

SURE: Final = 300
"""Lead, in centinats, from which what is likeliest is as good as certain: it is twenty times as likely as the next."""

PLACES: Final[tuple[str, ...]] = tuple([f"T{i}" for i in range(1, 13)] + [f"B{i}" for i in range(1, 13)])
"""The 24 points in the order of `Reading.points`."""

CUBE_FACES: Final[tuple[int, ...]] = (2, 4, 8, 16, 32, 64)
"""The faces of a doubling cube in the order of `CubeReading.scores`."""


class Shade(StrEnum):
    """One of the two sets of checkers."""

    DARK = "dark"
    LIGHT = "light"


def content_index(shade: Shade | None, count: int) -> int:
    """Return the index into `PlaceReading.scores` of `count` checkers of `shade` (0 for an empty place)."""
    if shade is None or count == 0:
        return 0
    return count if shade is Shade.DARK else MAX_COUNT + count


def content_at(index: int) -> tuple[Shade | None, int]:
    """Return the shade and count that stand at `index` of `PlaceReading.scores`; inverse of `content_index`."""
    if index == 0:
        return None, 0
    return (Shade.DARK, index) if index <= MAX_COUNT else (Shade.LIGHT, index - MAX_COUNT)


def lead(scores: Sequence[int]) -> int:
    """Return by how many centinats the likeliest of several contents leads the next."""
    second, best = sorted(scores)[-2:]
    return best - second


@dataclass(frozen=True, slots=True)
class PlaceReading:
    """Likelihoods of what may stand on one point.

    Attributes:
        scores: 31 scores in centinats: index 0 empty, 1..15 that many dark, 16..30 that many (less 15) light.
    """

    scores: tuple[int, ...]

    @property
    def best(self) -> tuple[Shade | None, int]:
        """The likeliest content: shade and count."""
        return content_at(max(range(len(self.scores)), key=self.scores.__getitem__))


@dataclass(frozen=True, slots=True)
class CountReading:
    """Likelihoods of how many checkers of one shade lie in a place that both shades may share (the bar, a tray).

    Attributes:
        scores: 16 scores in centinats, index = count 0..15.
    """

    scores: tuple[int, ...]

    @property
    def best(self) -> int:
        """The likeliest count."""
        return max(range(len(self.scores)), key=self.scores.__getitem__)


@dataclass(frozen=True, slots=True)
class DieReading:
    """One die on the playing surface.

    Attributes:
        x, y: its middle in board coordinates (0..1, see module).
        px, py: its middle in picture pixels.
        scores: 6 scores in centinats for the upper faces 1..6.
        flat: log-odds in centinats that it lies flat rather than cocked (positive: flat).
        colour: mean colour of its body, blue-green-red 0..255, to tell two pairs apart.
        on_checker: log-odds in centinats that it lies on a checker rather than on the board (positive: on a checker).
    """

    x: float
    y: float
    px: float
    py: float
    scores: tuple[int, ...]
    flat: int
    colour: tuple[int, int, int]
    on_checker: int = FLOOR

    @property
    def value(self) -> int:
        """The likeliest upper face, 1..6."""
        return 1 + max(range(6), key=self.scores.__getitem__)


class CubePlace(StrEnum):
    """Place of the cube, in picture terms after the warp: nobody's, or one end's."""

    MIDDLE = "middle"
    TOP = "top"
    BOTTOM = "bottom"


@dataclass(frozen=True, slots=True)
class CubeReading:
    """The doubling cube.

    Attributes:
        x, y: its middle in board coordinates; outside 0..1 when it lies in a tray.
        px, py: its middle in picture pixels.
        scores: 6 scores in centinats for the faces of CUBE_FACES.
    """

    x: float
    y: float
    px: float
    py: float
    scores: tuple[int, ...]

    @property
    def value(self) -> int:
        """The likeliest upper face."""
        return CUBE_FACES[max(range(6), key=self.scores.__getitem__)]

    @property
    def place(self) -> CubePlace:
        """Whose it is: the middle third of the board's depth is nobody's, on the bar as well as beside the board."""
        if 1 / 3 <= self.y <= 2 / 3:
            return CubePlace.MIDDLE
        return CubePlace.TOP if self.y < 1 / 3 else CubePlace.BOTTOM

    @property
    def stake(self) -> int:
        """What the game counts: a 64 in the middle has not been turned yet and means 1."""
        return 1 if self.value == CUBE_FACES[-1] and self.place is CubePlace.MIDDLE else self.value


@dataclass(frozen=True, slots=True)
class Reading:
    """Everything read from one still picture.

    Attributes:
        time: the frame's time in seconds.
        points: 24 readings in the order of PLACES.
        bar_dark, bar_light: how many of each shade lie on the bar.
        off_dark, off_light: how many of each shade have been borne off, where somebody counts them; None from a camera:
            what is not on the board has been borne off.
        hidden: names of the places (PLACES, or "bar") that something covers; their scores say nothing.
        dice: the dice on the playing surface, in no particular order.
        cube: the doubling cube, None when none is seen.
        shared: names of points on which checkers of both shades are seen; their scores are those of the shade that has
            more there.
        since: the time of an earlier reading with whose picture this one's was compared, None where it was not.
        touched: for each of PLACES, log-odds in centinats that since then a checker was laid or taken there rather
            than that nobody touched any; empty where nothing was compared.
    """

    time: float
    points: tuple[PlaceReading, ...]
    bar_dark: CountReading
    bar_light: CountReading
    off_dark: CountReading | None
    off_light: CountReading | None
    hidden: frozenset[str]
    dice: tuple[DieReading, ...]
    cube: CubeReading | None
    shared: frozenset[str] = frozenset()
    since: float | None = None
    touched: tuple[int, ...] = ()
