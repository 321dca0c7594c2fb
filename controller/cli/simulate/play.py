"""`tavola simulate`: its grammar, and the match that it plays and referees."""

from __future__ import annotations

import secrets
import sys
from pathlib import Path
from typing import TYPE_CHECKING, Final

from controller.announce.health import Notice, notice, sentence
from controller.announce.language import language
from controller.announce.worth import Speak
from controller.cli.arguments import (
    AgainstError,
    add_against,
    add_hall,
    add_option_words,
    add_out_folder,
    add_pages,
    chosen_settings,
    days,
    match_length,
    whole_number,
)
from controller.cli.exit_status import DONE, NO
from controller.cli.idle import refuse_idle
from controller.cli.matches.analyse import is_analysed
from controller.cli.simulate.idle import BESIDE, BESIDE_A_FOLDER, WITHOUT
from controller.cli.simulate.long_run import add_trial_options, run_trial_command, wants_trial
from controller.cli.simulate.pictures import add_picture_options, list_names
from controller.cli.simulate.stills import add_stills_options, run_stills, wants_stills
from controller.config.speech import add_speech_options
from controller.engine.gnubg import find_gnubg
from controller.errors import TavolaError
from controller.referee.options.options import PRESETS
from controller.web.address import LOOPBACK

if TYPE_CHECKING:
    import argparse

    from controller.table.seating import Played


class ListError(TavolaError, ValueError):
    """JSON of something that is not listed."""


SEED: Final = 1
"""The seed where none is given."""

_turns = whole_number("a number of turns is needed", 1)


def add_arguments(simulate: argparse.ArgumentParser) -> None:
    """Add the arguments of `simulate`."""
    simulate.description = "Play a match on the simulated table and referee it."
    played = simulate.add_argument_group("what is played")
    played.add_argument(
        "--length",
        type=match_length,
        default=1,
        metavar="POINTS",
        help="points to win (default 1), or money: a session without a length, of which one game is played",
    )
    played.add_argument(
        "--preset",
        choices=tuple(PRESETS),
        default="club",
        help="what the referee goes by (default club; see tavola rules); with tournament the clock is pressed",
    )
    add_option_words(played)
    add_against(played)
    played.add_argument(
        "--play",
        action="store_true",
        help="with --against: play yourself: you type plays as in 13/7 8/7, and simulated hands make them",
    )
    played.add_argument(
        "--by-hand",
        action="store_true",
        help="play both sides yourself, by mouse on the page /simulation; the camera referees (implies --pages)",
    )
    _add_keeping(simulate.add_argument_group("what is kept, shown and said"))
    _add_laboratory(simulate.add_argument_group("laboratory: the table", "what the simulated table is like"))
    add_trial_options(simulate)
    add_stills_options(simulate)


def _add_keeping(kept: argparse._ArgumentGroup) -> None:
    """Add what becomes of a match, and what is seen and heard of it."""
    add_out_folder(kept, "where match file, journal and picture go")
    kept.add_argument(
        "--resume",
        nargs="?",
        const="",
        metavar="JOURNAL",
        help="go on with an interrupted match: that of a journal, or the newest of the folder",
    )
    kept.add_argument(
        "--serve",
        action="store_true",
        help="go on with an unfinished match; when one is over, wait for tavola ctl new match, or stop",
    )
    kept.add_argument(
        "--keep-pictures",
        type=days,
        default=0.0,
        metavar="DAYS",
        help="keep pictures of disputed turns for so many days (default: keep none)",
    )
    kept.add_argument(
        "--window", action="store_true", help="show the picture on the screen, with reading, dice, score and verdict"
    )
    add_pages(kept)
    add_hall(
        kept,
        "none",
        "; with the folder that tavola hall setup wrote all its tables play at once, without pictures",
    )
    add_speech_options(kept, "", Speak.NOTHING)


def _add_laboratory(table: argparse._ArgumentGroup) -> None:
    """Add what the simulated table is like, and for how long it is filmed."""
    table.add_argument("--seed", type=int, help="of dice, players and camera noise (default 1; by chance if you play)")
    add_picture_options(table)
    table.add_argument(
        "--strip",
        choices=("auto", "process", "memory"),
        default="auto",
        help="the strip controller: compiled and run as a process, or its model in memory (default auto)",
    )
    table.add_argument("--turns", type=_turns, metavar="TURNS", help="leave off after so many turns")
    table.add_argument(
        "--record",
        type=Path,
        metavar="FILE",
        dest="film",
        help="keep what the camera sees as a video (.avi or .mp4), for tavola watch",
    )


_BEATS: Final = 10.0
"""Beats a second of a simulated table without pictures: some five times as fast as people play."""


def run(chosen: argparse.Namespace) -> int:
    """Play a match on the simulated table, or for long."""
    refuse_idle(chosen, add_arguments, BESIDE, WITHOUT)
    chosen.seed = _seed(chosen)
    if chosen.listed:
        list_names(chosen.listed, as_json=chosen.json)
        return DONE
    if chosen.json:
        raise ListError("simulate.nothing_to_list")
    if chosen.hall is not None and chosen.hall.is_dir():
        refuse_idle(chosen, add_arguments, BESIDE_A_FOLDER)
        return _play_hall(chosen)
    if wants_stills(chosen):
        return run_stills(chosen)
    if wants_trial(chosen):
        return run_trial_command(chosen)
    if chosen.by_hand:
        if chosen.against is not None:
            raise AgainstError("against.not_by_hand")
        chosen.pages = chosen.pages or LOOPBACK
    words = language(chosen.language)
    if not chosen.quiet:  # before anything large is loaded
        sys.stdout.write(f"{sentence(notice(0.0, 'simulated.table'), words)}\n")
        sys.stdout.flush()
    if chosen.play and chosen.against is None and chosen.resume is None:
        raise AgainstError("against.nobody")
    from controller.config.simulation_settings import SimulatedSettings
    from controller.table.order import Order
    from controller.table.simulated import simulate

    journal = Path(chosen.resume) if chosen.resume else None
    settings = chosen_settings(SimulatedSettings(), chosen)
    played = simulate(Order(settings, chosen.resume is not None, journal, serve=chosen.serve), typed=_typed)
    if not chosen.serve and not chosen.quiet:
        sys.stdout.write(f"{sentence(_next(played), words)}\n")
    return NO if played.waiting else DONE


def _seed(chosen: argparse.Namespace) -> int:
    """Return the seed that is given; else always the same, but for who plays themselves."""
    if chosen.seed is not None:
        return int(chosen.seed)
    return secrets.randbelow(1_000_000) if chosen.play or chosen.by_hand else SEED


def _typed(asked: str) -> str:
    """Return what is typed in answer to some lines.

    Raises:
        EOFError: nobody types any more.
    """
    lines, _, last = asked.rpartition("\n")
    if lines:
        sys.stdout.write(f"{lines}\n")
    return input(f"{last} ")


def _next(played: Played) -> Notice:
    """Return what may be done with a match that was played."""
    again, window = f"tavola replay {played.journal}", "tavola simulate --window"
    if not is_analysed(played.keeper.record):
        return notice(0.0, "simulated.next_unanalysed", replay=again, window=window)
    missing = "" if find_gnubg() else " (sudo apt-get install gnubg)"
    analyse = f"tavola analyse {played.journal}{missing}"
    return notice(0.0, "simulated.next", replay=again, analyse=analyse, window=window)


def _play_hall(chosen: argparse.Namespace) -> int:
    """Play at all tables of a hall, without pictures."""
    from controller.config.service import until_terminated
    from controller.table.unseen.hall_tables import play_hall

    def say(line: str) -> None:
        if not chosen.quiet:
            sys.stdout.write(f"{line}\n")
            sys.stdout.flush()

    with until_terminated() as asked:
        seats = play_hall(
            chosen.hall, chosen.out, chosen.length or 1, chosen.seed, _BEATS, say, asked.is_set, serve=chosen.serve
        )
    for seat in seats:
        if seat.stuck:
            say(f"{seat.table.session.journal_path}: {seat.stuck}")
    return DONE
