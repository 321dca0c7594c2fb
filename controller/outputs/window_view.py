"""View of a match for a window: the picture with its reading, and below it dice, score, turn and last verdict."""

from __future__ import annotations

import unicodedata
from typing import TYPE_CHECKING, Final, Protocol

import cv2
import numpy as np

from controller.announce.phrases import Phrases
from controller.announce.questions import MatchAnswer, Question, answer_sentence
from controller.others_text import shown
from controller.referee import events as ev
from vision.detect.overlay import draw_overlay
from vision.frame import Frame

if TYPE_CHECKING:
    from collections.abc import Callable, Sequence

    from controller.announce.language import Words
    from controller.outputs.told import Told
    from controller.referee.events import Event
    from controller.referee.state import RefereeState
    from controller.rules import Roll
    from vision.calibrate.calibration import Calibration
    from vision.frame import Image
    from vision.reading import Reading

Colour = tuple[int, int, int]

PANEL: Final = 0.22
"""Height of the part below the picture, in heights of the picture."""

GROUND: Final[Colour] = (38, 34, 32)
TEXT: Final[Colour] = (235, 235, 235)
GOOD: Final[Colour] = (110, 210, 110)
BAD: Final[Colour] = (90, 90, 250)
ASKS: Final[Colour] = (90, 210, 250)

_FONT: Final = cv2.FONT_HERSHEY_DUPLEX
_PIPS: Final = {1: (4,), 2: (0, 8), 3: (0, 4, 8), 4: (0, 2, 6, 8), 5: (0, 2, 4, 6, 8), 6: (0, 2, 3, 5, 6, 8)}
"""Of nine spots, row by row, those with a pip."""
_VERDICTS: Final = {
    ev.PlayAccepted: GOOD,
    ev.Danced: GOOD,
    ev.PlayIllegal: BAD,
    ev.IllegalPlayStands: BAD,
    ev.PlayDiffers: BAD,
    ev.PlayUnsure: ASKS,
    ev.RollRefused: ASKS,
    ev.Desync: ASKS,
}
"""The events that are shown until the next of them comes, and the colours of their sentences."""


class ShownMatch(Protocol):
    """What the view looks at: a match in progress, `controller.table.session.Session`."""

    state: RefereeState

    @property
    def reading(self) -> Reading | None:
        """What was read last."""

    @property
    def calibration(self) -> Calibration:
        """Where the board lies in the picture."""


class WindowView:
    """Shows frames with what is known of the match; hears what the referee says."""

    def __init__(self, show: Callable[[Frame], None], match: ShownMatch, words: Words) -> None:
        """Begin with nothing heard.

        Args:
            show: shows a frame, as `hardware.window.Window.take` does.
            match: what is shown beside the picture.
            words: the language.
        """
        self._show = show
        self._match = match
        self._words = words
        self._verdict: Event | None = None

    def hear(self, told: Told) -> None:
        """Remember the last verdict that everybody may hear."""
        self._verdict = next((one for one in reversed(told.heard) if type(one) in _VERDICTS), self._verdict)

    def take(self, frame: Frame) -> None:
        """Show a frame."""
        state, reading = self._match.state, self._match.reading
        geometry = self._match.calibration.geometry
        image = frame.image if reading is None else draw_overlay(frame.image, reading, geometry)
        said = [answer_sentence(MatchAnswer(question, state), self._words) for question in _SHOWN]
        lines = [(f"{said[0]}  {said[1]}", TEXT), (f"{said[2]}  {said[3]}", TEXT)]
        if self._verdict is not None:
            sentence = Phrases(state.setup.names, self._words).sentence(self._verdict)
            lines.append((sentence, _VERDICTS[type(self._verdict)]))
        self._show(Frame(with_panel(image, state.turn.roll, lines), frame.time, frame.number))


_SHOWN: Final = (Question.SCORE, Question.ROLL, Question.PIPS, Question.CUBE)


def with_panel(image: Image, roll: Roll | None, lines: Sequence[tuple[str, Colour]]) -> Image:
    """Return a picture with a panel below it.

    Args:
        image: the picture, shape (h, w, 3).
        roll: the dice that are drawn; None draws none.
        lines: what is written beside them, each in its colour. What is too long goes on in another line, and is cut off
            where there is no more room.
    """
    height, width = image.shape[:2]
    deep = round(PANEL * height)
    panel = np.full((deep, width, 3), GROUND, dtype=np.uint8)
    side, edge = round(0.5 * deep), round(0.12 * deep)
    for number, value in enumerate(() if roll is None else (roll.high, roll.low)):
        _draw_die(panel, (edge + number * (side + edge), (deep - side) // 2), side, value)
    left = edge + 2 * (side + edge) + edge
    size = deep / 190
    broken = [(part, colour) for text, colour in lines for part in _broken(text, width - left - edge, size)]
    step = deep // 5
    for number, (text, colour) in enumerate(broken[:4]):
        at = (left, step + number * step)
        cv2.putText(panel, text, at, _FONT, size, colour, max(1, round(1.4 * size)), cv2.LINE_AA)
    return np.vstack([image, panel])


def _draw_die(panel: Image, at: tuple[int, int], side: int, value: int) -> None:
    """Draw the upper face of a die."""
    x, y = at
    cv2.rectangle(panel, (x, y), (x + side, y + side), (225, 235, 240), -1, cv2.LINE_AA)
    for spot in _PIPS[value]:
        middle = (x + side * (1 + spot % 3 * 2) // 6, y + side * (1 + spot // 3 * 2) // 6)
        cv2.circle(panel, middle, max(2, side // 10), (40, 40, 40), -1, cv2.LINE_AA)


def _broken(text: str, width: int, size: float) -> list[str]:
    """Return a text in lines that are no wider than so many pixels; the font has no accents."""
    plain = unicodedata.normalize("NFKD", shown(text)).encode("ascii", "ignore").decode()
    lines = [""]
    for word in plain.split():
        longer = f"{lines[-1]} {word}".strip()
        if lines[-1] and cv2.getTextSize(longer, _FONT, size, 1)[0][0] > width:
            lines.append(word)
        else:
            lines[-1] = longer
    return lines
