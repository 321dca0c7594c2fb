"""Clear dice on simulated tables: flat ones for their faces, all of them for how they lie, and the same every time."""

from __future__ import annotations

from typing import TYPE_CHECKING

import numpy as np
import pytest

from vision.training import clear_tables
from vision.training.clear_tables import FIRST, clear_crops, drawn, stored

if TYPE_CHECKING:
    from pathlib import Path


pytestmark = pytest.mark.films


def test_every_flat_die_of_a_plate_gives_a_face_and_every_die_says_how_it_lies(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(clear_tables, "SCENES", 1)
    faces, leaning = clear_crops(FIRST)
    assert len(faces.values) == len(faces.pictures) == int((leaning.tilts == 0).sum()) >= 3
    assert set(faces.values.tolist()) <= set(range(1, 7))
    assert len(leaning.tilts) > len(faces.values)
    assert drawn(tmp_path, FIRST) == drawn(tmp_path, FIRST)
    again, lying = stored(tmp_path, [FIRST], workers=1)
    np.testing.assert_array_equal(again.pictures, faces.pictures)
    np.testing.assert_array_equal(again.values, faces.values)
    for one, other in zip(lying, leaning, strict=True):
        np.testing.assert_array_equal(one, other)
