"""What has changed between two pictures is found, a camera's noise is not taken for it."""

from __future__ import annotations

from typing import TYPE_CHECKING

import cv2
import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from vision.features.changed_areas import PARTS, Changes, boxes_of, changes_between, parts_of, share_of, with_part
from vision.geometry.region import Region, wider

if TYPE_CHECKING:
    from vision.frame import Image

PLAIN = np.random.default_rng(0).integers(40, 200, (201, 301, 3), dtype=np.uint8)


def filmed(seed: int, noise: float = 2.0, picture: Image = PLAIN) -> Image:
    """Return a picture with a camera's noise."""
    noisy = picture + np.random.default_rng(seed).normal(0, noise, picture.shape)
    return np.asarray(np.clip(np.rint(noisy), 0, 255), dtype=np.uint8)


def changed(before: Image, now: Image) -> Changes:
    changes = changes_between(before, now)
    assert changes is not None
    return changes


@pytest.mark.parametrize("noise", [0.0, 2.0, 4.0, 7.0])
def test_the_noise_of_a_camera_is_no_change(noise: float) -> None:
    assert not changed(filmed(1, noise), filmed(2, noise)).where.any()


def test_of_pictures_that_hold_little_but_noise_nothing_is_said() -> None:
    assert changes_between(filmed(1, 25.0), filmed(2, 25.0)) is None


@settings(max_examples=40, deadline=None)
@given(st.integers(2, 190), st.integers(2, 290), st.sampled_from([-60, -25, 25, 60]), st.integers(0, 2))
def test_a_pip_more_or_less_is_a_change_there_and_nowhere_else(row: int, column: int, much: int, channel: int) -> None:
    after = PLAIN.astype(int)
    after[row : row + 4, column : column + 4, channel] = 128
    before = after.copy()
    before[row : row + 4, column : column + 4, channel] += much
    changes = changed(filmed(1, picture=before.astype(np.uint8)), filmed(2, picture=after.astype(np.uint8)))
    assert changes.touch(row, column, row + 3, column + 3)
    assert len(boxes_of(changes, 0)) == 1
    box = boxes_of(changes, 0)[0]
    assert row - 6 <= box.top <= row + 3
    assert column - 6 <= box.left <= column + 3
    assert box.bottom <= row + 10
    assert box.right <= column + 10


def test_pictures_of_different_sizes_cannot_be_compared() -> None:
    assert changes_between(PLAIN, PLAIN[:-1]) is None


def test_of_another_light_it_is_not_said_where_it_differs() -> None:
    assert changes_between(PLAIN, (PLAIN * 0.93).astype(np.uint8)) is None


def test_boxes_hold_all_that_has_changed_with_room_round_it_on_whole_steps() -> None:
    after = PLAIN.copy()
    after[50:60, 100:110] ^= 128
    after[150:155, 290:301] ^= 128
    boxes = boxes_of(changed(PLAIN, after), 5, 8)
    assert len(boxes) == 2
    for box in boxes:
        assert box.top % 8 == 0
        assert box.left % 8 == 0
        assert box.bottom % 8 == 0
        assert box.right % 8 == 0 or box.right == 301
    assert (with_part(PLAIN, after, boxes) == after).all()
    assert boxes[0].top <= 45
    assert boxes[0].bottom >= 65


@settings(max_examples=60, deadline=None)
@given(
    spots=st.lists(st.tuples(st.integers(0, 99), st.integers(0, 149)), max_size=40),
    room=st.integers(0, 12),
    ring=st.booleans(),
)
def test_boxes_frame_what_hangs_together_as_and_in_the_order_that_opencv_says(
    spots: list[tuple[int, int]], room: int, *, ring: bool
) -> None:
    where = np.zeros((100, 150), dtype=np.bool_)
    if ring:  # what lies inside is a part of its own
        where[10:90, 20:130] = True
        where[12:88, 22:128] = False
    for row, column in spots:
        where[row, column] = True
    side = 2 * -(-room // 2) + 1
    near = cv2.dilate(where.view(np.uint8), np.ones((side, side), dtype=np.uint8))
    _, _, said, _ = cv2.connectedComponentsWithStats(near, connectivity=8)
    frames = [
        Region(2 * top, 2 * left, 2 * (top + down), 2 * (left + across))
        for left, top, across, down, _ in said[1:].tolist()
    ]
    assert boxes_of(Changes(where, (200, 300)), room) == frames


def test_a_part_is_widened_as_far_as_the_picture_goes() -> None:
    box = wider(Region(2, 50, 20, 98), 5, (100, 100))
    assert box == Region(0, 45, 25, 100)
    assert np.arange(100 * 100).reshape(100, 100)[box.part].shape == (25, 55)
    assert np.zeros((25, 55))[Region(2, 50, 20, 98).within(box)].shape == (18, 48)


def test_the_share_of_boxes_counts_what_lies_in_two_of_them_twice() -> None:
    assert share_of([Region(0, 0, 10, 10), Region(5, 0, 10, 10)], (10, 20)) == pytest.approx(0.75)


def test_a_part_has_changed_where_anything_in_it_has_and_all_have_where_nothing_is_known() -> None:
    where = np.zeros((61, 83), dtype=np.bool_)
    where[0, 82] = where[60, 0] = where[30, 41] = True
    parts = parts_of(Changes(where, (122, 166)))
    assert parts.shape == PARTS
    assert set(zip(*map(list, np.nonzero(parts)), strict=True)) == {(0, 7), (5, 0), (3, 4)}
    assert not parts_of(Changes(np.zeros_like(where), (122, 166))).any()
    assert parts_of(None).all()
