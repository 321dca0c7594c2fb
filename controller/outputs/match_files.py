"""Files of a match beside its journal: the match file, and the last picture with what was read in it."""

from __future__ import annotations

from typing import TYPE_CHECKING

import cv2

from controller.record.text_writer import match_file
from vision.detect.overlay import draw_overlay
from vision.detect.read import read

if TYPE_CHECKING:
    from collections.abc import Callable
    from pathlib import Path

    from controller.record.transcript import MatchRecord
    from vision.calibrate.calibration import Calibration
    from vision.frame import Frame


def match_file_beside(journal: Path | None, record: MatchRecord, out: Path) -> tuple[Path, Callable[[], bytes]]:
    """Return the match file and what makes its content; it has the name of the journal, or stands for itself."""
    suffix, text = match_file(record)
    path = out / f"match{suffix}" if journal is None else journal.with_suffix(suffix)
    # A name may have come from a journal that was written before names were refused that no file can hold.
    return path, lambda: text.encode(errors="backslashreplace")


def last_picture(frame: Frame, calibration: Calibration) -> bytes:
    """Return a picture with the reading drawn over it, as a PNG file."""
    last = read(frame, calibration, with_cube=True)
    return cv2.imencode(".png", draw_overlay(frame.image, last, calibration.geometry))[1].tobytes()
