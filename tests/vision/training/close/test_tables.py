"""Tables for the closer look at full points: what is said of a line, what is beside it, and how well both are read."""

from __future__ import annotations

import numpy as np
import numpy.typing as npt
import pytest

from vision.checkers.close_net import log_counts, shipped_close_net
from vision.training.close.tables import PAD, CloseStrips, close_strips, heights_of

pytestmark = pytest.mark.films


def test_heights_say_how_a_line_is_stacked() -> None:
    assert heights_of(4, 5) == [1, 1, 1, 1, 0, 0]
    assert heights_of(6, 5) == [2, 1, 1, 1, 1, 0]
    assert heights_of(15, 4) == [4, 4, 4, 3, 0, 0]


@pytest.fixture(scope="module")
def untrained() -> list[CloseStrips]:
    return [close_strips(number, 3, look) for number, look in ((6200, "walnut"), (6201, "desert"), (6202, None))]


@pytest.mark.figures
def test_every_point_of_a_plate_is_judged_beside_one_of_its_rows_or_none(untrained: list[CloseStrips]) -> None:
    for strips in untrained:
        assert strips.beside.max() < len(strips.rows)
        assert strips.beside.min() >= -1
        assert len(strips.rows) == len(strips.row_shifts) <= 8
        assert len(strips.beside) == len(strips.pictures) == len(strips.heights)


def unpadded(strips: npt.NDArray[np.uint8]) -> npt.NDArray[np.uint8]:
    return np.ascontiguousarray(strips[:, :, PAD:-PAD, PAD:-PAD])


@pytest.mark.figures
def test_full_points_of_plates_that_trained_nothing_are_counted(untrained: list[CloseStrips]) -> None:
    net = shipped_close_net()
    right = alone = total = 0
    for strips in untrained:
        points = unpadded(strips.pictures), strips.shifts
        of_rows = net.look(unpadded(strips.rows), strips.row_shifts).features
        rows = [of_rows[row] if row >= 0 else None for row in strips.beside]
        counts = strips.heights.sum(axis=1)
        heights = net.look(*points, rows).heights
        np.testing.assert_allclose(np.exp(heights).sum(axis=1), 1, atol=1e-4)
        right += int((log_counts(heights).argmax(axis=1) == counts).sum())
        alone += int((log_counts(net.look(*points).heights).argmax(axis=1) == counts).sum())
        total += len(counts)
    # Floors under the figures of models/README.md; they may only rise.
    assert right >= 0.90 * total, (right, alone, total)
    assert alone >= 0.87 * total, (right, alone, total)
