"""Stillness of a camera's pictures before anything is known of the board."""

from __future__ import annotations

from typing import TYPE_CHECKING, Final

import numpy as np

from vision.track.motion import CHANGED, MOVING_PIXELS, shrink

if TYPE_CHECKING:
    from vision.frame import Image

STILL: Final = 3
"""Pictures in a row that must be alike."""


class Stillness:
    """Looks at one picture after the other."""

    def __init__(self) -> None:
        """Begin with nothing seen."""
        self._before: Image | None = None
        self._alike = 0

    @property
    def moved(self) -> bool:
        """Whether the last picture is unlike the one before, or the first of all."""
        return not self._alike

    def of(self, image: Image) -> bool:
        """Return whether nothing has moved in the last pictures, this one included."""
        small = shrink(image)
        before, self._before = self._before, small
        moves = before is None or before.shape != small.shape or _moving(before, small) >= MOVING_PIXELS
        self._alike = 0 if moves else self._alike + 1
        return self._alike >= STILL - 1


def _moving(before: Image, now: Image) -> int:
    """Return how many small pixels have changed."""
    return int(np.count_nonzero((np.abs(before.astype(np.int16) - now) > CHANGED).any(axis=2)))
