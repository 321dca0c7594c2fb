"""Compile the strip controller's core for this machine, on demand, with the system's C compiler.

The sources lie beside this file, in a checkout as in an installed wheel. What is compiled goes to a cache folder named
after everything that it was made of, so a second call compiles nothing and a changed source never meets an old program.
"""

from __future__ import annotations

import hashlib
import os
import shutil
import subprocess
import sys
import tempfile
from dataclasses import dataclass
from pathlib import Path
from typing import TYPE_CHECKING, Final

from firmware_bridge.messages import LEDS
from hardware.errors import HardwareError

if TYPE_CHECKING:
    from collections.abc import Sequence

SOURCES: Final = Path(__file__).resolve().parent
"""Where `core/` and `host/` lie."""

WARNINGS: Final = ("-Wall", "-Wextra", "-Werror", "-Wconversion", "-Wshadow")
"""What every compiler is asked to find fault with."""

_HARDENING: Final = ("-fstack-protector-strong", "-U_FORTIFY_SOURCE", "-D_FORTIFY_SOURCE=2")
_SANITIZERS: Final = ("-g", "-fsanitize=address,undefined", "-fno-sanitize-recover=all")
_TIMEOUT: Final = 120.0


class CompilerMissing(HardwareError, FileNotFoundError):  # noqa: N818 - says what is wrong without a suffix
    """No C compiler is installed, or not the one that another machine than this needs."""


class CompileFailed(HardwareError, RuntimeError):  # noqa: N818 - the same
    """The C compiler refused the sources, or could not write what it made."""


@dataclass(frozen=True, slots=True)
class CoreVariant:
    """Which build of the core.

    Attributes:
        leds: lights of the strip.
        sanitized: with the address and undefined-behaviour sanitizers.
    """

    leds: int = LEDS
    sanitized: bool = False


STANDARD: Final = CoreVariant()


def program(variant: CoreVariant = STANDARD) -> Path:
    """Return the path of the core as a program behind a pseudo-terminal (see `host/program.c`), compiled if need be.

    Raises:
        CompilerMissing: "compiler.missing".
        CompileFailed: "compiler.failed", with what the compiler said.
    """
    link = ("-fPIE", "-pie", "-Wl,-z,relro,-z,now") if sys.platform == "linux" else ()
    return _compiled("tavola-strip", "program.c", (*link, *(_SANITIZERS if variant.sanitized else ())), variant)


def library(variant: CoreVariant = STANDARD) -> Path:
    """Return the path of the core as a shared library (see `host/library.c`), compiled if need be.

    Raises:
        CompilerMissing: "compiler.missing".
        CompileFailed: "compiler.failed", with what the compiler said.
    """
    return _compiled("libtavola-strip.so", "library.c", ("-fPIC", "-shared", "-fvisibility=hidden"), variant)


def cache_folder() -> Path:
    """Return the folder under which everything compiled is kept."""
    base = os.environ.get("XDG_CACHE_HOME")
    return (Path(base) if base else Path.home() / ".cache") / "tavola" / "firmware"


def tool(program: str, package: str) -> str:
    """Return the path of a program of a toolchain.

    Args:
        program: its name, such as "avr-gcc".
        package: the Debian package that brings it.

    Raises:
        CompilerMissing: "toolchain.missing", with both names.
    """
    path = shutil.which(program)
    if path is None:
        raise CompilerMissing("toolchain.missing", program=program, package=package)
    return path


def cached(name: str, command: Sequence[str], units: Sequence[Path], beside: Sequence[Path] = ()) -> Path:
    """Return what a compiler makes of some sources, made if need be.

    Args:
        name: the name of what is made.
        command: the compiler and its flags, all but the sources and the output.
        units: the sources.
        beside: what the sources include.

    Raises:
        CompileFailed: "compiler.failed", with what the compiler said.
    """
    made_of = hashlib.sha256("\0".join((sys.platform, os.uname().machine, *command)).encode())
    for source in (*units, *beside):
        made_of.update(source.name.encode() + b"\0" + source.read_bytes())
    target = cache_folder() / made_of.hexdigest()[:24] / name
    if not target.exists():
        _compile(target, (*command, *map(str, units)))
    return target


def _compiled(name: str, main: str, extra: tuple[str, ...], variant: CoreVariant) -> Path:
    compiler = shutil.which("cc")
    if compiler is None:
        raise CompilerMissing("compiler.missing", program="cc")
    core = SOURCES / "core"
    command = (compiler, "-std=c11", "-Os", *WARNINGS, *_HARDENING, *extra, f"-DSTRIP_LEDS={variant.leds}", f"-I{core}")
    return cached(name, command, (*sorted(core.glob("*.c")), SOURCES / "host" / main), sorted(core.glob("*.h")))


def _compile(target: Path, command: tuple[str, ...]) -> None:
    """Compile beside the target and put it in place in one step: two who compile at once do not meet half a file."""
    try:
        target.parent.mkdir(parents=True, exist_ok=True)
        with tempfile.TemporaryDirectory(dir=target.parent) as folder:
            made = Path(folder) / target.name
            done = subprocess.run(  # noqa: S603 - a fixed command on our own sources
                (*command, "-o", str(made)), capture_output=True, text=True, timeout=_TIMEOUT, check=False
            )
            if done.returncode:
                raise CompileFailed("compiler.failed", command=" ".join(command), said=done.stderr.strip())
            made.replace(target)
    except (OSError, subprocess.TimeoutExpired) as error:
        raise CompileFailed("compiler.failed", command=" ".join(command), said=str(error)) from error
