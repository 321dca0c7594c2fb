"""Ends of games that no play brings about, and the dice that lay there: others read the same score as we do."""

from __future__ import annotations

import re
from typing import TYPE_CHECKING

import pytest

from controller.record.given import given_end, given_score
from controller.record.mat_reader import parse_mat
from controller.record.mat_writer import write_mat
from controller.record.replay import replay
from controller.record.sgf_writer import write_sgf
from controller.record.text_writer import write_text
from controller.record.transcript import Double, Drop, MatchRecord, Outcome, Resign, RollAlone, RollAndPlay, Take
from controller.rules import Ending, Player, Roll
from tests.controller.record.test_sgf_writer import gnubg, needs_gnubg
from tests.controller.referee.scenario import recorded

if TYPE_CHECKING:
    from pathlib import Path

BEGUN = """
match 7
setup
open 6 4
play 24/14
lift
"""
AWARDED = f"{BEGUN}\nrule match two"
GIVEN = f"{BEGUN}\nrule game one 5"
TIMED_OUT = f"{BEGUN}\nroll two 5 2\ntime-out two"
TURNED = f"{BEGUN}\nsay two double\nsay one take\nrule game one 2"
PENALISED = f"score 5 0\n{BEGUN}\nrule penalty two 2"
ENDS = {
    "awarded": (AWARDED, (0, 0)),
    "given points": (GIVEN, (0, 0)),
    "timed out": (TIMED_OUT, (0, 0)),
    "a gammon's worth": (TURNED, (2, 0)),
    "penalised": (PENALISED, (7, 0)),
}


def score(record: MatchRecord) -> tuple[int, int]:
    """Return the score after the last game as it is written in rows."""
    last = parse_mat("\n".join(line for line in write_mat(record).splitlines() if line[:1] != ";")).games[-1]
    points = list(last.score)
    if last.outcome is not None:
        points[last.outcome.winner] += last.outcome.points
    return points[0], points[1]


@needs_gnubg
@pytest.mark.parametrize(
    ("name", "kind"), [(name, kind) for name in ENDS for kind in ("mat", "sgf") if (name, kind) != ("penalised", "sgf")]
)
def test_others_read_the_score_that_the_rows_say(name: str, kind: str, tmp_path: Path) -> None:
    text, wanted = ENDS[name]
    record, source = recorded(text), tmp_path / f"match.{kind}"
    source.write_text(write_mat(record) if kind == "mat" else write_sgf(record), "utf-8")
    printed = gnubg(tmp_path, f'{"import mat" if kind == "mat" else "load match"} "{source}"', "show score")
    found = re.search(r"The score.*Anna (\d+), Boris (\d+)", printed)
    assert found is not None, printed
    assert (int(found[1]), int(found[2])) == score(record) == wanted


@pytest.mark.parametrize("name", ENDS)
def test_our_own_replay_of_our_own_file_agrees(name: str) -> None:
    record = recorded(ENDS[name][0])
    again = parse_mat(write_mat(record))
    assert again.games[-1].outcome == record.games[-1].outcome
    assert write_mat(again) == write_mat(record)
    assert [one.disagreements for one in replay(again)] == [()]


def test_how_a_match_was_given_stands_in_a_remark() -> None:
    assert "; Game 1: 0 points and the match to the right player, Boris, decided by the director" in write_mat(
        recorded(AWARDED)
    )
    assert parse_mat(write_mat(recorded(TIMED_OUT))).games[0].outcome == Outcome(Player.ONE, 0, wins_match=True)
    assert "Boris wins the match" in write_text(recorded(AWARDED))


RULED_SCORES = {
    "penalty in mid-game": (
        f"{BEGUN}\nrule penalty two 2\nsay two resign-single\nsay one confirm\nsetup\nopen 6 4",
        (3, 0),
    ),
    "penalty between games": (
        f"{BEGUN}\nsay two resign-single\nsay one confirm\nrule penalty one 2\nsetup\nopen 6 4",
        (1, 2),
    ),
    "a score that was set": (
        f"{BEGUN}\nsay two resign-single\nsay one confirm\nrule score 4 4\nsetup\nopen 6 4",
        (4, 4),
    ),
}


@pytest.mark.parametrize("name", RULED_SCORES)
def test_a_score_that_no_game_has_made_stands_in_a_remark_and_is_no_disagreement(name: str) -> None:
    text, (one, two) = RULED_SCORES[name]
    record = recorded(text)
    remark = f"Game 2 begins at {one}:{two}, decided by the director"
    written = write_mat(record)
    assert f"; {remark}\n" in written
    assert remark in write_sgf(record)
    again = parse_mat(written)
    assert [one.disagreements for one in replay(again)] == [(), ()]
    assert write_mat(again) == written
    assert [one.key for one in replay(parse_mat(written.replace("; Game 2", "; Game 7")))[0].disagreements] == [
        "replay.next_score"
    ]


def test_no_remark_tells_a_score_where_games_are_missing_or_follow_each_other() -> None:
    text = f"{BEGUN}\nsay two resign-single\nsay one confirm\nsetup\nopen 6 4"
    assert "begins at" not in write_mat(recorded(text))
    assert given_score("Game 2 begins at 3:1, decided by the director, he says") is None


@pytest.mark.parametrize(
    ("remark", "told"),
    [
        ("game 2:  3 Points to the right player, One, Two ,lost  on time ", (2, Outcome(Player.TWO, 3))),
        ("Game 1: 1 point to the left player, , decided by the director", (1, Outcome(Player.ONE, 1))),
        ("Game 1: 1 point to the left player, lost on time", None),
        ("Game 1: 1 point to the left player, Anna, lost on time, he says", None),
        (f"Game 1: {'9' * 5000} points to the left player, Anna, lost on time", None),
        (f"Game 1: 1 point to the left player,{' ' * 200_000},{' ' * 200_000}x", None),
    ],
    ids=["any case and gaps", "no name", "no why", "more", "digits", "gaps"],
)
def test_a_remark_tells_an_end_or_none_whoever_wrote_it(remark: str, told: tuple[int, Outcome] | None) -> None:
    assert given_end(remark) == told


@pytest.mark.parametrize(
    ("how", "ending"),
    [
        ("say two resign-single\nsay one confirm", Ending.RESIGNED),
        ("say one resign-gammon\nsay two confirm", Ending.RESIGNED),
        ("rule game one 1", Ending.RULING),
        ("time-out two", Ending.TIME),
    ],
)
def test_the_roll_before_such_an_end_is_kept(how: str, ending: Ending) -> None:
    record = recorded(f"{BEGUN}\nroll two 5 2\n{how}")
    (game,) = record.games
    assert game.outcome is not None
    assert game.outcome.ending is ending
    rolled = [action for action in game.actions if not isinstance(action, Resign)][-1]
    assert rolled == RollAlone(player=Player.TWO, roll=Roll(5, 2))
    assert "52:" in write_mat(record)
    assert "PL[B]DI[52]" in write_sgf(record)
    assert parse_mat(write_mat(record)).games[0].actions[-1] == rolled


@pytest.mark.parametrize(
    "before",
    [
        "rule undo",
        "rule roll",
        "play two 13/8 13/11\nlift",
        "play two 13/8 13/10\nlift\nsay one confirm",
    ],
)
def test_a_roll_that_was_played_or_taken_back_is_not_kept_twice(before: str) -> None:
    record = recorded(f"{BEGUN}\nroll two 5 2\n{before}\nsay two resign-single\nsay one confirm")
    assert not any(isinstance(action, RollAlone) for action in record.games[0].actions)


def test_a_double_that_came_too_early_is_of_the_next_turn() -> None:
    early = f"{BEGUN}\nroll two 5 2\nplay two 13/8 13/11\nsay one double"
    (game,) = recorded(f"{early}\nlift\nsay two take").games
    assert [type(action) for action in game.actions] == [RollAndPlay, RollAndPlay, Double, Take]
    assert parse_mat(write_mat(recorded(f"{early}\nlift\nsay two drop"))).games[0].actions[2:] == (
        Double(player=Player.ONE, value=2),
        Drop(player=Player.TWO),
    )
    withdrawn = recorded(f"{early}\nrule cube 1\nlift")
    assert [type(action) for action in withdrawn.games[0].actions] == [RollAndPlay, RollAndPlay]


def test_a_play_that_was_changed_illegally_after_its_end_is_recorded_once() -> None:
    changed = f"{BEGUN}\nplay one 14/11\nroll two 5 2\nplay two 13/8 13/11\nlift"
    (game,) = recorded(changed).games
    assert [(type(action), action.player) for action in game.actions] == [
        (RollAndPlay, Player.ONE),
        (RollAndPlay, Player.TWO),
    ]
    assert [one.legal for one in replay(parse_mat(write_mat(recorded(changed))))[0].plays] == [False, True]
