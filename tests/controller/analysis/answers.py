"""Matches and what an engine might say of them, for tests that need none."""

from __future__ import annotations

from typing import TYPE_CHECKING

from controller.analysis.prepared import PreparedRecord, prepare
from controller.engine.analysis_answer import EngineMatch, EngineRecord
from controller.record.mat_reader import parse_mat
from controller.rules import Player, find_play, legal_plays

if TYPE_CHECKING:
    from controller.record.replay import JudgedPlay
    from controller.rules import Position

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


def prepared(text: str = MATCH) -> PreparedRecord:
    """Return a match made ready."""
    return prepare(parse_mat(text))


def said(ready: PreparedRecord) -> EngineMatch:
    """Return an answer: every play has cost 0.1, every roll has brought 0.2.

    Anna's double is wrong by 0.25 and the take right; Boris's redouble is right and the pass wrong by 0.25. Not to
    double was right where it was not done.
    """
    first, second, third, _, fifth = ready.games[0].plays
    anna, boris = Player.ONE, Player.TWO
    records = (
        _move(first),
        _move(second, (0.5, -0.5)),
        EngineRecord("double", anna, no_double=0.5, double_take=0.25),
        EngineRecord("take", boris),
        _move(third),
        _move(fifth),
        EngineRecord("double", boris, no_double=0.5, double_take=0.75),
        EngineRecord("drop", anna),
    )
    return EngineMatch(5, (records,))


def _move(play: JudgedPlay, cube: tuple[float, float] | None = None) -> EngineRecord:
    """Return what is said of a play that has cost 0.1, and of the cube before it."""
    legal = legal_plays(play.before, play.roll)
    assert play.after is not None
    other = next(after for after in legal if after != play.after)
    no_double, double_take = cube or (None, None)
    return EngineRecord(
        "move",
        play.action.player,
        (play.roll.low, play.roll.high),
        _moves(play, play.after),
        luck=0.2,
        choices=len(legal),
        best=_moves(play, other),
        best_equity=0.3,
        equity=0.2,
        no_double=no_double,
        double_take=double_take,
    )


def _moves(play: JudgedPlay, after: Position) -> tuple[tuple[int, int], ...]:
    """Return the moves that leave a position."""
    return tuple((move.source, move.target) for move in find_play(play.before, play.roll, after))
