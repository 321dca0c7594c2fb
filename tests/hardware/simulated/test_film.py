"""A film holds what was filmed."""

from __future__ import annotations

from typing import TYPE_CHECKING

import numpy as np
import pytest

from hardware.cameras.camera import CameraEndedError, CameraError
from hardware.cameras.recorded import VideoFileCamera
from hardware.simulated.film import CODECS, Film
from vision.frame import Frame

if TYPE_CHECKING:
    from pathlib import Path


@pytest.mark.parametrize("ending", CODECS)
def test_what_was_filmed_is_seen_again(ending: str, tmp_path: Path) -> None:
    path = tmp_path / "new" / f"film{ending}"
    with Film(path, 10.0) as film:
        for number in range(5):
            film.take(Frame(np.full((96, 160, 3), 40 + 30 * number, dtype=np.uint8), number / 10, number))
    with VideoFileCamera(path) as camera:
        frames = [camera.read() for _ in range(5)]
        with pytest.raises(CameraEndedError):
            camera.read()
    assert [frame.time for frame in frames] == pytest.approx([0.0, 0.1, 0.2, 0.3, 0.4])
    for number, frame in enumerate(frames):
        assert abs(float(frame.image.mean()) - (40 + 30 * number)) < 4


def test_a_film_without_frames_leaves_no_file(tmp_path: Path) -> None:
    Film(tmp_path / "film.avi", 10.0).close()
    assert not (tmp_path / "film.avi").exists()


def test_a_film_that_cannot_be_made_is_refused(tmp_path: Path) -> None:
    with pytest.raises(CameraError, match="other_kind"):
        Film(tmp_path / "film.gif", 10.0)
    (tmp_path / "film.avi").mkdir()
    (tmp_path / "file.txt").touch()
    for path in (tmp_path / "film.avi", tmp_path / "file.txt" / "film.avi"):
        with pytest.raises(CameraError, match="not_written"):
            Film(path, 10.0).take(Frame(np.zeros((96, 160, 3), dtype=np.uint8), 0.0, 0))
