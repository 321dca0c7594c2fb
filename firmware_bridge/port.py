"""Ports: the edge where bytes leave the program, with one error for each way in which pyserial fails.

A finder names candidates, places where the controller may be; one can be opened, which gives a port. Which is the
right one is not decided here: whoever answers HELLO rightly is the controller, whatever its port is called.
"""

from __future__ import annotations

import contextlib
import errno
import logging
import os
import select
import sys
import time
from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import Final, Protocol

import serial
from serial.tools import list_ports

from firmware_bridge.errors import LinkLost, PortError, PortUnavailable, WriteStalled

try:
    import termios

    _FAILURES: tuple[type[Exception], ...] = (OSError, termios.error)
except ImportError:  # not a POSIX system
    _FAILURES = (OSError,)

_log: Final = logging.getLogger(__name__)

BAUD: Final = 115200
"""Bits a second on a UART; USB takes no notice of it."""

WRITE_TIMEOUT: Final = 0.2
"""Seconds that a write may take; a frame needs 6 ms."""

_DEVICES: Final = Path("/dev")
_OURS: Final = "Tavola"
"""What the name of our own USB devices contains."""

_LARGEST_READ: Final = 4096
_WITHOUT_SELECT: Final = 0.01
"""Longest wait in seconds where a port cannot be woken: what is asked for meanwhile is sent that much later."""


class Port(Protocol):
    """An open port. One thread reads and writes; any thread may wake it."""

    def read(self, timeout: float) -> bytes:
        """Return what has come in, waiting for it; empty after `timeout` seconds or `wake`.

        Raises:
            LinkLost: the port is gone.
        """

    def write(self, data: bytes) -> None:
        """Send bytes.

        Raises:
            LinkLost: the port is gone.
            WriteStalled: not all was taken in time.
        """

    def wake(self) -> None:
        """End a `read` that waits, or else the next one."""

    def close(self) -> None:
        """Let the port go; may be called again."""


class Candidate(Protocol):
    """Where a port may be."""

    @property
    def name(self) -> str:
        """What a person would call it."""

    def open(self) -> Port:
        """Open it.

        Raises:
            PortUnavailable: "port.absent", "port.busy", "port.denied" or "port.failed".
        """


Finder = Callable[[], Sequence[Candidate]]
"""Names the candidates that are there now, the likeliest first; called again and again while none is the controller."""


@contextlib.contextmanager
def _lost_if_it_fails(name: str) -> Iterator[None]:
    """Tell all the ways in which a serial port fails as `LinkLost`, and a write that takes too long as `WriteStalled`.

    After an unplug `read` and `write` raise SerialException, `in_waiting` a bare OSError, and the flushes
    termios.error, which is no OSError at all.
    """
    try:
        yield
    except serial.SerialTimeoutException as error:
        raise WriteStalled("port.stalled", port=name) from error
    except _FAILURES as error:
        raise LinkLost("port.gone", port=name, error=str(error)) from error


class SerialPort:
    """A port of pyserial: a device, or `socket://` to a simulator."""

    def __init__(self, name: str, device: serial.Serial) -> None:
        """Take over an open device."""
        self._name = name
        self._device = device
        self._closed = False
        self._handle: int | None = None
        self._wake: tuple[int, int] | None = None
        if os.name == "posix":  # elsewhere nothing but sockets can be selected on
            with contextlib.suppress(OSError):  # io.UnsupportedOperation: no handle at all, as with loop://
                self._handle = device.fileno()
                self._wake = os.pipe()
                os.set_blocking(self._wake[1], False)

    def read(self, timeout: float) -> bytes:
        """Return what has come in, as `Port.read`."""
        with _lost_if_it_fails(self._name):
            if self._handle is None or self._wake is None:
                self._device.timeout = max(0.0, min(timeout, _WITHOUT_SELECT))
                return bytes(self._device.read(1))
            woken = self._wake[0]
            ready, _, _ = select.select((self._handle, woken), (), (), max(0.0, timeout))
            if woken in ready:
                os.read(woken, _LARGEST_READ)
            return bytes(self._device.read(_LARGEST_READ)) if self._handle in ready else b""

    def write(self, data: bytes) -> None:
        """Send bytes, as `Port.write`."""
        with _lost_if_it_fails(self._name):
            self._device.write(data)

    def wake(self) -> None:
        """End a `read` that waits, as `Port.wake`."""
        if self._wake is not None:
            with contextlib.suppress(BlockingIOError):  # a full pipe wakes as well
                os.write(self._wake[1], b"!")

    def close(self) -> None:
        """Let the port go, and what it has not sent with it; a device that is gone has nothing to say any more."""
        if self._closed:
            return
        self._closed = True
        began = time.monotonic()
        # What is unsent goes first, else closing waits up to 30 s for a device that takes nothing.
        for end in (self._device.reset_output_buffer, self._device.close):
            try:
                end()
            except _FAILURES as error:
                _log.debug("%s: %s while closing", self._name, error)
        _log.debug("%s: closed in %.3f s", self._name, time.monotonic() - began)
        for handle in self._wake or ():
            os.close(handle)


_REASONS: Final = {
    errno.ENOENT: "port.absent",
    errno.ENODEV: "port.absent",
    errno.ENXIO: "port.absent",
    errno.EIO: "port.absent",
    errno.ECONNREFUSED: "port.absent",
    errno.EBUSY: "port.busy",
    errno.EAGAIN: "port.busy",
    errno.EACCES: "port.denied",
    errno.EPERM: "port.denied",
}


@dataclass(frozen=True, slots=True)
class SerialCandidate:
    """A device path such as /dev/ttyACM0, or any URL that pyserial knows.

    Attributes:
        name: the path or URL.
    """

    name: str

    def open(self) -> SerialPort:
        """Open it for this program alone, as `Candidate.open`."""
        began = time.monotonic()
        try:
            device = serial.serial_for_url(
                self.name, baudrate=BAUD, timeout=0, write_timeout=WRITE_TIMEOUT, exclusive=True
            )
        except (ValueError, KeyError) as error:
            raise PortError("port.url", port=self.name, error=str(error)) from error
        except _FAILURES as error:
            key = _REASONS.get(getattr(error, "errno", None) or 0, "port.failed")
            raise PortUnavailable(key, port=self.name, error=str(error)) from error
        _log.info("%s: opened in %.3f s", self.name, time.monotonic() - began)
        return SerialPort(self.name, device)


def at(url: str) -> Finder:
    """Return a finder of one candidate.

    Args:
        url: a path, best one of /dev/serial/by-id, which stays the same when the device is plugged in again; or a URL
            of pyserial. A path counts as there while it exists.

    Raises:
        PortError: "port.url" if pyserial knows no such URL.
    """
    one = SerialCandidate(url)
    if "://" not in url:
        return lambda: (one,) if Path(url).exists() else ()
    try:
        serial.serial_for_url(url, do_not_open=True)
    except (ValueError, KeyError) as error:
        raise PortError("port.url", port=url, error=str(error)) from error
    return lambda: (one,)


def usb(devices: Path = _DEVICES) -> Sequence[Candidate]:
    """Name every serial device on USB; itself a finder. Boards of other makers among them do not answer HELLO.

    Each is called by the name that stays the same when it is plugged in again, where udev gives it one. Boards that say
    they are ours come first, so that they need not wait until others have been asked in vain.

    Args:
        devices: the folder of device files.
    """
    if sys.platform == "linux":  # the names tell it; reading what else is known of each would cost a hundredfold
        found = [path for kind in ("ttyACM*", "ttyUSB*") for path in devices.glob(kind)]
    else:
        found = [Path(port.device) for port in list_ports.comports() if port.vid is not None]
    lasting = {os.path.realpath(link): link for link in (devices / "serial" / "by-id").glob("*")}
    names = (str(lasting.get(os.path.realpath(path), path)) for path in found)
    return tuple(SerialCandidate(name) for name in sorted(names, key=lambda name: (_OURS not in name, name)))
