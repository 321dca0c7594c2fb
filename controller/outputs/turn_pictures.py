"""The pictures of a disputed turn: before it, with its roll, and after it; small, few, and only if that was agreed."""

from __future__ import annotations

from dataclasses import dataclass, field
from typing import TYPE_CHECKING, Final

import cv2

from controller.referee import events as ev

if TYPE_CHECKING:
    from collections.abc import Callable, Iterator

    from controller.outputs.told import Told
    from controller.record.journal.writer import Journal
    from vision.frame import Frame, Image

MOST_BYTES: Final = 150_000
"""The largest picture that is kept."""
MOST_PICTURES: Final = 90
"""How many are kept of a match at most: thirty turns."""

_WIDEST: Final = 1280
_QUALITIES: Final = (85, 70, 50, 30)
_DISPUTED: Final = (ev.PlayIllegal, ev.PlayUnsure, ev.IllegalPlayStands)
_BEGINNINGS: Final = (ev.GameStarted, ev.TurnStarted)


@dataclass(slots=True)
class DisputedTurns:
    """Watches settled pictures and events, and tells which pictures have to be kept.

    Attributes:
        before: the picture in which the turn began.
        roll: the picture in which its dice were read.
        left: how many pictures may still be kept.
    """

    before: Frame | None = None
    roll: Frame | None = None
    left: int = MOST_PICTURES

    def after(self, frame: Frame, events: tuple[ev.Event, ...]) -> Iterator[tuple[str, bytes]]:
        """Yield the pictures to be kept after a settled picture has led to these events: which it is, and a JPEG."""
        if any(isinstance(event, _DISPUTED) for event in events):
            parts = (("before", self.before), ("roll", self.roll), ("after", frame))
            for part, picture in parts:
                if picture is not None and self.left > 0:
                    self.left -= 1
                    yield part, small_jpeg(picture.image)
            self.before = self.roll = None  # kept once; a second look at the same turn keeps what has changed
        if any(isinstance(event, ev.Rolled) for event in events):
            self.roll = frame
        if any(isinstance(event, _BEGINNINGS) for event in events):
            self.before, self.roll = frame, None


@dataclass(slots=True)
class TurnPictures:
    """Keeps the pictures of disputed turns with the journal of the match; hears in the journal's thread.

    Attributes:
        journal: returns where the match is kept now, None where it is not.
        wall: returns the seconds since 1970.
    """

    journal: Callable[[], Journal | None]
    wall: Callable[[], float]
    _turns: DisputedTurns = field(default_factory=DisputedTurns)
    _kept: Journal | None = None

    def hear(self, told: Told) -> None:
        """Keep what a settled picture has made worth keeping; every match has pictures of its own."""
        journal = self.journal()
        if told.settled is None or journal is None:
            return
        if journal is not self._kept:
            self._kept, self._turns = journal, DisputedTurns()
        for part, picture in self._turns.after(told.settled.frame, told.settled.events):
            journal.keep_picture(part, picture, self.wall())


def small_jpeg(image: Image) -> bytes:
    """Return a picture as a JPEG file of at most `MOST_BYTES`, made narrower and coarser as far as it must."""
    width = min(_WIDEST, image.shape[1])
    while True:
        for quality in _QUALITIES:
            height = max(1, round(image.shape[0] * width / image.shape[1]))
            shrunk = cv2.resize(image, (width, height), interpolation=cv2.INTER_AREA)
            _, encoded = cv2.imencode(".jpg", shrunk, [cv2.IMWRITE_JPEG_QUALITY, quality])
            if encoded.size <= MOST_BYTES or width <= 64:
                return encoded.tobytes()
        width //= 2
