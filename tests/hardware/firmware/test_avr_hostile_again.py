"""The other half of the 50,000 hostile states into the Nano's image."""

from __future__ import annotations

from typing import TYPE_CHECKING

import pytest

from tests.rigs.avr_hostile import hostile

if TYPE_CHECKING:
    from pathlib import Path


@pytest.mark.slow
def test_25_000_more_hostile_states_light_no_wrong_light(nano: Path) -> None:
    result = hostile(nano, 25_000, seed=2)
    result.assert_alive()
    assert result.wrong == 0, result.examples
    assert result.counts is not None
    assert result.counts.overruns == result.counts.bad_pulses == result.counts.bad_lows == result.counts.joined == 0
