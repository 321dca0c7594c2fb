"""A rectangular part of a picture."""

from __future__ import annotations

from typing import NamedTuple


class Region(NamedTuple):
    """A part of a picture, its first row and column and those after its last, pixels."""

    top: int
    left: int
    bottom: int
    right: int

    @property
    def part(self) -> tuple[slice, slice]:
        """Rows and columns of it."""
        return slice(self.top, self.bottom), slice(self.left, self.right)

    def within(self, outer: Region) -> tuple[slice, slice]:
        """Return rows and columns of it in a picture that is `outer` alone."""
        return (
            slice(self.top - outer.top, self.bottom - outer.top),
            slice(self.left - outer.left, self.right - outer.left),
        )


def wider(box: Region, room: int, size: tuple[int, int]) -> Region:
    """Return a part of a picture with more room round it, as far as the picture goes.

    Args:
        box: the part.
        room: pixels.
        size: height and width of the picture.
    """
    height, width = size
    return Region(
        max(0, box.top - room), max(0, box.left - room), min(height, box.bottom + room), min(width, box.right + room)
    )
