"""Cases of legal plays answered by GNU Backgammon, one JSON object a line, and where such files lie."""

from __future__ import annotations

import gzip
import json
import zlib
from dataclasses import dataclass
from typing import IO, TYPE_CHECKING, Any

from controller.rules import BAR, Position, Roll, RulesError
from tests.paths import ROOT

if TYPE_CHECKING:
    from collections.abc import Iterator
    from pathlib import Path

SAMPLE = ROOT / "tests" / "data" / "legal-plays-sample.jsonl.gz"
"""A part of the cases, kept with the tests."""
WHOLE = ROOT.parent / "shared" / "rules" / "legal-plays.jsonl.gz"
"""All cases, where they are at hand."""


class CorpusError(Exception):
    """A file that is missing, or that does not hold cases; the text is one line that says which and where."""


@dataclass(frozen=True)
class Case:
    """One position and roll with GNU Backgammon's answer.

    Attributes:
        part: "general" (from games) or "hard" (chosen).
        position_id: the position's ID as the file gives it.
        position: the position, from the file's counts.
        roll: the dice.
        dice_used: how many dice every legal play uses.
        pips: their sum.
        results: the position IDs of all legal final positions, before the turn passes.
        text: the line itself.
    """

    part: str
    position_id: str
    position: Position
    roll: Roll
    dice_used: int
    pips: int
    results: frozenset[str]
    text: str


def best_corpus() -> Path:
    """Return the file of all cases, or the sample where that is not at hand."""
    return WHOLE if WHOLE.exists() else SAMPLE


def read_cases(path: Path) -> Iterator[Case]:
    """Yield the cases of a file, gzipped or not.

    Raises:
        CorpusError: the file cannot be read, holds no case, or a line is no case.
    """
    number = 0
    try:
        with _open(path) as lines:
            for line in lines:
                number += 1
                yield _case(json.loads(line), line)
    except FileNotFoundError:
        raise CorpusError(f"{path}: no such file") from None
    except (OSError, EOFError, zlib.error) as error:
        raise CorpusError(f"{path}: cannot be read after line {number}: {error}") from error
    except (ValueError, KeyError, TypeError, AttributeError, RulesError) as error:
        raise CorpusError(f"{path}: line {number} is no case: {type(error).__name__}: {error}") from error
    if not number:
        raise CorpusError(f"{path}: no case in it")


def _open(path: Path) -> IO[str]:
    """Open a file of lines, gzipped if its name says so."""
    return gzip.open(path, "rt", encoding="utf-8") if path.suffix == ".gz" else path.open(encoding="utf-8")


def _case(fields: dict[str, Any], line: str) -> Case:
    """Return the case that a line holds."""
    return Case(
        part=fields["part"],
        position_id=fields["position"],
        position=Position(_counts(fields["me"]), _counts(fields["opp"])),
        roll=Roll(*fields["roll"]),
        dice_used=fields["n_dice"],
        pips=fields["pips"],
        results=frozenset(fields["results"]),
        text=line.rstrip("\n"),
    )


def _counts(on_board: list[int]) -> tuple[int, ...]:
    """Return 26 counts from a file's 25 (points 1 to 24, bar), the others of 15 borne off."""
    if len(on_board) != BAR:
        raise ValueError(f"{len(on_board)} counts instead of {BAR}")
    return (15 - sum(on_board), *on_board)
