"""GNU Backgammon's answer about a match, read from the JSON that `analysis` has it write.

Equities are normalised ("EMG" in its manual): winning the game at the present cube counts 1, losing it -1, whatever the
score. Left-hand player and player "X" are `Player.ONE`.
"""

from __future__ import annotations

import json
from dataclasses import dataclass
from typing import Any, Final

from controller.rules.player import Player

_PLAYERS: Final = {"X": Player.ONE, "O": Player.TWO}


@dataclass(frozen=True, slots=True)
class EngineRecord:
    """One thing that happened in a game, and what GNU Backgammon thinks of it.

    The position is not told: what its Python calls it is wrong after an illegal play of the left-hand player's.

    Attributes:
        action: "move" (also a dance), "double", "take", "drop", "resign", "set" (a roll that was not played), or
            another word of its own.
        player: who did it.
        dice: the roll, in the order in which it was written; None without one.
        moves: what was played, as (from, to), 25 the bar and 0 off.
        luck: what the roll brought beyond the average roll; None where it was not looked at.
        choices: how many different plays it knows here; 0 for a dance.
        best: the best of them.
        best_equity: what that is worth; None where no play was looked at.
        equity: what the play made is worth; None where it is none of them.
        no_double: what the position is worth if the player on roll does not double; None where he could not.
        double_take: what it is worth if he doubles and the other takes. A pass would be worth 1.
    """

    action: str
    player: Player
    dice: tuple[int, int] | None = None
    moves: tuple[tuple[int, int], ...] = ()
    luck: float | None = None
    choices: int = 0
    best: tuple[tuple[int, int], ...] = ()
    best_equity: float | None = None
    equity: float | None = None
    no_double: float | None = None
    double_take: float | None = None


@dataclass(frozen=True, slots=True)
class EngineMatch:
    """A match.

    Attributes:
        length: the points that win it; 0 for money.
        games: the records of each game, in order.
    """

    length: int
    games: tuple[tuple[EngineRecord, ...], ...]


def parse_answer(text: str) -> EngineMatch:
    """Return what an answer says.

    A text that is none raises whatever it makes Python raise; `controller.foreign.parsed` makes one error of that.
    """
    answer = json.loads(text, parse_constant=_no_number)
    # A position that was set has no player; it stands for an illegal play, of which nothing is thought.
    games = tuple(tuple(_record(one) for one in game["records"] if "player" in one) for game in answer["games"])
    return EngineMatch(int(answer["length"]), games)


def _no_number(text: str) -> float:
    """Refuse what is no number, although Python reads it in JSON."""
    raise ValueError(text)


def _record(plain: dict[str, Any]) -> EngineRecord:
    """Return one record."""
    best, best_equity = plain.get("best", ((), None))
    no_double, double_take = plain.get("cube", (None, None))
    dice = plain.get("dice")
    return EngineRecord(
        action=str(plain["action"]),
        player=_PLAYERS[plain["player"]],
        dice=None if dice is None else (int(dice[0]), int(dice[1])),
        moves=_moves(plain.get("move", ())),
        luck=_number(plain.get("luck")),
        choices=int(plain.get("count", 0)),
        best=_moves(best),
        best_equity=_number(best_equity),
        equity=_number(plain.get("made")),
        no_double=_number(no_double),
        double_take=_number(double_take),
    )


def _moves(plain: Any) -> tuple[tuple[int, int], ...]:
    """Return the moves of a play."""
    return tuple((int(source), int(target)) for source, target in plain)


def _number(plain: Any) -> float | None:
    """Return a number, or None for none."""
    return None if plain is None else float(plain)
