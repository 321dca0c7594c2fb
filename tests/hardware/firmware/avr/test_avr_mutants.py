"""Each protection of the Nano's image, taken out in turn: the rig must notice, and find no fault with the whole."""

from __future__ import annotations

from typing import TYPE_CHECKING

import pytest

from hardware.firmware import avr
from tests.rigs.avr.avr_mutants import complaint, fault_seen
from tests.rigs.mutants import Protection

if TYPE_CHECKING:
    from pathlib import Path

pytestmark = pytest.mark.films


@pytest.mark.parametrize("protection", Protection)
def test_the_rig_sees_a_protection_missing(protection: Protection, nano: Path, tmp_path: Path) -> None:
    assert fault_seen(protection, tmp_path)


@pytest.mark.parametrize("protection", [one for one in Protection if one not in (Protection.SESSION, Protection.CRC)])
def test_the_same_look_finds_nothing_wrong_with_the_protection_in_its_place(protection: Protection, nano: Path) -> None:
    image = avr.elf(leds=4) if protection is Protection.LATCH_GAP else nano
    assert not complaint(protection, image)
