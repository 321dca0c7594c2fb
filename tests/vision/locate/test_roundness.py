"""Measuring a board's proportions at the rims of its checkers."""

from __future__ import annotations

import math
from dataclasses import replace
from typing import TYPE_CHECKING, NamedTuple

import numpy as np
import pytest

from hardware.simulated.scene.board import surface_corners
from hardware.simulated.scene.checkers import start
from tests.benchmarks.reading.boards.read_simulated import contents, set_up
from vision.calibrate.calibration import calibrate
from vision.features.rim_edges import edge_directions, gradients, rim_evidence, to_lab
from vision.frame import Frame
from vision.geometry.board import RECT_WIDTH, parse_corners, rectify
from vision.geometry.camera_pose import camera_pose
from vision.locate.layout import Fit, find_discs
from vision.locate.roundness import LEAST_DISCS, measure_proportions
from vision.training.close.tables import true_geometry

if TYPE_CHECKING:
    from collections.abc import Sequence

    from hardware.simulated.scene.table import Scene
    from vision.frame import Image
    from vision.geometry.board import BoardGeometry, Corners
    from vision.locate.layout import Disc

pytestmark = pytest.mark.films


class Start(NamedTuple):
    """A start position before a camera, and its proportions as a fit without errors would have them."""

    image: Image
    corners: Corners
    scene: Scene
    true: BoardGeometry


def start_position(look: str, seed: int) -> Start:
    """Return the start position on a board of a look."""
    table = set_up(look, seed)
    scene = start(table.size, look, table.rng, table.seats)
    seen = table.renderer.pinhole.project(surface_corners(scene.size))
    corners = parse_corners([(float(x), float(y)) for x, y in seen])
    return Start(table.film(scene), corners, scene, true_geometry(scene.size, table.renderer.pinhole, corners))


def discs_under(fit: Fit, table: Start) -> Sequence[Disc]:
    """Return the clearest discs that are seen if the board has these proportions."""
    lab = to_lab(rectify(table.image, table.corners, fit.aspect))
    return find_discs(rim_evidence(edge_directions(*gradients(lab)), fit.diameter / 2), fit.diameter, 30)


@pytest.mark.parametrize(
    ("look", "off"),
    [
        ("club", 0.03),
        ("drawn-7303", 0.06),
        pytest.param("oak", -0.04, marks=pytest.mark.figures),
        pytest.param("drawn-7305", 0.0, marks=pytest.mark.figures),
    ],
)
def test_an_aspect_some_per_cent_off_is_measured_to_one(look: str, off: float) -> None:
    table = start_position(look, 61)
    fit = Fit(table.true.aspect * (1 + off), table.true.diameter * RECT_WIDTH * 0.98, 0.5)
    measured = measure_proportions(table.image, table.corners, fit, discs_under(fit, table))
    assert measured is not None
    assert abs(math.log(measured.aspect / table.true.aspect)) < 0.01
    assert abs(math.log(measured.diameter / RECT_WIDTH / table.true.diameter)) < 0.02


def test_where_a_camera_stands_is_known_to_a_tenth_of_its_height() -> None:
    for look in ("drawn-7301", "drawn-7303", "drawn-7324"):
        table = start_position(look, 61)
        learned = calibrate(Frame(table.image, 0.0, 0), table.corners, contents(table.scene), cleared=True)
        found, true = (
            camera_pose(geometry.corners, geometry.aspect, (table.image.shape[0], table.image.shape[1]))
            for geometry in (learned.geometry, replace(table.true, corners=learned.geometry.corners))
        )
        assert abs(found.height - true.height) < 0.1 * true.height
        assert math.dist(found.below, true.below) < 0.1 * true.height


def test_rims_that_are_no_ellipse_of_one_size_are_not_believed() -> None:
    table = start_position("drawn-7309", 61)  # rings of another colour inside the rims of both sets
    fit = Fit(table.true.aspect, table.true.diameter * RECT_WIDTH * 0.9, 0.5)
    assert measure_proportions(table.image, table.corners, fit, discs_under(fit, table)) is None


def test_a_few_discs_are_not_measured() -> None:
    table = start_position("club", 61)
    fit = Fit(table.true.aspect, table.true.diameter * RECT_WIDTH, 0.5)
    discs = discs_under(fit, table)
    assert measure_proportions(table.image, table.corners, fit, discs[: LEAST_DISCS - 1]) is None


def test_nothing_is_measured_where_nothing_is_seen() -> None:
    table = start_position("club", 61)
    fit = Fit(table.true.aspect, table.true.diameter * RECT_WIDTH, 0.5)
    noise = np.random.default_rng(1).integers(0, 255, table.image.shape, dtype=np.uint8)
    assert measure_proportions(noise, table.corners, fit, discs_under(fit, table)) is None


def test_nothing_is_measured_where_rims_have_no_edges() -> None:
    table = start_position("club", 61)
    fit = Fit(table.true.aspect, table.true.diameter * RECT_WIDTH, 0.5)
    discs = discs_under(fit, table)
    assert measure_proportions(np.full_like(table.image, 90), table.corners, fit, discs) is None
    flat = table.image.copy()
    flat[: flat.shape[0] // 2] = 90
    flat[:, 200:] = 90
    assert measure_proportions(flat, table.corners, fit, discs) is None
