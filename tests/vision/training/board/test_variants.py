"""Variants of pictures of tables: whatever is mirrored, what is said of a picture moves with it."""

from __future__ import annotations

from typing import TYPE_CHECKING

import numpy as np
import pytest

from vision.checkers.canvas import HEIGHT, MARGIN_X, MARGIN_Y, SURFACE_HEIGHT, SURFACE_WIDTH, WIDTH
from vision.geometry.layout import Proportions
from vision.training.board.example import Example, Thing

torch = pytest.importorskip("torch", reason="PyTorch is not installed (pip install '.[train]')")

from vision.training.board.batch import PICTURES, batch_of, joined  # noqa: E402 - takes PyTorch
from vision.training.board.variants import mirrored, varied  # noqa: E402

if TYPE_CHECKING:
    from vision.training.board.batch import Batch

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
    things = (Thing("die", 100.0, 200.0, 14.0), Thing("cube", 230.0, 130.0, 20.0))
    for box in things:
        picture[int(box.y) - 2 : int(box.y) + 3, int(box.x) - 2 : int(box.x) + 3] = 255
    return Example(picture, contents, (1, 2), hidden, things, Proportions(0.8, 0.07, 0.44, 0.52), 90.0)


def middle(place: int) -> tuple[int, int]:
    """Return a pixel on a point near its rail."""
    down = 0.1 if place < 12 else 0.9
    return round(MARGIN_X + SURFACE_WIDTH * (place % 12 + 0.5) / 12), round(MARGIN_Y + SURFACE_HEIGHT * down)


def turned(batch: Batch, *, across: bool, down: bool) -> Batch:
    """Mirror all pictures of a batch."""
    count = len(batch.contents)
    return mirrored(batch, torch.full((count,), across), torch.full((count,), down))


def same(one: Batch, other: Batch) -> bool:
    return all(torch.allclose(a.float(), b.float()) for a, b in zip(one, other, strict=True))


@pytest.mark.parametrize(("across", "down"), WAYS)
def test_mirrored_twice_a_picture_is_as_it_was(*, across: bool, down: bool) -> None:
    batch = batch_of([marked()])
    assert same(turned(turned(batch, across=across, down=down), across=across, down=down), batch)


@pytest.mark.parametrize(("across", "down"), WAYS)
def test_what_is_said_of_a_picture_moves_with_it(*, across: bool, down: bool) -> None:
    before = batch_of([marked()])
    after = turned(before, across=across, down=down)
    for place in range(24):
        x, y = middle(place)
        assert after.pictures[0, :, y, x].tolist() == [5 * int(after.contents[0, place])] * 3
    assert after.contents[0, after.hidden[0, :24]].tolist() == before.contents[0, 3:4].tolist()
    assert after.hidden[0, 24]
    for _, x, y, _ in after.things[0, :2].tolist():
        assert (after.pictures[0, :, int(y), int(x)] == 255).all()
    assert after.bar.tolist() == before.bar.tolist()
    assert after.proportions[0, 3] == (-before.proportions[0, 3] if across else before.proportions[0, 3])


def test_only_the_pictures_that_are_asked_for_are_mirrored() -> None:
    batch = batch_of([marked(), marked()])
    after = mirrored(batch, torch.tensor([True, False]), torch.tensor([False, False]))
    assert after.contents[1].tolist() == batch.contents[1].tolist()
    assert after.contents[0].tolist() == turned(batch, across=True, down=False).contents[0].tolist()


def test_all_pictures_of_a_table_are_turned_alike_and_the_same_every_time() -> None:
    batch, turns = joined([batch_of([marked()] * PICTURES)] * 2), set()
    for seed in range(12):
        one, again = (varied(batch, torch.Generator().manual_seed(seed)) for _ in range(2))
        assert same(one, again)
        for first in (0, PICTURES):
            assert len({tuple(row) for row in one.contents[first : first + PICTURES].tolist()}) == 1
            turns.add(tuple(one.contents[first].tolist()))
        assert one.pictures.shape == batch.pictures.shape
        assert one.pictures.dtype == torch.uint8
    assert len(turns) == 4
