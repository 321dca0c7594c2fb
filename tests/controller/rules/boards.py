"""Positions from few words, and positions and rolls at random, for tests that state what holds for all of them."""

from __future__ import annotations

from typing import TYPE_CHECKING

from hypothesis import assume
from hypothesis import strategies as st

from controller.rules import BAR, OFF, Position, Roll
from controller.rules.position import CHECKERS, POINTS

if TYPE_CHECKING:
    from collections.abc import Mapping, Sequence


def from_points(mine: Mapping[int, int], theirs: Mapping[int, int], checkers: int = CHECKERS) -> Position:
    """Return the position with these checkers by own point (25 the bar); all others of each player are borne off."""
    return Position.of(_filled(mine, checkers), _filled(theirs, checkers), checkers)


def shared_points(position: Position) -> tuple[int, ...]:
    """Return the points, as the player on roll counts them, on which both players have checkers."""
    return tuple(point for point in POINTS if position.mine[point] and position.theirs[25 - point])


def _filled(points: Mapping[int, int], checkers: int) -> tuple[int, ...]:
    """Return 26 counts with the checkers not named borne off."""
    counts = [points.get(point, 0) for point in range(26)]
    counts[OFF] = max(0, checkers - sum(counts))
    return tuple(counts)


rolls = st.builds(Roll.of, st.integers(1, 6), st.integers(1, 6))
"""Every roll, doublets and others."""


@st.composite
def positions(draw: st.DrawFn, checkers: int | None = None) -> Position:
    """Sound positions of any kind: crowded and empty boards, bear-offs, several on the bar.

    Args:
        draw: hypothesis's.
        checkers: how many each side has; None for any number from 1 to 20.
    """
    if checkers is None:
        checkers = draw(st.one_of(st.just(15), st.integers(1, 20)))
    farthest = draw(st.sampled_from([24, 24, 12, 7]))
    points = draw(st.lists(st.integers(1, farthest), unique=True, min_size=2, max_size=12))
    mine = points[: draw(st.integers(1, len(points)))]
    theirs = [25 - point for point in points if point not in mine]
    position = Position(draw(_counts(mine, checkers)), draw(_counts(theirs, checkers)))
    assume(not position.problems(checkers))
    return position


@st.composite
def _counts(draw: st.DrawFn, points: Sequence[int], checkers: int) -> tuple[int, ...]:
    """One side's checkers on some of these points, the bar and off."""
    places = [*points, *points, *draw(st.sampled_from([[], [OFF], [BAR], [OFF, BAR]]))] or [OFF]
    counts = [0] * 26
    for place in draw(st.lists(st.sampled_from(places), min_size=checkers, max_size=checkers)):
        counts[place] += 1
    return tuple(counts)
