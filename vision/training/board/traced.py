"""Examples from traced tables: the start position, then later ones, the light a little or altogether another."""

from __future__ import annotations

from typing import TYPE_CHECKING, Final

import numpy as np

from hardware.simulated.drawing.floor import FrameBox
from vision.checkers.canvas import HEIGHT, WIDTH, to_canvas
from vision.geometry.board import parse_corners
from vision.geometry.layout import Proportions
from vision.reading import PLACES
from vision.training.board.drawn.chance import maybe, one_of
from vision.training.board.example import Example, contents_of
from vision.training.board.seen_table import (
    ON_BAR,
    CanvasEye,
    StandingChecker,
    StandingTable,
    UpperFace,
    hidden_places,
    seen_things,
)
from vision.training.traced.drawn_builds import drawn_build
from vision.training.traced.labels import corners_of, hand_mask
from vision.training.traced.lying import BASE, laid
from vision.training.traced.prints import column_middle
from vision.training.traced.tables import STRAIGHTENED, STREWN, perhaps_relit, source_of, table_of, taken

if TYPE_CHECKING:
    from vision.arrays import Double
    from vision.training.board.example import Flags
    from vision.training.traced.builds import Colour, TracedBuild
    from vision.training.traced.lying import Lying
    from vision.training.traced.tables import TracedTable

SHAPES: Final = ((640, 480), (800, 600), (960, 720))
"""Sizes of pictures: the playing surface is at least as wide on them as on the canvas."""

CORNERS_OFF: Final = 0.005
"""Spread of errors of corners, parts of the playing surface's width; one table's corners stay the same."""

LENS_KNOWN: Final = 0.5
"""Share of tables whose lens is known and taken out."""


def traced_examples(number: int, later: int) -> list[Example]:
    """Return examples of one table: first the start position, then others; everything follows from the number.

    Raises:
        SceneError: `scene.no_mitsuba` where the extra `photo` is not installed.
    """
    build = drawn_build(number)
    rng = source_of(number, build, 300)
    table = table_of(build, number, one_of(rng, SHAPES), STRAIGHTENED if maybe(rng, LENS_KNOWN) else 1.0)
    off = rng.normal(0.0, CORNERS_OFF, (4, 2))
    examples = [_example(table, laid(build, rng, start=True), off, 0)]
    for nth in range(1, later + 1):
        lit = perhaps_relit(table, rng)
        examples.append(_example(lit, laid(build, rng, start=False, strewn=STREWN), off, nth))
    return examples


def _example(table: TracedTable, lying: Lying, off: Double, number: int) -> Example:
    """Return a picture of a table as the network sees it, and what is true of it."""
    build, camera = table.build, table.camera
    true = camera.project(corners_of(build)) - 0.5
    corners = parse_corners((true + off * np.linalg.norm(true[1] - true[0])).tolist())
    eye = CanvasEye(camera, 1.0, corners)
    hand = _hand_seen(table, lying, eye)
    standing = standing_table(build, lying)
    half = build.bar_width / build.width / 2
    return Example(
        picture=to_canvas(taken(table, lying, number), corners),
        contents=contents_of(lying.position.points),
        bar=lying.position.bar,
        hidden=hidden_places(standing, eye, hand),
        things=seen_things(standing, eye, hand),
        proportions=Proportions(build.depth / build.width, build.diameter / build.width, 0.5 - half, 0.5 + half),
        apart=_lightness(build.light.colour) - _lightness(build.dark.colour),
    )


def _lightness(colour: Colour) -> float:
    return sum(colour) / 3


def _hand_seen(table: TracedTable, lying: Lying, eye: CanvasEye) -> Flags:
    """Return which pixels of the canvas a hand covers."""
    if lying.hand is None:
        return np.zeros((HEIGHT, WIDTH), dtype=np.bool_)
    mask = np.repeat(hand_mask(lying.hand, table.camera)[..., None], 3, axis=2)
    return np.asarray(to_canvas(mask, eye.corners)[..., 0] > 127, dtype=np.bool_)


def standing_table(build: TracedBuild, lying: Lying) -> StandingTable:
    """Return what stands on a table."""
    places = {**{name: number for number, name in enumerate(PLACES)}, "bar": ON_BAR}
    checkers = [StandingChecker("light" if one.owner else "dark", *one.at, places[one.place]) for one in lying.checkers]
    boxes = [UpperFace("die", (*die.at[:2], die.at[2] + build.dice.side), build.dice.side) for die in lying.dice]
    if lying.cube is not None:
        x, y, z = lying.cube.at
        boxes.append(UpperFace("cube", (x, y, z + build.cube_side), build.cube_side))
    return StandingTable(
        height=build.depth,
        diameter=build.diameter,
        thickness=build.thickness,
        bar_height=build.bar_high,
        columns=tuple(column_middle(build, number % 12) for number in range(len(PLACES))),
        checkers=tuple(checkers),
        boxes=tuple(boxes),
        walls=tuple(_walls(build)),
    )


def _walls(build: TracedBuild) -> list[FrameBox]:
    """Return what hides things behind it: frame and bar."""
    half, deep, rail = build.width / 2, build.depth / 2, build.rail
    walls = []
    if build.wall:
        out, wall = half + rail, build.wall
        for sign in (-1, 1):
            left, right = sorted((sign * half, sign * out))
            low, high = sorted((sign * deep, sign * (deep + rail)))
            walls += [
                FrameBox(left, right, -deep, deep, -BASE, wall, along_x=False),
                FrameBox(-out, out, low, high, -BASE, wall, along_x=True),
            ]
    if build.bar_high:
        bar = build.bar_width / 2
        walls.append(FrameBox(-bar, bar, -deep, deep, 0.0, build.bar_high, along_x=False))
    return walls
