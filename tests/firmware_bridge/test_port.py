"""Ports: every way in which pyserial fails is told in one way."""

from __future__ import annotations

import errno
import os
import socket
import sys
import termios
import threading
import time
from pathlib import Path
from typing import TYPE_CHECKING

import pytest
import serial
from serial.tools.list_ports_common import ListPortInfo

from firmware_bridge import port as ports
from firmware_bridge.errors import BridgeError, LinkLost, PortError, PortUnavailable, WriteStalled
from firmware_bridge.port import SerialCandidate, SerialPort
from tests.rigs.fault_classes import FaultClass

if TYPE_CHECKING:
    from collections.abc import Iterator

SOON, LONG = 5.0, 60.0


class Cable:
    """A pseudo-terminal: its far end, and the path of its near one."""

    def __init__(self) -> None:
        """Open both ends; the near one stays open so that the far one is not hung up on."""
        self.far, self._near = os.openpty()
        self.path = os.ttyname(self._near)
        self._is_whole = True

    def cut(self) -> None:
        """Pull the plug."""
        if self._is_whole:
            self._is_whole = False
            os.close(self.far)
            os.close(self._near)


@pytest.fixture
def cable() -> Iterator[Cable]:
    one = Cable()
    yield one
    one.cut()


@pytest.fixture
def port(cable: Cable) -> Iterator[SerialPort]:
    one = SerialCandidate(cable.path).open()
    yield one
    one.close()


def test_bytes_go_out_and_come_in(cable: Cable, port: SerialPort) -> None:
    port.write(b"\0\x11\x13\n\r\x03 out")
    assert os.read(cable.far, 100) == b"\0\x11\x13\n\r\x03 out", "nothing is translated on the way"
    os.write(cable.far, b"\0\x11\x13\n\r\x03 in")
    assert port.read(1) == b"\0\x11\x13\n\r\x03 in"


def test_reading_waits_for_the_time_that_was_given(port: SerialPort) -> None:
    took = []
    for _ in range(3):  # a busy machine may hold a thread up; a fault would do so every time
        before = time.monotonic()
        assert port.read(0.05) == b""
        took.append(time.monotonic() - before)
    assert 0.04 < min(took) < 0.5
    assert port.read(0) == b""
    assert port.read(-1) == b""


def test_many_bytes_come_in_one_piece(cable: Cable, port: SerialPort) -> None:
    os.write(cable.far, bytes(range(1, 201)) * 10)
    until = time.monotonic() + SOON
    while port._device.in_waiting < 2000 and time.monotonic() < until:  # the system carries them when it likes
        time.sleep(0.001)
    assert len(port.read(1)) == 2000


def test_waking_ends_a_read_from_another_thread_and_the_next_one_if_none_waits(port: SerialPort) -> None:
    timer = threading.Timer(0.05, port.wake)
    before = time.monotonic()
    timer.start()
    assert port.read(LONG) == b""
    assert time.monotonic() - before < SOON
    timer.join(5)
    for _ in range(3):
        port.wake()
    assert port.read(LONG) == b""
    assert time.monotonic() - before < SOON
    assert port.read(0.02) == b"", "and not the one after"


def test_waking_never_waits_however_often(port: SerialPort) -> None:
    before = time.monotonic()
    for _ in range(100_000):
        port.wake()
    assert time.monotonic() - before < SOON
    assert port.read(5) == b""


def test_an_unplugged_port_is_lost_to_reading_and_writing_and_can_be_closed_twice(
    cable: Cable, port: SerialPort
) -> None:
    cable.cut()
    with pytest.raises(LinkLost) as caught:
        port.read(1)
    assert (caught.value.key, caught.value.params["port"]) == ("port.gone", cable.path)
    assert isinstance(caught.value, OSError)
    assert isinstance(caught.value, BridgeError)
    with pytest.raises(LinkLost):
        port.write(b"x")
    port.close()
    port.close()


@pytest.mark.faults(FaultClass.EIO)
@pytest.mark.parametrize(
    "failure",
    [
        serial.SerialException("device reports readiness to read but returned no data"),
        OSError(errno.EIO, "Input/output error"),
        termios.error(errno.EIO, "Input/output error"),
        serial.PortNotOpenError(),
    ],
)
def test_all_families_of_failures_are_one(
    port: SerialPort, failure: Exception, monkeypatch: pytest.MonkeyPatch
) -> None:
    def fail(_: object) -> None:
        raise failure

    monkeypatch.setattr(port._device, "write", fail)
    with pytest.raises(LinkLost):
        port.write(b"x")


def test_a_mistake_of_our_own_is_not_taken_for_an_unplug(port: SerialPort, monkeypatch: pytest.MonkeyPatch) -> None:
    def fail(_: object) -> None:
        raise ZeroDivisionError

    monkeypatch.setattr(port._device, "write", fail)
    with pytest.raises(ZeroDivisionError):
        port.write(b"x")


@pytest.mark.faults(FaultClass.FULL_OUTPUT)
def test_a_port_that_takes_no_more_says_so_in_time_and_closes_at_once(port: SerialPort) -> None:
    before = time.monotonic()
    with pytest.raises(WriteStalled) as caught:
        port.write(bytes(1_000_000))
    assert isinstance(caught.value, TimeoutError)
    assert time.monotonic() - before < 2
    before = time.monotonic()
    port.close()
    assert time.monotonic() - before < 1


@pytest.mark.faults(FaultClass.EIO, FaultClass.FULL_OUTPUT)
def test_what_was_not_sent_is_thrown_away_before_closing_even_where_that_fails(
    port: SerialPort, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Else closing a UART waits up to half a minute for a device that takes nothing."""
    done: list[str] = []

    def throw_away() -> None:
        done.append("thrown away")
        raise termios.error(errno.EIO, "Input/output error")

    close = port._device.close

    def close_and_note() -> None:
        done.append("closed")
        close()

    monkeypatch.setattr(port._device, "reset_output_buffer", throw_away)
    monkeypatch.setattr(port._device, "close", close_and_note)
    port.close()
    assert done == ["thrown away", "closed"]


@pytest.mark.faults(FaultClass.PORT_BUSY)
def test_a_port_that_is_held_is_busy(cable: Cable, port: SerialPort) -> None:
    with pytest.raises(PortUnavailable) as caught:
        SerialCandidate(cable.path).open()
    assert caught.value.key == "port.busy"
    port.close()
    SerialCandidate(cable.path).open().close()


def test_a_port_that_is_not_there_is_absent() -> None:
    with pytest.raises(PortUnavailable) as caught:
        SerialCandidate("/dev/nowhere").open()
    assert caught.value.key == "port.absent"


@pytest.mark.faults(FaultClass.PORT_DENIED)
@pytest.mark.parametrize(
    ("failure", "key"),
    [
        (serial.SerialException(errno.EACCES, "could not open port"), "port.denied"),
        (PermissionError(errno.EPERM, "not permitted"), "port.denied"),
        (serial.SerialException(errno.EBUSY, "could not open port"), "port.busy"),
        (serial.SerialException("Could not configure port"), "port.failed"),
        (termios.error(errno.EIO, "Input/output error"), "port.failed"),
    ],
)
def test_each_reason_for_a_port_that_does_not_open_has_its_name(
    failure: Exception, key: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    def fail(*_: object, **__: object) -> None:
        raise failure

    monkeypatch.setattr(serial, "serial_for_url", fail)
    with pytest.raises(PortUnavailable) as caught:
        SerialCandidate("/dev/ttyACM0").open()
    assert caught.value.key == key


def test_a_file_is_no_port(tmp_path: Path) -> None:
    path = tmp_path / "file"
    path.write_text("")
    with pytest.raises(PortUnavailable) as caught:
        SerialCandidate(str(path)).open()
    assert caught.value.key == "port.failed"


# ---- finders ----


def test_a_path_is_there_while_it_exists(tmp_path: Path) -> None:
    path = tmp_path / "by-id"
    finder = ports.at(str(path))
    assert list(finder()) == []
    path.write_text("")
    assert [one.name for one in finder()] == [str(path)]
    path.unlink()
    assert list(finder()) == []


def test_a_url_of_an_unknown_kind_is_refused_at_once() -> None:
    with pytest.raises(PortError) as caught:
        ports.at("pigeon://roof")
    assert caught.value.key == "port.url"
    assert isinstance(caught.value, ValueError)
    with pytest.raises(PortError):
        SerialCandidate("pigeon://roof").open()


@pytest.mark.skipif(sys.platform != "linux", reason="other systems name their devices otherwise")
def test_devices_on_usb_are_named_as_they_will_be_again_and_ours_come_first(tmp_path: Path) -> None:
    for name in ("ttyUSB0", "ttyUSB1", "ttyS0", "ttyACM0", "tty"):
        (tmp_path / name).touch()
    by_id = tmp_path / "serial" / "by-id"
    by_id.mkdir(parents=True)
    (by_id / "usb-1a86_USB_Serial-if00-port0").symlink_to("../../ttyUSB1")
    (by_id / "usb-Tavola_Tavola_strip_E66001020304ABCD-if00").symlink_to("../../ttyACM0")
    assert [one.name for one in ports.usb(tmp_path)] == [
        str(by_id / "usb-Tavola_Tavola_strip_E66001020304ABCD-if00"),
        str(by_id / "usb-1a86_USB_Serial-if00-port0"),
        str(tmp_path / "ttyUSB0"),
    ]


def test_elsewhere_only_devices_on_usb_are_candidates(monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> None:
    devices = []
    for name, vendor in (("COM4", 0x1A86), ("COM1", None), ("COM3", 0x2E8A)):
        device = ListPortInfo(name, skip_link_detection=True)
        device.vid = vendor
        devices.append(device)
    monkeypatch.setattr(sys, "platform", "win32")
    monkeypatch.setattr("serial.tools.list_ports.comports", lambda: devices)
    assert [Path(one.name).name for one in ports.usb(tmp_path)] == ["COM3", "COM4"]


def test_looking_at_this_machines_own_devices_works() -> None:
    assert all(one.name for one in ports.usb())


# ---- other kinds of pyserial ----


def test_a_socket_is_a_port() -> None:
    with socket.create_server(("127.0.0.1", 0)) as server:
        server.settimeout(5)
        (one,) = ports.at(f"socket://127.0.0.1:{server.getsockname()[1]}")()
        port = one.open()
        far, _ = server.accept()
        with far:
            port.write(b"out")
            assert far.recv(10) == b"out"
            far.sendall(b"in")
            assert port.read(5) == b"in"
            port.wake()
            assert port.read(5) == b""
        with pytest.raises(LinkLost):
            port.read(5)
        port.close()


def test_a_socket_that_nobody_listens_on_is_unavailable() -> None:
    with socket.create_server(("127.0.0.1", 0)) as server:
        number = server.getsockname()[1]
    with pytest.raises(PortUnavailable):
        SerialCandidate(f"socket://127.0.0.1:{number}").open()


def test_a_port_without_a_handle_is_read_in_short_waits() -> None:
    port = SerialCandidate("loop://").open()
    assert port.read(0.02) == b""
    port.write(b"echo")
    assert b"".join(port.read(0.05) for _ in range(4)) == b"echo"
    port.wake()
    port.close()
