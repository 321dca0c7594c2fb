"""The closer look at full points: where it looks, what it answers, and how well it counts what trained nothing."""

from __future__ import annotations

from itertools import product

import numpy as np
import numpy.typing as npt
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from hypothesis.extra.numpy import arrays

from hardware.simulated.board import BoardSize, surface_corners
from hardware.simulated.pinhole import Pinhole, View, looking_at
from vision.geometry import BoardGeometry, parse_corners, to_board, to_picture
from vision.place_close import (
    ACROSS,
    ALONG,
    CHANNELS,
    CHECKER,
    COMPARED,
    FEATURES,
    HEIGHTS,
    LAYERS,
    LEAST_CHANCE,
    LEVELS,
    MODEL,
    STEPS,
    beside,
    close_matrix,
    cut_close,
    judge_of,
    log_counts,
    prepared,
    shipped_net,
)
from vision.reading import MAX_COUNT, PLACES
from vision.standpoint import THICKNESS, Standpoint
from vision.training.place_full_tables import PAD, CloseStrips, close_strips, heights_of

SIZE = BoardSize()
Spots = npt.NDArray[np.float64]


def camera(azimuth: float) -> Pinhole:
    return looking_at(SIZE, View(elevation=64.0, azimuth=azimuth, roll=0.0))


def seen_by(pinhole: Pinhole) -> tuple[BoardGeometry, Standpoint]:
    """Return the true geometry of a board whose every point has a neat line, and where its camera stands."""
    corners = parse_corners([(float(x), float(y)) for x, y in pinhole.project(surface_corners(SIZE))])
    aspect = SIZE.height / SIZE.width
    below = (pinhole.eye[0] / SIZE.width + 0.5, 0.5 * aspect - pinhole.eye[1] / SIZE.width)
    wide = SIZE.checker_diameter / SIZE.width
    height = pinhole.eye[2] / SIZE.width
    nearer = height / (height - THICKNESS * wide)
    columns = tuple(below[0] + nearer * (x - below[0]) for x in np.linspace(0.05, 0.95, 12))
    top, bottom = (below[1] + nearer * (y - below[1]) for y in (0.5 * wide, aspect - 0.5 * wide))
    geometry = BoardGeometry(
        corners, aspect, 0.46, 0.54, wide * nearer, (*columns, *columns), (top, aspect - bottom), wide * nearer
    )
    return geometry, Standpoint(below, height)


@pytest.mark.parametrize(("azimuth", "place", "level"), [*product((-20.0, 35.0), (0, 9, 13, 23), range(1, LEVELS + 1))])
def test_upper_faces_of_every_layer_are_in_the_same_steps_of_their_own_layer(
    azimuth: float, place: int, level: int
) -> None:
    pinhole = camera(azimuth)
    geometry, stand = seen_by(pinhole)
    wide = SIZE.checker_diameter
    x = (np.linspace(0.05, 0.95, 12)[place % 12] - 0.5) * SIZE.width
    ends = 1 if place < 12 else -1
    spots = [(x, ends * (SIZE.height / 2 - wide * (0.5 + k)), level * THICKNESS * wide) for k in range(4)]
    inside = to_board(geometry.corners, np.asarray(pinhole.project(spots)))
    back = np.linalg.inv(close_matrix(geometry, stand, place, level))
    pixels = np.column_stack([inside, np.ones(4)]) @ back.T
    np.testing.assert_allclose(pixels[:, 0], (ACROSS - 1) / 2, atol=0.8)
    np.testing.assert_allclose(pixels[:, 1], CHECKER - 0.5 + CHECKER * np.arange(4), atol=0.8)


def test_upper_layers_appear_to_the_right_in_every_strip() -> None:
    geometry, stand = seen_by(camera(5.0))
    for place in range(len(PLACES)):
        middle = np.array([[(ACROSS - 1) / 2, ALONG / 2, 1.0]])
        first, second = (middle @ close_matrix(geometry, stand, place, level).T for level in (1, 2))
        back = np.linalg.inv(close_matrix(geometry, stand, place, 1))
        moved = (second @ back.T - first @ back.T)[0]
        assert moved[0] >= 0


def test_a_strip_shows_the_picture_where_its_matrix_says() -> None:
    geometry, stand = seen_by(camera(0.0))
    image = np.zeros((720, 1280, 3), dtype=np.uint8)
    spot = close_matrix(geometry, stand, 15, 2) @ np.array([30.0, 200.0, 1.0])
    x, y = to_picture(geometry.corners, [spot[:2]])[0]
    image[round(y) - 3 : round(y) + 4, round(x) - 3 : round(x) + 4] = 255
    strip = cut_close(image, geometry, stand, [15])[0, 3].astype(np.float64)
    rows, columns = np.nonzero(strip > 128)
    assert abs(rows.mean() - 200) < 1.5
    assert abs(columns.mean() - 30) < 1.5


def test_a_strip_is_levelled_so_that_light_does_not_matter() -> None:
    strips = np.random.default_rng(3).integers(0, 120, (2, LAYERS, ALONG, ACROSS), dtype=np.uint8)
    brighter = strips.copy()
    brighter[:, (0, 3, 4)] += 60
    shifts = np.array([[0.1, -0.05], [0.0, 0.0]], dtype=np.float32)
    plain = prepared(strips, shifts)
    assert plain.shape == (2, CHANNELS, ALONG, ACROSS)
    np.testing.assert_allclose(plain, prepared(brighter, shifts), atol=1e-4)


@settings(max_examples=30, deadline=None)
@given(arrays(np.float32, (2, HEIGHTS, STEPS), elements=st.floats(-8, 0, width=32)))
def test_chances_of_counts_are_those_of_all_heights_that_make_them(heights: npt.NDArray[np.float32]) -> None:
    chances = np.exp(heights) / np.exp(heights).sum(axis=1, keepdims=True)
    wanted = np.zeros((2, HEIGHTS * STEPS))
    for each in range(2):
        joint = np.ones(())
        for step in range(STEPS):
            joint = np.multiply.outer(joint, chances[each, :, step].astype(np.float64))
        sums = np.indices(joint.shape).sum(axis=0)
        wanted[each] = np.bincount(sums.ravel(), joint.ravel(), HEIGHTS * STEPS)
    got = np.exp(log_counts(np.log(chances)))
    np.testing.assert_allclose(got, wanted[:, : MAX_COUNT + 1] + LEAST_CHANCE, rtol=1e-3)


def test_heights_say_how_a_line_is_stacked() -> None:
    assert heights_of(4, 5) == [1, 1, 1, 1, 0, 0]
    assert heights_of(6, 5) == [2, 1, 1, 1, 1, 0]
    assert heights_of(15, 4) == [4, 4, 4, 3, 0, 0]


def test_no_points_give_no_answers() -> None:
    nothing = np.zeros((0, LAYERS, ALONG, ACROSS), dtype=np.uint8)
    seen = shipped_net().see(nothing, np.zeros((0, 2), dtype=np.float32))
    assert seen.shape == (0, FEATURES, STEPS)
    assert shipped_net().judge(seen).shape == (0, HEIGHTS, STEPS)


@pytest.fixture(scope="module")
def untrained() -> list[CloseStrips]:
    return [close_strips(number, 3, look) for number, look in ((6200, "walnut"), (6201, "desert"), (6202, None))]


def test_points_are_judged_beside_rows_and_what_their_single_steps_have_in_common() -> None:
    rng = np.random.default_rng(4)
    seen, rows = rng.normal(size=(2, 3, FEATURES, STEPS)).astype(np.float32)
    both = beside(seen, rows)
    assert both.shape == (3, 3 * FEATURES, STEPS)
    np.testing.assert_array_equal(both[:, :FEATURES], seen)
    np.testing.assert_array_equal(both[:, FEATURES : 2 * FEATURES], rows)
    np.testing.assert_allclose(both[1, -1], rows[1, -1, :COMPARED].mean(), rtol=1e-5)


def unpadded(strips: npt.NDArray[np.uint8]) -> npt.NDArray[np.uint8]:
    return np.ascontiguousarray(strips[:, :, PAD:-PAD, PAD:-PAD])


def test_full_points_of_plates_that_trained_nothing_are_counted(untrained: list[CloseStrips]) -> None:
    net = shipped_net()
    right = alone = total = 0
    for strips in untrained:
        seen = net.see(unpadded(strips.pictures), strips.shifts)
        of_rows = net.see(unpadded(strips.rows), strips.row_shifts)
        rows = np.where((strips.beside >= 0)[:, None, None], of_rows[strips.beside], np.float32(0))
        counts = strips.heights.sum(axis=1)
        heights = net.judge(seen, rows)
        np.testing.assert_allclose(np.exp(heights).sum(axis=1), 1, atol=1e-4)
        right += int((log_counts(heights).argmax(axis=1) == counts).sum())
        alone += int((log_counts(net.judge(seen)).argmax(axis=1) == counts).sum())
        total += len(counts)
    # Floors under the figures of models/README.md; they may only rise.
    assert right >= 0.90 * total, (right, alone, total)
    assert alone >= 0.87 * total, (right, alone, total)


def test_every_point_of_a_plate_is_judged_beside_one_of_its_rows_or_none(untrained: list[CloseStrips]) -> None:
    for strips in untrained:
        assert strips.beside.max() < len(strips.rows)
        assert strips.beside.min() >= -1
        assert len(strips.rows) == len(strips.row_shifts) <= 8
        assert len(strips.beside) == len(strips.pictures) == len(strips.heights)


def test_the_models_are_small_enough_to_ship() -> None:
    assert MODEL.stat().st_size + judge_of(MODEL).stat().st_size < 1_000_000
