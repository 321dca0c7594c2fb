"""The dump of a position with which transcripts record an illegal play: forty fields set apart by semicolons.

The fields: match length; Jacoby; two unused; who has played (0 the left player, 1 the right one); then, as the next
player sees it: his name and the other's; Crawford game; his score and the other's; value of the cube; its owner (1 the
next player, 0 nobody, -1 who has played); the other's bar, his own points 1..24 and his own bar, his checkers positive
and the other's negative; and two dice, 0 if not rolled.

That is how GNU Backgammon 1.07 writes and reads them. Other writers may mean the other player by the fifth field, or
put the bars the other way round; who knows the position before the play can tell which.
"""

from __future__ import annotations

import re
from dataclasses import dataclass
from typing import Final

from controller.record.errors import RecordError
from controller.rules.player import Player
from controller.rules.position import BAR, OFF, Position

_COUNTS: Final = 26
_NUMBERS_AFTER_NAMES: Final = 33


class DumpError(RecordError, ValueError):
    """A text that is no such dump."""


@dataclass(frozen=True, slots=True)
class Dump:
    """What a dump tells besides the position and who has played.

    Attributes:
        length: the length of the match, 0 for money.
        names: of `Player.ONE` and `Player.TWO`.
        score: of both, before the game.
        crawford: it is the Crawford game.
        cube: the value of the cube.
        owner: who owns it; None while it is centred.
    """

    length: int
    names: tuple[str, str]
    score: tuple[int, int]
    crawford: bool
    cube: int
    owner: Player | None


def parse_dump(text: str, player: Player, checkers: int) -> tuple[Position, ...]:
    """Return the positions that a dump can mean, the one that it should mean first.

    Args:
        text: the forty fields; names may hold anything.
        player: who shall see the positions.
        checkers: how many checkers each player has in this game; those missing are borne off.

    Raises:
        DumpError: too few fields, fields that are no numbers, or too many checkers.
    """
    fields = text.strip().rstrip(";").split(";")
    numbers = fields[-_NUMBERS_AFTER_NAMES:]
    if len(fields) < 7 + _NUMBERS_AFTER_NAMES or not all(re.fullmatch(r"\s*[+-]?\d+\s*", one) for one in numbers):
        raise DumpError("dump.fields", text=text)
    if fields[4].strip() not in {"0", "1"}:
        raise DumpError("dump.player", text=text)
    board = [int(one) for one in numbers[-2 - _COUNTS : -2]]
    first, last = abs(board[0]), abs(board[-1])
    seen = [_position(board, last, first, checkers), _position(board, first, last, checkers)]
    positions = [position for position in seen if position is not None]
    if not positions:
        raise DumpError("dump.too_many_checkers", text=text)
    if Player(int(fields[4])) is player:
        positions = [position.turned() for position in positions]
    return tuple(dict.fromkeys([*positions, *(position.turned() for position in positions)]))


def _position(board: list[int], my_bar: int, their_bar: int, checkers: int) -> Position | None:
    """Return the position of 24 signed counts and two bars; None if a player has more checkers than there are."""
    mine, theirs = [0] * _COUNTS, [0] * _COUNTS
    mine[BAR], theirs[BAR] = my_bar, their_bar
    for point in range(1, 25):
        mine[point] = max(board[point], 0)
        theirs[25 - point] = max(-board[point], 0)
    mine[OFF], theirs[OFF] = checkers - sum(mine), checkers - sum(theirs)
    return Position(tuple(mine), tuple(theirs)) if min(mine[OFF], theirs[OFF]) >= 0 else None


def format_dump(player: Player, position: Position, dump: Dump) -> str:
    """Return the forty fields after a play.

    Args:
        player: who has played.
        position: the position that he has left, seen by him.
        dump: what else the fields tell.
    """
    following, seen = player.other, position.turned()
    owner = 0 if dump.owner is None else 1 if dump.owner is following else -1
    fields: list[object] = [dump.length, 0, 0, 0 if dump.length else 1, int(player)]
    fields += [dump.names[following], dump.names[player], int(dump.crawford)]
    fields += [dump.score[following], dump.score[player], dump.cube, owner]
    fields.append(-seen.theirs[BAR])
    fields += [seen.mine[point] - seen.theirs[25 - point] for point in range(1, 25)]
    fields += [seen.mine[BAR], 0, 0]
    return ";".join(str(one) for one in fields)
