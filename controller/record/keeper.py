"""Keeping the record of a match while it is played: events in, the match's record out."""

from __future__ import annotations

from dataclasses import dataclass, field, replace
from typing import TYPE_CHECKING

from controller.record.transcript import (
    Action,
    Dance,
    Double,
    Drop,
    GameRecord,
    MatchRecord,
    Outcome,
    RollAndPlay,
    Take,
)
from controller.referee import events as ev
from controller.rules import format_play

if TYPE_CHECKING:
    from collections.abc import Iterable


@dataclass(frozen=True, slots=True)
class Keeper:
    """The record of the match so far.

    Attributes:
        record: the match with its games; the last one may still be in progress.
    """

    record: MatchRecord = field(default_factory=lambda: MatchRecord(("", ""), 0, ()))

    def heard(self, events: Iterable[ev.Event]) -> Keeper:
        """Return the record after these events."""
        record = self.record
        for event in events:
            record = _after(record, event)
        return Keeper(record)


def _after(record: MatchRecord, event: ev.Event) -> MatchRecord:
    """Return the record after one event."""
    match event:
        case ev.MatchStarted(names=names, length=length):
            return replace(record, players=names, length=length)
        case ev.GameStarted(number=number, score=score, crawford=crawford):
            game = GameRecord(number=number, score=score, crawford=crawford, actions=(), outcome=None)
            return replace(record, games=(*record.games, game))
        case ev.GameWon(winner=winner, points=points):
            return _with_game(record, outcome=Outcome(winner, points))
        case ev.MatchWon(winner=winner):
            last = record.games[-1]
            points = last.outcome.points if last.outcome else 0
            return _with_game(record, outcome=Outcome(winner, points, wins_match=True))
        case _:
            action = _action(event)
            return record if action is None else _with_game(record, action=action)


def _with_game(record: MatchRecord, *, action: Action | None = None, outcome: Outcome | None = None) -> MatchRecord:
    """Return the record with an action added to its last game, or with that game's end."""
    game = record.games[-1]
    if action is not None:
        game = replace(game, actions=(*game.actions, action))
    if outcome is not None:
        game = replace(game, outcome=outcome)
    return replace(record, games=(*record.games[:-1], game))


def _action(event: ev.Event) -> Action | None:
    """Return what goes into the record of the game for an event, None where nothing does."""
    match event:
        case ev.PlayAccepted(player=player, roll=roll, play=play):
            return RollAndPlay(player=player, roll=roll, play=format_play(play))
        case ev.Danced(player=player, roll=roll):
            return Dance(player=player, roll=roll)
        case ev.IllegalPlayStands(player=player, roll=roll, after=after):
            return RollAndPlay(player=player, roll=roll, play="", after=after, declared_illegal=True)
        case ev.Doubled(player=player, value=value):
            return Double(player=player, value=value)
        case ev.Taken(player=player):
            return Take(player=player)
        case ev.Dropped(player=player):
            return Drop(player=player)
        case _:
            return None
