"""Bench at which a board is calibrated by hand and eye: the newest picture, what is read in it, what is saved of it."""

from __future__ import annotations

from dataclasses import dataclass
from threading import Event
from typing import TYPE_CHECKING, Any

from controller.announce.error_messages import trouble
from controller.setup.calibrate import Outputs, learn, propose_corners, taken_for_the_board, write_down
from controller.setup.calibration_page.marks import marks, nearest_start
from controller.setup.doctor.finding import plain
from controller.setup.doctor.pictures import look_at_board
from controller.setup.stillness import Stillness
from vision.detect.photo import read_photo
from vision.errors import VisionError
from vision.geometry.board import parse_corners
from vision.reading import PLACES

if TYPE_CHECKING:
    from collections.abc import Sequence

    from rich.console import Console

    from controller.announce.language import Words
    from controller.setup.calibration_page.choice import CalibrationChoice
    from vision.frame import Frame
    from vision.locate.stickers import Stickers


@dataclass(frozen=True, slots=True)
class LivePicture:
    """The newest picture of the camera.

    Attributes:
        frame: the picture, with its number.
        still: nothing has moved in it and the last ones.
    """

    frame: Frame
    still: bool


@dataclass(frozen=True, slots=True)
class SaveOutcome:
    """What came of saving.

    Attributes:
        saved: it was saved.
        why: a name for the reason where it was not: "none" without a picture, "moves", "refused", "dice", "file".
        line: the sentence that goes with it; empty where the name says all.
        places: where the board differs from the start position, by the names of `vision.reading.PLACES`.
        spots: where something looks like dice, pixels.
    """

    saved: bool
    why: str = ""
    line: str = ""
    places: tuple[str, ...] = ()
    spots: tuple[tuple[float, float], ...] = ()


class CalibrationBench:
    """Takes pictures in one thread; reads and saves in another."""

    def __init__(
        self,
        outputs: Outputs,
        stickers: Stickers,
        console: Console,
        corners: Sequence[Sequence[float]] | None = None,
        words: Words | None = None,
    ) -> None:
        """Begin without a picture.

        Args:
            outputs: what is written when it is saved.
            stickers: how they were printed and put on, where there are some.
            console: where is printed what was learned.
            corners: to begin with, where somebody has given them.
            words: of the language in which advice is given; None for English.
        """
        self.saved = Event()
        self.outputs = outputs
        self._stickers = stickers
        self._console = console
        self._corners = corners
        self._words = words
        self._stillness = Stillness()
        self._newest: LivePicture | None = None

    @property
    def newest(self) -> LivePicture | None:
        """The newest picture; None before the first."""
        return self._newest

    def take(self, frame: Frame, *, alone: bool = False) -> None:
        """Take a picture of the camera.

        Args:
            frame: it.
            alone: it is the only one there is, so that nothing can move.
        """
        self._newest = LivePicture(frame, self._stillness.of(frame.image) or alone)

    def proposal(self) -> dict[str, Any]:
        """Return corners to begin with, and why there are none where none are found."""
        if self._newest is None:
            return {"corners": None, "trouble": ""}
        image, given, why = self._newest.frame.image, self._corners, ""
        self._corners = None  # given ones are proposed once; who wants others has them found
        try:
            points = propose_corners(image, given, self._stickers)[0].points
            return {"corners": [[round(x, 1), round(y, 1)] for x, y in points], "trouble": ""}
        except VisionError as error:
            why = trouble(error)
        return {"corners": None, "trouble": why}

    def look(self, choice: CalibrationChoice) -> dict[str, Any]:
        """Return what is believed of the newest picture with the corners that were chosen.

        Returns:
            `read`, see `marks`, or None; `start` with `home` and `differs`, or None; `advice`, a list of findings;
            `trouble`, a sentence where nothing can be read.
        """
        seen: dict[str, Any] = {"read": None, "start": None, "advice": [], "trouble": ""}
        if self._newest is None:
            return seen
        image = self._newest.frame.image
        try:
            photo = read_photo(image, parse_corners(choice.corners))
            home, differs = nearest_start(photo.reading, choice.homes)
            seen |= {"read": marks(photo), "start": {"home": home.value, "differs": list(differs)}}
            seen["advice"] = [plain(finding, self._words) for finding in look_at_board(image, photo.geometry)]
        except VisionError as error:
            seen["trouble"] = trouble(error)
        return seen

    def save(self, choice: CalibrationChoice) -> SaveOutcome:
        """Calibrate by the newest picture and write it down, or say why not."""
        newest = self._newest
        if newest is None:
            return SaveOutcome(saved=False, why="none")
        if not newest.still:
            return SaveOutcome(saved=False, why="moves")
        image = newest.frame.image
        try:
            learned = learn(image, choice.corners, self._stickers, cleared=True, homes=choice.homes)
            spots = () if choice.anyway else tuple(taken_for_the_board(image, learned.calibration))
            if spots:
                return SaveOutcome(saved=False, why="dice", spots=spots)
            write_down(image, learned, self.outputs, self._console)
        except VisionError as error:
            places = tuple(place for place in _listed(error.params.get("places")) if place in PLACES)
            return SaveOutcome(saved=False, why="refused", line=trouble(error), places=places)
        except OSError as error:
            said = ": ".join(str(part) for part in (error.filename, error.strerror or error) if part)
            return SaveOutcome(saved=False, why="file", line=said)
        self.saved.set()
        return SaveOutcome(saved=True, line=str(self.outputs.calibration or ""))


def _listed(places: object) -> list[object]:
    return places if isinstance(places, list) else []
