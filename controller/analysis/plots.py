"""Plots of a match as SVG: what was lost and how lucky the dice were in the course of it, and what each game has cost.

Colours come from the page (`page`): the classes `one`, `two` for the players, `grid` and `axis`.
"""

from __future__ import annotations

import math
from typing import TYPE_CHECKING, Final

from controller.rules.player import Player

if TYPE_CHECKING:
    from collections.abc import Iterator, Sequence

    from controller.analysis.analysed import Report

_WIDTH: Final = 640
_HEIGHT: Final = 280
_LEFT: Final = 60
_RIGHT: Final = 10
_TOP: Final = 14
_BOTTOM: Final = 36
_CLASS: Final = {Player.ONE: "one", Player.TWO: "two"}


def error_plot(report: Report) -> str:
    """Return what each player has lost so far, turn by turn."""
    steps = [(one.game, one.turn, one.player, one.error) for one in report.ledger.decisions]
    return _course(report, steps, "points lost by errors so far")


def luck_plot(report: Report) -> str:
    """Return how lucky each player has been so far, turn by turn."""
    steps = [(one.game, one.turn, one.player, one.luck) for one in report.ledger.throws]
    return _course(report, steps, "luck so far, in points")


def games_plot(report: Report) -> str:
    """Return what each player has lost in each game, as bars."""
    numbers = [game.number for game in report.record.games]
    lost = {(number, player): 0.0 for number in numbers for player in Player}
    for one in report.ledger.decisions:
        lost[one.game, one.player] += one.error
    scale = _Scale([0.0, *lost.values()])
    width = (_WIDTH - _LEFT - _RIGHT) / max(1, len(numbers))
    parts = [_opened("points lost in each game"), *scale.lines()]
    for index, number in enumerate(numbers):
        x = _LEFT + index * width
        for player in Player:
            value = lost[number, player]
            bar = min(26.0, 0.36 * width)
            left = x + width / 2 + (player - 1) * bar
            y = scale.at(value)
            parts.append(
                f'<rect class="{_CLASS[player]}" x="{left:.1f}" y="{y:.1f}" width="{bar - 2:.1f}"'
                f' height="{scale.at(0.0) - y:.1f}"/>'
            )
        if index % math.ceil(len(numbers) / 20) == 0:
            parts.append(_label(x + width / 2, _HEIGHT - 8, str(number)))
    return "".join(parts) + "</svg>"


def _course(report: Report, steps: Sequence[tuple[int, int, Player, float]], title: str) -> str:
    """Return a line for each player: the sum of his steps (game, turn, player, value), over the turns of the match."""
    last: dict[int, int] = {}
    for game, turn, _, _ in steps:
        last[game] = max(last.get(game, 0), turn)
    begins, turns = {}, 0
    for record in report.record.games:
        begins[record.number] = turns
        turns += last.get(record.number, 0)
    lines: dict[Player, list[tuple[int, float]]] = {player: [(0, 0.0)] for player in Player}
    for game, turn, player, value in steps:
        lines[player].append((begins[game] + turn, lines[player][-1][1] + value))
    for line in lines.values():
        line.append((turns, line[-1][1]))
    scale = _Scale([value for line in lines.values() for _, value in line])
    wide = (_WIDTH - _LEFT - _RIGHT) / max(1, turns)
    parts = [_opened(title), *scale.lines()]
    for index, (number, begin) in enumerate(begins.items()):
        x = _LEFT + begin * wide
        parts.append(f'<path class="grid" d="M{x:.1f} {_TOP}V{_HEIGHT - _BOTTOM}"/>')
        if index % math.ceil(len(begins) / 20) == 0:
            middle = x + last.get(number, 0) * wide / 2
            parts.append(_label(middle, _HEIGHT - 8, str(number)))
    for player, line in lines.items():
        parts.append(_path(_CLASS[player], [(_LEFT + turn * wide, scale.at(value)) for turn, value in line]))
    return "".join(parts) + "</svg>"


class _Scale:
    """The upright axis: what lies where, and its lines.

    Attributes:
        ticks: the values that have a line.
    """

    def __init__(self, values: Sequence[float]) -> None:
        """Choose round steps so that all values, and 0, have room."""
        least, most = min(0.0, *values), max(0.0, *values)
        rough = max(most - least, 0.02) / 4
        power = 10.0 ** math.floor(math.log10(rough))
        step = next(power * factor for factor in (1, 2, 5, 10) if power * factor >= rough)
        first, last = math.floor(least / step + 1e-9), math.ceil(most / step - 1e-9)
        self._low, self._high = first * step, max(last, first + 1) * step
        self.ticks = tuple(number * step for number in range(first, max(last, first + 1) + 1))

    def at(self, value: float) -> float:
        """Return how far down a value lies."""
        share = (value - self._low) / (self._high - self._low)
        return _HEIGHT - _BOTTOM - share * (_HEIGHT - _BOTTOM - _TOP)

    def lines(self) -> Iterator[str]:
        """Yield a line and a number for each tick, and the line of 0."""
        for tick in self.ticks:
            y = self.at(tick)
            kind = "axis" if abs(tick) < 1e-9 else "grid"
            yield f'<path class="{kind}" d="M{_LEFT} {y:.1f}H{_WIDTH - _RIGHT}"/>'
            yield _label(_LEFT - 6, y + 7, f"{tick:.10g}", "end")


def _opened(title: str) -> str:
    """Return the beginning of a plot."""
    return (
        f'<svg class="plot" viewBox="0 0 {_WIDTH} {_HEIGHT}" role="img" aria-label="{title}"'
        f' xmlns="http://www.w3.org/2000/svg"><title>{title}</title>'
    )


def _path(kind: str, points: Sequence[tuple[float, float]]) -> str:
    """Return a line of steps."""
    (x, y), *rest = points
    return f'<path class="{kind}" d="M{x:.1f} {y:.1f}' + "".join(f"H{a:.1f}V{b:.1f}" for a, b in rest) + '"/>'


def _label(x: float, y: float, text: str, anchor: str = "middle") -> str:
    """Return a number at an axis."""
    return f'<text x="{x:.1f}" y="{y:.1f}" text-anchor="{anchor}">{text}</text>'
