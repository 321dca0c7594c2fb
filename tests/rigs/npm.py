"""Emulators from npm, in the versions of a lock file, installed beside it when they are first wanted."""

from __future__ import annotations

import fcntl
import subprocess
from typing import TYPE_CHECKING, Final

from hardware.firmware import build

if TYPE_CHECKING:
    from pathlib import Path

_TIMEOUT: Final = 240.0


def install(folder: Path) -> None:
    """Install what the lock file in a folder names, unless it is there.

    Raises:
        CompilerMissing: "toolchain.missing", where npm or node is not installed.
        CompileFailed: "compiler.failed", with what npm said.
    """
    build.tool("node", "nodejs")
    npm = build.tool("npm", "npm")
    lock = (folder / "package-lock.json").read_text()
    done = folder / "node_modules" / ".tavola"
    with (folder / "package.json").open() as guard:
        fcntl.flock(guard, fcntl.LOCK_EX)  # several test processes may want it at once
        if done.exists() and done.read_text() == lock:
            return
        command = (npm, "ci", "--ignore-scripts", "--no-audit", "--no-fund", "--silent")
        ran = subprocess.run(command, cwd=folder, capture_output=True, text=True, timeout=_TIMEOUT, check=False)
        if ran.returncode:
            said = ran.stderr.strip() or ran.stdout.strip()
            raise build.CompileFailed("compiler.failed", command=" ".join(command), said=said)
        done.write_text(lock)
