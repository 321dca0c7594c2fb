"""The lens is estimated from the frame's edges: near the truth, and none where it bends nothing."""

from __future__ import annotations

import math
from dataclasses import replace

import numpy as np
import pytest

from tests.benchmarks.reading.boards.read_simulated import Standpoint, learn, places_off, set_up
from vision.geometry.board import parse_corners
from vision.geometry.lens_fit import fit_lens

pytestmark = pytest.mark.films

K1 = -0.12


@pytest.mark.parametrize("k1", [K1, pytest.param(0.05, marks=pytest.mark.figures)])
def test_places_are_found_through_a_lens_that_bends_lines(k1: float) -> None:
    table = set_up("cork", 3, Standpoint(k1=k1))
    calibration = learn(table)
    lens = calibration.geometry.corners.lens
    assert lens is not None
    # The simulator measures from the focal length, the reader from half the picture's diagonal.
    truth = k1 * (math.hypot(1280, 720) / 2 / table.renderer.pinhole.focal) ** 2
    assert lens.k1 == pytest.approx(truth, abs=0.004)
    assert places_off(table, calibration) < 0.1
    geometry = calibration.geometry
    straight = replace(calibration, geometry=replace(geometry, corners=replace(geometry.corners, lens=None)))
    assert places_off(table, straight) > 0.1


def test_a_lens_that_bends_nothing_is_left_out() -> None:
    assert learn(set_up("club", 5)).geometry.corners.lens is None


def test_where_no_lines_are_seen_nothing_is_said_about_the_lens() -> None:
    corners = parse_corners([(100, 100), (500, 100), (500, 400), (100, 400)])
    assert fit_lens(np.full((480, 640, 3), 90, dtype=np.uint8), corners) is None
    noise = np.random.default_rng(1).integers(0, 256, (480, 640, 3), dtype=np.uint8)
    assert fit_lens(noise, corners) is None
