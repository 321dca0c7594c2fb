"""A still picture of a known set is read whole, each for itself, and the reading can be ended between its steps."""

from __future__ import annotations

import threading
from dataclasses import replace
from functools import cache
from types import SimpleNamespace
from typing import TYPE_CHECKING

import cv2
import numpy as np
import pytest

from hardware.simulated.scene.dice import Throw, throw_dice
from tests.benchmarks.reading.boards.read_simulated import learn, random_scene, set_up
from vision.checkers.board_net import shipped_board_net
from vision.detect.read import read, read_and_remember
from vision.dice.proposals import ask
from vision.frame import Frame, Image

if TYPE_CHECKING:
    from hardware.simulated.scene.table import Scene
    from tests.benchmarks.reading.boards.read_simulated import Table
    from vision.arrays import Float
    from vision.calibrate.calibration import Calibration
    from vision.checkers.board_net import Judged, KnownBoard
    from vision.dice.board_view import SurfaceView

pytestmark = pytest.mark.films


@cache
def learned(look: str) -> Calibration:
    return learn(set_up(look, 53))


def known(look: str) -> tuple[Table, Calibration]:
    """Return a table whose chance nobody has drawn from, so that no test depends on those before it; and its board."""
    return set_up(look, 53), learned(look)


def frame(image: Image, time: float = 0.0) -> Frame:
    return Frame(image, time, round(30 * time))


def with_dice(table: Table, values: tuple[int, int]) -> Scene:
    return throw_dice(
        replace(random_scene(table), dice=()), Throw(values, "right", "dark", ("flat", "flat")), table.rng
    )


def test_in_another_light_a_board_is_read_as_before() -> None:
    table, calibration = known("crimson")
    image = table.film(with_dice(table, (1, 6)))
    bright, dark = (read(frame(picture), calibration) for picture in (image, np.asarray(0.6 * image, dtype=np.uint8)))
    for mine, others in zip(bright.points, dark.points, strict=True):
        assert mine.scores.index(0) == others.scores.index(0)
    assert sorted(die.value for die in bright.dice) == sorted(die.value for die in dark.dice) == [1, 6]


def test_a_die_turned_over_where_it_lies_is_read_as_it_lies_now() -> None:
    table, calibration = known("desert")
    scene = with_dice(table, (1, 6))
    for value in (2, 3):
        turned = replace(scene, dice=tuple(replace(die, value=value) for die in scene.dice))
        assert [die.value for die in read(frame(table.film(turned)), calibration).dice] == [value, value]


def test_a_picture_shown_again_is_read_to_the_same_digit() -> None:
    table, calibration = known("crimson")
    image = table.film(with_dice(table, (3, 5)))
    first, second = (read(frame(image), calibration) for _ in range(2))
    assert first == second


def test_dice_are_proposed_while_the_whole_board_is_judged(monkeypatch: pytest.MonkeyPatch) -> None:
    table, calibration = known("crimson")
    begun = threading.Event()

    def judge(canvas: Image, known: KnownBoard | None = None) -> Judged:
        begun.set()
        return net.judge(canvas, known)

    def proposed(image: Image, surface: SurfaceView) -> Float:
        assert begun.wait(10), "the board is judged only afterwards"
        return ask(image, surface)

    net, threads = shipped_board_net(), cv2.getNumThreads()
    monkeypatch.setattr("vision.detect.read.shipped_board_net", lambda: SimpleNamespace(judge=judge))
    monkeypatch.setattr("vision.detect.read.ask", proposed)
    cv2.setNumThreads(2)
    try:
        assert len(read(frame(table.film(with_dice(table, (3, 5)))), calibration).dice) == 2
    finally:
        cv2.setNumThreads(threads)


def test_whoever_is_asked_between_the_steps_of_a_reading_changes_nothing_or_ends_it() -> None:
    table, calibration = known("club")
    picture = frame(table.film(random_scene(table)))
    asked: list[int] = []
    reading, _ = read_and_remember(picture, calibration, raise_if_cancelled=lambda: asked.append(len(asked)))
    assert reading == read(picture, calibration)
    assert len(asked) >= 3
    for steps in asked:
        left = iter(range(steps))
        with pytest.raises(StopIteration):
            read_and_remember(picture, calibration, raise_if_cancelled=lambda left=left: next(left))  # type: ignore[misc]
