"""What the rigs are compiled with; where that is missing a test is skipped, with the package's name."""

from __future__ import annotations

import re
import subprocess
from pathlib import Path
from typing import TYPE_CHECKING, Final, TypeVar

import pytest

from controller.announce.error_messages import trouble
from hardware.firmware import build

if TYPE_CHECKING:
    from collections.abc import Callable, Sequence

HERE: Final = Path(__file__).resolve().parent
"""Where the sources of the rigs lie."""

PACKAGES: Final = {"simavr/": "libsimavr-dev", "-lsimavr": "libsimavr-dev"}
"""Debian's package of what a compiler or linker does not find."""

_NOT_FOUND: Final = re.compile(r"error: ([^\s:]+): No such file|cannot find (-l\S+)")
_FUZZER: Final = re.compile(r"libclang_rt\.|-fsanitize=fuzzer")

Made = TypeVar("Made")


def compiled(name: str, command: Sequence[str], units: Sequence[Path], beside: Sequence[Path] = ()) -> Path:
    """Return what a compiler makes, as `build.cached`, and name the package of a library that is not there.

    Raises:
        CompilerMissing: "toolchain.missing".
        CompileFailed: "compiler.failed".
    """
    try:
        return build.cached(name, command, units, beside)
    except build.CompileFailed as error:
        said = str(error.params["said"])
        found = _NOT_FOUND.search(said)
        missing = next(filter(None, found.groups()), "") if found else ""
        for part, package in PACKAGES.items():
            if part in missing:
                raise build.CompilerMissing("toolchain.missing", program=missing, package=package) from error
        if _FUZZER.search(said):
            package = f"libclang-rt-{clang_version()}-dev"
            raise build.CompilerMissing("toolchain.missing", program="libFuzzer", package=package) from error
        raise


def clang_version() -> int:
    """Return the major version of the clang that is installed.

    Raises:
        CompilerMissing: "toolchain.missing".
    """
    command = (build.tool("clang", "clang"), "--version")
    said = subprocess.run(command, capture_output=True, text=True, timeout=20, check=True).stdout
    found = re.search(r"version (\d+)\.", said)
    return int(found[1]) if found else 0


def or_skip(make: Callable[[], Made]) -> Made:
    """Return what is made; skip the test where its toolchain is missing."""
    try:
        return make()
    except build.CompilerMissing as error:
        pytest.skip(trouble(error))


def core_units() -> tuple[Path, ...]:
    """Return the sources of the firmware's core."""
    return tuple(sorted(CORE.glob("*.c")))


def core_headers() -> tuple[Path, ...]:
    """Return the headers of the firmware's core."""
    return tuple(sorted(CORE.glob("*.h")))


CORE: Final = build.SOURCES / "core"
"""Where the firmware's core lies."""
