"""Crops of a picture: what stands upright is upright in them, and what lies flat is seen in its true proportions."""

from __future__ import annotations

import numpy as np
import pytest

from hardware.simulated.optics.pinhole import View, looking_at
from hardware.simulated.scene.board import BoardSize, surface_corners
from vision.dice.crops import PATCH, Crop, cut, looks_at
from vision.geometry.board import parse_corners, to_board
from vision.geometry.camera_pose import camera_pose

SIZE = BoardSize()
ASPECT = SIZE.height / SIZE.width
VIEWS = [View(elevation=50.0), View(elevation=66.0, azimuth=20.0, roll=5.0), View(elevation=82.0)]


@pytest.mark.parametrize("view", VIEWS)
@pytest.mark.parametrize("spot", [(-250.0, 180.0), (90.0, -60.0), (240.0, 200.0)])
def test_what_stands_upright_is_upright_in_the_crop_and_as_long_as_the_flatness_says(
    view: View, spot: tuple[float, float]
) -> None:
    pinhole, side = looking_at(SIZE, view), SIZE.die_side
    corners = parse_corners([(float(x), float(y)) for x, y in pinhole.project(surface_corners(SIZE))])
    pose = camera_pose(corners, ASPECT, (pinhole.height, pinhole.width))
    (px, py), (foot_x, foot_y) = pinhole.project([(*spot, side), (*spot, 0.0)])
    look = looks_at(corners, ASPECT, pose, to_board(corners, [(float(px), float(py))]))
    np.testing.assert_allclose(look.middles[0], (px, py), atol=1e-6)
    assert abs(np.linalg.det(look.stretches[0])) == pytest.approx(1)
    across = float(look.scales[0]) * side / SIZE.width
    right, down = np.linalg.solve(look.stretches[0] * across, [foot_x - px, foot_y - py])
    assert down == pytest.approx(look.flatness[0], abs=0.12)
    assert abs(right) < 0.06


@pytest.mark.parametrize("view", VIEWS)
def test_what_lies_flat_is_a_square_in_the_crop(view: View) -> None:
    pinhole = looking_at(SIZE, view)
    corners = parse_corners([(float(x), float(y)) for x, y in pinhole.project(surface_corners(SIZE))])
    pose = camera_pose(corners, ASPECT, (pinhole.height, pinhole.width))
    middle = np.array([[0.7, 0.3]])
    look = looks_at(corners, ASPECT, pose, middle)
    near = looks_at(corners, ASPECT, pose, middle + np.array([[0.01, 0.0], [0.0, 0.01 / ASPECT]]))
    one, other = np.linalg.solve(look.stretches[0], (near.middles - look.middles).T).T
    assert np.linalg.norm(one) == pytest.approx(np.linalg.norm(other), rel=0.03)
    assert abs(one @ other) < 0.03 * np.linalg.norm(one) ** 2


def test_spots_are_looked_at_alike_alone_and_among_others_also_straight_below_the_camera() -> None:
    pinhole = looking_at(SIZE, View(elevation=90.0))
    corners = parse_corners([(float(x), float(y)) for x, y in pinhole.project(surface_corners(SIZE))])
    pose = camera_pose(corners, ASPECT, (pinhole.height, pinhole.width))
    spots = np.array([(pose.below[0], pose.below[1] / ASPECT), (0.1, 0.9), (0.6, 0.2)])
    together = looks_at(corners, ASPECT, pose, spots)
    assert together.flatness[0] < 0.01
    for number, spot in enumerate(spots):
        alone = looks_at(corners, ASPECT, pose, spot[None])
        np.testing.assert_array_equal(alone.stretches[0], together.stretches[number])
    assert np.isfinite(together.stretches).all()


def test_a_square_is_cut_round_its_middle() -> None:
    picture = np.zeros((100, 100, 3), dtype=np.uint8)
    picture[40:60, 50:70] = 255
    part = cut(picture, Crop(59.5, 49.5, 20.0), 2.0, 40)
    assert part.shape == (40, 40, 3)
    assert (part[10:30, 10:30] == 255).all()
    assert part.sum() == 3 * 255 * 400


def test_a_large_square_is_made_small_without_losing_its_middle() -> None:
    picture = np.zeros((900, 900, 3), dtype=np.uint8)
    picture[400:500, 300:400] = 255
    part = cut(picture, Crop(349.5, 449.5, 100.0), 2.0, 40)
    assert part[12:28, 12:28].min() > 250
    assert part[:8].max() == part[:, :8].max() == 0


def test_a_stretched_crop_shows_what_lies_flat_as_a_square() -> None:
    picture = np.zeros((200, 200, 3), dtype=np.uint8)
    picture[90:110, 80:120] = 255  # a square on the board, seen half as high as wide
    stretch = np.diag([2**0.5, 0.5**0.5])
    part = cut(picture, Crop(99.5, 99.5, 800**0.5, stretch), 2.0, 40)
    rows, columns = np.nonzero(part[..., 0] > 127)
    assert np.ptp(rows) == np.ptp(columns) == 19


@pytest.mark.parametrize("spot", [(-30.0, 5.0), (99.9, 0.0), (400.0, 400.0)])
def test_beyond_the_edge_the_last_pixels_go_on(spot: tuple[float, float]) -> None:
    picture = np.full((100, 100, 3), 77, dtype=np.uint8)
    for side in (20.0, 90.0):
        seen = cut(picture, Crop(*spot, side))
        assert seen.shape == (PATCH, PATCH, 3)
        assert (seen == 77).all()
