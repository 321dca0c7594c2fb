"""A Raspberry Pi Pico's image in rp2040js, in emulated time: bytes in, bytes and latched colours out.

The emulator is installed from `rp2040js/package-lock.json` when it is first wanted. It runs in a process of its own and
does nothing but what it is told; a stretch of time in which its processor has not worked is an error, so a rig that
stands still cannot pass for one in which nothing went wrong.
"""

from __future__ import annotations

import json
import os
import select
import shutil
import subprocess
from dataclasses import dataclass, replace
from pathlib import Path
from typing import TYPE_CHECKING, Any, Final, Self

from firmware_bridge import link as links
from firmware_bridge.link_state import LinkSettings, LinkState, Lit, Opened, PortFound, Received, Tick, Want
from hardware.firmware import build
from tests.rigs import npm

if TYPE_CHECKING:
    from collections.abc import Callable
    from types import TracebackType

    from firmware_bridge.link_state import Link
    from hardware.firmware.pico import Wire

FOLDER: Final = Path(__file__).parent / "rp2040js"
"""Where the rig's scripts and their lock file lie."""

_ANSWER: Final = 120.0  # seconds of this machine for one stretch of emulated time
_LEAST_INSTRUCTIONS: Final = 20  # a microsecond; the processor's loop does about 60


class RigFailedError(RuntimeError):
    """The rig does not do its work, so nothing that it says counts."""


def missing() -> str | None:
    """Return what the rig lacks on this system, in one line; None if nothing."""
    for program, package in (("node", "nodejs"), ("npm", "npm"), ("clang", "clang"), ("ld.lld", "lld")):
        if shutil.which(program) is None:
            return f"{program} is missing: sudo apt-get install {package}"
    return None if shutil.which("llvm-objcopy") else "llvm-objcopy is missing: sudo apt-get install llvm"


def install() -> None:
    """Install the emulator in the versions of the lock file, unless it is there.

    Raises:
        RigFailedError: npm cannot.
    """
    try:
        npm.install(FOLDER)
    except (build.CompilerMissing, build.CompileFailed) as error:
        raise RigFailedError(str(error)) from error


@dataclass(frozen=True, slots=True)
class Latch:
    """Colours that the lights took.

    Attributes:
        at: when, emulated seconds.
        grb: green, red, blue of each light.
    """

    at: float
    grb: bytes


@dataclass(frozen=True, slots=True)
class Stretch:
    """What came of a stretch of time.

    Attributes:
        now: emulated seconds at its end.
        received: bytes that the controller sent.
        latched: colours that the lights took.
    """

    now: float
    received: bytes
    latched: tuple[Latch, ...]


class PicoRig:
    """An emulated Pico.

    Attributes:
        now: emulated seconds.
        bad: pulses and frames that no light understands, so far.
        longest_low: longest low inside a frame, nanoseconds.
        shortest_gap: shortest low between frames, nanoseconds; None before the second.
        starts: times that the second stage was run.
        usb: what the USB host found out.
        faults: what the USB host found wrong.
    """

    def __init__(self, image: bytes, wire: Wire, folder: Path, *, unique_id: int = 0xE66001020304ABCD) -> None:
        """Put an image into the flash, and switch on.

        Args:
            image: what is in the flash.
            wire: which wire the image has.
            folder: for the image's file.
            unique_id: number of the flash chip.

        Raises:
            RigFailedError: the emulator cannot be installed.
        """
        install()
        path = folder / f"pico-{wire}.bin"
        path.write_bytes(image)
        command = ("node", str(FOLDER / "rig.mjs"), str(path), wire, f"{unique_id:016x}")
        self._process = subprocess.Popen(command, stdin=subprocess.PIPE, stdout=subprocess.PIPE, bufsize=0)
        self._text = b""
        self._instructions = 0
        self.now = 0.0
        self.bad = 0
        self.longest_low = 0.0
        self.shortest_gap: float | None = None
        self.starts = 0
        self.usb: dict[str, Any] = {}
        self.faults: list[str] = []

    def run(self, us: int, send: bytes = b"", *, freeze: bool = False) -> Stretch:
        """Let emulated time pass.

        Args:
            us: how much, microseconds.
            send: bytes for the controller; what does not get through in that time follows later.
            freeze: let the program stand still where it is, until something starts it again.

        Raises:
            RigFailedError: the emulator ended, or its processor does not work.
        """
        told = self._ask({"us": us, "send": send.hex(), "freeze": freeze})
        worked = told["instructions"] - self._instructions
        if worked < _LEAST_INSTRUCTIONS * us:
            raise RigFailedError(f"the processor did {worked} instructions in {us} us")
        self._instructions = told["instructions"]
        self.now = told["now"] / 1e9
        for name in ("bad", "longest_low", "shortest_gap", "starts", "usb", "faults"):
            setattr(self, name, told[name])
        latched = tuple(Latch(at / 1e9, bytes.fromhex(grb)) for at, grb in told["latched"])
        return Stretch(self.now, bytes.fromhex(told["received"]), latched)

    def close(self) -> None:
        """End the emulator."""
        if self._process.stdin is not None:
            self._process.stdin.close()
        try:
            self._process.wait(10)
        except subprocess.TimeoutExpired:
            self._process.kill()
            self._process.wait(10)
        if self._process.stdout is not None:
            self._process.stdout.close()

    def __enter__(self) -> Self:
        """Return this rig."""
        return self

    def __exit__(
        self, kind: type[BaseException] | None, error: BaseException | None, trace: TracebackType | None
    ) -> None:
        """Close."""
        self.close()

    def _ask(self, order: dict[str, Any]) -> dict[str, Any]:
        stdin, stdout = self._process.stdin, self._process.stdout
        if stdin is None or stdout is None:
            raise RigFailedError("the rig has no pipes")
        try:
            stdin.write(json.dumps(order).encode() + b"\n")
        except BrokenPipeError as error:
            raise RigFailedError("the rig has ended") from error
        while b"\n" not in self._text:
            ready, _, _ = select.select((stdout,), (), (), _ANSWER)
            data = os.read(stdout.fileno(), 1 << 16) if ready else b""
            if not data:
                raise RigFailedError(f"the rig says nothing; its status is {self._process.poll()}")
            self._text += data
        line, _, self._text = self._text.partition(b"\n")
        told: dict[str, Any] = json.loads(line)
        return told


class Driver:
    """The host's link, in the rig's time.

    Attributes:
        rig: the controller.
        link: the link as of now.
        latched: all that the lights took, oldest first.
        harm: what the wire does to the bytes that the host sends.
    """

    def __init__(self, rig: PicoRig) -> None:
        """Begin with a link to nothing."""
        self.rig = rig
        self.harm: Callable[[bytes], bytes] = bytes
        self.latched: list[Latch] = []
        self._number = 0
        self._out = b""
        self._reopen(links.new_link(LinkSettings(), Lit(bytes(34)), seed=7))

    def want(self, cells: bytes) -> float:
        """Ask for a state; return when, emulated seconds."""
        self._number += 1
        self._step(Want(Lit(cells), self._number))
        return self.rig.now

    def until(self, holds: Callable[[], bool], seconds: float, *, us: int = 500) -> bool:
        """Let time pass until something holds; return whether it does after at most `seconds` of emulated time."""
        end = self.rig.now + seconds
        while not holds() and self.rig.now < end:
            self.spend(us)
        return holds()

    def spend(self, us: int) -> None:
        """Let time pass."""
        data, self._out = self._out, b""
        stretch = self.rig.run(us, self.harm(data) if data else data)
        self.latched.extend(stretch.latched)
        if self.link.state is LinkState.LOST:
            self._reopen(self.link)
        self._step(Received(stretch.received) if stretch.received else Tick())

    def _reopen(self, link: Link) -> None:
        self.link = replace(link)
        self._out = b""
        self._step(PortFound())
        self._step(Opened())

    def _step(self, given: PortFound | Opened | Received | Tick | Want) -> None:
        done = links.step(self.link, self.rig.now, given)
        self.link = done.link
        self._out += done.send
