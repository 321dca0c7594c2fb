"""Compile the strip controller for the Arduino Nano (ATmega328P, 16 MHz) with Debian's gcc-avr.

By hand: `python -m hardware.firmware.avr [FOLDER]` writes the image that is flashed and prints what it takes up.
"""

from __future__ import annotations

import subprocess
import sys
from dataclasses import dataclass
from pathlib import Path
from typing import TYPE_CHECKING, Final

from firmware_bridge.messages import LEDS
from hardware.firmware import build

if TYPE_CHECKING:
    from collections.abc import Sequence

IMAGE: Final = "tavola-nano.hex"
"""The name of the image that is flashed."""

FLASH: Final = 32768
"""Bytes of flash of an ATmega328P; a boot loader takes 512 to 2,048 of them."""

RAM: Final = 2048
"""Bytes of its memory."""

_PACKAGE: Final = "gcc-avr"
_LIBRARY: Final = "avr-libc"
_TIMEOUT: Final = 60.0
_FLAGS: Final = (
    *("-mmcu=atmega328p", "-DF_CPU=16000000UL", "-std=gnu11", "-Os", "-flto"),
    *build.WARNINGS,
    *("-ffunction-sections", "-fdata-sections", "-Wl,--gc-sections"),
)


@dataclass(frozen=True, slots=True)
class Usage:
    """What a program takes up.

    Attributes:
        flash: bytes of code, tables and start values.
        ram: bytes of variables; the stack comes on top.
    """

    flash: int
    ram: int


def build_avr(folder: Path) -> Path:
    """Write the image that is flashed, in Intel's hexadecimal format, and return its path.

    Args:
        folder: where to; made if it is not there.

    Raises:
        CompilerMissing: "toolchain.missing", with the Debian package.
        CompileFailed: "compiler.failed", with what the compiler said.
    """
    program = elf()
    image = folder / IMAGE
    beside = folder / f".{IMAGE}.new"
    copy = build.tool("avr-objcopy", "binutils-avr")
    try:
        folder.mkdir(parents=True, exist_ok=True)
        _run((copy, "-O", "ihex", "-R", ".eeprom", str(program), str(beside)))
        beside.replace(image)
    except OSError as error:
        raise build.CompileFailed("compiler.failed", command=copy, said=str(error)) from error
    return image


def elf(sources: Path = build.SOURCES, leds: int = LEDS) -> Path:
    """Return the path of the linked program, compiled if need be.

    Args:
        sources: where `core/` and `avr/` lie.
        leds: lights of the strip.

    Raises:
        CompilerMissing: "toolchain.missing", with the Debian package.
        CompileFailed: "compiler.failed", with what the compiler said.
    """
    compiler = build.tool("avr-gcc", _PACKAGE)
    core, port = sources / "core", sources / "avr"
    command = (compiler, *_FLAGS, f"-DSTRIP_LEDS={leds}", f"-I{core}")
    headers = (*sorted(core.glob("*.h")), *sorted(port.glob("*.h")))
    try:
        return build.cached("tavola-nano.elf", command, (*sorted(port.glob("*.c")), *sorted(core.glob("*.c"))), headers)
    except build.CompileFailed as error:
        if "avr/io.h: No such file" in str(error.params["said"]):
            raise build.CompilerMissing("toolchain.missing", program="avr/io.h", package=_LIBRARY) from error
        raise


def usage(program: Path) -> Usage:
    """Return what a linked program takes up.

    Raises:
        CompilerMissing: "toolchain.missing", with the Debian package.
        CompileFailed: "compiler.failed", if the file is no program.
    """
    said = _run((build.tool("avr-size", "binutils-avr"), "-A", "-d", str(program)))
    sizes = {
        fields[0]: int(fields[1])
        for line in said.splitlines()
        if len(fields := line.split()) == 3 and fields[1].isdigit()
    }
    data = sizes.get(".data", 0)
    return Usage(sizes.get(".text", 0) + data, data + sizes.get(".bss", 0) + sizes.get(".noinit", 0))


def _run(command: tuple[str, ...]) -> str:
    done = subprocess.run(command, capture_output=True, text=True, timeout=_TIMEOUT, check=False)  # noqa: S603 - ours
    if done.returncode:
        raise build.CompileFailed("compiler.failed", command=" ".join(command), said=done.stderr.strip())
    return done.stdout


def main(arguments: Sequence[str]) -> int:
    """Write the image into the folder named, or the current one, and print what it takes up; return the exit status."""
    try:
        image = build_avr(Path(arguments[0]) if arguments else Path())
        taken = usage(elf())
    except build.CompilerMissing as error:
        print(f"{error.params['program']} is missing: sudo apt-get install {error.params['package']}", file=sys.stderr)  # noqa: T201 - a command
        return 1
    print(  # noqa: T201 - the same
        f"{image}: flash {taken.flash} bytes ({taken.flash / FLASH:.1%}), RAM {taken.ram} bytes ({taken.ram / RAM:.1%})"
    )
    return 0


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
