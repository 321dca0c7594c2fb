"""A board or a camera that has moved is noticed and found again; checkers, hands, lamps and noise are none."""

from __future__ import annotations

import math
from dataclasses import replace

import cv2
import numpy as np
import pytest

from hardware.simulated.conditions import CONSTRUCTIONS
from hardware.simulated.drawing.renderer import Renderer
from tests.benchmarks.reading.boards.read_simulated import Table, random_scene, set_up
from tests.benchmarks.reading.locating.moved_tables import learned, moved_camera, still_scene, true_corners
from vision.frame import Image
from vision.geometry.board import Corners, to_board, to_picture
from vision.locate.registration import GAMMA, LEAST_MOVE, Landmarks, RegistrationState, register

pytestmark = pytest.mark.films

Known = tuple[Table, Landmarks, Corners, Image]


@pytest.fixture(scope="module")
def known() -> Known:
    table = set_up("club", 5)
    landmarks, corners = learned(table)
    return table, landmarks, corners, table.film(random_scene(table))


def turned(image: Image, degrees: float, shift: tuple[float, float]) -> tuple[Image, np.typing.NDArray[np.float64]]:
    """Return a picture turned about its middle and shifted, and the matrix by which its points moved."""
    height, width = image.shape[:2]
    matrix = np.asarray(cv2.getRotationMatrix2D((width / 2, height / 2), degrees, 1.0), dtype=np.float64)
    matrix[:, 2] += shift
    moved = cv2.warpAffine(image, matrix, (width, height), borderMode=cv2.BORDER_REPLICATE)
    return np.asarray(moved, dtype=np.uint8), matrix


@pytest.mark.parametrize("degrees", [0.0, 1.0, -5.0])
@pytest.mark.parametrize("share", [0.005, 0.02, 0.05])
def test_a_picture_shifted_or_turned_tells_where_the_corners_are_now(
    known: Known, degrees: float, share: float
) -> None:
    _, landmarks, corners, image = known
    width = math.dist(*corners.points[:2])
    reach = share if degrees > -5 else 0.005
    image, matrix = turned(image, degrees, (0.6 * reach * width, -0.8 * reach * width))
    sight = register(landmarks, image, corners)
    assert sight.state is RegistrationState.MOVED
    assert sight.corners is not None
    there = np.array(corners.points) @ matrix[:, :2].T + matrix[:, 2]
    assert np.linalg.norm(np.array(sight.corners.points) - there, axis=1).max() < 0.005 * width
    # Once the new corners are believed, nothing has moved any more.
    assert register(landmarks, image, sight.corners).state is RegistrationState.AS_BEFORE


@pytest.mark.parametrize("construction", ["roll-up", "briefcase", "thin-bar", "usual"])
def test_a_board_moved_by_a_point_is_never_thought_to_lie_a_point_beside(construction: str) -> None:
    table = set_up("harvest", 5, size=CONSTRUCTIONS[construction].size)
    landmarks, corners = learned(table)
    width = math.dist(*corners.points[:2])
    found = 0
    for halves in (-4, -2, -1, 1, 2, 4):
        image, matrix = turned(table.film(random_scene(table)), 0.0, (halves * landmarks.pitch / 2 * width, -6.0))
        seen = register(landmarks, image, corners)
        there = np.array(corners.points) @ matrix[:, :2].T + matrix[:, 2]
        if seen.corners is not None:
            assert np.linalg.norm(np.array(seen.corners.points) - there, axis=1).max() < 0.03 * width
        found += seen.state is RegistrationState.MOVED
    assert found >= 4


def test_a_camera_that_was_knocked_against_is_noticed(known: Known) -> None:
    table, landmarks, corners, _ = known
    camera = moved_camera(table.renderer.pinhole, "slide", 2.0, table.rng)
    sight = register(landmarks, Renderer(camera).draw(random_scene(table), table.rng), corners)
    assert sight.state is RegistrationState.MOVED
    assert sight.corners is not None
    middle = to_picture(true_corners(camera), [(0.5, 0.5)])
    assert np.linalg.norm(to_board(sight.corners, middle) - (0.5, 0.5)) < LEAST_MOVE


def test_checkers_hands_and_a_light_that_drifts_are_no_move(known: Known) -> None:
    table, landmarks, corners, _ = known
    for number in range(0, 60, 5):
        sight = register(landmarks, table.film(still_scene(table, number)), corners)
        assert sight.state is not RegistrationState.MOVED, number


def test_a_dark_a_covered_and_a_dim_picture_are_told_apart(known: Known) -> None:
    _, landmarks, corners, image = known
    black = np.full_like(image, 3)
    assert register(landmarks, black, corners).state is RegistrationState.DARK
    grey = np.full_like(image, 120)
    assert register(landmarks, grey, corners).state is RegistrationState.COVERED
    dim = np.asarray(cv2.convertScaleAbs(image, alpha=0.45), dtype=np.uint8)
    sight = register(landmarks, dim, corners)
    assert sight.state is RegistrationState.LIGHT_CHANGED
    assert sight.brightness == pytest.approx(0.45**GAMMA, abs=0.05)


def test_half_of_the_light_is_said_to_be_half_and_checkers_change_nothing_of_it(known: Known) -> None:
    table, landmarks, corners, image = known
    half = np.asarray(cv2.convertScaleAbs(image, alpha=0.5 ** (1 / GAMMA)), dtype=np.uint8)
    sight = register(landmarks, half, corners)
    assert sight.state is RegistrationState.LIGHT_CHANGED
    assert sight.brightness == pytest.approx(0.5, abs=0.05)
    bare = replace(random_scene(table), checkers=(), dice=(), cube=None)
    assert register(landmarks, table.film(bare), corners).brightness == pytest.approx(1.0, abs=0.1)


def test_another_scene_altogether_is_unclear_and_moves_no_corner(known: Known) -> None:
    _, landmarks, corners, image = known
    noise = np.random.default_rng(3).integers(0, 256, image.shape, dtype=np.uint8)
    sight = register(landmarks, np.asarray(cv2.GaussianBlur(noise, (0, 0), 5), dtype=np.uint8) * 3, corners)
    assert sight.state is RegistrationState.UNCLEAR
    assert sight.corners is None
