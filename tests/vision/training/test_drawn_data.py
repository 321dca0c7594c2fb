"""What is drawn for training: it follows from its numbers alone, and says what it shows."""

from __future__ import annotations

import math
from dataclasses import replace
from typing import TYPE_CHECKING

import numpy as np
import pytest

from vision.training.dice.box_faces import FACE, faces_of
from vision.training.dice.box_makes import Dish, drawn_make
from vision.training.dice.drawn_boxes import CROP, BoxStand, draw_box, drawn_stand
from vision.training.pictures import labels_from, plate_pictures
from vision.training.proposals.plates import HELD_OUT
from vision.training.proposals.views import CUBE, DIE, NOTHING_SAID, WINDOW, answers, board_view, window

if TYPE_CHECKING:
    from vision.arrays import Float
    from vision.training.dice.box_makes import Make


def test_boxes_are_drawn_in_the_middle_and_the_same_every_time() -> None:
    for kind in (DIE, CUBE, NOTHING_SAID):
        drawn = []
        for _ in range(2):
            rng = np.random.default_rng(5)
            crop = np.full((CROP, CROP, 3), 0.5, dtype=np.float32)
            draw_box(crop, faces_of(kind, rng), drawn_make(rng), drawn_stand(rng), rng)
            drawn.append(crop)
        np.testing.assert_array_equal(drawn[0], drawn[1])
        changed = np.abs(drawn[0] - 0.5).max(axis=2) > 0.02
        assert changed[CROP // 2 - 4 : CROP // 2 + 4, CROP // 2 - 4 : CROP // 2 + 4].mean() > 0.8
        assert changed.mean() < 0.5


@pytest.mark.parametrize(("clear", "seen"), [(0.0, False), (0.7, True)])
def test_what_is_printed_below_is_seen_through_a_clear_box_and_through_no_other(clear: float, *, seen: bool) -> None:
    plain = replace(drawn_make(np.random.default_rng(1)), clear=clear, far=0.8, marble=0.0, speckle=0.0, mirror=0.0)
    blank, inked = np.zeros((FACE, FACE), dtype=np.float32), np.ones((FACE, FACE), dtype=np.float32)
    drawn = []
    for lower in (blank, inked):
        crop = np.full((CROP, CROP, 3), 0.5, dtype=np.float32)
        above = BoxStand(math.pi / 2, 0.0, 0.3, (CROP / 2 - 0.5, CROP / 2 - 0.5), 20)
        draw_box(crop, [blank] * 5 + [lower], plain, above, np.random.default_rng(2))
        drawn.append(crop[CROP // 2 - 3 : CROP // 2 + 3, CROP // 2 - 3 : CROP // 2 + 3])
    assert (np.abs(drawn[0] - drawn[1]).max() > 0.05) == seen


def mirroring(make: Make, ink: float, seed: int) -> Float:
    """Return how much brighter a box's upper face is, seen from straight above, for what it mirrors; 9 x 9 pixels."""
    drawn = []
    for mirror in (0.0, 1.0):
        crop = np.full((CROP, CROP, 3), 0.5, dtype=np.float32)
        above = BoxStand(math.pi / 2, 0.0, 0.0, (CROP / 2, CROP / 2), 20)
        faces = [np.full((FACE, FACE), ink, dtype=np.float32)] * 6
        draw_box(crop, faces, replace(make, mirror=mirror), above, np.random.default_rng(seed))
        drawn.append(crop[CROP // 2 - 8 : CROP // 2 + 9 : 2, CROP // 2 - 8 : CROP // 2 + 9 : 2].mean(axis=2))
    return np.asarray(drawn[1] - drawn[0], dtype=np.float32)


@pytest.fixture
def dull() -> Make:
    """A plain dark make with flat faces."""
    dark = np.full(3, 0.2, dtype=np.float32)
    plain = replace(drawn_make(np.random.default_rng(1)), body=dark, ink=dark, marble=0.0, speckle=0.0, clear=0.0)
    return replace(plain, gloss=0.0, bulge=0.0, depth=0.0, rounding=0.1, ball=2.0)


@pytest.mark.parametrize(("matt", "mirrors"), [(0.0, True), (1.0, False)])
def test_matt_ink_mirrors_nothing_and_other_ink_does(dull: Make, matt: float, *, mirrors: bool) -> None:
    bright = max(float(mirroring(replace(dull, matt=matt), 1.0, seed).max()) for seed in range(8))
    assert (bright > 0.1) == mirrors


def test_a_flat_face_mirrors_a_lamp_everywhere_or_nowhere_and_a_dished_one_on_its_rim(dull: Make) -> None:
    dished = replace(dull, dish=Dish(steep=0.5, radius=0.7, width=0.1, square=2.0))
    for seed in range(12):
        flat = mirroring(dull, 0.0, seed)[1:-1, 1:-1]
        assert flat.max() - flat.min() < 0.02
    seen = [mirroring(dished, 0.0, seed) for seed in range(12)]
    assert any(face.max() > 0.1 and face[3:-3, 3:-3].max() < 0.01 for face in seen)


@pytest.mark.films
def test_labels_come_back_from_their_stored_form() -> None:
    _, labels = next(plate_pictures(HELD_OUT + 2, 1))
    stored = labels.as_json()
    assert labels_from(stored) == labels


def test_answers_rise_where_things_lie_and_say_nothing_where_they_are_covered() -> None:
    want, weight = answers(
        np.array([[40.5, 80.5, 12.0, DIE], [200.5, 100.5, 20.0, CUBE], [120, 200, 12, NOTHING_SAID]])
    )
    assert want[DIE].max() == want[CUBE].max() == 1
    assert divmod(int(want[DIE].argmax()), WINDOW // 4) == (20, 10)
    assert weight[:2, 50, 30].max() == 0
    assert weight[:2, 5, 5].min() == 1
    assert weight[2:, 5, 5].max() == 0


def test_things_stay_under_their_labels_when_a_view_is_changed() -> None:
    rng = np.random.default_rng(3)
    seen = np.zeros((360, 560, 3), dtype=np.uint8)
    seen[178:183, 278:283] = 255
    things = np.array([[280.0, 180.0, 12.0, DIE]])
    for _ in range(8):
        part, want, _ = window(seen, things, rng)
        rows, columns = np.nonzero(part[..., 0] > 60)
        if len(rows) > 8:
            row, column = divmod(int(want[DIE].argmax()), WINDOW // 4)
            assert abs(rows.mean() / 4 - row) < 1.2
            assert abs(columns.mean() / 4 - column) < 1.2


@pytest.mark.films
def test_views_keep_the_dice_that_are_labelled() -> None:
    picture, labels = next(plate_pictures(HELD_OUT + 2, 1))
    seen, things = board_view(picture, labels, np.random.default_rng(1))
    assert (things[:, 3] == DIE).sum() >= len(labels.dice)
    assert (things[things[:, 3] == CUBE, 2] > 5).all()
    assert seen.dtype == np.uint8
