"""What tests of traced lessons share: light that takes no Mitsuba."""

from __future__ import annotations

from typing import TYPE_CHECKING

import numpy as np
import pytest

from vision.training.traced import tables

if TYPE_CHECKING:
    from collections.abc import Sequence

    from hardware.simulated.optics.pinhole import Floats
    from hardware.simulated.photo.exposing import Exposing


@pytest.fixture
def _untraced(monkeypatch: pytest.MonkeyPatch) -> None:
    """Have even light traced: what is said of a picture does not hang on it."""

    def even(parts: Sequence[object], room: object, camera: Exposing, taking: object) -> Floats:
        del parts, room, taking
        return np.full((camera.height, camera.width, 3), 0.3, dtype=np.float32)

    monkeypatch.setattr(tables, "traced", even)
