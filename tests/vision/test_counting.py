"""Network and lines weighed together."""

from __future__ import annotations

import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from hypothesis.extra.numpy import arrays

from vision.counting import CLOSE, FEWEST, KNOWN_SET, UNKNOWN_SET, Weights, full_points, parted_anew, weighed
from vision.place_net import CONTENTS
from vision.reading import FLOOR, MAX_COUNT, PlaceReading, Shade, content_index


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


def reading_of(scores: np.ndarray[tuple[int, ...], np.dtype[np.float32]]) -> PlaceReading:
    whole = [round(float(score)) for score in scores]
    return PlaceReading(tuple(score - max(whole) for score in whole))


@settings(max_examples=50, deadline=None)
@given(
    arrays(np.float32, CONTENTS, elements=st.floats(-1500, 0, width=32)),
    arrays(np.float32, MAX_COUNT + 1, elements=st.floats(-13, 0, width=32)),
)
def test_a_closer_look_parts_the_chance_of_tall_points_anew_and_leaves_the_others(
    scores: np.ndarray[tuple[int, ...], np.dtype[np.float32]], said: np.ndarray[tuple[int, ...], np.dtype[np.float32]]
) -> None:
    before = reading_of(scores)
    after = parted_anew(before, said, CLOSE)
    assert max(after.scores) == 0
    assert all(isinstance(score, int) for score in after.scores)

    def chances(point: PlaceReading) -> np.ndarray[tuple[int, ...], np.dtype[np.float64]]:
        nats = np.array(point.scores) / 100
        return np.asarray(np.exp(nats - np.logaddexp.reduce(nats)), dtype=np.float64)

    old, new = chances(before), chances(after)
    few = [content_index(None, 0), *(content_index(shade, n) for shade in Shade for n in range(1, FEWEST))]
    np.testing.assert_allclose(old[few], new[few], atol=0.02)
    tails = [[content_index(shade, n) for n in range(FEWEST, MAX_COUNT + 1)] for shade in Shade]
    for tail in tails:
        assert new[tail].sum() == pytest.approx(old[tail].sum(), abs=0.03)


def test_a_sure_closer_look_decides_between_five_and_six() -> None:
    scores = np.full(CONTENTS, -900, dtype=np.float32)
    scores[[content_index(Shade.LIGHT, 5), content_index(Shade.LIGHT, 6)]] = (0, -80)
    said = np.full(MAX_COUNT + 1, -9, dtype=np.float32)
    said[6] = 0
    assert parted_anew(reading_of(scores), said, CLOSE).best == (Shade.LIGHT, 6)
    said[[5, 6]] = said[[6, 5]]
    assert parted_anew(reading_of(scores), said, CLOSE).best == (Shade.LIGHT, 5)


def test_only_points_that_may_be_tall_are_looked_at_closer() -> None:
    five, likely = np.full((2, CONTENTS), -900, dtype=np.float32)
    five[content_index(Shade.DARK, 5)] = 0
    likely[[content_index(Shade.DARK, 5), content_index(Shade.DARK, 6)]] = (0, -300)
    points = tuple(reading_of(scores) for scores in (five, likely, five, likely))
    assert full_points(points) == [1, 3]
