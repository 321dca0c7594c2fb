"""Matches as SGF: GNU Backgammon reads them, and tells the same games, positions and scores."""

from __future__ import annotations

import os
import re
import shutil
import subprocess
from random import Random
from typing import TYPE_CHECKING

import pytest

from controller.record.keeper import Keeper
from controller.record.mat_reader import parse_mat
from controller.record.mat_writer import write_mat
from controller.record.replay import replay
from controller.record.sgf_writer import SgfError, write_sgf
from controller.record.transcript import (
    Beaver,
    Dance,
    Double,
    Drop,
    GameRecord,
    HiddenPlay,
    MatchRecord,
    Outcome,
    Resign,
    RollAlone,
    RollAndPlay,
    Take,
    Unreadable,
)
from controller.referee import events as ev
from controller.referee.options.options import preset
from controller.referee.options.words import with_words
from controller.rules import STANDARD, START, Ending, Level, Player, Position, Roll
from tests.controller.simulation.perfect import play
from tests.random_matches import random_match

if TYPE_CHECKING:
    from pathlib import Path

    from controller.record.transcript import RecordedAction

GNUBG = shutil.which("gnubg", path=os.pathsep.join([os.environ.get("PATH", ""), "/usr/games"]))
ONE, TWO = Player.ONE, Player.TWO
needs_gnubg = pytest.mark.skipif(GNUBG is None, reason="GNU Backgammon is not installed")


def read_by_gnubg(text: str, folder: Path, kind: str) -> tuple[str, MatchRecord]:
    """Let GNU Backgammon read a match and write it as .mat; return what it printed and what it wrote."""
    source, again = folder / f"match.{kind}", folder / "again.mat"
    source.write_text(text, encoding="utf-8")
    reading = f'load match "{source}"' if kind == "sgf" else f'import mat "{source}"'
    printed = gnubg(folder, reading, f'export match mat "{again}"', "show score")
    return printed, parse_mat(again.read_text(encoding="utf-8"))


def gnubg(folder: Path, *commands: str) -> str:
    """Let GNU Backgammon obey, and return what it prints."""
    script = folder / "script"
    script.write_text("\n".join([*commands, ""]), "utf-8")
    done = subprocess.run(
        [GNUBG or "", "-t", "-q", "-c", str(script)],
        capture_output=True,
        text=True,
        timeout=60,
        check=False,
        cwd=folder,
        env={**os.environ, "HOME": str(folder)},
    )
    return done.stdout + done.stderr


def nodes(text: str) -> list[str]:
    """Return what happens in the games of an .sgf file, node by node; who is next on a board set up is left out."""
    lines = (line.rstrip(")") for line in text.splitlines() if line.startswith(";"))
    return [re.sub(r"PL\[.\](?=AE)", "", line) for line in lines]


def finals(record: MatchRecord) -> list[tuple[object, ...]]:
    """Return of each game its score, the position after every turn and its end."""
    return [
        (
            played.game.score,
            played.game.crawford,
            [one.after for one in played.plays if one.before != one.after],
            played.game.outcome and (played.game.outcome.winner, played.game.outcome.points),
        )
        for played in replay(record)
    ]


@needs_gnubg
@pytest.mark.parametrize("kind", ["sgf", "mat"])
@pytest.mark.parametrize("seed", [3, 4])
def test_a_match_of_simulated_people_is_the_same_in_gnu_backgammon(seed: int, kind: str, tmp_path: Path) -> None:
    played = play(seed, length=5, slips=[(2, "wrong-distance")])
    record = Keeper().heard(played.events).record
    text = write_sgf(record) if kind == "sgf" else write_mat(record)
    printed, again = read_by_gnubg(text, tmp_path, kind)
    assert "llegal" not in printed
    assert finals(again) == finals(record)
    assert len(record.games) > 1


@needs_gnubg
@pytest.mark.parametrize("kind", ["sgf", "mat"])
@pytest.mark.parametrize(
    ("game", "seed", "length"),
    [("hypergammon", 9022, 3), ("hypergammon", 7, 0), ("nackgammon", 2, 3), ("nackgammon", 5, 0)],
)
def test_other_games_with_the_checkers_of_backgammon_are_the_same_in_gnu_backgammon(
    game: str, seed: int, length: int, kind: str, tmp_path: Path
) -> None:
    record = Keeper().heard(play(seed, length, options=with_words(preset("club"), (f"game={game}",))).events).record
    text = write_sgf(record) if kind == "sgf" else write_mat(record)
    _, again = read_by_gnubg(text, tmp_path, kind)
    assert again.variant == record.variant
    assert finals(again) == finals(record)
    assert all(one.legal for played in replay(again) for one in played.plays)


def moved(position: Position, **moves: int) -> Position:
    """Return a position with a player's own checkers moved: p8=-1 takes one from his 8 point."""
    mine = list(position.mine)
    for point, change in moves.items():
        mine[int(point[1:])] += change
    return Position(tuple(mine), position.theirs)


ILLEGAL = moved(START, p8=-1, p6=-1, p4=2)
AFTER_31 = moved(START, p8=-1, p6=-1, p5=2)


def one_game(*actions: RecordedAction, outcome: Outcome | None = None, length: int = 3) -> MatchRecord:
    """Return a match of one game."""
    game = GameRecord(1, (0, 0), crawford=False, actions=actions, outcome=outcome)
    return MatchRecord(("Anna", "Boris: the [2nd]"), length, (game,))


OPENING = RollAndPlay(player=ONE, roll=Roll(3, 1), play="8/5 6/5")
STANDING = RollAndPlay(
    player=TWO,
    roll=Roll(4, 1),
    play="",
    after=Position(ILLEGAL.mine, AFTER_31.mine),
    declared_illegal=True,
)
ILLEGAL_GAME = one_game(
    OPENING,
    STANDING,
    RollAndPlay(player=ONE, roll=Roll(6, 2), play="24/18 13/11"),
    Resign(player=ONE, level=Level.GAMMON),
    outcome=Outcome(TWO, 2, ending=Ending.RESIGNED),
)
GAMES = {
    "a double taken and a redouble passed": one_game(
        OPENING,
        Double(player=TWO, value=2),
        Take(player=ONE),
        RollAndPlay(player=TWO, roll=Roll(6, 5), play="24/13"),
        Double(player=ONE, value=4),
        Drop(player=TWO),
        outcome=Outcome(ONE, 2, ending=Ending.DROPPED),
    ),
    "a game lost on time": one_game(
        OPENING,
        RollAndPlay(player=TWO, roll=Roll(6, 5), play="24/13"),
        outcome=Outcome(TWO, 1, ending=Ending.TIME),
    ),
    "a match lost on time": one_game(
        OPENING,
        RollAndPlay(player=TWO, roll=Roll(6, 5), play="24/13"),
        outcome=Outcome(ONE, 3, wins_match=True, ending=Ending.TIME),
    ),
}


@needs_gnubg
@pytest.mark.parametrize("kind", ["sgf", "mat"])
def test_an_illegal_play_that_stands_is_the_same_in_gnu_backgammon(kind: str, tmp_path: Path) -> None:
    source, again = tmp_path / f"match.{kind}", tmp_path / "again.sgf"
    source.write_text(write_sgf(ILLEGAL_GAME) if kind == "sgf" else write_mat(ILLEGAL_GAME), "utf-8")
    reading = f'load match "{source}"' if kind == "sgf" else f'import mat "{source}"'
    printed = gnubg(tmp_path, reading, f'save match "{again}"', "show score")
    assert nodes(again.read_text("utf-8")) == nodes(write_sgf(ILLEGAL_GAME))
    assert "Anna 0" in printed
    assert "2 (match to 3 points)" in printed


@needs_gnubg
@pytest.mark.parametrize(("seed", "length", "illegal"), [(1, 5, False), (2, 9, True), (3, 0, False), (4, 25, True)])
def test_gnu_backgammon_plays_random_matches_to_the_same_score(
    tmp_path: Path,
    seed: int,
    length: int,
    illegal: bool,  # noqa: FBT001 - a table's column
) -> None:
    record, match = random_match(Random(seed), length, games=4, profile=STANDARD, illegal=illegal)
    source, again = tmp_path / "match.sgf", tmp_path / "again.sgf"
    source.write_text(write_sgf(record), "utf-8")
    printed = gnubg(tmp_path, f'load match "{source}"', f'save match "{again}"', "show score")
    score = re.search(rf"after {len(record.games)} games?\) is: Ada (\d+), Grace Hopper (\d+)", printed)
    assert score is not None, printed
    assert (int(score[1]), int(score[2])) == match.score
    assert nodes(again.read_text("utf-8")) == nodes(write_sgf(record))


@needs_gnubg
@pytest.mark.parametrize("kind", ["sgf", "mat"])
@pytest.mark.parametrize("name", GAMES)
def test_what_does_not_end_by_bearing_off_is_the_same_in_gnu_backgammon(name: str, kind: str, tmp_path: Path) -> None:
    record = GAMES[name]
    _, again = read_by_gnubg(write_sgf(record) if kind == "sgf" else write_mat(record), tmp_path, kind)
    assert finals(again) == finals(record)


@needs_gnubg
def test_a_game_begun_from_another_position_is_the_same_in_gnu_backgammon(tmp_path: Path) -> None:
    odd = moved(START, p8=-1, p7=1)
    game = GameRecord(
        1,
        (0, 0),
        crawford=False,
        actions=(
            RollAndPlay(player=ONE, roll=Roll(3, 1), play="7/4/3"),
            RollAndPlay(player=TWO, roll=Roll(6, 5), play="24/13"),
        ),
        outcome=None,
        start=odd,
    )
    record = MatchRecord(("Anna", "Boris"), 3, (game,))
    source, again = tmp_path / "odd.sgf", tmp_path / "again.sgf"
    source.write_text(write_sgf(record), encoding="utf-8")
    gnubg(tmp_path, f'load match "{source}"', f'save match "{again}"')
    written = nodes(again.read_text("utf-8"))
    assert written[0].endswith(nodes(write_sgf(record))[0][1:])
    assert written[1:] == nodes(write_sgf(record))[1:] == [";W[31gddc]", ";B[65aggl]"]
    (mat := tmp_path / "odd.mat").write_text(write_mat(record), encoding="utf-8")
    gnubg(tmp_path, f'import mat "{mat}"', f'save match "{again}"')
    assert nodes(again.read_text("utf-8"))[-1] == ";B[65aggl]"
    left = moved(odd, p7=-1, p3=1)
    assert "AE[a:y]" + "AW" + "".join(
        f"[{chr(96 + point)}]" * left.mine[point] for point in range(1, 25)
    ) in again.read_text("utf-8")


@needs_gnubg
def test_beavers_of_a_money_session_are_read(tmp_path: Path) -> None:
    record = one_game(
        OPENING,
        Double(player=TWO, value=2),
        Beaver(player=ONE, value=4),
        Take(player=TWO),
        RollAndPlay(player=TWO, roll=Roll(6, 5), play="24/13"),
        outcome=Outcome(ONE, 4, ending=Ending.RESIGNED),
        length=0,
    )
    _, again = read_by_gnubg(write_sgf(record), tmp_path, "sgf")
    assert finals(again)[0][-1] == (ONE, 4)


def test_letters_follow_the_first_players_points_for_both() -> None:
    text = write_sgf(one_game(OPENING, RollAndPlay(player=TWO, roll=Roll(6, 5), play="24/13")))
    assert ";W[31hefe]" in text
    assert ";B[65aggl]" in text
    assert "PB[Boris: the [2nd\\]]" in text


def test_a_dance_a_lone_roll_and_a_hidden_play_have_their_nodes() -> None:
    text = write_sgf(
        one_game(
            OPENING,
            Dance(player=TWO, roll=Roll(6, 6)),
            Dance(player=TWO, roll=None),
            RollAlone(player=ONE, roll=Roll(2, 1)),
            HiddenPlay(player=TWO, roll=None),
        )
    )
    assert text.rstrip().endswith(";B[66]\n;PL[W]DI[21])")


def test_a_record_with_something_unreadable_is_refused() -> None:
    with pytest.raises(SgfError, match=r"sgf\.unreadable"):
        write_sgf(one_game(Unreadable(player=ONE, text="?!")))


def test_a_crawford_game_and_the_rules_of_a_money_session_are_named() -> None:
    record = MatchRecord(("A", "B"), 3, (GameRecord(3, (2, 1), crawford=True, actions=(), outcome=None),))
    assert "MI[length:3][game:2][ws:2][bs:1]" in write_sgf(record)
    assert "RU[Crawford:CrawfordGame]" in write_sgf(record)
    money = MatchRecord(("A", "B"), 0, (GameRecord(1, (0, 0), False, (), None),), tags=(("Jacoby", "On"),))
    assert "RU[Jacoby]" in write_sgf(money)


def test_a_lost_match_is_told_with_how_it_was_lost() -> None:
    events = (
        ev.MatchStarted(0.0, ("Anna", "Boris"), 5),
        ev.GameStarted(1.0, 1, (1, 2), crawford=False),
        ev.TimeLost(2.0, TWO),
        ev.MatchWon(2.0, ONE, (1, 2)),
    )
    (game,) = Keeper().heard(events).record.games
    assert game.outcome == Outcome(ONE, 0, wins_match=True)
    assert game.outcome is not None
    assert game.outcome.ending is Ending.TIME
    text = write_sgf(Keeper().heard(events).record)
    assert "RE[" not in text
    assert "GC[Game 1: 0 points and the match to the left player, Anna, lost on time]" in text
