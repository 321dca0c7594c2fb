"""Ends of games and scores that no play brings about, as a transcript tells them: in a remark, which is read back.

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

_TOLD: Final = re.compile(
    r"game\s+(?P<game>\d{1,6}):\s*(?P<points>\d{1,6})\s+points?(?P<match>\s+and\s+the\s+match)?\s+to\s+the\s+"
    r"(?P<side>left|right)\s+player,",
    re.IGNORECASE,
)
_WHY: Final = re.compile(r"\s*(?:lost\s+on\s+(?P<time>time)|decided\s+by\s+the\s+director)\s*", re.IGNORECASE)

_BEGINS: Final = re.compile(
    r"game\s+(?P<game>\d{1,6})\s+begins\s+at\s+(?P<one>\d{1,6}):(?P<two>\d{1,6}),\s*decided\s+by\s+the\s+director\s*",
    re.IGNORECASE,
)

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


def given_end(remark: str) -> tuple[int, Outcome] | None:
    """Return the game and the end of a remark that tells such an end; None where it tells none."""
    found = _TOLD.search(remark)
    if found is None:
        return None
    _, comma, last = remark[found.end() :].rpartition(",")
    why = _WHY.fullmatch(last) if comma else None
    if why is None:
        return None
    winner = Player.ONE if found["side"].casefold() == "left" else Player.TWO
    ending = Ending.TIME if why["time"] else Ending.RULING
    return int(found["game"]), Outcome(winner, int(found["points"]), wins_match=bool(found["match"]), ending=ending)


def score_words(before: GameRecord, game: GameRecord) -> str | None:
    """Return the remark on a score that does not follow from the game before: penalty points or a ruling made it."""
    if before.outcome is None or game.number != before.number + 1:
        return None
    expected = list(before.score)
    expected[before.outcome.winner] += before.outcome.points
    one, two = game.score
    return None if [one, two] == expected else f"Game {game.number} begins at {one}:{two}, {ENDS[Ending.RULING]}"


def given_score(remark: str) -> tuple[int, tuple[int, int]] | None:
    """Return the game and the score of a remark that tells such a score; None where it tells none."""
    found = _BEGINS.fullmatch(remark.strip())
    return None if found is None else (int(found["game"]), (int(found["one"]), int(found["two"])))


def with_given_ends(record: MatchRecord) -> MatchRecord:
    """Return a record with the ends of games that its remarks tell, unless their rows have one."""
    ends = dict(found for remark in record.remarks if (found := given_end(remark)))
    games = tuple(replace(game, outcome=game.outcome or ends.get(game.number)) for game in record.games)
    return replace(record, games=games)
