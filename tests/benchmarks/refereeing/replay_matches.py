"""Replay transcripts of real matches and judge every play.

    python -m tests.benchmarks.refereeing.replay_matches PATH...

Each PATH is a transcript or a folder, which is searched for .txt and .mat files. Every play that is not legal and
everything that cannot be read is printed, with the file, the game, the row, the GNU Backgammon position ID before the
play and the dice; and every score or cube value that does not follow from the game. The last line counts. An illegal
play that a file records by a dump of the position after it is printed, but counted apart: no play is written that could
be judged.
"""

from __future__ import annotations

import sys
from dataclasses import dataclass
from pathlib import Path
from typing import TYPE_CHECKING

from controller.foreign import ForeignError
from controller.record.mat_reader import read_mat
from controller.record.replay import GameReplay, JudgedPlay, replay
from controller.record.transcript import RollAndPlay
from controller.rules.ids.position_id import position_id

if TYPE_CHECKING:
    from collections.abc import Iterable, Sequence

_SUFFIXES = {".txt", ".mat"}


@dataclass(slots=True)
class Count:
    """What has been seen in all files.

    Attributes:
        files: transcripts opened.
        games: games in them.
        plays: written plays judged.
        illegal: plays, or dances, that the rules do not allow.
        dumped: illegal plays of which only the position after them is written.
        unreadable: cells, rows or whole files that say nothing that can be understood.
        unjudged: written plays after a gap in the record.
        disagreements: scores and cube values that do not follow from the game.
    """

    files: int = 0
    games: int = 0
    plays: int = 0
    illegal: int = 0
    dumped: int = 0
    unreadable: int = 0
    unjudged: int = 0
    disagreements: int = 0

    def __str__(self) -> str:
        """Return the last line."""
        return (
            f"files {self.files} games {self.games} plays {self.plays} "
            f"illegal {self.illegal} unreadable {self.unreadable}"
        )


def transcripts(paths: Iterable[Path]) -> list[Path]:
    """Return the transcripts that the paths name or hold, sorted.

    Raises:
        FileNotFoundError: a path that does not exist, or a folder without any transcript.
    """
    found: list[Path] = []
    for path in paths:
        inside = [path] if path.is_file() else sorted(one for one in path.rglob("*") if one.suffix.lower() in _SUFFIXES)
        if not inside:
            raise FileNotFoundError(path)
        found.extend(inside)
    return found


def judge(files: Iterable[Path]) -> tuple[Count, list[str]]:
    """Return the counts over all files, and a line for everything found amiss."""
    count = Count()
    lines: list[str] = []
    for file in files:
        count.files += 1
        try:
            record = read_mat(file)
        except ForeignError as error:
            count.unreadable += 1
            lines.append(f"unreadable: {file.name}: {error}")
            continue
        for game in replay(record):
            count.games += 1
            lines.extend(f"{file.name} game {game.game.number} {line}" for line in _judge_game(game, count))
    return count, lines


def _judge_game(game: GameReplay, count: Count) -> list[str]:
    """Count one game and return a line for everything found amiss in it."""
    dumped = sum(_is_dumped(play) for play in game.plays)
    count.dumped += dumped
    count.plays += sum(isinstance(play.action, RollAndPlay) for play in game.plays) - dumped
    count.unjudged += game.unjudged
    illegal = [_illegal(play) for play in game.plays if not play.legal]
    count.illegal += sum(not play.legal and not _is_dumped(play) for play in game.plays)
    unreadable = [f"row {one.row} (line {one.line}) unreadable: {one.text}" for one in game.unreadable]
    count.unreadable += len(unreadable)
    amiss = [f"line {one.line} {one.key}: {one.written}, expected {one.expected}" for one in game.disagreements]
    count.disagreements += len(amiss)
    return [*illegal, *unreadable, *amiss]


def _is_dumped(play: JudgedPlay) -> bool:
    """Whether the file tells the position after the play instead of the play."""
    return isinstance(play.action, RollAndPlay) and play.action.after is not None


def _illegal(play: JudgedPlay) -> str:
    """Return what there is to say of a play that is not legal."""
    action = play.action
    written = (action.play or "dumped") if isinstance(action, RollAndPlay) else "no play"
    declared = " (declared)" if isinstance(action, RollAndPlay) and action.declared_illegal else ""
    after = "cannot be made" if play.after is None else position_id(play.after)
    return f"row {action.row} illegal{declared}: {position_id(play.before)} {play.roll} {written} -> {after}"


def main(arguments: Sequence[str]) -> int:
    """Judge the transcripts named, print the findings, and return 0; 2 where a path is missing."""
    if not arguments:
        print("usage: python -m tests.benchmarks.refereeing.replay_matches PATH...", file=sys.stderr)
        return 2
    try:
        files = transcripts(Path(argument) for argument in arguments)
        count, lines = judge(files)
    except OSError as error:
        print(f"replay_matches: no transcript to read at {error.filename or error}", file=sys.stderr)
        return 2
    for line in lines:
        print(line)
    print(
        f"score disagreements {count.disagreements}, illegal plays dumped {count.dumped}, "
        f"plays after a gap {count.unjudged}"
    )
    print(count)
    return 0


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
