"""The image that users flash behind a wire that hurts most of what the host sends: no light is ever wrong."""

from __future__ import annotations

import random
from typing import TYPE_CHECKING

import pytest

from firmware_bridge import messages
from firmware_bridge.link_state import LinkState
from hardware.firmware import pico
from hardware.simulated.strip.faults import WireFault, hurt
from hardware.simulated.strip.model import render
from tests.hardware.firmware.pico.test_pico_uart import SAFE_GRB, states
from tests.rigs.pico import Driver, PicoRig, missing

if TYPE_CHECKING:
    from pathlib import Path

pytestmark = [pytest.mark.films, pytest.mark.skipif(missing() is not None, reason=missing() or "")]

STATES = 50
DARK = bytes(3 * messages.LEDS)


def test_what_is_latched_was_asked_for_whatever_happens_on_the_way(tmp_path: Path) -> None:
    rng = random.Random(11)
    sent: list[bytes] = []

    def harm(data: bytes) -> bytes:
        sent.append(data)
        return hurt(data, rng.choice(list(WireFault)), rng, sent[-40:]) if rng.random() < 0.7 else data

    with PicoRig(pico.image(pico.elf()), "usb", tmp_path) as rig:
        driver = Driver(rig)
        assert driver.until(lambda: driver.link.state is LinkState.LIVE, 0.2)
        driver.harm = harm
        allowed = {DARK, SAFE_GRB}
        for cells in states(12, STATES):
            allowed.add(render(cells, messages.POWER_MA, 0))
            driver.want(cells)
            driver.until(lambda: driver.link.is_shown, 0.06)
            wrong = {latch.grb.hex() for latch in driver.latched} - {grb.hex() for grb in allowed}
            assert not wrong
        driver.harm = bytes
        meant = render(cells, messages.POWER_MA, 0)
        assert driver.until(lambda: driver.link.is_shown and driver.latched[-1].grb == meant, 4.0)
        assert len(driver.latched) > STATES / 3, "the rig is alive: states came through"
        assert driver.link.statistics.retries > STATES / 3, "and most were hurt"
        assert rig.starts == 1
        assert rig.bad == 0
        assert rig.faults == []
        assert rig.shortest_gap is not None
        assert rig.shortest_gap >= 300_000
