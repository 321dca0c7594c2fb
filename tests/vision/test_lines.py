"""Lines of checkers are judged point by point: only points that show something else are gone into again."""

from __future__ import annotations

from unittest.mock import patch

import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from vision import places
from vision.geometry import RECT_MARGIN, RECT_WIDTH, BoardGeometry, Float, parse_corners
from vision.places import Evidence, line_scores, lines_in, profiles_of

BOARD = BoardGeometry(
    corners=parse_corners([(0, 0), (560, 0), (560, 448), (0, 448)]),
    aspect=0.8,
    bar_left=0.47,
    bar_right=0.53,
    diameter=0.066,
    columns=(-0.045, *(0.08 * place for place in range(1, 12))) * 2,
    first=(0.03, 0.035),
    spacing=0.068,
)
"""Its first column is beyond the margin, so that a checker there is half out of the picture."""

AFAR = 3.0


def drawn(seed: int, length: int = 300) -> Float:
    """Return profiles drawn by chance."""
    return np.random.default_rng(seed).normal(-4, 5, (length, 2, 24)).astype(np.float32)


@settings(max_examples=20, deadline=None)
@given(st.integers(0, 9), st.sets(st.integers(0, 23)))
def test_lines_known_from_before_are_those_that_would_be_found_again(seed: int, changed: set[int]) -> None:
    before = drawn(seed)
    now = before.copy()
    now[..., sorted(changed)] = drawn(seed + 100)[..., sorted(changed)]
    whole = lines_in(now, BOARD, AFAR, None)
    anew = lines_in(now, BOARD, AFAR, lines_in(before, BOARD, AFAR, None))
    assert (anew.profiles == now).all()
    assert (anew.pushed == whole.pushed).all()
    assert (anew.apart == whole.apart).all()
    assert (whole.pushed == line_scores(now, BOARD, places.NEVER)).all()
    assert (whole.apart == line_scores(now, BOARD, AFAR)).all()


def test_where_nothing_has_changed_no_line_is_looked_for() -> None:
    known = lines_in(drawn(1), BOARD, AFAR, None)
    with patch.object(places, "line_scores", side_effect=AssertionError):
        anew = lines_in(drawn(1), BOARD, AFAR, known)
    assert (anew.apart == known.apart).all()


@pytest.mark.parametrize("shade", [0, 1])
def test_a_profile_shows_the_strongest_evidence_about_the_axis_less_what_being_aside_costs(shade: int) -> None:
    height, width = 448 + 2 * RECT_MARGIN, RECT_WIDTH + 2 * RECT_MARGIN
    rng = np.random.default_rng(3)
    maps = [rng.normal(0, 5, (height, width)).astype(np.float32) for _ in range(2)]
    profiles = profiles_of(Evidence(*maps), BOARD)
    diameter = BOARD.diameter * RECT_WIDTH
    reach = round(0.18 * diameter)
    for place in (0, 5, 12, 23):
        middle = round(RECT_MARGIN + BOARD.columns[place] * RECT_WIDTH)
        for step in (0, 100, len(profiles) - 1):
            row = maps[shade][step if place < 12 else height - 1 - step]
            best = max(
                row[middle + aside] - np.float32(0.5 * (aside / (0.12 * diameter)) ** 2)
                for aside in range(-reach, reach + 1, 2)
                if 0 <= middle + aside < width
            )
            assert profiles[step, shade, place] == best
