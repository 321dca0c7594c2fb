"""What the referee knows between two inputs: one frozen value."""

from __future__ import annotations

from dataclasses import dataclass, field
from enum import StrEnum
from typing import TYPE_CHECKING, Final

from controller.referee.evidence import Margins
from controller.referee.layout import Layout
from controller.referee.throw import DiceMargins
from controller.rules import CubeState, MatchState, Player, Position, Roll, RulesProfile

if TYPE_CHECKING:
    from controller.referee.events import Event


class Phase(StrEnum):
    """What the referee waits for."""

    SETTING_UP = "setting-up"
    """The start position."""
    OPENING = "opening"
    """The opening roll, one die each."""
    ROLLING = "rolling"
    """The roll, or a double, of the player on turn."""
    ANSWERING = "answering"
    """The other player's answer to a double."""
    PLAYING = "playing"
    """The end of the turn: the dice are lifted."""
    CORRECTING = "correcting"
    """An illegal play to be put right."""
    ASKING = "asking"
    """A clearer board, or a word, after a play that left a doubt."""
    OVER = "over"
    """Nothing: the match is over."""


AT_THE_TABLE: Final = RulesProfile(lenient_last_checker=True)
"""The rules as they are played with real dice and checkers."""


@dataclass(frozen=True, slots=True)
class Setup:
    """What was agreed before the match.

    Attributes:
        names: the players' names, of ONE and TWO.
        layout: how the table is set up.
        profile: the rules that hold, with their options. At a table nobody objects to the very last checker being borne
            off with either die, where a detour would use both; the value of the win is the same. So that is allowed.
        margins: how sure the referee must be of a play.
        dice_margins: how sure of a die.
    """

    names: tuple[str, str]
    layout: Layout = field(default_factory=Layout)
    profile: RulesProfile = AT_THE_TABLE
    margins: Margins = field(default_factory=Margins)
    dice_margins: DiceMargins = field(default_factory=DiceMargins)


@dataclass(frozen=True, slots=True)
class RefereeState:
    """The state of a match at the table.

    Attributes:
        setup: what was agreed before.
        match: the score and what follows from it.
        cube: value and owner in this game.
        phase: what is waited for.
        player: whose turn it is (in SETTING_UP and OPENING without meaning).
        position: the last settled position, seen by `player`.
        roll: the dice of the turn, in PLAYING, CORRECTING and ASKING.
        first_turn: whether nobody has finished a turn in this game yet.
        tie: the value of an opening tie and the board coordinates of its dice, until they are lifted or thrown again.
        shown: in CORRECTING the illegal position on the board, in ASKING the likeliest legal one.
        complaint: the last thing complained of, timeless, so that it is said once.
    """

    setup: Setup
    match: MatchState
    cube: CubeState
    phase: Phase
    player: Player
    position: Position
    roll: Roll | None = None
    first_turn: bool = True
    tie: tuple[int, tuple[tuple[float, float], ...]] | None = None
    shown: Position | None = None
    complaint: Event | None = None
