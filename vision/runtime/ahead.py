"""Begin what takes long the first time, before it is asked for."""

from __future__ import annotations

from concurrent.futures import ThreadPoolExecutor
from functools import cache

import numpy as np

from vision.runtime.onnx_file import MODELS, loaded


@cache
def load_ahead() -> None:
    """Begin to load all networks that are shipped, and OpenCV's tables of colours, in another thread; once is enough.

    What cannot be loaded says so to whoever asks for it. This module loads next to nothing itself, so that whoever
    reads one picture calls this before all else that reads is imported.
    """
    other_thread = ThreadPoolExecutor(max_workers=1, thread_name_prefix="ahead")
    for model in sorted(MODELS.glob("*.onnx")):
        other_thread.submit(loaded, model)
    other_thread.submit(_make_tables_of_colours)
    other_thread.shutdown(wait=False)


def _make_tables_of_colours() -> None:
    """Have OpenCV make its tables for CIE Lab, which take it a tenth of a second at the first conversion."""
    import cv2  # noqa: PLC0415 - takes as long as a network, which is loaded meanwhile

    cv2.cvtColor(np.zeros((1, 1, 3), dtype=np.uint8), cv2.COLOR_BGR2LAB)
