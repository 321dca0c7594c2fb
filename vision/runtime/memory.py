"""Keep freed memory of the C library for the next picture."""

from __future__ import annotations

import ctypes
import sys
from typing import Final

LARGEST: Final = 32 << 20
"""Bytes up to which memory is taken from what the process has; the most that GNU's library allows."""

KEPT: Final = 128 << 20
"""Bytes of freed memory that the process keeps: a reading at 1920 x 1080 frees about half of that."""

_TRIM_THRESHOLD: Final = -1
_MMAP_THRESHOLD: Final = -3
"""Numbers of the settings in `malloc.h` of GNU's C library."""


def keep_freed_memory() -> bool:
    """Have the process keep memory that it freed, which each reading would else fetch again.

    Returns:
        Whether there is a C library that can be asked: GNU's, on Linux.
    """
    mallopt = getattr(ctypes.CDLL(None), "mallopt", None) if sys.platform == "linux" else None
    if mallopt is None:
        return False
    return bool(mallopt(_MMAP_THRESHOLD, LARGEST)) and bool(mallopt(_TRIM_THRESHOLD, KEPT))
