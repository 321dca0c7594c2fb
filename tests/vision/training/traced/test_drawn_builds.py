"""Kinds of construction that are drawn by chance are boards, and none of those that judge."""

from __future__ import annotations

from hypothesis import given
from hypothesis import strategies as st

from vision.training.traced.builds import BUILDS
from vision.training.traced.drawn_builds import drawn_build
from vision.training.traced.tables import camera_of

numbers = st.integers(0, 10**7)


@given(numbers)
def test_every_board_can_be_built_and_seen(number: int) -> None:
    build = drawn_build(number)
    assert build.pitch > build.diameter
    assert build.depth > 10 * build.diameter + 2.5 * build.dice.side
    assert (build.bar_high > 0) >= build.hinges
    assert build.wall > 0 or build.bar_high == 0
    camera_of(build, number)


@given(numbers)
def test_nothing_learns_from_what_makes_the_judging_builds_what_they_are(number: int) -> None:
    build = drawn_build(number)
    assert not build.judges
    assert build.name not in {one.name for one in BUILDS}
    assert build.surface not in ("leather", "cork")
    assert build.outline != "blunt"
    assert build.printed != "stars"
    assert build.ornament != "rosettes"
    assert build.bar >= 0.5
    assert build.gloss >= 0.12
    assert build.dark.clear == build.light.clear == 0


@given(numbers)
def test_the_dark_set_is_the_darker_one_and_pips_can_be_seen(number: int) -> None:
    build = drawn_build(number)
    assert sum(build.light.colour) - sum(build.dark.colour) >= 3 * 24
    assert abs(sum(build.dice.body) - sum(build.dice.pips)) >= 300
