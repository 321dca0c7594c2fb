"""A table at which something moves all the time: hours of it take no more memory than minutes."""

from __future__ import annotations

from pathlib import Path

import numpy as np
import pytest

from controller.referee.layout import Layout
from controller.referee.state import Setup
from controller.rules import match_to
from controller.table.session import Session
from controller.table.session_start import new_match
from tests.benchmarks.reading.boards.read_simulated import learn, random_scene, set_up
from vision.frame import Frame
from vision.reading import Shade

FRAMES = 100_000
WARM = 2_000
MOST_GROWTH = 4.0
"""Megabytes; a copy of 320 by 180 pixels kept of every hundredth frame would be 170."""

STATUS = Path("/proc/self/status")


def resident() -> float:
    """Return the memory of this process in megabytes."""
    line = next(line for line in STATUS.read_text(encoding="ascii").splitlines() if line.startswith("VmRSS:"))
    return int(line.split()[1]) / 1024


@pytest.mark.soak
@pytest.mark.timeout(3600)
@pytest.mark.skipif(not STATUS.exists(), reason="needs Linux, which tells how much memory a process has")
def test_memory_is_steady_over_a_hundred_thousand_moving_frames() -> None:
    table = set_up("club", 1)
    calibration = learn(table)
    pictures = [table.film(random_scene(table)) for _ in range(3)]
    pictures += [np.ascontiguousarray(np.roll(picture, 40, axis=1)) for picture in pictures]
    setup = Setup(("Anna", "Boris"), Layout(shade_one=Shade.DARK))
    session = Session(calibration, new_match(setup, match_to(7), 0.0))
    before = 0.0
    for number in range(FRAMES):
        session.see(Frame(pictures[number % len(pictures)], number / 30, number))
        if number == WARM:
            before = resident()
    assert session.reading is None, "something settled: not every frame moved"
    assert resident() - before < MOST_GROWTH
