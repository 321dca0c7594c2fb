"""What is worked out again where little has changed is what would be worked out for the whole board."""

from __future__ import annotations

from dataclasses import replace
from functools import cache
from typing import TYPE_CHECKING

import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from tests.benchmarks.reading.boards.read_simulated import learn, random_scene, set_up
from vision.calibrate.preparation import Prepared, prepare
from vision.detect.feature_maps import TOGETHER, FeatureMaps, feature_maps_again, feature_maps_of
from vision.features.changed_areas import boxes_of, changes_between, with_part
from vision.features.checker_evidence import disc_evidence
from vision.features.rim_edges import rim_evidence
from vision.geometry.board import RECT_WIDTH, rectify

if TYPE_CHECKING:
    from vision.frame import Image

pytestmark = pytest.mark.films


@cache
def boards() -> tuple[Prepared, Image, Image]:
    """Return two pictures of a rectified board on which other checkers lie, and what it was learned from."""
    table = set_up("crimson", 7)
    calibration = learn(table)
    prepared = prepare(calibration, (1280, 720))
    geometry = calibration.geometry
    first, second = (
        rectify(table.film(replace(random_scene(table), dice=())), geometry.corners, geometry.aspect, prepared.upright)
        for _ in range(2)
    )
    return prepared, first, second


def same(one: FeatureMaps, other: FeatureMaps) -> None:
    """Fail unless all maps are the same, but for the last digits of a few pixels."""
    for name in ("board", "lab", "rim"):
        np.testing.assert_allclose(getattr(one, name), getattr(other, name), atol=1e-4)
    for mine, others in zip(one.directions, other.directions, strict=True):
        assert np.count_nonzero(mine != others) < 5
    for group in ("densities", "evidence"):
        for name in ("dark", "light"):
            away = np.abs(getattr(getattr(one, group), name) - getattr(getattr(other, group), name))
            assert np.count_nonzero(away > 0.02) < 20


def follows_from_its_colours_and_edges(maps: FeatureMaps, prepared: Prepared) -> None:
    """Fail unless rims and evidence are, to the last digit, what the whole board's colours and edges make."""
    diameter = prepared.calibration.geometry.diameter * RECT_WIDTH
    rim = rim_evidence(maps.directions, diameter / 2)
    evidence = disc_evidence(maps.densities, rim, prepared.calibration.appearance.rim, diameter)
    assert (maps.rim == rim).all()
    assert (maps.evidence.dark == evidence.dark).all()
    assert (maps.evidence.light == evidence.light).all()


@settings(max_examples=8, deadline=None)
@given(st.lists(st.tuples(st.integers(0, 480), st.integers(0, 570), st.integers(10, 90)), min_size=1, max_size=4))
def test_maps_of_a_board_that_changed_here_and_there_are_those_of_the_whole_board(
    parts: list[tuple[int, int, int]],
) -> None:
    prepared, before, other = boards()
    now = before.copy()
    for top, left, side in parts:
        now[top : top + side, left : left + side] = other[top : top + side, left : left + side]
    changes = changes_between(before, now)
    assert changes is not None
    known = feature_maps_of(before, prepared)
    again = feature_maps_again(known, now, changes, prepared)
    seen = with_part(before, now, boxes_of(changes, TOGETHER))
    same(again, replace(feature_maps_of(seen, prepared), half=known.half))
    follows_from_its_colours_and_edges(again, prepared)
    assert (known.board == before).all()


def test_where_nothing_has_changed_everything_stays() -> None:
    prepared, before, _ = boards()
    changes = changes_between(before, before)
    assert changes is not None
    known = feature_maps_of(before, prepared)
    again = feature_maps_again(known, before, changes, prepared)
    same(again, known)
    assert (again.evidence.dark == known.evidence.dark).all()
