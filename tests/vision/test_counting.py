"""Network and lines weighed together."""

from __future__ import annotations

import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from hypothesis.extra.numpy import arrays

from vision.counting import KNOWN_SET, UNKNOWN_SET, Weights, weighed
from vision.place_net import CONTENTS
from vision.reading import FLOOR, Shade, content_index


def certain(index: int) -> np.ndarray[tuple[int, ...], np.dtype[np.float32]]:
    """Return logarithms of probabilities that are sure of one content."""
    answer = np.full((1, CONTENTS), -12.0, dtype=np.float32)
    answer[0, index] = -1e-4
    return answer


@settings(max_examples=50, deadline=None)
@given(
    arrays(np.float32, (3, CONTENTS), elements=st.floats(-30, 0, width=32)),
    arrays(np.float32, (3, CONTENTS), elements=st.floats(FLOOR, 0, width=32)),
)
def test_scores_are_whole_centinats_with_the_best_at_zero_and_none_below_the_floor(
    judged: np.ndarray[tuple[int, ...], np.dtype[np.float32]], lines: np.ndarray[tuple[int, ...], np.dtype[np.float32]]
) -> None:
    for point in (*weighed(judged, lines, KNOWN_SET), *weighed(judged, lines, UNKNOWN_SET)):
        assert len(point.scores) == CONTENTS
        assert max(point.scores) == 0
        assert min(point.scores) >= FLOOR
        assert all(isinstance(score, int) for score in point.scores)


@pytest.mark.parametrize("content", [(None, 0), (Shade.DARK, 3), (Shade.LIGHT, 9)])
def test_where_one_says_nothing_the_other_decides(content: tuple[Shade | None, int]) -> None:
    index = content_index(*content)
    nothing = np.zeros((1, CONTENTS), dtype=np.float32)
    assert weighed(certain(index), nothing, KNOWN_SET)[0].best == content
    assert weighed(nothing, 100 * certain(index), UNKNOWN_SET)[0].best == content


def test_what_is_thought_beforehand_counts_only_for_its_own_counts() -> None:
    nothing = np.zeros((1, CONTENTS), dtype=np.float32)
    scores = weighed(nothing, nothing, Weights(net=1.0, lines=1.0, empty=-1.0, tall=2.0, taller=-0.5))[0].scores
    assert scores[content_index(Shade.LIGHT, 6)] == scores[content_index(Shade.DARK, 6)] == 0
    assert scores[content_index(Shade.DARK, 8)] == -100
    assert scores[content_index(Shade.DARK, 5)] == -200
    assert scores[content_index(None, 0)] == -300
