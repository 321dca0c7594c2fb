"""Changes from one picture to another, so that only what changed need be read again.

Between two readings of a game little happens: dice are thrown or lifted, a checker or two are moved. What one of a
hundred pixels shows need not be worked out again for all of them. Two pictures of one camera, or two cut out of such in
the same way, are compared in means of a few pixels, in which its noise cancels out.
"""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING, Final

import cv2
import numpy as np

from vision.geometry.region import Region

if TYPE_CHECKING:
    from collections.abc import Sequence

    import numpy.typing as npt

    from vision.features.colour_model import Mask
    from vision.frame import Image

COARSER: Final = 2
"""How many pixels across and down become one."""

MEAN_OVER: Final = 3
"""Of so many of these, across and down, the mean is taken: a sixth of a checker of the rectified board."""

LEAST_DIFFERENCE: Final = 5
"""Difference of two means, of 255 in any channel, from which something has changed: a pip less or a rim half a pixel
off differ more, what nobody has touched less."""

NOISES: Final = 4
"""Least difference in median differences over the whole picture: a noisier camera's means differ more."""

NOISIEST: Final = 2
"""Median difference, of 255, up to which changes are told: what differs more all over is in another light."""

SPECK: Final = 2
"""Of so many means, across and down, each must differ: what changes in the picture changes all about it, noise here and
there a single one."""

MOST_CHANGED: Final = 0.4
"""Share of the picture from which so much has changed that nothing is gained."""


PARTS: Final = (6, 8)
"""Into how many parts, down and across, a picture is divided to say how much of it has changed at all."""


@dataclass(frozen=True, slots=True, eq=False)
class Changes:
    """Areas in which a picture differs from an earlier one.

    Attributes:
        where: that of each `COARSER` by `COARSER` pixels, shape (h / COARSER, w / COARSER), rounded up.
        size: height and width of the pictures.
    """

    where: Mask
    size: tuple[int, int]

    def touch(self, top: float, left: float, bottom: float, right: float) -> bool:
        """Return whether anything has changed in a part of the picture; rows and columns, all of them inclusive."""
        rows, columns = (
            slice(max(0, int(first) // COARSER), max(0, int(last) // COARSER + 1))
            for first, last in ((top, bottom), (left, right))
        )
        return bool(self.where[rows, columns].any())


def changes_between(before: Image, now: Image) -> Changes | None:
    """Return where a picture differs from an earlier one.

    Args:
        before: shape (h, w, 3), uint8.
        now: likewise.

    Returns:
        None where they are of different sizes or in different light, or so much has changed that to know where is of no
        use.
    """
    if before.shape != now.shape:
        return None
    channels = cv2.split(cv2.absdiff(_means(before), _means(now)))
    most = np.asarray(cv2.max(cv2.max(channels[0], channels[1]), channels[2]), dtype=np.uint8)
    # Mostly so little differs that the middle need not be known.
    even = 2 * np.count_nonzero(most <= LEAST_DIFFERENCE // NOISES) > most.size
    noise = 0.0 if even else float(np.median(most))
    if noise > NOISIEST:
        return None
    over = (most >= max(LEAST_DIFFERENCE, NOISES * noise)).view(np.uint8)
    where = cv2.morphologyEx(over, cv2.MORPH_OPEN, np.ones((SPECK, SPECK), dtype=np.uint8)) > 0
    if np.count_nonzero(where) > MOST_CHANGED * where.size:
        return None
    return Changes(where, (now.shape[0], now.shape[1]))


def parts_of(changes: Changes | None) -> Mask:
    """Return in which of its `PARTS` parts a picture has changed, shape `PARTS`; in all if that is not known.

    A game changes some of them, a camera that was moved nearly all.
    """
    if changes is None:
        return np.ones(PARTS, dtype=np.bool_)
    rows, columns = (
        np.linspace(0, side, count, endpoint=False).astype(np.intp)
        for side, count in zip(changes.where.shape, PARTS, strict=True)
    )
    return np.asarray(np.logical_or.reduceat(np.logical_or.reduceat(changes.where, rows, 0), columns, 1))


def _means(picture: Image) -> cv2.typing.MatLike:
    """Return the means of the pixels about each `COARSER` by `COARSER`."""
    height, width = (-(-side // COARSER) for side in picture.shape[:2])
    even = picture
    if picture.shape[:2] != (height * COARSER, width * COARSER):
        across, down = width * COARSER - picture.shape[1], height * COARSER - picture.shape[0]
        even = np.asarray(cv2.copyMakeBorder(picture, 0, down, 0, across, cv2.BORDER_REPLICATE), dtype=np.uint8)
    coarse = cv2.resize(even, (width, height), interpolation=cv2.INTER_AREA)
    return cv2.blur(coarse, (MEAN_OVER, MEAN_OVER))


def boxes_of(changes: Changes, room: int, step: int = 1) -> list[Region]:
    """Return parts of the picture in which all that has changed lies, with some room round it; they may overlap.

    Args:
        changes: where it has changed.
        room: pixels round what has changed.
        step: rows and columns of the parts are multiples of it, but for the picture's own last ones.
    """
    height, width = changes.size
    reach = -(-room // COARSER)
    near = cv2.dilate(changes.where.view(np.uint8), np.ones((2 * reach + 1, 2 * reach + 1), dtype=np.uint8))
    boxes = []
    for found in _frames(near):
        left, top, across, down = (COARSER * side for side in found)
        boxes.append(
            Region(
                top // step * step,
                left // step * step,
                min(height, -(-(top + down) // step) * step),
                min(width, -(-(left + across) // step) * step),
            )
        )
    return boxes


def _frames(near: cv2.typing.MatLike) -> list[Sequence[int]]:
    """Return left, top, width and height of each part of a mask that hangs together, in OpenCV's order of the parts."""
    # OpenCV's own statistics of them say more than is asked, in five times the time.
    _, number = cv2.connectedComponents(near, connectivity=8)
    outlines, nesting = cv2.findContours(near, cv2.RETR_CCOMP, cv2.CHAIN_APPROX_SIMPLE)
    of_holes = [] if nesting is None else (nesting[0, :, 3] >= 0).tolist()
    outer = [outline for outline, of_hole in zip(outlines, of_holes, strict=True) if not of_hole]
    outer.sort(key=lambda outline: int(number[outline[0, 0, 1], outline[0, 0, 0]]))
    return [cv2.boundingRect(outline) for outline in outer]


def share_of(boxes: list[Region], size: tuple[int, int]) -> float:
    """Return which share of a picture boxes make up together, what lies in several of them counted as often."""
    return sum((box.bottom - box.top) * (box.right - box.left) for box in boxes) / (size[0] * size[1])


def with_part(before: npt.NDArray[np.uint8], now: npt.NDArray[np.uint8], boxes: list[Region]) -> npt.NDArray[np.uint8]:
    """Return an earlier picture that shows in some parts what is seen now."""
    result = before.copy()
    for box in boxes:
        result[box.part] = now[box.part]
    return result
