"""A lens bends what lies off the picture's middle, and bending is undone exactly."""

from __future__ import annotations

import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from vision.geometry.board import parse_corners, rectify, to_board, to_picture
from vision.geometry.lens import STRONGEST, Lens, bend, straighten

SQUARE = ((200.0, 80.0), (1080.0, 60.0), (1180.0, 680.0), (90.0, 690.0))


@settings(max_examples=60, deadline=None)
@given(st.floats(-STRONGEST, STRONGEST), st.floats(0, 1279), st.floats(0, 719))
def test_straightening_undoes_what_the_lens_did(k1: float, x: float, y: float) -> None:
    lens = Lens(k1, 1280, 720)
    assert np.allclose(straighten(lens, bend(lens, np.array([(x, y)]))), [(x, y)], atol=0.02)


def test_the_middle_stays_and_the_corner_moves_by_k1() -> None:
    lens = Lens(-0.1, 1281, 721)
    assert np.allclose(bend(lens, np.array([(640.0, 360.0)])), [(640, 360)])
    corner = bend(lens, np.array([(1280.0, 720.0)]))[0]
    assert corner == pytest.approx((640 + 0.9 * 640, 360 + 0.9 * 360), abs=0.2)


def test_far_beyond_the_picture_nothing_folds_back_into_it() -> None:
    lens = Lens(-STRONGEST, 1280, 720)
    seen = bend(lens, np.array([(5000.0, 360.0), (50000.0, 360.0)]))
    assert seen[1, 0] > seen[0, 0] > 1280


@settings(max_examples=30, deadline=None)
@given(st.floats(-0.1, 0.1), st.floats(0, 1), st.floats(0, 1))
def test_board_and_picture_map_to_each_other_through_a_lens(k1: float, x: float, y: float) -> None:
    corners = parse_corners(SQUARE, Lens(k1, 1280, 720))
    assert np.allclose(to_picture(corners, [(0, 0), (1, 0), (1, 1), (0, 1)]), SQUARE, atol=1e-2)
    assert np.allclose(to_board(corners, to_picture(corners, [(x, y)])), [(x, y)], atol=1e-4)


def test_a_lens_that_bends_nothing_gives_the_same_picture_as_none() -> None:
    picture = np.random.default_rng(3).integers(0, 256, (720, 1280, 3), dtype=np.uint8)
    picture = np.repeat(np.repeat(picture[::16, ::16], 16, axis=0), 16, axis=1)
    plain = rectify(picture, parse_corners(SQUARE), 0.8)
    through = rectify(picture, parse_corners(SQUARE, Lens(0.0, 1280, 720)), 0.8)
    assert float(np.abs(plain.astype(int) - through.astype(int)).mean()) < 0.5
