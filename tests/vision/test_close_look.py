"""What the closer look at full points counts for beside what was thought before, and where it looks."""

from __future__ import annotations

import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from hypothesis.extra.numpy import arrays

from tests.peers.read_simulated import Standpoint, learn, set_up
from vision.close_look import CLOSE, FEWEST, full_points, parted_anew, seen_from_above
from vision.place_net import CONTENTS
from vision.reading import MAX_COUNT, PLACES, PlaceReading, Shade, content_index
from vision.standpoint import standpoint


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


@pytest.mark.parametrize(("elevation", "steep"), [(56.0, set()), (90.0, set(PLACES))])
def test_points_are_named_on_which_the_camera_looks_straight_down(elevation: float, steep: set[str]) -> None:
    geometry = learn(set_up("club", 3, Standpoint(elevation=elevation))).geometry
    stand = standpoint(geometry.corners, geometry.aspect, (720, 1280))
    found = set(seen_from_above(stand, geometry))
    assert found <= steep
    assert len(found) >= len(steep) // 2
    middle = {place for place in PLACES if place[1:] in ("6", "7")}  # of the board, below the camera
    assert not steep or middle <= found
