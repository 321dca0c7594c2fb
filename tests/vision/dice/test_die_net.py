"""The networks for dice: what they are given, what they answer, and how well they read looks that trained nothing."""

from __future__ import annotations

import subprocess
import sys

import cv2
import numpy as np
import pytest

from tests.benchmarks.reading.dice.read_die_crops import judge_crops, plate_crops
from vision.dice.die_net import (
    CLASSES,
    CLOSE_MODEL,
    CLOSE_SPAN,
    COCKED,
    FIRST_CUBE,
    GREYS,
    MODEL,
    NONE,
    PATCH,
    Crop,
    DieNet,
    close_net,
    cut,
    first_net,
    in_grey,
    in_strong_ink,
    stretch_of,
    stretches_of,
)
from vision.training.dice.die_crops import CLOSE, KINDS, Crops
from vision.training.proposals.plates import HELD_OUT


@pytest.fixture(scope="module")
def held_out() -> list[Crops]:
    plates = [(HELD_OUT + 1, 3, None), (HELD_OUT + 1, 3, "walnut"), (HELD_OUT, 3, "desert")]
    return [plate_crops(*plate) for plate in plates]


def noise(height: int = 240, width: int = 320) -> np.ndarray[tuple[int, ...], np.dtype[np.uint8]]:
    return np.random.default_rng(5).integers(0, 255, (height, width, 3), dtype=np.uint8)


@pytest.fixture(params=[first_net, close_net], ids=["first", "close"])
def net(request: pytest.FixtureRequest) -> DieNet:
    loaded = request.param()
    assert isinstance(loaded, DieNet)
    return loaded


def test_answers_are_logarithms_of_probabilities(net: DieNet) -> None:
    answers = net.judge(noise(), [(50.0, 60.0, 18.0), (200.5, 100.2, 31.0), (0.0, 0.0, 12.0)])
    assert answers.shape == (3, CLASSES)
    assert answers.dtype == np.float32
    np.testing.assert_allclose(np.exp(answers).sum(axis=1), 1, atol=1e-4)


def test_a_stretch_has_neither_turn_nor_scale_and_is_the_same_alone_as_among_others() -> None:
    jacobians = np.random.default_rng(6).normal(size=(50, 2, 2)) * 300
    stretches = stretches_of(jacobians)
    np.testing.assert_allclose(stretches, stretches.transpose(0, 2, 1), atol=1e-9)
    np.testing.assert_allclose(np.linalg.det(stretches), 1)
    turn = np.array([[0.6, -0.8], [0.8, 0.6]])
    for jacobian, stretch in zip(jacobians, stretches, strict=True):
        np.testing.assert_array_equal(stretch_of(jacobian), stretch)
        np.testing.assert_allclose(stretch_of(7 * jacobian @ turn), stretch, atol=1e-6)


def test_no_spots_give_no_answers(net: DieNet) -> None:
    assert net.judge(noise(), []).shape == (0, CLASSES)


def test_a_spot_is_judged_alike_alone_and_among_others_and_every_time(net: DieNet) -> None:
    picture = noise()
    spots = [(30.0 + 40 * k, 50.0 + 20 * k, 15.0 + 2 * k) for k in range(7)]
    together = net.judge(picture, spots)
    alone = np.concatenate([net.judge(picture, [spot]) for spot in spots])
    np.testing.assert_allclose(together, alone, atol=2e-4)
    np.testing.assert_array_equal(together, net.judge(picture, spots))


def test_a_square_is_cut_round_its_middle() -> None:
    picture = np.zeros((100, 100, 3), dtype=np.uint8)
    picture[40:60, 50:70] = 255
    part = cut(picture, Crop(59.5, 49.5, 20.0), 2.0, 40)
    assert part.shape == (40, 40, 3)
    assert (part[10:30, 10:30] == 255).all()
    assert part.sum() == 3 * 255 * 400


def test_a_large_square_is_made_small_without_losing_its_middle() -> None:
    picture = np.zeros((900, 900, 3), dtype=np.uint8)
    picture[400:500, 300:400] = 255
    part = cut(picture, Crop(349.5, 449.5, 100.0), 2.0, 40)
    assert part[12:28, 12:28].min() > 250
    assert part[:8].max() == part[:, :8].max() == 0


def test_a_stretched_look_shows_what_lies_flat_as_a_square() -> None:
    picture = np.zeros((200, 200, 3), dtype=np.uint8)
    picture[90:110, 80:120] = 255  # a square on the board, seen half as high as wide
    stretch = np.diag([2**0.5, 0.5**0.5])
    part = cut(picture, Crop(99.5, 99.5, 800**0.5, stretch), 2.0, 40)
    rows, columns = np.nonzero(part[..., 0] > 127)
    assert np.ptp(rows) == np.ptp(columns) == 19


@pytest.mark.parametrize("spot", [(-30.0, 5.0), (99.9, 0.0), (400.0, 400.0)])
def test_beyond_the_edge_the_last_pixels_go_on(spot: tuple[float, float]) -> None:
    picture = np.full((100, 100, 3), 77, dtype=np.uint8)
    for side in (20.0, 90.0):
        assert (cut(picture, Crop(*spot, side)) == 77).all()


def black_die_with_red_pips(glare: int = 0) -> tuple[np.ndarray[tuple[int, ...], np.dtype[np.uint8]], slice, slice]:
    """Return a patch of such a die on a white table, with a white glare, and where a pip and where its body is."""
    patch = np.full((PATCH, PATCH, 3), 230, dtype=np.uint8)
    patch[9:39, 9:39] = (40, 40, 40)
    patch[14:20, 14:20] = patch[28:34, 28:34] = (40, 40, 110)
    patch[21:27, 9:39] += np.uint8(glare)
    return patch, slice(28, 34), slice(14, 20)


def test_red_pips_on_black_stand_out_in_one_grey_however_bright_the_table_is() -> None:
    patch, pip, body = black_die_with_red_pips()
    greys = in_grey(patch, CLOSE_SPAN)
    assert [grey.shape for grey in greys] == [patch.shape] * len(GREYS)
    stands_out = [float(grey[pip, pip, 0].mean()) - float(grey[pip, body, 0].mean()) for grey in greys]
    assert max(stands_out) > 90
    assert all((grey == grey[..., :1]).all() for grey in greys)


def test_white_glare_is_not_seen_in_what_two_channels_differ_by() -> None:
    without, with_glare = (in_grey(black_die_with_red_pips(glare)[0], CLOSE_SPAN) for glare in (0, 180))
    gone = [int(weights.sum() == 0) for weights in GREYS]
    assert sum(gone) >= 2
    for difference, one, other in zip(gone, without, with_glare, strict=True):
        assert (one == other).all() == bool(difference)


def test_a_patch_of_one_colour_is_of_one_grey_in_every_way() -> None:
    for grey in in_grey(np.full((PATCH, PATCH, 3), (10, 200, 90), dtype=np.uint8), CLOSE_SPAN):
        assert (grey == 128).all()


def clear_white_die() -> np.ndarray[tuple[int, ...], np.dtype[np.uint8]]:
    """Return a patch of a white die that shows one pip, the far ones of which shine through brighter than its body."""
    patch = np.full((PATCH, PATCH, 3), 60, dtype=np.uint8)
    patch[9:39, 9:39] = 200
    patch[14:20, 14:20] = patch[28:34, 28:34] = 230
    patch[21:27, 21:27] = 130
    return patch


def test_of_pips_half_as_strong_as_the_strongest_a_quarter_is_left_whether_they_are_darker_or_brighter() -> None:
    bright = clear_white_die()
    dark = bright.copy()
    dark[dark == 230] = 170
    for patch in (bright, dark):
        blue = in_strong_ink(patch, CLOSE_SPAN)[0][..., 0].astype(int) - 128
        near, far = abs(blue[24, 24]), abs(blue[16, 16])
        assert near > 95
        assert far < 0.25 * near
        assert blue[12, 24] == 0


def test_a_patch_of_one_colour_holds_no_ink() -> None:
    for grey in in_strong_ink(np.full((PATCH, PATCH, 3), (10, 200, 90), dtype=np.uint8), CLOSE_SPAN):
        assert (grey == 128).all()


def test_an_even_patch_is_no_die(net: DieNet) -> None:
    for level in (0, 90, 255):
        answers = net.judge(np.full((100, 100, 3), level, dtype=np.uint8), [(50.0, 50.0, 20.0)])
        assert np.exp(answers[0, NONE]) > 0.9


@pytest.mark.figures
@pytest.mark.films
def test_faces_of_looks_not_trained_on_are_read_where_they_are_sixteen_pixels_wide(held_out: list[Crops]) -> None:
    answers = np.concatenate([judge_crops(crops) for crops in held_out])
    labels = np.concatenate([crops.labels for crops in held_out])
    sides = np.concatenate([crops.sides for crops in held_out])
    flat = (labels != NONE) & (labels < COCKED) & (sides >= 16)
    assert flat.sum() > 50
    faces = answers[:, NONE + 1 : COCKED].argmax(axis=1) + 1
    assert (faces[flat] == labels[flat]).mean() >= 0.97
    assert (answers.argmax(axis=1)[flat] == COCKED).mean() <= 0.06


@pytest.mark.films
def test_the_close_network_reads_faces_and_numbers_of_a_look_not_trained_on() -> None:
    crops = plate_crops(HELD_OUT + 1, 3, view=CLOSE)
    answers, labels = judge_crops(crops, CLOSE), crops.labels
    shown = (labels != NONE) & (labels != COCKED) & (crops.sides >= 16)
    assert shown.sum() > 10
    of_cube = labels >= FIRST_CUBE
    faces = answers[:, NONE + 1 : COCKED].argmax(axis=1) + NONE + 1
    numbers = answers[:, FIRST_CUBE:].argmax(axis=1) + FIRST_CUBE
    assert (np.where(of_cube, numbers, faces)[shown] == labels[shown]).mean() >= 0.9


@pytest.mark.figures
@pytest.mark.films
def test_checkers_of_looks_not_trained_on_are_seldom_taken_for_dice(held_out: list[Crops]) -> None:
    answers = np.concatenate([judge_crops(crops) for crops in held_out])
    kinds = np.concatenate([crops.kinds for crops in held_out])
    checkers = np.isin(kinds, [KINDS.index(k) for k in ("checker", "rim", "two checkers", "second layer")])
    assert checkers.sum() > 100
    die = np.exp(answers[checkers, NONE + 1 : FIRST_CUBE]).sum(axis=1)
    assert (die > 0.5).mean() <= 0.03
    assert (die > 0.9).mean() <= 0.01


@pytest.mark.parametrize("turn", [0, 30, 45, 110])
def test_a_drawn_four_is_a_four_at_any_turn_and_size(net: DieNet, turn: int) -> None:
    picture = np.full((240, 240, 3), (60, 90, 60), dtype=np.uint8)
    for side in (14, 20, 48):
        box = cv2.boxPoints(((120, 120), (side, side), turn))
        image = picture.copy()
        cv2.fillConvexPoly(image, np.rint(box * 16).astype(np.int32), (235, 240, 240), cv2.LINE_AA, 4)
        for corner in box:
            pip = (120 + 0.5 * (corner - 120)) * 16
            cv2.circle(
                image, np.rint(pip).astype(int).tolist(), round(16 * 0.1 * side), (20, 20, 20), -1, cv2.LINE_AA, 4
            )
        image = np.asarray(cv2.GaussianBlur(image, (0, 0), 0.7), dtype=np.uint8)
        assert net.judge(image, [(120.0, 120.0, float(side))])[0].argmax() == 4


def test_the_shipped_models_are_small_and_loaded_once() -> None:
    for model, loaded in ((MODEL, first_net), (CLOSE_MODEL, close_net)):
        assert model.stat().st_size < 650_000
        assert loaded() is loaded()


def test_reading_dice_loads_neither_training_nor_the_simulator() -> None:
    program = (
        "import sys, numpy, vision.dice.die_net as d; "
        "d.first_net().judge(numpy.zeros((50, 50, 3), 'u1'), [(25, 25, 15)]); "
        "sys.exit(any(m.startswith(('torch', 'vision.training', 'hardware')) for m in sys.modules))"
    )
    assert subprocess.run([sys.executable, "-c", program], timeout=60, check=False).returncode == 0
