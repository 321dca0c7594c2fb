"""Meshes of photographs: closed, of the right size, and looking outwards."""

from __future__ import annotations

import math

import cv2
import numpy as np
import pytest

from hardware.simulated.looks.named import look_named
from hardware.simulated.looks.parts import CheckerLook, DieLook, Profile
from hardware.simulated.photo import furniture, pieces
from hardware.simulated.photo.shapes import Shape, joined, moved, rectangle, rounded_box, turned
from hardware.simulated.scene.board import BoardSize
from hardware.simulated.scene.dice import FACES
from hardware.simulated.scene.table import CUBE_VALUES, Checker, Cube, Die

SIZE = BoardSize()
PROFILES: tuple[Profile, ...] = ("flat", "dish", "ring", "button", "round")


def volume(shape: Shape) -> float:
    """Return what a closed mesh holds (the divergence theorem); below 0 where it is inside out."""
    a, b, c = (shape.points[shape.faces[:, i]] for i in range(3))
    return float((a * np.cross(b, c)).sum() / 6)


def assert_looks_outwards(shape: Shape) -> None:
    a, b, c = (shape.points[shape.faces[:, i]] for i in range(3))
    across = np.cross(b - a, c - a)
    large = np.linalg.norm(across, axis=1) > 1e-6
    facing = across[large] / np.linalg.norm(across[large], axis=1, keepdims=True)
    for corner in range(3):
        assert ((facing * shape.normals[shape.faces[large, corner]]).sum(axis=1) > 0.5).all()
    assert np.allclose(np.linalg.norm(shape.normals, axis=1), 1.0)


def test_a_rounded_box_is_closed_and_a_little_smaller_than_a_sharp_one() -> None:
    box = rounded_box((10.0, 20.0, 5.0), 2.0)
    assert_looks_outwards(box)
    edges = 4 * (20.0 + 40.0 + 10.0 - 3 * 4.0)  # the straight parts of the twelve edges
    lost = edges * (1 - math.pi / 4) * 4.0 + (1 - math.pi / 6) * 64.0
    assert volume(box) == pytest.approx(20.0 * 40.0 * 10.0 - lost, rel=0.002)
    assert np.abs(box.points).max(axis=0) == pytest.approx((10.0, 20.0, 5.0))


def test_a_turned_cylinder_is_a_cylinder() -> None:
    drum = turned([(0.0, 3.0), (7.0, 3.0), (7.0, -3.0), (0.0, -3.0)], around=200)
    assert_looks_outwards(drum)
    assert volume(drum) == pytest.approx(math.pi * 49.0 * 6.0, rel=0.002)


@pytest.mark.parametrize("profile", PROFILES)
def test_a_checker_is_as_wide_and_as_thick_as_the_board_says(profile: Profile) -> None:
    shape = pieces.checker_shape(SIZE, CheckerLook((200, 30, 30), (90, 20, 20), profile=profile))
    assert_looks_outwards(shape)
    radius, half = SIZE.checker_diameter / 2, SIZE.checker_thickness / 2
    assert np.hypot(shape.points[:, 0], shape.points[:, 1]).max() == pytest.approx(radius)
    assert shape.points[:, 2].max() == pytest.approx(half)
    assert shape.points[:, 2].min() == pytest.approx(-half)
    assert 0.7 < volume(shape) / (math.pi * radius**2 * 2 * half) < 1.0


@pytest.mark.parametrize(
    "checker",
    [
        Checker("dark", 1, 0, 10.0, 20.0, 11.0, turn=33.0),
        Checker("dark", "off", 0, 10.0, 20.0, 0.0, turn=33.0, standing=True),
        Checker("dark", 1, 0, 10.0, 20.0, 0.01, turn=33.0, lean=18.0),
    ],
    ids=("on another", "standing", "leaning"),
)
def test_a_checker_rests_on_its_lowest_point(checker: Checker) -> None:
    flat = pieces.checker_shape(SIZE, CheckerLook((200, 30, 30), (90, 20, 20)))
    shape = moved(flat, *pieces.lying(SIZE, checker))
    # A rounded rim is a little above where a sharp one would touch.
    assert checker.z - 0.01 <= shape.points[:, 2].min() < checker.z + 0.7
    middle = (shape.points.max(axis=0) + shape.points.min(axis=0))[:2] / 2
    assert middle == pytest.approx((10.0, 20.0), abs=0.05)


@pytest.mark.parametrize("value", FACES)
@pytest.mark.parametrize("turn", [0.0, 137.0])
def test_the_face_that_is_up_shows_the_dies_value(value: int, turn: float) -> None:
    part = die_part(Die("light", value, 30.0, 40.0, turn=turn))
    cell, _ = upper_cell(part)
    assert cell == value - 1
    ink = pieces.pip_sheet(DieLook((255, 255, 255), (0, 0, 0)))
    size = ink.shape[0] // 2
    face = ink[cell // 3 * size : (cell // 3 + 1) * size, cell % 3 * size : (cell % 3 + 1) * size]
    blobs, _ = cv2.connectedComponents((face > 0.5).astype(np.uint8))
    assert blobs - 1 == value


def die_part(die: Die) -> Shape:
    look = DieLook((255, 255, 255), (0, 0, 0))
    matrix, middle = pieces.resting(die, SIZE.die_side)
    shape = moved(pieces.die_shape(SIZE.die_side, look, pieces.pip_sheet(look)), matrix, middle)
    assert_looks_outwards(shape)
    assert shape.points[:, 2].min() == pytest.approx(0.0, abs=1e-6)
    return shape


def upper_cell(shape: Shape) -> tuple[int, np.typing.NDArray[np.float64]]:
    """Return which cell of the sheet the upper face shows, and the points of that face."""
    upper = shape.normals[:, 2] > 0.9999
    column, row = np.floor(np.median(shape.spots[upper], axis=0) * (3, 2)).astype(int)
    return int(3 * row + column), shape.points[upper]


@pytest.mark.parametrize("value", CUBE_VALUES)
def test_the_cube_shows_its_value_upright_to_the_player_at_the_bottom(value: int) -> None:
    part = pieces.doubling_cube(Cube(value, 5.0, 6.0), SIZE.cube_side, DieLook((255, 255, 255), (0, 0, 0)))
    cell, _ = upper_cell(part.shape)
    assert CUBE_VALUES[cell] == value
    upper = part.shape.normals[:, 2] > 0.9999
    points, spots = part.shape.points[upper], part.shape.spots[upper]
    # To the right on the table is to the right in the texture; away from the player is up, its rows run down.
    assert np.corrcoef(points[:, 0], spots[:, 0])[0, 1] == pytest.approx(1.0)
    assert np.corrcoef(points[:, 1], spots[:, 1])[0, 1] == pytest.approx(-1.0)


def test_a_rectangles_texture_begins_at_the_top_left() -> None:
    flat = rectangle(-3.0, 3.0, -2.0, 2.0, 1.0)
    assert_looks_outwards(flat)
    assert flat.spots[np.lexsort((flat.points[:, 0], -flat.points[:, 1]))[0]] == pytest.approx((0.0, 0.0))


@pytest.mark.films
@pytest.mark.parametrize("look", ["club", "maple", "casino"])
def test_every_part_of_a_board_looks_outwards(look: str) -> None:
    dressed = look_named(look)
    for part in (*furniture.board(SIZE, dressed, 0.0), furniture.table(dressed), *furniture.beside(SIZE, dressed)):
        if not part.name.startswith(("lining", "cup")):  # what is open is seen from both sides
            assert_looks_outwards(part.shape)


def test_the_frame_leaves_the_playing_surface_free() -> None:
    frame = next(part for part in furniture.board(SIZE, look_named("club"), 0.0) if part.name == "frame").shape
    x, y = np.abs(frame.points[:, 0]), np.abs(frame.points[:, 1])
    inside = (x > SIZE.bar_width / 2 + 1e-6) & (x < SIZE.width / 2 - 1e-6) & (y < SIZE.height / 2 - 1e-6)
    assert not inside.any()
    assert frame.points[:, 2].max() == pytest.approx(SIZE.rail_height)
    assert x.max() == pytest.approx(SIZE.outer_width / 2)
    assert y.max() == pytest.approx(SIZE.outer_height / 2)


def test_joined_shapes_keep_their_own_triangles() -> None:
    one, other = rounded_box((1.0, 1.0, 1.0), 0.1), moved(rounded_box((2.0, 1.0, 1.0), 0.1), np.eye(3), (9.0, 0.0, 0.0))
    assert volume(joined([one, other])) == pytest.approx(volume(one) + volume(other))


def test_pips_are_hollows_deepest_in_their_middle() -> None:
    ink = pieces.pip_sheet(DieLook((255, 255, 255), (0, 0, 0)))
    deep = pieces.hollows(ink, SIZE.die_side)
    assert deep.shape == ink.shape
    assert (deep[ink < 0.5] == 0.0).all()
    assert 0.2 < deep.max() < 1.0
    cell = ink.shape[0] // 2
    row, column = np.unravel_index(deep[:cell, :cell].argmax(), (cell, cell))
    assert abs(row - cell / 2) < 2  # the ace, in the middle of its face
    assert abs(column - cell / 2) < 2


def test_a_die_is_a_rounded_box_less_its_hollows() -> None:
    look = DieLook((255, 255, 255), (0, 0, 0))
    blank = pieces.die_shape(16.0, look, np.zeros_like(pieces.pip_sheet(look)))
    lost = volume(blank) - volume(pieces.die_shape(16.0, look, pieces.pip_sheet(look)))
    ace, others = 1.25 * 1.6, 1.6
    deep = 0.6 * ace / 2
    cap = math.pi * ace**2 * deep / 2  # under a paraboloid; the smaller ones are of its slope at their rims
    assert cap < lost < cap + 20 * math.pi * others**2 * deep
