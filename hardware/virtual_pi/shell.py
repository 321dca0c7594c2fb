"""Run other programs: bounded, with what they said where they fail."""

from __future__ import annotations

import os
import shutil
import subprocess
from typing import TYPE_CHECKING, Final

from hardware.virtual_pi.errors import VirtualPiError

if TYPE_CHECKING:
    from collections.abc import Mapping, Sequence
    from pathlib import Path

LONG: Final = 1200.0
"""Seconds that one step may take where others share the machine."""


def run(
    command: Sequence[str], *, folder: Path | None = None, extra: Mapping[str, str] | None = None, limit: float = LONG
) -> str:
    """Return what a program prints.

    Args:
        command: the program and its arguments.
        folder: where it runs.
        extra: further variables of its environment.
        limit: seconds that it may take.

    Raises:
        VirtualPiError: "virtual_pi.missing", it is not installed; "virtual_pi.failed", "virtual_pi.too_slow".
    """
    if shutil.which(command[0]) is None:
        raise VirtualPiError("virtual_pi.missing", program=command[0])
    try:
        done = subprocess.run(  # noqa: S603 - commands of this package, no shell
            command,
            cwd=folder,
            env={**os.environ, "LC_ALL": "C", **(extra or {})},
            capture_output=True,
            text=True,
            errors="replace",
            timeout=limit,
            check=False,
        )
    except subprocess.TimeoutExpired as error:
        raise VirtualPiError("virtual_pi.too_slow", command=" ".join(command), seconds=limit) from error
    if done.returncode:
        said = (done.stderr.strip() or done.stdout.strip())[-2000:]
        raise VirtualPiError("virtual_pi.failed", command=" ".join(command)[:400], said=said)
    return done.stdout


def pipe(first: Sequence[str], second: Sequence[str], *, limit: float = LONG) -> None:
    """Let a second program read what the first one prints.

    Raises:
        VirtualPiError: "virtual_pi.failed", "virtual_pi.too_slow".
    """
    with subprocess.Popen(first, stdout=subprocess.PIPE) as source:  # noqa: S603 - as in `run`
        try:
            done = subprocess.run(  # noqa: S603 - as in `run`
                second, stdin=source.stdout, capture_output=True, text=True, timeout=limit, check=False
            )
        except subprocess.TimeoutExpired as error:
            source.kill()
            raise VirtualPiError("virtual_pi.too_slow", command=" ".join(second), seconds=limit) from error
    if done.returncode or source.returncode:
        raise VirtualPiError("virtual_pi.failed", command=" ".join(second)[:400], said=done.stderr.strip()[-2000:])
