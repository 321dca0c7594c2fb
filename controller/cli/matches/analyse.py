"""`tavola analyse`: error rates, luck and worst plays of a match that is over, by GNU Backgammon."""

from __future__ import annotations

import argparse
import sys
from pathlib import Path
from typing import TYPE_CHECKING, Final

from controller.analysis.errors import ReportError
from controller.cli.arguments import add_json, number
from controller.cli.exit_status import DONE
from controller.cli.progress import progress
from controller.others_text import shown

if TYPE_CHECKING:
    from controller.analysis.analysed import Report
    from controller.record.transcript import MatchRecord

_SQLITE: Final = b"SQLite format 3"
"""How a journal begins, whatever it is called."""


def add_arguments(analyse: argparse.ArgumentParser) -> None:
    """Add the arguments of `analyse`."""
    analyse.description = (
        "Say how well a match was played: error rate, luck and worst plays of each player, by GNU"
        " Backgammon. Only after the match, never during it."
    )
    analyse.add_argument(
        "match", type=Path, metavar="MATCH", help="a journal of ours, a .mat (or .txt) file, or an .sgf"
    )
    analyse.add_argument(
        "--plies", type=_plies, default=2, metavar="N", help="how far it looks ahead, 0 to 3 (default 2)"
    )
    add_json(analyse)
    analyse.add_argument(
        "--out",
        type=_report_file,
        action="append",
        default=[],
        metavar="FILE",
        help="write it too: FILE.html a page with plots and pictures, FILE.json everything (may be repeated)",
    )
    analyse.add_argument(
        "--limit",
        type=number("1 to 86400 seconds", lambda seconds: 1 <= seconds <= 86_400),
        default=3600.0,
        metavar="SECONDS",
        help="how long it may take (default 3600)",
    )


def run(chosen: argparse.Namespace) -> int:
    """Analyse a match and write what is asked for.

    Raises:
        ReportError: the match is running or cannot be analysed.
        EngineError: GNU Backgammon is missing, took too long, or did not answer.
        ForeignError, RecordError: the match cannot be read.
        OSError: a file cannot be read or written; what was there is untouched.
    """
    told = not chosen.quiet and sys.stderr.isatty()
    with progress(f"{chosen.match} is prepared for GNU Backgammon", quiet=chosen.quiet):
        report = analyse_file(chosen.match, plies=chosen.plies, limit=chosen.limit, told=told)
    from controller.analysis.text import text_report
    from controller.record.files import write_whole

    sys.stdout.write(_as_json(report) if chosen.json else shown(text_report(report), "\n"))
    for path in chosen.out:
        write_whole(path, _WRITERS[path.suffix](report).encode())
        if not chosen.json:
            sys.stdout.write(f"{path}\n")
    return DONE


def analyse_file(path: Path, *, plies: int, limit: float, program: str | None = None, told: bool = False) -> Report:
    """Return the report of a match that is over.

    Args:
        path: a journal, a .mat file under any name, or an .sgf file.
        plies: how far GNU Backgammon looks ahead.
        limit: seconds after which it is ended.
        program: GNU Backgammon; None looks for it.
        told: say on standard error that it may take a while.

    Raises:
        ReportError: "analyse.running", "analyse.variant", "analyse.nothing", "analyse.no_opinion".
        EngineError, ForeignError, RecordError, OSError: see `run_analyse`.
    """
    from controller.analysis.analysed import report
    from controller.analysis.following import follow
    from controller.analysis.prepared import prepare
    from controller.engine.analysis import analyse_mat, installed_gnubg

    program = program or installed_gnubg()
    record = read_match(path, limit=limit, program=program)
    if record.variant.in_mat is None:
        raise ReportError("analyse.variant", name=str(path), variant=record.variant.name)
    prepared = prepare(record)
    if not any(game.plays for game in prepared.games):
        raise ReportError("analyse.nothing", name=str(path))
    if told:
        turns = sum(len(game.plays) for game in prepared.games)
        sys.stderr.write(f"GNU Backgammon looks at {turns} turns, {plies} deep; that may take a while.\n")
    answer = analyse_mat(prepared.mat, plies=plies, limit=limit, program=program)
    ledger = follow(prepared, answer)
    if not ledger.decisions:
        raise ReportError("analyse.no_opinion", name=str(path), variant=record.variant.name)
    return report(record, ledger, plies)


def read_match(path: Path, *, limit: float, program: str | None = None) -> MatchRecord:
    """Return the record of a match that is over, whatever it is kept as.

    Raises:
        ReportError: it is still being played, or may be gone on with.
        EngineError, ForeignError, RecordError, OSError: see `run_analyse`.
    """
    from controller.engine.analysis import mat_of_sgf
    from controller.engine.errors import EngineAnswerError
    from controller.foreign import MATCH_FILE, ForeignError, head, load, parsed
    from controller.record.mat_reader import parse_mat, read_mat

    if path.suffix.casefold() == ".journal" or head(path, len(_SQLITE)) == _SQLITE:
        return _of_journal(path)
    if (beside := path.with_suffix(".journal")).exists():  # the match file of a match that may go on
        _of_journal(beside)
    if path.suffix.casefold() != ".sgf":
        return read_mat(path)
    content = load(path, MATCH_FILE.size)
    try:
        text = mat_of_sgf(content, limit=limit, program=program)
    except EngineAnswerError as error:
        raise ForeignError("foreign.refused", name=str(path), why=error) from error
    return parsed(text, str(path), parse_mat, MATCH_FILE)


def _of_journal(path: Path) -> MatchRecord:
    """Return the record of a journal whose match is over.

    Raises:
        ReportError: "analyse.running".
        RecordError: the journal cannot be read.
    """
    from controller.record.journal.reader import read_journal

    record = read_journal(path).record
    if not _is_over(record):
        raise ReportError("analyse.running", name=str(path))
    return record


def is_analysed(record: MatchRecord) -> bool:
    """Return whether a match of ours is taken: it is over, and of a game that GNU Backgammon plays."""
    return _is_over(record) and record.variant.in_mat is not None


def _is_over(record: MatchRecord) -> bool:
    """Return whether a match of ours has been won, or no game of a money session is being played.

    What was undone has been taken out of its record.
    """
    last = record.games[-1].outcome if record.games else None
    return last is not None and (last.wins_match or record.length == 0)


def _as_json(report: Report) -> str:
    """Return a report as JSON."""
    from controller.analysis.plain import json_report

    return json_report(report)


def _as_html(report: Report) -> str:
    """Return a report as a page."""
    from controller.analysis.page import html_page

    return html_page(report)


_WRITERS: Final = {".html": _as_html, ".json": _as_json}
"""What a report is written by, by the end of the file's name."""


def _report_file(text: str) -> Path:
    """Return the file of a report.

    Raises:
        argparse.ArgumentTypeError: its name does not say what it is to hold.
    """
    path = Path(text)
    if path.suffix not in _WRITERS:
        raise argparse.ArgumentTypeError(f"a name that ends in .html or .json is needed, not {text!r}")
    return path


def _plies(text: str) -> int:
    """Return a number of plies of the command line.

    Raises:
        argparse.ArgumentTypeError: it is none from 0 to 3.
    """
    if text in ("0", "1", "2", "3"):
        return int(text)
    raise argparse.ArgumentTypeError(f"0 to 3 plies, not {text!r}")
