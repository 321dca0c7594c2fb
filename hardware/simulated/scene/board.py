"""The physical board: its measures, and where points, bar and trays lie, in millimetres.

The frame of reference: the origin is the middle of the playing surface, x runs to the right, y away from the player
who sits at the bottom of the picture, z up; z = 0 is the playing surface. Columns are the 24 points as places on the
table, numbered in the order of the horseshoe as the player at the bottom sees them: 1 is bottom right, 6 bottom right
next to the bar, 7 on the other side of the bar, 12 bottom left, 13 top left, 24 top right. Who plays which way round
is not known here.
"""

from __future__ import annotations

from dataclasses import dataclass
from typing import Literal

from hardware.simulated.errors import SceneError

Shade = Literal["dark", "light"]
"""Which of the two sets a checker or a die belongs to."""
End = Literal["bottom", "top"]
"""An end of the table: the two players sit there."""
Side = Literal["left", "right"]
"""A side of the table, as the player at the bottom sees it."""
Place = int | Literal["bar", "off"]
"""Where a checker lies: a column 1..24, on the bar, or borne off."""

Outline = Literal["pointed", "blunt", "round", "drop", "scalloped"]
"""The outline of a point: a triangle; one with its tip cut off; one that ends at the rail in a half circle, as wide as
a checker; one with a drop on its axis; one with a wavy edge."""
Print = Literal["none", "flowers", "letters"]
"""What is printed on a playing surface: nothing; rosettes on points and field; a maker's name and score marks."""
CubePlace = Literal["tray", "bar", "rail", "beside"]
"""Where a cube lies that nobody has: in the middle of the tray for it, of the bar, of a side rail, on the table. Its
owner has it at the tray's end, or on the rail before him, or on the table."""

COLUMNS = range(1, 25)
BASE = 26.0
"""How thick the board is below the playing surface, millimetres."""
ROW_GAP = 1.2
"""The widest gap that is left between neighbours in a row, millimetres."""
FIRST_GAP = 1.5
"""The widest gap that is left between the rail and the first checker of a row, millimetres."""


@dataclass(frozen=True, slots=True)
class Construction:
    """What a board is like beside its measures and colours.

    Attributes:
        outline: of its points.
        print: what is printed on it.
        dark_bar: the bar has a dark cover with black hinges instead of the frame's material.
        cube: where the cube lies.
    """

    outline: Outline = "pointed"
    print: Print = "none"
    dark_bar: bool = False
    cube: CubePlace = "tray"


@dataclass(frozen=True, slots=True)
class BoardSize:
    """The measures of a board, in millimetres, and how it is built.

    Attributes:
        width: the playing surface from rail to rail, the bar included.
        height: the playing surface from the bottom rail to the top rail.
        bar_width: the bar.
        bar_height: how far the bar stands above the playing surface.
        point_length: a triangle from base to tip.
        checker_diameter: a checker across.
        checker_thickness: a checker's height when it lies flat.
        row: how many checkers lie in line on a point before the next one goes on top of the first.
        rail_width: the outer frame; the rail between surface and tray is narrower.
        rail_height: how far the frame stands above the playing surface.
        tray_width: the trays left and right of the playing surface; 0 where there are none, and borne-off checkers lie
            on the table beside the board.
        die_side: a die's edge.
        cube_side: the doubling cube's edge.
        construction: how it is built.

    Raises:
        SceneError: the pieces do not fit on the board.
    """

    width: float = 608.0
    height: float = 500.0
    bar_width: float = 46.0
    bar_height: float = 12.0
    point_length: float = 205.0
    checker_diameter: float = 43.0
    checker_thickness: float = 11.0
    row: int = 5
    rail_width: float = 22.0
    rail_height: float = 22.0
    tray_width: float = 56.0
    die_side: float = 16.0
    cube_side: float = 30.0
    construction: Construction = Construction()

    def __post_init__(self) -> None:
        """Refuse a board on which pieces would have to overlap."""
        if self.point_width < self.checker_diameter + 0.5 or self.bar_width <= 0:
            raise SceneError("scene.checkers_too_wide", diameter=self.checker_diameter, point=self.point_width)
        rows = 2 * (self.row * self.checker_diameter + FIRST_GAP + (self.row - 1) * ROW_GAP)
        if self.height < rows + 2.5 * self.die_side:
            raise SceneError("scene.rows_too_long", row=self.row, height=self.height)
        if not self.has_trays:
            return
        if self.tray_width < self.checker_diameter + 2 or self.compartment < 15.5 * self.checker_thickness:
            raise SceneError("scene.tray_too_small", width=self.tray_width, length=self.compartment)

    @property
    def point_width(self) -> float:
        """The width of one column, millimetres."""
        return (self.width - self.bar_width) / 12

    @property
    def has_trays(self) -> bool:
        """Whether there are trays beside the playing surface."""
        return self.tray_width > 0

    @property
    def inner_rail(self) -> float:
        """The width of the rail between the playing surface and a tray, millimetres; 0 without trays."""
        return 0.6 * self.rail_width if self.has_trays else 0.0

    @property
    def on_bar(self) -> float:
        """The height at which a checker on the bar lies: on one narrower than itself it lies across what is beside."""
        wide_enough = self.bar_width >= self.checker_diameter
        return self.bar_height if wide_enough else max(self.bar_height, self.checker_thickness)

    @property
    def outer_width(self) -> float:
        """The whole board from outside to outside, left to right, millimetres."""
        return self.width + 2 * (self.inner_rail + self.tray_width + self.rail_width)

    @property
    def outer_height(self) -> float:
        """The whole board from outside to outside, bottom to top, millimetres."""
        return self.height + 2 * self.rail_width

    @property
    def divider(self) -> float:
        """The length of the middle part of a tray, its two walls included, millimetres."""
        return 0.22 * self.height

    @property
    def compartment(self) -> float:
        """The length of the part of a tray at either end, millimetres."""
        return (self.height - self.divider) / 2


def column_x(size: BoardSize, column: int) -> float:
    """Return where the middle line of a column lies, millimetres to the right of the board's middle.

    Raises:
        SceneError: there is no such column.
    """
    if column not in COLUMNS:
        raise SceneError("scene.no_such_column", column=column)
    from_left = 12 - column if column <= 12 else column - 13
    x = -size.width / 2 + (from_left + 0.5) * size.point_width
    return x + size.bar_width if from_left >= 6 else x


def column_end(column: int) -> End:
    """Return at which end of the table a column has its base."""
    return "bottom" if column <= 12 else "top"


def tray_x(size: BoardSize, side: Side) -> float:
    """Return where the middle line of a tray lies, millimetres to the right of the board's middle.

    Without trays it is a line on the table on which borne-off checkers lie.
    """
    if size.has_trays:
        x = size.width / 2 + size.inner_rail + size.tray_width / 2
    else:
        x = size.outer_width / 2 + size.checker_diameter
    return x if side == "right" else -x


def surface_corners(size: BoardSize) -> tuple[tuple[float, float, float], ...]:
    """Return the inside corners of the frame, clockwise from the top left as the player at the bottom sees them."""
    x, y = size.width / 2, size.height / 2
    return ((-x, y, 0.0), (x, y, 0.0), (x, -y, 0.0), (-x, -y, 0.0))
