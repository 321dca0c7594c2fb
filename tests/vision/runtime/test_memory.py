"""Memory that a picture's reading freed serves the next one."""

from __future__ import annotations

import subprocess
import sys

import pytest

PROGRAM = """
import resource, numpy
from vision.runtime.memory import keep_freed_memory
if {asked}: assert keep_freed_memory()
def fetched():
    pieces = [numpy.ones(300_000) for _ in range(8)]
    del pieces
    return resource.getrusage(resource.RUSAGE_SELF).ru_minflt
first = [fetched() for _ in range(4)][-1]
print(fetched() - first)
"""


def pages_fetched(*, asked: bool) -> int:
    run = subprocess.run(
        [sys.executable, "-c", PROGRAM.format(asked=asked)], capture_output=True, text=True, timeout=60, check=True
    )
    return int(run.stdout)


@pytest.mark.skipif(sys.platform != "linux", reason="only GNU's C library can be asked")
def test_no_memory_is_fetched_anew_once_there_was_enough() -> None:
    assert pages_fetched(asked=True) < min(100, pages_fetched(asked=False))
