"""`tavola watch`: its grammar, and what it runs."""

from __future__ import annotations

from pathlib import Path
from typing import TYPE_CHECKING

from controller.cli.options import add_option_words
from controller.cli.referee import WAITING, chosen_settings
from controller.cli.settings import add_settings_option
from controller.cli.values import match_length
from controller.config.speech import add_speech_options
from controller.referee.options.options import PRESETS

if TYPE_CHECKING:
    import argparse
    from collections.abc import Callable


def add_watch(
    commands: argparse._SubParsersAction[argparse.ArgumentParser],
    corners: Callable[[str], tuple[tuple[float, float], ...]],
) -> None:
    """Add `watch` to the commands of a parser.

    Args:
        commands: the commands.
        corners: reads the corners of a board.
    """
    watch = commands.add_parser(
        "watch",
        help="referee a video",
        description="Referee what a video shows, to its end, as `tavola simulate --record` or any camera took it. Board"
        " and set are learned from the start position at its beginning.",
    )
    watch.add_argument("film", type=Path, metavar="FILE", help="the video")
    watch.add_argument(
        "--corners",
        type=corners,
        metavar="X,Y,X,Y,X,Y,X,Y",
        help="corners of the playing surface in pixels, clockwise from the top left; searched for if not given",
    )
    watch.add_argument(
        "--calibration", type=Path, metavar="FILE", help="what `tavola calibrate` wrote, instead of learning anew"
    )
    watch.add_argument(
        "--within",
        type=float,
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
    watch.add_argument(
        "--out", type=Path, default=Path("out"), metavar="DIR", help="where journal and match file go (default out)"
    )


def run_watch(chosen: argparse.Namespace) -> int:
    """Referee a video."""
    from controller.config.settings_file import load_settings, settings_path
    from controller.table.filmed import Search, watch_film
    from controller.terminal import terminal

    settings = chosen_settings(load_settings(settings_path(chosen.settings)), chosen)
    # The calibration of one's own table is none of a film's.
    table = settings.table.model_copy(update={"calibration": chosen.calibration, "against": "person"})
    search = Search(chosen.corners, within=chosen.within)
    refereed = watch_film(chosen.film, settings.model_copy(update={"table": table}), search, terminal())
    return WAITING if refereed.waiting else 0
