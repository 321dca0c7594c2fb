"""The image that users flash, behind an emulated USB host that looks at more than a friendly one would."""

from __future__ import annotations

import shutil
from typing import TYPE_CHECKING

import pytest

from firmware_bridge import frames, messages
from firmware_bridge.frames import Decoder, WireFrame
from firmware_bridge.link_state import LinkState
from firmware_bridge.messages import Hello, Message, Show
from hardware.firmware import build, pico
from hardware.simulated.strip.model import render
from tests.hardware.firmware.pico.test_pico_uart import states
from tests.rigs.pico import Driver, PicoRig, RigFailedError, missing

if TYPE_CHECKING:
    from collections.abc import Iterator
    from pathlib import Path

pytestmark = [pytest.mark.skipif(missing() is not None, reason=missing() or "")]

NONCE = 0x0000_0109
LATCH_RULE = "- latched >= STRIP_LATCH_US &&"
WATCHDOG_RULE = "REGISTER(PSM + 0x08) = 0x1fffcu;"


def without(rule: str, folder: Path) -> bytes:
    """Return the image of sources from which a rule was taken."""
    for name in ("core", "rp2040"):
        shutil.copytree(build.SOURCES / name, folder / name)
    for source in (folder / "rp2040").glob("*.c"):
        text = source.read_text()
        if rule in text:
            source.write_text(text.replace(rule, "- latched >= 0 &&" if rule == LATCH_RULE else ""))
            return pico.image(pico.elf(sources=folder))
    pytest.fail(f"the sources have no such rule: {rule}")


@pytest.fixture
def rig(tmp_path: Path) -> Iterator[PicoRig]:
    """The image that users flash, plugged in and found by the host."""
    with plugged_in(pico.image(pico.elf()), tmp_path) as found:
        yield found


def plugged_in(image: bytes, folder: Path) -> PicoRig:
    rig = PicoRig(image, "usb", folder)
    while rig.now < 0.05 and not rig.usb.get("up"):
        rig.run(1000)
    assert rig.usb["up"], rig.usb
    return rig


def frame(message: Message, seq: int) -> bytes:
    return frames.encode(WireFrame(messages.TYPES[type(message)], NONCE & 0xFF, seq, messages.pack(message)))


def test_the_host_finds_a_serial_port_with_the_flash_chips_number(rig: PicoRig) -> None:
    usb = rig.usb
    device = bytes.fromhex(usb["device"])
    assert (device[0], device[1], len(device)) == (18, 1, 18)
    assert device[8:12] == bytes.fromhex("8a2e0a00"), "Raspberry Pi's serial port on a Pico"
    assert usb["strings"] == ["Tavola", "Tavola strip", "E66001020304ABCD"]
    assert usb["languages"] == "04030904"
    assert usb["address"] == 7
    assert usb["stalls"], "a descriptor that there is not"
    assert (usb["status"], usb["active"], usb["lineCoding"]) == ("0000", "01", "80250000000008")
    assert rig.faults == []


def test_the_configuration_is_that_of_a_serial_port_that_may_draw_500_ma(rig: PicoRig) -> None:
    data = bytes.fromhex(rig.usb["configuration"])
    parts, at = [], 0
    while at < len(data):
        parts.append(data[at : at + data[at]])
        at += data[at]
    assert at == len(data) == int.from_bytes(data[2:4], "little")
    assert data[8] * 2 == 500
    classes = [part[5:7] for part in parts if part[1] == 4]
    assert classes == [b"\x02\x02", b"\x0a\x00"]
    endpoints = {part[2]: part[3] & 3 for part in parts if part[1] == 5}
    assert endpoints == {0x81: 3, 0x02: 2, 0x82: 2}


@pytest.mark.films
def test_every_state_is_latched_as_it_was_meant(rig: PicoRig) -> None:
    driver = Driver(rig)
    assert driver.until(lambda: driver.link.state is LinkState.LIVE, 0.1)
    identity = driver.link.identity
    assert identity is not None
    assert f"{identity.unique_id:016X}" == rig.usb["strings"][2]
    for cells in states(3, 200):
        asked = driver.want(cells)
        meant = render(cells, messages.POWER_MA, 0)
        assert driver.until(lambda: driver.link.is_shown and driver.latched[-1].grb == meant, 0.05)  # noqa: B023
        assert driver.latched[-1].at - asked < 0.010
    assert driver.link.statistics.retries == 0
    assert rig.faults == []
    assert rig.bad == 0
    assert rig.shortest_gap is not None
    assert rig.shortest_gap >= 300_000


def crowd(rig: PicoRig, count: int) -> tuple[list[bytes], list[bytes], int]:
    """Send states as fast as USB carries them; return what was meant, what was latched and the number of replies."""
    meant = states(4, count)
    data = b"\0" + frame(Hello(NONCE, messages.MAJOR, messages.MINOR), 0)
    data += b"".join(frame(Show(1 + number, cells), 1 + number) for number, cells in enumerate(meant))
    stretch = rig.run(60_000, data)
    _, found = frames.decode(Decoder(), stretch.received)
    latched = [latch.grb for latch in stretch.latched]
    return [render(cells, messages.POWER_MA, 0) for cells in meant], latched, len(found)


@pytest.mark.films
def test_states_that_come_faster_than_lights_can_latch_are_left_out_and_never_merged(rig: PicoRig) -> None:
    meant, latched, replies = crowd(rig, 40)
    assert replies > 20
    assert len(latched) >= 3
    assert latched[-1] == meant[-1]
    assert set(latched) <= {*meant, bytes(3 * messages.LEDS)}
    assert rig.shortest_gap is not None
    assert rig.shortest_gap >= 300_000


@pytest.mark.films
def test_without_the_gap_the_rig_sees_frames_merge(tmp_path: Path) -> None:
    with plugged_in(without(LATCH_RULE, tmp_path / "sources"), tmp_path) as rig:
        meant, latched, _ = crowd(rig, 40)
    assert any(len(grb) > 3 * messages.LEDS for grb in latched)
    assert not set(latched) <= {*meant, bytes(3 * messages.LEDS)}


@pytest.mark.films
def test_a_watchdog_that_was_not_told_what_to_reset_is_seen_to_do_nothing(tmp_path: Path) -> None:
    with plugged_in(without(WATCHDOG_RULE, tmp_path / "sources"), tmp_path) as rig:
        rig.run(1, freeze=True)
        rig.run(310_000)
        assert rig.starts == 1


@pytest.mark.films
def test_after_a_hang_the_host_finds_the_controller_again(rig: PicoRig) -> None:
    first = rig.usb["at"]
    rig.run(1, freeze=True)
    while rig.now < 0.4 and (rig.starts == 1 or not rig.usb.get("up")):
        rig.run(5000)
    assert rig.starts == 2
    assert rig.usb["up"]
    assert rig.usb["at"] > first + 250_000_000
    assert rig.faults == []


def test_a_rig_whose_processor_does_too_little_is_no_witness(rig: PicoRig, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("tests.rigs.pico._LEAST_INSTRUCTIONS", 1000)
    with pytest.raises(RigFailedError, match="the processor did"):
        rig.run(1000)


def test_a_rig_that_has_ended_is_no_witness(rig: PicoRig) -> None:
    rig._process.kill()
    with pytest.raises(RigFailedError, match="the rig"):
        rig.run(1000)
