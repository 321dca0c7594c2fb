"""The words of `tavola ctl`: what a player says, what a button or the clock does, and what a director orders.

A pure function from words to a referee's input; `HELP` lists the words. A player is named by 1 or 2, by name, or
by the colour of the checkers.
Positions are given as a position ID with player ONE on roll, or as an XGID whose uppercase player is ONE.
"""

from __future__ import annotations

from dataclasses import dataclass
from enum import StrEnum
from typing import TYPE_CHECKING, Final, TypeVar

from controller.announce.questions import Question
from controller.control.errors import ControlError
from controller.others_text import is_plain, shown
from controller.referee import commands as co
from controller.referee.errors import OptionError
from controller.referee.inputs import Action, Button, ClockPressed, Commanded, Pressed, Said
from controller.referee.options.options import ClockKind, preset
from controller.referee.options.published import FALLBACK
from controller.referee.options.words import clock_words, with_words
from controller.rules import Player, Roll, match_for, parse_position_id, parse_xgid
from controller.rules.errors import RulesError

if TYPE_CHECKING:
    from collections.abc import Callable, Sequence

    from controller.referee.commands import Command
    from controller.referee.inputs import Input
    from controller.referee.options.options import Options
    from controller.rules import Position

Given = TypeVar("Given")

LONGEST_NAME: Final = 40
"""Letters that a player's name has at most."""
LONGEST_ANNOUNCEMENT: Final = 200
"""Letters that an announcement has at most."""

HELP: Final = """\
status                              what is waited for, score, cube, position
confirm|refuse|double|take|drop|beaver|raccoon|correct|ask PLAYER
resign PLAYER [single|gammon|backgammon]
name PLAYER 1-6                     the double played after a 1 and a 2, in acey-deucey
other-side PLAYER                   who begins plays the other way round, in acey-deucey
press PLAYER cube|resign|confirm|undo
clock PLAYER                        presses the clock
set position ID | set roll 31|none | set turn PLAYER
set score ONE TWO [crawford-played] | set cube VALUE PLAYER|centre
undo [NUMBER]                       back to a settled position, by default before the last turn
accept | overrule                   what is on the board stands | the last verdict was wrong
reopen                              an illegal play that stood is corrected after all
warn PLAYER | penalise PLAYER POINTS  a warning | points for the other player
award game PLAYER POINTS | award match PLAYER
new match NAME NAME POINTS|money [preset=PRESET] [clock=CLOCK]
                                    when the last one is over, or nothing of it has been played; CLOCK is
                                    none, or delay or bronstein, with seconds a move and a point: delay:12:120
pair NAME NAME POINTS|money [preset=PRESET] [clock=CLOCK] | pair none
                                    the same, but it waits until both players confirm; none takes it back
appoint [off]                       lets a silent referee speak
set clock                           clocks count from this game on; before its opening roll
pause | resume | adjust PLAYER SECONDS
repeat                              says aloud again what was said last
announce TEXT                       says something to everybody at the table
roll | pips | score | cube | position  answers, in print and aloud
admit CODE                          a device that asks, and shows that code, may direct
stop                                ends the service; the match can be gone on with
Orders, from "set" on, want --why."""
"""The words, for people."""


class Request(StrEnum):
    """What is asked of the service and not of the referee."""

    STATUS = "status"
    REPEAT = "repeat"
    STOP = "stop"


@dataclass(frozen=True, slots=True)
class Admit:
    """That the device which shows a code is to be admitted to the director's page."""

    code: str


@dataclass(frozen=True, slots=True)
class Announcement:
    """Something that everybody at the table is told; the referee has nothing to do with it."""

    text: str


def usual(name: str, words: tuple[str, ...]) -> Options:
    """Return what is agreed by a preset and single options at a table that has nothing set.

    Raises:
        OptionError: there is no such preset or option.
    """
    return with_words(preset(name or FALLBACK), words)


@dataclass(frozen=True, slots=True)
class Sender:
    """Who commands.

    Attributes:
        who: the name under which an order lands in the audit trail.
        why: the reason given; may be empty for what players say.
        names: the players' names, by which they can be called.
        colours: those of their checkers, by which they can be called, too; as `--black` and `--white` say them.
        agreed: returns what a match has that is agreed at the table by a preset, or by its own where that is empty, and
            by single options; raises `OptionError` where there is no such preset or option.
    """

    who: str
    why: str
    names: tuple[str, str]
    colours: tuple[str, str] = ("black", "white")
    agreed: Callable[[str, tuple[str, ...]], Options] = usual


def parse(words: Sequence[str], sender: Sender, time: float) -> Input | Request | Question | Announcement | Admit:
    """Return what words mean, as an input at a time.

    Raises:
        ControlError: they mean nothing ("control.no_such_word", "control.wrong_words" and others), or hold what no
            name and no reason may ("control.not_plain").
    """
    for text in (*words, sender.who, sender.why):
        if not is_plain(text):
            raise ControlError("control.not_plain", text=shown(text))
    if not words:
        raise ControlError("control.no_such_word", word="")
    word, rest = words[0].casefold(), list(words[1:])
    asked = _asked_of_the_service(word, rest)
    if asked is not None:
        return asked
    if word in _SAYINGS:
        return Said(time, _player(_one(rest, word), sender), Action(word))
    if word == "resign":
        level = rest.pop().casefold() if len(rest) == 2 else "single"
        action = _choice(level, {"single", "gammon", "backgammon"}, word)
        return Said(time, _player(_one(rest, word), sender), Action(f"resign-{action}"))
    if word == "name" and len(rest) == 2:
        return Said(time, _player(rest[0], sender), Action(f"name-{_choice(rest[1], set('123456'), word)}"))
    if word == "press" and len(rest) == 2:
        button = _choice(rest[1].casefold(), set(Button), word)
        return Pressed(time, _player(rest[0], sender), Button(button))
    if word == "clock":
        return ClockPressed(time, _player(_one(rest, word), sender))
    command = _command(word, rest, sender)
    if not sender.why.strip():
        raise ControlError("control.why_missing", word=word)
    return Commanded(time, sender.who, sender.why, command)


_SAYINGS: Final = frozenset(
    {"confirm", "refuse", "double", "take", "drop", "beaver", "raccoon", "correct", "ask", "other-side"}
)


def _asked_of_the_service(word: str, rest: list[str]) -> Request | Question | Announcement | Admit | None:
    """Return what is not for the referee; None where it may be for him."""
    if word in tuple(Request):
        return _only(Request(word), rest, word)
    if word in tuple(Question):
        return _only(Question(word), rest, word)
    if word == "admit":
        return Admit(_one(rest, word))
    return Announcement(_announced(rest)) if word == "announce" else None


def _announced(rest: list[str]) -> str:
    """Return what is to be announced; words that are not held together by the shell may be given one by one."""
    text = " ".join(" ".join(rest).split())
    if not 0 < len(text) <= LONGEST_ANNOUNCEMENT:
        raise ControlError("control.no_announcement", most=LONGEST_ANNOUNCEMENT)
    return text


def _command(word: str, rest: list[str], sender: Sender) -> Command:
    """Return the director's order."""
    if word in _TWO_WORDS and rest:
        word, rest = f"{word} {rest[0].casefold()}", rest[1:]
    if word in _PLAIN:
        return _only(_PLAIN[word], rest, word)
    if word not in _ORDERS:
        raise ControlError("control.no_such_word", word=word)
    try:
        return _ORDERS[word](rest, sender)
    except (RulesError, OptionError) as error:
        raise ControlError("control.refused_words", word=word, why=error) from None


_TWO_WORDS: Final = frozenset({"set", "award", "new"})
_PLAIN: Final[dict[str, Command]] = {
    "accept": co.Accept(),
    "overrule": co.Overrule(),
    "reopen": co.Correct(),
    "set clock": co.SetClock(),
    "pause": co.PauseClock(),
    "resume": co.ResumeClock(),
}


def _set_position(rest: list[str], _sender: Sender) -> Command:
    text = _one(rest, "set position")
    board: Position = parse_xgid(text).board if text.upper().startswith("XGID") else parse_position_id(text)
    return co.SetPosition(board)


def _set_roll(rest: list[str], _sender: Sender) -> Command:
    text = _one(rest, "set roll")
    if text.casefold() == "none":
        return co.SetRoll(None)
    dice = [_number(die, "set roll") for die in text.replace("-", "")]
    if len(dice) != 2:
        raise ControlError("control.wrong_words", word="set roll")
    return co.SetRoll(Roll.of(dice[0], dice[1]))


def _set_turn(rest: list[str], sender: Sender) -> Command:
    return co.SetTurn(_player(_one(rest, "set turn"), sender))


def _set_score(rest: list[str], _sender: Sender) -> Command:
    played = len(rest) == 3 and rest.pop().casefold() == "crawford-played"
    if len(rest) != 2:
        raise ControlError("control.wrong_words", word="set score")
    score = (_number(rest[0], "set score"), _number(rest[1], "set score"))
    return co.SetScore(score, crawford_over=True if played else None)


def _set_cube(rest: list[str], sender: Sender) -> Command:
    if len(rest) != 2:
        raise ControlError("control.wrong_words", word="set cube")
    value = _number(rest[0], "set cube")
    if value < 1 or value.bit_count() != 1:
        raise ControlError("control.no_such_cube", value=value)
    centred = rest[1].casefold() in ("centre", "center", "none")
    return co.SetCube(value, None if centred else _player(rest[1], sender))


def _undo(rest: list[str], _sender: Sender) -> Command:
    return co.Undo(_number(_one(rest, "undo"), "undo") if rest else None)


def _award_game(rest: list[str], sender: Sender) -> Command:
    if len(rest) != 2:
        raise ControlError("control.wrong_words", word="award game")
    return co.AwardGame(_player(rest[0], sender), _number(rest[1], "award game"))


def _warn(rest: list[str], sender: Sender) -> Command:
    return co.Warn(_player(_one(rest, "warn"), sender))


def _penalise(rest: list[str], sender: Sender) -> Command:
    if len(rest) != 2:
        raise ControlError("control.wrong_words", word="penalise")
    return co.Penalise(_player(rest[0], sender), _number(rest[1], "penalise"))


def _award_match(rest: list[str], sender: Sender) -> Command:
    return co.AwardMatch(_player(_one(rest, "award match"), sender))


def _new_match(rest: list[str], sender: Sender) -> Command:
    return _match(rest, sender, "new match")


def _pair(rest: list[str], sender: Sender) -> Command:
    none = len(rest) == 1 and rest[0].casefold() == "none"
    return co.PairMatch(None if none else _match(rest, sender, "pair"))


def _match(rest: list[str], sender: Sender, word: str) -> co.NewMatch:
    """Return the match that words name: who plays, to how many points, and what is agreed."""
    given = dict(_agreement(text, word) for text in rest[3:])
    if len(rest) < 3 or len(given) != len(rest) - 3:
        raise ControlError("control.wrong_words", word=word)
    for name in rest[:2]:
        if not 0 < len(name.strip()) <= LONGEST_NAME:
            raise ControlError("control.no_name", text=name[: 2 * LONGEST_NAME], most=LONGEST_NAME)
    length = 0 if rest[2].casefold() == "money" else _number(rest[2], word)
    clock = clock_words(given["clock"]) if "clock" in given else ()
    options = sender.agreed(given.get("preset", "").casefold(), clock)
    if clock and not length and options.clock is not ClockKind.NONE:
        raise ControlError("control.no_clock_for_money", word=word)
    options.profile()  # what contradicts itself is refused
    return co.NewMatch((rest[0], rest[1]), match_for(length), options)


def _agreement(text: str, word: str) -> tuple[str, str]:
    """Return what a word such as "preset=club" says of a match."""
    name, _, value = text.partition("=")
    if not value:
        raise ControlError("control.wrong_words", word=word)
    return _choice(name.casefold(), {"preset", "clock"}, word), value


def match_words(names: tuple[str, str], length: int, preset_name: str, clock: str) -> tuple[str, ...]:
    """Return the words for a match, as they follow "new match" and "pair".

    Args:
        names: the players' names, of ONE and TWO.
        length: points that win, 0 for money.
        preset_name: what is agreed; empty for what the table has.
        clock: the same of the clock, as `clock_words` takes it.
    """
    agreed = (("preset", preset_name), ("clock", clock))
    return (*names, str(length) if length else "money", *(f"{name}={value}" for name, value in agreed if value))


def _appoint(rest: list[str], _sender: Sender) -> Command:
    return co.Appoint(speaks=not rest or _choice(_one(rest, "appoint").casefold(), {"on", "off"}, "appoint") == "on")


def _adjust(rest: list[str], sender: Sender) -> Command:
    if len(rest) != 2:
        raise ControlError("control.wrong_words", word="adjust")
    try:
        seconds = float(rest[1])
    except ValueError:
        seconds = float("nan")
    if not abs(seconds) <= 86_400:
        raise ControlError("control.no_number", word="adjust", text=rest[1])
    return co.AdjustClock(_player(rest[0], sender), seconds)


_ORDERS: Final[dict[str, Callable[[list[str], Sender], Command]]] = {
    "set position": _set_position,
    "set roll": _set_roll,
    "set turn": _set_turn,
    "set score": _set_score,
    "set cube": _set_cube,
    "undo": _undo,
    "warn": _warn,
    "penalise": _penalise,
    "award game": _award_game,
    "award match": _award_match,
    "new match": _new_match,
    "pair": _pair,
    "appoint": _appoint,
    "adjust": _adjust,
}


def _player(text: str, sender: Sender) -> Player:
    """Return the player who is meant."""
    for player in Player:
        if text in (str(player + 1), player.name, player.name.casefold()):
            return player
    named = [player for player in Player if sender.names[player].casefold() == text.casefold()]
    if not named and text.casefold() in sender.colours:
        return Player(sender.colours.index(text.casefold()))
    if len(named) != 1:
        raise ControlError("control.no_such_player", text=text, one=sender.names[0], two=sender.names[1])
    return named[0]


def _number(text: str, word: str) -> int:
    """Return a whole number from 0."""
    if not (text.isascii() and text.isdecimal() and len(text) < 7):
        raise ControlError("control.no_number", word=word, text=text)
    return int(text)


def _one(rest: list[str], word: str) -> str:
    """Return the only word that follows."""
    if len(rest) != 1:
        raise ControlError("control.wrong_words", word=word)
    return rest[0]


def _only(value: Given, rest: list[str], word: str) -> Given:
    """Return a value when no word follows."""
    if rest:
        raise ControlError("control.wrong_words", word=word)
    return value


def _choice(text: str, known: set[str], word: str) -> str:
    """Return a word that must be one of some."""
    if text not in known:
        raise ControlError("control.wrong_words", word=word)
    return text
