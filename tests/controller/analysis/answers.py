"""Matches and what an engine might say of them, for tests that need none."""

from __future__ import annotations

from typing import TYPE_CHECKING

from controller.analysis.prepared import Prepared, prepare
from controller.engine.analysis_answer import EngineMatch, EngineRecord
from controller.record.mat_reader import parse_mat
from controller.rules import Player
from controller.rules.position_ids import position_id

if TYPE_CHECKING:
    from controller.record.replay import JudgedPlay

MATCH = """ 5 point match

 Game 1
 Anna : 0                        Boris <b> : 0
  1) 31: 8/5 6/5                 52: 13/8 24/22
  2)  Doubles => 2                Takes
  3) 64: 24/14                   11: 8/7(2) 6/5
  4) 21: 13/10                    Doubles => 4
  5)  Drops                        Wins 2 points
"""
"""A match with a bit of everything: Boris's 11 uses three of four aces, and is illegal."""


def prepared(text: str = MATCH) -> Prepared:
    """Return a match made ready."""
    return prepare(parse_mat(text))


def said(ready: Prepared) -> EngineMatch:
    """Return an answer: every play has cost 0.1, every roll has brought 0.2.

    Anna's double is wrong by 0.25 and the take right; Boris's redouble is right and the pass wrong by 0.25. Not to
    double was right where it was not done.
    """
    first, second, third, _, fifth = ready.games[0].plays
    anna, boris = Player.ONE, Player.TWO
    records = (
        _move(first),
        _move(second, (0.5, -0.5)),
        EngineRecord("double", anna, position_id(third.before), no_double=0.5, double_take=0.25),
        EngineRecord("take", boris),
        _move(third),
        _move(fifth),
        EngineRecord("double", boris, _next(fifth), no_double=0.5, double_take=0.75),
        EngineRecord("drop", anna),
    )
    return EngineMatch(5, (records,))


def _move(play: JudgedPlay, cube: tuple[float, float] | None = None) -> EngineRecord:
    """Return what is said of a play that has cost 0.1, and of the cube before it."""
    moves = tuple((one, one - 1) for one in (8, 6) if play.before.mine[one])
    no_double, double_take = cube or (None, None)
    return EngineRecord(
        "move",
        play.action.player,
        position_id(play.before),
        (play.roll.low, play.roll.high),
        moves[:1],
        luck=0.2,
        choices=2,
        best=moves[1:],
        best_equity=0.3,
        equity=0.2,
        no_double=no_double,
        double_take=double_take,
    )


def _next(play: JudgedPlay) -> str:
    """Return the position ID of what the other player sees after a play."""
    assert play.after is not None
    return position_id(play.after.turned())
