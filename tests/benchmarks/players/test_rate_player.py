"""The rating of the built-in player by GNU Backgammon."""

from __future__ import annotations

from random import Random
from typing import TYPE_CHECKING

import pytest

from controller.players.club import ClubPlayer
from controller.players.evaluation.network import load
from controller.players.levels import player_of
from controller.record.mat_writer import write_mat
from controller.record.transcript import GameRecord, MatchRecord, Outcome
from tests.benchmarks.players.rate_player import analysed, played_game, rating_of
from tests.benchmarks.refereeing.plays.gnubg_plays import GNUBG

if TYPE_CHECKING:
    from pathlib import Path

    from controller.players.player import ComputerPlayer

needs_gnubg = pytest.mark.skipif(GNUBG is None, reason="GNU Backgammon is not installed")


def rated_game(player: ComputerPlayer, seed: str, folder: Path, plies: int) -> tuple[int, float]:
    """Return the unforced plays of a game of the player against itself, and the points given away."""
    actions, result, _ = played_game(player, Random(seed))
    record = GameRecord(1, (0, 0), crawford=False, actions=actions, outcome=Outcome(result.winner, result.points))
    file = folder / "game.mat"
    file.write_text(write_mat(MatchRecord(("one", "two"), 0, (record,))), encoding="utf-8")
    return analysed(file, plies)


def test_a_rating_is_the_mean_over_plays_not_over_games() -> None:
    rating = rating_of([(10, 0.1), (30, 0.9)])
    assert (rating.games, rating.unforced) == (2, 40)
    assert rating.per_play == pytest.approx(1.0 / 40)


def test_games_that_are_alike_leave_no_spread() -> None:
    assert rating_of([(20, 0.2)] * 50).spread == pytest.approx(0)
    assert rating_of([(20, 0.1), (20, 0.3)] * 25).spread == pytest.approx(1.96 * 0.005 / 50**0.5)


@pytest.mark.films
@needs_gnubg
def test_even_without_looking_ahead_the_club_is_better_than_the_beginner(tmp_path: Path) -> None:
    hasty, beginner = ClubPlayer(load(), ()), player_of("beginner")
    ratings = [rating_of([rated_game(player, "0", tmp_path, 0)]) for player in (hasty, beginner)]
    assert all(20 <= rating.unforced <= 200 for rating in ratings)
    assert ratings[0].per_play < 0.025 < ratings[1].per_play


@pytest.mark.soak
@pytest.mark.timeout(7200)
@needs_gnubg
def test_the_club_gives_away_fifteen_thousandths_of_a_point_a_play_at_most(tmp_path: Path) -> None:
    club = player_of("club")
    rating = rating_of([rated_game(club, f"1/{number}", tmp_path, 2) for number in range(200)])
    assert rating.per_play + rating.spread <= 0.015
