"""Full points on traced tables: what is said of a line is how it is stacked."""

from __future__ import annotations

from typing import TYPE_CHECKING

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

from vision.checkers.close_look import FEWEST
from vision.checkers.close_net import ALONG, LAYERS
from vision.training.close import traced
from vision.training.close.tables import HEIGHTS, PAD
from vision.training.traced.builds import BUILDS
from vision.training.traced.lying import ROW, stack

if TYPE_CHECKING:
    from vision.training.traced.builds import TracedBuild


@given(build=st.sampled_from(BUILDS), seed=st.integers(0, 1000), count=st.integers(0, 15))
def test_heights_count_every_checker_of_a_line_once(build: TracedBuild, seed: int, count: int) -> None:
    heights = traced._heights(stack(build, count, np.random.default_rng(seed)))
    assert sum(heights) == count
    assert heights[:ROW] == sorted(heights, reverse=True)[:ROW]


@pytest.mark.usefixtures("_untraced")
def test_strips_of_a_table_are_judged_beside_its_rows() -> None:
    strips = traced.traced_strips(3, 2)
    assert strips.pictures.shape[1:3] == (LAYERS, ALONG + 2 * PAD)
    assert len(strips.pictures) == len(strips.shifts) == len(strips.heights) == len(strips.beside) > 10
    assert strips.beside.max() < len(strips.rows) == len(strips.row_shifts) <= 8
    assert strips.heights.sum(axis=1).min() >= FEWEST
    assert strips.heights.max() < HEIGHTS
