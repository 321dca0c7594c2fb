"""The faults of a wire: each does something, and the same from the same seed."""

from __future__ import annotations

import random

import pytest

from firmware_bridge import frames
from firmware_bridge.frames import Decoder, WireFrame
from hardware.simulated.strip.faults import WireFault, hurt

DATA = frames.encode(WireFrame(3, 5, 9, bytes(range(1, 37))))
OLDER = (frames.encode(WireFrame(3, 4, 8, bytes(range(100, 136)))),)


@pytest.mark.parametrize("fault", WireFault)
def test_a_fault_hurts_nearly_always_and_can_be_repeated_from_its_seed(fault: WireFault) -> None:
    outcomes = [hurt(DATA, fault, random.Random(seed), OLDER) for seed in range(50)]
    assert sum(outcome != DATA for outcome in outcomes) >= 45
    assert outcomes == [hurt(DATA, fault, random.Random(seed), OLDER) for seed in range(50)]


@pytest.mark.parametrize("fault", WireFault)
def test_a_single_byte_and_no_past_are_enough(fault: WireFault) -> None:
    for seed in range(50):
        assert isinstance(hurt(b"\x07", fault, random.Random(seed)), bytes)


@pytest.mark.parametrize(
    ("fault", "change"),
    [
        (WireFault.DROP, -1),
        (WireFault.DOUBLE, 1),
        (WireFault.LOSE, -len(DATA)),
        (WireFault.REPEAT, len(DATA)),
        (WireFault.REPLAY, len(OLDER[0])),
        (WireFault.OLD_SESSION, len(OLDER[0])),
        (WireFault.SWAP, 0),
        (WireFault.ALTER, 0),
    ],
)
def test_what_is_lost_and_what_is_added_is_what_the_name_says(fault: WireFault, change: int) -> None:
    for seed in range(50):
        assert len(hurt(DATA, fault, random.Random(seed), OLDER)) == len(DATA) + change


def test_nothing_but_the_checksum_tells_that_a_frame_was_altered() -> None:
    for seed in range(50):
        altered = hurt(DATA, WireFault.ALTER, random.Random(seed))
        assert frames.decode(Decoder(), altered)[1] == (frames.Damage.CRC,)


def test_only_what_belongs_to_another_session_counts_as_an_older_one() -> None:
    same = frames.encode(WireFrame(3, 5, 1, b"same"))
    for seed in range(20):
        assert (
            hurt(DATA, WireFault.OLD_SESSION, random.Random(seed), (same, b"\x09 no frame", *OLDER)) == OLDER[0] + DATA
        )
