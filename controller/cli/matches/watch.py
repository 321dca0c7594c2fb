"""`tavola watch`: its grammar, and what it runs."""

from __future__ import annotations

from contextlib import ExitStack
from pathlib import Path
from types import MappingProxyType
from typing import TYPE_CHECKING, Final

from controller.cli.arguments import (
    add_option_words,
    add_out_folder,
    add_settings_option,
    chosen_settings,
    corners,
    match_length,
    seconds,
)
from controller.cli.exit_status import DONE, NO
from controller.cli.idle import refuse_idle
from controller.cli.progress import progress
from controller.config.speech import add_speech_options
from controller.referee.options.options import PRESETS

if TYPE_CHECKING:
    import argparse
    from collections.abc import Mapping

    from controller.cli.progress import ProgressBar

_BESIDE: Final[Mapping[str, str]] = MappingProxyType({"--calibration": "--within"})
"""Options that say nothing where no start position is looked for."""


def add_arguments(watch: argparse.ArgumentParser) -> None:
    """Add the arguments of `watch`."""
    watch.description = (
        "Referee what a video shows, to its end, as `tavola simulate --record` or any camera took it. Board"
        " and set are learned from the start position at its beginning."
    )
    watch.add_argument("film", type=Path, metavar="FILE", help="the video")
    board = watch.add_mutually_exclusive_group()
    board.add_argument(
        "--corners",
        type=corners,
        metavar="X,Y,X,Y,X,Y,X,Y",
        help="corners of the playing surface in pixels, clockwise from the top left; searched for if not given",
    )
    board.add_argument(
        "--calibration", type=Path, metavar="FILE", help="what `tavola calibrate` wrote, instead of learning anew"
    )
    watch.add_argument(
        "--within",
        type=seconds,
        default=120.0,
        metavar="SECONDS",
        help="how much of the film is searched for the start position (default 120)",
    )
    watch.add_argument(
        "--length", type=match_length, metavar="POINTS", help="points to win, or money (default: as the settings say)"
    )
    watch.add_argument("--white", metavar="NAME", help="the player with the light checkers")
    watch.add_argument("--black", metavar="NAME", help="the player with the dark checkers")
    watch.add_argument(
        "--preset", choices=tuple(PRESETS), help="what the referee goes by (default: as the settings say)"
    )
    add_option_words(watch)
    add_settings_option(watch)
    add_speech_options(watch, None, None)
    add_out_folder(watch, "where journal and match file go")


def run(chosen: argparse.Namespace) -> int:
    """Referee a video."""
    refuse_idle(chosen, add_arguments, _BESIDE)
    with ExitStack() as looking:
        bar = looking.enter_context(progress(f"{chosen.film}: the start position is looked for", quiet=chosen.quiet))
        return _watch(chosen, looking, bar)


def _watch(chosen: argparse.Namespace, looking: ExitStack, bar: ProgressBar | None) -> int:
    """Referee a video; when its start position was found, looking ends."""
    from controller.config.settings_file import filmed, load_settings, settings_path
    from controller.table.filmed import StartSearch, watch_film
    from controller.terminal import terminal

    settings = chosen_settings(filmed(load_settings(settings_path(chosen.settings)), chosen.film), chosen)
    # The calibration of one's own table is none of a film's.
    table = settings.table.model_copy(update={"calibration": chosen.calibration, "against": "person"})
    search = StartSearch(chosen.corners, within=chosen.within, looked=bar.at if bar else None, found=looking.close)
    refereed = watch_film(chosen.film, settings.model_copy(update={"table": table}), search, terminal())
    return NO if refereed.waiting else DONE
