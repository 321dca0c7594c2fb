"""A knock against board or camera is told, and followed where it is small; what cannot be seen is not read."""

from __future__ import annotations

import random
from dataclasses import replace
from typing import TYPE_CHECKING

import numpy as np
import pytest

from controller.referee.evidence.likelihood import start_contents
from controller.referee.layout import Corner, Layout
from controller.referee.state import Setup
from hardware.simulated.drawing.renderer import Renderer
from hardware.simulated.scene.board import BoardSize
from hardware.simulated.scene.checkers import lift_checker, put_checker, start
from hardware.simulated.scene.dice import Throw, lift_dice, throw_dice
from tests.benchmarks.reading.boards.read_simulated import Table, set_up
from tests.benchmarks.reading.locating.moved_tables import moved_camera, true_corners
from vision.calibrate.calibration import calibrate
from vision.frame import Frame, Image
from vision.reading import PLACES, Shade
from vision.track.camera_monitor import MonitorState, oversee
from vision.track.expected import Awaited, Expected
from vision.track.tracker import Tracker

if TYPE_CHECKING:
    from vision.calibrate.calibration import Calibration
    from vision.track.camera_monitor import Fact

pytestmark = pytest.mark.films

SIZE = BoardSize()
SETUP = Setup(("Anna", "Boris"), Layout(Corner.BOTTOM_RIGHT, Shade.LIGHT))
NOTHING = Expected(awaited=Awaited.NOTHING, pushed=0.03, cocked=150)
Known = tuple[Table, "Calibration", Image]


@pytest.fixture(scope="module")
def known() -> Known:
    table = set_up("tournament", 6)
    image = table.film(start(BoardSize(), table.look, table.rng))
    corners = true_corners(table.renderer.pinhole)
    return table, calibrate(Frame(image, 0.0, 0), corners, start_contents(SETUP)), image


def after_a_knock(table: Table, kind: str, amount: float) -> Image:
    """Return a picture of the start position after the camera was knocked against."""
    camera = moved_camera(table.renderer.pinhole, kind, amount, random.Random(2))
    return Renderer(camera).draw(start(BoardSize(), table.look, random.Random(4)), table.rng)


def shown(tracker: Tracker, image: Image, begin: float, expected: Expected = NOTHING) -> list[Fact]:
    """Show a tracker a picture for a second, and return what became known of board and camera."""
    frames = [Frame(image, begin + 0.1 * number, number) for number in range(10)]
    return [fact for frame in frames for fact in tracker.see(frame, expected).facts]


def test_reading_goes_on_after_a_small_knock_and_waits_in_the_dark(known: Known) -> None:
    table, calibration, image = known
    tracker = Tracker(calibration)
    assert shown(tracker, image, 0.0) == []
    assert tracker.reading is not None
    (told,) = shown(tracker, after_a_knock(table, "slide", 2.0), 1.0)
    assert told.key == "table.fitted"
    assert dict(told.params)["percent"].startswith("2.")
    assert tracker.calibration is not calibration
    truth = start_contents(SETUP)
    read = {place: point.best for place, point in zip(PLACES, tracker.reading.points, strict=True)}
    assert {place: read[place] for place in truth} == truth
    before = tracker.reading
    assert [one.key for one in shown(tracker, np.zeros_like(image), 4.0)] == ["camera.dark"]
    assert shown(tracker, np.zeros_like(image), 5.0) == []
    assert tracker.reading is before
    assert shown(tracker, image, 9.0)[-1].key == "table.fitted"


def test_a_far_move_is_said_once_and_nothing_is_read_until_it_is_undone(known: Known) -> None:
    _, calibration, image = known
    monitor = MonitorState(calibration)
    away = np.roll(image, 700, axis=1)
    said = []
    for number in range(4):
        monitor, facts = oversee(monitor, Frame(away, float(number), number))
        said += [one.key for one in facts]
    assert said == ["table.unclear"]
    assert not monitor.readable
    monitor, facts = oversee(monitor, Frame(image, 9.0, 9))
    assert [one.key for one in facts] == ["table.back"]
    assert monitor.readable


def test_a_move_too_large_to_be_mended_is_said_with_its_size(known: Known, monkeypatch: pytest.MonkeyPatch) -> None:
    table, calibration, _ = known
    monkeypatch.setattr("vision.track.camera_monitor.WIDE_SEARCH", 0.01)
    monitor, facts = oversee(MonitorState(calibration), Frame(after_a_knock(table, "turn", 2.0), 0.0, 0))
    assert [one.key for one in facts] == ["table.moved"]
    assert float(dict(facts[0].params)["percent"]) > 1
    assert monitor.calibration is calibration
    assert not monitor.readable


def test_a_light_that_has_changed_a_lot_is_said_and_reading_goes_on(known: Known) -> None:
    _, calibration, image = known
    dim = (image * 0.73).astype(np.uint8)  # as half of the light leaves it
    monitor, facts = oversee(MonitorState(calibration), Frame(dim, 0.0, 0))
    assert [one.key for one in facts] == ["table.light"]
    assert monitor.readable
    for share in (0.79, 0.74, 0.79):  # about the limit it is not said again
        monitor, facts = oversee(monitor, Frame((image * share).astype(np.uint8), 1.0, 1))
        assert facts == ()
        assert monitor.said == "table.light"
    nudged = np.roll(dim, 12, axis=1)  # nor where the board was moved as well
    moved, facts = oversee(monitor, Frame(nudged, 2.0, 2))
    assert [one.key for one in facts] == ["table.fitted"]
    assert oversee(moved, Frame(nudged, 3.0, 3))[1] == ()
    monitor, facts = oversee(monitor, Frame(image, 2.0, 2))
    assert facts == ()
    assert monitor.said is None


def test_before_each_verdict_it_is_looked_whether_the_board_stands_where_it_did(known: Known) -> None:
    table, calibration, _ = known
    tracker = Tracker(calibration)
    scene = start(BoardSize(), table.look, table.rng)
    one = throw_dice(scene, Throw((6,), "right", "dark"), table.rng)
    both = throw_dice(one, Throw((1,), "left", "light"), table.rng)
    moving = [checker for checker in both.checkers if checker.place == 13][-1]
    played = put_checker(lift_dice(lift_checker(both, 13, moving.shade)[0]), moving.shade, 7, table.rng)
    shown(tracker, table.film(scene), 0.0)
    shown(tracker, table.film(both), 1.0, replace(NOTHING, awaited=Awaited.THROW))
    assert tracker.reading is not None
    assert sorted(die.value for die in tracker.reading.dice) == [1, 6]
    playing = replace(NOTHING, awaited=Awaited.PLAY, dice=tracker.reading.dice, since=tracker.reading.time)
    assert shown(tracker, table.film(played), 2.0, playing) == []
    knocked = moved_camera(table.renderer.pinhole, "slide", 1.0, random.Random(2))
    (told,) = shown(tracker, Renderer(knocked).draw(played, table.rng), 3.0, playing)
    assert told.key == "table.fitted"
    assert dict(told.params)["percent"].startswith("1.")
