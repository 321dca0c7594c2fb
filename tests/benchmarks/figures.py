"""Every published figure with its command: `python -m tests.benchmarks.figures [--only NAME]... [--quick]`.

Runs the commands of the table below, one after the other, and writes what they print into docs/figures.md; a figure
that is not run keeps the value that it has there. With --quick those are run that take less than a minute each.
"""

from __future__ import annotations

import argparse
import re
import shlex
import subprocess
import sys
import tempfile
import time
from dataclasses import dataclass
from pathlib import Path
from typing import TYPE_CHECKING, Final

from tests.paths import ROOT

if TYPE_CHECKING:
    from collections.abc import Mapping, Sequence

PAGE: Final = ROOT / "docs" / "figures.md"
BENCHMARKS: Final = ".venv/bin/python -m tests.benchmarks."
BOARDS: Final = "../shared/photos/boards/labels.jsonl"
MATCHES: Final = "../shared/matches/online ../shared/matches/over-the-board"
QUICK_S: Final = 300
"""The limit of a figure that takes less than a minute where nothing else runs, in seconds."""

Values = dict[str, tuple[str, str]]
"""The command of each figure that was run, and what it printed."""


@dataclass(frozen=True, slots=True)
class Figure:
    """A figure and the command that prints it.

    Attributes:
        name: what it is called.
        about: what is measured.
        command: as it is typed in the checkout, or several that are parted by " && "; the last one prints it.
        limit: seconds that it may take; the quick ones have QUICK_S.
        lines: a pattern of the lines of the output that are its value; empty for the last line.
    """

    name: str
    about: str
    command: str
    limit: float
    lines: str


class FigureError(Exception):
    """A figure could not be measured; its text says why."""


HEAD: Final = (
    "# Figures",
    "",
    "Written by `make figures`, which runs every command below and puts here what it prints, with 95 % intervals",
    '(Wilson) in brackets where it counts; `make figures ARGS="--only NAME"` runs one. What the figures mean, and',
    "those of longer runs, is in [vision/figures.md](../vision/figures.md). Times are of the machine that ran them,",
    "with whatever else it was doing.",
    "",
)

BOARD_LINES: Final = r"^tier (?:A\+B|C):.*(?:\n  .*)+"
THROW_LINES: Final = "^(right|wrong|not announced) +[0-9]"
ROWS: Final = (
    ("boards", "photographed boards, corners given", f"reading.boards.read_boards {BOARDS}", QUICK_S, BOARD_LINES),
    (
        "boards-unaided",
        "the same, nothing given",
        f"reading.boards.read_boards {BOARDS} --unaided",
        QUICK_S,
        BOARD_LINES,
    ),
    ("corners", "corners found without help", f"reading.locating.find_corners {BOARDS}", QUICK_S, "^[ABC]"),
    (
        "whole-boards",
        "the chance of a whole board, said and right",
        f"reading.boards.read_whole {BOARDS} --pictures 15",
        1800,
        "^(photographs|simulated|together):|^  (all|holds)",
    ),
    ("kinds", "boards of kinds that trained nothing", "reading.boards.read_kinds", 1800, "."),
    (
        "dice",
        "dice whose place is given",
        "reading.dice.read_dice ../shared/photos/dice/labels.jsonl",
        1800,
        "values right",
    ),
    (
        "simulated",
        "simulated tables",
        (
            "reading.boards.read_simulated --seed 31 --pictures 12"
            " --looks walnut,desert,drawn-10001,drawn-10002,club,tournament"
        ),
        900,
        " right .* wrong ",
    ),
    (
        "constructions",
        "boards built in other ways, known",
        "reading.boards.read_simulated --construction each --seed 83 --pictures 6 --looks walnut,casino,drawn-10003",
        1800,
        "^[a-z-]+:$|^[a-z]+ +right .* wrong ",
    ),
    (
        "large-cubes",
        "cubes of 45 mm",
        (
            "reading.boards.read_simulated --seed 57 --pictures 8 --cube 45"
            " --looks drawn-10500,harbour,casino,lagoon,walnut"
        ),
        900,
        "^cube",
    ),
    (
        "light",
        "a light that drifts",
        "reading.boards.read_simulated --seed 51 --pictures 10 --looks club,walnut,tournament,cork --drift",
        600,
        "^(places|stacks) +right",
    ),
    (
        "lens",
        "a lens that bends lines",
        "reading.boards.read_simulated --seed 7 --pictures 2 --looks club,cork,walnut --k1 -0.12",
        QUICK_S,
        "^places off",
    ),
    (
        "leaning",
        "dice that lean",
        "reading.dice.read_leaning --scenes 10 --throws 14 --looks drawn-11900,drawn-11901,drawn-11903",
        1800,
        " found |^- of these called|^flat dice on the board",
    ),
    ("throws", "throws announced", "reading.dice.read_throws --throws 25 --seed 1", 3600, THROW_LINES),
    (
        "emblems",
        "throws with a die on an emblem",
        "reading.dice.read_throws --on-emblem --throws 60 --seed 1 --looks lagoon,casino,linen,harbour",
        3600,
        THROW_LINES,
    ),
    ("hidden", "places that a hand hides", "reading.boards.find_hidden", 1800, "hidden|pictures"),
    ("stickers", "stickers found", "reading.locating.find_stickers --views 20", QUICK_S, "^(found|worst corner)"),
    (
        "moved",
        "cameras that were moved",
        "reading.locating.moved_tables --still 16 --looks club,walnut,tournament,cork",
        1800,
        "noticed|^still",
    ),
    (
        "reading-speed",
        "processor time of reading",
        "reading.read_speed --rounds 15 --photographs 1",
        900,
        " least .* middle ",
    ),
    ("reading-costs", "what readings cost beside time", "reading.read_costs", QUICK_S, "."),
    ("drawing-speed", "how fast tables are drawn", "devices.draw_speed", QUICK_S, "frames a second"),
    (
        "legal-plays",
        "legal plays that corpora of other programs have",
        "refereeing.plays.legal_plays ../shared/rules/legal-plays.jsonl.gz",
        900,
        "^cases",
    ),
    (
        "legal-plays-speed",
        "legal plays a second",
        "refereeing.plays.legal_plays_speed ../shared/rules/legal-plays.jsonl.gz",
        QUICK_S,
        ".",
    ),
    ("replayed", "real matches replayed", f"refereeing.replay_matches {MATCHES}", QUICK_S, ""),
    (
        "refereed",
        "real matches refereed, an illegal play made in each",
        f"refereeing.referee_matches {MATCHES} --inject closed-point",
        1800,
        "",
    ),
    (
        "noisy",
        "real matches seen with the errors of a reader",
        "refereeing.noisy_matches ../shared/matches/over-the-board",
        1800,
        "^(legal|illegal|games)",
    ),
    ("journal", "what keeping a match costs", "refereeing.journal_figures", QUICK_S, ""),
    ("lights", "what is promised of the lights", "devices.wire_figures", 1800, "."),
    ("speech", "when sentences begin", "devices.speech_figures", 900, "."),
    ("pages", "what many viewers of the pages cost", "pages.viewers", 900, "."),
    ("pages-seen", "when a browser shows a page, and what it fetches", "pages.seen", 900, "."),
    ("pages-light", "the referee's light beside many viewers", "pages.light", QUICK_S, "."),
    ("pages-malformed", "malformed requests to the pages", "pages.malformed", 1800, "."),
    ("computer-speed", "how long the computer thinks", "players.computer_speed --against club --rolls 5", QUICK_S, ""),
    ("player", "errors of the built-in player", "players.rate_player --games 20", 3600, ""),
    ("player-cube", "errors of the built-in player with the cube", "players.rate_cube", 3600, ""),
    (
        "analysis",
        "analysed matches whose figures are those of GNU Backgammon",
        f"players.analyse_matches {MATCHES}",
        3600,
        "",
    ),
)
TRACED: Final = "build/traced"
TRACE: Final = f".venv/bin/python -m vision.training.traced.make {TRACED}"
TRACE_ALL: Final = f"{TRACE} && {TRACE} --seed 2 --builds leather,lacquer,two-tone,narrow && "
"""Traces the pictures that are not there yet, in some ten minutes; it needs the extra `photo` and LLVM."""

OF_TRACED: Final = (
    (
        "traced",
        "traced tables of builds that judge, alone, with their start position known, and with nothing given",
        f"reading.boards.read_traced {TRACED} --quiet",
        r"all judging builds.*(?:\n  .*)+",
    ),
    (
        "unlike",
        "what is said to look like no whole board, of these and of parts of them",
        f"reading.boards.unlike {TRACED}",
        "^unlike, judging",
    ),
    (
        "corners-traced",
        "corners of these found without help",
        f"reading.locating.find_corners {TRACED}/labels.jsonl",
        "^traced, judging",
    ),
    (
        "shifted",
        "where these are thought to be when they were moved by parts of a point",
        f"reading.locating.shifted_tables {TRACED} --quiet",
        "^shifted, judging",
    ),
)
FIGURES: Final = (
    *(Figure(name, about, BENCHMARKS + words, limit, lines) for name, about, words, limit, lines in ROWS),
    *(Figure(name, about, TRACE_ALL + BENCHMARKS + words, 7200, lines) for name, about, words, lines in OF_TRACED),
)


def output(command: str, limit: float) -> str:
    """Return what a command prints, run in the checkout with the environment of this program.

    Raises:
        FigureError: it fails, or takes longer than the limit, in seconds.
    """
    program, *words = shlex.split(command)
    typed = [str(Path(sys.executable).with_name(Path(program).name)), *words]
    try:
        done = subprocess.run(typed, cwd=ROOT, capture_output=True, text=True, timeout=limit, check=False)
    except subprocess.TimeoutExpired:
        raise FigureError(f"it takes longer than {limit:.0f} s") from None
    if done.returncode:
        raise FigureError(f"status {done.returncode}: {(done.stderr or done.stdout).strip()[-300:]}")
    return done.stdout


def measure(figure: Figure) -> str:
    """Run the command of a figure and return its value as printed.

    Raises:
        FigureError: material or a program is missing, the command fails, or it takes too long.
    """
    missing = [word for word in shlex.split(figure.command) if word.startswith("../") and not (ROOT / word).exists()]
    if missing:
        raise FigureError(f"{missing[0]} is not here")
    said = ""
    with tempfile.TemporaryDirectory() as folder:
        for command in figure.command.split(" && "):
            said = output(command.replace(" out/", f" {folder}/"), figure.limit)
    lines = said.rstrip().splitlines()[-1:]
    if figure.lines:
        found = re.finditer(rf"^.*(?:{figure.lines}).*$", said, flags=re.MULTILINE)
        lines = [line for match in found for line in match[0].splitlines()]
    value = [" ".join(line.split()) for line in lines]
    if not value:
        raise FigureError(f"no line of the output is like {figure.lines!r}")
    return "\n".join(value)


ROW: Final = re.compile(r"^\| (\S+) \| .* \| (.*) \| `(.*)` \|$", flags=re.MULTILINE)


def values_in(text: str) -> Values:
    """Return the figures that a page has, with the commands that printed them."""
    known = text.partition("## ")[0]
    return {name: (command, value.replace("<br>", "\n")) for name, value, command in ROW.findall(known)}


def page(values: Mapping[str, tuple[str, str]]) -> str:
    """Return the page: the figures that were run, then the commands of the others."""
    known = [figure for figure in FIGURES if values.get(figure.name, ("",))[0] == figure.command]
    lines = [*HEAD, "| figure | of what | as printed | command |", "|---|---|---|---|"]
    for figure in known:
        value = values[figure.name][1].replace("|", "/").replace("\n", "<br>")
        lines.append(f"| {figure.name} | {figure.about} | {value} | `{figure.command}` |")
    others = [figure for figure in FIGURES if figure not in known]
    if others:
        lines += ["", "## Not run for this page", "", "| figure | of what | command |", "|---|---|---|"]
        lines += [f"| {figure.name} | {figure.about} | `{figure.command}` |" for figure in others]
    return "\n".join(lines) + "\n"


def main(arguments: Sequence[str] | None = None) -> int:
    """Run the command; its status is 1 where a figure could not be measured."""
    parser = argparse.ArgumentParser(prog="python -m tests.benchmarks.figures", description=__doc__)
    names = [figure.name for figure in FIGURES]
    parser.add_argument("--only", action="append", choices=names, metavar="NAME", help=f"one of {', '.join(names)}")
    parser.add_argument("--quick", action="store_true", help="those that take less than a minute")
    parser.add_argument("--page", type=Path, default=PAGE, help="where the figures are kept")
    chosen = parser.parse_args(arguments)
    wanted = [figure for figure in FIGURES if not chosen.only or figure.name in chosen.only]
    wanted = [figure for figure in wanted if not chosen.quick or figure.limit <= QUICK_S]
    values = values_in(chosen.page.read_text("utf-8")) if chosen.page.exists() else {}
    failed = 0
    for number, figure in enumerate(wanted, 1):
        print(f"{number} of {len(wanted)}: {figure.name}, {figure.about}", flush=True)
        begun = time.monotonic()
        try:
            values[figure.name] = (figure.command, measure(figure))
        except FigureError as error:
            failed += 1
            print(f"  not measured: {error}", flush=True)
            continue
        chosen.page.write_text(page(values), "utf-8")
        print(f"  {values[figure.name][1].splitlines()[-1]} ({time.monotonic() - begun:.0f} s)", flush=True)
    return int(failed > 0)


if __name__ == "__main__":
    sys.exit(main())
