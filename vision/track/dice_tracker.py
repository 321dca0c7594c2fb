"""Dice and cube from one settled picture to the next: those that stay, and those that were lifted."""

from __future__ import annotations

import math
from dataclasses import dataclass, replace
from typing import TYPE_CHECKING

from vision.track.expected import Awaited, CubeSearch
from vision.track.spots import End, arm_over, looks_as_before, spot_radius

if TYPE_CHECKING:
    from collections.abc import Sequence

    from vision.frame import Frame, Image
    from vision.geometry.board import BoardGeometry
    from vision.reading import CubeReading, DieReading, Reading
    from vision.track.expected import Expected, PlacedDie
    from vision.track.motion import Movement


@dataclass(frozen=True, slots=True)
class Touch:
    """An arm over a die of the roll.

    Attributes:
        time: when, in seconds.
        end: from which end of the board it reached in; None where that was not clear.
    """

    time: float
    end: End | None


@dataclass(frozen=True, slots=True, eq=False)
class DiceTrack:
    """State of the dice tracker: what it remembers of the last settled picture.

    Attributes:
        image: the picture, None before the first.
        reading: what was read in it.
        touched: the last touch of a die of the roll since then; None where there was none.
    """

    image: Image | None = None
    reading: Reading | None = None
    touched: Touch | None = None


def mind_arms(track: DiceTrack, frame: Frame, seen: Movement, expected: Expected, geometry: BoardGeometry) -> DiceTrack:
    """Remember an arm that passes over the dice of the roll, and from which end it came.

    Args:
        track: what is remembered.
        frame: any frame.
        seen: what the motion gate makes of it.
        expected: which dice are the roll.
        geometry: where the board is.
    """
    if seen.arm is None or track.reading is None or expected.awaited is not Awaited.PLAY:
        return track
    width = frame.image.shape[1]
    for die in _of_the_roll(track.reading, expected):
        over, end = arm_over(seen.arm, (die.px, die.py), width, geometry)
        if over:
            if end is None and track.touched is not None:
                end = track.touched.end
            return replace(track, touched=Touch(frame.time, end))
    return track


def needs_cube(track: DiceTrack, frame: Frame, search: CubeSearch, geometry: BoardGeometry) -> bool:
    """Return whether the cube has to be looked for: where it lay it does not lie any more, or it was never seen."""
    if search is CubeSearch.NONE or _cube_stays(track, frame, geometry):
        return False
    known = track.reading is not None and track.reading.cube is not None
    return known or search is CubeSearch.ANY


def with_what_stays(
    track: DiceTrack, frame: Frame, reading: Reading, expected: Expected, geometry: BoardGeometry
) -> Reading:
    """Return a reading with what lies where it lay, though it was not looked for, or not made out this time.

    Args:
        track: what is remembered of the last settled picture.
        frame: the new settled picture.
        reading: of it.
        expected: of the dice only those of the roll are kept.
        geometry: where the board is.
    """
    if track.reading is None or track.image is None:
        return reading
    if reading.cube is None and _cube_stays(track, frame, geometry):
        reading = replace(reading, cube=track.reading.cube)
    radius = spot_radius(geometry)
    missed = tuple(
        die
        for die in _of_the_roll(track.reading, expected)
        if all(math.dist((die.px, die.py), (other.px, other.py)) > radius for other in reading.dice)
    )
    # Dice are picked up together: where one is gone from its spot, another that is not made out is gone, too, though
    # what was under it may look like it.
    if not all(looks_as_before(track.image, frame.image, (die.px, die.py), radius) for die in missed):
        return reading
    return replace(reading, dice=(*reading.dice, *missed)) if missed else reading


def lifted(track: DiceTrack, reading: Reading, expected: Expected) -> Touch | None:
    """Return the touch by which dice were picked up, None where none were.

    They were when a hand was over them and they are gone: dice in the same half were pushed, or thrown again, and the
    same values in the other one were pushed across. Dice that lay beside those of the roll are neither, whatever they
    show: the other player threw them too early. Where there are fewer than were thrown, and each of them clearly leans,
    they are no pushed dice but what was taken for a die for want of one.

    Args:
        track: what is remembered of the last settled picture.
        reading: of the new one.
        expected: which dice are the roll.
    """
    if track.reading is None or track.touched is None or expected.awaited is not Awaited.PLAY:
        return None
    dice = _of_the_roll(track.reading, expected)
    beside = [die for die in track.reading.dice if die not in dice]
    now = [die for die in reading.dice if not _lay_among(beside, die, expected.pushed)]
    halves = {die.x > 0.5 for die in dice}
    same = sorted(die.value for die in dice) == sorted(die.value for die in now)
    there = [die for die in now if (die.x > 0.5) in halves]
    pushed = len(there) >= len(dice) or any(die.flat >= -expected.cocked for die in there)
    if not dice or same or (there and pushed):
        return None
    return track.touched


def _of_the_roll(reading: Reading, expected: Expected) -> tuple[DieReading, ...]:
    """Return the dice that lie where the roll was read."""
    return tuple(die for die in reading.dice if _lay_among(expected.dice, die, expected.pushed))


def _lay_among(dice: Sequence[PlacedDie], die: DieReading, pushed: float) -> bool:
    """Return whether one of some dice lay no farther than `pushed` from a die, and showed what it shows."""
    return any(die.value == old.value and math.dist((die.x, die.y), (old.x, old.y)) < pushed for old in dice)


def _cube_stays(track: DiceTrack, frame: Frame, geometry: BoardGeometry) -> bool:
    """Return whether the cube is known to lie where it lay."""
    cube: CubeReading | None = track.reading.cube if track.reading is not None else None
    if cube is None or track.image is None:
        return False
    return looks_as_before(track.image, frame.image, (cube.px, cube.py), spot_radius(geometry))
