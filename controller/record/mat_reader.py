"""Reading a match from the .mat text family, as many programs and sites write it.

The family has no written definition; what is read here is what programs write: columns that shift, hits marked or not,
plays left out, ends said once, twice or not at all. The reader keeps what is written and judges nothing; what it cannot
read it keeps as `Unreadable`. Only a text that is no transcript at all is refused.
"""

from __future__ import annotations

import re
from codecs import BOM_UTF16_BE, BOM_UTF16_LE
from dataclasses import dataclass, field, replace
from statistics import median_low
from typing import TYPE_CHECKING, Final

from controller.record.agreed import rules_of
from controller.record.errors import MatFileError
from controller.record.given import with_given_ends
from controller.record.mat_cells import Claim, Row, read_action, read_claim, split_rows
from controller.record.transcript import (
    Action,
    Beaver,
    Double,
    Drop,
    GameRecord,
    MatchRecord,
    Outcome,
    Raccoon,
    RollAndPlay,
    Take,
    Unreadable,
)
from controller.rules.dice import Roll
from controller.rules.match import MAX_LENGTH
from controller.rules.player import Player
from controller.rules.profile import Crawford
from controller.rules.variant import BACKGAMMON, HYPERGAMMON, NACKGAMMON, Variant

if TYPE_CHECKING:
    from pathlib import Path

_LINE_END: Final = re.compile(r"\r\n|\r|\n")
_BLANKS: Final = " \t\f\v\xa0\x1a"  # the last marks the end of old files
_LENGTH: Final = re.compile(r"\s*(\d+)\s+points?\s+match\b", re.IGNORECASE)
_GAME: Final = re.compile(r"\s*game\s+(\d+)\s*(?:[.:(\[].*)?$", re.IGNORECASE)
_SCORE: Final = re.compile(r"\s*(?P<left>.*?)\s*:\s*(?P<one>\d+)\s+(?P<right>.*?)\s*:\s*(?P<two>\d+)\s*(?:\(.*\))?$")
_TAG: Final = re.compile(r"\[\s*(?P<name>[^\"\]]+?)\s+\"(?P<value>.*)\"\s*\]\s*$")
DECLARED_ILLEGAL: Final = re.compile(
    r"game\s+(?P<game>\d+),\s*move\s+(?P<row>\d+)\s+of\s+(?P<name>.*?)\s*-->\s*"
    r"(?P<first>[1-6])(?P<second>[1-6]):\s*(?P<play>.*?)\s+was\s+illegal",
    re.IGNORECASE,
)
"""A remark that declares a play illegal."""
CUBE_AT_START: Final = re.compile(
    r"game\s+(?P<game>\d+)\s+begins\s+with\s+the\s+cube\s+at\s+(?P<cube>\d+)", re.IGNORECASE
)
"""A remark that a game was doubled automatically, which the rows cannot say."""
_VARIANTS: Final = {"nackgammon": NACKGAMMON, "hypergammon": HYPERGAMMON, "backgammon": BACKGAMMON}


@dataclass(slots=True)
class _Game:
    """A game as far as it has been read."""

    number: int
    line: int
    names: tuple[str, str] = ("", "")
    score: tuple[int, int] | None = None
    right: int = 0
    rows: list[tuple[int, Row]] = field(default_factory=list)


@dataclass(slots=True)
class _File:
    """A file as far as it has been read."""

    length: int | None = None
    tags: list[tuple[str, str]] = field(default_factory=list)
    remarks: list[str] = field(default_factory=list)
    games: list[_Game] = field(default_factory=list)


def decode(data: bytes) -> str:
    """Return the text of a file: by its byte order mark, else UTF-8, else the code page of old archives."""
    try:
        if data.startswith((BOM_UTF16_LE, BOM_UTF16_BE)):
            return data.decode("utf-16")
        return data.decode("utf-8-sig")
    except UnicodeDecodeError:
        return data.decode("cp1252", errors="replace")


def read_mat(path: Path) -> MatchRecord:
    """Return the match of a file.

    Raises:
        OSError: the file cannot be read.
        MatFileError: it is no transcript; see `parse_mat`.
    """
    return parse_mat(decode(path.read_bytes()))


def parse_mat(text: str) -> MatchRecord:
    """Return the match that a text of the .mat family records.

    Raises:
        MatFileError: no match length ("mat.no_length") or an impossible one ("mat.length"), a second match
            ("mat.second_match"), no game at all ("mat.no_game"), or a game without a line of names and scores
            ("mat.no_score"). `line` tells where.
    """
    file = _File()
    lines = _LINE_END.split(text.removeprefix("\ufeff"))
    for number, line in enumerate(lines, start=1):
        _read_line(line.expandtabs().rstrip(_BLANKS), number, file)
    last = len(lines)
    if file.length is None:
        raise MatFileError("mat.no_length", line=last)
    if not file.games:
        raise MatFileError("mat.no_game", line=last)
    if file.games[-1].score is None:
        raise MatFileError("mat.no_score", line=file.games[-1].line)
    return _assemble(file.length, file)


def _read_line(line: str, number: int, file: _File) -> None:
    """Read one line, tabs expanded, into what has been read of the file."""
    start = line.lstrip()[:1]
    if not start:
        return
    if start in ";#":
        _read_comment(line.lstrip()[1:].strip(), number, file)
    elif length := _LENGTH.match(line):
        if file.length is not None:
            raise MatFileError("mat.second_match", line=number)
        file.length = int(length[1])
        if file.length > MAX_LENGTH:
            raise MatFileError("mat.length", line=number, length=file.length)
    elif file.games and file.games[-1].score is None:
        _read_score(line, number, file.games[-1])
    elif game := _GAME.match(line):
        file.games.append(_Game(int(game[1]), number))
    elif file.games:
        file.games[-1].rows.extend((number, row) for row in split_rows(line))


def _read_comment(comment: str, number: int, file: _File) -> None:
    """Sort a line of comment under tags or remarks; a position set by hand interrupts the game."""
    tag = _TAG.match(comment)
    if file.games and comment.lower().startswith("set pos"):
        file.games[-1].rows.append((number, Row(None, 0, (), comment)))
    elif tag is not None:
        file.tags.append((tag["name"], tag["value"]))
    elif comment:
        file.remarks.append(comment)


def _read_score(line: str, number: int, game: _Game) -> None:
    """Read the line of names and scores that follows the heading of a game."""
    found = _SCORE.match(line)
    if found is None:
        raise MatFileError("mat.no_score", line=number)
    game.names = (found["left"], found["right"])
    game.score = (int(found["one"]), int(found["two"]))
    game.right = found.start("right")


def _assemble(length: int, file: _File) -> MatchRecord:
    """Return the record of the games read."""
    names = file.games[0].names
    record = MatchRecord(names, length, (), tuple(file.tags), tuple(file.remarks))
    wanted = (record.tag("Variation") or "").casefold()
    variant: Variant = next((variant for name, variant in _VARIANTS.items() if wanted.startswith(name)), BACKGAMMON)
    pairs = [column for game in file.games for column in _second_columns(game)]
    right = median_low(pairs) if pairs else None
    games: list[GameRecord] = []
    for game in file.games:
        actions, outcome = _read_game(game, right if right is not None else game.right, variant.checkers)
        score = game.score or (0, 0)
        if game.names == names[::-1] and game.names != names:
            actions = [replace(action, player=action.player.other) for action in actions]
            outcome = replace(outcome, winner=outcome.winner.other) if outcome else None
            score = score[::-1]
        games.append(
            GameRecord(game.number, score, crawford=False, actions=tuple(actions), outcome=outcome, line=game.line)
        )
    whole = replace(record, games=tuple(games), variant=variant)
    return _declare(with_given_ends(_with_cubes(_with_crawford(whole))))


def _with_crawford(record: MatchRecord) -> MatchRecord:
    """Return the record with its Crawford game marked, by the scores: headers only say whether there is one."""
    rule = rules_of(record).crawford
    over = rule is Crawford.OFF
    games: list[GameRecord] = []
    for game in record.games:
        one_short = record.length > 0 and record.length - 1 in game.score and max(game.score) < record.length
        doubled = any(isinstance(action, Double) for action in game.actions)
        after_it = not games and doubled  # an excerpt that begins after the Crawford game
        games.append(replace(game, crawford=one_short and not over and not after_it))
        over = over or (one_short and rule is Crawford.FIRST)
    return replace(record, games=tuple(games))


def _with_cubes(record: MatchRecord) -> MatchRecord:
    """Return the record with the cubes at the start of games that remarks tell."""
    found = [cube for remark in record.remarks if (cube := CUBE_AT_START.search(remark))]
    cubes = {int(one["game"]): int(one["cube"]) for one in found if int(one["cube"]).bit_count() == 1}
    games = tuple(replace(game, cube=cubes.get(game.number, 1)) for game in record.games)
    return replace(record, games=games)


def _second_columns(game: _Game) -> list[int]:
    """Return the columns in which the right player's cells begin where they are certain."""
    return [row.cells[1].column for _, row in game.rows if row.number is not None and len(row.cells) == 2]


def _read_game(game: _Game, right: int, checkers: int) -> tuple[list[Action], Outcome | None]:
    """Return the actions and the end of a game from its rows."""
    actions: list[Action] = []
    claims: list[Claim] = []
    number = 0
    over = -1
    for line, row in game.rows:
        number = row.number if row.number is not None else number
        players = _sides(row, right, _expected(actions))
        found: list[Action] = []
        if row.rest:
            player = players[0].other if players else _expected(actions) or Player.ONE
            found.append(Unreadable(player=player, text=row.rest))
        for player, cell in zip(players, row.cells, strict=True):
            claim = read_claim(player, cell.text)
            if claim is None:
                action = read_action(player, cell.text, checkers)
                found.extend([*_implied_take([*actions, *found], action), action])
            else:
                claims.append(claim)
                over = line
        if over in (-1, line):  # what a file says of a game after its end is no part of it
            actions.extend(replace(action, row=number, line=line) for action in found)
    return actions, _outcome(claims)


def _sides(row: Row, right: int, expected: Player | None) -> list[Player]:
    """Return whose each cell of a row is: by order where there are several, else by column.

    Args:
        row: the row.
        right: the column in which the right player's cells usually begin.
        expected: whose action should come next, for a cell that stands between the columns.
    """
    if not row.cells:
        return []
    from_left, from_right = abs(row.cells[0].column - row.left), abs(right - row.cells[0].column)
    nearer = Player.TWO if from_right < from_left else Player.ONE
    certain = 2 * min(from_left, from_right) <= max(from_left, from_right)
    if len(row.cells) == 1:
        return [nearer if certain or expected is None else expected]
    if nearer is Player.TWO and certain:
        return [Player.TWO] * len(row.cells)
    return [Player.TWO if index % 2 else Player.ONE for index in range(len(row.cells))]


def _expected(actions: list[Action]) -> Player | None:
    """Return whose action should come after these; None at the start of a game."""
    return actions[-1].player.other if actions else None


def _implied_take(actions: list[Action], action: Action) -> list[Action]:
    """Return the take of a beaver that transcripts leave out when the dice follow."""
    cube_actions = Take | Drop | Raccoon | Beaver | Double
    if not actions or not isinstance(actions[-1], Beaver) or isinstance(action, cube_actions):
        return []
    return [Take(player=actions[-1].player.other)]


def _outcome(claims: list[Claim]) -> Outcome | None:
    """Return the end of a game from all that is said of it: where two cells disagree, the loss is believed."""
    if not claims:
        return None
    winners = [claim.player.other if claim.lost else claim.player for claim in claims]
    best = next((index for index, claim in enumerate(claims) if claim.lost), 0)
    points = next((claim.points for claim in claims if not claim.lost), claims[0].points)
    return Outcome(winners[best], points, any(claim.wins_match for claim in claims))


def _declare(record: MatchRecord) -> MatchRecord:
    """Return the record with the plays marked that its remarks declare illegal."""
    declared = [found for remark in record.remarks if (found := DECLARED_ILLEGAL.search(remark))]
    if not declared:
        return record
    games = []
    for game in record.games:
        marks = [found for found in declared if int(found["game"]) == game.number]
        actions = tuple(
            replace(action, declared_illegal=True, play=action.play or mark["play"])
            if isinstance(action, RollAndPlay) and (mark := _mark_of(action, marks, record.players))
            else action
            for action in game.actions
        )
        games.append(replace(game, actions=actions))
    return replace(record, games=tuple(games))


def _mark_of(action: RollAndPlay, marks: list[re.Match[str]], names: tuple[str, str]) -> re.Match[str] | None:
    """Return the remark that declares this play illegal, if one does."""
    for mark in marks:
        roll = Roll.of(int(mark["first"]), int(mark["second"]))
        named = mark["name"].casefold() == names[action.player].casefold()
        if action.row == int(mark["row"]) and action.roll == roll and (named or action.play == mark["play"]):
            return mark
    return None
