"""The doubling cube: its value and owner, who may turn it when, and what a double, a take or a beaver makes of it."""

from __future__ import annotations

from dataclasses import dataclass, replace
from enum import Enum, Flag, auto
from typing import TYPE_CHECKING

from controller.rules.errors import RulesError
from controller.rules.match import Form, is_crawford_game
from controller.rules.profile import DeadCube, OpeningTieRule

if TYPE_CHECKING:
    from controller.rules.match import MatchState
    from controller.rules.player import Player
    from controller.rules.profile import RulesProfile


class CubeError(RulesError, ValueError):
    """A value that no cube has, or a cube action that is not allowed."""


class Refusal(Flag):
    """Every reason against a cube action; an empty set (which is false) when it is allowed."""

    NO_CUBE = auto()
    """The game is played without a cube, as that of a match to one point is."""
    MATCH_OVER = auto()
    """The match has been won."""
    FIRST_ROLL = auto()
    """Nobody may double before the first roll of the game."""
    NOT_ON_ROLL = auto()
    """It is the other player's turn."""
    ALREADY_ROLLED = auto()
    """The player has rolled in this turn."""
    OPPONENT_OWNS_CUBE = auto()
    """Only the owner of the cube may redouble."""
    OFFER_PENDING = auto()
    """An offer waits for its answer."""
    CRAWFORD_GAME = auto()
    """No doubling in the Crawford game."""
    CUBE_CAP = auto()
    """The cube has reached the highest value that the profile allows."""
    DEAD_CUBE = auto()
    """A plain win already wins the match for the player: the cube can decide nothing for him."""
    MATCH_WINNING = auto()
    """The double would make a plain win win the match, or wipe out a lead that is greater than the cube."""
    NO_OFFER = auto()
    """There is no offer to answer, or not one that can be answered so."""
    OWN_OFFER = auto()
    """The player has made the offer himself."""
    MONEY_ONLY = auto()
    """Beavers, raccoons and automatic doubles do not exist in a match."""
    OPTION_OFF = auto()
    """The profile does not allow beavers, raccoons or (any more) automatic doubles."""


NO_REFUSAL = Refusal(0)
"""Allowed."""


class OfferKind(Enum):
    """What has been offered."""

    DOUBLE = "double"
    BEAVER = "beaver"
    """The player doubled has redoubled at once and keeps the cube."""
    RACCOON = "raccoon"
    """The player beavered has redoubled at once; the other keeps the cube."""


@dataclass(frozen=True, slots=True)
class Offer:
    """A cube action that waits for an answer.

    Attributes:
        kind: double, beaver or raccoon.
        by: who offers.
        value: the value of the cube if it is taken; who drops loses half of it.
    """

    kind: OfferKind
    by: Player
    value: int


@dataclass(frozen=True, slots=True)
class CubeState:
    """The cube of one game.

    Attributes:
        value: what a single game counts, a power of two.
        owner: who alone may double; None while the cube is centred.
        offer: the offer that waits for an answer, or None.
        turned: a double has been offered and taken in this game (automatic doubles do not count; for Jacoby).
        automatic_doubles: how many ties of the opening roll have doubled the cube.
    """

    value: int = 1
    owner: Player | None = None
    offer: Offer | None = None
    turned: bool = False
    automatic_doubles: int = 0

    def __post_init__(self) -> None:
        """Refuse a value that is not a power of two."""
        if self.value < 1 or self.value.bit_count() != 1:
            raise CubeError("cube.value", value=self.value)


@dataclass(frozen=True, slots=True)
class CubeMoment:
    """Where in a turn the game stands, as far as the cube asks.

    Attributes:
        on_roll: whose turn it is; None until the opening roll has decided.
        rolled: the dice of this turn have been rolled.
        first_roll: no roll of the game has been played yet. In backgammon the winner of the opening roll has rolled
            when his turn begins; in variants in which he rolls anew, this is what forbids him to double.
    """

    on_roll: Player | None
    rolled: bool = False
    first_roll: bool = False


def why_no_double(
    cube: CubeState, player: Player, moment: CubeMoment, match: MatchState, profile: RulesProfile
) -> Refusal:
    """Return every reason why the player may not double now; none when he may.

    Args:
        cube: the cube of the game in progress.
        player: who wants to double.
        moment: where in the turn the game stands.
        match: the match before this game.
        profile: the rules played by.
    """
    reasons = {
        Refusal.NO_CUBE: match.length == 1 or not profile.cube_in_play,
        Refusal.MATCH_OVER: match.is_over,
        Refusal.FIRST_ROLL: moment.on_roll is None or moment.first_roll,
        Refusal.NOT_ON_ROLL: moment.on_roll not in (None, player),
        Refusal.ALREADY_ROLLED: moment.on_roll is player and moment.rolled,
        Refusal.OPPONENT_OWNS_CUBE: cube.owner is player.other,
        Refusal.OFFER_PENDING: cube.offer is not None,
        Refusal.CRAWFORD_GAME: is_crawford_game(match, profile),
        Refusal.CUBE_CAP: _beyond_cap(2 * cube.value, profile),
        Refusal.DEAD_CUBE: profile.dead_cube is DeadCube.REFUSE and is_dead(cube, player, match),
        Refusal.MATCH_WINNING: profile.no_match_winning_double and _decides_too_much(cube, player, match),
    }
    return _collect(reasons)


def is_dead(cube: CubeState, player: Player, match: MatchState) -> bool:
    """Whether a double can gain the player nothing: a plain win at the present value already wins him the match."""
    short = match.points_short(player)
    return short is not None and cube.value >= short


def why_no_answer(cube: CubeState, player: Player) -> Refusal:
    """Return every reason why the player may not take or drop now; none when he may."""
    return _collect(
        {
            Refusal.NO_OFFER: cube.offer is None,
            Refusal.OWN_OFFER: cube.offer is not None and cube.offer.by is player,
        }
    )


def why_no_beaver(cube: CubeState, player: Player, match: MatchState, profile: RulesProfile) -> Refusal:
    """Return every reason why the player may not answer a double with a beaver; none when he may."""
    return _why_no_counter(OfferKind.DOUBLE, cube, player, match, profile, option=profile.beavers)


def why_no_raccoon(cube: CubeState, player: Player, match: MatchState, profile: RulesProfile) -> Refusal:
    """Return every reason why the player may not answer a beaver with a raccoon; none when he may."""
    return _why_no_counter(OfferKind.BEAVER, cube, player, match, profile, option=profile.raccoons)


def why_no_automatic_double(cube: CubeState, match: MatchState, profile: RulesProfile) -> Refusal:
    """Return every reason why a tie of the opening roll does not double the cube; none when it does."""
    limit = profile.automatic_double_limit
    used_up = limit is not None and cube.automatic_doubles >= limit
    return _collect(
        {
            Refusal.NO_CUBE: not profile.cube_in_play,
            Refusal.MONEY_ONLY: match.form is Form.MATCH,
            Refusal.OPTION_OFF: profile.opening_tie is not OpeningTieRule.AUTOMATIC_DOUBLE or used_up,
            Refusal.CUBE_CAP: _beyond_cap(2 * cube.value, profile),
        }
    )


def double(cube: CubeState, player: Player, moment: CubeMoment, match: MatchState, profile: RulesProfile) -> CubeState:
    """Return the cube with the player's double on offer.

    Raises:
        CubeError: he may not double; `reasons` tells every one.
    """
    _demand("cube.no_double", why_no_double(cube, player, moment, match, profile))
    return replace(cube, offer=Offer(OfferKind.DOUBLE, player, 2 * cube.value))


def beaver(cube: CubeState, player: Player, match: MatchState, profile: RulesProfile) -> CubeState:
    """Return the cube with the player's beaver on offer: four times the value before the double.

    Raises:
        CubeError: he may not beaver; `reasons` tells every one.
    """
    _demand("cube.no_beaver", why_no_beaver(cube, player, match, profile))
    return _counter(OfferKind.BEAVER, cube, player)


def raccoon(cube: CubeState, player: Player, match: MatchState, profile: RulesProfile) -> CubeState:
    """Return the cube with the player's raccoon on offer: eight times the value before the double.

    Raises:
        CubeError: he may not raccoon; `reasons` tells every one.
    """
    _demand("cube.no_raccoon", why_no_raccoon(cube, player, match, profile))
    return _counter(OfferKind.RACCOON, cube, player)


def take(cube: CubeState, player: Player) -> CubeState:
    """Return the cube after the player has taken what is on offer.

    Who was doubled first owns it: the taker of a double, or the player who beavered.

    Raises:
        CubeError: there is no offer of the opponent's; `reasons` tells every one.
    """
    _demand("cube.no_answer", why_no_answer(cube, player))
    offer = _offer_of(cube)
    owner = offer.by if offer.kind is OfferKind.BEAVER else player
    return replace(cube, value=offer.value, owner=owner, offer=None, turned=True)


def automatic_double(cube: CubeState, match: MatchState, profile: RulesProfile) -> CubeState:
    """Return the cube after a tie of the opening roll: doubled in the centre where the rules say so, else as it was."""
    if why_no_automatic_double(cube, match, profile):
        return cube
    return replace(cube, value=2 * cube.value, automatic_doubles=cube.automatic_doubles + 1)


def _why_no_counter(  # noqa: PLR0913 - the same question for beaver and raccoon, which differ in two of its terms
    answers: OfferKind, cube: CubeState, player: Player, match: MatchState, profile: RulesProfile, *, option: bool
) -> Refusal:
    """Return every reason against redoubling at once in answer to an offer of this kind."""
    offer = cube.offer
    return _collect(
        {
            Refusal.NO_OFFER: offer is None or offer.kind is not answers,
            Refusal.OWN_OFFER: offer is not None and offer.by is player,
            Refusal.MONEY_ONLY: match.form is Form.MATCH,
            Refusal.OPTION_OFF: not option,
            Refusal.CUBE_CAP: offer is not None and _beyond_cap(2 * offer.value, profile),
        }
    )


def _counter(kind: OfferKind, cube: CubeState, player: Player) -> CubeState:
    """Return the cube with twice the present offer on offer by the player."""
    return replace(cube, offer=Offer(kind, player, 2 * _offer_of(cube).value))


def _beyond_cap(value: int, profile: RulesProfile) -> bool:
    return profile.cube_cap is not None and value > profile.cube_cap


def _decides_too_much(cube: CubeState, player: Player, match: MatchState) -> bool:
    """Whether the double would make a plain win win the match, or wipe out a lead that it otherwise would not."""
    short = match.points_short(player)
    if short is None:
        return False
    behind = match.score[player.other] - match.score[player]
    return short <= 2 * cube.value or cube.value < behind <= 2 * cube.value


def _collect(reasons: dict[Refusal, bool]) -> Refusal:
    """Return the reasons that hold, together."""
    held = NO_REFUSAL
    for reason, holds in reasons.items():
        if holds:
            held |= reason
    return held


def _demand(key: str, reasons: Refusal) -> None:
    """Raise an error with the key unless there are no reasons against."""
    if reasons:
        raise CubeError(key, reasons=reasons)


def _offer_of(cube: CubeState) -> Offer:
    """Return the pending offer, which must exist."""
    if cube.offer is None:
        raise CubeError("cube.no_answer", reasons=Refusal.NO_OFFER)
    return cube.offer
