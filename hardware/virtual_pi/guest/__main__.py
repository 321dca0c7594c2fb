"""A match on the emulated Pi, through its devices, with troubles and a cut of the power.

    python -m hardware.virtual_pi.guest [FROM]

FROM is the number of the bar of the score that comes next where a match is gone on with. Everything that is reported
begins with "virtual-pi: "; the line "cut the power, next is bar N" asks for just that.
"""

from __future__ import annotations

import os
import pwd
import sys
import time
from pathlib import Path
from typing import TYPE_CHECKING, Final

import cv2
import numpy as np

from hardware.errors import HardwareError
from hardware.virtual_pi.errors import VirtualPiError
from hardware.virtual_pi.guest.header import Header, bouncing
from hardware.virtual_pi.guest.referee import STATE, USER, Referee, as_user
from hardware.virtual_pi.guest.strip import GadgetStrip
from hardware.virtual_pi.guest.system import call, until
from hardware.virtual_pi.guest.webcam import RATE, Webcam
from hardware.virtual_pi.score import Bar, parse_score
from hardware.wiring.pins import gpio

if TYPE_CHECKING:
    from collections.abc import Sequence

PAYLOAD: Final = Path("/payload")
SIZE: Final = (1280, 720)
LOOSER: Final = "Anna"
"""Who gives up where the film ends before the game does."""

STRIP_TROUBLE: Final = 1
CUT: Final = 2
"""After how many plays the strip is unplugged, and the power cut."""


class PacedFilm:
    """The film, frame by frame, at a pace that an emulated processor follows."""

    def __init__(self, path: Path, camera: Webcam) -> None:
        """Open it."""
        self._capture = cv2.VideoCapture(str(path))
        self._camera = camera
        self._shown = -1

    def show(self, frame: int, *, at_once: bool = False) -> None:
        """Go on to a frame, and stay there.

        Args:
            frame: its number.
            at_once: those between are left out.
        """
        while self._shown < frame:
            read, image = self._capture.read()
            if not read:
                raise VirtualPiError("virtual_pi.awaited", what=f"frame {frame} of the film", seconds=0)
            self._shown += 1
            if self._shown == frame:
                self._camera.show(np.asarray(image, np.uint8))
            elif not at_once:
                self._camera.pass_by(np.asarray(image, np.uint8))
                time.sleep(1 / RATE)


def main(words: Sequence[str]) -> int:
    """Play; return 0, or 1 where something was not as it should be."""
    begin = int(words[0]) if words and words[0] else 0
    score = parse_score((PAYLOAD / "score").read_text(encoding="utf-8"))
    try:
        _introduce()
        with GadgetStrip(PAYLOAD / "tavola-strip") as strip, Webcam(SIZE) as camera:
            header = Header()
            _say(f"plugged in: strip {strip.plug_in()}, camera, header {header.chip}")
            call("udevadm", "settle")
            _list_devices()
            film = PacedFilm(PAYLOAD / "film.mp4", camera)
            film.show(score[begin - 1].frame if begin else 0, at_once=True)
            if begin:
                _resumed(score, begin, film, header, strip)
            else:
                _begun(score, film, header, strip)
    except (HardwareError, OSError) as error:
        _say(f"FAILED: {error}")
        return 1
    return 0


def _begun(score: Sequence[Bar], film: PacedFilm, header: Header, strip: GadgetStrip) -> None:
    """Play from the beginning, with troubles, until the power is cut."""
    with Referee() as referee:
        plays = 0
        for number, bar in enumerate(score):
            _play(bar, film, referee, strip)
            if number == 0:
                _look_at(referee)
            if not any(" plays " in line for line in bar.lines):
                continue
            plays += 1
            if plays == STRIP_TROUBLE:
                _strip_trouble(referee, strip)
                _bounce(referee, header, bar)
            if plays == CUT:
                _say(f"cut the power, next is bar {number + 1}")
                time.sleep(600.0)
    raise VirtualPiError("virtual_pi.awaited", what="the power to be cut", seconds=600)


def _resumed(score: Sequence[Bar], begin: int, film: PacedFilm, header: Header, strip: GadgetStrip) -> None:
    """Go on where the power was cut, to the end of the match."""
    with Referee("--resume") as referee:
        _say("resumed from the journal")
        for bar in score[begin:]:
            _play(bar, film, referee, strip)
        if referee.process.poll() is None and not any("wins the match" in line for line in referee.lines):
            _give_up(referee, header)
        referee.hear("wins the match")
        until("the referee to end", lambda: referee.process.poll() is not None, 120.0)
        _say(f"the match is over; the referee ended with {referee.process.returncode}")
    journal = next(STATE.glob("*.journal"))
    _say(" ".join(call(*as_user("journal", "verify", str(journal)), limit=600.0).split()))
    for line in journal.with_suffix(".mat").read_text(encoding="utf-8").splitlines():
        _say(f"mat: {line}")
    _say(f"played; the strip latched {len(strip.latched)} pictures")


def _play(bar: Bar, film: PacedFilm, referee: Referee, strip: GadgetStrip) -> None:
    """Show a picture, and wait for what the referee says to it."""
    film.show(bar.frame)
    began = time.monotonic()
    for line in bar.lines:
        referee.hear(line)
    waited = time.monotonic() - began
    time.sleep(1.0)  # what is to be lit has been latched then
    _say(f"{waited:5.1f} s, {strip.lit():2d} lights  {bar.lines[-1]}")


def _strip_trouble(referee: Referee, strip: GadgetStrip) -> None:
    """Pull the strip's plug while it is in use, and put it in again; somebody holds its old name, so it gets another.

    Raises:
        VirtualPiError: the name is the same.
    """
    old = next(Path("/dev").glob("ttyACM*"))
    holder = os.open(old, os.O_RDWR | os.O_NOCTTY | os.O_NONBLOCK)
    strip.unplug()
    waited = referee.hear("strip of lights does not answer")
    _say(f"strip unplugged: said after {waited:.1f} s")
    name = strip.plug_in()
    os.close(holder)
    if name == str(old):
        raise VirtualPiError("virtual_pi.awaited", what=f"another name than {old}", seconds=0)
    waited = referee.hear("strip of lights is back")
    _say(f"strip plugged in again as {name}: said after {waited:.1f} s, when it had acknowledged its lights")


def _bounce(referee: Referee, header: Header, bar: Bar) -> None:
    """Press the button that has the last sentence said again; its contact bounces."""
    said = len(referee.lines)
    apart = header.press(gpio("repeat"), bouncing(5))
    referee.hear(bar.lines[-1])
    time.sleep(3.0)
    again = referee.lines[said:].count(bar.lines[-1])
    if again != 1:
        raise VirtualPiError("virtual_pi.unsaid", words=f"{bar.lines[-1]} once, not {again} times", said="")
    _say(f"a button that bounced five times at each end, with up to {apart * 1000:.0f} ms between, was one press")


def _give_up(referee: Referee, header: Header) -> None:
    """Have a player resign, by a word, and the other accept it, by the button."""
    call(*as_user("ctl", "--out", str(STATE), "resign", LOOSER), limit=300.0)
    referee.hear("resign")
    header.press(gpio("confirm"), bouncing(3))


def _introduce() -> None:
    """Report what machine this is."""
    model = Path("/proc/device-tree/model").read_text(encoding="utf-8").rstrip("\0")
    _say(f"{model}, {os.uname().machine}, Linux {os.uname().release}, Python {sys.version.split()[0]}")


def _list_devices() -> None:
    """Report who may open the devices, by the rules of udev alone."""
    for path in (*Path("/dev").glob("ttyACM*"), *Path("/dev").glob("video4?"), Path("/dev/gpiochip0")):
        _say(f"{path} is {path.owner()}:{path.group()} {path.stat().st_mode & 0o777:o}")
    for link in (*Path("/dev").glob("serial/by-id/*"), Path("/dev/tavola-strip")):
        _say(f"{link} -> {link.resolve()}")


def _look_at(referee: Referee) -> None:
    """Report as whom the referee runs.

    Raises:
        VirtualPiError: it is not the service's user.
    """
    if referee.uid() != pwd.getpwnam(USER).pw_uid or referee.uid() == 0:
        raise VirtualPiError("virtual_pi.awaited", what=f"user {USER}", seconds=0)
    _say(f"the referee runs as {USER}, user {referee.uid()}")


def _say(text: str) -> None:
    sys.stdout.write(f"virtual-pi: {text}\n")
    sys.stdout.flush()


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
