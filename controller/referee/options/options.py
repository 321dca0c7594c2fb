"""Everything that authorities and clubs see differently, as one named option each, and presets of them in one table.

The letters in brackets are the sources of a value:

* US08: the rules of US Backgammon 2008 and 2009; CLK13: US Backgammon clock rules 2013; UNI01: the unified clock rules
  of 2001; GA: the option pages of the USBGF 2017 and 2019; REV24: the revisions of the USBGF 2024
* USB17: rules of the USBGF 9/2017; WBGF: edition 2.1 of 2023; WBGT: rules of 2010; UKB: rules of the UKBGF
* IT: Italian rules (bgtreviso.it) and Danish ones (DBgF 4.2.3); CLUB: rules of the Woodbury club; PROP: the proposed
  rule 6.1; FLAT: the discussion of flat dice; OWN: nobody prescribes it, and the reason is given
* «...»: the words of a published text (`controller.referee.options.published`)
"""

from __future__ import annotations

from dataclasses import dataclass, fields
from enum import StrEnum
from types import MappingProxyType
from typing import TYPE_CHECKING, Any, Final

from controller.referee.errors import OptionError
from controller.referee.options.games import GAMES, USUAL_GAME, Game
from controller.referee.options.published import FALLBACK, PUBLISHED
from controller.rules import (
    VARIANTS,
    Crawford,
    DeadCube,
    DieRuling,
    Form,
    HitRight,
    OpeningTieRule,
    RulesProfile,
    TimeLoss,
)

if TYPE_CHECKING:
    from collections.abc import Mapping

    from controller.rules import MatchState


class TurnEnd(StrEnum):
    """What ends a turn. A valid throw of the other player's ends it in every case."""

    LIFTED = "lifted"
    """Either die of the player's was lifted, whoever lifted it."""
    BOTH_LIFTED = "both-lifted"
    """No dice lie on the board any more, whoever lifted them."""
    TAKEN_OVER = "taken-over"
    """The other player picks the dice up, as with a club's own clock beside the board."""
    CLOCK = "clock"
    """The player presses our clock; his dice stay where they are."""


class Policy(StrEnum):
    """What becomes of an illegal play that is noticed."""

    LEGAL_MOVES = "legal-moves"
    """It must be corrected until the other player has validly thrown or doubled."""
    ACCEPT_OR_CORRECT = "accept-or-correct"
    """The other player may also accept it, by a word, a throw or a double."""
    CONDONE = "condone"
    """It stands and is only logged, unless it is impossible: checkers vanished, came, or were the other player's."""


class Tell(StrEnum):
    """Who hears of it."""

    BOTH = "both"
    """Both players, at the end of the turn."""
    WHEN_ASKED = "when-asked"
    """Whoever asks, when he asks; the director at once."""
    SILENT = "silent"
    """The director alone, until he has appointed the referee to speak."""


class Premature(StrEnum):
    """What becomes of a roll or double before the other's turn had ended, or of a roll before a double was answered."""

    STANDS = "stands"
    """It stands, and the other player goes on knowing it."""
    REROLL = "reroll"
    """It is void."""
    CHOICE = "choice"
    """The wronged player chooses, and may revise his play."""


class Pairs(StrEnum):
    """How many pairs of dice are in play, and what tells whose they are."""

    ONE = "one"
    BY_SIDE = "by-side"
    """Two pairs; each player's lie in his right half."""
    BY_COLOUR = "by-colour"
    """Two pairs of different colours, known from the opening roll."""


class Correctable(StrEnum):
    """Until when an illegal play is to be corrected, where it has to be."""

    THROWN = "thrown"
    """Until the other player's valid throw or double."""
    PLAYED = "played"
    """Until the other player's next play is complete: whoever notices it until then has his throw withdrawn."""


class RepeatedOffence(StrEnum):
    """What becomes of illegal plays that repeat."""

    IGNORED = "ignored"
    """Nobody counts them."""
    REPORTED = "reported"
    """The director is told that a warning is due, and afterwards penalty points; what he gives is his decision."""


class OddStart(StrEnum):
    """What becomes of a start position that is not set up as it should be."""

    REFUSED = "refused"
    """The game does not begin before it is put right."""
    STANDS = "stands"
    """It stands once the opening dice are thrown over it."""


class CubeBySight(StrEnum):
    """What a cube that was seen to move is worth."""

    IGNORED = "ignored"
    HINT = "hint"
    """A question; only a button or the page offers or takes."""
    AFTER_PAUSE = "after-pause"
    """An answer too, once it has lain there for a while."""


class ClockKind(StrEnum):
    """What time a move has for itself."""

    NONE = "none"
    DELAY = "delay"
    """The reserve starts to run after so many seconds, which do not add up."""
    BRONSTEIN = "bronstein"
    """What a move took, up to so many seconds, is given back after it."""


@dataclass(frozen=True, slots=True, kw_only=True)
class Options:
    """The options of a table; `TABLE` says what each preset has and why.

    Attributes:
        turn_end: what ends a turn.
        policy: what becomes of an illegal play.
        correctable: until when it is to be corrected, where it has to be.
        repeated_offence: what becomes of a further illegal play of the same player in the match.
        warnings: how often he is warned before penalty points are due.
        tell: who hears of it.
        name_meant: say which legal play was probably meant. That is advice.
        premature: what becomes of a premature roll or double.
        pairs: how many pairs of dice are in play.
        die_on_checker: a die that lies flat on a checker.
        die_in_wrong_half: a die in the half to the roller's left.
        baffle_box: dice come out of a box and lie in its tray, whichever half that is.
        infer_die: a die that cannot be read may be settled by a play that fits one value only.
        closed_out_must_roll: a player who cannot enter must throw nevertheless.
        odd_start: what becomes of a wrong start position.
        cube_in_play: the game is played with the cube.
        double_after_void: who has thrown, though not validly, may still double.
        cube_by_sight: what a cube is worth that was seen to move.
        cube_pause: seconds for which it must lie still to be an answer.
        jacoby: gammons count only after the cube was turned; in money play.
        beavers: whoever is doubled may redouble at once; in money play.
        raccoons: whoever is beavered may redouble at once again.
        automatic_doubles: a tie of the opening roll doubles the cube; in money play.
        automatic_double_limit: how many ties of a game do so; 0 for all of them.
        cube_cap: the highest value of the cube, a power of two; 0 for no limit.
        no_match_winning_double: refuse a double that makes a plain win win the match, or wipes out an important lead.
        backgammon_despite_borne_off: a loser with a checker on the bar or in the winner's home loses a backgammon
            even if he has borne off others.
        crawford: in which games nobody may double as a player is one point short.
        dead_cube: a double with a cube that can decide nothing for the player who offers it.
        lenient_last_checker: the very last checker may be borne off with either die.
        clock: what time a move has for itself.
        clock_delay: how much, in seconds.
        reserve_per_point: seconds of reserve for each point of the match.
        reserve_less_per_point: seconds less for each point that either has scored already.
        time_loss: what a player loses whose time has run out.
        overtimes: how often a player whose time has run out gets some more before he loses.
        overtime: how much, in seconds.
        overtime_points: penalty points for the other player, each time.
        offender_time_restarts: who must correct an illegal play gets the move's own time again.
        game: which game is played.
        enter_all_first: in Dutch backgammon all checkers must be entered before another one moves.
        hit_right: in Dutch backgammon, how long the right to hit lasts once a player has a checker at home.
        hit_must_reenter: in acey-deucey a checker that was hit must be entered before anything else.
        stake_doubles_on_acey_deucey: in acey-deucey every roll of 1 and 2 doubles the stake.
        starter_chooses_side: in acey-deucey the starter may choose to play the other way round.
        starter_rolls_again: in Dutch backgammon and acey-deucey the starter throws both dice for his first turn.
        european_acey_deucey: acey-deucey is played as in Europe.
    """

    turn_end: TurnEnd = TurnEnd.LIFTED
    policy: Policy = Policy.ACCEPT_OR_CORRECT
    correctable: Correctable = Correctable.THROWN
    repeated_offence: RepeatedOffence = RepeatedOffence.IGNORED
    warnings: int = 1
    tell: Tell = Tell.BOTH
    name_meant: bool = False
    premature: Premature = Premature.STANDS
    pairs: Pairs = Pairs.BY_SIDE
    die_on_checker: DieRuling = DieRuling.COCKED
    die_in_wrong_half: DieRuling = DieRuling.COCKED
    baffle_box: bool = False
    infer_die: bool = False
    closed_out_must_roll: bool = False
    odd_start: OddStart = OddStart.REFUSED
    cube_in_play: bool = True
    double_after_void: bool = False
    cube_by_sight: CubeBySight = CubeBySight.HINT
    cube_pause: float = 2.0
    jacoby: bool = False
    beavers: bool = False
    raccoons: bool = False
    automatic_doubles: bool = False
    automatic_double_limit: int = 1
    cube_cap: int = 0
    no_match_winning_double: bool = False
    backgammon_despite_borne_off: bool = False
    crawford: Crawford = Crawford.FIRST
    dead_cube: DeadCube = DeadCube.ALLOW
    lenient_last_checker: bool = True
    clock: ClockKind = ClockKind.NONE
    clock_delay: float = 12.0
    reserve_per_point: float = 120.0
    reserve_less_per_point: float = 60.0
    time_loss: TimeLoss = TimeLoss.MATCH
    overtimes: int = 0
    overtime: float = 60.0
    overtime_points: int = 0
    offender_time_restarts: bool = True
    game: Game = USUAL_GAME
    enter_all_first: bool = True
    hit_right: HitRight = HitRight.PERMANENT
    hit_must_reenter: bool = True
    stake_doubles_on_acey_deucey: bool = False
    starter_chooses_side: bool = False
    starter_rolls_again: bool = True
    european_acey_deucey: bool = False

    def profile(self) -> RulesProfile:
        """Return the rules of the game that follow from these options.

        Raises:
            ProfileError: they contradict each other, or no cube has that cap.
        """
        variant = VARIANTS[self.game]
        return RulesProfile(
            variant=variant,
            die_on_checker=self.die_on_checker,
            die_in_wrong_half=self.die_in_wrong_half,
            baffle_box=self.baffle_box,
            cube_in_play=self.cube_in_play and variant.cube,
            jacoby=self.jacoby,
            beavers=self.beavers,
            raccoons=self.raccoons,
            opening_tie=OpeningTieRule.AUTOMATIC_DOUBLE if self.automatic_doubles else OpeningTieRule.REROLL,
            automatic_double_limit=self.automatic_double_limit or None,
            cube_cap=self.cube_cap or None,
            no_match_winning_double=self.no_match_winning_double,
            backgammon_despite_borne_off=self.backgammon_despite_borne_off,
            crawford=self.crawford,
            dead_cube=self.dead_cube,
            lenient_last_checker=self.lenient_last_checker,
            time_loss=self.time_loss,
            enter_all_first=self.enter_all_first,
            hit_right=self.hit_right,
            hit_must_reenter=self.hit_must_reenter,
            stake_doubles_on_acey_deucey=self.stake_doubles_on_acey_deucey,
            starter_chooses_side=self.starter_chooses_side,
            starter_rolls_again=self.starter_rolls_again,
            european_acey_deucey=self.european_acey_deucey,
        )


@dataclass(frozen=True, slots=True)
class OptionRow:
    """One option in all presets, each value with its source."""

    club: tuple[Any, str]
    tournament: tuple[Any, str]
    money: tuple[Any, str]
    casual: tuple[Any, str]


def _everywhere(value: Any, source: str) -> OptionRow:
    """Return the row of an option that all presets share."""
    return OptionRow(*[(value, source)] * 4)


TABLE: Final[Mapping[str, OptionRow]] = MappingProxyType(
    {
        "turn_end": OptionRow(
            club=(TurnEnd.LIFTED, "US08 4.5"),
            tournament=(TurnEnd.CLOCK, "UNI01 3.4, CLK13"),
            money=(TurnEnd.LIFTED, "US08 4.5"),
            casual=(TurnEnd.LIFTED, "US08 4.5"),
        ),
        "policy": OptionRow(
            club=(Policy.ACCEPT_OR_CORRECT, "US08, IT"),
            tournament=(Policy.LEGAL_MOVES, "WBGF 4.2 iii, UKB, GA"),
            money=(Policy.ACCEPT_OR_CORRECT, "IT"),
            casual=(Policy.LEGAL_MOVES, "WBGF 4.2 iii"),
        ),
        "correctable": _everywhere(Correctable.THROWN, "UKB, WBGT; PROP would have it open until his next play"),
        "repeated_offence": OptionRow(
            club=(RepeatedOffence.IGNORED, "OWN: no director is there to warn"),
            tournament=(RepeatedOffence.REPORTED, "WBGT 4.2: a warning, then penalty points"),
            money=(RepeatedOffence.IGNORED, "OWN: no director is there to warn"),
            casual=(RepeatedOffence.IGNORED, "OWN: no director is there to warn"),
        ),
        "warnings": _everywhere(1, "WBGT 4.2"),
        "tell": OptionRow(
            club=(Tell.BOTH, "OWN: the club has put the referee there to speak"),
            tournament=(Tell.SILENT, "UKB, PROP, USB17: only officials and appointed monitors may speak"),
            money=(Tell.BOTH, "OWN: as in a club"),
            casual=(Tell.BOTH, "OWN: as in a club"),
        ),
        "name_meant": OptionRow(
            club=(False, "US08 1.5: no aids"),
            tournament=(False, "US08 1.5, WBGF 3.8: never advice"),
            money=(False, "US08 1.5: no aids"),
            casual=(True, "OWN: beginners want it"),
        ),
        "premature": OptionRow(
            club=(Premature.STANDS, "US08 4.6, UKB, IT"),
            tournament=(Premature.CHOICE, "REV24"),
            money=(Premature.STANDS, "US08 4.6, IT"),
            casual=(Premature.REROLL, "the older US rule"),
        ),
        "pairs": OptionRow(
            club=(Pairs.BY_SIDE, "US08: two dice each"),
            tournament=(Pairs.ONE, "CLK13 3.1, UNI01: with clocks one pair is shared"),
            money=(Pairs.BY_SIDE, "US08: two dice each"),
            casual=(Pairs.ONE, "GA: two dice only, an option"),
        ),
        "die_on_checker": OptionRow(
            club=(DieRuling.COCKED, "US08 4.2"),
            tournament=(DieRuling.VALID, "GA: die on checkers is valid"),
            money=(DieRuling.COCKED, "US08 4.2"),
            casual=(DieRuling.COCKED, "US08 4.2"),
        ),
        "die_in_wrong_half": _everywhere(DieRuling.COCKED, "US08 4.2"),
        "baffle_box": _everywhere(False, "GA, CLUB, UKB: by agreement"),
        "infer_die": OptionRow(
            club=(False, "OWN: what was not seen is asked for"),
            tournament=(False, "OWN: what was not seen is asked for"),
            money=(False, "OWN: what was not seen is asked for"),
            casual=(True, "OWN: the game goes on, and the log says how"),
        ),
        "closed_out_must_roll": _everywhere(False, "UNI01 3.4"),
        "odd_start": OptionRow(
            club=(OddStart.REFUSED, "US08: both see to the start position"),
            tournament=(OddStart.STANDS, "WBGT: it stands once play has gone on"),
            money=(OddStart.REFUSED, "US08: both see to the start position"),
            casual=(OddStart.REFUSED, "US08: both see to the start position"),
        ),
        "cube_in_play": OptionRow(
            club=(True, "US08 5"),
            tournament=(True, "US08 5"),
            money=(True, "US08 5"),
            casual=(False, "OWN: casual games go without"),
        ),
        "double_after_void": _everywhere(False, "US08 5: a double comes before the throw, and cocked dice were thrown"),
        "cube_by_sight": OptionRow(
            club=(CubeBySight.AFTER_PAUSE, "US08 5: the cube is moved towards the opponent with the word"),
            tournament=(CubeBySight.HINT, "OWN: a cube only touched is no double"),
            money=(CubeBySight.AFTER_PAUSE, "US08 5: the cube is moved towards the opponent with the word"),
            casual=(CubeBySight.IGNORED, "OWN: casual games go without"),
        ),
        "cube_pause": _everywhere(2.0, "OWN: longer than a hand needs to take it back"),
        "jacoby": OptionRow(
            club=(False, "US08: not in matches"),
            tournament=(False, "US08: not in matches"),
            money=(True, "US08: money play, by agreement"),
            casual=(False, "OWN: casual games go without a cube"),
        ),
        "beavers": OptionRow(
            club=(False, "US08: not in matches"),
            tournament=(False, "US08: not in matches"),
            money=(True, "US08: money play, by agreement"),
            casual=(False, "OWN: casual games go without a cube"),
        ),
        "raccoons": _everywhere(False, "US08: by agreement only"),
        "automatic_doubles": _everywhere(False, "US08: money play, by agreement only"),
        "automatic_double_limit": _everywhere(1, "US08: usually one a game"),
        "cube_cap": _everywhere(0, "US08 5: no limit but the length of the match"),
        "no_match_winning_double": _everywhere(False, "US08 5"),
        "backgammon_despite_borne_off": _everywhere(False, "US08: a loser who has borne off loses a single game"),
        "crawford": _everywhere(Crawford.FIRST, "US08 5: once a match"),
        "dead_cube": _everywhere(DeadCube.ALLOW, "US08 5: some events refuse it"),
        "lenient_last_checker": _everywhere(True, "OWN: at a table nobody objects, and the value is the same"),
        "clock": OptionRow(
            club=(ClockKind.NONE, "GA: allowed, brought in at the start of a game"),
            tournament=(ClockKind.DELAY, "CLK13 2.1"),
            money=(ClockKind.NONE, "GA: allowed, brought in at the start of a game"),
            casual=(ClockKind.NONE, "GA: allowed, brought in at the start of a game"),
        ),
        "clock_delay": _everywhere(12.0, "CLK13 2.1"),
        "reserve_per_point": _everywhere(120.0, "CLK13 2.2"),
        "reserve_less_per_point": _everywhere(60.0, "CLK13 2.2"),
        "time_loss": _everywhere(TimeLoss.MATCH, "CLK13 2"),
        "overtimes": _everywhere(0, "CLK13 2: none; GA 2019 has one as an option"),
        "overtime": _everywhere(60.0, "GA 2019: one minute"),
        "overtime_points": _everywhere(0, "OWN: none with GA's minute; older rules had penalty points"),
        "offender_time_restarts": _everywhere(True, "WBGT 4.2"),
        **{name: _everywhere(*one) for name, one in GAMES.items()},
    }
)
"""Every option by preset, each value with its source. `tournament` says nothing until the director appoints it."""


@dataclass(frozen=True, slots=True)
class Choice:
    """What a preset has for an option.

    Attributes:
        value: the value, of the option's own type.
        source: where it comes from.
        said: the preset's own text says so; False where a published text is silent and the value is the fallback's.
    """

    value: Any
    source: str
    said: bool = True


def choice(name: str, option: str) -> Choice:
    """Return what a preset has for an option, and why.

    Raises:
        KeyError: no such preset or option.
    """
    if name not in PUBLISHED:
        return Choice(*getattr(TABLE[option], name))
    if option not in PUBLISHED[name]:
        value, source = getattr(TABLE[option], FALLBACK)
        return Choice(value, source, said=False)
    value, source = PUBLISHED[name][option]
    return Choice(type(getattr(Options(), option))(value), source)


PRESETS: Final[Mapping[str, Options]] = MappingProxyType(
    {
        name: Options(**{option: choice(name, option).value for option in TABLE})
        for name in (*(preset.name for preset in fields(OptionRow)), *PUBLISHED)
    }
)
"""The presets `club`, `tournament`, `money` and `casual`, and those of published texts."""

CLUB: Final = PRESETS["club"]
"""What a table has where nothing else was agreed."""


MONEY_ONLY: Final = ("jacoby", "beavers", "raccoons", "automatic_doubles")
"""Options that have no effect in a match."""


def without_effect(options: Options, match: MatchState) -> tuple[str, ...]:
    """Return the names of what is agreed on and has no effect in this match, as only money play knows it."""
    return tuple(name for name in MONEY_ONLY if match.form is Form.MATCH and getattr(options, name))


def preset(name: str) -> Options:
    """Return the options of a preset.

    Raises:
        OptionError: there is no preset of that name.
    """
    if name not in PRESETS:
        raise OptionError("options.no_such_preset", name=name, known=tuple(PRESETS))
    return PRESETS[name]
