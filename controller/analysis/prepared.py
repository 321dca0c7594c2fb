"""A record made ready for GNU Backgammon: what it can follow, in a notation that leaves nothing open.

Every play is judged by our own rules first. A legal one is written move by move, so that an importer cannot take
another way or miss a hit; one that is not legal is written as the position that it left. Where the record breaks off or
says nothing, the game ends for the importer. Games are numbered from 1, as it refuses a match whose first is missing.
"""

from __future__ import annotations

from dataclasses import dataclass, replace
from typing import TYPE_CHECKING, Final

from controller.record.mat_writer import write_mat
from controller.record.replay import GameReplay, JudgedPlay, replay
from controller.record.transcript import (
    TURNS,
    Dance,
    GameRecord,
    MatchRecord,
    RecordedAction,
    RollAlone,
    RollAndPlay,
    is_turn,
)
from controller.rules.plays.legal import find_play
from controller.rules.position import BAR, OFF
from controller.rules.profile import AT_THE_TABLE

if TYPE_CHECKING:
    from controller.rules.notation import Play

_TAGS: Final = ("jacoby", "variation", "crawford")
"""The tags that an importer needs; names and dates are not its business."""


@dataclass(frozen=True, slots=True)
class PreparedRecord:
    """A match made ready.

    Attributes:
        record: the record as it was.
        games: its games, replayed.
        mat: the text of a .mat file.
    """

    record: MatchRecord
    games: tuple[GameReplay, ...]
    mat: str


def prepare(record: MatchRecord) -> PreparedRecord:
    """Return a match made ready.

    Raises:
        MatFileError: it cannot be written as a .mat file.
    """
    games = replay(record, AT_THE_TABLE)
    ready = tuple(_ready(game, number) for number, game in enumerate(games, 1))
    tags = tuple((name, value) for name, value in record.tags if name.casefold() in _TAGS)
    mat = write_mat(replace(record, players=("X", "O"), games=ready, tags=tags, remarks=()))
    return PreparedRecord(record, games, mat)


def _ready(replayed: GameReplay, number: int) -> GameRecord:
    """Return a game made ready, under a number of its own."""
    judged = {id(one.action): one for one in replayed.plays}
    actions: list[RecordedAction] = []
    for action in replayed.game.actions:
        play = judged.get(id(action))
        if isinstance(action, TURNS):
            if play is None and not is_turn(action):
                continue  # who is closed out did not even throw
            if play is None and isinstance(action, RollAlone) and action.roll is not None:
                actions.append(action)  # the roll on which somebody resigned
            if play is None or play.after is None:
                break
            actions.append(_written(play))
        else:
            actions.append(action)
    return replace(replayed.game, number=number, actions=tuple(actions))


def _written(play: JudgedPlay) -> RecordedAction:
    """Return a play as an importer cannot mistake it."""
    player = play.action.player
    if not play.legal:
        return RollAndPlay(player=player, roll=play.roll, play="", after=play.after, declared_illegal=True)
    if play.after is None or play.after == play.before:
        return Dance(player=player, roll=play.roll)
    moves = find_play(play.before, play.roll, play.after, AT_THE_TABLE)
    return RollAndPlay(player=player, roll=play.roll, play=_hops(moves))


def _hops(moves: Play) -> str:
    """Return a play one move at a time."""
    names = {BAR: "bar", OFF: "off"}
    return " ".join(
        f"{names.get(move.source, move.source)}/{names.get(move.target, move.target)}{'*' * move.hit}" for move in moves
    )
