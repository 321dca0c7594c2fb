"""The Pico's UART image in an emulator that is not the one of the Nano: lights, silence, and a program that hangs."""

from __future__ import annotations

import random
from typing import TYPE_CHECKING

import pytest

from firmware_bridge import messages
from firmware_bridge.cells import Cell, Colour, Effect
from firmware_bridge.link_state import LinkState
from firmware_bridge.messages import Board, ResetCause
from hardware.firmware import pico
from hardware.simulated.strip.model import render
from tests.rigs.pico import Driver, Latch, PicoRig, missing

if TYPE_CHECKING:
    from pathlib import Path

pytestmark = [pytest.mark.films, pytest.mark.skipif(missing() is not None, reason=missing() or "")]

SAFE = bytes(messages.LEDS - 1) + bytes((Cell(Colour.AMBER, Effect.BLINK).code,))
SAFE_GRB = render(SAFE, messages.POWER_MA, 0)
STATES = 150


def states(seed: int, count: int) -> list[bytes]:
    """Make states of steady lights, some of which run into the power cap."""
    rng = random.Random(seed)
    return [bytes(rng.randrange(len(Colour)) for _ in range(messages.LEDS)) for _ in range(count)]


def test_every_state_is_latched_as_it_was_meant_and_hangs_and_silence_end_in_the_safe_state(tmp_path: Path) -> None:
    with PicoRig(pico.image(pico.elf("uart")), "uart", tmp_path) as rig:
        assert [latch.grb for latch in rig.run(8000).latched] == [SAFE_GRB], "before anyone asks, the safe state"
        driver = Driver(rig)
        assert driver.until(lambda: driver.link.state is LinkState.LIVE, 0.2)
        identity = driver.link.identity
        assert identity is not None
        assert (identity.board, identity.leds, identity.power_ma) == (Board.PICO, messages.LEDS, messages.POWER_MA)
        assert identity.unique_id == 0xE66001020304ABCD
        assert identity.reset_cause == ResetCause.POWER_ON

        for cells in states(1, STATES):
            asked = driver.want(cells)
            assert driver.until(lambda: driver.link.is_shown, 0.05)
            meant = render(cells, messages.POWER_MA, 0)
            assert driver.until(lambda: driver.latched[-1].grb == meant, 0.003)  # noqa: B023 - called at once
            assert driver.latched[-1].at - asked < 0.010
        assert driver.link.statistics.retries == 0
        assert driver.link.resyncs == 0

        # The host falls silent: nothing that looks like a verdict may stay.
        rig_time = rig.now
        dark: list[Latch] = []
        while rig.now < rig_time + 1.06 and not dark:
            dark = [latch for latch in rig.run(2000).latched if latch.grb == SAFE_GRB]
        assert dark
        assert dark[0].at - rig_time <= 1.05

        # The program hangs while it shows something: the watchdog starts it again.
        driver = Driver(rig)
        driver.want(states(2, 1)[0])
        assert driver.until(lambda: driver.link.is_shown, 0.2)
        driver.spend(2000)
        before = rig.starts
        latched = list(rig.run(1, freeze=True).latched)
        hung = rig.now
        while rig.now < hung + 0.31 and not latched:
            latched += rig.run(2000).latched
        assert rig.starts == before + 1
        assert latched[0].grb == SAFE_GRB
        assert latched[0].at - hung <= 0.300
        driver = Driver(rig)
        assert driver.until(lambda: driver.link.state is LinkState.LIVE, 0.3)
        assert driver.link.identity is not None
        assert driver.link.identity.reset_cause == ResetCause.WATCHDOG

        assert rig.bad == 0
        assert rig.longest_low < 5_000
        assert rig.shortest_gap is not None
        assert rig.shortest_gap >= 300_000
