"""Ends of games that no play brings about, as a transcript tells them: in a remark, which is read back.

Other programs know a single game, a gammon and a backgammon at the cube's value, and take any other number of points
for one of these. So a match that was awarded or lost on time breaks off for them, at the score as it stands.
"""

from __future__ import annotations

import re
from dataclasses import replace
from typing import TYPE_CHECKING, Final

from controller.record.transcript import Outcome
from controller.rules.player import Player
from controller.rules.scoring import Ending, Level

if TYPE_CHECKING:
    from controller.record.transcript import GameRecord, MatchRecord

GIVEN: Final = re.compile(
    r"game\s+(?P<game>\d+):\s*(?P<points>\d+)\s+points?(?P<match>\s+and\s+the\s+match)?\s+to\s+the\s+"
    r"(?P<side>left|right)\s+player,\s+.*?,\s*(?P<why>lost\s+on\s+time|decided\s+by\s+the\s+director)\s*$",
    re.IGNORECASE,
)
"""A remark that tells such an end."""

ENDS: Final = {Ending.TIME: "lost on time", Ending.RULING: "decided by the director"}
"""The words for ends that no play brings about."""


def can_be_played(outcome: Outcome, cube: int) -> bool:
    """Return whether a game can be won so at that cube, by play or by a resignation."""
    return outcome.ending not in ENDS or outcome.points in {level * cube for level in Level}


def given_words(record: MatchRecord, game: int, outcome: Outcome) -> str:
    """Return the remark on the end of a game."""
    points = f"{outcome.points} point{'' if outcome.points == 1 else 's'}{' and the match' * outcome.wins_match}"
    side = "left" if outcome.winner is Player.ONE else "right"
    why = ENDS.get(outcome.ending or Ending.RULING, ENDS[Ending.RULING])
    return f"Game {game}: {points} to the {side} player, {record.players[outcome.winner]}, {why}"


def with_given_ends(record: MatchRecord) -> MatchRecord:
    """Return a record with the ends of games that its remarks tell."""
    found = {int(match["game"]): match for remark in record.remarks if (match := GIVEN.search(remark))}
    return replace(record, games=tuple(_ended(game, found.get(game.number)) for game in record.games))


def _ended(game: GameRecord, told: re.Match[str] | None) -> GameRecord:
    """Return a game with the end that a remark tells of it, unless its rows have one."""
    if told is None or game.outcome is not None:
        return game
    winner = Player.ONE if told["side"].casefold() == "left" else Player.TWO
    ending = Ending.TIME if "time" in told["why"].casefold() else Ending.RULING
    return replace(game, outcome=Outcome(winner, int(told["points"]), wins_match=bool(told["match"]), ending=ending))
