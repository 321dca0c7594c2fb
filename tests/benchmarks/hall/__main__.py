"""`python -m tests.benchmarks.hall`: see `tests.benchmarks.hall.tables`."""

from __future__ import annotations

import sys

from tests.benchmarks.hall.tables import main

if __name__ == "__main__":
    sys.exit(main())
