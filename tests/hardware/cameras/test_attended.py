"""A camera that is minded: each fault is told once, mended without a restart, and never holds anybody up."""

from __future__ import annotations

import itertools
import logging
import re
import threading
import time
from dataclasses import replace
from typing import TYPE_CHECKING

import numpy as np
import pytest

from hardware.cameras import attended as attended_camera
from hardware.cameras.attended import ABANDONED, AttendedCamera, CameraTrouble, Manner
from hardware.cameras.camera import CameraError
from hardware.simulated.camera_faults import HANGS, CameraFault, FaultyCamera

if TYPE_CHECKING:
    from collections.abc import Callable, Iterator, Sequence

    from hardware.simulated.camera_faults import Step
    from vision.frame import Frame

SIZE = (64, 48)
QUICK = Manner(SIZE, patience=0.5, pause=0.02, frozen=0.3, starting=5.0)
PATIENCE = 30.0
MANY = 10_000
"""Pictures that do not run out while a busy machine lets nobody look at them."""
HELD_UP = 0.75 * HANGS
"""Seconds after which a look was held up by the camera, not by a busy machine."""


class CalmClock:
    """Seconds of which those that a busy machine leaves the looking thread waiting hardly count."""

    STEP = 0.03

    def __init__(self) -> None:
        """Begin at nought."""
        self._told = 0.0
        self._asked = time.monotonic()

    def __call__(self) -> float:
        """Return seconds; as the real clock, but for leaps."""
        now = time.monotonic()
        self._told += min(now - self._asked, self.STEP)
        self._asked = now
        return self._told


class Bench:
    """Cameras that are plugged in one after the other, minded."""

    def __init__(self, scripts: Sequence[Sequence[Step]], manner: Manner = QUICK) -> None:
        """Plug the first one in."""
        self.scripts = [list(script) for script in scripts]
        self.opened = 0
        self.troubles: list[CameraTrouble] = []
        self.frames: list[Frame] = []
        self.ended = False
        self.longest = 0.0
        self.known = -1
        self.pluggable = threading.Event()
        self.pluggable.set()
        self.camera = AttendedCamera(self.plug_in, manner, CalmClock())

    def plug_in(self) -> FaultyCamera:
        """Open what is plugged in next, as soon as it can be."""
        self.pluggable.wait(PATIENCE)
        self.opened += 1
        script = self.scripts.pop(0) if self.scripts else []
        if script and script[0] is CameraFault.GONE:
            raise CameraError("camera.none")
        return FaultyCamera(script, size=SIZE)

    def look_until(self, done: Callable[[], bool]) -> list[str]:
        """Look until something holds, and return what was said."""
        deadline = time.monotonic() + PATIENCE
        while not done():
            assert time.monotonic() < deadline, self.keys
            before = time.monotonic()
            look = self.camera.look(0.02)
            self.longest = max(self.longest, time.monotonic() - before)
            self.troubles += look.troubles
            self.ended = self.ended or look.ended
            if look.frame is not None:
                self.frames.append(look.frame)
        return self.keys

    def untaken(self) -> int:
        """Wait for a picture that nobody has taken and that was not told of yet, and return its number."""
        deadline = time.monotonic() + PATIENCE
        while True:
            assert time.monotonic() < deadline, self.keys
            feed = self.camera._feed
            newest = feed.newest if feed is not None else None
            if newest is not None and newest.number != self.known:
                self.known = newest.number
                return self.known
            time.sleep(0.001)

    @property
    def keys(self) -> list[str]:
        """Return what was said."""
        return [trouble.key for trouble in self.troubles]


@pytest.fixture
def bench() -> Iterator[Callable[..., Bench]]:
    made: list[Bench] = []

    def make(*scripts: Sequence[Step], manner: Manner = QUICK) -> Bench:
        made.append(Bench(scripts, manner))
        return made[-1]

    yield make
    for one in made:
        one.camera.close()


@pytest.mark.parametrize(
    ("script", "key"),
    [
        ([SIZE, SIZE, CameraFault.STALL], "camera.stalled"),
        ([SIZE, SIZE, CameraFault.HANG], "camera.stalled"),
        ([SIZE, SIZE, CameraFault.GONE], "camera.lost"),
        ([SIZE, SIZE, *[CameraFault.GARBAGE] * MANY], "camera.garbled"),
        ([SIZE, SIZE, *[CameraFault.SPOILT] * MANY], "camera.garbled"),
        ([SIZE, SIZE, *[CameraFault.GREY] * MANY], "camera.garbled"),
        ([SIZE, SIZE, *[np.full((48, 64, 3), 7, dtype=np.uint8)] * MANY], "camera.frozen"),
        ([SIZE, SIZE, *[(48, 48)] * MANY], "camera.other_shape"),
    ],
)
def test_a_fault_is_told_once_and_mended_without_a_restart(
    bench: Callable[..., Bench], script: list[Step], key: str
) -> None:
    table = bench(script)
    said = table.look_until(lambda: "camera.back" in table.keys)
    assert said == [key, "camera.back"]
    assert table.opened >= 2
    count = len(table.frames)
    table.look_until(lambda: len(table.frames) > count + 5)
    assert table.keys == said
    assert table.longest < HELD_UP


def test_a_camera_that_stays_away_is_told_of_once_and_looked_for_on_and_on(bench: Callable[..., Bench]) -> None:
    table = bench([SIZE, SIZE, CameraFault.GONE], *[[CameraFault.GONE]] * 4)
    assert table.look_until(lambda: "camera.back" in table.keys) == ["camera.lost", "camera.back"]
    assert table.opened >= 6  # once more where the computer is too busy to take the first picture in time


def test_what_cannot_be_opened_is_told_with_the_devices_own_words(bench: Callable[..., Bench]) -> None:
    table = bench([CameraFault.GONE])
    table.look_until(lambda: bool(table.frames))
    assert table.troubles[0].error is not None
    assert table.troubles[0].error.key == "camera.none"


def test_a_few_spoilt_pictures_are_passed_over(bench: Callable[..., Bench]) -> None:
    table = bench([SIZE, CameraFault.GARBAGE, SIZE, CameraFault.SPOILT, CameraFault.GREY, SIZE])
    table.look_until(lambda: len(table.frames) > 12)
    assert table.keys == []
    assert table.opened == 1


def test_pictures_of_another_size_are_fitted_and_told_of_once(bench: Callable[..., Bench]) -> None:
    table = bench([(128, 96)] * 900)
    table.look_until(lambda: len(table.frames) > 8)
    assert table.keys == ["camera.resized"]
    assert dict(table.troubles[0].facts) == {"was": "64 by 48", "now": "128 by 96"}
    assert {frame.image.shape for frame in table.frames} == {(48, 64, 3)}


def test_without_a_size_the_first_picture_says_it(bench: Callable[..., Bench]) -> None:
    table = bench([(32, 24)] * 900, manner=Manner(None, pause=0.02))
    table.look_until(lambda: len(table.frames) > 2)
    assert table.frames[0].image.shape == (24, 32, 3)
    assert table.keys == []


def test_numbers_rise_and_leave_gaps_for_what_nobody_took(bench: Callable[..., Bench]) -> None:
    table = bench([SIZE, SIZE, CameraFault.GONE])
    table.look_until(lambda: "camera.back" in table.keys)
    assert table.untaken() < table.untaken() < table.untaken()  # two of these are lost
    count = len(table.frames)
    table.look_until(lambda: len(table.frames) > count + 2)
    numbers = [frame.number for frame in table.frames]
    assert numbers == sorted(set(numbers))
    assert numbers[-1] > len(numbers)


def test_a_picture_is_turned_where_the_camera_hangs_upside_down(bench: Callable[..., Bench]) -> None:
    picture = np.zeros((48, 64, 3), dtype=np.uint8)
    picture[0, 0] = 255
    table = bench([picture, CameraFault.ENDED], manner=Manner(SIZE, live=False, upside_down=True))
    table.look_until(lambda: table.ended)
    assert table.frames[0].image[47, 63].tolist() == [255, 255, 255]
    assert table.frames[0].image.sum() == 3 * 255


def test_a_recording_loses_no_frame_and_ends(bench: Callable[..., Bench]) -> None:
    table = bench([*[SIZE] * 20, CameraFault.SPOILT, SIZE, CameraFault.ENDED], manner=Manner(SIZE, live=False))
    table.look_until(lambda: table.ended)
    assert [frame.number for frame in table.frames] == [*range(20), 21]
    assert table.keys == ["camera.garbled", "camera.back"]


def test_a_recording_that_is_not_there_is_an_error() -> None:
    def nothing() -> FaultyCamera:
        raise CameraError("camera.no_video", name="x")

    with pytest.raises(CameraError, match="no_video"):
        AttendedCamera(nothing, Manner(live=False)).look(0.0)


def test_what_the_system_says_of_a_device_is_told_as_trouble_with_the_camera() -> None:
    def broken() -> FaultyCamera:
        raise OSError(5, "Input/output error")

    with AttendedCamera(broken, QUICK) as camera:
        looks = iter(lambda: camera.look(0.05), None)
        first = next(look for look in itertools.islice(looks, 500) if look.troubles)
        troubles = [trouble for look in (first, *itertools.islice(looks, 10)) for trouble in look.troubles]
    assert [trouble.key for trouble in troubles] == ["camera.lost"]
    assert "Input/output error" in str(troubles[0].error)


def test_a_driver_that_hangs_again_and_again_costs_no_more_than_a_few_threads(bench: Callable[..., Bench]) -> None:
    table = bench(*[[CameraFault.HANG]] * 40, manner=replace(QUICK, patience=0.12, starting=0.12))
    before = threading.active_count()
    table.look_until(lambda: table.opened == ABANDONED)
    for _ in range(30):  # in less than the time for which any of them hangs
        table.troubles += table.camera.look(0.02).troubles
    assert table.opened <= ABANDONED + 1
    assert threading.active_count() - before <= 2 * (ABANDONED + 1)
    assert table.keys == ["camera.stalled"]


def test_closing_waits_for_a_camera_that_hangs_but_not_for_ever(
    bench: Callable[..., Bench], monkeypatch: pytest.MonkeyPatch
) -> None:
    table = bench([SIZE, CameraFault.HANG])
    table.look_until(lambda: bool(table.frames))
    feed = table.camera._feed
    assert feed is not None
    table.camera.close()
    table.camera.close()
    assert not feed.alive
    monkeypatch.setattr(attended_camera, "CLOSING", 0.1)
    table = bench([SIZE, CameraFault.HANG])
    table.look_until(lambda: bool(table.frames))
    before = time.monotonic()
    table.camera.close()
    assert time.monotonic() - before < HELD_UP
    assert table.camera.look(0.01).frame is None


def test_a_glimpse_shows_what_the_next_look_brings_or_what_is_older(bench: Callable[..., Bench]) -> None:
    picture = np.zeros((96, 128, 3), dtype=np.uint8)
    picture[:2, :2] = 255
    table = bench([picture, CameraFault.STALL], manner=replace(QUICK, patience=60.0, upside_down=True))
    table.pluggable.clear()
    assert table.camera.look(0.0).frame is None
    assert table.camera.glimpse() is None
    table.pluggable.set()
    deadline = time.monotonic() + PATIENCE
    while (glimpsed := table.camera.glimpse()) is None and time.monotonic() < deadline:
        time.sleep(0.001)
    assert glimpsed is not None
    assert glimpsed.shape == (48, 64, 3)
    assert glimpsed[47, 63].tolist() == [255, 255, 255]
    table.look_until(lambda: bool(table.frames))
    assert np.array_equal(table.frames[0].image, glimpsed)
    assert table.camera.glimpse() is None


def test_of_a_recording_nothing_is_glimpsed(bench: Callable[..., Bench]) -> None:
    table = bench([*[SIZE] * 20, CameraFault.ENDED], manner=Manner(SIZE, live=False))
    table.look_until(lambda: bool(table.frames))
    assert table.camera.glimpse() is None


def test_a_loss_and_a_return_are_logged_with_the_time_they_took(
    bench: Callable[..., Bench], caplog: pytest.LogCaptureFixture
) -> None:
    caplog.set_level(logging.INFO)
    table = bench([SIZE, SIZE, CameraFault.GONE], [CameraFault.GONE])
    table.look_until(lambda: "camera.back" in table.keys)
    told = [record.getMessage() for record in caplog.records if record.name == "hardware.cameras.attended"]
    assert sum(re.match(r"camera\.\w+, \d+\.\d s after the last picture", line) is not None for line in told) >= 2
    assert any(re.match(r"dropped; opened again in \d", line) for line in told)
    assert any(re.match(r"pictures come again, \d+\.\d s after the last", line) for line in told)
