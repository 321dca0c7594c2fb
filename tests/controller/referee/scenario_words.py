"""Lines of scenarios in plain English: what was agreed, what people do at the table, and what is then so."""

from __future__ import annotations

from types import MappingProxyType
from typing import TYPE_CHECKING, Final

from controller.announce.agreements import agreed, line
from controller.announce.language import Words
from controller.referee.state import Phase
from tests.controller.referee.scenario import PLAYERS, option

if TYPE_CHECKING:
    from collections.abc import Callable, Mapping

    from controller.referee.state import RefereeState
    from controller.rules import Player
    from tests.controller.referee.scenario_files import Line

_START: Final = frozenset({"13:5", "8:3", "6:5", "24:2"})
_SAID: Final[Mapping[str, str]] = MappingProxyType(
    {
        "confirm": "confirms",
        "refuse": "refuses",
        "double": "doubles",
        "take": "takes",
        "drop": "passes",
        "beaver": "beavers",
        "raccoon": "raccoons",
        "resign-single": "offers to resign a single game",
        "resign-gammon": "offers to resign a gammon",
        "resign-backgammon": "offers to resign a backgammon",
        "correct": "wants the illegal play corrected",
        "other-side": "chooses the other side",
        "ask": "asks whether the last play was legal",
        **{f"name-{value}": f"names double {value}" for value in range(1, 7)},
    }
)
_THROWN: Final[Mapping[str, str]] = MappingProxyType(
    {
        "wrong-half": "into the wrong half",
        "cocked": "and one die is cocked",
        "unreadable": "and one die cannot be read",
        "on-checker": "and one die lies flat on a checker",
        "aside": "and the dice lie elsewhere",
        "again": "and the dice lie elsewhere",
        "beside": "while the other dice still lie there",
        "red": "with red dice",
    }
)
_CUBE_AT: Final[Mapping[str, str]] = MappingProxyType(
    {"middle": "on the board", "bar": "on the bar", "top": "at Boris's side", "bottom": "at Anna's side"}
)
_WAITED_FOR: Final[Mapping[str, str]] = MappingProxyType(
    {
        "setting-up": "Tavola waits for the start position",
        "opening": "Tavola waits for the opening roll",
        "rolling": "Tavola waits for a roll or a double",
        "answering": "Tavola waits for the answer to the double",
        "playing": "the turn goes on",
        "ended": "Tavola looks at the board again",
        "correcting": "Tavola waits for the correction",
        "asking": "Tavola waits for a clearer board, or a word",
        "over": "the match is over",
    }
)


def settings_in_words(settings: tuple[Line, ...]) -> str:
    """Return what was agreed, as sentences; empty where nothing was said of it."""
    preset_first = sorted((one.text.split() for one in settings), key=lambda words: words[0] != "preset")
    return " ".join(_setting(*words) for words in preset_first)


def line_in_words(text: str, before: RefereeState) -> str:
    """Return the sentence for what happens, in the state before it."""
    verb, *words = text.split()
    return _VERBS[verb](words, before)


def claim_in_words(text: str) -> str:
    """Return what a line with `=` says, as a sentence."""
    what, *words = text.split()
    said = _CLAIMS[what](words)
    return f"{said[0].upper()}{said[1:]}."


def _setting(first: str, *words: str) -> str:
    match first:
        case "preset":
            return f"Preset `{words[0]}`: {line(Words(), f'preset.{words[0]}')}."
        case "option":
            return agreed(Words(), *option(words))
        case "match":
            return f"The match goes to {_count(int(words[0]), 'point')}."
        case "money":
            return "They play for money."
        case "score":
            return f"The score is {_score(words)}."
        case _:
            return "The Crawford game has been played."


def _name(word: str) -> str:
    return ("Anna", "Boris")[PLAYERS[word]]


def _of(player: Player) -> str:
    return ("Anna", "Boris")[player]


def _count(number: int, thing: str) -> str:
    return f"{number} {thing}{'' if number == 1 else 's'}"


def _several(words: list[str]) -> str:
    """Return words as a list with "and" before the last."""
    return " and ".join(filter(None, [", ".join(words[:-1]), *words[-1:]]))


def _score(words: tuple[str, ...] | list[str]) -> str:
    return f"Anna {words[0]}, Boris {words[1]}"


def _owner(words: list[str]) -> str:
    return f"at {_name(words[0])}'s side" if words else "in the middle"


def _time(seconds: int) -> str:
    return f"{seconds // 60}:{seconds % 60:02}"


def _open(words: list[str], before: RefereeState) -> str:
    notes = "".join(f" {_THROWN[word]}" for word in words[2:] if word == "again")
    red = " Boris's die is red." if "red" in words else ""
    return f"For the opening Anna throws {words[0]}, Boris {words[1]}{notes}.{red}"


def _at(words: list[str], before: RefereeState) -> str:
    split = words.index("|")
    own, other = words[1:split], words[split + 1 :]
    first, second = _name(words[0]), _of(PLAYERS[words[0]].other)
    begun = f"A game is in progress; {first} is to throw."
    if {*own} == {*other} == _START:
        return f"{begun} All checkers stand as at the start."
    checkers = before.setup.profile.variant.checkers
    return f"{begun} {first}: {_counts(own, checkers)}. {second}: {_counts(other, checkers)}."


def _counts(words: list[str], checkers: int) -> str:
    """Return where a player's checkers stand, such as "5 on 13 and 2 off"."""
    counts = [(place, int(count)) for place, _, count in (word.partition(":") for word in words) if count]
    said = [f"{count} {_place(place)}" for place, count in counts if count]
    rest = checkers - sum(count for _, count in counts)
    if rest and not any(place == "off" for place, _ in counts):
        said.append(f"{rest} off")
    return _several(said) + (", one of which has been at home" if "home" in words else "")


def _place(word: str) -> str:
    return {"bar": "on the bar", "off": "off", "hand": "beside the board"}.get(word, f"on {word}")


def _roll(words: list[str], before: RefereeState) -> str:
    player, roll = _name(words[0]), f"{words[1]}-{words[2]}"
    if "seen" in words:
        return f"{player}'s dice are seen: {roll}."
    notes = "".join(f" {_THROWN[word]}" for word in words[3:])
    if before.phase is Phase.OPENING:
        return f"For the opening both dice, {roll}, fall into {player}'s half{notes}."
    return f"{player} throws {roll}{notes}."


def _play(words: list[str], before: RefereeState) -> str:
    player = _name(words.pop(0)) if words[0] in PLAYERS else _of(before.player)
    quick = " and goes on at once" if words[-1] == "quickly" else ""
    return f"{player} moves {' '.join(words[: -1 if quick else None])}{quick}."


def _put(words: list[str], before: RefereeState) -> str:
    number = "none" if words[2] == "0" else words[2]
    return f"Now {number} of {_name(words[0])}'s checkers {'lies' if words[2] == '1' else 'lie'} {_place(words[1])}."


def _cube(words: list[str], before: RefereeState) -> str:
    if words[0] == "away":
        return "The cube is nowhere to be seen."
    return f"The cube lies {_CUBE_AT[words[0]]} and shows {words[1]}."


def _say(words: list[str], before: RefereeState) -> str:
    return f"{_name(words[0])} {_SAID[words[1]]}."


def _glare(words: list[str], before: RefereeState) -> str:
    strong = "strong " if "strong" in words else ""
    return f"By a {strong}glare {_of(before.player)}'s point {words[0]} looks as if {words[1]} checkers lay there."


def _points(words: list[str], before: RefereeState) -> str:
    return f"{_of(before.player)}'s {'point' if len(words) == 1 else 'points'} {_several(words)}"


def _match(words: list[str]) -> str:
    by = "".join(f", by the preset `{word}`" for word in words[1:])
    return f"Carla against Dino, to {_count(int(words[0]), 'point')}{by}"


def _rule(words: list[str], before: RefereeState) -> str:
    what, *rest = words
    return f"The director {_ORDERS[what](rest)}."


_ORDERS: Final[Mapping[str, Callable[[list[str]], str]]] = MappingProxyType(
    {
        "board": lambda words: "says that the position is the one on the board",
        "roll": lambda words: f"sets the roll {'-'.join(words)}" if words else "says that there is no roll yet",
        "turn": lambda words: f"gives the turn to {_name(words[0])}",
        "score": lambda words: f"sets the score: {_score(words)}",
        "cube": lambda words: f"sets the cube to {words[0]}, {_owner(words[1:])}",
        "undo": lambda words: f"goes back to position {words[0]} of the match" if words else "takes the last turn back",
        "accept": lambda words: "lets the board stand as it is",
        "overrule": lambda words: "overrules the last verdict",
        "correct": lambda words: "has the illegal play corrected after all",
        "warn": lambda words: f"warns {_name(words[0])}",
        "penalty": lambda words: f"penalises {_name(words[0])} by {_count(int(words[1]), 'point')}",
        "adjust": lambda words: f"changes {_name(words[0])}'s time by {int(words[1]):+d} seconds",
        "game": lambda words: f"awards {_name(words[0])} the game, for {_count(int(words[1]), 'point')}",
        "match": lambda words: f"awards {_name(words[0])} the match",
        "new": lambda words: f"begins a new match: {_match(words)}",
        "pair": lambda words: (
            "takes back the match that waits"
            if words == ["none"]
            else f"sends a match to the table, for both players to begin: {_match(words)}"
        ),
        "appoint": lambda words: "takes the appointment back" if words else "appoints the referee to speak",
        "clock": lambda words: "brings in the clocks",
        "pause": lambda words: "stops the clocks",
        "resume": lambda words: "lets the clock go on",
    }
)
_VERBS: Final[Mapping[str, Callable[[list[str], RefereeState], str]]] = MappingProxyType(
    {
        "setup": lambda words, before: "The start position is set up.",
        "open": _open,
        "at": _at,
        "roll": _roll,
        "die": lambda words, before: f"One die lies alone in {_name(words[0])}'s half: {words[1]}.",
        "play": _play,
        "announce": lambda words, before: f"{_of(before.player)} announces {' '.join(words)}.",
        "put": _put,
        "lift": lambda words, before: "The dice are lifted.",
        "push": lambda words, before: f"The dice are pushed {'into the other half' if words else 'aside'}.",
        "look": lambda words, before: "The camera looks again.",
        "wait": lambda words, before: f"{_count(int(words[0]), 'second')} pass.",
        "blur": lambda words, before: f"{_points(words, before)} cannot be made out.",
        "between": lambda words, before: f"A checker lies between {_points(words, before)}.",
        "glare": _glare,
        "hide": lambda words, before: f"Something lies over {_points(words, before)}.",
        "clear": lambda words, before: "The board can be seen clearly again.",
        "cube": _cube,
        "say": _say,
        "button": lambda words, before: f"{_name(words[0])} presses the {words[1]} button.",
        "press": lambda words, before: f"{_name(words[0])} presses the clock.",
        "lifted": lambda words, before: f"{_name(words[0])} picks up the dice.",
        "time-out": lambda words, before: f"{_name(words[0])}'s time runs out.",
        "rule": _rule,
    }
)
_CLAIMS: Final[Mapping[str, Callable[[list[str]], str]]] = MappingProxyType(
    {
        "phase": lambda words: _WAITED_FOR[words[0]],
        "turn": lambda words: f"it is {_name(words[0])}'s turn",
        "score": lambda words: f"the score is {_score(words)}",
        "cube": lambda words: f"the cube is at {words[0]}, {_owner(words[1:])}",
        "reserve": lambda words: f"{_name(words[0])} has {_time(int(words[1]))} left",
        "runs": lambda words: f"{_name(words[0])}'s time runs" if words[0] in PLAYERS else "no time runs",
        "hand": lambda words: f"{words[1]} of {_name(words[0])}'s checkers lie beside the board",
        "pips": lambda words: f"{_name(words[0])} has {words[1]} pips to go",
        "home": lambda words: f"Anna's home board is {words[0].replace('-', ' ')} in the picture",
    }
)
