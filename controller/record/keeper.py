"""Keeping the record of a match while it is played: events in, the match's record out."""

from __future__ import annotations

from dataclasses import dataclass, field, replace
from typing import TYPE_CHECKING

from controller.record.transcript import (
    Action,
    Beaver,
    Dance,
    Double,
    Drop,
    GameRecord,
    MatchRecord,
    Outcome,
    Raccoon,
    Resign,
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
        marks: for every settled position, numbered as the referee numbers them: how many games there were, and how many
            actions in the last of them.
    """

    record: MatchRecord = field(default_factory=lambda: MatchRecord(("", ""), 0, ()))
    marks: tuple[tuple[int, int], ...] = ()

    def heard(self, events: Iterable[ev.Event]) -> Keeper:
        """Return the record after these events."""
        record, marks = self.record, self.marks
        undoing = False
        for event in events:
            match event:
                case ev.MatchStarted():
                    record, marks = replace(record, games=()), ()
                case ev.Undone(number=number) if number < len(marks):
                    record, marks, undoing = _cut(record, marks[number]), marks[: number + 1], True
                case ev.TurnMended(number=number) if number < len(marks):
                    record = _mended(record, marks[number], event)
                case _:
                    pass
            if isinstance(event, ev.GameStarted | ev.TurnStarted) and undoing:
                undoing = False  # the position gone back to is announced again, and was kept before
                continue
            record = _after(record, event)
            if isinstance(event, ev.GameStarted | ev.TurnStarted):
                marks = (*marks, (len(record.games), len(record.games[-1].actions) if record.games else 0))
        return Keeper(record, marks)


def _cut(record: MatchRecord, mark: tuple[int, int]) -> MatchRecord:
    """Return the record as it was at a mark."""
    games, actions = mark
    if not games:
        return replace(record, games=())
    last = record.games[games - 1]
    return replace(
        record, games=(*record.games[: games - 1], replace(last, actions=last.actions[:actions], outcome=None))
    )


def _mended(record: MatchRecord, mark: tuple[int, int], event: ev.TurnMended) -> MatchRecord:
    """Return the record with the turn that begins at a mark as it was really played."""
    games, first = mark
    game = record.games[games - 1]
    index = next((i for i, one in enumerate(game.actions) if i >= first and isinstance(one, RollAndPlay | Dance)), None)
    if index is None:
        return record
    right: Action
    if event.after == event.before:
        right = Dance(player=event.player, roll=event.roll)
    elif event.play is None:
        right = RollAndPlay(player=event.player, roll=event.roll, play="", after=event.after, declared_illegal=True)
    else:
        right = RollAndPlay(player=event.player, roll=event.roll, play=format_play(event.play))
    changed = replace(game, actions=(*game.actions[:index], right, *game.actions[index + 1 :]))
    return replace(record, games=(*record.games[: games - 1], changed, *record.games[games:]))


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
            points = record.games[-1].outcome.points if record.games and record.games[-1].outcome else 0
            return _with_game(record, outcome=Outcome(winner, points, wins_match=True))
        case _:
            action = _action(event)
            return record if action is None else _with_game(record, action=action)


def _with_game(record: MatchRecord, *, action: Action | None = None, outcome: Outcome | None = None) -> MatchRecord:
    """Return the record with an action added to its last game, or with that game's end."""
    if not record.games:
        return record  # an award before the first game: there is nothing to write it to
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
        case ev.Beavered(player=player, value=value):
            return Beaver(player=player, value=value)
        case ev.Raccooned(player=player, value=value):
            return Raccoon(player=player, value=value)
        case ev.Dropped(player=player):
            return Drop(player=player)
        case ev.Resigned(player=player, level=level):
            return Resign(player=player, level=level)
        case _:
            return None
