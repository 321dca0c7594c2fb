"""What lies on the bar: how sure a count is."""

from __future__ import annotations

import pytest

from vision.bar import LEAST, count_reading


@pytest.mark.parametrize("gains", [(), (LEAST, LEAST, LEAST)])
def test_a_bar_that_shows_nothing_of_a_set_has_none_of_it_as_surely_as_a_point_would(gains: tuple[float, ...]) -> None:
    scores = count_reading(gains, clear=True).scores
    assert scores[0] == 0
    assert -700 < scores[1] < -400
    assert scores[2] < 2 * scores[1] + 2


def test_a_trace_of_a_checker_leaves_a_doubt_and_half_a_trace_a_small_one() -> None:
    half, trace = (count_reading((gain, LEAST), clear=True).scores for gain in (-2.0, -0.5))
    assert -400 < half[1] < -200
    assert -100 < trace[1] < 0


def test_beside_a_checker_that_was_found_another_one_may_lie_on_or_under_it() -> None:
    assert count_reading((9.0, LEAST), clear=True) == count_reading((9.0, LEAST), clear=False)


def test_of_a_set_that_is_not_known_or_hardly_told_from_the_other_it_is_not_sure_that_nothing_lies_there() -> None:
    scores = count_reading((LEAST, LEAST), clear=False).scores
    assert (scores[0], scores[1]) == (0, -160)
