"""Copies of a labelled photograph that show the same: what a good reader reads in one it reads in all.

Few photographs are at hand, and of few pictures one or two are read rightly by a hair. Copies are no new boards, and no
intervals can be taken from them; but what is right by a hair in the photograph is wrong in some of its copies. Corners
that a person clicks are good to about 1 % of the board's size; here they are off by less.
"""

from __future__ import annotations

from typing import TYPE_CHECKING, Any, Final

import cv2
import numpy as np

if TYPE_CHECKING:
    from collections.abc import Iterator, Mapping

    from vision.frame import Image

    Label = Mapping[str, Any]

ASIDE: Final = 0.004
"""How far corners are moved, along each axis, in widths of the board (standard deviation)."""

MOVED: Final = 4
"""How many copies have other corners each."""

SIZES: Final = {"three quarters the size": 0.75, "a third larger": 1.33}

GAMMAS: Final = {"brighter": 0.7, "darker": 1.4}

QUALITY: Final = 50
"""Of a copy that is compressed once more, as JPEG counts it."""

NOISE: Final = 6.0
"""Of a noisier camera, in 0..255 (standard deviation)."""


def copies(image: Image, label: Label, rng: np.random.Generator) -> Iterator[tuple[str, Image, Label]]:
    """Yield a photograph and its copies: how each was made, the picture, and what it shows.

    Args:
        image: the photograph, shape (h, w, 3), uint8.
        label: what it shows, as `read_boards` has it.
        rng: where the chance comes from.
    """
    corners = np.array(label["corners"], dtype=np.float64)
    width = float(np.linalg.norm(corners[0] - corners[1]))
    yield "as it is", image, label
    for _ in range(MOVED):
        aside = rng.normal(0.0, ASIDE * width, corners.shape)
        yield "corners moved", image, {**label, "corners": (corners + aside).tolist()}
    for name, size in SIZES.items():
        yield name, _scaled(image, size), _moved(label, lambda x, y, size=size: (size * x, size * y))
    for name, gamma in GAMMAS.items():
        yield name, np.asarray(255 * (image / 255) ** gamma + 0.5, dtype=np.uint8), label
    small = cv2.imencode(".jpg", image, [cv2.IMWRITE_JPEG_QUALITY, QUALITY])[1]
    yield "compressed", np.asarray(cv2.imdecode(small, cv2.IMREAD_COLOR), dtype=np.uint8), label
    yield "noisier", np.clip(image + rng.normal(0.0, NOISE, image.shape), 0, 255).astype(np.uint8), label
    yield "mirrored", np.ascontiguousarray(image[:, ::-1]), mirrored(label, image.shape[1])


def _scaled(image: Image, size: float) -> Image:
    """Return a picture so many times as large."""
    how = cv2.INTER_AREA if size < 1 else cv2.INTER_CUBIC
    return np.asarray(cv2.resize(image, None, fx=size, fy=size, interpolation=how), dtype=np.uint8)


def _moved(label: Label, where: Any) -> dict[str, Any]:
    """Return a label whose corners and dice are elsewhere: `where` tells for x and y."""
    dice = [[value, *where(x, y)] for value, x, y in label["dice"]]
    return {**label, "corners": [list(where(x, y)) for x, y in label["corners"]], "dice": dice}


def mirrored(label: Label, width: int) -> dict[str, Any]:
    """Return what the mirror image of a picture so many pixels wide shows; of a cube's digits nothing is asked."""
    moved = _moved(label, lambda x, y: (width - 1 - x, y))
    first, second, third, fourth = moved["corners"]
    return {
        **moved,
        "corners": [second, first, fourth, third],  # clockwise from the top left again
        "points": {_opposite(place): content for place, content in label["points"].items()},
        "unknown": [_opposite(place) for place in label["unknown"]],
        "cube": None,
        "cube mirrored": label["cube"] is not None,
    }


def _opposite(place: str) -> str:
    """Return where a place is in a mirror."""
    return place if place == "BAR" else f"{place[0]}{13 - int(place[1:])}"
