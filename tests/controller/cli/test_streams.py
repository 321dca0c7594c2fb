"""The program's output, where nobody reads it any more and where it cannot be written."""

from __future__ import annotations

import os
import subprocess
import sys
from pathlib import Path

import pytest

from tests.paths import ROOT

FULL = Path("/dev/full")

SHORT = ["--version"], ["--help"], ["rules", "list"], ["settings", "show"], ["simulate", "--list-looks", "--json"]


def surroundings(*, buffered: bool) -> dict[str, str]:
    kept = {name: value for name, value in os.environ.items() if name != "PYTHONUNBUFFERED"}
    return kept if buffered else kept | {"PYTHONUNBUFFERED": "1"}


def tavola(*words: str) -> list[str]:
    return [sys.executable, "-c", "import sys; from controller.cli.main import main; sys.exit(main())", *words]


@pytest.mark.parametrize("buffered", [True, False])
@pytest.mark.parametrize("words", SHORT, ids=" ".join)
def test_a_reader_that_has_gone_ends_a_command_in_silence(words: list[str], *, buffered: bool) -> None:
    reading, writing = os.pipe()
    os.close(reading)
    with os.fdopen(writing, "wb") as nobody:
        done = subprocess.run(
            tavola(*words),
            check=False,
            stdout=nobody,
            stderr=subprocess.PIPE,
            cwd=ROOT,
            env=surroundings(buffered=buffered),
            timeout=60,
        )
    assert (done.returncode, done.stderr) == (141, b"")


@pytest.mark.skipif(not FULL.exists(), reason="no device here is always full")
@pytest.mark.parametrize("buffered", [True, False])
@pytest.mark.parametrize("words", SHORT, ids=" ".join)
def test_a_full_disk_is_told_of_in_one_line(words: list[str], *, buffered: bool) -> None:
    with FULL.open("wb") as full:
        done = subprocess.run(
            tavola(*words),
            check=False,
            stdout=full,
            stderr=subprocess.PIPE,
            cwd=ROOT,
            env=surroundings(buffered=buffered),
            timeout=60,
        )
    assert (done.returncode, done.stderr) == (2, b"tavola: No space left on device\n")
