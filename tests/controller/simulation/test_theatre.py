"""The simulated table under its camera: what is set up anew is set up with what is seen then."""

from __future__ import annotations

import cv2
import pytest

from controller.simulation.table import Beat
from controller.simulation.theatre import Theatre, open_strip
from hardware.simulated.optics.pinhole import View
from vision.geometry.board import parse_corners, rectify

pytestmark = pytest.mark.films


def test_after_a_knock_against_the_camera_the_corners_are_marked_where_they_are_seen_then() -> None:
    strip = open_strip("memory")
    with Theatre("club", 3, strip) as theatre:
        before = theatre.corners
        first = rectify(theatre.shoot(Beat(theatre.scene)).image, parse_corners(before), 0.8)
        theatre.look_from(View(aside=(20.0, 12.0), roll=1.0))
        image = theatre.shoot(Beat(theatre.scene)).image
        assert (
            max(
                abs(a - b)
                for one, other in zip(before, theatre.corners, strict=True)
                for a, b in zip(one, other, strict=True)
            )
            > 8
        )
        unlike = [
            float(cv2.absdiff(rectify(image, parse_corners(corners), 0.8), first).mean())
            for corners in (theatre.corners, before)
        ]
        assert unlike[0] < 0.5 * unlike[1]
    strip.close()
