"""Matches on photographed tables: what lies still is photographed, what moves is drawn into the photograph."""

from __future__ import annotations

import random
import sys
from dataclasses import replace
from typing import TYPE_CHECKING

import numpy as np
import pytest

from hardware.simulated.optics.pinhole import View, looking_at
from hardware.simulated.optics.sensor import Sensor
from hardware.simulated.photo.tracing import PictureWindow
from hardware.simulated.scene.board import BoardSize, surface_corners
from hardware.simulated.scene.checkers import lift_checker, put_checker, start
from hardware.simulated.scene.dice import Throw, throw_dice
from hardware.simulated.scene.table import Hand, Led, with_hand, with_leds
from tests.benchmarks.refereeing.photographed_matches import PhotographedTable, main, windows

if TYPE_CHECKING:
    from collections.abc import Sequence
    from pathlib import Path

    from hardware.simulated.optics.pinhole import Floats
    from hardware.simulated.photo.exposing import Exposing
    from hardware.simulated.photo.tracing import Taking
    from hardware.simulated.scene.table import Scene

pytestmark = pytest.mark.films

PINHOLE = looking_at(BoardSize(), View(width=640, height=360))
PERFECT = Sensor(noise=0.0, colour_noise=0.0, blur=0.0, vignetting=0.0)
WHOLE = PictureWindow(0, 0, 640, 360)
GREY = 0.2


@pytest.fixture
def taken(monkeypatch: pytest.MonkeyPatch) -> list[tuple[PictureWindow, ...]]:
    """Let every photograph be grey; return what was taken, in order."""
    photographs: list[tuple[PictureWindow, ...]] = []

    def grey(
        _parts: object, _room: object, _camera: Exposing, _taking: Taking, wanted: Sequence[PictureWindow] = (WHOLE,)
    ) -> list[Floats]:
        photographs.append(tuple(wanted))
        return [np.full((one.height, one.width, 3), GREY, dtype=np.float32) for one in wanted]

    monkeypatch.setattr("hardware.simulated.photo.photographer.traced_windows", grey)
    monkeypatch.setattr("hardware.simulated.photo.photographer.traced", lambda *given: grey(*given)[0])
    return photographs


@pytest.fixture
def table() -> Scene:
    scene = start(BoardSize(), "club", random.Random(5))
    return replace(scene, light=replace(scene.light, brightness=1.0, warmth=0.0, falloff=0.0))


@pytest.fixture
def camera() -> PhotographedTable:
    return PhotographedTable(PINHOLE, PERFECT)


def moved(scene: Scene) -> Scene:
    """Return the table after one checker has gone from the ace point to the next."""
    lifted, _ = lift_checker(scene, 1, "dark")
    return put_checker(lifted, "dark", 2, random.Random(6))


def test_a_table_that_lies_still_is_photographed_once(
    camera: PhotographedTable, table: Scene, taken: list[tuple[PictureWindow, ...]]
) -> None:
    rng = random.Random(1)
    pictures = [camera.draw(table, rng) for _ in range(3)]
    assert taken == [(WHOLE,)]
    assert all(np.ptp(picture) == 0 for picture in pictures)


def test_of_a_play_only_the_places_that_changed_are_photographed_and_only_when_the_hand_is_gone(
    camera: PhotographedTable, table: Scene, taken: list[tuple[PictureWindow, ...]]
) -> None:
    rng = random.Random(1)
    camera.draw(table, rng)
    after = moved(table)
    under_way = camera.draw(with_hand(after, Hand(50.0, -60.0)), rng)
    assert len(taken) == 1
    assert np.ptp(under_way) > 50
    assert np.ptp(camera.draw(after, rng)) == 0
    assert len(taken) == 2
    assert 0 < sum(one.width * one.height for one in taken[1]) < 0.2 * WHOLE.width * WHOLE.height


def test_dice_that_roll_are_not_photographed_before_they_lie(
    camera: PhotographedTable, table: Scene, taken: list[tuple[PictureWindow, ...]]
) -> None:
    rng = random.Random(1)
    camera.draw(table, rng)
    rolling = throw_dice(table, Throw((5, 2), "right", "dark"), rng)
    lying = replace(rolling, dice=tuple(replace(die, x=die.x + 30.0) for die in rolling.dice))
    for scene in (rolling, lying):
        assert np.ptp(camera.draw(scene, rng)) > 50
    assert len(taken) == 1
    assert np.ptp(camera.draw(lying, rng)) == 0
    assert len(taken) == 2
    camera.draw(table, rng)
    assert len(taken) == 3


def test_a_hand_that_rests_over_the_board_covers_the_photograph(
    camera: PhotographedTable, table: Scene, taken: list[tuple[PictureWindow, ...]]
) -> None:
    rng = random.Random(1)
    bare = camera.draw(table, rng)
    reaching = with_hand(table, Hand(50.0, -60.0))
    with_it = [camera.draw(reaching, rng) for _ in range(2)][-1]
    assert len(taken) == 1
    u, v = (round(float(n)) for n in PINHOLE.project([(50.0, -75.0, 12.0)])[0])
    blue, _, red = (int(n) for n in with_it[v, u])
    assert red > blue + 20
    assert np.array_equal(with_it[20:60, 20:60], bare[20:60, 20:60])


def test_the_strips_lights_shine_in_the_photograph(
    camera: PhotographedTable, table: Scene, taken: list[tuple[PictureWindow, ...]]
) -> None:
    rng = random.Random(1)
    bare = camera.draw(table, rng).astype(int)
    x, y, _ = surface_corners(table.size)[0]
    lit = camera.draw(with_leds(table, (Led(x + 40.0, y, (255, 0, 0)),)), rng)
    assert (lit - bare)[..., 2].max() > 40
    assert len(taken) == 1


def test_what_is_told_changed_is_where_pictures_differ_with_room_around() -> None:
    before = np.full((360, 640, 3), 90, dtype=np.uint8)
    now = before.copy()
    now[100:110, 200:220] = 120
    now[300:305, 40:45] = 60
    now[50, 50] = 91
    assert windows(before, now) == [PictureWindow(176, 76, 68, 58), PictureWindow(16, 276, 53, 53)]
    assert windows(before, before) == []


def test_a_bent_camera_takes_the_whole_picture_anew(table: Scene, taken: list[tuple[PictureWindow, ...]]) -> None:
    camera, rng = PhotographedTable(replace(PINHOLE, k1=-0.05), PERFECT), random.Random(1)
    camera.draw(table, rng)
    after = moved(table)
    for _ in range(2):
        camera.draw(after, rng)
    assert taken == [(WHOLE,), (WHOLE,)]


def test_without_mitsuba_a_match_is_refused_in_one_line(
    monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str], tmp_path: Path
) -> None:
    monkeypatch.setitem(sys.modules, "mitsuba", None)
    assert main(["--games", "1", "--out", str(tmp_path)]) == 2
    assert "pip install -e '.[photo]'" in capsys.readouterr().err
