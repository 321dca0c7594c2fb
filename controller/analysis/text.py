"""A report as text, for the terminal."""

from __future__ import annotations

from typing import TYPE_CHECKING

from controller.analysis.wording import cost, heading, notes, rows, told, where
from controller.rules.ids.position_id import position_id

if TYPE_CHECKING:
    from collections.abc import Iterator

    from controller.analysis.analysed import PlayerReport, Report
    from controller.analysis.decisions import Decision


def text_report(report: Report) -> str:
    """Return a report as text."""
    return "\n".join(_lines(report)) + "\n"


def _lines(report: Report) -> Iterator[str]:
    """Yield the lines of a report."""
    one, two = report.players
    yield heading(report)
    yield ""
    yield f"{'':<28} {one.name[:22]:>22} {two.name[:22]:>22}"
    for name, first, second in rows(one.figures, two.figures):
        yield f"{name:<28} {first:>22} {second:>22}"
    for player in report.players:
        yield from _worst(player)
    if report.ledger.illegal:
        yield ""
        yield "Illegal plays that stood:"
        for play in report.ledger.illegal:
            name = report.players[play.player].name
            yield (
                f"  game {play.game}, turn {play.turn}: {name}, {play.roll},"
                f" from {position_id(play.before)} to {position_id(play.after)}"
            )
    yield ""
    yield from notes(report)


def _worst(player: PlayerReport) -> Iterator[str]:
    """Yield the worst decisions of a player."""
    for title, decisions in (("plays", player.plays), ("cube decisions", player.cubes)):
        if decisions:
            yield ""
            yield f"{player.name}, worst {title} (position before, as GNU Backgammon writes it):"
            yield from (_line(one) for one in decisions)


def _line(decision: Decision) -> str:
    """Return one decision."""
    return f"  {cost(decision.error):>7}  {position_id(decision.position)}  {where(decision)}, {told(decision)}"
