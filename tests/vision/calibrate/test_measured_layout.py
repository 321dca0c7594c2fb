"""Measuring a board's layout at the rims of checkers that are known to stand on it."""

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
from vision.calibrate.measured_layout import measure_layout
from vision.checkers.board_net import shipped_board_net
from vision.checkers.canvas import to_canvas
from vision.frame import Frame
from vision.geometry.board import parse_corners
from vision.geometry.camera_pose import camera_pose
from vision.geometry.layout import Proportions, laid_out
from vision.training.close.tables import row_layout, true_geometry

if TYPE_CHECKING:
    from hardware.simulated.scene.table import Scene
    from vision.frame import Image
    from vision.geometry.board import BoardGeometry, Corners

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
    return Start(
        table.film(scene), corners, scene, true_geometry(row_layout(scene.size), table.renderer.pinhole, corners)
    )


def measured(table: Start, aspect: float = 1.0, diameter: float = 1.0) -> BoardGeometry | None:
    """Return the layout that is measured where aspect and diameter are thought to be so many times the true ones."""
    true = table.true
    seen = Proportions(aspect * true.aspect, diameter * true.diameter, true.bar_left, true.bar_right)
    standing = {place: count for place, (_, count) in contents(table.scene).items()}
    first = laid_out(table.corners, seen, (table.image.shape[0], table.image.shape[1]))
    checkers = shipped_board_net().judge(to_canvas(table.image, table.corners)).checkers
    return measure_layout(table.image, first, standing, checkers)


@pytest.mark.parametrize(
    ("look", "off"),
    [
        ("club", 0.03),
        ("drawn-7303", 0.06),
        pytest.param("oak", -0.04, marks=pytest.mark.figures),
        pytest.param("drawn-7305", 0.0, marks=pytest.mark.figures),
    ],
)
def test_an_aspect_some_per_cent_off_is_measured_to_little_more_than_one(look: str, off: float) -> None:
    table = start_position(look, 61)
    found = measured(table, aspect=1 + off, diameter=0.98)
    assert found is not None
    assert abs(math.log(found.aspect / table.true.aspect)) < 0.012
    assert abs(math.log(found.diameter / table.true.diameter)) < 0.02


@pytest.mark.parametrize("look", ["club", "drawn-7303"])
def test_columns_and_first_checkers_are_where_they_appear(look: str) -> None:
    table = start_position(look, 61)
    found = measured(table, aspect=1.02, diameter=0.98)
    assert found is not None
    near = 0.12 * table.true.diameter
    assert np.abs(np.array(found.columns) - table.true.columns).max() < near
    assert np.abs(np.array(found.first) - table.true.first).max() < near


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


@pytest.mark.parametrize("empty", ["grey", "half"])
def test_where_too_few_rims_are_seen_nothing_is_measured(empty: str) -> None:
    table = start_position("club", 61)
    image = np.full_like(table.image, 90)
    if empty == "half":
        image[image.shape[0] // 2 :, :200] = table.image[image.shape[0] // 2 :, :200]
    assert measured(table._replace(image=image)) is None
