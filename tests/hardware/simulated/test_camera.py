"""The simulated camera keeps the contract of cameras."""

from __future__ import annotations

import itertools
import random
from typing import TYPE_CHECKING

import numpy as np
import pytest

from hardware.cameras.camera import Camera, CameraClosedError
from hardware.errors import HardwareError
from hardware.simulated.camera import SimulatedCamera, Stage
from hardware.simulated.scene.checkers import move_checker

if TYPE_CHECKING:
    from collections.abc import Callable

    from hardware.simulated.drawing.renderer import Renderer
    from hardware.simulated.scene.table import Scene


def seconds() -> Callable[[], float]:
    """Return a clock that counts seconds from 10 each time it is asked."""
    return itertools.count(10.0).__next__


def test_it_is_a_camera(renderer: Renderer, table: Scene) -> None:
    assert isinstance(SimulatedCamera(renderer, Stage(table), seconds()), Camera)


def test_frames_are_numbered_and_timed_by_the_clock(renderer: Renderer, table: Scene) -> None:
    with SimulatedCamera(renderer, Stage(table), seconds()) as camera:
        frames = [camera.read() for _ in range(3)]
    assert [f.number for f in frames] == [0, 1, 2]
    assert [f.time for f in frames] == [10.0, 11.0, 12.0]
    assert frames[0].image.shape == (360, 640, 3)
    assert frames[0].image.dtype == np.uint8


def test_a_frame_is_never_written_to_by_a_later_one(renderer: Renderer, table: Scene) -> None:
    stage = Stage(table)
    camera = SimulatedCamera(renderer, stage, seconds())
    frame = camera.read()
    kept = frame.image.copy()
    stage.scene = move_checker(table, "light", 13, 8, random.Random(1))
    assert not np.array_equal(camera.read().image, kept)
    assert np.array_equal(frame.image, kept)
    with pytest.raises(ValueError, match="read-only"):
        frame.image[0, 0] = 0


def test_cameras_of_one_seed_deliver_the_same_frames(renderer: Renderer, table: Scene) -> None:
    one, same, other = (SimulatedCamera(renderer, Stage(table), seconds(), seed) for seed in (3, 3, 4))
    first = one.read().image
    assert np.array_equal(first, same.read().image)
    assert not np.array_equal(first, other.read().image)


def test_a_frame_tells_nothing_but_picture_time_and_number(renderer: Renderer, table: Scene) -> None:
    frame = SimulatedCamera(renderer, Stage(table), seconds()).read()
    assert set(type(frame).__slots__) == {"image", "time", "number"}
    assert type(frame.image) is np.ndarray


def test_a_closed_camera_delivers_nothing_and_can_be_closed_again(renderer: Renderer, table: Scene) -> None:
    camera = SimulatedCamera(renderer, Stage(table), seconds())
    camera.close()
    camera.close()
    with pytest.raises(CameraClosedError) as caught:
        camera.read()
    assert caught.value.key == "camera.closed"
    assert isinstance(caught.value, HardwareError)
    assert isinstance(caught.value, ValueError)


def test_leaving_the_block_closes_the_camera(renderer: Renderer, table: Scene) -> None:
    with SimulatedCamera(renderer, Stage(table), seconds()) as camera:
        camera.read()
    with pytest.raises(CameraClosedError):
        camera.read()
