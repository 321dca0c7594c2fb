"""What has been borne off: what is read of a tray, and what is not."""

from __future__ import annotations

import itertools
import json
import random
from dataclasses import dataclass, replace
from typing import TYPE_CHECKING

import cv2
import numpy as np
import pytest

from hardware.simulated.conditions import HABITS
from hardware.simulated.drawing.renderer import Renderer
from hardware.simulated.optics.pinhole import View, looking_at
from hardware.simulated.scene.board import BoardSize, surface_corners, tray_x
from hardware.simulated.scene.checkers import SET_SIZE, Arrangement, arrange, start
from hardware.simulated.scene.table import Cube, Die, Scene, Seats, turn_cube, with_light
from tests.benchmarks.reading.boards.read_simulated import contents
from vision.calibrate.calibration import Calibration, calibrate
from vision.calibrate.calibration_file import CalibrationFileError, calibration_text, parse_calibration
from vision.calibrate.preparation import prepare
from vision.checkers.tray_shapes import CameraPoint, Tray, shapes
from vision.checkers.trays import ELSEWHERE, Side, homes_of
from vision.detect.read import read_prepared
from vision.frame import Frame
from vision.geometry.board import parse_corners
from vision.reading import FLOOR, MAX_COUNT, Shade

if TYPE_CHECKING:
    from hardware.simulated.scene.board import End
    from hardware.simulated.scene.board import Side as TableSide
    from vision.calibrate.preparation import Prepared
    from vision.frame import Image
    from vision.reading import CountReading, Reading

SIZE = BoardSize()
EYE = CameraPoint(-0.5, 0.9, 1.5)
UPPER = Tray(0.07, 0.0, 1, 0.41)


@dataclass(frozen=True, slots=True)
class Room:
    """A table under a camera, and what was learned of it."""

    scene: Scene
    renderer: Renderer
    calibration: Calibration

    def film(self, scene: Scene, seed: int = 1) -> Image:
        """Return a picture of a scene."""
        return self.renderer.draw(scene, random.Random(seed))

    def prepared(self, calibration: Calibration | None = None) -> Prepared:
        """Return what reading needs, by this calibration or the table's own."""
        return prepare(calibration or self.calibration, (1280, 720))

    def read(self, scene: Scene) -> Reading:
        """Return what is read in a picture of a scene."""
        return read_prepared(Frame(self.film(scene), 0.0, 0), self.prepared())


def furnish(look: str, view: View, off: TableSide = "right", light: End = "bottom", habit: str = "usual") -> Room:
    renderer = Renderer(looking_at(SIZE, view))
    seats = Seats(light=light, off=off)
    scene = start(SIZE, look, random.Random(4), seats, HABITS[habit].habit)
    corners = renderer.pinhole.project(surface_corners(SIZE))
    frame = Frame(renderer.draw(scene, random.Random(5)), 0.0, 0)
    where = parse_corners([(float(x), float(y)) for x, y in corners])
    return Room(scene, renderer, calibrate(frame, where, contents(scene), cleared=True))


@pytest.fixture(scope="module")
def club() -> Room:
    return furnish("club", View(elevation=70))


def borne_off(room: Room, dark: int, light: int, seed: int = 3) -> Scene:
    """Return the table with so many borne off and the others on six points."""
    columns: list[tuple[str | None, int]] = [(None, 0)] * 24
    for shade, count, first in (("dark", SET_SIZE - dark, 8), ("light", SET_SIZE - light, 14)):
        for at in range(3):
            columns[first + at] = (shade, count // 3 + (at < count % 3))
    said = tuple((shade if count else None, count) for shade, count in columns)
    return arrange(room.scene, Arrangement(said, off_dark=dark, off_light=light), random.Random(seed))  # type: ignore[arg-type]  # shades are two words


def shares(reading: CountReading | None) -> np.ndarray[tuple[int], np.dtype[np.float64]]:
    assert reading is not None
    weights = np.exp(np.array(reading.scores) / 100)
    return np.asarray(weights / weights.sum())


@pytest.mark.parametrize("light", ["top", "bottom"])
@pytest.mark.parametrize("off", ["left", "right"])
def test_the_start_position_tells_on_which_side_and_at_which_end_checkers_are_borne_off(
    off: TableSide, light: End
) -> None:
    scene = start(SIZE, "club", random.Random(1), Seats(light=light, off=off))
    assert homes_of(contents(scene)) == (Side(off), light == "bottom")


def test_a_position_that_is_no_start_tells_nothing_of_where_checkers_are_borne_off() -> None:
    expected = contents(start(SIZE, "club", random.Random(1)))
    assert homes_of({}) is None
    assert homes_of({**expected, "T7": (Shade.DARK, 4)}) is None
    assert homes_of({**expected, "T7": expected["B7"]}) is None


@pytest.mark.films
@pytest.mark.parametrize(("dark", "light"), [(0, 0), (1, 0), (0, 6), (3, 10), (8, 2), (12, 14), (15, 5), (5, 15)])
def test_of_checkers_on_edge_the_count_is_about_right_and_the_truth_is_never_ruled_out(
    club: Room, dark: int, light: int
) -> None:
    reading = club.read(borne_off(club, dark, light))
    for truth, found in ((dark, reading.off_dark), (light, reading.off_light)):
        assert found is not None
        assert abs(found.best - truth) <= 1
        assert found.scores[truth] > -250


@pytest.mark.films
@pytest.mark.parametrize(("dark", "light"), [(0, 4), (2, 0), (5, 7), (11, 15)])
def test_of_checkers_in_piles_with_the_homes_on_the_left_the_truth_stays_likely(dark: int, light: int) -> None:
    room = furnish("heron", View(elevation=62, azimuth=12), off="left", light="top", habit="crooked")
    reading = room.read(borne_off(room, dark, light))
    for truth, found in ((dark, reading.off_dark), (light, reading.off_light)):
        assert found is not None
        assert abs(float(shares(found) @ np.arange(16)) - truth) < 3
        assert found.scores[truth] > -300


@pytest.mark.films
def test_the_more_checkers_there_are_the_more_are_read(club: Room) -> None:
    means = [float(shares(club.read(borne_off(club, 0, n)).off_light) @ np.arange(16)) for n in (0, 2, 4, 7, 10, 14)]
    assert all(more > fewer + 1 for fewer, more in itertools.pairwise(means))


@pytest.mark.films
@pytest.mark.parametrize("brightness", [0.75, 1.25])
def test_in_another_light_an_empty_tray_is_still_empty(club: Room, brightness: float) -> None:
    scene = with_light(club.scene, replace(club.scene.light, brightness=brightness))
    reading = club.read(scene)
    assert reading.off_dark is not None
    assert reading.off_light is not None
    assert (reading.off_dark.best, reading.off_light.best) == (0, 0)


@pytest.mark.films
@pytest.mark.parametrize("y", [-0.45, -0.3, -0.1, 0.2, 0.4])
@pytest.mark.parametrize("thing", ["cube", "die"])
def test_a_die_or_the_cube_in_the_tray_never_becomes_checkers_with_certainty(club: Room, thing: str, y: float) -> None:
    x = tray_x(SIZE, "right")
    scene = turn_cube(club.scene, 64, "middle")
    if thing == "cube":
        scene = replace(scene, cube=Cube(4, x, y * SIZE.height, turn=10))
    else:
        scene = replace(scene, dice=(Die("light", 3, x, y * SIZE.height, turn=30),))
    reading = club.read(scene)
    for found in (reading.off_dark, reading.off_light):
        assert found is not None
        assert found.scores[0] > -600
        assert shares(found)[4:].sum() < 0.5


@pytest.mark.films
def test_no_picture_of_a_tray_makes_a_count_quite_sure(club: Room) -> None:
    lowest = 100 * np.log(ELSEWHERE / 16)
    for dark, light in ((0, 0), (7, 13)):
        reading = club.read(borne_off(club, dark, light))
        for found in (reading.off_dark, reading.off_light):
            assert found is not None
            assert len(found.scores) == MAX_COUNT + 1
            assert max(found.scores) == 0
            assert min(found.scores) >= max(FLOOR, lowest - 1)


@pytest.mark.films
def test_a_tray_outside_the_picture_is_not_read(club: Room) -> None:
    edge = round(float(club.renderer.pinhole.project([(SIZE.width / 2 + 25, 0, 0)])[0, 0]))
    image = club.film(borne_off(club, 3, 3))[:, :edge]
    prepared = prepare(replace(club.calibration, size=(edge, 720)), (edge, 720))
    reading = read_prepared(Frame(np.ascontiguousarray(image), 0.0, 0), prepared)
    assert prepared.tray is None
    assert (reading.off_dark, reading.off_light) == (None, None)


@pytest.mark.films
def test_a_calibration_keeps_how_the_bare_tray_looked(club: Room) -> None:
    again = parse_calibration(calibration_text(club.calibration), "board.json")
    assert again.tray is not None
    assert club.calibration.tray is not None
    assert (again.tray.side, again.tray.dark_top) == (club.calibration.tray.side, club.calibration.tray.dark_top)
    assert cv2.absdiff(again.tray.picture, club.calibration.tray.picture).mean() < 4
    scene = borne_off(club, 4, 9)
    kept = read_prepared(Frame(club.film(scene), 0.0, 0), club.prepared(again))
    fresh = club.read(scene)
    assert (kept.off_dark is not None, kept.off_light is not None) == (True, True)
    np.testing.assert_allclose(shares(kept.off_light), shares(fresh.off_light), atol=0.15)


@pytest.mark.films
def test_an_older_calibration_can_be_read_and_tells_nothing_of_trays(club: Room) -> None:
    document = json.loads(calibration_text(club.calibration))
    del document["tray"]
    older = parse_calibration(json.dumps(document), "board.json")
    assert older.tray is None
    reading = read_prepared(Frame(club.film(club.scene), 0.0, 0), club.prepared(older))
    assert (reading.off_dark, reading.off_light) == (None, None)
    assert parse_calibration(calibration_text(older), "board.json").tray is None


@pytest.mark.films
@pytest.mark.parametrize("damage", [{"side": "above"}, {"dark_top": 1}, {"picture": "AAAA"}, {"picture": None}])
def test_a_calibration_whose_tray_makes_no_sense_is_refused(club: Room, damage: dict[str, object]) -> None:
    document = json.loads(calibration_text(club.calibration))
    document["tray"].update(damage)
    with pytest.raises(CalibrationFileError) as caught:
        parse_calibration(json.dumps(document), "board.json")
    assert caught.value.key == "calibration_file.damaged"


def test_what_is_high_appears_farther_from_the_point_below_the_camera() -> None:
    points = np.array([[0.1, 0.2, height] for height in (0.0, 0.02, 0.05)])
    seen = EYE.seen(points)
    np.testing.assert_allclose(seen[0], [0.1, 0.2])
    away = np.linalg.norm(seen - [EYE.u, EYE.v], axis=1)
    assert away[0] < away[1] < away[2]


@pytest.mark.parametrize("tray", [UPPER, Tray(0.07, 0.82, -1, 0.41)])
def test_every_count_can_be_laid_and_more_checkers_cover_more(tray: Tray) -> None:
    grid = (140, 140.0, -0.1)
    found = shapes(tray, EYE, 0.071, grid)
    assert set(found.counts.tolist()) == set(range(1, MAX_COUNT + 1))
    assert found.cover.min() >= 0
    assert found.cover.max() == 1
    areas = [float(found.cover[found.counts == n].sum(axis=(1, 2)).min()) for n in range(1, MAX_COUNT + 1)]
    assert areas == sorted(areas)
    for n in range(1, MAX_COUNT + 1):
        assert np.exp(found.weights[found.counts == n]).sum() == pytest.approx(1)
