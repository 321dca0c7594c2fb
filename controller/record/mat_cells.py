"""The rows of a .mat transcript: finding the cells of a line and reading each as an action."""

from __future__ import annotations

import re
from dataclasses import dataclass
from typing import Final

from controller.record.replay import MOST_MOVES
from controller.record.snowie import DumpError, parse_dump
from controller.record.transcript import (
    Beaver,
    Dance,
    Double,
    Drop,
    HiddenPlay,
    Raccoon,
    RecordedAction,
    Resign,
    RollAlone,
    RollAndPlay,
    Take,
    Unreadable,
)
from controller.rules.dice import Roll
from controller.rules.notation import NotationError, parse_play
from controller.rules.player import Player
from controller.rules.position import CHECKERS
from controller.rules.scoring import Level

_DICE: Final = r"[0-6][-,]?[0-6]\s?:(?!\d\d(?:\s|:|$))"  # no time of day
_WORD: Final = (
    r"(?:(?:re)?doubles?\b|beavers?\b|raccoons?\b|takes?\b|accepts?\b|drops?\b|pass(?:es)?\b|rejects?\b"
    r"|refuses?\b|declines?\b|wins?\b|los(?:es|ses)\b|resigns?\b)"
)
_ROW_NUMBER: Final = re.compile(
    rf"(?:^\s*\(|^|(?<=\s))(?P<round>\d{{1,6}})\)(?=\s|$|{_DICE}|[a-z?])"
    rf"|^\s*(?P<dotted>\d{{1,6}})\.(?=\s*(?:{_DICE}|{_WORD}))",
    re.IGNORECASE,
)
_ILLEGAL_PLAY: Final = re.compile(r"illegal\s+play", re.IGNORECASE)
_DUMP: Final = re.compile(r"illegal\s+play\s*\((.*?;\s*\d+;\s*\d+\s*(?:;\s*)?)\)", re.IGNORECASE)
# A cell begins at two dice or at a word of its own; what belongs to the dice is swallowed with them.
_CELL: Final = re.compile(
    rf"(?<!\S)(?:{_DICE}"
    r"(?:\s{0,2}pass(?:es|ed)?\b|\s*(?:cannot\s+move|illegal\s+play|\?+))?"
    rf"|cannot\s+move|\?{{2,}}|{_WORD})",
    re.IGNORECASE,
)
_DANCE: Final = re.compile(
    r"\W*(?:(?:cannot|can't|can\s+not)\s+move|dance[sd]?|fan(?:s|ned)?|pass(?:es|ed)?|blocked|forfeits?"
    r"|no\s+(?:legal\s+|possible\s+)?(?:moves?|plays?))\W*|[-\u2013\u2014]+",
    re.IGNORECASE,
)
_CLAIM: Final = re.compile(r"(?P<word>wins?|los(?:es|ses))\b\D*(?P<points>\d{1,6}(?!\d))?", re.IGNORECASE)
_LEVEL: Final = r"(?:single|gammon|backgammon)"
_PLAIN_CLAIM: Final = re.compile(
    rf"\w+(?: an?)?(?: {_LEVEL})?(?: game)?(?: \d+(?: points?)?)?(?: {_LEVEL})?(?:(?: and| in)? the match)?"
)
_PLAIN_WORD: Final = re.compile(rf"\w+(?: to)?(?: \d+)?|resigns?(?: an?)?(?: {_LEVEL})?(?: game)?")
_DASH: Final = re.compile(r"(?<=[\w*])(?:->|[-\u2010-\u2015\u2192\u2212>])(?=\w)")
_TIMES: Final = re.compile(r"(?<=[\w*])\s?[x\u00d7]([2-4])(?!\S)")
_REMARK: Final = re.compile(r"(?<=\s)(?:[;#%]|//)(?=\s|\w).*")
"""What follows a row in the same line and is none of it."""
_LABEL: Final = re.compile(r"(?=\S*[\d\W])\S{1,6}")
_CUBE_DIGITS: Final = 4
_MOST_CELLS: Final = 8
"""How many cells a line may have; more are no row."""
_NOTE: Final = re.compile(
    r"\((?!\d\))[^()]*\)|\[[^\[\]]*\]|\{[^{}]*\}|(?<=[^\s!?])[!?]+(?=\s|$)"
    r"|(?<!\S)\d{1,3}:\d\d(?::\d\d)?(?!\S)"
)
"""What people write beside a play, and programs: the time."""


@dataclass(frozen=True, slots=True)
class MatCell:
    """A piece of a row that belongs to one player.

    Attributes:
        column: where it begins in the line, tabs expanded.
        text: what it says, without blanks around it.
    """

    column: int
    text: str


@dataclass(frozen=True, slots=True)
class MatRow:
    """A numbered row, or a line without a number.

    Attributes:
        number: the row's number; None where there is none.
        left: the column in which the left player's cell would begin.
        cells: what stands in it, in order.
        rest: text before the first cell that is none.
    """

    number: int | None
    left: int
    cells: tuple[MatCell, ...]
    rest: str = ""


@dataclass(frozen=True, slots=True)
class Claim:
    """A cell that says how the game has ended: so many points won by a player (or lost by the other)."""

    player: Player
    points: int
    wins_match: bool
    lost: bool


def split_rows(line: str) -> tuple[MatRow, ...]:
    """Return the rows of one line: one, or more where a second row number stands in the same line.

    Args:
        line: a line of a game, tabs expanded.
    """
    shown = line
    if len(_ILLEGAL_PLAY.findall(line)) <= 2:  # a line has two cells
        shown = _DUMP.sub(lambda dump: dump[0][: dump[0].index("(")].ljust(len(dump[0]), "~"), line)
    numbers = list(_ROW_NUMBER.finditer(shown))
    if len(numbers) > _MOST_CELLS:
        return (MatRow(None, 0, (), line.strip()),)
    starts = (
        [0, *(number.start() for number in numbers[1:])] if numbers and not shown[: numbers[0].start()].strip() else [0]
    )
    ends = [*starts[1:], len(line)]
    return tuple(_row(line, shown, start, end) for start, end in zip(starts, ends, strict=True))


def _row(line: str, shown: str, start: int, end: int) -> MatRow:
    """Return the row between two columns of a line; `shown` is the line with its dumps blotted out."""
    number = _ROW_NUMBER.search(shown, start, end)
    if number is not None and shown[start : number.start()].strip():
        number = None
    begin = number.end() if number else start
    found = [begin + match.start() for match in _CELL.finditer(shown[begin:end])]
    if len(found) > _MOST_CELLS:
        found = []
    cells = tuple(MatCell(at, line[at:until].strip()) for at, until in zip(found, [*found, end][1:], strict=True))
    rest = line[begin : found[0] if found else end].strip()
    left = begin + 1 if number else 6
    return MatRow(int(number["round"] or number["dotted"]) if number else None, left, cells, rest)


def without_remark(line: str) -> tuple[str, str]:
    """Return a row without the remark that ends it, and that remark; empty where there is none."""
    found = _REMARK.search(line, len(line) - len(line.lstrip()) + 1)
    return (line, "") if found is None else (line[: found.start()].rstrip(), found[0].strip())


def read_claim(player: Player, text: str) -> Claim | None:
    """Return what a cell says of the end of the game; None where it speaks of something else."""
    match = _CLAIM.match(text)
    if match is None:
        return None
    lost = match["word"].lower().startswith("l")
    wins_match = re.search(r"\bthe match\b", text, re.IGNORECASE) is not None and not lost
    level = _read_level(text)
    return Claim(player, int(match["points"] or level or 1), wins_match, lost)


def is_note(row: MatRow) -> bool:
    """Return whether a row is what somebody remarks between the rows: it has no number, and is more than cells.

    A few characters before plays that can be read, not all of them letters, are a number written in another way.
    """
    if row.number is not None:
        return False
    plain = all(_is_plain(cell.text) for cell in row.cells)
    labelled = any(cell.text[:1].isdigit() for cell in row.cells) and _LABEL.fullmatch(row.rest) is not None
    return not plain or (bool(row.rest) and not labelled)


def _is_plain(text: str) -> bool:
    """Return whether a cell says one thing and no more."""
    words = " ".join(re.findall(r"\w+", text.lower()))
    if _CLAIM.match(text):
        return _PLAIN_CLAIM.fullmatch(words) is not None
    action = read_action(Player.ONE, text, CHECKERS)
    match action:
        case Unreadable():
            return False
        case RollAndPlay():
            return action.after is not None or _can_be_parsed(action.play)
        case RollAlone() | Dance() | HiddenPlay():
            return True
        case _:
            return _PLAIN_WORD.fullmatch(words) is not None


def _can_be_parsed(play: str) -> bool:
    """Return whether a play is written in notation."""
    try:
        parse_play(play, MOST_MOVES)
    except NotationError:
        return False
    return True


def read_action(player: Player, text: str, checkers: int) -> RecordedAction:
    """Return the action that a cell writes; an `Unreadable` where it writes none.

    Args:
        player: whose cell it is.
        text: the cell.
        checkers: how many checkers each player has (a dump of a position does not write those borne off).
    """
    dice = re.match(r"([0-6])[-,]?([0-6])\s?:\s*", text)
    if dice is not None:
        rolled = "0" not in dice.group(1, 2)
        roll = Roll.of(int(dice[1]), int(dice[2])) if rolled else None
        return _read_turn(player, roll, text[dice.end() :].strip(), checkers)
    return _read_word(player, text) or _read_turn(player, None, text, checkers)


def _read_word(player: Player, text: str) -> RecordedAction | None:
    """Return the action of a cell that begins with a word of the cube or of giving up."""
    word = text.split(maxsplit=1)[0].lower()
    if word.startswith("resign"):
        return Resign(player=player, level=_read_level(text))
    number = re.search(r"\d+", text)
    value = int(number[0]) if number and len(number[0]) <= _CUBE_DIGITS else None
    offers = {"double": Double, "redouble": Double, "beaver": Beaver, "raccoon": Raccoon}
    answers = {
        "take": Take,
        "accept": Take,
        "drop": Drop,
        "pass": Drop,
        "reject": Drop,
        "refuse": Drop,
        "decline": Drop,
    }
    for start, offer in offers.items():
        if word.startswith(start):
            return offer(player=player, value=value)
    for start, answer in answers.items():
        if word.startswith(start):
            return answer(player=player)
    return None


def _read_turn(player: Player, roll: Roll | None, text: str, checkers: int) -> RecordedAction:
    """Return the action of a turn from what is written after the dice."""
    if not text:
        return RollAlone(player=player, roll=roll)
    if _DANCE.fullmatch(text):
        return Dance(player=player, roll=roll)
    if re.fullmatch(r"\?+", text):
        return HiddenPlay(player=player, roll=roll)
    return Unreadable(player=player, text=text) if roll is None else _read_play(player, roll, text, checkers)


def _read_play(player: Player, roll: Roll, text: str, checkers: int) -> RecordedAction:
    """Return the play that is written in notation, or that a dump of the position after it records."""
    dump = _DUMP.match(text)
    if dump is None:
        hops = " ".join(_NOTE.sub(" ", text).replace(",", " ").replace(";", " ").split()).replace(" (", "(")
        return RollAndPlay(player=player, roll=roll, play=_TIMES.sub(r"(\1)", _DASH.sub("/", hops)))
    try:
        after, *others = parse_dump(dump[1], player, checkers)
    except DumpError:
        return Unreadable(player=player, text=text)
    return RollAndPlay(
        player=player, roll=roll, play="", after=after, other_readings=tuple(others), declared_illegal=True
    )


def _read_level(text: str) -> Level | None:
    """Return the level that a resignation names, if any."""
    for word, level in (("backgammon", Level.BACKGAMMON), ("gammon", Level.GAMMON), ("single", Level.SINGLE)):
        if word in text.lower():
            return level
    return None
