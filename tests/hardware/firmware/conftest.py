"""The Nano's image, for the tests that run it; they are skipped where it cannot be compiled or simulated."""

from __future__ import annotations

from typing import TYPE_CHECKING

import pytest

from hardware.firmware import avr
from tests.rigs.avr import avr_rig
from tests.rigs.toolchains import or_skip

if TYPE_CHECKING:
    from pathlib import Path


@pytest.fixture(scope="session")
def simavr() -> Path:
    """The compiled rig."""
    return or_skip(avr_rig.library)


@pytest.fixture(scope="session")
def nano(simavr: Path) -> Path:
    """The linked program."""
    return or_skip(avr.elf)
