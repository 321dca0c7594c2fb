"""The guest's own system: loading modules, writing what drivers read, waiting for what they make."""

from __future__ import annotations

import subprocess
import time
from pathlib import Path
from typing import TYPE_CHECKING, Final

from hardware.virtual_pi.errors import VirtualPiError

if TYPE_CHECKING:
    from collections.abc import Callable

CONFIG: Final = Path("/sys/kernel/config")
"""Where gpio-sim and USB gadgets are made, by making folders."""


def load(module: str, *parameters: str) -> None:
    """Load a module of the kernel, and wait until udev has seen to its devices.

    Raises:
        VirtualPiError: "virtual_pi.failed".
    """
    call("modprobe", module, *parameters)
    call("udevadm", "settle")


def call(*command: str, limit: float = 120.0) -> str:
    """Return what a program of the guest prints.

    Raises:
        VirtualPiError: "virtual_pi.failed".
    """
    done = subprocess.run(command, capture_output=True, text=True, timeout=limit, check=False)  # noqa: S603 - our own
    if done.returncode:
        raise VirtualPiError("virtual_pi.failed", command=" ".join(command), said=(done.stdout + done.stderr).strip())
    return done.stdout


def until(what: str, true: Callable[[], object], limit: float = 60.0, every: float = 0.05) -> float:
    """Wait until something is so; return how many seconds it took.

    Raises:
        VirtualPiError: "virtual_pi.awaited", it did not come about.
    """
    began = time.monotonic()
    while not true():
        if time.monotonic() - began > limit:
            raise VirtualPiError("virtual_pi.awaited", what=what, seconds=limit)
        time.sleep(every)
    return time.monotonic() - began
