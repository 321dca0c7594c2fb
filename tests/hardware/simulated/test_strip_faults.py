"""The faults of a wire: each does something, and the same from the same seed."""

from __future__ import annotations

import random

import pytest

from hardware.simulated.strip_faults import Fault, hurt

DATA = bytes(range(1, 40)) + b"\0"
OLDER = (bytes(range(100, 140)) + b"\0",)


@pytest.mark.parametrize("fault", Fault)
def test_a_fault_hurts_nearly_always_and_can_be_repeated_from_its_seed(fault: Fault) -> None:
    outcomes = [hurt(DATA, fault, random.Random(seed), OLDER) for seed in range(50)]
    assert sum(outcome != DATA for outcome in outcomes) >= 45
    assert outcomes == [hurt(DATA, fault, random.Random(seed), OLDER) for seed in range(50)]


@pytest.mark.parametrize("fault", Fault)
def test_a_single_byte_and_no_past_are_enough(fault: Fault) -> None:
    for seed in range(50):
        assert isinstance(hurt(b"\x07", fault, random.Random(seed)), bytes)


@pytest.mark.parametrize(
    ("fault", "change"),
    [(Fault.DROP, -1), (Fault.DOUBLE, 1), (Fault.LOSE, -40), (Fault.REPEAT, 40), (Fault.REPLAY, 41), (Fault.SWAP, 0)],
)
def test_what_is_lost_and_what_is_added_is_what_the_name_says(fault: Fault, change: int) -> None:
    for seed in range(50):
        assert len(hurt(DATA, fault, random.Random(seed), OLDER)) == len(DATA) + change
