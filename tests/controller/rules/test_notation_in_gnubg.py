"""GNU Backgammon reads the plays that are written, and understands them as they were meant."""

from __future__ import annotations

import os
import random
import re
import shutil
import subprocess
from typing import TYPE_CHECKING

import pytest

from controller.rules import BAR, OFF, START, Position, Roll, find_play, format_play, legal_plays

if TYPE_CHECKING:
    from pathlib import Path

GNUBG = shutil.which("gnubg", path="/usr/games:/usr/bin:/usr/local/bin") or shutil.which("gnubg")
GAMES = 12
Turn = tuple[int, Roll, Position, Position]


def random_game(chance: random.Random) -> list[Turn]:
    """Return the turns of a game of random legal plays that like to hit, so that stars and entries abound."""
    turns: list[Turn] = []
    position, player = START, chance.randint(0, 1)
    roll = Roll.of(*chance.sample(range(1, 7), 2))
    while any(position.theirs[1:]):
        results = sorted(legal_plays(position, roll), key=lambda after: (after.mine, after.theirs)) or [position]
        hits = [after for after in results if after.theirs != position.theirs]
        after = chance.choice(hits if hits and chance.random() < 0.5 else results)
        turns.append((player, roll, position, after))
        position, player = after.turned(), 1 - player
        roll = Roll.of(chance.randint(1, 6), chance.randint(1, 6))
    return turns


def written_match(games: list[list[Turn]]) -> str:
    """Return a money session as a .mat file."""
    lines = [" 0 point match", ""]
    for number, turns in enumerate(games, 1):
        cells = [f"{roll}: {format_play(find_play(before, roll, after))}" for _, roll, before, after in turns]
        if turns[0][0] == 1:
            cells.insert(0, "")
        cells.append("")
        lines += [f" Game {number}", f" {'Alice : 0':31s} Bob : 0"]
        lines += [f"{row + 1:3d}) {cells[2 * row]:28s} {cells[2 * row + 1]}" for row in range(len(cells) // 2)]
        lines += [f"{' ' * (6 if turns[-1][0] == 0 else 40)}Wins 1 point", ""]
    return "\n".join(lines) + "\n"


def understood(before: Position, hops: str, player: int) -> Position:
    """Return the position after hops as SGF writes them: "a" to "x" player 0's points 1 to 24, "y" bar, "z" off."""
    mine, theirs = list(before.mine), list(before.theirs)
    places = [{"y": BAR, "z": OFF}.get(hop, ord(hop) - 96 if player == 0 else 25 - (ord(hop) - 96)) for hop in hops]
    for source, target in zip(places[::2], places[1::2], strict=True):
        mine[source] -= 1
        mine[target] += 1
        if target != OFF and theirs[25 - target]:
            theirs[25 - target] -= 1
            theirs[BAR] += 1
    return Position(tuple(mine), tuple(theirs))


@pytest.mark.skipif(GNUBG is None, reason="GNU Backgammon is not installed")
def test_gnu_backgammon_understands_every_play_of_random_games(tmp_path: Path) -> None:
    chance = random.Random(5)
    games = [random_game(chance) for _ in range(GAMES)]
    (tmp_path / "games.mat").write_text(written_match(games))
    commands = ["set automatic roll off", f"import mat {tmp_path}/games.mat", f"save match {tmp_path}/games.sgf"]
    (tmp_path / "commands").write_text("\n".join([*commands, "quit", "y", ""]))
    subprocess.run(
        [str(GNUBG), "-t", "-q", "-c", str(tmp_path / "commands")],
        stdin=subprocess.DEVNULL,
        env={**os.environ, "HOME": str(tmp_path)},
        capture_output=True,
        timeout=120,
        check=False,
    )
    records = (tmp_path / "games.sgf").read_text().split("(;")[1:]
    assert len(records) == GAMES
    for turns, record in zip(games, records, strict=True):
        plays = re.findall(r";([BW])\[([1-6])([1-6])([a-z]*)\]", record)
        assert len(plays) == len(turns)
        for (player, roll, before, after), (colour, first, second, hops) in zip(turns, plays, strict=True):
            assert (player, roll) == ("WB".index(colour), Roll.of(int(first), int(second)))
            assert understood(before, hops, player) == after
