"""`tavola doctor`: a round of everything that is plugged in."""

from __future__ import annotations

import logging
import sys
import time
from typing import TYPE_CHECKING, Final

from controller.cli.arguments import add_json, add_settings_option
from controller.cli.exit_status import DONE, NO
from controller.cli.streams import print_document

if TYPE_CHECKING:
    import argparse
    from collections.abc import Callable, Iterable, Iterator
    from pathlib import Path

    from controller.config.settings import CameraSettings, Settings
    from controller.setup.doctor.finding import Finding
    from hardware.cameras.camera import Camera
    from hardware.speaker import Speaker
    from vision.frame import Frame

_log: Final = logging.getLogger(__name__)

FRAMES: Final = 12
"""How many pictures are looked at."""

PATIENCE: Final = 12.0
"""Seconds in which they have to come."""


def add_arguments(doctor: argparse.ArgumentParser) -> None:
    """Add the arguments of `doctor`."""
    doctor.description = (
        "Look at everything that is plugged in, one line each: what was found, what is wrong, what to do."
        " Exit status: 0 nothing stands in the way of a match, 1 something does, 2 bad input."
    )
    add_settings_option(doctor)
    how = doctor.add_mutually_exclusive_group()
    add_json(how)
    how.add_argument("--ask", action="store_true", help="ask to press each button, and whether sounds were heard")


def run(chosen: argparse.Namespace) -> int:
    """Look at everything."""
    from controller.announce.language import language
    from controller.config.settings_file import load_settings, settings_path
    from controller.setup.doctor.finding import is_ill, line, plain
    from controller.terminal import terminal

    console = terminal()
    path = settings_path(chosen.settings)
    settings = load_settings(path)
    words = language(settings.speech.language)
    found = []
    for finding in examine(settings, path, tell=_tell if chosen.ask else None, ask=_ask if chosen.ask else None):
        if not chosen.json:
            console.print(line(finding, words), soft_wrap=True, highlight=False)
        found.append(finding)
    if chosen.json:
        print_document("doctor", {"findings": [plain(finding) for finding in found]})
    return NO if is_ill(found) else DONE


def examine(
    settings: Settings,
    path: Path | None,
    *,
    tell: Callable[[str], None] | None = None,
    ask: Callable[[str], bool] | None = None,
) -> Iterator[Finding]:
    """Yield a finding of every device.

    Args:
        settings: what is plugged in.
        path: their file, None where there is none.
        tell: says something to people; None where nobody is there.
        ask: asks them something; None where nobody is there.
    """
    from controller.setup.doctor import devices, machine
    from controller.setup.doctor.finding import poor, well

    if path is None:
        yield poor("settings", "no file; every setting is as it comes", "tavola settings write FILE")
    else:
        yield well("settings", str(path))
    looks: tuple[tuple[str, Callable[[], Iterable[Finding]]], ...] = (
        ("camera", lambda: look_through_camera(settings)),
        ("strip", lambda: [devices.look_at_strip(settings.lights)]),
        ("buttons", lambda: [devices.look_at_buttons(settings.buttons, tell)]),
        ("buzzer", lambda: [devices.look_at_buzzer(settings.buzzer, ask)]),
        ("status", lambda: [devices.look_at_status_light(settings.status, ask)]),
        ("speaker", lambda: [devices.look_at_speaker(_speaker(settings), ask)]),
        ("disk", lambda: [machine.look_at_disk(settings.record.out)]),
        ("clock", lambda: [machine.look_at_clock(time.time())]),
        ("computer", lambda: [machine.look_at_pi()]),
    )
    for device, look in looks:
        yield from _found(device, look)


def _found(device: str, look: Callable[[], Iterable[Finding]]) -> Iterator[Finding]:
    """Yield the findings of one look; one that fails in a way of its own is a finding, too, and ends no other."""
    from controller.announce.error_messages import what_failed
    from controller.setup.doctor.finding import ill

    try:
        yield from look()
    except Exception as error:  # noqa: BLE001 - the boundary of a device
        _log.info("%s", device, exc_info=True)
        yield ill(
            device,
            f"cannot be looked at: {what_failed(error) or type(error).__name__}",
            "advice.plug",
        )


def look_through_camera(
    settings: Settings,
    opener: Callable[[CameraSettings], Camera] | None = None,
    clock: Callable[[], float] = time.monotonic,
) -> Iterator[Finding]:
    """Yield the findings of the camera, and of the board that it sees.

    Args:
        settings: which camera, and which calibration.
        opener: opens the camera; None opens the one that is set.
        clock: returns seconds; never goes backwards.
    """
    from controller.announce.error_messages import trouble
    from controller.announce.health import sentence
    from controller.cli.known_errors import KNOWN
    from controller.config.cameras import RECORDINGS, attended_camera, camera_notice, open_camera
    from controller.setup.calibrate import load_calibration
    from controller.setup.doctor.finding import ill
    from controller.setup.doctor.pictures import Pace, look_at_frames

    camera, table = settings.camera, settings.table
    live = camera.kind not in RECORDINGS
    frames: list[Frame] = []
    said: list[str] = []
    try:
        calibration = load_calibration(table.calibration) if table.calibration is not None else None
        until = clock() + PATIENCE
        with attended_camera(camera, None, opener=opener or open_camera, clock=clock) as minded:
            while len(frames) < FRAMES and clock() < until:
                look = minded.look(0.2)
                frames += [look.frame] if look.frame is not None else []
                said += [
                    sentence(camera_notice(told, 0.0)) if told.error is None else trouble(told.error)
                    for told in look.troubles
                ]
                if look.ended or (said and not frames):
                    break
    except KNOWN as error:
        yield ill("camera", trouble(error), "advice.settings_check")
        return
    except OSError as error:
        yield ill("camera", f"{error.filename or ''}: {error.strerror or error}", "advice.settings")
        return
    if not frames:
        found = said[0] if said else f"no picture came within {PATIENCE:g} seconds"
        yield ill("camera", found, "advice.camera_plug")
        return
    if said:
        yield ill("camera", said[0], "advice.camera_other")
    pace = Pace((camera.width, camera.height, camera.rate), live=live)
    yield from look_at_frames(frames, pace, calibration)


def _speaker(settings: Settings) -> Callable[[], Speaker] | None:
    """Return what opens the speaker; None where nothing is to be said."""
    from controller.announce.language import language
    from controller.config.speech import delivery
    from hardware.espeak import EspeakSpeaker

    if settings.speech.speak == "nothing":
        return None
    return lambda: EspeakSpeaker(language(settings.speech.language).voice, delivery(settings))


def _tell(words: str) -> None:
    sys.stdout.write(f"{words}\n")
    sys.stdout.flush()


def _ask(words: str) -> bool:
    sys.stdout.write(f"{words} [y/n] ")
    sys.stdout.flush()
    return sys.stdin.readline().strip().casefold().startswith("y")
