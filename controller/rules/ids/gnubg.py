"""GNU Backgammon's ID of a whole state, and its relation to the XGID.

A GNU Backgammon ID is a position ID and a match ID joined by a colon. It knows things that an XGID does not say (a
resignation that is offered, how a game ended), and an XGID says things that it does not know (the largest cube,
beavers, in which order the dice fell). What cannot be said is refused where it would change the state, and dropped or
filled in as described where it would not.
"""

from __future__ import annotations

from typing import Final

from controller.rules.cube import OfferKind
from controller.rules.errors import RulesError
from controller.rules.ids.match_id import GameState, MatchId, match_id, parse_match_id
from controller.rules.ids.position_id import parse_position_id, position_id
from controller.rules.ids.xgid import Xgid, XgidSide
from controller.rules.player import Player
from controller.rules.position import CHECKERS, Position

_SIDES: Final = {Player.ONE: XgidSide.LOWER, Player.TWO: XgidSide.UPPER}
_PLAYERS: Final = {side: player for player, side in _SIDES.items()}


class ConversionError(RulesError, ValueError):
    """A state that the other kind of ID cannot say, or a text that is no pair of IDs; the key names what is wrong."""


def gnubg_id(position: Position, match: MatchId) -> str:
    """Return the ID of a position, seen by the player on roll, and the rest of the state.

    Raises:
        PositionError: the position has no ID, see `position_id`.
    """
    return f"{position_id(position)}:{match_id(match)}"


def parse_gnubg_id(text: str, checkers: int = CHECKERS) -> tuple[Position, MatchId]:
    """Return the position, seen by the player on roll, and the rest of the state that an ID writes.

    Args:
        text: a position ID, a colon and a match ID.
        checkers: how many checkers each side has in all.

    Raises:
        ConversionError: not two IDs joined by a colon ("gnubg_id.fields").
        PositionError: see `parse_position_id`.
        MatchIdError: see `parse_match_id`.
    """
    fields = text.split(":")
    if len(fields) != 2:
        raise ConversionError("gnubg_id.fields", text=text, fields=len(fields), expected=2)
    return parse_position_id(fields[0], checkers), parse_match_id(fields[1])


def gnubg_from_xgid(state: Xgid, *, keep_players: bool = False) -> tuple[Position, MatchId]:
    """Return the position, seen by the player on roll, and the match ID for an XGID.

    GNU Backgammon takes an XGID with the board turned so that the player on roll becomes its player 1 (`Player.TWO`)
    together with his score and cube; that is what this does too. The largest cube and beavers are dropped.

    Args:
        state: the state.
        keep_players: do not turn; the uppercase player is always player 1, the lowercase one player 0.

    Raises:
        ConversionError: a beaver or raccoon is to be answered ("gnubg_id.no_beaver").
    """
    if state.dice in (OfferKind.BEAVER, OfferKind.RACCOON):
        raise ConversionError("gnubg_id.no_beaver", dice=state.dice)
    players = _PLAYERS
    if state.on_roll is XgidSide.LOWER and not keep_players:
        players = {side: player.other for side, player in _PLAYERS.items()}
    on_roll = players[state.on_roll]
    doubled = state.dice is OfferKind.DOUBLE
    upper, lower = state.score
    return state.position, MatchId(
        length=state.length,
        score=(lower, upper) if players[XgidSide.UPPER] is Player.TWO else (upper, lower),
        cube=state.cube,
        cube_owner=None if state.cube_owner is None else players[state.cube_owner],
        on_roll=on_roll,
        decision=on_roll.other if doubled else on_roll,
        crawford=state.crawford,
        doubled=doubled,
        roll=state.roll,
        jacoby=state.jacoby,
    )


def xgid_from_gnubg(position: Position, match: MatchId, *, max_cube: int = 1024, beavers: bool = False) -> Xgid:
    """Return the XGID for a position, seen by the player on roll, and a match ID; player 1 becomes the uppercase one.

    `gnubg_from_xgid(..., keep_players=True)` is the inverse for every state that both can say. A game that was not
    begun is taken for one that is played, since programs write such IDs for positions, and the Jacoby bit of a match
    is dropped.

    Args:
        position: the position, seen by the player on roll.
        match: the rest of the state.
        max_cube: the largest value of the cube, which GNU Backgammon's IDs do not tell.
        beavers: whether beavers are allowed in money, which they do not tell either.

    Raises:
        ConversionError: the game is over ("xgid.game_over"), a resignation is to be answered ("xgid.no_resignation"),
            dice were thrown and a double offered ("xgid.double_after_roll"), or it is not clear who must decide
            ("xgid.decision").
        XgidError: the Crawford game of a money session, see `Xgid`.
    """
    if match.state not in (GameState.NONE, GameState.PLAYING):
        raise ConversionError("xgid.game_over", state=match.state)
    if match.resigned:
        raise ConversionError("xgid.no_resignation", resigned=match.resigned)
    if match.doubled and match.roll:
        raise ConversionError("xgid.double_after_roll", roll=match.roll)
    if match.doubled == (match.decision is match.on_roll):
        raise ConversionError("xgid.decision", on_roll=match.on_roll, decision=match.decision)
    on_roll = _SIDES[match.on_roll]
    return Xgid(
        board=position if on_roll is XgidSide.UPPER else position.turned(),
        on_roll=on_roll,
        dice=OfferKind.DOUBLE if match.doubled else (match.roll.high, match.roll.low) if match.roll else None,
        cube=match.cube,
        cube_owner=None if match.cube_owner is None else _SIDES[match.cube_owner],
        score=(match.score[1], match.score[0]),
        length=match.length,
        crawford=match.crawford,
        jacoby=match.jacoby and not match.length,
        beavers=beavers and not match.length,
        max_cube=max_cube,
    )
