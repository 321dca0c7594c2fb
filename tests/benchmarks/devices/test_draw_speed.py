"""A floor under the speed of drawing, in processor time; the figures themselves are those of the command."""

from __future__ import annotations

import pytest

from tests.benchmarks.devices.draw_speed import measure

pytestmark = pytest.mark.figures


def test_the_simulated_table_is_drawn_fast_enough_to_be_watched() -> None:
    _, speeds = measure(6)
    # Half the limits: other work on the machine takes its share of caches and memory.
    assert {speed.name: round(speed.rate) for speed in speeds if speed.rate < speed.limit / 2} == {}
