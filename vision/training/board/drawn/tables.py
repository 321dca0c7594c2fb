"""Tables of many constructions: what stays the same from one picture of a board to the next, drawn by chance.

Some kinds of construction train nothing: an outline of points, a material of checkers, a bar and a camera's place.
A table that has one of them judges.
"""

from __future__ import annotations

import math
from dataclasses import dataclass, replace
from typing import TYPE_CHECKING, Final, Literal, get_args

import numpy as np

from vision.training.board.drawn.chance import between, maybe, one_of, source
from vision.training.board.drawn.matter import COMMON, any_colour, near, within
from vision.training.board.drawn.page import ACROSS, DOWN, LEFT, TOP
from vision.training.board.drawn.sets import draw_sets

if TYPE_CHECKING:
    from vision.arrays import Float
    from vision.training.board.drawn.matter import Kind
    from vision.training.board.drawn.sets import CheckerSet

Outline = Literal["pointed", "blunt", "round tip", "drop", "curved", "band", "scalloped", "ogive"]
BarMake = Literal["raised", "flat", "line", "hinged", "clasped", "cloth", "ribbed"]

KeptApart = Literal["ogive points", "metal checkers", "ribbed bar", "camera aside"]
"""Kinds of construction that train nothing."""

TEMPERED_BY: Final[tuple[KeptApart, ...]] = ("ogive points", "ribbed bar")
"""Those of them by which temperatures are fitted; the others judge."""

FIRST_JUDGING: Final = 1_000_000
"""Number of the first drawn table that judges: none near it trains."""

_OUTLINES: Final[tuple[Outline, ...]] = (
    *("pointed",) * 6, "blunt", *("round tip",) * 2, *("drop",) * 3, "curved", "curved", "band", *("scalloped",) * 2,
)  # fmt: skip
_BARS: Final[tuple[BarMake, ...]] = (*("raised",) * 6, *("flat",) * 2, "line", *("hinged",) * 4, "clasped", "cloth")


@dataclass(frozen=True, slots=True)
class Eye:
    """The camera's place, in pixels of the page: what is higher up appears farther from the point below it.

    Attributes:
        x, y: the point of the page below it.
        z: its height.
        squeeze: pixels down the page to one across, of what is as long both ways.
    """

    x: float
    y: float
    z: float
    squeeze: float

    def seen(self, x: float, y: float, z: float) -> tuple[float, float]:
        """Return where a point at height z above the surface appears."""
        farther = z / (self.z - z)
        return x + (x - self.x) * farther, y + (y - self.y) * farther

    def larger(self, z: float) -> float:
        """Return how many times larger things at height z appear."""
        return self.z / (self.z - z)


@dataclass(frozen=True, slots=True, eq=False)
class DrawnTable:
    """A board, its sets, and the camera above it; lengths in pixels of the page unless said otherwise.

    Attributes:
        number: of the table, from which all else follows.
        aspect: depth of the playing surface over its width.
        eye: where the camera is.
        columns: the middles of the twelve columns.
        point: width of a point.
        bar: left and right edge of the bar.
        bar_height: how high its surface is.
        bar_inset: how much narrower its raised part is at either side.
        bar_make: see `BarMake`.
        outline: shape of the points.
        length, half_width, base: of points: how long, half their width, and how far off the rail they begin.
        curve: how a point narrows: 1 evenly.
        field, points, frame, bar_colour, ink: colours; `points` of either parity.
        kinds: what field, points and frame are made of.
        diameter, thickness: of checkers.
        row: how many lie in line before they are stacked.
        wall: how high the frame is.
        sets: the darker and the lighter set.
        neatness: how crooked rows are: aside, along, off the rail, in checkers.
        light: the way that light falls, across and down: shadows lie there.
    """

    number: int
    aspect: float
    eye: Eye
    columns: tuple[float, ...]
    point: float
    bar: tuple[float, float]
    bar_height: float
    bar_inset: float
    bar_make: BarMake
    outline: Outline
    length: float
    half_width: float
    base: float
    curve: float
    field: Float
    points: tuple[Float, Float]
    frame: Float
    bar_colour: Float
    ink: Float
    kinds: tuple[Kind, Kind, Kind]
    diameter: float
    thickness: float
    row: int
    wall: float
    sets: tuple[CheckerSet, CheckerSet]
    neatness: tuple[float, float, float]
    light: tuple[float, float]

    @property
    def radii(self) -> tuple[float, float]:
        """A checker's, across and down the page."""
        return self.diameter / 2, self.diameter / 2 * self.eye.squeeze


def draw_table(number: int, apart: KeptApart | None = None) -> DrawnTable:
    """Return the table of this number.

    Args:
        number: from which all follows.
        apart: the kind of construction that it is to have of those that train nothing; None for one that trains.
    """
    rng = source(number, 1, 0 if apart is None else 1 + get_args(KeptApart).index(apart))
    aspect = between(rng, 0.66, 1.05)
    eye = _draw_eye(rng, aspect, aside=apart == "camera aside")
    bar = between(rng, 0.22, 1.5) if maybe(rng, 0.6) else between(rng, 0.55, 1.15)
    outer, inner = (0.0 if maybe(rng, chance) else between(rng, 0, 0.35) for chance in (0.6, 0.7))
    point = ACROSS / (12 + bar + 2 * outer + 2 * inner)
    columns = tuple(
        LEFT + (outer + 0.5 + i) * point if i < 6 else LEFT + ACROSS - (outer + 11.5 - i) * point for i in range(12)
    )
    left = LEFT + (outer + 6 + inner) * point
    field, points, frame, bar_colour = _draw_colours(rng)
    outline: Outline = "ogive" if apart == "ogive points" else one_of(rng, _OUTLINES)
    diameter = point * (between(rng, 0.84, 0.99) if maybe(rng, 0.6) else between(rng, 0.7, 1.02))
    thickness = diameter * between(rng, 0.12, 0.34)
    bar_make: BarMake = "ribbed" if apart == "ribbed bar" else one_of(rng, _BARS)
    squeeze = eye.squeeze
    rows = max(3, int((DOWN / 2 - 0.15 * diameter * squeeze) / (diameter * squeeze)))
    field_kind: Kind = one_of(rng, COMMON)
    way = between(rng, 0, 2 * math.pi)
    return DrawnTable(
        number=number,
        aspect=aspect,
        eye=eye,
        columns=columns,
        point=point,
        bar=(left, 2 * LEFT + ACROSS - left),
        bar_height=0.0 if bar_make in ("flat", "line") or maybe(rng, 0.2) else between(rng, 0.05, 0.55) * diameter,
        bar_inset=0.0 if maybe(rng, 0.7) else between(rng, 0, 0.25) * bar * point,
        bar_make=bar_make,
        outline=outline,
        length=between(rng, 0.33, 0.485) * DOWN,
        half_width=between(rng, 0.36, 0.5) * point,
        base=0.0 if maybe(rng, 0.7) else between(rng, 0, 0.03) * DOWN,
        curve=between(rng, 0.6, 1.6) if outline == "curved" else 1.0,
        field=field,
        points=points,
        frame=frame,
        bar_colour=bar_colour,
        ink=any_colour(rng) if maybe(rng, 0.6) else np.full(3, 20, dtype=np.float32),
        kinds=(
            field_kind,
            field_kind if maybe(rng, 0.6) else one_of(rng, COMMON),
            one_of(rng, ("wood", "wood", "wood", "leather", "plain", "felt")),
        ),
        diameter=diameter,
        thickness=thickness,
        row=min(one_of(rng, (3, 4, 5, 5, 5, 5, 5, 5, 6, 6, 7)), rows),
        wall=thickness * (between(rng, 0.1, 1.5) if maybe(rng, 0.7) else between(rng, 1.0, 4.0)),
        sets=draw_sets(rng, (*points, field, bar_colour, frame), metal=apart == "metal checkers"),
        neatness=(
            between(rng, 0.01, 0.09),
            between(rng, 0, 0.06),
            between(rng, 0, 0.12) if maybe(rng, 0.75) else between(rng, 0, 0.5),
        ),
        light=(math.cos(way), math.sin(way)),
    )


def _draw_eye(rng: np.random.Generator, aspect: float, *, aside: bool) -> Eye:
    squeeze = DOWN / (aspect * ACROSS)
    if aside:
        elevation, azimuth = math.radians(between(rng, 38, 55)), one_of(rng, (-1, 1)) * between(rng, 0.5, 1.2)
    else:
        elevation = math.radians(min(90.0, between(rng, 40, 98)))
        azimuth = between(rng, -0.35, 0.35) if maybe(rng, 0.85) or elevation > math.radians(70) else 0.0
        if elevation > math.radians(75):
            azimuth = between(rng, -math.pi, math.pi)
    if maybe(rng, 0.25):
        azimuth += math.pi
    far = between(rng, 1.1, 3.0) * ACROSS
    x, y = LEFT + ACROSS / 2, TOP + DOWN / 2
    if maybe(rng, 0.6):
        x, y = x + between(rng, -0.1, 0.1) * ACROSS, y + between(rng, -0.1, 0.1) * DOWN
    level = math.cos(elevation) * far
    return Eye(
        x + math.sin(azimuth) * level,
        y + math.cos(azimuth) * level * squeeze,
        math.sin(elevation) * far,
        squeeze,
    )


def seen_again(table: DrawnTable, rng: np.random.Generator) -> DrawnTable:
    """Return the same table after its camera was moved."""
    return replace(table, eye=_draw_eye(rng, table.aspect, aside=False))


def _draw_colours(rng: np.random.Generator) -> tuple[Float, tuple[Float, Float], Float, Float]:
    """Return the colours of field, points of either parity, frame and bar."""
    field, first, second = (any_colour(rng) for _ in range(3))
    kind = rng.random()
    if kind < 0.12:
        second = first.copy()
    elif kind < 0.24:
        first = near(rng, field, 14)
    elif kind < 0.34:
        first = within(field * between(rng, 0.6, 1.5))
    frame = any_colour(rng) if maybe(rng, 0.6) else near(rng, field, 20)
    dark = np.array([20, 20, 22], dtype=np.float32)
    bar = one_of(rng, (frame, frame, near(rng, field, 10), any_colour(rng), dark))
    return field, (first, second), frame, bar
