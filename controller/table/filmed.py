"""`tavola watch`: referees any video of a game from its start position on, of which it learns board and set."""

from __future__ import annotations

from contextlib import suppress
from dataclasses import dataclass
from typing import TYPE_CHECKING, Final

from controller.announce.error_messages import trouble
from controller.errors import TavolaError
from controller.record.files import check_writable
from controller.record.journal.folder import FolderLock, next_journal
from controller.setup.calibrate import Outputs, learn, under_a_hand, write_down
from controller.setup.stillness import Stillness
from controller.table.live import referee
from controller.table.order import Order
from hardware.cameras.camera import CameraEndedError, CameraError
from hardware.cameras.recorded import VideoFileCamera
from vision.errors import VisionError
from vision.geometry.board import check_inside, parse_corners
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
"""Seconds of the film between two attempts to learn from it while nothing moves."""

AGAIN_MOVED: Final = 0.2
"""The same after something has moved: the hands may have left."""

HANDS_LEAVE: Final = 20.0
"""Seconds of the film within which the hands leave a board that is set up; what stays is none."""

BOARD: Final = ".board.json"
"""How the name of a calibration ends that is learned from a film; it begins as its journal's does."""

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


@dataclass(frozen=True, slots=True, eq=False)
class FoundStart:
    """The start position in a film.

    Attributes:
        image: the picture that shows it.
        time: of the first picture of that stillness, seconds of the film.
        learned: what it taught.
    """

    image: Image
    time: float
    learned: Learned


def watch_film(film: Path, settings: Settings, search: StartSearch, console: Console) -> Played:
    """Referee a film from its start position to its end; write calibration, match file, journal and the last picture.

    Args:
        film: the video.
        settings: what `tavola referee` goes by, with this film as the camera. Where they name a calibration, nothing is
            searched for, and all of the film is refereed.
        search: how the start position is looked for else.
        console: where it is printed.

    Raises:
        WatchError: "watch.a_picture", "watch.no_start", "watch.never_still".
        RefereeingError: "watch.no_roll", nobody rolls in it.
        For the others see `controller.table.live.referee` and `find_start`.
    """
    _check_film(film, console)
    begin, out, board = 0.0, settings.record.out, None
    if settings.table.calibration is None:
        found = find_start(film, search)
        begin = found.time
        search.found()
        check_writable(out)
        with FolderLock(out):
            journal = next_journal(out)
            board = journal.with_suffix(BOARD)
            write_down(found.image, found.learned, Outputs(board), console)
        settings = settings.model_copy(update={"table": settings.table.model_copy(update={"calibration": board})})
    else:
        journal = next_journal(out)
    search.found()
    try:
        return referee(Order(settings, watched=journal), console, opener=lambda _: VideoFileCamera(film, begin))
    finally:
        if board is not None and not journal.exists():  # no match is kept of which it would be the board
            board.unlink(missing_ok=True)


def _check_film(film: Path, console: Console) -> None:
    """Refuse what is no film, and say how one is dated that has no times.

    Raises:
        WatchError: "watch.a_picture", there is one picture in the file.
        OSError: there is no such file.
        CameraError: it is no video that can be read.
    """
    with VideoFileCamera(film) as camera:
        pictures = 0
        with suppress(CameraEndedError):
            while pictures < 2:
                camera.read()
                pictures += 1
        if not pictures:
            raise CameraError("camera.no_video", name=str(film))
        if pictures == 1:
            raise WatchError("watch.a_picture", name=str(film))
        if camera.rate_taken is not None:
            said = f"Film     has no times of its own: taken for {camera.rate_taken:g} pictures a second"
            console.print(said, highlight=False, soft_wrap=True)


def find_start(film: Path, search: StartSearch) -> FoundStart:
    """Return the first picture at rest that shows the start position without hands over the board, and what it taught.

    Where something looks like a hand in each of them, for some seconds after the first, the first is taken.

    Raises:
        WatchError: "watch.no_start", no picture at rest shows it, and why the last did not; "watch.never_still", there
            is no picture at rest.
        GeometryError: the corners that are given are none of a board in this film.
        OSError: there is no such file.
        CameraError: it is no video that can be read.
    """
    corners = None if search.corners is None else parse_corners(search.corners)
    stillness = Stillness()
    last: VisionError | None = None
    under_hands: FoundStart | None = None
    seen, still_since, due = 0.0, 0.0, 0.0
    with VideoFileCamera(film) as camera:
        while seen <= (search.within if under_hands is None else under_hands.time + HANDS_LEAVE):
            try:
                frame = camera.read()
            except CameraEndedError:
                break
            if corners is not None:
                check_inside(corners, frame.image)
            seen = frame.time
            if search.looked is not None:
                search.looked(seen, search.within)
            still = stillness.of(frame.image)
            if stillness.moved:
                still_since, due = seen, min(due, seen + AGAIN_MOVED)
            if still and seen >= due:
                due = seen + AGAIN
                try:
                    learned = learn(frame.image, search.corners, search.stickers, cleared=False)
                except VisionError as error:
                    last = error
                    continue
                found = FoundStart(frame.image, still_since, learned)
                if not under_a_hand(frame.image, learned.calibration):
                    return found
                under_hands = under_hands or found
    if under_hands is not None:
        return under_hands
    if last is None:
        raise WatchError("watch.never_still", name=str(film), seconds=f"{seen:.0f}")
    raise WatchError("watch.no_start", name=str(film), seconds=f"{seen:.0f}", why=trouble(last))
