"""The XGID of eXtreme Gammon: a position, the cube, the dice, the score and the rules in one line.

    XGID=<26 characters>:cube:owner:turn:dice:score:score:flag:length:maxcube

The players are the uppercase one, drawn at the bottom, and the lowercase one. Characters 1 to 24 are the points as the
uppercase player counts them, whoever is on roll; character 25 is his bar, character 0 the bar of the other. "-" is
empty, "A" to "O" are 1 to 15 checkers of the uppercase player, "a" to "o" of the lowercase one. Cube and maxcube are
log2. Owner and turn are 1 for the uppercase player, -1 for the lowercase one; owner 0 is a centred cube. The dice are
two digits, "00" before the roll, or "D", "B", "R" when a double, beaver or raccoon is to be answered; the turn is then
still that of the player who is to roll, who offered the double. The first score is the uppercase player's. The flag is
1 in the Crawford game of a match; in money (length 0) 1 stands for Jacoby, 2 for beavers, 3 for both.
"""

from __future__ import annotations

import re
from dataclasses import dataclass
from enum import IntEnum
from typing import Final

from controller.rules.cube import OfferKind
from controller.rules.dice import Roll
from controller.rules.errors import RulesError
from controller.rules.position import BAR, CHECKERS, POINTS, Position

_PREFIX: Final = "XGID="
_FIELDS: Final = ("board", "cube", "owner", "turn", "dice", "score", "score", "flag", "match_length", "max_cube")
_MOST_CHECKERS: Final = 15
_LARGEST_CUBE: Final = 15
"""As log2; the largest that GNU Backgammon's match ID can hold."""
_MOST_POINTS: Final = (1 << 15) - 1
"""The highest score and the longest match that GNU Backgammon's match ID can hold."""
_NUMBER: Final = re.compile(r"0|-?[1-9][0-9]{0,8}")


class XgidError(RulesError, ValueError):
    """A text that is no XGID, or a state that has none; the key names what is wrong."""


class XgidSide(IntEnum):
    """A player, by the letters of his checkers; the value is the one that an XGID writes."""

    UPPER = 1
    LOWER = -1

    @property
    def other(self) -> XgidSide:
        """The opponent."""
        return XgidSide(-self)


_OFFERS: Final = {"D": OfferKind.DOUBLE, "B": OfferKind.BEAVER, "R": OfferKind.RACCOON}
_OFFER_LETTERS: Final = {kind: letter for letter, kind in _OFFERS.items()}


@dataclass(frozen=True, slots=True, kw_only=True)
class Xgid:
    """Everything that an XGID holds.

    Attributes:
        board: the position as the uppercase player sees it, whoever is on roll.
        on_roll: the player who is to roll or has rolled, and who offers the double if one is offered.
        dice: the dice as written, None before the roll, or what is offered.
        cube: the value of the cube, a power of two.
        cube_owner: who may double; None when the cube is centred.
        score: the points of the uppercase and of the lowercase player.
        length: the points that the match is played to; 0 for money.
        crawford: whether this is the Crawford game (matches only).
        jacoby: whether the Jacoby rule is on (money only).
        beavers: whether beavers are allowed (money only).
        max_cube: the largest value of the cube, a power of two.
    """

    board: Position
    on_roll: XgidSide = XgidSide.UPPER
    dice: tuple[int, int] | OfferKind | None = None
    cube: int = 1
    cube_owner: XgidSide | None = None
    score: tuple[int, int] = (0, 0)
    length: int = 0
    crawford: bool = False
    jacoby: bool = False
    beavers: bool = False
    max_cube: int = 1024

    def __post_init__(self) -> None:
        """Refuse what an XGID cannot say, with an XgidError whose key names the field."""
        if isinstance(self.dice, tuple) and not all(1 <= die <= 6 for die in self.dice):
            raise XgidError("xgid.dice", dice=self.dice)
        for key, value in (("xgid.cube", self.cube), ("xgid.max_cube", self.max_cube)):
            if not (1 <= value <= 1 << _LARGEST_CUBE and value.bit_count() == 1):
                raise XgidError(key, value=value)
        if not all(0 <= points <= _MOST_POINTS for points in self.score):
            raise XgidError("xgid.score", score=self.score)
        if not 0 <= self.length <= _MOST_POINTS:
            raise XgidError("xgid.match_length", match_length=self.length)
        if (self.jacoby or self.beavers) if self.length else self.crawford:
            raise XgidError("xgid.flag", match_length=self.length)

    @property
    def position(self) -> Position:
        """The position as the player on roll sees it."""
        return self.board if self.on_roll is XgidSide.UPPER else self.board.turned()

    @property
    def roll(self) -> Roll | None:
        """The dice as a roll; None before the roll or while something is offered."""
        return Roll.of(*self.dice) if isinstance(self.dice, tuple) else None


def xgid(state: Xgid) -> str:
    """Return the XGID of a state, with its prefix.

    Raises:
        XgidError: more than 15 checkers in one place ("xgid.too_many_checkers").
        PositionError: the position is not sound, see `Position.of`.
    """
    if state.dice is None:
        dice = "00"
    elif isinstance(state.dice, OfferKind):
        dice = _OFFER_LETTERS[state.dice]
    else:
        dice = f"{state.dice[0]}{state.dice[1]}"
    fields = (
        _format_board(state.board),
        state.cube.bit_length() - 1,
        0 if state.cube_owner is None else int(state.cube_owner),
        int(state.on_roll),
        dice,
        *state.score,
        int(state.crawford) if state.length else state.jacoby + 2 * state.beavers,
        state.length,
        state.max_cube.bit_length() - 1,
    )
    return _PREFIX + ":".join(str(field) for field in fields)


def parse_xgid(text: str, checkers: int = CHECKERS) -> Xgid:
    """Return the state that an XGID writes.

    Args:
        text: the XGID, with or without "XGID=", whatever the case of that; of the rest the case matters.
        checkers: how many checkers each side has in all; those that are not in the XGID are borne off.

    Raises:
        XgidError: not ten fields ("xgid.fields"), not 26 characters of the board ("xgid.length"), one that means
            nothing there ("xgid.character"), more checkers than a side has ("xgid.too_many_checkers"), a field that is
            no plain number ("xgid.not_a_number"), or one that means nothing: "xgid.cube", "xgid.owner", "xgid.turn",
            "xgid.dice", "xgid.score", "xgid.flag", "xgid.match_length", "xgid.max_cube".
        PositionError: the checkers make no position, such as "position.both_closed_out".
    """
    fields = (text[len(_PREFIX) :] if text[: len(_PREFIX)].upper() == _PREFIX else text).split(":")
    if len(fields) != len(_FIELDS):
        raise XgidError("xgid.fields", text=text, fields=len(fields), expected=len(_FIELDS))
    board = _parse_board(fields[0], checkers)
    dice = _parse_dice(fields[4])
    cube, owner, turn, upper_score, lower_score, flag, length, max_cube = (
        _parse_number(field, name) for field, name in zip(fields, _FIELDS, strict=True) if name not in ("board", "dice")
    )
    if owner not in (-1, 0, 1):
        raise XgidError("xgid.owner", owner=owner)
    if turn not in (-1, 1):
        raise XgidError("xgid.turn", turn=turn)
    if not 0 <= flag <= (1 if length else 3):
        raise XgidError("xgid.flag", flag=flag, match_length=length)
    return Xgid(
        board=board,
        on_roll=XgidSide(turn),
        dice=dice,
        cube=_parse_cube(cube, "xgid.cube"),
        cube_owner=XgidSide(owner) if owner else None,
        score=(upper_score, lower_score),
        length=length,
        crawford=bool(length and flag),
        jacoby=bool(not length and flag & 1),
        beavers=bool(not length and flag & 2),
        max_cube=_parse_cube(max_cube, "xgid.max_cube"),
    )


def _format_board(board: Position) -> str:
    """Return the 26 characters of a board."""
    board.check()
    places = [_letter(board.theirs[BAR], "a")]
    for point in POINTS:
        theirs = board.theirs[25 - point]
        places.append(_letter(theirs, "a") if theirs else _letter(board.mine[point], "A"))
    places.append(_letter(board.mine[BAR], "A"))
    return "".join(places)


def _letter(count: int, first: str) -> str:
    """Return the character of a number of checkers, letters starting with `first`."""
    if count > _MOST_CHECKERS:
        raise XgidError("xgid.too_many_checkers", checkers=count, most=_MOST_CHECKERS)
    return chr(ord(first) + count - 1) if count else "-"


def _parse_board(text: str, checkers: int) -> Position:
    """Return the position that 26 characters write, as the uppercase player sees it."""
    if len(text) != 26:
        raise XgidError("xgid.length", text=text, length=len(text), expected=26)
    upper, lower = [0] * 26, [0] * 26
    for place, character in enumerate(text):
        if "A" <= character <= "O" and place != 0:
            upper[place] = ord(character) - ord("A") + 1
        elif "a" <= character <= "o" and place != BAR:
            lower[25 - place] = ord(character) - ord("a") + 1
        elif character != "-":
            raise XgidError("xgid.character", text=text, character=character, place=place)
    for counts in (upper, lower):
        if sum(counts) > checkers:
            raise XgidError("xgid.too_many_checkers", text=text, checkers=sum(counts), most=checkers)
        counts[0] = checkers - sum(counts)
    return Position.of(upper, lower, checkers)


def _parse_dice(text: str) -> tuple[int, int] | OfferKind | None:
    """Return what stands in the place of the dice."""
    if text == "00":
        return None
    if text in _OFFERS:
        return _OFFERS[text]
    if re.fullmatch("[1-6][1-6]", text) is None:
        raise XgidError("xgid.dice", dice=text)
    return int(text[0]), int(text[1])


def _parse_number(text: str, name: str) -> int:
    """Return a plain decimal number, written in the one way that `xgid` writes it."""
    if _NUMBER.fullmatch(text) is None:
        raise XgidError("xgid.not_a_number", field=name, text=text)
    return int(text)


def _parse_cube(log2: int, key: str) -> int:
    """Return the value of a cube from its log2."""
    if not 0 <= log2 <= _LARGEST_CUBE:
        raise XgidError(key, log2=log2)
    return 1 << log2
