"""How well a built-in player moves its checkers, in GNU Backgammon's judgement.

`python -m tests.benchmarks.players.rate_player --games 200` lets the player play games against itself without a cube,
for points with gammons and backgammons, writes each as .mat, has GNU Backgammon analyse every play two plies deep, and
prints the errors per unforced play in thousandths of a point ("Error rate mEMG" in GNU Backgammon's statistics) with
their 95 % interval, from the spread between games.
"""

from __future__ import annotations

import argparse
import os
import re
import subprocess
import tempfile
import time
from dataclasses import dataclass
from pathlib import Path
from random import Random
from typing import TYPE_CHECKING, Final

import numpy as np

from controller.players.beginner import BeginnerPlayer
from controller.players.club import EFFORT, ClubPlayer
from controller.players.evaluation.network import SHIPPED, load
from controller.players.player import PlayQuestion, Situation
from controller.record.mat_writer import write_mat
from controller.record.transcript import Dance, GameRecord, MatchRecord, Outcome, RecordedAction, RollAndPlay
from controller.rules import (
    STANDARD,
    START,
    CubeState,
    GameResult,
    Player,
    Roll,
    all_borne_off,
    borne_off,
    find_play,
    format_play,
    legal_plays,
    money_session,
)
from tests.benchmarks.refereeing.plays.gnubg_plays import GNUBG

if TYPE_CHECKING:
    from collections.abc import Sequence

    from controller.players.player import ComputerPlayer

_UNFORCED: Final = re.compile(r"^Unforced moves\s+(\d+)\s+(\d+)", re.MULTILINE)
_ERROR: Final = re.compile(r"^Error total EMG \(Points\)\s+(-?\d+\.\d+) \([^)]*\)\s+(-?\d+\.\d+)", re.MULTILINE)
_SECONDS_A_GAME: Final = 180


@dataclass(frozen=True, slots=True)
class Rating:
    """What GNU Backgammon has found.

    Attributes:
        games: how many games.
        unforced: how many plays with a choice.
        error: the points that they have given away in all.
        spread: half the 95 % interval of the error per play.
    """

    games: int
    unforced: int
    error: float
    spread: float

    @property
    def per_play(self) -> float:
        """The points given away per unforced play."""
        return self.error / self.unforced


def played_game(player: ComputerPlayer, rng: Random) -> tuple[tuple[RecordedAction, ...], GameResult, list[float]]:
    """Return the actions and the result of a game of the player against itself, and the seconds of each choice."""
    actions: list[RecordedAction] = []
    seconds: list[float] = []
    first, second = rng.sample(range(1, 7), 2)
    mover, roll, position = Player.ONE if first > second else Player.TWO, Roll.of(first, second), START
    while True:
        results = tuple(legal_plays(position, roll))
        if results:
            situation = Situation(
                position=position,
                me=mover,
                on_roll=True,
                match=money_session(),
                cube=CubeState(),
                profile=STANDARD,
            )
            begun = time.process_time()
            after = player.choose(PlayQuestion(situation, roll, results)).value
            seconds.append(time.process_time() - begun)
            actions.append(RollAndPlay(player=mover, roll=roll, play=format_play(find_play(position, roll, after))))
            if all_borne_off(after.mine):
                return tuple(actions), borne_off(after, mover, CubeState(), money_session(), STANDARD), seconds
            position = after
        else:
            actions.append(Dance(player=mover, roll=roll))
        mover, position = mover.other, position.turned()
        roll = Roll.of(rng.randint(1, 6), rng.randint(1, 6))


def rating_of(found: Sequence[tuple[int, float]]) -> Rating:
    """Return the rating from each game's unforced plays and the points they gave away."""
    unforced = np.array([pair[0] for pair in found])
    errors = np.array([pair[1] for pair in found])
    mean = errors.sum() / unforced.sum()
    # The spread of a ratio of sums over games (the linearised variance of a ratio estimator).
    residues = errors - mean * unforced
    deviation = float(np.sqrt((residues**2).sum())) / float(unforced.sum())
    return Rating(len(found), int(unforced.sum()), float(errors.sum()), 1.96 * deviation)


def analysed(file: Path, plies: int = 2, *, cubeless: bool = False) -> tuple[int, float]:
    """Return the unforced plays of a game and the points they gave away, of both players together.

    Args:
        file: a .mat file of one game.
        plies: how deep GNU Backgammon looks.
        cubeless: it judges as if there were no cube, as the player has; else as it does when asked for nothing else.

    Raises:
        OSError: it is not installed.
        ValueError: it did not analyse the game.
    """
    if GNUBG is None:
        raise OSError("gnubg is not installed")
    commands = [
        "set threads 1",
        "set jacoby off",
        "set analysis luck off",
        "set analysis cubedecision off",
        f"set analysis chequerplay evaluation plies {plies}",
        f"set analysis chequerplay evaluation cubeful {'off' if cubeless else 'on'}",
        f'import mat "{file}"',
        "analyse match",
        "show statistics match",
        "quit",
        "y",
        "",
    ]
    with tempfile.TemporaryDirectory() as home:
        script = Path(home) / "commands"
        script.write_text("\n".join(commands), encoding="utf-8")
        done = subprocess.run(
            [GNUBG, "-t", "-q", "-c", str(script)],
            stdin=subprocess.DEVNULL,
            env={**os.environ, "HOME": home},
            capture_output=True,
            timeout=_SECONDS_A_GAME,
            check=False,
        )
    text = done.stdout.decode(errors="replace")
    unforced, error = _UNFORCED.search(text), _ERROR.search(text)
    if unforced is None or error is None:
        raise ValueError(f"gnubg said nothing about {file}")
    return sum(map(int, unforced.groups())), -sum(map(float, error.groups()))


def main() -> None:
    """Play, let GNU Backgammon judge, and print."""
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--games", type=int, default=200)
    parser.add_argument("--seed", type=int, default=1)
    parser.add_argument("--level", choices=("beginner", "club"), default="club")
    parser.add_argument("--model", type=Path, default=SHIPPED)
    parser.add_argument("--looks", type=int, default=len(EFFORT), help="how many rolls the player looks ahead")
    parser.add_argument("--cubeless", action="store_true", help="have the plays judged as in games without a cube")
    parser.add_argument("--keep", type=Path, help="a folder for the .mat files")
    options = parser.parse_args()
    networks = load(options.model)
    player: ComputerPlayer = ClubPlayer(networks, EFFORT[: options.looks])
    if options.level == "beginner":
        player = BeginnerPlayer(networks, options.seed)
    found: list[tuple[int, float]] = []
    seconds: list[float] = []
    with tempfile.TemporaryDirectory() as scratch:
        folder = options.keep or Path(scratch)
        folder.mkdir(parents=True, exist_ok=True)
        for number in range(options.games):
            actions, result, taken = played_game(player, Random(f"{options.seed}/{number}"))
            outcome = Outcome(result.winner, result.points)
            record = GameRecord(1, (0, 0), crawford=False, actions=actions, outcome=outcome)
            file = folder / f"game-{number:03d}.mat"
            file.write_text(write_mat(MatchRecord(("one", "two"), 0, (record,))), encoding="utf-8")
            found.append(analysed(file, cubeless=options.cubeless))
            seconds += taken
            if (number + 1) % 20 == 0 or number + 1 == options.games:
                _tell(rating_of(found), seconds)


def _tell(rating: Rating, seconds: list[float]) -> None:
    """Print a rating and how long the plays took."""
    print(
        f"{1000 * rating.per_play:.1f} +- {1000 * rating.spread:.1f} millipoints per unforced play (95 %): "
        f"{rating.unforced} unforced plays of {rating.games} games, GNU Backgammon, 2-ply; a play took "
        f"{1000 * sum(seconds) / len(seconds):.0f} ms of processor time on average, {1000 * max(seconds):.0f} at most",
        flush=True,
    )


if __name__ == "__main__":
    main()
