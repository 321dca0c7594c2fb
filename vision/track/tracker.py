"""The tracker: from the frames of one camera to settled readings, and to what happened in between."""

from __future__ import annotations

from dataclasses import dataclass, replace
from typing import TYPE_CHECKING, Final, NamedTuple

from vision.checkers.unchanged_points import compare
from vision.detect.read import read_and_remember
from vision.dice.resting import with_bare_ground, with_what_was_there
from vision.locate.occlusion import is_hand_over
from vision.runtime.memory import keep_freed_memory
from vision.track.camera_monitor import AGAIN, MonitorState, oversee
from vision.track.dice_tracker import DiceTrack, lifted, mind_arms, needs_cube, with_what_stays
from vision.track.dice_vote import MOST_FRAMES, in_doubt, together
from vision.track.expected import Awaited
from vision.track.motion import Motion, moves_since, pass_frame, start_motion_gate, take_for_clear
from vision.track.read_ahead import CancelledRead, ReadAhead, as_settled, cancelled_by_motion, may_be_read
from vision.track.temporal_filter import filtered, without_new_mixed_points

if TYPE_CHECKING:
    from collections.abc import Callable

    from vision.calibrate.calibration import Calibration
    from vision.checkers.unchanged_points import Remembered
    from vision.frame import Frame, Image
    from vision.reading import Reading
    from vision.track.camera_monitor import Fact
    from vision.track.dice_tracker import Touch
    from vision.track.expected import Expected
    from vision.track.motion import MotionGate, Movement

PART_OF_THE_TABLE: Final = 10.0
"""Seconds after which what looks like a hand in the first still picture, and has not moved at all, is taken for a part
of the table: it may be a picture, a glove, or the grain of the wood."""


@dataclass(frozen=True, slots=True)
class Observation:
    """Observation of a frame, with those before it.

    Attributes:
        motion: moving, still for a moment, or settled.
        facts: what became known of board and camera.
        reading: of a settled picture; None where there is nothing new to be read.
        lifted: the touch by which the dice of the roll were picked up before it; None where they were not.
    """

    motion: Motion
    facts: tuple[Fact, ...] = ()
    reading: Reading | None = None
    lifted: Touch | None = None


class _Settled(NamedTuple):
    """A reading, and what later pictures are compared with."""

    reading: Reading
    remembered: Remembered


class Tracker:
    """Sees one board with one camera, frame after frame."""

    def __init__(self, calibration: Calibration) -> None:
        """Begin before the first frame.

        Args:
            calibration: where the board lies in the picture, and what this set looks like.
        """
        keep_freed_memory()
        self._monitor = MonitorState(calibration)
        self._gate: MotionGate | None = None
        self._movement: Movement | None = None
        self._track = DiceTrack()
        self._closely: tuple[float, bool] | None = None
        self._doubtful: tuple[Reading, ...] = ()
        self._settled: tuple[_Settled, ...] = ()
        self._ahead: ReadAhead | None = None

    @property
    def calibration(self) -> Calibration:
        """The calibration, with the board where its moves could be followed to."""
        return self._monitor.calibration

    @property
    def reading(self) -> Reading | None:
        """The last reading; None before the first."""
        return self._track.reading

    def see(self, frame: Frame, expected: Expected, newest: Callable[[], Image | None] = lambda: None) -> Observation:
        """Look at the next frame.

        Args:
            frame: the next frame, not older than the one before.
            expected: what is expected of it.
            newest: returns the newest picture that has come since, as large as the frame; None where none has. Reading
                ahead is cancelled where something moves in it.

        Raises:
            VisionError: the picture cannot be read, as one of another size than the calibration's.
        """
        if self._gate is None:
            self._gate = self._start_motion_gate(frame)
        before, closed = self._movement, self._gate
        self._gate, movement = pass_frame(closed, frame)
        settled = movement.motion is Motion.SETTLED
        hand = False
        if settled and (movement.arm is not None or closed.clear is None):
            hand = self._under_a_hand(frame, closed)
            self._gate = replace(closed, told=False) if hand else take_for_clear(self._gate, frame)
            movement = replace(movement, fresh=not hand and not closed.told)
        self._movement = movement
        self._track = mind_arms(self._track, frame, movement, expected, self.calibration.geometry)
        observation = Observation(movement.motion)
        if not settled:
            self._doubtful = ()
        since = self._gate.still_since
        read = self._ahead is not None and self._ahead.since == since
        if self._monitor.readable and not read and may_be_read(movement, before, frame.time - since):
            self._read_ahead(frame, self._gate, expected, newest)
            return observation
        looked = self._monitor.looked
        if movement.fresh or (hand and (since > looked or frame.time >= looked + AGAIN)):
            observation = replace(observation, facts=self._oversee(frame))
        again = (expected.again or self._doubtful) and settled and not hand
        if not (movement.fresh or again) or not self._monitor.readable:
            return observation
        track, reading = self._track, self._read(frame, self._gate, expected)
        if reading is None:
            return observation
        self._track = DiceTrack(frame.image, reading)
        return replace(observation, reading=reading, lifted=lifted(track, reading, expected))

    def cancel(self, image: Image) -> bool:
        """Forget what was read ahead if something moves in a picture that came before it was read to its end.

        For who knows of that picture only afterwards, as on a simulated clock; else see `see`.

        Args:
            image: the picture.

        Returns:
            Whether it was forgotten.
        """
        ahead, gate = self._ahead, self._gate
        if ahead is None or gate is None or not moves_since(gate, image):
            return False
        self._ahead = None
        return True

    def _start_motion_gate(self, frame: Frame) -> MotionGate:
        """Return the state of the motion gate before a frame."""
        height, width = frame.image.shape[:2]
        return start_motion_gate(self.calibration.geometry, width, height)

    def _under_a_hand(self, frame: Frame, watched: MotionGate) -> bool:
        """Look closely, once in every stillness, whether what seems to reach over the board is a hand.

        Nobody knows what reaches over the first still picture: there it is always looked.
        """
        since = watched.still_since
        if watched.clear is None and frame.time - since >= PART_OF_THE_TABLE:
            return False
        if self._closely is None or self._closely[0] != since:
            self._closely = since, is_hand_over(frame.image, self.calibration.geometry.corners)
        return self._closely[1]

    def _oversee(self, frame: Frame) -> tuple[Fact, ...]:
        """Look where board and camera stand, and return what there is to tell; after a move take a new motion gate."""
        before = self.calibration
        self._monitor, facts = oversee(self._monitor, frame)
        if self.calibration is not before:
            self._settled = ()
            self._gate = self._start_motion_gate(frame)
        return facts

    def _read_ahead(
        self, frame: Frame, gate: MotionGate, expected: Expected, newest: Callable[[], Image | None]
    ) -> None:
        """Read a picture that has been still for a moment as if it had settled already, unless something moves."""
        with_cube = needs_cube(self._track, frame, expected.cube, self.calibration.geometry)
        calibration, cancelled = self.calibration, cancelled_by_motion(newest, gate)
        try:
            read = read_and_remember(frame, calibration, with_cube=with_cube, raise_if_cancelled=cancelled)
        except CancelledRead:
            return
        self._ahead = ReadAhead(frame, gate.still_since, calibration, with_cube, *read)

    def _read(self, frame: Frame, gate: MotionGate, expected: Expected) -> Reading | None:
        """Return what a settled picture shows, None where it has to be looked at again."""
        reading, remembered = self._read_once(frame, gate, expected)
        doubtful = () if expected.awaited is Awaited.NOTHING else (*self._doubtful, reading)
        reading = together(doubtful or (reading,))
        known = () if expected.awaited is Awaited.THROW else expected.dice
        self._doubtful = doubtful if len(doubtful) < MOST_FRAMES and in_doubt(reading, known) else ()
        if self._doubtful:
            return None
        reading = filtered(self.reading, reading)
        reading = with_what_stays(self._track, frame, reading, expected, self.calibration.geometry)
        return self._compared(reading, remembered, expected)

    def _read_once(self, frame: Frame, gate: MotionGate, expected: Expected) -> tuple[Reading, Remembered]:
        """Return what a settled picture shows by itself, once from what was read ahead where that holds."""
        with_cube = needs_cube(self._track, frame, expected.cube, self.calibration.geometry)
        calibration = self.calibration
        ahead, self._ahead = self._ahead, None
        read = as_settled(ahead, frame, gate.still_since, calibration, with_cube=with_cube)
        reading, remembered = read or read_and_remember(frame, calibration, with_cube=with_cube)
        before = self._settled_at(expected.since)
        if before is not None:
            geometry = calibration.geometry
            dice = with_what_was_there(reading.dice, before.remembered.checkers, geometry, calibration.pose)
            return replace(reading, dice=dice), remembered
        dice = with_bare_ground(reading.dice, expected.bare, calibration.geometry, calibration.pose)
        return replace(reading, dice=dice), remembered

    def _compared(self, reading: Reading, remembered: Remembered, expected: Expected) -> Reading:
        """Return a reading that tells what has changed since the expected one; keep both for the next."""
        before = self._settled_at(expected.since)
        if before is None:
            self._settled = (_Settled(reading, remembered),)
            return reading
        counts = [point.best[1] for point in before.reading.points]
        touched = compare(before.remembered, remembered, self.calibration.geometry, counts)
        if touched is not None:
            reading = replace(reading, since=before.reading.time, touched=touched)
            reading = without_new_mixed_points(reading, before.reading)
        self._settled = (before, _Settled(reading, remembered))
        return reading

    def _settled_at(self, time: float | None) -> _Settled | None:
        """Return the reading of a time, if it is one that is kept."""
        return next((one for one in self._settled if one.reading.time == time), None)
