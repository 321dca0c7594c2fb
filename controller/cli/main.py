"""The command `tavola`: reads the command line, and turns what goes wrong into one clear line."""

from __future__ import annotations

import argparse
import sys
from dataclasses import replace
from importlib import metadata
from pathlib import Path
from typing import TYPE_CHECKING, Final, NoReturn

from controller.announce.error_messages import trouble
from controller.announce.health import Notice, notice, sentence
from controller.announce.language import ENGLISH, language
from controller.announce.worth import Speak
from controller.cli.against_option import add_against, refuse_against
from controller.cli.analyse import add_analyse, run_analyse
from controller.cli.blas_threads import keep_to_one_thread
from controller.cli.ctl import add_control_command, run_control
from controller.cli.doctor import add_doctor, run_doctor
from controller.cli.install_service import add_install_service, run_install_service
from controller.cli.journal import add_journal_commands, days, run_journal, run_replay
from controller.cli.known_errors import KNOWN
from controller.cli.lights import add_lights, run_lights
from controller.cli.options import add_option_words, add_options, agreed_words, run_options
from controller.cli.picture_options import add_picture_options, list_names
from controller.cli.referee import WAITING, add_referee, run_referee
from controller.cli.rules import add_rules, run_rules
from controller.cli.say import add_say, run_say
from controller.cli.settings import add_settings_command, add_settings_option, run_settings
from controller.cli.stills import add_stills_options, run_stills, wants_stills
from controller.cli.streams import complain, print_anything
from controller.cli.trial import add_trial_options, run_trial_command, wants_trial
from controller.cli.values import match_length, number, whole_number
from controller.cli.watch import add_watch, run_watch
from controller.config.speech import add_speech_options
from controller.engine.gnubg import find_gnubg
from controller.errors import PictureError
from controller.referee.options.options import PRESETS

if TYPE_CHECKING:
    from collections.abc import Callable, Sequence

    from controller.table.simulated import Played

BAD_INPUT: Final = 2
"""The exit status for input that cannot be used."""

_turns = whole_number("a number of turns is needed", 1)


def main(arguments: Sequence[str] | None = None) -> int:
    """Run `tavola`.

    Args:
        arguments: the command line without the program's name; None for that of the process.

    Returns:
        The exit status: 0, or 2 for input that cannot be used; `lights` has more (`strip_command`).
    """
    keep_to_one_thread()
    print_anything()
    chosen = _parser().parse_args(arguments)
    try:
        return _COMMANDS[chosen.command](chosen)
    except KNOWN as error:
        complain(trouble(error))
        return BAD_INPUT
    except OSError as error:
        complain(": ".join(str(part) for part in (error.filename, error.strerror or error) if part))
        return BAD_INPUT
    except KeyboardInterrupt:
        complain("stopped")
        return 130


class _Parser(argparse.ArgumentParser):
    """A grammar that says in one line what is wrong with a command line, and where more is to be read."""

    def error(self, message: str) -> NoReturn:
        """Leave with one line."""
        self.exit(BAD_INPUT, f"{self.prog}: {message}; {self.prog} --help says more\n")


def _parser() -> argparse.ArgumentParser:
    """Return the grammar of the command line."""
    parser: argparse.ArgumentParser = _Parser(prog="tavola", description="The referee for over-the-board backgammon.")
    parser.add_argument("--version", action="version", version=f"tavola {metadata.version('tavola')}")
    commands = parser.add_subparsers(dest="command", required=True, metavar="COMMAND")

    _add_simulate(commands)
    add_referee(commands)
    add_watch(commands, _corners)
    add_doctor(commands)
    add_install_service(commands)
    _add_read(commands)
    _add_calibrate(commands)
    add_journal_commands(commands)
    add_analyse(commands)
    add_control_command(commands)
    add_lights(commands)
    add_say(commands)
    add_options(commands)
    add_rules(commands)
    add_settings_command(commands)
    return parser


def _add_simulate(commands: argparse._SubParsersAction[argparse.ArgumentParser]) -> None:
    """Add the command that plays on the simulated table."""
    simulate = commands.add_parser(
        "simulate",
        help="play on the simulated table",
        description="Play a match on the simulated table and referee it.",
    )
    simulate.add_argument(
        "--length",
        type=match_length,
        default=1,
        metavar="POINTS",
        help="points to win (default 1), or money: a session without a length, of which one game is played",
    )
    simulate.add_argument("--seed", type=int, default=1, help="of dice, players and camera noise (default 1)")
    add_picture_options(simulate)
    simulate.add_argument(
        "--preset",
        choices=tuple(PRESETS),
        default="club",
        help="what the referee goes by (default club; see tavola rules); with tournament the clock is pressed",
    )
    add_option_words(simulate)
    add_against(simulate)
    simulate.add_argument(
        "--strip",
        choices=("auto", "process", "memory"),
        default="auto",
        help="the strip controller: compiled and run as a process, or its model in memory (default auto)",
    )
    simulate.add_argument(
        "--out",
        type=Path,
        default=Path("out"),
        metavar="DIR",
        help="where match file, journal and picture go (default out)",
    )
    simulate.add_argument(
        "--resume",
        nargs="?",
        const="",
        metavar="JOURNAL",
        help="go on with an interrupted match: that of a journal, or the newest of the folder",
    )
    simulate.add_argument(
        "--keep-pictures",
        type=days,
        default=0.0,
        metavar="DAYS",
        help="keep pictures of disputed turns for so many days (default: keep none)",
    )
    add_speech_options(simulate, ENGLISH, Speak.NOTHING)
    _add_showing(simulate)
    add_trial_options(simulate)
    add_stills_options(simulate)


def _add_showing(simulate: argparse.ArgumentParser) -> None:
    """Add how long is played, and what is seen of it."""
    simulate.add_argument("--turns", type=_turns, metavar="TURNS", help="leave off after so many turns")
    simulate.add_argument(
        "--record",
        "--film",
        type=Path,
        metavar="FILE",
        dest="film",
        help="keep what the camera sees as a video (.avi or .mp4), for tavola watch",
    )
    simulate.add_argument(
        "--window", action="store_true", help="show what the camera sees on the screen, at the pace of a clock"
    )
    simulate.add_argument(
        "--serve",
        action="store_true",
        help="go on with an unfinished match; when one is over, wait for tavola ctl new match, or stop",
    )


def _add_read(commands: argparse._SubParsersAction[argparse.ArgumentParser]) -> None:
    """Add the command that reads a photograph."""
    read = commands.add_parser(
        "read",
        help="read one photograph of a board",
        description="Read one photograph of a board, whatever stands on it.",
    )
    read.add_argument("photo", type=Path, metavar="PHOTO", help="the picture")
    read.add_argument(
        "--corners",
        type=_corners,
        metavar="X,Y,X,Y,X,Y,X,Y",
        help="corners of the playing surface in pixels, clockwise from the top left; searched for if not given",
    )
    read.add_argument(
        "--calibration",
        type=Path,
        metavar="FILE",
        help="what `tavola calibrate` wrote for this board and camera; it says the corners too",
    )
    read.add_argument(
        "--turn",
        choices=("dark", "light"),
        default="dark",
        help="who is on roll, for the position's IDs (default dark)",
    )
    read.add_argument(
        "--home",
        choices=("bottom-right", "bottom-left", "top-right", "top-left"),
        help="where the dark checkers are borne off (default: as the calibration says, else bottom-right)",
    )
    read.add_argument("--json", action="store_true", help="print JSON instead of a table")
    read.add_argument(
        "--overlay", type=Path, metavar="OUT.png", help="write the picture with the reading drawn over it"
    )


def _add_calibrate(commands: argparse._SubParsersAction[argparse.ArgumentParser]) -> None:
    """Add the command that learns board and set."""
    calibrate = commands.add_parser(
        "calibrate",
        help="learn a board and its set from a picture of the start position",
        description="Learn a board and its set from a picture of the start position, with neither dice nor cube on the "
        "playing surface, or print stickers that mark the board's corners.",
    )
    calibrate.add_argument("picture", type=Path, nargs="?", metavar="PICTURE", help="the whole picture of the camera")
    calibrate.add_argument(
        "--camera",
        action="store_true",
        help="take the picture from the camera that the settings name, and say what to do",
    )
    calibrate.add_argument("--film", type=Path, metavar="FILE", help="take it from the beginning of a video")
    calibrate.add_argument(
        "--wait", type=float, default=120.0, metavar="SECONDS", help="how long the camera is looked at (default 120)"
    )
    add_settings_option(calibrate)
    calibrate.add_argument(
        "--print", type=Path, metavar="FILE", dest="sheet", help="write stickers as .pdf, .svg or .png"
    )
    calibrate.add_argument("--page", choices=("a4", "letter"), default="a4", help="the printer's paper (default a4)")
    calibrate.add_argument(
        "--size", type=_millimetres(15, 35), default=25.0, metavar="MM", help="side of a sticker (default 25)"
    )
    calibrate.add_argument(
        "--height",
        type=_millimetres(0, 80),
        default=20.0,
        metavar="MM",
        help="of the frame, on which the stickers lie, above the playing surface (default 20)",
    )
    calibrate.add_argument(
        "--corners",
        type=_corners,
        metavar="X,Y,X,Y,X,Y,X,Y",
        help="corners of the playing surface in pixels, clockwise from the top left; if not given, stickers say them",
    )
    calibrate.add_argument("--write", type=Path, metavar="FILE", help="write the calibration, for read --calibration")
    calibrate.add_argument("--overlay", type=Path, metavar="OUT.png", help="write the picture with the reading over it")


def _millimetres(least: float, most: float) -> Callable[[str], float]:
    """Return what reads a length of the command line within limits."""
    return number(f"{least:g} to {most:g} millimetres", lambda length: least <= length <= most)


def _corners(text: str) -> tuple[tuple[float, float], ...]:
    """Return the corners of the command line as (x, y) pairs.

    Raises:
        argparse.ArgumentTypeError: they are not eight numbers.
    """
    try:
        numbers = [float(part) for part in text.split(",")]
    except ValueError:
        numbers = []
    if len(numbers) != 8:
        raise argparse.ArgumentTypeError(f"eight numbers with commas between are needed, not {text!r}")
    return tuple(zip(numbers[::2], numbers[1::2], strict=True))


def _simulate(chosen: argparse.Namespace) -> int:
    """Play a match on the simulated table, or for long."""
    if chosen.listed:
        list_names(chosen.listed)
        return 0
    if wants_stills(chosen):
        return run_stills(chosen)
    if wants_trial(chosen):
        refuse_against(chosen)
        return run_trial_command(chosen)
    from controller.table.simulated import simulate
    from controller.table.simulated_options import Options
    from hardware.simulated.conditions import Conditions

    options = Options(
        chosen.length,
        chosen.seed,
        chosen.look,
        chosen.strip,
        chosen.out,
        resume=chosen.resume is not None,
        journal=Path(chosen.resume) if chosen.resume else None,
        keep_days=chosen.keep_pictures,
        serve=chosen.serve,
        preset=chosen.preset,
        agreed=agreed_words(chosen),
        language=chosen.language,
        speak=Speak(chosen.speak),
        turns=chosen.turns,
        film=chosen.film,
        window=chosen.window,
        conditions=Conditions(chosen.light, chosen.camera, chosen.habit),
        against=chosen.against,
    )
    if chosen.ply is not None:
        options = replace(options, ply=chosen.ply)
    if chosen.computer_plays is not None:
        options = replace(options, computer=chosen.computer_plays)
    words = language(options.language)
    sys.stdout.write(f"{sentence(notice(0.0, 'simulated.table'), words)}\n")
    sys.stdout.flush()
    played = simulate(options)
    if not options.serve:
        sys.stdout.write(f"{sentence(_next(played), words)}\n")
    return WAITING if played.waiting else 0


def _next(played: Played) -> Notice:
    """Return what may be done with a match that was played."""
    missing = "" if find_gnubg() else " (sudo apt-get install gnubg)"
    return notice(
        0.0,
        "simulated.next",
        replay=f"tavola replay {played.journal}",
        analyse=f"tavola analyse {played.match_file}{missing}",
        window="tavola simulate --window",
    )


def _read(chosen: argparse.Namespace) -> int:
    """Read a photograph."""
    from controller.referee.layout import Corner
    from controller.setup.photo import read_photograph
    from controller.setup.photo_position import Side
    from vision.reading import Shade

    board, home = chosen.corners, None
    if chosen.calibration is not None:
        from controller.setup.calibrate import home_of_dark, load_calibration

        board, home = load_calibration(chosen.calibration), home_of_dark(chosen.calibration)
    side = Side(Shade(chosen.turn), Corner(chosen.home) if chosen.home else home or Corner.BOTTOM_RIGHT)
    read_photograph(chosen.photo, board, as_json=chosen.json, overlay=chosen.overlay, side=side)
    return 0


def _calibrate(chosen: argparse.Namespace) -> int:
    """Print stickers, or learn a board, or both."""
    from controller.setup.calibrate import Outputs, calibrate_picture, print_sheet
    from vision.locate.stickers import Stickers

    guided = chosen.camera or chosen.film is not None
    if chosen.film is not None:
        chosen.film.stat()  # before anybody is asked to set up a board
    if chosen.picture is None and chosen.sheet is None and not guided:
        raise PictureError("calibrate.nothing_given")
    if chosen.sheet is not None:
        print_sheet(chosen.sheet, chosen.page, chosen.size)
    if guided:
        from controller.setup.calibration_guide import run_guide

        return run_guide(chosen)
    if chosen.picture is not None:
        stickers = Stickers(chosen.size, chosen.height)
        calibrate_picture(chosen.picture, chosen.corners, stickers, Outputs(chosen.write, chosen.overlay))
    return 0


_COMMANDS: Final = {
    "replay": run_replay,
    "journal": run_journal,
    "analyse": run_analyse,
    "ctl": run_control,
    "simulate": _simulate,
    "referee": run_referee,
    "watch": run_watch,
    "doctor": run_doctor,
    "install-service": run_install_service,
    "read": _read,
    "calibrate": _calibrate,
    "lights": run_lights,
    "say": run_say,
    "options": run_options,
    "rules": run_rules,
    "settings": run_settings,
}


if __name__ == "__main__":
    sys.exit(main())
