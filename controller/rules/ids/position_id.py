"""The position ID of GNU Backgammon: 14 characters that hold the checkers of both players on the board and the bar.

Two rows of 25 counts, the player not on roll first; in each his own points 1 to 24, then his bar. A count n is n one
bits and a zero bit; the bits fill ten bytes from the least significant bit of the first on, and the bytes are written
in base64 without padding (GNU Backgammon manual, "A technical description of the Position ID").

An ID tells neither the checkers borne off nor, so, how many checkers a side has: whoever reads one must know that. And
the rows say who is on roll, not whose checkers they are: the ID of a board changes when the turn passes.
"""

from __future__ import annotations

from typing import Final

from controller.rules.ids.base64_keys import decode_key, encode_key
from controller.rules.position import CHECKERS, Position, PositionError

_BYTES: Final = 10
_COUNTS: Final = 50
_MOST_CHECKERS: Final = 8 * _BYTES - _COUNTS


class PositionIdError(PositionError):
    """A text that is no position ID, or a position that has none; the key names what is wrong."""


def position_id(position: Position) -> str:
    """Return the position ID of a position.

    Raises:
        PositionIdError: more than 30 checkers on the board and the bar together ("position_id.too_many_checkers").
        PositionError: the position is not sound, see `Position.of`.
    """
    position.check()
    bits = "".join(["1" * count + "0" for count in position.theirs[1:] + position.mine[1:]])
    if len(bits) > 8 * _BYTES:
        raise PositionIdError("position_id.too_many_checkers", checkers=len(bits) - _COUNTS, most=_MOST_CHECKERS)
    return encode_key(int(bits[::-1], 2), _BYTES)


def parse_position_id(text: str, checkers: int = CHECKERS) -> Position:
    """Return the position that an ID writes, seen by the player on roll.

    Args:
        text: the 14 characters.
        checkers: how many checkers each side has in all; those that are not in the ID are borne off.

    Raises:
        PositionIdError: not 14 characters ("position_id.length"), one that base64 does not have
            ("position_id.character"), bits set beyond the last byte ("position_id.spare_bits"), bits that are not 50
            counts ("position_id.counts"), or more checkers than a side has ("position_id.too_many_checkers").
        PositionError: the checkers make no position, such as "position.shared_point".
    """
    number = decode_key(text, _BYTES, "position_id", PositionIdError)
    *ones, rest = f"{number:0{8 * _BYTES}b}"[::-1].split("0", _COUNTS)
    if len(ones) != _COUNTS or "1" in rest:
        raise PositionIdError("position_id.counts", text=text)
    counts = [len(run) for run in ones]
    theirs, mine = counts[:25], counts[25:]
    most = max(sum(theirs), sum(mine))
    if most > checkers:
        raise PositionIdError("position_id.too_many_checkers", text=text, checkers=most, most=checkers)
    return Position.of((checkers - sum(mine), *mine), (checkers - sum(theirs), *theirs), checkers)
