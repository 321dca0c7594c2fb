"""GNU Backgammon's own list of the legal plays of a roll: the judge where our own rules must not be asked."""

from __future__ import annotations

import os
import re
import shutil
import subprocess
import tempfile
from pathlib import Path
from typing import TYPE_CHECKING, Final

from controller.rules import Position, Roll, apply_play, parse_play, position_id

if TYPE_CHECKING:
    from collections.abc import Sequence

GNUBG: Final = shutil.which("gnubg", path=f"{os.environ.get('PATH', '')}:/usr/games")
"""The program, None where it is not installed."""

_HINT = re.compile(r"^\s*\d+\. Cube\S+ \d-ply\s+(?P<play>\S.*?)\s+(?:Eq\.|MWC)", re.MULTILINE)
_BATCH: Final = 100


def gnubg_results(turns: Sequence[tuple[Position, Roll]], seconds: float = 300) -> list[frozenset[Position]]:
    """Return the final positions that GNU Backgammon lists for each position and roll; none for a dance.

    Args:
        turns: positions of 15 checkers a side, seen by the player who moves, and his dice.
        seconds: how long a hundred turns may take.

    Raises:
        OSError: GNU Backgammon is not installed.
        ValueError: it did not answer every question.
    """
    found: list[frozenset[Position]] = []
    for first in range(0, len(turns), _BATCH):
        found += _ask(turns[first : first + _BATCH], seconds)
    return found


def _ask(turns: Sequence[tuple[Position, Roll]], seconds: float) -> list[frozenset[Position]]:
    """Return GNU Backgammon's answers to some turns, asked in one run of it."""
    if GNUBG is None:
        raise OSError("gnubg is not installed")
    commands = ["set automatic roll off", "set automatic game off", "set automatic move off", "set player 0 human"]
    commands += ["set evaluation chequerplay evaluation plies 0", "new session"]
    for position, roll in turns:
        commands += ["set turn 1", f"set board {position_id(position)}", f"set dice {roll.high} {roll.low}"]
        commands += ["show version", "hint 9999"]
    with tempfile.TemporaryDirectory() as home:
        script = Path(home) / "commands"
        script.write_text("\n".join([*commands, "show version", "quit", "y", ""]), encoding="utf-8")
        done = subprocess.run(
            [GNUBG, "-t", "-q", "-c", str(script)],
            stdin=subprocess.DEVNULL,
            env={**os.environ, "HOME": home},
            capture_output=True,
            timeout=seconds,
            check=False,
        )
    answers = re.split(r"^GNU Backgammon \d", done.stdout.decode(errors="replace"), flags=re.MULTILINE)
    if len(answers) < len(turns) + 2:
        raise ValueError(f"gnubg answered {len(answers)} of {len(turns)} questions")
    answers = answers[-len(turns) - 1 : -1]
    return [
        frozenset(apply_play(position, parse_play(hint["play"])) for hint in _HINT.finditer(answer))
        for (position, _), answer in zip(turns, answers, strict=True)
    ]
