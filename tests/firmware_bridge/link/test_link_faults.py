"""The link and the controller's compiled core with a hostile wire between them, in virtual time."""

from __future__ import annotations

from types import SimpleNamespace

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from firmware_bridge import frames
from hardware.simulated.strip.core import StripCore
from hardware.simulated.strip.faults import WireFault
from hardware.simulated.strip.model import StripModel
from tests.rigs.fault_rig import Misfortune, Rig, storm

HAPPENINGS = st.tuples(
    st.sampled_from((*WireFault, *Misfortune, None, None, None, None)),
    st.booleans(),
    st.sampled_from((0, 1, 7, 40, 300)),
)


@settings(max_examples=120, deadline=None)
@given(st.lists(HAPPENINGS, max_size=25), st.integers(0, 2**32))
def test_no_course_of_misfortunes_lights_a_wrong_light_or_breaks_the_link_for_good(
    happenings: list[tuple[WireFault | Misfortune | None, bool, int]], seed: int
) -> None:
    rig = Rig(StripCore(), seed)
    rig.run(60)
    for what, at_strip, wait in happenings:
        rig.want()
        if what is not None:
            rig.strike(what, at_strip=at_strip)
        rig.run(wait)
    rig.want()
    rig.settle()


@pytest.mark.parametrize("share", [0.2, 0.5, 0.7])
@pytest.mark.parametrize("seed", [1, 2])
def test_a_minute_of_storm_shows_no_wrong_light(seed: int, share: float) -> None:
    rig = Rig(StripCore(), seed)
    storm(rig, 60_000, share)
    assert rig.to_strip.hurt_count > 400, "the rig is alive: frames were hurt"
    assert len(rig.seen) > 200, "and states were shown all the same"
    assert rig.link.statistics.lost > 0
    assert rig.link.statistics.resyncs > 0


def test_a_storm_in_front_of_the_model_shows_no_wrong_light() -> None:
    rig = Rig(StripModel(), 99)
    storm(rig, 20_000, 0.5)
    assert len(rig.seen) > 100


def test_a_quiet_wire_shows_every_state_and_repeats_nothing() -> None:
    rig = Rig(StripCore(), 5)
    rig.run(100)
    for _ in range(100):
        rig.want()
        rig.run(20)
    assert rig.seen >= set(range(1, 101))
    assert rig.link.statistics.retries == 0
    assert rig.link.statistics.lost == 0
    assert rig.believed > 500


def test_without_a_checksum_the_rig_sees_wrong_lights(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(frames, "zlib", SimpleNamespace(crc32=lambda _: 0))
    with pytest.raises(AssertionError, match=r"nobody asked for|older state|not so"):
        storm(Rig(StripModel(), 3), 60_000, 0.7)
