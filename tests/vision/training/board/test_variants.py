"""Variants of pictures of a table: whatever is mirrored, what is said of a picture moves with it."""

from __future__ import annotations

from dataclasses import replace

import numpy as np
import pytest

from vision.checkers.canvas import HEIGHT, MARGIN_X, MARGIN_Y, SURFACE_HEIGHT, SURFACE_WIDTH, WIDTH
from vision.training.board.example import Box, Example, Proportions
from vision.training.board.variants import changed, flipped

WAYS = [(across, down) for across in (False, True) for down in (False, True)]


def marked() -> Example:
    """Return a picture on which each point is as bright as its contents, and dice and a hidden point are white."""
    picture = np.zeros((HEIGHT, WIDTH, 3), dtype=np.uint8)
    contents = np.arange(1, 25, dtype=np.uint8)
    for place in range(24):
        x, y = middle(place)
        picture[y - 9 : y + 9, x - 9 : x + 9] = 5 * contents[place]
    hidden = np.zeros(25, dtype=np.bool_)
    hidden[[3, 24]] = True
    boxes = (Box("die", 100.0, 200.0, 14.0), Box("cube", 230.0, 130.0, 20.0))
    for box in boxes:
        picture[int(box.y) - 2 : int(box.y) + 3, int(box.x) - 2 : int(box.x) + 3] = 255
    return Example(picture, contents, (1, 2), hidden, boxes, Proportions(0.8, 0.07, 0.44, 0.52), 90.0)


def middle(place: int) -> tuple[int, int]:
    """Return a pixel on a point near its rail."""
    down = 0.1 if place < 12 else 0.9
    return round(MARGIN_X + SURFACE_WIDTH * (place % 12 + 0.5) / 12), round(MARGIN_Y + SURFACE_HEIGHT * down)


def same(one: Example, other: Example) -> bool:
    truth = one.bar == other.bar and one.boxes == other.boxes and one.apart == other.apart
    arrays = ((one.picture, other.picture), (one.contents, other.contents), (one.hidden, other.hidden))
    return truth and all(np.array_equal(a, b) for a, b in arrays)


@pytest.mark.parametrize(("across", "down"), WAYS)
def test_mirrored_twice_a_picture_is_as_it_was(*, across: bool, down: bool) -> None:
    example = marked()
    again = flipped(flipped(example, across=across, down=down), across=across, down=down)
    assert same(again, example)
    assert again.proportions is not None
    assert example.proportions is not None
    assert again.proportions.bar_left == pytest.approx(example.proportions.bar_left)
    assert again.proportions.bar_right == pytest.approx(example.proportions.bar_right)


@pytest.mark.parametrize(("across", "down"), WAYS)
def test_what_is_said_of_a_picture_moves_with_it(*, across: bool, down: bool) -> None:
    example = marked()
    turned = flipped(example, across=across, down=down)
    for place in range(24):
        x, y = middle(place)
        assert turned.picture[y, x].tolist() == [5 * turned.contents[place]] * 3
    assert turned.contents[turned.hidden[:24]].tolist() == example.contents[3:4].tolist()
    assert turned.hidden[24]
    for box in turned.boxes:
        assert (turned.picture[int(box.y), int(box.x)] == 255).all()
    assert turned.bar == example.bar
    assert turned.proportions is not None
    assert turned.proportions.bar_left == pytest.approx(1 - 0.52 if across else 0.44)


@pytest.mark.parametrize(("across", "down"), WAYS)
def test_a_box_stays_in_the_middle_of_what_is_seen_of_it(*, across: bool, down: bool) -> None:
    example = marked()
    picture = np.zeros_like(example.picture)
    picture[201:204, 99:104] = 255
    box = Box("die", 101.0, 202.0, 4.0)
    turned = flipped(replace(example, picture=picture, boxes=(box,)), across=across, down=down)
    rows, columns = np.nonzero(turned.picture[..., 0])
    assert (turned.boxes[0].x, turned.boxes[0].y) == (columns.mean(), rows.mean())


def test_all_pictures_of_a_table_are_turned_alike_and_the_same_every_time() -> None:
    example, turns = marked(), set()
    for seed in range(12):
        one, other = changed([example, example], np.random.default_rng(seed))
        again = changed([example, example], np.random.default_rng(seed))
        assert same(one, again[0])
        assert same(other, again[1])
        np.testing.assert_array_equal(one.contents, other.contents)
        assert one.boxes == other.boxes
        assert one.picture.shape == example.picture.shape
        turns.add(one.contents.tobytes())
    assert len(turns) == 4
