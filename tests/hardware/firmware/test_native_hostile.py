"""Millions of hurt frames into the core: no wrong light, and a rig that sees one where the check is too short."""

from __future__ import annotations

from typing import TYPE_CHECKING

import pytest

from tests.rigs import native_hostile
from tests.rigs.mutants import Protection, mutated
from tests.rigs.native_hostile import Check
from tests.rigs.toolchains import or_skip

if TYPE_CHECKING:
    from pathlib import Path

pytestmark = pytest.mark.films


@pytest.mark.parametrize("frames", [2_500_000, pytest.param(20_000_000, marks=pytest.mark.figures)])
def test_millions_of_hurt_frames_light_no_wrong_light(frames: int) -> None:
    counts = native_hostile.run(or_skip(native_hostile.program), frames, seed=1)
    counts.assert_alive()
    assert counts.wrong == 0


@pytest.mark.parametrize(("check", "frames"), [(Check.CRC16, 4_000_000), (Check.CRC8, 200_000)])
def test_a_shorter_check_is_seen_to_let_wrong_lights_pass_as_often_as_it_must(check: Check, frames: int) -> None:
    counts = native_hostile.run(or_skip(lambda: native_hostile.program(check)), frames, seed=2)
    counts.assert_alive()
    expected = counts.expected(check)
    assert expected >= 20
    assert expected / 2 <= counts.wrong <= 1.5 * expected + 10


@pytest.mark.parametrize("protection", [Protection.CRC, Protection.GENERATION, Protection.SESSION, Protection.SILENCE])
def test_the_rig_sees_a_protection_missing(protection: Protection, tmp_path: Path) -> None:
    rig = or_skip(lambda: native_hostile.program(sources=mutated(protection, tmp_path)))
    counts = native_hostile.run(rig, 300_000, seed=3)
    assert counts.wrong > 0


def test_hurt_frames_give_the_sanitizers_nothing_to_say() -> None:
    counts = native_hostile.run(or_skip(lambda: native_hostile.program(sanitized=True)), 300_000, seed=4)
    counts.assert_alive()
    assert counts.wrong == 0


@pytest.mark.soak
@pytest.mark.timeout(3600)
@pytest.mark.parametrize("seed", range(10, 20))
def test_a_hundred_million_hurt_frames_light_no_wrong_light(seed: int) -> None:
    counts = native_hostile.run(or_skip(native_hostile.program), 100_000_000, seed)
    counts.assert_alive()
    assert counts.wrong == 0
