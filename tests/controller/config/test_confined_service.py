"""Under the restrictions of the unit a match is filmed, refereed, lit, spoken and kept, and little else can be done."""

from __future__ import annotations

import shutil
import stat
import subprocess
import sys
from pathlib import Path

import pytest

from controller.cli.main import main
from controller.config.service_files import DEVICES, GROUPS, UNIT, Service
from tests.paths import ROOT
from tests.rigs.confined import NUMBERS, allowed_calls, allowed_families, program_of

UNIT_TEXT = Service(Path("/opt/tavola/.venv/bin/tavola")).files()[UNIT]
needs_systemd = pytest.mark.skipif(shutil.which("systemd-analyze") is None, reason="systemd-analyze is not installed")
needs_numbers = pytest.mark.skipif(not NUMBERS.exists(), reason="the numbers of system calls are those of x86-64")

CALLS = {
    "camera (V4L2), strip, header and sound card": {
        "openat",
        "ioctl",
        "mmap",
        "munmap",
        "poll",
        "ppoll",
        "select",
        "pselect6",
    },
    "serial port": {"read", "write", "flock", "fsync"},
    "lgpio's pipe": {"mknod", "mknodat"},
    "sound that several programs share": {"shmget", "shmat", "shmctl", "semget", "semop", "semctl"},
    "rpicam-vid, espeak-ng, GNU Backgammon": {"execve", "vfork", "clone", "clone3", "pipe2", "wait4", "kill", "setsid"},
    "journal": {"fdatasync", "fcntl", "pwrite64", "ftruncate", "unlink", "rename", "fchmod"},
    "threads of the networks": {"futex", "sched_setaffinity", "sched_getaffinity", "madvise", "mprotect"},
    "orders and signs of life": {"socket", "bind", "listen", "accept4", "sendto", "connect"},
}
"""What parts of a table ask of the kernel."""

PLACES = {
    "/dev/video0": "char-video4linux",
    "/dev/v4l-subdev0": "char-video4linux",
    "/dev/media0": "char-media",
    "/dev/dma_heap/linux,cma": "char-dma_heap",
    "/dev/ttyACM0": "char-ttyACM",
    "/dev/ttyUSB0": "char-ttyUSB",
    "/dev/ttyAMA0": "char-ttyAMA",
    "/dev/gpiochip0": "char-gpiochip",
    "/dev/gpiomem": "/dev/gpiomem",
    "/dev/snd/pcmC0D0p": "char-alsa",
}
"""Devices of a table, and what the kernel calls their drivers in /proc/devices."""


@needs_systemd
@pytest.mark.parametrize("part", CALLS)
def test_what_a_part_of_a_table_asks_of_the_kernel_is_allowed(part: str) -> None:
    assert CALLS[part] - allowed_calls(UNIT_TEXT) == set()


@needs_systemd
def test_what_no_part_asks_is_not() -> None:
    forbidden = {"mount", "ptrace", "init_module", "swapon", "reboot", "settimeofday", "chown", "bpf", "kexec_load"}
    assert forbidden & allowed_calls(UNIT_TEXT) == set()
    assert allowed_families(UNIT_TEXT) == {1, 16}


@pytest.mark.parametrize("place", PLACES)
def test_every_device_of_a_table_may_be_opened(place: str) -> None:
    assert PLACES[place] in DEVICES
    assert f"DeviceAllow={PLACES[place]} rw" in UNIT_TEXT.splitlines()
    assert {"video", "dialout", "gpio", "audio"} == set(GROUPS)


def confined(state: Path, *command: str) -> subprocess.CompletedProcess[str]:
    """Run a command as the unit lets it run, which may write to its state alone."""
    unit = state.parent / "tavola.service"
    unit.write_text(UNIT_TEXT, "utf-8")
    words = [sys.executable, "-m", "tests.rigs.confined", str(unit), str(state), *command]
    return subprocess.run(words, cwd=ROOT, capture_output=True, text=True, timeout=280, check=False)


TRIED = """
import os, socket, sys
for trial in (
    lambda: socket.socket(socket.AF_INET, socket.SOCK_STREAM),
    lambda: os.chown(sys.argv[1], 0, 0),
    lambda: os.mkdir("/etc/tavola-was-here" if os.statvfs("/etc").f_flag & os.ST_RDONLY else "/proc/1/nothing"),
    lambda: os.setuid(1),
):
    try:
        trial()
    except OSError as error:
        print(type(error).__name__, error.errno)
    else:
        print("done")
open(sys.argv[1] + "/kept", "w").close()
"""


@needs_systemd
@needs_numbers
def test_a_process_of_the_service_reaches_neither_network_nor_system(tmp_path: Path) -> None:
    state = tmp_path / "state"
    state.mkdir()
    done = confined(state, sys.executable, "-c", TRIED, str(state))
    assert done.returncode == 0, done.stderr
    assert "done" not in done.stdout
    assert len(done.stdout.splitlines()) == 4
    assert stat.S_IMODE((state / "kept").stat().st_mode) == 0o600


@needs_systemd
@needs_numbers
@pytest.mark.films
def test_a_match_is_played_and_kept_under_the_restrictions_of_the_unit(tmp_path: Path) -> None:
    state = tmp_path / "state"
    state.mkdir()
    command = [str(Path(sys.executable).with_name("tavola")), "simulate", "--turns", "1", "--strip", "auto"]
    done = confined(state, *command, "--speak", "everything", "--keep-pictures", "1", "--out", str(state))
    assert done.returncode == 0, done.stdout + done.stderr
    assert "Traceback" not in done.stderr
    journal = state / "match-0001.journal"
    assert stat.S_IMODE(journal.stat().st_mode) == 0o600
    assert main(["journal", "verify", str(journal)]) == 0


@needs_systemd
@needs_numbers
def test_the_filter_is_one_that_the_kernel_takes() -> None:
    assert len(program_of(UNIT_TEXT)) % 8 == 0
    assert len(program_of(UNIT_TEXT)) // 8 < 4096
