"""Writing transcripts: what is written reads back the same, and another program plays it to the same score."""

from __future__ import annotations

import os
import re
import shutil
import subprocess
from dataclasses import replace
from random import Random
from typing import TYPE_CHECKING

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from controller.record.errors import MatFileError
from controller.record.mat_reader import parse_mat, read_mat
from controller.record.mat_writer import write_mat
from controller.record.replay import replay
from controller.record.transcript import (
    Double,
    Drop,
    GameRecord,
    MatchRecord,
    Outcome,
    Resign,
    RollAndPlay,
    Unreadable,
)
from controller.rules.dice import Roll
from controller.rules.player import Player
from controller.rules.position import START, Position
from controller.rules.profile import STANDARD, OpeningTieRule
from controller.rules.variant import BACKGAMMON, HYPERGAMMON, NACKGAMMON, Variant
from tests.paths import DATA
from tests.random_matches import random_match

if TYPE_CHECKING:
    from pathlib import Path

FILES = sorted((DATA / "mat").glob("*.mat"))
GNUBG = shutil.which("gnubg", path=os.pathsep.join([os.environ.get("PATH", ""), "/usr/games"]))
BEAVERS = replace(STANDARD, beavers=True)


def said(record: MatchRecord) -> MatchRecord:
    """Return the record without what the text does not keep: resignations, tags and remarks added in writing."""
    games = tuple(
        replace(game, actions=tuple(action for action in game.actions if not isinstance(action, Resign)))
        for game in record.games
    )
    return replace(record, games=games, tags=(), remarks=())


def test_a_match_is_written_in_two_columns() -> None:
    game = GameRecord(
        1,
        (0, 2),
        crawford=False,
        actions=(
            RollAndPlay(player=Player.TWO, roll=Roll(3, 1), play="8/5 6/5"),
            RollAndPlay(player=Player.ONE, roll=Roll(5, 2), play="13/8 13/11"),
            Double(player=Player.TWO, value=2),
            Drop(player=Player.ONE),
        ),
        outcome=Outcome(Player.TWO, 1, wins_match=True),
    )
    record = MatchRecord(("Ada", "Grace : Hopper"), 3, (game,), (("Event", 'The "Cup"'),), ("a remark",))
    assert write_mat(record) == (
        "; [Event \"The 'Cup'\"]\n"
        "; a remark\n"
        "\n"
        " 3 point match\n"
        "\n"
        " Game 1\n"
        " Ada : 0                         Grace Hopper : 2\n"
        "  1)                             31: 8/5 6/5\n"
        "  2) 52: 13/8 13/11               Doubles => 2\n"
        "  3)  Drops                       Wins 1 point and the match\n"
    )


@pytest.mark.parametrize("path", FILES, ids=lambda path: path.stem)
def test_a_transcript_written_anew_reads_the_same(path: Path) -> None:
    record = read_mat(path)
    text = write_mat(record)
    again = parse_mat(text)
    assert replace(said(again), players=record.players) == said(record)
    assert write_mat(again) == text


@settings(max_examples=60, deadline=None)
@given(
    seed=st.integers(0, 2**32),
    length=st.sampled_from([0, 1, 3, 5]),
    variant=st.sampled_from([BACKGAMMON, NACKGAMMON, HYPERGAMMON]),
    illegal=st.booleans(),
)
def test_a_match_written_reads_and_replays_the_same(seed: int, length: int, variant: Variant, illegal: bool) -> None:  # noqa: FBT001 - hypothesis draws it
    tie = OpeningTieRule.AUTOMATIC_DOUBLE
    profile = replace(BEAVERS, variant=variant, opening_tie=tie, automatic_double_limit=None)
    record, match = random_match(Random(seed), length, games=3, profile=profile, illegal=illegal)
    text = write_mat(record)
    again = parse_mat(text)
    assert said(again) == said(record)
    assert write_mat(again) == text
    replays = replay(again)
    assert not any(game.disagreements or game.unreadable or game.unjudged for game in replays)
    for game in replays:
        for play in game.plays:
            assert play.legal != (isinstance(play.action, RollAndPlay) and play.action.declared_illegal)
    last = again.games[-1]
    assert last.outcome is not None
    final = list(last.score)
    final[last.outcome.winner] += last.outcome.points
    assert tuple(final) == match.score


def test_an_illegal_play_in_words_is_remarked_and_one_as_a_position_is_dumped() -> None:
    after = Position(tuple(START.mine), tuple(START.theirs))
    actions = (
        RollAndPlay(player=Player.ONE, roll=Roll(3, 1), play="8/5 6/5"),
        RollAndPlay(player=Player.TWO, roll=Roll(6, 2), play="13/12", after=after, declared_illegal=True),
        RollAndPlay(player=Player.ONE, roll=Roll(6, 2), play="24/15", declared_illegal=True),
    )
    game = GameRecord(4, (0, 0), crawford=False, actions=actions, outcome=None)
    text = write_mat(MatchRecord(("Ada", "Grace"), 5, (game,)))
    assert "; Game 4, Move 1 of Grace --> 62: 13/12 was illegal\n" in text
    assert "; Game 4, Move 2 of Ada --> 62: 24/15 was illegal\n" in text
    assert "62: Illegal play (5;0;0;0;1;Ada;Grace;0;0;0;1;0;0;-2;" in text
    assert parse_mat(text).games[0] == game
    assert write_mat(parse_mat(text)) == text


def test_automatic_doubles_are_remarked_since_the_rows_cannot_say_them() -> None:
    actions = (RollAndPlay(player=Player.ONE, roll=Roll(3, 1), play="8/5 6/5"), Double(player=Player.TWO))
    game = GameRecord(2, (0, 0), crawford=False, actions=actions, outcome=None, cube=4)
    record = MatchRecord(("Ada", "Grace"), 0, (game,))
    text = write_mat(record)
    assert text.startswith("; Game 2 begins with the cube at 4\n")
    assert "Doubles => 8\n" in text
    assert parse_mat(text).games[0].cube == 4
    assert write_mat(parse_mat(text)) == text


def test_a_comment_stays_on_its_line() -> None:
    game = GameRecord(1, (0, 0), crawford=False, actions=(), outcome=None)
    text = write_mat(MatchRecord(("A", "B"), 5, (game,), (("Event", "one\ntwo"),), ("three\r\nfour",)))
    assert text.startswith('; [Event "one two"]\n; three four\n\n 5 point match\n')


def test_names_that_importers_cannot_read_are_changed() -> None:
    text = write_mat(
        MatchRecord(("", " a:\tb  c;d"), 5, (GameRecord(1, (0, 0), crawford=False, actions=(), outcome=None),))
    )
    assert " Player 1 : 0                    a b c d : 0\n" in text
    assert parse_mat(text).players == ("Player 1", "a b c d")


def test_what_could_not_be_read_is_not_written() -> None:
    actions = (Unreadable(player=Player.ONE, text="?", line=7),)
    record = MatchRecord(("A", "B"), 5, (GameRecord(1, (0, 0), crawford=False, actions=actions, outcome=None),))
    with pytest.raises(MatFileError) as refused:
        write_mat(record)
    assert (refused.value.key, refused.value.params["line"]) == ("mat.unreadable", 7)


def import_by_gnubg(text: str, folder: Path) -> tuple[str, MatchRecord]:
    """Return what GNU Backgammon says on importing a transcript, and the match as it exports it."""
    (folder / "in.mat").write_text(text, encoding="utf-8")
    commands = "set jacoby off\nimport mat in.mat\nexport match mat out.mat\nshow score\nquit\ny\n"
    assert GNUBG is not None
    said_by = subprocess.run(
        [GNUBG, "-t", "-q"],
        input=commands,
        capture_output=True,
        encoding="utf-8",
        errors="replace",
        timeout=60,
        cwd=folder,
        env={**os.environ, "HOME": str(folder), "LANG": "C.UTF-8"},
        check=False,
    )
    return said_by.stdout + said_by.stderr, read_mat(folder / "out.mat")


@pytest.mark.skipif(GNUBG is None, reason="gnubg is not installed")
@pytest.mark.parametrize(
    ("seed", "length", "variant", "illegal"),
    [
        (1, 7, BACKGAMMON, False),
        (2, 3, BACKGAMMON, False),
        (3, 0, BACKGAMMON, False),
        (4, 1, BACKGAMMON, False),
        (5, 5, BACKGAMMON, True),
        (6, 0, BACKGAMMON, True),
        (7, 5, NACKGAMMON, False),
        (8, 5, HYPERGAMMON, False),
        (9, 25, BACKGAMMON, False),
        (10, 13, BACKGAMMON, True),
        (11, 0, NACKGAMMON, True),
        (12, 17, HYPERGAMMON, False),
    ],
)
def test_gnu_backgammon_plays_a_written_match_to_the_same_score(
    tmp_path: Path,
    seed: int,
    length: int,
    variant: Variant,
    illegal: bool,  # noqa: FBT001 - a table's column
) -> None:
    profile = replace(BEAVERS, variant=variant)
    record, match = random_match(Random(seed), length, games=5, profile=profile, illegal=illegal)
    output, exported = import_by_gnubg(write_mat(record), tmp_path)
    complaints = re.findall(r".*(?:invalid|unrecogni[sz]ed|garbage|record found|error).*", output, re.IGNORECASE)
    assert not complaints
    score = re.search(rf"after {len(record.games)} games?\) is: Ada (\d+), Grace Hopper (\d+)", output)
    assert score is not None, output
    assert (int(score[1]), int(score[2])) == match.score
    assert [game.score for game in exported.games] == [game.score for game in record.games]
    if not illegal:
        assert [rolls(game) for game in exported.games] == [rolls(game) for game in record.games]


def rolls(game: GameRecord) -> list[tuple[Player, object]]:
    """Return who rolled what in a game."""
    return [(action.player, roll) for action in game.actions if (roll := getattr(action, "roll", None)) is not None]
