"""Writing a match in the .mat text family, so that GNU Backgammon and other programs import and replay it.

Rows hold the left player's cell and the right player's; the dice open a cell, cube actions have words, and the end of a
game stands in the winner's column. What importers cannot read is turned into what they can: colons and wide gaps in
names, the take after a beaver (which they infer), and an illegal play, for which they want a dump of the position after
it. Such a play is also remarked in words above the match, as other transcripts do, and read back from there; so is a
cube that automatic doubles have turned before the game, of which importers know nothing.
"""

from __future__ import annotations

import re
from dataclasses import dataclass, field, replace
from itertools import pairwise
from typing import Final

from controller.record.errors import MatFileError
from controller.record.given import can_be_played, given_end, given_score, given_words, score_words
from controller.record.mat_reader import cube_at_start, declared_play
from controller.record.replay import replay
from controller.record.snowie import Dump, format_dump
from controller.record.transcript import (
    Beaver,
    Dance,
    Double,
    Drop,
    GameRecord,
    HiddenPlay,
    MatchRecord,
    Outcome,
    Raccoon,
    RecordedAction,
    Resign,
    RollAlone,
    RollAndPlay,
    Take,
)
from controller.rules.player import Player
from controller.rules.variant import BACKGAMMON, Variant

_RIGHT_COLUMN: Final = 33
_END_COLUMN: Final = 6
_TURNS: Final = RollAndPlay | Dance | RollAlone | HiddenPlay


@dataclass(slots=True)
class _Rows:
    """The rows of a game in the making."""

    lines: list[str] = field(default_factory=list)
    number: int = 0
    left: str | None = None

    def put(self, player: Player, text: str) -> int:
        """Write a cell into the next place of the player's column; return the number of its row."""
        if player is Player.ONE:
            self.close()
            self.left = text
            return self.number + 1
        self._line(self.left or "", text)
        self.left = None
        return self.number

    def close(self) -> None:
        """Write a row of which only the left cell is filled."""
        if self.left is not None:
            self._line(self.left, "")
            self.left = None

    def end(self, text: str, *, right: bool) -> None:
        """Write a line without a number in one of the columns."""
        self.close()
        self.lines.append(" " * (_RIGHT_COLUMN + 1 if right else _END_COLUMN) + text)

    def _line(self, left: str, right: str) -> None:
        self.number += 1
        self.lines.append(f"{f'{self.number:3d}) {left}':<{_RIGHT_COLUMN - 2}}  {right}".rstrip())


@dataclass(slots=True)
class _Cube:
    """The cube of a game in the making, for what has to be written of it."""

    value: int
    owner: Player | None = None
    offered: int | None = None
    beavered_by: Player | None = None

    @property
    def next_value(self) -> int:
        """What the next double would make of it."""
        return 2 * (self.offered or self.value)

    def follow(self, action: RecordedAction) -> None:
        """Follow an action of the record."""
        match action:
            case Double() | Beaver() | Raccoon():
                self.offered = action.value or self.next_value
                if isinstance(action, Beaver):
                    self.beavered_by = action.player
            case Take() if self.offered is not None:
                self.value, self.owner = self.offered, self.beavered_by or action.player
                self.offered = self.beavered_by = None
            case _:
                pass


def write_mat_for_anybody(record: MatchRecord) -> str:
    """Return the record of a match of backgammon as `write_mat` does.

    Other games with the checkers of backgammon are told apart by a tag alone, which GNU Backgammon heeds and most
    others pass over.

    Raises:
        MatFileError: as `write_mat`, and "mat.other_game" for every game but backgammon.
    """
    if record.variant != BACKGAMMON:
        raise _other_game(record.variant)
    return write_mat(record)


def _other_game(variant: Variant) -> MatFileError:
    """Return the error of a game that has no .mat file."""
    forms = "text or json" if variant.in_sgf is None else "sgf, text or json"
    return MatFileError("mat.other_game", game=variant.name, forms=forms)


def write_mat(record: MatchRecord) -> str:
    """Return the record as the text of a .mat file, to be stored as UTF-8.

    Raises:
        MatFileError: the record holds something that could not be read when it was made ("mat.unreadable"), or it is of
            a game that has no such file ("mat.other_game").
    """
    if record.variant.in_mat is None:
        raise _other_game(record.variant)
    names = _names(record.players)
    games: list[str] = []
    told = (declared_play, cube_at_start, given_end, given_score)
    remarks = [one for one in record.remarks if not any(tells(one) for tells in told)]
    for game in record.games:
        lines, declared = _write_game(replace(record, players=names), _from_usual_start(record, game))
        games.append("\n".join(lines))
        remarks.extend(declared)
    scores = [score_words(before, game) for before, game in pairwise(record.games)]
    remarks.extend(one for one in scores if one is not None)
    tags = _tags(record, record.variant.in_mat)
    head = [f'; [{name} "{value}"]' for name, value in tags] + [f"; {_line(remark)}" for remark in remarks]
    return "\n".join([*head, *([""] if head else []), f" {record.length} point match", "", "\n\n".join(games), ""])


def _from_usual_start(record: MatchRecord, game: GameRecord) -> GameRecord:
    """Return a game that began from another position with the dump of the position that its first play has left.

    Importers begin every game from the usual one, and take the board from a dump as it stands.
    """
    if game.start is None:
        return game
    (played,) = replay(replace(record, games=(game,)))
    for one in played.plays:
        if isinstance(one.action, RollAndPlay) and one.after is not None:
            dumped = replace(one.action, play="", after=one.after, declared_illegal=True)
            actions = tuple(dumped if action is one.action else action for action in game.actions)
            return replace(game, actions=actions)
    return game


def _tags(record: MatchRecord, game: str) -> list[tuple[str, str]]:
    """Return the tags; `game` is what the tag of the variant says, which stands there where importers need it."""
    tags = [
        (_line(name), game if name.casefold() == "variation" else _line(value).replace('"', "'"))
        for name, value in record.tags
    ]
    if record.variant != BACKGAMMON and record.tag("Variation") is None:
        tags.append(("Variation", game))
    return tags


def _line(text: str) -> str:
    """Return a text without the line ends that would break a comment."""
    return " ".join(text.splitlines())


def _names(players: tuple[str, str]) -> tuple[str, str]:
    """Return names that importers can read: no colon or semicolon, no wide gaps, not empty."""
    one, two = (re.sub(r"[\s:;]+", " ", name).strip() for name in players)
    return one or "Player 1", two or "Player 2"


def _write_game(record: MatchRecord, game: GameRecord) -> tuple[list[str], list[str]]:
    """Return the lines of one game, and a remark for each of its plays that is known to be illegal."""
    rows = _Rows()
    cube = _Cube(game.cube)
    remarks = [f"Game {game.number} begins with the cube at {game.cube}"] if game.cube > 1 else []
    for index, action in enumerate(game.actions):
        before = game.actions[index - 1] if index else None
        following = game.actions[index + 1] if index + 1 < len(game.actions) else None
        infers_take = isinstance(before, Beaver) and isinstance(following, _TURNS)
        if not isinstance(action, Resign) and not (isinstance(action, Take) and infers_take):
            row = rows.put(action.player, _cell(action, _Dumped(record, game, cube)))
            if isinstance(action, RollAndPlay) and action.declared_illegal and action.play:
                where = f"Game {game.number}, Move {row} of {record.players[action.player]}"
                remarks.append(f"{where} --> {action.roll}: {action.play} was illegal")
        cube.follow(action)
    if game.outcome is not None and can_be_played(game.outcome, cube.value):
        _write_outcome(rows, game, game.outcome)
    elif game.outcome is not None:
        remarks.append(given_words(record, game.number, game.outcome))
    rows.close()
    left = f"{record.players[0]} : {game.score[0]}"
    return [f" Game {game.number}", f" {left:<31} {record.players[1]} : {game.score[1]}", *rows.lines], remarks


def _write_outcome(rows: _Rows, game: GameRecord, outcome: Outcome) -> None:
    """Write who has won: beside the left player's drop, else on a line of its own."""
    points = f"Wins {outcome.points} point{'' if outcome.points == 1 else 's'}"
    text = points + (" and the match" if outcome.wins_match else "")
    dropped = bool(game.actions) and isinstance(game.actions[-1], Drop)
    if outcome.winner is Player.TWO and dropped and rows.left is not None:
        rows.put(Player.TWO, f" {text}")
    else:
        rows.end(text, right=outcome.winner is Player.TWO)


@dataclass(frozen=True, slots=True)
class _Dumped:
    """What a dump of a position tells besides it."""

    record: MatchRecord
    game: GameRecord
    cube: _Cube


def _cell(action: RecordedAction, surroundings: _Dumped) -> str:
    """Return the text of an action's cell."""
    match action:
        case RollAndPlay():
            return f"{action.roll}: {_play(action, surroundings)}"
        case Dance():
            return f"{action.roll}: Cannot Move" if action.roll else "Cannot Move"
        case RollAlone():
            return f"{action.roll or '00'}:"
        case HiddenPlay():
            return f"{action.roll}: ????" if action.roll else "????"
        case Double() | Beaver() | Raccoon():
            return f" {type(action).__name__}s => {action.value or surroundings.cube.next_value}"
        case Take() | Drop():
            return f" {type(action).__name__}s"
        case _:
            raise MatFileError("mat.unreadable", line=action.line, action=action)


def _play(action: RollAndPlay, surroundings: _Dumped) -> str:
    """Return the play in notation, or the dump of the position that an illegal one has left."""
    if action.after is None or not action.declared_illegal:
        return action.play
    record, game, cube = surroundings.record, surroundings.game, surroundings.cube
    dump = Dump(record.length, record.players, game.score, game.crawford, cube.value, cube.owner)
    return f"Illegal play ({format_dump(action.player, action.after, dump)})"
