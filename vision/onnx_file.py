"""Loading the small networks that are shipped, for the engine of OpenCV that runs them fastest."""

from __future__ import annotations

from typing import TYPE_CHECKING

import cv2

if TYPE_CHECKING:
    from pathlib import Path


def load_net(model: Path) -> cv2.dnn.Net:
    """Load a network.

    OpenCV 5 has two engines. Its older one, the only one of OpenCV 4, takes a third less time for networks as small as
    these; what it reckons wrongly (means and sums over several axes at once), none of them uses.

    Args:
        model: a file in the ONNX format.
    """
    if not hasattr(cv2.dnn, "ENGINE_CLASSIC"):
        return cv2.dnn.readNetFromONNX(str(model))
    return cv2.dnn.readNetFromONNX(str(model), engine=cv2.dnn.ENGINE_CLASSIC)
