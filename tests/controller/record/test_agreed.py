"""Rules agreed on at the table: they stand in the match file, are read back, and decide what a game is worth."""

from __future__ import annotations

import re
from typing import TYPE_CHECKING

import pytest

from controller.record.agreed import rules_of
from controller.record.mat_reader import parse_mat
from controller.record.mat_writer import write_mat
from controller.record.replay import replay
from controller.record.sgf_writer import write_sgf
from controller.referee.options.options import PRESETS
from controller.rules import STANDARD, Crawford, Form
from controller.rules.agreed import with_words, words_of
from tests.controller.record.test_sgf_writer import gnubg, needs_gnubg
from tests.controller.referee.scenario import recorded

if TYPE_CHECKING:
    from pathlib import Path

JACOBY = """
preset money
money
setup
open 3 1
play 8/5 6/5
lift
roll two 6 4
play two 24/14
lift
roll one 3 1
play one 6/5 8/5
lift
at two 1:1 off:14 | 6:15
roll two 6 5
play two 1/off
lift
"""
STRANDED = """
preset wikipedia-it
setup
open 3 1
play 8/5 6/5
lift
roll two 6 4
play two 24/14
lift
roll one 3 1
play one 6/5 8/5
lift
at two 1:1 off:14 | 24:1 6:13
roll two 6 5
play two 1/off
lift
"""
NO_CRAWFORD = """
option crawford off
score 4 0
setup
open 3 1
play 8/5 6/5
lift
say two double
say one drop
"""
NEVER_AT_MATCH_POINT = """
option crawford always
score 4 3
crawford-over
setup
open 3 1
play 8/5 6/5
lift
say two resign-single
say one confirm
"""
GAMES = {"jacoby": JACOBY, "stranded": STRANDED, "no Crawford": NO_CRAWFORD, "every one": NEVER_AT_MATCH_POINT}
ENDS = {"jacoby": 1, "stranded": 3, "no Crawford": 1, "every one": 1}


@pytest.mark.parametrize("name", GAMES)
def test_our_own_replay_of_our_own_file_finds_the_result_right(name: str) -> None:
    record = recorded(GAMES[name])
    again = parse_mat(write_mat(record))
    assert rules_of(again) == rules_of(record) != STANDARD
    assert [game.crawford for game in again.games] == [game.crawford for game in record.games]
    (played,) = replay(again)
    assert played.disagreements == ()
    assert played.game.outcome is not None
    assert played.game.outcome.points == ENDS[name]


@needs_gnubg
@pytest.mark.parametrize("kind", ["mat", "sgf"])
@pytest.mark.parametrize("name", ["jacoby", "no Crawford", "every one"])
def test_others_read_the_same_result(name: str, kind: str, tmp_path: Path) -> None:
    record, again = recorded(GAMES[name]), tmp_path / "again.sgf"
    source = tmp_path / f"match.{kind}"
    source.write_text(write_mat(record) if kind == "mat" else write_sgf(record), "utf-8")
    gnubg(tmp_path, f'{"import mat" if kind == "mat" else "load match"} "{source}"', f'save match "{again}"')
    results = [re.search(r"RE\[[BW]\+\d", text) for text in (again.read_text("utf-8"), write_sgf(record))]
    assert results[0] is not None
    assert results[1] is not None
    assert results[0][0] == results[1][0]


def test_what_the_formats_have_stands_in_tags_and_properties() -> None:
    assert '; [Jacoby "On"]' in write_mat(recorded(JACOBY))
    assert "RU[Jacoby]" in write_sgf(recorded(JACOBY))
    assert '; [Crawford "Off"]' in write_mat(recorded(NO_CRAWFORD))
    assert "RU[" not in write_sgf(recorded(NO_CRAWFORD))


def test_what_they_do_not_have_stands_in_a_remark() -> None:
    words = "Rules agreed on: backgammon_despite_borne_off=yes, crawford=always, no_match_winning_double=yes"
    assert f"; {words}" in write_mat(recorded(STRANDED))
    assert f"GC[{words}]" in write_sgf(recorded(STRANDED))


def test_usual_rules_need_no_word() -> None:
    assert write_mat(recorded("setup\nopen 3 1")).lstrip().startswith("5 point match")


@pytest.mark.parametrize("form", [Form.MATCH, Form.MONEY])
@pytest.mark.parametrize("name", PRESETS)
def test_words_say_what_has_an_effect(name: str, form: Form) -> None:
    words = words_of(PRESETS[name].profile(), form)
    assert words_of(with_words(STANDARD, words), form) == words
    assert words_of(STANDARD, form) == ()


@pytest.mark.parametrize(
    "word", ["crawford=sometimes", "cube_cap=63", "cube_cap=x", "jacoby", "raccoons=yes", "hat=yes"]
)
def test_words_that_make_no_sense_are_passed_over(word: str) -> None:
    assert with_words(STANDARD, (word,)) == STANDARD
    assert with_words(STANDARD, ("crawford=off",)).crawford is Crawford.OFF
