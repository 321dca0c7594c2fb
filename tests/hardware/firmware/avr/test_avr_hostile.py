"""Hostile states into the Nano's image: no wrong light."""

from __future__ import annotations

from typing import TYPE_CHECKING

import pytest

from tests.rigs.avr.avr_hostile import hostile

if TYPE_CHECKING:
    from pathlib import Path

pytestmark = pytest.mark.films


@pytest.mark.parametrize(
    ("count", "seed"),
    [
        (5_000, 1),
        pytest.param(25_000, 1, marks=pytest.mark.figures),
        pytest.param(25_000, 2, marks=pytest.mark.figures),
    ],
)
def test_hostile_states_light_no_wrong_light(nano: Path, count: int, seed: int) -> None:
    result = hostile(nano, count, seed)
    result.assert_alive()
    assert result.wrong == 0, result.examples
    assert result.counts is not None
    assert result.counts.overruns == result.counts.bad_pulses == result.counts.bad_lows == result.counts.joined == 0


@pytest.mark.soak
@pytest.mark.timeout(3600)
@pytest.mark.parametrize("seed", range(10, 20))
def test_100_000_hostile_states_light_no_wrong_light(nano: Path, seed: int) -> None:
    result = hostile(nano, 100_000, seed)
    result.assert_alive()
    assert result.wrong == 0, result.examples
    assert result.counts is not None
    assert result.counts.overruns == 0
