"""Dice and cube from one settled picture to the next: what stays needs no second look, what was lifted is told."""

from __future__ import annotations

import math
from dataclasses import dataclass, replace
from typing import TYPE_CHECKING, Final

from controller.referee.inputs import Lifted
from controller.referee.options.options import CubeBySight
from controller.referee.state import Phase
from controller.referee.turn.playing import PUSHED
from controller.rules import Player
from vision.track.spots import End, arm_over, looks_as_before, spot_radius

if TYPE_CHECKING:
    from collections.abc import Sequence

    from controller.referee.layout import Layout
    from controller.referee.state import LyingDie, RefereeState
    from vision.frame import Frame, Image
    from vision.geometry.board import BoardGeometry
    from vision.reading import CubeReading, DieReading, Reading
    from vision.track.motion import Observation

_CUBE_MAY_MOVE: Final = frozenset({Phase.SETTING_UP, Phase.OPENING, Phase.ROLLING, Phase.ANSWERING})
"""Where a cube that has not been seen yet is looked for."""


@dataclass(frozen=True, slots=True, eq=False)
class Lying:
    """What is remembered of the last settled picture.

    Attributes:
        image: the picture, None before the first.
        reading: what was read in it.
        touched: when an arm was last over a die of the roll since then, and whose; None where none was.
    """

    image: Image | None = None
    reading: Reading | None = None
    touched: tuple[float, Player | None] | None = None


def mind_arms(lying: Lying, frame: Frame, seen: Observation, state: RefereeState, geometry: BoardGeometry) -> Lying:
    """Remember an arm that passes over the dice of the roll, and whose it is.

    Args:
        lying: what is remembered.
        frame: any frame.
        seen: what the watch makes of it.
        state: what the referee knows: which dice are the roll, and who sits where.
        geometry: where the board is.
    """
    if seen.arm is None or lying.reading is None or state.phase is not Phase.PLAYING:
        return lying
    width = frame.image.shape[1]
    for die in _of_the_roll(lying.reading, state):
        over, end = arm_over(seen.arm, (die.px, die.py), width, geometry)
        if over:
            player = None if end is None else _at(end, state.setup.layout)
            if player is None and lying.touched is not None:
                player = lying.touched[1]
            return replace(lying, touched=(frame.time, player))
    return lying


def needs_cube(lying: Lying, frame: Frame, state: RefereeState, geometry: BoardGeometry) -> bool:
    """Return whether the cube has to be looked for: where it lay it does not lie any more, or it was never seen."""
    options = state.setup.options
    if not options.cube_in_play or options.cube_by_sight is CubeBySight.IGNORED or _cube_stays(lying, frame, geometry):
        return False
    known = lying.reading is not None and lying.reading.cube is not None
    return known or state.phase in _CUBE_MAY_MOVE


def with_what_stays(
    lying: Lying, frame: Frame, reading: Reading, state: RefereeState, geometry: BoardGeometry
) -> Reading:
    """Return a reading with what lies where it lay, though it was not looked for, or not made out this time.

    Args:
        lying: what is remembered of the last settled picture.
        frame: the new settled picture.
        reading: of it.
        state: what the referee knows: of the dice only those of the roll are kept.
        geometry: where the board is.
    """
    if lying.reading is None or lying.image is None:
        return reading
    if reading.cube is None and _cube_stays(lying, frame, geometry):
        reading = replace(reading, cube=lying.reading.cube)
    radius = spot_radius(geometry)
    missed = tuple(
        die
        for die in _of_the_roll(lying.reading, state)
        if all(math.dist((die.px, die.py), (other.px, other.py)) > radius for other in reading.dice)
    )
    # Dice are picked up together: where one is gone from its spot, another that is not made out is gone, too, though
    # what was under it may look like it.
    if not all(looks_as_before(lying.image, frame.image, (die.px, die.py), radius) for die in missed):
        return reading
    return replace(reading, dice=(*reading.dice, *missed)) if missed else reading


def lifted(lying: Lying, reading: Reading, state: RefereeState, last: float) -> Lifted | None:
    """Return the input that dice were picked up, None where none were.

    They were when a hand was over them and they are gone: dice in the same half were pushed, or thrown again, and the
    same values in the other one were pushed across. Dice that lay beside those of the roll are neither, whatever they
    show: the other player threw them too early. Where there are fewer than were thrown, and each of them clearly leans,
    they are no pushed dice but what was taken for a die for want of one.

    Args:
        lying: what is remembered of the last settled picture.
        reading: of the new one.
        state: what the referee knows.
        last: the time of the last input, before which nothing is told any more.
    """
    if lying.reading is None or lying.touched is None or state.phase is not Phase.PLAYING:
        return None
    dice = _of_the_roll(lying.reading, state)
    beside = [die for die in lying.reading.dice if die not in dice]
    now = [die for die in reading.dice if not _lay_among(beside, die)]
    halves = {die.x > 0.5 for die in dice}
    same = sorted(die.value for die in dice) == sorted(die.value for die in now)
    there = [die for die in now if (die.x > 0.5) in halves]
    pushed = len(there) >= len(dice) or any(die.flat >= -state.setup.dice_thresholds.cocked for die in there)
    if not dice or same or (there and pushed):
        return None
    time, player = lying.touched
    return Lifted(max(last, time), player)


def _of_the_roll(reading: Reading, state: RefereeState) -> tuple[DieReading, ...]:
    """Return the dice that lie where the roll was read."""
    return tuple(die for die in reading.dice if _lay_among(state.dice.lying, die))


def _lay_among(dice: Sequence[DieReading | LyingDie], die: DieReading) -> bool:
    """Return whether one of some dice lay where a die lies, and showed what it shows."""
    return any(die.value == old.value and math.dist((die.x, die.y), (old.x, old.y)) < PUSHED for old in dice)


def _cube_stays(lying: Lying, frame: Frame, geometry: BoardGeometry) -> bool:
    """Return whether the cube is known to lie where it lay."""
    cube: CubeReading | None = lying.reading.cube if lying.reading is not None else None
    if cube is None or lying.image is None:
        return False
    return looks_as_before(lying.image, frame.image, (cube.px, cube.py), spot_radius(geometry))


def _at(end: End, layout: Layout) -> Player:
    """Return the player who sits at an end of the board."""
    return next(player for player in Player if layout.home(player).is_bottom is (end is End.BOTTOM))
