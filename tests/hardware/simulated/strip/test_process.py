"""The compiled controller as a process: what only a process can do, and how it fails."""

from __future__ import annotations

import os
import signal
import time
from functools import partial
from pathlib import Path
from typing import TYPE_CHECKING

import pytest

from firmware_bridge.cells import Cell, Colour
from firmware_bridge.lights import Lights
from firmware_bridge.link_state import LinkSettings, LinkState
from hardware.firmware import build
from hardware.simulated.strip.process import StripFailed, StripProcess, pseudo_terminals_work

if TYPE_CHECKING:
    from collections.abc import Sequence

RED = Cell(Colour.RED)
SOON = 5.0


def _only_lit(number: int, colours: Sequence[tuple[int, int, int]]) -> bool:
    """Return whether a lamp is red, and the one before it, lit earlier, is dark."""
    return colours[number] == RED.rgb and colours[number - 1] == (0, 0, 0)


def test_this_machine_has_what_it_needs() -> None:
    assert pseudo_terminals_work()


def test_its_port_is_a_path_that_stays_the_same_and_is_there_while_it_is_plugged_in() -> None:
    with StripProcess() as strip:
        assert strip.port == strip.url
        path = Path(strip.port)
        assert path.exists()
        pids = [strip.pid]
        strip.unplug()
        assert not path.is_symlink()
        pids.append(strip.pid)
        strip.plug()
        assert path.exists()
        pids.append(strip.pid)
        assert pids[1] is None
        assert len(set(pids)) == 3
    assert not path.parent.exists()


def test_it_has_the_identity_that_it_was_given() -> None:
    with (
        StripProcess(unique_id=2**64 - 1) as strip,
        Lights(strip.port, settings=LinkSettings(device_id=2**64 - 1)) as lights,
    ):
        assert lights.wait_shown(SOON)


def test_a_controller_that_dies_by_itself_is_lost_and_may_be_plugged_in_again() -> None:
    with StripProcess() as strip, Lights(strip.port) as lights:
        assert lights.wait_shown(SOON)
        assert strip.pid is not None
        os.kill(strip.pid, signal.SIGKILL)
        assert lights.wait_for(LinkState.LOST, SOON)
        strip.reset()
        end = time.monotonic() + SOON
        while not lights.wait_shown(0.01) and time.monotonic() < end:
            strip.plug()
        assert lights.wait_shown(0)


def test_a_controller_that_hangs_is_lost_and_comes_back_with_the_newest_state() -> None:
    noticed: list[float] = []
    with StripProcess() as strip, Lights(strip.port) as lights:
        for led in (1, 3, 5):  # a busy machine may hold up one of three, not all
            lights.show({led: RED})
            assert lights.wait_shown(SOON)
            assert strip.pid is not None
            os.kill(strip.pid, signal.SIGSTOP)
            try:
                stopped = time.monotonic()
                assert lights.wait_for(LinkState.LOST, SOON)
                noticed.append(time.monotonic() - stopped)
                lights.show({led + 1: RED})
            finally:
                os.kill(strip.pid, signal.SIGCONT)
            assert lights.wait_shown(SOON)
            assert strip.wait_for(partial(_only_lit, led), SOON)
            if noticed[-1] < 1.5:
                break
    assert min(noticed) < 1.5


def test_a_strip_of_another_length_is_refused() -> None:
    with StripProcess(variant=build.CoreVariant(leds=20)) as strip, Lights(strip.port) as lights:
        assert lights.wait_for(LinkState.LOST, SOON)
        assert lights.state.reason is not None
        assert lights.state.reason.key == "device.leds"
        assert len(strip.latched.colours) == 20


def test_a_program_that_does_not_start_is_named_and_leaves_nothing(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    broken = tmp_path / "broken"
    broken.write_text("#!/bin/sh\necho no luck >&2\nexit 3\n")
    broken.chmod(0o755)
    monkeypatch.setattr(build, "program", lambda _: broken)
    monkeypatch.setenv("TMPDIR", str(tmp_path))
    monkeypatch.setattr("tempfile.tempdir", str(tmp_path))
    with pytest.raises(StripFailed) as caught:
        StripProcess()
    assert caught.value.key == "strip.start"
    assert "no luck" in str(caught.value.params["said"])
    assert [path.name for path in tmp_path.iterdir()] == ["broken"]


def test_a_closed_strip_cannot_be_plugged_in_again() -> None:
    strip = StripProcess()
    strip.close()
    with pytest.raises(StripFailed) as caught:
        strip.plug()
    assert caught.value.key == "strip.closed"


def test_a_program_that_does_not_end_when_asked_is_ended(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("hardware.simulated.strip.process.END", 0.2)
    strip = StripProcess()
    assert strip.pid is not None
    os.kill(strip.pid, signal.SIGSTOP)
    pid = strip.pid
    strip.close()
    with pytest.raises(ProcessLookupError):
        os.kill(pid, 0)
