"""Temporal filter for readings: places that have not changed keep the scores of the picture before.

A reader that looks at the same board twice gives scores that differ a little: those of likely contents by a few
centinats, those of contents that are out of the question by more. Scores are taken in steps of `GRAIN`, downwards, so
that the likeliest content stays alone at 0; and where no score of a place has moved by more than `STILL` and a `SHARE`
of itself, the place keeps the scores of the picture before. What reaches the referee, and with it the journal, are the
places that have changed. The error is small against the margins by which plays are judged, and it does not grow: a
place is compared with the scores it was given last, never with those that were dropped.
"""

from __future__ import annotations

from dataclasses import replace
from typing import TYPE_CHECKING, Final, TypeVar

from vision.reading import PLACES

if TYPE_CHECKING:
    from collections.abc import Sequence

    from vision.reading import CountReading, CubeReading, DieReading, PlaceReading, Reading

    Scored = TypeVar("Scored", PlaceReading, CountReading)
    Placed = TypeVar("Placed", DieReading, CubeReading)

GRAIN: Final = 10
"""The step of scores in centinats; a tenth of a nat."""
STILL: Final = 30
"""By how many centinats the scores of a place that nobody touched may differ."""
SHARE: Final = 10
"""The part of the likelier of two scores by which they may differ beyond that, as its inverse: 10 is a tenth."""
_DECIMALS: Final = 4
"""Decimals kept of coordinates: a ten-thousandth of the board is less than a tenth of a millimetre."""
_TIME: Final = 3
"""Decimals kept of seconds, as the clock counts them."""


def filtered(before: Reading | None, now: Reading) -> Reading:
    """Return a reading in which every place that has not changed is what it was in the one before.

    Args:
        before: what was returned for the settled picture before; None for the first.
        now: the new one.
    """
    coarse = replace(
        now,
        time=round(now.time, _TIME),
        points=tuple(_coarse(place) for place in now.points),
        bar_dark=_coarse(now.bar_dark),
        bar_light=_coarse(now.bar_light),
        dice=tuple(_rounded(die) for die in now.dice),
        cube=None if now.cube is None else _rounded(now.cube),
    )
    if before is None:
        return coarse
    return replace(
        coarse,
        points=tuple(_kept(old, new) for old, new in zip(before.points, coarse.points, strict=True)),
        bar_dark=_kept(before.bar_dark, coarse.bar_dark),
        bar_light=_kept(before.bar_light, coarse.bar_light),
    )


def without_new_mixed_points(reading: Reading, before: Reading) -> Reading:
    """Return a reading in which a point that looks as it did holds checkers of both shades only if it did before.

    A lamp mirrored in metal may be taken for a checker of the other shade; a point on which somebody laid one looks
    otherwise than before. Such a point is read as it was.

    Args:
        reading: of a settled picture that was compared with an earlier one (`Reading.since`).
        before: the reading of that one.
    """
    alike = {place for place, touched in zip(PLACES, reading.touched, strict=True) if touched < 0}
    doubted = (reading.shared - before.shared) & alike
    if not doubted:
        return reading
    points = tuple(
        old if place in doubted else new for place, old, new in zip(PLACES, before.points, reading.points, strict=True)
    )
    return replace(reading, points=points, shared=reading.shared - doubted)


def _coarse(place: Scored) -> Scored:
    """Return a place with its scores in steps, never upwards."""
    return replace(place, scores=tuple([score - score % GRAIN for score in place.scores]))


def _rounded(thing: Placed) -> Placed:
    """Return a die or cube at coordinates no finer than anybody can lay one."""
    return replace(
        thing,
        x=round(thing.x, _DECIMALS),
        y=round(thing.y, _DECIMALS),
        px=round(thing.px, _DECIMALS),
        py=round(thing.py, _DECIMALS),
    )


def _kept(before: Scored, now: Scored) -> Scored:
    """Return the older scores of a place where they say the same as the new ones."""
    return before if _same(before.scores, now.scores) else now


def _same(before: Sequence[int], now: Sequence[int]) -> bool:
    """Return whether no score has changed by more than noise."""
    return before == now or all(
        abs(old - new) <= STILL - max(old, new) // SHARE for old, new in zip(before, now, strict=True)
    )
