"""A match that was written down, as simulated people can play it again."""

from __future__ import annotations

from typing import TYPE_CHECKING, Final

from controller.record.mat_reader import read_mat
from controller.record.replay import replay
from controller.record.transcript import Double, Drop, Take
from controller.rules import Level, Player
from controller.simulation.people.choosing import Script, ScriptGame, ScriptTurn, Word

if TYPE_CHECKING:
    from pathlib import Path

    from controller.record.replay import GameReplay
    from controller.rules.variant import Variant

_WORDS: Final[dict[type, Word]] = {Double: "double", Take: "take", Drop: "drop"}


def script_of(path: Path) -> tuple[int, Variant, Script]:
    """Return a match of the .mat family: its points, which game was played, and its games.

    A money session is played as one game each.

    A game is taken as far as its plays are known and legal, and nobody beavers.

    Raises:
        OSError: the file cannot be read.
        MatFileError: it is no transcript.
    """
    record = read_mat(path)
    return max(1, record.length), record.variant, Script(tuple(_game(one) for one in replay(record)))


def _game(replayed: GameReplay) -> ScriptGame:
    """Return a game."""
    judged = {id(play.action): play for play in replayed.plays}
    parts: list[ScriptTurn | Word] = []
    cube, whole = 1, True
    for action in replayed.game.actions:
        word = _WORDS.get(type(action))
        if word is not None:
            parts.append(word)
            cube *= 2 if word == "take" else 1
            continue
        play = judged.get(id(action))
        if play is None or play.after is None or not play.legal:
            whole = play is None and action is replayed.game.actions[-1]
            break
        parts.append(ScriptTurn(action.player, play.roll, play.before, play.after))
    return ScriptGame(tuple(parts), _resigned(replayed, parts, cube) if whole else None)


def _resigned(replayed: GameReplay, parts: list[ScriptTurn | Word], cube: int) -> tuple[Player, Level] | None:
    """Return who resigned, and what, where the written result did not come about by playing or by the cube."""
    outcome, last = replayed.game.outcome, parts[-1] if parts else None
    if outcome is None or not isinstance(last, ScriptTurn) or not any(last.after.mine[1:]):
        return None
    levels = [level for level in Level if cube * level == outcome.points]
    return (outcome.winner.other, levels[0] if levels else Level.SINGLE)
