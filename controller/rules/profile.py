"""The rules profile: every choice that players and authorities make differently, as one named field each."""

from __future__ import annotations

from dataclasses import dataclass
from enum import Enum
from typing import Final

from controller.rules.errors import RulesError
from controller.rules.variant import BACKGAMMON, Variant


class ProfileError(RulesError, ValueError):
    """A profile that contradicts itself, or a preset that does not exist."""


class OpeningTieRule(Enum):
    """What two equal dice in the opening roll mean."""

    REROLL = "reroll"
    """Both roll again, nothing else."""
    AUTOMATIC_DOUBLE = "automatic-double"
    """The cube is doubled in the centre and both roll again; in money play only."""


class Crawford(Enum):
    """In which games of a match nobody may double because a player is one point short of winning."""

    FIRST = "first"
    """The first such game, once a match."""
    ALWAYS = "always"
    """Every such game."""
    OFF = "off"
    """None."""


class DeadCube(Enum):
    """Whether a double may be offered with a cube that can decide nothing for the player who offers it."""

    ALLOW = "allow"
    REFUSE = "refuse"


class DieRuling(Enum):
    """How a die counts that lies where dice do not usually belong."""

    COCKED = "cocked"
    """Both dice are rolled again."""
    VALID = "valid"
    """The die counts as it lies, if it lies flat."""


class TimeLoss(Enum):
    """What a player loses whose time has run out."""

    MATCH = "match"
    """The match; outside a match the game."""
    GAME = "game"
    """The game in progress, as a single game at the value of the cube."""


class HitRight(Enum):
    """When a player may hit, in games in which that asks for a checker in his own home board."""

    PERMANENT = "permanent"
    """From the moment on at which he has one there, whatever becomes of it."""
    PRESENT = "present"
    """While he has one there."""


@dataclass(frozen=True, slots=True, kw_only=True)
class RulesProfile:
    """The options of the rules; the defaults are those of tournament backgammon.

    Jacoby, beavers, raccoons and automatic doubles belong to money play. In a match they have no effect, so that
    one profile can serve both.

    Attributes:
        variant: the start position and with it the number of checkers.
        opening_tie: what two equal dice in the opening roll mean.
        automatic_double_limit: how many automatic doubles a game may have; None for no limit.
        winner_picks_side: the winner of the opening roll picks colour and side of the board (for setting up only).
        die_on_checker: a die that lies flat on a checker.
        die_in_wrong_half: a die in the half of the board to the roller's left.
        baffle_box: dice come out of a box; valid is what lies in its tray, whichever half that is.
        lenient_last_checker: the very last checker may be borne off with one die where a detour would use both.
        backgammon_despite_borne_off: a loser with a checker on the bar or in the winner's home board loses a
            backgammon even if he has borne off others.
        cube_in_play: the game is played with a doubling cube.
        cube_cap: the highest value of the cube, a power of two; None for no limit.
        crawford: in which games of a match nobody may double.
        no_match_winning_double: refuse a double that makes a plain win win the match, or that makes a plain win
            level or pass an opponent whose lead is greater than the cube's value.
        dead_cube: whether a double is allowed to a player whose plain win already wins the match.
        jacoby: in money play gammons and backgammons count as single games unless the cube has been turned.
        beavers: in money play a player who is doubled may redouble at once and keep the cube.
        raccoons: in money play the player who is beavered may redouble at once in his turn.
        time_loss: what a player loses whose time has run out.
        enter_all_first: in Dutch backgammon all checkers must be entered before another one moves.
        hit_right: in Dutch backgammon, how long the right to hit lasts once a player has a checker at home.
        hit_must_reenter: in acey-deucey a checker that was hit must be entered before anything else; not so those that
            have never been in play.
        stake_doubles_on_acey_deucey: in acey-deucey every roll of 1 and 2 doubles the stake.
        starter_chooses_side: in acey-deucey the starter chooses on which side to enter, and so the direction of play
            (for setting up only).
        starter_rolls_again: in games in which who wins the opening roll throws both dice for his first turn, he does.
        european_acey_deucey: in acey-deucey any double is followed by its complement to seven, and by another roll if
            all of that was played; and only exact numbers bear off.
    """

    variant: Variant = BACKGAMMON
    opening_tie: OpeningTieRule = OpeningTieRule.REROLL
    automatic_double_limit: int | None = 1
    winner_picks_side: bool = False
    die_on_checker: DieRuling = DieRuling.COCKED
    die_in_wrong_half: DieRuling = DieRuling.COCKED
    baffle_box: bool = False
    lenient_last_checker: bool = False
    backgammon_despite_borne_off: bool = False
    cube_in_play: bool = True
    cube_cap: int | None = None
    crawford: Crawford = Crawford.FIRST
    no_match_winning_double: bool = False
    dead_cube: DeadCube = DeadCube.ALLOW
    jacoby: bool = False
    beavers: bool = False
    raccoons: bool = False
    time_loss: TimeLoss = TimeLoss.MATCH
    enter_all_first: bool = True
    hit_right: HitRight = HitRight.PERMANENT
    hit_must_reenter: bool = True
    stake_doubles_on_acey_deucey: bool = False
    starter_chooses_side: bool = False
    starter_rolls_again: bool = True
    european_acey_deucey: bool = False

    def __post_init__(self) -> None:
        """Refuse numbers that no cube shows and raccoons without the beavers that they answer."""
        if self.automatic_double_limit is not None and self.automatic_double_limit < 1:
            raise ProfileError("profile.automatic_double_limit", limit=self.automatic_double_limit)
        if self.cube_cap is not None and (self.cube_cap < 2 or self.cube_cap.bit_count() != 1):
            raise ProfileError("profile.cube_cap", cap=self.cube_cap)
        if self.raccoons and not self.beavers:
            raise ProfileError("profile.raccoons_without_beavers")

    @property
    def starter_throws_both(self) -> bool:
        """Whether who wins the opening roll throws both dice for his first turn, instead of playing what lies there."""
        return self.variant.starter_rolls_again and self.starter_rolls_again


STANDARD: Final = RulesProfile()
"""Tournament backgammon."""

AT_THE_TABLE: Final = RulesProfile(lenient_last_checker=True)
"""The rules as they are played with real dice and checkers."""
