"""Writing a match as SGF, the format in which GNU Backgammon saves matches: one tree a game.

GNU Backgammon 1.07 reads what is written here (`GM[6]`, and its own properties `MI`, `RU`, `DI`, `CV`). Player ONE is
White. The letters a to x are White's points 1 to 24 for both players, y is the bar, z off. A play is its dice and,
die by die, the letters from and to. A play that no dice allow is written as the dice and the position that it left,
which is how GNU Backgammon writes a board that was edited; so is a game that began from another position. The format:
red-bean.com/sgf/backgammon.html.
"""

from __future__ import annotations

from typing import TYPE_CHECKING, Final

from controller.record.agreed import rules_of
from controller.record.errors import RecordError
from controller.record.given import ENDS, can_be_played, given_words, score_words
from controller.record.replay import replay
from controller.record.transcript import (
    Beaver,
    Dance,
    Double,
    Drop,
    GameRecord,
    HiddenPlay,
    MatchRecord,
    Outcome,
    Raccoon,
    RecordedAction,
    Resign,
    RollAlone,
    RollAndPlay,
    Take,
)
from controller.rules.notation import IllegalPlayError
from controller.rules.player import Player
from controller.rules.plays.legal import find_play
from controller.rules.position import BAR, OFF
from controller.rules.profile import AT_THE_TABLE, Crawford
from controller.rules.scoring import all_borne_off

if TYPE_CHECKING:
    from controller.record.replay import GameReplay, JudgedPlay
    from controller.rules.dice import Roll
    from controller.rules.position import Position

_COLOURS: Final = {Player.ONE: "W", Player.TWO: "B"}


class SgfError(RecordError, ValueError):
    """A record that SGF cannot hold."""


def write_sgf(record: MatchRecord) -> str:
    """Return the record as the text of an .sgf file, to be stored as UTF-8.

    Raises:
        SgfError: the record holds something that could not be read when it was made ("sgf.unreadable"), or it is of a
            game that others would read as backgammon ("sgf.other_game"), or no game has begun ("sgf.no_game").
    """
    if not record.games:
        raise SgfError("sgf.no_game")
    if record.variant.in_sgf is None:
        raise SgfError("sgf.other_game", game=record.variant.name)
    return "".join(_game(record, game, played) for game, played in zip(record.games, replay(record), strict=True))


def _game(record: MatchRecord, game: GameRecord, played: GameReplay) -> str:
    """Return the tree of one game."""
    judged = {id(one.action): one for one in played.plays}
    result = ""
    if game.outcome is not None and can_be_played(game.outcome, _cube_of(game)):
        result = _result(game.outcome, played_out=_is_played_out(game, judged))
    nodes = [_head(record, game) + result + _remarks(record, game)]
    start = game.start or record.variant.start
    if game.start is not None:
        nodes.append(f"{_board(start)}")
    if game.cube > 1:
        nodes.append(f"CV[{game.cube}]")
    for action in game.actions:
        nodes += _nodes(action, judged.get(id(action)))
    return "(;" + "\n;".join(nodes) + ")\n"


def _head(record: MatchRecord, game: GameRecord) -> str:
    """Return the properties of a game's root."""
    one, two = game.score
    agreed = rules_of(record)
    rules = []
    if record.length and agreed.crawford is not Crawford.OFF:
        rules = ["Crawford", "CrawfordGame"] if game.crawford else ["Crawford"]
    elif not record.length and agreed.jacoby:
        rules = ["Jacoby"]
    if record.variant.in_sgf:
        rules.append(record.variant.in_sgf)
    head = f"FF[4]GM[6]CA[UTF-8]AP[Tavola]MI[length:{record.length}][game:{game.number - 1}][ws:{one}][bs:{two}]"
    head += f"PW[{_text(record.players[0])}]PB[{_text(record.players[1])}]"
    return head + (f"RU[{':'.join(rules)}]" if rules else "")


def _result(outcome: Outcome, *, played_out: bool) -> str:
    """Return who has won how much.

    GNU Backgammon knows no other end of a game that was not played out than a resignation, and reads no result "on
    time".
    """
    return f"RE[{_COLOURS[outcome.winner]}+{outcome.points}{'' if played_out else 'R'}]"


def _remarks(record: MatchRecord, game: GameRecord) -> str:
    """Return what is to be said of a game in words: how it ended, and in the first the remarks on the match."""
    said = list(record.remarks) if game is record.games[0] else []
    before = next((one for one in record.games if one.number == game.number - 1), None)
    score = score_words(before, game) if before is not None else None
    said += [score] if score is not None else []
    if game.outcome is not None and not can_be_played(game.outcome, _cube_of(game)):
        said.append(given_words(record, game.number, game.outcome))
    elif game.outcome is not None and game.outcome.ending in ENDS:
        said.append(ENDS[game.outcome.ending])
    return f"GC[{_text('; '.join(said))}]" if said else ""


def _cube_of(game: GameRecord) -> int:
    """Return the value of the cube at the end of a game."""
    taken = sum(isinstance(action, Take) for action in game.actions)
    countered = sum(isinstance(action, Beaver | Raccoon) for action in game.actions)
    return game.cube << (taken + countered)


def _is_played_out(game: GameRecord, judged: dict[int, JudgedPlay]) -> bool:
    """Return whether what is written of a game ends it: a pass, or a legal play that bears the last checker off."""
    if not game.actions:
        return False
    last = judged.get(id(game.actions[-1]))
    borne_off = last is not None and last.legal and last.after is not None and all_borne_off(last.after.mine)
    return isinstance(game.actions[-1], Drop) or borne_off


def _nodes(action: RecordedAction, played: JudgedPlay | None) -> list[str]:
    """Return the nodes of an action; none for a resignation, which stands in the result."""
    colour = _COLOURS[action.player]
    match action:
        case RollAndPlay(roll=roll):
            return _turn(action, roll, played)
        case Dance(roll=None):
            return []
        case Dance(roll=roll):
            return [f"{colour}[{roll}]"]
        case RollAlone(roll=roll) | HiddenPlay(roll=roll):
            return [] if roll is None else [f"PL[{colour}]DI[{roll}]"]
        case Double() | Beaver() | Raccoon():
            return [f"{colour}[double]"]
        case Take():
            return [f"{colour}[take]"]
        case Drop():
            return [f"{colour}[drop]"]
        case Resign():
            return []
        case _:
            raise SgfError("sgf.unreadable", line=action.line, action=type(action).__name__)


def _turn(action: RollAndPlay, roll: Roll, played: JudgedPlay | None) -> list[str]:
    """Return the node of a play, or for one that the dice do not allow the dice and the board that it left."""
    colour, player = _COLOURS[action.player], action.player
    if played is None or played.after is None:
        raise SgfError("sgf.unreadable", line=action.line, action=action.play)
    if not action.declared_illegal and played.legal:
        try:
            moves = find_play(played.before, roll, played.after, AT_THE_TABLE)
        except IllegalPlayError:
            moves = ()
        if moves or played.before == played.after:
            letters = "".join(_letter(move.source, player) + _letter(move.target, player) for move in moves)
            return [f"{colour}[{roll}{letters}]"]
    left = played.after if player is Player.ONE else played.after.turned()
    return [f"PL[{colour}]DI[{roll}]", f"PL[{_COLOURS[player.other]}]{_board(left)}"]


def _board(position: Position) -> str:
    """Return the properties that set a board up, seen by player ONE."""
    sides = (("AW", Player.ONE, position.mine), ("AB", Player.TWO, position.theirs))
    text = "AE[a:y]"
    for name, player, counts in sides:
        places = "".join(f"[{_letter(point, player)}]" * counts[point] for point in range(1, BAR + 1))
        text += name + places if places else ""
    return text


def _letter(point: int, player: Player) -> str:
    """Return the letter of a player's own point."""
    if point == OFF:
        return "z"
    if point == BAR:
        return "y"
    return chr(ord("a") + (point - 1 if player is Player.ONE else 24 - point))


def _text(text: str) -> str:
    """Return a text with what means something in SGF escaped, in one line."""
    line = " ".join(text.split())
    for mark in "\\]":
        line = line.replace(mark, "\\" + mark)
    return line
