"""Photographs, traced by Mitsuba where it is installed; how it is asked for where it is not."""

from __future__ import annotations

import random
import subprocess
import sys
from dataclasses import replace
from importlib.util import find_spec
from pathlib import Path
from typing import TYPE_CHECKING

import cv2
import numpy as np
import pytest

from hardware.simulated.errors import SceneError
from hardware.simulated.optics.pinhole import View, looking_at
from hardware.simulated.photo.exposing import developed, exposing
from hardware.simulated.photo.finish import Finish, Part, painted
from hardware.simulated.photo.photographer import Photographer
from hardware.simulated.photo.room import room_for
from hardware.simulated.photo.shapes import joined, rectangle
from hardware.simulated.photo.tracing import PictureWindow, Taking, newest_llvm, traced, traced_windows
from hardware.simulated.scene.board import BoardSize, surface_corners
from hardware.simulated.scene.checkers import start
from hardware.simulated.scene.table import Hand, Light, turn_cube, with_hand

if TYPE_CHECKING:
    from hardware.simulated.drawing.renderer import Renderer
    from hardware.simulated.optics.pinhole import Pinhole
    from hardware.simulated.scene.table import Scene

needs_mitsuba = pytest.mark.skipif(
    find_spec("mitsuba") is None, reason="Mitsuba is not installed (pip install '.[photo]'): nothing is traced"
)
SIZE = BoardSize()


def test_without_mitsuba_it_says_what_is_missing(
    monkeypatch: pytest.MonkeyPatch, table: Scene, pinhole: Pinhole
) -> None:
    monkeypatch.setitem(sys.modules, "mitsuba", None)
    with pytest.raises(SceneError) as caught:
        Photographer(pinhole).draw(table, random.Random(1))
    assert caught.value.key == "scene.no_mitsuba"


def test_mitsuba_is_not_loaded_before_a_photograph_is_taken() -> None:
    program = "import sys, hardware.simulated.stills; sys.exit('mitsuba' in sys.modules or 'drjit' in sys.modules)"
    assert subprocess.run([sys.executable, "-c", program], timeout=60, check=False).returncode == 0


def test_hands_are_not_photographed(table: Scene, pinhole: Pinhole) -> None:
    with pytest.raises(SceneError) as caught:
        Photographer(pinhole).draw(with_hand(table, Hand(0.0, 0.0)), random.Random(1))
    assert caught.value.key == "scene.photo_of_hands"


@pytest.mark.films
def test_a_photograph_in_the_album_is_not_taken_again(
    monkeypatch: pytest.MonkeyPatch, table: Scene, pinhole: Pinhole, tmp_path: Path
) -> None:
    taken: list[Taking] = []

    def grey(_parts: object, _room: object, _camera: object, taking: Taking) -> np.typing.NDArray[np.float32]:
        taken.append(taking)
        return np.full((pinhole.height, pinhole.width, 3), 0.2, dtype=np.float32)

    monkeypatch.setattr("hardware.simulated.photo.photographer.traced", grey)
    first = Photographer(pinhole, album=tmp_path).draw(table, random.Random(1))
    again = Photographer(pinhole, album=tmp_path).draw(table, random.Random(1))
    assert np.array_equal(first, again)
    assert len(taken) == 1
    Photographer(pinhole, album=tmp_path).draw(replace(table, look="oak"), random.Random(1))
    assert len(taken) == 2


def test_only_an_llvm_that_works_is_taken_and_the_newest_of_them() -> None:
    names = ("libLLVM-14.so.1", "libLLVM-15.so", "libLLVM.so.19.1", "libLLVM-20.so", "libLLVM.so")
    paths = [Path("/usr/lib") / name for name in names]
    assert newest_llvm(paths) == Path("/usr/lib/libLLVM-20.so")
    assert newest_llvm(paths[:2]) is None
    assert newest_llvm([]) is None


@needs_mitsuba
@pytest.mark.parametrize("view", [View(), View(elevation=62.0, azimuth=24.0, roll=4.0), View(opening=72.0, k1=-0.07)])
def test_corners_are_photographed_within_half_a_pixel_of_where_the_drawn_tables_camera_sees_them(view: View) -> None:
    pinhole = looking_at(SIZE, replace(view, width=640, height=360, margin=0.06))
    marks = [rectangle(x - 4.0, x + 4.0, y - 4.0, y + 4.0, z + 0.1) for x, y, z in surface_corners(SIZE)]
    parts = [
        Part("table", rectangle(-4000.0, 4000.0, -4000.0, 4000.0, 0.0), Finish(painted((10, 10, 10)), 1.0, 0.0)),
        Part("marks", joined(marks), Finish(painted((240, 240, 240)), 1.0, 0.0)),
    ]
    camera = exposing(pinhole)
    picture = developed(traced(parts, room_for(Light(ambient=0.8)), camera, Taking(16, 1)), camera)
    for u, v in pinhole.project(surface_corners(SIZE)):
        top, left = round(v) - 8, round(u) - 8
        bright = np.maximum(picture[top : top + 16, left : left + 16, 1].astype(float) - 60.0, 0.0)
        assert bright.max() > 100.0
        rows, columns = np.mgrid[0:16, 0:16]
        assert abs((bright * columns).sum() / bright.sum() + left + 0.5 - u) < 0.5
        assert abs((bright * rows).sum() / bright.sum() + top + 0.5 - v) < 0.5


@needs_mitsuba
def test_a_photograph_and_a_drawing_show_the_same_table(table: Scene, pinhole: Pinhole, renderer: Renderer) -> None:
    photo = Photographer(pinhole, samples=9).draw(table, random.Random(1))
    drawn = renderer.draw(table, random.Random(1))
    assert photo.shape == drawn.shape
    assert photo.dtype == np.uint8
    small = [cv2.resize(picture, (160, 90), interpolation=cv2.INTER_AREA).astype(float) for picture in (photo, drawn)]
    # Another table, for comparison: the same board at the start of a game that is played the other way round.
    other = start(SIZE, "tournament", random.Random(3))
    wrong = cv2.resize(renderer.draw(other, random.Random(1)), (160, 90), interpolation=cv2.INTER_AREA).astype(float)
    same = np.corrcoef(small[0].ravel(), small[1].ravel())[0, 1]
    assert same > 0.9
    assert same > np.corrcoef(small[0].ravel(), wrong.ravel())[0, 1] + 0.2


@needs_mitsuba
def test_light_is_a_number_everywhere_and_never_below_nothing(table: Scene, pinhole: Pinhole) -> None:
    photographer = Photographer(pinhole)
    light = traced(
        photographer.parts(turn_cube(table, 4, "middle")), room_for(table.light), exposing(pinhole), Taking(4, 1)
    )
    assert np.isfinite(light).all()
    assert light.min() >= 0.0


@needs_mitsuba
def test_one_scene_gives_one_photograph(table: Scene) -> None:
    pinhole = looking_at(SIZE, View(width=160, height=90))
    once, again = (Photographer(pinhole, samples=4).draw(table, random.Random(1)) for _ in range(2))
    assert np.array_equal(once, again)


@needs_mitsuba
def test_a_part_that_is_taken_alone_is_that_part_of_the_whole_photograph(table: Scene) -> None:
    pinhole = looking_at(SIZE, View(width=320, height=180))
    photographer, camera = Photographer(pinhole), exposing(pinhole)
    parts, room, taking = photographer.parts(table), room_for(table.light), Taking(16, 1)
    whole = traced(parts, room, camera, taking)
    wanted = [PictureWindow(40, 30, 90, 60), PictureWindow(200, 100, 60, 50)]
    for window, light in zip(wanted, traced_windows(parts, room, camera, taking, wanted), strict=True):
        there = whole[window.top : window.top + window.height, window.left : window.left + window.width]
        assert light.shape == there.shape
        smooth = [cv2.GaussianBlur(one, (0, 0), 3)[6:-6, 6:-6] for one in (light, there)]
        assert np.abs(smooth[0] - smooth[1]).mean() < 0.01
        shifted = whole[window.top : window.top + window.height, window.left + 8 : window.left + 8 + window.width]
        assert np.abs(smooth[0] - cv2.GaussianBlur(shifted, (0, 0), 3)[6:-6, 6:-6]).mean() > 0.02
