"""Writing a match for people to read: one line a turn, whichever game is played.

Games that begin beside the board have no file that other programs could read; this and the JSON document are their
records. A line has the player, the dice, the moves as they are written everywhere ("hand/22" enters a checker that has
never been in play), and the double that was played after a 1 and a 2.
"""

from __future__ import annotations

from typing import TYPE_CHECKING

from controller.record.mat_writer import write_mat
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
    Unreadable,
)
from controller.rules.position import BAR, OFF
from controller.rules.variant import BACKGAMMON

if TYPE_CHECKING:
    from collections.abc import Iterator

    from controller.rules.dice import Roll
    from controller.rules.position import Position


def match_file(record: MatchRecord) -> tuple[str, str]:
    """Return the suffix and the text of the match file: .mat for backgammon, .txt for what others would take for it."""
    return (".mat", write_mat(record)) if record.variant == BACKGAMMON else (".txt", write_text(record))


def write_text(record: MatchRecord) -> str:
    """Return the record as lines for people."""
    one, two = record.players
    goal = f"to {record.length} points" if record.length > 1 else "to 1 point" if record.length else "for money"
    lines = [f"{one} against {two}, {record.variant.name}, {goal}"]
    for game in record.games:
        lines += ["", *_game(record, game)]
    return "\n".join(lines) + "\n"


def _game(record: MatchRecord, game: GameRecord) -> Iterator[str]:
    """Yield the lines of a game."""
    one, two = record.players
    crawford = ", Crawford game" if game.crawford else ""
    yield f"Game {game.number}: {one} {game.score[0]}, {two} {game.score[1]}{crawford}"
    if game.start is not None:
        yield f"     begins from {_position(game.start)}"
    wide = max(map(len, record.players))
    for number, action in enumerate(game.actions, 1):
        yield f"{number:4d}. {record.players[action.player]:<{wide}}  {_action(action)}".rstrip()
    if game.outcome is not None:
        yield _outcome(record, game.outcome)


def _action(action: RecordedAction) -> str:
    """Return what a player did."""
    match action:
        case RollAndPlay(roll=roll, after=after) if after is not None and action.declared_illegal:
            return f"{_dice(roll)} illegal, left {_position(after)}"
        case RollAndPlay(roll=roll, play=play, named=named):
            return f"{_dice(roll)} {play}{'' if named is None else f' (double {named})'}"
        case Dance(roll=roll):
            return f"{_dice(roll)} cannot move"
        case RollAlone(roll=roll) | HiddenPlay(roll=roll):
            return f"{_dice(roll)} ..."
        case Double(value=value):
            return "doubles" if value is None else f"doubles to {value}"
        case Beaver(value=value) | Raccoon(value=value):
            return f"{type(action).__name__.lower()}s{'' if value is None else f' to {value}'}"
        case Take():
            return "takes"
        case Drop():
            return "passes"
        case Resign(level=level):
            return "resigns" if level is None else f"resigns a {level.name.lower()} game"
        case Unreadable(text=text):
            return text
        case _:
            return ""


def _dice(roll: Roll | None) -> str:
    """Return dice as they are written; dashes where none were thrown."""
    return f"{roll}:" if roll is not None else "--:"


def _outcome(record: MatchRecord, outcome: Outcome) -> str:
    """Return the line that ends a game."""
    if outcome.wins_match and not outcome.points:
        return f"      {record.players[outcome.winner]} wins the match"
    points = "1 point" if outcome.points == 1 else f"{outcome.points} points"
    return f"      {record.players[outcome.winner]} wins {points}{' and the match' if outcome.wins_match else ''}"


def _position(position: Position) -> str:
    """Return where the checkers stand: his own by his points, and the other's by the other's."""
    sides = ((position.mine, position.unentered[0]), (position.theirs, position.unentered[1]))
    return " | ".join(_side(counts, unentered) for counts, unentered in sides)


def _side(counts: tuple[int, ...], unentered: int) -> str:
    """Return one player's checkers, point by point."""
    places = [("hand", unentered), ("bar", counts[BAR] - unentered)]
    places += [(str(point), counts[point]) for point in range(24, 0, -1)]
    return " ".join(f"{name}:{count}" for name, count in (*places, ("off", counts[OFF])) if count)
