"""The camera monitor: tells where board or camera has moved, and follows small moves by fitting the corners again."""

from __future__ import annotations

from dataclasses import dataclass, replace
from typing import TYPE_CHECKING, Final

from vision.locate.registration import WIDE_SEARCH, RegistrationState, register

if TYPE_CHECKING:
    from vision.calibrate.calibration import Calibration
    from vision.frame import Frame

UNCLEAR_FRAMES: Final = 2
"""Observations in a row that must show no frame before that is reported: one may have a back in it."""

AGAIN: Final = 2.0
"""Seconds after which a settled picture that something reaches into is looked at again."""

CALM: Final = (0.7, 1.45)
"""Brightness, in that of the calibration picture, between which a light that had changed counts as back: narrower than
`vision.locate.registration.LIGHT`, so that a light near the limit is not reported again and again."""

_SAID: Final = {
    RegistrationState.DARK: "camera.dark",
    RegistrationState.COVERED: "camera.covered",
    RegistrationState.UNCLEAR: "table.unclear",
    RegistrationState.LIGHT_CHANGED: "table.light",
}


@dataclass(frozen=True, slots=True)
class Fact:
    """Something that whoever looks after the camera should know.

    Attributes:
        time: of the picture that showed it, in seconds.
        key: what, a stable name such as "table.moved".
        params: what a sentence about it needs, by name.
    """

    time: float
    key: str
    params: tuple[tuple[str, str], ...] = ()


@dataclass(frozen=True, slots=True, eq=False)
class MonitorState:
    """State of the camera monitor: what is known of board and camera.

    Attributes:
        calibration: as it holds now.
        readable: whether the last look showed the board where the calibration says.
        said: the key of what was last said to be wrong, None where all is well.
        unclear: looks in a row that showed no frame.
        looked: when was looked last, seconds on the match's clock.
    """

    calibration: Calibration
    readable: bool = True
    said: str | None = None
    unclear: int = 0
    looked: float = float("-inf")


def oversee(monitor: MonitorState, frame: Frame) -> tuple[MonitorState, tuple[Fact, ...]]:
    """Look at a settled picture, and return what is known now and what there is to say.

    Every trouble is reported once; when it has passed, that is reported too.

    Args:
        monitor: what was known.
        frame: the picture.
    """
    geometry = monitor.calibration.geometry
    sight = register(monitor.calibration.landmarks, frame.image, geometry.corners)
    monitor = replace(monitor, looked=frame.time)
    percent = f"{100 * sight.move:.1f}"
    if sight.state is RegistrationState.MOVED and sight.corners is not None and sight.move <= WIDE_SEARCH:
        said = monitor.said if monitor.said == "table.light" else None  # it says nothing of where the board is
        fitted = MonitorState(monitor.calibration.moved(sight.corners), said=said, looked=frame.time)
        return fitted, (Fact(frame.time, "table.fitted", (("percent", percent),)),)
    unclear = monitor.unclear + 1 if sight.state is RegistrationState.UNCLEAR else 0
    if sight.state is RegistrationState.UNCLEAR and unclear < UNCLEAR_FRAMES:
        return replace(monitor, unclear=unclear), ()
    key = "table.moved" if sight.state is RegistrationState.MOVED else _SAID.get(sight.state)
    if key is None and monitor.said == "table.light" and not CALM[0] <= sight.brightness <= CALM[1]:
        key = monitor.said
    readable = sight.state in {RegistrationState.AS_BEFORE, RegistrationState.LIGHT_CHANGED}
    now = replace(monitor, readable=readable, said=key, unclear=unclear)
    if key == monitor.said:
        return now, ()
    if key is None:
        return now, (Fact(frame.time, "table.back"),) if monitor.said != "table.light" else ()
    params = ("percent", percent), ("brightness", f"{100 * sight.brightness:.0f}")
    return now, (Fact(frame.time, key, params),)
