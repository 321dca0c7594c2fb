"""The command `tavola`: reads the command line, and turns what goes wrong into one clear line."""

from __future__ import annotations

import argparse
import sys
from importlib import metadata
from pathlib import Path
from typing import TYPE_CHECKING, Final

from controller.troubles import KNOWN, trouble

if TYPE_CHECKING:
    from collections.abc import Sequence

BAD_INPUT: Final = 2
"""The exit status for input that cannot be used."""


def main(arguments: Sequence[str] | None = None) -> int:
    """Run `tavola`.

    Args:
        arguments: the command line without the program's name; None for that of the process.

    Returns:
        The exit status: 0, or 2 for input that cannot be used.
    """
    chosen = _parser().parse_args(arguments)
    try:
        return _simulate(chosen) if chosen.command == "simulate" else _read(chosen)
    except KNOWN as error:
        sys.stderr.write(f"tavola: {trouble(error)}\n")
        return BAD_INPUT
    except OSError as error:
        sys.stderr.write(f"tavola: {error.filename or ''}: {error.strerror or error}\n")
        return BAD_INPUT
    except KeyboardInterrupt:
        sys.stderr.write("tavola: stopped\n")
        return 130


def _parser() -> argparse.ArgumentParser:
    """Return the grammar of the command line."""
    parser = argparse.ArgumentParser(prog="tavola", description="The referee for over-the-board backgammon.")
    parser.add_argument("--version", action="version", version=f"tavola {metadata.version('tavola')}")
    commands = parser.add_subparsers(dest="command", required=True, metavar="COMMAND")

    simulate = commands.add_parser(
        "simulate",
        help="play on the simulated table",
        description="Play a match on the simulated table and referee it.",
    )
    simulate.add_argument("--length", type=_length, default=1, metavar="POINTS", help="points to win (default 1)")
    simulate.add_argument("--seed", type=int, default=1, help="of dice, players and camera noise (default 1)")
    simulate.add_argument("--look", default="club", help="the board's look (default club; an unknown name lists them)")
    simulate.add_argument(
        "--strip",
        choices=("auto", "process", "memory"),
        default="auto",
        help="the strip controller: compiled and run as a process, or its model in memory (default auto)",
    )
    simulate.add_argument(
        "--out", type=Path, default=Path("out"), metavar="DIR", help="where match file and picture go (default out)"
    )

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
    read.add_argument("--json", action="store_true", help="print JSON instead of a table")
    read.add_argument(
        "--overlay", type=Path, metavar="OUT.png", help="write the picture with the reading drawn over it"
    )
    return parser


def _length(text: str) -> int:
    """Return a match length of the command line.

    Raises:
        argparse.ArgumentTypeError: it is no whole number from 1 to 64.
    """
    if text.isdecimal() and 1 <= int(text) <= 64:
        return int(text)
    raise argparse.ArgumentTypeError(f"a match goes to 1 to 64 points, not {text!r}")


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
    """Play a match on the simulated table."""
    from controller.app import Options, simulate  # noqa: PLC0415 - the other commands need no simulator

    simulate(Options(chosen.length, chosen.seed, chosen.look, chosen.strip, chosen.out))
    return 0


def _read(chosen: argparse.Namespace) -> int:
    """Read a photograph."""
    from controller.photo import read_photograph  # noqa: PLC0415 - --version should not wait for OpenCV

    read_photograph(chosen.photo, chosen.corners, as_json=chosen.json, overlay=chosen.overlay)
    return 0


if __name__ == "__main__":
    sys.exit(main())
