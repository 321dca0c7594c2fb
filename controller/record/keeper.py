"""Keeping the record of a match while it is played: events in, the match's record out.

The record follows the referee when he goes back: what was undone is taken out, a turn that had been misread is put
right. Where a turn begins from another board than the one before has left, as a director may order, the turn before
gets the new position as its result; so does the game's start where there was none.
"""

from __future__ import annotations

from dataclasses import dataclass, field, replace
from typing import TYPE_CHECKING

from controller.record.agreed import told
from controller.record.transcript import (
    Beaver,
    Dance,
    Double,
    Drop,
    GameRecord,
    MatchRecord,
    Outcome,
    Raccoon,
    RecordedAction,
    Resign,
    RollAlone,
    RollAndPlay,
    Take,
)
from controller.referee import events as ev
from controller.referee.commands import SetCube, SetPosition, SetRoll, SetTurn
from controller.rules import VARIANTS, Ending, Player, Refusal, format_play

if TYPE_CHECKING:
    from collections.abc import Iterable

    from controller.rules import Position, Roll

_TURNS = RollAndPlay | Dance


@dataclass(frozen=True, slots=True)
class Mark:
    """Where in the record a settled position lies.

    Attributes:
        games: how many games there were, the one in progress among them unless it begins here.
        actions: how many actions of that game; None where it begins here.
        board: what stood on the board, seen by player ONE.
    """

    games: int
    actions: int | None
    board: Position | None


@dataclass(frozen=True, slots=True)
class Keeper:
    """The record of the match so far.

    Attributes:
        record: the match with its games; the last one may still be in progress.
        marks: where the settled positions lie, by their numbers.
        board: what the last turn has left, seen by player ONE; None before a game.
        time_lost: somebody's time has run out, and nothing has come of it yet.
        rolled: a roll of which no play is known yet.
        doubled: a double offered before the other's turn had ended, which is of the next one.
    """

    record: MatchRecord = field(default_factory=lambda: MatchRecord(("", ""), 0, ()))
    marks: tuple[Mark, ...] = ()
    board: Position | None = None
    time_lost: bool = False
    rolled: RollAlone | None = None
    doubled: Double | None = None

    @property
    def is_empty(self) -> bool:
        """Whether nothing has happened yet that a record tells."""
        return self.rolled is None and not any(game.actions or game.outcome for game in self.record.games)

    def heard(self, events: Iterable[ev.Event]) -> Keeper:
        """Return the record after these events."""
        keeper = self
        for event in events:
            keeper = _after(keeper, event)
        return keeper


def _after(keeper: Keeper, event: ev.Event) -> Keeper:
    """Return the record after one event."""
    held = _held(keeper, event)
    if held is not None:
        return held
    record = keeper.record
    match event:
        case ev.MatchStarted(names=names, length=length, game=game, rules=rules):
            return Keeper(MatchRecord(names, length, (), *told(rules), VARIANTS[game]))
        case ev.GameStarted(number=number, score=score, crawford=crawford):
            begun = GameRecord(number=number, score=score, crawford=crawford, actions=(), outcome=None)
            marks = (*keeper.marks, Mark(len(record.games), None, record.variant.start))
            return Keeper(replace(record, games=(*record.games, begun)), marks, record.variant.start)
        case ev.TurnStarted() if record.games:
            marks = (*keeper.marks, Mark(len(record.games), len(record.games[-1].actions), keeper.board))
            if keeper.doubled is not None:
                record = _with_action(record, keeper.doubled)
            return replace(keeper, record=record, marks=marks, rolled=None, doubled=None)
        case ev.Undone(number=number) if number < len(keeper.marks):
            return _undone(keeper, number)
        case ev.TurnMended() if event.number < len(keeper.marks):
            return _mended(keeper, event)
        case ev.TimeLost():
            return replace(keeper, time_lost=True)
        case _ if not record.games:
            return keeper
        case ev.PlayAccepted() | ev.Danced() | ev.IllegalPlayStands():
            return _turn(keeper, event)
        case _:
            return _around(keeper, event)


def _held(keeper: Keeper, event: ev.Event) -> Keeper | None:
    """Return the record after something that becomes a part of it only later, if at all; None after anything else."""
    rolled, doubled = keeper.rolled, keeper.doubled
    match event:
        case ev.Rolled(player=player, roll=roll) | ev.PlayIllegal(player=player, roll=roll):
            return replace(keeper, rolled=RollAlone(player=player, roll=roll))
        case ev.Doubled(player=player, value=value) if rolled is not None and rolled.player is not player:
            return replace(keeper, doubled=Double(player=player, value=value))
        case ev.CubeRefused() if doubled is not None and event.player is doubled.player:
            return replace(keeper, doubled=doubled if Refusal.NOT_ON_ROLL not in event.refusal else None)
        case ev.Ruled(command=SetPosition() | SetTurn() | SetCube() | SetRoll()):
            return replace(keeper, rolled=rolled if event.command != SetRoll(None) else None, doubled=None)
        case _:
            return None


def _around(keeper: Keeper, event: ev.Event) -> Keeper:
    """Return the record after something that is no turn: the cube, an end."""
    record = keeper.record
    match event:
        case ev.OpeningTie(cube=cube):
            return replace(keeper, record=_with_game(record, replace(record.games[-1], cube=cube)))
        case ev.Resigned() | ev.GameWon() | ev.MatchWon() if keeper.rolled is not None:
            rolled = replace(keeper, record=_with_action(record, keeper.rolled), rolled=None)
            return _around(rolled, event)
        case ev.GameWon(winner=winner, points=points, ending=ending):
            return replace(keeper, record=_ended(record, Outcome(winner, points, ending=ending)), time_lost=False)
        case ev.MatchWon(winner=winner, score=score):
            outcome = record.games[-1].outcome
            if outcome is None:
                ending = Ending.TIME if keeper.time_lost else Ending.RULING
                outcome = Outcome(winner, max(0, score[winner] - record.games[-1].score[winner]), ending=ending)
            return replace(keeper, record=_ended(record, replace(outcome, wins_match=True)), time_lost=False)
        case _:
            action = _action(event)
            return keeper if action is None else replace(keeper, record=_with_action(record, action))


def _turn(keeper: Keeper, event: ev.PlayAccepted | ev.Danced | ev.IllegalPlayStands) -> Keeper:
    """Return the record after a turn, begun from whatever board it was begun from."""
    record, player = keeper.record, event.player
    if isinstance(event, ev.IllegalPlayStands) and _is_told(record, event):
        return replace(keeper, rolled=None)
    before = _as_one(player, event.before)
    if keeper.board is not None and before != keeper.board:
        record = _placed(record, before)
    action: RecordedAction
    match event:
        case ev.PlayAccepted(roll=roll, play=play):
            action = RollAndPlay(player=player, roll=roll, play=format_play(play), named=event.named)
            after = event.after
        case ev.IllegalPlayStands(roll=roll, after=after):
            action = _illegal(player, roll, after)
        case ev.Danced(roll=danced):
            action, after = Dance(player=player, roll=danced), event.before
    return replace(keeper, record=_with_action(record, action), board=_as_one(player, after), rolled=None)


def _is_told(record: MatchRecord, event: ev.IllegalPlayStands) -> bool:
    """Return whether the last turn of the record is that illegal play already: it was mended before it was called."""
    turns = [action for action in record.games[-1].actions if isinstance(action, _TURNS)]
    return bool(turns) and turns[-1] == _illegal(event.player, event.roll, event.after)


def _undone(keeper: Keeper, number: int) -> Keeper:
    """Return the record without what came after a settled position, which will be told of again."""
    mark, record = keeper.marks[number], keeper.record
    if mark.actions is None:
        record = replace(record, games=record.games[: mark.games])
    else:
        game = record.games[mark.games - 1]
        cut = replace(game, actions=game.actions[: mark.actions], outcome=None)
        record = replace(record, games=(*record.games[: mark.games - 1], cut))
    return Keeper(record, keeper.marks[:number], mark.board)


def _mended(keeper: Keeper, event: ev.TurnMended) -> Keeper:
    """Return the record with the turn that was played from a settled position put right."""
    mark, games = keeper.marks[event.number], list(keeper.record.games)
    at = mark.games - (mark.actions is not None)
    actions = list(games[at].actions)
    for index in range(mark.actions or 0, len(actions)):
        old = actions[index]
        if isinstance(old, _TURNS) and old.player is event.player:
            play = event.play
            actions[index] = (
                _illegal(event.player, event.roll, event.after)
                if play is None
                else RollAndPlay(player=event.player, roll=event.roll, play=format_play(play))
                if play
                else Dance(player=event.player, roll=event.roll)
            )
            break
    games[at] = replace(games[at], actions=tuple(actions))
    return replace(keeper, record=replace(keeper.record, games=tuple(games)), board=_as_one(event.player, event.after))


def _placed(record: MatchRecord, board: Position) -> MatchRecord:
    """Return the record with the last turn of the game, or else its start, leaving another board, seen by ONE."""
    game = record.games[-1]
    for index in reversed(range(len(game.actions))):
        action = game.actions[index]
        if isinstance(action, _TURNS) and action.roll is not None:
            left = board if action.player is Player.ONE else board.turned()
            put = _illegal(action.player, action.roll, left)
            return _with_game(record, replace(game, actions=(*game.actions[:index], put, *game.actions[index + 1 :])))
    return _with_game(record, replace(game, start=board))


def _illegal(player: Player, roll: Roll, after: Position) -> RollAndPlay:
    """Return a turn of which only the result can be told."""
    return RollAndPlay(player=player, roll=roll, play="", after=after, declared_illegal=True)


def _as_one(player: Player, position: Position) -> Position:
    """Return a position as player ONE sees it."""
    return position if player is Player.ONE else position.turned()


def _with_game(record: MatchRecord, game: GameRecord) -> MatchRecord:
    """Return the record with its last game in another form."""
    return replace(record, games=(*record.games[:-1], game))


def _with_action(record: MatchRecord, action: RecordedAction) -> MatchRecord:
    """Return the record with an action added to its last game."""
    game = record.games[-1]
    return _with_game(record, replace(game, actions=(*game.actions, action)))


def _ended(record: MatchRecord, outcome: Outcome) -> MatchRecord:
    """Return the record with the end of its last game."""
    return _with_game(record, replace(record.games[-1], outcome=outcome))


def _action(event: ev.Event) -> RecordedAction | None:
    """Return what goes into the record of the game for an event that is no turn, None where nothing does."""
    match event:
        case ev.Doubled(player=player, value=value):
            return Double(player=player, value=value)
        case ev.Beavered(player=player, value=value):
            return Beaver(player=player, value=value)
        case ev.Raccooned(player=player, value=value):
            return Raccoon(player=player, value=value)
        case ev.Taken(player=player):
            return Take(player=player)
        case ev.Dropped(player=player):
            return Drop(player=player)
        case ev.Resigned(player=player, level=level):
            return Resign(player=player, level=level)
        case _:
            return None
