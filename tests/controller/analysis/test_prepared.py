"""A record made ready: written so that no importer can take a play for another one, and judged before."""

from __future__ import annotations

import random
from dataclasses import replace

from hypothesis import given, settings
from hypothesis import strategies as st

from controller.analysis.prepared import prepare
from controller.record.mat_reader import parse_mat
from controller.record.replay import replay
from controller.rules import STANDARD, Player
from tests.controller.analysis.answers import prepared
from tests.random_matches import random_match


@settings(max_examples=15, deadline=None)
@given(st.integers(0, 10_000))
def test_what_is_made_ready_is_the_same_match(seed: int) -> None:
    record, _ = random_match(random.Random(seed), 3, illegal=True)
    ready = prepare(record)
    again = replay(parse_mat(ready.mat), replace(STANDARD, lenient_last_checker=True))
    assert len(again) == len(record.games)
    for one, other in zip(ready.games, again, strict=True):
        assert [(play.before, play.roll, play.after, play.legal) for play in one.plays] == [
            (play.before, play.roll, play.after, play.legal) for play in other.plays
        ]
        assert not other.unreadable


def test_every_hop_is_written_with_what_it_hits() -> None:
    text = prepared(
        " 3 point match\n\n Game 1\n A : 0                          B : 0\n"
        "  1) 62: 24/18 13/11             41: 13/9 6/5\n  2) 41: 18/13\n"
    ).mat
    assert "24/18 13/11" in text
    assert "18/14 14/13" in text


def test_an_illegal_play_is_written_as_the_position_that_it_left() -> None:
    ready = prepared()
    assert [play.legal for play in ready.games[0].plays] == [True, True, True, False, True]
    assert ready.mat.count("Illegal play (") == 1


def test_games_are_numbered_without_a_gap_and_names_and_comments_stay_at_home() -> None:
    ready = prepared(
        '; a remark\n; [Site "x"]\n 7 point match\n\n Game 4\n Anna : 2      Boris : 3\n  1) 31: 8/5 6/5\n'
    )
    assert " Game 1\n" in ready.mat
    assert "Anna" not in ready.mat
    assert "remark" not in ready.mat
    assert ready.games[0].game.number == 4
    assert ready.record.players[Player.ONE] == "Anna"


def test_a_game_is_left_where_its_record_says_nothing() -> None:
    ready = prepared(
        " 3 point match\n\n Game 1\n A : 0                          B : 0\n"
        "  1) 31: 8/5 6/5                 52: ????\n  2) 64: 24/14                   11: 8/7(2) 6/5(2)\n"
    )
    assert "31: 8/5 6/5" in ready.mat
    assert "64" not in ready.mat
