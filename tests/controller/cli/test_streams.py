"""The program's output, where nobody reads it any more and where it cannot be written."""

from __future__ import annotations

import os
import subprocess
import sys
from pathlib import Path
from typing import BinaryIO

import pytest

from tests.paths import ROOT

FULL = Path("/dev/full")

SHORT = ["--version"], ["--help"], ["rules", "list"], ["settings", "show"], ["simulate", "--list-looks", "--json"]


def ended(words: list[str], output: BinaryIO, *, buffered: bool) -> tuple[int, bytes]:
    """Return the exit status of a command, and what it complains about, where its output goes there."""
    surroundings = {name: value for name, value in os.environ.items() if name != "PYTHONUNBUFFERED"}
    if not buffered:
        surroundings["PYTHONUNBUFFERED"] = "1"
    typed = [sys.executable, "-c", "import sys; from controller.cli.main import main; sys.exit(main())", *words]
    done = subprocess.run(
        typed, check=False, stdout=output, stderr=subprocess.PIPE, cwd=ROOT, env=surroundings, timeout=60
    )
    return done.returncode, done.stderr


@pytest.mark.parametrize("buffered", [True, False])
@pytest.mark.parametrize("words", SHORT, ids=" ".join)
def test_a_reader_that_has_gone_ends_a_command_in_silence(words: list[str], *, buffered: bool) -> None:
    reading, writing = os.pipe()
    os.close(reading)
    with os.fdopen(writing, "wb") as nobody:
        assert ended(words, nobody, buffered=buffered) == (141, b"")


@pytest.mark.skipif(not FULL.exists(), reason="no device here is always full")
@pytest.mark.parametrize("buffered", [True, False])
@pytest.mark.parametrize("words", SHORT, ids=" ".join)
def test_a_full_disk_is_told_of_in_one_line(words: list[str], *, buffered: bool) -> None:
    with FULL.open("wb") as full:
        assert ended(words, full, buffered=buffered) == (2, b"tavola: No space left on device\n")
