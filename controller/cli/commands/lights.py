"""`tavola lights`: its grammar, and what it runs."""

from __future__ import annotations

import argparse
from pathlib import Path
from typing import TYPE_CHECKING

from controller.announce.error_messages import trouble
from controller.cli.arguments import number
from controller.cli.exit_status import DONE, MISSING, NO
from controller.cli.streams import complain
from controller.config.folders import data_folder

if TYPE_CHECKING:
    from rich.console import Console


_seconds = number("seconds are needed", lambda seconds: 0 <= seconds < float("inf"))


def add_arguments(lights: argparse.ArgumentParser) -> None:
    """Add the arguments of `lights`."""
    lights.description = "Try the strip of lights, real or simulated."
    orders = lights.add_subparsers(dest="order", required=True, metavar="ORDER")
    test = orders.add_parser(
        "test",
        help="light each light by itself, with the name of its place, then every pattern",
        description="Light each light by itself, with the name of its place, then every pattern with its words. "
        "Exit status: 0 all acknowledged, 1 the strip was lost, 2 bad input, 3 no strip is connected.",
    )
    _add_source(test)
    test.add_argument("--pace", type=_seconds, default=0.4, metavar="SECONDS", help="how long each stays (default 0.4)")
    monitor = orders.add_parser(
        "monitor",
        help="draw the strip in the terminal",
        description="Draw the strip in the terminal while all patterns are played on it in turn, as its controller "
        "acknowledges them; --free and --game draw a simulated strip that somebody else uses. Ctrl-C ends it.",
    )
    _add_source(monitor)
    use = monitor.add_mutually_exclusive_group()
    use.add_argument("--free", action="store_true", help="a simulated strip for another program; says its port")
    use.add_argument("--game", action="store_true", help="the strip of a match that is played on the simulated table")
    monitor.add_argument("--seconds", type=_seconds, metavar="SECONDS", help="for how long (default: until Ctrl-C)")
    game = monitor.add_argument_group("with --game")
    game.add_argument("--seed", type=int, default=1, help="of the match (default 1)")
    game.add_argument(
        "--out", type=Path, default=data_folder(), metavar="FOLDER", help="where match file and picture go"
    )


def run(chosen: argparse.Namespace) -> int:
    """Run what was asked for; return the exit status."""
    from controller.setup.strip.source import StripLost, StripMissing

    try:
        _run(chosen)
    except StripMissing as error:
        complain(trouble(error))
        return MISSING
    except StripLost as error:
        complain(trouble(error))
        return NO
    return DONE


def _run(chosen: argparse.Namespace) -> None:

    from controller.setup.strip.monitor import host_free, monitor
    from controller.setup.strip.source import StripSource
    from controller.setup.strip.walk import walk
    from controller.terminal import terminal

    console = terminal()
    source = StripSource(chosen.port, chosen.simulated, chosen.id, chosen.map, chosen.wait)
    if chosen.order == "test":
        walk(source, console, chosen.pace)
    elif chosen.game:
        _game(chosen, console)
    elif chosen.free:
        host_free(console, chosen.seconds)
    else:
        monitor(source, console, chosen.seconds)


def _game(chosen: argparse.Namespace, console: Console) -> None:
    """Play a match on the simulated table with its strip drawn below what is said."""
    from controller.config.settings_file import laid_over
    from controller.config.simulation_settings import SimulatedSettings
    from controller.setup.strip.monitor import watched
    from controller.table.order import Order
    from controller.table.simulated import simulate
    from hardware.simulated.strip.factory import simulated_strip

    settings = laid_over(SimulatedSettings(), {"seed": chosen.seed, "out": chosen.out})
    with simulated_strip() as strip, watched(strip, console):
        simulate(Order(settings), console, strip)


def _add_source(parser: argparse.ArgumentParser) -> None:
    which = parser.add_mutually_exclusive_group()
    which.add_argument("--port", help="device path or URL of the controller (default: whatever answers on USB)")
    which.add_argument("--simulated", action="store_true", help="a simulated strip")
    parser.add_argument("--id", type=_number, metavar="HEX", help="accept only the controller with this number")
    parser.add_argument(
        "--map", type=Path, metavar="FILE", help="how the strip was built, if not like the standard one"
    )
    parser.add_argument(
        "--wait", type=_seconds, default=5.0, metavar="SECONDS", help="how long to look for it (default 5)"
    )


def _number(text: str) -> int:
    """Return a controller's number of the command line.

    Raises:
        argparse.ArgumentTypeError: it is not hexadecimal, or longer than 64 bits.
    """
    try:
        number = int(text, 16)
    except ValueError:
        number = -1
    if not 0 <= number < 1 << 64:
        raise argparse.ArgumentTypeError(f"a number of at most 16 hexadecimal digits is needed, not {text!r}")
    return number
