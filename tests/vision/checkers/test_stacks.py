"""Checkers on top of others, seen by how far they appear shifted."""

from __future__ import annotations

import random

import pytest

from controller.referee.evidence.likelihood import start_contents
from controller.referee.layout import Layout
from controller.referee.state import Setup
from hardware.simulated.drawing.renderer import Renderer
from hardware.simulated.optics.pinhole import View, looking_at
from hardware.simulated.scene.board import BoardSize, surface_corners
from hardware.simulated.scene.checkers import Arrangement, arrange, start
from hardware.simulated.scene.table import Scene, Seats
from vision.calibrate.calibration import Calibration, calibrate
from vision.detect.read import read
from vision.frame import Frame
from vision.geometry.board import parse_corners
from vision.reading import PLACES, Shade, content_index

pytestmark = pytest.mark.films

SEATS = Seats(light="top", off="right")
SIZE = BoardSize()


@pytest.fixture(scope="module")
def table() -> tuple[Renderer, Calibration]:
    """Return a camera over a table, and its calibration on the start position."""
    renderer = Renderer(looking_at(SIZE, View()))
    scene = start(SIZE, "club", random.Random(1), SEATS)
    corners = parse_corners([(float(x), float(y)) for x, y in renderer.pinhole.project(surface_corners(SIZE))])
    frame = Frame(renderer.draw(scene, random.Random(2)), 0.0, 0)
    return renderer, calibrate(frame, corners, start_contents(Setup(("Anna", "Boris"), Layout(shade_one=Shade.DARK))))


@pytest.mark.parametrize("rounds", [1, pytest.param(3, marks=pytest.mark.figures)])
def test_stacks_are_counted_or_left_in_doubt_but_never_misread_for_sure(
    table: tuple[Renderer, Calibration], rounds: int
) -> None:
    renderer, calibration = table
    rng = random.Random(20_001)
    exact = within = 0
    boards = [(5, 8, 7, 6), (5, 10, 9, 5), (9, 6, 6, 7)] * rounds
    for counts in boards:
        columns: list[tuple[str | None, int]] = [(None, 0)] * 24
        shades = ("dark", "dark", "light", "light")
        for column, shade, count in zip(rng.sample(range(24), 4), shades, counts, strict=True):
            columns[column] = (shade, count)
        scene = arrange(Scene(SIZE, "club", SEATS), Arrangement(tuple(columns)), rng)  # type: ignore[arg-type]
        reading = read(Frame(renderer.draw(scene, rng), 0.0, 0), calibration)
        for place, point in zip(PLACES, reading.points, strict=True):
            column = 13 - int(place[1:]) if place.startswith("B") else 12 + int(place[1:])
            standing, count = columns[column - 1]
            if standing is None:
                assert point.best == (None, 0)
                continue
            truth = content_index(Shade(standing), count)
            exact += point.best == (Shade(standing), count)
            within += point.scores[truth] >= -200
    assert within >= 12 * rounds - 1, "the true count must stay likely"
    assert exact >= 8 * rounds
