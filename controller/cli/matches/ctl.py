"""`tavola ctl`: an order or a question to a running referee."""

from __future__ import annotations

import argparse
import getpass
from pathlib import Path

from controller.cli.arguments import add_json, add_out_folder
from controller.cli.exit_status import DONE, NO


def add_arguments(control: argparse.ArgumentParser) -> None:
    """Add the arguments of `ctl`."""
    from controller.control.orders import HELP

    control.description = (
        f"Command a running referee. Exit status: 0 done, 1 refused, 2 not understood or not reached.\n\nwords:\n{HELP}"
    )
    control.formatter_class = argparse.RawDescriptionHelpFormatter
    control.add_argument("words", nargs="+", metavar="WORD", help="what to do, such as: status")
    control.add_argument("--why", default="", metavar="TEXT", help="the reason for an order; it is kept with it")
    control.add_argument("--by", metavar="NAME", help="who gives the order (default: the user's name)")
    add_out_folder(control, "the --out of the referee")
    control.add_argument("--socket", type=Path, metavar="PATH", help="its socket, if that lies elsewhere")
    add_json(control)


def run(chosen: argparse.Namespace) -> int:
    """Command a running referee."""
    from controller.control.client import command
    from controller.control.wire import Asked, socket_path

    who = chosen.by or _user()
    path = chosen.socket or socket_path(chosen.out)
    return DONE if command(path, Asked(tuple(chosen.words), who, chosen.why), as_json=chosen.json) else NO


def _user() -> str:
    """Return the name of the user, or a word where the system knows none."""
    try:
        return getpass.getuser()
    except (OSError, KeyError):
        return "somebody"
