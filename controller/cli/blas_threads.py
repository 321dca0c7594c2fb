"""Linear algebra keeps to one thread.

NumPy's OpenBLAS begins a thread for each core, which turn round idly between two calls, waiting for the next one. The
matrices here are small: nothing is won by that, and the core is taken from the thread in which the reader looks for
dice while it counts (`vision.runtime.worker`). A reading on two cores took 42 ms with these threads, and takes 29
without.
"""

from __future__ import annotations

import os

THREADS = "OPENBLAS_NUM_THREADS"
"""What OpenBLAS looks at when it is loaded."""


def keep_to_one_thread() -> None:
    """Have linear algebra done in one thread, unless somebody has said otherwise; called before NumPy is loaded."""
    os.environ.setdefault(THREADS, "1")
