"""No thread of linear algebra takes a core from those that work."""

from __future__ import annotations

import os
import subprocess
import sys

import pytest

from controller.cli.blas_threads import THREADS

BUSY = """
import time
from controller.cli.main import main

try:
    main(["--version"])
except SystemExit:
    pass
import numpy as np

matrix = np.ones((1200, 1200))
began, began_here = time.process_time(), time.thread_time()
for _ in range(4):
    matrix @ matrix
whole, here = time.process_time() - began, time.thread_time() - began_here
print(whole / here)
"""


def times_as_much_as_one_thread(**variables: str) -> float:
    """Return how much time all threads of a program that has run `tavola` take for matrices, over that of the first."""
    kept = {name: value for name, value in os.environ.items() if name not in (THREADS, "OMP_NUM_THREADS")}
    done = subprocess.run(
        [sys.executable, "-c", BUSY], env={**kept, **variables}, capture_output=True, text=True, check=True
    )
    return float(done.stdout.split()[-1])


def test_linear_algebra_keeps_to_the_thread_that_asks_for_it() -> None:
    assert times_as_much_as_one_thread() < 1.1


@pytest.mark.skipif((os.cpu_count() or 1) < 2, reason="a machine with one core has no second thread for it")
def test_who_says_how_many_threads_it_has_gets_them() -> None:
    assert times_as_much_as_one_thread(**{THREADS: "2"}) > 1.3
