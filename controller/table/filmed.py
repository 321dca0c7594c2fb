"""`tavola watch`: referees any video of a game, after it has learned board and set from the start position in it."""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING, Final

from controller.announce.error_messages import trouble
from controller.errors import TavolaError
from controller.record.files import check_writable
from controller.record.journal.folder import next_journal
from controller.setup.calibrate import Outputs, learn, write_down
from controller.setup.stillness import Stillness
from controller.table.live import referee
from controller.table.order import Order
from hardware.cameras.camera import CameraEndedError
from hardware.cameras.recorded import VideoFileCamera
from vision.errors import VisionError
from vision.locate.stickers import Stickers

if TYPE_CHECKING:
    from collections.abc import Callable, Sequence
    from pathlib import Path

    from rich.console import Console

    from controller.config.settings import Settings
    from controller.setup.calibrate import Learned
    from controller.table.seating import Played
    from vision.frame import Image

AGAIN: Final = 1.0
"""Seconds of the film between two attempts to learn from it."""

BOARD: Final = ".board.json"
"""How the name of a calibration ends that is learned from a film."""

STICKERS: Final = Stickers(25.0, 20.0)
"""Those that `tavola calibrate` prints where nothing else is said, on a frame of the usual height."""


class WatchError(TavolaError, ValueError):
    """A film cannot be refereed."""


@dataclass(frozen=True, slots=True)
class StartSearch:
    """How the start position is looked for.

    Attributes:
        corners: of the playing surface in pixels, clockwise from the top left; None where they are to be found.
        stickers: how stickers at the corners were printed and put on, if there are any.
        within: how many seconds of the film are looked through.
        looked: is told how many seconds have been looked through, and how many are to be; None where nobody asks.
        found: is called before anything is printed of what was found.
    """

    corners: Sequence[Sequence[float]] | None = None
    stickers: Stickers = STICKERS
    within: float = 120.0
    looked: Callable[[float, float], None] | None = None
    found: Callable[[], None] = lambda: None


def watch_film(film: Path, settings: Settings, search: StartSearch, console: Console) -> Played:
    """Referee a film to its end; write calibration, match file, journal and the last picture.

    Args:
        film: the video.
        settings: what `tavola referee` goes by, with this film as the camera. Where they name a calibration, nothing is
            searched for.
        search: how the start position is looked for else.
        console: where it is printed.

    Raises:
        WatchError: "watch.no_start", "watch.never_still".
        For the others see `controller.table.live.referee` and `find_start`.
    """
    with VideoFileCamera(film) as camera:
        if camera.rate_taken is not None:
            said = f"Film     has no times of its own: taken for {camera.rate_taken:g} pictures a second"
            console.print(said, highlight=False, soft_wrap=True)
    if settings.table.calibration is None:
        image, learned = find_start(film, search)
        search.found()
        check_writable(settings.record.out)
        # It has the number of the match: what a person has made is never written over.
        board = next_journal(settings.record.out).with_suffix(BOARD)
        write_down(image, learned, Outputs(board), console)
        settings = settings.model_copy(update={"table": settings.table.model_copy(update={"calibration": board})})
    search.found()
    return referee(Order(settings), console)


def find_start(film: Path, search: StartSearch) -> tuple[Image, Learned]:
    """Return the first picture at rest that shows the start position, and what it taught.

    Raises:
        WatchError: "watch.no_start", no picture at rest shows it, and why the last did not; "watch.never_still", there
            is no picture at rest.
        OSError: there is no such file.
        CameraError: it is no video that can be read.
    """
    stillness = Stillness()
    last: VisionError | None = None
    seen, due = 0.0, 0.0
    with VideoFileCamera(film) as camera:
        while seen <= search.within:
            try:
                frame = camera.read()
            except CameraEndedError:
                break
            seen = frame.time
            if search.looked is not None:
                search.looked(seen, search.within)
            if stillness.of(frame.image) and seen >= due:
                try:
                    return frame.image, learn(frame.image, search.corners, search.stickers, cleared=False)
                except VisionError as error:
                    last = error
                due = seen + AGAIN
    if last is None:
        raise WatchError("watch.never_still", name=str(film), seconds=f"{seen:.0f}")
    raise WatchError("watch.no_start", name=str(film), seconds=f"{seen:.0f}", why=trouble(last))
