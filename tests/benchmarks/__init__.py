"""Comparisons with what nobody here wrote; each module is a command that prints its figures.

Most take minutes, so whoever types one before a terminal hears at once that it measures, and sees a bar after a while.
"""

import atexit
import sys
from contextlib import ExitStack

from controller.cli.progress import progress

if sys.argv[:1] == ["-m"]:  # Python looks for the module that was typed
    _measuring = ExitStack()
    atexit.register(_measuring.close)
    _measuring.enter_context(progress(f"{sys.orig_argv[sys.orig_argv.index('-m') + 1]} measures", quiet=False))
