"""A spot looks as before whatever the light, and where it was white all over, only if it still is."""

from __future__ import annotations

import numpy as np
import pytest

from vision.track.spots import looks_as_before

SPOT, RADIUS = (40.0, 40.0), 9.0


def textured() -> np.typing.NDArray[np.uint8]:
    return np.random.default_rng(3).integers(60, 160, (80, 80, 3), dtype=np.uint8)


@pytest.mark.parametrize("share", [0.6, 1.0, 1.4])
def test_another_light_changes_nothing(share: float) -> None:
    before = textured()
    assert looks_as_before(before, (share * before).astype(np.uint8), SPOT, RADIUS)


def test_something_else_lies_there() -> None:
    assert not looks_as_before(textured(), textured()[::-1, ::-1], SPOT, RADIUS)


def test_what_was_white_all_over_looks_as_before_only_while_it_is() -> None:
    white = np.full((80, 80, 3), 255, dtype=np.uint8)
    assert looks_as_before(white, white.copy(), SPOT, RADIUS)
    assert not looks_as_before(white, textured(), SPOT, RADIUS)
    assert not looks_as_before(white, white // 4, SPOT, RADIUS)
