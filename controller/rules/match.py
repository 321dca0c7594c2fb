"""A match or a money session: its length, its score, its Crawford game, its winner."""

from __future__ import annotations

from dataclasses import dataclass, replace
from enum import Enum
from typing import TYPE_CHECKING, Final

from controller.rules.errors import RulesError
from controller.rules.player import Player
from controller.rules.profile import Crawford, TimeLoss

if TYPE_CHECKING:
    from controller.rules.profile import RulesProfile
    from controller.rules.scoring import GameResult

MAX_LENGTH: Final = 64
"""The longest match, in points."""


MOST_FOR_MONEY: Final = 4096
"""The highest cube that a session for money can be thought to come to: the last face, 64 times over."""


class MatchError(RulesError, ValueError):
    """A length or a score that no match has, or a game after the end of the match."""


class Form(Enum):
    """What is played for."""

    MATCH = "match"
    """To a number of points."""
    MONEY = "money"
    """Game after game with a running score, for any stake."""


@dataclass(frozen=True, slots=True)
class MatchState:
    """A match between two games.

    Attributes:
        form: match or money session.
        length: the points that win the match; 0 unless the form is a match.
        score: the points of `Player.ONE` and `Player.TWO`; never capped at the length.
        games_played: how many games have been counted.
        crawford_over: a game has been played that began with a player one point short.
        awarded_to: who has been given the match by a ruling or by the clock, whatever the score; else None.
        began_at: the score with which the game in progress began, where penalty points have changed it since; else
            None.
    """

    form: Form = Form.MONEY
    length: int = 0
    score: tuple[int, int] = (0, 0)
    games_played: int = 0
    crawford_over: bool = False
    awarded_to: Player | None = None
    began_at: tuple[int, int] | None = None

    def __post_init__(self) -> None:
        """Refuse lengths outside 1..64 for a match, a length without a match, and scores below zero."""
        longest = MAX_LENGTH if self.form is Form.MATCH else 0
        if not min(1, longest) <= self.length <= longest:
            raise MatchError("match.length", form=self.form.value, length=self.length)
        if min(self.score) < 0 or self.games_played < 0:
            raise MatchError("match.score", score=self.score, games_played=self.games_played)

    @property
    def winner(self) -> Player | None:
        """Who has won the match; None while it goes on, and always in a money session."""
        if self.awarded_to is not None or self.form is Form.MONEY:
            return self.awarded_to
        return next((player for player in Player if self.score[player] >= self.length), None)

    @property
    def is_over(self) -> bool:
        """Whether no further game is to be played."""
        return self.winner is not None

    def points_short(self, player: Player) -> int | None:
        """Return how many points the player lacks to win the match; None outside a match."""
        return self.length - self.score[player] if self.form is Form.MATCH else None


def most_points(match: MatchState) -> int:
    """Return the most points that a ruling can give at once: those of the match; without one, a backgammon's."""
    return match.length if match.form is Form.MATCH else 3 * MOST_FOR_MONEY


def highest_cube(match: MatchState) -> int:
    """Return the highest cube that a game can come to: in a match twice one that decides it for whoever needs all."""
    return 4 * match.length if match.form is Form.MATCH else MOST_FOR_MONEY


def match_to(length: int) -> MatchState:
    """Return a match of so many points (1..64) before its first game.

    Raises:
        MatchError: no such length.
    """
    return MatchState(Form.MATCH, length)


def money_session() -> MatchState:
    """Return a money session before its first game."""
    return MatchState(Form.MONEY)


def match_for(length: int) -> MatchState:
    """Return a match of so many points (1..64), or for 0 a money session, before its first game.

    Raises:
        MatchError: no such length.
    """
    return match_to(length) if length else money_session()


def began_one_short(match: MatchState) -> bool:
    """Whether the game about to begin (or in progress) begins (or began) with a player one point short."""
    return match.form is Form.MATCH and match.length - 1 in (match.began_at or match.score)


def is_crawford_game(match: MatchState, profile: RulesProfile) -> bool:
    """Whether the game about to begin (or in progress) is one without doubling for the Crawford rule.

    The one game of a match to one point is not: there the cube can decide nothing from the start.
    """
    if match.length == 1 or match.is_over or profile.crawford is Crawford.OFF or not began_one_short(match):
        return False
    return profile.crawford is Crawford.ALWAYS or not match.crawford_over


def after_game(match: MatchState, result: GameResult) -> MatchState:
    """Return the match after a game.

    The score keeps all points of the game, also those beyond the length of the match.

    Raises:
        MatchError: the match is already over.
    """
    if match.is_over:
        raise MatchError("match.already_over", winner=match.winner)
    score = list(match.score)
    score[result.winner] += result.points
    return replace(
        match,
        score=(score[0], score[1]),
        games_played=match.games_played + 1,
        crawford_over=match.crawford_over or began_one_short(match),
        began_at=None,
    )


def after_time_loss(match: MatchState, result: GameResult, profile: RulesProfile) -> MatchState:
    """Return the match after a player has run out of time.

    In a match whose profile says that time loses the match, the winner of the game is awarded the match at the score
    as it stands; everywhere else the game counts as its result says.

    Args:
        match: the match before the game.
        result: the game as `scoring.lost_on_time` gives it.
        profile: the rules played by.

    Raises:
        MatchError: the match is already over.
    """
    if match.form is Form.MATCH and profile.time_loss is TimeLoss.MATCH:
        return award(match, result.winner)
    return after_game(match, result)


def award(match: MatchState, winner: Player) -> MatchState:
    """Return the match given to a player whatever the score, as a director may rule.

    Raises:
        MatchError: the match is already over.
    """
    if match.is_over:
        raise MatchError("match.already_over", winner=match.winner)
    return replace(match, awarded_to=winner)


def with_score(match: MatchState, score: tuple[int, int], *, crawford_over: bool | None = None) -> MatchState:
    """Return the match with a score that the players or the director have corrected.

    Args:
        match: the match between two games.
        score: the right score.
        crawford_over: whether the Crawford game has been played; None leaves that as it is.

    Raises:
        MatchError: a score below zero.
    """
    over = match.crawford_over if crawford_over is None else crawford_over
    return replace(match, score=score, crawford_over=over, awarded_to=None, began_at=None)


def with_penalty(match: MatchState, player: Player, points: int, *, playing: bool) -> MatchState:
    """Return the match with penalty points for a player, who gets them at once.

    Args:
        match: the match before or in a game.
        player: who gets them.
        points: how many.
        playing: a game is in progress; it stays the Crawford game, or none, as it began.
    """
    one, two = match.score
    score = (one + points, two) if player is Player.ONE else (one, two + points)
    return replace(match, score=score, began_at=(match.began_at or match.score) if playing else None)
