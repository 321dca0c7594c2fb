"""Full points as the network for a closer look sees them in training: the same lines under more and fewer checkers.

Every point of a table gets a line and checkers on it. A picture shows of each as many as chance says, taken away from
above, so that strips differ in nothing but their number; what is drawn once serves many pictures. One more picture
shows some points with single checkers alone, as the start position does: beside these, others are judged.
"""

from __future__ import annotations

import random
from dataclasses import dataclass, replace
from typing import TYPE_CHECKING, Final, NamedTuple

import numpy as np
import numpy.typing as npt

from hardware.simulated.drawing.renderer import Renderer
from hardware.simulated.errors import SceneError
from hardware.simulated.looks.named import ALIKE
from hardware.simulated.optics.pinhole import View, looking_at
from hardware.simulated.scene.board import column_x
from hardware.simulated.scene.checkers import Arrangement, arrange
from hardware.simulated.scene.dice import Throw, throw_dice
from hardware.simulated.scene.table import Habit, Scene, Seats
from vision.checkers.close_look import FEWEST, side_of
from vision.checkers.close_net import STEPS, cut_close
from vision.geometry.board import BoardGeometry, parse_corners, to_board
from vision.geometry.camera_pose import camera_pose, shifts
from vision.reading import IN_A_ROW
from vision.training.board.simulated_tables import COLUMN_AT, TablePlate, draw_style, drifted, film, seen_corners
from vision.training.proposals.plates import draw_plate_setting

if TYPE_CHECKING:
    from collections.abc import Mapping, Sequence

    from hardware.simulated.optics.pinhole import Pinhole
    from hardware.simulated.scene.board import BoardSize, Shade
    from hardware.simulated.scene.table import Checker
    from vision.arrays import Double, Float
    from vision.frame import Image
    from vision.geometry.board import Corners
    from vision.geometry.camera_pose import CameraPose
    from vision.training.board.simulated_tables import SimulatedTable, Style

PAD: Final = 2
"""Pixels more on every side of stored strips, for small shifts while training."""

HEIGHTS: Final = 5
"""How many heights are told apart: 0 to 4 checkers on each other."""

ALIKE_PLATES: Final = range(3000, 4000)
"""Plates whose checkers are of about the colours of their points or board."""

SHAPES: Final = ((960, 540), (1280, 720), (1280, 720))
"""Widths and heights of pictures."""

ROWS: Final = (4, 5, 5, 5, 5, 5, 6)
"""How many checkers lie in line before people stack, as often as each number stands here."""

MOST: Final = (6, 6, 6, 7, 7, 7, 7, 8, 8, 9, 10, 11, 13, 15)
"""How many checkers a point has for its pictures to choose from, as often as each number stands here."""

FEWER: Final = 0.3
"""Share of points that have less than four checkers in a picture: they are only what else lies there."""

PICTURES: Final = 3
"""Pictures of a plate, beside the one of single checkers."""

CHOICE: Final = 2
"""Such points of a plate, at most, for each shade on either side of the board."""

SAME_FIT: Final = 0.7
"""Share of pictures whose geometry is that of the one of single checkers, as in a game until the camera is moved."""

ROUGHNESS: Final = (0.15, 0.3, 0.6)
"""How rough fits are, see `misfitted`: those to a start position are fine."""


@dataclass(frozen=True, slots=True)
class CloseStrips:
    """Close strips and what they show.

    Attributes:
        pictures: shape (n, LAYERS, ALONG + 2 PAD, ACROSS + 2 PAD), uint8.
        shifts: shape (n, 2), float32, see `vision.geometry.camera_pose.shifts`.
        heights: shape (n, STEPS), uint8: how many checkers lie on each other at each step.
        rows: strips of points with single checkers, shape (m, LAYERS, ALONG + 2 PAD, ACROSS + 2 PAD), uint8.
        row_shifts: shape (m, 2), float32.
        beside: index of the row that each picture is judged beside, shape (n,), int64: of its shade, on its side of
            the board, on another point; -1 where there is none.
    """

    pictures: npt.NDArray[np.uint8]
    shifts: Float
    heights: npt.NDArray[np.uint8]
    rows: npt.NDArray[np.uint8]
    row_shifts: Float
    beside: npt.NDArray[np.int64]


def full_plate(number: int, look: str | None = None) -> TablePlate:
    """Return the plate of this number: look, board and lamp of `plates`, its camera on any side of the table."""
    if look is None and number in ALIKE_PLATES:
        look = f"{ALIKE}{number}"
    plate = draw_plate_setting(number, look)
    rng = random.Random(f"full {number} {look}")
    rail = rng.choice((plate.size.rail_height, rng.uniform(8.0, 40.0)))
    size = replace(plate.size, rail_height=rail)
    try:
        size = replace(size, row=rng.choice(ROWS))
    except SceneError:  # that many do not fit on this board in line
        size = replace(size, row=4)
    while True:
        turn = rng.choice((0, 0, 0, 0, 0, 90, 180, 270))
        shape = rng.choice(SHAPES)
        view = View(
            elevation=min(90.0, rng.uniform(48.0, 94.0)),
            azimuth=rng.gauss(0.0, 12.0) + turn,
            roll=rng.gauss(0.0, 4.0) - turn,
            opening=rng.uniform(36.0, 62.0),
            margin=rng.uniform(-0.04, 0.06),
            width=shape[0],
            height=shape[1],
            k1=rng.uniform(-0.03, 0.01),
        )
        try:
            pinhole = looking_at(size, view)
        except SceneError:  # that camera would see the horizon
            continue
        return TablePlate(size, plate.look, plate.light, Renderer(pinhole, plate.renderer.sensor), crowded=True)


def full_table(plate: TablePlate, rng: random.Random) -> Scene:
    """Return a table on whose every point more checkers lie than there is room for in line, or nearly."""
    habit = Habit(
        rng.uniform(0.3, 2.0), rng.random(), standing=True, bridging=rng.choice((0.0, 0.0, 0.0, rng.uniform(0.1, 0.8)))
    )
    seats = Seats(rng.choice(("bottom", "top")), rng.choice(("left", "right")))
    shades: tuple[Shade, Shade] = ("dark", "light")
    table = Scene(plate.size, plate.look, seats, habit, light=plate.light)
    checkers: list[Checker] = []
    for column in range(24):  # one by one: no set has checkers for all of them
        columns: list[tuple[Shade | None, int]] = [(None, 0)] * 24
        columns[column] = (rng.choice(shades), rng.choice(MOST))
        checkers += arrange(table, Arrangement(tuple(columns)), rng).checkers
    return replace(table, checkers=tuple(checkers))


def thinned(scene: Scene, rng: random.Random) -> tuple[Scene, dict[int, int]]:
    """Return a table with checkers taken away from above, and how many are left of each column."""
    left = {}
    for column in range(1, 25):
        left[column] = some_of(sum(c.place == column for c in scene.checkers), rng)
    kept = tuple(c for c in scene.checkers if not isinstance(c.place, int) or c.nth < left[c.place])
    scene = replace(scene, checkers=kept)
    if rng.random() < 0.5:
        throw = Throw((rng.randint(1, 6), rng.randint(1, 6)), rng.choice(("left", "right")), "dark")
        scene = throw_dice(scene, throw, rng)
    return scene, left


def some_of(there: int, rng: random.Random) -> int:
    """Return how many of a point's checkers a picture shows."""
    fewest = 0 if rng.random() < FEWER else 4
    tried = rng.choice((4, 5, 5, 5, 5, 6, 6, 6, 7, there, there)) if fewest else rng.choice((0, 0, 1, 2, 3))
    return min(there, tried)


def heights_of(count: int, row: int) -> list[int]:
    """Return how many of `count` checkers lie at each step of a line of `row`."""
    return [len(range(step, count, row)) if step < row else 0 for step in range(STEPS)]


def clicked(corners: Double, rng: random.Random) -> Corners:
    """Return corners as a person or a search gives them, up to about one per cent of the width off."""
    width = float(np.linalg.norm(corners[1] - corners[0]))
    off = width * rng.choice((0.001, 0.003, 0.006))
    return parse_corners([(x + rng.gauss(0.0, off), y + rng.gauss(0.0, off)) for x, y in corners.tolist()])


class RowLayout(NamedTuple):
    """Where rows lie on a board, millimetres.

    Attributes:
        height: depth of the playing surface.
        bar_width: of the bar, in the middle.
        diameter, thickness: of a checker.
        row: checkers in line.
        columns: the middles of the 24 points of `reading.PLACES`.
    """

    height: float
    bar_width: float
    diameter: float
    thickness: float
    row: int
    columns: tuple[float, ...]


def row_layout(size: BoardSize) -> RowLayout:
    """Return where rows lie on a simulated board."""
    columns = tuple(column_x(size, column) for column in COLUMN_AT)
    return RowLayout(size.height, size.bar_width, size.checker_diameter, size.checker_thickness, size.row, columns)


def true_geometry(layout: RowLayout, pinhole: Pinhole, corners: Corners, scale: float = 1.0) -> BoardGeometry:
    """Return what a fit without errors would find under some corners, from neat rows on all points.

    Args:
        layout: of the board.
        pinhole: the camera.
        corners: of the playing surface in the picture.
        scale: size of the picture beside that of the camera.
    """
    spots = np.array(
        [(x, _along(layout, place, nth)) for place, x in enumerate(layout.columns) for nth in range(layout.row)]
    )
    rims = to_board(corners, _upper_faces(layout, pinhole, spots).reshape(-1, 2) * scale)
    rims = rims.reshape(24, layout.row, 16, 2)
    spans = rims.max(axis=2) - rims.min(axis=2)
    wide, tall = float(spans[..., 0].mean()), float(spans[..., 1].mean())
    aspect = wide / tall
    middles = rims.mean(axis=2)
    away = np.where(np.arange(24)[:, None] < 12, middles[..., 1], 1 - middles[..., 1]) * aspect
    edges = np.array(
        [(side * layout.bar_width / 2, y, 0.0) for side in (-1, 1) for y in (-layout.height / 4, layout.height / 4)]
    )
    bar = to_board(corners, np.asarray(pinhole.project(edges)) * scale)[:, 0]
    return BoardGeometry(
        corners=corners,
        aspect=aspect,
        bar_left=float(bar[:2].mean()),
        bar_right=float(bar[2:].mean()),
        diameter=wide,
        columns=tuple(float(v) for v in middles[..., 0].mean(axis=1)),
        first=(float(away[:12, 0].mean()), float(away[12:, 0].mean())),
        spacing=float(np.diff(away, axis=1).mean()),
    )


def _along(layout: RowLayout, place: int, nth: int) -> float:
    """Return y of the nth checker of a neat row that touches the rail, millimetres."""
    sign = 1 if place < 12 else -1
    return sign * (layout.height / 2 - layout.diameter * (0.52 + 1.013 * nth))


def _upper_faces(layout: RowLayout, pinhole: Pinhole, spots: Double) -> Double:
    """Return where the rims of upper faces would be seen that lie at points of the table.

    Args:
        layout: of the board.
        pinhole: the camera.
        spots: x and y of the checkers' middles, millimetres, shape (n, 2).

    Returns:
        Pixels of the camera, shape (n, 16, 2).
    """
    turns = np.linspace(0, 2 * np.pi, 16, endpoint=False)
    rim = 0.5 * layout.diameter * np.stack([np.cos(turns), np.sin(turns)], axis=-1)
    points = (spots[:, None] + rim[None]).reshape(-1, 2)
    level = np.full((len(points), 1), layout.thickness)
    seen = pinhole.project([tuple(p) for p in np.hstack([points, level])])
    return np.asarray(seen, dtype=np.float64).reshape(len(spots), 16, 2)


def misfitted(geometry: BoardGeometry, rng: random.Random) -> BoardGeometry:
    """Return a geometry with the errors that a fit makes, as rough as one of `ROUGHNESS` says."""
    rough = rng.choice(ROUGHNESS)
    columns = list(geometry.columns)
    for begin in range(0, 24, 6):
        shift, slope = rng.gauss(0.0, 0.0015 * rough), rng.gauss(0.0, 0.0006 * rough)
        for k in range(6):
            columns[begin + k] += shift + slope * (k - 2.5)
    off = 0.06 * geometry.diameter * rough
    first = [value + rng.gauss(0.0, off) for value in geometry.first]
    if rng.random() < 0.06:
        first[rng.randrange(2)] += rng.uniform(-0.5, 0.5) * geometry.diameter
    return replace(
        geometry,
        aspect=geometry.aspect * np.exp(rng.gauss(0.0, 0.008 * rough)),
        diameter=geometry.diameter * np.exp(rng.gauss(0.0, 0.02 * rough)),
        columns=tuple(columns),
        first=(first[0], first[1]),
        spacing=geometry.spacing * np.exp(rng.gauss(0.0, 0.012 * rough)),
    )


class RowFit(NamedTuple):
    """What a calibration thinks of where the board and the camera are, with its errors."""

    geometry: BoardGeometry
    pose: CameraPose


def fitted(layout: RowLayout, pinhole: Pinhole, corners: Double, picture: Image, rng: random.Random) -> RowFit:
    """Return a fit to a picture with its errors.

    Args:
        layout: of the board.
        pinhole: the camera.
        corners: of the playing surface in the picture, pixels, shape (4, 2).
        picture: of any size.
        rng: where the chance comes from.
    """
    given = clicked(corners, rng)
    height, width = picture.shape[:2]
    geometry = misfitted(true_geometry(layout, pinhole, given, width / pinhole.width), rng)
    return RowFit(geometry, camera_pose(given, geometry.aspect, (height, width)))


class RowStrips(NamedTuple):
    """Points with single checkers: their strips and shifts, their places, and the shades of their checkers."""

    pictures: npt.NDArray[np.uint8]
    shifts: Float
    places: list[int]
    shades: list[Shade]


def rows_seen(picture: Image, fit: RowFit, rows: Mapping[int, Shade], rng: random.Random) -> RowStrips:
    """Return the strips of some of the points with single checkers, whose shades are given by their places."""
    kinds: dict[tuple[Shade, str], list[int]] = {}
    for place, shade in rows.items():
        kinds.setdefault((shade, side_of(place)), []).append(place)
    places = [place for found in kinds.values() for place in rng.sample(found, min(CHOICE, len(found)))]
    pictures = cut_close(picture, fit.geometry, fit.pose, places, PAD)
    return RowStrips(pictures, shifts(fit.pose, fit.geometry)[places], places, [rows[place] for place in places])


class StripsPart(NamedTuple):
    """What `CloseStrips` holds of one picture."""

    pictures: npt.NDArray[np.uint8]
    shifts: Float
    heights: npt.NDArray[np.uint8]
    beside: npt.NDArray[np.int64]


def full_seen(
    picture: Image, fit: RowFit, full: Mapping[int, tuple[Shade, list[int]]], rows: RowStrips, rng: random.Random
) -> StripsPart:
    """Return the strips of full points, each with a row of single checkers to judge it beside.

    Args:
        picture: what is seen.
        fit: to it.
        full: shade and heights, see `heights_of`, of places.
        rows: see `rows_seen`.
        rng: where the chance comes from.
    """
    places = [
        place for place, (_, heights) in full.items() if sum(heights) >= FEWEST and max(heights, default=0) < HEIGHTS
    ]
    beside = []
    for place in places:
        alike = [
            nth
            for nth, (other, shade) in enumerate(zip(rows.places, rows.shades, strict=True))
            if other != place and side_of(other) == side_of(place) and shade == full[place][0]
        ]
        beside.append(rng.choice(alike) if alike else -1)
    heights = np.array([full[place][1] for place in places], dtype=np.uint8).reshape(-1, STEPS)
    pictures = cut_close(picture, fit.geometry, fit.pose, places, PAD)
    return StripsPart(pictures, shifts(fit.pose, fit.geometry)[places], heights, np.array(beside, dtype=np.int64))


def strips_of(parts: Sequence[StripsPart], rows: RowStrips) -> CloseStrips:
    """Return the strips of several pictures of a table as one."""
    return CloseStrips(
        pictures=np.concatenate([part.pictures for part in parts]),
        shifts=np.concatenate([part.shifts for part in parts]),
        heights=np.concatenate([part.heights for part in parts]),
        rows=rows.pictures,
        row_shifts=rows.shifts,
        beside=np.concatenate([part.beside for part in parts]),
    )


def _fit(plate: TablePlate, table: SimulatedTable, rng: random.Random) -> RowFit:
    pinhole = plate.renderer.pinhole
    return fitted(row_layout(plate.size), pinhole, seen_corners(table, pinhole), table.picture, rng)


def _single_rows(plate: TablePlate, scene: Scene, style: Style, rng: random.Random) -> tuple[RowStrips, RowFit]:
    """Return points with single checkers in a picture of their own, and the fit to it."""
    most = min(IN_A_ROW, plate.size.row)
    left = {column: most if rng.random() < 0.5 else rng.choice((0, 0, 0, 1, 2, 3)) for column in range(1, 25)}
    kept = tuple(c for c in scene.checkers if not isinstance(c.place, int) or c.nth < left[c.place])
    shades = {c.place: c.shade for c in kept}
    table = film(plate, replace(scene, checkers=kept, light=style.light), style, rng)
    fit = _fit(plate, table, rng)
    rows = {place: shades[column] for place, column in enumerate(COLUMN_AT) if left[column] == most}
    return rows_seen(table.picture, fit, rows, rng), fit


def close_strips(number: int, pictures: int = PICTURES, look: str | None = None) -> CloseStrips:
    """Return the close strips of a plate's pictures.

    Args:
        number: of the plate.
        pictures: how many.
        look: the look's name instead of a drawn one.
    """
    plate = full_plate(number, look)
    rng = random.Random(f"close {number} {look}")
    scene = full_table(plate, rng)
    first: Style = draw_style(plate, rng)
    rows, fit = _single_rows(plate, scene, drifted(first, rng), rng)
    parts = []
    for _ in range(pictures):
        style = drifted(first, rng)
        shown, left = thinned(replace(scene, light=style.light), rng)
        table = film(plate, shown, style, rng)
        shades = {c.place: c.shade for c in table.scene.checkers}
        full = {
            place: (shades[column], heights_of(left[column], plate.size.row))
            for place, column in enumerate(COLUMN_AT)
            if left[column]
        }
        seen_by = fit if rng.random() < SAME_FIT else _fit(plate, table, rng)
        parts.append(full_seen(table.picture, seen_by, full, rows, rng))
    return strips_of(parts, rows)
