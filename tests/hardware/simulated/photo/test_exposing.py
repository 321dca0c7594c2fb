"""The camera and the light of photographs, without tracing one: the same geometry as the drawn table's camera."""

from __future__ import annotations

import math

import cv2
import numpy as np
import pytest

from hardware.simulated.conditions import CAMERAS, LIGHTS
from hardware.simulated.optics.pinhole import Pinhole, View, looking_at
from hardware.simulated.photo.exposing import developed, exposing
from hardware.simulated.photo.finish import painted
from hardware.simulated.photo.room import room_for
from hardware.simulated.scene.board import BoardSize, surface_corners

SIZE = BoardSize()
POINTS = np.asarray([*surface_corners(SIZE), (0.0, 0.0, 12.0), (-200.0, 90.0, 22.0), (310.0, -200.0, 43.0)])


def straight(pinhole: Pinhole) -> np.typing.NDArray[np.float64]:
    """Return where the straight picture shows `POINTS`, pixels: the camera's x runs to the left, its y up."""
    camera = exposing(pinhole)
    own = np.linalg.inv(camera.pose) @ np.column_stack([POINTS, np.ones(len(POINTS))]).T
    focal = camera.width / 2 / math.tan(math.radians(camera.opening / 2))
    return np.stack([camera.width / 2 - focal * own[0] / own[2], camera.height / 2 - focal * own[1] / own[2]], axis=1)


@pytest.mark.parametrize("name", CAMERAS)
def test_it_sees_every_point_where_the_drawn_tables_camera_does(name: str) -> None:
    pinhole = looking_at(SIZE, CAMERAS[name].view)
    camera, there = exposing(pinhole), pinhole.project(POINTS)
    if camera.bend is None:
        assert np.abs(straight(pinhole) - there).max() < 0.01
        return
    at = [(there[:, i] - 0.5).astype(np.float32)[:, None] for i in (0, 1)]
    found = np.column_stack([cv2.remap(lines, at[0], at[1], cv2.INTER_LINEAR)[:, 0] + 0.5 for lines in camera.bend])
    assert np.abs(found - straight(pinhole)).max() < 0.05


@pytest.mark.parametrize("k1", [-0.1, -0.03, 0.08])
def test_the_straight_picture_has_all_that_a_bent_one_shows(k1: float) -> None:
    camera = exposing(looking_at(SIZE, View(k1=k1)))
    assert camera.bend is not None
    columns, rows = camera.bend
    assert columns.shape == rows.shape == (720, 1280)
    assert columns.min() >= 0.0
    assert columns.max() <= camera.width - 1
    assert rows.min() >= 0.0
    assert rows.max() <= camera.height - 1


def test_a_colour_in_full_light_is_that_colour_in_the_picture() -> None:
    camera = exposing(looking_at(SIZE, View(width=32, height=18)))
    for colour in ((120, 60, 20), (12, 90, 200), (200, 200, 200)):
        light = np.broadcast_to(painted(colour), (18, 32, 3))
        assert np.abs(developed(np.asarray(light), camera)[9, 16].astype(int) - colour[::-1]).max() <= 1


def test_what_is_brighter_is_never_darker_in_the_picture() -> None:
    camera = exposing(looking_at(SIZE, View(width=64, height=36)))
    ramp = np.linspace(0.0, 6.0, 64 * 36, dtype=np.float32).reshape(36, 64, 1)
    seen = developed(np.repeat(ramp, 3, axis=2), camera).reshape(-1, 3).astype(int)
    assert (np.diff(seen, axis=0) >= 0).all()
    assert seen[0].max() == 0
    assert seen[-1].min() > 245


@pytest.mark.parametrize("name", LIGHTS)
def test_lamp_and_room_together_are_full_light_on_a_level_surface(name: str) -> None:
    room = room_for(LIGHTS[name].light)
    rows, columns = room.sky.shape[:2]
    down = (np.arange(rows) + 0.5) * math.pi / rows
    weight = np.sin(down) * np.maximum(np.cos(down), 0.0) * (math.pi / rows) * (2 * math.pi / columns)
    sky = float((room.sky[..., 0] * weight[:, None]).sum())
    away = np.linalg.norm(room.lamp)
    lamp = room.radiance * math.pi * (room.radius / away) ** 2 * room.lamp[2] / away
    assert (sky + lamp) / math.pi == pytest.approx(1.0, abs=0.01)
    assert lamp / (sky + lamp) == pytest.approx(1.0 - LIGHTS[name].light.ambient, abs=0.01)
