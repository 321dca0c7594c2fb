"""Reading a match from the .mat text family, as many programs and sites write it.

The family has no written definition; what is read here is what programs write: columns that shift, hits marked or not,
plays left out, ends said once, twice or not at all. The reader keeps what is written and judges nothing; what it cannot
read it keeps as `Unreadable`. Only a text that is no transcript at all is refused.
"""

from __future__ import annotations

import re
from dataclasses import dataclass, field, replace
from statistics import median_low
from types import MappingProxyType
from typing import TYPE_CHECKING, Final

from controller.foreign import LINE_END, MATCH_FILE, read_foreign
from controller.record.agreed import rules_of
from controller.record.errors import MatFileError
from controller.record.given import with_given_ends
from controller.record.mat_cells import Claim, MatRow, is_note, read_action, read_claim, split_rows, without_remark
from controller.record.transcript import (
    Beaver,
    Double,
    Drop,
    GameRecord,
    MatchRecord,
    Outcome,
    Raccoon,
    RecordedAction,
    RollAndPlay,
    Take,
    Unreadable,
)
from controller.rules.dice import Roll
from controller.rules.match import MAX_LENGTH
from controller.rules.player import Player
from controller.rules.profile import Crawford
from controller.rules.variant import BACKGAMMON, VARIANTS

if TYPE_CHECKING:
    from collections.abc import Mapping
    from pathlib import Path

    from controller.rules.variant import Variant

_GAP: Final = 20
"""How many lines may lie between the heading of a game and its names."""
_BLANKS: Final = " \t\f\v\xa0\x1a"  # the last marks the end of old files
_LENGTH: Final = re.compile(
    r"\s*(?:(?P<points>\d+)[\s-]+points?\s+match\b|match\s+to\s+(?P<to>\d+)\b"
    r"|(?P<money>(?:money\s+(?:game|session|play)|unlimited\s+(?:match|game))s?)\s*$)",
    re.IGNORECASE,
)
_GAME: Final = re.compile(r"\s*game\W{0,3}(?:n[or]\W{0,3})?(\d{1,6})\b(?P<note>.*)", re.IGNORECASE)
_POINTS: Final = re.compile(r":\s*(\d{1,6})(?=\s|$|\()")
_TAG: Final = re.compile(r"\[\s*+(?P<name>[^\s\"\]]++(?:\s++[^\s\"\]]++)*+)\s++\"(?P<value>.*)\"\s*\]")
_DECLARED_PLAY: Final = re.compile(r"game\s+(?P<game>\d{1,6}),\s*move\s+(?P<row>\d{1,6})\s+of\s", re.IGNORECASE)
_DECLARED_DICE: Final = re.compile(r"\s*([1-6])([1-6]):")
_WAS_ILLEGAL: Final = re.compile(r"(?<=\s)was\s+illegal", re.IGNORECASE)
_CUBE_AT_START: Final = re.compile(
    r"game\s+(?P<game>\d{1,6})\s+begins\s+with\s+the\s+cube\s+at\s+(?P<cube>\d{1,4})\b", re.IGNORECASE
)
_VARIANTS: Final[Mapping[str, Variant]] = MappingProxyType(
    {
        name.casefold(): variant
        for variant in VARIANTS.values()
        if variant.in_mat is not None
        for name in (variant.name, variant.in_mat)
    }
)
"""The games that there are such files of, by what the tag of a file may call them."""


@dataclass(frozen=True, slots=True)
class DeclaredPlay:
    """What a remark says of a play that was illegal.

    Attributes:
        game: the number of its game.
        row: the number of its row.
        name: the player, as the remark calls him.
        roll: the dice.
        play: the play, as written.
    """

    game: int
    row: int
    name: str
    roll: Roll
    play: str


def declared_play(remark: str) -> DeclaredPlay | None:
    """Return the play that a remark declares illegal; None where it declares none."""
    found = _DECLARED_PLAY.search(remark)
    if found is None:
        return None
    name, _, rest = remark[found.end() :].partition("-->")
    dice = _DECLARED_DICE.match(rest)
    end = _WAS_ILLEGAL.search(rest, dice.end()) if dice else None
    if dice is None or end is None:
        return None
    roll = Roll.of(int(dice[1]), int(dice[2]))
    return DeclaredPlay(
        int(found["game"]), int(found["row"]), name.strip(), roll, rest[dice.end() : end.start()].strip()
    )


def cube_at_start(remark: str) -> tuple[int, int] | None:
    """Return the game and the cube of a remark that a game was doubled automatically, which the rows cannot say."""
    found = _CUBE_AT_START.search(remark)
    if found is None or int(found["cube"]).bit_count() != 1:
        return None
    return int(found["game"]), int(found["cube"])


@dataclass(slots=True)
class _GameRead:
    """A game as far as it has been read."""

    number: int
    line: int
    names: tuple[str, str] = ("", "")
    score: tuple[int, int] | None = None
    right: int = 0
    rows: list[tuple[int, MatRow]] = field(default_factory=list)


@dataclass(slots=True)
class _File:
    """A file as far as it has been read."""

    length: int | None = None
    tags: list[tuple[str, str]] = field(default_factory=list)
    remarks: list[str] = field(default_factory=list)
    games: list[_GameRead] = field(default_factory=list)


def read_mat(path: Path) -> MatchRecord:
    """Return the match of a file.

    Raises:
        OSError: the file cannot be opened.
        ForeignError: it is no transcript, or not one within the limits of match files; see `parse_mat`.
    """
    return read_foreign(path, parse_mat, MATCH_FILE)


def parse_mat(text: str) -> MatchRecord:
    """Return the match that a text of the .mat family records.

    Raises:
        MatFileError: no match length ("mat.no_length") or an impossible one ("mat.length"), a second match
            ("mat.second_match"), no game at all ("mat.no_game"), or a game without a line of names and scores
            ("mat.no_score"), `line` tells where; or a tag names a `game` that is not known ("mat.unknown_game").
    """
    file = _File()
    lines = LINE_END.split(text.removeprefix("\ufeff"))
    for number, line in enumerate(lines, start=1):
        _read_line(line.expandtabs().rstrip(_BLANKS), number, file, lines)
    last = len(lines)
    if file.length is None:
        raise MatFileError("mat.no_length", line=last)
    if not file.games:
        raise MatFileError("mat.no_game", line=last)
    if file.games[-1].score is None:
        raise MatFileError("mat.no_score", line=file.games[-1].line)
    return _assemble(file.length, file)


def _read_line(line: str, number: int, file: _File, lines: list[str]) -> None:
    """Read one line, tabs expanded, into what has been read of the file; `lines` are all of them."""
    start = line.lstrip()[:1]
    if not start:
        return
    names_wanted = bool(file.games) and file.games[-1].score is None
    if names_wanted and _read_score(line, file.games[-1]):  # a name may begin with anything, or look like a heading
        return
    if start in ";#":
        _read_comment(line.lstrip()[1:].strip(), number, file)
    elif length := _LENGTH.match(line):
        if file.length is not None:
            raise MatFileError("mat.second_match", line=number)
        file.length = int(length["points"] or length["to"] or 0)
        if file.length > MAX_LENGTH:
            raise MatFileError("mat.length", line=number, length=file.length)
    elif names_wanted:
        raise MatFileError("mat.no_score", line=number)
    elif (game := _GAME.match(line)) and _is_heading(game["note"], lines, number):
        file.games.append(_GameRead(int(game[1]), number))
    elif file.games:
        row, remark = without_remark(line)
        rows = split_rows(row)
        if remark:
            file.remarks.append(remark)
        if any(is_note(row) for row in rows):
            file.remarks.append(row.strip())
        else:
            file.games[-1].rows.extend((number, row) for row in rows)


def _is_heading(note: str, lines: list[str], number: int) -> bool:
    """Return whether a line that begins as a heading is one: it says no more, or names and scores follow."""
    if not note.strip() or note.lstrip()[0] in ".:([":
        return True
    following = next((line for line in lines[number : number + _GAP] if line.strip()), "")
    return _score(following.expandtabs().rstrip(_BLANKS)) is not None


def _read_comment(comment: str, number: int, file: _File) -> None:
    """Sort a line of comment under tags or remarks; a position set by hand interrupts the game."""
    tag = _TAG.match(comment)
    if file.games and comment.lower().startswith("set pos"):
        file.games[-1].rows.append((number, MatRow(None, 0, (), comment)))
    elif tag is not None:
        file.tags.append((tag["name"], tag["value"]))
    elif comment:
        file.remarks.append(comment)


def _read_score(line: str, game: _GameRead) -> bool:
    """Read the line of names and scores that follows the heading of a game; return whether it is one."""
    found = _score(line)
    if found is None:
        return False
    game.names, game.score, game.right = found
    return True


def _score(line: str) -> tuple[tuple[str, str], tuple[int, int], int] | None:
    """Return the names, the scores and the column of the right name; None where a line is no such line."""
    found = list(_POINTS.finditer(line))
    ends = [one for one in found if _ends_line(line[one.end() :].strip())]
    lefts = [one for one in found if ends and one.end() < ends[0].start() and line[one.end() : one.end() + 1].isspace()]
    if not lefts:
        return None
    # A name may hold what looks like points; between the two columns there are the most blanks.
    left = max(lefts, key=lambda one: (_blanks_after(line, one.end()), -one.start()))
    right = ends[0]
    between = line[left.end() : right.start()]
    names = (line[: left.start()].strip(), between.strip())
    return names, (int(left[1]), int(right[1])), left.end() + len(between) - len(between.lstrip())


def _ends_line(rest: str) -> bool:
    """Return whether what follows points is nothing, or a note in brackets."""
    return not rest or (rest[0] == "(" and rest[-1] == ")")


def _blanks_after(line: str, at: int) -> int:
    """Return how many blanks stand at a place of a line."""
    return len(line[at:]) - len(line[at:].lstrip())


def _assemble(length: int, file: _File) -> MatchRecord:
    """Return the record of the games read."""
    names = file.games[0].names
    record = MatchRecord(names, length, (), tuple(file.tags), tuple(file.remarks))
    named = (record.tag("Variation") or "").strip()
    variant = _VARIANTS.get(named.casefold()) if named else BACKGAMMON
    if variant is None:
        raise MatFileError("mat.unknown_game", game=named)
    pairs = [column for game in file.games for column in _second_columns(game)]
    right = median_low(pairs) if pairs else None
    games: list[GameRecord] = []
    for game in file.games:
        actions, outcome = _read_game(
            game, right if right is not None else game.right, variant.checkers, money=not length
        )
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
        one_short = record.length > 1 and record.length - 1 in game.score and max(game.score) < record.length
        both_short = game.score == (record.length - 1,) * 2
        doubled = any(isinstance(action, Double) for action in game.actions)
        # An excerpt may begin, or go on, after the Crawford game; only one player can be one short before that.
        missing = not games or game.number != games[-1].number + 1
        after_it = missing and (doubled or both_short)
        games.append(replace(game, crawford=one_short and not over and not after_it))
        over = over or (one_short and rule is Crawford.FIRST)
    return replace(record, games=tuple(games))


def _with_cubes(record: MatchRecord) -> MatchRecord:
    """Return the record with the cubes at the start of games that remarks tell."""
    cubes = dict(found for remark in record.remarks if (found := cube_at_start(remark)))
    games = tuple(replace(game, cube=cubes.get(game.number, 1)) for game in record.games)
    return replace(record, games=games)


def _second_columns(game: _GameRead) -> list[int]:
    """Return the columns in which the right player's cells begin where they are certain."""
    return [row.cells[1].column for _, row in game.rows if row.number is not None and len(row.cells) == 2]


def _read_game(
    game: _GameRead, right: int, checkers: int, *, money: bool
) -> tuple[list[RecordedAction], Outcome | None]:
    """Return the actions and the end of a game from its rows."""
    actions: list[RecordedAction] = []
    claims: list[Claim] = []
    number = 0
    over = -1
    names = {name.casefold() for name in game.names}
    for line, row in game.rows:
        number = row.number if row.number is not None else number
        players = _sides(row, right, _expected(actions))
        found: list[RecordedAction] = []
        labelled = row.number is None and bool(row.cells)
        if row.rest and not labelled and row.rest.rstrip(":").casefold() not in names:
            player = players[0].other if players else _expected(actions) or Player.ONE
            found.append(Unreadable(player=player, text=row.rest))
        for player, cell in zip(players, row.cells, strict=True):
            claim = read_claim(player, cell.text)
            if claim is None:
                before = found[-1:] or actions[-1:]
                action = _countered(read_action(player, cell.text, checkers), before, money=money)
                found.extend([*_implied_take(before, action), action])
            else:
                claims.append(claim)
                over = line
        if over in (-1, line):  # what a file says of a game after its end is no part of it
            actions.extend(replace(action, row=number, line=line) for action in found)
    return actions, _outcome(claims)


def _sides(row: MatRow, right: int, expected: Player | None) -> list[Player]:
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


def _expected(actions: list[RecordedAction]) -> Player | None:
    """Return whose action should come after these; None at the start of a game."""
    return actions[-1].player.other if actions else None


def _countered(action: RecordedAction, before: list[RecordedAction], *, money: bool) -> RecordedAction:
    """Return an action, where it is a double over the other's offer for money as the beaver or raccoon that it is."""
    if not money or not isinstance(action, Double) or not before or before[-1].player is action.player:
        return action
    match before[-1]:
        case Double():
            return Beaver(player=action.player, value=action.value)
        case Beaver():
            return Raccoon(player=action.player, value=action.value)
        case _:
            return action


def _implied_take(actions: list[RecordedAction], action: RecordedAction) -> list[RecordedAction]:
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
    declared: dict[tuple[int, int], list[DeclaredPlay]] = {}
    for remark in record.remarks:
        if found := declared_play(remark):
            declared.setdefault((found.game, found.row), []).append(found)
    if not declared:
        return record
    games = []
    for game in record.games:
        actions = tuple(
            replace(action, declared_illegal=True, play=action.play or mark.play)
            if isinstance(action, RollAndPlay)
            and (mark := _mark_of(action, declared.get((game.number, action.row), []), record.players))
            else action
            for action in game.actions
        )
        games.append(replace(game, actions=actions))
    return replace(record, games=tuple(games))


def _mark_of(action: RollAndPlay, marks: list[DeclaredPlay], names: tuple[str, str]) -> DeclaredPlay | None:
    """Return the remark that declares this play illegal, if one does."""
    for mark in marks:
        named = mark.name.casefold() == names[action.player].casefold()
        if action.roll == mark.roll and (named or action.play == mark.play):
            return mark
    return None
