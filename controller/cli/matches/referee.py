"""`tavola referee`: its grammar, and what it runs."""

from __future__ import annotations

from pathlib import Path
from types import MappingProxyType
from typing import TYPE_CHECKING, Final

from controller.cli.arguments import (
    add_against,
    add_hall,
    add_option_words,
    add_pages,
    add_settings_option,
    chosen_settings,
    match_length,
)
from controller.cli.exit_status import DONE, NO
from controller.cli.idle import AGREED, refuse_idle
from controller.cli.streams import tell_progress
from controller.config.folders import own_calibration, own_membership
from controller.config.speech import add_speech_options
from controller.referee.options.options import PRESETS

if TYPE_CHECKING:
    import argparse
    from collections.abc import Mapping

_BESIDE: Final[Mapping[str, str]] = MappingProxyType({"--resume": f"{AGREED} --white --black"})
"""Options that say nothing where a match goes on as it was begun."""


def add_arguments(referee: argparse.ArgumentParser) -> None:
    """Add the arguments of `referee`."""
    referee.description = (
        "Referee a match at a real table: what `tavola simulate` does, with the camera, the strip, the"
        " buttons and the buzzer that the settings name. Ctrl-C ends it; --resume goes on."
    )
    referee.add_argument(
        "--length", type=match_length, metavar="POINTS", help="points to win, or money (default: as the settings say)"
    )
    referee.add_argument("--white", metavar="NAME", help="the player with the light checkers")
    referee.add_argument("--black", metavar="NAME", help="the player with the dark checkers")
    referee.add_argument(
        "--preset",
        choices=tuple(PRESETS),
        help="what the referee goes by (default: as the settings say; see tavola rules)",
    )
    add_option_words(referee)
    add_against(referee)
    add_settings_option(referee)
    referee.add_argument(
        "--calibration",
        type=Path,
        metavar="FILE",
        help="what `tavola calibrate` wrote for this table (default: as the settings say, else your own)",
    )
    referee.add_argument(
        "--film",
        type=Path,
        metavar="FILE",
        help="referee what a video shows instead; without strip, buttons and speaker",
    )
    add_speech_options(referee, None, None)
    referee.add_argument(
        "--out", type=Path, metavar="FOLDER", help="where journals and match files go (default: as the settings say)"
    )
    referee.add_argument(
        "--resume",
        nargs="?",
        const="",
        metavar="JOURNAL",
        help="go on with an interrupted match: that of a journal, or the newest of the folder",
    )
    add_pages(referee)
    add_hall(referee, "the one that this table has joined, if any")
    referee.add_argument(
        "--serve",
        action="store_true",
        help="go on with an unfinished match; when one is over, wait for tavola ctl new match, or stop",
    )


def run(chosen: argparse.Namespace) -> int:
    """Referee a match."""
    refuse_idle(chosen, add_arguments, _BESIDE)
    tell_progress("Camera, board and devices are made ready", quiet=chosen.quiet)
    from controller.config.settings_file import filmed, load_settings, settings_path
    from controller.table.live import referee
    from controller.table.order import Order
    from controller.terminal import terminal

    settings = load_settings(settings_path(chosen.settings))
    if chosen.film is not None:
        settings = filmed(settings, chosen.film)
    elif settings.table.calibration is None:
        chosen.calibration = chosen.calibration or own_calibration()
    if chosen.film is None and settings.hall.membership is None:
        chosen.hall = chosen.hall or own_membership()
    journal = Path(chosen.resume) if chosen.resume else None
    order = Order(chosen_settings(settings, chosen), chosen.resume is not None, journal, serve=chosen.serve)
    return NO if referee(order, terminal()).waiting else DONE
