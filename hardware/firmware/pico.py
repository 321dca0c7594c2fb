"""Compile the strip controller for the Raspberry Pi Pico (RP2040) with Debian's clang and lld.

By hand: `python -m hardware.firmware.images` writes this image and all others.
"""

from __future__ import annotations

import subprocess
from typing import TYPE_CHECKING, Final, Literal

from firmware_bridge.messages import LEDS
from hardware.firmware import boot2, build, uf2

if TYPE_CHECKING:
    from pathlib import Path

IMAGE: Final = "tavola-pico.uf2"
"""The name of the image that is flashed."""

FLASH: Final = 2 * 1024 * 1024
"""Bytes of flash on a Pico."""

FLASH_AT: Final = 0x10000000
"""Where the flash is in the chip's memory."""

Wire = Literal["usb", "uart"]
"""How the host is reached: as a USB serial port, which users have, or by UART0 on GP0 and GP1."""

_TIMEOUT: Final = 60.0
_FLAGS: Final = (
    *("--target=thumbv6m-none-eabi", "-mcpu=cortex-m0plus", "-std=c11", "-Os"),
    *("-ffreestanding", "-fno-builtin", "-nostdlib", *build.WARNINGS),
    *("-ffunction-sections", "-fdata-sections", "-Wl,--gc-sections"),
)
_UNITS: Final = ("main.c", "chip.c", "boot2.c", "start.c", "ws2812.c")


def build_pico(folder: Path) -> Path:
    """Write the image that is flashed, in UF2, and return its path.

    Args:
        folder: where to; made if it is not there.

    Raises:
        CompilerMissing: "toolchain.missing", with the Debian package.
        CompileFailed: "compiler.failed", with what the compiler said.
    """
    path = folder / IMAGE
    beside = folder / f".{IMAGE}.new"
    data = uf2.to_uf2(image(elf()), FLASH_AT)
    try:
        folder.mkdir(parents=True, exist_ok=True)
        beside.write_bytes(data)
        beside.replace(path)
    except OSError as error:
        raise build.CompileFailed("compiler.failed", command=f"write {path}", said=str(error)) from error
    return path


def elf(wire: Wire = "usb", sources: Path = build.SOURCES, leds: int = LEDS) -> Path:
    """Return the path of the linked program, compiled if need be.

    Args:
        wire: how the host is reached.
        sources: where `core/` and `rp2040/` lie.
        leds: lights of the strip.

    Raises:
        CompilerMissing: "toolchain.missing", with the Debian package.
        CompileFailed: "compiler.failed", with what the compiler said.
    """
    compiler = build.tool("clang", "clang")
    linker = build.tool("ld.lld", "lld")
    core, port = sources / "core", sources / "rp2040"
    script = port / "memory.ld"
    include = (f"-I{core}", f"-I{port}")
    command = (compiler, *_FLAGS, f"--ld-path={linker}", f"-Wl,-T,{script}", f"-DSTRIP_LEDS={leds}", *include)
    units = (*(port / name for name in (*_UNITS, f"{wire}.c")), *sorted(core.glob("*.c")))
    beside = (*sorted(core.glob("*.h")), *sorted(port.glob("*.h")), script)
    return build.cached(f"tavola-pico-{wire}.elf", command, units, beside)


def image(program: Path) -> bytes:
    """Return what is in the flash for a linked program, the second stage with its checksum first.

    Raises:
        CompilerMissing: "toolchain.missing", with the Debian package.
        CompileFailed: "compiler.failed", if the file is no program.
    """
    command = (build.tool("llvm-objcopy", "llvm"), "-O", "binary", str(program), "-")
    done = subprocess.run(command, capture_output=True, timeout=_TIMEOUT, check=False)  # noqa: S603 - a fixed command
    if done.returncode:
        raise build.CompileFailed("compiler.failed", command=" ".join(command), said=done.stderr.decode().strip())
    return boot2.sealed(done.stdout)
