"""Copies of labelled photographs show what their labels say."""

from __future__ import annotations

import numpy as np

from tests.benchmarks.reading.boards.varied import MOVED, copies, mirrored

LABEL = {
    "corners": [[10, 12], [110, 10], [108, 90], [12, 92]],
    "points": {"T1": [2, "dark"], "B12": [5, "light"]},
    "unknown": ["T3", "BAR"],
    "dice": [[3, 40, 50], [None, 70, 60]],
    "cube": 2,
}


def test_a_mirror_image_of_a_mirror_image_shows_what_the_picture_does() -> None:
    once = mirrored(LABEL, 120)
    assert once["points"] == {"T12": [2, "dark"], "B1": [5, "light"]}
    assert once["unknown"] == ["T10", "BAR"]
    assert once["corners"][0] == [9, 10]
    again = mirrored(once, 120)
    assert all(again[key] == LABEL[key] for key in ("corners", "points", "unknown", "dice"))


def test_corners_and_dice_go_with_the_size_of_a_copy_and_nothing_else_is_changed() -> None:
    image = np.random.default_rng(1).integers(0, 255, (100, 120, 3), dtype=np.uint8)
    made = list(copies(image, LABEL, np.random.default_rng(2)))
    assert len(made) == 8 + MOVED
    for _, picture, label in made:
        larger = picture.shape[1] / image.shape[1]
        assert abs(np.array(label["dice"])[:, 2].astype(float) - larger * np.array([50, 60])).max() < 1
        assert [die[0] for die in label["dice"]] == [3, None]
        assert abs(np.array(label["corners"]).max() - larger * 110) < 3
