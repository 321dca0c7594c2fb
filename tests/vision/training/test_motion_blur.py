"""Blur of what moves while a picture is taken: a line of the length and direction of its way, and nothing beside it."""

from __future__ import annotations

import math

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

from vision.training.motion_blur import motion_kernel

LENGTHS = st.floats(0, 12)
WAYS = st.floats(0, math.pi)


def offsets(kernel: np.ndarray[tuple[int, int], np.dtype[np.float32]]) -> tuple[np.ndarray, np.ndarray]:
    """Return how far right of the middle, and below it, each pixel of a kernel is."""
    reach = len(kernel) // 2
    down, right = np.mgrid[-reach : reach + 1, -reach : reach + 1]
    return right, down


def test_what_does_not_move_is_not_blurred() -> None:
    assert motion_kernel(0, 1.0)[1, 1] == pytest.approx(1)


@given(LENGTHS, WAYS)
def test_nothing_is_lost_or_shifted(length: float, way: float) -> None:
    kernel = motion_kernel(length, way)
    right, down = offsets(kernel)
    assert kernel.min() >= 0
    assert kernel.sum() == pytest.approx(1, abs=1e-5)
    assert (kernel * right).sum() == pytest.approx(0, abs=1e-4)
    assert (kernel * down).sum() == pytest.approx(0, abs=1e-4)


@given(LENGTHS, WAYS)
def test_what_is_seen_lies_on_one_line_as_long_as_the_way(length: float, way: float) -> None:
    kernel = motion_kernel(length, way)
    right, down = offsets(kernel)
    along, aside = right * math.cos(way) + down * math.sin(way), down * math.cos(way) - right * math.sin(way)
    seen = kernel > 0
    assert np.abs(aside[seen]).max() <= math.sqrt(2)
    assert np.abs(along[seen]).max() <= length / 2 + math.sqrt(2)
    spread = float((kernel * along**2).sum())
    assert spread == pytest.approx(length**2 / 12, rel=0.3, abs=0.6)
