"""Calibrations as text: JSON that says its version, with pictures of the board's colours inside.

Lengths are in widths of the playing surface, corners in picture pixels, see `vision.geometry.board`. What is an array
is kept as a picture in base 64: colours in 8 bits, which is finer than they were learned.
"""

from __future__ import annotations

import base64
import binascii
import json
import math
from typing import TYPE_CHECKING, Any, Final

import cv2
import numpy as np

from vision.calibrate.calibration import Calibration, KnownPicture
from vision.checkers.canvas import HEIGHT, WIDTH
from vision.checkers.close_net import ACROSS, ALONG, LAYERS
from vision.checkers.single_rows import SingleRows
from vision.dice.pattern_removal import FINER
from vision.errors import VisionError
from vision.features.bare_board import Background
from vision.geometry.board import BoardGeometry, parse_corners, rect_size
from vision.geometry.lens import STRONGEST, Lens
from vision.locate.registration import SIDE, Landmarks
from vision.reading import MAX_COUNT, PLACES, Shade

if TYPE_CHECKING:
    from collections.abc import Mapping, Sequence

    from vision.arrays import Float
    from vision.frame import Image

FORMAT: Final = "tavola calibration"
VERSION: Final = 2
"""Version of the format that is written. The first said the colours of checkers as well; it is read, too."""

FINER_QUALITY: Final = (cv2.IMWRITE_JPEG_QUALITY, 92)
"""Of the fine picture of the bare board, which as a PNG would be larger than all the rest."""


class CalibrationFileError(VisionError, ValueError):
    """A file is no calibration, or not one that can be used."""


def calibration_text(calibration: Calibration, notes: Mapping[str, str] | None = None) -> str:
    """Return a calibration as the text of a file.

    Args:
        calibration: what is to be kept.
        notes: what else the file should say, by name; not read back by `parse_calibration`.
    """
    geometry, background = calibration.geometry, calibration.background
    lens = geometry.corners.lens
    width, height = calibration.size or (0, 0)
    document = {
        "format": FORMAT,
        "version": VERSION,
        **({"notes": dict(notes)} if notes else {}),
        "picture": {"width": width, "height": height},
        "geometry": {
            "corners": [list(point) for point in geometry.corners.points],
            "lens": None if lens is None else {"k1": lens.k1, "width": lens.width, "height": lens.height},
            "aspect": geometry.aspect,
            "bar": [geometry.bar_left, geometry.bar_right],
            "diameter": geometry.diameter,
            "columns": list(geometry.columns),
            "first": list(geometry.first),
            "spacing": geometry.spacing,
        },
        "appearance": {
            "background": {
                "lab": _png((background.lab + _LAB_SHIFT) * _LAB_SCALE),
                "known": _png(background.known * 255.0),
                **({} if background.finer is None else {"finer": _text(".jpg", background.finer, FINER_QUALITY)}),
            },
        },
    }
    if calibration.landmarks is not None:
        document["landmarks"] = _landmarks_out(calibration.landmarks)
    if calibration.start is not None:
        document["start"] = {
            "picture": _text(".png", calibration.start.canvas),
            "stands": list(calibration.start.contents),
        }
    if calibration.rows is not None:
        document["rows"] = _rows_out(calibration.rows)
    return json.dumps(document, indent=1) + "\n"


_LAB_SHIFT: Final = np.array([0, 128, 128], dtype=np.float32)
"""Added to L, a and b before they are scaled to bytes."""

_LAB_SCALE: Final = np.array([2.55, 1, 1], dtype=np.float32)
"""Factors of L, a and b to bytes, 0..255."""


def parse_calibration(text: str, name: str) -> Calibration:
    """Return the calibration that a file's text says.

    Args:
        text: of the file.
        name: of the file, for the error when it cannot be used.

    Raises:
        CalibrationFileError: `calibration_file.not_one` where the text is something else, `calibration_file.version`
            where a newer program wrote it, `calibration_file.damaged` where part of it is missing or makes no sense.
    """
    try:
        document = json.loads(text)
    except ValueError:
        document = None
    if not isinstance(document, dict) or document.get("format") != FORMAT:
        raise CalibrationFileError("calibration_file.not_one", name=name)
    if document.get("version") not in range(1, VERSION + 1):
        raise CalibrationFileError(
            "calibration_file.version", name=name, version=document.get("version"), known=VERSION
        )
    try:
        geometry = _geometry_in(document["geometry"])
        background = _background_in(document["appearance"]["background"], geometry)
        landmarks = _landmarks_in(document["landmarks"], geometry) if "landmarks" in document else None
        start = _start_in(document["start"]) if "start" in document else None
        rows = _rows_in(document["rows"]) if "rows" in document else None
        size = (int(document["picture"]["width"]), int(document["picture"]["height"]))
    except KeyError as error:
        raise CalibrationFileError("calibration_file.damaged", name=name, where=str(error.args[0])) from None
    except (TypeError, ValueError, AttributeError, OverflowError, cv2.error) as error:
        raise CalibrationFileError("calibration_file.damaged", name=name, where=_what(error)) from None
    return Calibration(geometry, background, size if all(size) else None, landmarks, start, rows)


def _what(error: Exception) -> str:
    return getattr(error, "key", None) or str(error).splitlines()[0][:80]


def _geometry_in(said: Mapping[str, Any]) -> BoardGeometry:
    lens = said["lens"]
    if lens is not None:
        lens = Lens(_number(lens["k1"], -STRONGEST, STRONGEST), int(lens["width"]), int(lens["height"]))
    columns = tuple(_number(x, -0.5, 1.5) for x in said["columns"])
    if len(columns) != len(PLACES):
        raise ValueError("columns")
    return BoardGeometry(
        corners=parse_corners(said["corners"], lens),
        aspect=_number(said["aspect"], 0.3, 3.0),
        bar_left=_number(said["bar"][0], 0.0, 1.0),
        bar_right=_number(said["bar"][1], 0.0, 1.0),
        diameter=_number(said["diameter"], 0.01, 0.2),
        columns=columns,
        first=(_number(said["first"][0], -0.2, 0.5), _number(said["first"][1], -0.2, 0.5)),
        spacing=_number(said["spacing"], 0.01, 0.3),
    )


def _number(value: Any, low: float, high: float) -> float:
    """Return a finite number within limits.

    Raises:
        ValueError: it is none.
    """
    number = float(value)
    if not (math.isfinite(number) and low <= number <= high):
        raise ValueError(f"{number:g}")
    return number


def _background_in(said: Mapping[str, Any], geometry: BoardGeometry) -> Background:
    width, height = rect_size(geometry.aspect)
    lab = _values(said["lab"], (height, width, 3)) / _LAB_SCALE - _LAB_SHIFT
    return Background(
        np.asarray(lab, dtype=np.float32),
        _values(said["known"], (height, width)) > 127,
        _picture(said["finer"], (FINER * height, FINER * width, 3)) if "finer" in said else None,
    )


def _landmarks_out(landmarks: Landmarks) -> dict[str, Any]:
    return {
        "corners": [list(point) for point in landmarks.corners.points],
        "brightness": landmarks.brightness,
        "spots": [[round(x, 2), round(y, 2)] for x, y in landmarks.spots.tolist()],
        "patches": _png(landmarks.patches.reshape(-1, SIDE).astype(np.float32)),
    }


def _landmarks_in(said: Mapping[str, Any], geometry: BoardGeometry) -> Landmarks:
    spots = np.array([[_number(x, -1e5, 1e5), _number(y, -1e5, 1e5)] for x, y in said["spots"]], dtype=np.float64)
    patches = _values(said["patches"], (len(spots) * SIDE, SIDE)).astype(np.uint8)
    corners = parse_corners(said["corners"], geometry.corners.lens)
    return Landmarks(corners, spots, patches.reshape(-1, SIDE, SIDE), _number(said["brightness"], 0.0, 255.0))


def _rows_out(rows: SingleRows) -> list[dict[str, Any]]:
    return [
        {
            "place": PLACES[place],
            "shade": shade.value,
            "shift": [float(x) for x in shift],
            "picture": _text(".png", strip.reshape(-1, ACROSS)),
        }
        for place, shade, strip, shift in zip(rows.places, rows.shades, rows.strips, rows.shifts, strict=True)
    ]


def _rows_in(said: Sequence[Mapping[str, Any]]) -> SingleRows:
    strips = np.empty((len(said), LAYERS, ALONG, ACROSS), dtype=np.uint8)
    for strip, row in zip(strips, said, strict=True):
        strip[:] = _picture(row["picture"], (LAYERS * ALONG, ACROSS)).reshape(strip.shape)
    turned = [[_number(x, -1.0, 1.0) for x in row["shift"]] for row in said]
    return SingleRows(
        tuple(PLACES.index(row["place"]) for row in said),
        tuple(Shade(row["shade"]) for row in said),
        strips,
        np.array(turned, dtype=np.float32).reshape(-1, 2),
    )


def _start_in(said: Mapping[str, Any]) -> KnownPicture:
    contents = tuple(int(_number(content, 0, 2 * MAX_COUNT)) for content in said["stands"])
    if len(contents) != len(PLACES):
        raise ValueError("stands")
    return KnownPicture(_picture(said["picture"], (HEIGHT, WIDTH, 3)), contents)


def _png(values: Float) -> str:
    return _text(".png", np.clip(np.rint(values), 0, 255).astype(np.uint8))


def _text(kind: str, picture: Image, options: Sequence[int] = ()) -> str:
    _, encoded = cv2.imencode(kind, picture, options)
    return base64.b64encode(encoded.tobytes()).decode("ascii")


def _values(text: Any, shape: tuple[int, ...]) -> Float:
    """Return the values of a picture in a file; raises as `_picture` does."""
    return np.asarray(_picture(text, shape), dtype=np.float32)


def _picture(text: Any, shape: tuple[int, ...]) -> Image:
    """Return a picture in a file.

    Raises:
        ValueError: it is none, or of another size.
    """
    try:
        content = np.frombuffer(base64.b64decode(text, validate=True), dtype=np.uint8)
    except binascii.Error:
        raise ValueError("picture") from None
    if _size_said(content.tobytes()) != (shape[1], shape[0]):  # a small file can ask for gigabytes
        raise ValueError("picture")
    picture = cv2.imdecode(content, cv2.IMREAD_UNCHANGED)
    if picture is None or picture.shape != shape:
        raise ValueError("picture")
    return np.asarray(picture, dtype=np.uint8)


def _size_said(content: bytes) -> tuple[int, int] | None:
    """Return width and height as the header of a PNG with whole chunks, or of a JPEG, says them; None for others."""
    if content.startswith(b"\x89PNG") and content[12:16] == b"IHDR":
        at = 8
        while at + 8 <= len(content) and content[at + 4 : at + 8] != b"IEND":
            at += 12 + int.from_bytes(content[at : at + 4], "big")
        whole = at + 8 <= len(content)
        return (int.from_bytes(content[16:20], "big"), int.from_bytes(content[20:24], "big")) if whole else None
    at = 2 if content.startswith(b"\xff\xd8\xff") else len(content)
    while at + 9 <= len(content):
        marker = content[at + 1]
        if 0xC0 <= marker <= 0xCF and marker not in (0xC4, 0xC8, 0xCC):
            return int.from_bytes(content[at + 7 : at + 9], "big"), int.from_bytes(content[at + 5 : at + 7], "big")
        at += 2 + max(2, int.from_bytes(content[at + 2 : at + 4], "big"))
    return None
