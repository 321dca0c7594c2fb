"""The two sides of a match."""

from __future__ import annotations

from controller.rules.player import Player


def test_each_is_the_opponent_of_the_other() -> None:
    assert Player.ONE.other is Player.TWO
    assert Player.TWO.other is Player.ONE


def test_a_player_indexes_a_pair() -> None:
    score = (3, 5)
    assert (score[Player.ONE], score[Player.TWO]) == (3, 5)
