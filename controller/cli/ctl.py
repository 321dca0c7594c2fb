"""The grammar of `tavola ctl` on the command line."""

from __future__ import annotations

import argparse
import getpass
from pathlib import Path
from typing import Final

REFUSED: Final = 1
"""The exit status where the referee has refused."""


def add_control_command(commands: argparse._SubParsersAction[argparse.ArgumentParser]) -> None:
    """Add the command that commands a running referee."""
    from controller.control.orders import HELP

    control = commands.add_parser(
        "ctl",
        help="command a running referee",
        description=f"Command a running referee. Exit status: 0 done, 1 refused, 2 not understood or not reached."
        f"\n\nwords:\n{HELP}",
        formatter_class=argparse.RawDescriptionHelpFormatter,
    )
    control.add_argument("words", nargs="+", metavar="WORD", help="what to do, such as: status")
    control.add_argument("--why", default="", metavar="TEXT", help="the reason for an order; it is kept with it")
    control.add_argument("--by", metavar="NAME", help="who gives the order (default: the user's name)")
    control.add_argument(
        "--out",
        type=Path,
        default=Path("out"),
        metavar="DIR",
        help="the folder of the referee's journals (default out)",
    )
    control.add_argument("--socket", type=Path, metavar="PATH", help="his socket, if it lies elsewhere")
    control.add_argument("--json", action="store_true", help="print the match as JSON")


def run_control(chosen: argparse.Namespace) -> int:
    """Command a running referee."""
    from controller.control.client import command
    from controller.control.wire import Asked, socket_path

    who = chosen.by or _user()
    path = chosen.socket or socket_path(chosen.out)
    return 0 if command(path, Asked(tuple(chosen.words), who, chosen.why), as_json=chosen.json) else REFUSED


def _user() -> str:
    """Return the name of the user, or a word where the system knows none."""
    try:
        return getpass.getuser()
    except (OSError, KeyError):
        return "somebody"
