"""The emulated machine: how qemu is called, its console, and how its power is cut."""

from __future__ import annotations

import queue
import subprocess
import threading
import time
from typing import TYPE_CHECKING, Final, Self

from hardware.virtual_pi import recipe
from hardware.virtual_pi.errors import VirtualPiError

if TYPE_CHECKING:
    from collections.abc import Callable, Mapping
    from pathlib import Path
    from types import TracebackType

    from hardware.virtual_pi.image import Image

END: Final = 10.0
"""Seconds within which qemu ends once it was told to."""


def command(made: Image, disk: Path, size: recipe.Size, words: Mapping[str, str], payload: Path | None) -> list[str]:
    """Return how qemu is called.

    Args:
        made: what is booted.
        disk: the disk that is written to, a copy of the image's.
        size: of the machine, that of the image's device tree.
        words: of the kernel's command line, what is for the guest's start.
        payload: a second disk, a tar archive; None for none.
    """
    append = " ".join(("console=ttyAMA0", "quiet", "panic=-1", *(f"tavola.{key}={words[key]}" for key in words)))
    call = ["qemu-system-aarch64", "-M", "virt", "-accel", "tcg,thread=multi", "-cpu", recipe.CPU]
    call += ["-smp", str(size.cores), "-m", str(size.megabytes), "-nographic", "-nodefaults", "-no-reboot"]
    call += ["-serial", "stdio", "-kernel", str(made.kernel), "-initrd", str(made.initrd), "-dtb", str(made.tree)]
    call += ["-append", append, "-object", "rng-random,id=chance,filename=/dev/urandom"]
    call += ["-device", "virtio-rng-pci,rng=chance"]
    drives = [disk] if payload is None else [disk, payload]
    for file in drives:
        fixed = ",readonly=on" if file is payload else ""
        call += ["-drive", f"file={file},if=virtio,format=raw{fixed}"]
    return call


class Machine:
    """A machine that runs, a context manager: it does not outlive it."""

    def __init__(self, call: list[str], log: Path, say: Callable[[str], None]) -> None:
        """Switch it on.

        Args:
            call: as `command` returns it.
            log: where its console is kept; added to.
            say: is told every line of the guest that is meant for people.
        """
        self._lines: queue.SimpleQueue[str | None] = queue.SimpleQueue()
        self._say = say
        self._log = log
        self._process = subprocess.Popen(  # noqa: S603 - qemu, called by this package
            call, stdin=subprocess.DEVNULL, stdout=subprocess.PIPE, stderr=subprocess.STDOUT
        )
        self._reader = threading.Thread(target=self._read, daemon=True)
        self._reader.start()

    def wait_for(self, words: tuple[str, ...], limit: float) -> str:
        """Wait until the guest prints a line with one of some words; return the line.

        Raises:
            VirtualPiError: "virtual_pi.silent", it did not in that time; "virtual_pi.off", it went off before.
        """
        until = time.monotonic() + limit
        while True:
            try:
                line = self._lines.get(timeout=max(0.0, until - time.monotonic()))
            except queue.Empty:
                raise VirtualPiError("virtual_pi.silent", awaited=words[0], seconds=limit, log=str(self._log)) from None
            if line is None:
                raise VirtualPiError("virtual_pi.off", awaited=words[0], log=str(self._log))
            if any(one in line for one in words):
                return line

    def cut_power(self) -> None:
        """Take its power: nothing in it hears of it."""
        self._process.kill()
        self._process.wait(END)

    def __enter__(self) -> Self:
        """Return the machine itself."""
        return self

    def __exit__(
        self, kind: type[BaseException] | None, error: BaseException | None, trace: TracebackType | None
    ) -> None:
        """Make sure that it is off; a machine that is going off by itself is given the time for it."""
        if error is None:
            try:
                self._process.wait(END)
            except subprocess.TimeoutExpired:
                self._process.kill()
        else:
            self._process.kill()
        self._process.wait(END)
        self._reader.join(END)

    def _read(self) -> None:
        """Take what the console prints, until it ends."""
        console = self._process.stdout
        if console is None:
            return
        with self._log.open("a", encoding="utf-8") as log:
            for raw in console:
                line = raw.decode("utf-8", errors="replace").rstrip()
                log.write(f"{line}\n")
                log.flush()
                if line.startswith("virtual-pi: "):
                    self._say(line.removeprefix("virtual-pi: "))
                self._lines.put(line)
        console.close()
        self._lines.put(None)
