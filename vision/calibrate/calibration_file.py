"""Calibrations as text: JSON that says its version, with the picture that was calibrated on inside.

Everything else is learned from that anew, so that a calibration is worth what the program that reads it knows.
"""

from __future__ import annotations

import base64
import json
import math
from typing import TYPE_CHECKING, Any, Final, TypeVar

import cv2

from vision.calibrate.calibration import learn
from vision.errors import VisionError
from vision.geometry.board import check_inside, parse_corners
from vision.geometry.lens import STRONGEST, Lens
from vision.reading import MAX_COUNT, PLACES, Shade

if TYPE_CHECKING:
    from collections.abc import Callable, Mapping

    from vision.calibrate.calibration import Calibration
    from vision.frame import Image
    from vision.geometry.board import Corners

Meant = TypeVar("Meant")

FORMAT: Final = "tavola calibration"
VERSION: Final = 3
"""Version of the format. Those before kept what had been learned, and not the picture."""


class CalibrationFileError(VisionError, ValueError):
    """A file is no calibration, or not one that can be used."""


def calibration_text(calibration: Calibration, notes: Mapping[str, str] | None = None) -> str:
    """Return a calibration as the text of a file.

    Args:
        calibration: what is to be kept.
        notes: what else the file should say, by name; not read back by `parse_calibration`.
    """
    corners = calibration.landmarks.corners
    document = {
        "format": FORMAT,
        "version": VERSION,
        **({"notes": dict(notes)} if notes else {}),
        "corners": [list(point) for point in corners.points],
        "k1": None if corners.lens is None else corners.lens.k1,
        "stands": {place: [shade.value, count] for place, (shade, count) in calibration.expected.items()},
        "cleared": calibration.bare is not None,
        "picture": base64.b64encode(cv2.imencode(".png", calibration.image)[1].tobytes()).decode("ascii"),
    }
    return json.dumps(document, indent=1) + "\n"


def parse_calibration(text: str, name: str, decode: Callable[[bytes, str], Image]) -> Calibration:
    """Return the calibration that a file's text says.

    Args:
        text: of the file.
        name: of the file, for the error when it cannot be used.
        decode: returns the pixels of a picture's file, given that and a name; raises ValueError where it is none.

    Raises:
        CalibrationFileError: `calibration_file.not_one` where the text is something else, `calibration_file.version`
            where another program's version wrote it, `calibration_file.damaged` where part of it is missing or makes no
            sense.
    """
    try:
        document = json.loads(text)
    except ValueError:
        document = None
    if not isinstance(document, dict) or document.get("format") != FORMAT:
        raise CalibrationFileError("calibration_file.not_one", name=name)

    def of(key: str, meant: Callable[[Any], Meant]) -> Meant:
        try:
            return meant(document[key])
        except (KeyError, TypeError, ValueError, AttributeError, OverflowError, cv2.error):
            raise CalibrationFileError("calibration_file.damaged", name=name, where=key) from None

    version = of("version", _whole_in)
    if version != VERSION:
        raise CalibrationFileError("calibration_file.version", name=name, version=version, known=VERSION)
    picture = of("picture", lambda said: decode(base64.b64decode(said, validate=True), name))
    lens = of("k1", lambda said: _lens_in(said, picture))
    corners = of("corners", lambda said: _corners_in(said, lens, picture))
    stands = of("stands", _stands_in)
    return learn(picture, corners, stands, cleared=of("cleared", _truth_in))


def _corners_in(said: Any, lens: Lens | None, picture: Image) -> Corners:
    corners = parse_corners([[_number_in(value) for value in point] for point in said], lens)
    check_inside(corners, picture)
    return corners


def _stands_in(said: Any) -> dict[str, tuple[Shade, int]]:
    stands = {_one_of(PLACES, place): _content_in(content) for place, content in said.items()}
    for shade in Shade:
        if not 1 <= sum(count for other, count in stands.values() if other is shade) <= MAX_COUNT:
            raise ValueError(said)
    return stands


def _whole_in(said: Any) -> int:
    if not isinstance(said, int) or isinstance(said, bool):
        raise TypeError(said)
    return said


def _number_in(said: Any) -> float:
    return said if isinstance(said, float) else float(_whole_in(said))


def _truth_in(said: Any) -> bool:
    if not isinstance(said, bool):
        raise TypeError(said)
    return said


def _lens_in(said: Any, picture: Image) -> Lens | None:
    if said is None:
        return None
    k1 = _number_in(said)
    if not (math.isfinite(k1) and abs(k1) <= STRONGEST):
        raise ValueError(k1)
    return Lens(k1, picture.shape[1], picture.shape[0])


def _one_of(known: tuple[str, ...], said: Any) -> str:
    if said not in known:
        raise ValueError(said)
    return str(said)


def _content_in(said: Any) -> tuple[Shade, int]:
    shade, count = said
    if _whole_in(count) not in range(1, MAX_COUNT + 1):
        raise ValueError(count)
    return Shade(shade), count
