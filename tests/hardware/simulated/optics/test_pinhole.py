"""The camera's geometry: what is projected comes back along its ray, and the whole board is seen."""

from __future__ import annotations

import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from hardware.simulated.errors import SceneError
from hardware.simulated.optics.pinhole import Pinhole, View, block_rays, looking_at
from hardware.simulated.scene.board import COLUMNS, BoardSize, column_end, column_x, surface_corners

SIZE = BoardSize()


@given(
    x=st.floats(-300, 300),
    y=st.floats(-250, 250),
    z=st.floats(0, 60),
    elevation=st.floats(58, 90),
    azimuth=st.floats(-20, 20),
    roll=st.floats(-6, 6),
    k1=st.floats(-0.12, 0.05),
)
@settings(max_examples=60, deadline=None)
def test_a_point_comes_back_along_the_ray_of_its_pixel(  # noqa: PLR0913, PLR0917 (a camera has so many freedoms)
    x: float, y: float, z: float, elevation: float, azimuth: float, roll: float, k1: float
) -> None:
    view = View(elevation=elevation, azimuth=azimuth, roll=roll, k1=k1)
    camera = looking_at(SIZE, view)
    u, v = camera.project([(x, y, z)])[0]
    rays = camera.rays(np.asarray([u], dtype=np.float64), np.asarray([v], dtype=np.float64))
    assert float(rays.x0[0] + z * rays.sx[0]) == pytest.approx(x, abs=0.1)
    assert float(rays.y0[0] + z * rays.sy[0]) == pytest.approx(y, abs=0.1)


@pytest.mark.parametrize("elevation", [58.0, 70.0, 90.0])
@pytest.mark.parametrize("shape", [(1280, 720), (800, 800)])
def test_the_whole_board_is_seen_and_nearly_fills_the_picture(elevation: float, shape: tuple[int, int]) -> None:
    camera = looking_at(SIZE, View(elevation=elevation, width=shape[0], height=shape[1], roll=2.0))
    x, y = SIZE.outer_width / 2, SIZE.outer_height / 2
    seen = camera.project([(a * x, b * y, z) for a in (-1, 1) for b in (-1, 1) for z in (0.0, SIZE.rail_height)])
    low, high = seen.min(axis=0) / shape, seen.max(axis=0) / shape
    assert (low > 0.025).all()
    assert (high < 0.975).all()
    assert (high - low).max() > 0.92
    assert np.allclose((low + high) / 2, 0.5, atol=0.01)


def test_the_corners_are_seen_clockwise_from_the_top_left() -> None:
    (u0, v0), (u1, v1), (u2, v2), (u3, v3) = looking_at(SIZE, View()).project(surface_corners(SIZE))
    assert u0 < u1
    assert u3 < u2
    assert v0 < v3
    assert v1 < v2


def test_the_columns_are_seen_in_their_order() -> None:
    camera = looking_at(SIZE, View(azimuth=8.0, roll=3.0))
    ends = {"bottom": -SIZE.height / 2, "top": SIZE.height / 2}
    seen = {c: camera.project([(column_x(SIZE, c), ends[column_end(c)], 0.0)])[0] for c in COLUMNS}
    assert sorted(range(1, 13), key=lambda c: -seen[c][0]) == list(range(1, 13))
    assert sorted(range(13, 25), key=lambda c: seen[c][0]) == list(range(13, 25))
    assert max(seen[c][1] for c in range(13, 25)) < min(seen[c][1] for c in range(1, 13))


def test_higher_things_are_seen_farther_from_the_point_below_the_camera() -> None:
    camera = looking_at(SIZE, View())
    foot, low, high = camera.project([(camera.eye[0], camera.eye[1], 0.0), (200.0, 200.0, 0.0), (200.0, 200.0, 22.0)])
    assert np.linalg.norm(high - foot) > np.linalg.norm(low - foot) + 2.0


def test_a_block_of_rays_is_the_middle_of_its_pixels() -> None:
    camera = looking_at(SIZE, View(k1=-0.05))
    rays = block_rays(camera, 100, 50, 4, 3)
    assert rays.x0.shape == (3, 4)
    u, v = camera.project([(float(rays.x0[2, 1]), float(rays.y0[2, 1]), 0.0)])[0]
    assert (u, v) == pytest.approx((101.5, 52.5), abs=0.02)
    assert block_rays(camera, 100, 50, 4, 3, finer=3).x0.shape == (9, 12)


def test_a_camera_that_would_see_the_horizon_is_refused() -> None:
    with pytest.raises(SceneError) as caught:
        Pinhole(eye=(0.0, -900.0, 300.0), target=(0.0, 0.0, 0.0), focal=600.0)
    assert caught.value.key == "scene.camera_sees_horizon"
