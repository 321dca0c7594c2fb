"""A match that has been analysed: everything that reports are made of."""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING

from controller.analysis.figures import Figures, figures, worst_cubes, worst_plays
from controller.rules.player import Player

if TYPE_CHECKING:
    from controller.analysis.decisions import Decision, IllegalPlay, Ledger
    from controller.record.transcript import MatchRecord


@dataclass(frozen=True, slots=True)
class PlayerReport:
    """What is said of one player.

    Attributes:
        player: who.
        name: his name.
        figures: his figures.
        plays: his worst plays, the worst first.
        cubes: his worst cube decisions, the worst first.
        illegal: the illegal plays of his that stood.
    """

    player: Player
    name: str
    figures: Figures
    plays: tuple[Decision, ...]
    cubes: tuple[Decision, ...]
    illegal: tuple[IllegalPlay, ...]


@dataclass(frozen=True, slots=True)
class Report:
    """What is said of a match.

    Attributes:
        record: the match.
        plies: how far ahead GNU Backgammon looked.
        ledger: everything that was decided.
        players: of both players.
    """

    record: MatchRecord
    plies: int
    ledger: Ledger
    players: tuple[PlayerReport, PlayerReport]

    @property
    def score(self) -> tuple[int, int]:
        """The score after the last game that has ended."""
        points = [0, 0]
        for game in self.record.games:
            points = list(game.score)
            if game.outcome is not None:
                points[game.outcome.winner] += game.outcome.points
        return points[0], points[1]


def report(record: MatchRecord, ledger: Ledger, plies: int) -> Report:
    """Return what is to be said of a match."""
    one, two = (
        PlayerReport(
            player,
            record.players[player] or f"Player {player + 1}",
            figures(ledger, player),
            worst_plays(ledger, player),
            worst_cubes(ledger, player),
            tuple(one for one in ledger.illegal if one.player is player),
        )
        for player in Player
    )
    return Report(record, plies, ledger, (one, two))
