"""Photographs and flags of the players, from files that the settings name; a page asks for them by number alone."""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING, Any, Final

import cv2
import numpy as np

from controller.web.errors import PagesError

if TYPE_CHECKING:
    from pathlib import Path

LARGEST_FILE: Final = 10_000_000
"""Bytes of a file that is taken."""
SIDE: Final = 320
"""Pixels of the longer side of what is sent, at most."""
_KINDS: Final = (b"\x89PNG\r\n\x1a\n", b"\xff\xd8\xff")
"""With what the files begin that are taken: PNG and JPEG."""


@dataclass(frozen=True, slots=True)
class Portrait:
    """A picture that goes with a player's name.

    Attributes:
        name: the player's.
        kind: "photo" or "flag".
        content: the file that is sent, drawn anew and no larger than it is shown.
        media_type: what it is.
    """

    name: str
    kind: str
    content: bytes
    media_type: str


def load_portrait(name: str, kind: str, path: Path) -> Portrait:
    """Return a picture of a file.

    Raises:
        PagesError: it is no picture, or cannot be read ("pages.no_portrait").
    """
    try:
        with path.open("rb") as opened:
            given = opened.read(LARGEST_FILE + 1)
    except OSError as error:
        raise PagesError("pages.no_portrait", name=str(path), why=error.strerror or error) from None
    if len(given) > LARGEST_FILE:
        raise PagesError("pages.no_portrait", name=str(path), why=f"more than {LARGEST_FILE} bytes")
    image = None
    if given.startswith(_KINDS):
        try:
            image = cv2.imdecode(np.frombuffer(given, np.uint8), cv2.IMREAD_UNCHANGED)
        except (cv2.error, MemoryError):
            image = None
    if image is None or image.dtype != np.uint8:
        raise PagesError("pages.no_portrait", name=str(path), why="no PNG or JPEG picture")
    scale = min(1.0, SIDE / max(image.shape[:2]))
    height, width = (max(1, round(scale * one)) for one in image.shape[:2])
    drawn = cv2.resize(image, (width, height), interpolation=cv2.INTER_AREA)
    see_through = image.ndim == 3 and image.shape[2] == 4
    _, coded = cv2.imencode(".png" if see_through else ".jpg", drawn)
    return Portrait(name, kind, coded.tobytes(), "image/png" if see_through else "image/jpeg")


def listed(portraits: tuple[Portrait, ...]) -> dict[str, Any]:
    """Return, by a player's name, where his photograph and flag are."""
    found: dict[str, Any] = {}
    for number, one in enumerate(portraits):
        found.setdefault(one.name, {})[one.kind] = f"/players/{number}"
    return found
