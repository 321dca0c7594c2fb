"""Results of a hall as files: CSV with a row a match, and JSON; pure."""

from __future__ import annotations

import csv
import io
import json
from typing import TYPE_CHECKING, Final

from controller.desk.view import result_json

if TYPE_CHECKING:
    from controller.desk.view import HallView
    from controller.hall.messages import TableResult

FORMAT: Final = "tavola-results"
VERSION: Final = 1
_COLUMNS: Final = ("table", "player1", "player2", "score1", "score2", "winner", "length", "games", "ended", "digest")


def results_csv(view: HallView) -> str:
    """Return all results, in the order in which they ended; no name is a formula to a spreadsheet."""
    written = io.StringIO()
    rows = csv.writer(written, lineterminator="\n")
    rows.writerow(_COLUMNS)
    for (table, _), one in _in_order(view):
        winner = "" if one.winner is None else one.names[one.winner]
        words = (table, *one.names, *one.score, winner, one.length, one.games, one.ended, one.digest)
        rows.writerow([_harmless(word) for word in words])
    return written.getvalue()


def results_document(view: HallView) -> str:
    """Return all results as one JSON document."""
    listed = [result_json(table, one) for (table, _), one in _in_order(view)]
    whole = {"format": FORMAT, "version": VERSION, "hall": view.hall, "results": listed}
    return json.dumps(whole, ensure_ascii=False, indent=1) + "\n"


def _in_order(view: HallView) -> list[tuple[tuple[str, str], TableResult]]:
    """Return the results in the order in which they ended."""
    return sorted(view.results.items(), key=lambda one: (one[1].ended, one[0]))


def _harmless(word: object) -> object:
    """Return a word that no spreadsheet takes for a formula."""
    return f"'{word}" if isinstance(word, str) and word.startswith(("=", "+", "-", "@")) else word
