"""Run a command as the service's unit lets it run, as far as a process can do that to itself; x86-64 only.

    python -m tests.rigs.confined UNIT STATE COMMAND...

System calls and address families that the unit does not allow fail as under systemd (systemd.exec(5)): both are read
from the unit, and the groups of calls from `systemd-analyze`. New privileges and capabilities are given up, files are
made for their owner alone, and where a mount namespace can be had everything but STATE and /tmp is read-only. Which
devices may be opened is the control group's work, and not tried here.
"""

from __future__ import annotations

import ctypes
import errno
import os
import re
import struct
import subprocess
import sys
from functools import cache
from pathlib import Path
from typing import Final

NUMBERS: Final = Path("/usr/include/x86_64-linux-gnu/asm/unistd_64.h")
"""The numbers of the system calls."""

_FAMILIES: Final = {"AF_UNIX": 1, "AF_INET": 2, "AF_INET6": 10, "AF_NETLINK": 16, "AF_PACKET": 17}
_NEWNS: Final = 0x00020000
_READ_ONLY: Final = 0x1 | 0x20 | 0x1000
_BIND: Final = 0x1000
_PRIVATE: Final = 0x4000 | 0x40000
_NO_NEW_PRIVILEGES, _SECCOMP, _DROP_CAPABILITY = 38, 22, 24
_LOAD, _EQUAL, _RETURN = 0x20, 0x15, 0x06
_ALLOW, _ERRNO, _KILL = 0x7FFF0000, 0x00050000, 0x80000000
_X86_64: Final = 0xC000003E
_WITH_NUMBER_OF_X32: Final = 0x40000000


def settings(unit: str, name: str) -> list[str]:
    """Return what a unit says of a setting, a line each."""
    return [value for key, _, value in (line.partition("=") for line in unit.splitlines()) if key == name]


@cache
def group(name: str) -> frozenset[str]:
    """Return the system calls of a group, such as "@system-service"."""
    said = subprocess.run(
        ["systemd-analyze", "syscall-filter", "--no-pager", name], capture_output=True, text=True, check=True
    )
    words = [line.strip() for line in said.stdout.splitlines()[1:]]
    found = {word for word in words if word.isidentifier()}
    return frozenset(found.union(*(group(word) for word in words if word.startswith("@"))))


def allowed_calls(unit: str) -> frozenset[str]:
    """Return the system calls that a unit allows; what every program needs is always among them."""
    allowed = set(group("@default"))
    for words in settings(unit, "SystemCallFilter"):
        for word in words.removeprefix("~").split():
            calls = group(word) if word.startswith("@") else {word}
            allowed = allowed - calls if words.startswith("~") else allowed | calls
    return frozenset(allowed)


def allowed_families(unit: str) -> frozenset[int]:
    """Return the numbers of the address families that a unit allows."""
    return frozenset(_FAMILIES[word] for line in settings(unit, "RestrictAddressFamilies") for word in line.split())


def program_of(unit: str) -> bytes:
    """Return the filter of system calls as the kernel takes it (seccomp(2))."""
    numbers = {name: int(number) for name, number in re.findall(r"__NR_(\w+) (\d+)", NUMBERS.read_text())}
    refused = _ERRNO | errno.EPERM
    lines = [(_LOAD, 0, 0, 4), (_EQUAL, 1, 0, _X86_64), (_RETURN, 0, 0, _KILL), (_LOAD, 0, 0, 0)]
    families = sorted(allowed_families(unit))
    lines.append((_EQUAL, 0, len(families) + 3, numbers["socket"]))
    lines.append((_LOAD, 0, 0, 16))
    lines += [(_EQUAL, len(families) - at, 0, family) for at, family in enumerate(families)]
    lines += [(_RETURN, 0, 0, _ERRNO | errno.EAFNOSUPPORT), (_RETURN, 0, 0, _ALLOW)]
    for number in sorted(numbers[name] for name in allowed_calls(unit) - {"socket"} if name in numbers):
        lines += [(_EQUAL, 0, 1, number), (_RETURN, 0, 0, _ALLOW)]
    return b"".join(struct.pack("<HBBI", *line) for line in [*lines, (_RETURN, 0, 0, refused)])


def confine(unit: str, state: Path) -> None:
    """Give up what the unit does not allow; there is no way back.

    Raises:
        OSError: the kernel does not do it.
    """
    libc = ctypes.CDLL(None, use_errno=True)

    def call(done: int) -> None:
        if done != 0:
            raise OSError(ctypes.get_errno(), os.strerror(ctypes.get_errno()))

    os.umask(int(settings(unit, "UMask")[0], 8))
    if os.geteuid() == 0 and libc.unshare(_NEWNS) == 0:
        call(libc.mount(None, b"/", None, _PRIVATE, None))
        for writable in (str(state).encode(), b"/tmp", b"/dev"):
            call(libc.mount(writable, writable, None, _BIND | 0x4000, None))
        call(libc.mount(None, b"/", None, _READ_ONLY, None))
        for capability in range(41):
            libc.prctl(_DROP_CAPABILITY, capability, 0, 0, 0)  # one that there is not is none to give up
    program = program_of(unit)
    kept = ctypes.create_string_buffer(program, len(program))
    head = struct.pack("<HxxxxxxQ", len(program) // 8, ctypes.addressof(kept))
    call(libc.prctl(_NO_NEW_PRIVILEGES, 1, 0, 0, 0))
    call(libc.prctl(_SECCOMP, 2, ctypes.c_char_p(head), 0, 0))


def main() -> None:
    """Run the command."""
    unit, state, *command = sys.argv[1:]
    confine(Path(unit).read_text("utf-8"), Path(state))
    os.execvp(command[0], command)  # noqa: S606 - the test's own command


if __name__ == "__main__":
    main()
