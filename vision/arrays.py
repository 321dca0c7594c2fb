"""Types of arrays that cross the stages."""

from __future__ import annotations

import numpy as np
import numpy.typing as npt

Float = npt.NDArray[np.float32]
Double = npt.NDArray[np.float64]
Mask = npt.NDArray[np.bool_]
