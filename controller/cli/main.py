"""The command `tavola`: reads the command line, and turns what goes wrong into one clear line.

The module of a command is loaded when that command is typed, so that everything else answers at once.
"""

from __future__ import annotations

import argparse
import sys
from importlib import import_module
from types import MappingProxyType
from typing import TYPE_CHECKING, Any, Final, NoReturn

from controller.cli.blas_threads import keep_to_one_thread
from controller.cli.exit_status import IMPOSSIBLE, STOPPED, UNHEARD
from controller.cli.streams import all_written, complain, print_anything

if TYPE_CHECKING:
    from collections.abc import Iterator, Mapping, Sequence

    from _typeshed import SupportsWrite

COMMANDS: Final[Mapping[str, tuple[str, str]]] = MappingProxyType(
    {
        "simulate": ("simulate.play", "play on the simulated table"),
        "referee": ("matches.referee", "referee a match at a real table"),
        "watch": ("matches.watch", "referee a video"),
        "doctor": ("commands.doctor", "look at everything that is plugged in"),
        "install-service": ("commands.install_service", "have the referee there when the computer is switched on"),
        "read": ("commands.read", "read one photograph of a board"),
        "calibrate": ("commands.calibrate", "learn a board and its set from a picture of the start position"),
        "replay": ("matches.replay", "referee a match anew from its journal"),
        "journal": ("matches.journal", "list, show, check, export or clear journals"),
        "analyse": ("matches.analyse", "say how well a match was played"),
        "ctl": ("matches.ctl", "command a running referee"),
        "hall": ("commands.hall", "bring tables together at one broker"),
        "lights": ("commands.lights", "try the strip of lights"),
        "say": ("commands.say", "say something aloud"),
        "options": ("commands.options", "list what can be agreed on at a table"),
        "rules": ("commands.rules", "say in words what the presets are"),
        "settings": ("commands.settings", "show, check or write the settings"),
        "completion": ("commands.completion", "have the shell complete what is typed"),
    }
)
"""The commands: the module of each below `controller.cli`, and what it does."""

_RENAMED: Final = MappingProxyType(
    {
        ("analyse", "--html"): "a page is written with --out FILE.html",
        ("calibrate", "--write"): "the calibration is written with --out FILE",
        ("say", "--wav"): "a sound file is written with --out FILE",
        ("simulate", "--film"): "a film is kept with --record FILE",
    }
)
"""Options of earlier versions, and how the same is said now."""


def main(arguments: Sequence[str] | None = None) -> int:
    """Run `tavola`.

    Args:
        arguments: the command line without the program's name; None for that of the process.

    Returns:
        The exit status, see `exit_status`.
    """
    keep_to_one_thread()
    print_anything()
    try:
        with all_written():
            return _run(sys.argv[1:] if arguments is None else [*arguments])
    except BrokenPipeError:
        return UNHEARD
    except OSError as error:
        complain(": ".join(str(part) for part in (error.filename, error.strerror or error) if part))
        return IMPOSSIBLE


def _run(words: list[str]) -> int:
    """Do what the words of a command line say; return the exit status."""
    parser = grammar(*words[:1])
    _refuse_renamed(parser, words)
    chosen = parser.parse_args(words)
    from controller.cli.known_errors import KNOWN
    from controller.cli.logs import start_log

    start_log(chosen.log_level, quiet=chosen.quiet)
    try:
        return int(_module(chosen.command).run(chosen))
    except KNOWN as error:
        from controller.announce.error_messages import trouble

        complain(trouble(error))
        return IMPOSSIBLE
    except KeyboardInterrupt:
        complain("stopped")
        return STOPPED


def grammar(*typed: str) -> argparse.ArgumentParser:
    """Return the grammar of the command line; of the commands that are not typed only their names.

    Args:
        typed: the commands whose arguments are wanted.
    """
    parser = _Parser(prog="tavola", description="The referee for over-the-board backgammon.")
    parser.add_argument("--version", action=_Version, nargs=0, help="print the version and leave")
    commands = parser.add_subparsers(dest="command", required=True, metavar="COMMAND")
    for name, (_, about) in COMMANDS.items():
        command = commands.add_parser(name, help=about)
        if name in typed:
            from controller.cli.logs import add_log_options

            _module(name).add_arguments(command)
            for one in leaves(command):
                add_log_options(one)
    return parser


def leaves(parser: argparse.ArgumentParser) -> Iterator[argparse.ArgumentParser]:
    """Yield the parsers that have no commands of their own below a parser."""
    below = [action for action in parser._actions if isinstance(action, argparse._SubParsersAction)]  # noqa: SLF001
    if not below:
        yield parser
    for action in below:
        for one in action.choices.values():
            yield from leaves(one)


class _Parser(argparse.ArgumentParser):
    """A grammar that says in one line what is wrong with a command line, and where more is to be read."""

    def error(self, message: str) -> NoReturn:
        """Leave with one line."""
        self.exit(IMPOSSIBLE, f"{self.prog}: {message}; {self.prog} --help says more\n")

    def print_help(self, file: SupportsWrite[str] | None = None) -> None:
        """Print the help, and raise `OSError` where it cannot be printed, which argparse keeps to itself."""
        (file or sys.stdout).write(self.format_help())


class _Version(argparse.Action):
    """Prints the version, which is looked up only then."""

    def __call__(self, parser: argparse.ArgumentParser, *_: object) -> NoReturn:
        """Print it and leave."""
        from importlib.metadata import version

        sys.stdout.write(f"tavola {version('tavola')}\n")
        parser.exit()


def _module(name: str) -> Any:
    """Return the module of a command."""
    return import_module(f"controller.cli.{COMMANDS[name][0]}")


def _refuse_renamed(parser: argparse.ArgumentParser, words: Sequence[str]) -> None:
    """Leave with one line where an option is spelled as in an earlier version."""
    for word, follows in zip(words, [*words[1:], ""], strict=False):
        option, given, _ = word.partition("=")
        now = _RENAMED.get((words[0], option))
        if now is not None:
            parser.error(f"{option} is no more: {now}")
        if (words[0], option) == ("analyse", "--json") and (given or follows.endswith(".json")):
            parser.error("--json prints on standard output: a file is written with --out FILE.json")


if __name__ == "__main__":
    sys.exit(main())
