"""Slow changes of the light are undone; what lies on the board neither counts as light nor becomes part of it."""

from __future__ import annotations

from dataclasses import replace

import cv2
import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from hardware.simulated.scene.table import Light as Lamp
from hardware.simulated.scene.table import with_light
from tests.benchmarks.reading.boards.read_simulated import compare, learn, random_scene, set_up
from vision.detect.read import read
from vision.features.bare_board import Background
from vision.features.illumination import (
    SAME_LIGHT,
    Illumination,
    bare_board,
    find_illumination,
    in_light_of_calibration,
    lit,
)
from vision.frame import Frame

SHAPE = (500, 616)
_rng = np.random.default_rng(5)
EMPTY = cv2.GaussianBlur(_rng.uniform(0, 255, (*SHAPE, 3)).astype(np.float32), (0, 0), 6) * 1.5 - 70
EMPTY = np.clip(EMPTY, 30, 200)
BACKGROUND = Background(
    np.asarray(cv2.cvtColor(EMPTY / np.float32(255), cv2.COLOR_BGR2LAB), dtype=np.float32),
    np.ones(SHAPE, dtype=np.bool_),
)
BARE = bare_board(BACKGROUND)


def under(blue: float, green: float, red: float, slope: float = 0.0) -> np.typing.NDArray[np.uint8]:
    """Return the empty board in another light."""
    factor = np.array([blue, green, red], dtype=np.float32) * (1 + slope * np.linspace(-0.5, 0.5, SHAPE[1])[:, None])
    return np.clip(np.rint(EMPTY * factor), 0, 255).astype(np.uint8)


def test_in_the_same_light_the_picture_is_left_as_it_is() -> None:
    board = under(1, 1, 1)
    noisy = np.clip(board + np.random.default_rng(1).normal(0, 3, board.shape), 0, 255).astype(np.uint8)
    assert find_illumination(noisy, BARE) == SAME_LIGHT
    assert in_light_of_calibration(noisy, SAME_LIGHT) is noisy


@settings(max_examples=12, deadline=None)
@given(st.floats(0.55, 1.2), st.floats(0.55, 1.2), st.floats(0.55, 1.2), st.floats(-0.25, 0.25))
def test_a_change_of_the_light_is_undone(blue: float, green: float, red: float, slope: float) -> None:
    board = under(blue, green, red, slope)
    back = in_light_of_calibration(board, find_illumination(board, BARE))
    assert float(np.abs(back.astype(np.float32) - EMPTY).mean()) < 4.5


@pytest.mark.films
@given(st.tuples(*[st.floats(-0.4, 0.1)] * 3), st.floats(-0.2, 0.2).filter(lambda slope: abs(slope) > 0.05))
def test_the_board_is_lit_as_it_is_undone(middles: tuple[float, float, float], slope: float) -> None:
    light = Illumination(tuple((middle, slope, -slope / 2) for middle in middles))
    across, down = (axis.astype(np.float32) for axis in np.meshgrid(*(np.linspace(0, 1, n) for n in SHAPE[::-1])))
    seen = lit(EMPTY.astype(np.float32), across, down, light)
    back = in_light_of_calibration(np.clip(np.rint(seen), 0, 255).astype(np.uint8), light)
    unclipped = (seen > 1).all(axis=2) & (seen < 254).all(axis=2)
    assert float(np.abs(back.astype(np.float32) - EMPTY)[unclipped].mean()) < 2
    assert lit(EMPTY, across, down, SAME_LIGHT) is EMPTY


def test_what_lies_on_half_the_board_is_not_taken_for_light() -> None:
    board = under(0.8, 0.8, 0.8)
    board[:, : SHAPE[1] * 9 // 20] = (200, 220, 240)
    light = find_illumination(board, BARE)
    assert light.brightness == pytest.approx(0.8, abs=0.03)


def test_a_picture_that_has_nothing_to_do_with_the_board_changes_nothing() -> None:
    blocks = np.random.default_rng(2).integers(0, 256, (42, 52, 3), dtype=np.uint8)
    other = cv2.resize(blocks, SHAPE[::-1], interpolation=cv2.INTER_NEAREST)
    assert find_illumination(np.asarray(other, dtype=np.uint8), BARE) == SAME_LIGHT


@pytest.mark.films
def test_positions_are_read_under_a_light_that_drifts_and_after_it_has_come_back() -> None:
    table = set_up("walnut", 9)
    calibration = learn(table)
    wrong = 0
    for brightness, warmth in ((0.5, 0.1), (0.6, -0.6), (1.3, -0.4), (1.0, 0.12)):
        scene = with_light(random_scene(table), replace(Lamp(), brightness=brightness, warmth=warmth))
        counts, _ = compare(scene, read(Frame(table.film(scene), 0.0, 0), calibration), [])
        wrong += counts["places wrong"]
        assert counts["places sure and wrong"] == 0
    assert wrong <= 1
