"""Arrows over the camera's picture begin and end where the checkers of a point lie in it."""

from __future__ import annotations

import numpy as np
import pytest

from controller.referee.evidence.likelihood import start_contents
from controller.referee.layout import Layout
from controller.referee.options.options import preset
from controller.referee.state import Setup
from controller.rules import Player
from controller.simulation.table import Beat
from controller.simulation.theatre import Theatre
from controller.table.pages.camera import arrow_places
from hardware.simulated.strip.in_memory import MemoryStrip
from vision.calibrate.calibration import calibrate
from vision.geometry.board import parse_corners

ABOVE = 8.0
"""Of the upper faces of checkers above the board, millimetres."""

pytestmark = pytest.mark.films


def test_a_place_is_where_the_camera_sees_its_checkers() -> None:
    with Theatre("club", 3, MemoryStrip()) as theatre:
        frame = theatre.film(Beat(theatre.scene))
        setup = Setup.at(("Anna", "Boris"), preset("club"))
        calibration = calibrate(frame, parse_corners(theatre.corners), start_contents(setup), cleared=True)
        pinhole = theatre._camera.renderer.pinhole
        height, width = frame.image.shape[:2]
        places = arrow_places(calibration.geometry, Layout(), frame.image)
        for seat, player in zip(theatre.seats, Player, strict=True):
            for point in range(1, 25):
                lying = [
                    one for one in theatre.scene.checkers if one.place == seat.place(point) and one.shade == seat.shade
                ]
                if len(lying) < 2:
                    continue
                seen = pinhole.project([(one.x, one.y, ABOVE) for one in lying])
                x, y = places[player][point]
                away = np.hypot(seen[:, 0] - x * width, seen[:, 1] - y * height).min()
                assert away < 0.03 * width, (player, point)
