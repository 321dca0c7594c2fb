"""Hold our figures of real matches against GNU Backgammon's own.

    python -m tests.benchmarks.players.analyse_matches PATH...

Each PATH is a match file or a folder of them. GNU Backgammon imports each file by itself, as it stands, analyses it and
prints its statistics ("show statistics match"); we make the file ready, have it analysed, and add up what each decision
has cost. Every figure that differs by more than its last printed digit is printed; the last line counts. `--plies N`
says how far GNU Backgammon looks ahead (default 0), `--first N` takes no more files than that.
"""

from __future__ import annotations

import argparse
import re
import subprocess
import sys
import tempfile
from pathlib import Path
from typing import TYPE_CHECKING, Final

from controller.cli.matches.analyse import analyse_file
from controller.engine.analysis import installed_gnubg
from tests.benchmarks.refereeing.replay_matches import transcripts

if TYPE_CHECKING:
    from collections.abc import Callable, Sequence

    from controller.analysis.figures import Figures

ROWS: Final[tuple[tuple[str, int, Callable[[Figures], float], float], ...]] = (
    # The line's words, which of several such lines, our figure, by how much it may differ: half its last digit, and
    # a bit for numbers of single precision added up in another order.
    ("Total moves", 0, lambda one: one.turns, 0),
    ("Unforced moves", 0, lambda one: one.plays, 0),
    ("Moves marked doubtful", 0, lambda one: one.marked[0], 0),
    ("Moves marked bad", 0, lambda one: one.marked[1], 0),
    ("Moves marked very bad", 0, lambda one: one.marked[2], 0),
    ("Error total EMG", 0, lambda one: -one.play_error, 0.0006),
    ("Error rate mEMG", 0, lambda one: -(one.play_rate or 0.0), 0.06),
    ("Luck total EMG", 0, lambda one: one.luck, 0.0006),
    ("Total cube decisions", 0, lambda one: one.cube_decisions, 0),
    ("Close or actual cube decisions", 0, lambda one: one.close_cube_decisions, 0),
    ("Error total EMG", 1, lambda one: -one.cube_error, 0.0006),
    ("Error rate mEMG", 1, lambda one: -(one.cube_rate or 0.0), 0.06),
    ("Error total EMG", 2, lambda one: -one.play_error - one.cube_error, 0.0006),
    ("Error rate mEMG", 2, lambda one: -(one.rate or 0.0), 0.06),
    ("Snowie error rate", 0, lambda one: -(one.snowie_rate or 0.0), 0.06),
    ("Overall rating", 0, lambda one: 0.0, 0),
)
LIMIT: Final = 600.0
"""Seconds for one match."""


def statistics(path: Path, plies: int) -> str:
    """Return what GNU Backgammon prints of a match file by itself."""
    commands = [
        "set threads 1",
        f'import mat "{path}"',
        *(f"set analysis {what} evaluation plies {plies}" for what in ("chequerplay", "cubedecision")),
        "analyse match",
        "show statistics match",
    ]
    with tempfile.TemporaryDirectory() as folder:
        script = Path(folder, "script.py")
        script.write_text(f"import gnubg\nfor one in {commands!r}:\n    gnubg.command(one)\n", encoding="utf-8")
        done = subprocess.run(
            [installed_gnubg(), "-t", "-q", "-r", "-p", str(script)],
            stdin=subprocess.DEVNULL,
            capture_output=True,
            timeout=LIMIT,
            check=False,
        )
    return done.stdout.decode("utf-8", "replace")


def differences(path: Path, plies: int = 0) -> list[str]:
    """Return every figure of a match in which we and GNU Backgammon differ, as lines."""
    printed = statistics(path, plies)
    report = analyse_file(path, plies=plies, limit=LIMIT)
    told = []
    for name, number, figure, by in ROWS:
        lines = [line for line in printed.splitlines() if line.startswith(name)]
        if len(lines) <= number:
            told.append(f"{path.name}: GNU Backgammon says nothing of: {name}")
            continue
        if name == "Overall rating":
            theirs: Sequence[object] = re.split(r"\s{2,}", lines[number].strip())[1:]
            ours: Sequence[object] = [one.figures.word for one in report.players]
            same = [str(one).lower().rstrip("!") for one in theirs] == [one or "n/a" for one in ours] or "N/A" in theirs
        else:
            theirs = numbers(lines[number][len(name) :])
            ours = [round(figure(one.figures), 3) for one in report.players]
            same = len(theirs) == 2 and all(
                abs(float(str(one)) - float(str(other))) <= by for one, other in zip(theirs, ours, strict=True)
            )
        if not same:
            told.append(f"{path.name}: {name} {list(theirs)}, ours {list(ours)}")
    return told


def numbers(line: str) -> list[float]:
    """Return the numbers of a line of statistics, without those in brackets."""
    return [float(one) for one in re.findall(r"[-+]?\d+(?:\.\d+)?", re.sub(r"\([^)]*\)", " ", line))]


def main(arguments: Sequence[str] | None = None) -> int:
    """Compare and count."""
    parser = argparse.ArgumentParser(description="Hold our figures of real matches against GNU Backgammon's own.")
    parser.add_argument("paths", nargs="+", type=Path)
    parser.add_argument("--plies", type=int, default=0)
    parser.add_argument("--first", type=int, default=None)
    chosen = parser.parse_args(arguments)
    files = transcripts(chosen.paths)[: chosen.first]
    differing = 0
    for file in files:
        told = differences(file, chosen.plies)
        differing += bool(told)
        for line in told:
            print(line, flush=True)
    print(f"matches {len(files)} the same in every figure {len(files) - differing} figures {len(ROWS)}")
    return 0


if __name__ == "__main__":
    sys.exit(main())
