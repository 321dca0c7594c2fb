"""The layout of a board fitted to the discs seen on it."""

from __future__ import annotations

import numpy as np
import pytest

from vision.geometry.board import RECT_MARGIN, RECT_WIDTH, Corners
from vision.locate.layout import Disc, Fit, fit_layout

SQUARE = Corners(((0.0, 0.0), (560.0, 0.0), (560.0, 460.0), (0.0, 460.0)))
FIT = Fit(aspect=0.82, diameter=36.0, clarity=0.6)


def discs_at(columns: list[float]) -> list[Disc]:
    """Return three touching checkers at either rail of every column, given as board x."""
    bottom = RECT_MARGIN + RECT_WIDTH * FIT.aspect
    found = []
    for x in columns:
        for nth in range(3):
            along = FIT.diameter * (0.5 + nth)
            rails = (RECT_MARGIN + along, bottom - along)
            found += [Disc(round(RECT_MARGIN + x * RECT_WIDTH), round(y), 0.7) for y in rails]
    return found


@pytest.mark.parametrize("stretch", [0.9, 0.95, 1.0])
def test_columns_are_found_though_the_points_do_not_fill_their_halves(stretch: float) -> None:
    middles = [0.232 + step * 0.0773 * stretch for step in np.arange(6) - 2.5]
    columns = [*middles, *(x + 0.536 for x in middles)]
    upright = np.zeros(RECT_WIDTH + 2 * RECT_MARGIN, dtype=np.float32)
    seen = [columns[0], columns[4], columns[6], columns[9], columns[11]]
    geometry = fit_layout(SQUARE, FIT, discs_at(seen), upright)
    assert geometry.columns == pytest.approx(columns * 2, abs=0.3 * 0.0773)
    where = [index for index, x in enumerate(columns) if x in seen]
    assert [geometry.columns[index] for index in where] == pytest.approx(seen, abs=0.12 * 0.0773)
