"""The referee's state between two inputs: one frozen value."""

from __future__ import annotations

from dataclasses import dataclass, field
from enum import StrEnum
from typing import TYPE_CHECKING, Final

from controller.referee.evidence.hypotheses import Thresholds, Verdict
from controller.referee.evidence.throw import DiceThresholds
from controller.referee.layout import Layout
from controller.referee.options.options import CLUB, CubeBySight, Options
from controller.rules import AT_THE_TABLE, CubeState, Level, MatchState, Player, Position, Roll, RulesProfile

if TYPE_CHECKING:
    from controller.referee.commands import NewMatch
    from controller.referee.events import Event, Misplaced, PlayIllegal
    from controller.referee.match.clock import ClockState
    from vision.reading import Reading


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
    """The end of the turn; until then plays may be tried and taken back."""
    ENDED = "ended"
    """A further look at the board: the turn has ended, and what it left is not certain yet."""
    CORRECTING = "correcting"
    """An illegal play to be put right."""
    ASKING = "asking"
    """A clearer board, or a word, after a play that left a doubt."""
    OVER = "over"
    """A new match: this one is over."""


GAME_ON: Final = frozenset({Phase.ROLLING, Phase.ANSWERING, Phase.PLAYING, Phase.ENDED, Phase.CORRECTING, Phase.ASKING})
"""The phases in which somebody is on turn."""

ROLLED: Final = frozenset({Phase.PLAYING, Phase.ENDED, Phase.CORRECTING, Phase.ASKING})
"""The phases of a turn after its roll."""


@dataclass(frozen=True, slots=True)
class Setup:
    """What was agreed before the match.

    Attributes:
        names: the players' names, of ONE and TWO.
        layout: how the table is set up.
        profile: the rules that hold, with their options. At a table nobody objects to the very last checker being borne
            off with either die, where a detour would use both; the value of the win is the same. So that is allowed.
        thresholds: how sure the referee must be of a play.
        dice_thresholds: how sure of a die.
        options: what authorities see differently.
    """

    names: tuple[str, str]
    layout: Layout = field(default_factory=Layout)
    profile: RulesProfile = AT_THE_TABLE
    thresholds: Thresholds = field(default_factory=Thresholds)
    dice_thresholds: DiceThresholds = field(default_factory=DiceThresholds)
    options: Options = CLUB

    @classmethod
    def at(cls, names: tuple[str, str], options: Options, layout: Layout | None = None) -> Setup:
        """Return the setup of a table with these options; the rules of the game follow from them."""
        return cls(names, layout or Layout(), options.profile(), options=options)


@dataclass(frozen=True, slots=True)
class LookResult:
    """What one look at the board said.

    Attributes:
        time: of the picture.
        verdict: what it amounts to.
        position: the likeliest position for that verdict, seen by the player on turn; None where it is illegal for
            certain, but not which one it is.
    """

    time: float
    verdict: Verdict
    position: Position | None


@dataclass(frozen=True, slots=True)
class PlayedTurn:
    """A turn as it may have been played.

    Attributes:
        number: of the settled position from which it was played.
        player: who played.
        roll: his dice.
        before, after: the positions, seen by him.
        again: he has another roll after it.
        named: the double that he had named, None where he had not.
        illegal: the call of his play where it was illegal and stands.
    """

    number: int
    player: Player
    roll: Roll
    before: Position
    after: Position
    again: bool = False
    named: int | None = None
    illegal: PlayIllegal | None = None

    @property
    def leads_to(self) -> Position:
        """The position after it, seen by the player whose turn it is then."""
        return self.after if self.again else self.after.turned()


@dataclass(frozen=True, slots=True)
class Hypothesis:
    """How the last turns may have gone instead of as the record has them.

    Attributes:
        cost: how much less likely that is, in centinats.
        turns: the turns that differ and those after them, oldest first.
        displaced: not a misreading: the board came to differ after the last of these turns.
    """

    cost: int
    turns: tuple[PlayedTurn, ...]
    displaced: bool = False

    @property
    def position(self) -> Position:
        """The position to which it leads, seen by the player whose turn it is now."""
        return self.turns[-1].leads_to


@dataclass(frozen=True, slots=True)
class Settled:
    """A position from which play can go on: the start of a game or of a turn.

    They are numbered from 0 in the order of their `GameStarted` and `TurnStarted` events.

    Attributes:
        time: when it was settled.
        opening: it is the start of a game, before the opening roll.
        player: who is on turn (without meaning where `opening`).
        position: seen by him.
        cube: the cube then.
        match: the score then.
        first_turn: nobody had finished a turn in the game.
    """

    time: float
    opening: bool
    player: Player
    position: Position
    cube: CubeState
    match: MatchState
    first_turn: bool


@dataclass(frozen=True, slots=True)
class LyingDie:
    """A die as it was when last a roll was read from it: upper face and board coordinates."""

    value: int
    x: float
    y: float


@dataclass(frozen=True, slots=True)
class Dice:
    """What is known of the dice whoever is on turn.

    Attributes:
        lying: those of the last roll, until the board was seen without dice; they make no new roll.
        colours: blue, green and red of each player's die in the opening roll, ONE's first.
    """

    lying: tuple[LyingDie, ...] = ()
    colours: tuple[tuple[int, int, int], tuple[int, int, int]] | None = None


@dataclass(frozen=True, slots=True)
class Resignation:
    """A resignation that waits for its answer."""

    player: Player
    level: Level


@dataclass(frozen=True, slots=True)
class CubeHint:
    """A cube seen where it lies after a double, or after a take: since when, and whether it was asked about."""

    since: float
    value: int
    refused: bool = False


@dataclass(frozen=True, slots=True)
class Turn:
    """What belongs to one turn and ends with it; before the first one to the opening, after a match to what follows it.

    A turn begins with a new one, so that nothing of the one before is left to it.

    Attributes:
        roll: its dice, in PLAYING, ENDED, CORRECTING and ASKING.
        named: the double that the player has named for a roll of 1 and 2, None where he has not said it.
        announced: what the player has said that his play leaves, seen by him; None where he has not.
        tie: the value of an opening tie and the board coordinates of its dice, until they are lifted or thrown again.
        shown: in CORRECTING the illegal position on the board, in ASKING the likeliest legal one.
        complaint: the last thing complained of, timeless, so that it is said once.
        ended: when the turn ended, in ENDED, CORRECTING and ASKING.
        looks: what the looks at the board since then have said; in ROLLING, looks at a board that seems to differ.
        desync: how the board differs from the settled position, as last said aloud; empty where it agrees.
        resignation: one that waits for its answer.
        cube_hint: a cube that was seen to move.
        barred: a position that the director has ruled out, however legal it looks.
        trusts: the players have said that the board is as the referee knows it, whatever the picture shows.
        illegal: the call of its play if that was illegal.
        rematch: who has asked for another match, or has confirmed the one that waits; None where nobody has.
        paired: a match that the director has sent to this table and that waits for both players, in OVER or before the
            first roll; None where none does.
        early: a roll thrown before the other's turn had ended, which stands or may yet be chosen to stand.
        chosen: whether it is decided that the early roll stands.
        doubled: the other player has doubled before it had ended, which counts as soon as it has.
        hasty: the other player has thrown before the turn had ended, whatever became of it; his dice lie there too.
        unseen: the director has set the roll while none were seen; that there are none is no end of the turn.
        lifter: who was seen to pick dice up since the roll, None where nobody was.
        known: the value of the one die that could be read, where the other could not and may be inferred.
        refused: the dice of the last throw that was none.
        thrown: the player has thrown both dice, though that was no roll.
        die_left: when it was first seen that he has lifted one of them, None where it was not.
    """

    roll: Roll | None = None
    named: int | None = None
    announced: Position | None = None
    tie: tuple[int, tuple[tuple[float, float], ...]] | None = None
    shown: Position | None = None
    complaint: Event | None = None
    ended: float | None = None
    looks: tuple[LookResult, ...] = ()
    desync: tuple[Misplaced, ...] = ()
    resignation: Resignation | None = None
    cube_hint: CubeHint | None = None
    barred: Position | None = None
    trusts: bool = False
    illegal: PlayIllegal | None = None
    rematch: Player | None = None
    paired: NewMatch | None = None
    early: Roll | None = None
    chosen: bool = False
    doubled: bool = False
    hasty: bool = False
    unseen: bool = False
    lifter: Player | None = None
    known: int | None = None
    refused: tuple[LyingDie, ...] = ()
    thrown: bool = False
    die_left: float | None = None


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
        turn: what belongs to this turn alone.
        first_turn: whether nobody has finished a turn in this game yet.
        base: the last reading that agreed with the settled position: the second witness.
        hypotheses: other ways in which the last turns may have gone, the likeliest first.
        last: the last turn as it is believed to have been played, None at the start of a game and after a turn without
            a roll.
        settled: every settled position of the match.
        dice: what is known of the dice on the board.
        offences: how often either player's play was called illegal in the match, ONE's first; counted by option.
        speaks: the director has appointed the referee to speak.
        look_again: the last input was no reading, and what the board shows now matters at once.
        clock: both players' time, None where there is no clock of ours.
    """

    setup: Setup
    match: MatchState
    cube: CubeState
    phase: Phase
    player: Player
    position: Position
    turn: Turn = field(default_factory=Turn)
    first_turn: bool = True
    base: Reading | None = None
    hypotheses: tuple[Hypothesis, ...] = ()
    last: PlayedTurn | None = None
    settled: tuple[Settled, ...] = ()
    dice: Dice = field(default_factory=Dice)
    offences: tuple[int, int] = (0, 0)
    speaks: bool = False
    look_again: bool = False
    clock: ClockState | None = None

    @property
    def looking(self) -> bool:
        """Whether a further reading of the picture as it lies is wanted, though nothing has moved."""
        if self.look_again or self.phase is Phase.ENDED or self.turn.die_left is not None:
            return True
        if self.turn.cube_hint is not None and not self.turn.cube_hint.refused:
            return self.setup.options.cube_by_sight is CubeBySight.AFTER_PAUSE
        if self.phase is Phase.CORRECTING:
            last = self.turn.looks[-1] if self.turn.looks else None
            return last is not None and last.verdict is Verdict.ILLEGAL and last.position != self.turn.shown
        return 0 < len(self.turn.looks) < self.setup.thresholds.patience

    def seen_by(self, player: Player) -> Position:
        """Return the settled position as `player` sees it."""
        return self.position if player is self.player else self.position.turned()
