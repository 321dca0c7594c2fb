"""A picture that is still is read before it has settled; what moves in between is read again."""

from __future__ import annotations

import random
from typing import TYPE_CHECKING
from unittest.mock import patch

import numpy as np
import pytest

from controller.referee.evidence.likelihood import start_contents
from controller.referee.layout import Layout
from controller.referee.state import Setup
from hardware.simulated.drawing.renderer import Renderer
from hardware.simulated.optics.pinhole import View, looking_at
from hardware.simulated.scene.board import BoardSize, surface_corners
from hardware.simulated.scene.checkers import start
from hardware.simulated.scene.dice import Throw, throw_dice
from hardware.simulated.scene.table import Hand, Scene, Seats, with_hand
from vision.calibrate.calibration import calibrate
from vision.detect.read import read_and_remember
from vision.frame import Frame
from vision.geometry.board import parse_corners
from vision.reading import Shade
from vision.track.expected import Awaited, Expected
from vision.track.motion import SETTLE_TIME, Motion, Movement
from vision.track.read_ahead import LEAST_STILLNESS, may_be_read
from vision.track.tracker import Observation, Tracker

if TYPE_CHECKING:
    from collections.abc import Callable, Iterator

    from vision.calibrate.calibration import Calibration
    from vision.frame import Image

pytestmark = pytest.mark.films

FPS = 30
SIZE = BoardSize()
RENDERER = Renderer(looking_at(SIZE, View()))
SETUP = Setup(("Anna", "Boris"), Layout(shade_one=Shade.DARK))
EXPECTED = Expected(awaited=Awaited.NOTHING, pushed=0.03, cocked=150)


def drawn(scene: Scene, seed: int = 1) -> Image:
    return RENDERER.draw(scene, random.Random(seed))


@pytest.fixture(scope="module")
def table() -> Scene:
    return start(SIZE, "club", random.Random(1), Seats(light="top", off="right"))


@pytest.fixture(scope="module")
def learned(table: Scene) -> Calibration:
    corners = parse_corners([(float(x), float(y)) for x, y in RENDERER.pinhole.project(surface_corners(SIZE))])
    return calibrate(Frame(drawn(table), 0.0, 0), corners, start_contents(SETUP))


class Film:
    """A tracker before a camera of thirty frames a second, with the times of the pictures that were read."""

    def __init__(self, calibration: Calibration) -> None:
        """Begin."""
        self.tracker = Tracker(calibration)
        self.number = 0
        self.read: list[float] = []

    def show(
        self, image: Image, seconds: float, newest: Callable[[], Image | None] = lambda: None
    ) -> Iterator[tuple[float, Observation]]:
        """Show one picture for some time; yield of each frame since when it is shown, and what was observed."""

        def noting(frame: Frame, *rest: object, **more: object) -> object:
            self.read.append(frame.time)
            return read_and_remember(frame, *rest, **more)  # type: ignore[arg-type]

        with patch("vision.track.tracker.read_and_remember", noting):
            for number in range(round(seconds * FPS)):
                self.number += 1
                frame = Frame(image, self.number / FPS, self.number)
                yield number / FPS, self.tracker.see(frame, EXPECTED, newest)


def test_a_still_picture_is_read_once_before_it_has_settled_and_told_of_when_it_has(
    table: Scene, learned: Calibration
) -> None:
    film = Film(learned)
    told = [since for since, observed in film.show(drawn(table), 0.6) if observed.reading is not None]
    assert len(film.read) == 1
    assert film.read[0] < SETTLE_TIME
    assert film.tracker.reading is not None
    assert film.tracker.reading.time >= SETTLE_TIME
    assert told == [pytest.approx(film.tracker.reading.time - 1 / FPS)]


def test_what_moves_before_it_has_settled_is_forgotten_and_read_again(table: Scene, learned: Calibration) -> None:
    film = Film(learned)
    thrown = throw_dice(table, Throw((6,), "right", "dark"), random.Random(3))
    list(film.show(drawn(table), 0.6))
    list(film.show(drawn(thrown), 0.17))
    assert len(film.read) == 2
    list(film.show(drawn(table), 0.5))
    assert len(film.read) == 3
    assert film.tracker.reading is not None
    assert not film.tracker.reading.dice


def test_what_begins_to_move_while_a_picture_is_read_ahead_ends_the_reading(table: Scene, learned: Calibration) -> None:
    film = Film(learned)
    still, hand = drawn(table), drawn(with_hand(table, Hand(60.0, 40.0)), 2)
    with patch("vision.detect.read.find_dice_and_cube", side_effect=AssertionError("read on")):
        list(film.show(still, 0.17, lambda: hand))
    assert film.read
    assert film.tracker._ahead is None
    with (
        patch("vision.detect.read.find_dice_and_cube", side_effect=AssertionError("read on")),
        pytest.raises(AssertionError),
    ):
        list(film.show(still, 0.07, lambda: drawn(table, 3)))
    told = [observed.reading for _, observed in film.show(still, 0.5, lambda: drawn(table, 4))]
    assert any(told)


def test_what_was_read_ahead_is_forgotten_if_something_had_begun_to_move_meanwhile(
    table: Scene, learned: Calibration
) -> None:
    film = Film(learned)
    still = drawn(table)
    list(film.show(still, 0.6))
    thrown = drawn(throw_dice(table, Throw((6,), "right", "dark"), random.Random(3)))
    list(film.show(thrown, 0.17))
    assert not film.tracker.cancel(thrown)
    assert film.tracker.cancel(drawn(with_hand(table, Hand(60.0, 40.0)), 2))
    assert not film.tracker.cancel(still)
    list(film.show(thrown, 0.3))
    assert film.tracker.reading is not None
    assert [die.value for die in film.tracker.reading.dice] == [6]


def test_a_die_that_rocks_by_less_than_the_motion_gate_sees_is_read_again(table: Scene, learned: Calibration) -> None:
    film = Film(learned)
    list(film.show(drawn(table), 0.6))
    before, after = (drawn(throw_dice(table, Throw((value,), "right", "dark"), random.Random(3))) for value in (6, 1))
    with patch("vision.track.motion._moves", side_effect=lambda *_: film.number == 19):
        list(film.show(before, 0.17))
        assert len(film.read) == 2
        list(film.show(after, 0.4))
    settled = next(number for number in range(19, 30) if (number - 19) / FPS >= SETTLE_TIME)
    assert film.read[2] == pytest.approx(settled / FPS)
    assert film.tracker.reading is not None
    assert [die.value for die in film.tracker.reading.dice] == [1]


def test_nothing_is_read_while_a_hand_is_there(table: Scene, learned: Calibration) -> None:
    film = Film(learned)
    list(film.show(drawn(table), 0.6))
    list(film.show(drawn(with_hand(table, Hand(60.0, 0.0, side="bottom"))), 0.6))
    assert len(film.read) == 1


def seen(motion: Motion, *, hand: bool = False) -> Movement:
    return Movement(motion, fresh=False, arm=np.ones((2, 2), dtype=np.bool_) if hand else None)


@pytest.mark.parametrize(
    ("now", "before", "still", "wanted"),
    [
        (seen(Motion.STILL), seen(Motion.STILL), LEAST_STILLNESS + 0.01, True),
        (seen(Motion.STILL), seen(Motion.MOVING), LEAST_STILLNESS - 0.01, False),
        (seen(Motion.STILL, hand=True), seen(Motion.STILL, hand=True), LEAST_STILLNESS + 0.01, False),
        (seen(Motion.SETTLED), seen(Motion.STILL), SETTLE_TIME, False),
        (seen(Motion.MOVING), seen(Motion.MOVING), 0.0, False),
        (seen(Motion.MOVING), None, 0.0, False),
        (seen(Motion.MOVING), seen(Motion.MOVING, hand=True), 0.0, True),
        (seen(Motion.MOVING, hand=True), seen(Motion.MOVING, hand=True), 0.0, False),
    ],
)
def test_only_what_has_been_still_for_a_moment_or_what_a_hand_has_just_left_is_read_ahead(
    now: Movement,
    before: Movement | None,
    still: float,
    wanted: bool,  # noqa: FBT001 - a parameter of the test
) -> None:
    assert may_be_read(now, before, still) is wanted


def test_the_first_picture_after_a_hand_is_read_at_once_and_told_of_when_it_has_settled(
    table: Scene, learned: Calibration
) -> None:
    film = Film(learned)
    list(film.show(drawn(table), 0.6))
    list(film.show(drawn(with_hand(table, Hand(60.0, 0.0, side="bottom"))), 0.3))
    left = film.number + 1
    list(film.show(drawn(table, 2), 0.6))
    assert film.read[1:] == [pytest.approx(left / FPS)]
    assert film.tracker.reading is not None
    assert film.tracker.reading.time >= left / FPS + SETTLE_TIME
