"""The strip controller on USB: its firmware's core behind a gadget of the kernel's, which is a real /dev/ttyACM*.

The core runs as the program `hardware/firmware/host/program.c`, behind its pseudo-terminal; bytes are carried between
that and the gadget's own end of the cable, /dev/ttyGS0.
"""

from __future__ import annotations

import os
import select
import subprocess
import threading
import tty
from pathlib import Path
from typing import TYPE_CHECKING, Final, Self

from hardware.virtual_pi.errors import VirtualPiError
from hardware.virtual_pi.guest.system import CONFIG, load, until

if TYPE_CHECKING:
    from types import TracebackType

GADGET: Final = CONFIG / "usb_gadget" / "strip"
CONTROLLER: Final = "dummy_udc.0"
"""The kernel's USB device controller that is plugged into its own host controller."""

OWN_END: Final = Path("/dev/ttyGS0")
DARK: Final = "0"
POWERED_ON: Final = 1
"""The cause of a start that the firmware on a PC gives where it is told no other."""


class GadgetStrip:
    """A strip that can be plugged in and out, a context manager. It is not plugged in yet."""

    def __init__(self, program: Path) -> None:
        """Make it.

        Args:
            program: the compiled firmware's core.
        """
        for module in ("cdc_acm", "dummy_hcd", "libcomposite", "usb_f_acm"):
            load(module)
        _make_gadget()
        self.latched: list[str] = []
        self._ended = threading.Event()
        self._process = subprocess.Popen([str(program)], stdin=subprocess.PIPE, stdout=subprocess.PIPE, text=True)  # noqa: S603 - our own firmware
        if self._process.stdout is None:
            raise VirtualPiError("virtual_pi.awaited", what="the firmware's output", seconds=0)
        self._terminal = self._process.stdout.readline().split()[1]
        threading.Thread(target=self._listen, daemon=True).start()
        threading.Thread(target=self._carry, daemon=True).start()

    def plug_in(self) -> str:
        """Plug it in: it has power again, and starts anew. Return the device under which it has come."""
        if self._process.stdin is not None:
            self._process.stdin.write(f"reset {POWERED_ON}\n")
            self._process.stdin.flush()
        before = set(Path("/dev").glob("ttyACM*"))
        (GADGET / "UDC").write_text(CONTROLLER, encoding="ascii")
        until("the strip's /dev/ttyACM*", lambda: set(Path("/dev").glob("ttyACM*")) - before)
        return str(next(iter(set(Path("/dev").glob("ttyACM*")) - before)))

    def unplug(self) -> None:
        """Pull its plug."""
        (GADGET / "UDC").write_text("\n", encoding="ascii")
        until("the strip's device to go", lambda: not list(Path("/dev").glob("ttyACM*")))

    def lit(self) -> int:
        """Return how many of its lights are on."""
        if not self.latched:
            return 0
        colours = self.latched[-1]
        return sum(colours[at : at + 6].strip(DARK) != "" for at in range(0, len(colours), 6))

    def __enter__(self) -> Self:
        """Return the strip itself."""
        return self

    def __exit__(
        self, kind: type[BaseException] | None, error: BaseException | None, trace: TracebackType | None
    ) -> None:
        """Switch it off."""
        self._ended.set()
        self._process.kill()
        self._process.wait(5.0)

    def _listen(self) -> None:
        """Keep what the strip latches."""
        for line in self._process.stdout or ():
            words = line.split()
            if words[:1] == ["LATCH"]:
                self.latched.append(words[2])

    def _carry(self) -> None:
        """Carry bytes between the firmware and the gadget, for as long as there is one."""
        firmware = os.open(self._terminal, os.O_RDWR | os.O_NOCTTY)
        tty.setraw(firmware)
        while not self._ended.is_set():
            try:
                gadget = os.open(OWN_END, os.O_RDWR | os.O_NOCTTY | os.O_NONBLOCK)
            except OSError:
                self._ended.wait(0.1)
                continue
            try:
                tty.setraw(gadget)
                self._carry_between(firmware, gadget)
            except OSError:
                self._ended.wait(0.1)
            finally:
                os.close(gadget)
        os.close(firmware)

    def _carry_between(self, firmware: int, gadget: int) -> None:
        """Carry bytes until the cable is out."""
        while not self._ended.is_set():
            ready, _, _ = select.select((firmware, gadget), (), (), 0.5)
            for source, target in ((firmware, gadget), (gadget, firmware)):
                if source in ready:
                    data = os.read(source, 4096)
                    if not data and source is gadget:
                        raise OSError
                    _write_all(target, data)


def _write_all(target: int, data: bytes) -> None:
    """Write everything, as far as the other end takes it within a second; the rest is lost, as on a wire."""
    while data:
        _, ready, _ = select.select((), (target,), (), 1.0)
        if not ready:
            return
        data = data[os.write(target, data) :]


def _make_gadget() -> None:
    """Make a USB device with one serial port, of the name by which udev's rule knows the strip."""
    language, configuration = GADGET / "strings" / "0x409", GADGET / "configs" / "c.1"
    for folder in (GADGET, language, configuration, GADGET / "functions" / "acm.0"):
        folder.mkdir(parents=True, exist_ok=True)
    for path, text in (
        (GADGET / "idVendor", "0x2e8a"),
        (GADGET / "idProduct", "0x000a"),
        (language / "serialnumber", "VIRTUAL0001"),
        (language / "manufacturer", "Tavola"),
        (language / "product", "Tavola strip"),
    ):
        path.write_text(text, encoding="ascii")
    (configuration / "acm.0").symlink_to(GADGET / "functions" / "acm.0")
