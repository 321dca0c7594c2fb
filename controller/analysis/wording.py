"""The words and numbers of a report, the same on the terminal and on a page."""

from __future__ import annotations

from typing import TYPE_CHECKING, Final

from controller.analysis.decisions import Decision, DecisionKind

if TYPE_CHECKING:
    from collections.abc import Callable

    from controller.analysis.analysed import Report
    from controller.analysis.decisions import Ledger
    from controller.analysis.figures import Figures


def rows(one: Figures, two: Figures) -> tuple[tuple[str, str, str], ...]:
    """Return the table of figures: what, and each player's."""
    return tuple((name, show(one), show(two)) for name, show in _ROWS)


def heading(report: Report) -> str:
    """Return who played, to how many points, and how it stands."""
    one, two = report.players
    high, low = report.score
    length = f"a match to {report.record.length}" if report.record.length else "for money"
    return f"{one.name} against {two.name}, {length}: {high}-{low}"


def notes(report: Report) -> tuple[str, ...]:
    """Return what has to be known besides."""
    said = [
        f"GNU Backgammon looked {report.plies} {'ply' if report.plies == 1 else 'plies'} ahead. {_UNITS}",
    ]
    illegal = len(report.ledger.illegal)
    if illegal:
        verb = "play that stood is" if illegal == 1 else "plays that stood are"
        said.append(f"{illegal} illegal {verb} shown apart, and left out of the rates.")
    if report.ledger.lost:
        said.append(_left_out(report.ledger))
    return tuple(said)


def _left_out(ledger: Ledger) -> str:
    """Return how many turns are left out, and from where on."""
    turns = "1 turn" if ledger.lost == 1 else f"{ledger.lost} turns"
    games = "; ".join(
        f"{one.turns} of game {one.game}, from {f'line {one.line}' if one.line else f'turn {one.turn}'} on"
        for one in ledger.left_out
    )
    return f"{turns} could not be followed, and {'is' if ledger.lost == 1 else 'are'} left out: {games}."


def where(decision: Decision) -> str:
    """Return where in the match a decision was made."""
    return f"game {decision.game}, turn {decision.turn}"


def told(decision: Decision) -> str:
    """Return what was decided and what would have been best."""
    if decision.kind is DecisionKind.PLAY:
        return f"{decision.roll}: played {decision.made}, best {decision.best}"
    return f"{decision.made}, best: {decision.best}"


def points(value: float) -> str:
    """Return an equity."""
    return f"{value:+.3f}"


def cost(value: float) -> str:
    """Return what a decision has cost."""
    return f"-{value:.3f}" if value >= 0.0005 else "0"


def _rate(value: float | None) -> str:
    """Return a rate; a dash where there was nothing to be decided."""
    return "-" if value is None else f"{value:.1f}"


def _luck(value: float | None) -> str:
    """Return how lucky the average roll was."""
    return "-" if value is None else f"{value:+.1f}"


_UNITS: Final = (
    "Costs are in points at the present cube; rates are thousandths of a point for each decision that counts: a play"
    " with a choice, a double, an answer, and a double not made that was close."
)

_ROWS: Final[tuple[tuple[str, Callable[[Figures], str]], ...]] = (
    ("error rate", lambda one: _rate(one.rate)),
    ("such play is called", lambda one: one.word or "-"),
    ("error rate of plays", lambda one: _rate(one.play_rate)),
    ("plays with a choice", lambda one: str(one.plays)),
    ("lost by plays", lambda one: cost(one.play_error)),
    ("error rate of the cube", lambda one: _rate(one.cube_rate)),
    ("cube decisions that count", lambda one: str(one.close_cube_decisions)),
    ("lost by the cube", lambda one: cost(one.cube_error)),
    ("plays doubtful, bad, very bad", lambda one: ", ".join(str(count) for count in one.marked)),
    ("Snowie error rate", lambda one: _rate(one.snowie_rate)),
    ("luck", lambda one: points(one.luck)),
    ("luck of a roll, thousandths", lambda one: _luck(one.luck_rate)),
    ("illegal plays that stood", lambda one: str(one.illegal)),
)
