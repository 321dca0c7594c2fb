"""The network for whole boards: what it says has the promised form, and a known position helps it."""

from __future__ import annotations

from functools import cache
from typing import TYPE_CHECKING

import cv2
import numpy as np
import pytest

from hardware.cameras.pictures import decode_picture
from tests.benchmarks.reading.boards.read_simulated import contents, learn, random_scene, set_up
from vision.calibrate.calibration_file import calibration_text, parse_calibration
from vision.checkers.board_net import KnownBoard, shipped_board_net
from vision.checkers.canvas import HEIGHT, WIDTH, to_canvas
from vision.detect.read import read
from vision.frame import Frame
from vision.geometry.board import MIRRORS, parse_corners, to_picture
from vision.reading import FLOOR, MAX_COUNT, PLACES, Shade, content_at

if TYPE_CHECKING:
    from hardware.simulated.scene.table import Scene
    from vision.calibrate.calibration import Calibration
    from vision.frame import Image

LOOK = "walnut"
"""A look that trains nothing."""


@cache
def table() -> tuple[Calibration, tuple[tuple[Scene, Image], ...]]:
    """Return what was learned of a table, and pictures of it with their truth."""
    known = set_up(LOOK, 61)
    calibration = learn(known)
    scenes = tuple(random_scene(known) for _ in range(3))
    return calibration, tuple((scene, known.film(scene)) for scene in scenes)


def test_what_it_says_are_log_chances_of_everything_there_may_be() -> None:
    noise = np.random.default_rng(0).integers(0, 255, (HEIGHT, WIDTH, 3), dtype=np.uint8)
    said = shipped_board_net().judge(noise)
    assert said.points.shape == (24, 2 * MAX_COUNT + 1)
    assert said.bar.shape == (2, 8)
    assert said.hidden.shape == (25,)
    assert len(said.tokens) == len(PLACES) + 2
    np.testing.assert_allclose(np.exp(said.points).sum(axis=1), 1, atol=1e-4)
    np.testing.assert_allclose(np.exp(said.bar).sum(axis=1), 1, atol=1e-4)
    assert ((said.hidden >= 0) & (said.hidden <= 1)).all()


@pytest.mark.parametrize(("beyond", "aside"), [(0.0, 0.0), (0.0, 0.01), (0.25, 0.0)])
def test_what_reaches_far_beyond_a_board_is_unlike_anything_learned(beyond: float, aside: float) -> None:
    calibration, pictures = table()
    ends = np.array([(0, -beyond), (1, -beyond), (1, 1 + beyond), (0, 1 + beyond)]) + aside
    corners = parse_corners(to_picture(calibration.geometry.corners, ends).tolist())
    for _, picture in pictures:
        assert (shipped_board_net().judge(to_canvas(picture, corners)).unlike > 1) is (beyond > 0)


def test_a_board_whose_bar_lies_across_and_what_is_no_board_are_unlike_anything_learned() -> None:
    calibration, ((_, picture), *_) = table()
    points = calibration.geometry.corners.points
    noise = np.random.default_rng(0).integers(0, 255, (HEIGHT, WIDTH, 3), dtype=np.uint8)
    cloth = np.asarray(cv2.GaussianBlur(noise, (0, 0), 20), dtype=np.uint8)
    for canvas in (to_canvas(picture, parse_corners([*points[1:], points[0]])), cloth, np.full_like(noise, 120)):
        assert shipped_board_net().judge(canvas).unlike > 1


@pytest.mark.parametrize("axes", MIRRORS[1:])
def test_a_board_is_read_alike_with_its_images_in_mirrors(axes: tuple[int, ...]) -> None:
    calibration, pictures = table()
    canvas = to_canvas(pictures[0][1], calibration.geometry.corners)
    image = np.ascontiguousarray(np.flip(canvas, axes))
    seen, in_mirror = (shipped_board_net().judge_with_mirrors(one) for one in (canvas, image))
    back = in_mirror.mirrored(axes)
    best = max(back, back.renamed(), key=lambda one: -float(np.abs(one.points - seen.points).sum()))
    np.testing.assert_allclose(best.points, seen.points, atol=2e-3)
    np.testing.assert_allclose(best.hidden, seen.hidden, atol=1e-4)
    np.testing.assert_allclose(np.exp(seen.points).sum(axis=1), 1, atol=1e-4)


def test_readings_are_centinats_below_the_best_and_more_on_the_bar_than_it_counts_is_never_impossible() -> None:
    calibration, pictures = table()
    said = shipped_board_net().judge(to_canvas(pictures[0][1], calibration.geometry.corners))
    points, bar = said.readings()
    assert len(points) == len(PLACES)
    for scores in (*(point.scores for point in points), *(count.scores for count in bar)):
        assert max(scores) == 0
        assert min(scores) >= FLOOR
    assert [len(count.scores) for count in bar] == [MAX_COUNT + 1] * 2


def test_proportions_of_a_board_are_seen_in_its_picture() -> None:
    calibration, pictures = table()
    seen = shipped_board_net().judge(to_canvas(pictures[0][1], calibration.geometry.corners)).proportions
    assert seen.aspect == pytest.approx(calibration.geometry.aspect, rel=0.1)
    assert seen.diameter == pytest.approx(calibration.geometry.diameter, rel=0.08)
    assert seen.bar_left == pytest.approx(calibration.geometry.bar_left, abs=0.02)
    assert seen.bar_right == pytest.approx(calibration.geometry.bar_right, abs=0.02)


@pytest.mark.films
def test_sets_are_called_as_they_were_in_the_known_position() -> None:
    calibration, pictures = table()
    start = calibration.known
    scene, picture = pictures[1]
    canvas = to_canvas(picture, calibration.geometry.corners)
    swapped = tuple(0 if one == 0 else (one + MAX_COUNT - 1) % (2 * MAX_COUNT) + 1 for one in start.contents)
    truth = contents(scene)
    for named, turned in ((start.contents, False), (swapped, True)):
        best = shipped_board_net().judge(canvas, KnownBoard(start.tokens, named)).points.argmax(axis=1)
        for place, index in zip(PLACES, best.tolist(), strict=True):
            shade, _ = content_at(index)
            true = truth.get(place, (None, 0))[0]
            if turned and true is not None:
                true = Shade.LIGHT if true is Shade.DARK else Shade.DARK
            assert shade == true, place


@pytest.mark.films
def test_a_calibration_that_was_kept_reads_as_the_one_just_made() -> None:
    calibration, pictures = table()
    kept = parse_calibration(calibration_text(calibration), "board.json", decode_picture)
    _, picture = pictures[2]
    now, later = (read(Frame(picture, 0.0, 0), one) for one in (calibration, kept))
    assert now == later
